//! Arrays of NumPy: files `.npy` of one array, and how one begins in an archive `.npz`.
//!
//! Headers are read here, and not by a library of the format: what comes with one takes longer to build than this crate, and it
//! allocates what a header claims before it looks for it.

use std::io::{self, Read};
use std::path::Path;

use safetensors::Dtype;
use shapecheck::engine::ReadsElements;
use shapecheck::{Shape, TensorOn};
use shapecheck_weights_header::count_bytes;

use crate::element::Stored;
use crate::error::WeightsError;
use crate::write::{Save, Writer};

/// What a file begins with.
pub(crate) const MAGIC: [u8; 6] = *b"\x93NUMPY";

/// The number of bytes that a header may have, as in NumPy.
const LONGEST: u64 = 10_000;

/// Headers end at a multiple of this, so that elements are aligned.
const ALIGNED: usize = 64;

/// What a header says.
#[derive(Debug)]
pub(crate) struct Header {
    pub dtype: Dtype,
    pub sizes: Vec<usize>,
    /// Whether the first axis is the one whose neighbours are neighbours in the file, as in Fortran.
    pub is_first_axis_dense: bool,
    /// Whether elements have their highest byte first.
    pub is_high_byte_first: bool,
    /// The number of bytes before the elements.
    pub start: u64,
    /// The number of bytes of the elements.
    pub length: usize,
}

/// Why an array cannot be read.
#[derive(Debug)]
pub(crate) enum Refusal {
    File(io::Error),
    Told(String),
}

impl Refusal {
    /// The error about a file, or about an array of this name in it.
    pub(crate) fn of(self, file: &Path, name: &str) -> WeightsError {
        let told = match self {
            Self::File(error) => format!("cannot be read: {error}"),
            Self::Told(told) => format!("is not an array that can be read: {told}"),
        };
        WeightsError::of_array(file, name, told)
    }
}

fn refused(told: impl Into<String>) -> Refusal {
    Refusal::Told(told.into())
}

impl Header {
    /// Reads the header of an array which has this many bytes with it.
    pub(crate) fn read(mut from: impl Read, all: u64) -> Result<Self, Refusal> {
        let mut read = |bytes: &mut [u8]| {
            let told = |error: io::Error| match error.kind() {
                io::ErrorKind::UnexpectedEof => refused("its header is cut off"),
                _ => Refusal::File(error),
            };
            from.read_exact(bytes).map_err(told)
        };
        let mut first = [0; MAGIC.len() + 2];
        read(&mut first)?;
        let [magic @ .., version, _] = first;
        if magic != MAGIC {
            return Err(refused("it does not begin as a `.npy` file"));
        }
        let mut count = [0; 4];
        let width = match version {
            1 => 2,
            2 | 3 => 4,
            _ => {
                return Err(refused(format!(
                    "its version is {version}, and 1 to 3 are known"
                )));
            }
        };
        read(&mut count[..width])?;
        let count = u64::from(u32::from_le_bytes(count));
        if count > LONGEST {
            return Err(refused(format!("its header would have {count} bytes")));
        }
        let mut text = vec![0; count as usize];
        read(&mut text)?;
        let start = (first.len() + width) as u64 + count;
        let text = str::from_utf8(&text).ok();
        let entries = text.and_then(|text| Entries::of(text.trim_end()));
        let entries =
            entries.ok_or_else(|| refused("its header is not the text that it should be"))?;
        let (dtype, is_high_byte_first) = element_of(entries.element)?;
        let length = count_bytes(dtype, &entries.sizes);
        let length = length.map_err(|_| refused("memory has no room for as many elements"))?;
        if start.checked_add(length as u64) != Some(all) {
            let (found, sizes) = (all.saturating_sub(start), &entries.sizes);
            return Err(refused(format!(
                "it has {found} bytes of elements, and {length} by its header, of shape {sizes:?}"
            )));
        }
        Ok(Self {
            dtype,
            is_first_axis_dense: entries.is_first_axis_dense && entries.sizes.len() > 1,
            sizes: entries.sizes,
            is_high_byte_first,
            start,
            length,
        })
    }
}

/// The dictionary of a header, which is written as in Python.
struct Entries<'a> {
    /// The elements, as they are written.
    element: &'a str,
    is_first_axis_dense: bool,
    sizes: Vec<usize>,
}

impl<'a> Entries<'a> {
    /// Each entry once, in any order: `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`.
    fn of(text: &'a str) -> Option<Self> {
        let mut rest = text.strip_prefix('{')?.trim_start();
        let (mut element, mut order, mut sizes) = (None, None, None);
        while !rest.starts_with('}') {
            let (name, behind) = quoted(rest)?;
            let value = behind.trim_start().strip_prefix(':')?.trim_start();
            let (is_twice, behind) = match name {
                "descr" => {
                    let (found, behind) = quoted(value).or_else(|| listed(value))?;
                    (element.replace(found).is_some(), behind)
                }
                "fortran_order" => {
                    let end = value.find(|c: char| !c.is_ascii_alphabetic())?;
                    let found = match &value[..end] {
                        "True" => true,
                        "False" => false,
                        _ => return None,
                    };
                    (order.replace(found).is_some(), &value[end..])
                }
                "shape" => {
                    let (inside, behind) = value.strip_prefix('(')?.split_once(')')?;
                    (sizes.replace(sizes_of(inside)?).is_some(), behind)
                }
                _ => return None,
            };
            if is_twice {
                return None;
            }
            let behind = behind.trim_start();
            rest = match behind.strip_prefix(',') {
                Some(behind) => behind.trim_start(),
                None if behind.starts_with('}') => behind,
                None => return None,
            };
        }
        (rest == "}").then_some(())?;
        Some(Self {
            element: element?,
            is_first_axis_dense: order?,
            sizes: sizes?,
        })
    }
}

