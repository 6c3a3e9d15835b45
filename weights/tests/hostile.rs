//! Files made by hand to do harm: each is refused with a text, or is what it says; none is believed.

use std::error::Error;

use shapecheck::{DynShape, Tensor, View, shape};
use shapecheck_weights::{Load, WeightsError, load, load_part};

/// Whatever the file has under one name.
#[derive(Load)]
struct Any {
    #[allow(dead_code)]
    x: Tensor<f32, DynShape>,
}

#[derive(Load)]
struct Matrix {
    #[weights(transposed)]
    x: Tensor<f32, shape![_, _]>,
}

#[derive(Load)]
struct InPlace<'file> {
    x: View<'file, f32, shape![_, _]>,
}

#[derive(Load)]
struct Layers {
    #[allow(dead_code)]
    layers: Vec<Tensor<f32, shape![_]>>,
}

/// A file that says it has a header of `length` bytes.
fn claiming(length: u64, header: &[u8], elements: &[u8]) -> Vec<u8> {
    [&length.to_le_bytes(), header, elements].concat()
}

fn file(header: &str, elements: usize) -> Vec<u8> {
    let header = header.as_bytes();
    claiming(header.len() as u64, header, &vec![0; elements])
}

/// What is said, with the cause behind it.
fn told(error: &WeightsError) -> String {
    let cause = error.source().map(ToString::to_string);
    [error.to_string(), cause.unwrap_or_default()].join("; ")
}

#[test]
fn headers_that_cannot_be_read_are_refused() {
    let x = r#"{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#.as_bytes();
    let nested = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    for file in [
        vec![],
        vec![0; 7],
        claiming(0, b"", b""),
        claiming(x.len() as u64 + 5, x, &[0; 4]),
        claiming(1 << 40, x, &[0; 4]),
        claiming(u64::MAX, x, &[0; 4]),
        claiming(u64::MAX - 7, x, &[0; 4]),
        claiming(x.len() as u64 - 1, x, &[0; 4]),
        claiming(6, b"{\"\xff\":1", b""),
        claiming(4, b"null", b""),
        claiming(2, b"[]", b""),
        claiming(1, b"{", b""),
        claiming(nested.len() as u64, &nested, b""),
    ] {
        match load::<Any>(&file) {
            Err(error @ WeightsError::Format(_)) => assert!(!told(&error).is_empty()),
            _ => panic!("{:?}", &file[..file.len().min(80)]),
        }
    }
}

