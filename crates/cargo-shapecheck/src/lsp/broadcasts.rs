//! Broadcasts that compile and are seldom meant: `[Batch, 1] - [Batch]`, which is `[Batch, Batch]`.
//!
//! rustc has no lint that a library could raise by a type. Here are the expressions of a document that may be such a
//! broadcast, what rust-analyzer is to be asked about each, and what its answers amount to: it has the types.
//!
//! A broadcast is silent where one side lacks an axis. Where both sides have the axis, as in `[Batch, 1] - [1, Batch]`, or
//! an operand is written with `insert_axis`, the broadcast is explicit. Equal numbers are not a reason either:
//! `[3, 1] * [3]` is a table more often than a mistake, because two axes of 3 need not be one.

use std::ops::Range;

use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr};

use crate::message::words::is_of_word;
use crate::types::{Evidence, Kind, UNKNOWN, find, vocabulary};

/// How many expressions of a document are looked at.
const MOST: usize = 300;
/// How many bytes a document may have, and how deep its brackets may be. What is written by hand is far below.
const LONGEST: usize = 1 << 18;
const DEEPEST: usize = 256;

/// How many bytes an operand may have to stand in a message as it is written.
const LONGEST_OPERAND: usize = 40;

/// What stands in an operand that is meant to be repeated, as does `broadcast_to`.
const BY_HAND: [&str; 4] = ["insert_axis", "NewAxis", "expand", "rearrange"];

/// `pred - target`.
#[derive(Debug)]
pub struct Expression {
    /// The bytes of the document.
    pub range: Range<usize>,
    operator: char,
    /// The left operand and the right one.
    pub operands: [Operand; 2],
}

/// An operand, as far as its type can be asked for.
#[derive(Debug)]
pub struct Operand {
    whole: Range<usize>,
    /// The bytes of the document that have the type; of a variable without `&`.
    pub range: Range<usize>,
    /// rust-analyzer knows the type of a variable also within an item that an attribute rewrites, such as `#[checked]`,
    /// and that of any other expression only outside.
    pub variable: Option<String>,
    is_lent: bool,
    /// As it is written, and so that `.exact()` can follow; `None` of what is long.
    written: Option<[String; 2]>,
}

/// The type of an operand.
#[derive(Debug)]
pub struct Tensor {
    /// The entries of its shape.
    shape: Vec<String>,
    is_lent: bool,
}

/// The expressions of a document that may be about the crate's tensors. There are none in a document with other
/// content, or one that is not Rust.
pub fn expressions(text: &str) -> Vec<Expression> {
    let mut finder = Finder {
        text,
        found: Vec::new(),
    };
    if Evidence::named_in(text).shapes && text.len() <= LONGEST && !is_deep(text) {
        if let Ok(file) = syn::parse_str::<syn::File>(text) {
            finder.visit_file(&file);
        }
        // Otherwise every text that was ever read would be kept.
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    finder.found
}

fn is_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

struct Finder<'t> {
    text: &'t str,
    found: Vec<Expression>,
}

impl Visit<'_> for Finder<'_> {
    fn visit_expr_binary(&mut self, of: &syn::ExprBinary) {
        let operator = match of.op {
            BinOp::Add(_) => Some('+'),
            BinOp::Sub(_) => Some('-'),
            BinOp::Mul(_) => Some('*'),
            BinOp::Div(_) => Some('/'),
            _ => None,
        };
        if self.found.len() == MOST {
            return;
        }
        if let (Some(operator), Some(left), Some(right)) =
            (operator, self.operand(&of.left), self.operand(&of.right))
        {
            self.found.push(Expression {
                range: left.whole.start..right.whole.end,
                operator,
                operands: [left, right],
            });
        }
        visit::visit_expr_binary(self, of);
    }
}

impl Finder<'_> {
    /// `None` for a number, which has no axes, and for what says itself that it is to be repeated.
    fn operand(&self, of: &Expr) -> Option<Operand> {
        let whole = bytes(of);
        let code = self.text.get(whole.clone())?;
        let mut words = code.split(|c| !is_of_word(c));
        let is_by_hand = |word: &str| BY_HAND.contains(&word) || word.starts_with("broadcast");
        if words.any(is_by_hand) {
            return None;
        }
        let inner = inside(of);
        let receiver = self.text.get(bytes(inner))?;
        let is_closed = matches!(
            inner,
            Expr::Path(_) | Expr::Field(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Index(_)
        );
        let (range, variable) = match inner {
            Expr::Lit(_) => return None,
            Expr::Path(path) if path.path.get_ident().is_some() => {
                (bytes(inner), Some(receiver.to_owned()))
            }
            _ => (whole.clone(), None),
        };
        let is_short = code.len() <= LONGEST_OPERAND && !code.contains('\n');
        Some(Operand {
            whole,
            range,
            variable,
            is_lent: matches!(of, Expr::Reference(_)),
            written: is_short.then(|| match is_closed {
                true => [code, receiver].map(str::to_owned),
                false => [code.to_owned(), format!("({receiver})")],
            }),
        })
    }
}

