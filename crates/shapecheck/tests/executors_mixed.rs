//! Shape values agree with their types and with the run-time functions, also for shapes of run-time rank.
//!
//! A function for each pair of types takes ten times as long to compile as a verdict, so there are fewer pairs than in
//! `executors.rs`: all of rank 0 to 2, those up to rank 3 with sizes 2 and dynamic, and shapes of run-time rank with a
//! few of each rank.

mod small_shapes;

use std::marker::PhantomData;

use shapecheck::broadcast::{broadcast_shapes, check_broadcast_to};
use shapecheck::error::BroadcastError;
use shapecheck::typenum::{U0, U1, U2, U3};
use shapecheck::{Axes, Broadcast, BroadcastTo, Dyn, DynShape, Shape};
use small_shapes::*;

/// A function of two lists of sizes, as values of two shape types.
type OfValues<Output> = fn(&[usize], &[usize]) -> Result<Output, BroadcastError>;

/// What the types let be done with two values, `None` where they refuse it.
struct Cell {
    lhs: Known,
    rhs: Known,
    output: Option<Known>,
    broadcast: Option<OfValues<DynShape>>,
    check_broadcast_to: Option<OfValues<()>>,
}

/// The constants of the inherent impls are found first, where their bounds hold.
struct Probe<Lhs, Rhs>(PhantomData<(Lhs, Rhs)>);

impl<Lhs: Shape + Broadcast<Rhs, Output: Told>, Rhs: Shape> Probe<Lhs, Rhs> {
    const OUTPUT: Option<Known> = Some(<Lhs::Output as Told>::KNOWN);
    const BROADCAST: Option<OfValues<DynShape>> = Some(|lhs, rhs| {
        let output = value::<Lhs>(lhs).try_broadcast(&value::<Rhs>(rhs))?;
        Ok(output.to_dyn())
    });
}

impl<Source: Shape + BroadcastTo<Target>, Target: Shape> Probe<Source, Target> {
    const CHECK: Option<OfValues<()>> =
        Some(|from, to| value::<Source>(from).check_broadcast_to(&value::<Target>(to)));
}

fn value<S: Shape>(sizes: &[usize]) -> S {
    S::try_from_sizes(sizes).expect("a filling has the sizes of its type")
}

trait Refused {
    const OUTPUT: Option<Known> = None;
    const BROADCAST: Option<OfValues<DynShape>> = None;
    const CHECK: Option<OfValues<()>> = None;
}

impl<Lhs, Rhs> Refused for Probe<Lhs, Rhs> {}

macro_rules! cell {
    ($lhs:ident, $rhs:ident) => {
        Cell {
            lhs: $lhs::KNOWN,
            rhs: $rhs::KNOWN,
            output: Probe::<$lhs, $rhs>::OUTPUT,
            broadcast: Probe::<$lhs, $rhs>::BROADCAST,
            check_broadcast_to: Probe::<$lhs, $rhs>::CHECK,
        }
    };
}

// Leading axes of run-time rank, then those named.
type D = DynShape;
type D0 = Axes<D, U0>;
type D1 = Axes<D, U1>;
type D2 = Axes<D, U2>;
type D3 = Axes<D, U3>;
type Dx = Axes<D, Dyn>;
type D2x = Axes<D2, Dyn>;
type Dx2 = Axes<Dx, U2>;
type Dxx = Axes<Dx, Dyn>;

macro_rules! row {
    ($($cell:expr),*) => { [$($cell),*] };
}

static UP_TO_RANK_2: [[Cell; 31]; 31] = rank_1_and_2!(all_pairs_of_table);

static UP_TO_RANK_3: [[Cell; 15]; 15] = all_pairs!(
    [S S2 Sx S22 S2x Sx2 Sxx S222 S22x S2x2 S2xx Sx22 Sx2x Sxx2 Sxxx]
    [S S2 Sx S22 S2x Sx2 Sxx S222 S22x S2x2 S2xx Sx22 Sx2x Sxx2 Sxxx]
);

static RUN_TIME_RANK: [[Cell; 9]; 9] = all_pairs!(
    [D D0 D1 D2 D3 Dx D2x Dx2 Dxx]
    [D D0 D1 D2 D3 Dx D2x Dx2 Dxx]
);

static RUN_TIME_RANK_ON_THE_LEFT: [[Cell; 9]; 9] = all_pairs!(
    [D D0 D1 D2 D3 Dx D2x Dx2 Dxx]
    [S S0 S1 S2 S3 Sx S2x Sx2 Sxx3]
);

static RUN_TIME_RANK_ON_THE_RIGHT: [[Cell; 9]; 9] = all_pairs!(
    [S S0 S1 S2 S3 Sx S2x Sx2 Sxx3]
    [D D0 D1 D2 D3 Dx D2x Dx2 Dxx]
);

/// The rule by type, and the function over slices for every filling, against the function over values.
fn check_cells<const N: usize>(cells: &[[Cell; N]; N]) {
    for cell in cells.iter().flatten() {
        let (lhs, rhs) = (cell.lhs, cell.rhs);
        let expected = match shape_rule(lhs, rhs, axis_rule) {
            Verdict::Fits(output) => Some(output),
            _ => None,
        };
        assert_eq!(cell.output, expected, "{lhs:?} with {rhs:?}");
        assert_eq!(cell.broadcast.is_some(), expected.is_some());
        let expands = matches!(target_shape_rule(lhs, rhs), Verdict::Fits(_));
        assert_eq!(
            cell.check_broadcast_to.is_some(),
            expands,
            "{lhs:?} to {rhs:?}"
        );

        let rhs_fillings = rhs.fillings(3);
        for lhs in &lhs.fillings(3) {
            for rhs in &rhs_fillings {
                let at_run_time = broadcast_shapes(&[lhs, rhs]);
                match cell.broadcast {
                    Some(broadcast) => assert_eq!(broadcast(lhs, rhs), at_run_time),
                    None => assert!(at_run_time.is_err(), "{lhs:?} with {rhs:?}"),
                }
                let at_run_time = check_broadcast_to(lhs, rhs);
                match cell.check_broadcast_to {
                    Some(check) => assert_eq!(check(lhs, rhs), at_run_time),
                    None => assert!(at_run_time.is_err(), "{lhs:?} to {rhs:?}"),
                }
            }
        }
    }
}

#[test]
fn values_up_to_rank_2_agree() {
    check_cells(&UP_TO_RANK_2);
}

#[test]
fn values_up_to_rank_3_agree() {
    check_cells(&UP_TO_RANK_3);
}

#[test]
fn values_of_run_time_rank_agree() {
    check_cells(&RUN_TIME_RANK);
    check_cells(&RUN_TIME_RANK_ON_THE_LEFT);
    check_cells(&RUN_TIME_RANK_ON_THE_RIGHT);
}
