//! After each variable is what gdb prints of it where `here` is called.

use std::hint::black_box;

use shapecheck::{Dim, DynShape, InlineTensor, Shape, Tensor, dims, shape};

dims! { Batch, Rgb = 3, Past, Seq, Heads, Head, Width = Heads * Head }

struct Layer {
    bias: InlineTensor<f64, shape![2]>,
}

/// Where gdb stops.
#[inline(never)]
fn here() {
    black_box(());
}

/// Shapes are those that the function is called with.
#[inline(never)]
fn generic<B: Dim, S: Shape>(
    small: &Tensor<f32, shape![B, 3]>, // = &Tensor<f32, [2, 3]> [[1, 2, 3], [4, 5, 6.5]]
    any: &Tensor<f64, S>, // = &Tensor<f64, [2, 2, 2, 3, 2]> [[[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]], [[[12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [22, 23]]]], [[[[24, 25], [26, 27], [28, 29]], [[30, 31], [32, 33], [34, 35]]], [[[36, 37], [38, 39], [40, 41]], [[42, 43], [44, 45], [46, 47]]]]]
) {
    let sum = small + small; // = Tensor<f32, [2, 3]> [[2, 4, 6], [8, 10, 13]]
    here();
    black_box((&sum, any));
}

fn main() {
    let small = Tensor::<f32, shape![2, 3]>::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]); // = Tensor<f32, [2, 3]> [[1, 2, 3], [4, 5, 6.5]]
    let transpose = small.transpose(); // = Tensor<f32, [3, 2]> [[1, 4], [2, 5], [3, 6.5]]
    let part = small.slice_axis::<-1>(1..3); // = Tensor<f32, [2, 2]> [[2, 3], [5, 6.5]]
    let view = transpose.view(); // = View<f32, [3, 2]> [[1, 4], [2, 5], [3, 6.5]]
    let mut changed = Tensor::<i8, shape![2, 2]>::from([[1, -2], [3, -4]]);
    let view_mut = changed.view_mut(); // = ViewMut<i8, [2, 2]> [[1, -2], [3, -4]]
    let inline = InlineTensor::<i32, shape![2, 3]>::from([[1, 2, 3], [4, 5, 6]]); // = InlineTensor<i32, [2, 3]> [[1, 2, 3], [4, 5, 6]]
    let flags = InlineTensor::<bool, shape![2]>::from([true, false]); // = InlineTensor<bool, [2]> [true, false]
    let number = Tensor::<u8, shape![]>::full(7); // = Tensor<u8, []> 7
    let empty = Tensor::<u8, shape![2, 0]>::full(7); // = Tensor<u8, [2, 0]> [[], []]
    let large = Tensor::<f64, shape![50, 768]>::ones(); // = Tensor<f64, [50, 768]> [[1, 1, 1, ..., 1, 1, 1], ..., [1, 1, 1, ..., 1, 1, 1]]
    let stretched = number.broadcast_to::<shape![1000, 1000]>(); // = Tensor<u8, [1000, 1000]> [[7, 7, 7, ..., 7, 7, 7], ..., [7, 7, 7, ..., 7, 7, 7]]
    let dynamic = small.clone().widen::<DynShape>(); // = Tensor<f32, [2, 3]> [[1, 2, 3], [4, 5, 6.5]]
    let batch = small.clone().widen::<shape![_, 3]>();
    let named: Tensor<f32, shape![Batch, Rgb]> = small.clone().try_named().unwrap(); // = Tensor<f32, [Batch = 2, Rgb = 3]> [[1, 2, 3], [4, 5, 6.5]]
    let sums: Tensor<f32, shape![Width, Past + Seq]> = small.try_named().unwrap(); // = Tensor<f32, [Heads * Head = 2, Past + Seq = 3]> [[1, 2, 3], [4, 5, 6.5]]
    let five = Tensor::<f64, shape![2, 2, 2, 3, 2]>::from_fn(|[a, b, c, d, e]| (((a * 2 + b) * 2 + c) * 6 + d * 2 + e) as f64);
    let many = five.swap_axes::<-1, -5>().index_axis::<-2>(0); // = Tensor<f64, [2, 2, 2, 2]> [[[[0, 24], [6, 30]], [[12, 36], [18, 42]]], [[[1, 25], [7, 31]], [[13, 37], [19, 43]]]]
    let shape = batch.shape(); // = [2, 3]
    let shape_of_run_time = DynShape::from([2, 3]); // = [2, 3]
    let shape_of_names = named.shape(); // = [Batch = 2, Rgb = 3]
    let size = shape[0]; // = 2
    let layer = Layer { bias: InlineTensor::from([0.5, 1.5]) }; // = in_gdb::Layer {bias: InlineTensor<f64, [2]> [0.5, 1.5]}
    here();
    black_box((&transpose, &part, &view, &view_mut, &inline, &flags, &number, &empty, &large));
    black_box((&stretched, &dynamic, &named, &sums, &many, &shape, &shape_of_run_time));
    black_box((&shape_of_names, &size, &layer.bias));
    generic(&batch, &five);
}
