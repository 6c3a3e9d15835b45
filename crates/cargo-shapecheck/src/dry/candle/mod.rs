//! The copy of candle-core that records: the one in the user's registry, with two of its files replaced by this tool's, and
//! the calls to them.

mod manifest;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The candle-core that a program uses.
#[derive(Debug)]
pub struct Core {
    /// Its version.
    pub version: String,
    /// Its package.
    pub folder: PathBuf,
    /// Where it comes from, and what cargo tells of it, if that is not the registry.
    pub elsewhere: Option<(String, Value)>,
}

/// The published versions that can be made to record.
const VERSIONS: &str = "0.8.0 to 0.11.1";

/// The texts of the two files that are replaced, by their hashes, and what of the replacement each of them has: of a file that is
/// another one, nobody has looked at whether the copy still does what it should.
const BACKENDS: [(u64, &[&str]); 4] = [
    // 0.8.0, and 0.8.1 to 0.8.4
    (0x439c_bb83_fe21_8a63, &["until_0_9"]),
    (0x320b_ee38_274a_b283, &["until_0_9"]),
    // 0.9.0 and 0.9.1
    (0xd288_73a6_39a6_d767, &["since_0_9"]),
    // 0.9.2 to 0.11.1
    (0xf140_a432_a561_c28e, &["since_0_9", "since_0_9_2"]),
];

const QUANTIZED: [u64; 3] = [
    // 0.8.0 to 0.9.1
    0x9b8c_df80_b162_603b,
    // 0.9.2 to 0.10.2
    0xa940_9c06_91f4_e159,
    // 0.11.0 and 0.11.1
    0x841c_6b29_2af8_1ec7,
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
    // The two first, which say at once that a package is not there.
    let mut changed = Vec::new();
    let mut kept: &[&str] = &[];
    for (place, (name, change)) in FILES.iter().enumerate() {
        let text = read(&core.folder.join(name))?;
        let hash = hash_of(&text);
        let known = match place {
            0 => BACKENDS.iter().find(|known| known.0 == hash),
            1 => QUANTIZED.contains(&hash).then_some(&BACKENDS[0]),
            _ => Some(&BACKENDS[0]),
        };
        let known = known.ok_or_else(|| core.unknown(name))?;
        if place == 0 {
            kept = known.1;
        }
        let text = match change {
            Change::Whole(other) => with_cfg(other, kept),
            Change::Edits(edits) => {
                edited(name, text, edits).map_err(|why| format!("{}; {why}", core.unknown(name)))?
            }
        };
        changed.push((*name, text));
    }
    let folder = to.join(format!("candle-core-{}", core.version));
    let mut is_new = false;
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
        is_new |= write(&folder.join(&name), &text)?;
    }
    let manifest = match &core.elsewhere {
        Some((_, package)) => manifest::described(package),
        None => manifest::published(&read(&core.folder.join("Cargo.toml"))?)?,
    };
    is_new |= write(&folder.join("Cargo.toml"), &manifest::of_copy(manifest))?;
    if is_new {
        eprintln!(
            "candle-core {} is copied to {}, with a device that records: cargo builds the copy and what needs it, next to your own build",
            core.version,
            folder.display(),
        );
    }
    if core.elsewhere.is_some() {
        eprintln!(
            "cargo warns that the copy has other dependencies than a package that is not published: they are the same"
        );
    }
    Ok(folder)
}

impl Core {
    /// What to tell of a file that is none of those that are known.
    fn unknown(&self, file: &str) -> String {
        let Self { version, .. } = self;
        let file = self.folder.join(file);
        let file = file.display();
        match &self.elsewhere {
            Some((place, _)) => format!(
                "{file} of candle-core {version}, which is that of {place}, is none of those that can be made to record, \
                 the files of versions {VERSIONS}: take a published version for this command, as by a branch without the \
                 dependency or the `[patch]`"
            ),
            None => format!(
                "{file} of candle-core {version} is none of those that can be made to record, the files of versions \
                 {VERSIONS}: `cargo update --package candle-core --precise 0.11.1` takes one of them, and if {version} is \
                 one, remove its package, and `cargo fetch` brings it as it was published"
            ),
        }
    }
}

/// A text with the items that have one of these names in their `cfg`, and without the others.
fn with_cfg(text: &str, kept: &[&str]) -> String {
    let names = ["until_0_9", "since_0_9", "since_0_9_2"];
    names.iter().fold(text.to_owned(), |text, name| {
        let is_kept = if kept.contains(name) {
            "all()"
        } else {
            "any()"
        };
        text.replace(&format!("#[cfg({name})]"), &format!("#[cfg({is_kept})]"))
    })
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

/// Writes a file, unless it is that already, and returns whether it did.
fn write(path: &Path, text: &str) -> Result<bool, String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map(|()| true)
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
        let file = folder.path().join(FILES[0].0);
        write(&file, "fn other() {}").unwrap();
        let of = |elsewhere: Option<&str>| {
            let core = Core {
                version: "0.12.0".to_owned(),
                folder: folder.path().to_owned(),
                elsewhere: elsewhere.map(|place| (place.to_owned(), Value::Null)),
            };
            let told = copy(&core, folder.path()).unwrap_err();
            told.strip_prefix(&*file.to_string_lossy())
                .unwrap()
                .to_owned()
        };
        assert_eq!(
            of(None),
            " of candle-core 0.12.0 is none of those that can be made to record, the files of versions 0.8.0 to 0.11.1: \
             `cargo update --package candle-core --precise 0.11.1` takes one of them, and if 0.12.0 is one, remove its \
             package, and `cargo fetch` brings it as it was published",
        );
        assert_eq!(
            of(Some("git+https://github.com/me/candle#0123")),
            " of candle-core 0.12.0, which is that of git+https://github.com/me/candle#0123, is none of those that can be \
             made to record, the files of versions 0.8.0 to 0.11.1: take a published version for this command, as by a \
             branch without the dependency or the `[patch]`",
        );
    }

    #[test]
    fn items_of_other_versions_are_left_out() {
        let text = "#[cfg(until_0_9)]\nold\n#[cfg(since_0_9)]\nnew\n#[cfg(since_0_9_2)]\nnewer\n";
        assert_eq!(
            with_cfg(text, BACKENDS[2].1),
            "#[cfg(any())]\nold\n#[cfg(all())]\nnew\n#[cfg(any())]\nnewer\n"
        );
    }
}
