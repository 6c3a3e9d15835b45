//! The broadcasting rule over slices of sizes.
//!
//! At the core is one search for a clash: a `const fn` that neither allocates nor writes.
//!
//! ```
//! use shapecheck::broadcast::{broadcast_shapes, broadcast_shapes_const};
//!
//! assert_eq!(broadcast_shapes(&[&[8, 1, 6, 1], &[7, 1, 5]])?.dims(), [8, 7, 6, 5]);
//!
//! const SIZES: [usize; 4] = broadcast_shapes_const(&[&[8, 1, 6, 1], &[7, 1, 5]]);
//! # Ok::<(), shapecheck::error::BroadcastError>(())
//! ```
//!
//! A mismatch in a constant is a compile error:
//!
//! ```compile_fail,E0080
//! const SIZES: [usize; 2] = shapecheck::broadcast::broadcast_shapes_const(&[&[2, 3], &[2, 4]]);
//! ```

use super::broadcast_sizes;
use crate::error::{BroadcastError, BroadcastErrorKind};
use crate::error::{ConstText, Operand, with_names};
use crate::shape::dynamic::IN_PLACE;
use crate::shape::list::ArrayShape;
use crate::{DynShape, Scalar, Shape};

/// Two operands whose sizes differ at an axis, counted from the end.
#[derive(Clone, Copy)]
struct SizeClash {
    lhs: usize,
    rhs: usize,
    axis: usize,
}

/// The size of a shape at an axis counted from the end, or 1 if there is no such axis.
#[inline]
const fn size_from_end(shape: &[usize], axis: usize) -> usize {
    if axis <= shape.len() {
        shape[shape.len() - axis]
    } else {
        1
    }
}

#[inline]
const fn highest_rank(shapes: &[&[usize]]) -> usize {
    let mut rank = 0;
    let mut operand = 0;
    while operand < shapes.len() {
        if shapes[operand].len() > rank {
            rank = shapes[operand].len();
        }
        operand += 1;
    }
    rank
}

/// The size of the result at an axis, or the first operand that clashes there.
#[inline]
const fn size_of_all(shapes: &[&[usize]], axis: usize) -> Result<usize, usize> {
    if shapes.is_empty() {
        return Ok(1);
    }
    let mut size = size_from_end(shapes[0], axis);
    let mut operand = 1;
    while operand < shapes.len() {
        match broadcast_sizes(size, size_from_end(shapes[operand], axis)) {
            Some(both) => size = both,
            None => return Err(operand),
        }
        operand += 1;
    }
    Ok(size)
}

/// The clash found first when the shapes are combined from the first to the last. If one operand clashes at several
/// axes, it is the one nearest to the last axis.
const fn find_clash(shapes: &[&[usize]]) -> Option<SizeClash> {
    let rank = highest_rank(shapes);
    let mut found: Option<SizeClash> = None;
    let mut axis = 1;
    while axis <= rank {
        if let Err(rhs) = size_of_all(shapes, axis) {
            let is_earlier = match found {
                Some(clash) => rhs < clash.rhs,
                None => true,
            };
            if is_earlier {
                // The operand that determined the size of the axis.
                let mut lhs = 0;
                while size_from_end(shapes[lhs], axis) == 1 {
                    lhs += 1;
                }
                found = Some(SizeClash { lhs, rhs, axis });
                // The first operand cannot clash alone, so no clash comes before the second.
                if rhs == 1 {
                    break;
                }
            }
        }
        axis += 1;
    }
    found
}

/// Writes the sizes of the result, as many as the highest rank. Returns false at a clash, with some sizes not written.
#[inline]
const fn write_sizes(shapes: &[&[usize]], sizes: &mut [usize]) -> bool {
    let rank = sizes.len();
    let mut index = 0;
    while index < rank {
        match size_of_all(shapes, rank - index) {
            Ok(size) => sizes[index] = size,
            Err(_) => return false,
        }
        index += 1;
    }
    true
}

