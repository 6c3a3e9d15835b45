//! Sums of products over labels, for the engines of this machine.

use super::memory::{self, InlineArray};
use super::raw::{Holds, Raw};
#[cfg(feature = "alloc")]
use super::{Borrowed, Host, array::Array, layout, slice::Slice};
use super::{Inline, matrix::MatrixElement as Number};
use crate::DynShape;
#[cfg(feature = "alloc")]
use crate::algebra::equation::Table;
use crate::engine::notation::{Einsums, Labelled};
#[cfg(feature = "alloc")]
use crate::engine::{
    Numbers,
    notation::evaluate::{Evaluates, evaluated, evaluated_by},
};
use crate::shape::list::ArrayShape;

#[cfg(feature = "alloc")]
impl<'a, T: Number> Evaluates<T, Host> for Borrowed<'a> {
    fn at_home(data: Slice<'a, T>) -> Array<T> {
        data.reshaped(data.sizes().into())
    }
}

#[cfg(feature = "alloc")]
impl<'a, T: Number> Einsums<T> for Borrowed<'a>
where
    Host: Numbers<T>,
{
    type Term<'d> = Slice<'a, T>;

    fn term<S: ArrayShape>(data: &Slice<'a, T>) -> Slice<'a, T> {
        data.clone()
    }

    #[track_caller]
    fn einsum<O: ArrayShape>(
        terms: &[Slice<'a, T>],
        labels: &Labelled<'_>,
        sizes: DynShape,
    ) -> Array<T> {
        evaluated::<T, Borrowed<'a>, Host>(terms, labels, &sizes)
    }

    #[track_caller]
    fn einsum_by<O: ArrayShape, const N: usize>(
        terms: [Slice<'a, T>; N],
        shapes: [&[usize]; N],
        names: [u128; N],
        table: &Table<'_>,
    ) -> Array<T> {
        evaluated_by::<T, Borrowed<'a>, Host, N>(terms, shapes, names, table)
    }
}

/// The most operands of an equation of inline tensors.
const OPERANDS: usize = 8;

impl<T: Number> Einsums<T> for Inline {
    type Term<'d> = Raw<'d, T>;

    fn term<S: ArrayShape>(data: &InlineArray<T, S>) -> Raw<'_, T> {
        data.raw()
    }

    /// In loops over all labels at once, because these tensors are small and there is no other memory.
    #[track_caller]
    fn einsum<O: ArrayShape>(
        terms: &[Raw<'_, T>],
        labels: &Labelled<'_>,
        _sizes: DynShape,
    ) -> InlineArray<T, O> {
        let sums = Sums::<T, 64, OPERANDS>::new(terms, labels);
        let Some(mut sums) = sums else {
            panic!("an equation of inline tensors has at most {OPERANDS} operands")
        };
        memory::generate_cells::<T, O>(|| sums.next())
    }
}

/// Two operands with at most this many multiplications are not worth a plan.
#[cfg(feature = "alloc")]
const FEW: usize = 256;

/// The value of an equation of two operands, if there are few multiplications.
#[cfg(feature = "alloc")]
pub(super) fn few_products<T: Number>(
    lhs: &impl Holds<Element = T>,
    rhs: &impl Holds<Element = T>,
    labels: &Labelled<'_>,
    sizes: &DynShape,
) -> Option<Array<T>> {
    let terms = [lhs.raw(), rhs.raw()];
    let mut sums = Sums::<T, 8, 2>::new(&terms, labels)?;
    let count = layout::count_of(sizes);
    if sums.multiplications() > FEW || count > FEW {
        return None;
    }
    let elements = (0..count).map(|_| sums.next()).collect();
    Some(Array::new(sizes.clone(), elements))
}

/// Sums of products of elements, one after the other, of up to this many labels and operands.
struct Sums<'a, T, const LABELS: usize, const OPERANDS: usize> {
    terms: &'a [Raw<'a, T>],
    /// How many labels there are: first those of the result, then those that are summed over.
    labels: usize,
    kept: usize,
    sizes: [usize; LABELS],
    /// How far apart in an operand two neighbours of a label are.
    strides: [[usize; OPERANDS]; LABELS],
    /// The next element of each operand, and the index of each label there.
    offsets: [usize; OPERANDS],
    index: [usize; LABELS],
    /// Whether a label that is summed over has size 0.
    of_nothing: bool,
}

impl<'a, T: Number, const LABELS: usize, const OPERANDS: usize> Sums<'a, T, LABELS, OPERANDS> {
    /// `None` if there are more operands or labels.
    fn new(terms: &'a [Raw<'a, T>], labels: &Labelled<'_>) -> Option<Self> {
        if terms.len() > OPERANDS {
            return None;
        }
        let mut order = [0_u8; LABELS];
        let mut count = 0;
        let all = labels.operands.iter().flatten();
        for &label in labels.result.iter().chain(all) {
            if label != Labelled::NONE && !order[..count].contains(&label) {
                *order.get_mut(count)? = label;
                count += 1;
            }
        }
        let mut sums = Self {
            terms,
            labels: count,
            kept: labels.result.len(),
            sizes: [1; LABELS],
            strides: [[0; OPERANDS]; LABELS],
            offsets: [0; OPERANDS],
            index: [0; LABELS],
            of_nothing: false,
        };
        for (place, label) in order[..count].iter().enumerate() {
            sums.sizes[place] = labels.sizes[usize::from(*label)];
            let strides = &mut sums.strides[place];
            for ((term, own), stride) in terms.iter().zip(labels.operands).zip(strides) {
                let axes = own.iter().zip(term.strides);
                let axes = axes.filter(|(other, _)| *other == label);
                *stride = axes.fold(0, |sum, (_, stride)| sum.wrapping_add(*stride));
            }
        }
        sums.of_nothing = sums.sizes[sums.kept..count].contains(&0);
        Some(sums)
    }

    /// The number of products of elements.
    #[cfg(feature = "alloc")]
    fn multiplications(&self) -> usize {
        let sizes = self.sizes[..self.labels].iter();
        sizes.fold(1, |count, size| count.saturating_mul(*size))
    }

    /// The next index of some labels, the last one first. Returns whether there is one; if not, all are 0 again.
    fn advance(&mut self, labels: core::ops::Range<usize>) -> bool {
        for place in labels.rev() {
            self.index[place] += 1;
            let back = self.index[place] == self.sizes[place];
            for (offset, stride) in self.offsets.iter_mut().zip(self.strides[place]) {
                *offset = match back {
                    true => offset.wrapping_sub(stride.wrapping_mul(self.index[place] - 1)),
                    false => offset.wrapping_add(stride),
                };
            }
            if !back {
                return true;
            }
            self.index[place] = 0;
        }
        false
    }

    /// The next element of the result.
    fn next(&mut self) -> T {
        let mut sum = T::zero();
        if self.of_nothing {
            return sum;
        }
        // The last label that is summed over has its own loop.
        let (last, length, strides) = match self.labels - self.kept {
            0 => (self.kept, 1, [0; OPERANDS]),
            _ => {
                let last = self.labels - 1;
                (last, self.sizes[last], self.strides[last])
            }
        };
        loop {
            let mut offsets = self.offsets;
            for _ in 0..length {
                let factors = self.terms.iter().zip(offsets);
                let mut factors = factors.map(|(term, offset)| term.elements[offset]);
                let first = factors.next().unwrap_or_else(T::zero);
                sum = sum + factors.fold(first, |product, factor| product * factor);
                for (offset, stride) in offsets.iter_mut().zip(strides) {
                    *offset = offset.wrapping_add(stride);
                }
            }
            if !self.advance(self.kept..last) {
                break;
            }
        }
        self.advance(0..self.kept);
        sum
    }
}
