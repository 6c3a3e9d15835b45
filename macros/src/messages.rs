//! Makes a family of traits whose messages print numbers from one text with `{lhs}`, `{rhs}` and `{AXIS}`.
//!
//! `on_unimplemented` fills in const parameters. Up to three digits are one parameter. A longer number has one
//! parameter for its leading digits, and one for each of the last three or six, which may be zeros. So the length of a
//! number determines the form of a trait. The attribute takes only literals, which is why `macro_rules` cannot assemble
//! the texts.

use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

use crate::Complaint;

/// `Family for Relation { message = "...", label = "...", note = "..." }`, once or more.
pub(crate) fn messages(input: TokenStream) -> Result<TokenStream, Complaint> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let mut output = String::new();
    for family in tokens.split_inclusive(is_end) {
        let [
            TokenTree::Ident(name),
            TokenTree::Ident(_for),
            TokenTree::Ident(relation),
            generics @ ..,
            TokenTree::Group(options),
        ] = family
        else {
            return Err(Complaint::new(
                Span::call_site(),
                "expected `Family for Relation { message = \"...\" }`",
            ));
        };
        // `<Label, const FIRST: usize>`, which a text prints as `{Label}` and `{FIRST}`.
        let generics = generics
            .iter()
            .cloned()
            .collect::<TokenStream>()
            .to_string();
        let generics = generics.trim_matches(['<', '>', ' ']);
        let parameters = match generics {
            "" => String::new(),
            _ => format!("{},", generics.trim_end_matches(',')),
        };
        let family = Family {
            name: name.to_string(),
            relation: relation.to_string(),
            parameters,
            options: options.stream().to_string(),
        };
        // A text about one size ignores the other, which then has a single digit.
        let right = match family.options.contains("{rhs}") {
            true => &LENGTHS[..],
            false => &LENGTHS[..1],
        };
        for &lhs in &LENGTHS {
            for &rhs in right {
                family.write(&mut output, &Number::new('L', lhs), &Number::new('R', rhs));
            }
        }
    }
    Ok(output.parse().expect("the family is made of valid tokens"))
}

/// The impls of `Grouped` for the digits of 1 to 999: `Digits<Digits<End, 6>, 4>` is `Count<64>`.
pub(crate) fn numbers_of_three_digits() -> TokenStream {
    let mut output = String::new();
    for number in 1..1000 {
        let digits = number
            .to_string()
            .chars()
            .fold(String::from("End"), |lead, digit| {
                format!("Digits<{lead}, {digit}>")
            });
        output += &format!("impl Grouped for {digits} {{ type Number = Count<{number}>; }}");
    }
    output.parse().expect("impls are made of valid tokens")
}

/// The most digits of a number in each form. `u64::MAX` has 20.
const LENGTHS: [usize; 4] = [3, 6, 9, LONG];
const LONG: usize = 20;

/// A decimal number as a pattern of generic parameters.
struct Number {
    /// The most digits that it has.
    length: usize,
    /// `const L3: usize, const L2: u8, const L1: u8, const L0: u8,`
    parameters: String,
    /// `L3, L2, L1, L0,`
    arguments: String,
    /// `Digits<Digits<Digits<Count<L3>, L2>, L1>, L0>`
    pattern: String,
    /// `{L3}{L2}{L1}{L0}`
    placeholders: String,
}

impl Number {
    fn new(letter: char, length: usize) -> Self {
        let mut number = Self {
            length,
            parameters: String::new(),
            arguments: String::new(),
            pattern: String::from("End"),
            placeholders: String::new(),
        };
        let digits = match length {
            LONG => LONG,
            _ => {
                let lead = length - 3;
                number.push(&format!("{letter}{lead}"), "usize");
                number.pattern = format!("Count<{letter}{lead}>");
                lead
            }
        };
        for position in (0..digits).rev() {
            let name = format!("{letter}{position}");
            number.push(&name, "u8");
            number.pattern = format!("Digits<{}, {name}>", number.pattern);
            // As in Rust's own literals.
            if length == LONG && position > 0 && position % 3 == 0 {
                number.placeholders.push('_');
            }
        }
        number
    }

    fn push(&mut self, name: &str, kind: &str) {
        self.parameters += &format!("const {name}: {kind},");
        self.arguments += &format!("{name},");
        self.placeholders += &format!("{{{name}}}");
    }
}

struct Family {
    name: String,
    relation: String,
    /// `Label, const FIRST: usize,`: what the relation is about.
    parameters: String,
    options: String,
}

impl Family {
    /// The trait for two sizes of these forms, and the impl that asks for it.
    fn write(&self, output: &mut String, lhs: &Number, rhs: &Number) {
        let name = format!("{}{}By{}", self.name, lhs.length, rhs.length);
        let options = self
            .options
            .replace("{lhs}", &lhs.placeholders)
            .replace("{rhs}", &rhs.placeholders);
        let (types, constants) = by_kind(&self.parameters);
        *output += &format!(
            "/// Carries one message, for sizes of up to these numbers of digits.\n\
             #[diagnostic::on_unimplemented({options})] \
             pub trait {name}<{types}{}{}{constants}const AXIS: usize> {{ \
                 /// Never known, so that a result that cannot be computed adds no error of its own. \n\
                 type Output: Shape; \
             }}",
            lhs.parameters, rhs.parameters,
        );
        let (type_names, constant_names) = (names(&types), names(&constants));
        let bound = format!(
            "{name}<{type_names}{}{}{constant_names}AXIS>",
            lhs.arguments, rhs.arguments
        );
        *output += &format!(
            "impl<T, {types}{}{}{constants}const AXIS: usize> \
             Tell<{}<{}>, {}, {}, Count<AXIS>> for T \
             where Shapes: {bound} {{ type Output = <Shapes as {bound}>::Output; }}",
            lhs.parameters,
            rhs.parameters,
            self.relation,
            names(&self.parameters),
            lhs.pattern,
            rhs.pattern,
        );
    }
}

/// The parameters that are types, and those that are constants, which come last.
fn by_kind(parameters: &str) -> (String, String) {
    let is_type = |parameter: &&str| !parameter.trim_start().starts_with("const ");
    let (types, constants): (Vec<&str>, Vec<&str>) =
        parameters.split_inclusive(',').partition(is_type);
    (types.concat(), constants.concat())
}

/// `Label, const FIRST: usize,` as `Label, FIRST,`.
fn names(parameters: &str) -> String {
    parameters
        .split_inclusive(',')
        .map(|parameter| {
            let parameter = parameter.trim_start().trim_start_matches("const ");
            let name = parameter.split([':', ',']).next().unwrap_or_default();
            format!("{},", name.trim())
        })
        .collect()
}
