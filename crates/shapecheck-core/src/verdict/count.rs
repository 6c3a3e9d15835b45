//! Small numbers that rustc prints in messages as they are: axes counted from the end, and ranks.
//!
//! In the guide: [reading an error](crate::guide::errors).

use crate::{Axes, DynShape, Scalar};

/// The number `N`.
pub struct Count<const N: usize>;

/// `N` or more.
pub struct AtLeast<const N: usize>;

/// Above the highest count.
#[doc(hidden)]
pub struct Uncounted;

/// One more.
#[doc(hidden)]
pub trait NextCount {
    /// `Self + 1`
    type Next: NextCount;
}

/// The next after `Uncounted` is `Uncounted`.
impl NextCount for Uncounted {
    type Next = Self;
}

/// `0 1 2 3`: 1 follows 0, 2 follows 1, 3 follows 2.
macro_rules! count {
    ($last:literal) => {};
    ($last:literal end) => {
        impl NextCount for Count<$last> {
            type Next = Uncounted;
        }
        impl NextCount for AtLeast<$last> {
            type Next = Uncounted;
        }
    };
    ($number:literal $next:literal $($rest:literal)*) => {
        impl NextCount for Count<$number> {
            type Next = Count<$next>;
        }
        impl NextCount for AtLeast<$number> {
            type Next = AtLeast<$next>;
        }
        count!($next $($rest)*);
    };
}

// rustc's recursion limit keeps shapes below this.
count!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
count!(16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
count!(32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48);
count!(48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64);
count!(64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80);
count!(80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96);
count!(96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112);
count!(112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128);
count!(128 end);

/// The rank of a shape.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell how many axes `{Self}` has",
    label = "nothing here says how many axes there are",
    note = "a shape parameter may have any number of axes: where the number matters, each axis stands in the type, as in `shape![M, N]`"
)]
pub trait CountAxes {
    /// [`Count`], or [`AtLeast`] with axes of run-time rank in front.
    type Count: NextCount;
}

/// `[]` has 0 axes
impl CountAxes for Scalar {
    type Count = Count<0>;
}

/// `dynamic rank` has 0 or more axes
impl CountAxes for DynShape {
    type Count = AtLeast<0>;
}

/// `[..S, N]` has one axis more than `S`
impl<Lead: CountAxes, Last> CountAxes for Axes<Lead, Last> {
    type Count = <Lead::Count as NextCount>::Next;
}
