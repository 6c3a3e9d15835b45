//! The expansion of `rearrange!`, `reduce!` and `repeat!`: like that of an equation, a local function with a type
//! parameter for each axis, called with the caller's tensor. For an axis that is split, the function has a bound that
//! names the group, so that a mistake is reported at the tensor.

use std::fmt::Write;

use proc_macro::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::grammar::{self, Part, Pattern, Purpose};
use crate::notation::{Expansion, Labels, Sizes, Text, identifier, shape};
use crate::tokens::{group, inside, is, item, path, unit, up_to_separator};
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
            format!("a pattern is a string literal behind the tensor: `{example}`"),
        )
    })?;
    let mut op = None;
    if reduces {
        let (name, _) = match ends {
            true => (Vec::new(), true),
            false => up_to_separator(&mut tokens),
        };
        let [TokenTree::Ident(name)] = &name[..] else {
            return Err(Complaint::new(
                name.first().map_or(text.span, TokenTree::span),
                format!("the name of a reduction follows behind the pattern: `{example}`"),
            ));
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
        tensor: stacked.unwrap_or_else(|| tensor.into_iter().collect()),
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
    let call = |text, delimiter, arguments| {
        let mut call: TokenStream = path(text, span).into_iter().collect();
        call.extend([group(delimiter, arguments, span)]);
        call
    };
    let parts = match &inner[..] {
        [] => {
            return Err(Complaint::new(
                span,
                "the list of tensors is empty: `[&x, &y]`, or `[..list]` for a slice of references",
            ));
        }
        [first, second, slice @ ..] if is(first, '.') && is(second, '.') => {
            let slice = slice.iter().cloned().collect();
            let dots = [first, second].map(Clone::clone);
            let mut all = call("&", Delimiter::Parenthesis, slice);
            all.extend(call("", Delimiter::Bracket, TokenStream::from_iter(dots)));
            all
        }
        _ => tensor.iter().cloned().collect(),
    };
    // By a name of the expansion: after `$crate` an error would be told at the whole macro instead of the list.
    let mut tokens: TokenStream = path("&", span).into_iter().collect();
    tokens.extend(call(STACKED, Delimiter::Parenthesis, parts));
    Ok(Some(tokens))
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
            Some(true) => Some(tokens.into_iter().collect()),
            Some(false) => Some(crate::shape::dim(root, tokens)?),
            None => return Ok(Size::of("::pattern::size", root, tokens, span)),
        },
    };
    Ok(Size::of_type(root, known.unwrap_or_default(), span))
}

impl Size {
    /// `function(EXPRESSION)`
    fn of(function: &str, root: &TokenStream, tokens: Vec<TokenTree>, span: Span) -> Self {
        let mut value = item(root, function, span);
        value.extend([group(Delimiter::Parenthesis, tokens, span)]);
        Self {
            value,
            is_known: false,
        }
    }

