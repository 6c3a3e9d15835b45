//! Makes the words of a rule from one text: a family of traits whose messages print numbers, and what the error at run
//! time says.
//!
//! In a text, `{lhs}` and `{rhs}` are two sizes and `{AXIS}` is the axis, counted from the end. Only the
//! compiler says `{!..}`. Only the run-time error says `{?..}`, where `{sizes}` and `{target}` are the two shapes.
//!
//! `on_unimplemented` fills in const parameters. Up to three digits are one parameter. A longer number has one
//! parameter for its leading digits, and one for each of the last three or six, which may be zeros. So the length of a
//! number determines the form of a trait. The attribute takes only literals, which is why `macro_rules` cannot assemble
//! the texts.
//!
//! Each pair of forms is a trait and an impl, which every build of the crate pays for. So most texts have words for
//! numbers of up to six digits, and print a longer one as a type.

use proc_macro::{Delimiter, Ident, Span, TokenStream, TokenTree};

use crate::Complaint;

/// Families, each one of these:
///
/// - `Family for Relation<Label, const FIRST: usize> { message = "...", label = "...", note = "..." }`
/// - `Family of numbers for Relation { .. }`: one of the two sizes is always a number.
/// - `Family of multiples { .. }`: names in a sum or a product with a number are written out.
/// - `Family of any length { .. }`: the same, and sizes of more than six digits.
/// - `Name { .., ranks Ranks { message = "..." } }`: the relation is the struct `NameRule`, which this makes. If the
///   message has a text for run time, there is also a `Rule::NAME`. `ranks` are the words for two numbers of axes, in a
///   trait of that name. `source_or_more` and `target_or_more` after it are those where a side has a run-time rank of at
///   least this many axes; without them, the words are the same.
pub(crate) fn messages(input: TokenStream) -> Result<TokenStream, Complaint> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let mut output = String::new();
    let mut rules = Vec::new();
    for family in tokens.split_inclusive(is_end) {
        let (family, sizes) = Sizes::taken_from(family);
        let family = match &family[..] {
            [
                TokenTree::Ident(name),
                TokenTree::Ident(_for),
                TokenTree::Ident(relation),
                generics @ ..,
                TokenTree::Group(options),
            ] => {
                let options = options.stream().to_string();
                Family::of_relation(name, relation, generics, &options, sizes)
            }
            [docs @ .., TokenTree::Ident(name), TokenTree::Group(words)] => {
                let rule = Rule::new(docs, name, words.stream())?;
                rule.write(&mut output);
                let family = rule.family(sizes);
                let is_about_ranks = rule.sizes.options.is_empty();
                rules.push(rule);
                if is_about_ranks {
                    continue;
                }
                family
            }
            _ => {
                let expected = "expected `Family for Relation { message = \"...\" }` or `Name { message = \"...\" }`";
                return Err(Complaint::new(Span::call_site(), expected));
            }
        };
        family.write_all(&mut output);
    }
    write_rules(&mut output, &rules);
    Ok(output.parse().expect("the family is made of valid tokens"))
}

/// What is said about the two sizes of a rule, or about two numbers of axes.
struct Words {
    /// The name of a trait, for numbers of axes.
    name: String,
    /// As they are written, with what is said by the compiler only and at run time only.
    options: String,
}

impl Words {
    /// The arguments of `on_unimplemented`.
    fn of_compiler(&self) -> String {
        said(&self.options, '!', '?')
    }

    /// The text of the error, if there is one: the literal after `message =`.
    fn at_run_time(&self) -> Option<String> {
        let message = self.options.split_once("message =")?.1;
        let begin = message.find('"')?;
        let end = begin + 1 + message[begin + 1..].find('"')?;
        let message = &message[begin..=end];
        message
            .contains("{?")
            .then(|| said(message, '?', '!'))
            // Parameters of traits are upper case, and an axis has its sign in the text.
            .map(|text| {
                text.replace("-{AXIS}", "{axis}")
                    .replace("{LHS}", "{lhs}")
                    .replace("{RHS}", "{rhs}")
            })
    }
}

