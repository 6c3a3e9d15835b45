//! Tensors without elements whose other sizes are beyond memory: nothing to do is nothing done. A result that cannot
//! be counted is an error that names its shape, and a panic with the same text where an operation has no `try_` form.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std", target_pointer_width = "64"))]

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::Duration;

use shapecheck::algebra::Padding;
use shapecheck::{
    Axis, DynShape, Tensor, axes, broadcast_map, broadcast_update, dim, einsum, rearrange, shape,
};

const MAX: usize = usize::MAX;
const LARGE: usize = 1 << 40;

/// A size of 0 in each place; more than memory, or more than a number, in the others.
const SHAPES: [[usize; 3]; 12] = [
    [0, MAX, MAX],
    [MAX, 0, MAX],
    [MAX, MAX, 0],
    [0, LARGE, 4],
    [0, 4, LARGE],
    [LARGE, 0, 4],
    [4, LARGE, 0],
    [LARGE, LARGE, 0],
    [0, 1, MAX],
    [1, 0, MAX],
    [MAX, 1, 0],
    [0, 0, 0],
];

type Empty = Tensor<f64, DynShape>;

fn of(sizes: &[usize]) -> Empty {
    Tensor::zeros_with(DynShape::from(sizes))
}

/// What an operation gives: sizes, or a text. It ends within seconds.
fn within_seconds<const N: usize>(
    name: String,
    operation: impl FnOnce() -> Result<[usize; N], String> + Send + 'static,
) -> Result<[usize; N], String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let found = catch_unwind(AssertUnwindSafe(operation));
        let found = found.unwrap_or_else(|panic| match panic.downcast::<String>() {
            Ok(text) => Err(*text),
            Err(_) => Err("a panic without numbers".to_owned()),
        });
        sender.send(found)
    });
    match receiver.recv_timeout(Duration::from_secs(10)) {
        Ok(found) => found,
        Err(_) => panic!("{name} does not end"),
    }
}

/// The number of elements, if it can be counted.
fn count(sizes: &[usize]) -> Option<usize> {
    match sizes.contains(&0) {
        true => Some(0),
        false => sizes
            .iter()
            .try_fold(1_usize, |all, &size| all.checked_mul(size)),
    }
}

/// Compares what an operation gives with the sizes of its rule.
fn compare<const N: usize>(
    name: &str,
    source: &[usize],
    expected: [usize; N],
    operation: impl FnOnce() -> Result<[usize; N], String> + Send + 'static,
) {
    let name = format!("{name} of {source:?}");
    match count(&expected) {
        Some(count) if count <= 1 << 16 => {
            assert_eq!(
                within_seconds(name.clone(), operation),
                Ok(expected),
                "{name}"
            );
        }
        // As much as can be counted is asked of the allocator, which ends the program.
        Some(_) => {}
        None => {
            let told = within_seconds(name.clone(), operation).expect_err(&name);
            assert!(told.contains(&format!("{expected:?}")), "{name}: {told}");
        }
    }
}

fn sizes<T: 'static, S: shapecheck::Shape, const N: usize>(
    x: Tensor<T, S>,
) -> Result<[usize; N], String> {
    x.dims()
        .try_into()
        .map_err(|_| format!("another rank: {:?}", x.dims()))
}

fn tried<T: 'static, S: shapecheck::Shape, E: Display, const N: usize>(
    result: Result<Tensor<T, S>, E>,
) -> Result<[usize; N], String> {
    match result {
        Ok(x) => sizes(x),
        Err(error) => Err(error.to_string()),
    }
}

macro_rules! kept {
    ($($name:literal: |$x:ident| $operation:expr;)*) => {
        for shape in SHAPES {
            $(compare($name, &shape, shape, move || {
                #[allow(unused_mut)]
                let mut $x = of(&shape);
                $operation
            });)*
        }
    };
}

