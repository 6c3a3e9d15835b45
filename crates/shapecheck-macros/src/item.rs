//! A Rust item, cut into its parts: what attributes read of functions, structs and what has functions in it.

use proc_macro::{Delimiter, Group, Ident, TokenTree};

use crate::tokens::{end_of, end_where, is, is_block, is_word, parts};

const KEYWORDS: [&str; 7] = ["struct", "enum", "union", "trait", "impl", "fn", "mod"];

/// The parts of an item. Each is the tokens as they stand, and empty where there are none.
pub(crate) struct Item<'t> {
    /// Attributes, and words such as `pub const`.
    pub before: &'t [TokenTree],
    pub keyword: &'t TokenTree,
    /// `None` of an `impl`.
    pub name: Option<&'t Ident>,
    /// `<S: Shape, const N: usize>` after the name.
    pub generics: &'t [TokenTree],
    /// All that is above.
    pub head: &'t [TokenTree],
    /// Arguments and result, `Layer for Linear`, or the fields of a tuple struct.
    pub front: &'t [TokenTree],
    /// From `where` on.
    pub conditions: &'t [TokenTree],
    /// All before the body.
    pub declaration: &'t [TokenTree],
    /// `{..}`, or the semicolon that stands for it.
    pub body: Option<&'t TokenTree>,
}

impl<'t> Item<'t> {
    /// The first item.
    pub(crate) fn first(tokens: &'t [TokenTree]) -> Option<Self> {
        let is_keyword = |token: &TokenTree| match token {
            TokenTree::Ident(word) => KEYWORDS.contains(&&*word.to_string()),
            _ => false,
        };
        let place = tokens.iter().position(is_keyword)?;
        Some(Self::at(tokens, place).0)
    }

    /// The item whose keyword stands at a place, and what follows it.
    pub(crate) fn at(tokens: &'t [TokenTree], place: usize) -> (Self, &'t [TokenTree]) {
        let keyword = &tokens[place];
        let behind = &tokens[place + 1..];
        let (name, behind) = match behind {
            [TokenTree::Ident(name), behind @ ..] if !is_word(keyword, "impl") => {
                (Some(name), behind)
            }
            behind => (None, behind),
        };
        let end = match behind {
            [open, inside @ ..] if is(open, '<') => end_of(inside, '>').map(|end| end + 2),
            _ => None,
        };
        let (generics, behind) = behind.split_at(end.unwrap_or_default());
        let (head, _) = tokens.split_at(tokens.len() - behind.len());
        let end = end_where(behind, |token| is_block(token) || is(token, ';'));
        let (signature, rest) = behind.split_at(end.unwrap_or(behind.len()));
        let clause = end_where(signature, |token| is_word(token, "where"));
        let (front, conditions) = signature.split_at(clause.unwrap_or(signature.len()));
        let item = Self {
            before: &tokens[..place],
            keyword,
            name,
            generics,
            head,
            front,
            conditions,
            declaration: &tokens[..tokens.len() - rest.len()],
            body: rest.first(),
        };
        (item, rest.get(1..).unwrap_or_default())
    }

    pub(crate) fn is(&self, keyword: &str) -> bool {
        is_word(self.keyword, keyword)
    }

    /// What is between `<` and `>`.
    pub(crate) fn parameters(&self) -> &'t [TokenTree] {
        match self.generics {
            [_open, inside @ .., _close] => inside,
            _ => &[],
        }
    }

    /// `{..}`
    pub(crate) fn block(&self) -> Option<&'t Group> {
        match self.body {
            Some(TokenTree::Group(block)) => Some(block),
            _ => None,
        }
    }

    /// The arguments of a function, and the type of its result, which is empty for `()`.
    pub(crate) fn signature(&self) -> Option<(&'t Group, &'t [TokenTree])> {
        match self.front {
            [TokenTree::Group(arguments), dash, tip, result @ ..]
                if is(dash, '-') && is(tip, '>') =>
            {
                Some((arguments, result))
            }
            [TokenTree::Group(arguments), ..] => Some((arguments, &[])),
            _ => None,
        }
    }
}

