//! Losses: one number that says how far predictions are from targets.
//!
//! A loss is the mean over all elements, or over all rows. It is a tensor without axes, so that engines with gradients
//! can go on with it; [`into_scalar`](TensorOn::into_scalar) gives the number. The forms whose names end in `_by` take
//! a [`LossReduction`]: their results are the mean, the sum, or the loss of each element or row. Losses do not
//! broadcast: predictions and targets have the same shape, and scores of classes have one target for each row.
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
use super::{TensorOn, counted, panicking_form};
use crate::algebra::{
    Classifies, SameShape, WeighsClasses, check_class_weights, check_classes, check_targets,
    reduced_shape,
};
pub use crate::engine::loss::{LossReduction, reduction};
use crate::engine::{Engine, Lends, Networks};
use crate::shape::axis::place_of;
use crate::verdict::SameTargetsRule;
use crate::{HasAxis, Scalar, Shape, ShapeError};
use reduction::Averaged;

/// Losses of predictions and targets that have the same shape.
macro_rules! losses {
    ($($(#[$doc:meta])* $name:ident $try_name:ident $by:ident $try_by:ident;)*) => {
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            ///
            /// # Errors
            ///
            /// Returns an error if dynamic sizes differ.
            #[panicking_form($name)]
            pub fn $try_name<R: Shape>(&self, targets: &TensorOn<T, R, E>) -> Result<TensorOn<T, Scalar, E>, ShapeError>
            where
                E: Networks<T>,
                S: SameShape<SameTargetsRule, R>,
            {
                self.$try_by(targets, Averaged)
            }

            #[doc = concat!("Like [`", stringify!($name), "`](Self::", stringify!($name), "), by a [`LossReduction`]: the mean, the sum, or the loss of each element.")]
            ///
            /// # Errors
            ///
            /// Returns an error if dynamic sizes differ.
            #[panicking_form($by)]
            pub fn $try_by<R: Shape, By: LossReduction>(
                &self,
                targets: &TensorOn<T, R, E>,
                reduction: By,
            ) -> Result<TensorOn<T, By::Output<S>, E>, ShapeError>
            where
                E: Networks<T>,
                S: SameShape<SameTargetsRule, R>,
            {
                let _ = reduction;
                check_targets(self.dims(), targets.dims())?;
                let losses = E::$name::<By::Output<S>>(self.lent(), targets.lent(), By::REDUCTION);
                Ok(TensorOn::of(losses))
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
    #[doc(alias("mse"))]
    mse_loss try_mse_loss mse_loss_by try_mse_loss_by;

    /// The mean absolute error: the mean of the absolute differences.
    l1_loss try_l1_loss l1_loss_by try_l1_loss_by;

    /// The binary cross entropy of probabilities `p` and targets `t`, which are 0 or 1 or probabilities too: the mean
    /// of `- t ln p - (1 - t) ln (1 - p)`. As in PyTorch, a logarithm counts as -100 at least.
    binary_cross_entropy try_binary_cross_entropy binary_cross_entropy_by try_binary_cross_entropy_by;

    /// The [`binary_cross_entropy`](Self::binary_cross_entropy) of the [`sigmoid`](Self::sigmoid) of these scores,
    /// without overflow.
    binary_cross_entropy_with_logits try_binary_cross_entropy_with_logits
        binary_cross_entropy_with_logits_by try_binary_cross_entropy_with_logits_by;
}

/// Losses of scores whose classes are the indices of the axis: each by its mean, and by a reduction that is given.
macro_rules! losses_of_classes {
    ($(
        $(#[$doc:meta])*
        $name:ident $try_name:ident $by:ident $try_by:ident
            [$($Bound:tt)*] ($targets:ident: $Target:ty $(, $weights:ident: $W:ident)?) if $errors:literal
            => |$this:ident| $call:expr;
    )*) => {
        impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {$(
            $(#[$doc])*
            ///
            /// # Errors
            ///
            #[doc = concat!("Returns an error if ", $errors, ".")]
            #[panicking_form($name)]
            pub fn $try_name<I: Shape $(, $W: Shape)?>(
                self,
                $targets: &TensorOn<$Target, I, E>
                $(, $weights: &TensorOn<T, $W, E>)?
            ) -> Result<TensorOn<T, Scalar, E>, ShapeError>
            where
                E: Networks<T>,
                S: HasAxis<AXIS> + $($Bound)*,
            {
                self.$try_by($targets, $($weights,)? Averaged)
            }

            #[doc = concat!("Like [`", stringify!($name), "`](Self::", stringify!($name), "), by a [`LossReduction`]: the mean, the sum, or the loss of each row.")]
            ///
            /// # Errors
            ///
            #[doc = concat!("Returns an error if ", $errors, ".")]
            #[panicking_form($by)]
            pub fn $try_by<I: Shape, $($W: Shape,)? By: LossReduction>(
                self,
                $targets: &TensorOn<$Target, I, E>,
                $($weights: &TensorOn<T, $W, E>,)?
                reduction: By,
            ) -> Result<TensorOn<T, By::Output<S::Without>, E>, ShapeError>
            where
                E: Networks<T>,
                S: HasAxis<AXIS> + $($Bound)*,
            {
                let ($this, _) = (self, reduction);
                $call
            }
        )*}
    };
}

losses_of_classes! {
    /// The cross entropy of scores and target classes, one class for each row: the mean of minus the logarithm of the
    /// [`softmax`](TensorOn::softmax) at the target.
    ///
    /// | scores, C at the axis | targets | result |
    /// | --- | --- | --- |
    /// | `[.., C, ..]` | `[.., ..]` | `[]` |
    cross_entropy try_cross_entropy cross_entropy_by try_cross_entropy_by
        [Classifies<AXIS, I>] (targets: usize) if "a target is not below the number of classes, or if dynamic sizes do not fit"
        => |this| this.classified::<I, By, true>(targets, None);

    /// Like [`cross_entropy`](Self::cross_entropy), as a mean weighted by a weight for each class: the sum of losses
    /// times the weight of the target, divided by the sum of these weights.
    ///
    /// | scores, C at the axis | targets | weights | result |
    /// | --- | --- | --- | --- |
    /// | `[.., C, ..]` | `[.., ..]` | `[C]` | `[]` |
    #[doc(alias = "cross_entropy")]
    weighted_cross_entropy try_weighted_cross_entropy weighted_cross_entropy_by try_weighted_cross_entropy_by
        [Classifies<AXIS, I> + WeighsClasses<AXIS, W>] (targets: usize, weights: W)
        if "a target is not below the number of classes, or if dynamic sizes do not fit"
        => |this| this.classified::<I, By, true>(targets, Some((weights.dims(), weights.lent())));

    /// Like [`cross_entropy`](Self::cross_entropy), with a probability for each class as the target: the mean over the
    /// rows of minus the sum of the probabilities times the logarithms of the softmax.
    ///
    /// | scores, C at the axis | probabilities | result |
    /// | --- | --- | --- |
    /// | `[.., C, ..]` | `[.., C, ..]` | `[]` |
    #[doc(alias = "cross_entropy")]
    soft_cross_entropy try_soft_cross_entropy soft_cross_entropy_by try_soft_cross_entropy_by
        [SameShape<SameTargetsRule, I>] (probabilities: T) if "dynamic sizes differ"
        => |this| this.softly::<I, By>(probabilities, None);

    /// Like [`soft_cross_entropy`](Self::soft_cross_entropy), with a weight for each class, which its probabilities are
    /// multiplied by. As in PyTorch it is the mean over the rows, and not divided by weights.
    #[doc(alias = "cross_entropy")]
    weighted_soft_cross_entropy try_weighted_soft_cross_entropy
        weighted_soft_cross_entropy_by try_weighted_soft_cross_entropy_by
        [SameShape<SameTargetsRule, I> + WeighsClasses<AXIS, W>] (probabilities: T, weights: W)
        if "dynamic sizes do not fit"
        => |this| this.softly::<I, By>(probabilities, Some((weights.dims(), weights.lent())));

    /// The negative log likelihood: the mean of minus these log probabilities at the target classes.
    /// [`cross_entropy`](Self::cross_entropy) is [`log_softmax`](TensorOn::log_softmax) followed by this.
    nll_loss try_nll_loss nll_loss_by try_nll_loss_by
        [Classifies<AXIS, I>] (targets: usize) if "a target is not below the number of classes, or if dynamic sizes do not fit"
        => |this| this.classified::<I, By, false>(targets, None);

    /// Like [`nll_loss`](Self::nll_loss), as a mean weighted by a weight for each class.
    weighted_nll_loss try_weighted_nll_loss weighted_nll_loss_by try_weighted_nll_loss_by
        [Classifies<AXIS, I> + WeighsClasses<AXIS, W>] (targets: usize, weights: W)
        if "a target is not below the number of classes, or if dynamic sizes do not fit"
        => |this| this.classified::<I, By, false>(targets, Some((weights.dims(), weights.lent())));
}

/// Weights of classes: their sizes, and their data.
type Weights<'a, T, E> = (&'a [usize], <E as Lends>::Ref<'a, T>);

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The loss of scores, or of log probabilities.
    #[allow(clippy::type_complexity)]
    fn classified<I: Shape, By: LossReduction, const SCORES: bool>(
        self,
        targets: &TensorOn<usize, I, E>,
        weights: Option<Weights<'_, T, E>>,
    ) -> Result<TensorOn<T, By::Output<S::Without>, E>, ShapeError>
    where
        E: Networks<T>,
        S: HasAxis<AXIS>,
    {
        let (weights_dims, weights) = weights.unzip();
        let axis = classes_axis(self.0.dims(), targets.dims(), weights_dims, AXIS)?;
        let (data, targets, how) = (self.0.lent(), targets.lent(), (axis, By::REDUCTION));
        let losses = match SCORES {
            true => E::cross_entropy(data, targets, weights, how),
            false => E::nll_loss(data, targets, weights, how),
        };
        match losses {
            Ok(losses) => Ok(TensorOn::of(losses)),
            Err(error) => Err(error),
        }
    }

    /// The loss of scores, by probabilities of classes.
    #[allow(clippy::type_complexity)]
    fn softly<P: Shape, By: LossReduction>(
        self,
        probabilities: &TensorOn<T, P, E>,
        weights: Option<Weights<'_, T, E>>,
    ) -> Result<TensorOn<T, By::Output<S::Without>, E>, ShapeError>
    where
        E: Networks<T>,
        S: HasAxis<AXIS>,
    {
        let (weights_dims, weights) = weights.unzip();
        let axis = soft_classes_axis(self.0.dims(), probabilities.dims(), weights_dims, AXIS)?;
        let how = (axis, By::REDUCTION);
        let losses = E::soft_cross_entropy(self.0.lent(), probabilities.lent(), weights, how);
        Ok(TensorOn::of(losses))
    }
}

/// The axis of the classes, counted from the first, where targets are probabilities of classes.
fn soft_classes_axis(
    scores: &[usize],
    probabilities: &[usize],
    weights: Option<&[usize]>,
    axis: isize,
) -> Result<usize, ShapeError> {
    let place = place_of(scores, axis)?;
    check_targets(scores, probabilities)?;
    if let Some(weights) = weights {
        check_class_weights(scores, weights, axis)?;
    }
    counted(reduced_shape(scores, axis))?;
    Ok(place)
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
        check_class_weights(scores, weights, axis)?;
    }
    Ok(place)
}
