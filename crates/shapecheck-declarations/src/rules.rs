//! Makes a rule of named axes from one line: a trait with its impl for the compiler, and the same over slices for run time.
//!
//! ```text
//! rules! {
//!     /// A shape of points ...
//!     #[diagnostic::on_unimplemented(...)]
//!     Distances<Rhs>: [..L, P, N], [..R, Q, N] -> [..L with R, P, Q] where N: Distances;
//!     /// The same over slices of sizes.
//!     fn distances_shape(lhs, rhs);
//! }
//! ```
//!
//! Operands are written as in the guide. The first is `Self`, and the others are the parameters. `[..L, P, N]` has any
//! axes in front, and `[O, I]: LayerWeights` exactly these: `LayerWeights: [O, I];` makes a trait for shapes of as many
//! axes. `L with R` are axes that broadcast. Each name that stands twice has a rule: `N: Distances` says that both
//! sizes are equal, and the entry `Distances` of the table of texts is the message if they are not.
//!
//! A rule with the parameter `AXIS` is about one axis of a shape, and its other parameters are sizes:
//!
//! ```text
//! TopK<AXIS, K>: [.., N, ..] -> [.., K, ..] where K <= N: Largest;
//! fn top_k_shape(sizes, axis, count);
//! ```
//!
//! What has to hold is `K <= N`, `N >= 1`, `K == N`, `K divides N` or `N divided by K`, which name the two sizes in the
//! order in which the text does. A size of the result is made by `+`, `-`, `*` and `/`, and `[.., ..]` is the shape
//! without the axis. Without a result, the trait says only what has to hold.

use std::fmt::Write;

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::Complaint;

type Result<T> = std::result::Result<T, Complaint>;

/// An operand, or the result.
#[derive(Default)]
struct Operand {
    /// The name of the axes in front; `L with R` has two. `None` where all axes have names.
    lead: Option<Vec<String>>,
    axes: Vec<String>,
    /// How the last of them is computed.
    size: Vec<TokenTree>,
    /// The trait of a shape of exactly these axes.
    exact: Option<String>,
}

pub(crate) fn rules(input: TokenStream) -> Result<TokenStream> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let mut output = String::new();
    let mut names = Vec::new();
    let mut last: Option<Rule> = None;
    for tokens in tokens
        .split(|token| is(token, ";"))
        .filter(|item| !item.is_empty())
    {
        let first = tokens
            .iter()
            .position(|token| matches!(token, TokenTree::Ident(_)));
        let (attributes, tokens) = tokens.split_at(first.unwrap_or(tokens.len()));
        let attributes = attributes
            .iter()
            .cloned()
            .collect::<TokenStream>()
            .to_string();
        match tokens {
            [
                TokenTree::Ident(word),
                TokenTree::Ident(name),
                TokenTree::Group(arguments),
            ] if word.to_string() == "fn" => {
                let Some(rule) = &last else {
                    return Err(Complaint::new(
                        name.span(),
                        "expected a rule before its function",
                    ));
                };
                rule.write_function(&mut output, &attributes, name, arguments)?;
                names.push(name.clone());
            }
            [TokenTree::Ident(name), rest @ ..] => {
                names.push(name.clone());
                last = Rule::read(attributes, name, rest, &mut output)?;
            }
            _ => return Err(Complaint::new(Span::call_site(), "expected a rule")),
        }
    }
    let made: TokenStream = output.parse().expect("a rule is made of valid tokens");
    Ok(with_spans(made, &names))
}

/// With the places of the names, so that an editor finds what is made.
fn with_spans(tokens: TokenStream, names: &[Ident]) -> TokenStream {
    let placed = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = with_spans(group.stream(), names);
            let mut placed = Group::new(group.delimiter(), inner);
            placed.set_span(group.span());
            TokenTree::Group(placed)
        }
        TokenTree::Ident(mut ident) => {
            let name = ident.to_string();
            if let Some(given) = names.iter().find(|given| given.to_string() == name) {
                ident.set_span(given.span());
            }
            TokenTree::Ident(ident)
        }
        token => token,
    });
    placed.collect()
}

