//! A small convolutional network learns to read handwritten digits by burn's loop of training, every shape checked by
//! the compiler.
//!
//! The network and the digits are those of the example of the same name that computes on the host, file by file, with
//! gradients of `shapecheck-grad`.
//!
//! ```text
//! cargo run --release --example digits
//! cargo run --release --example digits -- two
//! ```
//!
//! With `two` it learns on two devices at once: those of two backends.

#[path = "../../../../examples/digits/data.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod data;
#[path = "../../../../examples/digits/layers.rs"]
mod layers;
mod model;
#[path = "../../../../examples/digits/random.rs"]
mod random;
mod training;

use std::error::Error;

use burn::tensor::Device;
use burn::train::{ExecutionStrategy, MultiDeviceOptim};
use shapecheck::TensorOn;
use shapecheck_burn::{Burn, burn};

/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Burn>;

#[allow(deprecated, reason = "the second backend without a device of its own")]
fn main() -> Result<(), Box<dyn Error>> {
    let strategy = match std::env::args().nth(1).as_deref() {
        None => ExecutionStrategy::SingleDevice(Device::flex()),
        Some("two") => {
            let devices = vec![Device::flex(), Device::ndarray()];
            ExecutionStrategy::MultiDevice(devices, MultiDeviceOptim::OptimMainDevice)
        }
        Some(_) => return Err("usage: digits [two]".into()),
    };
    let trained = training::train(strategy, 25)?;
    println!("test accuracy: {:.1} %", 100.0 * trained.accuracy);
    Ok(())
}
