//! What can go wrong at run time, with everything needed to see why.
//!
//! ```
//! use shapecheck::{BroadcastErrorKind, broadcast_shapes};
//!
//! let error = broadcast_shapes(&[&[10, 6, 1], &[4, 3]]).unwrap_err();
//! assert_eq!(error.kind(), BroadcastErrorKind::Sizes);
//! assert_eq!((error.axis(), error.lhs_size(), error.rhs_size()), (-2, 6, 4));
//! assert_eq!(
//!     format!("{error:#}"),
//!     "\
//! cannot broadcast shapes [10, 6, 1] and [4, 3]: size 6 does not match size 4 at axis -2
//!   10 6 1
//!      4 3
//!      ^",
//! );
//! ```
//!
//! An error has to be looked at; a result is not a shape:
//!
//! ```compile_fail,E0308
//! let shape: shapecheck::DynShape = shapecheck::broadcast_shapes(&[&[2], &[3]]);
//! ```

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::boxed::Box;

use crate::Shape;

/// How many sizes of a shape an error holds in place; an error is small enough to return by value.
const IN_PLACE: usize = 4;

/// The sizes of a shape that an error is about.
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Remembered {
    InPlace { rank: u8, sizes: [usize; IN_PLACE] },
    OnHeap(Box<[usize]>),
}

/// The last sizes of a shape that an error is about.
#[cfg(not(feature = "alloc"))]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Remembered {
    rank: usize,
    last: [usize; IN_PLACE],
}

#[cfg(feature = "alloc")]
impl Remembered {
    /// No shape.
    const NOTHING: Self = Self::InPlace {
        rank: 0,
        sizes: [0; IN_PLACE],
    };

    /// The sizes, the first axis first.
    fn new(all: impl ExactSizeIterator<Item = usize>) -> Self {
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

    fn rank(&self) -> usize {
        self.sizes().len()
    }

    /// The sizes that are known: all.
    fn sizes(&self) -> &[usize] {
        match self {
            Self::InPlace { rank, sizes } => &sizes[..*rank as usize],
            Self::OnHeap(sizes) => sizes,
        }
    }
}

#[cfg(not(feature = "alloc"))]
impl Remembered {
    /// No shape.
    const NOTHING: Self = Self {
        rank: 0,
        last: [0; IN_PLACE],
    };

    /// The sizes, the first axis first.
    fn new(all: impl ExactSizeIterator<Item = usize>) -> Self {
        let rank = all.len();
        let mut last = [0; IN_PLACE];
        let skipped = rank.saturating_sub(IN_PLACE);
        for (place, size) in last.iter_mut().zip(all.skip(skipped)) {
            *place = size;
        }
        Self { rank, last }
    }

    fn rank(&self) -> usize {
        self.rank
    }

    /// The sizes that are known: the last four.
    fn sizes(&self) -> &[usize] {
        &self.last[..self.rank.min(IN_PLACE)]
    }
}

impl Remembered {
    fn of_sizes(sizes: &[usize]) -> Self {
        Self::new(sizes.iter().copied())
    }

    fn of(shape: &impl Shape) -> Self {
        let rank = shape.rank();
        Self::new((0..rank).map(|index| shape.size_from_end(rank - index)))
    }

    /// How many leading sizes are not known.
    fn missing(&self) -> usize {
        self.rank() - self.sizes().len()
    }
}

/// An operand of a broadcast that failed, and its size at the axis in question, which may not be among the sizes
/// that are known.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Operand {
    shape: Remembered,
    size: usize,
}

impl Operand {
    /// No operand.
    const NOTHING: Self = Self {
        shape: Remembered::NOTHING,
        size: 1,
    };

    /// An axis counted from the end, or none (0).
    pub(crate) fn of_sizes(sizes: &[usize], axis: usize) -> Self {
        let index = sizes.len().checked_sub(axis);
        Self {
            shape: Remembered::of_sizes(sizes),
            size: index
                .and_then(|index| sizes.get(index).copied())
                .unwrap_or(1),
        }
    }

    /// An axis counted from the end, or none (0).
    pub(crate) fn of(shape: &impl Shape, axis: usize) -> Self {
        Self {
            shape: Remembered::of(shape),
            size: if axis > 0 {
                shape.size_from_end(axis)
            } else {
                1
            },
        }
    }
}

impl fmt::Display for Remembered {
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

/// What kept two or more shapes from broadcasting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BroadcastErrorKind {
    /// Two sizes at one axis differ and neither is 1.
    Sizes,
    /// One-way: a size is neither 1 nor the target's.
    TargetSize,
    /// One-way: the source has more axes than the target.
    TargetRank,
    /// The buffer for the result has fewer places than the result has axes.
    BufferTooShort,
    /// The result has more than 8 axes, and the feature `alloc` is off.
    RankNeedsAlloc,
}

