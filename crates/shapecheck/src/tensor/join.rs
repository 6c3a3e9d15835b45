//! Joining tensors: along an axis that they have, or along a new one.
//!
//! ```
//! use shapecheck::{Axis, InlineTensor, shape};
//!
//! let a = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! let b = InlineTensor::from([[7, 8, 9]]);
//! let rows: InlineTensor<i32, shape![3, 3]> = a.along::<-2>().concat(&b);
//! assert_eq!(rows, InlineTensor::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]));
//!
//! let pairs: InlineTensor<i32, shape![2, 3, 2]> = InlineTensor::stack([&a, &a], Axis::<-1>);
//! assert_eq!(pairs[[1, 2, 0]], 6);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let a = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! let b = InlineTensor::from([[7, 8], [9, 10]]);
//! a.along::<-2>().concat(&b); // size 3 does not match size 2 at axis -1
//! ```

use crate::typenum::{Const, ToUInt, U};

use super::take::Along;
use super::{TensorOn, counted, is_countable, or_panic, panicking_form};
use crate::algebra::Concat;
use crate::algebra::{Stacks, concat_shapes, concat_sizes, stack_shapes, stack_sizes};
use crate::dim::Times;
use crate::engine::{Copies, Engine, Joins, MovesAxes};
use crate::error::with_names;
use crate::host::memory;
use crate::shape::InsertAxis;
use crate::shape::axis::place_of;
use crate::shape::list::{ArrayShape, is_static};
use crate::{Axis, Dim, Dyn, DynShape, HasAxis, Shape, ShapeError};

/// The sizes, or a panic at the caller's line.
#[inline(never)]
#[track_caller]
fn must_concat(lhs: &[usize], rhs: &[usize], axis: isize) -> (usize, DynShape) {
    or_panic(concat_pair(lhs, rhs, axis))
}

/// The axis counted from the first, and the sizes of the result.
fn concat_pair(lhs: &[usize], rhs: &[usize], axis: isize) -> Result<(usize, DynShape), ShapeError> {
    let sizes = concat_shapes(&[lhs, rhs], axis)?;
    crate::shape::num_elements(sizes.dims())?;
    Ok((place_of(lhs, axis)?, sizes))
}

/// The same, where an error gives the names of the operands.
#[inline]
fn concat_named<S: Shape, R: Shape>(
    lhs: &[usize],
    rhs: &[usize],
    axis: isize,
) -> Result<(usize, DynShape), ShapeError> {
    with_names::<S, R, _, _>(concat_pair(lhs, rhs, axis), [lhs, rhs])
}

/// A function of the sizes of parts by their places, of their number, and of an axis, which gives those of all together.
type JoinedSizes =
    for<'a> fn(usize, &dyn Fn(usize) -> &'a [usize], isize) -> Result<DynShape, ShapeError>;

/// The axis counted from the first, and the sizes of parts together, if they have as many elements as can be counted. Where the sizes are static, they are the
/// same, and no part is looked at.
#[inline]
pub(super) fn sizes_of_parts<T: 'static, S: ArrayShape, E: Engine, O: ArrayShape>(
    parts: &[&TensorOn<T, S, E>],
    axis: isize,
    of: JoinedSizes,
) -> Result<(usize, DynShape), ShapeError> {
    if const { is_countable::<O>() && is_static::<S>() } && !parts.is_empty() {
        let sizes = DynShape::of_known(const { memory::known::<O>() });
        Ok((sizes.rank() - axis.unsigned_abs(), sizes))
    } else if const { is_static::<S>() } {
        sizes_of_equals(parts.len(), memory::known::<S>().sizes(), axis, of)
    } else {
        let shape = |part: usize| E::sizes::<T, S>(&parts[part].data);
        placed(counted(of(parts.len(), &shape, axis)), axis)
    }
}

/// The same for parts of these sizes.
fn sizes_of_equals(
    count: usize,
    sizes: &'static [usize],
    axis: isize,
    of: JoinedSizes,
) -> Result<(usize, DynShape), ShapeError> {
    placed(counted(of(count, &|_| sizes, axis)), axis)
}

/// The sizes, with the axis counted from the first.
fn placed(
    sizes: Result<DynShape, ShapeError>,
    axis: isize,
) -> Result<(usize, DynShape), ShapeError> {
    let sizes = sizes?;
    Ok((sizes.rank() - axis.unsigned_abs(), sizes))
}

