//! The headers of safetensors files: names, elements and sizes. No data is read, and none needs to be there.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use shapecheck_weights_header::{Header, LONGEST};

use super::words::Wrong;
use super::{Contents, Element, Weight, seen};

/// What an index has.
const INDEX: &str = "weight_map";

/// The tensors of a safetensors file.
pub fn read(path: &Path) -> io::Result<Contents> {
    let unread = |error| Wrong::Unread(error).at(path);
    let file = File::open(path).map_err(unread)?;
    let header = Header::read(file).map_err(|error| Wrong::Header(error).at(path))?;
    contents(header, path)
}

/// The tensors of a header without a file, or of the files next to an index.
pub fn read_json(path: &Path) -> io::Result<Vec<(PathBuf, Contents)>> {
    let text = read_text(path)?;
    let json: Value = serde_json::from_slice(&text).map_err(|error| Wrong::Json(error).at(path))?;
    let Some(map) = json.get(INDEX) else {
        let header = Header::of_text(&text).map_err(|error| Wrong::Header(error).at(path))?;
        let mut contents = contents(header, path)?;
        seen::add(&json, &mut contents, path)?;
        return Ok(vec![(path.to_owned(), contents)]);
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

/// The tensors in the order of their data.
fn contents(header: Header, path: &Path) -> io::Result<Contents> {
    let mut tensors: Vec<_> = header.tensors.into_iter().collect();
    tensors.sort_by_key(|(_, info)| info.data_offsets);
    let weights = tensors.into_iter().map(|(name, info)| {
        let element = info.dtype.to_string();
        let element =
            Element::named(&element).ok_or_else(|| Wrong::Element(&name, &element).at(path))?;
        Ok(Weight {
            name,
            element,
            sizes: info.shape,
            names: Vec::new(),
        })
    });
    Ok(Contents {
        weights: weights.collect::<io::Result<_>>()?,
        ..Contents::default()
    })
}
