//! The engines for the memory of this machine. They call kernels, which are compiled once for all shapes, except those
//! of inline tensors.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::fold::{Collect, Fold, fold_anywhere};
use super::index::Slices;
use super::inline;
use super::layout::{self, Layout};
#[cfg(feature = "alloc")]
use super::matrix::{self, MatrixElement};
use super::memory::{self, InlineArray};
use super::pass::{self, Given, Lent, Operands, Operates, Predicts};
use super::raw::{Holds, Raw, RawMut, copy};
use super::reduce::ReductionOf;
use super::rows::{Apply, ApplyTwo, Copies as Copied, ReplaceBy, Visit, Write};
use super::slice::{Slice, SliceMut};
#[cfg(feature = "alloc")]
use super::{array::Array, fold::fold_all};
use crate::algebra::slices::SliceEntry;
use crate::engine::{
    Binary, BinaryFunction, BinaryInPlace, Clones, Copies, Creates, DynamicShapes, Engine,
    FloatOperations, Floats, Lends, MovesAxes, NumberOperations, Numbers, Operand, ReadsElements,
    Reduces, Reshapes, Selects, Unary, UnaryFunction, depends_on_shape,
};
#[cfg(feature = "alloc")]
use crate::engine::{Joins, ModelOperations, Models, composed};
use crate::error::BroadcastError;
use crate::sealed::Sealed;
use crate::shape::axis::AxisOrder;
use crate::shape::list::ArrayShape;
use crate::verdict::{HoldsAnySize, Shapes};
use crate::{DynShape, Scalar, Shape, ShapeError};

/// The engine of [`Tensor`](crate::Tensor): elements on the heap, in shared and counted memory, with any shape.
///
/// A transpose, a part or an expansion of a tensor is a tensor with the same memory. A change in place copies the
/// elements first if the memory is shared.
///
/// In the guide: [engines](crate::guide::engines).
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct Host;

/// The engine of [`InlineTensor`](crate::InlineTensor): elements in the tensor itself, with static shapes and without
/// an allocator.
///
/// A transpose or a part of an inline tensor is a copy, because its memory is its own.
///
/// Its functions use the shapes in their types and ignore the sizes they are given. If operands do not broadcast to the
/// shape of the result, or if that has a size known only at run time, calling them is a compile error:
///
/// ```compile_fail,E0080
/// use shapecheck::engine::{Operand, Binary, ops};
/// use shapecheck::{Inline, InlineTensor, shape};
///
/// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
/// let (x, y) = (Operand::ByRef(x.data()), Operand::ByRef(x.data()));
/// <Inline as Binary<ops::Add, i32>>::binary::<shape![2, 3], shape![2, 3], shape![4, 3]>(x, y, [2, 3].into());
/// ```
///
/// ```compile_fail,E0080
/// use shapecheck::engine::Creates;
/// use shapecheck::{DynShape, Inline};
///
/// <Inline as Creates<i32>>::full::<DynShape>([2, 3].into(), 1);
/// ```
///
/// In the guide: [without the standard library](crate::guide::no_std).
#[derive(Clone, Copy, Debug)]
pub struct Inline;

/// The engine of [`View`](crate::View): elements in borrowed memory.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Borrowed<'a>(PhantomData<&'a ()>);

/// The engine of [`ViewMut`](crate::ViewMut): elements in mutably borrowed memory.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Debug)]
pub struct BorrowedMut<'a>(PhantomData<&'a mut ()>);

/// An engine whose elements are in the memory of this machine.
///
/// Unsafe code relies on it, so the trait is sealed:
///
/// ```compile_fail,E0277
/// use shapecheck::Inline;
/// use shapecheck::host::Memory;
///
/// fn needs<E: Memory>() {}
/// struct Mine;
/// needs::<Mine>();
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of a tensor of `{Self}` are not in this machine's memory",
    label = "elements cannot be looked at here"
)]
pub trait Memory: Engine + Sealed {
    /// Whether sizes are in types only, so that loops are compiled for each shape.
    #[doc(hidden)]
    const IS_INLINE: bool;

    /// The data of a tensor: the same type for all shapes, unless sizes are in types only.
    #[doc(hidden)]
    type Held<T: 'static, S: ArrayShape>: Holds<Element = T>;

    /// The data, for functions that know no engine.
    #[doc(hidden)]
    fn held<T: 'static, S: ArrayShape>(data: &Self::Data<T, S>) -> &Self::Held<T, S>;

    /// The operand of a pass for a borrowed tensor.
    #[doc(hidden)]
    type Lent<'o, T: Copy + 'static, S: Shape>: Operates<Element = T>
    where
        Self: 'o;
    /// The operand of a pass for a tensor that is not needed any more.
    #[doc(hidden)]
    type Given<T: Copy + 'static, S: Shape>: Operates<Element = T>;

    /// The shape that functions are compiled for: its own where sizes are in types only, otherwise one for all shapes.
    #[doc(hidden)]
    type Erased<S: Shape>: Shape;

    /// The same data with that shape. A function that gets it is compiled once for all shapes if the engine is not
    /// inline.
    #[doc(hidden)]
    fn erase<T: 'static, S: Shape>(data: &Self::Data<T, S>) -> &Self::Data<T, Self::Erased<S>>;

