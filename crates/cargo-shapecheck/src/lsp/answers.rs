//! Rewrites rust-analyzer's answers with shapes and numbers.

use std::cell::RefCell;
use std::collections::HashMap;

use serde_json::{Value, json};

use super::config::{Asked, Limit};
use super::documents::{Documents, in_reach, offset};
use super::live::Document;
use super::warnings::Diagnostics;
use crate::explain;
use crate::message::declared::{self, Declared};
use crate::message::edits;
use crate::message::rendered::{self, Changes};
use crate::message::shortened;
use crate::message::words;
use crate::types::code::as_code;
use crate::types::{
    Evidence, Kind, Replacement, UNKNOWN, apply, cut, find, library, moved, rewrite_with, traits,
    vocabulary,
};

/// Whether the answers to this request are rewritten.
pub fn is_rewritten(method: &str) -> bool {
    matches!(
        method,
        "textDocument/hover"
            | "textDocument/inlayHint"
            | "inlayHint/resolve"
            | "textDocument/completion"
            | "completionItem/resolve"
            | "textDocument/signatureHelp"
            | "textDocument/codeAction"
            | "codeAction/resolve"
    ) || is_of_diagnostics(method)
}

/// Whether something of dry runs may be added to the answers to this request.
pub fn is_added_to(method: &str) -> bool {
    matches!(
        method,
        "textDocument/hover" | "textDocument/inlayHint" | "textDocument/codeLens"
    )
}

/// Whether rust-analyzer would shorten types in this answer by default.
pub fn is_cut(method: &str) -> bool {
    matches!(method, "textDocument/hover" | "textDocument/inlayHint")
}

/// Whether the answer is diagnostics.
pub fn is_of_diagnostics(method: &str) -> bool {
    matches!(method, "textDocument/diagnostic" | "workspace/diagnostic")
}

/// What is needed to rewrite an answer.
pub struct Rewriter<'s> {
    /// What the editor has asked for.
    pub asked: Asked,
    /// Whether rust-analyzer tells of the crate's errors.
    pub is_live: bool,
    /// The open documents.
    pub documents: &'s Documents,
    /// What was reported for each document.
    pub told: &'s Diagnostics,
    /// The document of the request.
    pub uri: Option<&'s str>,
    /// What the whole answer says about names.
    pub evidence: Evidence,
}

