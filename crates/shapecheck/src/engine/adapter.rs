//! Engines over libraries whose tensors know their sizes only when the program runs.
//!
//! Such an engine has a marker type, and data that does not depend on shapes. It implements [`Library`] and [`Stores`],
//! which are what libraries do each in its own way, and [`adapt!`] writes the traits of
//! [`engine`](crate::engine) from them: those about storage, axes, parts, joins and indices as a whole, and functions of
//! elements from a table.
//!
//! A macro writes them, because an impl for every type with [`Library`] would leave no room for what an engine
//! does better, and because only the engine's crate can say which elements there are, in its own message.
//!
//! `bridges/candle` and `bridges/burn` are made so.
//!
//! In the guide: [engines](crate::guide::engines).

use alloc::vec;
use alloc::vec::Vec;

use super::{Binary, Casts, Creates, DynamicShapes, Engine, Operand, ReadsElements, ops};
use crate::algebra::Interpolation;
use crate::algebra::slices::{SliceEntry, Taken, each_taken};
use crate::broadcast::broadcast_shapes;
use crate::error::fail;
use crate::shape::{check_length, num_elements};
use crate::{DynShape, Shape, ShapeError};

/// The data of an engine, whose shape is not in its type.
pub type Held<E, T> = <E as Engine>::Data<T, DynShape>;

/// A library of tensors with sizes of run time.
///
/// Axes are counted from the first, from 0. The operation's rule has checked the arguments.
///
/// In the guide: [engines](crate::guide::engines).
pub trait Library: DynamicShapes {
    /// Where elements are.
    type Device;
    /// What the library's functions take.
    type Raw<'a>;
    /// What they give, which may be a failure.
    type Found;

    /// The device where this thread creates tensors.
    fn current() -> Self::Device;

    /// The device of a tensor.
    fn device<T: 'static>(data: &Held<Self, T>) -> Self::Device;

    /// A tensor for the library's functions.
    fn raw<T: 'static>(data: &Held<Self, T>) -> Self::Raw<'_>;

    /// Two tensors that the library's functions broadcast to these sizes.
    fn pair<'a, T: 'static>(
        lhs: &'a Held<Self, T>,
        rhs: &'a Held<Self, T>,
        sizes: &[usize],
    ) -> (Self::Raw<'a>, Self::Raw<'a>) {
        let _ = sizes;
        (Self::raw::<T>(lhs), Self::raw::<T>(rhs))
    }

    /// The same elements in row-major order, in other sizes.
    fn reshaped<T: 'static>(data: &Held<Self, T>, sizes: &[usize]) -> Held<Self, T>;

    /// Reordered axes: axis `k` of the result is axis `order[k]`.
    fn permuted<T: 'static>(data: &Held<Self, T>, order: &[usize]) -> Held<Self, T>;

    /// Broadcast to larger sizes.
    fn expanded<T: 'static>(data: &Held<Self, T>, sizes: &[usize]) -> Held<Self, T>;

    /// `length` indices of an axis, from `start` on.
    fn narrowed<T: 'static>(
        data: &Held<Self, T>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Held<Self, T>;

    /// Joined along an axis that all of them have; there is at least one.
    fn joined<T: 'static>(parts: &[&Held<Self, T>], axis: usize) -> Held<Self, T>;

