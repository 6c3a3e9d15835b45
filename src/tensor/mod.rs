//! The tensor: its elements, its shape and its engine are its type.
//!
//! One struct has all operations: what shapes they take and give, what they mean, and what they say where shapes do not fit. What computes is the
//! last parameter, an [engine](crate::engine):
//!
//! | type | elements | shapes |
//! | --- | --- | --- |
//! | [`Tensor<T, S>`](Tensor) | on the heap, in memory that is shared and counted | any |
//! | [`InlineTensor<T, S>`](InlineTensor) | in the tensor itself; no allocator, `Copy` where `T` is | static |
//! | [`View<'_, T, S>`](View) | in another tensor, or a slice | any |
//! | [`ViewMut<'_, T, S>`](ViewMut) | the same, to be changed | any |
//! | [`TensorOn<T, S, E>`](TensorOn) | where the engine `E` has them | as the engine |
//!
//! Shapes are checked by the compiler where they are static. With dynamic axes an operation checks the sizes when it
//! runs, and panics at the caller's line where they do not fit; a `try_` form returns the error.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{Tensor, shape};
//!
//! let a = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let row = Tensor::from([10.0, 20.0, 30.0]);
//! let sum: Tensor<f64, shape![2, 3]> = a + row;
//! assert_eq!(sum.to_string(), "[[11 22 33]\n [14 25 36]]");
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let a = InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let column = InlineTensor::from([10.0, 20.0]);
//! let sum = a + column; // size 3 does not match size 2 at axis -1
//! ```

mod arrange;
mod axes;
mod channels;
mod compare;
mod contract;
#[cfg(any(feature = "std", feature = "libm"))]
mod decompose;
mod display;
mod elementwise;
mod exact;
#[cfg(feature = "fft")]
mod fourier;
mod index;
mod join;
mod layers;
mod linear;
mod loss;
mod make;
mod matrix;
mod nested;
mod network;
pub mod notation;
mod operators;
mod order;
pub mod pattern;
#[cfg(feature = "rand")]
mod random;
mod recurrent;
mod reduce;
#[cfg(feature = "serde")]
mod serde;
mod slice;
mod split;
mod take;
pub mod view;
mod window;
pub mod zip;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::Display;
use core::hash::{Hash, Hasher};

use crate::algebra::{InfersSizesOf, StaticSizeFromEnd, reshape_kept_sizes, reshape_sizes};
use crate::engine::{AnyShape, Copies, Engine, Keeps, Makes, Operand, Reshapes, Retypes};
#[cfg(feature = "alloc")]
use crate::host::Host;
#[cfg(feature = "alloc")]
use crate::host::raw::Holds;
use crate::host::{Borrowed, BorrowedMut, Inline, Memory, layout, memory};
use crate::shape::check_reshape;
use crate::shape::list::{NEAR, Nest};
use crate::{
    Dyn, DynShape, HasAxis, HasRank, MayBe, Reshape, Shape, ShapeError, StaticShape, Widens,
};

pub use crate::host::iter::Iter;
pub use crate::host::reduce::FloatElement;
#[cfg(any(feature = "std", feature = "libm"))]
pub use decompose::MatrixNorm;
pub use exact::{Exact, OneSided};
pub use index::IndexedBy;
pub use join::Parts;
pub use make::{Vectors, arange_len, meshgrid, meshgrid_xy};
pub use matrix::MatrixElement;
pub use nested::{Element, NestedArray};
pub use order::{ArgSorted, Scanned, ScannedBy, Sorted, SortedBy};
pub use split::PiecesOf;
pub use take::{Along, AlongMut};

/// An array with elements `T` and shape `S`, which the engine `E` holds and computes with.
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
///
/// On the heap memory is shared: a part of a tensor, or a clone, is a tensor of the same memory, and what changes one copies it first.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let a = Tensor::from([[1, 2, 3], [4, 5, 6]]);
/// let mut columns: Tensor<i32, shape![3, 2]> = a.transpose(); // the same memory
/// columns += 10; // its own from here on
/// assert_eq!((a[[0, 1]], columns[[1, 0]]), (2, 12));
/// ```
// The sizes of the data are those of a value of the shape.
pub struct TensorOn<T: 'static, S: Nest, E: Engine> {
    data: E::Data<T, S>,
}

/// A tensor on the heap, in memory that is shared and counted. See [`TensorOn`] for all it can do.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let a = Tensor::<f32, shape![2, 3]>::full(2.0);
/// let b: Tensor<f32, shape![3, 2]> = a.transpose(); // the same memory
/// ```
#[cfg(feature = "alloc")]
pub type Tensor<T, S> = TensorOn<T, S, Host>;

