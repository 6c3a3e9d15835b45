//! Errors of conversions.

use std::error::Error;
use std::fmt;

use shapecheck::ShapeError;

/// The reason why an array cannot become a tensor of a type.
#[derive(Clone, PartialEq)]
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
    /// Its elements have another type.
    Element {
        /// The elements found, by their name in NumPy.
        found: String,
        /// The elements expected, by their name in NumPy.
        expected: String,
        /// Their type in Rust.
        name: &'static str,
    },
    /// Bytes that are not elements of the type: booleans that are neither 0 nor 1.
    Invalid {
        /// The type's name.
        name: &'static str,
    },
    /// The elements are not aligned for the type.
    Unaligned {
        /// The type's name.
        name: &'static str,
    },
    /// The array is not in the processor's memory.
    Device {
        /// The device that it is on.
        found: String,
    },
    /// The array is read-only.
    ReadOnly,
    /// The array may be a copy, whose changes in place would be lost.
    Copied,
    /// The descriptor is not consistent, with the message of the DLPack crate.
    Descriptor(String),
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
                "the array is a part of another one, with gaps between its elements: view the whole array and take a part of the view (`part` does both), or copy it",
            ),
            Self::Elsewhere => out.write_str(
                "the array is not part of the other one: its elements lie elsewhere in memory",
            ),
            Self::Element {
                found,
                expected,
                name,
            } => write!(out, "the elements are {found}, not {expected} (`{name}`)"),
            Self::Invalid { name } => write!(
                out,
                "elements are not `{name}`: their bytes are neither 0 nor 1"
            ),
            Self::Unaligned { name } => write!(
                out,
                "the elements are not aligned for `{name}`: copy the array"
            ),
            Self::Device { found } => write!(
                out,
                "the array is on {found}, not in the processor's memory: copy it there"
            ),
            Self::ReadOnly => out.write_str("the array is read-only"),
            Self::Copied => out.write_str(
                "the array may be a copy, so that changes in place would be lost",
            ),
            Self::Descriptor(error) => write!(out, "the array's descriptor is wrong: {error}"),
        }
    }
}

shapecheck::__debug_is_text!(BorderError);

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

#[cfg(feature = "dlpack")]
impl From<dlpark::tensor::Error> for BorderError {
    fn from(error: dlpark::tensor::Error) -> Self {
        match error {
            dlpark::tensor::Error::ReadOnly => Self::ReadOnly,
            error => Self::Descriptor(error.to_string()),
        }
    }
}

/// Strides that have no sign.
#[cfg(any(feature = "ndarray", feature = "dlpack"))]
pub(crate) fn strides(sizes: &[usize], strides: &[isize]) -> Result<Vec<usize>, BorderError> {
    let rank = strides.len() as isize;
    let axes = (-rank..).zip(sizes.iter().zip(strides));
    let each = axes.map(|(axis, (&size, &stride))| match usize::try_from(stride) {
        Ok(stride) => Ok(stride),
        Err(_) if size < 2 => Ok(0),
        Err(_) => Err(BorderError::Backwards { axis, stride }),
    });
    each.collect()
}
