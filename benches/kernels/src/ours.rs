//! shapecheck: one function for each piece of work and output. The shapes are in the types, so nothing else is.

use std::hint::black_box;

use shapecheck::host::Memory;
use shapecheck::{
    InlineTensor, Shape, Tensor, TensorOn, axes, broadcast_map, broadcast_update, s, shape,
};

use crate::measure::{Contender, Numbers, on};
use crate::work::{Work, input};

type Matrix = Tensor<f32, shape![1024, 768]>;
type Column = Tensor<f32, shape![1024, 1]>;
type Row = Tensor<f32, shape![768]>;
type AnyMatrix = Tensor<f32, shape![_, 768]>;
type AnyColumn = Tensor<f32, shape![_, 1]>;

impl<S: Shape, E: Memory> Numbers for TensorOn<f32, S, E> {
    fn numbers(&self) -> Vec<f32> {
        self.to_vec()
    }
}

// R1
fn add_row(a: &Matrix, row: &Row) -> Matrix {
    a + row
}

fn add_row_into(a: &Matrix, row: &Row, out: &mut Matrix) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

// R2
type OuterColumn = Tensor<f32, shape![512, 1]>;
type OuterRow = Tensor<f32, shape![1, 512]>;
type Outer = Tensor<f32, shape![512, 512]>;

fn add_outer(column: &OuterColumn, row: &OuterRow) -> Outer {
    column + row
}

fn add_outer_into(column: &OuterColumn, row: &OuterRow, out: &mut Outer) {
    broadcast_update!(|o, x, y| *o = x + y; out, column, row);
}

// R3
type MiddleLeft = Tensor<f32, shape![64, 1, 256]>;
type MiddleRight = Tensor<f32, shape![1, 128, 256]>;
type Middle = Tensor<f32, shape![64, 128, 256]>;

fn multiply_middle(a: &MiddleLeft, b: &MiddleRight) -> Middle {
    a * b
}

fn multiply_middle_into(a: &MiddleLeft, b: &MiddleRight, out: &mut Middle) {
    broadcast_update!(|o, x, y| *o = x * y; out, a, b);
}

// R4
fn divide_by_column(a: &Matrix, column: &Column) -> Matrix {
    a / column
}

fn divide_by_column_into(a: &Matrix, column: &Column, out: &mut Matrix) {
    broadcast_update!(|o, x, y| *o = x / y; out, a, column);
}

// R5
type Inline = InlineTensor<f32, shape![4, 4]>;
type InlineRow = InlineTensor<f32, shape![4]>;

// So little that a call, and a copy of what it returns, would take as long again.
#[inline]
fn add_inline(a: &Inline, row: &InlineRow) -> Inline {
    a + row
}

fn add_inline_into(a: &Inline, row: &InlineRow, out: &mut Inline) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

// R6
type Images = Tensor<f32, shape![8, 64, 56, 56]>;
type Channels = Tensor<f32, shape![64, 1, 1]>;

fn add_channel(a: &Images, channels: &Channels) -> Images {
    a + channels
}

fn add_channel_into(a: &Images, channels: &Channels, out: &mut Images) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, channels);
}

// R7
type OneRow = Tensor<f32, shape![1, 768]>;
type Lines = Tensor<f32, shape![512, 768]>;
type Square = Tensor<f32, shape![1024, 1024]>;
type Side = Tensor<f32, shape![1024]>;

fn expand_row(row: &OneRow) -> Lines {
    row.broadcast_to::<shape![512, 768]>().to_tensor()
}

fn expand_row_into(row: &OneRow, out: &mut Lines) {
    broadcast_update!(|o, x| *o = x; out, row);
}

fn expand_column(column: &Column) -> Square {
    column.broadcast_to::<shape![1024, 1024]>().to_tensor()
}

fn expand_column_into(column: &Column, out: &mut Square) {
    broadcast_update!(|o, x| *o = x; out, column);
}

// R8
fn add_row_in_place(row: &Row, a: &mut Matrix) {
    *a += row;
}

// R9
type Normalization = (Matrix, Column, Column, Row, Row);

