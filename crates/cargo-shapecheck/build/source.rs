//! Reads the items of the library's source: traits, structs, macros and methods, with their documentation.
//!
//! What a macro of the library writes is read as it is written there, once for each entry of the call: an entry ends
//! with `;`, or where the attributes of the next one begin, and its first names are those that the macro asks for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// An item, and where it is.
#[derive(Clone, Debug)]
pub struct Item {
    pub kind: Kind,
    pub name: String,
    /// The file below the folder of its crate, such as `algebra/network.rs`.
    pub file: String,
    /// The type of the `impl` around it.
    pub of: Option<String>,
    pub documentation: Vec<String>,
    pub aliases: Vec<String>,
    pub is_hidden: bool,
    /// The words of `on_unimplemented`: what stands in front of each `=`, and the text.
    pub words: Vec<(String, String)>,
    /// The panicking forms that are written beside a method.
    pub panicking: Vec<String>,
    /// What stands in angle brackets after the name, each with its bound.
    pub parameters: Vec<(String, String)>,
    pub takes_self: bool,
    /// The arguments of a method, without `self`, each with its type.
    pub arguments: Vec<(String, String)>,
    /// All that stands between the name and the body.
    pub signature: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Trait,
    Struct,
    Function,
    Macro,
}

/// All of the source.
#[derive(Default)]
pub struct Source {
    pub items: Vec<Item>,
    /// Modules that a feature brings, as such files, and the feature.
    pub features: Vec<(String, String)>,
    /// The entries of `messages!`: a file, and the tokens.
    pub messages: Vec<(String, Vec<TokenTree>)>,
    /// The folders with files.
    pub folders: Vec<String>,
    /// The text of each file.
    pub texts: BTreeMap<String, String>,
}

impl Source {
    /// The source of crates, each by its folder.
    pub fn of(roots: &[PathBuf]) -> Self {
        let mut source = Self::default();
        let files = roots.iter().flat_map(|root| {
            let mut files = Vec::new();
            files_below(root, &mut files);
            files.sort();
            files.into_iter().map(move |path| (root, path))
        });
        for (root, path) in files {
            let file = path.strip_prefix(root).expect("a file below the root");
            let file = file.to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).expect("a source file");
            let tokens: TokenStream = text.parse().expect("a file of tokens");
            if let Some((folder, _)) = file.split_once('/')
                && source.folders.last().is_none_or(|last| last != folder)
            {
                source.folders.push(folder.to_owned());
            }
            let mut reader = Reader {
                macros: BTreeMap::new(),
                file: file.clone(),
                source: &mut source,
            };
            reader.read(&Vec::from_iter(tokens), None, &[]);
            source.texts.insert(file, text);
        }
        source
    }

    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry of the folder").path();
        match path.is_dir() {
            true => files_below(&path, files),
            false if path.extension().is_some_and(|extension| extension == "rs") => {
                files.push(path)
            }
            false => {}
        }
    }
}

/// A macro whose body declares items by names that are given.
struct Macro {
    /// The names of the first arguments, as long as they are names.
    names: Vec<String>,
    /// The name of what stands in brackets after them, as `parameter` of `[$($parameter:tt)*]`.
    list: Option<String>,
    body: Vec<TokenTree>,
}

impl Macro {
    fn of(matched: &Group, body: &Group) -> Self {
        let (names, list) = names_first(matched.stream());
        Self {
            names,
            list,
            body: body.stream().into_iter().collect(),
        }
    }
}

struct Reader<'s> {
    macros: BTreeMap<String, Macro>,
    file: String,
    source: &'s mut Source,
}

