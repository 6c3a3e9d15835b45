//! Patterns that rearrange axes, such as `b t (h d) -> b h t d`. A group is one axis made of several, whose sizes
//! multiply to its size.
//!
//! `rearrange!` and similar macros expand to code that asks these types. [`rearrange_shape`],
//! [`reduce_shape`], [`repeat_shape`], [`pack_shapes`] and [`unpack_shapes`] are the same over slices of sizes.
//!
//! ```
//! use shapecheck::pattern::{MultipleOf, Quotient};
//! use shapecheck::{Dim, dim, shape};
//!
//! // One bound lets generic code split an axis of any size.
//! fn heads<C: MultipleOf<dim!(12)>>(x: shape![12, Quotient<C, dim!(12)>]) -> usize
//! where
//!     C: Dim,
//! {
//!     shapecheck::Shape::rank(&x)
//! }
//! assert_eq!(heads::<dim!(768)>(<shape![12, 64]>::default()), 2);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::pattern::MultipleOf;
//! use shapecheck::dim;
//!
//! fn heads<C: MultipleOf<dim!(12)>>() {}
//! heads::<dim!(770)>(); // 770 is not a multiple of 12
//! ```
//!
//! In the guide: [notation](crate::guide::notation).

use core::fmt;
use core::ops::Range;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use tinyvec::ArrayVec;

use super::equation::{DOTS, LABELS, Table};
#[cfg(feature = "alloc")]
use super::equation::{NotationError, grammar};
use typenum::U1;

use super::AxisEquals;

use crate::dim::{AtMost, DividedBy, Extent, Minus, MultipleVerdict, Remainder, Times};
use crate::verdict::{AxisVerdict, Clash, Decimal, Fits, Last, MultiplesOf, Operands, Tell};
use crate::{Axes, Dim, Dyn, DynShape, Scalar};

/// The verdict on whether a size is a multiple of `K`, and the quotient.
///
/// Any two sizes have a verdict; [`MultipleOf`] holds if it is yes.
///
/// In the guide: [notation](crate::guide::notation).
pub trait Divisible<K> {
    /// [`Fits`] or [`Clash`].
    #[doc(hidden)]
    type Verdict: AxisVerdict;
    /// `Self / K`
    type Quotient: Extent;
    /// What is left of `Self`, or 0 if that is known only at run time.
    #[doc(hidden)]
    type Rest: Extent;
}

impl<N: Extent, K: Extent> Divisible<K> for N {
    type Verdict = MultipleVerdict<N, K, N, K, Last>;
    type Quotient = DividedBy<N, K>;
    type Rest = <Remainder<N, K> as Extent>::OrZero;
}

/// `N / K`, where `N` is a [`MultipleOf<K>`](MultipleOf).
///
/// In the guide: [notation](crate::guide::notation).
pub type Quotient<N, K> = <N as Divisible<K>>::Quotient;

/// A size that is a multiple of `K`: the bound with which generic code splits an axis, one size of which is then
/// [`Quotient<Self, K>`](Quotient).
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether a size is a multiple of another",
    label = "nothing here says that `{K}` divides `{Self}`",
    note = "add the bound `where {Self}: MultipleOf<{K}>`, with `use shapecheck::pattern::MultipleOf`"
)]
pub trait MultipleOf<K>: Divisible<K, Verdict = Fits<Scalar>, Quotient: Dim> {}

impl<N, K> MultipleOf<K> for N where
    N: Divisible<K, Quotient: Dim> + Divided<K, <N as Divisible<K>>::Verdict>
{
}

/// The accepted verdict on a size and `K`. That it is [`Fits`] is asked only if it is, so that a clash is reported by
/// its own message first.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether a size is a multiple of another",
    label = "nothing here says that `{K}` divides `{Self}`",
    note = "add the bound `where {Self}: MultipleOf<{K}>`, with `use shapecheck::pattern::MultipleOf`"
)]
pub trait Divided<K, Verdict>: Divisible<K, Verdict = Fits<Scalar>> {}

impl<N: Divisible<K, Verdict = Fits<Scalar>>, K, S> Divided<K, Fits<S>> for N {}

impl<N, K, Lhs: Decimal, Rhs: Decimal, At> Divided<K, Clash<Lhs, Rhs, At>> for N
where
    Operands: Tell<MultiplesOf, Lhs::Number, Rhs::Number, At>,
    N: Undivided<K, Lhs::Number, Rhs::Number, At>,
{
}

/// Leads to [`NeverDivided`], two steps further than the message: the older trait solver reports first what it
/// reaches first. A separate impl names what is reported: the newer one looks no further into a bound that names it.
#[doc(hidden)]
pub trait Undivided<K, Lhs, Rhs, At>: Divisible<K, Verdict = Fits<Scalar>> {}

impl<N, K, Lhs, Rhs, At> Undivided<K, Lhs, Rhs, At> for N
where
    N: AfterTold<K, <Operands as Tell<MultiplesOf, Lhs, Rhs, At>>::Output>,
    Operands: Tell<MultiplesOf, Lhs, Rhs, At>,
{
}

#[doc(hidden)]
pub trait AfterTold<K, Output>: Divisible<K, Verdict = Fits<Scalar>> {}

