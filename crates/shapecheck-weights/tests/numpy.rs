//! Arrays that NumPy wrote, those that it reads, and files that are not what they claim. `tests/data/files_of_numpy.py` recorded them.

use std::path::{Path, PathBuf};
use std::process::Command;

use shapecheck::{DynShape, InlineTensor, Tensor, dims, shape};
use shapecheck_weights::{Files, Load, WeightsError, load_file, load_npy, save_npy};

dims! { Time }

fn recorded(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/numpy")).join(name)
}

/// A file that is removed at the end of a test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("shapecheck-numpy-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn of(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let file = Self::new(name);
        std::fs::write(&file.0, bytes).unwrap();
        file
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text of an error, with the name of its file alone.
fn told<T>(found: Result<T, WeightsError>) -> String {
    let error = found.err().expect("an error").to_string();
    let (path, rest) = error[1..].split_once('`').expect("the file in front");
    let name = Path::new(path)
        .file_name()
        .expect("a name")
        .to_string_lossy();
    format!("{name}{rest}")
}

#[test]
fn arrays_of_numpy_are_tensors() {
    let rows = load_npy::<f32, shape![Time, 3]>(recorded("rows.npy")).unwrap();
    assert_eq!(rows.to_vec(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let same = load_npy::<f32, shape![2, _]>(recorded("version_2.npy")).unwrap();
    assert_eq!(same.to_vec(), rows.to_vec());

    // In Fortran's order, and as others after that.
    let columns = load_npy::<f64, shape![2, 3, 4]>(recorded("columns.npy")).unwrap();
    assert_eq!(
        columns,
        Tensor::from_fn(|[i, j, k]| (12 * i + 4 * j + k) as f64)
    );
    assert!(columns.is_row_major());
    let of_any_rank = load_npy::<f64, DynShape>(recorded("columns.npy")).unwrap();
    assert_eq!(of_any_rank.dims(), [2, 3, 4]);

    let high = load_npy::<i16, shape![3]>(recorded("high_byte_first.npy")).unwrap();
    assert_eq!(high, Tensor::from([1, -2, 300]));
    let high = load_npy::<u32, shape![2, 2]>(recorded("high_byte_first_columns.npy")).unwrap();
    assert_eq!(high, Tensor::from([[0, 1], [2, 3]]));

    let number = load_npy::<f64, shape![]>(recorded("number.npy")).unwrap();
    assert_eq!(number.to_vec(), [2.5]);
    let vector: InlineTensor<u8, shape![3]> = Files::open(recorded("vector.npy"))
        .unwrap()
        .reader()
        .load()
        .unwrap();
    assert_eq!(vector, InlineTensor::from([1, 2, 255]));
    let bools = load_npy::<bool, shape![1, 2]>(recorded("bools.npy")).unwrap();
    assert_eq!(bools, Tensor::from([[true, false]]));
    let none = load_npy::<i64, shape![_, 3]>(recorded("none.npy")).unwrap();
    assert_eq!(none.dims(), [0, 3]);
}

#[test]
fn what_differs_is_told_with_the_file() {
    let path = recorded("columns.npy");
    assert_eq!(
        told(load_npy::<f64, shape![2, Time]>(&path)),
        "columns.npy has shape [2, 3, 4], the type wants [2, Time]: 3 axes are not 2"
    );
    assert_eq!(
        told(load_npy::<f64, shape![Time, 3, Time]>(&path)),
        "columns.npy has shape [2, 3, 4]: `Time` is 4 at axis -1, where it has to be 2"
    );
    assert_eq!(
        told(load_npy::<f32, shape![2, 3, 5]>(&path)),
        "columns.npy does not fit:
  it has elements float64, the type wants float32: a tensor of `f64` takes them, and `cast::<f32>()` converts it
  it has shape [2, 3, 4], the type wants [2, 3, 5]: size 4 is not 5 at axis -1"
    );
    assert_eq!(
        told(load_npy::<f32, shape![1, 2]>(recorded("bools.npy"))),
        "bools.npy has elements bool, the type wants float32: a tensor of `bool` takes them"
    );
    assert!(matches!(
        load_npy::<f64, shape![]>(recorded("nothing.npy")),
        Err(WeightsError::File(error)) if error.to_string().contains("nothing.npy")
    ));
    // Two arrays have one size of a name, where its size is kept.
    let mut sizes = shapecheck::shape::NamedSizes::of(&<shape![Time]>::of([5]));
    let files = Files::open(recorded("rows.npy")).unwrap();
    assert_eq!(
        told(
            files
                .reader()
                .load_with::<Tensor<f32, shape![Time, 3]>>(&mut sizes)
        ),
        "rows.npy has shape [2, 3]: `Time` is 2 at axis -2, where it has to be 5"
    );
}

#[test]
fn elements_that_no_tensor_has_are_refused_with_their_kind() {
    let advice = "in NumPy, `astype` or a part of the array makes floats, integers or `bool`";
    for (name, kind) in [
        ("complex", "complex, `<c16`"),
        ("texts", "texts, `<U3`"),
        ("dates", "dates or times, `<M8[D]`"),
        ("objects", "Python's objects, `|O`"),
        (
            "fields",
            "of several fields, `[(\\'x\\', \\'<f4\\'), (\\'y\\', \\'<i4\\', (2,))]`",
        ),
    ] {
        let file = format!("{name}.npy");
        assert_eq!(
            told(load_npy::<f32, DynShape>(recorded(&file))),
            format!("{file} is not an array that can be read: its elements are {kind}; {advice}")
        );
    }
}

/// A file with the text of a header, and this many bytes after it.
fn with_header(text: &str, bytes: usize) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap().to_le_bytes();
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend([&length[..], text.as_bytes(), &vec![0; bytes]].concat());
    file
}

#[test]
fn headers_that_are_none_are_refused() {
    let fit = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    let file = Temporary::of("fit.npy", with_header(fit, 24));
    assert_eq!(load_npy::<f32, shape![2, 3]>(&file.0).unwrap().sum(), 0.0);
    for fit in [
        "{\"shape\":(2,3),\"descr\":\"<f4\",\"fortran_order\":False}\n",
        "{ 'fortran_order' : True , 'descr':'<f4','shape': ( 2 , 3 , ) , }   ",
    ] {
        let file = Temporary::of("fit.npy", with_header(fit, 24));
        assert!(load_npy::<f32, shape![2, 3]>(&file.0).is_ok(), "{fit}");
    }

    let text = "its header is not the text that it should be";
    let room = "memory has no room for as many elements";
    let descr =
        |shape: &str| format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}");
    let mut cases = vec![
        (b"\x93NUMPY".to_vec(), "its header is cut off".to_owned()),
        (b"\x93NUMPY\x01\x00\xff".to_vec(), "its header is cut off".into()),
        (b"\x93NUMPY\x01\x00\x40\x00{'de".to_vec(), "its header is cut off".into()),
        (b"\x93NUMPY\x04\x00\x40\x00".to_vec(), "its version is 4, and 1 to 3 are known".into()),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(), "its header would have 4294967295 bytes".into()),
        (with_header(fit, 23), "it has 23 bytes of elements, and 24 by its header, of shape [2, 3]".into()),
        (with_header(fit, 25), "it has 25 bytes of elements, and 24 by its header, of shape [2, 3]".into()),
        // Terabytes are not looked for in memory.
        (
            with_header(&descr("(1000000, 1000000)"), 8),
            "it has 8 bytes of elements, and 4000000000000 by its header, of shape [1000000, 1000000]".into(),
        ),
        (with_header(&descr("(4294967296, 4294967296)"), 8), room.into()),
        (with_header(&descr("(18446744073709551615,)"), 8), room.into()),
        (with_header("{'descr': 'f4', 'fortran_order': False, 'shape': (2,)}", 8), "its elements are of another kind, `f4`".into()),
        (with_header("{'descr': '<é', 'fortran_order': False, 'shape': (2,)}", 8), "its elements are of another kind, `<é`".into()),
        (with_header("{'descr': '', 'fortran_order': False, 'shape': (2,)}", 8), "its elements are of another kind, ``".into()),
    ];
    for wrong in [
        "",
        "{",
        "{}",
        "}",
        "[]",
        "{'descr'",
        "{'descr': }",
        "{'descr': '<f4}",
        "{'descr': [}",
        "{'descr': '<f4', 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x",
        "{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': Falsy, 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}",
    ] {
        cases.push((with_header(wrong, 24), text.into()));
    }
    for shape in [
        "(-2, 3)",
        "(+2,)",
        "(2",
        "(2)",
        "2",
        "(2.0,)",
        "(,)",
        "(2,,3)",
        "(2 3)",
        "(99999999999999999999,)",
        "[2, 3]",
    ] {
        cases.push((with_header(&descr(shape), 24), text.into()));
    }
    for (bytes, words) in cases {
        let file = Temporary::of("hostile.npy", bytes);
        let told = told(load_npy::<f32, DynShape>(&file.0));
        assert!(
            told.contains(&format!("is not an array that can be read: {words}")),
            "{told}, not: {words}"
        );
    }
    // Sizes may be any where one is 0.
    let file = Temporary::of(
        "none.npy",
        with_header(&descr("(0, 18446744073709551615)"), 0),
    );
    match load_npy::<f32, shape![_, _]>(&file.0) {
        Ok(none) => assert!(none.to_vec().is_empty()),
        Err(error) => assert!(error.to_string().contains(room), "{error}"),
    }
}

