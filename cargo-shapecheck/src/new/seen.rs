//! What a dry run says in the header of its weights: the sizes of its first run, an expression of their names beside each size
//! that moved, and the shape of what the model gives.
//!
//! ```text
//! {"__metadata__": {"dry run": "Batch = 3, Hidden = 64", "gives": "Batch, 10"},
//! "up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * Hidden", "Hidden"]}}
//! ```

use std::io;
use std::path::Path;

use serde_json::Value;

use super::names::words_in;
use super::words::Wrong;
use super::{Axis, Contents, Element, Port};

/// Adds what a header says beside its tensors, if a dry run wrote it.
pub fn add(header: &Value, contents: &mut Contents, path: &Path) -> io::Result<()> {
    let text = |key: &str| header["__metadata__"][key].as_str();
    let Some(sizes) = text("dry run") else {
        return Ok(());
    };
    let sizes = sizes.split(", ").filter_map(|size| {
        let (name, size) = size.split_once(" = ")?;
        Some((name.to_owned(), size.parse().ok()?))
    });
    contents.seen = sizes.collect();
    for weight in &mut contents.weights {
        let names = header[&weight.name]["names"].as_array();
        let names = names.into_iter().flatten();
        let names: Vec<Option<&str>> = names.map(Value::as_str).collect();
        for text in names.iter().flatten() {
            if !is_of(text, &contents.seen) {
                return Err(Wrong::NoName(&weight.name, text).at(path));
            }
        }
        if names.len() == weight.sizes.len() {
            weight.names = names
                .into_iter()
                .map(|name| name.map(str::to_owned))
                .collect();
        }
    }
    let axis = |size: &str| match size.parse() {
        Ok(number) => Axis::Number(number),
        Err(_) if size == "_" => Axis::Unknown,
        Err(_) => Axis::Symbol(size.to_owned()),
    };
    let axes: Vec<&str> = text("gives").unwrap_or("..").split(", ").collect();
    // Of results with other numbers of axes there is no type.
    if axes != [".."] {
        contents.outputs.push(Port {
            name: "output".to_owned(),
            element: Element::ANY,
            axes: axes
                .into_iter()
                .filter(|size| !size.is_empty())
                .map(axis)
                .collect(),
        });
    }
    Ok(())
}

/// Whether a text computes with these names.
fn is_of(text: &str, names: &[(String, usize)]) -> bool {
    let is_known =
        |word: &str| word.parse::<usize>().is_ok() || names.iter().any(|it| it.0 == word);
    words_in(text).all(is_known) && syn::parse_str::<syn::Expr>(text).is_ok()
}
