//! Random tensors, by distributions: those of the crate `rand`, such as the uniform one, and those of `rand_distr`, such as the normal one.
//!
//! ```
//! use rand_distr::Normal;
//! use shapecheck::rand::{SeedableRng, distr::Uniform, rngs::Xoshiro256PlusPlus};
//! use shapecheck::{InlineTensor, shape};
//!
//! let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
//! let weights = InlineTensor::<f32, shape![2, 3]>::random(Normal::new(0.0, 0.1).unwrap(), &mut generator);
//! let labels = InlineTensor::<usize, shape![100]>::random(Uniform::new(0, 10).unwrap(), &mut generator);
//! assert!(labels.iter().all(|&label| label < 10));
//! ```
//!
//! ```compile_fail,E0277
//! use rand_distr::StandardNormal;
//! use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
//! use shapecheck::{InlineTensor, shape};
//!
//! // A normal distribution is one of floats.
//! InlineTensor::<usize, shape![3]>::random(StandardNormal, &mut Xoshiro256PlusPlus::seed_from_u64(1));
//! ```

use rand::Rng;
use rand::distr::Distribution;

use super::{TensorOn, static_sizes};
use crate::engine::{AnyShape, Makes};
use crate::{Shape, StaticShape};

impl<T: 'static, S: Shape, E: Makes<T>> TensorOn<T, S, E> {
    /// Numbers drawn from a distribution one after the other, in row-major order.
    pub fn random<R: Rng + ?Sized>(distribution: impl Distribution<T>, generator: &mut R) -> Self
    where
        S: StaticShape,
    {
        Self::of(E::generate(static_sizes::<S>(), || {
            distribution.sample(generator)
        }))
    }

    /// As [`random`](Self::random), of this shape.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    pub fn random_with<R: Rng + ?Sized>(
        shape: S,
        distribution: impl Distribution<T>,
        generator: &mut R,
    ) -> Self
    where
        E: AnyShape,
    {
        Self::of(E::generate(shape.to_dyn(), || {
            distribution.sample(generator)
        }))
    }
}
