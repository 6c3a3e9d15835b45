//! Numbers with slopes: each function and each operation of small tensors compared with central differences.
#![cfg(feature = "dual")]

use shapecheck::dual::{Dual, Variables, jacobian, value_and_jacobian};
use shapecheck::num_traits::{Float, One, ToPrimitive, Zero};
use shapecheck::{InlineTensor, StaticDim, dim, dims, shape};

type Vector<T, N> = InlineTensor<T, shape![N]>;

const STEP: f64 = 1e-5;

/// Compares the Jacobian of a function, which stands here once for duals and once for floats, with differences.
#[track_caller]
fn as_differences<N: Variables<f64>, M: StaticDim>(
    what: &str,
    of_duals: impl FnOnce(Vector<Dual<f64, N>, N>) -> Vector<Dual<f64, N>, M>,
    of_floats: impl Fn(Vector<f64, N>) -> Vector<f64, M>,
    x: &Vector<f64, N>,
) where
    Vector<f64, N>: Copy,
{
    let (value, slopes) = value_and_jacobian(of_duals, x);
    assert!(
        value.all_close(&of_floats(*x), 1e-14, 1e-14),
        "{what}: {value:?}"
    );
    for variable in 0..N::SIZE {
        let moved = |step: f64| {
            let x =
                Vector::<f64, N>::from_fn(|[i]| x[[i]] + if i == variable { step } else { 0.0 });
            of_floats(x)
        };
        let (after, before) = (moved(STEP), moved(-STEP));
        for number in 0..M::SIZE {
            let expected = (after[[number]] - before[[number]]) / (2.0 * STEP);
            let found = slopes[[number, variable]];
            let close = (found - expected).abs() <= 1e-6 * (1.0 + expected.abs());
            assert!(
                close,
                "{what}: {found} and {expected}, number {number} by {variable}"
            );
        }
    }
}

/// The same code for duals and for floats.
macro_rules! as_differences {
    ($($what:literal: $x:expr, |$argument:ident: $N:literal| $body:expr, $M:literal;)*) => {$(
        as_differences::<dim!($N), dim!($M)>(
            $what,
            |$argument| $body,
            |$argument| $body,
            &InlineTensor::from_array($x),
        );
    )*};
}

#[test]
fn functions_of_one_number() {
    type One = dim!(1);
    let of = |what: &str,
              x: f64,
              duals: fn(Dual<f64, One>) -> Dual<f64, One>,
              floats: fn(f64) -> f64| {
        as_differences::<One, One>(what, |x| x.map(duals), |x| x.map(floats), &[x].into());
    };
    macro_rules! functions {
        ($($function:ident $($x:literal)*;)*) => {$(
            $(of(stringify!($function), $x, Float::$function, Float::$function);)*
        )*};
    }
    functions! {
        floor 1.3 -1.3;
        ceil 1.3 -1.3;
        round 1.3 -1.7;
        trunc 1.3 -1.3;
        signum 1.3 -1.3;
        fract 1.3 -1.3;
        abs 1.3 -1.3;
        recip 1.3 -0.4;
        sqrt 1.3 0.2;
        cbrt 1.3 -1.3;
        exp 1.3 -1.3;
        exp2 1.3 -1.3;
        exp_m1 1.3 -1.3;
        ln 1.3 0.2;
        ln_1p 1.3 -0.2;
        log2 1.3 0.2;
        log10 1.3 0.2;
        sin 1.3 -0.2;
        cos 1.3 -0.2;
        tan 1.3 -0.2;
        asin 0.3 -0.2;
        acos 0.3 -0.2;
        atan 1.3 -0.2;
        sinh 1.3 -0.2;
        cosh 1.3 -0.2;
        tanh 1.3 -0.2;
        asinh 1.3 -0.2;
        acosh 1.3 2.5;
        atanh 0.3 -0.2;
        to_degrees 1.3;
        to_radians 1.3;
    }
    for power in [-2, 0, 1, 3] {
        as_differences::<One, One>(
            "powi",
            |x| x.map(|x| x.powi(power)),
            |x| x.map(|x| x.powi(power)),
            &[-1.3].into(),
        );
    }
    // A constant power of a number below 0, and of 0.
    for (x, power) in [(-1.3, 3.0), (0.0, 2.0), (0.0, 1.0), (1.3, 0.0)] {
        let slopes = jacobian(
            |x: Vector<Dual<f64, One>, One>| x.map(|x| x.powf(Dual::constant(power))),
            &[x].into(),
        );
        let expected = match power == 0.0 {
            true => 0.0,
            false => power * x.powf(power - 1.0),
        };
        assert_eq!(slopes[[0, 0]], expected, "{x} to the {power}");
    }
}

