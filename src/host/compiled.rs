//! Kernels that most programs use, compiled with this crate and not with each program.
//!
//! rustc compiles a generic function in the crate that needs it, unless a crate below has compiled it for the same types
//! and it is never inlined. Here stand the types for which that pays: operators, functions and reductions of `f32`.
//! Nothing here is linked into a program that does not use it.

use super::array::Array;
use super::engines::heap;
use super::float_element::FloatElement;
use super::matrix::MatrixElement;
use super::reduce::ReductionOf;
use crate::DynShape;
use crate::engine::{BinaryFunction, Operand, UnaryFunction, ops};
use core::hint::black_box;

fn binary<T: Copy + 'static, Op: BinaryFunction<T, Output: 'static>>() {
    type Of<'a, T> = Operand<'a, Array<T>>;
    black_box(
        heap::binary::<Op, Array<T>, Array<T>>
            as fn(Of<'_, T>, Of<'_, T>, DynShape) -> Array<Op::Output>,
    );
}

fn unary<T: Copy + 'static, Op: UnaryFunction<T, Output: 'static>>() {
    black_box(heap::unary::<Op, Array<T>> as fn(Op, Operand<'_, Array<T>>) -> Array<Op::Output>);
}

fn reduction<T: Copy + 'static, Op: ReductionOf<T>>() {
    black_box(heap::reduce::<Op, Array<T>> as fn(&Array<T>, &[usize]) -> Array<Op::Output>);
}

fn arithmetic<T: Copy + 'static, Op: BinaryFunction<T, Output: 'static>>() {
    binary::<T, Op>();
    unary::<T, ops::Right<Op, T>>();
    unary::<T, ops::Left<Op, T>>();
}

fn floats<T: FloatElement + MatrixElement + num_traits::Float + 'static>() {
    arithmetic::<T, ops::Add>();
    arithmetic::<T, ops::Sub>();
    arithmetic::<T, ops::Mul>();
    arithmetic::<T, ops::Div>();
    unary::<T, ops::Neg>();
    unary::<T, ops::Relu>();
    reduction::<T, ops::Sum>();
    reduction::<T, ops::Mean>();
    reduction::<T, ops::Var>();
    reduction::<T, ops::Max>();
    black_box(
        heap::product::<T, Array<T>, Array<T>> as fn(&Array<T>, &Array<T>, DynShape) -> Array<T>,
    );
}

/// It is called by nobody.
#[doc(hidden)]
pub fn compiled() {
    floats::<f32>();
}
