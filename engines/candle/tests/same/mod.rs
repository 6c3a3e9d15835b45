//! The same program on both engines, and what it gives compared.
#![allow(dead_code, unused_macros)]

use shapecheck::{Shape, Tensor};

/// The same program on both engines.
macro_rules! same {
    ($($name:ident: |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            use $crate::same::{element, near};
            let [a, b, c] = [1, 2, 3].map(|seed| move |place: usize| element(place, seed));
            let a = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| a(12 * i + 4 * j + k));
            let b = Tensor::<f32, shape![3, 1]>::from_fn(|[i, _]| b(i));
            let c = Tensor::<f32, shape![4]>::from_fn(|[i]| c(i));
            let expected = {
                let ($a, $b, $c) = (&a, &b, &c);
                $result
            };
            let found = {
                let ($a, $b, $c) = (&shapecheck_candle::from_host(&a), &shapecheck_candle::from_host(&b), &shapecheck_candle::from_host(&c));
                $result
            };
            near(&shapecheck_candle::to_host(&found).unwrap(), &expected);
        }
    )*};
}

/// A number between -2 and 2 for each place.
pub fn element(place: usize, seed: usize) -> f32 {
    ((place * 37 + seed * 101) % 83) as f32 / 20.5 - 2.0
}

/// Elements that can be compared.
pub trait Near: Copy + std::fmt::Debug + 'static {
    fn is_near(self, other: Self) -> bool;
}

impl Near for f32 {
    fn is_near(self, other: f32) -> bool {
        (self - other).abs() <= 1e-5 * (1.0 + other.abs())
    }
}

impl Near for f64 {
    fn is_near(self, other: f64) -> bool {
        (self - other).abs() <= 1e-5 * (1.0 + other.abs())
    }
}

macro_rules! exact {
    ($($T:ty)*) => {$(
        impl Near for $T {
            fn is_near(self, other: $T) -> bool {
                self == other
            }
        }
    )*};
}

exact!(bool usize i64);

#[track_caller]
pub fn near<T: Near, S: Shape>(found: &Tensor<T, S>, expected: &Tensor<T, S>) {
    assert_eq!(found.dims(), expected.dims());
    for (found, expected) in found.iter().zip(expected.iter()) {
        assert!(found.is_near(*expected), "{found:?}, not {expected:?}");
    }
}
