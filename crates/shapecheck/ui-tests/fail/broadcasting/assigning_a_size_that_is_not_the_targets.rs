use shapecheck::{Tensor, shape};

fn main() {
    let mut x = Tensor::<f32, shape![4, 2]>::zeros();
    x.index_axis_mut::<-2>(0).assign(&Tensor::from([1.0, 2.0, 3.0]));
}
