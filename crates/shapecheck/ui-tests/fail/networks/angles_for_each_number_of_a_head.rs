use shapecheck::{Tensor, shape};

fn main() {
    let queries = Tensor::<f32, shape![8, 12, 7, 64]>::zeros();
    let angles = Tensor::<f32, shape![7, 64]>::zeros();
    let _ = queries.rotary_embedding(&angles.cos(), &angles.sin());
}
