use shapecheck::engine::Models;
use shapecheck::tensor::cache::KeyValueCache;
use shapecheck::{TensorOn, dims, shape};

dims! { Batch, Beams, Heads, Past, Seq }

fn extended<E: Models<f32>>(
    cache: &mut KeyValueCache<f32, shape![Batch, Heads, Past, 64], E>,
    keys: &TensorOn<f32, shape![Beams, Heads, Seq, 64], E>,
) {
    let _ = cache.extend(keys, keys);
}

fn main() {}
