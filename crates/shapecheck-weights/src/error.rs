//! Errors about files of weights.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;
use std::path::Path;

use safetensors::{Dtype, SafeTensorError};
use shapecheck::error::NameOfSize;
use shapecheck::{DynShape, ShapeError};
use shapecheck_weights_header::{HeaderError, no_parts, numbered, the_file_has};

/// The reason why a file does not fill a struct, with everything that does not fit.
///
/// `{:?}` is the same as `{}`, so that a `main` that returns it prints a line for each tensor.
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read or written.
    File(std::io::Error),
    /// The file does not have the format, or is incomplete.
    Format(HeaderError),
    /// A tensor that is not from a file, or is to be saved, does not fit the format.
    Tensor(SafeTensorError),
    /// The index of several files is not a valid index.
    Index(String),
    /// What does not fit: files, then tensors of the struct in the order of its fields, then those that only the file has,
    /// by name.
    ///
    /// The text of the error has a line for all problems whose names differ in numbers only, as those of many layers do,
    /// and at most 10 lines of a kind.
    Problems(Vec<Problem>),
    /// The same for a file of NumPy's, or that it cannot be read.
    Arrays {
        /// The file.
        file: String,
        /// Whether it has one array, whose name is empty, and is not an archive of several.
        is_one: bool,
        /// What does not fit.
        problems: Vec<Problem>,
    },
}

/// What the words of a problem are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// A struct and a file of weights.
    Weights,
    /// A tensor and an array of NumPy's.
    Array,
    /// A struct and an archive of NumPy's arrays.
    Archive,
}

impl About {
    /// What is to be filled.
    const fn filled(self) -> &'static str {
        match self {
            Self::Weights | Self::Archive => "the struct",
            Self::Array => "the type",
        }
    }

    /// What takes elements.
    const fn takes(self) -> &'static str {
        match self {
            Self::Weights | Self::Archive => "a field",
            Self::Array => "a tensor",
        }
    }

    /// The name of elements.
    fn element(self, dtype: Dtype) -> String {
        match (self, name_in_numpy(dtype)) {
            (Self::Array | Self::Archive, Some(name)) => name.to_owned(),
            _ => format!("{dtype:?}"),
        }
    }
}

/// The size that a struct expects at an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// This size.
    Size(usize),
    /// The size of a name, the same in all tensors.
    Name(NameOfSize),
    /// The product of several, which are one axis in the file.
    Product(Vec<Self>),
    /// Any size.
    Any,
}

impl Wanted {
    /// The size, if the type gives it.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        match self {
            Self::Size(size) => Some(*size),
            Self::Name(name) => name.size(),
            Self::Product(_) | Self::Any => None,
        }
    }

    /// The size of one axis that replaces several.
    pub(crate) fn product(parts: &[Self]) -> Self {
        // Names are kept: they say more than their product.
        let multiplied = |product: usize, part: &Self| match part {
            Self::Size(size) => product.checked_mul(*size),
            _ => None,
        };
        match parts.iter().try_fold(1, multiplied) {
            Some(size) => Self::Size(size),
            None => Self::Product(parts.to_vec()),
        }
    }
}

