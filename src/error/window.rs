//! What kept a window from sliding along axes, and a kernel with it.
//!
//! ```
//! use shapecheck::{Slide, WindowErrorKind, ShapeErrorKind, convolve_shape};
//!
//! let error = convolve_shape(&[8, 4, 32, 32], &[16, 3, 3, 3], &[Slide::new(); 2], 1).unwrap_err();
//! let kind = WindowErrorKind::Channels { axis: -3, takes: 3, found: 4 };
//! assert_eq!(error.kind(), ShapeErrorKind::Window(kind));
//! assert_eq!(kind.to_string(), "this convolution takes 3 channels, the input has 4 at axis -3");
//! ```
//!
//! ```compile_fail,E0308
//! let shape: shapecheck::DynShape = shapecheck::convolve_shape(&[3, 32], &[16, 3, 3], &[], 1);
//! ```

use core::fmt;

/// What kept a window from sliding along axes, or a kernel with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WindowErrorKind {
    /// A kernel takes another number of channels than the input has.
    Channels {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// What the kernel takes, in all groups together.
        takes: usize,
        /// What the input has.
        found: usize,
    },
    /// The groups of a convolution do not divide the channels that it gives, or, transposed, takes.
    Groups {
        /// How many groups.
        groups: usize,
        /// How many channels.
        channels: usize,
    },
    /// A kernel does not fit in an axis with its padding.
    KernelFit {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// What the kernel spans.
        kernel: usize,
        /// The size of the axis and its padding.
        padded: usize,
    },
    /// A window does not fit in an axis with its padding.
    Fit {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// What the window spans.
        window: usize,
        /// The size of the axis and its padding.
        padded: usize,
    },
    /// There is more padding on a side than half the elements of a window, whatever its dilation.
    Padding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// How many elements on a side.
        padding: usize,
        /// How many elements the window has.
        window: usize,
    },
    /// As much is added to an axis of a transposed convolution as its stride and its dilation are, or more.
    OutputPadding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// How much is added.
        added: usize,
    },
    /// Nothing is left of an axis of a transposed convolution.
    NothingLeft {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// How much is taken away on either side.
        padding: usize,
        /// What the places of the kernel spread over.
        spread: usize,
    },
    /// There is no element of which something could be made.
    NoElement {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// A window does not fit in an axis.
    Sliding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the window.
        window: usize,
        /// The size of the axis.
        size: usize,
    },
    /// There are not as many columns as places of a window.
    Columns {
        /// How many columns.
        columns: usize,
        /// How many places.
        places: usize,
    },
    /// The rows of columns are no multiple of what a window has.
    Rows {
        /// How many rows.
        rows: usize,
        /// How many elements the window has.
        window: usize,
    },
    /// Channels are no multiple of the places of a square.
    Squares {
        /// How many channels.
        channels: usize,
        /// The side of the square.
        side: usize,
    },
    /// A size is no multiple of a number.
    NotDivided {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size.
        size: usize,
        /// The number.
        by: usize,
    },
    /// A number that has to be 1 or more is 0.
    Zero {
        /// Which number.
        of: &'static str,
    },
    /// A size of a result does not fit in `usize`.
    Overflow {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
}

impl fmt::Display for WindowErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Channels { axis, takes, found } => write!(
                f,
                "this convolution takes {takes} channels, the input has {found} at axis {axis}"
            ),
            Self::Groups { groups, channels } => {
                write!(f, "{groups} groups do not divide {channels} channels")
            }
            Self::KernelFit {
                axis,
                kernel,
                padded,
            } => write!(
                f,
                "a kernel of {kernel} does not fit in {padded} padded elements at axis {axis}"
            ),
            Self::Fit {
                axis,
                window,
                padded,
            } => write!(
                f,
                "a window of {window} does not fit in {padded} padded elements at axis {axis}"
            ),
            Self::Padding {
                axis,
                padding,
                window,
            } => write!(
                f,
                "padding {padding} is more than half the window of {window} at axis {axis}"
            ),
            Self::OutputPadding { axis, added } => write!(
                f,
                "an output padding of {added} needs a stride or dilation above {added} at axis {axis}"
            ),
            Self::NothingLeft {
                axis,
                padding,
                spread,
            } => write!(
                f,
                "padding {padding} on either side leaves nothing of {spread} elements at axis {axis}"
            ),
            Self::NoElement { axis } => write!(f, "no element at axis {axis}"),
            Self::Sliding { axis, window, size } => {
                write!(f, "a window of {window} in axis {axis} of size {size}")
            }
            Self::Columns { columns, places } => {
                write!(
                    f,
                    "the columns are {columns}, the output has {places} places"
                )
            }
            Self::Rows { rows, window } => {
                write!(
                    f,
                    "{rows} rows are not a multiple of a window of {window} elements"
                )
            }
            Self::Squares { channels, side } => write!(
                f,
                "{channels} channels cannot be spread over squares of {side} by {side}"
            ),
            Self::NotDivided { axis, size, by } => {
                write!(f, "size {size} at axis {axis} is not a multiple of {by}")
            }
            Self::Zero { of } => write!(f, "a {of} of 0, where 1 is the least"),
            Self::Overflow { axis } => {
                write!(f, "the size at axis {axis} does not fit in `usize`")
            }
        }
    }
}
