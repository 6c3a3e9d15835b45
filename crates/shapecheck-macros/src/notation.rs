//! The expansion of `einsum!` and similar macros: a local function with a type parameter for each axis of each operand,
//! called with the caller's operands. For a label that occurs several times, the function has a bound that names the label,
//! so that a mistake is reported at the operand.

use std::fmt::Write;

use proc_macro::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::grammar::{self, Part, Place, Term, Wrong};
use crate::tokens::{Add, List, expressions, inside, parsed, path, quote};
use crate::typo;

/// An equation as the caller wrote it.
pub(crate) struct Text {
    pub text: String,
    pub span: Span,
}

impl Text {
    /// From a string literal, which may be in an invisible group if it came through a macro's `$pattern:literal`.
    pub(crate) fn of(tokens: &[TokenTree]) -> Option<Self> {
        match tokens {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
                Self::of(&inside(group))
            }
            [TokenTree::Literal(literal)] => Some(Self {
                text: text_of(literal)?,
                span: literal.span(),
            }),
            _ => None,
        }
    }

    /// The mistake, with the equation and a mark below the place.
    pub(crate) fn complain(&self, wrong: &Wrong) -> Complaint {
        let mut told = wrong.explain(&self.text);
        if let Some(meant) = typo::meant(&self.text, wrong) {
            let _ = write!(told, ": did you mean `{meant}`?");
        }
        self.mark(wrong.place, &told)
    }

    /// A text about a place, with the equation and a mark below the place.
    pub(crate) fn mark(&self, place: Place, told: &str) -> Complaint {
        let mut marks = String::new();
        for (index, character) in self.text.char_indices() {
            if index >= place.1.max(place.0 + 1) {
                break;
            }
            marks.push(match index >= place.0 {
                true => '^',
                false if character == '\t' => '\t',
                false => ' ',
            });
        }
        if place.0 >= self.text.len() {
            marks.push('^');
        }
        Complaint::new(self.span, format!("{told}\n  {}\n  {marks}", self.text))
    }

    pub(crate) fn count_operands(&self, expected: usize, given: usize) -> Result<(), Complaint> {
        if expected == given {
            return Ok(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        let are = if given == 1 { "is" } else { "are" };
        Err(Complaint::new(
            self.span,
            format!(
                "the equation has {expected} operand{plural}, but {given} {are} given\n  {}",
                self.text
            ),
        ))
    }

    pub(crate) fn name(&self, place: Place) -> &str {
        &self.text[place.0..place.1]
    }
}

/// The value of a string literal: plain, raw, or with escapes (which no equation needs).
fn text_of(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    let raw = source.strip_prefix('r');
    let body = raw.map_or(source.as_str(), |raw| raw.trim_matches('#'));
    let body = body.strip_prefix('"')?.strip_suffix('"')?;
    (raw.is_some() || !body.contains('\\')).then(|| body.to_owned())
}

/// An equation, and the operands after `;`.
pub(crate) fn input(
    tokens: Vec<TokenTree>,
    example: &str,
) -> Result<(Text, Vec<TokenStream>), Complaint> {
    let mut tokens = tokens.into_iter();
    let first = tokens.next();
    let span = first.as_ref().map_or(Span::call_site(), TokenTree::span);
    let not_an_equation = || {
        Complaint::new(
            span,
            format!(
                "an equation is a string literal, and operands follow after a semicolon: `{example}`"
            ),
        )
    };
    let mut literal = first;
    while let Some(TokenTree::Group(group)) = &literal {
        match group.delimiter() {
            Delimiter::None => literal = group.stream().into_iter().next(),
            _ => return Err(not_an_equation()),
        }
    }
    let Some(TokenTree::Literal(literal)) = literal else {
        return Err(not_an_equation());
    };
    let text = text_of(&literal).ok_or_else(not_an_equation)?;
    let span = literal.span();
    match tokens.next() {
        Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), ';' | ',') => {}
        Some(other) => {
            return Err(Complaint::new(
                other.span(),
                format!("operands follow after a semicolon: `{example}`"),
            ));
        }
        None => return Err(not_an_equation()),
    }
    let operands: Vec<TokenTree> = tokens.list();
    let operands = expressions(&operands).into_iter();
    let operands = operands.map(|operand| operand.iter().cloned().list());
    let operands = operands.list();
    Ok((Text { text, span }, operands))
}

