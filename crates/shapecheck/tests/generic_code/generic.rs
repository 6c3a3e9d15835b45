//! Generic code needs no other bounds than those here, and computes what the rule says, for static, mixed and run-time
//! shapes.
// Under AddressSanitizer.
#![cfg(feature = "tensor")]

use shapecheck::broadcast::broadcast_shapes;
use shapecheck::{Broadcast, Broadcasted, Dim, Dyn, DynShape, Scalar, Shape, Tensor, shape};

// A column scaled up, a bias added to rows, and that for any leading axes.

fn bias<N: Dim, K: Dim>(
    x: Tensor<f64, shape![N, K]>,
    b: Tensor<f64, shape![K]>,
) -> Tensor<f64, shape![N, K]> {
    x + b
}

fn scale<N: Dim, K: Dim>(
    x: Tensor<f64, shape![N, 1]>,
    y: Tensor<f64, shape![N, K]>,
) -> Tensor<f64, shape![N, K]> {
    x * y
}

fn any_batch<S: Shape, K: Dim>(
    x: Tensor<f64, shape![..S, K]>,
    b: Tensor<f64, shape![K]>,
) -> Tensor<f64, shape![..S, K]> {
    x + b
}

/// The same with every operand borrowed, on either side or on both.
fn any_batch_borrowed<S: Shape, K: Dim>(
    x: &Tensor<f64, shape![..S, K]>,
    b: &Tensor<f64, shape![K]>,
) -> [Tensor<f64, shape![..S, K]>; 4] {
    [x + b, x.clone() + b, x + b.clone(), b + x]
}

fn vectors<N: Dim>(
    a: &Tensor<f64, shape![N]>,
    b: Tensor<f64, shape![N]>,
) -> Tensor<f64, shape![N]> {
    a + b
}

fn by_column<S: Shape, N: Dim>(
    x: &Tensor<f64, shape![..S, N]>,
    column: &Tensor<f64, shape![..S, 1]>,
) -> Tensor<f64, shape![..S, N]> {
    x * column
}

fn add_scalar<S: Shape>(x: Tensor<f64, S>, number: &Tensor<f64, shape![]>) -> Tensor<f64, S> {
    x + number
}

fn softmax<S: Shape, N: Dim>(x: &Tensor<f64, shape![..S, N]>) -> Tensor<f64, shape![..S, N]> {
    let powers = (x - x.max_axis::<-1>()).map(f64::exp);
    let sums = powers.sum_axis::<-1>();
    powers / sums
}

const EPSILON: f64 = 1e-5;

fn layer_norm<S: Shape, N: Dim>(
    x: &Tensor<f64, shape![..S, N]>,
    scale: &Tensor<f64, shape![N]>,
    shift: &Tensor<f64, shape![N]>,
) -> Tensor<f64, shape![..S, N]> {
    let centred = x - x.mean_axis::<-1>();
    let variance = (&centred * &centred).mean_axis::<-1>();
    centred / (variance + EPSILON).map(f64::sqrt) * scale + shift
}

fn in_place<S: Shape, N: Dim>(
    x: &mut Tensor<f64, shape![..S, N]>,
    row: &Tensor<f64, shape![N]>,
    column: Tensor<f64, shape![..S, 1]>,
    number: &Tensor<f64, shape![]>,
) {
    *x += &x.clone();
    *x *= row;
    *x -= column;
    *x /= number;
}

// The same with `Dyn` instead of a parameter.

fn bias_of_any_batch_size<K: Dim>(
    x: Tensor<f64, shape![_, K]>,
    b: Tensor<f64, shape![K]>,
) -> Tensor<f64, shape![_, K]> {
    x + b
}

fn bias_of_any_width<N: Dim>(
    x: &Tensor<f64, shape![N, _]>,
    b: &Tensor<f64, shape![_]>,
) -> Tensor<f64, shape![N, _]> {
    x + b
}

fn scale_of_any_batch_size<K: Dim>(
    x: Tensor<f64, shape![_, 1]>,
    y: &Tensor<f64, shape![_, K]>,
) -> Tensor<f64, shape![_, K]> {
    x * y
}

