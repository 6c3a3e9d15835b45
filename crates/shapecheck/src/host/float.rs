//! Functions of floats for many contiguous elements, with the widest instructions of the processor.
//!
//! Each is compiled here, once for each kind of instructions, instead of where it is called.

use core::any::{Any, TypeId};

use crate::engine::ops;
use crate::float::{self, BLOCK, Function};

/// The kinds of instructions.
#[derive(Clone, Copy)]
enum Instructions {
    /// Those that the program is compiled for.
    Any,
    /// AVX2, with fused operations.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Wide,
    /// AVX-512.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Widest,
}

impl Instructions {
    /// The widest kind that this processor has.
    #[inline]
    fn of_this_processor() -> Self {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            use std::is_x86_feature_detected as has;
            if has!("avx2") && has!("fma") {
                let widest =
                    has!("avx512f") && has!("avx512dq") && has!("avx512bw") && has!("avx512vl");
                return if widest { Self::Widest } else { Self::Wide };
            }
        }
        Self::Any
    }
}

/// Whether the program is compiled for processors that have fused operations.
const FUSED: bool = cfg!(all(
    feature = "std",
    any(target_feature = "fma", target_arch = "aarch64")
));

/// Copies less than a block in parts of constant sizes: a function for any size takes as long as a block of
/// exponentials.
///
/// # Safety
///
/// There are `count` elements from `from` on, less than [`BLOCK`], and places for as many from `to` on in other memory.
#[inline(always)]
unsafe fn copy_rest<T: Copy>(from: *const T, to: *mut T, count: usize) {
    const { assert!(BLOCK == 16, "a count is made of these parts") };
    // SAFETY: as the caller says; the parts are `count` elements.
    unsafe {
        let rest = copy_part::<T, 8>((from, to), count);
        let rest = copy_part::<T, 4>(rest, count);
        let rest = copy_part::<T, 2>(rest, count);
        copy_part::<T, 1>(rest, count);
    }
}

/// Copies `PART` elements if the count has this bit. Returns where the next ones are.
///
/// # Safety
///
/// As for [`copy_rest`], with what is left of them.
#[inline(always)]
unsafe fn copy_part<T: Copy, const PART: usize>(
    (from, to): (*const T, *mut T),
    count: usize,
) -> (*const T, *mut T) {
    if count & PART == 0 {
        return (from, to);
    }
    // SAFETY: as the caller says.
    unsafe {
        core::ptr::copy_nonoverlapping(from, to, PART);
        (from.add(PART), to.add(PART))
    }
}

/// Computes results one after the other, or whole blocks of them.
///
/// # Safety
///
/// There are `count` elements from `from` on, and places for as many from `to` on: the same places, or others. A function
/// that works on blocks takes as many blocks instead.
#[inline(always)]
unsafe fn each<T: Copy, F: Function<T>, const FUSED: bool>(
    function: F,
    from: *const T,
    to: *mut T,
    count: usize,
) {
    // SAFETY: as the caller says; an element or a block is read before it is written.
    unsafe {
        if const { !F::IN_BLOCKS } {
            for place in 0..count {
                to.add(place)
                    .write(function.of::<FUSED>(from.add(place).read()));
            }
            return;
        }
        let (from, to) = (from.cast::<[T; BLOCK]>(), to.cast::<[T; BLOCK]>());
        for number in 0..count {
            let mut block = from.add(number).read();
            function.block::<FUSED>(&mut block);
            to.add(number).write(block);
        }
    }
}

/// # Safety
///
/// As for [`each`].
#[inline(never)]
unsafe fn narrow<T: Copy, F: Function<T>>(function: F, from: *const T, to: *mut T, count: usize) {
    // SAFETY: as the caller says.
    unsafe { each::<T, F, FUSED>(function, from, to, count) }
}

/// # Safety
///
/// As for [`each`], on a processor that has AVX2 and fused operations.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,fma")]
unsafe fn wide<T: Copy, F: Function<T>>(function: F, from: *const T, to: *mut T, count: usize) {
    // SAFETY: as the caller says.
    unsafe { each::<T, F, true>(function, from, to, count) }
}

/// # Safety
///
/// As for [`each`], on a processor that has AVX-512 and fused operations.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,fma")]
unsafe fn widest<T: Copy, F: Function<T>>(function: F, from: *const T, to: *mut T, count: usize) {
    // SAFETY: as the caller says.
    unsafe { each::<T, F, true>(function, from, to, count) }
}

