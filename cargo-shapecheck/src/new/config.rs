//! The sizes that a configuration says: its keys whose values are integers, also those of objects in it.

use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use super::header::read_text;
use super::words::Wrong;

/// A key with a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// With dots where it is in an object: `text_config.hidden_size`.
    pub path: String,
    pub size: usize,
}

/// Objects whose keys are words of the data.
const TABLES: [&str; 2] = ["label2id", "id2label"];

/// The keys in the order of the file.
pub fn read(path: &Path) -> io::Result<Vec<Key>> {
    let text = read_text(path)?;
    let json: Value = serde_json::from_slice(&text).map_err(|error| Wrong::Json(error).at(path))?;
    let object = json.as_object().ok_or_else(|| Wrong::NoObject.at(path))?;
    let mut keys = Vec::new();
    add(object, "", &mut keys);
    match keys.is_empty() {
        true => Err(Wrong::NoSizes.at(path)),
        false => Ok(keys),
    }
}

fn add(object: &Map<String, Value>, place: &str, keys: &mut Vec<Key>) {
    for (key, value) in object {
        let path = format!("{place}{key}");
        match value {
            Value::Object(inner) if !TABLES.contains(&&**key) => {
                add(inner, &format!("{path}."), keys);
            }
            // The number of a token is no size.
            Value::Number(_) if key.ends_with("_id") => {}
            Value::Number(number) => {
                let size = number.as_u64().and_then(|size| size.try_into().ok());
                keys.extend(size.map(|size| Key { path, size }));
            }
            _ => {}
        }
    }
}
