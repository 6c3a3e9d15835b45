//! Static shapes, read and written where they are.

use shapecheck::{InlineTensor, Tensor, broadcast_update, shape};

type Rows = Tensor<f32, shape![1024, 768]>;

#[unsafe(no_mangle)]
pub fn row_added_to_rows(out: &mut Rows, x: &Rows, row: &Tensor<f32, shape![768]>) {
    broadcast_update!(|out, x, row| *out = x + row; out, x, row);
}

#[unsafe(no_mangle)]
pub fn rows_divided_by_column(out: &mut Rows, x: &Rows, column: &Tensor<f32, shape![1024, 1]>) {
    broadcast_update!(|out, x, column| *out = x / column; out, x, column);
}

#[unsafe(no_mangle)]
pub fn row_added_in_place(x: &mut Rows, row: &Tensor<f32, shape![768]>) {
    *x += row;
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
