//! Where a size that clashes is declared: the field of a struct, or the variable with a type, that an operand is.
//!
//! A message about `x.linear(&self.up)` shows this line, and the mistake may be in the struct. So a note says the type of
//! the field and where it stands, if that type has one of the sizes that clash.

use std::ops::Range;

use serde_json::{Value, json};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::sources::{self, Written, name_of};
use super::words::is_of_word;
use super::{aliases, children, declared, edits, rendered};
use crate::types::vocabulary;

/// The most notes of one message: one for each operand.
const MOST: usize = 2;

/// The most names of types that stand for each other, and variables that are each other.
const DEEPEST: usize = 8;

/// The message with these notes, if there is anything to show.
pub fn shown(line: &str) -> Option<String> {
    let body = line.trim_end_matches('\n');
    if !body.contains("\"shapecheck\":{") {
        return None;
    }
    let mut message: Value = serde_json::from_str(body).ok()?;
    let is_clash = ["E0277", "E0308"].contains(&message["code"]["code"].as_str()?);
    let sizes = clash(&message);
    let (file, bytes) = children::place(children::primary(&message)?)?;
    let file = file.to_owned();
    // What is short already is longer than the compiler's with an edit.
    let is_edited = message["code"]["code"] == "E0308" && edits::is_suggested(&message);
    if !is_clash || is_edited || sizes.is_empty() {
        return None;
    }
    let parsed = sources::parsed(&file)?;
    let mut around = Around::at(bytes);
    around.visit_file(&parsed);
    let mut notes: Vec<Value> = Vec::new();
    // As the user may have written them.
    let sizes = sizes.into_iter().flat_map(|size| {
        let names = aliases::names_of(&size, &file);
        [size].into_iter().chain(names)
    });
    let sizes = Vec::from_iter(sizes);
    for operand in around.operands() {
        let Some(found) = around.declaration(&operand, &file) else {
            continue;
        };
        let of_sizes = sizes.iter().any(|size| found.has_size(size));
        let Some(note) = found.note().filter(|_| of_sizes) else {
            continue;
        };
        if notes.len() < MOST && !is_shown(&message, &note) && !notes.contains(&note) {
            notes.push(note);
        }
    }
    if notes.is_empty() {
        return None;
    }
    if let Some(text) = message["rendered"].as_str() {
        let places = notes.iter().filter_map(|note| {
            let span = &note["spans"][0];
            let place = format!(
                "{}:{}:{}",
                span["file_name"].as_str()?,
                span["line_start"],
                span["column_start"]
            );
            Some((note["message"].as_str()?.to_owned(), place))
        });
        message["rendered"] = rendered::with_notes(text, &Vec::from_iter(places))?.into();
    }
    message["children"].as_array_mut()?.extend(notes);
    Some(message.to_string() + &line[body.len()..])
}

/// The sizes that clash, as a message says in its fields or in words, or else those in which its two shapes differ.
fn clash(message: &Value) -> Vec<String> {
    let fields = &message["shapecheck"];
    let list = |sizes: &Value| {
        let sizes = sizes.as_array().into_iter().flatten();
        Vec::from_iter(sizes.map(|size| match size {
            Value::String(size) => size.clone(),
            size => size.to_string(),
        }))
    };
    let sizes = list(&fields["sizes"]);
    if !sizes.is_empty() {
        return sizes;
    }
    let (one, other) = (list(&fields["shapes"][0]), list(&fields["shapes"][1]));
    let words = message["message"].as_str().unwrap_or("").split('`');
    let words = words.skip(1).step_by(2).map(str::to_owned);
    let said = Vec::from_iter(words.filter(|word| one.contains(word) || other.contains(word)));
    if !said.is_empty() {
        return said;
    }
    let pairs = one.iter().zip(&other).filter(|(one, other)| one != other);
    let is_one_rank = one.len() == other.len();
    let differ = pairs
        .filter(|_| is_one_rank)
        .flat_map(|(one, other)| [one, other]);
    differ.cloned().collect()
}

