//! Forms of other libraries.

use shapecheck::typenum::U;
use shapecheck::{InlineTensor, Tensor, shape};

fn of_axes(x: &Tensor<f32, shape![4, 3]>) {
    let _ = x.sum(-1);
    let _ = x.mean(0);
    let _ = x.mean_axis(0);
    let _ = x.view([3, 4]);
    let _ = x.view(3, 4);
}

fn of_elements(x: &Tensor<f32, shape![4, 3]>) {
    let _ = x[0];
    let _ = x > 0.0;
    let _ = &x + &x;
    let _ = x + 1;
    let _ = InlineTensor::from_array([1.0, 2.0]);
}

fn of_features(x: &Tensor<f32, shape![4, 8]>) {
    let _ = x.rfft();
}

fn of_heads(queries: &Tensor<f32, shape![2, 32, 7, 64]>, keys: &Tensor<f32, shape![2, 8, 7, 64]>) {
    let _ = queries.matmul(&keys.transpose());
}

mod one {
    shapecheck::dims! { pub Batch }
}

mod other {
    shapecheck::dims! { pub Batch }
}

fn of_names(x: &Tensor<f32, shape![one::Batch, 4]>, y: &Tensor<f32, shape![other::Batch, 4]>) {
    let _ = x + y;
}

shapecheck::dims! { Batch, Heads, Seq, Features }

fn of_moves(x: &Tensor<f32, shape![Batch, Heads, Seq, Features]>) {
    let _ = x.reshape::<shape![Batch, Seq, Heads * Features]>();
}

fn of_rows(x: &Tensor<f32, shape![4, 3]>) {
    for row in x {
        let _: &Tensor<f32, shape![3]> = row;
    }
    for row in x {
        let _: Tensor<f32, shape![3]> = row;
    }
}

fn of_names_inline(_: &InlineTensor<f64, shape![Frame]>) {
    of_names_inline(&InlineTensor::from([0.0, 0.0, 1.0]));
}

shapecheck::dims! { Frame = 3 }

fn of_numbers(x: Tensor<f32, shape![4, 3]>) {
    let _ = x.max(0.0);
    let _ = x.unsqueeze(0);
    let _ = x[0..2];
    let _ = x.conv2d(&x, 1, 1);
    let _ = Tensor::cat(&[&x, &x], 0);
}

fn of_ranks(_: &Tensor<f32, 2>) {}

fn of_arrays(_: &Tensor<f32, [4, 3]>) {}

fn of_typenum(_: &Tensor<f32, shape![4, U<3072>]>) {}

fn main() {    // Axes that are counted from the front, and targets with an axis of 1.
    let scores = Tensor::<f32, shape![32, 10]>::zeros();
    scores.mean_axis::<0>();
    scores.sum_axis::<1>();
    let targets = Tensor::<usize, shape![32, 1]>::zeros();
    scores.along::<-1>().cross_entropy(&targets);
}
