//! The expansion of `contract!` and similar macros: a local function like that of [`notation`](crate::notation), whose
//! operands are anything that has sizes.

use std::fmt::Write;

use proc_macro::{Ident, TokenStream, TokenTree};

use crate::Complaint;
use crate::grammar::{self, Part};
use crate::notation::{Asks, Expansion, Function, Labels, Text, identifier, input, shape};
use crate::tokens::{List, is, quote, visible};

/// What a contract expands to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// The sizes of its labels, or a panic.
    Sizes,
    /// The sizes, or an error.
    Result,
    /// The operands, with all known sizes in their types, or an error.
    Typed,
    /// Nothing: what types know is asked for, and the rest is checked elsewhere.
    Nothing,
}

/// `c = 3`: the size given for a label.
struct Given {
    name: Ident,
    /// The size as a type.
    size: TokenStream,
}

/// The size given for a label, if this is `c = 3` and not a comparison.
fn given(root: &TokenStream, tokens: &[TokenTree]) -> Result<Option<Given>, Complaint> {
    match tokens {
        [TokenTree::Ident(name), equals, rest @ ..]
            if is(equals, '=') && !rest.first().is_some_and(|next| is(next, '=')) =>
        {
            Ok(Some(Given {
                name: name.clone(),
                size: crate::shape::dim(root, rest.to_vec())?,
            }))
        }
        _ => Ok(None),
    }
}

/// The name of an operand from its expression: `&images`, `self.images` and `images.shape()` are `images`.
fn called(tokens: &[TokenTree]) -> Option<String> {
    let mut name = None;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(punct) if matches!(punct.as_char(), '&' | '.') => {}
            TokenTree::Ident(ident) => {
                let is_call = matches!(tokens.get(index + 1), Some(TokenTree::Group(_)));
                let text = ident.to_string();
                if !is_call && !matches!(text.as_str(), "self" | "mut") {
                    name = Some(text);
                }
            }
            TokenTree::Group(group) if group.stream().is_empty() && index > 0 => {}
            _ => return None,
        }
    }
    name
}

/// A number as a type.
fn size_of(value: usize) -> String {
    match value {
        0..=1024 => format!("__root::typenum::consts::U{value}"),
        _ if value.is_power_of_two() => format!("__root::typenum::consts::U{value}"),
        _ => format!(
            "__root::__macro::Hex{:X}<{}>",
            value & 15,
            size_of(value >> 4)
        ),
    }
}

/// Asks that axes of an operand have the given sizes. Each axis is its name in a message, its size, and the given size.
fn ask_given(labels: &mut Labels<'_>, operand: usize, name: &str, axes: &[[String; 3]]) {
    if axes.is_empty() {
        return;
    }
    let list = axes.iter().fold("()".to_owned(), |others, [label, ..]| {
        format!("({label}, {others})")
    });
    let column =
        |index: usize| -> Vec<String> { axes.iter().map(|axis| axis[index].clone()).list() };
    let (own, given) = (shape(None, &column(1)), shape(None, &column(2)));
    let _ = write!(
        labels.function.bounds,
        "X{operand}: __root::algebra::SameLabels<__root::verdict::Among<{list}, __root::verdict::Given, __root::verdict::In<{name}>>, {own}, {given}, {given}>,",
    );
}

pub(crate) fn contract(
    root: &TokenStream,
    tokens: Vec<TokenTree>,
    gives: Gives,
) -> Result<Expansion, Complaint> {
    let example = "contract!(\"images: b c h w, labels: b\"; &images, &labels)";
    let (text, arguments) = input(tokens, example)?;
    let explain = |wrong| text.complain(&wrong);
    let contract = grammar::contract(&text.text).map_err(explain)?;
    let mut operands = Vec::new();
    let mut sizes: Vec<Given> = Vec::new();
    for argument in arguments {
        match given(root, &visible(argument.clone()))? {
            Some(size) => sizes.push(size),
            None => operands.push(argument),
        }
    }
    text.count_operands(contract.operands.len(), operands.len())?;
    let is_given = |label: &str| {
        let mut names = sizes.iter().map(|size| size.name.to_string());
        names.any(|name| name.trim_start_matches("r#") == label)
    };
    contract.check_sums(&text.text, is_given).map_err(explain)?;
    let names = names_of(&text, &contract, &operands);
    expand(&text, &contract, (names, operands), sizes, gives)
}

