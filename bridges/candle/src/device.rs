//! The device on which new tensors are created, for each thread.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::{Candle, candle_core::Device, device, untyped};
//!
//! device::set(Device::Cpu);
//! let x = TensorOn::<f32, shape![2, 3], Candle>::zeros();
//! assert!(untyped(&x).device().is_cpu());
//! ```
//!
//! The result of an operation is on the device of its operands.

use std::cell::RefCell;

use candle_core::Device;

thread_local! {
    static CURRENT: RefCell<Device> = const { RefCell::new(Device::Cpu) };
}

/// Makes this thread create tensors on `device` from now on, by `zeros` and similar functions. At first it is the processor.
pub fn set(device: Device) {
    CURRENT.set(device);
}

/// The device on which this thread creates tensors.
#[must_use]
pub fn current() -> Device {
    CURRENT.with_borrow(Clone::clone)
}
