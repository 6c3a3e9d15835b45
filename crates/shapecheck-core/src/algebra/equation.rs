//! Equations that name axes, over slices of sizes: the rules of `notation` at run time.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, string::ToString, vec::Vec};

use tinyvec::ArrayVec;

use crate::{DynShape, Shape};

/// The grammar, which is shared with the macros that read equations.
#[cfg(feature = "alloc")]
#[allow(dead_code, reason = "the macros use all of it")]
pub mod grammar {
    use alloc::{format, string::String, vec::Vec};

    shapecheck_macros::grammar!();

    /// The text of a label of an equation that was read before: each name once and each number but 1, in order of
    /// appearance. The rest of the grammar is compiled only into programs that read equations.
    pub(crate) fn name_of(text: &str, letters: bool, label: usize) -> Option<&str> {
        let (mut from, mut labels) = (0, 0);
        while let Ok(Some((token, place))) = token(text, from, letters) {
            from = place.1;
            let is_label = match token {
                Token::Name => is_first(text, letters, place),
                Token::Number(size) => size != 1,
                _ => false,
            };
            if is_label && labels == label {
                return text.get(place.0..place.1);
            }
            labels += usize::from(is_label);
        }
        None
    }

    /// Whether a name stands nowhere before its place.
    fn is_first(text: &str, letters: bool, name: Place) -> bool {
        let mut from = 0;
        while let Ok(Some((_, place))) = token(text, from, letters) {
            from = place.1;
            if same(text, place, name) {
                return place == name;
            }
        }
        true
    }

    /// The text of a part of the left side of a pattern that was read before: an axis or a group.
    pub(crate) fn part_of(text: &str, part: usize) -> Option<&str> {
        let (mut from, mut parts, mut group) = (0, 0, None);
        while let Ok(Some((token, place))) = token(text, from, false) {
            from = place.1;
            let start = match token {
                Token::Open => {
                    group = Some(place.0);
                    continue;
                }
                Token::Close => group.take()?,
                _ if group.is_some() => continue,
                Token::Arrow => return None,
                _ => place.0,
            };
            if parts == part {
                return text.get(start..place.1);
            }
            parts += 1;
        }
        None
    }
}

/// The highest number of labels in an equation, including those of axes without a name.
pub const LABELS: usize = 64;

/// Stands for a label: an axis of size 1, which is left out.
pub const ONE: u8 = u8::MAX;

/// In place of labels: any number of axes.
pub(crate) const DOTS: u8 = u8::MAX - 1;

/// A label for each axis of an operand.
#[doc(hidden)]
pub type Labels = ArrayVec<[u8; 32]>;

/// Ends the labels of an operand.
pub(super) const END: u8 = u8::MAX - 2;

/// An equation, as the macros pass it on: a number for each label.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Table<'a> {
    /// The equation as it was written.
    pub text: &'a str,
    /// The labels of each operand, in the order of its axes, including [`ONE`] and [`DOTS`]. 253 ends an operand. The
    /// labels of the result follow.
    pub labels: &'a [u8],
}

/// The ways in which sizes do not fit an equation. Operands are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Misfit {
    Operands {
        given: usize,
    },
    Rank {
        operand: usize,
        axes: usize,
        named: usize,
        or_more: bool,
    },
    LeftOut {
        operand: usize,
        axes: usize,
    },
    Sizes {
        label: u8,
        first: (usize, usize),
        second: (usize, usize),
    },
    One {
        operand: usize,
        size: usize,
    },
    Others {
        axis: usize,
        first: (usize, usize),
        second: (usize, usize),
    },
    Stretched {
        operand: usize,
        axis: usize,
        to: usize,
    },
    ManyLabels,
    ManyAxes {
        operand: usize,
    },
}

/// An equation for operands of known sizes. Dots have their own labels.
#[doc(hidden)]
pub struct Resolved {
    pub result: Labels,
    /// The size of each label.
    pub sizes: [usize; LABELS],
}

impl<'a> Table<'a> {
    #[doc(hidden)]
    #[inline]
    pub const fn new(text: &'a str, labels: &'a [u8]) -> Self {
        Self { text, labels }
    }

