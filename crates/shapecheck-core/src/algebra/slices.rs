//! Slices of several axes in one call: an entry for each axis, as `s![1..5, .., ..;2]` of `shapecheck` lists them.
//!
//! ```text
//! [8, 3, 9] by s![1..5, .., ..;2]     gives [4, 3, 5]
//! [8, 3, 9] by s![-1, NewAxis, ...]   gives [1, 3, 9]
//! [8, 3, 9] by s![.., .., ..i]        gives [8, 3, _]
//! [8, 3, 9] by s![.., .., 4..12]      is refused: cannot slice axis -1 up to 12: its size is 9
//! ```
//!
//! An entry is a type, and a value where a number is known only at run time. The types are checked by [`HoldsSlices`],
//! and the values by [`slices_shape`], the same rule over slices of sizes.
//!
//! In the guide: [shape functions](crate::guide::shape_functions).

use typenum::{U0, U1};

use super::slice::check_range;
use crate::dim::{AtMost, DividedBy, DividedUp, Extent, Minus, Name, NamedDim, Sum};
use crate::error::Rule;
use crate::for_each::for_each;
use crate::sealed::SealedEntry;
use crate::verdict::{
    Accept, BackIndexesRule, Count, CountAxes, Excess, IndexesRule, NarrowsRule, NextCount, Once,
    Operands, SliceEndsRule, SliceEntriesRule, SliceStartsRule, SlicesRule, StepsRule,
};
use crate::{Axes, Dim, Dyn, DynShape, Scalar, Shape, ShapeError, StaticDim};

/// An index, or an end of a range of indices.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Counted from the start, from 0.
    FromStart(usize),
    /// Counted from the end, where 1 is the last index and 0 is just after it.
    FromEnd(usize),
}

/// The end of a range.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceEnd {
    /// In front of this index.
    Before(Place),
    /// This many indices after the start.
    After(usize),
}

/// What a slice does with an axis.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceEntry {
    /// Takes one index, and drops the axis.
    At(Place),
    /// Takes the indices from a start up to an end, in steps.
    Span {
        /// The first index.
        start: Place,
        /// Where the range ends.
        end: SliceEnd,
        /// From one index to the next; at least 1.
        step: usize,
    },
    /// Puts an axis of size 1 here.
    New,
    /// Keeps all axes that have no entry; at most once in a slice.
    Rest,
}

impl SliceEnd {
    /// The place, if it does not depend on the start.
    fn place(self) -> Option<Place> {
        match self {
            Self::Before(place) => Some(place),
            Self::After(_) => None,
        }
    }
}

impl SliceEntry {
    const WHOLE: Self = Self::Span {
        start: Place::FromStart(0),
        end: SliceEnd::Before(Place::FromEnd(0)),
        step: 1,
    };

    fn is_of_axis(&self) -> bool {
        matches!(self, Self::At(_) | Self::Span { .. })
    }
}

/// The part taken of an axis: a [`SliceEntry`] whose places were counted and checked.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// One index, without the axis.
    At(usize),
    /// This many indices from a start on, in steps.
    Span {
        /// The first index.
        start: usize,
        /// How many there are.
        length: usize,
        /// From one index to the next.
        step: usize,
    },
    /// A new axis of size 1 before the axis.
    New,
}

impl Taken {
    /// All of an axis of this size.
    #[inline]
    #[must_use]
    pub fn whole(size: usize) -> Self {
        Self::Span {
            start: 0,
            length: size,
            step: 1,
        }
    }
}

/// The number of axes of the result of a slice.
///
/// # Errors
///
/// Returns an error if there are more or fewer entries than axes.
#[doc(hidden)]
#[inline]
pub fn sliced_rank(sizes: &[usize], entries: &[SliceEntry]) -> Result<usize, ShapeError> {
    let (mut named, mut added, mut dropped, mut others) = (0, 0, 0, 0);
    for entry in entries {
        named += usize::from(entry.is_of_axis());
        dropped += usize::from(matches!(entry, SliceEntry::At(_)));
        added += usize::from(matches!(entry, SliceEntry::New));
        others += usize::from(matches!(entry, SliceEntry::Rest));
    }
    if others > 1 || named > sizes.len() || others == 0 && named < sizes.len() {
        return Err(Rule::SLICE_ENTRIES.rank_of(sizes, named).of(sizes));
    }
    Ok(sizes.len() - dropped + added)
}

/// Tells `take` what is taken of each axis, the first one first, with the axis counted from the first, from 0. For
/// engines.
///
/// # Errors
///
/// As of [`slices_shape`]. Axes before the one that is refused are already reported.
pub fn each_taken(
    sizes: &[usize],
    entries: &[SliceEntry],
    take: impl FnMut(usize, Taken),
) -> Result<(), ShapeError> {
    sliced_rank(sizes, entries)?;
    match each_found(sizes, entries, take) {
        Ok(()) => Ok(()),
        Err((axis, entry)) => Err(refused(sizes, axis, entry)),
    }
}

