//! How a file has the tensors of a field, if not as the field has them.

use std::ops::RangeInclusive;

/// The layout of a field's tensors in a file: with several axes as one, or with the last two exchanged.
///
/// The attributes `merged` and `transposed` of a field make it; [`Reader::field_as`](crate::Reader::field_as) and
/// [`Writer::field_as`](crate::Writer::field_as) take it.
///
/// ```text
/// Layout::new().merged(-3..=-2)              a field of [H, D, E] is [H * D, E] in the file
/// Layout::new().transposed()                 a field of [I, O] is [O, I] in the file
/// Layout::new().merged(-2..=-1).transposed() a field of [E, H, D] is [H * D, E] in the file
/// ```
///
/// ```
/// use shapecheck::{Tensor, shape};
/// use shapecheck_weights::{Layout, Reader, StoredTensor, safetensors::Dtype};
///
/// let tensor = StoredTensor::new(Dtype::U8, &[6, 2], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])?;
/// let mut reader = Reader::of_tensors([("heads".into(), tensor)]);
/// let heads = reader.field_as("heads", Layout::new().merged(-3..=-2));
/// let heads: Tensor<u8, shape![2, 3, 2]> = reader.finish(heads)?;
/// assert_eq!(heads[[1, 0, 1]], 7);
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    is_transposed: bool,
    /// The first and the last of the axes that are one, counted from the end from 1 on.
    merged: Option<[usize; 2]>,
}

impl Layout {
    /// The layout of the field itself.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            is_transposed: false,
            merged: None,
        }
    }

    /// The last two axes of what is there otherwise are exchanged in the file.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self {
            is_transposed: true,
            ..self
        }
    }

    /// These axes of the field, counted from the end, are one in the file.
    ///
    /// # Panics
    ///
    /// Panics if they are not at least two axes counted from the end, the first one first.
    #[must_use]
    #[track_caller]
    pub const fn merged(self, axes: RangeInclusive<isize>) -> Self {
        let (first, last) = (*axes.start(), *axes.end());
        assert!(
            first < last && last < 0,
            "axes that are one in the file are counted from the end, as in `-3..=-2`"
        );
        Self {
            merged: Some([first.unsigned_abs(), last.unsigned_abs()]),
            ..self
        }
    }

    /// That of a field in what has another layout.
    pub(crate) const fn within(self, outer: Self) -> Self {
        Self {
            is_transposed: self.is_transposed || outer.is_transposed,
            merged: match self.merged {
                None => outer.merged,
                merged => merged,
            },
        }
    }

    pub(crate) const fn is_transposed(self) -> bool {
        self.is_transposed
    }

    /// The axes of a field of this rank that are one, counted from the front; none if it has no such axes.
    fn axes_of(self, rank: usize) -> Option<RangeInclusive<usize>> {
        let [first, last] = self.merged?;
        (first <= rank).then(|| rank - first..=rank - last)
    }

    /// What the file has, where a list has an entry for each axis of the field.
    pub(crate) fn of_file<Size>(self, sizes: &mut Vec<Size>, merge: impl FnOnce(&[Size]) -> Size) {
        if let Some(axes) = self.axes_of(sizes.len()) {
            let merged = merge(&sizes[axes.clone()]);
            sizes.splice(axes, [merged]);
        }
        if self.is_transposed {
            swap_last(sizes);
        }
    }

    /// What the field has, where a list has an entry for each axis of the file. `split` gets the size of the axis that is
    /// one there, its distance from the end of the file's shape, and the axes of the field.
    pub(crate) fn of_field<Error>(
        self,
        sizes: &mut Vec<usize>,
        rank: usize,
        split: impl FnOnce(usize, usize, Option<RangeInclusive<usize>>) -> Result<Vec<usize>, Error>,
    ) -> Result<(), Error> {
        if self.is_transposed {
            swap_last(sizes);
        }
        if let Some([_, last]) = self.merged
            && let Some(place) = sizes.len().checked_sub(last)
        {
            let in_file = match last {
                1 | 2 if self.is_transposed => 3 - last,
                last => last,
            };
            let parts = split(sizes[place], in_file, self.axes_of(rank))?;
            sizes.splice(place..=place, parts);
        }
        Ok(())
    }
}

/// Exchanges the last two, if there are two.
fn swap_last<Size>(sizes: &mut [Size]) {
    if let [.., rows, columns] = sizes {
        std::mem::swap(rows, columns);
    }
}