    /// The parts at these indices, which have one axis, along an axis.
    fn selected<T: 'static>(
        data: &Held<Self, T>,
        axis: usize,
        places: &Held<Self, usize>,
    ) -> Held<Self, T>;

    /// One element for each index along an axis. All other axes have the same sizes.
    fn gathered<T: 'static>(
        data: Held<Self, T>,
        axis: usize,
        places: Held<Self, usize>,
    ) -> Held<Self, T>;

    /// The elements of `yes` where the mask is true, and those of `no` where it is false. All have the same sizes.
    fn chosen<T: 'static>(
        mask: Held<Self, bool>,
        yes: Held<Self, T>,
        no: Held<Self, T>,
    ) -> Held<Self, T>;

    /// The product of two matrices.
    fn multiplied<T: 'static>(lhs: &Held<Self, T>, rhs: &Held<Self, T>) -> Held<Self, T>;

    /// Numbers as elements like those of another tensor, beside it.
    fn numbers<T: 'static>(
        numbers: impl Iterator<Item = f64>,
        sizes: &[usize],
        like: &Held<Self, T>,
    ) -> Held<Self, T>;

    /// The same elements in memory where nothing is repeated.
    fn copied<T: 'static>(data: &Held<Self, T>) -> Held<Self, T>;

    /// The same elements, in memory that [`selected`](Self::selected) can be called on again and again.
    fn contiguous<T: 'static>(data: &Held<Self, T>) -> Held<Self, T> {
        Self::copied::<T>(data)
    }

    /// Removes these axes of size 1.
    #[track_caller]
    fn squeezed<T: 'static>(data: &Held<Self, T>, axes: &[usize]) -> Held<Self, T> {
        let sizes = Self::sizes::<T, DynShape>(data).iter().enumerate();
        let kept = sizes.filter(|(axis, _)| !axes.contains(axis));
        Self::reshaped::<T>(data, &kept.map(|(_, &size)| size).collect::<Vec<_>>())
    }

    /// Adds an axis of size 1 before an axis.
    #[track_caller]
    fn unsqueezed<T: 'static>(data: &Held<Self, T>, axis: usize) -> Held<Self, T> {
        let mut sizes = Self::sizes::<T, DynShape>(data).to_vec();
        sizes.insert(axis, 1);
        Self::reshaped::<T>(data, &sizes)
    }

    /// Windows of `width` elements along an axis, `step` apart, with their elements as a new last axis.
    #[track_caller]
    fn slid<T: 'static>(
        data: &Held<Self, T>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Held<Self, T>
    where
        Self: Stores<usize>,
    {
        let mut sizes = Self::sizes::<T, DynShape>(data).to_vec();
        let count = (sizes[axis] - width) / step + 1;
        let indices = (0..count).flat_map(|place| (0..width).map(move |it| place * step + it));
        let found = Self::selected::<T>(data, axis, &places::<Self, T>(indices, data));
        sizes.splice(axis..=axis, [count, width]);
        let last = sizes.len() - 1;
        let order = (0..=last).filter(|&it| it != axis + 1).chain([axis + 1]);
        let apart = Self::reshaped::<T>(&found, &sizes);
        Self::permuted::<T>(&apart, &order.collect::<Vec<_>>())
    }

    /// The part that the entries of a slice take of the axes. Where an index is skipped, elements are copied.
    ///
    /// # Errors
    ///
    /// Returns an error if the axes do not have it.
    #[track_caller]
    fn sliced<T: 'static>(
        data: &Held<Self, T>,
        entries: &[SliceEntry],
    ) -> Result<Held<Self, T>, ShapeError>
    where
        Self: Stores<usize>,
    {
        let sizes = Self::sizes::<T, DynShape>(data).to_vec();
        let mut parts = Vec::new();
        each_taken(&sizes, entries, |axis, taken| parts.push((axis, taken)))?;
        let mut sliced = None;
        // From the last axis on, so that those in front stay where they are.
        for (axis, taken) in parts.into_iter().rev() {
            let from = sliced.as_ref().unwrap_or(data);
            sliced = Some(match taken {
                Taken::New => Self::unsqueezed::<T>(from, axis),
                Taken::At(index) => {
                    Self::squeezed::<T>(&Self::narrowed::<T>(from, axis, index, 1), &[axis])
                }
                whole if whole == Taken::whole(sizes[axis]) => continue,
                Taken::Span {
                    start,
                    length,
                    step,
                } => {
                    let reach = (length.max(1) - 1) * step + length.min(1);
                    let part = Self::narrowed::<T>(from, axis, start, reach);
                    match length < 2 || step == 1 {
                        true => part,
                        false => {
                            let last = Self::sizes::<T, DynShape>(&part).len();
                            Self::squeezed::<T>(&Self::slid::<T>(&part, axis, 1, step), &[last])
                        }
                    }
                }
            });
        }
        Ok(sliced.unwrap_or_else(|| Self::reshaped::<T>(data, &sizes)))
    }

    /// The largest of these indices.
    #[track_caller]
    fn largest(indices: &Held<Self, usize>) -> Option<usize>
    where
        Self: Stores<usize>,
    {
        Self::read(indices).into_iter().max()
    }
}

/// Elements `T` in tensors of a library.
///
/// In the guide: [engines](crate::guide::engines).
pub trait Stores<T: 'static>: Library {
    /// A tensor of these elements, in row-major order.
    fn made(
        elements: impl Iterator<Item = T>,
        sizes: DynShape,
        device: &Self::Device,
    ) -> Held<Self, T>;

    /// The result of a function of the library, with these sizes, or a panic.
    fn held(found: Self::Found, sizes: &[usize]) -> Held<Self, T>;

    /// The elements in row-major order.
    fn read(data: &Held<Self, T>) -> Vec<T>;
}

/// Indices as a tensor of one axis, beside another tensor.
#[track_caller]
fn places<E: Stores<usize>, T: 'static>(
    indices: impl Iterator<Item = usize>,
    beside: &Held<E, T>,
) -> Held<E, usize> {
    let indices: Vec<usize> = indices.collect();
    let sizes = DynShape::from([indices.len()]);
    E::made(indices.into_iter(), sizes, &E::device::<T>(beside))
}

/// The number of elements of these sizes.
///
/// # Panics
///
/// Panics if they are more than `usize` can count.
#[track_caller]
pub fn count(sizes: &[usize]) -> usize {
    match num_elements(sizes) {
        Ok(count) => count,
        Err(error) => fail(error),
    }
}

/// The elements in row-major order.
///
/// # Panics
///
/// Panics if the library reads more or fewer than the sizes say.
#[track_caller]
pub fn elements<E: Stores<T>, T: 'static>(data: &Held<E, T>) -> Vec<T> {
    let elements = E::read(data);
    match check_length(E::sizes::<T, DynShape>(data), elements.len()) {
        Ok(()) => elements,
        Err(error) => fail(error),
    }
}

/// The only element.
///
/// # Panics
///
/// Panics if the library reads more or fewer.
#[track_caller]
pub fn only<E: Stores<T>, T: 'static>(data: &Held<E, T>) -> T {
    let mut elements = E::read(data);
    match (check_length(&[], elements.len()), elements.pop()) {
        (Ok(()), Some(only)) => only,
        (Ok(()), None) => unreachable!("there is one"),
        (Err(error), _) => fail(error),
    }
}

/// One value in these sizes, repeated and not copied.
#[track_caller]
pub fn filled<E: Stores<T>, T: 'static>(
    value: T,
    sizes: &DynShape,
    device: &E::Device,
) -> Held<E, T> {
    let one = E::made(core::iter::once(value), DynShape::from([]), device);
    E::expanded::<T>(&one, sizes.dims())
}

/// Checks that every index is within an axis.
///
/// It reads the largest one from the device, because kernels for a GPU read out of bounds if an index is too large.
///
/// # Errors
///
/// Returns an error if one is beyond.
#[track_caller]
pub fn check_indices<E: Stores<usize>, T: 'static>(
    data: &Held<E, T>,
    axis: usize,
    indices: &Held<E, usize>,
) -> Result<(), ShapeError> {
    let sizes = E::sizes::<T, DynShape>(data);
    match E::largest(indices) {
        Some(largest) if largest >= sizes[axis] => {
            Err(ShapeError::index_beyond(sizes, axis, largest))
        }
        _ => Ok(()),
    }
}

