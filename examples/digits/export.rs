//! What was learned, as Rust: tensors in `static`s, which lie in a program's read-only memory.

use std::fmt::Write;

use shapecheck::tensor::Storage;
use shapecheck::{Shape, TensorBase};

use crate::Model;
use crate::data::{Digit, SIDE};

/// How many of the digits that were not learned from go with the parameters.
const DIGITS: usize = 100;

/// A source file with every parameter, to four places, and some digits to read.
pub fn source(model: &Model, digits: &[&Digit]) -> String {
    let (filters, mlp) = (&model.filters, &model.mlp);
    let mut source = String::from(
        "//! Learned from handwritten digits, and some that were not learned from. Written by the example `digits`:\n\
         //! `cargo run --release --example digits -- --export examples/pocket/src/learned.rs`.\n\
         //!\n\
         //! The digits are from \"Optical Recognition of Handwritten Digits\" by E. Alpaydin and C. Kaynak, CC BY 4.0; see\n\
         //! `examples/data/README.md`.\n\n\
         use shapecheck::{InlineTensor, shape};\n",
    );
    parameters(&mut source, "FILTERS", &filters.weights);
    parameters(&mut source, "FILTERS_BIAS", &filters.bias);
    parameters(&mut source, "HIDDEN", &mlp.first.weights);
    parameters(&mut source, "HIDDEN_BIAS", &mlp.first.bias);
    parameters(&mut source, "SCORES", &mlp.second.weights);
    parameters(&mut source, "SCORES_BIAS", &mlp.second.bias);

    let digits = &digits[..DIGITS.min(digits.len())];
    let count = digits.len();
    source += "\n/// Intensities from 0 to 16, and what they show.\n";
    writeln!(
        source,
        "pub static DIGITS: [(InlineTensor<u8, shape![{SIDE}, {SIDE}]>, usize); {count}] = ["
    )
    .expect("memory");
    for digit in digits {
        let inks = nested(
            &[SIDE, SIDE],
            &mut digit.pixels.iter().map(|pixel| format!("{}", pixel * 16.0)),
        );
        writeln!(
            source,
            "    (InlineTensor::from_array({inks}), {}),",
            digit.label
        )
        .expect("memory");
    }
    source + "];\n"
}

fn parameters<S: Shape, Store: Storage<f32, S>>(
    source: &mut String,
    name: &str,
    tensor: &TensorBase<f32, S, Store>,
) {
    let shape = tensor.shape();
    let numbers = nested(
        shape.to_dyn().dims(),
        &mut tensor.iter().map(|number| format!("{number:.4}")),
    );
    writeln!(source, "\npub static {name}: InlineTensor<f32, shape!{shape}> =\n    InlineTensor::from_array({numbers});").expect("memory");
}

/// Nested arrays of these sizes.
fn nested(sizes: &[usize], numbers: &mut impl Iterator<Item = String>) -> String {
    match sizes {
        [] => numbers.next().expect("as many numbers as the sizes say"),
        [size, rest @ ..] => {
            let parts: Vec<String> = (0..*size).map(|_| nested(rest, numbers)).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}
