//! What ranks compute of the tensors that each of them has, beside loops over what all have.

use super::numbers::{Dp, Hidden, Width, difference, numbers};
use shapecheck::{Host, Tensor, shape};
use shapecheck_mesh::{Collective, Mesh, MeshError};

type Own = Tensor<f32, shape![Width, Hidden]>;

/// What a rank has.
pub fn own(rank: usize) -> Own {
    numbers(rank as u64 + 1)
}

/// The largest, the smallest and the mean at each place.
pub fn reductions<C: Collective<f32, Host>>(dp: &Mesh<Dp, C>) -> Result<(), MeshError> {
    let ranks = dp.ranks();
    let x = own(dp.rank());
    let largest = dp.all_reduce_max(x.clone())?.into_whole().to_vec();
    let smallest = dp.all_reduce_min(x.clone())?.into_whole().to_vec();
    let mean = dp.all_reduce_mean(x)?.into_whole();

    let all: Vec<Vec<f32>> = (0..ranks).map(|rank| own(rank).to_vec()).collect();
    assert_eq!(largest.len(), all[0].len());
    for place in 0..all[0].len() {
        let terms = all.iter().map(|of_rank| of_rank[place]);
        assert_eq!(largest[place], terms.clone().fold(f32::MIN, f32::max));
        assert_eq!(smallest[place], terms.fold(f32::MAX, f32::min));
    }
    let sum = (0..ranks).map(own).reduce(|sum, x| sum + x);
    let off = difference(&mean, &(sum.expect("a rank") / ranks as f32));
    assert!(off < 1e-6, "{off} on {ranks} ranks");

    // Ranks do not divide the size, and one of them has what is not a number.
    let value = if dp.rank() == ranks - 1 {
        f32::NAN
    } else {
        1.0
    };
    let x = Tensor::<f32, shape![3]>::from([value, -2.0, dp.rank() as f32]);
    let largest = dp.all_reduce_max(x.clone())?.into_whole();
    let smallest = dp.all_reduce_min(x)?.into_whole();
    assert!(largest[[0]].is_nan() && smallest[[0]].is_nan());
    assert_eq!(largest.to_vec()[1..], [-2.0, (ranks - 1) as f32]);
    assert_eq!(smallest.to_vec()[1..], [-2.0, 0.0]);
    Ok(())
}
