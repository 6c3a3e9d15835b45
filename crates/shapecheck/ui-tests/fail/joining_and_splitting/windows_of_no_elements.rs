use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 8]>::zeros();
    let _ = x.along::<-1>().windows::<dim!(0), dim!(1)>();
    let _ = x.along::<-1>().windows::<dim!(4), dim!(0)>();
}
