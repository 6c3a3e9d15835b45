use shapecheck::shape::RemoveAxes;
use shapecheck::{axes, shape};

type Squeezed<S> = <S as RemoveAxes<axes![-1]>>::Output;

fn use_it(_: Squeezed<shape![2, 0]>) {}

fn main() {}
