//! What is computed from what in a file of the user's, as its syntax says: the type of an expression comes from its
//! operands, that of a variable from the expression that it is bound to.
//!
//! | a type comes from | it goes into |
//! | --- | --- |
//! | an operand, a receiver, an argument | the operation or the call, but for a call of a function whose signature says the type |
//! | the last expression of a block, of a branch, of a closure | the block, the `if` or `match`, the closure |
//! | the expression behind `=` | the variables of `let`, but for a `let` that says the type |
//! | what is looked into, or iterated over | the variables of `match`, `if let`, `for` |
//! | what has a closure as an argument | the parameters of the closure |
//!
//! Two statements of one block have nothing in common but their variables. What a macro does with its arguments is
//! known of those of the crate and of a few of the standard library; where it is not known, nothing is said.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::types::{library, vocabulary};

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

/// Methods of the standard library whose value is made of their arguments.
const METHODS_OF_STD: &[&str] = &[
    "and_then",
    "chain",
    "filter_map",
    "flat_map",
    "fold",
    "map",
    "then",
    "unwrap_or",
    "unwrap_or_else",
    "zip",
];

/// Types of the standard library that hold the argument of a function such as `Box::new`.
const BOXES: &[&str] = &["Arc", "Box", "Cell", "Rc", "RefCell"];

/// A place that has a type: an expression, a variable, an argument between `::<` and `>`.
pub type Node = usize;

/// A file of the user's.
#[derive(Debug, Default)]
pub struct Flow {
    nodes: Vec<Kind>,
    /// Bytes of the file, and what stands there.
    places: Vec<(Range<usize>, Node)>,
    /// Where the type of a node goes.
    edges: HashMap<Node, Vec<Edge>>,
    /// Items with parameters.
    items: Vec<Item>,
    /// Arguments between `::<` and `>`.
    arguments: HashMap<Node, Argument>,
    /// What calls of methods are called on.
    receivers: HashMap<Node, Node>,
    /// The results of calls that are apart from the calls.
    results: HashMap<Node, Node>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// All that stands in it, but for its operands, is about the one operation: an operator, a call, a field.
    Operation,
    /// A macro whose arguments are operands. What else stands in it may be several things.
    Macro,
    /// What a call gives, apart from what it takes.
    Result,
    /// There may be several things in it.
    Other,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: Node,
    /// Whether it is an argument of a call, or its receiver.
    is_argument: bool,
}

/// An argument between `::<` and `>`: of which call, by what name, and which one it is.
#[derive(Debug)]
struct Argument {
    of: Node,
    name: String,
    index: usize,
}

/// An item: its bytes, those before its body, what it is called, and its parameters for types and constants.
#[derive(Debug)]
struct Item {
    bytes: Range<usize>,
    signature: Range<usize>,
    name: String,
    parameters: Vec<Parameter>,
}

/// A parameter and where it is declared, with its bounds.
#[derive(Debug)]
struct Parameter {
    name: String,
    bytes: Range<usize>,
}

