//! Finds the types of all expressions of a function, as far as they follow from what the file says, and where shapes do not
//! go together.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use shapecheck_core::algebra::slices::{Place, SliceEnd, SliceEntry};
use shapecheck_core::algebra::{einsum_shapes, pattern};
use shapecheck_core::broadcast::broadcast_shapes;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::items::{Argument, Bound, Fields, Function, Items, Type, arguments, entries};
use super::rules::{self, Given, Outcome, Settings, Written};
use super::sizes::Sizes;
use crate::types::vocabulary;

/// Methods of lists and iterators that give the same elements, or some of them.
const OF_LISTS: &[&str] = &[
    "chain",
    "cloned",
    "collect",
    "copied",
    "each_ref",
    "into_iter",
    "iter",
    "iter_mut",
    "rev",
    "skip",
    "step_by",
    "take",
];

/// What is known of a function.
#[derive(Default)]
pub struct Checked {
    /// The types of expressions, by their bytes.
    pub types: HashMap<(usize, usize), Type>,
    /// The expressions of which the shapes do not go together, or that are not what is expected there.
    pub clashes: Vec<Clash>,
    /// Operations whose result has more elements than each operand.
    pub larger: usize,
    /// The variables and their types where the expression of the first clash stands.
    pub scope: Vec<(String, Type)>,
    start: Start,
    /// The parameters, and what the statements of the function bind.
    scopes: Vec<(String, Type)>,
    /// One before each statement, and one at the end.
    marks: Vec<Mark>,
}

impl Checked {
    /// The names of the items that were asked for.
    pub fn asked(&self) -> impl Iterator<Item = &String> {
        self.marks.iter().flat_map(|mark| &mark.asked)
    }

    /// What is left of it where an item is another one, if that is not one that the signature is about.
    pub fn without<'a>(&'a self, other: &'a str) -> Option<Before<'a>> {
        (!self.marks[0].asked.contains(other)).then_some(Before {
            checked: self,
            other: Some(other),
        })
    }
}

/// What a signature says.
#[derive(Clone, Default)]
struct Start {
    bound: Bound,
    own: Type,
    result: Type,
}

/// What is known between two statements of a function.
struct Mark {
    /// How many variables there are, clashes, and operations with a larger result.
    scopes: usize,
    clashes: usize,
    larger: usize,
    /// The names of the items that were asked for since the mark before.
    asked: HashSet<String>,
}

/// What is known of a function with the same signature, from which statements are taken that nothing else is changed for.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    pub checked: &'a Checked,
    /// The item that is another one now.
    pub other: Option<&'a str>,
}

/// An expression that does not go with what is around it.
#[derive(Clone, Debug)]
pub struct Clash {
    pub bytes: Range<usize>,
    /// Whether another type is expected of it; otherwise its operands do not go together.
    pub is_expected: bool,
}

/// Goes through a function.
pub struct Check<'a> {
    pub items: &'a Items,
    pub sizes: &'a Sizes,
    /// Code whose shape the compiler has told.
    pub told: &'a [(String, Vec<usize>)],
    pub text: &'a str,
    /// Where variables are asked for.
    pub at: Range<usize>,
    /// The expression of which the rule has to hold for sure.
    pub for_sure: Option<(usize, usize)>,
    /// As many clashes are of interest: what comes after more is not looked at.
    pub most: usize,
    /// An expression, and the shape that the compiler expects of it.
    pub asked: Option<((usize, usize), Vec<usize>)>,
    pub before: Option<Before<'a>>,
    /// As many of the variables are what they were before.
    same: usize,
    checked: Checked,
    bound: Bound,
    own: Type,
    scopes: Vec<(String, Type)>,
    result: Type,
}

/// The bytes of some code.
pub fn bytes_of(code: &impl Spanned) -> (usize, usize) {
    let range = code.span().byte_range();
    (range.start, range.end)
}

/// The bytes of an expression, from its first and its last part: `span` writes all tokens between.
pub fn bytes(value: &syn::Expr) -> (usize, usize) {
    use syn::Expr;
    let close = |of: &syn::token::Paren| of.span.close().byte_range().end;
    match value {
        Expr::MethodCall(call) => (bytes(&call.receiver).0, close(&call.paren_token)),
        Expr::Call(call) => (bytes(&call.func).0, close(&call.paren_token)),
        Expr::Binary(of) => (bytes(&of.left).0, bytes(&of.right).1),
        Expr::Field(of) => (bytes(&of.base).0, bytes_of(&of.member).1),
        Expr::Reference(of) => (of.and_token.span.byte_range().start, bytes(&of.expr).1),
        Expr::Paren(of) => (
            of.paren_token.span.open().byte_range().start,
            close(&of.paren_token),
        ),
        Expr::Path(path) if path.qself.is_none() => match path.path.get_ident() {
            Some(name) => bytes_of(name),
            None => bytes_of(path),
        },
        Expr::Try(of) => (bytes(&of.expr).0, of.question_token.span.byte_range().end),
        Expr::Macro(of) if of.attrs.is_empty() => (bytes_of(&of.mac.path).0, end_of(&of.mac)),
        value => bytes_of(value),
    }
}

/// Where a macro ends.
fn end_of(call: &syn::Macro) -> usize {
    let span = call.delimiter.span().close();
    span.byte_range().end
}

impl<'a> Check<'a> {
    pub fn new(
        items: &'a Items,
        sizes: &'a Sizes,
        told: &'a [(String, Vec<usize>)],
        text: &'a str,
        at: Range<usize>,
    ) -> Self {
        Self {
            items,
            sizes,
            told,
            text,
            at,
            for_sure: None,
            most: usize::MAX,
            asked: None,
            before: None,
            same: 0,
            checked: Checked::default(),
            bound: Bound::new(),
            own: Type::Unknown,
            scopes: Vec::new(),
            result: Type::Unknown,
        }
    }

    /// A function of an `impl` for this type, or of none.
    pub fn function(self, item: &syn::ImplItemFn, own: Option<&syn::Type>) -> Checked {
        let statements = item.block.stmts.iter().enumerate();
        let statements = statements.map(|(at, statement)| (statement, Some(at)));
        self.statements(&item.sig, statements, own)
    }

