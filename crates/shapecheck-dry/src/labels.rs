//! Which element each number of a tensor comes from, as a tensor that has 1 for each axis along which that does not change.

use crate::finding::count;

/// The most labels of a tensor: where more would be needed, nothing is known.
const MOST: usize = 1 << 14;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Of {
    /// From no element, as weights do.
    Nothing,
    One(usize),
    /// From some elements, which are not known or were reported to meet.
    Unknown,
}

/// Two elements that meet.
pub(crate) type Clash = Option<[usize; 2]>;

impl Of {
    pub(crate) fn with(self, other: Self, clash: &mut Clash) -> Self {
        match (self, other) {
            (Self::Nothing, of) | (of, Self::Nothing) => of,
            (Self::One(lhs), Self::One(rhs)) if lhs == rhs => self,
            (Self::One(lhs), Self::One(rhs)) => {
                clash.get_or_insert([lhs.min(rhs), lhs.max(rhs)]);
                Self::Unknown
            }
            _ => Self::Unknown,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labels {
    shape: Vec<usize>,
    of: Vec<Of>,
}

impl Labels {
    /// The same along all axes.
    pub(crate) fn all(axes: usize, of: Of) -> Self {
        Self {
            shape: vec![1; axes],
            of: vec![of],
        }
    }

    /// Those that a function gives for each place.
    pub(crate) fn of(shape: Vec<usize>, mut of: impl FnMut(&[usize]) -> Of) -> Self {
        if count(&shape).is_none_or(|count| count > MOST) {
            return Self::all(shape.len(), Of::Unknown);
        }
        let of = places(&shape).map(|place| of(&place)).collect();
        Self { shape, of }
    }

    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    pub(crate) fn is_all(&self, of: Of) -> bool {
        self.of.iter().all(|own| *own == of)
    }

    /// The label of a place, of which the last axes are those of this.
    pub(crate) fn at(&self, place: &[usize]) -> Of {
        let place = &place[place.len().saturating_sub(self.shape.len())..];
        let steps = self.shape.iter().zip(place);
        let at = steps.fold(0, |all, (&size, &at)| {
            all * size + if size == 1 { 0 } else { at }
        });
        self.of.get(at).copied().unwrap_or(Of::Unknown)
    }

    /// With some axes put together to 1.
    pub(crate) fn reduced(&self, is_reduced: impl Fn(usize) -> bool, clash: &mut Clash) -> Self {
        let axes = self.shape.iter().enumerate();
        let shape: Vec<usize> = axes
            .map(|(axis, &size)| if is_reduced(axis) { 1 } else { size })
            .collect();
        let mut of = vec![Of::Nothing; count(&shape).unwrap_or(0)];
        for (place, &label) in places(&self.shape).zip(&self.of) {
            let steps = shape.iter().zip(&place);
            let at = steps.fold(0, |all, (&size, &at)| {
                all * size + if size == 1 { 0 } else { at }
            });
            of[at] = of[at].with(label, clash);
        }
        Self { shape, of }
    }

    /// One label, along so many axes.
    pub(crate) fn reshaped(self, axes: usize) -> Self {
        Self::all(axes, self.of.first().copied().unwrap_or(Of::Nothing))
    }

    /// Beside another one, as operands that are broadcast.
    pub(crate) fn with(&self, other: &Self, clash: &mut Clash) -> Self {
        let axes = self.shape.len().max(other.shape.len());
        let size = |of: &Self, axis: usize| {
            let missing = axes - of.shape.len();
            axis.checked_sub(missing).map_or(1, |axis| of.shape[axis])
        };
        let shape = (0..axes).map(|axis| size(self, axis).max(size(other, axis)));
        Self::of(shape.collect(), |place| {
            self.at(place).with(other.at(place), clash)
        })
    }
}

/// All places of a shape, the last axis fastest.
pub(crate) fn places(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<'_> {
    let all = count(shape).unwrap_or(0);
    (0..all).map(|at| {
        let mut rest = at;
        let mut place = vec![0; shape.len()];
        for (axis, &size) in shape.iter().enumerate().rev() {
            place[axis] = rest % size;
            rest /= size;
        }
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_meet() {
        let batch = Labels::of(vec![3, 1], |place| Of::One(place[0]));
        let first = Labels::all(2, Of::One(0));
        let mut clash = None;
        assert_eq!(batch.with(&Labels::all(1, Of::Nothing), &mut clash), batch);
        assert_eq!(batch.with(&batch, &mut clash), batch);
        assert_eq!(clash, None);
        let met = batch.with(&first, &mut clash);
        assert_eq!(clash, Some([0, 1]));
        assert_eq!(met.of, [Of::One(0), Of::Unknown, Of::Unknown]);
        let mut clash = None;
        assert_eq!(batch.reduced(|axis| axis == 1, &mut clash), batch);
        assert_eq!(clash, None);
        assert!(
            batch
                .reduced(|axis| axis == 0, &mut clash)
                .is_all(Of::Unknown)
        );
        assert_eq!(clash, Some([0, 1]));
    }
}