fn is_in(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl Flow {
    /// `None` if the text is no Rust that is known here.
    pub fn of(text: &str) -> Option<Self> {
        let file = syn::parse_str::<syn::File>(text).ok()?;
        let mut types = Types::default();
        // An alias may stand before what it is an alias of.
        types.visit_file(&file);
        types.visit_file(&file);
        let mut signatures = Signatures {
            types: types.known,
            ..Signatures::default()
        };
        signatures.visit_file(&file);
        let mut walk = Walk {
            flow: Self::default(),
            signatures,
            scopes: Vec::new(),
            open: HashSet::new(),
        };
        walk.visit_file(&file);
        Some(walk.flow)
    }

    /// The smallest thing around some bytes.
    pub fn at(&self, bytes: &Range<usize>) -> Option<Node> {
        let around = self.places.iter().filter(|(place, node)| {
            let is_in = place.start <= bytes.start && bytes.end <= place.end;
            is_in && (self.nodes[*node] != Kind::Result || place == bytes)
        });
        // The result of a call is placed after the call.
        let (place, node) = around.rev().min_by_key(|(place, _)| place.len())?;
        let is_of_one = matches!(self.nodes[*node], Kind::Operation | Kind::Macro);
        (place == bytes || is_of_one).then_some(*node)
    }

    /// Whether the type of a node comes from that of another, or is the same.
    pub fn comes_from(&self, node: Node, from: Node) -> bool {
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            if at == node {
                return true;
            }
            for edge in self.edges.get(&at).into_iter().flatten() {
                if !seen.contains(&edge.to) {
                    seen.push(edge.to);
                }
            }
            next += 1;
        }
        false
    }

    /// Whether a node is an argument or the receiver of a call.
    pub fn is_argument(&self, node: Node) -> bool {
        let mut edges = self.edges.get(&node).into_iter().flatten();
        edges.any(|edge| edge.is_argument)
    }

    /// What the call of which a node is an argument is called on.
    pub fn receiver(&self, argument: Node) -> Option<Node> {
        let edges = self.edges.get(&argument)?.iter();
        let mut calls = edges.filter(|edge| edge.is_argument);
        self.receivers.get(&calls.next()?.to).copied()
    }

    /// The result of a call.
    pub fn result(&self, call: Node) -> Option<Node> {
        self.results.get(&call).copied()
    }

    /// The arguments between `::<` and `>` of a call, and those beside one of them.
    pub fn type_arguments(&self, node: Node) -> Vec<Node> {
        let of = |node: &Node| Some(self.arguments.get(node)?.of);
        let call = of(&node).unwrap_or(node);
        let all = self.arguments.keys().copied();
        all.filter(|argument| of(argument) == Some(call)).collect()
    }

    /// The bytes of the item around a place that has a parameter of this name.
    pub fn owner(&self, parameter: &str, bytes: &Range<usize>) -> Option<Range<usize>> {
        let around = self.items.iter().filter(|item| {
            is_in(bytes, &item.bytes) && item.parameters.iter().any(|it| it.name == parameter)
        });
        let item = around.min_by_key(|item| item.bytes.len())?;
        Some(item.bytes.clone())
    }

    /// The items around a place, and whether it is before the body.
    pub fn items(&self, bytes: &Range<usize>) -> impl Iterator<Item = (Range<usize>, bool)> {
        let around = self.items.iter().filter(|item| is_in(bytes, &item.bytes));
        around.map(|item| (item.bytes.clone(), is_in(bytes, &item.signature)))
    }

    /// The item and its parameter whose declaration is around a place.
    pub fn declared(&self, bytes: &Range<usize>) -> Option<(Range<usize>, &str)> {
        self.items.iter().find_map(|item| {
            let mut parameters = item.parameters.iter();
            let parameter = parameters.find(|parameter| is_in(bytes, &parameter.bytes))?;
            Some((item.bytes.clone(), &*parameter.name))
        })
    }

    /// The item and its parameter for which an argument stands between `::<` and `>`, if one item has the name.
    pub fn parameter_for(&self, bytes: &Range<usize>) -> Option<(Range<usize>, &str)> {
        let argument = self.arguments.get(&self.at(bytes)?)?;
        let mut items = self.items.iter().filter(|item| item.name == argument.name);
        let (item, None) = (items.next()?, items.next()) else {
            return None;
        };
        let parameter = item.parameters.get(argument.index)?;
        Some((item.bytes.clone(), &parameter.name))
    }

    /// Whether all that stands at a node, but for its operands, is about one thing.
    pub fn is_one(&self, node: Node) -> bool {
        self.nodes[node] != Kind::Other
    }

    /// The macro that a node is a call of, or an operand of.
    pub fn in_macro(&self, node: Node) -> Option<Node> {
        let is_macro = |node: &Node| self.nodes[*node] == Kind::Macro;
        let edges = self.edges.get(&node).into_iter().flatten();
        edges.map(|edge| edge.to).chain([node]).find(is_macro)
    }
}

