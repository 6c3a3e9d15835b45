//! `#[panicking_form(linear)]` on `try_linear` also writes `linear`, which panics at the caller's line with the text of
//! the error.
//!
//! ```text
//! /// The output of a linear layer.                       /// The output of a linear layer.
//! ///                                                     ///
//! /// # Errors                                            /// # Panics
//! ///                                                     ///
//! /// Returns an error if dynamic sizes do not fit.       /// Panics if dynamic sizes do not fit.
//! #[panicking_form(linear)]                               #[track_caller]
//! pub fn try_linear<W>(                               ->  pub fn linear<W>(
//!     &self,                                                  &self,
//!     weights: &Tensor<W>,                                    weights: &Tensor<W>,
//! ) -> Result<Tensor<S::Output>, ShapeError>              ) -> Tensor<S::Output>
//! where                                                   where
//!     S: Linear<W>,                                           S: Linear<W>,
//! {                                                       {
//!     let sizes = sizes_of(self, weights)?;                   let sizes = or_panic(sizes_of(self, weights));
//!     Ok(product(self, weights, sizes))                       product(self, weights, sizes)
//! }                                                       }
//! ```
//!
//! A body in which `?` or `return` stands elsewhere is not taken over: then `linear` calls `try_linear`.
//!
//! It is an attribute because rustc then shows the lines of the method itself with each message; of a method that
//! `macro_rules` writes it would show the macro's lines. The name is written out so that a message can show it, and so
//! that a search finds it.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::item::{Item, Parameter, attributes, parameters};
use crate::tokens::{
    Add, List, comma, end_of, group, hash, inside, is, is_word, parsed, parts, path, quote,
    with_tokens,
};

/// `#[panicking_form(linear)]`, `#[panicking_form(linear, const { .. })]` with a statement that comes first, or
/// `#[panicking_form { conv1d: AXES = 1; conv2d: AXES = 2; }]`, each with its own documentation in front.
pub(crate) fn panicking_form(
    arguments: TokenStream,
    item: TokenStream,
) -> Result<TokenStream, Complaint> {
    let method = Method::parse(item).ok_or_else(|| {
        let text = "the panicking form is written from a method `try_..` that returns a `Result`";
        Complaint::new(Span::call_site(), text)
    })?;
    let arguments: Vec<TokenTree> = arguments.into_iter().list();
    let mut written = TokenStream::new();
    for form in arguments.split(|token| is(token, ';')) {
        if !form.is_empty() {
            written.add(method.forms(form)?);
        }
    }
    Ok(written)
}

/// A method, cut where the other form differs.
struct Method {
    attributes: Vec<Group>,
    /// `pub fn`
    head: Vec<TokenTree>,
    name: Ident,
    /// What is between `<` and `>` after the name.
    generics: Vec<TokenTree>,
    arguments: Group,
    /// `Result<Value, Error>`
    output: Vec<TokenTree>,
    bounds: Vec<TokenTree>,
    body: Group,
}

impl Method {
    fn parse(item: TokenStream) -> Option<Self> {
        let tokens: Vec<TokenTree> = item.into_iter().list();
        let method = Item::first(&tokens).filter(|item| item.is("fn"))?;
        let (attributes, words) = attributes(method.before);
        let (arguments, output) = method.signature()?;
        (!output.is_empty()).then_some(Self {
            attributes,
            head: [words, std::slice::from_ref(method.keyword)].concat(),
            name: method.name?.clone(),
            generics: method.parameters().to_vec(),
            arguments: arguments.clone(),
            output: output.to_vec(),
            bounds: method.conditions.to_vec(),
            body: method.block()?.clone(),
        })
    }

    /// Both forms under a name: `linear`, followed by statements that come first, or `conv1d: AXES = 1`, with
    /// documentation in front.
    fn forms(&self, form: &[TokenTree]) -> Result<TokenStream, Complaint> {
        let (attributes, form) = attributes(form);
        match form {
            [
                TokenTree::Ident(name),
                colon,
                TokenTree::Ident(parameter),
                _equals,
                value,
            ] if is(colon, ':') => {
                let method = self.with(name, &parameter.to_string(), value, attributes);
                Ok(method.both(name, &[]))
            }
            [TokenTree::Ident(name), first @ ..] => {
                Ok(self.both(name, first.get(1..).unwrap_or_default()))
            }
            _ => Err(Complaint::new(
                self.name.span(),
                "the attribute names the panicking form",
            )),
        }
    }

    /// The method under a name, for one value of a constant parameter.
    fn with(
        &self,
        name: &Ident,
        parameter: &str,
        value: &TokenTree,
        mut attributes: Vec<Group>,
    ) -> Self {
        attributes.push(doc(""));
        attributes.add(self.attributes.iter().cloned());
        let is_other = |other: &Parameter| {
            let name = other.word();
            !name.is_some_and(|name| is_word(name, parameter))
        };
        let others = parameters(&self.generics).filter(is_other);
        Self {
            attributes,
            head: self.head.clone(),
            name: Ident::new(&format!("try_{name}"), name.span()),
            generics: others
                .flat_map(|other| [other.declared, &[comma()]].concat())
                .list(),
            arguments: replaced_in(&self.arguments, parameter, value),
            output: replaced(&self.output, parameter, value),
            bounds: replaced(&self.bounds, parameter, value),
            body: replaced_in(&self.body, parameter, value),
        }
    }

