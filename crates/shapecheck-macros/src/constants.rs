//! Const parameters as sizes: what `#[checked]` makes of `const N: usize` in an item.
//!
//! ```text
//! struct Linear<const I: usize, const O: usize> {      struct Linear<const I: usize, const O: usize>
//!     weights: Tensor<f32, shape![O, I]>,          ->  where
//! }                                                        SizeTable: Lists<I>, SizeTable: Lists<O>, SizeTable: Lists<0>,
//!                                                      {
//!                                                          weights: Tensor<f32, Shape2<Constant<O>, Constant<I>>>,
//!                                                      }
//! ```
//!
//! In an `impl` the sizes are type parameters beside, `I_` and `O_` with `SizeTable: Lists<I, Dim = I_>`, so that rustc
//! prints `I_` instead of `<SizeTable as Lists<I>>::Dim`. On other items, every use of the item would have to give them.
//!
//! Rust computes no type from a const parameter, but a parameter can select an impl: `Constant<O>` is the size that the
//! table has for it. In a struct and an enum the shapes are written out, because `#[derive]` takes no macro in a field.
//!
//! From one bound `SizeTable: Lists<I>` rustc would infer that every parameter it does not know yet is `I`. The last bound,
//! which always holds, leaves that open.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::item::{self, Field, Item, Kind, Parameter};
use crate::tokens::{
    Add, List, comma, end_where, inside, is, is_block, is_word, item, parsed, parts, path, quote,
    root, with_tokens,
};
use crate::{Complaint, shape, surroundings};

/// The number of traits that give the `impl`s of this crate sizes: each has its own name.
static NUMBER_OF_TRAITS: AtomicUsize = AtomicUsize::new(0);

/// The macros of the crate that take sizes, and whether a size stands after `=` only.
const MACROS: [(&str, bool); 14] = [
    ("shape", false),
    ("dim", false),
    ("broadcasted", false),
    ("rearrange", true),
    ("reduce", true),
    ("repeat", true),
    ("pack", true),
    ("unpack", true),
    ("einsum", true),
    ("contract", true),
    ("try_contract", true),
    ("typed", true),
    ("broadcast_map", true),
    ("shapes", true),
];

/// An item with its const parameters as sizes.
pub(crate) struct WithSizes {
    pub(crate) item: TokenStream,
    /// Whether anything is written in another way.
    pub(crate) is_written: bool,
    /// Whether it is neither a struct nor an enum, so that arguments may be compared.
    pub(crate) has_functions: bool,
    /// The traits that the bounds of an `impl` name.
    pub(crate) traits: TokenStream,
}

pub(crate) fn with_sizes(item: TokenStream) -> Result<WithSizes, Complaint> {
    let tokens: Vec<TokenTree> = item.into_iter().list();
    let mut items = Items {
        is_below_derive: surroundings::is_below_derive(Span::call_site()),
        ..Items::default()
    };
    let written = items.of(&tokens, &Scope::default())?;
    Ok(WithSizes {
        item: written.into_iter().list(),
        is_written: items.is_written,
        has_functions: items.has_functions,
        traits: items.traits.into_iter().list(),
    })
}

/// What an item is in.
#[derive(Clone, Default)]
struct Scope {
    /// The const parameters that are sizes.
    constants: Vec<String>,
    /// The type parameters that are the sizes of those of an `impl`.
    sizes: Vec<(String, Ident)>,
    /// Those of another type, as they are declared.
    others: Vec<Other>,
    /// Whether `Self` is a parameter or has parameters.
    is_generic: bool,
    /// Whether macros are written out.
    writes_out: bool,
    /// Whether this is within another item, so that traits may stand beside it.
    is_within: bool,
    /// What the methods of an `impl` need to know of the sizes that are computed in it.
    bounds_of_methods: Vec<TokenTree>,
}

impl Scope {
    fn is_constant(&self, token: &TokenTree) -> bool {
        matches!(token, TokenTree::Ident(name) if self.constants.contains(&name.to_string()))
    }

    /// Whether there are const parameters, numbers and signs only, and which.
    fn is_computed(
        &self,
        tokens: &[TokenTree],
        constants: &mut Vec<String>,
        signs: &mut String,
    ) -> bool {
        tokens.iter().all(|token| match token {
            TokenTree::Group(group) => self.is_computed(&inside(group), constants, signs),
            TokenTree::Literal(_) => true,
            TokenTree::Punct(sign) => {
                signs.push(sign.as_char());
                "+-*/".contains(sign.as_char())
            }
            name => {
                constants.push(name.to_string());
                self.is_constant(name)
            }
        })
    }

