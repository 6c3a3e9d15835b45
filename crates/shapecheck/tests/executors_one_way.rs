//! The types and the run-time function agree on every pair of small shapes by the one-way rule. `executors.rs` does the
//! same for the two-way rule.

mod small_shapes;

use std::marker::PhantomData;

use shapecheck::BroadcastTo;
use shapecheck::broadcast::Expands;
use shapecheck::broadcast::check_broadcast_to;
use shapecheck::error::BroadcastErrorKind;
use small_shapes::*;

/// Asks the compiler about a source and a target: the constant of the inherent impl is found first, where its
/// bound holds.
struct Probe<Source, Target>(PhantomData<(Source, Target)>);

impl<Source: BroadcastTo<Target>, Target: Told> Probe<Source, Target> {
    const VERDICT: Verdict = Verdict::Fits(Target::KNOWN);
}

trait Refused {
    const VERDICT: Verdict;
}

impl<Source: Expands<Target, Verdict: Refusal>, Target> Refused for Probe<Source, Target> {
    const VERDICT: Verdict = <Source::Verdict as Refusal>::VERDICT;
}

macro_rules! cell {
    ($source:ident, $target:ident) => {
        Probe::<$source, $target>::VERDICT
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
    SHAPES.iter().zip(&BY_TYPE).flat_map(|(&source, verdicts)| {
        SHAPES
            .iter()
            .zip(verdicts)
            .map(move |(&target, &verdict)| (source, target, verdict))
    })
}

#[test]
fn types_follow_the_table() {
    for (source, target, verdict) in pairs() {
        assert_eq!(
            verdict,
            target_shape_rule(source, target),
            "{source:?} to {target:?}"
        );
    }
    // 16 of the 25 pairs of sizes fit: 1 and dynamic to all five, 0, 2 and 3 to themselves and dynamic.
    let fits = |source: u32, target: u32| 16_usize.pow(source) * 5_usize.pow(target - source);
    let fitting: usize = (0..=3)
        .flat_map(|target| (0..=target).map(move |source| fits(source, target)))
        .sum();
    let accepted = pairs()
        .filter(|(.., verdict)| matches!(verdict, Verdict::Fits(_)))
        .count();
    assert_eq!(accepted, fitting);
}

#[test]
fn run_time_follows_the_table() {
    for (source, target, verdict) in pairs() {
        let [source_sizes, target_sizes] = [source.fillings(0), target.fillings(0)];
        let ([source_sizes], [target_sizes]) = (&source_sizes[..], &target_sizes[..]) else {
            continue;
        };
        match (verdict, check_broadcast_to(source_sizes, target_sizes)) {
            (Verdict::Fits(_), Ok(())) => {}
            (Verdict::Clash { axis, lhs, rhs }, Err(error)) => {
                assert_eq!(error.kind(), BroadcastErrorKind::TargetSize);
                assert_eq!(error.axis(), -(axis as isize));
                assert_eq!((error.lhs_size(), error.rhs_size()), (lhs, rhs));
            }
            (Verdict::Excess, Err(error)) => {
                assert_eq!(error.kind(), BroadcastErrorKind::TargetRank);
                assert_eq!(error.axis(), 0);
                assert_eq!(
                    (error.lhs(), error.rhs()),
                    (&source_sizes[..], &target_sizes[..])
                );
            }
            (expected, found) => {
                panic!("{source_sizes:?} to {target_sizes:?}: {expected:?}, but {found:?}")
            }
        }
    }
}

/// A type accepts exactly the pairs of which some filling of the dynamic sizes fits.
#[test]
fn types_accept_what_some_filling_accepts() {
    for (source, target, verdict) in pairs() {
        let targets = target.fillings(0);
        let some_filling_fits = source.fillings(0).iter().any(|source_sizes| {
            targets
                .iter()
                .any(|target_sizes| check_broadcast_to(source_sizes, target_sizes).is_ok())
        });
        assert_eq!(
            matches!(verdict, Verdict::Fits(_)),
            some_filling_fits,
            "{source:?} to {target:?}"
        );
    }
}
