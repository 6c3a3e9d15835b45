//! How long a checkpoint of 210 MB takes to load, beside candle's own loaders and a plain copy.
//!
//! ```text
//! cargo run --release --example load
//! ```

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use shapecheck::{Tensor, TensorOn, shape};
use shapecheck_candle::candle_core::safetensors::SliceSafetensors;
use shapecheck_candle::candle_core::{self, DType, Device, Tensor as Untyped};
use shapecheck_candle::candle_nn::VarBuilder;
use shapecheck_candle::{Candle, untyped};
use shapecheck_weights::{Load, Save, load, load_file, save_file};

const LAYERS: usize = 12;
const ROUNDS: usize = 15;

#[derive(Load)]
struct Layer {
    weight: TensorOn<f32, shape![2048, 2048], Candle>,
    bias: TensorOn<f32, shape![2048], Candle>,
}

#[derive(Load)]
struct Model {
    layers: [Layer; LAYERS],
}

/// The same on the host.
#[derive(Load, Save)]
struct HostLayer {
    weight: Tensor<f32, shape![2048, 2048]>,
    bias: Tensor<f32, shape![2048]>,
}

#[derive(Load, Save)]
struct HostModel {
    layers: [HostLayer; LAYERS],
}

/// Matrices that the model has the other way.
#[derive(Load)]
struct TransposedLayer {
    #[weights(transposed)]
    weight: TensorOn<f32, shape![2048, 2048], Candle>,
    bias: TensorOn<f32, shape![2048], Candle>,
}

#[derive(Load)]
struct TransposedModel {
    layers: [TransposedLayer; LAYERS],
}

impl Model {
    fn last(&self) -> f32 {
        let layer = self.layers.last().expect("layers");
        layer.weight.index_axis::<-2>(2047).sum() + layer.bias.sum()
    }
}

/// Candle's tensors of the model.
fn built(builder: &VarBuilder<'_>) -> Result<Vec<[Untyped; 2]>, Box<dyn Error>> {
    let layer = |layer| {
        let builder = builder.pp("layers").pp(layer);
        Ok([
            builder.get((2048, 2048), "weight")?,
            builder.get(2048, "bias")?,
        ])
    };
    (0..LAYERS).map(layer).collect()
}

/// The shortest times of two loaders, which take turns.
fn beside<Ours, Theirs>(
    what: &str,
    mut ours: impl FnMut() -> Result<Ours, Box<dyn Error>>,
    mut theirs: impl FnMut() -> Result<Theirs, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut times = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let found = black_box(ours()?);
        times[0] = times[0].min(started.elapsed());
        drop(found);
        let started = Instant::now();
        let found = black_box(theirs()?);
        times[1] = times[1].min(started.elapsed());
        drop(found);
    }
    let [ours, theirs] = times.map(|time| time.as_secs_f64() * 1e3);
    println!("| {what} | {ours:.0} ms | {:.2} |", ours / theirs);
    Ok(())
}

fn mapped(path: &Path, dtype: DType) -> Result<VarBuilder<'static>, Box<dyn Error>> {
    // SAFETY: nothing changes the file while this program runs.
    Ok(unsafe { VarBuilder::from_mmaped_safetensors(&[path], dtype, &Device::Cpu)? })
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("load-{}.safetensors", std::process::id()));
    let half_path = path.with_extension("half");
    let layers = std::array::from_fn(|layer| HostLayer {
        weight: Tensor::from_fn(|[row, column]| (layer + row + column) as f32 / 2048.0),
        bias: Tensor::full(layer as f32),
    });
    save_file(&HostModel { layers }, &path)?;
    let bytes = std::fs::read(&path)?;
    let halves = built(&mapped(&path, DType::BF16)?)?;
    let halves = halves.into_iter().enumerate().flat_map(|(layer, tensors)| {
        let names = ["weight", "bias"].map(|name| format!("layers.{layer}.{name}"));
        names.into_iter().zip(tensors)
    });
    candle_core::safetensors::save(&halves.collect(), &half_path)?;

    let model: Model = load_file(&path)?;
    let theirs = built(&mapped(&path, DType::F32)?)?;
    let [weight, bias] = theirs.last().expect("layers");
    let row = weight.get(2047)?.sum_all()?.to_scalar::<f32>()?;
    assert_eq!(model.last(), row + bias.sum_all()?.to_scalar::<f32>()?);
    assert_eq!(untyped(&model.layers[0].weight).dims(), [2048, 2048]);
    let turned: TransposedModel = load_file(&path)?;
    for (layer, turned) in model.layers.iter().zip(&turned.layers) {
        let (row, column) = (&layer.weight, &turned.weight);
        let sums = [
            row.index_axis::<-2>(7).sum(),
            column.index_axis::<-1>(7).sum(),
        ];
        assert_eq!((sums[0], layer.bias.sum()), (sums[1], turned.bias.sum()));
    }
    drop((model, theirs, turned));

    println!("{} MB", bytes.len() / 1_000_000);
    println!("| loaded and beside | time | ratio |");
    println!("| --- | --- | --- |");
    beside(
        "`load_file`, `VarBuilder::from_mmaped_safetensors`",
        || Ok(load_file::<Model>(&path)?),
        || built(&mapped(&path, DType::F32)?),
    )?;
    beside(
        "`load_file`, `candle_core::safetensors::load`",
        || Ok(load_file::<Model>(&path)?),
        || Ok(candle_core::safetensors::load(&path, &Device::Cpu)?),
    )?;
    beside(
        "`load`, `SliceSafetensors`",
        || Ok(load::<Model>(&bytes)?),
        || {
            let tensors = SliceSafetensors::new(&bytes)?;
            let names = tensors.tensors();
            let load = |(name, _): &(String, _)| tensors.load(name, &Device::Cpu);
            Ok(names.iter().map(load).collect::<Result<Vec<_>, _>>()?)
        },
    )?;
    beside(
        "`load_file`, 16 bits to 32, `VarBuilder::from_mmaped_safetensors`",
        || Ok(load_file::<Model>(&half_path)?),
        || built(&mapped(&half_path, DType::F32)?),
    )?;
    beside(
        "`load_file`, transposed, `VarBuilder::from_mmaped_safetensors` and `t().contiguous()`",
        || Ok(load_file::<TransposedModel>(&path)?),
        || {
            let built = built(&mapped(&path, DType::F32)?)?.into_iter();
            let transposed = built.map(|[weight, bias]| Ok([weight.t()?.contiguous()?, bias]));
            Ok(transposed.collect::<candle_core::Result<Vec<_>>>()?)
        },
    )?;
    beside(
        "`load` to the host, a copy of the bytes",
        || Ok(load::<HostModel>(&bytes)?),
        || Ok(bytes.clone()),
    )?;
    beside(
        "`load_file` to the host, `std::fs::read`",
        || Ok(load_file::<HostModel>(&path)?),
        || Ok(std::fs::read(&path)?),
    )?;
    std::fs::remove_file(&path)?;
    std::fs::remove_file(&half_path)?;
    Ok(())
}
