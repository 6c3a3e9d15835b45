//! The operators `+ - * /` with broadcasting, and `+= -= *= /=`, which never change the shape of the left operand.
//!
//! Operands are tensors, references to tensors, or single numbers. An owned operand on the heap gives its memory to the
//! result if it has the shape of the result and no other tensor shares the memory.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let mut a = InlineTensor::<f32, shape![2, 3]>::full(2.0);
//! a += InlineTensor::from([1.0, 2.0, 3.0]);
//! let b = 10.0 * &a - 1.0;
//! assert_eq!(b.as_slice(), [29.0, 39.0, 49.0, 29.0, 39.0, 49.0]);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let mut row = InlineTensor::<f32, shape![3]>::zeros();
//! row += InlineTensor::<f32, shape![2, 3]>::zeros(); // rank 2 does not fit in the target's rank 1
//! ```

use core::mem::needs_drop;
use core::ops::{
    Add, AddAssign, BitAnd, BitOr, BitXor, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign,
};

use super::zip::Zip;
use super::{TensorOn, or_panic, panicking_form};
use crate::broadcast::run_time::{
    broadcast_pair, check_broadcast_to, check_names_of, fitting_pair,
};
use crate::engine::{Binary, BinaryInPlace, Engine, Operand, Unary, ops};
use crate::error::{BroadcastError, with_names};
use crate::host::rows::{Change, WriteOne, WriteTwo};
use crate::host::{Memory, Mutable, NoEngine, Promoted, Promotes, memory};
use crate::shape::list::is_static;
use crate::{Broadcast, BroadcastTo, Broadcasted, DynShape, Shape};

/// The result of a function of two tensors: a tensor of the shape that `S` and `R` broadcast to, with the elements and
/// on the engine that [`Binary`] names.
pub type PairOutput<Op, T, S, R, E, F> = TensorOn<
    <E as Binary<Op, T, F>>::Element,
    Broadcasted<S, R>,
    <E as Binary<Op, T, F>>::OutputEngine,
>;

/// Whether the types give the sizes of two tensors and of the shape they broadcast to. Dynamic sizes on either side
/// have to be compared.
const fn is_known_pair<S: Shape, R: Shape, O: Shape>() -> bool {
    is_static::<S>() && is_static::<R>() && is_static::<O>()
}

/// The sizes of a result.
#[inline]
fn sizes_of_pair<T, S, R, E, F>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, F>,
) -> Result<DynShape, BroadcastError>
where
    T: 'static,
    S: Shape + Broadcast<R>,
    R: Shape,
    E: Engine,
    F: Engine,
{
    if const { is_known_pair::<S, R, Broadcasted<S, R>>() } {
        Ok(DynShape::of_known(
            const { memory::known::<Broadcasted<S, R>>() },
        ))
    } else {
        sizes_of_names::<S, R>(lhs.dims(), rhs.dims())
    }
}

/// The sizes that two shapes broadcast to, where no size with a name is stretched.
pub(super) fn sizes_of_names<S: Shape, R: Shape>(
    lhs: &[usize],
    rhs: &[usize],
) -> Result<DynShape, BroadcastError> {
    let sizes = with_names::<S, R, _, _>(broadcast_pair(lhs, rhs), [lhs, rhs])?;
    check_names_of::<S>(lhs, sizes.dims())?;
    check_names_of::<R>(rhs, sizes.dims())?;
    Ok(sizes)
}

/// A function of the sizes of two shapes, which gives those that they broadcast to.
type SizesOfPair = fn(&[usize], &[usize]) -> Result<DynShape, BroadcastError>;

/// [`sizes_of_names`], for shapes that have names. Those of static shapes are compared by the types.
pub(super) const fn of_names<S: Shape, R: Shape>() -> Option<SizesOfPair> {
    match S::NAMES | R::NAMES {
        0 => None,
        _ if is_static::<S>() && is_static::<R>() => None,
        _ => Some(sizes_of_names::<S, R>),
    }
}

