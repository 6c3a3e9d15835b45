//! Normalization with a weight and a bias for each channel: over a batch, over groups of channels, over each channel of each sample.
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
//! x.along::<-3>().batch_norm(&weights, &weights, 1e-5); // weights for 64 channels, the input has 3 at axis -3
//! ```

use super::take::Along;
use super::{TensorOn, must};
use crate::algebra::{
    Channels, HasChannels, HasGroups, PerChannel, check_axis_weights, group_size,
};
use crate::engine::{Each, Engine, Networks, Operand, Pairs, Reshapes, ops};
use crate::shape::axis::place_of;
use crate::{Dim, DynShape, Shape};

/// A vector as sizes: with `after` axes of size 1 after it.
fn column(sizes: &[usize], after: usize) -> DynShape {
    let rank = sizes.len() + after;
    DynShape::build(rank, 1, &|axis| {
        sizes.get(rank - axis).copied().unwrap_or(1)
    })
    .unwrap_or_default()
}

/// Normalization by channels, which are at the axis.
impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// Each channel less its mean and divided by its standard deviation, both over the batch and all places; then times a weight and plus a bias.
    ///
    /// It is what a network does while it learns; [`batch_norm_by`](Self::batch_norm_by) takes means and variances from before. `epsilon` is added to
    /// variances, which are [`var`](TensorOn::var).
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit.
    #[track_caller]
    pub fn batch_norm<W: Shape, B: Shape>(
        self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
        S: Channels<AXIS, W> + Channels<AXIS, B> + PerChannel<AXIS>,
    {
        self.normalized::<S::Means, W, B>(weights, bias, epsilon, |axis| {
            axis != AXIS.unsigned_abs()
        })
    }

    /// Each channel less a mean and divided by the root of a variance, which a network has learned; then times a weight and plus a bias.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit.
    #[track_caller]
    pub fn batch_norm_by<M: Shape, V: Shape, W: Shape, B: Shape>(
        self,
        (means, variances): (&TensorOn<T, M, E>, &TensorOn<T, V, E>),
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
        S: Channels<AXIS, M> + Channels<AXIS, V> + Channels<AXIS, W> + Channels<AXIS, B>,
    {
        let (means, variances) = (self.column(means), self.column(variances));
        let (weights, bias) = (self.column(weights), self.column(bias));
        let sizes = || DynShape::from(E::sizes::<T, S::Column>(&means));
        // Of the channels, before anything is as large as the input.
        let variances = <E as Each<ops::Right<ops::Add, T>, T>>::each::<S::Column>(
            ops::Right(ops::Add, epsilon),
            Operand::Given(variances),
        );
        let roots =
            <E as Each<ops::Sqrt, T>>::each::<S::Column>(ops::Sqrt, Operand::Given(variances));
        let factors = <E as Pairs<ops::Div, T>>::pairs::<S::Column, S::Column, S::Column>(
            Operand::Given(weights),
            Operand::Given(roots),
            sizes(),
        );
        let centred = <E as Pairs<ops::Sub, T>>::pairs::<S, S::Column, S>(
            Operand::Lent(&self.0.data),
            Operand::Lent(&means),
            self.0.dims().into(),
        );
        let scaled = <E as Pairs<ops::Mul, T>>::pairs::<S, S::Column, S>(
            Operand::Given(centred),
            Operand::Given(factors),
            self.0.dims().into(),
        );
        TensorOn::of(<E as Pairs<ops::Add, T>>::pairs::<S, S::Column, S>(
            Operand::Given(scaled),
            Operand::Given(bias),
            self.0.dims().into(),
        ))
    }

    /// Each channel of each sample less its mean and divided by its standard deviation, both over all places, the axes after the channels; then times
    /// a weight and plus a bias.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit.
    #[track_caller]
    pub fn instance_norm<W: Shape, B: Shape>(
        self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
        S: Channels<AXIS, W> + Channels<AXIS, B>,
    {
        const {
            assert!(
                AXIS != -1,
                "there are no places after the channels to be normalized over"
            );
        }
        self.normalized::<S::PerSample, W, B>(weights, bias, epsilon, |axis| {
            axis < AXIS.unsigned_abs()
        })
    }

    /// The channels in groups, each group of each sample less its mean and divided by its standard deviation, both over its channels and all places;
    /// then times a weight and plus a bias for each channel.
    ///
    /// How many groups there are is a size: `U4::new()` of `typenum`, or `Dyn(4)`, for tensors of dynamic sizes.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit.
    #[track_caller]
    pub fn group_norm<G: Dim, W: Shape, B: Shape>(
        self,
        groups: G,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
        S: HasGroups<AXIS, G> + Channels<AXIS, W> + Channels<AXIS, B>,
    {
        let (dims, groups) = (self.0.dims(), groups.size());
        let size = must(group_size(dims, AXIS, groups));
        let place = must(place_of(dims, AXIS));
        must(check_axis_weights(dims, weights.dims(), AXIS));
        let rank = dims.len() + 1;
        let sizes = DynShape::build(rank, 1, &|end| match rank - end {
            axis if axis < place => dims[axis],
            axis if axis == place => groups,
            axis if axis == place + 1 => size,
            axis => dims[axis - 1],
        });
        let sizes = must(sizes.ok_or_else(|| crate::ShapeError::rank_needs_alloc(rank)));
        let grouped =
            <E as Reshapes<T>>::reshape::<S, S::Grouped>(Operand::Lent(&self.0.data), sizes);
        let weights = <E as Reshapes<T>>::reshape::<W, <S as HasGroups<AXIS, G>>::Column>(
            Operand::Lent(&weights.data),
            column(&[groups, size], AXIS.unsigned_abs() - 1),
        );
        let axes = DynShape::build(AXIS.unsigned_abs(), 1, &|axis| axis).unwrap_or_default();
        let normal = E::normalize::<S::Grouped, S::Means, <S as HasGroups<AXIS, G>>::Column>(
            &grouped,
            &weights,
            axes.dims(),
            true,
            epsilon,
        );
        let normal =
            <E as Reshapes<T>>::reshape::<S::Grouped, S>(Operand::Given(normal), dims.into());
        let bias = self.column(bias);
        TensorOn::of(<E as Pairs<ops::Add, T>>::pairs::<
            S,
            <S as HasChannels<AXIS>>::Column,
            S,
        >(
            Operand::Given(normal), Operand::Given(bias), dims.into()
        ))
    }

    /// Normalized over the axes for which this is true, counted from the end, from 1 for the last.
    #[track_caller]
    fn normalized<M: Shape, W: Shape, B: Shape>(
        self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
        over: impl Fn(usize) -> bool,
    ) -> TensorOn<T, S, E>
    where
        E: Networks<T>,
        S: HasChannels<AXIS>,
    {
        let (weights, bias) = (self.column(weights), self.column(bias));
        let rank = self.0.dims().len();
        let over = || (1..=rank).rev().filter(|&axis| over(axis));
        let count = over().count();
        let axes = DynShape::build(count, 1, &|end| over().nth(count - end).unwrap_or(1));
        let axes = must(axes.ok_or_else(|| crate::ShapeError::rank_needs_alloc(count)));
        let normal =
            E::normalize::<S, M, S::Column>(&self.0.data, &weights, axes.dims(), true, epsilon);
        TensorOn::of(<E as Pairs<ops::Add, T>>::pairs::<S, S::Column, S>(
            Operand::Given(normal),
            Operand::Given(bias),
            self.0.dims().into(),
        ))
    }

    /// A vector with a number for each channel, as it broadcasts to the input.
    #[track_caller]
    fn column<W: Shape>(&self, weights: &TensorOn<T, W, E>) -> E::Data<T, S::Column>
    where
        E: Networks<T>,
        S: HasChannels<AXIS>,
    {
        must(check_axis_weights(self.0.dims(), weights.dims(), AXIS));
        <E as Reshapes<T>>::reshape::<W, S::Column>(
            Operand::Lent(&weights.data),
            column(weights.dims(), AXIS.unsigned_abs() - 1),
        )
    }
}