    /// The labels of each operand, then those of the result.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &'a [u8]> + Clone {
        self.labels.split(|label| *label == END)
    }

    /// The number of operands.
    fn operands(&self) -> usize {
        self.labels.iter().filter(|label| **label == END).count()
    }

    /// Writes the label of each axis to `labels`. `size_names` has a bit for each axis of an operand
    /// whose size has a name, from the last axis on.
    #[doc(hidden)]
    pub fn resolve(
        &self,
        shapes: &[&[usize]],
        size_names: &[u128],
        labels: &mut [Labels],
    ) -> Result<Resolved, Misfit> {
        if shapes.len() != self.operands() {
            return Err(Misfit::Operands {
                given: shapes.len(),
            });
        }
        let numbers = self.labels.iter().filter(|label| **label < END);
        let names = numbers.max().map_or(0, |label| usize::from(*label) + 1);
        let others = self.others(shapes)?;
        if names + others > LABELS {
            return Err(Misfit::ManyLabels);
        }
        let mut seen = Seen {
            names,
            sizes: [1; LABELS],
            from: [0; LABELS],
        };
        for (index, (own, shape)) in self.lists().zip(shapes).enumerate() {
            labels[index] = seen.operand(index + 1, own, shape)?;
        }
        for (index, (list, shape)) in labels.iter_mut().zip(shapes).enumerate() {
            let size_names = size_names.get(index).copied().unwrap_or(0);
            seen.leave_out_stretched(index + 1, list, shape, size_names)?;
        }
        let mut result = Labels::new();
        for &label in self.lists().last().unwrap_or_default() {
            match label {
                DOTS => (names..names + others)
                    .rev()
                    .for_each(|label| result.push(label as u8)),
                _ => result.push(label),
            }
        }
        let sizes = seen.sizes;
        Ok(Resolved { result, sizes })
    }

    /// The largest number of axes that an operand has without a name, if each operand has as many axes as it may.
    fn others(&self, shapes: &[&[usize]]) -> Result<usize, Misfit> {
        let keeps_dots = self
            .lists()
            .last()
            .is_some_and(|result| result.contains(&DOTS));
        let mut others = 0;
        for (operand, (own, shape)) in self.lists().zip(shapes).enumerate() {
            let named = own.iter().filter(|label| **label != DOTS).count();
            let or_more = named < own.len();
            let (axes, operand) = (shape.len(), operand + 1);
            if axes < named || !or_more && axes > named {
                return Err(Misfit::Rank {
                    operand,
                    axes,
                    named,
                    or_more,
                });
            }
            if axes > named && !keeps_dots {
                let axes = axes - named;
                return Err(Misfit::LeftOut { operand, axes });
            }
            if axes > 32 {
                return Err(Misfit::ManyAxes { operand });
            }
            others = others.max(axes - named);
        }
        Ok(others)
    }
}

/// The sizes of labels, as far as operands have given them.
struct Seen {
    /// The number of labels with a name. Those of axes without one follow, counted from the last axis, because these axes
    /// broadcast.
    names: usize,
    sizes: [usize; LABELS],
    /// The operand that gave each size, counted from 1.
    from: [usize; LABELS],
}

impl Seen {
    /// Takes the sizes of an operand, and gives the label of each of its axes.
    fn operand(&mut self, operand: usize, own: &[u8], shape: &[usize]) -> Result<Labels, Misfit> {
        let unnamed = (shape.len() + 1).saturating_sub(own.len());
        let mut list = Labels::new();
        let mut axes = shape.iter();
        for &label in own {
            if label == DOTS {
                for (axis, &size) in (0..unnamed).rev().zip(&mut axes) {
                    let label = self.names + axis;
                    list.push(label as u8);
                    // Whether a size of 1 broadcasts is known only after all operands were seen.
                    if size != 1 {
                        self.set(label, operand, size).map_err(|[first, second]| {
                            Misfit::Others {
                                axis: axis + 1,
                                first,
                                second,
                            }
                        })?;
                    }
                }
                continue;
            }
            let Some(&size) = axes.next() else { break };
            list.push(label);
            if label != ONE {
                self.set(usize::from(label), operand, size)
                    .map_err(|[first, second]| Misfit::Sizes {
                        label,
                        first,
                        second,
                    })?;
            } else if size != 1 {
                return Err(Misfit::One { operand, size });
            }
        }
        Ok(list)
    }

    /// The size of a label in an operand. The error has the operand that gave another one before, and this one, with the
    /// two sizes.
    fn set(
        &mut self,
        label: usize,
        operand: usize,
        size: usize,
    ) -> Result<(), [(usize, usize); 2]> {
        let (first, second) = ((self.from[label], self.sizes[label]), (operand, size));
        match first {
            (0, _) => (self.from[label], self.sizes[label]) = second,
            (_, known) if known != size => return Err([first, second]),
            _ => {}
        }
        Ok(())
    }

