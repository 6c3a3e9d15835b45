//! What the user's file says of the shape of a variable, where the message about a call does not name its type.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::Value;

use super::children;
use super::words::{is_of_path, is_of_word};
use crate::types::vocabulary;

/// The most declarations that lead to one another. Names of types may stand for each other in a circle, and a field may have the
/// name of a variable that is a copy of it.
const MOST: usize = 8;

/// The files of one run of the compiler, each read once: `None` if it cannot be read.
#[derive(Default)]
struct Files {
    /// The folder of the compiler, to which paths are relative.
    folder: PathBuf,
    texts: HashMap<String, Option<Rc<str>>>,
}

thread_local! {
    static FILES: RefCell<Files> = RefCell::default();
}

/// Sets the folder to which the paths of files are relative.
pub fn set_folder(folder: &Path) {
    let folder = folder.to_owned();
    FILES.set(Files {
        folder,
        ..Files::default()
    });
}

/// Sets the text of a file that messages name, where it is not the one on disk.
pub fn set_text(name: &str, text: &str) {
    FILES.with_borrow_mut(|files| files.texts.insert(name.to_owned(), Some(Rc::from(text))));
}

/// The text of a file that a message names.
pub fn text(name: &str) -> Option<Rc<str>> {
    FILES.with_borrow_mut(|files| {
        let read = || {
            fs::read_to_string(files.folder.join(name))
                .ok()
                .map(Rc::from)
        };
        files
            .texts
            .entry(name.to_owned())
            .or_insert_with(read)
            .clone()
    })
}

/// The names in a folder, and whether each is a folder.
pub fn entries(folder: &str) -> Vec<(String, bool)> {
    let path = FILES.with_borrow(|files| files.folder.join(folder));
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| {
        let is_folder = entry.file_type().ok()?.is_dir();
        Some((entry.file_name().into_string().ok()?, is_folder))
    });
    let mut named = Vec::from_iter(named);
    named.sort();
    named
}

/// The file of the place of a message, and the byte at which the place begins.
fn file(diagnostic: &Value) -> Option<(Rc<str>, usize)> {
    let (file, bytes) = children::place(children::primary(diagnostic)?)?;
    Some((text(file)?, bytes.start))
}

/// Whether a name is one of `dims!` in the file of a message.
pub fn is_name_of_size(diagnostic: &Value, name: &str) -> bool {
    let Some((text, _)) = file(diagnostic) else {
        return false;
    };
    let mut lists = text.match_indices("dims!").filter_map(|(at, _)| {
        let (_, list) = text[at..].split_once(['{', '[', '('])?;
        list.split(['}', ']', ')']).next()
    });
    lists.any(|list| {
        let mut names = list.split(|c| !is_of_word(c));
        names.any(|it| it == name)
    })
}

/// Whether the file of a message can be read and has no such word.
pub fn is_nowhere(diagnostic: &Value, name: &str) -> bool {
    file(diagnostic).is_some_and(|(text, _)| {
        let mut words = text.split(|c| !is_of_word(c));
        !words.any(|word| word == name)
    })
}

/// The line above the place of a message.
pub fn line_above(diagnostic: &Value) -> Option<String> {
    let (text, at) = file(diagnostic)?;
    text.get(..at)?.rsplit('\n').nth(1).map(str::to_owned)
}

/// Whether the file of a message has this code.
pub fn has_anywhere(diagnostic: &Value, code: &str) -> bool {
    file(diagnostic).is_some_and(|(text, _)| text.contains(code))
}

/// Whether the last item that begins so has this code before the place of a message.
pub fn has(diagnostic: &Value, item: &str, code: &str) -> bool {
    file(diagnostic).is_some_and(|(text, at)| {
        let before = text.get(..at).unwrap_or("");
        before
            .rfind(item)
            .is_some_and(|start| before[start..].contains(code))
    })
}

/// The tensor that the function around the place of a message gives.
fn result(diagnostic: &Value) -> Option<Declared> {
    let (text, at) = file(diagnostic)?;
    let before = text.get(..at)?;
    let (signature, _) = before[before.rfind("fn ")?..].split_once('{')?;
    let (_, result) = signature.split_once("-> ")?;
    Some(type_of(&text, result, MOST)?.0)
}

/// The elements of that tensor.
pub fn elements_of_result(diagnostic: &Value) -> Option<String> {
    let elements = result(diagnostic)?.elements;
    vocabulary::ELEMENTS
        .contains(&elements.as_str())
        .then_some(elements)
}

/// The sizes of that tensor.
pub fn sizes_of_result(diagnostic: &Value) -> Option<Vec<String>> {
    Some(result(diagnostic)?.sizes)
}

