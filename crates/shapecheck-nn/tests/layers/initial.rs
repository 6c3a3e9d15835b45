//! Initial weights: their moments, and what is orthogonal.

use shapecheck::window::{Conv, ConvTranspose};
use shapecheck::{Host, Shape, Tensor, dim, shape};
use shapecheck_nn::{Conv2d, ConvTranspose2d, Embedding, Gru, Linear, Lstm, Random, init};

use crate::{assert_close, generator};

/// Checks the mean, the variance and the largest element of many numbers.
#[track_caller]
fn assert_moments<S: Shape>(x: &Tensor<f64, S>, variance: f64, limit: f64) {
    let count = x.len() as f64;
    // Five standard deviations of the mean, and as many of the variance, whose numbers have a kurtosis of at most three.
    assert!(
        x.mean().abs() < 5.0 * (variance / count).sqrt(),
        "mean {}",
        x.mean()
    );
    let error = (x.var() - variance).abs();
    assert!(
        error < 5.0 * variance * (2.0 / count).sqrt(),
        "variance {}",
        x.var()
    );
    let largest = x.abs().max();
    assert!(
        largest <= limit && largest > 2.0 * variance.sqrt().min(limit * 0.49),
        "largest {largest}"
    );
}

/// Uniform numbers between plus and minus a limit.
#[track_caller]
fn assert_uniform<S: Shape>(x: &Tensor<f64, S>, limit: f64) {
    assert_moments(x, limit * limit / 3.0, limit);
    assert!(x.abs().max() > 0.9 * limit);
}

#[test]
fn layers_begin_as_those_of_pytorch() {
    let generator = &mut generator();
    let linear = Linear::<dim!(100), dim!(50), Host, f64>::random(generator);
    assert_uniform(&linear.weight, 0.1);
    assert_uniform(&linear.bias.expect("a bias"), 0.1);
    let conv = Conv2d::<dim!(4), dim!(50), dim!(5), Conv, Host, f64>::random(generator);
    assert_uniform(&conv.weight, 0.1);
    // The second axis of these kernels are the channels of the output.
    let transposed =
        ConvTranspose2d::<dim!(50), dim!(4), dim!(5), ConvTranspose, Host, f64>::random(generator);
    assert_uniform(&transposed.weight, 0.1);
    let table = Embedding::<dim!(100), dim!(50), Host, f64>::random(generator);
    assert_moments(&table.weight, 1.0, 6.0);
    let lstm = Lstm::<dim!(30), dim!(25), Host, f64>::random(generator);
    assert_uniform(&lstm.weight_ih, 0.2);
    assert_uniform(&lstm.weight_hh, 0.2);
    assert_uniform(&lstm.bias_hh, 0.2);
    let gru = Gru::<dim!(30), dim!(25), Host, f64>::random(generator);
    assert_uniform(&gru.weight_hh, 0.2);
}

#[test]
fn fans_decide_the_variance() {
    let generator = &mut generator();
    let mut matrix = Tensor::<f64, shape![50, 200]>::zeros();
    init::xavier_uniform(&mut matrix, generator);
    assert_uniform(&matrix, (6.0_f64 / 250.0).sqrt());
    init::kaiming_normal(&mut matrix, generator);
    assert_moments(&matrix, 2.0 / 200.0, 0.6);
    let mut kernels = Tensor::<f64, shape![20, 10, 5, 3]>::zeros();
    init::xavier_uniform(&mut kernels, generator);
    assert_uniform(&kernels, (6.0_f64 / (150.0 + 300.0)).sqrt());
    init::kaiming_normal(&mut kernels, generator);
    assert_moments(&kernels, 2.0 / 150.0, 0.7);
}

#[test]
fn orthogonal_rows_or_columns() {
    let generator = &mut generator();
    let mut wide = Tensor::<f64, shape![6, 20]>::zeros();
    init::orthogonal(&mut wide, generator);
    assert_close(&wide.matmul(&wide.transpose()), &Tensor::eye());
    let mut tall = Tensor::<f64, shape![20, 6]>::zeros();
    init::orthogonal(&mut tall, generator);
    assert_close(&tall.transpose().matmul(&tall), &Tensor::eye());
    let mut kernels = Tensor::<f64, shape![4, 3, 2, 2]>::zeros();
    init::orthogonal(&mut kernels, generator);
    let rows: Tensor<f64, shape![4, 12]> = kernels.reshape();
    assert_close(&rows.matmul(&rows.transpose()), &Tensor::eye());
    // Without the signs of R's diagonal, Householder's Q has a sign that the numbers do not decide.
    let positive = (0..200).filter(|_| {
        let mut square = Tensor::<f64, shape![3, 3]>::zeros();
        init::orthogonal(&mut square, generator);
        square[[0, 0]] > 0.0
    });
    let positive = positive.count();
    assert!((60..140).contains(&positive), "{positive}");
}
