use shapecheck::{Tensor, shape};

fn main() {
    let rows = Tensor::<f32, shape![7, 64]>::zeros();
    let angles = Tensor::<f32, shape![8, 7, 32]>::zeros();
    let _ = rows.rotary_embedding(&angles, &angles);
}