/// The name of a size, `_` for any, or a product of these.
impl fmt::Display for Wanted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => write!(out, "{size}"),
            Self::Name(name) => write!(out, "{name}"),
            Self::Any => out.write_str("_"),
            Self::Product(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    let part = part.to_string();
                    let times = if place > 0 { " * " } else { "" };
                    match part.contains(' ') {
                        true => write!(out, "{times}({part})")?,
                        false => write!(out, "{times}{part}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// The known facts about the sizes of axes that are one in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parts {
    /// All of them, which make this size.
    Exactly(usize),
    /// All but one, which make this size.
    MultipleOf(usize),
    /// Too few to tell the others.
    Unknown,
}

/// Why an axis is not cut for a rank of a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Miscut {
    /// Nothing says which rank along this axis of the mesh reads.
    NoRank(NameOfSize),
    /// The part is neither the first factor of the axis nor after known sizes.
    Order,
    /// It is not made of such parts for this number of ranks.
    Ranks(usize),
    /// The ranks cannot share as many: three heads on two ranks.
    Shares {
        /// The name of what is shared out.
        of: NameOfSize,
        /// How many there are.
        count: usize,
        /// The number of ranks.
        ranks: usize,
    },
    /// Nothing says how many of this name make the axis, so a rank might get half of one.
    Unknown(NameOfSize),
    /// It has another size.
    Size {
        /// The number of ranks.
        ranks: usize,
        /// The size that it has to have.
        all: usize,
        /// The tensor that says so, if it is one of the file.
        elsewhere: Option<String>,
    },
}

/// One tensor that does not fit.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not have it.
    Missing {
        /// Its name with all prefixes.
        name: String,
        /// The sizes that the struct expects.
        wanted: Vec<Wanted>,
        /// The elements that the struct expects.
        element: Dtype,
        /// Up to three similar names of the file that no field has. Of names that differ in numbers only, the first has them.
        nearest: Vec<String>,
    },
    /// A `Vec` has no part in the file.
    NoPart {
        /// The name of the `Vec` with all prefixes.
        name: String,
        /// Up to three first parts of lists that the file has, as of [`Missing`](Self::Missing).
        nearest: Vec<String>,
    },
    /// The struct has no field for it.
    Surplus {
        /// Its name.
        name: String,
        /// Its sizes.
        sizes: DynShape,
    },
    /// Its shape does not fit.
    Shape {
        /// Its name.
        name: String,
        /// Its sizes.
        found: DynShape,
        /// The sizes that the struct expects.
        wanted: Vec<Wanted>,
    },
    /// Its last two axes have each other's size.
    Exchanged {
        /// Its name.
        name: String,
        /// Its sizes.
        found: DynShape,
        /// The sizes that the struct expects.
        wanted: Vec<Wanted>,
        /// Whether the field says that the file has the two in the other order.
        is_transposed: bool,
    },
    /// One axis that replaces several does not have a size that those can make.
    Split {
        /// Its name.
        name: String,
        /// Its sizes.
        found: DynShape,
        /// The sizes that the struct expects.
        wanted: Vec<Wanted>,
        /// The axis, counted from the end.
        axis: isize,
        /// What is known of the several.
        parts: Parts,
    },
    /// An axis of it is not cut for the rank that reads.
    Cut {
        /// Its name.
        name: String,
        /// Its sizes.
        found: DynShape,
        /// The axis, counted from the end.
        axis: isize,
        /// The size that the struct expects.
        part: Wanted,
        /// The reason.
        miscut: Miscut,
    },
    /// A size in it has a name that has another size.
    NamedSize {
        /// Its name.
        name: String,
        /// Whether the sizes are those of the part that a rank of a mesh reads.
        is_part: bool,
        /// The size and the one that the name has elsewhere.
        error: ShapeError,
        /// The tensor in which the name has the other size, if it is one of the file.
        elsewhere: Option<String>,
    },
    /// Its elements have another type.
    Element {
        /// Its name.
        name: String,
        /// Its elements in the file.
        found: Dtype,
        /// The elements that the struct expects.
        wanted: Dtype,
    },
    /// Its bytes are not aligned, or not in memory, so that its elements cannot be read in place.
    Unaligned {
        /// Its name.
        name: String,
    },
    /// Its bytes cannot be read.
    Unread {
        /// Its name.
        name: String,
        /// The reason.
        told: String,
    },
    /// Two files have it.
    Twice {
        /// Its name.
        name: String,
        /// The files.
        files: [String; 2],
    },
    /// Two tensors of the file are renamed to it.
    Renamed {
        /// The name.
        name: String,
        /// The names in the file.
        before: [String; 2],
    },
    /// The file that has it by the index does not.
    NotInFile {
        /// Its name.
        name: String,
        /// The name of the file.
        file: String,
    },
    /// One of several files cannot be read.
    File {
        /// The name of the file.
        name: String,
        /// The reason.
        told: String,
    },
}

