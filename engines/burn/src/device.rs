//! Where new tensors are made: a device for each thread.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_burn::{Burn, burn::tensor::Device, device, untyped};
//!
//! device::set(Device::default().autodiff());
//! let x = TensorOn::<f32, shape![2, 3], Burn>::zeros();
//! assert!(untyped(&x).device().is_autodiff());
//! ```
//!
//! Results of operations are where their operands are. Constants need no autodiff: beside tensors that have it they are constants.

use std::cell::RefCell;

use burn::tensor::Device;

thread_local! {
    static CURRENT: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Makes the tensors that this thread makes from now on, by `zeros` and its kin, on `device`. It is burn's default device at first.
pub fn set(device: Device) {
    CURRENT.set(Some(device));
}

/// Where this thread makes tensors.
#[must_use]
pub fn current() -> Device {
    CURRENT.with_borrow_mut(|current| current.get_or_insert_default().clone())
}
