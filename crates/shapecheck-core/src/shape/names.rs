//! The sizes of names, checked when the program runs: in one shape, and in all shapes of a program.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::shape::NamedSizes;
//! use shapecheck::{dims, shape};
//!
//! dims! { Batch, Seq }
//!
//! let mut sizes = NamedSizes::of(&<shape![Batch, Seq]>::of([2, 5]));
//! sizes.check(&<shape![Batch, 64]>::of([2]))?;
//! let error = sizes.check(&<shape![Batch, 64]>::of([3])).unwrap_err();
//! assert_eq!(error.to_string(), "shape [3, 64]: `Batch` is 3 at axis -2, where it has to be 2");
//! # }
//! # Ok::<(), shapecheck::ShapeError>(())
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::shape::NamedSizes;
//!
//! NamedSizes::new().get::<f32>(); // a size, not a number
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::Shape;
use super::list::ArrayShape;
#[cfg(feature = "alloc")]
use crate::Dim;
use crate::ShapeError;
use crate::dim::named::{NameOfSize, SizeName};
use crate::error::ShapeErrorKind;

/// The name of an axis, counted from the end, if it has one.
#[doc(hidden)]
pub type NameFromEnd = fn(usize) -> Option<&'static SizeName>;

/// The names of a shape that has names. From a constant, so that rustc looks at nothing for a shape without.
pub(super) const fn names_of<S: ArrayShape>() -> Option<NameFromEnd> {
    match S::NAMES {
        0 => None,
        _ => Some(S::name_from_end),
    }
}

/// Checks that one name has one size, at most that of its bound, and that sums and products have the sizes that their names
/// make.
pub(super) fn check_names(sizes: &[usize], name: NameFromEnd) -> Result<(), ShapeError> {
    check_names_with(&[], sizes, name)
}

/// The same, where some names have sizes already.
fn check_names_with(
    known: &[(NameOfSize, usize)],
    sizes: &[usize],
    name: NameFromEnd,
) -> Result<(), ShapeError> {
    let rank = sizes.len();
    let size_of = |wanted: &SizeName| {
        let known = known.iter().find(|(name, _)| name.0 == wanted);
        known.map(|&(_, size)| size).or_else(|| {
            let axis = (1..=rank).rev().find(|&axis| name(axis) == Some(wanted))?;
            Some(sizes[rank - axis])
        })
    };
    for axis in (1..=rank).rev() {
        let Some(name) = name(axis) else { continue };
        let found = sizes[rank - axis];
        let elsewhere = size_of(name).unwrap_or(found);
        let computed = name.computed(&size_of).unwrap_or(Some(found));
        let most = name.most();
        let (name, axis) = (NameOfSize(name), -(axis as i32));
        if found > most {
            let kind = ShapeErrorKind::BoundedName {
                name,
                axis,
                found,
                most,
            };
            return Err(kind.of(sizes));
        }
        let other = [Some(elsewhere), computed]
            .into_iter()
            .find(|&size| size != Some(found));
        let kind = match other {
            None => continue,
            Some(None) => ShapeErrorKind::LargeName { name, axis, found },
            Some(Some(expected)) => ShapeErrorKind::Name {
                name,
                axis,
                found,
                expected,
            },
        };
        return Err(kind.of(sizes));
    }
    // A sum that was known before some of its names.
    for &(name, expected) in known {
        let Some(computed) = name.0.computed(&size_of) else {
            continue;
        };
        let found = computed.unwrap_or(usize::MAX);
        if found != expected {
            let kind = ShapeErrorKind::NameElsewhere {
                name,
                found,
                expected,
            };
            return Err(kind.of(sizes));
        }
    }
    Ok(())
}

/// Checks that a reshape moves no name: what has a name of the source in the target, an axis or a factor of one, has that
/// size and as many elements after it. For shapes without names nothing is compiled.
///
/// The number of a multiple has no place among its names: `4 * Batch` is what `[Batch, 4]` and `[4, Batch]` are merged to, and `Seq +
/// Seq` is `2 * Seq`, so that a type does not say which of them the elements were. Both are taken, as by a split; a name is
/// believed, and a number says nothing that could be.
#[inline]
#[doc(hidden)]
pub fn check_names_stay<S: Shape, Target: Shape>(
    sizes: &[usize],
    target: &[usize],
) -> Result<(), ShapeError> {
    if const { S::NAMES == 0 || Target::NAMES == 0 } {
        return Ok(());
    }
    match const { (names_of::<S>(), names_of::<Target>()) } {
        (Some(name), Some(of_target)) => find_moved_name(
            Factors { sizes, name },
            Factors {
                sizes: target,
                name: of_target,
            },
        ),
        _ => Ok(()),
    }
}

/// A shape as the factors that its axes are made of, from the last one on: a name, alone or in a product, or a number.
#[derive(Clone, Copy)]
struct Factors<'a> {
    sizes: &'a [usize],
    name: NameFromEnd,
}

/// A factor, and the axis, counted from the end, of which it is a part.
#[derive(Clone, Copy)]
struct Factor {
    axis: usize,
    /// The part of the axis, counted from the last one.
    part: usize,
    /// A name, or `None` for a number.
    name: Option<&'static SizeName>,
}