fn normalize_by_operators((x, mean, deviation, gamma, beta): &Normalization) -> Matrix {
    (x - mean) / deviation * gamma + beta
}

fn normalize_fused((x, mean, deviation, gamma, beta): &Normalization) -> Matrix {
    broadcast_map!(|x, m, s, g, b| (x - m) / s * g + b; x, mean, deviation, gamma, beta)
}

fn normalize_fused_into((x, mean, deviation, gamma, beta): &Normalization, out: &mut Matrix) {
    broadcast_update!(|o, x, m, s, g, b| *o = (x - m) / s * g + b; out, x, mean, deviation, gamma, beta);
}

// R10: the axis is kept, with size 1; to drop it costs nothing.
fn sum_last(a: &Matrix) -> Column {
    a.sum_axis::<-1>()
}

fn max_last(a: &Matrix) -> Column {
    a.max_axis::<-1>()
}

fn sum_first(a: &Matrix) -> OneRow {
    a.sum_axis::<-2>()
}

fn max_first(a: &Matrix) -> OneRow {
    a.max_axis::<-2>()
}

// R11
type Factor = Tensor<f32, shape![256, 256]>;
type Batch = Tensor<f32, shape![16, 64, 64]>;
type Weights = Tensor<f32, shape![64, 64]>;

fn matmul_square(a: &Factor, b: &Factor) -> Factor {
    a.matmul(b)
}

fn matmul_square_into(a: &Factor, b: &Factor, out: &mut Factor) {
    a.matmul_into(b, out).expect("the shape of the product");
}

fn matmul_batch(a: &Batch, b: &Weights) -> Batch {
    a.matmul(b)
}

fn matmul_batch_into(a: &Batch, b: &Weights, out: &mut Batch) {
    a.matmul_into(b, out).expect("the shape of the product");
}

// R12
fn add_row_dynamic(a: &AnyMatrix, row: &Row) -> AnyMatrix {
    a + row
}

fn add_row_dynamic_into(a: &AnyMatrix, row: &Row, out: &mut AnyMatrix) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

fn divide_by_column_dynamic(a: &AnyMatrix, column: &AnyColumn) -> AnyMatrix {
    a / column
}

fn divide_by_column_dynamic_into(a: &AnyMatrix, column: &AnyColumn, out: &mut AnyMatrix) {
    broadcast_update!(|o, x, y| *o = x / y; out, a, column);
}

type AnyNormalization = (AnyMatrix, AnyColumn, AnyColumn, Row, Row);

fn normalize_by_operators_dynamic(
    (x, mean, deviation, gamma, beta): &AnyNormalization,
) -> AnyMatrix {
    (x - mean) / deviation * gamma + beta
}

fn normalize_fused_dynamic((x, mean, deviation, gamma, beta): &AnyNormalization) -> AnyMatrix {
    broadcast_map!(|x, m, s, g, b| (x - m) / s * g + b; x, mean, deviation, gamma, beta)
}

fn normalize_fused_dynamic_into(
    (x, mean, deviation, gamma, beta): &AnyNormalization,
    out: &mut AnyMatrix,
) {
    broadcast_update!(|o, x, m, s, g, b| *o = (x - m) / s * g + b; out, x, mean, deviation, gamma, beta);
}

// R13
type Small = Tensor<f32, shape![4, 4]>;
type SmallRow = Tensor<f32, shape![4]>;

fn add_small(a: &Small, row: &SmallRow) -> Small {
    a + row
}

fn add_small_into(a: &Small, row: &SmallRow, out: &mut Small) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

// R14
type AnySmall = Tensor<f32, shape![_, 4]>;

fn add_small_dynamic(a: &AnySmall, row: &SmallRow) -> AnySmall {
    a + row
}

fn add_small_dynamic_into(a: &AnySmall, row: &SmallRow, out: &mut AnySmall) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

// R20
type Narrow = Tensor<f32, shape![100000, 3]>;
type NarrowColumn = Tensor<f32, shape![100000, 1]>;
type NarrowRow = Tensor<f32, shape![3]>;
type Pairs = Tensor<f32, shape![100000, 2]>;
type Pair = Tensor<f32, shape![2]>;