impl Reader<'_> {
    /// Reads items. `around` are attributes of the call of a macro.
    fn read(&mut self, tokens: &[TokenTree], of: Option<&str>, around: &[TokenTree]) {
        let mut attributes: Vec<TokenTree> = Vec::new();
        let mut is_public = false;
        let mut at = 0;
        while at < tokens.len() {
            let rest = &tokens[at..];
            at += match rest {
                [TokenTree::Punct(sign), TokenTree::Group(attribute), ..]
                    if sign.as_char() == '#' =>
                {
                    attributes.extend(attribute.stream());
                    attributes.push(TokenTree::Punct(sign.clone()));
                    2
                }
                [
                    TokenTree::Punct(sign),
                    TokenTree::Punct(_),
                    TokenTree::Group(_),
                    ..,
                ] if sign.as_char() == '#' => 3,
                // The attributes of the entry, which the macro repeats: `$(#[$doc])*`.
                [
                    TokenTree::Punct(sign),
                    TokenTree::Group(_),
                    TokenTree::Punct(_),
                    ..,
                ] if sign.as_char() == '$' => {
                    attributes.extend(around.iter().cloned());
                    3
                }
                [TokenTree::Ident(word), TokenTree::Group(group), ..]
                    if word == "pub" && group.delimiter() == Delimiter::Parenthesis =>
                {
                    2
                }
                [TokenTree::Ident(word), ..] => {
                    let length = self.item(rest, &attributes, is_public, of, around);
                    is_public = word == "pub" || is_public && length == 1;
                    if word != "pub" && length > 1 {
                        attributes.clear();
                        is_public = false;
                    }
                    length
                }
                _ => {
                    attributes.clear();
                    is_public = false;
                    1
                }
            };
        }
    }

    /// Reads the item that begins here, and returns how many tokens it has.
    fn item(
        &mut self,
        tokens: &[TokenTree],
        attributes: &[TokenTree],
        is_public: bool,
        of: Option<&str>,
        around: &[TokenTree],
    ) -> usize {
        let word = tokens[0].to_string();
        let name = tokens.get(1).map(ToString::to_string).unwrap_or_default();
        let end = || {
            let is_end = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(sign) => sign.as_char() == ';',
                _ => false,
            };
            tokens.iter().position(is_end).unwrap_or(tokens.len() - 1)
        };
        match word.as_str() {
            "macro_rules" => {
                let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(arms))) =
                    (tokens.get(2), tokens.get(3))
                else {
                    return 1;
                };
                self.add(Kind::Macro, &name.to_string(), attributes, None, &[]);
                let arms = Vec::from_iter(arms.stream());
                if let [TokenTree::Group(matched), _, _, TokenTree::Group(body), ..] = &arms[..] {
                    self.macros
                        .insert(name.to_string(), Macro::of(matched, body));
                }
                4
            }
            "mod" => {
                let feature = feature_of(attributes);
                match (&tokens[end()], feature) {
                    (TokenTree::Group(body), _) => {
                        self.read(&Vec::from_iter(body.stream()), None, &[]);
                    }
                    (_, Some(feature)) => {
                        let folder = match self
                            .file
                            .strip_suffix("mod.rs")
                            .or(self.file.strip_suffix("lib.rs"))
                        {
                            Some(folder) => folder.to_owned(),
                            None => self.file.trim_end_matches(".rs").to_owned() + "/",
                        };
                        self.source
                            .features
                            .push((format!("{folder}{name}.rs"), feature));
                    }
                    _ => {}
                }
                end() + 1
            }
            "trait" | "struct" | "enum" => {
                let kind = match word.as_str() {
                    "trait" => Kind::Trait,
                    _ => Kind::Struct,
                };
                if is_public {
                    self.add(kind, &name, attributes, of, &tokens[2..end()]);
                }
                end() + 1
            }
            "fn" => {
                if is_public {
                    self.add(Kind::Function, &name, attributes, of, &tokens[2..end()]);
                }
                end() + 1
            }
            "impl" => {
                if let TokenTree::Group(body) = &tokens[end()]
                    && let Some(of) = type_of(&tokens[1..end()])
                {
                    self.read(&Vec::from_iter(body.stream()), Some(&of), around);
                }
                end() + 1
            }
            "use" | "type" | "static" | "extern" => {
                let is_semicolon = |token: &TokenTree| token.to_string() == ";";
                tokens.iter().position(is_semicolon).map_or(1, |at| at + 1)
            }
            _ => match tokens.get(1..3) {
                Some([TokenTree::Punct(sign), TokenTree::Group(arguments)])
                    if sign.as_char() == '!' =>
                {
                    self.call(&word, arguments);
                    3
                }
                _ => 1,
            },
        }
    }

    /// The items that a call of a macro writes.
    fn call(&mut self, name: &str, arguments: &Group) {
        let tokens = Vec::from_iter(arguments.stream());
        if name == "messages" {
            self.source.messages.push((self.file.clone(), tokens));
            return;
        }
        // A macro and its call in one: the pattern of a row, `=> { the body }` and the rows.
        if name == "for_each" {
            if let [
                TokenTree::Group(matched),
                _,
                _,
                TokenTree::Group(body),
                rows @ ..,
            ] = &tokens[..]
            {
                self.write(&Macro::of(matched, body), rows);
            }
            return;
        }
        // Taken away meanwhile: a macro may call itself.
        let Some(called) = self.macros.remove(name) else {
            self.read(&tokens, None, &[]);
            return;
        };
        self.write(&called, &tokens);
        self.macros.insert(name.to_owned(), called);
    }

    /// The items of a macro's body, once for each entry of a call.
    fn write(&mut self, called: &Macro, tokens: &[TokenTree]) {
        for (attributes, entry) in entries(tokens) {
            let is_name = |token: &&TokenTree| matches!(token, TokenTree::Ident(_));
            let given = entry.iter().filter(is_name);
            let given = given.map(|name| Vec::from([name.clone()]));
            let mut given: BTreeMap<_, _> = called.names.iter().cloned().zip(given).collect();
            let listed = entry.iter().find_map(|token| match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    Some(group.stream().into_iter().collect())
                }
                _ => None,
            });
            given.extend(called.list.clone().zip(listed));
            let body = substituted(&called.body, &given);
            self.read(&body, None, &attributes);
        }
    }

    fn add(
        &mut self,
        kind: Kind,
        name: &str,
        attributes: &[TokenTree],
        of: Option<&str>,
        signature: &[TokenTree],
    ) {
        // Written by a macro that does not begin its entries with the name.
        if name == UNKNOWN {
            return;
        }
        let (parameters, rest) = generics(signature);
        let arguments = rest.iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                Some(group.stream())
            }
            _ => None,
        });
        let arguments = arguments.map(|arguments| split(&Vec::from_iter(arguments)));
        let arguments = arguments.unwrap_or_default();
        let arguments = arguments.iter().map(|argument| named(argument));
        let words = Attributes::of(attributes);
        self.source.items.push(Item {
            kind,
            name: name.to_owned(),
            file: self.file.clone(),
            of: of.map(str::to_owned),
            documentation: words.documentation,
            aliases: words.aliases,
            is_hidden: words.is_hidden,
            words: words.words,
            panicking: words.panicking,
            parameters,
            takes_self: arguments.clone().any(|(name, _)| name == "self"),
            arguments: arguments.filter(|(name, _)| name != "self").collect(),
            signature: text_of(signature),
        });
    }
}

