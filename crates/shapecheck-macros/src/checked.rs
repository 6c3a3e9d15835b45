//! `#[checked]` compares the shapes of arguments with the signature by a bound, whose message has decimal numbers.
//!
//! ```text
//! fn forward<B: Dim>(             fn forward<B: Dim>(
//!     &self,                          &self,
//!     x: &Tensor<                     x: &Tensor<
//!         f32,                            f32,
//!         shape![B, _, I],     ->         impl ArgumentFor<Axes<Axes<Axes<Scalar, InferredSize<B>>, Dyn>, I>>,
//!     >,                              >,
//! ) -> Output {                   ) -> Output {
//!     body                            let x = by_ref::<_, _, _, Axes<..>>(x);
//! }                                   body
//!                                 }
//! ```
//!
//! A parameter of the function is inferred from the first argument that has it, and each further argument is compared
//! with it. Documentation and editors get the function as it is written.

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::constants::{self, WithSizes};
use crate::item::{Item, Kind, attributes, items, parameters};
use crate::tokens::{
    Add, List, comma, end_of, end_where, group, hash, inside, is, is_word, item, outside_of_angles,
    parsed, parts, path, root, with_tokens,
};
use crate::{Complaint, shape, surroundings};

/// Aliases of the crate's tensors: the shape is the second of their parameters, without lifetimes.
const TENSORS: [&str; 5] = ["Tensor", "InlineTensor", "TensorOn", "View", "ViewMut"];

/// The item with its const parameters as sizes, and twice if it has functions: as it is written for rustdoc, and with its
/// arguments compared for rustc.
pub(crate) fn checked(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let checked = match arguments.into_iter().next() {
        Some(token) => Err(Complaint::new(token.span(), "`#[checked]` takes nothing")),
        None => constants::with_sizes(item.clone()),
    };
    let checked = checked.and_then(
        |WithSizes {
             item,
             is_written,
             has_functions,
             traits,
         }| {
            let compared = match has_functions {
                true => in_item(&item)?,
                false => None,
            };
            let Some(compared) = compared else {
                let text = match has_functions {
                    _ if is_written => return Ok(item.into_iter().chain(traits).list()),
                    true => NOTHING_TO_CHECK,
                    false => WITHOUT_SIZES,
                };
                return Err(Complaint::new(Span::call_site(), text));
            };
            let mut both = configured("doc", item);
            both.add(configured("not(doc)", compared));
            both.add(traits);
            Ok(both)
        },
    );
    // With the item, so that its absence adds no errors.
    checked.unwrap_or_else(|complaint| {
        let mut both = item;
        both.add(complaint.into_tokens());
        both
    })
}

/// The same for editors, which show a signature as it is written: const parameters are sizes, and nothing is compared.
pub(crate) fn in_editor(item: TokenStream) -> TokenStream {
    match constants::with_sizes(item.clone()) {
        Ok(WithSizes { item, traits, .. }) => item.into_iter().chain(traits).list(),
        Err(_) => item,
    }
}

const WITHOUT_SIZES: &str = "`#[checked]` is for a function, an `impl`, a `trait` or a `mod` with functions, and for a struct, an enum or a type alias with `shape!` or a const parameter in it";

const NOTHING_TO_CHECK: &str = "`#[checked]` has nothing to compare: no argument here is written as a tensor whose shape has a size beside the parameters of its function (it does not see the shape in an alias of a whole tensor, `&Image`, but that in `&Tensor<f32, Pixels>`)";

/// Traits of the standard library whose functions may take a tensor: none has the attribute, so nothing is compared in an `impl`.
const OF_STD: [&str; 21] = [
    "Add",
    "AddAssign",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "Div",
    "DivAssign",
    "Extend",
    "From",
    "Mul",
    "MulAssign",
    "PartialEq",
    "PartialOrd",
    "Rem",
    "RemAssign",
    "Sub",
    "SubAssign",
    "TryFrom",
];

/// `#[cfg(condition)]` in front of an item.
fn configured(condition: &str, item: TokenStream) -> TokenStream {
    let attribute = parsed(&format!("#[cfg({condition})]"));
    attribute.into_iter().chain(item).list()
}

