//! Attention on the heap: some queries at a time, whose scores stay in the cache from their products to those with values.
//! The scores of all queries are never in memory.

use num_traits::Float;

use super::array::Array;
use super::matrix::{MatrixElement, product_into};
use super::raw::{Holds, Raw, RawMut};
use super::{layout, memory, pool, softmax};
use crate::DynShape;
use crate::algebra::with_last;
use crate::broadcast::run_time::broadcast_shapes;

/// The scores that are computed at a time, if they are those of more than [`LEAST`] queries: 1 MiB of `f32`.
const SCORES: usize = 1 << 18;

/// The least queries at a time: the keys are brought into order for each group of them.
const LEAST: usize = 64;

/// The sizes of an attention.
pub struct Attention {
    /// The axes before the matrices, broadcast to each other.
    lead: DynShape,
    queries: usize,
    keys: usize,
    width: usize,
    output: usize,
}

impl Attention {
    /// `None` where sizes do not fit or nothing is computed. That is left to the operations that attention is made of,
    /// which say what does not fit.
    pub fn of(
        queries: &[usize],
        keys: &[usize],
        values: &[usize],
        mask: Option<&[usize]>,
    ) -> Option<Self> {
        let &[ref query_lead @ .., length, width] = queries else {
            return None;
        };
        let &[ref key_lead @ .., count, key_width] = keys else {
            return None;
        };
        let &[ref value_lead @ .., value_count, output] = values else {
            return None;
        };
        let mask = mask.unwrap_or(&[]);
        let (mask_lead, mask_last) = mask.split_at(mask.len().saturating_sub(2));
        let mask_fits = mask_last
            .iter()
            .rev()
            .zip([count, length])
            .all(|(&size, of)| size == 1 || size == of);
        let lead = broadcast_shapes(&[query_lead, key_lead, value_lead, mask_lead]).ok()?;
        let sizes = [length, count, width, output];
        let is_any = !sizes.contains(&0) && !lead.dims().contains(&0);
        let fits = width == key_width && count == value_count && mask_fits;
        (fits && is_any).then_some(Self {
            lead,
            queries: length,
            keys: count,
            width,
            output,
        })
    }

    /// The sizes of the result.
    pub fn sizes(&self) -> Option<DynShape> {
        with_last(self.lead.dims(), &[self.queries, self.output]).ok()
    }

    /// The number of queries that are looked at together.
    fn rows(&self) -> usize {
        (SCORES / self.keys).max(LEAST).min(self.queries)
    }

    /// The numbers that one thread needs besides the result.
    ///
    /// # Panics
    ///
    /// Panics if they overflow `usize`.
    #[track_caller]
    pub fn room(&self) -> usize {
        layout::count(&[self.rows(), self.width.saturating_add(self.keys)])
    }

    /// The number of matrices of queries.
    #[cfg(feature = "dry")]
    pub fn matrices(&self) -> u64 {
        let sizes = self.lead.dims().iter();
        sizes.fold(1, |count: u64, &size| count.saturating_mul(size as u64))
    }

    /// The multiplications for each index before the matrices.
    pub fn steps(&self) -> usize {
        let each = self
            .keys
            .saturating_mul(self.width.saturating_add(self.output));
        self.queries.saturating_mul(each)
    }

