use shapecheck::{Tensor, dim, shape};

fn main() {
    let rows = Tensor::<f32, shape![4, 5, 3]>::zeros();
    let _ = rows.narrow::<-2, dim!(6)>(0);
}
