//! Quantised weights beside the floats that they stand for, and files of them.

use std::io::Cursor;

use shapecheck::engine::Networks;
use shapecheck::{Dim, DynShape, Shape, StaticShape, Tensor, TensorOn, dim, dims, shape};
use shapecheck_candle::candle_core::quantized::{GgmlDType, QTensor, gguf_file};
use shapecheck_candle::half::{bf16, f16};
use shapecheck_candle::{Candle, Element, MisfitError, Quantized, from_host, to_host};

type Array<T, S> = TensorOn<T, S, Candle>;

/// Numbers between -1 and 1.
fn made<S: StaticShape>(seed: usize) -> Array<f32, S> {
    let number = |place: usize| ((place * 37 + seed * 101) % 83) as f32 / 41.0 - 1.0;
    let count = S::SIZES.iter().product();
    from_host(&Tensor::from_vec((0..count).map(number).collect()).unwrap())
}

/// The largest difference, in terms of the largest number.
fn apart<T: Element + Into<f32>, S: Shape>(found: &Array<T, S>, expected: &Array<f32, S>) -> f32 {
    let [found, expected] = [to_host(found).map(Into::into), to_host(expected)];
    assert_eq!(found.dims(), expected.dims());
    (found - &expected).abs().max() / expected.abs().max()
}

#[test]
fn products_are_those_of_the_floats_that_the_blocks_stand_for() {
    let weights = made::<shape![24, 256]>(1);
    let x = made::<shape![2, 3, 256]>(2);
    // Candle rounds the input to blocks of 8 bits.
    for (blocks, bits) in [
        (GgmlDType::Q4_0, 4),
        (GgmlDType::Q4K, 4),
        (GgmlDType::Q5_1, 5),
        (GgmlDType::Q6K, 6),
        (GgmlDType::Q8_0, 8),
        (GgmlDType::F16, 10),
        (GgmlDType::F32, 23),
    ] {
        let quantized = Quantized::quantize(&weights, blocks).unwrap();
        let step = 1.0 / (1 << bits) as f32;
        let rounding = apart(&quantized.dequantize(), &weights);
        assert!(rounding <= 2.0 * step, "{blocks:?}: {rounding}");

        let found: Array<f32, shape![2, 3, 24]> = quantized.forward(&x);
        let difference = apart(&found, &x.linear(&quantized.dequantize()));
        assert!(difference < 0.01, "{blocks:?}: {difference}");
        let difference = apart(&found, &x.linear(&weights));
        assert!(difference < 0.01 + 4.0 * step, "{blocks:?}: {difference}");
    }
}

#[test]
fn inputs_of_any_type_and_layout() {
    let weights = Quantized::quantize(&made::<shape![24, 64]>(1), GgmlDType::Q8_0).unwrap();
    let floats = Quantized::quantize(&made::<shape![24, 64]>(1), GgmlDType::F32).unwrap();
    let x = made::<shape![5, 64]>(2);
    let expected = x.linear(&made::<shape![24, 64]>(1));
    for weights in [weights, floats] {
        assert!(apart(&weights.forward(&x), &expected) < 0.01);
        assert!(apart(&weights.forward(&x.cast::<f16>()), &expected) < 0.02);
        assert!(apart(&weights.forward(&x.cast::<bf16>()), &expected) < 0.02);
        // A vector, a transposed matrix, a part, and none.
        let one: Array<f32, shape![24]> = weights.forward(&x.index_axis::<-2>(3));
        assert!(apart(&one, &expected.index_axis::<-2>(3)) < 0.01);
        let turned = made::<shape![5, 64]>(2).transpose().to_tensor();
        assert!(apart(&weights.forward(&turned.transpose()), &expected) < 0.01);
        let part = weights.forward(&x.narrow::<-2, dim!(2)>(1));
        assert!(apart(&part, &expected.narrow::<-2, dim!(2)>(1)) < 0.01);
        let none = weights.forward(&Array::<f32, shape![0, 64]>::ones());
        assert_eq!(none.dims(), [0, 24]);
    }
}