fn add_narrow(a: &Narrow, row: &NarrowRow) -> Narrow {
    a + row
}

fn add_narrow_into(a: &Narrow, row: &NarrowRow, out: &mut Narrow) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

fn add_pairs(a: &Pairs, row: &Pair) -> Pairs {
    a + row
}

fn add_pairs_into(a: &Pairs, row: &Pair, out: &mut Pairs) {
    broadcast_update!(|o, x, y| *o = x + y; out, a, row);
}

fn multiply_narrow(a: &Narrow, column: &NarrowColumn) -> Narrow {
    a * column
}

fn multiply_narrow_into(a: &Narrow, column: &NarrowColumn, out: &mut Narrow) {
    broadcast_update!(|o, x, y| *o = x * y; out, a, column);
}

// R24
fn copy_transposed(a: &Square) -> Square {
    a.transpose().to_tensor()
}

fn copy_transposed_into(a: &Square, out: &mut Square) {
    let turned = a.transpose();
    broadcast_update!(|o, x| *o = x; out, &turned);
}

fn assign_transposed(a: &Square, out: &mut Square) {
    out.assign(&a.transpose());
}

fn add_transposed(a: &Square, b: &Square) -> Square {
    a + b.transpose()
}

fn add_transposed_into(a: &Square, b: &Square, out: &mut Square) {
    let turned = b.transpose();
    broadcast_update!(|o, x, y| *o = x + y; out, a, &turned);
}

fn assign_and_add_transposed(a: &Square, b: &Square, out: &mut Square) {
    out.assign(a);
    *out += b.transpose();
}

fn add_transposes(a: &Square, b: &Square) -> Square {
    a.transpose() + b.transpose()
}

// R27
fn take_slice(a: &Tensor<f32, shape![8, 3, 9]>, out: &mut Vec<f32>) {
    let (start, end, step) = black_box((1, 5, 2));
    out[0] = a.slice(s![start..end, .., ..;step])[[3, 2, 4]];
}

fn take_slice_of_view(a: &Tensor<f32, shape![8, 3, 9]>, out: &mut Vec<f32>) {
    let (start, end, step) = black_box((1, 5, 2));
    out[0] = a.view().slice(s![start..end, .., ..;step])[[3, 2, 4]];
}

fn take_known_slice_of_view(a: &Tensor<f32, shape![8, 3, 9]>, out: &mut Vec<f32>) {
    out[0] = a.view().slice(s![1..5, .., ..;2])[[3, 2, 4]];
}

fn update_slice(row: &Tensor<f32, shape![384]>, a: &mut Matrix) {
    let mut part = a.slice_mut(s![1..1001, ..;2]);
    part += row;
}

fn update_transposed(row: &Side, a: &mut Square) {
    let mut turned = a.transpose_mut();
    turned += row;
}

// R26
type Table = Tensor<f32, shape![512, 768]>;

// R25
type Any = Tensor<f32, shape![_, _]>;

fn scale(x: &Any, s: &Any, y: &Any) -> Any {
    broadcast_map!(|x, s, y| x * s + y; x, s, y)
}

fn scale_into(x: &Any, s: &Any, y: &Any, out: &mut Any) {
    broadcast_update!(|o, x, s, y| *o = x * s + y; out, x, s, y);
}

/// A tensor of static shape: `fixed!(operand; sizes)`.
macro_rules! fixed {
    ($operand:expr; $($size:tt),*) => {
        Tensor::<f32, shape![$($size),*]>::from_vec(input($operand, 1 $(* $size)*))
            .expect("as many numbers as the shape holds")
    };
}

/// A tensor whose type does not say how many rows it has: `dynamic!(operand; rows, columns)`.
macro_rules! dynamic {
    ($operand:expr; $rows:tt, $columns:tt) => {
        Tensor::<f32, shape![_, $columns]>::from_vec_with(
            <shape![_, $columns]>::try_from([$rows, $columns]).expect("sizes of the shape"),
            input($operand, $rows * $columns),
        )
        .expect("as many numbers as the shape holds")
    };
}

