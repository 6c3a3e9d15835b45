//! The copy of candle-core that records: the one in the user's registry, with two of its files replaced by this tool's, and
//! the calls to them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The candle-core that a program uses.
#[derive(Debug)]
pub struct Core {
    /// Its version.
    pub version: String,
    /// Its package, as it was published.
    pub folder: PathBuf,
}

/// A version that can be made to record, and the hash of each file that is replaced or edited: of a file that is another one,
/// nobody has looked at whether the copy still does what it should.
struct Version {
    name: &'static str,
    hashes: [u64; FILES.len()],
}

const VERSIONS: [Version; 2] = [
    Version {
        name: "0.11.0",
        hashes: [
            0xf140_a432_a561_c28e,
            0x841c_6b29_2af8_1ec7,
            0xe3ff_6923_48dc_3a27,
            0xca12_4cb6_3f2b_ed72,
        ],
    },
    Version {
        name: "0.11.1",
        hashes: [
            0xf140_a432_a561_c28e,
            0x841c_6b29_2af8_1ec7,
            0xaa8b_0fbc_9698_4eb6,
            0x26ed_4b5e_56ff_9672,
        ],
    },
];

/// What becomes of a file of candle-core.
enum Change {
    /// It is another file.
    Whole(&'static str),
    /// Each text, which stands in it once, is another one.
    Edits(&'static [(&'static str, &'static str)]),
}

/// The device that implements `Device::Cuda` without the feature `cuda`, and its quantised weights; calls of operations that
/// are not the device's own, such as candle-nn's; and reshapes, views and stretched operands, of which no function of the device
/// knows.
const FILES: [(&str, Change); 4] = [
    (
        "src/dummy_cuda_backend.rs",
        Change::Whole(include_str!("device.rs")),
    ),
    (
        "src/quantized/dummy_cuda.rs",
        Change::Whole(include_str!("quantized.rs")),
    ),
    (
        "src/storage.rs",
        Change::Edits(&[
            (
                "c.cuda_fwd(storage, l)?",
                "crate::cuda::custom1(c, storage, l)?",
            ),
            (
                "c.cuda_fwd(s1, l1, s2, l2)?",
                "crate::cuda::custom2(c, s1, l1, s2, l2)?",
            ),
            (
                "c.cuda_fwd(s1, l1, s2, l2, s3, l3)?",
                "crate::cuda::custom3(c, s1, l1, s2, l2, s3, l3)?",
            ),
        ]),
    ),
    (
        "src/tensor.rs",
        Change::Edits(&[
            (
                "let op = BackpropOp::new1(self, Op::Reshape);",
                "let op = BackpropOp::new1(self, Op::Reshape); crate::cuda::reshaped(self, &shape);",
            ),
            (
                "let l_broadcast = shape != *lhs.shape();",
                "let l_broadcast = shape != *lhs.shape(); crate::cuda::stretched(lhs, rhs);",
            ),
            (
                "layout: self.layout.transpose(dim1, dim2)?,",
                "layout: crate::cuda::viewed(\"transpose\", self, self.layout.transpose(dim1, dim2)?),",
            ),
            (
                "layout: self.layout.permute(&dims)?,",
                "layout: crate::cuda::viewed(\"permute\", self, self.layout.permute(&dims)?),",
            ),
            (
                "layout: self.layout.broadcast_as(shape)?,",
                "layout: crate::cuda::viewed(\"broadcast_as\", self, self.layout.broadcast_as(shape)?),",
            ),
            // One that takes all is the tensor itself.
            (
                "if start == 0 && dims[dim] == len {",
                "crate::cuda::viewed(\"narrow\", self, self.layout().narrow(dim, start, len)?); if start == 0 && dims[dim] == len {",
            ),
            (
                "let dim = dim.to_index(self.shape(), \"squeeze\")?;",
                "let dim = dim.to_index(self.shape(), \"squeeze\")?; crate::cuda::squeezed(self, dim);",
            ),
            (
                "dims.insert(dim, 1);",
                "dims.insert(dim, 1); crate::cuda::viewed_as(\"unsqueeze\", self, dims.clone());",
            ),
        ]),
    ),
];

/// Makes the copy in a folder, and returns its path. A file that is there and is the same stays as it is, so that cargo does not
/// build it again.
///
/// # Errors
///
/// Returns what to tell the user if the version is unknown, a file is not there or another one, or cannot be written.
pub fn copy(core: &Core, to: &Path) -> Result<PathBuf, String> {
    let version = VERSIONS.iter().find(|known| known.name == core.version);
    let Some(version) = version else {
        let known = VERSIONS.map(|known| known.name);
        return Err(format!(
            "candle-core {} is none of the versions that can be made to record, {}: \
             `cargo update --package candle-core --precise {}` takes one of them",
            core.version,
            known.join(" and "),
            known[known.len() - 1],
        ));
    };
    // The two first, which say at once that a package is not there.
    let mut changed = Vec::new();
    for ((name, change), hash) in FILES.iter().zip(version.hashes) {
        let text = read(&core.folder.join(name))?;
        if hash_of(&text) != hash {
            return Err(format!(
                "{} is not the file of candle-core {} as it was published: remove its package, and `cargo fetch` brings it again",
                core.folder.join(name).display(),
                core.version,
            ));
        }
        let text = match change {
            Change::Whole(other) => (*other).to_owned(),
            Change::Edits(edits) => edited(name, text, edits)?,
        };
        changed.push((*name, text));
    }
    let folder = to.join(format!("candle-core-{}", core.version));
    let mut files = vec![PathBuf::from("src")];
    while let Some(name) = files.pop() {
        let from = core.folder.join(&name);
        if from.is_dir() {
            let entries = fs::read_dir(&from).map_err(|error| unreadable(&from, &error))?;
            for entry in entries {
                let entry = entry.map_err(|error| unreadable(&from, &error))?;
                files.push(name.join(entry.file_name()));
            }
            continue;
        }
        let change = changed
            .iter()
            .find(|(changed, _)| name == Path::new(changed));
        let text = match change {
            Some((_, text)) => text.clone(),
            None => read(&from)?,
        };
        write(&folder.join(&name), &text)?;
    }
    let manifest = manifest(&read(&core.folder.join("Cargo.toml"))?)?;
    write(&folder.join("Cargo.toml"), &manifest)?;
    Ok(folder)
}

/// A manifest without candle-core's own tests, of a package that belongs to no workspace and gives no warnings. Its dependencies are
/// those that cargo knows of the package: with others, cargo would not accept the copy instead of the original.
fn manifest(text: &str) -> Result<String, String> {
    let mut manifest: toml::Table = text
        .parse()
        .map_err(|error| format!("the manifest of candle-core cannot be read: {error}"))?;
    for unused in ["example", "test", "bench"] {
        manifest.remove(unused);
    }
    manifest.insert("workspace".to_owned(), toml::Table::new().into());
    let lints = "rust.warnings = \"allow\"".parse::<toml::Table>();
    manifest.insert("lints".to_owned(), lints.expect("a table").into());
    Ok(manifest.to_string())
}

/// A text with edits, each of which stands in it once.
fn edited(name: &str, text: String, edits: &[(&str, &str)]) -> Result<String, String> {
    edits.iter().try_fold(text, |text, (from, to)| {
        match text.matches(from).count() {
            1 => Ok(text.replacen(from, to, 1)),
            count => Err(format!(
                "`{from}` should stand once in {name} of candle-core, and stands there {count} times"
            )),
        }
    })
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "`cargo fetch` brings the package if it is not there".to_owned(),
        _ => error.to_string(),
    };
    format!(
        "cannot read {}, of which a copy is made: {why}",
        path.display()
    )
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// Writes a file, unless it is that already.
fn write(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// FNV-1a of 64 bits: enough to tell one file from another by accident.
pub(super) fn hash_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_fnv() {
        assert_eq!(hash_of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_of("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_edit_stands_once() {
        let edits = [("a()?", "b()?"), ("c", "d")];
        assert_eq!(
            edited("x.rs", "a()? c".to_owned(), &edits).unwrap(),
            "b()? d"
        );
        for (text, count) in [("a() c", 0), ("a()? a()? c", 2)] {
            let told = format!(
                "`a()?` should stand once in x.rs of candle-core, and stands there {count} times"
            );
            assert_eq!(edited("x.rs", text.to_owned(), &edits).unwrap_err(), told);
        }
    }

    #[test]
    fn a_file_that_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join(FILES[0].0), "fn other() {}").unwrap();
        let core = Core {
            version: "0.11.1".to_owned(),
            folder: folder.path().to_owned(),
        };
        let told = copy(&core, folder.path()).unwrap_err();
        let expected = "src/dummy_cuda_backend.rs is not the file of candle-core 0.11.1 as it was published: \
                        remove its package, and `cargo fetch` brings it again";
        assert!(told.ends_with(expected), "{told}");
    }

    #[test]
    fn a_manifest_of_the_library_alone() {
        let given = "[package]\nname = \"candle-core\"\n[[test]]\nname = \"t\"\n[dependencies.half]\nversion = \"2\"\n";
        let kept: toml::Table = manifest(given).unwrap().parse().unwrap();
        let keys: Vec<&String> = kept.keys().collect();
        assert_eq!(keys, ["dependencies", "lints", "package", "workspace"]);
    }
}
