//! Where new tensors are made: a device for each thread.
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
//! Results of operations are where their operands are.

use std::cell::RefCell;

use candle_core::Device;

thread_local! {
    static CURRENT: RefCell<Device> = const { RefCell::new(Device::Cpu) };
}

/// Makes the tensors that this thread makes from now on, by `zeros` and its kin, on `device`. It is the processor at first.
pub fn set(device: Device) {
    CURRENT.set(device);
}

/// Where this thread makes tensors.
#[must_use]
pub fn current() -> Device {
    CURRENT.with_borrow(Clone::clone)
}
