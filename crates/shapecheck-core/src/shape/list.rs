//! Shapes whose rank the compiler knows, and static axes after a prefix of run-time rank.

use core::fmt;

use typenum::{B0, B1};

use super::named_axis::{InNoAxis, Place};
use super::{DynShape, HasRank, Shape, StaticShape};
use crate::algebra::{Answer, CancelAxes, InfersOne};
use crate::dim::named::SizeName;
use crate::dim::{EndsInOne, Extent, NoArray, too_large_for_target};
use crate::error::ConstText;
use crate::for_each::for_each;
use crate::{Dim, ShapeError, StaticDim};

/// The shape without axes: that of a single number.
///
/// In the guide: [shapes](crate::guide::shapes).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Scalar;

/// The axes of `Lead`, then one more axis.
///
/// In the guide: [shapes](crate::guide::shapes).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Axes<Lead, Last> {
    /// All axes but the last.
    pub lead: Lead,
    /// The size of the last axis.
    pub last: Last,
}

/// `after!(S; A B)` is `[..S, A, B]`.
macro_rules! after {
    ($shape:ty;) => { $shape };
    ($shape:ty; $last:ident $($rest:ident)*) => { after!(Axes<$shape, $last>; $($rest)*) };
}

pub(crate) use after;

// `Then2<S, A, B>` is `[..S, A, B]` and `Shape2<A, B>` is `[A, B]`. `shape!` expands to these names.
for_each! {
    ($Then:ident $Shape:ident [$($size:ident)*]) => {
        #[doc(hidden)]
        pub type $Then<S, $($size),*> = after!(S; $($size)*);
        #[doc(hidden)]
        pub type $Shape<$($size),*> = after!(Scalar; $($size)*);
    }

    Then1 Shape1 [A];
    Then2 Shape2 [A B];
    Then3 Shape3 [A B C];
    Then4 Shape4 [A B C D];
    Then5 Shape5 [A B C D E];
    Then6 Shape6 [A B C D E F];
    Then7 Shape7 [A B C D E F G];
    Then8 Shape8 [A B C D E F G H];
}

/// The number of last axes whose sizes are kept in constants. Sizes of further axes are looked up when needed.
pub const NEAR: usize = 8;

/// A reference to a constant with room for as many axes as there are.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_room {
    ($axes:expr, $known:ident.$make:ident($($argument:expr),*)) => {
        match $axes {
            0..=4 => &$known.$make::<8>($($argument),*),
            5..=8 => &$known.$make::<16>($($argument),*),
            9..=32 => &$known.$make::<64>($($argument),*),
            _ => &$known.$make::<256>($($argument),*),
        }
    };
}

impl Shape for Scalar {
    type Front = Self;
    const STATIC_RANK: (usize, bool) = (0, false);
    const NEAR_SIZES: [Option<usize>; NEAR] = [Some(1); NEAR];

    #[inline]
    fn rank(&self) -> usize {
        0
    }

    #[inline]
    fn size_from_end(&self, _axis: usize) -> usize {
        1
    }

    fn size_ref_from_end(&self, _axis: usize) -> &usize {
        &1
    }

    fn static_size_from_end(_axis: usize) -> Option<usize> {
        None
    }

    #[inline]
    fn build(rank: usize, first: usize, _size: &impl Fn(usize) -> usize) -> Option<Self> {
        (first == rank + 1).then_some(Self)
    }

    #[inline]
    fn of_fitting(_sizes: &[usize], _rank: usize) -> Self {
        Self
    }
}

impl<Lead: Shape, Last: Dim> Shape for Axes<Lead, Last> {
    type Front = Lead;
    const STATIC_RANK: (usize, bool) = (Lead::STATIC_RANK.0 + 1, Lead::STATIC_RANK.1);
    const NEAR_SIZES: [Option<usize>; NEAR] = {
        let mut sizes = [Last::STATIC_SIZE; NEAR];
        let mut axis = 1;
        while axis < NEAR {
            sizes[axis] = Lead::NEAR_SIZES[axis - 1];
            axis += 1;
        }
        sizes
    };

    #[inline]
    fn rank(&self) -> usize {
        self.lead.rank() + 1
    }

    #[inline]
    fn size_from_end(&self, axis: usize) -> usize {
        match axis {
            1 => self.last.size(),
            _ => self.lead.size_from_end(axis - 1),
        }
    }

    fn size_ref_from_end(&self, axis: usize) -> &usize {
        match axis {
            1 => self.last.size_ref(),
            _ => self.lead.size_ref_from_end(axis - 1),
        }
    }

