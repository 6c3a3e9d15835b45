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
pub(crate) type NameFromEnd = fn(usize) -> Option<&'static SizeName>;

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

/// Checks that a reshape moves no name: an axis of the target with a name of the source is that axis, and has as many
/// elements behind it. For shapes without names nothing is compiled.
#[inline]
pub(crate) fn check_names_stay<S: Shape, Target: Shape>(
    sizes: &[usize],
    target: &[usize],
) -> Result<(), ShapeError> {
    if const { S::NAMES == 0 || Target::NAMES == 0 } {
        return Ok(());
    }
    match const { (names_of::<S>(), names_of::<Target>()) } {
        (Some(names), Some(of_target)) => find_moved_name((sizes, names), (target, of_target)),
        _ => Ok(()),
    }
}

/// The sizes of a shape, and its names by the axis, counted from the end.
type SizesAndNames<'a> = (&'a [usize], NameFromEnd);

#[inline(never)]
fn find_moved_name(
    (sizes, name): SizesAndNames<'_>,
    (target, name_in_target): SizesAndNames<'_>,
) -> Result<(), ShapeError> {
    // `None` where there are more than can be counted, in a shape without elements.
    let behind = |sizes: &[usize], axis: usize| {
        let mut behind = sizes[sizes.len() - axis + 1..].iter();
        behind.try_fold(1_usize, |count, &size| count.checked_mul(size))
    };
    for axis in (1..=target.len()).rev() {
        let Some(wanted) = name_in_target(axis) else {
            continue;
        };
        let mut same = (1..=sizes.len())
            .filter(|&axis| name(axis) == Some(wanted))
            .peekable();
        let stays =
            same.peek().is_none() || same.any(|place| behind(sizes, place) == behind(target, axis));
        if !stays {
            let kind = ShapeErrorKind::MovedName {
                name: NameOfSize(wanted),
                axis: -(axis as i32),
            };
            return Err(kind.between(sizes, target));
        }
    }
    Ok(())
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

    /// The names and their sizes, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (NameOfSize, usize)> + '_ {
        self.0.iter().copied()
    }

    fn add<S: Shape>(&mut self, sizes: &[usize]) {
        for (axis, &size) in (1..=sizes.len()).rev().zip(sizes) {
            if let Some(name) = S::name_from_end(axis).map(NameOfSize)
                && self.0.iter().all(|(known, _)| *known != name)
            {
                self.0.push((name, size));
            }
        }
    }
}
