//! The broadcasting rule for one axis, as a table that runs through types and through sizes at run time.

use shapecheck::broadcast::{AxisMeets, broadcast_sizes};
use shapecheck::dim;
use shapecheck::verdict::{Clash, Fits, Last};
use static_assertions::assert_type_eq_all;

macro_rules! verdict {
    ($lhs:tt $rhs:tt clash) => { Clash<dim!($lhs), dim!($rhs), Last> };
    ($lhs:tt $rhs:tt $output:tt) => { Fits<dim!($output)> };
}

/// Each row is a pair of sizes, the result for their types, and the result for sizes of these types at run time.
/// Each row runs through both executors, in both orders.
macro_rules! axis_table {
    ($($lhs:tt with $rhs:tt is $verdict:tt: $($l:literal $r:literal $result:expr),+;)*) => {
        $(
            assert_type_eq_all!(
                <dim!($lhs) as AxisMeets<dim!($rhs)>>::Verdict,
                verdict!($lhs $rhs $verdict)
            );
            assert_type_eq_all!(
                <dim!($rhs) as AxisMeets<dim!($lhs)>>::Verdict,
                verdict!($rhs $lhs $verdict)
            );
        )*

        #[test]
        fn the_two_executors_follow_the_table() {
            $($(
                assert_eq!(broadcast_sizes($l, $r), $result);
                assert_eq!(broadcast_sizes($r, $l), $result);
            )+)*
        }
    };
}

axis_table! {
    3 with 3 is 3: 3 3 Some(3);
    1 with 1 is 1: 1 1 Some(1);
    0 with 0 is 0: 0 0 Some(0);
    1 with 3 is 3: 1 3 Some(3);
    1 with 0 is 0: 1 0 Some(0);
    2 with 3 is clash: 2 3 None;
    0 with 3 is clash: 0 3 None;
    // The bits that one comparison looks at are equal.
    5 with 21 is clash: 5 21 None;
    37 with 21 is clash: 37 21 None;
    65536 with 65536 is 65536: 65536 65536 Some(65536);
    _ with 1 is _: 0 1 Some(0), 1 1 Some(1), 3 1 Some(3);
    _ with 3 is 3: 1 3 Some(3), 3 3 Some(3), 2 3 None, 0 3 None;
    _ with 0 is 0: 0 0 Some(0), 1 0 Some(0), 2 0 None;
    _ with _ is _: 1 3 Some(3), 3 3 Some(3), 2 3 None;
}
