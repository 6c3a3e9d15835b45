//! Gradients of gradients, beside central differences of gradients: one function or more of each kind.

use shapecheck::tensor::reduction::Unreduced;
use shapecheck::window::{Conv, ConvTranspose, Pool};
use shapecheck::{Axis, DynShape, Host, Tensor, TensorOn, axes, dim, einsum, s, shape};
use shapecheck_grad::{Grad, Traces};

mod numbers;
use numbers::Numbers;

type Once = Grad<Host>;
type Twice = Grad<Grad<Host>>;
type Numbered<E> = TensorOn<f64, DynShape, E>;

const STEP: f64 = 1e-5;

/// Numbers from 0.5 to 2.5 by chance, of these sizes.
fn made(sizes: &[usize], numbers: &mut Numbers) -> Tensor<f64, DynShape> {
    let each = (0..sizes.iter().product()).map(|_| 1.5 + numbers.signed());
    Tensor::from_vec_with(DynShape::from(sizes), each.collect()).expect("as many numbers")
}

/// The sum of the squares of gradients of the sum of squared results, and its own gradients.
fn gradients_of_gradients(
    operands: &[Tensor<f64, DynShape>],
    function: impl Fn(&[Numbered<Twice>]) -> Numbered<Twice>,
) -> (f64, Vec<Tensor<f64, DynShape>>) {
    let inner = operands.iter().cloned().map(Grad::parameter);
    let inner: Vec<Numbered<Once>> = inner.collect();
    let outer: Vec<Numbered<Twice>> = inner.iter().cloned().map(Grad::parameter).collect();
    let result = function(&outer);
    let gradients = (&result * &result).total().backward();
    let squares = outer.iter().map(|operand| {
        let gradient: Numbered<Once> = gradients.of(operand);
        (&gradient * &gradient).total()
    });
    let sum = squares.reduce(|sum, next| sum + next).expect("an operand");
    let second = sum.backward();
    let of_each = inner.iter().map(|operand| second.of(operand));
    (sum.detach().into_scalar(), of_each.collect())
}

/// Compares gradients with slopes that are not all 0.
fn compare(
    name: &str,
    sizes: &[Vec<usize>],
    function: impl Fn(&[Numbered<Twice>]) -> Numbered<Twice>,
) {
    let mut numbers = Numbers::new(name);
    let operands = sizes.iter().map(|sizes| made(sizes, &mut numbers));
    let operands: Vec<Tensor<f64, DynShape>> = operands.collect();
    let (_, found) = gradients_of_gradients(&operands, &function);
    let mut steepest: f64 = 0.0;
    for (place, gradient) in found.iter().enumerate() {
        for (at, gradient) in gradient.to_vec().into_iter().enumerate() {
            let at_a_step = |step: f64| {
                let mut moved = operands.clone();
                moved[place].as_mut_slice()[at] += step;
                gradients_of_gradients(&moved, &function).0
            };
            let slope = (at_a_step(STEP) - at_a_step(-STEP)) / (2.0 * STEP);
            assert!(
                (gradient - slope).abs() <= 1e-5 * (1.0 + slope.abs()),
                "{name}, operand {place}, element {at}: gradient {gradient}, slope {slope}"
            );
            steepest = steepest.max(slope.abs());
        }
    }
    assert!(steepest > 1e-3, "{name}: nothing to compare");
}

macro_rules! functions {
    ($($name:ident |$($x:ident: [$($size:tt)*]),+| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            let sizes = [$([$($size)*].to_vec()),+];
            compare(stringify!($name), &sizes, |x| {
                let mut each = x.iter();
                $(let $x = &each.next().unwrap().clone().try_into_shape::<shape![$($size)*]>().unwrap();)+
                $result.widen::<DynShape>()
            });
        }
    )*};
}

