//! What is computed from what in a file of the user's, as its syntax says: the type of an expression comes from its
//! operands, that of a variable from the expression that it is bound to.
//!
//! | a type comes from | it goes into |
//! | --- | --- |
//! | an operand, a receiver, an argument | the operation or the call, but for a call of a function whose signature says the type |
//! | the last expression of a block, of a branch, of a closure | the block, the `if` or `match`, the closure |
//! | the expression after `=` | the variables of `let`, but for a `let` that says the type |
//! | what is looked into, or iterated over | the variables of `match`, `if let`, `for` |
//! | what has a closure as an argument | the parameters of the closure |
//!
//! Two statements of one block have nothing in common but their variables. What a macro does with its arguments is
//! known of those of the crate and of a few of the standard library; where it is not known, nothing is said.

mod signatures;
mod walk;

use std::collections::HashMap;
use std::ops::Range;

use signatures::Signatures;
use walk::Walk;

/// A place that has a type: an expression, a variable, an argument between `::<` and `>`.
pub type Node = usize;

/// A file of the user's.
#[derive(Debug, Default)]
pub struct Flow {
    nodes: Vec<Kind>,
    /// Bytes of the file, and what stands there.
    places: Vec<(Range<usize>, Node)>,
    /// Where the type of a node goes.
    edges: HashMap<Node, Vec<Node>>,
    /// The calls of which nodes are arguments, or what they are called on.
    calls: HashMap<Node, Node>,
    /// Items with parameters.
    items: Vec<Item>,
    /// Arguments between `::<` and `>`.
    arguments: HashMap<Node, Argument>,
    /// How many operands calls of macros have, without equations.
    operands: HashMap<Node, usize>,
    /// What calls of methods are called on.
    receivers: HashMap<Node, Node>,
    /// The results of calls that are apart from the calls.
    results: HashMap<Node, Node>,
    /// The methods that are called, and the calls.
    methods: Vec<(String, Node)>,
    /// Variables of which the type is inferred.
    inferred: Vec<Node>,
    /// The methods of traits that the file declares.
    traits: HashMap<String, Vec<String>>,
    /// The types that an `impl` of a trait says, which belong to its signature.
    types: Vec<Range<usize>>,
    /// Each `impl` of a trait, and the name of the trait.
    implementations: Vec<(Range<usize>, String)>,
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
    keyword: &'static str,
    /// That of an `impl` is the name of its type, with that of its trait.
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
    pub fn of(file: &syn::File) -> Self {
        Walk::through(file, Signatures::of(file))
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
            for to in self.edges.get(&at).into_iter().flatten() {
                if !seen.contains(to) {
                    seen.push(*to);
                }
            }
            next += 1;
        }
        false
    }

    /// Whether a node is an argument or the receiver of a call.
    pub fn is_argument(&self, node: Node) -> bool {
        self.calls.contains_key(&node)
    }

    /// What the call of which a node is an argument is called on.
    pub fn receiver(&self, argument: Node) -> Option<Node> {
        self.receivers.get(self.calls.get(&argument)?).copied()
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
        let item = self.item_with(parameter, bytes)?;
        Some(item.bytes.clone())
    }

    /// The words by which that item is found, `impl Mlp`.
    pub fn words_of_owner(&self, parameter: &str, bytes: &Range<usize>) -> Option<String> {
        let item = self.item_with(parameter, bytes)?;
        Some(format!("{} {}", item.keyword, item.name))
    }

    fn item_with(&self, parameter: &str, bytes: &Range<usize>) -> Option<&Item> {
        let around = self.items.iter().filter(|item| {
            is_in(bytes, &item.bytes) && item.parameters.iter().any(|it| it.name == parameter)
        });
        around.min_by_key(|item| item.bytes.len())
    }

    /// The items around a place, and whether it is before the body.
    pub fn items(&self, bytes: &Range<usize>) -> impl Iterator<Item = (Range<usize>, bool)> {
        let around = self.items.iter().filter(|item| is_in(bytes, &item.bytes));
        let mut types = self.types.iter();
        let is_of_type = types.any(|of| is_in(bytes, of));
        around.map(move |item| {
            let is_before = is_in(bytes, &item.signature) || is_of_type && item.keyword == "impl";
            (item.bytes.clone(), is_before)
        })
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
        let is_named = |item: &&Item| item.keyword != "impl" && item.name == argument.name;
        let mut items = self.items.iter().filter(is_named);
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

    /// How many operands a call of a macro has, without its equation.
    pub fn operands(&self, of: Node) -> usize {
        self.operands.get(&of).copied().unwrap_or(0)
    }

    /// The macro that a node is a call of, or an operand of.
    pub fn in_macro(&self, node: Node) -> Option<Node> {
        let is_macro = |node: &Node| self.nodes[*node] == Kind::Macro;
        let goes_into = self.edges.get(&node).into_iter().flatten();
        goes_into.copied().chain([node]).find(is_macro)
    }
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
        let flow = Flow::of(&syn::parse_str(&text).unwrap());
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
        let flow = Flow::of(&syn::parse_str(text).unwrap());
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
