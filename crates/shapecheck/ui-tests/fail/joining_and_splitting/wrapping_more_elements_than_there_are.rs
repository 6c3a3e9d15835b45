use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.along::<-1>().pad_wrap::<dim!(4), dim!(1)>();
}
