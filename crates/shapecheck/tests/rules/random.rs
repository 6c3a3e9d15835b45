//! Random shapes of higher rank and with large sizes, compared with a naive implementation and with ndarray.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{ArrayD, IxDyn};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use shapecheck::broadcast::{broadcast_shapes, broadcast_shapes_into, check_broadcast_to};
use shapecheck::error::BroadcastErrorKind;
use shapecheck::{DynShape, Shape};

/// Without an allocator a shape of run-time rank has 8 axes at most.
const HIGHEST_RANK: usize = if cfg!(feature = "alloc") { 10 } else { 8 };

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        // A failing case is printed whole; no file is left behind.
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// All sizes other than 1 at an axis have to be equal.
fn naive(shapes: &[&[usize]]) -> Option<Vec<usize>> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        for (place, &size) in result.iter_mut().rev().zip(shape.iter().rev()) {
            match (*place, size) {
                (_, 1) => {}
                (1, _) => *place = size,
                (seen, _) if seen == size => {}
                _ => return None,
            }
        }
    }
    Some(result)
}

fn large_size() -> BoxedStrategy<usize> {
    prop_oneof![
        1 => Just(0),
        2 => Just(1),
        4 => 2..10_usize,
        2 => 2..2000_usize,
        1 => 0..=1_usize << (usize::BITS / 8 * 5),
    ]
    .boxed()
}

fn small_size() -> BoxedStrategy<usize> {
    select(vec![0, 1, 2, 3]).boxed()
}

/// A shape cut out of the result: without some leading axes and with 1 for some sizes.
fn operand(result: Vec<usize>) -> impl Strategy<Value = Vec<usize>> {
    let rank = result.len();
    let missing = prop_oneof![2 => Just(0), 1 => 0..=rank];
    (
        prop::collection::vec(prop::bool::weighted(0.3), rank),
        missing,
    )
        .prop_map(move |(is_one, missing)| {
            let sizes = result.iter().zip(is_one);
            sizes
                .map(|(&size, is_one)| if is_one { 1 } else { size })
                .skip(missing)
                .collect()
        })
}

/// Shapes that broadcast, about half of the time with one size changed at random.
fn operands(
    size: fn() -> BoxedStrategy<usize>,
    highest_rank: usize,
    count: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let change = prop::option::of((any::<Index>(), any::<Index>(), size()));
    let shapes = prop::collection::vec(size(), 0..=highest_rank)
        .prop_flat_map(move |result| prop::collection::vec(operand(result), count.clone()));
    (shapes, change).prop_map(|(mut shapes, change)| {
        if let (Some((operand, axis, size)), false) = (change, shapes.is_empty()) {
            let shape = operand.get_mut(&mut shapes);
            if !shape.is_empty() {
                *axis.get_mut(shape) = size;
            }
        }
        shapes
    })
}

fn slices(shapes: &[Vec<usize>]) -> Vec<&[usize]> {
    shapes.iter().map(Vec::as_slice).collect()
}

