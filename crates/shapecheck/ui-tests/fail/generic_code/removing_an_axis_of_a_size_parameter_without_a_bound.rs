use shapecheck::shape::RemoveAxis;
use shapecheck::{Dim, Shape, shape};

fn without_axis<S: RemoveAxis<-1>>(_: S) {}

fn without_last<S: Shape, N: Dim>(x: shape![..S, N]) {
    without_axis(x);
}

fn main() {
    without_last(<shape![2, 1]>::default());
}
