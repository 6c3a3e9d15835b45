//! Tensors as text, laid out in rows and columns as NumPy does.
//!
//! ```
//! use shapecheck::Tensor;
//!
//! let t = Tensor::from([[1.5, -20.0], [300.0, 4.0]]);
//! assert_eq!(format!("{t:.1}"), "[[  1.5 -20.0]\n [300.0   4.0]]");
//! assert_eq!(format!("{t:?}"), "Tensor { shape: [2, 2], elements: [1.5, -20.0, 300.0, 4.0] }");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::Tensor;
//!
//! struct Opaque;
//! impl shapecheck::tensor::Element for Opaque {}
//! println!("{}", Tensor::from([Opaque]));
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Tensor;
use crate::Shape;

/// Every element as wide as the widest; axes but the last start new lines, with empty lines between matrices.
///
/// A precision applies to each element: `{:.2}`.
impl<T: fmt::Display, S: Shape> fmt::Display for Tensor<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self
            .iter()
            .map(|element| match f.precision() {
                Some(precision) => format!("{element:.precision$}"),
                None => format!("{element}"),
            })
            .collect();
        let width = texts.iter().map(|text| text.chars().count()).max();
        let shape = self.shape.to_dyn();
        write_axes(f, &texts, shape.dims(), width.unwrap_or(0), 0)
    }
}

/// The axes of `shape` inside `depth` open brackets.
fn write_axes(
    f: &mut fmt::Formatter<'_>,
    texts: &[String],
    shape: &[usize],
    width: usize,
    depth: usize,
) -> fmt::Result {
    let Some((&size, inner)) = shape.split_first() else {
        return write!(f, "{:>width$}", texts[0]);
    };
    f.write_str("[")?;
    // Where there is no element at all, the brackets of the first empty axis are enough.
    if !texts.is_empty() {
        for (index, part) in texts.chunks_exact(texts.len() / size).enumerate() {
            if index > 0 {
                match inner.len() {
                    0 => f.write_str(" ")?,
                    lines => {
                        for _ in 0..lines {
                            f.write_str("\n")?;
                        }
                        write!(f, "{:indent$}", "", indent = depth + 1)?;
                    }
                }
            }
            write_axes(f, part, inner, width, depth + 1)?;
        }
    }
    f.write_str("]")
}

impl<T: fmt::Debug, S: Shape> fmt::Debug for Tensor<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tensor")
            .field("shape", &self.shape)
            .field("elements", &self.elements)
            .finish()
    }
}