/// What the signatures of the file's functions and methods say of the types of their results, by name, since a file does not say
/// whose method is called: what one function of a name leaves open is open for all of them.
#[derive(Default)]
struct Signatures {
    results: HashMap<(String, bool), Openness>,
    /// Structs and enums of the file, and other names for types that are known.
    types: HashSet<String>,
    /// Parameters of the `impl` or `trait` around.
    around: Vec<String>,
}

/// The names of types that the file declares.
#[derive(Default)]
struct Types {
    known: HashSet<String>,
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.known.insert(item.ident.to_string());
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.known.insert(item.ident.to_string());
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let own = parameters_of(&item.generics);
        if !openness(&item.ty, &own, &[], &self.known).more {
            self.known.insert(item.ident.to_string());
        }
    }
}

/// What the type of a result depends on.
#[derive(Clone, Copy, Debug, Default)]
struct Openness {
    /// On the function's own parameters.
    own: bool,
    /// On those of the `impl` around it.
    around: bool,
    /// On more than the signature says: what a trait gives to a type, an `impl Trait`, another name for a type.
    more: bool,
}

impl Openness {
    /// Of a function of the crate, whose result is computed from all that it takes.
    const COMPUTED: Self = Self {
        own: true,
        around: true,
        more: true,
    };
    /// Of a function that is not known: its signature may say the type of its result. What it is a method of is needed to
    /// find it.
    const UNKNOWN: Self = Self {
        own: false,
        around: true,
        more: false,
    };
}

impl Signatures {
    fn add(&mut self, signature: &syn::Signature) {
        let open = match &signature.output {
            syn::ReturnType::Default => Openness::default(),
            syn::ReturnType::Type(_, output) => {
                let own = parameters_of(&signature.generics);
                openness(output, &own, &self.around, &self.types)
            }
        };
        // A method can be called as a function as well.
        for is_method in [false, true] {
            if is_method && signature.receiver().is_none() {
                continue;
            }
            let name = (signature.ident.to_string(), is_method);
            let of_name = self.results.entry(name).or_default();
            of_name.own |= open.own;
            of_name.around |= open.around;
            of_name.more |= open.more;
        }
    }

    fn method(&self, name: &syn::Ident) -> Openness {
        let name = name.to_string();
        let is_computed = library::METHODS.contains(&&*name) || METHODS_OF_STD.contains(&&*name);
        let found = self.results.get(&(name, true)).copied();
        found.unwrap_or(match is_computed {
            true => Openness::COMPUTED,
            false => Openness::UNKNOWN,
        })
    }

    /// Of a function by its path. What begins with a capital letter wraps its arguments.
    fn function(&self, path: &syn::Path) -> Openness {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        let [before @ .., name] = &names[..] else {
            return Openness::UNKNOWN;
        };
        if let Some(found) = self.results.get(&(name.clone(), false)) {
            return *found;
        }
        let is_of_crate = |name: &String| {
            let mut tensors = vocabulary::ENGINES.iter();
            *name == vocabulary::TENSOR || tensors.any(|(_, tensor)| name == tensor)
        };
        let is_computed = name.starts_with(|first: char| first.is_uppercase())
            || before
                .last()
                .is_some_and(|of| is_of_crate(of) || BOXES.contains(&&**of));
        match is_computed {
            true => Openness::COMPUTED,
            false => Openness {
                around: false,
                ..Openness::UNKNOWN
            },
        }
    }
}

impl<'ast> Visit<'ast> for Signatures {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let before = std::mem::replace(&mut self.around, parameters_of(&item.generics));
        visit::visit_item_impl(self, item);
        self.around = before;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let before = std::mem::replace(&mut self.around, parameters_of(&item.generics));
        visit::visit_item_trait(self, item);
        self.around = before;
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.add(signature);
    }
}

/// The parameters for types and constants.
fn parameters_of(generics: &syn::Generics) -> Vec<String> {
    let parameters = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            syn::GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            syn::GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
            syn::GenericParam::Lifetime(_) => None,
        });
    parameters.collect()
}

