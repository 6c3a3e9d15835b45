//! Dry runs: what they count, and that the host needs as much memory.
#![cfg(feature = "dry")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::catch_unwind;

use shapecheck::dry::{self, Sizes, Summary};
use shapecheck::engine::Models;
use shapecheck::window::{Conv, Pool};
use shapecheck::{Host, Shape, StaticShape, TensorOn, axes, dims, einsum, shape};

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

fn zeros<S: StaticShape>() -> On<S, Sizes> {
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
    let (weights, bias) = (zeros::<shape![10, 784]>(), zeros::<shape![10]>());
    let summary = dry::run(|| zeros::<shape![32, 784]>().linear_with_bias(&weights, &bias));
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
    let weights = zeros::<shape![8, 8]>();
    let summary = dry::run(|| zeros::<shape![3, 8]>().linear(&weights).linear(&weights));
    assert_eq!(
        (summary.parameters, summary.multiply_adds),
        (64, 2 * 3 * 64)
    );
}

#[test]
fn a_convolution_counts_the_channels_of_a_group() {
    let kernels = zeros::<shape![6, 2, 3, 5]>();
    let images = || zeros::<shape![2, 4, 10, 12]>();
    let summary = dry::run(|| images().conv2d(&kernels, Conv::new().groups::<2>()));
    let row = of_operation(&summary, "conv2d");
    assert_eq!(row.outputs[0].sizes(), [2, 6, 8, 8]);
    assert_eq!(row.multiply_adds, 2 * 6 * 8 * 8 * (2 * 3 * 5));
    assert_eq!(row.parameters, 6 * 2 * 3 * 5);
}

#[test]
fn attention_counts_both_products() {
    let summary = dry::run(|| {
        let queries = zeros::<shape![2, 5, 16]>();
        let (keys, values) = (zeros::<shape![2, 7, 16]>(), zeros::<shape![2, 7, 24]>());
        queries.attention(&keys, &values)
    });
    let row = of_operation(&summary, "attention");
    assert_eq!(row.multiply_adds, 2 * 5 * 7 * (16 + 24));
    assert_eq!(
        (row.parameters, row.outputs[0].sizes()),
        (0, &[2, 5, 24][..])
    );
}

/// A mask of booleans is one of numbers, which the row of attention has.
#[test]
fn attention_where_a_mask_is_true() {
    let seen = TensorOn::<bool, shape![7], dry::Sizes>::full(true);
    let summary = dry::run(|| {
        let (queries, keys) = (zeros::<shape![2, 5, 16]>(), zeros::<shape![2, 7, 16]>());
        queries.attention_where(&keys, &keys, &seen)
    });
    let row = of_operation(&summary, "attention");
    assert_eq!(row.multiply_adds, 2 * 5 * 7 * (16 + 16));
    assert_eq!(of_operation(&summary, "select").outputs[0].sizes(), [7]);
}

#[test]
fn a_recurrent_layer_counts_its_weights_for_each_step() {
    let weights = zeros::<shape![4, 6, 3]>();
    let (recurrent, bias) = (zeros::<shape![4, 6, 6]>(), zeros::<shape![4, 6]>());
    let summary = dry::run(|| zeros::<shape![2, 9, 3]>().lstm(&weights, &recurrent, &bias));
    let row = of_operation(&summary, "lstm");
    assert_eq!(row.parameters, 4 * 6 * (3 + 6 + 1));
    assert_eq!(row.multiply_adds, 2 * 9 * row.parameters);
}