    /// `known::<TYPE>()`: the type alone
    fn of_type(root: &TokenStream, size: TokenStream, span: Span) -> Self {
        let mut value = item(root, "::pattern::known::<", span);
        value.extend(size);
        value.extend(path(">", span));
        value.extend([unit(span)]);
        Self {
            value,
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

/// The local function under construction.
struct Function<'a> {
    text: &'a Text,
    pattern: &'a Pattern,
    /// The types that stand for labels in messages.
    types: String,
    named: Vec<usize>,
    parameters: String,
    bounds: String,
    body: String,
    /// The engine of the tensor at this step, and its elements.
    engine: String,
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
                let names: Vec<String> = labels.iter().map(|label| self.name(*label)).collect();
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
            let sizes: Vec<String> = axes.iter().map(size).collect();
            return shape(None, &sizes);
        };
        let front: Vec<String> = axes[..dots].iter().map(size).collect();
        let back: Vec<String> = axes[dots + 1..].iter().map(size).collect();
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

    /// A step that merges axes. Its result may have another engine.
    fn merges(&mut self, function: &str, target: &str) {
        let (engine, element) = (&self.engine, self.element);
        let trait_of = format!("__root::engine::Reshapes<{element}>");
        let _ = write!(self.bounds, "{engine}: {trait_of},");
        let home = format!("<{engine} as {trait_of}>::OutputEngine");
        self.step(function, target);
        self.engine = home;
    }

    fn moves(&mut self, function: &str, target: &str, is_shape: bool) {
        let (engine, element) = (&self.engine, self.element);
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
        sizes: mut written,
    } = input(root, tokens, purpose == Purpose::Reduce, example)?;
    let op = match op {
        None => None,
        Some((name, span)) => Some(match name.as_str() {
            "sum" => "Sum",
            "mean" => "Mean",
            "max" => "Max",
            "min" => "Min",
            "prod" => "Product",
            "any" => "Any",
            "all" => "All",
            _ => {
                return Err(Complaint::new(
                    span,
                    format!(
                        "`{name}` is no reduction: there are `sum`, `mean`, `max`, `min`, `prod`, `any` and `all`"
                    ),
                ));
            }
        }),
    };
    let explain = |wrong| text.complain(&wrong);
    let pattern = grammar::pattern(&text.text, purpose).map_err(explain)?;
    // The sizes of labels that have one, as arguments of the function.
    let mut given: Vec<Option<Size>> = Vec::new();
    for place in &pattern.labels {
        let name = text.name(*place);
        given.push(match name.parse::<u64>() {
            Ok(number) => {
                let size = crate::size::size(root, number, Span::call_site());
                Some(Size::of_type(root, size, Span::call_site()))
            }
            Err(_) => {
                let found = written.iter().position(|(other, ..)| other == name);
                found.map(|found| written.remove(found).2)
            }
        });
    }
    if let Some((name, span, _)) = written.first() {
        let mut told = format!("no axis of the pattern is named `{name}`");
        let labels = pattern.labels.iter().map(|place| text.name(*place));
        if let Some(meant) = typo::nearest(name, labels) {
            let _ = write!(told, ": did you mean `{meant}`?");
        }
        let _ = write!(told, "\n  {}", text.text);
        return Err(Complaint::new(*span, told));
    }
    pattern
        .check_sizes(&text.text, |label| given[label].is_some())
        .map_err(explain)?;
    let mut taken = Vec::new();
    for size in given.iter().flatten() {
        names_in(size.value.clone(), &mut taken);
    }
    let mut function = Function {
        text: &text,
        pattern: &pattern,
        types: String::new(),
        named: Vec::new(),
        parameters: String::new(),
        bounds: String::new(),
        body: String::new(),
        engine: "__E".to_owned(),
        element: "__T",
        sizes: vec![None; pattern.labels.len()],
        dots: None,
        taken,
    };
    let label = |part: &Part| pattern.label(&text.text, part);
    let (mut arguments, mut passed, mut list) = (String::new(), vec![tensor], String::new());
    for (number, size) in given.iter().enumerate() {
        match size {
            Some(size) => {
                // A new axis has nothing to be inferred from.
                let is_new = !pattern.left.flat().any(|part| label(part) == Some(number));
                let kind = match is_new {
                    true => "StaticDim",
                    false => "Dim",
                };
                let kind = if size.is_known { kind } else { "Dim" };
                let _ = write!(function.parameters, "__N{number}: __root::{kind},");
                match size.is_known {
                    // The type is enough, and one that stands for a size at run time has no value here.
                    true => {
                        let _ = write!(arguments, "_: __root::pattern::Known<__N{number}>,");
                        let _ = write!(list, "<__N{number} as __root::Dim>::STATIC_SIZE,");
                    }
                    false => {
                        let _ = write!(arguments, "n{number}: __N{number},");
                        let _ = write!(
                            list,
                            "::core::option::Option::Some(__root::Dim::size(n{number})),"
                        );
                    }
                }
                passed.push(size.value.clone());
            }
            None => list.push_str("::core::option::Option::None,"),
        }
    }
    // The left side: a parameter for each axis.
    let kept = |part: &Part| match label(part) {
        Some(found) => pattern
            .right
            .flat()
            .any(|other| label(other) == Some(found)),
        None => {
            matches!(part, Part::Dots(_))
                && pattern
                    .right
                    .flat()
                    .any(|other| matches!(other, Part::Dots(_)))
        }
    };
    let parts = &pattern.left.parts;
    let dots_at = parts.iter().position(|part| matches!(part, Part::Dots(_)));
    let (mut front, mut back) = (Vec::new(), Vec::new());
    let (mut split, mut folded, mut ready) = (Vec::new(), Vec::new(), Vec::new());
    // The axis of `ready` for each label and for the dots.
    let mut places: Vec<Option<usize>> = vec![None; pattern.labels.len()];
    let mut dots_place = None;
    let (mut is_apart, mut is_folded) = (false, false);
    for (index, part) in parts.iter().enumerate() {
        if matches!(part, Part::Dots(_)) {
            function.dots = Some("__L".to_owned());
            if index > 0 {
                function.dots = Some("__M".to_owned());
            }
            let dots = function.dots.clone().unwrap_or_default();
            if kept(part) {
                dots_place = Some(ready.len());
                for list in [&mut split, &mut folded, &mut ready] {
                    list.push(Axis::Dots);
                }
            } else {
                let _ = write!(function.bounds, "{dots}: __root::pattern::Packs,");
                split.push(Axis::Of(format!("__root::pattern::Packed<{dots}>")));
                folded.push(Axis::Of(ONE.to_owned()));
                (is_apart, is_folded) = (true, true);
            }
            continue;
        }
        let axis = format!("__A{}", index + 1);
        let _ = write!(function.parameters, "{axis},");
        match dots_at {
            Some(dots) if index < dots => front.push(axis.clone()),
            _ => back.push(axis.clone()),
        }
        let inner = match part {
            Part::Group(inner, _) => inner.as_slice(),
            part => core::slice::from_ref(part),
        };
        let labels: Vec<usize> = inner.iter().filter_map(label).collect();
        let known = |label: &usize| given[*label].is_some();
        let is_number = |label: &usize| {
            let name = text.name(pattern.labels[*label]);
            name.starts_with(|first: char| first.is_ascii_digit())
        };
        let known_labels: Vec<usize> = labels.iter().copied().filter(known).collect();
        let known_sizes: Vec<String> = known_labels
            .iter()
            .map(|label| format!("__N{label}"))
            .collect();
        let unknown = labels.iter().copied().find(|label| !known(label));
        let (in_number, distance) = match dots_at {
            Some(dots) if index < dots => ("Some", 1),
            _ => ("", parts.len() - index),
        };
        is_apart |= labels.len() != 1;
        for label in &known_labels {
            function.sizes[*label] = Some(format!("__N{label}"));
        }
        match unknown {
            Some(unknown) if known_labels.is_empty() => {
                function.sizes[unknown] = Some(axis);
            }
            Some(unknown) => {
                let left = format!("__D{}", index + 1);
                let _ = write!(function.parameters, "{left},");
                // As it is written, where a type cannot be the name of a number.
                let relation = match labels[..] {
                    [first, _] if first == unknown && is_number(&known_labels[0]) => {
                        format!("Dividing{in_number}ByNumber<{}>", function.name(unknown))
                    }
                    [_, last] if last == unknown && is_number(&known_labels[0]) => {
                        let name = function.name(unknown);
                        format!("Dividing{in_number}ByNumberInFront<{name}>")
                    }
                    _ => {
                        let (group, known) =
                            (function.names(&labels), function.names(&known_labels));
                        format!("Dividing{in_number}<{group}, {known}>")
                    }
                };
                let _ = write!(
                    function.bounds,
                    "__X: __root::pattern::DividesAxis<__root::verdict::{relation}, __root::verdict::Count<{distance}>, {axis}, {}, {left}>,",
                    product(&known_sizes),
                );
                function.sizes[unknown] = Some(left);
            }
            None => {
                let relation = match labels.iter().all(is_number) {
                    true => format!("Making{in_number}Number"),
                    false => format!("Making{in_number}<{}>", function.names(&labels)),
                };
                let _ = write!(
                    function.bounds,
                    "__X: __root::pattern::MadeOf<__root::verdict::{relation}, __root::verdict::Count<{distance}>, {axis}, {}>,",
                    product(&known_sizes),
                );
                if let [label] = labels[..]
                    && given[label].as_ref().is_some_and(|size| !size.is_known)
                {
                    function.sizes[label] = Some(axis);
                }
            }
        }
        for part in inner {
            let Some(label) = label(part) else { continue };
            let size = function.sizes[label].clone().unwrap_or_default();
            split.push(Axis::Of(size.clone()));
            if kept(part) {
                places[label] = Some(ready.len());
                folded.push(Axis::Of(size.clone()));
                ready.push(Axis::Of(size));
            } else {
                is_folded = true;
                folded.push(Axis::Of(ONE.to_owned()));
            }
        }
    }
    function.name_axes(dots_at.is_some(), &front, &back);
    // The right side.
    let (mut order, mut spread, mut merged) = (Vec::new(), Vec::new(), Vec::new());
    let (mut is_new, mut is_merged) = (false, false);
    let mut units = 0;
    for part in &pattern.right.parts {
        let inner = match part {
            Part::Group(inner, _) => inner.as_slice(),
            part => core::slice::from_ref(part),
        };
        let mut sizes = Vec::new();
        let mut has_dots = false;
        for part in inner {
            if matches!(part, Part::Dots(_)) {
                order.extend(dots_place);
                spread.push(Axis::Dots);
                has_dots = true;
                let dots = function.dots.clone().unwrap_or_default();
                sizes.push(format!("__root::pattern::Packed<{dots}>"));
                continue;
            }
            let Some(label) = label(part) else { continue };
            if places[label].is_none() {
                order.push(ready.len());
                ready.push(Axis::Of(ONE.to_owned()));
                (is_new, units) = (true, units + 1);
                function.sizes[label] = Some(format!("__N{label}"));
            }
            order.extend(places[label]);
            let size = function.sizes[label].clone().unwrap_or_default();
            spread.push(Axis::Of(size.clone()));
            sizes.push(size);
        }
        if sizes.is_empty() {
            order.push(ready.len());
            ready.push(Axis::Of(ONE.to_owned()));
            spread.push(Axis::Of(ONE.to_owned()));
            units += 1;
        }
        let is_group = matches!(part, Part::Group(..));
        if is_group && has_dots {
            let dots = function.dots.clone().unwrap_or_default();
            let _ = write!(function.bounds, "{dots}: __root::pattern::Packs,");
        }
        is_merged |= is_group && (has_dots || sizes.len() > 1);
        if sizes.len() > 1 {
            for size in &sizes {
                let _ = write!(function.bounds, "{size}: __root::Dim,");
            }
        }
        merged.push(match has_dots && !is_group {
            true => Axis::Dots,
            false => Axis::Of(product(&sizes)),
        });
    }
    let is_moved = order.iter().enumerate().any(|(place, axis)| place != *axis);
    let ordered: Vec<Axis> = order.iter().map(|place| ready[*place].clone()).collect();
    let [split, folded, ordered, spread, merged] =
        [&split, &folded, &ordered, &spread, &merged].map(|axes| function.shape(axes));
    let mut is_other = is_apart || units > 0;
    if let Some(op) = op {
        if is_apart {
            function.moves("apart", &split, true);
        }
        let engine = function.engine.clone();
        function.parameters.push_str("__R, __H,");
        let _ = write!(
            function.bounds,
            "__R: 'static, __H: __root::engine::Engine, {engine}: __root::engine::Reduces<__root::engine::ops::{op}, __T, Element = __R, OutputEngine = __H>, {folded}: __root::Shape,"
        );
        let _ = write!(
            function.body,
            "let x = __root::pattern::fold::<__root::engine::ops::{op}, _, _, {folded}, _>(&x, &plan);"
        );
        (function.engine, function.element) = ("__H".to_owned(), "__R");
        is_other = is_folded || units > 0;
    }
    let only = match is_merged {
        _ if op.is_some() || is_new => None,
        true => Some("merge"),
        false => Some("split"),
    };
    match is_moved || is_new {
        false if op.is_some() && !is_merged && !is_other => {}
        _ if !is_new && is_merged => function.merges("merge", &merged),
        _ if !is_new => function.moves("split", &merged, false),
        _ => {
            function.moves("split", &ordered, true);
            function.moves("spread", &spread, true);
            if is_merged {
                function.merges("merge_spread", &merged);
            }
        }
    }
    let chooses = match op {
        Some(op) => {
            format!("<__root::engine::ops::{op} as __root::pattern::Reduction>::CHOOSES")
        }
        None => "false".to_owned(),
    };
    let Function {
        types,
        parameters,
        bounds,
        body,
        engine,
        element,
        sizes,
        ..
    } = function;
    let kind = match op {
        Some(_) => "Shape",
        None => "engine::ArrayShape",
    };
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
    let source = format!(
        "{types} {imported} \
         #[inline] #[track_caller] \
         fn __pattern<{parameters}>({arguments}) \
             -> __root::TensorOn<{element}, {merged}, {engine}> \
         where {bounds} {merged}: __root::engine::ArrayShape, {{ \
             {body} \
         }}",
    );
    let each = pattern.labels.iter().zip(sizes);
    let found = each.filter_map(|(place, size)| {
        let name = text.name(*place);
        let is_name = !name.starts_with(|first: char| first.is_ascii_digit());
        is_name.then_some((name.to_owned(), size?))
    });
    let labels = found.collect();
    Ok(Expansion {
        function: source,
        name: "__pattern",
        is_named: true,
        warnings: Vec::new(),
        operands: passed,
        sizes: Sizes {
            span: text.span,
            parameters,
            arguments,
            bounds,
            labels,
        },
    })
}

/// The rule that a pattern names the axes of its tensor.
const NAMING: &str = "__root::verdict::NamingAxes";

/// Asks that an operand has these axes, behind those of `lead` if there is one.
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
            let list = front
                .iter()
                .rev()
                .fold("__root::algebra::NoAxis".to_owned(), |rest, axis| {
                    format!("__root::algebra::First<{axis}, {rest}>")
                });
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
    let places = [front.as_slice(), back.as_slice()].concat();
    let mut labels = Labels::new(&text, places);
    let [mut arguments, mut dims, mut body] = [const { String::new() }; 3];
    let (mut stars, mut flats, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..operands.len() {
        let operand = index + 1;
        let each: Vec<String> = (0..front.len() + back.len())
            .map(|_| labels.function.parameter("A"))
            .collect();
        let (before, behind) = each.split_at(front.len());
        let lead = labels.function.parameter("L");
        let mut star = lead.clone();
        let function = &mut labels.function;
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
                "X{operand}: __root::algebra::NamesFirst<__root::verdict::Naming<{operand}>, __root::verdict::AtLeast<{}>, {lead}, {}, {star}>, {star}: __root::Shape,",
                each.len(),
                first_to_last(before),
            );
        }
        let count = function.parameter("C");
        let _ = write!(
            function.bounds,
            "{star}: __root::pattern::Packs<Total = {count}>, {count}: __root::Dim,"
        );
        let axes: Vec<(usize, String)> = each.iter().cloned().enumerate().collect();
        labels.operand(&axes);
        let flat = [before, core::slice::from_ref(&count), behind].concat();
        let flat = shape(None, &flat);
        let _ = write!(labels.function.bounds, "{flat}: __root::Shape,");
        let _ = write!(
            arguments,
            "x{operand}: &__root::TensorOn<T, X{operand}, E>,"
        );
        let _ = write!(dims, "x{operand}.dims(),");
        stars.push(star);
        flats.push(flat);
        counts.push(count);
    }
    let sizes: Vec<String> = labels.sizes.iter().flatten().cloned().collect();
    let known = labels.found();
    let (before, behind) = sizes.split_at(front.len());
    let mut found = flats[0].clone();
    let mut total = counts[0].clone();
    if flats.len() == 1 {
        let _ = write!(
            body,
            "let packed = __root::pattern::flat::<_, _, {found}, _>(x1, &packing);"
        );
    }
    for (index, flat) in flats.iter().enumerate().skip(1) {
        let operand = index + 1;
        total = format!("__root::dim::Plus<{total}, {}>", counts[index]);
        let both = [before, core::slice::from_ref(&total), behind].concat();
        let both = shape(None, &both);
        let _ = match operand {
            2 => write!(
                body,
                "let packed = __root::pattern::flat_both::<_, _, _, {found}, {flat}, {both}, _, _>(x1, x2, &packing);"
            ),
            _ => write!(
                body,
                "let packed = __root::pattern::join::<_, {found}, {flat}, {both}, _>(&packed, &__root::pattern::flat::<_, _, {flat}, _>(x{operand}, &packing), &packing);"
            ),
        };
        let kind = if operand == flats.len() {
            "engine::ArrayShape"
        } else {
            "Shape"
        };
        let _ = write!(labels.function.bounds, "{both}: __root::{kind},");
        found = both;
    }
    let mut shapes = String::new();
    for (index, star) in stars.iter().enumerate() {
        let _ = write!(
            shapes,
            "__root::pattern::star::<_, _, {star}, _>(x{}, &packing),",
            index + 1
        );
    }
    let joins = match operands.len() {
        1 => "__root::engine::Engine",
        _ => "__root::engine::Joins<T, OutputEngine = H>",
    };
    let crate::notation::Function {
        types,
        parameters,
        bounds,
        ..
    } = labels.function;
    let parameters = format!(
        "T: 'static, E: __root::engine::Reshapes<T, OutputEngine = H>, H: {joins}, {parameters}"
    );
    let function = format!(
        "{types} \
         #[inline] #[track_caller] \
         fn __pack<{parameters}>({arguments}) \
             -> (__root::TensorOn<T, {found}, H>, ({},)) \
         where {bounds} {{ \
             let packing = {}; \
             __root::pattern::check_packed(&packing, &[{dims}]); \
             let shapes = ({shapes}); \
             {body} \
             (packed, shapes) \
         }}",
        stars.join(","),
        packing(&text, front.len(), back.len()),
    );
    Ok(Expansion {
        function,
        name: "__pack",
        is_named: false,
        warnings: Vec::new(),
        operands,
        sizes: Sizes {
            span: text.span,
            parameters,
            arguments,
            bounds,
            labels: known,
        },
    })
}

