//! Gradients of what ranks compute together, beside those of one rank.

#[path = "models/gradients.rs"]
mod gradients;
#[path = "models/numbers.rs"]
mod numbers;

use gradients::{Matrix, Table, Vector, alone, shared};
use numbers::{Batch, Dp, Hidden, Tp, Width, difference, numbers};
use shapecheck::{Axis, Tensor, dims, shape};
use shapecheck_grad::{Grad, Traces};
use shapecheck_mesh::{Mesh, MeshError, MeshTensor, MeshTensorOn, Pending, threads};

dims! { Heads = 4 }

#[test]
fn gradients_on_a_mesh_are_those_of_one_rank() {
    let table: Table = numbers(1);
    let [up, down]: [Matrix; 2] = [numbers(2), numbers(3)];
    let [norm, bias]: [Vector; 2] = [numbers(4), numbers(5)];
    let expected = alone(&table, [&up, &down], [&norm, &bias]);
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (4, 1)] {
        let found = threads::run(rows * columns, |world| {
            let (dp, tp) = Mesh::of(world, (Dp::of(rows), Tp::of(columns)))?;
            shared(&table, [&up, &down], [&norm, &bias], (&dp, &tp))
        });
        for found in found.unwrap() {
            let off = gradients::off(&found, &expected);
            assert!(off < 1e-5, "{rows} by {columns}: {off}");
        }
    }
}

#[test]
fn other_collectives_have_gradients() {
    let x: Tensor<f64, shape![Batch, Hidden]> =
        Tensor::from_fn(|[row, column]| (row * 64 + column) as f64 / 512.0);
    let weights: Tensor<f64, shape![Batch, Hidden]> =
        Tensor::from_fn(|[row, column]| ((row + 3 * column) % 7) as f64);
    let expected = {
        let x = Grad::parameter(x.clone());
        let loss = (x.softmax::<-1>() * Grad::constant(weights.clone())).total();
        loss.backward().of(&x)
    };
    for ranks in [1, 2, 4] {
        let found = threads::run(ranks, |world| {
            let tp = Mesh::<Tp, _>::new(world)?;
            // Rows, then columns, then rows of a sum, then all.
            let x = MeshTensor::whole(x.clone())
                .cut(Axis::<-2>, &tp)?
                .parameter();
            let columns = x.clone().all_to_all(Axis::<-2>, Axis::<-1>, &tp)?;
            let soft = columns.softmax_over(Axis::<-1>, &tp)?;
            let all = soft.all_gather(Axis::<-1>, &tp)?;
            let halves = MeshTensorOn::<_, _, _, Pending<Heads, Tp>>::from_pending_part(
                all.scale(1.0 / tp.ranks() as f64).into_part(),
            );
            let rows = halves.reduce_scatter(Axis::<-2>, &tp)?;
            let weights = MeshTensor::whole(weights.clone())
                .cut(Axis::<-2>, &tp)?
                .constant();
            let loss = (rows * weights)
                .sum_axis::<-1>()
                .sum_axis::<-2>()
                .all_reduce(&tp)?;
            let loss = loss.remove_axis::<-1>().remove_axis::<-1>();
            let own = loss.backward(&tp)?.of(&x);
            Ok::<_, MeshError>(own.all_gather(Axis::<-2>, &tp)?.into_whole())
        });
        for found in found.unwrap() {
            assert!((found - &expected).abs().max() < 1e-12);
        }
    }
}

#[test]
fn gradients_over_some_of_the_ranks_are_told() {
    let error = threads::run(4, |world| {
        let (_dp, tp) = Mesh::of(world, (Dp::of(2), Tp::of(2)))?;
        let x = MeshTensor::whole(Tensor::<f32, shape![]>::full(1.0)).parameter();
        (&x * &x).backward(&tp).map(drop)
    });
    assert_eq!(
        error.unwrap_err().error.to_string(),
        "there are 4 ranks, and a mesh of `Tp` = 2 has 2"
    );
}

/// The weights of a network that maps rows to rows, and the loss, after some steps on one rank.
fn trained_alone(x: &Rows, y: &Rows, [up, down]: [&Matrix; 2], steps: usize) -> ([Matrix; 2], f32) {
    let (x, y) = (Grad::constant(x.clone()), Grad::constant(y.clone()));
    let (mut up, mut down, mut last) = (up.clone(), down.clone(), 0.0);
    for _ in 0..steps {
        let [of_up, of_down] = [&up, &down].map(|matrix| Grad::parameter(matrix.clone()));
        let loss = x.linear(&of_up).tanh().matmul(&of_down).mse_loss(&y);
        let found = loss.backward();
        up -= found.of(&of_up) * 0.5;
        down -= found.of(&of_down) * 0.5;
        last = loss.detach().into_scalar();
    }
    ([up, down], last)
}

type Rows = Tensor<f32, shape![Batch, Width]>;

#[test]
fn fifty_steps_on_a_mesh_are_those_of_one_rank() {
    const STEPS: usize = 50;
    let [x, y]: [Rows; 2] = [numbers(1), numbers(2)];
    let [up, down]: [Matrix; 2] = [numbers(3), numbers(4)];
    let begin = trained_alone(&x, &y, [&up, &down], 1).1;
    let (expected, last) = trained_alone(&x, &y, [&up, &down], STEPS);
    assert!(last < 0.7 * begin, "{begin} to {last}");
    for (rows, columns) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        let found = threads::run(rows * columns, |world| {
            let (dp, tp) = Mesh::of(world, (Dp::of(rows), Tp::of(columns)))?;
            let cut = |x: &Rows| MeshTensor::whole(x.clone()).cut(Axis::<-2>, &dp);
            let (x, y) = (cut(&x)?.constant(), cut(&y)?.constant());
            let shard = |matrix: &Matrix| MeshTensor::whole(matrix.clone()).cut(Axis::<-2>, &tp);
            let (mut up, mut down) = (shard(&up)?, shard(&down)?);
            for _ in 0..STEPS {
                let (of_up, of_down) = (up.clone().parameter(), down.clone().parameter());
                let found = x.linear(&of_up).tanh().matmul(&of_down).all_reduce(&tp)?;
                let error = found - &y;
                let loss = (&error * &error).mean_axis::<-1>();
                let loss = loss.mean_axis_over(Axis::<-2>, &dp)?;
                let loss = loss.remove_axis::<-1>().remove_axis::<-1>();
                let gradients = loss.backward((&dp, &tp))?;
                up = up - gradients.of(&of_up).all_reduce(&dp)?.scale(0.5);
                down = down - gradients.of(&of_down).all_reduce(&dp)?.scale(0.5);
            }
            let up = up.all_gather(Axis::<-2>, &tp)?.into_whole();
            Ok::<_, MeshError>([up, down.all_gather(Axis::<-2>, &tp)?.into_whole()])
        });
        for [up, down] in found.unwrap() {
            let off = difference(&up, &expected[0]).max(difference(&down, &expected[1]));
            assert!(off < 1e-5, "{rows} by {columns}: {off}");
        }
    }
}
