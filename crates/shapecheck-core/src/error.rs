//! Run-time errors, each with the shapes, the axis and the sizes in question.
//!
//! ```
//! use shapecheck::broadcast::broadcast_shapes;
//! use shapecheck::error::BroadcastErrorKind;
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
//! let shape: shapecheck::DynShape = shapecheck::broadcast::broadcast_shapes(&[&[2], &[3]]);
//! ```
//!
//! In the guide: [at run time](crate::guide::run_time).

mod broadcast;
mod const_text;
mod failure;
mod matrix;
mod stored_sizes;

use core::fmt;

pub(crate) use broadcast::Operand;
pub use broadcast::{BroadcastError, BroadcastErrorKind};
pub use const_text::ConstText;
pub use failure::fail;
#[cfg(feature = "std")]
pub use failure::{Failure, attempt};
pub use matrix::{MatrixError, MatrixErrorKind};
use stored_sizes::{Names, NamesOf, StoredSizes};

use crate::shape::list::ArrayShape;

/// `Debug` of an error as its text, which is what an `unwrap` shows, and a `main` that returns the error. For the errors
/// of this workspace.
#[doc(hidden)]
#[macro_export]
macro_rules! __debug_is_text {
    ($Error:ident) => {
        impl ::core::fmt::Debug for $Error {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub use crate::dim::named::NameOfSize;
pub use crate::verdict::Rule;

/// Sizes that do not form a shape, or shapes that do not fit a type or an operation.
///
/// `{:?}` is the same line as `{}`, so that an `unwrap` shows it.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ShapeError {
    kind: ShapeErrorKind,
    sizes: StoredSizes,
    target: StoredSizes,
    names: Names,
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
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Maximum => "maximum",
            Self::Minimum => "minimum",
        })
    }
}

