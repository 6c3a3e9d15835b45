//! Dry runs: what they count, and that the host needs as much memory.
#![cfg(feature = "dry")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::catch_unwind;

use shapecheck::dry::{self, Sizes, Summary};
use shapecheck::engine::{Creates, Models};
use shapecheck::window::Conv;
use shapecheck::{StaticShape, TensorOn, dims, einsum, shape};

type On<S, E> = TensorOn<f32, S, E>;

thread_local! {
    /// The bytes that this thread has, and the most that it had.
    static ALIVE: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// The system's memory, counted.
struct Counting;

impl Counting {
    fn add(bytes: i64) {
        let _ = ALIVE.try_with(|alive| {
            let (now, most) = alive.get();
            alive.set((now + bytes, most.max(now + bytes)));
        });
    }
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        Self::add(-(layout.size() as i64));
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting;

/// The most bytes that some work has at a time, beyond those that are there before.
fn peak_of<R>(work: impl FnOnce() -> R) -> u64 {
    let (before, _) = ALIVE.get();
    ALIVE.set((before, before));
    drop(work());
    (ALIVE.get().1 - before) as u64
}

fn zeros<S: StaticShape, E: Creates<f32>>() -> On<S, E> {
    TensorOn::zeros()
}

fn of_operation<'a>(summary: &'a Summary, operation: &str) -> &'a dry::Row {
    let mut found = summary.rows.iter().filter(|row| row.operation == operation);
    let row = found
        .next()
        .unwrap_or_else(|| panic!("{operation} in {summary}"));
    assert!(found.next().is_none(), "one {operation} in {summary}");
    row
}

#[test]
fn a_linear_layer_counts_its_weights_and_its_bias_for_each_row() {
    let (weights, bias) = (zeros::<shape![10, 784], Sizes>(), zeros::<shape![10], _>());
    let summary = dry::run(|| zeros::<shape![32, 784], _>().linear_with_bias(&weights, &bias));
    let row = of_operation(&summary, "linear");
    assert_eq!((row.parameters, row.multiply_adds), (7850, 32 * 7850));
    assert_eq!(row.outputs[0].sizes(), [32, 10]);
    assert_eq!(
        (summary.parameters, summary.parameter_bytes),
        (7850, 4 * 7850)
    );
    assert_eq!(summary.multiply_adds, 32 * 7850);
    // Weights, the input and the result.
    assert_eq!(summary.peak, 4 * (7850 + 32 * 784 + 32 * 10));
}

#[test]
fn weights_that_are_used_twice_count_once() {
    let weights = zeros::<shape![8, 8], Sizes>();
    let summary = dry::run(|| zeros::<shape![3, 8], _>().linear(&weights).linear(&weights));
    assert_eq!(
        (summary.parameters, summary.multiply_adds),
        (64, 2 * 3 * 64)
    );
}

#[test]
fn a_convolution_counts_the_channels_of_a_group() {
    let kernels = zeros::<shape![6, 2, 3, 5], Sizes>();
    let images = || zeros::<shape![2, 4, 10, 12], Sizes>();
    let summary = dry::run(|| images().conv2d(&kernels, Conv::new().groups::<2>()));
    let row = of_operation(&summary, "conv2d");
    assert_eq!(row.outputs[0].sizes(), [2, 6, 8, 8]);
    assert_eq!(row.multiply_adds, 2 * 6 * 8 * 8 * (2 * 3 * 5));
    assert_eq!(row.parameters, 6 * 2 * 3 * 5);
}

#[test]
fn attention_counts_both_products() {
    let summary = dry::run(|| {
        let queries = zeros::<shape![2, 5, 16], Sizes>();
        let (keys, values) = (
            zeros::<shape![2, 7, 16], _>(),
            zeros::<shape![2, 7, 24], _>(),
        );
        queries.attention(&keys, &values)
    });
    let row = of_operation(&summary, "attention");
    assert_eq!(row.multiply_adds, 2 * 5 * 7 * (16 + 24));
    assert_eq!(
        (row.parameters, row.outputs[0].sizes()),
        (0, &[2, 5, 24][..])
    );
}

#[test]
fn a_recurrent_layer_counts_its_weights_for_each_step() {
    let weights = zeros::<shape![4, 6, 3], Sizes>();
    let (recurrent, bias) = (zeros::<shape![4, 6, 6], _>(), zeros::<shape![4, 6], _>());
    let summary = dry::run(|| zeros::<shape![2, 9, 3], _>().lstm(&weights, &recurrent, &bias));
    let row = of_operation(&summary, "lstm");
    assert_eq!(row.parameters, 4 * 6 * (3 + 6 + 1));
    assert_eq!(row.multiply_adds, 2 * 9 * row.parameters);
}

#[test]
fn an_equation_counts_each_index_of_its_labels() {
    let weights = zeros::<shape![24, 8, 6, 6], Sizes>();
    let summary = dry::run(|| {
        let maps = zeros::<shape![3, 8, 6, 6], _>();
        einsum!("b c row column, h c row column -> b h"; &maps, &weights)
    });
    assert_eq!(
        of_operation(&summary, "einsum").multiply_adds,
        3 * 24 * 8 * 6 * 6
    );
}

dims! { Batch, Seq, Width = 16 }