#[test]
fn sizes_are_checked_when_weights_come_in() {
    let tensor = QTensor::quantize(
        shapecheck_candle::untyped(&made::<shape![24, 64]>(1)),
        GgmlDType::Q4_0,
    );
    let tensor = std::sync::Arc::new(tensor.unwrap());
    assert!(Quantized::<shape![24, 64]>::try_of(tensor.clone()).is_ok());
    assert!(Quantized::<shape![_, 64]>::try_of(tensor.clone()).is_ok());
    let error = Quantized::<shape![24, 32]>::try_of(tensor.clone()).unwrap_err();
    let text = "sizes [24, 64] do not fit the type: size 64 at axis -1 where the type has 32";
    assert_eq!(error.to_string(), text);
    let error = Quantized::<shape![64]>::try_of(tensor).unwrap_err();
    assert!(matches!(error, MisfitError::Shape(_)), "{error}");
    // Blocks have 32 numbers.
    let error = Quantized::quantize(&made::<shape![24, 50]>(1), GgmlDType::Q4_0).unwrap_err();
    assert!(matches!(error, MisfitError::Candle(_)), "{error}");
}

#[test]
fn sizes_known_at_run_time_are_compared_by_the_rule_of_linear() {
    let weights = Quantized::quantize(&made::<shape![24, 64]>(1), GgmlDType::Q8_0).unwrap();
    let weights = Quantized::<shape![_, _]>::try_of(match weights.weights() {
        shapecheck_candle::candle_core::quantized::QMatMul::QTensor(tensor) => tensor.clone(),
        other => panic!("{other:?}"),
    });
    let weights = weights.unwrap();
    let x = Array::<f32, shape![5, 32]>::ones();
    let dense = Array::<f32, shape![_, _]>::ones_with(<shape![_, _]>::of([24, 64]));
    let error = weights.try_forward(&x).unwrap_err();
    assert_eq!(error, x.try_linear(&dense).unwrap_err());
    assert!(error.to_string().contains("64"), "{error}");

    let forward = std::panic::AssertUnwindSafe(|| weights.forward(&x));
    let panic = std::panic::catch_unwind(forward).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>(), Some(&error.to_string()));
}

/// A file with two matrices and a vector, as it lies on a disk.
fn file() -> Cursor<Vec<u8>> {
    let quantized = |tensor: &Array<f32, shape![24, 64]>, blocks| {
        QTensor::quantize(shapecheck_candle::untyped(tensor), blocks).unwrap()
    };
    let up = quantized(&made(1), GgmlDType::Q4_0);
    let down = quantized(&made(2), GgmlDType::Q8_0);
    let scale = made::<shape![64]>(3);
    let scale = QTensor::quantize(shapecheck_candle::untyped(&scale), GgmlDType::F32).unwrap();
    let tensors = [
        ("blk.0.up.weight", &up),
        ("blk.0.down.weight", &down),
        ("norm.weight", &scale),
    ];
    let mut file = Cursor::new(Vec::new());
    gguf_file::write(&mut file, &[], &tensors).unwrap();
    file.set_position(0);
    file
}

