//! Tensors with their shape in their type: on the heap, inline, and views of either.
//!
//! One struct, [`TensorBase`], has all operations; its last parameter is where the elements are. What people write are
//! its aliases:
//!
//! | type | elements | shapes |
//! | --- | --- | --- |
//! | [`Tensor<T, S>`](Tensor) | on the heap | any |
//! | [`InlineTensor<T, S>`](InlineTensor) | in the tensor itself; no allocator, `Copy` where `T` is | static |
//! | [`View<'_, T, S, L>`](View) | in another tensor, or a slice; strides come from the layout `L` | any |
//! | [`ViewMut<'_, T, S, L>`](ViewMut) | the same, to be changed | any |
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

mod display;
mod elementwise;
mod exact;
mod fold;
mod index;
mod iter;
#[allow(unsafe_code)]
mod kernel;
pub mod layout;
mod matrix;
mod nested;
mod operators;
mod plan;
mod reduce;
#[cfg(feature = "serde")]
mod serde;
pub mod storage;
pub mod view;
pub mod zip;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use crate::{BroadcastError, Shape, ShapeError, StaticShape};

pub use exact::{Exact, OneSided};
pub use index::IndexedBy;
pub use iter::Iter;
pub use layout::{Contiguous, Layout, RowMajor, Strided};
pub use matrix::MatrixElement;
pub use nested::{Element, NestedArray};
pub use reduce::FloatElement;
pub use storage::{Borrowed, BorrowedMut, Heap, Inline, Owned, Storage, StorageMut};
pub use view::{Moved, Viewed};

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
#[cfg(feature = "alloc")]
pub type Tensor<T, S> = TensorBase<T, S, Heap>;

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
pub type InlineTensor<T, S> = TensorBase<T, S, Inline>;

/// Elements of another tensor, or of a slice, as a tensor: read-only, without a copy.
///
/// `Home` says where results of operations on it go: [`Heap`] or [`Inline`].
pub type View<'a, T, S, L = RowMajor, Home = DefaultHome> = TensorBase<T, S, Borrowed<'a, L, Home>>;

/// Elements of another tensor, or of a slice, as a tensor that changes them in place.
pub type ViewMut<'a, T, S, L = RowMajor, Home = DefaultHome> =
    TensorBase<T, S, BorrowedMut<'a, L, Home>>;

/// Where results of views go unless said otherwise: to the heap where there is an allocator.
#[cfg(feature = "alloc")]
pub type DefaultHome = Heap;
/// Where results of views go unless said otherwise: to the heap where there is an allocator.
#[cfg(not(feature = "alloc"))]
pub type DefaultHome = Inline;

/// An array with elements `T` and shape `S` whose memory is `Store`; see the aliases [`Tensor`], [`InlineTensor`],
/// [`View`] and [`ViewMut`].
// Every offset that the layout gives to an index within the shape lies within the elements of the buffer.
pub struct TensorBase<T, S: Shape, Store: Storage<T, S>> {
    shape: S,
    buffer: Store::Buffer,
}

// That the shape is static is asked of the methods: of the impl it would be told in rustc's words.
impl<T, S: Shape, Store: Owned<T, S>> TensorBase<T, S, Store> {
    /// A tensor of zeros.
    pub fn zeros() -> Self
    where
        S: StaticShape,
        T: num_traits::Zero + Clone,
    {
        Self::full(T::zero())
    }

    /// A tensor with the same value everywhere.
    pub fn full(value: T) -> Self
    where
        S: StaticShape,
        T: Clone,
    {
        Self::full_with(S::default(), value)
    }

    /// A tensor whose element at each index is `element(index)`, asked for in row-major order.
    pub fn from_fn<const RANK: usize>(element: impl FnMut([usize; RANK]) -> T) -> Self
    where
        S: StaticShape + IndexedBy<RANK>,
    {
        Self::from_fn_with(S::default(), element)
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
        Self::from_slice_with(S::default(), elements)
    }
}

