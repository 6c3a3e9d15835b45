//! Warnings, one of which names a shape.
use shapecheck::{Tensor, shape};

#[deprecated(note = "use `Tensor` of shape [2, 3]")]
type Old = Tensor<f32, shape![2, 3]>;

fn unused(x: Tensor<f32, shape![2, 3, 224]>) {
    x.map(|value| value);
    std::mem::forget(&x);
    let unused = 3;
}

fn dropped(x: &mut Tensor<f32, shape![2, 3, 224]>) {
    x.sum();
    x.iter();
    x.along::<-1>();
    x.along_mut::<-1>();
    x.exact();
    x.shape();
}

fn numbers(list: &Vec<Tensor<f32, shape![2, 3]>>) -> usize {
    list.len()
}

fn main() {
    dropped(&mut Tensor::ones());
    numbers(&Vec::new());
    let _: Option<Old> = None;
}