/// Whether the line of a note is one that the message shows already.
fn is_shown(message: &Value, note: &Value) -> bool {
    let children = message["children"].as_array().into_iter().flatten();
    let spans = children
        .chain([message])
        .flat_map(|of| of["spans"].as_array());
    let declared = &note["spans"][0];
    let mut lines = spans
        .flatten()
        .filter(|span| span["file_name"] == declared["file_name"]);
    lines.any(|span| {
        let line = |name: &str| span[name].as_u64().unwrap_or(0);
        let at = declared["line_start"].as_u64().unwrap_or(0);
        line("line_start") <= at && at <= line("line_end")
    })
}

/// How a part of a list is written, whichever it is.
const PART: &str = "[..]";

/// An operand: a variable, and the fields after it.
#[derive(Clone, Debug, PartialEq)]
struct Operand {
    base: String,
    fields: Vec<String>,
    /// Whether it is called with arguments: what a layer gives has its sizes, and what a tensor gives any.
    is_called: bool,
}

impl Operand {
    /// `self.up` of `&self.up`, `self.up.clone()`, and of `self.up.forward(&x).relu()`, whose sizes are those of the layer.
    fn of(value: &syn::Expr) -> Option<Self> {
        match value {
            syn::Expr::Reference(value) => Self::of(&value.expr),
            syn::Expr::Paren(value) => Self::of(&value.expr),
            syn::Expr::Try(value) => Self::of(&value.expr),
            syn::Expr::MethodCall(call) if call.args.is_empty() => Self::of(&call.receiver),
            syn::Expr::MethodCall(call) => match &*call.receiver {
                receiver @ (syn::Expr::Path(_) | syn::Expr::Field(_)) => Some(Self {
                    is_called: true,
                    ..Self::of(receiver)?
                }),
                _ => None,
            },
            syn::Expr::Path(path) => {
                let base = path.path.get_ident()?.to_string();
                Some(Self {
                    base,
                    fields: Vec::new(),
                    is_called: false,
                })
            }
            syn::Expr::Field(field) => match &*field.base {
                base @ (syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) => {
                    Some(Self::of(base)?.field(&field.member))
                }
                _ => None,
            },
            // A part of a tensor has any sizes, as what a tensor gives.
            syn::Expr::Index(index) => {
                let mut of = Self::of(&index.expr)?;
                of.fields.last_mut().unwrap_or(&mut of.base).push_str(PART);
                of.is_called = true;
                Some(of)
            }
            _ => None,
        }
    }

    /// A field of it.
    fn field(mut self, member: &syn::Member) -> Self {
        self.fields.push(match member {
            syn::Member::Named(name) => name.to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        });
        self.is_called = false;
        self
    }

    /// What is given one after the other: `self.layers` of `self.layers.iter().rev()`. Whether a count is given, too.
    fn of_all(value: &syn::Expr) -> Option<(Self, bool)> {
        const GIVE: [&str; 7] = [
            "by_ref",
            "into_iter",
            "iter",
            "iter_mut",
            "rev",
            "skip",
            "take",
        ];
        match value {
            syn::Expr::MethodCall(call) if call.method == "enumerate" => {
                Some((Self::of_all(&call.receiver)?.0, true))
            }
            syn::Expr::MethodCall(call) if GIVE.iter().any(|name| call.method == name) => {
                Self::of_all(&call.receiver)
            }
            syn::Expr::MethodCall(_) => None,
            value => Some((Self::of(value)?, false)),
        }
    }

    fn written(&self) -> String {
        let fields = self.fields.iter().map(|field| format!(".{field}"));
        self.base.clone() + &String::from_iter(fields)
    }
}

/// What a variable is.
#[derive(Clone, Debug)]
enum Variable {
    /// It has this type, by a `let` or as an argument.
    Typed { ty: Written, is_argument: bool },
    /// It is another one, or a part of it.
    Same(Operand),
    /// It is made of something else.
    Other,
}

/// The innermost operation around a place, and what is known there.
struct Around {
    bytes: Range<usize>,
    /// The bytes of the operation, and its operands.
    operation: Option<(usize, Vec<Operand>)>,
    /// The type of `self`.
    own: Option<String>,
    variables: Vec<(String, Variable)>,
}

impl Around {
    fn at(bytes: Range<usize>) -> Self {
        Self {
            bytes,
            operation: None,
            own: None,
            variables: Vec::new(),
        }
    }

    fn operands(&self) -> Vec<Operand> {
        let operation = self.operation.as_ref();
        operation.map_or_else(Vec::new, |(_, operands)| operands.clone())
    }

