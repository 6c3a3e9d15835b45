//! The ways in which a window or a kernel does not fit.
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

/// The ways in which a window or a kernel does not fit.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WindowErrorKind {
    /// The channels of a kernel are not those of the input.
    Channels {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The channels that the kernel takes, in all groups together.
        takes: usize,
        /// The channels of the input.
        found: usize,
    },
    /// The number of groups of a convolution does not divide its output channels, or, if it is transposed, its input
    /// channels.
    Groups {
        /// The number of groups.
        groups: usize,
        /// The number of channels.
        channels: usize,
    },
    /// A kernel is longer than an axis with its padding.
    KernelFit {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The length that the kernel spans.
        kernel: usize,
        /// The size of the axis and its padding.
        padded: usize,
    },
    /// A window is longer than an axis with its padding.
    Fit {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The length that the window spans.
        window: usize,
        /// The size of the axis and its padding.
        padded: usize,
    },
    /// The padding on a side is more than half of the window (not counting dilation).
    Padding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The padding on a side.
        padding: usize,
        /// The size of the window.
        window: usize,
    },
    /// The output padding of an axis of a transposed convolution is not below its stride or its dilation.
    OutputPadding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The output padding.
        added: usize,
    },
    /// A transposed convolution leaves nothing of an axis.
    NothingLeft {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// How much is removed on each side.
        padding: usize,
        /// The length that the positions of the kernel span.
        spread: usize,
    },
    /// There is no element to pool or interpolate.
    NoElement {
        /// Counted from the end, -1 for the last.
        axis: isize,
    },
    /// A window is longer than an axis.
    Sliding {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size of the window.
        window: usize,
        /// The size of the axis.
        size: usize,
    },
    /// The number of columns is not the number of positions of the window.
    Columns {
        /// The number of columns.
        columns: usize,
        /// The number of positions.
        places: usize,
    },
    /// The number of rows is not a multiple of the number of elements of the window.
    Rows {
        /// The number of rows.
        rows: usize,
        /// The number of elements of the window.
        window: usize,
    },
    /// The number of channels is not a multiple of the area of the square.
    Squares {
        /// The number of channels.
        channels: usize,
        /// The side of the square.
        side: usize,
    },
    /// A size is not a multiple of a number.
    NotDivided {
        /// Counted from the end, -1 for the last.
        axis: isize,
        /// The size.
        size: usize,
        /// The number.
        by: usize,
    },
    /// Factors that scale axes do not have one divisor each.
    Fractions {
        /// The number of factors.
        factors: usize,
        /// The number of divisors.
        divisors: usize,
    },
    /// A number that has to be at least 1 is 0.
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
                "padding of {padding} is more than half the window of {window} at axis {axis}"
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
                "padding of {padding} on either side leaves nothing of {spread} elements at axis {axis}"
            ),
            Self::NoElement { axis } => write!(f, "axis {axis} has no elements"),
            Self::Sliding { axis, window, size } => {
                write!(
                    f,
                    "a window of {window} does not fit in axis {axis}: its size is {size}"
                )
            }
            Self::Columns { columns, places } => {
                write!(
                    f,
                    "there are {columns} columns, the output has {places} places"
                )
            }
            Self::Rows { rows, window } => {
                write!(
                    f,
                    "cannot fold {rows} rows: a window has {window} elements, and {rows} is not a multiple of {window}"
                )
            }
            Self::Squares { channels, side } => write!(
                f,
                "{channels} channels cannot be spread over squares of {side} by {side}"
            ),
            Self::NotDivided { axis, size, by } => {
                write!(f, "size {size} at axis {axis} is not a multiple of {by}")
            }
            Self::Fractions { factors, divisors } => {
                write!(f, "there are {factors} factors, but {divisors} divisors")
            }
            Self::Zero { of } => write!(f, "a {of} has to be at least 1, not 0"),
            Self::Overflow { axis } => {
                write!(f, "the size at axis {axis} does not fit in `usize`")
            }
        }
    }
}