    /// See [`erase`](Self::erase).
    #[doc(hidden)]
    fn erase_mut<T: 'static, S: Shape>(
        data: &mut Self::Data<T, S>,
    ) -> &mut Self::Data<T, Self::Erased<S>>;

    /// The data of a shape that was erased.
    #[doc(hidden)]
    fn restore<T: 'static, S: Shape>(data: Self::Data<T, Self::Erased<S>>) -> Self::Data<T, S>;

    /// The elements.
    #[doc(hidden)]
    fn raw<'d, T: 'static, S: Shape>(data: &'d Self::Data<T, S>) -> Raw<'d, T>;

    /// The tensor as a borrowed operand of a pass.
    #[doc(hidden)]
    fn lend<'d, T: Copy + 'static, S: Shape>(data: &'d Self::Data<T, S>) -> Self::Lent<'d, T, S>;

    /// The tensor as an operand of a pass that may give its memory to the result.
    #[doc(hidden)]
    fn give<T: Copy + 'static, S: Shape>(data: Self::Data<T, S>) -> Self::Given<T, S>;
}

/// An engine whose elements can be changed in place. No two indices have the same element.
#[diagnostic::on_unimplemented(
    message = "the elements of this view can only be read",
    label = "changes elements",
    note = "`view_mut()`, `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` give views that change elements"
)]
pub trait Mutable<T: 'static>: Memory {
    /// The elements, mutable. Shared memory is copied first.
    #[doc(hidden)]
    fn raw_mut<S: Shape>(data: &mut Self::Data<T, S>) -> RawMut<'_, T>;

    /// The memory, and where the elements are in it. Shared memory is copied first.
    // Nothing that takes a closure, which might not be inlined.
    #[doc(hidden)]
    fn parts_mut<S: Shape>(data: &mut Self::Data<T, S>) -> (&mut [T], &Layout);

    /// Whether it is a view, perhaps of an inline tensor: changes of few elements have a loop for each shape.
    #[doc(hidden)]
    const IS_VIEW: bool = false;

    /// Changes the elements by those of operands.
    ///
    /// # Errors
    ///
    /// Returns an error if others do not broadcast to them, which are then unchanged.
    #[doc(hidden)]
    fn change<P: Predicts, S: Shape, L: Operands>(
        data: &mut Self::Data<T, S>,
        operands: &L,
        each: &mut impl Visit<T, L::Elements>,
    ) -> Result<(), BroadcastError> {
        pass::update::<P, _, _, _>(Self::raw_mut(data), operands, each)
    }
}

/// An engine for results.
pub trait Collects: Memory {
    /// The results of a pass.
    #[doc(hidden)]
    fn collect<P: Predicts, L: Operands, U: 'static, O: Shape>(
        operands: L,
        sizes: DynShape,
        each: &mut impl Visit<U, L::Elements>,
    ) -> Self::Data<U, O>;

    /// The results of a pass, with the sizes that the operands broadcast to.
    #[doc(hidden)]
    fn broadcast<P: Predicts, L: Operands, U: 'static, O: Shape>(
        operands: L,
        each: &mut impl Visit<U, L::Elements>,
    ) -> Self::Data<U, O>;

    /// Whether all results of such a pass are true.
    #[doc(hidden)]
    fn all<L: Operands, O: Shape>(operands: L, each: &mut impl Visit<bool, L::Elements>) -> bool;

    /// Elements from slices, in row-major order with these sizes.
    #[doc(hidden)]
    fn gather<'a, T: Clone + 'static, O: Shape>(
        sizes: DynShape,
        slices: Slices<'a, T>,
    ) -> Self::Data<T, O>;
}

/// An engine whose results can be changed until they are returned.
pub trait Computes<T: 'static>:
    Memory + Copies<T, Out: Collects + Mutable<T> + Mutable<usize> + Creates<T> + Creates<usize>>
{
}

impl<T: 'static, E: Memory + Copies<T>> Computes<T> for E where
    E::Out: Collects + Mutable<T> + Mutable<usize> + Creates<T> + Creates<usize>
{
}

/// The engine of results of operands on two engines.
#[diagnostic::on_unimplemented(
    message = "the elements of a tensor of `{Other}` are not in this machine's memory",
    label = "elements cannot be looked at here",
    note = "in generic code an engine whose elements are has the bound `{Other}: Memory`"
)]
pub trait Promotes<Other: Sealed>: Sealed {
    /// The heap, unless both are inline.
    type OutputEngine: Collects;
}

/// In place of an engine, before there is an operand.
#[doc(hidden)]
pub struct NoEngine;

/// Operands on two engines whose results are on the heap.
#[cfg(feature = "alloc")]
pub trait ToHeap<Rhs>: Memory {}

/// Two engines, and the engine of results of operands on them. Nothing else lists pairs.
macro_rules! pairs {
    ($([$($lifetime:lifetime),*] $Lhs:ty, $Rhs:ty => $OutputEngine:ident;)*) => {$(
        impl<$($lifetime),*> Promotes<$Rhs> for $Lhs {
            type OutputEngine = $OutputEngine;
        }

        pairs!(@ $OutputEngine [$($lifetime),*] $Lhs, $Rhs);
    )*};
    (@ Inline $($pair:tt)*) => {};
    (@ Host [$($lifetime:lifetime),*] $Lhs:ty, $Rhs:ty) => {
        impl<$($lifetime),*> ToHeap<$Rhs> for $Lhs {}

        // Not for all engines at once: operands pass through, so that what is compiled for each shape is one call.
        impl<$($lifetime,)* Op, T: Copy + 'static> Binary<Op, T, $Rhs> for $Lhs
        where
            Op: BinaryFunction<T, Output: 'static>,
        {
            type Element = Op::Output;
            type OutputEngine = Host;

            #[inline]
            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, <$Lhs as Engine>::Data<T, S>>,
                rhs: Operand<'_, <$Rhs as Engine>::Data<T, R>>,
                sizes: DynShape,
            ) -> Array<Op::Output> {
                heap::binary::<Op, _, _>(lhs, rhs, sizes)
            }
        }
    };
}

