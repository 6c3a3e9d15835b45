use shapecheck::{Tensor, shape};

fn main() {
    let mut gradient = Tensor::<f32, shape![100, 16]>::zeros();
    let rows = Tensor::<f32, shape![3, 16]>::zeros();
    gradient.along_mut::<-2>().index_add(&Tensor::from([1, 5, 7, 9]), &rows);
}
