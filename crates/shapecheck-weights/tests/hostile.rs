//! Files made by hand to do harm: each is refused with a text, or is what it says; none is believed.

#[path = "../../shapecheck-weights-header/tests/table/mod.rs"]
mod table;

use std::error::Error;

use shapecheck::{DynShape, Tensor, View, shape};
use shapecheck_weights::{Load, WeightsError, load, load_file, load_part};
use table::file;

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

/// What is said, followed by the cause.
fn told(error: &WeightsError) -> String {
    let cause = error.source().map(ToString::to_string);
    [error.to_string(), cause.unwrap_or_default()].join("; ")
}

#[test]
fn files_that_are_none_are_refused_from_memory_and_opened() {
    let path = std::env::temp_dir().join(format!("hostile-{}.safetensors", std::process::id()));
    for (bytes, words) in [table::headers(), table::lengths()].concat() {
        std::fs::write(&path, &bytes).unwrap();
        for found in [load::<Any>(&bytes), load_part(&bytes), load_file(&path)] {
            match found {
                Err(error @ WeightsError::Format(_)) => {
                    assert!(error.to_string().contains(words), "{error}, not: {words}");
                }
                _ => panic!("{words}"),
            }
        }
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn tensors_of_huge_sizes_without_elements_are_empty() {
    for sizes in [[0, u64::MAX], [u64::MAX, 0], [1 << 40, 0], [0, 1 << 63]] {
        let header = format!(r#"{{"x":{{"dtype":"F32","shape":{sizes:?},"data_offsets":[0,0]}}}}"#);
        let file = file(header.as_bytes(), 0);
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
        let error = load::<Layers>(&file(one(name).as_bytes(), 4)).err();
        let error = error.unwrap_or_else(|| panic!("`{name}` was loaded"));
        assert!(told(&error).contains(&format!("`{name}`")), "{error}");
    }
    // Elements of another type, in words and not in bytes.
    let error = load::<Any>(&file(one("x").replace("F32", "I32").as_bytes(), 4)).err();
    assert_eq!(
        error.map(|error| error.to_string()).unwrap_or_default(),
        "1 weight does not fit:\n  `x` has elements I32, the struct wants F32: a field of `i32` takes them, and `cast::<f32>()` converts its tensor",
    );
}