/// The parts at indices, whose axes replace the axis.
///
/// # Errors
///
/// Returns an error if an index is beyond the axis.
#[track_caller]
pub fn take<E: Stores<usize>, T: 'static>(
    data: &Held<E, T>,
    axis: usize,
    indices: &Held<E, usize>,
) -> Result<Held<E, T>, ShapeError> {
    check_indices::<E, T>(data, axis, indices)?;
    let of_indices = E::sizes::<usize, DynShape>(indices);
    let mut sizes = E::sizes::<T, DynShape>(data).to_vec();
    sizes.splice(axis..=axis, of_indices.iter().copied());
    let flat = E::reshaped::<usize>(indices, &[count(of_indices)]);
    Ok(E::reshaped::<T>(
        &E::selected::<T>(data, axis, &flat),
        &sizes,
    ))
}

/// One element for each index along an axis, where all other axes broadcast.
///
/// # Errors
///
/// Returns an error if an index is beyond the axis.
///
/// # Panics
///
/// Panics if they do not, which the rule has checked.
#[track_caller]
pub fn take_along_axis<E: Stores<usize>, T: 'static>(
    data: &Held<E, T>,
    axis: usize,
    indices: &Held<E, usize>,
) -> Result<Held<E, T>, ShapeError> {
    check_indices::<E, T>(data, axis, indices)?;
    let own = E::sizes::<T, DynShape>(data);
    let of_indices = E::sizes::<usize, DynShape>(indices);
    // Each operand keeps its own size at the axis.
    let both = |own: &[usize], other: &[usize]| {
        let mut other = other.to_vec();
        other[axis] = 1;
        broadcast_shapes(&[own, &other]).expect("checked by the rule")
    };
    let values = E::expanded::<T>(data, both(own, of_indices).dims());
    let places = E::expanded::<usize>(indices, both(of_indices, own).dims());
    Ok(E::gathered::<T>(values, axis, places))
}

/// The leading elements, as many as there are by these sizes along each axis but one.
#[track_caller]
pub fn leading<E: Library, T: 'static>(
    data: &Held<E, T>,
    sizes: &[usize],
    but: Option<usize>,
) -> Held<E, T> {
    let mut part = None;
    for (axis, &size) in sizes.iter().enumerate() {
        if Some(axis) != but {
            part = Some(E::narrowed::<T>(
                part.as_ref().unwrap_or(data),
                axis,
                0,
                size,
            ));
        }
    }
    part.unwrap_or_else(|| E::permuted::<T>(data, &(0..sizes.len()).collect::<Vec<_>>()))
}

/// Parts joined along an axis that they have, or along a new one.
#[track_caller]
pub fn join<'d, E: Library + 'd, T: 'static>(
    parts: impl Iterator<Item = &'d Held<E, T>>,
    axis: usize,
    sizes: &[usize],
) -> Held<E, T> {
    // The axes in front and all axes that follow are merged, so that a new axis needs no special case.
    let front: usize = sizes[..axis].iter().product();
    let rows = parts.map(|part| {
        let back = E::sizes::<T, DynShape>(part)[axis..].iter().product();
        E::reshaped::<T>(part, &[front, back])
    });
    let rows: Vec<Held<E, T>> = rows.collect();
    E::reshaped::<T>(&E::joined::<T>(&rows.iter().collect::<Vec<_>>(), 1), sizes)
}

/// The diagonal of two axes, without the second one.
#[track_caller]
pub fn diagonal<E: Stores<usize>, T: 'static>(
    data: &Held<E, T>,
    first: usize,
    second: usize,
) -> Held<E, T> {
    // Both axes merged: the elements of the diagonal are size + 1 apart.
    let sizes = E::sizes::<T, DynShape>(data);
    let size = sizes[first];
    let rest = (0..sizes.len()).filter(|it| ![first, second].contains(it));
    let rest: Vec<usize> = rest.collect();
    let turned = E::permuted::<T>(data, &[&[first, second], &rest[..]].concat());
    let kept: Vec<usize> = rest.iter().map(|&axis| sizes[axis]).collect();
    let row = E::reshaped::<T>(&turned, &[&[size * size], &kept[..]].concat());
    let on = places::<E, T>((0..size).map(|it| it * (size + 1)), &row);
    let found = E::selected::<T>(&row, 0, &on);
    // The place of the first axis among those that are left.
    let place = rest.iter().filter(|&&axis| axis < first).count();
    let mut order: Vec<usize> = (1..=rest.len()).collect();
    order.insert(place, 0);
    E::permuted::<T>(&found, &order)
}

/// The elements at other places of an axis, or a value where there is no place.
#[track_caller]
pub fn arrange<E: Stores<T> + Stores<usize> + Stores<bool>, T: 'static>(
    data: &Held<E, T>,
    axis: usize,
    sizes: &DynShape,
    index: &dyn Fn(usize) -> Option<usize>,
    value: Option<T>,
) -> Held<E, T> {
    let found: Vec<Option<usize>> = (0..sizes.dims()[axis]).map(index).collect();
    let is_all = found.iter().all(Option::is_some);
    let device = E::device::<T>(data);
    let value = value.filter(|_| !is_all);
    let value = value.map(|value| filled::<E, T>(value, sizes, &device));
    if let Some(value) = &value
        && E::sizes::<T, DynShape>(data)[axis] == 0
    {
        // There is no element to take, not even in place of those that are replaced.
        return E::copied::<T>(value);
    }
    let taken = places::<E, T>(found.iter().map(|it| it.unwrap_or(0)), data);
    let arranged = E::selected::<T>(data, axis, &taken);
    let Some(value) = value else {
        return arranged;
    };
    let mut along = vec![1; sizes.dims().len()];
    along[axis] = found.len();
    let is_there = found.iter().map(Option::is_some);
    let is_there = E::made(is_there, DynShape::from(&along[..]), &device);
    E::chosen::<T>(
        E::expanded::<bool>(&is_there, sizes.dims()),
        arranged,
        value,
    )
}

