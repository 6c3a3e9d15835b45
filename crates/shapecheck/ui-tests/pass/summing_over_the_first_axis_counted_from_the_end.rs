use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3, 4]>::zeros();
    let _: Tensor<f32, shape![1, 3, 4]> = a.sum_axis::<-3>();
}
