//! The item around a macro's call. A macro gets its own tokens and nothing of what is around them, so this is read from the
//! user's file: whether a name in `shape!` is a const parameter, and what `#[checked]` has to stand above.
//!
//! It is asked only for what is a mistake if the name is such a parameter. Where the file cannot be read, as in some
//! editors, rustc reports it in its own words.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use proc_macro::{Ident, Span, TokenTree};

use crate::Complaint;
use crate::tokens::{Add, List, inside, is, is_word};

thread_local! {
    static FILES: RefCell<HashMap<PathBuf, Rc<File>>> = RefCell::default();
}

/// The complaint about a const parameter in `shape!` or `dim!`: where `#[checked]` is, there is none left.
pub(crate) fn complaint_about_parameter(tokens: &[TokenTree]) -> Option<Complaint> {
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate() {
        let is_behind = |sign| place > 0 && is(&tokens[place - 1], sign);
        match token {
            TokenTree::Ident(name) if depth == 0 && !is_behind(':') && !is_behind('.') => {
                if let Some(item) = item_without_attribute(name) {
                    let text = format!(
                        "`{name}` is a const parameter of an item without `#[checked]`: put it above `{item}`, or write a type, `{name}: Dim` or `{name}: StaticDim`"
                    );
                    return Some(Complaint::new(name.span(), text));
                }
            }
            TokenTree::Group(group) => {
                if let Some(complaint) = complaint_about_parameter(&inside(group)) {
                    return Some(complaint);
                }
            }
            token if is(token, '<') => depth += 1,
            token if is(token, '>') && !is_behind('-') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The complaint about a constant of a type, `Self::WIDTH`, without braces. In an item with parameters, braces do not help.
pub(crate) fn complaint_about_constant(
    tokens: &[TokenTree],
    is_generic: bool,
) -> Option<Complaint> {
    let place = tokens.windows(4).position(|path| match path {
        [TokenTree::Ident(of), first, second, TokenTree::Ident(name)] => {
            is(first, ':')
                && is(second, ':')
                && of.to_string().starts_with(char::is_uppercase)
                && is_constant(name)
        }
        _ => false,
    })?;
    let path = &tokens[place..place + 4];
    let (of, name) = (&path[0], &path[3]);
    if is_generic && is_word(of, "Self") {
        return Some(constant_of_generic_type(name.span(), Some(name)));
    }
    let text = format!(
        "`{of}::{name}` is a constant and no type: in braces, `{{{of}::{name}}}`, it is a size if the type has no parameters; else write what it is computed from, `shape![2 * N]`, or make it a type of a trait, `type Width: StaticDim;`"
    );
    Some(Complaint::new(name.span(), text))
}

/// What is said of `shape![{Self::WIDTH}]` where `Self` has parameters, or is one.
pub(crate) fn constant_of_generic_type(span: Span, name: Option<&TokenTree>) -> Complaint {
    let value = match name {
        Some(TokenTree::Ident(name)) => value_of_constant(name),
        _ => None,
    };
    let value = value.unwrap_or_else(|| "2 * N".to_owned());
    let text = format!(
        "a constant of a type with parameters cannot be a size: write what it is computed from, `shape![{value}]`, or make it a type, `type Width: StaticDim;` in the trait and `type Width = dim!(64);` in the `impl`, and write `shape![Self::Width]`"
    );
    Complaint::new(span, text)
}

/// What stands after `=` where the one constant of a name in the same file is declared.
pub(crate) fn value_of_constant(name: &Ident) -> Option<String> {
    let word = name.to_string();
    let file = File::around(name.span())?;
    let items = file.items_with(&word)?;
    let mut places = items.declarations(&word);
    let (first, second) = (places.next()?, places.next());
    let line = items.code[first..]
        .split(';')
        .next()
        .filter(|_| second.is_none())?;
    let (_, value) = line.split_once('=')?;
    let is_size = |c: char| is_of_word(c) || " +-*/()".contains(c);
    let value = value.trim();
    value.chars().all(is_size).then(|| value.to_owned())
}

/// Whether a constant has a name in the same file.
fn is_constant(name: &Ident) -> bool {
    let word = name.to_string();
    if word.contains(char::is_lowercase) {
        return false;
    }
    File::around(name.span()).is_some_and(|file| {
        file.items_with(&word).is_some_and(|items| {
            items.declarations(&word).next().is_some() && !items.has_type(&word)
        })
    })
}

/// The item that declares a name as a const parameter, `struct Mlp`.
fn item_without_attribute(name: &Ident) -> Option<String> {
    let word = name.to_string();
    if !word.starts_with(char::is_uppercase) {
        return None;
    }
    let file = File::around(name.span())?;
    let items = file.items_with(&word)?;
    let place = file.place(name.span())?;
    // The innermost item comes last.
    let around = items.with_parameters.iter();
    let mut around = around.filter(|item| item.whole.contains(&place));
    let item = around.rfind(|item| item.declares(&word))?;
    (item.constants.contains(&word) && !item.has_attribute && !items.has_type(&word))
        .then(|| item.words.clone())
}

/// Whether a trait that is declared in the same file has const parameters and no attribute, which is a mistake where it is
/// declared, and of which an `impl` with the attribute would make another.
pub(crate) fn is_trait_without_attribute(name: &Ident) -> bool {
    let words = format!("trait {name}");
    File::around(name.span()).is_some_and(|file| {
        let is_it = |item: &Item| item.words == words && !item.constants.is_empty();
        file.text.contains(&words)
            && file
                .items()
                .with_parameters
                .iter()
                .any(|item| is_it(item) && !item.has_attribute)
    })
}

/// Whether a `#[derive(..)]` stands above the attribute with this span.
pub(crate) fn is_below_derive(attribute: Span) -> bool {
    let is_below = || {
        let file = File::around(attribute)?;
        let place = file.place(attribute)?;
        // The lines in between are attributes and comments. Each item with a const parameter asks, so the rest of the file
        // is not looked at.
        let lines = file.text[..place].rsplit('\n').map(str::trim_start);
        let mut lines =
            lines.take_while(|line| line.starts_with("//") || !line.contains(['{', '}', ';']));
        Some(lines.any(|line| !find(&without_texts(line), "derive").is_empty()))
    };
    is_below().unwrap_or(false)
}

struct File {
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
    /// The names after `const`, wherever it stands.
    constants: HashSet<String>,
    /// What is read only for the few names that are among them.
    items: OnceCell<Items>,
}

struct Items {
    /// The text with spaces instead of comments, strings and characters.
    code: String,
    /// Those with parameters.
    with_parameters: Vec<Item>,
}

struct Item {
    /// From the keyword to the end of its body.
    whole: Range<usize>,
    /// `struct Mlp`
    words: String,
    constants: Vec<String>,
    types: Vec<String>,
    has_attribute: bool,
}

impl Item {
    fn declares(&self, name: &String) -> bool {
        self.constants.contains(name) || self.types.contains(name)
    }
}

impl File {
    /// The file of a span, read once.
    fn around(span: Span) -> Option<Rc<Self>> {
        let path = span.local_file()?;
        FILES.with_borrow_mut(|files| {
            if let Some(file) = files.get(&path) {
                return Some(Rc::clone(file));
            }
            let text = fs::read_to_string(&path).ok()?;
            let starts = text.match_indices('\n').map(|(place, _)| place + 1);
            let behind_const = text.match_indices("const ").filter_map(|(place, word)| {
                let behind = text[place + word.len()..].trim_start();
                behind.split(|c| !is_of_word(c)).next()
            });
            let file = Rc::new(Self {
                lines: [0].into_iter().chain(starts).list(),
                constants: behind_const.map(str::to_owned).collect(),
                items: OnceCell::new(),
                text,
            });
            files.insert(path, Rc::clone(&file));
            Some(file)
        })
    }

    /// The items, if some constant has this name.
    fn items_with(&self, constant: &str) -> Option<&Items> {
        self.constants.contains(constant).then(|| self.items())
    }

    fn items(&self) -> &Items {
        self.items.get_or_init(|| Items::of(&self.text))
    }

    /// The byte at which a span starts.
    fn place(&self, span: Span) -> Option<usize> {
        let start = *self.lines.get(span.line().checked_sub(1)?)?;
        let mut characters = self.text[start..].char_indices();
        let (inside, _) = characters.nth(span.column().checked_sub(1)?)?;
        Some(start + inside)
    }
}

impl Items {
    fn of(text: &str) -> Self {
        let code = without_texts(text);
        let mut with_parameters: Vec<Item> =
            ["struct", "enum", "union", "trait", "impl", "fn", "type"]
                .iter()
                .flat_map(|keyword| {
                    let places = find(&code, keyword).into_iter();
                    places.filter_map(|place| item(&code, place, keyword))
                })
                .list();
        with_parameters.sort_by_key(|item| item.whole.start);
        Self {
            code,
            with_parameters,
        }
    }

    /// The places where a constant is declared, after `const`.
    fn declarations(&self, constant: &str) -> impl Iterator<Item = usize> {
        let is_declared = |place: &usize| self.code[..*place].trim_end().ends_with("const");
        find(&self.code, constant).into_iter().filter(is_declared)
    }

    /// Whether a type somewhere has a name, which a parameter that is a constant does not hide.
    fn has_type(&self, name: &str) -> bool {
        find(&self.code, name).into_iter().any(|place| {
            let before = self.code[..place].trim_end();
            let is_declared = ["struct", "enum", "union", "trait", "type"]
                .iter()
                .any(|keyword| before.ends_with(keyword));
            let line = self.code[..place].rfind([';', '}']).map_or(0, |at| at + 1);
            let is_of = |word| !find(&self.code[line..place], word).is_empty();
            is_declared || is_of("use") || is_of("dims")
        })
    }
}

/// The item whose keyword stands at a place, if it has parameters.
fn item(code: &str, place: usize, keyword: &str) -> Option<Item> {
    let behind = &code[place + keyword.len()..];
    let open = behind.find('<')?;
    let name = behind[..open].trim();
    let is_name = name.chars().all(is_of_word) && name.is_empty() == (keyword == "impl");
    let mut depth = 0_usize;
    let mut before = ' ';
    let mut close = None;
    for (at, character) in behind.char_indices() {
        match character {
            '<' => depth += 1,
            '>' if before != '-' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = character;
        if at >= open && depth == 0 {
            close = Some(at);
            break;
        }
    }
    let parameters = behind.get(open + 1..close.filter(|_| is_name)?)?;
    let (mut constants, mut types) = (Vec::new(), Vec::new());
    for parameter in parameters.split(',') {
        let parameter = parameter.trim();
        let constant = parameter.strip_prefix("const ").map(str::trim_start);
        let name = constant.unwrap_or(parameter).split(|c| !is_of_word(c));
        let names = if constant.is_some() {
            &mut constants
        } else {
            &mut types
        };
        names.add(name.take(1).map(str::to_owned));
    }
    let rest = &behind[close? + 1..];
    let head = &rest[..end_of_head(rest)?];
    let body = match rest[head.len()..].starts_with('{') {
        true => end_of_block(&rest[head.len()..]),
        false => 1,
    };
    let end = code.len() - rest.len() + head.len() + body;
    let words = match keyword {
        "impl" => format!("impl {}", without_arguments(head)),
        _ => format!("{keyword} {name}"),
    };
    let start = code[..place].rfind(['{', '}', ';']).unwrap_or(0);
    Some(Item {
        whole: place..end,
        words,
        constants,
        types,
        has_attribute: !find(&code[start..place], "checked").is_empty(),
    })
}

/// The place of the `{` or the `;` after an item's head.
fn end_of_head(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    rest.char_indices().find_map(|(at, character)| {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && (character == '{' || character == ';')).then_some(at)
    })
}

/// How long the block is that a text begins with.
fn end_of_block(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// ` Layer<I, O> for Linear<I, O> where ..` as `Layer for Linear`.
fn without_arguments(head: &str) -> String {
    let head = find(head, "where").first().map_or(head, |at| &head[..*at]);
    let mut depth = 0_usize;
    let mut words = String::new();
    for character in head.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => words.push(character),
            _ => {}
        }
    }
    words.split_whitespace().list::<Vec<_>>().join(" ")
}

/// The places of a word.
fn find(code: &str, word: &str) -> Vec<usize> {
    let is_word = |place: &usize| {
        let (before, behind) = (&code[..*place], &code[place + word.len()..]);
        !before.ends_with(is_of_word) && !behind.starts_with(is_of_word)
    };
    let places = code.match_indices(word).map(|(place, _)| place);
    places.filter(is_word).list()
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The same text with an `x` for each character in comments, strings and characters, so that places stay as they are.
fn without_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = length_of_text(rest, code.ends_with(is_of_word));
        match length {
            0 => code.push(first),
            _ => code.extend(rest[..length].chars().map(|c| match c {
                '\n' => "\n",
                c => &"    "[..c.len_utf8()],
            })),
        }
        rest = &rest[length.max(first.len_utf8())..];
    }
    code
}

/// How long the comment, the string or the character is that a text begins with. `is_in_word` says whether it goes on
/// with a word, which may have an `r` in it.
fn length_of_text(text: &str, is_in_word: bool) -> usize {
    let until = |start: usize, end: &str| {
        let found = text[start..].find(end);
        found.map_or(text.len(), |at| start + at + end.len())
    };
    if text.starts_with("//") {
        return until(2, "\n") - 1;
    }
    if text.starts_with("/*") {
        return until(2, "*/");
    }
    let raw = text.strip_prefix('r').filter(|_| !is_in_word);
    let hashes = raw.map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
    if raw.is_some_and(|raw| raw[hashes..].starts_with('"')) {
        return until(hashes + 2, &format!("\"{}", "#".repeat(hashes)));
    }
    if text.starts_with('\'') {
        // A lifetime has no second sign.
        let mut characters = text.char_indices().skip(1);
        let is_escaped = characters.next().is_some_and(|(_, c)| c == '\\');
        return match characters.next() {
            _ if is_escaped => until(3, "'"),
            Some((at, '\'')) => at + 1,
            _ => 0,
        };
    }
    if !text.starts_with('"') {
        return 0;
    }
    let mut is_escaped = false;
    let mut characters = text.char_indices().skip(1);
    let end = characters.find(|(_, character)| {
        let is_end = *character == '"' && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}
