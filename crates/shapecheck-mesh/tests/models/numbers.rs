//! Names, numbers and how far they are apart.

use shapecheck::{Tensor, dims};
use shapecheck_mesh::mesh;

dims! { pub Batch = 8, pub Seq = 6, pub Heads = 4, pub Head = 8, pub Width = 32, pub Hidden = 64, pub Vocabulary = 12 }
mesh! { pub Tp, pub Dp }

/// Numbers that are as good as random, and the same on each rank.
pub fn numbers<S: shapecheck::StaticShape>(seed: u64) -> Tensor<f32, S> {
    let mut state = seed;
    let next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits >> 40) as f32 / (1 << 24) as f32 - 0.5) * 0.5
    };
    Tensor::from_vec_with(
        S::default(),
        std::iter::repeat_with(next).take(S::NUM_ELEMENTS).collect(),
    )
    .unwrap()
}

/// The largest difference of two tensors.
pub fn difference<S: shapecheck::Shape>(one: &Tensor<f32, S>, other: &Tensor<f32, S>) -> f32 {
    assert_eq!(one.dims(), other.dims());
    let pairs = one.iter().zip(other.iter());
    pairs
        .map(|(one, other)| (one - other).abs())
        .fold(0.0, f32::max)
}