/// # Safety
///
/// There are `count` elements from `from` on, and places for as many from `to` on: the same places, or others.
#[inline(always)]
unsafe fn by_widest<T: Copy, F: Function<T>>(
    function: F,
    from: *const T,
    to: *mut T,
    count: usize,
) {
    let run = |from: *const T, to: *mut T, count: usize| {
        // SAFETY: as the caller says, and as below; the processor was asked.
        unsafe {
            match Instructions::of_this_processor() {
                Instructions::Any => narrow(function, from, to, count),
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                Instructions::Wide => wide(function, from, to, count),
                // A function of one instruction is limited by memory, however wide the instruction is.
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                Instructions::Widest => match const { F::IN_BLOCKS } {
                    true => widest(function, from, to, count),
                    false => wide(function, from, to, count),
                },
            }
        }
    };
    if const { !F::IN_BLOCKS } {
        return run(from, to, count);
    }
    let (blocks, rest) = (count / BLOCK, count % BLOCK);
    if blocks > 0 {
        run(from, to, blocks);
    }
    if rest > 0 {
        // SAFETY: the rest are as many elements after whole blocks.
        unsafe {
            let (from, to) = (from.add(count - rest), to.add(count - rest));
            // It is computed as a block of its own, with one element for the missing ones: the loop over blocks is most of
            // what is compiled.
            let mut block = [from.read(); BLOCK];
            copy_rest(from, block.as_mut_ptr(), rest);
            let first = block.as_mut_ptr();
            run(first, first, 1);
            copy_rest(block.as_ptr(), to, rest);
        }
    }
}

/// A kernel for each function of one type, not generic: it is compiled here.
macro_rules! kernels {
    ($($float:ident: $($Name:ident)* $(, $Power:ident($Op:ty, $Exponent:ty))*;)*) => {$(
        #[allow(non_snake_case)]
        mod $float {
            use super::*;

            $(
                /// # Safety
                ///
                /// As for [`by_widest`].
                #[inline(never)]
                pub unsafe fn $Name(from: *const $float, to: *mut $float, count: usize) {
                    // SAFETY: as the caller says.
                    unsafe { by_widest(float::$Name, from, to, count) }
                }
            )*
            $(
                /// # Safety
                ///
                /// As for [`by_widest`].
                #[inline(never)]
                pub unsafe fn $Power(exponent: $Exponent, from: *const $float, to: *mut $float, count: usize) {
                    // SAFETY: as the caller says.
                    unsafe { by_widest(float::$Power(exponent), from, to, count) }
                }
            )*

            /// Like [`apply`](super::apply).
            ///
            /// # Safety
            ///
            /// As for it.
            #[inline(always)]
            pub unsafe fn apply(op: &dyn Any, from: *const $float, to: *mut $float, count: usize) -> bool {
                // SAFETY: as the caller says.
                unsafe {
                    $(
                        if op.is::<ops::$Name>() {
                            $Name(from, to, count);
                            return true;
                        }
                    )*
                    $(
                        if let Some(op) = op.downcast_ref::<$Op>() {
                            $Power(op.0, from, to, count);
                            return true;
                        }
                    )*
                }
                false
            }
        }
    )*};
}

kernels! {
    f32: Exp ExpM1 Ln Ln1p Log2 Log10 Sqrt Sin Cos Tanh Sigmoid Silu Erf Gelu GeluTanh Floor Ceil Round Trunc Fract,
        Powi(ops::Powi, i32), Powf(ops::Powf<f32>, f32);
    f64: Exp ExpM1 Ln Ln1p Log2 Log10 Sqrt Sin Cos Tanh Sigmoid Silu Erf Gelu GeluTanh Floor Ceil Round Trunc Fract,
        Powi(ops::Powi, i32), Powf(ops::Powf<f64>, f64);
}

/// Writes the results of an operation on contiguous elements, if there is a kernel for it. Returns whether there is.
///
/// # Safety
///
/// There are `count` elements from `from` on, and places for as many from `to` on: the same places, or others.
#[inline(always)]
pub unsafe fn apply<T: 'static, U: 'static>(
    op: &dyn Any,
    from: *const T,
    to: *mut U,
    count: usize,
) -> bool {
    let types = [TypeId::of::<T>(), TypeId::of::<U>()];
    // SAFETY: the types are the same; otherwise as the caller says.
    unsafe {
        // The size is a constant: nothing is compiled for other types.
        if const { size_of::<T>() == size_of::<f32>() } && types == [TypeId::of::<f32>(); 2] {
            f32::apply(op, from.cast(), to.cast(), count)
        } else if const { size_of::<T>() == size_of::<f64>() } && types == [TypeId::of::<f64>(); 2]
        {
            f64::apply(op, from.cast(), to.cast(), count)
        } else {
            false
        }
    }
}

/// Replaces elements by their exponentials.
pub fn exp<T: num_traits::Float + 'static>(elements: &mut [T]) {
    let first = elements.as_mut_ptr();
    // SAFETY: the elements are borrowed mutably, and are read and written where they are.
    if !unsafe { apply(&ops::Exp, first.cast_const(), first, elements.len()) } {
        for x in elements {
            *x = x.exp();
        }
    }
}