/// An array of static shape that holds its elements itself, in row-major order: `Copy` where `T` is, usable in
/// `static`s, and without an allocator.
///
/// ```
/// use shapecheck::{InlineTensor, shape};
///
/// let a = InlineTensor::<f32, shape![2, 3]>::full(2.0);
/// assert_eq!(size_of_val(&a), 6 * size_of::<f32>());
/// let b = a; // a copy
/// assert_eq!(a + b, InlineTensor::full(4.0));
/// ```
pub type InlineTensor<T, S> = TensorOn<T, S, Inline>;

/// Elements of another tensor, or of a slice, as a tensor: read-only, without a copy. Results of operations on it are on the heap.
pub type View<'a, T, S> = TensorOn<T, S, Borrowed<'a>>;

/// Elements of another tensor, or of a slice, as a tensor that changes them in place.
pub type ViewMut<'a, T, S> = TensorOn<T, S, BorrowedMut<'a>>;

/// The sizes of a static shape.
#[inline]
fn static_sizes<S: StaticShape>() -> DynShape {
    passed_sizes::<S>(S::SIZES)
}

/// The sizes that an engine is given for a result of shape `S`.
#[inline]
#[track_caller]
fn passed_sizes<S: Shape>(sizes: &[usize]) -> DynShape {
    if const { S::STATIC.is_some() } {
        DynShape::of_known(const { memory::known::<S>() })
    } else {
        sizes.into()
    }
}

// That the shape is static is asked of the methods: of the impl it would be told in rustc's words.
impl<T: 'static, S: Shape, E: Makes<T>> TensorOn<T, S, E> {
    /// A tensor of zeros.
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

    /// A tensor with the same value everywhere.
    pub fn full(value: T) -> Self
    where
        S: StaticShape,
        T: Clone,
    {
        Self::of(E::full(static_sizes::<S>(), value))
    }

    /// A tensor whose element at each index is `element(index)`, asked for in row-major order.
    pub fn from_fn<const RANK: usize>(element: impl FnMut([usize; RANK]) -> T) -> Self
    where
        S: StaticShape + IndexedBy<RANK>,
    {
        Self::from_sizes_and_fn(S::SIZES, static_sizes::<S>(), element)
    }

    /// A tensor of a copy of these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has.
    pub fn from_slice(elements: &[T]) -> Result<Self, ShapeError>
    where
        S: StaticShape,
        T: Clone,
    {
        Self::from_sizes_and_slice(S::SIZES, static_sizes::<S>(), elements)
    }

    /// A tensor of zeros of this shape.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    pub fn zeros_with(shape: S) -> Self
    where
        E: AnyShape,
        T: num_traits::Zero + Clone,
    {
        Self::full_with(shape, T::zero())
    }

    /// A tensor of ones of this shape.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    pub fn ones_with(shape: S) -> Self
    where
        E: AnyShape,
        T: num_traits::One + Clone,
    {
        Self::full_with(shape, T::one())
    }

    /// A tensor of this shape with the same value everywhere.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    pub fn full_with(shape: S, value: T) -> Self
    where
        E: AnyShape,
        T: Clone,
    {
        Self::of(E::full(shape.to_dyn(), value))
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
        element: impl FnMut([usize; RANK]) -> T,
    ) -> Self
    where
        E: AnyShape,
        S: IndexedBy<RANK>,
    {
        let sizes = shape.to_dyn();
        Self::from_sizes_and_fn(sizes.dims(), sizes.clone(), element)
    }

    /// A tensor of this shape of a copy of these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has, or their count overflows `usize`.
    pub fn from_slice_with(shape: S, elements: &[T]) -> Result<Self, ShapeError>
    where
        E: AnyShape,
        T: Clone,
    {
        let sizes = shape.to_dyn();
        Self::from_sizes_and_slice(sizes.dims(), sizes.clone(), elements)
    }

    /// `passed` is what the engine is given of the sizes.
    #[track_caller]
    fn from_sizes_and_fn<const RANK: usize>(
        sizes: &[usize],
        passed: DynShape,
        mut element: impl FnMut([usize; RANK]) -> T,
    ) -> Self {
        let Ok(sizes) = <[usize; RANK]>::try_from(sizes) else {
            panic!(
                "an index of {RANK} numbers for a tensor of shape {}",
                DynShape::from(sizes)
            )
        };
        let mut index = [0; RANK];
        Self::of(E::generate(passed, || {
            let result = element(index);
            for (place, size) in index.iter_mut().zip(sizes).rev() {
                *place += 1;
                if *place < size {
                    break;
                }
                *place = 0;
            }
            result
        }))
    }

    /// `passed` is what the engine is given of the sizes.
    fn from_sizes_and_slice(
        sizes: &[usize],
        passed: DynShape,
        elements: &[T],
    ) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        check_length(sizes, elements.len())?;
        let mut elements = elements.iter();
        Ok(Self::of(E::generate(passed, || match elements.next() {
            Some(element) => element.clone(),
            None => unreachable!("the elements were counted"),
        })))
    }
}