/// The ways in which sizes or shapes do not fit.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ShapeErrorKind {
    /// Two sizes do not go together by a rule. The text says which is which; the shapes are [`sizes`](ShapeError::sizes)
    /// and, if there are two, the [`target`](ShapeError::target).
    Sizes {
        /// The rule.
        rule: Rule,
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The first size: that of the left operand, or what is asked for.
        lhs: usize,
        /// The second size: that of the right operand, or what there is.
        rhs: usize,
    },
    /// A name has two sizes, or a sum or product of names another one than they make.
    Name {
        /// The name, as it is written in a shape.
        name: NameOfSize,
        /// Counted from the end, -1 for the last.
        axis: i32,
        /// The size at that axis.
        found: usize,
        /// The size that the name has at another axis, or that its names make.
        expected: usize,
    },
    /// A sum or product of names has a size in another shape, and the names have sizes that make another one.
    NameElsewhere {
        /// The sum or product, as it is written in a shape.
        name: NameOfSize,
        /// The size that its names make.
        found: usize,
        /// The size in the other shape.
        expected: usize,
    },
    /// A size is larger than the bound of its name.
    BoundedName {
        /// The name, as it is written in a shape.
        name: NameOfSize,
        /// Counted from the end, -1 for the last.
        axis: i32,
        /// The size at that axis.
        found: usize,
        /// The largest size of the name.
        most: usize,
    },
    /// A reshape would make an axis of a name out of other elements: that of the shape, in the
    /// [`target`](ShapeError::target).
    MovedName {
        /// The name, as it is written in a shape.
        name: NameOfSize,
        /// The axis of the target, counted from the end, -1 for the last.
        axis: i32,
    },
    /// The names of what is computed make more than `usize` can count, less than 0, or a division by 0.
    LargeName {
        /// The sum or product, as it is written in a shape.
        name: NameOfSize,
        /// Counted from the end, -1 for the last.
        axis: i32,
        /// The size at that axis.
        found: usize,
    },
    /// Two numbers of axes do not go together by a rule. The shapes are those of [`Sizes`](Self::Sizes).
    Ranks {
        /// The rule.
        rule: Rule,
        /// The rank of the first shape.
        lhs: usize,
        /// The rank of the second shape, or the rank that is needed.
        rhs: usize,
    },
    /// The type has a different rank.
    Rank {
        /// The rank of the type.
        expected: usize,
        /// Whether the type may have more axes in front.
        or_more: bool,
        /// How many sizes there are.
        found: usize,
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
    /// An axis of the shape, [`sizes`](ShapeError::sizes), is named twice in a list.
    NamedTwice {
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
    /// A signed size is negative, or does not fit in `usize`.
    SignedSize {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size found.
        found: i64,
    },
    /// A size of a result does not fit in `usize`.
    SizeOverflow {
        /// Counted from the end, -1 for the last.
        axis: isize,
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
    /// Strides, which are the [`target`](ShapeError::target), may lead to one element from several indices, so that it
    /// cannot be borrowed mutably.
    StridesRepeat,
    /// More than one size of a reshape is to be inferred.
    Inferring {
        /// How many sizes are to be inferred.
        unknown: usize,
    },
    /// More than one of the new sizes for an axis of the shape, [`sizes`](ShapeError::sizes), is to be inferred.
    TwoToInfer {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// A shape, [`sizes`](ShapeError::sizes), has fewer than the two axes of a matrix.
    FewAxes,
    /// An operand of a matrix product has no axis: the left, [`sizes`](ShapeError::sizes), or the right, the
    /// [`target`](ShapeError::target).
    NoMatrix,
    /// An operand of shape [`sizes`](ShapeError::sizes) is not a vector, where an operation takes vectors.
    NotAVector {
        /// The operation: `dot`, `outer`, `meshgrid`, `searchsorted`, `interp` or `polyfit`.
        operation: &'static str,
        /// Which of its operands, counted from 1.
        operand: usize,
    },
    /// There are no shapes to join.
    NothingToJoin,
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
    /// An axis of the shape, [`sizes`](ShapeError::sizes), has no elements to take the largest or smallest of.
    NoExtreme {
        /// Which of the two.
        extreme: Extreme,
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// A sequence has no steps. The results would have the shape [`sizes`](ShapeError::sizes).
    NoSteps,
    /// Causal attention with fewer keys than queries. The scores have the shape [`sizes`](ShapeError::sizes).
    CausalKeys {
        /// The number of queries.
        queries: usize,
        /// The number of keys.
        keys: usize,
    },
    /// A number that has to be at least 1 is 0.
    Zero {
        /// Which number.
        of: &'static str,
    },
    /// There is no element to pool or interpolate.
    NoElement {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// Factors that scale axes do not have one divisor each.
    Divisors {
        /// The number of factors.
        factors: usize,
        /// The number of divisors.
        divisors: usize,
    },
}

impl Rule {
    /// Two sizes that break this rule, at an axis counted from the end.
    pub(crate) fn sizes(self, axis: isize, lhs: usize, rhs: usize) -> ShapeErrorKind {
        let rule = self;
        ShapeErrorKind::Sizes {
            rule,
            axis,
            lhs,
            rhs,
        }
    }

    /// Two shapes of different ranks.
    pub(crate) fn ranks(self, lhs: &[usize], rhs: &[usize]) -> ShapeErrorKind {
        self.rank_of(lhs, rhs.len())
    }

    /// A shape of another rank than is needed.
    pub(crate) fn rank_of(self, lhs: &[usize], rhs: usize) -> ShapeErrorKind {
        let (rule, lhs) = (self, lhs.len());
        ShapeErrorKind::Ranks { rule, lhs, rhs }
    }

    /// Checks that two shapes are equal. Of several differences, that of the ranks is reported, or else that nearest to
    /// the last axis.
    pub(crate) fn compare(self, lhs: &[usize], rhs: &[usize]) -> Result<(), ShapeErrorKind> {
        self.compare_by(lhs, rhs, |lhs, rhs, _| lhs == rhs)
    }

    /// The same, where two sizes at an axis, counted from the end, fit if the function says so.
    pub(crate) fn compare_by(
        self,
        lhs: &[usize],
        rhs: &[usize],
        fits: impl Fn(usize, usize, isize) -> bool,
    ) -> Result<(), ShapeErrorKind> {
        if lhs.len() != rhs.len() {
            return Err(self.ranks(lhs, rhs));
        }
        let pairs = lhs.iter().zip(rhs).rev().zip(1..);
        let mut sizes = pairs.map(|((&lhs, &rhs), axis)| (lhs, rhs, -axis));
        match sizes.find(|&(lhs, rhs, axis)| !fits(lhs, rhs, axis)) {
            None => Ok(()),
            Some((lhs, rhs, axis)) => Err(self.sizes(axis, lhs, rhs)),
        }
    }

    /// Checks that a size of a shape at an axis, counted from the end, is equal to one of another shape.
    pub(crate) fn check_size(
        self,
        axis: isize,
        [lhs, rhs]: [usize; 2],
        sizes: &[usize],
        target: &[usize],
    ) -> Result<(), ShapeError> {
        match lhs == rhs {
            true => Ok(()),
            false => Err(self.sizes(axis, lhs, rhs).between(sizes, target)),
        }
    }

    /// Checks that a vector has one element for each index of an axis, counted from the end. The axis exists.
    pub(crate) fn check_vector(
        self,
        vector: &[usize],
        sizes: &[usize],
        axis: isize,
    ) -> Result<(), ShapeErrorKind> {
        let size = sizes[sizes.len() - axis.unsigned_abs()];
        match *vector {
            [length] if length == size => Ok(()),
            [length] => Err(self.sizes(axis, length, size)),
            _ => Err(self.rank_of(vector, 1)),
        }
    }

    /// Two shapes whose axes before the last `after` do not broadcast. The axis is counted in the whole shape.
    #[cold]
    #[doc(hidden)]
    pub fn in_front(self, error: &BroadcastError, after: isize) -> ShapeErrorKind {
        self.sizes(error.axis() - after, error.lhs_size(), error.rhs_size())
    }
}

impl ShapeErrorKind {
    /// About one shape.
    #[cold]
    #[doc(hidden)]
    pub fn of(self, sizes: &[usize]) -> ShapeError {
        self.between(sizes, &[])
    }

    /// About two shapes.
    #[cold]
    #[doc(hidden)]
    pub fn between(self, sizes: &[usize], target: &[usize]) -> ShapeError {
        ShapeError {
            kind: self,
            sizes: StoredSizes::of_sizes(sizes),
            target: StoredSizes::of_sizes(target),
            names: Names::NONE,
        }
    }
}

impl ShapeError {
    /// The reason why a type has no value with these sizes: the rank, or the axis nearest to the last that does not fit.
    /// The rank and the sizes that the type gives are passed, so that this is not compiled for each type.
    #[cold]
    pub(crate) fn does_not_fit(
        sizes: &[usize],
        (expected, or_more): (usize, bool),
        known: &dyn Fn(usize) -> Option<usize>,
    ) -> Self {
        let found = sizes.len();
        if found < expected || (found > expected && !or_more) {
            let kind = ShapeErrorKind::Rank {
                expected,
                or_more,
                found,
            };
            return kind.of(sizes);
        }
        for axis in 1..=expected {
            let found = sizes[sizes.len() - axis];
            match known(axis) {
                Some(expected) if expected != found => {
                    let kind = Rule::SAME_SHAPE.sizes(-(axis as isize), found, expected);
                    return kind.of(sizes);
                }
                _ => {}
            }
        }
        Self::rank_needs_alloc(found)
    }

    /// The same for a shape all of whose sizes are known.
    #[cold]
    pub(crate) fn does_not_fit_known(sizes: &[usize], known: &'static [usize]) -> Self {
        let size = |axis| Some(known[known.len() - axis]);
        Self::does_not_fit(sizes, (known.len(), false), &size)
    }

    #[cold]
    #[doc(hidden)]
    pub fn rank_needs_alloc(rank: usize) -> Self {
        ShapeErrorKind::RankNeedsAlloc { rank }.of(&[])
    }

    #[cold]
    #[doc(hidden)]
    pub fn too_many_elements(sizes: &[usize]) -> Self {
        ShapeErrorKind::TooManyElements.of(sizes)
    }

    /// An operand whose rank an operation does not take.
    #[cold]
    #[doc(hidden)]
    pub fn rank(sizes: &[usize], expected: usize, or_more: bool) -> Self {
        let found = sizes.len();
        let kind = ShapeErrorKind::OperandRank {
            expected,
            or_more,
            found,
        };
        kind.of(sizes)
    }

    /// A vector or a number in place of a matrix.
    #[cold]
    pub(crate) fn few_axes(sizes: &[usize]) -> Self {
        ShapeErrorKind::FewAxes.of(sizes)
    }

    /// An axis that a shape does not have.
    #[cold]
    #[doc(hidden)]
    pub fn no_axis(sizes: &[usize], axis: isize) -> Self {
        ShapeErrorKind::NoAxis { axis }.of(sizes)
    }

    /// An index that is not below the size of an axis, counted from the first, from 0. For engines
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
        kind.of(sizes)
    }

    /// An index that is not below the size of an axis, counted from the end.
    #[cold]
    #[doc(hidden)]
    pub fn index(sizes: &[usize], axis: usize, index: usize) -> Self {
        Self::index_beyond(sizes, sizes.len() - axis, index)
    }

    /// An operand, counted from 1, that is not a vector.
    #[cold]
    pub(crate) fn not_a_vector(sizes: &[usize], operation: &'static str, operand: usize) -> Self {
        ShapeErrorKind::NotAVector { operation, operand }.of(sizes)
    }

    /// A result that does not have the shape of the tensor it is written to.
    #[cold]
    #[doc(hidden)]
    pub fn another_result(result: &[usize], target: &[usize]) -> Self {
        let size = |sizes: &[usize], axis| {
            let index = sizes.len().checked_sub(axis);
            index.map_or(1, |index| sizes[index])
        };
        let differs = (1..=result.len().max(target.len()))
            .find(|&axis| size(result, axis) != size(target, axis));
        let axis = differs.unwrap_or(1);
        let (found, expected) = (size(result, axis), size(target, axis));
        let kind = Rule::SAME_SHAPE.sizes(-(axis as isize), found, expected);
        kind.of(result)
    }

    /// The same along an axis, counted from the end, which the text names.
    pub(crate) fn along(mut self, along: isize) -> Self {
        *self.sizes.along_mut() = along as i32;
        self
    }

    /// The two shapes with the names of their sizes.
    fn shapes(&self) -> [impl fmt::Display + '_; 2] {
        let [sizes, target] = self.names.get();
        [self.sizes.with(sizes), self.target.with(target)]
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

    /// Writes the text of a rule, with numbers and shapes in the places for them.
    fn fill(
        &self,
        f: &mut fmt::Formatter<'_>,
        text: &str,
        axis: isize,
        [lhs, rhs]: [usize; 2],
    ) -> fmt::Result {
        let mut parts = text.split(['{', '}']);
        while let Some(words) = parts.next() {
            f.write_str(words)?;
            match parts.next() {
                None => {}
                Some("lhs") => fmt::Display::fmt(&lhs, f)?,
                Some("rhs") => fmt::Display::fmt(&rhs, f)?,
                Some("axis") => fmt::Display::fmt(&axis, f)?,
                Some("along") => fmt::Display::fmt(&self.sizes.along(), f)?,
                Some("sizes") => fmt::Display::fmt(&self.shapes()[0], f)?,
                Some("target") => fmt::Display::fmt(&self.shapes()[1], f)?,
                Some(other) => unreachable!("`messages!` refuses a place for {other}"),
            }
        }
        Ok(())
    }
}

impl WithNames for ShapeError {
    #[cold]
    fn with_names<Lhs: ArrayShape, Rhs: ArrayShape>(self, operands: [&[usize]; 2]) -> Self {
        let names = NamesOf::<Lhs, Rhs>::find([&self.sizes, &self.target], operands);
        Self { names, ..self }
    }
}

/// An error whose text can give the names of two operands.
#[doc(hidden)]
pub trait WithNames: Sized {
    /// The same with the names of two operands, where the shapes in question are theirs.
    fn with_names<Lhs: ArrayShape, Rhs: ArrayShape>(self, operands: [&[usize]; 2]) -> Self;
}

/// A result whose error gives the names of two operands. For shapes without names nothing is compiled.
#[inline]
#[doc(hidden)]
pub fn with_names<Lhs: ArrayShape, Rhs: ArrayShape, Found, Error: WithNames>(
    result: Result<Found, Error>,
    operands: [&[usize]; 2],
) -> Result<Found, Error> {
    match result {
        Err(error) if const { Lhs::NAMES | Rhs::NAMES != 0 } => {
            Err(match const { naming::<Lhs, Rhs, Error>() } {
                Some(named) => named(error, operands),
                None => error,
            })
        }
        result => result,
    }
}

/// What gives an error the names of two operands, for shapes that have names.
///
/// A pointer from a constant: if code names a function, rustc looks at everything that function names, for each shape,
/// also where the code is never reached. The same wherever a function for shapes with names comes from a constant.
const fn naming<Lhs: ArrayShape, Rhs: ArrayShape, Error: WithNames>()
-> Option<fn(Error, [&[usize]; 2]) -> Error> {
    match Lhs::NAMES | Rhs::NAMES {
        0 => None,
        _ => Some(Error::with_names::<Lhs, Rhs>),
    }
}

impl fmt::Display for ShapeError {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ShapeErrorKind as Kind;
        let [sizes, target] = self.shapes();
        let or_more_words = |or_more| if or_more { " or more" } else { "" };
        match self.kind {
            Kind::Sizes { rule, axis, lhs, rhs } => {
                self.fill(f, rule.text_of_sizes(), axis, [lhs, rhs])?;
                match (rule, self.target()) {
                    (Rule::MATRIX_PRODUCT, [.., _, last]) if *last == lhs => {
                        f.write_str("; the right side fits after transpose()")
                    }
                    _ => Ok(()),
                }
            }
            Kind::Name { name, axis, found, expected } => write!(f, "shape {sizes}: `{name}` is {found} at axis {axis}, where it has to be {expected}"),
            Kind::NameElsewhere { name, found, expected } => write!(f, "shape {sizes}: its names make `{name}` {found}, where it has to be {expected}"),
            Kind::BoundedName { name, axis, found, most } => write!(f, "shape {sizes}: `{name}` is {found} at axis {axis}, and at most {most}"),
            Kind::MovedName { name, axis } => write!(f, "cannot reshape {sizes} to {target}: elements stay in their order, and axis {axis} would not be the axis `{name}`; `rearrange!` moves axes"),
            Kind::LargeName { name, axis, found } => write!(f, "shape {sizes}: `{name}` is {found} at axis {axis}, and the names in it make no size that `usize` can count"),
            Kind::Ranks { rule, lhs, rhs } => self.fill(f, rule.text_of_ranks(), 0, [lhs, rhs]),
            Kind::Rank { expected, or_more, found } => write!(f, "sizes {sizes} do not fit the type: rank {found} where the type has {expected}{}", or_more_words(or_more)),
            Kind::OperandRank { expected, or_more, found } => write!(f, "shape {sizes} has rank {found}, where rank {expected}{} is needed", or_more_words(or_more)),
            Kind::RankNeedsAlloc { rank } => write!(f, "a shape of {rank} axes needs the feature `alloc` of shapecheck; without it there are 8 at most"),
            Kind::NoAxis { axis } => write!(f, "shape {sizes} has no axis {axis}"),
            Kind::NamedTwice { axis } => write!(f, "axis {axis} of shape {sizes} is named twice"),
            Kind::IndexBeyond { index, axis, size } => write!(f, "index {index} is out of bounds for axis {axis} of shape {sizes}: its size is {size}"),
            Kind::SignedSize { axis, found } => match found < 0 {
                true => write!(f, "the size {found} at axis {axis} is negative"),
                false => write!(f, "the size {found} at axis {axis} does not fit in `usize`"),
            }
            Kind::TooManyElements => write!(f, "a tensor of shape {sizes} has more elements than `usize` can count"),
            Kind::Length { expected, found } => write!(f, "a tensor of shape {sizes} has {expected} elements, but there are {found} values"),
            Kind::StrideCount { expected, found } => write!(f, "a tensor of shape {sizes} has {expected} axes, but there are {found} strides"),
            Kind::StridesBeyond { last, found } => write!(f, "a tensor of shape {sizes} with strides {target} has its last element at place {last}, counted from 0, but there are {found} values"),
            Kind::StridesRepeat => write!(f, "a tensor of shape {sizes} with strides {target} may have one element at several indices, so it cannot be changed in place"),
            Kind::TwoToInfer { axis } => write!(f, "cannot split axis {axis} of shape {sizes}: one size can be inferred, not two"),
            Kind::FewAxes => write!(f, "a matrix is needed: shape {sizes} has fewer than two axes"),
            Kind::NoMatrix => write!(f, "cannot multiply matrices {sizes} and {target}: a shape without axes has no inner size"),
            Kind::NotAVector { operation, operand } => {
                let rank = self.sizes.rank();
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
            Kind::NothingToJoin => f.write_str("there is no shape to join"),
            Kind::NoPieces { axis } => write!(f, "cannot split axis {axis} of shape {sizes} into 0 pieces"),
            Kind::MovedAxes { axes, places } => write!(f, "cannot move axes of shape {sizes}: there are {axes} axes, but {places} places"),
            Kind::NoExtreme { extreme, axis } => write!(f, "cannot take the {extreme} of no elements: axis {axis} of shape {sizes} has size 0"),
            Kind::NoSteps => write!(f, "the sequence has no steps: its results are {sizes}"),
            Kind::CausalKeys { queries, keys } => write!(f, "scores {sizes} have no causal mask: there are {queries} queries, but {keys} keys, and a query sees its own key and those before it"),
            Kind::Inferring { unknown } => write!(f, "cannot reshape {sizes}: one size can be inferred, not {unknown}"),
            Kind::SizeOverflow { axis } => write!(f, "shape {sizes}: the size of the result at axis {axis} does not fit in `usize`"),
            Kind::Zero { of } => write!(f, "shape {sizes}: a {of} has to be at least 1, not 0"),
            Kind::NoElement { axis } => write!(f, "axis {axis} of shape {sizes} has no elements"),
            Kind::Divisors { factors, divisors } => write!(f, "shape {sizes}: there are {factors} factors, but {divisors} divisors"),
        }
    }
}

crate::__debug_is_text!(ShapeError);

impl core::error::Error for ShapeError {}
