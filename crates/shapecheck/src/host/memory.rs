//! Memory for results, and nested arrays as the elements of a tensor.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};

use crate::for_each;
use crate::typenum::{Const, ToUInt, U};

use crate::shape::list::{ArrayShape, StaticLayout};
use crate::{Axes, Scalar, StaticDim, StaticShape};

/// Elements as nested arrays, in row-major order. There is no value for a shape with a size known only at run time.
pub struct InlineArray<T, S: ArrayShape>(pub(super) S::Arrays<T>);

/// Takes the memory of a vector for elements of another type with the same size and alignment. Otherwise the vector is
/// unchanged.
#[cfg(feature = "alloc")]
pub fn reuse<T, U>(elements: &mut Vec<T>) -> Option<Vec<U>> {
    let same_layout = size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>();
    if !same_layout || core::mem::needs_drop::<T>() {
        return None;
    }
    let mut elements = ManuallyDrop::new(core::mem::take(elements));
    // SAFETY: the pointer and the capacity are those of a vector that is not used again. The allocation has the
    // same size and alignment for either type; a length of 0 claims no element.
    Some(unsafe { Vec::from_raw_parts(elements.as_mut_ptr().cast(), 0, elements.capacity()) })
}

/// An empty vector with memory for `count` elements.
///
/// # Panics
///
/// Panics if there is not as much memory: `Vec::with_capacity` says no number, and ends the process unless the number of bytes
/// overflows.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub fn room<U>(count: usize) -> Vec<U> {
    let mut elements = Vec::new();
    match elements.try_reserve_exact(count) {
        Ok(()) => elements,
        Err(_) => no_room(count, size_of::<U>()),
    }
}

/// A vector of one value. Zeros are memory that the system has cleared, which only `vec!` asks for.
///
/// # Panics
///
/// Panics if there is not as much memory.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub fn filled<U: Clone>(count: usize, value: U) -> Vec<U> {
    const LARGE: usize = 1 << 20;
    // `vec!` ends the process where there is no memory, so it is asked for before. For few elements that would take as
    // long as they do.
    match count.checked_mul(size_of::<U>()) {
        Some(..LARGE) => {}
        _ => drop(room::<U>(count)),
    }
    alloc::vec![value; count]
}

/// A vector of all that an iterator gives.
///
/// # Panics
///
/// Panics if there is not as much memory.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub fn collected<U>(elements: impl Iterator<Item = U>) -> Vec<U> {
    let mut collected = room(elements.size_hint().0);
    collected.extend(elements);
    collected
}

#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
#[track_caller]
fn no_room(count: usize, size: usize) -> ! {
    panic!("there is no memory for {count} elements of {size} bytes")
}

/// A vector of `count` elements, which `fill` writes.
///
/// # Safety
///
/// `fill` writes `count` elements, from the first one on, where it returns.
#[cfg(feature = "alloc")]
#[track_caller]
pub unsafe fn build<U>(count: usize, fill: impl FnOnce(*mut U)) -> Vec<U> {
    let mut elements = room(count);
    fill(elements.as_mut_ptr());
    // SAFETY: as the caller says, and there is room for them.
    unsafe { elements.set_len(count) };
    elements
}

/// Whether a type is one of these.
macro_rules! is_one_of {
    ($T:ty: $($Type:ty)*) => {{
        use core::any::TypeId;
        $(TypeId::of::<$T>() == TypeId::of::<$Type>())||*
    }};
}
pub(super) use is_one_of;

/// Whether elements are numbers of the language, which are `Copy`.
#[cfg(feature = "alloc")]
#[inline]
pub fn is_number<T: 'static>() -> bool {
    is_one_of!(T: f32 f64 u8 i32 i64 usize u32 u64 bool i8 i16 u16 isize i128 u128)
}

