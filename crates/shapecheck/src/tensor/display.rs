//! Tensors as text, in rows and columns like NumPy's.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! let t = InlineTensor::from([[1.5, -20.0], [300.0, 4.0]]);
//! assert_eq!(format!("{t:.1}"), "[[  1.5 -20.0]\n [300.0   4.0]]");
//! assert_eq!(format!("{t:+7}"), "[[   +1.5     -20]\n [   +300      +4]]");
//! assert_eq!(format!("{t:e}"), "[[1.5e0  -2e1]\n [  3e2   4e0]]");
//! assert_eq!(format!("{t:?}"), "Tensor<f64, [2, 2]> [[1.5, -20.0],\n [300.0, 4.0]]");
//!
//! let power = InlineTensor::from([4.25e-34, 0.5]);
//! assert_eq!(power.to_string(), "[4.25e-34     5e-1]");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! struct Opaque;
//! impl shapecheck::tensor::Element for Opaque {}
//! println!("{}", InlineTensor::from([Opaque]));
//! ```

use core::any::{Any, type_name};
use core::fmt::{self, Write};

use num_traits::float::FloatCore;

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
/// Floats `f32` and `f64` have exponents where NumPy chooses them: if one of those that are written is 10<sup>8</sup> or more,
/// or less than 10<sup>-4</sup> and not 0, or if one is more than 1000 times another. With a precision none has.
///
/// Precision (`{:.2}`), sign (`{:+}`) and minimum width (`{:8}`) apply to each element.
impl<T: fmt::Display + 'static, S: Shape, E: Memory> fmt::Display for TensorOn<T, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.text(f, |element, to, precision, sign| match (precision, sign) {
            (Some(precision), true) => write!(to, "{element:+.precision$}"),
            (Some(precision), false) => write!(to, "{element:.precision$}"),
            (None, true) => write!(to, "{element:+}"),
            (None, false) => write!(to, "{element}"),
        });
        let has_exponents = |text: &Text<'_, T>| {
            text.has_exponents::<f32>([1e8, 1e-4, 1000.0])
                || text.has_exponents::<f64>([1e8, 1e-4, 1000.0])
        };
        if text.precision.is_none() && !self.is_empty() && has_exponents(&text) {
            text.write_one = |element, to, _, sign| {
                let element = element as &dyn Any;
                match (element.downcast_ref::<f32>(), element.downcast_ref::<f64>()) {
                    (Some(element), _) => write_exponent(element, to, None, sign),
                    (_, Some(element)) => write_exponent(element, to, None, sign),
                    _ => Ok(()),
                }
            };
        }
        text.write(f)
    }
}

/// Like `{}`, with an exponent in every element.
impl<T: fmt::LowerExp + 'static, S: Shape, E: Memory> fmt::LowerExp for TensorOn<T, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(f, write_exponent).write(f)
    }
}

fn write_exponent<T: fmt::LowerExp>(
    element: &T,
    to: &mut dyn Write,
    precision: Option<usize>,
    sign: bool,
) -> fmt::Result {
    match (precision, sign) {
        (Some(precision), true) => write!(to, "{element:+.precision$e}"),
        (Some(precision), false) => write!(to, "{element:.precision$e}"),
        (None, true) => write!(to, "{element:+e}"),
        (None, false) => write!(to, "{element:e}"),
    }
}

impl<T: 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    fn text(&self, f: &fmt::Formatter<'_>, write_one: WriteOne<T>) -> Text<'_, T> {
        Text {
            raw: E::raw::<T, S>(&self.data),
            abbreviated: !f.alternate() && self.len() > ALL,
            precision: f.precision(),
            sign: f.sign_plus(),
            width: 0,
            write_one,
        }
    }
}

/// Writes an element, with this precision, and with a sign or not.
type WriteOne<T> = fn(&T, &mut dyn Write, Option<usize>, bool) -> fmt::Result;

struct Text<'a, T> {
    raw: Raw<'a, T>,
    abbreviated: bool,
    precision: Option<usize>,
    sign: bool,
    width: usize,
    write_one: WriteOne<T>,
}

/// Counts characters.
struct Width(usize);

impl Write for Width {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

impl<T: 'static> Text<'_, T> {
    fn write(mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.raw.sizes.contains(&0) {
            // NumPy writes the same.
            return f.write_str("[]");
        }
        let mut widest = 0;
        self.each(0, 0, &mut |offset| {
            let mut width = Width(0);
            self.write_element(&mut width, offset)?;
            widest = widest.max(width.0);
            Ok(())
        })?;
        self.width = widest.max(f.width().unwrap_or(0));
        self.write_axes(f, 0, 0)
    }