#[test]
fn results_of_the_same_sizes_are_empty() {
    kept! {
        "clone": |x| sizes(x.clone());
        "map": |x| sizes(x.map(|x| x + 1.0));
        "exp": |x| sizes(x.exp());
        "gelu": |x| sizes(x.gelu());
        "-": |x| sizes(-x);
        "+": |x| sizes(&x + &x);
        "+ a number": |x| sizes(x + 1.0);
        "+ one element": |x| sizes(x + of(&[1, 1, 1]));
        "try_add": |x| tried(x.try_add(&x));
        "+=": |x| { x += &x.clone(); sizes(x) };
        "+= a number": |x| { x += 1.0; sizes(x) };
        "fill": |x| { x.fill(1.0); sizes(x) };
        "assign": |x| { x.assign(&Tensor::<f64, shape![]>::zeros()); sizes(x) };
        "try_assign": |x| { x.try_assign(&x.clone()).map_err(|error| error.to_string())?; sizes(x) };
        "broadcast_map!": |x| sizes(broadcast_map!(|x, y, z| x * y + z; &x, &x, x.clone()));
        "broadcast_update!": |x| { broadcast_update!(|x, y| *x += y; &mut x, &of(&[1, 1, 1])); sizes(x) };
        "less": |x| sizes(x.less(&x));
        "select": |x| sizes(x.less(&x).select(&x, &x));
        "cast": |x| sizes(x.cast::<i32>());
        "to_tensor": |x| sizes(x.transpose().transpose().to_tensor());
        "softmax -1": |x| sizes(x.softmax::<-1>());
        "softmax -2": |x| sizes(x.softmax::<-2>());
        "log_softmax -3": |x| sizes(x.log_softmax::<-3>());
        "sort -1": |x| sizes(x.sort::<-1>());
        "sort -2": |x| sizes(x.sort::<-2>());
        "sort -3": |x| sizes(x.sort::<-3>());
        "argsort -1": |x| sizes(x.argsort::<-1>());
        "argsort -3": |x| sizes(x.argsort_descending::<-3>());
        "cumulative_sum -1": |x| sizes(x.cumulative_sum::<-1>());
        "cumulative_sum -2": |x| sizes(x.cumulative_sum::<-2>());
        "cumulative_max -1": |x| sizes(x.cumulative_max::<-1>());
        "cumulative_min -3": |x| sizes(x.cumulative_min::<-3>());
        "cumulative_product -3": |x| sizes(x.cumulative_product::<-3>());
        "flip -1": |x| sizes(x.along::<-1>().flip());
        "flip -2": |x| tried(x.along::<-2>().try_flip());
        "flip -3": |x| tried(x.along::<-3>().try_flip());
        "roll -1": |x| sizes(x.along::<-1>().roll(5));
        "roll -2": |x| tried(x.along::<-2>().try_roll(-5));
        "roll -3": |x| tried(x.along::<-3>().try_roll(isize::MIN));
        "nan_to_num": |x| sizes(x.clamp(0.0, 1.0));
        "all_close": |x| { assert!(x.all_close(&x, 1e-9, 1e-9)); sizes(x) };
        "==": |x| { assert!(x == x.clone()); sizes(x) };
        "{:?}": |x| { assert!(format!("{x:?} {x}").len() < 1000); sizes(x) };
        "to_vec": |x| { assert!(x.to_vec().is_empty()); sizes(x) };
        "iter": |x| { assert_eq!(x.iter().count(), 0); sizes(x) };
        "sum": |x| { assert_eq!((x.sum(), x.product()), (0.0, 1.0)); sizes(x) };
        "any, all": |x| { let y = x.less(&x); assert_eq!((y.any(), y.all()), (false, true)); sizes(x) };
        "unique": |x| { assert_eq!(x.unique().len(), 0); sizes(x) };
        "nonzero": |x| { assert_eq!(x.less(&x).nonzero::<3>().dims(), [0, 3]); sizes(x) };
        "einsum!": |x| sizes(einsum!("i j k -> i j k"; &x).try_into_shape::<DynShape>().unwrap());
        "mse_loss": |x| { assert!(x.mse_loss(&x).into_scalar().is_nan()); sizes(x) };
    }
}

macro_rules! at_axes {
    ($($name:literal |$size:ident| $new:expr => |$x:ident, $A:ident| $operation:expr;)*) => {
        for shape in SHAPES {
            at_axes!(@ shape -1 2 $($name |$size| $new => |$x, $A| $operation;)*);
            at_axes!(@ shape -2 1 $($name |$size| $new => |$x, $A| $operation;)*);
            at_axes!(@ shape -3 0 $($name |$size| $new => |$x, $A| $operation;)*);
        }
    };
    (@ $shape:ident $axis:literal $place:literal $($name:literal |$size:ident| $new:expr => |$x:ident, $A:ident| $operation:expr;)*) => {$({
        let $size = $shape[$place];
        if let Some(new) = $new {
            let mut expected = $shape;
            expected[$place] = new;
            compare(concat!($name, " along ", $axis), &$shape, expected, move || {
                const $A: isize = $axis;
                let $x = of(&$shape);
                $operation
            });
        }
    })*};
}

