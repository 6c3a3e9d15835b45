//! What losses become: their mean, their sum, or each of them.

use crate::{Scalar, Shape};

/// What losses of elements, or of rows, become: [`Averaged`](reduction::Averaged), [`Summed`](reduction::Summed) or
/// [`Unreduced`](reduction::Unreduced), which are `"mean"`, `"sum"` and `"none"` in PyTorch.
///
/// ```
/// use shapecheck::tensor::reduction::{Unreduced, Summed};
/// use shapecheck::{InlineTensor, shape};
///
/// let x = InlineTensor::from([[1.0_f32, 2.0], [3.0, 4.0]]);
/// let y = InlineTensor::from([[1.0, 0.0], [3.0, 1.0]]);
/// let each: InlineTensor<f32, shape![2, 2]> = x.mse_loss_by(&y, Unreduced);
/// assert_eq!(each, InlineTensor::from([[0.0, 4.0], [0.0, 9.0]]));
/// assert_eq!(x.mse_loss_by(&y, Summed).into_scalar(), 13.0);
/// assert_eq!(x.mse_loss(&y).into_scalar(), 3.25);
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[doc(alias = "reduction")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reduction of losses",
    label = "expected `Averaged`, `Summed` or `Unreduced`",
    note = "`use shapecheck::tensor::reduction::{{Unreduced, Averaged, Summed}}`: `x.mse_loss_by(&y, Summed)` is the sum, and `Unreduced` keeps the loss of each element or row"
)]
pub trait LossReduction {
    /// The shape of the result for losses of shape `S`.
    type Output<S: Shape>: Shape;

    /// Which of them.
    #[doc(hidden)]
    const REDUCTION: ReducedLosses;
}

/// Which [`LossReduction`], for engines, which know no shape. Its names are its own, so that rustc's messages say those of the
/// reductions without their paths.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReducedLosses {
    /// The mean.
    MeanOfLosses,
    /// The sum.
    SumOfLosses,
    /// Each of the losses.
    EachLoss,
}

/// The results that losses of elements, or of rows, become: the values that are a [`LossReduction`].
///
/// In the guide: [layers](crate::guide::layers).
pub mod reduction {
    /// The mean. Class targets with weights have a weighted mean; with probabilities as targets it is the mean over
    /// rows.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Averaged;

    /// The sum.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Summed;

    /// The loss of each element, or of each row of classes.
    #[doc(alias = "none")]
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Unreduced;
}

impl LossReduction for reduction::Averaged {
    type Output<S: Shape> = Scalar;
    const REDUCTION: ReducedLosses = ReducedLosses::MeanOfLosses;
}

impl LossReduction for reduction::Summed {
    type Output<S: Shape> = Scalar;
    const REDUCTION: ReducedLosses = ReducedLosses::SumOfLosses;
}

impl LossReduction for reduction::Unreduced {
    type Output<S: Shape> = S;
    const REDUCTION: ReducedLosses = ReducedLosses::EachLoss;
}