/// The axes, given from the end, from 1 for the last, as libraries count them, and the sizes with 1 at each of them.
pub fn from_first(sizes: &[usize], axes: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let axes: Vec<usize> = axes.iter().map(|axis| sizes.len() - axis).collect();
    let mut left = sizes.to_vec();
    axes.iter().for_each(|&axis| left[axis] = 1);
    (axes, left)
}

/// A reduction of several axes as one, because an index is one of all their elements, and not of those of the last
/// axis.
#[track_caller]
pub fn merged<E: Library, T: 'static, U: 'static>(
    data: &Held<E, T>,
    axes: &[usize],
    reduce: impl FnOnce(&Held<E, T>, &[usize]) -> Held<E, U>,
) -> Held<E, U> {
    let sizes = E::sizes::<T, DynShape>(data);
    let (axes, left) = from_first(sizes, axes);
    let kept = (0..sizes.len()).filter(|axis| !axes.contains(axis));
    let order: Vec<usize> = kept.chain(axes.iter().copied()).collect();
    let count = axes.iter().map(|&axis| sizes[axis]).product();
    let turned = E::permuted::<T>(data, &order);
    let rows = E::reshaped::<T>(&turned, &[left.iter().product(), count]);
    E::reshaped::<U>(&reduce(&rows, &[1]), &left)
}

/// Sums of products over the last axes on the left, and the last or the first ones on the right.
#[track_caller]
pub fn contract<E: Library, T: 'static>(
    lhs: &Held<E, T>,
    rhs: &Held<E, T>,
    axes: usize,
    last: bool,
    sizes: &[usize],
) -> Held<E, T> {
    let (left, right) = (E::sizes::<T, DynShape>(lhs), E::sizes::<T, DynShape>(rhs));
    let (rows, inner) = left.split_at(left.len() - axes);
    let columns = match last {
        true => &right[..right.len() - axes],
        false => &right[axes..],
    };
    let [rows, inner, columns] = [rows, inner, columns].map(|sizes| sizes.iter().product());
    let matrix = match last {
        true => E::permuted::<T>(&E::reshaped::<T>(rhs, &[columns, inner]), &[1, 0]),
        false => E::reshaped::<T>(rhs, &[inner, columns]),
    };
    let found = E::multiplied::<T>(&E::reshaped::<T>(lhs, &[rows, inner]), &matrix);
    E::reshaped::<T>(&found, sizes)
}

/// A copy on another engine, as elements that it computes with.
///
/// # Panics
///
/// Panics if the library reads more or fewer elements than the sizes say.
#[track_caller]
pub fn sent<To, E, T: 'static, U: 'static, S: Shape>(data: &Held<E, T>) -> To::Data<U, S>
where
    To: Creates<U>,
    E: Casts<T, U, OutputEngine = E> + Stores<U>,
{
    let sizes = E::sizes::<T, DynShape>(data).into();
    let converted = <E as Casts<T, U>>::converted::<DynShape>(data);
    let mut elements = elements::<E, U>(&converted).into_iter();
    To::generate::<S>(sizes, || match elements.next() {
        Some(element) => element,
        None => unreachable!("there are as many elements as the sizes say"),
    })
}

/// A copy of what another engine has computed.
#[track_caller]
pub fn received<From, E, T: 'static, U: Copy + 'static, S: Shape>(
    found: &From::Data<U, S>,
    device: &E::Device,
) -> Held<E, T>
where
    From: ReadsElements<U>,
    E: Casts<U, T, OutputEngine = E> + Stores<U>,
{
    let sizes = From::sizes::<U, S>(found).into();
    let copy = From::show::<S, _>(found, |elements| E::made(elements.copied(), sizes, device));
    <E as Casts<U, T>>::converted::<DynShape>(&copy)
}

/// The results of an operator, with these sizes.
#[track_caller]
fn operated<E, Op, T: 'static>(lhs: &Held<E, T>, rhs: &Held<E, T>, sizes: &[usize]) -> Held<E, T>
where
    E: Binary<Op, T, Element = T, OutputEngine = E>,
{
    let (lhs, rhs) = (Operand::ByRef(lhs), Operand::ByRef(rhs));
    <E as Binary<Op, T>>::binary::<DynShape, DynShape, DynShape>(lhs, rhs, sizes.into())
}

/// The elements at as many positions of the last axes as these sizes say, along one axis after the other.
#[track_caller]
pub fn interpolate<E, T: 'static>(
    data: &Held<E, T>,
    (from, to): (&[usize], &[usize]),
    by: Interpolation,
    sizes: &[usize],
) -> Held<E, T>
where
    E: Stores<usize>
        + Binary<ops::Add, T, Element = T, OutputEngine = E>
        + Binary<ops::Sub, T, Element = T, OutputEngine = E>
        + Binary<ops::Mul, T, Element = T, OutputEngine = E>,
{
    if sizes.contains(&0) || E::sizes::<T, DynShape>(data).contains(&0) {
        let zeros = core::iter::repeat_n(0.0, sizes.iter().product());
        return E::numbers::<T>(zeros, sizes, data);
    }
    let mut found = E::contiguous::<T>(data);
    for (place, axis) in (sizes.len() - from.len()..sizes.len()).enumerate() {
        let (from, to) = (from[place], to[place]);
        let mut now = E::sizes::<T, DynShape>(&found).to_vec();
        let (size, count) = (now[axis], sizes[axis]);
        if from == to && size == count {
            continue;
        }
        let taken = |place: &dyn Fn(usize) -> usize| {
            let places = places::<E, T>((0..count).map(place), &found);
            E::selected::<T>(&found, axis, &places)
        };
        found = match by {
            Interpolation::Nearest => {
                taken(&|place| (place as u128 * from as u128 / to as u128) as usize)
            }
            Interpolation::Linear => {
                let at = |place: usize| {
                    let at = (place as f64 + 0.5) * (from as f64 / to as f64) - 0.5;
                    let first = (at.max(0.0) as usize).min(size - 1);
                    (first, at.max(0.0) - first as f64)
                };
                let first = taken(&|place| at(place).0);
                let second = taken(&|place| (at(place).0 + 1).min(size - 1));
                let mut along = vec![1; sizes.len()];
                along[axis] = count;
                let shares = E::numbers::<T>((0..count).map(|it| at(it).1), &along, &found);
                // a + (b - a) share
                now[axis] = count;
                let step = operated::<E, ops::Sub, T>(&second, &first, &now);
                let step = operated::<E, ops::Mul, T>(&step, &shares, &now);
                operated::<E, ops::Add, T>(&first, &step, &now)
            }
        };
    }
    found
}

