//! Shapes that do not broadcast.
//!
//! ```
//! use shapecheck::broadcast::check_broadcast_to;
//! use shapecheck::error::BroadcastErrorKind;
//!
//! let error = check_broadcast_to(&[4, 3], &[2, 3]).unwrap_err();
//! assert_eq!(error.kind(), BroadcastErrorKind::TargetSize);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{BroadcastTo, shape};
//!
//! fn broadcasts<S: BroadcastTo<Target>, Target>() {}
//! broadcasts::<shape![4, 3], shape![2, 3]>();
//! ```

use core::fmt;

use super::stored_sizes::{Names, NamesOf, StoredSizes};
use super::{ShapeError, WithNames};
use crate::Shape;
use crate::shape::list::ArrayShape;

/// An operand of a broadcast that failed, and its size at the axis in question, which may be among the missing sizes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Operand {
    shape: StoredSizes,
    size: usize,
}

impl Operand {
    /// No operand.
    const NOTHING: Self = Self {
        shape: StoredSizes::NOTHING,
        size: 1,
    };

    /// For an axis counted from the end, or for none (0).
    pub(crate) fn of_sizes(sizes: &[usize], axis: usize) -> Self {
        let index = sizes.len().checked_sub(axis);
        Self {
            shape: StoredSizes::of_sizes(sizes),
            size: index
                .and_then(|index| sizes.get(index).copied())
                .unwrap_or(1),
        }
    }

    /// For an axis counted from the end, or for none (0).
    pub(crate) fn of(shape: &impl Shape, axis: usize) -> Self {
        Self {
            shape: StoredSizes::of(shape),
            size: if axis > 0 {
                shape.size_from_end(axis)
            } else {
                1
            },
        }
    }
}

/// The ways in which broadcasting fails.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BroadcastErrorKind {
    /// Two sizes at one axis differ and neither is 1.
    Sizes,
    /// One-way: a size is neither 1 nor the target's.
    TargetSize,
    /// One-way: the source has more axes than the target.
    TargetRank,
    /// A size with a name is 1, and would be stretched.
    Name,
    /// The buffer is shorter than the result.
    BufferTooShort,
    /// The result has more than 8 axes, and the feature `alloc` is off.
    RankNeedsAlloc,
}

/// Shapes that do not broadcast: both shapes, which operands they were, the axis, and both sizes.
///
/// `{}` gives one line. `{:#}` also draws the two shapes aligned at the last axis, with a mark under the axis in
/// question. `{:?}` is the same as `{}`, so that an `unwrap` shows it, and `{:#?}` as `{:#}`.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BroadcastError {
    kind: BroadcastErrorKind,
    lhs: Operand,
    rhs: Operand,
    operands: (u32, u32),
    /// Counted from the end, from 1 for the last axis.
    axis: u32,
    names: Names,
}

impl BroadcastError {
    /// A failure between two shapes, at an axis counted from the end or at none (0).
    #[cold]
    pub(crate) fn between(
        kind: BroadcastErrorKind,
        (lhs, rhs): (Operand, Operand),
        operands: (usize, usize),
        axis: usize,
    ) -> Self {
        Self {
            kind,
            lhs,
            rhs,
            operands: (operands.0 as u32, operands.1 as u32),
            axis: axis as u32,
            names: Names::NONE,
        }
    }

    /// A failure about two numbers of axes only.
    #[cold]
    pub(crate) fn counts(kind: BroadcastErrorKind, needed: usize, there: usize) -> Self {
        Self::between(
            kind,
            (Operand::NOTHING, Operand::NOTHING),
            (needed, there),
            0,
        )
    }

    /// What went wrong.
    pub fn kind(&self) -> BroadcastErrorKind {
        self.kind
    }

    /// The first of the two shapes: the left one, or the source of a one-way broadcast.
    ///
    /// Without the feature `alloc`, its last four sizes.
    pub fn lhs(&self) -> &[usize] {
        self.lhs.shape.sizes()
    }

    /// The second of the two shapes: the right one, or the target of a one-way broadcast.
    ///
    /// Without the feature `alloc`, its last four sizes.
    pub fn rhs(&self) -> &[usize] {
        self.rhs.shape.sizes()
    }

    /// The indices of the two shapes among those passed in, counted from 0.
    pub fn operands(&self) -> (usize, usize) {
        (self.operands.0 as usize, self.operands.1 as usize)
    }

