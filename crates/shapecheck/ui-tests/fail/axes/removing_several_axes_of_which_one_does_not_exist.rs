use shapecheck::shape::RemoveAxes;
use shapecheck::{axes, shape};

type Squeezed<S> = <S as RemoveAxes<axes![-1, -3]>>::Output;

fn use_it(_: Squeezed<shape![1, 1]>) {}

fn without_axes<S: RemoveAxes<axes![-1, -3]>>(_: S) {}

fn main() {
    without_axes(<shape![1, 1]>::default());
}