/// Convolution, an equation and a linear layer: the network of `examples/digits`.
#[test]
fn a_network_that_reads_digits() {
    let kernels = (zeros::<shape![8, 1, 3, 3]>(), zeros::<shape![8, 1, 1]>());
    let readout = (zeros::<shape![24, 8, 6, 6]>(), zeros::<shape![24]>());
    let scores = (zeros::<shape![10, 24]>(), zeros::<shape![10]>());
    let summary = dry::run(|| {
        let images = zeros::<shape![32, 1, 8, 8]>();
        let maps = (images.conv2d(&kernels.0, Conv::new()) + &kernels.1).relu();
        let hidden = einsum!("b c y x, h c y x -> b h"; &maps, &readout.0) + &readout.1;
        hidden.relu().linear(&scores.0) + &scores.1
    });
    let operations: Vec<&str> = summary.rows.iter().map(|row| &*row.operation).collect();
    let expected = [
        "create", "conv2d", "add", "relu", "einsum", "add", "relu", "linear", "add",
    ];
    assert_eq!(operations, expected);
    let weights = [72 + 8, 24 * 288 + 24, 240 + 10];
    assert_eq!(summary.parameters, weights.iter().sum::<u64>());
    assert_eq!(
        summary.multiply_adds,
        32 * (36 * weights[0] + weights[1] + weights[2])
    );
    let maps = 32 * 8 * 36;
    // The bias is added where the maps are.
    assert_eq!(summary.rows[2].alive, summary.rows[1].alive);
    assert_eq!(summary.rows[3].alive, summary.rows[2].alive + 4 * maps);
    assert_eq!(summary.rows[3].bytes, 4 * maps);
}

#[test]
fn the_table_is_text_json_and_a_picture() {
    let weights = zeros::<shape![8, 4]>();
    let summary = dry::run(|| zeros::<shape![2, 4]>().linear(&weights).relu());
    let text = "\
operation  shape   parameters  multiply-adds  bytes  beside weights
create     [2, 4]                              32 B            32 B
linear     [2, 8]          32             64   64 B            96 B
relu       [2, 8]                              64 B           160 B

parameters      32 (128 B)
multiply-adds   64
peak of memory  288 B, in `relu`";
    assert_eq!(summary.to_string(), text);
    let json: serde_json::Value = serde_json::from_str(&summary.to_json()).expect("an object");
    assert_eq!(json["rows"][1]["operation"], "linear");
    assert_eq!(
        json["rows"][1]["inputs"][1]["sizes"],
        serde_json::json!([8, 4])
    );
    assert_eq!(
        (&json["parameters"], &json["peak"]),
        (&32.into(), &288.into())
    );
    let picture = summary.to_svg();
    assert!(
        picture.starts_with("<svg ") && picture.ends_with("</svg>\n"),
        "{picture}"
    );
    assert_eq!(picture.matches("class=\"work\"").count(), 1);
    assert_eq!(picture.matches("class=\"memory\"").count(), 3);
}