/// A name as a Rust identifier that is not a parameter of the local function.
pub(crate) fn identifier(name: &str) -> String {
    let is_parameter = |name: &str| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_uppercase())
            && letters.all(|digit| digit.is_ascii_digit())
    };
    match name {
        _ if is_parameter(name) => format!("{name}_"),
        "self" | "Self" | "super" | "crate" | "_" => format!("{name}_"),
        _ if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ => name.to_owned(),
    }
}

const KEYWORDS: [&str; 47] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while",
];

/// The shape with the axes of `lead`, then these sizes.
pub(crate) fn shape(lead: Option<&str>, sizes: &[String]) -> String {
    let mut shape = lead.map(str::to_owned);
    for sizes in sizes.chunks(8) {
        let (count, list) = (sizes.len(), sizes.join(","));
        shape = Some(match shape {
            None => format!("__root::__macro::Shape{count}<{list}>"),
            Some(lead) => format!("__root::__macro::Then{count}<{lead},{list}>"),
        });
    }
    shape.unwrap_or_else(|| "__root::Scalar".to_owned())
}

/// A list of axes, beginning with the first.
pub(crate) fn first_to_last(axes: &[String]) -> String {
    let end = "__root::algebra::NoAxis".to_owned();
    let axes = axes.iter().rev();
    axes.fold(end, |rest, axis| {
        format!("__root::algebra::First<{axis}, {rest}>")
    })
}

/// The local function under construction.
#[derive(Default)]
pub(crate) struct Function {
    /// The types that stand for labels in messages.
    pub types: String,
    pub parameters: String,
    /// How many parameters there are.
    count: usize,
    pub bounds: String,
}

impl Function {
    /// One more parameter.
    pub(crate) fn parameter(&mut self, kind: &str) -> String {
        self.count += 1;
        let name = format!("{kind}{}", self.count);
        let _ = write!(self.parameters, "{name},");
        name
    }

    /// A label as an argument of a relation: a letter as it is, a word as a type of this name.
    fn label(&mut self, name: &str) -> String {
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return format!("__root::verdict::Letter<{letter:?}>");
        }
        let name = identifier(name);
        self.name(&name);
        format!("__root::verdict::Word<{name}>")
    }

    /// A type of this name.
    fn name(&mut self, name: &str) {
        let name = format!("enum {name} {{}}");
        if !self.types.contains(&name) {
            self.types += &name;
        }
    }
}

/// The traits that ask for the axes of an operand.
pub(crate) struct Asks<'a> {
    /// The relation that a mistake is reported for.
    pub naming: &'a str,
    /// For few axes, with or without others in front.
    pub axes: &'a str,
    /// For many axes.
    pub last: &'a str,
    /// For the axes before dots.
    pub first: &'a str,
}

/// The local function of an equation under construction.
pub(crate) struct Labels<'a> {
    text: &'a Text,
    /// The first place of each label.
    places: Vec<Place>,
    /// Each label as an argument of a relation.
    pub arguments: Vec<String>,
    /// The types that name the operands; none if operands are counted.
    operands: Vec<String>,
    /// Whether the sizes of labels go into the types of the result.
    typed: bool,
    /// The size of each label, from the operands seen so far.
    pub sizes: Vec<Option<String>>,
    /// The sizes of each label in the operands seen so far.
    own: Vec<Vec<Option<String>>>,
    pub function: Function,
}

impl<'a> Labels<'a> {
    pub(crate) fn new(text: &'a Text, places: Vec<Place>) -> Self {
        let mut function = Function::default();
        let name = |place: &Place| function.label(text.name(*place));
        Self {
            text,
            arguments: places.iter().map(name).list(),
            operands: Vec::new(),
            typed: true,
            sizes: vec![None; places.len()],
            own: Vec::new(),
            places,
            function,
        }
    }

    /// For a contract, whose operands have these names, each as a text and as a type.
    pub(crate) fn of_contract(
        text: &'a Text,
        contract: &grammar::Contract,
        names: &[(String, String)],
        typed: bool,
    ) -> Self {
        let mut function = Function::default();
        for (_, name) in names {
            function.name(name);
        }
        let argument = |label: &Part| match label {
            Part::Name(place) => function.label(text.name(*place)),
            // Numbers are asked for separately.
            _ => String::new(),
        };
        Self {
            text,
            arguments: contract.labels.iter().map(argument).list(),
            operands: names.iter().map(|(_, name)| name.clone()).list(),
            typed,
            sizes: vec![None; contract.labels.len()],
            own: Vec::new(),
            places: contract.labels.iter().map(Part::place).list(),
            function,
        }
    }

