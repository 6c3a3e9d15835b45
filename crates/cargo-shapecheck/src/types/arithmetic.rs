//! Sizes that are computed from parameters: `<T as Arithmetic>::Times<16>` is `T * 16`.

use super::vocabulary;

/// What a size is asked for that is computed from it and another.
const NAMES: &[&str] = &[
    "Plus",
    "Minus",
    "Times",
    "Smaller",
    "PlusNumber",
    "TimesNumber",
    "PlusAndOne",
    "OntoEven",
    "OntoOdd",
    "OntoNextEven",
    "FromEven",
    "FromOdd",
    "FromOddBelow",
];

/// Whether suggested code is a bound on such a size, `<Plus<N> = N>`, which no size has.
pub fn is_bound(code: &str) -> bool {
    let name = code.strip_prefix('<').and_then(|code| code.split_once('<'));
    name.is_some_and(|(name, _)| NAMES.contains(&name))
}

/// How many computations may stand in each other: each is read once for every one around it.
const DEEPEST: usize = 64;

/// The sum, difference, product or quotient that a projection of the crate's stands for; `None` for any other. What it
/// is computed from is written by `rewrite`.
pub fn written(text: &str, rewrite: &dyn Fn(&str) -> String) -> Option<String> {
    written_within(text, rewrite, DEEPEST)
}

/// Whether `name` may be a computation of `<N as Extent`, by the names alone.
pub fn is_computation(of: &str, name: &str) -> bool {
    let is_of = |bound: &str| {
        of.strip_suffix(bound)
            .is_some_and(|of| of.ends_with([' ', ':']))
    };
    let is_of_size = vocabulary::SIZES.iter().any(|size| is_of(size));
    is_of_size && (NAMES.contains(&name) || name == "Size")
        || is_of("Division") && name == "Quotient"
        || name == "Dim" && of.contains(vocabulary::CONSTANT)
}

fn written_within(text: &str, rewrite: &dyn Fn(&str) -> String, depth: usize) -> Option<String> {
    let (of, bound, rest) = projection(text)?;
    let operand = |text: &str| operand(text, rewrite, depth - 1);
    if let Some(constant) = constant(bound, rest) {
        return Some(constant.to_owned());
    }
    if !vocabulary::SIZES.contains(&bound) {
        return quotient(of, bound, rest, &operand);
    }
    let (name, argument) = match rest.split_once('<') {
        Some((name, argument)) => (name, argument.strip_suffix('>')?),
        None => (rest, ""),
    };
    // Not before the name is known: what is not a computation would be read once more.
    let size = || operand(of);
    let other = || operand(argument);
    // The leading bits of a number, of which the last bit stands in the name.
    let number = || other().parse::<u64>().ok();
    Some(match name {
        "Size" => size(),
        "Smaller" => format!("{name}<{}, {}>", size(), other()),
        "Plus" => format!("{} + {}", size(), other()),
        "Minus" => format!("{} - {}", size(), bracketed(&other())),
        "Times" => format!("{} * {}", bracketed(&size()), bracketed(&other())),
        "PlusNumber" => format!("{} + {}", other(), size()),
        "TimesNumber" => format!("{} * {}", bracketed(&other()), bracketed(&size())),
        "PlusAndOne" => format!("{} + {} + 1", size(), other()),
        "OntoEven" => format!("{} + {}", number()?.checked_mul(2)?, size()),
        "OntoOdd" => format!("{} + {}", number()?.checked_mul(2)?.checked_add(1)?, size()),
        "OntoNextEven" => format!("{} + {}", number()?.checked_mul(2)?.checked_add(2)?, size()),
        "FromEven" => format!("{} - {}", number()?.checked_mul(2)?, bracketed(&size())),
        "FromOdd" => {
            let whole = number()?.checked_mul(2)?.checked_add(1)?;
            format!("{whole} - {}", bracketed(&size()))
        }
        "FromOddBelow" => {
            let whole = number()?.checked_mul(2)?.checked_sub(1)?;
            format!("{whole} - {}", bracketed(&size()))
        }
        "Twice" => format!("2 * {}", bracketed(&size())),
        "TwiceAndOne" => format!("2 * {} + 1", bracketed(&size())),
        _ => return None,
    })
}