impl<N: NeverDivided<K, Output>, K, Output> AfterTold<K, Output> for N {}

/// Never holds, so that what follows from it holds too.
#[doc(hidden)]
pub trait NeverDivided<K, Output>: Divisible<K, Verdict = Fits<Scalar>> {}

/// A shape with an axis of size `N` that is split into axes of the known size `K` together and one of size `Left`.
/// `Relation` names the group, and `Axis` is the number of the axis, counted from the end.
///
/// A trait of the shape, so that rustc reports it at the tensor.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the size `{N}` can be split",
    label = "nothing here says that an axis of size `{N}` can be split",
    note = "where the axis is made of the sizes of the group, as in `shape![H * D]`, give all of them: `h = H, d = D`",
    note = "where it is always a multiple, add the bound `where {N}: MultipleOf<{K}>`, with `use shapecheck::pattern::MultipleOf`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait DividesAxis<Relation, Axis, N, K, Left> {}

impl<S, Relation, Axis, N, K, Left, Verdict> DividesAxis<Relation, Axis, N, K, Left> for S
where
    N: Divisible<K, Verdict = Verdict>,
    Verdict: Divides<Relation, Axis, N, K, Left>,
{
}

/// Accepts the verdict on splitting a size. Only then is the size that is left known, so that a failure is reported
/// once.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the size `{N}` can be split",
    label = "nothing here says that an axis of size `{N}` can be split",
    note = "where the axis is made of the sizes of the group, as in `shape![H * D]`, give all of them: `h = H, d = D`",
    note = "where it is always a multiple, add the bound `where {N}: MultipleOf<{K}>`, with `use shapecheck::pattern::MultipleOf`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait Divides<Relation, Axis, N, K, Left> {}

impl<Relation, Axis, N: Divisible<K>, K, S> Divides<Relation, Axis, N, K, N::Quotient> for Fits<S> {}

impl<Relation, Axis, N, K, Left, Lhs: Decimal, Rhs: Decimal, At> Divides<Relation, Axis, N, K, Left>
    for Clash<Lhs, Rhs, At>
where
    Operands: Tell<Relation, Lhs::Number, Rhs::Number, Axis>,
{
}

/// A shape with an axis of size `N` that is made of axes of the size `Made` together.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the parts make the axis: the axis is `{N}`, and they make `{Made}`",
    label = "nothing here says that `{Made}` is the axis of size `{N}`"
)]
pub trait MadeOf<Relation, Axis, N, Made> {}

impl<S, Relation, Axis, N, Made, Verdict> MadeOf<Relation, Axis, N, Made> for S
where
    N: MakesAxis<Relation, Made, Verdict = Verdict>,
    Verdict: IsMade<Relation, Axis>,
{
}

/// The verdict on whether a size made of others, `Made`, is the size of an axis.
// Part of `MadeOf`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the parts make the axis: the axis is `{Self}`, and they make `{Made}`",
    label = "the axis is `{Self}`, and its parts make `{Made}`: are two sizes, or two names, exchanged?",
    note = "in generic code products and sums have an order: an axis of `H * D` is a group `(h d)` with `h = H, d = D`, and an axis of `A + B` is pieces of `A` and then of `B`",
    note = "where the two are always equal, add the bound `where {Made}: SameAs<{Self}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait MakesAxis<Relation, Made> {
    /// [`Fits`] or [`Clash`].
    type Verdict;
}

#[diagnostic::do_not_recommend]
impl<Relation, Made: AxisEquals<N>, N> MakesAxis<Relation, Made> for N {
    type Verdict = Made::Verdict;
}

/// Accepts the verdict on a size made of others.
#[doc(hidden)]
pub trait IsMade<Relation, Axis> {}

impl<Relation, Axis, S> IsMade<Relation, Axis> for Fits<S> {}

impl<Relation, Axis, Lhs: Decimal, Rhs: Decimal, At> IsMade<Relation, Axis> for Clash<Lhs, Rhs, At> where
    Operands: Tell<Relation, Lhs::Number, Rhs::Number, Axis>
{
}

/// `[..Lead]` then `[..Middle]`.
#[doc(hidden)]
pub type After<Lead, Middle> = <Middle as super::Follows<Lead>>::Output;

/// A shape whose axes are merged into one. With a single axis its size stays, in generic code too.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell how many elements this shape has",
    label = "nothing here says what the product of the sizes of `{Self}` is",
    note = "add the bound `where {Self}: Packs`, with `use shapecheck::pattern::Packs`"
)]
pub trait Packs {
    /// The size of that axis.
    type Total: Dim;
}

/// `[]` becomes 1
impl Packs for Scalar {
    type Total = U1;
}

/// `[N]` becomes `N`
impl<N: Dim> Packs for Axes<Scalar, N> {
    type Total = N;
}

/// `[..S, M, N]` becomes `[..S, M]` merged, times N
impl<Lead, M, N: Dim> Packs for Axes<Axes<Lead, M>, N>
where
    Axes<Lead, M>: Packs,
{
    type Total = Times<<Axes<Lead, M> as Packs>::Total, N>;
}