/// The same, where [`sliced_rank`] has found as many entries as axes. [`refused`] reports what does not fit.
#[doc(hidden)]
#[inline]
pub fn each_found(
    sizes: &[usize],
    entries: &[SliceEntry],
    mut take: impl FnMut(usize, Taken),
) -> Result<(), (usize, SliceEntry)> {
    let mut axis = 0;
    for (number, entry) in entries.iter().enumerate() {
        match entry {
            SliceEntry::New => take(axis, Taken::New),
            SliceEntry::Rest => {
                let behind = entries[number..].iter();
                let last = sizes.len() - behind.filter(|entry| entry.is_of_axis()).count();
                while axis < last {
                    take(axis, Taken::whole(sizes[axis]));
                    axis += 1;
                }
            }
            _ => match found(sizes[axis], entry) {
                Some(taken) => {
                    take(axis, taken);
                    axis += 1;
                }
                None => return Err((axis, *entry)),
            },
        }
    }
    Ok(())
}

/// An index that is counted from the start, if it is not before the first one.
#[inline]
fn counted(size: usize, place: Place) -> Option<usize> {
    match place {
        Place::FromStart(index) => Some(index),
        Place::FromEnd(back) => size.checked_sub(back),
    }
}

/// The part that an entry takes of an axis, if the axis has it.
#[inline]
fn found(size: usize, entry: &SliceEntry) -> Option<Taken> {
    match *entry {
        SliceEntry::At(place) => {
            let index = counted(size, place)?;
            (index < size).then_some(Taken::At(index))
        }
        SliceEntry::Span { start, end, step } => {
            let start = counted(size, start)?;
            let end = match end {
                SliceEnd::Before(place) => counted(size, place)?,
                SliceEnd::After(length) => start.checked_add(length)?,
            };
            if start > end || end > size || step == 0 {
                return None;
            }
            let length = match step {
                1 => end - start,
                step => (end - start).div_ceil(step),
            };
            Some(Taken::Span {
                start,
                length,
                step,
            })
        }
        SliceEntry::New | SliceEntry::Rest => Some(Taken::whole(size)),
    }
}

/// What an axis, counted from the first, does not have.
#[cold]
#[doc(hidden)]
pub fn refused(sizes: &[usize], axis: usize, entry: SliceEntry) -> ShapeError {
    let (size, from_end) = (sizes[axis], axis as isize - sizes.len() as isize);
    let in_front = |back| Rule::BACK_INDEXES.sizes(from_end, back, size).of(sizes);
    let (start, end, step) = match entry {
        SliceEntry::Span { start, end, step } => (start, end, step),
        SliceEntry::At(Place::FromEnd(back)) if back > size => return in_front(back),
        SliceEntry::At(place) => {
            let index = counted(size, place).unwrap_or(size);
            return ShapeError::index_beyond(sizes, axis, index);
        }
        SliceEntry::New | SliceEntry::Rest => unreachable!("these take what there is"),
    };
    for place in [Some(start), end.place()].into_iter().flatten() {
        if let Place::FromEnd(back) = place
            && back > size
        {
            return in_front(back);
        }
    }
    let start = counted(size, start).unwrap_or(0);
    let end = match end {
        SliceEnd::Before(Place::FromEnd(0)) if start > size => {
            return Rule::SLICE_STARTS.sizes(from_end, start, size).of(sizes);
        }
        SliceEnd::Before(place) => counted(size, place).unwrap_or(size),
        SliceEnd::After(length) => match start.checked_add(length) {
            Some(end) => end,
            None => return ShapeError::index_beyond(sizes, axis, usize::MAX),
        },
    };
    match check_range(sizes, from_end, (start, end)) {
        Err(error) => error,
        Ok(()) => Rule::STEPS.sizes(from_end, step, size).of(sizes),
    }
}

