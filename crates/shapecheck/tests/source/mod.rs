//! The sources of the library, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// The source files below a folder, each without comments.
pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            sources.extend(self::sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let code = |line: &&str| !line.trim_start().starts_with("//");
            sources.push((
                path,
                text.lines().filter(code).collect::<Vec<_>>().join("\n"),
            ));
        }
    }
    sources
}

/// The folder `src`.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The folder of the source of a crate beside the library.
pub fn of_crate(name: &str) -> PathBuf {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    library.with_file_name(name).join("src")
}

/// The folders of the sources: that of the rules and that of tensors.
pub fn roots() -> [PathBuf; 2] {
    [of_crate("shapecheck-core"), root()]
}
