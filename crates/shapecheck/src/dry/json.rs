//! The summary as JSON.
//!
//! Written here, because a program in which `serde_json` is linked infers less: its values are compared with numbers, so that
//! `x == numbers.sum()` needs a type.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::summary::{NamedShape, Row, Summary};

/// A text in quotes.
#[must_use]
pub fn text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\x1f' => quoted += &format!("\\u{:04x}", u32::from(letter)),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

fn or_null(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_string())
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn shape(shape: &NamedShape) -> String {
    let sizes = list(shape.sizes().iter().map(ToString::to_string));
    let names = shape.names().map(|name| or_null(name.map(text)));
    format!("{{\"sizes\":{sizes},\"names\":{}}}", list(names))
}

fn row(row: &Row) -> String {
    format!(
        "{{\"operation\":{},\"place\":{},\"inputs\":{},\"arguments\":{},\"outputs\":{},\"parameters\":{},\
         \"multiply_adds\":{},\"bytes\":{},\"alive\":{},\"note\":{}}}",
        text(&row.operation),
        or_null(row.place.as_deref().map(text)),
        list(row.inputs.iter().map(shape)),
        list(row.arguments.iter().map(|name| text(name))),
        list(row.outputs.iter().map(shape)),
        row.parameters,
        row.multiply_adds,
        row.bytes,
        row.alive,
        or_null(row.note.map(text)),
    )
}

impl Summary {
    /// The summary as JSON, in one line: an object with the fields of this struct, in which a shape is
    /// `{"sizes": [2, 5, 64], "names": ["Batch", "Seq", null]}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        format!(
            "{{\"rows\":{},\"parameters\":{},\"parameter_bytes\":{},\"multiply_adds\":{},\"peak\":{},\
             \"peak_row\":{}}}",
            list(self.rows.iter().map(row)),
            self.parameters,
            self.parameter_bytes,
            self.multiply_adds,
            self.peak,
            self.peak_row,
        )
    }
}
