use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 0]>::zeros();
    let _ = x.along::<-1>().pad_edge::<dim!(1), dim!(1)>();
}