#[test]
fn each_reader_says_what_the_file_is() {
    let file = recorded("../linear.safetensors");
    assert_eq!(
        told(load_npy::<f32, DynShape>(file)),
        "linear.safetensors has tensors of the format safetensors, which `load_file` reads"
    );

    assert_eq!(
        told(load_npy::<f32, DynShape>(recorded("../files_of_numpy.py"))),
        "files_of_numpy.py is not a NumPy file: it does not begin like one"
    );

    #[derive(Load)]
    #[allow(dead_code)]
    struct Rows {
        rows: Tensor<f32, shape![2, 3]>,
    }
    assert_eq!(
        told(load_file::<Rows>(recorded("rows.npy"))),
        "rows.npy does not fit:
  `rows` is missing: the type wants [2, 3] of float32
  it has shape [2, 3], and no place in the struct"
    );
    // A list of arrays fills a struct by the names of files.
    let files = Files::open_all([recorded("rows.npy")]);
    assert_eq!(files.reader().load::<Rows>().unwrap().rows.sum(), 15.0);
    let files = Files::open_all([recorded("rows.npy"), recorded("objects.npy")]);
    let error = files.reader().load::<Rows>().err().unwrap().to_string();
    assert!(
        error.contains(
            "objects.npy` is not an array that can be read: its elements are Python's objects"
        ),
        "{error}"
    );
}

