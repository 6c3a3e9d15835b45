//! Kernels that most programs use, compiled with this crate instead of with each program.
//!
//! rustc compiles a generic function in each crate that calls it, unless a crate below has compiled it for the same
//! types and it is never inlined. The functions of [`heap`] never are, so a program has no code for those that stand
//! here, and a build of it does not wait for them; a program that does not call them does not have them. What that saves
//! and what it costs is in `benches/README.md`.

use core::hint::black_box;

use super::array::Array;
use super::engines::heap;
#[cfg(any(feature = "std", feature = "libm"))]
use super::linear;
use super::raw::Raw;
use super::reduce::ReductionOf;
use crate::DynShape;
use crate::engine::{BinaryFunction, Operand, UnaryFunction, ops};
use crate::shape::list::StaticLayout;

/// An operand on the heap.
type Held<'a, T> = Operand<'a, Array<T>>;

/// What is compiled. Nobody calls it.
// A function that may be inlined is not compiled where nobody calls it.
#[inline(never)]
#[doc(hidden)]
pub fn compiled() {
    arithmetic::<f32, ops::Add>();
    arithmetic::<f32, ops::Sub>();
    arithmetic::<f32, ops::Mul>();
    arithmetic::<f32, ops::Div>();
    // Few programs have `1.0 + x` and `1.0 / x`.
    unary::<f32, ops::Left<ops::Sub, f32>>();
    unary::<f32, ops::Left<ops::Mul, f32>>();
    unary::<f32, ops::Neg>();
    unary::<f32, ops::Relu>();
    #[cfg(any(feature = "std", feature = "libm"))]
    {
        unary::<f32, ops::Sqrt>();
        unary::<f32, ops::Exp>();
        unary::<f32, ops::Sigmoid>();
        unary::<f32, ops::Tanh>();
        unary::<f32, ops::Silu>();
        unary::<f32, ops::Gelu>();
        black_box(heap::softmax::<f32, Array<f32>> as fn(&Array<f32>, usize, bool) -> Array<f32>);
        // Of matrices, by filters, which are mostly of double precision.
        black_box(linear::exponential::<f64> as fn(&mut [f64], [&mut [f64]; 3], usize));
    }
    reduction::<f32, ops::Sum>();
    reduction::<f32, ops::Mean>();
    reduction::<f32, ops::Var>();
    reduction::<f32, ops::Max>();
    type Product = fn(&Array<f32>, &Array<f32>, DynShape) -> Array<f32>;
    black_box(heap::product::<f32, Array<f32>, Array<f32>> as Product);
}

/// An operator between two tensors, and between a tensor and a number on its right.
fn arithmetic<T: Copy + 'static, Op: BinaryFunction<T, Output: 'static>>() {
    type Binary<T, U> = fn(Held<'_, T>, Held<'_, T>, DynShape) -> Array<U>;
    black_box(heap::binary::<Op, Array<T>, Array<T>> as Binary<T, Op::Output>);
    unary::<T, ops::Right<Op, T>>();
}

fn unary<T: Copy + 'static, Op: UnaryFunction<T, Output: 'static>>() {
    black_box(heap::unary::<Op, Array<T>> as fn(Op, Held<'_, T>) -> Array<Op::Output>);
}

/// Along axes and over all elements.
fn reduction<T: Copy + 'static, Op: ReductionOf<T>>() {
    type Along<T, U> = fn(&Array<T>, &[usize], Option<&'static StaticLayout>) -> Array<U>;
    black_box(heap::reduce::<Op, Array<T>> as Along<T, Op::Output>);
    black_box(heap::reduce_all::<Op, T> as fn(Raw<'_, T>) -> Op::Output);
}
