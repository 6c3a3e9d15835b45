use shapecheck::window::{Pool, StridesOf};
use shapecheck::{Dim, Tensor, dim, shape};

fn halved<B: Dim, N: StridesOf<dim!(2)>>(
    x: &Tensor<f32, shape![B, 2 * N]>,
) -> Tensor<f32, shape![B, N]> {
    x.max_pool1d(Pool::of::<2>())
}

fn main() {
    let signals = Tensor::<f32, shape![3, 8]>::zeros();
    println!("{}", halved(&signals));
}