/// The sizes of the tensor that a type is, at the beginning of some code of a file.
pub fn sizes_of_type(text: &str, code: &str) -> Option<Vec<String>> {
    Some(type_of(text, code, MOST)?.0.sizes)
}

/// Whether a variable is a tensor for sure, as it is declared or made.
pub fn is_tensor(diagnostic: &Value, name: &str) -> bool {
    let is_one = || {
        let (text, at) = file(diagnostic)?;
        let (_, code, _) = declaration(text.get(..at)?, name)?;
        let code = code.trim_start_matches([' ', '&']);
        code.split(|c| !is_of_word(c))
            .next()
            .map(vocabulary::is_tensor)
    };
    is_one().unwrap_or(false)
}

/// Whether a loop stands between the declaration of a variable and the place of a message, which is in it.
pub fn is_in_loop(diagnostic: &Value, name: &str) -> bool {
    let Some((text, at)) = file(diagnostic) else {
        return false;
    };
    let before = text.get(..at).unwrap_or("");
    let Some((declared, ..)) = declaration(before, name) else {
        return false;
    };
    let between = &before[declared..];
    let words = ["for ", "while ", "loop "].into_iter();
    let mut loops = words.flat_map(|word| between.match_indices(word));
    loops.any(|(start, _)| {
        let is_word = !between[..start].ends_with(is_of_word);
        let inside = &between[start..];
        is_word && inside.matches('{').count() > inside.matches('}').count()
    })
}

/// The struct of the file that is read from weights, if there is one.
pub fn loaded(diagnostic: &Value) -> Option<String> {
    let (text, _) = file(diagnostic)?;
    let derives = text.match_indices("#[derive(").filter_map(|(at, _)| {
        let (traits, rest) = text[at..].split_once(')')?;
        traits.contains("Load").then_some(rest)
    });
    let (_, rest) = derives.last()?.split_once("struct ")?;
    let name = rest.split(|c| !is_of_word(c)).next()?;
    let is_generic = rest[name.len()..].starts_with('<');
    (!is_generic).then(|| name.to_owned())
}

/// `w.transpose()`, to which the variable `name` is bound before the place of a message.
pub fn bound(diagnostic: &Value, name: &str) -> Option<String> {
    let (text, at) = file(diagnostic)?;
    let (_, code, is_type) = declaration(text.get(..at)?, name)?;
    let code = code.split(';').next()?.trim();
    (!is_type).then(|| code.to_owned())
}

/// The sizes of the tensor `name`, a variable, an argument or a field, as it is declared before the place of a message.
pub fn sizes(diagnostic: &Value, name: &str) -> Option<Vec<String>> {
    let (text, at) = file(diagnostic)?;
    Some(tensor_in(&text, text.get(..at)?, name, MOST)?.sizes)
}

/// A tensor as the file declares it.
pub struct Declared {
    pub elements: String,
    pub sizes: Vec<String>,
}

/// The tensor `name` of a whole file, and of what stands before the place.
pub fn tensor(text: &str, before: &str, name: &str) -> Option<Declared> {
    tensor_in(text, before, name, MOST)
}

fn tensor_in(text: &str, before: &str, name: &str, most: usize) -> Option<Declared> {
    let (field, before) = match name.rsplit_once('.') {
        Some((_, field)) => (field, text),
        None => (name, before),
    };
    let (at, code, is_type) = match field == name {
        true => declaration(before, name)?,
        false => last_declaration(before, field)?,
    };
    if let Some(of) = code
        .trim_start()
        .split(".clone();")
        .next()
        .filter(|_| !is_type)
    {
        // `let y = x.clone();`
        let is_copied = code.trim_start()[of.len()..].starts_with(".clone();");
        if is_copied && of != name && of.chars().all(is_of_path) {
            return tensor_in(text, &before[..at], of, most.checked_sub(1)?);
        }
    }
    let (tensor, rest) = type_of(text, code, most)?;
    if is_type {
        return Some(tensor);
    }
    // `Tensor::<f32, shape![2, 3]>::ones();`
    let rest = rest.trim_start_matches("::");
    let (function, _) = rest.split_once('(')?;
    let statement = rest.split(';').next()?.trim_end();
    let mut depth = 0;
    let end = statement.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        byte == b')' && depth == 0
    })?;
    let is_made = function.chars().all(is_of_word) && !function.starts_with("try_");
    (is_made && end + 1 == statement.len()).then_some(tensor)
}

/// Where a variable or an argument is declared that can be named at the end of `before`.
fn declaration<'a>(before: &'a str, name: &str) -> Option<(usize, &'a str, bool)> {
    let declared = last_declaration(before, name)?;
    // A function, or a closure with an argument of that name, begins another scope.
    let between = &before[declared.0..];
    let is_here = !between.contains("fn ") && !between.contains(&format!("|{name}"));
    is_here.then_some(declared)
}

