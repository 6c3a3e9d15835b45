//! Elements at the indices in another tensor, and writing to parts of a tensor.
//!
//! Indices are `usize`. An index that is not below the size of its axis is an error that names the index, the axis and
//! the size; nothing is read or written then.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let table = InlineTensor::from([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]]);
//! let tokens = InlineTensor::from([2, 0, 2, 1]);
//! let embedded: InlineTensor<f64, shape![4, 2]> = table.along::<-2>().take(&tokens);
//! assert_eq!(embedded, InlineTensor::from([[2.0, 2.1], [0.0, 0.1], [2.0, 2.1], [1.0, 1.1]]));
//!
//! let error = table.along::<-2>().try_take(&InlineTensor::from([3])).unwrap_err();
//! assert_eq!(error.to_string(), "index 3 is out of bounds for axis -2 of shape [3, 2]: its size is 3");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let scores = InlineTensor::from([[0.1, 0.9], [0.8, 0.2]]);
//! scores.along::<-1>().gather(&InlineTensor::from([[1], [0], [0]])); // size 2 does not match size 3 at axis -2
//! ```

use crate::typenum::{Const, ToUInt, U};

#[cfg(feature = "alloc")]
use super::Tensor;
use super::operators::check_target;
use super::{TensorOn, check_lead_names_of, or_panic, panicking_form};
use crate::Dyn;
use crate::algebra::{
    HoldsLeading, ValuesFor, check_indexed_values, check_values_for, gather_leading_shape,
    one_hot_shape,
};
#[cfg(feature = "alloc")]
use crate::algebra::{MaskOf, check_mask};
use crate::algebra::{TakeAlongAxis, TakeAxis, take_along_axis_shape, take_shape};
use crate::engine::{
    ArrayShape, BinaryInPlace, Chosen, Copies, Creates, Engine, Gathers, MovesAxes, Operand,
    Placing, Scatters, ops,
};
use crate::error::BroadcastError;
#[cfg(feature = "alloc")]
use crate::host::array::Array;
use crate::host::rows::Update;
use crate::host::slice::Slice;
use crate::host::{Borrowed, Inline, Mutable, memory};
#[cfg(feature = "alloc")]
use crate::host::{Memory, index, raw::Raw};
#[cfg(feature = "alloc")]
use crate::shape::HasRank;
use crate::shape::InsertAxis;
use crate::shape::axis::{WithAxis, place_of};
use crate::{Axes, BroadcastTo, Dim, DynShape, HasAxis, Scalar, Shape, ShapeError, StaticDim};

/// Indices, for [`take`](Along::take) and similar functions: a reference to a tensor of `usize`, or to a slice, a vector or
/// an array of them. An array has a static size.
///
/// ```
/// use shapecheck::{InlineTensor, Tensor, shape};
///
/// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
/// let columns: Tensor<i32, shape![2, 2]> = x.along::<-1>().take(&[2, 0]);
/// assert_eq!(columns, InlineTensor::from([[3, 1], [6, 4]]));
/// let some: Tensor<i32, shape![2, _]> = x.along::<-1>().take(&vec![2, 0]);
/// assert_eq!(some.to_vec(), columns.to_vec());
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "indices are a reference to a tensor, a slice, a vector or an array of `usize`",
    label = "no indices",
    note = "`cast::<usize>()` converts a tensor of other integers, `&[3]` is one index, and of what `topk` gives the second tensor has indices"
)]
pub trait AsIndices<'a> {
    /// The sizes.
    type Shape: Shape;
    /// The engine that holds the indices.
    type Engine: Engine + 'a;

    #[doc(hidden)]
    fn indices(self) -> Indices<'a, Self::Engine, Self::Shape>;
}

/// Indices, as an engine holds them.
#[doc(hidden)]
pub type Indices<'a, F, I> = Operand<'a, <F as Engine>::Data<usize, I>>;

#[diagnostic::do_not_recommend]
impl<'a, I: Shape, F: Engine> AsIndices<'a> for &'a TensorOn<usize, I, F> {
    type Shape = I;
    type Engine = F;

    #[inline]
    fn indices(self) -> Indices<'a, F, I> {
        Operand::ByRef(&self.data)
    }
}

