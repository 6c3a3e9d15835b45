use shapecheck::shape::InsertAxis;
use shapecheck::{Dim, Shape, shape};

type WithColumn<S> = <S as InsertAxis<-2>>::Output;

fn use_it<S: Shape, N: Dim>(x: WithColumn<shape![..S, N]>) -> shape![..S, 1, N] {
    x
}

fn main() {
    use_it(<shape![2, 1, 3]>::default());
}
