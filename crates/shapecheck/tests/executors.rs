//! The types and the run-time function agree on every pair of small shapes: rank 0 to 3, with sizes 0 to 3 and dynamic
//! ones.
//!
//! `executors_one_way.rs` does the same for the one-way rule, and `executors_mixed.rs` for shape values. They are
//! separate files so that they compile in parallel.

mod small_shapes;

use std::marker::PhantomData;

use shapecheck::Broadcast;
use shapecheck::broadcast::Meets;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::error::BroadcastErrorKind;
use small_shapes::*;

/// Asks the compiler about two shapes: the constant of the inherent impl is found first, where its bound holds.
struct Probe<Lhs, Rhs>(PhantomData<(Lhs, Rhs)>);

impl<Lhs: Broadcast<Rhs, Output: Told>, Rhs> Probe<Lhs, Rhs> {
    const VERDICT: Verdict = Verdict::Fits(<Lhs::Output as Told>::KNOWN);
}

trait Refused {
    const VERDICT: Verdict;
}

impl<Lhs, Rhs: Meets<Lhs, Verdict: Refusal>> Refused for Probe<Lhs, Rhs> {
    const VERDICT: Verdict = <Rhs::Verdict as Refusal>::VERDICT;
}

macro_rules! cell {
    ($lhs:ident, $rhs:ident) => {
        Probe::<$lhs, $rhs>::VERDICT
    };
}

/// A separate constant: all cells in one expression are a quarter more to check.
macro_rules! row {
    ($($cell:expr),*) => {{
        const ROW: [Verdict; 156] = [$($cell),*];
        ROW
    }};
}

static BY_TYPE: [[Verdict; 156]; 156] = rank_1_and_2!(rank_3 all_pairs_of_table);

/// Every pair with its verdict by type.
fn pairs() -> impl Iterator<Item = (Known, Known, Verdict)> {
    SHAPES.iter().zip(&BY_TYPE).flat_map(|(&lhs, verdicts)| {
        SHAPES
            .iter()
            .zip(verdicts)
            .map(move |(&rhs, &verdict)| (lhs, rhs, verdict))
    })
}

#[test]
fn types_follow_the_table() {
    let mut refused = 0;
    for (lhs, rhs, verdict) in pairs() {
        assert_eq!(
            verdict,
            shape_rule(lhs, rhs, axis_rule),
            "{lhs:?} with {rhs:?}"
        );
        refused += usize::from(matches!(verdict, Verdict::Clash { .. }));
    }
    // 19 of the 25 pairs of sizes fit, and only axes that both shapes have can clash.
    let fits = |lhs: u32, rhs: u32| 19_usize.pow(lhs.min(rhs)) * 5_usize.pow(lhs.abs_diff(rhs));
    let fitting: usize = (0..=3)
        .flat_map(|lhs| (0..=3).map(move |rhs| fits(lhs, rhs)))
        .sum();
    assert_eq!(refused, 156 * 156 - fitting);
}

#[test]
fn run_time_follows_the_table() {
    let known = SHAPES
        .iter()
        .filter(|shape| shape.fillings(0).len() == 1)
        .collect::<Vec<_>>();
    assert_eq!(known.len(), 1 + 4 + 16 + 64);
    for &&lhs in &known {
        for &&rhs in &known {
            let (lhs_sizes, rhs_sizes) = (&lhs.fillings(0)[0], &rhs.fillings(0)[0]);
            match (
                shape_rule(lhs, rhs, axis_rule),
                broadcast_shapes(&[lhs_sizes, rhs_sizes]),
            ) {
                (Verdict::Fits(known), Ok(shape)) => {
                    assert_eq!(shape.dims(), known.fillings(0)[0]);
                }
                (Verdict::Clash { axis, lhs, rhs }, Err(error)) => {
                    assert_eq!(error.kind(), BroadcastErrorKind::Sizes);
                    assert_eq!(error.axis(), -(axis as isize));
                    assert_eq!((error.lhs_size(), error.rhs_size()), (lhs, rhs));
                    assert_eq!((error.lhs(), error.rhs()), (&lhs_sizes[..], &rhs_sizes[..]));
                }
                (expected, found) => panic!("{lhs:?} with {rhs:?}: {expected:?}, but {found:?}"),
            }
        }
    }
}

/// The verdict by type is exactly what all fillings of the dynamic sizes have in common.
#[test]
fn types_say_what_all_fillings_have_in_common() {
    for (lhs, rhs, verdict) in pairs() {
        let rhs_fillings = rhs.fillings(0);
        let mut results = Vec::new();
        for lhs_sizes in &lhs.fillings(0) {
            for rhs_sizes in &rhs_fillings {
                let result = broadcast_shapes(&[lhs_sizes, rhs_sizes]);
                // With 1 for every dynamic size, only the sizes that the types give can clash.
                let only_static_sizes_count = [(lhs, lhs_sizes), (rhs, rhs_sizes)]
                    .iter()
                    .all(|(known, sizes)| are_dynamic_sizes_one(known, sizes));
                match (verdict, &result) {
                    (Verdict::Clash { axis, lhs, rhs }, Err(error)) if only_static_sizes_count => {
                        assert_eq!(error.axis(), -(axis as isize));
                        assert_eq!((error.lhs_size(), error.rhs_size()), (lhs, rhs));
                    }
                    (Verdict::Clash { .. }, Err(_)) | (Verdict::Fits(_), _) => {}
                    _ => panic!("{lhs_sizes:?} with {rhs_sizes:?} is refused by type only"),
                }
                results.extend(result);
            }
        }
        let Verdict::Fits(output) = verdict else {
            continue;
        };
        assert!(
            !results.is_empty(),
            "{lhs:?} with {rhs:?} is accepted by type only"
        );
        for axis in 1..=output.rank {
            let mut sizes = results
                .iter()
                .map(|result| result.dims()[result.dims().len() - axis]);
            let first = sizes.next();
            let common = first.filter(|&first| sizes.all(|size| size == first));
            assert_eq!(
                output.size_from_end(axis),
                common,
                "{lhs:?} with {rhs:?} at axis -{axis}"
            );
        }
    }
}

fn are_dynamic_sizes_one(known: &Known, sizes: &[usize]) -> bool {
    (1..=sizes.len())
        .all(|axis| known.size_from_end(axis).is_some() || sizes[sizes.len() - axis] == 1)
}