    /// The statements of such a function, each with the place that it had before.
    pub fn statements<'e>(
        mut self,
        signature: &syn::Signature,
        statements: impl IntoIterator<Item = (&'e syn::Stmt, Option<usize>)>,
        own: Option<&syn::Type>,
    ) -> Checked {
        self.items.asked();
        match self.before {
            Some(Before { checked, .. }) => {
                let start = checked.start.clone();
                (self.bound, self.own, self.result) = (start.bound, start.own, start.result);
                self.scopes = checked.scopes[..checked.marks[0].scopes].to_vec();
            }
            None => self.signature(signature, own),
        }
        self.checked.start = Start {
            bound: self.bound.clone(),
            own: self.own.clone(),
            result: self.result.clone(),
        };
        self.mark();
        let wanted = self.result.clone();
        for (statement, old) in statements {
            if self.checked.clashes.len() > self.most {
                break;
            }
            if !old.is_some_and(|old| self.is_as_before(old)) {
                self.statement(statement, &wanted);
            }
            self.mark();
        }
        self.checked.scopes = self.scopes;
        self.checked
    }

    fn signature(&mut self, signature: &syn::Signature, own: Option<&syn::Type>) {
        if let Some(own) = own {
            self.own = self.read(own);
            self.bound
                .insert("Self".to_owned(), Argument::Type(self.own.clone()));
        }
        for input in &signature.inputs {
            match input {
                syn::FnArg::Typed(input) => {
                    let ty = self.read(&input.ty);
                    self.bind(&input.pat, ty);
                }
                syn::FnArg::Receiver(_) => self.scopes.push(("self".to_owned(), self.own.clone())),
            }
        }
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            self.result = self.read(ty);
        }
    }

    fn mark(&mut self) {
        self.checked.marks.push(Mark {
            scopes: self.scopes.len(),
            clashes: self.checked.clashes.len(),
            larger: self.checked.larger,
            asked: self.items.asked(),
        });
    }

    /// Whether a statement is what it was before, as it is about the same variables and items. Then it is done.
    fn is_as_before(&mut self, at: usize) -> bool {
        let Some(Before { checked, other }) = self.before else {
            return false;
        };
        let [from, to] = &checked.marks[at..at + 2] else {
            return false;
        };
        let old = checked.scopes.get(self.same..from.scopes);
        let is_same = other.is_none_or(|other| !to.asked.contains(other))
            && old.is_some_and(|old| self.scopes[self.same..] == *old);
        if is_same {
            self.scopes
                .extend_from_slice(&checked.scopes[from.scopes..to.scopes]);
            self.same = self.scopes.len();
            let clashes = &checked.clashes[from.clashes..to.clashes];
            self.checked.clashes.extend_from_slice(clashes);
            self.checked.larger += to.larger - from.larger;
        }
        is_same
    }

    fn read(&self, ty: &syn::Type) -> Type {
        self.items.read(ty, &self.bound, self.sizes)
    }

    fn read_path(&self, path: syn::Path) -> Type {
        self.read(&syn::Type::Path(syn::TypePath {
            attrs: Vec::new(),
            qself: None,
            path,
        }))
    }

    fn clash(&mut self, (start, end): (usize, usize), is_expected: bool) {
        let bytes = start..end;
        if self
            .checked
            .clashes
            .iter()
            .all(|clash| clash.bytes != bytes)
        {
            self.checked.clashes.push(Clash { bytes, is_expected });
        }
    }

    /// A value where a type is expected.
    fn expect(&mut self, value: &syn::Expr, found: &Type, wanted: &Type) {
        if let (Some(wanted), Some(found)) = (wanted.shape(), found.shape())
            && !self.sizes.are_one(wanted, found)
        {
            self.clash(bytes(value), true);
        }
    }

    fn in_scope<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.scopes.len();
        let result = inside(self);
        self.scopes.truncate(before);
        result
    }

    fn bind(&mut self, pattern: &syn::Pat, ty: Type) {
        match pattern {
            syn::Pat::Ident(name) => self.scopes.push((name.ident.to_string(), ty)),
            syn::Pat::Type(typed) => {
                let said = self.read(&typed.ty);
                let said = if said == Type::Unknown { ty } else { said };
                self.bind(&typed.pat, said);
            }
            syn::Pat::Reference(of) => self.bind(&of.pat, ty),
            syn::Pat::Tuple(parts) => {
                let types = match ty {
                    Type::Tuple(types) if types.len() == parts.elems.len() => types,
                    _ => vec![Type::Unknown; parts.elems.len()],
                };
                for (part, ty) in parts.elems.iter().zip(types) {
                    self.bind(part, ty);
                }
            }
            syn::Pat::TupleStruct(of) => of
                .elems
                .iter()
                .for_each(|part| self.bind(part, Type::Unknown)),
            syn::Pat::Struct(of) => of
                .fields
                .iter()
                .for_each(|field| self.bind(&field.pat, Type::Unknown)),
            syn::Pat::Slice(of) => {
                let each = match ty {
                    Type::List(of) => *of,
                    _ => Type::Unknown,
                };
                of.elems
                    .iter()
                    .for_each(|part| self.bind(part, each.clone()));
            }
            _ => {}
        }
    }

    /// Statements, of which the last may have the value.
    fn block(&mut self, block: &syn::Block, wanted: &Type) -> Type {
        self.in_scope(|check| {
            let statements = block.stmts.iter();
            let types = statements.map(|statement| check.statement(statement, wanted));
            types.last().unwrap_or_default()
        })
    }

    fn statement(&mut self, statement: &syn::Stmt, wanted: &Type) -> Type {
        match statement {
            syn::Stmt::Local(local) => self.local(local),
            syn::Stmt::Expr(value, None) => return self.wanted(value, wanted),
            syn::Stmt::Expr(value, Some(_)) => {
                self.value(value);
            }
            syn::Stmt::Macro(call) => {
                let ty = self.call_of_macro(&call.mac, bytes_of(call));
                return if call.semi_token.is_none() {
                    ty
                } else {
                    Type::Unknown
                };
            }
            syn::Stmt::Item(_) => {}
        }
        Type::Unknown
    }

    fn local(&mut self, local: &syn::Local) {
        let said = match &local.pat {
            syn::Pat::Type(typed) => self.read(&typed.ty),
            _ => Type::Unknown,
        };
        let ty = match &local.init {
            Some(init) => {
                if let Some((_, other)) = &init.diverge {
                    self.value(other);
                }
                let ty = self.wanted(&init.expr, &said);
                match self.is_apart(&local.pat, &init.expr) {
                    true => ty,
                    false => {
                        self.clash(bytes(&init.expr), false);
                        Type::Unknown
                    }
                }
            }
            None => Type::Unknown,
        };
        self.bind(&local.pat, ty);
    }

    /// Whether an axis that is taken apart may have as many indices as a pattern: `let [a, b] = x.along::<-1>().unstack();`
    fn is_apart(&self, pattern: &syn::Pat, value: &syn::Expr) -> bool {
        let (syn::Pat::Slice(parts), syn::Expr::MethodCall(call)) = (pattern, value) else {
            return true;
        };
        let is_rest = |part: &syn::Pat| match part {
            syn::Pat::Rest(_) => true,
            // `rest @ ..`
            syn::Pat::Ident(name) => name.subpat.is_some(),
            _ => false,
        };
        match self.checked.types.get(&bytes(&call.receiver)) {
            Some(Type::Along(shape, axis)) if call.method == "unstack" => {
                parts.elems.iter().any(is_rest)
                    || rules::may_have(self.sizes, shape, *axis, parts.elems.len())
            }
            _ => true,
        }
    }

    /// A value of which a type is expected, in each of its branches.
    fn wanted(&mut self, value: &syn::Expr, wanted: &Type) -> Type {
        let ty = match value {
            syn::Expr::Block(of) => return self.block(&of.block, wanted),
            syn::Expr::If(choice) => {
                self.value(&choice.cond);
                let one = self.block(&choice.then_branch, wanted);
                let other = choice
                    .else_branch
                    .as_ref()
                    .map(|(_, other)| self.wanted(other, wanted));
                return if one == Type::Unknown {
                    other.unwrap_or(one)
                } else {
                    one
                };
            }
            syn::Expr::Match(choice) => {
                let of = self.value(&choice.expr);
                let arms = choice.arms.iter().map(|arm| {
                    self.in_scope(|check| {
                        check.bind(&arm.pat, of.clone());
                        check.wanted(&arm.body, wanted)
                    })
                });
                let types = Vec::from_iter(arms);
                return types
                    .into_iter()
                    .find(|ty| *ty != Type::Unknown)
                    .unwrap_or(Type::Unknown);
            }
            syn::Expr::Call(call) if is_wrapped(call) => match call.args.first() {
                Some(inside) => self.wanted(inside, wanted),
                None => Type::Unknown,
            },
            syn::Expr::Struct(literal) => self.literal(literal, wanted),
            syn::Expr::Tuple(parts) => match wanted {
                Type::Tuple(types) if types.len() == parts.elems.len() => {
                    let pairs = parts.elems.iter().zip(types);
                    Type::Tuple(pairs.map(|(part, ty)| self.wanted(part, ty)).collect())
                }
                _ => self.value(value),
            },
            syn::Expr::Try(of) => return self.wanted(&of.expr, wanted),
            syn::Expr::MethodCall(call) => match self.value(value) {
                Type::Unknown => self.named(call, wanted),
                ty => ty,
            },
            _ => self.value(value),
        };
        self.expect(value, &ty, wanted);
        ty
    }

    /// `x.named()` where a type is expected.
    fn named(&mut self, call: &syn::ExprMethodCall, wanted: &Type) -> Type {
        let is_naming =
            call.turbofish.is_none() && (call.method == "named" || call.method == "try_named");
        let receiver = self.checked.types.get(&bytes(&call.receiver));
        let shapes = receiver.and_then(Type::shape).zip(wanted.shape());
        let Some((shape, names)) = shapes.filter(|_| is_naming) else {
            return Type::Unknown;
        };
        let place = (
            bytes(&call.receiver).0,
            call.paren_token.span.close().byte_range().end,
        );
        match rules::may_be_named(self.sizes, shape, names, self.for_sure.is_some()) {
            true => self.seen(place, wanted.clone()),
            false => {
                self.clash(place, true);
                Type::Unknown
            }
        }
    }

    /// The type of some code, or else the one that the compiler tells.
    fn or_told(&self, code: (usize, usize), ty: Type) -> Type {
        let is_known = match &ty {
            Type::Tensor(shape) => !shape.iter().any(|size| self.sizes.is_unknown(*size)),
            ty => *ty != Type::Unknown,
        };
        if is_known {
            return ty;
        }
        let text = self.text.get(code.0..code.1).unwrap_or("");
        // What is known of it may be another thing since an edit.
        let may_be = |told: &Vec<usize>| {
            let known = ty.shape();
            known.is_none_or(|shape| self.sizes.are_one(shape, told))
        };
        let mut told = self.told.iter();
        let told = told.find(|(of, told)| of == text && may_be(told));
        told.map_or(ty, |(_, shape)| Type::Tensor(shape.clone()))
    }

    fn seen(&mut self, code: (usize, usize), ty: Type) -> Type {
        if self.checked.scope.is_empty() && code.0 <= self.at.start && self.at.end <= code.1 {
            self.checked.scope.clone_from(&self.scopes);
        }
        self.checked.types.insert(code, ty.clone());
        ty
    }

    /// The type of a value.
    fn value(&mut self, value: &syn::Expr) -> Type {
        if self.checked.clashes.len() > self.most {
            return Type::Unknown;
        }
        let place = bytes(value);
        let clashes = self.checked.clashes.len();
        let ty = self.found(value, place);
        let ty = self.or_told(place, ty);
        if let (Some((at, wanted)), Some(found)) = (&self.asked, ty.shape())
            && *at == place
            && !self.sizes.are_one(wanted, found)
        {
            self.clash(place, true);
        }
        let clashes = &self.checked.clashes[clashes..];
        let here = clashes
            .iter()
            .find(|clash| clash.bytes == (place.0..place.1));
        let here = here.map(|clash| clash.is_expected);
        let ty = self.seen(place, ty);
        // What does not go together has no result, and what is not expected says nothing of what follows.
        match here {
            Some(is_expected) => {
                if !is_expected {
                    self.checked.types.insert(place, Type::Unknown);
                }
                Type::Unknown
            }
            None => ty,
        }
    }

    fn found(&mut self, value: &syn::Expr, place: (usize, usize)) -> Type {
        use syn::Expr;
        match value {
            Expr::Reference(of) => self.value(&of.expr),
            Expr::Paren(of) => self.value(&of.expr),
            Expr::Group(of) => self.value(&of.expr),
            Expr::Try(of) => self.value(&of.expr),
            Expr::Unary(of) => self.value(&of.expr),
            Expr::Lit(_) => Type::Number,
            Expr::Cast(of) => {
                self.value(&of.expr);
                Type::Number
            }
            Expr::Path(path) => {
                let Some(name) = path.path.get_ident() else {
                    // `std::f32::consts::TAU`
                    let is_constant = path.path.segments.iter().any(|of| of.ident == "consts");
                    return match path.path.segments.last() {
                        _ if is_constant => Type::Number,
                        Some(last) => self.constant(&last.ident),
                        None => Type::Unknown,
                    };
                };
                let variable = self.scopes.iter().rev().find(|(of, _)| name == of);
                match variable {
                    Some((_, ty)) => ty.clone(),
                    None => self.constant(name),
                }
            }
            Expr::Field(of) => self.field(of),
            Expr::Binary(operation) => self.binary(operation, place),
            Expr::MethodCall(call) => self.method(call, place),
            Expr::Call(call) => self.call(call, place),
            Expr::Macro(call) => self.call_of_macro(&call.mac, place),
            Expr::Struct(literal) => self.literal(literal, &Type::Unknown),
            Expr::Tuple(parts) => {
                Type::Tuple(parts.elems.iter().map(|part| self.value(part)).collect())
            }
            Expr::Array(parts) => {
                let types = Vec::from_iter(parts.elems.iter().map(|part| self.value(part)));
                // All have the shape of the first.
                let clashes = self.checked.clashes.len();
                for (part, ty) in parts.elems.iter().zip(&types) {
                    self.expect(part, ty, &types[0]);
                }
                let is_one = clashes == self.checked.clashes.len();
                let first = types.into_iter().next().filter(|_| is_one);
                Type::List(Box::new(first.unwrap_or(Type::Unknown)))
            }
            Expr::Index(of) => {
                self.value(&of.index);
                match self.value(&of.expr) {
                    Type::List(of) => *of,
                    Type::Tensor(_) => Type::Number,
                    _ => Type::Unknown,
                }
            }
            _ => self.flow(value),
        }
    }

    /// What makes no tensor of its operands: assignments, branches, loops, closures.
    fn flow(&mut self, value: &syn::Expr) -> Type {
        use syn::Expr;
        match value {
            Expr::Assign(of) => {
                let target = self.value(&of.left);
                self.wanted(&of.right, &target);
                Type::Unknown
            }
            Expr::Return(of) => {
                if let Some(value) = &of.expr {
                    let wanted = self.result.clone();
                    self.wanted(value, &wanted);
                }
                Type::Unknown
            }
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) => self.wanted(value, &Type::Unknown),
            Expr::Unsafe(of) => self.block(&of.block, &Type::Unknown),
            Expr::Let(of) => {
                let ty = self.value(&of.expr);
                self.bind(&of.pat, ty);
                Type::Unknown
            }
            Expr::ForLoop(of) => {
                let each = match self.value(&of.expr) {
                    Type::List(of) => *of,
                    _ => Type::Unknown,
                };
                self.in_scope(|check| {
                    check.bind(&of.pat, each);
                    check.block(&of.body, &Type::Unknown);
                });
                Type::Unknown
            }
            Expr::While(of) => {
                self.value(&of.cond);
                self.block(&of.body, &Type::Unknown);
                Type::Unknown
            }
            Expr::Loop(of) => {
                self.block(&of.body, &Type::Unknown);
                Type::Unknown
            }
            Expr::Closure(of) => match self.closure(of, Type::Unknown) {
                Type::Unknown => Type::Unknown,
                made => Type::Function(Box::new(made)),
            },
            _ => Type::Unknown,
        }
    }

    /// What a closure makes of a value of some type. What it returns is not what the function does.
    fn closure(&mut self, closure: &syn::ExprClosure, given: Type) -> Type {
        let result = std::mem::replace(&mut self.result, Type::Unknown);
        let made = self.in_scope(|check| {
            let inputs = closure.inputs.iter();
            inputs.for_each(|input| check.bind(input, given.clone()));
            check.wanted(&closure.body, &Type::Unknown)
        });
        self.result = result;
        made
    }

    fn constant(&self, name: &syn::Ident) -> Type {
        self.items.value(&name.to_string(), &self.bound, self.sizes)
    }

    fn field(&mut self, of: &syn::ExprField) -> Type {
        let base = self.value(&of.base);
        let name = match &of.member {
            syn::Member::Named(name) => name.to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        match base {
            Type::Struct(of, arguments) => self.items.field(&of, &arguments, &name, self.sizes),
            Type::Tuple(parts) => name
                .parse()
                .ok()
                .and_then(|at: usize| parts.get(at).cloned())
                .unwrap_or(Type::Unknown),
            _ => Type::Unknown,
        }
    }

    fn binary(&mut self, operation: &syn::ExprBinary, place: (usize, usize)) -> Type {
        use syn::BinOp;
        let left = self.value(&operation.left);
        let right = self.value(&operation.right);
        let outcome = match (&operation.op, &left, &right) {
            (
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_),
                Type::Tensor(lhs),
                Type::Tensor(rhs),
            ) => {
                let outcome = self.ruled(place, |sizes| rules::operator(sizes, lhs, rhs));
                self.count_larger(&outcome, lhs, rhs);
                outcome
            }
            (
                BinOp::AddAssign(_)
                | BinOp::SubAssign(_)
                | BinOp::MulAssign(_)
                | BinOp::DivAssign(_),
                Type::Tensor(lhs),
                Type::Tensor(rhs),
            ) => self.ruled(place, |sizes| rules::assigned(sizes, lhs, rhs)),
            (
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_),
                Type::Tensor(shape),
                Type::Number,
            )
            | (
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_),
                Type::Number,
                Type::Tensor(shape),
            ) => Outcome::Made(Type::Tensor(shape.clone())),
            (_, Type::Number, Type::Number) => Outcome::Made(Type::Number),
            _ => Outcome::Unknown,
        };
        self.of(outcome, place)
    }

    /// Counts a result that is larger than both operands.
    fn count_larger(&mut self, outcome: &Outcome, lhs: &Vec<usize>, rhs: &Vec<usize>) {
        if let Outcome::Made(Type::Tensor(shape)) = outcome {
            self.checked.larger += usize::from(shape != lhs && shape != rhs);
        }
    }

    fn ruled(&self, place: (usize, usize), rule: impl FnOnce(&Sizes) -> Outcome) -> Outcome {
        self.sizes.set_for_sure(self.for_sure == Some(place));
        let outcome = rule(self.sizes);
        self.sizes.set_for_sure(false);
        outcome
    }

    fn of(&mut self, outcome: Outcome, place: (usize, usize)) -> Type {
        match outcome {
            Outcome::Made(ty) => ty,
            Outcome::Unknown => Type::Unknown,
            Outcome::Refused => {
                self.clash(place, false);
                Type::Unknown
            }
        }
    }

    fn method(&mut self, call: &syn::ExprMethodCall, place: (usize, usize)) -> Type {
        let receiver = self.value(&call.receiver);
        let name = call.method.to_string();
        if let Type::Struct(of, known) = &receiver {
            let Some(function) = self.items.method(of, &name).cloned() else {
                call.args.iter().for_each(|value| drop(self.value(value)));
                return if name == "clone" {
                    receiver
                } else {
                    Type::Unknown
                };
            };
            let own = Type::Struct(of.clone(), known.clone());
            return self.called(&function, Some(own), &call.args);
        }
        if let (Type::List(each), "map", Some(syn::Expr::Closure(of))) =
            (&receiver, &*name, call.args.first())
        {
            let made = self.closure(of, (**each).clone());
            return Type::List(Box::new(made));
        }
        let mut given = Vec::from_iter(call.args.iter().map(|value| self.given(value)));
        // `x.along::<-1>().take(&[0, 2])`
        if let ("take", [Given::Value(indices)], Some(value)) =
            (&*name, &mut given[..], call.args.first())
            && let Some(shape) = self.shape_of_array(value)
        {
            *indices = Type::Tensor(shape);
        }
        let written = Vec::from_iter(
            call.turbofish
                .iter()
                .flat_map(|list| &list.args)
                .map(|it| self.written(it)),
        );
        let outcome = match &receiver {
            Type::Tensor(shape) => {
                let outcome = self.ruled(place, |sizes| {
                    rules::method(sizes, &name, shape, &written, &given)
                });
                if let (Some(Given::Value(Type::Tensor(other))), true) =
                    (given.first(), rules::BROADCAST.contains(&&*name))
                {
                    self.count_larger(&outcome, shape, other);
                }
                outcome
            }
            Type::Along(shape, axis) => {
                let outcome = rules::along(self.sizes, &name, shape, *axis, &written, &given);
                if let ("gather", Some(Given::Value(Type::Tensor(indices)))) =
                    (&*name, given.first())
                {
                    self.count_larger(&outcome, shape, indices);
                }
                outcome
            }
            Type::Number => Outcome::Made(Type::Number),
            Type::List(of) => match (&*name, given.first()) {
                ("first" | "last" | "unwrap", _) => Outcome::Made((**of).clone()),
                ("map", Some(Given::Value(Type::Function(made)))) => {
                    Outcome::Made(Type::List(made.clone()))
                }
                (name, _) if OF_LISTS.contains(&name) => Outcome::Made(receiver.clone()),
                _ => Outcome::Unknown,
            },
            Type::Unknown => {
                if let Some(function) = self.items.declared(&name).cloned() {
                    return self.called(&function, None, &call.args);
                }
                rules::said(self.sizes, &name, &written)
            }
            Type::Size(size) if name == "size" => Outcome::Made(Type::Size(*size)),
            _ => Outcome::Unknown,
        };
        self.of(outcome, place)
    }

    fn given(&mut self, value: &syn::Expr) -> Given {
        if let Some(settings) = settings(value) {
            return Given::Settings(settings);
        }
        let ty = self.value(value);
        match value {
            syn::Expr::Macro(call) if call.mac.path.is_ident("s") => self
                .slices(&call.mac.tokens)
                .map_or(Given::Value(ty), Given::Slices),
            _ => Given::Value(ty),
        }
    }

    /// The entries of `s![1..5, .., 0]`, with whether their lengths are known.
    fn slices(&self, tokens: &proc_macro2::TokenStream) -> Option<Vec<(SliceEntry, bool)>> {
        let number = |value: &syn::Expr| {
            let size = self.items.size(value, &self.bound, self.sizes)?;
            (!self.sizes.is_name(size)).then_some(size)
        };
        let entry = |code: proc_macro2::TokenStream| {
            let text = code.to_string();
            let (range, step) = match text.split_once(';') {
                Some((range, step)) => (range.trim(), step.trim().parse().ok()?),
                None => (&*text, 1),
            };
            if range == "..." {
                return Some((SliceEntry::Rest, true));
            }
            Some(match syn::parse_str(range).ok()? {
                syn::Expr::Range(of) => {
                    let start = of.start.as_ref().map_or(Some(0), |start| number(start));
                    let end = of.end.as_ref().map(|end| number(end));
                    let known = start.zip(end.unwrap_or(Some(0)));
                    let entry = SliceEntry::Span {
                        start: Place::FromStart(known.map_or(0, |(start, _)| start)),
                        end: SliceEnd::Before(match (end, known) {
                            (Some(_), Some((_, end))) => Place::FromStart(end),
                            _ => Place::FromEnd(0),
                        }),
                        step,
                    };
                    (entry, known.is_some())
                }
                syn::Expr::Path(name) if name.path.is_ident("NewAxis") => (SliceEntry::New, true),
                _ => (SliceEntry::At(Place::FromStart(0)), true),
            })
        };
        entries(tokens.clone()).into_iter().map(entry).collect()
    }

    fn written(&self, argument: &syn::GenericArgument) -> Written {
        match argument {
            syn::GenericArgument::Const(value) => {
                axis(value).map_or(Written::Other, |axis| Written::Axes(vec![axis]))
            }
            syn::GenericArgument::Type(syn::Type::Macro(call)) => {
                let tokens = call.mac.tokens.clone();
                let name = call
                    .mac
                    .path
                    .segments
                    .last()
                    .map(|last| last.ident.to_string());
                match name.as_deref() {
                    Some("axes") => {
                        let axes = entries(tokens)
                            .into_iter()
                            .map(|entry| axis(&syn::parse2(entry).ok()?));
                        axes.collect::<Option<_>>()
                            .map_or(Written::Other, Written::Axes)
                    }
                    Some("shape") => {
                        let sizes = entries(tokens).into_iter().map(|entry| {
                            match syn::parse2(entry).ok()? {
                                syn::Expr::Infer(_) => Some(None),
                                size => {
                                    Some(Some(self.items.size(&size, &self.bound, self.sizes)?))
                                }
                            }
                        });
                        sizes
                            .collect::<Option<_>>()
                            .map_or(Written::Other, Written::Shape)
                    }
                    Some("dim") => syn::parse2(tokens)
                        .ok()
                        .and_then(|size| self.items.size(&size, &self.bound, self.sizes))
                        .map_or(Written::Other, Written::Size),
                    _ => Written::Other,
                }
            }
            argument => match self.items.argument(argument, &self.bound, self.sizes) {
                Argument::Size(size) => Written::Size(size),
                _ => Written::Other,
            },
        }
    }

    fn call(&mut self, call: &syn::ExprCall, place: (usize, usize)) -> Type {
        let syn::Expr::Path(path) = &*call.func else {
            call.args.iter().for_each(|value| drop(self.value(value)));
            return match self.value(&call.func) {
                Type::Function(made) => *made,
                _ => Type::Unknown,
            };
        };
        if is_wrapped(call) {
            return call
                .args
                .first()
                .map_or(Type::Unknown, |value| self.value(value));
        }
        // `<shape![B, 4]>::of([b])`, `<dim!(24)>::default()`
        if let Some(of) = &path.qself {
            call.args.iter().for_each(|value| drop(self.value(value)));
            let argument = syn::GenericArgument::Type((*of.ty).clone());
            return match self.items.argument(&argument, &self.bound, self.sizes) {
                Argument::Shape(shape) => Type::Sizes(shape),
                Argument::Size(size) => Type::Size(size),
                Argument::Type(_) => Type::Unknown,
            };
        }
        let segments = Vec::from_iter(&path.path.segments);
        let function = match &segments[..] {
            [name] => {
                let (of, name) = (name.ident.to_string(), *name);
                let is_tuple = |(_, fields): &&Fields| fields.iter().any(|(field, _)| field == "0");
                if self
                    .items
                    .fields(&of)
                    .is_some_and(|fields| is_tuple(&fields))
                {
                    let own = self.read_path(name.clone().into());
                    let fields = call.args.iter().enumerate();
                    let fields = fields.map(|(at, value)| (at.to_string(), value));
                    return self.made(own, fields);
                }
                let function = self.items.function(&of).cloned();
                function.map(|function| (function, None))
            }
            [.., of, name] => {
                let own = match of.ident == "Self" {
                    true => self.own.clone(),
                    false => self.read_path(syn::Path {
                        leading_colon: None,
                        segments: [(*of).clone()].into_iter().collect(),
                    }),
                };
                let name_of = name.ident.to_string();
                if vocabulary::is_tensor(&of.ident.to_string())
                    && ["stack", "concat_all"].contains(&&*name_of)
                {
                    return self.joined(&name_of, call, place);
                }
                if vocabulary::is_tensor(&of.ident.to_string()) || matches!(own, Type::Tensor(_)) {
                    let given = Vec::from_iter(call.args.iter().map(|value| self.value(value)));
                    return match (own, given.first()) {
                        (Type::Unknown, Some(Type::Sizes(shape))) if name_of.ends_with("_with") => {
                            Type::Tensor(shape.clone())
                        }
                        (Type::Unknown, Some(_)) if name_of == "from" => {
                            let shape = self.shape_of_array(&call.args[0]);
                            shape.map_or(Type::Unknown, Type::Tensor)
                        }
                        // Any names of these numbers will do.
                        (Type::Unknown, Some(_)) if name_of == "from_array" => {
                            let shape = self.shape_of_array(&call.args[0]);
                            let any = |shape: Vec<usize>| {
                                let sizes =
                                    shape.iter().map(|size| match self.sizes.is_name(*size) {
                                        true => self.sizes.unknown(),
                                        false => self.sizes.unknown_as(*size),
                                    });
                                Vec::from_iter(sizes)
                            };
                            shape.map(any).map_or(Type::Unknown, Type::Tensor)
                        }
                        (own, _) => own,
                    };
                }
                if let (Type::Size(_), "of" | "default") = (&own, &*name_of) {
                    call.args.iter().for_each(|value| drop(self.value(value)));
                    return own;
                }
                let of = of.ident.to_string();
                let of = match &own {
                    Type::Struct(name, _) => name.clone(),
                    _ => of,
                };
                match self.items.method(&of, &name_of) {
                    Some(function) => Some((function.clone(), Some(own))),
                    // By an attribute.
                    None if name_of == "default" => return own,
                    None => {
                        let declared = self.items.declared(&name_of).cloned();
                        declared.map(|function| (function, None))
                    }
                }
            }
            [] => None,
        };
        match function {
            Some((function, own)) => self.called(&function, own, &call.args),
            None => {
                call.args.iter().for_each(|value| drop(self.value(value)));
                match self.value(&call.func) {
                    Type::Function(made) => *made,
                    _ => Type::Unknown,
                }
            }
        }
    }

    /// The lengths of arrays of numbers in each other: `[[1.0, 2.0], [3.0, 4.0]]`.
    fn shape_of_array(&self, value: &syn::Expr) -> Option<Vec<usize>> {
        let (first, count) = match plain(value) {
            syn::Expr::Array(of) => (of.elems.first()?, of.elems.len()),
            syn::Expr::Repeat(of) => (
                &*of.expr,
                self.items.size(&of.len, &self.bound, self.sizes)?,
            ),
            _ => return None,
        };
        let mut shape = vec![count];
        match self.checked.types.get(&bytes(first))? {
            Type::Number => {}
            Type::List(_) => shape.extend(self.shape_of_array(first)?),
            _ => return None,
        }
        Some(shape)
    }

    /// `Tensor::stack([a, b], Axis::<-1>)`
    fn joined(&mut self, name: &str, call: &syn::ExprCall, place: (usize, usize)) -> Type {
        let types = Vec::from_iter(call.args.iter().map(|value| self.value(value)));
        let count = match call.args.first().map(plain) {
            Some(syn::Expr::Array(parts)) => parts.elems.len(),
            _ => return Type::Unknown,
        };
        let at = match call.args.get(1) {
            Some(syn::Expr::Path(path)) => {
                path.path
                    .segments
                    .last()
                    .and_then(|last| match arguments(last).first() {
                        Some(syn::GenericArgument::Const(value)) => axis(value),
                        _ => None,
                    })
            }
            _ => None,
        };
        match (types.first(), at) {
            (Some(Type::List(of)), Some(at)) => match &**of {
                Type::Tensor(shape) => {
                    let outcome = rules::joined(self.sizes, name, shape, count, at);
                    self.of(outcome, place)
                }
                _ => Type::Unknown,
            },
            _ => Type::Unknown,
        }
    }

    /// A call of a function of the user's.
    fn called<'e>(
        &mut self,
        function: &Function,
        own: Option<Type>,
        arguments: impl IntoIterator<Item = &'e syn::Expr>,
    ) -> Type {
        let open = function.parameters();
        let mut bound = Bound::new();
        let known = own.clone().unwrap_or(Type::Unknown);
        if let Some((_, ty)) = &function.of {
            self.items.bind(ty, &known, &open, &mut bound, self.sizes);
        }
        let given = match known {
            Type::Unknown => self.items.read_open(function, &bound, self.sizes),
            known => known,
        };
        bound.insert("Self".to_owned(), Argument::Type(given));
        let inputs = function
            .signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                syn::FnArg::Typed(input) => Some(&input.ty),
                syn::FnArg::Receiver(_) => None,
            });
        for (value, ty) in arguments.into_iter().zip(inputs) {
            let found = self.value(value);
            let before = bound.clone();
            if !self.items.bind(ty, &found, &open, &mut bound, self.sizes) {
                self.clash(bytes(value), true);
                bound = before;
            }
        }
        match &function.signature.output {
            syn::ReturnType::Type(_, ty) if self.items.is_known(ty, &open, &bound) => {
                self.items.read(ty, &bound, self.sizes)
            }
            _ => Type::Unknown,
        }
    }

    /// A struct, of the type that is wanted where it does not say its parameters.
    fn literal(&mut self, literal: &syn::ExprStruct, wanted: &Type) -> Type {
        let mut own = self.read_path(literal.path.clone());
        if let (Type::Struct(name, arguments), Type::Struct(of, _)) = (&own, wanted)
            && name == of
            && arguments.is_empty()
        {
            own = wanted.clone();
        }
        let fields = literal.fields.iter().map(|field| {
            let member = match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            (member, &field.expr)
        });
        self.made(own, fields)
    }

    /// A struct of this type with values for its fields.
    fn made<'e>(
        &mut self,
        own: Type,
        values: impl IntoIterator<Item = (String, &'e syn::Expr)>,
    ) -> Type {
        let name = match &own {
            Type::Struct(name, _) => name.clone(),
            _ => String::new(),
        };
        let declared = self.items.fields(&name).cloned();
        let (open, fields) = declared.unwrap_or_default();
        let mut bound = Bound::new();
        if let Type::Struct(_, arguments) = &own {
            bound.extend(open.iter().cloned().zip(arguments.iter().cloned()));
        }
        for (member, value) in values {
            let found = self.value(value);
            let Some((_, ty)) = fields.iter().find(|(of, _)| *of == member) else {
                continue;
            };
            if !self.items.bind(ty, &found, &open, &mut bound, self.sizes) {
                self.clash(bytes(value), true);
            }
        }
        let arguments = open.iter().map(|name| {
            bound
                .get(name)
                .cloned()
                .unwrap_or(Argument::Type(Type::Unknown))
        });
        match name.is_empty() {
            true => Type::Unknown,
            false => Type::Struct(name, arguments.collect()),
        }
    }

    /// `einsum!("i j, j k -> i k"; a, b)`, `rearrange!(x, "b (h d) -> b h d"; h = 4)`.
    fn call_of_macro(&mut self, call: &syn::Macro, place: (usize, usize)) -> Type {
        let (name, parts) = (name_of(call), parts(call));
        let parsed = values;
        let outcome = match (&*name, &parts[..]) {
            ("einsum", [equation, operands]) => {
                let (Some(equation), Some(operands)) = (text_of(equation), parsed(operands)) else {
                    return Type::Unknown;
                };
                let types = Vec::from_iter(operands.iter().map(|value| self.value(value)));
                self.notation(
                    types.iter().map(|ty| ty.shape().cloned()).collect(),
                    |shapes| {
                        let shapes = Vec::from_iter(shapes.iter().map(Vec::as_slice));
                        Some(einsum_shapes(&equation, &shapes).ok()?.dims().to_vec())
                    },
                )
            }
            ("rearrange" | "reduce", [first, sizes @ ..]) => {
                let values = parsed(first);
                let Some([value, rule, ..]) = values.as_deref() else {
                    return Type::Unknown;
                };
                let shape = self.value(value).shape().cloned();
                let Some(rule) = text_of_value(rule) else {
                    return Type::Unknown;
                };
                let Some(known) = self.sizes_by_name(sizes.first()) else {
                    return Type::Unknown;
                };
                let known = Vec::from_iter(known.iter().map(|(name, size)| (name.as_str(), *size)));
                self.notation(shape.map(|shape| vec![shape]), |shapes| {
                    let made = match &*name {
                        "reduce" => pattern::reduce_shape(&rule, &shapes[0], &known),
                        _ => pattern::rearrange_shape(&rule, &shapes[0], &known),
                    };
                    Some(made.ok()?.dims().to_vec())
                })
            }
            ("broadcast_map", [_, operands]) => {
                let types = parsed(operands).unwrap_or_default();
                let types = Vec::from_iter(types.iter().map(|value| self.value(value)));
                let shapes = types.iter().map(|ty| ty.shape().cloned());
                self.notation(shapes.collect(), |shapes| {
                    let shapes = Vec::from_iter(shapes.iter().map(Vec::as_slice));
                    Some(broadcast_shapes(&shapes).ok()?.dims().to_vec())
                })
            }
            ("vec" | "dbg", [values]) => {
                let types = parsed(values).unwrap_or_default();
                let types = Vec::from_iter(types.iter().map(|value| self.value(value)));
                return match &*name {
                    "dbg" => types.into_iter().next().unwrap_or(Type::Unknown),
                    _ => Type::List(Box::new(types.into_iter().next().unwrap_or(Type::Unknown))),
                };
            }
            _ => {
                let mut values = Vec::from_iter(parts.iter().filter_map(parsed).flatten());
                while let Some(value) = values.pop() {
                    match value {
                        // Brackets are of the macro: rows of blocks have no shape in common.
                        syn::Expr::Array(parts) => values.extend(parts.elems),
                        value => drop(self.value(&value)),
                    }
                }
                Outcome::Unknown
            }
        };
        self.of(outcome, place)
    }

    fn notation(
        &self,
        shapes: Option<Vec<Vec<usize>>>,
        rule: impl Fn(&[Vec<usize>]) -> Option<Vec<usize>>,
    ) -> Outcome {
        let Some(shapes) = shapes else {
            return Outcome::Unknown;
        };
        match self.sizes.applied(&rule, &shapes) {
            Some(shape) => Outcome::Made(Type::Tensor(shape)),
            None if shapes
                .iter()
                .flatten()
                .any(|size| self.sizes.may_be_any(*size)) =>
            {
                Outcome::Unknown
            }
            None => Outcome::Refused,
        }
    }

    /// `h = H, d = 4`
    fn sizes_by_name(
        &self,
        tokens: Option<&proc_macro2::TokenStream>,
    ) -> Option<Vec<(String, usize)>> {
        let entries = entries(tokens.cloned().unwrap_or_default()).into_iter();
        let known = entries.map(|entry| match syn::parse2(entry).ok()? {
            syn::Expr::Assign(of) => match &*of.left {
                syn::Expr::Path(name) => {
                    let variable = match &*of.right {
                        syn::Expr::Path(path) => {
                            let mut scopes = self.scopes.iter().rev();
                            scopes.find(|(of, _)| path.path.is_ident(of))
                        }
                        _ => None,
                    };
                    let size = match variable {
                        Some((_, Type::Size(size))) => *size,
                        // What another variable holds is not known.
                        Some(_) => return None,
                        None => self.items.size(&of.right, &self.bound, self.sizes)?,
                    };
                    Some((name.path.get_ident()?.to_string(), size))
                }
                _ => None,
            },
            _ => None,
        });
        known.collect()
    }
}