pairs! {
    [] Inline, Inline => Inline;
}
#[cfg(feature = "alloc")]
pairs! {
    [] Host, Host => Host;
    ['a] Host, Borrowed<'a> => Host;
    [] Host, Inline => Host;
    ['a] Borrowed<'a>, Host => Host;
    ['a, 'b] Borrowed<'a>, Borrowed<'b> => Host;
    ['a] Borrowed<'a>, Inline => Host;
    [] Inline, Host => Host;
    ['a] Inline, Borrowed<'a> => Host;
}

#[diagnostic::do_not_recommend]
impl<E: Promotes<E>> Promotes<E> for NoEngine {
    type OutputEngine = E::OutputEngine;
}

/// The engine of results of operands on these two engines.
pub type Promoted<Lhs, Rhs> = <Lhs as Promotes<Rhs>>::OutputEngine;

/// `Engine` and `Memory` for an engine with this data and this engine of results. Memory that is not inline holds its
/// sizes as values.
macro_rules! memory {
    ($([$($lifetime:lifetime)?] $Engine:ty => $Out:ident, $is_inline:ident, $Erased:ty: |$T:ident, $S:ident| $Data:ty;)*) => {$(
        impl$(<$lifetime>)? Engine for $Engine {
            type Data<$T: 'static, $S: ArrayShape> = $Data;

            memory!(@ $Out);

            #[inline]
            fn sizes<'d, $T: 'static, $S: ArrayShape>(data: &'d $Data) -> &'d [usize] {
                data.sizes()
            }

            memory!(@ $is_inline |$T, $S| $Data);
        }

        impl$(<$lifetime>)? Memory for $Engine {
            const IS_INLINE: bool = $is_inline;

            type Erased<$S: Shape> = $Erased;

            #[inline(always)]
            fn erase<'d, $T: 'static, $S: Shape>(data: &'d $Data) -> &'d $Data {
                data
            }

            #[inline(always)]
            fn erase_mut<'d, $T: 'static, $S: Shape>(data: &'d mut $Data) -> &'d mut $Data {
                data
            }

            #[inline(always)]
            fn restore<$T: 'static, $S: Shape>(data: $Data) -> $Data {
                data
            }

            type Held<$T: 'static, $S: ArrayShape> = $Data;

            #[inline(always)]
            fn held<'d, $T: 'static, $S: ArrayShape>(data: &'d $Data) -> &'d $Data {
                data
            }

            type Lent<'o, $T: Copy + 'static, $S: Shape>
                = Lent<'o, $Data>
            where
                Self: 'o;
            type Given<$T: Copy + 'static, $S: Shape> = Given<$Data>;

            #[inline]
            fn raw<'d, $T: 'static, $S: Shape>(data: &'d $Data) -> Raw<'d, T> {
                data.raw()
            }

            #[inline(always)]
            fn lend<'d, $T: Copy + 'static, $S: Shape>(data: &'d $Data) -> Lent<'d, $Data> {
                Lent(data)
            }

            #[inline(always)]
            fn give<$T: Copy + 'static, $S: Shape>(data: $Data) -> Given<$Data> {
                Given(data)
            }
        }

    )*};
    (@ Self) => {
        type Out = Self;
    };
    (@ Host) => {
        #[cfg(feature = "alloc")]
        type Out = Host;
        // Nothing makes a view, so that no operation on one has a result.
        #[cfg(not(feature = "alloc"))]
        type Out = Self;
    };
    (@ false |$T:ident, $S:ident| $Data:ty) => {
        #[inline(always)]
        fn untyped<'d, $T: 'static, $S: ArrayShape>(data: &'d $Data) -> &'d $Data {
            data
        }

        #[inline(always)]
        fn retype<$T: 'static, $S: ArrayShape, O: ArrayShape>(data: $Data) -> $Data {
            data
        }
    };
    (@ true |$T:ident, $S:ident| $Data:ty) => {
        #[inline]
        fn retype<$T: 'static, $S: ArrayShape, O: ArrayShape>(data: $Data) -> InlineArray<$T, O> {
            memory::relabel(data)
        }
    };
}

memory! {
    [] Inline => Self, true, S: |T, S| InlineArray<T, S>;
    ['a] Borrowed<'a> => Host, false, DynShape: |T, S| Slice<'a, T>;
    ['a] BorrowedMut<'a> => Host, false, DynShape: |T, S| SliceMut<'a, T>;
}
#[cfg(feature = "alloc")]
memory! {
    [] Host => Self, false, DynShape: |T, S| Array<T>;
}

impl Lends for Inline {
    type Ref<'a, T: 'static> = inline::WithSizes<'a, T>;

    #[inline(always)]
    fn lent<T: 'static, S: ArrayShape>(data: &InlineArray<T, S>) -> inline::WithSizes<'_, T> {
        inline::WithSizes {
            elements: data.as_slice(),
            sizes: data.sizes(),
        }
    }

    fn of_any_shape<'a, T: 'static>(_: inline::WithSizes<'a, T>) -> &'a InlineArray<T, DynShape>
    where
        Self: 'a,
    {
        const { depends_on_shape::<T>() }
    }
}

/// Copies of two, compiled once for all shapes.
#[inline(never)]
fn cloned<D: Clone>(lhs: &D, rhs: &D) -> [D; 2] {
    [lhs.clone(), rhs.clone()]
}

/// Impls for the two engines whose tensors share memory, and hold their sizes as values.
macro_rules! sharing_memory {
    ($($(#[$attribute:meta])? [$($parameter:tt)*] $Trait:path { $($body:tt)* })*) => {$(
        #[cfg(feature = "alloc")]
        $(#[$attribute])?
        impl<$($parameter)*> $Trait for Host {
            $($body)*
        }

        $(#[$attribute])?
        impl<$($parameter)*> $Trait for Borrowed<'_> {
            $($body)*
        }
    )*};
}
#[cfg(feature = "alloc")]
pub(super) use sharing_memory;

// Not by the macro, whose lines rustc would show.
#[cfg(feature = "alloc")]
impl DynamicShapes for Host {}
impl DynamicShapes for Borrowed<'_> {}
impl DynamicShapes for BorrowedMut<'_> {}

/// Never: the sizes of an inline tensor are in its type.
impl DynamicShapes for Inline where for<'a> Shapes: HoldsAnySize<&'a Self> {}

#[cfg(feature = "alloc")]
impl<T: Clone + 'static> Mutable<T> for Host {
    #[inline]
    fn raw_mut<S: Shape>(data: &mut Array<T>) -> RawMut<'_, T> {
        data.raw_mut()
    }

    #[inline(always)]
    fn parts_mut<S: Shape>(data: &mut Array<T>) -> (&mut [T], &Layout) {
        data.parts_mut()
    }
}

impl<T: 'static> Mutable<T> for BorrowedMut<'_> {
    const IS_VIEW: bool = true;

    #[inline]
    fn raw_mut<S: Shape>(data: &mut Self::Data<T, S>) -> RawMut<'_, T> {
        data.raw_mut()
    }

    #[inline(always)]
    fn parts_mut<S: Shape>(data: &mut Self::Data<T, S>) -> (&mut [T], &Layout) {
        data.parts_mut()
    }

    #[inline(always)]
    fn change<P: Predicts, S: Shape, L: Operands>(
        data: &mut Self::Data<T, S>,
        operands: &L,
        each: &mut impl Visit<T, L::Elements>,
    ) -> Result<(), BroadcastError> {
        pass::update_part::<P, S, _, _, _>(data.raw_mut(), operands, each)
    }
}

impl<T: 'static> Mutable<T> for Inline {
    #[inline]
    fn raw_mut<S: Shape>(data: &mut InlineArray<T, S>) -> RawMut<'_, T> {
        data.raw_mut()
    }

    #[inline(always)]
    fn parts_mut<S: Shape>(data: &mut InlineArray<T, S>) -> (&mut [T], &Layout) {
        let layout = const { &Layout::known(0, memory::known::<S>()) };
        (data.as_mut_slice(), layout)
    }

    #[inline]
    fn change<P: Predicts, S: Shape, L: Operands>(
        data: &mut InlineArray<T, S>,
        operands: &L,
        each: &mut impl Visit<T, L::Elements>,
    ) -> Result<(), BroadcastError> {
        pass::update_cells::<P, _, _, _, _>(data, operands, each)
    }
}

/// Operations with results on the heap, for elements anywhere: shared by `Host` and `Borrowed`.
#[cfg(feature = "alloc")]
pub(super) mod heap {
    use super::super::rows::ByRow;
    use super::*;
    use crate::engine::ops;
    use crate::shape::list::StaticLayout;

    // Not inlined into callers, which are compiled for each shape; the same below.
    #[inline(never)]
    #[track_caller]
    pub fn binary<Op, A, B>(
        lhs: Operand<'_, A>,
        rhs: Operand<'_, B>,
        sizes: DynShape,
    ) -> Array<Op::Output>
    where
        Op: BinaryFunction<A::Element, Output: 'static>,
        A: Holds<Element: Copy + 'static>,
        B: Holds<Element = A::Element>,
    {
        let each = &mut ApplyTwo::<Op>(PhantomData);
        match (lhs, rhs) {
            // Operands that may be given are large to move, which takes as long as adding a few elements.
            (Operand::ByRef(lhs), Operand::ByRef(rhs)) => {
                pass::collect::<(), _, _, _>((((), Lent(lhs)), Lent(rhs)), sizes, each)
            }
            (lhs, rhs) => pass::collect::<(), _, _, _>((((), lhs), rhs), sizes, each),
        }
    }

    #[inline(never)]
    #[track_caller]
    pub fn copy<T: Copy + 'static>(data: &impl Holds<Element = T>) -> Array<T> {
        let raw = data.raw();
        let source = Slice::of(raw);
        pass::collect::<(), _, _, _>(((), Lent(&source)), raw.sizes.into(), &mut Copied)
    }

    #[inline(never)]
    #[track_caller]
    pub fn unary<Op, A>(op: Op, data: Operand<'_, A>) -> Array<Op::Output>
    where
        Op: UnaryFunction<A::Element, Output: 'static>,
        A: Holds<Element: Copy + 'static>,
    {
        let each = &mut ByRow(&Apply(op));
        let sizes = DynShape::from(data.data().raw().sizes);
        match data {
            Operand::ByRef(data) => pass::collect::<(), _, _, _>(((), Lent(data)), sizes, each),
            data => pass::collect::<(), _, _, _>(((), data), sizes, each),
        }
    }

    #[inline(never)]
    #[track_caller]
    pub fn product<T: MatrixElement, A: Holds<Element = T>, B: Holds<Element = T>>(
        lhs: &A,
        rhs: &B,
        sizes: DynShape,
    ) -> Array<T> {
        matrix::product(lhs.raw(), rhs.raw(), &sizes)
    }

    // Not a part of the engine's functions, which are compiled for each shape: these are compiled for each function
    // that gives elements.
    #[inline(never)]
    #[track_caller]
    pub fn full<T: Clone>(sizes: DynShape, value: T) -> Array<T> {
        let elements = memory::filled(layout::count(sizes.dims()), value);
        Array::new(sizes, elements)
    }

    /// Results as an array of these sizes.
    #[derive(Clone, Copy)]
    pub struct ToArray<'a>(&'a DynShape);

    impl<R: Copy> Collect<R> for ToArray<'_> {
        type Output = Array<R>;

        fn room(self, count: usize, start: Option<R>) -> Array<R> {
            match start {
                Some(start) => Array::filled(self.0, count, start),
                None => Array::new(self.0.clone(), Vec::new()),
            }
        }

        fn results(output: &mut Array<R>) -> &mut [R] {
            output.raw_mut().elements
        }
    }

    /// `known` are the sizes of the result, if a type gives them.
    #[inline(never)]
    #[track_caller]
    pub fn reduce<Op: ReductionOf<D::Element>, D: Holds<Element: Copy + 'static>>(
        data: &D,
        axes: &[usize],
        known: Option<&'static StaticLayout>,
    ) -> Array<Op::Output> {
        let raw = data.raw();
        let sizes = match known {
            Some(known) if layout::is_reduced(raw.sizes, axes, known) => DynShape::of_known(known),
            _ => layout::reduced(raw.sizes, axes),
        };
        Op::reduce(raw, axes, ToArray(&sizes))
    }

    /// The one result over all elements.
    #[derive(Clone, Copy)]
    pub struct ToOne;

    impl<R: Copy> Collect<R> for ToOne {
        type Output = R;

        fn room(self, _count: usize, start: Option<R>) -> R {
            match start {
                Some(start) => start,
                None => unreachable!("there is one result"),
            }
        }

        fn results(output: &mut R) -> &mut [R] {
            core::slice::from_mut(output)
        }

        #[inline]
        #[track_caller]
        fn fold<T: Copy + 'static, F: Fold<T, Result = R>>(
            self,
            raw: Raw<'_, T>,
            axes: &[usize],
            empty: Option<F::Term>,
            fold: F,
        ) -> R {
            match raw.as_slice() {
                // With as little overhead as possible for few elements.
                Some(elements) if !elements.is_empty() => fold_all(elements, &fold),
                _ => fold_anywhere(raw, axes, empty, fold, self),
            }
        }
    }

    /// The axes, counted from the end, of most tensors.
    const AXES: [usize; 8] = [8, 7, 6, 5, 4, 3, 2, 1];

    #[inline(never)]
    #[track_caller]
    pub fn reduce_all<Op: ReductionOf<T>, T: Copy + 'static>(raw: Raw<'_, T>) -> Op::Output {
        match AXES.len().checked_sub(raw.rank()) {
            Some(others) => Op::reduce(raw, &AXES[others..], ToOne),
            None => {
                let axes = layout::numbers(raw.rank(), |axis| raw.rank() - axis);
                Op::reduce(raw, axes.dims(), ToOne)
            }
        }
    }

    /// Whether all results of a pass over operands, broadcast as by [`pass::broadcast`], are true.
    ///
    /// # Panics
    ///
    /// As for it.
    #[track_caller]
    #[inline(never)]
    pub fn all<L: pass::Operands, E: Visit<bool, L::Elements>>(
        operands: L,
        known: Option<&'static StaticLayout>,
        each: &mut E,
    ) -> bool {
        let sizes = pass::must_broadcast(&operands, known);
        let results = pass::collect::<(), L, bool, E>(operands, sizes, each);
        reduce_all::<ops::All, bool>(results.raw())
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    #[inline(never)]
    #[track_caller]
    pub fn softmax<T: num_traits::Float + 'static, D: Holds<Element = T>>(
        data: &D,
        axis: usize,
        logarithm: bool,
    ) -> Array<T> {
        let raw = data.raw();
        let strides = layout::row_major_strides(raw.sizes);
        let (elements, layout) = (raw.side_by_side(), (raw.sizes, strides.dims()));
        let result = super::super::softmax::softmax(&elements, layout, axis, logarithm);
        Array::new(raw.sizes.into(), result)
    }
}

/// Results as nested arrays of shape `O`, from elements in arrays of shape `S`.
pub(super) struct ToCells<S, O>(pub(super) PhantomData<(S, O)>);

copy!(ToCells<S, O>);

impl<R: Copy, S: Shape, O: Shape> Collect<R> for ToCells<S, O> {
    type Output = InlineArray<R, O>;

    #[track_caller]
    fn room(self, count: usize, start: Option<R>) -> InlineArray<R, O> {
        assert!(
            count == memory::count::<O>(),
            "as many results as the shape has"
        );
        memory::generate_cells(|| match start {
            Some(start) => start,
            None => unreachable!("there is no result"),
        })
    }

    #[inline]
    fn results(output: &mut InlineArray<R, O>) -> &mut [R] {
        output.as_mut_slice()
    }

    #[inline]
    #[track_caller]
    fn fold<T: Copy + 'static, F: Fold<T, Result = R>>(
        self,
        raw: Raw<'_, T>,
        axes: &[usize],
        empty: Option<F::Term>,
        fold: F,
    ) -> InlineArray<R, O> {
        if const { inline::fold::blocks::<S, O>().is_some() } {
            inline::fold::fold::<S, O, T, F>(raw.elements, &fold)
        } else {
            fold_anywhere(raw, axes, empty, fold, self)
        }
    }
}

#[cfg(feature = "alloc")]
impl Collects for Host {
    #[inline]
    #[track_caller]
    fn collect<P: Predicts, L: Operands, U: 'static, O: Shape>(
        operands: L,
        sizes: DynShape,
        each: &mut impl Visit<U, L::Elements>,
    ) -> Array<U> {
        pass::collect::<P, _, _, _>(operands, sizes, each)
    }

    #[inline]
    #[track_caller]
    fn broadcast<P: Predicts, L: Operands, U: 'static, O: Shape>(
        operands: L,
        each: &mut impl Visit<U, L::Elements>,
    ) -> Array<U> {
        pass::broadcast::<P, _, _, _>(operands, const { O::STATIC }, each)
    }

    #[inline]
    #[track_caller]
    fn all<L: Operands, O: Shape>(operands: L, each: &mut impl Visit<bool, L::Elements>) -> bool {
        heap::all(operands, const { O::STATIC }, each)
    }

    #[track_caller]
    fn gather<'a, T: Clone + 'static, O: Shape>(
        sizes: DynShape,
        slices: Slices<'a, T>,
    ) -> Array<T> {
        let elements = slices.collect(layout::count(sizes.dims()));
        Array::new(sizes, elements)
    }
}

