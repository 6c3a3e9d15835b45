//! The user's settings for cargo: the program to run around rustc, and in place of rustdoc, from the environment or
//! from cargo's configuration files.
//!
//! `cargo config get` would tell, but is not stable. The order of the files, and the folder for relative paths, are
//! those of cargo's reference. Settings on the command line (`--config`) are left to cargo, where they take precedence
//! over those of this program.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// The name of an environment variable, and the key of `[build]` for the same.
pub type Setting = (&'static str, &'static str);

/// The wrapper around rustc.
pub const WRAPPER: Setting = ("RUSTC_WORKSPACE_WRAPPER", "rustc-workspace-wrapper");
/// rustdoc.
pub const RUSTDOC: Setting = ("RUSTDOC", "rustdoc");

/// The maximum depth of includes; cargo rejects endless ones.
const LONGEST_CHAIN: usize = 16;

/// The program in this environment variable, such as `RUSTDOC`, or under this key of `[build]`, such as `rustdoc`. An
/// empty variable means none. `folder` is the one that cargo runs in.
pub fn program(variable: &str, key: &str, folder: &Path) -> Option<OsString> {
    let by_key = format!("CARGO_BUILD_{}", key.replace('-', "_").to_uppercase());
    [variable, &by_key]
        .into_iter()
        .find_map(env::var_os)
        .map(|program| resolve(program, folder))
        .or_else(|| in_files(folder, &home(), key))
        .filter(|program| !program.is_empty())
}

/// The folder for what cargo builds, if one is set. The place of others is below the root of the workspace.
pub fn target(folder: &Path) -> Option<PathBuf> {
    let told = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"];
    let told = told.into_iter().find_map(env::var_os);
    let target = told.or_else(|| in_files(folder, &home(), "target-dir"))?;
    Some(folder.join(target)).filter(|target| target != folder)
}

/// The program of [`program`], if it is another than this one.
pub fn program_of_other((variable, key): Setting, this: &Path, folder: &Path) -> Option<OsString> {
    program(variable, key, folder).filter(|path| !is_same_program(Path::new(path), this))
}

/// Whether a path, or a name that is looked up in `PATH`, is this program.
pub fn is_same_program(named: &Path, this: &Path) -> bool {
    let is_this = |path: &Path| matches!((path.canonicalize(), this.canonicalize()), (Ok(path), Ok(this)) if path == this);
    match named.components().count() {
        1 => {
            let program = format!("{}{}", named.display(), env::consts::EXE_SUFFIX);
            let path = env::var_os("PATH").unwrap_or_default();
            let mut files = env::split_paths(&path).map(|folder| folder.join(&program));
            files
                .find(|file| file.is_file())
                .is_some_and(|file| is_this(&file))
        }
        _ => is_this(named),
    }
}

/// The folders that may be the root of the workspace around this folder, where cargo runs rustc.
///
/// That is the nearest package, the workspace that it names, or one of the folders above up to the first with a
/// workspace. Which one, cargo decides by lists of members.
pub fn workspace_roots(folder: &Path) -> Vec<PathBuf> {
    let mut roots = Vec::new();
    for folder in folder.ancestors() {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let manifest: Table = manifest.parse().unwrap_or_default();
        let named = manifest
            .get("package")
            .and_then(|package| package.get("workspace")?.as_str());
        if let (Some(named), true) = (named, roots.is_empty()) {
            return vec![folder.join(named)];
        }
        roots.push(folder.to_owned());
        if manifest.contains_key("workspace") {
            break;
        }
    }
    roots
}

/// cargo's own folder.
pub fn home() -> PathBuf {
    match env::var_os("CARGO_HOME") {
        Some(home) => home.into(),
        None => env::home_dir().unwrap_or_default().join(".cargo"),
    }
}

/// The nearest file with the setting wins.
fn in_files(folder: &Path, home: &Path, key: &str) -> Option<OsString> {
    folder
        .ancestors()
        .map(|folder| folder.join(".cargo"))
        .chain([home.to_owned()])
        .find_map(|folder| {
            // If both exist, cargo takes the one without the extension.
            let mut files = [folder.join("config"), folder.join("config.toml")].into_iter();
            in_file(&files.find(|file| file.is_file())?, key, LONGEST_CHAIN)
        })
}

