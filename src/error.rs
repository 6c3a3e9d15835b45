//! Run-time errors, each with the shapes, the axis and the sizes in question.
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
//! An error has to be handled; a `Result` is not a shape:
//!
//! ```compile_fail,E0308
//! let shape: shapecheck::DynShape = shapecheck::broadcast_shapes(&[&[2], &[3]]);
//! ```
//!
//! In the guide: [at run time](crate::guide::run_time).

mod window;

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::boxed::Box;

use crate::Shape;
pub use window::WindowErrorKind;

/// How many sizes of a shape an error holds without an allocator. It is small, so that an error is cheap to return.
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

    /// All sizes.
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

    /// The last four sizes.
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

    /// How many leading sizes are missing.
    fn missing(&self) -> usize {
        self.rank() - self.sizes().len()
    }
}

/// An operand of a broadcast that failed, and its size at the axis in question, which may be among the missing sizes.
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

    /// For an axis counted from the end, or for none (0).
    pub(crate) fn of_sizes(sizes: &[usize], axis: usize) -> Self {
        let index = sizes.len().checked_sub(axis);
        Self {
            shape: Remembered::of_sizes(sizes),
            size: index
                .and_then(|index| sizes.get(index).copied())
                .unwrap_or(1),
        }
    }

    /// For an axis counted from the end, or for none (0).
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
    /// The buffer is shorter than the result.
    BufferTooShort,
    /// The result has more than 8 axes, and the feature `alloc` is off.
    RankNeedsAlloc,
}

/// Shapes that do not broadcast: both shapes, which operands they were, the axis, and both sizes.
///
/// `{}` gives one line. `{:#}` also draws the two shapes aligned at the last axis, with a mark under the axis in
/// question. `{:?}` gives the same line, so that an `unwrap` shows it.
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

/// Sizes that do not form a shape, or shapes that do not fit a type or an operation.
///
/// `{:?}` gives the same line as `{}`, so that an `unwrap` shows it.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ShapeError {
    kind: ShapeErrorKind,
    sizes: Remembered,
    target: Remembered,
}

/// A part of a recurrent layer other than its weights.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerPart {
    /// The weights of its own state.
    RecurrentWeights,
    /// The biases of its gates.
    Biases,
    /// The state that it starts from.
    State,
}

/// The largest or the smallest of some elements.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The largest.
    Maximum,
    /// The smallest.
    Minimum,
    /// The logarithm of the sum of exponentials, which is found by way of the largest.
    LogSumExp,
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Maximum => "maximum",
            Self::Minimum => "minimum",
            Self::LogSumExp => "logsumexp",
        })
    }
}

