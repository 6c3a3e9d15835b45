//! Finds out what is computed from what, expression by expression.

use std::collections::HashSet;
use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::signatures::{Openness, Signatures, name_of};
use super::{Argument, Flow, Item, Kind, Node, Parameter};
use crate::types::vocabulary;

/// Macros of the crate and of the standard library whose value is made of their arguments.
const MACROS_OF_VALUES: &[&str] = &[
    "broadcast_map",
    "broadcast_tensors",
    "dbg",
    "einsum",
    "pack",
    "rearrange",
    "reduce",
    "repeat",
    "try_broadcast_map",
    "try_broadcast_tensors",
    "unpack",
    "vec",
];

/// Whether a type that is written has a `_` that is to be inferred. In the crate's macros it is a size.
struct IsOpen(bool);

impl<'ast> Visit<'ast> for IsOpen {
    fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
        self.0 = true;
    }
}

/// The variables of a pattern.
struct Variables<'p>(Vec<&'p syn::Ident>);

impl<'ast> Visit<'ast> for Variables<'ast> {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.push(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }
}

/// Goes through a file.
pub struct Walk {
    flow: Flow,
    signatures: Signatures,
    /// The variables that are in scope, the innermost last. A name that is bound again is a new variable.
    scopes: Vec<(String, Node)>,
    /// Variables without a type and a value.
    open: HashSet<Node>,
}

impl Walk {
    /// The whole file.
    pub fn through(file: &syn::File, signatures: Signatures) -> Flow {
        let mut walk = Self {
            flow: Flow::default(),
            signatures,
            scopes: Vec::new(),
            open: HashSet::new(),
        };
        walk.visit_file(file);
        walk.flow
    }

    fn node(&mut self, kind: Kind) -> Node {
        self.flow.nodes.push(kind);
        self.flow.nodes.len() - 1
    }

    fn placed(&mut self, kind: Kind, bytes: Range<usize>) -> Node {
        let node = self.node(kind);
        self.flow.places.push((bytes, node));
        node
    }

    fn edge(&mut self, from: Node, to: Node) {
        self.flow.edges.entry(from).or_default().push(to);
    }

