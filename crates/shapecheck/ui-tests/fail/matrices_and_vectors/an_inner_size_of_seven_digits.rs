use shapecheck::{Tensor, shape};

fn main() {
    let sounds = Tensor::<f32, shape![8, 1440000]>::zeros();
    sounds.matmul(&Tensor::<f32, shape![48000, 2]>::zeros());
}
