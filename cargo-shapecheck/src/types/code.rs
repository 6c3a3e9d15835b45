//! Types as code that compiles, where a person or an editor is going to write them: `shape![2, 3]`, not `[2, 3]`.

use super::{Kind, Replacement, UNKNOWN, names};

/// The replacement as code; `None` where what stood there is the best code there is. `in_reach` says how a name of the
/// crate is written, if it can be.
pub fn as_code(
    text: &str,
    replacement: &Replacement,
    in_reach: impl Fn(&str) -> Option<String>,
) -> Option<Replacement> {
    let code = match &replacement.kind {
        Kind::Shape(entries) if !entries.is_empty() => {
            shape(text, replacement, &in_reach(names::SHAPE_MACRO)?)?
        }
        Kind::Tensor if replacement.text().is_empty() => String::new(),
        Kind::Tensor => in_reach(&replacement.text())?,
        _ => return None,
    };
    Some(Replacement::new(
        replacement.range.clone(),
        code,
        Kind::Name,
    ))
}

/// `shape![..S, 2, _]` from the parts of `[..S, 2, _]`. What is neither a number nor dynamic stays as it was.
fn shape(text: &str, replacement: &Replacement, name: &str) -> Option<String> {
    let mut code = format!("{name}!");
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
