//! Views and tensors from arrays of `ndarray`, and conversions back.
//!
//! ```
//! use ndarray::{Array, s};
//! use shapecheck::shape;
//! use shapecheck_borders::ndarray::{array_view, part, view};
//!
//! let table = Array::from_shape_fn((4, 6), |(row, column)| 10 * row + column);
//! // With axes in any order in memory:
//! let turned = view::<_, shape![6, 4], _>(table.t())?;
//! assert_eq!(turned[[5, 1]], 15);
//! // Every second column, in the memory of the whole table.
//! let even = part::<_, shape![4, 3], _, _>(table.view(), &table.slice(s![.., ..;2]))?;
//! assert_eq!(even.to_string(), "[[ 0  2  4]\n [10 12 14]\n [20 22 24]\n [30 32 34]]");
//! // And back, also without a copy.
//! assert_eq!(array_view(&even), table.slice(s![.., ..;2]).into_dyn());
//! # Ok::<(), shapecheck_borders::BorderError>(())
//! ```
//!
//! Elements that run backwards are refused, because strides of a tensor have no sign. Repeated elements (stride 0) are
//! accepted, because a view changes nothing.

use ::ndarray::{
    Array, ArrayBase, ArrayD, ArrayView, ArrayViewD, ArrayViewMut, Dimension, Ix0, Ix1, Ix2, Ix3,
    Ix4, Ix5, Ix6, IxDyn, RawData, ShapeBuilder,
};
use shapecheck::algebra::TellsSizes;
use shapecheck::host::Memory;
use shapecheck::{DynShape, Scalar, Shape, Tensor, TensorOn, View, ViewMut, shape};

use crate::BorderError;
use crate::error::strides;

/// How ndarray's arrays [tell their sizes](TellsSizes): in the contracts of functions, by `#[shapes("x: b t d")]`.
#[derive(Clone, Copy, Debug)]
pub enum Ndarray {}

macro_rules! of_ranks {
    ($($rank:ident: $shape:ty;)*) => {$(
        impl<Data: RawData> TellsSizes<Ndarray> for ArrayBase<Data, $rank> {
            type Shape = $shape;

            fn sizes(&self) -> DynShape {
                self.shape().into()
            }
        }
    )*};
}

of_ranks! {
    Ix0: Scalar;
    Ix1: shape![_];
    Ix2: shape![_, _];
    Ix3: shape![_, _, _];
    Ix4: shape![_, _, _, _];
    Ix5: shape![_, _, _, _, _];
    Ix6: shape![_, _, _, _, _, _];
    IxDyn: DynShape;
}

/// An array as a view of the same memory, with its axes in any order in memory.
///
/// # Errors
///
/// Returns an error if the sizes do not fit the shape, if elements run backwards along an axis, or if there are gaps
/// between them: [`part`] is for these.
pub fn view<'a, T, S: Shape, D: Dimension>(
    array: ArrayView<'a, T, D>,
) -> Result<View<'a, T, S>, BorderError> {
    let shape = S::try_from_sizes(array.shape())?;
    let strides = strides(array.shape(), array.strides())?;
    let elements = array.to_slice_memory_order().ok_or(BorderError::Gaps)?;
    Ok(View::from_strided(shape, &strides, elements)?)
}

/// An array as a mutable view of the same memory, with its axes in any order in memory. A part of an array is changed
/// through a part of the view of the whole array.
///
/// # Errors
///
/// As of [`view`].
pub fn view_mut<'a, T: 'static, S: Shape, D: Dimension>(
    array: ArrayViewMut<'a, T, D>,
) -> Result<ViewMut<'a, T, S>, BorderError> {
    let shape = S::try_from_sizes(array.shape())?;
    let strides = strides(array.shape(), array.strides())?;
    let elements = array.into_slice_memory_order().ok_or(BorderError::Gaps)?;
    Ok(ViewMut::from_strided(shape, &strides, elements)?)
}