    /// The elements of an operand from the matrix with this number on, in row-major order of the axes in front.
    fn matrix<'a, T>(&self, raw: Raw<'a, T>, mut number: usize) -> &'a [T] {
        let mut offset = 0;
        for (axis, &size) in self.lead.dims().iter().rev().enumerate() {
            offset += number % size * raw.stride_from_end(axis + 3);
            number /= size;
        }
        &raw.elements[offset..]
    }

    /// The attention of the matrices with this number.
    fn write<T: MatrixElement + Float>(
        &self,
        number: usize,
        (queries, keys, values, mask): (Raw<'_, T>, Raw<'_, T>, Raw<'_, T>, Option<Raw<'_, T>>),
        scale: T,
        room: &mut [T],
        result: &mut [T],
    ) {
        let &Self {
            keys: count,
            width,
            output,
            ..
        } = self;
        let strides = |raw: Raw<'_, T>| [raw.stride_from_end(2), raw.stride_from_end(1)];
        let ([next, along], [key, along_key]) = (strides(queries), strides(keys));
        let query_elements = self.matrix(queries, number);
        let (key_sizes, key_strides) = ([width, count], [along_key, key]);
        let keys = Raw::strided(self.matrix(keys, number), &key_sizes, &key_strides);
        let (value_sizes, value_strides) = ([count, output], strides(values));
        let values = Raw::strided(self.matrix(values, number), &value_sizes, &value_strides);
        let mask = mask.map(|mask| (self.matrix(mask, number), strides(mask)));
        let each = self.rows();
        let (scaled, scores) = room.split_at_mut(each * width);
        for (group, result) in result.chunks_mut(each * output).enumerate() {
            let (first, rows) = (group * each, result.len() / output);
            let (scaled, scores) = (&mut scaled[..rows * width], &mut scores[..rows * count]);
            for (row, scaled) in scaled.chunks_exact_mut(width).enumerate() {
                let query = &query_elements[(first + row) * next..];
                match along {
                    // A separate loop, which is vectorized.
                    1 => { scaled.iter_mut().zip(query) }
                        .for_each(|(scaled, &query)| *scaled = query * scale),
                    _ => {
                        for (place, scaled) in scaled.iter_mut().enumerate() {
                            *scaled = query[place * along] * scale;
                        }
                    }
                }
            }
            product_into(
                Raw::strided(scaled, &[rows, width], &[width, 1]),
                keys,
                RawMut::strided(scores, &[rows, count], &[count, 1]),
            );
            if let Some((mask, [next, along])) = mask {
                for (row, scores) in scores.chunks_exact_mut(count).enumerate() {
                    let mask = &mask[(first + row) * next..];
                    match along {
                        // A separate loop, which is vectorized.
                        1 => scores
                            .iter_mut()
                            .zip(mask)
                            .for_each(|(score, &mask)| *score = *score + mask),
                        _ => {
                            for (place, score) in scores.iter_mut().enumerate() {
                                *score = *score + mask[place * along];
                            }
                        }
                    }
                }
            }
            for scores in scores.chunks_exact_mut(count) {
                softmax::of_row(scores, false);
            }
            product_into(
                Raw::strided(scores, &[rows, count], &[count, 1]),
                values,
                RawMut::strided(result, &[rows, output], &[output, 1]),
            );
        }
    }
}

/// The mean of the values, weighted by the softmax of the scores, for each query; `None` as of [`Attention::of`].
///
/// # Panics
///
/// Panics if the number of elements overflows `usize`.
#[track_caller]
pub fn attend<T: MatrixElement + Float>(
    queries: &Array<T>,
    (keys, values): (&Array<T>, &Array<T>),
    mask: Option<&Array<T>>,
    scale: T,
) -> Option<Array<T>> {
    let mask_sizes = mask.map(Array::sizes);
    let of = Attention::of(queries.sizes(), keys.sizes(), values.sizes(), mask_sizes)?;
    let sizes = of.sizes()?;
    let operands = (
        queries.raw(),
        keys.raw(),
        values.raw(),
        mask.map(|mask| mask.raw()),
    );
    let mut result = memory::filled(layout::count(sizes.dims()), T::zero());
    let (each, room) = (of.queries * of.output, of.room());
    pool::chunks::<T, T>(&mut result, each, of.steps(), |_, first, result| {
        let mut room = alloc::vec![T::zero(); room];
        for (number, result) in result.chunks_exact_mut(each).enumerate() {
            of.write(first + number, operands, scale, &mut room, result);
        }
    });
    Some(Array::new(sizes, result))
}