/// The shape of a slice of several axes: the rule of [`HoldsSlices`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::slices::{Place, SliceEnd, SliceEntry, slices_shape};
///
/// let last = SliceEntry::At(Place::FromEnd(1));
/// let even = SliceEntry::Span {
///     start: Place::FromStart(0),
///     end: SliceEnd::Before(Place::FromEnd(0)),
///     step: 2,
/// };
/// assert_eq!(slices_shape(&[8, 3, 9], &[last, SliceEntry::Rest, even])?.dims(), [3, 5]);
/// assert_eq!(
///     slices_shape(&[8, 3, 9], &[last, even]).unwrap_err().to_string(),
///     "cannot slice shape [8, 3, 9]: the shape has rank 3, the entries are for rank 2",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are more or fewer entries than axes, if an index or an end of a range is beyond its axis,
/// if a range ends before it starts, or if a step is 0. Without the feature `alloc`, also if the result has more than 8
/// axes.
pub fn slices_shape(sizes: &[usize], entries: &[SliceEntry]) -> Result<DynShape, ShapeError> {
    let rank = sliced_rank(sizes, entries)?;
    let shape = DynShape::build(rank, 1, &|_| 0);
    let mut shape = shape.ok_or_else(|| ShapeError::rank_needs_alloc(rank))?;
    let mut place = 0;
    each_taken(sizes, entries, |_, taken| {
        let size = match taken {
            Taken::At(_) => return,
            Taken::Span { length, .. } => length,
            Taken::New => 1,
        };
        shape.dims_mut()[place] = size;
        place += 1;
    })?;
    Ok(shape)
}

/// What `s![..]` makes: an entry for each axis, with the run-time numbers. `List` holds the entries,
/// and `K` is how many there are.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug)]
pub struct AxisSlices<List, const K: usize>(List);

impl<List: ListsEntries, const K: usize> AxisSlices<List, K> {
    /// From a list of `K` entries.
    #[doc(hidden)]
    #[inline]
    pub fn of(list: List) -> Self {
        const { assert!(List::COUNT == K, "a slice is written `s![1..5, ..]`") };
        Self(list)
    }

    /// The entries as values, the first axis first.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> [SliceEntry; K] {
        let mut entries = [SliceEntry::Rest; K];
        self.0.write(&mut entries);
        entries
    }
}

// What only carries messages has no page, as in `verdict`: rustc prints the short names of what it can show.

/// All of an axis: `..`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct WholeAxis;

/// One index.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct AtIndex<P>(pub P);

/// A range of indices in steps.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct InRange<Start, End, InSteps>(pub Start, pub End, pub InSteps);

/// An axis of size 1 that the tensor does not have.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct NewAxis;

/// All axes without an entry, after those of the entries before it: `...`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct OtherAxes<InFront>(pub InFront);

/// An entry before `...`, and those after it.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct Front<Entry, Behind>(pub Entry, pub Behind);

/// No start, no end, or no step.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct Open;

/// A number of a slice: an index, how far an end is from the start, a step.
macro_rules! numbers {
    ($($(#[$doc:meta])* $Name:ident;)*) => {$(
        $(#[$doc])*
        #[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
        #[derive(Clone, Copy, Debug)]
        pub struct $Name<N>(N);

        impl<N: StaticDim> $Name<N> {
            /// A number that the compiler knows.
            #[inline]
            pub fn known() -> Self {
                Self(N::default())
            }
        }

        impl<N: Dim> $Name<N> {
            /// A run-time number.
            #[inline]
            pub fn of(number: impl SliceNumber<Dim = N>) -> Self {
                Self(number.dim())
            }
        }
    )*};
}

numbers! {
    /// Counted from the start, from 0.
    FrontIndex;
    /// Counted from the end, from 1.
    BackIndex;
    /// This many indices after the start.
    Length;
    /// From one index to the next.
    InSteps;
}

/// What stands for `i` while `s![i..i + 4]` looks whether its two `i` are one variable.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[derive(Clone, Copy, Debug)]
pub struct StartOfRange;

/// [`StartOfRange`], which is what the start of a range is where its end begins with the same variable.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[diagnostic::on_unimplemented(
    message = "the start of this range and the number that its end begins with are two variables with the same letters",
    label = "another variable than the start",
    note = "one is of a macro, and the other of its caller, so the range has no length that the compiler knows: `i..(i + 4)` with parentheses is a range of any length"
)]
pub trait IsStartOfRange {}

impl IsStartOfRange for StartOfRange {}

/// The length of a range from one start.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[inline(always)]
pub fn from_one_start<N>(length: Length<N>, _start: impl IsStartOfRange) -> Length<N> {
    length
}

/// A number in `s![..]` that is known only when the program runs.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "expected a `usize`",
    note = "indices are of type `usize` and count from the start; `-i` counts `i` from the end",
    note = "a size with a name may stand in place of a number: `s![..length]` gives the axis the name of `length`"
)]
pub trait SliceNumber {
    /// [`Dyn`], or the number's name.
    type Dim: Dim;

    /// The number as a size.
    fn dim(self) -> Self::Dim;
}

impl SliceNumber for usize {
    type Dim = Dyn;

    #[inline]
    fn dim(self) -> Dyn {
        Dyn(self)
    }
}

impl SliceNumber for Dyn {
    type Dim = Self;