/// A part of an array, with gaps, as a view of the memory of the whole array, which stays borrowed.
///
/// # Errors
///
/// Returns an error if the sizes do not fit the shape, if elements run backwards along an axis, if the whole array has
/// gaps itself, or if the part lies elsewhere.
pub fn part<'a, T, S: Shape, D: Dimension, P: Dimension>(
    whole: ArrayView<'a, T, D>,
    part: &ArrayView<'_, T, P>,
) -> Result<View<'a, T, S>, BorderError> {
    let shape = S::try_from_sizes(part.shape())?;
    let strides = strides(part.shape(), part.strides())?;
    let elements = whole.to_slice_memory_order().ok_or(BorderError::Gaps)?;
    if part.is_empty() || size_of::<T>() == 0 {
        // There are no elements.
        return Ok(View::from_strided(shape, &strides, elements)?);
    }
    // Compares addresses only: nothing outside of the whole array is read.
    let distance = (part.as_ptr() as usize).checked_sub(elements.as_ptr() as usize);
    let start = distance.filter(|distance| distance.is_multiple_of(size_of::<T>()));
    let elements = start.and_then(|start| elements.get(start / size_of::<T>()..));
    let elements = elements.ok_or(BorderError::Elsewhere)?;
    View::from_strided(shape, &strides, elements).map_err(|_| BorderError::Elsewhere)
}

/// The elements of a tensor as an array view of the same memory. `into_dimensionality` gives it a static number of
/// axes.
///
/// # Panics
///
/// Panics if the sizes have a product that `isize` does not count, without those that are 0: a tensor that repeats
/// elements, or has none, can have such sizes.
#[must_use]
#[track_caller]
pub fn array_view<T: 'static, S: Shape, E: Memory>(
    tensor: &TensorOn<T, S, E>,
) -> ArrayViewD<'_, T> {
    let strides = tensor.strides();
    let shape = IxDyn(tensor.dims()).strides(IxDyn(strides.dims()));
    match ArrayView::from_shape(shape, tensor.as_memory()) {
        Ok(array) => array,
        Err(error) => panic!("a tensor of shape {:?}: {error}", tensor.dims()),
    }
}

/// An array as a tensor. The elements are moved if the array is all of its memory, with its axes in any order, and
/// copied otherwise.
///
/// # Errors
///
/// Returns an error if the sizes do not fit the shape.
pub fn tensor<T: Clone + 'static, S: Shape, D: Dimension>(
    array: Array<T, D>,
) -> Result<Tensor<T, S>, BorderError> {
    let shape = S::try_from_sizes(array.shape())?;
    let count = array.len();
    let strides = match strides(array.shape(), array.strides()) {
        Ok(strides) if array.as_slice_memory_order().is_some() => strides,
        _ => {
            let elements = array.iter().cloned().collect();
            return Ok(Tensor::from_vec_with(shape, elements)?);
        }
    };
    let elements = match array.into_raw_vec_and_offset() {
        (elements, None | Some(0)) if elements.len() == count => elements,
        (elements, start) => elements[start.unwrap_or(0)..][..count].to_vec(),
    };
    Ok(Tensor::from_strided(shape, &strides, elements)?)
}

/// A tensor as an array. The elements are moved if no other tensor shares the memory and the tensor is all of it, with
/// its axes in any order, and copied otherwise.
///
/// # Panics
///
/// Panics if the sizes have a product that `isize` does not count, without those that are 0: a tensor without elements
/// can have such sizes.
#[must_use]
#[track_caller]
pub fn array<T: Clone + 'static, S: Shape>(tensor: Tensor<T, S>) -> ArrayD<T> {
    let dims = DynShape::from(tensor.dims());
    let sizes = IxDyn(dims.dims());
    let array = match tensor.try_into_memory() {
        Ok((elements, strides)) => {
            Array::from_shape_vec(sizes.strides(IxDyn(strides.dims())), elements)
        }
        Err(tensor) => Array::from_shape_vec(sizes, tensor.to_vec()),
    };
    match array {
        Ok(array) => array,
        Err(error) => panic!("a tensor of shape {:?}: {error}", dims.dims()),
    }
}
