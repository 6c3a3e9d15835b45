use shapecheck::{DynShape, Shape, Tensor, shape};

fn main() {
    let mut a = Tensor::<f32, shape![3]>::zeros();
    let shape = <shape![..DynShape, 2, 3]>::try_from_sizes(&[2, 3]).unwrap();
    let b = Tensor::<f32, _>::zeros_with(shape);
    a += b;
}
