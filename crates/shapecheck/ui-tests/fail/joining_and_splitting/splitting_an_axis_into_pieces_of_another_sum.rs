use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 5]>::zeros();
    let (_, _) = x.along::<-2>().split::<shape![3, 4]>();
}