    #[inline]
    fn dim(self) -> Self {
        self
    }
}

impl<T: Name, N: Dim> SliceNumber for NamedDim<T, N> {
    type Dim = Self;

    #[inline]
    fn dim(self) -> Self {
        self
    }
}

/// An index, or the start of a range, as a value.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait RangePlace: SealedEntry {
    /// The index.
    fn place(&self) -> Place;
}

/// The end of a range as a value.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait RangeEnd: SealedEntry {
    /// The end.
    fn end(&self) -> SliceEnd;
}

/// The step of a range as a value.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait RangeStep: SealedEntry {
    /// The step.
    fn step(&self) -> usize;
}

// `self.0` as a value.
for_each! {
    ([$($N:ident)?] $Type:ty: $Trait:ident::$method:ident -> $Value:ty = |$own:ident| $value:expr) => {
        impl$(<$N: Dim>)? $Trait for $Type {
            #[inline]
            fn $method(&self) -> $Value {
                let $own = self;
                $value
            }
        }
    }

    [] Open: RangePlace::place -> Place = |_own| Place::FromStart(0);
    [N] FrontIndex<N>: RangePlace::place -> Place = |own| Place::FromStart(own.0.size());
    [N] BackIndex<N>: RangePlace::place -> Place = |own| Place::FromEnd(own.0.size());
    [] Open: RangeEnd::end -> SliceEnd = |_own| SliceEnd::Before(Place::FromEnd(0));
    [N] FrontIndex<N>: RangeEnd::end -> SliceEnd = |own| SliceEnd::Before(own.place());
    [N] BackIndex<N>: RangeEnd::end -> SliceEnd = |own| SliceEnd::Before(own.place());
    [N] Length<N>: RangeEnd::end -> SliceEnd = |own| SliceEnd::After(own.0.size());
    [] Open: RangeStep::step -> usize = |_own| 1;
    [N] InSteps<N>: RangeStep::step -> usize = |own| own.0.size();
}

/// An entry as a value. It says what its type says, which unsafe code rests on.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait IsEntry: SealedEntry {
    /// The entry.
    fn entry(&self) -> SliceEntry;
}

impl IsEntry for WholeAxis {
    #[inline]
    fn entry(&self) -> SliceEntry {
        SliceEntry::WHOLE
    }
}

impl IsEntry for NewAxis {
    #[inline]
    fn entry(&self) -> SliceEntry {
        SliceEntry::New
    }
}

impl<P: RangePlace> IsEntry for AtIndex<P> {
    #[inline]
    fn entry(&self) -> SliceEntry {
        SliceEntry::At(self.0.place())
    }
}

impl<Start: RangePlace, End: RangeEnd, By: RangeStep> IsEntry for InRange<Start, End, By> {
    #[inline]
    fn entry(&self) -> SliceEntry {
        SliceEntry::Span {
            start: self.0.place(),
            end: self.1.end(),
            step: self.2.step(),
        }
    }
}

/// Entries, the last one outermost: `(((), First), Second)`, or those after `...` in the same way.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait ListsEntries: SealedEntry {
    /// How many there are.
    const COUNT: usize;

    /// Writes the first entries of a list, which are as many.
    fn write(&self, to: &mut [SliceEntry]);
}

impl ListsEntries for () {
    const COUNT: usize = 0;

    #[inline]
    fn write(&self, _to: &mut [SliceEntry]) {}
}

impl<List: ListsEntries, Entry: IsEntry> ListsEntries for (List, Entry) {
    const COUNT: usize = List::COUNT + 1;

    #[inline]
    fn write(&self, to: &mut [SliceEntry]) {
        self.0.write(to);
        to[List::COUNT] = self.1.entry();
    }
}

impl<Entry: IsEntry, Behind: ListsEntries> ListsEntries for Front<Entry, Behind> {
    const COUNT: usize = Behind::COUNT + 1;

    #[inline]
    fn write(&self, to: &mut [SliceEntry]) {
        to[0] = self.0.entry();
        self.1.write(&mut to[1..]);
    }
}

impl<InFront: ListsEntries> ListsEntries for OtherAxes<InFront> {
    const COUNT: usize = InFront::COUNT + 1;

    #[inline]
    fn write(&self, to: &mut [SliceEntry]) {
        self.0.write(to);
        to[InFront::COUNT] = SliceEntry::Rest;
    }
}

/// An entry of an axis as a type.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait OfAxis {
    /// `[..Lead]` with what the entry leaves of an axis of size `N`.
    type After<Lead: Shape, N: Dim>: Shape;
}

impl OfAxis for WholeAxis {
    type After<Lead: Shape, N: Dim> = Axes<Lead, N>;
}

