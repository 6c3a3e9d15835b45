//! Rotary position embeddings at once, without gradients.

use candle_core::Result;
use candle_nn::rotary_emb::rope;

use crate::data::{Element, Held};
use crate::or_panic;

/// On tensors that no gradient goes through, by a table of angles for places and pairs.
#[track_caller]
pub(crate) fn at_once<T: Element>(
    data: &Held<T>,
    (cosines, sines): (&Held<T>, &Held<T>),
) -> Option<Held<T>> {
    let (x, cosines, sines) = (data.tensor(), cosines.tensor(), sines.tensor());
    let is_tracked = [x, cosines, sines].iter().any(|it| it.track_op());
    if is_tracked || cosines.rank() != 2 || sines.rank() != 2 || !x.dtype().is_float() {
        return None;
    }
    let rotated = || -> Result<_> {
        let (front, last) = x.dims().split_at(x.rank() - 2);
        let heads = x.reshape((1, front.iter().product::<usize>(), last[0], last[1]))?;
        let (cosines, sines) = (cosines.contiguous()?, sines.contiguous()?);
        rope(&heads.contiguous()?, &cosines, &sines)?.reshape(x.shape())
    };
    Some(Held::of(or_panic(rotated())))
}