impl Rewriter<'_> {
    /// Rewrites the result of a request in place.
    pub fn result(&self, method: &str, result: &mut Value) {
        match method {
            "textDocument/hover" => self.hover(result.get_mut("contents")),
            "textDocument/inlayHint" => each(Some(result), |hint| self.hint(hint)),
            "inlayHint/resolve" => self.hint(result),
            "textDocument/completion" => {
                let items = match result.get("items") {
                    Some(_) => result.get_mut("items"),
                    None => Some(result),
                };
                let items = items.and_then(Value::as_array_mut);
                let items = items.map_or(&mut [][..], Vec::as_mut_slice);
                items.iter_mut().for_each(|item| self.completion(item));
                self.methods(items);
            }
            "completionItem/resolve" => self.completion(result),
            "textDocument/signatureHelp" => {
                each(result.get_mut("signatures"), |signature| {
                    self.signature(signature)
                });
            }
            "textDocument/codeAction" => each(Some(result), |action| self.action(action)),
            "codeAction/resolve" => self.action(result),
            _ if is_of_diagnostics(method) => self.report(self.uri.unwrap_or(""), result),
            _ => {}
        }
    }

    /// Rewrites `publishDiagnostics`.
    pub fn diagnostics(&self, params: &mut Value) {
        let uri = params["uri"].as_str().unwrap_or("").to_owned();
        self.all(&uri, params.get_mut("diagnostics"), &[]);
    }

    fn text(&self, text: Option<&mut Value>) {
        if let Some(Value::String(text)) = text {
            *text = rewrite_with(text, self.evidence);
        }
    }

    // Hovers.

    /// A text, `{ kind, value }`, `{ language, value }`, or a list of these.
    fn hover(&self, contents: Option<&mut Value>) {
        match contents {
            Some(Value::String(text)) => *text = self.markdown(text),
            Some(Value::Array(parts)) => {
                parts.iter_mut().for_each(|part| self.hover(Some(part)));
            }
            Some(Value::Object(object)) => {
                let is_code = object.contains_key("language");
                if let Some(Value::String(text)) = object.get_mut("value") {
                    *text = match is_code {
                        true => rewrite_with(text, self.evidence),
                        false => self.markdown(text),
                    };
                }
            }
            _ => {}
        }
    }

    /// Rewrites the code at the top of a hover, the variables of a place that stands for several, such as the labels of
    /// an equation, and the types of parameters. Leaves the documentation, which may be about typenum's bits.
    fn markdown(&self, text: &str) -> String {
        let mut output = String::new();
        let mut is_head = true;
        let mut before = "";
        for line in text.split_inclusive('\n') {
            is_head &= line.trim_end() != "---";
            // Code of documentation ends its statements.
            let is_variable =
                before == "```rust" && line.starts_with("let ") && !line.trim_end().ends_with(';');
            if is_substitution(line.trim_end()) {
                output += &self.substitution(line);
            } else if is_of_unknown(line) {
                // What rust-analyzer does not find implements whatever it is asked for.
            } else if is_head && self.is_not_known_yet(line) {
                output += &line.replace(vocabulary::UNKNOWN_TYPE, NOT_KNOWN_YET);
            } else if is_head && line.starts_with("let ") {
                output += &without_unknown(&self.computed(line));
            } else if is_head {
                output += &without_unknown(&rewrite_with(line, self.evidence));
            } else if is_variable {
                let line = rewrite_with(line, self.evidence);
                output += &line.replace(vocabulary::UNKNOWN_TYPE, UNKNOWN);
            } else {
                output += line;
            }
            before = line.trim_end();
        }
        output
    }

    /// Whether nothing is known of a variable, where the macros of this crate may be what rust-analyzer still builds.
    fn is_not_known_yet(&self, line: &str) -> bool {
        let text = self.uri.and_then(|uri| self.documents.text(uri));
        line.starts_with("let ")
            && line.trim_end().ends_with(": {unknown}")
            && text.is_some_and(|text| text.contains(vocabulary::CRATE))
    }

    /// The type of a variable, in which a shape that is computed from parameters has a name or is left out.
    fn computed(&self, line: &str) -> String {
        let shown = apply(line, &computed_shapes(line));
        rewrite_with(&shown, self.evidence)
    }

    /// ``` `T` = `Tensor<f32, [2, 3]>` ```
    fn substitution(&self, line: &str) -> String {
        let mut output = String::new();
        for (position, piece) in line.split('`').enumerate() {
            if position > 0 {
                output.push('`');
            }
            match position % 2 {
                0 => output += piece,
                _ => {
                    let new = without_unknown(&rewrite_with(piece, self.evidence));
                    output += &match longest(self.asked.substitutions, new != piece) {
                        Some(longest) => cut::cut(&new, longest),
                        None => new,
                    };
                }
            }
        }
        output
    }

    // Inlay hints.

    fn hint(&self, hint: &mut Value) {
        self.hover(hint.get_mut("tooltip"));
        each(hint.get_mut("textEdits"), |edit| {
            self.edit(edit, self.uri, None)
        });
        let mut parts = match hint.get("label") {
            Some(Value::String(label)) => vec![json!({ "value": label })],
            Some(Value::Array(parts)) => parts.clone(),
            _ => return,
        };
        for part in &mut parts {
            self.hover(part.get_mut("tooltip"));
        }
        let is_of_tensor = is_of_tensor(&joined(&parts));
        if is_of_tensor {
            for part in &mut parts {
                if let Value::String(text) = &mut part["value"] {
                    *text = text.replace(vocabulary::UNKNOWN_TYPE, UNKNOWN);
                }
            }
            let projections = computed_shapes(&joined(&parts));
            parts = replace_in_parts(&parts, &projections);
        }
        let label = joined(&parts);
        let replacements = find(&label, self.evidence);
        if !replacements.is_empty() {
            parts = replace_in_parts(&parts, &replacements);
        }
        let is_rewritten = is_of_tensor || !replacements.is_empty();
        if let Some(longest) = longest(self.asked.hints, is_rewritten) {
            let label = joined(&parts);
            // The colon is not part of the type.
            let start = label.len() - label.trim_start_matches([':', ' ']).len();
            let mut cuts = cut::cuts(&label[start..], longest);
            for cut in &mut cuts {
                cut.range = cut.range.start + start..cut.range.end + start;
            }
            if !cuts.is_empty() {
                parts = replace_in_parts(&parts, &cuts);
            }
        }
        let new = joined(&parts);
        match &mut hint["label"] {
            Value::String(label) => *label = new,
            label => *label = parts.into(),
        }
    }

    // Completions and signatures.

    fn completion(&self, item: &mut Value) {
        for path in [
            "/detail",
            "/labelDetails/detail",
            "/labelDetails/description",
        ] {
            self.text(item.pointer_mut(path));
            if let Some(Value::String(text)) = item.pointer_mut(path) {
                *text = apply(text, &without_projections(text));
            }
        }
        // If nothing else says what to insert and to compare with, it is the label.
        let is_only_shown = item["filterText"].is_string()
            && (item["textEdit"].is_object() || item["insertText"].is_string());
        if is_only_shown {
            self.text(item.get_mut("label"));
        }
    }

    /// Puts the methods of a tensor in an order: what goes with any array and with the shape and the elements of this one, then
    /// layers, then forms that return an error. rust-analyzer sorts by the alphabet, but for those whose result may be what
    /// is expected. Beside each stands the shape of its result.
    fn methods(&self, items: &mut [Value]) {
        // Other types have a `map`, too.
        if !items.iter().any(|item| item["label"] == ONLY_OF_TENSORS) {
            return;
        }
        let tensor = items.iter().find_map(|item| self.receiver(item));
        let shape = tensor
            .as_ref()
            .map(|of| format!("[{}]", of.sizes.join(", ")));
        let is_for_others = |method: &str| {
            tensor.as_ref().is_some_and(|of| {
                let is_whole = of.elements == "bool" || of.elements.starts_with(['i', 'u']);
                of.sizes.len() < 2 && library::METHODS_OF_MATRICES.contains(&method)
                    || is_whole && library::FUNCTIONS_OF_FLOATS.contains(&method)
            })
        };
        for item in items {
            let name = item["label"].as_str().unwrap_or("");
            let (of, returns_error) = match name.strip_prefix("try_") {
                Some(of) => (of, true),
                None => (name, false),
            };
            if ![of, name]
                .iter()
                .any(|name| library::METHODS.contains(name))
            {
                continue;
            }
            let group = match returns_error {
                true => 3,
                false if is_for_others(of) => 2,
                false => u8::from(library::METHODS_OF_NETWORKS.contains(&of)),
            };
            let reduced = of
                .strip_suffix("_axis")
                .or_else(|| of.strip_suffix("_axes"));
            let is_reduced = reduced.is_some_and(|of| library::REDUCTIONS.contains(&of));
            // Before what every type has, such as `clone`.
            item["sortText"] = format!("7fffff00{group}").into();
            for path in ["/detail", "/labelDetails/description"] {
                if let Some(Value::String(text)) = item.pointer_mut(path) {
                    *text = with_shapes_alone(text, shape.as_deref());
                    // How a reduction gives its elements hides that its axes stay.
                    if let Some(arguments) = text.strip_suffix("-> …").filter(|_| is_reduced) {
                        *text = format!("{arguments}-> [.., 1, ..]");
                    }
                }
            }
        }
    }

    /// The tensor before the dot after which a method is inserted, as the document declares it.
    fn receiver(&self, item: &Value) -> Option<Declared> {
        let text = self.documents.text(self.uri?)?;
        let start = item.pointer("/textEdit/range/start")?;
        let before = &text[..offset(text, start, self.documents.encoding)?];
        let before = before.strip_suffix('.')?;
        let name = before
            .rfind(|c| !words::is_of_path(c))
            .map_or(0, |at| at + 1);
        let name = &before[name..];
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        is_name.then(|| declared::tensor(text, before, name))?
    }

    fn signature(&self, signature: &mut Value) {
        let Some(label) = signature["label"].as_str().map(str::to_owned) else {
            return;
        };
        let mut replacements = find(&label, self.evidence);
        let projections = without_projections(&label);
        // A type computed from a type parameter is not a shape yet.
        replacements.retain(|found| {
            projections.iter().all(|taken| {
                found.range.end <= taken.range.start || found.range.start >= taken.range.end
            })
        });
        replacements.extend(projections);
        replacements.sort_by_key(|replacement| replacement.range.start);
        if replacements.is_empty() {
            return;
        }
        let new = apply(&label, &replacements);
        each(
            signature.get_mut("parameters"),
            |parameter| match parameter.get_mut("label") {
                Some(Value::String(text)) => *text = rewrite_with(text, self.evidence),
                Some(Value::Array(ends)) => {
                    for end in ends {
                        let moved = end
                            .as_u64()
                            .and_then(|end| byte_of_utf16(&label, usize::try_from(end).ok()?))
                            .map(|byte| utf16_of_byte(&new, moved(&replacements, byte)));
                        if let Some(moved) = moved {
                            *end = moved.into();
                        }
                    }
                }
                _ => {}
            },
        );
        signature["label"] = new.into();
    }

    // Diagnostics.

    /// The answer about one document, or about all.
    fn report(&self, uri: &str, report: &mut Value) {
        each(report.get_mut("items"), |item| {
            let uri = item["uri"].as_str().unwrap_or("").to_owned();
            if item.get("items").is_some() {
                self.report(&uri, item);
            }
        });
        if report.get("kind").is_some() {
            self.all(uri, report.get_mut("items"), &self.told.of_server(uri));
        }
        if let Some(Value::Object(related)) = report.get_mut("relatedDocuments") {
            for (uri, report) in related {
                self.report(uri, report);
            }
        }
    }

    /// The diagnostics of one document. `beside` are those that come in other messages.
    fn all(&self, uri: &str, diagnostics: Option<&mut Value>, beside: &[Value]) {
        let Some(Value::Array(diagnostics)) = diagnostics else {
            return;
        };
        if self.is_live {
            let document = Document {
                text: self.documents.text(uri),
                encoding: self.documents.encoding,
                is_saved: self.documents.is_saved(uri),
                has_experimental: self.asked.experimental,
            };
            document.tell(diagnostics, beside);
        }
        for diagnostic in diagnostics {
            self.diagnostic(diagnostic);
        }
    }

    fn diagnostic(&self, diagnostic: &mut Value) {
        // The code is a link in an editor, and rustc's page of it says nothing of shapes. Messages of the crate have two.
        if let (Some("E0277" | "E0080"), Some(message)) =
            (diagnostic["code"].as_str(), diagnostic["message"].as_str())
            && let Some(address) = message.lines().next().and_then(explain::address_of)
        {
            diagnostic["codeDescription"] = json!({ "href": address });
        }
        // Compiler messages come from the subcommand, which has already separated them from the user's words.
        let is_of_compiler = matches!(diagnostic["source"].as_str(), Some("rustc" | "clippy"));
        if is_of_compiler && !words::are_of_compiler(diagnostic["code"].as_str()) {
            return;
        }
        if let Some(Value::String(message)) = diagnostic.get_mut("message") {
            *message = shortened::restored(message);
        }
        self.text(diagnostic.get_mut("message"));
        // The message has the code of an edit, which is a quick fix.
        if let Some(Value::Array(all)) = diagnostic.get_mut("relatedInformation") {
            all.retain(|related| {
                related["message"]
                    .as_str()
                    .is_none_or(|text| !text.starts_with(edits::BEGINS))
            });
        }
        each(diagnostic.get_mut("relatedInformation"), |related| {
            self.text(related.get_mut("message"));
        });
        if let Some(Value::String(rendered)) = diagnostic.pointer_mut("/data/rendered") {
            *rendered = rendered::rewrite(rendered, &Changes::default(), self.evidence);
        }
    }

    // Edits.

    fn action(&self, action: &mut Value) {
        self.text(action.get_mut("title"));
        // rust-analyzer adds each piece of code.
        if let Some(Value::String(title)) = action.get_mut("title")
            && title.starts_with(edits::BEGINS)
            && let Some(end) = title.find("?: `")
        {
            title.truncate(end + 1);
        }
        if let Some(Value::Object(changes)) = action.pointer_mut("/edit/changes") {
            for (uri, edits) in changes {
                let text = self.documents.text(uri);
                each(Some(edits), |edit| self.edit(edit, Some(uri), text));
            }
        }
        each(action.pointer_mut("/edit/documentChanges"), |change| {
            let uri = change
                .pointer("/textDocument/uri")
                .and_then(Value::as_str)
                .map(str::to_owned);
            let text = uri.as_deref().and_then(|uri| self.documents.text(uri));
            each(change.get_mut("edits"), |edit| {
                self.edit(edit, uri.as_deref(), text)
            });
        });
    }

    /// New text is code: shapes in it are written with the macro if possible, and tensors with their usual names, but
    /// not where the user has written them out (`written`).
    fn edit(&self, edit: &mut Value, uri: Option<&str>, written: Option<&str>) {
        let Some(old) = edit.get("newText").and_then(Value::as_str) else {
            return;
        };
        let text = uri.and_then(|uri| self.documents.text(uri));
        let is_written = |found: &Replacement| {
            let source = match &found.kind {
                Kind::Tensor(whole) => whole,
                _ => &found.range,
            };
            written.is_some_and(|text| text.contains(&old[source.clone()]))
        };
        // Cached for each name, because the whole text has to be read for it.
        let known = RefCell::new(HashMap::new());
        let in_reach = |name: &str| -> Option<String> {
            let mut known = known.borrow_mut();
            let entry = known.entry(name.to_owned());
            entry.or_insert_with(|| in_reach(text, old, name)).clone()
        };
        let replacements: Vec<Replacement> = find(old, self.evidence)
            .iter()
            .filter(|found| !is_written(found))
            .filter_map(|found| as_code(old, found, &in_reach))
            .collect();
        if !replacements.is_empty() {
            edit["newText"] = apply(old, &replacements).into();
        }
    }
}

