//! The device on which new tensors are created, for each thread.
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
//! The result of an operation is on the device of its operands. Constants need no autodiff: next to tensors with
//! autodiff they stay constants.

use std::cell::RefCell;

use burn::tensor::Device;

thread_local! {
    static CURRENT: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Makes this thread create tensors on `device` from now on, by `zeros` and similar functions. At first it is burn's default
/// device.
pub fn set(device: Device) {
    CURRENT.set(Some(device));
}

/// The device on which this thread creates tensors.
#[must_use]
pub fn current() -> Device {
    CURRENT.with_borrow_mut(|current| current.get_or_insert_default().clone())
}
