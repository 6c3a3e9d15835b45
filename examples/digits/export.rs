//! Writes the trained network as Rust source: tensors in `static`s, which are in a program's read-only memory.

use std::fmt::Write;

use shapecheck::{Shape, StaticDim};
use shapecheck_grad::Traces;

use crate::data::{Classes, Digit, SIDE};
use crate::{Array, Hidden, Model, Patterns};

/// The number of test digits that are written too.
const DIGITS: usize = 100;

/// A source file with the network and some digits to read.
pub fn source(model: &Model, digits: &[&Digit]) -> String {
    let Model {
        convolution,
        readout,
        scores,
    } = model;
    let mut source = format!(
        "//! Learned from handwritten digits, and some that were not learned from. Written by the example `digits`:\n\
         //! `cargo run --release -p digits -- --export examples/pocket/src/learned.rs`.\n\
         //!\n\
         //! The digits are from \"Optical Recognition of Handwritten Digits\" by E. Alpaydin and C. Kaynak, CC BY 4.0; see\n\
         //! `examples/data/README.md`.\n\n\
         use shapecheck::{{InlineTensor, dim, shape}};\n\n\
         use crate::layers::{{Convolution, Linear, Reader, Readout}};\n\n\
         pub static READER: Reader<dim!({}), dim!({}), dim!({})> = Reader {{\n    \
         convolution: Convolution {{\n        weights: {},\n        bias: {},\n    }},\n    \
         readout: Readout {{\n        weights: {},\n        bias: {},\n    }},\n    \
         scores: Linear {{\n        weights: {},\n        bias: {},\n    }},\n}};\n",
        Patterns::SIZE,
        Hidden::SIZE,
        Classes::SIZE,
        tensor(&convolution.weights),
        tensor(&convolution.bias),
        tensor(&readout.weights),
        tensor(&readout.bias),
        tensor(&scores.weights),
        tensor(&scores.bias),
    );

    let digits = &digits[..DIGITS.min(digits.len())];
    let count = digits.len();
    writeln!(
        source,
        "\n/// Intensities from 0 to 16.\n\
         pub type Image = InlineTensor<u8, shape![{SIDE}, {SIDE}]>;\n\n\
         /// Images, and what they show.\n\
         pub static DIGITS: [(Image, usize); {count}] = ["
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

/// A tensor as an expression, with four decimal places, which are enough.
fn tensor<S: Shape>(tensor: &Array<f32, S>) -> String {
    let tensor = tensor.detach();
    let mut numbers = tensor.iter().map(|number| format!("{number:.4}"));
    let array = nested(tensor.dims(), &mut numbers);
    format!("InlineTensor::from_array({array})")
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
