//! The network of the example `digits` learns by burn's loop of training, on one device and on two.

#[path = "../../../examples/digits/data.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod data;
#[path = "../../../examples/digits/layers.rs"]
mod layers;
#[path = "../examples/digits/model.rs"]
mod model;
#[path = "../../../examples/digits/random.rs"]
mod random;
#[path = "../examples/digits/training.rs"]
mod training;

use burn::module::Module;
use burn::tensor::Device;
use burn::train::{ExecutionStrategy, MultiDeviceOptim};
use shapecheck::{TensorOn, dim};
use shapecheck_burn::{Burn, burn, device, to_host};

/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Burn>;

#[test]
fn more_than_96_of_100_digits_are_read() {
    let trained = training::train(ExecutionStrategy::SingleDevice(Device::flex()), 25).unwrap();
    assert!(trained.accuracy > 0.96, "{trained:?}");
}

/// Each of two backends' devices computes the gradients of half of the batches, and one of them the steps.
#[test]
#[allow(deprecated, reason = "the second backend without a device of its own")]
fn two_devices_learn_together() {
    let devices = vec![Device::flex(), Device::ndarray()];
    let strategy = ExecutionStrategy::MultiDevice(devices, MultiDeviceOptim::OptimMainDevice);
    let trained = training::train(strategy, 5).unwrap();
    assert!(trained.accuracy > 0.9, "{trained:?}");
}

#[test]
#[allow(deprecated, reason = "the second backend without a device of its own")]
fn a_typed_module_goes_to_another_device() {
    let model = model::Model::random(&mut random::Random::new(1));
    assert_eq!(
        model.num_params(),
        8 * 9 + 8 + 36 * 8 * 24 + 24 + 24 * 10 + 10
    );
    let images = layers::Images::<dim!(2)>::full(0.5);
    let expected = to_host(&model.network().forward(&images));

    let model = model.fork(&Device::ndarray());
    assert_eq!(model.devices(), [Device::ndarray()]);
    device::set(Device::ndarray());
    let images = layers::Images::<dim!(2)>::full(0.5);
    let found = to_host(&model.network().forward(&images));
    for (found, expected) in found.iter().zip(expected.iter()) {
        assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
    }
}
