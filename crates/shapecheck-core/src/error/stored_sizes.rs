//! The sizes that an error remembers.
//!
//! With an allocator these are all sizes of a shape, and without one the last four.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

#[cfg(feature = "alloc")]
use alloc::boxed::Box;

use crate::Shape;
use crate::dim::named::SizeName;
use crate::shape::NameFromEnd;
use crate::shape::list::ArrayShape;

/// How many sizes of a shape an error holds without an allocator. It is small, so that an error is cheap to return.
const IN_PLACE: usize = 4;

/// The sizes of a shape that an error is about.
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum StoredSizes {
    InPlace {
        rank: u8,
        along: i32,
        sizes: [usize; IN_PLACE],
    },
    OnHeap {
        along: i32,
        sizes: Box<[usize]>,
    },
}

/// The last sizes of a shape that an error is about.
#[cfg(not(feature = "alloc"))]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct StoredSizes {
    rank: u32,
    along: i32,
    last: [usize; IN_PLACE],
}

#[cfg(feature = "alloc")]
impl StoredSizes {
    /// No shape.
    pub(super) const NOTHING: Self = Self::InPlace {
        rank: 0,
        along: 0,
        sizes: [0; IN_PLACE],
    };

    /// The sizes, the first axis first.
    pub(super) fn new(all: impl ExactSizeIterator<Item = usize>) -> Self {
        let rank = all.len();
        if rank > IN_PLACE {
            return Self::OnHeap {
                along: 0,
                sizes: all.collect(),
            };
        }
        let mut sizes = [0; IN_PLACE];
        for (place, size) in sizes.iter_mut().zip(all) {
            *place = size;
        }
        Self::InPlace {
            rank: rank as u8,
            along: 0,
            sizes,
        }
    }

    /// The axis that an operation goes along, in the room that is left beside the rank: an error has to stay small.
    pub(super) fn along(&self) -> i32 {
        let (Self::InPlace { along, .. } | Self::OnHeap { along, .. }) = self;
        *along
    }

    pub(super) fn along_mut(&mut self) -> &mut i32 {
        let (Self::InPlace { along, .. } | Self::OnHeap { along, .. }) = self;
        along
    }

    pub(super) fn rank(&self) -> usize {
        self.sizes().len()
    }

    /// All sizes.
    pub(super) fn sizes(&self) -> &[usize] {
        match self {
            Self::InPlace { rank, sizes, .. } => &sizes[..*rank as usize],
            Self::OnHeap { sizes, .. } => sizes,
        }
    }
}

#[cfg(not(feature = "alloc"))]
impl StoredSizes {
    /// No shape.
    pub(super) const NOTHING: Self = Self {
        rank: 0,
        along: 0,
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
        Self {
            rank: rank as u32,
            along: 0,
            last,
        }
    }

    /// The axis that an operation goes along.
    pub(super) fn along(&self) -> i32 {
        self.along
    }

    pub(super) fn along_mut(&mut self) -> &mut i32 {
        &mut self.along
    }

    pub(super) fn rank(&self) -> usize {
        self.rank as usize
    }

    /// The last four sizes.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.last[..self.rank().min(IN_PLACE)]
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

    /// Whether these are the sizes.
    fn are(&self, sizes: &[usize]) -> bool {
        self.rank() == sizes.len() && sizes.ends_with(self.sizes())
    }

    /// The sizes with their names.
    pub(super) fn with(&self, name: NameFromEnd) -> impl fmt::Display + '_ {
        Shown(self, name)
    }
}

/// The names of the two shapes of an error: one pointer, because an error has to stay small. They are for the text alone,
/// so that two errors are equal whatever names they have.
#[derive(Clone, Copy)]
pub(crate) struct Names(&'static [NameFromEnd; 2]);

impl Names {
    /// No names.
    pub(super) const NONE: Self = Self(&[no_name; 2]);

    /// The names of the first and of the second shape.
    pub(super) fn get(self) -> [NameFromEnd; 2] {
        *self.0
    }
}

impl PartialEq for Names {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Names {}

impl Hash for Names {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

fn no_name(_: usize) -> Option<&'static SizeName> {
    None
}

/// Two operands, whose names an error about their sizes gives.
pub(crate) struct NamesOf<Lhs, Rhs>(PhantomData<(Lhs, Rhs)>);

impl<Lhs: ArrayShape, Rhs: ArrayShape> NamesOf<Lhs, Rhs> {
    const BOTH: Names = Names(&[Lhs::name_from_end, Rhs::name_from_end]);
    const LHS: Names = Names(&[Lhs::name_from_end, no_name]);
    const RHS: Names = Names(&[no_name, Rhs::name_from_end]);

    /// The names of those shapes of an error that are the shapes of the operands.
    #[cold]
    pub(super) fn find(stored: [&StoredSizes; 2], [lhs, rhs]: [&[usize]; 2]) -> Names {
        match (stored[0].are(lhs), stored[1].are(rhs)) {
            (true, true) => Self::BOTH,
            (true, false) => Self::LHS,
            (false, true) => Self::RHS,
            (false, false) => Names::NONE,
        }
    }
}

/// Sizes with their names.
struct Shown<'a>(&'a StoredSizes, NameFromEnd);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(stored, name) = self;
        f.write_str("[")?;
        if stored.missing() > 0 {
            f.write_str("..., ")?;
        }
        let sizes = stored.sizes();
        for (index, size) in sizes.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            f.write_str(comma)?;
            match name(sizes.len() - index) {
                Some(name) => write!(f, "{name} = {size}")?,
                None => write!(f, "{size}")?,
            }
        }
        f.write_str("]")
    }
}
