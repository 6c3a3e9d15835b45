use shapecheck::{Dyn, Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 770]>::zeros();
    let _ = x.split_axis::<-1, dim!(12), Dyn>();
}
