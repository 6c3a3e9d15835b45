//! Tensors from nested arrays, with an inferred shape.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let t = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! let same: InlineTensor<i32, shape![2, 3]> = t;
//! let back: [[i32; 3]; 2] = same.into();
//! let number: InlineTensor<i32, shape![]> = InlineTensor::scalar(7);
//!
//! static WEIGHTS: InlineTensor<f32, shape![2, 2]> = InlineTensor::from_array([[1.0, 2.0], [3.0, 4.0]]);
//! ```
//!
//! ```compile_fail,E0308
//! use shapecheck::{InlineTensor, shape};
//!
//! let t: InlineTensor<i32, shape![3, 2]> = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! ```

use crate::typenum::{Const, ToUInt, U};

use super::{InlineTensor, TensorOn};
#[cfg(feature = "alloc")]
use crate::Dyn;
use crate::engine::composed::only;
use crate::engine::{Creates, ReadsElements};
use crate::host::memory;
use crate::shape::list::ArrayShape;
use crate::{Axes, DynShape, Scalar, StaticDim, StaticShape};
#[cfg(feature = "alloc")]
use crate::{Shape, algebra::MayEqual};

pub use crate::host::memory::{Element, NestedArray};

impl<T: 'static, E: Creates<T>> TensorOn<T, Scalar, E> {
    /// A tensor without axes, which holds one number.
    pub fn scalar(value: T) -> Self {
        Self::of(E::generate(DynShape::default(), only(value)))
    }
}

impl<T: Clone + 'static, E: ReadsElements<T>> TensorOn<T, Scalar, E> {
    /// The number of a tensor without axes.
    #[doc(alias("item", "to_scalar"))]
    #[track_caller]
    #[must_use]
    pub fn into_scalar(self) -> T {
        E::into_scalar(self.data)
    }
}

impl<T: 'static, S: StaticShape> InlineTensor<T, S> {
    /// The tensor of a nested array. Also works in constants and `static`s.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// static BIAS: InlineTensor<f32, shape![3]> = InlineTensor::from_array([0.1, 0.2, 0.3]);
    /// assert_eq!(BIAS[[2]], 0.3);
    /// ```
    ///
    /// The shape is the one that is stated, and may have names:
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dims, shape};
    ///
    /// dims! { World = 3 }
    ///
    /// const GRAVITY: InlineTensor<f32, shape![World]> = InlineTensor::from_array([0.0, 0.0, -9.81]);
    /// const DOWN: [f32; 3] = GRAVITY.to_array();
    /// assert_eq!(DOWN[2], -9.81);
    /// ```
    pub const fn from_array<A>(array: A) -> Self
    where
        A: NestedArray<Element = T, Shape = S::Unnamed>,
    {
        Self {
            data: memory::from_nested(array),
        }
    }

    /// A copy of the elements as a nested array, without names. Also works in constants.
    #[must_use]
    pub const fn to_array<A>(&self) -> A
    where
        A: NestedArray<Element = T, Shape = S::Unnamed>,
        T: Copy,
    {
        memory::to_nested(&self.data)
    }
}

// The page of tensors says by `From<A>` which arrays there are.
macro_rules! into_nested_array {
    ([$($parameters:tt)*] [$($bounds:tt)*] $array:ty, $shape:ty) => {
        #[doc(hidden)]
        impl<T: Element + 'static, S: ArrayShape<Unnamed = $shape>, $($parameters)*> From<InlineTensor<T, S>> for $array
        where
            $($bounds)*
        {
            fn from(tensor: InlineTensor<T, S>) -> Self {
                memory::into_nested(tensor.data)
            }
        }
    };
}

memory::for_nested_arrays!(into_nested_array);

// The type's own parameters stand in the header, and equalities among the bounds, so that both shapes are reported where
// they differ. With projections in the header, an array that does not fit has no implementation at all, and a bound on `S`
// would leave a shape of unknown size to `From<T> for T`.
impl<A, T: 'static, S: ArrayShape> From<A> for InlineTensor<T, S>
where
    A: NestedArray<Element = T, Shape = S>,
{
    fn from(array: A) -> Self {
        inline(array)
    }
}

fn inline<A: NestedArray>(array: A) -> InlineTensor<A::Element, A::Shape> {
    InlineTensor::of(memory::from_nested(array))
}

#[cfg(feature = "alloc")]
impl<T: 'static, S: Shape> super::Tensor<T, S> {
    /// The tensor of a nested array, with the shape that is stated, which may have names and sizes known only at run time.
    ///
    /// ```
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Sensors, Axis = 2 }
    ///
    /// let x = Tensor::<f64, shape![Sensors, Axis]>::from_array([[0.5, 1.0], [0.0, 2.0], [1.5, 1.0]]);
    /// assert_eq!(x.shape().to_string(), "[Sensors = 3, Axis = 2]");
    /// ```
    ///
    /// `Tensor::from` has the shape that the array says, without names.
    ///
    /// # Panics
    ///
    /// Panics if one name has two sizes in the array, or one above its bound. Another size than a known one is a compile error.
    #[track_caller]
    pub fn from_array<A>(array: A) -> Self
    where
        A: NestedArray<Element = T>,
        <A::Shape as ArrayShape>::Unnamed: MayEqual<S::Unnamed>,
    {
        super::Tensor::from(array).named()
    }
}

#[cfg(feature = "alloc")]
impl<A, T: 'static, S: ArrayShape> From<A> for super::Tensor<T, S>
where
    A: NestedArray<Element = T, Shape = S>,
{
    fn from(array: A) -> Self {
        on_the_heap(array)
    }
}

#[cfg(feature = "alloc")]
fn on_the_heap<A: NestedArray>(array: A) -> super::Tensor<A::Element, A::Shape> {
    super::Tensor::of(crate::host::array::Array::new(
        <A::Shape as StaticShape>::SIZES.into(),
        memory::nested_to_vec(array),
    ))
}

/// A vector of as many elements as there are: `[_]`. [`from_vec`](super::Tensor::from_vec) gives them another shape.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let scores: Tensor<f32, shape![_]> = Tensor::from(vec![0.5, 0.25]);
/// assert_eq!(scores.dims(), [2]);
/// ```
#[cfg(feature = "alloc")]
impl<T: 'static> From<alloc::vec::Vec<T>> for super::Tensor<T, Axes<Scalar, Dyn>> {
    fn from(elements: alloc::vec::Vec<T>) -> Self {
        let sizes = [elements.len()].into();
        Self::of(crate::host::array::Array::new(sizes, elements))
    }
}