#[cfg(feature = "mapped")]
#[test]
fn views_are_of_a_mapped_file_also_in_fortrans_order() {
    use shapecheck::View;

    // SAFETY: nobody changes the recorded files.
    let map = |name| unsafe { Files::map(recorded(name)).unwrap() };
    let files = map("rows.npy");
    let rows: View<'_, f32, shape![Time, 3]> = files.reader().load().unwrap();
    assert_eq!(rows.sum(), 15.0);
    let files = map("columns.npy");
    let columns: View<'_, f64, shape![2, 3, _]> = files.reader().load().unwrap();
    assert_eq!(columns.strides().dims(), [1, 2, 6]);
    assert_eq!(columns[[1, 2, 3]], 23.0);
    let files = map("high_byte_first.npy");
    assert_eq!(
        told(files.reader().load::<View<'_, i16, shape![3]>>()),
        "high_byte_first.npy does not lie in memory as a view reads it, in row-major order and aligned: \
         copy the weights to a tensor, or the file to aligned memory"
    );
    let copied: Tensor<i16, shape![3]> = files.reader().load().unwrap();
    assert_eq!(copied, Tensor::from([1, -2, 300]));
}

#[cfg(feature = "half")]
#[test]
fn halves_are_numpys() {
    use shapecheck_weights::save_npy;

    let halves = load_npy::<half::f16, shape![2]>(recorded("halves.npy")).unwrap();
    assert_eq!(halves.map(|x| x.to_f32()), Tensor::from([0.5, -2.0]));
    let wider = load_npy::<f32, shape![2]>(recorded("halves.npy")).unwrap();
    assert_eq!(wider, Tensor::from([0.5, -2.0]));
    let file = Temporary::new("brains.npy");
    let brains = wider.map(half::bf16::from_f32);
    assert!(told(save_npy(&brains, &file.0)).ends_with(
        "brains.npy has elements BF16, which NumPy does not have: `cast::<f32>()` converts its tensor"
    ));
    assert!(!file.0.exists());
}

#[cfg(not(feature = "npz"))]
#[test]
fn archives_need_a_feature() {
    assert_eq!(
        told(Files::open(recorded("archive.npz"))),
        "archive.npz begins as an archive: one of NumPy's is read with the feature `npz` of shapecheck-weights"
    );
}

/// Writes what NumPy wrote, and compares the bytes of single arrays.
fn write_as_numpy(folder: &Path) {
    fn save<T: shapecheck_weights::Stored>(folder: &Path, name: &str) {
        let tensor = load_npy::<T, DynShape>(recorded(name)).unwrap();
        save_npy(&tensor, folder.join(name)).unwrap();
        let [found, wanted] =
            [folder.join(name), recorded(name)].map(|path| std::fs::read(path).unwrap());
        assert!(found == wanted, "{name}");
    }
    save::<f32>(folder, "rows.npy");
    save::<f64>(folder, "number.npy");
    save::<u8>(folder, "vector.npy");
    save::<bool>(folder, "bools.npy");
    save::<i64>(folder, "none.npy");
    #[cfg(feature = "half")]
    save::<half::f16>(folder, "halves.npy");
    let columns = load_npy::<f64, shape![2, 3, 4]>(recorded("columns.npy")).unwrap();
    save_npy(
        &columns.permute::<shapecheck::axes![-1, -2, -3]>(),
        folder.join("turned.npy"),
    )
    .unwrap();
    let turned = load_npy::<f64, shape![4, 3, 2]>(folder.join("turned.npy")).unwrap();
    assert_eq!(turned[[3, 2, 1]], 23.0);
}

#[test]
fn what_is_written_is_what_numpy_writes() {
    let folder = Temporary::new("written");
    std::fs::create_dir_all(&folder.0).unwrap();
    write_as_numpy(&folder.0);
}

#[cfg(feature = "npz")]
mod archives {
    use shapecheck_weights::{Save, load_npz, save_npz};

    use super::*;

    #[derive(Debug, Load, Save, PartialEq)]
    struct Layer {
        bias: Tensor<i64, shape![2]>,
    }

    #[derive(Debug, Load, Save, PartialEq)]
    struct Recording {
        signal: Tensor<f32, shape![_, 3]>,
        layers: Vec<Layer>,
        columns: Tensor<f64, shape![2, 3, 4]>,
    }

    #[test]
    fn archives_fill_structs() {
        let plain: Recording = load_npz(recorded("archive.npz")).unwrap();
        assert_eq!(plain.signal.sum(), 15.0);
        assert_eq!(plain.layers[0].bias, Tensor::from([1, 2]));
        assert_eq!(plain.columns[[1, 2, 3]], 23.0);
        let packed: Recording = load_npz(recorded("packed.npz")).unwrap();
        assert_eq!(packed, plain);
        // Through the reader of all formats, too.
        assert_eq!(
            load_file::<Recording>(recorded("packed.npz")).unwrap(),
            plain
        );

        let file = Temporary::new("saved.npz");
        save_npz(&plain, &file.0).unwrap();
        assert_eq!(load_npz::<Recording>(&file.0).unwrap(), plain);
    }

    #[test]
    fn what_differs_in_an_archive_is_told_with_the_file() {
        #[derive(Load)]
        #[allow(dead_code)]
        struct Other {
            signal: Tensor<f64, shape![2, 3]>,
            signals: Tensor<f64, shape![2, 3]>,
            columns: Tensor<f64, shape![2, 3]>,
        }
        assert_eq!(
            told(load_npz::<Other>(recorded("archive.npz"))),
            "archive.npz does not fit:
  `signal` has elements float32, the struct wants float64: a field of `f32` takes them, and `cast::<f64>()` converts its tensor
  `signals` is missing: the struct wants [2, 3] of float64
  `columns` has shape [2, 3, 4], the struct wants [2, 3]: 3 axes are not 2
  `layers.0.bias` has shape [2], and no place in the struct"
        );
        assert_eq!(
            told(load_npz::<Other>(recorded("rows.npy"))),
            "rows.npy has one array of NumPy's, which `load_npy` reads"
        );
        assert_eq!(
            told(load_npy::<f32, DynShape>(recorded("archive.npz"))),
            "archive.npz has an archive of NumPy's arrays, which `load_npz` reads"
        );
    }

    #[test]
    fn archives_that_are_not_what_they_claim_are_refused() {
        let whole = std::fs::read(recorded("packed.npz")).unwrap();
        let plain = std::fs::read(recorded("archive.npz")).unwrap();
        // Cut at each place, no byte is believed.
        for end in (2..whole.len()).step_by(7) {
            let file = Temporary::of("cut.npz", &whole[..end]);
            assert!(load_npz::<Recording>(&file.0).is_err(), "{end}");
        }
        // Each byte changed: refused, or the same arrays.
        let same: Recording = load_npz(recorded("packed.npz")).unwrap();
        for from in [&whole, &plain] {
            for place in 0..from.len() {
                let mut changed = from.clone();
                changed[place] ^= 0x41;
                let file = Temporary::of("changed.npz", &changed);
                if let Ok(found) = load_npz::<Recording>(&file.0) {
                    assert_eq!(found, same, "{place}");
                }
            }
        }
        // What would unpack to gigabytes by its directory, whose entries begin so, with the size at their byte 24.
        let entry = whole
            .windows(4)
            .position(|bytes| bytes == b"PK\x01\x02")
            .unwrap();
        let mut claims = whole.clone();
        claims[entry + 24..][..4].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
        let file = Temporary::of("claims.npz", claims);
        let words = told(load_npz::<Recording>(&file.0));
        assert!(
            words.contains("it would have 2147483647 bytes of"),
            "{words}"
        );
        // An element changed: the checksum tells it.
        let place = plain
            .windows(4)
            .position(|bytes| bytes == 5.0_f32.to_le_bytes())
            .unwrap();
        let mut changed = plain;
        changed[place + 3] ^= 1;
        let file = Temporary::of("changed.npz", changed);
        let told = told(load_npz::<Recording>(&file.0));
        assert!(
            told.contains("`signal` cannot be read: ") && told.contains("checksum"),
            "{told}"
        );
    }

    /// NumPy itself reads what is written, where it is: `NUMPY_PYTHON` is a Python that has it.
    #[test]
    fn numpy_reads_what_is_written() {
        let python = std::env::var("NUMPY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let has_numpy = Command::new(&python).args(["-c", "import numpy"]).output();
        if !has_numpy.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: there is no NumPy");
            return;
        }
        let folder = Temporary::new("read-by-numpy");
        std::fs::create_dir_all(&folder.0).unwrap();
        write_as_numpy(&folder.0);
        if cfg!(not(feature = "half")) {
            std::fs::copy(recorded("halves.npy"), folder.0.join("halves.npy")).unwrap();
        }
        let all: Recording = load_npz(recorded("archive.npz")).unwrap();
        save_npz(&all, folder.0.join("archive.npz")).unwrap();
        let script = recorded("../files_of_numpy.py");
        let ran = Command::new(python)
            .arg(script)
            .arg("--check")
            .arg(&folder.0)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{said}");
        assert_eq!(
            String::from_utf8_lossy(&ran.stdout).trim(),
            "NumPy reads what was written"
        );
    }
}
