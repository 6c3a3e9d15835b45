use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.along::<-1>().pad_symmetric::<dim!(4), dim!(1)>();
}
