//! `+ - * /` with broadcasting, and `+= -= *= /=`, which never change the left shape.
//!
//! Operands are owned, borrowed or single numbers. An owned operand on the heap whose shape is the result's gives its
//! memory to the result, where it is the only tensor of that memory.
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

use core::ops::{
    Add, AddAssign, BitAnd, BitOr, BitXor, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign,
};

use super::{Tensor, must};
use crate::broadcast::run_time::{broadcast_pair, check_broadcast_to};
use crate::engine::{Each, Engine, Operand, Pairs, Updates, ops};
use crate::host::Mutable;
use crate::host::rows::Update;
use crate::{Broadcast, BroadcastError, BroadcastTo, Broadcasted, DynShape, Shape};

/// What a function of two tensors gives.
pub(super) type PairOutput<Op, T, S, R, E, F> =
    Tensor<<E as Pairs<Op, T, F>>::Element, Broadcasted<S, R>, <E as Pairs<Op, T, F>>::Home>;

/// The sizes of a result: none where the engine has them in its types.
#[inline]
pub(super) fn sizes_of_pair<E: Engine>(
    lhs: &[usize],
    rhs: &[usize],
) -> Result<DynShape, BroadcastError> {
    if const { E::STATIC } {
        Ok(DynShape::default())
    } else {
        broadcast_pair(lhs, rhs)
    }
}

/// A function of two tensors, lent or given.
#[inline]
pub(super) fn try_pair<Op, T, S, R, E, F>(
    lhs: Operand<'_, E::Data<T, S>>,
    rhs: Operand<'_, F::Data<T, R>>,
) -> Result<PairOutput<Op, T, S, R, E, F>, BroadcastError>
where
    T: 'static,
    S: Shape + Broadcast<R>,
    R: Shape,
    E: Pairs<Op, T, F>,
    F: Engine,
{
    let sizes =
        sizes_of_pair::<E::Home>(E::sizes::<T, S>(lhs.data()), F::sizes::<T, R>(rhs.data()))?;
    Ok(Tensor::of(E::pairs::<S, R, _>(lhs, rhs, sizes)))
}

/// `lhs` and `rhs` as operands: lent where they are references, else given.
macro_rules! operand {
    (& $value:expr) => {
        Operand::Lent(&$value.data)
    };
    ($value:expr) => {
        Operand::Given($value.data)
    };
}

macro_rules! operators {
    ($(
        $Op:ident $op:ident $try_op:ident
        $OpAssign:ident $op_assign:ident $try_op_assign:ident $symbol:literal;
    )*) => {
        impl<T: 'static, S: Shape, E: Engine> Tensor<T, S, E> {$(
            #[doc = concat!("`self ", $symbol, " rhs`, with an error in place of a panic.")]
            ///
            /// # Errors
            ///
            /// Where dynamic sizes do not broadcast.
            pub fn $try_op<R: Shape, F: Engine>(
                &self,
                rhs: &Tensor<T, R, F>,
            ) -> Result<PairOutput<ops::$Op, T, S, R, E, F>, BroadcastError>
            where
                S: Broadcast<R>,
                E: Pairs<ops::$Op, T, F>,
            {
                try_pair::<ops::$Op, T, S, R, E, F>(Operand::Lent(&self.data), Operand::Lent(&rhs.data))
            }

            #[doc = concat!("`self ", $symbol, "= rhs`, with an error in place of a panic.")]
            ///
            /// # Errors
            ///
            /// Where dynamic sizes do not broadcast to those of this tensor, which is then as it was.
            pub fn $try_op_assign<R: Shape + BroadcastTo<S>, F: Engine>(
                &mut self,
                rhs: &Tensor<T, R, F>,
            ) -> Result<(), BroadcastError>
            where
                E: Updates<ops::$Op, T, F>,
            {
                if const { !E::STATIC || !F::STATIC } {
                    check_broadcast_to(rhs.dims(), self.dims())?;
                }
                E::update::<S, R>(&mut self.data, &rhs.data);
                Ok(())
            }
        )*}
        $(
            between_tensors!($Op $op: ['a, 'b] [&] &'a Tensor<T, S, E>, [&] &'b Tensor<T, R, F>);
            between_tensors!($Op $op: ['a] [&] &'a Tensor<T, S, E>, [] Tensor<T, R, F>);
            between_tensors!($Op $op: ['b] [] Tensor<T, S, E>, [&] &'b Tensor<T, R, F>);
            between_tensors!($Op $op: [] [] Tensor<T, S, E>, [] Tensor<T, R, F>);
            with_number!($Op $op: [&] &Tensor<T, S, E>);
            with_number!($Op $op: [] Tensor<T, S, E>);
            in_place!($Op $OpAssign $op_assign $try_op_assign: &Tensor<T, R, F>, rhs => rhs);
            in_place!($Op $OpAssign $op_assign $try_op_assign: Tensor<T, R, F>, rhs => &rhs);

            impl<T: $Op<Output = T> + Copy + 'static, S: Shape, E: Mutable<T>> $OpAssign<T> for Tensor<T, S, E> {
                fn $op_assign(&mut self, rhs: T) {
                    let mut change = Update(|element: &mut T, ()| *element = T::$op(*element, rhs));
                    E::change::<S, _>(&mut self.data, &(), &mut change);
                }
            }

            number_on_the_left!($Op $op: f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
        )*
    };
}

