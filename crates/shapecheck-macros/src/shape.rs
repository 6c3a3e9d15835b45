//! The grammar of `shape!` and `dim!`.

use proc_macro::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::size::size;
use crate::tokens::{Add, List, inside, is, is_word, item, outside_of_angles, path, quote};

/// One entry between commas.
enum Entry {
    /// `224`
    Size(u64, Span),
    /// `_`
    Dynamic(Span),
    /// `{HIDDEN * 4}`
    Expression(Group),
    /// `N`, `U3`, `Plus<A, B>`: any type
    Type(TokenStream),
    /// `..S`
    Prefix(TokenStream),
}

/// The most axes of one alias: `Shape8` and `Then8` are the longest.
const AXES_OF_ONE_ALIAS: usize = 8;

/// What is known of a computed size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is a size, whatever the sizes are that it is computed from.
    Size,
    /// It is `_`.
    Dynamic,
    /// There may be none: it is a difference or a quotient, or computed from one.
    MayBeNone,
}

/// `A + 3` as `Plus<A, U3>`, if the entry combines several sizes. Products and quotients come before sums and
/// differences, from left to right.
fn computed(
    root: &TokenStream,
    tokens: &[TokenTree],
) -> Result<Option<(TokenStream, Known)>, Complaint> {
    for operators in [&['+', '-'], &['*', '/']] {
        let Some(place) = last_operator(tokens, operators) else {
            continue;
        };
        let (lhs, rhs) = (&tokens[..place], &tokens[place + 1..]);
        let (sign, span) = match &tokens[place] {
            TokenTree::Punct(punct) => (punct.as_char(), punct.span()),
            token => unreachable!("{token} is not an operator"),
        };
        if rhs.is_empty() {
            return Err(Complaint::new(span, "a size is missing after this sign"));
        }
        // A shard has a name, which its sums have, too.
        let may_be_shard = [lhs, rhs].into_iter().any(is_quotient);
        let ((lhs, of_lhs), (rhs, of_rhs)) = (operand(root, lhs)?, operand(root, rhs)?);
        let (name, known) = match (sign, of_lhs, of_rhs) {
            ('+' | '-' | '*', Known::Dynamic, _) | (_, _, Known::Dynamic) => {
                return Ok(Some((item(root, "::Dyn", span), Known::Dynamic)));
            }
            ('+', Known::Size, Known::Size) => ("Plus", Known::Size),
            ('*', Known::Size, Known::Size) => ("Times", Known::Size),
            ('+', ..) if may_be_shard => ("SumOrNone", Known::MayBeNone),
            ('+', ..) => ("Sum", Known::MayBeNone),
            ('*', ..) => ("ProductOrNone", Known::MayBeNone),
            ('-', ..) => ("Minus", Known::MayBeNone),
            _ => ("DividedBy", Known::MayBeNone),
        };
        let name = Ident::new(name, span);
        let alias = quote!(span, [root, name, lhs, rhs] #root::dim::#name<#lhs, #rhs>);
        return Ok(Some((alias, known)));
    }
    Ok(None)
}

/// Whether the last sign of a product is that of a quotient: `Rows / Tp`.
fn is_quotient(tokens: &[TokenTree]) -> bool {
    let sign = last_operator(tokens, &['*', '/']).map(|place| tokens[place].to_string());
    last_operator(tokens, &['+', '-']).is_none() && sign.as_deref() == Some("/")
}

/// One operand of a sign, with or without parentheses.
fn operand(root: &TokenStream, tokens: &[TokenTree]) -> Result<(TokenStream, Known), Complaint> {
    if let [TokenTree::Group(group)] = tokens
        && group.delimiter() == Delimiter::Parenthesis
    {
        let inner = inside(group);
        if !inner.is_empty() {
            return operand(root, &inner);
        }
    }
    if let Some(computed) = computed(root, tokens)? {
        return Ok(computed);
    }
    match entry(tokens.to_vec())? {
        Entry::Size(value, span) => Ok((size(root, value, span), Known::Size)),
        Entry::Dynamic(span) => Ok((item(root, "::Dyn", span), Known::Dynamic)),
        Entry::Expression(group) => Ok((from_expression(root, &group), Known::Size)),
        Entry::Type(tokens) => Ok((tokens, Known::Size)),
        Entry::Prefix(_) => Err(Complaint::new(
            tokens[0].span(),
            "`..S` is a whole shape, which no sign takes: `shape![..S, 3]`",
        )),
    }
}

/// One size that is a type or computed from types, where a path is not a constant.
pub(crate) fn size_of_types(
    root: &TokenStream,
    tokens: &[TokenTree],
) -> Result<TokenStream, Complaint> {
    operand(root, tokens).map(|(size, _)| size)
}

/// The index of the last of these signs between two sizes. Signs inside `<...>` belong to a type.
pub(crate) fn last_operator(tokens: &[TokenTree], operators: &[char]) -> Option<usize> {
    let is_operator = |token: &TokenTree| operators.iter().any(|sign| is(token, *sign));
    let places = outside_of_angles(tokens)
        .filter_map(|(place, token)| (place > 0 && is_operator(token)).then_some(place));
    places.last()
}

/// The axes in front and the sizes of `..S, 2, _, N`, each as a type.
pub(crate) fn sizes(
    root: &TokenStream,
    tokens: Vec<TokenTree>,
) -> Result<(Option<TokenStream>, Vec<TokenStream>), Complaint> {
    let mut lead: Option<TokenStream> = None;
    let mut sizes = Vec::new();
    for (position, tokens) in entries(&tokens)?.into_iter().enumerate() {
        let first = tokens[0].span();
        if !is_of_constants(tokens)
            && let Some((computed, _)) = computed(root, tokens)?
        {
            sizes.push(computed);
            continue;
        }
        if matches!(tokens, [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis)
        {
            sizes.push(size_of_types(root, tokens)?);
            continue;
        }
        sizes.push(match entry(tokens.to_vec())? {
            Entry::Prefix(prefix) if position == 0 => {
                lead = Some(prefix);
                continue;
            }
            Entry::Prefix(_) => {
                return Err(Complaint::new(
                    first,
                    "`..S` stands for leading axes, so it comes first: `shape![..S, 3]`",
                ));
            }
            Entry::Size(value, span) => size(root, value, span),
            Entry::Dynamic(span) => item(root, "::Dyn", span),
            Entry::Expression(group) => from_expression(root, &group),
            Entry::Type(tokens) => tokens,
        });
    }
    Ok((lead, sizes))
}

/// `2, _, {E}, N` as `Shape4<U2, Dyn, E, N>`, and `..S, N` as `Then1<S, N>`: aliases of nested `Axes`.
///
/// Aliases, so that a user's signature stays below the threshold of clippy's `type_complexity` and reads as a list in
/// rustdoc.
pub(crate) fn shape(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let (mut shape, sizes) = sizes(root, tokens)?;
    let here = Span::call_site();
    // With colons: where a value is expected, rustc then says that this is a type, and nothing about the tokens after it.
    for axes in sizes.chunks(AXES_OF_ONE_ALIAS) {
        let count = axes.len();
        let mut alias = match shape {
            None => item(root, &format!("::__macro::Shape{count}::<"), here),
            Some(lead) => {
                let mut alias = item(root, &format!("::__macro::Then{count}::<"), here);
                alias.add(lead);
                alias.add(path(",", here));
                alias
            }
        };
        for size in axes {
            alias.add(size.clone());
            alias.add(path(",", here));
        }
        alias.add(path(">", here));
        shape = Some(alias);
    }
    Ok(shape.unwrap_or_else(|| item(root, "::Scalar", here)))
}

/// `1536`, a const expression, `A - B` of types as one size, or a name. Another single path is an expression here: `dim!(HIDDEN)`.
pub(crate) fn dim(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let Some(first) = tokens.first().map(TokenTree::span) else {
        return Err(Complaint::new(
            Span::call_site(),
            "`dim!` takes one size: `dim!(1536)`, `dim!(HIDDEN)` or `dim!(_)`",
        ));
    };
    if let [_, second, ..] = &entries(&tokens)?[..] {
        return Err(Complaint::new(
            second[0].span(),
            "`dim!` takes one size; several are a shape: `shape![2, 3]`",
        ));
    }
    if is_of_types(&tokens)
        && let Some((computed, _)) = computed(root, &tokens)?
    {
        return Ok(computed);
    }
    if is_word_of_type(&tokens) {
        return Ok(quote!(first, [root, tokens] #root::__macro::SizeOfType::<#tokens>));
    }
    match entry(tokens.clone()) {
        Ok(Entry::Size(value, span)) => Ok(size(root, value, span)),
        Ok(Entry::Dynamic(span)) => Ok(item(root, "::Dyn", span)),
        Ok(Entry::Expression(group)) => Ok(from_expression(root, &group)),
        Err(complaint) if matches!(tokens[..], [TokenTree::Literal(_)]) => Err(complaint),
        _ => {
            let mut group = Group::new(Delimiter::Brace, tokens.into_iter().list());
            group.set_span(first);
            Ok(from_expression(root, &group))
        }
    }
}

/// The entries between commas; a trailing comma is allowed. Commas inside `<...>` belong to a type.
pub(crate) fn entries(tokens: &[TokenTree]) -> Result<Vec<&[TokenTree]>, Complaint> {
    let (mut entries, mut start) = (Vec::new(), 0);
    for (place, token) in outside_of_angles(tokens) {
        if is(token, ';') {
            let text = "sizes are separated by commas, not by `;`";
            return Err(Complaint::new(token.span(), text));
        }
        if is(token, ',') {
            if place == start {
                let text = "a size is missing before this comma";
                return Err(Complaint::new(token.span(), text));
            }
            entries.push(&tokens[start..place]);
            start = place + 1;
        }
    }
    if start < tokens.len() {
        entries.push(&tokens[start..]);
    }
    Ok(entries)
}

/// Whether a name is like that of a type and not of a constant: `Batch`, `N`, `U64`, or `WIDTH_`, by which `#[checked]` calls
/// the size of a const parameter.
pub(crate) fn is_like_type(name: &str) -> bool {
    let is_number = name
        .strip_prefix('U')
        .is_some_and(|digits| digits.parse::<u64>().is_ok());
    let is_word = name.len() == 1 || name.contains(char::is_lowercase) || name.ends_with('_');
    name.starts_with(char::is_uppercase) && (is_number || is_word)
}

/// Whether a name is like that of a constant: `HIDDEN`.
pub(crate) fn is_constant(name: &str) -> bool {
    name.len() > 1 && !name.contains(char::is_lowercase) && !is_like_type(name)
}

/// Whether this is like `2 * HIDDEN`: a number and names of constants, which are not types.
fn is_of_constants(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Literal(_), ..])
        && tokens.iter().all(|token| match token {
            TokenTree::Ident(ident) => is_constant(&ident.to_string()),
            TokenTree::Group(_) => false,
            _ => true,
        })
}

/// Whether this is a path to a name in small letters after a capital, as no constant has it: `Pose`, `names::Pose`. One capital
/// may be a const parameter.
fn is_word_of_type(tokens: &[TokenTree]) -> bool {
    let is_path = tokens.iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        _ => false,
    });
    let Some(TokenTree::Ident(last)) = tokens.last().filter(|_| is_path) else {
        return false;
    };
    let last = last.to_string();
    last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase)
}

