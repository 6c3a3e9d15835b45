//! Access to elements: iterators, slices and vectors.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! let mut x = InlineTensor::from([[1, 2], [3, 4]]);
//! assert_eq!(x.iter().sum::<i32>(), 10);
//! x.as_mut_slice()[3] = 7;
//! assert_eq!(x.as_slice(), [1, 2, 3, 7]);
//! ```
//!
//! ```compile_fail,E0599
//! use shapecheck::InlineTensor;
//!
//! let x = InlineTensor::from([[1, 2], [3, 4]]);
//! x.view().as_mut_slice(); // a view is read only
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::Tensor;
use super::{InlineTensor, Iter, TensorOn, View};
#[cfg(feature = "alloc")]
use crate::host::raw::Holds;
use crate::host::{Memory, memory};
use crate::{DynShape, Shape, StaticShape};

/// # Elements
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The elements in row-major order.
    ///
    /// # Panics
    ///
    /// Panics if their number overflows `usize`, which can happen after an expansion.
    #[inline]
    #[track_caller]
    pub fn iter(&self) -> Iter<'_, T> {
        let raw = E::raw::<T, S>(&self.data);
        match const { E::IS_INLINE } {
            true => Iter::side_by_side(raw.elements),
            false => raw.iter(),
        }
    }

    /// A copy of the elements in row-major order.
    #[doc(alias("tolist", "numpy", "to_vec1", "to_vec2", "to_vec3", "into_raw_vec"))]
    #[cfg(feature = "alloc")]
    #[track_caller]
    #[must_use]
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        E::raw::<T, S>(&self.data).to_vec()
    }

    /// The stride of each axis, the first axis first: the distance in memory, in elements, between neighbours along the
    /// axis.
    #[doc(alias = "stride")]
    #[must_use]
    pub fn strides(&self) -> DynShape {
        E::raw::<T, S>(&self.data).strides.into()
    }

    /// The memory from the first element on; it may reach beyond the last one. The element at an index is at the sum of
    /// the index times the [`strides`](Self::strides).
    #[must_use]
    pub fn as_memory(&self) -> &[T] {
        E::raw::<T, S>(&self.data).elements
    }

    /// Whether the elements lie in memory in row-major order without gaps.
    #[doc(alias = "is_contiguous")]
    #[must_use]
    pub fn is_row_major(&self) -> bool {
        E::raw::<T, S>(&self.data).is_row_major()
    }

    /// A tensor on the heap with a copy of the elements, in row-major order.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn to_heap(&self) -> Tensor<T, S>
    where
        T: Clone,
    {
        let elements = self.to_vec();
        TensorOn::of(crate::host::array::Array::new(self.dims().into(), elements))
    }

    /// An inline tensor with a copy of the elements.
    pub fn to_inline(&self) -> InlineTensor<T, S>
    where
        S: StaticShape,
        T: Clone,
    {
        let mut elements = self.iter();
        InlineTensor::of(memory::generate_cells(|| match elements.next() {
            Some(element) => element.clone(),
            None => unreachable!("there are as many elements as the shape has"),
        }))
    }
}

#[cfg(feature = "alloc")]
impl<T: 'static, S: Shape> Tensor<T, S> {
    /// The elements in row-major order. They are not copied if this tensor is the only one with this memory and is all
    /// of it.
    #[doc(alias = "tolist")]
    #[must_use]
    #[track_caller]
    pub fn into_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        match self.try_into_vec() {
            Ok(elements) => elements,
            Err(tensor) => tensor.to_vec(),
        }
    }

    /// The elements in row-major order, without a copy.
    ///
    /// # Errors
    ///
    /// Returns the tensor unchanged if its memory is shared, or if its elements are only part of it or in another
    /// order.
    #[allow(clippy::result_large_err, reason = "the error is the tensor itself")]
    pub fn try_into_vec(self) -> Result<Vec<T>, Self> {
        self.data.try_into_vec().map_err(Self::of)
    }

    /// The memory with the stride of each axis, without a copy: the element at an index is at the sum of the index times
    /// the strides.
    ///
    /// ```
    /// use shapecheck::Tensor;
    ///
    /// let rows = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let turned = rows.transpose();
    /// drop(rows); // which shares the memory
    /// let (memory, strides) = turned.try_into_memory().unwrap();
    /// assert_eq!((&memory[..], strides.dims()), (&[1, 2, 3, 4, 5, 6][..], &[1, 3][..]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the tensor unchanged if its memory is shared, or if not each element of it has exactly one index.
    #[allow(clippy::result_large_err, reason = "the error is the tensor itself")]
    pub fn try_into_memory(self) -> Result<(Vec<T>, DynShape), Self> {
        let strides = self.strides();
        let memory = self.data.try_into_memory().map_err(Self::of)?;
        Ok((memory, strides))
    }

    /// The elements in row-major order, if memory has them in that order.
    ///
    /// ```
    /// use shapecheck::Tensor;
    ///
    /// let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.as_slice(), Some(&[1, 2, 3, 4, 5, 6][..]));
    /// assert_eq!(t.transpose().as_slice(), None);
    /// assert_eq!(t.transpose().to_vec(), [1, 4, 2, 5, 3, 6]);
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> Option<&[T]> {
        self.data.raw().as_slice()
    }

    /// The elements in row-major order, to be changed. They are copied first if the memory is shared, or if memory has
    /// them in another order.
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        T: Clone,
    {
        self.data.as_mut_slice()
    }

    /// The elements in row-major order, to be changed. They are copied first in the cases of
    /// [`as_mut_slice`](Self::as_mut_slice).
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T>
    where
        T: Clone,
    {
        self.as_mut_slice().iter_mut()
    }
}

impl<T: 'static, S: StaticShape> InlineTensor<T, S> {
    /// The elements in row-major order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self.data.as_slice()
    }

    /// The elements in row-major order, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.data.as_mut_slice()
    }

    /// The elements in row-major order, to be changed.
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }
}

impl<'a, T: 'static, S: Shape> View<'a, T, S> {
    /// The same view with a shorter lifetime, which Rust does not infer for the type of a view.
    ///
    /// ```
    /// use shapecheck::{Tensor, View, shape};
    ///
    /// fn larger<'a>(x: View<'a, f32, shape![2]>, y: View<'a, f32, shape![2]>) -> View<'a, f32, shape![2]> {
    ///     if x.sum() > y.sum() { x } else { y }
    /// }
    ///
    /// static NUMBERS: [f32; 2] = [1.0, 2.0];
    /// let always: View<'static, f32, shape![2]> = View::from_buffer(&NUMBERS)?;
    /// let now = Tensor::<f32, shape![2]>::zeros();
    /// assert_eq!(larger(always.shorten(), now.view()).sum(), 3.0);
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    #[inline]
    pub fn shorten<'b>(self) -> View<'b, T, S>
    where
        'a: 'b,
    {
        View::of(self.data)
    }

    /// The elements in row-major order, if memory has them in that order.
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.data.as_slice()
    }
}
