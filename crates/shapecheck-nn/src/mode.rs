//! Modes as types, and dropout.

use std::cell::RefCell;

#[cfg(feature = "rand")]
use shapecheck::engine::Networks;
#[cfg(feature = "rand")]
use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
#[cfg(feature = "rand")]
use shapecheck::{Shape, TensorOn};

#[cfg(feature = "rand")]
use crate::Layer;

/// What a layer does: [`Training`] or [`Evaluating`]. A model that is generic over it, `M: Mode`, has one `forward` for both.
pub trait Mode: sealed::Mode {}

mod sealed {
    pub trait Mode {
        /// What a layer has in training only, and changes with each input.
        type Trained<V>;
        fn change<V, R>(trained: &Self::Trained<V>, change: impl FnOnce(&mut V) -> R) -> Option<R>;
        /// What a layer has in both modes, and changes with each input in training.
        type Kept<V>;
        fn keep<V>(value: V) -> Self::Kept<V>;
        fn take<V>(kept: Self::Kept<V>) -> V;
        fn read<V, R>(kept: &Self::Kept<V>, look: impl FnOnce(&V) -> R) -> R;
        fn update<V, R>(kept: &Self::Kept<V>, change: impl FnOnce(&mut V) -> R) -> Option<R>;
    }
}

/// The mode of layers that are trained: `BatchNorm2d` updates its statistics, and `Dropout` drops elements.
#[derive(Clone, Copy, Debug)]
pub struct Training;

/// The mode of layers after training. They change nothing, and can be shared by threads.
#[derive(Clone, Copy, Debug)]
pub struct Evaluating;

impl Mode for Training {}

impl sealed::Mode for Training {
    type Trained<V> = RefCell<V>;

    fn change<V, R>(trained: &RefCell<V>, change: impl FnOnce(&mut V) -> R) -> Option<R> {
        Some(change(&mut trained.borrow_mut()))
    }

    type Kept<V> = RefCell<V>;

    fn keep<V>(value: V) -> RefCell<V> {
        RefCell::new(value)
    }

    fn read<V, R>(kept: &RefCell<V>, look: impl FnOnce(&V) -> R) -> R {
        look(&kept.borrow())
    }

    fn take<V>(kept: RefCell<V>) -> V {
        kept.into_inner()
    }

    fn update<V, R>(kept: &RefCell<V>, change: impl FnOnce(&mut V) -> R) -> Option<R> {
        Some(change(&mut kept.borrow_mut()))
    }
}

impl Mode for Evaluating {}

impl sealed::Mode for Evaluating {
    type Trained<V> = ();

    fn change<V, R>((): &(), _: impl FnOnce(&mut V) -> R) -> Option<R> {
        None
    }

    type Kept<V> = V;

    fn keep<V>(value: V) -> V {
        value
    }

    fn read<V, R>(kept: &V, look: impl FnOnce(&V) -> R) -> R {
        look(kept)
    }

    fn take<V>(kept: V) -> V {
        kept
    }

    fn update<V, R>(_: &V, _: impl FnOnce(&mut V) -> R) -> Option<R> {
        None
    }
}

/// Dropout: in [`Training`], each element becomes 0 with a probability, and is divided by one minus that otherwise. In
/// [`Evaluating`], the layer gives what it takes, and has neither a probability nor a generator.
///
/// The result has the shape of the input.
///
/// ```
/// use shapecheck::{Tensor, shape};
/// use shapecheck_nn::{Dropout, Layer};
///
/// let x = Tensor::<f32, shape![100]>::ones();
/// let dropout = Dropout::new(0.5, 7);
/// let y = dropout.forward(&x);
/// assert!(y.iter().all(|&y| y == 0.0 || y == 2.0) && y != x);
/// assert_eq!(dropout.evaluating().forward(&x), x);
/// ```
#[cfg(feature = "rand")]
pub struct Dropout<M: Mode = Training> {
    state: M::Trained<(f64, Xoshiro256PlusPlus)>,
}

#[cfg(feature = "rand")]
impl Dropout<Training> {
    /// A layer that drops elements with this probability, and always the same ones for a seed.
    ///
    /// # Panics
    ///
    /// Panics if `probability` is not between 0 and 1.
    #[must_use]
    #[track_caller]
    pub fn new(probability: f64, seed: u64) -> Self {
        assert!(
            (0.0..=1.0).contains(&probability),
            "a probability of {probability}"
        );
        let generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self {
            state: RefCell::new((probability, generator)),
        }
    }

    /// The layer for inputs after training.
    #[must_use]
    pub fn evaluating(self) -> Dropout<Evaluating> {
        Dropout::default()
    }
}

#[cfg(feature = "rand")]
impl Default for Dropout<Evaluating> {
    fn default() -> Self {
        Self { state: () }
    }
}

#[cfg(feature = "rand")]
impl<M: Mode, T: 'static, S: Shape, E: Networks<T>> Layer<TensorOn<T, S, E>> for Dropout<M> {
    type Output = TensorOn<T, S, E>;

    fn forward(&self, x: &TensorOn<T, S, E>) -> TensorOn<T, S, E> {
        M::change(&self.state, |(probability, generator)| {
            x.dropout(*probability, generator)
        })
        .unwrap_or_else(|| x.clone())
    }
}

#[cfg(all(feature = "rand", feature = "grad"))]
impl<M: Mode> shapecheck_grad::Parameters for Dropout<M> {
    fn visit<Visitor: shapecheck_grad::VisitsParameters>(&mut self, _: &mut Visitor) {}
}

/// Files have no probability, so a layer for training is not read: a model is read for evaluating.
#[cfg(all(feature = "rand", feature = "weights"))]
impl<'data> shapecheck_weights::Load<'data> for Dropout<Evaluating> {
    fn read(_: &mut shapecheck_weights::Reader<'data>) -> Option<Self> {
        Some(Self::default())
    }
}

#[cfg(all(feature = "rand", feature = "weights"))]
impl<M: Mode> shapecheck_weights::Save for Dropout<M> {
    fn write(&self, _: &mut shapecheck_weights::Writer) {}
}