fn is(token: &TokenTree, text: &str) -> bool {
    token.to_string() == text
}

/// A rule: operands, the result and what two sizes of one name have to be.
struct Rule {
    name: String,
    parameters: Vec<String>,
    operands: Vec<Operand>,
    result: Option<Operand>,
    relations: Vec<Relation>,
}

/// The bounds of an impl on parts of its operands.
///
/// A part and a verdict are parameters of the impl, `Weights: LayerWeights<I = Part1_1>`, so that no bound names a
/// projection of another. What a bound names rustc's next trait solver has to normalize before it looks at any of them:
/// if it cannot, it reports the rule instead of the bound that does not hold.
#[derive(Default)]
struct Bounds {
    bounds: String,
    /// The operand, and the place among its associated types.
    parts: Vec<(usize, usize)>,
    verdicts: Vec<String>,
}

impl Bounds {
    fn parameter((number, place): (usize, usize)) -> String {
        format!("Part{number}_{place}")
    }

    /// Compares two parts. Returns the parameter that is the verdict.
    fn compare(
        &mut self,
        rule: &Rule,
        by: &str,
        lhs: (usize, usize),
        rhs: (usize, usize),
    ) -> String {
        let parts = [lhs, rhs].map(|part| {
            if rule.kind(part.0).2.get(part.1).is_none() {
                return rule.operand(part.0).to_owned();
            }
            if !self.parts.contains(&part) {
                self.parts.push(part);
            }
            Self::parameter(part)
        });
        let [lhs, rhs] = parts;
        let verdict = format!("Verdict{}", self.verdicts.len());
        let kind = match by {
            "algebra::AxisEqualTo" => "AxisVerdict",
            _ => "ShapeVerdict",
        };
        write!(
            self.bounds,
            "{rhs}: crate::{by}<{lhs}, Verdict = {verdict}>, {verdict}: crate::verdict::{kind},"
        )
        .unwrap();
        self.verdicts.push(verdict.clone());
        verdict
    }

    fn accept(&mut self, operand: &str, text: &str, verdict: &str) {
        write!(
            self.bounds,
            "crate::verdict::OperandsWith<{operand}>: crate::verdict::Accept<crate::verdict::{text}Rule, {verdict}>,"
        )
        .unwrap();
    }
}

/// The name of a size, or of axes in front, that stands twice, and the entry of the table of texts. For an axis, what has
/// to hold.
struct Relation {
    name: String,
    holds: Vec<TokenTree>,
    text: String,
}

impl Rule {
    /// The rule whose name and parameters come first. Writes the trait.
    fn read(
        attributes: String,
        name: &Ident,
        rest: &[TokenTree],
        output: &mut String,
    ) -> Result<Option<Self>> {
        let wrong = |text: &str| Complaint::new(name.span(), text);
        let end = match rest.first() {
            Some(first) if is(first, "<") => rest.iter().position(|token| is(token, ">")),
            _ => None,
        };
        let (generics, rest) = rest.split_at(end.map_or(0, |end| end + 1));
        let [colon, rest @ ..] = rest else {
            return Err(wrong("expected the operands of the rule"));
        };
        if !is(colon, ":") {
            return Err(wrong("expected `:` and the operands of the rule"));
        }
        let generics = generics.get(1..generics.len().saturating_sub(1));
        let generics = generics.unwrap_or_default().split(|token| is(token, ","));
        let parameters = generics.filter(|parameter| !parameter.is_empty());
        let parameters: Vec<String> = parameters
            .map(|parameter| {
                parameter
                    .iter()
                    .cloned()
                    .collect::<TokenStream>()
                    .to_string()
            })
            .collect();
        let clause = rest.iter().position(|token| is(token, "where"));
        let (equation, clause) = rest.split_at(clause.unwrap_or(rest.len()));
        let mut sides = equation.split(|token| is(token, ">"));
        let shapes = operands(sides.next().unwrap_or_default(), &wrong)?;
        let result = match sides.next() {
            None => None,
            Some(side) => operands(side, &wrong)?.pop(),
        };
        let mut relations = Vec::new();
        for relation in clause
            .get(1..)
            .unwrap_or_default()
            .split(|token| is(token, ","))
        {
            match relation {
                [holds @ .., colon, TokenTree::Ident(text)] if is(colon, ":") => {
                    let name = holds.first().map(ToString::to_string);
                    relations.push(Relation {
                        name: name.unwrap_or_default(),
                        holds: holds.to_vec(),
                        text: text.to_string(),
                    });
                }
                [] => {}
                _ => return Err(wrong("expected `N: Text` for each two sizes")),
            }
        }
        let rule = Self {
            name: name.to_string(),
            parameters,
            operands: shapes,
            result,
            relations,
        };
        let is_exact = rule.parameters.is_empty() && rule.result.is_none();
        match is_exact {
            true => rule.write_exact(output, &attributes),
            false if rule.is_along() => rule.write_along(output, &attributes),
            false => rule.write_trait(output, &attributes),
        }
        Ok((!is_exact).then_some(rule))
    }