/// The setting in the file, or in the files it includes, the last first. cargo reports invalid files.
fn in_file(file: &Path, key: &str, chain: usize) -> Option<OsString> {
    let settings: Table = fs::read_to_string(file).ok()?.parse().ok()?;
    let build = settings.get("build").and_then(Value::as_table);
    if let Some(program) = build.and_then(|build| build.get(key)?.as_str()) {
        let folder = file.parent().and_then(Path::parent)?;
        return Some(resolve(program.into(), folder));
    }
    let included = match settings.get("include")? {
        Value::Array(files) => &files[..],
        file => std::slice::from_ref(file),
    };
    let chain = chain.checked_sub(1)?;
    included.iter().rev().find_map(|included| {
        let path = included.get("path").unwrap_or(included).as_str()?;
        in_file(&file.with_file_name(path), key, chain)
    })
}

/// A name alone is looked up in `PATH`; a path is relative to the folder.
fn resolve(program: OsString, folder: &Path) -> OsString {
    match Path::new(&program).components().count() {
        0 | 1 => program,
        _ => folder.join(program).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roots_of_a_workspace() {
        let root = env::temp_dir().join(format!("cargo-shapecheck-roots-{}", std::process::id()));
        let check = |folders: &[&str]| {
            let expected: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
            let found = workspace_roots(&root.join("outer/inner/package/src"));
            assert!(found.starts_with(&expected), "{found:?}");
            let others = &found[expected.len()..];
            assert!(!others.iter().any(|other| other.starts_with(&root)));
        };
        fs::create_dir_all(root.join("outer/inner/package/src")).unwrap();
        check(&[]);
        for (path, text, roots) in [
            ("outer", "[workspace]", &["outer"][..]),
            (
                "outer/inner/package",
                "package.name = \"a\"",
                &["outer/inner/package", "outer"],
            ),
            (
                "outer/inner",
                "[workspace]",
                &["outer/inner/package", "outer/inner"],
            ),
            (
                "outer/inner/package",
                "package.workspace = \"../..\"",
                &["outer/inner/package/../.."],
            ),
            (
                "outer/inner/package",
                "[workspace]",
                &["outer/inner/package"],
            ),
        ] {
            fs::write(root.join(path).join("Cargo.toml"), text).unwrap();
            check(roots);
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_nearest_file_decides() {
        let root = env::temp_dir().join(format!("cargo-shapecheck-{}", std::process::id()));
        let (near, home) = (root.join("far/near"), root.join("home"));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let check = |key: &str, program: Option<PathBuf>| {
            let found = in_files(&near, &home, key);
            assert_eq!(found, program.map(OsString::from));
        };
        write("far/near/src/main.rs", "");
        check("rustdoc", None);
        write("home/config.toml", "[build]\nrustdoc = \"at-home\"\n");
        check("rustdoc", Some("at-home".into()));
        write(
            "far/.cargo/config.toml",
            "include = [\"one.toml\", { path = \"two/two.toml\" }]\nbuild.rustdoc = \"bin/doc\"\n",
        );
        check("rustdoc", Some(root.join("far/bin/doc")));
        write(
            "far/.cargo/one.toml",
            "build.rustc-workspace-wrapper = \"/one\"",
        );
        check("rustc-workspace-wrapper", Some("/one".into()));
        write(
            "far/.cargo/two/two.toml",
            "include = \"two.toml\"\nbuild.rustc-workspace-wrapper = \"./two\"",
        );
        check(
            "rustc-workspace-wrapper",
            Some(root.join("far/.cargo/./two")),
        );
        // An endless include.
        check("rustc", None);
        write("far/near/.cargo/config.toml", "not valid");
        check("rustdoc", Some(root.join("far/bin/doc")));
        write("far/near/.cargo/config", "build = { rustdoc = \"near\" }");
        check("rustdoc", Some("near".into()));
        fs::remove_dir_all(root).unwrap();
    }
}
