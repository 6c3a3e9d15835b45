//! What stands where in a file of Rust: its functions, the calls that operations are recorded at, and the places beside which
//! shapes are shown.
//!
//! A record says of a call the line and the column that debug information has. That is the name of a method, and for all
//! else the start of the expression, with the parentheses around it: of `(x.exp()? + y)?` the product is at `exp`, and the sum at
//! `(`.

use std::collections::HashMap;

use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Pat, Stmt};

/// A line from 1 and a column from 0, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Point {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The calls whose results a value may be: one for each branch.
pub(crate) type Value = Vec<Point>;

/// A function of a file.
#[derive(Debug, Default)]
pub(crate) struct Function {
    /// `Attention::forward`
    pub(crate) name: String,
    /// Its first line, without attributes, and its last one.
    pub(crate) lines: (usize, usize),
    /// The end of its signature.
    pub(crate) signature: Point,
    /// Whether it is a test that makes dry runs.
    pub(crate) makes_dry_runs: bool,
    pub(crate) calls: Vec<Call>,
    pub(crate) shown: Vec<Shown>,
    pub(crate) parameters: Vec<Parameter>,
    /// Whether what it returns may be a tensor.
    gives_tensor: bool,
    returned: Vec<Value>,
    /// The variables that it returns.
    names: Vec<String>,
}

/// A call, or an operator.
#[derive(Debug, PartialEq)]
pub(crate) struct Call {
    /// Where operations are recorded.
    pub(crate) at: Point,
    /// What is pointed at.
    pub(crate) name: (Point, Point),
}

/// A place beside which the shape of a value is shown.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) at: Point,
    pub(crate) value: Value,
    /// The variable that the value is bound to, which ends at the place.
    pub(crate) variable: Option<String>,
}

/// A parameter of a function or of a closure.
#[derive(Debug, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) at: Point,
    /// Calls that it goes into, and as which operand: [`UNKNOWN`] if that is not known.
    pub(crate) uses: Vec<(Point, usize)>,
}

impl Function {
    /// Whether what is done at a place of the function is what the function returns.
    pub(crate) fn returns(&self, at: Point) -> bool {
        let variables = self.shown.iter().filter(|shown| {
            let variable = shown.variable.as_ref();
            variable.is_some_and(|variable| self.names.contains(variable))
        });
        let bound = variables.map(|shown| &shown.value);
        self.returned
            .iter()
            .chain(bound)
            .any(|value| value.contains(&at))
    }
}

/// The functions of a file, the outer ones first. `None` if it is not Rust.
pub(crate) fn functions(text: &str) -> Option<Vec<Function>> {
    let Ok(file) = syn::parse_file(text) else {
        proc_macro2::extra::invalidate_current_thread_spans();
        return None;
    };
    let mut walk = Walk {
        lines: text.lines().collect(),
        found: Vec::new(),
        within: Vec::new(),
        of: None,
        scopes: Vec::new(),
    };
    walk.visit_file(&file);
    let found = walk.found;
    drop(file);
    // Otherwise, this thread keeps each text that it has read.
    proc_macro2::extra::invalidate_current_thread_spans();
    Some(found)
}

/// Methods that give the tensor that they are called on, or what is in it.
const SAME: [&str; 16] = [
    "as_ref",
    "cast",
    "clone",
    "contiguous",
    "context",
    "detach",
    "expect",
    "into",
    "map_err",
    "require_grad",
    "to_device",
    "to_dtype",
    "to_owned",
    "unwrap",
    "unwrap_or_default",
    "with_context",
];

/// Methods that give no tensor, whatever is done in them.
const OTHERS: [&str; 3] = ["collect", "for_each", "unzip"];

/// Functions whose value is their argument in something.
const WRAPPERS: [&str; 3] = ["Ok", "Some", "new"];

struct Walk<'t> {
    lines: Vec<&'t str>,
    found: Vec<Function>,
    /// The functions around what is looked at.
    within: Vec<usize>,
    /// The type whose methods are looked at.
    of: Option<String>,
    /// The parameters that names stand for, of the function and of closures in it.
    scopes: Vec<HashMap<String, usize>>,
}

