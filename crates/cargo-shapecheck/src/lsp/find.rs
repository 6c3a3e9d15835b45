//! Finds rust-analyzer.

use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// rust-analyzer from `PATH`, from the folder of this program, or from VS Code's extension: the first one that runs, with
/// its version. rustup's program of this name may exist without the component.
///
/// # Errors
///
/// Returns an error if there is none.
pub fn rust_analyzer() -> io::Result<(PathBuf, String)> {
    let name = format!("rust-analyzer{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe()
        .ok()
        .map(|this| this.with_file_name(&name));
    let mut candidates = vec![PathBuf::from(&name)];
    candidates.extend(beside.filter(|path| path.is_file()));
    candidates.extend(env::home_dir().and_then(|home| of_vs_code(&home, &name)));
    let tried: Vec<String> = candidates
        .iter()
        .map(|path| format!("`{}`", path.display()))
        .collect();
    let mut found = candidates
        .into_iter()
        .filter_map(|path| version(&path).map(|version| (path, version)));
    found.next().ok_or_else(|| {
        let message = format!(
            "rust-analyzer is not there, or does not run (tried {}); install it (`rustup component add rust-analyzer`) or \
             name it with `--rust-analyzer PATH`",
            tried.join(", ")
        );
        io::Error::new(io::ErrorKind::NotFound, message)
    })
}

/// What a program says of its version, if it runs.
pub fn version(program: &Path) -> Option<String> {
    let mut child = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut version = Vec::new();
    let read = child.stdout.take()?.take(LONGEST).read_to_end(&mut version);
    // Another program may print without end.
    if version.len() as u64 == LONGEST {
        child.kill().ok()?;
    }
    let status = child.wait().ok()?;
    (read.is_ok() && status.success()).then(|| String::from_utf8_lossy(&version).into_owned())
}

/// How many bytes of what it says are read.
const LONGEST: u64 = 1 << 10;

/// The newest one of the extension.
fn of_vs_code(home: &Path, name: &str) -> Option<PathBuf> {
    [".vscode", ".vscode-server"]
        .iter()
        .filter_map(|folder| fs::read_dir(home.join(folder).join("extensions")).ok())
        .flatten()
        .flatten()
        .filter(|extension| {
            let name = extension.file_name();
            name.to_string_lossy()
                .starts_with("rust-lang.rust-analyzer-")
        })
        .map(|extension| extension.path().join("server").join(name))
        .filter_map(|program| Some((fs::metadata(&program).ok()?.modified().ok()?, program)))
        .max()
        .map(|(_, program)| program)
}
