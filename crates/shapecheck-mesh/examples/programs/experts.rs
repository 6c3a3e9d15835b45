//! A mixture of experts: tokens are cut over the ranks, and so are the experts. Each token goes to the rank of its expert, and
//! comes back.

use shapecheck::{Axis, Dim, Host, Tensor, dims, shape};
use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, mesh};

dims! { pub Tokens = 24, pub Experts = 4, pub Width = 6, pub Hidden = 10, pub Slots = 24 }
mesh! {
    /// The ranks that share the experts, and the tokens.
    pub Ep,
}

pub type Words = Tensor<f32, shape![Tokens, Width]>;

/// The weights, of which each rank has those of its experts, but for the scores.
pub struct Layer {
    pub scores: Tensor<f32, shape![Experts, Width]>,
    pub up: Tensor<f32, shape![Experts, Width, Hidden]>,
    pub down: Tensor<f32, shape![Experts, Hidden, Width]>,
}

/// Each token through the expert with the largest score, on all ranks. A rank has as many slots for each expert as it has tokens.
pub fn shared<C: Collective<f32, Host>>(
    layer: &Layer,
    x: &Words,
    ep: &Mesh<Ep, C>,
) -> Result<Words, MeshError> {
    let up = MeshTensor::whole(layer.up.clone()).cut(Axis::<-3>, ep)?;
    let down = MeshTensor::whole(layer.down.clone()).cut(Axis::<-3>, ep)?;
    let own = MeshTensor::whole(x.clone()).cut(Axis::<-2>, ep)?;

    let tokens = own.clone().into_part();
    let chosen = tokens.linear(&layer.scores).argmax_axis::<-1>().to_vec();
    // The slot of each token, in the order in which they come to an expert.
    let slots: Vec<usize> = (0..chosen.len())
        .map(|token| {
            chosen[..token]
                .iter()
                .filter(|&&one| one == chosen[token])
                .count()
        })
        .collect();
    let of_slot = |slot, expert| {
        (0..chosen.len()).find(|&token| (slots[token], chosen[token]) == (slot, expert))
    };
    let slots_of_rank = ep.part(Slots::default())?.size();
    let sent = Tensor::from_fn_with(
        <shape![Slots / Ep, Experts, Width]>::of([slots_of_rank]),
        |[slot, expert, place]| of_slot(slot, expert).map_or(0.0, |token| tokens[[token, place]]),
    );
    let sent = MeshTensor::<f32, shape![Slots / Ep, Experts, Width]>::from_part(sent);

    // The slots of all ranks for the experts of this one, and back.
    let received = sent.all_to_all(Axis::<-3>, Axis::<-2>, ep)?; // [Slots, Experts / Ep, Width]
    let by_experts = received.swap_axes::<-3, -2>();
    let computed = by_experts.matmul(&up).relu().matmul(&down); // [Experts / Ep, Slots, Width]
    let back = computed
        .swap_axes::<-3, -2>()
        .all_to_all(Axis::<-2>, Axis::<-3>, ep)?
        .into_part(); // [Slots / Ep, Experts, Width]

    let found = Tensor::from_fn_with(tokens.shape(), |[token, place]| {
        back[[slots[token], chosen[token], place]]
    });
    let found = MeshTensor::<f32, shape![Tokens / Ep, Width]>::from_part(found);
    Ok(found.all_gather(Axis::<-2>, ep)?.into_whole())
}

/// The same on one rank, token by token.
pub fn alone(layer: &Layer, x: &Words) -> Words {
    let chosen = x.linear(&layer.scores).argmax_axis::<-1>();
    let rows: Vec<f32> = (0..x.size::<-2>())
        .flat_map(|token| {
            let expert = chosen[[token, 0]];
            let row = x.index_axis::<-2>(token).insert_axis::<-2>();
            let hidden = row.matmul(&layer.up.index_axis::<-3>(expert)).relu();
            hidden.matmul(&layer.down.index_axis::<-3>(expert)).to_vec()
        })
        .collect();
    Tensor::from_vec(rows).unwrap_or_else(|error| panic!("{error}"))
}