    /// `{L} - {K} + 1` of `L - K + 1`, for a message.
    fn text_of(&self, tokens: &[TokenTree]) -> String {
        let word = |token: &TokenTree| match token {
            TokenTree::Group(group) => format!("({})", self.text_of(&inside(group))),
            name if self.is_constant(name) => format!("{{{name}}}"),
            token => token.to_string(),
        };
        tokens.iter().map(word).list::<Vec<_>>().join(" ")
    }

    /// The type that is the size of a const parameter.
    fn size_of(&self, constant: &TokenTree) -> Vec<TokenTree> {
        let (name, span) = (constant.to_string(), constant.span());
        let mut sizes = self.sizes.iter().rev();
        if let Some((_, size)) = sizes.find(|(of, _)| *of == name) {
            return vec![Ident::new(&size.to_string(), span).into()];
        }
        constant_size(constant)
    }

    /// The complaint about a const parameter that is not a size. It is the same for each use in an item, at the same place,
    /// so that rustc reports it once.
    fn complaint_about_type(&self, token: &TokenTree) -> Option<Complaint> {
        let name = token.to_string();
        let is_used = |other: &&Other| other.name == name;
        let used = self.others.iter().rev().find(is_used)?;
        let is_number = |other: &&Other| other.is_number();
        let mut numbers = self.others.iter().filter(is_number);
        let first = numbers.next().filter(|_| used.is_number()).unwrap_or(used);
        let mut text = format!(
            "a size is `const {}: usize`, not `{}`",
            first.name, first.of
        );
        if used.is_number() {
            for other in numbers {
                text += &format!(", and `const {}: usize`, not `{}`", other.name, other.of);
            }
        }
        Some(Complaint::new(first.of.span(), text))
    }

    fn mentions(&self, tokens: &[TokenTree]) -> bool {
        tokens.iter().any(|token| match token {
            TokenTree::Group(group) => self.mentions(&inside(group)),
            token => self.is_constant(token),
        })
    }
}

/// `N` and `i32` of `const N: i32`.
#[derive(Clone)]
struct Other {
    name: String,
    of: TokenTree,
}

impl Other {
    /// Whether it may be meant to be a size.
    fn is_number(&self) -> bool {
        !["bool", "char"].contains(&&*self.of.to_string())
    }
}

/// A size that is computed from const parameters.
struct Computed {
    size: TokenStream,
    /// `{L} - {K} + 1`
    text: String,
    constants: Vec<String>,
    signs: String,
}

impl Computed {
    /// Whether it is below zero, or divided by it, for some.
    fn may_be_none(&self) -> bool {
        self.signs.contains(['-', '/'])
    }

    /// What a message says of it where it is not a size, or where nothing says that it is one.
    fn complaint(&self) -> String {
        let text = &self.text;
        match self.signs.contains('-') {
            true => format!("`{text}` is below zero, or nothing here says that it is not"),
            false => format!("nothing here says that `{text}` is a size that the compiler knows"),
        }
    }

    /// A bound by a separate trait, whose message has the size as it is written, with the caller's numbers.
    fn known_size(&self, traits: &mut Vec<TokenTree>) -> String {
        let name = format!("KnownSize{}", NUMBER_OF_TRAITS.fetch_add(1, Relaxed));
        let (message, text) = (self.complaint(), &self.text);
        let mut parameters: Vec<&str> = Vec::new();
        for constant in &self.constants {
            if !parameters.contains(&&**constant) {
                parameters.push(constant);
            }
        }
        let declared = parameters.join(": usize, const ");
        let parameters = parameters.join(", ");
        let written = format!(
            "#[doc(hidden)]
            #[allow(unreachable_pub)]
            #[diagnostic::on_unimplemented(
                message = {message:?},
                label = \"the size `{text}` is needed here\",
                note = \"in generic code, a bound says it: `where dim!({text}): StaticDim`, of `shapecheck::dim` and `shapecheck::StaticDim`\",
            )]
            pub trait {name}<const {declared}: usize>: ::shapecheck::StaticDim {{}}
            #[diagnostic::do_not_recommend]
            impl<Known: ::shapecheck::StaticDim, const {declared}: usize> {name}<{parameters}> for Known {{}}",
        );
        traits.add(parsed(&written));
        format!("{name}<{parameters}>")
    }
}

/// An item that is written, with what it declares.
struct Own<'t> {
    item: Item<'t>,
    keyword: String,
    /// What is known in it.
    scope: Scope,
    constants: Vec<TokenTree>,
    /// The parameters of an `impl` that are the sizes of these.
    sizes: Vec<(String, Ident)>,
    /// How many sizes are computed before it.
    computed: usize,
}