    fn is_in(&self, item: &impl Spanned) -> bool {
        let of = item.span().byte_range();
        of.start <= self.bytes.start && self.bytes.end <= of.end
    }

    fn is_after(&self, item: &impl Spanned) -> bool {
        item.span().byte_range().end <= self.bytes.start
    }

    fn see<'e>(&mut self, whole: &syn::Expr, parts: impl IntoIterator<Item = &'e syn::Expr>) {
        let length = whole.span().byte_range().len();
        if self.is_in(whole) && self.operation.as_ref().is_none_or(|(of, _)| length <= *of) {
            let operands = parts.into_iter().filter_map(Operand::of).collect();
            self.operation = Some((length, operands));
        }
    }

    fn function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        self.variables.clear();
        for input in &signature.inputs {
            if let syn::FnArg::Typed(input) = input {
                self.bind_argument(input);
            }
        }
        self.visit_block(body);
    }

    /// An argument, or the parts of one, which go by the name of its type.
    fn bind_argument(&mut self, input: &syn::PatType) {
        let ty = Written::of(&input.ty);
        let name = match &*input.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_string()),
            _ => ty.name.clone(),
        };
        let Some(name) = name else {
            return;
        };
        let variable = Variable::Typed {
            ty,
            is_argument: true,
        };
        self.variables.push((name.clone(), variable));
        if !matches!(&*input.pat, syn::Pat::Ident(_)) {
            let whole = Operand {
                base: name,
                fields: Vec::new(),
                is_called: false,
            };
            self.bind(&input.pat, Some(whole));
        }
    }

    fn bind(&mut self, pattern: &syn::Pat, value: Option<Operand>) {
        if pattern.span().byte_range().start > self.bytes.start {
            return;
        }
        match pattern {
            syn::Pat::Ident(name) => {
                let variable = value.map_or(Variable::Other, Variable::Same);
                self.variables.push((name.ident.to_string(), variable));
            }
            syn::Pat::Type(typed) => {
                if let syn::Pat::Ident(name) = &*typed.pat {
                    let ty = Written::of(&typed.ty);
                    let variable = Variable::Typed {
                        ty,
                        is_argument: false,
                    };
                    self.variables.push((name.ident.to_string(), variable));
                }
            }
            syn::Pat::Reference(pattern) => self.bind(&pattern.pat, value),
            // Those of a list have its type, as far as sizes are concerned.
            syn::Pat::Slice(list) => {
                for part in &list.elems {
                    self.bind(part, value.clone());
                }
            }
            syn::Pat::TupleStruct(inside) if inside.elems.len() == 1 => {
                self.bind(&inside.elems[0], value);
            }
            syn::Pat::Tuple(parts) => {
                for (at, part) in parts.elems.iter().enumerate() {
                    let member = syn::Member::from(at);
                    let part_of = value.clone().map(|whole| whole.field(&member));
                    self.bind(part, part_of);
                }
            }
            syn::Pat::Struct(parts) => {
                for part in &parts.fields {
                    let part_of = value.clone().map(|whole| whole.field(&part.member));
                    self.bind(&part.pat, part_of);
                }
            }
            _ => {}
        }
    }

    /// What is bound to a value, of which a method makes another tensor.
    fn bind_to(&mut self, pattern: &syn::Pat, value: Option<&syn::Expr>) {
        let same = value.and_then(|value| match value {
            syn::Expr::MethodCall(call) if call.method != "clone" => None,
            value => Operand::of(value),
        });
        self.bind(pattern, same);
    }

    /// What a loop or a closure is given, one after the other.
    fn bind_each(&mut self, pattern: &syn::Pat, all: &syn::Expr) {
        match (pattern, Operand::of_all(all)) {
            (syn::Pat::Tuple(parts), Some((each, true))) if parts.elems.len() == 2 => {
                self.bind(&parts.elems[1], Some(each));
            }
            (_, Some((each, false))) => self.bind(pattern, Some(each)),
            _ => self.bind(pattern, None),
        }
    }

    /// What declares an operand: the last of its fields, or the variable, if its type is not that of an argument.
    fn declaration(&self, operand: &Operand, file: &str) -> Option<Declaration> {
        let found = self.resolved(operand, file, DEEPEST)?.1?;
        let name = found.written.name.as_deref().unwrap_or("");
        (!operand.is_called || !vocabulary::is_tensor(name)).then_some(found)
    }

    /// The name of its type, and what declares it, unless that is the argument of a function.
    fn resolved(
        &self,
        operand: &Operand,
        file: &str,
        most: usize,
    ) -> Option<(String, Option<Declaration>)> {
        let most = most.checked_sub(1)?;
        let files = sources::files(file);
        let base = operand.base.trim_end_matches(PART);
        let mut variables = self.variables.iter().rev();
        let variable = variables.find(|(name, _)| name == base);
        let (mut of, mut found) = match variable {
            _ if base == "self" => (self.own.clone()?, None),
            Some((_, Variable::Typed { ty, is_argument })) => {
                let declaration = Declaration::new(file, ty, &operand.base);
                (ty.name.clone()?, (!is_argument).then_some(declaration))
            }
            Some((_, Variable::Same(other))) => self.resolved(other, file, most)?,
            Some((_, Variable::Other)) => return None,
            None => {
                let declared = files.iter().find_map(|file| {
                    let ty = sources::of(file)?.values.get(base)?.clone();
                    Some(Declaration::new(file, &ty, &operand.base))
                })?;
                (declared.written.name.clone()?, Some(declared))
            }
        };
        for (at, field) in operand.fields.iter().enumerate() {
            let written = Operand {
                fields: operand.fields[..=at].to_vec(),
                ..operand.clone()
            };
            let found_field = files.iter().find_map(|file| {
                let source = sources::of(file)?;
                let fields = source.fields.get(&of)?;
                let field = field.trim_end_matches(PART);
                let (_, ty) = fields.iter().find(|(name, _)| name == field)?;
                Some(Declaration::new(file, ty, &written.written()))
            })?;
            let found_field = found_field.by_its_name(&files, DEEPEST);
            of = found_field.written.name.clone().unwrap_or_default();
            found = Some(found_field);
        }
        Some((of, found.map(|found| found.by_its_name(&files, DEEPEST))))
    }
}