/// The bytes of an expression. Those of a long sum are found at its ends, as all between would be read for each operator.
fn bytes(of: &Expr) -> Range<usize> {
    let [mut first, mut last] = [of, of];
    while let Expr::Binary(of) = first {
        first = &of.left;
    }
    while let Expr::Binary(of) = last {
        last = &of.right;
    }
    first.span().byte_range().start..last.span().byte_range().end
}

/// An expression without `&` and parentheses.
fn inside(of: &Expr) -> &Expr {
    match of {
        Expr::Paren(of) => inside(&of.expr),
        Expr::Reference(of) => inside(&of.expr),
        _ => of,
    }
}

impl Operand {
    /// The tensor that rust-analyzer says it is, in a hover.
    pub fn tensor(&self, hover: &Value) -> Option<Tensor> {
        let text = match &hover["contents"] {
            Value::String(text) => text,
            contents => contents["value"].as_str()?,
        };
        let mut lines = text.lines();
        let line = lines.find(|line| !line.is_empty() && !line.starts_with("```"))?;
        let line = match &self.variable {
            // `let mut x: TensorOn<..>`, and `x: &TensorOn<..>` of a parameter.
            Some(name) => line.split_once(&format!("{name}: "))?.1,
            None => line,
        };
        let of = line.trim_start_matches('&');
        let is_lent = self.is_lent || of.len() < line.len();
        let of = match of.strip_prefix('\'') {
            Some(lifetime) => lifetime.split_once(' ')?.1,
            None => of,
        };
        let (name, _) = of.trim_start_matches("mut ").split_once('<')?;
        if !vocabulary::is_tensor(name.rsplit("::").next()?) {
            return None;
        }
        let mut found = find(of, Evidence::default()).into_iter();
        let shape = found.find_map(|found| match found.kind {
            Kind::Shape(shape) => Some(shape),
            _ => None,
        })?;
        Some(Tensor { shape, is_lent })
    }
}

impl Tensor {
    /// Whether the other operand may make it grow.
    pub fn has_names(&self) -> bool {
        self.shape.iter().any(|size| is_name(size))
    }
}

impl Expression {
    /// The warning about it, if it is a broadcast that is seldom meant.
    pub fn warning(&self, tensors: [&Tensor; 2]) -> Option<String> {
        let [lhs, rhs] = tensors.map(|of| &of.shape[..]);
        let (result, name) = grown(lhs, rhs)?;
        let sides = ["lhs", "rhs"].map(|side| [side.to_owned(), side.to_owned()]);
        let written = self.operands.each_ref().map(|of| of.written.clone());
        let [[left, left_receiver], [right, right_receiver]] = match written {
            [Some(left), Some(right)] => [left, right],
            _ => sides,
        };
        let sign = self.operator;
        let [of_lhs, of_rhs, of_result] = [lhs, rhs, &result].map(|of| of.join(", "));
        // `Heads = 8`.
        let name = name.split(" = ").next().unwrap_or(name);
        let removed = without_one(lhs, rhs).map(|(axis, shape)| {
            let call = format!(".remove_axis::<-{axis}>()");
            let code = match lhs.len() > rhs.len() {
                true => format!("{left_receiver}{call} {sign} {right}"),
                false => format!("{left} {sign} {right_receiver}{call}"),
            };
            format!("`{code}` is `[{}]`, and ", shape.join(", "))
        });
        let lent = match tensors[1].is_lent {
            true => right.clone(),
            false => format!("&{right_receiver}"),
        };
        Some(format!(
            "`[{of_lhs}] {sign} [{of_rhs}]` is `[{of_result}]`: each side is repeated along `{name}` of the other\n\
             {}`{left_receiver}.exact() {sign} {lent}` takes two equal shapes only; where every pair is meant, \
             `insert_axis` in an operand says so",
            removed.unwrap_or_default()
        ))
    }
}

/// A size that is a name, or is computed from names.
fn is_name(size: &str) -> bool {
    let is_open = ["..", "<", UNKNOWN, vocabulary::UNKNOWN_TYPE];
    size.contains(char::is_alphabetic) && !is_open.iter().any(|sign| size.contains(sign))
}