/// A tensor whose type says no size: `any!(operand; rows, columns)`.
macro_rules! any {
    ($operand:expr; $rows:tt, $columns:tt) => {
        Any::from_vec_with(
            <shape![_, _]>::try_from([$rows, $columns]).expect("sizes of the shape"),
            input($operand, $rows * $columns),
        )
        .expect("as many numbers as the shape holds")
    };
}

/// Places along an axis.
struct Places<S: Shape>(Tensor<usize, S>);

impl<S: Shape> Numbers for Places<S> {
    fn numbers(&self) -> Vec<f32> {
        self.0.iter().map(|&place| place as f32).collect()
    }
}

fn normalization() -> Normalization {
    (
        fixed!(0; 1024, 768),
        fixed!(1; 1024, 1),
        fixed!(2; 1024, 1),
        fixed!(3; 768),
        fixed!(4; 768),
    )
}

fn dynamic_normalization() -> AnyNormalization {
    (
        dynamic!(0; 1024, 768),
        dynamic!(1; 1024, 1),
        dynamic!(2; 1024, 1),
        fixed!(3; 768),
        fixed!(4; 768),
    )
}

/// The inputs of the inline work, out of the same numbers as everybody's.
fn inline_operands() -> (Inline, InlineRow) {
    let (numbers, row) = (input(0, 16), input(1, 4));
    let matrix: [[f32; 4]; 4] =
        std::array::from_fn(|i| std::array::from_fn(|j| numbers[i * 4 + j]));
    let row: [f32; 4] = std::array::from_fn(|j| row[j]);
    (Inline::from(matrix), InlineRow::from(row))
}