/// A function, or all functions of an `impl`, a `trait` or a `mod`. `None` if there is nothing to compare.
fn in_item(item: &TokenStream) -> Result<Option<TokenStream>, Complaint> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().list();
    let wrong = || Complaint::new(Span::call_site(), WITHOUT_SIZES);
    let item = Item::first(&tokens).ok_or_else(wrong)?;
    let is_of_std = |name: &Ident| OF_STD.contains(&&*name.to_string());
    if item.is("impl")
        && trait_of_impl(&item)
            .is_some_and(|name| is_of_std(name) || surroundings::is_trait_without_attribute(name))
    {
        return Ok(None);
    }
    let mut functions = Functions::default();
    let written = if item.is("fn") {
        functions.compared(&tokens)?
    } else {
        let body = item.block().ok_or_else(wrong)?;
        let body = with_tokens(body, functions.compared(&inside(body))?);
        [item.declaration, &[body.into()]].concat()
    };
    Ok(functions.has_compared.then(|| written.into_iter().list()))
}

/// `Layer` of `impl<const N: usize> Layer<N> for Linear<N>`.
fn trait_of_impl<'t>(item: &Item<'t>) -> Option<&'t Ident> {
    let end = end_where(item.front, |token| is_word(token, "for"))?;
    let names = outside_of_angles(&item.front[..end]).filter_map(|(_, token)| match token {
        TokenTree::Ident(ident) => Some(ident),
        _ => None,
    });
    names.last()
}

#[derive(Default)]
struct Functions {
    /// Whether there was an argument to compare.
    has_compared: bool,
}

impl Functions {
    /// The items of a block, each function with its arguments compared.
    fn compared(&mut self, tokens: &[TokenTree]) -> Result<Vec<TokenTree>, Complaint> {
        let mut written = Vec::new();
        for item in items(tokens) {
            let function = Item::first(item).filter(|item| item.is("fn"));
            match function
                .map(|function| self.function(&function))
                .transpose()?
            {
                Some(Some(compared)) => written.add(compared),
                _ => written.extend_from_slice(item),
            }
        }
        Ok(written)
    }

    /// One function, if there is an argument to compare.
    fn function(&mut self, function: &Item<'_>) -> Result<Option<Vec<TokenTree>>, Complaint> {
        let (Some(name), Some((arguments, _))) = (function.name, function.signature()) else {
            return Ok(None);
        };
        let inside = inside(arguments);
        let Some(compared) = Parameters::of(function, &inside).compared(&inside)? else {
            return Ok(None);
        };
        let words = function.before.iter();
        if words.clone().any(|word| is_word(word, "const")) {
            let text = "`#[checked]` cannot compare the arguments of a `const fn`";
            return Err(Complaint::new(name.span(), text));
        }
        self.has_compared = true;
        let mut written = function.head.to_vec();
        written.push(with_tokens(arguments, compared.tokens).into());
        written.extend_from_slice(&function.declaration[written.len()..]);
        match function.body {
            Some(TokenTree::Group(body)) => {
                let tokens: Vec<TokenTree> =
                    compared.conversion.into_iter().chain(body.stream()).list();
                written.push(with_tokens(body, tokens).into());
            }
            semicolon => written.add(semicolon.cloned()),
        }
        Ok(Some(written))
    }
}

/// Whether an argument is a tensor, or a reference to one.
fn has_tensor(argument: &[TokenTree]) -> bool {
    let colon = argument.iter().position(|token| is(token, ':'));
    colon.is_some_and(|colon| {
        let of = &argument[colon + 1..];
        Tensor::parse(&of[reference(of).1..]).is_some()
    })
}

fn mentions(tokens: &[TokenTree], name: &str) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Group(group) => {
            let inside = inside(group);
            mentions(&inside, name)
        }
        token => is_word(token, name),
    })
}

/// What an argument that is compared becomes, or all arguments of a function.
struct Compared {
    tokens: Vec<TokenTree>,
    /// `let x = by_ref::<..>(x);` for each argument with a name.
    conversion: Vec<TokenTree>,
}

/// The parameters of a function.
struct Parameters {
    of_function: Vec<String>,
    /// Those that arguments in front have.
    inferred: Vec<String>,
    /// Constants that no layer among the arguments has. No tensor gives their number, of which rustc says what to write if
    /// nothing is compared with it: `center::<N>(..)`.
    not_given: Vec<String>,
}