impl<'t> Own<'t> {
    fn of(item: Item<'t>, around: &Scope, computed: usize) -> Self {
        let keyword = item.keyword.to_string();
        let parameters = || item::parameters(item.parameters());
        let constants: Vec<TokenTree> = parameters().filter_map(|it| constant(&it)).list();
        let is_impl = keyword == "impl";
        let size = |constant: &TokenTree| {
            let size = Ident::new(&format!("{constant}_"), constant.span());
            (constant.to_string(), size)
        };
        let sizes: Vec<(String, Ident)> = constants.iter().filter(|_| is_impl).map(size).list();
        let mut scope = around.clone();
        scope.writes_out = matches!(&*keyword, "struct" | "enum" | "union");
        scope.is_generic |= keyword == "trait" || is_impl && !item.parameters().is_empty();
        scope.is_within = true;
        scope.others.add(parameters().filter_map(|it| other(&it)));
        let names = constants.iter().map(TokenTree::to_string);
        scope.constants.add(names);
        scope.sizes.add(sizes.iter().cloned());
        Self {
            item,
            keyword,
            scope,
            constants,
            sizes,
            computed,
        }
    }

    /// Where rustc would add a bound.
    fn end_of_front(&self) -> Span {
        let last = self.item.front.last();
        last.map_or(Span::call_site(), TokenTree::span)
    }

    /// That its const parameters are sizes, `SizeTable: Lists<N>`, if it has any.
    fn bounds(&self) -> Vec<TokenTree> {
        let mut bounds: Vec<TokenTree> = Vec::new();
        for constant in &self.constants {
            let mut sizes = self.sizes.iter();
            let size = sizes.find(|(of, _)| *of == constant.to_string());
            bounds.add(listed(constant.clone(), size.map(|(_, size)| size)));
        }
        if !bounds.is_empty() {
            let mut any = proc_macro::Literal::usize_unsuffixed(0);
            any.set_span(self.end_of_front());
            bounds.add(listed(any.into(), None));
        }
        bounds
    }
}

#[derive(Default)]
struct Items {
    /// Whether what `#[derive]` wrote for the item has no bounds.
    is_below_derive: bool,
    is_written: bool,
    has_functions: bool,
    computed: Vec<Computed>,
    /// The paths of macros that are written out.
    written_out: Vec<Vec<TokenTree>>,
    traits: Vec<TokenTree>,
}

impl Items {
    /// Items one after the other, as in a file or between the braces of an `impl`.
    fn of(&mut self, mut tokens: &[TokenTree], scope: &Scope) -> Result<Vec<TokenTree>, Complaint> {
        let mut written = Vec::new();
        while let [token, rest @ ..] = tokens {
            let word = match token {
                TokenTree::Ident(word) => word.to_string(),
                _ => String::new(),
            };
            let is_qualifier = |next: &TokenTree| {
                ["fn", "unsafe", "async", "extern"]
                    .iter()
                    .any(|word| is_word(next, word))
            };
            tokens = match &*word {
                "struct" | "enum" | "union" | "trait" | "impl" | "fn" | "mod" => {
                    self.item(tokens, scope, &mut written)?
                }
                // What has a `fn` or an `impl` in it that begins no item.
                "const" if rest.first().is_some_and(is_qualifier) => {
                    written.push(token.clone());
                    rest
                }
                "type" => self.alias(tokens, scope, &mut written)?,
                "const" | "static" | "use" => {
                    let end = rest.iter().position(|token| is(token, ';'));
                    let (line, rest) = tokens.split_at(end.map_or(tokens.len(), |end| end + 2));
                    written.add(self.tokens(line, scope)?);
                    rest
                }
                _ => {
                    written.add(self.tokens(&tokens[..1], scope)?);
                    rest
                }
            };
        }
        Ok(written)
    }