#[test]
fn results_of_other_sizes_at_an_axis_are_empty_or_told() {
    at_axes! {
        "repeat" |n| n.checked_mul(3) => |x, A| tried(x.along::<A>().try_repeat::<dim!(3)>());
        "repeat_with" |n| n.checked_mul(5) => |x, A| tried(x.along::<A>().try_repeat_with(5));
        "repeat_with none" |n| n.checked_mul(0) => |x, A| sizes(x.along::<A>().repeat_with(0));
        "tile" |n| n.checked_mul(3) => |x, A| tried(x.along::<A>().try_tile::<dim!(3)>());
        "tile_with" |n| n.checked_mul(2) => |x, A| sizes(x.along::<A>().tile_with(2));
        "pad" |n| n.checked_add(3) => |x, A| tried(x.along::<A>().try_pad::<dim!(1), dim!(2)>(1.0));
        "pad_with" |n| n.checked_add(3) => |x, A| sizes(x.along::<A>().pad_with((1, 2), Padding::Constant(1.0)));
        "pad_signed_with" |n| n.checked_add(1) => |x, A| tried(x.along::<A>().try_pad_signed_with((-1, 2), 1.0).or_else(|error| match n_of::<A>(&x) { 0 => x.along::<A>().try_pad_signed_with((0, 1), 1.0), _ => Err(error) }));
        "concat" |n| n.checked_mul(2) => |x, A| tried(x.along::<A>().try_concat(&x));
        "concat_all" |n| n.checked_mul(3) => |x, A| tried(Tensor::try_concat_all([&x, &x, &x], Axis::<A>));
        "sum_axis" |_n| Some(1) => |x, A| sizes(x.sum_axis::<A>());
        "mean_axis" |_n| Some(1) => |x, A| sizes(x.mean_axis::<A>());
        "var_axis" |_n| Some(1) => |x, A| sizes(x.var_axis::<A>());
        "logsumexp" |_n| Some(1) => |x, A| sizes(x.logsumexp::<A>());
        "max_axis" |n| (n > 0).then_some(1) => |x, A| sizes(x.max_axis::<A>());
        "argmin_axis" |n| (n > 0).then_some(1) => |x, A| sizes(x.argmin_axis::<A>());
        "vector_norm" |_n| Some(1) => |x, A| sizes(x.vector_norm::<A>(2.0));
        "slice_axis" |n| Some(n.min(2)) => |x, A| { let n = n_of::<A>(&x).min(2); sizes(x.slice_axis::<A>(0..n).to_tensor()) };
        "take" |n| Some(if n == 0 { 0 } else { 2 }) => |x, A| match n_of::<A>(&x) { 0 => tried(x.along::<A>().try_take(&Vec::<usize>::new())), _ => tried(x.along::<A>().try_take(&[0, 0])) };
        "diff" |n| Some(n.saturating_sub(1)) => |x, A| sizes(x.diff::<A>().try_into_shape::<DynShape>().unwrap());
    }
}

/// The size of the axis.
fn n_of<const A: isize>(x: &Empty) -> usize {
    x.dims()[3 - A.unsigned_abs()]
}

#[test]
fn results_of_other_ranks_are_empty_or_told() {
    for shape in SHAPES {
        let [a, b, c] = shape;
        compare("transpose", &shape, [a, c, b], move || {
            sizes(of(&shape).transpose().to_tensor())
        });
        compare("transpose + 1", &shape, [a, c, b], move || {
            sizes(&of(&shape).transpose() + 1.0)
        });
        compare("permute", &shape, [c, a, b], move || {
            sizes(of(&shape).permute::<axes![-1, -3, -2]>().to_tensor())
        });
        compare("insert_axis", &shape, [a, 1, b, c], move || {
            sizes(of(&shape).insert_axis::<-3>().to_tensor())
        });
        compare("stack", &shape, [2, a, b, c], move || {
            let x = of(&shape);
            tried(Tensor::try_stack([&x, &x], Axis::<-4>))
        });
        compare("matmul", &shape, [a, b, 2], move || {
            let other = of(&[c.min(3), 2]);
            match c > 3 {
                true => sizes(of(&shape).slice_axis::<-1>(0..3).matmul(&other)),
                false => sizes(of(&shape).matmul(&other)),
            }
        });
        compare("matmul with the transpose", &shape, [a, b, b], move || {
            let x = of(&shape);
            tried(x.try_matmul(&x.transpose()))
        });
        compare("rearrange!", &shape, [c, b, a], move || {
            let x = of(&shape);
            sizes(rearrange!(&x, "a b c -> c b a").to_tensor())
        });
        compare("sum of two axes", &shape, [a, 1, 1], move || {
            sizes(of(&shape).sum_axes::<axes![-2, -1]>())
        });
        compare("reshape", &shape, [0, 7], move || {
            sizes(of(&shape).reshape::<shape![0, 7]>())
        });
    }
}