/// Whether this is like `(N - 1) / 2`: signs between numbers, `_` and names of which one is like that of a type.
pub(crate) fn is_of_types(tokens: &[TokenTree]) -> bool {
    fn names(tokens: &[TokenTree]) -> Option<bool> {
        let mut has_type = false;
        for token in tokens {
            has_type |= match token {
                TokenTree::Ident(ident) => is_like_type(&ident.to_string()),
                TokenTree::Group(group) => match group.delimiter() {
                    Delimiter::Parenthesis | Delimiter::None => {
                        let inner = inside(group);
                        names(&inner)?
                    }
                    _ => return None,
                },
                TokenTree::Punct(punct) if "+-*/".contains(punct.as_char()) => false,
                TokenTree::Punct(_) => return None,
                TokenTree::Literal(_) => false,
            };
        }
        Some(has_type)
    }
    names(tokens) == Some(true)
}

fn entry(mut tokens: Vec<TokenTree>) -> Result<Entry, Complaint> {
    // Tokens from a macro's `$n:literal` or `$t:ty` are inside an invisible group.
    while let [TokenTree::Group(group)] = &tokens[..] {
        if group.delimiter() != Delimiter::None {
            break;
        }
        tokens = inside(group);
    }
    match &tokens[..] {
        [TokenTree::Literal(literal)] => literal_size(&literal.to_string(), literal.span())
            .map(|value| Entry::Size(value, literal.span())),
        [blank] if is_word(blank, "_") || is(blank, '_') => Ok(Entry::Dynamic(blank.span())),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
            if group.stream().is_empty() {
                return Err(Complaint::new(
                    group.span(),
                    "the braces hold a const expression of type `usize`: `shape![{HIDDEN * 4}]`",
                ));
            }
            Ok(Entry::Expression(group.clone()))
        }
        [a, b, rest @ ..] if is(a, '.') && is(b, '.') => {
            if rest.is_empty() {
                return Err(Complaint::new(
                    b.span(),
                    "`..` is followed by a shape type: `shape![..S, 3]`",
                ));
            }
            Ok(Entry::Prefix(rest.iter().cloned().list()))
        }
        [sign, TokenTree::Literal(_)] if is(sign, '-') => Err(Complaint::new(
            sign.span(),
            "a size is zero or more, never negative: where NumPy infers one by -1, write `_`",
        )),
        [mark] if is(mark, '?') => Err(Complaint::new(mark.span(), "a run-time size is `_`")),
        [
            TokenTree::Literal(_),
            next @ (TokenTree::Literal(_) | TokenTree::Ident(_)),
            ..,
        ] => Err(Complaint::new(
            next.span(),
            "a comma is missing between two sizes",
        )),
        [TokenTree::Literal(first), ..] => Err(Complaint::new(
            first.span(),
            "a computed size goes in braces: `shape![{2 * HIDDEN}]`",
        )),
        _ if is_value(&tokens) => Err(Complaint::new(
            tokens[0].span(),
            format!(
                "a size in `shape!` is a type: a run-time size is `_`, and a value of the shape takes it, `<shape![_, 3]>::of([{}])`",
                TokenStream::from_iter(tokens.iter().cloned())
            ),
        )),
        _ => Ok(Entry::Type(tokens.into_iter().list())),
    }
}

