//! Memory for results: fresh, or that of an operand which is used up.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::{ManuallyDrop, MaybeUninit};

use typenum::{Const, ToUInt, U};

use crate::shape::list::StaticSizes;
#[cfg(feature = "alloc")]
use crate::tensor::Heap;
use crate::tensor::storage::Spare;
use crate::tensor::{Element, Inline, InlineTensor, Owned, Storage, TensorBase, count};
use crate::{Axes, Scalar, Shape, StaticDim, StaticShape};

/// Whether results are written to the memory that was offered, where an operand's elements still are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Spare,
    Fresh,
}

/// Storage that can be made by writing every element.
pub trait Build<T, S: Shape>: Storage<T, S> {
    /// Whether results go to spare memory where there is any.
    const TAKES: bool;

    /// Memory for `count` elements, which `fill` writes, from the first one on. `fill` is told whether that memory is the spare one.
    ///
    /// # Safety
    ///
    /// `count` is the element count of `shape`, and `fill` writes every element where it returns. `spare`, where
    /// there is any, holds as many.
    unsafe fn build(
        shape: &S,
        count: usize,
        spare: Option<Spare<T>>,
        fill: impl FnOnce(*mut T, Taken),
    ) -> Self::Buffer;

    /// The same memory for another shape of as many elements.
    ///
    /// # Panics
    ///
    /// Where inline memory is of another size.
    ///
    /// # Safety
    ///
    /// Both shapes have as many elements. Of elements that take no memory the size does not tell.
    unsafe fn relabel<Part: Shape>(
        buffer: <Self as Storage<T, S>>::Buffer,
    ) -> <Self as Storage<T, Part>>::Buffer
    where
        Self: Build<T, Part>,
    {
        // SAFETY: on the heap the memory of either shape is a vector of the same type; inline it is as many elements,
        // as the caller says, in row-major order and nothing else.
        unsafe { transmute(buffer) }
    }

    /// Memory for the elements of `shape`, all the same.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[track_caller]
    fn repeat(shape: &S, value: T) -> Self::Buffer
    where
        T: Clone;
}

impl<T, S: Shape, Store: Owned<T, S>> TensorBase<T, S, Store> {
    /// A tensor of this shape whose elements `next` gives in row-major order.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn generate(shape: S, mut next: impl FnMut() -> T) -> Self {
        let count = count(&shape);
        // SAFETY: `fill` writes as many elements as the shape has, each once, to memory for as many.
        let buffer = unsafe {
            Store::build(&shape, count, None, |first, _| {
                for place in 0..count {
                    first.add(place).write(next());
                }
            })
        };
        Self::new(shape, buffer)
    }
}

/// The same memory for another shape.
///
/// # Panics
///
/// Where the shapes do not have as many elements.
pub(in crate::tensor) fn relabel<T, S: Shape, Part: Shape, Store: Owned<T, S> + Owned<T, Part>>(
    shape: &S,
    part: &Part,
    buffer: <Store as Storage<T, S>>::Buffer,
) -> <Store as Storage<T, Part>>::Buffer {
    assert!(
        shape.num_elements() == part.num_elements(),
        "as many elements in shape {part} as in shape {shape}"
    );
    // SAFETY: both shapes have as many elements.
    unsafe { <Store as Build<T, S>>::relabel::<Part>(buffer) }
}

