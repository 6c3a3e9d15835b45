use recorded::tensor::{Tensor, record};
use recorded::{Block, model};
use shapecheck_dry::{dry, values};

#[test]
fn a_model() {
    let report = dry(values(["Batch", "Seq"]), |sizes| {
        record(|| {
            let blocks = [Block::new(64), Block::new(64)];
            model(&blocks, &Tensor::new([sizes["Batch"], sizes["Seq"], 64]))
        })
    });
    report.keep_apart("Batch").gives("[1, Seq, 64]").check();
}