    /// The panicking form and the method itself.
    fn both(&self, name: &Ident, first: &[TokenTree]) -> TokenStream {
        let (mut written, trying) = self.documented(name);
        written.add(self.written(name, self.value(), self.panicking_body(first)));
        written.add(trying);
        written.add(self.written(&self.name, &self.output, self.body.clone()));
        written
    }

    /// The attributes of the panicking form and of the method itself. The documentation is that of the panicking form,
    /// where errors are panics; the method itself says in one sentence what is an error, and what panics.
    fn documented(&self, name: &Ident) -> (TokenStream, TokenStream) {
        let like = format!("Like [`{name}`](Self::{name}), but returns an error");
        let is_told = |attribute: &Group| attribute.to_string().contains("\" Returns an error if");
        let caller = path("track_caller", Span::call_site()).into_iter().list();
        let mut panicking = TokenStream::from_iter(hash(Group::new(Delimiter::Bracket, caller)));
        // Its documentation says what is an error in its first sentence.
        let allowed = parsed("allow(clippy::missing_errors_doc)");
        let mut trying = TokenStream::from_iter(hash(Group::new(Delimiter::Bracket, allowed)));
        if !self.attributes.iter().any(is_told) {
            let whole = format!(" {like} instead of panicking.");
            trying.add([doc(&whole), doc("")].into_iter().flat_map(hash));
        }
        let (mut in_errors, mut in_panics) = (false, false);
        for attribute in &self.attributes {
            let both_panic = is_heading(attribute, "# Panics\"");
            let opens = is_heading(attribute, "# ");
            if opens {
                in_panics = both_panic;
                in_errors = is_heading(attribute, "# Errors\"");
            }
            // What panics in both forms is listed after what is an error in one.
            if !both_panic && !starts_with(attribute, "track_caller") {
                let changes = [
                    (" # Errors", " # Panics"),
                    ("Returns an error if", "Panics if"),
                ];
                panicking.add(hash(match in_errors {
                    true => told(attribute, &changes),
                    false => attribute.clone(),
                }));
            }
            if in_errors && !opens {
                trying.add(hash(told(attribute, &[("Returns an error", &like)])));
            } else if in_panics || !starts_with(attribute, "doc") {
                trying.add(hash(attribute.clone()));
            }
        }
        (panicking, trying)
    }

    /// `Value` of `Result<Value, Error>`.
    fn value(&self) -> &[TokenTree] {
        let value = self.output.get(2..).unwrap_or_default();
        &value[..end_of(value, ',').unwrap_or(value.len())]
    }

    /// The body of the panicking form, with a statement that comes first.
    fn panicking_body(&self, first: &[TokenTree]) -> Group {
        let mut body = first.to_vec();
        if !body.is_empty() {
            body.add(path(";", Span::call_site()));
        }
        body.add(
            self.with_panics()
                .unwrap_or_else(|| or_panic(&self.called())),
        );
        Group::new(Delimiter::Brace, body.into_iter().list())
    }

    /// The method's own body, if a panic can replace each error: `or_panic(value)` for `value?` at the end of
    /// a statement, `value` for `Ok(value)` at the end of the body, and `x.take(indices)` for `x.try_take(indices)`
    /// there.
    ///
    /// So nothing is compiled twice for each shape, and no tensor is moved out of a `Result`.
    fn with_panics(&self) -> Option<Vec<TokenTree>> {
        let body = inside(&self.body);
        let mut written = Vec::new();
        for statement in body.split_inclusive(|token| is(token, ';')) {
            match statement {
                [statement @ .., question, end] if is(question, '?') && is(end, ';') => {
                    let value = match statement {
                        [word, ..] if is_word(word, "let") => end_of(statement, '=')? + 1,
                        _ => 0,
                    };
                    written.extend_from_slice(&statement[..value]);
                    written.add(or_panic(&statement[value..]));
                    written.push(end.clone());
                }
                [.., end] if is(end, ';') => written.extend_from_slice(statement),
                [word, TokenTree::Group(value)] if is_word(word, "Ok") => {
                    written.add(value.stream());
                }
                value => match panicking_call(value) {
                    Some(call) => written.add(call),
                    None => written.add(or_panic(value)),
                },
            }
        }
        (!returns_early(&written)).then_some(written)
    }