#[test]
fn weights_of_a_file_by_name() {
    let mut file = file();
    let content = gguf_file::Content::read(&mut file).unwrap();
    let up = Quantized::<shape![24, 64]>::load(&content, &mut file, "blk.0.up.weight").unwrap();
    let scale = Quantized::<shape![64]>::load(&content, &mut file, "norm.weight").unwrap();
    let x = made::<shape![5, 64]>(4);
    let found = up.forward(&x.rms_norm(&scale.dequantize(), 1e-5));
    let expected = x
        .rms_norm(&made::<shape![64]>(3), 1e-5)
        .linear(&made::<shape![24, 64]>(1));
    let difference = apart::<f32, shape![5, 24]>(&found, &expected);
    assert!(0.0 < difference && difference < 0.2, "{difference}");
    assert!(apart(&scale.dequantize(), &made(3)) == 0.0);

    // Each mistake is reported with its name.
    let told = |found: Result<(), MisfitError>| found.unwrap_err().to_string();
    let load = Quantized::<shape![32, 64]>::load(&content, &mut file, "blk.0.down.weight");
    assert_eq!(
        told(load.map(drop)),
        "`blk.0.down.weight`: sizes [24, 64] do not fit the type: size 24 at axis -2 where the type has 32"
    );
    let load = Quantized::<shape![24, 64]>::load(&content, &mut file, "blk.1.up.weight");
    let text = told(load.map(drop));
    assert!(
        text.starts_with("`blk.1.up.weight`: candle: cannot find"),
        "{text}"
    );
    // A file that was cut off.
    let mut bytes = file.into_inner();
    bytes.truncate(bytes.len() - 200);
    let mut short = Cursor::new(bytes);
    let load = Quantized::<shape![64]>::load(&content, &mut short, "norm.weight");
    let text = told(load.map(drop));
    assert!(text.starts_with("`norm.weight`: candle: "), "{text}");
}

/// The header of a file in which one tensor is said to be, and some bytes after it.
fn hostile(sizes: &[u64], blocks: u32, offset: u64, bytes: usize) -> Vec<u8> {
    let mut file = b"GGUF\x03\0\0\0".to_vec();
    let numbers = |file: &mut Vec<u8>, numbers: &[u64]| {
        file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    };
    // One tensor, no metadata, and a name of one letter.
    numbers(&mut file, &[1, 0, 1]);
    file.push(b'x');
    file.extend((sizes.len() as u32).to_le_bytes());
    let from_last: Vec<u64> = sizes.iter().rev().copied().collect();
    numbers(&mut file, &from_last);
    file.extend(blocks.to_le_bytes());
    numbers(&mut file, &[offset]);
    file.resize(file.len().next_multiple_of(32) + bytes, 0);
    file
}

#[test]
fn headers_made_to_do_harm_are_refused() {
    fn loaded(bytes: &[u8]) -> Result<Vec<usize>, String> {
        let mut file = Cursor::new(bytes);
        let content = gguf_file::Content::read(&mut file).map_err(|error| error.to_string())?;
        let found = Quantized::<DynShape>::load(&content, &mut file, "x");
        let found = found.map_err(|error| error.to_string())?;
        assert_eq!(found.dequantize().dims(), found.dims());
        Ok(found.dims().to_vec())
    }

    let (floats, blocks) = (0, 2);
    assert_eq!(loaded(&hostile(&[2, 64], blocks, 0, 72)), Ok(vec![2, 64]));
    let changed = |place: usize, bytes: &[u8]| {
        let mut file = hostile(&[2, 4], floats, 0, 32);
        file[place..][..bytes.len()].copy_from_slice(bytes);
        file
    };
    let many = [0xff; 8];
    for (what, file, told) in [
        (
            "a product that wraps to 0",
            hostile(&[1 << 32, 1 << 32], floats, 0, 64),
            "`x`: candle: sizes [4294967296, 4294967296] are more than",
        ),
        (
            "one that wraps to 4",
            hostile(&[(1 << 63) + 2, 2], floats, 0, 64),
            "`x`: candle: sizes [9223372036854775810, 2] are more than",
        ),
        (
            "bytes that wrap to 0",
            hostile(&[1 << 62], floats, 0, 64),
            "`x`: candle: sizes [4611686018427387904] are more than",
        ),
        (
            "a product that wraps before a 0",
            hostile(&[u64::MAX, 2, 0], floats, 0, 64),
            "`x`: candle: sizes [18446744073709551615, 2, 0] are more than",
        ),
        (
            "no floats",
            hostile(&[0], floats, 0, 64),
            "`x`: candle: sizes [0] leave no elements",
        ),
        (
            "no blocks",
            hostile(&[3, 0], blocks, 0, 64),
            "`x`: candle: sizes [3, 0] leave no elements",
        ),
        (
            "part of a block",
            hostile(&[64, 1], blocks, 0, 64),
            "`x`: candle: quantized tensor must",
        ),
        (
            "fewer elements than a block",
            hostile(&[3], blocks, 0, 64),
            "`x`: candle: the number of elements 3",
        ),
        (
            "more elements than bytes",
            hostile(&[1 << 40], floats, 0, 64),
            "`x`: candle: tensor needs",
        ),
        (
            "an offset behind the file",
            hostile(&[4], floats, 1 << 20, 64),
            "`x`: candle: tensor needs",
        ),
        (
            "an offset that wraps",
            hostile(&[4], floats, u64::MAX, 64),
            "`x`: candle: tensor needs",
        ),
        (
            "a number for blocks",
            hostile(&[], blocks, 0, 64),
            "`x`: candle: ",
        ),
        (
            "too many axes",
            hostile(&[1; 5], floats, 0, 64),
            "gguf: tensor 'x' has 5",
        ),
        (
            "unknown elements",
            hostile(&[4], 999, 0, 64),
            "unknown dtype",
        ),
        ("another format", changed(0, b"GGML"), "unknown magic"),
        ("another version", changed(4, &[9]), "gguf: unsupported"),
        ("many tensors", changed(8, &many), "gguf: tensor_count"),
        (
            "more than the file has room for",
            changed(8, &[0, 0, 1]),
            "gguf: header declares 65536",
        ),
        (
            "much metadata",
            changed(16, &many),
            "gguf: metadata_kv_count",
        ),
        ("a long name", changed(24, &many), "gguf: string length"),
        (
            "one longer than the file",
            changed(24, &[0, 1]),
            "gguf: string length 256",
        ),
        (
            "another name",
            changed(32, b"y"),
            "`x`: candle: cannot find",
        ),
    ] {
        let found = loaded(&file).unwrap_err();
        assert!(found.starts_with(told), "{what}: {found}");
    }
}