impl Parameters {
    /// Those of a function with these arguments.
    fn of(function: &Item<'_>, arguments: &[TokenTree]) -> Self {
        let (mut of_function, mut not_given) = (Vec::new(), Vec::new());
        for parameter in parameters(function.parameters()) {
            let name = parameter.word().map(TokenTree::to_string);
            if matches!(parameter.kind, Kind::Constant(_)) {
                not_given.add(name.clone());
            }
            of_function.add(name);
        }
        for argument in parts(arguments).filter(|argument| !has_tensor(argument)) {
            not_given.retain(|name| !mentions(argument, name));
        }
        Self {
            of_function,
            not_given,
            inferred: Vec::new(),
        }
    }

    /// The arguments with their shapes compared, and what converts them in the body. `None` if there is nothing to compare.
    fn compared(&mut self, arguments: &[TokenTree]) -> Result<Option<Compared>, Complaint> {
        let (mut compared, mut conversions) = (Vec::new(), Vec::new());
        let mut has_compared = false;
        for argument in parts(arguments) {
            match self.compare(argument)? {
                Some(argument) => {
                    has_compared = true;
                    compared.add(argument.tokens);
                    conversions.add(argument.conversion);
                }
                None => compared.extend_from_slice(argument),
            }
            compared.push(comma());
        }
        Ok(has_compared.then_some(Compared {
            tokens: compared,
            conversion: conversions,
        }))
    }

    /// An argument with its shape compared, or `None` if there is nothing to compare.
    fn compare(&mut self, argument: &[TokenTree]) -> Result<Option<Compared>, Complaint> {
        let place = |place: &usize| {
            let is_of_path = |other: Option<&TokenTree>| other.is_some_and(|it| is(it, ':'));
            is(&argument[*place], ':')
                && !is_of_path(argument.get(place + 1))
                && !is_of_path(place.checked_sub(1).and_then(|before| argument.get(before)))
        };
        let compared = match (0..argument.len()).find(place) {
            Some(colon) => {
                self.compare_type(&argument[..colon], &argument[colon], &argument[colon + 1..])?
            }
            None => None,
        };
        if compared.is_none() {
            self.infer_from(argument);
        }
        Ok(compared)
    }

    fn compare_type(
        &mut self,
        pattern: &[TokenTree],
        colon: &TokenTree,
        of: &[TokenTree],
    ) -> Result<Option<Compared>, Complaint> {
        if self.not_given.iter().any(|name| mentions(of, name)) {
            return Ok(None);
        }
        let (kind, reference) = reference(of);
        let Some(tensor) = Tensor::parse(&of[reference..]) else {
            return Ok(None);
        };
        let Some(signature) = self.signature(&tensor)? else {
            return Ok(None);
        };
        let (attributes, bound) = attributes(pattern);
        let name = match bound {
            [word, name @ TokenTree::Ident(_)] if is_word(word, "mut") => name,
            [name @ TokenTree::Ident(_)] => name,
            _ => {
                let span = pattern.first().map_or(Span::call_site(), TokenTree::span);
                let text =
                    "`#[checked]` compares an argument that has a name: take it apart in the body";
                return Err(Complaint::new(span, text));
            }
        };
        let of_crate = |name: &str, span| item(&root(span), name, span);
        let span = tensor.span();

        let mut tokens: Vec<TokenTree> = attributes.into_iter().flat_map(hash).list();
        tokens.add([name.clone(), colon.clone()]);
        tokens.extend_from_slice(&of[..reference + tensor.start]);
        tokens.add(path("impl", span));
        tokens.add(of_crate("::algebra::ArgumentFor<", span));
        tokens.add(signature.clone());
        tokens.add(path(">", span));
        tokens.extend_from_slice(&of[reference + tensor.end..]);

        if is_word(name, "_") {
            let conversion = Vec::new();
            return Ok(Some(Compared { tokens, conversion }));
        }
        let here = Span::call_site();
        let mut conversion = path("let", here);
        conversion.extend_from_slice(bound);
        conversion.add(path("=", here));
        conversion.add(of_crate(&format!("::__macro::{kind}::<_, _, _,"), here));
        conversion.add(signature);
        conversion.add(path(">", here));
        conversion.push(group(Delimiter::Parenthesis, name.clone(), here));
        conversion.add(path(";", here));
        Ok(Some(Compared { tokens, conversion }))
    }