impl<P> OfAxis for AtIndex<P> {
    type After<Lead: Shape, N: Dim> = Lead;
}

impl<Start: Spans<End>, End> OfAxis for InRange<Start, End, Open> {
    type After<Lead: Shape, N: Dim> = Axes<Lead, Start::Size<N>>;
}

impl<Start: Spans<End>, End, By: Extent> OfAxis for InRange<Start, End, InSteps<By>> {
    type After<Lead: Shape, N: Dim> = Axes<Lead, <DividedUp<Start::Size<N>, By> as Extent>::Size>;
}

/// How many indices there are from this start to an end of an axis of size `N`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait Spans<End> {
    /// Their number.
    type Size<N: Dim>: Dim;
}

/// An axis of size `Self` of the shape `S` has this range. `Axis` is its place from the end.
// Part of `HoldsSlices`. It is the whole shape that is asked to accept a verdict: where a parameter leaves it open, rustc
// then reports the bound of the method, which is about the same type.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait HasRange<Start, End, Axis, S> {}

/// The number of indices from a start to an end, and what has to hold of an axis of size N.
///
/// It compares a difference, which is a size or none, and the two sizes that the message names.
macro_rules! spans {
    ($([$($parameter:ident)*] $Start:ty, $End:ty => |$N:ident| $length:ty $(, $Rule:ident: $difference:ty, $lhs:ty, $rhs:ty)*;)*) => {$(
        impl<$($parameter: Dim),*> Spans<$End> for $Start {
            type Size<$N: Dim> = $length;
        }

        impl<S, $N: Extent, Axis: NextCount, $($parameter: Extent),*> HasRange<$Start, $End, Axis, S> for $N
        where
            $(S: Accept<$Rule, <$difference as Extent>::Or<$lhs, $rhs, Axis>>,)*
        {
        }
    )*};
}

/// A difference that is required where another one is a size; 0 where that one is not a size and is already reported.
type IfSize<First, Difference> = <First as Extent>::IfSize<Difference, U0>;

/// A difference as a size: any, where it is none, which is refused.
type SizeOf<Difference> = <Difference as Extent>::Size;

spans! {
    [] Open, Open => |N| N;
    [Q] Open, FrontIndex<Q> => |N| Q, SlicesRule: Minus<N, Q>, Q, N;
    [Q] Open, BackIndex<Q> => |N| SizeOf<Minus<N, Q>>, BackIndexesRule: Minus<N, Q>, Q, N;
    [P] FrontIndex<P>, Open => |N| SizeOf<Minus<N, P>>, SliceStartsRule: Minus<N, P>, P, N;
    [P Q] FrontIndex<P>, FrontIndex<Q> => |N| SizeOf<Minus<Q, P>>,
        SlicesRule: Minus<N, Q>, Q, N,
        SliceEndsRule: IfSize<Minus<N, Q>, Minus<Q, P>>, P, Q;
    [P Q] FrontIndex<P>, BackIndex<Q> => |N| SizeOf<Minus<Minus<N, Q>, P>>,
        BackIndexesRule: Minus<N, Q>, Q, N,
        SliceEndsRule: IfSize<Minus<N, Q>, Minus<Minus<N, Q>, P>>, P, Minus<N, Q>;
    [P] BackIndex<P>, Open => |N| P, BackIndexesRule: Minus<N, P>, P, N;
    [P Q] BackIndex<P>, FrontIndex<Q> => |N| SizeOf<Minus<Q, Minus<N, P>>>,
        BackIndexesRule: Minus<N, P>, P, N,
        SlicesRule: IfSize<Minus<N, P>, Minus<N, Q>>, Q, N,
        SliceEndsRule: IfSize<IfSize<Minus<N, P>, Minus<N, Q>>, Minus<Q, Minus<N, P>>>, Minus<N, P>, Q;
    [P Q] BackIndex<P>, BackIndex<Q> => |N| SizeOf<Minus<P, Q>>,
        BackIndexesRule: Minus<N, P>, P, N,
        SliceEndsRule: IfSize<Minus<N, P>, Minus<P, Q>>, Minus<N, P>, Minus<N, Q>;
    [P L] FrontIndex<P>, Length<L> => |N| L,
        NarrowsRule: Minus<N, L>, L, N,
        SlicesRule: IfSize<Minus<N, L>, Minus<N, Sum<P, L>>>, Sum<P, L>, N;
}

/// The sizes that only types know are not compared.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct AtRunTime;

/// What types know of sizes is compared.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct WhileCompiling;

/// An axis of size `Self` of the shape `S` has what the entry takes.
// Part of `HoldsSlices`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait HasEntry<Entry, When, Axis, S> {}

impl<N, Entry, Axis, S> HasEntry<Entry, AtRunTime, Axis, S> for N {}