#[cold]
fn find_error(shapes: &[&[usize]]) -> Option<BroadcastError> {
    let SizeClash { lhs, rhs, axis } = find_clash(shapes)?;
    Some(BroadcastError::between(
        BroadcastErrorKind::Sizes,
        (
            Operand::of_sizes(shapes[lhs], axis),
            Operand::of_sizes(shapes[rhs], axis),
        ),
        (lhs, rhs),
        axis,
    ))
}

/// The shape that any number of shapes broadcast to; the shape without axes for none.
///
/// The order of the shapes does not matter for the result. The rule is NumPy's `broadcast_shapes`.
///
/// ```
/// use shapecheck::broadcast::broadcast_shapes;
///
/// let shape = broadcast_shapes(&[&[6, 7], &[5, 6, 1], &[7], &[5, 1, 7]])?;
/// assert_eq!(shape.dims(), [5, 6, 7]);
///
/// let error = broadcast_shapes(&[&[3], &[2, 1], &[4]]).unwrap_err();
/// assert_eq!(error.operands(), (0, 2));
/// # Ok::<(), shapecheck::error::BroadcastError>(())
/// ```
///
/// # Errors
///
/// Returns an error if two sizes at one axis differ and neither is 1, and without the feature `alloc` also if the
/// result has more than 8 axes.
pub fn broadcast_shapes(shapes: &[&[usize]]) -> Result<DynShape, BroadcastError> {
    let rank = highest_rank(shapes);
    if rank <= IN_PLACE {
        let mut fits = false;
        let shape = DynShape::written(rank, |sizes| fits = write_sizes(shapes, sizes));
        if fits {
            return Ok(shape);
        }
    }
    broadcast_at_length(shapes, rank)
}

