//! Losses: one number that says how far predictions are from targets.
//!
//! A loss is a tensor without axes, so that engines with gradients can go on with it;
//! [`into_scalar`](TensorOn::into_scalar) gives the number. Losses do not broadcast: predictions and targets have the
//! same shape, and scores of classes have one target for each row.
//!
//! ```
//! use shapecheck::engine::Networks;
//! use shapecheck::{Dim, InlineTensor, Scalar, TensorOn, shape};
//!
//! fn loss<E: Networks<f32>, B: Dim, K: Dim>(
//!     scores: &TensorOn<f32, shape![B, K], E>,
//!     labels: &TensorOn<usize, shape![B], E>,
//! ) -> TensorOn<f32, Scalar, E> {
//!     scores.along::<-1>().cross_entropy(labels)
//! }
//!
//! let scores = InlineTensor::from([[0.0, 0.0], [100.0, 0.0]]);
//! let loss = loss(&scores, &InlineTensor::from([1, 0])).into_scalar();
//! assert!((loss - f32::ln(2.0) / 2.0).abs() < 1e-6);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let (predictions, targets) = (InlineTensor::<f32, shape![8, 1]>::zeros(), InlineTensor::<f32, shape![8]>::zeros());
//! predictions.mse_loss(&targets); // the predictions have rank 2, the targets 1
//! ```

use super::take::Along;
use super::{TensorOn, must};
use crate::algebra::{
    Classifies, SameSizes, WeighsClasses, check_axis_weights, check_classes, check_targets,
};
use crate::engine::{Engine, Networks};
use crate::shape::axis::place_of;
use crate::verdict::Comparing;
use crate::{HasAxis, Scalar, Shape, ShapeError};

/// Losses of predictions and targets that have the same shape.
macro_rules! losses {
    ($($(#[$doc:meta])* $name:ident $try_name:ident;)*) => {
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            ///
            /// # Panics
            ///
            /// Panics if dynamic sizes differ.
            #[track_caller]
            pub fn $name<R: Shape>(&self, targets: &TensorOn<T, R, E>) -> TensorOn<T, Scalar, E>
            where
                E: Networks<T>,
                S: SameSizes<Comparing, R>,
            {
                must(self.$try_name(targets))
            }

            #[doc = concat!("Like [`", stringify!($name), "`](Self::", stringify!($name), "), but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if dynamic sizes differ.
            pub fn $try_name<R: Shape>(&self, targets: &TensorOn<T, R, E>) -> Result<TensorOn<T, Scalar, E>, ShapeError>
            where
                E: Networks<T>,
                S: SameSizes<Comparing, R>,
            {
                check_targets(self.dims(), targets.dims())?;
                Ok(TensorOn::of(E::$name::<S, R>(&self.data, &targets.data)))
            }
        )*}
    };
}

losses! {
    /// The mean squared error: the mean of the squared differences.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1.0_f32, 2.0, 3.0, 4.0]);
    /// assert_eq!(x.mse_loss(&InlineTensor::from([1.0, 2.0, 3.0, 8.0])).into_scalar(), 4.0);
    /// ```
    mse_loss try_mse_loss;

    /// The mean absolute error: the mean of the absolute differences.
    l1_loss try_l1_loss;

    /// The binary cross entropy of probabilities `p` and targets `t`, which are 0 or 1 or probabilities too: the mean
    /// of `- t ln p - (1 - t) ln (1 - p)`. As in PyTorch, a logarithm counts as -100 at least.
    binary_cross_entropy try_binary_cross_entropy;

    /// The [`binary_cross_entropy`](Self::binary_cross_entropy) of the [`sigmoid`](Self::sigmoid) of these scores,
    /// without overflow.
    binary_cross_entropy_with_logits try_binary_cross_entropy_with_logits;
}