    /// A shape of exactly these axes.
    fn write_exact(&self, output: &mut String, attributes: &str) {
        let Self { name, operands, .. } = self;
        let axes = &operands[0].axes;
        let declared = each(axes, |axis| {
            format!("/// The size of that axis.\n type {axis}: crate::Dim;")
        });
        let types = each(axes, |axis| format!("type {axis} = {axis};"));
        let parameters = each(axes, |axis| format!("{axis}: crate::Dim,"));
        let shape = chain("crate::Scalar".into(), axes.iter().cloned());
        *output += &format!(
            "{attributes} #[doc(hidden)] pub trait {name}: crate::Shape {{ {declared} }}\n\
             impl<{parameters}> {name} for {shape} {{ {types} }}"
        );
    }

    /// The type of an operand.
    fn operand(&self, number: usize) -> &str {
        match number {
            0 => "Lhs",
            number => &self.parameters[number - 1],
        }
    }

    /// The operands that have a size of this name, with its place among the axes.
    fn places(&self, axis: &str) -> Vec<(usize, usize)> {
        let operands = self.operands.iter().enumerate();
        let places = operands.filter_map(|(number, operand)| {
            Some((number, operand.axes.iter().position(|name| name == axis)?))
        });
        places.collect()
    }

    /// The operands that have these axes in front.
    fn with_lead(&self, lead: &str) -> Vec<usize> {
        let has =
            |operand: &Operand| matches!(operand.lead.as_deref(), Some([name]) if name == lead);
        (0..self.operands.len())
            .filter(|&number| has(&self.operands[number]))
            .collect()
    }

    /// The trait that an operand has to have, with its own argument, and the associated types that are its sizes and the
    /// axes before them.
    fn kind(&self, number: usize) -> (&str, &str, Vec<&str>) {
        let operand = &self.operands[number];
        match (&operand.exact, operand.axes.len()) {
            (Some(exact), _) => (exact, "", operand.axes.iter().map(String::as_str).collect()),
            (None, 0) => ("crate::Shape", "", vec![]),
            (None, 1) => ("crate::HasAxis", "-1", vec!["Size", "InFront"]),
            (None, _) => (
                "crate::algebra::Matrices",
                "",
                vec!["Rows", "Columns", "InFront"],
            ),
        }
    }

    /// A size of an operand, or the axes before its own, for a place after them: as the result names it.
    fn part(&self, number: usize, place: usize) -> String {
        let (kind, argument, names) = self.kind(number);
        match names.get(place) {
            Some(name) => format!("<{} as {kind}<{argument}>>::{name}", self.operand(number)),
            None => self.operand(number).to_owned(),
        }
    }

    fn lead_of(&self, number: usize) -> String {
        self.part(number, self.operands[number].axes.len())
    }