#[cfg(feature = "alloc")]
impl<T: 'static, S: Shape> Tensor<T, S> {
    /// A tensor of these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has.
    pub fn from_vec(elements: Vec<T>) -> Result<Self, ShapeError>
    where
        S: StaticShape,
    {
        Self::from_vec_with(S::default(), elements)
    }

    /// A tensor of this shape with these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has, or their count overflows `usize`.
    pub fn from_vec_with(shape: S, elements: Vec<T>) -> Result<Self, ShapeError> {
        let sizes = shape.to_dyn();
        check_length(sizes.dims(), elements.len())?;
        Ok(Self::of(crate::host::array::Array::new(sizes, elements)))
    }

    /// The elements in row-major order, in the same memory where this tensor is the only one of it and they are all that is there; else
    /// copied.
    pub fn into_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        self.try_into_vec().unwrap_or_else(|tensor| tensor.to_vec())
    }

    /// The elements in row-major order, in the same memory.
    ///
    /// # Errors
    ///
    /// The tensor as it was, where others share its memory, or where it has only part of it or in another order.
    #[allow(clippy::result_large_err, reason = "the error is the tensor itself")]
    pub fn try_into_vec(self) -> Result<Vec<T>, Self> {
        self.data.try_into_vec().map_err(Self::of)
    }

    /// The elements in row-major order, where they lie so.
    ///
    /// ```
    /// use shapecheck::Tensor;
    ///
    /// let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.as_slice(), Some(&[1, 2, 3, 4, 5, 6][..]));
    /// assert_eq!(t.transpose().as_slice(), None);
    /// assert_eq!(t.transpose().to_vec(), [1, 4, 2, 5, 3, 6]);
    /// ```
    pub fn as_slice(&self) -> Option<&[T]> {
        self.data.raw().as_slice()
    }

    /// The elements in row-major order, to be changed: copied first where the memory is shared, or where they lie in another order.
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        T: Clone,
    {
        self.data.as_mut_slice()
    }

    /// The elements in row-major order, to be changed: copied first as by [`as_mut_slice`](Self::as_mut_slice).
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
    /// The elements in row-major order, where they lie so.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.data.as_slice()
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Of data whose sizes fit the shape.
    #[inline]
    const fn of(data: E::Data<T, S>) -> Self {
        Self { data }
    }

    /// Of what an engine made.
    ///
    /// # Errors
    ///
    /// Where the shape has another rank, or another size at a static axis.
    pub fn try_from_data(data: E::Data<T, S>) -> Result<Self, ShapeError> {
        S::try_from_sizes(E::sizes::<T, S>(&data))?;
        Ok(Self::of(data))
    }

    /// What the engine holds.
    #[inline]
    pub fn data(&self) -> &E::Data<T, S> {
        &self.data
    }

    /// What the engine holds.
    #[inline]
    pub fn into_data(self) -> E::Data<T, S> {
        self.data
    }

    /// The sizes, the first axis first.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::<f32, shape![2, 3]>::zeros().dims(), [2, 3]);
    /// ```
    #[inline]
    pub fn dims(&self) -> &[usize] {
        E::sizes::<T, S>(&self.data)
    }

    /// The sizes, the first axis first, as an array of as many numbers as there are axes.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<f32, shape![2, 3, 4]>::zeros();
    /// let [batch, tokens, width] = x.sizes();
    /// assert_eq!((batch, tokens, width), (2, 3, 4));
    /// ```
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has another number of axes.
    #[track_caller]
    pub fn sizes<const RANK: usize>(&self) -> [usize; RANK]
    where
        S: HasRank<RANK>,
    {
        match self.dims().try_into() {
            Ok(sizes) => sizes,
            Err(_) => panic!("{RANK} sizes of a tensor of shape {:?}", self.dims()),
        }
    }

    /// The size of an axis, counted from the end.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// assert_eq!(InlineTensor::<f32, shape![2, 3, 4]>::zeros().size::<-2>(), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn size<const AXIS: isize>(&self) -> usize
    where
        S: HasAxis<AXIS>,
    {
        let (sizes, axis) = (self.dims(), AXIS.unsigned_abs());
        view::check_axis(sizes, axis);
        sizes[sizes.len() - axis]
    }

    /// The shape as a value: `x.shape()[0]` is the size of the first axis.
    #[inline]
    pub fn shape(&self) -> S {
        match S::try_from_sizes(self.dims()) {
            Ok(shape) => shape,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// The number of elements.
    ///
    /// # Panics
    ///
    /// Where it overflows `usize`, as that of an expansion may.
    #[inline]
    #[track_caller]
    pub fn len(&self) -> usize {
        layout::count(self.dims())
    }

    /// Whether there is no element: some axis has size 0.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.dims().contains(&0)
    }
}

