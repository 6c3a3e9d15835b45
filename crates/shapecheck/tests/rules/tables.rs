//! The tables of other projects' documentation, every row as types, in constants and at run time; and conversions,
//! errors and their texts.
//!
//! The documentation of torch.js `broadcast_shapes` and `broadcast_to`, stdlib `broadcastShapes`, PyTorch's
//! broadcasting semantics, and hpt `predict_broadcast_shape`.

#[cfg(feature = "alloc")]
use shapecheck::algebra::{contract_sizes, einsum_shapes};
use shapecheck::broadcast::{
    broadcast_shapes, broadcast_shapes_const, broadcast_shapes_into, check_broadcast_to,
};
use shapecheck::error::{BroadcastError, BroadcastErrorKind, Rule, ShapeErrorKind};
use shapecheck::{
    Broadcast, BroadcastTo, DynShape, MatrixError, Scalar, Shape, ShapeError, broadcasted, shape,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// Any number of shapes and what they broadcast to. A clash is between the last shape and an earlier one, by
/// default the first.
macro_rules! broadcast_table {
    () => {};
    ([$($lhs:tt)*] [$($rhs:tt)*] => [$($result:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(broadcasted![shape![$($rhs)*], shape![$($lhs)*]], shape![$($result)*]);
        broadcast_table! { @accept [[$($lhs)*] [$($rhs)*]] [$($result)*] }
        broadcast_table! { $($rest)* }
    };
    ($([$($shape:tt)*])* => [$($result:tt)*]; $($rest:tt)*) => {
        broadcast_table! { @accept [$([$($shape)*])*] [$($result)*] }
        broadcast_table! { $($rest)* }
    };
    ([$($lhs:tt)*] [$($rhs:tt)*] => clash at $axis:literal: $lhs_size:literal, $rhs_size:literal; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($rhs)*]: Broadcast<shape![$($lhs)*]>);
        refuses(&[&[$($rhs)*], &[$($lhs)*]], (0, 1), $axis, ($rhs_size, $lhs_size));
        broadcast_table! {
            [$($lhs)*] [$($rhs)*] => clash with 0 at $axis: $lhs_size, $rhs_size;
            $($rest)*
        }
    };
    ($([$($shape:tt)*])* => clash with $earlier:literal at $axis:literal: $lhs_size:literal, $rhs_size:literal; $($rest:tt)*) => {
        broadcast_table! { @refuse_by_type [] $([$($shape)*])* }
        let shapes: &[&[usize]] = &[$(&[$($shape)*]),*];
        refuses(shapes, ($earlier, shapes.len() - 1), $axis, ($lhs_size, $rhs_size));
        broadcast_table! { $($rest)* }
    };
    (@accept [$([$($shape:tt)*])*] [$($result:tt)*]) => {
        assert_type_eq_all!(broadcasted![$(shape![$($shape)*]),*], shape![$($result)*]);
        const {
            let shapes: &[&[usize]] = &[$(&[$($shape)*]),*];
            let result: &[usize] = &[$($result)*];
            let sizes: [usize; <shape![$($result)*] as shapecheck::StaticShape>::RANK] = broadcast_shapes_const(shapes);
            let mut axis = 0;
            while axis < result.len() {
                assert!(sizes[axis] == result[axis]);
                axis += 1;
            }
        }
        accepts(&[$(&[$($shape)*]),*], &[$($result)*]);
    };
    (@refuse_by_type [$([$($front:tt)*])*] [$($last:tt)*]) => {
        assert_not_impl_any!(broadcasted![$(shape![$($front)*]),*]: Broadcast<shape![$($last)*]>);
    };
    (@refuse_by_type [$($front:tt)*] $next:tt $($rest:tt)*) => {
        broadcast_table! { @refuse_by_type [$($front)* $next] $($rest)* }
    };
}

/// A source, a target, and what keeps the source from becoming the target.
macro_rules! broadcast_to_table {
    () => {};
    ([$($from:tt)*] to [$($to:tt)*] => fits; $($rest:tt)*) => {
        assert_impl_all!(shape![$($from)*]: BroadcastTo<shape![$($to)*]>);
        assert_eq!(check_broadcast_to(&[$($from)*], &[$($to)*]), Ok(()));
        broadcast_to_table! { $($rest)* }
    };
    ([$($from:tt)*] to [$($to:tt)*] => clash at $axis:literal: $size:literal, $target:literal; $($rest:tt)*) => {
        broadcast_to_table! { @refuse [$($from)*] [$($to)*] TargetSize, $axis, $size, $target }
        broadcast_to_table! { $($rest)* }
    };
    ([$($from:tt)*] to [$($to:tt)*] => too many axes; $($rest:tt)*) => {
        broadcast_to_table! { @refuse [$($from)*] [$($to)*] TargetRank, 0, 1, 1 }
        broadcast_to_table! { $($rest)* }
    };
    (@refuse [$($from:tt)*] [$($to:tt)*] $kind:ident, $axis:literal, $size:literal, $target:literal) => {
        assert_not_impl_any!(shape![$($from)*]: BroadcastTo<shape![$($to)*]>);
        let (from, to): (&[usize], &[usize]) = (&[$($from)*], &[$($to)*]);
        let error = check_broadcast_to(from, to).unwrap_err();
        assert_eq!(error.kind(), BroadcastErrorKind::$kind);
        assert_eq!((error.lhs(), error.rhs(), error.operands()), (from, to, (0, 1)));
        if BroadcastErrorKind::$kind == BroadcastErrorKind::TargetSize {
            assert_eq!((error.lhs_size(), error.rhs_size()), ($size, $target));
        }
        assert_eq!(error.axis(), $axis);
    };
}

/// A size that no result in the tables has.
const UNTOUCHED: usize = 777;

fn accepts(shapes: &[&[usize]], result: &[usize]) {
    let reversed: Vec<&[usize]> = shapes.iter().rev().copied().collect();
    for shapes in [shapes, &reversed] {
        assert_eq!(broadcast_shapes(shapes).unwrap().dims(), result);

        let mut buffer = [UNTOUCHED; 8];
        assert_eq!(
            broadcast_shapes_into(shapes, &mut buffer),
            Ok(result.len()),
            "{shapes:?}"
        );
        let (front, tail) = buffer.split_at(result.len());
        assert_eq!(front, result);
        assert!(tail.iter().all(|&size| size == UNTOUCHED));

        for room in 0..result.len() {
            let mut buffer = vec![UNTOUCHED; room];
            let error = broadcast_shapes_into(shapes, &mut buffer).unwrap_err();
            assert_eq!(error.kind(), BroadcastErrorKind::BufferTooShort);
            assert_eq!(buffer, vec![UNTOUCHED; room], "{shapes:?}");
        }
    }
}

/// Without an allocator an error keeps the end of a long shape.
fn is_remembered(kept: &[usize], shape: &[usize]) -> bool {
    let most_in_place = if cfg!(feature = "alloc") {
        usize::MAX
    } else {
        4
    };
    shape.ends_with(kept) && kept.len() == shape.len().min(most_in_place)
}

fn refuses(shapes: &[&[usize]], operands: (usize, usize), axis: isize, sizes: (usize, usize)) {
    let mut buffer = [UNTOUCHED; 8];
    let mut no_room = [];
    let errors = [
        broadcast_shapes(shapes).unwrap_err(),
        broadcast_shapes_into(shapes, &mut buffer).unwrap_err(),
        broadcast_shapes_into(shapes, &mut no_room).unwrap_err(),
    ];
    assert_eq!(buffer, [UNTOUCHED; 8], "{shapes:?}");
    for error in errors {
        assert_eq!(error.kind(), BroadcastErrorKind::Sizes);
        assert_eq!(error.operands(), operands, "{error}");
        assert_eq!(error.axis(), axis, "{error}");
        assert_eq!((error.lhs_size(), error.rhs_size()), sizes, "{error}");
        assert!(is_remembered(error.lhs(), shapes[operands.0]), "{error}");
        assert!(is_remembered(error.rhs(), shapes[operands.1]), "{error}");
    }
}

#[test]
fn shapes_broadcast_as_the_pages_say() {
    broadcast_table! {
        // torch.js
        [3, 1] [1, 4] => [3, 4];
        [2, 3] [3] [1, 1, 3] => [1, 2, 3];
        [32, 1, 64] [1, 128, 64] => [32, 128, 64];
        // The page says [32, 224, 224], against its own rule: 3 is neither 32 nor 1.
        [3, 224, 224] [32, 1, 1] => clash at -3: 3, 32;
        [32, 3, 224, 224] [32, 1, 1, 1] => [32, 3, 224, 224];
        => [];
    }
    broadcast_table! {
        // stdlib: compatible
        [8, 1, 6, 1] [7, 1, 5] => [8, 7, 6, 5];
        [5, 4] [1] => [5, 4];
        [5, 4] [4] => [5, 4];
        [15, 3, 5] [15, 1, 5] => [15, 3, 5];
        [15, 3, 5] [3, 5] => [15, 3, 5];
        [15, 3, 5] [3, 1] => [15, 3, 5];
        [8, 1, 1, 6, 1] [1, 7, 1, 5] [8, 4, 1, 6, 5] => [8, 4, 7, 6, 5];
        [8, 1, 1, 6, 1] [0] => [8, 1, 1, 6, 0];
        [8, 0, 1, 6, 1] [6, 5] => [8, 0, 1, 6, 5];
        [8, 1, 1, 6, 1] [8, 0, 1, 6, 1] => [8, 0, 1, 6, 1];
        [3, 2, 1] [] => [3, 2, 1];
        [] [3, 2, 1] => [3, 2, 1];
        // stdlib: the same shapes with the padding written out
        [5, 4] [1, 4] => [5, 4];
        [3, 2, 1] [1, 1, 1] => [3, 2, 1];
        // stdlib: examples
        [1, 2] [2] => [1, 2];
        [1, 1] [3, 4] => [3, 4];
        [6, 7] [5, 6, 1] [7] [5, 1, 7] => [5, 6, 7];
        [1, 3] [3, 1] => [3, 3];
        [1] [3] => [3];
        [2] [3, 2] => [3, 2];
        [2, 3] [2, 3] [2, 3] [2, 3] => [2, 3];
        [1, 2] [1, 2] => [1, 2];
        // stdlib: not compatible
        [3] [4] => clash at -1: 3, 4;
        [2, 1] [8, 4, 3] => clash at -2: 2, 4;
        [15, 3, 5] [15, 3] => clash at -1: 5, 3;
        [8, 8, 1, 6, 1] [8, 0, 1, 6, 1] => clash at -4: 8, 0;
    }
    broadcast_table! {
        // PyTorch
        [5, 7, 3] [5, 7, 3] => [5, 7, 3];
        // The page gives another reason, but [0] has one axis; its size is the obstacle.
        [0] [2, 2] => clash at -1: 0, 2;
        [5, 3, 4, 1] [3, 1, 1] => [5, 3, 4, 1];
        [5, 2, 4, 1] [3, 1, 1] => clash at -3: 2, 3;
        [5, 1, 4, 1] [3, 1, 1] => [5, 3, 4, 1];
        [1] [3, 1, 7] => [3, 1, 7];
        // Both sides grow.
        [4, 1] [4] => [4, 4];
    }
}

#[test]
fn shapes_broadcast_at_the_edges_of_the_rule() {
    broadcast_table! {
        // One shape, and shapes without axes.
        [] => [];
        [] [] => [];
        [] [] [] [2] => [2];
        [4, 0, 1] => [4, 0, 1];
        // Size 0 goes with 0 and 1 only, and the result is not the larger size.
        [0] [0] => [0];
        [0] [1] => [0];
        [0] [] => [0];
        [0, 1] [1, 0] => [0, 0];
        [2, 0] [3, 1, 1] => [3, 2, 0];
        [3, 0] [3, 2] => clash at -1: 0, 2;
        // Of several clashing axes the one nearest the last is named.
        [2, 3, 4] [5, 6, 7] => clash at -1: 4, 7;
        [2, 3, 4] [5, 6, 1] => clash at -2: 3, 6;
        [2, 3, 4] [5, 1, 4] => clash at -3: 2, 5;
        // Of several shapes, the first that does not fit those before it, and the one that set the size.
        [3] [1] [4] => clash with 0 at -1: 3, 4;
        [1] [3] [4] => clash with 1 at -1: 3, 4;
        [1, 1] [1, 3] [2, 1] [5, 4] => clash with 1 at -1: 3, 4;
        [] [2, 1] [3] [4, 3] => clash with 1 at -2: 2, 4;
        // Neighbouring sizes, and sizes that share their low or high bits.
        [224] [225] => clash at -1: 224, 225;
        [1024] [2048] => clash at -1: 1024, 2048;
        [1535] [511] => clash at -1: 1535, 511;
        [50257] [50257] => [50257];
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn sizes_of_more_than_32_bits() {
    broadcast_table! {
        [4294967311] [15] => clash at -1: 4294967311, 15;
        [18446744073709551615] [1, 1] => [1, 18446744073709551615];
    }
}

#[test]
fn shapes_broadcast_one_way_as_the_pages_say() {
    broadcast_to_table! {
        // torch.js
        [1, 3, 1] to [2, 3, 4] => fits;
        [3] to [2, 3] => fits;
        [1, 64] to [32, 64] => fits;
        [1, 1, 3, 3] to [32, 64, 3, 3] => fits;
        // PyTorch, in place: the target never changes.
        [3, 1, 1] to [5, 3, 4, 1] => fits;
        [3, 1, 7] to [1, 3, 1] => clash at -1: 7, 1;
        // stdlib's pairs, both ways round.
        [7, 1, 5] to [8, 7, 6, 5] => fits;
        [7, 1, 5] to [8, 1, 6, 1] => clash at -1: 5, 1;
        [8, 1, 6, 1] to [7, 1, 5] => too many axes;
        [] to [3, 2, 1] => fits;
        [3, 2, 1] to [] => too many axes;
    }
    broadcast_to_table! {
        [] to [] => fits;
        [0] to [0] => fits;
        [1] to [0] => fits;
        [0] to [1] => clash at -1: 0, 1;
        [0] to [2] => clash at -1: 0, 2;
        [2] to [0] => clash at -1: 2, 0;
        [4] to [4, 1] => clash at -1: 4, 1;
        [4, 1] to [4] => too many axes;
        // A rank that does not fit comes before any clash, also where the size in front is 1.
        [1, 3] to [3] => too many axes;
        [1, 1, 7] to [3, 1] => too many axes;
        [2, 3, 4] to [5, 6, 7] => clash at -1: 4, 7;
        [2, 3, 4] to [5, 6, 4] => clash at -2: 3, 6;
        [2, 3, 4] to [5, 3, 4] => clash at -3: 2, 5;
    }
}

#[test]
fn shapes_of_signed_sizes_broadcast() -> Result<(), Box<dyn std::error::Error>> {
    let lhs = DynShape::try_from(&[8_i64, 1, 6, 1][..])?;
    let rhs = DynShape::try_from([7_i64, 1, 5])?;
    let expected = DynShape::from([8, 7, 6, 5]);
    assert_eq!(broadcast_shapes(&[lhs.dims(), rhs.dims()])?, expected);
    assert_eq!(lhs.try_broadcast(&rhs)?, expected);

    let other = DynShape::try_from([8_i64, 4, 1])?;
    let error = lhs.try_broadcast(&other).unwrap_err();
    assert_eq!(
        (error.axis(), error.lhs_size(), error.rhs_size()),
        (-2, 6, 4)
    );
    Ok(())
}

const OF_NO_SHAPES: [usize; 0] = broadcast_shapes_const(&[]);
const OF_THREE_SHAPES: [usize; 3] = broadcast_shapes_const(&[&[6, 7], &[5, 6, 1], &[7]]);
static LARGE: [u8; OF_THREE_SHAPES[0] * OF_THREE_SHAPES[1] * OF_THREE_SHAPES[2]] = [0; 210];

#[test]
fn constants_broadcast() {
    assert_eq!(OF_NO_SHAPES, [0_usize; 0]);
    assert_eq!(OF_THREE_SHAPES, [5, 6, 7]);
    assert_eq!(LARGE.len(), 5 * 6 * 7);
}

#[test]
#[should_panic(
    expected = "cannot broadcast shapes [10, 3] and [12, 1]: size 10 does not match size 12 at axis -2"
)]
fn the_const_form_panics_at_a_clash() {
    let _: [usize; 2] = broadcast_shapes_const(&[&[10, 3], &[12, 1]]);
}

#[test]
#[should_panic(expected = "the broadcast shape has 2 axes, but the array has 3")]
fn the_const_form_panics_at_another_rank() {
    let _: [usize; 3] = broadcast_shapes_const(&[&[10, 3], &[3]]);
}

#[test]
fn run_time_shapes_come_from_arrays_slices_and_vectors() {
    let sizes = [2, 0, 50257];
    let shape = DynShape::from(sizes);
    assert_eq!(shape.dims(), sizes);
    assert_eq!(DynShape::from(&sizes), shape);
    assert_eq!(DynShape::from(&sizes[..]), shape);
    #[cfg(feature = "alloc")]
    assert_eq!(DynShape::from(sizes.to_vec()), shape);
    assert_eq!(DynShape::from(Scalar).dims(), [0_usize; 0]);
    assert_eq!(DynShape::default().dims(), [0_usize; 0]);
    assert_eq!(
        DynShape::from(<shape![2, 0, 50257]>::default()).dims(),
        sizes
    );
    assert_eq!(<shape![2, 0, 50257]>::default().to_dyn().dims(), sizes);
    assert_eq!(format!("{shape} {shape:?}"), "[2, 0, 50257] [2, 0, 50257]");
    assert_ne!(DynShape::from([2, 1]), DynShape::from([2]));
}

#[test]
fn ranks_above_eight_take_the_heap() {
    let sizes: [usize; 12] = std::array::from_fn(|axis| axis + 2);
    let mut buffer = [0; 12];
    assert_eq!(
        broadcast_shapes_into(&[&[1, 1], &sizes], &mut buffer),
        Ok(12)
    );
    assert_eq!(buffer, sizes);

    let result = broadcast_shapes(&[&[1, 1], &sizes]);
    if cfg!(feature = "alloc") {
        assert_eq!(result.unwrap().dims(), sizes);
        assert_eq!(DynShape::from(sizes).dims(), sizes);
    } else {
        assert_eq!(
            result.unwrap_err().kind(),
            BroadcastErrorKind::RankNeedsAlloc
        );
    }
}

#[test]
fn signed_sizes_out_of_range_are_named() {
    let signed = |sizes: &[i64]| {
        let error = DynShape::try_from(sizes).unwrap_err();
        (error.kind(), error.to_string())
    };
    let negative = |axis, found| ShapeErrorKind::SignedSize { axis, found };
    assert_eq!(
        signed(&[2, -3, 4]),
        (
            negative(-2, -3),
            "the size -3 at axis -2 is negative".to_owned()
        )
    );
    assert_eq!(signed(&[i64::MIN]).0, negative(-1, i64::MIN));
    assert_eq!(
        signed(&[-1, 0, 0, 0, 0, 0, 0, 0, 0, 0]).0,
        negative(-10, -1)
    );
    assert!(DynShape::try_from([-1_i64, 2]).is_err());
    let largest = DynShape::try_from([i64::MAX]).map(|shape| shape.dims()[0] as u64);
    if cfg!(target_pointer_width = "64") {
        assert_eq!(largest, Ok(i64::MAX as u64));
    }
}

#[test]
fn sizes_that_a_type_does_not_have_are_named() -> Result<(), ShapeError> {
    type Batch = shape![_, 3, 4];
    let batch = Batch::try_from([7, 3, 4])?;
    assert_eq!(batch.to_string(), "[7, 3, 4]");
    assert_eq!(Batch::try_from(&[7, 3, 4][..])?, batch);
    assert_eq!(Batch::try_from(&DynShape::from([7, 3, 4]))?, batch);
    assert_eq!(Batch::try_from_sizes(&[7, 3, 4])?, batch);
    assert_ne!(Batch::try_from([8, 3, 4])?, batch);

    let error = Batch::try_from([7, 5, 4]).unwrap_err();
    assert_eq!(
        error.kind(),
        ShapeErrorKind::Sizes {
            rule: Rule::SAME_SHAPE,
            axis: -2,
            lhs: 5,
            rhs: 3
        }
    );
    assert_eq!(error.sizes(), [7, 5, 4]);
    assert_eq!(
        error.to_string(),
        "sizes [7, 5, 4] do not fit the type: size 5 at axis -2 where the type has 3"
    );
    // Of several the one nearest the last.
    assert_eq!(
        Batch::try_from([7, 5, 6]).unwrap_err().kind(),
        ShapeErrorKind::Sizes {
            rule: Rule::SAME_SHAPE,
            axis: -1,
            lhs: 6,
            rhs: 4
        }
    );

    for sizes in [&[3, 4][..], &[1, 7, 3, 4]] {
        let found = sizes.len();
        assert_eq!(
            Batch::try_from(sizes).unwrap_err().kind(),
            ShapeErrorKind::Rank {
                expected: 3,
                or_more: false,
                found
            }
        );
    }
    assert_eq!(
        Batch::try_from(&[3, 4][..]).unwrap_err().to_string(),
        "sizes [3, 4] do not fit the type: rank 2 where the type has 3"
    );

    type AnyBatch = shape![..DynShape, 3];
    assert_eq!(AnyBatch::try_from([2, 5, 3])?.to_string(), "[2, 5, 3]");
    assert_eq!(AnyBatch::try_from([3])?.rank(), 1);
    assert_eq!(
        AnyBatch::try_from(&[][..]).unwrap_err().to_string(),
        "sizes [] do not fit the type: rank 0 where the type has 1 or more"
    );
    assert_eq!(Scalar::try_from_sizes(&[])?, Scalar);
    assert!(Scalar::try_from_sizes(&[1]).is_err());
    Ok(())
}

#[test]
fn element_counts_are_checked() {
    let count = |sizes: &[usize]| DynShape::from(sizes).num_elements();
    assert_eq!(count(&[]), Ok(1));
    assert_eq!(count(&[2, 3, 4]), Ok(24));
    assert_eq!(count(&[usize::MAX]), Ok(usize::MAX));
    // No element is none, however large the other sizes.
    assert_eq!(count(&[0, usize::MAX, usize::MAX]), Ok(0));
    assert_eq!(count(&[usize::MAX, usize::MAX, 0]), Ok(0));
    assert_eq!(count(&[usize::MAX, 0, usize::MAX]), Ok(0));

    let error = count(&[usize::MAX, 2]).unwrap_err();
    assert_eq!(error.kind(), ShapeErrorKind::TooManyElements);
    assert_eq!(error.sizes(), [usize::MAX, 2]);
    assert_eq!(
        error.to_string(),
        format!(
            "a tensor of shape [{}, 2] has more elements than `usize` can count",
            usize::MAX
        )
    );
    assert!(count(&[1 << (usize::BITS / 2), 1 << (usize::BITS / 2)]).is_err());
    let mixed = <shape![_, 3]>::try_from([usize::MAX / 3 + 1, 3]).unwrap();
    assert!(mixed.num_elements().is_err());
}

fn clash(shapes: &[&[usize]]) -> BroadcastError {
    broadcast_shapes(shapes).unwrap_err()
}

#[test]
fn errors_read_as_one_line() {
    assert_eq!(
        clash(&[&[8, 1, 6, 1], &[8, 4, 3]]).to_string(),
        "cannot broadcast shapes [8, 1, 6, 1] and [8, 4, 3]: size 6 does not match size 4 at axis -2"
    );
    assert_eq!(
        clash(&[&[3], &[2, 1], &[4]]).to_string(),
        "cannot broadcast shapes [3] and [4] (operands 0 and 2): size 3 does not match size 4 at axis -1"
    );
    assert_eq!(
        check_broadcast_to(&[2, 3], &[]).unwrap_err().to_string(),
        "cannot broadcast shape [2, 3] to the target []: rank 2 does not fit in the target's rank 0"
    );
    assert_eq!(
        broadcast_shapes_into(&[&[2, 3]], &mut [0])
            .unwrap_err()
            .to_string(),
        "the broadcast shape has 2 axes, but the buffer has room for 1"
    );
}

/// What an `unwrap` prints, and a `main` that returns the error.
#[test]
fn errors_are_debugged_as_their_text() {
    use std::error::Error;

    let mut errors: Vec<Box<dyn Error>> = vec![
        clash(&[&[2], &[3]]).into(),
        <shape![2, 3]>::try_from(&[2, 4][..]).unwrap_err().into(),
        MatrixError::singular(2).into(),
    ];
    #[cfg(feature = "alloc")]
    errors.extend([
        Box::from(einsum_shapes("ij->k", &[&[2, 3]]).unwrap_err()),
        Box::<dyn Error>::from(contract_sizes("x: i 4", &[&[2, 3]]).unwrap_err()),
        contract_sizes("x: i 4 ->", &[]).unwrap_err().into(),
    ]);
    for error in errors {
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(format!("{error:#?}"), format!("{error:#}"));
    }
}

/// The picture alone, without the line above it.
fn picture(error: &BroadcastError) -> String {
    let text = format!("{error:#}");
    let (line, picture) = text.split_once('\n').expect("a picture");
    assert_eq!(line, error.to_string());
    picture.to_owned()
}

#[test]
fn errors_draw_the_shapes_aligned_at_the_last_axis() {
    assert_eq!(
        picture(&clash(&[&[8, 1, 6, 1], &[8, 4, 3]])),
        "\x20 8 1 6 1
    8 4 3
      ^"
    );
    // Sizes of several digits, the longer one on either side.
    assert_eq!(
        picture(&clash(&[&[2, 224, 3], &[50257, 1, 128, 3]])),
        "\x20       2 224 3
  50257 1 128 3
            ^"
    );
    assert_eq!(
        picture(&clash(&[&[10, 1, 5], &[9, 1024, 5]])),
        "\x20 10    1 5
   9 1024 5
   ^"
    );
    assert_eq!(
        picture(&check_broadcast_to(&[3, 1, 7], &[1, 3, 1]).unwrap_err()),
        "\x20 3 1 7
  1 3 1
      ^"
    );
    // No axis is to blame for a rank, and there is nothing to draw for a buffer.
    assert_eq!(
        picture(&check_broadcast_to(&[2, 3], &[3]).unwrap_err()),
        "\x20 2 3
    3"
    );
    let short = broadcast_shapes_into(&[&[2]], &mut []).unwrap_err();
    assert_eq!(format!("{short:#}"), short.to_string());
}

#[cfg(feature = "alloc")]
#[test]
fn errors_draw_long_shapes() {
    let error = clash(&[&[1, 2, 3, 4, 5, 6, 7], &[5, 6, 8]]);
    assert_eq!(
        format!("{error:#}"),
        "\
cannot broadcast shapes [1, 2, 3, 4, 5, 6, 7] and [5, 6, 8]: size 7 does not match size 8 at axis -1
  1 2 3 4 5 6 7
          5 6 8
              ^"
    );
    let error = clash(&[&[12, 1, 1, 1, 1, 1, 1, 1, 1], &[2, 1, 1, 1, 1, 1, 1, 1, 1]]);
    assert_eq!(error.axis(), -9);
    assert_eq!(
        picture(&error),
        "\x20 12 1 1 1 1 1 1 1 1
   2 1 1 1 1 1 1 1 1
   ^"
    );
}

#[cfg(not(feature = "alloc"))]
#[test]
fn errors_draw_the_end_of_long_shapes() {
    let error = clash(&[&[1, 2, 3, 4, 5, 6, 7], &[5, 6, 8]]);
    assert_eq!(
        format!("{error:#}"),
        "\
cannot broadcast shapes [..., 4, 5, 6, 7] and [5, 6, 8]: size 7 does not match size 8 at axis -1
  ... 4 5 6 7
        5 6 8
            ^"
    );
}

/// Also where a shape is longer than what an error can hold without an allocator.
#[test]
fn errors_name_both_sizes_at_any_axis() {
    for rank in 1..=8 {
        let mut lhs = vec![1; rank];
        let mut rhs = lhs.clone();
        (lhs[0], rhs[0]) = (12, 34);
        let axis = -(rank as isize);
        let errors = [
            clash(&[&lhs, &rhs]),
            check_broadcast_to(&lhs, &rhs).unwrap_err(),
            DynShape::from(&lhs[..])
                .try_broadcast(&DynShape::from(&rhs[..]))
                .unwrap_err(),
        ];
        for error in errors {
            assert_eq!(
                (error.axis(), error.lhs_size(), error.rhs_size()),
                (axis, 12, 34)
            );
        }
    }
}

#[test]
fn errors_are_errors_that_are_cheap_to_pass_on() {
    assert_impl_all!(BroadcastError: core::error::Error, Send, Sync, Clone, Eq);
    assert_impl_all!(ShapeError: core::error::Error, Send, Sync, Clone, Eq);
    assert!(size_of::<BroadcastError>() <= 128);
    assert!(size_of::<Result<DynShape, BroadcastError>>() <= 128);
    let error: Box<dyn core::error::Error + Send + Sync> = clash(&[&[2], &[3]]).into();
    assert!(error.downcast_ref::<BroadcastError>().is_some());
}

#[test]
fn no_sizes_are_the_shape_without_axes() {
    assert_eq!(<shape![]>::try_from([]).unwrap(), Scalar);
    assert_eq!(<shape![]>::try_from(&DynShape::default()).unwrap(), Scalar);
    assert_eq!(
        <shape![]>::try_from(&[1][..]).unwrap_err().to_string(),
        "sizes [1] do not fit the type: rank 1 where the type has 0"
    );
}