#[test]
fn tensors_that_are_not_where_they_say_are_refused() {
    let one = |sizes: &str, offsets: &str| {
        format!(r#"{{"x":{{"dtype":"F32","shape":{sizes},"data_offsets":{offsets}}}}}"#)
    };
    let two = |first: &str, second: &str| {
        format!(
            r#"{{"x":{{"dtype":"F32","shape":[1],"data_offsets":{first}}},"y":{{"dtype":"F32","shape":[1],"data_offsets":{second}}}}}"#
        )
    };
    let max = u64::MAX;
    for (header, bytes) in [
        // Offsets: reversed, beyond the file, at numbers that overflow, with a hole, overlapping, twice the same.
        (one("[1]", "[4,0]"), 4),
        (one("[1]", "[0,8]"), 4),
        (one("[2]", "[0,8]"), 4),
        (one("[1]", "[4,8]"), 8),
        (one("[1]", &format!("[{},{max}]", max - 4)), 4),
        (one("[1]", &format!("[{max},3]")), 4),
        (two("[0,4]", "[8,12]"), 12),
        (two("[0,4]", "[2,6]"), 6),
        (two("[0,4]", "[0,4]"), 4),
        (two("[0,4]", "[0,4]"), 8),
        // Sizes: another number of bytes, a product that overflows, to 0 or to what is there.
        (one("[2]", "[0,4]"), 4),
        (one("[]", "[0,0]"), 0),
        (one("[0]", "[0,4]"), 4),
        (one("[4294967296,4294967296]", "[0,0]"), 0),
        (one("[4611686018427387905]", "[0,4]"), 4),
        (
            one("[18446744073709551615,18446744073709551615]", "[0,4]"),
            4,
        ),
        (one("[18446744073709551616]", "[0,4]"), 4),
        // Elements and sizes that are none.
        (one("[1.5]", "[0,4]"), 4),
        (one("[-1]", "[0,4]"), 4),
        (one("null", "[0,4]"), 4),
        (one("[1]", "null"), 4),
        (one("[1]", "[0]"), 4),
        (one("[1]", "[0,4]").replace("F32", "F33"), 4),
        (one("[1]", "[0,4]").replace("\"F32\"", "null"), 4),
        (r#"{"x":null}"#.into(), 0),
        (r#"{"x":{}}"#.into(), 0),
    ] {
        match load::<Any>(&file(&header, bytes)) {
            Err(error @ WeightsError::Format(_)) => assert!(!told(&error).is_empty()),
            _ => panic!("{header} before {bytes} bytes"),
        }
    }
}

#[test]
fn tensors_of_huge_sizes_without_elements_are_empty() {
    for sizes in [[0, u64::MAX], [u64::MAX, 0], [1 << 40, 0], [0, 1 << 63]] {
        let header = format!(r#"{{"x":{{"dtype":"F32","shape":{sizes:?},"data_offsets":[0,0]}}}}"#);
        let file = file(&header, 0);
        // A library of the format that multiplies from the left may refuse such sizes, as their product overflows.
        let sizes = sizes.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
        match load::<Matrix>(&file) {
            Ok(matrix) => {
                assert_eq!(matrix.x.dims(), [sizes[1], sizes[0]]);
                assert!(matrix.x.to_vec().is_empty());
            }
            Err(error) => assert!(matches!(error, WeightsError::Format(_)), "{error}"),
        }
        if let Ok(found) = load::<InPlace>(&file) {
            assert_eq!(found.x.dims(), sizes);
            assert!(found.x.to_vec().is_empty());
        }
        assert_eq!(load::<Any>(&file).is_ok(), load_part::<Any>(&file).is_ok());
    }
}

#[test]
fn names_and_numbers_are_not_believed() {
    // Of two tensors of one name another program might read the other.
    let twice = r#"{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#;
    let error = load::<Any>(&file(twice, 8)).err().expect("refused");
    assert!(matches!(error, WeightsError::Format(_)), "{error}");
    assert!(
        error.to_string().contains("the header has `x` twice"),
        "{error}"
    );
    let path = std::env::temp_dir().join(format!("twice-{}.safetensors", std::process::id()));
    std::fs::write(&path, file(twice, 8)).unwrap();
    let of_file = shapecheck_weights::load_file::<Any>(&path).err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(of_file.expect("refused").to_string(), error.to_string());
    // A number of layers that memory has no room for.
    let one =
        |name: &str| format!(r#"{{"{name}":{{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}}}"#);
    for name in [
        "layers.18446744073709551615",
        "layers.18446744073709551616",
        "layers.999999999999",
        "layers.-1",
        "layers.",
        "layers",
        "",
        ".",
        "layers.0.0",
    ] {
        let error = load::<Layers>(&file(&one(name), 4)).err();
        let error = error.unwrap_or_else(|| panic!("`{name}` was loaded"));
        assert!(told(&error).contains(&format!("`{name}`")), "{error}");
    }
    // Elements of another type, in words and not in bytes.
    let error = load::<Any>(&file(&one("x").replace("F32", "I32"), 4)).err();
    assert_eq!(
        error.map(|error| error.to_string()).unwrap_or_default(),
        "1 weight does not fit:\n  `x` has elements I32, the struct wants F32: a field of `i32` takes them, and `cast::<f32>()` converts its tensor",
    );
}
