//! Normalization by channels: batch, group and instance norm. Channels shuffled between groups.
//!
//! Channels are the axis that [`along`](TensorOn::along) names: axis -3 of images `[B, C, H, W]`.
//!
//! ```
//! use shapecheck::engine::Networks;
//! use shapecheck::{Dim, InlineTensor, TensorOn, shape, typenum::U2};
//!
//! fn normalized<E: Networks<f32>, B: Dim, C: Dim, H: Dim, W: Dim>(
//!     x: &TensorOn<f32, shape![B, C, H, W], E>,
//!     weights: &TensorOn<f32, shape![C], E>,
//!     bias: &TensorOn<f32, shape![C], E>,
//! ) -> TensorOn<f32, shape![B, C, H, W], E> {
//!     x.along::<-3>().batch_norm(weights, bias, 1e-5)
//! }
//!
//! let x = InlineTensor::<f32, shape![1, 4, 2, 2]>::ones();
//! let (weights, bias) = (InlineTensor::ones(), InlineTensor::<f32, shape![4]>::zeros());
//! assert_eq!(normalized(&x, &weights, &bias), x.zeros_like());
//! assert_eq!(x.along::<-3>().group_norm(U2::new(), &weights, &bias, 1e-5), x.zeros_like());
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::<f32, shape![8, 3, 5, 5]>::ones();
//! let weights = InlineTensor::<f32, shape![64]>::ones();
//! // there are weights for 64 channels, the input has 3 at axis -3
//! x.along::<-3>().batch_norm(&weights, &weights, 1e-5);
//! ```

use super::take::Along;
use super::{TensorOn, counted, panicking_form};
use crate::algebra::{Channels, HasGroups, PlacesAfter, check_axis_weights, group_size, with_last};
use crate::engine::{Engine, Networks, Reshapes};
use crate::shape::axis::place_of;
use crate::shape::num_elements;
use crate::{Axis, Dim, DynShape, Shape, ShapeError, StaticDim};

/// Checks that each of the weights is a vector with one element for each index of the axis.
#[inline(never)]
fn check_weights(sizes: &[usize], axis: isize, weights: &[&[usize]]) -> Result<(), ShapeError> {
    weights
        .iter()
        .try_for_each(|weights| check_axis_weights(sizes, weights, axis))
}

/// The sizes `[lead, groups, size, rest]` of channels at an axis, in groups of a size.
fn split(
    sizes: &[usize],
    axis: isize,
    [groups, size]: [usize; 2],
) -> Result<[usize; 4], ShapeError> {
    let (lead, rest) = sizes.split_at(place_of(sizes, axis)?);
    // If a product overflows, there are no elements anyway.
    let [lead, rest] = [lead, &rest[1..]].map(|sizes| num_elements(sizes).unwrap_or(0));
    Ok([lead, groups, size, rest])
}

/// The sizes of channels at an axis as an axis of groups and one of each of them, the order with these two swapped, and the
/// sizes of all.
fn shuffled(sizes: &[usize], axis: isize, groups: usize) -> Result<[DynShape; 3], ShapeError> {
    let each = group_size(sizes, axis, groups)?;
    let all = counted(Ok(sizes.into()))?;
    let place = place_of(sizes, axis)?;
    let split = with_last(&sizes[..place], &[groups, each])?;
    let split = with_last(split.dims(), &sizes[place + 1..])?;
    let (rank, behind) = (split.rank(), sizes.len() - place);
    let swapped = |end: usize| match end {
        end if end == behind => rank - behind - 1,
        end if end == behind + 1 => rank - behind,
        end => rank - end,
    };
    let order = DynShape::build(rank, 1, &swapped).unwrap_or_default();
    Ok([split, order, all])
}

/// The same, for weights of all channels. Without groups, each channel is its own group.
#[inline(never)]
fn normalized_groups(
    sizes: &[usize],
    axis: isize,
    groups: Option<usize>,
    weights: &[&[usize]],
) -> Result<[usize; 4], ShapeError> {
    let split = match groups {
        Some(groups) => {
            let size = group_size(sizes, axis, groups)?;
            split(sizes, axis, [groups, size])?
        }
        None => split(sizes, axis, [sizes[place_of(sizes, axis)?], 1])?,
    };
    check_weights(sizes, axis, weights)?;
    Ok(split)
}

/// Channels in another order.
impl<const AXIS: isize, T: 'static, S: Shape, E: Reshapes<T>> Along<'_, AXIS, T, S, E> {
    /// Shuffles the channels at the axis: with `G` groups, it takes one channel of each group after the other.
    ///
    /// [`channel_shuffle`](TensorOn::channel_shuffle) of the tensor is the one for images, `[.., C, H, W]`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([[1, 2, 3, 4, 5, 6]]);
    /// assert_eq!(x.along::<-1>().channel_shuffle::<dim!(2)>(), InlineTensor::from([[1, 4, 2, 5, 3, 6]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic channels are not a multiple of the groups, or if a shape of run-time rank has no
    /// such axis.
    #[panicking_form(channel_shuffle)]
    pub fn try_channel_shuffle<G: StaticDim>(self) -> Result<TensorOn<T, S, E::Out>, ShapeError>
    where
        S: HasGroups<AXIS, G>,
    {
        let [split, order, sizes] = shuffled(self.0.dims(), AXIS, G::SIZE)?;
        Ok(TensorOn {
            data: E::merge::<S, S>(&self.0.data, split.dims(), order.dims(), sizes),
        })
    }
}