/// What a type depends on that is written, where `own` and `around` are parameters.
fn openness(
    said: &syn::Type,
    own: &[String],
    around: &[String],
    types: &HashSet<String>,
) -> Openness {
    struct Look<'a> {
        types: &'a HashSet<String>,
        own: &'a [String],
        around: &'a [String],
        open: Openness,
    }
    impl Look<'_> {
        /// A name, and whether it may be another name for what a trait gives.
        fn word(&mut self, word: &str, is_type: bool) {
            let is_in = |names: &[String]| names.iter().any(|name| name == word);
            if is_in(self.own) {
                self.open.own = true;
            } else if is_in(self.around) || word == "Self" {
                self.open.around = true;
            } else {
                self.open.more |= is_type && !is_known_type(word) && !self.types.contains(word);
            }
        }

        fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
            for token in tokens {
                match token {
                    proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                    proc_macro2::TokenTree::Ident(word) => self.word(&word.to_string(), false),
                    _ => {}
                }
            }
        }
    }
    impl<'ast> Visit<'ast> for Look<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let is_one = path.segments.len() == 1;
            self.open.more |= !is_one;
            for segment in &path.segments {
                self.word(&segment.ident.to_string(), is_one);
            }
            visit::visit_path(self, path);
        }

        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            self.tokens(call.tokens.clone());
        }

        fn visit_type(&mut self, said: &'ast syn::Type) {
            self.open.more |= matches!(said, syn::Type::Infer(_) | syn::Type::ImplTrait(_));
            visit::visit_type(self, said);
        }
    }
    let mut look = Look {
        types,
        own,
        around,
        open: Openness::default(),
    };
    look.visit_type(said);
    look.open
}

/// Whether a name of a type is no other name for what a trait gives.
fn is_known_type(word: &str) -> bool {
    word == vocabulary::TENSOR
        || word == "str"
        || word == "String"
        || ["Box", "Option", "Result", "Vec"].contains(&word)
        || vocabulary::ELEMENTS.contains(&word)
        || vocabulary::ENGINES
            .iter()
            .any(|(engine, tensor)| [*engine, *tensor].contains(&word))
}

/// Whether a type that is written has a `_` that is to be inferred. In the crate's macros it is a size.
struct IsOpen(bool);

impl<'ast> Visit<'ast> for IsOpen {
    fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
        self.0 = true;
    }
}

/// Goes through a file.
struct Walk {
    flow: Flow,
    signatures: Signatures,
    /// The variables that are in scope, the innermost last. A name that is bound again is a new variable.
    scopes: Vec<(String, Node)>,
    /// Variables without a type and a value.
    open: HashSet<Node>,
}

impl Walk {
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
        let edge = Edge {
            to,
            is_argument: false,
        };
        self.flow.edges.entry(from).or_default().push(edge);
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

