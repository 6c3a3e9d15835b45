use shapecheck::{Tensor, dim, shape};

fn main() {
    let _ = Tensor::<i32, shape![6]>::arange_of::<dim!(0), dim!(5), dim!(0)>();
}