#[diagnostic::do_not_recommend]
impl<'a> AsIndices<'a> for &'a [usize] {
    type Shape = Axes<Scalar, Dyn>;
    type Engine = Borrowed<'a>;

    fn indices(self) -> Indices<'a, Borrowed<'a>, Self::Shape> {
        Operand::ByValue(Slice::row_major(self, [self.len()].into()))
    }
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<'a> AsIndices<'a> for &'a alloc::vec::Vec<usize> {
    type Shape = Axes<Scalar, Dyn>;
    type Engine = Borrowed<'a>;

    fn indices(self) -> Indices<'a, Borrowed<'a>, Self::Shape> {
        self.as_slice().indices()
    }
}

#[diagnostic::do_not_recommend]
impl<'a, const N: usize> AsIndices<'a> for &'a [usize; N]
where
    Const<N>: ToUInt<Output: StaticDim>,
{
    type Shape = Axes<Scalar, U<N>>;
    // Parts of inline tensors at these indices are inline.
    type Engine = Inline;

    fn indices(self) -> Indices<'a, Inline, Self::Shape> {
        Operand::ByValue(memory::from_nested(*self))
    }
}

/// A tensor and one of its axes, for operations along the axis.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[must_use = "an axis is selected for the operation along it"]
pub struct Along<'a, const AXIS: isize, T: 'static, S: Shape, E: Engine>(
    pub(super) &'a TensorOn<T, S, E>,
);

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Clone for Along<'_, AXIS, T, S, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Copy for Along<'_, AXIS, T, S, E> {}

/// A tensor and one of its axes, for changes along the axis.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[must_use = "an axis is selected for the operation along it"]
pub struct AlongMut<'a, const AXIS: isize, T: 'static, S: Shape, E: Engine>(
    &'a mut TensorOn<T, S, E>,
);

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The parts at indices, like NumPy's `take`: the axes of the indices replace the axis.
    ///
    /// An embedding is `table.along::<-2>().take(&tokens)`: shapes `[V, D]` and `[B, T]` give `[B, T, D]`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let columns: InlineTensor<i32, shape![2, 2]> = x.along::<-1>().take(&InlineTensor::from([2, 0]));
    /// assert_eq!(columns, InlineTensor::from([[3, 1], [6, 4]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below the size of the axis, or a shape of run-time rank has no such axis.
    #[doc(alias("index_select", "embedding", "choice", "permutation"))]
    #[panicking_form(take)]
    pub fn try_take<'i, I: AsIndices<'i>, OutputEngine: Engine>(
        self,
        indices: I,
    ) -> Result<TensorOn<T, S::Output, OutputEngine>, ShapeError>
    where
        S: TakeAxis<AXIS, I::Shape>,
        E: Gathers<T, I::Engine, OutputEngine = OutputEngine>,
    {
        let axis = place_of(self.0.dims(), AXIS)?;
        let indices = indices.indices();
        let data = E::take::<S, I::Shape, S::Output>(&self.0.data, axis, indices.data())?;
        Ok(TensorOn { data })
    }

    /// One element for each index, like NumPy's `take_along_axis`. Both tensors have the same rank, and all other axes
    /// broadcast.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let scores = InlineTensor::from([[0.1, 0.9], [0.8, 0.2]]);
    /// let best = scores.argmax_axis::<-1>();
    /// assert_eq!(scores.along::<-1>().gather(&best), InlineTensor::from([[0.9], [0.8]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below the size of the axis, or if dynamic sizes or ranks do not fit.
    #[doc(alias("take_along_axis", "take_along_dim"))]
    #[panicking_form(gather)]
    pub fn try_gather<'i, I: AsIndices<'i>, OutputEngine: Engine>(
        self,
        indices: I,
    ) -> Result<TensorOn<T, S::Output, OutputEngine>, ShapeError>
    where
        S: TakeAlongAxis<AXIS, I::Shape>,
        E: Gathers<T, I::Engine, OutputEngine = OutputEngine>,
    {
        let indices = indices.indices();
        let sizes = I::Engine::sizes::<usize, I::Shape>(indices.data());
        let axis = gathered_axis([self.0.dims(), sizes], [S::NAMES, I::Shape::NAMES], AXIS)?;
        let data =
            E::take_along_axis::<S, I::Shape, S::Output>(&self.0.data, axis, indices.data())?;
        Ok(TensorOn { data })
    }
}

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// One of the leading elements for each index, like PyTorch's `gather`. Both tensors have the same rank; along each
    /// other axis there are at most as many indices as elements, and nothing is broadcast. The result has the shape of
    /// the indices. [`gather`](Self::gather) broadcasts.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    /// let of_two_rows = InlineTensor::from([[2, 2], [0, 1]]);
    /// assert_eq!(x.along::<-1>().gather_leading(&of_two_rows), InlineTensor::from([[3, 3], [4, 5]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below the size of the axis, or if dynamic sizes or ranks do not fit.
    #[doc(alias = "gather")]
    #[panicking_form(gather_leading)]
    pub fn try_gather_leading<'i, I: AsIndices<'i>, OutputEngine: Engine>(
        self,
        indices: I,
    ) -> Result<TensorOn<T, I::Shape, OutputEngine>, ShapeError>
    where
        S: HoldsLeading<AXIS, I::Shape>,
        E: Gathers<T, I::Engine, OutputEngine = OutputEngine>,
    {
        let indices = indices.indices();
        let sizes = I::Engine::sizes::<usize, I::Shape>(indices.data());
        let axis = leading_axis(self.0.dims(), sizes, None, AXIS)?;
        let data = E::take_leading::<S, I::Shape>(&self.0.data, axis, indices.data())?;
        Ok(TensorOn { data })
    }
}

