//! The grammar of `s!`: what a slice takes of each axis.

use proc_macro::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::shape::{self, is_constant, is_like_type};
use crate::tokens::{
    Add, List, complaint_about_comma, expressions, group, inside, is, item, path, quote, unit,
};

/// `1..5, .., -1` as `AxisSlices::<_, 3>::of(((((), InRange(..)), WholeAxis), AtIndex(..)))`.
///
/// Entries before `...` are nested the other way round, because they are for the first axes.
pub(crate) fn slices(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let here = Span::call_site();
    let (mut list, mut count) = (TokenStream::from(unit(here)), 0_usize);
    let mut in_front = Vec::new();
    let mut others = None;
    let no_entry = "an entry is missing before this comma: `..` is a whole axis";
    if let Some(complaint) = complaint_about_comma(&tokens, no_entry) {
        return Err(complaint);
    }
    let entries = expressions(&tokens);
    if let Some(colon) = entries.iter().find_map(|entry| colon_of_range(entry)) {
        let written: Vec<String> = entries.iter().map(|entry| with_dots(entry)).list();
        return Err(Complaint::new(
            colon,
            format!(
                "a range is written with dots, and a step goes after a semicolon: `s![{}]`",
                written.join(", ")
            ),
        ));
    }
    for entry in entries {
        let span = entry[0].span();
        count += 1;
        if dots(entry) == Some(3) {
            if others.replace(span).is_some() {
                let text = "`...` stands once for all axes that have no entry";
                return Err(Complaint::new(span, text));
            }
            let front = in_front.drain(..).rev();
            let front = front.fold(unit(here).into(), |behind, (entry, span)| {
                call(root, "Front", [entry, behind], span)
            });
            list = call(root, "OtherAxes", [front], span);
            continue;
        }
        let entry = one(root, entry)?;
        if others.is_none() {
            in_front.push((entry.clone(), span));
        }
        list = pair(&list, &entry, span);
    }
    let name = format!("AxisSlices::<_, {count}_usize>::of");
    Ok(call(root, &name, [list], here))
}

/// How many dots these tokens are, if they are nothing else.
fn dots(tokens: &[TokenTree]) -> Option<usize> {
    tokens
        .iter()
        .all(|token| is(token, '.'))
        .then_some(tokens.len())
}

/// An entry for one axis, or for a new one.
fn one(root: &TokenStream, tokens: &[TokenTree]) -> Result<TokenStream, Complaint> {
    let span = tokens[0].span();
    if let [TokenTree::Ident(word)] = tokens {
        match &*word.to_string() {
            "NewAxis" => return Ok(call(root, "NewAxis", [], span)),
            "None" | "newaxis" => {
                return Err(Complaint::new(
                    span,
                    "a new axis is `NewAxis`: `s![.., NewAxis]`",
                ));
            }
            "_" => {
                return Err(Complaint::new(
                    span,
                    "a whole axis is `..`; a range with run-time ends is `i..j`",
                ));
            }
            _ => {}
        }
    }
    let (range, by) = match tokens.iter().rposition(|token| is(token, ';')) {
        Some(place) => (&tokens[..place], Some(&tokens[place..])),
        None => (tokens, None),
    };
    let Some(place) = (0..range.len()).find(|&place| is_range(range, place)) else {
        return match by {
            Some(by) => Err(Complaint::new(
                by[0].span(),
                "a step is one of a range: `..;2` takes every second index of an axis",
            )),
            None => Ok(call(root, "AtIndex", [index(root, range)?], span)),
        };
    };
    let (start, mut end) = (&range[..place], &range[place + 2..]);
    if let Some(second) = (0..end.len()).find(|&place| is_range(end, place)) {
        return Err(Complaint::new(
            end[second].span(),
            "an entry has one range: entries have commas between them, and a step goes after a semicolon, `1..5;2`",
        ));
    }
    if matches!(end, [dot, ..] if is(dot, '.')) {
        let text = "`...` stands alone: for all axes that have no entry";
        return Err(Complaint::new(span, text));
    }
    let inclusive = matches!(end, [sign, ..] if is(sign, '='));
    if inclusive {
        end = &end[1..];
        if end.is_empty() {
            let text = "a range with `..=` has an end: `..=4`";
            return Err(Complaint::new(range[place].span(), text));
        }
    }
    if start.is_empty() && end.is_empty() && by.is_none() {
        return Ok(call(root, "WholeAxis", [], span));
    }
    let length = (!inclusive).then(|| length(start, end)).flatten();
    let end = match length {
        Some(length) => from_one_start(root, start, end, number(root, "Length", length, false)?),
        None => bound(root, end, inclusive)?,
    };
    let by = match by {
        None => call(root, "Open", [], span),
        Some([semicolon]) => {
            let text = "a step is missing after this semicolon: `..;2` takes every second index";
            return Err(Complaint::new(semicolon.span(), text));
        }
        Some([_, sign, ..]) if is(sign, '-') => {
            return Err(Complaint::new(
                sign.span(),
                "a view goes forwards: `x.along::<-1>().flip()` is a copy of the axis that goes backwards, and `slice_back` \
                 one with steps",
            ));
        }
        Some(by) => number(root, "InSteps", &by[1..], false)?,
    };
    let start = bound(root, start, false)?;
    Ok(call(root, "InRange", [start, end, by], span))
}