/// Writes the traits of an engine over a [`Library`].
///
/// `adapt!(storage for Engine: Data, Bound)` writes those about storage, axes, parts, joins and indices: `Data<T>` are
/// the engine's data, with the function `dims`, and `Bound` is the trait of the elements that it stores.
///
/// `adapt!(algebra for Engine: Data, [Products], [Floats])` writes contractions of elements `Products`, and for `Floats`,
/// a trait with the type `OnHost`, interpolation, and equations and inverses, which are computed on the host.
///
/// The other forms write functions of elements from a table, in which expressions take [`Raw`](Library::Raw) and give
/// [`Found`](Library::Found). The names of functions are those of [`ops`]:
///
/// ```text
/// adapt!(unary for Engine: [T: Bound] T => T { Exp |x| x.exp(); Powf<T> |x, op| x.powf(op.0); })
/// adapt!(binary for Engine: [T: Bound] T => bool { Less |x, y| x.less(y); })
/// adapt!(updates for Engine: [Bound] Add Sub Mul Div)
/// adapt!(scans for Engine: [Bound] Add |x, axis| x.running_sum(axis);)
/// adapt!(products for Engine: [Bound] |x, y, sizes| x.matmul(y);)
/// adapt!(convolutions for Engine: [Bound] convolve, convolve_transposed)
/// adapt!(reductions for Engine: [T: Bound] T => T { Sum |x, axes| x.sum(axes); })
/// ```
///
/// `convolve` and `convolve_transposed` are functions with the arguments of those of [`Convolves`](super::Convolves). With
/// `merged` in front of its arguments, a reduction gets several axes as one.
///
/// In the guide: [engines](crate::guide::engines).
#[doc(inline)]
pub use crate::__adapt as adapt;

