//! Fields of sensors. The sizes are primes, so that no two of them are equal by accident, but for those that are meant to be.
use shapecheck::window::Conv;
use shapecheck::{InlineTensor, Shape, Tensor, axes, dim, dims, s, shape};

dims! { Sensors, Steps, Heads, Batch, Camera = 3, Arm = 5 }

fn main() {}

fn weighted(
    field: &Tensor<f32, shape![41, 43]>,
    weights: &Tensor<f32, shape![Sensors, 41, 43]>,
) -> Tensor<f32, shape![Sensors, 41, 43]> {
    let floor = field.minimum(&field.abs());
    let above = weights - &floor;
    above * field
}

fn added(field: &Tensor<f32, shape![41, 43]>, more: &Tensor<f32, shape![41, 43]>) -> Tensor<f32, shape![41, 43]> {
    let sum = field + more;
    sum
}

fn smoothed(
    signals: &Tensor<f32, shape![Steps, 7, 101]>,
    kernels: &Tensor<f32, shape![19, 7, 5]>,
    bias: &Tensor<f32, shape![19]>,
) -> Tensor<f32, shape![Steps, 19, 97]> {
    let column = bias.insert_axis::<-1>();
    let kernels = kernels.relu();
    signals.conv1d(&kernels, Conv::new()) + &column
}

fn turned(x: &Tensor<f32, shape![Steps, 7]>) -> Tensor<f32, shape![Steps, 7]> {
    x.along::<-1>().flip()
}

fn projected(
    x: &Tensor<f32, shape![Steps, 47]>,
    basis: &Tensor<f32, shape![47, 47]>,
) -> Tensor<f32, shape![Steps, 13]> {
    let axes = basis.narrow::<-1, dim!(13)>(0);
    x.matmul(&axes)
}

fn chosen(
    table: &Tensor<f32, shape![67, 67]>,
    rows: &Tensor<usize, shape![17]>,
    scale: &Tensor<f32, shape![17, 67]>,
) -> Tensor<f32, shape![17, 67]> {
    let part = table.along::<-2>().take(rows);
    scale * &part
}

fn of_sensors(
    table: &Tensor<f32, shape![Sensors, 61]>,
    rows: &Tensor<usize, shape![Batch]>,
) -> Tensor<f32, shape![Batch, 61]> {
    table.along::<-2>().take(rows)
}

fn pairs(
    scales: &Tensor<f32, shape![Sensors]>,
    times: &Tensor<f32, shape![Steps]>,
) -> Tensor<f32, shape![Sensors, Steps]> {
    scales.insert_axis::<-1>() * times
}

fn moved(
    turn: &InlineTensor<f64, shape![Camera, Arm]>,
    covariance: &InlineTensor<f64, shape![Arm, Arm]>,
) -> InlineTensor<f64, shape![Camera, Camera]> {
    let half = turn.matmul(covariance);
    half.matmul(&turn.transpose())
}

fn seen(
    of_camera: &InlineTensor<f64, shape![Camera]>,
    of_arm: &InlineTensor<f64, shape![Arm]>,
    turn: &InlineTensor<f64, shape![Camera, Arm]>,
) -> InlineTensor<f64, shape![Camera]> {
    of_camera + turn.matmul(of_arm)
}

fn measured(lengths: InlineTensor<f64, shape![5]>) -> InlineTensor<f64, shape![Arm]> {
    lengths.named()
}

fn merged(x: &Tensor<f32, shape![Batch, Heads, 11]>) -> Tensor<f32, shape![Batch * Heads, 11]> {
    x.merge_axes::<-3>()
}

fn masked(
    scores: &Tensor<f32, shape![Heads, Batch, Heads]>,
    mask: &Tensor<f32, shape![Heads, Batch]>,
) -> Tensor<f32, shape![Heads, Batch, Heads]> {
    scores + mask.insert_axis::<-1>()
}

fn reduced(x: &Tensor<f32, shape![Batch, 7, 11]>) -> Tensor<f32, shape![Batch, 1, 1]> {
    let total = x.sum_axes::<axes![-2, -1]>();
    total
}

fn of_any_shape<S: Shape>(x: &Tensor<f32, S>) -> f32 {
    x.sum()
}

fn inside(field: &Tensor<f32, shape![41, 43]>) -> Tensor<f32, shape![37, 29]> {
    let part = field.slice(s![2..39, 2..31]);
    part.to_tensor()
}

fn product(
    a: &Tensor<f32, shape![29, 31]>,
    b: &Tensor<f32, shape![31, 37]>,
) -> Tensor<f32, shape![29, 37]> {
    a.matmul(b)
}

fn remaining(
    c: &Tensor<f32, shape![29]>,
    a: &Tensor<f32, shape![29, 31]>,
    b: &Tensor<f32, shape![31]>,
) -> Tensor<f32, shape![29]> {
    c - a.matmul(b)
}

fn of_rows(x: Tensor<f32, shape![12, 2]>) -> Tensor<f32, shape![6, 4]> {
    x.reshape()
}

fn of_known_length(x: Tensor<f32, shape![_]>) -> Tensor<f32, shape![23]> {
    x.try_into_shape().unwrap()
}