    /// The operands that the axes before the result are from: more than one if they broadcast.
    fn leads(&self) -> Vec<usize> {
        let result = self.result.as_ref();
        let names = result.and_then(|result| result.lead.as_ref());
        let names = names.into_iter().flatten();
        names.map(|name| self.with_lead(name)[0]).collect()
    }

    /// The place of the axes in front among the parts of an operand.
    fn lead_place(&self, number: usize) -> (usize, usize) {
        (number, self.operands[number].axes.len())
    }

    fn write_trait(&self, output: &mut String, attributes: &str) {
        let Self {
            name, parameters, ..
        } = self;
        let arguments = parameters.join(", ");
        let leads = self.leads();
        let mut compared = self.compared();
        let lead = self.lead_of_result(&leads, &mut compared);
        let bounds = self.bounds_of_operands(&compared);
        let axes = self.result.as_ref().map(|result| {
            result.axes.iter().map(|axis| {
                let (number, place) = self.places(axis)[0];
                self.part(number, place)
            })
        });
        let shape = chain(lead, axes.into_iter().flatten());
        let Bounds {
            bounds: of_parts,
            parts,
            verdicts,
        } = compared;
        let parts = each(&parts, |part| format!("{},", Bounds::parameter(*part)));
        let verdicts = each(&verdicts, |verdict| format!("{verdict},"));
        *output += &format!(
            "{attributes} pub trait {name}<{arguments}>: crate::Shape {{\n\
                 /// The shape of the result.\n type Output: crate::Shape;\n\
             }}\n\
             impl<Lhs, {arguments}, {parts} {verdicts}> {name}<{arguments}> for Lhs \
             where {bounds} {of_parts} {{ type Output = {shape}; }}\n"
        );
    }

    /// The bounds by which what has one name in two operands is equal.
    fn compared(&self) -> Bounds {
        let mut compared = Bounds::default();
        for Relation { name, text, .. } in &self.relations {
            for pair in self.places(name).windows(2) {
                let from_end = self.operands[pair[0].0].axes.len() - pair[0].1;
                let verdict = compared.compare(self, "algebra::AxisEqualTo", pair[0], pair[1]);
                let verdict = format!(
                    "<{verdict} as crate::verdict::AxisVerdict>::At<crate::verdict::Count<{from_end}>>"
                );
                compared.accept(self.operand(pair[1].0), text, &verdict);
            }
            for pair in self.with_lead(name).windows(2) {
                let [lhs, rhs] = [self.lead_place(pair[0]), self.lead_place(pair[1])];
                let verdict = compared.compare(self, "algebra::EqualTo", lhs, rhs);
                compared.accept(self.operand(pair[1]), text, &behind(verdict, rhs.1));
            }
        }
        compared
    }

    /// The axes before the result, as a type. Those of two operands broadcast.
    fn lead_of_result(&self, leads: &[usize], compared: &mut Bounds) -> String {
        let mut lead = match leads {
            [] => "crate::Scalar".to_owned(),
            [first, ..] => self.lead_of(*first),
        };
        if let [first, second] = *leads {
            let (lhs, rhs) = (self.lead_place(first), self.lead_place(second));
            let verdict = compared.compare(self, "broadcast::Meets", lhs, rhs);
            lead = format!("<{verdict} as crate::verdict::ShapeVerdict>::Shape");
            write!(compared.bounds, "{lead}: crate::Shape,").unwrap();
            compared.accept(self.operand(second), "Broadcast", &behind(verdict, rhs.1));
        }
        // A projection is known to be a shape; a parameter needs a bound that says so.
        if let [lead] = *leads
            && compared.parts.contains(&self.lead_place(lead))
        {
            let part = Bounds::parameter(self.lead_place(lead));
            write!(compared.bounds, "{part}: crate::Shape,").unwrap();
        }
        lead
    }

