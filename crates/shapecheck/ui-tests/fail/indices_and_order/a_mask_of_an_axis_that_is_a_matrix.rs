use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![4, 2]>::zeros();
    let _ = x.along::<-2>().compress(&Tensor::<bool, shape![4, 1]>::full(true));
}
