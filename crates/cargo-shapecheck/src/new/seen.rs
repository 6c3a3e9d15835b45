//! What a dry run says in the header of its weights: the sizes of its first run, an expression of their names beside each size
//! that moved, and the shapes of what the model takes and gives.
//!
//! ```text
//! {"__metadata__": {"dry run": "Batch = 3, Hidden = 64", "takes": "x: Batch, Hidden", "gives": "Batch, 10"},
//! "up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * Hidden", "Hidden"]}}
//! ```

use std::io;
use std::path::Path;

use serde_json::Value;

use super::identifiers::words_in;
use super::words::Wrong;
use super::{Axis, Contents, Element, Port};

/// Adds what a header says besides its tensors, if a dry run wrote it.
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
    let takes = text("takes").unwrap_or("").split("; ");
    let takes = takes.filter_map(|port| port.split_once(": "));
    contents.inputs = takes
        .filter_map(|(name, sizes)| port(name, sizes))
        .collect();
    contents
        .outputs
        .extend(text("gives").and_then(|sizes| port("output", sizes)));
    Ok(())
}

/// What a model takes or gives, of whichever elements. Where runs have other numbers of axes there is no type.
fn port(name: &str, sizes: &str) -> Option<Port> {
    let axis = |size: &str| match size.parse() {
        Ok(number) => Axis::Number(number),
        Err(_) if size == "_" => Axis::Unknown,
        Err(_) => Axis::Symbol(size.to_owned()),
    };
    let sizes = sizes.split(", ").filter(|size| !size.is_empty());
    let axes: Vec<Axis> = sizes.clone().map(axis).collect();
    (!sizes.clone().any(|size| size.starts_with(".."))).then(|| Port {
        name: name.to_owned(),
        element: Element::ANY,
        axes,
    })
}

/// Whether a text computes with these names.
fn is_of(text: &str, names: &[(String, usize)]) -> bool {
    let is_known =
        |word: &str| word.parse::<usize>().is_ok() || names.iter().any(|it| it.0 == word);
    words_in(text).all(is_known) && syn::parse_str::<syn::Expr>(text).is_ok()
}