/// The tokens in the form in which they compare.
pub fn text_of(tokens: &[TokenTree]) -> String {
    tokens.iter().cloned().collect::<TokenStream>().to_string()
}

/// What the attributes of an item say.
#[derive(Default)]
struct Attributes {
    documentation: Vec<String>,
    aliases: Vec<String>,
    is_hidden: bool,
    words: Vec<(String, String)>,
    panicking: Vec<String>,
}

impl Attributes {
    fn of(tokens: &[TokenTree]) -> Self {
        let mut found = Self::default();
        for attribute in tokens.split(|token| token.to_string() == "#") {
            match attribute {
                [
                    TokenTree::Ident(name),
                    TokenTree::Punct(_),
                    TokenTree::Literal(text),
                ] if name == "doc" => {
                    found.documentation.push(unquoted(&text.to_string()));
                }
                [TokenTree::Ident(name), TokenTree::Group(group)] if name == "doc" => {
                    let words = Vec::from_iter(group.stream());
                    let first = words.first().map(ToString::to_string);
                    found.is_hidden |= first.as_deref() == Some("hidden");
                    if first.as_deref() == Some("alias") {
                        found.aliases.extend(literals(&words));
                    }
                }
                [TokenTree::Ident(name), TokenTree::Group(group)] if name == "panicking_form" => {
                    found.panicking = panicking_forms(&Vec::from_iter(group.stream()));
                }
                [
                    TokenTree::Ident(name),
                    _,
                    _,
                    TokenTree::Ident(word),
                    TokenTree::Group(group),
                ] if name == "diagnostic" && word == "on_unimplemented" => {
                    found.words = words(&Vec::from_iter(group.stream()));
                }
                _ => {}
            }
        }
        found
    }
}

/// `name` of `name`, and of `name, CHECK`; each name of `name: AXES = 1; other: AXES = 2;`.
fn panicking_forms(arguments: &[TokenTree]) -> Vec<String> {
    let is_end = |token: Option<&TokenTree>| {
        token.is_none_or(|token| [",", ":"].contains(&token.to_string().as_str()))
    };
    let mut names = Vec::new();
    for entry in arguments.split(|token| token.to_string() == ";") {
        let start = entry
            .iter()
            .position(|token| matches!(token, TokenTree::Ident(_)));
        if let Some(start) = start.filter(|start| is_end(entry.get(start + 1))) {
            names.push(entry[start].to_string());
        }
    }
    names
}