/// A shape or a size that rust-analyzer does not find as `?`: nobody knows it yet.
fn without_unknown(text: &str) -> String {
    match is_of_tensor(text) {
        true => text.replace(vocabulary::UNKNOWN_TYPE, UNKNOWN),
        false => text.to_owned(),
    }
}

/// Whether a line of a hover lists traits of a type that rust-analyzer does not find, or that has such a part.
fn is_of_unknown(line: &str) -> bool {
    line.starts_with("Implements notable traits: ") && line.contains(vocabulary::UNKNOWN_TYPE)
}

fn is_of_tensor(text: &str) -> bool {
    text.contains("Tensor<") || text.contains("TensorOn<")
}

/// `fn(&self, &R) -> [3, 4]` of `fn(&self, &TensorOn<T, R, F>) -> TensorOn<T, S, E>`, where `S` is the shape of the tensor that has
/// the method.
fn with_shapes_alone(text: &str, own: Option<&str>) -> String {
    let opened = format!("{}<", vocabulary::TENSOR);
    let mut output = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(&opened) {
        let mut depth = 0;
        let mut commas = Vec::new();
        let end = inside.bytes().enumerate().find_map(|(at, byte)| {
            match byte {
                b'<' | b'[' | b'(' => depth += 1,
                b'>' if depth == 0 => return Some(at),
                b'>' | b']' | b')' => depth -= 1,
                b',' if depth == 0 => commas.push(at),
                _ => {}
            }
            None
        });
        let (Some(end), [first, second]) = (end, &commas[..]) else {
            break;
        };
        let shape = inside[first + 1..*second].trim();
        output += before;
        output += own.filter(|_| shape == "S").unwrap_or(shape);
        rest = &inside[end + 1..];
    }
    output + rest
}