/// Checks that two shapes broadcast and no size with a name is stretched. For shapes without names nothing is compiled.
#[inline]
pub(super) fn check_names_of_pair<S: Shape, R: Shape>(
    lhs: &[usize],
    rhs: &[usize],
) -> Result<(), BroadcastError> {
    if const { S::NAMES | R::NAMES != 0 }
        && let Some(sizes) = const { of_names::<S, R>() }
    {
        sizes(lhs, rhs)?;
    }
    Ok(())
}

/// Checks that a tensor broadcasts to the shape of a target, if the types do not say so.
#[inline(always)]
pub(super) fn check_target<T: 'static, S: Shape, R: Shape, E: Engine, F: Engine>(
    tensor: &TensorOn<T, R, F>,
    target: &TensorOn<T, S, E>,
) -> Result<(), BroadcastError> {
    if const { is_static::<S>() && is_static::<R>() } {
        return Ok(());
    }
    let (sizes, target) = (tensor.dims(), target.dims());
    with_names::<R, S, _, _>(check_broadcast_to(sizes, target), [sizes, target])?;
    check_names_of::<R>(sizes, target)
}

/// Like [`sizes_of_pair`], with a panic. It returns no `Result`, which would be compiled into the caller's code for
/// each pair of shapes.
// As short as this, it is inlined before code is made of it, and an operator that is given tensors needs no code to drop
// them if it panics.
#[inline]
#[track_caller]
fn must_sizes_of_pair<T, S, R, E, F>(lhs: &TensorOn<T, S, E>, rhs: &TensorOn<T, R, F>) -> DynShape
where
    T: 'static,
    S: Shape + Broadcast<R>,
    R: Shape,
    E: Engine,
    F: Engine,
{
    if const { is_known_pair::<S, R, Broadcasted<S, R>>() } {
        DynShape::of_known(const { memory::known::<Broadcasted<S, R>>() })
    } else {
        must_fit(lhs, rhs)
    }
}

/// The sizes that two shapes broadcast to.
///
/// # Panics
///
/// Panics if they do not.
#[inline]
#[track_caller]
fn must_fit<T, S, R, E, F>(lhs: &TensorOn<T, S, E>, rhs: &TensorOn<T, R, F>) -> DynShape
where
    T: 'static,
    S: Shape,
    R: Shape,
    E: Engine,
    F: Engine,
{
    #[inline(never)]
    #[track_caller]
    fn sizes(lhs: &[usize], rhs: &[usize]) -> DynShape {
        match fitting_pair(lhs, rhs) {
            Some(sizes) => sizes,
            None => or_panic(broadcast_pair(lhs, rhs)),
        }
    }
    if const { S::NAMES | R::NAMES != 0 }
        && let Some(sizes) = const { of_names::<S, R>() }
    {
        or_panic(sizes(lhs.dims(), rhs.dims()))
    } else {
        sizes(lhs.dims(), rhs.dims())
    }
}

/// Applies a function to two tensors.
#[inline]
#[track_caller]
pub(super) fn pair<Op, T, S, R, E, F>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, F>,
) -> PairOutput<Op, T, S, R, E, F>
where
    T: 'static,
    S: Shape + Broadcast<R>,
    R: Shape,
    E: Binary<Op, T, F>,
    F: Engine,
{
    let sizes = must_sizes_of_pair(lhs, rhs);
    let (lhs, rhs) = (Operand::ByRef(&lhs.data), Operand::ByRef(&rhs.data));
    TensorOn::of(E::binary::<S, R, _>(lhs, rhs, sizes))
}