/// Tensors of one value, of the shape of this one.
impl<T: 'static, S: Shape, E: Copies<T, Home: Makes<T>>> TensorOn<T, S, E> {
    /// A tensor of zeros of the same shape.
    #[track_caller]
    pub fn zeros_like(&self) -> TensorOn<T, S, E::Home>
    where
        T: num_traits::Zero + Clone,
    {
        self.full_like(T::zero())
    }

    /// A tensor of ones of the same shape.
    #[track_caller]
    pub fn ones_like(&self) -> TensorOn<T, S, E::Home>
    where
        T: num_traits::One + Clone,
    {
        self.full_like(T::one())
    }

    /// A tensor of the same shape with the same value everywhere.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.full_like(7), InlineTensor::from([[7, 7, 7], [7, 7, 7]]));
    /// ```
    #[track_caller]
    pub fn full_like(&self, value: T) -> TensorOn<T, S, E::Home>
    where
        T: Clone,
    {
        TensorOn::of(E::Home::full(passed_sizes::<S>(self.dims()), value))
    }
}

impl<T: 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The elements in row-major order.
    ///
    /// # Panics
    ///
    /// Where their number overflows `usize`, as that of an expansion may.
    #[inline]
    #[track_caller]
    pub fn iter(&self) -> Iter<'_, T> {
        E::raw::<T, S>(&self.data).iter()
    }

    /// A copy of the elements in row-major order.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        self.iter().cloned().collect()
    }

    /// How far apart in memory two neighbours along each axis lie, the first axis first.
    pub fn strides(&self) -> DynShape {
        E::raw::<T, S>(&self.data).strides.into()
    }

    /// The memory from the first element on, up to and beyond the last: the element of an index is where the products of its numbers by the
    /// [`strides`](Self::strides) add up to.
    pub fn as_memory(&self) -> &[T] {
        E::raw::<T, S>(&self.data).elements
    }

    /// Whether the elements lie in memory in row-major order without gaps.
    pub fn is_row_major(&self) -> bool {
        E::raw::<T, S>(&self.data).is_row_major()
    }

    /// A tensor of its own memory with the elements of this one, in row-major order.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn to_heap(&self) -> Tensor<T, S>
    where
        T: Clone,
    {
        let elements = self.to_vec();
        TensorOn::of(crate::host::array::Array::new(self.dims().into(), elements))
    }

    /// An inline tensor with the elements of this one.
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

impl<T: 'static, S: Shape, E: AnyShape> TensorOn<T, S, E> {
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
    /// What the compiler knows of both does not build where it differs:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// Tensor::<f32, shape![2, 3]>::zeros().try_into_shape::<shape![4, 3]>();
    /// ```
    ///
    /// # Errors
    ///
    /// Where the other type has another rank, or another size at a static axis.
    pub fn try_into_shape<Other: Shape>(self) -> Result<TensorOn<T, Other, E>, ShapeError>
    where
        S: MayBe<Other>,
        E: Retypes<T>,
    {
        Other::try_from_sizes(self.dims())?;
        Ok(TensorOn::of(E::retype::<S, Other>(self.data)))
    }

    /// The same tensor with its shape in a type that knows less of it, such as `shape![_, 3]` for `shape![5, 3]`, which nothing can keep it from.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// let batch: Tensor<f32, shape![_, 3]> = Tensor::<f32, shape![5, 3]>::zeros().widen();
    /// assert_eq!(batch.dims(), [5, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// let known = Tensor::<f32, shape![_, 3]>::zeros_with(<shape![_, 3]>::of([5])).widen::<shape![5, 3]>();
    /// ```
    pub fn widen<Wider: Shape>(self) -> TensorOn<T, Wider, E>
    where
        S: MayBe<Wider> + Widens<Wider>,
        E: Retypes<T>,
    {
        TensorOn::of(E::retype::<S, Wider>(self.data))
    }

    /// The same tensor with the size of one axis known only at run time, whatever is known of the others.
    ///
    /// ```
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn any_number_of_rows<Rows: Dim, Columns: Dim>(
    ///     x: Tensor<f32, shape![Rows, Columns]>,
    /// ) -> Tensor<f32, shape![_, Columns]> {
    ///     x.widen_axis::<-2>()
    /// }
    /// ```
    pub fn widen_axis<const AXIS: isize>(self) -> TensorOn<T, S::With<Dyn>, E>
    where
        S: HasAxis<AXIS>,
        E: Retypes<T>,
    {
        TensorOn::of(E::retype::<S, S::With<Dyn>>(self.data))
    }
}

