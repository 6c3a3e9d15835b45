use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![3]>::zeros();
    let _ = x.outer(&Tensor::<f32, shape![]>::zeros());
}