impl<N, Axis, S> HasEntry<WholeAxis, WhileCompiling, Axis, S> for N {}

impl<N: Extent, P: Extent, Axis: NextCount, S>
    HasEntry<AtIndex<FrontIndex<P>>, WhileCompiling, Axis, S> for N
where
    S: Accept<IndexesRule, <Minus<N, P::Next> as Extent>::Or<P, N, Axis>>,
{
}

impl<N: Extent, P: Extent, Axis: NextCount, S>
    HasEntry<AtIndex<BackIndex<P>>, WhileCompiling, Axis, S> for N
where
    S: Accept<BackIndexesRule, AtMost<P, N, Axis>>,
{
}

impl<N, Start, End, Axis, S> HasEntry<InRange<Start, End, Open>, WhileCompiling, Axis, S> for N where
    N: HasRange<Start, End, Axis, S>
{
}

impl<N, Start, End, By: Extent, Axis: NextCount, S>
    HasEntry<InRange<Start, End, InSteps<By>>, WhileCompiling, Axis, S> for N
where
    N: HasRange<Start, End, Axis, S>,
    S: Accept<StepsRule, <DividedBy<U1, By> as Extent>::Or<By, By, Axis>>,
{
}

/// The shape of a slice by the entries of a [`List`](AxisSlices).
///
/// ```text
/// [8, 3, 9] by s![1..5, .., ..;2]     gives [4, 3, 5]
/// [8, 3, 9] by s![-1, NewAxis, ...]   gives [1, 3, 9]
/// ```
///
/// For a shape of run-time rank, a slice without `...` has the rank that its entries say.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` this slice is of",
    label = "nothing here says how many axes there are",
    note = "a shape parameter may have any number of axes: `...` stands for all that have no entry, as in `s![..., 1..5]`"
)]
pub trait SlicedBy<List> {
    /// The shape of the slice.
    type Output: Shape;
}

/// `[]` by no entry
impl SlicedBy<()> for Scalar {
    type Output = Self;
}

/// `[..dynamic rank]` by no entry, if there is no axis
impl SlicedBy<()> for DynShape {
    type Output = Scalar;
}

/// Axes without an entry, which [`HoldsSlices`] refuses.
impl<Lead: Shape, N: Dim> SlicedBy<()> for Axes<Lead, N> {
    type Output = Self;
}

/// `[..S]` by `...`
impl<S: Shape> SlicedBy<OtherAxes<()>> for S {
    type Output = S;
}

/// `[A, B, ..S]` by entries for A and B and `...`
impl<S, Entry, Behind, Firsts> SlicedBy<OtherAxes<Front<Entry, Behind>>> for S
where
    S: FromTheFirst<Then<NoneLeft> = Firsts>,
    Firsts: TakenFirst<Front<Entry, Behind>>,
{
    type Output = Firsts::After<Scalar>;
}

/// `[..S]` by a new axis
impl<S: SlicedBy<List>, List> SlicedBy<(List, NewAxis)> for S {
    type Output = Axes<S::Output, U1>;
}

/// `[..S, N]` by an entry for N
impl<Lead: SlicedBy<List>, N: Dim, List, Entry: OfAxis> SlicedBy<(List, Entry)> for Axes<Lead, N> {
    type Output = Entry::After<Lead::Output, N>;
}

/// `[..dynamic rank]` has an axis for each entry.
impl<List, Entry: OfAxis> SlicedBy<(List, Entry)> for DynShape
where
    Self: SlicedBy<List>,
{
    type Output = Entry::After<<Self as SlicedBy<List>>::Output, Dyn>;
}

/// An entry without an axis, which [`HoldsSlices`] refuses.
impl<List, Entry: OfAxis> SlicedBy<(List, Entry)> for Scalar
where
    Self: SlicedBy<List>,
{
    type Output = <Self as SlicedBy<List>>::Output;
}

/// Axes from the first on: the size of one, and those after it.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct FirstIs<N, Behind>(core::marker::PhantomData<(N, Behind)>);

/// No further axis.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct NoneLeft;

/// Axes of run-time rank, and those after them.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct OfRunTimeRank;

/// The axes of a shape from the first on.
// Part of `HoldsSlices` and `TakesSlices`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes this slice is of",
    label = "nothing here says which axes are the first ones",
    note = "a shape parameter may have any number of axes, so `...` is the first entry: what comes after it is for the last axes"
)]
pub trait FromTheFirst {
    /// The same, then others.
    type Then<Behind>;
}

impl FromTheFirst for Scalar {
    type Then<Behind> = Behind;
}

impl FromTheFirst for DynShape {
    type Then<Behind> = OfRunTimeRank;
}