impl<T: 'static, S: Shape, E: Reshapes<T>> TensorOn<T, S, E> {
    /// The elements in row-major order as a tensor of another shape with as many: on the heap in the same memory where they lie so, else copied.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.reshape::<shape![3, 2]>()[[2, 0]], 5);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// t.reshape::<shape![4, 2]>(); // 6 elements do not fit in a shape of 8 elements
    /// ```
    ///
    /// One size may be `_`: it is inferred from the number of elements when the program runs. More than one may be where both shapes begin or end with
    /// them: such sizes stay. An inline tensor has no such size, and does not build.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::<f32, shape![5, 64]>::zeros();
    /// assert_eq!(t.reshape::<shape![_, 4, 16]>().dims(), [5, 4, 16]);
    /// # }
    /// ```
    ///
    /// Generic code says nothing of parameters that stay at an end, nor of a source where the target has a size to infer; [`Reshape`] says what is
    /// refused:
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Shape, Tensor, shape};
    ///
    /// fn heads<B: Dim, T: Dim>(x: &Tensor<f32, shape![B, T, 64]>) -> Tensor<f32, shape![B, T, 4, 16]> {
    ///     x.reshape::<shape![B, T, 4, 16]>()
    /// }
    /// fn rows<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, shape![_, 8]> {
    ///     x.reshape::<shape![_, 8]>()
    /// }
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Where sizes are dynamic and the number of elements is another, or no multiple of what the other sizes make.
    #[inline]
    #[track_caller]
    pub fn reshape<Target: Shape>(&self) -> TensorOn<T, Target, E::Home>
    where
        S: Reshape<Target> + InfersSizesOf<Target>,
    {
        let sizes = must_reshape::<S, Target>(self.dims());
        TensorOn::of(E::reshape::<S, Target>(Operand::Lent(&self.data), sizes))
    }

    /// As [`reshape`](Self::reshape), to a shape with dynamic sizes, with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where the number of elements is another.
    pub fn try_reshape<Target: Shape>(
        &self,
        target: Target,
    ) -> Result<TensorOn<T, Target, E::Home>, ShapeError>
    where
        S: Reshape<Target>,
        E: AnyShape,
    {
        let sizes = target.to_dyn();
        check_reshape(self.dims(), sizes.dims())?;
        Ok(TensorOn::of(E::reshape::<S, Target>(
            Operand::Lent(&self.data),
            sizes,
        )))
    }

    /// As [`reshape`](Self::reshape), of a tensor that is not needed any more.
    ///
    /// # Panics
    ///
    /// As [`reshape`](Self::reshape).
    #[inline]
    #[track_caller]
    pub fn into_reshaped<Target: Shape>(self) -> TensorOn<T, Target, E::Home>
    where
        S: Reshape<Target> + InfersSizesOf<Target>,
    {
        let sizes = must_reshape::<S, Target>(self.dims());
        TensorOn::of(E::reshape::<S, Target>(Operand::Given(self.data), sizes))
    }

    /// As [`into_reshaped`](Self::into_reshaped), to a shape with dynamic sizes, with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where the number of elements is another.
    pub fn try_into_reshaped<Target: Shape>(
        self,
        target: Target,
    ) -> Result<TensorOn<T, Target, E::Home>, ShapeError>
    where
        S: Reshape<Target>,
        E: AnyShape,
    {
        let sizes = target.to_dyn();
        check_reshape(self.dims(), sizes.dims())?;
        Ok(TensorOn::of(E::reshape::<S, Target>(
            Operand::Given(self.data),
            sizes,
        )))
    }
}