    /// `type Vector<const N: usize> = Tensor<f32, shape![N]>;`: an alias has no bounds.
    fn alias<'t>(
        &mut self,
        tokens: &'t [TokenTree],
        around: &Scope,
        written: &mut Vec<TokenTree>,
    ) -> Result<&'t [TokenTree], Complaint> {
        let end = tokens.iter().position(|token| is(token, ';'));
        let (line, behind) = tokens.split_at(end.unwrap_or(tokens.len()));
        let mut scope = around.clone();
        let parameters = item::parameters(Item::at(line, 0).0.parameters());
        let constants = parameters.filter_map(|parameter| constant(&parameter));
        let constants = constants.map(|name| name.to_string());
        scope.constants.add(constants);
        written.add(path("type", Span::call_site()));
        written.add(self.tokens(&line[1..], &scope)?);
        Ok(behind)
    }

    /// Reads one item from its keyword on; returns what follows it.
    fn item<'t>(
        &mut self,
        tokens: &'t [TokenTree],
        around: &Scope,
        written: &mut Vec<TokenTree>,
    ) -> Result<&'t [TokenTree], Complaint> {
        let (item, behind) = Item::at(tokens, 0);
        let mut own = Own::of(item, around, self.computed.len());
        let Own { item, .. } = &own;
        self.has_functions |= !own.scope.writes_out;
        written.push(item.keyword.clone());
        written.add(item.name.cloned().map(TokenTree::from));
        if let Some(name) = item.name
            && self.is_below_derive
            && !own.constants.is_empty()
        {
            self.is_written = true;
            written.add(below_derive(&own, name, &tokens[2..]));
            return Ok(&[]);
        }
        written.add(self.generics(&own)?);
        written.add(self.tokens(own.item.front, &own.scope)?);
        let mut conditions = self.tokens(own.item.conditions, &own.scope)?;
        let mut traits = Vec::new();
        let (body, bounds_of_impl) = self.body(&mut own, &mut traits)?;
        let mut bounds = own.bounds();
        self.is_written |= !bounds.is_empty();
        let others = conditions.get(1..).unwrap_or_default();
        let impls = self.impls(&own, &[&bounds[..], others], body.as_ref(), written)?;
        match &*own.keyword {
            "impl" => bounds.add(bounds_of_impl),
            _ => bounds.add(self.bounds_of_computed(&own, &mut traits)),
        }
        if own.keyword == "fn" {
            bounds.add(around.bounds_of_methods.clone());
        }
        // A `where` of the attribute, as rustc sees it: so it does not suggest another bound on what is computed from types
        // that nobody wrote.
        if !bounds.is_empty() || !own.scope.constants.is_empty() {
            let place = match conditions.is_empty() {
                true => own.end_of_front(),
                false => conditions.remove(0).span(),
            };
            written.add(path("where", Span::call_site().located_at(place)));
            written.add(bounds);
        }
        written.add(conditions.into_iter().chain(body).chain(impls));
        match around.is_within {
            true => written.add(traits),
            false => self.traits.add(traits),
        }
        // In a method, no such item may follow it.
        if own.keyword != "fn" {
            written.add(self.used());
        }
        Ok(behind)
    }

    /// The parameters of an item, and those that are the sizes of an `impl`.
    fn generics(&mut self, own: &Own<'_>) -> Result<Vec<TokenTree>, Complaint> {
        let [open, inside @ .., close] = own.item.generics else {
            return Ok(Vec::new());
        };
        let mut written = vec![open.clone()];
        written.add(self.tokens(inside, &own.scope)?);
        for (_, size) in &own.sizes {
            if written.last().is_some_and(|last| !is(last, ',')) {
                written.push(comma());
            }
            written.push(size.clone().into());
            written.add(path(": ::shapecheck::StaticDim", Span::call_site()));
        }
        written.push(close.clone());
        Ok(written)
    }

    /// The body of an item, and what an `impl` that has more than methods needs to know of computed sizes.
    fn body(
        &mut self,
        own: &mut Own<'_>,
        traits: &mut Vec<TokenTree>,
    ) -> Result<(Option<TokenTree>, Vec<TokenTree>), Complaint> {
        let Some(body) = own.item.block() else {
            return Ok((own.item.body.cloned(), Vec::new()));
        };
        let inside = inside(body);
        if !matches!(&*own.keyword, "impl" | "trait" | "mod") {
            let tokens = self.tokens(&inside, &own.scope)?;
            let used = match &*own.keyword {
                "fn" => self.used(),
                _ => Vec::new(),
            };
            let tokens = [used, tokens].concat();
            return Ok((Some(with_tokens(body, tokens).into()), Vec::new()));
        }
        let written_out = self.written_out.clone();
        let mut items = self.of(&inside, &own.scope)?;
        let mut bounds = Vec::new();
        if own.keyword == "impl" {
            bounds = self.bounds_of_computed(own, traits);
            if !bounds.is_empty() && has_methods_only(own.item.front, &inside) {
                own.scope.bounds_of_methods = core::mem::take(&mut bounds);
                // Once more, with these bounds.
                self.written_out = written_out;
                items = self.of(&inside, &own.scope)?;
                self.computed.truncate(own.computed);
            }
        }
        Ok((Some(with_tokens(body, items).into()), bounds))
    }

    /// The `impl`s of a struct that `#[derive]` cannot write, which are taken out of it. `bounds` are those of the struct.
    fn impls(
        &mut self,
        own: &Own<'_>,
        bounds: &[&[TokenTree]; 2],
        body: Option<&TokenTree>,
        written: &mut [TokenTree],
    ) -> Result<Vec<TokenTree>, Complaint> {
        let mut impls = Vec::new();
        let (Some(name), "struct") = (own.item.name, &*own.keyword) else {
            return Ok(impls);
        };
        let is_tuple = own.item.front.len() == 1;
        let fields = if is_tuple {
            own.item.front.first()
        } else {
            own.item.body
        };
        let Some(TokenTree::Group(fields)) = fields else {
            return Ok(impls);
        };
        let with_bounds = |of: Vec<TokenTree>| [bounds[0], &of, bounds[1]].concat();
        let mut known = Vec::new();
        for computed in &self.computed[own.computed..] {
            known.add(computed.size.clone());
            known.add(path(": ::shapecheck::StaticDim,", Span::call_site()));
        }
        let parameters = self.tokens(own.item.parameters(), &own.scope)?;
        if !known.is_empty() && takes(written, "Default") {
            impls.add(default_of(name, &parameters, with_bounds(known), fields));
        }
        if parameters.is_empty() {
            return Ok(impls);
        }
        let fields = match body {
            Some(TokenTree::Group(body)) if !is_tuple => body.clone(),
            _ => {
                let computed = self.computed.len();
                let fields = with_tokens(fields, self.tokens(&inside(fields), &own.scope)?);
                self.computed.truncate(computed);
                fields
            }
        };
        let mut copy = Vec::new();
        for tensor in inline_tensors(&fields) {
            copy.add(tensor);
            copy.add(path(": ::core::marker::Copy,", Span::call_site()));
        }
        if !copy.is_empty() && takes(written, "Copy") {
            impls.add(copy_of(name, &parameters, with_bounds(copy)));
            self.is_written = true;
        }
        Ok(impls)
    }

    /// `const _: Option<shape!(1)> = None;` for each macro that is written out, so that its name counts as used.
    fn used(&mut self) -> Vec<TokenTree> {
        let here = Span::call_site();
        let mut items = Vec::new();
        let mut names = Vec::new();
        for macro_path in core::mem::take(&mut self.written_out) {
            let name = macro_path.iter().map(TokenTree::to_string).list::<String>();
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            items.add(quote!(here, [macro_path]
                const _: ::core::option::Option<#macro_path!(1)> = ::core::option::Option::None;
            ));
        }
        items
    }

    /// The bounds by which an item has the sizes that are computed in it: that they are sizes, and known. But for functions, they
    /// name traits beside the item.
    fn bounds_of_computed(&mut self, own: &Own<'_>, traits: &mut Vec<TokenTree>) -> Vec<TokenTree> {
        let here = Span::call_site();
        let mut bounds = Vec::new();
        let mut told = Vec::new();
        for computed in self.computed.split_off(own.computed) {
            let is_own = |name: &String| own.constants.iter().any(|own| own.to_string() == *name);
            let is_here = match &*own.keyword {
                "fn" => computed.constants.iter().any(is_own),
                "impl" => true,
                // A struct asks for what its fields need.
                "struct" | "enum" | "union" if computed.may_be_none() => true,
                _ => continue,
            };
            if !is_here {
                self.computed.push(computed);
            } else if !told.contains(&computed.text) {
                let bound = match &*own.keyword {
                    // In a method there may be no trait beside it.
                    "fn" => "::shapecheck::StaticDim".to_owned(),
                    _ => computed.known_size(traits),
                };
                bounds.add(computed.size);
                bounds.add(path(&format!(": {bound},"), here));
                told.push(computed.text);
            }
        }
        bounds
    }

    /// Tokens of any kind, with const parameters as sizes in the macros of the crate.
    fn tokens(
        &mut self,
        mut tokens: &[TokenTree],
        scope: &Scope,
    ) -> Result<Vec<TokenTree>, Complaint> {
        let mut written: Vec<TokenTree> = Vec::new();
        while let [token, rest @ ..] = tokens {
            if let Some((call, after)) = Call::parse(tokens) {
                self.call(&call, scope, &mut written)?;
                tokens = after;
                continue;
            }
            tokens = rest;
            written.push(match token {
                TokenTree::Group(group) => {
                    with_tokens(group, self.tokens(&inside(group), scope)?).into()
                }
                token => token.clone(),
            });
        }
        Ok(written)
    }

    /// A call of a macro of the crate.
    fn call(
        &mut self,
        call: &Call<'_>,
        scope: &Scope,
        written: &mut Vec<TokenTree>,
    ) -> Result<(), Complaint> {
        let arguments = inside(call.arguments);
        let is_changed = scope.mentions(&arguments);
        let span = call.name.span();
        let root = root(span);
        if is_changed && !call.behind_sign {
            self.find_computed(&root, &arguments, scope)?;
        }
        let complaint = is_word(&call.name.clone().into(), "shape").then_some(&arguments);
        let arguments = match complaint
            .and_then(|sizes| surroundings::complaint_about_constant(sizes, scope.is_generic))
        {
            Some(complaint) => complaint.into_type(&root).into_iter().list(),
            None => self.sizes(&arguments, scope, call.behind_sign)?,
        };
        let size = match (&*call.name.to_string(), is_changed) {
            ("shape", _) if scope.writes_out => shape::shape(&root, arguments)?,
            // A path alone would be a constant.
            ("dim", true) => shape::size_of_types(&root, &arguments)?,
            ("dim", false) if scope.writes_out => shape::dim(&root, arguments)?,
            _ => {
                written.add([call.name.clone().into(), call.bang.clone()]);
                written.push(with_tokens(call.arguments, arguments).into());
                return Ok(());
            }
        };
        self.is_written = true;
        // What is before the macro's name goes with it: `shapecheck::`.
        let mut start = written.len();
        while let [.., first, second] = &written[..start]
            && is(first, ':')
            && is(second, ':')
        {
            start -= 2;
            start -= usize::from(matches!(written[..start].last(), Some(TokenTree::Ident(_))));
        }
        let mut macro_path = written.split_off(start);
        macro_path.push(call.name.clone().into());
        self.written_out.push(macro_path);
        written.add(size);
        Ok(())
    }

    /// Remembers the entries that are computed from const parameters and numbers.
    fn find_computed(
        &mut self,
        root: &TokenStream,
        arguments: &[TokenTree],
        scope: &Scope,
    ) -> Result<(), Complaint> {
        for entry in shape::entries(arguments)? {
            let mut constants = Vec::new();
            let mut signs = String::new();
            if scope.is_computed(entry, &mut constants, &mut signs) && !signs.is_empty() {
                let size = self.sizes(entry, scope, false)?;
                let size = shape::size_of_types(root, &size)?;
                self.computed.push(Computed {
                    size,
                    text: scope.text_of(entry),
                    constants,
                    signs,
                });
            }
        }
        Ok(())
    }

    /// The arguments of such a macro, in which a size stands anywhere, or after a sign only, as in `h = N`. Values stay as
    /// they are, `x[N]` too.
    fn sizes(
        &mut self,
        mut tokens: &[TokenTree],
        scope: &Scope,
        behind_sign: bool,
    ) -> Result<Vec<TokenTree>, Complaint> {
        let mut is_size = !behind_sign;
        let mut written: Vec<TokenTree> = Vec::new();
        while let [token, rest @ ..] = tokens {
            if let Some((call, after)) = Call::parse(tokens) {
                self.call(&call, scope, &mut written)?;
                tokens = after;
                continue;
            }
            tokens = rest;
            if behind_sign {
                is_size = is(token, '=') || is_size && !is(token, ',');
            }
            if is_size
                && !follows_path(&written)
                && let Some(complaint) = scope.complaint_about_type(token)
            {
                let root = root(token.span());
                written.add(complaint.into_type(&root));
                continue;
            }
            match token {
                TokenTree::Group(group) if is_size => written.push(self.group(group, scope)?),
                TokenTree::Group(group) => {
                    written.push(with_tokens(group, self.tokens(&inside(group), scope)?).into());
                }
                token if is_size && scope.is_constant(token) && !follows_path(&written) => {
                    self.is_written = true;
                    // A lone name is a constant there.
                    written.add(match behind_sign {
                        true => constant_size(token),
                        false => scope.size_of(token),
                    });
                }
                token => written.push(token.clone()),
            }
        }
        Ok(written)
    }

    /// `{2 * N}` and `(2 * N)`: sizes in braces are those of types, where one is a const parameter.
    fn group(&mut self, group: &Group, scope: &Scope) -> Result<TokenTree, Complaint> {
        let inside = inside(group);
        let in_braces = group.delimiter() == Delimiter::Brace;
        if in_braces
            && scope.is_generic
            && let Some(word) = inside.first().filter(|word| is_word(word, "Self"))
        {
            self.is_written = true;
            let root = root(word.span());
            let mistake =
                surroundings::constant_of_generic_type(word.span(), inside.last()).into_type(&root);
            return Ok(Group::new(Delimiter::None, mistake).into());
        }
        let sizes = self.sizes(&inside, scope, false)?;
        if !in_braces || !scope.mentions(&inside) {
            return Ok(with_tokens(group, sizes).into());
        }
        let mut of_types = Group::new(Delimiter::Parenthesis, sizes.into_iter().list());
        of_types.set_span(group.span());
        Ok(of_types.into())
    }
}

