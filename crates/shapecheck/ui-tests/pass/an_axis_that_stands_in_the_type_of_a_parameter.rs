use shapecheck::{Dim, HasAxis, Shape, shape};

fn rows<S: Shape, N: Dim, K: Dim>(x: shape![..S, N, K]) -> <shape![..S, N, K] as HasAxis<-2>>::Size {
    x.lead.last
}

fn rows_by_a_bound<S: Shape + HasAxis<-2>>(_: S, _: <S as HasAxis<-2>>::Size) {}

fn main() {
    rows_by_a_bound(<shape![2, 3]>::default(), rows(<shape![2, 3]>::default()));
}
