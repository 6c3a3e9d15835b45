//! Weights where they are: a file is mapped into memory, and views of it fill a struct without a copy.
//!
//! ```text
//! cargo run --release -p shapecheck-weights --example mapped
//! ```

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use memmap2::Mmap;
use shapecheck::{Tensor, View, shape};
use shapecheck_weights::{Load, Save, load, save_file};

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

    let file = File::open(&path)?;
    let started = Instant::now();
    // SAFETY: the file was written by this program, which does not change it while it is mapped, and removes it
    // afterwards.
    let memory = unsafe { Mmap::map(&file)? };
    let mapped: Mapped = load(&memory)?;
    let loaded = started.elapsed();

    // Pages are read when they are looked at.
    let x = Tensor::<f32, shape![4096]>::full(2.0);
    let y = x.matmul(&mapped.weight) + &mapped.bias;
    let bytes = memory.len();
    println!(
        "{bytes} bytes mapped and checked in {loaded:?}; y[0] is {}",
        y[[0]]
    );
    let is_in_place = memory
        .as_ptr_range()
        .contains(&mapped.weight.as_memory().as_ptr().cast());
    std::fs::remove_file(&path)?;
    match is_in_place && y[[0]] == 2.5 {
        true => Ok(()),
        false => Err("the weights are not those of the file".into()),
    }
}
