use shapecheck::shape::Permute;
use shapecheck::{axes, shape};

type Permuted<S> = <S as Permute<axes![-1, -3]>>::Output;

fn use_it(_: Permuted<shape![2, 3, 4]>) {}

fn main() {}