/// Whether an `impl` is one of a type, and all that it has are methods: then what they need is a bound of each of them,
/// which is reported in words where a method is called, and rustc still finds the method.
fn has_methods_only(front: &[TokenTree], inside: &[TokenTree]) -> bool {
    let is_of_trait = end_where(front, |token| is_word(token, "for")).is_some();
    let is_method = |next: &TokenTree| {
        ["fn", "unsafe", "async", "extern"]
            .iter()
            .any(|word| is_word(next, word))
    };
    let has_others = inside.iter().enumerate().any(|(place, token)| {
        is_word(token, "type")
            || is_word(token, "const") && !inside.get(place + 1).is_some_and(is_method)
    });
    !is_of_trait && !has_others
}

/// A call of a macro of the crate.
struct Call<'t> {
    name: &'t Ident,
    bang: &'t TokenTree,
    arguments: &'t Group,
    behind_sign: bool,
}

impl<'t> Call<'t> {
    /// The call that tokens begin with, and what follows it.
    fn parse(tokens: &'t [TokenTree]) -> Option<(Self, &'t [TokenTree])> {
        let [
            TokenTree::Ident(name),
            bang,
            TokenTree::Group(arguments),
            after @ ..,
        ] = tokens
        else {
            return None;
        };
        let (_, behind_sign) = MACROS
            .iter()
            .find(|(known, _)| *known == name.to_string())?;
        let call = Self {
            name,
            bang,
            arguments,
            behind_sign: *behind_sign,
        };
        is(bang, '!').then_some((call, after))
    }
}

