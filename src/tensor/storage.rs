//! Where the elements of a tensor are: on the heap, inline, or in somebody else's memory.
//!
//! | storage | tensor | elements | results of operations |
//! | --- | --- | --- | --- |
//! | [`Heap`] | [`Tensor`](crate::Tensor) | a `Vec` | on the heap |
//! | [`Inline`] | [`InlineTensor`](crate::InlineTensor) | nested arrays, in the tensor itself | inline |
//! | [`Borrowed`] | [`View`](crate::View) | part of another tensor, or a slice | as those of what it was borrowed from |
//! | [`BorrowedMut`] | [`ViewMut`](crate::ViewMut) | the same, to be changed | as those of what it was borrowed from |
//!
//! With operands on the heap and inline, the result is on the heap.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! static BIAS: InlineTensor<f32, shape![3]> = InlineTensor::from_array([0.5, 1.0, 1.5]);
//! let sum = InlineTensor::<f32, shape![2, 3]>::full(1.0) + &BIAS;
//! assert_eq!(sum[[1, 2]], 2.5);
//! ```
//!
//! Inline storage is for sizes that the compiler knows:
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! fn wrong(_: InlineTensor<f32, shape![_, 3]>) {}
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::kernel::memory::{Build, as_mut_slice, as_slice};
use super::layout::{self, Layout, RowMajor};
use crate::{Shape, StaticShape};

/// Where a tensor of elements `T` and shape `S` keeps them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot store a tensor of this shape",
    label = "no storage for `{S}`",
    note = "inline storage is for static shapes: in generic code its sizes are `StaticDim` and its shapes `StaticShape`",
    note = "with a dynamic axis, use a tensor on the heap"
)]
pub trait Storage<T, S: Shape>: sealed::Sealed {
    /// The memory.
    type Buffer;
    /// How far apart neighbours lie.
    type Layout: Layout<S>;
    /// Where the results of operations go: [`Heap`] or [`Inline`].
    type Home;
    /// A view of part of this memory.
    type Shared<'a, Part: Shape, L: Layout<Part>>: Storage<T, Part, Layout = L, Home = Self::Home>
    where
        T: 'a,
        Self: 'a;

    /// The elements from the first one on, up to and beyond the last one.
    #[doc(hidden)]
    fn elements(buffer: &Self::Buffer) -> &[T];

    /// The layout as a value.
    #[doc(hidden)]
    fn layout(buffer: &Self::Buffer) -> Self::Layout;

    /// The elements from `offset` on, for as long as a view of them may live.
    #[doc(hidden)]
    fn shared<'a, Part: Shape, L: Layout<Part>>(
        buffer: &'a Self::Buffer,
        offset: usize,
        layout: L,
    ) -> <Self::Shared<'a, Part, L> as Storage<T, Part>>::Buffer
    where
        T: 'a,
        Self: 'a;

    /// Memory that the caller gives away with the tensor, of use to a result of as many elements `U`.
    #[doc(hidden)]
    #[inline]
    fn give<U>(buffer: &mut Self::Buffer) -> Option<Spare<U>> {
        let _ = buffer;
        None
    }

    /// Whether [`give`](Self::give) may give anything.
    #[doc(hidden)]
    const GIVES: bool = false;
}

/// Storage whose elements may be changed. No two of them share their memory.
///
/// Memory is written where it says, so there is none but this crate's:
///
/// ```compile_fail,E0277
/// use shapecheck::tensor::{Borrowed, Heap, RowMajor, StorageMut, storage::Slice};
/// use shapecheck::shape;
///
/// struct Mine;
/// impl<'a> StorageMut<Mine, shape![3]> for Borrowed<'a, RowMajor, Heap> {
///     fn elements_mut<'b>(_: &'b mut Slice<'a, Mine, RowMajor>) -> &'b mut [Mine] {
///         &mut []
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of this view can only be read",
    label = "changes elements",
    note = "`view_mut()`, `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` give views that change elements; one that repeats them never does"
)]
pub trait StorageMut<T, S: Shape>: Storage<T, S> + sealed::Mutable {
    /// The elements from the first one on, up to and beyond the last one.
    #[doc(hidden)]
    fn elements_mut(buffer: &mut Self::Buffer) -> &mut [T];
}

