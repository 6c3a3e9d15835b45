use shapecheck::{Tensor, shape};

fn main() {
    let table = Tensor::<f32, shape![100, 16]>::zeros();
    let tokens = Tensor::<i64, shape![8]>::zeros();
    let _ = table.along::<-2>().take(&tokens);
    let _ = table.along::<-2>().take(3);
}