impl<'a> Factors<'a> {
    fn size_of_axis(&self, axis: usize) -> usize {
        self.sizes[self.sizes.len() - axis]
    }

    fn iter(self) -> FactorsFromEnd<'a> {
        FactorsFromEnd {
            factors: self,
            axis: 1,
            part: 0,
        }
    }

    /// At most this many factors, without the first ones.
    fn some(self, skipped: usize, count: usize) -> SomeFactors<'a> {
        self.iter().skip(skipped).take(count)
    }

    /// The size of the axis of a name, if one is that name.
    fn known(&self, wanted: &SizeName) -> Option<usize> {
        let axis = (1..=self.sizes.len()).find(|&axis| (self.name)(axis) == Some(wanted))?;
        Some(self.size_of_axis(axis))
    }

    /// The size of a factor, if it or those beside it are axes of one of the two shapes; 0 if they do not divide it.
    fn size(&self, factor: Factor, other: &Self) -> Option<usize> {
        let of_axis = self.size_of_axis(factor.axis);
        let Some(whole) = (self.name)(factor.axis) else {
            return Some(of_axis);
        };
        let known = |name: &'static SizeName| match name {
            SizeName::Number(number) => Some(*number),
            name => self.known(name).or_else(|| other.known(name)),
        };
        let beside = (0..whole.parts()).filter(|&part| part != factor.part);
        let mut beside = beside.map(|part| known(whole.part(part)));
        match beside.try_fold(1_usize, |product, size| product.checked_mul(size?)) {
            Some(0) | None => known(whole.part(factor.part)),
            Some(beside) if of_axis.is_multiple_of(beside) => Some(of_axis / beside),
            Some(_) => Some(0),
        }
    }

    /// The number that the axis of a factor is a multiple of, which has no place among the names there.
    fn coefficient(&self, factor: Factor) -> usize {
        let of_axis = (self.name)(factor.axis);
        match of_axis.map(|name| name.part(name.parts() - 1)) {
            Some(SizeName::Number(number)) => *number,
            _ => 1,
        }
    }

    fn has(&self, name: &SizeName) -> bool {
        self.iter().any(|factor| factor.name == Some(name))
    }
}

/// The factors of a shape, one after the other. What an adapter of the standard library would be made of is compiled for
/// each function that it is passed to.
#[derive(Clone)]
struct FactorsFromEnd<'a> {
    factors: Factors<'a>,
    axis: usize,
    part: usize,
}

impl Iterator for FactorsFromEnd<'_> {
    type Item = Factor;

    fn next(&mut self) -> Option<Factor> {
        let rank = self.factors.sizes.len();
        while self.axis <= rank {
            let (axis, part) = (self.axis, self.part);
            let whole = (self.factors.name)(axis);
            if part < whole.map_or(1, SizeName::parts) {
                self.part += 1;
                let name = whole.map(|name| name.part(part));
                let name = name.filter(|name| !matches!(name, SizeName::Number(_)));
                return Some(Factor { axis, part, name });
            }
            (self.axis, self.part) = (axis + 1, 0);
        }
        None
    }
}

/// Those in a row.
type SomeFactors<'a> = core::iter::Take<core::iter::Skip<FactorsFromEnd<'a>>>;

/// Whether factors of two shapes are as many elements: the names that both shapes have, and the product of the others, to which each
/// side may add a divisor of the last number.
fn are_as_many<'a>(
    (shape, factors, more): (&Factors<'a>, SomeFactors<'a>, usize),
    (target, wanted, more_wanted): (&Factors<'a>, SomeFactors<'a>, usize),
) -> bool {
    let count = |factors: &mut dyn Iterator<Item = Factor>, wanted: Factor| {
        let same = factors.filter(|factor| factor.name == wanted.name);
        same.count()
    };
    let others = |of: &Factors<'a>, factors: &mut dyn Iterator<Item = Factor>, beside| {
        let mut others = factors.filter(|&factor| !is_common(factor, shape, target));
        others.try_fold(1_usize, |product, factor| {
            product.checked_mul(of.size(factor, beside)?)
        })
    };
    let found = others(shape, &mut factors.clone(), target);
    let expected = others(target, &mut wanted.clone(), shape);
    let Some((found, expected)) = found.zip(expected) else {
        return false;
    };
    let divisor = common_divisor(found, expected).max(1);
    let mut common = factors.clone().chain(wanted.clone());
    // The least numbers that make the two equal.
    more.is_multiple_of(expected / divisor)
        && more_wanted.is_multiple_of(found / divisor)
        && common.all(|factor| {
            !is_common(factor, shape, target)
                || count(&mut factors.clone(), factor) == count(&mut wanted.clone(), factor)
        })
}

/// The greatest number that divides both, or 0.
fn common_divisor(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        _ => common_divisor(b, a % b),
    }
}

fn is_common(factor: Factor, shape: &Factors<'_>, target: &Factors<'_>) -> bool {
    let name = factor.name;
    name.is_some_and(|name| shape.has(name) && target.has(name))
}