    /// The traits of the operands, with the parts that are compared as parameters.
    fn bounds_of_operands(&self, compared: &Bounds) -> String {
        let mut bounds = String::new();
        for number in 0..self.operands.len() {
            let (kind, argument, names) = self.kind(number);
            let named = names.iter().enumerate().filter_map(|(place, name)| {
                let part = compared
                    .parts
                    .iter()
                    .find(|part| **part == (number, place))?;
                Some(format!("{name} = {}", Bounds::parameter(*part)))
            });
            let argument = (!argument.is_empty()).then(|| argument.to_owned());
            let all: Vec<String> = argument.into_iter().chain(named).collect();
            write!(
                bounds,
                "{}: {kind}<{}>,",
                self.operand(number),
                all.join(", ")
            )
            .unwrap();
        }
        bounds
    }

    /// The same over slices: `fn distances_shape(lhs, rhs)`.
    fn write_function(
        &self,
        output: &mut String,
        attributes: &str,
        name: &Ident,
        arguments: &Group,
    ) -> Result<()> {
        let arguments: Vec<String> = arguments
            .stream()
            .into_iter()
            .filter(|token| matches!(token, TokenTree::Ident(_)))
            .map(|token| token.to_string())
            .collect();
        if self.is_along() {
            self.write_function_along(output, attributes, name, &arguments);
            return Ok(());
        }
        if arguments.len() != self.operands.len() {
            return Err(Complaint::new(
                name.span(),
                "expected a name for each operand",
            ));
        }
        let mut body = String::new();
        self.write_sizes(&mut body, &arguments);
        self.write_checks(&mut body, &arguments);
        let lead = self.write_lead(&mut body, &arguments);
        let axes = self.result.as_ref().map_or(String::new(), |result| {
            each(&result.axes, |axis| {
                format!("*{},", value(self.places(axis)[0]))
            })
        });
        let parameters = each(&arguments, |argument| format!("{argument}: &[usize],"));
        write!(
            output,
            "{attributes} pub fn {name}({parameters}) -> Result<crate::DynShape, crate::ShapeError> {{ {body} crate::algebra::with_last({lead}, &[{axes}]) }}"
        )
        .unwrap();
        Ok(())
    }

    /// `let [lead_0 @ .., axis_0_0, axis_0_1] = lhs else { .. };` for each operand.
    fn write_sizes(&self, body: &mut String, arguments: &[String]) {
        for (number, operand) in self.operands.iter().enumerate() {
            let (argument, count) = (&arguments[number], operand.axes.len());
            let places = (0..count).map(|place| value((number, place)) + ",");
            let lead = operand.lead.is_some();
            let dots = if lead {
                format!("lead_{number} @ ..,")
            } else {
                String::new()
            };
            let places: String = places.collect();
            write!(
                body,
                "let [{dots} {places}] = {argument} else {{ return Err(crate::ShapeError::rank({argument}, {count}, {lead})); }};"
            )
            .unwrap();
        }
    }

    /// A check of each two sizes, or axes in front, of one name.
    fn write_checks(&self, body: &mut String, arguments: &[String]) {
        for Relation { name, text, .. } in &self.relations {
            let rule = constant(text);
            for pair in self.places(name).windows(2) {
                let (lhs, rhs) = (pair[0], pair[1]);
                let from_end = self.operands[lhs.0].axes.len() - lhs.1;
                let (first, second) = (&arguments[lhs.0], &arguments[rhs.0]);
                let (lhs, rhs) = (value(lhs), value(rhs));
                write!(
                    body,
                    "crate::error::Rule::{rule}.check_size(-{from_end}, [*{lhs}, *{rhs}], {first}, {second})?;"
                )
                .unwrap();
            }
            for pair in self.with_lead(name).windows(2) {
                let after = self.operands[pair[1]].axes.len();
                let (first, second) = (&arguments[pair[0]], &arguments[pair[1]]);
                write!(
                    body,
                    "crate::error::Rule::{rule}.compare_by({first}, {second}, |lhs, rhs, axis| axis >= -{after} || lhs == rhs)\
                     .map_err(|kind| kind.between({first}, {second}))?;"
                )
                .unwrap();
            }
        }
    }