/// `[..dynamic rank, N]` becomes a size known only at run time
impl<N> Packs for Axes<DynShape, N> {
    type Total = Dyn;
}

/// `dynamic rank` becomes a size known only at run time
impl Packs for DynShape {
    type Total = Dyn;
}

/// The size of all axes of a shape merged into one.
#[doc(hidden)]
pub type Packed<S> = <S as Packs>::Total;

/// Pieces of `Known` elements together, which leave `Left` elements of an axis of size `N`.
///
/// In the guide: [notation](crate::guide::notation).
pub trait Leaves<Relation, N, Known, Left> {}

impl<S, Relation, N: Extent, Known: Extent, Left> Leaves<Relation, N, Known, Left> for S where
    // The rest is a size, or there is none.
    AtMost<Known, N, Last>: IsLeft<Relation, N, Known, Minus<N, Known>, Left>
{
}

/// Accepts the verdict on what pieces of `Known` elements leave of `N`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the pieces fit the axis",
    label = "nothing here says that pieces of `{Known}` elements fit in an axis of `{N}`",
    note = "in generic code the sizes of all pieces are given, and the axis is what they make: `shape![A + B]`"
)]
pub trait IsLeft<Relation, N, Known, Difference, Left> {}

impl<S, Relation, N, Known, Left> IsLeft<Relation, N, Known, Left, Left> for Fits<S> {}

impl<Relation, N, Known, Difference, Left, Lhs: Decimal, Rhs: Decimal, At>
    IsLeft<Relation, N, Known, Difference, Left> for Clash<Lhs, Rhs, At>
where
    Operands: Tell<Relation, Lhs::Number, Rhs::Number, At>,
{
}

/// Sizes or axes, up to 32 of them.
#[doc(hidden)]
pub type List = ArrayVec<[usize; 32]>;

/// Encloses the labels of a group.
const OPEN: u8 = u8::MAX - 3;
const CLOSE: u8 = u8::MAX - 4;

/// The steps by which a tensor becomes what its pattern says.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The sizes with all groups of the left side split.
    pub split: List,
    /// The axes of these that are reduced, counted from the end, from 1 for the last, ordered from the first to the
    /// last.
    pub reduced: List,
    /// The sizes without the reduced axes, and with an axis of size 1 at the end for each new one.
    pub ready: List,
    /// The order of these axes on the right side.
    pub order: List,
    /// The sizes in that order, with the new axes at their sizes.
    pub spread: List,
    /// The sizes with all groups of the right side merged.
    pub merged: List,
}

/// The ways in which a shape does not fit a pattern. An axis is counted from the end; a part is one of the left side,
/// counted from 0.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    Rank {
        named: usize,
        or_more: bool,
    },
    Division {
        part: usize,
        axis: usize,
        known: usize,
    },
    Product {
        part: usize,
        axis: usize,
        made: usize,
    },
    TwoToInfer {
        part: usize,
    },
    Uncountable,
    ManyAxes,
    Nothing {
        label: u8,
    },
}

/// A shape that does not fit its pattern, in words.
#[doc(hidden)]
pub struct Told<'a> {
    table: Table<'a>,
    shape: &'a [usize],
    given: &'a [Option<usize>],
    misfit: Misfit,
}

impl Plan {
    /// The plan of a pattern for a tensor of these sizes. `given` are the sizes of labels that are known.
    #[doc(hidden)]
    pub fn of<'a>(
        table: Table<'a>,
        shape: &'a [usize],
        given: &'a [Option<usize>],
    ) -> Result<Self, Told<'a>> {
        Self::resolve(table, shape, given).map_err(|misfit| Told {
            table,
            shape,
            given,
            misfit,
        })
    }

    fn resolve(table: Table<'_>, shape: &[usize], given: &[Option<usize>]) -> Result<Self, Misfit> {
        let mut sides = table.lists();
        let (left, right) = (sides.next().unwrap_or(&[]), sides.next().unwrap_or(&[]));
        let (named, or_more) = axes_of(left);
        if shape.len() < named || !or_more && shape.len() > named {
            return Err(Misfit::Rank { named, or_more });
        }
        let mut resolving = Resolving {
            shape,
            given,
            right,
            plan: Self::default(),
            places: [None; LABELS],
            dots: 0..0,
        };
        resolving.split(left, named)?;
        let stay = resolving.reduce(left);
        for (labels, is_group) in parts(right) {
            resolving.merge(labels, is_group, &stay)?;
        }
        Ok(resolving.plan)
    }

    /// The order of the split axes before any is moved.
    #[doc(hidden)]
    pub fn in_place(&self) -> &'static [usize] {
        const AXES: [usize; 32] = {
            let mut axes = [0; 32];
            let mut axis = 0;
            while axis < axes.len() {
                axes[axis] = axis;
                axis += 1;
            }
            axes
        };
        const { &AXES }.split_at(self.split.len()).0
    }

    /// The sizes of the result.
    #[doc(hidden)]
    pub fn merged(&self) -> crate::DynShape {
        self.merged.as_slice().into()
    }

    /// The same for a reduction that needs an element to pick.
    #[doc(hidden)]
    pub fn choosing<'a>(
        self,
        table: Table<'a>,
        shape: &'a [usize],
        given: &'a [Option<usize>],
    ) -> Result<Self, Told<'a>> {
        let empty = |from_end: &&usize| self.split[self.split.len() - **from_end] == 0;
        let Some(from_end) = self.reduced.iter().find(empty) else {
            return Ok(self);
        };
        let place = self.split.len() - from_end;
        let left = table.lists().next().unwrap_or(&[]);
        // The reduced axes became one.
        let unnamed = self.split.len() - left.iter().filter(|label| is_label(**label)).count();
        let each = left
            .iter()
            .filter(|label| is_label(**label) || **label == DOTS);
        let mut each = each.flat_map(|label| match *label {
            DOTS => core::iter::repeat_n(DOTS, unnamed),
            label => core::iter::repeat_n(label, 1),
        });
        Err(Told {
            table,
            shape,
            given,
            misfit: Misfit::Nothing {
                label: each.nth(place).unwrap_or(DOTS),
            },
        })
    }
}

