//! Finds out whether one expression is part of another, by brackets and operators: an error about the whole then
//! follows from one about the part.

use std::iter;
use std::ops::Range;

/// Whether the expression at `whole` is computed from the one at `part`: by an operator, a method later in its chain, a
/// call with it as an argument, or an expression that contains it.
pub fn is_made_of(text: &str, whole: &Range<usize>, part: &Range<usize>) -> bool {
    if whole.start <= part.start && part.end <= whole.end {
        return true;
    }
    if part.end <= whole.start {
        text.get(part.end..whole.start)
            .is_some_and(|between| goes_into(between, is_operator(text, whole)))
    } else if whole.end <= part.start {
        text.get(whole.end..part.start)
            .is_some_and(|between| takes(between, text.get(whole.clone()).unwrap_or("")))
    } else {
        false
    }
}

fn is_operator(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone())
        .is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| b"+-*/%=".contains(&byte)))
}

/// The text between two places, as far as it matters here.
enum Token {
    Open,
    Close,
    Comma,
    /// The end of a statement.
    End,
    /// A binary operator, with spaces around it.
    Operator(u8),
}

/// Read one by one: most pairs of places are told apart by the first end of a statement between them.
fn tokens(text: &str) -> impl Iterator<Item = Token> {
    let bytes = text.as_bytes();
    let mut parameters = 0;
    let mut at = 0;
    iter::from_fn(move || {
        while at < bytes.len() {
            let rest = &bytes[at..];
            let mut token = None;
            match bytes[at] {
                b'/' if rest.starts_with(b"//") => {
                    while at < bytes.len() && bytes[at] != b'\n' {
                        at += 1;
                    }
                }
                b'"' => {
                    at += 1;
                    while at < bytes.len() && bytes[at] != b'"' {
                        at += 1 + usize::from(bytes[at] == b'\\');
                    }
                }
                b':' if rest.starts_with(b"::<") => {
                    parameters += 1;
                    token = Some(Token::Open);
                    at += 2;
                }
                b'<' if parameters > 0 => {
                    parameters += 1;
                    token = Some(Token::Open);
                }
                b'>' if parameters > 0 => {
                    parameters -= 1;
                    token = Some(Token::Close);
                }
                b'(' | b'[' | b'{' => token = Some(Token::Open),
                b')' | b']' | b'}' => token = Some(Token::Close),
                b',' => token = Some(Token::Comma),
                b';' => token = Some(Token::End),
                operator @ (b'+' | b'-' | b'*' | b'/' | b'%' | b'=')
                    if rest.get(1) == Some(&b' ') =>
                {
                    token = Some(Token::Operator(operator));
                }
                _ => {}
            }
            at += 1;
            if token.is_some() {
                return token;
            }
        }
        None
    })
}

/// Whether the expression after `between` is computed from the one before it.
fn goes_into(between: &str, is_operator: bool) -> bool {
    let (mut depth, mut least) = (0, 0);
    let (mut is_other, mut has_operator) = (false, false);
    for token in tokens(between) {
        match token {
            Token::Open => depth += 1,
            Token::Close => {
                depth -= 1;
                if depth < least {
                    (least, is_other, has_operator) = (depth, false, false);
                }
            }
            Token::End => return false,
            Token::Comma => is_other |= depth == least,
            Token::Operator(_) => has_operator |= depth == least,
        }
    }
    depth == least && !is_other && (is_operator || !has_operator)
}

/// Whether the operator or call before `between` has what follows as an operand or in an argument.
fn takes(between: &str, whole: &str) -> bool {
    let precedence = |operator: u8| match operator {
        b'=' => 0,
        b'+' | b'-' => 1,
        _ => 2,
    };
    let own = match whole.as_bytes() {
        [.., b'='] => Some(0),
        [operator] if b"+-*/%".contains(operator) => Some(precedence(*operator)),
        _ => None,
    };
    let mut depth = 0;
    let mut is_open = false;
    for token in tokens(between) {
        match token {
            Token::Open => {
                depth += 1;
                is_open = true;
            }
            Token::Close => {
                depth -= 1;
                if depth < 0 {
                    return false;
                }
                is_open &= depth > 0;
            }
            Token::End => return false,
            Token::Comma if depth == 0 => return false,
            Token::Operator(operator)
                if depth == 0 && own.is_none_or(|own| precedence(operator) <= own && own > 0) =>
            {
                return false;
            }
            _ => {}
        }
    }
    own.is_some() || is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranges of `«part»` and `‹whole›`, and the text without the marks.
    fn made(marked: &str) -> bool {
        let mut text = String::new();
        let (mut part, mut whole) = (0..0, 0..0);
        for character in marked.chars() {
            match character {
                '«' => part.start = text.len(),
                '»' => part.end = text.len(),
                '‹' => whole.start = text.len(),
                '›' => whole.end = text.len(),
                _ => text.push(character),
            }
        }
        is_made_of(&text, &whole, &part)
    }

    #[test]
    fn what_follows() {
        for code in [
            "x.«matmul»(&w) ‹+› bias",
            "x.«matmul»(&w) * 2.0 ‹+› bias",
            "f(x.«matmul»(&w), y) ‹+› bias",
            "x.«split»::<-1, dim!(4)>().‹swap›::<-3, -2>()",
            "‹x.«split»::<-1, dim!(4)>().swap()›",
            "slopes ‹-=› x.«matmul»(&error) * (0.1 / n as f32)",
            "y ‹+› x.«matmul»(&w) * 2.0",
            "line.‹step›(&x.«matmul»(&w))",
            "line.‹step›::<-2>(1, &(y + x.«matmul»(&w)))",
            "(x.«matmul»(&w) + bias).‹exp›()",
            "x.«matmul»(&w)\n    .‹exp›()",
        ] {
            assert!(made(code), "{code}");
        }
    }

    #[test]
    fn what_does_not() {
        for code in [
            "x.«matmul»(&w); y ‹+› bias",
            "f(x.«matmul»(&w), y ‹+› bias)",
            "x.«matmul»(&w) + y.‹matmul›(&w)",
            "x.«matmul»(&w).f(y.‹matmul›(&w))",
            "x.‹matmul›(&w).«matmul»(&w)",
            "x.‹matmul›(&w) + y.«matmul»(&w)",
            "f(x ‹+› y, y.«matmul»(&w))",
            "x ‹*› y + y.«matmul»(&w)",
            "(x ‹+› y) * y.«matmul»(&w)",
        ] {
            assert!(!made(code), "{code}");
        }
    }
}