/// Several tensors of one type: an array of references, whose length the compiler knows, or a slice.
#[diagnostic::on_unimplemented(
    message = "these are not tensors of one type",
    label = "expected an array or a slice of references to tensors of one shape",
    note = "`Tensor::stack([&a, &b], Axis::<-1>)`; an array has at most 1024 of them, a slice any number",
    note = "`a.along::<-1>().concat(&b)` joins two along an axis that they have"
)]
pub trait Parts<'a, X: 'a> {
    /// The number of tensors.
    type Count: Dim;

    /// The tensors.
    fn parts(&self) -> &[&'a X];
}

impl<'a, X, const N: usize> Parts<'a, X> for [&'a X; N]
where
    Const<N>: ToUInt<Output: Dim>,
{
    type Count = U<N>;

    #[inline]
    fn parts(&self) -> &[&'a X] {
        self
    }
}

impl<'a, X> Parts<'a, X> for &[&'a X] {
    type Count = Dyn;

    #[inline]
    fn parts(&self) -> &[&'a X] {
        self
    }
}

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// Joins this tensor and `rhs` along the axis: along axis -2, `[..S, A, N]` and `[..S, B, N]` give `[..S, A + B,
    /// N]`.
    ///
    /// In generic code the sizes at the axis may be parameters, without a bound:
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn rows<A: Dim, B: Dim>(
    ///     a: &Tensor<f32, shape![A, 3]>,
    ///     b: &Tensor<f32, shape![B, 3]>,
    /// ) -> Tensor<f32, shape![A + B, 3]> {
    ///     a.along::<-2>().concat(b)
    /// }
    ///
    /// let a = Tensor::<f32, shape![2, 3]>::zeros();
    /// let b = Tensor::<f32, shape![5, 3]>::zeros();
    /// let both: Tensor<f32, shape![7, 3]> = rows(&a, &b);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes differ at another axis, if a shape of run-time rank has no such axis, or if the element
    /// count of the result overflows `usize`.
    #[doc(alias("cat", "concatenate"))]
    #[inline]
    #[track_caller]
    // The output is a parameter, so that rustc computes it once.
    #[doc(alias("append"))]
    pub fn concat<R: Shape, F: Engine, O: ArrayShape, OutputEngine: Engine>(
        self,
        rhs: &TensorOn<T, R, F>,
    ) -> TensorOn<T, O, OutputEngine>
    where
        S: Concat<R, AXIS, Output = O>,
        E: Joins<T, F, OutputEngine = OutputEngine>,
    {
        let (axis, sizes) = match const { (is_static::<S>() && is_static::<R>(), S::NAMES | R::NAMES) }
        {
            // The types have compared the sizes.
            (true, _) if const { is_countable::<O>() } => (
                self.0.dims().len() - AXIS.unsigned_abs(),
                DynShape::of_known(memory::known::<O>()),
            ),
            (_, 0) => must_concat(self.0.dims(), rhs.dims(), AXIS),
            _ => or_panic(concat_named::<S, R>(self.0.dims(), rhs.dims(), AXIS)),
        };
        TensorOn {
            data: E::concat::<S, R, O>(&self.0.data, &rhs.data, axis, sizes),
        }
    }

    /// Like [`concat`](Self::concat), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes differ at another axis, if a shape of run-time rank has no such axis, or if
    /// the element count of the result overflows `usize`.
    pub fn try_concat<R: Shape, F: Engine, O: ArrayShape, OutputEngine: Engine>(
        self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: Concat<R, AXIS, Output = O>,
        E: Joins<T, F, OutputEngine = OutputEngine>,
    {
        let (axis, sizes) = concat_named::<S, R>(self.0.dims(), rhs.dims(), AXIS)?;
        Ok(TensorOn {
            data: E::concat::<S, R, O>(&self.0.data, &rhs.data, axis, sizes),
        })
    }
}

/// Joining two tensors along a new axis.
impl<T: 'static, S: Shape, E: MovesAxes<T>> TensorOn<T, S, E> {
    /// Joins this tensor and `rhs` along a new axis of size 2, which becomes `AXIS` (-1 is the last): along
    /// `Axis::<-1>`, `[..S, N]` and `[..S, N]` give `[..S, N, 2]`. The two may be of different types, where sizes are
    /// known of one side only, or on different engines. [`stack`](Self::stack) takes any number of one type.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Axis, Tensor, shape};
    ///
    /// let a = Tensor::<f32, shape![5, 3]>::zeros();
    /// let b = Tensor::<f32, shape![_, 3]>::zeros_with(<shape![_, 3]>::of([5]));
    /// let both: Tensor<f32, shape![2, 5, 3]> = a.stack_with(&b, Axis::<-3>);
    /// # }
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Axis, InlineTensor};
    ///
    /// let (a, b) = (InlineTensor::from([1, 2, 3]), InlineTensor::from([1, 2, 3, 4]));
    /// a.stack_with(&b, Axis::<-1>); // size 3 does not match size 4 at axis -1
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes differ, or if the element count of the result overflows `usize`.
    #[doc(alias("vstack", "hstack", "column_stack"))]
    #[inline]
    #[panicking_form(stack_with)]
    pub fn try_stack_with<R, F, O: Shape, OutputEngine: Engine, const AXIS: isize>(
        &self,
        rhs: &TensorOn<T, R, F>,
        axis: Axis<AXIS>,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        R: InsertAxis<AXIS>,
        S: Stacks<R, AXIS, Output = O> + InsertAxis<AXIS>,
        E: Joins<T, F, OutputEngine = OutputEngine>,
        F: MovesAxes<T>,
    {
        let Axis = axis;
        let sizes = counted(stack_shapes(&[self.dims(), rhs.dims()], AXIS))?;
        let axis = sizes.rank() - AXIS.unsigned_abs();
        let lhs = E::unsqueeze::<S, <S as InsertAxis<AXIS>>::Output>(&self.data, axis);
        let rhs = F::unsqueeze::<R, <R as InsertAxis<AXIS>>::Output>(&rhs.data, axis);
        Ok(TensorOn::of(E::concat::<
            <S as InsertAxis<AXIS>>::Output,
            <R as InsertAxis<AXIS>>::Output,
            O,
        >(&lhs, &rhs, axis, sizes)))
    }
}

/// Joining several tensors of one shape.
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Joins tensors of one shape along an axis: along `Axis::<-2>`, `K` tensors `[..S, A, N]` give `[..S, A * K, N]`.
    ///
    /// ```
    /// use shapecheck::{Axis, InlineTensor};
    ///
    /// let a = InlineTensor::from([1, 2]);
    /// assert_eq!(InlineTensor::concat_all([&a, &a, &a], Axis::<-1>), InlineTensor::from([1, 2, 1, 2, 1, 2]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are no tensors, if dynamic sizes differ at another axis, or if the element count of the
    /// result overflows `usize`.
    #[doc(alias("cat", "concatenate"))]
    #[inline]
    #[panicking_form(concat_all)]
    pub fn try_concat_all<'a, P: Parts<'a, Self>, const AXIS: isize>(
        parts: P,
        axis: Axis<AXIS>,
    ) -> Result<TensorOn<T, S::Resized<Times<S::Size, P::Count>>, E::Out>, ShapeError>
    where
        Self: 'a,
        S: HasAxis<AXIS>,
        E: Copies<T>,
    {
        let (parts, Axis) = (parts.parts(), axis);
        type Joined<S, Size, const AXIS: isize> = <S as HasAxis<AXIS>>::Resized<Size>;
        let sizes = sizes_of_parts::<T, S, E, Joined<S, Times<S::Size, P::Count>, AXIS>>(
            parts,
            AXIS,
            concat_sizes,
        )?;
        Ok(Self::join(parts, sizes))
    }

    /// Joins tensors of one shape along a new axis, which becomes `AXIS` (-1 is the last): along `Axis::<-1>`, `K`
    /// tensors `[..S, N]` give `[..S, N, K]`. [`stack_with`](Self::stack_with) takes two of different types.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no tensors, if dynamic sizes differ, or if the element count of the result overflows
    /// `usize`.
    #[doc(alias("dstack", "stack_all"))]
    #[inline]
    #[panicking_form(stack)]
    pub fn try_stack<'a, P: Parts<'a, Self>, O: HasAxis<AXIS>, const AXIS: isize>(
        parts: P,
        axis: Axis<AXIS>,
    ) -> Result<TensorOn<T, O::With<P::Count>, E::Out>, ShapeError>
    where
        Self: 'a,
        S: InsertAxis<AXIS, Output = O>,
        E: Copies<T>,
    {
        let (parts, Axis) = (parts.parts(), axis);
        let sizes = sizes_of_parts::<T, S, E, O::With<P::Count>>(parts, AXIS, stack_sizes)?;
        Ok(Self::join(parts, sizes))
    }

    /// Joins the tensors along an axis counted from the first into one of these sizes.
    #[inline]
    #[track_caller]
    pub(super) fn join<O: ArrayShape>(
        parts: &[&Self],
        (axis, sizes): (usize, DynShape),
    ) -> TensorOn<T, O, E::Out>
    where
        E: Copies<T>,
    {
        let part = |place: usize| &parts[place].data;
        TensorOn {
            data: E::join_places::<S, O>(parts.len(), &part, axis, sizes),
        }
    }
}