    /// The known size of a label of a contract. `fixed` says which labels have a given size.
    pub(crate) fn known(&self, name: Place, fixed: &[Option<usize>]) -> Option<String> {
        let is_it = |place: &Place| grammar::same(&self.text.text, *place, name);
        let label = self.places.iter().position(is_it)?;
        match fixed[label] {
            Some(number) => Some(format!("F{number}")),
            None => self.sizes[label].clone(),
        }
    }

    /// An operand, counted from 1, as an argument of a relation.
    fn called(&self, operand: usize) -> String {
        match self.operands.get(operand - 1) {
            Some(name) => format!("__root::verdict::In<{name}>"),
            None => format!("__root::verdict::Count<{operand}>"),
        }
    }

    /// Asks that the type of an operand has the axes of a term. Gives the size of each axis, and the shape in place of
    /// dots.
    pub(crate) fn name_axes<'t>(
        &mut self,
        operand: usize,
        term: &'t Term,
        asks: &Asks<'_>,
    ) -> (Vec<(&'t Part, String)>, Option<String>) {
        let function = &mut self.function;
        let is_dots = |part: &Part| matches!(part, Part::Dots(_));
        let dots = term.parts.iter().position(is_dots);
        let mut axes = Vec::new();
        for part in term.parts.iter().filter(|part| !is_dots(part)) {
            axes.push((part, function.parameter("A")));
        }
        // The axes in front of the dots are asked for once the shape in front of the others is known.
        let sizes: Vec<String> = axes.iter().map(|(_, size)| size.clone()).list();
        let (front, back) = sizes.split_at(dots.unwrap_or_default());
        let lead = dots.map(|_| {
            let name = function.parameter("L");
            let _ = write!(function.bounds, "{name}: __root::Shape,");
            name
        });
        let naming = asks.naming;
        let bound = match (&lead, back.len() <= 8) {
            (Some(lead), true) => format!(
                "{}<{naming}, __root::algebra::Others<{lead}, {}>>",
                asks.axes,
                shape(None, back)
            ),
            (None, true) => format!("{}<{naming}, {}>", asks.axes, shape(None, back)),
            (_, false) => {
                let dynamic = vec!["__root::Dyn".to_owned(); back.len()];
                let rank = lead.as_ref().map(|_| "__root::DynShape");
                format!(
                    "{}<{naming}, {}, Axes = {}>",
                    asks.last,
                    shape(rank, &dynamic),
                    shape(lead.as_deref(), back)
                )
            }
        };
        let _ = write!(function.bounds, "X{operand}: {bound},");
        let Some(lead) = &lead else {
            return (axes, None);
        };
        if front.is_empty() {
            return (axes, Some(lead.clone()));
        }
        let middle = function.parameter("L");
        let list = first_to_last(front);
        let _ = write!(
            function.bounds,
            "{middle}: __root::Shape, X{operand}: {}<{naming}, __root::verdict::AtLeast<{}>, {lead}, {list}, {middle}>,",
            asks.first,
            sizes.len(),
        );
        (axes, Some(middle))
    }

    /// Each label, and its size as a type.
    pub(crate) fn found(&self) -> Vec<(String, String)> {
        let each = self.places.iter().zip(&self.sizes);
        let found = each
            .filter_map(|(place, size)| Some((self.text.name(*place).to_owned(), size.clone()?)));
        found.list()
    }

    pub(crate) fn number(&self, name: Place) -> usize {
        let same = |place: &Place| grammar::same(&self.text.text, *place, name);
        self.places.iter().position(same).unwrap_or_default()
    }

    /// Asks that the axes of an operand have the same sizes as those with the same names in an earlier operand. Gives
    /// what is known of each size.
    fn same(
        &mut self,
        labels: &[(usize, String, String)],
        first: Option<usize>,
        operand: usize,
    ) -> Vec<String> {
        if labels.is_empty() {
            return Vec::new();
        }
        let list = labels.iter().fold("()".to_owned(), |others, (label, ..)| {
            format!("({}, {others})", self.arguments[*label])
        });
        let first = first.map_or("__root::verdict::Twice".to_owned(), |first| {
            self.called(first)
        });
        let second = self.called(operand);
        let own: Vec<String> = labels.iter().map(|(_, own, _)| own.clone()).list();
        let other: Vec<String> = labels.iter().map(|(.., other)| other.clone()).list();
        let met: Vec<String> = labels.iter().map(|_| self.function.parameter("M")).list();
        // A bound on the shape of the later operand, because rustc reports a bound at the argument whose type it is
        // about.
        let _ = write!(
            self.function.bounds,
            "X{operand}: __root::algebra::SameLabels<__root::verdict::Among<{list}, {first}, {second}>, {}, {}, {}>,",
            shape(None, &own),
            shape(None, &other),
            shape(None, &met),
        );
        met
    }

    /// What is known of two sizes that are asked to be equal elsewhere.
    fn agreed(&mut self, lhs: &str, rhs: &str) -> String {
        if !self.typed {
            // The sizes are values.
            return lhs.to_owned();
        }
        let met = self.function.parameter("M");
        let _ = write!(
            self.function.bounds,
            "{lhs}: __root::algebra::AxisEquals<{rhs}, Verdict: __root::algebra::Agreed<{met}>>,",
        );
        met
    }

    /// The axes of an operand that have these labels and sizes.
    pub(crate) fn operand(&mut self, axes: &[(usize, String)]) {
        let operand = self.own.len() + 1;
        let mut own: Vec<Option<String>> = vec![None; self.places.len()];
        let mut twice = Vec::new();
        for (label, size) in axes {
            match &own[*label] {
                None => own[*label] = Some(size.clone()),
                Some(first) => twice.push((*label, size.clone(), first.clone())),
            }
        }
        for ((label, size, first), met) in twice
            .clone()
            .into_iter()
            .zip(self.same(&twice, None, operand))
        {
            own[label] = Some(match own[label].take() {
                Some(before) if before != first => self.agreed(&size, &before),
                _ => met,
            });
        }
        let mut met: Vec<Option<String>> = vec![None; self.places.len()];
        for first in 0..self.own.len() {
            // One bound for each pair of operands, so that a message names the operands that have its sizes.
            let pairs = own.iter().zip(&self.own[first]).enumerate();
            let shared: Vec<(usize, String, String)> = pairs
                .filter_map(|(label, pair)| match pair {
                    (Some(own), Some(other)) => Some((label, own.clone(), other.clone())),
                    _ => None,
                })
                .list();
            for ((label, ..), size) in
                shared
                    .iter()
                    .zip(self.same(&shared, Some(first + 1), operand))
            {
                met[*label] = Some(size);
            }
        }
        for label in 0..self.places.len() {
            let Some(size) = own[label].clone() else {
                continue;
            };
            let operands = self.own.iter().filter(|own| own[label].is_some()).count();
            self.sizes[label] = Some(
                match (operands, self.sizes[label].take(), met[label].take()) {
                    (1, _, Some(met)) => met,
                    (_, Some(before), _) => self.agreed(&size, &before),
                    _ => size,
                },
            );
        }
        self.own.push(own);
    }
}