#[test]
fn functions_of_two_numbers() {
    as_differences! {
        "sum": [1.3, -0.4], |x: 2| [x[[0]] + x[[1]]].into(), 1;
        "difference": [1.3, -0.4], |x: 2| [x[[0]] - x[[1]]].into(), 1;
        "product": [1.3, -0.4], |x: 2| [x[[0]] * x[[1]]].into(), 1;
        "quotient": [1.3, -0.4], |x: 2| [x[[0]] / x[[1]]].into(), 1;
        "remainder": [1.3, -0.4], |x: 2| [x[[0]] % x[[1]]].into(), 1;
        "power": [1.3, -0.4], |x: 2| [x[[0]].powf(x[[1]])].into(), 1;
        "logarithm": [1.3, 0.4], |x: 2| [x[[0]].log(x[[1]])].into(), 1;
        "length": [1.3, -0.4], |x: 2| [x[[0]].hypot(x[[1]])].into(), 1;
        "angle": [1.3, -0.4], |x: 2| [x[[0]].atan2(x[[1]])].into(), 1;
        "larger": [1.3, -0.4], |x: 2| [x[[0]].max(x[[1]])].into(), 1;
        "smaller": [1.3, -0.4], |x: 2| [x[[0]].min(x[[1]])].into(), 1;
        "multiplied and added": [1.3, -0.4], |x: 2| [x[[0]].mul_add(x[[1]], x[[0]])].into(), 1;
        "sine and cosine": [1.3, -0.4], |x: 2| {
            let (sin, cos) = x[[0]].sin_cos();
            [sin * x[[1]], cos].into()
        }, 2;
    }
}

#[test]
fn operations_of_small_tensors() {
    type Rows<T> = InlineTensor<T, shape![2, 2]>;
    as_differences! {
        "length of a vector": [1.3, -0.4, 0.7], |x: 3| x.norm_axis::<-1>(), 1;
        "normalized": [1.3, -0.4, 0.7], |x: 3| x / x.norm_axis::<-1>(), 3;
        "mean and greatest": [1.3, -0.4, 0.7], |x: 3| x.mean_axis::<-1>() + x.max_axis::<-1>(), 1;
        "softmax": [1.3, -0.4, 0.7], |x: 3| x.softmax::<-1>(), 3;
        "log of sums": [1.3, -0.4, 0.7], |x: 3| x.logsumexp::<-1>(), 1;
        "sigmoid": [1.3, -0.4], |x: 2| x.sigmoid(), 2;
        "silu": [1.3, -0.4], |x: 2| x.silu(), 2;
        "gelu by a hyperbolic tangent": [1.3, -0.4], |x: 2| x.gelu_tanh(), 2;
        "cross product": [1.3, -0.4, 0.7], |x: 3| x.cross(&InlineTensor::from([x[[2]] * x[[0]], x[[0]], x[[1]]])), 3;
        "matrix product": [1.3, -0.4, 0.7, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.matmul(&m.transpose()).reshape::<shape![4]>()
        }, 4;
        "solution": [1.3, -0.4, 0.7, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.solve(&x.narrow::<-1, dim!(2)>(1))
        }, 2;
        "inverse": [1.3, -0.4, 0.7, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.inverse().reshape::<shape![4]>()
        }, 4;
        "solution with rows exchanged": [0.0, -0.4, 0.7, 0.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.solve(&x.narrow::<-1, dim!(2)>(1))
        }, 2;
        "inverse of a diagonal": [1.3, 0.0, 0.0, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.inverse().reshape::<shape![4]>()
        }, 4;
        "exponential of a matrix that turns": [0.0, -0.3, 0.2, 0.3, 0.0, -0.1, -0.2, 0.1, 0.0], |x: 9| {
            let m: InlineTensor<_, shape![3, 3]> = x.reshape();
            m.expm().reshape::<shape![9]>()
        }, 9;
        "determinant of three": [0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.0], |x: 9| {
            let m: InlineTensor<_, shape![3, 3]> = x.reshape();
            m.det().reshape::<shape![1]>()
        }, 1;
        "determinant of four": [0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], |x: 16| {
            let m: InlineTensor<_, shape![4, 4]> = x.reshape();
            m.det().reshape::<shape![1]>()
        }, 1;
        "exponential of nothing": [0.0, 0.0, 0.0, 0.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.expm().reshape::<shape![4]>()
        }, 4;
        "Cholesky factor of a diagonal": [1.3, 0.0, 0.0, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.matmul(&m.transpose()).cholesky().reshape::<shape![4]>()
        }, 4;
        "determinant": [1.3, -0.4, 0.7, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.det().reshape::<shape![1]>()
        }, 1;
        "Cholesky factor": [1.3, -0.4, 0.7, 2.0], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.matmul(&m.transpose()).cholesky().reshape::<shape![4]>()
        }, 4;
        "exponential of a matrix": [0.3, -0.4, 0.7, 0.2], |x: 4| {
            let m: Rows<_> = x.reshape();
            m.expm().reshape::<shape![4]>()
        }, 4;
        "slopes of products of the same numbers": [0.3, 0.0, 0.7], |x: 3| x * x * x, 3;
    }
}

