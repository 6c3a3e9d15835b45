use shapecheck::shape::RemoveAxes;
use shapecheck::{axes, shape};

type Squeezed<S> = <S as RemoveAxes<axes![-1, -3]>>::Output;

fn use_it(_: Squeezed<shape![1, 2, 3]>) {}

fn main() {}
