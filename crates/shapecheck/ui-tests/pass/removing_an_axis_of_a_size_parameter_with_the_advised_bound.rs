use shapecheck::shape::{RemoveAxes, RemoveAxis};
use shapecheck::{Dim, Shape, axes, shape};

fn without_axis<S: RemoveAxis<-1>>(_: S) {}

fn without_axes<S: RemoveAxes<axes![-1]>>(_: S) {}

fn without_last<S: Shape, N: Dim>(x: shape![..S, N])
where
    shape![..S, N]: RemoveAxis<-1>,
{
    without_axis(x.clone());
    without_axes(x);
}

fn without_last_of_one<S: Shape>(x: shape![..S, 1]) {
    without_axis(x);
}

fn without_dynamic_last<S: Shape>(x: shape![..S, _]) {
    without_axis(x);
}

fn main() {
    without_last(<shape![2, 1]>::default());
    without_last_of_one(<shape![2, 1]>::default());
    without_dynamic_last(<shape![2, _]>::try_from([2, 1]).unwrap());
}