    /// The variables of a pattern, with the type of `from`.
    fn bind(&mut self, pattern: &syn::Pat, from: &[Node]) {
        match pattern {
            syn::Pat::Ident(pattern) => {
                let node = self.placed(Kind::Other, pattern.ident.span().byte_range());
                for &from in from {
                    self.edge(from, node);
                }
                self.scopes.push((pattern.ident.to_string(), node));
                if let Some((_, inside)) = &pattern.subpat {
                    self.bind(inside, from);
                }
            }
            syn::Pat::Type(pattern) => {
                let said = self.said(&pattern.ty);
                let mut is_open = IsOpen(false);
                is_open.visit_type(&pattern.ty);
                match is_open.0 {
                    false => self.bind(&pattern.pat, &[said]),
                    true => {
                        let both: Vec<Node> = from.iter().copied().chain([said]).collect();
                        self.bind(&pattern.pat, &both);
                    }
                }
            }
            syn::Pat::Paren(pattern) => self.bind(&pattern.pat, from),
            syn::Pat::Reference(pattern) => self.bind(&pattern.pat, from),
            syn::Pat::Guard(pattern) => {
                self.bind(&pattern.pat, from);
                self.value(&pattern.guard);
            }
            syn::Pat::Or(pattern) => {
                for case in &pattern.cases {
                    self.bind(case, from);
                }
            }
            syn::Pat::Slice(pattern) => {
                for part in &pattern.elems {
                    self.bind(part, from);
                }
            }
            syn::Pat::Struct(pattern) => {
                for field in &pattern.fields {
                    self.bind(&field.pat, from);
                }
            }
            syn::Pat::Tuple(pattern) => {
                for part in &pattern.elems {
                    self.bind(part, from);
                }
            }
            syn::Pat::TupleStruct(pattern) => {
                for part in &pattern.elems {
                    self.bind(part, from);
                }
            }
            _ => {}
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
        let edges = self.flow.edges.entry(from).or_default();
        edges.push(Edge {
            to: call,
            is_argument: true,
        });
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
        name: String,
        generics: &syn::Generics,
    ) {
        let bytes = item.span().byte_range();
        let parameters = generics.params.iter().filter_map(|parameter| {
            let name = match parameter {
                syn::GenericParam::Type(parameter) => parameter.ident.to_string(),
                syn::GenericParam::Const(parameter) => parameter.ident.to_string(),
                syn::GenericParam::Lifetime(_) => return None,
            };
            let bytes = parameter.span().byte_range();
            Some(Parameter { name, bytes })
        });
        self.flow.items.push(Item {
            signature: bytes.start..body.map_or(bytes.end, |body| body.start),
            bytes,
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
            signature.ident.to_string(),
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
        self.item(item, Some(body), String::new(), &item.generics);
        visit::visit_item_impl(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let body = item.brace_token.span.join().byte_range();
        self.item(item, Some(body), item.ident.to_string(), &item.generics);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.item(item, None, item.ident.to_string(), &item.generics);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.item(item, None, item.ident.to_string(), &item.generics);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.item(item, None, item.ident.to_string(), &item.generics);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the type of what is between `‹` and `›` comes from that of what is between `«` and `»`.
    fn comes(marked: &str) -> bool {
        let mut text = String::from("fn test() {");
        let (mut part, mut whole) = (0..0, 0..0);
        for character in marked.chars() {
            match character {
                '«' => part.start = text.len(),
                '»' => part.end = text.len(),
                '‹' => whole.start = text.len(),
                '›' => whole.end = text.len(),
                _ => text.push(character),
            }
        }
        text += "} fn known(x: &X) -> Tensor<f32, shape![2]> { x } \
            impl<N> Layer<N> { fn wide<B>(&self, x: &X<B>) -> Tensor<f32, shape![N]> { x } } \
            fn same<S>(x: &Tensor<f32, S>) -> Tensor<f32, S> { x }";
        let flow = Flow::of(&text).unwrap();
        let (part, whole) = (flow.at(&part).unwrap(), flow.at(&whole).unwrap());
        flow.comes_from(whole, part)
    }

    #[test]
    fn what_follows() {
        for code in [
            "x.«matmul»(&w) ‹+› bias",
            "x.«matmul»(&w) * 2.0 ‹+› bias",
            "Some(x.«matmul»(&w), y) ‹+› bias",
            "z.matmul(&x.«matmul»(&w)) ‹+› bias",
            "let f = |x| x.«matmul»(&w); f(y) ‹+› bias",
            "x.«split»::<-1, dim!(4)>().‹swap›::<-3, -2>()",
            "‹x.«split»::<-1, dim!(4)>().swap()›",
            "slopes ‹-=› x.«matmul»(&error) * (0.1 / n as f32)",
            "y ‹+› x.«matmul»(&w) * 2.0",
            "line.‹step›(&x.«matmul»(&w))",
            "line.‹step›::<-2>(1, &(y + x.«matmul»(&w)))",
            "(x.«matmul»(&w) + bias).‹exp›()",
            "let y = x.«matmul»(&w); let z = &y; z ‹+› bias",
            "let (a, (y, _)) = (b, x.«split»()); y ‹+› bias",
            "let y: Tensor<f32, _> = x.«matmul»(&w); y ‹+› bias",
            "let y; y = x.«matmul»(&w); y ‹+› bias",
            "if let Some(y) = x.«matmul»(&w) { y ‹+› bias }",
            "for y in x.«matmul»(&w) { y ‹+› bias; }",
            "x.«matmul»(&w).map(|y| y ‹+› bias)",
            "x.rows().map(|y| { let z = y «+» bias; z }).‹sum›()",
            "let y = { x.«matmul»(&w) }; y ‹+› bias",
            "let y = match n { 0 => x.«matmul»(&w), _ => z }; y ‹+› bias",
            "rearrange!(x.«matmul»(&w), \"a b -> b a\").‹exp›()",
            "x.reshape::<«S»>() ‹+› bias",
            "same(«x») ‹+› bias",
            "layer.«get»().wide(x) ‹+› bias",
            "‹known›(«x»)",
        ] {
            assert!(comes(code), "{code}");
        }
    }

    #[test]
    fn what_does_not() {
        for code in [
            "x.«matmul»(&w); y ‹+› bias",
            "f(x.«matmul»(&w), y ‹+› bias)",
            "x.«matmul»(&w) + y.‹matmul›(&w)",
            "x.«matmul»(&w).f(y.‹matmul›(&w))",
            "x.‹matmul›(&w).«matmul»(&w)",
            "x.‹matmul›(&w) + y.«matmul»(&w)",
            "f(x ‹+› y, y.«matmul»(&w))",
            "x ‹*› y + y.«matmul»(&w)",
            "(x ‹+› y) * y.«matmul»(&w)",
            "x.rows().map(|y| { let z = y «+» bias; y }).‹sum›()",
            "rows.map(|_| { x «+» y; x ‹*› w })",
            "let y = x.«matmul»(&w); let y = 1; y ‹+› bias",
            "{ let y = x.«matmul»(&w); } y ‹+› bias",
            "let y: Tensor<f32, shape![_, 2]> = x.«matmul»(&w); y ‹+› bias",
            "let y = if x.«is_empty»() { a } else { b }; y ‹+› bias",
            "f(x.«matmul»(&w)) ‹+› bias",
            "z.of_another_file(x.«matmul»(&w)) ‹+› bias",
            "unknown!(x.«matmul»(&w)).‹exp›()",
            "known(«x») ‹+› bias",
            "‹known(«x»)›",
            "layer.wide(«x») ‹+› bias",
            "fn inner() { y ‹+› bias } let y = x.«matmul»(&w);",
        ] {
            assert!(!comes(code), "{code}");
        }
    }

    #[test]
    fn parameters_and_their_items() {
        let text = "impl<N> A<N> { fn f<'a, B: Dim, const C: usize>(x: B) -> N { f::<1, 2>(x) } }";
        let flow = Flow::of(text).unwrap();
        let at = |code: &str| {
            let start = text.find(code).unwrap();
            start..start + code.len()
        };
        let function = &text[flow.owner("B", &at("x: B")).unwrap()];
        assert!(function.starts_with("fn f"), "{function}");
        let around = &text[flow.owner("N", &at("x: B")).unwrap()];
        assert!(around.starts_with("impl"), "{around}");
        assert_eq!(flow.owner("D", &at("x: B")), None);
        let (item, parameter) = flow.parameter_for(&at("2")).unwrap();
        assert_eq!((&text[item], parameter), (function, "C"));
        let (item, parameter) = flow.declared(&at("Dim")).unwrap();
        assert_eq!((&text[item], parameter), (function, "B"));
        assert!(
            flow.items(&at("x: B"))
                .any(|(_, is_before_body)| is_before_body)
        );
        assert!(
            !flow
                .items(&at("(x)"))
                .any(|(_, is_before_body)| is_before_body)
        );
    }
}
