//! Tools for tokens: what they are, where they end, and how they are made at a place.

use proc_macro::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::Complaint;

/// `collect` by a loop. The standard library's is made for speed, and for each kind of iterator it is some ten functions,
/// which every build of this crate would compile.
pub(crate) trait List: Iterator + Sized {
    fn list<L: Listed<Self::Item>>(self) -> L {
        L::of(self)
    }
}

impl<I: Iterator> List for I {}

/// What [`List::list`] makes.
pub(crate) trait Listed<Item> {
    fn of(items: impl Iterator<Item = Item>) -> Self;
}

impl<T> Listed<T> for Vec<T> {
    fn of(items: impl Iterator<Item = T>) -> Self {
        let mut list = Self::new();
        for item in items {
            list.push(item);
        }
        list
    }
}

impl Listed<TokenTree> for TokenStream {
    fn of(items: impl Iterator<Item = TokenTree>) -> Self {
        items.list::<Vec<TokenTree>>().into_stream()
    }
}

impl Listed<Self> for TokenStream {
    fn of(items: impl Iterator<Item = Self>) -> Self {
        Self::from_iter(items.list::<Vec<Self>>())
    }
}

impl Listed<char> for String {
    fn of(items: impl Iterator<Item = char>) -> Self {
        let mut text = Self::new();
        for item in items {
            text.push(item);
        }
        text
    }
}

impl Listed<Self> for String {
    fn of(items: impl Iterator<Item = Self>) -> Self {
        let mut text = Self::new();
        for item in items {
            text += &item;
        }
        text
    }
}

impl<T> Listed<Option<T>> for Option<Vec<T>> {
    fn of(items: impl Iterator<Item = Option<T>>) -> Self {
        let mut list = Vec::new();
        for item in items {
            list.push(item?);
        }
        Some(list)
    }
}

impl<T, E> Listed<Result<T, E>> for Result<Vec<T>, E> {
    fn of(items: impl Iterator<Item = Result<T, E>>) -> Self {
        let mut list = Vec::new();
        for item in items {
            list.push(item?);
        }
        Ok(list)
    }
}

/// `extend` by a loop, like [`List`].
pub(crate) trait Add<Item> {
    fn add(&mut self, items: impl IntoIterator<Item = Item>);
}

impl<T> Add<T> for Vec<T> {
    fn add(&mut self, items: impl IntoIterator<Item = T>) {
        for item in items {
            self.push(item);
        }
    }
}

impl Add<TokenTree> for TokenStream {
    fn add(&mut self, items: impl IntoIterator<Item = TokenTree>) {
        self.extend(items.into_iter().list::<Vec<TokenTree>>());
    }
}

/// Sorts by insertion, like [`List`]: what is sorted here is short.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && key(&items[place]) < key(&items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// The crate, for an attribute, which has no `$crate`.
pub(crate) const ROOT: &str = "::shapecheck";

/// The crate's path, for an attribute.
pub(crate) fn root(span: Span) -> TokenStream {
    path(ROOT, span).into_iter().list()
}

pub(crate) fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

pub(crate) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

/// Whether this is `{..}`.
pub(crate) fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The tokens of a group.
pub(crate) fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().list()
}

/// The tokens without the invisible groups that `macro_rules` puts around them.
pub(crate) fn visible(tokens: impl IntoIterator<Item = TokenTree>) -> Vec<TokenTree> {
    let mut visible = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                visible.add(self::visible(group.stream()));
            }
            token => visible.push(token),
        }
    }
    visible
}

/// The tokens that are not within `<` and `>`, with their places. The `>` of `->` closes nothing, and the `<` of `<=`
/// opens nothing.
pub(crate) fn outside_of_angles(tokens: &[TokenTree]) -> impl Iterator<Item = (usize, &TokenTree)> {
    let mut depth = 0_usize;
    tokens.iter().enumerate().filter(move |&(place, token)| {
        let is_outside = depth == 0;
        let TokenTree::Punct(sign) = token else {
            return is_outside;
        };
        match sign.as_char() {
            '>' if place > 0 && is(&tokens[place - 1], '-') => return false,
            '>' => depth = depth.saturating_sub(1),
            '<' if !tokens.get(place + 1).is_some_and(|next| is(next, '=')) => depth += 1,
            _ => {}
        }
        is_outside
    })
}

/// The place of the first such token that is not within `<` and `>`.
pub(crate) fn end_where(
    tokens: &[TokenTree],
    is_end: impl Fn(&TokenTree) -> bool,
) -> Option<usize> {
    let mut outside = outside_of_angles(tokens);
    outside.find_map(|(place, token)| is_end(token).then_some(place))
}

/// The place of a character that is not within `<` and `>`.
pub(crate) fn end_of(tokens: &[TokenTree], character: char) -> Option<usize> {
    end_where(tokens, |token| is(token, character))
}

/// What commas separate that are not within `<` and `>`.
pub(crate) fn parts(mut tokens: &[TokenTree]) -> impl Iterator<Item = &[TokenTree]> {
    core::iter::from_fn(move || {
        let end = end_of(tokens, ',').unwrap_or(tokens.len());
        let part = &tokens[..end];
        tokens = tokens.get(end + 1..).unwrap_or_default();
        (!part.is_empty()).then_some(part)
    })
}

/// What commas separate that are not between generic arguments; a trailing comma is allowed. `<` compares where it follows
/// an operand, and begins generic arguments elsewhere: in `f::<A, B>()` and `<A as F<A, B>>::new()`.
pub(crate) fn expressions(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut depth, mut before) = (0_usize, ' ');
    let is_end = |token: &TokenTree| {
        let sign = match token {
            TokenTree::Punct(sign) => sign.as_char(),
            _ => '?',
        };
        match (sign, before) {
            ('<', _) if depth > 0 => depth += 1,
            ('<', '?' | '<' | '>') | ('>', '-') => {}
            ('<', _) => depth = 1,
            ('>', _) => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = sign;
        sign == ',' && depth == 0
    };
    let mut expressions: Vec<&[TokenTree]> = tokens.split(is_end).list();
    if expressions.last().is_some_and(|last| last.is_empty()) {
        expressions.pop();
    }
    expressions
}