/// Like [`pair`], but returns an error instead of panicking.
#[inline]
fn try_pair<Op, T, S, R, E, F>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, F>,
) -> Result<PairOutput<Op, T, S, R, E, F>, BroadcastError>
where
    T: 'static,
    S: Shape + Broadcast<R>,
    R: Shape,
    E: Binary<Op, T, F>,
    F: Engine,
{
    let sizes = sizes_of_pair(lhs, rhs)?;
    let (lhs, rhs) = (Operand::ByRef(&lhs.data), Operand::ByRef(&rhs.data));
    Ok(TensorOn::of(E::binary::<S, R, _>(lhs, rhs, sizes)))
}

impl<T: Copy + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// A tensor of the same shape with `function` applied to each element.
    #[doc(alias(
        "apply",
        "vectorize",
        "mapv",
        "is_nan",
        "isnan",
        "nan_to_num",
        "hypot",
        "arctan2"
    ))]
    #[track_caller]
    pub fn map<U: 'static>(
        &self,
        function: impl FnMut(T) -> U,
    ) -> TensorOn<U, S, Promoted<NoEngine, E>>
    where
        NoEngine: Promotes<E>,
    {
        Zip::of(self).collect(&mut WriteOne(function))
    }

    /// Like [`map`](Self::map), in the memory of this tensor if no other tensor shares it and the results fit in it.
    #[track_caller]
    pub fn into_map<U: 'static>(
        self,
        function: impl FnMut(T) -> U,
    ) -> TensorOn<U, S, Promoted<NoEngine, E>>
    where
        NoEngine: Promotes<E>,
    {
        Zip::of(self).collect(&mut WriteOne(function))
    }

    /// `function(x, y)` for each pair of elements, with both tensors broadcast to one shape.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not broadcast.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`.
    #[panicking_form(zip_map)]
    #[track_caller]
    pub fn try_zip_map<U: Copy + 'static, V: 'static, R: Shape, F: Memory>(
        &self,
        rhs: &TensorOn<U, R, F>,
        function: impl FnMut(T, U) -> V,
    ) -> Result<TensorOn<V, Broadcasted<S, R>, Promoted<Promoted<NoEngine, E>, F>>, BroadcastError>
    where
        S: Broadcast<R>,
        NoEngine: Promotes<E, OutputEngine: Promotes<F>>,
    {
        check_names_of_pair::<S, R>(self.dims(), rhs.dims())?;
        Zip::of(self).and(rhs).try_collect(&mut WriteTwo(function))
    }
}

/// `lhs` and `rhs` as operands: references are lent, tensors are given. Data without its own memory has nothing to
/// give. It is lent too, because the compiler would keep elements that are part of an operand in memory.
macro_rules! operand {
    (@ & $value:expr) => {
        $value
    };
    (@ $value:expr) => {
        &$value
    };
    ($Data:ty: & $value:expr) => {
        Operand::ByRef(&$value.data)
    };
    ($Data:ty: $value:expr) => {
        match const { needs_drop::<$Data>() } {
            true => Operand::ByValue($value.data),
            false => Operand::ByRef(&$value.data),
        }
    };
}