/// What is within a block, item by item, each with its body or its semicolon.
pub(crate) fn items(mut tokens: &[TokenTree]) -> impl Iterator<Item = &[TokenTree]> {
    core::iter::from_fn(move || {
        let end = end_where(tokens, |token| is_block(token) || is(token, ';'));
        let (item, rest) = tokens.split_at(end.map_or(tokens.len(), |end| end + 1));
        tokens = rest;
        (!item.is_empty()).then_some(item)
    })
}

/// The attributes in front, each as `[..]`, and the rest.
pub(crate) fn attributes(mut tokens: &[TokenTree]) -> (Vec<Group>, &[TokenTree]) {
    let mut attributes = Vec::new();
    while let [hash, TokenTree::Group(attribute), rest @ ..] = tokens {
        if !is(hash, '#') {
            break;
        }
        attributes.push(attribute.clone());
        tokens = rest;
    }
    (attributes, tokens)
}

/// `pub(crate)` in front, and the rest.
pub(crate) fn visibility(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    let length = match tokens {
        [word, TokenTree::Group(of), ..]
            if is_word(word, "pub") && of.delimiter() == Delimiter::Parenthesis =>
        {
            2
        }
        [word, ..] if is_word(word, "pub") => 1,
        _ => 0,
    };
    tokens.split_at(length)
}

/// A parameter between `<` and `>`.
pub(crate) struct Parameter<'t> {
    pub kind: Kind<'t>,
    /// `'a`, `S` or `N`: how it is named where it is given.
    pub name: &'t [TokenTree],
    /// With its bounds, and without the value that it has by default.
    pub declared: &'t [TokenTree],
}

pub(crate) enum Kind<'t> {
    Lifetime,
    Type,
    /// With the first token of its type.
    Constant(Option<&'t TokenTree>),
}

impl<'t> Parameter<'t> {
    fn of(tokens: &'t [TokenTree]) -> Self {
        let declared = &tokens[..end_of(tokens, '=').unwrap_or(tokens.len())];
        let (kind, name) = match declared {
            [quote, _, ..] if is(quote, '\'') => (Kind::Lifetime, &declared[..2]),
            [word, _, of @ ..] if is_word(word, "const") => {
                (Kind::Constant(of.get(1)), &declared[1..2])
            }
            _ => (Kind::Type, declared.get(..1).unwrap_or_default()),
        };
        Self {
            kind,
            name,
            declared,
        }
    }

    /// Its name, if it is a type or a constant.
    pub(crate) fn word(&self) -> Option<&'t TokenTree> {
        match self.kind {
            Kind::Lifetime => None,
            _ => self.name.first(),
        }
    }
}

pub(crate) fn parameters(tokens: &[TokenTree]) -> impl Iterator<Item = Parameter<'_>> {
    parts(tokens).map(Parameter::of)
}

/// A field of a struct or of a variant.
pub(crate) struct Field<'t> {
    /// `None` in parentheses.
    pub name: Option<&'t Ident>,
    /// All before the type: attributes, visibility, name and colon.
    pub before: &'t [TokenTree],
    pub of: &'t [TokenTree],
}

/// The fields in some braces, or else in parentheses.
pub(crate) fn fields(tokens: &[TokenTree], are_named: bool) -> impl Iterator<Item = Field<'_>> {
    parts(tokens).map(move |tokens| {
        let colon = end_of(tokens, ':').filter(|_| are_named);
        let start = match colon {
            Some(colon) => colon + 1,
            None => tokens.len() - visibility(attributes(tokens).1).1.len(),
        };
        let (before, of) = tokens.split_at(start);
        let name = match before {
            [.., TokenTree::Ident(name), _colon] if colon.is_some() => Some(name),
            _ => None,
        };
        Field { name, before, of }
    })
}