impl<Lead: FromTheFirst, N> FromTheFirst for Axes<Lead, N> {
    type Then<Behind> = Lead::Then<FirstIs<N, Behind>>;
}

/// The first axes by the entries before `...`, and the others.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait TakenFirst<Entries> {
    /// `[..Lead]` with what the entries leave of these axes.
    type After<Lead: Shape>: Shape;
}

impl TakenFirst<()> for NoneLeft {
    type After<Lead: Shape> = Lead;
}

impl<N: Dim, Behind: TakenFirst<()>> TakenFirst<()> for FirstIs<N, Behind> {
    type After<Lead: Shape> = Behind::After<Axes<Lead, N>>;
}

impl<Entry: OfAxis, Entries> TakenFirst<Front<Entry, Entries>> for NoneLeft
where
    Self: TakenFirst<Entries>,
{
    type After<Lead: Shape> = <Self as TakenFirst<Entries>>::After<Lead>;
}

impl<N: Dim, Behind, Entry: OfAxis, Entries> TakenFirst<Front<Entry, Entries>>
    for FirstIs<N, Behind>
where
    Behind: TakenFirst<Entries>,
{
    type After<Lead: Shape> = Behind::After<Entry::After<Lead, N>>;
}

impl<Entries> TakenFirst<Front<NewAxis, Entries>> for NoneLeft
where
    Self: TakenFirst<Entries>,
{
    type After<Lead: Shape> = <Self as TakenFirst<Entries>>::After<Axes<Lead, U1>>;
}

impl<N, Behind, Entries> TakenFirst<Front<NewAxis, Entries>> for FirstIs<N, Behind>
where
    Self: TakenFirst<Entries>,
{
    type After<Lead: Shape> = <Self as TakenFirst<Entries>>::After<Axes<Lead, U1>>;
}

impl<Entries> TakenFirst<Entries> for OfRunTimeRank {
    type After<Lead: Shape> = DynShape;
}

/// The number of entries of a list that are for an axis.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait EntryCount {
    /// Their number.
    type Count: NextCount;
}

impl EntryCount for () {
    type Count = Count<0>;
}

impl<List: EntryCount> EntryCount for (List, NewAxis) {
    type Count = List::Count;
}

impl<List: EntryCount, Entry: OfAxis> EntryCount for (List, Entry) {
    type Count = <List::Count as NextCount>::Next;
}

impl<Entries: EntryCount> EntryCount for Front<NewAxis, Entries> {
    type Count = Entries::Count;
}

impl<Entry: OfAxis, Entries: EntryCount> EntryCount for Front<Entry, Entries> {
    type Count = <Entries::Count as NextCount>::Next;
}

impl<Entries: EntryCount> EntryCount for OtherAxes<Entries> {
    type Count = Entries::Count;
}

/// Each axis of a shape has an entry, and what it takes. `When` is [`WhileCompiling`] or [`AtRunTime`], `Behind` is how
/// many axes follow the shape, and `Whole` is the whole shape and the whole list.
// Part of `HoldsSlices` and `TakesSlices`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes this slice is of",
    label = "nothing here says how many axes there are",
    note = "a shape parameter may have any number of axes: `...` stands for all that have no entry, as in `s![..., 1..5]`"
)]
pub trait FitsEntries<List, When, Behind, Whole> {}

impl<When, Behind, Whole> FitsEntries<(), When, Behind, Whole> for Scalar {}

impl<When, Behind, Whole> FitsEntries<(), When, Behind, Whole> for DynShape {}

/// Axes without an entry.
impl<Lead, N, When, Behind, S: CountAxes, L: EntryCount> FitsEntries<(), When, Behind, (S, L)>
    for Axes<Lead, N>
where
    Operands: Accept<SliceEntriesRule, Excess<S::Count, L::Count>>,
{
}

impl<S: Shape, When, Behind, Whole> FitsEntries<OtherAxes<()>, When, Behind, Whole> for S {}

impl<S, Entry, Entries, When, Behind, Whole>
    FitsEntries<OtherAxes<Front<Entry, Entries>>, When, Behind, Whole> for S
where
    S: FromTheFirst,
    S::Then<NoneLeft>: FitsFirst<Front<Entry, Entries>, When, Behind, Whole>,
{
}

impl<S, List, When, Behind, Whole> FitsEntries<(List, NewAxis), When, Behind, Whole> for S where
    S: FitsEntries<List, When, Behind, Whole>
{
}

impl<Lead, N, List, Entry: OfAxis, When, Behind: NextCount, S, L>
    FitsEntries<(List, Entry), When, Behind, (S, L)> for Axes<Lead, N>