fn by_column_of_any_width<S: Shape>(
    x: &Tensor<f64, shape![..S, _]>,
    column: Tensor<f64, shape![..S, 1]>,
) -> Tensor<f64, shape![..S, _]> {
    x * column
}

fn softmax_of_any_width<S: Shape>(x: &Tensor<f64, shape![..S, _]>) -> Tensor<f64, shape![..S, _]> {
    let powers = (x - x.max_axis::<-1>()).map(f64::exp);
    let sums = powers.sum_axis::<-1>();
    powers / sums
}

fn layer_norm_of_any_width<S: Shape>(
    x: &Tensor<f64, shape![..S, _]>,
    scale: &Tensor<f64, shape![_]>,
    shift: &Tensor<f64, shape![_]>,
) -> Tensor<f64, shape![..S, _]> {
    let centred = x - x.mean_axis::<-1>();
    let variance = (&centred * &centred).mean_axis::<-1>();
    centred / (variance + EPSILON).map(f64::sqrt) * scale + shift
}

// Shapes of which nothing is known but a bound.

fn add_two<A: Shape + Broadcast<B>, B: Shape>(
    a: &Tensor<f64, A>,
    b: Tensor<f64, B>,
) -> Tensor<f64, Broadcasted<A, B>> {
    a + b
}

fn add_three<A, B, C>(
    a: Tensor<f64, A>,
    b: &Tensor<f64, B>,
    c: Tensor<f64, C>,
) -> Tensor<f64, Broadcasted<Broadcasted<A, B>, C>>
where
    A: Shape + Broadcast<B>,
    B: Shape,
    C: Shape,
    Broadcasted<A, B>: Broadcast<C>,
{
    a + b + c
}

/// A tensor of this shape, no two neighbours equal.
fn sample<S: Shape>(shape: S, seed: u32) -> Tensor<f64, S> {
    let count = shape.num_elements().unwrap();
    let elements = (0..count as u32)
        .map(|index| f64::from((index * 37 + seed * 11) % 29) / 4.0 - 3.0)
        .collect();
    Tensor::from_vec_with(shape, elements).unwrap()
}

fn sample_of<S: Shape>(sizes: &[usize], seed: u32) -> Tensor<f64, S> {
    sample(S::try_from_sizes(sizes).unwrap(), seed)
}

fn sizes_of<S: Shape>(tensor: &Tensor<f64, S>) -> Vec<usize> {
    tensor.shape().to_dyn().dims().to_vec()
}

/// Sizes and elements, with no type to say anything about them.
#[derive(Debug)]
struct Naive {
    sizes: Vec<usize>,
    elements: Vec<f64>,
}

impl<S: Shape> From<&Tensor<f64, S>> for Naive {
    fn from(tensor: &Tensor<f64, S>) -> Self {
        Self {
            sizes: sizes_of(tensor),
            elements: tensor.to_vec(),
        }
    }
}

impl Naive {
    /// Each element of the result by its own index, looked up on both sides modulo their sizes.
    fn zip(&self, rhs: &Self, function: impl Fn(f64, f64) -> f64) -> Self {
        let shape = broadcast_shapes(&[&self.sizes, &rhs.sizes]).unwrap();
        let sizes = shape.dims().to_vec();
        let elements = (0..sizes.iter().product())
            .map(|position| function(self.at(position, &sizes), rhs.at(position, &sizes)))
            .collect();
        Self { sizes, elements }
    }

    /// The element that stands at a position of the row-major result of these sizes.
    fn at(&self, mut position: usize, sizes: &[usize]) -> f64 {
        let (mut offset, mut stride) = (0, 1);
        for (axis, size) in sizes.iter().rev().enumerate() {
            let index = position % size;
            position /= size;
            if axis < self.sizes.len() {
                let own = self.sizes[self.sizes.len() - 1 - axis];
                offset += index % own * stride;
                stride *= own;
            }
        }
        self.elements[offset]
    }

    /// Each row of the last axis mapped to another of the same length.
    fn map_rows(&self, function: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        let width = *self.sizes.last().unwrap();
        Self {
            sizes: self.sizes.clone(),
            elements: self.elements.chunks(width).flat_map(function).collect(),
        }
    }

    fn softmax(&self) -> Self {
        self.map_rows(|row| {
            let sum: f64 = row.iter().map(|element| element.exp()).sum();
            row.iter().map(|element| element.exp() / sum).collect()
        })
    }

