//! Headers of safetensors files: the names, elements and sizes of tensors, and where their data lies. What is said of names
//! that a file does not have.
//!
//! Only what is whole and says everything once is a header: another program must not find other tensors in the file.
#![warn(clippy::too_many_lines)]

mod names;

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use safetensors::{Dtype, SafeTensorError, tensor::TensorInfo};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

pub use names::{nearest, nearest_parts, no_parts, numbered, the_file_has};

/// The number of bytes that a header may have by the format.
pub const LONGEST: u64 = 100_000_000;

/// What a header has besides tensors.
const METADATA: &str = "__metadata__";

/// The tensors of a file.
#[derive(Debug)]
pub struct Header {
    /// The tensors by their names.
    pub tensors: BTreeMap<String, TensorInfo>,
    /// Where their data begins in the file.
    pub start: u64,
    /// Where the data ends, and the file.
    pub end: u64,
}

impl Header {
    /// Reads the header of a file, and none of its data, which need not be there.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no header, or one that contradicts itself.
    pub fn read(mut from: impl Read) -> Result<Self, HeaderError> {
        let mut count = [0; size_of::<u64>()];
        from.read_exact(&mut count)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => HeaderError::Refused("it has no header".to_owned()),
                _ => HeaderError::Unread(error),
            })?;
        let start = count.len() as u64;
        let count = u64::from_le_bytes(count);
        if count > LONGEST {
            let told = format!("its header would have {count} bytes");
            return Err(HeaderError::Refused(told));
        }
        // Grows with the data that exists, and not with what the file claims.
        let mut text = Vec::new();
        let there = from.take(count).read_to_end(&mut text);
        let there = there.map_err(HeaderError::Unread)? as u64;
        if there < count {
            let told = format!("its header has {count} bytes, and {there} are there");
            return Err(HeaderError::Refused(told));
        }
        Self::of_entries(read_entries(&text)?, start + count, None)
    }

    /// Reads the header of a file of this length, which has to hold all data, and nothing after it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no header, one that contradicts itself, or one of a shorter or longer file.
    pub fn read_whole(from: impl Read, length: u64) -> Result<Self, HeaderError> {
        let header = Self::read(from)?;
        if header.end != length {
            let told = format!("it has {length} bytes, and {} by its header", header.end);
            return Err(HeaderError::Refused(told));
        }
        Ok(header)
    }

    /// Reads the text of a header without its file. Tensors that do not say where their data is lie one after another.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a header, or contradicts itself.
    pub fn of_text(text: &[u8]) -> Result<Self, HeaderError> {
        Self::of_entries(read_entries(text)?, 0, Some(0))
    }

    /// The tensors of a header, if their data has no holes. `next` is where the data of a tensor lies that does not say
    /// it, if it may do so.
    fn of_entries(
        entries: Vec<(String, Entry)>,
        start: u64,
        mut next: Option<usize>,
    ) -> Result<Self, HeaderError> {
        let mut tensors = BTreeMap::new();
        for (name, entry) in entries {
            let bytes = count_bytes(entry.dtype, &entry.shape)
                .map_err(|error| HeaderError::of(&name, format_args!("is none: {error}")))?;
            let following = || Some((next?, next?.saturating_add(bytes)));
            let Some(data_offsets) = entry.data_offsets.or_else(following) else {
                return Err(HeaderError::of(&name, "has no `data_offsets`"));
            };
            let (begin, end) = data_offsets;
            if end.checked_sub(begin) != Some(bytes) {
                let told = format!("has {bytes} bytes, and its data is from {begin} to {end}");
                return Err(HeaderError::of(&name, told));
            }
            next = next.map(|_| end);
            let info = TensorInfo {
                dtype: entry.dtype,
                shape: entry.shape,
                data_offsets,
            };
            if tensors.contains_key(&name) {
                return Err(HeaderError::of(&name, "is there twice"));
            }
            tensors.insert(name, info);
        }
        let mut in_order: Vec<_> = tensors.iter().collect();
        in_order.sort_by_key(|(_, info)| info.data_offsets);
        let mut behind = 0;
        for (name, info) in in_order {
            let (begin, end) = info.data_offsets;
            if begin != behind {
                let told =
                    format!("has its data from {begin}, and that before it ends at {behind}");
                return Err(HeaderError::of(name, told));
            }
            behind = end;
        }
        Ok(Self {
            tensors,
            start,
            end: start.saturating_add(behind as u64),
        })
    }
}

/// The number of bytes that elements have in a file.
///
/// # Errors
///
/// Returns an error if memory has no room for as many, or if they are a fraction.
pub fn count_bytes(dtype: Dtype, sizes: &[usize]) -> Result<usize, SafeTensorError> {
    let multiplied = |count: usize, &size: &usize| count.checked_mul(size);
    let elements = sizes.iter().try_fold(1, multiplied);
    let bits = elements.and_then(|elements| elements.checked_mul(dtype.bitsize()));
    let bits = bits.ok_or(SafeTensorError::ValidationOverflow)?;
    match bits % 8 {
        0 => Ok(bits / 8),
        _ => Err(SafeTensorError::MisalignedSlice),
    }
}

/// A tensor as a header has it.
#[derive(Deserialize)]
struct Entry {
    dtype: Dtype,
    shape: Vec<usize>,
    data_offsets: Option<(usize, usize)>,
}

/// All tensors of a text in its order, with those that come twice.
fn read_entries(text: &[u8]) -> Result<Vec<(String, Entry)>, HeaderError> {
    struct Entries(Vec<(String, Entry)>);

    impl<'de> Deserialize<'de> for Entries {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_map(Self(Vec::new()))
        }
    }

    impl<'de> Visitor<'de> for Entries {
        type Value = Self;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("names of tensors, each with `dtype` and `shape`")
        }

        fn visit_map<Map: MapAccess<'de>>(mut self, mut map: Map) -> Result<Self, Map::Error> {
            let mut metadata = None;
            while let Some(name) = map.next_key::<String>()? {
                if name != METADATA {
                    self.0.push((name, map.next_value()?));
                    continue;
                }
                let texts: Option<HashMap<String, String>> = map.next_value()?;
                if metadata.replace(texts).is_some() {
                    return Err(Map::Error::duplicate_field(METADATA));
                }
            }
            Ok(self)
        }
    }

    // As a text from the start: values that nobody asks for are skipped without a look at their letters.
    let refused = |error: &dyn fmt::Display| {
        HeaderError::Refused(format!(
            "its header is not the JSON that it should be: {error}"
        ))
    };
    let text = std::str::from_utf8(text).map_err(|error| refused(&error))?;
    let entries: Entries = serde_json::from_str(text).map_err(|error| refused(&error))?;
    Ok(entries.0)
}

/// The reason why a file has no header that can be believed.
#[derive(Debug)]
pub enum HeaderError {
    /// The file cannot be read.
    Unread(io::Error),
    /// The file is another one, is cut off, or says what cannot be: which of them, as a sentence.
    Refused(String),
}

impl HeaderError {
    /// An error about the tensor with this name, quoted so that it does nothing to a terminal.
    fn of(name: &str, told: impl fmt::Display) -> Self {
        Self::Refused(format!("`{}` {told}", name.escape_debug()))
    }
}

impl fmt::Display for HeaderError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => error.fmt(to),
            Self::Refused(told) => write!(to, "not a safetensors file: {told}"),
        }
    }
}

impl Error for HeaderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unread(error) => Some(error),
            Self::Refused(_) => None,
        }
    }
}
