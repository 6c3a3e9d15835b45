use shapecheck::{DynShape, Shape, Tensor, shape};

fn main() {
    let shape = <shape![..DynShape, 224]>::try_from_sizes(&[5, 224]).unwrap();
    let a = Tensor::<f32, _>::zeros_with(shape);
    let b = Tensor::<f32, shape![2, 5, 128]>::zeros();
    let _ = a + b;
}