impl Walk<'_> {
    fn point(&self, place: LineColumn) -> Point {
        let line = self.lines.get(place.line - 1).unwrap_or(&"");
        let bytes = line.chars().take(place.column).map(char::len_utf8);
        Point {
            line: place.line,
            column: bytes.sum(),
        }
    }

    fn start(&self, of: &impl Spanned) -> Point {
        self.point(of.span().start())
    }

    fn end(&self, of: &impl Spanned) -> Point {
        self.point(of.span().end())
    }

    fn function(&mut self) -> Option<&mut Function> {
        let last = *self.within.last()?;
        self.found.get_mut(last)
    }

    fn show(&mut self, at: Point, value: Value, variable: Option<String>) {
        if let (false, Some(function)) = (value.is_empty(), self.function()) {
            let shown = Shown {
                at,
                value,
                variable,
            };
            function.shown.push(shown);
        }
    }

    /// The calls whose results an expression may be. `start` is that of parentheses around it.
    fn value(&self, expr: &Expr, start: Option<Point>) -> Value {
        let of_block = |block: &Block| match block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => self.value(tail, None),
            _ => Vec::new(),
        };
        let own = || vec![start.unwrap_or_else(|| self.start(expr))];
        match expr {
            Expr::Paren(inner) => {
                self.value(&inner.expr, Some(start.unwrap_or_else(|| self.start(expr))))
            }
            Expr::Group(inner) => self.value(&inner.expr, start),
            Expr::Try(inner) => self.value(&inner.expr, None),
            Expr::Reference(inner) => self.value(&inner.expr, None),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => {
                self.value(&inner.expr, None)
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let of_receiver = match SAME.contains(&&*name) {
                    true => self.value(&call.receiver, None),
                    false => Vec::new(),
                };
                match of_receiver.is_empty() {
                    _ if OTHERS.contains(&&*name) => Vec::new(),
                    true => vec![self.start(&call.method)],
                    false => of_receiver,
                }
            }
            Expr::Call(call) => match (wraps(&call.func), call.args.first()) {
                (true, Some(inner)) if call.args.len() == 1 => self.value(inner, None),
                _ => own(),
            },
            Expr::Binary(_) | Expr::Unary(_) | Expr::Index(_) | Expr::Macro(_) => own(),
            Expr::If(branch) => {
                let mut value = of_block(&branch.then_branch);
                if let Some((_, other)) = &branch.else_branch {
                    value.extend(self.value(other, None));
                }
                value
            }
            Expr::Match(branches) => {
                let arms = branches.arms.iter();
                arms.flat_map(|arm| self.value(&arm.body, None)).collect()
            }
            Expr::Block(block) => of_block(&block.block),
            Expr::Unsafe(block) => of_block(&block.block),
            _ => Vec::new(),
        }
    }

    /// What a pattern binds to parts of a value.
    fn bind(&mut self, pat: &Pat, expr: &Expr) {
        match (pat, expr) {
            (Pat::Type(typed), _) if may_be_tensor(&typed.ty) => self.bind(&typed.pat, expr),
            (Pat::Ident(name), _) => {
                let value = self.value(expr, None);
                self.show(self.end(&name.ident), value, Some(name.ident.to_string()));
            }
            (Pat::Tuple(parts), Expr::Tuple(values)) => {
                for (part, value) in parts.elems.iter().zip(&values.elems) {
                    self.bind(part, value);
                }
            }
            _ => {}
        }
    }

    /// The last expression of a function, or what it returns earlier.
    fn give(&mut self, expr: &Expr) {
        match expr {
            Expr::If(branch) => {
                self.give_last(&branch.then_branch);
                if let Some((_, other)) = &branch.else_branch {
                    self.give(other);
                }
            }
            Expr::Match(branches) => branches.arms.iter().for_each(|arm| self.give(&arm.body)),
            Expr::Block(block) => self.give_last(&block.block),
            Expr::Unsafe(block) => self.give_last(&block.block),
            Expr::Return(_) => {}
            _ => {
                let (value, name) = (self.value(expr, None), variable(expr));
                let gives_tensor = self
                    .function()
                    .is_some_and(|function| function.gives_tensor);
                if gives_tensor {
                    self.show(self.end(expr), value.clone(), None);
                }
                if let Some(function) = self.function() {
                    function.returned.push(value);
                    function.names.extend(name);
                }
            }
        }
    }

    fn give_last(&mut self, block: &Block) {
        if let Some(Stmt::Expr(tail, None)) = block.stmts.last() {
            self.give(tail);
        }
    }

    /// The parts of a chain that go on in another line.
    fn chain(&mut self, call: &syn::ExprMethodCall) {
        let end = self.end(&call.receiver);
        if end.line < self.start(&call.dot_token).line {
            let value = self.value(&call.receiver, None);
            self.show(end, value, None);
        }
    }

    /// The parameter that an operand is.
    fn parameter(&self, expr: &Expr) -> Option<usize> {
        let name = variable(expr)?;
        let scopes = self.scopes.iter().rev();
        scopes
            .filter_map(|scope| scope.get(&name))
            .next()
            .copied()
            .filter(|&at| at != SHADOWED)
    }

    /// Operands, each with its number if that is known.
    fn operands<'e>(&mut self, at: Point, operands: impl IntoIterator<Item = (usize, &'e Expr)>) {
        for (number, operand) in operands {
            if let Some(parameter) = self.parameter(operand)
                && let Some(function) = self.function()
            {
                function.parameters[parameter].uses.push((at, number));
            }
        }
    }

    fn call(&mut self, at: Point, name: Span) {
        let name = (self.point(name.start()), self.point(name.end()));
        if let Some(function) = self.function() {
            function.calls.push(Call { at, name });
        }
    }

    /// Another variable of a name.
    fn shadow(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), SHADOWED);
        }
    }

    /// A parameter, and its end if it may be a tensor.
    fn typed<'p>(&self, typed: &'p syn::PatType) -> (&'p Pat, Option<Point>) {
        let end = may_be_tensor(&typed.ty).then(|| self.end(&*typed.ty));
        (&typed.pat, end)
    }

    /// The parameters of a function or a closure for what is looked at next.
    fn scope(&mut self, parameters: Vec<(&Pat, Option<Point>)>) {
        let mut scope = HashMap::new();
        for (pat, at) in parameters {
            let (Pat::Ident(name), Some(function)) = (pat, self.function()) else {
                continue;
            };
            let number = at.map_or(SHADOWED, |at| {
                let uses = Vec::new();
                function.parameters.push(Parameter { at, uses });
                function.parameters.len() - 1
            });
            scope.insert(name.ident.to_string(), number);
        }
        self.scopes.push(scope);
    }

    fn visit_function(&mut self, attrs: &[syn::Attribute], sig: &syn::Signature, block: &Block) {
        let name = match &self.of {
            Some(of) => format!("{of}::{}", sig.ident),
            None => sig.ident.to_string(),
        };
        let is_test = attrs.iter().any(|attr| {
            let last = attr.path().segments.last();
            last.is_some_and(|last| last.ident == "test")
        });
        let function = Function {
            name,
            lines: (self.start(sig).line, self.end(block).line),
            signature: self.start(block),
            gives_tensor: match &sig.output {
                syn::ReturnType::Type(_, ty) => may_be_tensor(ty),
                syn::ReturnType::Default => false,
            },
            makes_dry_runs: is_test && calls_dry(block),
            ..Function::default()
        };
        self.within.push(self.found.len());
        self.found.push(function);
        let (of, scopes) = (self.of.take(), std::mem::take(&mut self.scopes));
        let typed = sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(self.typed(typed)),
            syn::FnArg::Receiver(_) => None,
        });
        let parameters = typed.collect();
        self.scope(parameters);
        self.visit_block(block);
        self.give_last(block);
        (self.of, self.scopes) = (of, scopes);
        self.within.pop();
    }
}

