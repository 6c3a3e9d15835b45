//! Why an array is no tensor of a type.

use std::error::Error;
use std::fmt;

use shapecheck::ShapeError;

/// Why an array is no tensor of a type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BorderError {
    /// Its sizes do not fit.
    Shape(Box<ShapeError>),
    /// Its elements run backwards along an axis.
    Backwards {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// From one element to the next.
        stride: isize,
    },
    /// There is memory between its elements, which it may not read: another part may be borrowed to be changed.
    Gaps,
    /// It is no part of the array that it was said to be a part of.
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