impl Collects for Inline {
    #[inline]
    #[track_caller]
    fn collect<P: Predicts, L: Operands, U: 'static, O: Shape>(
        operands: L,
        _sizes: DynShape,
        each: &mut impl Visit<U, L::Elements>,
    ) -> InlineArray<U, O> {
        pass::collect_cells::<P, _, _, _, _>(operands, each)
    }

    #[inline]
    #[track_caller]
    fn broadcast<P: Predicts, L: Operands, U: 'static, O: Shape>(
        operands: L,
        each: &mut impl Visit<U, L::Elements>,
    ) -> InlineArray<U, O> {
        pass::collect_cells::<P, _, _, _, _>(operands, each)
    }

    #[inline]
    #[track_caller]
    fn all<L: Operands, O: Shape>(operands: L, each: &mut impl Visit<bool, L::Elements>) -> bool {
        let results: InlineArray<bool, O> = pass::collect_cells::<(), _, _, _, _>(operands, each);
        <Self as Reduces<crate::engine::ops::All, bool>>::reduce_all::<O>(&results)
    }

    #[track_caller]
    fn gather<'a, T: Clone + 'static, O: Shape>(
        sizes: DynShape,
        slices: Slices<'a, T>,
    ) -> InlineArray<T, O> {
        assert!(
            sizes.dims() == memory::known::<O>().sizes(),
            "elements of sizes {sizes} as a tensor of its shape"
        );
        memory::collect_cells(&mut slices.iter().flatten().cloned())
    }
}