/// Storage that results can go to.
///
/// That memory holds as many elements of another shape is not seen where they take no memory, so it is the crate that says so:
///
/// ```compile_fail,E0133
/// use shapecheck::{Scalar, shape, tensor::{Inline, Owned}};
///
/// /// There is none.
/// enum Never {}
///
/// fn conjure<Store: Owned<Never, shape![0]> + Owned<Never, Scalar>>(none: Store::Buffer) {
///     <Store as Owned<Never, shape![0]>>::relabel::<Scalar>(none);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold a result of this shape",
    label = "no storage for a result of shape `{S}`",
    note = "results of inline tensors are inline, which needs a static shape; `to_heap()` moves an operand to the heap"
)]
pub trait Owned<T, S: Shape>:
    Storage<T, S, Layout = RowMajor, Home = Self> + StorageMut<T, S> + Build<T, S>
{
}

pub(super) mod sealed {
    pub trait Sealed {}

    /// Two homes of this crate.
    pub trait HomeWith<Other> {}

    /// A crate with an element type of its own could otherwise make read-only storage of it mutable.
    pub trait Mutable {}
}

/// Memory of a tensor that is used up, for a result.
#[doc(hidden)]
pub struct Spare<T> {
    #[cfg(feature = "alloc")]
    pub(super) memory: Vec<T>,
    #[cfg(not(feature = "alloc"))]
    _memory: core::convert::Infallible,
    pub(super) element: PhantomData<T>,
}

/// On the heap: any shape.
#[derive(Clone, Copy, Debug)]
pub struct Heap;

impl sealed::Sealed for Heap {}
impl sealed::Mutable for Heap {}

#[cfg(feature = "alloc")]
impl<T, S: Shape> Storage<T, S> for Heap {
    type Buffer = Vec<T>;
    type Layout = RowMajor;
    type Home = Heap;
    type Shared<'a, Part: Shape, L: Layout<Part>>
        = Borrowed<'a, L, Heap>
    where
        T: 'a;

    #[inline]
    fn elements(buffer: &Vec<T>) -> &[T] {
        buffer
    }

    #[inline]
    fn layout(_buffer: &Vec<T>) -> RowMajor {
        RowMajor
    }

    #[inline]
    fn shared<'a, Part: Shape, M: Layout<Part>>(
        buffer: &'a Self::Buffer,
        offset: usize,
        layout: M,
    ) -> Slice<'a, T, M>
    where
        T: 'a,
    {
        Slice::new(buffer, offset, layout)
    }

    #[inline]
    fn give<U>(buffer: &mut Vec<T>) -> Option<Spare<U>> {
        super::kernel::reuse(buffer).map(|memory| Spare {
            memory,
            element: PhantomData,
        })
    }

    const GIVES: bool = true;
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> StorageMut<T, S> for Heap {
    #[inline]
    fn elements_mut(buffer: &mut Vec<T>) -> &mut [T] {
        buffer
    }
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> Owned<T, S> for Heap {}

/// In the tensor itself, as arrays nested per axis: static shapes, no allocator.
#[derive(Clone, Copy, Debug)]
pub struct Inline;

impl sealed::Sealed for Inline {}
impl sealed::Mutable for Inline {}

impl<T, S: StaticShape> Storage<T, S> for Inline {
    type Buffer = S::Arrays<T>;
    type Layout = RowMajor;
    type Home = Inline;
    type Shared<'a, Part: Shape, L: Layout<Part>>
        = Borrowed<'a, L, Inline>
    where
        T: 'a;

    #[inline]
    fn elements(buffer: &S::Arrays<T>) -> &[T] {
        as_slice::<T, S>(buffer)
    }

    #[inline]
    fn layout(_buffer: &S::Arrays<T>) -> RowMajor {
        RowMajor
    }

    #[inline]
    fn shared<'a, Part: Shape, M: Layout<Part>>(
        buffer: &'a Self::Buffer,
        offset: usize,
        layout: M,
    ) -> Slice<'a, T, M>
    where
        T: 'a,
    {
        Slice::new(as_slice::<T, S>(buffer), offset, layout)
    }
}

impl<T, S: StaticShape> StorageMut<T, S> for Inline {
    #[inline]
    fn elements_mut(buffer: &mut S::Arrays<T>) -> &mut [T] {
        as_mut_slice::<T, S>(buffer)
    }
}

impl<T, S: StaticShape> Owned<T, S> for Inline {}

/// Read-only, in the memory of another tensor or of a slice; results go to `Home`.
#[derive(Debug)]
pub struct Borrowed<'a, L, Home>(PhantomData<(&'a L, Home)>);

/// Elements from the first one of a view on, and where the others are.
#[doc(hidden)]
pub struct Slice<'a, T, L> {
    pub(super) elements: &'a [T],
    pub(super) layout: L,
}

impl<'a, T, L> Slice<'a, T, L> {
    /// Empty where a view without elements begins behind the last element.
    #[inline]
    pub(super) fn new(elements: &'a [T], offset: usize, layout: L) -> Self {
        Self {
            elements: elements.get(offset..).unwrap_or(&[]),
            layout,
        }
    }
}