    /// The axis counted from the end, -1 for the last; 0 if the failure is not at an axis.
    pub fn axis(&self) -> isize {
        -(self.axis as isize)
    }

    /// The size of the first shape at the axis; 1 if the failure is not at an axis.
    pub fn lhs_size(&self) -> usize {
        self.lhs.size
    }

    /// The size of the second shape at the axis; 1 if the failure is not at an axis.
    pub fn rhs_size(&self) -> usize {
        self.rhs.size
    }

    /// Draws the two shapes aligned at the last axis, with a mark under the axis in question.
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lhs, rhs) = (&self.lhs.shape, &self.rhs.shape);
        let rank = lhs.rank().max(rhs.rank());
        let known = lhs.sizes().len().max(rhs.sizes().len());
        for shape in [lhs, rhs] {
            f.write_str("\n ")?;
            if known < rank {
                f.write_str(if shape.missing() > 0 { " ..." } else { "    " })?;
            }
            for axis in (1..=known).rev() {
                let width = self.column(axis);
                match shape.sizes().len().checked_sub(axis) {
                    Some(index) => write!(f, " {:>width$}", shape.sizes()[index])?,
                    None => write!(f, " {:>width$}", "")?,
                }
            }
        }
        // Without an allocator the axis may be among the missing sizes.
        if (1..=known).contains(&(self.axis as usize)) {
            f.write_str("\n ")?;
            if known < rank {
                f.write_str("    ")?;
            }
            for axis in (self.axis as usize..=known).rev() {
                let mark = if axis == self.axis as usize { "^" } else { "" };
                write!(f, " {mark:>width$}", width = self.column(axis))?;
            }
        }
        Ok(())
    }

    /// The width of the longer of the two sizes at an axis.
    fn column(&self, axis: usize) -> usize {
        let width = |shape: &StoredSizes| match shape.sizes().len().checked_sub(axis) {
            Some(index) => shape.sizes()[index].checked_ilog10().unwrap_or(0) as usize + 1,
            None => 0,
        };
        width(&self.lhs.shape).max(width(&self.rhs.shape))
    }
}

impl WithNames for BroadcastError {
    #[cold]
    fn with_names<Lhs: ArrayShape, Rhs: ArrayShape>(self, operands: [&[usize]; 2]) -> Self {
        let names = NamesOf::<Lhs, Rhs>::find([&self.lhs.shape, &self.rhs.shape], operands);
        Self { names, ..self }
    }
}

impl fmt::Display for BroadcastError {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lhs_name, rhs_name] = self.names.get();
        let (lhs, rhs) = (
            &self.lhs.shape.with(lhs_name),
            &self.rhs.shape.with(rhs_name),
        );
        let (lhs_size, rhs_size, axis) = (self.lhs_size(), self.rhs_size(), self.axis());
        match self.kind {
            BroadcastErrorKind::Sizes => {
                write!(f, "cannot broadcast shapes {lhs} and {rhs}")?;
                if self.operands != (0, 1) {
                    write!(f, " (operands {} and {})", self.operands.0, self.operands.1)?;
                }
                write!(f, ": size {lhs_size} does not match size {rhs_size} at axis {axis}")
            }
            BroadcastErrorKind::TargetSize => write!(f, "cannot broadcast shape {lhs} to the target {rhs}: size {lhs_size} does not match the target's size {rhs_size} at axis {axis}"),
            BroadcastErrorKind::TargetRank => write!(f, "cannot broadcast shape {lhs} to the target {rhs}: rank {} does not fit in the target's rank {}",
                self.lhs.shape.rank(), self.rhs.shape.rank()),
            BroadcastErrorKind::Name => write!(f, "cannot broadcast shape {lhs} to {rhs}: size {lhs_size} at axis {axis} has a name, and is not stretched to size {rhs_size}"),
            BroadcastErrorKind::BufferTooShort => write!(f, "the broadcast shape has {} axes, but the buffer has room for {}", self.operands.0, self.operands.1),
            BroadcastErrorKind::RankNeedsAlloc => fmt::Display::fmt(&ShapeError::rank_needs_alloc(self.operands.0 as usize), f),
        }?;
        let about_shapes = !matches!(
            self.kind,
            BroadcastErrorKind::BufferTooShort | BroadcastErrorKind::RankNeedsAlloc
        );
        if f.alternate() && about_shapes {
            self.draw(f)?;
        }
        Ok(())
    }
}

crate::__debug_is_text!(BroadcastError);

impl core::error::Error for BroadcastError {}
