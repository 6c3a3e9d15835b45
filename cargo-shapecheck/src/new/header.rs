//! The headers of safetensors files: names, elements and sizes. No data is read, and none needs to be there.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::words::Wrong;
use super::{Contents, Element, Weight};

/// The length of what tells the length of a header.
const COUNT: usize = 8;

/// Longer headers and indices are refused, as the format does.
const LONGEST: u64 = 100_000_000;

/// What an index has.
const INDEX: &str = "weight_map";

/// What a header has beside tensors.
const METADATA: &str = "__metadata__";

/// The tensors of a safetensors file.
pub fn read(path: &Path) -> io::Result<Contents> {
    let unread = |error| Wrong::Unread(error).at(path);
    let mut file = File::open(path).map_err(unread)?;
    let length = file.metadata().map_err(unread)?.len();
    let mut count = [0; COUNT];
    if length < COUNT as u64 {
        return Err(Wrong::NoHeader.at(path));
    }
    file.read_exact(&mut count).map_err(unread)?;
    let count = u64::from_le_bytes(count);
    if count > LONGEST {
        return Err(Wrong::Absurd(count).at(path));
    }
    if count > length - COUNT as u64 {
        let there = length - COUNT as u64;
        return Err(Wrong::CutOff { count, there }.at(path));
    }
    let mut header = Vec::new();
    file.take(count).read_to_end(&mut header).map_err(unread)?;
    of_header(&header, path)
}

/// The tensors of a header without a file, or of the files beside an index.
pub fn read_json(path: &Path) -> io::Result<Vec<(PathBuf, Contents)>> {
    let text = read_text(path)?;
    let json: Value = serde_json::from_slice(&text).map_err(|error| Wrong::Json(error).at(path))?;
    let Some(map) = json.get(INDEX) else {
        return Ok(vec![(path.to_owned(), of_header(&text, path)?)]);
    };
    let map = map.as_object().ok_or_else(|| Wrong::Index.at(path))?;
    let mut files: Vec<&str> = Vec::new();
    for (name, file) in map {
        let is_below = |part| matches!(part, Component::Normal(_));
        match file.as_str() {
            Some(file) if !file.is_empty() && Path::new(file).components().all(is_below) => {
                files.push(file);
            }
            _ => return Err(Wrong::IndexEntry(name).at(path)),
        }
    }
    files.sort_unstable();
    files.dedup();
    let parts = files.into_iter().map(|file| {
        let part = path.with_file_name(file);
        let contents = read(&part)?;
        let names: HashSet<&str> = contents
            .weights
            .iter()
            .map(|weight| &*weight.name)
            .collect();
        for (name, named) in map {
            if named == file && !names.contains(&**name) {
                return Err(Wrong::NotThere(name, path).at(&part));
            }
        }
        Ok((part, contents))
    });
    parts.collect()
}

/// The text of a file that is not longer than it may be.
pub fn read_text(path: &Path) -> io::Result<Vec<u8>> {
    let unread = |error| Wrong::Unread(error).at(path);
    let file = File::open(path).map_err(unread)?;
    let mut text = Vec::new();
    file.take(LONGEST + 1)
        .read_to_end(&mut text)
        .map_err(unread)?;
    match text.len() as u64 > LONGEST {
        true => Err(Wrong::TooLong(LONGEST).at(path)),
        false => Ok(text),
    }
}

/// A tensor as a header has it. Where its data would be does not matter.
#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
}

/// The entries in the order of the file, with those that come twice.
struct Entries(Vec<(String, Entry)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("names of tensors, each with `dtype` and `shape`")
            }

            fn visit_map<Map: MapAccess<'de>>(self, mut map: Map) -> Result<Entries, Map::Error> {
                let mut entries = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if name == METADATA {
                        map.next_value::<IgnoredAny>()?;
                    } else {
                        let entry = map.next_value()?;
                        entries.push((name, entry));
                    }
                }
                Ok(Entries(entries))
            }
        }

        from.deserialize_map(InOrder)
    }
}

fn of_header(header: &[u8], path: &Path) -> io::Result<Contents> {
    let entries: Entries =
        serde_json::from_slice(header).map_err(|error| Wrong::Json(error).at(path))?;
    let weights = entries.0.into_iter().map(|(name, entry)| {
        let element = Element::named(&entry.dtype)
            .ok_or_else(|| Wrong::Element(&name, &entry.dtype).at(path))?;
        Ok(Weight {
            name,
            element,
            sizes: entry.shape,
        })
    });
    Ok(Contents {
        weights: weights.collect::<io::Result<_>>()?,
        ..Contents::default()
    })
}