    fn layer_norm(&self, scale: &Self, shift: &Self) -> Self {
        self.map_rows(|row| {
            let count = row.len() as f64;
            let mean = row.iter().sum::<f64>() / count;
            let squares = row.iter().map(|element| (element - mean).powi(2));
            let deviation = (squares.sum::<f64>() / count + EPSILON).sqrt();
            (0..row.len())
                .map(|i| (row[i] - mean) / deviation * scale.elements[i] + shift.elements[i])
                .collect()
        })
    }

    #[track_caller]
    fn check<S: Shape>(&self, tensor: &Tensor<f64, S>) {
        assert_eq!(sizes_of(tensor), self.sizes);
        assert_eq!(tensor.len(), self.elements.len());
        for (found, expected) in tensor.iter().zip(&self.elements) {
            assert!(
                (found - expected).abs() < 1e-12,
                "{found} is not {expected} in {tensor:?}"
            );
        }
    }
}

fn naive<S: Shape>(tensor: &Tensor<f64, S>) -> Naive {
    tensor.into()
}

fn add(a: f64, b: f64) -> f64 {
    a + b
}

fn multiply(a: f64, b: f64) -> f64 {
    a * b
}

/// `bias`, `scale` and `vectors` for two sizes.
fn check_sizes<N: Dim, K: Dim>(rows: usize, columns: usize) {
    let x = sample_of::<shape![N, K]>(&[rows, columns], 1);
    let b = sample_of::<shape![K]>(&[columns], 2);
    let column = sample_of::<shape![N, 1]>(&[rows, 1], 3);
    naive(&x)
        .zip(&naive(&b), add)
        .check(&bias(x.clone(), b.clone()));
    naive(&column)
        .zip(&naive(&x), multiply)
        .check(&scale(column, x));
    naive(&b)
        .zip(&naive(&b), add)
        .check(&vectors(&b, b.clone()));
}

#[test]
fn sizes_static_and_dynamic() {
    use shapecheck::typenum::{U0, U1, U3, U5};
    check_sizes::<U3, U5>(3, 5);
    check_sizes::<U1, U5>(1, 5);
    check_sizes::<U3, U1>(3, 1);
    check_sizes::<U0, U5>(0, 5);
    check_sizes::<Dyn, U5>(4, 5);
    check_sizes::<U3, Dyn>(3, 2);
    check_sizes::<Dyn, Dyn>(2, 1);
}

/// Every function over `shape![..S, K]`, for one shape put in for `S` and one size for `K`.
fn check_leading<S: Shape, K: Dim>(sizes: &[usize]) {
    let (&width, lead) = sizes.split_last().unwrap();
    let x = sample_of::<shape![..S, K]>(sizes, 1);
    let row = sample_of::<shape![K]>(&[width], 2);
    let other = sample_of::<shape![K]>(&[width], 3);
    let column = sample_of::<shape![..S, 1]>(&[lead, &[1]].concat(), 4);
    let number = Tensor::<f64, Scalar>::full(2.5);
    let naive_x = naive(&x);

    let with_row = naive_x.zip(&naive(&row), add);
    with_row.check(&any_batch(x.clone(), row.clone()));
    for sum in any_batch_borrowed(&x, &row) {
        with_row.check(&sum);
    }
    naive_x
        .zip(&naive(&column), multiply)
        .check(&by_column(&x, &column));
    naive_x
        .zip(&naive(&number), add)
        .check(&add_scalar(x.clone(), &number));
    naive_x.softmax().check(&softmax(&x));
    naive_x
        .layer_norm(&naive(&row), &naive(&other))
        .check(&layer_norm(&x, &row, &other));
    let mut changed = x.clone();
    in_place(&mut changed, &row, column.clone(), &number);
    naive_x
        .zip(&naive_x, add)
        .zip(&naive(&row), multiply)
        .zip(&naive(&column), |a, b| a - b)
        .zip(&naive(&number), |a, b| a / b)
        .check(&changed);
}

