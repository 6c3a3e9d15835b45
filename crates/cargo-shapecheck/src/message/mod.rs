//! Rewrites one message of rustc so that it is readable.
//!
//! rustc writes each message as one line of JSON, which also contains the text for the terminal. cargo prints that text
//! or passes the JSON on, and replays both for code that is up to date. So it does not need to know about this tool.
//!
//! `advice` is code in notes, `aliases` the user's other names for sizes, `ansi` text with colours, `argument` arguments of
//! checked functions, `asked` traits of the user's, `axes` an axis that a shape does not have, and parts in brackets,
//! `bounds` bounds that generic code lacks, `calls` sizes as arguments and types that are open, `children` notes and
//! suggestions, `declared` shapes of variables, `disagreement` two types that should be equal, `edits` code with which
//! shapes go together, `features` methods that a feature brings, `fields` what a message says as JSON, `flow` what is
//! computed from what, `habits` forms of other libraries, `hints` advice for rustc's own messages, `labels` names of axes in
//! equations, `lists` lists of implementations, `operators` operands that are not tensors, `origin` where a size that
//! clashes is declared, `parameters` what stands between `<` and `>`, `place` the line of an error, `plumbing` notes that
//! nobody needs, `relation` the bound of an operation, `rendered` the text for the terminal, `repeated` errors that were
//! reported before, `rustc` the phrases that are looked for, in the words of each version, `shortened` types that rustc
//! shortens, `sources` what the user's files declare, `strides` the bound of generic convolutions, `words` the words of
//! the user.

mod advice;
pub mod aliases;
pub mod ansi;
mod argument;
mod asked;
mod axes;
mod bounds;
mod calls;
mod children;
pub mod declared;
pub mod disagreement;
pub mod edits;
mod features;
mod fields;
mod flow;
mod habits;
mod hints;
mod labels;
mod lists;
mod operators;
pub mod origin;
mod parameters;
mod place;
mod plumbing;
mod relation;
pub mod rendered;
pub mod repeated;
pub mod rustc;
pub mod shortened;
pub mod sources;
mod strides;
pub mod words;

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::types::{Evidence, apply, is_too_long, may_matter, rewrite_with, traits, vocabulary};
use bounds::is_parameter;
use children::{first_line, texts};
use disagreement::Disagreement;
use rendered::Changes;
use rustc::{Phrase, Reads};
use words::is_of_word;

/// Whether the compiled crate uses `shapecheck`, as far as known.
static IS_WITH_CRATE: AtomicBool = AtomicBool::new(true);

/// Sets whether it does.
pub fn set_with_crate(is_with_crate: bool) {
    IS_WITH_CRATE.store(is_with_crate, Ordering::Relaxed);
}

fn is_with_crate() -> bool {
    IS_WITH_CRATE.load(Ordering::Relaxed)
}

/// A line of rustc's JSON after rewriting, or `None` if it does not change.
pub fn rewrite_line(line: &str) -> Option<String> {
    if is_too_long(line) || !may_change(line) {
        return None;
    }
    let named = with_names_of_constants(line);
    let mut value: Value = serde_json::from_str(named.as_deref().unwrap_or(line)).ok()?;
    let changed = match value.get("future_incompat_report") {
        Some(_) => rewrite_report(&mut value),
        None => rewrite(&mut value),
    };
    (changed || named.is_some()).then(|| value.to_string())
}