/// A text with what stands in `{kept ..}`, and without what stands in `{left ..}`.
fn said(text: &str, kept: char, left: char) -> String {
    let mut output = String::new();
    // How deep in braces a part began that ends with its brace, and whether it is kept.
    let (mut depth, mut part) = (0, None);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let opens = character == '{';
        if opens
            && part.is_none()
            && matches!(characters.peek(), Some(&next) if next == kept || next == left)
        {
            let mark = characters.next();
            part = Some((depth, mark == Some(kept)));
            depth += 1;
            continue;
        }
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match part {
            Some((at, _)) if character == '}' && depth == at => part = None,
            Some((_, false)) => {}
            _ => output.push(character),
        }
    }
    output
}

/// A rule with its own words.
struct Rule {
    docs: String,
    name: String,
    sizes: Words,
    /// Exact ranks, a left side of at least this many axes, a right side of at least this many.
    ranks: Vec<Words>,
}

impl Rule {
    fn new(docs: &[TokenTree], name: &Ident, words: TokenStream) -> Result<Self, Complaint> {
        let docs = docs.iter().cloned().collect::<TokenStream>().to_string();
        let words: Vec<TokenTree> = words.into_iter().collect();
        let is_ranks = |token: &TokenTree| {
            ["ranks", "source_or_more", "target_or_more"].contains(&&*token.to_string())
        };
        let first = words.iter().position(is_ranks).unwrap_or(words.len());
        let (sizes, ranks) = words.split_at(first);
        let text =
            |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>().to_string();
        let mut rule = Self {
            docs,
            name: name.to_string(),
            sizes: Words {
                name: name.to_string(),
                options: text(sizes),
            },
            ranks: Vec::new(),
        };
        let mut ranks = ranks.iter();
        while let Some(_word) = ranks.next() {
            let Some(TokenTree::Ident(name)) = ranks.next() else {
                let expected = "expected `ranks Name { message = \"...\" }`";
                return Err(Complaint::new(name.span(), expected));
            };
            // Without words, the trait is that of another rule.
            let options = match ranks.next() {
                Some(TokenTree::Group(options)) => options.stream().to_string(),
                _ => String::new(),
            };
            let name = name.to_string();
            rule.ranks.push(Words { name, options });
        }
        let texts = rule
            .ranks
            .iter()
            .chain([&rule.sizes])
            .filter_map(Words::at_run_time);
        let is_known =
            |place: &str| matches!(place, "lhs" | "rhs" | "axis" | "along" | "sizes" | "target");
        for text in texts {
            // Every second part is what stands in braces.
            if !text.split(['{', '}']).skip(1).step_by(2).all(is_known) {
                let expected = "this text has another place than `lhs`, `rhs`, `AXIS`, `along`, `sizes` and `target`";
                return Err(Complaint::new(name.span(), expected));
            }
        }
        Ok(rule)
    }

    fn family(&self, sizes: Sizes) -> Family {
        Family {
            name: self.name.clone(),
            relation: format!("{}Rule", self.name),
            parameters: String::new(),
            options: self.sizes.of_compiler(),
            sizes,
        }
    }

    /// The relation, and the traits for numbers of axes.
    fn write(&self, output: &mut String) {
        let Self {
            docs, name, ranks, ..
        } = self;
        *output += &format!("{docs} pub struct {name}Rule;");
        for words in ranks.iter().filter(|words| !words.options.is_empty()) {
            let (name, options) = (&words.name, words.of_compiler());
            *output += &format!(
                "/// Carries the message for two ranks.\n\
                 #[diagnostic::on_unimplemented({options})] pub trait {name}<const LHS: usize, const RHS: usize> {{}}"
            );
        }
        let Some(last) = ranks.last() else { return };
        for (place, (lhs, rhs)) in [
            ("Count", "Count"),
            ("AtLeast", "Count"),
            ("Count", "AtLeast"),
        ]
        .iter()
        .enumerate()
        {
            let carrier = &ranks.get(place).unwrap_or(last).name;
            *output += &format!(
                "impl<T, const LHS: usize, const RHS: usize> Accept<{name}Rule, Excess<{lhs}<LHS>, {rhs}<RHS>>> for T \
                 where Shapes: {carrier}<LHS, RHS> {{ type Output = Scalar; }}"
            );
        }
    }
}

/// What is said of sizes by a rule that has words for ranks only.
const OTHER_SIZES: &str = "\"shapes {sizes} and {target} do not fit: size {lhs} does not match size {rhs} at axis {axis}\"";
/// What is said of ranks by a rule that has words for sizes only.
const OTHER_RANKS: &str =
    "\"shapes {sizes} and {target} do not fit: rank {lhs} does not match rank {rhs}\"";

