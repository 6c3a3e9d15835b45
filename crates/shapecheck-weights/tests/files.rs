//! Models in several files, by an index, by a list, in memory and mapped.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use shapecheck::{Tensor, shape};
use shapecheck_weights::{
    Files, Load, Problem, Reader, Save, Source, StoredTensor, WeightsError, load_file, safetensors,
    save, save_file,
};

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("shapecheck-files-{process}-{count}"));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn index(&self, map: &str) -> PathBuf {
        let text = format!(r#"{{"metadata": {{"total_size": 1}}, "weight_map": {map}}}"#);
        self.write("model.safetensors.index.json", text)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug, Load, Save, PartialEq)]
struct Layer {
    weight: Tensor<f32, shape![3, 2]>,
    bias: Tensor<i64, shape![3]>,
}

#[derive(Debug, Load, Save, PartialEq)]
struct Model {
    layers: Vec<Layer>,
    is_trained: Tensor<bool, shape![2]>,
}

#[derive(Save)]
struct Layers {
    layers: Vec<Layer>,
}

#[derive(Save)]
struct Rest {
    #[weights(name = "layers.1")]
    layer: Layer,
    is_trained: Tensor<bool, shape![2]>,
}

fn layer(first: u8) -> Layer {
    Layer {
        weight: Tensor::from_fn(|[i, j]| f32::from(first) + (2 * i + j) as f32),
        bias: Tensor::from_fn(|[i]| i64::from(first) - i as i64),
    }
}

fn rest() -> Rest {
    Rest {
        layer: layer(1),
        is_trained: Tensor::from([true, false]),
    }
}

fn model() -> Model {
    Model {
        layers: vec![layer(0), layer(1)],
        is_trained: rest().is_trained,
    }
}

const MAP: &str = r#"{
    "layers.0.weight": "1.safetensors", "layers.0.bias": "1.safetensors",
    "layers.1.weight": "2.safetensors", "layers.1.bias": "2.safetensors", "is_trained": "2.safetensors"
}"#;

/// The model in two files with an index.
fn sharded() -> (Folder, PathBuf) {
    let folder = Folder::new();
    let first = Layers {
        layers: vec![layer(0)],
    };
    save_file(&first, folder.path("1.safetensors")).unwrap();
    save_file(&rest(), folder.path("2.safetensors")).unwrap();
    let index = folder.index(MAP);
    (folder, index)
}

fn told<W>(found: Result<W, WeightsError>) -> String {
    match found {
        Ok(_) => panic!("files that do not fit were loaded"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn several_files_are_loaded_as_one() {
    let (folder, index) = sharded();
    assert_eq!(load_file::<Model>(&index).unwrap(), model());
    let paths = ["1.safetensors", "2.safetensors"].map(|name| folder.path(name));
    let listed: Model = Files::open_all(&paths).reader().load().unwrap();
    assert_eq!(listed, model());
    let bytes = paths.map(|path| std::fs::read(path).unwrap());
    let named = ["one", "two"]
        .into_iter()
        .zip(bytes.iter().map(|it| &it[..]));
    let in_memory: Model = Reader::of_files(named).load().unwrap();
    assert_eq!(in_memory, model());
}

#[cfg(feature = "mapped")]
#[test]
fn views_of_mapped_files_are_of_their_memory() {
    use shapecheck::View;

    #[derive(Load)]
    struct InPlace<'file> {
        #[weights(name = "layers.1.weight")]
        weight: View<'file, f32, shape![3, 2]>,
    }
    let (folder, index) = sharded();
    // SAFETY: nothing changes the files of the test.
    let files = unsafe { Files::map(&index).unwrap() };
    let found: InPlace = files.reader().partial().load().unwrap();
    assert_eq!(found.weight, layer(1).weight.view());
    let owned: Model = files.reader().load().unwrap();
    assert_eq!(owned, model());
    // SAFETY: as before.
    let files = unsafe { Files::map_all([folder.path("2.safetensors")]) };
    assert!(files.reader().partial().load::<InPlace>().is_ok());
    // Files that are not in memory have no views.
    let files = Files::open(&index).unwrap();
    let told = told(files.reader().partial().load::<InPlace>());
    assert!(
        told.contains("`layers.1.weight` does not lie in memory as a view reads it"),
        "{told}"
    );
    // Nothing to map.
    let empty = folder.write("empty.safetensors", "");
    // SAFETY: as before.
    assert!(unsafe { Files::map(empty) }.is_err());
}

#[test]
fn all_that_is_wrong_with_files_is_one_report() {
    let (folder, _) = sharded();
    folder.write("3.safetensors", "no header");
    save_file(&layer(7), folder.path("4.safetensors")).unwrap();
    let index = folder.index(
        r#"{
        "layers.0.weight": "gone.safetensors", "layers.0.bias": "gone.safetensors",
        "layers.1.weight": "2.safetensors", "layers.1.bias": "4.safetensors",
        "is_trained": "2.safetensors", "scale": "2.safetensors", "shift": "3.safetensors",
        "weight": "4.safetensors", "other": "../2.safetensors"
    }"#,
    );
    #[derive(Debug, Load)]
    #[expect(dead_code)]
    struct Wanted {
        layers: Vec<Layer>,
        is_trained: Tensor<bool, shape![3]>,
        scale: Tensor<f32, shape![1]>,
        shift: Tensor<f32, shape![1]>,
        other: Tensor<f32, shape![1]>,
        missing: Tensor<f32, shape![1]>,
    }
    let error = load_file::<Wanted>(&index).unwrap_err();
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    let starts = [
        "9 problems with files and weights:",
        "  `../2.safetensors` is not the name of a file beside the index",
        "  `3.safetensors` is not a safetensors file: ",
        "  `gone.safetensors` cannot be read: ",
        "  `layers.1.bias` is in `4.safetensors` by the index, but not in the file",
        "  `scale` is in `2.safetensors` by the index, but not in the file",
        "  `is_trained` has shape [2], the struct wants [3]: size 2 is not 3 at axis -1",
        "  `missing` is missing: the struct wants [1] of F32",
        "  `bias` has shape [3], and no place in the struct",
        "  `weight` has shape [3, 2], and no place in the struct",
        "  to read a part of the file: `load_part`, or `partial()` of a `Reader`",
    ];
    assert_eq!(lines.len(), starts.len(), "{error}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{error}");
    }
}