/// `<SizeTable as Lists<N>>::Dim` is the const parameter `N`.
fn constant<'t>(bound: &'t str, rest: &str) -> Option<&'t str> {
    let constant = bound.strip_prefix(vocabulary::CONSTANT)?;
    constant.strip_suffix('>').filter(|_| rest == "Dim")
}

/// `<<N as Extent>::DivideByTwice<5> as Division>::Quotient` is `N / 10`.
fn quotient(of: &str, bound: &str, rest: &str, operand: &dyn Fn(&str) -> String) -> Option<String> {
    if bound != "Division" || rest != "Quotient" {
        return None;
    }
    let (size, _, division) = projection(of)?;
    let (name, argument) = division.split_once('<')?;
    let argument = argument.strip_suffix('>')?;
    Some(match name {
        "DivideByTwice" => {
            let by = operand(argument).parse::<u64>().ok()?.checked_mul(2)?;
            format!("{} / {by}", bracketed(&operand(size)))
        }
        "Divide" => format!(
            "{} / {}",
            bracketed(&operand(argument)),
            bracketed(&operand(size))
        ),
        _ => return None,
    })
}

/// `N`, `Extent` and `Plus<M>` of `<N as path::Extent>::Plus<M>`.
fn projection(text: &str) -> Option<(&str, &str, &str)> {
    let inside = text.trim().strip_prefix('<')?;
    let (mut depth, mut place) = (0, None);
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 0 => {
                let (of, bound) =
                    place.map(|as_at: usize| (&inside[..as_at], &inside[as_at + 4..at]))?;
                let rest = inside[at + 1..].strip_prefix("::")?;
                return Some((of, bound.rsplit("::").next().unwrap_or(bound), rest));
            }
            b'>' => depth -= 1,
            b' ' if depth == 0 && inside[at..].starts_with(" as ") => place = Some(at),
            _ => {}
        }
    }
    None
}

fn operand(text: &str, rewrite: &dyn Fn(&str) -> String, depth: usize) -> String {
    let written = || (depth > 0).then(|| written_within(text, rewrite, depth))?;
    match text {
        "UTerm" => "0".to_owned(),
        _ => written().unwrap_or_else(|| rewrite(text)),
    }
}

fn bracketed(size: &str) -> String {
    match size.contains(' ') {
        true => format!("({size})"),
        false => size.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rewrite;

    #[test]
    fn computed_sizes() {
        let read = |text| written(text, &rewrite);
        for (text, expected) in [
            (
                "<T as Arithmetic>::Times<UInt<UInt<UTerm, B1>, B0>>",
                "T * 2",
            ),
            (
                "<<T as Arithmetic>::Smaller<N> as shapecheck::dim::Arithmetic>::Plus<N>",
                "Smaller<T, N> + N",
            ),
            (
                "<<N as shapecheck::dim::Arithmetic>::TimesNumber<UInt<UInt<UTerm, B1>, B0>> as Arithmetic>::Plus<M>",
                "2 * N + M",
            ),
            ("<N as Arithmetic>::PlusNumber<UInt<UTerm, B1>>", "1 + N"),
            ("<A as shapecheck::dim::Extent>::Plus<B>", "A + B"),
            ("<N as Extent>::OntoOdd<UTerm>", "1 + N"),
            ("<shapecheck::dim::SizeTable as Lists<N>>::Dim", "N"),
            (
                "<<SizeTable as Lists<H>>::Dim as Arithmetic>::Times<<SizeTable as shapecheck::dim::Lists<D>>::Dim>",
                "H * D",
            ),
            (
                "<<A as Extent>::Plus<B> as Extent>::Times<C>",
                "(A + B) * C",
            ),
            (
                "<<N as Extent>::DivideByTwice<UInt<UTerm, B1>> as Division>::Quotient",
                "N / 2",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected));
        }
        for text in ["<A as Broadcast<B>>::Output", "N", "<N as Extent>::IsZero"] {
            assert_eq!(read(text), None);
        }
    }
}