/// The rules that shapes can break at run time, and what is said of each.
///
/// They are constants and no variants: rustc writes out the path of a trait whose name a public variant has as well.
fn write_rules(output: &mut String, rules: &[Rule]) {
    let (mut constants, mut texts, mut count) = (String::new(), String::new(), 0);
    for rule in rules {
        let of_ranks = rule.ranks.first().and_then(Words::at_run_time);
        let of_sizes = rule.sizes.at_run_time();
        if of_sizes.is_none() && of_ranks.is_none() {
            continue;
        }
        let (docs, name) = (&rule.docs, upper_case(&rule.name));
        let of_sizes = of_sizes.unwrap_or_else(|| OTHER_SIZES.to_owned());
        let of_ranks = of_ranks.unwrap_or_else(|| OTHER_RANKS.to_owned());
        constants += &format!("{docs} pub const {name}: Self = Self({count});");
        texts += &format!("[\"{name}\", {of_sizes}, {of_ranks}],");
        count += 1;
    }
    if count == 0 {
        return;
    }
    *output += &format!(
        "/// A rule on two sizes, or on two numbers of axes, that shapes can break at run time.\n\
         ///\n\
         /// In the guide: [at run time](crate::guide::run_time).\n\
         #[derive(Clone, Copy, PartialEq, Eq, Hash)]\n\
         pub struct Rule(u8);\n\
         impl Rule {{ {constants} }}\n\
         /// For each rule its name, what is said of two sizes, and what is said of two numbers of axes.\n\
         const TEXTS: [[&str; 3]; {count}] = [{texts}];\n\
         impl Rule {{\n\
             /// What is said of two sizes.\n\
             pub(crate) fn text_of_sizes(self) -> &'static str {{ TEXTS[self.0 as usize][1] }}\n\
             /// What is said of two numbers of axes.\n\
             pub(crate) fn text_of_ranks(self) -> &'static str {{ TEXTS[self.0 as usize][2] }}\n\
         }}\n\
         impl core::fmt::Debug for Rule {{\n\
             fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {{\n\
                 f.write_str(TEXTS[self.0 as usize][0])\n\
             }}\n\
         }}"
    );
}

/// `MatrixProduct` as `MATRIX_PRODUCT`.
fn upper_case(name: &str) -> String {
    let mut upper = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !upper.is_empty() {
            upper.push('_');
        }
        upper.extend(letter.to_uppercase());
    }
    upper
}

/// The numbers 0 to 999 as a tuple of tuples of tuples, each of ten: the first digit of a number finds the first tuple.
pub(crate) fn numbers_of_three_digits() -> TokenStream {
    fn of_digits(digits: u32, lead: usize) -> String {
        if digits == 0 {
            return format!("Count<{lead}>,");
        }
        let tens = (0..10).map(|digit| of_digits(digits - 1, lead * 10 + digit));
        format!("({}),", tens.collect::<String>())
    }
    let table = of_digits(3, 0);
    let table = table.trim_end_matches(',');
    table.parse().expect("tuples are made of valid tokens")
}

/// The most digits of a number in each form. `u64::MAX` has 20.
const LENGTHS: [usize; 4] = [3, SHORT, 9, LONG];
/// The most digits of a number that all texts have words for.
const SHORT: usize = 6;
const LONG: usize = 20;

/// The forms of the sizes that a text has words for.
#[derive(Clone, Copy, PartialEq)]
enum Sizes {
    /// Numbers of up to six digits, and names with their sums and products.
    Usual,
    /// The same without two names beside each other.
    Numbers,
    /// Numbers of up to six digits, and names with their sums and products, also with a number.
    Multiples,
    /// The same, and numbers of all lengths.
    AnyLength,
}

impl Sizes {
    /// Takes `of numbers`, `of multiples` or `of any length` out of a family.
    fn taken_from(family: &[TokenTree]) -> (Vec<TokenTree>, Self) {
        for (words, sizes) in [
            (&["of", "numbers"][..], Self::Numbers),
            (&["of", "multiples"], Self::Multiples),
            (&["of", "any", "length"], Self::AnyLength),
        ] {
            let is_here = |tokens: &[TokenTree]| {
                let is_word = |(token, word): (&TokenTree, &&str)| token.to_string() == *word;
                tokens.iter().zip(words).all(is_word)
            };
            if let Some(at) = family.windows(words.len()).position(is_here) {
                return ([&family[..at], &family[at + words.len()..]].concat(), sizes);
            }
        }
        (family.to_vec(), Self::Usual)
    }

