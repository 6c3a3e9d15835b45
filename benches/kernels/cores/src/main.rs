//! Large operations on one thread and on all of them.
//!
//! Contenders take turns, and the shortest turn of each counts. `cargo run --release -p cores -- WORD` runs the rows with
//! that word in their names.

use std::hint::black_box;
use std::time::{Duration, Instant};

use candle_core::{D, Device, Tensor as Candle};
use rayon::{ThreadPool, ThreadPoolBuilder};
use shapecheck::window::{Conv, Pool};
use shapecheck::{StaticShape, Tensor, axes, einsum, shape};

/// Turns of each contender.
const ROUNDS: usize = 40;
/// The least time of a turn.
const TURN: Duration = Duration::from_millis(4);

/// The shortest time of a call, for each contender.
fn shortest(contenders: &mut [Box<dyn FnMut() + '_>]) -> Vec<Duration> {
    let mut shortest = vec![Duration::MAX; contenders.len()];
    for _ in 0..ROUNDS {
        for (call, shortest) in contenders.iter_mut().zip(&mut shortest) {
            let (start, mut calls) = (Instant::now(), 0);
            while start.elapsed() < TURN {
                call();
                calls += 1;
            }
            *shortest = (*shortest).min(start.elapsed() / calls);
        }
    }
    shortest
}

struct Table {
    only: Option<String>,
    one: ThreadPool,
    all: ThreadPool,
}

impl Table {
    /// A row: what it is, ours, and candle's if it has that.
    fn row<R: Send>(
        &self,
        name: &str,
        ours: impl Fn() -> R + Sync,
        candle: Option<&dyn Fn() -> Candle>,
    ) {
        if self.only.as_ref().is_some_and(|word| !name.contains(word)) {
            return;
        }
        let repeat = |pool: &ThreadPool| pool.install(|| drop(black_box(ours())));
        let mut contenders: Vec<Box<dyn FnMut() + '_>> = vec![
            Box::new(|| repeat(&self.one)),
            Box::new(|| repeat(&self.all)),
            Box::new(|| drop(black_box(ours()))),
        ];
        if let Some(candle) = candle {
            contenders.push(Box::new(|| drop(black_box(candle()))));
        }
        let times = shortest(&mut contenders);
        let one = times[0].as_secs_f64();
        let times_as_fast = |time: &Duration| format!("{:.2}", one / time.as_secs_f64());
        let candle = times.get(3).map_or("-".into(), times_as_fast);
        let (all, outside) = (times_as_fast(&times[1]), times_as_fast(&times[2]));
        println!(
            "| {name} | {:.0} µs | {all} | {outside} | {candle} |",
            one * 1e6
        );
    }
}

/// Numbers between -1 and 1, as tensors of both.
fn numbers<S: StaticShape>(sizes: &[usize]) -> (Tensor<f32, S>, Candle) {
    let number = |index: usize| ((index * 7919 % 10007) as f32 / 997.0).sin();
    let numbers: Vec<f32> = (0..S::NUM_ELEMENTS).map(number).collect();
    let theirs = Candle::from_slice(&numbers, sizes, &Device::Cpu).unwrap();
    (Tensor::from_vec(numbers).unwrap(), theirs)
}

macro_rules! numbers {
    ($($size:literal),*) => { numbers::<shape![$($size),*]>(&[$($size),*]) };
}