#[doc(hidden)]
#[macro_export]
macro_rules! __adapt {
    (storage for $Engine:ident: $Data:ident, $Element:ident) => {
        const _: () = {
            use ::core::result::Result;
            use $crate::engine::adapter::{self, Library, Stores};
            use $crate::engine::{ArrayShape, BinaryInPlace, Clones, Copies, Creates, DynamicShapes, Engine, Gathers, Joins, MovesAxes, Operand, ReadsElements, Reshapes, Selects, ops};
            use $crate::algebra::slices::SliceEntry;
            use $crate::{DynShape, Scalar, Shape, ShapeError};

            impl Engine for $Engine {
                type Data<T: 'static, S: ArrayShape> = $Data<T>;

                type Out = Self;

                fn sizes<T: 'static, S: ArrayShape>(data: &$Data<T>) -> &[usize] {
                    data.dims()
                }

                fn untyped<T: 'static, S: ArrayShape>(data: &$Data<T>) -> &$Data<T> {
                    data
                }

                fn retype<T: 'static, S: ArrayShape, O: ArrayShape>(data: $Data<T>) -> $Data<T> {
                    data
                }
            }

            impl DynamicShapes for $Engine {}

            impl<T: $Element> Creates<T> for $Engine {
                #[track_caller]
                fn full<S: Shape>(sizes: DynShape, value: T) -> $Data<T> {
                    Self::copied(&adapter::filled::<Self, T>(value, &sizes, &Self::current()))
                }

                #[track_caller]
                fn generate<S: Shape>(sizes: DynShape, mut next: impl FnMut() -> T) -> $Data<T> {
                    let count = adapter::count(sizes.dims());
                    Self::made((0..count).map(|_| next()), sizes, &Self::current())
                }
            }

            impl<T: $Element> Clones<T> for $Engine {
                fn keep<S: ArrayShape>(data: &$Data<T>) -> $Data<T> {
                    data.clone()
                }
            }

            impl<T: $Element> Copies<T> for $Engine {
                #[track_caller]
                fn copy<S: Shape>(data: &$Data<T>) -> $Data<T> {
                    Self::copied(data)
                }

                #[track_caller]
                fn arrange<S: ArrayShape, O: ArrayShape>(
                    data: &$Data<T>,
                    axis: usize,
                    sizes: DynShape,
                    index: &dyn Fn(usize) -> Option<usize>,
                    value: Option<T>,
                ) -> $Data<T> {
                    adapter::arrange::<Self, T>(data, axis, &sizes, index, value)
                }

                #[track_caller]
                fn join<'d, S: Shape, O: ArrayShape>(
                    parts: impl Iterator<Item = &'d $Data<T>> + Clone,
                    axis: usize,
                    sizes: DynShape,
                ) -> $Data<T> {
                    adapter::join::<Self, T>(parts, axis, sizes.dims())
                }
            }

            impl<T: $Element> ReadsElements<T> for $Engine {
                #[track_caller]
                fn show<S: Shape, R>(
                    data: &$Data<T>,
                    look: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R,
                ) -> R {
                    look(&mut adapter::elements::<Self, T>(data).iter())
                }

                #[track_caller]
                fn into_scalar(data: $Data<T>) -> T {
                    adapter::only::<Self, T>(&data)
                }
            }

            impl<T: $Element> Selects<T> for $Engine {
                type OutputEngine = Self;

                #[track_caller]
                fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
                    mask: &$Data<bool>,
                    yes: &$Data<T>,
                    no: &$Data<T>,
                    sizes: DynShape,
                ) -> $Data<T> {
                    let sizes = sizes.dims();
                    Self::chosen(
                        Self::expanded(mask, sizes),
                        Self::expanded(yes, sizes),
                        Self::expanded(no, sizes),
                    )
                }
            }

            impl<T: $Element> BinaryInPlace<ops::Assign, T> for $Engine {
                #[track_caller]
                fn update<S: Shape, R: Shape>(target: &mut $Data<T>, rhs: &$Data<T>) {
                    *target = Self::copied(&Self::expanded(rhs, target.dims()));
                }
            }

            impl<T: $Element> MovesAxes<T> for $Engine {
                #[track_caller]
                fn permute<S: Shape, O: Shape>(data: &$Data<T>, order: &[usize]) -> $Data<T> {
                    Self::permuted(data, order)
                }

                #[track_caller]
                fn expand<S: Shape, O: Shape>(data: &$Data<T>, sizes: DynShape) -> $Data<T> {
                    Self::expanded(data, sizes.dims())
                }

                #[track_caller]
                fn narrow<S: Shape, O: ArrayShape>(
                    data: &$Data<T>,
                    axis: usize,
                    start: usize,
                    length: usize,
                ) -> $Data<T> {
                    Self::narrowed(data, axis, start, length)
                }

                #[track_caller]
                fn index<S: Shape, O: Shape>(
                    data: &$Data<T>,
                    axis: usize,
                    index: usize,
                ) -> $Data<T> {
                    Self::squeezed(&Self::narrowed(data, axis, index, 1), &[axis])
                }

                #[track_caller]
                fn slice<S: Shape, O: Shape>(
                    data: &$Data<T>,
                    entries: &[SliceEntry],
                ) -> Result<$Data<T>, ShapeError> {
                    Self::sliced(data, entries)
                }

                #[track_caller]
                fn squeeze<S: Shape, O: Shape>(data: &$Data<T>, axes: &[usize]) -> $Data<T> {
                    Self::squeezed(data, axes)
                }

                #[track_caller]
                fn unsqueeze<S: Shape, O: Shape>(data: &$Data<T>, axis: usize) -> $Data<T> {
                    Self::unsqueezed(data, axis)
                }

                #[track_caller]
                fn split<S: ArrayShape, O: ArrayShape>(
                    data: &$Data<T>,
                    split: &[usize],
                    order: &[usize],
                ) -> $Data<T> {
                    Self::permuted(&Self::reshaped(data, split), order)
                }

                #[track_caller]
                fn windows<S: Shape, O: ArrayShape>(
                    data: &$Data<T>,
                    axis: usize,
                    width: usize,
                    step: usize,
                ) -> $Data<T> {
                    Self::slid(data, axis, width, step)
                }


                #[track_caller]
                fn diagonal<S: Shape, O: Shape>(
                    data: &$Data<T>,
                    first: usize,
                    second: usize,
                ) -> $Data<T> {
                    adapter::diagonal::<Self, T>(data, first, second)
                }
            }

            impl<T: $Element> Reshapes<T> for $Engine {
                #[track_caller]
                fn reshape<S: ArrayShape, O: ArrayShape>(
                    data: Operand<'_, $Data<T>>,
                    sizes: DynShape,
                ) -> $Data<T> {
                    Self::reshaped(data.data(), sizes.dims())
                }

                #[track_caller]
                fn merge<S: ArrayShape, O: ArrayShape>(
                    data: &$Data<T>,
                    split: &[usize],
                    order: &[usize],
                    sizes: DynShape,
                ) -> $Data<T> {
                    let ordered = Self::permuted(&Self::reshaped(data, split), order);
                    Self::reshaped(&ordered, sizes.dims())
                }
            }

            impl<T: $Element> Joins<T> for $Engine {
                type OutputEngine = Self;

                #[track_caller]
                fn concat<S: Shape, R: Shape, O: ArrayShape>(
                    lhs: &$Data<T>,
                    rhs: &$Data<T>,
                    axis: usize,
                    _: DynShape,
                ) -> $Data<T> {
                    Self::joined(&[lhs, rhs], axis)
                }
            }

            impl<T: $Element> Gathers<T> for $Engine {
                type OutputEngine = Self;

                #[track_caller]
                fn take<S: Shape, R: Shape, O: Shape>(
                    data: &$Data<T>,
                    axis: usize,
                    indices: &$Data<usize>,
                ) -> Result<$Data<T>, ShapeError> {
                    adapter::take::<Self, T>(data, axis, indices)
                }

                #[track_caller]
                fn take_along_axis<S: Shape, R: Shape, O: Shape>(
                    data: &$Data<T>,
                    axis: usize,
                    indices: &$Data<usize>,
                ) -> Result<$Data<T>, ShapeError> {
                    adapter::take_along_axis::<Self, T>(data, axis, indices)
                }

                #[track_caller]
                fn take_leading<S: Shape, R: Shape>(
                    data: &$Data<T>,
                    axis: usize,
                    indices: &$Data<usize>,
                ) -> Result<$Data<T>, ShapeError> {
                    adapter::check_indices::<Self, T>(data, axis, indices)?;
                    let values = adapter::leading::<Self, T>(data, indices.dims(), Some(axis));
                    Ok(Self::gathered(values, axis, indices.clone()))
                }
            }
        };
    };
    (algebra for $Engine:ident: $Data:ident, [$Products:ident], [$Floats:ident]) => {
        const _: () = {
            use ::core::result::Result;
            use $crate::algebra::Interpolation;
            use $crate::engine::adapter::{self, Library};
            use $crate::engine::{ArrayShape, Products, Engine, Factors, Interpolates, Inverts};
            use $crate::{DynShape, Host, MatrixError, Shape};

            impl<T: $Floats> Interpolates<T> for $Engine {
                #[track_caller]
                fn interpolate<S: Shape, O: ArrayShape>(
                    data: &$Data<T>,
                    steps: (&[usize], &[usize]),
                    by: Interpolation,
                    sizes: DynShape,
                ) -> $Data<T> {
                    adapter::interpolate::<Self, T>(data, steps, by, sizes.dims())
                }
            }

            type OnHost<T, S> = <Host as Engine>::Data<<T as $Floats>::OnHost, S>;

            #[track_caller]
            fn on_host<T: $Floats, S: Shape>(data: &$Data<T>) -> OnHost<T, S> {
                adapter::sent::<Host, $Engine, T, T::OnHost, S>(data)
            }

            #[track_caller]
            fn beside<T: $Floats, S: Shape>(found: &OnHost<T, S>, operand: &$Data<T>) -> $Data<T> {
                adapter::received::<Host, $Engine, T, T::OnHost, S>(found, &$Engine::device(operand))
            }

            /// Computed on the host, in 32 bits at least. Gradients do not go through these.
            impl<T: $Floats> Inverts<T> for $Engine
            where
                Host: Inverts<T::OnHost>,
            {
                #[track_caller]
                fn solve<S: Shape, R: Shape, O: Shape>(data: &$Data<T>, rhs: &$Data<T>) -> Result<$Data<T>, MatrixError> {
                    let found = Host::solve::<S, R, O>(&on_host::<T, S>(data), &on_host::<T, R>(rhs))?;
                    Ok(beside::<T, O>(&found, data))
                }

                #[track_caller]
                fn inverse<S: Shape, O: Shape>(data: &$Data<T>) -> Result<$Data<T>, MatrixError> {
                    let found = Host::inverse::<S, O>(&on_host::<T, S>(data))?;
                    Ok(beside::<T, O>(&found, data))
                }

                #[track_caller]
                fn det<S: Shape, O: Shape>(data: &$Data<T>) -> $Data<T> {
                    beside::<T, O>(&Host::det::<S, O>(&on_host::<T, S>(data)), data)
                }
            }

            /// Like `Inverts`, on the host.
            impl<T: $Floats> Factors<T> for $Engine
            where
                Host: Factors<T::OnHost>,
            {
                #[track_caller]
                fn cholesky<S: Shape>(data: &$Data<T>) -> Result<$Data<T>, MatrixError> {
                    let found = Host::cholesky::<S>(&on_host::<T, S>(data))?;
                    Ok(beside::<T, S>(&found, data))
                }
            }
        };
    };
    (unary for $Engine:ident: $($generics:tt $T:ty => $U:ty { $($Op:ty |$x:ident $(, $op:ident)?| $result:expr;)* })*) => {
        $($($crate::__adapt!(@unary $Engine $generics $T, $U, $Op, $result, $x $($op)?);)*)*
    };
    (@unary $Engine:ident [$($G:ident: $Bound:ident),*] $T:ty, $U:ty, $Op:ty, $result:expr, $x:ident $($op:ident)?) => {
        const _: () = {
            use $crate::engine::adapter::{Library, Stores};
            #[allow(unused_imports, reason = "one of them")]
            use $crate::engine::ops::*;

            impl<$($G: $Bound),*> $crate::engine::Unary<$Op, $T> for $Engine {
                type Element = $U;
                #[track_caller]
                fn unary<S: $crate::Shape>(
                    argument: $Op,
                    data: $crate::engine::Operand<'_, Self::Data<$T, S>>,
                ) -> Self::Data<$U, S> {
                    #[track_caller]
                    fn function<$($G: $Bound),*>(
                        $x: <$Engine as Library>::Raw<'_> $(, $op: $Op)?
                    ) -> <$Engine as Library>::Found {
                        $result
                    }
                    let (data, _argument) = (data.data(), argument);
                    let found = function::<$($G),*>(Self::raw(data) $(, { let $op = _argument; $op })?);
                    Self::held(found, data.dims())
                }
            }
        };
    };
    (binary for $Engine:ident: $($generics:tt $T:ty => $U:ty { $($Op:ident |$x:ident, $y:ident| $result:expr;)* })*) => {
        $($($crate::__adapt!(@binary $Engine $generics $T, $U, $Op, $x, $y, $result);)*)*
    };
    (@binary $Engine:ident [$($G:ident: $Bound:ident)?] $T:ty, $U:ty, $Op:ident, $x:ident, $y:ident, $result:expr) => {
        const _: () = {
            use $crate::engine::adapter::{Library, Stores};
            use $crate::engine::{Operand, ops};
            use $crate::{DynShape, Shape};

            impl<$($G: $Bound)?> $crate::engine::Binary<ops::$Op, $T> for $Engine {
                type Element = $U;
                type OutputEngine = Self;

                #[track_caller]
                fn binary<S: Shape, R: Shape, O: Shape>(
                    lhs: Operand<'_, Self::Data<$T, S>>,
                    rhs: Operand<'_, Self::Data<$T, R>>,
                    sizes: DynShape,
                ) -> Self::Data<$U, O> {
                    #[track_caller]
                    fn function(
                        $x: <$Engine as Library>::Raw<'_>,
                        $y: <$Engine as Library>::Raw<'_>,
                    ) -> <$Engine as Library>::Found {
                        $result
                    }
                    let (lhs, rhs) = Self::pair(lhs.data(), rhs.data(), sizes.dims());
                    Self::held(function(lhs, rhs), sizes.dims())
                }
            }
        };
    };
    (updates for $Engine:ident: [$Bound:ident] $($Op:ident)*) => {$(
        /// The result replaces the target, and may use its memory.
        impl<T: $Bound> $crate::engine::BinaryInPlace<$crate::engine::ops::$Op, T> for $Engine {
            #[track_caller]
            fn update<S: $crate::Shape, R: $crate::Shape>(target: &mut Self::Data<T, S>, rhs: &Self::Data<T, R>) {
                use $crate::engine::{Binary, Operand, ops};
                let sizes = target.dims().into();
                let (lhs, rhs) = (Operand::ByRef(&*target), Operand::ByRef(rhs));
                *target = <Self as Binary<ops::$Op, T>>::binary::<S, R, S>(lhs, rhs, sizes);
            }
        }
    )*};
    (scans for $Engine:ident: [$Bound:ident] $($Op:ident |$x:ident, $axis:ident| $result:expr;)*) => {$(
        impl<T: $Bound> $crate::engine::Scans<$crate::engine::ops::$Op, T> for $Engine {
            #[track_caller]
            fn scan<S: $crate::Shape>(data: &Self::Data<T, S>, $axis: usize) -> Self::Data<T, S> {
                use $crate::engine::adapter::{Library, Stores};
                let $x = Self::raw(data);
                Self::held($result, data.dims())
            }
        }
    )*};
    (products for $Engine:ident: [$Bound:ident] |$x:ident, $y:ident, $sizes:ident| $result:expr;) => {
        impl<T: $Bound> $crate::engine::Products<T> for $Engine {
            type OutputEngine = Self;

            #[track_caller]
            fn product<S: $crate::Shape, R: $crate::Shape, O: $crate::Shape>(
                lhs: &Self::Data<T, S>,
                rhs: &Self::Data<T, R>,
                sizes: $crate::DynShape,
            ) -> Self::Data<T, O> {
                use $crate::engine::adapter::{Library, Stores};
                let ($x, $y, $sizes) = (Self::raw(lhs), Self::raw(rhs), sizes.dims());
                Self::held($result, $sizes)
            }

            #[track_caller]
            fn contract<S: $crate::Shape, R: $crate::Shape, O: $crate::Shape>(
                lhs: &Self::Data<T, S>,
                rhs: &Self::Data<T, R>,
                axes: usize,
                last: bool,
                sizes: $crate::DynShape,
            ) -> Self::Data<T, O> {
                $crate::engine::adapter::contract::<Self, T>(lhs, rhs, axes, last, sizes.dims())
            }
        }
    };
    (convolutions for $Engine:ident: [$Bound:ident] $convolve:ident, $transposed:ident) => {
        impl<T: $Bound> $crate::engine::Convolves<T> for $Engine {
            type OutputEngine = Self;

            $crate::__adapt!(@convolution convolve, $crate::algebra::Slide, $convolve);
            $crate::__adapt!(@convolution convolve_transposed, ($crate::algebra::Slide, usize), $transposed);
        }
    };
    (@convolution $name:ident, $Slide:ty, $function:ident) => {
        #[track_caller]
        fn $name<S: $crate::Shape, R: $crate::Shape, O: $crate::engine::ArrayShape>(
            data: &Self::Data<T, S>,
            kernels: &Self::Data<T, R>,
            slides: &[$Slide],
            groups: usize,
            sizes: $crate::DynShape,
        ) -> Self::Data<T, O> {
            use $crate::engine::adapter::{Library, Stores};
            let (data, kernels, sizes) = (Self::raw(data), Self::raw(kernels), sizes.dims());
            Self::held($function(data, kernels, slides, groups, sizes), sizes)
        }
    };
    (reductions for $Engine:ident: $($generics:tt $T:ty => $U:ty {
        $($Op:ident $($merged:ident)? |$x:ident, $axes:ident| $result:expr;)*
    })*) => {
        $($($crate::__adapt!(@reduction $Engine $generics $T, $U, $Op, $x, $axes, $result $(, $merged)?);)*)*
    };
    (@reduction $Engine:ident [$($G:ident: $Bound:ident)?] $T:ty, $U:ty, $Op:ident, $x:ident, $axes:ident, $result:expr
        $(, $merged:ident)?
    ) => {
        const _: () = {
            use $crate::engine::adapter::{self, Library, Stores};
            use $crate::engine::{Reduces, ops};
            use $crate::Shape;

            impl<$($G: $Bound)?> Reduces<ops::$Op, $T> for $Engine {
                type Element = $U;
                #[track_caller]
                fn reduce<S: Shape, O: Shape>(data: &Self::Data<$T, S>, axes: &[usize]) -> Self::Data<$U, O> {
                    #[track_caller]
                    fn function($x: <$Engine as Library>::Raw<'_>, $axes: &[usize]) -> <$Engine as Library>::Found {
                        $result
                    }
                    $(if axes.len() > 1 {
                        let reduce = <Self as Reduces<ops::$Op, $T>>::reduce::<S, O>;
                        return adapter::$merged::<Self, $T, $U>(data, axes, reduce);
                    })?
                    let (axes, sizes) = adapter::from_first(data.dims(), axes);
                    Self::held(function(Self::raw(data), &axes), &sizes)
                }

                #[track_caller]
                fn reduce_all<S: Shape>(data: &Self::Data<$T, S>) -> $U {
                    let flat = Self::reshaped(data, &[adapter::count(data.dims())]);
                    let one = <Self as Reduces<ops::$Op, $T>>::reduce::<S, S>(&flat, &[1]);
                    adapter::only::<Self, $U>(&one)
                }
            }
        };
    };
}
