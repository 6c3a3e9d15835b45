//! Products of matrices, and matrices of their own.

use shapecheck::{Tensor, einsum, shape};

use crate::table::Table;
use crate::{measure, numbers};

#[cfg(feature = "others")]
mod others {
    use faer::linalg::matmul::matmul;
    use faer::{Accum, Mat, Par};
    use shapecheck::{StaticShape, Tensor};

    /// faer's matrices are column by column: this is the transposed one, whose product takes as long.
    pub fn columns<S: StaticShape>(a: &Tensor<f32, S>, side: usize) -> Mat<f32> {
        let a = a.to_vec();
        Mat::from_fn(side, side, |row, column| a[column * side + row])
    }

    pub fn square(a: &Mat<f32>) -> Mat<f32> {
        let mut product = Mat::zeros(a.nrows(), a.ncols());
        matmul(&mut product, Accum::Replace, a, a, 1.0, Par::rayon(0));
        product
    }
}

pub fn rows(table: &Table) {
    let (square, cube) = (numbers!(256, 256), numbers!(1024, 1024));
    #[cfg(feature = "others")]
    let (square_, cube_) = (
        others::columns(&square.ours, 256),
        others::columns(&cube.ours, 1024),
    );
    measure!(
        table
            .row("R11 [256, 256] by [256, 256]", || {
                square.ours.matmul(&square.ours)
            })
            .candle(|| square.candle.matmul(&square.candle).unwrap())
            .burn(|| square.burn.clone().matmul(square.burn.clone()))
            .ndarray(|| square.array.dot(&square.array))
            .faer(|| others::square(&square_))
    );
    let (batch, weights) = (numbers!(16, 64, 64), numbers!(64, 64));
    measure!(
        table
            .row("R11 [16, 64, 64] by [64, 64]", || {
                batch.ours.matmul(&weights.ours)
            })
            .candle(|| batch.candle.broadcast_matmul(&weights.candle).unwrap())
            .burn(|| batch.burn.clone().matmul(weights.burn.clone().unsqueeze()))
    );
    measure!(
        table
            .row("[1024, 1024] by [1024, 1024]", || {
                cube.ours.matmul(&cube.ours)
            })
            .candle(|| cube.candle.matmul(&cube.candle).unwrap())
            .burn(|| cube.burn.clone().matmul(cube.burn.clone()))
            .ndarray(|| cube.array.dot(&cube.array))
            .faer(|| others::square(&cube_))
    );
    let k = numbers!(2, 8, 256, 64);
    measure!(
        table
            .row(
                "einsum bhqd,bhkd->bhqk of [2, 8, 256, 64]",
                || einsum!("b h q d, b h k d -> b h q k"; &k.ours, &k.ours),
            )
            .candle(|| k.candle.matmul(&k.candle.t().unwrap()).unwrap())
            .burn(|| k.burn.clone().matmul(k.burn.clone().transpose()))
    );
    let matrices = numbers!(20000, 6, 6).ours;
    let matrices = &matrices.matmul(&matrices.transpose()) + &Tensor::<f32, shape![6, 6]>::eye();
    measure!(table.row("inverses of [20000, 6, 6]", || matrices.inverse()));
    measure!(table.row("Cholesky factors of [20000, 6, 6]", || matrices.cholesky()));
}