    fn static_size_from_end(axis: usize) -> Option<usize> {
        match axis {
            1 => Last::STATIC_SIZE,
            _ => Lead::static_size_from_end(axis - 1),
        }
    }

    #[inline]
    // By hand, because this is compiled for each shape.
    #[allow(clippy::question_mark, clippy::manual_map)]
    fn build(rank: usize, first: usize, size: &impl Fn(usize) -> usize) -> Option<Self> {
        if first > rank {
            return None;
        }
        // The last axis comes first, because it has nothing to drop.
        let Some(last) = Last::from_size(size(first)) else {
            return None;
        };
        match Lead::build(rank, first + 1, size) {
            Some(lead) => Some(Self { lead, last }),
            None => None,
        }
    }

    #[inline]
    fn of_fitting(sizes: &[usize], rank: usize) -> Self {
        // The last axis comes first, because it has nothing to drop.
        let last = Last::of_fitting(sizes, rank);
        Self {
            lead: Lead::of_fitting(sizes, rank.wrapping_sub(1)),
            last,
        }
    }
}

/// `[]`
impl EndsInOne for Scalar {
    type Answer = B1;
}

/// `[..S, N]`
impl<Lead, Last: EndsInOne> EndsInOne for Axes<Lead, Last> {
    type Answer = Last::Answer;
}

impl EndsInOne for DynShape {
    type Answer = B0;
}

/// The sizes of a static shape; none for other shapes.
pub const fn known_sizes<S: ArrayShape>() -> &'static [usize] {
    match S::STATIC {
        Some(known) => known.sizes(),
        None => &[],
    }
}

/// Whether the type gives all sizes.
// `is_some` would borrow the constant, and what is borrowed is one more constant for each shape.
#[allow(clippy::redundant_pattern_matching)]
pub const fn is_static<S: ArrayShape>() -> bool {
    match S::STATIC {
        Some(_) => true,
        None => false,
    }
}

/// A shape as nested arrays. The type of a tensor requires this of its shape.
///
/// All shapes and nothing else implement it: it is sealed. It has as few bounds as possible, because rustc proves them
/// wherever a tensor type is named.
///
/// In the guide: [shapes](crate::guide::shapes).
// Part of `Shape`.
#[diagnostic::on_unimplemented(
    message = "this type is not a shape",
    label = "expected a shape, not `{Self}`",
    note = "a shape is written `shape![2, _, 3]`, or is a type parameter `S` that is bounded: `S: Shape`"
)]
pub trait ArrayShape: CancelAxes {
    /// Nested arrays, one level for each axis, the last axis innermost: the elements in row-major order and nothing
    /// else. A shape with a size known only at run time has no such array.
    type Arrays<T>;

    /// The shape without names of sizes.
    #[doc(hidden)]
    type Unnamed: ArrayShape;

    /// The number of elements of these arrays, or `None` if there is no such array.
    #[doc(hidden)]
    const ELEMENTS: Option<ElementCount>;

    /// All sizes, if the type gives them.
    #[doc(hidden)]
    const STATIC: Option<&'static StaticLayout>;

    /// Where a size stands among the axes.
    #[doc(hidden)]
    type Place<N: Extent>: Place;

    /// A bit for each axis whose size has a name, from the last axis on.
    #[doc(hidden)]
    const NAMES: u128 = 0;

    /// The name of an axis, counted from the end, if it has one.
    #[doc(hidden)]
    fn name_from_end(_axis: usize) -> Option<&'static SizeName> {
        None
    }
}

/// `[]`
impl ArrayShape for Scalar {
    type Arrays<T> = T;
    type Unnamed = Self;
    type Place<N: Extent> = InNoAxis;
    const ELEMENTS: Option<ElementCount> = Some(ElementCount::ONE);
    const STATIC: Option<&'static StaticLayout> = Some(StaticLayout::NONE);
}