/// The shape that two broadcast to, where it has a name twice that each of them has once: once as an axis that the
/// shorter one lacks. With that name.
fn grown<'s>(lhs: &'s [String], rhs: &'s [String]) -> Option<(Vec<String>, &'s String)> {
    let result = broadcast(lhs, rhs)?;
    let (long, short) = by_length(lhs, rhs);
    let count = |shape: &[String], name: &String| shape.iter().filter(|of| *of == name).count();
    let mut lacking = long[..long.len() - short.len()].iter();
    let name = lacking.find(|of| {
        is_name(of) && count(&result, of) > 1 && count(long, of) < 2 && count(short, of) < 2
    })?;
    Some((result, name))
}

/// The shape that two broadcast to for sure, whatever their sizes are.
fn broadcast(lhs: &[String], rhs: &[String]) -> Option<Vec<String>> {
    let (long, short) = by_length(lhs, rhs);
    let (lacking, shared) = long.split_at(long.len() - short.len());
    let pairs = shared.iter().zip(short).map(|(l, s)| match s {
        _ if l == s || s == "1" => Some(l),
        _ => (l == "1").then_some(s),
    });
    lacking
        .iter()
        .map(Some)
        .chain(pairs)
        .map(Option::<&String>::cloned)
        .collect()
}

/// The axis of size 1 without which nothing is repeated in silence, counted from the end, and the result.
fn without_one(lhs: &[String], rhs: &[String]) -> Option<(usize, Vec<String>)> {
    let (long, short) = by_length(lhs, rhs);
    let mut ones = (0..long.len()).rev().filter(|at| long[*at] == "1");
    ones.find_map(|at| {
        let mut without = long.to_vec();
        without.remove(at);
        let result = broadcast(&without, short)?;
        grown(&without, short)
            .is_none()
            .then_some((long.len() - at, result))
    })
}