pub(crate) fn einsum(tokens_in: Vec<TokenTree>) -> Result<Expansion, Complaint> {
    let example = "einsum!(\"i j, j k -> i k\"; &a, &b)";
    let (text, operands) = input(tokens_in, example)?;
    let explain = |wrong| text.complain(&wrong);
    let (terms, result) = grammar::einsum(&text.text).map_err(explain)?;
    let places = grammar::labels(&text.text, &terms).map_err(explain)?;
    text.count_operands(terms.len(), operands.len())?;
    let table = grammar::numbered(&text.text, &places, &terms, &result);
    let warnings = typo::likely(&text.text, &terms, &result).into_iter();
    let warnings = warnings.map(|(label, meant)| {
        let told = format!(
            "label `{}` stands once and is summed over: did you mean `{}`?",
            text.name(label),
            text.name(meant),
        );
        text.mark(label, &told)
    });
    let warnings = warnings.list();
    let mut einsum = Einsum {
        labels: Labels::new(&text, places),
        keeps_dots: result.dots().is_some(),
        lead: None,
        operands: 0,
        arguments: String::new(),
        passed: String::new(),
        dynamic: [const { String::new() }; 3],
    };
    for term in &terms {
        einsum.operand(term);
    }
    let output = einsum.output(&result);
    Ok(einsum.finish(&output, &table, warnings, operands))
}