/// Shapes that do not broadcast: both shapes, which operands they were, the axis and both sizes.
///
/// `{}` is one line; `{:#}` draws the two shapes aligned at the last axis below it, with a mark under the axis
/// in question. `{:?}` is that line too, so that an `unwrap` reads well.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BroadcastError {
    kind: BroadcastErrorKind,
    lhs: Operand,
    rhs: Operand,
    operands: (u32, u32),
    /// Counted from the end, 1 for the last axis.
    axis: u32,
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
        }
    }

    /// A failure of which only two numbers of axes are to be told.
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

    /// Which of the shapes passed in these two were, counted from 0.
    pub fn operands(&self) -> (usize, usize) {
        (self.operands.0 as usize, self.operands.1 as usize)
    }

    /// The axis counted from the end, -1 for the last; 0 where the failure is not at an axis.
    pub fn axis(&self) -> isize {
        -(self.axis as isize)
    }

    /// The size of the first shape at the axis, 1 where the failure is not at an axis.
    pub fn lhs_size(&self) -> usize {
        self.lhs.size
    }

    /// The size of the second shape at the axis, 1 where the failure is not at an axis.
    pub fn rhs_size(&self) -> usize {
        self.rhs.size
    }

    /// The two shapes aligned at the last axis, and a mark under the axis in question.
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
        // Without an allocator the axis may be among the sizes that are not known.
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
        let width = |shape: &Remembered| match shape.sizes().len().checked_sub(axis) {
            Some(index) => shape.sizes()[index].checked_ilog10().unwrap_or(0) as usize + 1,
            None => 0,
        };
        width(&self.lhs.shape).max(width(&self.rhs.shape))
    }
}

impl fmt::Display for BroadcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lhs, rhs) = (&self.lhs.shape, &self.rhs.shape);
        let (lhs_size, rhs_size, axis) = (self.lhs_size(), self.rhs_size(), self.axis());
        match self.kind {
            BroadcastErrorKind::Sizes => {
                write!(f, "cannot broadcast shapes {lhs} and {rhs}")?;
                if self.operands != (0, 1) {
                    write!(f, " (operands {} and {})", self.operands.0, self.operands.1)?;
                }
                write!(
                    f,
                    ": size {lhs_size} does not match size {rhs_size} at axis {axis}"
                )?;
            }
            BroadcastErrorKind::TargetSize => write!(
                f,
                "cannot broadcast shape {lhs} to the target {rhs}: size {lhs_size} does not match the \
                 target's size {rhs_size} at axis {axis}",
            )?,
            BroadcastErrorKind::TargetRank => write!(
                f,
                "cannot broadcast shape {lhs} to the target {rhs}: rank {} does not fit in the target's \
                 rank {}",
                lhs.rank(),
                rhs.rank(),
            )?,
            BroadcastErrorKind::BufferTooShort => write!(
                f,
                "the broadcast shape has {} axes, but the buffer has room for {}",
                self.operands.0, self.operands.1,
            )?,
            BroadcastErrorKind::RankNeedsAlloc => {
                fmt::Display::fmt(&ShapeError::rank_needs_alloc(self.operands.0 as usize), f)?;
            }
        }
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

impl fmt::Debug for BroadcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BroadcastError({self})")
    }
}

impl core::error::Error for BroadcastError {}

/// Sizes that are no shape, or not one of the type asked for.
///
/// `{:?}` is the same line as `{}`, so that an `unwrap` reads well.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ShapeError {
    kind: ShapeErrorKind,
    sizes: Remembered,
    target: Remembered,
}

/// What kept sizes from being a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ShapeErrorKind {
    /// The type has another rank.
    Rank {
        /// The rank of the type.
        expected: usize,
        /// Whether the type may have more axes in front.
        or_more: bool,
        /// How many sizes there are.
        found: usize,
    },
    /// The type has another size at an axis.
    Size {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size that the type gives.
        expected: usize,
        /// The size found.
        found: usize,
    },
    /// A signed size is negative, or does not fit in `usize`.
    SignedSize {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size found.
        found: i64,
    },
    /// The product of the sizes overflows `usize`.
    TooManyElements,
    /// The shape has another number of elements than there are values.
    Length {
        /// The number of elements.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A shape has another number of elements than the shape that it is to become.
    ElementCounts {
        /// The number of elements of the shape to become, the [`target`](ShapeError::target).
        expected: usize,
        /// The number of elements of the shape that there is, whose sizes are [`sizes`](ShapeError::sizes).
        found: usize,
    },
    /// The columns of a matrix, whose shape is [`sizes`](ShapeError::sizes), are not as many as the rows of the matrix it is multiplied by, the
    /// [`target`](ShapeError::target).
    InnerSizes {
        /// The columns of the left matrix.
        columns: usize,
        /// The rows of the right matrix.
        rows: usize,
    },
    /// An operand of a matrix product has no axis: the left, [`sizes`](ShapeError::sizes), or the right, the
    /// [`target`](ShapeError::target).
    NoMatrix,
    /// The axes in front of the matrices of a product do not broadcast: of [`sizes`](ShapeError::sizes) on the left and of the
    /// [`target`](ShapeError::target) on the right.
    MatrixCounts {
        /// Counted from the end of the whole shape, where -1 and -2 are those of a matrix.
        axis: isize,
        /// The size on the left.
        lhs: usize,
        /// The size on the right.
        rhs: usize,
    },
    /// The shape has more than 8 axes, and the feature `alloc` is off.
    RankNeedsAlloc {
        /// The rank.
        rank: usize,
    },
}