/// An operator on two tensors, owned or borrowed.
macro_rules! between_tensors {
    ($Op:ident $op:ident: [$($lifetime:lifetime),*] [$($lhs:tt)?] $Lhs:ty, [$($rhs:tt)?] $Rhs:ty) => {
        impl<$($lifetime,)* T, S, R, E, F> $Op<$Rhs> for $Lhs
        where
            T: 'static,
            S: Shape + Broadcast<R>,
            R: Shape,
            E: Pairs<ops::$Op, T, F>,
            F: Engine,
        {
            type Output = PairOutput<ops::$Op, T, S, R, E, F>;

            #[inline]
            #[track_caller]
            fn $op(self, rhs: $Rhs) -> Self::Output {
                let (lhs, rhs) = (operand!($($lhs)? self), operand!($($rhs)? rhs));
                must(try_pair::<ops::$Op, T, S, R, E, F>(lhs, rhs))
            }
        }
    };
}

/// Operators on masks, and on the bits of integers.
macro_rules! between_masks {
    ($($Op:ident $op:ident;)*) => {$(
        between_tensors!($Op $op: ['a, 'b] [&] &'a Tensor<T, S, E>, [&] &'b Tensor<T, R, F>);
        between_tensors!($Op $op: ['a] [&] &'a Tensor<T, S, E>, [] Tensor<T, R, F>);
        between_tensors!($Op $op: ['b] [] Tensor<T, S, E>, [&] &'b Tensor<T, R, F>);
        between_tensors!($Op $op: [] [] Tensor<T, S, E>, [] Tensor<T, R, F>);
    )*};
}

/// An operator on a tensor and a number.
macro_rules! with_number {
    ($Op:ident $op:ident: [$($lhs:tt)?] $Lhs:ty) => {
        impl<T, S, E> $Op<T> for $Lhs
        where
            T: 'static,
            S: Shape,
            E: Each<ops::Right<ops::$Op, T>, T>,
        {
            type Output = Tensor<E::Element, S, E::Home>;

            #[inline]
            fn $op(self, rhs: T) -> Self::Output {
                Tensor::of(E::each::<S>(ops::Right(ops::$Op, rhs), operand!($($lhs)? self)))
            }
        }
    };
}

/// An operator that changes its left tensor.
macro_rules! in_place {
    ($Op:ident $OpAssign:ident $op_assign:ident $try_op_assign:ident: $Rhs:ty, $rhs:ident => $borrowed:expr) => {
        impl<T, S, R, E, F> $OpAssign<$Rhs> for Tensor<T, S, E>
        where
            T: 'static,
            S: Shape,
            R: Shape + BroadcastTo<S>,
            E: Updates<ops::$Op, T, F>,
            F: Engine,
        {
            #[inline]
            #[track_caller]
            fn $op_assign(&mut self, $rhs: $Rhs) {
                must(self.$try_op_assign($borrowed))
            }
        }
    };
}

/// `2.0 * &tensor`: an operator of a foreign type has to be written type by type.
macro_rules! number_on_the_left {
    ($Op:ident $op:ident: $($number:ty)*) => {$(
        number_on_the_left!(@ $Op $op: $number, [&] &Tensor<$number, S, E>);
        number_on_the_left!(@ $Op $op: $number, [] Tensor<$number, S, E>);
    )*};
    (@ $Op:ident $op:ident: $number:ty, [$($rhs:tt)?] $Rhs:ty) => {
        impl<S, E> $Op<$Rhs> for $number
        where
            S: Shape,
            E: Each<ops::Left<ops::$Op, $number>, $number>,
        {
            type Output = Tensor<E::Element, S, E::Home>;

            #[inline]
            fn $op(self, rhs: $Rhs) -> Self::Output {
                Tensor::of(E::each::<S>(ops::Left(ops::$Op, self), operand!($($rhs)? rhs)))
            }
        }
    };
}

operators! {
    Add add try_add AddAssign add_assign try_add_assign "+";
    Sub sub try_sub SubAssign sub_assign try_sub_assign "-";
    Mul mul try_mul MulAssign mul_assign try_mul_assign "*";
    Div div try_div DivAssign div_assign try_div_assign "/";
}

between_masks! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

macro_rules! negative {
    ($Op:ident $op:ident: [$($operand:tt)?] $Operand:ty) => {
        impl<T, S, E> $Op for $Operand
        where
            T: 'static,
            S: Shape,
            E: Each<ops::$Op, T>,
        {
            type Output = Tensor<E::Element, S, E::Home>;

            fn $op(self) -> Self::Output {
                Tensor::of(E::each::<S>(ops::$Op, operand!($($operand)? self)))
            }
        }
    };
}

negative!(Neg neg: [&] &Tensor<T, S, E>);
negative!(Neg neg: [] Tensor<T, S, E>);
negative!(Not not: [&] &Tensor<T, S, E>);
negative!(Not not: [] Tensor<T, S, E>);
