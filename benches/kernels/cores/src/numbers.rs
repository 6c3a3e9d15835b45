//! Positive numbers, as everybody's tensors.

#[cfg(feature = "others")]
use burn::tensor::{Device, Tensor as Burn, TensorData};
#[cfg(feature = "others")]
use candle_core::{Device as Place, Tensor as Candle};
use shapecheck::{StaticShape, Tensor};

/// Ours.
#[cfg(not(feature = "others"))]
pub struct Numbers<S: StaticShape> {
    pub ours: Tensor<f32, S>,
}

/// The same numbers four times.
#[cfg(feature = "others")]
pub struct Numbers<S: StaticShape, const D: usize, A> {
    pub ours: Tensor<f32, S>,
    pub candle: Candle,
    pub burn: Burn<D>,
    pub array: A,
}

/// As many numbers as a shape has.
pub fn of_shape<S: StaticShape>() -> Vec<f32> {
    let number = |index: usize| ((index * 7919 % 10007) as f32 / 997.0).sin().abs() + 0.01;
    (0..S::NUM_ELEMENTS).map(number).collect()
}

/// Numbers of these sizes, which have to be those of `S`. `array` makes ndarray's array of them.
#[cfg(feature = "others")]
pub fn numbers<S: StaticShape, const D: usize, A>(
    sizes: [usize; D],
    array: impl Fn(Vec<f32>) -> A,
) -> Numbers<S, D, A> {
    let numbers = of_shape::<S>();
    Numbers {
        candle: Candle::from_slice(&numbers, &sizes[..], &Place::Cpu).expect("as many numbers"),
        burn: Burn::from_data(TensorData::new(numbers.clone(), sizes), &Device::default()),
        array: array(numbers.clone()),
        ours: Tensor::from_vec(numbers).expect("as many numbers"),
    }
}

#[macro_export]
macro_rules! numbers {
    ($($size:literal),*) => {{
        #[cfg(feature = "others")]
        let numbers = $crate::numbers::numbers::<shapecheck::shape![$($size),*], _, _>(
            [$($size),*],
            |numbers| ndarray::Array::from_shape_vec([$($size),*], numbers).expect("as many numbers"),
        );
        #[cfg(not(feature = "others"))]
        let numbers = $crate::numbers::Numbers {
            ours: shapecheck::Tensor::<f32, shapecheck::shape![$($size),*]>::from_vec(
                $crate::numbers::of_shape::<shapecheck::shape![$($size),*]>(),
            )
            .expect("as many numbers"),
        };
        numbers
    }};
}
