use shapecheck::{Tensor, checked, shape};

#[checked]
fn center<const N: usize>(x: &Tensor<f32, shape![8, N]>) -> Tensor<f32, shape![8, N]> {
    x - x.along::<-1>().mean()
}

fn main() {
    center(&Tensor::<f32, shape![8, 64]>::ones());
}