/// The complaint about a comma with nothing before it.
pub(crate) fn complaint_about_comma(tokens: &[TokenTree], text: &str) -> Option<Complaint> {
    let is_early =
        |&place: &usize| is(&tokens[place], ',') && (place == 0 || is(&tokens[place - 1], ','));
    let place = (0..tokens.len()).find(is_early)?;
    Some(Complaint::new(tokens[place].span(), text))
}

/// Tokens up to a comma or a semicolon, and whether it is a semicolon.
pub(crate) fn up_to_separator(
    tokens: &mut impl Iterator<Item = TokenTree>,
) -> (Vec<TokenTree>, bool) {
    let mut found = Vec::new();
    for token in tokens {
        if is(&token, ',') || is(&token, ';') {
            return (found, is(&token, ';'));
        }
        found.push(token);
    }
    (found, false)
}

pub(crate) fn comma() -> TokenTree {
    Punct::new(',', Spacing::Alone).into()
}

/// The tokens of code, at the place of the call.
pub(crate) fn parsed(code: &str) -> TokenStream {
    match code.parse() {
        Ok(tokens) => tokens,
        Err(error) => unreachable!("{error}: {code}"),
    }
}

/// The same tokens with the span `span`. What groups have in them keeps its own.
pub(crate) fn placed<T: Listed<TokenTree>>(
    tokens: impl IntoIterator<Item = TokenTree>,
    span: Span,
) -> T {
    let at = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(at).list()
}

/// Identifiers and punctuation of `text`, with the span `span`. For paths only: no literals and no groups.
pub(crate) fn path(text: &str, span: Span) -> Vec<TokenTree> {
    placed(parsed(text), span)
}

/// `$crate` followed by a path.
pub(crate) fn item(root: &TokenStream, name: &str, span: Span) -> TokenStream {
    let mut tokens = root.clone();
    tokens.add(path(name, span));
    tokens
}

/// What a group can be made of. A stream stays as it is, with its comments.
pub(crate) trait Tokens {
    fn into_stream(self) -> TokenStream;
}

impl Tokens for TokenStream {
    fn into_stream(self) -> TokenStream {
        self
    }
}

impl Tokens for Vec<TokenTree> {
    fn into_stream(self) -> TokenStream {
        self.into_iter().collect()
    }
}

impl Tokens for &[TokenTree] {
    fn into_stream(self) -> TokenStream {
        self.to_vec().into_stream()
    }
}

impl Tokens for TokenTree {
    fn into_stream(self) -> TokenStream {
        self.into()
    }
}

impl Tokens for Ident {
    fn into_stream(self) -> TokenStream {
        TokenTree::from(self).into()
    }
}

impl<T: Tokens + Clone> Tokens for &T {
    fn into_stream(self) -> TokenStream {
        self.clone().into_stream()
    }
}

/// The tokens of some code at one place, in which `#name` stands for the tokens of a local. The locals are listed in front:
///
/// ```ignore
/// quote!(span, [root, size] #root::__macro::SizeOfType::<#size>)
/// ```
macro_rules! quote {
    ($span:expr, [$($name:ident),*] $($code:tt)*) => {
        $crate::tokens::filled(
            $crate::tokens::parsed(stringify!($($code)*)),
            &[$((stringify!($name), &|| $crate::tokens::Tokens::into_stream(&$name))),*],
            $span,
        )
    };
}

pub(crate) use quote;

/// A local in `quote!`: its name, and its tokens.
type Part<'a> = (&'a str, &'a dyn Fn() -> TokenStream);

/// Code with the tokens of its parts; see `quote!`.
pub(crate) fn filled(code: TokenStream, parts: &[Part<'_>], span: Span) -> TokenStream {
    let mut filled = TokenStream::new();
    let mut plain = Vec::new();
    let mut tokens = code.into_iter().peekable();
    while let Some(mut token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(hash), Some(TokenTree::Ident(name))) if hash.as_char() == '#' => {
                let name = name.to_string();
                let part = parts.iter().find(|(of, _)| *of == name);
                let (_, part) = part.expect("the name is in the list");
                filled.add(plain.drain(..));
                filled.add(part());
                tokens.next();
            }
            (TokenTree::Group(inner), _) => {
                let inside = self::filled(inner.stream(), parts, span);
                plain.push(group(inner.delimiter(), inside, span));
            }
            _ => {
                token.set_span(span);
                plain.push(token);
            }
        }
    }
    filled.add(plain);
    filled
}

pub(crate) fn group(delimiter: Delimiter, tokens: impl Tokens, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, tokens.into_stream());
    group.set_span(span);
    group.into()
}

/// `()`
pub(crate) fn unit(span: Span) -> TokenTree {
    group(Delimiter::Parenthesis, TokenStream::new(), span)
}

/// A group of other tokens in the same place.
pub(crate) fn with_tokens(group: &Group, tokens: impl Tokens) -> Group {
    let mut other = Group::new(group.delimiter(), tokens.into_stream());
    other.set_span(group.span());
    other
}

/// `#[..]`, instead of the attribute: clippy does not look at documentation that comes from elsewhere.
pub(crate) fn hash(attribute: Group) -> [TokenTree; 2] {
    let mut hash = Punct::new('#', Spacing::Alone);
    hash.set_span(attribute.span());
    [hash.into(), attribute.into()]
}
