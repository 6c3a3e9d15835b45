//! The sizes that an error remembers.
//!
//! With an allocator these are all sizes of a shape, and without one the last four.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::boxed::Box;

use crate::Shape;

/// How many sizes of a shape an error holds without an allocator. It is small, so that an error is cheap to return.
const IN_PLACE: usize = 4;

/// The sizes of a shape that an error is about.
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum StoredSizes {
    InPlace { rank: u8, sizes: [usize; IN_PLACE] },
    OnHeap(Box<[usize]>),
}

/// The last sizes of a shape that an error is about.
#[cfg(not(feature = "alloc"))]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct StoredSizes {
    rank: usize,
    last: [usize; IN_PLACE],
}

#[cfg(feature = "alloc")]
impl StoredSizes {
    /// No shape.
    pub(super) const NOTHING: Self = Self::InPlace {
        rank: 0,
        sizes: [0; IN_PLACE],
    };

    /// The sizes, the first axis first.
    pub(super) fn new(all: impl ExactSizeIterator<Item = usize>) -> Self {
        let rank = all.len();
        if rank > IN_PLACE {
            return Self::OnHeap(all.collect());
        }
        let mut sizes = [0; IN_PLACE];
        for (place, size) in sizes.iter_mut().zip(all) {
            *place = size;
        }
        Self::InPlace {
            rank: rank as u8,
            sizes,
        }
    }

    pub(super) fn rank(&self) -> usize {
        self.sizes().len()
    }

    /// All sizes.
    pub(super) fn sizes(&self) -> &[usize] {
        match self {
            Self::InPlace { rank, sizes } => &sizes[..*rank as usize],
            Self::OnHeap(sizes) => sizes,
        }
    }
}

#[cfg(not(feature = "alloc"))]
impl StoredSizes {
    /// No shape.
    pub(super) const NOTHING: Self = Self {
        rank: 0,
        last: [0; IN_PLACE],
    };

    /// The sizes, the first axis first.
    pub(super) fn new(all: impl ExactSizeIterator<Item = usize>) -> Self {
        let rank = all.len();
        let mut last = [0; IN_PLACE];
        let skipped = rank.saturating_sub(IN_PLACE);
        for (place, size) in last.iter_mut().zip(all.skip(skipped)) {
            *place = size;
        }
        Self { rank, last }
    }

    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// The last four sizes.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.last[..self.rank.min(IN_PLACE)]
    }
}

impl StoredSizes {
    pub(super) fn of_sizes(sizes: &[usize]) -> Self {
        Self::new(sizes.iter().copied())
    }

    pub(super) fn of(shape: &impl Shape) -> Self {
        let rank = shape.rank();
        Self::new((0..rank).map(|index| shape.size_from_end(rank - index)))
    }

    /// How many leading sizes are missing.
    pub(super) fn missing(&self) -> usize {
        self.rank() - self.sizes().len()
    }
}

impl fmt::Display for StoredSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        if self.missing() > 0 {
            f.write_str("..., ")?;
        }
        for (index, size) in self.sizes().iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{size}")?;
        }
        f.write_str("]")
    }
}
