//! Something else than a tensor as an operand, an argument or a result: a `Result`, a number, an element of a loop.

use shapecheck::engine::Engine;
use shapecheck::window::Conv;
use shapecheck::{
    Dim, InlineTensor, Shape, ShapeError, Tensor, TensorOn, ViewMut, axes, checked, dim, dims,
    einsum, shape,
};

dims! { Batch, Seq, Measured = 2, State = 4 }

type Matrix = Tensor<f32, shape![2, 3]>;
type Image = Tensor<f32, shape![8, 3, 32, 32]>;
type Failing = Result<Matrix, ShapeError>;
type Loss = Tensor<f32, shape![]>;
type Mask = Tensor<bool, shape![2, 3]>;
type Tokens = Tensor<f32, shape![Batch, Seq, 64]>;

fn of_results(x: Failing, y: &Matrix) {
    let _ = x.sum();
    let _ = &x + y;
    let _ = y.embedding(&x);
}

fn of_numbers(loss: Loss, x: &Matrix, rate: f64, n: usize) {
    let mut total = 0.0_f32;
    total += &loss;
    total += x.sum_axis::<-1>();
    let _ = rate * x;
    let _ = x / n;
    if loss < 0.1 {}
}

fn of_masks(mask: &Mask, x: &Matrix) {
    let _ = 1.0 - mask;
    let _ = -mask;
    let _ = mask.sum();
    let _ = mask.mean();
    let _ = x[mask];
}

fn of_elements(x: &Matrix) {
    for row in x {
        let _ = row.sum();
    }
    for row in x.iter() {
        let _ = row[0];
    }
    let total = x.sum();
    let _ = total.sum_axis::<-1>();
}

fn of_indices(x: &Matrix, i: i32) {
    let _ = x[(0, 1)];
    let _ = x[(.., 1)];
    let _ = x[[i, i]];
    let _ = x[i as usize];
}

fn of_several(x: &Matrix) {
    let (_, _) = x.max_axis::<-1>();
    let (_, _) = x.along::<-1>().sort();
    let (_, _) = x.shape();
}

fn of_names(x: &Tokens) {
    let _ = x.sum_axis::<Seq>();
    let _ = x.along::<Batch>();
    let _ = x.sum_axis::<dim!(1)>();
    let _ = x.along_named::<-1>();
}

fn of_products(
    h: &InlineTensor<f64, shape![Measured, State]>,
    x: &InlineTensor<f64, shape![State]>,
) -> InlineTensor<f64, shape![Measured]> {
    h * x
}

fn of_open_types(x: Matrix) {
    let _ = InlineTensor::from([0.0, 0.1]).named();
    let _ = x.reshape();
    let _ = x.cast();
    let mut total = Tensor::zeros();
    for _ in 0..4 {
        total += &x;
    }
}

fn of_bounds<N: Dim>(x: &Tensor<f32, shape![N - 1]>, y: &Tensor<f32, shape![N]>) {
    let _ = x.relu();
    let _ = y.split_axis::<-1, dim!(8), dim!(N / 8)>();
}

fn of_engines<E: Engine>(x: &TensorOn<f32, shape![2, 3], E>, y: &ViewMut<f32, shape![2, 3]>) {
    let _ = x.mean();
    let _ = x.sum();
    let _ = y.sum();
    let _ = y + 1.0;
}

fn of_sizes() {
    let _ = Tensor::<f32, shape![Batch, 64]>::zeros();
    let _ = Tensor::<shape![2, 3]>::zeros();
    let _ = Tensor::<f32, _>::zeros_with(<shape![Batch, 64]>::of([Batch::of(32)]));
}

fn of_ranks<B: Dim>(
    scores: &Tensor<f32, shape![B, 10]>,
    labels: &Tensor<usize, shape![B, 10]>,
    x: &Tensor<f32, shape![B, 1]>,
    y: &Tensor<f32, shape![B]>,
) {
    let _ = scores.along::<-1>().cross_entropy(labels);
    let _ = x.mse_loss(y);
}

fn of_joins(
    x: &Tensor<f32, shape![4, 64, 32]>,
    y: &Tensor<f32, shape![4, 128, 32]>,
    mut mean: Tensor<f32, shape![32]>,
) {
    let _ = x.along::<-1>().concat(y);
    mean += y.mean_axes::<axes![-2, -3]>();
}

fn of_masks_without_heads(
    scores: &Tensor<f32, shape![Batch, 8, Seq, Seq]>,
    mask: &Tensor<f32, shape![Batch, Seq]>,
) {
    let _ = scores + mask;
}

fn of_errors(x: &InlineTensor<f64, shape![3, 3]>) -> Result<(), ShapeError> {
    x.try_inverse()?;
    Ok(())
}