/// `[..S, N]`
impl<Lead: ArrayShape, Last: Extent> ArrayShape for Axes<Lead, Last> {
    type Arrays<T> = Lead::Arrays<Last::Array<T>>;
    type Unnamed = Axes<Lead::Unnamed, Last::Unnamed>;
    type Place<N: Extent> = <Last::Is<N> as Answer>::PlaceAfter<Lead::Place<N>>;
    const ELEMENTS: Option<ElementCount> = match (Lead::ELEMENTS, Last::VALUE) {
        (Some(lead), Some(size)) => Some(lead.times(size)),
        _ => None,
    };
    const STATIC: Option<&'static StaticLayout> = match (Lead::STATIC, Last::VALUE) {
        (Some(lead), Some(size)) => Some(__with_room!(lead.len + 1, lead.and(size))),
        _ => None,
    };
    // By value: a reference to the name would be one more constant for each shape.
    const NAMES: u128 = Lead::NAMES << 1
        | match Last::NAME {
            Some(_) => 1,
            None => 0,
        };

    fn name_from_end(axis: usize) -> Option<&'static SizeName> {
        match axis {
            1 => Last::NAME,
            _ => Lead::name_from_end(axis - 1),
        }
    }
}

impl ArrayShape for DynShape {
    type Arrays<T> = NoArray;
    type Unnamed = Self;
    type Place<N: Extent> = InNoAxis;
    const ELEMENTS: Option<ElementCount> = None;
    const STATIC: Option<&'static StaticLayout> = None;
}

/// Whether a list names an axis.
pub(crate) const fn names(axes: &[usize], axis: usize) -> bool {
    let mut place = 0;
    while place < axes.len() {
        if axes[place] == axis {
            return true;
        }
        place += 1;
    }
    false
}

/// The most axes whose sizes can be listed in a constant. rustc's recursion limit is reached earlier.
const LONGEST: usize = 128;

/// The sizes of a shape, and the row-major strides, in the two halves of a buffer.
///
/// The buffer has room for 4, 8, 32 or 128 axes. A program contains one such constant for each shape it uses.
#[doc(hidden)]
pub struct StaticLayout<Numbers: ?Sized = [usize]> {
    len: usize,
    count: ElementCount,
    numbers: Numbers,
}

impl StaticLayout {
    pub(crate) const NONE: &'static Self = &StaticLayout {
        len: 0,
        count: ElementCount::ONE,
        numbers: [],
    };

    /// The sizes of a shape without elements.
    #[doc(hidden)]
    pub const NO_ELEMENT: &'static Self = &Self::NONE.and::<2>(0);

    /// With one more axis at the end.
    const fn and<const ROOM: usize>(&self, size: usize) -> StaticLayout<[usize; ROOM]> {
        assert!(self.len < LONGEST, "a static shape has at most 128 axes");
        let mut all = self.scaled::<ROOM>(size);
        all.numbers[self.len] = size;
        all.numbers[ROOM / 2 + self.len] = 1;
        all.len += 1;
        all.count = self.count.times(size);
        all
    }

    /// A copy with room for more or fewer axes, `ROOM` numbers, half of them sizes, and with strides this many times as
    /// large.
    // rustc runs this for each shape, where a call takes longer than the rest of a round: it has none.
    const fn scaled<const ROOM: usize>(&self, times: usize) -> StaticLayout<[usize; ROOM]> {
        let (mut numbers, half) = ([0; ROOM], self.numbers.len() / 2);
        let mut axis = 0;
        while axis < self.len {
            numbers[axis] = self.numbers[axis];
            // It overflows only if another size is 0, and then there is nothing to read.
            numbers[ROOM / 2 + axis] = self.numbers[half + axis].wrapping_mul(times);
            axis += 1;
        }
        StaticLayout {
            len: self.len,
            count: self.count,
            numbers,
        }
    }

    /// The sizes, the first axis first.
    #[inline]
    pub const fn sizes(&self) -> &[usize] {
        self.numbers.split_at(self.len).0
    }

    /// With the last axes in the order of a list that counts from the end.
    #[doc(hidden)]
    pub const fn permuted<const ROOM: usize>(&self, list: &[usize]) -> StaticLayout<[usize; ROOM]> {
        let mut all = self.scaled::<ROOM>(1);
        let mut place = 0;
        while place < list.len() {
            assert!(names(list, place + 1), "each axis is named once");
            let (axis, from) = (self.len - list.len() + place, self.len - list[place]);
            all.numbers[axis] = self.sizes()[from];
            all.numbers[ROOM / 2 + axis] = self.strides()[from];
            place += 1;
        }
        all
    }

    /// The number of each axis counted from the end, from 1; the first axis comes first.
    #[doc(hidden)]
    pub const fn axes(&self) -> &'static [usize] {
        const AXES: [usize; LONGEST] = {
            let mut axes = [0; LONGEST];
            let mut index = 0;
            while index < LONGEST {
                axes[index] = LONGEST - index;
                index += 1;
            }
            axes
        };
        const { &AXES }.split_at(LONGEST - self.len).1
    }

    /// The strides, the first axis first.
    #[inline]
    pub const fn strides(&self) -> &[usize] {
        let strides = self.numbers.split_at(self.numbers.len() / 2).1;
        strides.split_at(self.len).0
    }

    /// The number of elements, or `None` if it overflows `usize`.
    #[inline]
    pub const fn count(&self) -> Option<usize> {
        self.count.get()
    }
}

