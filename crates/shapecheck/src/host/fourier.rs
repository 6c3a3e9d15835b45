//! Fourier transforms along an axis by the crates `rustfft` and `realfft` (feature `fft`). The elements of each lane
//! are copied side by side.

use alloc::vec;
use alloc::vec::Vec;

use realfft::RealFftPlanner;
use rustfft::num_complex::Complex;
use rustfft::num_traits::Zero;
use rustfft::{FftNum, FftPlanner};

use super::pool::{self, Elements};
use super::raw::Raw;
use super::{Memory, NoEngine, Promotes, layout, memory};
use crate::engine::{Creates, Engine, Transforms};
use crate::{DynShape, Shape};

/// The results of all lanes along an axis, in row-major order. Each lane is cut or padded with zeros to `from`
/// elements. What computes them has its own room, and is made for each thread.
fn lanes<A, B, F>(
    raw: Raw<'_, A>,
    axis: usize,
    (from, to): (usize, usize),
    start: impl Fn() -> F + Sync,
) -> Vec<B>
where
    A: Copy + Zero + 'static,
    B: Copy + Zero + 'static,
    F: FnMut(&mut [A], &mut [B]),
{
    // The sizes of the result: lanes without elements are padded too.
    let (mut sizes, size) = (DynShape::from(raw.sizes), raw.sizes[axis]);
    sizes.dims_mut()[axis] = to;
    let (outer, inner) = layout::around(sizes.dims(), axis);
    let elements = raw.side_by_side();
    let elements = Elements::new(&elements);
    // Lane after lane, whatever lies between their elements.
    let mut results = memory::filled(outer * inner * to, B::zero());
    let steps = STEPS * from * (from.max(2).ilog2() as usize);
    pool::chunks::<A, B>(&mut results, to, steps, |here, first, results| {
        let mut input = vec![A::zero(); from];
        let mut lane = start();
        for (number, output) in (first..).zip(results.chunks_exact_mut(to)) {
            let elements = elements.get(here).iter();
            let first = number / inner * size * inner + number % inner;
            let elements = elements.skip(first).step_by(inner).take(size);
            input.fill(A::zero());
            for (target, &element) in input.iter_mut().zip(elements) {
                *target = element;
            }
            lane(&mut input, output);
        }
    });
    if inner == 1 {
        return results;
    }
    let (sizes, strides) = ([outer, to, inner], [inner * to, 1, to]);
    let results = Raw::strided(&results, &sizes, &strides);
    results.side_by_side().into_owned()
}

/// The steps of a transform, for each element and each time that they are halved.
const STEPS: usize = 3;

/// The elements, one after the other.
fn each_of<T>(elements: Vec<T>) -> impl FnMut() -> T {
    let mut elements = elements.into_iter();
    move || match elements.next() {
        Some(element) => element,
        None => unreachable!("there are as many elements as the sizes say"),
    }
}

/// The results, if these sizes have any: a lane of elements that are not there may be longer than memory.
fn any<T>(sizes: &DynShape, results: impl FnOnce() -> Vec<T>) -> Vec<T> {
    match layout::count(sizes.dims()) {
        0 => Vec::new(),
        _ => results(),
    }
}

/// A number as a float.
fn number<T: FftNum>(count: usize) -> T {
    T::from_usize(count).unwrap_or_else(T::one)
}

// What follows knows no shape, and so is compiled once for each element type.

/// The transform of each lane along an axis.
#[inline(never)]
fn fourier<T: FftNum>(
    raw: Raw<'_, Complex<T>>,
    axis: usize,
    size: usize,
    back: bool,
) -> Vec<Complex<T>> {
    let mut planner = FftPlanner::new();
    let plan = match back {
        false => planner.plan_fft_forward(size),
        true => planner.plan_fft_inverse(size),
    };
    let scale = match back {
        false => T::one(),
        true => T::one() / number(size),
    };
    lanes(raw, axis, (size, size), || {
        let mut scratch = vec![Complex::zero(); plan.get_inplace_scratch_len()];
        let plan = &plan;
        move |input: &mut [_], output: &mut [Complex<T>]| {
            plan.process_with_scratch(input, &mut scratch);
            for (result, value) in output.iter_mut().zip(&*input) {
                *result = value.scale(scale);
            }
        }
    })
}

/// The transform of each lane of `size` real numbers along an axis.
#[inline(never)]
fn real_fourier<T: FftNum>(raw: Raw<'_, T>, axis: usize, size: usize) -> Vec<Complex<T>> {
    let plan = RealFftPlanner::new().plan_fft_forward(size);
    let lengths = (size, size / 2 + 1);
    lanes(raw, axis, lengths, || {
        let (plan, mut scratch) = (&plan, plan.make_scratch_vec());
        move |input: &mut [_], output: &mut [_]| {
            let done = plan.process_with_scratch(input, output, &mut scratch);
            debug_assert!(done.is_ok(), "the lengths are those of the plan");
        }
    })
}

/// The `size` real numbers of each lane along an axis.
#[inline(never)]
fn inverse_real_fourier<T: FftNum>(raw: Raw<'_, Complex<T>>, axis: usize, size: usize) -> Vec<T> {
    let plan = RealFftPlanner::new().plan_fft_inverse(size);
    let (frequencies, scale) = (size / 2 + 1, T::one() / number(size));
    let lengths = (frequencies, size);
    lanes(raw, axis, lengths, || {
        let (plan, mut scratch) = (&plan, plan.make_scratch_vec());
        move |input: &mut [Complex<T>], output: &mut [T]| {
            // The first frequency of real numbers is real, and so is the last one if their number is even. As in
            // NumPy, their imaginary parts are ignored.
            input[0].im = T::zero();
            if size.is_multiple_of(2) {
                input[frequencies - 1].im = T::zero();
            }
            let done = plan.process_with_scratch(input, output, &mut scratch);
            debug_assert!(done.is_ok(), "the lengths are those of the plan");
            output.iter_mut().for_each(|value| *value = *value * scale);
        }
    })
}

#[diagnostic::do_not_recommend]
impl<T, E> Transforms<T> for E
where
    T: FftNum,
    E: Memory<Out: Creates<T> + Creates<Complex<T>>>,
    NoEngine: Promotes<E>,
{
    fn fourier<S: Shape, O: Shape>(
        data: &E::Data<Complex<T>, S>,
        axis: usize,
        sizes: DynShape,
        back: bool,
    ) -> <Self::Out as Engine>::Data<Complex<T>, O> {
        let raw = E::raw::<Complex<T>, S>(data);
        let results = any(&sizes, || fourier(raw, axis, sizes.dims()[axis], back));
        Self::Out::generate::<O>(sizes, each_of(results))
    }

    fn real_fourier<S: Shape, O: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        size: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<Complex<T>, O> {
        let results = any(&sizes, || real_fourier(E::raw::<T, S>(data), axis, size));
        Self::Out::generate::<O>(sizes, each_of(results))
    }

    fn inverse_real_fourier<S: Shape, O: Shape>(
        data: &E::Data<Complex<T>, S>,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O> {
        let raw = E::raw::<Complex<T>, S>(data);
        let results = any(&sizes, || {
            inverse_real_fourier(raw, axis, sizes.dims()[axis])
        });
        Self::Out::generate::<O>(sizes, each_of(results))
    }
}