/// Like [`broadcast_shapes`] for two shapes.
pub fn broadcast_pair(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, BroadcastError> {
    fitting_pair(lhs, rhs).map_or_else(|| broadcast_shapes(&[lhs, rhs]), Ok)
}

/// The sizes that two shapes of at most 8 axes broadcast to, or `None` if they clash or have more axes. Without the
/// error, which is large, because this is most of the time of an operation on few elements.
#[inline]
pub fn fitting_pair(lhs: &[usize], rhs: &[usize]) -> Option<DynShape> {
    let (longer, shorter) = match lhs.len() < rhs.len() {
        true => (rhs, lhs),
        false => (lhs, rhs),
    };
    let mut fits = longer.len() <= IN_PLACE;
    let lead = longer.len() - shorter.len();
    let shape = DynShape::written(longer.len().min(IN_PLACE), |sizes| {
        for (index, (size, &other)) in sizes.iter_mut().zip(longer).enumerate() {
            let both = match index.checked_sub(lead) {
                Some(index) => broadcast_sizes(other, shorter[index]),
                None => Some(other),
            };
            fits &= both.is_some();
            *size = both.unwrap_or(0);
        }
    });
    fits.then_some(shape)
}

/// Like [`broadcast_shapes`], after the fast path found a clash or too many axes.
#[cold]
fn broadcast_at_length(shapes: &[&[usize]], rank: usize) -> Result<DynShape, BroadcastError> {
    if let Some(error) = find_error(shapes) {
        return Err(error);
    }
    DynShape::build(rank, 1, &|axis| size_of_all(shapes, axis).unwrap_or(0))
        .ok_or_else(|| BroadcastError::counts(BroadcastErrorKind::RankNeedsAlloc, rank, IN_PLACE))
}

/// Like [`broadcast_shapes`], into the front of a buffer. Returns the rank. Never allocates.
///
/// On an error the buffer is unchanged.
///
/// ```
/// use shapecheck::broadcast::broadcast_shapes_into;
///
/// let mut buffer = [0; 8];
/// let rank = broadcast_shapes_into(&[&[2, 1], &[3]], &mut buffer)?;
/// assert_eq!(buffer[..rank], [2, 3]);
/// # Ok::<(), shapecheck::error::BroadcastError>(())
/// ```
///
/// # Errors
///
/// Returns an error if two sizes at one axis differ and neither is 1, or if the buffer is shorter than the result.
pub fn broadcast_shapes_into(
    shapes: &[&[usize]],
    buffer: &mut [usize],
) -> Result<usize, BroadcastError> {
    let rank = highest_rank(shapes);
    let mut sizes = [0; IN_PLACE];
    let fits = match sizes.get_mut(..rank) {
        Some(sizes) => write_sizes(shapes, sizes),
        None => false,
    };
    // The fast path found a clash or too many axes.
    if !fits && let Some(error) = find_error(shapes) {
        return Err(error);
    }
    let room = buffer.len();
    let Some(front) = buffer.get_mut(..rank) else {
        let kind = BroadcastErrorKind::BufferTooShort;
        return Err(BroadcastError::counts(kind, rank, room));
    };
    match sizes.get(..rank) {
        Some(sizes) => front.copy_from_slice(sizes),
        None => {
            write_sizes(shapes, front);
        }
    }
    Ok(rank)
}

/// Like [`broadcast_shapes`], for constants: the result has `RANK` axes.
///
/// ```
/// use shapecheck::broadcast::broadcast_shapes_const;
///
/// const SIZES: [usize; 3] = broadcast_shapes_const(&[&[32, 1, 64], &[128, 64]]);
/// assert_eq!(SIZES, [32, 128, 64]);
/// ```
///
/// # Panics
///
/// Panics if two sizes at one axis differ and neither is 1, or if the result does not have `RANK` axes. In a constant
/// this is a compile error.
#[track_caller]
pub const fn broadcast_shapes_const<const RANK: usize>(shapes: &[&[usize]]) -> [usize; RANK] {
    if let Some(clash) = find_clash(shapes) {
        let (lhs, rhs) = (shapes[clash.lhs], shapes[clash.rhs]);
        ConstText::new()
            .text("cannot broadcast shapes ")
            .shape(lhs)
            .text(" and ")
            .shape(rhs)
            .text(": size ")
            .number(size_from_end(lhs, clash.axis))
            .text(" does not match size ")
            .number(size_from_end(rhs, clash.axis))
            .text(" at axis -")
            .number(clash.axis)
            .panic()
    }
    let rank = highest_rank(shapes);
    if rank != RANK {
        ConstText::new()
            .text("the broadcast shape has ")
            .number(rank)
            .text(" axes, but the array has ")
            .number(RANK)
            .panic()
    }
    let mut sizes = [0; RANK];
    write_sizes(shapes, &mut sizes);
    sizes
}

/// Checks that an array of shape `from` can be broadcast to shape `to`, or added in place to an array of that shape.
///
/// ```
/// use shapecheck::broadcast::check_broadcast_to;
///
/// assert!(check_broadcast_to(&[3, 1, 1], &[5, 3, 4, 1]).is_ok());
/// assert_eq!(
///     check_broadcast_to(&[3, 1, 7], &[1, 3, 1]).unwrap_err().to_string(),
///     "cannot broadcast shape [3, 1, 7] to the target [1, 3, 1]: size 7 does not match the target's size 1 at axis \
///      -1",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if `from` has more axes than `to`, or a size that is neither 1 nor that of `to`. The rank is looked
/// at first, then the axes from the last.
pub fn check_broadcast_to(from: &[usize], to: &[usize]) -> Result<(), BroadcastError> {
    check_to(
        (from.len(), to.len()),
        |axis| (size_from_end(from, axis), size_from_end(to, axis)),
        |axis| (Operand::of_sizes(from, axis), Operand::of_sizes(to, axis)),
    )
}

/// The one-way rule at one axis, for a source and a target of these ranks.
#[inline]
fn check_to(
    (rank, target_rank): (usize, usize),
    sizes: impl Fn(usize) -> (usize, usize),
    remember: impl Fn(usize) -> (Operand, Operand),
) -> Result<(), BroadcastError> {
    let error = |kind, axis| Err(BroadcastError::between(kind, remember(axis), (0, 1), axis));
    if rank > target_rank {
        return error(BroadcastErrorKind::TargetRank, 0);
    }
    let clash = (1..=rank).find(|&axis| {
        let (size, target) = sizes(axis);
        broadcast_sizes(size, target) != Some(target)
    });
    match clash {
        None => Ok(()),
        Some(axis) => error(BroadcastErrorKind::TargetSize, axis),
    }
}

/// Checks that no size with a name is stretched to another. `names` has a bit for each axis with a name, from the last
/// axis on.
#[inline(never)]
pub fn check_names(names: u128, sizes: &[usize], output: &[usize]) -> Result<(), BroadcastError> {
    let is_named = |axis: usize| axis <= 128 && names >> (axis - 1) & 1 == 1;
    let is_stretched = |axis: usize| size_from_end(sizes, axis) != size_from_end(output, axis);
    match (1..=sizes.len()).find(|&axis| is_named(axis) && is_stretched(axis)) {
        None => Ok(()),
        Some(axis) => Err(BroadcastError::between(
            BroadcastErrorKind::Name,
            (
                Operand::of_sizes(sizes, axis),
                Operand::of_sizes(output, axis),
            ),
            (0, 1),
            axis,
        )),
    }
}

/// Checks that no size with a name in a shape S is stretched. For shapes without names nothing is compiled.
#[inline]
pub fn check_names_of<S: ArrayShape>(
    sizes: &[usize],
    output: &[usize],
) -> Result<(), BroadcastError> {
    if const { S::NAMES == 0 } {
        return Ok(());
    }
    with_names::<S, Scalar, _, _>(check_names(S::NAMES, sizes, output), [sizes, output])
}

/// The rule for shape values: checks what the types of two shapes leave open.
#[inline]
pub(crate) fn broadcast_values<Lhs, Rhs, Output>(
    lhs: &Lhs,
    rhs: &Rhs,
) -> Result<Output, BroadcastError>
where
    Lhs: Shape,
    Rhs: Shape,
    Output: Shape,
{
    let rank = lhs.rank().max(rhs.rank());
    let size = |axis| broadcast_sizes(lhs.size_from_end(axis), rhs.size_from_end(axis));
    if let Some(axis) = (1..=rank).find(|&axis| size(axis).is_none()) {
        return Err(BroadcastError::between(
            BroadcastErrorKind::Sizes,
            (Operand::of(lhs, axis), Operand::of(rhs, axis)),
            (0, 1),
            axis,
        ));
    }
    let output: Output =
        Output::build(rank, 1, &|axis| size(axis).unwrap_or(0)).ok_or_else(|| {
            BroadcastError::counts(BroadcastErrorKind::RankNeedsAlloc, rank, IN_PLACE)
        })?;
    if const { Lhs::NAMES | Rhs::NAMES != 0 } {
        let sizes = output.to_dyn();
        check_names_of::<Lhs>(lhs.to_dyn().dims(), sizes.dims())?;
        check_names_of::<Rhs>(rhs.to_dyn().dims(), sizes.dims())?;
    }
    Ok(output)
}

/// The one-way rule for shape values.
#[inline]
pub(crate) fn check_values_to<From: Shape>(
    from: &From,
    to: &impl Shape,
) -> Result<(), BroadcastError> {
    if const { From::NAMES != 0 } {
        check_broadcast_to(from.to_dyn().dims(), to.to_dyn().dims())?;
        return check_names_of::<From>(from.to_dyn().dims(), to.to_dyn().dims());
    }
    check_to(
        (from.rank(), to.rank()),
        |axis| (from.size_from_end(axis), to.size_from_end(axis)),
        |axis| (Operand::of(from, axis), Operand::of(to, axis)),
    )
}