#[cfg(feature = "alloc")]
impl<T: 'static> Creates<T> for Host {
    #[track_caller]
    fn full<S: Shape>(sizes: DynShape, value: T) -> Array<T>
    where
        T: Clone,
    {
        heap::full(sizes, value)
    }

    #[track_caller]
    fn generate<S: Shape>(sizes: DynShape, next: impl FnMut() -> T) -> Array<T> {
        Array::generate(sizes, next)
    }
}

impl<T: 'static> Creates<T> for Inline {
    #[inline]
    fn full<S: Shape>(_sizes: DynShape, value: T) -> InlineArray<T, S>
    where
        T: Clone,
    {
        memory::generate_cells(|| value.clone())
    }

    #[inline]
    fn generate<S: Shape>(_sizes: DynShape, next: impl FnMut() -> T) -> InlineArray<T, S> {
        memory::generate_cells(next)
    }

    #[inline]
    fn diagonals<S: Shape>(
        _sizes: DynShape,
        above: isize,
        next: impl FnMut() -> T,
    ) -> InlineArray<T, S>
    where
        T: num_traits::Zero,
    {
        inline::moves::diagonals(above, next)
    }
}

sharing_memory! {
    [T: 'static] Clones<T> {
        #[inline]
        fn keep<S: ArrayShape>(data: &Self::Data<T, S>) -> Self::Data<T, S> {
            data.clone()
        }

        #[inline]
        fn keep_two<S: ArrayShape, R: ArrayShape>(
            lhs: &Self::Data<T, S>, rhs: &Self::Data<T, R>
        ) -> [Self::Data<T, DynShape>; 2] {
            cloned(lhs, rhs)
        }
    }
}

