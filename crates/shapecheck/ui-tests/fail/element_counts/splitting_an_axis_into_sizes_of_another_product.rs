use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![32, 128, 768]>::zeros();
    let _ = x.split_axis::<-1, dim!(12), dim!(63)>();
}
