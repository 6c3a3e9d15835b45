//! What rustc's trait solver of today and its next one can both do within the recursion limit that a crate has unless
//! it sets one, and that neither warns of what a later compiler would refuse. The next solver takes three steps for an
//! axis where that of today takes one; `limits.rs` has what that one can do.

use shapecheck::algebra::Reshape;
use shapecheck::{Broadcast, BroadcastTo, dim, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any};

/// Eight times four axes, after one.
macro_rules! thirty_three {
    ($first:tt; $($axes:tt)*) => {
        shape![
            $first,
            $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)*
        ]
    };
}

type Some33 = thirty_three![2; 3, 1, 3, 1,];
type Others = thirty_three![2; 1, 3, 1, 3,];
type Threes = thirty_three![2; 3, 3, 3, 3,];
type Clashing = thirty_three![5; 3, 3, 3, 3,];

assert_impl_all!(Some33: Broadcast<Others, Output = Threes>, BroadcastTo<Threes>);
assert_not_impl_any!(Some33: Broadcast<Clashing>);

type Largest = dim!(18446744073709551615);

assert_impl_all!(shape![Largest, 1]: Broadcast<shape![Largest, Largest]>, BroadcastTo<shape![Largest, Largest]>);
assert_not_impl_any!(shape![Largest, 4]: Broadcast<shape![{ usize::MAX - 1 }, 4]>);

assert_impl_all!(
    shape![2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 6]:
    Reshape<shape![2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 3]>
);
assert_impl_all!(shape![50257, 768]: Reshape<shape![50257, 12, 64]>, Reshape<shape![38597376]>);
