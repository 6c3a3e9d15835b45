//! Copies of libraries that record: those in the user's registry, with some of their files replaced or edited.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A library of which copies are made.
pub struct Library {
    pub name: &'static str,
    pub versions: &'static [Version],
    /// Its files that become others.
    pub files: &'static [(&'static str, Change)],
}

/// A version that can be made to record, and the hash of each file that is replaced or edited: of a file that is another one,
/// nobody has looked at whether the copy still does what it should.
pub struct Version {
    pub name: &'static str,
    pub hashes: &'static [u64],
}

/// The package of a library that a program uses.
#[derive(Debug)]
pub struct Package {
    pub version: String,
    /// Where it is, as it was published.
    pub folder: PathBuf,
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
/// Returns what to tell the user if the version is unknown, a file is not there or another one, or cannot be written.
pub fn copy(library: &Library, package: &Package, to: &Path) -> Result<PathBuf, String> {
    let mut versions = library.versions.iter();
    let Some(version) = versions.find(|known| known.name == package.version) else {
        let known: Vec<&str> = library.versions.iter().map(|known| known.name).collect();
        let name = library.name;
        return Err(format!(
            "{name} {} is none of the versions that can be made to record, {}: \
             `cargo update --package {name} --precise {}` takes one of them",
            package.version,
            known.join(" and "),
            known[known.len() - 1],
        ));
    };
    // These first, which say at once that a package is not there.
    let mut changed = Vec::new();
    for ((name, change), hash) in library.files.iter().zip(version.hashes) {
        let text = read(&package.folder.join(name))?;
        if hash_of(&text) != *hash {
            return Err(format!(
                "{} is not the file of {} {} as it was published: remove its package, and `cargo fetch` brings it again",
                package.folder.join(name).display(),
                library.name,
                package.version,
            ));
        }
        let text = match change {
            Change::Whole(other) => (*other).to_owned(),
            Change::Edits(edits) => edited(&format!("{name} of {}", library.name), text, edits)?,
        };
        changed.push((*name, text));
    }
    let folder = to.join(format!("{}-{}", library.name, package.version));
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
        write(&folder.join(&name), &text)?;
    }
    let manifest = manifest(&read(&package.folder.join("Cargo.toml"))?)?;
    write(&folder.join("Cargo.toml"), &manifest)?;
    Ok(folder)
}

/// A manifest without the library's own tests, of a package that belongs to no workspace and gives no warnings. Its dependencies are
/// those that cargo knows of the package: with others, cargo would not accept the copy instead of the original.
fn manifest(text: &str) -> Result<String, String> {
    let mut manifest: toml::Table = text
        .parse()
        .map_err(|error| format!("the manifest of a library cannot be read: {error}"))?;
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
    fn a_manifest_of_the_library_alone() {
        let given = "[package]\nname = \"candle-core\"\n[[test]]\nname = \"t\"\n[dependencies.half]\nversion = \"2\"\n";
        let kept: toml::Table = manifest(given).unwrap().parse().unwrap();
        let keys: Vec<&String> = kept.keys().collect();
        assert_eq!(keys, ["dependencies", "lints", "package", "workspace"]);
    }
}
