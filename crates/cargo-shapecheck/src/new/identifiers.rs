//! Identifiers of Rust, made from names of a file.

use std::collections::{HashMap, HashSet};

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Names that no size and no other struct has.
pub const RESERVED: &[&str] = &[
    "Self",
    "Tensor",
    "Load",
    "Dim",
    "Vec",
    "Model",
    "Checkpoint",
    "Linear",
    "TransposedLinear",
    "Norm",
    "BatchNorm",
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "O",
    "I",
    "N",
    "K",
    "D",
    "H",
    "W",
];

/// Names that are in use.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    names: HashSet<String>,
    /// The number to try next for a name that is in use.
    next: HashMap<String, u64>,
}

impl Taken {
    pub fn of(names: &[&str]) -> Self {
        Self {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            next: HashMap::new(),
        }
    }

    pub fn has(&self, name: &str) -> bool {
        // `dims!` has a type of the longer name beside each size.
        let longer = format!("{name}Dim");
        let shorter = name.strip_suffix("Dim").unwrap_or(name);
        let mut alike = [name, &longer, shorter].into_iter();
        alike.any(|name| self.names.contains(name))
    }

    /// The first of these names that is free, or else the last with a number.
    pub fn free(&mut self, names: impl IntoIterator<Item = String>) -> String {
        let mut last = String::new();
        for name in names {
            if !self.has(&name) {
                self.names.insert(name.clone());
                return name;
            }
            last = name;
        }
        // Two numbers are not to be read as one.
        let sign = if ends_with_digit(&last) { "_" } else { "" };
        let numbered = |number: u64| format!("{last}{sign}{number}");
        let mut number = self.next.get(&last).copied().unwrap_or(2);
        while self.has(&numbered(number)) {
            number += 1;
        }
        let name = numbered(number);
        self.names.insert(name.clone());
        self.next.insert(last, number + 1);
        name
    }
}

/// Whether a number after a name would be read with another one.
pub fn ends_with_digit(name: &str) -> bool {
    name.ends_with(|c: char| c.is_ascii_digit())
}

/// The name of a type: a text in words, with another word in front where Rust needs one.
pub fn type_name(text: &str, front: &str) -> String {
    match &*camel(text, front) {
        "Self" => format!("{front}Self"),
        name => name.to_owned(),
    }
}

/// A part of the name of a type: `Self` is one that cannot be alone.
pub fn camel(text: &str, front: &str) -> String {
    let name = text.to_upper_camel_case();
    if is_identifier(&name) || name == "Self" {
        return name;
    }
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{front}{plain}")
}

fn is_identifier(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok()
}

/// The name of a field: as it is in the file, if that is one.
pub fn field_name(text: &str) -> String {
    let name = text.to_snake_case();
    if is_identifier(&name) {
        return name;
    }
    let raw = format!("r#{name}");
    if is_identifier(&raw) {
        return raw;
    }
    // Words that cannot be raw.
    let behind = format!("{name}_");
    if is_identifier(&behind) {
        return behind;
    }
    let mut plain = String::from("_");
    plain.extend(
        name.chars()
            .filter(|&c| c.is_ascii_alphanumeric() || c == '_'),
    );
    match is_identifier(&plain) {
        true => plain,
        false => "unnamed".to_owned(),
    }
}

/// The names and the numbers of a text.
pub fn words_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}
