use shapecheck::{Tensor, axes, shape};

fn main() {
    let images = Tensor::<f32, shape![8, 28, 30, 3]>::ones();
    let _ = images.permute::<axes![0, 3, 1, 2]>();
}
