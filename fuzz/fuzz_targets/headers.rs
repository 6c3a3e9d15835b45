//! Files of weights that are not what they claim: bytes as they come, or a file that fits with some of its bytes
//! changed. Each is loaded or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shapecheck::{Tensor, shape};
use shapecheck_weights::{Load, Save, load, load_part, save};

#[derive(Load, Save)]
struct Linear {
    #[weights(transposed)]
    weight: Tensor<f32, shape![4, 3]>,
    bias: Option<Tensor<f32, shape![3]>>,
}

#[derive(Load, Save)]
struct Model {
    layers: Vec<Linear>,
    counts: [Tensor<u8, shape![_]>; 2],
}

fuzz_target!(|input: &[u8]| {
    let Some((&kind, input)) = input.split_first() else {
        return;
    };
    let mut bytes = input.to_vec();
    if kind % 2 == 1 {
        let linear = || Linear {
            weight: Tensor::zeros(),
            bias: None,
        };
        let counts = || Tensor::<u8, shape![2]>::zeros().widen_axis::<-1>();
        let model = Model {
            layers: vec![linear(), linear()],
            counts: [counts(), counts()],
        };
        bytes = save(&model).expect("names that differ");
        let length = bytes.len();
        for change in input.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
            bytes[place % length] = change[2];
        }
    }
    let whole = load::<Model>(&bytes);
    let part = load_part::<Model>(&bytes);
    // What is loaded whole is loaded in part.
    assert!(whole.is_err() || part.is_ok());
});
