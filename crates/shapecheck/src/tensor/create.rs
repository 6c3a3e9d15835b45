//! Constructors: tensors of one value, from a function of the index, from slices and vectors.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::<i32, shape![2, 3]>::from_fn(|[row, column]| (10 * row + column) as i32);
//! assert_eq!(x, InlineTensor::from([[0, 1, 2], [10, 11, 12]]));
//! assert_eq!(x.zeros_like(), InlineTensor::zeros());
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! InlineTensor::<f32, shape![_, 3]>::zeros(); // a size known only at run time
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::Tensor;
use super::{IndexedBy, TensorOn, passed_sizes, static_sizes};
use crate::engine::{Copies, Creates, DynamicShapes};
#[cfg(feature = "alloc")]
use crate::host::array::Array;
use crate::host::memory;
use crate::shape::check_length;
use crate::{DynShape, Shape, ShapeError, StaticShape};

// The methods ask for a static shape, not the impl: for the impl, rustc would report a mistake in its own words.
/// # Constructors
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: Creates<T>> TensorOn<T, S, E> {
    /// A tensor of zeros.
    #[doc(alias = "empty")]
    pub fn zeros() -> Self
    where
        S: StaticShape,
        T: num_traits::Zero + Clone,
    {
        Self::full(T::zero())
    }

    /// A tensor of ones.
    pub fn ones() -> Self
    where
        S: StaticShape,
        T: num_traits::One + Clone,
    {
        Self::full(T::one())
    }

    /// A tensor filled with one value.
    #[doc(alias("from_elem", "from_element"))]
    pub fn full(value: T) -> Self
    where
        S: StaticShape,
        T: Clone,
    {
        Self::of(E::full(static_sizes::<S>(), value))
    }

    /// A tensor whose element at each index is `element(index)`. The function is called in row-major order.
    #[doc(alias("fromfunction", "kaiser"))]
    pub fn from_fn<const RANK: usize>(element: impl FnMut([usize; RANK]) -> T) -> Self
    where
        S: StaticShape + IndexedBy<RANK>,
    {
        // As a constant, so that an inline tensor takes no loop over axes.
        let elements = at_each_index(const { first_sizes(S::SIZES) }, element);
        let sizes = DynShape::of_known(const { memory::known::<S>() });
        Self::of(E::generate(sizes, elements))
    }

    /// A tensor with a copy of these elements, in row-major order.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape.
    #[doc(alias("frombuffer", "from_row_slice", "new"))]
    pub fn from_slice(elements: &[T]) -> Result<Self, ShapeError>
    where
        S: StaticShape,
        T: Clone,
    {
        Self::from_sizes_and_slice(S::SIZES, static_sizes::<S>(), elements)
    }

    /// A tensor of zeros with this shape.
    ///
    /// # Panics
    ///
    /// Panics if the element count overflows `usize`.
    #[track_caller]
    pub fn zeros_with(shape: S) -> Self
    where
        E: DynamicShapes,
        T: num_traits::Zero + Clone,
    {
        Self::full_with(shape, T::zero())
    }

    /// A tensor of ones with this shape.
    ///
    /// # Panics
    ///
    /// Panics if the element count overflows `usize`.
    #[track_caller]
    pub fn ones_with(shape: S) -> Self
    where
        E: DynamicShapes,
        T: num_traits::One + Clone,
    {
        Self::full_with(shape, T::one())
    }

    /// A tensor with this shape, filled with one value.
    ///
    /// # Panics
    ///
    /// Panics if the element count overflows `usize`.
    #[track_caller]
    pub fn full_with(shape: S, value: T) -> Self
    where
        E: DynamicShapes,
        T: Clone,
    {
        Self::of(E::full(shape.to_dyn(), value))
    }

    /// A tensor with this shape whose element at each index is `element(index)`. The function is called in row-major
    /// order.
    ///
    /// # Panics
    ///
    /// Panics if the element count overflows `usize`, or if a shape of run-time rank does not have `RANK` axes.
    #[doc(alias = "arange_with")]
    #[track_caller]
    pub fn from_fn_with<const RANK: usize>(
        shape: S,
        element: impl FnMut([usize; RANK]) -> T,
    ) -> Self
    where
        E: DynamicShapes,
        S: IndexedBy<RANK>,
    {
        let sizes = shape.to_dyn();
        Self::from_sizes_and_fn(sizes.dims(), sizes.clone(), element)
    }

    /// A tensor with this shape and a copy of these elements, in row-major order.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape, or their count overflows `usize`.
    pub fn from_slice_with(shape: S, elements: &[T]) -> Result<Self, ShapeError>
    where
        E: DynamicShapes,
        T: Clone,
    {
        let sizes = shape.to_dyn();
        Self::from_sizes_and_slice(sizes.dims(), sizes.clone(), elements)
    }

    /// `passed` is what the engine learns about the sizes.
    #[track_caller]
    pub(super) fn from_sizes_and_fn<const RANK: usize>(
        sizes: &[usize],
        passed: DynShape,
        element: impl FnMut([usize; RANK]) -> T,
    ) -> Self {
        Self::of(E::generate(passed, at_each_index(of_rank(sizes), element)))
    }

    /// `passed` is what the engine learns about the sizes.
    pub(super) fn from_sizes_and_slice(
        sizes: &[usize],
        passed: DynShape,
        elements: &[T],
    ) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        check_length(sizes, elements.len())?;
        Ok(Self::of(E::generate(passed, cloned(elements))))
    }
}