/// A plan that is being made.
struct Resolving<'a> {
    shape: &'a [usize],
    given: &'a [Option<usize>],
    right: &'a [u8],
    plan: Plan,
    /// The axis of `split` for each label.
    places: [Option<usize>; LABELS],
    /// Those without a name.
    dots: Range<usize>,
}

impl Resolving<'_> {
    /// The size of a label, if it is known.
    fn given(&self, label: u8) -> Option<usize> {
        self.given.get(usize::from(label)).copied().flatten()
    }

    /// The sizes of all axes of the left side, with groups as what they are made of.
    fn split(&mut self, left: &[u8], named: usize) -> Result<(), Misfit> {
        let mut axis = 0;
        for (part, (labels, _)) in parts(left).enumerate() {
            if labels != [DOTS] {
                self.split_axis(part, labels, axis)?;
                axis += 1;
                continue;
            }
            let unnamed = &self.shape[axis..axis + self.shape.len() - named];
            axis += unnamed.len();
            if !self.right.contains(&DOTS) {
                let all = product(unnamed.iter().copied());
                push(&mut self.plan.split, all.ok_or(Misfit::Uncountable)?)?;
                continue;
            }
            self.dots = self.plan.split.len()..self.plan.split.len() + unnamed.len();
            for &size in unnamed {
                push(&mut self.plan.split, size)?;
            }
        }
        Ok(())
    }

    /// The sizes that an axis is made of, of which one may follow from the others.
    fn split_axis(&mut self, part: usize, labels: &[u8], axis: usize) -> Result<(), Misfit> {
        let size = self.shape[axis];
        let axis = self.shape.len() - axis;
        let names = || labels.iter().copied().filter(|label| is_label(*label));
        let known = product(names().filter_map(|label| self.given(label)));
        let known = known.ok_or(Misfit::Uncountable)?;
        let mut unknown = names().filter(|label| self.given(*label).is_none());
        let inferred = match unknown.next() {
            // For types in generic code, which may all be known at run time only.
            Some(_) if unknown.next().is_some() => return Err(Misfit::TwoToInfer { part }),
            Some(_) => match (size.checked_div(known), size.checked_rem(known)) {
                (Some(quotient), Some(0)) => quotient,
                _ => return Err(Misfit::Division { part, axis, known }),
            },
            None if known == size => 1,
            None => {
                return Err(Misfit::Product {
                    part,
                    axis,
                    made: known,
                });
            }
        };
        for label in names() {
            let size = self.given(label).unwrap_or(inferred);
            self.places[usize::from(label)] = Some(self.plan.split.len());
            push(&mut self.plan.split, size)?;
        }
        Ok(())
    }

    /// Leaves out the axes that the right side does not have, and gives the position of each axis of `split` among those
    /// that stay.
    fn reduce(&mut self, left: &[u8]) -> List {
        let mut label_of = [DOTS; 32];
        for label in left.iter().copied().filter(|label| is_label(*label)) {
            if let Some(place) = self.places[usize::from(label)] {
                label_of[place] = label;
            }
        }
        let plan = &mut self.plan;
        let mut stay = List::new();
        for (place, (&size, &label)) in plan.split.iter().zip(&label_of).enumerate() {
            stay.push(plan.ready.len());
            match self.right.contains(&label) {
                true => plan.ready.push(size),
                false => plan.reduced.push(plan.split.len() - place),
            }
        }
        stay
    }

    /// Puts the axes of one part of the right side in their order, and merges those of a group.
    fn merge(&mut self, labels: &[u8], is_group: bool, stay: &[usize]) -> Result<(), Misfit> {
        let is_one = is_group || labels != [DOTS];
        let mut merged: Option<usize> = Some(1);
        let mut axes = 0;
        for &label in labels {
            if label == DOTS {
                for place in self.dots.clone() {
                    let size = self.plan.split[place];
                    push(&mut self.plan.order, stay[place])?;
                    push(&mut self.plan.spread, size)?;
                    merged = times(merged, size);
                    if !is_one {
                        push(&mut self.plan.merged, size)?;
                    }
                }
                axes += 1;
            } else if is_label(label) {
                let size = match self.places[usize::from(label)] {
                    Some(place) => {
                        push(&mut self.plan.order, stay[place])?;
                        self.plan.split[place]
                    }
                    None => {
                        self.insert_axis()?;
                        self.given(label).unwrap_or(1)
                    }
                };
                push(&mut self.plan.spread, size)?;
                merged = times(merged, size);
                axes += 1;
            }
        }
        if axes == 0 {
            self.insert_axis()?;
            push(&mut self.plan.spread, 1)?;
        }
        match is_one {
            true => push(&mut self.plan.merged, merged.ok_or(Misfit::Uncountable)?),
            false => Ok(()),
        }
    }

    /// An axis of size 1 that the left side does not have.
    fn insert_axis(&mut self) -> Result<(), Misfit> {
        push(&mut self.plan.order, self.plan.ready.len())?;
        push(&mut self.plan.ready, 1)
    }
}

