//! The sizes that a configuration says: its keys whose values are integers, also those of objects in it.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use heck::ToSnakeCase;
use serde_json::{Map, Value};

use super::header::read_text;
use super::identifiers::type_name;
use super::words::Wrong;

/// Objects whose keys are words of the data.
const TABLES: [&str; 2] = ["label2id", "id2label"];

/// Words of keys that say nothing of a place.
const EMPTY_WORDS: &[&str] = &[
    "size",
    "dim",
    "num",
    "n",
    "max",
    "d",
    "hidden",
    "model",
    "config",
    "embedding",
    "embed",
    "embd",
    "layer",
    "weight",
    "bias",
    "total",
    "of",
];

/// Keys of the number of heads, of the width that they share, and of the size of one.
const HEADS: &[&str] = &["num_attention_heads", "n_head", "n_heads", "num_heads"];
const WIDTHS: &[&str] = &["hidden_size", "n_embd", "d_model", "dim", "hidden_dim"];
const HEAD: &[&str] = &["head_dim", "head_size", "d_kv", "d_head"];

/// The keys of a configuration, in its order.
#[derive(Debug, Default)]
pub struct Keys {
    pub all: Vec<Key>,
    by_size: HashMap<usize, Vec<usize>>,
    /// The products of a number of heads and the size of one.
    heads: HashMap<usize, Vec<Heads>>,
}

/// A key with a size.
#[derive(Debug)]
pub struct Key {
    /// With dots where it is in an object: `text_config.hidden_size`.
    pub path: String,
    pub size: usize,
    /// As the name of a size.
    pub name: String,
    /// What it says of a place.
    pub words: Vec<String>,
}

/// The number of heads, and the size of one.
#[derive(Clone, Copy, Debug)]
pub struct Heads {
    pub count: usize,
    pub head: Head,
}

/// The size of a head.
#[derive(Clone, Copy, Debug)]
pub enum Head {
    Key(usize),
    /// A width, and the number of heads that share it.
    Quotient(usize, usize),
}

impl Keys {
    /// The keys of a file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = read_text(path)?;
        let json: Value =
            serde_json::from_slice(&text).map_err(|error| Wrong::Json(error).at(path))?;
        let object = json.as_object().ok_or_else(|| Wrong::NoObject.at(path))?;
        let mut sizes = Vec::new();
        add(object, "", &mut sizes);
        match sizes.is_empty() {
            true => Err(Wrong::NoSizes.at(path)),
            false => Ok(Self::of(sizes)),
        }
    }

    fn of(sizes: Vec<(String, usize)>) -> Self {
        let names = names(&sizes);
        let key = |((path, size), name): ((String, usize), String)| {
            let mut words = words_of(&path);
            words.retain(|word| !EMPTY_WORDS.contains(&&**word));
            Key {
                path,
                size,
                name,
                words,
            }
        };
        let mut keys = Self {
            all: sizes.into_iter().zip(names).map(key).collect(),
            ..Self::default()
        };
        for (index, key) in keys.all.iter().enumerate() {
            keys.by_size.entry(key.size).or_default().push(index);
        }
        keys.find_heads();
        keys
    }

    /// The keys that have this size.
    pub fn of_size(&self, size: usize) -> &[usize] {
        self.by_size.get(&size).map_or(&[], |keys| keys)
    }

    /// The number of heads and the size of one whose product a size is, if there is one such product.
    pub fn heads(&self, size: usize) -> Option<Heads> {
        match self.heads.get(&size)?[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn find_heads(&mut self) {
        let named = |is_named: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let all = self.all.iter().enumerate();
            let named = all.filter(|(_, key)| is_named(last(&key.path)));
            named.map(|(index, _)| index).collect()
        };
        let counts = named(&|key| key.ends_with("_heads") || HEADS.contains(&key));
        let of_all = named(&|key| HEADS.contains(&key));
        let widths = named(&|key| WIDTHS.contains(&key));
        let mut heads: Vec<(Head, usize)> = named(&|key| HEAD.contains(&key))
            .into_iter()
            .map(|key| (Head::Key(key), self.all[key].size))
            .collect();
        if let ([], [width], [count]) = (&heads[..], &widths[..], &of_all[..]) {
            let [whole, parts] = [*width, *count].map(|key| self.all[key].size);
            if parts > 0 && whole.is_multiple_of(parts) {
                heads.push((Head::Quotient(*width, *count), whole / parts));
            }
        }
        for &count in &counts {
            for &(head, size) in &heads {
                let product = self.all[count].size.checked_mul(size);
                if let Some(product) = product {
                    let all = self.heads.entry(product).or_default();
                    all.push(Heads { count, head });
                }
            }
        }
    }
}

fn add(object: &Map<String, Value>, place: &str, sizes: &mut Vec<(String, usize)>) {
    for (key, value) in object {
        let path = format!("{place}{key}");
        match value {
            Value::Object(inner) if !TABLES.contains(&&**key) => {
                add(inner, &format!("{path}."), sizes);
            }
            // The number of a token is not a size.
            Value::Number(_) if key.ends_with("_id") => {}
            Value::Number(number) => {
                let size = number.as_u64().and_then(|size| size.try_into().ok());
                sizes.extend(size.map(|size| (path, size)));
            }
            _ => {}
        }
    }
}

/// A name for each key: short where no other key has it.
fn names(sizes: &[(String, usize)]) -> Vec<String> {
    let forms = |(path, _): &(String, usize)| {
        let with_place = path.replace("_config.", "_");
        let whole = type_name(last(path), "Size");
        [
            short_name(last(path)),
            whole,
            type_name(&with_place, "Size"),
        ]
    };
    let all: Vec<[String; 3]> = sizes.iter().map(forms).collect();
    let mut counts: HashMap<(usize, &str), usize> = HashMap::new();
    for (form, name) in all.iter().flat_map(|forms| forms.iter().enumerate()) {
        *counts.entry((form, name)).or_default() += 1;
    }
    let name = |forms: &[String; 3]| {
        let is_own = |&form: &usize| counts[&(form, &*forms[form])] == 1;
        forms[(0..2).find(is_own).unwrap_or(2)].clone()
    };
    all.iter().map(name).collect()
}

/// `Hidden` for `hidden_size`, `Embd` for `n_embd`.
pub fn short_name(key: &str) -> String {
    let mut short = key;
    for end in ["_size", "_dim"] {
        short = short.strip_suffix(end).unwrap_or(short);
    }
    for start in ["num_", "n_"] {
        short = short.strip_prefix(start).unwrap_or(short);
    }
    type_name(short, "Size")
}

fn last(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, last)| last)
}

/// The words of a name in lower case, in the singular.
pub fn words_of(name: &str) -> Vec<String> {
    let snake = name.to_snake_case();
    let words = snake.split('_').filter(|word| !word.is_empty());
    words
        .map(|word| word.strip_suffix('s').unwrap_or(word).to_owned())
        .collect()
}
