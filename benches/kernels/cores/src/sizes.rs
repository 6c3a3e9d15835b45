//! Whether anything is slower for the threads, at any size: the same operations on more and more rows.

use shapecheck::{Tensor, axes, shape};

use crate::table::Table;

type Rows = Tensor<f32, shape![_, 256]>;
type Few = Tensor<f32, shape![_, 6]>;

/// Operands of some rows.
struct Operands {
    x: Rows,
    y: Rows,
    narrow: Few,
    row: Tensor<f32, shape![256]>,
    weights: Tensor<f32, shape![256, 64]>,
    places: Tensor<usize, shape![_]>,
}

impl Operands {
    fn of(rows: usize) -> Self {
        let numbers = |count: usize| -> Vec<f32> {
            let number = |index: usize| ((index * 7919 % 10007) as f32 / 997.0).sin();
            (0..count).map(number).collect()
        };
        let x = || Rows::from_vec_with(<shape![_, 256]>::of([rows]), numbers(rows * 256));
        let narrow = Few::from_vec_with(<shape![_, 6]>::of([rows]), numbers(rows * 6));
        let places = (0..rows).map(|place| place * 7919 % rows).collect();
        Self {
            x: x().unwrap(),
            y: x().unwrap(),
            narrow: narrow.unwrap(),
            row: Tensor::from_vec(numbers(256)).unwrap(),
            weights: Tensor::from_vec(numbers(256 * 64)).unwrap(),
            places: Tensor::from_vec_with(<shape![_]>::of([rows]), places).unwrap(),
        }
    }
}

/// How many times as long it takes in a pool of all threads, and outside of every pool, as on one thread. Where memory
/// happens to lie can cost some percent, so what is slower is measured again.
fn slower<R: Send>(table: &Table, work: impl Fn() -> R + Sync + Copy) -> [f64; 2] {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..4 {
        let [one, pool, none] = table.times(work);
        least = [least[0].min(pool / one), least[1].min(none / one)];
        if least.iter().all(|&ratio| ratio <= 1.03) {
            break;
        }
    }
    least
}

/// Prints for each operation how much longer it took with several threads than with one, at most, and on how many rows.
pub fn measure(table: &Table) {
    println!("| work on [n, 256] | in a pool, at most | n | outside, at most | n |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let all: Vec<Operands> = (0..13)
        .flat_map(|doubled| [1 << doubled, 3 << doubled])
        .map(Operands::of)
        .collect();
    macro_rules! rows {
        ($($name:literal: |$of:ident| $work:expr;)*) => {$(
            let [mut inside, mut outside] = [(0.0, 0); 2];
            for $of in &all {
                let [in_pool, in_none] = slower(table, || $work);
                for (slowest, ratio) in [(&mut inside, in_pool), (&mut outside, in_none)] {
                    if ratio > slowest.0 {
                        *slowest = (ratio, $of.x.sizes()[0]);
                    }
                }
            }
            println!(
                "| {} | {:.2} | {} | {:.2} | {} |",
                $name, inside.0, inside.1, outside.0, outside.1
            );
        )*};
    }
    rows! {
        "x + row": |of| &of.x + &of.row;
        "x + y": |of| &of.x + &of.y;
        "x.exp()": |of| of.x.exp();
        "x.gelu()": |of| of.x.gelu();
        "[n, 6] * 2": |of| &of.narrow * 2.0;
        "sums of rows": |of| of.x.sum_axes::<axes![-1]>();
        "sums of columns": |of| of.x.sum_axes::<axes![-2]>();
        "sum of all": |of| of.x.sum_axes::<axes![-1, -2]>();
        "sums of rows of [n, 6]": |of| of.narrow.sum_axes::<axes![-1]>();
        "largest of columns": |of| of.x.max_axes::<axes![-2]>();
        "argmax of rows": |of| of.x.along::<-1>().argmax();
        "variance of rows": |of| of.x.var_axes::<axes![-1]>();
        "softmax of rows": |of| of.x.softmax::<-1>();
        "softmax of columns": |of| of.x.softmax::<-2>();
        "rms_norm": |of| of.x.rms_norm(&of.row, 1e-5);
        "sorted rows": |of| of.x.along::<-1>().sort();
        "running sums of rows": |of| of.x.cumulative_sum::<-1>();
        "rows taken": |of| of.x.along::<-2>().take(&of.places);
        "x behind y": |of| of.x.along::<-1>().concat(&of.y);
        "transposed, copied": |of| of.x.transpose().to_tensor();
        "product with [256, 64]": |of| of.x.matmul(&of.weights);
    }
}