#[test]
fn square_matrices_without_elements_have_factors_or_are_told() {
    for shape in [[0, 3, 3], [0, MAX, MAX], [MAX, 0, 0], [0, LARGE, LARGE]] {
        let [batch, n, _] = shape;
        compare("inverse", &shape, shape, move || {
            tried(of(&shape).try_inverse())
        });
        compare("cholesky", &shape, shape, move || {
            tried(of(&shape).try_cholesky())
        });
        compare("det", &shape, [batch], move || sizes(of(&shape).det()));
        compare("solve", &shape, [batch, n, n], move || {
            let x = of(&shape);
            tried(x.try_solve(&x))
        });
        compare("diagonal", &shape, [batch, n], move || {
            sizes(of(&shape).diagonal().try_into_shape::<DynShape>().unwrap())
        });
        compare("tril", &shape, shape, move || sizes(of(&shape).tril(0)));
        compare("eigh", &shape, [batch, n], move || {
            sizes(of(&shape).eigh().0)
        });
        compare("qr", &shape, shape, move || sizes(of(&shape).qr().0));
    }
}

#[cfg(feature = "serde")]
#[test]
fn what_is_read_can_be_worked_with() {
    let text = r#"{"shape":[0,18446744073709551615],"elements":[]}"#;
    let x: Tensor<f64, shape![_, _]> = serde_json::from_str(text).unwrap();
    assert_eq!(x.dims(), [0, MAX]);
    assert_eq!(serde_json::to_string(&x).unwrap(), text);
    assert_eq!(x.along::<-1>().flip().dims(), [0, MAX]);
}

#[test]
fn norms_of_layers_and_causal_attention_make_nothing_on_the_way() {
    type Rows = Tensor<f64, shape![_, _, _]>;
    let rows = |sizes: [usize; 3]| Rows::zeros_with(<shape![_, _, _]>::of(sizes));
    for shape in [[MAX, MAX, 0], [LARGE, LARGE, 0], [4, LARGE, 0]] {
        let weights = || Tensor::<f64, shape![_]>::zeros_with(<shape![_]>::of([0]));
        compare("layer_norm", &shape, shape, move || {
            tried(rows(shape).try_layer_norm(&weights(), 1e-5))
        });
        compare("rms_norm", &shape, shape, move || {
            tried(rows(shape).try_rms_norm(&weights(), 1e-5))
        });
    }
    for shape in [
        [0, LARGE, 4],
        [0, LARGE, LARGE],
        [0, 1 << 21, 1],
        [0, MAX, MAX],
    ] {
        compare("causal_attention", &shape, shape, move || {
            let x = rows(shape);
            tried(x.try_causal_attention(&x, &x))
        });
        let [batch, queries, width] = shape;
        let grouped = [batch, 1, queries, width];
        compare("grouped_causal_attention", &grouped, grouped, move || {
            let x = Tensor::<f64, _>::zeros_with(<shape![_, _, _, _]>::of(grouped));
            tried(x.try_grouped_causal_attention(&x, &x))
        });
    }
    // The scores of each query for each key.
    let shape = [4, LARGE, 0];
    let told = within_seconds::<3>("causal_attention".to_owned(), move || {
        let x = rows(shape);
        tried(x.try_causal_attention(&x, &x))
    });
    assert_eq!(
        told.expect_err("scores that cannot be counted"),
        "a tensor of shape [4, 1099511627776, 1099511627776] has more elements than `usize` can count"
    );
}
