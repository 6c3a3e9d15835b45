use shapecheck::{Tensor, dims, shape};

dims! { Batch, Width }

fn f(
    twice: &Tensor<f32, shape![2 * Batch, 2 * Width]>,
    weights: &Tensor<f32, shape![10, 128]>,
    columns: &Tensor<f32, shape![3 * Width, 10]>,
    rows: &Tensor<f32, shape![Batch + 1, 2 * Width]>,
    four: &Tensor<f32, shape![4, 1]>,
) {
    let _ = twice.linear(weights);
    let _ = twice.matmul(columns);
    let _ = twice.along::<-1>().concat(rows);
    let _ = twice + four;
}

fn main() {}