/// `word = "text", word = "text"`, as pairs.
pub fn words(tokens: &[TokenTree]) -> Vec<(String, String)> {
    let words = tokens.windows(3).filter_map(|tokens| match tokens {
        [
            TokenTree::Ident(word),
            TokenTree::Punct(sign),
            TokenTree::Literal(text),
        ] if sign.as_char() == '=' => Some((word.to_string(), unquoted(&text.to_string()))),
        _ => None,
    });
    words.collect()
}

/// The string literals among tokens, and in their groups.
pub fn literals(tokens: &[TokenTree]) -> Vec<String> {
    let literals = tokens.iter().flat_map(|token| match token {
        TokenTree::Literal(text) => vec![unquoted(&text.to_string())],
        TokenTree::Group(group) => literals(&Vec::from_iter(group.stream())),
        _ => Vec::new(),
    });
    literals.collect()
}

fn unquoted(literal: &str) -> String {
    let text = literal
        .trim_start_matches(['r', '#'])
        .trim_end_matches('#')
        .trim_matches('"');
    match literal.starts_with('r') {
        true => text.to_owned(),
        false => text
            .replace("\\\"", "\"")
            .replace("\\'", "'")
            .replace("\\\\", "\\"),
    }
}

/// `rand` of `cfg(feature = "rand")`.
fn feature_of(attributes: &[TokenTree]) -> Option<String> {
    let mut attributes = attributes.split(|token| token.to_string() == "#");
    attributes.find_map(|attribute| match attribute {
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "cfg" => {
            let text = group.stream().to_string();
            let feature = text.strip_prefix("feature = \"")?.strip_suffix('"')?;
            Some(feature.to_owned())
        }
        _ => None,
    })
}

/// The names of the arguments that a macro begins with, as long as they are names: `Name` of `$Name:ident`.
/// And the name of a list of tokens after them.
fn names_first(matched: TokenStream) -> (Vec<String>, Option<String>) {
    let mut flat = Vec::new();
    flatten(matched, &mut flat);
    let mut names = Vec::new();
    for at in 0..flat.len() {
        let [
            TokenTree::Punct(dollar),
            TokenTree::Ident(name),
            TokenTree::Punct(colon),
            TokenTree::Ident(kind),
            ..,
        ] = &flat[at..]
        else {
            continue;
        };
        if dollar.as_char() != '$' || colon.as_char() != ':' || kind == "meta" {
            continue;
        }
        if kind != "ident" {
            return (names, (kind == "tt").then(|| name.to_string()));
        }
        names.push(name.to_string());
    }
    (names, None)
}

fn flatten(tokens: TokenStream, flat: &mut Vec<TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => flatten(group.stream(), flat),
            token => flat.push(token),
        }
    }
}

/// The entries of a call, with the attributes of each.
fn entries(tokens: &[TokenTree]) -> Vec<(Vec<TokenTree>, Vec<TokenTree>)> {
    let mut entries: Vec<(Vec<TokenTree>, Vec<TokenTree>)> = Vec::from([Default::default()]);
    let mut at = 0;
    while at < tokens.len() {
        let (attributes, entry) = entries.last_mut().expect("one entry at least");
        match &tokens[at..] {
            [TokenTree::Punct(sign), TokenTree::Group(attribute), ..] if sign.as_char() == '#' => {
                if !entry.is_empty() {
                    entries.push(Default::default());
                    continue;
                }
                attributes.extend(attribute.stream());
                attributes.push(tokens[at].clone());
                at += 1;
            }
            [TokenTree::Punct(sign), ..] if sign.as_char() == ';' => {
                entries.push(Default::default())
            }
            _ => entry.push(tokens[at].clone()),
        }
        at += 1;
    }
    entries.retain(|(_, entry)| !entry.is_empty());
    entries
}

/// What stands for an argument that is not among the first names of an entry.
const UNKNOWN: &str = "unknown";