/// A word in quotes without any in it, and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| ['\'', '"'].contains(c))?;
    text[1..].split_once(quote)
}

/// A list, and what follows: the fields of elements that have some.
fn listed(text: &str) -> Option<(&str, &str)> {
    text.starts_with('[').then_some(())?;
    let mut depth = 0_usize;
    for (place, sign) in text.char_indices() {
        match sign {
            '[' => depth += 1,
            ']' if depth == 1 => return Some(text.split_at(place + 1)),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Sizes followed by commas, the last of which may be missing where there are several.
fn sizes_of(inside: &str) -> Option<Vec<usize>> {
    let mut parts: Vec<&str> = inside.split(',').map(str::trim).collect();
    let is_closed = parts.last() == Some(&"");
    if is_closed {
        parts.pop();
    }
    // `(3)` is a number, and not a tuple.
    if parts.len() == 1 && !is_closed {
        return None;
    }
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let size = |part: &str| Some(part).filter(digits)?.parse().ok();
    parts.into_iter().map(size).collect()
}

/// The format's element for what a header has, and whether its highest byte is first.
fn element_of(text: &str) -> Result<(Dtype, bool), Refusal> {
    let (order, kind) = text.split_at_checked(1).unwrap_or_default();
    let dtype = match kind {
        _ if !["<", ">", "|", "="].contains(&order) => None,
        "b1" => Some(Dtype::BOOL),
        "u1" => Some(Dtype::U8),
        "i1" => Some(Dtype::I8),
        "u2" => Some(Dtype::U16),
        "i2" => Some(Dtype::I16),
        "u4" => Some(Dtype::U32),
        "i4" => Some(Dtype::I32),
        "u8" => Some(Dtype::U64),
        "i8" => Some(Dtype::I64),
        "f2" => Some(Dtype::F16),
        "f4" => Some(Dtype::F32),
        "f8" => Some(Dtype::F64),
        _ => None,
    };
    let kind = match (kind.chars().next(), text.starts_with('[')) {
        _ if dtype.is_some() => "",
        (_, true) => "of several fields",
        (Some('O'), _) => "Python's objects",
        (Some('c'), _) => "complex",
        (Some('U' | 'S'), _) => "texts",
        (Some('M' | 'm'), _) => "dates or times",
        _ => "of another kind",
    };
    let is_high_byte_first = order == ">";
    dtype.map(|dtype| (dtype, is_high_byte_first)).ok_or_else(|| {
        let text = text.escape_debug();
        refused(format!(
            "its elements are {kind}, `{text}`; in NumPy, `astype` or a part of the array makes floats, integers or `bool`"
        ))
    })
}

/// The name of elements in a header.
fn name_of(dtype: Dtype) -> Option<&'static str> {
    Some(match dtype {
        Dtype::BOOL => "|b1",
        Dtype::U8 => "|u1",
        Dtype::I8 => "|i1",
        Dtype::U16 => "<u2",
        Dtype::I16 => "<i2",
        Dtype::U32 => "<u4",
        Dtype::I32 => "<i4",
        Dtype::U64 => "<u8",
        Dtype::I64 => "<i8",
        Dtype::F16 => "<f2",
        Dtype::F32 => "<f4",
        Dtype::F64 => "<f8",
        _ => return None,
    })
}

/// The header of an array with elements in row-major order, the lowest byte first.
pub(crate) fn header(dtype: Dtype, sizes: &[usize]) -> Result<Vec<u8>, String> {
    let element = name_of(dtype).ok_or_else(|| {
        format!(
            "has elements {dtype:?}, which NumPy does not have: `cast::<f32>()` converts its tensor"
        )
    })?;
    let mut shape: String = sizes.iter().map(|size| format!("{size}, ")).collect();
    // `(3,)` and `(3, 4)`.
    shape.truncate(
        shape
            .len()
            .saturating_sub(if sizes.len() == 1 { 1 } else { 2 }),
    );
    let text = format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The first version has two bytes for the length, which all but a thousand axes need no more of.
    let lead = MAGIC.len() + 4;
    let padded = (lead + text.len() + 1).next_multiple_of(ALIGNED);
    let length = u16::try_from(padded - lead).map_err(|_| "has too many axes".to_owned())?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.bytes());
    bytes.resize(padded - 1, b' ');
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a tensor to a `.npy` file, which `np.load` reads.
///
/// # Errors
///
/// Returns an error if the file cannot be written, or NumPy has no such elements, as `bf16`.
pub fn save_npy<T: Stored, S: Shape, E: ReadsElements<T>>(
    tensor: &TensorOn<T, S, E>,
    path: impl AsRef<Path>,
) -> Result<(), WeightsError> {
    let mut writer = Writer::default();
    tensor.write(&mut writer);
    let path = path.as_ref();
    for entry in writer.entries {
        let header = header(entry.dtype, &entry.sizes);
        let header = header.map_err(|told| WeightsError::of_array(path, "", told))?;
        std::fs::write(path, [header, entry.bytes].concat())?;
    }
    Ok(())
}