#[test]
fn a_tensor_in_two_files_is_told() {
    let (folder, _) = sharded();
    let [first, second] = ["1.safetensors", "2.safetensors"].map(|name| folder.path(name));
    let both = Files::open_all([&second, &first, &second]);
    let error = both.reader().load::<Model>().unwrap_err();
    let WeightsError::Problems(problems) = &error else {
        panic!("{error}")
    };
    assert!(
        problems
            .iter()
            .all(|problem| matches!(problem, Problem::Twice { .. }))
    );
    let second = second.display();
    assert_eq!(
        error.to_string(),
        format!(
            "3 problems with files and weights:\n  \
             `is_trained` is in `{second}` and in `{second}`\n  \
             `layers.1.bias` is in `{second}` and in `{second}`\n  \
             `layers.1.weight` is in `{second}` and in `{second}`"
        )
    );
    let bytes = save(&layer(0)).unwrap();
    let reader = Reader::of_files([("a", &bytes[..]), ("b", &bytes[..]), ("c", &[1])]);
    assert_eq!(
        told(reader.load::<Layer>()),
        "3 problems with files and weights:\n  \
         `c` is not a safetensors file: it has no header\n  \
         `bias` is in `a` and in `b`\n  \
         `weight` is in `a` and in `b`"
    );
}