/// The sizes and strides of a static shape. For other shapes there are no nested arrays and no elements.
pub const fn known<S: ArrayShape>() -> &'static StaticLayout {
    match S::STATIC {
        Some(known) => known,
        None => StaticLayout::NO_ELEMENT,
    }
}

/// The sizes and the strides of [`known`]. They are one constant, of which nothing is left to be compiled for each shape.
pub const fn sizes_and_strides<S: ArrayShape>() -> (&'static [usize], &'static [usize]) {
    let known = known::<S>();
    (known.sizes(), known.strides())
}

/// The number of elements in the nested arrays of a shape.
pub const fn count<S: ArrayShape>() -> usize {
    match S::ELEMENTS {
        None => 0,
        Some(count) => match count.get() {
            Some(count) => count,
            None => panic!("a shape has more elements than `usize` can count"),
        },
    }
}

/// The elements of arrays nested per axis, in row-major order.
#[inline]
pub fn as_slice<T, S: ArrayShape>(arrays: &S::Arrays<T>) -> &[T] {
    const { assert!(size_of::<S::Arrays<T>>() == count::<S>() * size_of::<T>()) };
    // SAFETY: `Arrays` are as many elements as the shape has, side by side, and nothing else: for an axis, arrays of
    // `repr(C)` halves and a last element, of which no part has gaps or another alignment than `T`.
    unsafe { core::slice::from_raw_parts((&raw const *arrays).cast(), const { count::<S>() }) }
}

/// The elements of arrays nested per axis, in row-major order.
#[inline]
pub fn as_mut_slice<T, S: ArrayShape>(arrays: &mut S::Arrays<T>) -> &mut [T] {
    const { assert!(size_of::<S::Arrays<T>>() == count::<S>() * size_of::<T>()) };
    // SAFETY: as in `as_slice`, and borrowed mutably.
    unsafe { core::slice::from_raw_parts_mut((&raw mut *arrays).cast(), const { count::<S>() }) }
}

/// What is known of nested arrays.
struct Arrays<T, S>(PhantomData<(T, S)>);

impl<T, S: ArrayShape> Arrays<T, S> {
    /// That they are their elements. A constant of the two types: a function that checks it is compiled for each closure.
    const CHECKED: () = {
        assert!(
            S::ELEMENTS.is_some(),
            "an inline tensor has no size that only a value brings"
        );
        assert!(size_of::<InlineArray<T, S>>() == count::<S>() * size_of::<T>());
    };
}

/// Arrays nested per axis, which `fill` writes.
///
/// # Safety
///
/// `fill` writes as many elements as the shape has, from the first one on, where it returns.
#[inline]
pub unsafe fn build_cells<T, S: ArrayShape>(fill: impl FnOnce(*mut T)) -> InlineArray<T, S> {
    let () = Arrays::<T, S>::CHECKED;
    let mut arrays = MaybeUninit::<InlineArray<T, S>>::uninit();
    fill(arrays.as_mut_ptr().cast());
    // SAFETY: arrays nested per axis are the elements of `T` one after the other and nothing else, as in
    // `as_slice`, and `fill` has written all of them. They are not used again. In a debug build `assume_init` would copy
    // them twice more.
    unsafe { arrays.as_ptr().read() }
}

/// Elements that were written one after the other so far, which are dropped where a panic comes before the last one.
struct Written<T> {
    first: *mut T,
    count: usize,
}

impl<T> Drop for Written<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this many elements were written, and nothing else has them.
        unsafe { core::ptr::slice_from_raw_parts_mut(self.first, self.count).drop_in_place() }
    }
}

/// Writes `count` elements that `next` gives.
///
/// # Safety
///
/// There is memory for this many from `first` on, and nothing else uses it before this returns.
#[inline]
pub unsafe fn write_each<T>(first: *mut T, count: usize, mut next: impl FnMut() -> T) {
    if const { !core::mem::needs_drop::<T>() } {
        let mut place = 0;
        while place < count {
            // SAFETY: the place is below `count`, for which the caller has memory.
            unsafe { first.add(place).write(next()) };
            place += 1;
        }
        return;
    }
    let mut written = Written { first, count: 0 };
    while written.count < count {
        // SAFETY: the place is below `count`, for which the caller has memory.
        unsafe { first.add(written.count).write(next()) };
        written.count += 1;
    }
    core::mem::forget(written);
}