impl Problem {
    /// The name of the tensor, or of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Missing { name, .. }
            | Self::NoPart { name, .. }
            | Self::Surplus { name, .. }
            | Self::Shape { name, .. }
            | Self::Exchanged { name, .. }
            | Self::Cut { name, .. }
            | Self::NamedSize { name, .. }
            | Self::Split { name, .. }
            | Self::Element { name, .. }
            | Self::Unaligned { name }
            | Self::Unread { name, .. }
            | Self::Twice { name, .. }
            | Self::Renamed { name, .. }
            | Self::NotInFile { name, .. }
            | Self::File { name, .. } => name,
        }
    }

    /// A file that cannot be read for this reason.
    pub(crate) fn unread_file(name: &str, error: WeightsError) -> Self {
        Self::File {
            name: name.to_owned(),
            told: match error {
                WeightsError::File(error) => format!("cannot be read: {error}"),
                WeightsError::Arrays { problems, .. } => {
                    let told = problems.iter().map(|problem| problem.rest(About::Archive));
                    told.collect::<Vec<_>>().join("; ")
                }
                error => format!("is {error}"),
            },
        }
    }

    /// What is said of several more of the same kind.
    fn of_several(&self) -> &'static str {
        match self {
            Self::Missing { .. } | Self::NoPart { .. } => "are missing",
            Self::Surplus { .. } => "have no place in the struct",
            Self::Shape { .. } | Self::Exchanged { .. } | Self::Split { .. } | Self::Cut { .. } => {
                "have another shape"
            }
            Self::NamedSize { .. } => "have another size of a name",
            Self::Element { .. } => "have other elements",
            Self::Unaligned { .. } => "cannot be read in place",
            Self::Unread { .. } | Self::File { .. } => "cannot be read",
            Self::Twice { .. } => "are in two files",
            Self::Renamed { .. } => "are names of two tensors",
            Self::NotInFile { .. } => "are not in the file that the index says",
        }
    }
}

/// Sizes in brackets.
struct Sizes<'a>(&'a [Wanted]);

impl fmt::Display for Sizes<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[")?;
        for (place, size) in self.0.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(out, "{comma}{size}")?;
            if let (Wanted::Name(_), Some(number)) = (size, size.size()) {
                write!(out, " = {number}")?;
            }
        }
        out.write_str("]")
    }
}

/// Sizes in brackets, those of names with the numbers that they are to have.
struct SizesOfNames<'a>(&'a [Wanted], &'a [usize]);

impl fmt::Display for SizesOfNames<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[")?;
        // The wanted sizes are those of the last axes.
        let sizes = &self.1[self.1.len() - self.0.len()..];
        for (place, (wanted, size)) in self.0.iter().zip(sizes).enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            match wanted {
                Wanted::Name(_) | Wanted::Product(_) => write!(out, "{comma}{wanted} = {size}")?,
                Wanted::Size(_) | Wanted::Any => write!(out, "{comma}{wanted}")?,
            }
        }
        out.write_str("]")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` ", self.name())?;
        out.write_str(&self.rest(About::Weights))?;
        self.write_nearest(out)
    }
}

impl Problem {
    /// What is said at the end, of the first of several that differ in numbers.
    fn write_nearest(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Missing { nearest, .. } => out.write_str(&the_file_has(nearest)),
            _ => Ok(()),
        }
    }

    /// What is said after the name.
    fn rest(&self, about: About) -> String {
        let mut text = String::new();
        self.write_rest(about, &mut text).expect("a text grows");
        text
    }

    fn write_rest(&self, about: About, out: &mut impl fmt::Write) -> fmt::Result {
        let filled = about.filled();
        match self {
            Self::Missing {
                wanted, element, ..
            } => write!(
                out,
                "is missing: {filled} wants {} of {}",
                Sizes(wanted),
                about.element(*element)
            ),
            Self::NoPart { name, nearest } => out.write_str(&no_parts(name, nearest)),
            Self::Surplus { sizes, .. } => {
                write!(out, "has shape {sizes}, and no place in the struct")
            }
            Self::Shape { found, wanted, .. } => {
                write!(out, "has shape {found}, {filled} wants {}", Sizes(wanted))?;
                write_clash(found, wanted, out)
            }
            Self::Exchanged {
                found,
                wanted,
                is_transposed,
                ..
            } => {
                write!(
                    out,
                    "has shape {found}, {filled} wants {}: the last two axes are exchanged. ",
                    SizesOfNames(wanted, &exchanged(found))
                )?;
                out.write_str(remedy_of_exchanged(about, *is_transposed))
            }
            Self::Split {
                found,
                wanted,
                axis,
                parts,
                ..
            } => {
                let wanted = Sizes(wanted);
                write!(out, "has shape {found}, {filled} wants {wanted}: ")?;
                write_parts(found, *axis, parts, out)
            }
            Self::Cut {
                found,
                axis,
                part,
                miscut,
                ..
            } => {
                write_cut(found, *axis, part, miscut, out)
            }
            Self::NamedSize {
                error,
                elsewhere,
                is_part,
                ..
            } => {
                let part = if *is_part { "as this rank's part " } else { "" };
                write!(out, "has {part}{error}")?;
                write_elsewhere(elsewhere, out)
            }
            Self::Element { found, wanted, .. } => {
                let [named, wants] = [found, wanted].map(|dtype| about.element(*dtype));
                write!(out, "has elements {named}, {filled} wants {wants}: ")?;
                remedy(about, *found, *wanted, out)
            }
            Self::Unaligned { .. } => out.write_str(
                "does not lie in memory as a view reads it, in row-major order and aligned: copy the weights to a tensor, or the file to aligned memory",
            ),
            Self::Unread { told, .. } => write!(out, "cannot be read: {told}"),
            Self::Twice { files: [lhs, rhs], .. } => write!(out, "is in `{lhs}` and in `{rhs}`"),
            Self::Renamed { before: [lhs, rhs], .. } => {
                write!(out, "is the name that `{lhs}` and `{rhs}` both get")
            }
            Self::NotInFile { file, .. } => {
                write!(out, "is in `{file}` by the index, but not in the file")
            }
            Self::File { told, .. } => out.write_str(told),
        }
    }
}

/// The sizes of a shape with its last two axes exchanged.
fn exchanged(found: &DynShape) -> Vec<usize> {
    let mut sizes = found.dims().to_vec();
    if let [.., rows, columns] = &mut sizes[..] {
        std::mem::swap(rows, columns);
    }
    sizes
}

fn remedy_of_exchanged(about: About, is_transposed: bool) -> &'static str {
    match (about, is_transposed) {
        (About::Array, _) => {
            "Load it with its own shape and `transpose()` it, if what wrote the file has them in this order"
        }
        (_, false) => {
            "`#[weights(transposed)]` reads them so, which is right only if what wrote the file has them in this order"
        }
        (_, true) => {
            "The field says `transposed`, which is right only if what wrote the file has them in the other order"
        }
    }
}