    /// Leaves out the axes of an operand that broadcast, which have size 1. One with a name does not broadcast.
    fn leave_out_stretched(
        &self,
        operand: usize,
        list: &mut Labels,
        shape: &[usize],
        size_names: u128,
    ) -> Result<(), Misfit> {
        for (place, (label, size)) in list.iter_mut().zip(shape).enumerate() {
            let to = self.sizes.get(usize::from(*label)).copied();
            let Some(to) = to.filter(|to| usize::from(*label) >= self.names && size != to) else {
                continue;
            };
            let axis = shape.len() - place;
            if size_names >> (axis - 1) & 1 == 1 {
                return Err(Misfit::Stretched { operand, axis, to });
            }
            *label = ONE;
        }
        Ok(())
    }
}

/// The way in which shapes do not fit an equation, in words.
#[doc(hidden)]
pub struct Told<'a> {
    pub table: &'a Table<'a>,
    pub shapes: &'a [&'a [usize]],
    pub misfit: Misfit,
}

impl Told<'_> {
    /// The name of a label.
    #[cfg(feature = "alloc")]
    fn name(&self, label: u8) -> Option<&str> {
        let text = self.table.text;
        grammar::name_of(text, grammar::of_letters(text), label.into())
    }

    /// Without an allocator there are no dynamic sizes to report.
    #[cfg(not(feature = "alloc"))]
    fn name(&self, _label: u8) -> Option<&str> {
        None
    }
}

/// `shapes [2, 3] and [3, 4]`
pub(super) fn write_shapes(
    f: &mut fmt::Formatter<'_>,
    shapes: impl Iterator<Item: fmt::Debug> + Clone,
) -> fmt::Result {
    let count = shapes.clone().count();
    f.write_str(if count == 1 { "shape" } else { "shapes" })?;
    for (index, shape) in shapes.enumerate() {
        let before = match index {
            0 => "",
            _ if index + 1 == count => " and",
            _ => ",",
        };
        write!(f, "{before} {shape:?}")?;
    }
    Ok(())
}

impl fmt::Display for Told<'_> {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of ", self.table.text)?;
        write_shapes(f, self.shapes.iter())?;
        match self.misfit {
            Misfit::Operands { given } => {
                let count = self.table.operands();
                let plural = if count == 1 { "" } else { "s" };
                let are = if given == 1 { "is" } else { "are" };
                write!(
                    f,
                    ": the equation has {count} operand{plural}, but {given} {are} given"
                )
            }
            Misfit::Rank { operand, axes, named, or_more } => {
                let or_more = if or_more { " or more" } else { "" };
                let plural = if axes == 1 { "axis" } else { "axes" };
                write!(
                    f,
                    ": operand {operand} has {axes} {plural}, the equation names {named}{or_more}"
                )
            }
            Misfit::LeftOut { operand, axes } => {
                let plural = if axes == 1 { "axis" } else { "axes" };
                write!(
                    f,
                    ": operand {operand} has {axes} {plural} without a name, the result has no `...`"
                )
            }
            Misfit::Sizes { label, first, second } => {
                let name = self.name(label);
                let name = name.unwrap_or("?");
                match first.0 == second.0 {
                    true => write!(
                        f,
                        ": label `{name}` has sizes {} and {} in operand {}",
                        first.1, second.1, first.0
                    ),
                    false => write!(
                        f,
                        ": label `{name}` has size {} in operand {} and {} in operand {}",
                        first.1, first.0, second.1, second.0
                    ),
                }?;
                match first.1 == 1 || second.1 == 1 {
                    true => write!(
                        f,
                        "; a size of 1 is not stretched: write `1` instead of the name"
                    ),
                    false => Ok(()),
                }
            }
            Misfit::One { operand, size } => write!(f, ": operand {operand} has an axis of size {size} where the equation says 1"),
            Misfit::Others { axis, first, second } => write!(f, ": axes without a name do not broadcast: size {} in operand {} and {} in operand {} at the axis -{axis} of them", first.1, first.0, second.1, second.0),
            Misfit::Stretched { operand, axis, to } => write!(f, ": size 1 at axis -{axis} of operand {operand} has a name, and is not stretched to size {to}"),
            Misfit::ManyLabels => write!(f, ": more than {LABELS} labels"),
            Misfit::ManyAxes { operand } => write!(f, ": operand {operand} has more than 32 axes"),
        }
    }
}

