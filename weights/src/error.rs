//! Errors about files of weights.

use std::error::Error;
use std::fmt;

use safetensors::{Dtype, SafeTensorError};
use shapecheck::error::NameOfSize;
use shapecheck::{DynShape, ShapeError};

/// The reason why a file does not fill a struct, with everything that does not fit.
///
/// `{:?}` is the same as `{}`, so that a `main` that returns it prints a line for each tensor.
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read or written.
    File(std::io::Error),
    /// The file does not have the format, or is incomplete.
    Format(SafeTensorError),
    /// Tensors that do not fit: those of the struct in the order of its fields, then those that only the file has, by
    /// name.
    Problems(Vec<Problem>),
}

/// The size that a struct expects at an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// This size.
    Size(usize),
    /// The size of a name, the same in all tensors.
    Name(NameOfSize),
    /// Any size.
    Any,
}

impl Wanted {
    /// The size, if the type gives it.
    #[must_use]
    pub fn size(self) -> Option<usize> {
        match self {
            Self::Size(size) => Some(size),
            Self::Name(_) | Self::Any => None,
        }
    }
}

/// One tensor that does not fit.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not have it.
    Missing {
        /// Its name with all prefixes.
        name: String,
        /// The sizes that the struct expects.
        wanted: Vec<Wanted>,
        /// The elements that the struct expects.
        element: Dtype,
    },
    /// The struct has no field for it.
    Surplus {
        /// Its name.
        name: String,
        /// Its sizes.
        sizes: DynShape,
    },
    /// Its shape does not fit.
    Shape {
        /// Its name.
        name: String,
        /// Its sizes.
        found: DynShape,
        /// The sizes that the struct expects.
        wanted: Vec<Wanted>,
    },
    /// A size in it has a name that has another size.
    NamedSize {
        /// Its name.
        name: String,
        /// The size and the one that the name has elsewhere.
        error: ShapeError,
        /// The tensor in which the name has the other size, if it is one of the file.
        elsewhere: Option<String>,
    },
    /// Its elements have another type.
    Element {
        /// Its name.
        name: String,
        /// Its elements in the file.
        found: Dtype,
        /// The elements that the struct expects.
        wanted: Dtype,
    },
    /// Its bytes are not aligned, so that its elements cannot be read in place.
    Unaligned {
        /// Its name.
        name: String,
    },
}

impl Problem {
    /// The name of the tensor.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Missing { name, .. }
            | Self::Surplus { name, .. }
            | Self::Shape { name, .. }
            | Self::NamedSize { name, .. }
            | Self::Element { name, .. }
            | Self::Unaligned { name } => name,
        }
    }
}

/// Sizes in brackets, with `_` for any size.
struct Sizes<'a>(&'a [Wanted]);

impl fmt::Display for Sizes<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[")?;
        for (place, size) in self.0.iter().enumerate() {
            if place > 0 {
                out.write_str(", ")?;
            }
            match size {
                Wanted::Size(size) => write!(out, "{size}")?,
                Wanted::Name(name) => write!(out, "{name}")?,
                Wanted::Any => out.write_str("_")?,
            }
        }
        out.write_str("]")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` ", self.name())?;
        match self {
            Self::Missing {
                wanted, element, ..
            } => write!(
                out,
                "is missing: the struct wants {} of {element:?}",
                Sizes(wanted)
            ),
            Self::Surplus { sizes, .. } => {
                write!(out, "has shape {sizes}, and no place in the struct")
            }
            Self::Shape { found, wanted, .. } => {
                write!(
                    out,
                    "has shape {found}, the struct wants {}",
                    Sizes(wanted)
                )?;
                let pairs = found.dims().iter().rev().zip(wanted.iter().rev());
                let mut pairs = (1..).zip(pairs);
                let clash = pairs.find_map(|(axis, (found, wanted))| match wanted.size() {
                    Some(wanted) if wanted != *found => Some((axis, found, wanted)),
                    _ => None,
                });
                match clash {
                    _ if found.dims().len() != wanted.len() => write!(
                        out,
                        ": {} axes are not {}",
                        found.dims().len(),
                        wanted.len()
                    ),
                    Some((axis, found, wanted)) => {
                        write!(out, ": size {found} is not {wanted} at axis -{axis}")
                    }
                    None => Ok(()),
                }
            }
            Self::NamedSize {
                error, elsewhere, ..
            } => {
                write!(out, "has {error}")?;
                match elsewhere {
                    Some(tensor) => write!(out, " as in `{tensor}`"),
                    None => Ok(()),
                }
            }
            Self::Element { found, wanted, .. } => {
                write!(out, "has elements {found:?}, the struct wants {wanted:?}")
            }
            Self::Unaligned { .. } => out.write_str(
                "does not lie where a view can read it in place: copy the weights to a tensor, or the file to aligned memory",
            ),
        }
    }
}

shapecheck::__debug_is_text!(Problem);

impl Error for Problem {}

impl fmt::Display for WeightsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(out),
            Self::Format(error) => write!(out, "not a file of weights: {error}"),
            Self::Problems(problems) => {
                match problems.len() {
                    1 => out.write_str("1 weight does not fit:")?,
                    count => write!(out, "{count} weights do not fit:")?,
                }
                for problem in problems {
                    write!(out, "\n  {problem}")?;
                }
                Ok(())
            }
        }
    }
}

shapecheck::__debug_is_text!(WeightsError);

impl Error for WeightsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            Self::Format(error) => Some(error),
            Self::Problems(_) => None,
        }
    }
}

impl From<std::io::Error> for WeightsError {
    fn from(error: std::io::Error) -> Self {
        Self::File(error)
    }
}

impl From<SafeTensorError> for WeightsError {
    fn from(error: SafeTensorError) -> Self {
        Self::Format(error)
    }
}