#[test]
fn an_index_that_is_none_is_told() {
    let folder = Folder::new();
    for (text, wanted) in [
        ("", "EOF"),
        ("{", "EOF"),
        ("[]", "no `weight_map`"),
        ("null", "no `weight_map`"),
        (r#"{"weight_map": []}"#, "no `weight_map`"),
        (r#"{"weight_map": {"x": 1}}"#, "`x` has no name of a file"),
        (
            r#"{"weight_map": {"x": {"x": "y"}}}"#,
            "`x` has no name of a file",
        ),
        (&"[".repeat(1 << 20), "recursion limit"),
        ("\u{0}\u{1}", "expected value"),
    ] {
        let index = folder.write("index.json", text);
        match load_file::<Layer>(&index) {
            Err(error @ WeightsError::Index(_)) => {
                let told = error.to_string();
                assert!(
                    told.starts_with("not an index of files of weights: "),
                    "{told}"
                );
                assert!(told.contains(wanted), "{told}");
            }
            other => panic!("{text:.50}: {other:?}"),
        }
    }
    let told = told(load_file::<Layer>(folder.path("none.json")));
    assert!(told.contains("none.json: "), "{told}");
}

#[test]
fn an_index_reads_no_file_outside_of_its_folder() {
    let folder = Folder::new();
    let below = folder.path("below");
    std::fs::create_dir_all(&below).unwrap();
    save_file(&layer(0), folder.path("secret.safetensors")).unwrap();
    let secret = folder.path("secret.safetensors");
    let map = |file: &Path| {
        let file = file.to_str().unwrap().replace('\\', "\\\\");
        let map = format!(r#"{{"weight": "{file}", "bias": "{file}"}}"#);
        let index = below.join("model.safetensors.index.json");
        std::fs::write(&index, format!(r#"{{"weight_map": {map}}}"#)).unwrap();
        load_file::<Layer>(index)
    };
    for file in [
        secret.as_path(),
        Path::new("../secret.safetensors"),
        Path::new("x/../../secret.safetensors"),
        Path::new(".."),
        Path::new("/"),
        Path::new(""),
    ] {
        let told = told(map(file));
        let wanted = format!(
            "`{}` is not the name of a file beside the index",
            file.display()
        );
        assert!(told.contains(&wanted), "{told}");
        assert_eq!(told.lines().count(), 2, "{told}");
    }
    // Below it is.
    std::fs::create_dir_all(below.join("parts")).unwrap();
    save_file(&layer(0), below.join("parts/1.safetensors")).unwrap();
    assert_eq!(map(Path::new("parts/1.safetensors")).unwrap(), layer(0));
    // A folder is not a file.
    assert!(told(map(Path::new("parts"))).contains("`parts` cannot be read"));
}

/// Files whose headers lie are refused before their elements have memory: by the same rules as bytes.
#[test]
fn an_open_file_is_refused_as_its_bytes_are() {
    let folder = Folder::new();
    let bytes = save(&layer(3)).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap());
    let mut files = vec![[&bytes[..], &[0]].concat(), vec![]];
    files.extend(
        (0..bytes.len())
            .step_by(7)
            .map(|length| bytes[..length].to_vec()),
    );
    for claimed in [
        0,
        1,
        header - 1,
        header + 1,
        100_000_001,
        1 << 40,
        u64::MAX - 7,
        u64::MAX,
    ] {
        let mut file = bytes.clone();
        file[..8].copy_from_slice(&u64::to_le_bytes(claimed));
        files.push(file);
    }
    for (place, byte) in (8..8 + header as usize).zip((0..=255_u8).cycle()) {
        let mut file = bytes.clone();
        file[place] = byte;
        files.push(file);
    }
    for file in files {
        let path = folder.write("x.safetensors", &file);
        let (from_file, from_bytes) = (load_file::<Layer>(&path), shapecheck_weights::load(&file));
        let both = (&from_file, &from_bytes);
        let kinds = [&from_file, &from_bytes].map(|found: &Result<Layer, _>| match found {
            Ok(_) => 0,
            Err(WeightsError::Format(_)) => 1,
            Err(WeightsError::Problems(_)) => 2,
            Err(_) => 3,
        });
        assert!(kinds[0] == kinds[1] && kinds[0] < 3, "{both:?}");
    }
}

#[test]
fn elements_that_cannot_be_read_are_told() {
    #[derive(Debug)]
    struct Broken;

    impl Source for Broken {
        fn read(&self, _: &mut [u8]) -> std::io::Result<()> {
            Err(std::io::Error::other("the cable is out"))
        }
    }
    let tensor = StoredTensor::from_source(safetensors::Dtype::F32, &[3, 2], &Broken).unwrap();
    let bias = save(&layer(0)).unwrap();
    let bias = safetensors::SafeTensors::deserialize(&bias).unwrap();
    let bias = bias.tensor("bias").unwrap();
    let tensors = [
        ("weight".to_owned(), tensor),
        ("bias".to_owned(), bias.into()),
    ];
    let told = told(Reader::of_tensors(tensors).load::<Layer>());
    assert_eq!(
        told,
        "1 weight does not fit:\n  `weight` cannot be read: the cable is out"
    );
    // A file that was cut off after it was opened.
    let folder = Folder::new();
    let path = folder.path("cut.safetensors");
    save_file(&layer(0), &path).unwrap();
    let files = Files::open(&path).unwrap();
    std::fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(8)
        .unwrap();
    let error = files.reader().load::<Layer>().unwrap_err();
    assert!(
        error.to_string().contains("`weight` cannot be read: "),
        "{error}"
    );
}

#[test]
fn a_tensor_has_the_bytes_that_its_sizes_say() {
    use safetensors::Dtype;
    assert!(StoredTensor::new(Dtype::F32, &[2], &[0; 8]).is_ok());
    assert!(StoredTensor::new(Dtype::F32, &[2], &[0; 7]).is_err());
    assert!(StoredTensor::new(Dtype::F32, &[usize::MAX, 2], &[0; 8]).is_err());
    assert!(StoredTensor::new(Dtype::F4, &[1], &[0; 1]).is_err());
    let scalar = StoredTensor::new(Dtype::U8, &[], &[7]).unwrap();
    assert_eq!(scalar.to_vec::<u8>().unwrap(), [7]);
    assert!(scalar.to_vec::<f32>().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Whatever is changed in an index, the files are loaded or refused.
    #[test]
    fn no_index_is_a_panic(
        changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        cut in prop::option::of(any::<usize>()),
    ) {
        let (_folder, index) = sharded();
        let mut text = std::fs::read(&index).unwrap();
        for (place, byte) in changes {
            let place = place % text.len();
            text[place] = byte;
        }
        if let Some(cut) = cut {
            text.truncate(cut % text.len());
        }
        std::fs::write(&index, text).unwrap();
        match load_file::<Model>(&index) {
            Ok(found) => prop_assert_eq!(found, model()),
            Err(WeightsError::Index(_) | WeightsError::Problems(_)) => {}
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