/// The sizes of the target, of which one may be inferred, or those stay that both shapes begin or end with; a panic where there is not room for as many
/// elements.
#[inline]
#[track_caller]
fn must_reshape<S: Shape, Target: Shape>(sizes: &[usize]) -> DynShape {
    // Not an error on its way through each caller's code, which is compiled for each pair of shapes.
    #[inline(never)]
    #[track_caller]
    fn must_fit(sizes: &[usize], target: &[usize]) {
        must(check_reshape(sizes, target));
    }
    #[inline(never)]
    #[track_caller]
    fn must_infer(sizes: &[usize], rank: usize, from_end: &[Option<usize>]) -> DynShape {
        let mut target = [None; NEAR];
        for (place, size) in target[..rank].iter_mut().zip(from_end[..rank].iter().rev()) {
            *place = *size;
        }
        must(reshape_sizes(sizes, &target[..rank]))
    }
    #[inline(never)]
    #[track_caller]
    fn must_keep(
        sizes: &[usize],
        of_source: StaticSizeFromEnd,
        (rank, more): (usize, bool),
        of_target: StaticSizeFromEnd,
    ) -> DynShape {
        // A target of run-time rank is the shape itself.
        let rank = if more { sizes.len() } else { rank };
        must(reshape_kept_sizes(sizes, of_source, rank, of_target))
    }
    match const { Target::STATIC } {
        Some(known) => {
            must_fit(sizes, known.sizes());
            DynShape::of_known(known)
        }
        None if const { infers_several::<Target>() } => must_keep(
            sizes,
            S::static_size_from_end,
            const { Target::STATIC_RANK },
            Target::static_size_from_end,
        ),
        None => must_infer(sizes, const { Target::STATIC_RANK.0 }, &Target::NEAR_SIZES),
    }
}

/// Whether a type leaves more than one size to a value, or may.
const fn infers_several<S: Shape>() -> bool {
    let (rank, more) = S::STATIC_RANK;
    let (mut axis, mut unknown) = (0, 0);
    while axis < rank && axis < NEAR {
        unknown += S::NEAR_SIZES[axis].is_none() as usize;
        axis += 1;
    }
    more || rank > NEAR || unknown > 1
}

fn check_length(sizes: &[usize], found: usize) -> Result<(), ShapeError> {
    match crate::shape::num_elements(sizes)? {
        expected if found == expected => Ok(()),
        expected => Err(ShapeError::length(sizes, expected, found)),
    }
}

/// Sizes of as many elements as can be counted.
#[inline(never)]
fn counted(sizes: Result<DynShape, ShapeError>) -> Result<DynShape, ShapeError> {
    let sizes = sizes?;
    crate::shape::num_elements(sizes.dims())?;
    Ok(sizes)
}

/// The value, or a panic with the error's text at the caller's line.
#[inline]
#[track_caller]
fn must<T, Error: Display>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => failed(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn failed(error: &dyn Display) -> ! {
    panic!("{error}")
}

impl<T: 'static, S: Shape, E: Keeps<T>> Clone for TensorOn<T, S, E> {
    fn clone(&self) -> Self {
        Self::of(E::keep(&self.data))
    }
}

// For one engine. Were it for every engine whose elements are `Copy`, rustc would prove all the rest of each tensor that is moved.
impl<T: Copy + 'static, S: Shape<Arrays<T>: Copy>> Copy for InlineTensor<T, S> {}

impl<T, S, E, F> PartialEq<TensorOn<T, S, F>> for TensorOn<T, S, E>
where
    T: PartialEq + 'static,
    S: Shape,
    E: Memory,
    F: Memory,
{
    fn eq(&self, other: &TensorOn<T, S, F>) -> bool {
        self.dims() == other.dims() && self.iter().eq(other.iter())
    }
}

impl<T: Eq + 'static, S: Shape, E: Memory> Eq for TensorOn<T, S, E> {}

impl<T: Hash + 'static, S: Shape, E: Memory> Hash for TensorOn<T, S, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims().hash(state);
        self.iter().for_each(|element| element.hash(state));
    }
}

impl<'a, T: 'static, S: Shape, E: Memory> IntoIterator for &'a TensorOn<T, S, E> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

#[cfg(feature = "alloc")]
impl<'a, T: Clone + 'static, S: Shape> IntoIterator for &'a mut Tensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'a, T: 'static, S: StaticShape> IntoIterator for &'a mut InlineTensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + 'static, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}