#[test]
fn shapes_have_their_names() {
    let weights = TensorOn::<f32, _, Sizes>::zeros_with(<shape![8, Width]>::of([]));
    let summary = dry::run(|| {
        let x = On::<_, Sizes>::zeros_with(<shape![Batch, Seq, Width]>::of([2, 5]));
        x.linear(&weights).relu().softmax::<-1>()
    });
    let shape = |operation| of_operation(&summary, operation).outputs[0].to_string();
    assert_eq!(shape("create"), "[Batch = 2, Seq = 5, Width = 16]");
    assert_eq!(shape("linear"), "[Batch = 2, Seq = 5, 8]");
    assert_eq!(shape("relu"), "[Batch = 2, Seq = 5, 8]");
    assert_eq!(shape("softmax"), "[Batch = 2, Seq = 5, 8]");
    assert_eq!(
        of_operation(&summary, "linear").inputs[1].to_string(),
        "[8, Width = 16]"
    );
}

fn text_of(panic: Box<dyn std::any::Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().expect("a text").to_string(),
    }
}

#[test]
fn what_depends_on_values_says_so() {
    let x = || zeros::<shape![2, 3], Sizes>();
    let sum = catch_unwind(|| x().sum()).map_err(text_of).unwrap_err();
    assert_eq!(
        sum,
        "`sum` of all elements depends on values, and a dry run has none"
    );
    let argmax = catch_unwind(|| x().argmax()).map_err(text_of).unwrap_err();
    assert_eq!(
        argmax,
        "`argmax` of all elements depends on values, and a dry run has none"
    );
    let shown = catch_unwind(|| format!("{:?}", x()))
        .map_err(text_of)
        .unwrap_err();
    assert_eq!(
        shown,
        "what is read of a tensor depends on values, and a dry run has none"
    );
    let element = catch_unwind(|| zeros::<shape![], Sizes>().into_scalar()).map_err(text_of);
    assert_eq!(
        element.unwrap_err(),
        "the element of a tensor depends on values, and a dry run has none"
    );
}

#[test]
fn a_run_ends_where_its_work_panics() {
    let within = catch_unwind(|| dry::run(|| dry::run(|| ())))
        .map_err(text_of)
        .unwrap_err();
    assert_eq!(within, "a dry run within another one");
    assert_eq!(dry::run(|| ()), Summary::default());
}

#[test]
fn indices_are_not_looked_at() {
    let table = zeros::<shape![10, 4], Sizes>();
    let summary = dry::run(|| {
        let tokens = TensorOn::<usize, shape![2, 3], Sizes>::full(99);
        table.embedding(&tokens)
    });
    let row = of_operation(&summary, "take");
    assert_eq!(
        (row.outputs[0].sizes(), row.parameters),
        (&[2, 3, 4][..], 40)
    );
    assert_eq!(
        row.note,
        Some("whether indices are within the axis depends on values")
    );
    assert!(
        summary
            .to_string()
            .ends_with("* whether indices are within the axis depends on values")
    );
}

/// A block of a transformer, by heads, on any engine.
struct Block<E: Models<f32>> {
    norm: On<shape![96], E>,
    queries: On<shape![96, 96], E>,
    keys: On<shape![96, 96], E>,
    values: On<shape![96, 96], E>,
    output: On<shape![96, 96], E>,
    up: On<shape![384, 96], E>,
    down: On<shape![96, 384], E>,
}

impl<E: Models<f32>> Block<E> {
    fn zeros() -> Self {
        Self {
            norm: TensorOn::zeros(),
            queries: TensorOn::zeros(),
            keys: TensorOn::zeros(),
            values: TensorOn::zeros(),
            output: TensorOn::zeros(),
            up: TensorOn::zeros(),
            down: TensorOn::zeros(),
        }
    }

    fn forward(&self, x: On<shape![2, 64, 96], E>) -> On<shape![2, 64, 96], E> {
        let normal = x.rms_norm(&self.norm, 1e-5);
        let heads = |x: On<shape![2, 64, 96], E>| {
            x.split_axis::<-1, shapecheck::dim!(6), shapecheck::dim!(16)>()
                .swap_axes::<-3, -2>()
        };
        let queries = heads(normal.linear(&self.queries));
        let (keys, values) = (
            heads(normal.linear(&self.keys)),
            heads(normal.linear(&self.values)),
        );
        let attended = queries.causal_attention(&keys, &values);
        let joined = attended.swap_axes::<-3, -2>().merge_axes::<-2>();
        let x = x + joined.linear(&self.output);
        let hidden = x.rms_norm(&self.norm, 1e-5).linear(&self.up).gelu();
        hidden.linear(&self.down) + x
    }
}

#[test]
fn the_peak_is_that_of_the_host() {
    fn work<E: Models<f32>>() -> On<shape![2, 64, 96], E> {
        let blocks: Vec<Block<E>> = (0..3).map(|_| Block::zeros()).collect();
        blocks
            .iter()
            .fold(TensorOn::zeros(), |x, block| block.forward(x))
    }
    let summary = dry::run(work::<Sizes>);
    let peak = peak_of(work::<shapecheck::Host>);
    let ratio = summary.peak as f64 / peak as f64;
    println!("{} of {peak} bytes: {ratio:.4}", summary.peak);
    assert!(
        (0.95..1.05).contains(&ratio),
        "{} of {peak} bytes: {ratio}",
        summary.peak
    );
}
