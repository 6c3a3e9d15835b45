use burn::tensor::Tensor;
use burn::tensor::activation::softmax;
use shapecheck_burn::capture::record;
use shapecheck_burn::dry::{dry, values};

/// The attention of some heads, `[batch, heads, tokens, width]`, which are joined in the end.
fn attend(query: Tensor<4>, key: Tensor<4>, value: Tensor<4>) -> Tensor<3> {
    let [batch, heads, tokens, width] = query.dims();
    let mixed = softmax(query.matmul(key.transpose()), 3).matmul(value);
    mixed.reshape([batch, tokens, heads * width])
}

#[test]
#[should_panic = "- a reshape puts other elements along Seq, as if axes were swapped: Reshape [Batch, 4, Seq, 16] -> [Batch, Seq, 64]"]
fn attention_takes_all_sizes() {
    dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| {
            let x = Tensor::<4>::zeros([sizes["Batch"], 4, sizes["Seq"], 16], device);
            attend(x.clone(), x.clone(), x)
        })
    })
    .keep_apart("Batch")
    .gives("[Batch, Seq, 64]")
    .check();
}
