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
//! In an `impl` the sizes are type parameters beside, `I_` and `O_` with `SizeTable: Lists<I, Dim = I_>`, so that rustc says
//! `I_` in the place of `<SizeTable as Lists<I>>::Dim`. On other items they would have to be given by whoever names them.
//!
//! Rust computes no type from a const parameter, but a parameter can select an impl: `Constant<O>` is the size that the
//! table has for it. In a struct and an enum the shapes are written out, because `#[derive]` takes no macro in a field.
//!
//! Of one bound `SizeTable: Lists<I>` rustc would infer that every parameter it does not know yet is `I`. The last bound, which
//! always holds, leaves that open.

use proc_macro::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::forms::{end_of, end_where, is, is_word, parts, with_tokens};
use crate::{Complaint, group, item, path, shape, surroundings};

/// The crate. An attribute has no `$crate`.
const ROOT: &str = "::shapecheck";

/// The macros of the crate that take sizes, and whether a size stands behind `=` only.
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
    /// Whether it is no struct and no enum, so that arguments may be compared.
    pub(crate) has_functions: bool,
}

pub(crate) fn with_sizes(item: TokenStream) -> Result<WithSizes, Complaint> {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let mut items = Items {
        is_below_derive: surroundings::is_below_derive(Span::call_site()),
        ..Items::default()
    };
    let written = items.of(&tokens, &Scope::default())?;
    Ok(WithSizes {
        item: written.into_iter().collect(),
        is_written: items.is_written,
        has_functions: items.has_functions,
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

    /// The type that is the size of a const parameter.
    fn size_of(&self, constant: &TokenTree) -> Vec<TokenTree> {
        let (name, span) = (constant.to_string(), constant.span());
        let mut sizes = self.sizes.iter().rev();
        if let Some((_, size)) = sizes.find(|(of, _)| *of == name) {
            return vec![Ident::new(&size.to_string(), span).into()];
        }
        constant_size(constant)
    }

    /// The complaint about a const parameter that is no size. It is the same for each use in an item, at the same place, so
    /// that rustc reports it once.
    fn complaint_about_type(&self, token: &TokenTree) -> Option<Complaint> {
        let name = token.to_string();
        let is_used = |other: &&Other| other.name == name;
        let used = self.others.iter().rev().find(is_used)?;
        let is_number = |other: &&Other| other.is_number();
        let mut numbers = self.others.iter().filter(is_number);
        let first = numbers.next().filter(|_| used.is_number()).unwrap_or(used);
        let mut text = format!("a size is `const {}: usize`, not `{}`", first.name, first.of);
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
    constants: Vec<String>,
    /// Whether it is below zero, or no whole number, for some.
    may_be_none: bool,
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
                    written.push(token.clone());
                    self.item(&word, rest, scope, &mut written)?
                }
                // What has a `fn` or an `impl` in it that begins no item.
                "const" if rest.first().is_some_and(is_qualifier) => {
                    written.push(token.clone());
                    rest
                }
                "type" => self.alias(rest, scope, &mut written)?,
                "const" | "static" | "use" => {
                    let end = rest.iter().position(|token| is(token, ';'));
                    let (line, rest) = tokens.split_at(end.map_or(tokens.len(), |end| end + 2));
                    written.extend(self.tokens(line, scope)?);
                    rest
                }
                _ => {
                    written.extend(self.tokens(&tokens[..1], scope)?);
                    rest
                }
            };
        }
        Ok(written)
    }

    /// `Vector<const N: usize> = Tensor<f32, shape![N]>;` behind `type`: an alias has no bounds.
    fn alias<'t>(
        &mut self,
        rest: &'t [TokenTree],
        around: &Scope,
        written: &mut Vec<TokenTree>,
    ) -> Result<&'t [TokenTree], Complaint> {
        let end = rest.iter().position(|token| is(token, ';'));
        let (line, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let mut scope = around.clone();
        if let [_name, open, inside @ ..] = line
            && is(open, '<')
            && let Some(end) = end_of(inside, '>')
        {
            let constants = parts(&inside[..end]).filter_map(constant);
            scope
                .constants
                .extend(constants.map(|name| name.to_string()));
        }
        written.extend(path("type", Span::call_site()));
        written.extend(self.tokens(line, &scope)?);
        Ok(behind)
    }

    /// One item behind its keyword; returns what is behind it.
    fn item<'t>(
        &mut self,
        keyword: &str,
        mut rest: &'t [TokenTree],
        around: &Scope,
        written: &mut Vec<TokenTree>,
    ) -> Result<&'t [TokenTree], Complaint> {
        let mut item_name = None;
        if keyword != "impl"
            && let [name, after @ ..] = rest
        {
            written.push(name.clone());
            item_name = Some(name);
            rest = after;
        }
        let mut scope = around.clone();
        scope.writes_out = matches!(keyword, "struct" | "enum" | "union");
        scope.is_generic |= keyword == "trait";
        self.has_functions |= !scope.writes_out;
        let mut constants = Vec::new();
        let computed_before = self.computed.len();
        if let [open, inside @ ..] = rest
            && is(open, '<')
            && let Some(end) = end_of(inside, '>')
        {
            constants = parts(&inside[..end]).filter_map(constant).collect();
            scope.others.extend(parts(&inside[..end]).filter_map(other));
            scope
                .constants
                .extend(constants.iter().map(TokenTree::to_string));
            scope.is_generic |= keyword == "impl" && end > 0;
            if let Some(name) = item_name.filter(|_| self.is_below_derive && !constants.is_empty())
            {
                self.is_written = true;
                written.extend(below_derive(keyword, name, rest));
                return Ok(&[]);
            }
            if keyword == "impl" {
                let name = |constant: &TokenTree| {
                    let size = Ident::new(&format!("{constant}_"), constant.span());
                    (constant.to_string(), size)
                };
                scope.sizes.extend(constants.iter().map(name));
            }
            written.push(open.clone());
            let parameters = self.tokens(&inside[..end], &scope)?;
            let needs_comma = parameters.last().is_some_and(|last| !is(last, ','));
            written.extend(parameters);
            let here = Span::call_site();
            for (place, (_, size)) in scope.sizes[around.sizes.len()..].iter().enumerate() {
                if place > 0 || needs_comma {
                    written.push(Punct::new(',', Spacing::Alone).into());
                }
                written.push(size.clone().into());
                written.extend(path(": ::shapecheck::StaticDim", here));
            }
            written.push(inside[end].clone());
            rest = &inside[end + 1..];
        }
        let ends = |token: &TokenTree| {
            is(token, ';')
                || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
        };
        let end = end_where(rest, ends).unwrap_or(rest.len());
        let (head, rest) = rest.split_at(end);
        let place = end_where(head, |token| is_word(token, "where"));
        let (front, conditions) = head.split_at(place.unwrap_or(head.len()));
        // Where rustc would add a bound.
        let end_of_front = front.last().map_or(Span::call_site(), TokenTree::span);
        written.extend(self.tokens(front, &scope)?);
        let mut conditions = self.tokens(conditions, &scope)?;
        let last = match rest.first() {
            Some(TokenTree::Group(body)) if matches!(keyword, "impl" | "trait" | "mod") => {
                Some(with_tokens(body, self.of(&inside(body), &scope)?).into())
            }
            Some(TokenTree::Group(body)) => {
                let tokens = self.tokens(&inside(body), &scope)?;
                let used = if keyword == "fn" {
                    self.used()
                } else {
                    Vec::new()
                };
                Some(with_tokens(body, [used, tokens].concat()).into())
            }
            semicolon => semicolon.cloned(),
        };
        let mut bounds: Vec<TokenTree> = Vec::new();
        if !constants.is_empty() {
            self.is_written = true;
            for constant in &constants {
                let sizes = &scope.sizes[around.sizes.len()..];
                let size = sizes.iter().find(|(of, _)| *of == constant.to_string());
                bounds.extend(listed(constant.clone(), size.map(|(_, size)| size)));
            }
            let mut any = proc_macro::Literal::usize_unsuffixed(0);
            any.set_span(end_of_front);
            bounds.extend(listed(any.into(), None));
        }
        let constants: Vec<String> = constants.iter().map(TokenTree::to_string).collect();
        bounds.extend(self.bounds_of_computed(computed_before, keyword, &constants));
        if !bounds.is_empty() {
            if !conditions.is_empty() {
                conditions.remove(0);
            }
            written.extend(path("where", end_of_front));
            written.extend(bounds);
        }
        written.extend(conditions);
        written.extend(last);
        // In a method there may be no such item behind it.
        if keyword != "fn" {
            written.extend(self.used());
        }
        Ok(rest.get(1..).unwrap_or_default())
    }

    /// `const _: Option<shape!(1)> = None;` for each macro that is written out, so that its name counts as used.
    fn used(&mut self) -> Vec<TokenTree> {
        let here = Span::call_site();
        let mut items = Vec::new();
        let mut names = Vec::new();
        for macro_path in core::mem::take(&mut self.written_out) {
            let name = macro_path
                .iter()
                .map(TokenTree::to_string)
                .collect::<String>();
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            items.extend(path("const _: ::core::option::Option<", here));
            items.extend(macro_path);
            items.extend(path("!", here));
            let one = TokenTree::from(proc_macro::Literal::usize_unsuffixed(1));
            items.push(group(Delimiter::Parenthesis, one.into(), here));
            items.extend(path("> = ::core::option::Option::None;", here));
        }
        items
    }

    /// The bounds by which an item has the sizes that are computed in it: that they are sizes, and known.
    fn bounds_of_computed(
        &mut self,
        from: usize,
        keyword: &str,
        constants: &[String],
    ) -> Vec<TokenTree> {
        let mut bounds = Vec::new();
        let mut told = Vec::new();
        for computed in self.computed.split_off(from) {
            let is_own = |name: &String| constants.contains(name);
            let is_here = match keyword {
                // What an `impl` knows is a bound of the `impl`.
                "fn" => computed.constants.iter().any(is_own),
                "impl" => true,
                // A struct asks for what its fields need.
                "struct" | "enum" | "union" if computed.may_be_none => true,
                _ => continue,
            };
            let name = computed.size.to_string();
            if !is_here {
                self.computed.push(computed);
            } else if !told.contains(&name) {
                told.push(name);
                bounds.extend(computed.size);
                bounds.extend(path(": ::shapecheck::StaticDim,", Span::call_site()));
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
        let root: TokenStream = path(ROOT, span).into_iter().collect();
        if is_changed && !call.behind_sign {
            self.find_computed(&root, &arguments, scope)?;
        }
        let complaint = Some(&arguments).filter(|_| is_word(&call.name.clone().into(), "shape"));
        let arguments =
            match complaint.and_then(|sizes| surroundings::complaint_about_constant(sizes)) {
                Some(complaint) => complaint.into_type(&root).into_iter().collect(),
                None => self.sizes(&arguments, scope, call.behind_sign)?,
            };
        let size = match (&*call.name.to_string(), is_changed) {
            ("shape", _) if scope.writes_out => shape::shape(&root, arguments)?,
            // A path alone would be a constant.
            ("dim", true) => shape::size_of_types(&root, &arguments)?,
            ("dim", false) if scope.writes_out => shape::dim(&root, arguments)?,
            _ => {
                written.extend([call.name.clone().into(), call.bang.clone()]);
                written.push(with_tokens(call.arguments, arguments).into());
                return Ok(());
            }
        };
        self.is_written = true;
        // What is in front of the macro's name goes with it: `shapecheck::`.
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
        written.extend(size);
        Ok(())
    }

    /// Remembers the entries that are computed from const parameters and numbers.
    fn find_computed(
        &mut self,
        root: &TokenStream,
        arguments: &[TokenTree],
        scope: &Scope,
    ) -> Result<(), Complaint> {
        for entry in shape::split_at_commas(arguments.to_vec())? {
            let mut constants = Vec::new();
            let mut signs = String::new();
            if scope.is_computed(&entry, &mut constants, &mut signs) && !signs.is_empty() {
                let size = self.sizes(&entry, scope, false)?;
                let size = shape::size_of_types(root, &size)?;
                self.computed.push(Computed {
                    size,
                    constants,
                    may_be_none: signs.contains(['-', '/']),
                });
            }
        }
        Ok(())
    }

    /// The arguments of such a macro, in which a size stands anywhere, or behind a sign only, as in `h = N`. Values stay as
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
                let root = path(ROOT, token.span()).into_iter().collect();
                written.extend(complaint.into_type(&root));
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
                    written.extend(match behind_sign {
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
            let root = path(ROOT, word.span()).into_iter().collect();
            let mistake = Complaint::new(word.span(), CONSTANT_OF_A_TYPE).into_type(&root);
            return Ok(Group::new(Delimiter::None, mistake).into());
        }
        let sizes = self.sizes(&inside, scope, false)?;
        if !in_braces || !scope.mentions(&inside) {
            return Ok(with_tokens(group, sizes).into());
        }
        let mut of_types = Group::new(Delimiter::Parenthesis, sizes.into_iter().collect());
        of_types.set_span(group.span());
        Ok(of_types.into())
    }
}

/// A call of a macro of the crate.
struct Call<'t> {
    name: &'t Ident,
    bang: &'t TokenTree,
    arguments: &'t Group,
    behind_sign: bool,
}

