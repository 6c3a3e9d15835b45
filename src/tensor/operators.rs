//! `+ - * /` with broadcasting, and `+= -= *= /=`, which never change the left shape.
//!
//! Operands are owned, borrowed or single numbers. An owned left operand whose shape is the result's gives its
//! memory to the result.
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let mut a = Tensor::<f32, shape![2, 3]>::full(2.0);
//! a += Tensor::from([1.0, 2.0, 3.0]);
//! let b = 10.0 * &a - 1.0;
//! assert_eq!(b.as_slice(), [29.0, 39.0, 49.0, 29.0, 39.0, 49.0]);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! let mut row = Tensor::<f32, shape![3]>::zeros();
//! row += Tensor::<f32, shape![2, 3]>::zeros(); // rank 2 does not fit in the target's rank 1
//! ```

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use alloc::vec::Vec;

use super::{Tensor, count, kernel};
use crate::{Broadcast, BroadcastError, BroadcastTo, Broadcasted, Shape};

impl<T: Copy, S: Shape> Tensor<T, S> {
    /// `function(x, y)` for each pair of elements, both tensors broadcast to one shape.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not broadcast, with the text of [`BroadcastError`].
    #[track_caller]
    pub fn zip_map<U: Copy, V, R: Shape>(
        &self,
        rhs: &Tensor<U, R>,
        function: impl Fn(T, U) -> V,
    ) -> Tensor<V, Broadcasted<S, R>>
    where
        S: Broadcast<R>,
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
    pub fn try_zip_map<U: Copy, V, R: Shape>(
        &self,
        rhs: &Tensor<U, R>,
        function: impl Fn(T, U) -> V,
    ) -> Result<Tensor<V, Broadcasted<S, R>>, BroadcastError>
    where
        S: Broadcast<R>,
    {
        let shape = self.shape.try_broadcast(&rhs.shape)?;
        let elements = kernel::zip(
            (&self.elements, &self.shape.to_dyn()),
            (&rhs.elements, &rhs.shape.to_dyn()),
            (&shape.to_dyn(), count(&shape)),
            function,
        );
        Ok(Tensor { shape, elements })
    }

    /// `function(&mut element, operand)` for each element, `operand` broadcast to this shape.
    fn try_update<U: Copy, R: Shape + BroadcastTo<S>>(
        &mut self,
        operand: &Tensor<U, R>,
        function: impl Fn(&mut T, U),
    ) -> Result<(), BroadcastError> {
        operand.shape.check_broadcast_to(&self.shape)?;
        kernel::zip_in_place(
            &mut self.elements,
            &self.shape.to_dyn(),
            (&operand.elements, &operand.shape.to_dyn()),
            function,
        );
        Ok(())
    }

    /// As [`try_zip_map`](Self::try_zip_map), in the memory of `self` where the result fits in it.
    #[track_caller]
    fn try_zip_map_owned<U: Copy, R: Shape>(
        mut self,
        rhs: &Tensor<U, R>,
        function: impl Fn(T, U) -> T,
    ) -> Result<Tensor<T, Broadcasted<S, R>>, BroadcastError>
    where
        S: Broadcast<R>,
    {
        let shape = self.shape.try_broadcast(&rhs.shape)?;
        let output = shape.to_dyn();
        if output != self.shape.to_dyn() {
            return self.try_zip_map(rhs, function);
        }
        kernel::zip_in_place(
            &mut self.elements,
            &output,
            (&rhs.elements, &rhs.shape.to_dyn()),
            |element, operand| *element = function(*element, operand),
        );
        Ok(Tensor {
            shape,
            elements: self.elements,
        })
    }
}