macro_rules! operators {
    ($(
        $(#[$alias:meta])* $Op:ident $op:ident $try_op:ident
        $OpAssign:ident $op_assign:ident $try_op_assign:ident $symbol:literal;
    )*) => {
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            #[doc = concat!("`self ", $symbol, " rhs`, but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if dynamic sizes do not broadcast.
            $(#[$alias])*
            pub fn $try_op<R: Shape, F: Engine>(
                &self,
                rhs: &TensorOn<T, R, F>,
            ) -> Result<PairOutput<ops::$Op, T, S, R, E, F>, BroadcastError>
            where
                S: Broadcast<R>,
                E: Binary<ops::$Op, T, F>,
            {
                try_pair::<ops::$Op, T, S, R, E, F>(self, rhs)
            }

            #[doc = concat!("`self ", $symbol, "= rhs`, but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if dynamic sizes do not broadcast to those of this tensor, which is then unchanged.
            pub fn $try_op_assign<R: Shape + BroadcastTo<S>, F: Engine>(
                &mut self,
                rhs: &TensorOn<T, R, F>,
            ) -> Result<(), BroadcastError>
            where
                E: BinaryInPlace<ops::$Op, T, F>,
            {
                check_target(rhs, self)?;
                E::update::<S, R>(&mut self.data, &rhs.data);
                Ok(())
            }
        )*}
        $(
            between_tensors!($Op $op);
            with_number!($Op $op);
            in_place!($Op $OpAssign $op_assign: [&] &TensorOn<T, R, F>);
            in_place!(#[doc(hidden)] $Op $OpAssign $op_assign: [] TensorOn<T, R, F>);

            impl<T: $Op<Output = T> + Copy + 'static, S: Shape, E: Mutable<T>> $OpAssign<T> for TensorOn<T, S, E> {
                fn $op_assign(&mut self, rhs: T) {
                    // Not a closure: each shape would have its own type of closure.
                    let mut change = Change(ops::Right(ops::$Op, rhs));
                    or_panic(E::change::<(), S, _>(&mut self.data, &(), &mut change));
                }
            }
        )*
    };
}