impl<T, S: Shape, Store: Owned<T, S>> TensorBase<T, S, Store> {
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
        let buffer = Store::repeat(&shape, value);
        Self::new(shape, buffer)
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
        let mut sizes = [0; RANK];
        for (axis, size) in sizes.iter_mut().enumerate() {
            *size = shape.size_from_end(RANK - axis);
        }
        let mut index = [0; RANK];
        Self::generate(shape, || {
            let result = element(index);
            for (place, size) in index.iter_mut().zip(sizes).rev() {
                *place += 1;
                if *place < size {
                    break;
                }
                *place = 0;
            }
            result
        })
    }

    /// A tensor of this shape of a copy of these elements in row-major order.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has, or their count overflows `usize`.
    pub fn from_slice_with(shape: S, elements: &[T]) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        check_length(&shape, elements.len())?;
        let mut elements = elements.iter();
        Ok(Self::generate(shape, || match elements.next() {
            Some(element) => element.clone(),
            None => unreachable!("the elements were counted"),
        }))
    }
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> Tensor<T, S> {
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
        check_length(&shape, elements.len())?;
        Ok(Self::new(shape, elements))
    }

    /// The elements in row-major order, without a copy.
    pub fn into_vec(self) -> Vec<T> {
        self.buffer
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
        let shape = Other::try_from_sizes(self.shape.to_dyn().dims())?;
        Ok(Tensor::new(shape, self.buffer))
    }
}

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// Of a shape all of whose indices the buffer has elements for.
    #[inline]
    fn new(shape: S, buffer: Store::Buffer) -> Self {
        Self { shape, buffer }
    }

    #[inline]
    fn buffer(&self) -> &Store::Buffer {
        &self.buffer
    }

    #[inline]
    fn into_buffer(self) -> Store::Buffer {
        self.buffer
    }

    /// The shape as a value.
    #[inline]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        count(&self.shape)
    }

    /// Whether there is no element: some axis has size 0.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in row-major order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(
            Store::elements(&self.buffer),
            &self.shape,
            &Store::layout(&self.buffer),
        )
    }
}

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// The elements in row-major order.
    #[inline]
    pub fn as_slice(&self) -> &[T]
    where
        Store: Storage<T, S, Layout: Contiguous>,
    {
        &Store::elements(&self.buffer)[..self.len()]
    }

    /// The elements in row-major order.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        Store: StorageMut<T, S, Layout: Contiguous>,
    {
        let count = self.len();
        &mut Store::elements_mut(&mut self.buffer)[..count]
    }

    /// The elements in row-major order.
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T>
    where
        Store: StorageMut<T, S, Layout: Contiguous>,
    {
        self.as_mut_slice().iter_mut()
    }
}

/// The element count, or a panic that names the shape.
#[inline]
#[track_caller]
fn count(shape: &impl Shape) -> usize {
    match shape.num_elements() {
        Ok(count) => count,
        Err(error) => panic!("{error}"),
    }
}

fn check_length(shape: &impl Shape, found: usize) -> Result<(), ShapeError> {
    match shape.num_elements()? {
        expected if found == expected => Ok(()),
        expected => Err(ShapeError::length(shape, expected, found)),
    }
}

/// The value, or a panic with the error's text at the caller's line.
#[inline]
#[track_caller]
fn unwrap<T>(result: Result<T, BroadcastError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone, S: Shape> Clone for Tensor<T, S> {
    fn clone(&self) -> Self {
        Self::new(self.shape.clone(), self.buffer.clone())
    }
}

impl<T: Clone, S: StaticShape> Clone for InlineTensor<T, S> {
    fn clone(&self) -> Self {
        let mut elements = self.iter();
        Self::generate(self.shape, || match elements.next() {
            Some(element) => element.clone(),
            None => unreachable!("there are as many elements as the shape has"),
        })
    }
}

impl<T: Copy, S: StaticShape> Copy for InlineTensor<T, S> where S::Arrays<T>: Copy {}

impl<'a, T: 'a, S: Shape, L: Layout<S>, Home> Clone for View<'a, T, S, L, Home> {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.shape.clone(), self.buffer.clone())
    }
}

impl<'a, T: 'a, S: Shape + Copy, L: Layout<S> + Copy, Home> Copy for View<'a, T, S, L, Home> {}

impl<T, S, A, B> PartialEq<TensorBase<T, S, B>> for TensorBase<T, S, A>
where
    T: PartialEq,
    S: Shape,
    A: Storage<T, S>,
    B: Storage<T, S>,
{
    fn eq(&self, other: &TensorBase<T, S, B>) -> bool {
        self.shape == other.shape && self.iter().eq(other.iter())
    }
}

impl<T: Eq, S: Shape, Store: Storage<T, S>> Eq for TensorBase<T, S, Store> {}

impl<T: Hash, S: Shape, Store: Storage<T, S>> Hash for TensorBase<T, S, Store> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape.hash(state);
        self.iter().for_each(|element| element.hash(state));
    }
}

impl<'a, T, S: Shape, Store: Storage<T, S>> IntoIterator for &'a TensorBase<T, S, Store> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T, S, Store> IntoIterator for &'a mut TensorBase<T, S, Store>
where
    S: Shape,
    Store: StorageMut<T, S, Layout: Contiguous>,
{
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.buffer.into_iter()
    }
}