/// Normalization where the channels are at the axis.
impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// Batch normalization: subtracts the mean of each channel and divides by its standard deviation, both over the
    /// batch and all positions. Then it multiplies by a weight and adds a bias for each channel.
    ///
    /// | input, C at the axis | weights | bias | result |
    /// | --- | --- | --- | --- |
    /// | `[.., C, ..]` | `[C]` | `[C]` | `[.., C, ..]` |
    ///
    /// This is what a network does in training; [`batch_norm_with_statistics`](Self::batch_norm_with_statistics) takes stored means and
    /// variances. `epsilon` is added to the variances, which are those of [`var`](TensorOn::var).
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(batch_norm)]
    pub fn try_batch_norm<W: Shape, B: Shape>(
        self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> Result<TensorOn<T, S, E>, ShapeError>
    where
        E: Networks<T>,
        S: Channels<AXIS, W> + Channels<AXIS, B>,
    {
        let shapes = [weights.dims(), bias.dims()];
        let split = normalized_groups(self.0.dims(), AXIS, None, &shapes)?;
        Ok(self.normalized(split, true, (weights.lent(), bias.lent()), epsilon))
    }

    /// Batch normalization with stored statistics: subtracts a mean for each channel and divides by the square root of
    /// a variance. Then it multiplies by a weight and adds a bias.
    ///
    /// | input, C at the axis | means and variances | weights | bias | result |
    /// | --- | --- | --- | --- | --- |
    /// | `[.., C, ..]` | `[C]` | `[C]` | `[C]` | `[.., C, ..]` |
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(batch_norm_with_statistics)]
    pub fn try_batch_norm_with_statistics<M: Shape, V: Shape, W: Shape, B: Shape>(
        self,
        (means, variances): (&TensorOn<T, M, E>, &TensorOn<T, V, E>),
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> Result<TensorOn<T, S, E>, ShapeError>
    where
        E: Networks<T>,
        S: Channels<AXIS, M> + Channels<AXIS, V> + Channels<AXIS, W> + Channels<AXIS, B>,
    {
        let shapes = [means.dims(), variances.dims(), weights.dims(), bias.dims()];
        check_weights(self.0.dims(), AXIS, &shapes)?;
        Ok(TensorOn::of(E::normalize_channels_by::<S>(
            self.0.lent(),
            (means.lent(), variances.lent()),
            (weights.lent(), bias.lent()),
            AXIS.unsigned_abs() - 1,
            epsilon,
        )))
    }

    /// Instance normalization: subtracts the mean of each channel of each sample and divides by its standard deviation,
    /// both over all positions (the axes after the channels). Then it multiplies by a weight and adds a bias.
    ///
    /// | input, C at the axis | weights | bias | result |
    /// | --- | --- | --- | --- |
    /// | `[.., C, ..]` | `[C]` | `[C]` | `[.., C, ..]` |
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(instance_norm)]
    pub fn try_instance_norm<W: Shape, B: Shape>(
        self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> Result<TensorOn<T, S, E>, ShapeError>
    where
        E: Networks<T>,
        S: Channels<AXIS, W> + Channels<AXIS, B>,
        Axis<AXIS>: PlacesAfter,
    {
        let shapes = [weights.dims(), bias.dims()];
        let split = normalized_groups(self.0.dims(), AXIS, None, &shapes)?;
        Ok(self.normalized(split, false, (weights.lent(), bias.lent()), epsilon))
    }

    /// Group normalization: splits the channels into groups, subtracts the mean of each group of each sample and
    /// divides by its standard deviation, both over the channels of the group and all positions. Then it multiplies by
    /// a weight and adds a bias for each channel.
    ///
    /// | input, C at the axis | weights | bias | result |
    /// | --- | --- | --- | --- |
    /// | `[.., C, ..]` | `[C]` | `[C]` | `[.., C, ..]` |
    ///
    /// The number of groups is a size: `U4::new()` of `typenum`, or `Dyn(4)` if the channels have a dynamic size.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(group_norm)]
    pub fn try_group_norm<G: Dim, W: Shape, B: Shape>(
        self,
        groups: G,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> Result<TensorOn<T, S, E>, ShapeError>
    where
        E: Networks<T>,
        S: HasGroups<AXIS, G> + Channels<AXIS, W> + Channels<AXIS, B>,
    {
        let shapes = [weights.dims(), bias.dims()];
        let split = normalized_groups(self.0.dims(), AXIS, Some(groups.size()), &shapes)?;
        Ok(self.normalized(split, false, (weights.lent(), bias.lent()), epsilon))
    }

    /// Normalizes over all axes except the channels, or only over the axes after them.
    #[track_caller]
    fn normalized(
        self,
        split: [usize; 4],
        samples: bool,
        weights_and_bias: (E::Ref<'_, T>, E::Ref<'_, T>),
        epsilon: T,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
    {
        let data = self.0.lent();
        let data = E::normalize_channels::<S>(data, weights_and_bias, split, samples, epsilon);
        TensorOn::of(data)
    }
}