/// A line with `I` instead of `I_`, the parameter that `#[checked]` writes for the size of `const I: usize`.
fn with_names_of_constants(line: &str) -> Option<String> {
    let mut named = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_uppercase()) {
        named.push_str(&rest[..start]);
        rest = &rest[start..];
        let (word, behind) = rest.split_at(rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()));
        rest = behind;
        // A word may follow the `n` of a new line, or the `m` of a colour.
        let is_colour = named
            .strip_suffix('m')
            .is_some_and(|code| code.ends_with(|c: char| c.is_ascii_digit()));
        let is_inside = named.ends_with(is_of_word) && !named.ends_with("\\n") && !is_colour;
        let size = word
            .strip_suffix('_')
            .filter(|name| !is_inside && name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        // In a bound to add, a const parameter is a type where it stands alone.
        let is_in_bound = || {
            named.rfind("`where ").is_some_and(|at| {
                let code = &named[at + 1..];
                let stands_alone = ["where ", "SameAs<", "MatchesInner<"]
                    .iter()
                    .any(|before| code.ends_with(before));
                stands_alone && !code.contains('`')
            })
        };
        match size {
            Some(name) if is_in_bound() => {
                named.push_str(vocabulary::SIZE_MACRO);
                named.push_str("!(");
                named.push_str(name);
                named.push(')');
            }
            _ => named.push_str(size.unwrap_or(word)),
        }
    }
    named.push_str(rest);
    let is_named = named != line;
    let mut named = named.replace(vocabulary::ABOUT_CONSTANTS, "");
    // A bound says nothing of two numbers that are written where the layer is used. Where none of two sizes is computed,
    // which is what a trait gives, it only asserts that they do not clash.
    let phrases = [vocabulary::OR_BOUND, vocabulary::OR_BOUND_OF_COMPUTED];
    for phrase in phrases {
        let mut from = 0;
        while let Some(at) = named[from..].find(phrase) {
            let start = from + at;
            let rest = &named[start + phrase.len()..];
            let bound = rest.split('`').next().unwrap_or(rest);
            let is_of_computed = phrase == vocabulary::OR_BOUND_OF_COMPUTED;
            from = start + phrase.len();
            if is_named || is_of_computed && !bound.contains(" as ") {
                let after = rest[bound.len()..].trim_start_matches('`');
                let without = after.strip_prefix(vocabulary::ABOUT_SUGGESTIONS);
                let after = without.unwrap_or(after);
                let end = named.len() - after.len();
                named.replace_range(start..end, "");
                from = start;
            }
        }
    }
    (named != line).then_some(named)
}

/// Whether there may be anything to rewrite in a line of rustc's.
pub fn may_change(line: &str) -> bool {
    let phrases = [
        rustc::LONG_TYPE,
        // About the number that a reduction or an index gives.
        rustc::FOR_REFERENCE,
        rustc::INDEX,
        // Shapes as other libraries write them.
        rustc::EXPECTED_SEMICOLON,
        rustc::EXPECTED_ONE_OF,
        rustc::ARRAY_OF_SIZE,
        // rustc prints lists whole where it is asked for types in full.
        rustc::TYPES,
        rustc::EXPECTED_TYPE_FOUND,
        rustc::FOUND_FOR_PARAMETER,
    ];
    let mut phrases = phrases.into_iter().chain(hints::NOT_FOUND);
    line.starts_with('{') && (may_matter(line) || phrases.any(|phrase| line.says(phrase)))
}

/// Whether a line of rustc's JSON is a message about shapes.
pub fn is_of_shapes(line: &str) -> bool {
    let Ok(message) = serde_json::from_str::<Value>(line) else {
        return false;
    };
    let evidence = evidence(&message, &words::of_user(&message));
    evidence.is_of_shapes() || evidence.numbers && is_with_crate()
}

/// The report on future incompatibilities, a list of messages.
fn rewrite_report(value: &mut Value) -> bool {
    let Some(entries) = value["future_incompat_report"].as_array_mut() else {
        return false;
    };
    let mut changed = false;
    for entry in entries {
        if let Some(diagnostic) = entry.get_mut("diagnostic") {
            changed |= rewrite(diagnostic);
        }
    }
    changed
}

/// Rewrites a message in place, and returns whether anything changed.
pub fn rewrite(diagnostic: &mut Value) -> bool {
    if !diagnostic["message"].is_string() || !diagnostic["spans"].is_array() {
        return false;
    }
    let is_restored = evidence(diagnostic, &words::of_user(diagnostic)).is_of_shapes()
        && shortened::restore(diagnostic);
    let before = diagnostic.clone();
    let mut changes = Changes {
        kept: words::of_user(diagnostic),
        ..Changes::default()
    };
    let evidence = evidence(diagnostic, &changes.kept);
    lists::cut(diagnostic);
    labels::tell(diagnostic, &mut changes);
    remove_plumbing(diagnostic, evidence, &mut changes);
    tell_disagreement(diagnostic, evidence, &mut changes);
    argument::tell(diagnostic, evidence, &mut changes);
    relation::tell(diagnostic, evidence, &mut changes);
    asked::tell(diagnostic, evidence, &mut changes);
    let headline = changes.headline.as_ref().map_or("", |(_, told)| told);
    let mut offered = edits::offered(&before, headline, evidence);
    if let Some(other) = edits::declared::other_than_in_trait(&before, evidence) {
        children::remove_notes(diagnostic, &mut changes, |text| text == other.refuted);
        offered.edits.extend(other.edit);
    }
    let is_bound = offered.edits.iter().all(edits::Fitting::is_bound);
    if offered.edits.is_empty() || diagnostic["code"]["code"] == "E0277" && !is_bound {
        hints::tell(diagnostic, &before, evidence, &mut changes);
    }
    edits::tell(diagnostic, &offered.edits, evidence, &mut changes);
    offered.edits.extend(habits::edit(&before, &changes));
    bounds::drop_of_exchanged(diagnostic, evidence, &mut changes);
    if offered.are_several {
        edits::drop_bounds(diagnostic, &mut changes);
    }
    hints::tell_imports(diagnostic, &before, evidence, &mut changes);
    rewrite_suggestions(diagnostic, evidence, &mut changes);
    rewrite_texts(diagnostic, evidence, &changes);
    if let Some(rendered) = diagnostic["rendered"].as_str() {
        let rendered = rendered::rewrite(rendered, &changes, evidence);
        diagnostic["rendered"] = without_name_of_dynamic(rendered, evidence).into();
    }
    remove_pointers(diagnostic, evidence);
    edits::add(diagnostic, &offered.edits);
    edits::mended::accept(&before, &offered.edits);
    fields::tell(diagnostic, &before, evidence);
    is_restored || *diagnostic != before
}

