//! The expansion of `rearrange!`, `reduce!` and `repeat!`: like that of an equation, a local function with a type
//! parameter for each axis, called with the caller's tensor. For an axis that is split, the function has a bound that
//! names the group, so that a mistake is reported at the tensor.

use std::fmt::Write;

use proc_macro::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::grammar::{self, Part, Pattern, Purpose};
use crate::notation::{Expansion, Labels, Text, first_to_last, identifier, shape};
use crate::tokens::{Add, List, inside, is, item, quote, up_to_separator};
use crate::typo;

/// A size given after a pattern.
struct Size {
    /// An expression whose type says what the compiler knows.
    value: TokenStream,
    /// Whether that is the size itself.
    is_known: bool,
}

/// A macro's arguments.
struct Input {
    tensor: TokenStream,
    /// Whether it is a list of tensors.
    stacks: bool,
    text: Text,
    /// The name of a reduction.
    op: Option<(String, Span)>,
    sizes: Vec<(String, Span, Size)>,
}

fn input(
    root: &TokenStream,
    tokens: Vec<TokenTree>,
    reduces: bool,
    example: &str,
) -> Result<Input, Complaint> {
    let mut tokens = tokens.into_iter();
    let (tensor, _) = up_to_separator(&mut tokens);
    let Some(first) = tensor.first().map(TokenTree::span) else {
        return Err(Complaint::new(
            Span::call_site(),
            format!("a tensor is missing: `{example}`"),
        ));
    };
    let stacked = stacked(&tensor)?;
    let (literal, ends) = up_to_separator(&mut tokens);
    let text = Text::of(&literal).ok_or_else(|| {
        Complaint::new(
            literal.first().map_or(first, TokenTree::span),
            format!("a pattern is a string literal after the tensor: `{example}`"),
        )
    })?;
    let mut op = None;
    if reduces {
        let (name, _) = match ends {
            true => (Vec::new(), true),
            false => up_to_separator(&mut tokens),
        };
        let [TokenTree::Ident(name)] = &name[..] else {
            let place = name.first().map_or(text.span, TokenTree::span);
            // As einops writes it.
            let told = match Text::of(&name) {
                Some(name) => {
                    let sizes = TokenStream::from_iter(tokens).to_string();
                    let end = if sizes.is_empty() { "" } else { "; " };
                    format!(
                        "the name of a reduction has no quotes, and sizes follow a semicolon: `{}{end}{sizes}`",
                        name.text
                    )
                }
                None => format!("the name of a reduction follows the pattern: `{example}`"),
            };
            return Err(Complaint::new(place, told));
        };
        op = Some((name.to_string(), name.span()));
    }
    let mut sizes: Vec<(String, Span, Size)> = Vec::new();
    loop {
        let (entry, _) = up_to_separator(&mut tokens);
        let [TokenTree::Ident(name), TokenTree::Punct(equals), value @ ..] = &entry[..] else {
            match entry.first() {
                None => break,
                Some(token) => return Err(not_a_size(token.span())),
            }
        };
        if equals.as_char() != '=' || value.is_empty() {
            return Err(not_a_size(name.span()));
        }
        let (name, span) = (name.to_string(), name.span());
        let name = name.strip_prefix("r#").unwrap_or(&name).to_owned();
        if sizes.iter().any(|(other, ..)| *other == name) {
            return Err(Complaint::new(span, format!("`{name}` has two sizes")));
        }
        sizes.push((name, span, size(root, value.to_vec())?));
    }
    Ok(Input {
        stacks: stacked.is_some(),
        tensor: stacked.unwrap_or_else(|| tensor.into_iter().list()),
        text,
        op,
        sizes,
    })
}

/// What the expansion calls the function that stacks a list.
const STACKED: &str = "__stacked";