/// Whatever is changed in a header, it is loaded or refused.
#[test]
fn no_header_is_a_panic() {
    let whole = hostile(&[2, 32], 2, 0, 36);
    let load = |bytes: &[u8]| {
        let mut file = Cursor::new(bytes);
        let content = gguf_file::Content::read(&mut file).map_err(MisfitError::from)?;
        Quantized::<DynShape>::load(&content, &mut file, "x")
    };
    assert!(load(&whole).is_ok());
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            if let Ok(found) = load(&bytes) {
                assert_eq!(found.dequantize().dims(), found.dims());
            }
        }
        assert!(load(&whole[..place]).is_err());
    }
}

dims! { Width, Hidden }

/// A block whose widths come from the file: its sizes have names.
struct Block {
    up: Quantized<shape![Hidden, Width]>,
    scale: Array<f32, shape![Width]>,
}

fn forward<B: Dim>(
    block: &Block,
    x: &Array<f32, shape![B, Width]>,
) -> Array<f32, shape![B, Hidden]> {
    block.up.forward(&x.rms_norm(&block.scale, 1e-5)).silu()
}

/// The same on any engine, with floats.
fn forward_of_floats<E: Networks<f32>, B: Dim>(
    up: &TensorOn<f32, shape![Hidden, Width], E>,
    scale: &TensorOn<f32, shape![Width], E>,
    x: &TensorOn<f32, shape![B, Width], E>,
) -> TensorOn<f32, shape![B, Hidden], E> {
    x.rms_norm(scale, 1e-5).linear(up).silu()
}

#[test]
fn sizes_with_names() {
    let mut file = file();
    let content = gguf_file::Content::read(&mut file).unwrap();
    let scale = Quantized::load(&content, &mut file, "norm.weight").unwrap();
    let block = Block {
        up: Quantized::load(&content, &mut file, "blk.0.up.weight").unwrap(),
        scale: scale.dequantize(),
    };
    let x = made::<shape![5, 64]>(4)
        .try_named::<shape![5, Width]>()
        .unwrap();
    let found = forward(&block, &x);
    let expected = forward_of_floats(&block.up.dequantize(), &block.scale, &x);
    assert!(apart(&found, &expected) < 0.02);
}