/// The top-level parts of one side of a pattern: the labels of a group or a single label, and whether it is a group.
fn parts(side: &[u8]) -> impl Iterator<Item = (&[u8], bool)> {
    let mut rest = side;
    core::iter::from_fn(move || {
        let (first, others) = rest.split_first()?;
        if *first != OPEN {
            let (part, others) = rest.split_at(1);
            rest = others;
            return Some((part, false));
        }
        let end = others.iter().position(|label| *label == CLOSE)?;
        rest = &others[end + 1..];
        Some((&others[..end], true))
    })
}

/// The number of axes that one side of a pattern names, and whether there may be more.
fn axes_of(side: &[u8]) -> (usize, bool) {
    let all = parts(side).count();
    let dots = parts(side).filter(|part| *part == (&[DOTS], false)).count();
    (all - dots, dots > 0)
}

fn is_label(label: u8) -> bool {
    usize::from(label) < LABELS
}

fn push(list: &mut List, size: usize) -> Result<(), Misfit> {
    match list.try_push(size) {
        None => Ok(()),
        Some(_) => Err(Misfit::ManyAxes),
    }
}

/// A product, which is 0 if any factor is 0.
fn product(sizes: impl Iterator<Item = usize>) -> Option<usize> {
    let mut product: Option<usize> = Some(1);
    for size in sizes {
        if size == 0 {
            return Some(0);
        }
        product = product.and_then(|product| product.checked_mul(size));
    }
    product
}

fn times(product: Option<usize>, size: usize) -> Option<usize> {
    match size {
        0 => Some(0),
        _ => product?.checked_mul(size),
    }
}

#[cfg(feature = "alloc")]
impl Told<'_> {
    /// The text of a part of the left side.
    fn part(&self, part: usize) -> Option<&str> {
        grammar::part_of(self.table.text, part)
    }

    /// The text of a label.
    fn name(&self, label: u8) -> Option<&str> {
        grammar::name_of(self.table.text, false, label.into())
    }

    /// The labels of a part of the left side whose sizes were given.
    fn known(&self, part: usize) -> impl Iterator<Item = (u8, usize)> {
        let left = self.table.lists().next().unwrap_or(&[]);
        let (labels, _) = parts(left).nth(part).unwrap_or_default();
        let sized = |label: &u8| {
            let size = self.given.get(usize::from(*label)).copied().flatten()?;
            Some((*label, size))
        };
        labels.iter().filter_map(sized)
    }
}

/// Without an allocator there are no dynamic sizes to report.
#[cfg(not(feature = "alloc"))]
impl Told<'_> {
    fn part(&self, _part: usize) -> Option<&str> {
        let _ = self.given;
        None
    }

    fn name(&self, _label: u8) -> Option<&str> {
        None
    }

    fn known(&self, _part: usize) -> impl Iterator<Item = (u8, usize)> {
        core::iter::empty()
    }
}

impl fmt::Display for Told<'_> {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of shape {:?}: ", self.table.text, self.shape)?;
        let size = |axis: usize| self.shape[self.shape.len() - axis];
        match self.misfit {
            Misfit::Rank { named, or_more } => {
                let axes = self.shape.len();
                let or_more = if or_more { " or more" } else { "" };
                let plural = if axes == 1 { "axis" } else { "axes" };
                write!(
                    f,
                    "the tensor has {axes} {plural}, the pattern names {named}{or_more}"
                )
            }
            Misfit::Division { part, axis, .. } => {
                write!(f, "`{}`", self.part(part).unwrap_or("?"))?;
                for (index, (label, size)) in self.known(part).enumerate() {
                    let before = if index == 0 { " with" } else { "," };
                    write!(f, "{before} {} = {size}", self.name(label).unwrap_or("?"))?;
                }
                write!(f, " does not divide {} at axis -{axis}", size(axis))
            }
            Misfit::Product { part, axis, made } => write!(f, "`{}` is {made}, but axis -{axis} is {}",
                self.part(part).unwrap_or("?"), size(axis)),
            Misfit::TwoToInfer { part } => write!(f, "one size of `{}` can be inferred, not two",
                self.part(part).unwrap_or("?")),
            Misfit::Uncountable => write!(f, "the sizes of a group make more than `usize` counts"),
            Misfit::ManyAxes => write!(f, "more than 32 axes"),
            Misfit::Nothing { label } => write!(f, "nothing to choose from: `{}` has size 0",
                self.name(label).unwrap_or("...")),
        }
    }
}