    /// Whether NumPy would write these floats with exponents, which it decides in their own precision.
    fn has_exponents<F: FloatCore + 'static>(&self, [most, least, ratio]: [F; 3]) -> bool {
        let (mut smallest, mut largest) = (F::infinity(), F::zero());
        let looked = self.each(0, 0, &mut |offset| {
            let element = &self.raw.elements[offset] as &dyn Any;
            let float = *element.downcast_ref::<F>().ok_or(fmt::Error)?;
            if !float.is_zero() && float.is_finite() {
                smallest = smallest.min(float.abs());
                largest = largest.max(float.abs());
            }
            Ok(())
        });
        let is_far = largest >= most || smallest < least || largest / smallest > ratio;
        looked.is_ok() && largest > F::zero() && is_far
    }

    fn write_element(&self, to: &mut dyn Write, offset: usize) -> fmt::Result {
        (self.write_one)(&self.raw.elements[offset], to, self.precision, self.sign)
    }

    /// Looks at each element that is written, among those from `offset` on along the axes from `axis` on.
    fn each(
        &self,
        axis: usize,
        offset: usize,
        look: &mut dyn FnMut(usize) -> fmt::Result,
    ) -> fmt::Result {
        let Some((axis, size)) = next_axis(self.raw.sizes, axis) else {
            return look(offset);
        };
        let mut shown = shown(size, self.abbreviated).0;
        shown.try_for_each(|index| {
            self.each(axis + 1, offset + index * self.raw.strides[axis], look)
        })
    }

    /// Writes the elements from `offset` on along the axes from `axis` on.
    fn write_axes(&self, f: &mut fmt::Formatter<'_>, axis: usize, offset: usize) -> fmt::Result {
        let (first, rank) = (axis, self.raw.rank());
        let (axis, size) = next_axis(self.raw.sizes, first).unwrap_or((rank, 1));
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
        let (shown, cut) = shown(size, self.abbreviated);
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

/// The first axis from `axis` on whose size is not 1, and its size. The axes before it are brackets only, and are
/// skipped because there may be more of them than a recursion has stack for.
fn next_axis(sizes: &[usize], axis: usize) -> Option<(usize, usize)> {
    let mut sizes = sizes.iter().copied().enumerate().skip(axis);
    sizes.find(|&(_, size)| size != 1)
}

/// The indices along an axis that are written, and whether others are left out.
fn shown(size: usize, abbreviated: bool) -> (impl Iterator<Item = usize>, bool) {
    let cut = abbreviated && size > 2 * EDGE;
    let (head, tail) = if cut {
        (EDGE, size - EDGE)
    } else {
        (size, size)
    };
    ((0..head).chain(tail..size), cut)
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

/// The type of the elements, the sizes with their names, and the elements as nested arrays, whose rows begin lines. If there are
/// more than 1000 elements, only the first and last three along each axis are written; `{:#?}` writes all. A precision
/// (`{:.3?}`) applies to each element.
impl<T: fmt::Debug + 'static, S: Shape, E: ReadsElements<T>> fmt::Debug for TensorOn<T, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element = type_name::<T>();
        let element = element.rsplit("::").next().unwrap_or(element);
        write!(f, "Tensor<{element}, {:?}> ", self.shape())?;
        if self.is_empty() {
            return f.write_str("[]");
        }
        E::show::<S, _>(&self.data, |elements| {
            let abbreviated = !f.alternate() && self.len() > ALL;
            write_nested(f, self.dims(), abbreviated, elements, 0)
        })
    }
}

/// The next elements along the axes from `axis` on.
fn write_nested<T: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    sizes: &[usize],
    abbreviated: bool,
    elements: &mut dyn Iterator<Item = &T>,
    axis: usize,
) -> fmt::Result {
    let first = axis;
    let (axis, size) = next_axis(sizes, first).unwrap_or((sizes.len(), 1));
    (first..axis).try_for_each(|_| f.write_str("["))?;
    if axis == sizes.len() {
        elements.next().map_or(Ok(()), |element| element.fmt(f))?;
    } else {
        f.write_str("[")?;
        let (shown, cut) = shown(size, abbreviated);
        for (place, _) in shown.enumerate() {
            if place > 0 {
                f.write_str(",")?;
                separate(f, sizes.len() - axis - 1, axis + 1)?;
            }
            if cut && place == EDGE {
                f.write_str("...,")?;
                separate(f, sizes.len() - axis - 1, axis + 1)?;
                let inner: usize = sizes[axis + 1..].iter().product();
                let _ = elements.nth((size - 2 * EDGE) * inner - 1);
            }
            write_nested(f, sizes, abbreviated, elements, axis + 1)?;
        }
        f.write_str("]")?;
    }
    (first..axis).try_for_each(|_| f.write_str("]"))
}
