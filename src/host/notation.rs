//! Sums of products over labels, for the engines of this machine.

#[cfg(feature = "alloc")]
use super::Borrowed;
#[cfg(feature = "alloc")]
use super::Host;
#[cfg(feature = "alloc")]
use super::array::Array;
use super::inline::Cells;
use super::memory;
use super::raw::{Holds, Raw};
#[cfg(feature = "alloc")]
use super::slice::Slice;
use super::{Inline, matrix::MatrixElement as Number};
#[cfg(feature = "alloc")]
use crate::engine::Numbers;
#[cfg(feature = "alloc")]
use crate::engine::notation::Diagonals;
#[cfg(feature = "alloc")]
use crate::engine::notation::evaluate::{Evaluates, evaluated};
use crate::engine::notation::{Einsums, Labelled};
use crate::{DynShape, Shape};

#[cfg(feature = "alloc")]
impl Diagonals for Host {
    #[track_caller]
    fn diagonal<T: 'static, S: Shape, O: Shape>(
        data: &Array<T>,
        first: usize,
        second: usize,
    ) -> Array<T> {
        data.derived(data.layout().diagonal(first, second))
    }
}

#[cfg(feature = "alloc")]
impl<'a, T: Number> Evaluates<T, Host> for Borrowed<'a> {
    fn diagonal_of(data: &Slice<'a, T>, first: usize, second: usize) -> Slice<'a, T> {
        data.derived(data.layout().diagonal(first, second))
    }
}

#[cfg(feature = "alloc")]
impl<'a, T: Number> Einsums<T> for Borrowed<'a>
where
    Host: Numbers<T>,
{
    type Home = Host;
    type Term<'d> = Slice<'a, T>;

    fn term<S: Shape>(data: &Slice<'a, T>) -> Slice<'a, T> {
        data.clone()
    }

    #[track_caller]
    fn einsum<O: Shape>(
        terms: &[Slice<'a, T>],
        labels: &Labelled<'_>,
        _sizes: DynShape,
    ) -> Array<T> {
        evaluated::<T, Borrowed<'a>, Host>(terms, labels, |data| {
            let elements = data.raw().iter().copied().collect();
            Array::new(data.sizes().into(), elements)
        })
    }
}

/// The most operands of an equation of inline tensors.
const OPERANDS: usize = 8;

impl<T: Number> Einsums<T> for Inline {
    type Home = Inline;
    type Term<'d> = Raw<'d, T>;

    fn term<S: Shape>(data: &Cells<T, S>) -> Raw<'_, T> {
        data.raw()
    }

    /// In loops over all labels at once, because these tensors are small and there is no other memory.
    fn einsum<O: Shape>(
        terms: &[Raw<'_, T>],
        labels: &Labelled<'_>,
        _sizes: DynShape,
    ) -> Cells<T, O> {
        assert!(
            terms.len() <= OPERANDS,
            "an equation of inline tensors has at most {OPERANDS} operands"
        );
        // The labels of the result, then those that are summed over.
        let mut order = [0_u8; 64];
        let mut count = 0;
        let all = labels.operands.iter().flatten();
        for &label in labels.result.iter().chain(all) {
            if label != Labelled::NONE && !order[..count].contains(&label) {
                order[count] = label;
                count += 1;
            }
        }
        let order = &order[..count];
        let kept = labels.result.len();
        let size = |place: usize| labels.sizes[usize::from(order[place])];
        // The strides of each label in each operand.
        let mut strides = [[0; OPERANDS]; 64];
        for (place, label) in order.iter().enumerate() {
            for ((term, own), stride) in terms.iter().zip(labels.operands).zip(&mut strides[place])
            {
                let axes = own.iter().zip(term.strides);
                let axes = axes.filter(|(other, _)| *other == label);
                *stride = axes.map(|(_, stride)| stride).sum();
            }
        }
        let mut offsets = [0_usize; OPERANDS];
        let mut index = [0_usize; 64];
        // Moves on to the next index of some labels, the last one first. Returns false after the last index.
        let advance =
            |offsets: &mut [usize; OPERANDS], index: &mut [usize; 64], from: usize, to: usize| {
                for place in (from..to).rev() {
                    index[place] += 1;
                    let back = index[place] == size(place);
                    for (offset, stride) in offsets.iter_mut().zip(strides[place]) {
                        match back {
                            true => *offset -= stride * (index[place] - 1),
                            false => *offset += stride,
                        }
                    }
                    if !back {
                        return true;
                    }
                    index[place] = 0;
                }
                false
            };
        let nothing = (kept..count).any(|place| size(place) == 0);
        memory::generate_cells::<T, O>(|| {
            let mut sum = T::zero();
            if nothing {
                return sum;
            }
            loop {
                let mut factors = terms
                    .iter()
                    .zip(offsets)
                    .map(|(term, offset)| term.elements[offset]);
                let first = factors.next().unwrap_or_else(T::zero);
                sum = sum + factors.fold(first, |product, factor| product * factor);
                if !advance(&mut offsets, &mut index, kept, count) {
                    break;
                }
            }
            advance(&mut offsets, &mut index, 0, kept);
            sum
        })
    }
}
