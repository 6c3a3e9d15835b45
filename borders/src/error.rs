//! Errors of conversions.

use std::error::Error;
use std::fmt;

use shapecheck::ShapeError;

/// The reason why an array cannot become a tensor of a type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BorderError {
    /// The sizes do not fit.
    Shape(Box<ShapeError>),
    /// The elements run backwards along an axis.
    Backwards {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The distance from one element to the next.
        stride: isize,
    },
    /// There is memory between the elements that must not be read, because another part of it may be borrowed mutably.
    Gaps,
    /// The array is not a part of the other array given.
    Elsewhere,
}

impl fmt::Display for BorderError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(out),
            Self::Backwards { axis, stride } => write!(
                out,
                "elements run backwards along axis {axis}, by a stride of {stride}: copy the array"
            ),
            Self::Gaps => out.write_str(
                "the array is a part of another one, with gaps between its elements: `part` takes it with the whole array, or copy it",
            ),
            Self::Elsewhere => out.write_str(
                "the array is no part of the other one: its elements lie elsewhere in memory",
            ),
        }
    }
}

impl Error for BorderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Shape(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<ShapeError> for BorderError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(Box::new(error))
    }
}