/// What the message says about names: the compiler's words and the macros involved, without source lines and file
/// names.
fn evidence(diagnostic: &Value, kept: &[String]) -> Evidence {
    // Messages of the crate itself; the types in them are the crate's without further evidence.
    let is_undecided = |text: &str| {
        text.starts_with(vocabulary::UNDECIDED)
            || text.contains(vocabulary::NOTHING_SAYS)
            || text.contains(vocabulary::ABOUT_SUGGESTIONS)
            || text.contains(vocabulary::NO_CONST_SIZE)
    };
    let children = diagnostic["children"].as_array().into_iter().flatten();
    let mut texts = children
        .chain([diagnostic])
        .filter_map(|message| message["message"].as_str());
    let mut evidence = Evidence::default();
    evidence.shapes = diagnostic["code"]["code"] == "E0277" && texts.any(is_undecided);
    let mut add = |text: &Value, of: fn(&str) -> Evidence| {
        if let Some(text) = text
            .as_str()
            .filter(|text| !kept.iter().any(|kept| kept == text))
        {
            evidence = evidence.or(of(text));
        }
    };
    let mut messages = vec![diagnostic];
    while let Some(message) = messages.pop() {
        add(&message["message"], Evidence::of);
        for span in message["spans"].as_array().into_iter().flatten() {
            add(&span["label"], Evidence::of);
            add(&span["suggested_replacement"], Evidence::named_in);
            add(&span["expansion"]["macro_decl_name"], Evidence::named_in);
        }
        messages.extend(message["children"].as_array().into_iter().flatten());
    }
    evidence
}

/// Whether a headline is about a type parameter that is not a size, because it has no bound.
fn is_of_parameter(headline: &str) -> bool {
    let name = headline
        .strip_prefix('`')
        .and_then(|rest| rest.strip_suffix("` is not the size of an axis"));
    name.is_some_and(is_parameter)
}

fn remove_plumbing(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    if evidence.is_of_shapes()
        && let Some(spans) = diagnostic["spans"].as_array_mut()
    {
        spans.retain(|span| span["is_primary"] == true || !is_of_unmet_bound(span));
    }
    let mut before = false;
    let is_of_parameter = is_of_parameter(diagnostic["message"].as_str().unwrap_or(""));
    let Some(children) = diagnostic["children"].as_array_mut() else {
        return;
    };
    children.retain(|child| {
        let message = child["message"].as_str().unwrap_or("");
        before = plumbing::is_plumbing(child, before, evidence)
            || is_of_parameter && plumbing::is_of_parameter_without_bound(message);
        if before {
            changes
                .removed
                .push(first_line(child["message"].as_str().unwrap_or("")));
            changes.without_suggestions |= plumbing::is_internal_suggestion(child);
        }
        !before
    });
}

/// Whether a span shows a type of the crate that does not satisfy a bound, which a note says.
fn is_of_unmet_bound(span: &Value) -> bool {
    let is_of_crate = span["file_name"]
        .as_str()
        .is_some_and(plumbing::is_of_crate);
    is_of_crate
        && span["label"]
            .as_str()
            .is_some_and(|label| label.begins(rustc::DOES_NOT_SATISFY))
}

