use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 3, 224]>::zeros();
    let scale = Tensor::<f32, shape![3, 128]>::full(0.5);

    let scaled: Tensor<f32, shape![32, 3, 224]> = images * scale;
    println!("{:?}", scaled.shape()); // [32, 3, 224]
}