/// The ways in which sizes or shapes do not fit.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ShapeErrorKind {
    /// The type has a different rank.
    Rank {
        /// The rank of the type.
        expected: usize,
        /// Whether the type may have more axes in front.
        or_more: bool,
        /// How many sizes there are.
        found: usize,
    },
    /// The type has a different size at an axis.
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
    /// The shape and the given values differ in the number of elements.
    Length {
        /// The number of elements.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// The shape and the given strides differ in the number of axes.
    StrideCount {
        /// The number of axes.
        expected: usize,
        /// The number of strides.
        found: usize,
    },
    /// Strides, which are the [`target`](ShapeError::target), lead beyond the values.
    StridesBeyond {
        /// The index of the last element in memory, or `usize::MAX` if it overflows.
        last: usize,
        /// The number of values.
        found: usize,
    },
    /// Two shapes differ in the number of elements, so that one cannot become the other.
    ElementCounts {
        /// The number of elements of the new shape, the [`target`](ShapeError::target).
        expected: usize,
        /// The number of elements of the old shape, [`sizes`](ShapeError::sizes).
        found: usize,
    },
    /// A size cannot be inferred: the number of elements of the shape, [`sizes`](ShapeError::sizes), is not a multiple
    /// of the product of the known sizes, or more than one size is to be inferred.
    Inferring {
        /// The number of elements.
        found: usize,
        /// The product of the known sizes.
        known: usize,
        /// How many sizes are to be inferred.
        unknown: usize,
    },
    /// The number of columns of a matrix, whose shape is [`sizes`](ShapeError::sizes), is not the number of rows of the
    /// matrix it is multiplied by, whose shape is the [`target`](ShapeError::target).
    InnerSizes {
        /// The columns of the left matrix.
        columns: usize,
        /// The rows of the right matrix.
        rows: usize,
    },
    /// An operand of a matrix product has no axis: the left, [`sizes`](ShapeError::sizes), or the right, the
    /// [`target`](ShapeError::target).
    NoMatrix,
    /// The axes in front of the matrices of a product do not broadcast. The shapes are [`sizes`](ShapeError::sizes) on
    /// the left and the [`target`](ShapeError::target) on the right.
    MatrixCounts {
        /// Counted from the end of the whole shape, where -1 and -2 are the axes of a matrix.
        axis: isize,
        /// The size on the left.
        lhs: usize,
        /// The size on the right.
        rhs: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), has too few elements for a padding.
    Padding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
        /// How many elements are added on one side.
        added: usize,
        /// How many elements the axis needs for this.
        least: usize,
    },
    /// Negative padding removes more elements than an axis of the shape, [`sizes`](ShapeError::sizes), has.
    Cropped {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
        /// How many elements are removed on both sides.
        removed: usize,
    },
    /// There are no shapes to join.
    NothingToJoin,
    /// New sizes in place of an axis of the shape, [`sizes`](ShapeError::sizes), do not multiply to its size.
    SplitSizes {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        expected: usize,
        /// The product of the new sizes.
        found: usize,
    },
    /// The size of an axis of the shape, [`sizes`](ShapeError::sizes), is not a multiple of a number.
    NotAMultiple {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
        /// The number.
        divisor: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), cannot be split into this many equal parts.
    UnequalParts {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
        /// The number of parts.
        parts: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), has another size than the number of tensors that it is to be
    /// taken apart into.
    Unstacked {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
        /// The number of tensors.
        count: usize,
    },
    /// More than one of the new sizes for an axis of the shape, [`sizes`](ShapeError::sizes), is to be inferred.
    TwoToInfer {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// Pieces do not add up to an axis of the shape, [`sizes`](ShapeError::sizes).
    Pieces {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        expected: usize,
        /// The sum of the sizes of the pieces.
        found: usize,
    },
    /// Two shapes to be joined, [`sizes`](ShapeError::sizes) and the [`target`](ShapeError::target), have different
    /// ranks.
    JoinedRanks {
        /// The axis along which they are joined, counted from the end, -1 for the last; `None` for a new axis.
        along: Option<isize>,
        /// The rank of the first.
        lhs: usize,
        /// The rank of the second.
        rhs: usize,
    },
    /// Two shapes to be joined, [`sizes`](ShapeError::sizes) and the [`target`](ShapeError::target), differ at an axis
    /// other than the joined one.
    JoinedSizes {
        /// The axis along which they are joined, counted from the end, -1 for the last; `None` for a new axis.
        along: Option<isize>,
        /// The axis at which they differ, counted from the end.
        axis: isize,
        /// The size of the first.
        lhs: usize,
        /// The size of the second.
        rhs: usize,
    },
    /// The last size of a layer's input, [`sizes`](ShapeError::sizes), is not what weights of shape
    /// [`target`](ShapeError::target) take.
    LayerInput {
        /// What the weights take.
        takes: usize,
        /// What the input has.
        found: usize,
    },
    /// A shape, [`sizes`](ShapeError::sizes), does not end in another, the [`target`](ShapeError::target).
    Tail {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size that the other shape has.
        expected: usize,
        /// The size found.
        found: usize,
    },
    /// Predictions, [`sizes`](ShapeError::sizes), and targets, the [`target`](ShapeError::target), have different
    /// ranks.
    TargetRanks {
        /// The rank of the predictions.
        predictions: usize,
        /// The rank of the targets.
        targets: usize,
    },
    /// Predictions, [`sizes`](ShapeError::sizes), and targets, the [`target`](ShapeError::target), differ at an axis.
    TargetSizes {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the predictions.
        predicted: usize,
        /// The size of the targets.
        target: usize,
    },
    /// Scores without the axis of classes, [`sizes`](ShapeError::sizes), and targets, the
    /// [`target`](ShapeError::target), have different ranks.
    ClassTargetRanks {
        /// The axis of the classes, counted from the end, -1 for the last.
        classes: isize,
        /// The rank of the scores without that axis.
        rows: usize,
        /// The rank of the targets.
        targets: usize,
    },
    /// Scores without the axis of classes, [`sizes`](ShapeError::sizes), and targets, the
    /// [`target`](ShapeError::target), differ at an axis.
    ClassTargets {
        /// The axis of the classes, counted from the end, -1 for the last.
        classes: isize,
        /// The axis of the targets, counted from the end.
        axis: isize,
        /// The number of rows of scores.
        rows: usize,
        /// The number of targets.
        targets: usize,
    },
    /// Weights, the [`target`](ShapeError::target), are not a vector with one element for each index of an axis of the
    /// shape, [`sizes`](ShapeError::sizes).
    AxisWeights {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
    },
    /// The number of groups does not divide the channels of a shape, [`sizes`](ShapeError::sizes).
    Groups {
        /// The axis of the channels, counted from the end, -1 for the last.
        axis: isize,
        /// The number of groups.
        groups: usize,
        /// The number of channels.
        channels: usize,
    },
    /// The last size of a layer's second input, [`sizes`](ShapeError::sizes), is not what weights of shape
    /// [`target`](ShapeError::target) take.
    SecondInput {
        /// What the weights take.
        takes: usize,
        /// What the input has.
        found: usize,
    },
    /// Two inputs of a layer, [`sizes`](ShapeError::sizes) and the [`target`](ShapeError::target), have different
    /// ranks.
    InputRanks {
        /// The rank of the first.
        lhs: usize,
        /// The rank of the second.
        rhs: usize,
    },
    /// Two inputs of a layer, [`sizes`](ShapeError::sizes) and the [`target`](ShapeError::target), differ at an axis.
    InputSizes {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the first.
        lhs: usize,
        /// The size of the second.
        rhs: usize,
    },
    /// Points along the last axes of two shapes, [`sizes`](ShapeError::sizes) and the [`target`](ShapeError::target),
    /// have different lengths.
    Points {
        /// The length of a point of the first shape.
        lhs: usize,
        /// The length of a point of the second shape.
        rhs: usize,
    },
    /// The number of key heads, in the [`target`](ShapeError::target), does not divide that of query heads, in
    /// [`sizes`](ShapeError::sizes).
    KeyHeads {
        /// The number of query heads.
        queries: usize,
        /// The number of key heads.
        keys: usize,
    },
    /// The number of key heads, in [`sizes`](ShapeError::sizes), is not that of value heads, in the
    /// [`target`](ShapeError::target).
    ValueHeads {
        /// The number of key heads.
        keys: usize,
        /// The number of value heads.
        values: usize,
    },
    /// Values, [`sizes`](ShapeError::sizes), do not broadcast to the elements at the indices, the
    /// [`target`](ShapeError::target).
    IndexedValues {
        /// Counted from the end, -1 for the last; `None` if the ranks do not fit.
        axis: Option<isize>,
        /// The size of the values, or their rank.
        found: usize,
        /// The size of the elements at the indices, or their rank.
        expected: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), cannot be removed because its size is not 1.
    NotOne {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), is named twice in a list.
    NamedTwice {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), has no elements to take the largest or smallest of.
    NoExtreme {
        /// Which of the two.
        extreme: Extreme,
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), has too few elements for a Fourier transform.
    Transform {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
        /// How many elements it needs.
        least: usize,
    },
    /// A slice goes beyond an axis of the shape, [`sizes`](ShapeError::sizes).
    Slice {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// Its first index.
        start: usize,
        /// The index after its last.
        end: usize,
        /// The size of the axis.
        size: usize,
    },
    /// A slice of an axis of the shape, [`sizes`](ShapeError::sizes), has step 0.
    StepOfZero {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), is split at an index beyond its end.
    SplitAt {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the first part.
        at: usize,
        /// The size of the axis.
        size: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), is split at several indices that are not in ascending order.
    SplitBefore {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The index.
        at: usize,
        /// The one before it in the list.
        before: usize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), is split into pieces without an index.
    PiecesOfZero {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// An axis of the shape, [`sizes`](ShapeError::sizes), is split into no pieces.
    NoPieces {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// A list of axes of the shape, [`sizes`](ShapeError::sizes), that are moved has another length than that of the
    /// places.
    MovedAxes {
        /// How many axes are moved.
        axes: usize,
        /// How many places there are for them.
        places: usize,
    },
    /// Queries, [`sizes`](ShapeError::sizes), and keys, the [`target`](ShapeError::target), differ in their last sizes.
    QueryWidth {
        /// The last size of the queries.
        queries: usize,
        /// The last size of the keys.
        keys: usize,
    },
    /// The weights of a recurrent layer, [`sizes`](ShapeError::sizes), have the wrong number of gates.
    Gates {
        /// The number of gates of the layer.
        gates: usize,
        /// The number of gates in the weights.
        found: usize,
    },
    /// A part of a recurrent layer, [`sizes`](ShapeError::sizes), does not fit its weights or results, the
    /// [`target`](ShapeError::target).
    LayerPart {
        /// Which part.
        part: LayerPart,
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size that is needed.
        needed: usize,
        /// The size found.
        found: usize,
    },
    /// A sequence has no steps. The results would have the shape [`sizes`](ShapeError::sizes).
    NoSteps,
    /// A mask, [`sizes`](ShapeError::sizes), does not broadcast to the scores of attention, the
    /// [`target`](ShapeError::target).
    ScoreMask {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the mask.
        mask: usize,
        /// The size of the scores.
        scores: usize,
    },
    /// A mask, [`sizes`](ShapeError::sizes), has more axes than the scores of attention, the
    /// [`target`](ShapeError::target).
    ScoreMaskRank {
        /// The rank of the mask.
        mask: usize,
        /// The rank of the scores.
        scores: usize,
    },
    /// Causal attention with fewer keys than queries. The scores have the shape [`sizes`](ShapeError::sizes).
    CausalKeys {
        /// The number of queries.
        queries: usize,
        /// The number of keys.
        keys: usize,
    },
    /// The number of keys, in [`sizes`](ShapeError::sizes), is not that of values, in the
    /// [`target`](ShapeError::target).
    ValueCount {
        /// The number of keys.
        keys: usize,
        /// The number of values.
        values: usize,
    },
    /// The axes in front of the matrices of attention do not broadcast. The shapes are [`sizes`](ShapeError::sizes) and
    /// the [`target`](ShapeError::target).
    Leading {
        /// Counted from the end of the whole shape, where -1 and -2 are the axes of a matrix.
        axis: isize,
        /// The size of the first shape.
        lhs: usize,
        /// The size of the second.
        rhs: usize,
    },
    /// A shape has the wrong rank for an operation.
    OperandRank {
        /// The rank that the operation takes.
        expected: usize,
        /// Whether there may be more axes in front.
        or_more: bool,
        /// The rank of the shape.
        found: usize,
    },
    /// The shape has more than 8 axes, and the feature `alloc` is off.
    RankNeedsAlloc {
        /// The rank.
        rank: usize,
    },
    /// The shape, [`sizes`](ShapeError::sizes), has no such axis.
    NoAxis {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// An index is not below the size of an axis of the shape, [`sizes`](ShapeError::sizes).
    IndexBeyond {
        /// The index.
        index: usize,
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
    },
    /// Indices, whose shape is the [`target`](ShapeError::target), and the values that they choose from, whose shape is
    /// [`sizes`](ShapeError::sizes), have different ranks.
    IndexRanks {
        /// The number of axes of the values.
        values: usize,
        /// The number of axes of the indices.
        indices: usize,
    },
    /// Indices, whose shape is the [`target`](ShapeError::target), and the values that they choose from, whose shape is
    /// [`sizes`](ShapeError::sizes), do not broadcast.
    IndexSizes {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the values.
        values: usize,
        /// The size of the indices.
        indices: usize,
    },
    /// There are more indices, whose shape is the [`target`](ShapeError::target), than leading elements to choose from
    /// in the shape, [`sizes`](ShapeError::sizes).
    LeadingIndices {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the indices.
        indices: usize,
        /// The size of the tensor.
        elements: usize,
    },
    /// There are more indices, whose shape is the [`target`](ShapeError::target), than values to place, whose shape is
    /// [`sizes`](ShapeError::sizes).
    LeadingValues {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the indices.
        indices: usize,
        /// The size of the values.
        values: usize,
    },
    /// `topk` asks for more elements than an axis of the shape, [`sizes`](ShapeError::sizes), has.
    TopK {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// How many elements it asks for.
        count: usize,
        /// The size of the axis.
        size: usize,
    },
    /// A shape, [`sizes`](ShapeError::sizes), has fewer than the two axes of a matrix.
    FewAxes,
    /// Matrices, whose shape is [`sizes`](ShapeError::sizes), are not square.
    NotSquare {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The number of equations, whose coefficients have the shape [`sizes`](ShapeError::sizes), is not the number of
    /// rows on the right-hand side, which has the shape [`target`](ShapeError::target).
    Equations {
        /// The number of equations.
        equations: usize,
        /// The number of rows on the right-hand side.
        numbers: usize,
    },
    /// An operand of shape [`sizes`](ShapeError::sizes) is not a vector, where an operation takes vectors.
    NotAVector {
        /// The operation: `dot`, `outer`, `meshgrid` or `searchsorted`.
        operation: &'static str,
        /// Which of its operands, counted from 1.
        operand: usize,
    },
    /// Vectors along the last axes of two shapes, [`sizes`](ShapeError::sizes) and the [`target`](ShapeError::target),
    /// have different lengths.
    Vectors {
        /// The length on the left.
        lhs: usize,
        /// The length on the right.
        rhs: usize,
    },
    /// The axes in front of vectors do not broadcast. The shapes are [`sizes`](ShapeError::sizes) on the left and the
    /// [`target`](ShapeError::target) on the right.
    VectorCounts {
        /// Counted from the end of the whole shape, where -1 is that of the vectors.
        axis: isize,
        /// The size on the left.
        lhs: usize,
        /// The size on the right.
        rhs: usize,
    },
    /// Two axes that are contracted have different sizes. The shapes are [`sizes`](ShapeError::sizes) on the left and
    /// the [`target`](ShapeError::target) on the right.
    Contracted {
        /// The axis on the left, counted from the end, -1 for the last.
        axis: isize,
        /// The size on the left.
        lhs: usize,
        /// The size on the right.
        rhs: usize,
    },
    /// Vectors along an axis of the shape, [`sizes`](ShapeError::sizes), have no cross product, because their length is
    /// not 3.
    Crossed {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// Their length.
        size: usize,
    },
    /// A window or a kernel does not fit the shape, [`sizes`](ShapeError::sizes). The shape of kernels is the
    /// [`target`](ShapeError::target).
    Window(WindowErrorKind),
    /// A mask, whose shape is [`sizes`](ShapeError::sizes), is not a vector with one element for each index of an axis
    /// of the [`target`](ShapeError::target).
    Mask {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
    },
    /// Counts, whose shape is [`sizes`](ShapeError::sizes), are not a vector with one for each index of an axis of the
    /// [`target`](ShapeError::target).
    Counts {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the axis.
        size: usize,
    },
}

/// What is done to shapes along an axis that they have, or along a new one.
fn joins(along: Option<isize>) -> &'static str {
    match along {
        Some(_) => "join",
        None => "stack",
    }
}

/// ` along axis -2`, or nothing.
struct Along(Option<isize>);

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(axis) => write!(f, " along axis {axis}"),
            None => Ok(()),
        }
    }
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

    /// The reason why a type has no value with these sizes: the rank, or the axis nearest to the last that does not
    /// fit. The rank and the sizes that the type gives are passed, so that this is not compiled for each type.
    #[cold]
    pub(crate) fn does_not_fit(
        sizes: &[usize],
        (expected, or_more): (usize, bool),
        known: fn(usize) -> Option<usize>,
    ) -> Self {
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
            match known(axis) {
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
    #[cold]
    pub(crate) fn between(kind: ShapeErrorKind, sizes: &[usize], target: &[usize]) -> Self {
        Self {
            kind,
            sizes: Remembered::of_sizes(sizes),
            target: Remembered::of_sizes(target),
        }
    }

    /// Two shapes with different numbers of elements.
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

    /// A shape of `found` elements, the product of the known sizes of its target, and the number of its other sizes.
    #[cold]
    pub(crate) fn reshape_to_infer(
        sizes: &[usize],
        found: usize,
        (known, unknown): (usize, usize),
    ) -> Self {
        let kind = ShapeErrorKind::Inferring {
            found,
            known,
            unknown,
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// The number of columns on the left and of rows on the right.
    #[cold]
    pub(crate) fn inner_sizes(
        lhs: &[usize],
        rhs: &[usize],
        (columns, rows): (usize, usize),
    ) -> Self {
        Self::between(ShapeErrorKind::InnerSizes { columns, rows }, lhs, rhs)
    }

    /// An operand whose rank an operation does not take.
    #[cold]
    pub(crate) fn rank(sizes: &[usize], expected: usize, or_more: bool) -> Self {
        let kind = ShapeErrorKind::OperandRank {
            expected,
            or_more,
            found: sizes.len(),
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// Two shapes whose axes in front of the last `after` do not broadcast. The axis is counted in the whole shape.
    #[cold]
    fn in_front(
        lhs: &[usize],
        rhs: &[usize],
        error: &BroadcastError,
        after: isize,
        kind: fn(isize, usize, usize) -> ShapeErrorKind,
    ) -> Self {
        let kind = kind(error.axis() - after, error.lhs_size(), error.rhs_size());
        Self::between(kind, lhs, rhs)
    }

    /// Axes in front of the matrices of attention that do not broadcast.
    #[cold]
    pub(crate) fn leading(lhs: &[usize], rhs: &[usize], error: &BroadcastError) -> Self {
        let kind = |axis, lhs, rhs| ShapeErrorKind::Leading { axis, lhs, rhs };
        Self::in_front(lhs, rhs, error, 2, kind)
    }

    /// A number in place of a matrix or a vector.
    #[cold]
    pub(crate) fn no_matrix(lhs: &[usize], rhs: &[usize]) -> Self {
        Self::between(ShapeErrorKind::NoMatrix, lhs, rhs)
    }

    /// Axes in front of matrices that do not broadcast.
    #[cold]
    pub(crate) fn matrix_counts(lhs: &[usize], rhs: &[usize], error: &BroadcastError) -> Self {
        let kind = |axis, lhs, rhs| ShapeErrorKind::MatrixCounts { axis, lhs, rhs };
        Self::in_front(lhs, rhs, error, 2, kind)
    }

    /// An axis that a shape does not have.
    #[cold]
    pub(crate) fn no_axis(sizes: &[usize], axis: isize) -> Self {
        Self::new(ShapeErrorKind::NoAxis { axis }, Remembered::of_sizes(sizes))
    }

    /// An index that is not below the size of an axis, counted from the first, from 0. For [engines](crate::engine)
    /// that check indices.
    ///
    /// # Panics
    ///
    /// Panics if there is no such axis.
    #[cold]
    #[must_use]
    pub fn index_beyond(sizes: &[usize], axis: usize, index: usize) -> Self {
        let kind = ShapeErrorKind::IndexBeyond {
            index,
            axis: axis as isize - sizes.len() as isize,
            size: sizes[axis],
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// An index that is not below the size of an axis, counted from the end.
    #[cold]
    pub(crate) fn index(sizes: &[usize], axis: usize, index: usize) -> Self {
        Self::index_beyond(sizes, sizes.len() - axis, index)
    }

    /// Indices whose rank differs from that of the values.
    #[cold]
    pub(crate) fn index_ranks(values: &[usize], indices: &[usize]) -> Self {
        let kind = ShapeErrorKind::IndexRanks {
            values: values.len(),
            indices: indices.len(),
        };
        Self::between(kind, values, indices)
    }

    /// Indices of the same rank as the values with a different size at an axis, counted from the end.
    #[cold]
    pub(crate) fn index_sizes(values: &[usize], indices: &[usize], axis: usize) -> Self {
        let kind = ShapeErrorKind::IndexSizes {
            axis: -(axis as isize),
            values: values[values.len() - axis],
            indices: indices[indices.len() - axis],
        };
        Self::between(kind, values, indices)
    }

    /// Indices of the same rank as the tensor with more of them than elements at an axis, counted from the end.
    #[cold]
    pub(crate) fn leading_indices(sizes: &[usize], indices: &[usize], axis: usize) -> Self {
        let kind = ShapeErrorKind::LeadingIndices {
            axis: -(axis as isize),
            indices: indices[indices.len() - axis],
            elements: sizes[sizes.len() - axis],
        };
        Self::between(kind, sizes, indices)
    }

    /// Indices of the same rank as the values with more of them than values at an axis, counted from the end.
    #[cold]
    pub(crate) fn leading_values(values: &[usize], indices: &[usize], axis: usize) -> Self {
        let kind = ShapeErrorKind::LeadingValues {
            axis: -(axis as isize),
            indices: indices[indices.len() - axis],
            values: values[values.len() - axis],
        };
        Self::between(kind, values, indices)
    }

    /// Values that do not broadcast to the elements at indices.
    #[cold]
    pub(crate) fn indexed_values(
        values: &[usize],
        found: &[usize],
        error: &BroadcastError,
    ) -> Self {
        let kind = match error.kind() {
            BroadcastErrorKind::TargetSize => ShapeErrorKind::IndexedValues {
                axis: Some(error.axis()),
                found: error.lhs_size(),
                expected: error.rhs_size(),
            },
            _ => ShapeErrorKind::IndexedValues {
                axis: None,
                found: values.len(),
                expected: found.len(),
            },
        };
        Self::between(kind, values, found)
    }

    /// `topk` with more elements than an axis, counted from the end, has.
    #[cold]
    pub(crate) fn top_k(sizes: &[usize], axis: usize, count: usize) -> Self {
        let kind = ShapeErrorKind::TopK {
            axis: -(axis as isize),
            count,
            size: sizes[sizes.len() - axis],
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// A vector or a number in place of a matrix.
    #[cold]
    pub(crate) fn few_axes(sizes: &[usize]) -> Self {
        Self::new(ShapeErrorKind::FewAxes, Remembered::of_sizes(sizes))
    }

    /// Matrices that are not square.
    #[cold]
    pub(crate) fn not_square(sizes: &[usize], (rows, columns): (usize, usize)) -> Self {
        let kind = ShapeErrorKind::NotSquare { rows, columns };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// A right-hand side with a different number of rows than there are equations.
    #[cold]
    pub(crate) fn equations(
        coefficients: &[usize],
        rhs: &[usize],
        (equations, numbers): (usize, usize),
    ) -> Self {
        let kind = ShapeErrorKind::Equations { equations, numbers };
        Self::between(kind, coefficients, rhs)
    }

    /// An operand, counted from 1, that is not a vector.
    #[cold]
    pub(crate) fn not_a_vector(sizes: &[usize], operation: &'static str, operand: usize) -> Self {
        let kind = ShapeErrorKind::NotAVector { operation, operand };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// Vectors of different lengths.
    #[cold]
    pub(crate) fn vectors(lhs: &[usize], rhs: &[usize], numbers: (usize, usize)) -> Self {
        let kind = ShapeErrorKind::Vectors {
            lhs: numbers.0,
            rhs: numbers.1,
        };
        Self::between(kind, lhs, rhs)
    }

    /// Axes in front of vectors that do not broadcast.
    #[cold]
    pub(crate) fn vector_counts(lhs: &[usize], rhs: &[usize], error: &BroadcastError) -> Self {
        let kind = |axis, lhs, rhs| ShapeErrorKind::VectorCounts { axis, lhs, rhs };
        Self::in_front(lhs, rhs, error, 1, kind)
    }

    /// Two sizes that differ at one of the `count` axes that are contracted.
    #[cold]
    pub(crate) fn contracted(lhs: &[usize], rhs: &[usize], (count, place): (usize, usize)) -> Self {
        let kind = ShapeErrorKind::Contracted {
            axis: place as isize - count as isize,
            lhs: lhs[lhs.len() - count + place],
            rhs: rhs[place],
        };
        Self::between(kind, lhs, rhs)
    }

    /// Vectors along an axis, counted from the end, that have no cross product.
    #[cold]
    pub(crate) fn crossed(sizes: &[usize], axis: isize) -> Self {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        Self::new(
            ShapeErrorKind::Crossed { axis, size },
            Remembered::of_sizes(sizes),
        )
    }

    /// Axes beside those of the vectors that do not broadcast.
    #[cold]
    pub(crate) fn broadcast_vectors(lhs: &[usize], rhs: &[usize], error: &BroadcastError) -> Self {
        let kind = |axis, lhs, rhs| ShapeErrorKind::VectorCounts { axis, lhs, rhs };
        Self::in_front(lhs, rhs, error, 0, kind)
    }

    /// A window over a shape, or kernels with the other shape.
    #[cold]
    pub(crate) fn window(kind: WindowErrorKind, sizes: &[usize], kernel: &[usize]) -> Self {
        Self::between(ShapeErrorKind::Window(kind), sizes, kernel)
    }

    /// A mask that does not fit an axis, which is counted from the end.
    #[cold]
    pub(crate) fn mask(mask: &[usize], sizes: &[usize], (axis, size): (isize, usize)) -> Self {
        Self::between(ShapeErrorKind::Mask { axis, size }, mask, sizes)
    }

    #[cold]
    pub(crate) fn counts(counts: &[usize], sizes: &[usize], (axis, size): (isize, usize)) -> Self {
        Self::between(ShapeErrorKind::Counts { axis, size }, counts, sizes)
    }

    /// New sizes with this product for an axis, counted from the end. The functions below are similar.
    #[cold]
    pub(crate) fn split(sizes: &[usize], axis: isize, found: usize) -> Self {
        let expected = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::SplitSizes {
            axis,
            expected,
            found,
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    #[cold]
    pub(crate) fn not_a_multiple(sizes: &[usize], axis: isize, divisor: usize) -> Self {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::NotAMultiple {
            axis,
            size,
            divisor,
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    #[cold]
    pub(crate) fn equal_parts(sizes: &[usize], axis: isize, parts: usize) -> Self {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::UnequalParts { axis, size, parts };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    #[cold]
    pub(crate) fn unstacked(sizes: &[usize], axis: isize, count: usize) -> Self {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::Unstacked { axis, size, count };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    #[cold]
    pub(crate) fn two_to_infer(sizes: &[usize], axis: isize) -> Self {
        Self::new(
            ShapeErrorKind::TwoToInfer { axis },
            Remembered::of_sizes(sizes),
        )
    }

    #[cold]
    pub(crate) fn pieces(sizes: &[usize], axis: isize, found: usize) -> Self {
        let expected = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::Pieces {
            axis,
            expected,
            found,
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// A padding for which an axis has too few elements.
    #[cold]
    pub(crate) fn padding(sizes: &[usize], axis: isize, added: usize, least: usize) -> Self {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::Padding {
            axis,
            size,
            added,
            least,
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    /// More elements than an axis has are removed.
    #[cold]
    pub(crate) fn cropping(sizes: &[usize], axis: isize, removed: usize) -> Self {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        let kind = ShapeErrorKind::Cropped {
            axis,
            size,
            removed,
        };
        Self::new(kind, Remembered::of_sizes(sizes))
    }

    #[cold]
    pub(crate) fn nothing_to_join() -> Self {
        Self::new(ShapeErrorKind::NothingToJoin, Remembered::NOTHING)
    }

    /// Of two shapes to be joined, along an axis counted from the end, from 1 for the last.
    #[cold]
    pub(crate) fn joined_ranks(lhs: &[usize], rhs: &[usize], along: Option<usize>) -> Self {
        let kind = ShapeErrorKind::JoinedRanks {
            along: along.map(|axis| -(axis as isize)),
            lhs: lhs.len(),
            rhs: rhs.len(),
        };
        Self::between(kind, lhs, rhs)
    }

    /// Of two shapes to be joined that differ at an index from the front.
    #[cold]
    pub(crate) fn joined_sizes(
        lhs: &[usize],
        rhs: &[usize],
        along: Option<usize>,
        index: usize,
    ) -> Self {
        let kind = ShapeErrorKind::JoinedSizes {
            along: along.map(|axis| -(axis as isize)),
            axis: index as isize - lhs.len() as isize,
            lhs: lhs[index],
            rhs: rhs[index],
        };
        Self::between(kind, lhs, rhs)
    }

    /// A result that does not have the shape of the tensor it is written to.
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

    /// The shape in question, if the failure is about a whole shape.
    ///
    /// Without the feature `alloc`, the last four.
    pub fn sizes(&self) -> &[usize] {
        self.sizes.sizes()
    }

    /// The other shape, if the failure is about two shapes.
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
            ShapeErrorKind::StrideCount { expected, found } => write!(
                f,
                "a tensor of shape {sizes} has {expected} axes, but there are {found} strides"
            ),
            ShapeErrorKind::StridesBeyond { last, found } => write!(
                f,
                "a tensor of shape {sizes} with strides {target_sizes} has its last element at place {last}, counted from 0, but there \
                 are {found} values"
            ),
            ShapeErrorKind::ElementCounts { expected, found } => write!(
                f,
                "cannot reshape {sizes} to {target_sizes}: {found} elements do not fit in a shape of {expected} \
                 elements"
            ),
            ShapeErrorKind::InnerSizes { columns, rows } => {
                write!(
                    f,
                    "cannot multiply matrices {sizes} and {target_sizes}: inner size {columns} does not match inner \
                     size {rows}"
                )?;
                match *self.target() {
                    [.., _, last] if last == columns => {
                        write!(f, "; the right side fits after transpose()")
                    }
                    _ => Ok(()),
                }
            }
            ShapeErrorKind::NoMatrix => write!(
                f,
                "cannot multiply matrices {sizes} and {target_sizes}: a shape without axes has no inner size"
            ),
            ShapeErrorKind::MatrixCounts { axis, lhs, rhs } => write!(
                f,
                "cannot multiply matrices {sizes} and {target_sizes}: size {lhs} does not match size {rhs} at axis \
                 {axis}"
            ),
            ShapeErrorKind::NoAxis { axis } => write!(f, "shape {sizes} has no axis {axis}"),
            ShapeErrorKind::IndexBeyond { index, axis, size } => write!(
                f,
                "index {index} is out of bounds for axis {axis} of shape {sizes}: its size is {size}"
            ),
            ShapeErrorKind::IndexRanks { values, indices } => write!(
                f,
                "indices of shape {target_sizes} do not fit values of shape {sizes}: the values have rank {values}, \
                 the indices {indices}"
            ),
            ShapeErrorKind::IndexSizes {
                axis,
                values,
                indices,
            } => write!(
                f,
                "indices of shape {target_sizes} do not fit values of shape {sizes}: size {values} does not match \
                 size {indices} at axis {axis}"
            ),
            ShapeErrorKind::LeadingIndices {
                axis,
                indices,
                elements,
            } => write!(
                f,
                "indices of shape {target_sizes} do not fit a tensor of shape {sizes}: there are {indices} indices for \
                 {elements} elements at axis {axis}"
            ),
            ShapeErrorKind::LeadingValues {
                axis,
                indices,
                values,
            } => write!(
                f,
                "indices of shape {target_sizes} do not fit values of shape {sizes}: there are {indices} indices for {values} \
                 values at axis {axis}"
            ),
            ShapeErrorKind::TopK { axis, count, size } => write!(
                f,
                "cannot take the {count} largest of {size} elements at axis {axis} of shape {sizes}"
            ),
            ShapeErrorKind::FewAxes => write!(
                f,
                "a matrix is needed: shape {sizes} has fewer than two axes"
            ),
            ShapeErrorKind::NotSquare { rows, columns } => write!(
                f,
                "a square matrix is needed: shape {sizes} has {rows} rows and {columns} columns"
            ),
            ShapeErrorKind::Equations { equations, numbers } => write!(
                f,
                "cannot solve equations {sizes} for {target_sizes}: there are {equations} equations, but {numbers} numbers \
                 on the right"
            ),
            ShapeErrorKind::NotAVector { operation, operand } => {
                let rank = sizes.rank();
                let axes = if rank == 1 { "axis" } else { "axes" };
                match operation {
                    "searchsorted" => write!(
                        f,
                        "`searchsorted` takes a sorted vector: shape {sizes} has {rank} {axes}"
                    ),
                    _ => write!(
                        f,
                        "`{operation}` takes vectors: operand {operand}, of shape {sizes}, has {rank} {axes}"
                    ),
                }
            }
            ShapeErrorKind::Vectors { lhs, rhs } => write!(
                f,
                "vector lengths differ: {lhs} and {rhs}, in shapes {sizes} and {target_sizes}"
            ),
            ShapeErrorKind::VectorCounts { axis, lhs, rhs } => write!(
                f,
                "cannot multiply vectors {sizes} and {target_sizes}: size {lhs} does not match size {rhs} at axis {axis}"
            ),
            ShapeErrorKind::Contracted { axis, lhs, rhs } => write!(
                f,
                "cannot contract {sizes} with {target_sizes}: size {lhs} at axis {axis} of the left does not match size \
                 {rhs} on the right"
            ),
            ShapeErrorKind::Crossed { axis, size } => write!(
                f,
                "a cross product takes 3 numbers: axis {axis} of shape {sizes} has {size}"
            ),
            ShapeErrorKind::Window(kind) if target_sizes.rank() == 0 => {
                write!(f, "shape {sizes}: {kind}")
            }
            ShapeErrorKind::Window(kind) => write!(
                f,
                "kernels {target_sizes} do not go over shape {sizes}: {kind}"
            ),
            ShapeErrorKind::Mask { axis, size } => {
                write!(f, "mask {sizes} does not fit shape {target_sizes}: ")?;
                match *self.sizes() {
                    [length] => write!(f, "the mask has {length} elements, axis {axis} has {size}"),
                    _ => write!(f, "a mask of an axis is a vector"),
                }
            }
            ShapeErrorKind::Counts { axis, size } => {
                write!(f, "counts {sizes} do not fit shape {target_sizes}: ")?;
                match *self.sizes() {
                    [length] => write!(
                        f,
                        "there are {length} counts, axis {axis} has {size} elements"
                    ),
                    _ => write!(f, "counts for an axis are a vector"),
                }
            }
            ShapeErrorKind::SplitSizes {
                axis,
                expected,
                found,
            } => write!(
                f,
                "cannot split axis {axis} of shape {sizes}: the product of the new sizes is {found}, its size is {expected}"
            ),
            ShapeErrorKind::NotAMultiple {
                axis,
                size,
                divisor,
            } => write!(
                f,
                "cannot split axis {axis} of shape {sizes}: {size} is not a multiple of {divisor}"
            ),
            ShapeErrorKind::UnequalParts { axis, size, parts } => write!(
                f,
                "cannot split axis {axis} of shape {sizes} into {parts} equal parts: {size} is not a multiple of {parts}"
            ),
            ShapeErrorKind::Unstacked { axis, size, count } => write!(
                f,
                "cannot unstack axis {axis} of shape {sizes} into {count} tensors: its size is {size}"
            ),
            ShapeErrorKind::TwoToInfer { axis } => write!(
                f,
                "cannot split axis {axis} of shape {sizes}: one size can be inferred, not two"
            ),
            ShapeErrorKind::Pieces {
                axis,
                expected,
                found,
            } => write!(
                f,
                "cannot split axis {axis} of shape {sizes}: the pieces add up to {found}, its size is {expected}"
            ),
            ShapeErrorKind::Inferring {
                found,
                known,
                unknown: 1,
            } => write!(
                f,
                "cannot reshape {sizes}: {found} elements are not a multiple of {known}"
            ),
            ShapeErrorKind::Inferring { unknown, .. } => write!(
                f,
                "cannot reshape {sizes}: one size can be inferred, not {unknown}"
            ),
            ShapeErrorKind::Padding {
                axis,
                size,
                added,
                least,
            } => write!(
                f,
                "cannot pad axis {axis} of shape {sizes}: padding by {added} needs at least {least} elements, not {size}"
            ),
            ShapeErrorKind::Cropped {
                axis,
                size,
                removed,
            } => write!(
                f,
                "cannot crop {removed} of {size} elements along axis {axis} of shape {sizes}"
            ),
            ShapeErrorKind::NothingToJoin => f.write_str("there is no shape to join"),
            ShapeErrorKind::JoinedRanks { along, lhs, rhs } => {
                let (join, along) = (joins(along), Along(along));
                write!(
                    f,
                    "cannot {join} shapes {sizes} and {target_sizes}{along}: rank {lhs} does not match rank {rhs}"
                )
            }
            ShapeErrorKind::JoinedSizes {
                along,
                axis,
                lhs,
                rhs,
            } => {
                let (join, along) = (joins(along), Along(along));
                write!(
                    f,
                    "cannot {join} shapes {sizes} and {target_sizes}{along}: size {lhs} does not match size {rhs} at axis {axis}"
                )
            }
            ShapeErrorKind::LayerInput { takes, found } => write!(
                f,
                "weights {target_sizes} do not take an input {sizes}: this layer takes {takes} numbers, the input \
                 has {found} at axis -1"
            ),
            ShapeErrorKind::Tail {
                axis,
                expected,
                found,
            } => write!(
                f,
                "shape {sizes} does not end in {target_sizes}: size {found} does not match size {expected} at axis {axis}"
            ),
            ShapeErrorKind::TargetRanks {
                predictions,
                targets,
            } => write!(
                f,
                "predictions {sizes} do not go with targets {target_sizes}: rank {predictions} does not match rank {targets}"
            ),
            ShapeErrorKind::TargetSizes {
                axis,
                predicted,
                target,
            } => write!(
                f,
                "predictions {sizes} do not go with targets {target_sizes}: size {predicted} does not match size {target} at axis {axis}"
            ),
            ShapeErrorKind::ClassTargetRanks {
                classes,
                rows,
                targets,
            } => write!(
                f,
                "scores {sizes} of classes at axis {classes} do not go with targets {target_sizes}: the targets have rank \
                 {targets}, the scores without their classes {rows}"
            ),
            ShapeErrorKind::ClassTargets {
                classes,
                axis,
                rows,
                targets,
            } => write!(
                f,
                "scores {sizes} of classes at axis {classes} do not go with targets {target_sizes}: there are {targets} \
                 targets for {rows} rows at axis {axis}"
            ),
            ShapeErrorKind::AxisWeights { axis, size } => write!(
                f,
                "weights {target_sizes} do not fit axis {axis} of shape {sizes}: its size is {size}"
            ),
            ShapeErrorKind::Groups {
                axis,
                groups,
                channels,
            } => write!(
                f,
                "{groups} groups do not divide the {channels} channels at axis {axis} of shape {sizes}"
            ),
            ShapeErrorKind::SecondInput { takes, found } => write!(
                f,
                "weights {target_sizes} do not take a second input {sizes}: this layer takes {takes} numbers, the second \
                 input has {found} at axis -1"
            ),
            ShapeErrorKind::InputRanks { lhs, rhs } => write!(
                f,
                "inputs {sizes} and {target_sizes} do not go through a layer together: rank {lhs} does not match rank {rhs}"
            ),
            ShapeErrorKind::InputSizes { axis, lhs, rhs } => write!(
                f,
                "inputs {sizes} and {target_sizes} do not go through a layer together: size {lhs} does not match size \
                 {rhs} at axis {axis}"
            ),
            ShapeErrorKind::Points { lhs, rhs } => write!(
                f,
                "points differ in length: {lhs} and {rhs}, in shapes {sizes} and {target_sizes}"
            ),
            ShapeErrorKind::KeyHeads { queries, keys } => write!(
                f,
                "queries {sizes} do not go with keys {target_sizes}: {keys} key heads do not divide {queries} query heads"
            ),
            ShapeErrorKind::ValueHeads { keys, values } => write!(
                f,
                "keys {sizes} do not go with values {target_sizes}: there are {keys} heads of keys, but {values} heads of values"
            ),
            ShapeErrorKind::Slice {
                axis,
                start,
                end,
                size,
            } => {
                write!(
                    f,
                    "cannot slice axis {axis} of shape {sizes} from {start} to {end}: "
                )?;
                match start > end {
                    true => write!(f, "the end is before the start"),
                    false => write!(f, "its size is {size}"),
                }
            }
            ShapeErrorKind::IndexedValues {
                axis: Some(axis),
                found,
                expected,
            } => write!(
                f,
                "cannot broadcast shape {sizes} to the target {target_sizes}: size {found} does not match the target's \
                 size {expected} at axis {axis}"
            ),
            ShapeErrorKind::IndexedValues {
                found, expected, ..
            } => write!(
                f,
                "cannot broadcast shape {sizes} to the target {target_sizes}: rank {found} does not fit in the target's \
                 rank {expected}"
            ),
            ShapeErrorKind::NotOne { axis, size } => write!(
                f,
                "cannot remove axis {axis} of shape {sizes}: its size is {size}, not 1"
            ),
            ShapeErrorKind::NamedTwice { axis } => {
                write!(f, "axis {axis} of shape {sizes} is named twice")
            }
            ShapeErrorKind::NoExtreme { extreme, axis } => write!(
                f,
                "cannot take the {extreme} of no elements: axis {axis} of shape {sizes} has size 0"
            ),
            ShapeErrorKind::Transform { axis, size, least } => write!(
                f,
                "cannot transform axis {axis} of shape {sizes}: its size has to be at least {least}, not {size}"
            ),
            ShapeErrorKind::StepOfZero { axis } => {
                write!(
                    f,
                    "cannot slice axis {axis} of shape {sizes}: a slice step must not be 0"
                )
            }
            ShapeErrorKind::SplitAt { axis, at, size } => write!(
                f,
                "cannot split axis {axis} of shape {sizes} at {at}: its size is {size}"
            ),
            ShapeErrorKind::SplitBefore { axis, at, before } => write!(
                f,
                "cannot split axis {axis} of shape {sizes} at {before} and then at {at}: places are in ascending order"
            ),
            ShapeErrorKind::PiecesOfZero { axis } => {
                write!(
                    f,
                    "cannot split axis {axis} of shape {sizes} into pieces of 0"
                )
            }
            ShapeErrorKind::NoPieces { axis } => {
                write!(f, "cannot split axis {axis} of shape {sizes} into 0 pieces")
            }
            ShapeErrorKind::MovedAxes { axes, places } => write!(
                f,
                "cannot move axes of shape {sizes}: there are {axes} axes, but {places} places"
            ),
            ShapeErrorKind::QueryWidth { queries, keys } => write!(
                f,
                "queries {sizes} do not go with keys {target_sizes}: each query has {queries} numbers, each key has {keys}"
            ),
            ShapeErrorKind::Gates { gates, found } => {
                write!(
                    f,
                    "weights {sizes} do not fit: this layer needs {gates} gates, the weights have {found}"
                )
            }
            ShapeErrorKind::LayerPart {
                part,
                axis,
                needed,
                found,
            } => {
                let (part, verb, with) = match part {
                    LayerPart::RecurrentWeights => ("recurrent weights", "do", "weights"),
                    LayerPart::Biases => ("biases", "do", "weights"),
                    LayerPart::State => ("a state", "does", "results"),
                };
                write!(
                    f,
                    "{part} {sizes} {verb} not go with {with} {target_sizes}: size {found} at axis {axis}, the layer needs {needed}"
                )
            }
            ShapeErrorKind::NoSteps => {
                write!(f, "the sequence has no steps: its results are {sizes}")
            }
            ShapeErrorKind::ScoreMask { axis, mask, scores } => write!(
                f,
                "a mask {sizes} does not fit scores {target_sizes}: the mask has size {mask} at axis {axis}, the scores have {scores}"
            ),
            ShapeErrorKind::ScoreMaskRank { mask, scores } => write!(
                f,
                "a mask {sizes} does not fit scores {target_sizes}: the mask has rank {mask}, the scores have rank {scores}"
            ),
            ShapeErrorKind::CausalKeys { queries, keys } => write!(
                f,
                "scores {sizes} have no causal mask: there are {queries} queries, but {keys} keys, and a query sees its own \
                 key and those before it"
            ),
            ShapeErrorKind::ValueCount { keys, values } => write!(
                f,
                "keys {sizes} do not go with values {target_sizes}: there are {keys} keys, but {values} values"
            ),
            ShapeErrorKind::Leading { axis, lhs, rhs } => write!(
                f,
                "{sizes} and {target_sizes} do not attend to each other: size {lhs} does not match size {rhs} at \
                 axis {axis}"
            ),
            ShapeErrorKind::OperandRank {
                expected,
                or_more,
                found,
            } => {
                let or_more = if or_more { " or more" } else { "" };
                write!(
                    f,
                    "shape {sizes} has rank {found}, where rank {expected}{or_more} is needed"
                )
            }
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

/// Matrices without an inverse or without a Cholesky factor, and sizes that are not those of such matrices.
///
/// `{:?}` is the same line as `{}`, so that an `unwrap` reads well.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MatrixError {
    reason: Reason,
}

/// Why there is no result. It is a pointer at most where it can be: it stands beside each result of a small matrix.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Reason {
    Matrix {
        kind: MatrixErrorKind,
        matrix: usize,
    },
    #[cfg(feature = "alloc")]
    Shape(Box<ShapeError>),
    #[cfg(not(feature = "alloc"))]
    Shape(ShapeError),
}

/// What a matrix lacks.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatrixErrorKind {
    /// It has no inverse: its equations have no solution, or more than one.
    Singular,
    /// It is not positive definite.
    NotPositiveDefinite,
    /// The sizes are not those of such matrices; [`MatrixError::shape`] says why.
    // Not `Shape`: rustc writes out the path of a trait whose name a public variant has as well.
    DoesNotFit,
}

impl MatrixError {
    /// For one of several matrices, counted from 0 in row-major order, that has no inverse.
    #[cold]
    pub fn singular(matrix: usize) -> Self {
        let kind = MatrixErrorKind::Singular;
        Self {
            reason: Reason::Matrix { kind, matrix },
        }
    }

    /// For one of several matrices, counted from 0 in row-major order, that is not positive definite.
    #[cold]
    pub fn not_positive(matrix: usize) -> Self {
        let kind = MatrixErrorKind::NotPositiveDefinite;
        Self {
            reason: Reason::Matrix { kind, matrix },
        }
    }

    /// What a matrix lacks, or that the sizes do not fit.
    pub fn kind(&self) -> MatrixErrorKind {
        match self.reason {
            Reason::Matrix { kind, .. } => kind,
            Reason::Shape(_) => MatrixErrorKind::DoesNotFit,
        }
    }

    /// Which of the matrices of the tensor it is, counted from 0 in row-major order; none where the sizes do not fit.
    pub fn matrix(&self) -> Option<usize> {
        match self.reason {
            Reason::Matrix { matrix, .. } => Some(matrix),
            Reason::Shape(_) => None,
        }
    }

    /// Why sizes do not fit, where that is the reason.
    pub fn shape(&self) -> Option<&ShapeError> {
        match &self.reason {
            Reason::Matrix { .. } => None,
            Reason::Shape(error) => Some(error),
        }
    }
}

/// Of sizes that do not fit.
impl From<ShapeError> for MatrixError {
    #[cold]
    fn from(error: ShapeError) -> Self {
        Self {
            #[cfg(feature = "alloc")]
            reason: Reason::Shape(Box::new(error)),
            #[cfg(not(feature = "alloc"))]
            reason: Reason::Shape(error),
        }
    }
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, matrix) = match &self.reason {
            Reason::Matrix { kind, matrix } => (kind, matrix),
            Reason::Shape(error) => return error.fmt(f),
        };
        let lack = match kind {
            MatrixErrorKind::Singular => "singular",
            _ => "not positive definite",
        };
        write!(f, "matrix {matrix}, counted from 0, is {lack}")
    }
}

impl fmt::Debug for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MatrixError({self})")
    }
}

impl core::error::Error for MatrixError {}

/// A line of text built in a constant, for a panic that names sizes, because constants cannot format.
///
/// Text that does not fit is cut off.
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
            // It contains ASCII only.
            Err(_) => unreachable!(),
        }
    }
}