/// A pattern that is read at run time, with the sizes given next to it.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub struct Parsed<'a> {
    text: &'a str,
    labels: Vec<u8>,
    given: Vec<Option<usize>>,
}

#[cfg(feature = "alloc")]
impl<'a> Parsed<'a> {
    #[doc(hidden)]
    #[inline]
    pub fn new(
        text: &'a str,
        purpose: grammar::Purpose,
        sizes: &[(&str, usize)],
    ) -> Result<Self, NotationError> {
        let wrong = |wrong| NotationError::new(text, wrong);
        let pattern = grammar::pattern(text, purpose).map_err(wrong)?;
        let name = |place: &grammar::Place| &text[place.0..place.1];
        let mut given: Vec<Option<usize>> = Vec::new();
        // A number is its own size.
        given.extend(pattern.labels.iter().map(|place| name(place).parse().ok()));
        for (place, (label, size)) in sizes.iter().enumerate() {
            let found = pattern
                .labels
                .iter()
                .position(|place| name(place) == *label);
            let twice = sizes[..place].iter().any(|(other, _)| other == label);
            match found {
                Some(found) if !twice && given[found].is_none() => given[found] = Some(*size),
                _ => {
                    let what = match twice {
                        true => "has two sizes",
                        false => "is not an axis of the pattern",
                    };
                    let told = alloc::format!("`{text}`: `{label}` {what}");
                    return Err(NotationError::of_sizes(text, &told));
                }
            }
        }
        let is_given = |label: usize| given[label].is_some();
        pattern.check_sizes(text, is_given).map_err(wrong)?;
        Ok(Self {
            text,
            labels: pattern.numbered(text),
            given,
        })
    }

    #[doc(hidden)]
    pub fn plan(&self, shape: &[usize], chooses: bool) -> Result<Plan, NotationError> {
        let table = Table {
            text: self.text,
            labels: &self.labels,
        };
        let plan = Plan::of(table, shape, &self.given);
        let plan = plan.and_then(|plan| match chooses {
            true => plan.choosing(table, shape, &self.given),
            false => Ok(plan),
        });
        plan.map_err(|told| NotationError::of_sizes(self.text, &told))
    }
}

/// The shape that `rearrange!` gives for an array of this shape. `sizes` are those of axes that are
/// not inferred.
///
/// ```
/// use shapecheck::pattern::rearrange_shape;
///
/// assert_eq!(rearrange_shape("b t (h d) -> b h t d", &[2, 3, 8], &[("h", 4)])?.dims(), [2, 4, 3, 2]);
/// assert_eq!(
///     rearrange_shape("b t (h d) -> b h t d", &[2, 3, 770], &[("h", 12)]).unwrap_err().to_string(),
///     "`b t (h d) -> b h t d` of shape [2, 3, 770]: `(h d)` with h = 12 does not divide 770 at axis -1",
/// );
/// assert_eq!(
///     format!("{:#}", rearrange_shape("b t -> b (t", &[2, 3], &[]).unwrap_err()),
///     "this `(` is not closed\n  b t -> b (t\n           ^",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, or if the shape does not fit it.
#[cfg(feature = "alloc")]
#[inline]
pub fn rearrange_shape(
    pattern: &str,
    shape: &[usize],
    sizes: &[(&str, usize)],
) -> Result<DynShape, NotationError> {
    shape_of(pattern, grammar::Purpose::Rearrange, shape, sizes)
}

/// The shape that `reduce!` gives for an array of this shape: without the axes that are on the left
/// only.
///
/// ```
/// use shapecheck::pattern::reduce_shape;
///
/// assert_eq!(reduce_shape("b c (h 2) (w 2) -> b c h w", &[8, 3, 32, 32], &[])?.dims(), [8, 3, 16, 16]);
/// assert_eq!(
///     reduce_shape("b t -> b c", &[8, 3], &[]).unwrap_err().to_string(),
///     "`c` is on the right only in `b t -> b c`",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, or if the shape does not fit it.
#[cfg(feature = "alloc")]
#[inline]
pub fn reduce_shape(
    pattern: &str,
    shape: &[usize],
    sizes: &[(&str, usize)],
) -> Result<DynShape, NotationError> {
    shape_of(pattern, grammar::Purpose::Reduce, shape, sizes)
}

/// The shape that `repeat!` gives for an array of this shape: with the axes that are on the right
/// only, which need a size.
///
/// ```
/// use shapecheck::pattern::repeat_shape;
///
/// assert_eq!(repeat_shape("h w -> h (w r)", &[2, 3], &[("r", 4)])?.dims(), [2, 12]);
/// assert_eq!(
///     repeat_shape("h w -> h (w r)", &[2, 3], &[]).unwrap_err().to_string(),
///     "`r` has no size: write `r = 4` in `h w -> h (w r)`",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, or if the shape does not fit it.
#[cfg(feature = "alloc")]
#[inline]
pub fn repeat_shape(
    pattern: &str,
    shape: &[usize],
    sizes: &[(&str, usize)],
) -> Result<DynShape, NotationError> {
    shape_of(pattern, grammar::Purpose::Repeat, shape, sizes)
}

