//! Whether a shape goes with what follows. An operation that does not fit has no result yet, and a hint gives it one: what
//! is done with it in the same function may ask for another.
//!
//! What is known are the types that the file writes, and what a few operations make of them: those that keep a shape,
//! operators, and products of matrices. It says nothing of everything else, so a shape is refused where it cannot be.

use std::ops::Range;
use std::rc::Rc;

use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::{declared, sources};

/// Methods whose result has the shape of what they are called on.
const KEEP: &[&str] = &[
    "abs",
    "acos",
    "asin",
    "atan",
    "cbrt",
    "ceil",
    "clamp",
    "clone",
    "cos",
    "cosh",
    "cumulative_max",
    "cumulative_min",
    "cumulative_product",
    "cumulative_sum",
    "erf",
    "exp",
    "floor",
    "fract",
    "gelu",
    "gelu_tanh",
    "layer_norm",
    "ln",
    "map",
    "powf",
    "powi",
    "recip",
    "relu",
    "rms_norm",
    "round",
    "sigmoid",
    "signum",
    "silu",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
];

/// Whether the function around the place of a message does something with the result of the operation there that it cannot do
/// where the result has this shape. The message has the shapes of variables that are operands.
pub fn refuses(before: &Value, shape: &[String], operands: &[(&str, Vec<String>)]) -> bool {
    let refused = || {
        let (file, bytes) = place(before)?;
        let mut follow = Follow {
            text: declared::text(&file)?,
            bytes,
            shape,
            operands,
            scopes: Vec::new(),
            result: None,
            refuses: false,
            file: &file,
        };
        follow.visit_file(&*sources::parsed(&file)?);
        Some(follow.refuses)
    };
    refused().unwrap_or(false)
}

/// The file and the bytes of the place of a message that is in no macro.
fn place(before: &Value) -> Option<(String, Range<usize>)> {
    let mut spans = before["spans"].as_array()?.iter();
    let span = spans.find(|span| span["is_primary"] == true)?;
    let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
    let bytes = byte("byte_start")?..byte("byte_end")?;
    let is_in_macro = span["expansion"].is_object();
    (!is_in_macro).then_some((span["file_name"].as_str()?.to_owned(), bytes))
}

/// A shape, and whether it comes from the result of the operation.
#[derive(Clone, Debug)]
struct Known {
    sizes: Vec<String>,
    follows: bool,
}

/// A function, and what is known at a place of it.
struct Follow<'a> {
    file: &'a str,
    text: Rc<str>,
    /// Those of the operation, as rustc marks it: an operator, the name of a method, an argument.
    bytes: Range<usize>,
    /// The shape of its result.
    shape: &'a [String],
    operands: &'a [(&'a str, Vec<String>)],
    /// Variables, the innermost last.
    scopes: Vec<(String, Option<Known>)>,
    /// What the function gives.
    result: Option<Vec<String>>,
    refuses: bool,
}

/// Whether two sizes may be one: a number and a name may, as a name can be that of a constant.
fn may_be(one: &str, other: &str) -> bool {
    let is_number = |size: &str| size.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |size: &str| {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric();
        size != "_" && !is_number(size) && size.bytes().all(is_word)
    };
    one == other || !(is_number(one) && is_number(other) || is_name(one) && is_name(other))
}

fn may_be_all(one: &[String], other: &[String]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| may_be(one, other))
}

/// The shape that two shapes broadcast to, if they may.
fn broadcast(one: &[String], other: &[String]) -> Option<Vec<String>> {
    let (long, short) = match one.len() < other.len() {
        true => (other, one),
        false => (one, other),
    };
    let mut sizes = long.to_vec();
    for (size, of) in sizes.iter_mut().rev().zip(short.iter().rev()) {
        if size == "1" {
            size.clone_from(of);
        } else if of != "1" && !may_be(size, of) {
            return None;
        }
    }
    Some(sizes)
}

/// The product of two shapes as matrices, if they may have one.
fn product(lhs: &[String], rhs: &[String]) -> Option<Vec<String>> {
    let columns = lhs.last()?;
    let (lead, of_right) = rhs.split_at(rhs.len().saturating_sub(2));
    let (rows, right) = match of_right {
        [rows] => (rows, None),
        [rows, right] => (rows, Some(right)),
        _ => return None,
    };
    let (of_left, left) = match &lhs[..lhs.len() - 1] {
        [of_left @ .., left] => (of_left, Some(left)),
        [] => (&[][..], None),
    };
    let mut sizes = broadcast(of_left, lead).filter(|_| may_be(columns, rows))?;
    sizes.extend(left.into_iter().chain(right).cloned());
    Some(sizes)
}

