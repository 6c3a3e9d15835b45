//! The grammar of `axes!`.

use std::cmp::Reverse;

use proc_macro::{Delimiter, Literal, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::tokens::{Add, List, group, is, item, quote, sort_by_key, visible};

/// The furthest axis that has a number.
const FURTHEST: u128 = 8;

/// `-1, -3` as `AxisList<(Axis1, Axis3,), (Axis3, Axis1,)>`: `Axis1` is `Axis<-1>`.
///
/// A constant in a type makes the compiler work; a name costs much less.
pub(crate) fn axes(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let mut named: Vec<(u128, Span)> = Vec::new();
    let tokens = visible(tokens);
    if let Some(complaint) = counted_from_the_front(&tokens) {
        return Err(complaint);
    }
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let (distance, span) = number(&token, tokens.next())?;
        if named.iter().any(|&(other, _)| other == distance) {
            return Err(Complaint::new(
                span,
                format!("the axis -{distance} is named twice; name each axis once"),
            ));
        }
        named.push((distance, span));
        match tokens.next() {
            None => {}
            Some(token) if is(&token, ',') => {}
            Some(token) => {
                return Err(Complaint::new(
                    token.span(),
                    "axes are separated by commas: `axes![-1, -3]`",
                ));
            }
        }
    }
    if named.is_empty() {
        return Err(Complaint::new(
            Span::call_site(),
            "name at least one axis: `axes![-1, -3]`; axes are counted from the end: -1 is the last",
        ));
    }
    let here = Span::call_site();
    let written = tuple(root, &named);
    sort_by_key(&mut named, |&(distance, _)| Reverse(distance));
    let sorted = tuple(root, &named);
    // With colons: where a value is expected, rustc then says that this is a type, and nothing about the tokens after it.
    Ok(quote!(here, [root, written, sorted] #root::__macro::AxisList::<#written, #sorted>))
}

/// What to write for `0, 3, 1, 2`: all axes of a shape, whose number is known by that.
fn counted_from_the_front(tokens: &[TokenTree]) -> Option<Complaint> {
    let axes = tokens.chunks(2).map(|chunk| match chunk {
        [TokenTree::Literal(axis), rest @ ..] if rest.iter().all(|token| is(token, ',')) => {
            value(axis)
        }
        _ => None,
    });
    let axes: Vec<u128> = axes.list::<Option<_>>()?;
    let count = u128::try_from(axes.len()).ok()?;
    let are_all = count > 1 && (0..count).all(|axis| axes.contains(&axis));
    let from_end: Vec<String> = axes
        .iter()
        .map(|axis| format!("-{}", count.saturating_sub(*axis)))
        .list();
    are_all.then(|| {
        Complaint::new(
            tokens[0].span(),
            format!(
                "axes are counted from the end: `axes![{}]`",
                from_end.join(", ")
            ),
        )
    })
}

/// The distance from the end, from a `-` and a literal.
fn number(sign: &TokenTree, literal: Option<TokenTree>) -> Result<(u128, Span), Complaint> {
    let not_a_number = |span| {
        Complaint::new(
            span,
            "an axis is a negative number: axes are counted from the end: -1 is the last",
        )
    };
    if !is(sign, '-') {
        return Err(match sign {
            TokenTree::Literal(literal) if value(literal).is_some() => Complaint::new(
                literal.span(),
                "axes are counted from the end: -1 is the last, -2 the one before it",
            ),
            _ if is(sign, ',') => {
                Complaint::new(sign.span(), "an axis is missing before this comma")
            }
            _ => not_a_number(sign.span()),
        });
    }
    let Some(TokenTree::Literal(literal)) = literal else {
        return Err(not_a_number(
            literal.map_or(sign.span(), |token| token.span()),
        ));
    };
    let span = literal.span();
    match value(&literal) {
        None => Err(not_a_number(span)),
        Some(0) => Err(Complaint::new(
            span,
            "there is no axis 0: axes are counted from the end: -1 is the last",
        )),
        Some(distance) if distance > FURTHEST => Err(Complaint::new(
            span,
            "axes have numbers down to -8, counted from the end: -1 is the last",
        )),
        Some(distance) => Ok((distance, span)),
    }
}

/// The value of a decimal integer literal: `1`, `1isize`.
fn value(literal: &Literal) -> Option<u128> {
    let text = literal.to_string();
    text.strip_suffix("isize").unwrap_or(&text).parse().ok()
}

/// `(Axis1, Axis3,)`
fn tuple(root: &TokenStream, named: &[(u128, Span)]) -> TokenTree {
    let mut axes = TokenStream::new();
    for &(distance, span) in named {
        axes.add(item(root, &format!("::__macro::Axis{distance},"), span));
    }
    group(Delimiter::Parenthesis, axes, Span::call_site())
}