/// An expression without `&` and parentheses.
pub fn plain(value: &syn::Expr) -> &syn::Expr {
    match value {
        syn::Expr::Reference(of) => plain(&of.expr),
        syn::Expr::Paren(of) => plain(&of.expr),
        value => value,
    }
}

/// `Ok(x)`, `Some(x)`.
pub fn is_wrapped(call: &syn::ExprCall) -> bool {
    matches!(&*call.func, syn::Expr::Path(path) if ["Ok", "Some", "Box"].iter().any(|name| path.path.is_ident(name)))
}

fn name_of(call: &syn::Macro) -> String {
    let last = call.path.segments.last();
    last.map(|last| last.ident.to_string()).unwrap_or_default()
}

/// What stands between the signs `;` of a call of a macro.
fn parts(call: &syn::Macro) -> Vec<proc_macro2::TokenStream> {
    let mut parts = Vec::new();
    for token in call.tokens.clone() {
        match &token {
            proc_macro2::TokenTree::Punct(sign) if sign.as_char() == ';' => {
                parts.push(proc_macro2::TokenStream::new())
            }
            _ if parts.is_empty() => parts.push(token.into()),
            _ => parts.last_mut().expect("not empty").extend([token]),
        }
    }
    parts
}

/// Expressions by commas.
fn values(tokens: &proc_macro2::TokenStream) -> Option<Vec<syn::Expr>> {
    let values = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    Some(values.parse2(tokens.clone()).ok()?.into_iter().collect())
}