/// `1..5;2` of Python's `1:5:2`.
fn with_dots(entry: &[TokenTree]) -> String {
    if colon_of_range(entry).is_none() {
        return code(entry);
    }
    let mut parts = entry.split(|token| is(token, ':')).map(code);
    let mut part = || parts.next().unwrap_or_default();
    let (start, end, step) = (part(), part(), part());
    match step.is_empty() {
        true => format!("{start}..{end}"),
        false => format!("{start}..{end};{step}"),
    }
}

fn code(tokens: &[TokenTree]) -> String {
    let code: TokenStream = tokens.iter().cloned().list();
    // A sign stands apart from its number.
    code.to_string().replace("- ", "-")
}

/// The colon of `1:5` or `::2`, which are ranges in other languages; not that of a path.
fn colon_of_range(tokens: &[TokenTree]) -> Option<Span> {
    // A name, or generic arguments.
    let is_part = |place: usize, angle: char| {
        let token = tokens.get(place);
        token.is_some_and(|token| matches!(token, TokenTree::Ident(_)) || is(token, angle))
    };
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        if is(token, ':') {
            let is_path = tokens.get(place + 1).is_some_and(|next| is(next, ':'))
                && is_part(place + 2, '<')
                && (place == 0 || is_part(place - 1, '>'));
            if !is_path {
                return Some(token.span());
            }
            place += 1;
        }
        place += 1;
    }
    None
}

/// Whether two dots stand here.
fn is_range(tokens: &[TokenTree], place: usize) -> bool {
    let is_joint = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.' && punct.spacing() == Spacing::Joint);
    is_joint(&tokens[place]) && tokens.get(place + 1).is_some_and(|next| is(next, '.'))
}

/// `4` of `i..i + 4`.
fn length<'a>(start: &[TokenTree], end: &'a [TokenTree]) -> Option<&'a [TokenTree]> {
    let text = |tokens: &[TokenTree]| tokens.iter().cloned().list::<TokenStream>().to_string();
    let behind = end.get(start.len() + 1..)?;
    let is_start = matches!(start, [TokenTree::Ident(_) | TokenTree::Literal(_)]);
    let is_sum = is_start
        && text(start) == text(&end[..start.len()])
        && is(&end[start.len()], '+')
        && matches!(behind, [_]);
    is_sum.then_some(behind)
}

/// The length of `i..i + 4`, for the compiler to see that the two `i` are one variable. Their letters are the same, but one of them
/// may be of a macro around this one, and the other of its caller. What the second names is a marker within
/// `match StartOfRange { i => i }`, and so is the first if it is the same.
fn from_one_start(
    root: &TokenStream,
    start: &[TokenTree],
    end: &[TokenTree],
    length: TokenStream,
) -> TokenStream {
    let ([TokenTree::Ident(first)], [TokenTree::Ident(second), ..]) = (start, end) else {
        return length;
    };
    // A pattern declares no other word: names of types and constants are items, which macros do not tell apart.
    let word = first.to_string();
    if word == "self" || word.starts_with(char::is_uppercase) {
        return length;
    }
    let span = Span::mixed_site().located_at(second.span());
    let found = quote!(span, [root, first, second]
        match #root::algebra::slices::StartOfRange {
            #[allow(unused_variables)]
            #second => #first
        }
    );
    call(root, "from_one_start", [length, found], span)
}

/// A start or an end of a range. An inclusive end is one index further.
fn bound(
    root: &TokenStream,
    tokens: &[TokenTree],
    inclusive: bool,
) -> Result<TokenStream, Complaint> {
    match tokens {
        [] => Ok(call(root, "Open", [], Span::call_site())),
        [sign, distance @ ..] if is(sign, '-') => {
            let distance = from_end(sign, distance)?;
            if let (true, Some((number, span))) = (inclusive, literal(distance)?) {
                return Ok(match number - 1 {
                    0 => call(root, "Open", [], span),
                    number => known(root, "BackIndex", number, span),
                });
            }
            if inclusive {
                let text =
                    "the end of `..=` from the end of an axis is a number: `..=-2`, or `..-1`";
                return Err(Complaint::new(sign.span(), text));
            }
            number(root, "BackIndex", distance, false)
        }
        _ => number(root, "FrontIndex", tokens, inclusive),
    }
}