/// A list of tensors in brackets, as the call `&stacked([&x, &y])`, or `&stacked(&(list)[..])` for `[..list]`. `None`
/// for another operand.
fn stacked(tensor: &[TokenTree]) -> Result<Option<TokenStream>, Complaint> {
    let [TokenTree::Group(list)] = tensor else {
        return Ok(None);
    };
    let inner = inside(list);
    match list.delimiter() {
        Delimiter::Bracket => {}
        // What `$tensor:expr` was.
        Delimiter::None => return stacked(&inner),
        _ => return Ok(None),
    }
    let span = list.span();
    let list = match &inner[..] {
        [] => {
            return Err(Complaint::new(
                span,
                "the list of tensors is empty: `[&x, &y]`, or `[..list]` for a slice of references",
            ));
        }
        [first, second, slice @ ..] if is(first, '.') && is(second, '.') => {
            let dots = &inner[..2];
            quote!(span, [slice, dots] &(#slice)[#dots])
        }
        _ => tensor.iter().cloned().list(),
    };
    // By a name of the expansion: after `$crate` an error would be reported at the whole macro instead of the list.
    let stacked = Ident::new(STACKED, span);
    Ok(Some(quote!(span, [stacked, list] &#stacked(#list))))
}

fn not_a_size(span: Span) -> Complaint {
    Complaint::new(span, "the size of an axis is written `h = 12`")
}

/// Whether a path names a type, by the case of its last name. `Some(false)` for a constant.
fn is_type(tokens: &[TokenTree]) -> Option<bool> {
    if let [
        ..,
        TokenTree::Ident(name),
        TokenTree::Punct(bang),
        TokenTree::Group(_),
    ] = tokens
        && name.to_string() == "dim"
        && bang.as_char() == '!'
    {
        return Some(true);
    }
    let mut depth = 0_usize;
    let mut last = None;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                ':' | ',' => {}
                _ => return None,
            },
            TokenTree::Ident(name) if depth == 0 => last = Some(name.to_string()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::None && depth == 0 => {
                let inner = inside(group);
                return is_type(&inner);
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    let name = last?;
    if !name.starts_with(char::is_uppercase) {
        return None;
    }
    let is_number = name
        .strip_prefix('U')
        .is_some_and(|digits| digits.parse::<u64>().is_ok());
    Some(name.len() == 1 || is_number || name.contains(char::is_lowercase))
}

/// A size as a value whose type says what is known of it.
fn size(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<Size, Complaint> {
    let span = tokens.first().map_or(Span::call_site(), TokenTree::span);
    let known = match &tokens[..] {
        [TokenTree::Literal(_)] => Some(crate::shape::dim(root, tokens)?),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
            Some(crate::shape::dim(root, tokens)?)
        }
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            return size(root, inside(group));
        }
        path => match is_type(path) {
            Some(true) => Some(tokens.into_iter().list()),
            Some(false) => Some(crate::shape::dim(root, tokens)?),
            None => return Ok(Size::of(root, &tokens, span)),
        },
    };
    Ok(Size::of_type(root, &known.unwrap_or_default(), span))
}

impl Size {
    /// `size(EXPRESSION)`
    fn of(root: &TokenStream, tokens: &[TokenTree], span: Span) -> Self {
        Self {
            value: quote!(span, [root, tokens] #root::pattern::size(#tokens)),
            is_known: false,
        }
    }

    /// `known::<TYPE>()`: the type alone
    fn of_type(root: &TokenStream, size: &TokenStream, span: Span) -> Self {
        Self {
            value: quote!(span, [root, size] #root::pattern::known::<#size>()),
            is_known: true,
        }
    }
}

/// One axis of a computed shape, or all axes without a name.
#[derive(Clone, PartialEq, Eq)]
enum Axis {
    Of(String),
    Dots,
}

/// The engine of what a step computes.
const RESULTS: &str = "__E::Out";

/// The local function under construction.
struct Function<'a> {
    text: &'a Text,
    pattern: &'a Pattern,
    /// The size that is given for each label.
    given: &'a [Option<Size>],
    /// The types that stand for labels in messages.
    types: String,
    named: Vec<usize>,
    parameters: String,
    bounds: String,
    /// After the tensor.
    arguments: String,
    /// The size of each label, for the plan.
    list: String,
    body: String,
    /// The engine of the tensor at this step, and its elements.
    engine: &'static str,
    element: &'static str,
    /// The size of each label.
    sizes: Vec<Option<String>>,
    dots: Option<String>,
    /// Identifiers that occur in the caller's sizes.
    taken: Vec<String>,
}

impl Function<'_> {
    /// A label as a type of this name.
    fn name(&mut self, label: usize) -> String {
        let place = self.pattern.labels[label];
        let mut name = identifier(self.text.name(place));
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, '_');
        }
        while self.taken.contains(&name) {
            name.push('_');
        }
        if !self.named.contains(&label) {
            self.named.push(label);
            let declared = format!("enum {name} {{}}");
            if !self.types.contains(&declared) {
                self.types.push_str(&declared);
            }
        }
        name
    }

    /// Labels as one type: `h`, or `(h, d)`.
    fn names(&mut self, labels: &[usize]) -> String {
        match labels {
            [label] => self.name(*label),
            labels => {
                let names: Vec<String> = labels.iter().map(|label| self.name(*label)).list();
                format!("({})", names.join(","))
            }
        }
    }

    fn shape(&mut self, axes: &[Axis]) -> String {
        let size = |axis: &Axis| match axis {
            Axis::Of(size) => size.clone(),
            Axis::Dots => String::new(),
        };
        let dots = axes.iter().position(|axis| *axis == Axis::Dots);
        let Some(dots) = dots else {
            let sizes: Vec<String> = axes.iter().map(size).list();
            return shape(None, &sizes);
        };
        let front: Vec<String> = axes[..dots].iter().map(size).list();
        let back: Vec<String> = axes[dots + 1..].iter().map(size).list();
        let mut lead = self.dots.clone().unwrap_or_default();
        if !front.is_empty() {
            let front = shape(None, &front);
            let bound = format!("{lead}: __root::algebra::Follows<{front}>,");
            if !self.bounds.contains(&bound) {
                self.bounds.push_str(&bound);
            }
            lead = format!("__root::pattern::After<{front}, {lead}>");
        }
        shape(Some(&lead), &back)
    }

    /// One step: a function that takes the tensor and the plan.
    fn step(&mut self, function: &str, target: &str) {
        let _ = write!(
            self.body,
            "let x = __root::pattern::{function}::<_, _, {target}, _>(&x, &plan);"
        );
    }

    /// A step that merges axes. Its result is on the engine of results.
    fn merges(&mut self, function: &str, target: &str) {
        let (engine, element) = (self.engine, self.element);
        let _ = write!(
            self.bounds,
            "{engine}: __root::engine::Reshapes<{element}>,"
        );
        self.step(function, target);
        self.engine = RESULTS;
    }

    fn moves(&mut self, function: &str, target: &str, is_shape: bool) {
        let (engine, element) = (self.engine, self.element);
        let _ = write!(
            self.bounds,
            "{engine}: __root::engine::MovesAxes<{element}>,"
        );
        if is_shape {
            let _ = write!(self.bounds, "{target}: __root::Shape,");
        }
        self.step(function, target);
    }
}

/// `A * B * C`
fn product(sizes: &[String]) -> String {
    let mut sizes = sizes.iter();
    let Some(first) = sizes.next() else {
        return ONE.to_owned();
    };
    sizes.fold(first.clone(), |product, size| {
        format!("__root::dim::Times<{product}, {size}>")
    })
}

const ONE: &str = "__root::typenum::U1";

pub(crate) fn rearrange(
    root: &TokenStream,
    tokens: Vec<TokenTree>,
) -> Result<Expansion, Complaint> {
    let example = "rearrange!(&x, \"b t (h d) -> b h t d\"; h = 12)";
    expand(root, tokens, Purpose::Rearrange, example)
}

pub(crate) fn reduce(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<Expansion, Complaint> {
    let example = "reduce!(&x, \"b c (h p) -> b c h\", max; p = 2)";
    expand(root, tokens, Purpose::Reduce, example)
}

pub(crate) fn repeat(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<Expansion, Complaint> {
    let example = "repeat!(&x, \"h w -> h (w r)\"; r = 4)";
    expand(root, tokens, Purpose::Repeat, example)
}

fn expand(
    root: &TokenStream,
    tokens: Vec<TokenTree>,
    purpose: Purpose,
    example: &str,
) -> Result<Expansion, Complaint> {
    let Input {
        tensor,
        stacks,
        text,
        op,
        sizes,
    } = input(root, tokens, purpose == Purpose::Reduce, example)?;
    let op = op.map(|(name, span)| reduction(&name, span)).transpose()?;
    let explain = |wrong| text.complain(&wrong);
    let pattern = grammar::pattern(&text.text, purpose).map_err(explain)?;
    let given = given(root, &text, &pattern, sizes)?;
    let is_given = |label: usize| given[label].is_some();
    pattern.check_sizes(&text.text, is_given).map_err(explain)?;
    let mut function = Function::new(&text, &pattern, &given);
    function.take_sizes();
    let mut left = function.left();
    let right = function.right(&mut left);
    let last = function.steps(op, &left, &right);
    let sizes = given.iter().flatten().map(|size| size.value.clone());
    let operands = core::iter::once(tensor).chain(sizes).list();
    Ok(function.finish(op, stacks, last, operands))
}

/// The struct that stands for a reduction.
fn reduction(name: &str, span: Span) -> Result<&'static str, Complaint> {
    Ok(match name {
        "sum" => "Sum",
        "mean" => "Mean",
        "max" => "Max",
        "min" => "Min",
        "prod" => "Product",
        "any" => "Any",
        "all" => "All",
        _ => {
            let text = format!(
                "`{name}` is not a reduction: there are `sum`, `mean`, `max`, `min`, `prod`, `any` and `all`"
            );
            return Err(Complaint::new(span, text));
        }
    })
}

/// The size of each label that has one: a number, or what is written after the pattern.
fn given(
    root: &TokenStream,
    text: &Text,
    pattern: &Pattern,
    mut written: Vec<(String, Span, Size)>,
) -> Result<Vec<Option<Size>>, Complaint> {
    let mut given: Vec<Option<Size>> = Vec::new();
    for place in &pattern.labels {
        let name = text.name(*place);
        given.push(match name.parse::<u64>() {
            Ok(number) => {
                let size = crate::size::size(root, number, Span::call_site());
                Some(Size::of_type(root, &size, Span::call_site()))
            }
            Err(_) => {
                let found = written.iter().position(|(other, ..)| other == name);
                found.map(|found| written.remove(found).2)
            }
        });
    }
    let Some((name, span, _)) = written.first() else {
        return Ok(given);
    };
    let mut told = format!("no axis of the pattern is named `{name}`");
    let labels = pattern.labels.iter().map(|place| text.name(*place));
    if let Some(meant) = typo::nearest(name, labels) {
        let _ = write!(told, ": did you mean `{meant}`?");
    }
    let _ = write!(told, "\n  {}", text.text);
    Err(Complaint::new(*span, told))
}

/// The axes of a group, or an axis alone.
fn inner(part: &Part) -> &[Part] {
    match part {
        Part::Group(inner, _) => inner.as_slice(),
        part => core::slice::from_ref(part),
    }
}

/// What becomes of the axes on the left.
#[derive(Default)]
struct Left {
    /// Those of each group apart.
    split: Vec<Axis>,
    /// The same, where those that are reduced have size 1.
    folded: Vec<Axis>,
    /// Those that are kept, and then those of size 1 that the right side adds.
    ready: Vec<Axis>,
    /// The axis of `ready` for each label and for the dots.
    places: Vec<Option<usize>>,
    dots: Option<usize>,
    is_apart: bool,
    is_folded: bool,
}

/// What the right side makes of them.
#[derive(Default)]
struct Right {
    /// The axis of [`Left::ready`] for each axis, before groups are made.
    order: Vec<usize>,
    /// The same, where new axes have their sizes.
    spread: Vec<Axis>,
    /// Each group as one axis.
    merged: Vec<Axis>,
    is_new: bool,
    is_merged: bool,
    /// How many axes of size 1 are added.
    units: usize,
}

impl<'a> Function<'a> {
    fn new(text: &'a Text, pattern: &'a Pattern, given: &'a [Option<Size>]) -> Self {
        let mut taken = Vec::new();
        for size in given.iter().flatten() {
            names_in(size.value.clone(), &mut taken);
        }
        Self {
            text,
            pattern,
            given,
            types: String::new(),
            named: Vec::new(),
            parameters: String::new(),
            bounds: String::new(),
            arguments: String::new(),
            list: String::new(),
            body: String::new(),
            engine: "__E",
            element: "__T",
            sizes: vec![None; pattern.labels.len()],
            dots: None,
            taken,
        }
    }

    fn label(&self, part: &Part) -> Option<usize> {
        self.pattern.label(&self.text.text, part)
    }

    fn is_number(&self, label: usize) -> bool {
        let name = self.text.name(self.pattern.labels[label]);
        name.starts_with(|first: char| first.is_ascii_digit())
    }

    /// The sizes of labels that have one, as arguments of the function.
    fn take_sizes(&mut self) {
        for (number, size) in self.given.iter().enumerate() {
            let Some(size) = size else {
                self.list.push_str("::core::option::Option::None,");
                continue;
            };
            // A new axis has nothing to be inferred from.
            let mut left = self.pattern.left.flat();
            let is_new = !left.any(|part| self.label(part) == Some(number));
            let kind = match size.is_known && is_new {
                true => "StaticDim",
                false => "Dim",
            };
            let _ = write!(self.parameters, "__N{number}: __root::{kind},");
            match size.is_known {
                // The type is enough, and one that stands for a size at run time has no value here.
                true => {
                    let _ = write!(self.arguments, "_: __root::pattern::Known<__N{number}>,");
                    let _ = write!(self.list, "<__N{number} as __root::Dim>::STATIC_SIZE,");
                }
                false => {
                    let _ = write!(self.arguments, "n{number}: __N{number},");
                    let _ = write!(
                        self.list,
                        "::core::option::Option::Some(__root::Dim::size(n{number})),"
                    );
                }
            }
        }
    }

    /// The left side: a parameter for each axis.
    fn left(&mut self) -> Left {
        let parts = &self.pattern.left.parts;
        let mut left = Left {
            places: vec![None; self.pattern.labels.len()],
            ..Left::default()
        };
        let dots_at = parts.iter().position(|part| matches!(part, Part::Dots(_)));
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for (index, part) in parts.iter().enumerate() {
            if matches!(part, Part::Dots(_)) {
                self.dots_on_the_left(index, &mut left);
                continue;
            }
            let axis = format!("__A{}", index + 1);
            let _ = write!(self.parameters, "{axis},");
            let is_in_front = dots_at.is_some_and(|dots| index < dots);
            let (side, counted) = match is_in_front {
                true => (&mut front, ("Some", 1)),
                false => (&mut back, ("", parts.len() - index)),
            };
            side.push(axis.clone());
            let labels = inner(part).iter().filter_map(|part| self.label(part));
            let labels: Vec<usize> = labels.list();
            left.is_apart |= labels.len() != 1;
            self.relate(index, axis, &labels, counted);
            for part in inner(part) {
                self.keep_or_fold(part, &mut left);
            }
        }
        self.name_axes(dots_at.is_some(), &front, &back);
        left
    }

    /// The dots on the left, after some axes: they stay, or are packed and reduced.
    fn dots_on_the_left(&mut self, index: usize, left: &mut Left) {
        let dots = if index > 0 { "__M" } else { "__L" };
        self.dots = Some(dots.to_owned());
        let mut right = self.pattern.right.flat();
        if right.any(|other| matches!(other, Part::Dots(_))) {
            left.dots = Some(left.ready.len());
            for list in [&mut left.split, &mut left.folded, &mut left.ready] {
                list.push(Axis::Dots);
            }
        } else {
            let _ = write!(self.bounds, "{dots}: __root::pattern::Packs,");
            let packed = format!("__root::pattern::Packed<{dots}>");
            left.split.push(Axis::Of(packed));
            left.folded.push(Axis::Of(ONE.to_owned()));
            (left.is_apart, left.is_folded) = (true, true);
        }
    }

    /// Asks that an axis is made of the sizes of its labels, or finds the one among them that is not given.
    fn relate(
        &mut self,
        index: usize,
        axis: String,
        labels: &[usize],
        (in_number, distance): (&str, usize),
    ) {
        let given = self.given;
        let is_known = |label: &usize| given[*label].is_some();
        let known: Vec<usize> = labels.iter().copied().filter(is_known).list();
        let sizes: Vec<String> = known.iter().map(|label| format!("__N{label}")).list();
        for (label, size) in known.iter().zip(&sizes) {
            self.sizes[*label] = Some(size.clone());
        }
        match labels.iter().copied().find(|label| !is_known(label)) {
            Some(unknown) if known.is_empty() => self.sizes[unknown] = Some(axis),
            Some(unknown) => {
                let left = format!("__D{}", index + 1);
                let _ = write!(self.parameters, "{left},");
                // As it is written, where a type cannot be the name of a number.
                let relation = match *labels {
                    [first, _] if first == unknown && self.is_number(known[0]) => {
                        format!("Dividing{in_number}ByNumber<{}>", self.name(unknown))
                    }
                    [_, last] if last == unknown && self.is_number(known[0]) => {
                        format!("Dividing{in_number}ByNumberInFront<{}>", self.name(unknown))
                    }
                    _ => {
                        let (group, known) = (self.names(labels), self.names(&known));
                        format!("Dividing{in_number}<{group}, {known}>")
                    }
                };
                let _ = write!(
                    self.bounds,
                    "__X: __root::pattern::DividesAxis<__root::verdict::{relation}, __root::verdict::Count<{distance}>, {axis}, {}, {left}>,",
                    product(&sizes),
                );
                self.sizes[unknown] = Some(left);
            }
            None => {
                let relation = match labels.iter().all(|label| self.is_number(*label)) {
                    true => format!("Making{in_number}Number"),
                    false => format!("Making{in_number}<{}>", self.names(labels)),
                };
                let _ = write!(
                    self.bounds,
                    "__X: __root::pattern::MadeOf<__root::verdict::{relation}, __root::verdict::Count<{distance}>, {axis}, {}>,",
                    product(&sizes),
                );
                if let [label] = *labels
                    && given[label].as_ref().is_some_and(|size| !size.is_known)
                {
                    self.sizes[label] = Some(axis);
                }
            }
        }
    }

    /// An axis on the left: it stays if it is on the right, and is reduced if not.
    fn keep_or_fold(&self, part: &Part, left: &mut Left) {
        let Some(label) = self.label(part) else {
            return;
        };
        let size = Axis::Of(self.sizes[label].clone().unwrap_or_default());
        left.split.push(size.clone());
        let mut right = self.pattern.right.flat();
        if right.any(|other| self.label(other) == Some(label)) {
            left.places[label] = Some(left.ready.len());
            left.folded.push(size.clone());
            left.ready.push(size);
        } else {
            left.is_folded = true;
            left.folded.push(Axis::Of(ONE.to_owned()));
        }
    }

    fn right(&mut self, left: &mut Left) -> Right {
        let mut right = Right::default();
        for part in &self.pattern.right.parts {
            let has_dots = inner(part).iter().any(|part| matches!(part, Part::Dots(_)));
            let sizes = self.sizes_on_the_right(inner(part), left, &mut right);
            let is_group = matches!(part, Part::Group(..));
            if is_group && has_dots {
                let dots = self.dots.clone().unwrap_or_default();
                let _ = write!(self.bounds, "{dots}: __root::pattern::Packs,");
            }
            right.is_merged |= is_group && (has_dots || sizes.len() > 1);
            if sizes.len() > 1 {
                for size in &sizes {
                    let _ = write!(self.bounds, "{size}: __root::Dim,");
                }
            }
            right.merged.push(match has_dots && !is_group {
                true => Axis::Dots,
                false => Axis::Of(product(&sizes)),
            });
        }
        right
    }

    /// The sizes of the axes of which one axis on the right is made. New ones are added to those that are ready.
    fn sizes_on_the_right(
        &mut self,
        parts: &[Part],
        left: &mut Left,
        right: &mut Right,
    ) -> Vec<String> {
        let one = || Axis::Of(ONE.to_owned());
        let mut sizes = Vec::new();
        for part in parts {
            if matches!(part, Part::Dots(_)) {
                right.order.add(left.dots);
                right.spread.push(Axis::Dots);
                let dots = self.dots.clone().unwrap_or_default();
                sizes.push(format!("__root::pattern::Packed<{dots}>"));
                continue;
            }
            let Some(label) = self.label(part) else {
                continue;
            };
            if left.places[label].is_none() {
                right.order.push(left.ready.len());
                left.ready.push(one());
                (right.is_new, right.units) = (true, right.units + 1);
                self.sizes[label] = Some(format!("__N{label}"));
            }
            right.order.add(left.places[label]);
            let size = self.sizes[label].clone().unwrap_or_default();
            right.spread.push(Axis::Of(size.clone()));
            sizes.push(size);
        }
        if sizes.is_empty() {
            right.order.push(left.ready.len());
            left.ready.push(one());
            right.spread.push(one());
            right.units += 1;
        }
        sizes
    }

    /// The steps from one side to the other, as few as there can be.
    fn steps(&mut self, op: Option<&str>, left: &Left, right: &Right) -> Last {
        let Right {
            is_new, is_merged, ..
        } = *right;
        let mut order = right.order.iter().enumerate();
        let is_moved = order.any(|(place, axis)| place != *axis);
        let ordered = right.order.iter().map(|place| left.ready[*place].clone());
        let ordered: Vec<Axis> = ordered.list();
        let [split, folded, ordered, spread, merged] = [
            &left.split,
            &left.folded,
            &ordered,
            &right.spread,
            &right.merged,
        ]
        .map(|axes| self.shape(axes));
        let mut is_other = left.is_apart || right.units > 0;
        if let Some(op) = op {
            if left.is_apart {
                self.moves("apart", &split, true);
            }
            self.folds(op, &folded);
            is_other = left.is_folded || right.units > 0;
        }
        let only = match is_merged {
            _ if op.is_some() || is_new => None,
            true => Some("merge"),
            false => Some("split"),
        };
        match is_moved || is_new {
            false if op.is_some() && !is_merged && !is_other => {}
            _ if !is_new && is_merged => self.merges("merge", &merged),
            _ if !is_new => self.moves("split", &merged, false),
            _ => {
                self.moves("split", &ordered, true);
                self.moves("spread", &spread, true);
                if is_merged {
                    self.merges("merge_spread", &merged);
                }
            }
        }
        Last {
            only,
            shape: merged,
        }
    }

    /// The step that reduces axes, by a reduction.
    fn folds(&mut self, op: &str, folded: &str) {
        let engine = self.engine;
        self.parameters.push_str("__R,");
        let _ = write!(
            self.bounds,
            "__R: 'static, {engine}: __root::engine::Reduces<__root::engine::ops::{op}, __T, Element = __R>, {folded}: __root::Shape,"
        );
        let _ = write!(
            self.body,
            "let x = __root::pattern::fold::<__root::engine::ops::{op}, _, _, {folded}, _>(&x, &plan);"
        );
        (self.engine, self.element) = (RESULTS, "__R");
    }

    fn finish(
        self,
        op: Option<&str>,
        stacks: bool,
        Last { only, shape }: Last,
        operands: Vec<TokenStream>,
    ) -> Expansion {
        let chooses = match op {
            Some(op) => {
                format!("<__root::engine::ops::{op} as __root::pattern::Reduction>::CHOOSES")
            }
            None => "false".to_owned(),
        };
        let kind = match op {
            Some(_) => "Shape",
            None => "engine::ArrayShape",
        };
        let each = self.pattern.labels.iter().zip(&self.sizes).enumerate();
        let found = each.filter_map(|(label, (place, size))| {
            let name = self.text.name(*place).to_owned();
            (!self.is_number(label)).then_some((name, size.clone()?))
        });
        let labels = found.list();
        let Self {
            text,
            pattern,
            types,
            parameters,
            bounds,
            arguments,
            list,
            body,
            engine,
            element,
            ..
        } = self;
        let parameters =
            format!("__T: 'static, __E: __root::engine::Engine, __X: __root::{kind}, {parameters}");
        let arguments = format!("x: &__root::TensorOn<__T, __X, __E>, {arguments}");
        let plan = format!(
            "__root::pattern::plan(__root::pattern::Table::new({:?}, {}), __root::notation::sizes(x), &[{list}], {chooses})",
            text.text,
            Literal::byte_string(&pattern.numbered(&text.text)),
        );
        let body = match only {
            Some(step) => format!("__root::pattern::{step}(x, &{plan})"),
            None => format!("let plan = {plan}; {body} x"),
        };
        let imported = match stacks {
            true => format!("use __root::pattern::stacked as {STACKED};"),
            false => String::new(),
        };
        Expansion {
            items: format!("{types} {imported}"),
            name: "__pattern",
            parameters,
            arguments,
            bounds,
            output: format!("__root::TensorOn<{element}, {shape}, {engine}>"),
            bounds_of_output: format!("{shape}: __root::engine::ArrayShape,"),
            body,
            is_named: true,
            warnings: Vec::new(),
            operands,
            span: text.span,
            labels,
        }
    }
}

/// How the steps end.
struct Last {
    /// The one step, if there are no others.
    only: Option<&'static str>,
    /// The shape of the result.
    shape: String,
}

/// The rule that a pattern names the axes of its tensor.
const NAMING: &str = "__root::verdict::NamingAxes";

/// Asks that an operand has these axes, after those of `lead` if there is one.
fn names_axes(
    bounds: &mut String,
    operand: &str,
    naming: &str,
    lead: Option<&str>,
    axes: &[String],
) {
    let names = match (axes.len() <= 8, lead) {
        (true, None) => format!("NamesAxes<{naming}, {}>", shape(None, axes)),
        (true, Some(lead)) => {
            let axes = shape(None, axes);
            format!("NamesAxes<{naming}, __root::algebra::Others<{lead}, {axes}>>")
        }
        (false, _) => {
            let any = vec!["__root::Dyn".to_owned(); axes.len()];
            let any = shape(lead.map(|_| "__root::DynShape"), &any);
            format!("NamesLast<{naming}, {any}, Axes = {}>", shape(lead, axes))
        }
    };
    let _ = write!(bounds, "{operand}: __root::algebra::{names},");
}

impl Function<'_> {
    /// Asks that the tensor has the axes that the left side names.
    fn name_axes(&mut self, has_dots: bool, front: &[String], back: &[String]) {
        let lead = has_dots.then_some("__L");
        names_axes(&mut self.bounds, "__X", NAMING, lead, back);
        if !has_dots {
            return;
        }
        self.parameters.push_str("__L,");
        let _ = write!(self.bounds, "__L: __root::Shape,");
        if self.dots.as_deref() == Some("__M") {
            let list = first_to_last(front);
            self.parameters.push_str("__M,");
            let _ = write!(
                self.bounds,
                "__X: __root::algebra::NamesFirst<{NAMING}, __root::verdict::AtLeast<{}>, __L, {list}, __M>, __M: __root::Shape,",
                front.len() + back.len(),
            );
        }
    }
}

/// The identifiers among tokens.
fn names_in(tokens: TokenStream, names: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => names.push(name.to_string()),
            TokenTree::Group(group) => names_in(Group::stream(&group), names),
            _ => {}
        }
    }
}

/// The value of a packing.
fn packing(text: &Text, front: usize, back: usize) -> String {
    format!(
        "__root::pattern::Packing {{ text: {:?}, front: {front}, back: {back} }}",
        text.text
    )
}

/// `[front, ..star, back]`, where the star has any number of axes.
fn around(front: &[String], star: &str, back: &[String]) -> String {
    let lead = match front {
        [] => star.to_owned(),
        front => format!("__root::pattern::After<{}, {star}>", shape(None, front)),
    };
    shape(Some(&lead), back)
}

/// Asks that the axes of a shape parameter can be appended to these axes.
fn follows(bounds: &mut String, star: &str, front: &[String]) {
    if !front.is_empty() {
        let front = shape(None, front);
        let _ = write!(bounds, "{star}: __root::algebra::Follows<{front}>,");
    }
}

/// `[$crate] "b * c"; &x, &y`
pub(crate) fn pack(tokens: Vec<TokenTree>) -> Result<Expansion, Complaint> {
    let example = "pack!([&x, &y], \"b * c\")";
    let (text, operands) = crate::notation::input(tokens, example)?;
    let explain = |wrong| text.complain(&wrong);
    let (front, back) = grammar::packing(&text.text).map_err(explain)?;
    if operands.is_empty() {
        return Err(Complaint::new(
            text.span,
            format!("there is nothing to pack: `{example}`"),
        ));
    }
    let mut pack = Pack {
        labels: Labels::new(&text, [&front[..], &back].concat()),
        front: front.len(),
        back: back.len(),
        operands: Vec::new(),
    };
    for _ in &operands {
        pack.operand();
    }
    let sizes = pack.labels.found();
    let (body, shape) = pack.joins();
    Ok(pack.finish(&text, operands, &body, &shape, sizes))
}

/// The local function of `pack!` under construction.
struct Pack<'a> {
    labels: Labels<'a>,
    /// How many axes have names before the `*`, and after it.
    front: usize,
    back: usize,
    operands: Vec<Operand>,
}