/// The tensors that calls of macros compute with, by the bytes of the calls.
#[derive(Default)]
pub struct Operands(HashMap<(usize, usize), Vec<syn::Expr>>);

impl Operands {
    pub fn of(item: &syn::ImplItemFn) -> Self {
        let mut all = Self::default();
        all.visit_impl_item_fn(item);
        all
    }

    pub fn get(&self, value: &syn::Expr) -> &[syn::Expr] {
        let known = matches!(value, syn::Expr::Macro(_)).then(|| self.0.get(&bytes(value)));
        known.flatten().map_or(&[], Vec::as_slice)
    }
}

impl<'ast> Visit<'ast> for Operands {
    fn visit_expr(&mut self, value: &'ast syn::Expr) {
        if let syn::Expr::Macro(call) = value {
            let at = match &*name_of(&call.mac) {
                "einsum" => 1,
                "rearrange" | "reduce" => 0,
                _ => return,
            };
            let mut operands = parts(&call.mac)
                .get(at)
                .and_then(values)
                .unwrap_or_default();
            operands.retain(|value| !matches!(value, syn::Expr::Lit(_)));
            operands.iter().for_each(|value| self.visit_expr(value));
            self.0.insert(bytes(value), operands);
        }
        visit::visit_expr(self, value);
    }
}