#[cfg(feature = "alloc")]
#[inline]
fn shape_of(
    pattern: &str,
    purpose: grammar::Purpose,
    shape: &[usize],
    sizes: &[(&str, usize)],
) -> Result<DynShape, NotationError> {
    let plan = Parsed::new(pattern, purpose, sizes)?.plan(shape, false)?;
    Ok(plan.merged.as_slice().into())
}

/// The axes of tensors that are packed into one, for a pattern such as `b * c`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Packing<'a> {
    /// The pattern as it was written.
    pub text: &'a str,
    /// The number of axes before the star.
    pub front: usize,
    /// The number of axes after it.
    pub back: usize,
}

/// The ways in which shapes do not fit the pattern of a packing. Operands are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unfit {
    Axes {
        operand: usize,
        axes: usize,
    },
    Sizes {
        name: usize,
        operand: usize,
        sizes: (usize, usize),
    },
    Uncountable,
    Rank {
        axes: usize,
    },
    Pieces {
        made: Option<usize>,
        size: usize,
    },
    TwoToInfer,
}

/// Shapes that do not fit the pattern of a packing, in words.
#[doc(hidden)]
pub struct ToldPacking<'a> {
    packing: Packing<'a>,
    shapes: &'a [&'a [usize]],
    unfit: Unfit,
}

impl<'a> Packing<'a> {
    /// The number of elements along the packed axis.
    #[doc(hidden)]
    pub fn packed(self, shapes: &'a [&'a [usize]]) -> Result<usize, ToldPacking<'a>> {
        let told = |unfit| ToldPacking {
            packing: self,
            shapes,
            unfit,
        };
        let named = self.front + self.back;
        let mut total = Some(0_usize);
        for (index, shape) in shapes.iter().enumerate() {
            let (operand, axes) = (index + 1, shape.len());
            if axes < named {
                return Err(told(Unfit::Axes { operand, axes }));
            }
            for name in 0..named {
                let size = |shape: &[usize]| match name < self.front {
                    true => shape[name],
                    false => shape[shape.len() + name - named],
                };
                let sizes = (size(shapes[0]), size(shape));
                if sizes.0 != sizes.1 {
                    return Err(told(Unfit::Sizes {
                        name,
                        operand,
                        sizes,
                    }));
                }
            }
            let count = product(self.star(shape).iter().copied());
            total = total
                .zip(count)
                .and_then(|(total, count)| total.checked_add(count));
        }
        total.ok_or_else(|| told(Unfit::Uncountable))
    }

    /// The axes that the star stands for.
    #[doc(hidden)]
    pub fn star(self, shape: &[usize]) -> &[usize] {
        &shape[self.front..shape.len() - self.back]
    }

    /// A shape with other sizes in place of the packed axis, or of the axes of the star.
    #[cfg(feature = "alloc")]
    fn with(self, shape: &[usize], sizes: &[usize]) -> DynShape {
        let behind = &shape[shape.len() - self.back..];
        [&shape[..self.front], sizes, behind].concat().into()
    }

    /// Checks that pieces make up the packed axis, and gives the number of elements of the piece to infer.
    #[doc(hidden)]
    pub fn left(
        self,
        shapes: &'a [&'a [usize]],
        counts: impl Iterator<Item = Option<Option<usize>>>,
    ) -> Result<usize, ToldPacking<'a>> {
        let told = |unfit| ToldPacking {
            packing: self,
            shapes,
            unfit,
        };
        let [shape] = *shapes else {
            return Err(told(Unfit::Uncountable));
        };
        let axes = shape.len();
        if axes != self.front + self.back + 1 {
            return Err(told(Unfit::Rank { axes }));
        }
        let size = shape[self.front];
        let (mut made, mut inferred) = (Some(0_usize), 0);
        for count in counts {
            match count {
                Some(count) => {
                    made = made
                        .zip(count)
                        .and_then(|(made, count)| made.checked_add(count));
                }
                None => inferred += 1,
            }
        }
        match (made, inferred) {
            (_, 2..) => Err(told(Unfit::TwoToInfer)),
            (Some(made), 0) if made == size => Ok(0),
            (Some(made), 1) if made <= size => Ok(size - made),
            _ => Err(told(Unfit::Pieces { made, size })),
        }
    }

    #[cfg(feature = "alloc")]
    fn name(self, name: usize) -> Option<&'a str> {
        grammar::name_of(self.text, false, name)
    }

    /// Without an allocator there are no dynamic sizes to report.
    #[cfg(not(feature = "alloc"))]
    fn name(self, _name: usize) -> Option<&'a str> {
        None
    }
}