/// A tensor that is packed.
struct Operand {
    /// The shape that the `*` stands for.
    star: String,
    /// The shape with one axis in place of these.
    flat: String,
    /// The size of that axis.
    count: String,
}

impl Pack<'_> {
    /// Asks that the next operand has the named axes.
    fn operand(&mut self) {
        let operand = self.operands.len() + 1;
        let function = &mut self.labels.function;
        let axes = (0..self.front + self.back).map(|_| function.parameter("A"));
        let axes: Vec<String> = axes.list();
        let (before, behind) = axes.split_at(self.front);
        let lead = function.parameter("L");
        let mut star = lead.clone();
        let _ = write!(function.parameters, "X{operand},");
        let (own, naming) = (
            format!("X{operand}"),
            format!("__root::verdict::Naming<{operand}>"),
        );
        names_axes(&mut function.bounds, &own, &naming, Some(&lead), behind);
        let _ = write!(
            function.bounds,
            "X{operand}: __root::Shape, {lead}: __root::Shape,"
        );
        if !before.is_empty() {
            star = function.parameter("S");
            let _ = write!(
                function.bounds,
                "X{operand}: __root::algebra::NamesFirst<{naming}, __root::verdict::AtLeast<{}>, {lead}, {}, {star}>, {star}: __root::Shape,",
                axes.len(),
                first_to_last(before),
            );
        }
        let count = function.parameter("C");
        let _ = write!(
            function.bounds,
            "{star}: __root::pattern::Packs<Total = {count}>, {count}: __root::Dim,"
        );
        let named: Vec<(usize, String)> = axes.iter().cloned().enumerate().list();
        self.labels.operand(&named);
        let flat = [before, core::slice::from_ref(&count), behind].concat();
        let flat = shape(None, &flat);
        let _ = write!(self.labels.function.bounds, "{flat}: __root::Shape,");
        self.operands.push(Operand { star, flat, count });
    }

    /// The statements that join the operands, and the shape of the result.
    fn joins(&mut self) -> (String, String) {
        let sizes: Vec<String> = self.labels.sizes.iter().flatten().cloned().list();
        let (before, behind) = sizes.split_at(self.front);
        let first = &self.operands[0];
        let (mut found, mut total) = (first.flat.clone(), first.count.clone());
        let mut body = String::new();
        if self.operands.len() == 1 {
            let _ = write!(
                body,
                "let packed = __root::pattern::flat::<_, _, {found}, _>(x1, &packing);"
            );
        }
        for (index, Operand { flat, count, .. }) in self.operands.iter().enumerate().skip(1) {
            let operand = index + 1;
            total = format!("__root::dim::Plus<{total}, {count}>");
            let both = [before, core::slice::from_ref(&total), behind].concat();
            let both = shape(None, &both);
            let _ = match operand {
                2 => write!(
                    body,
                    "let packed = __root::pattern::flat_both::<_, _, _, {found}, {flat}, {both}, _>(x1, x2, &packing);"
                ),
                _ => write!(
                    body,
                    "let packed = __root::pattern::join::<_, {found}, {flat}, {both}, _>(&packed, &__root::pattern::flat::<_, _, {flat}, _>(x{operand}, &packing), &packing);"
                ),
            };
            let kind = if operand == self.operands.len() {
                "engine::ArrayShape"
            } else {
                "Shape"
            };
            let _ = write!(self.labels.function.bounds, "{both}: __root::{kind},");
            found = both;
        }
        (body, found)
    }

    fn finish(
        self,
        text: &Text,
        operands: Vec<TokenStream>,
        body: &str,
        shape: &str,
        sizes: Vec<(String, String)>,
    ) -> Expansion {
        let [mut arguments, mut dims, mut shapes, mut stars] = [const { String::new() }; 4];
        for (index, Operand { star, .. }) in self.operands.iter().enumerate() {
            let operand = index + 1;
            let _ = write!(
                arguments,
                "x{operand}: &__root::TensorOn<T, X{operand}, E>,"
            );
            let _ = write!(dims, "x{operand}.dims(),");
            let _ = write!(
                shapes,
                "__root::pattern::star::<_, _, {star}, _>(x{operand}, &packing),"
            );
            let _ = write!(stars, "{star},");
        }
        let joins = match operands.len() {
            1 => "",
            _ => "E::Out: __root::engine::Joins<T, OutputEngine = E::Out>,",
        };
        let packing = packing(text, self.front, self.back);
        let crate::notation::Function {
            types,
            parameters,
            bounds,
            ..
        } = self.labels.function;
        let parameters = format!("T: 'static, E: __root::engine::Reshapes<T>, {parameters}");
        Expansion {
            items: types,
            name: "__pack",
            parameters,
            arguments,
            bounds: format!("{joins}{bounds}"),
            output: format!("(__root::TensorOn<T, {shape}, E::Out>, ({stars}))"),
            bounds_of_output: String::new(),
            body: format!(
                "let packing = {packing}; \
                 __root::pattern::check_packed(&packing, &[{dims}]); \
                 let shapes = ({shapes}); \
                 {body} \
                 (packed, shapes)"
            ),
            is_named: false,
            warnings: Vec::new(),
            operands,
            span: text.span,
            labels: sizes,
        }
    }
}