/// The text of a literal.
fn text_of(tokens: &proc_macro2::TokenStream) -> Option<String> {
    text_of_value(&syn::parse2(tokens.clone()).ok()?)
}

fn text_of_value(value: &syn::Expr) -> Option<String> {
    match value {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// `-1`, `{ -1 }`
pub fn axis(value: &syn::Expr) -> Option<isize> {
    match value {
        syn::Expr::Unary(of) if matches!(of.op, syn::UnOp::Neg(_)) => Some(-axis(&of.expr)?),
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        syn::Expr::Block(of) => match &of.block.stmts[..] {
            [syn::Stmt::Expr(value, None)] => axis(value),
            _ => None,
        },
        _ => None,
    }
}

/// `Conv::new().stride::<2>().padding::<1>()`, `Pool::<3>::new()`
fn settings(value: &syn::Expr) -> Option<Settings> {
    match value {
        syn::Expr::MethodCall(call) => {
            let mut settings = settings(&call.receiver)?;
            if call.method == "same" {
                settings.keeps = true;
                return Some(settings);
            }
            let number = call
                .turbofish
                .as_ref()
                .and_then(|list| match list.args.first()? {
                    syn::GenericArgument::Const(value) => usize::try_from(axis(value)?).ok(),
                    _ => None,
                })?;
            match &*call.method.to_string() {
                "stride" => settings.stride = number,
                "padding" => settings.padding = number,
                "dilation" => settings.dilation = number,
                "groups" => settings.groups = number,
                "output_padding" => settings.output_padding = number,
                _ => return None,
            }
            Some(settings)
        }
        syn::Expr::Call(call) => {
            let syn::Expr::Path(path) = &*call.func else {
                return None;
            };
            let [.., of, name] = &*Vec::from_iter(&path.path.segments) else {
                return None;
            };
            let window = arguments(of).first().and_then(|argument| match argument {
                syn::GenericArgument::Const(value) => usize::try_from(axis(value)?).ok(),
                _ => None,
            });
            let window_of = || match arguments(name).first() {
                Some(syn::GenericArgument::Const(value)) => usize::try_from(axis(value)?).ok(),
                _ => None,
            };
            let (is_known, window) = match &*format!("{}::{}", of.ident, name.ident) {
                "Conv::new" | "ConvTranspose::new" => (true, 1),
                "Pool::new" => (window.is_some(), window.unwrap_or(1)),
                "Pool::of" => (window_of().is_some(), window_of().unwrap_or(1)),
                _ => (false, 1),
            };
            is_known.then_some(Settings {
                stride: window,
                padding: 0,
                dilation: 1,
                groups: 1,
                output_padding: 0,
                keeps: false,
                window,
            })
        }
        _ => None,
    }
}