/// A mistake in an equation or in the shapes of its operands.
///
/// `{:#}` shows the equation below the text, with a mark under the mistake. `{:?}` is the same as `{}`, so that an
/// `unwrap` shows it, and `{:#?}` as `{:#}`.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq)]
pub struct NotationError {
    message: Box<str>,
    equation: Box<str>,
    place: Option<(usize, usize)>,
}

#[cfg(feature = "alloc")]
impl NotationError {
    #[inline]
    pub(crate) fn new(equation: &str, wrong: grammar::Wrong) -> Self {
        Self {
            message: wrong.explain(equation).into(),
            equation: equation.into(),
            place: Some(wrong.place),
        }
    }

    #[doc(hidden)]
    pub fn told(told: Told<'_>) -> Self {
        Self::of_sizes(told.table.text, &told)
    }

    /// For an equation without a mistake, and sizes that do not fit it.
    pub(crate) fn of_sizes(equation: &str, told: &dyn fmt::Display) -> Self {
        Self {
            message: told.to_string().into(),
            equation: equation.into(),
            place: None,
        }
    }

    /// The bytes of the equation that contain the mistake, or `None` if the mistake is in the sizes.
    pub fn place(&self) -> Option<core::ops::Range<usize>> {
        self.place.map(|(start, end)| start..end)
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        let Some((start, end)) = self.place else {
            return Ok(());
        };
        if !f.alternate() {
            return write!(f, " in `{}`", self.equation);
        }
        let before = self.equation[..start].chars().count();
        let width = self.equation[start..end].chars().count().max(1);
        write!(f, "\n  {}\n  {:before$}{:^<width$}", self.equation, "", "^")
    }
}

#[cfg(feature = "alloc")]
crate::__debug_is_text!(NotationError);

#[cfg(feature = "alloc")]
impl core::error::Error for NotationError {}

/// An equation that is read at run time.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub struct Parsed<'a> {
    text: &'a str,
    labels: Vec<u8>,
}

#[cfg(feature = "alloc")]
impl<'a> Parsed<'a> {
    #[doc(hidden)]
    #[inline]
    pub fn einsum(text: &'a str) -> Result<Self, NotationError> {
        let wrong = |wrong| NotationError::new(text, wrong);
        let (operands, result) = grammar::einsum(text).map_err(wrong)?;
        let places = grammar::labels(text, &operands).map_err(wrong)?;
        let labels = grammar::numbered(text, &places, &operands, &result);
        Ok(Self { text, labels })
    }

    #[doc(hidden)]
    pub fn table(&self) -> Table<'_> {
        Table {
            text: self.text,
            labels: &self.labels,
        }
    }
}

/// The shape that an equation gives for arrays of these shapes: the rule of `einsum!` over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::einsum_shapes;
///
/// assert_eq!(einsum_shapes("ij,jk->ik", &[&[2, 3], &[3, 4]])?.dims(), [2, 4]);
/// assert_eq!(einsum_shapes("... i, i j -> ... j", &[&[8, 2, 3], &[3, 4]])?.dims(), [8, 2, 4]);
/// assert_eq!(
///     einsum_shapes("ij,jk->ik", &[&[2, 3], &[4, 5]]).unwrap_err().to_string(),
///     "`ij,jk->ik` of shapes [2, 3] and [4, 5]: label `j` has size 3 in operand 1 and 4 in operand 2",
/// );
/// assert_eq!(
///     format!("{:#}", einsum_shapes("ij,jk->im", &[&[2, 3], &[3, 4]]).unwrap_err()),
///     "label `m` is on the right, but in no operand\n  ij,jk->im\n          ^",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the equation is malformed, or if shapes do not fit it.
#[cfg(feature = "alloc")]
#[inline]
pub fn einsum_shapes(equation: &str, shapes: &[&[usize]]) -> Result<DynShape, NotationError> {
    let equation = Parsed::einsum(equation)?;
    let table = &equation.table();
    let mut labels = alloc::vec![Labels::new(); shapes.len()];
    let told = |misfit| {
        NotationError::told(Told {
            table,
            shapes,
            misfit,
        })
    };
    Ok(table
        .resolve(shapes, &[], &mut labels)
        .map_err(told)?
        .shape())
}

impl Resolved {
    /// The sizes of the result.
    pub fn shape(&self) -> DynShape {
        let rank = self.result.len();
        let size = |axis: usize| self.sizes[usize::from(self.result[rank - axis])];
        DynShape::build(rank, 1, &size).unwrap_or_default()
    }
}
