//! Fits a line to measurements: splits them for training and testing, normalizes columns, and runs gradient descent on
//! small batches. The parts and batches are slices that share memory, and are used like whole tensors.

use std::ops::Range;

use shapecheck::{Dim, StaticDim, Tensor, dim, dims, shape};

use crate::{assert_close, numbers};

dims! {
    /// Measurements: all of them, those for training, or a batch.
    Count,
    /// What is measured.
    Columns = 13
}

type Rows<N> = Tensor<f32, shape![Count, N]>;
type Weights = Tensor<f32, shape![Columns, 1]>;
/// One number for each column.
type PerColumn = Tensor<f32, shape![1, Columns]>;

const BATCH: usize = 16;

fn table<N: StaticDim>(rows: usize, elements: Vec<f32>) -> Rows<N> {
    Tensor::from_vec_with(<shape![Count, N]>::of([rows]), elements).expect("rows of one length")
}

/// Some of the rows, in the memory of all.
fn part_of<N: Dim>(x: &Rows<N>, rows: Range<usize>) -> Rows<N> {
    x.slice_axis::<-2>(rows).try_named().expect("one size")
}

fn standardised(x: &Rows<Columns>, mean: &PerColumn, deviation: &PerColumn) -> Rows<Columns> {
    (x - mean) / deviation
}

/// The rows of these numbers, in their order.
fn taken<N: StaticDim>(x: &Rows<N>, order: &[usize]) -> Rows<N> {
    let row = |&number: &usize| x.index_axis::<-2>(number).to_vec();
    table(order.len(), order.iter().flat_map(row).collect())
}

/// All numbers below `count`, each once: each is exchanged with one before it.
fn shuffled(count: usize, seed: u32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for (last, number) in numbers(count, seed).into_iter().enumerate() {
        let other = ((number + 1.0) / 2.0 * (last + 1) as f32) as usize;
        order.swap(last, other.min(last));
    }
    order
}

/// The rows in parts of `BATCH`; the last may be shorter.
fn batches<N: Dim>(x: &Rows<N>) -> impl Iterator<Item = Rows<N>> {
    let count = x.dims()[0];
    let starts = (0..count).step_by(BATCH);
    starts.map(move |start| part_of(x, start..count.min(start + BATCH)))
}

fn predicted(x: &Rows<Columns>, weights: &Weights, bias: f32) -> Rows<dim!(1)> {
    x.matmul(weights) + bias
}

fn mean_squared_error(x: &Rows<Columns>, y: &Rows<dim!(1)>, weights: &Weights, bias: f32) -> f32 {
    let error = predicted(x, weights, bias) - y;
    (&error * &error).mean()
}

fn step(x: &Rows<Columns>, y: &Rows<dim!(1)>, weights: &mut Weights, bias: &mut f32) {
    let error = predicted(x, weights, *bias) - y;
    *weights -= x.transpose().matmul(&error) * (0.1 / error.len() as f32);
    *bias -= 0.1 * error.mean();
}

/// Columns of different size, and what a line makes of each row.
fn measurements(count: usize) -> (Vec<f32>, Vec<f32>) {
    let mut elements = numbers(count * 13, 1);
    let mut targets = Vec::new();
    for row in elements.chunks_mut(13) {
        let mut target = 7.0;
        for (column, element) in row.iter_mut().enumerate() {
            *element = *element * (column + 1) as f32 + 10.0 * column as f32;
            target += *element * (column as f32 - 6.0) / 10.0;
        }
        targets.push(target);
    }
    (elements, targets)
}

#[test]
fn columns_are_made_comparable_by_the_part_for_training() {
    let (elements, _) = measurements(60);
    let rows: Rows<Columns> = table(60, elements.clone());
    let (training, testing) = (part_of(&rows, 0..45), part_of(&rows, 45..60));
    let (mean, deviation) = (training.mean_axis::<-2>(), training.var_axis::<-2>().sqrt());

    let mut expected: Vec<f64> = elements.into_iter().map(f64::from).collect();
    for column in 0..13 {
        let known = expected[..45 * 13].iter().skip(column).step_by(13);
        let mean = known.clone().sum::<f64>() / 45.0;
        let variance = known.map(|x| (x - mean).powi(2)).sum::<f64>() / 45.0;
        let all = expected.iter_mut().skip(column).step_by(13);
        all.for_each(|x| *x = (*x - mean) / variance.sqrt());
    }
    let (first, last) = expected.split_at(45 * 13);
    assert_close(&standardised(&training, &mean, &deviation), first);
    assert_close(&standardised(&testing, &mean, &deviation), last);
    assert_close(&standardised(&rows, &mean, &deviation), &expected);
}

#[test]
fn batches_are_all_rows_once_in_the_memory_of_the_whole() {
    let rows: Rows<Columns> = table(45, measurements(45).0);
    let sizes: Vec<usize> = batches(&rows).map(|batch| batch.dims()[0]).collect();
    assert_eq!(sizes, [16, 16, 13]);
    let all: Vec<f32> = batches(&rows).flat_map(|batch| batch.to_vec()).collect();
    assert_eq!(all, rows.to_vec());
    for (number, batch) in batches(&rows).enumerate() {
        let (part, whole) = (batch.get(&[0, 0]), rows.get(&[BATCH * number, 0]));
        assert!(std::ptr::eq(part.unwrap(), whole.unwrap()));
    }

    let order = shuffled(45, 2);
    let mixed = taken(&rows, &order);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.iter().copied().eq(0..45) && sorted != order);
    for (place, &row) in order.iter().enumerate() {
        assert_eq!(mixed.index_axis::<-2>(place), rows.index_axis::<-2>(row));
    }
}

#[test]
fn small_batches_find_the_line() {
    let (elements, targets) = measurements(200);
    let (x, y): (Rows<Columns>, Rows<dim!(1)>) = (table(200, elements), table(200, targets));
    let (mean, deviation) = {
        let training = part_of(&x, 0..150);
        (training.mean_axis::<-2>(), training.var_axis::<-2>().sqrt())
    };
    let x = standardised(&x, &mean, &deviation);
    let (training, testing) = (part_of(&x, 0..150), part_of(&x, 150..200));
    let (known, unknown) = (part_of(&y, 0..150), part_of(&y, 150..200));

    let (mut weights, mut bias) = (Weights::zeros(), 0.0);
    let before = mean_squared_error(&testing, &unknown, &weights, bias);
    for round in 0..60 {
        let order = shuffled(150, round);
        let (x, y) = (taken(&training, &order), taken(&known, &order));
        for (x, y) in batches(&x).zip(batches(&y)) {
            step(&x, &y, &mut weights, &mut bias);
        }
    }
    let after = mean_squared_error(&testing, &unknown, &weights, bias);
    assert!(before > 1.0 && after < 1e-6, "from {before} to {after}");
    // The line that the targets were made of, in the size of its columns.
    let slopes = weights.transpose() / &deviation;
    let expected: [f64; 13] = std::array::from_fn(|column| (column as f64 - 6.0) / 10.0);
    assert_close(&slopes, &expected);
}
