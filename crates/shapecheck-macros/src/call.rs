//! `#[shapes]` checks the shapes of a function's arguments where it begins, and those of its results where it returns.
//!
//! ```text
//! #[shapes("x: b i, weights: o i -> b o")]
//! fn linear(x: &Tensor, weights: &Tensor) -> Result<Tensor> {
//!     body
//! }
//!
//! fn linear(x: &Tensor, weights: &Tensor) -> Result<Tensor> {
//!     let call = Call::begin(contract, [seen(x).sizes(), seen(weights).sizes(), None]);
//!     let result: Result<Tensor> = (move || { body })();
//!     contract!(seen(x), seen(weights), seen(&result));    // what types say, in a function that does nothing
//!     call.end([seen(&result).sizes()]);
//!     result
//! }
//! ```
//!
//! The body has the tokens that were written, so that an editor finds its way in them. In it `shapes!(hidden: b 4*o)`
//! checks others, with the same labels.

use std::fmt::Write;

use proc_macro::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::contract;
use crate::grammar::{self, Part};
use crate::item::{Item, Parameter, attributes, fields, items, parameters};
use crate::notation::Text;
use crate::tokens::{
    Add, List, ROOT, comma, end_of, group, hash, inside, is, is_word, parsed, parts, path, placed,
    quote, with_tokens,
};
use crate::{Complaint, typo};

/// The call of a function, within it. A message of rustc names it where `shapes!` stands elsewhere.
const CALL: &str = "__call_of_a_function_with_shapes";

/// The contract that an attribute has, and what stands beside it.
struct Contract {
    text: Text,
    /// `d = self.width`
    given: Vec<(Ident, TokenStream)>,
    /// Whether it is checked without debug assertions as well.
    always: bool,
}

impl Contract {
    fn of(arguments: TokenStream) -> Result<Self, Complaint> {
        let tokens: Vec<TokenTree> = arguments.into_iter().list();
        let example = "`#[shapes(\"x: b t d, mask: t t -> b t d\")]`";
        let mut arguments = parts(&tokens);
        let text = arguments.next().and_then(Text::of).ok_or_else(|| {
            let span = tokens.first().map_or(Span::call_site(), TokenTree::span);
            Complaint::new(span, format!("a contract is a string literal: {example}"))
        })?;
        let mut contract = Self {
            text,
            given: Vec::new(),
            always: false,
        };
        for argument in arguments {
            match argument {
                [word] if is_word(word, "always") => contract.always = true,
                [TokenTree::Ident(name), equals, size @ ..]
                    if is(equals, '=') && !size.is_empty() =>
                {
                    let size = size.iter().cloned().list();
                    contract.given.push((name.clone(), size));
                }
                [first, ..] => {
                    let text = "after the contract come sizes, `d = self.width`, and `always`, for programs without debug assertions";
                    return Err(Complaint::new(first.span(), text));
                }
                [] => {}
            }
        }
        Ok(contract)
    }

    fn is_given(&self, label: &str) -> bool {
        self.given.iter().any(|(name, _)| name.to_string() == label)
    }

    /// `d = self.width` as a value, for each label of the contract that it is about.
    fn given(&self, of: &grammar::Contract, all: bool) -> Result<TokenStream, Complaint> {
        let mut values = TokenStream::new();
        for (name, size) in &self.given {
            let label = of.labels.iter().position(
                |label| matches!(label, Part::Name(place) if self.text.name(*place) == name.to_string()),
            );
            let Some(label) = label else {
                if all {
                    let text = format!("`{name}` is not a label of the contract");
                    return Err(Complaint::new(name.span(), text));
                }
                continue;
            };
            let by = TokenTree::from(Literal::string(&spaced(size)));
            let label = TokenTree::from(Literal::usize_unsuffixed(label));
            let size = group(Delimiter::Brace, size.clone(), name.span());
            let crate_ = parsed(ROOT);
            values.add(quote!(Span::call_site(), [crate_, label, by, size]
                #crate_::algebra::Given { label: #label, by: #by, size: if __CHECKED #size else { 0 } },
            ));
        }
        Ok(values)
    }
}

/// The tokens of an expression as one writes them, for a message.
fn spaced(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    text.replace(" . ", ".")
        .replace(" (", "(")
        .replace("& ", "&")
}