/// The one with more axes first.
fn by_length<'s>(lhs: &'s [String], rhs: &'s [String]) -> (&'s [String], &'s [String]) {
    match lhs.len() > rhs.len() {
        true => (lhs, rhs),
        false => (rhs, lhs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The codes of what is found in a document that names the crate.
    fn found(body: &str) -> Vec<String> {
        let text = format!("use shapecheck::Tensor;\n{body}");
        let codes = expressions(&text).into_iter();
        codes.map(|of| text[of.range].to_owned()).collect()
    }

    #[test]
    fn operators_between_what_may_be_two_tensors() {
        for (body, codes) in [
            ("fn f() { a - b }", &["a - b"][..]),
            (
                "#[checked] fn f<const N: usize>() { let ä = &a * b.c; }",
                &["&a * b.c"],
            ),
            (
                "impl A { fn f() { g(|x| x / (a + b)) } }",
                &["x / (a + b)", "a + b"],
            ),
            // Comparisons, numbers, what cannot grow, and macros.
            (
                "fn f() { a >= b && c == d; a * 2.0; (1) + a; a += b; vec![a - b] }",
                &[],
            ),
            // What says itself that it is repeated.
            ("fn f() { a.insert_axis::<-1>() - b }", &[]),
            ("fn f() { a - b.slice(s![.., NewAxis]) }", &[]),
            ("fn f() { a + b.broadcast_to::<shape![N, M]>() }", &[]),
            // No Rust.
            ("fn f() { a - b", &[]),
        ] {
            assert_eq!(found(body), codes, "{body}");
        }
        assert!(expressions("fn f() { a - b }").is_empty());
    }

    #[test]
    fn no_document_takes_long() {
        let many = "a - b; ".repeat(MOST + 1);
        assert_eq!(found(&format!("fn f() {{ {many} }}")).len(), MOST);
        // The stack is that of the thread that warns.
        let chain = "a+".repeat(LONGEST / 4);
        let thread = std::thread::Builder::new().stack_size(crate::lsp::STACK);
        let thread = thread.spawn(move || found(&format!("fn f() {{ {chain} a }}")).len());
        assert_eq!(thread.unwrap().join().unwrap(), MOST);
        assert!(found(&format!("fn f() {{ a - b }}{}", " ".repeat(LONGEST))).is_empty());
        for (open, close) in [("(", ")"), ("{", "}")] {
            let [open, close] = [open, close].map(|sign| sign.repeat(100_000));
            assert!(found(&format!("fn f() {{ {open} a - b {close} }}")).is_empty());
        }
    }

    fn hovered(code: &str, shown: &str) -> Option<Tensor> {
        let text = format!("use shapecheck::x; fn f() {{ {code} - b }}");
        let expression = expressions(&text).remove(0);
        let value = format!("\n```rust\n{shown}\n```\n\n---\n\nsize = 8");
        expression.operands[0].tensor(&json!({"contents": {"kind": "markdown", "value": value}}))
    }

    #[test]
    fn the_tensor_of_a_hover() {
        let of = "TensorOn<f32, Axes<Axes<Scalar, NamedDim<Batch, Dyn>>, UInt<UTerm, B1>>, Host>";
        for (code, before, is_lent) in [
            ("x", "x: &", true),
            ("&x", "let x: ", true),
            ("x", "let mut x: ", false),
            ("x", "x: &'a mut ", true),
            ("self.x", "", false),
            ("x()", "shapecheck::", false),
        ] {
            let tensor = hovered(code, &format!("{before}{of}")).unwrap();
            assert_eq!(tensor.shape, ["Batch", "1"]);
            assert_eq!(tensor.is_lent, is_lent, "{code}");
        }
        let exact = of.replace("TensorOn", "Exact<'_, ");
        for (code, shown) in [
            ("x", of),
            ("x()", "f32"),
            ("x()", &*exact),
            ("x()", "TensorOn<f32, S, E>"),
            ("x()", "TensorOn<f32, {unknown}, Host>"),
            ("x()", &*format!("Vec<{of}>")),
        ] {
            assert!(hovered(code, shown).is_none(), "{shown}");
        }
        assert!(
            !hovered("x()", "TensorOn<f32, Axes<Scalar, Dyn>, Host>")
                .unwrap()
                .has_names()
        );
    }

    fn tensor(shape: &str, is_lent: bool) -> Tensor {
        let sizes = shape.split_whitespace().map(str::to_owned);
        Tensor {
            shape: sizes.collect(),
            is_lent,
        }
    }

    #[test]
    fn what_grows_by_a_name_is_told() {
        let grows = |lhs: &str, rhs: &str| {
            let [lhs, rhs] = [lhs, rhs].map(|shape| tensor(shape, true).shape);
            let grown = |lhs, rhs| grown(lhs, rhs).map(|(result, _)| result.join(" "));
            assert_eq!(grown(&lhs, &rhs), grown(&rhs, &lhs));
            grown(&lhs, &rhs)
        };
        for (lhs, rhs, result) in [
            ("Batch 1", "Batch", "Batch Batch"),
            ("Heads=8 Seq 1", "Seq", "Heads=8 Seq Seq"),
            ("N 1 1", "N", "N 1 N"),
            ("N 1 3", "N 1", "N N 3"),
            ("..S N 1", "N", "..S N N"),
            ("Past+Seq 1", "Past+Seq", "Past+Seq Past+Seq"),
        ] {
            assert_eq!(grows(lhs, rhs).as_deref(), Some(result), "{lhs}, {rhs}");
        }
        for (lhs, rhs) in [
            ("4 1", "4"),
            ("_ 1", "_"),
            ("Batch Seq", "Seq"),
            ("Batch 1", "Seq"),
            ("Batch 1", "1 Batch"),
            ("Batch Batch", "Batch"),
            ("B N 1", "B N"),
            ("N 1", "..N"),
        ] {
            assert_eq!(grows(lhs, rhs), None, "{lhs}, {rhs}");
        }
    }

    #[test]
    fn the_message_says_what_to_write() {
        let told = |code: &str, lhs, rhs| {
            let text = format!("use shapecheck::x; fn f() {{ {code} }}");
            expressions(&text)[0].warning([lhs, rhs]).unwrap()
        };
        let column = tensor("Batch 1", true);
        let row = tensor("Batch", false);
        assert_eq!(
            told("&pred - target", &column, &row),
            "`[Batch, 1] - [Batch]` is `[Batch, Batch]`: each side is repeated along `Batch` of the other\n\
             `pred.remove_axis::<-1>() - target` is `[Batch]`, and `pred.exact() - &target` takes two equal shapes only; \
             where every pair is meant, `insert_axis` in an operand says so"
        );
        assert!(told("a * (b + c)", &row, &column).contains(
            "\n`a * (b + c).remove_axis::<-1>()` is `[Batch]`, and `a.exact() * (b + c)` takes"
        ));
        let long = "x.".repeat(20) + "y + z";
        assert!(told(&long, &row, &column).contains("\n`lhs + rhs.remove_axis::<-1>()` is"));
    }
}
