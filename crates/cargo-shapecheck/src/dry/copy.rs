//! Copies of libraries that record: those in the user's registry, with some of their files replaced or edited.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::manifest;

/// A library of which copies are made.
pub struct Library {
    pub name: &'static str,
    /// The published versions that can be made to record.
    pub versions: &'static str,
    pub newest: &'static str,
    /// What files that replace others have in `#[cfg(..)]` for some versions alone.
    pub parts: &'static [&'static str],
    pub files: &'static [File],
}

/// A file that becomes another one.
pub struct File {
    pub name: &'static str,
    /// Its texts, where the edits do not say by themselves whether it is a known one.
    pub known: &'static [Known],
    pub change: Change,
}

/// The hash of a text of a file, and the parts that the copy has for it: of a file that is another one, nobody has looked at
/// whether the copy still does what it should.
pub type Known = (u64, &'static [&'static str]);

/// What becomes of a file of a library.
pub enum Change {
    /// It is another file.
    Whole(&'static str),
    /// Each text, which stands in it once, is another one.
    Edits(&'static [(&'static str, &'static str)]),
}

/// The package of a library that a program uses.
#[derive(Debug)]
pub struct Package {
    pub version: String,
    pub folder: PathBuf,
    /// Where it comes from, and what cargo tells of it, if that is not the registry.
    pub elsewhere: Option<(String, Value)>,
}

/// Makes the copy in a folder, and returns its path. A file that is there and is the same stays as it is, so that cargo does not
/// build it again.
///
/// # Errors
///
/// Returns what to tell the user if a file is not there or another one, or cannot be written.
pub fn copy(library: &Library, package: &Package, to: &Path) -> Result<PathBuf, String> {
    // These first, which say at once that a package is not there.
    let mut changed = Vec::new();
    for file in library.files {
        changed.push((file.name, changed_text(library, package, file)?));
    }
    let folder = to.join(format!("{}-{}", library.name, package.version));
    let mut is_new = false;
    let mut files = vec![PathBuf::from("src")];
    while let Some(name) = files.pop() {
        let from = package.folder.join(&name);
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
    let manifest = match &package.elsewhere {
        Some((_, package)) => manifest::described(package),
        None => manifest::published(&read(&package.folder.join("Cargo.toml"))?)?,
    };
    is_new |= write(&folder.join("Cargo.toml"), &manifest::of_copy(manifest))?;
    if is_new {
        eprintln!(
            "{} {} is copied to {}, with what records: cargo builds the copy and what needs it, next to your own build",
            library.name,
            package.version,
            folder.display(),
        );
    }
    if package.elsewhere.is_some() {
        eprintln!(
            "cargo warns that the copy has other dependencies than a package that is not published: they are the same"
        );
    }
    Ok(folder)
}

/// The text of a file in the copy.
fn changed_text(library: &Library, package: &Package, file: &File) -> Result<String, String> {
    let text = read(&package.folder.join(file.name))?;
    let hash = hash_of(&text);
    let known = file.known.iter().find(|known| known.0 == hash);
    if known.is_none() && !file.known.is_empty() {
        return Err(unknown(library, package, file.name));
    }
    match file.change {
        Change::Whole(other) => Ok(with_cfg(
            other,
            library.parts,
            known.map_or(&[], |known| known.1),
        )),
        Change::Edits(edits) => edited(&format!("{} of {}", file.name, library.name), text, edits)
            .map_err(|why| format!("{}; {why}", unknown(library, package, file.name))),
    }
}

/// What to tell of a file that is none of those that are known.
fn unknown(library: &Library, package: &Package, file: &str) -> String {
    let Library {
        name,
        versions,
        newest,
        ..
    } = library;
    let version = &package.version;
    let file = package.folder.join(file);
    let file = file.display();
    match &package.elsewhere {
        Some((place, _)) => format!(
            "{file} of {name} {version}, which is that of {place}, is none of those that can be made to record, the files of \
             versions {versions}: take a published version for this command, as by a branch without the dependency or the \
             `[patch]`"
        ),
        None => format!(
            "{file} of {name} {version} is none of those that can be made to record, the files of versions {versions}: \
             `cargo update --package {name} --precise {newest}` takes one of them, and if {version} is one, remove its \
             package, and `cargo fetch` brings it as it was published"
        ),
    }
}

/// A text with the items that have one of these parts in their `cfg`, and without those that have another.
fn with_cfg(text: &str, parts: &[&str], kept: &[&str]) -> String {
    parts.iter().fold(text.to_owned(), |text, part| {
        let is_kept = if kept.contains(part) {
            "all()"
        } else {
            "any()"
        };
        text.replace(&format!("#[cfg({part})]"), &format!("#[cfg({is_kept})]"))
    })
}

/// A text with edits, each of which stands in it once.
fn edited(name: &str, text: String, edits: &[(&str, &str)]) -> Result<String, String> {
    edits
        .iter()
        .try_fold(text, |text, (from, to)| match text.matches(from).count() {
            1 => Ok(text.replacen(from, to, 1)),
            count => Err(format!(
                "`{from}` should stand once in {name}, and stands there {count} times"
            )),
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
pub fn hash_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dry::candle::CORE;

    #[test]
    fn hashes_are_those_of_fnv() {
        assert_eq!(hash_of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_of("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_edit_stands_once() {
        let edits = [("a()?", "b()?"), ("c", "d")];
        assert_eq!(
            edited("x.rs of candle-core", "a()? c".to_owned(), &edits).unwrap(),
            "b()? d"
        );
        for (text, count) in [("a() c", 0), ("a()? a()? c", 2)] {
            let told = format!(
                "`a()?` should stand once in x.rs of candle-core, and stands there {count} times"
            );
            assert_eq!(
                edited("x.rs of candle-core", text.to_owned(), &edits).unwrap_err(),
                told
            );
        }
    }

    #[test]
    fn a_file_that_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(CORE.files[0].name);
        write(&file, "fn other() {}").unwrap();
        let of = |elsewhere: Option<&str>| {
            let core = Package {
                version: "0.12.0".to_owned(),
                folder: folder.path().to_owned(),
                elsewhere: elsewhere.map(|place| (place.to_owned(), Value::Null)),
            };
            let told = copy(&CORE, &core, folder.path()).unwrap_err();
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
            with_cfg(text, CORE.parts, CORE.files[0].known[2].1),
            "#[cfg(any())]\nold\n#[cfg(all())]\nnew\n#[cfg(any())]\nnewer\n"
        );
    }
}
