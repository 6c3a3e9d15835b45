use candle_core::{Result, Tensor};

/// The attention of some heads, `[batch, heads, tokens, width]`, which are joined in the end.
pub fn attend(query: &Tensor, key: &Tensor, value: &Tensor) -> Result<Tensor> {
    let (batch, heads, tokens, width) = query.dims4()?;
    let scores = candle_nn::ops::softmax_last_dim(&query.matmul(&key.t()?)?)?;
    let mixed = scores.matmul(value)?;
    mixed.reshape((batch, tokens, heads * width))
}