    /// `self.try_linear::<Parameters, >(arguments, )`
    fn called(&self) -> Vec<TokenTree> {
        let span = Span::call_site();
        let arguments = inside(&self.arguments);
        let mut call = Vec::new();
        let mut passed = Vec::new();
        for argument in parts(&arguments) {
            let receiver = argument.iter().find(|token| is_word(token, "self"));
            match receiver {
                Some(receiver) if call.is_empty() => {
                    call.add([receiver.clone(), Punct::new('.', Spacing::Alone).into()]);
                }
                _ => {
                    let end = argument.iter().position(|token| is(token, ':'));
                    passed.extend_from_slice(&argument[..end.unwrap_or(argument.len())]);
                    passed.push(comma());
                }
            }
        }
        if call.is_empty() {
            call.add(path("Self::", span));
        }
        call.push(self.name.clone().into());
        let names: Vec<TokenTree> = parameters(&self.generics)
            .filter_map(|parameter| parameter.word().cloned())
            .flat_map(|name| [name, comma()])
            .list();
        if !names.is_empty() {
            call.add(path("::<", span));
            call.add(names);
            call.add(path(">", span));
        }
        call.push(group(Delimiter::Parenthesis, passed, span));
        call
    }

    /// The method without attributes.
    fn written(&self, name: &Ident, output: &[TokenTree], body: Group) -> Vec<TokenTree> {
        let is_unit = matches!(output, [TokenTree::Group(unit)] if unit.stream().is_empty());
        let span = Span::call_site();
        let mut tokens = self.head.clone();
        tokens.push(name.clone().into());
        if !self.generics.is_empty() {
            tokens.add(path("<", span));
            tokens.extend_from_slice(&self.generics);
            tokens.add(path(">", span));
        }
        tokens.push(self.arguments.clone().into());
        if !is_unit {
            tokens.add([
                Punct::new('-', Spacing::Joint).into(),
                Punct::new('>', Spacing::Alone).into(),
            ]);
            tokens.extend_from_slice(output);
        }
        tokens.extend_from_slice(&self.bounds);
        tokens.push(body.into());
        tokens
    }
}

/// `crate::tensor::or_panic(value)`
fn or_panic(value: &[TokenTree]) -> Vec<TokenTree> {
    Vec::from_iter(quote!(Span::call_site(), [value] crate::tensor::or_panic(#value)))
}

/// `x.take(indices)` for `x.try_take(indices)`.
fn panicking_call(value: &[TokenTree]) -> Option<Vec<TokenTree>> {
    let place = 1 + value.iter().rposition(|token| is(token, '.'))?;
    let (TokenTree::Ident(name), TokenTree::Group(_)) = (value.get(place)?, value.last()?) else {
        return None;
    };
    let panicking = Ident::new(name.to_string().strip_prefix("try_")?, name.span());
    let mut call = value.to_vec();
    call[place] = panicking.into();
    Some(call)
}

/// Whether there is a `?` or a `return`.
fn returns_early(tokens: &[TokenTree]) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Group(group) => {
            let tokens = inside(group);
            returns_early(&tokens)
        }
        token => is(token, '?') || is_word(token, "return"),
    })
}

fn replaced(tokens: &[TokenTree], word: &str, by: &TokenTree) -> Vec<TokenTree> {
    let token = |token: &TokenTree| match token {
        TokenTree::Group(group) => replaced_in(group, word, by).into(),
        // In its own place: rustdoc shows the text that is there.
        token if is_word(token, word) => by.clone(),
        token => token.clone(),
    };
    tokens.iter().map(token).list()
}

fn replaced_in(group: &Group, word: &str, by: &TokenTree) -> Group {
    let tokens = inside(group);
    with_tokens(group, replaced(&tokens, word, by))
}

/// `[doc = "line"]`
fn doc(line: &str) -> Group {
    let line = TokenTree::from(Literal::string(line));
    Group::new(
        Delimiter::Bracket,
        quote!(Span::call_site(), [line] doc = #line),
    )
}

/// Whether an attribute begins with a word. One that came through `macro_rules` is in a separate group.
fn starts_with(attribute: &Group, word: &str) -> bool {
    match attribute.stream().into_iter().next() {
        Some(TokenTree::Group(group)) => starts_with(&group, word),
        token => token.is_some_and(|token| is_word(&token, word)),
    }
}

/// Whether an attribute is a line of documentation that begins like this.
fn is_heading(attribute: &Group, text: &str) -> bool {
    starts_with(attribute, "doc") && attribute.to_string().contains(&format!("\" {text}"))
}

/// A line of documentation with other words.
fn told(attribute: &Group, changes: &[(&str, &str)]) -> Group {
    let token = |token| match token {
        TokenTree::Group(group) => told(&group, changes).into(),
        TokenTree::Literal(literal) => {
            let text = changes
                .iter()
                .fold(literal.to_string(), |text, (from, to)| {
                    text.replace(from, to)
                });
            let mut told: Literal = text.parse().expect("it was a literal");
            told.set_span(literal.span());
            told.into()
        }
        token => token,
    };
    with_tokens(
        attribute,
        attribute.stream().into_iter().map(token).list::<Vec<_>>(),
    )
}
