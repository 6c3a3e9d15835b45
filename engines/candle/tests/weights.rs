//! Structs of candle's tensors, filled from files of safetensors and of PyTorch.
#![cfg(feature = "weights")]

use std::path::{Path, PathBuf};

use shapecheck::{Tensor, TensorOn, shape};
use shapecheck_candle::{Candle, Element, Parameter, Pickle, to_host};
use shapecheck_weights::{Load, Save, load, load_file, save, save_file};

type Array<T, S> = TensorOn<T, S, Candle>;

#[derive(Load)]
struct Layer {
    weight: Array<f32, shape![3, 2]>,
}

/// The tensors of `data/model.pth`.
#[derive(Load)]
struct Model {
    layers: Vec<Layer>,
    #[weights(transposed)]
    turned: Parameter<f32, shape![3, 2]>,
    double: Array<f64, shape![2]>,
    #[weights(merged = -3..=-2)]
    long: Array<i64, shape![_, 2, 1]>,
    byte: Tensor<u8, shape![]>,
    half: Array<f32, shape![2]>,
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/model.pth")
}

fn elements<T: Element, S: shapecheck::Shape>(tensor: &Array<T, S>) -> Vec<T> {
    to_host(tensor).unwrap().to_vec()
}

#[test]
fn a_struct_is_filled_from_a_file_of_pytorch() {
    let pickle = Pickle::open(path(), Some("state_dict")).unwrap();
    let model: Model = pickle.reader().load().unwrap();
    let layers: Vec<_> = model.layers.iter().map(|it| elements(&it.weight)).collect();
    assert_eq!(layers[0], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(layers[1], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
    // Rows of the file lie as columns in memory, and the field has the transpose of them.
    assert_eq!(
        elements(&model.turned.tensor()),
        [12.0, 13.0, 14.0, 15.0, 16.0, 17.0]
    );
    assert_eq!(elements(&model.double), [0.5, -1e100]);
    assert_eq!(
        (model.long.dims(), elements(&model.long)),
        (&[1, 2, 1][..], vec![-1, 1 << 40])
    );
    assert_eq!(model.byte.into_scalar(), 7);
    assert_eq!(elements(&model.half), [1.5, -2.0]);
}

#[test]
fn what_a_file_of_pytorch_does_not_have_is_told() {
    #[derive(Load)]
    #[expect(dead_code)]
    struct Other {
        layers: [Layer; 3],
        double: Array<f32, shape![2]>,
        long: Array<i64, shape![3, 1]>,
    }
    let pickle = Pickle::open(path(), Some("state_dict")).unwrap();
    let error = pickle.reader().load::<Other>().err().unwrap();
    assert_eq!(
        error.to_string(),
        "\
6 weights do not fit:
  `layers.2.weight` is missing: the struct wants [3, 2] of F32
  `double` has elements F64, the struct wants F32: a field of `f64` takes them, and `cast::<f32>()` converts its tensor
  `long` has shape [2, 1], the struct wants [3, 1]: size 2 is not 3 at axis -2
  `byte` has shape [], and no place in the struct
  `half` has shape [2], and no place in the struct
  `turned` has shape [2, 3], and no place in the struct"
    );
    assert!(Pickle::open(path(), Some("no such key")).is_err());
    let error = Pickle::open("none.pth", None).err().unwrap();
    assert!(error.to_string().contains("none.pth"), "{error}");
}

/// Whatever is changed in a file, it is loaded or refused.
#[test]
fn no_file_of_pytorch_is_a_panic() {
    let bytes = std::fs::read(path()).unwrap();
    let changed = std::env::temp_dir().join(format!("changed-{}.pth", std::process::id()));
    for place in 0..bytes.len() {
        for byte in [0xff, bytes[place] ^ 1] {
            let mut bytes = bytes.clone();
            bytes[place] = byte;
            std::fs::write(&changed, &bytes).unwrap();
            if let Ok(pickle) = Pickle::open(&changed, Some("state_dict")) {
                let _ = pickle.reader().load::<Model>();
            }
        }
    }
    for length in (0..bytes.len()).step_by(50) {
        std::fs::write(&changed, &bytes[..length]).unwrap();
        assert!(Pickle::open(&changed, None).is_err());
    }
    std::fs::remove_file(&changed).unwrap();
}

#[test]
fn elements_of_all_types_are_read_as_they_were_written() {
    #[derive(Save)]
    struct Host {
        float: Tensor<f32, shape![2, 3]>,
        double: Tensor<f64, shape![2]>,
        byte: Tensor<u8, shape![3]>,
        word: Tensor<u32, shape![1]>,
        short: Tensor<i16, shape![2]>,
        int: Tensor<i32, shape![2]>,
        long: Tensor<i64, shape![2]>,
        truth: Tensor<bool, shape![3]>,
        nothing: Tensor<f32, shape![0, 4]>,
    }
    #[derive(Load, Save)]
    struct Same {
        float: Array<f32, shape![2, 3]>,
        double: Array<f64, shape![2]>,
        byte: Array<u8, shape![3]>,
        word: Array<u32, shape![1]>,
        short: Array<i16, shape![2]>,
        int: Array<i32, shape![2]>,
        long: Array<i64, shape![2]>,
        truth: Array<bool, shape![3]>,
        nothing: Array<f32, shape![0, 4]>,
    }
    #[derive(Load)]
    struct Turned {
        #[weights(transposed)]
        float: Array<f32, shape![3, 2]>,
    }
    let host = Host {
        float: Tensor::from_fn(|[i, j]| (3 * i + j) as f32),
        double: Tensor::from([0.1, -1e300]),
        byte: Tensor::from([0, 7, 255]),
        word: Tensor::from([u32::MAX]),
        short: Tensor::from([i16::MIN, i16::MAX]),
        int: Tensor::from([i32::MIN, i32::MAX]),
        long: Tensor::from([i64::MIN, i64::MAX]),
        truth: Tensor::from([true, false, true]),
        nothing: Tensor::zeros(),
    };
    let bytes = save(&host).unwrap();
    let same: Same = load(&bytes).unwrap();
    assert_eq!(save(&same).unwrap(), bytes);
    let path = std::env::temp_dir().join(format!("types-{}.safetensors", std::process::id()));
    save_file(&host, &path).unwrap();
    let same: Same = load_file(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(save(&same).unwrap(), bytes);
    let turned: Turned = shapecheck_weights::load_part(&bytes).unwrap();
    assert_eq!(elements(&turned.float), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
}