/// If rustc has shortened nothing, no note has to point to a file with the full types.
fn remove_pointers(diagnostic: &mut Value, evidence: Evidence) {
    let mut changes = Changes::default();
    let rest = diagnostic["rendered"].as_str().unwrap_or("");
    let left_out = ["<...", ", ...", "<_,", "<_>", ", _>", ", _,"];
    let is_cut = left_out.iter().any(|sign| rest.contains(sign));
    let Some(children) = diagnostic["children"].as_array_mut() else {
        return;
    };
    if is_cut {
        return;
    }
    children.retain(|child| {
        let message = child["message"].as_str().unwrap_or("");
        let points = plumbing::points_to_long_type(message);
        if points {
            changes.removed.push(first_line(message));
        }
        !points
    });
    if !changes.removed.is_empty()
        && let Some(rendered) = diagnostic["rendered"].as_str()
    {
        diagnostic["rendered"] = rendered::rewrite(rendered, &changes, evidence).into();
    }
}

/// Rewrites the headline and the label for two types that should be equal.
fn tell_disagreement(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    if !is_mismatch(&diagnostic["code"]["code"]) {
        return;
    }
    let note = texts(diagnostic)
        .find_map(|note| Some((note.to_owned(), Disagreement::from_note(note, evidence)?)));
    let label = |span: &Value| {
        let label = span["label"].as_str()?;
        let tells = label.begins(rustc::EXPECTED) || label.begins(rustc::EXPECTED_PARAMETER);
        (span["is_primary"] == true && tells).then(|| label.to_owned())
    };
    let labels: Vec<String> = diagnostic["spans"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(label)
        .collect();
    let mut is_in_headline = false;
    let disagreement = match note {
        Some((text, note)) if note.would_vanish() => {
            changes.kept.push(text);
            return;
        }
        Some((text, note)) => {
            is_in_headline = note.is_of_tensors()
                || note.is_told_whole()
                || text.begins(rustc::EXPECTED_SIGNATURE);
            if is_in_headline {
                changes.removed.push(first_line(&text));
            }
            note
        }
        // For short types there is no note: the label has them in full.
        None => match labels
            .iter()
            .find_map(|label| Disagreement::from_label(label, evidence))
        {
            Some(label) if !label.would_vanish() => label,
            _ => return,
        },
    };
    if is_in_headline && let Some(children) = diagnostic["children"].as_array_mut() {
        let removed = changes.removed.last().cloned().unwrap_or_default();
        children.retain(|child| first_line(child["message"].as_str().unwrap_or("")) != removed);
    }
    remove_frames(diagnostic, changes);
    // What the signature says is expected stands in the headline.
    let signatures = texts(diagnostic)
        .filter(|note| evidence.is_of_shapes() && note.closes(rustc::DEFINED_HERE));
    changes.places.extend(signatures.map(str::to_owned));
    let old = diagnostic["message"].as_str().unwrap_or("").to_owned();
    let new = format!("{}: {}", subject(&old, evidence), disagreement.headline());
    changes.headline = Some((old, new));
    for label in labels {
        if !(label.says(rustc::FOUND) || label.says(rustc::FOUND_PARAMETER)) {
            continue;
        }
        let new = disagreement.label();
        changes.labels.push((label, new));
    }
}

/// Removes where a trait or a bound is written that a closure or a method is compared with: the headline has both
/// types.
fn remove_frames(diagnostic: &mut Value, changes: &mut Changes) {
    let is_of_closure = diagnostic["message"]
        .as_str()
        .is_some_and(|message| message.contains("closure"));
    let starts: &[Phrase] = match diagnostic["code"]["code"].as_str() {
        Some("E0271" | "E0631") if is_of_closure => &[rustc::REQUIRED_FOR, rustc::REQUIRED_BY],
        Some("E0053") => &[rustc::TYPE_IN_TRAIT],
        _ => return,
    };
    children::remove_notes(diagnostic, changes, |text| {
        starts.iter().any(|start| text.begins(*start))
    });
}

fn is_mismatch(code: &Value) -> bool {
    ["E0308", "E0271", "E0053", "E0631"]
        .iter()
        .any(|it| code == *it)
}

/// What rustc says about a mismatch before it names the types, without the crate's own computation.
fn subject(message: &str, evidence: Evidence) -> String {
    let of_crate = |rest: &str| {
        let name = rest.split_once(" as ")?.1.split(['<', '>']).next()?;
        let is_computed = ["Accept", "Outcome"].contains(&name)
            || traits::is_of_library(name) && rest.contains(">::Output == ");
        is_computed.then_some(())
    };
    match message.halves(rustc::RESOLVING) {
        Some((start, rest)) if of_crate(rest).is_some() => start.to_owned(),
        _ => rewrite_with(message, evidence),
    }
}

/// Rewrites code that rustc suggests, with the crate's macro for its shapes.
fn rewrite_suggestions(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    let message = diagnostic["message"].as_str().unwrap_or("");
    let is_of_arguments = diagnostic["code"]["code"] == "E0107"
        && ["function takes", "method takes"]
            .iter()
            .any(|start| message.starts_with(start));
    for child in diagnostic["children"].as_array_mut().into_iter().flatten() {
        for span in child["spans"].as_array_mut().into_iter().flatten() {
            let Some(old) = span["suggested_replacement"].as_str() else {
                continue;
            };
            let new = advice::suggestion(old, evidence);
            let new = with_paths_of(new, span);
            let new = if is_of_arguments {
                without_names(&new)
            } else {
                new
            };
            if new != old && !old.contains('\n') {
                changes.suggestions.push((old.to_owned(), new.clone()));
                span["suggested_replacement"] = new.into();
            }
        }
    }
}

/// Arguments for parameters of a function by `_`: the names of its parameters are known in it alone.
fn without_names(code: &str) -> String {
    let is_name = |part: &&str| part.chars().all(is_of_word) && !part.is_empty();
    let parts = code
        .split(", ")
        .map(|part| if is_name(&part) { "_" } else { part });
    Vec::from_iter(parts).join(", ")
}

/// Suggested code without the crate's path where the code that it replaces has the name alone.
fn with_paths_of(code: String, span: &Value) -> String {
    let before = children::place(span).and_then(|(file, bytes)| {
        let text = declared::text(file)?;
        Some(text.get(bytes)?.to_owned())
    });
    let before = before.unwrap_or_default();
    let names = before.split(|c| !is_of_word(c) && c != ':');
    let path = format!("{}::", vocabulary::CRATE);
    let mut parts = code.split(path.as_str());
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |code, part| {
        let name = part.split(|c| !is_of_word(c)).next().unwrap_or("");
        let sign = if names.clone().any(|of| of == name) {
            ""
        } else {
            &path
        };
        code + sign + part
    })
}