    /// The variables of a block, closure, arm or loop end with it.
    fn in_scope<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.scopes.len();
        let result = inside(self);
        self.scopes.truncate(before);
        result
    }

    /// The variable of a name.
    fn variable(&self, path: &syn::Path) -> Option<Node> {
        let name = path.get_ident()?;
        let mut variables = self.scopes.iter().rev();
        let (_, variable) = variables.find(|(of, _)| name == of)?;
        Some(*variable)
    }

    /// The variables of a pattern, with the type of `from`, or with the one that is written.
    fn bind(&mut self, pattern: &syn::Pat, from: &[Node]) {
        if let syn::Pat::Type(pattern) = pattern {
            let said = self.said(&pattern.ty);
            let mut is_open = IsOpen(false);
            is_open.visit_type(&pattern.ty);
            let from = if is_open.0 { from } else { &[] };
            let inferred = self.flow.inferred.len();
            self.bind(&pattern.pat, &[&[said], from].concat());
            if !is_open.0 {
                self.flow.inferred.truncate(inferred);
            }
            return;
        }
        let mut variables = Variables(Vec::new());
        variables.visit_pat(pattern);
        for variable in variables.0 {
            let node = self.placed(Kind::Other, variable.span().byte_range());
            self.flow.inferred.push(node);
            for &from in from {
                self.edge(from, node);
            }
            self.scopes.push((variable.to_string(), node));
        }
    }

    /// A type that is written.
    fn said(&mut self, said: &syn::Type) -> Node {
        self.placed(Kind::Operation, said.span().byte_range())
    }

    /// `let (a, b) = (x, y)` binds each to its own.
    fn bind_to(&mut self, pattern: &syn::Pat, value: &syn::Expr) {
        if let (syn::Pat::Tuple(pattern), syn::Expr::Tuple(value)) = (pattern, value)
            && pattern.elems.len() == value.elems.len()
            && !pattern
                .elems
                .iter()
                .any(|part| matches!(part, syn::Pat::Rest(_)))
        {
            let nodes: Vec<Node> = value.elems.iter().map(|part| self.value(part)).collect();
            for (part, node) in pattern.elems.iter().zip(nodes) {
                self.bind(part, &[node]);
            }
            return;
        }
        let node = self.value(value);
        self.bind(pattern, &[node]);
    }

    /// The value of a block: its last expression.
    fn block(&mut self, block: &syn::Block) -> Option<Node> {
        self.in_scope(|walk| {
            let mut last = None;
            for statement in &block.stmts {
                last = None;
                match statement {
                    syn::Stmt::Local(local) => match &local.init {
                        Some(init) => {
                            if let Some((_, diverge)) = &init.diverge {
                                walk.value(diverge);
                            }
                            walk.bind_to(&local.pat, &init.expr);
                        }
                        None => {
                            walk.bind(&local.pat, &[]);
                            if let syn::Pat::Ident(_) = &local.pat
                                && let Some((_, variable)) = walk.scopes.last()
                            {
                                walk.open.insert(*variable);
                            }
                        }
                    },
                    syn::Stmt::Item(item) => {
                        // A function inside sees no variable of the one around it.
                        let outside = std::mem::take(&mut walk.scopes);
                        walk.visit_item(item);
                        walk.scopes = outside;
                    }
                    syn::Stmt::Expr(value, semicolon) => {
                        let node = walk.value(value);
                        last = semicolon.is_none().then_some(node);
                    }
                    syn::Stmt::Macro(call) => {
                        let node = walk.call_of_macro(&call.mac, call.mac.span().byte_range());
                        last = call.semi_token.is_none().then_some(node);
                    }
                }
            }
            last
        })
    }

    /// The arguments of a macro, as far as they are expressions.
    fn call_of_macro(&mut self, call: &syn::Macro, bytes: Range<usize>) -> Node {
        let name = call.path.segments.last();
        let name = name.map_or(String::new(), |last| last.ident.to_string());
        let goes_in = MACROS_OF_VALUES.contains(&name.as_str());
        let is_type = vocabulary::TYPE_MACROS.contains(&name.as_str());
        let kind = match goes_in {
            true => Kind::Macro,
            // rustc may mark a size in it.
            false if is_type => Kind::Operation,
            false => Kind::Other,
        };
        let node = self.placed(kind, bytes);
        if is_type {
            return node;
        }
        for argument in arguments(call.tokens.clone()) {
            if let Ok(value) = syn::parse2::<syn::Expr>(argument) {
                let part = self.value(&value);
                if goes_in {
                    self.edge(part, node);
                    let is_operand = !matches!(value, syn::Expr::Lit(_));
                    *self.flow.operands.entry(node).or_default() += usize::from(is_operand);
                }
            }
        }
        node
    }

    /// The arguments between `::<` and `>` go into a call.
    fn turbofish(
        &mut self,
        name: &syn::Ident,
        arguments: &syn::AngleBracketedGenericArguments,
        call: Node,
    ) {
        let is_lifetime = |argument: &&syn::GenericArgument| {
            matches!(argument, syn::GenericArgument::Lifetime(_))
        };
        let arguments = arguments
            .args
            .iter()
            .filter(|argument| !is_lifetime(argument));
        for (index, argument) in arguments.enumerate() {
            let node = self.placed(Kind::Operation, argument.span().byte_range());
            let argument = Argument {
                of: call,
                name: name.to_string(),
                index,
            };
            self.flow.arguments.insert(node, argument);
            self.edge(node, call);
        }
    }

    fn path(&mut self, path: &syn::Path, call: Node) {
        for segment in &path.segments {
            if let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments {
                self.turbofish(&segment.ident, arguments, call);
            }
        }
    }

    /// The receiver and arguments of a call, closures last: their parameters have a type that comes from the others.
    /// All are looked at in the call. The type of its result, which is returned, comes from them as far as the
    /// signature leaves it open.
    fn call(&mut self, call: &Call, node: Node) -> Node {
        let bytes = call.bytes.clone();
        let result = match call.open.more {
            true => node,
            false => self.placed(Kind::Result, bytes),
        };
        self.flow.results.insert(node, result);
        let (closures, others): (Vec<_>, Vec<_>) = call
            .arguments
            .iter()
            .partition(|value| matches!(value, syn::Expr::Closure(_)));
        let mut nodes: Vec<Node> = Vec::new();
        if let Some(receiver) = call.receiver {
            let receiver = self.value(receiver);
            self.argument(receiver, node, result, call.open.around);
            self.flow.receivers.insert(node, receiver);
            nodes.push(receiver);
        }
        let goes_on = call.open.own || call.receiver.is_none() && call.open.around;
        for value in others {
            let value = self.value(value);
            self.argument(value, node, result, goes_on);
            nodes.push(value);
        }
        for value in closures {
            if let syn::Expr::Closure(closure) = value {
                let value = self.closure(closure, &nodes);
                self.argument(value, node, result, goes_on);
            }
        }
        result
    }

    fn argument(&mut self, from: Node, call: Node, result: Node, goes_on: bool) {
        self.edge(from, call);
        self.flow.calls.insert(from, call);
        if goes_on && result != call {
            self.edge(from, result);
        }
    }

    fn closure(&mut self, closure: &syn::ExprClosure, from: &[Node]) -> Node {
        let node = self.placed(Kind::Other, closure.span().byte_range());
        self.in_scope(|walk| {
            for input in &closure.inputs {
                walk.bind(input, from);
            }
            let body = walk.value(&closure.body);
            walk.edge(body, node);
        });
        node
    }

    /// An expression.
    fn value(&mut self, value: &syn::Expr) -> Node {
        use syn::Expr;
        let bytes = value.span().byte_range();
        match value {
            Expr::Path(path) => {
                let node = self.placed(Kind::Operation, bytes);
                if let Some(variable) = self.variable(&path.path) {
                    self.edge(variable, node);
                }
                self.path(&path.path, node);
                node
            }
            Expr::Binary(operation) => {
                let node = self.placed(Kind::Operation, bytes);
                for side in [&operation.left, &operation.right] {
                    let side = self.value(side);
                    self.edge(side, node);
                }
                node
            }
            Expr::Assign(assignment) => {
                let node = self.placed(Kind::Other, bytes);
                let from = self.value(&assignment.right);
                self.value(&assignment.left);
                self.edge(from, node);
                // `let x; x = 1;`
                if let Expr::Path(path) = &*assignment.left
                    && let Some(variable) = self.variable(&path.path)
                    && self.open.contains(&variable)
                {
                    self.edge(from, variable);
                }
                node
            }
            Expr::MethodCall(call) => {
                let node = self.placed(Kind::Operation, bytes.clone());
                self.flow.methods.push((call.method.to_string(), node));
                if let Some(arguments) = &call.turbofish {
                    self.turbofish(&call.method, arguments, node);
                }
                let open = self.signatures.method(&call.method);
                let call = Call {
                    bytes,
                    receiver: Some(&call.receiver),
                    arguments: &call.args,
                    open,
                };
                self.call(&call, node)
            }
            Expr::Call(call) => {
                let node = self.placed(Kind::Operation, bytes.clone());
                let mut open = Openness::UNKNOWN;
                let mut function = None;
                match &*call.func {
                    Expr::Path(path) if self.variable(&path.path).is_none() => {
                        self.path(&path.path, node);
                        open = self.signatures.function(&path.path);
                    }
                    other => function = Some(self.value(other)),
                }
                let call = Call {
                    bytes,
                    receiver: None,
                    arguments: &call.args,
                    open,
                };
                let result = self.call(&call, node);
                // A closure says what it returns.
                for to in [node, result] {
                    if let Some(function) = function {
                        self.edge(function, to);
                    }
                }
                result
            }
            Expr::Macro(call) => self.call_of_macro(&call.mac, bytes),
            Expr::Closure(closure) => self.closure(closure, &[]),
            Expr::Unary(operation) => self.of_one(Kind::Operation, bytes, &operation.expr),
            Expr::Reference(value) => self.of_one(Kind::Operation, bytes, &value.expr),
            Expr::Paren(value) => self.of_one(Kind::Operation, bytes, &value.expr),
            Expr::Group(value) => self.of_one(Kind::Operation, bytes, &value.expr),
            Expr::Field(value) => self.of_one(Kind::Operation, bytes, &value.base),
            Expr::Try(value) => self.of_one(Kind::Operation, bytes, &value.expr),
            Expr::Await(value) => self.of_one(Kind::Operation, bytes, &value.base),
            Expr::Index(value) => {
                let node = self.of_one(Kind::Operation, bytes, &value.expr);
                let index = self.value(&value.index);
                self.edge(index, node);
                node
            }
            Expr::Repeat(value) => {
                let node = self.of_one(Kind::Other, bytes, &value.expr);
                self.value(&value.len);
                node
            }
            Expr::Array(values) => self.of_all(bytes, &values.elems),
            Expr::Tuple(values) => self.of_all(bytes, &values.elems),
            Expr::Block(value) => self.of_block(bytes, &value.block),
            Expr::Unsafe(value) => self.of_block(bytes, &value.block),
            Expr::Const(value) => self.of_block(bytes, &value.block),
            Expr::Async(value) => self.of_block(bytes, &value.block),
            Expr::If(choice) => {
                let node = self.placed(Kind::Other, bytes);
                self.in_scope(|walk| {
                    walk.value(&choice.cond);
                    let value = walk.block(&choice.then_branch);
                    if let Some(value) = value {
                        walk.edge(value, node);
                    }
                });
                if let Some((_, other)) = &choice.else_branch {
                    let value = self.value(other);
                    self.edge(value, node);
                }
                node
            }
            // The variables of `if let` are in scope up to the end of the branch.
            Expr::Let(binding) => {
                self.bind_to(&binding.pat, &binding.expr);
                self.placed(Kind::Other, bytes)
            }
            Expr::Match(choice) => {
                let node = self.placed(Kind::Other, bytes);
                let from = self.value(&choice.expr);
                for arm in &choice.arms {
                    self.in_scope(|walk| {
                        walk.bind(&arm.pat, &[from]);
                        if let syn::Pat::Guard(guarded) = &arm.pat {
                            walk.value(&guarded.guard);
                        }
                        let value = walk.value(&arm.body);
                        walk.edge(value, node);
                    });
                }
                node
            }
            Expr::ForLoop(repeated) => {
                let from = self.value(&repeated.expr);
                self.in_scope(|walk| {
                    walk.bind(&repeated.pat, &[from]);
                    walk.block(&repeated.body);
                });
                self.placed(Kind::Other, bytes)
            }
            Expr::While(repeated) => {
                self.in_scope(|walk| {
                    walk.value(&repeated.cond);
                    walk.block(&repeated.body);
                });
                self.placed(Kind::Other, bytes)
            }
            // The arguments of the path say what the fields are expected to be.
            Expr::Struct(literal) => {
                let node = self.placed(Kind::Operation, bytes);
                let path = self.node(Kind::Other);
                self.edge(path, node);
                self.path(&literal.path, path);
                for field in &literal.fields {
                    let value = self.value(&field.expr);
                    self.edge(path, value);
                }
                if let Some(rest) = &literal.rest {
                    self.value(rest);
                }
                node
            }
            _ => {
                // What stands inside is looked at, and nothing is said of the whole.
                visit::visit_expr(self, value);
                self.placed(Kind::Other, bytes)
            }
        }
    }

    fn of_one(&mut self, kind: Kind, bytes: Range<usize>, part: &syn::Expr) -> Node {
        let node = self.placed(kind, bytes);
        let part = self.value(part);
        self.edge(part, node);
        node
    }

    fn of_all(
        &mut self,
        bytes: Range<usize>,
        parts: &Punctuated<syn::Expr, syn::Token![,]>,
    ) -> Node {
        let node = self.placed(Kind::Other, bytes);
        for part in parts {
            let part = self.value(part);
            self.edge(part, node);
        }
        node
    }

    fn of_block(&mut self, bytes: Range<usize>, block: &syn::Block) -> Node {
        let node = self.placed(Kind::Other, bytes);
        if let Some(last) = self.block(block) {
            self.edge(last, node);
        }
        node
    }

    fn function(&mut self, signature: &syn::Signature, body: Option<&syn::Block>) {
        self.in_scope(|walk| {
            for input in &signature.inputs {
                if let syn::FnArg::Typed(input) = input {
                    let said = walk.said(&input.ty);
                    walk.bind(&input.pat, &[said]);
                }
            }
            if let Some(body) = body {
                walk.block(body);
            }
        });
    }

    fn item(
        &mut self,
        item: &impl Spanned,
        body: Option<Range<usize>>,
        (keyword, name): (&'static str, String),
        generics: &syn::Generics,
    ) {
        let bytes = item.span().byte_range();
        let parameters = generics.params.iter().filter_map(|parameter| {
            Some(Parameter {
                name: name_of(parameter)?,
                bytes: parameter.span().byte_range(),
            })
        });
        self.flow.items.push(Item {
            signature: bytes.start..body.map_or(bytes.end, |body| body.start),
            bytes,
            keyword,
            name,
            parameters: parameters.collect(),
        });
    }

    fn item_of_function(
        &mut self,
        item: &impl Spanned,
        signature: &syn::Signature,
        body: Option<&syn::Block>,
    ) {
        let bytes = body.map(|body| body.span().byte_range());
        self.item(
            item,
            bytes,
            ("fn", signature.ident.to_string()),
            &signature.generics,
        );
        self.function(signature, body);
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_expr(&mut self, value: &'ast syn::Expr) {
        self.value(value);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.block(block);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.item_of_function(item, &item.sig, Some(&item.block));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.item_of_function(item, &item.sig, Some(&item.block));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.item_of_function(item, &item.sig, item.default.as_ref());
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let body = item.brace_token.span.join().byte_range();
        let of_trait = item.trait_.as_ref();
        let name = of_trait.and_then(|(path, _)| path.segments.last());
        let of = match &*item.self_ty {
            syn::Type::Path(of) => of.path.segments.last(),
            _ => None,
        };
        let of = of.map_or(String::new(), |of| of.ident.to_string());
        let words = match name {
            Some(name) => format!("{} for {of}", name.ident),
            None => of,
        };
        self.item(item, Some(body), ("impl", words), &item.generics);
        if let Some(name) = name {
            let name = name.ident.to_string();
            self.flow
                .implementations
                .push((item.span().byte_range(), name));
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        self.flow.types.push(item.span().byte_range());
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let body = item.brace_token.span.join().byte_range();
        self.item(
            item,
            Some(body),
            ("trait", item.ident.to_string()),
            &item.generics,
        );
        let methods = item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        });
        self.flow
            .traits
            .insert(item.ident.to_string(), methods.collect());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.item(
            item,
            None,
            ("struct", item.ident.to_string()),
            &item.generics,
        );
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.item(item, None, ("enum", item.ident.to_string()), &item.generics);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.item(item, None, ("type", item.ident.to_string()), &item.generics);
    }
}

/// A call of a function or method.
struct Call<'e> {
    bytes: Range<usize>,
    receiver: Option<&'e syn::Expr>,
    arguments: &'e Punctuated<syn::Expr, syn::Token![,]>,
    open: Openness,
}

/// The arguments of a macro, by commas and semicolons.
fn arguments(tokens: proc_macro2::TokenStream) -> Vec<proc_macro2::TokenStream> {
    let mut all = vec![proc_macro2::TokenStream::new()];
    for token in tokens {
        let is_end = matches!(&token, proc_macro2::TokenTree::Punct(sign) if [',', ';'].contains(&sign.as_char()));
        match is_end {
            true => all.push(proc_macro2::TokenStream::new()),
            false => all.last_mut().expect("not empty").extend([token]),
        }
    }
    all
}
