//! Passes over inline tensors, and one over tensors on the heap, for a look at their assembly.

use shapecheck::{InlineTensor, Tensor, broadcast_update, shape};

// Passes over two operands of more elements than these share a loop with all other shapes.
type Rows = InlineTensor<f32, shape![4, 16]>;

#[unsafe(no_mangle)]
pub fn row_added_to_rows(out: &mut Rows, x: &Rows, row: &InlineTensor<f32, shape![16]>) {
    broadcast_update!(|out, x, row| *out = x + row; out, x, row);
}

#[unsafe(no_mangle)]
pub fn rows_divided_by_column(out: &mut Rows, x: &Rows, column: &InlineTensor<f32, shape![4, 1]>) {
    broadcast_update!(|out, x, column| *out = x / column; out, x, column);
}

#[unsafe(no_mangle)]
pub fn row_added_in_place(
    x: &mut InlineTensor<f32, shape![1024, 768]>,
    row: &InlineTensor<f32, shape![768]>,
) {
    *x += row;
}

#[unsafe(no_mangle)]
pub fn on_the_heap(x: &mut Tensor<f32, shape![1024, 768]>, row: &Tensor<f32, shape![768]>) {
    *x += row;
}

/// A program that uses what is compiled with the crate.
#[unsafe(no_mangle)]
pub fn of_single_precision(
    x: &Tensor<f32, shape![64, 32]>,
    y: &Tensor<f32, shape![32]>,
) -> Tensor<f32, shape![64, 1]> {
    ((x - y) * 2.0).relu().sum_axis::<-1>()
}

/// The same with a type for which nothing is.
#[unsafe(no_mangle)]
pub fn of_double_precision(
    x: &Tensor<f64, shape![64, 32]>,
    y: &Tensor<f64, shape![32]>,
) -> Tensor<f64, shape![64, 1]> {
    ((x - y) * 2.0).relu().sum_axis::<-1>()
}

type Small = InlineTensor<f32, shape![4, 4]>;

#[unsafe(no_mangle)]
pub fn small_inline(x: &Small, row: &InlineTensor<f32, shape![4]>) -> Small {
    x + row
}

/// What the test has to find: a check of bounds.
#[unsafe(no_mangle)]
pub fn checked(elements: &[f32], place: usize) -> f32 {
    elements[place]
}
