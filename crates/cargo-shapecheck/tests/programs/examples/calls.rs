//! Calls as other libraries have them: settings without a beginning, results that are taken out, axes and sizes as
//! arguments, arguments exchanged.

use shapecheck::window::{Conv, ConvTranspose, Pool};
use shapecheck::{Axis, Dim, InlineTensor, Tensor, checked, dim, dims, shape};

dims! { Seq, Source }

fn settings(x: &Tensor<f32, shape![2, 3, 8, 8]>, k: &Tensor<f32, shape![3, 3, 3, 3]>) {
    let _ = x.conv2d(k, Conv::padding::<1>());
    let _ = x.max_pool2d(Pool::stride::<2>());
    let _ = x.conv_transpose2d(k, ConvTranspose::stride::<2>());
}

fn results(x: &Tensor<f32, shape![2, 3]>, y: &Tensor<f32, shape![3, 2]>) -> Option<()> {
    let _ = x.matmul(y).expect("fits");
    let _ = x.along::<-1>().split_at::<dim!(2)>().unwrap();
    let _ = x
        .matmul(y)
        .unwrap();
    let _ = x.transpose().unwrap();
    let _ = x.matmul(y)?;
    None
}

fn numbers(x: &Tensor<f32, shape![2, 3]>) {
    let _ = Tensor::stack([x, x], 0);
    let _ = Tensor::stack([x, x], -2);
    let _ = x.topk(5);
    let _ = x.along::<-1>().split_at(2);
}

#[checked]
fn mix<B: Dim>(x: &Tensor<f32, shape![B, Seq]>, y: &Tensor<f32, shape![B, Source]>) -> Tensor<f32, shape![B, Seq]> {
    x.clone()
}

fn exchanged<B: Dim>(x: &Tensor<f32, shape![B, Seq]>, y: &Tensor<f32, shape![B, Source]>) {
    let _ = mix(y, x);
    let _ = mix(x, x);
}

fn inline() {
    let _ = InlineTensor::<f64, shape![_, 6]>::from([[1.0; 6]; 2]);
    let _: InlineTensor<f64, shape![_]> = InlineTensor::from([1.0, 2.0]);
    let _ = Axis::<-1>;
}

fn of_name<B: Dim>(x: &Tensor<f32, shape![B, Seq]>) {
    let _ = x.along_named::<Seq>().sum();
}

fn main() {}