/// What is said of `#[derive(..)]` above `#[checked]`.
const BELOW_DERIVE: &str = "`#[checked]` has to stand above `#[derive(..)]`, which reads what the attributes above it have written";

/// What follows an item's name as `#[derive]` has seen it, without bounds, and a constant with the complaint, which gives
/// each field its type: rustc says no more of it.
fn below_derive(own: &Own<'_>, name: &Ident, rest: &[TokenTree]) -> Vec<TokenTree> {
    let here = Span::call_site();
    let constant = format!("__CHECKED_BELOW_DERIVE_OF_{name}");
    let mistake = path(&format!("::shapecheck::__macro::Mistake<{constant}>"), here);
    let mut written = rest.to_vec();
    let bodies = written.iter_mut().rev();
    let mut bodies = bodies.filter(|token| matches!(token, TokenTree::Group(_)));
    if let Some(token) = bodies.next()
        && let TokenTree::Group(body) = token
    {
        *token = with_field_types(body, own.keyword == "enum", &mistake).into();
    }
    let complaint = Complaint::new(here, BELOW_DERIVE).into_tokens();
    let constant = Ident::new(&constant, here);
    written.add(quote!(here, [constant, complaint] const #constant: usize = { #complaint };));
    written
}

/// Takes a trait out of a `#[derive(..)]` before a struct that has nothing after `struct` and its name but
/// parameters. Returns whether it was there.
fn takes(written: &mut [TokenTree], name: &str) -> bool {
    let is_end = |token: &TokenTree| is_block(token) || is(token, ';');
    let start = written.iter().rposition(is_end).map_or(0, |end| end + 1);
    for token in &mut written[start..] {
        let TokenTree::Group(attribute) = token else {
            continue;
        };
        let attribute = attribute.clone();
        let [word, TokenTree::Group(derived)] = &*inside(&attribute) else {
            continue;
        };
        if !is_word(word, "derive") {
            continue;
        }
        let derived_tokens = inside(derived);
        let all: Vec<&[TokenTree]> = parts(&derived_tokens).list();
        let is_taken = |part: &&[TokenTree]| part.last().is_some_and(|last| is_word(last, name));
        if all.iter().any(is_taken) {
            let others = all.iter().filter(|part| !is_taken(part));
            let others = others.flat_map(|part| part.iter().cloned().chain([comma()]));
            let derived = with_tokens(derived, others.list::<Vec<_>>());
            *token = with_tokens(&attribute, vec![word.clone(), derived.into()]).into();
            return true;
        }
    }
    false
}

/// `impl Default` for a struct with sizes that are computed from const parameters: it needs to know that they are sizes, which
/// `#[derive]` does not ask for.
fn default_of(
    name: &Ident,
    parameters: &[TokenTree],
    bounds: Vec<TokenTree>,
    body: &Group,
) -> TokenStream {
    let here = Span::call_site();
    let tokens = inside(body);
    let mut values = Vec::new();
    for field in fields_of(&tokens, body) {
        if field.name.is_some() {
            values.extend_from_slice(&field.before[field.before.len() - 2..]);
        }
        values.add(quote!(here, [] ::core::default::Default::default(),));
    }
    let values = TokenTree::from(Group::new(body.delimiter(), values.into_iter().list()));
    let function = quote!(here, [values] #[inline] fn default() -> Self { Self #values });
    let of = "::core::default::Default";
    derived(of, name, parameters, bounds, function)
}

/// `impl Copy` for a struct with inline tensors of sizes that are parameters: `#[derive]` asks for parameters that are `Copy`, and
/// not for arrays of this many elements.
fn copy_of(name: &Ident, parameters: &[TokenTree], bounds: Vec<TokenTree>) -> TokenStream {
    let of = "::core::marker::Copy";
    derived(of, name, parameters, bounds, TokenStream::new())
}

/// The types of the fields that are inline tensors.
fn inline_tensors(body: &Group) -> Vec<Vec<TokenTree>> {
    let tokens = inside(body);
    let types = fields_of(&tokens, body).filter_map(|Field { of, .. }| {
        let open = of.iter().position(|token| is(token, '<'))?;
        let name = of.get(open.checked_sub(1)?)?;
        is_word(name, "InlineTensor").then(|| of.to_vec())
    });
    types.list()
}

/// The fields in braces or in parentheses.
fn fields_of<'t>(tokens: &'t [TokenTree], body: &Group) -> impl Iterator<Item = Field<'t>> {
    item::fields(tokens, body.delimiter() == Delimiter::Brace)
}

/// `impl<N: Bound> Trait for Name<N> where ..`, instead of what `#[derive]` would write.
fn derived(
    of: &str,
    name: &Ident,
    parameters: &[TokenTree],
    bounds: Vec<TokenTree>,
    body: TokenStream,
) -> TokenStream {
    let here = Span::call_site();
    let (mut declared, mut given) = (Vec::new(), Vec::new());
    for parameter in item::parameters(parameters) {
        declared.extend_from_slice(parameter.declared);
        if let Kind::Type = parameter.kind {
            let sign = if parameter.declared.len() > 1 {
                "+"
            } else {
                ":"
            };
            declared.add(path(&format!("{sign} {of}"), here));
        }
        declared.push(comma());
        given.extend_from_slice(parameter.name);
        given.push(comma());
    }
    let of = path(of, here);
    quote!(here, [declared, of, name, given, bounds, body]
        #[automatically_derived]
        impl<#declared> #of for #name<#given> where #bounds { #body }
    )
}

/// Fields, or those of variants, with another type.
fn with_field_types(body: &Group, is_of_variants: bool, other: &[TokenTree]) -> Group {
    let inside = inside(body);
    let mut written = Vec::new();
    if is_of_variants {
        for variant in parts(&inside) {
            match variant {
                [variant @ .., TokenTree::Group(fields)] => {
                    written.extend_from_slice(variant);
                    written.push(with_field_types(fields, false, other).into());
                }
                variant => written.extend_from_slice(variant),
            }
            written.push(comma());
        }
    } else {
        for field in fields_of(&inside, body) {
            written.extend_from_slice(field.before);
            written.extend_from_slice(other);
            written.push(comma());
        }
    }
    with_tokens(body, written)
}

/// `N` of `const N: usize`.
fn constant(parameter: &Parameter<'_>) -> Option<TokenTree> {
    match parameter.kind {
        Kind::Constant(Some(of)) if is_word(of, "usize") => parameter.word().cloned(),
        _ => None,
    }
}

/// The parameter, if it is a constant and no `usize`.
fn other(parameter: &Parameter<'_>) -> Option<Other> {
    match parameter.kind {
        Kind::Constant(Some(of)) if !is_word(of, "usize") => Some(Other {
            name: parameter.word()?.to_string(),
            of: of.clone(),
        }),
        _ => None,
    }
}

/// `Constant<N>`
fn constant_size(constant: &TokenTree) -> Vec<TokenTree> {
    let span = constant.span();
    let root = root(span);
    let mut written = Vec::from_iter(item(&root, "::dim::Constant<", span));
    written.push(constant.clone());
    written.add(path(">", span));
    written
}

/// `SizeTable: Lists<N, Dim = N_>,`
fn listed(constant: TokenTree, size: Option<&Ident>) -> Vec<TokenTree> {
    let span = constant.span();
    let mut bound = path(
        "::shapecheck::dim::SizeTable: ::shapecheck::dim::Lists<",
        span,
    );
    bound.push(constant);
    if let Some(size) = size {
        bound.add(path(&format!(", Dim = {size}"), span));
    }
    bound.add(path(">", span));
    bound.add(path(",", span));
    bound
}

/// Whether a name after these tokens is the last one of a path, or a field.
fn follows_path(tokens: &[TokenTree]) -> bool {
    match tokens {
        [.., first, second] => is(first, ':') && is(second, ':') || is(second, '.'),
        _ => false,
    }
}
