//! `cargo shapecheck new`: writes a Rust module for a file of weights.
//!
//! `header` reads names and sizes of safetensors files, `seen` the names that a dry run has for sizes, `onnx` reads ONNX files,
//! and `config` the sizes that a configuration says. `tree` makes a tree of the names, `names` gives names to sizes, `structs` makes structs of the
//! tree, and `write` writes them down. `identifiers` makes identifiers, and `words` has every text.

mod config;
mod header;
mod identifiers;
mod names;
mod onnx;
mod seen;
mod structs;
mod tree;
mod words;
mod write;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use words::Wrong;

/// What a file says, without its data.
#[derive(Debug, Default)]
struct Contents {
    weights: Vec<Weight>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// The names that a dry run has for sizes, each with its size in the first run.
    seen: Vec<(String, usize)>,
}

/// A tensor of a file.
#[derive(Clone, Debug)]
struct Weight {
    name: String,
    element: Element,
    sizes: Vec<usize>,
    /// What a dry run says of each size, a name or a text that computes with names; none if there was no dry run.
    names: Vec<Option<String>>,
}

/// What a model takes or gives.
#[derive(Clone, Debug)]
struct Port {
    name: String,
    element: Element,
    axes: Vec<Axis>,
}

/// A size of what a model takes or gives.
#[derive(Clone, Debug)]
enum Axis {
    Size(usize),
    /// A size that no name of a dry run has.
    Number(usize),
    /// A name, or a text that computes with names.
    Symbol(String),
    Unknown,
}

/// The elements of a tensor: their name in the file, and their type in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    in_file: &'static str,
    in_rust: &'static str,
}

impl Element {
    /// One that is not known: `T` is a parameter of the type.
    const ANY: Self = Self::new("", "T");

    const ALL: [Self; 13] = [
        Self::new("F32", "f32"),
        Self::new("F64", "f64"),
        Self::new("F16", "f32"),
        Self::new("BF16", "f32"),
        Self::new("I8", "i8"),
        Self::new("I16", "i16"),
        Self::new("I32", "i32"),
        Self::new("I64", "i64"),
        Self::new("U8", "u8"),
        Self::new("U16", "u16"),
        Self::new("U32", "u32"),
        Self::new("U64", "u64"),
        Self::new("BOOL", "bool"),
    ];

    const fn new(in_file: &'static str, in_rust: &'static str) -> Self {
        Self { in_file, in_rust }
    }

    /// The element that safetensors calls so, if a field can hold it.
    fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|element| element.in_file == name)
    }
}

/// Reads files, and writes the module to standard output or to a new file.
///
/// # Errors
///
/// Returns an error that names the file if one cannot be read or is not what it should be, and if the file to write
/// exists or cannot be written. No part of a module is written then.
pub fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let Some(asked) = Asked::of(arguments)? else {
        io::stdout().write_all(words::HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    let module = module(&asked.files, asked.config.as_deref())?;
    match &asked.output {
        None => io::stdout().write_all(module.as_bytes())?,
        Some(path) => write_new(path, &module)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of a module for the weights of these files.
///
/// # Errors
///
/// Returns an error that names the file if one cannot be read or is not what it should be.
pub fn module(files: &[PathBuf], config: Option<&Path>) -> io::Result<String> {
    let contents = contents(files)?;
    let keys = config
        .map(config::Keys::read)
        .transpose()?
        .unwrap_or_default();
    let told = words::Told {
        files: files.iter().map(|path| words::file_name(path)).collect(),
        config: config.map(words::file_name),
    };
    let tree = tree::Tree::of(&contents.weights).map_err(|wrong| wrong.at(&files[0]))?;
    let names = names::Names::of(&tree.places, &keys, &contents);
    Ok(write::module(&contents, &tree, &names, &told))
}

/// The tensors of all files, each of which one file has.
fn contents(files: &[PathBuf]) -> io::Result<Contents> {
    let mut all = Contents::default();
    let mut places: HashMap<String, PathBuf> = HashMap::new();
    for path in files {
        for (part, contents) in read(path)? {
            for weight in contents.weights {
                let mut sizes = weight.sizes.iter();
                let count = sizes.try_fold(1_usize, |count, &size| count.checked_mul(size));
                if count.is_none() {
                    return Err(Wrong::Huge(&weight.name).at(&part));
                }
                if places.get(&weight.name) == Some(&part) {
                    return Err(Wrong::Twice(&weight.name).at(&part));
                }
                if let Some(other) = places.insert(weight.name.clone(), part.clone()) {
                    return Err(Wrong::TwiceWith(&weight.name, &other).at(&part));
                }
                all.weights.push(weight);
            }
            all.inputs.extend(contents.inputs);
            all.outputs.extend(contents.outputs);
            all.seen.extend(contents.seen);
        }
    }
    match (files, all.weights.is_empty()) {
        ([first, ..], true) => Err(Wrong::NoTensor.at(first)),
        _ => Ok(all),
    }
}

/// The contents of a file, or of the files next to an index.
fn read(path: &Path) -> io::Result<Vec<(PathBuf, Contents)>> {
    let extension = path.extension().unwrap_or_default();
    if extension == "onnx" {
        return Ok(vec![(path.to_owned(), onnx::read(path)?)]);
    }
    if extension == "json" {
        return header::read_json(path);
    }
    Ok(vec![(path.to_owned(), header::read(path)?)])
}

/// Writes a file that was not there: whole, or not at all.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let unwritten = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => Wrong::Exists.at(path),
        _ => Wrong::Unwritten(error).at(path),
    };
    if !folder.is_dir() {
        return Err(Wrong::NoFolder.at(path));
    }
    // What was written by hand since is not replaced.
    if path.exists() {
        return Err(Wrong::Exists.at(path));
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // Those of any new file, and not those of a secret, which temporary files have.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(unwritten)?;
    file.write_all(text.as_bytes()).map_err(unwritten)?;
    let kept = file.persist_noclobber(path);
    kept.map_err(|error| unwritten(error.error))?;
    Ok(())
}

/// What the command line says.
#[derive(Debug, Default)]
struct Asked {
    files: Vec<PathBuf>,
    config: Option<PathBuf>,
    output: Option<PathBuf>,
}

impl Asked {
    /// `None` if the usage is asked for.
    fn of(arguments: &[OsString]) -> io::Result<Option<Self>> {
        let mut asked = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            if text == "--" {
                asked.files.extend(arguments.by_ref().map(PathBuf::from));
                break;
            }
            if !text.starts_with('-') || text == "-" {
                asked.files.push(argument.into());
                continue;
            }
            let (option, value) = match text.split_once('=') {
                Some((option, value)) => (option, Some(OsString::from(value))),
                None => (&*text, None),
            };
            let place = match option {
                "-h" | "--help" => return Ok(None),
                "--config" => &mut asked.config,
                "-o" | "--output" => &mut asked.output,
                _ => return Err(Wrong::Option(option).told()),
            };
            let value = value.or_else(|| arguments.next().cloned());
            let value = value.ok_or_else(|| Wrong::NoValue(option).told())?;
            if place.replace(value.into()).is_some() {
                return Err(Wrong::OptionTwice(option).told());
            }
        }
        match asked.files.is_empty() {
            true => Err(Wrong::NoFile.told()),
            false => Ok(Some(asked)),
        }
    }
}