    /// The type that stands for the shape of an argument, if it has to be compared.
    fn signature(&mut self, tensor: &Tensor<'_>) -> Result<Option<TokenStream>, Complaint> {
        // A note on the bound then shows the shape in the signature.
        let span = tensor.span();
        let root = root(span);
        let of = |name: &str, tokens: TokenStream| {
            let mut of = item(&root, &format!("::algebra::{name}<"), span);
            of.add(tokens);
            of.add(path(">", span));
            of
        };
        let Some(macro_) = &tensor.list else {
            let whole: TokenStream = tensor.shape.iter().cloned().list();
            // A parameter inside of an alias would not be inferred.
            let is_inferred = |token: &TokenTree| {
                let name = token.to_string();
                !self.of_function.contains(&name) || self.inferred.contains(&name)
            };
            let is_written = tensor
                .shape
                .first()
                .is_some_and(|first| !is_word(first, "impl"))
                && tensor.shape.iter().all(is_inferred);
            return Ok(is_written.then(|| of("Whole", whole)));
        };
        let (lead, sizes) = shape::sizes(&root, inside(macro_))?;
        let mut has_compared = false;
        // Nothing is inferred from an argument that stays as it is written, but what stands in it.
        let inferred = self.inferred.clone();
        let mut signature = match lead {
            Some(lead) if self.is_first(&lead) => of("InferredShape", lead),
            Some(lead) => {
                has_compared = true;
                of("Whole", lead)
            }
            None => item(&root, "::Scalar", span),
        };
        for size in sizes {
            let mut axes = item(&root, "::Axes<", span);
            axes.add(signature);
            axes.add(path(",", span));
            if self.is_first(&size) {
                axes.add(of("InferredSize", size));
            } else {
                has_compared = true;
                axes.add(size);
            }
            axes.add(path(">", span));
            signature = axes;
        }
        if !has_compared {
            self.inferred = inferred;
        }
        Ok(has_compared.then_some(signature))
    }

    /// Whether a type is a parameter of the function that no argument has had so far.
    fn is_first(&mut self, of: &TokenStream) -> bool {
        let name = of.to_string();
        let is_first = self.of_function.contains(&name) && !self.inferred.contains(&name);
        if is_first {
            self.inferred.push(name);
        }
        is_first
    }

    /// Remembers the parameters that stand in an argument.
    fn infer_from(&mut self, tokens: &[TokenTree]) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    if self.of_function.contains(&name) {
                        self.inferred.push(name);
                    }
                }
                TokenTree::Group(group) => {
                    let inside = inside(group);
                    self.infer_from(&inside);
                }
                _ => {}
            }
        }
    }
}

/// The function that converts an argument, and how many tokens of its type are `&'a mut`.
fn reference(of: &[TokenTree]) -> (&'static str, usize) {
    let [and, rest @ ..] = of else {
        return ("by_value", 0);
    };
    if !is(and, '&') {
        return ("by_value", 0);
    }
    let lifetime = match rest {
        [quote, TokenTree::Ident(_), ..] if is(quote, '\'') => 2,
        _ => 0,
    };
    match rest.get(lifetime) {
        Some(word) if is_word(word, "mut") => ("by_mut", lifetime + 2),
        _ => ("by_ref", lifetime + 1),
    }
}

/// `Tensor<f32, shape![B, I]>`, or another type with a shape as a parameter.
struct Tensor<'t> {
    /// Where the shape begins and ends.
    start: usize,
    end: usize,
    shape: &'t [TokenTree],
    /// What is in `shape![..]`, if it is that.
    list: Option<Group>,
}

impl<'t> Tensor<'t> {
    fn span(&self) -> Span {
        self.shape
            .first()
            .map_or(Span::call_site(), TokenTree::span)
    }

    fn parse(of: &'t [TokenTree]) -> Option<Self> {
        let open = of.iter().position(|token| is(token, '<'))?;
        let TokenTree::Ident(name) = of.get(open.checked_sub(1)?)? else {
            return None;
        };
        let inside = &of[open + 1..];
        let end = end_of(inside, '>')?;
        if open + 1 + end + 1 != of.len() {
            return None;
        }
        let is_of_crate = TENSORS.contains(&&*name.to_string());
        let mut start = open + 1;
        let mut types = 0;
        for part in parts(&inside[..end]) {
            let found = |list| {
                Some(Self {
                    start,
                    end: start + part.len(),
                    shape: part,
                    list,
                })
            };
            if let [.., name, exclamation, TokenTree::Group(list)] = part
                && is_word(name, "shape")
                && is(exclamation, '!')
            {
                return found(Some(list.clone()));
            }
            if !part.first().is_some_and(|first| is(first, '\'')) {
                types += 1;
                if types == 2 && is_of_crate {
                    return found(None);
                }
            }
            start += part.len() + 1;
        }
        None
    }
}