fn of_variables(first: &Tensor<f32, shape![8, 4]>, last: &Tensor<f32, shape![2, 8]>) {
    let mut x = Tensor::<f32, shape![1, 4]>::ones();
    x = x.linear(first);
    x = x.linear(last);
    println!("{x}");
}

#[checked]
fn centre<const N: usize>(x: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![N]> {
    x - x.mean()
}

fn of_constants() {
    let _ = centre(&Tensor::<f32, shape![64]>::ones());
}

#[checked]
trait Layer<const I: usize> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> f32;
}

impl Layer<3> for () {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, 3]>) -> f32 {
        x.sum()
    }
}

#[derive(Clone, Copy)]
struct Normal {
    mean: Matrix,
    spread: Tensor<f32, shape![8]>,
}

fn of_arrays(x: &Matrix) -> Matrix {
    let _ = x + [1.0, 2.0, 3.0];
    let _ = x + vec![1.0];
    let _: Matrix = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let _: Matrix = vec![1.0; 6];
    let _: Matrix = Tensor::from(vec![1.0; 6]);
    let _: Matrix = Tensor::from([1.0; 6]);
    let _: Matrix = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.iter().map(|v| v * 2.0).collect()
}

fn of_comparisons(x: &Matrix, y: &Tensor<f32, shape![2]>) {
    x += 1.0;
    let _ = x == 0.0;
    let _ = x == y;
    let _ = x[0][1];
}

fn of_options(m: &InlineTensor<f64, shape![3, 3]>) -> Option<InlineTensor<f64, shape![3, 3]>> {
    let Some(_) = m.try_inverse() else {
        return None;
    };
    m.try_inverse()
}

fn of_patterns(x: &Matrix) {
    let [_, _] = x.shape();
}

fn of_vectors(v: &Tensor<f32, shape![3]>) {
    let _ = v.transpose();
}

fn of_sizes_of_names<S: Shape>(x: &Tokens, y: &Tensor<f32, S>) {
    let _ = x.mean_named::<Seq>();
    let _ = Batch::SIZE;
    let _ = y.softmax::<-1>();
}

fn of_parameters<N: Dim>(x: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![2 * N]> {
    x.along::<-1>().concat(x)
}

fn of_numbers_for_names(x: &Tensor<f32, shape![2]>) -> Tensor<f32, shape![Measured]> {
    x.clone()
}

fn of_missing_arguments(x: &Image, w: &Tensor<f32, shape![16, 3, 3, 3]>) {
    let _ = x.conv2d(w);
    let _ = x.max_pool2d(2, 2);
    let _ = Tensor::stack([x, x]);
    let _ = Tensor::concat(&[x, x], 0);
    let _ = x.cuda();
}

fn of_weights<B: Dim, E: Dim, H: Dim>(
    x: &Tensor<f32, shape![B, E]>,
    scale: &Tensor<f32, shape![H]>,
) {
    let _ = x.rms_norm(scale, 1e-6);
}

fn of_equations(q: &Tensor<f32, shape![2, 10, 64]>, k: &Tensor<f32, shape![2, 12, 64]>) {
    let _ = einsum!("bqd,bdk->bqk"; q, k);
}

fn of_taps(signal: &Tensor<f32, shape![1, 1, 100]>, taps: &Tensor<f32, shape![31]>) {
    let _ = signal.conv1d(taps, Conv::new());
}

fn of_results_that_are_made(x: &Matrix) -> &Matrix {
    x.relu()
}

fn of_parameters_in_another_order(_: &Tensor<shape![2, 3], f32>) {}

fn of_sizes_for_shapes<N: Dim>(_: &Tensor<f32, N>) {}

fn of_targets(mut x: Matrix, y: &Tensor<f32, shape![3, 2]>) {
    x -= y;
}

#[checked]
fn scale<const B: usize, const C: usize>(
    x: &Tensor<f32, shape![B, C]>,
    by: &Tensor<f32, shape![C]>,
) {
    let _ = x * by;
}

fn of_two_constants(x: &Matrix, by: &Tensor<f32, shape![3]>) {
    scale(x, by);
}

fn of_pools_in_parameters(image: &Tensor<f32, shape![1, 1, 8, 8]>) {
    let _ = image.max_pool2d(shapecheck::window::Pool::<2>::new());
    let _ = image.max_pool2d::<2, 2, _>();
    let _ = image.max_pool2d(shapecheck::window::Pool::new().size::<2>());
}

fn of_pools_in_one_parameter(image: &Tensor<f32, shape![1, 1, 8, 8]>) {
    let _ = image.max_pool2d::<2>();
}

fn main() {}