/// `rows.len()`: no type has a dot.
fn is_value(tokens: &[TokenTree]) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '.' && punct.spacing() == Spacing::Alone,
        _ => false,
    })
}

/// The value of an integer literal as Rust reads it: `1_536`, `0x600`, `1536usize`.
pub(crate) fn literal_size(text: &str, span: Span) -> Result<u64, Complaint> {
    let plain = text.replace('_', "");
    let plain = plain.strip_suffix("usize").unwrap_or(&plain);
    let (digits, radix) = match plain.get(..2) {
        Some("0x") => (&plain[2..], 16),
        Some("0o") => (&plain[2..], 8),
        Some("0b") => (&plain[2..], 2),
        _ => (plain, 10),
    };
    match u128::from_str_radix(digits, radix) {
        Ok(value) => u64::try_from(value)
            .map_err(|_| Complaint::new(span, format!("the size {text} does not fit in `usize`"))),
        Err(error) => Err(Complaint::new(
            span,
            match error.kind() {
                std::num::IntErrorKind::PosOverflow => {
                    format!("the size {text} does not fit in `usize`")
                }
                _ => format!("a size is an integer of type `usize`, which `{text}` is not"),
            },
        )),
    }
}

/// `FromBytes<{byte(e, 0)}, ..., {byte(e, 7)}>`: the expression byte by byte.
///
/// Each byte is a constant that the compiler evaluates in about 0.1 ms, which is why literals do not go through this
/// function.
fn from_expression(root: &TokenStream, expression: &Group) -> TokenStream {
    let span = expression.span();
    // Braces around a single expression would make rustc report `unused_braces` at the user's tokens.
    let is_block = expression.stream().into_iter().any(|token| is(&token, ';'));
    let argument = match is_block {
        true => expression.clone(),
        false => Group::new(Delimiter::None, expression.stream()),
    };
    let argument = TokenTree::from(argument);
    let bytes = (0..8).flat_map(|index| {
        let index = TokenTree::from(Literal::u32_suffixed(index));
        quote!(span, [root, argument, index] { #root::__macro::byte(#argument, #index) },)
    });
    let bytes: TokenStream = bytes.list();
    quote!(span, [root, bytes] #root::__macro::FromBytes<#bytes>)
}