impl Follow<'_> {
    /// Whether some code is what rustc marks.
    fn is_marked(&self, code: &impl Spanned) -> bool {
        code.span().byte_range() == self.bytes
    }

    fn made(&self) -> Known {
        Known {
            sizes: self.shape.to_vec(),
            follows: true,
        }
    }

    /// The sizes of a type that is written.
    fn said(&self, ty: &syn::Type) -> Option<Vec<String>> {
        let code = self.text.get(ty.span().byte_range().start..)?;
        declared::sizes_of_type(&self.text, code)
    }

    /// A value where one of these sizes is asked for.
    fn asked(&mut self, value: Option<&Known>, sizes: Option<&Vec<String>>) {
        if let (Some(value), Some(sizes)) = (value, sizes) {
            self.refuses |= value.follows && !may_be_all(&value.sizes, sizes);
        }
    }

    /// The result of an operation of two shapes.
    fn of_two(
        &mut self,
        one: Option<Known>,
        other: Option<Known>,
        made: impl Fn(&[String], &[String]) -> Option<Vec<String>>,
    ) -> Option<Known> {
        let (one, other) = (one?, other?);
        let follows = one.follows || other.follows;
        let sizes = made(&one.sizes, &other.sizes);
        self.refuses |= follows && sizes.is_none();
        sizes.map(|sizes| Known { sizes, follows })
    }

    /// Bindings end with what is looked at.
    fn in_scope<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.scopes.len();
        let result = inside(self);
        self.scopes.truncate(before);
        result
    }

    fn bind(&mut self, pattern: &syn::Pat, value: Option<Known>) {
        struct Names<'a, 'b>(&'a mut Follow<'b>);
        impl<'ast> Visit<'ast> for Names<'_, '_> {
            fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
                self.0.scopes.push((name.ident.to_string(), None));
            }
        }
        match pattern {
            syn::Pat::Ident(name) => self.scopes.push((name.ident.to_string(), value)),
            syn::Pat::Type(typed) => {
                let sizes = self.said(&typed.ty);
                self.asked(value.as_ref(), sizes.as_ref());
                let follows = false;
                let said = sizes.map(|sizes| Known { sizes, follows });
                self.bind(&typed.pat, said);
            }
            pattern => Names(self).visit_pat(pattern),
        }
    }

    fn block(&mut self, block: &syn::Block) -> Option<Known> {
        self.in_scope(|follow| {
            let mut last = None;
            for statement in &block.stmts {
                last = None;
                match statement {
                    syn::Stmt::Local(local) => {
                        let value = local.init.as_ref().and_then(|init| {
                            if let Some((_, other)) = &init.diverge {
                                follow.value(other);
                            }
                            follow.value(&init.expr)
                        });
                        follow.bind(&local.pat, value);
                    }
                    syn::Stmt::Expr(value, end) => {
                        last = follow.value(value).filter(|_| end.is_none());
                    }
                    syn::Stmt::Item(_) | syn::Stmt::Macro(_) => {}
                }
            }
            last
        })
    }

    fn method(&mut self, call: &syn::ExprMethodCall) -> Option<Known> {
        let receiver = self.value(&call.receiver);
        let arguments = Vec::from_iter(call.args.iter().map(|value| self.value(value)));
        let mut marked = call.args.iter();
        if self.is_marked(&call.method) || marked.any(|value| self.is_marked(value)) {
            return Some(self.made());
        }
        let first = arguments.into_iter().next().flatten();
        match &*call.method.to_string() {
            "matmul" => self.of_two(receiver, first, product),
            "linear" | "linear_with_bias" => self.of_two(receiver, first, |input, weights| {
                let ([lead @ .., numbers], [gives, takes]) = (input, weights) else {
                    return None;
                };
                may_be(numbers, takes).then(|| [lead, std::slice::from_ref(gives)].concat())
            }),
            "transpose" => receiver.map(|of| {
                let mut sizes = of.sizes;
                if let [.., one, other] = &mut sizes[..] {
                    std::mem::swap(one, other);
                }
                Known { sizes, ..of }
            }),
            name if KEEP.contains(&name) => receiver,
            _ => None,
        }
    }

    fn call(&mut self, call: &syn::ExprCall) -> Option<Known> {
        let arguments = Vec::from_iter(call.args.iter().map(|value| self.value(value)));
        let syn::Expr::Path(function) = &*call.func else {
            self.value(&call.func);
            return None;
        };
        let name = function.path.get_ident()?;
        if ["Ok", "Some"].iter().any(|wraps| name == wraps) {
            return arguments.into_iter().next().flatten();
        }
        let parsed = sources::parsed(self.file)?;
        let mut functions = parsed.items.iter().filter_map(|item| match item {
            syn::Item::Fn(item) if item.sig.ident == *name => Some(item),
            _ => None,
        });
        let function = functions.next()?;
        for (input, value) in function.sig.inputs.iter().zip(arguments) {
            // A parameter of the function may be any size.
            if let syn::FnArg::Typed(input) = input
                && function.sig.generics.params.is_empty()
            {
                let sizes = self.said(&input.ty);
                self.asked(value.as_ref(), sizes.as_ref());
            }
        }
        None
    }

    fn literal(&mut self, literal: &syn::ExprStruct) {
        let name = literal
            .path
            .segments
            .last()
            .map(|name| name.ident.to_string());
        let source = sources::of(self.file);
        let fields = source.as_ref().zip(name);
        let fields = fields.and_then(|(source, name)| source.fields.get(&name));
        for field in &literal.fields {
            let value = self.value(&field.expr);
            let name = match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let sizes = fields.and_then(|fields| {
                let (_, written) = fields.iter().find(|(of, _)| *of == name)?;
                let code = self.text.get(written.bytes.start..)?;
                declared::sizes_of_type(&self.text, code)
            });
            self.asked(value.as_ref(), sizes.as_ref());
        }
    }

    fn value(&mut self, value: &syn::Expr) -> Option<Known> {
        use syn::Expr;
        match value {
            Expr::Reference(value) => self.value(&value.expr),
            Expr::Paren(value) => self.value(&value.expr),
            Expr::Group(value) => self.value(&value.expr),
            Expr::Try(value) => self.value(&value.expr),
            Expr::Unary(value) => self.value(&value.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                let mut variables = self.scopes.iter().rev();
                let (_, known) = variables.find(|(of, _)| name == of)?;
                let mut operands = self.operands.iter();
                known.clone().or_else(|| {
                    let (_, sizes) = operands.find(|(of, _)| name == of)?;
                    Some(Known {
                        sizes: sizes.clone(),
                        follows: false,
                    })
                })
            }
            Expr::Field(field) => {
                let bytes = field.span().byte_range();
                let before = self.text.get(..bytes.start)?;
                let tensor = declared::tensor(&self.text, before, self.text.get(bytes)?)?;
                Some(Known {
                    sizes: tensor.sizes,
                    follows: false,
                })
            }
            Expr::Binary(operation) => {
                let left = self.value(&operation.left);
                let right = self.value(&operation.right);
                if self.is_marked(&operation.op) {
                    return Some(self.made());
                }
                let is_number = |value: &Expr| matches!(value, Expr::Lit(_));
                match (&*operation.left, &*operation.right) {
                    (value, _) if is_number(value) => right,
                    (_, value) if is_number(value) => left,
                    _ => self.of_two(left, right, broadcast),
                }
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::Struct(literal) => {
                self.literal(literal);
                None
            }
            Expr::Return(returned) => {
                let value = self.value(returned.expr.as_ref()?);
                let sizes = self.result.clone();
                self.asked(value.as_ref(), sizes.as_ref());
                None
            }
            Expr::Block(value) => self.block(&value.block),
            Expr::Unsafe(value) => self.block(&value.block),
            Expr::If(choice) => {
                self.value(&choice.cond);
                let one = self.block(&choice.then_branch);
                let other = choice.else_branch.as_ref();
                let other = other.and_then(|(_, value)| self.value(value));
                one.filter(|one| one.follows).or(other)
            }
            Expr::ForLoop(repeated) => {
                self.value(&repeated.expr);
                self.in_scope(|follow| {
                    follow.bind(&repeated.pat, None);
                    follow.block(&repeated.body);
                });
                None
            }
            // What a closure returns is not what the function does.
            Expr::Closure(closure) => {
                let result = self.result.take();
                self.in_scope(|follow| {
                    for input in &closure.inputs {
                        follow.bind(input, None);
                    }
                    follow.value(&closure.body);
                });
                self.result = result;
                None
            }
            Expr::Tuple(values) => {
                for value in &values.elems {
                    self.value(value);
                }
                None
            }
            // Nothing is known of code that binds names in other ways.
            _ => None,
        }
    }

    fn function(&mut self, whole: Range<usize>, signature: &syn::Signature, body: &syn::Block) {
        if !(whole.start <= self.bytes.start && self.bytes.end <= whole.end) {
            return;
        }
        // In an inner function, what is around it is not in scope.
        let (scopes, before) = (std::mem::take(&mut self.scopes), self.result.take());
        for input in &signature.inputs {
            if let syn::FnArg::Typed(input) = input {
                let follows = false;
                let known = self.said(&input.ty);
                let known = known.map(|sizes| Known { sizes, follows });
                self.bind(&input.pat, known);
            }
        }
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            self.result = self.said(ty);
        }
        let value = self.block(body);
        let result = std::mem::replace(&mut self.result, before);
        self.asked(value.as_ref(), result.as_ref());
        self.scopes = scopes;
        visit::visit_block(self, body);
    }
}

