//! Finds rust-analyzer.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// rust-analyzer from `PATH`, from the folder of this program, or from VS Code's extension: the first one that runs.
/// rustup's program of this name may exist without the component.
///
/// # Errors
///
/// Returns an error if there is none.
pub fn rust_analyzer() -> io::Result<PathBuf> {
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
    candidates.into_iter().find(|path| runs(path)).ok_or_else(|| {
        let message = format!(
            "rust-analyzer is not there, or does not run (tried {}); install it (`rustup component add rust-analyzer`) or \
             name it with `--rust-analyzer PATH`",
            tried.join(", ")
        );
        io::Error::new(io::ErrorKind::NotFound, message)
    })
}

fn runs(program: &Path) -> bool {
    Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

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
