//! Attention of sequences that are cut over the ranks of a ring: each rank keeps its queries, and keys and values go round.

use shapecheck::{Axis, Host, Tensor, dims, shape};
use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, mesh};

dims! { pub Batch = 2, pub Heads = 3, pub Seq = 12, pub Head = 8 }
mesh! {
    /// The ranks that share a sequence.
    pub Sp,
}

pub type Words = Tensor<f32, shape![Batch, Heads, Seq, Head]>;
pub type Part = MeshTensor<f32, shape![Batch, Heads, Seq / Sp, Head]>;
type Own = Tensor<f32, shape![Batch, Heads, Seq / Sp, Head]>;

/// Causal attention: the exponentials are summed up block by block, below the largest score so far.
pub fn attention<C: Collective<f32, Host>>(
    queries: &Part,
    keys: &Part,
    values: &Part,
    sp: &Mesh<Sp, C>,
) -> Result<Part, MeshError> {
    let queries = queries.clone().into_part();
    let (mut keys, mut values) = (keys.clone().into_part(), values.clone().into_part());
    let own = sp.part(Seq::default())?;
    let mask = Tensor::<f32, shape![Seq / Sp, Seq / Sp]>::causal_mask_with(shape_of(own));
    let scale = 1.0 / 8.0_f32.sqrt();
    // The block of this rank, so that no query is without a key.
    let scores = queries.matmul(&keys.transpose()) * scale + mask;
    let mut most = scores.max_axis::<-1>();
    let exponentials = (scores - &most).exp();
    let mut sums = exponentials.sum_axis::<-1>();
    let mut mixed: Own = exponentials.matmul(&values);
    for step in 1..sp.ranks() {
        (keys, values) = (sp.shift(keys, 1)?, sp.shift(values, 1)?);
        // From the rank that is so many places before this one: those of later ranks are not seen.
        if step > sp.rank() {
            continue;
        }
        let scores = queries.matmul(&keys.transpose()) * scale;
        let above = most.maximum(&scores.max_axis::<-1>());
        let exponentials = (scores - &above).exp();
        let shrink = (most - &above).exp();
        sums = sums * &shrink + exponentials.sum_axis::<-1>();
        mixed = mixed * &shrink + exponentials.matmul(&values);
        most = above;
    }
    Ok(MeshTensor::from_part(mixed / sums))
}

fn shape_of(own: shapecheck::dim!(Seq / Sp)) -> shape![Seq / Sp, Seq / Sp] {
    use shapecheck::Dim;
    <shape![Seq / Sp, Seq / Sp]>::of([own.size(), own.size()])
}

/// How far the result on all ranks is from that of one rank.
pub fn off<C: Collective<f32, Host>>(
    [queries, keys, values]: [&Words; 3],
    sp: &Mesh<Sp, C>,
) -> Result<f32, MeshError> {
    let cut = |x: &Words| MeshTensor::whole(x.clone()).cut(Axis::<-2>, sp);
    let found = attention(&cut(queries)?, &cut(keys)?, &cut(values)?, sp)?;
    let found = found.all_gather(Axis::<-2>, sp)?.into_whole();
    Ok((found - queries.causal_attention(keys, values)).abs().max())
}
