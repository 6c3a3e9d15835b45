//! [`Tensor`], an array on the heap with its shape in its type.
//!
//! Elements lie in row-major order, the last axis contiguous. Shapes are checked by the compiler where they
//! are static; with dynamic axes an operator checks the sizes when it runs, and panics at the caller's line
//! where they do not broadcast. A `try_` form returns the error.
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let a = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let row = Tensor::from([10.0, 20.0, 30.0]);
//! let sum: Tensor<f64, shape![2, 3]> = a + row;
//! assert_eq!(sum.to_string(), "[[11 22 33]\n [14 25 36]]");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::Tensor;
//!
//! let a = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let column = Tensor::from([10.0, 20.0]);
//! let sum = a + column; // size 3 does not match size 2 at axis -1
//! ```

#[forbid(unsafe_code)]
mod display;
#[forbid(unsafe_code)]
mod index;
#[forbid(unsafe_code)]
mod kernel;
mod matrix;
#[forbid(unsafe_code)]
mod nested;
#[forbid(unsafe_code)]
mod operators;
#[forbid(unsafe_code)]
mod reduce;

use alloc::vec;
use alloc::vec::Vec;
use core::slice;

use crate::{Shape, ShapeError, StaticShape};

pub use index::IndexedBy;
pub use matrix::MatrixElement;
pub use nested::Element;
pub use reduce::HasAxis;

/// An array on the heap with elements `T` and shape `S`, in row-major order.
///
/// Where the shape is static, constructors take none: `zeros()`. With dynamic axes they take a shape value:
/// `zeros_with(shape)`.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let a = Tensor::<f32, shape![2, 3]>::full(2.0);
/// let batch = <shape![_, 3]>::try_from([5, 3])?;
/// let b = Tensor::<f32, _>::from_fn_with(batch, |[row, column]| (row * column) as f32);
/// assert_eq!(b[[4, 2]], 8.0);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tensor<T, S> {
    shape: S,
    /// As many as the shape has elements.
    elements: Vec<T>,
}

impl<T, S: StaticShape> Tensor<T, S> {
    /// A tensor of zeros.
    pub fn zeros() -> Self
    where
        T: num_traits::Zero + Clone,
    {
        Self::full(T::zero())
    }

    /// A tensor with the same value everywhere.
    pub fn full(value: T) -> Self
    where
        T: Clone,
    {
        Self {
            shape: S::default(),
            elements: vec![value; S::NUM_ELEMENTS],
        }
    }

    /// A tensor whose element at each index is `element(index)`, asked for in row-major order.
    pub fn from_fn<const RANK: usize>(element: impl FnMut([usize; RANK]) -> T) -> Self
    where
        S: IndexedBy<RANK>,
    {
        Self::from_fn_with(S::default(), element)
    }

    /// A tensor of these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has.
    pub fn from_vec(elements: Vec<T>) -> Result<Self, ShapeError> {
        Self::from_vec_with(S::default(), elements)
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// A tensor of zeros of this shape.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    pub fn zeros_with(shape: S) -> Self
    where
        T: num_traits::Zero + Clone,
    {
        Self::full_with(shape, T::zero())
    }

    /// A tensor of this shape with the same value everywhere.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    pub fn full_with(shape: S, value: T) -> Self
    where
        T: Clone,
    {
        let elements = vec![value; count(&shape)];
        Self { shape, elements }
    }

    /// A tensor of this shape whose element at each index is `element(index)`, asked for in row-major order.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`, and where the index has another rank than a shape of
    /// run-time rank.
    #[track_caller]
    pub fn from_fn_with<const RANK: usize>(
        shape: S,
        mut element: impl FnMut([usize; RANK]) -> T,
    ) -> Self
    where
        S: IndexedBy<RANK>,
    {
        assert!(
            shape.rank() == RANK,
            "an index of {RANK} numbers for a tensor of shape {shape}"
        );
        let count = count(&shape);
        let mut index = [0; RANK];
        let mut elements = Vec::with_capacity(count);
        for _ in 0..count {
            elements.push(element(index));
            for axis in 1..=RANK {
                let place = &mut index[RANK - axis];
                *place += 1;
                if *place < shape.size_from_end(axis) {
                    break;
                }
                *place = 0;
            }
        }
        Self { shape, elements }
    }

    /// A tensor of this shape with these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has, or their count overflows `usize`.
    pub fn from_vec_with(shape: S, elements: Vec<T>) -> Result<Self, ShapeError> {
        let expected = shape.num_elements()?;
        match elements.len() {
            found if found == expected => Ok(Self { shape, elements }),
            found => Err(ShapeError::length(&shape, expected, found)),
        }
    }

    /// The shape as a value.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The elements in row-major order.
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }

    /// The elements in row-major order.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.elements
    }

    /// The elements in row-major order, without a copy.
    pub fn into_vec(self) -> Vec<T> {
        self.elements
    }

    /// The elements in row-major order.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// The elements in row-major order.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.elements.iter_mut()
    }

    /// A tensor of the same shape with `function` applied to every element.
    pub fn map<U>(&self, function: impl FnMut(T) -> U) -> Tensor<U, S>
    where
        T: Copy,
    {
        Tensor {
            shape: self.shape.clone(),
            elements: self.elements.iter().copied().map(function).collect(),
        }
    }

    /// The same tensor with its shape in another type, such as `shape![5, 3]` for `shape![_, 3]`.
    ///
    /// Sizes stay as they are, and elements where they are.
    ///
    /// ```
    /// use shapecheck::{DynShape, Tensor, shape};
    ///
    /// let a = Tensor::<f32, shape![2, 3]>::zeros().try_into_shape::<DynShape>()?;
    /// let b = a.try_into_shape::<shape![_, 3]>()?;
    /// let error = b.try_into_shape::<shape![4, 3]>().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "sizes [2, 3] do not fit the type: size 2 at axis -2 where the type has 4",
    /// );
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the other type has another rank, or another size at a static axis.
    pub fn try_into_shape<Other: Shape>(self) -> Result<Tensor<T, Other>, ShapeError> {
        Ok(Tensor {
            shape: Other::try_from_sizes(self.shape.to_dyn().dims())?,
            elements: self.elements,
        })
    }
}

/// The element count, or a panic that names the shape.
#[track_caller]
fn count(shape: &impl Shape) -> usize {
    match shape.num_elements() {
        Ok(count) => count,
        Err(error) => panic!("{error}"),
    }
}

impl<'a, T, S: Shape> IntoIterator for &'a Tensor<T, S> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, S: Shape> IntoIterator for &'a mut Tensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T, S> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}