/// A shape with static sizes only.
///
/// Proved once for the whole list: a static shape implies `Copy` and `Default` without a proof for each size.
// Part of `StaticShape`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the sizes of this shape are not all known to the compiler",
    label = "expected a static shape",
    note = "with a dynamic axis, use the form that takes a shape value, such as `zeros_with(shape)`",
    note = "a value comes from its sizes: `<shape![_, 3]>::try_from([5, 3])`",
    note = "an `InlineTensor` has static sizes only, a `Tensor` any"
)]
pub trait StaticSizes: InfersOne + CancelAxes<HasUnknown = B0> + Copy + Default {}

/// `[]`
impl StaticSizes for Scalar {}

/// `[..S, N]`
impl<Lead: StaticSizes, Last: StaticDim> StaticSizes for Axes<Lead, Last> {}

/// The product of some sizes: `None` if it overflows, but 0 if one of them is 0.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct ElementCount(Option<usize>);

impl ElementCount {
    #[doc(hidden)]
    pub const ONE: Self = Self(Some(1));

    #[inline]
    #[doc(hidden)]
    pub const fn times(self, size: usize) -> Self {
        Self(match (self.0, size) {
            (_, 0) | (Some(0), _) => Some(0),
            (Some(count), size) => count.checked_mul(size),
            (None, _) => None,
        })
    }

    #[inline]
    #[doc(hidden)]
    pub const fn get(self) -> Option<usize> {
        self.0
    }
}

impl<S: Shape + StaticSizes> StaticShape for S {
    const RANK: usize = Self::SIZES.len();

    const SIZES: &'static [usize] = match S::STATIC {
        Some(known) => known.sizes(),
        None => too_large_for_target(),
    };

    const NUM_ELEMENTS: usize = match S::STATIC {
        Some(known) => match known.count() {
            Some(count) => count,
            None => ConstText::new()
                .text("a tensor of shape ")
                .shape(Self::SIZES)
                .text(" has more elements than `usize` can count")
                .panic(),
        },
        None => too_large_for_target(),
    };
}

/// A size, as `3` or `Batch = 3`.
struct SizeWithName(Option<&'static SizeName>, usize);

impl fmt::Debug for SizeWithName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(f, "{name} = {}", self.1),
            None => write!(f, "{}", self.1),
        }
    }
}

// Formats sizes as `[2, 3]`.
for_each! {
    ([$($parameters:tt)*] $shape:ty) => {
        impl<$($parameters)*> fmt::Display for $shape {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let rank = self.rank();
                f.debug_list()
                    .entries((1..=rank).rev().map(|axis| {
                        SizeWithName(Self::name_from_end(axis), self.size_from_end(axis))
                    }))
                    .finish()
            }
        }

        impl<$($parameters)*> fmt::Debug for $shape {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    }

    [] Scalar;
    [Lead: Shape, Last: Dim] Axes<Lead, Last>;
    [] DynShape;
}

for_each! {
    ([$($parameters:tt)*] $shape:ty: $sizes:ty $(where $rank:path)?, |$value:ident| $slice:expr) => {
        /// Fails with the axis whose size does not match the type, or with both ranks.
        impl<$($parameters)*> TryFrom<$sizes> for $shape
        $(where
            Self: $rank)?
        {
            type Error = ShapeError;

            fn try_from($value: $sizes) -> Result<Self, ShapeError> {
                Self::try_from_sizes($slice)
            }
        }
    }

    [] Scalar: &[usize], |sizes| sizes;
    [] Scalar: &DynShape, |shape| shape.dims();
    [const RANK: usize] Scalar: [usize; RANK] where HasRank<RANK>, |sizes| &sizes;
    [Lead: Shape, Last: Dim] Axes<Lead, Last>: &[usize], |sizes| sizes;
    [Lead: Shape, Last: Dim] Axes<Lead, Last>: &DynShape, |shape| shape.dims();
    [Lead: Shape, Last: Dim, const RANK: usize] Axes<Lead, Last>: [usize; RANK] where HasRank<RANK>, |sizes| &sizes;
}