/// Says where two shapes differ.
fn write_clash(found: &DynShape, wanted: &[Wanted], out: &mut impl fmt::Write) -> fmt::Result {
    let pairs = found.dims().iter().rev().zip(wanted.iter().rev());
    let mut pairs = (1..).zip(pairs);
    let clash = pairs.find_map(|(axis, (found, wanted))| match wanted.size() {
        Some(wanted) if wanted != *found => Some((axis, found, wanted)),
        _ => None,
    });
    match clash {
        _ if found.dims().len() != wanted.len() => write!(
            out,
            ": {} axes are not {}",
            found.dims().len(),
            wanted.len()
        ),
        Some((axis, found, wanted)) => {
            write!(out, ": size {found} is not {wanted} at axis -{axis}")
        }
        None => Ok(()),
    }
}

/// Says why an axis is not made of the sizes that a field joins there.
fn write_parts(
    found: &DynShape,
    axis: isize,
    parts: &Parts,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let size = usize::try_from(-axis).ok();
    let place = size.and_then(|axis| found.dims().len().checked_sub(axis));
    let size = place.map_or(0, |place| found.dims()[place]);
    match parts {
        Parts::Exactly(all) => write!(out, "size {size} is not {all} at axis {axis}"),
        Parts::MultipleOf(part) => {
            write!(
                out,
                "size {size} is not a multiple of {part} at axis {axis}"
            )
        }
        Parts::Unknown => write!(
            out,
            "nothing says which sizes make {size} at axis {axis}; `load_with` takes sizes of names"
        ),
    }
}

/// Says why there is no part for this rank.
fn write_cut(
    found: &DynShape,
    axis: isize,
    part: &Wanted,
    miscut: &Miscut,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let place = found.dims().len().checked_add_signed(axis);
    let size = place.map_or(0, |place| found.dims()[place]);
    match miscut {
        Miscut::NoRank(mesh) => write!(
            out,
            "is cut over `{mesh}`: say which rank reads, by `reader.on_rank(&mesh)`"
        ),
        Miscut::Order => write!(
            out,
            "cannot be cut for `{part}`: a shard is the first factor of its axis, or comes after sizes that are known"
        ),
        Miscut::Ranks(ranks) => write!(
            out,
            "has shape {found}: {ranks} ranks do not divide size {size} at axis {axis} into parts `{part}`"
        ),
        Miscut::Shares { of, count, ranks } => write!(
            out,
            "has shape {found}: `{of}` is {count} at axis {axis}, which {ranks} ranks cannot share"
        ),
        Miscut::Unknown(of) => write!(
            out,
            "has shape {found}: nothing says how many `{of}` make size {size} at axis {axis}, so a rank might get a part of one; `load_with` takes sizes of names"
        ),
        Miscut::Size {
            ranks,
            all,
            elsewhere,
        } => {
            write!(
                out,
                "has shape {found}: the whole of `{part}` on {ranks} ranks is {all}"
            )?;
            write_elsewhere(elsewhere, out)?;
            write!(out, ", and not {size} at axis {axis}")?;
            match size.checked_mul(*ranks) == Some(*all) {
                true => out.write_str(", which is the part of one rank"),
                false => Ok(()),
            }
        }
    }
}

