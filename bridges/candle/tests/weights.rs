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
    to_host(tensor).to_vec()
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
  `turned` has shape [2, 3], and no place in the struct
  to read a part of the file: `load_part`, or `partial()` of a `Reader`"
    );
    assert!(Pickle::open(path(), Some("no such key")).is_err());
    let error = Pickle::open("none.pth", None).err().unwrap();
    assert!(error.to_string().contains("none.pth"), "{error}");
}

/// A ZIP file whose entries are not packed.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(!0_u32, |crc, &byte| {
            let mixed = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1));
            (0..8).fold(crc ^ u32::from(byte), mixed)
        })
    };
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in entries {
        let length = (bytes.len() as u32).to_le_bytes();
        let described = [
            &[10, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            &crc(bytes).to_le_bytes(),
            &length,
            &length,
            &(name.len() as u16).to_le_bytes(),
            &[0, 0],
        ]
        .concat();
        directory.extend([b"PK\x01\x02\x0a\0", &described[..]].concat());
        directory.extend([0; 10]);
        directory.extend((file.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        file.extend([b"PK\x03\x04", &described[..], name.as_bytes(), bytes].concat());
    }
    let (start, count) = (file.len() as u32, entries.len() as u16);
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend([&start.to_le_bytes()[..], &[0, 0]].concat());
    file
}

/// Numbers of a pickle, as a tuple of any length.
fn tuple(numbers: &[i32]) -> Vec<u8> {
    let numbers = numbers.iter();
    let pushed = numbers.flat_map(|number| [&b"J"[..], &number.to_le_bytes()].concat());
    [&b"("[..], &pushed.collect::<Vec<_>>(), b"t"].concat()
}

/// A dictionary in which one tensor is said to be, in the storage of a name.
fn pickled(elements: &str, storage: &str, offset: i32, sizes: &[i32], strides: &[i32]) -> Vec<u8> {
    let text = |text: &str| {
        [
            &b"X"[..],
            &(text.len() as u32).to_le_bytes(),
            text.as_bytes(),
        ]
        .concat()
    };
    [
        &b"}"[..],
        &text("x"),
        b"ctorch._utils\n_rebuild_tensor_v2\n((",
        &text("storage"),
        format!("ctorch\n{elements}Storage\n").as_bytes(),
        &text(storage),
        &text("cpu"),
        b"K\x04tQJ",
        &offset.to_le_bytes(),
        &tuple(sizes),
        &tuple(strides),
        b"tRs.",
    ]
    .concat()
}

#[test]
fn pickles_made_to_do_harm_are_refused() {
    let path = std::env::temp_dir().join(format!("harm-{}.pth", std::process::id()));
    let loaded = |pickle: &[u8]| -> Result<Vec<f32>, String> {
        #[derive(Load)]
        struct One {
            x: Tensor<f32, shapecheck::DynShape>,
        }
        // The last entry makes the file longer than all that a small tensor could have.
        let entries = [
            ("m/data.pkl", pickle),
            ("m/data/0", &[0; 16][..]),
            ("m/end", &[0; 999]),
        ];
        std::fs::write(&path, zip(&entries)).unwrap();
        let opened = Pickle::open(&path, None).map_err(|error| error.to_string())?;
        let one: One = opened.reader().load().map_err(|error| error.to_string())?;
        Ok(one.x.to_vec())
    };
    assert_eq!(
        loaded(&pickled("Float", "0", 0, &[2, 2], &[2, 1])),
        Ok(vec![0.0; 4])
    );
    const MOST: i32 = i32::MAX;
    let program = [&b"cos\nsystem\n"[..], b"X\x05\0\0\0false\x85R."].concat();
    let deep = [&b"}"[..], b"X\x01\0\0\0x]", &[0x85; 100], b"s."].concat();
    let long = [&b"\x8a\xff"[..], &[0xff; 255], b"."].concat();
    let more = "candle: `x` has more elements than the file";
    let (missing, none) = (
        "1 weight does not fit:\n  `x` is missing",
        "candle: not a file",
    );
    for (what, pickle, told) in [
        (
            "a product that overflows",
            pickled("Float", "0", 0, &[MOST; 4], &[1; 4]),
            more,
        ),
        (
            "one that overflows before a 0",
            pickled("Byte", "0", 0, &[MOST, MOST, 2, 0], &[0; 4]),
            more,
        ),
        (
            "a size below 0",
            pickled("Float", "0", 0, &[-1], &[1]),
            missing,
        ),
        (
            "an offset behind the file",
            pickled("Byte", "0", MOST, &[1], &[1]),
            more,
        ),
        (
            "more elements than the storage",
            pickled("Float", "0", 0, &[5], &[1]),
            "1 weight does not fit:\n  `x` cannot be read",
        ),
        (
            "an offset behind the storage",
            pickled("Float", "0", 4, &[1], &[1]),
            "1 weight does not fit:\n  `x` cannot be read",
        ),
        (
            "a storage that is another file",
            pickled("Float", "../../../etc/passwd", 0, &[1], &[1]),
            "1 weight does not fit:\n  `x` cannot be read",
        ),
        (
            "strides that repeat elements",
            pickled("Float", "0", 0, &[2, 2], &[0, 0]),
            "1 weight does not fit:\n  `x` cannot be read",
        ),
        (
            "fewer strides than sizes",
            pickled("Float", "0", 0, &[2, 2], &[1]),
            "1 weight does not fit:\n  `x` cannot be read",
        ),
        (
            "unknown elements",
            pickled("Evil", "0", 0, &[1], &[1]),
            missing,
        ),
        ("a call of a program", program, missing),
        (
            "no arguments",
            b"}X\x01\0\0\0xctorch._utils\n_rebuild_tensor_v2\n)Rs.".to_vec(),
            none,
        ),
        ("a list in many tuples", deep, missing),
        ("a number of 255 bytes", long, ""),
        ("nothing", vec![], ""),
        ("no end", b"}}}}".to_vec(), ""),
        ("an end alone", b".".to_vec(), ""),
        ("an unknown instruction", b"\xff.".to_vec(), ""),
        ("a name that was not given", b"h\x07.".to_vec(), ""),
        ("an entry of no list", b"}K\x01a.".to_vec(), ""),
        ("a key without a value", b"}(K\x01u.".to_vec(), ""),
        (
            "a text longer than the file",
            b"X\xff\xff\0\0x.".to_vec(),
            "",
        ),
    ] {
        let found = loaded(&pickle).expect_err(what);
        assert!(found.starts_with(told), "{what}: {found}");
    }
    std::fs::remove_file(&path).unwrap();
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
