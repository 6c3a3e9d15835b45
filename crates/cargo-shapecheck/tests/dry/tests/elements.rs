//! Elements of a batch that meet by slices, of which no shape says so. `crates/cargo-shapecheck/tests/dry.rs` runs it.

use candle_core::{DType, Device, IndexOp, Result, Tensor};
use candle_nn::{Linear, Module, VarBuilder, linear};
use shapecheck_candle::capture::{record, together};
use shapecheck_candle::dry::{Report, dry, values};

type Model = fn(&Tensor) -> Result<Tensor>;

/// Runs a model of `[Batch, 6]`.
fn of(model: Model) -> Report {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| model(&Tensor::zeros((sizes["Batch"], 6), DType::F32, device)?))
    });
    report.keep_apart("Batch")
}

#[track_caller]
fn finds(model: Model, text: &str) {
    let report = of(model);
    let found = report.findings();
    assert_eq!(found.len(), 1, "{found:#?}\n{report}");
    assert_eq!(found[0].text, text);
    assert!(
        found[0]
            .line
            .as_ref()
            .is_some_and(|line| line.starts_with("tests/elements.rs:"))
    );
}

#[test]
fn elements_that_meet_by_slices() {
    finds(
        |x| x.narrow(0, 0, 1)? + x.narrow(0, 1, 1)?,
        "add brings together elements 0 and 1 of Batch: add [1, 6], [1, 6] -> [1, 6]",
    );
    finds(
        |x| x.broadcast_add(&x.narrow(0, 0, 1)?),
        "add brings together elements 0 and 1 of Batch: add [Batch, 6], [1, 6] -> [Batch, 6]",
    );
    finds(
        |x| {
            let mut h = Tensor::zeros(6, DType::F32, x.device())?;
            for i in 0..x.dim(0)? {
                h = (h + x.i(i)?)?.tanh()?;
            }
            Ok(h)
        },
        "add brings together elements 0 and 1 of Batch: add [6], [6] -> [6]",
    );
    finds(
        |x| x + x.roll(1, 0)?,
        "add brings together elements 0 and 2 of Batch: add [Batch, 6], [Batch, 6] -> [Batch, 6]",
    );
    finds(
        |x| x + x.flip(&[0])?,
        "add brings together elements 0 and 2 of Batch: add [Batch, 6], [Batch, 6] -> [Batch, 6]",
    );
    finds(
        |x| {
            let parts = x.chunk(x.dim(0)?, 0)?;
            &parts[0] * &parts[1]
        },
        "mul brings together elements 0 and 1 of Batch: mul [1, 6], [1, 6] -> [1, 6]",
    );
    finds(
        |x| x.reshape((1, 1, x.dim(0)?, 6))?.avg_pool2d(2),
        "avg_pool2d brings together elements 0 and 1 of Batch: \
         avg_pool2d [1, 1, Batch, 6] -> [1, 1, Batch / 2, 3]",
    );
    finds(
        |x| x.roll(1, 0),
        "what the model gives has other elements along Batch than came in: \
         copy2d [1, 6 * Batch - 6] -> [Batch, 6]",
    );
    finds(
        |x| x.narrow(0, 0, 1)?.broadcast_as(x.shape())?.contiguous(),
        "what the model gives has other elements along Batch than came in: copy [1, 6] -> [Batch, 6]",
    );
}

/// Indices that a model computes may be those of any element.
#[test]
fn elements_that_are_looked_up() {
    finds(
        |x| x.gather(&x.to_dtype(DType::U32)?.contiguous()?, 0),
        "gather takes elements of Batch by indices that are not known: \
         gather [Batch, 6], [Batch, 6] -> [Batch, 6]",
    );
    finds(
        |x| {
            let chosen = x.argmax(1)?;
            x.index_select(&chosen, 0)
        },
        "index_select takes elements of Batch by indices that are not known: \
         index_select [Batch, 6], [Batch] -> [Batch, 6]",
    );
}

/// Each element by itself, in the end where it was.
#[test]
fn elements_that_are_only_looked_at_one_by_one() {
    let models: [Model; 5] = [
        |x| {
            let rows = (0..x.dim(0)?).map(|i| x.i(i)?.tanh()?.unsqueeze(0));
            Tensor::cat(&rows.collect::<Result<Vec<_>>>()?, 0)
        },
        |x| {
            let halves = x.chunk(2, 1)?;
            (&halves[0] + &halves[1])?.t()?.contiguous()?.t()? * x.narrow(1, 1, 3)?
        },
        |x| x.roll(2, 0)?.roll(-2, 0)? + x,
        |x| x.flip(&[0])?.flip(&[0])? * x,
        |x| {
            let both = Tensor::cat(&[x, &x.neg()?], 0)?;
            let parts = both.chunk(2, 0)?;
            &parts[0] + &parts[1]
        },
    ];
    for model in models {
        of(model).check();
    }
}