/// Nested arrays with the elements that `next` gives in row-major order.
#[inline]
pub fn generate_cells<T, S: ArrayShape>(next: impl FnMut() -> T) -> InlineArray<T, S> {
    // SAFETY: as many elements as the shape has are written, each once.
    unsafe { build_cells(|first: *mut T| write_each(first, const { count::<S>() }, next)) }
}

/// Nested arrays with the elements that `next` gives, which `change` changes before they are moved: a returned variable
/// would be copied, and have its own room on the stack.
#[inline]
pub fn changed_cells<T, S: ArrayShape>(
    next: impl FnMut() -> T,
    change: impl FnOnce(&mut [T]),
) -> InlineArray<T, S> {
    // SAFETY: as many elements as the shape has are written.
    unsafe { build_cells(|first| write_changed(first, const { count::<S>() }, next, change)) }
}

/// The same for all shapes, if the functions have none in their types. The compiler has the elements written where the
/// caller wants them, because a single call writes all.
#[inline]
pub fn changed_by<T, S: ArrayShape, Arguments>(
    next: impl FnMut() -> T,
    change: impl FnOnce(&mut [T], Arguments),
    arguments: Arguments,
) -> InlineArray<T, S> {
    /// # Safety
    ///
    /// As for [`write_each`].
    #[inline(never)]
    unsafe fn write<T, Arguments>(
        first: *mut T,
        count: usize,
        next: impl FnMut() -> T,
        change: impl FnOnce(&mut [T], Arguments),
        arguments: Arguments,
    ) {
        // SAFETY: as the caller says.
        unsafe { write_changed(first, count, next, |elements| change(elements, arguments)) }
    }
    let count = const { count::<S>() };
    // SAFETY: as many elements as the shape has are written.
    unsafe { build_cells(|first| write(first, count, next, change, arguments)) }
}

/// Gives one value again and again.
#[inline(always)]
pub fn again<T: Copy>(value: T) -> impl FnMut() -> T {
    move || value
}

/// Writes elements that `next` gives, and which `change` changes then. Where it panics, they are not dropped.
///
/// # Safety
///
/// As for [`write_each`].
#[inline(always)]
unsafe fn write_changed<T>(
    first: *mut T,
    count: usize,
    next: impl FnMut() -> T,
    change: impl FnOnce(&mut [T]),
) {
    // SAFETY: as the caller says; each was written before it is lent.
    unsafe {
        write_each(first, count, next);
        change(core::slice::from_raw_parts_mut(first, count));
    }
}

/// Nested arrays of the first elements of an iterator.
///
/// # Panics
///
/// Panics if there are not as many elements as the shape has.
#[inline]
#[track_caller]
pub fn collect_cells<T, S: ArrayShape>(
    elements: &mut impl Iterator<Item = T>,
) -> InlineArray<T, S> {
    generate_cells(|| match elements.next() {
        Some(element) => element,
        None => panic!("as many elements as the shape has"),
    })
}

/// Nested arrays from blocks of `length` elements, `step` apart.
///
/// # Panics
///
/// Panics if blocks of that length are not what the shape has, or there are not enough elements.
#[inline]
#[track_caller]
pub fn copy_blocks<T: Copy, S: ArrayShape>(
    elements: &[T],
    length: usize,
    step: usize,
) -> InlineArray<T, S> {
    let count = const { count::<S>() };
    let blocks = count.checked_div(length).unwrap_or(0);
    let last = blocks.saturating_sub(1) * step;
    assert!(
        blocks * length == count && (count == 0 || last + length <= elements.len()),
        "as many elements as the shape has"
    );
    // SAFETY: the blocks have as many elements together as the shape has. They are written one after the other; the
    // last one was seen to be within the elements, and so are those in front.
    unsafe {
        build_cells(|first: *mut T| {
            for block in 0..blocks {
                let from = elements.as_ptr().add(block * step);
                core::ptr::copy_nonoverlapping(from, first.add(block * length), length);
            }
        })
    }
}

