//! Names of the library that nothing imports.

use shapecheck::{Tensor, shape};

dims! { Batch }

fn pooled<E: Floats<f32>>(x: &TensorOn<f32, shape![Batch, 3, 8, 8], E>) {
    let _ = x.max_pool2d(Pool::of::<2>());
    let _ = Tensor::<f32, DynShape>::zeros_with([1].into());
    let _: Missing = x;
}

fn main() {}