impl<T: Clone + 'static> Clones<T> for Inline {
    fn keep<S: ArrayShape>(data: &InlineArray<T, S>) -> InlineArray<T, S> {
        memory::collect_cells(&mut data.as_slice().iter().cloned())
    }
}

impl<T: 'static, E: Memory> ReadsElements<T> for E {
    fn show<S: Shape, R>(
        data: &Self::Data<T, S>,
        look: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R,
    ) -> R {
        look(&mut E::raw::<T, S>(data).iter())
    }
}

impl<Op: BinaryFunction<T, Output: 'static>, T: Copy + 'static> Binary<Op, T> for Inline {
    type Element = Op::Output;
    type OutputEngine = Inline;

    #[inline]
    #[track_caller]
    fn binary<S: Shape, R: Shape, O: Shape>(
        lhs: Operand<'_, InlineArray<T, S>>,
        rhs: Operand<'_, InlineArray<T, R>>,
        _sizes: DynShape,
    ) -> InlineArray<Op::Output, O> {
        // Borrowed, because a debug build copies what is moved, and inline tensors may be large.
        let operands = (((), Lent(lhs.data())), Lent(rhs.data()));
        pass::collect_cells::<(), _, _, _, _>(operands, &mut ApplyTwo::<Op>(PhantomData))
    }
}

/// `+=` on memory anywhere. Not inlined into callers, which are compiled for each shape.
#[inline(never)]
#[track_caller]
fn update<Op: BinaryFunction<T, Output = T>, T: Copy + 'static, A: Operates<Element = T>>(
    target: RawMut<'_, T>,
    rhs: A,
) {
    layout::or_panic(pass::update::<(), _, _, _>(
        target,
        &((), rhs),
        &mut ReplaceBy::<Op>(PhantomData),
    ));
}

#[diagnostic::do_not_recommend]
impl<Op, T, E, F> BinaryInPlace<Op, T, F> for E
where
    Op: BinaryFunction<T, Output = T>,
    T: Copy + 'static,
    E: Mutable<T>,
    F: Memory + Copies<T>,
{
    #[inline(always)]
    #[track_caller]
    fn update<S: Shape, R: Shape>(target: &mut E::Data<T, S>, rhs: &F::Data<T, R>) {
        let rhs = F::lend::<T, R>(rhs);
        let has_loop =
            const { F::IS_INLINE && (E::IS_INLINE || E::IS_VIEW && pass::has_few::<S>()) };
        if !has_loop {
            return update::<Op, T, _>(E::raw_mut::<S>(target), rhs);
        }
        layout::or_panic(E::change::<(), S, _>(
            target,
            &((), rhs),
            &mut ReplaceBy::<Op>(PhantomData),
        ));
    }
}

/// Whether a fold of all elements is cheaper than a call. Its loop is then compiled for each shape, as for inline
/// tensors.
#[cfg(feature = "alloc")]
const fn is_few<S: Shape>() -> bool {
    match S::STATIC {
        Some(known) => matches!(known.count(), Some(1..=MOST_FEW)),
        None => false,
    }
}

/// Such a fold. From a constant, so that rustc looks at none of its code for other shapes.
#[cfg(feature = "alloc")]
const fn few<Op: ReductionOf<T, Output: 'static>, T: Copy + 'static, S: Shape>()
-> Option<fn(Raw<'_, T>) -> Option<Op::Output>> {
    match is_few::<S>() {
        true => Some(fold_few::<Op, T, S>),
        false => None,
    }
}

/// The fold of elements that are side by side; `None` for others.
#[cfg(feature = "alloc")]
#[inline(always)]
fn fold_few<Op: ReductionOf<T, Output: 'static>, T: Copy + 'static, S: Shape>(
    raw: Raw<'_, T>,
) -> Option<Op::Output> {
    let known = const { memory::known::<S>() };
    if !raw.row_major || !layout::is_known(raw.sizes, known) {
        return None;
    }
    let few = Raw {
        sizes: known.sizes(),
        strides: known.strides(),
        ..raw
    };
    let to = ToCells::<S, Scalar>(PhantomData);
    Some(Op::reduce(few, const { known_axes::<S>() }, to).into_scalar())
}

/// The most elements of such a fold.
#[cfg(feature = "alloc")]
const MOST_FEW: usize = 16;

/// All axes of a static shape, counted from the end.
const fn known_axes<S: Shape>() -> &'static [usize] {
    memory::known::<S>().axes()
}

// Not for all engines at once, so that rustc says what is missing for elements or for a `ViewMut`.
#[cfg(feature = "alloc")]
sharing_memory! {
    [Op: UnaryFunction<T, Output = U>, T: Copy + 'static, U: 'static] Unary<Op, T> {
        type Element = Op::Output;
        #[inline]
        #[track_caller]
        fn unary<S: Shape>(op: Op, data: Operand<'_, Self::Data<T, S>>) -> Array<Op::Output> {
            heap::unary(op, data)
        }
    }

    [Op: ReductionOf<T, Output = U>, T: Copy + 'static, U: 'static] Reduces<Op, T> {
        type Element = Op::Output;
        #[inline]
        #[track_caller]
        fn reduce<S: Shape, O: Shape>(data: &Self::Data<T, S>, axes: &[usize]) -> Array<Op::Output> {
            heap::reduce::<Op, _>(data, axes, const { O::STATIC })
        }

        // A call, or less than one.
        #[inline(always)]
        #[track_caller]
        fn reduce_all<S: Shape>(data: &Self::Data<T, S>) -> Op::Output {
            if const { is_few::<S>() }
                && let Some(fold) = const { few::<Op, T, S>() }
                && let Some(result) = fold(data.raw())
            {
                return result;
            }
            heap::reduce_all::<Op, T>(data.raw())
        }
    }
}

