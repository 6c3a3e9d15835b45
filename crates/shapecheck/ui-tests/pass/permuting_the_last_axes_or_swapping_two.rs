use shapecheck::shape::{Permute, SwapAxes};
use shapecheck::{axes, shape};

type Permuted<S> = <S as Permute<axes![-1, -2, -3]>>::Output;
type Swapped<S> = <S as SwapAxes<-1, -3>>::Output;

fn use_them(_: Permuted<shape![2, 3, 4]>, _: Swapped<shape![2, 3, 4]>) {}

fn main() {
    use_them(<shape![4, 3, 2]>::default(), <shape![4, 3, 2]>::default());
}