/// The last place where a name has a type or is bound, what follows there, and whether that is a type.
fn last_declaration<'a>(before: &'a str, name: &str) -> Option<(usize, &'a str, bool)> {
    before.rmatch_indices(name).find_map(|(at, _)| {
        let (front, behind) = (&before[..at], &before[at + name.len()..]);
        let is_word =
            !front.ends_with(|c| is_of_word(c) || c == '.') && !behind.starts_with(is_of_word);
        let front = front.trim_end();
        let is_let = front.ends_with("let") || front.ends_with("let mut");
        let behind = behind.trim_start();
        match behind.strip_prefix(':') {
            Some(of) if is_word && !of.starts_with(':') => Some((at, of, true)),
            None if is_word && is_let => Some((at, behind.strip_prefix('=')?, false)),
            _ => None,
        }
    })
}

/// The type at the beginning of some code, or the one named there, and what stands after it.
fn type_of<'a>(text: &str, code: &'a str, most: usize) -> Option<(Declared, &'a str)> {
    let code = code.trim_start().trim_start_matches('&').trim_start();
    let code = match code.strip_prefix('\'') {
        Some(lifetime) => lifetime.split_once(' ')?.1,
        None => code,
    };
    let code = code.strip_prefix("mut ").unwrap_or(code).trim_start();
    let code = code.strip_prefix("shapecheck::").unwrap_or(code);
    let end = code.find(|c| !is_of_word(c))?;
    let (name, rest) = code.split_at(end);
    if !vocabulary::is_tensor(name) {
        let named = format!("type {name} = ");
        let of_name = &text[text.find(&named)? + named.len()..];
        let (tensor, _) = type_of(text, of_name, most.checked_sub(1)?)?;
        return Some((tensor, rest));
    }
    let opened = format!("{}![", vocabulary::SHAPE_MACRO);
    let at = rest.find(&opened)?;
    let of_elements = rest[..at].trim_start_matches("::").strip_prefix('<')?;
    if of_elements.contains(['<', '>', ';', ')']) {
        return None;
    }
    let inside = &rest[at + opened.len()..];
    let (sizes, behind) = inside.split_once(']')?;
    let is_list = !sizes.contains("..") && !sizes.contains(['[', '{', '(']);
    let sizes = sizes.split(',').map(|size| size.trim().to_owned());
    let sizes = sizes.filter(|size| !size.is_empty()).collect();
    let (_, behind) = behind.split_once('>')?;
    let elements = of_elements.split(',').next()?.trim().to_owned();
    is_list.then_some((Declared { elements, sizes }, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_those_of_the_nearest_declaration() {
        let told = |text: &str, name: &str| {
            let (before, behind) = text.split_once('@').unwrap();
            let text = format!("{before}{behind}");
            tensor(&text, before, name).map(|tensor| tensor.sizes.join(" "))
        };
        let made = "Tensor::<f32, shape![8, B]>::ones()";
        for (text, name, sizes) in [
            (format!("let x = {made}; @"), "x", Some("8 B")),
            (format!("let mut x = {made};\n x@.f"), "x", Some("8 B")),
            (format!("let x = {made}.sum(); @"), "x", None),
            (
                format!("let y = {made}; let x = y.clone(); @"),
                "x",
                Some("8 B"),
            ),
            (format!("let x = {made}; let x = f(x); @"), "x", None),
            (format!("let xs = {made}; xs; x @"), "x", None),
            (format!("let x = {made}; }} fn g() {{ @"), "x", None),
            (format!("let x = {made}; y.map(|x| x.@"), "x", None),
            (
                "fn f(x: &'a mut InlineTensor<f64, shape![3]>) { @".to_owned(),
                "x",
                Some("3"),
            ),
            (
                "fn f(x: &[Tensor<f64, shape![3]>]) { @".to_owned(),
                "x",
                None,
            ),
            (
                "fn f<S>(x: Tensor<f64, S>, y: Tensor<f64, shape![3]>) { @".to_owned(),
                "x",
                None,
            ),
            (
                "type M = View<'a, f64, shape![2, 3]>; fn f(x: &M) { @".to_owned(),
                "x",
                Some("2 3"),
            ),
            ("type M = M; fn f(x: &M) { @".to_owned(), "x", None),
            (
                "type M = N; type N = M; fn f(x: &M) { @".to_owned(),
                "x",
                None,
            ),
            (
                "let y = self.w.clone(); let w = y.clone(); @".to_owned(),
                "w",
                None,
            ),
            (
                "fn f() { self.w.@ } struct A { w: Tensor<f32, shape![N]> }".to_owned(),
                "self.w",
                Some("N"),
            ),
        ] {
            assert_eq!(told(&text, name).as_deref(), sizes, "{text}");
        }
    }
}
