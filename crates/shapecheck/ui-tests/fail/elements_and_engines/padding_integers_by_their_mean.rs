use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<i32, shape![8, 3]>::zeros();
    let _ = x.along::<-1>().pad_mean::<dim!(1), dim!(1)>();
}