impl<'ast> Visit<'ast> for Around {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if self.is_in(item) {
            self.own = name_of(&item.self_ty);
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if self.is_in(item) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if self.is_in(item) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        if self.is_after(local) {
            self.bind_to(&local.pat, local.init.as_ref().map(|init| &*init.expr));
        }
    }

    fn visit_expr_for_loop(&mut self, repeated: &'ast syn::ExprForLoop) {
        if self.is_in(&repeated.body) {
            self.bind_each(&repeated.pat, &repeated.expr);
        }
        visit::visit_expr_for_loop(self, repeated);
    }

    fn visit_expr(&mut self, value: &'ast syn::Expr) {
        match value {
            syn::Expr::MethodCall(call) => {
                for argument in &call.args {
                    if let syn::Expr::Closure(closure) = argument
                        && self.is_in(closure)
                        && let Some(each) = closure.inputs.last()
                    {
                        self.bind_each(each, &call.receiver);
                    }
                }
                self.see(value, call.args.iter().chain([&*call.receiver]));
            }
            syn::Expr::Let(binding) if self.is_after(binding) => {
                self.bind_to(&binding.pat, Some(&binding.expr));
            }
            syn::Expr::Match(choice) => {
                let arm = choice.arms.iter().find(|arm| self.is_in(&arm.body));
                if let Some(arm) = arm {
                    self.bind_to(&arm.pat, Some(&choice.expr));
                }
            }
            syn::Expr::Call(call) => self.see(value, &call.args),
            syn::Expr::Binary(operation) => self.see(value, [&*operation.left, &*operation.right]),
            _ => {}
        }
        visit::visit_expr(self, value);
    }
}

/// A type that is written in a file, and what has it.
#[derive(Clone, Debug)]
struct Declaration {
    of: String,
    file: String,
    written: Written,
}

impl Declaration {
    fn new(file: &str, written: &Written, of: &str) -> Self {
        Self {
            of: of.to_owned(),
            file: file.to_owned(),
            written: written.clone(),
        }
    }

    /// Where the name that the type is stands for another: `type Up = Linear<784, 128>;`.
    fn by_its_name(self, files: &[String], most: usize) -> Self {
        let named = self.written.whole.as_ref().filter(|_| most > 0);
        let found = named.and_then(|name| {
            files.iter().find_map(|file| {
                let ty = sources::of(file)?.types.get(name)?.clone();
                Some(Self::new(file, &ty, &self.of))
            })
        });
        match found {
            Some(found) => found.by_its_name(files, most - 1),
            None => self,
        }
    }