/// A local function whose bounds ask what the contract says of operands with these names.
pub(crate) fn asked(
    text: &Text,
    contract: &grammar::Contract,
    names: &[&str],
    operands: Vec<TokenStream>,
) -> Result<Expansion, Complaint> {
    let as_type = |name: &str| identifier(&name.replace(' ', "_"));
    let names = names.iter().map(|name| ((*name).to_owned(), as_type(name)));
    let operands = (names.list(), operands);
    expand(text, contract, operands, Vec::new(), Gives::Nothing)
}

/// A local function whose bounds ask what the contract says, for operands with these names and expressions.
fn expand(
    text: &Text,
    contract: &grammar::Contract,
    (names, operands): (Vec<(String, String)>, Vec<TokenStream>),
    sizes: Vec<Given>,
    gives: Gives,
) -> Result<Expansion, Complaint> {
    let typed = gives == Gives::Typed;
    let mut labels = Labels::of_contract(text, contract, &names, typed);
    let fixed = fixed(text, contract, &sizes)?;
    let [mut arguments, mut passed] = [const { String::new() }; 2];
    // The sizes of all axes of the contract, as the operand has them, and the shape in place of dots.
    let mut patterns = Vec::new();
    for (index, term) in contract.operands.iter().enumerate() {
        let (operand, name) = (index + 1, &names[index].1);
        let kind = match typed {
            true => "__root::algebra::TakesShape",
            false => "?::core::marker::Sized + __root::algebra::TellsSizes",
        };
        let _ = write!(labels.function.parameters, "X{operand}: {kind},");
        patterns.push(ask(&mut labels, text, (operand, name), term, &fixed));
        let lent = if typed { "" } else { "&" };
        let _ = write!(arguments, "x{operand}: {lent}X{operand},");
        let lent = if typed { "&" } else { "" };
        let _ = write!(
            passed,
            "::core::option::Option::Some(&__root::algebra::TellsSizes::sizes({lent}x{operand})),"
        );
    }
    let mut values = operands;
    for (index, size) in sizes.into_iter().enumerate() {
        let number = index + 1;
        let _ = write!(labels.function.parameters, "F{number}: __root::Dim,");
        let _ = write!(arguments, "_: ::core::marker::PhantomData<F{number}>,");
        let span = size.name.span();
        let size = size.size;
        values.push(quote!(span, [size] ::core::marker::PhantomData::<#size>));
    }
    let output = match gives {
        Gives::Nothing => "()".to_owned(),
        Gives::Sizes => sizes_of(contract),
        Gives::Result => or_error(&sizes_of(contract)),
        Gives::Typed => {
            let types = typed_operands(&mut labels, contract, &fixed, patterns);
            or_error(&format!("({})", types.join(",")))
        }
    };
    let body = body(text, contract, &names, &fixed, &passed, gives);
    let own = contract.labels.iter().filter_map(|label| match label {
        Part::Name(place) => Some((text.name(*place).to_owned(), labels.known(*place, &fixed)?)),
        _ => None,
    });
    let known = own.list();
    let Function {
        types,
        parameters,
        bounds,
        ..
    } = labels.function;
    Ok(Expansion {
        items: types,
        name: "__contract",
        parameters,
        arguments,
        bounds,
        output,
        bounds_of_output: String::new(),
        body,
        is_named: false,
        warnings: Vec::new(),
        operands: values,
        span: text.span,
        labels: known,
    })
}

/// For each label, the index of its given size, counted from 1.
fn fixed(
    text: &Text,
    contract: &grammar::Contract,
    sizes: &[Given],
) -> Result<Vec<Option<usize>>, Complaint> {
    let mut fixed: Vec<Option<usize>> = vec![None; contract.labels.len()];
    for (index, size) in sizes.iter().enumerate() {
        let name = size.name.to_string();
        let label = contract.labels.iter().position(
            |label| matches!(label, Part::Name(place) if text.name(*place) == name.trim_start_matches("r#")),
        );
        match label.map(|label| &mut fixed[label]) {
            Some(fixed @ None) => *fixed = Some(index + 1),
            Some(Some(_)) => {
                let complaint = format!("`{name}` has a size already");
                return Err(Complaint::new(size.name.span(), complaint));
            }
            None => {
                let complaint = format!("`{name}` is in no operand of the contract");
                return Err(Complaint::new(size.name.span(), complaint));
            }
        }
    }
    Ok(fixed)
}

/// Asks that an operand has the axes of a term. Gives their sizes as the operand has them, and the shape in place of dots.
fn ask(
    labels: &mut Labels<'_>,
    text: &Text,
    (operand, name): (usize, &str),
    term: &grammar::Term,
    fixed: &[Option<usize>],
) -> (Vec<String>, Option<String>) {
    let (axes, others) = labels.name_axes(
        operand,
        term,
        &Asks {
            naming: &format!("__root::verdict::NamingIn<{name}>"),
            axes: "__root::algebra::OperandNames",
            last: "__root::algebra::OperandNamesLast",
            first: "__root::algebra::OperandNamesFirst",
        },
    );
    let own: Vec<String> = axes.iter().map(|(_, size)| size.clone()).list();
    let (mut numbers, mut given, mut shared) = (Vec::new(), Vec::new(), Vec::new());
    for (part, size) in axes {
        let place = part.place();
        match part {
            Part::Number(number, _) => {
                numbers.push(["__root::verdict::Number".to_owned(), size, size_of(*number)]);
            }
            Part::Name(_) if grammar::is_any(&text.text, place) => {}
            Part::Sum(..) => {}
            _ => {
                let label = labels.number(place);
                match fixed[label] {
                    Some(number) => {
                        given.push([labels.arguments[label].clone(), size, format!("F{number}")]);
                    }
                    None => shared.push((label, size)),
                }
            }
        }
    }
    ask_given(labels, operand, name, &numbers);
    ask_given(labels, operand, name, &given);
    labels.operand(&shared);
    (own, others)
}

/// The type of the sizes that a contract gives.
fn sizes_of(contract: &grammar::Contract) -> String {
    format!("[::core::primitive::usize; {}]", contract.result.len())
}

fn or_error(value: &str) -> String {
    format!("::core::result::Result<{value}, __root::algebra::ContractError>")
}

/// What the local function does with the sizes that it is passed.
fn body(
    text: &Text,
    contract: &grammar::Contract,
    names: &[(String, String)],
    fixed: &[Option<usize>],
    passed: &str,
    gives: Gives,
) -> String {
    let keeps = match gives {
        Gives::Nothing => return String::new(),
        Gives::Sizes => "kept",
        Gives::Result | Gives::Typed => "try_kept",
    };
    // Each operand with its new type, if the sizes keep the contract.
    let (result, then) = match gives {
        Gives::Typed => {
            let values = (1..=contract.operands.len())
                .map(|operand| format!("__root::algebra::shaped(x{operand})"));
            let values: Vec<String> = values.list();
            (&[][..], format!(".map(|[]| ({}))", values.join(",")))
        }
        _ => (&contract.result[..], String::new()),
    };
    let fixed_size = |label: usize| {
        fixed[label].map(|number| format!("<F{number} as __root::Dim>::STATIC_SIZE"))
    };
    let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).list();
    format!(
        "__root::algebra::{keeps}::<{}, {}>(&{}, &[{passed}], {result:?}){then}",
        contract.labels.len(),
        result.len(),
        value(text, contract, &names, fixed_size)
    )
}

/// A contract as a value. `size` gives the size of a label, if the contract is given one.
pub(crate) fn value(
    text: &Text,
    contract: &grammar::Contract,
    operands: &[&str],
    size: impl Fn(usize) -> Option<String>,
) -> String {
    let labels = contract.labels.iter().zip(&contract.sums).enumerate();
    let labels = labels.map(|(index, (label, sum))| {
        let name = text.name(label.place());
        let size = match label {
            Part::Number(number, _) => format!("::core::option::Option::Some({number})"),
            _ => size(index).unwrap_or_else(|| "::core::option::Option::None".to_owned()),
        };
        format!(
            "__root::algebra::Label {{ name: {name:?}, size: {size}, sum: {} }}",
            table_of(sum)
        )
    });
    let labels: Vec<String> = labels.list();
    let operands = operands.iter().zip(&contract.axes).map(|(name, axes)| {
        let has_dots = axes.contains(&grammar::DOTS);
        format!(
            "__root::algebra::Operand {{ name: {name:?}, axes: &{axes:?}, has_dots: {has_dots} }}"
        )
    });
    let operands: Vec<String> = operands.list();
    format!(
        "__root::algebra::Contract {{ text: {:?}, operands: &[{}], labels: &[{}] }}",
        text.text,
        operands.join(","),
        labels.join(","),
    )
}

/// The labels of a sum as a constant.
fn table_of(sum: &[Vec<u8>]) -> String {
    let products: Vec<String> = sum.iter().map(|product| format!("&{product:?}")).list();
    format!("&[{}]", products.join(","))
}

/// The type of each operand with all known sizes in it, after the sizes of labels are known from all operands.
fn typed_operands(
    labels: &mut Labels<'_>,
    contract: &grammar::Contract,
    fixed: &[Option<usize>],
    patterns: Vec<(Vec<String>, Option<String>)>,
) -> Vec<String> {
    let mut types = Vec::new();
    for (index, (term, (own, others))) in contract.operands.iter().zip(patterns).enumerate() {
        let operand = index + 1;
        let mut own = own.into_iter();
        let (mut sizes, mut lead) = (Vec::new(), None);
        for part in &term.parts {
            let size = match part {
                Part::Dots(_) => {
                    lead.clone_from(&others);
                    if let (Some(middle), false) = (&others, sizes.is_empty()) {
                        let front = shape(None, &std::mem::take(&mut sizes));
                        let follows = format!("__root::algebra::Follows<{front}>");
                        let _ = write!(labels.function.bounds, "{middle}: {follows},");
                        lead = Some(format!("<{middle} as {follows}>::Output"));
                    }
                    continue;
                }
                _ => own.next().unwrap_or_default(),
            };
            sizes.push(match part {
                Part::Number(number, _) => size_of(*number),
                Part::Name(place) => labels.known(*place, fixed).unwrap_or(size),
                _ => size,
            });
        }
        let shape = shape(lead.as_deref(), &sizes);
        let _ = write!(labels.function.bounds, "{shape}: __root::Shape,");
        types.push(format!(
            "<X{operand} as __root::algebra::TakesShape>::Typed<{shape}>"
        ));
    }
    types
}

/// The names of the operands in run-time messages, and as types.
fn names_of(
    text: &Text,
    contract: &grammar::Contract,
    operands: &[TokenStream],
) -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> = Vec::new();
    for (index, (term, operand)) in contract.operands.iter().zip(operands).enumerate() {
        let own = match term.name {
            Some(place) => Some(text.name(place).to_owned()),
            None => {
                let taken = |name: &String| {
                    let mut all = contract.operands.iter().filter_map(|term| term.name);
                    all.any(|place| text.name(place) == name)
                        || names.iter().any(|(other, _)| other == name)
                };
                called(&visible(operand.clone())).filter(|name| !taken(name))
            }
        };
        names.push(match own {
            Some(name) => (name.clone(), identifier(name.trim_start_matches("r#"))),
            None => (
                format!("operand {}", index + 1),
                format!("operand_{}", index + 1),
            ),
        });
    }
    names
}