impl<'ast> Visit<'ast> for Follow<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(item.span().byte_range(), &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(item.span().byte_range(), &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(item.span().byte_range(), &item.sig, body);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::types::library;

    /// Whether what is done with the result of what is between `«` and `»` cannot be done with this shape.
    fn refused(marked: &str, shape: &str) -> bool {
        let text = format!(
            "struct Out {{ of: Tensor<f32, shape![31, 9]> }} \
             fn takes(x: &Tensor<f32, shape![31, 9]>) {{}} \
             fn any<N: Dim>(x: &Tensor<f32, shape![N, 9]>) {{}} \
             impl Net {{ fn f(&self, x: &Tensor<f32, shape![31, 6]>, w: &Tensor<f32, shape![8, 6]>, \
             bias: &Tensor<f32, shape![9]>, wide: &Tensor<f32, shape![31, 9]>, of: &Tensor<f32, shape![_, B]>) {marked} }}"
        );
        let (start, end) = (
            text.find('«').unwrap(),
            text.find('»').unwrap() - '«'.len_utf8(),
        );
        let name = format!("follows {marked}");
        declared::set_text(&name, &text.replace(['«', '»'], ""));
        let span = json!({
            "is_primary": true, "file_name": name, "byte_start": start, "byte_end": end
        });
        let sizes = shape.split(' ').map(str::to_owned);
        // What the message says of a variable that the file writes no type of.
        let operands = [("v", ["31", "6"].map(str::to_owned).to_vec())];
        refuses(
            &json!({ "spans": [span] }),
            &Vec::from_iter(sizes),
            &operands,
        )
    }

    #[test]
    fn a_shape_goes_with_what_is_done_or_not() {
        for code in [
            "{ let y = x.matmul(«w») + bias; }",
            "{ let y = x.«matmul»(w); let z = y.relu(); z.tanh().powi(2) - wide; }",
            "{ let y = x.matmul(«w»); takes(&y); }",
            "{ let y = x.matmul(«w»); Out { of: y }; }",
            "{ Some(Out { of: x.matmul(«w») }); }",
            "{ let y: Tensor<f32, shape![31, 9]> = x.matmul(«w»).sigmoid(); }",
            "{ x.matmul(«w»).matmul(x); }",
            "-> Tensor<f32, shape![31, 9]> { x.matmul(«w») }",
            "-> Tensor<f32, shape![31, 9]> { let y = x.matmul(«w»); if b { y.exp() } else { wide } }",
            "-> Tensor<f32, shape![31, 9]> { let y = x.matmul(«w»); return &y * 2.0; }",
            "-> Result<(), E> { let y = x.matmul(«w»); for _ in 0..3 { let z = &y * wide; } Ok(()) }",
            "{ let mut total = wide; total += x.matmul(«w»); }",
            "{ let y = wide + (x «-» w); }",
            "{ let v = any(); let y = v.matmul(«w»); v.matmul(&y); }",
        ] {
            assert!(refused(code, "31 8"), "{code}");
        }
        for code in [
            "{ let y = x.matmul(«w»).sum(); }",
            "{ let v = any(); let y = v.matmul(«w»); v.transpose().matmul(&y); }",
            "{ let y = x.matmul(«w»); y.matmul(&w.relu()); }",
            "{ let y = x.matmul(«w»); let y = 3; takes(&y); }",
            "{ let y = x.matmul(«w»); { let y = wide; takes(&y); } }",
            "{ let y = x.matmul(«w»); (y + of).reshape() + bias; }",
            "{ x.matmul(«w»); takes(wide) + bias - x; }",
            "-> Tensor<f32, shape![31, 8]> { x.matmul(«w»).gelu() }",
            "-> Tensor<f32, shape![31, 9]> { x.matmul(«w»); wide }",
            "-> Tensor<f32, shape![31, 9]> { let f = |y: T| { return x.matmul(«w»); }; wide }",
            "{ any(&x.matmul(«w»)); other(&x.matmul(w), wide); }",
        ] {
            assert!(!refused(code, "31 8"), "{code}");
        }
        assert!(refused(
            "-> Tensor<f32, shape![B, C]> { x.matmul(«w») }",
            "C B"
        ));
        assert!(!refused(
            "-> Tensor<f32, shape![B, WIDE]> { x.matmul(«w») }",
            "B 64"
        ));
        assert!(!refused(
            "-> Tensor<f32, shape![_, H * D]> { x.matmul(«w») }",
            "B D"
        ));
    }

    #[test]
    fn what_keeps_a_shape_is_there() {
        for name in KEEP {
            let is_method = library::METHODS.contains(name) || *name == "clone" || *name == "map";
            assert!(is_method, "{name}");
        }
    }
}
