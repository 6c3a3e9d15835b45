//! Tensors as text, in rows and columns like NumPy's.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! let t = InlineTensor::from([[1.5, -20.0], [300.0, 4.0]]);
//! assert_eq!(format!("{t:.1}"), "[[  1.5 -20.0]\n [300.0   4.0]]");
//! assert_eq!(format!("{t:+7}"), "[[   +1.5     -20]\n [   +300      +4]]");
//! assert_eq!(format!("{t:?}"), "Tensor { shape: [2, 2], elements: [1.5, -20.0, 300.0, 4.0] }");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! struct Opaque;
//! impl shapecheck::tensor::Element for Opaque {}
//! println!("{}", InlineTensor::from([Opaque]));
//! ```

use core::cell::Cell;
use core::fmt::{self, Write};

use super::TensorOn;
use crate::Shape;
use crate::engine::ReadsElements;
use crate::host::Memory;
use crate::host::raw::Raw;

/// A tensor with more elements is abbreviated, as in NumPy.
const ALL: usize = 1000;

/// How many indices of an abbreviated axis are shown at either end.
const EDGE: usize = 3;

/// Every element is as wide as the widest one. Each axis except the last starts new lines, with empty lines between
/// matrices. If a tensor has more than 1000 elements, only the first and last three along each axis are written; `{:#}`
/// writes all.
///
/// Precision (`{:.2}`), sign (`{:+}`) and minimum width (`{:8}`) apply to each element.
impl<T: fmt::Display + 'static, S: Shape, E: Memory> fmt::Display for TensorOn<T, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text {
            raw: E::raw::<T, S>(&self.data),
            abbreviated: !f.alternate() && self.len() > ALL,
            precision: f.precision(),
            sign: f.sign_plus(),
            width: 0,
        };
        if self.is_empty() {
            // NumPy writes the same.
            return f.write_str("[]");
        }
        text.width = text.widest(0, 0)?.max(f.width().unwrap_or(0));
        text.write_axes(f, 0, 0)
    }
}

struct Text<'a, T> {
    raw: Raw<'a, T>,
    abbreviated: bool,
    precision: Option<usize>,
    sign: bool,
    width: usize,
}

/// Counts characters.
struct Width(usize);

impl Write for Width {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

impl<T: fmt::Display> Text<'_, T> {
    fn write_element(&self, to: &mut impl Write, offset: usize) -> fmt::Result {
        let element = &self.raw.elements[offset];
        match (self.precision, self.sign) {
            (Some(precision), true) => write!(to, "{element:+.precision$}"),
            (Some(precision), false) => write!(to, "{element:.precision$}"),
            (None, true) => write!(to, "{element:+}"),
            (None, false) => write!(to, "{element}"),
        }
    }

    /// The indices along an axis that are written, and whether others are left out.
    fn shown(&self, size: usize) -> (impl Iterator<Item = usize>, bool) {
        let cut = self.abbreviated && size > 2 * EDGE;
        let (head, tail) = if cut {
            (EDGE, size - EDGE)
        } else {
            (size, size)
        };
        ((0..head).chain(tail..size), cut)
    }

    /// The first axis from `axis` on whose size is not 1, and its size. The axes before it are brackets only, and are
    /// skipped because there may be more of them than a recursion has stack for.
    fn next_axis(&self, axis: usize) -> Option<(usize, usize)> {
        let mut sizes = self.raw.sizes.iter().copied().enumerate().skip(axis);
        sizes.find(|&(_, size)| size != 1)
    }

    /// The width of the widest element written, among those from `offset` on along the axes from `axis` on.
    fn widest(&self, axis: usize, offset: usize) -> Result<usize, fmt::Error> {
        let Some((axis, size)) = self.next_axis(axis) else {
            let mut width = Width(0);
            self.write_element(&mut width, offset)?;
            return Ok(width.0);
        };
        let mut widest = 0;
        for index in self.shown(size).0 {
            widest = widest.max(self.widest(axis + 1, offset + index * self.raw.strides[axis])?);
        }
        Ok(widest)
    }

    /// Writes the elements from `offset` on along the axes from `axis` on.
    fn write_axes(&self, f: &mut fmt::Formatter<'_>, axis: usize, offset: usize) -> fmt::Result {
        let (first, rank) = (axis, self.raw.rank());
        let (axis, size) = self.next_axis(first).unwrap_or((rank, 1));
        (first..axis).try_for_each(|_| f.write_str("["))?;
        if axis == rank {
            let mut width = Width(0);
            self.write_element(&mut width, offset)?;
            write!(f, "{:1$}", "", self.width - width.0)?;
            self.write_element(f, offset)?;
        } else {
            self.write_axis(f, axis, size, offset)?;
        }
        (first..axis).try_for_each(|_| f.write_str("]"))
    }

    /// Writes the elements from `offset` on along the axes from `axis` on, which has this size.
    fn write_axis(
        &self,
        f: &mut fmt::Formatter<'_>,
        axis: usize,
        size: usize,
        offset: usize,
    ) -> fmt::Result {
        let inner = self.raw.rank() - axis - 1;
        let (shown, cut) = self.shown(size);
        f.write_str("[")?;
        for (place, index) in shown.enumerate() {
            if place > 0 {
                separate(f, inner, axis + 1)?;
            }
            if cut && place == EDGE {
                f.write_str("...")?;
                separate(f, inner, axis + 1)?;
            }
            self.write_axes(f, axis + 1, offset + index * self.raw.strides[axis])?;
        }
        f.write_str("]")
    }
}

/// Writes what separates two parts that have `inner` axes each.
fn separate(f: &mut fmt::Formatter<'_>, inner: usize, indent: usize) -> fmt::Result {
    if inner == 0 {
        return f.write_str(" ");
    }
    for _ in 0..inner {
        f.write_str("\n")?;
    }
    write!(f, "{:indent$}", "")
}

impl<T: fmt::Debug + 'static, S: Shape, E: ReadsElements<T>> fmt::Debug for TensorOn<T, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// A cell, because `fmt` takes `&self` and an iterator is used up by writing it.
        struct Elements<'a, 'i, T>(Cell<Option<&'i mut dyn Iterator<Item = &'a T>>>);

        impl<T: fmt::Debug> fmt::Debug for Elements<'_, '_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list()
                    .entries(self.0.take().into_iter().flatten())
                    .finish()
            }
        }

        E::show::<S, _>(&self.data, |elements| {
            f.debug_struct("Tensor")
                .field("shape", &self.dims())
                .field("elements", &Elements(Cell::new(Some(elements))))
                .finish()
        })
    }
}