/// What is said of a variable in the first seconds.
const NOT_KNOWN_YET: &str = "? (types appear when macros are built)";

/// A method of nothing but tensors.
const ONLY_OF_TENSORS: &str = "along";

/// `<S as HasAxis<AXIS>>::WithOne` as `…`: how a shape is computed does not help in a list of methods. What two shapes
/// broadcast to has a name, `Broadcasted<A, B>`.
fn without_projections(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find('<').map(|at| at + from) {
        from = start + 1;
        let mut depth = 0;
        let bytes = text.as_bytes();
        let end = (start..text.len()).find(|&at| {
            match bytes[at] {
                b'<' => depth += 1,
                b'>' if bytes[at - 1] != b'-' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(end) = end else {
            break;
        };
        let is_of_crate = text[start..end]
            .split_once(" as ")
            .is_some_and(|(_, bound)| {
                let name = bound.split('<').next().unwrap_or(bound);
                let name = name.rsplit("::").next().unwrap_or(name);
                // Beside a tensor, what is computed is a shape, a size or an engine.
                traits::is_of_library(name)
                    || text.contains("Tensor") && !vocabulary::PROJECTED_OF_STD.contains(&name)
            });
        if let (true, Some(rest)) = (is_of_crate, text[end + 1..].strip_prefix("::")) {
            let name = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len());
            // The projection's own parameters, `With<N>`.
            let mut depth = 0;
            let parameters = match rest[name..].starts_with('<') {
                true => rest[name..].bytes().position(|byte| {
                    depth += match byte {
                        b'<' => 1,
                        b'>' => -1,
                        _ => 0,
                    };
                    depth == 0
                }),
                false => None,
            };
            let parameters = parameters.map_or(0, |at| at + 1);
            from = end + 3 + name + parameters;
            let shown = broadcasted(&text[start + 1..end]).unwrap_or_else(|| "…".to_owned());
            found.push(Replacement::new(start..from, shown, Kind::Name));
        }
    }
    found
}

/// The same of what computes whole shapes. A size that is computed from parameters is shown, `W * 6`.
fn computed_shapes(text: &str) -> Vec<Replacement> {
    let mut found = without_projections(text);
    let of_sizes = vocabulary::SIZES.iter().map(|size| format!(" as {size}>"));
    let of_sizes: Vec<String> = of_sizes.collect();
    found.retain(|found| {
        let projection = &text[found.range.clone()];
        !of_sizes
            .iter()
            .any(|of_sizes| projection.contains(of_sizes))
    });
    found
}

/// `A as Broadcast<B>` as `Broadcasted<A, B>`, of two parameters.
fn broadcasted(projection: &str) -> Option<String> {
    let (lhs, bound) = projection.split_once(" as ")?;
    let rhs = bound
        .strip_prefix(vocabulary::BROADCAST)?
        .strip_suffix('>')?;
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_name(lhs) && is_name(rhs)).then(|| format!("{}<{lhs}, {rhs}>", vocabulary::BROADCASTED))
}

/// The limit, except for rewritten types that nobody asked to shorten.
fn longest(limit: Limit, is_rewritten: bool) -> Option<usize> {
    match is_rewritten && !limit.is_asked_for {
        true => None,
        false => limit.longest,
    }
}

fn each(values: Option<&mut Value>, act: impl FnMut(&mut Value)) {
    if let Some(Value::Array(values)) = values {
        values.iter_mut().for_each(act);
    }
}

/// Whether a line is a list of types that stand for parameters: `` `T` = `u8`, `U` = `u16` ``.
fn is_substitution(line: &str) -> bool {
    line.starts_with('`') && line.ends_with('`') && line.contains("` = `")
}

fn joined(parts: &[Value]) -> String {
    parts
        .iter()
        .filter_map(|part| part["value"].as_str())
        .collect()
}

/// Replaces text that may span several parts. The new text keeps the link of what it replaces.
fn replace_in_parts(parts: &[Value], replacements: &[Replacement]) -> Vec<Value> {
    // The parts with the bytes that they start at.
    let mut placed = Vec::new();
    let mut length = 0;
    for part in parts {
        let value = part["value"].as_str().unwrap_or("");
        placed.push((length, value, part));
        length += value.len();
    }
    let mut output: Vec<Value> = Vec::new();
    let mut push = |text: &str, like: Option<&Value>| {
        if text.is_empty() {
            return;
        }
        let mut part = like.cloned().unwrap_or_else(|| json!({}));
        let is_plain = part
            .as_object()
            .is_none_or(|part| part.keys().all(|key| key == "value"));
        if let Some(last) = output.last_mut() {
            let last_is_plain = last.as_object().is_some_and(|last| last.len() == 1);
            if let (true, true, Value::String(value)) =
                (is_plain, last_is_plain, &mut last["value"])
            {
                value.push_str(text);
                return;
            }
        }
        part["value"] = text.into();
        output.push(part);
    };
    // The parts that overlap the range.
    let parts_of = |range: &std::ops::Range<usize>| {
        let first = placed.partition_point(|(start, value, _)| start + value.len() <= range.start);
        let end = range.end;
        placed[first..]
            .iter()
            .take_while(move |(start, ..)| *start < end)
    };
    let copy = |range: std::ops::Range<usize>, push: &mut dyn FnMut(&str, Option<&Value>)| {
        for &(start, value, part) in parts_of(&range) {
            let from = range.start.clamp(start, start + value.len()) - start;
            let to = range.end.clamp(start, start + value.len()) - start;
            push(&value[from..to], Some(part));
        }
    };
    let mut position = 0;
    for replacement in replacements {
        copy(position..replacement.range.start, &mut push);
        for part in &replacement.parts {
            let like = parts_of(&part.source).find(|(.., like)| like.get("location").is_some());
            push(&part.text, like.map(|(_, _, like)| *like));
        }
        position = replacement.range.end;
    }
    copy(position..length, &mut push);
    output
}

fn byte_of_utf16(text: &str, units: usize) -> Option<usize> {
    let mut count = 0;
    for (byte, character) in text.char_indices() {
        if count >= units {
            return Some(byte);
        }
        count += character.len_utf16();
    }
    (count >= units).then_some(text.len())
}

fn utf16_of_byte(text: &str, byte: usize) -> usize {
    text[..byte].chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn how_a_shape_is_computed_is_not_shown() {
        for (told, shown) in [
            (
                "fn(&self) -> TensorOn<f32, <S as HasAxis<AXIS>>::WithOne, E>",
                "fn(&self) -> TensorOn<f32, …, E>",
            ),
            (
                "fn(&self) -> TensorOn<T, <S as HasAxis<-1>>::With<N>, E>",
                "fn(&self) -> TensorOn<T, …, E>",
            ),
            (
                ": TensorOn<f32, <A as Broadcast<S>>::Output, Host>",
                ": TensorOn<f32, Broadcasted<A, S>, Host>",
            ),
            (
                "fn() -> <I as Iterator>::Item",
                "fn() -> <I as Iterator>::Item",
            ),
            ("fn(Vec<u8>) -> u8", "fn(Vec<u8>) -> u8"),
        ] {
            assert_eq!(apply(told, &without_projections(told)), shown);
        }
    }

    #[test]
    fn tensors_in_a_list_are_their_shapes() {
        for (told, own, shown) in [
            (
                "fn(&self) -> TensorOn<U, S, OutputEngine>",
                Some("[3, 4]"),
                "fn(&self) -> [3, 4]",
            ),
            (
                "fn(&self, &TensorOn<T, R, F>) -> (TensorOn<T, [..Front, M, M], E>, TensorOn<T, S, E>)",
                None,
                "fn(&self, &R) -> ([..Front, M, M], S)",
            ),
            (
                "fn(impl Fn(T) -> TensorOn<T, S, E>",
                None,
                "fn(impl Fn(T) -> S",
            ),
            (
                "fn(&self) -> TensorOn<T, S",
                None,
                "fn(&self) -> TensorOn<T, S",
            ),
        ] {
            assert_eq!(with_shapes_alone(told, own), shown);
        }
    }

    #[test]
    fn what_nothing_says_in_the_first_seconds_is_told() {
        let mut documents = Documents::default();
        let opened = json!({"textDocument": {"uri": "a", "text": "use shapecheck::Tensor;"}});
        documents.follow("textDocument/didOpen", &opened);
        for (uri, shown) in [
            ("a", "let x: ? (types appear when macros are built)"),
            ("b", "let x: {unknown}"),
        ] {
            let rewriter = Rewriter {
                asked: Asked::default(),
                is_live: false,
                documents: &documents,
                told: &Diagnostics::default(),
                uri: Some(uri),
                evidence: Evidence::default(),
            };
            let mut hover = json!({"contents": {"kind": "plaintext", "value": "let x: {unknown}"}});
            rewriter.result("textDocument/hover", &mut hover);
            assert_eq!(hover["contents"]["value"], shown);
        }
    }

    #[test]
    fn what_rust_analyzer_does_not_find_is_a_question_mark() {
        let rewriter = Rewriter {
            asked: Asked::default(),
            is_live: false,
            documents: &Documents::default(),
            told: &Diagnostics::default(),
            uri: None,
            evidence: Evidence::default(),
        };
        for (told, shown) in [
            (
                "let x: TensorOn<f32, Axes<Axes<Scalar, UInt<UInt<UTerm, B1>, B0>>, {unknown}>, Host>",
                "let x: Tensor<f32, [2, ?]>",
            ),
            (
                "let x: TensorOn<f32, {unknown}, Host>",
                "let x: TensorOn<f32, ?, Host>",
            ),
            ("let x: Vec<{unknown}>", "let x: Vec<{unknown}>"),
            (
                "let x: TensorOn<f32, {unknown}, Host>\n\n---\n\nImplements notable traits: `Future<Output = <{unknown} as Future>::Output>`\n",
                "let x: TensorOn<f32, ?, Host>\n\n---\n\n",
            ),
            (
                "let x: TensorOn<f32, <A as Broadcast<S>>::Output, Host>",
                "let x: Tensor<f32, Broadcasted<A, S>>",
            ),
            (
                "let x: TensorOn<f32, Axes<Scalar, <W as Extent>::Times<UInt<UInt<UTerm, B1>, B0>>>, Host>",
                "let x: Tensor<f32, [W * 2]>",
            ),
        ] {
            let mut hover = json!({"contents": {"kind": "markdown", "value": told}});
            rewriter.result("textDocument/hover", &mut hover);
            assert_eq!(hover["contents"]["value"], shown);
        }
    }

    /// Inserting takes no longer than in proportion to the number of parts, too.
    #[test]
    fn a_hint_of_very_many_parts() {
        const MANY: usize = 20_000;
        let part = |value: &str| json!({"value": value, "location": {"uri": "file:///a.rs"}});
        let parts = ["Axes", "<", "Scalar", ", ", "Dyn>, "].map(part);
        let parts: Vec<Value> = parts.into_iter().cycle().take(5 * MANY).collect();
        let new = "shapecheck::Axes<Scalar, Dyn>, ".repeat(MANY);
        let mut hints = json!([{"label": parts, "textEdits": [{"newText": new}]}]);
        let rewriter = Rewriter {
            asked: Asked::default(),
            is_live: false,
            documents: &Documents::default(),
            told: &Diagnostics::default(),
            uri: None,
            evidence: Evidence::default(),
        };
        let start = Instant::now();
        rewriter.result("textDocument/inlayHint", &mut hints);
        // About a second without optimization; quadratic time would be minutes.
        assert!(start.elapsed() < Duration::from_secs(60));
        let parts = hints[0]["label"].as_array().unwrap();
        assert_eq!(joined(parts), "[_], ".repeat(MANY));
        assert_eq!(
            hints[0]["textEdits"][0]["newText"],
            "shapecheck::shape![_], ".repeat(MANY)
        );
    }
}