/// A single index.
fn index(root: &TokenStream, tokens: &[TokenTree]) -> Result<TokenStream, Complaint> {
    match tokens {
        [sign, distance @ ..] if is(sign, '-') => {
            number(root, "BackIndex", from_end(sign, distance)?, false)
        }
        _ => number(root, "FrontIndex", tokens, false),
    }
}

/// What stands after a sign.
fn from_end<'a>(sign: &TokenTree, distance: &'a [TokenTree]) -> Result<&'a [TokenTree], Complaint> {
    match (distance, literal(distance)?) {
        ([], _) => Err(Complaint::new(
            sign.span(),
            "a number is missing after this sign",
        )),
        (_, Some((0, span))) => Err(Complaint::new(
            span,
            "there is no index -0: the last one is -1, and the end of an axis needs no number, as in `2..`",
        )),
        ([_], _) => Ok(distance),
        ([_, token, ..], _)
            if is(token, '.') || is(token, ':') || matches!(token, TokenTree::Group(_)) =>
        {
            Ok(distance)
        }
        ([_, token, ..], _) => Err(Complaint::new(
            token.span(),
            "an index from the end is a sign and one value: `-(i + 1)`",
        )),
    }
}

/// The value of a literal.
fn literal(tokens: &[TokenTree]) -> Result<Option<(u64, Span)>, Complaint> {
    match tokens {
        [TokenTree::Literal(literal)] => {
            let span = literal.span();
            shape::literal_size(&literal.to_string(), span).map(|value| Some((value, span)))
        }
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            literal(&inside(group))
        }
        _ => Ok(None),
    }
}

/// `Name::<U5>::known()` for a literal, a constant, an expression in braces and the type of a size; `Name::of(value)` for
/// any other expression. One more, where `and_one` says so.
fn number(
    root: &TokenStream,
    name: &str,
    tokens: &[TokenTree],
    and_one: bool,
) -> Result<TokenStream, Complaint> {
    let span = tokens[0].span();
    if let Some((value, span)) = literal(tokens)? {
        return match value.checked_add(u64::from(and_one)) {
            Some(value) => Ok(known(root, name, value, span)),
            None => Err(Complaint::new(span, "this index does not fit in `usize`")),
        };
    }
    let mut tokens = tokens.to_vec();
    let size = match &tokens[..] {
        [TokenTree::Ident(word)] if is_constant(&word.to_string()) => {
            Some(shape::dim(root, plus_one(tokens.clone(), and_one, span))?)
        }
        [TokenTree::Ident(word)] if is_like_type(&word.to_string()) => Some(match and_one {
            true => shape::dim(root, plus_one(tokens.clone(), true, span))?,
            false => tokens.iter().cloned().list(),
        }),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
            let inner = TokenTree::Group(group.clone());
            Some(shape::dim(root, plus_one(vec![inner], and_one, span))?)
        }
        _ => None,
    };
    if let Some(size) = size {
        return Ok(known_type(root, name, &size, span));
    }
    // Parentheses around an argument are a warning.
    if let [TokenTree::Group(value)] = &tokens[..]
        && value.delimiter() == Delimiter::Parenthesis
    {
        tokens = vec![group(Delimiter::None, value.stream(), span)];
    }
    if and_one {
        let value = group(Delimiter::Parenthesis, tokens, span);
        tokens = plus_one(vec![value], true, span);
    }
    Ok(call(
        root,
        &format!("{name}::of"),
        [tokens.into_iter().list()],
        span,
    ))
}

/// The tokens, and `+ 1` where it is asked for.
fn plus_one(mut tokens: Vec<TokenTree>, and_one: bool, span: Span) -> Vec<TokenTree> {
    if and_one {
        tokens.add(path("+", span));
        let mut one = proc_macro::Literal::usize_unsuffixed(1);
        one.set_span(span);
        tokens.push(one.into());
    }
    tokens
}

/// `Name::<U5>::known()`
fn known(root: &TokenStream, name: &str, value: u64, span: Span) -> TokenStream {
    known_type(root, name, &crate::size::size(root, value, span), span)
}

/// `Name::<Size>::known()`
fn known_type(root: &TokenStream, name: &str, size: &TokenStream, span: Span) -> TokenStream {
    let name = Ident::new(name, span);
    quote!(span, [root, name, size] #root::algebra::slices::#name::<#size>::known())
}

/// `name(a, b)`, or `name` without arguments.
fn call<const N: usize>(
    root: &TokenStream,
    name: &str,
    arguments: [TokenStream; N],
    span: Span,
) -> TokenStream {
    let mut tokens = item(root, &format!("::algebra::slices::{name}"), span);
    if N > 0 {
        let mut list = TokenStream::new();
        for argument in arguments {
            list.add(argument);
            list.add(path(",", span));
        }
        tokens.add([group(Delimiter::Parenthesis, list, span)]);
    }
    tokens
}

/// `(list, entry)`
fn pair(list: &TokenStream, entry: &TokenStream, span: Span) -> TokenStream {
    quote!(span, [list, entry] (#list, #entry))
}