#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
sharing_memory! {
    [T: num_traits::Float + 'static] crate::engine::Softmax<T> {
        #[track_caller]
        fn softmax<S: Shape, K: Shape>(data: &Self::Data<T, S>, axis: usize, logarithm: bool) -> Array<T> {
            heap::softmax(data, axis, logarithm)
        }

        #[track_caller]
        fn log_of_sums<S: Shape, K: Shape>(data: &Self::Data<T, S>, axis: usize) -> Self::Data<T, K>
        where
            T: num_traits::float::FloatCore,
            Self: Floats<T>,
        {
            let data = Self::untyped::<T, S>(data);
            Self::typed::<T, K>(composed::log_of_sums::<T, DynShape, DynShape, Self>(data, axis))
        }
    }
}

impl<Op: UnaryFunction<T, Output: 'static>, T: Copy + 'static> Unary<Op, T> for Inline {
    type Element = Op::Output;
    #[inline]
    #[track_caller]
    fn unary<S: Shape>(op: Op, data: Operand<'_, InlineArray<T, S>>) -> InlineArray<Op::Output, S> {
        pass::collect_cells::<(), _, _, _, _>(((), data), &mut Apply(op))
    }
}

impl<Op: ReductionOf<T, Output: 'static>, T: Copy + 'static> Reduces<Op, T> for Inline {
    type Element = Op::Output;
    #[inline]
    #[track_caller]
    fn reduce<S: Shape, O: Shape>(
        data: &InlineArray<T, S>,
        axes: &[usize],
    ) -> InlineArray<Op::Output, O> {
        Op::reduce(data.raw(), axes, ToCells::<S, O>(PhantomData))
    }

    #[inline]
    #[track_caller]
    fn reduce_all<S: Shape>(data: &InlineArray<T, S>) -> Op::Output {
        let axes = const { known_axes::<S>() };
        Op::reduce(data.raw(), axes, ToCells::<S, Scalar>(PhantomData)).into_scalar()
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: num_traits::Float + 'static> crate::engine::Softmax<T> for Inline {
    #[inline]
    #[track_caller]
    fn softmax<S: Shape, K: Shape>(
        data: &InlineArray<T, S>,
        axis: usize,
        logarithm: bool,
    ) -> InlineArray<T, S> {
        inline::softmax::softmax::<T, S, K>(data, axis, logarithm)
    }
}

// Other axes for the same memory.
sharing_memory! {
    [T: 'static] MovesAxes<T> {
        #[inline]
        #[track_caller]
        fn permute<S: Shape, O: Shape>(data: &Self::Data<T, S>, order: &[usize]) -> Self::Data<T, O> {
            data.permuted(order)
        }

        #[inline]
        #[track_caller]
        fn expand<S: Shape, O: Shape>(data: &Self::Data<T, S>, sizes: DynShape) -> Self::Data<T, O> {
            data.expanded(sizes)
        }

        #[inline]
        #[track_caller]
        fn narrow<S: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, axis: usize, start: usize, length: usize
        ) -> Self::Data<T, O> {
            data.narrowed(axis, start, length)
        }

        #[inline]
        #[track_caller]
        fn index<S: Shape, O: Shape>(data: &Self::Data<T, S>, axis: usize, index: usize) -> Self::Data<T, O> {
            data.indexed(axis, index, const { O::STATIC })
        }

        #[inline]
        fn slice<S: Shape, O: Shape>(
            data: &Self::Data<T, S>, entries: &[SliceEntry]
        ) -> Result<Self::Data<T, O>, ShapeError> {
            data.sliced(entries)
        }

        #[inline]
        #[track_caller]
        fn slice_or_panic<S: Shape, O: Shape>(
            data: &Self::Data<T, S>, entries: &[SliceEntry]
        ) -> Self::Data<T, O> {
            data.sliced_or_panic(entries)
        }

        #[track_caller]
        fn narrow_each<S: Shape, O: ArrayShape, const K: usize>(
            data: &Self::Data<T, S>, axis: usize, size: usize
        ) -> [Self::Data<T, O>; K] {
            data.narrowed_each(axis, size)
        }

        #[track_caller]
        fn index_each<S: Shape, O: Shape, const K: usize>(
            data: &Self::Data<T, S>, axis: usize
        ) -> [Self::Data<T, O>; K] {
            data.indexed_each(axis, const { O::STATIC })
        }

        #[inline]
        #[track_caller]
        fn squeeze<S: Shape, O: Shape>(data: &Self::Data<T, S>, axes: &[usize]) -> Self::Data<T, O> {
            data.squeezed(axes)
        }

        #[inline]
        #[track_caller]
        fn unsqueeze<S: Shape, O: Shape>(data: &Self::Data<T, S>, axis: usize) -> Self::Data<T, O> {
            data.unsqueezed(axis)
        }

        #[track_caller]
        fn split<S: ArrayShape, O: ArrayShape>(
            data: &Self::Data<T, S>, split: &[usize], order: &[usize]
        ) -> Self::Data<T, O> {
            data.split(split, order)
        }

        #[track_caller]
        fn windows<S: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, axis: usize, width: usize, step: usize
        ) -> Self::Data<T, O> {
            data.derived(data.layout().windowed(axis, width, step))
        }

        #[track_caller]
        fn diagonal<S: Shape, O: Shape>(data: &Self::Data<T, S>, first: usize, second: usize) -> Self::Data<T, O> {
            data.derived(data.layout().diagonal(first, second))
        }
    }
}

