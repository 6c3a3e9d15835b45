//! The run-time function against loops written by hand: `cargo bench -p shapecheck-benches`.
//!
//! `by hand, arrays` knows the rank and two operands at compile time; `by hand, slices` does what
//! `broadcast_shapes` does for two operands, without naming the axis.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use shapecheck::broadcast::{broadcast_shapes, broadcast_shapes_into, check_broadcast_to};
use shapecheck::{DynShape, Shape, shape};

/// Two shapes of the same rank, known to the compiler.
fn by_hand<const RANK: usize>(lhs: &[usize; RANK], rhs: &[usize; RANK]) -> Option<[usize; RANK]> {
    let mut sizes = [0; RANK];
    for axis in 0..RANK {
        sizes[axis] = match (lhs[axis], rhs[axis]) {
            (l, r) if l == r => l,
            (1, r) => r,
            (l, 1) => l,
            _ => return None,
        };
    }
    Some(sizes)
}

/// Two shapes of any rank up to 8.
fn by_hand_on_slices(lhs: &[usize], rhs: &[usize]) -> Option<([usize; 8], usize)> {
    let rank = lhs.len().max(rhs.len());
    let mut sizes = [1; 8];
    sizes[rank - lhs.len()..rank].copy_from_slice(lhs);
    for (place, &r) in sizes[rank - rhs.len()..rank].iter_mut().zip(rhs) {
        *place = match (*place, r) {
            (l, r) if l == r => l,
            (1, r) => r,
            (l, 1) => l,
            _ => return None,
        };
    }
    Some((sizes, rank))
}

fn run_time(criterion: &mut Criterion) {
    let (a, b, c) = ([8, 1, 6, 1], [1, 7, 1, 5], [8, 7, 1, 5]);
    let clashing = [8, 4, 3, 1];

    let mut group = criterion.benchmark_group("pair of rank 4");
    group.bench_function("broadcast_shapes", |bencher| {
        bencher.iter(|| broadcast_shapes(black_box(&[&a, &b])));
    });
    group.bench_function("broadcast_shapes_into", |bencher| {
        let mut buffer = [0; 4];
        bencher.iter(|| broadcast_shapes_into(black_box(&[&a, &b]), black_box(&mut buffer)));
    });
    group.bench_function("by hand, arrays", |bencher| {
        bencher.iter(|| by_hand(black_box(&a), black_box(&b)));
    });
    group.bench_function("by hand, slices", |bencher| {
        bencher.iter(|| by_hand_on_slices(black_box(&a), black_box(&b)));
    });
    group.finish();

    let mut group = criterion.benchmark_group("three of rank 4");
    group.bench_function("broadcast_shapes", |bencher| {
        bencher.iter(|| broadcast_shapes(black_box(&[&a, &b, &c])));
    });
    group.bench_function("by hand, arrays", |bencher| {
        bencher.iter(|| {
            by_hand(black_box(&a), black_box(&b)).and_then(|both| by_hand(&both, black_box(&c)))
        });
    });
    group.bench_function("by hand, slices", |bencher| {
        bencher.iter(|| {
            by_hand_on_slices(black_box(&a), black_box(&b))
                .and_then(|(both, rank)| by_hand_on_slices(&both[..rank], black_box(&c)))
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("clashing pair of rank 4");
    group.bench_function("broadcast_shapes", |bencher| {
        bencher.iter(|| broadcast_shapes(black_box(&[&a, &clashing])));
    });
    group.bench_function("by hand, arrays", |bencher| {
        bencher.iter(|| by_hand(black_box(&a), black_box(&clashing)));
    });
    group.bench_function("by hand, slices", |bencher| {
        bencher.iter(|| by_hand_on_slices(black_box(&a), black_box(&clashing)));
    });
    group.finish();

    let mut group = criterion.benchmark_group("shape values");
    let mixed = <shape![_, 1, 6, 1]>::try_from(a).expect("the sizes fit");
    let other = <shape![7, 1, 5]>::default();
    group.bench_function("mixed with static", |bencher| {
        bencher.iter(|| black_box(&mixed).try_broadcast(black_box(&other)));
    });
    let dynamic = (DynShape::from(a), DynShape::from(b));
    group.bench_function("run-time rank", |bencher| {
        bencher.iter(|| black_box(&dynamic.0).try_broadcast(black_box(&dynamic.1)));
    });
    group.bench_function("check_broadcast_to", |bencher| {
        bencher.iter(|| check_broadcast_to(black_box(&b), black_box(&[8, 7, 6, 5])));
    });
    group.finish();
}

criterion_group!(benches, run_time);
criterion_main!(benches);