    /// The axes before the result, as a value. Those of several operands broadcast.
    fn write_lead(&self, body: &mut String, arguments: &[String]) -> String {
        let leads = self.leads();
        let [first, others @ ..] = &leads[..] else {
            return String::from("&[]");
        };
        let mut lead = format!("lead_{first}");
        for number in others {
            let (lhs, rhs) = (&arguments[*first], &arguments[*number]);
            let after = self.operands[*number].axes.len();
            write!(
                body,
                "let lead = crate::broadcast::broadcast_shapes(&[{lead}, lead_{number}])\
                 .map_err(|error| crate::error::Rule::BROADCAST.in_front(&error, {after}).between({lhs}, {rhs}))?;\
                 let lead = lead.dims();"
            )
            .unwrap();
            lead = String::from("lead");
        }
        lead
    }

    /// Whether the rule is about one axis.
    fn is_along(&self) -> bool {
        self.parameters.first().is_some_and(|first| first == "AXIS")
    }

    /// The trait of a rule about one axis.
    fn write_along(&self, output: &mut String, attributes: &str) {
        let Self {
            name,
            parameters,
            relations,
            ..
        } = self;
        let generics = each(&parameters[1..], |size| format!("{size},"));
        let arguments = each(&parameters[1..], |size| format!(", {}", name_of(size)));
        let mut bounds = String::new();
        for Relation { holds, text, .. } in relations {
            let holds = Holds::read(holds);
            let [lhs, rhs] = [self.along(holds.lhs), self.along(holds.rhs)];
            let distance = "<Lhs as crate::HasAxis<AXIS>>::Distance";
            // A bound on `Lhs` is reported directly, and one on `Operands` as part of this trait.
            let (of, verdict) = match holds.sign.as_str() {
                "<=" => (
                    "Lhs",
                    format!(
                        "<crate::dim::Minus<{rhs}, {lhs}> as crate::dim::Extent>::Or<{lhs}, {rhs}, {distance}>"
                    ),
                ),
                ">=" => (
                    "Lhs",
                    format!(
                        "<crate::dim::Minus<{lhs}, {rhs}> as crate::dim::Extent>::Or<{lhs}, {rhs}, {distance}>"
                    ),
                ),
                "divides" => (
                    "crate::verdict::Operands",
                    format!("crate::dim::MultipleVerdict<{rhs}, {lhs}, {lhs}, {rhs}, {distance}>"),
                ),
                "dividedby" => (
                    "Lhs",
                    format!("crate::dim::MultipleVerdict<{lhs}, {rhs}, {lhs}, {rhs}, {distance}>"),
                ),
                _ => {
                    write!(bounds, "{lhs}: crate::algebra::AxisEquals<{rhs}>,").unwrap();
                    (
                        "crate::verdict::Operands",
                        format!("crate::algebra::equal::EqualAt<{lhs}, {rhs}, {distance}>"),
                    )
                }
            };
            write!(
                bounds,
                "{of}: crate::verdict::Accept<crate::verdict::{text}Rule, {verdict}>,"
            )
            .unwrap();
        }
        let (declared, made) = match &self.result {
            None => (String::new(), String::new()),
            Some(result) => {
                let made = match &result.size[..] {
                    [] => "Without".to_owned(),
                    size => format!("Resized<{}>", self.computed(size)),
                };
                (
                    "/// The shape of the result.\n type Output: crate::shape::list::ArrayShape;"
                        .to_owned(),
                    format!("type Output = <Lhs as crate::HasAxis<AXIS>>::{made};"),
                )
            }
        };
        *output += &format!(
            "{attributes} pub trait {name}<const AXIS: isize{arguments}> {{ {declared} }}\n\
             impl<Lhs, {generics} const AXIS: isize> {name}<AXIS{arguments}> for Lhs \
             where Lhs: crate::HasAxis<AXIS>, {bounds} {{ {made} }}\n"
        );
    }

    /// The type of a size of a rule about one axis: that of the axis, a parameter or a number.
    fn along(&self, size: &TokenTree) -> String {
        let size = size.to_string();
        match size.parse::<usize>() {
            Ok(number) => format!("typenum::U{number}"),
            Err(_) if self.operands[0].axes.contains(&size) => {
                "<Lhs as crate::HasAxis<AXIS>>::Size".to_owned()
            }
            Err(_) => size,
        }
    }

