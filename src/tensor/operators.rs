//! `+ - * /` with broadcasting, and `+= -= *= /=`, which never change the left shape.
//!
//! Operands are owned, borrowed or single numbers. An owned left operand whose shape is the result's gives its
//! memory to the result.
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

use super::kernel::rows::{Copies, Replace, WriteOne, WriteTwo};
use super::storage::HomeWith;
use super::zip::{Operand, Zip, ZipInto};
use super::{Owned, Storage, StorageMut, TensorBase, unwrap};
use crate::{Broadcast, BroadcastError, BroadcastTo, Broadcasted, Shape};

/// Where results of two operands go: to the heap, if either is there.
pub type Home<Lhs, Rhs> = <Lhs as HomeWith<Rhs>>::Home;

/// `function(x, y)` for each pair of elements.
#[inline]
#[track_caller]
pub(super) fn pair<A, B, U>(
    lhs: A,
    rhs: B,
    function: impl FnMut(A::Element, B::Element) -> U,
) -> Result<TensorBase<U, Broadcasted<A::Shape, B::Shape>, Home<A::Home, B::Home>>, BroadcastError>
where
    A: Operand<Shape: Broadcast<B::Shape>, Home: HomeWith<B::Home>>,
    B: Operand,
    Home<A::Home, B::Home>: Owned<U, Broadcasted<A::Shape, B::Shape>>,
{
    Ok(Zip::of(lhs).try_and(rhs)?.collect(&mut WriteTwo(function)))
}

impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// A tensor of the same shape with `function` applied to every element.
    pub fn map<U>(&self, function: impl FnMut(T) -> U) -> TensorBase<U, S, Store::Home>
    where
        Store::Home: Owned<U, S>,
    {
        Zip::of(self).collect(&mut WriteOne(function))
    }

    /// The same with the memory of this tensor, where the results fit in it.
    pub fn into_map<U>(self, function: impl FnMut(T) -> U) -> TensorBase<U, S, Store::Home>
    where
        Store::Home: Owned<U, S>,
    {
        Zip::of(self).collect(&mut WriteOne(function))
    }

    /// A tensor of its own with the elements of this one, in row-major order.
    pub fn to_tensor(&self) -> TensorBase<T, S, Store::Home>
    where
        Store::Home: Owned<T, S>,
    {
        Zip::of(self).collect(&mut Copies)
    }

    /// A tensor on the heap with the elements of this one.
    #[cfg(feature = "alloc")]
    pub fn to_heap(&self) -> super::Tensor<T, S> {
        Zip::of(self).collect_at(&mut Copies)
    }

    /// `function(x, y)` for each pair of elements, both tensors broadcast to one shape.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not broadcast, with the text of [`BroadcastError`], and where the element count of the
    /// result overflows `usize`.
    #[track_caller]
    pub fn zip_map<U: Copy, V, R: Shape, Other: Storage<U, R>>(
        &self,
        rhs: &TensorBase<U, R, Other>,
        function: impl FnMut(T, U) -> V,
    ) -> TensorBase<V, Broadcasted<S, R>, Home<Store::Home, Other::Home>>
    where
        S: Broadcast<R>,
        Store::Home: HomeWith<Other::Home, Home: Owned<V, Broadcasted<S, R>>>,
    {
        unwrap(self.try_zip_map(rhs, function))
    }

    /// As [`zip_map`](Self::zip_map), with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where dynamic sizes do not broadcast.
    ///
    /// # Panics
    ///
    /// Where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn try_zip_map<U: Copy, V, R: Shape, Other: Storage<U, R>>(
        &self,
        rhs: &TensorBase<U, R, Other>,
        function: impl FnMut(T, U) -> V,
    ) -> Result<TensorBase<V, Broadcasted<S, R>, Home<Store::Home, Other::Home>>, BroadcastError>
    where
        S: Broadcast<R>,
        Store::Home: HomeWith<Other::Home, Home: Owned<V, Broadcasted<S, R>>>,
    {
        pair(self, rhs, function)
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $try_op:ident $OpAssign:ident $op_assign:ident $try_op_assign:ident $symbol:literal;)*) => {$(
        impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
            #[doc = concat!("`self ", $symbol, " rhs`, with an error where dynamic sizes do not broadcast.")]
            ///
            /// # Errors
            ///
            /// Where dynamic sizes do not broadcast.
            ///
            /// # Panics
            ///
            /// Where the element count of the result overflows `usize`.
            #[track_caller]
            pub fn $try_op<R: Shape, Other: Storage<T, R>>(
                &self,
                rhs: &TensorBase<T, R, Other>,
            ) -> Result<TensorBase<T, Broadcasted<S, R>, Home<Store::Home, Other::Home>>, BroadcastError>
            where
                T: $Op<Output = T>,
                S: Broadcast<R>,
                Store::Home: HomeWith<Other::Home, Home: Owned<T, Broadcasted<S, R>>>,
            {
                pair(self, rhs, T::$op)
            }

            #[doc = concat!("`self ", $symbol, "= rhs`, with an error where dynamic sizes do not broadcast.")]
            ///
            /// # Errors
            ///
            /// Where dynamic sizes do not broadcast to this shape. The tensor is then as it was.
            pub fn $try_op_assign<R: Shape + BroadcastTo<S>, Other: Storage<T, R>>(
                &mut self,
                rhs: &TensorBase<T, R, Other>,
            ) -> Result<(), BroadcastError>
            where
                T: $Op<Output = T>,
                Store: StorageMut<T, S>,
            {
                ZipInto::new(self).try_and(rhs)?.each(&mut Replace(T::$op));
                Ok(())
            }
        }

        between_tensors!($Op $op: ['a, 'b] &'a TensorBase<T, S, Store>, &'b TensorBase<T, R, Other>);
        between_tensors!($Op $op: ['a] &'a TensorBase<T, S, Store>, TensorBase<T, R, Other>);
        between_tensors!($Op $op: ['b] TensorBase<T, S, Store>, &'b TensorBase<T, R, Other>);
        between_tensors!($Op $op: [] TensorBase<T, S, Store>, TensorBase<T, R, Other>);
        with_number!($Op $op: &TensorBase<T, S, Store>);
        with_number!($Op $op: TensorBase<T, S, Store>);
        in_place!($Op $OpAssign $op_assign $try_op_assign: &TensorBase<T, R, Other>, rhs => rhs);
        in_place!($Op $OpAssign $op_assign $try_op_assign: TensorBase<T, R, Other>, rhs => &rhs);

        impl<T: $Op<Output = T> + Copy, S: Shape, Store: StorageMut<T, S>> $OpAssign<T> for TensorBase<T, S, Store> {
            fn $op_assign(&mut self, rhs: T) {
                ZipInto::new(self).update(|element, ()| *element = T::$op(*element, rhs));
            }
        }

        number_on_the_left!($Op $op: f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    )*};
}

/// An operator on two tensors, owned or borrowed.
macro_rules! between_tensors {
    ($Op:ident $op:ident: [$($lifetime:lifetime),*] $Lhs:ty, $Rhs:ty) => {
        impl<$($lifetime,)* T, S, R, Store, Other> $Op<$Rhs> for $Lhs
        where
            T: $Op<Output = T> + Copy,
            S: Shape + Broadcast<R>,
            R: Shape,
            Store: Storage<T, S>,
            Other: Storage<T, R>,
            Store::Home: HomeWith<Other::Home, Home: Owned<T, Broadcasted<S, R>>>,
        {
            type Output = TensorBase<T, Broadcasted<S, R>, Home<Store::Home, Other::Home>>;

            #[inline]
            #[track_caller]
            fn $op(self, rhs: $Rhs) -> Self::Output {
                unwrap(pair(self, rhs, T::$op))
            }
        }
    };
}

/// Operators on masks, and on the bits of integers.
macro_rules! between_masks {
    ($($Op:ident $op:ident;)*) => {$(
        between_tensors!($Op $op: ['a, 'b] &'a TensorBase<T, S, Store>, &'b TensorBase<T, R, Other>);
        between_tensors!($Op $op: ['a] &'a TensorBase<T, S, Store>, TensorBase<T, R, Other>);
        between_tensors!($Op $op: ['b] TensorBase<T, S, Store>, &'b TensorBase<T, R, Other>);
        between_tensors!($Op $op: [] TensorBase<T, S, Store>, TensorBase<T, R, Other>);
    )*};
}

/// An operator on a tensor and a number.
macro_rules! with_number {
    ($Op:ident $op:ident: $Lhs:ty) => {
        impl<T, S, Store> $Op<T> for $Lhs
        where
            T: $Op<Output = T> + Copy,
            S: Shape,
            Store: Storage<T, S>,
            Store::Home: Owned<T, S>,
        {
            type Output = TensorBase<T, S, Store::Home>;

            #[inline]
            fn $op(self, rhs: T) -> Self::Output {
                Zip::of(self).collect(&mut WriteOne(|element| T::$op(element, rhs)))
            }
        }
    };
}

/// An operator that changes its left tensor.
macro_rules! in_place {
    ($Op:ident $OpAssign:ident $op_assign:ident $try_op_assign:ident: $Rhs:ty, $rhs:ident => $borrowed:expr) => {
        impl<T, S, R, Store, Other> $OpAssign<$Rhs> for TensorBase<T, S, Store>
        where
            T: $Op<Output = T> + Copy,
            S: Shape,
            R: Shape + BroadcastTo<S>,
            Store: StorageMut<T, S>,
            Other: Storage<T, R>,
        {
            #[inline]
            #[track_caller]
            fn $op_assign(&mut self, $rhs: $Rhs) {
                unwrap(self.$try_op_assign($borrowed))
            }
        }
    };
}

/// `2.0 * &tensor`: an operator of a foreign type has to be written type by type.
macro_rules! number_on_the_left {
    ($Op:ident $op:ident: $($number:ty)*) => {$(
        number_on_the_left!(@ $Op $op: $number, &TensorBase<$number, S, Store>);
        number_on_the_left!(@ $Op $op: $number, TensorBase<$number, S, Store>);
    )*};
    (@ $Op:ident $op:ident: $number:ty, $Rhs:ty) => {
        impl<S, Store> $Op<$Rhs> for $number
        where
            S: Shape,
            Store: Storage<$number, S>,
            Store::Home: Owned<$number, S>,
        {
            type Output = TensorBase<$number, S, Store::Home>;

            #[inline]
            fn $op(self, rhs: $Rhs) -> Self::Output {
                Zip::of(rhs).collect(&mut WriteOne(|element| <$number>::$op(self, element)))
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
    ($Op:ident $op:ident: $Operand:ty) => {
        impl<T, S, Store> $Op for $Operand
        where
            T: $Op<Output = T> + Copy,
            S: Shape,
            Store: Storage<T, S>,
            Store::Home: Owned<T, S>,
        {
            type Output = TensorBase<T, S, Store::Home>;

            fn $op(self) -> Self::Output {
                Zip::of(self).collect(&mut WriteOne(T::$op))
            }
        }
    };
}

negative!(Neg neg: &TensorBase<T, S, Store>);
negative!(Neg neg: TensorBase<T, S, Store>);
negative!(Not not: &TensorBase<T, S, Store>);
negative!(Not not: TensorBase<T, S, Store>);