impl ShapeError {
    fn new(kind: ShapeErrorKind, sizes: Remembered) -> Self {
        let target = Remembered::NOTHING;
        Self {
            kind,
            sizes,
            target,
        }
    }

    /// Why `S` has no value of these sizes: its rank, or the offending axis nearest the last.
    #[cold]
    pub(crate) fn does_not_fit<S: Shape>(sizes: &[usize]) -> Self {
        let (expected, or_more) = S::STATIC_RANK;
        let found = sizes.len();
        let remembered = Remembered::new(sizes.iter().copied());
        if found < expected || (found > expected && !or_more) {
            let kind = ShapeErrorKind::Rank {
                expected,
                or_more,
                found,
            };
            return Self::new(kind, remembered);
        }
        for axis in 1..=expected {
            let found = sizes[sizes.len() - axis];
            match S::static_size_from_end(axis) {
                Some(expected) if expected != found => {
                    let kind = ShapeErrorKind::Size {
                        axis: -(axis as isize),
                        expected,
                        found,
                    };
                    return Self::new(kind, remembered);
                }
                _ => {}
            }
        }
        Self::rank_needs_alloc(found)
    }

    #[cold]
    pub(crate) fn rank_needs_alloc(rank: usize) -> Self {
        Self::new(ShapeErrorKind::RankNeedsAlloc { rank }, Remembered::NOTHING)
    }

    #[cold]
    pub(crate) fn signed_size(axis: usize, found: i64) -> Self {
        let axis = -(axis as isize);
        Self::new(
            ShapeErrorKind::SignedSize { axis, found },
            Remembered::NOTHING,
        )
    }

    #[cold]
    pub(crate) fn too_many_elements(sizes: &[usize]) -> Self {
        Self::new(ShapeErrorKind::TooManyElements, Remembered::of_sizes(sizes))
    }

    #[cfg(feature = "tensor")]
    #[cold]
    pub(crate) fn length(sizes: &[usize], expected: usize, found: usize) -> Self {
        Self::new(
            ShapeErrorKind::Length { expected, found },
            Remembered::of_sizes(sizes),
        )
    }

    /// Of two shapes.
    fn between(kind: ShapeErrorKind, sizes: &[usize], target: &[usize]) -> Self {
        Self {
            kind,
            sizes: Remembered::of_sizes(sizes),
            target: Remembered::of_sizes(target),
        }
    }

    /// Of a shape and of the one it cannot become, each with its number of elements.
    #[cold]
    pub(crate) fn reshape(
        (sizes, found): (&[usize], usize),
        (target, expected): (&[usize], usize),
    ) -> Self {
        Self::between(
            ShapeErrorKind::ElementCounts { expected, found },
            sizes,
            target,
        )
    }

    /// Of the columns on the left and the rows on the right.
    #[cold]
    pub(crate) fn inner_sizes(
        lhs: &[usize],
        rhs: &[usize],
        (columns, rows): (usize, usize),
    ) -> Self {
        Self::between(ShapeErrorKind::InnerSizes { columns, rows }, lhs, rhs)
    }

    /// A number in the place of a matrix or a vector.
    #[cold]
    pub(crate) fn no_matrix(lhs: &[usize], rhs: &[usize]) -> Self {
        Self::between(ShapeErrorKind::NoMatrix, lhs, rhs)
    }

    /// Axes in front of matrices that do not broadcast.
    #[cold]
    pub(crate) fn matrix_counts(lhs: &[usize], rhs: &[usize], error: &BroadcastError) -> Self {
        let kind = ShapeErrorKind::MatrixCounts {
            axis: error.axis() - 2,
            lhs: error.lhs_size(),
            rhs: error.rhs_size(),
        };
        Self::between(kind, lhs, rhs)
    }

