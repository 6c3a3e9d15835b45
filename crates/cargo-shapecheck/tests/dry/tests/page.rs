use candle_core::{DType, Tensor};
use models::attend;
use shapecheck_candle::capture::record;
use shapecheck_candle::dry::{dry, values};

#[test]
fn attention_takes_all_sizes() {
    dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| {
            let x = Tensor::zeros((sizes["Batch"], 4, sizes["Seq"], 16), DType::F32, device)?;
            attend(&x, &x, &x)
        })
    })
    .keep_apart("Batch")
    .gives("[Batch, Seq, 64]")
    .check();
}
