//! Types as code that compiles, for a person or an editor to insert: `shape![2, 3]`, not `[2, 3]`.

use super::{Evidence, Kind, Replacement, UNKNOWN, apply, arithmetic, find, vocabulary};

/// How to write a name of the crate, if possible.
pub type InReach<'f> = &'f dyn Fn(&str) -> Option<String>;

/// The text with its shapes and tensors as code.
pub fn rewrite(text: &str, evidence: Evidence, in_reach: InReach) -> String {
    let found: Vec<Replacement> = find(text, evidence)
        .iter()
        .filter_map(|found| as_code(text, found, in_reach))
        .collect();
    apply(text, &found)
}

/// The replacement as code, or `None` if the original is the best code.
pub fn as_code(text: &str, replacement: &Replacement, in_reach: InReach) -> Option<Replacement> {
    let code = match &replacement.kind {
        Kind::Shape(entries) if !entries.is_empty() => shape(text, replacement, in_reach)?,
        Kind::Tensor(_) => tensor(replacement, in_reach)?,
        Kind::Computed => format!(
            "{}!({})",
            in_reach(vocabulary::SIZE_MACRO)?,
            replacement.text()
        ),
        _ => return None,
    };
    Some(Replacement::new(
        replacement.range.clone(),
        code,
        Kind::Name,
    ))
}

/// `shape![..S, 2, _]` from the parts of `[..S, 2, _]`. Entries that are neither numbers nor dynamic nor names stay as they are.
fn shape(text: &str, replacement: &Replacement, in_reach: InReach) -> Option<String> {
    let mut code = in_reach(vocabulary::SHAPE_MACRO)? + "!";
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
        let is_computed = arithmetic::written(source, &str::to_owned).is_some();
        let has_name = source.contains(&format!("{}<", vocabulary::NAMED_SIZE));
        let is_size = entry == "_" || entry.parse::<u64>().is_ok() || is_computed || has_name;
        code += match part.source.is_empty() || is_size {
            true => entry,
            false => source,
        };
    }
    Some(code)
}

/// A tensor's name, the lifetimes before its parameters, or nothing in place of its engine.
fn tensor(replacement: &Replacement, in_reach: InReach) -> Option<String> {
    let new = replacement.text();
    match vocabulary::ENGINES.iter().any(|(_, name)| *name == new) {
        true => in_reach(&new),
        false => Some(new),
    }
}