    /// The most digits of the numbers that are written out.
    fn lengths(self) -> &'static [usize] {
        match self {
            Self::AnyLength => &LENGTHS,
            _ => &LENGTHS[..2],
        }
    }

    /// The form of a size that stands beside another.
    fn form(self, size: &str, other: &str) -> String {
        match self {
            Self::Usual => format!("<{other}::Short as Words>::Beside<{size}::Short>"),
            Self::Numbers => format!("<{size}::Short as Words>::BesideNumber"),
            Self::Multiples => {
                format!("<{other}::UpToSix as Words>::BesideInFull<{size}::UpToSix>")
            }
            Self::AnyLength => format!("{other}::BesideInFull<{size}>"),
        }
    }

    /// The forms of names beside a number, and beside each other.
    fn names(self) -> [&'static [Form]; 2] {
        match self {
            Self::Usual => [&NAMES[2..3], &NAMES[2..]],
            Self::Numbers => [&NAMES[2..3]; 2],
            Self::Multiples | Self::AnyLength => [&NAMES; 2],
        }
    }
}

/// A form of a name: its word in the names of traits, how it is printed, the type, and its parameters, in which `$` is the
/// letter of the side.
type Form = (&'static str, &'static str, &'static str, &'static str);

const NAMES: [Form; 5] = [
    (
        "SumWith",
        "`{$A} + {$N}`",
        "SumWith<$A, $N>",
        "$A, const $N: usize,",
    ),
    (
        "Multiple",
        "`{$N} * {$A}`",
        "Multiple<$A, $N>",
        "$A, const $N: usize,",
    ),
    ("Name", "`{$A}`", "NameOf<$A>", "$A,"),
    ("Sum", "`{$A} + {$B}`", "SumOf<$A, $B>", "$A, $B,"),
    ("Product", "`{$A} * {$B}`", "ProductOf<$A, $B>", "$A, $B,"),
];

/// What is said of names beside the words of the rule.
const NOTE_ON_NAMES: &str =
    ", note = \"a name stands for one size, and for that of no other name\"";

/// A decimal number or a name as a pattern of generic parameters.
struct Size {
    /// The most digits that it has, or a word.
    form: String,
    /// The most digits that it has, none for a name.
    digits: usize,
    /// `const L3: usize, const L2: u8, const L1: u8, const L0: u8,`
    parameters: String,
    /// `Digits<Digits<Digits<Count<L3>, L2>, L1>, L0>`
    pattern: String,
    /// `{L3}{L2}{L1}{L0}`
    placeholders: String,
}

impl Size {
    fn name(letter: char, (form, placeholders, pattern, parameters): &Form) -> Self {
        let own = |text: &str| text.replace('$', &letter.to_string());
        Self {
            form: (*form).to_owned(),
            digits: 0,
            parameters: own(parameters),
            pattern: own(pattern),
            placeholders: own(placeholders),
        }
    }

    fn number(letter: char, length: usize) -> Self {
        let mut number = Self {
            form: length.to_string(),
            digits: length,
            parameters: String::new(),
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
        if length > SHORT {
            number.pattern = format!("Long<{}>", number.pattern);
        }
        number
    }

    fn push(&mut self, name: &str, kind: &str) {
        self.parameters += &format!("const {name}: {kind},");
        self.placeholders += &format!("{{{name}}}");
    }
}

struct Family {
    name: String,
    relation: String,
    /// `Label, const FIRST: usize,`: what the relation is about.
    parameters: String,
    options: String,
    sizes: Sizes,
}

impl Family {
    /// `Family for Relation<Label, const FIRST: usize>`, which a text prints as `{Label}` and `{FIRST}`.
    fn of_relation(
        name: &Ident,
        relation: &Ident,
        generics: &[TokenTree],
        options: &str,
        sizes: Sizes,
    ) -> Self {
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
        Self {
            name: name.to_string(),
            relation: relation.to_string(),
            parameters,
            options: options.to_owned(),
            sizes,
        }
    }