/// Rewrites every text of the message and of its notes.
fn rewrite_texts(diagnostic: &mut Value, evidence: Evidence, changes: &Changes) {
    if let Some((old, new)) = &changes.headline
        && diagnostic["message"] == **old
    {
        diagnostic["message"] = new.as_str().into();
    }
    rewrite_text(&mut diagnostic["message"], evidence, changes);
    for span in diagnostic["spans"].as_array_mut().into_iter().flatten() {
        rewrite_labels(span, evidence, changes);
    }
    for child in diagnostic["children"].as_array_mut().into_iter().flatten() {
        rewrite_text(&mut child["message"], evidence, changes);
        for span in child["spans"].as_array_mut().into_iter().flatten() {
            rewrite_labels(span, evidence, changes);
        }
    }
}

/// A dynamic size is `_`, also where it stands alone.
fn without_name_of_dynamic(text: String, evidence: Evidence) -> String {
    match evidence.is_of_shapes() {
        true => text.replace(&format!("`{}`", vocabulary::DYNAMIC_SIZE), "`_`"),
        false => text,
    }
}

fn rewrite_text(text: &mut Value, evidence: Evidence, changes: &Changes) {
    if let Some(old) = text.as_str() {
        if let Some((_, new)) = changes.notes.iter().find(|(note, _)| note == old) {
            *text = new.as_str().into();
        } else if !changes.keeps(old) {
            let new = apply(old, &advice::find(old, evidence));
            let new = without_name_of_dynamic(new, evidence);
            *text = match changes.without_suggestions {
                true => new.replace(vocabulary::ABOUT_SUGGESTIONS, "").into(),
                false => new.into(),
            };
        }
    }
}

/// The labels of a span and of the macros around it.
fn rewrite_labels(span: &mut Value, evidence: Evidence, changes: &Changes) {
    let mut span = Some(span);
    while let Some(current) = span {
        if let Some(old) = current["label"].as_str() {
            let told = changes.labels.iter().find(|(label, _)| label == old);
            current["label"] = match told {
                Some((_, new)) => new.as_str().into(),
                None if changes.keeps(old) => old.into(),
                None => without_name_of_dynamic(rewrite_with(old, evidence), evidence).into(),
            };
        }
        span = current
            .get_mut("expansion")
            .and_then(|expansion| expansion.get_mut("span"));
    }
}