/// The value, or a panic with the error's text at the caller's line.
#[track_caller]
fn unwrap<T>(result: Result<T, BroadcastError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $try_op:ident $OpAssign:ident $op_assign:ident $try_op_assign:ident $symbol:literal;)*) => {$(
        impl<T: Copy, S: Shape> Tensor<T, S> {
            #[doc = concat!("`self ", $symbol, " rhs`, with an error where dynamic sizes do not broadcast.")]
            ///
            /// # Errors
            ///
            /// Where dynamic sizes do not broadcast.
            #[track_caller]
            pub fn $try_op<R: Shape>(&self, rhs: &Tensor<T, R>) -> Result<Tensor<T, Broadcasted<S, R>>, BroadcastError>
            where
                T: $Op<Output = T>,
                S: Broadcast<R>,
            {
                self.try_zip_map(rhs, T::$op)
            }

            #[doc = concat!("`self ", $symbol, "= rhs`, with an error where dynamic sizes do not broadcast.")]
            ///
            /// # Errors
            ///
            /// Where dynamic sizes do not broadcast to this shape. The tensor is then as it was.
            pub fn $try_op_assign<R: Shape + BroadcastTo<S>>(&mut self, rhs: &Tensor<T, R>) -> Result<(), BroadcastError>
            where
                T: $Op<Output = T>,
            {
                self.try_update(rhs, |element, operand| *element = T::$op(*element, operand))
            }
        }

        between_tensors!($Op $op: &Tensor<T, S>, &Tensor<T, R>, (lhs, rhs) => lhs.$try_op(rhs));
        between_tensors!($Op $op: &Tensor<T, S>, Tensor<T, R>, (lhs, rhs) => lhs.$try_op(&rhs));
        between_tensors!($Op $op: Tensor<T, S>, &Tensor<T, R>, (lhs, rhs) => lhs.try_zip_map_owned(rhs, T::$op));
        between_tensors!($Op $op: Tensor<T, S>, Tensor<T, R>, (lhs, rhs) => lhs.try_zip_map_owned(&rhs, T::$op));

        impl<T: $Op<Output = T> + Copy, S: Shape> $Op<T> for &Tensor<T, S> {
            type Output = Tensor<T, S>;

            fn $op(self, rhs: T) -> Tensor<T, S> {
                self.map(|element| T::$op(element, rhs))
            }
        }

        impl<T: $Op<Output = T> + Copy, S: Shape> $Op<T> for Tensor<T, S> {
            type Output = Tensor<T, S>;

            fn $op(mut self, rhs: T) -> Tensor<T, S> {
                $OpAssign::$op_assign(&mut self, rhs);
                self
            }
        }

        in_place!($Op $OpAssign $op_assign: &Tensor<T, R>, (lhs, rhs) => lhs.$try_op_assign(rhs));
        in_place!($Op $OpAssign $op_assign: Tensor<T, R>, (lhs, rhs) => lhs.$try_op_assign(&rhs));

        impl<T: $Op<Output = T> + Copy, S: Shape> $OpAssign<T> for Tensor<T, S> {
            fn $op_assign(&mut self, rhs: T) {
                for element in self.iter_mut() {
                    *element = T::$op(*element, rhs);
                }
            }
        }

        number_on_the_left!($Op $op: f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    )*};
}

/// An operator on two tensors, owned or borrowed.
macro_rules! between_tensors {
    ($Op:ident $op:ident: $Lhs:ty, $Rhs:ty, ($lhs:ident, $rhs:ident) => $result:expr) => {
        impl<T, S, R> $Op<$Rhs> for $Lhs
        where
            T: $Op<Output = T> + Copy,
            S: Shape + Broadcast<R>,
            R: Shape,
        {
            type Output = Tensor<T, Broadcasted<S, R>>;

            #[track_caller]
            fn $op(self, $rhs: $Rhs) -> Self::Output {
                let $lhs = self;
                unwrap($result)
            }
        }
    };
}

/// An operator that changes its left tensor.
macro_rules! in_place {
    ($Op:ident $OpAssign:ident $op_assign:ident: $Rhs:ty, ($lhs:ident, $rhs:ident) => $result:expr) => {
        impl<T, S, R> $OpAssign<$Rhs> for Tensor<T, S>
        where
            T: $Op<Output = T> + Copy,
            S: Shape,
            R: Shape + BroadcastTo<S>,
        {
            #[track_caller]
            fn $op_assign(&mut self, $rhs: $Rhs) {
                let $lhs = self;
                unwrap($result)
            }
        }
    };
}

/// `2.0 * &tensor`: an operator of a foreign type has to be written type by type.
macro_rules! number_on_the_left {
    ($Op:ident $op:ident: $($number:ty)*) => {$(
        impl<S: Shape> $Op<&Tensor<$number, S>> for $number {
            type Output = Tensor<$number, S>;

            fn $op(self, rhs: &Tensor<$number, S>) -> Self::Output {
                rhs.map(|element| <$number>::$op(self, element))
            }
        }

        impl<S: Shape> $Op<Tensor<$number, S>> for $number {
            type Output = Tensor<$number, S>;

            fn $op(self, mut rhs: Tensor<$number, S>) -> Self::Output {
                for element in rhs.iter_mut() {
                    *element = <$number>::$op(self, *element);
                }
                rhs
            }
        }
    )*};
}

operators! {
    Add add try_add AddAssign add_assign try_add_assign "+";
    Sub sub try_sub SubAssign sub_assign try_sub_assign "-";
    Mul mul try_mul MulAssign mul_assign try_mul_assign "*";
    Div div try_div DivAssign div_assign try_div_assign "/";
}

impl<T: Neg<Output = T> + Copy, S: Shape> Neg for &Tensor<T, S> {
    type Output = Tensor<T, S>;

    fn neg(self) -> Tensor<T, S> {
        self.map(T::neg)
    }
}

impl<T: Neg<Output = T> + Copy, S: Shape> Neg for Tensor<T, S> {
    type Output = Tensor<T, S>;

    fn neg(self) -> Tensor<T, S> {
        let elements: Vec<T> = self.elements.into_iter().map(T::neg).collect();
        Tensor {
            shape: self.shape,
            elements,
        }
    }
}