    /// The trait that leads to the messages.
    // Each of its impls is checked whenever the crate is built, so they have nothing in them: the result is known not to
    // be known here, once for the family.
    fn write_told(&self, output: &mut String) {
        let (types, constants) = by_kind(&self.parameters);
        let (relation, parameters) = (&self.relation, names(&self.parameters));
        let declared = format!("Tell{}<{types}Lhs, Rhs, Axis, {constants}>", self.name);
        let (lhs, rhs) = (self.sizes.form("Lhs", "Rhs"), self.sizes.form("Rhs", "Lhs"));
        let told = self.told(&lhs, &rhs, "Axis");
        *output += &format!(
            "/// Leads to the message for two sizes, in decimal digits, at an axis. Never holds.\n\
             #[diagnostic::on_unimplemented( \
                 message = \"a shape of more than 128 axes does not fit, and its axes are not counted further\" \
             )] \
             pub trait {declared} {{}} \
             impl<T, {types}Lhs: Words, Rhs: Words, Axis, {constants}> Tell<{relation}<{parameters}>, Lhs, Rhs, Axis> for T \
             where Operands: {told}, Shapes: Unknown<Axis> {{ type Output = <Shapes as Unknown<Axis>>::Output; }}"
        );
    }

    /// The traits for all sizes.
    fn write_all(&self, output: &mut String) {
        self.write_told(output);
        // A text about one size ignores the other, which then has a single digit.
        let is_of_two = self.options.contains("{rhs}");
        let numbers = |lengths: &[usize], side| -> Vec<Size> {
            let sizes = lengths.iter().map(|&length| Size::number(side, length));
            sizes.collect()
        };
        let lengths = self.sizes.lengths();
        let left = numbers(lengths, 'L');
        let right = numbers(if is_of_two { lengths } else { &LENGTHS[..1] }, 'R');
        self.write_each(output, &left, &right);
        // A number of many digits is printed as a name beside one.
        let is_short = |right: &Size| right.digits <= SHORT;
        let right: Vec<Size> = right.into_iter().filter(is_short).collect();
        let names = |forms: &[Form], side| -> Vec<Size> {
            forms.iter().map(|form| Size::name(side, form)).collect()
        };
        let [beside_number, beside_name] = self.sizes.names();
        self.write_each(output, &names(beside_number, 'L'), &right);
        if is_of_two {
            let left = numbers(&LENGTHS[..2], 'L');
            self.write_each(output, &left, &names(beside_number, 'R'));
            self.write_each(output, &names(beside_name, 'L'), &names(beside_name, 'R'));
        }
    }

    fn write_each(&self, output: &mut String, left: &[Size], right: &[Size]) {
        for lhs in left {
            for rhs in right {
                self.write(output, lhs, rhs);
            }
        }
    }

    /// The trait that leads to the messages, for two sizes and an axis. Each family has its own, because rustc compares all
    /// impls of a trait with each other.
    fn told(&self, lhs: &str, rhs: &str, axis: &str) -> String {
        let (types, constants) = by_kind(&self.parameters);
        format!(
            "Tell{}<{}{lhs}, {rhs}, {axis}, {}>",
            self.name,
            names(&types),
            names(&constants)
        )
    }

    /// The trait for two sizes of these forms, and the impl that asks for it.
    fn write(&self, output: &mut String, lhs: &Size, rhs: &Size) {
        let name = format!("{}{}By{}", self.name, lhs.form, rhs.form);
        let mut options = self
            .options
            .replace("{lhs}", &lhs.placeholders)
            .replace("{rhs}", &rhs.placeholders);
        if lhs.digits == 0 || rhs.digits == 0 {
            options.truncate(options.trim_end().trim_end_matches(',').len());
            options += NOTE_ON_NAMES;
        }
        // Types come first, then the digits, then what else the relation is about.
        let (types, constants) = by_kind(&self.parameters);
        let sizes = format!("{}{}", lhs.parameters, rhs.parameters);
        let (parts, digits) = by_kind(&sizes);
        let (types, constants) = (types + &parts, digits + &constants);
        *output += &format!(
            "/// Carries one message, for sizes of these forms.\n\
             #[diagnostic::on_unimplemented({options})] \
             pub trait {name}<{types}{constants}const AXIS: usize>: Unknown<Count<AXIS>> {{}}"
        );
        let bound = format!("{name}<{}{}AXIS>", names(&types), names(&constants));
        let told = self.told(&lhs.pattern, &rhs.pattern, "Count<AXIS>");
        *output += &format!(
            "impl<T, {types}{constants}const AXIS: usize> {told} for T \
             where Shapes: {bound} {{}}"
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