/// The body of a macro with names instead of its arguments, and what it repeats once. The attributes of an entry
/// stay as `$(..)*`.
fn substituted(body: &[TokenTree], given: &BTreeMap<String, Vec<TokenTree>>) -> Vec<TokenTree> {
    let mut written = Vec::new();
    let mut at = 0;
    while at < body.len() {
        match &body[at..] {
            [TokenTree::Punct(sign), TokenTree::Group(repeated), ..] if sign.as_char() == '$' => {
                let inside = Vec::from_iter(repeated.stream());
                let is_attribute = matches!(&inside[..], [TokenTree::Punct(sign), TokenTree::Group(_)] if sign.as_char() == '#');
                let after = body[at + 2..].iter().position(|token| matches!(token, TokenTree::Punct(sign) if ['*', '+', '?'].contains(&sign.as_char())));
                let end = at + 3 + after.unwrap_or(0);
                let inside = match is_attribute {
                    true => body[at..end].to_vec(),
                    false => substituted(&inside, given),
                };
                // What an entry need not have, and is not among its first names.
                let is_open =
                    body[end - 1].to_string() == "?" && text_of(&inside).contains(UNKNOWN);
                if !is_open {
                    written.extend(inside);
                }
                at = end;
            }
            [TokenTree::Punct(sign), TokenTree::Ident(name), ..] if sign.as_char() == '$' => {
                let unknown = || Vec::from([Ident::new(UNKNOWN, Span::call_site()).into()]);
                let found = given.get(&name.to_string());
                written.extend(found.cloned().unwrap_or_else(unknown));
                at += 2;
            }
            [TokenTree::Group(group), ..] => {
                let inside = substituted(&Vec::from_iter(group.stream()), given);
                written.push(Group::new(group.delimiter(), inside.into_iter().collect()).into());
                at += 1;
            }
            [token, ..] => {
                written.push(token.clone());
                at += 1;
            }
            [] => {}
        }
    }
    written
}

/// The type of `impl<..> Type<..>`, if no trait is implemented.
fn type_of(header: &[TokenTree]) -> Option<String> {
    let (_, rest) = generics(header);
    if rest.iter().any(|token| token.to_string() == "for") {
        return None;
    }
    let name = rest
        .iter()
        .find(|token| matches!(token, TokenTree::Ident(_)));
    name.map(ToString::to_string)
}

/// What stands in the angle brackets that the tokens begin with, and what follows.
fn generics(tokens: &[TokenTree]) -> (Vec<(String, String)>, &[TokenTree]) {
    if tokens.first().is_none_or(|first| first.to_string() != "<") {
        return (Vec::new(), tokens);
    }
    let mut depth = 0;
    let mut before = String::new();
    for (at, token) in tokens.iter().enumerate() {
        let text = token.to_string();
        match text.as_str() {
            "<" => depth += 1,
            ">" if before != "-" => depth -= 1,
            _ => {}
        }
        before = text;
        if depth == 0 {
            let parameters = split(&tokens[1..at]);
            let parameters = parameters.iter().map(|parameter| named(parameter));
            let is_type = |(name, _): &(String, String)| !name.starts_with('\'');
            return (parameters.filter(is_type).collect(), &tokens[at + 1..]);
        }
    }
    (Vec::new(), tokens)
}

/// The names of the parameters in the angle brackets that the tokens begin with.
pub fn parameters(tokens: &[TokenTree]) -> Vec<String> {
    let (parameters, _) = generics(tokens);
    parameters.into_iter().map(|(name, _)| name).collect()
}

/// What stands between commas that are in no angle brackets.
fn split(tokens: &[TokenTree]) -> Vec<Vec<TokenTree>> {
    let mut parts = Vec::from([Vec::new()]);
    let mut depth = 0;
    let mut before = String::new();
    for token in tokens {
        let text = token.to_string();
        match text.as_str() {
            "<" => depth += 1,
            ">" if before != "-" => depth -= 1,
            "," if depth == 0 => {
                parts.push(Vec::new());
                before = text;
                continue;
            }
            _ => {}
        }
        before = text;
        parts
            .last_mut()
            .expect("one part at least")
            .push(token.clone());
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// `AXIS` and `isize` of `const AXIS: isize`, `I` and nothing of `I`, `Axis` and `= Last` of `Axis = Last`.
fn named(tokens: &[TokenTree]) -> (String, String) {
    let colon = tokens
        .iter()
        .position(|token| [":", "="].contains(&token.to_string().as_str()));
    let end = colon.unwrap_or(tokens.len());
    let is_name =
        |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) && token.to_string() != "const";
    let is_lifetime = tokens.first().is_some_and(|first| first.to_string() == "'");
    let name = tokens[..end]
        .iter()
        .rfind(is_name)
        .map(ToString::to_string)
        .unwrap_or_default();
    let bound = tokens.get(end + 1..).unwrap_or_default();
    match is_lifetime {
        true => (format!("'{name}"), String::new()),
        false => (name, text_of(bound)),
    }
}
