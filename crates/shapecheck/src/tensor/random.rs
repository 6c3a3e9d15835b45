//! Random tensors and dropout. Distributions are those of the crate `rand`, such as the uniform one, and of
//! `rand_distr`, such as the normal one.
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
use rand::distr::{Bernoulli, Distribution};

use super::{TensorOn, passed_sizes, static_sizes};
use crate::engine::{Binary, Creates, DynamicShapes, Engine, Networks, Operand, ops};
use crate::{Shape, StaticShape};

impl<T: 'static, S: Shape, E: Creates<T>> TensorOn<T, S, E> {
    /// A tensor of numbers drawn from a distribution in row-major order.
    #[doc(alias(
        "rand",
        "randn",
        "uniform",
        "normal",
        "default_rng",
        "integers",
        "random_between"
    ))]
    pub fn random<R: Rng + ?Sized>(distribution: impl Distribution<T>, generator: &mut R) -> Self
    where
        S: StaticShape,
    {
        Self::of(E::generate(
            static_sizes::<S>(),
            samples(distribution, generator),
        ))
    }

    /// Like [`random`](Self::random), with this shape.
    ///
    /// # Panics
    ///
    /// Panics if the element count overflows `usize`.
    #[track_caller]
    pub fn random_with<R: Rng + ?Sized>(
        shape: S,
        distribution: impl Distribution<T>,
        generator: &mut R,
    ) -> Self
    where
        E: DynamicShapes,
    {
        Self::of(E::generate(
            shape.to_dyn(),
            samples(distribution, generator),
        ))
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// A dropout mask of this tensor's shape: an element is 0 with this probability, and `1 / (1 - probability)`
    /// otherwise.
    ///
    /// # Panics
    ///
    /// Panics if `probability` is not between 0 and 1.
    #[doc(alias = "bernoulli")]
    #[track_caller]
    pub fn dropout_mask<R: Rng + ?Sized>(
        &self,
        probability: f64,
        generator: &mut R,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
    {
        TensorOn::of(E::generate(
            passed_sizes::<S>(self.dims()),
            kept_or_dropped::<T, E, R>(probability, generator),
        ))
    }

    /// Dropout, for training: each element becomes 0 with this probability, and is divided by `1 - probability`
    /// otherwise.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    /// use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let x = InlineTensor::from([1.0_f32, 2.0, 3.0, 4.0]);
    /// let y = x.dropout(0.5, &mut generator);
    /// assert!(y.iter().zip(&x).all(|(&y, &x)| y == 0.0 || y == 2.0 * x));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `probability` is not between 0 and 1.
    #[track_caller]
    pub fn dropout<R: Rng + ?Sized>(&self, probability: f64, generator: &mut R) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
    {
        let mask = self.dropout_mask(probability, generator);
        TensorOn::of(<E as Binary<ops::Mul, T>>::binary::<S, S, S>(
            Operand::ByRef(&self.data),
            Operand::ByValue(mask.data),
            passed_sizes::<S>(self.dims()),
        ))
    }
}

// Closures of functions that know no shape: in methods, they would be compiled for each shape, and what calls them too.

/// One value after the other.
fn samples<T, R: Rng + ?Sized>(
    distribution: impl Distribution<T>,
    generator: &mut R,
) -> impl FnMut() -> T {
    move || distribution.sample(generator)
}

/// One number of a mask after the other.
#[track_caller]
fn kept_or_dropped<T: 'static, E: Networks<T>, R: Rng + ?Sized>(
    probability: f64,
    generator: &mut R,
) -> impl FnMut() -> T {
    let dropped = match Bernoulli::new(probability) {
        Ok(dropped) => dropped,
        Err(_) => panic!("a probability of {probability}"),
    };
    move || match dropped.sample(generator) {
        true => E::number(0.0),
        false => E::number(1.0 / (1.0 - probability)),
    }
}