impl fmt::Display for ToldPacking<'_> {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.shapes.len() == 1 { "" } else { "s" };
        write!(f, "`{}` of shape{plural}", self.packing.text)?;
        for (index, shape) in self.shapes.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.shapes.len() => " and",
                _ => ",",
            };
            write!(f, "{before} {shape:?}")?;
        }
        let named = self.packing.front + self.packing.back;
        let axes_of = |axes: usize| if axes == 1 { "axis" } else { "axes" };
        match self.unfit {
            Unfit::Axes { operand, axes } => write!(f, ": operand {operand} has {axes} {}, the pattern names {named} or more", axes_of(axes)),
            Unfit::Sizes { name, operand, sizes } => write!(f, ": `{}` is {} in operand 1 and {} in operand {operand}",
                self.packing.name(name).unwrap_or("?"), sizes.0, sizes.1),
            Unfit::Uncountable => write!(f, ": more elements than `usize` counts"),
            Unfit::Rank { axes } => write!(f, ": the tensor has {axes} {}, the pattern names {} and `*`", axes_of(axes), named),
            Unfit::Pieces { made: Some(made), size } => write!(f, ": the pieces have {made} elements, the axis {size}"),
            Unfit::Pieces { made: None, size } => write!(f, ": the pieces have more elements than `usize` counts, the axis {size}"),
            Unfit::TwoToInfer => write!(f, ": one piece is inferred at most"),
        }
    }
}

#[cfg(feature = "alloc")]
#[inline]
fn packing_of(pattern: &str) -> Result<Packing<'_>, NotationError> {
    let sides = grammar::packing(pattern).map_err(|wrong| NotationError::new(pattern, wrong))?;
    Ok(Packing {
        text: pattern,
        front: sides.0.len(),
        back: sides.1.len(),
    })
}

/// The shape that `pack!` gives for arrays of these shapes, and for each array the sizes of the axes
/// that `*` stands for.
///
/// ```
/// use shapecheck::pattern::pack_shapes;
///
/// let (packed, pieces) = pack_shapes("b * c", &[&[2, 3, 4, 8], &[2, 8], &[2, 5, 8]])?;
/// assert_eq!(packed.dims(), [2, 18, 8]);
/// assert_eq!(pieces[0].dims(), [3, 4]);
/// assert_eq!(pieces[1].dims(), []);
/// assert_eq!(
///     pack_shapes("b * c", &[&[2, 3, 8], &[4, 8]]).unwrap_err().to_string(),
///     "`b * c` of shapes [2, 3, 8] and [4, 8]: `b` is 2 in operand 1 and 4 in operand 2",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, if there is no shape, or if the shapes do not fit it.
#[cfg(feature = "alloc")]
#[inline]
pub fn pack_shapes(
    pattern: &str,
    shapes: &[&[usize]],
) -> Result<(DynShape, Vec<DynShape>), NotationError> {
    let packing = packing_of(pattern)?;
    let Some(first) = shapes.first() else {
        let told = alloc::format!("`{pattern}` of no shapes: there is nothing to pack");
        return Err(NotationError::of_sizes(pattern, &told));
    };
    let total = packing.packed(shapes);
    let total = total.map_err(|told| NotationError::of_sizes(pattern, &told))?;
    let pieces = shapes.iter().map(|shape| packing.star(shape).into());
    Ok((packing.with(first, &[total]), pieces.collect()))
}

/// The shapes that `unpack!` gives for an array of this shape. `None` is a piece of one axis with what
/// the other pieces leave.
///
/// ```
/// use shapecheck::pattern::unpack_shapes;
///
/// let shapes = unpack_shapes("b * c", &[2, 18, 8], &[Some(&[3, 4]), Some(&[]), None])?;
/// assert_eq!(shapes[0].dims(), [2, 3, 4, 8]);
/// assert_eq!(shapes[1].dims(), [2, 8]);
/// assert_eq!(shapes[2].dims(), [2, 5, 8]);
/// assert_eq!(
///     unpack_shapes("*", &[67], &[Some(&[6, 11])]).unwrap_err().to_string(),
///     "`*` of shape [67]: the pieces have 66 elements, the axis 67",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, if the shape does not fit it, or if the pieces are not all of the
/// packed axis.
#[cfg(feature = "alloc")]
#[inline]
pub fn unpack_shapes(
    pattern: &str,
    shape: &[usize],
    pieces: &[Option<&[usize]>],
) -> Result<Vec<DynShape>, NotationError> {
    let packing = packing_of(pattern)?;
    let counts = pieces
        .iter()
        .map(|piece| piece.map(|sizes| product(sizes.iter().copied())));
    let left = packing
        .left(&[shape], counts)
        .map_err(|told| NotationError::of_sizes(pattern, &told))?;
    let pieces = pieces.iter();
    let shapes = pieces.map(|piece| packing.with(shape, piece.unwrap_or(&[left])));
    Ok(shapes.collect())
}

/// What the compiler may know of a size given next to a pattern.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of an axis",
    label = "expected a size",
    note = "a size is a number, a constant in braces as in `h = {{HEADS}}`, a type such as `dim!(12)`, or an expression of type `usize`"
)]
pub trait IntoSize {
    /// As a type.
    type Size: Dim;

    /// The size as a value.
    fn into_size(self) -> Self::Size;
}

impl IntoSize for usize {
    type Size = Dyn;

    #[inline]
    fn into_size(self) -> Dyn {
        Dyn(self)
    }
}

impl<N: Dim> IntoSize for N {
    type Size = N;

    #[inline]
    fn into_size(self) -> N {
        self
    }
}