/// Takes the memory of a vector for as many elements of another type, where they are of the same size and alignment. Where they
/// are not, the vector is left as it was: it is still to be read.
#[cfg(feature = "alloc")]
pub(in crate::tensor) fn reuse<T, U>(elements: &mut Vec<T>) -> Option<Vec<U>> {
    let same_layout = size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>();
    if !same_layout || core::mem::needs_drop::<T>() {
        return None;
    }
    let mut elements = ManuallyDrop::new(core::mem::take(elements));
    // SAFETY: the pointer and the capacity are those of a vector that is not used again. The allocation has the
    // same size and alignment for either type; a length of 0 claims no element.
    Some(unsafe { Vec::from_raw_parts(elements.as_mut_ptr().cast(), 0, elements.capacity()) })
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> Build<T, S> for Heap {
    const TAKES: bool = true;

    #[inline]
    unsafe fn build(
        _shape: &S,
        count: usize,
        spare: Option<Spare<T>>,
        fill: impl FnOnce(*mut T, Taken),
    ) -> Vec<T> {
        let (mut elements, taken) = match spare {
            Some(spare) => (spare.memory, Taken::Spare),
            None => (Vec::with_capacity(count), Taken::Fresh),
        };
        debug_assert!(elements.capacity() >= count);
        fill(elements.as_mut_ptr(), taken);
        // SAFETY: by this function's contract `fill` has written `count` elements, for which there is room.
        unsafe { elements.set_len(count) };
        elements
    }

    #[inline]
    #[track_caller]
    fn repeat(shape: &S, value: T) -> Vec<T>
    where
        T: Clone,
    {
        alloc::vec![value; count(shape)]
    }
}

/// The elements of arrays nested per axis, in row-major order.
#[inline]
pub(in crate::tensor) fn as_slice<T, S: StaticShape>(arrays: &S::Arrays<T>) -> &[T] {
    const { assert!(size_of::<S::Arrays<T>>() == S::NUM_ELEMENTS * size_of::<T>()) };
    // SAFETY: `Arrays` are as many elements as the shape has, side by side, and nothing else: for an axis, arrays of `repr(C)` halves and a last
    // element, of which no part has gaps or another alignment than `T`.
    unsafe { core::slice::from_raw_parts((&raw const *arrays).cast(), S::NUM_ELEMENTS) }
}

/// The elements of arrays nested per axis, in row-major order.
#[inline]
pub(in crate::tensor) fn as_mut_slice<T, S: StaticShape>(arrays: &mut S::Arrays<T>) -> &mut [T] {
    const { assert!(size_of::<S::Arrays<T>>() == S::NUM_ELEMENTS * size_of::<T>()) };
    // SAFETY: as in `as_slice`, and borrowed mutably.
    unsafe { core::slice::from_raw_parts_mut((&raw mut *arrays).cast(), S::NUM_ELEMENTS) }
}

impl<T, S: StaticShape> Build<T, S> for Inline {
    const TAKES: bool = false;

    #[inline]
    unsafe fn build(
        _shape: &S,
        count: usize,
        _spare: Option<Spare<T>>,
        fill: impl FnOnce(*mut T, Taken),
    ) -> S::Arrays<T> {
        debug_assert_eq!(size_of::<S::Arrays<T>>(), count * size_of::<T>());
        let mut arrays = MaybeUninit::<S::Arrays<T>>::uninit();
        fill(arrays.as_mut_ptr().cast(), Taken::Fresh);
        // SAFETY: arrays nested per axis are `count` elements of `T` one after the other and nothing else, as in
        // `as_slice`, and `fill` has written all of them.
        unsafe { arrays.assume_init() }
    }

    #[inline]
    #[track_caller]
    fn repeat(shape: &S, value: T) -> S::Arrays<T>
    where
        T: Clone,
    {
        let count = count(shape);
        // SAFETY: `count` is that of the shape, and `fill` writes as many elements.
        unsafe {
            Self::build(shape, count, None, |first: *mut T, _| {
                for place in 0..count {
                    first.add(place).write(value.clone());
                }
            })
        }
    }
}

/// Arrays nested up to six deep, and the shape they have: `[[T; N]; M]` has shape `[M, N]`.
///
/// There is one for sizes that typenum has a name for: up to 1024, and powers of 2 and 10. Tensors of other sizes
/// are made with `from_slice`, or on the heap with `from_vec`.
///
/// # Safety
///
/// A value lies in memory as an array `[Element; N]` of all elements of the shape in row-major order: of the same size and alignment,
/// which are compared where it is used, with every element in its place.
///
/// ```compile_fail,E0080
/// use shapecheck::{InlineTensor, shape, tensor::NestedArray};
///
/// #[repr(C, align(64))]
/// struct Aligned([f32; 16]);
/// unsafe impl NestedArray for Aligned {
///     type Element = f32;
///     type Shape = shape![16];
/// }
/// InlineTensor::from_array(Aligned([0.0; 16])); // aligned more strictly than f32
/// ```
pub unsafe trait NestedArray {
    /// What stands innermost.
    type Element;
    /// The sizes.
    type Shape: StaticShape;
}

macro_rules! nested_arrays {
    ($([$($size:ident)*] $array:ty, $shape:ty;)*) => {$(
        nested_arrays!(
            @ [$(const $size: usize),*] [$(Const<$size>: ToUInt<Output: StaticDim>),*] $array, $shape
        );
    )*};
    (generic: $([$($size:ident)*] $array:ty, $shape:ty;)*) => {$(
        nested_arrays!(@ [$($size: StaticDim + ArrayLength),*] [] $array, $shape);
    )*};
    (@ [$($parameters:tt)*] [$($bounds:tt)*] $array:ty, $shape:ty) => {
        // SAFETY: arrays lie in memory without gaps, those of the last index next to each other.
        unsafe impl<T: Element, $($parameters)*> NestedArray for $array
        where
            $($bounds)*
        {
            type Element = T;
            type Shape = $shape;
        }

        impl<T: Element, $($parameters)*> From<InlineTensor<T, $shape>> for $array
        where
            $($bounds)*
        {
            fn from(tensor: InlineTensor<T, $shape>) -> Self {
                // SAFETY: both are the elements of this shape in row-major order and nothing else.
                unsafe { transmute(tensor.into_buffer()) }
            }
        }
    };
}

nested_arrays! {
    [N] [T; N], Axes<Scalar, U<N>>;
    [M N] [[T; N]; M], Axes<Axes<Scalar, U<M>>, U<N>>;
    [L M N] [[[T; N]; M]; L], Axes<Axes<Axes<Scalar, U<L>>, U<M>>, U<N>>;
    [K L M N] [[[[T; N]; M]; L]; K], Axes<Axes<Axes<Axes<Scalar, U<K>>, U<L>>, U<M>>, U<N>>;
    [J K L M N] [[[[[T; N]; M]; L]; K]; J],
        Axes<Axes<Axes<Axes<Axes<Scalar, U<J>>, U<K>>, U<L>>, U<M>>, U<N>>;
    [I J K L M N] [[[[[[T; N]; M]; L]; K]; J]; I],
        Axes<Axes<Axes<Axes<Axes<Axes<Scalar, U<I>>, U<J>>, U<K>>, U<L>>, U<M>>, U<N>>;
}

/// `generic-array`'s arrays, nested up to four deep.
#[cfg(feature = "generic-array")]
mod generic {
    use generic_array::{ArrayLength, GenericArray};

    use super::*;

    nested_arrays! {
        generic:
        [N] GenericArray<T, N>, Axes<Scalar, N>;
        [M N] GenericArray<GenericArray<T, N>, M>, Axes<Axes<Scalar, M>, N>;
        [L M N] GenericArray<GenericArray<GenericArray<T, N>, M>, L>, Axes<Axes<Axes<Scalar, L>, M>, N>;
        [K L M N] GenericArray<GenericArray<GenericArray<GenericArray<T, N>, M>, L>, K>,
            Axes<Axes<Axes<Axes<Scalar, K>, L>, M>, N>;
    }
}

/// A value of one type seen as one of another that lies in memory in the same way: both begin where the union does.
#[repr(C)]
union Either<A, B> {
    from: ManuallyDrop<A>,
    to: ManuallyDrop<B>,
}

/// The same bytes as another type.
///
/// # Safety
///
/// They are a value of it, as far as can be seen when the sizes are equal.
const unsafe fn transmute<A, B>(value: A) -> B {
    assert!(size_of::<A>() == size_of::<B>());
    let either = Either {
        from: ManuallyDrop::new(value),
    };
    // SAFETY: as the caller says.
    ManuallyDrop::into_inner(unsafe { either.to })
}

/// A static shape as a value.
pub(in crate::tensor) const fn static_shape<S: StaticShape>() -> S {
    // SAFETY: a static shape is made of typenum numbers, none of which has a field of any size, and is seen here to take no space; it has a value,
    // its default.
    unsafe { transmute(()) }
}

/// What can be seen of the contract of [`NestedArray`].
const fn check_nested<A: NestedArray>() {
    assert!(
        align_of::<A>() == align_of::<A::Element>(),
        "a nested array is aligned as its elements are"
    );
    assert!(
        size_of::<A>() == <A::Shape as StaticShape>::NUM_ELEMENTS * size_of::<A::Element>(),
        "a nested array is the elements of its shape and nothing else"
    );
}

/// Arrays of the language as arrays nested per axis.
pub(in crate::tensor) const fn from_nested<A: NestedArray>(
    array: A,
) -> <A::Shape as StaticSizes>::Arrays<A::Element> {
    const { check_nested::<A>() };
    // SAFETY: both are the elements of the shape in row-major order and nothing else.
    unsafe { transmute(array) }
}

/// Arrays of the language as the memory of a tensor.
pub(in crate::tensor) fn build_nested<A: NestedArray, Store: Owned<A::Element, A::Shape>>(
    array: A,
) -> Store::Buffer {
    const { check_nested::<A>() };
    // SAFETY: a nested array is as many elements as its shape has, in row-major order, and aligned as they are.
    unsafe {
        let count = <A::Shape as StaticShape>::NUM_ELEMENTS;
        Store::build(&Default::default(), count, None, |first, _| {
            first.cast::<A>().write(array);
        })
    }
}