pub fn contender(work: Work) -> Contender {
    match work {
        Work::AddRow => on((fixed!(0; 1024, 768), fixed!(1; 768)))
            .allocated(|(a, row)| add_row(a, row))
            .existing(fixed!(2; 1024, 768), |(a, row), out| {
                add_row_into(a, row, out)
            })
            .contender(),
        Work::AddOuter => on((fixed!(0; 512, 1), fixed!(1; 1, 512)))
            .allocated(|(column, row)| add_outer(column, row))
            .existing(fixed!(2; 512, 512), |(column, row), out| {
                add_outer_into(column, row, out)
            })
            .contender(),
        Work::MultiplyMiddle => on((fixed!(0; 64, 1, 256), fixed!(1; 1, 128, 256)))
            .allocated(|(a, b)| multiply_middle(a, b))
            .existing(fixed!(2; 64, 128, 256), |(a, b), out| {
                multiply_middle_into(a, b, out)
            })
            .contender(),
        Work::DivideByColumn => on((fixed!(0; 1024, 768), fixed!(1; 1024, 1)))
            .allocated(|(a, column)| divide_by_column(a, column))
            .existing(fixed!(2; 1024, 768), |(a, column), out| {
                divide_by_column_into(a, column, out)
            })
            .contender(),
        Work::AddInline => on(inline_operands())
            .allocated(|(a, row)| add_inline(a, row))
            .existing(Inline::from([[0.0; 4]; 4]), |(a, row), out| {
                add_inline_into(a, row, out)
            })
            .contender(),
        Work::AddChannel => on((fixed!(0; 8, 64, 56, 56), fixed!(1; 64, 1, 1)))
            .allocated(|(a, channels)| add_channel(a, channels))
            .existing(fixed!(2; 8, 64, 56, 56), |(a, channels), out| {
                add_channel_into(a, channels, out)
            })
            .contender(),
        Work::ExpandRow => on(fixed!(0; 1, 768))
            .allocated(expand_row)
            .existing(fixed!(2; 512, 768), expand_row_into)
            .contender(),
        Work::ExpandColumn => on(fixed!(0; 1024, 1))
            .allocated(expand_column)
            .existing(fixed!(2; 1024, 1024), expand_column_into)
            .contender(),
        Work::AddRowInPlace => on(fixed!(1; 768))
            .existing(fixed!(0; 1024, 768), add_row_in_place)
            .contender(),
        Work::NormalizeByOperators => on(normalization())
            .allocated(normalize_by_operators)
            .contender(),
        Work::NormalizeFused => on(normalization())
            .allocated(normalize_fused)
            .existing(fixed!(5; 1024, 768), normalize_fused_into)
            .contender(),
        Work::SumLast => on(fixed!(0; 1024, 768)).allocated(sum_last).contender(),
        Work::MaxLast => on(fixed!(0; 1024, 768)).allocated(max_last).contender(),
        Work::SumFirst => on(fixed!(0; 1024, 768)).allocated(sum_first).contender(),
        Work::MaxFirst => on(fixed!(0; 1024, 768)).allocated(max_first).contender(),
        Work::MatmulSquare => on((fixed!(0; 256, 256), fixed!(1; 256, 256)))
            .allocated(|(a, b)| matmul_square(a, b))
            .existing(fixed!(2; 256, 256), |(a, b), out| {
                matmul_square_into(a, b, out)
            })
            .contender(),
        Work::MatmulBatch => on((fixed!(0; 16, 64, 64), fixed!(1; 64, 64)))
            .allocated(|(a, b)| matmul_batch(a, b))
            .existing(fixed!(2; 16, 64, 64), |(a, b), out| {
                matmul_batch_into(a, b, out)
            })
            .contender(),
        Work::AddRowDynamic => on((dynamic!(0; 1024, 768), fixed!(1; 768)))
            .allocated(|(a, row)| add_row_dynamic(a, row))
            .existing(dynamic!(2; 1024, 768), |(a, row), out| {
                add_row_dynamic_into(a, row, out)
            })
            .contender(),
        Work::DivideByColumnDynamic => on((dynamic!(0; 1024, 768), dynamic!(1; 1024, 1)))
            .allocated(|(a, column)| divide_by_column_dynamic(a, column))
            .existing(dynamic!(2; 1024, 768), |(a, column), out| {
                divide_by_column_dynamic_into(a, column, out)
            })
            .contender(),
        Work::NormalizeByOperatorsDynamic => on(dynamic_normalization())
            .allocated(normalize_by_operators_dynamic)
            .contender(),
        Work::NormalizeFusedDynamic => on(dynamic_normalization())
            .allocated(normalize_fused_dynamic)
            .existing(dynamic!(5; 1024, 768), normalize_fused_dynamic_into)
            .contender(),
        Work::AddSmall => on((fixed!(0; 4, 4), fixed!(1; 4)))
            .allocated(|(a, row)| add_small(a, row))
            .existing(fixed!(2; 4, 4), |(a, row), out| add_small_into(a, row, out))
            .contender(),
        Work::AddSmallDynamic => on((dynamic!(0; 4, 4), fixed!(1; 4)))
            .allocated(|(a, row)| add_small_dynamic(a, row))
            .existing(dynamic!(2; 4, 4), |(a, row), out| {
                add_small_dynamic_into(a, row, out)
            })
            .contender(),
        Work::AddNarrow => on((fixed!(0; 100000, 3), fixed!(1; 3)))
            .allocated(|(a, row)| add_narrow(a, row))
            .existing(fixed!(2; 100000, 3), |(a, row), out| {
                add_narrow_into(a, row, out)
            })
            .contender(),
        Work::AddPairs => on((fixed!(0; 100000, 2), fixed!(1; 2)))
            .allocated(|(a, row)| add_pairs(a, row))
            .existing(fixed!(2; 100000, 2), |(a, row), out| {
                add_pairs_into(a, row, out)
            })
            .contender(),
        Work::MultiplyNarrow => on((fixed!(0; 100000, 3), fixed!(1; 100000, 1)))
            .allocated(|(a, column)| multiply_narrow(a, column))
            .existing(fixed!(2; 100000, 3), |(a, column), out| {
                multiply_narrow_into(a, column, out)
            })
            .contender(),
        Work::SumNarrowLast => on(fixed!(0; 100000, 3))
            .allocated(|a| a.sum_axis::<-1>())
            .contender(),
        Work::SumNarrowFirst => on(fixed!(0; 100000, 3))
            .allocated(|a| a.sum_axis::<-2>())
            .contender(),
        Work::MaxNarrowLast => on(fixed!(0; 100000, 10))
            .allocated(|a| a.max_axis::<-1>())
            .contender(),
        Work::SumLongFirst => on(fixed!(0; 2048, 100))
            .allocated(|a| a.sum_axis::<-2>())
            .contender(),
        Work::ArgmaxFirst => on(fixed!(0; 1024, 768))
            .allocated(|a| Places(a.argmax_axis::<-2>()))
            .contender(),
        Work::ArgmaxLast => on(fixed!(0; 1024, 768))
            .allocated(|a| Places(a.argmax_axis::<-1>()))
            .contender(),
        Work::SumTransposed => on(fixed!(0; 1024, 768))
            .allocated(|a: &Matrix| vec![a.transpose().sum()])
            .contender(),
        Work::SumSides => on(fixed!(0; 64, 128, 96))
            .allocated(|a| a.sum_axes::<axes![-3, -1]>())
            .contender(),
        Work::SumPlanes => on(fixed!(0; 8, 64, 56, 56))
            .allocated(|a| a.sum_axes::<axes![-4, -2, -1]>())
            .contender(),
        Work::SumAlternate => on(fixed!(0; 16, 24, 32, 96))
            .allocated(|a| a.sum_axes::<axes![-4, -2]>())
            .contender(),
        Work::CopyTransposed => on(fixed!(0; 1024, 1024))
            .allocated(copy_transposed)
            .existing(fixed!(2; 1024, 1024), copy_transposed_into)
            .existing(fixed!(2; 1024, 1024), assign_transposed)
            .contender(),
        Work::AddTransposed => on((fixed!(0; 1024, 1024), fixed!(1; 1024, 1024)))
            .allocated(|(a, b)| add_transposed(a, b))
            .existing(fixed!(2; 1024, 1024), |(a, b), out| {
                add_transposed_into(a, b, out)
            })
            .existing(fixed!(2; 1024, 1024), |(a, b), out| {
                assign_and_add_transposed(a, b, out)
            })
            .contender(),
        Work::AddTransposes => on((fixed!(0; 1024, 1024), fixed!(1; 1024, 1024)))
            .allocated(|(a, b)| add_transposes(a, b))
            .contender(),
        Work::UpdateTransposed => on(fixed!(1; 1024))
            .existing(fixed!(0; 1024, 1024), update_transposed)
            .contender(),
        Work::TakeSlice => on(fixed!(0; 8, 3, 9))
            .existing(vec![0.0], take_slice)
            .existing(vec![0.0], take_slice_of_view)
            .existing(vec![0.0], take_known_slice_of_view)
            .contender(),
        Work::SumSlice => on(fixed!(0; 1024, 768))
            .allocated(|a: &Matrix| vec![a.slice(s![1..1001, ..;2]).sum()])
            .contender(),
        Work::UpdateSlice => on(fixed!(1; 384))
            .existing(fixed!(0; 1024, 768), update_slice)
            .contender(),
        Work::ExpEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.exp())
            .contender(),
        Work::LnEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.ln())
            .contender(),
        Work::TanhEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.tanh())
            .contender(),
        Work::SigmoidEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.sigmoid())
            .contender(),
        Work::ErfEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.erf())
            .contender(),
        Work::GeluEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.gelu())
            .contender(),
        Work::SqrtEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.sqrt())
            .contender(),
        Work::SinEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.sin())
            .contender(),
        Work::CosEach => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.cos())
            .contender(),
        Work::Softmax => on(fixed!(0; 512, 768))
            .allocated(|a: &Table| a.softmax::<-1>())
            .contender(),
        Work::ScaleDynamic => on((any!(0; 1024, 768), any!(1; 1024, 1), any!(2; 1024, 768)))
            .allocated(|(x, s, y)| scale(x, s, y))
            .existing(any!(3; 1024, 768), |(x, s, y), out| {
                scale_into(x, s, y, out)
            })
            .contender(),
    }
}
