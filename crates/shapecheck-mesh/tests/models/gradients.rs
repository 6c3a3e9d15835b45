//! The loss of a network on a mesh, and its gradients, beside those of one rank.

use shapecheck::{Axis, Host, Tensor, shape};
use shapecheck_grad::{Grad, Traces};
use shapecheck_mesh::grad::Gradient;
use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, Pending};

use super::numbers::{Batch, Dp, Hidden, Tp, Vocabulary, Width, difference};

pub type Table = Tensor<f32, shape![Vocabulary, Width]>;
pub type Matrix = Tensor<f32, shape![Hidden, Width]>;
pub type Vector = Tensor<f32, shape![Width]>;

/// The loss, and the gradients of the table, of both matrices and of both vectors.
pub type Found = (f32, Table, [Matrix; 2], [Vector; 2]);

type OfTable = MeshTensor<f32, shape![Vocabulary / Tp, Width], Pending<Gradient, Dp>>;
type OfVector = MeshTensor<f32, shape![Width], Pending<Gradient, Dp, Pending<Gradient, Tp>>>;

fn tokens(next: usize) -> Tensor<usize, shape![Batch]> {
    Tensor::from_fn(|[row]| (5 * row + next) % 12)
}

/// On one rank.
pub fn alone(table: &Table, [up, down]: [&Matrix; 2], [norm, bias]: [&Vector; 2]) -> Found {
    let table = Grad::parameter(table.clone());
    let [up, down] = [up, down].map(|matrix| Grad::parameter(matrix.clone()));
    let [norm, bias] = [norm, bias].map(|vector| Grad::parameter(vector.clone()));
    let x = table.embedding(&Grad::constant(tokens(0)));
    let hidden = x.rms_norm(&norm, 1e-5).linear(&up).tanh();
    let x = &x + hidden.matmul(&down) + &bias;
    let scores = x.linear(&table);
    let loss = scores
        .along::<-1>()
        .cross_entropy(&Grad::constant(tokens(1)));
    let found = loss.backward();
    (
        loss.detach().into_scalar(),
        found.of(&table),
        [found.of(&up), found.of(&down)],
        [found.of(&norm), found.of(&bias)],
    )
}

/// On a mesh, put together on each rank.
pub fn shared<C: Collective<f32, Host> + Clone + 'static>(
    table: &Table,
    [up, down]: [&Matrix; 2],
    [norm, bias]: [&Vector; 2],
    (dp, tp): (&Mesh<Dp, C>, &Mesh<Tp, C>),
) -> Result<Found, MeshError> {
    let table = MeshTensor::whole(table.clone())
        .cut(Axis::<-2>, tp)?
        .parameter();
    let cut = |matrix: &Matrix| MeshTensor::whole(matrix.clone()).cut(Axis::<-2>, tp);
    let (up, down) = (cut(up)?.parameter(), cut(down)?.parameter());
    let [norm, bias] = [norm, bias].map(|vector| MeshTensor::whole(vector.clone()).parameter());
    let rows = |next| MeshTensor::whole(tokens(next)).cut(Axis::<-1>, dp);
    let (tokens, targets) = (rows(0)?.constant(), rows(1)?.constant());

    let x = table.embedding_over(&tokens, tp)?.all_reduce(tp)?; // [Batch / Dp, Width]
    let hidden = x.rms_norm(&norm, 1e-5).linear(&up).tanh(); // [Batch / Dp, Hidden / Tp]
    let x = &x + hidden.matmul(&down).all_reduce(tp)? + &bias;
    let losses = x.linear(&table).cross_entropy_over(&targets, tp)?;
    let loss = losses.mean_axis_over(Axis::<-1>, dp)?.remove_axis::<-1>();
    let found = loss.backward((dp, tp))?;

    let of_table: OfTable = found.of(&table);
    let of_norm: OfVector = found.of(&norm);
    let matrix = |matrix| {
        let own = found.of(matrix).all_reduce(dp)?;
        Ok::<_, MeshError>(own.all_gather(Axis::<-2>, tp)?.into_whole())
    };
    let vector =
        |own: OfVector| Ok::<_, MeshError>(own.all_reduce(tp)?.all_reduce(dp)?.into_whole());
    Ok((
        loss.detach().into_whole().into_scalar(),
        of_table
            .all_reduce(dp)?
            .all_gather(Axis::<-2>, tp)?
            .into_whole(),
        [matrix(&up)?, matrix(&down)?],
        [vector(of_norm)?, vector(found.of(&bias))?],
    ))
}

/// The largest difference of losses or gradients.
pub fn off(found: &Found, expected: &Found) -> f32 {
    let mut most = (found.0 - expected.0)
        .abs()
        .max(difference(&found.1, &expected.1));
    for at in [0, 1] {
        most = most.max(difference(&found.2[at], &expected.2[at]));
        most = most.max(difference(&found.3[at], &expected.3[at]));
    }
    most
}