/// `#[shapes("x: b d -> b d")]` on a function, or on an `impl`, a `trait` or a `mod` for all functions in it.
pub(crate) fn shapes(arguments: TokenStream, item: TokenStream) -> TokenStream {
    match Contract::of(arguments).and_then(|contract| in_item(&contract, &item)) {
        Ok(item) => item,
        // With the item, so that its absence adds no errors.
        Err(complaint) => {
            let mut both = shapes_in_editor(item);
            both.add(complaint.into_tokens());
            both
        }
    }
}

/// The item as it is written, but for `shapes!` in it, which no editor would find.
pub(crate) fn shapes_in_editor(item: TokenStream) -> TokenStream {
    let inside: Result<TokenStream, Complaint> =
        with_checks(item, &mut |_, operands| Ok(looked_at(operands)));
    inside.unwrap_or_default()
}

fn in_item(contract: &Contract, item: &TokenStream) -> Result<TokenStream, Complaint> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().list();
    let item = Item::first(&tokens);
    let keyword = item.as_ref().map(|item| item.keyword.to_string());
    let body = item.as_ref().and_then(Item::block);
    let told = match (keyword.as_deref(), &item, body) {
        (Some("fn"), Some(item), _) => {
            let function = Function::of(item)?;
            return Ok(function.checked(contract, true)?.into_iter().list());
        }
        (Some("impl" | "trait" | "mod"), Some(item), Some(body)) => {
            let Some(inside) = in_block(contract, &inside(body))? else {
                let text = "there is nothing to check: no function here has an argument that the contract names";
                return Err(Complaint::new(contract.text.span, text));
            };
            let body = TokenTree::from(with_tokens(body, inside));
            return Ok(item.declaration.iter().cloned().chain([body]).list());
        }
        (Some("struct" | "enum"), ..) => {
            "fields have contracts by `#[derive(Shapes)]`, each with `#[shape(\"b c h w\")]` in front"
        }
        _ => "`#[shapes]` is for a function, an `impl`, a `trait` or a `mod` with functions",
    };
    Err(Complaint::new(Span::call_site(), told))
}

/// A block, with a check in each function that has an argument which the contract names. `None` if there is none.
fn in_block(
    contract: &Contract,
    tokens: &[TokenTree],
) -> Result<Option<Vec<TokenTree>>, Complaint> {
    let mut written = Vec::new();
    let mut has_checked = false;
    for item in items(tokens) {
        match in_function(contract, item)? {
            Some(checked) => {
                has_checked = true;
                written.add(checked);
            }
            None => written.extend_from_slice(item),
        }
    }
    Ok(has_checked.then_some(written))
}

/// A function of a block, if it has an argument which the contract names, and no contract itself.
fn in_function(
    contract: &Contract,
    tokens: &[TokenTree],
) -> Result<Option<Vec<TokenTree>>, Complaint> {
    let function = Item::first(tokens);
    let Some(Ok(function)) = function.as_ref().map(Function::of) else {
        return Ok(None);
    };
    let is_own = |token: TokenTree| is_word(&token, "shapes");
    let own = attributes(tokens).0;
    let has_own = own.iter().any(|it| it.stream().into_iter().any(is_own));
    if has_own || function.item.block().is_none() {
        return Ok(None);
    }
    let names: Vec<&str> = function.arguments.iter().map(|it| &*it.name).list();
    match contract.of_names(&names)? {
        Some(of_function) => function.checked(&of_function, false).map(Some),
        None => Ok(None),
    }
}

impl Contract {
    /// What the contract says of some arguments, if it says anything.
    fn of_names(&self, names: &[&str]) -> Result<Option<Self>, Complaint> {
        let text = &self.text;
        let whole = grammar::call(&text.text).map_err(|wrong| text.complain(&wrong))?;
        if whole.inputs < whole.operands.len() {
            let text = "a contract for several functions has no arrow: each returns something else";
            return Err(Complaint::new(self.text.span, text));
        }
        let mut kept: Vec<&str> = Vec::new();
        for term in &whole.operands {
            let Some(name) = term.name else {
                let text = "a contract for several functions names each argument: `x: b t d`";
                return Err(Complaint::new(self.text.span, text));
            };
            if names.contains(&text.name(name)) {
                kept.push(&text.text[name.0..term.place.1]);
            }
        }
        let is_any = !kept.is_empty();
        let text = Text {
            text: kept.join(", "),
            span: text.span,
        };
        Ok(is_any.then(|| Self {
            text,
            given: self.given.clone(),
            always: self.always,
        }))
    }
}

/// An argument that has a name.
struct Argument {
    name: String,
    ident: Ident,
    /// Whether it is a reference, and whether to what changes.
    is_reference: bool,
}