/// The elements, one after the other. Knows no shape: a closure in a method would be compiled for each shape.
fn cloned<T: Clone>(elements: &[T]) -> impl FnMut() -> T {
    let mut elements = elements.iter();
    move || match elements.next() {
        Some(element) => element.clone(),
        None => unreachable!("the elements were counted"),
    }
}

/// The sizes as an array. There are as many.
const fn first_sizes<const RANK: usize>(sizes: &[usize]) -> [usize; RANK] {
    match sizes.first_chunk() {
        Some(sizes) => *sizes,
        None => panic!("the rank of the shape"),
    }
}

/// A function of an index for each index of some sizes in row-major order.
#[inline]
fn at_each_index<const RANK: usize, T>(
    sizes: [usize; RANK],
    mut element: impl FnMut([usize; RANK]) -> T,
) -> impl FnMut() -> T {
    let mut index = [0; RANK];
    move || {
        let result = element(index);
        to_next(&mut index, &sizes);
        result
    }
}

/// Replaces an index by the next one in row-major order.
#[inline]
fn to_next(index: &mut [usize], sizes: &[usize]) {
    for (place, size) in index.iter_mut().zip(sizes).rev() {
        *place += 1;
        if *place < *size {
            break;
        }
        *place = 0;
    }
}

/// The sizes as an array, or a panic that names them.
#[inline(never)]
#[track_caller]
pub(super) fn of_rank<const RANK: usize>(sizes: &[usize]) -> [usize; RANK] {
    match <[usize; RANK]>::try_from(sizes) {
        Ok(sizes) => sizes,
        Err(_) => panic!(
            "an index of {RANK} numbers for a tensor of shape {}",
            DynShape::from(sizes)
        ),
    }
}

#[cfg(feature = "alloc")]
impl<T: 'static, S: Shape> Tensor<T, S> {
    /// A tensor with these elements, in row-major order.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape.
    #[doc(alias("tensor", "array", "asarray"))]
    pub fn from_vec(elements: Vec<T>) -> Result<Self, ShapeError>
    where
        S: StaticShape,
    {
        let sizes = DynShape::of_known(const { memory::known::<S>() });
        array_of(sizes, elements).map(Self::of)
    }

    /// A tensor with this shape and these elements, in row-major order.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape, or their count overflows `usize`.
    pub fn from_vec_with(shape: S, elements: Vec<T>) -> Result<Self, ShapeError> {
        array_of(shape.to_dyn(), elements).map(Self::of)
    }

    /// A tensor with this shape and these elements, in memory with these strides, as of
    /// [`View::from_strided`](crate::View::from_strided). [`try_into_memory`](Self::try_into_memory) goes back.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// // Column by column.
    /// let t = Tensor::<_, shape![2, 3]>::from_strided(Default::default(), &[1, 2], vec![1, 4, 2, 5, 3, 6])?;
    /// assert_eq!(t, Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is not one stride for each axis, if an index has no element, or if the count of
    /// elements overflows `usize`.
    pub fn from_strided(shape: S, strides: &[usize], elements: Vec<T>) -> Result<Self, ShapeError> {
        let sizes = shape.to_dyn();
        let array = Array::strided(elements, sizes.dims(), strides)?;
        Ok(Self::of(array))
    }
}

/// The elements with these sizes. Not inlined into callers, which are compiled for each shape.
#[cfg(feature = "alloc")]
#[inline(never)]
fn array_of<T>(sizes: DynShape, elements: Vec<T>) -> Result<Array<T>, ShapeError> {
    check_length(sizes.dims(), elements.len())?;
    Ok(Array::new(sizes, elements))
}

/// Tensors of one value, with the shape of this one.
/// A tensor of zeros, so that `#[derive(Default)]` makes a layer of zeros.
impl<T, S, E> Default for TensorOn<T, S, E>
where
    T: num_traits::Zero + Clone + 'static,
    S: StaticShape,
    E: Creates<T>,
{
    fn default() -> Self {
        Self::zeros()
    }
}

impl<T: 'static, S: Shape, E: Copies<T, Out: Creates<T>>> TensorOn<T, S, E> {
    /// A tensor of zeros of the same shape.
    #[doc(alias("empty_like"))]
    #[track_caller]
    pub fn zeros_like(&self) -> TensorOn<T, S, E::Out>
    where
        T: num_traits::Zero + Clone,
    {
        self.full_like(T::zero())
    }

    /// A tensor of ones of the same shape.
    #[track_caller]
    pub fn ones_like(&self) -> TensorOn<T, S, E::Out>
    where
        T: num_traits::One + Clone,
    {
        self.full_like(T::one())
    }

    /// A tensor of the same shape, filled with one value.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.full_like(7), InlineTensor::from([[7, 7, 7], [7, 7, 7]]));
    /// ```
    #[track_caller]
    pub fn full_like(&self, value: T) -> TensorOn<T, S, E::Out>
    where
        T: Clone,
    {
        TensorOn::of(E::Out::full(passed_sizes::<S>(self.dims()), value))
    }
}