/// Finds the first name that is in both shapes, and not in the same place or not of the same size.
#[inline(never)]
fn find_moved_name(shape: Factors<'_>, target: Factors<'_>) -> Result<(), ShapeError> {
    let stays = |place: usize, wanted: Factor| {
        shape.iter().enumerate().any(|(found, factor)| {
            let (of_shape, of_target) = (shape.coefficient(factor), target.coefficient(wanted));
            factor.name == wanted.name
                && shape.size(factor, &target) == target.size(wanted, &shape)
                // A coefficient stands before the names of its axis. If it is after one, there is more after it, or less in
                // front of it, which is more on the other side of the equation.
                && (are_as_many(
                    (&shape, shape.some(0, found), of_shape),
                    (&target, target.some(0, place), of_target),
                ) || are_as_many(
                    (&shape, shape.some(found + 1, usize::MAX), of_target),
                    (&target, target.some(place + 1, usize::MAX), of_shape),
                ))
        })
    };
    let factors = target.iter().enumerate();
    let moved = factors
        .filter(|&(place, wanted)| is_common(wanted, &shape, &target) && !stays(place, wanted))
        .last();
    match moved.and_then(|(_, factor)| Some((factor.axis, (target.name)(factor.axis)?))) {
        None => Ok(()),
        Some((axis, name)) => {
            let kind = ShapeErrorKind::MovedName {
                name: NameOfSize(name),
                axis: -(axis as i32),
            };
            Err(kind.between(shape.sizes, target.sizes))
        }
    }
}

/// The sizes of names, which are the same in all shapes that are checked with them: those of a model's weights, or of
/// the tensors of a batch.
///
/// ```
/// use shapecheck::shape::NamedSizes;
/// use shapecheck::{dims, shape};
///
/// dims! { Batch, Heads, Head }
///
/// // What a configuration says, and what a file has.
/// let mut sizes = NamedSizes::of(&<shape![Heads, Head]>::of([4, 16]));
/// sizes.check(&<shape![Batch, Heads * Head]>::of([2, 64]))?;
/// assert_eq!(sizes.get::<Batch>(), Some(Batch::of(2)));
///
/// let error = sizes.check(&<shape![Heads * Head]>::of([96])).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "shape [96]: `Heads * Head` is 96 at axis -1, where it has to be 64",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, Default)]
pub struct NamedSizes(Vec<(NameOfSize, usize)>);

#[cfg(feature = "alloc")]
impl NamedSizes {
    /// No sizes yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The sizes of a shape's names.
    #[must_use]
    pub fn of<S: Shape>(shape: &S) -> Self {
        let mut sizes = Self::new();
        sizes.add::<S>(shape.to_dyn().dims());
        sizes
    }

    /// Checks that the names of a shape have the sizes that they have here, and keeps the sizes of the others.
    ///
    /// # Errors
    ///
    /// Returns an error if a name has another size, or a sum or product another one than its names make. No size is kept
    /// then.
    pub fn check<S: Shape>(&mut self, shape: &S) -> Result<(), ShapeError> {
        if const { S::NAMES != 0 } {
            let sizes = shape.to_dyn();
            check_names_with(&self.0, sizes.dims(), S::name_from_end)?;
            self.add::<S>(sizes.dims());
        }
        Ok(())
    }

    /// The size of a name, if a shape had it, or of a sum or product, if shapes had its names. A size without a name has
    /// none here.
    #[must_use]
    pub fn get<N: Dim>(&self) -> Option<N> {
        N::from_size(self.size_of(NameOfSize(N::NAME?))?)
    }

    /// The size of a name that is a value, as [`iter`](Self::iter) and errors give it.
    ///
    /// ```
    /// use shapecheck::shape::NamedSizes;
    /// use shapecheck::{dims, shape};
    ///
    /// dims! { Heads, Head }
    ///
    /// let sizes = NamedSizes::of(&<shape![Heads, Head]>::of([4, 16]));
    /// let (name, size) = sizes.iter().last().expect("two names");
    /// assert_eq!((name.to_string().as_str(), size), ("Head", 16));
    /// assert_eq!(sizes.size_of(name), Some(16));
    /// ```
    #[must_use]
    pub fn size_of(&self, name: NameOfSize) -> Option<usize> {
        let size_of = |wanted: &SizeName| {
            let known = self.0.iter().find(|(name, _)| name.0 == wanted);
            known.map(|&(_, size)| size)
        };
        size_of(name.0).or_else(|| name.0.computed(&size_of).flatten())
    }

    /// Gives a name a size, unless it has one.
    #[doc(hidden)]
    pub fn insert(&mut self, name: NameOfSize, size: usize) {
        if self.0.iter().all(|(known, _)| *known != name) {
            self.0.push((name, size));
        }
    }

    /// The names and their sizes, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (NameOfSize, usize)> + '_ {
        self.0.iter().copied()
    }

    fn add<S: Shape>(&mut self, sizes: &[usize]) {
        for (axis, &size) in (1..=sizes.len()).rev().zip(sizes) {
            if let Some(name) = S::name_from_end(axis).map(NameOfSize) {
                self.insert(name, size);
            }
        }
    }
}