/// The local function of an einsum under construction.
struct Einsum<'a> {
    labels: Labels<'a>,
    /// Whether axes without a name are in the result.
    keeps_dots: bool,
    /// The axes without a name of all operands so far, which broadcast.
    lead: Option<String>,
    operands: usize,
    arguments: String,
    passed: String,
    /// The terms, shapes and names of the operands, for three or more.
    dynamic: [String; 3],
}

impl Einsum<'_> {
    /// Asks that the next operand has the axes of a term.
    fn operand(&mut self, term: &Term) {
        self.operands += 1;
        let operand = self.operands;
        let (sizes, dots) = self.labels.name_axes(
            operand,
            term,
            &Asks {
                naming: &format!("__root::verdict::Naming<{operand}>"),
                axes: "__root::algebra::NamesAxes",
                last: "__root::algebra::NamesLast",
                first: "__root::algebra::NamesFirst",
            },
        );
        let (mut axes, mut ones) = (Vec::new(), Vec::new());
        for (part, size) in sizes {
            match part {
                Part::Name(place) => axes.push((self.labels.number(*place), size)),
                _ => ones.push(size),
            }
        }
        let function = &mut self.labels.function;
        let _ = write!(function.parameters, "X{operand},");
        let _ = write!(function.bounds, "X{operand}: __root::engine::ArrayShape,");
        if !ones.is_empty() {
            let unit = shape(None, &vec!["__root::typenum::U1".to_owned(); ones.len()]);
            let _ = write!(
                function.bounds,
                "X{operand}: __root::algebra::SameLabels<__root::verdict::Ones<{operand}>, {}, {unit}, {unit}>,",
                shape(None, &ones),
            );
        }
        if let Some(dots) = dots {
            self.dots(dots);
        }
        self.labels.operand(&axes);
        let _ = write!(
            self.arguments,
            "x{operand}: &__root::TensorOn<T, X{operand}, E>,"
        );
        let _ = write!(self.passed, "x{operand},");
        for (list, of) in self.dynamic.iter_mut().zip(["term", "sizes", "names"]) {
            let _ = write!(list, "__root::notation::{of}(x{operand}),");
        }
    }

    /// The axes without a name of an operand.
    fn dots(&mut self, dots: String) {
        let bounds = &mut self.labels.function.bounds;
        if !self.keeps_dots {
            let operand = self.operands;
            let _ = write!(
                bounds,
                "X{operand}: __root::algebra::LeavesOut<__root::verdict::LeavingOut<{operand}>, {dots}>,"
            );
            return;
        }
        self.lead = Some(match self.lead.take() {
            None => dots,
            Some(lead) => {
                let _ = write!(bounds, "{lead}: __root::Broadcast<{dots}>,");
                format!("__root::Broadcasted<{lead}, {dots}>")
            }
        });
    }

    /// The shape of the result.
    fn output(&mut self, result: &Term) -> String {
        let mut sizes = Vec::new();
        let mut result_lead = None;
        for part in &result.parts {
            match (part, &self.lead) {
                (Part::Dots(_), Some(lead)) => {
                    result_lead = Some(lead.clone());
                    if !sizes.is_empty() {
                        let front = shape(None, &std::mem::take(&mut sizes));
                        let follows = format!("__root::algebra::Follows<{front}>");
                        let _ = write!(self.labels.function.bounds, "{lead}: {follows},");
                        result_lead = Some(format!("<{lead} as {follows}>::Output"));
                    }
                }
                // No operand has dots: these stand for no axes.
                (Part::Dots(_), None) => {}
                _ => {
                    let label = self.labels.number(part.place());
                    sizes.add(self.labels.sizes[label].clone());
                }
            }
        }
        shape(result_lead.as_deref(), &sizes)
    }

    fn finish(
        self,
        output: &str,
        table: &[u8],
        warnings: Vec<Complaint>,
        operands: Vec<TokenStream>,
    ) -> Expansion {
        let labels = self.labels.found();
        let Self {
            arguments,
            passed,
            dynamic: [terms, shapes, names],
            ..
        } = self;
        let text = self.labels.text;
        let Function {
            types,
            parameters,
            bounds,
            ..
        } = self.labels.function;
        let body = match operands.len() {
            1 => format!("einsum_of_one({passed}"),
            2 => format!("einsum_of_two({passed}"),
            _ => format!("einsum_of::<T, _, E, _>([{terms}], [{shapes}], [{names}],"),
        };
        Expansion {
            items: types,
            name: "__einsum",
            parameters: format!("T: 'static, E: __root::engine::Einsums<T>, {parameters}"),
            arguments,
            bounds,
            bounds_of_output: format!("{output}: __root::engine::ArrayShape"),
            output: format!("__root::TensorOn<T, {output}, E::Out>"),
            body: format!(
                "__root::notation::{body} __root::notation::Table::new({:?}, {}))",
                text.text,
                Literal::byte_string(table),
            ),
            is_named: false,
            warnings,
            operands,
            span: text.span,
            labels,
        }
    }
}