/// The same elements as nested arrays of another shape.
#[inline]
pub fn relabel<T, S: ArrayShape, Part: ArrayShape>(
    cells: InlineArray<T, S>,
) -> InlineArray<T, Part> {
    const {
        assert!(
            S::ELEMENTS.is_some() && Part::ELEMENTS.is_some() && count::<S>() == count::<Part>(),
            "as many elements in one shape as in the other"
        );
    }
    // SAFETY: both are as many elements in row-major order and nothing else.
    InlineArray(unsafe { transmute(cells.0) })
}

/// An element of nested arrays: a type that is not an array, so that the shape can be inferred.
///
/// Implement it for your own element type to build tensors from arrays.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as an element of nested arrays",
    label = "not an element",
    note = "nested arrays go up to six deep, and their elements implement `Element`: `impl Element for {Self} {{}}`"
)]
pub trait Element {}

for_each! {
    ($(#[$attribute:meta])* $element:ty) => {
        $(#[$attribute])*
        impl Element for $element {}
    }

    f32; f64; i8; i16; i32; i64; i128; isize; u8; u16; u32; u64; u128; usize; bool; char; &str;
    #[cfg(feature = "alloc")]
    alloc::string::String;
    #[cfg(feature = "half")]
    half::f16;
    #[cfg(feature = "half")]
    half::bf16;
}

/// Nested arrays up to six levels deep, with their shape: `[[T; N]; M]` has shape `[M, N]`.
///
/// Implemented for the sizes that typenum has a name for: up to 1024, and powers of 2 and 10. Tensors with other sizes
/// are made with `from_slice`, or on the heap with `from_vec`.
///
/// # Safety
///
/// A value lies in memory as an array `[Element; N]` of all elements of the shape in row-major order: of the same size
/// and alignment, which are compared where it is used, with every element in its place.
///
/// ```compile_fail
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
    /// The element type.
    type Element: 'static;
    /// The sizes.
    type Shape: StaticShape;
}

/// Calls a macro with each nested array: its parameters, their bounds, its type and its shape.
macro_rules! for_nested_arrays {
    ($each:ident) => {
        $crate::host::memory::for_nested_arrays! {
            @ $each [Const<> ToUInt]
            [N] [T; N], Axes<Scalar, U<N>>;
            [M N] [[T; N]; M], Axes<Axes<Scalar, U<M>>, U<N>>;
            [L M N] [[[T; N]; M]; L], Axes<Axes<Axes<Scalar, U<L>>, U<M>>, U<N>>;
            [K L M N] [[[[T; N]; M]; L]; K], Axes<Axes<Axes<Axes<Scalar, U<K>>, U<L>>, U<M>>, U<N>>;
            [J K L M N] [[[[[T; N]; M]; L]; K]; J],
                Axes<Axes<Axes<Axes<Axes<Scalar, U<J>>, U<K>>, U<L>>, U<M>>, U<N>>;
            [I J K L M N] [[[[[[T; N]; M]; L]; K]; J]; I],
                Axes<Axes<Axes<Axes<Axes<Axes<Scalar, U<I>>, U<J>>, U<K>>, U<L>>, U<M>>, U<N>>;
        }
        // Those of `generic-array`, nested up to four deep.
        #[cfg(feature = "generic-array")]
        const _: () = {
            use generic_array::{ArrayLength, GenericArray};

            $crate::host::memory::for_nested_arrays! {
                @ $each [ArrayLength]
                [N] GenericArray<T, N>, Axes<Scalar, N>;
                [M N] GenericArray<GenericArray<T, N>, M>, Axes<Axes<Scalar, M>, N>;
                [L M N] GenericArray<GenericArray<GenericArray<T, N>, M>, L>, Axes<Axes<Axes<Scalar, L>, M>, N>;
                [K L M N] GenericArray<GenericArray<GenericArray<GenericArray<T, N>, M>, L>, K>,
                    Axes<Axes<Axes<Axes<Scalar, K>, L>, M>, N>;
            }
        };
    };
    (@ $each:ident [Const<> ToUInt] $([$($size:ident)*] $array:ty, $shape:ty;)*) => {$(
        $each!([$(const $size: usize),*] [$(Const<$size>: ToUInt<Output: StaticDim>),*] $array, $shape);
    )*};
    (@ $each:ident [ArrayLength] $([$($size:ident)*] $array:ty, $shape:ty;)*) => {$(
        $each!([$($size: StaticDim + ArrayLength),*] [] $array, $shape);
    )*};
}
pub(crate) use for_nested_arrays;

macro_rules! nested_array {
    ([$($parameters:tt)*] [$($bounds:tt)*] $array:ty, $shape:ty) => {
        // SAFETY: arrays lie in memory without gaps, those of the last index next to each other.
        unsafe impl<T: Element + 'static, $($parameters)*> NestedArray for $array
        where
            $($bounds)*
        {
            type Element = T;
            type Shape = $shape;
        }
    };
}

for_nested_arrays!(nested_array);

/// Converts to Rust's nested arrays. The shape may have names.
pub fn into_nested<A: NestedArray, S: ArrayShape>(cells: InlineArray<A::Element, S>) -> A {
    const { check_nested::<A, S>() };
    // SAFETY: both are as many elements in row-major order and nothing else.
    unsafe { transmute(cells) }
}

/// A copy as Rust's nested arrays. The shape may have names.
pub const fn to_nested<A: NestedArray<Element: Copy>, S: ArrayShape>(
    cells: &InlineArray<A::Element, S>,
) -> A {
    const { check_nested::<A, S>() };
    // SAFETY: both are as many elements in row-major order and nothing else, aligned as they are, which are `Copy`.
    unsafe { (&raw const *cells).cast::<A>().read() }
}

/// A value that is read as another type with the same layout; both begin where the union begins.
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

/// The parts of the contract of [`NestedArray`] that can be checked, and that a shape has as many elements.
const fn check_nested<A: NestedArray, S: ArrayShape>() {
    assert!(
        S::ELEMENTS.is_some() && count::<S>() == <A::Shape as StaticShape>::NUM_ELEMENTS,
        "as many elements in the shape as in the array"
    );
    assert!(
        align_of::<A>() == align_of::<A::Element>(),
        "a nested array is aligned as its elements are"
    );
    assert!(
        size_of::<A>() == <A::Shape as StaticShape>::NUM_ELEMENTS * size_of::<A::Element>(),
        "a nested array is the elements of its shape and nothing else"
    );
}

/// Converts from Rust's nested arrays. The shape may have names.
pub const fn from_nested<A: NestedArray, S: ArrayShape>(array: A) -> InlineArray<A::Element, S> {
    const { check_nested::<A, S>() };
    // SAFETY: both are as many elements in row-major order and nothing else.
    InlineArray(unsafe { transmute(array) })
}

/// Rust's nested arrays as a vector of their elements.
#[cfg(feature = "alloc")]
pub fn nested_to_vec<A: NestedArray>(array: A) -> Vec<A::Element> {
    const { check_nested::<A, A::Shape>() };
    // SAFETY: a nested array is as many elements as its shape has, in row-major order, and aligned as they are.
    unsafe {
        build(
            <A::Shape as StaticShape>::NUM_ELEMENTS,
            |first: *mut A::Element| {
                first.cast::<A>().write(array);
            },
        )
    }
}