#[test]
fn an_equation_counts_each_index_of_its_labels() {
    let weights = zeros::<shape![24, 8, 6, 6]>();
    let summary = dry::run(|| {
        let maps = zeros::<shape![3, 8, 6, 6]>();
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
    let equation = dry::run(|| {
        let x = On::<_, Sizes>::zeros_with(<shape![Batch, Seq, Width]>::of([2, 5]));
        einsum!("b s w, o w -> b o s"; &x, &weights)
    });
    let row = of_operation(&equation, "einsum");
    assert_eq!(row.outputs[0].to_string(), "[Batch = 2, 8, Seq = 5]");
    assert_eq!(shape("linear"), "[Batch = 2, Seq = 5, 8]");
    assert_eq!(shape("relu"), "[Batch = 2, Seq = 5, 8]");
    assert_eq!(shape("softmax"), "[Batch = 2, Seq = 5, 8]");
    assert_eq!(
        of_operation(&summary, "linear").inputs[1].to_string(),
        "[8, Width = 16]"
    );
    let json: serde_json::Value = serde_json::from_str(&summary.to_json()).expect("an object");
    let names = &json["rows"][0]["outputs"][0]["names"];
    assert_eq!(*names, serde_json::json!(["Batch", "Seq", "Width"]));
}

#[cfg(not(feature = "unchecked"))]
struct Layer {
    width: usize,
}

#[cfg(not(feature = "unchecked"))]
impl Layer {
    #[shapecheck::shapes("x: b t i -> b t o", o = self.width, always)]
    fn forward(&self, x: &[usize]) -> Option<Vec<usize>> {
        (x[1] > 0).then(|| vec![x[0], x[1], self.width])
    }
}

#[cfg(not(feature = "unchecked"))]
#[test]
fn borders_of_functions_are_rows() {
    let layers = [Layer { width: 8 }, Layer { width: 3 }];
    let work = || {
        let x = layers[0].forward(&[2, 5, 4]).expect("a result");
        (layers[1].forward(&x), layers[0].forward(&[2, 0, 4]))
    };
    let summary = dry::run(work);
    let rows = summary.rows.iter().map(|row| {
        let sizes = |shapes: &[dry::NamedShape]| shapes[0].sizes().to_vec();
        (&*row.operation, sizes(&row.inputs), sizes(&row.outputs))
    });
    let expected = [
        ("Layer::forward", vec![2, 5, 4], vec![2, 5, 8]),
        ("Layer::forward", vec![2, 5, 8], vec![2, 5, 3]),
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    assert_eq!(summary.rows[0].arguments, ["x"]);
    let json: serde_json::Value = serde_json::from_str(&summary.to_json()).expect("an object");
    assert_eq!(json["rows"][0]["arguments"], serde_json::json!(["x"]));
    // After the run nothing listens.
    work();
    assert_eq!(dry::run(|| ()), Summary::default());
}

fn text_of(panic: Box<dyn std::any::Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().expect("a text").to_string(),
    }
}

#[test]
fn what_depends_on_values_says_so() {
    let x = || zeros::<shape![2, 3]>();
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
    let element = catch_unwind(|| zeros::<shape![]>().into_scalar()).map_err(text_of);
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
    let table = zeros::<shape![10, 4]>();
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

/// How many of the bytes that some work has on the host it has by a dry run.
fn part_of_peak<R, Q>(dry: impl FnOnce() -> R, host: impl FnOnce() -> Q) -> f64 {
    let (summary, peak) = (dry::run(dry), peak_of(host));
    let part = summary.peak as f64 / peak as f64;
    println!("{} of {peak} bytes, {part:.4}", summary.peak);
    part
}

#[test]
fn the_peak_is_that_of_the_host() {
    fn work<E: Models<f32>>() -> On<shape![2, 64, 96], E> {
        let blocks: Vec<Block<E>> = (0..3).map(|_| Block::zeros()).collect();
        let first = TensorOn::zeros();
        blocks.iter().fold(first, |x, block| block.forward(x))
    }
    let part = part_of_peak(work::<Sizes>, work::<Host>);
    assert!((0.95..1.05).contains(&part), "{part}");
}

/// The means of what an LSTM and a norm of channels give, in the order of columns.
#[test]
fn the_peak_of_a_recurrent_layer_is_that_of_the_host() {
    fn work<E: Models<f32>>() -> On<shape![64, 1], E> {
        let weights = On::<shape![4, 64, 96], E>::zeros();
        let (recurrent, bias) = (
            On::<shape![4, 64, 64], E>::zeros(),
            On::<shape![4, 64], E>::zeros(),
        );
        let x = On::<shape![16, 40, 96], E>::zeros();
        let (output, ..) = x.lstm(&weights, &recurrent, &bias);
        let (scale, shift) = (On::<shape![40], E>::zeros(), On::<shape![40], E>::zeros());
        let normal = output.along::<-2>().batch_norm(&scale, &shift, 1e-5);
        let turned = normal.permute::<axes![-1, -2, -3]>() + 1.0;
        let flat = (&turned * &turned).reshape::<shape![64, 640]>();
        flat.mean_axis::<-1>()
    }
    let part = part_of_peak(work::<Sizes>, work::<Host>);
    assert!((0.95..1.05).contains(&part), "{part}");
}

/// What a kernel has for itself is not there when the most tensors are.
#[test]
fn the_peak_of_convolutions_is_that_of_the_host() {
    fn work<E: Models<f32>>() -> On<shape![32, 10], E> {
        let kernels = (
            On::<shape![16, 3, 3, 3], E>::zeros(),
            On::<shape![32, 16, 3, 3], E>::zeros(),
        );
        let biases = (On::<shape![16], E>::zeros(), On::<shape![32], E>::zeros());
        let last = On::<shape![10, 2048], E>::zeros();
        let same = || Conv::new().padding::<1>();
        let images = On::<shape![32, 3, 32, 32], E>::zeros();
        let x = images
            .conv2d_with_bias(&kernels.0, &biases.0, same())
            .relu();
        let x = x.max_pool2d(Pool::of::<2>());
        let x = x.conv2d_with_bias(&kernels.1, &biases.1, same()).relu();
        let x = x.avg_pool2d(Pool::of::<2>()).reshape::<shape![32, 2048]>();
        x.linear(&last).softmax::<-1>()
    }
    let part = part_of_peak(work::<Sizes>, work::<Host>);
    assert!((0.95..1.05).contains(&part), "{part}");
}

/// What torchinfo's own tests print of models: parameters, and multiply-adds in the digits that it gives.
mod torchinfo {
    use super::*;

    type Images = shape![_, _, _, _];

    fn weights<S: Shape>(sizes: &[usize]) -> On<S, Sizes> {
        TensorOn::zeros_with(S::try_from_sizes(sizes).expect("sizes of the shape"))
    }

    /// A batch norm, with the numbers that training keeps.
    struct Norm {
        statistics: [On<shape![_], Sizes>; 2],
        parameters: [On<shape![_], Sizes>; 2],
    }

    impl Norm {
        fn new(channels: usize) -> Self {
            let of_channels = || [weights(&[channels]), weights(&[channels])];
            Self {
                statistics: of_channels(),
                parameters: of_channels(),
            }
        }

        fn forward(&self, x: On<Images, Sizes>) -> On<Images, Sizes> {
            let ([means, variances], [weights, bias]) = (&self.statistics, &self.parameters);
            let x = x.along::<-3>();
            x.batch_norm_with_statistics((means, variances), weights, bias, 1e-5)
        }
    }

    /// A convolution without a bias and its norm.
    macro_rules! conv {
        ($x:expr, $layer:expr, $stride:literal, $padding:literal) => {{
            let (kernels, norm) = $layer;
            let settings = Conv::new().stride::<$stride>().padding::<$padding>();
            norm.forward($x.conv2d(kernels, settings))
        }};
    }

    type Layer = (On<Images, Sizes>, Norm);

    fn layer(gives: usize, takes: usize, side: usize) -> Layer {
        (weights(&[gives, takes, side, side]), Norm::new(gives))
    }

    struct Block {
        first: Layer,
        second: Layer,
        /// Where the block halves the sides.
        shortcut: Option<Layer>,
    }

    impl Block {
        fn new(gives: usize, takes: usize) -> Self {
            Self {
                first: layer(gives, takes, 3),
                second: layer(gives, gives, 3),
                shortcut: (gives != takes).then(|| layer(gives, takes, 1)),
            }
        }

        fn forward(&self, x: On<Images, Sizes>) -> On<Images, Sizes> {
            let (first, second) = (
                (&self.first.0, &self.first.1),
                (&self.second.0, &self.second.1),
            );
            let (hidden, x) = match &self.shortcut {
                None => (conv!(x, first, 1, 1), x),
                Some((kernels, norm)) => (conv!(x, first, 2, 1), conv!(x, (kernels, norm), 2, 0)),
            };
            (conv!(hidden.relu(), second, 1, 1) + x).relu()
        }
    }

    #[test]
    fn resnet18() {
        let first = layer(64, 3, 7);
        let widths = [64, 64, 64, 128, 128, 256, 256, 512, 512];
        let blocks = widths
            .windows(2)
            .map(|widths| Block::new(widths[1], widths[0]));
        let blocks: Vec<Block> = blocks.collect();
        let last = (zeros::<shape![1000, 512]>(), zeros::<shape![1000]>());
        let summary = dry::run(|| {
            let images = weights::<Images>(&[1, 3, 64, 64]);
            let x = conv!(images, (&first.0, &first.1), 2, 3).relu();
            let x = x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
            let x: On<Images, Sizes> = x.widen();
            let x = blocks.iter().fold(x, |x, block| block.forward(x));
            assert_eq!(x.dims(), [1, 512, 2, 2]);
            let x = x.adaptive_avg_pool::<shape![1, 1]>();
            x.merge_axes::<-2>()
                .merge_axes::<-2>()
                .linear_with_bias(&last.0, &last.1)
        });
        assert_eq!(summary.parameters, 11_689_512);
        assert_eq!(
            format!("{:.2}", summary.multiply_adds as f64 / 1e6),
            "148.57"
        );
    }

    #[test]
    fn single_input_net() {
        let kernels = (
            zeros::<shape![10, 1, 5, 5]>(),
            zeros::<shape![20, 10, 5, 5]>(),
        );
        let biases = (zeros::<shape![10]>(), zeros::<shape![20]>());
        let first = (zeros::<shape![50, 320]>(), zeros::<shape![50]>());
        let second = (zeros::<shape![10, 50]>(), zeros::<shape![10]>());
        let summary = dry::run(|| {
            let images = zeros::<shape![7, 1, 28, 28]>();
            let x = images.conv2d_with_bias(&kernels.0, &biases.0, Conv::new());
            let x = x.max_pool2d(Pool::of::<2>()).relu();
            let x = x.conv2d_with_bias(&kernels.1, &biases.1, Conv::new());
            let x = x
                .max_pool2d(Pool::of::<2>())
                .relu()
                .reshape::<shape![7, 320]>();
            let x = x.linear_with_bias(&first.0, &first.1).relu();
            x.linear_with_bias(&second.0, &second.1).log_softmax::<-1>()
        });
        assert_eq!(summary.parameters, 21_840);
        assert_eq!(
            summary.multiply_adds,
            1_048_320 + 2_248_960 + 112_350 + 3_570
        );
    }

    #[test]
    fn a_linear_layer_that_is_used_again() {
        let (weights, bias) = (zeros::<shape![10, 10]>(), zeros::<shape![10]>());
        let summary = dry::run(|| {
            let x = zeros::<shape![2, 10]>();
            (0..4).fold(x, |x, _| x.linear_with_bias(&weights, &bias).relu())
        });
        assert_eq!((summary.parameters, summary.multiply_adds), (110, 880));
    }

    #[test]
    fn groups() {
        let (kernels, bias) = (zeros::<shape![32, 4, 3, 3]>(), zeros::<shape![32]>());
        let summary = dry::run(|| {
            let images = zeros::<shape![7, 16, 28, 28]>();
            images.conv2d_with_bias(&kernels, &bias, Conv::new().groups::<4>())
        });
        assert_eq!(
            (summary.parameters, summary.multiply_adds),
            (1_184, 5_602_688)
        );
    }

    #[test]
    fn a_linear_layer_on_three_axes() {
        let (weights, bias) = (zeros::<shape![64, 8]>(), zeros::<shape![64]>());
        let x = || zeros::<shape![32, 16, 8]>();
        let summary = dry::run(|| x().linear_with_bias(&weights, &bias));
        assert_eq!((summary.parameters, summary.multiply_adds), (576, 294_912));
    }
}