impl<T, L: Clone> Clone for Slice<'_, T, L> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            elements: self.elements,
            layout: self.layout.clone(),
        }
    }
}

impl<T, L: Copy> Copy for Slice<'_, T, L> {}

impl<L: layout::sealed::Sealed, Home> sealed::Sealed for Borrowed<'_, L, Home> {}

impl<'s, T: 's, S: Shape, L: Layout<S>, Home> Storage<T, S> for Borrowed<'s, L, Home> {
    type Buffer = Slice<'s, T, L>;
    type Layout = L;
    type Home = Home;
    // As long as what was borrowed, not only as long as this view.
    type Shared<'a, Part: Shape, M: Layout<Part>>
        = Borrowed<'s, M, Home>
    where
        T: 'a,
        Self: 'a;

    #[inline]
    fn elements<'b>(buffer: &'b Slice<'s, T, L>) -> &'b [T] {
        buffer.elements
    }

    #[inline]
    fn layout(buffer: &Slice<'s, T, L>) -> L {
        buffer.layout.clone()
    }

    #[inline]
    fn shared<'a, Part: Shape, M: Layout<Part>>(
        buffer: &'a Self::Buffer,
        offset: usize,
        layout: M,
    ) -> Slice<'s, T, M>
    where
        T: 'a,
        Self: 'a,
    {
        Slice::new(buffer.elements, offset, layout)
    }
}

/// In the memory of another tensor or of a slice, to be changed; results go to `Home`.
#[derive(Debug)]
pub struct BorrowedMut<'a, L, Home>(PhantomData<(&'a mut L, Home)>);

/// Elements from the first one of a mutable view on, and where the others are.
#[doc(hidden)]
pub struct SliceMut<'a, T, L> {
    pub(super) elements: &'a mut [T],
    pub(super) layout: L,
}

impl<L: layout::sealed::Sealed, Home> sealed::Sealed for BorrowedMut<'_, L, Home> {}
impl<L, Home> sealed::Mutable for BorrowedMut<'_, L, Home> {}

impl<'s, T: 's, S: Shape, L: Layout<S>, Home> Storage<T, S> for BorrowedMut<'s, L, Home> {
    type Buffer = SliceMut<'s, T, L>;
    type Layout = L;
    type Home = Home;
    type Shared<'a, Part: Shape, M: Layout<Part>>
        = Borrowed<'a, M, Home>
    where
        T: 'a,
        Self: 'a;

    #[inline]
    fn elements<'b>(buffer: &'b SliceMut<'s, T, L>) -> &'b [T] {
        buffer.elements
    }

    #[inline]
    fn layout(buffer: &SliceMut<'s, T, L>) -> L {
        buffer.layout.clone()
    }

    #[inline]
    fn shared<'a, Part: Shape, M: Layout<Part>>(
        buffer: &'a Self::Buffer,
        offset: usize,
        layout: M,
    ) -> Slice<'a, T, M>
    where
        T: 'a,
        Self: 'a,
    {
        Slice::new(buffer.elements, offset, layout)
    }
}

impl<'s, T: 's, S: Shape, L: Layout<S>, Home> StorageMut<T, S> for BorrowedMut<'s, L, Home> {
    #[inline]
    fn elements_mut<'b>(buffer: &'b mut SliceMut<'s, T, L>) -> &'b mut [T] {
        buffer.elements
    }
}

/// The home of a result of two operands.
///
/// Memory is given away where the result's home takes it, so there are no homes but this crate's:
///
/// ```compile_fail,E0277
/// use shapecheck::tensor::{Heap, Inline, storage::HomeWith};
///
/// struct Mine;
/// impl HomeWith<Mine> for Heap {
///     type Home = Inline;
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::tensor::{Heap, storage::HomeWith};
///
/// struct Mine;
/// impl HomeWith<Heap> for Mine {
///     type Home = Heap;
/// }
/// ```
pub trait HomeWith<Other>: sealed::HomeWith<Other> {
    /// [`Heap`] where either is.
    type Home;
}

macro_rules! homes {
    ($($lhs:ident $rhs:ident $home:ident;)*) => {$(
        impl sealed::HomeWith<$rhs> for $lhs {}

        impl HomeWith<$rhs> for $lhs {
            type Home = $home;
        }
    )*};
}

/// Where no operand is yet.
#[doc(hidden)]
pub struct Nowhere;

impl<Other> sealed::HomeWith<Other> for Nowhere {}

impl<Other> HomeWith<Other> for Nowhere {
    type Home = Other;
}

homes! {
    Heap Heap Heap;
    Heap Inline Heap;
    Inline Heap Heap;
    Inline Inline Inline;
}
