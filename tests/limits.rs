//! How far shapes go: rank 64, a hundred shapes at once, any `usize` as a size in any way of writing it, and
//! no space for what the type already says.

use shapecheck::typenum::{B0, B1, Diff, Prod, Shleft, Sum, U0, U1, U2, U3, U15, U50, U64};
use shapecheck::typenum::{U257, U512, U1000, U1024, U4294967296, UInt, UTerm};
use shapecheck::{
    Axes, Broadcast, BroadcastTo, Broadcasted, Dyn, DynShape, Scalar, Shape, StaticDim,
    StaticShape, broadcast_shapes, broadcasted, dim, shape,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// A shape of eight times the axes given.
macro_rules! eight_times {
    ($($axes:tt)*) => {
        shape![$($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)*]
    };
}

type Odd64 = eight_times![3, 1, 3, 1, 3, 1, 3, 1,];
type Even64 = eight_times![1, 50257, 1, 50257, 1, 50257, 1, 50257,];
type Both64 = eight_times![3, 50257, 3, 50257, 3, 50257, 3, 50257,];
type Other64 = eight_times![3, 50257, 3, 50257, 3, 50257, 3, 2,];
type Dynamic64 = eight_times![_, _, _, _, _, _, _, _,];

assert_type_eq_all!(Broadcasted<Odd64, Even64>, Both64);
assert_type_eq_all!(Broadcasted<Both64, Both64>, Both64);
assert_type_eq_all!(Broadcasted<Dynamic64, Both64>, Both64);
assert_type_eq_all!(Broadcasted<Dynamic64, Odd64>, eight_times![3, _, 3, _, 3, _, 3, _,]);
assert_type_eq_all!(Broadcasted<DynShape, Dynamic64>, shape![..DynShape, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _]);
assert_not_impl_any!(Both64: Broadcast<Other64>);
assert_impl_all!(Odd64: BroadcastTo<Both64>, BroadcastTo<Dynamic64>);
assert_not_impl_any!(Both64: BroadcastTo<Odd64>);

#[test]
fn rank_64_broadcasts() {
    assert_eq!(Both64::RANK, 64);
    let result: Both64 = Odd64::default().broadcast(Even64::default());
    assert_eq!(result.rank(), 64);
    assert_eq!(Both64::SIZES, [3, 50257].repeat(32));
}

// Only with an allocator does a shape of run-time rank have 64 axes.
#[cfg(feature = "alloc")]
#[test]
fn rank_64_broadcasts_at_run_time() -> Result<(), Box<dyn std::error::Error>> {
    assert_eq!(
        broadcast_shapes(&[Odd64::SIZES, Even64::SIZES])?.dims(),
        Both64::SIZES
    );
    let dynamic = Dynamic64::try_from_sizes(Odd64::SIZES)?;
    let result: Both64 = dynamic.try_broadcast(&Even64::default()).unwrap_err_or_value();
    assert_eq!(result, Both64::default());
    let error = broadcast_shapes(&[Both64::SIZES, Other64::SIZES]).unwrap_err();
    assert_eq!((error.axis(), error.lhs_size(), error.rhs_size()), (-1, 50257, 2));
    Ok(())
}