impl<'t> Call<'t> {
    /// The call that tokens begin with, and what is behind it.
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

/// What is said of `shape![{Self::WIDTH}]` where `Self` has parameters, or is one.
const CONSTANT_OF_A_TYPE: &str = "a constant of a type with parameters cannot be a size: write what it is computed from, `shape![2 * N]`, or make it a type, `type Width: StaticDim;` in the trait and `type Width = dim!(64);` in the `impl`, and write `shape![Self::Width]`";

/// What is said of `#[derive(..)]` above `#[checked]`.
const BELOW_DERIVE: &str = "`#[checked]` has to stand above `#[derive(..)]`, which reads what the attributes above it have written";

/// An item behind its name as `#[derive]` has seen it, without bounds, and a constant with the complaint, of which each
/// field is a type: rustc says no more of it.
fn below_derive(keyword: &str, name: &TokenTree, rest: &[TokenTree]) -> Vec<TokenTree> {
    let here = Span::call_site();
    let constant = format!("__CHECKED_BELOW_DERIVE_OF_{name}");
    let mistake = path(&format!("::shapecheck::__macro::Mistake<{constant}>"), here);
    let mut written = rest.to_vec();
    let bodies = written.iter_mut().rev();
    let mut bodies = bodies.filter(|token| matches!(token, TokenTree::Group(_)));
    if let Some(token) = bodies.next()
        && let TokenTree::Group(body) = token
    {
        *token = with_field_types(body, keyword == "enum", &mistake).into();
    }
    let complaint = Complaint::new(here, BELOW_DERIVE).into_tokens();
    written.extend(path(&format!("const {constant}: usize ="), here));
    written.push(group(Delimiter::Brace, complaint, here));
    written.extend(path(";", here));
    written
}

/// Fields, or those of variants, with another type.
fn with_field_types(body: &Group, is_of_variants: bool, other: &[TokenTree]) -> Group {
    let inside = inside(body);
    let mut written = Vec::new();
    for part in parts(&inside) {
        let colon = part.iter().position(|token| is(token, ':'));
        match (part.last(), colon) {
            (Some(TokenTree::Group(fields)), _) if is_of_variants => {
                written.extend_from_slice(&part[..part.len() - 1]);
                written.push(with_field_types(fields, false, other).into());
            }
            _ if is_of_variants => written.extend_from_slice(part),
            (_, Some(colon)) if body.delimiter() == Delimiter::Brace => {
                written.extend_from_slice(&part[..=colon]);
                written.extend_from_slice(other);
            }
            _ => written.extend_from_slice(other),
        }
        written.push(Punct::new(',', Spacing::Alone).into());
    }
    with_tokens(body, written)
}

/// `N` of `const N: usize`.
fn constant(parameter: &[TokenTree]) -> Option<TokenTree> {
    match parameter {
        [word, name, colon, kind, ..]
            if is_word(word, "const") && is(colon, ':') && is_word(kind, "usize") =>
        {
            Some(name.clone())
        }
        _ => None,
    }
}

/// The parameter, if it is a constant and no `usize`.
fn other(parameter: &[TokenTree]) -> Option<Other> {
    match parameter {
        [word, name, colon, of, ..] if is_word(word, "const") && is(colon, ':') => {
            let (name, of) = (name.to_string(), of.clone());
            (!is_word(&of, "usize")).then_some(Other { name, of })
        }
        _ => None,
    }
}

/// `Constant<N>`
fn constant_size(constant: &TokenTree) -> Vec<TokenTree> {
    let span = constant.span();
    let root = path(ROOT, span).into_iter().collect();
    let mut written = Vec::from_iter(item(&root, "::dim::Constant<", span));
    written.push(constant.clone());
    written.extend(path(">", span));
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
        bound.extend(path(&format!(", Dim = {size}"), span));
    }
    bound.extend(path(">", span));
    bound.extend(path(",", span));
    bound
}

/// Whether a name behind these tokens is the last one of a path, or a field.
fn follows_path(tokens: &[TokenTree]) -> bool {
    match tokens {
        [.., first, second] => is(first, ':') && is(second, ':') || is(second, '.'),
        _ => false,
    }
}

fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}