/// Losses of scores whose classes are the indices of the axis.
impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The cross entropy of scores and target classes, one class for each row: the mean of minus the logarithm of the
    /// [`softmax`](TensorOn::softmax) at the target.
    ///
    /// # Panics
    ///
    /// Panics if a target is not below the number of classes, or if dynamic sizes do not fit.
    #[track_caller]
    pub fn cross_entropy<I: Shape>(self, targets: &TensorOn<usize, I, E>) -> TensorOn<T, Scalar, E>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I>,
    {
        must(self.try_cross_entropy(targets))
    }

    /// Like [`cross_entropy`](Self::cross_entropy), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes, or if dynamic sizes do not fit.
    pub fn try_cross_entropy<I: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
    ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I>,
    {
        self.classified::<I, Scalar>(targets, None, None, true)
    }

    /// Like [`cross_entropy`](Self::cross_entropy), as a mean weighted by a weight for each class.
    ///
    /// # Panics
    ///
    /// See [`cross_entropy`](Self::cross_entropy).
    #[doc(alias = "cross_entropy")]
    #[track_caller]
    pub fn weighted_cross_entropy<I: Shape, W: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
        weights: &TensorOn<T, W, E>,
    ) -> TensorOn<T, Scalar, E>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I> + WeighsClasses<AXIS, W>,
    {
        must(self.try_weighted_cross_entropy(targets, weights))
    }

    /// Like [`weighted_cross_entropy`](Self::weighted_cross_entropy), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// See [`cross_entropy`](Self::cross_entropy).
    pub fn try_weighted_cross_entropy<I: Shape, W: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
        weights: &TensorOn<T, W, E>,
    ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I> + WeighsClasses<AXIS, W>,
    {
        self.classified::<I, W>(targets, Some(weights.dims()), Some(&weights.data), true)
    }

    /// Like [`cross_entropy`](Self::cross_entropy), with a probability for each class as the target: the mean over the
    /// rows of minus the sum of the probabilities times the logarithms of the softmax.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes differ.
    #[doc(alias = "cross_entropy")]
    #[track_caller]
    pub fn soft_cross_entropy<P: Shape>(
        self,
        probabilities: &TensorOn<T, P, E>,
    ) -> TensorOn<T, Scalar, E>
    where
        E: Networks<T>,
        S: HasAxis<AXIS> + SameSizes<Comparing, P>,
    {
        must(self.try_soft_cross_entropy(probabilities))
    }

    /// Like [`soft_cross_entropy`](Self::soft_cross_entropy), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes differ.
    pub fn try_soft_cross_entropy<P: Shape>(
        self,
        probabilities: &TensorOn<T, P, E>,
    ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
    where
        E: Networks<T>,
        S: HasAxis<AXIS> + SameSizes<Comparing, P>,
    {
        let axis = place_of(self.0.dims(), AXIS)?;
        check_targets(self.0.dims(), probabilities.dims())?;
        Ok(TensorOn::of(E::soft_cross_entropy::<S, P, S::WithOne>(
            &self.0.data,
            &probabilities.data,
            axis,
        )))
    }

    /// The negative log likelihood: the mean of minus these log probabilities at the target classes.
    /// [`cross_entropy`](Self::cross_entropy) is [`log_softmax`](TensorOn::log_softmax) followed by this.
    ///
    /// # Panics
    ///
    /// Panics if a target is not below the number of classes, or if dynamic sizes do not fit.
    #[track_caller]
    pub fn nll_loss<I: Shape>(self, targets: &TensorOn<usize, I, E>) -> TensorOn<T, Scalar, E>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I>,
    {
        must(self.try_nll_loss(targets))
    }

    /// Like [`nll_loss`](Self::nll_loss), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes, or if dynamic sizes do not fit.
    pub fn try_nll_loss<I: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
    ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I>,
    {
        self.classified::<I, Scalar>(targets, None, None, false)
    }

    /// Like [`nll_loss`](Self::nll_loss), as a mean weighted by a weight for each class.
    ///
    /// # Panics
    ///
    /// See [`nll_loss`](Self::nll_loss).
    #[track_caller]
    pub fn weighted_nll_loss<I: Shape, W: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
        weights: &TensorOn<T, W, E>,
    ) -> TensorOn<T, Scalar, E>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I> + WeighsClasses<AXIS, W>,
    {
        must(self.try_weighted_nll_loss(targets, weights))
    }

    /// Like [`weighted_nll_loss`](Self::weighted_nll_loss), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// See [`nll_loss`](Self::nll_loss).
    pub fn try_weighted_nll_loss<I: Shape, W: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
        weights: &TensorOn<T, W, E>,
    ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
    where
        E: Networks<T>,
        S: Classifies<AXIS, I> + WeighsClasses<AXIS, W>,
    {
        self.classified::<I, W>(targets, Some(weights.dims()), Some(&weights.data), false)
    }

    /// The loss of scores, or of log probabilities.
    fn classified<I: Shape, W: Shape>(
        self,
        targets: &TensorOn<usize, I, E>,
        weights_dims: Option<&[usize]>,
        weights: Option<&E::Data<T, W>>,
        scores: bool,
    ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
    where
        E: Networks<T>,
        S: HasAxis<AXIS>,
    {
        let axis = classes_axis(self.0.dims(), targets.dims(), weights_dims, AXIS)?;
        let data = &self.0.data;
        let loss = match scores {
            true => E::cross_entropy::<S, I, S::WithOne, W>(data, &targets.data, weights, axis),
            false => E::nll_loss::<S, I, S::WithOne, W>(data, &targets.data, weights, axis),
        };
        Ok(TensorOn::of(loss?))
    }
}

/// The axis of the classes, counted from the first.
fn classes_axis(
    scores: &[usize],
    targets: &[usize],
    weights: Option<&[usize]>,
    axis: isize,
) -> Result<usize, ShapeError> {
    let place = place_of(scores, axis)?;
    check_classes(scores, targets, axis)?;
    if let Some(weights) = weights {
        check_axis_weights(scores, weights, axis)?;
    }
    Ok(place)
}
