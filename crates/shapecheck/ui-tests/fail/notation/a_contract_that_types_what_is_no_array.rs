use shapecheck::{Tensor, shape, typed};

fn main() {
    let images = Tensor::<f32, shape![32, 3, 28, 28]>::zeros();
    let _ = typed!("images: b c h w, labels: b"; images, "labels");
}