/// A function, cut where a check is written.
struct Function<'t> {
    item: &'t Item<'t>,
    name: &'t Ident,
    has_self: bool,
    is_async: bool,
    arguments: Vec<Argument>,
    /// The type of the result as it is written; empty for `()`.
    result: &'t [TokenTree],
}

impl<'t> Function<'t> {
    fn of(item: &'t Item<'t>) -> Result<Self, Complaint> {
        let (true, Some(name), Some((arguments, result))) =
            (item.is("fn"), item.name, item.signature())
        else {
            return Err(Complaint::new(Span::call_site(), "this is not a function"));
        };
        let has = |word| item.before.iter().any(|token| is_word(token, word));
        if has("const") {
            let text = "`#[shapes]` cannot check a `const fn`";
            return Err(Complaint::new(name.span(), text));
        }
        let mut function = Self {
            item,
            name,
            has_self: false,
            is_async: has("async"),
            arguments: Vec::new(),
            result,
        };
        let inside = inside(arguments);
        for argument in parts(&inside) {
            let (_, argument) = attributes(argument);
            let colon = end_of(argument, ':');
            let (pattern, of) = argument.split_at(colon.unwrap_or(argument.len()));
            if pattern.iter().any(|token| is_word(token, "self")) {
                function.has_self = true;
                continue;
            }
            let is_reference = of.get(1).is_some_and(|token| is(token, '&'));
            let is_whole = matches!(pattern, [TokenTree::Ident(_)])
                || matches!(pattern, [word, TokenTree::Ident(_)] if is_word(word, "mut"));
            function.bind(pattern, is_reference && is_whole);
        }
        Ok(function)
    }