/// An operator on two tensors, owned or borrowed. The page of tensors shows one form of each operator.
macro_rules! between_tensors {
    ($Op:ident $op:ident) => {
        between_tensors!($Op $op: ['a, 'b] [&] &'a TensorOn<T, S, E>, [&] &'b TensorOn<T, R, F>);
        between_tensors!(#[doc(hidden)] $Op $op: ['a] [&] &'a TensorOn<T, S, E>, [] TensorOn<T, R, F>);
        between_tensors!(#[doc(hidden)] $Op $op: ['b] [] TensorOn<T, S, E>, [&] &'b TensorOn<T, R, F>);
        between_tensors!(#[doc(hidden)] $Op $op: [] [] TensorOn<T, S, E>, [] TensorOn<T, R, F>);
    };
    ($(#[$hidden:meta])* $Op:ident $op:ident: [$($lifetime:lifetime),*] [$($lhs:tt)?] $Lhs:ty, [$($rhs:tt)?] $Rhs:ty) => {
        $(#[$hidden])*
        impl<$($lifetime,)* T, S, R, E, F> $Op<$Rhs> for $Lhs
        where
            T: 'static,
            S: Shape + Broadcast<R>,
            R: Shape,
            E: Binary<ops::$Op, T, F>,
            F: Engine,
        {
            type Output = PairOutput<ops::$Op, T, S, R, E, F>;

            #[inline]
            #[track_caller]
            fn $op(self, rhs: $Rhs) -> Self::Output {
                let sizes = must_sizes_of_pair(operand!(@ $($lhs)? self), operand!(@ $($rhs)? rhs));
                TensorOn::of(E::binary::<S, R, _>(operand!(E::Data<T, S>: $($lhs)? self), operand!(F::Data<T, R>: $($rhs)? rhs), sizes))
            }
        }
    };
}

/// An operator on a tensor and a number, on either side. `2.0 * &tensor` is one of a foreign type, which has to be
/// implemented type by type.
macro_rules! with_number {
    ($Op:ident $op:ident) => {
        with_number!(@right $Op $op: [&] &TensorOn<T, S, E>);
        with_number!(@right #[doc(hidden)] $Op $op: [] TensorOn<T, S, E>);
        with_number!(@left $Op $op: f32, [&] &TensorOn<f32, S, E>);
        with_number!(@left #[doc(hidden)] $Op $op: f32, [] TensorOn<f32, S, E>);
        with_number!($Op $op: f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
        #[cfg(feature = "half")]
        with_number!($Op $op: half::f16 half::bf16);
    };
    ($Op:ident $op:ident: $($number:ty)*) => {$(
        with_number!(@left #[doc(hidden)] $Op $op: $number, [&] &TensorOn<$number, S, E>);
        with_number!(@left #[doc(hidden)] $Op $op: $number, [] TensorOn<$number, S, E>);
    )*};
    (@right $(#[$hidden:meta])* $Op:ident $op:ident: [$($lhs:tt)?] $Lhs:ty) => {
        $(#[$hidden])*
        impl<T, S, E> $Op<T> for $Lhs
        where
            T: 'static,
            S: Shape,
            E: Unary<ops::Right<ops::$Op, T>, T>,
        {
            type Output = TensorOn<E::Element, S, E::Out>;

            #[inline]
            fn $op(self, rhs: T) -> Self::Output {
                TensorOn::of(E::unary::<S>(ops::Right(ops::$Op, rhs), operand!(E::Data<T, S>: $($lhs)? self)))
            }
        }
    };
    (@left $(#[$hidden:meta])* $Op:ident $op:ident: $number:ty, [$($rhs:tt)?] $Rhs:ty) => {
        $(#[$hidden])*
        impl<S, E> $Op<$Rhs> for $number
        where
            S: Shape,
            E: Unary<ops::Left<ops::$Op, $number>, $number>,
        {
            type Output = TensorOn<E::Element, S, E::Out>;

            #[inline]
            fn $op(self, rhs: $Rhs) -> Self::Output {
                TensorOn::of(E::unary::<S>(ops::Left(ops::$Op, self), operand!(E::Data<$number, S>: $($rhs)? rhs)))
            }
        }
    };
}

/// An operator that changes its left tensor.
macro_rules! in_place {
    ($(#[$hidden:meta])* $Op:ident $OpAssign:ident $op_assign:ident: [$($rhs:tt)?] $Rhs:ty) => {
        $(#[$hidden])*
        impl<T, S, R, E, F> $OpAssign<$Rhs> for TensorOn<T, S, E>
        where
            T: 'static,
            S: Shape,
            R: Shape + BroadcastTo<S>,
            E: BinaryInPlace<ops::$Op, T, F>,
            F: Engine,
        {
            #[inline(always)]
            #[track_caller]
            fn $op_assign(&mut self, rhs: $Rhs) {
                or_panic(check_target(operand!(@ $($rhs)? rhs), self));
                E::update::<S, R>(&mut self.data, &rhs.data);
            }
        }
    };
}

operators! {
    #[doc(alias("add", "add_", "add_scalar", "broadcast_add"))]
    Add add try_add AddAssign add_assign try_add_assign "+";
    #[doc(alias("sub", "sub_", "sub_scalar", "broadcast_sub"))]
    Sub sub try_sub SubAssign sub_assign try_sub_assign "-";
    #[doc(alias("mul", "mul_", "mul_scalar", "broadcast_mul", "component_mul", "scale"))]
    Mul mul try_mul MulAssign mul_assign try_mul_assign "*";
    #[doc(alias("div", "div_scalar", "broadcast_div", "component_div", "unscale"))]
    Div div try_div DivAssign div_assign try_div_assign "/";
}

// On masks, and on the bits of integers.
between_tensors!(BitAnd bitand);
between_tensors!(BitOr bitor);
between_tensors!(BitXor bitxor);

macro_rules! negative {
    ($Op:ident $op:ident: [$($operand:tt)?] $Operand:ty) => {
        impl<T, S, E> $Op for $Operand
        where
            T: 'static,
            S: Shape,
            E: Unary<ops::$Op, T>,
        {
            type Output = TensorOn<E::Element, S, E::Out>;

            fn $op(self) -> Self::Output {
                TensorOn::of(E::unary::<S>(ops::$Op, operand!(E::Data<T, S>: $($operand)? self)))
            }
        }
    };
}

negative!(Neg neg: [&] &TensorOn<T, S, E>);
negative!(Neg neg: [] TensorOn<T, S, E>);
negative!(Not not: [&] &TensorOn<T, S, E>);
negative!(Not not: [] TensorOn<T, S, E>);
