//! Matrix products, and what is computed on the host: equations, inverses and factors.

use shapecheck::engine::Products;
use shapecheck::{DynShape, Shape, adapt};

use crate::Burn;
use crate::data::{Held, Number, Real};
use crate::raw::{self, Raw};

impl<T: Number> Products<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Held<T>,
        rhs: &Held<T>,
        sizes: DynShape,
    ) -> Held<T> {
        let found = product((lhs.raw(), lhs.dims()), (rhs.raw(), rhs.dims()));
        Held::of(raw::reshape(&found, sizes.dims()), sizes)
    }
}

#[track_caller]
fn product((lhs, lhs_sizes): (&Raw, &[usize]), (rhs, rhs_sizes): (&Raw, &[usize])) -> Raw {
    // A vector is a row on the left and a column on the right; the result does not have its axis.
    let row_sizes = match lhs_sizes {
        [size] => &[1, *size],
        sizes => sizes,
    };
    let column_sizes = match rhs_sizes {
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

adapt!(algebra for Burn: Held, [Number], [Real]);
