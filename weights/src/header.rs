//! Headers of files, in which each tensor stands once.

use std::collections::BTreeSet;
use std::fmt;

use safetensors::{SafeTensorError, SafeTensors};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

/// The tensors of a file with these bytes.
pub fn parse(bytes: &[u8]) -> Result<SafeTensors<'_>, SafeTensorError> {
    let file = SafeTensors::deserialize(bytes)?;
    let (count, rest) = bytes.split_at(size_of::<u64>());
    let count = u64::from_le_bytes(count.try_into().expect("so many bytes")) as usize;
    each_once(&rest[..count])?;
    Ok(file)
}

/// Refuses a header that has a name twice. Its reader would take the last one, and another program the first.
pub fn each_once(header: &[u8]) -> Result<(), SafeTensorError> {
    struct Once;

    impl<'de> Deserialize<'de> for Once {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_map(Self)
        }
    }

    impl<'de> Visitor<'de> for Once {
        type Value = Self;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("names of tensors")
        }

        fn visit_map<Map: MapAccess<'de>>(self, mut map: Map) -> Result<Self, Map::Error> {
            let mut names = BTreeSet::new();
            while let Some((name, _)) = map.next_entry::<String, IgnoredAny>()? {
                if let Some(name) = names.replace(name) {
                    return Err(Map::Error::custom(format_args!(
                        "the header has `{name}` twice"
                    )));
                }
            }
            Ok(self)
        }
    }

    serde_json::from_slice::<Once>(header)
        .map(|_| ())
        .map_err(SafeTensorError::InvalidHeaderDeserialization)
}
