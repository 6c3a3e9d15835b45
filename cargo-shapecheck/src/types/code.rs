//! Types as code that compiles, where a person or an editor is going to write them: `shape![2, 3]`, not `[2, 3]`.

use super::parse::DEEPEST;
use super::{Evidence, Kind, Replacement, UNKNOWN, apply, find, names};

/// How a name of the crate is written, where it can be.
pub type InReach<'f> = &'f dyn Fn(&str) -> Option<String>;

/// The text with its shapes and tensors as code.
pub fn rewrite(text: &str, evidence: Evidence, in_reach: InReach) -> String {
    rewrite_at_depth(text, evidence, in_reach, 0)
}

fn rewrite_at_depth(text: &str, evidence: Evidence, in_reach: InReach, depth: usize) -> String {
    if depth >= DEEPEST {
        return text.to_owned();
    }
    let found: Vec<Replacement> = find(text, evidence)
        .iter()
        .filter_map(|found| as_code_at_depth(text, found, evidence, in_reach, depth))
        .collect();
    apply(text, &found)
}

/// The replacement as code; `None` where what stood there is the best code there is.
pub fn as_code(
    text: &str,
    replacement: &Replacement,
    evidence: Evidence,
    in_reach: InReach,
) -> Option<Replacement> {
    as_code_at_depth(text, replacement, evidence, in_reach, 0)
}

fn as_code_at_depth(
    text: &str,
    replacement: &Replacement,
    evidence: Evidence,
    in_reach: InReach,
    depth: usize,
) -> Option<Replacement> {
    let code = match &replacement.kind {
        Kind::Shape(entries) if !entries.is_empty() => shape(text, replacement, in_reach)?,
        Kind::Tensor => tensor(text, replacement, evidence, in_reach, depth)?,
        _ => return None,
    };
    Some(Replacement::new(
        replacement.range.clone(),
        code,
        Kind::Name,
    ))
}

/// `shape![..S, 2, _]` from the parts of `[..S, 2, _]`. What is neither a number nor dynamic stays as it was.
fn shape(text: &str, replacement: &Replacement, in_reach: InReach) -> Option<String> {
    let mut code = in_reach(names::SHAPE_MACRO)? + "!";
    for part in &replacement.parts {
        let source = &text[part.source.clone()];
        let (dots, entry) = match part.text.strip_prefix("..") {
            Some(entry) => ("..", entry),
            None => ("", part.text.as_str()),
        };
        if entry == UNKNOWN {
            return None;
        }
        code += dots;
        code += match part.source.is_empty() || entry == "_" || entry.parse::<u64>().is_ok() {
            true => entry,
            false => source,
        };
    }
    Some(code)
}

/// A tensor's name, the lifetimes that go in front of its parameters, or the parameters at its end.
fn tensor(
    text: &str,
    replacement: &Replacement,
    evidence: Evidence,
    in_reach: InReach,
    depth: usize,
) -> Option<String> {
    let new = replacement.text();
    if names::STORAGES.iter().any(|(_, name)| *name == new) {
        return in_reach(&new);
    }
    let code = replacement
        .parts
        .iter()
        .map(|part| match part.source.is_empty() {
            true => part.text.clone(),
            false => rewrite_at_depth(&text[part.source.clone()], evidence, in_reach, depth + 1),
        });
    Some(code.collect())
}