/// Whether a type may be that of a tensor, by its name.
fn may_be_tensor(ty: &syn::Type) -> bool {
    let text = ty.span().source_text();
    matches!(ty, syn::Type::Infer(_)) || text.is_none_or(|text| text.contains(TENSOR))
}

/// What the names of types of tensors have in them.
pub(crate) const TENSOR: &str = "Tensor";

/// The number of an operand that may be any.
pub(crate) const UNKNOWN: usize = usize::MAX;

/// The number of a parameter whose name stands for something else.
const SHADOWED: usize = usize::MAX;

/// Whether a block calls `dry`.
fn calls_dry(block: &Block) -> bool {
    struct Calls(bool);
    impl<'ast> Visit<'ast> for Calls {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            let last = path.path.segments.last();
            self.0 |= last.is_some_and(|last| last.ident == "dry");
        }
    }
    let mut calls = Calls(false);
    calls.visit_block(block);
    calls.0
}

fn wraps(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| WRAPPERS.iter().any(|name| last.ident == name))
}

/// The variable that an expression is, or that it refers to.
fn variable(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Paren(inner) => variable(&inner.expr),
        Expr::Reference(inner) => variable(&inner.expr),
        Expr::Try(inner) => variable(&inner.expr),
        Expr::MethodCall(call) if SAME.iter().any(|name| call.method == name) => {
            variable(&call.receiver)
        }
        Expr::Call(call) if wraps(&call.func) && call.args.len() == 1 => variable(&call.args[0]),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let before = std::mem::replace(&mut self.of, name);
        visit::visit_item_impl(self, item);
        self.of = before;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let before = self.of.replace(item.ident.to_string());
        visit::visit_item_trait(self, item);
        self.of = before;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.visit_function(&item.attrs, &item.sig, block);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            if let Some((_, other)) = &init.diverge {
                self.visit_expr(other);
            }
            self.bind(&local.pat, &init.expr);
        }
        // The names of the pattern stand for something else from now on.
        self.visit_pat(&local.pat);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.shadow(&pat.ident.to_string());
    }

    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        visit::visit_expr_assign(self, assign);
        let (value, name) = (self.value(&assign.right, None), variable(&assign.left));
        if let Some(name) = &name {
            self.shadow(name);
        }
        self.show(self.end(&*assign.left), value, name);
    }

    fn visit_expr_return(&mut self, returned: &'ast syn::ExprReturn) {
        visit::visit_expr_return(self, returned);
        if let Some(expr) = &returned.expr {
            self.give(expr);
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let parameters = closure.inputs.iter().map(|pat| match pat {
            Pat::Type(typed) => self.typed(typed),
            _ => (pat, Some(self.end(pat))),
        });
        let parameters = parameters.collect();
        self.scope(parameters);
        self.visit_expr(&closure.body);
        self.scopes.pop();
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.chain(call);
        let at = self.start(&call.method);
        self.call(at, call.method.span());
        // A field may be a tensor, or a layer, which is not an operand.
        let is_field = matches!(&*call.receiver, Expr::Field(_));
        let arguments = call.args.iter().enumerate();
        let arguments = arguments.map(|(at, argument)| match is_field {
            true => (UNKNOWN, argument),
            false => (at + 1, argument),
        });
        self.operands(at, arguments.chain([(0, &*call.receiver)]));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_paren(&mut self, paren: &'ast syn::ExprParen) {
        // An operator in parentheses is where those are.
        if let Expr::Binary(inner) = &*paren.expr {
            self.binary(inner, self.start(paren));
        } else {
            visit::visit_expr_paren(self, paren);
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        self.binary(binary, self.start(binary));
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let at = self.start(call);
        self.call(at, call.func.span());
        self.operands(at, call.args.iter().enumerate());
        visit::visit_expr_call(self, call);
    }
}

impl Walk<'_> {
    fn binary(&mut self, binary: &syn::ExprBinary, at: Point) {
        self.call(at, binary.op.span());
        self.operands(at, [(0, &*binary.left), (1, &*binary.right)]);
        visit::visit_expr_binary(self, binary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with what is shown in it: `«calls»`, each as what stands where it is recorded.
    fn marked(text: &str) -> String {
        let functions = functions(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let word = |at: &Point| {
            let rest = &lines[at.line - 1][at.column..];
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            rest[..end.max(1)].to_owned()
        };
        let mut marks: Vec<(Point, String)> = Vec::new();
        for function in &functions {
            for shown in &function.shown {
                let words: Vec<String> = shown.value.iter().map(word).collect();
                marks.push((shown.at, words.join(", ")));
            }
            for parameter in &function.parameters {
                let uses = parameter.uses.iter();
                let uses: Vec<String> = uses
                    .map(|(at, number)| match *number {
                        UNKNOWN => format!("{} ?", word(at)),
                        number => format!("{} {number}", word(at)),
                    })
                    .collect();
                marks.push((parameter.at, uses.join(", ")));
            }
        }
        marks.sort();
        let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        for (at, mark) in marks.into_iter().rev() {
            lines[at.line - 1].insert_str(at.column, &format!("«{mark}»"));
        }
        lines.join("\n")
    }

    #[test]
    fn what_is_shown_where() {
        let text = "\
fn forward(&self, x: &Tensor, n: usize) -> Result<Tensor> {
    let (b, t) = x.dims2()?;
    let q: Tensor = self.é.forward(x)?.relu()?.contiguous()?;
    let k = q
        .reshape((b, t))?
        .transpose(1, 2)?;
    let (u, v) = (q.exp()?, f(&k)?);
    let mut y = (x + &q)?;
    if n > 0 {
        return Ok(y);
    }
    for layer in layers.iter() {
        y = layer.forward(&y)?;
    }
    let z = match n {
        0 => y.neg()?,
        _ => Tensor::cat(&[y, x], 0)?,
    };
    let x = z.i(0)?;
    let w = x.map(|x: Tensor| x.abs()).collect();
    if n == 1 { Ok(softmax(&x)?) } else { x.sum(0) }
}
";
        let expected = "\
fn forward(&self, x: &Tensor«dims2 0, forward ?, ( 0», n: usize) -> Result<Tensor> {
    let (b, t) = x.dims2()?;
    let q«relu»: Tensor = self.é.forward(x)?.relu()?.contiguous()?;
    let k«transpose» = q
        .reshape((b, t))?«reshape»
        .transpose(1, 2)?;
    let (u«exp», v«f») = (q.exp()?, f(&k)?);
    let mut y«(» = (x + &q)?;
    if n > 0 {
        return Ok(y);
    }
    for layer in layers.iter() {
        y«forward» = layer.forward(&y)?;
    }
    let z«neg, Tensor» = match n {
        0 => y.neg()?,
        _ => Tensor::cat(&[y, x], 0)?,
    };
    let x«i» = z.i(0)?;
    let w = x.map(|x: Tensor«abs 0»| x.abs()).collect();
    if n == 1 { Ok(softmax(&x)?)«softmax» } else { x.sum(0)«sum» }
}";
        assert_eq!(marked(text), expected);
    }

    #[test]
    fn what_a_function_returns() {
        let text = "\
fn right(x: &Tensor) -> Result<Tensor> {
    let y = x.exp()?;
    let cache = y.copy()?;
    if early { return x.abs(); }
    Ok(y)
}

fn several(x: &Tensor) -> Result<(Tensor, Tensor)> {
    Ok((x.exp()?, x.abs()?))
}
";
        let functions = functions(text).unwrap();
        let returns = |line: usize, method: &str| {
            let column = text.lines().nth(line - 1).unwrap().find(method).unwrap();
            let within = functions
                .iter()
                .find(|function| function.lines.1 > line)
                .unwrap();
            within.returns(Point { line, column })
        };
        assert!(returns(2, "exp"));
        assert!(!returns(3, "copy"));
        assert!(returns(4, "abs"));
        assert!(!returns(9, "exp"));
    }

    #[test]
    fn tests_of_dry_runs() {
        let text = "#[test]\nfn a() { shapecheck_dry::dry([], run) }\n#[test]\nfn b() {}\nfn c() { dry([], run) }";
        let functions = functions(text).unwrap();
        let found: Vec<bool> = functions
            .iter()
            .map(|function| function.makes_dry_runs)
            .collect();
        assert_eq!(found, [true, false, false]);
        assert_eq!(functions[0].lines, (2, 2));
    }
}