    /// The names that a pattern binds.
    fn bind(&mut self, pattern: &[TokenTree], is_reference: bool) {
        for token in pattern {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let is_name =
                        name.starts_with(|first: char| first.is_lowercase() || first == '_');
                    if is_name && !["mut", "ref", "_"].contains(&&*name) {
                        self.arguments.push(Argument {
                            name: name.trim_start_matches("r#").to_owned(),
                            ident: ident.clone(),
                            is_reference,
                        });
                    }
                }
                TokenTree::Group(group) => {
                    let inside = inside(group);
                    self.bind(&inside, false);
                }
                _ => {}
            }
        }
    }

    /// What the contract says of an argument, as a reference to it: `&x`, `&self.weights`.
    fn operand(
        &self,
        text: &Text,
        index: usize,
        term: &grammar::Term,
    ) -> Result<(String, TokenStream), Complaint> {
        let found = match term.name {
            None => self.arguments.get(index),
            Some(place) => {
                let name = text.name(place);
                let found = self.arguments.iter().find(|argument| argument.name == name);
                if found.is_none() && !self.has_self {
                    let names = self.arguments.iter().map(|argument| &*argument.name);
                    let meant = typo::nearest(name, names.clone());
                    let meant = match meant {
                        Some(name) => format!(": did you mean `{name}`?"),
                        None => {
                            let names: Vec<String> = names.map(|name| format!("`{name}`")).list();
                            format!(", which has {}", names.join(", "))
                        }
                    };
                    let told = format!("`{name}` is not an argument of `{}`{meant}", self.name);
                    return Err(text.mark(place, &told));
                }
                if found.is_none() {
                    // A field.
                    let mut field: TokenStream = parsed("&self.");
                    field.add([TokenTree::Ident(Ident::new(name, Span::call_site()))]);
                    return Ok((name.to_owned(), field));
                }
                found
            }
        };
        let Some(argument) = found else {
            let told = format!(
                "`{}` has {} arguments, and the contract is about more",
                self.name,
                self.arguments.len()
            );
            return Err(text.mark(term.place, &told));
        };
        let reference = if argument.is_reference { "&*" } else { "&" };
        // A message is then at the argument.
        let mut operand: TokenStream = path(reference, argument.ident.span()).into_iter().list();
        operand.add([TokenTree::Ident(argument.ident.clone())]);
        Ok((argument.name.clone(), operand))
    }

    /// Words of a contract that were meant as something else than labels.
    fn check_words(&self, text: &Text, contract: &grammar::Contract) -> Result<(), Complaint> {
        let count = |word: &str| {
            let parts = contract.operands.iter().flat_map(|term| &term.parts);
            parts.filter(|part| text.name(part.place()) == word).count()
        };
        for (index, term) in contract.operands.iter().enumerate() {
            let (None, Some(grammar::Part::Name(place))) = (term.name, term.parts.first()) else {
                continue;
            };
            let word = text.name(*place);
            if word == "always" && term.parts.len() == 1 {
                let told = "`always` goes after the string: `#[shapes(\"..\", always)]`";
                return Err(text.mark(*place, told));
            }
            let argument = self
                .arguments
                .get(index)
                .filter(|_| index < contract.inputs);
            let is_argument = argument.is_some_and(|argument| argument.name == word);
            if is_argument && term.parts.len() > 1 && count(word) == 1 {
                let told = format!(
                    "`{word}` is an argument of `{}`: is a colon missing, as in `{word}: b t`?",
                    self.name
                );
                return Err(text.mark(*place, &told));
            }
        }
        Ok(())
    }

    /// The function with its checks. `all` says that each size that is given has to be of a label.
    fn checked(&self, of: &Contract, all: bool) -> Result<Vec<TokenTree>, Complaint> {
        let text = &of.text;
        let mut contract = self.contract(of)?;
        let Some(body) = self.item.block() else {
            let text = "`#[shapes]` is for a function with a body";
            return Err(Complaint::new(self.name.span(), text));
        };
        // `"-> b"` is about the result alone.
        let is_about_results =
            contract.inputs == 1 && contract.operands.len() > 1 && is_none(&contract.operands[0]);
        if is_about_results && !self.arguments.is_empty() {
            contract.operands.remove(0);
            contract.axes.remove(0);
            contract.inputs = 0;
        }
        let (arguments, results) = contract.operands.split_at(contract.inputs);
        // `""` or `"-> b"`: no arguments.
        let is_without = matches!(arguments, [term] if is_none(term));
        if is_without && self.arguments.is_empty() {
            let told = "a contract names the axes of an argument or more";
            return Err(text.mark((0, 0), told));
        }
        let (mut names, seen) = self.seen(text, arguments)?;
        for (index, term) in results.iter().enumerate() {
            names.push(match (term.name, results.len()) {
                (Some(name), _) => text.name(name).to_owned(),
                (None, 1) => "the result".to_owned(),
                (None, _) => format!("result {}", index + 1),
            });
        }
        let names: Vec<&str> = names.iter().map(String::as_str).list();
        let mut checks = warnings(of, &contract);
        checks.add(self.begin(of, &contract, &names, seen, all)?);
        let outer = labels_of(text, &contract);
        let inside = with_checks(body.stream(), &mut |tokens, operands| {
            within(&outer, tokens, operands)
        })?;
        let asked = self.asked(text, &contract, &names)?;
        if results.is_empty() {
            checks.add(asked);
            checks.add(path(";", Span::call_site()));
            checks.add(inside);
        } else {
            checks.add(self.result(body, inside));
            checks.add(self.end(results.len(), asked));
        }
        let mut written = self.declaration();
        written.push(with_tokens(body, checks).into());
        Ok(written)
    }

    /// What is written in the attribute, if it is right for this function.
    fn contract(&self, of: &Contract) -> Result<grammar::Contract, Complaint> {
        let text = &of.text;
        let explain = |wrong| text.complain(&wrong);
        let contract = grammar::call(&text.text).map_err(explain)?;
        self.check_words(text, &contract)?;
        let is_given = |label: &str| of.is_given(label);
        contract.check_sums(&text.text, is_given).map_err(explain)?;
        Ok(contract)
    }

    /// The names of arguments, and their sizes: `seen(&x, __CHECKED),` for each.
    fn seen(
        &self,
        text: &Text,
        arguments: &[grammar::Term],
    ) -> Result<(Vec<String>, TokenStream), Complaint> {
        let (mut names, mut seen) = (Vec::new(), TokenStream::new());
        for (index, term) in arguments.iter().enumerate() {
            let (name, operand) = self.operand(text, index, term)?;
            seen.add(seen_if(&operand, "__CHECKED"));
            names.push(name);
        }
        Ok((names, seen))
    }

    /// `const __CONTRACT = ..; let __arguments = (..); let call = Call::begin(..);`
    fn begin(
        &self,
        of: &Contract,
        contract: &grammar::Contract,
        names: &[&str],
        seen: TokenStream,
        all: bool,
    ) -> Result<TokenStream, Complaint> {
        let value = contract::value(&of.text, contract, names, |_| None).replace("__root", ROOT);
        let of_type = match self.has_self {
            true => "::core::option::Option::Some(::core::any::type_name::<Self>)",
            false => "::core::option::Option::None",
        };
        let results = contract.operands.len() - contract.inputs;
        let none = "::core::option::Option::None,".repeat(results);
        let sizes = sizes_of("__arguments.", contract.inputs) + &none;
        let enabled = match of.always {
            true => "true",
            false => "::core::cfg!(debug_assertions)",
        };
        let [crate_, value, of_type, sizes, enabled] =
            [ROOT, &value, of_type, &sizes, enabled].map(parsed);
        let call = Ident::new(CALL, Span::call_site());
        let given = of.given(contract, all)?;
        let [operands, labels] = [contract.operands.len(), contract.labels.len()]
            .map(|count| TokenTree::from(Literal::usize_unsuffixed(count)));
        let name = TokenTree::from(Literal::string(&self.name.to_string()));
        Ok(quote!(
            Span::call_site(),
            [crate_, enabled, value, given, seen, call, operands, labels, name, of_type, sizes]
            const __CHECKED: bool = #crate_::algebra::CHECKS && #enabled;
            const __CONTRACT: #crate_::algebra::Contract<'static> = #value;
            let __given = &[#given];
            let __arguments = (#seen);
            let #call = &#crate_::algebra::Call::<#operands, #labels>::begin(
                &__CONTRACT,
                #crate_::algebra::Function { name: #name, of: #of_type },
                __given,
                [#sizes]
            );
        ))
    }

    /// What types say of arguments and results, in a function that does nothing. rustc tells at the argument, and at the type of
    /// the result, what does not fit.
    fn asked(
        &self,
        text: &Text,
        contract: &grammar::Contract,
        names: &[&str],
    ) -> Result<TokenStream, Complaint> {
        let here = Span::call_site();
        let mut operands = Vec::new();
        for (index, term) in contract.operands.iter().enumerate() {
            let (of, at, span) = match index.checked_sub(contract.inputs) {
                None => {
                    let (_, operand) = self.operand(text, index, term)?;
                    let last = operand.into_iter().last();
                    ("__arguments.", index, last.map(|last| last.span()))
                }
                Some(at) => ("__result_", at, Some(self.span_of_result())),
            };
            let span = span.unwrap_or(text.span).resolved_at(here);
            operands.push(placed(parsed(&format!("&{of}{at}")), span));
        }
        let asked = contract::asked(text, contract, names, operands)?;
        Ok(asked.write(&parsed(ROOT), false))
    }

    /// `let __seen = seen(&__result); let (__result_0,) = each_result(__seen); call.end(..); __result`
    fn end(&self, results: usize, asked: TokenStream) -> TokenStream {
        let here = Span::call_site();
        let locals: String = (0..results).map(|at| format!("__result_{at},")).list();
        let sizes = sizes_of("__result_", results);
        let [crate_, locals, sizes] = [ROOT, &locals, &sizes].map(parsed);
        // rustc tells at the type of the result that there is another number of them.
        let span = self.span_of_result().resolved_at(here);
        let each = parsed(&format!(
            "{ROOT}::algebra::each_result::<{results}, _, _>(__seen)"
        ));
        let each: TokenStream = placed(each, span);
        let call = Ident::new(CALL, here);
        quote!(here, [crate_, locals, each, asked, call, sizes]
            let __seen = #crate_::algebra::seen(&__result, __CHECKED);
            let (#locals) = #each;
            #asked;
            #call.end([#sizes]);
            __result
        )
    }

    fn span_of_result(&self) -> Span {
        let first = self.result.first();
        first.map_or(Span::call_site(), TokenTree::span)
    }

    /// All before the body. A panic is at the caller's line, but rustc takes that attribute on no `async fn`.
    fn declaration(&self) -> Vec<TokenTree> {
        if self.is_async {
            return self.item.declaration.to_vec();
        }
        let (own, rest) = attributes(self.item.declaration);
        let is_it = |attribute: &Group| attribute.to_string().contains("track_caller");
        let has_own = own.iter().any(is_it);
        let mut written: Vec<TokenTree> = own.into_iter().flat_map(hash).list();
        if !has_own {
            written.add(parsed("#[track_caller]"));
        }
        written.extend_from_slice(rest);
        written
    }

    /// `let __result: Result<Tensor> = (move || -> Result<Tensor> { body })();`
    fn result(&self, body: &Group, inside: TokenStream) -> TokenStream {
        let here = Span::call_site();
        let of: TokenStream = match self.result {
            [] => parsed("()"),
            result => result.iter().cloned().list(),
        };
        // `impl Trait` is not a type of a local.
        let is_named = !self.result.iter().any(|token| is_word(token, "impl"));
        let block = TokenTree::from(with_tokens(body, inside));
        let value = match (self.is_async, is_named) {
            // The type of what `?` and `return` give, which nothing says of an `async` block.
            (true, true) => quote!(here, [of, block]
                async move {
                    #[allow(unreachable_code, clippy::diverging_sub_expression, clippy::empty_loop)]
                    if false {
                        let __result: #of = loop {};
                        return __result;
                    }
                    #block
                }.await
            ),
            (true, false) => quote!(here, [block] async move { #block }.await),
            (false, true) => quote!(here, [of, block] (move || -> #of #block)()),
            (false, false) => quote!(here, [block] (move || #block)()),
        };
        let of = match is_named {
            true => quote!(here, [of] : #of),
            false => TokenStream::new(),
        };
        quote!(here, [of, value]
            #[allow(clippy::redundant_closure_call)]
            let __result #of = #value;
        )
    }
}

/// Whether nothing is written of an operand.
fn is_none(term: &grammar::Term) -> bool {
    term.parts.is_empty() && term.name.is_none()
}

/// Labels of results that are likely mistyped.
fn warnings(of: &Contract, contract: &grammar::Contract) -> TokenStream {
    let text = &of.text;
    let likely = typo::likely_in_results(&text.text, contract, |label| of.is_given(label));
    let warnings = likely.into_iter().flat_map(|(label, meant)| {
        let told = format!(
            "label `{}` stands once, in the result: did you mean `{}`?",
            text.name(label),
            text.name(meant),
        );
        text.mark(label, &told).into_warning()
    });
    warnings.list()
}

/// `__result_0.sizes(), __result_1.sizes(),`
fn sizes_of(names: &str, count: usize) -> String {
    let sizes = (0..count).map(|index| format!("{names}{index}.sizes(),"));
    sizes.list()
}

/// `seen(operand, checked),`
fn seen_if(operand: &TokenStream, checked: &str) -> TokenStream {
    let here = Span::call_site();
    let (crate_, checked) = (parsed(ROOT), Ident::new(checked, here));
    quote!(here, [crate_, operand, checked] #crate_::algebra::seen(#operand, #checked),)
}

/// Each `shapes!(..)` in some tokens, written by a function of its tokens and its operands.
fn with_checks(
    tokens: TokenStream,
    write: &mut dyn FnMut(Vec<TokenTree>, Vec<Ident>) -> Result<TokenStream, Complaint>,
) -> Result<TokenStream, Complaint> {
    let tokens: Vec<TokenTree> = tokens.into_iter().list();
    let mut written = TokenStream::new();
    let mut rest = &tokens[..];
    while let [token, after @ ..] = rest {
        rest = after;
        match (token, after) {
            (word, [exclamation, TokenTree::Group(group), behind @ ..])
                if is_word(word, "shapes") && is(exclamation, '!') =>
            {
                let inside = inside(group);
                let operands = operands_of(&inside);
                written.add(write(inside, operands)?);
                rest = behind;
            }
            (TokenTree::Group(group), _) => {
                let inside = with_checks(group.stream(), write)?;
                written.add([TokenTree::Group(with_tokens(group, inside))]);
            }
            (token, _) => written.add([token.clone()]),
        }
    }
    Ok(written)
}

/// `hidden` of `hidden: b t 4*d`
fn operands_of(tokens: &[TokenTree]) -> Vec<Ident> {
    let operands = tokens.windows(2).filter_map(|pair| match pair {
        [TokenTree::Ident(name), colon] if is(colon, ':') => Some(name.clone()),
        _ => None,
    });
    operands.list()
}

/// `{ let _ = &hidden; }`
fn looked_at(operands: Vec<Ident>) -> TokenStream {
    let here = Span::call_site();
    let looks = operands
        .iter()
        .flat_map(|operand| quote!(here, [operand] let _ = &#operand;));
    group(Delimiter::Brace, looks.list::<TokenStream>(), here).into()
}

/// The names of a contract's labels, and none for a number or a sum.
fn labels_of<'c>(text: &'c Text, contract: &grammar::Contract) -> Vec<Option<&'c str>> {
    let labels = contract.labels.iter().map(|label| match label {
        Part::Name(place) => Some(text.name(*place)),
        _ => None,
    });
    labels.list()
}

/// `shapes!(hidden: b t 4*d)`, in a function whose contract has these labels.
fn within(
    outer: &[Option<&str>],
    tokens: Vec<TokenTree>,
    operands: Vec<Ident>,
) -> Result<TokenStream, Complaint> {
    let here = Span::call_site();
    let span = tokens.first().map_or(here, TokenTree::span);
    let told = "each part is a variable and its axes: `shapes!(hidden: b t 4*d)`";
    // `shapes!(x.t(): b t)`
    for part in tokens.split(|token| is(token, ',')) {
        let colon = part.iter().position(|token| is(token, ':'));
        if let (Some(2..), Some(first)) = (colon, part.first())
            && is(&part[1], '.')
        {
            return Err(Complaint::new(first.span(), told));
        }
    }
    let text = match Text::of(&tokens) {
        Some(text) => text,
        None => Text {
            text: spaced(&tokens.iter().cloned().list())
                .replace(" :", ":")
                .replace(" ,", ","),
            span,
        },
    };
    let contract = grammar::call(&text.text).map_err(|wrong| text.complain(&wrong))?;
    let named = contract.operands.iter().filter_map(|term| term.name);
    let names: Vec<&str> = named.map(|name| text.name(name)).list();
    if contract.inputs < contract.operands.len() || names.len() < contract.operands.len() {
        return Err(Complaint::new(span, told));
    }
    let mut seen = TokenStream::new();
    for (index, name) in names.iter().enumerate() {
        let ident = match operands.get(index) {
            Some(ident) => ident.clone(),
            None => Ident::new(name, span),
        };
        let sizes = parsed(&format!("{ROOT}::algebra::seen"));
        seen.add(quote!(here, [sizes, ident] #sizes(&#ident, true).sizes(),));
    }
    let value = contract::value(&text, &contract, &names, |_| None).replace("__root", ROOT);
    let labels = labels_of(&text, &contract);
    let same = labels.into_iter().map(|label| {
        let is_same = |outer: &Option<&str>| label.is_some() && *outer == label;
        match outer.iter().position(is_same) {
            Some(place) => format!("::core::option::Option::Some({place}),"),
            None => "::core::option::Option::None,".to_owned(),
        }
    });
    let [value, same] = [value, same.list()].map(|code| parsed(&code));
    // A panic is where this is written, as the function itself has its caller's place, and what is written by a macro that
    // of the attribute.
    let call = Ident::new(CALL, here);
    let seen = group(Delimiter::Bracket, seen, here);
    let arguments = quote!(here, [value, same, seen] (&#value, [#same], &#seen));
    let check = quote!(here, [call, arguments] || #call.within #arguments);
    let check: TokenStream = placed(check, span);
    // An expression of type `()`, wherever it stands.
    Ok(quote!(here, [check] {
        if __CHECKED {
            #[allow(clippy::redundant_closure_call)]
            let () = (#check)();
        }
    }))
}

/// `#[derive(Shapes)]`: `validate`, which checks the fields with `#[shape("b c h w")]`.
pub(crate) fn derive(item: TokenStream) -> Result<TokenStream, Complaint> {
    let here = Span::call_site();
    let tokens: Vec<TokenTree> = item.into_iter().list();
    let item = Item::first(&tokens).filter(|item| item.is("struct"));
    let item = item.ok_or_else(not_a_struct)?;
    let (Some(name), Some(body)) = (item.name, item.block()) else {
        return Err(not_a_struct());
    };
    let body = derived_check(&inside(body))?;
    let listed = |of: &dyn Fn(&Parameter<'_>) -> Vec<TokenTree>| -> Vec<TokenTree> {
        let parameters = parameters(item.parameters());
        let listed = parameters.flat_map(|parameter| [of(&parameter), vec![comma()]]);
        listed.flatten().list()
    };
    let declared = listed(&|parameter| parameter.declared.to_vec());
    let given = listed(&|parameter| parameter.name.to_vec());
    let (front, conditions, crate_) = (item.front, item.conditions, parsed(ROOT));
    Ok(
        quote!(here, [declared, name, given, front, conditions, crate_, body]
            #[automatically_derived]
            impl<#declared> #name<#given> #front #conditions {
                /// Checks that the fields have the shapes that are written before them.
                ///
                /// # Errors
                ///
                /// Returns an error if they have not, which lists all that does not fit.
                pub fn validate(&self) -> ::core::result::Result<(), #crate_::algebra::ContractError> {
                    #body
                }

                /// The same struct, if the fields have the shapes that are written before them.
                ///
                /// # Panics
                ///
                /// Panics if they have not, and lists all that does not fit.
                #[track_caller]
                #[must_use]
                pub fn validated(self) -> Self {
                    match self.validate() {
                        ::core::result::Result::Ok(()) => self,
                        ::core::result::Result::Err(error) => ::core::panic!("{error:#}"),
                    }
                }
            }
        ),
    )
}

fn not_a_struct() -> Complaint {
    let text = "`#[derive(Shapes)]` is for a struct with named fields";
    Complaint::new(Span::call_site(), text)
}

/// The fields that have axes, with these, and the fields that are sizes.
type Marked = (Vec<(Ident, Text)>, Vec<Ident>);

/// What the attributes of fields say.
fn marked(body: &[TokenTree]) -> Result<Marked, Complaint> {
    let (mut terms, mut sizes) = (Vec::new(), Vec::new());
    for field in fields(body, true) {
        let own = attributes(field.before).0;
        let field = field.name.ok_or_else(not_a_struct)?;
        for attribute in own {
            let attribute = inside(&attribute);
            let [word, TokenTree::Group(of)] = &attribute[..] else {
                continue;
            };
            if !is_word(word, "shape") {
                continue;
            }
            let of = inside(of);
            match (Text::of(&of), &of[..]) {
                (Some(axes), _) => {
                    // A mistake is reported at the field.
                    grammar::call(&axes.text).map_err(|wrong| axes.complain(&wrong))?;
                    terms.push((field.clone(), axes));
                }
                (None, [word]) if is_word(word, "size") => sizes.push(field.clone()),
                _ => {
                    let text = "a field has its axes, `#[shape(\"b c h w\")]`, or is the size of a label of its name, `#[shape(size)]`";
                    return Err(Complaint::new(word.span(), text));
                }
            }
        }
    }
    Ok((terms, sizes))
}

/// The body of `validate` for these fields.
fn derived_check(body: &[TokenTree]) -> Result<TokenStream, Complaint> {
    let here = Span::call_site();
    let (terms, sizes) = marked(body)?;
    let Some((_, first)) = terms.first() else {
        let text = "no field has axes: `#[shape(\"b c h w\")]` stands in front of one";
        return Err(Complaint::new(here, text));
    };
    let written = terms
        .iter()
        .map(|(field, axes)| format!("{field}: {}", axes.text));
    let text = Text {
        text: written.list::<Vec<_>>().join(", "),
        span: first.span,
    };
    let explain = |wrong| text.complain(&wrong);
    let contract = grammar::call(&text.text).map_err(explain)?;
    let is_size = |label: &str| sizes.iter().any(|size| size.to_string() == label);
    contract.check_sums(&text.text, is_size).map_err(explain)?;
    let names: Vec<String> = terms.iter().map(|(field, _)| field.to_string()).list();
    let names: Vec<&str> = names.iter().map(String::as_str).list();
    let value = contract::value(&text, &contract, &names, |_| None).replace("__root", ROOT);
    let mut seen = String::new();
    let mut operands = Vec::new();
    for (index, (field, axes)) in terms.iter().enumerate() {
        let _ = write!(seen, "{ROOT}::algebra::seen(&self.{field}, true),");
        let operand = parsed(&format!("&__fields.{index}"));
        operands.push(placed(operand, axes.span.resolved_at(here)));
    }
    let mut given = String::new();
    for size in &sizes {
        let label = contract.labels.iter().position(
            |label| matches!(label, Part::Name(place) if text.name(*place) == size.to_string()),
        );
        let Some(label) = label else {
            let text = format!("no field has an axis `{size}`");
            return Err(Complaint::new(size.span(), text));
        };
        let _ = write!(
            given,
            "{ROOT}::algebra::Given {{ label: {label}, size: self.{size}, by: \"self.{size}\" }},"
        );
    }
    let asked = contract::asked(&text, &contract, &names, operands)?.write(&parsed(ROOT), false);
    let shapes = sizes_of("__fields.", terms.len());
    let [crate_, value, seen, given, shapes] = [ROOT, &value, &seen, &given, &shapes].map(parsed);
    Ok(quote!(here, [crate_, value, seen, asked, given, shapes]
        const __CONTRACT: #crate_::algebra::Contract<'static> = #value;
        let __fields = (#seen);
        #asked;
        #crate_::algebra::validated(&__CONTRACT, &[#given], &[#shapes])
    ))
}