    /// A result of another shape than the tensor that it is to be written to.
    #[cfg(feature = "tensor")]
    #[cold]
    pub(crate) fn another_result(result: &[usize], target: &[usize]) -> Self {
        let size = |sizes: &[usize], axis| {
            let index = sizes.len().checked_sub(axis);
            index.map_or(1, |index| sizes[index])
        };
        let differs = (1..=result.len().max(target.len()))
            .find(|&axis| size(result, axis) != size(target, axis));
        let axis = differs.unwrap_or(1);
        let kind = ShapeErrorKind::Size {
            axis: -(axis as isize),
            expected: size(target, axis),
            found: size(result, axis),
        };
        Self::new(kind, Remembered::of_sizes(result))
    }

    /// What went wrong.
    pub fn kind(&self) -> ShapeErrorKind {
        self.kind
    }

    /// The sizes in question, where the failure is about a whole shape.
    ///
    /// Without the feature `alloc`, the last four.
    pub fn sizes(&self) -> &[usize] {
        self.sizes.sizes()
    }

    /// The sizes of the shape that the one in question was to become, where the failure is about two shapes.
    ///
    /// Without the feature `alloc`, the last four.
    pub fn target(&self) -> &[usize] {
        self.target.sizes()
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sizes, target_sizes) = (&self.sizes, &self.target);
        match self.kind {
            ShapeErrorKind::Rank {
                expected,
                or_more,
                found,
            } => {
                let or_more = if or_more { " or more" } else { "" };
                write!(
                    f,
                    "sizes {sizes} do not fit the type: rank {found} where the type has {expected}{or_more}"
                )
            }
            ShapeErrorKind::Size {
                axis,
                expected,
                found,
            } => write!(
                f,
                "sizes {sizes} do not fit the type: size {found} at axis {axis} where the type has {expected}"
            ),
            ShapeErrorKind::SignedSize { axis, found } if found < 0 => {
                write!(f, "the size {found} at axis {axis} is negative")
            }
            ShapeErrorKind::SignedSize { axis, found } => {
                write!(f, "the size {found} at axis {axis} does not fit in `usize`")
            }
            ShapeErrorKind::TooManyElements => write!(
                f,
                "a tensor of shape {sizes} has more elements than `usize` can count"
            ),
            ShapeErrorKind::Length { expected, found } => write!(
                f,
                "a tensor of shape {sizes} has {expected} elements, but there are {found} values"
            ),
            ShapeErrorKind::ElementCounts { expected, found } => write!(
                f,
                "cannot reshape {sizes} to {target_sizes}: {found} elements do not fit in a shape of {expected} \
                 elements"
            ),
            ShapeErrorKind::InnerSizes { columns, rows } => write!(
                f,
                "cannot multiply matrices {sizes} and {target_sizes}: inner size {columns} does not match inner size \
                 {rows}"
            ),
            ShapeErrorKind::NoMatrix => write!(
                f,
                "cannot multiply matrices {sizes} and {target_sizes}: a shape without axes has no inner size"
            ),
            ShapeErrorKind::MatrixCounts { axis, lhs, rhs } => write!(
                f,
                "cannot multiply matrices {sizes} and {target_sizes}: size {lhs} does not match size {rhs} at axis \
                 {axis}"
            ),
            ShapeErrorKind::RankNeedsAlloc { rank } => write!(
                f,
                "a shape of {rank} axes needs the feature `alloc` of shapecheck; without it there are 8 at most"
            ),
        }
    }
}

impl fmt::Debug for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShapeError({self})")
    }
}

impl core::error::Error for ShapeError {}

/// A line of text put together in a constant, for a panic that names sizes: constants cannot format.
///
/// What does not fit is cut off.
pub(crate) struct ConstText {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl ConstText {
    const CAPACITY: usize = 512;

    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; Self::CAPACITY],
            len: 0,
        }
    }

    const fn byte(mut self, byte: u8) -> Self {
        if self.len < Self::CAPACITY {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
        self
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        let mut index = 0;
        while index < text.len() {
            self = self.byte(text.as_bytes()[index]);
            index += 1;
        }
        self
    }

    pub(crate) const fn number(mut self, number: usize) -> Self {
        if number >= 10 {
            self = self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8)
    }

    pub(crate) const fn shape(mut self, sizes: &[usize]) -> Self {
        self = self.text("[");
        let mut axis = 0;
        while axis < sizes.len() {
            if axis > 0 {
                self = self.text(", ");
            }
            self = self.number(sizes[axis]);
            axis += 1;
        }
        self.text("]")
    }

    #[track_caller]
    pub(crate) const fn panic(self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            // Only ASCII goes in.
            Err(_) => unreachable!(),
        }
    }
}
