use shapecheck::{Tensor, shape};

fn main() {
    let mut x = Tensor::<f32, shape![4, 2]>::zeros();
    let _ = x.view_mut().along::<-2>().gather(&Tensor::from([[0, 1]]));
}
