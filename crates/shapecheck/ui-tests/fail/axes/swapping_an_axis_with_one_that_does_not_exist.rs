use shapecheck::shape::SwapAxes;
use shapecheck::shape;

type Swapped<S> = <S as SwapAxes<-1, -3>>::Output;

fn use_it(_: Swapped<shape![2, 3]>) {}

fn swapped<S: SwapAxes<-3, -1>>(_: S) {}

fn main() {
    swapped(<shape![2, 3]>::default());
}
