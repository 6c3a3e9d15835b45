//! Normalization of rows at once, without gradients.
//!
//! Candle's own function for layer norms takes the mean of squares minus the square of the mean as the variance: where
//! means are large, little is left of it, or less than nothing. On the processor it computes the variance from the
//! deviations.

use candle_core::{
    CpuStorage, CustomOp3, DType, Layout, Result, Shape, Tensor as Untyped, WithDType, bail,
};
use candle_nn::ops;
use rayon::prelude::*;

use crate::data::{Element, Held};
use crate::or_panic;

/// Along the last axis, on tensors that no gradient goes through.
#[track_caller]
pub(crate) fn at_once<T: Element>(
    data: &Held<T>,
    (weights, bias): (&Held<T>, Option<&Held<T>>),
    centred: bool,
    epsilon: f64,
) -> Option<Held<T>> {
    let (x, weights, bias) = (data.tensor(), weights.tensor(), bias.map(Held::tensor));
    let fits = |it: &Untyped| it.rank() == 1 && it.elem_count() > 0 && !it.track_op();
    if x.track_op() || !fits(weights) || !bias.is_none_or(fits) || x.dtype() != DType::F32 {
        return None;
    }
    let found = match (centred, bias) {
        (true, Some(bias)) => x
            .contiguous()
            .and_then(|x| layer_norm(&x, weights, bias, epsilon)),
        (false, None) => x
            .contiguous()
            .and_then(|x| ops::rms_norm(&x, &weights.contiguous()?, epsilon as f32)),
        _ => return None,
    };
    Some(Held::of(or_panic(found)))
}

fn layer_norm(x: &Untyped, weights: &Untyped, bias: &Untyped, epsilon: f64) -> Result<Untyped> {
    let (weights, bias) = (weights.contiguous()?, bias.contiguous()?);
    match x.device().is_cpu() {
        true => x.apply_op3_no_bwd(&weights, &bias, &LayerNorm { epsilon }),
        false => ops::layer_norm(x, &weights, &bias, epsilon as f32),
    }
}

/// The layer norm of rows on the processor, with weights and a bias.
struct LayerNorm {
    epsilon: f64,
}

impl CustomOp3 for LayerNorm {
    fn name(&self) -> &'static str {
        "layer-norm"
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        of_x: &Layout,
        weights: &CpuStorage,
        of_weights: &Layout,
        bias: &CpuStorage,
        of_bias: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        let x = elements(x, of_x)?;
        let (weights, bias) = (elements(weights, of_weights)?, elements(bias, of_bias)?);
        let mut found = vec![0.0; x.len()];
        // Enough whole rows at once that other threads are worth it.
        let each = (16384 / weights.len() + 1) * weights.len();
        match x.len() <= each {
            true => self.normalize(x, weights, bias, &mut found),
            false => x
                .par_chunks(each)
                .zip(found.par_chunks_mut(each))
                .for_each(|(x, found)| self.normalize(x, weights, bias, found)),
        }
        Ok((f32::to_cpu_storage_owned(found), of_x.shape().clone()))
    }
}

impl LayerNorm {
    fn normalize(&self, x: &[f32], weights: &[f32], bias: &[f32], found: &mut [f32]) {
        let width = weights.len();
        for (x, found) in x.chunks_exact(width).zip(found.chunks_exact_mut(width)) {
            let mean = sum(x, |x| x) / width as f32;
            let variance = sum(x, |x| (x - mean) * (x - mean)) / width as f32;
            let factor = 1.0 / (variance + self.epsilon as f32).sqrt();
            let parameters = weights.iter().zip(bias);
            for ((found, x), (weight, bias)) in found.iter_mut().zip(x).zip(parameters) {
                *found = (x - mean) * factor * weight + bias;
            }
        }
    }
}

/// The sum of a function of the elements, several side by side.
fn sum(x: &[f32], function: impl Fn(f32) -> f32) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (lanes, rest) = x.as_chunks::<LANES>();
    let rest: f32 = rest.iter().map(|&x| function(x)).sum();
    for lanes in lanes {
        for (sum, &x) in sums.iter_mut().zip(lanes) {
            *sum += function(x);
        }
    }
    rest + sums.iter().sum::<f32>()
}

/// The elements of a contiguous tensor.
fn elements<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok(&f32::cpu_storage_as_slice(storage)?[start..end]),
        None => bail!("a layer norm of tensors that are not contiguous"),
    }
}