    /// The type of a computed size.
    fn computed(&self, tokens: &[TokenTree]) -> String {
        match operation(tokens) {
            Expression::Of(lhs, sign, rhs) => {
                let name = match sign {
                    '+' => "Sum",
                    '-' => "Minus",
                    '*' => "Product",
                    _ => "DividedBy",
                };
                format!(
                    "crate::dim::{name}<{}, {}>",
                    self.computed(lhs),
                    self.computed(rhs)
                )
            }
            Expression::In(inner) => self.computed(&inner),
            Expression::Size(size) => self.along(size),
        }
    }

    /// The function of a rule about one axis: `fn top_k_shape(sizes, axis, count)`.
    fn write_function_along(
        &self,
        output: &mut String,
        attributes: &str,
        name: &Ident,
        arguments: &[String],
    ) {
        let (shape, axis) = (&arguments[0], &arguments[1]);
        let names = self.parameters[1..]
            .iter()
            .map(|parameter| name_of(parameter));
        let values: Vec<(&str, &str)> = names
            .zip(arguments[2..].iter().map(String::as_str))
            .collect();
        let value = |size: &TokenTree| {
            let size = size.to_string();
            match values.iter().find(|(name, _)| *name == size) {
                Some((_, argument)) => (*argument).to_owned(),
                None if size.parse::<usize>().is_ok() => size,
                None => "size".to_owned(),
            }
        };
        let mut body = format!(
            "let place = crate::shape::axis::place_of({shape}, {axis})?; let size = {shape}[place];"
        );
        for Relation { holds, text, .. } in &self.relations {
            let holds = Holds::read(holds);
            let (lhs, rhs) = (value(holds.lhs), value(holds.rhs));
            let fits = match holds.sign.as_str() {
                "divides" => format!("usize::checked_rem({rhs}, {lhs}) == Some(0)"),
                "dividedby" => format!("usize::checked_rem({lhs}, {rhs}) == Some(0)"),
                sign => format!("{lhs} {sign} {rhs}"),
            };
            let rule = constant(text);
            write!(
                body,
                "let fits = {fits}; if !fits {{ return Err(crate::error::Rule::{rule}.sizes({axis}, {lhs}, {rhs}).of({shape})); }}"
            )
            .unwrap();
        }
        let size = self.result.as_ref().map_or(&[][..], |result| &result.size);
        body += &match size {
            [] => format!("let _ = (place, size); crate::algebra::without_axis({shape}, {axis})"),
            size => format!(
                "let result = {}; let mut resized = crate::DynShape::from({shape});\
                 resized.dims_mut()[place] = result.ok_or_else(|| crate::ShapeError::too_many_elements({shape}))?;\
                 Ok(resized)",
                checked(size, &value)
            ),
        };
        let parameters = each(&arguments[2..], |argument| format!("{argument}: usize,"));
        *output += &format!(
            "{attributes} pub fn {name}({shape}: &[usize], {axis}: isize, {parameters}) \
             -> Result<crate::DynShape, crate::ShapeError> {{ {body} }}\n"
        );
    }
}

/// `K: Dim` is `K`.
fn name_of(parameter: &str) -> &str {
    parameter.split(':').next().unwrap_or_default().trim()
}

/// What has to hold for two sizes.
struct Holds<'a> {
    lhs: &'a TokenTree,
    sign: String,
    rhs: &'a TokenTree,
}

impl<'a> Holds<'a> {
    fn read(tokens: &'a [TokenTree]) -> Self {
        let [lhs, sign @ .., rhs] = tokens else {
            panic!("expected two sizes, such as `K <= N`");
        };
        let sign = sign.iter().map(ToString::to_string).collect();
        Self { lhs, sign, rhs }
    }
}

/// How a size is computed.
enum Expression<'a> {
    Of(&'a [TokenTree], char, &'a [TokenTree]),
    In(Vec<TokenTree>),
    Size(&'a TokenTree),
}

