//! The bound that an operation needs, reported with the whole shapes of both sides.
//!
//! rustc reports the deepest missing bound, such as one on two sizes. The bound that the operation asked for is in the
//! last note below, ``required for `[N, A]` to implement `Broadcast<[B]>` ``. It goes into the headline, and is the
//! bound to add.

use serde_json::Value;

use super::advice;
use super::rendered::Changes;
use crate::types::{Evidence, names, rewrite_with};

/// `Lhs: Name<Rhs, ...>`
struct Relation<'a> {
    lhs: &'a str,
    /// The trait with its parameters, without a path.
    bound: &'a str,
    /// The words between the two shapes in a sentence.
    between: &'static str,
}

impl<'a> Relation<'a> {
    /// From ``required for `Lhs` to implement `Name<Rhs>` ``.
    fn from_note(note: &'a str) -> Option<Self> {
        let rest = note.lines().next()?.strip_prefix("required for `")?;
        let (lhs, rest) = rest.split_once("` to implement `")?;
        let bound = rest.strip_suffix('`')?;
        let path = bound.split('<').next()?;
        let name = path.rsplit("::").next()?;
        let &(_, between) = names::RELATIONS.iter().find(|(it, _)| *it == name)?;
        let bound = &bound[path.len() - name.len()..];
        Some(Self {
            lhs,
            bound,
            between,
        })
    }

    /// The right side, if the relation has no other parameter.
    fn rhs(&self) -> Option<&'a str> {
        let (_, parameters) = self.bound.split_once('<')?;
        parameters.strip_suffix('>')
    }
}

/// Puts the whole shapes of the operation into the headline and the advice, and removes the notes that had them.
pub fn tell(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    drop_open_advice(diagnostic, changes);
    let headline = diagnostic["message"].as_str().unwrap_or("").to_owned();
    if !headline.starts_with(names::UNDECIDED) || changes.headline.is_some() {
        return;
    }
    let children = diagnostic["children"].as_array();
    let notes: Vec<String> = children
        .into_iter()
        .flatten()
        .filter_map(|child| child["message"].as_str().map(str::to_owned))
        .collect();
    let Some(relation) = notes
        .iter()
        .rev()
        .find_map(|note| Relation::from_note(note))
    else {
        return;
    };
    let told = rewrite_with(&headline, evidence);
    let whole = match relation.rhs().filter(|_| !relation.between.is_empty()) {
        Some(rhs) => format!("`{}` {} `{rhs}`", relation.lhs, relation.between),
        None => format!("`{}: {}`", relation.lhs, relation.bound),
    };
    let whole = rewrite_with(&whole, evidence);
    let names = |side: &str| headline.contains(&format!("`{side}`"));
    let has_both = names(relation.lhs)
        && match relation.rhs() {
            Some(rhs) if !relation.between.is_empty() => names(rhs),
            _ => relation.between.is_empty(),
        };
    if !has_both {
        changes.headline = Some((headline, format!("{told}: {whole}")));
    }
    let bound = format!("add the bound `where {}: {}`", relation.lhs, relation.bound);
    let bound = crate::types::apply(&bound, &advice::find(&bound, evidence));
    for note in &notes {
        if let Some(start) = note.find(names::ADVICE_BY_LINE) {
            changes
                .notes
                .push((note.clone(), format!("{}{bound}", &note[..start])));
        }
    }
    for note in notes
        .iter()
        .filter(|note| Relation::from_note(note).is_some())
    {
        changes
            .removed
            .push(note.lines().next().unwrap_or("").to_owned());
    }
    if let Some(children) = diagnostic["children"].as_array_mut() {
        children
            .retain(|child| Relation::from_note(child["message"].as_str().unwrap_or("")).is_none());
    }
}

/// Whether a bound demands that a size is dynamic: it would hide the mistake.
fn is_of_dynamic(bound: &str) -> bool {
    let dynamic = names::DYNAMIC_SIZE;
    bound.starts_with(&format!("where {dynamic}: ")) || bound.ends_with(&format!("<{dynamic}>"))
}

/// A bound on a type that is not inferred, `_`, cannot be added, and one on a dynamic size should not be.
fn drop_open_advice(diagnostic: &mut Value, changes: &mut Changes) {
    let is_open = |child: &Value| {
        let note = child["message"].as_str().unwrap_or("");
        let mut code = note.split('`').skip(1).step_by(2);
        let is_advice = names::ADVICE.iter().any(|start| note.contains(start));
        is_advice
            && code.any(|code| {
                code.starts_with("where ") && (code.contains("<_") || is_of_dynamic(code))
            })
    };
    if let Some(children) = diagnostic["children"].as_array_mut() {
        children.retain(|child| {
            let is_open = is_open(child);
            if is_open {
                changes
                    .removed
                    .push(child["message"].as_str().unwrap_or("").to_owned());
            }
            !is_open
        });
    }
}