/// A piece to unpack.
enum Piece {
    /// With a shape that is a value.
    Of(TokenStream),
    /// With the elements that the others leave.
    Rest,
}

/// `[3, n]` as a shape value, with types for sizes that are numbers.
fn shape_value(root: &TokenStream, sizes: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let here = Span::call_site();
    let mut value = item(root, "::Scalar", here);
    let mut sizes = sizes.into_iter();
    loop {
        let (entry, _) = up_to_separator(&mut sizes);
        let Some(first) = entry.first() else {
            return Ok(value);
        };
        if entry.len() == 1 && first.to_string() == "_" {
            return Err(Complaint::new(
                first.span(),
                "a piece that is inferred is one axis: `_` without brackets",
            ));
        }
        let Size {
            value: mut last,
            is_known,
        } = size(root, entry)?;
        if is_known {
            last = quote!(here, [root, last] #root::pattern::value(#last));
        }
        value = quote!(here, [root, value, last] #root::Axes { lead: #value, last: #last });
    }
}

/// `[$crate] &x, [a, [3, 4], _], "b * c"`
pub(crate) fn unpack(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<Expansion, Complaint> {
    let example = "unpack!(&packed, [a, [3, 4], _], \"b * c\")";
    let mut tokens = tokens.into_iter();
    let (tensor, _) = up_to_separator(&mut tokens);
    let (list, _) = up_to_separator(&mut tokens);
    let (literal, _) = up_to_separator(&mut tokens);
    let (Some(text), [TokenTree::Group(list)]) = (Text::of(&literal), &list[..]) else {
        let span = tensor.first().map_or(Span::call_site(), TokenTree::span);
        return Err(Complaint::new(
            span,
            format!("expected a tensor, a list of pieces and a pattern: `{example}`"),
        ));
    };
    let explain = |wrong| text.complain(&wrong);
    let (front, back) = grammar::packing(&text.text).map_err(explain)?;
    let pieces = pieces(root, list)?;
    if pieces.is_empty() {
        return Err(Complaint::new(
            list.span(),
            format!("name at least one piece: `{example}`"),
        ));
    }
    let mut unpack = Unpack::of(front.len(), back.len());
    unpack.passed.add([tensor.into_iter().list()]);
    for piece in pieces {
        unpack.piece(piece);
    }
    unpack.ask_for_all();
    Ok(unpack.finish(&text, [front, back].concat()))
}

/// The entries of a list of pieces.
fn pieces(root: &TokenStream, list: &Group) -> Result<Vec<Piece>, Complaint> {
    let mut entries = list.stream().into_iter();
    let mut pieces = Vec::new();
    loop {
        let (entry, _) = up_to_separator(&mut entries);
        pieces.push(match &entry[..] {
            [] => return Ok(pieces),
            [one] if one.to_string() == "_" => {
                if pieces.iter().any(|piece| matches!(piece, Piece::Rest)) {
                    return Err(Complaint::new(one.span(), "one piece is inferred at most"));
                }
                Piece::Rest
            }
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
                Piece::Of(shape_value(root, inside(group))?)
            }
            _ => Piece::Of(entry.into_iter().list()),
        });
    }
}

/// The local function of `unpack!` under construction.
struct Unpack {
    parameters: String,
    bounds: String,
    arguments: String,
    /// The axes before the packed one, and those after it.
    before: Vec<String>,
    behind: Vec<String>,
    passed: Vec<TokenStream>,
    /// How many elements of the packed axis each piece has, where it is given.
    known: Vec<String>,
    counts: String,
    /// The types of the pieces, their places, and how they are made.
    tensors: String,
    places: String,
    values: String,
    has_rest: bool,
}

impl Unpack {
    fn of(front: usize, back: usize) -> Self {
        let axis = |number: usize| format!("__A{number}");
        let mut unpack = Self {
            parameters: (0..front + back).map(|number| axis(number) + ",").list(),
            bounds: String::new(),
            arguments: String::new(),
            before: (0..front).map(axis).list(),
            behind: (front..front + back).map(axis).list(),
            passed: Vec::new(),
            known: Vec::new(),
            counts: String::new(),
            tensors: String::new(),
            places: String::new(),
            values: String::new(),
            has_rest: false,
        };
        let axes = unpack.axes_along("__P");
        names_axes(&mut unpack.bounds, "__X", NAMING, None, &axes);
        unpack
    }

    /// The axes with this size in place of the packed one.
    fn axes_along(&self, size: &str) -> Vec<String> {
        [&self.before[..], &[size.to_owned()], &self.behind].concat()
    }

    fn piece(&mut self, piece: Piece) {
        let index = self.passed.len() - 1 + usize::from(self.has_rest);
        let (value, target, part) = match piece {
            Piece::Of(value) => {
                self.passed.push(value);
                let (star, count) = (format!("__S{index}"), format!("__C{index}"));
                let _ = write!(self.parameters, "{star}: __root::Shape, {count},");
                let _ = write!(
                    self.bounds,
                    "{star}: __root::pattern::Packs<Total = {count}>, {count}: __root::Dim,"
                );
                follows(&mut self.bounds, &star, &self.before);
                let _ = write!(self.arguments, "s{index}: {star},");
                let _ = write!(
                    self.counts,
                    "::core::option::Option::Some(__root::pattern::count(&s{index})),"
                );
                let target = around(&self.before, &star, &self.behind);
                let part = shape(None, &self.axes_along(&count));
                self.known.push(count);
                (format!("s{index}"), target, part)
            }
            Piece::Rest => {
                self.has_rest = true;
                self.counts.push_str("::core::option::Option::None,");
                let part = shape(None, &self.axes_along("__R"));
                let rest = format!("__root::pattern::line(p{index}.1)");
                (rest, part.clone(), part)
            }
        };
        let _ = write!(
            self.bounds,
            "{part}: __root::Shape, {target}: __root::engine::ArrayShape,"
        );
        let _ = write!(self.tensors, "__root::TensorOn<__T, {target}, __E::Out>,");
        let _ = write!(self.places, "p{index},");
        let _ = write!(
            self.values,
            "__root::pattern::piece::<_, _, {part}, {target}, _>(x, &packing, &{value}, p{index}),"
        );
    }

    /// Asks that the pieces are all that is packed.
    fn ask_for_all(&mut self) {
        let mut known = self.known.iter().cloned();
        let first = known.next().unwrap_or("__root::typenum::U0".to_owned());
        let known = known.fold(first, |sum, count| {
            format!("__root::dim::Plus<{sum}, {count}>")
        });
        let _ = match self.has_rest {
            true => {
                self.parameters.push_str("__R,");
                write!(
                    self.bounds,
                    "__P: __root::dim::Extent, __X: __root::pattern::Leaves<__root::verdict::Unpacking, __P, {known}, __R>,"
                )
            }
            false => write!(
                self.bounds,
                "__X: __root::pattern::MadeOf<__root::verdict::Unpacking, __root::verdict::Count<1>, __P, {known}>,"
            ),
        };
    }

    fn finish(self, text: &Text, names: Vec<grammar::Place>) -> Expansion {
        let Self {
            parameters,
            bounds,
            arguments,
            before,
            behind,
            passed,
            counts,
            tensors,
            places,
            values,
            ..
        } = self;
        let parameters = format!(
            "__T: 'static, __E: __root::engine::MovesAxes<__T> + __root::engine::Reshapes<__T>, \
             __X: __root::Shape, __P, {parameters}"
        );
        let arguments = format!("x: &__root::TensorOn<__T, __X, __E>, {arguments}");
        let packing = packing(text, before.len(), behind.len());
        let axes = before.into_iter().chain(behind);
        let named = names.iter().map(|place| text.name(*place).to_owned());
        Expansion {
            items: String::new(),
            name: "__unpack",
            parameters,
            arguments,
            bounds,
            output: format!("({tensors})"),
            bounds_of_output: String::new(),
            body: format!(
                "let packing = {packing}; \
                 let [{places}] = __root::pattern::places(&packing, x.dims(), [{counts}]); \
                 ({values})"
            ),
            is_named: false,
            warnings: Vec::new(),
            operands: passed,
            span: text.span,
            labels: named.zip(axes).list(),
        }
    }
}