/// What a macro expands to: a local function, and its call with the caller's operands.
pub(crate) struct Expansion {
    /// Types that stand for names in messages, and what else is declared before the function.
    pub items: String,
    pub name: &'static str,
    pub parameters: String,
    pub arguments: String,
    pub bounds: String,
    /// The type of the result, and what has to hold for it.
    pub output: String,
    pub bounds_of_output: String,
    pub body: String,
    /// Whether the result is a local first.
    pub is_named: bool,
    pub warnings: Vec<Complaint>,
    pub operands: Vec<TokenStream>,
    /// The literal with the equation.
    pub span: Span,
    /// Each label, and its size as a type, for an editor.
    pub labels: Vec<(String, String)>,
}

impl Expansion {
    fn function(&self) -> String {
        let Self {
            items,
            name,
            parameters,
            arguments,
            bounds,
            output,
            bounds_of_output,
            body,
            ..
        } = self;
        format!(
            "{items} \
             #[inline] #[track_caller] \
             fn {name}<{parameters}>({arguments}) -> {output} where {bounds} {bounds_of_output} {{ {body} }}"
        )
    }

    /// `fn __sizes<...>(...) -> (A, B,) where ... { loop {} }`: nothing of this runs.
    fn function_of_sizes(&self) -> String {
        let Self {
            parameters,
            arguments,
            bounds,
            labels,
            ..
        } = self;
        let types: Vec<&str> = labels.iter().map(|(_, size)| size.as_str()).list();
        format!(
            "fn __sizes<{parameters}>({arguments}) -> ({},) where {bounds} {{ loop {{}} }}",
            types.join(",")
        )
    }

    /// `(b, h,)`: a local for each label, at the place of the literal. An editor shows these where it points.
    fn locals(&self) -> TokenStream {
        let mut locals = TokenStream::new();
        for (name, _) in &self.labels {
            let name = identifier(name);
            let local = match name.strip_prefix("r#") {
                Some(keyword) => Ident::new_raw(keyword, self.span),
                None => Ident::new(&name, self.span),
            };
            locals.add([TokenTree::Ident(local)]);
            locals.add(path(",", self.span));
        }
        locals
    }

    /// `{ use CRATE::{self as __root}; FUNCTION NAME(OPERANDS) }`: rustc reports a mistake at the caller's own operand.
    ///
    /// In an editor a local for each label has the label's size as its type.
    pub(crate) fn write(mut self, root: &TokenStream, in_editor: bool) -> TokenStream {
        let here = Span::call_site();
        let mut arguments = TokenStream::new();
        for operand in core::mem::take(&mut self.operands) {
            arguments.add(operand);
            arguments.add(path(",", here));
        }
        let warnings: TokenStream = core::mem::take(&mut self.warnings)
            .into_iter()
            .flat_map(Complaint::into_warning)
            .list();
        let (function, name) = (parsed(&self.function()), Ident::new(self.name, here));
        if !in_editor || self.labels.is_empty() {
            return match self.is_named {
                // Where another type is expected, rustc then compares it with the whole result, and not with the sizes that are
                // passed.
                true => quote!(here, [root, warnings, function, name, arguments] {
                    let __made = { use #root::{self as __root}; #warnings #function #name(#arguments) };
                    __made
                }),
                false => quote!(here, [root, warnings, function, name, arguments] {
                    use #root::{self as __root};
                    #warnings
                    #function
                    #name(#arguments)
                }),
            };
        }
        let (sizes, locals) = (parsed(&self.function_of_sizes()), self.locals());
        quote!(here, [root, warnings, function, sizes, name, arguments, locals] {
            use #root::{self as __root};
            #warnings
            #function
            #sizes
            let __value = #name(#arguments);
            let (#locals) = __sizes(#arguments);
            __value
        })
    }
}