proptest! {
    #![proptest_config(config(4096))]

    #[test]
    fn broadcasting_agrees_with_the_naive_implementation(
        shapes in operands(large_size, HIGHEST_RANK, 0..=5),
    ) {
        let shapes = slices(&shapes);
        let result = broadcast_shapes(&shapes);
        let sizes = result.as_ref().ok().map(|shape| shape.dims().to_vec());
        prop_assert_eq!(sizes, naive(&shapes));

        let mut buffer = [7; 12];
        let written = broadcast_shapes_into(&shapes, &mut buffer);
        match &result {
            Ok(shape) => {
                prop_assert_eq!(written, Ok(shape.dims().len()));
                prop_assert!(buffer.starts_with(shape.dims()));
                prop_assert!(buffer[shape.dims().len()..].iter().all(|&size| size == 7));
            }
            Err(error) => {
                prop_assert_eq!(written.as_ref(), Err(error));
                prop_assert_eq!(buffer, [7; 12]);
            }
        }
    }

    #[test]
    fn an_error_names_the_first_shape_that_does_not_fit_and_its_last_clash(
        shapes in operands(large_size, HIGHEST_RANK, 2..=5),
    ) {
        let shapes = slices(&shapes);
        let Err(error) = broadcast_shapes(&shapes) else { return Ok(()) };
        let (lhs, rhs) = error.operands();
        // Without an allocator an error keeps the end of a long shape.
        prop_assert!(shapes[lhs].ends_with(error.lhs()) && shapes[rhs].ends_with(error.rhs()));
        prop_assert!(lhs < rhs);

        let before = naive(&shapes[..rhs]);
        prop_assert!(before.is_some(), "the shapes before operand {rhs} fit");
        let before = before.unwrap_or_default();
        let axis = error.axis().unsigned_abs();
        let tail = |shape: &[usize], axes: usize| {
            shape[shape.len().saturating_sub(axes)..].to_vec()
        };
        let fits = |axes: usize| {
            naive(&[&tail(&before, axes), &tail(shapes[rhs], axes)]).is_some()
        };
        prop_assert!(fits(axis - 1) && !fits(axis), "the last clash is at axis -{axis}");
        // The earlier shape is the one that gave the axis its size.
        prop_assert_eq!(error.lhs_size(), before[before.len() - axis]);
        prop_assert_eq!(error.lhs_size(), shapes[lhs][shapes[lhs].len() - axis]);
        prop_assert_eq!(error.rhs_size(), shapes[rhs][shapes[rhs].len() - axis]);
    }

    #[test]
    fn the_order_of_the_shapes_does_not_matter(
        (shapes, shuffled) in operands(large_size, HIGHEST_RANK, 2..=5)
            .prop_flat_map(|shapes| (Just(shapes.clone()), Just(shapes).prop_shuffle())),
    ) {
        let result = broadcast_shapes(&slices(&shapes)).ok();
        prop_assert_eq!(broadcast_shapes(&slices(&shuffled)).ok(), result);
    }

    #[test]
    fn broadcasting_many_is_broadcasting_two_again_and_again(
        shapes in operands(large_size, HIGHEST_RANK, 1..=5),
    ) {
        let mut folded = Ok(DynShape::default());
        for shape in &shapes {
            folded = folded.and_then(|so_far| so_far.try_broadcast(&DynShape::from(&shape[..])));
        }
        prop_assert_eq!(broadcast_shapes(&slices(&shapes)).ok(), folded.ok());
    }

    #[test]
    fn one_way_broadcasting_gives_the_target(
        shapes in operands(large_size, HIGHEST_RANK, 2..=2),
    ) {
        let (source, target) = (&shapes[0], &shapes[1]);
        let both = naive(&[source, target]);
        let result = check_broadcast_to(source, target);
        prop_assert_eq!(result.is_ok(), both.as_ref() == Some(target));
        let of_values = DynShape::from(&source[..]).check_broadcast_to(&DynShape::from(&target[..]));
        prop_assert_eq!(&of_values, &result);
        if let Err(error) = result {
            let too_many_axes = source.len() > target.len();
            prop_assert_eq!(error.kind() == BroadcastErrorKind::TargetRank, too_many_axes);
        }
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn broadcasting_agrees_with_ndarray(shapes in operands(small_size, 5, 2..=2)) {
        let [lhs, rhs] = [&shapes[0], &shapes[1]].map(|shape| ArrayD::<u8>::zeros(IxDyn(shape)));
        let result = broadcast_shapes(&slices(&shapes)).ok();
        // ndarray's operators panic where the shapes do not fit.
        let sum = catch_unwind(AssertUnwindSafe(|| &lhs + &rhs)).ok();
        prop_assert_eq!(
            result.as_ref().map(|shape| shape.dims()),
            sum.as_ref().map(|sum| sum.shape())
        );

        let view = lhs.broadcast(IxDyn(&shapes[1]));
        prop_assert_eq!(check_broadcast_to(&shapes[0], &shapes[1]).is_ok(), view.is_some());
    }
}