/// Says in which tensor a size is another one.
fn write_elsewhere(elsewhere: &Option<String>, out: &mut impl fmt::Write) -> fmt::Result {
    match elsewhere {
        Some(tensor) => write!(out, " as in `{tensor}`"),
        None => Ok(()),
    }
}

/// Says which field takes elements, and with which feature.
fn remedy(about: About, found: Dtype, wanted: Dtype, out: &mut impl fmt::Write) -> fmt::Result {
    let takes = about.takes();
    let is_half = matches!(found, Dtype::F16 | Dtype::BF16);
    let Some(element) = name_in_rust(found) else {
        return write!(out, "no {} takes them", &takes[2..]);
    };
    match (is_half, wanted) {
        (true, Dtype::F32) if cfg!(feature = "half") => {
            out.write_str("a view takes them as they are only, a tensor of `f32` converts them")
        }
        (true, Dtype::F32) => write!(
            out,
            "{takes} of `f32` takes them with the feature `half` of shapecheck-weights"
        ),
        (true, _) if cfg!(feature = "half") => {
            write!(out, "{takes} of `f32` or `half::{element}` takes them")
        }
        (true, _) => write!(
            out,
            "{takes} of `f32` or `half::{element}` takes them with the feature `half` of shapecheck-weights"
        ),
        (false, _) => {
            write!(out, "{takes} of `{element}` takes them")?;
            match name_in_rust(wanted) {
                Some(wanted) if !matches!(found, Dtype::BOOL) => {
                    let tensor = match about {
                        About::Weights | About::Archive => "its tensor",
                        About::Array => "it",
                    };
                    write!(out, ", and `cast::<{wanted}>()` converts {tensor}")
                }
                _ => Ok(()),
            }
        }
    }
}

/// The type of a field with such elements.
fn name_in_rust(dtype: Dtype) -> Option<&'static str> {
    Some(match dtype {
        Dtype::BOOL => "bool",
        Dtype::U8 => "u8",
        Dtype::I8 => "i8",
        Dtype::U16 => "u16",
        Dtype::I16 => "i16",
        Dtype::F16 => "f16",
        Dtype::BF16 => "bf16",
        Dtype::U32 => "u32",
        Dtype::I32 => "i32",
        Dtype::F32 => "f32",
        Dtype::U64 => "u64",
        Dtype::I64 => "i64",
        Dtype::F64 => "f64",
        _ => return None,
    })
}

/// NumPy's name of elements.
fn name_in_numpy(dtype: Dtype) -> Option<&'static str> {
    Some(match dtype {
        Dtype::BOOL => "bool",
        Dtype::U8 => "uint8",
        Dtype::I8 => "int8",
        Dtype::U16 => "uint16",
        Dtype::I16 => "int16",
        Dtype::F16 => "float16",
        Dtype::U32 => "uint32",
        Dtype::I32 => "int32",
        Dtype::F32 => "float32",
        Dtype::U64 => "uint64",
        Dtype::I64 => "int64",
        Dtype::F64 => "float64",
        _ => return None,
    })
}

shapecheck::__debug_is_text!(Problem);

impl Error for Problem {}

impl fmt::Display for WeightsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(out),
            Self::Format(error) => error.fmt(out),
            Self::Tensor(error) => write!(out, "not a tensor of a file of weights: {error}"),
            Self::Index(told) => write!(out, "not an index of files of weights: {told}"),
            Self::Problems(problems) => {
                let is_of_files = |problem: &Problem| {
                    matches!(
                        problem,
                        Problem::File { .. } | Problem::NotInFile { .. } | Problem::Twice { .. }
                    )
                };
                match problems.len() {
                    count if problems.iter().any(is_of_files) => {
                        let problems = if count == 1 { "problem" } else { "problems" };
                        write!(out, "{count} {problems} with files and weights:")?;
                    }
                    1 => out.write_str("1 weight does not fit:")?,
                    count => write!(out, "{count} weights do not fit:")?,
                }
                write_lines(problems, About::Weights, out)
            }
            Self::Arrays {
                file,
                is_one,
                problems,
            } => {
                let about = if *is_one {
                    About::Array
                } else {
                    About::Archive
                };
                write!(out, "`{file}` ")?;
                match &problems[..] {
                    [problem] if problem.name().is_empty() => out.write_str(&problem.rest(about)),
                    _ => {
                        out.write_str("does not fit:")?;
                        write_lines(problems, about, out)
                    }
                }
            }
        }
    }
}