where
    // First, so that entries without an axis are reported before one that does not fit.
    Lead: FitsEntries<List, When, Behind::Next, (S, L)>,
    N: HasEntry<Entry, When, Behind::Next, S>,
{
}

impl<List, Entry: OfAxis, When, Behind: NextCount, S, L>
    FitsEntries<(List, Entry), When, Behind, (S, L)> for DynShape
where
    Dyn: HasEntry<Entry, When, Behind::Next, S>,
    Self: FitsEntries<List, When, Behind::Next, (S, L)>,
{
}

/// An entry without an axis.
impl<List, Entry: OfAxis, When, Behind, S: CountAxes, L: EntryCount>
    FitsEntries<(List, Entry), When, Behind, (S, L)> for Scalar
where
    Operands: Accept<SliceEntriesRule, Excess<S::Count, L::Count>>,
{
}

/// The same from the first axis on, for entries before `...`.
// Part of `HoldsSlices` and `TakesSlices`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait FitsFirst<Entries, When, Behind, Whole> {
    /// How far the axis before these is from the end.
    type Next: NextCount;
}

impl<When, Behind: NextCount, Whole> FitsFirst<(), When, Behind, Whole> for NoneLeft {
    type Next = Behind::Next;
}

impl<N, After, When, Behind, Whole> FitsFirst<(), When, Behind, Whole> for FirstIs<N, After>
where
    After: FitsFirst<(), When, Behind, Whole>,
{
    type Next = <After::Next as NextCount>::Next;
}

impl<N, After, Entry: OfAxis, Entries, When, Behind, S, L>
    FitsFirst<Front<Entry, Entries>, When, Behind, (S, L)> for FirstIs<N, After>
where
    After: FitsFirst<Entries, When, Behind, (S, L)>,
    N: HasEntry<Entry, When, After::Next, S>,
{
    type Next = <After::Next as NextCount>::Next;
}

impl<N, After, Entries, When, Behind, Whole> FitsFirst<Front<NewAxis, Entries>, When, Behind, Whole>
    for FirstIs<N, After>
where
    Self: FitsFirst<Entries, When, Behind, Whole>,
{
    type Next = <Self as FitsFirst<Entries, When, Behind, Whole>>::Next;
}

impl<Entries, When, Behind, Whole> FitsFirst<Front<NewAxis, Entries>, When, Behind, Whole>
    for NoneLeft
where
    Self: FitsFirst<Entries, When, Behind, Whole>,
{
    type Next = <Self as FitsFirst<Entries, When, Behind, Whole>>::Next;
}

/// An entry without an axis.
impl<Entry: OfAxis, Entries, When, Behind: NextCount, S: CountAxes, L: EntryCount>
    FitsFirst<Front<Entry, Entries>, When, Behind, (S, L)> for NoneLeft
where
    Operands: Accept<SliceEntriesRule, Excess<S::Count, L::Count>>,
{
    type Next = Behind::Next;
}

impl<Entries, When, Behind: NextCount, Whole> FitsFirst<Entries, When, Behind, Whole>
    for OfRunTimeRank
{
    type Next = Behind::Next;
}

/// A shape with as many axes as a slice has entries: what [`HoldsSlices`] says, without the sizes, which are compared
/// when the program runs.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` this slice is of",
    label = "nothing here says how many axes there are",
    note = "a shape parameter may have any number of axes: `...` stands for all that have no entry, as in `s![..., 1..5]`"
)]
pub trait TakesSlices<List>: SlicedBy<List> {}

// While rustc looks for a method it does not know the list, and a shape of run-time rank has lists of all lengths: `Once`
// stops there.
impl<S, List> TakesSlices<List> for S where
    Once<S, List>: SlicedBy<List> + FitsEntries<List, AtRunTime, Count<0>, (S, List)>
{
}

/// A shape that has what a slice of several axes takes: as many axes as there are entries, and indices that are not
/// beyond their sizes.
///
/// ```text
/// [8, 3, 9] by s![1..5, .., ..;2]     is [4, 3, 5]
/// [8, 3, 9] by s![.., .., 4..12]      is refused
/// [8, _, 9] by s![.., 4..12, ..]      is [8, 8, 9]   where there are 12 or more
/// [8, 3, 9] by s![1..5, ..]           is refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` has the indices of this slice",
    label = "a size that is a parameter here leaves it open",
    note = "an axis whose size is a parameter may be taken as a whole, by `..`, or be among those of `...`",
    note = "or see it when the program runs: `try_slice` compares sizes there and gives an error"
)]
pub trait HoldsSlices<List>: SlicedBy<List> {}

// As above.
impl<S, List> HoldsSlices<List> for S where
    Once<S, List>: SlicedBy<List> + FitsEntries<List, WhileCompiling, Count<0>, (S, List)>
{
}