/// An axis that merges the batch with others is one of the batch, also where its size has no name.
#[test]
fn elements_of_a_merged_axis() {
    let report = dry(values(["Batch", "Height"]), |sizes| {
        record(|device| {
            // No expression explains it.
            let odd = sizes["Height"] * 7 % 11 + 2;
            let shape = (sizes["Batch"], 4, odd, 2);
            let x = Tensor::zeros(shape, DType::F32, device)?;
            x.transpose(0, 1)?.flatten_from(1)?.mean_keepdim(1)
        })
    });
    let found = report.keep_apart("Batch").findings();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0]
            .text
            .contains("brings together elements 0 and 1 of Batch: sum [4, _]"),
        "{found:?}"
    );
}

/// A layer for each element, whose weights come from the element.
#[test]
fn a_layer_with_elements_in_its_weights() {
    let report = dry(values(["Batch", "Seq"]), |sizes| {
        record(|device: &Device| {
            let layer: Linear = linear(6, 18, VarBuilder::zeros(DType::F32, device))?;
            let x = Tensor::zeros((sizes["Batch"], sizes["Seq"], 6), DType::F32, device)?;
            let rows = layer
                .forward(&x)?
                .reshape((sizes["Batch"], sizes["Seq"], 3, 6))?;
            let part = |at| rows.i((.., .., at))?.contiguous();
            let scores = part(0)?.matmul(&part(1)?.t()?)?;
            candle_nn::ops::softmax(&scores, 2)?.matmul(&part(2)?)
        })
    });
    report.keep_apart("Batch").gives("[Batch, Seq, 6]").check();
}

#[test]
fn a_loss_over_the_batch_comes_after_a_mark() {
    let of = |is_marked: bool| {
        let report = dry(values(["Batch"]), |sizes| {
            record(|device| {
                let scores = Tensor::zeros((sizes["Batch"], 10), DType::F32, device)?;
                let wanted = Tensor::zeros(sizes["Batch"], DType::U32, device)?;
                if is_marked {
                    together(device);
                }
                candle_nn::loss::cross_entropy(&scores, &wanted)
            })
        });
        report.keep_apart("Batch").gives("[]").findings()
    };
    assert_eq!(of(true), []);
    assert!(
        of(false)[0]
            .text
            .starts_with("sum of `cross_entropy` makes one of Batch: ")
    );
}

#[test]
fn tables_and_indices_beyond_their_end() {
    let of = |model: fn(&Tensor) -> Result<Tensor>| {
        let report = of(model);
        let found = report.findings();
        assert_eq!(found.len(), 1, "{found:#?}\n{report}");
        found[0].text.clone()
    };
    let text = of(|x| {
        let weights = Tensor::zeros((64, 6), DType::F32, x.device())?;
        x + weights.narrow(0, 0, x.dim(0)?)?
    });
    let end = "narrow invalid args start + len > dim_len: [64, 6], dim: 0, start: 0, len:65";
    assert_eq!(
        text,
        format!("fails with Batch = 65, beyond the end of a table: {end}")
    );
    let text = of(|x| {
        let table = Tensor::zeros((19, 6), DType::F32, x.device())?;
        table.index_select(&Tensor::arange(0_u32, 40, x.device())?, 0)
    });
    assert_eq!(
        text,
        "4 of 4 runs fail: index_select invalid index 39 with dim size 19; fits with no size that was tried"
    );
    let text = of(|x| x.mean_keepdim(1)?.mean_keepdim(1));
    assert_eq!(
        text,
        "sum of `mean_keepdim` goes along an axis of 1, which changes nothing: sum [Batch, 1] -> [Batch, 1]"
    );
}

#[test]
fn windows_after_windows_have_names() {
    let report = dry(values(["Batch", "Height", "Width"]), |sizes| {
        record(|device| {
            let shape = (sizes["Batch"], 3, sizes["Height"], sizes["Width"]);
            let kernel = Tensor::zeros((3, 3, 3, 3), DType::F32, device)?;
            let x = Tensor::zeros(shape, DType::F32, device)?;
            x.conv2d(&kernel, 1, 2, 1, 1)?.conv2d(&kernel, 1, 2, 1, 1)
        })
    });
    let report = report.keep_apart("Batch");
    let report = report.gives("[Batch, 3, (Height + 3) / 4, (Width + 3) / 4]");
    report.check_all();
    let last = "conv2d [Batch, 3, (Height + 1) / 2, (Width + 1) / 2], [3, 3, 3, 3] -> \
                [Batch, 3, (Height + 3) / 4, (Width + 3) / 4]";
    assert_eq!(report.table()[1], last);
}