impl<T: Copy + 'static> MovesAxes<T> for Inline {
    #[track_caller]
    fn permute<S: Shape, O: Shape>(data: &InlineArray<T, S>, order: &[usize]) -> InlineArray<T, O> {
        gathered(data.as_slice(), &data.layout().permuted(order))
    }

    #[inline]
    fn permute_last<S: Shape, O: Shape, Order: AxisOrder>(
        data: &InlineArray<T, S>,
    ) -> InlineArray<T, O> {
        inline::moves::permuted::<T, S, O, Order>(data)
    }

    #[inline]
    fn expand<S: Shape, O: Shape>(data: &InlineArray<T, S>, _sizes: DynShape) -> InlineArray<T, O> {
        pass::collect_cells::<(), _, _, _, _>(((), Lent(data)), &mut Copied)
    }

    #[inline]
    #[track_caller]
    fn narrow<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> InlineArray<T, O> {
        inline::moves::part(data, axis, start, length)
    }

    #[inline(always)]
    #[track_caller]
    fn block<S: Shape, P: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        place: [usize; 2],
        _size: [usize; 2],
    ) -> InlineArray<T, O> {
        inline::moves::block(data, place)
    }

    #[inline]
    #[track_caller]
    fn index<S: Shape, O: Shape>(
        data: &InlineArray<T, S>,
        axis: usize,
        index: usize,
    ) -> InlineArray<T, O> {
        inline::moves::part(data, axis, index, 1)
    }

    fn slice<S: Shape, O: Shape>(
        data: &InlineArray<T, S>,
        entries: &[SliceEntry],
    ) -> Result<InlineArray<T, O>, ShapeError> {
        Ok(gathered(data.as_slice(), &data.layout().sliced(entries)?))
    }

    #[inline]
    fn squeeze<S: Shape, O: Shape>(data: &InlineArray<T, S>, _axes: &[usize]) -> InlineArray<T, O> {
        inline::moves::relabeled(data)
    }

    #[inline]
    fn unsqueeze<S: Shape, O: Shape>(data: &InlineArray<T, S>, _axis: usize) -> InlineArray<T, O> {
        inline::moves::relabeled(data)
    }

    #[track_caller]
    fn split<S: ArrayShape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        split: &[usize],
        order: &[usize],
    ) -> InlineArray<T, O> {
        gathered(data.as_slice(), &data.layout().split(split, order))
    }

    #[track_caller]
    fn windows<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> InlineArray<T, O> {
        gathered(data.as_slice(), &data.layout().windowed(axis, width, step))
    }

    #[track_caller]
    fn diagonal<S: Shape, O: Shape>(
        data: &InlineArray<T, S>,
        first: usize,
        second: usize,
    ) -> InlineArray<T, O> {
        gathered(data.as_slice(), &data.layout().diagonal(first, second))
    }
}

/// The elements of a layout, side by side.
///
/// # Panics
///
/// Panics if the shape has other sizes than the layout.
#[track_caller]
pub(super) fn gathered<T: Copy + 'static, O: ArrayShape>(
    elements: &[T],
    layout: &Layout,
) -> InlineArray<T, O> {
    let source = Slice::of(Raw::of(elements, layout));
    assert!(
        layout.sizes() == memory::known::<O>().sizes(),
        "elements of sizes {:?} as a tensor of its shape",
        layout.sizes()
    );
    pass::collect_cells::<(), _, _, _, _>(((), Lent(&source)), &mut Copied)
}

#[cfg(feature = "alloc")]
sharing_memory! {
    [T: Clone + 'static] Reshapes<T> {
        #[inline]
        #[track_caller]
        fn reshape<S: ArrayShape, O: ArrayShape>(data: Operand<'_, Self::Data<T, S>>, sizes: DynShape) -> Array<T> {
            data.data().reshaped(sizes)
        }

        #[track_caller]
        fn regroup<S: ArrayShape, O: ArrayShape>(data: &Self::Data<T, S>, sizes: DynShape) -> Array<T> {
            data.regrouped(sizes)
        }

        #[track_caller]
        fn regroup_part<S: Shape, P: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, axis: usize, place: (usize, usize), sizes: DynShape
        ) -> <Self::Out as Engine>::Data<T, O> {
            data.regrouped_part(axis, place, sizes)
        }

        #[track_caller]
        fn regroup_both<S: Shape, R: Shape, Lhs: Shape, Rhs: Shape, O: ArrayShape>(
            lhs: &Self::Data<T, S>, rhs: &Self::Data<T, R>, axis: usize, sizes: [DynShape; 3]
        ) -> Array<T>
        where
            Host: Joins<T, OutputEngine = Host>,
        {
            type Any = DynShape;
            composed::regroup_both::<T, Self, Any, Any, Any, Any, Any>(lhs, rhs, axis, sizes)
        }

        #[track_caller]
        fn merge<S: ArrayShape, O: ArrayShape>(
            data: &Self::Data<T, S>, split: &[usize], order: &[usize], sizes: DynShape
        ) -> Array<T> {
            data.merged(split, order, sizes)
        }
    }
}

impl<T: Clone + 'static> Reshapes<T> for Inline {
    fn reshape<S: ArrayShape, O: ArrayShape>(
        data: Operand<'_, InlineArray<T, S>>,
        _sizes: DynShape,
    ) -> InlineArray<T, O> {
        match data {
            Operand::ByValue(data) => memory::relabel(data),
            Operand::ByRef(data) => memory::collect_cells(&mut data.as_slice().iter().cloned()),
        }
    }

    #[track_caller]
    fn merge<S: ArrayShape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        split: &[usize],
        order: &[usize],
        _sizes: DynShape,
    ) -> InlineArray<T, O> {
        let layout = data.layout().split(split, order);
        memory::collect_cells(&mut Raw::of(data.as_slice(), &layout).iter().cloned())
    }
}

#[cfg(feature = "alloc")]
impl<T: 'static> Numbers<T> for Host where Host: NumberOperations<T> {}
#[cfg(feature = "alloc")]
impl<T: 'static> Floats<T> for Host where Host: FloatOperations<T> {}
#[cfg(feature = "alloc")]
impl<T: 'static> Models<T> for Host where Host: ModelOperations<T> {}
impl<T: 'static> Numbers<T> for Inline where Inline: NumberOperations<T> {}
impl<T: 'static> Floats<T> for Inline where Inline: FloatOperations<T> {}

impl<T: Copy + 'static, E: Memory, Yes: Memory, No: Memory> Selects<T, Yes, No> for E
where
    NoEngine: Promotes<E, OutputEngine: Promotes<Yes, OutputEngine: Promotes<No>>>,
{
    type OutputEngine = Promoted<Promoted<Promoted<NoEngine, E>, Yes>, No>;

    #[inline]
    #[track_caller]
    fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
        mask: &E::Data<bool, M>,
        yes: &Yes::Data<T, Y>,
        no: &No::Data<T, N>,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O> {
        let mask = ((), E::lend::<bool, M>(mask));
        let operands = ((mask, Yes::lend::<T, Y>(yes)), No::lend::<T, N>(no));
        Self::OutputEngine::collect::<(), _, T, O>(operands, sizes, &mut Write(chosen::<T>))
    }
}

/// Knows no shape: a closure would be compiled for each.
fn chosen<T>(((((), mask), yes), no): ((((), bool), T), T)) -> T {
    if mask { yes } else { no }
}