impl WeightsError {
    /// The same error, with the path of the file that cannot be read.
    pub(crate) fn with_path(self, path: &Path) -> Self {
        match self {
            Self::File(error) => {
                let told = format!("{}: {error}", path.display());
                Self::File(std::io::Error::new(error.kind(), told))
            }
            error => error,
        }
    }

    /// An error about a file of NumPy's, or about an array in it.
    pub(crate) fn of_array(file: &Path, name: &str, told: String) -> Self {
        Self::Arrays {
            file: file.display().to_string(),
            is_one: name.is_empty(),
            problems: vec![Problem::File {
                name: name.to_owned(),
                told,
            }],
        }
    }
}

/// The number of lines for problems of one kind.
const LINES: usize = 10;

/// Problems that are one but for numbers in their names.
struct Group<'a> {
    first: &'a Problem,
    rest: String,
    /// The one with the highest numbers.
    last: (Vec<u64>, &'a str),
    count: usize,
}

/// Writes a line for each group of problems, up to [`LINES`] of a kind, then the numbers of the others.
fn write_lines(problems: &[Problem], about: About, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    for problem in problems {
        let rest = problem.rest(about);
        let (pattern, numbers) = numbered(problem.name());
        match places.entry((pattern, rest)) {
            Entry::Vacant(entry) => {
                groups.push(Group {
                    first: problem,
                    rest: entry.key().1.clone(),
                    last: (numbers, problem.name()),
                    count: 1,
                });
                entry.insert(groups.len() - 1);
            }
            Entry::Occupied(entry) => {
                let group = &mut groups[*entry.get()];
                group.count += 1;
                if numbers > group.last.0 {
                    group.last = (numbers, problem.name());
                }
            }
        }
    }
    // In the order in which they first come, each with the number of its lines and of problems without one.
    let mut kinds: Vec<(&str, usize, usize)> = Vec::new();
    for group in groups {
        let several = group.first.of_several();
        let place = kinds.iter().position(|(kind, ..)| *kind == several);
        let place = place.unwrap_or_else(|| {
            kinds.push((several, 0, 0));
            kinds.len() - 1
        });
        let (_, lines, left) = &mut kinds[place];
        if *lines == LINES {
            *left += group.count;
            continue;
        }
        *lines += 1;
        match group.first.name() {
            "" if about == About::Array => write!(out, "\n  it {}", group.rest)?,
            name => write!(out, "\n  `{name}` {}", group.rest)?,
        }
        group.first.write_nearest(out)?;
        let (_, last) = group.last;
        match group.count {
            1 => {}
            2 => write!(out, " (and `{last}`)")?,
            count => write!(
                out,
                " (and {} more of the same kind, up to `{last}`)",
                count - 1
            )?,
        }
    }
    for (several, _, left) in kinds {
        match left {
            0 => {}
            left => write!(out, "\n  and {left} more {several}")?,
        }
    }
    let is_surplus = |problem: &Problem| matches!(problem, Problem::Surplus { .. });
    match about {
        About::Weights if problems.iter().any(is_surplus) => out
            .write_str("\n  to read a part of the file: `load_part`, or `partial()` of a `Reader`"),
        _ => Ok(()),
    }
}

shapecheck::__debug_is_text!(WeightsError);

impl Error for WeightsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            Self::Format(error) => Some(error),
            Self::Tensor(error) => Some(error),
            Self::Index(_) | Self::Problems(_) | Self::Arrays { .. } => None,
        }
    }
}

impl From<std::io::Error> for WeightsError {
    fn from(error: std::io::Error) -> Self {
        Self::File(error)
    }
}

impl From<HeaderError> for WeightsError {
    fn from(error: HeaderError) -> Self {
        match error {
            HeaderError::Unread(error) => Self::File(error),
            error => Self::Format(error),
        }
    }
}

impl From<SafeTensorError> for WeightsError {
    fn from(error: SafeTensorError) -> Self {
        Self::Tensor(error)
    }
}
