//! Every text of `cargo shapecheck new`: its usage, its errors, and what a module says of itself.

use std::fmt;
use std::io;
use std::path::Path;

use shapecheck_weights_header::HeaderError;

/// The usage.
pub const HELP: &str = "\
Writes a Rust module for a file of weights: structs of tensors with their shapes in their types

Usage: cargo shapecheck new FILE... [--config FILE] [--output FILE]

Files:
  *.safetensors      Names, elements and sizes are read, and no data; several files are one model
  *.index.json       An index of several files, which are beside it
  *.json             The header of a safetensors file, without the file, or what `Report::weights` of a dry run gives
  *.onnx             A model, whose inputs and outputs are read too

Options:
      --config FILE  A JSON file whose keys are names of sizes, such as config.json
  -o, --output FILE  The file to write, which must not exist yet; without it, the module is printed
  -h, --help         Print this
";

/// What is wrong with the arguments or with a file.
#[derive(Debug)]
pub enum Wrong<'a> {
    // About the arguments.
    NoFile,
    Option(&'a str),
    OptionTwice(&'a str),
    NoValue(&'a str),

    // About any file.
    Unread(io::Error),
    TooLong(u64),
    Json(serde_json::Error),
    NoFolder,
    Exists,
    Unwritten(io::Error),

    // About a header.
    Header(HeaderError),
    NoTensor,
    Element(&'a str, &'a str),
    Huge(&'a str),
    EmptyPart(&'a str),
    Deep(&'a str, usize),
    Twice(&'a str),
    TwiceWith(&'a str, &'a Path),

    // About an index.
    Index,
    IndexEntry(&'a str),
    NotThere(&'a str, &'a Path),

    // About an ONNX model.
    Onnx,
    OnnxElement(&'a str, u64),
    OnnxSize(&'a str),

    // About a dry run.
    NoName(&'a str, &'a str),

    // About a configuration.
    NoObject,
    NoSizes,
}

impl Wrong<'_> {
    /// An error of the arguments.
    pub fn told(self) -> io::Error {
        io::Error::other(format!("new: {self}"))
    }

    /// An error of a file.
    pub fn at(self, path: &Path) -> io::Error {
        io::Error::other(format!("{}: {self}", path.display()))
    }
}

impl fmt::Display for Wrong<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => to.write_str(
                "a file of weights is missing: `cargo shapecheck new model.safetensors`",
            ),
            Self::Option(option) => write!(to, "there is no option `{option}`; see `--help`"),
            Self::OptionTwice(option) => write!(to, "`{option}` can be said once"),
            Self::NoValue(option) => write!(to, "a file is missing after `{option}`"),

            Self::Unread(error) => write!(to, "cannot be read: {error}"),
            Self::TooLong(most) => write!(to, "is longer than {most} bytes"),
            Self::Json(error) => write!(to, "is not the JSON that it should be: {error}"),
            Self::NoFolder => to.write_str("cannot be written: its folder is not there"),
            Self::Exists => to.write_str("exists already, and is not replaced"),
            Self::Unwritten(error) => write!(to, "cannot be written: {error}"),

            Self::Header(error) => write!(to, "is {error}"),
            Self::NoTensor => to.write_str("has no tensor"),
            Self::Element(name, element) => write!(
                to,
                "{} has elements {}: a field holds `f32`, `f64`, integers of 8 to 64 bits and `bool`",
                quoted(name),
                quoted(element)
            ),
            Self::Huge(name) => {
                write!(to, "{} has more elements than can be counted", quoted(name))
            }
            Self::EmptyPart(name) => write!(
                to,
                "{} has nothing before, after or between dots, where the name of a field would be",
                quoted(name)
            ),
            Self::Deep(name, most) => {
                write!(to, "{} has more than {most} parts", quoted(name))
            }
            Self::Twice(name) => write!(to, "{} is there twice", quoted(name)),
            Self::TwiceWith(name, other) => {
                write!(to, "{} is in {} too", quoted(name), other.display())
            }

            Self::Index => to.write_str("has a `weight_map` that is not an object"),
            Self::IndexEntry(name) => {
                write!(to, "says no file beside it for {}", quoted(name))
            }
            Self::NotThere(name, index) => write!(
                to,
                "has no {}, which {} says that it has",
                quoted(name),
                index.display()
            ),

            Self::Onnx => to.write_str("is cut off, or not an ONNX model"),
            Self::OnnxElement(name, number) => write!(
                to,
                "{} has elements of type {number} of ONNX: a field holds `f32`, `f64`, integers of 8 to 64 bits and `bool`",
                quoted(name)
            ),
            Self::OnnxSize(name) => write!(to, "{} has a size that is none", quoted(name)),

            Self::NoName(name, text) => write!(
                to,
                "{} has the size {}, of which its `dry run` knows no name",
                quoted(name),
                quoted(text)
            ),

            Self::NoObject => to.write_str("is no JSON object"),
            Self::NoSizes => to.write_str("has no key whose value is a size"),
        }
    }
}

/// Why a size is written as it is.
#[derive(Debug)]
pub enum Why<'a> {
    /// The only key with this size.
    Key,
    /// The first of several keys, selected by a word everywhere, somewhere, or nowhere.
    OneOfKeysByWord,
    OneOfKeysInPart,
    OneOfKeys,
    /// A key that is a factor.
    Factor,
    /// The quotient of two keys.
    Quotient,
    /// The product of the number of heads and the size of one.
    Heads,
    /// A multiple of another size, which stands beside it.
    Beside(&'a str),
    /// The size that most tensors have.
    Width,
    /// Where it stands.
    Place,
    /// A number, because it occurs once.
    Once,
    /// A number, because it occurs once in a struct, and is small.
    OnceInStruct,
    /// A number, because it is that of a kernel.
    Kernel,
    /// A symbol of an ONNX model.
    Symbol,
    /// A symbol that cannot be written.
    NoSymbol,
    /// What a dry run has seen.
    Seen,
}

/// A cell of the table, for a size of these tensors, and the keys that have it.
pub fn why(why: &Why<'_>, tensors: &[String], keys: &[String]) -> String {
    let key = keys.first().map(|key| quoted(key)).unwrap_or_default();
    let others = listed(keys.get(1..).unwrap_or_default());
    let alike = match keys.len() {
        0..=2 => format!("{others} is the same size"),
        _ => format!("{others} are the same size"),
    };
    let places = places(tensors);
    // Keys that a name was not taken from.
    let unused = match keys {
        [] => String::new(),
        keys => format!(
            ", and no word of the tensors' names tells that it is {}",
            listed(keys)
        ),
    };
    match why {
        Why::Key => format!("{key} of the configuration; in {places}"),
        Why::OneOfKeysByWord => format!(
            "{key} of the configuration, and the names of the tensors have a word of it; {alike}; in {places}"
        ),
        Why::OneOfKeysInPart => format!(
            "**perhaps**: {key} of the configuration, and some of the tensors' names have a word of it; {alike}; in {places}"
        ),
        Why::OneOfKeys => format!(
            "**perhaps**: {key} of the configuration; {alike}, and no word of the tensors' names tells which it is; in {places}"
        ),
        Why::Factor => format!("{key} of the configuration, for a product"),
        Why::Quotient => format!("{key} / {others} of the configuration, for a product"),
        Why::Heads => format!("the number of heads times the size of one; in {places}"),
        Why::Beside(factor) => format!("it stands beside `{factor}`; in {places}"),
        Why::Width => format!("more tensors have it than any other size{unused}; in {places}"),
        Why::Place => format!("from where it stands{unused}; in {places}"),
        Why::Once if keys.is_empty() => format!("it occurs once, in {places}"),
        Why::Once => format!(
            "it occurs once, in {places}; {} of the configuration",
            listed(keys)
        ),
        Why::OnceInStruct => format!("small, and once in its struct, in {places}{unused}"),
        Why::Kernel => format!("the size of a kernel, in {places}"),
        Why::Symbol => format!("a symbol of the model, in {places}"),
        Why::Seen => format!("seen in the dry run; in {places}"),
        Why::NoSymbol => format!("a symbol that is not a sum or a product of names, in {places}"),
    }
}

/// Where a size stands.
fn places(tensors: &[String]) -> String {
    match tensors {
        [first, _, _, ..] => format!("{} and {} more", quoted(first), tensors.len() - 1),
        few => listed(few),
    }
}

/// `a`, `b` and `c`
fn listed(names: &[String]) -> String {
    in_words(names.iter().map(|name| quoted(name)).collect())
}

fn in_words(mut all: Vec<String>) -> String {
    match (all.pop(), &all[..]) {
        (None, _) => String::new(),
        (Some(only), []) => only,
        (Some(last), first) => format!("{} and {last}", first.join(", ")),
    }
}

/// A name of a file as code, on one line and in one cell of a table.
pub fn quoted(name: &str) -> String {
    let name = name.escape_debug().to_string();
    format!("`{}`", name.replace('`', "'").replace('|', "\\|"))
}

/// The name of a file for a person.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The files that a module was made from.
#[derive(Debug)]
pub struct Told {
    pub files: Vec<String>,
    pub config: Option<String>,
}

/// What stands above the table.
pub fn introduction(told: &Told, tensors: usize, elements: u128, root: &str) -> Vec<String> {
    let files = listed(&told.files);
    let count = match tensors {
        1 => "one tensor".to_owned(),
        count => format!("{count} tensors"),
    };
    let config = match &told.config {
        Some(config) => format!(", with the sizes of {}", quoted(config)),
        None => String::new(),
    };
    vec![
        format!("The weights of {files}: {count} with {elements} elements."),
        String::new(),
        format!("Written by `cargo shapecheck new`{config}."),
        format!("[`{root}`] has all weights; each `forward` is left to be written."),
    ]
}

/// How the weights are read.
pub fn reading(root: &str, is_onnx: bool) -> String {
    match is_onnx {
        true => format!(
            "`shapecheck_weights::Reader::of_tensors` reads a `{root}` from the initializers of the file."
        ),
        false => format!("`shapecheck_weights::load_file::<{root}>` reads the file."),
    }
}

/// What is said of elements that fields have as `f32`.
pub fn halves(elements: &[String]) -> String {
    format!(
        "Elements {} are read as `f32`, which needs the feature `half` of `shapecheck-weights`.",
        listed(elements)
    )
}

/// The heads of the table's columns.
pub const COLUMNS: [&str; 3] = ["size", "written", "why"];

/// Stands for a name.
pub const NUMBER: &str = "as a number";

/// What is said where all sizes are 0 or 1.
pub const NO_SIZES: &str = "No size has a name.";

/// The first line of the whole model.
pub const ROOT: &str = "All weights.";

/// The first line of a struct.
pub fn stands(paths: &[String], most: usize) -> String {
    let mut told: Vec<String> = paths.iter().take(most).map(|path| quoted(path)).collect();
    if paths.len() > most {
        told.push(format!("{} more", paths.len() - most));
    }
    in_words(told)
}

/// What stands above the shapes in the comment of a struct.
pub const FORWARD: &str = "`forward` is left to be written. It has at hand:";

/// What stands above inputs and outputs in that comment.
pub const PORTS: &str = "It takes and gives:";

pub fn input(name: &str) -> String {
    format!("What the model takes as {}.", quoted(name))
}

pub fn output(name: &str) -> String {
    format!("What the model gives as {}.", quoted(name))
}

/// How often something stands in a list, after what is said of the lists around it.
pub fn times(around: &str, count: usize) -> String {
    match around.is_empty() {
        true => format!(", {count} times"),
        false => format!("{around} {count} times"),
    }
}

/// A part of a name that has no word.
pub const PART: &str = "Part";

/// The name for one of a list of this name.
pub fn one_of(list: Option<&str>) -> String {
    match list {
        None => PART.to_owned(),
        // `h` of GPT-2.
        Some(list) if list.chars().count() == 1 => "Layer".to_owned(),
        Some(list) => match list.strip_suffix('s') {
            Some(one) if !one.is_empty() && !one.ends_with('s') => one.to_owned(),
            _ => list.to_owned(),
        },
    }
}

pub const LINEAR: &str = "A linear layer, a row for each number of the output: `x.linear_with_bias(&self.weight, &self.bias)`.";
pub const TRANSPOSED_LINEAR: &str = "A linear layer, a column for each number of the output: `x.matmul(&self.weight) + &self.bias`.";
pub const NORM: &str = "A norm: `x.layer_norm_with_bias(&self.weight, &self.bias, epsilon)`.";
pub const OLD_NORM: &str = "A norm: `x.layer_norm_with_bias(&self.gamma, &self.beta, epsilon)`.";
pub const BATCH_NORM: &str =
    "A norm of channels, `x.batch_norm(..)`, with the means and variances of the training.";
pub const CONVOLUTION: &str = "A convolution with a bias for each channel of the output.";