#[test]
fn the_determinant_of_a_singular_matrix_has_no_slopes() {
    let det = |x: Vector<Dual<f64, dim!(4)>, dim!(4)>| {
        let m: InlineTensor<_, shape![2, 2]> = x.reshape();
        m.det().reshape::<shape![1]>()
    };
    let (value, slopes) = value_and_jacobian(det, &[0.0, 0.0, 0.0, 2.0].into());
    assert_eq!(value[[0]], 0.0);
    assert!(slopes.iter().all(|slope| slope.is_nan()), "{slopes:?}");
}

#[test]
fn second_derivatives_are_slopes_of_slopes() {
    type Two = dim!(2);
    // f = x² y: the slopes are [2 x y, x²], and theirs [[2 y, 2 x], [2 x, 0]].
    let slopes = |x: Vector<Dual<f64, Two>, Two>| {
        let inner = jacobian(
            |x: Vector<Dual<Dual<f64, Two>, Two>, Two>| {
                InlineTensor::from([x[[0]] * x[[0]] * x[[1]]])
            },
            &x,
        );
        inner.reshape::<shape![2]>()
    };
    let hessian = jacobian(slopes, &[3.0, 5.0].into());
    assert_eq!(hessian, InlineTensor::from([[10.0, 6.0], [6.0, 0.0]]));
}

dims! { State = 3, Seen = 2 }

#[test]
fn names_are_those_of_the_result_and_of_the_argument() {
    let x: Vector<f32, State> = InlineTensor::from_array([1.0, 2.0, 3.0]);
    let sums = |x: Vector<Dual<f32, State>, State>| {
        let [a, b, c]: [Dual<f32, State>; 3] = x.into();
        Vector::<_, Seen>::from_array([a + b, b * c])
    };
    let slopes: InlineTensor<f32, shape![Seen, State]> = jacobian(sums, &x);
    assert_eq!(
        slopes.to_array::<[[f32; 3]; 2]>(),
        [[1.0, 1.0, 0.0], [0.0, 3.0, 2.0]]
    );
}

#[test]
fn what_would_lose_slopes_is_refused() {
    type Of = dim!(1);
    let mut kept = Dual::<f64, Of>::constant(0.0);
    let _ = jacobian(
        |x: Vector<Dual<f64, Of>, Of>| {
            kept = x[[0]];
            x
        },
        &[0.0].into(),
    );
    assert_eq!(kept.to_f64(), None);
    assert_eq!(format!("{kept:?}"), "0.0 by [1.0]");
    // A variable that happens to be 0 is not the number 0: products with it are not left out.
    assert!(!kept.is_zero() && Dual::<f64, Of>::zero().is_zero());
    assert_eq!(kept, Dual::zero());
    assert!(kept < Dual::one());
    for function in [
        |x: Vector<_, Of>| x.erf(),
        |x: Vector<Dual<f64, Of>, Of>| x.gelu(),
    ] {
        let panic = std::panic::catch_unwind(|| jacobian(function, &[0.5].into()));
        let message = *panic.err().unwrap().downcast::<&str>().unwrap();
        assert_eq!(
            message,
            "these elements are not numbers of `f64`, and have no error function"
        );
    }
}
