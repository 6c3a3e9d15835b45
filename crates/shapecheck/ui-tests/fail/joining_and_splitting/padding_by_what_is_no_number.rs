use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.along::<-1>().pad_signed::<i32, dim!(2)>(0.0);
}