functions! {
    elements |a: [2, 3]| a.exp() + a.ln() * a.sqrt() - a.sin() / a.tanh() + a.powi(3) + a.powf(1.7);
    activations |a: [4]| a.sigmoid() * a.gelu() + a.silu() * a.gelu_tanh() + a.relu() + a.erf();
    pairs |a: [2, 3], b: [3]| a * b / (b + a * a) + a.maximum(b) * a + a.logaddexp(b);
    sums |a: [2, 3, 2]| a.sum_axes::<axes![-3, -1]>() * a.mean_axis::<-2>() + a.var_axis::<-1>() + a.norm_axis::<-1>();
    extremes |a: [2, 3]| a.max_axis::<-1>() * a - a.min_axis::<-2>();
    products_along |a: [2, 3]| a.product_axis::<-1>() + a.cumulative_product::<-1>() + a.cumulative_sum::<-2>();
    running_extremes |a: [3, 3]| a.cumulative_max::<-1>() * a;
    softmaxes |a: [2, 3]| a.softmax::<-1>() + a.log_softmax::<-2>() + a.logsumexp::<-1>();
    orders |a: [3, 3]| a.sort::<-1>() * a;
    products |a: [2, 2, 3], b: [3, 2]| a.matmul(b);
    products_of_vectors |a: [3], b: [3, 2]| a.matmul(b);
    equations |a: [2, 3, 2], b: [2, 3]| einsum!("i j k, k j -> i j"; a, b) + einsum!("i j i -> i j"; a);
    moves |a: [2, 3, 2]| a.permute::<axes![-1, -2, -3]>() * a + a.along::<-1>().flip();
    parts |a: [2, 5]| a.slice(s![1, ..;2]) * a.narrow::<-1, dim!(3)>(1) + a.along::<-1>().pad::<dim!(0), dim!(0)>(1.0).narrow::<-1, dim!(3)>(0);
    joins |a: [2, 3], b: [2, 2]| a.along::<-1>().concat(b);
    windows |a: [2, 6]| a.along::<-1>().windows::<dim!(3), dim!(1)>();
    taken |a: [3, 2]| a.along::<-2>().take(&Twice::constant(Once::constant(Tensor::from([2_usize, 0, 2]))));
    gathered |a: [2, 3]| a.along::<-1>().gather(&Twice::constant(Once::constant(Tensor::from([[2_usize, 2], [0, 1]]))));
    contractions |a: [2, 3], b: [3, 2]| a.tensordot(b, Axis::<-1>);
    layers |x: [2, 3], w: [2, 3], b: [2]| x.linear_with_bias(w, b);
    layer_norms |x: [2, 4], w: [4], b: [4]| x.layer_norm_with_bias(w, b, 1e-2);
    root_mean_square_norms |x: [2, 4], w: [4]| x.rms_norm(w, 1e-2);
    attention |q: [2, 3], k: [3, 3], v: [3, 2]| q.attention(k, v);
    causal_attention |q: [2, 3], k: [2, 3], v: [2, 2]| q.causal_attention(k, v);
    rotations |x: [2, 4], c: [2, 2], n: [2, 2]| x.rotary_embedding(c, n);
    memories |x: [1, 2, 2], w: [4, 2, 2], r: [4, 2, 2], b: [4, 2]| {
        let (output, state, cells) = x.lstm(w, r, b);
        output + (state + cells).insert_axis::<-2>()
    };
    squared_errors |x: [2, 3], y: [2, 3]| x.mse_loss_by(y, Unreduced);
    entropies |x: [4, 3]| x.along::<-1>().cross_entropy(&Twice::constant(Once::constant(Tensor::from([2_usize, 0, 1, 2]))));
    convolutions |x: [1, 2, 4], k: [2, 2, 2]| x.conv1d(k, Conv::new().padding::<1>());
    convolutions_of_images |x: [1, 1, 3, 4], k: [2, 1, 2, 2]| x.conv2d(k, Conv::new().stride::<2>().padding::<1>());
    transposed_convolutions |x: [1, 2, 3], k: [2, 1, 2]| x.conv_transpose1d(k, ConvTranspose::new().stride::<2>());
    largest_of_windows |x: [1, 1, 4]| x.max_pool1d(Pool::of::<2>());
    means_of_windows |x: [1, 1, 4]| x.avg_pool1d(Pool::of::<2>());
    solutions |a: [2, 2], b: [2]| (a + &far()).solve(b) * 10.0;
    inverses |a: [2, 2]| (a + &far()).inverse() * 10.0;
    determinants |a: [2, 2]| a.det();
    factors |a: [2, 2]| (a.transpose().matmul(a) + &far()).cholesky();
    orthonormal_factors |a: [3, 2]| a.qr().1;
    eigenvalues |a: [2, 2]| (a + a.transpose()).eigh().0;
    singular_values |a: [3, 2]| a.svdvals();
}

/// Ten times the unit matrix.
fn far() -> TensorOn<f64, shape![2, 2], Twice> {
    let unit = Tensor::from_fn(|[i, j]| if i == j { 10.0 } else { 0.0 });
    Twice::constant(Once::constant(unit))
}