#[test]
fn leading_axes_static_mixed_and_of_run_time_rank() {
    use shapecheck::typenum::{U1, U5};
    check_leading::<Scalar, U5>(&[5]);
    check_leading::<shape![3], U5>(&[3, 5]);
    check_leading::<shape![2, 3], U5>(&[2, 3, 5]);
    check_leading::<shape![2, 3], U1>(&[2, 3, 1]);
    check_leading::<shape![_, 3], U5>(&[4, 3, 5]);
    check_leading::<shape![2, _], Dyn>(&[2, 3, 6]);
    check_leading::<DynShape, U5>(&[5]);
    check_leading::<DynShape, U5>(&[2, 1, 3, 5]);
    check_leading::<DynShape, Dyn>(&[2, 4]);
    check_leading::<shape![..DynShape, 3], Dyn>(&[2, 3, 4]);
}

#[test]
fn a_dynamic_axis_in_the_place_of_a_parameter() {
    let x = sample_of::<shape![_, 5]>(&[3, 5], 1);
    let row = sample_of::<shape![5]>(&[5], 2);
    let column = sample_of::<shape![_, 1]>(&[3, 1], 3);
    naive(&x)
        .zip(&naive(&row), add)
        .check(&bias_of_any_batch_size(x.clone(), row));
    naive(&column)
        .zip(&naive(&x), multiply)
        .check(&scale_of_any_batch_size(column, &x));

    let x = sample_of::<shape![3, _]>(&[3, 4], 1);
    let row = sample_of::<shape![_]>(&[4], 2);
    naive(&x)
        .zip(&naive(&row), add)
        .check(&bias_of_any_width(&x, &row));
}

/// The functions over `shape![..S, _]`, for one shape put in for `S`.
fn check_any_width<S: Shape>(sizes: &[usize]) {
    let (&width, lead) = sizes.split_last().unwrap();
    let x = sample_of::<shape![..S, _]>(sizes, 1);
    let column = sample_of::<shape![..S, 1]>(&[lead, &[1]].concat(), 2);
    let scale = sample_of::<shape![_]>(&[width], 3);
    let shift = sample_of::<shape![_]>(&[width], 4);
    let naive_x = naive(&x);
    naive_x
        .zip(&naive(&column), multiply)
        .check(&by_column_of_any_width(&x, column));
    naive_x.softmax().check(&softmax_of_any_width(&x));
    naive_x
        .layer_norm(&naive(&scale), &naive(&shift))
        .check(&layer_norm_of_any_width(&x, &scale, &shift));
}

#[test]
fn a_dynamic_last_axis_in_the_place_of_a_parameter() {
    check_any_width::<Scalar>(&[4]);
    check_any_width::<shape![2, 3]>(&[2, 3, 4]);
    check_any_width::<shape![_, 3]>(&[2, 3, 1]);
    check_any_width::<DynShape>(&[2, 3, 4]);
}

/// `add_two` and `add_three` for three shapes.
fn check_unknown<A, B, C>(a: &[usize], b: &[usize], c: &[usize])
where
    A: Shape + Broadcast<B>,
    B: Shape,
    C: Shape,
    Broadcasted<A, B>: Broadcast<C>,
{
    let a = sample_of::<A>(a, 1);
    let b = sample_of::<B>(b, 2);
    let c = sample_of::<C>(c, 3);
    let two = naive(&a).zip(&naive(&b), add);
    two.check(&add_two(&a, b.clone()));
    two.zip(&naive(&c), add).check(&add_three(a, &b, c));
}

#[test]
fn shapes_of_which_only_a_bound_is_known() {
    check_unknown::<shape![2, 1], shape![3], shape![4, 1, 1]>(&[2, 1], &[3], &[4, 1, 1]);
    check_unknown::<shape![], shape![2, 3], shape![]>(&[], &[2, 3], &[]);
    check_unknown::<shape![_, 3], shape![4, 1], shape![_]>(&[4, 3], &[4, 1], &[1]);
    check_unknown::<shape![_], shape![_, _], shape![3]>(&[1], &[2, 3], &[3]);
    check_unknown::<DynShape, shape![3], DynShape>(&[2, 1], &[3], &[4, 1, 1]);
    check_unknown::<shape![2, 3], DynShape, shape![_, 1]>(&[2, 3], &[5, 1, 1], &[2, 1]);
    check_unknown::<DynShape, DynShape, DynShape>(&[], &[2, 2], &[2, 1, 2]);
}
