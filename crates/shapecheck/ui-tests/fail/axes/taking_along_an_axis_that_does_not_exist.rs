use shapecheck::{Tensor, shape};

fn main() {
    let table = Tensor::<f32, shape![100, 16]>::zeros();
    let _ = table.along::<-3>();
}