/// A list of axes, beginning with the first.
fn first_to_last(axes: &[String]) -> String {
    axes.iter()
        .rev()
        .fold("__root::algebra::NoAxis".to_owned(), |rest, axis| {
            format!("__root::algebra::First<{axis}, {rest}>")
        })
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
            let known = group(Delimiter::Parenthesis, last, here);
            last = item(root, "::pattern::value", here);
            last.extend([known]);
        }
        let mut fields: TokenStream = path("lead:", here).into_iter().collect();
        fields.extend(value);
        fields.extend(path(", last:", here));
        fields.extend(last);
        value = item(root, "::Axes", here);
        value.extend([group(Delimiter::Brace, fields, here)]);
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
    let mut entries = list.stream().into_iter();
    let mut pieces = Vec::new();
    loop {
        let (entry, _) = up_to_separator(&mut entries);
        pieces.push(match &entry[..] {
            [] => break,
            [one] if one.to_string() == "_" => {
                if pieces.iter().any(|piece| matches!(piece, Piece::Rest)) {
                    return Err(Complaint::new(one.span(), "one piece is inferred at most"));
                }
                Piece::Rest
            }
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
                Piece::Of(shape_value(root, inside(group))?)
            }
            _ => Piece::Of(entry.into_iter().collect()),
        });
    }
    if pieces.is_empty() {
        return Err(Complaint::new(
            list.span(),
            format!("name at least one piece: `{example}`"),
        ));
    }
    let [mut parameters, mut bounds, mut arguments, mut body] = [const { String::new() }; 4];
    let axis = |number: usize| format!("__A{number}");
    let before: Vec<String> = (0..front.len()).map(axis).collect();
    let behind: Vec<String> = (front.len()..front.len() + back.len()).map(axis).collect();
    for axis in before.iter().chain(&behind) {
        let _ = write!(parameters, "{axis},");
    }
    let axes_along = |size: &str| [&before[..], &[size.to_owned()], &behind[..]].concat();
    let along = |size: &str| shape(None, &axes_along(size));
    names_axes(&mut bounds, "__X", NAMING, None, &axes_along("__P"));
    let mut passed: Vec<TokenStream> = vec![tensor.into_iter().collect()];
    let (mut known, mut counts, mut values) = (Vec::new(), String::new(), Vec::new());
    let (mut tensors, mut has_rest) = (String::new(), false);
    for (index, piece) in pieces.into_iter().enumerate() {
        let (value, target, part) = match piece {
            Piece::Of(value) => {
                passed.push(value);
                let (star, count) = (format!("__S{index}"), format!("__C{index}"));
                let _ = write!(parameters, "{star}: __root::Shape, {count},");
                let _ = write!(
                    bounds,
                    "{star}: __root::pattern::Packs<Total = {count}>, {count}: __root::Dim,"
                );
                follows(&mut bounds, &star, &before);
                let _ = write!(arguments, "s{index}: {star},");
                let _ = write!(
                    counts,
                    "::core::option::Option::Some(__root::pattern::count(&s{index})),"
                );
                known.push(count.clone());
                let target = around(&before, &star, &behind);
                (format!("s{index}"), target, along(&count))
            }
            Piece::Rest => {
                has_rest = true;
                counts.push_str("::core::option::Option::None,");
                let part = along("__R");
                let rest = format!("__root::pattern::line(p{index}.1)");
                (rest, part.clone(), part)
            }
        };
        let _ = write!(
            bounds,
            "{part}: __root::Shape, {target}: __root::engine::ArrayShape,"
        );
        let _ = write!(tensors, "__root::TensorOn<__T, {target}, __H>,");
        values.push((value, target, part));
    }
    let known = known.iter().skip(1).fold(
        known
            .first()
            .cloned()
            .unwrap_or("__root::typenum::U0".to_owned()),
        |sum, count| format!("__root::dim::Plus<{sum}, {count}>"),
    );
    match has_rest {
        true => {
            parameters.push_str("__R,");
            let _ = write!(
                bounds,
                "__P: __root::dim::Extent, __X: __root::pattern::Leaves<__root::verdict::Unpacking, __P, {known}, __R>,"
            );
        }
        false => {
            let _ = write!(
                bounds,
                "__X: __root::pattern::MadeOf<__root::verdict::Unpacking, __root::verdict::Count<1>, __P, {known}>,"
            );
        }
    }
    let mut places = String::new();
    for (index, (value, target, part)) in values.iter().enumerate() {
        let _ = write!(places, "p{index},");
        let _ = write!(
            body,
            "__root::pattern::piece::<_, _, {part}, {target}, _>(x, &packing, &{value}, p{index}),"
        );
    }
    let parameters = format!(
        "__T: 'static, __E: __root::engine::MovesAxes<__T> + __root::engine::Reshapes<__T, OutputEngine = __H>, \
         __H: __root::engine::Engine, __X: __root::Shape, __P, {parameters}"
    );
    let arguments = format!("x: &__root::TensorOn<__T, __X, __E>, {arguments}");
    let function = format!(
        "#[inline] #[track_caller] \
         fn __unpack<{parameters}>({arguments}) -> ({tensors}) \
         where {bounds} {{ \
             let packing = {}; \
             let [{places}] = __root::pattern::places(&packing, x.dims(), [{counts}]); \
             ({body}) \
         }}",
        packing(&text, front.len(), back.len()),
    );
    let named = front.iter().chain(&back).zip(before.iter().chain(&behind));
    let labels = named
        .map(|(place, size)| (text.name(*place).to_owned(), size.clone()))
        .collect();
    Ok(Expansion {
        function,
        name: "__unpack",
        is_named: false,
        warnings: Vec::new(),
        operands: passed,
        sizes: Sizes {
            span: text.span,
            parameters,
            arguments,
            bounds,
            labels,
        },
    })
}