    fn code(&self) -> Option<String> {
        let text = declared::text(&self.file)?;
        let words = text.get(self.written.bytes.clone())?.split_whitespace();
        Some(Vec::from_iter(words).join(" "))
    }

    /// Whether a size stands in the type, by itself or by a constant.
    fn has_size(&self, size: &str) -> bool {
        let Some(text) = self.code() else {
            return false;
        };
        let constants = sources::of(&self.file);
        let number = size.parse::<u64>().ok();
        let without_spaces = |text: &str| text.replace(' ', "");
        let (text, size) = (without_spaces(&text), without_spaces(size));
        let is_alone = |at: usize| {
            let (before, behind) = (&text[..at], &text[at + size.len()..]);
            !before.ends_with(is_of_word) && !behind.starts_with(is_of_word)
        };
        let is_constant = |word: &str| {
            let constant = constants.as_ref().and_then(|of| of.constants.get(word));
            number.is_some() && constant.copied() == number
        };
        size != "_" && text.match_indices(&size).any(|(at, _)| is_alone(at))
            || text.split(|c| !is_of_word(c)).any(is_constant)
    }

    /// A note as the compiler writes notes.
    fn note(&self) -> Option<Value> {
        let text = declared::text(&self.file)?;
        let bytes = self.written.bytes.clone();
        let code = self.code()?;
        let place = |at: usize| {
            let before = &text[..at];
            let line = before.matches('\n').count() + 1;
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            (line, before[start..].chars().count() + 1)
        };
        let ((line, column), (line_end, column_end)) = (place(bytes.start), place(bytes.end));
        let lines = text.lines().skip(line - 1).take(line_end + 1 - line);
        let lines = lines.enumerate().map(|(at, text)| {
            json!({
                "text": text,
                "highlight_start": if at == 0 { column } else { 1 },
                "highlight_end": if at == line_end - line { column_end } else { text.chars().count() + 1 },
            })
        });
        Some(json!({
            "message": format!("`{}` is declared as `{code}`", self.of),
            "code": null,
            "level": "note",
            "spans": [{
                "file_name": self.file,
                "byte_start": bytes.start,
                "byte_end": bytes.end,
                "line_start": line,
                "line_end": line_end,
                "column_start": column,
                "column_end": column_end,
                "is_primary": true,
                "text": Vec::from_iter(lines),
                "label": null,
                "suggested_replacement": null,
                "suggestion_applicability": null,
                "expansion": null,
            }],
            "children": [],
            "rendered": null,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The notes about what is between `«` and `»` in a file, beside another one with layers.
    fn notes(name: &str, marked: &str, sizes: Value) -> Vec<String> {
        let folder = std::env::temp_dir()
            .join("cargo-shapecheck-origin")
            .join(name);
        fs::create_dir_all(folder.join("src")).unwrap();
        let (start, end) = (
            marked.find('«').unwrap(),
            marked.find('»').unwrap() - '«'.len_utf8(),
        );
        let text = marked.replace(['«', '»'], "");
        fs::write(folder.join("src/lib.rs"), &text).unwrap();
        let layers = "pub type Up = Linear<64, 256>;\npub struct Layer {\n    pub up: Up,\n    pub all: Vec<Linear<{ W }, 9>>,\n}\n\
            const W: usize = 7;\nstatic EDGES: Tensor<f32, shape![3]> = make();";
        fs::write(folder.join("src/layers.rs"), layers).unwrap();
        sources::set_folder(&folder);
        let line = text[..start].matches('\n').count() + 1;
        let message = json!({
            "message": "they clash", "level": "error", "code": {"code": "E0277"},
            "spans": [{
                "is_primary": true, "file_name": "src/lib.rs", "byte_start": start, "byte_end": end,
                "line_start": line, "line_end": line
            }],
            "children": [], "shapecheck": {"sizes": sizes},
            "rendered": "error: they clash\n --> src/lib.rs:1:1\n  |\n1 | code\n  | ^^^^ here\n\n"
        });
        let Some(message) = shown(&message.to_string()) else {
            return Vec::new();
        };
        let message: Value = serde_json::from_str(&message).unwrap();
        let rendered = message["rendered"].as_str().unwrap();
        let (_, notes) = rendered.split_once("  | ^^^^ here\n  |\n").unwrap();
        assert!(notes.ends_with("\n\n"), "{notes}");
        notes
            .trim_end()
            .split("note: ")
            .skip(1)
            .map(|note| note.replace("\n --> ", " at ").trim().to_owned())
            .collect()
    }

    #[test]
    fn fields_and_types_are_shown_where_they_have_the_size() {
        let code = |body: &str| {
            format!(
                "struct Model {{\n    scale: Tensor<f32, shape![12]>,\n    layer: Layer,\n}}\nimpl Model {{\n    fn f(&self, x: &X) {{\n{body}\n    }}\n}}\n"
            )
        };
        for (at, (body, sizes, told)) in [
            (
                "x «*» &self.scale",
                json!([10, 12]),
                vec!["`self.scale` is declared as `Tensor<f32, shape![12]>` at src/lib.rs:2:12"],
            ),
            ("x «*» &self.scale", json!([10, 11]), vec![]),
            ("x «*» &self.scale", json!([10, 1]), vec![]),
            (
                "let y = &self.scale;\nx «*» y.relu()",
                json!([10, 12]),
                vec!["`self.scale` is declared as `Tensor<f32, shape![12]>` at src/lib.rs:2:12"],
            ),
            (
                "let y = self.scale.matmul(&x);\nx «*» y",
                json!([10, 12]),
                vec![],
            ),
            ("x «*» self.scale.matmul(&x)", json!([10, 12]), vec![]),
            (
                "x «*» self.layer.up.forward(&x)",
                json!([10, 256]),
                vec!["`self.layer.up` is declared as `Linear<64, 256>` at src/layers.rs:1:15"],
            ),
            (
                "for layer in &self.layer.all { layer.forward(«x»); }",
                json!([8, 7]),
                vec![
                    "`self.layer.all` is declared as `Vec<Linear<{ W }, 9>>` at src/layers.rs:4:14",
                ],
            ),
            (
                "for (_, layer) in self.layer.all.iter().enumerate() { layer.forward(«x»); }",
                json!([8, 7]),
                vec![
                    "`self.layer.all` is declared as `Vec<Linear<{ W }, 9>>` at src/layers.rs:4:14",
                ],
            ),
            (
                "let first = &self.layer.all[0]; first.forward(«x»);",
                json!([8, 7]),
                vec![
                    "`self.layer.all[..]` is declared as `Vec<Linear<{ W }, 9>>` at src/layers.rs:4:14",
                ],
            ),
            (
                "self.layer.all.iter().map(|layer| layer.forward(«x»))",
                json!([8, 7]),
                vec![
                    "`self.layer.all` is declared as `Vec<Linear<{ W }, 9>>` at src/layers.rs:4:14",
                ],
            ),
            (
                "let Model { scale, .. } = self;\nx «*» scale",
                json!([10, 12]),
                vec!["`self.scale` is declared as `Tensor<f32, shape![12]>` at src/lib.rs:2:12"],
            ),
            (
                "if let Some(Model { scale: y, .. }) = self {\nx «*» y }",
                json!([10, 12]),
                vec!["`self.scale` is declared as `Tensor<f32, shape![12]>` at src/lib.rs:2:12"],
            ),
            (
                "x «*» &EDGES",
                json!([10, 3]),
                vec!["`EDGES` is declared as `Tensor<f32, shape![3]>` at src/layers.rs:7:15"],
            ),
            ("x «*» self.scale[0]", json!([10, 12]), vec![]),
            (
                "self.layer.all.iter().zip(y).map(|(layer, x)| layer.forward(«x»))",
                json!([8, 7]),
                vec![],
            ),
            (
                "let y: Tensor<f32,\n    shape![12]> = z;\n\ny «*» x",
                json!([12, 10]),
                vec!["`y` is declared as `Tensor<f32, shape![12]>` at src/lib.rs:7:8"],
            ),
            (
                "let y: Y12<12> = z; let y = f();\ny «*» x",
                json!([12, 10]),
                vec![],
            ),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(notes(&at.to_string(), &code(body), sizes), told, "{body}");
        }
    }
}