fn main() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = |threads| {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    };
    let table = Table {
        only: std::env::args().nth(1),
        one: pool(1),
        all: pool(threads),
    };
    println!("| work | one thread | in a pool of {threads} | outside | candle |");
    println!("| --- | ---: | ---: | ---: | ---: |");

    let (x, x_) = numbers!(1024, 768);
    let (y, y_) = numbers!(1024, 768);
    let ((row, row_), (column, column_)) = (numbers!(768), numbers!(1024, 1));
    table.row(
        "[1024, 768] + [768]",
        || &x + &row,
        Some(&|| x_.broadcast_add(&row_).unwrap()),
    );
    table.row(
        "[1024, 768] / [1024, 1]",
        || &x / &column,
        Some(&|| x_.broadcast_div(&column_).unwrap()),
    );
    table.row(
        "[1024, 768] + [1024, 768]",
        || &x + &y,
        Some(&|| (&x_ + &y_).unwrap()),
    );
    let ((maps, maps_), (bias, bias_)) = (numbers!(8, 64, 56, 56), numbers!(64, 1, 1));
    table.row(
        "[8, 64, 56, 56] + [64, 1, 1]",
        || &maps + &bias,
        Some(&|| maps_.broadcast_add(&bias_).unwrap()),
    );
    let ((a, a_), (b, b_)) = (numbers!(64, 1, 256), numbers!(1, 128, 256));
    table.row(
        "[64, 1, 256] * [1, 128, 256]",
        || &a * &b,
        Some(&|| a_.broadcast_mul(&b_).unwrap()),
    );
    let (square, square_) = numbers!(1024, 1024);
    table.row(
        "transposed [1024, 1024], copied",
        || square.transpose().to_tensor(),
        Some(&|| square_.t().unwrap().force_contiguous().unwrap()),
    );
    table.row(
        "x + y.T of [1024, 1024]",
        || &square + &square.transpose(),
        Some(&|| square_.add(&square_.t().unwrap()).unwrap()),
    );
    table.row(
        "exp of [1024, 768]",
        || x.exp(),
        Some(&|| x_.exp().unwrap()),
    );
    table.row(
        "gelu of [1024, 768]",
        || x.gelu(),
        Some(&|| x_.gelu_erf().unwrap()),
    );
    let (small, small_) = numbers!(64, 768);
    table.row(
        "[64, 768] + [768], not cut",
        || &small + &row,
        Some(&|| small_.broadcast_add(&row_).unwrap()),
    );
    table.row(
        "exp of [64, 768]",
        || small.exp(),
        Some(&|| small_.exp().unwrap()),
    );

    table.row(
        "sum of [1024, 768] over the last axis",
        || x.sum_axes::<axes![-1]>(),
        Some(&|| x_.sum(D::Minus1).unwrap()),
    );
    table.row(
        "over the first",
        || x.sum_axes::<axes![-2]>(),
        Some(&|| x_.sum(0).unwrap()),
    );
    table.row(
        "sum of [8, 64, 56, 56] over all but the channels",
        || maps.sum_axes::<axes![-4, -2, -1]>(),
        Some(&|| maps_.sum((0, 2, 3)).unwrap()),
    );
    let (long, long_) = numbers!(4000000);
    table.row(
        "sum of [4000000]",
        || long.sum_axes::<axes![-1]>(),
        Some(&|| long_.sum_all().unwrap()),
    );
    table.row(
        "max of [1024, 768] over the last axis",
        || x.max_axes::<axes![-1]>(),
        Some(&|| x_.max(D::Minus1).unwrap()),
    );
    table.row(
        "argmax of [1024, 768] over the last axis",
        || x.along::<-1>().argmax(),
        Some(&|| x_.argmax(D::Minus1).unwrap()),
    );
    table.row(
        "over the first axis",
        || x.along::<-2>().argmax(),
        Some(&|| x_.argmax(0).unwrap()),
    );
    table.row(
        "variance of [1024, 768] over the last axis",
        || x.var_axes::<axes![-1]>(),
        Some(&|| x_.var(D::Minus1).unwrap()),
    );

    table.row(
        "sort of [1024, 768] along the last axis",
        || x.along::<-1>().sort(),
        Some(&|| x_.sort_last_dim(true).unwrap().0),
    );
    table.row("sort of [4000000]", || long.along::<-1>().sort(), None);
    table.row(
        "running sums of [1024, 768]",
        || x.cumulative_sum::<-1>(),
        None,
    );
    let places: Vec<u32> = (0..4096).map(|place| place * 7919 % 1024).collect();
    let places_ = Candle::from_slice(&places, 4096, &Device::Cpu).unwrap();
    let places = Tensor::<usize, shape![4096]>::from_vec(
        places.iter().map(|&place| place as usize).collect(),
    )
    .unwrap();
    table.row(
        "4096 rows of [1024, 768]",
        || x.along::<-2>().take(&places),
        Some(&|| x_.index_select(&places_, 0).unwrap()),
    );
    table.row(
        "[1024, 768] behind [1024, 768]",
        || x.along::<-2>().concat(&y),
        Some(&|| Candle::cat(&[&x_, &y_], 0).unwrap()),
    );
    table.row(
        "[1024, 768] beside [1024, 768]",
        || x.along::<-1>().concat(&y),
        Some(&|| Candle::cat(&[&x_, &y_], 1).unwrap()),
    );
    table.row("[1024, 768] flipped", || x.along::<-1>().flip(), None);

    let (cube, cube_) = numbers!(1024, 1024);
    table.row(
        "[1024, 1024] by [1024, 1024]",
        || cube.matmul(&cube),
        Some(&|| cube_.matmul(&cube_).unwrap()),
    );
    let ((batch, batch_), (weights, weights_)) = (numbers!(16, 64, 64), numbers!(64, 64));
    table.row(
        "[16, 64, 64] by [64, 64]",
        || batch.matmul(&weights),
        Some(&|| batch_.broadcast_matmul(&weights_).unwrap()),
    );
    let (kernel, kernel_) = numbers!(64, 64, 3, 3);
    let (plain, plain_) = numbers!(64, 64, 1, 1);
    table.row(
        "conv [8, 64, 56, 56] by 3 by 3",
        || maps.conv2d(&kernel, Conv::new().padding::<1>()),
        Some(&|| maps_.conv2d(&kernel_, 1, 1, 1, 1).unwrap()),
    );
    table.row(
        "conv [8, 64, 56, 56] by 1 by 1",
        || maps.conv2d(&plain, Conv::new()),
        Some(&|| maps_.conv2d(&plain_, 0, 1, 1, 1).unwrap()),
    );
    table.row(
        "max_pool2d of [8, 64, 56, 56]",
        || maps.max_pool2d(Pool::of::<2>()),
        Some(&|| maps_.max_pool2d(2).unwrap()),
    );
    let (q, q_) = numbers!(8, 12, 512, 64);
    let attention = || {
        let scores = (q_.matmul(&q_.t().unwrap()).unwrap() / 8.0).unwrap();
        candle_nn::ops::softmax_last_dim(&scores)
            .unwrap()
            .matmul(&q_)
            .unwrap()
    };
    table.row(
        "attention of [8, 12, 512, 64]",
        || q.attention(&q, &q),
        Some(&attention),
    );
    let (k, k_) = numbers!(2, 8, 256, 64);
    table.row(
        "einsum bhqd,bhkd->bhqk of [2, 8, 256, 64]",
        || einsum!("b h q d, b h k d -> b h q k"; &k, &k),
        Some(&|| k_.matmul(&k_.t().unwrap()).unwrap()),
    );
    table.row(
        "softmax of [1024, 768]",
        || x.softmax::<-1>(),
        Some(&|| candle_nn::ops::softmax_last_dim(&x_).unwrap()),
    );
    table.row(
        "over the first axis",
        || x.softmax::<-2>(),
        Some(&|| candle_nn::ops::softmax(&x_, 0).unwrap()),
    );
    let (gain, gain_) = numbers!(768);
    table.row(
        "rms_norm of [1024, 768]",
        || x.rms_norm(&gain, 1e-5),
        Some(&|| candle_nn::ops::rms_norm(&x_, &gain_, 1e-5).unwrap()),
    );
    let (matrices, _) = numbers!(20000, 6, 6);
    let matrices = &matrices.matmul(&matrices.transpose()) + &Tensor::<f32, shape![6, 6]>::eye();
    table.row("inverses of [20000, 6, 6]", || matrices.inverse(), None);
    table.row(
        "Cholesky factors of [20000, 6, 6]",
        || matrices.cholesky(),
        None,
    );
}