/// The operation that comes last, which is the first one from the right.
fn operation(tokens: &[TokenTree]) -> Expression<'_> {
    for signs in ["+-", "*/"] {
        let sign = |token: &TokenTree| {
            token
                .to_string()
                .chars()
                .next()
                .filter(|&sign| signs.contains(sign))
        };
        if let Some(at) = tokens.iter().rposition(|token| sign(token).is_some()) {
            let sign = sign(&tokens[at]).unwrap_or_default();
            return Expression::Of(&tokens[..at], sign, &tokens[at + 1..]);
        }
    }
    match tokens {
        [TokenTree::Group(group)] => Expression::In(group.stream().into_iter().collect()),
        [size] => Expression::Size(size),
        _ => panic!("expected a size"),
    }
}

/// The value of a computed size, as an option.
fn checked(tokens: &[TokenTree], value: &impl Fn(&TokenTree) -> String) -> String {
    match operation(tokens) {
        Expression::Of(lhs, sign, rhs) => {
            let name = match sign {
                '+' => "add",
                '-' => "sub",
                '*' => "mul",
                _ => "div",
            };
            let (lhs, rhs) = (checked(lhs, value), checked(rhs, value));
            format!("{lhs}.zip({rhs}).and_then(|(lhs, rhs)| usize::checked_{name}(lhs, rhs))")
        }
        Expression::In(inner) => checked(&inner, value),
        Expression::Size(size) => format!("Some({})", value(size)),
    }
}

/// The local for a size of an operand.
fn value((number, place): (usize, usize)) -> String {
    format!("axis_{number}_{place}")
}

fn each<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect()
}

/// `[..lead, A, B]` as a type.
fn chain(lead: String, axes: impl Iterator<Item = String>) -> String {
    axes.fold(lead, |shape, axis| format!("crate::Axes<{shape}, {axis}>"))
}

/// A verdict on axes before others, so that messages count axes as in the operands.
fn behind(verdict: String, axes: usize) -> String {
    (0..axes).fold(verdict, |verdict, _| {
        format!("<{verdict} as crate::verdict::ShapeVerdict>::Then<typenum::U1>")
    })
}

/// `PairedInputs` is `PAIRED_INPUTS`.
fn constant(name: &str) -> String {
    let mut constant = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !constant.is_empty() {
            constant.push('_');
        }
        constant.extend(character.to_uppercase());
    }
    constant
}

/// `[..L, P, N], [O, I]: LayerWeights`, up to an arrow.
fn operands(tokens: &[TokenTree], wrong: &impl Fn(&str) -> Complaint) -> Result<Vec<Operand>> {
    let tokens = match tokens {
        [tokens @ .., dash] if is(dash, "-") => tokens,
        tokens => tokens,
    };
    let mut operands = Vec::new();
    for operand in tokens.split(|token| is(token, ",")) {
        let (group, exact) = match operand {
            [TokenTree::Group(group)] => (group, None),
            [TokenTree::Group(group), colon, TokenTree::Ident(exact)] if is(colon, ":") => {
                (group, Some(exact.to_string()))
            }
            _ => {
                return Err(wrong(
                    "expected operands as in `[..L, P, N], [O, I]: LayerWeights`",
                ));
            }
        };
        if group.delimiter() != Delimiter::Bracket {
            return Err(wrong("expected a shape in brackets"));
        }
        let mut shape = Operand {
            exact,
            ..Operand::default()
        };
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        for axis in tokens
            .split(|token| is(token, ","))
            .filter(|axis| !axis.is_empty())
        {
            match axis {
                [first, second, names @ ..] if is(first, ".") && is(second, ".") => {
                    let names = names.iter().map(ToString::to_string);
                    shape.lead = Some(names.filter(|name| name != "with").collect());
                }
                size => {
                    let name = size.iter().cloned().collect::<TokenStream>();
                    shape.axes.push(name.to_string());
                    shape.size = size.to_vec();
                }
            }
        }
        operands.push(shape);
    }
    Ok(operands)
}
