//! One text, written once with `{lhs}`, `{rhs}` and `{AXIS}`, as a family of traits whose messages print it.
//!
//! `on_unimplemented` fills in const parameters, a digit each, so how many digits there are is part of a
//! trait's form. The attribute takes literals only, which is why no `macro_rules` can assemble the texts.

use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

use crate::Complaint;

/// Sizes of up to this many digits print as they are, longer ones with `LONG` digits.
const SHORT: usize = 7;
/// `u64::MAX` has 20 digits.
const LONG: usize = 20;

/// `Family for Relation { message = "...", label = "...", note = "..." }`, once or more.
pub(crate) fn messages(input: TokenStream) -> Result<TokenStream, Complaint> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let mut output = String::new();
    for family in tokens.chunks(4) {
        let [
            TokenTree::Ident(name),
            TokenTree::Ident(_for),
            TokenTree::Ident(relation),
            TokenTree::Group(options),
        ] = family
        else {
            return Err(Complaint::new(
                Span::call_site(),
                "expected `Family for Relation { message = \"...\" }`",
            ));
        };
        debug_assert_eq!(options.delimiter(), Delimiter::Brace);
        let family = Family {
            name: name.to_string(),
            relation: relation.to_string(),
            options: options.stream().to_string(),
        };
        // A text about one size leaves the other alone, which is a single digit.
        if !family.options.contains("{rhs}") {
            for lhs in 1..=SHORT {
                family.write(&mut output, "Tell", lhs, 1);
            }
            family.write(&mut output, "TellPadded", LONG, 1);
            family.write_pad(&mut output, &Number::long('L'), &Number::new('R', 1));
            continue;
        }
        for lhs in 1..=SHORT {
            for rhs in 1..=SHORT {
                family.write(&mut output, "Tell", lhs, rhs);
            }
            family.write(&mut output, "TellPadded", lhs, LONG);
            family.write(&mut output, "TellPadded", LONG, lhs);
            family.write_pad(&mut output, &Number::new('L', lhs), &Number::long('R'));
            family.write_pad(&mut output, &Number::long('L'), &Number::new('R', lhs));
        }
        family.write(&mut output, "TellPadded", LONG, LONG);
        family.write_pad(&mut output, &Number::long('L'), &Number::long('R'));
    }
    Ok(output.parse().expect("the family is made of valid tokens"))
}

/// A decimal number as a pattern of generic parameters.
struct Number {
    /// `const L1: u8, const L0: u8,`
    parameters: String,
    /// `Digits<Digits<End, L1>, L0>`
    pattern: String,
    /// More than `SHORT` digits, the first of them unknown.
    is_long: bool,
}

impl Number {
    fn new(letter: char, digits: usize) -> Self {
        Self::after("End", letter, digits)
    }

    /// The pattern, padded where the number is long.
    fn padded(&self) -> String {
        match self.is_long {
            true => format!("Padded<{}>", self.pattern),
            false => self.pattern.clone(),
        }
    }

    /// A number of more than `SHORT` digits.
    fn long(letter: char) -> Self {
        let more = format!("{letter}More");
        let number = Self::after(&more, letter, SHORT + 1);
        Self {
            // Types come before constants.
            parameters: format!("{more},{}", number.parameters),
            ..number
        }
    }

    fn after(end: &str, letter: char, digits: usize) -> Self {
        let mut number = Self {
            parameters: String::new(),
            pattern: end.to_owned(),
            is_long: end != "End",
        };
        for position in (0..digits).rev() {
            number.parameters += &format!("const {letter}{position}: u8,");
            number.pattern = format!("Digits<{}, {letter}{position}>", number.pattern);
        }
        number
    }
}

struct Family {
    name: String,
    relation: String,
    options: String,
}

impl Family {
    /// The trait for two sizes of these digit counts, and the impl that asks for it.
    fn write(&self, output: &mut String, tell: &str, lhs: usize, rhs: usize) {
        let name = format!("{}{lhs}By{rhs}", self.name);
        self.write_trait(output, &name, lhs, rhs);
        self.write_impl(output, tell, &name, lhs, rhs);
    }

    fn write_trait(&self, output: &mut String, name: &str, lhs: usize, rhs: usize) {
        let options = self
            .options
            .replace("{lhs}", &placeholders('L', lhs))
            .replace("{rhs}", &placeholders('R', rhs));
        let (lhs, rhs) = (Number::new('L', lhs), Number::new('R', rhs));
        *output += &format!(
            "/// Carries one message, for sizes of these numbers of digits.\n\
             #[diagnostic::on_unimplemented({options})] \
             pub trait {name}<{}{}const AXIS: usize> {{ \
                 /// Never known. A result that cannot be computed adds no error of its own. \n\
                 type Output: Shape; \
             }}",
            lhs.parameters, rhs.parameters,
        );
    }

    fn write_impl(&self, output: &mut String, tell: &str, name: &str, lhs: usize, rhs: usize) {
        let arguments = |letter, digits: usize| -> String {
            (0..digits)
                .rev()
                .map(|position| format!("{letter}{position},"))
                .collect()
        };
        let (left, right) = (Number::new('L', lhs), Number::new('R', rhs));
        let bound = format!("{name}<{}{}AXIS>", arguments('L', lhs), arguments('R', rhs));
        *output += &format!(
            "impl<T, {}{}const AXIS: usize> \
             {tell}<{}, {}, {}, Count<AXIS>> for T \
             where Shapes: {bound} {{ type Output = <Shapes as {bound}>::Output; }}",
            left.parameters, right.parameters, self.relation, left.pattern, right.pattern,
        );
    }

    /// What is long is padded.
    fn write_pad(&self, output: &mut String, lhs: &Number, rhs: &Number) {
        let (consts, types): (Vec<&str>, Vec<&str>) = [lhs, rhs]
            .iter()
            .flat_map(|number| number.parameters.split_terminator(','))
            .partition(|parameter| parameter.starts_with("const"));
        let bounds: String = [lhs, rhs]
            .iter()
            .filter(|number| number.is_long)
            .map(|number| format!("{}: Pad<Zeros>,", number.pattern))
            .collect();
        let bound = format!(
            "TellPadded<{}, {}, {}, Count<AXIS>>",
            self.relation,
            lhs.padded(),
            rhs.padded()
        );
        *output += &format!(
            "impl<T, {}, {}, const AXIS: usize> \
             Tell<{}, {}, {}, Count<AXIS>> for T \
             where {bounds} T: {bound} {{ type Output = <T as {bound}>::Output; }}",
            types.join(","),
            consts.join(","),
            self.relation,
            lhs.pattern,
            rhs.pattern,
        );
    }
}

/// `{L2}{L1}{L0}`; past `SHORT` digits with a `_` between groups of three, as in Rust's own literals.
fn placeholders(letter: char, digits: usize) -> String {
    let mut text = String::new();
    for position in (0..digits).rev() {
        text += &format!("{{{letter}{position}}}");
        if digits > SHORT && position > 0 && position % 3 == 0 {
            text.push('_');
        }
    }
    text
}
