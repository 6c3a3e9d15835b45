//! Matrix products, and what is computed on the host: equations, inverses and factors.

use burn::backend::TensorMetadata;
use shapecheck::engine::adapter::adapt;

use crate::Burn;
use crate::data::{Held, Number, Real};
use crate::raw::{self, Raw};

adapt!(algebra for Burn: Held, [Number], [Real]);

adapt!(products for Burn: [Number] |x, y, sizes| raw::reshape(&product(&x, &y), sizes););

#[track_caller]
fn product(lhs: &Raw, rhs: &Raw) -> Raw {
    let (lhs_sizes, rhs_sizes) = (lhs.shape(), rhs.shape());
    // A vector is a row on the left and a column on the right; the result does not have its axis.
    let row_sizes = match lhs_sizes.as_slice() {
        [size] => &[1, *size],
        sizes => sizes,
    };
    let column_sizes = match rhs_sizes.as_slice() {
        [size] => &[*size, 1],
        sizes => sizes,
    };
    let (front, last) = row_sizes.split_at(row_sizes.len() - 2);
    let (behind, matrix) = column_sizes.split_at(column_sizes.len() - 2);
    if behind.iter().all(|&size| size == 1) && front.len() >= behind.len() {
        // One matrix on the right: a single product, with all rows of all matrices on the left.
        let rows = front.iter().product::<usize>() * last[0];
        let rows = raw::reshape(lhs, &[rows, last[1]]);
        return raw::matmul(rows, raw::reshape(rhs, matrix));
    }
    let rank = row_sizes.len().max(column_sizes.len());
    let (row, column) = (
        raw::reshape(lhs, row_sizes),
        raw::reshape(rhs, column_sizes),
    );
    raw::matmul(raw::front(&row, rank), raw::front(&column, rank))
}
