//! Weights where they are: a file is mapped into memory, and views of it fill a struct without a copy.
//!
//! ```text
//! cargo run --release -p shapecheck-weights --features mapped --example mapped
//! ```

use std::error::Error;
use std::time::Instant;

use shapecheck::{Tensor, View, shape};
use shapecheck_weights::{Files, Load, Save, save_file};

#[derive(Save)]
struct Owned {
    weight: Tensor<f32, shape![4096, 4096]>,
    bias: Tensor<f32, shape![4096]>,
}

#[derive(Load)]
struct Mapped<'file> {
    weight: View<'file, f32, shape![4096, 4096]>,
    bias: View<'file, f32, shape![4096]>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("mapped-{}.safetensors", std::process::id()));
    let owned = Owned {
        weight: Tensor::from_fn(|[row, column]| f32::from(row == column)),
        bias: Tensor::full(0.5),
    };
    save_file(&owned, &path)?;

    let started = Instant::now();
    // SAFETY: the file was written by this program, which does not change it while it is mapped, and removes it
    // afterwards.
    let files = unsafe { Files::map(&path)? };
    let mapped: Mapped = files.reader().load()?;
    let loaded = started.elapsed();

    // Pages are read when they are looked at.
    let x = Tensor::<f32, shape![4096]>::full(2.0);
    let y = x.matmul(&mapped.weight) + &mapped.bias;
    println!("and checked in {loaded:?}; y[0] is {}", y[[0]]);
    std::fs::remove_file(&path)?;
    match y[[0]] == 2.5 {
        true => Ok(()),
        false => Err("the weights are not those of the file".into()),
    }
}