#[cfg(feature = "alloc")]
impl<const AXIS: isize, T: Clone + 'static, S: HasAxis<AXIS>, E: Memory> Along<'_, AXIS, T, S, E> {
    /// The parts for which a mask of the axis is true, on the heap.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// let x = InlineTensor::from([[1, 2], [3, 4], [5, 6]]);
    /// let rows: Tensor<i32, shape![_, 2]> = x.along::<-2>().compress(&InlineTensor::from([true, false, true]));
    /// assert_eq!(rows.to_vec(), [1, 2, 5, 6]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size of the mask is not that of the axis, or a shape of run-time rank has no such
    /// axis.
    #[doc(alias("masked_select", "boolean_mask"))]
    #[panicking_form(compress)]
    pub fn try_compress<M: Shape + MaskOf<S::Size, S::Distance>, F: Memory>(
        self,
        mask: &TensorOn<bool, M, F>,
    ) -> Result<Tensor<T, S::With<Dyn>>, ShapeError> {
        let axis = compressed_axis(self.0.dims(), mask.dims(), AXIS)?;
        let values = E::raw::<T, S>(&self.0.data);
        Ok(TensorOn {
            data: compressed(values, axis, F::raw::<bool, M>(&mask.data)),
        })
    }
}

#[cfg(feature = "alloc")]
impl<S: Shape, E: Memory> TensorOn<bool, S, E> {
    /// The indices of the true elements of this mask in row-major order, each with one number for each axis.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// let mask = InlineTensor::from([[true, false], [true, true]]);
    /// let places: Tensor<usize, shape![_, 2]> = mask.nonzero();
    /// assert_eq!(places.to_vec(), [0, 0, 1, 0, 1, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has a different number of axes.
    #[doc(alias = "argwhere")]
    #[track_caller]
    pub fn nonzero<const RANK: usize>(&self) -> Tensor<usize, Axes<Axes<Scalar, Dyn>, U<RANK>>>
    where
        S: HasRank<RANK>,
        Const<RANK>: ToUInt<Output: Dim>,
    {
        let _: [usize; RANK] = self.sizes();
        let (count, indices) = index::nonzero(E::raw::<bool, S>(&self.data));
        TensorOn {
            data: Array::new([count, RANK].into(), indices),
        }
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Selects an axis for operations along it: `x.along::<-1>().take(&indices)`.
    pub fn along<const AXIS: isize>(&self) -> Along<'_, AXIS, T, <S as WithAxis<AXIS>>::Same, E>
    where
        S: WithAxis<AXIS, Same = S>,
    {
        Along(self)
    }

    /// Selects an axis for changes along it: `x.along_mut::<-1>().index_add(&indices, &values)`.
    pub fn along_mut<const AXIS: isize>(
        &mut self,
    ) -> AlongMut<'_, AXIS, T, <S as WithAxis<AXIS>>::Same, E>
    where
        S: WithAxis<AXIS, Same = S>,
    {
        AlongMut(self)
    }

    /// Iterates over an axis: yields the tensor at each index, without that axis.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2], [3, 4], [5, 6]]);
    /// let sums: Vec<i32> = x.iter_axis::<-2>().map(|row| row.sum()).collect();
    /// assert_eq!(sums, [3, 7, 11]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias("unbind", "axis_iter", "outer_iter", "enumerate"))]
    #[track_caller]
    pub fn iter_axis<const AXIS: isize>(
        &self,
    ) -> impl ExactSizeIterator<Item = TensorOn<T, S::Without, E>> + DoubleEndedIterator
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T>,
    {
        (0..self.size::<AXIS>()).map(|index| self.index_axis::<AXIS>(index))
    }

    /// Replaces the elements by those of another tensor, broadcast to this shape.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let mut x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.slice_axis_mut::<-1>(1..).assign(&InlineTensor::from([0, 9]));
    /// assert_eq!(x, InlineTensor::from([[1, 0, 9], [4, 0, 9]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not broadcast to those of this tensor, which is then unchanged.
    #[doc(alias("copy_", "copyto"))]
    #[inline(always)]
    #[panicking_form(assign)]
    pub fn try_assign<R: Shape + BroadcastTo<S>, F: Engine>(
        &mut self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<(), BroadcastError>
    where
        E: BinaryInPlace<ops::Assign, T, F>,
    {
        check_target(rhs, self)?;
        E::update::<S, R>(&mut self.data, &rhs.data);
        Ok(())
    }

    /// Sets all elements to one value.
    #[doc(alias("fill_", "zero_"))]
    pub fn fill(&mut self, value: T)
    where
        T: Copy,
        E: Mutable<T>,
    {
        let mut change = Update(assign(value));
        or_panic(E::change::<(), S, _>(&mut self.data, &(), &mut change));
    }
}

/// Changes to parts or to single elements at indices.
/// The axis, counted from the first, after a check of the mask's size.
#[cfg(feature = "alloc")]
#[inline(never)]
fn compressed_axis(sizes: &[usize], mask: &[usize], axis: isize) -> Result<usize, ShapeError> {
    let place = place_of(sizes, axis)?;
    check_mask(mask, sizes, axis)?;
    Ok(place)
}

/// See [`index::compress`].
#[cfg(feature = "alloc")]
#[inline(never)]
fn compressed<T: Clone + 'static>(
    values: Raw<'_, T>,
    axis: usize,
    mask: Raw<'_, bool>,
) -> Array<T> {
    let (sizes, elements) = index::compress(values, axis, mask);
    Array::new(sizes, elements)
}

/// The axis, counted from the first, after a check of the sizes of a tensor and of indices, and of their names.
#[inline(never)]
fn gathered_axis(sizes: [&[usize]; 2], names: [u128; 2], axis: isize) -> Result<usize, ShapeError> {
    let place = place_of(sizes[0], axis)?;
    gathered_sizes(sizes, names, axis)?;
    Ok(place)
}

/// The sizes of the elements at indices, where no size with a name is stretched.
fn gathered_sizes(
    [sizes, indices]: [&[usize]; 2],
    names: [u128; 2],
    axis: isize,
) -> Result<DynShape, ShapeError> {
    let chosen = take_along_axis_shape(sizes, indices, axis)?;
    // The axis itself has a size for each of the two. A rank above 128 has no names.
    let others = u32::try_from(-1 - axis).map_or(0, |bit| !1_u128.checked_shl(bit).unwrap_or(0));
    for (names, own) in names.into_iter().zip([sizes, indices]) {
        check_lead_names_of(names & others, (own, 0), (chosen.dims(), 0))?;
    }
    Ok(chosen)
}

/// The axis, counted from the first, after a check of the sizes of indices and of the values that they place.
#[inline(never)]
fn leading_axis(
    sizes: &[usize],
    indices: &[usize],
    values: Option<&[usize]>,
    axis: isize,
) -> Result<usize, ShapeError> {
    gather_leading_shape(sizes, indices, axis)?;
    if let Some(values) = values {
        check_values_for(values, indices)?;
    }
    place_of(sizes, axis)
}

/// The axis, counted from the first, after a check of the sizes of a tensor, indices and values, and of their names.
#[inline(never)]
fn placed_axis(
    [sizes, indices, values]: [&[usize]; 3],
    placing: &Placing,
) -> Result<usize, ShapeError> {
    let (axis, names) = (placing.axis, placing.names);
    let place = place_of(sizes, axis)?;
    let chosen = match placing.chosen {
        Chosen::Leading => return leading_axis(sizes, indices, Some(values), axis),
        Chosen::Elements => gathered_sizes([sizes, indices], [names[0], names[1]], axis)?,
        Chosen::WholeParts => take_shape(sizes, indices, axis)?,
    };
    check_indexed_values(values, chosen.dims())?;
    check_lead_names_of(names[2], (values, 0), (chosen.dims(), 0))?;
    Ok(place)
}

/// Replaces an element. Knows no shape: a closure in a method would be compiled for each shape.
fn assign<T: Copy>(value: T) -> impl FnMut(&mut T, ()) {
    move |element, ()| *element = value
}

macro_rules! places {
    ($($(#[$doc:meta])* $name:ident $try_name:ident: $Rule:ident, $Op:ident, $Chosen:ident;)*) => {
        impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> AlongMut<'_, AXIS, T, S, E> {$(
            $(#[$doc])*
            ///
            /// If an index occurs several times, its elements are changed several times, in row-major order of the
            /// indices.
            ///
            /// # Errors
            ///
            /// Returns an error if an index is not below the size of the axis, or if dynamic sizes do not fit; the
            /// tensor is then unchanged.
            #[panicking_form($name)]
            pub fn $try_name<'i, I: AsIndices<'i>, V: Shape + BroadcastTo<S::Output>, G: Engine>(
                self,
                indices: I,
                values: &TensorOn<T, V, G>,
            ) -> Result<(), ShapeError>
            where
                S: $Rule<AXIS, I::Shape>,
                E: Scatters<ops::$Op, T, I::Engine, G>,
            {
                let placing = const {
                    &Placing {
                        axis: AXIS,
                        chosen: Chosen::$Chosen,
                        names: [S::NAMES, I::Shape::NAMES, V::NAMES],
                        check: placed_axis,
                    }
                };
                let indices = indices.indices();
                let (target, values) = (&mut self.0.data, &values.data);
                E::place_checked::<S, I::Shape, V>(target, indices.data(), values, placing)
            }
        )*}
    };
}

places! {
    /// Adds values to the parts that [`take`](Along::take) gives for the same indices. The values broadcast to these
    /// parts.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let mut gradient = InlineTensor::from([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    /// let tokens = InlineTensor::from([2, 0, 2]);
    /// gradient.along_mut::<-2>().index_add(&tokens, &InlineTensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
    /// assert_eq!(gradient, InlineTensor::from([[3.0, 4.0], [0.0, 0.0], [6.0, 8.0]]));
    /// ```
    index_add try_index_add: TakeAxis, Add, WholeParts;

    /// Replaces the parts that [`take`](Along::take) gives for the same indices by values. The values broadcast to
    /// these parts.
    index_assign try_index_assign: TakeAxis, Assign, WholeParts;

    /// Adds values to the elements that [`gather`](Along::gather) gives for the same indices. The values broadcast to
    /// these elements.
    scatter_add try_scatter_add: TakeAlongAxis, Add, Elements;

    /// Replaces the elements that [`gather`](Along::gather) gives for the same indices by values. The values broadcast
    /// to these elements.
    scatter try_scatter: TakeAlongAxis, Assign, Elements;
}

macro_rules! places_leading {
    ($($(#[$doc:meta])* $name:ident $try_name:ident: $Op:ident;)*) => {
        impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> AlongMut<'_, AXIS, T, S, E> {$(
            $(#[$doc])*
            ///
            /// If an index occurs several times, its elements are changed several times, in row-major order of the
            /// indices.
            ///
            /// # Errors
            ///
            /// Returns an error if an index is not below the size of the axis, or if dynamic sizes or ranks do not fit;
            /// the tensor is then unchanged.
            #[panicking_form($name)]
            pub fn $try_name<'i, I: AsIndices<'i>, V: Shape + ValuesFor<I::Shape>, G: Engine>(
                self,
                indices: I,
                values: &TensorOn<T, V, G>,
            ) -> Result<(), ShapeError>
            where
                S: HoldsLeading<AXIS, I::Shape>,
                E: Scatters<ops::$Op, T, I::Engine, G>,
            {
                let placing = const {
                    &Placing {
                        axis: AXIS,
                        chosen: Chosen::Leading,
                        names: [0; 3],
                        check: placed_axis,
                    }
                };
                let indices = indices.indices();
                let (target, values) = (&mut self.0.data, &values.data);
                E::place_checked::<S, I::Shape, V>(target, indices.data(), values, placing)
            }
        )*}
    };
}

places_leading! {
    /// Replaces the elements that [`gather_leading`](Along::gather_leading) gives for the same indices by the leading
    /// values, like PyTorch's `scatter`. There are at most as many indices as values along each axis, and nothing is
    /// broadcast.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let mut x = InlineTensor::from([[0; 3]; 3]);
    /// let indices = InlineTensor::from([[2, 0]]);
    /// x.along_mut::<-1>().scatter_leading(&indices, &InlineTensor::from([[7, 8, 9], [4, 5, 6]]));
    /// assert_eq!(x, InlineTensor::from([[8, 0, 7], [0, 0, 0], [0, 0, 0]]));
    /// ```
    #[doc(alias("scatter", "scatter_"))]
    scatter_leading try_scatter_leading: Assign;

    /// Adds the leading values to the elements that [`gather_leading`](Along::gather_leading) gives for the same
    /// indices, like PyTorch's `scatter_add`. There are at most as many indices as values along each axis, and nothing
    /// is broadcast.
    #[doc(alias("scatter_add", "scatter_add_"))]
    scatter_add_leading try_scatter_add_leading: Add;
}

/// # Rows and columns of a matrix
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, M: Dim, N: Dim, E: MovesAxes<T>> TensorOn<T, Axes<Axes<Scalar, M>, N>, E> {
    /// Iterates over the rows of a matrix: shape `[M, N]` yields M times `[N]`.
    ///
    /// ```
    /// use shapecheck::Tensor;
    ///
    /// let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// let sums: Vec<i32> = x.rows().map(|row| row.sum()).collect();
    /// assert_eq!(sums, [3, 7, 11]);
    /// ```
    ///
    /// ```compile_fail,E0599
    /// use shapecheck::Tensor;
    ///
    /// Tensor::from([1, 2]).rows(); // a vector has none
    /// ```
    ///
    /// [`iter_axis`](Self::iter_axis) is for any axis of tensors of any rank.
    #[track_caller]
    pub fn rows(
        &self,
    ) -> impl ExactSizeIterator<Item = TensorOn<T, Axes<Scalar, N>, E>> + DoubleEndedIterator {
        self.iter_axis::<-2>()
    }

    /// Iterates over the columns of a matrix: shape `[M, N]` yields N times `[M]`.
    #[track_caller]
    pub fn columns(
        &self,
    ) -> impl ExactSizeIterator<Item = TensorOn<T, Axes<Scalar, M>, E>> + DoubleEndedIterator {
        self.iter_axis::<-1>()
    }
}

impl<I: Shape, E: Engine> TensorOn<usize, I, E> {
    /// One-hot vectors: for each index a vector of `K` zeros with a 1 at the index.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let labels = InlineTensor::from([2, 0]);
    /// let rows: InlineTensor<f32, shape![2, 3]> = labels.one_hot::<f32, dim!(3)>();
    /// assert_eq!(rows, InlineTensor::from([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below `K`.
    #[panicking_form(one_hot)]
    pub fn try_one_hot<T, K: StaticDim>(
        &self,
    ) -> Result<TensorOn<T, Axes<I, K>, E::Out>, ShapeError>
    where
        T: num_traits::Zero + num_traits::One + Clone + 'static,
        I: InsertAxis<-1>,
        Axes<I, K>: TakeAlongAxis<-1, <I as InsertAxis<-1>>::Output>,
        Scalar:
            BroadcastTo<<Axes<I, K> as TakeAlongAxis<-1, <I as InsertAxis<-1>>::Output>>::Output>,
        E: MovesAxes<usize> + Copies<usize>,
        E::Out: Creates<T> + Scatters<ops::Assign, T, E, E::Out>,
    {
        let values = [T::zero(), T::one()];
        let sizes = one_hot_shape(self.dims(), K::SIZE)?;
        let one_hot = E::Out::one_hot::<I, <I as InsertAxis<-1>>::Output, Axes<I, K>>;
        let data = one_hot(&self.data, sizes, values)?;
        Ok(TensorOn::of(data))
    }
}
