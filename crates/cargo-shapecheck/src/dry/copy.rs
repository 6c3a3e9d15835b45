//! Copies of libraries that record: those in the user's registry, with some of their files replaced or edited.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::manifest;

/// A library of which copies are made.
pub struct Library {
    pub name: &'static str,
    /// The published versions that can be made to record, and the newest of them.
    pub versions: &'static str,
    pub newest: &'static str,
    /// Its files that become others.
    pub files: &'static [File],
}

/// A file that becomes another one.
pub struct File {
    pub name: &'static str,
    /// The hashes of its texts, each with the names of `cfg` that the replacement has with it: of a file that is another one, nobody has
    /// looked at whether the copy still does what it should. None if the edits say it, which have to fit.
    pub known: &'static [(u64, &'static [&'static str])],
    pub change: Change,
}

/// The package of a library that a program uses.
#[derive(Debug)]
pub struct Package {
    pub version: String,
    /// Where it is.
    pub folder: PathBuf,
    /// Where it comes from, and what cargo tells of it, if that is not the registry.
    pub elsewhere: Option<(String, Value)>,
}

/// What becomes of a file of a library.
pub enum Change {
    /// It is another file.
    Whole(&'static str),
    /// Each text, which stands in it once, is another one.
    Edits(&'static [(&'static str, &'static str)]),
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
        let text = read(&package.folder.join(file.name))?;
        let hash = hash_of(&text);
        let known = file.known.iter().find(|known| known.0 == hash);
        let unknown = || package.unknown(library, file.name);
        let kept = match known {
            Some((_, kept)) => *kept,
            None if file.known.is_empty() => &[],
            None => return Err(unknown()),
        };
        let text = match file.change {
            Change::Whole(other) => with_cfg(other, kept),
            Change::Edits(edits) => {
                let name = format!("{} of {}", file.name, library.name);
                edited(&name, text, edits).map_err(|why| format!("{}; {why}", unknown()))?
            }
        };
        changed.push((file.name, text));
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
        Some((_, told)) => manifest::described(told),
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

impl Package {
    /// What to tell of a file that is none of those that are known.
    fn unknown(&self, library: &Library, file: &str) -> String {
        let Self { version, .. } = self;
        let Library {
            name,
            versions,
            newest,
            ..
        } = library;
        let file = self.folder.join(file);
        let file = file.display();
        match &self.elsewhere {
            Some((place, _)) => format!(
                "{file} of {name} {version}, which is that of {place}, is none of those that can be made to record, \
                 the files of versions {versions}: take a published version for this command, as by a branch without the \
                 dependency or the `[patch]`"
            ),
            None => format!(
                "{file} of {name} {version} is none of those that can be made to record, the files of versions \
                 {versions}: `cargo update --package {name} --precise {newest}` takes one of them, and if {version} is \
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
    fn items_of_other_versions_are_left_out() {
        let text = "#[cfg(until_0_9)]\nold\n#[cfg(since_0_9)]\nnew\n#[cfg(since_0_9_2)]\nnewer\n";
        assert_eq!(
            with_cfg(text, &["since_0_9"]),
            "#[cfg(any())]\nold\n#[cfg(all())]\nnew\n#[cfg(any())]\nnewer\n"
        );
    }
}
