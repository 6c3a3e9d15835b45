//! The operators: each makes edits of an expression that does not go with what is around it. Whether an edit is right is
//! computed afterwards.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::check::{Checked, Clash, Operands, axis, bytes, bytes_of, is_wrapped, plain};
use super::items::{Items, Type, entries, place_of, said};
use super::rules::{self, Outcome};
use super::sizes::Sizes;
use crate::types::vocabulary;

/// Code instead of some bytes of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub replaced: Vec<(Range<usize>, String)>,
    /// What of the function shows it: an operand, a call, a statement.
    pub shown: Range<usize>,
    /// Whether it is not where the error is.
    pub is_elsewhere: bool,
    /// What is said of it beside the code.
    pub fact: Option<String>,
    pub kind: Kind,
}

impl Edit {
    /// With the names of fields that are given by a variable of their name.
    fn name_fields(&mut self, text: &str, short: &[(usize, usize)]) {
        for (start, end) in short {
            let is_inside = |(place, _): &&mut (Range<usize>, String)| {
                *start <= place.start && place.end <= *end
            };
            let Some((place, code)) = self.replaced.iter_mut().find(is_inside) else {
                continue;
            };
            let name = format!("{}: ", &text[*start..*end]);
            match place.start == *start {
                true => code.insert_str(0, &name),
                false => self.replaced.insert(0, (*start..*start, name)),
            }
        }
    }
}

/// What an edit does. What stands further up is meant where several fit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Another variable or field, which is used nowhere.
    Variable,
    /// A call that moves axes is taken away.
    Drop,
    /// Another number for an axis.
    Axis,
    /// A product of matrices instead of one of elements that is an operand.
    Product,
    /// Operands or arguments exchanged, or another product of the same two.
    Exchange,
    /// Axes exchanged, inserted, removed or merged by a call.
    Move(String),
    /// Sizes that are written in a type.
    Written,
    /// A bound where an associated type is declared.
    Bound,
}

/// Methods that move axes and change no element.
const MOVES: &[&str] = &[
    "index_axis",
    "insert_axis",
    "move_axis",
    "permute",
    "remove_axes",
    "remove_axis",
    "swap_axes",
    "transpose",
];

/// Methods that ask for an axis, of which no other axis makes up for it.
const OF_AXES: &[&str] = &[
    "flatten_from",
    "index_axis",
    "insert_axis",
    "merge_axes",
    "move_axis",
    "permute",
    "remove_axes",
    "remove_axis",
    "swap_axes",
];

/// The most expressions that are edited.
const MOST_SITES: usize = 16;

/// An expression to edit.
pub struct Site<'e> {
    pub value: &'e syn::Expr,
    /// Whether what is made of it has to be borrowed there.
    is_argument: bool,
    /// The statement that binds it to a variable, if that is not what clashes.
    binding: Option<Range<usize>>,
    /// The operation that it is an operand of.
    of: Of,
    /// The variable that is bound to it.
    used: Option<&'e syn::Expr>,
    /// Whether it is what clashes, or one of its operands.
    is_direct: bool,
    /// What is called with it.
    beside: Option<(usize, usize)>,
    /// The other operand of an operator.
    other: Option<(usize, usize)>,
}

impl<'e> Site<'e> {
    /// An expression by itself.
    fn of(value: &'e syn::Expr) -> Self {
        Self {
            value,
            is_argument: false,
            binding: None,
            of: Of::Other,
            used: None,
            is_direct: false,
            beside: None,
            other: None,
        }
    }
}

/// What a site is an operand of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// A product of matrices.
    Product,
    /// The input of a layer, or its weights.
    Input,
    Weights,
    /// What asks for an axis.
    Axis,
    Other,
}

/// A function whose shapes do not go together.
pub struct Function<'e> {
    pub item: &'e syn::ImplItemFn,
    pub text: &'e str,
    pub items: &'e Items,
    pub sizes: &'e Sizes,
    pub checked: &'e Checked,
    pub operands: &'e Operands,
}

/// A statement `let name = value;`.
struct Binding<'e> {
    name: String,
    value: &'e syn::Expr,
    bytes: Range<usize>,
}

/// What clashes, and what is around it.
pub struct Look<'e> {
    operands: &'e Operands,
    wanted: (usize, usize),
    found: Option<&'e syn::Expr>,
    /// Whether that is an argument of a call, and what the method is called on.
    pub is_argument: bool,
    receiver: Option<&'e syn::Expr>,
    /// All of an array that it is one of.
    beside: Vec<&'e syn::Expr>,
    /// Whether a variable with a type is bound to it: either may be wrong.
    pub is_said: bool,
    /// Fields that are given by a variable of their name: `Model { weights }`.
    short: Vec<(usize, usize)>,
    bindings: Vec<Binding<'e>>,
}

impl<'e> Visit<'e> for Look<'e> {
    fn visit_expr(&mut self, value: &'e syn::Expr) {
        if bytes(value) == self.wanted {
            self.found = self.found.or(Some(value));
        }
        let arguments = match value {
            syn::Expr::MethodCall(call) => Some(&call.args),
            syn::Expr::Call(call) if !is_wrapped(call) => Some(&call.args),
            _ => None,
        };
        if let syn::Expr::Array(of) = value
            && of.elems.iter().any(|part| bytes(part) == self.wanted)
        {
            self.beside = of.elems.iter().collect();
        }
        if arguments.is_some_and(|all| all.iter().any(|argument| bytes(argument) == self.wanted)) {
            self.is_argument = true;
            if let syn::Expr::MethodCall(call) = value {
                self.receiver = Some(&call.receiver);
            }
        }
        let operands = self.operands;
        operands
            .get(value)
            .iter()
            .for_each(|value| self.visit_expr(value));
        visit::visit_expr(self, value);
    }

    fn visit_field_value(&mut self, field: &'e syn::FieldValue) {
        if field.colon_token.is_none() {
            self.short.push(bytes(&field.expr));
        }
        visit::visit_field_value(self, field);
    }

    fn visit_local(&mut self, local: &'e syn::Local) {
        let mut pattern = &local.pat;
        if let syn::Pat::Type(typed) = pattern {
            pattern = &typed.pat;
            let value = local.init.as_ref();
            self.is_said |= value.is_some_and(|init| bytes(&init.expr) == self.wanted);
        }
        if let (syn::Pat::Ident(name), Some(init)) = (pattern, &local.init) {
            self.bindings.push(Binding {
                name: name.ident.to_string(),
                value: &init.expr,
                bytes: local.span().byte_range(),
            });
        }
        visit::visit_local(self, local);
    }
}

/// Looks for what clashes.
pub fn looked<'e>(function: &Function<'e>, clash: &Clash) -> Look<'e> {
    let mut look = Look {
        operands: function.operands,
        wanted: (clash.bytes.start, clash.bytes.end),
        found: None,
        is_argument: false,
        receiver: None,
        beside: Vec::new(),
        is_said: false,
        short: Vec::new(),
        bindings: Vec::new(),
    };
    look.visit_impl_item_fn(function.item);
    look
}

/// Other variables for one that is used elsewhere, too.
pub fn variables(function: &Function, clash: &Clash, look: &Look) -> Vec<Edit> {
    // Another one of several tensors of one shape does not help.
    let Some(value) = look.found.filter(|_| look.beside.is_empty()) else {
        return Vec::new();
    };
    let sites = sites(value, clash, look);
    let is_used_again = |site: &&Site| {
        let code = function.code(site.value);
        let is_variable = matches!(site.value, syn::Expr::Path(_));
        site.is_direct && is_variable && words(function.body(), code) > 2
    };
    let edits = sites.iter().filter(is_used_again).flat_map(|site| {
        let mut names = function.names(site.value);
        names.retain(|name| {
            !name.contains('.') && words(&function.text[clash.bytes.clone()], name) == 0
        });
        function.with_names(site.value, site.is_argument, names)
    });
    edits.collect()
}

/// A comparison of elements for an operator, which compares numbers: `x.greater(&y)` for `x > y`. `at` is the operator.
pub fn compared(function: &Function, at: &Range<usize>) -> Option<Edit> {
    struct Find<'e> {
        at: (usize, usize),
        found: Option<&'e syn::ExprBinary>,
    }
    impl<'e> Visit<'e> for Find<'e> {
        fn visit_expr_binary(&mut self, of: &'e syn::ExprBinary) {
            if bytes_of(&of.op) == self.at {
                self.found = Some(of);
            }
            visit::visit_expr_binary(self, of);
        }
    }
    let mut find = Find {
        at: (at.start, at.end),
        found: None,
    };
    find.visit_impl_item_fn(function.item);
    let of = find.found?;
    let (each, number) = match of.op {
        syn::BinOp::Gt(_) => ("greater", "greater_than"),
        syn::BinOp::Lt(_) => ("less", "less_than"),
        syn::BinOp::Ge(_) => ("greater_equal", "at_least"),
        syn::BinOp::Le(_) => ("less_equal", "at_most"),
        _ => return None,
    };
    let (left, right) = (plain(&of.left), plain(&of.right));
    let code = match (function.type_of(left)?, function.type_of(right)?) {
        (Type::Tensor(shape), Type::Number) if !shape.is_empty() => {
            format!(
                "{}.{number}({})",
                function.closed(left),
                function.code(right)
            )
        }
        (Type::Tensor(_), Type::Tensor(_)) => {
            let sign = function.borrowed(right);
            format!(
                "{}.{each}({sign}{})",
                function.closed(left),
                function.closed(right)
            )
        }
        _ => return None,
    };
    let (start, end) = (bytes(&of.left).0, bytes(&of.right).1);
    Some(Edit {
        replaced: vec![(start..end, code)],
        shown: start..end,
        is_elsewhere: false,
        fact: None,
        kind: Kind::Exchange,
    })
}

/// The edits that may be meant.
pub fn edits(function: &Function, clash: &Clash, look: &Look) -> Vec<Edit> {
    let Some(value) = look.found else {
        return Vec::new();
    };
    let sites = sites(value, clash, look);
    let mut edits = Vec::new();
    // What is returned may be anything that is known.
    let is_returned = clash.is_expected && !look.is_argument;
    for site in &sites {
        if site.binding.is_none() {
            edits.extend(function.other_variables(site.value, site.is_argument, look));
        }
        let is_whole = is_returned && bytes(site.value) == bytes(plain(value));
        edits.extend(function.dropped(site, is_whole));
        edits.extend(function.moved(site));
        edits.extend(function.other_axes(site));
    }
    if let Some(receiver) = look.receiver {
        edits.extend(function.other_variables(receiver, false, look));
    }
    // What clashes may be written otherwise itself.
    let own = Site {
        is_direct: true,
        ..Site::of(plain(value))
    };
    // An axis that is inserted where something is bound, only to be removed, was not forgotten there.
    if let syn::Expr::MethodCall(call) = own.value
        && call.method.to_string().starts_with("remove_ax")
    {
        edits.retain(|edit| {
            !(edit.is_elsewhere
                && matches!(&edit.kind, Kind::Move(call) if call.starts_with("insert_axis")))
        });
    }
    let is_own = |site: &&Site| bytes(site.value) != bytes(own.value);
    for site in [&own].into_iter().chain(sites.iter().filter(is_own)) {
        edits.extend(function.other_labels(site));
        edits.extend(function.other_sizes(site));
    }
    // What is bound to the result of a call is not undone by the same call where it is used.
    for site in &sites {
        if let (Some(used), syn::Expr::MethodCall(of)) = (site.used, site.value)
            && of.method == "transpose"
        {
            let end = bytes(used).1;
            edits.retain(|edit| {
                let is_there = edit.replaced.iter().any(|(place, _)| place.start == end);
                !is_there || edit.kind != Kind::Move("transpose()".to_owned())
            });
        }
    }
    edits.extend(function.exchanged(value, &sites));
    let mut unlike: Vec<Edit> = Vec::new();
    for mut edit in edits {
        edit.name_fields(function.text, &look.short);
        if !unlike.iter().any(|of| of.replaced == edit.replaced) {
            unlike.push(edit);
        }
    }
    unlike
}

/// The expressions that are edited: what clashes, its operands, and what variables among them are bound to.
fn sites<'e>(value: &'e syn::Expr, clash: &Clash, look: &Look<'e>) -> Vec<Site<'e>> {
    let mut sites = Vec::new();
    if clash.is_expected {
        sites.push(Site {
            is_argument: look.is_argument,
            is_direct: true,
            ..Site::of(plain(value))
        });
    } else {
        operands(plain(value), &mut sites, None, look.operands);
    }
    // Each of several tensors of one shape may be the one that is wrong.
    for value in &look.beside {
        let is_argument = !matches!(value, syn::Expr::Reference(_));
        let value = plain(value);
        if sites.iter().all(|site| bytes(site.value) != bytes(value)) {
            sites.push(Site {
                is_argument,
                is_direct: true,
                ..Site::of(value)
            });
        }
    }
    let mut at = 0;
    while at < sites.len() && sites.len() < MOST_SITES {
        let (value, binding) = (sites[at].value, sites[at].binding.clone());
        if let syn::Expr::Path(path) = value
            && let Some(name) = path.path.get_ident()
        {
            let start = binding.as_ref().map_or(bytes(value).0, |of| of.start);
            let bound = look
                .bindings
                .iter()
                .rev()
                .find(|of| name == &of.name && of.bytes.end <= start);
            let is_new = |bound: &&Binding| {
                !sites
                    .iter()
                    .any(|site| bytes(site.value) == bytes(plain(bound.value)))
            };
            if let Some(bound) = bound.filter(is_new) {
                sites.push(Site {
                    binding: Some(bound.bytes.clone()),
                    used: Some(value),
                    ..Site::of(plain(bound.value))
                });
            }
        } else {
            operands(value, &mut sites, binding, look.operands);
        }
        at += 1;
    }
    sites
}

fn operands<'e>(
    value: &'e syn::Expr,
    sites: &mut Vec<Site<'e>>,
    binding: Option<Range<usize>>,
    of_macros: &'e Operands,
) {
    let is_direct = sites.is_empty();
    let mut add = |value: &'e syn::Expr, beside: Option<(usize, usize)>, of: Of| {
        let is_argument = beside.is_some();
        let is_argument = is_argument && !matches!(value, syn::Expr::Reference(_));
        let value = plain(value);
        if !matches!(value, syn::Expr::Lit(_))
            && !sites.iter().any(|site| bytes(site.value) == bytes(value))
        {
            sites.push(Site {
                value,
                is_argument,
                binding: binding.clone(),
                of,
                used: None,
                is_direct,
                beside,
                other: None,
            });
        }
    };
    match value {
        syn::Expr::Binary(of) => {
            // What is assigned to is a place.
            let is_place = matches!(
                of.op,
                syn::BinOp::AddAssign(_)
                    | syn::BinOp::SubAssign(_)
                    | syn::BinOp::MulAssign(_)
                    | syn::BinOp::DivAssign(_)
            );
            if !is_place {
                add(&of.left, None, Of::Other);
            }
            add(&of.right, None, Of::Other);
            let pair = [&of.left, &of.right].map(|side| bytes(plain(side)));
            for site in sites.iter_mut() {
                if let Some(at) = pair.iter().position(|side| *side == bytes(site.value)) {
                    site.other = Some(pair[1 - at]);
                }
            }
        }
        syn::Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let of = match &*name {
                "matmul" | "solve" => Of::Product,
                "linear" | "linear_with_bias" => Of::Input,
                _ if OF_AXES.contains(&&*name) => Of::Axis,
                _ => Of::Other,
            };
            add(&call.receiver, None, of);
            for (at, value) in call.args.iter().enumerate() {
                add(
                    value,
                    Some(bytes(&call.receiver)),
                    match of {
                        Of::Input if at == 0 => Of::Weights,
                        // Their weights are not a product's.
                        _ if rules::is_recurrent(&name) => Of::Weights,
                        of => of,
                    },
                );
            }
        }
        syn::Expr::Call(of) => of
            .args
            .iter()
            .for_each(|value| add(value, Some(bytes(&of.func)), Of::Other)),
        syn::Expr::Macro(_) => of_macros
            .get(value)
            .iter()
            .for_each(|value| add(value, None, Of::Other)),
        _ => {}
    }
}

/// `Tensor::<f32, shape![2]>::zeros()`
fn is_made(value: &syn::Expr) -> bool {
    let syn::Expr::Call(call) = value else {
        return false;
    };
    let syn::Expr::Path(path) = &*call.func else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().skip(1);
    names
        .next()
        .is_some_and(|of| vocabulary::is_tensor(&of.ident.to_string()))
}

/// Whether an axis of size 1 at this place is another one than the axis after it.
fn is_apart(shape: &[usize], axis: usize) -> bool {
    axis == 1 || shape[shape.len() + 1 - axis] != 1
}

/// The calls that take axes of size 1 away. Of two with the same result one is enough.
fn removed(shape: &[usize]) -> Vec<String> {
    let rank = shape.len();
    let axes = Vec::from_iter((1..=rank).filter(|axis| shape[rank - axis] == 1));
    let one = axes.iter().filter(|axis| is_apart(shape, **axis));
    let mut calls = Vec::from_iter(one.map(|axis| format!("remove_axis::<-{axis}>()")));
    if axes.len() > 1 {
        let list = Vec::from_iter(axes.iter().rev().map(|axis| format!("-{axis}")));
        calls.push(format!("remove_axes::<axes![{}]>()", list.join(", ")));
    }
    calls
}

/// Whether a call is that of a loss of classes.
fn has_classes(call: &str) -> bool {
    let name = call.split('(').next().unwrap_or("");
    name.contains("cross_entropy") || name.contains("nll_loss")
}

/// `<-1>` of `Axis::<-1>`
fn generics(value: &syn::Expr) -> Option<&syn::AngleBracketedGenericArguments> {
    let syn::Expr::Path(path) = value else {
        return None;
    };
    match &path.path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(list) => Some(list),
        _ => None,
    }
}

/// What is transposed, if that is what an expression does.
fn transposed(value: &syn::Expr) -> Option<&syn::Expr> {
    match plain(value) {
        syn::Expr::MethodCall(call) if call.method == "transpose" => Some(plain(&call.receiver)),
        _ => None,
    }
}

/// Whether a call can stand after an expression as it is.
fn is_closed(value: &syn::Expr) -> bool {
    matches!(
        value,
        syn::Expr::Path(_)
            | syn::Expr::Field(_)
            | syn::Expr::MethodCall(_)
            | syn::Expr::Call(_)
            | syn::Expr::Macro(_)
            | syn::Expr::Index(_)
            | syn::Expr::Try(_)
    )
}

impl Function<'_> {
    pub fn type_of(&self, value: &syn::Expr) -> Option<&Type> {
        self.checked.types.get(&bytes(value))
    }

    fn code(&self, value: &syn::Expr) -> &str {
        let (start, end) = bytes(value);
        self.text.get(start..end).unwrap_or("")
    }

    /// An expression that a call can stand after.
    fn closed(&self, value: &syn::Expr) -> String {
        match is_closed(plain(value)) {
            true => self.code(plain(value)).to_owned(),
            false => format!("({})", self.code(plain(value))),
        }
    }

    /// An edit of a site that is shown with its statement, or with what is around it.
    pub fn edit(&self, site: &Site, replaced: Vec<(Range<usize>, String)>, kind: Kind) -> Edit {
        let (start, end) = bytes(site.value);
        let is_borrowed = self.text[..start].ends_with('&');
        let shown = site
            .binding
            .clone()
            .unwrap_or(start - usize::from(is_borrowed)..end);
        Edit {
            replaced,
            shown,
            is_elsewhere: site.binding.is_some(),
            fact: None,
            kind,
        }
    }

    /// The site with a call after it.
    fn called(&self, site: &Site, call: &str, kind: Kind) -> Edit {
        let (start, end) = bytes(site.value);
        let is_closed = is_closed(site.value);
        // Parentheses may be there.
        let has_parentheses =
            self.text[..start].ends_with('(') && self.text[end..].starts_with(')') && !is_closed;
        let sign = if site.is_argument && self.borrowed(site.value).is_empty() {
            "&"
        } else {
            ""
        };
        let (before, behind, end) = match (is_closed, has_parentheses) {
            (true, _) => (sign.to_owned(), format!(".{call}"), end),
            (false, true) => (String::new(), format!(".{call}"), end + 1),
            (false, false) => (format!("{sign}("), format!(").{call}"), end),
        };
        let mut replaced = vec![(end..end, behind)];
        if !before.is_empty() {
            replaced.insert(0, (start..start, before));
        }
        self.edit(site, replaced, kind)
    }

    /// Without a call that moves axes.
    fn dropped(&self, site: &Site, is_whole: bool) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut value = site.value;
        while let syn::Expr::MethodCall(call) = value {
            let (receiver, whole) = (bytes(&call.receiver), bytes(value));
            // What is lent is not returned, and a tensor on any engine has no copy.
            let is_lent = is_whole && bytes(site.value) == whole && self.is_lent(&call.receiver);
            let has_copy = !self.text.contains(vocabulary::TENSOR);
            // Nobody binds a variable to be another name of a field.
            let is_name = site.binding.is_some()
                && bytes(site.value) == whole
                && matches!(&*call.receiver, syn::Expr::Field(_));
            let is_move = MOVES.iter().any(|name| call.method == name);
            if is_move && !is_name && (!is_lent || has_copy) {
                // A variable that is bound to another one is that one.
                let replaced = match (&site.used, &*call.receiver) {
                    (Some(used), of @ syn::Expr::Path(_))
                        if bytes(value) == bytes(site.value)
                            && self.code(of) != self.code(used) =>
                    {
                        let (start, end) = bytes(used);
                        let is_lent =
                            self.text[..start].ends_with('&') && self.borrowed(of).is_empty();
                        (start - usize::from(is_lent)..end, self.code(of).to_owned())
                    }
                    _ if is_lent => (receiver.1..whole.1, ".clone()".to_owned()),
                    _ => (receiver.1..whole.1, String::new()),
                };
                let mut all = vec![replaced.clone()];
                // A field cannot be moved out of what is lent.
                let is_moved = matches!(&*call.receiver, syn::Expr::Field(_))
                    && replaced.1.is_empty()
                    && !self.text[..receiver.0].ends_with('&')
                    && !self.text[whole.1..].trim_start().starts_with('.');
                if is_moved {
                    all.insert(0, (receiver.0..receiver.0, "&".to_owned()));
                }
                // A part is not taken by accident.
                let kind = match call.method == "index_axis" {
                    true => Kind::Exchange,
                    false => Kind::Drop,
                };
                let mut edit = self.edit(site, all, kind);
                let name = self.text[receiver.1..whole.1]
                    .trim_start()
                    .trim_start_matches('.');
                edit.fact = Some(format!("without `{name}`"));
                match site.used {
                    Some(used) if !replaced.1.is_empty() => {
                        edit.shown = replaced.0;
                        edit.fact = (call.method == "transpose")
                            .then(|| format!("of which `{}` is the transpose", self.code(used)));
                    }
                    Some(_) => {
                        edit.shown = site.value.span().byte_range();
                        edit.fact = Some(format!("without `{name}`, where it is bound"));
                    }
                    None => {}
                }
                edits.push(edit);
            }
            value = plain(&call.receiver);
        }
        edits
    }

    /// With axes exchanged, inserted or removed.
    fn moved(&self, site: &Site) -> Vec<Edit> {
        let Some(shape) = self.type_of(site.value).and_then(Type::shape) else {
            return Vec::new();
        };
        // A layer of which the weights are transposed is a product of matrices, and what is made there is made with its shape.
        if matches!(site.of, Of::Axis | Of::Weights) || is_made(site.value) {
            return Vec::new();
        }
        let next = self.text[bytes(site.value).1..].trim_start();
        // Classes have an axis already.
        let of_axis = next
            .strip_prefix(".along")
            .and_then(|rest| rest.split_once(">()."));
        if of_axis.is_some_and(|(_, call)| has_classes(call)) {
            return Vec::new();
        }
        let rank = shape.len();
        let mut calls = Vec::new();
        if rank > 1 {
            calls.push("transpose()".to_owned());
        }
        for axis in 2..rank {
            calls.push(format!("swap_axes::<-{}, -{axis}>()", axis + 1));
        }
        // Of two axes with one size nothing says which is meant, and two beside each other are exchanged.
        let other = site
            .other
            .and_then(|of| self.checked.types.get(&of)?.shape());
        let is_sure = other.is_none_or(|other| other.len() == rank)
            && (1..rank).all(|at| !shape[at..].contains(&shape[at - 1]));
        for from in (1..=rank).filter(|_| is_sure) {
            let to = (1..=rank).filter(|to| to.abs_diff(from) > 1);
            calls.extend(to.map(|to| format!("move_axis::<-{from}, -{to}>()")));
        }
        calls.extend(removed(shape));
        // A matrix has rows and columns, but for a vector in each of a batch.
        let is_batch = site
            .beside
            .and_then(|of| self.checked.types.get(&of)?.shape())
            .is_some_and(|of| of.len() == rank + 1);
        let takes_axis = |axis: usize| site.of != Of::Product || rank == 1 || axis == 1 && is_batch;
        let places = (1..=rank).filter(|axis| takes_axis(*axis) && is_apart(shape, *axis));
        for axis in places {
            let call = format!("insert_axis::<-{axis}>()");
            calls.push(call.clone());
            calls.push(format!("{call}.{call}"));
        }
        if matches!(site.of, Of::Input | Of::Product) {
            let are_apart = |axis: &usize| !shape[rank - axis..].contains(&1);
            calls.extend(
                (2..=rank)
                    .filter(are_apart)
                    .map(|axis| format!("flatten_from::<-{axis}>()")),
            );
            if rank > 2 {
                calls.push("swap_axes::<-3, -2>().merge_axes::<-2>()".to_owned());
            }
        }
        // A call that undoes the last one is that call taken away.
        let last = match site.value {
            syn::Expr::MethodCall(call) => call.method.to_string(),
            _ => String::new(),
        };
        let is_next = |call: &str| call == "transpose()" && next.starts_with(".transpose()");
        calls.retain(|call| {
            let undoes =
                MOVES.contains(&&*last) && !(last == "insert_axis" && call.starts_with(&last));
            !undoes && !is_next(call)
        });
        let edits = calls.into_iter().map(|call| {
            let mut edit = self.called(site, &call, Kind::Move(call.clone()));
            // What two axes make of a shape takes a while to see.
            if let Some(axis) = call
                .strip_prefix("insert_axis::<-")
                .and_then(|rest| rest.split_once(">()."))
            {
                let mut shape = shape.clone();
                let at = rank + 1 - axis.0.parse::<usize>().unwrap_or(1);
                shape.splice(at..at, [1, 1]);
                edit.fact = self
                    .sizes
                    .written(&shape)
                    .map(|shape| format!("which is `{shape}`"));
            }
            edit
        });
        edits.collect()
    }

    /// With other numbers for axes.
    fn other_axes(&self, site: &Site) -> Vec<Edit> {
        /// The numbers of axes that are written in a chain of calls.
        fn numbers(value: &syn::Expr, found: &mut Vec<(Range<usize>, isize)>) {
            let (arguments, next) = match value {
                syn::Expr::MethodCall(call) => (call.turbofish.as_ref(), Some(&*call.receiver)),
                syn::Expr::Call(call) => (call.args.last().and_then(generics), None),
                _ => return,
            };
            for argument in arguments.iter().flat_map(|list| &list.args) {
                match argument {
                    syn::GenericArgument::Const(value) => {
                        found.extend(axis(value).map(|axis| (value.span().byte_range(), axis)));
                    }
                    syn::GenericArgument::Type(syn::Type::Macro(call))
                        if call.mac.path.is_ident("axes") =>
                    {
                        let entries = entries(call.mac.tokens.clone()).into_iter();
                        let axes = entries.filter_map(|entry| {
                            Some((place_of(&entry)?, axis(&syn::parse2(entry).ok()?)?))
                        });
                        found.extend(axes);
                    }
                    _ => {}
                }
            }
            if let Some(next) = next {
                numbers(plain(next), found);
            }
        }
        let mut found = Vec::new();
        numbers(site.value, &mut found);
        found.retain(|(_, axis)| *axis < 0);
        let mut edits = self.exchanged_sizes(site);
        edits.extend(self.other_orders(site));
        edits.extend(self.axes_of_statement(site, &found));
        for (place, axis) in &found {
            let is_twice = |other: &isize| {
                let mut beside = found
                    .iter()
                    .filter(|(of, _)| of.start.abs_diff(place.start) < "-1, -1".len());
                beside.any(|(_, of)| of == other)
            };
            for other in (1..=4)
                .map(|axis| -axis)
                .filter(|other| other != axis && !is_twice(other))
            {
                let code = other.to_string();
                edits.push(self.edit(site, vec![(place.clone(), code.clone())], Kind::Axis));
                let all = found
                    .iter()
                    .filter(|(_, of)| of == axis)
                    .map(|(place, _)| (place.clone(), code.clone()));
                let mut all = Vec::from_iter(all);
                all.sort_by_key(|(place, _)| place.start);
                // `sum_axis::<-1>().remove_axis::<-1>()`
                if all.len() > 1 {
                    edits.push(self.edit(site, all, Kind::Axis));
                }
            }
        }
        edits
    }

    /// With another number for an axis in all of the statement that what clashes is in.
    fn axes_of_statement(&self, site: &Site, found: &[(Range<usize>, isize)]) -> Vec<Edit> {
        struct Numbers(Vec<(Range<usize>, isize)>);
        impl<'e> Visit<'e> for Numbers {
            fn visit_generic_argument(&mut self, argument: &'e syn::GenericArgument) {
                if let syn::GenericArgument::Const(value) = argument {
                    self.0
                        .extend(axis(value).map(|axis| (value.span().byte_range(), axis)));
                }
            }
        }
        let Some((first, own)) = found.first().filter(|_| site.is_direct) else {
            return Vec::new();
        };
        let is_around = |statement: &&syn::Stmt| {
            let place = statement.span().byte_range();
            place.start <= first.start && first.end <= place.end
        };
        let Some(statement) = self.item.block.stmts.iter().find(is_around) else {
            return Vec::new();
        };
        let mut numbers = Numbers(Vec::new());
        numbers.visit_stmt(statement);
        let mut all = numbers.0;
        all.retain(|(_, axis)| axis == own);
        let is_more = all
            .iter()
            .any(|(place, _)| found.iter().all(|(of, _)| of != place));
        let others = (1..=4)
            .map(|axis| -axis)
            .filter(|other| is_more && other != own);
        // Where one number alone does not do.
        let edits = others.map(|other| {
            let replaced = all
                .iter()
                .map(|(place, _)| (place.clone(), other.to_string()));
            let mut edit = self.edit(site, replaced.collect(), Kind::Exchange);
            edit.shown = statement.span().byte_range();
            edit
        });
        edits.collect()
    }

    /// With two sizes exchanged of those that a call says: `reshape::<shape![4, 3]>()`, `split_axis::<-1, dim!(4), dim!(16)>()`.
    fn exchanged_sizes(&self, site: &Site) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut value = site.value;
        while let syn::Expr::MethodCall(call) = value {
            let sizes = call.turbofish.as_ref().map(said).unwrap_or_default();
            for (at, one) in sizes.iter().enumerate() {
                for other in &sizes[at + 1..] {
                    let codes = [other, one].map(|place| self.text[place.clone()].to_owned());
                    if codes[0] != codes[1] {
                        let places = [one.clone(), other.clone()];
                        let replaced = places.into_iter().zip(codes).collect();
                        edits.push(self.edit(site, replaced, Kind::Axis));
                    }
                }
            }
            value = plain(&call.receiver);
        }
        edits
    }

    /// With operands exchanged, or another product of the same two.
    fn exchanged(&self, value: &syn::Expr, sites: &[Site]) -> Vec<Edit> {
        let mut values = vec![(value, None)];
        values.extend(sites.iter().map(|site| (site.value, site.binding.clone())));
        let mut edits = self.exchanged_arguments(value);
        for (of, binding) in values {
            let (start, end) = bytes(of);
            let is_clash = bytes(of) == bytes(value);
            let is_elements = matches!(plain(of), syn::Expr::Binary(_));
            // One of vectors at a time, where there are several.
            let is_dot = matches!(plain(of), syn::Expr::MethodCall(call) if call.method == "dot");
            let kind = if is_elements && !is_clash || is_dot {
                Kind::Product
            } else {
                Kind::Exchange
            };
            let edit = |code, kind| Edit {
                replaced: vec![(start..end, code)],
                shown: binding.clone().unwrap_or(start..end),
                is_elsewhere: binding.is_some(),
                fact: None,
                kind,
            };
            let others = self.other_calls(plain(of), is_clash);
            edits.extend(others.into_iter().map(|code| edit(code, kind.clone())));
            // A product of matrices that should be one of elements.
            if let syn::Expr::MethodCall(call) = plain(of)
                && !is_clash
                && call.method == "matmul"
                && let Some(first) = call.args.first()
            {
                edits.push(edit(self.by_elements(&call.receiver, first), Kind::Product));
            }
        }
        edits
    }

    /// A product of elements, with what is lent as it is.
    fn by_elements(&self, lhs: &syn::Expr, rhs: &syn::Expr) -> String {
        let sign = match plain(lhs) {
            syn::Expr::Path(_) | syn::Expr::Field(_) => self.borrowed(lhs),
            _ => "",
        };
        format!("{sign}{} * {}", self.code(lhs), self.code(rhs))
    }

    /// An expression as a call in which its operands have other places, or as another product.
    fn other_calls(&self, value: &syn::Expr, is_clash: bool) -> Vec<String> {
        let closed = |value: &syn::Expr| self.closed(value);
        let shape = |value: &syn::Expr| self.type_of(value).and_then(Type::shape);
        if let syn::Expr::Binary(of) = value
            && matches!(of.op, syn::BinOp::Mul(_))
            && shape(&of.left).is_some()
            && shape(&of.right).is_some()
        {
            let (left, right) = (closed(&of.left), plain(&of.right));
            return vec![format!(
                "{left}.matmul({}{})",
                self.borrowed(right),
                closed(right)
            )];
        }
        let syn::Expr::MethodCall(of) = value else {
            return Vec::new();
        };
        let (name, receiver) = (of.method.to_string(), self.code(&of.receiver));
        let arguments = Vec::from_iter(of.args.iter().map(|value| self.code(value)));
        let exchanged = |first: &syn::Expr| {
            let rest = Vec::from_iter(arguments.iter().skip(1).map(|code| format!(", {code}")));
            let lent = closed(&of.receiver);
            format!(
                "{}.{name}({}{lent}{})",
                closed(first),
                self.borrowed(&of.receiver),
                rest.concat()
            )
        };
        match (&*name, &arguments[..]) {
            ("matmul", [_]) => {
                let shapes = [&*of.receiver, &of.args[0]].map(|value| shape(plain(value)));
                let mut calls = Vec::new();
                // The other operand may be the one to transpose.
                match [&*of.receiver, &of.args[0]].map(transposed) {
                    [None, Some(rhs)] => calls.push(format!(
                        "{}.transpose().matmul({}{})",
                        closed(&of.receiver),
                        self.borrowed(rhs),
                        self.code(rhs)
                    )),
                    [Some(lhs), None] => calls.push(format!(
                        "{}.matmul(&{}.transpose())",
                        closed(lhs),
                        closed(&of.args[0])
                    )),
                    _ => {}
                }
                calls.push(exchanged(&of.args[0]));
                if let [Some(lhs), Some(rhs)] = shapes
                    && is_clash
                    && lhs.len() < rhs.len()
                {
                    let weights = closed(&of.receiver);
                    let sign = self.borrowed(&of.receiver);
                    calls.push(format!("{}.linear({sign}{weights})", closed(&of.args[0])));
                }
                // Of a square nothing says which axis is meant.
                let is_square =
                    |shape: &Vec<usize>| matches!(shape[..], [.., one, other] if one == other);
                if shapes[0].is_some_and(is_square) {
                    let (first, lent) = (closed(&of.args[0]), closed(&of.receiver));
                    calls.push(format!("{first}.matmul(&{lent}.transpose())"));
                }
                if is_clash {
                    calls.push(self.by_elements(&of.receiver, &of.args[0]));
                }
                // The axis may be the other one.
                if let [Some(lhs), Some(rhs)] = shapes
                    && is_clash
                    && lhs.len() == rhs.len() + 1
                    && rules::operator(self.sizes, lhs, rhs) != Outcome::Refused
                {
                    let first = closed(&of.args[0]);
                    let others = (1..=rhs.len())
                        .map(|axis| format!("{receiver} * {first}.insert_axis::<-{axis}>()"));
                    calls.extend(others);
                }
                calls
            }
            _ if !arguments.is_empty() && rules::has_order(&name) => vec![exchanged(&of.args[0])],
            ("dot", [first]) => vec![format!("{receiver}.vecdot({first})")],
            ("linear", [first]) => vec![format!("{receiver}.matmul({first})")],
            ("linear_with_bias", [first, bias]) => {
                vec![format!("{receiver}.matmul({first}) + {bias}")]
            }
            // All axes are joined, that of a batch, too.
            ("flatten", []) => {
                let rank = shape(&of.receiver).map_or(0, Vec::len);
                (2..rank)
                    .map(|axis| format!("{receiver}.flatten_from::<-{axis}>()"))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The arguments of a call of the user's, two of them exchanged. `value` is one of the arguments.
    fn exchanged_arguments(&self, value: &syn::Expr) -> Vec<Edit> {
        struct Calls<'e> {
            wanted: (usize, usize),
            found: Option<(Range<usize>, Vec<&'e syn::Expr>)>,
        }
        impl<'e> Visit<'e> for Calls<'e> {
            fn visit_expr(&mut self, value: &'e syn::Expr) {
                let arguments = match value {
                    syn::Expr::MethodCall(call) => &call.args,
                    syn::Expr::Call(call) => &call.args,
                    _ => return visit::visit_expr(self, value),
                };
                if arguments
                    .iter()
                    .any(|argument| bytes(argument) == self.wanted)
                {
                    self.found = Some((value.span().byte_range(), arguments.iter().collect()));
                }
                visit::visit_expr(self, value);
            }
        }
        let mut calls = Calls {
            wanted: bytes(value),
            found: None,
        };
        calls.visit_impl_item_fn(self.item);
        let Some((shown, arguments)) = calls.found else {
            return Vec::new();
        };
        let mut edits = Vec::new();
        let others = arguments
            .iter()
            .filter(|other| bytes(other) != bytes(value))
            .filter(|other| {
                matches!(
                    self.type_of(other),
                    Some(Type::Tensor(_) | Type::Struct(..))
                )
            });
        for other in others {
            let [one, two] = [value, other].map(|value| value.span().byte_range());
            let codes = [self.code(other).to_owned(), self.code(value).to_owned()];
            let mut replaced = Vec::from_iter([one, two].into_iter().zip(codes));
            replaced.sort_by_key(|(place, _)| place.start);
            edits.push(Edit {
                replaced,
                shown: shown.clone(),
                is_elsewhere: false,
                fact: None,
                kind: Kind::Exchange,
            });
        }
        edits
    }

    /// Whether a variable is used nowhere, or a field nowhere in the file, and what stands here in its place is used elsewhere,
    /// too: then it is the one that is meant.
    fn is_left_over(&self, name: &str, own: &str, look: &Look) -> bool {
        let field = |name: &str| name.rsplit_once('.').map(|(_, field)| format!(".{field}"));
        let text = self.body();
        let is_used_again = match field(own) {
            Some(field) => words(self.items.text(), &field) > 1,
            // Where it is bound, and here.
            None => words(text, own) > 2,
        };
        is_used_again
            && match field(name) {
                Some(field) => words(self.items.text(), &field) == 0,
                None => self.uses(name, look) == 0,
            }
    }

    /// How often a variable is used that is in scope where something clashes: one of its name that is bound later is another.
    fn uses(&self, name: &str, look: &Look) -> usize {
        let bindings = || look.bindings.iter().filter(|bound| bound.name == name);
        let before = bindings().rfind(|bound| bound.bytes.end <= look.wanted.0);
        let after = bindings().find(|bound| bound.bytes.end > look.wanted.0);
        let signature = self.item.sig.span().byte_range();
        let start = before.map_or(signature.start, |bound| bound.bytes.end);
        let end = after.map_or(self.text.len(), |bound| bound.bytes.end);
        // Beside where it is declared, and where the next one is.
        let others = usize::from(before.is_none()) + usize::from(after.is_some());
        words(&self.text[start..end], name).saturating_sub(others)
    }

    /// The function without comments above.
    fn body(&self) -> &str {
        &self.text[self.item.sig.span().byte_range().start..]
    }

    /// Whether an expression is a field, or a variable that is a reference.
    fn is_lent(&self, value: &syn::Expr) -> bool {
        matches!(value, syn::Expr::Field(_)) || self.borrowed(value).is_empty()
    }

    /// What stands in front of an expression that is lent: nothing for what is a reference already.
    fn borrowed(&self, value: &syn::Expr) -> &'static str {
        let is_reference = match plain(value) {
            syn::Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| self.is_reference(&name.to_string())),
            _ => false,
        };
        if is_reference { "" } else { "&" }
    }

    fn is_reference(&self, name: &str) -> bool {
        self.item.sig.inputs.iter().any(|input| match input {
            syn::FnArg::Typed(input) => {
                matches!(&*input.pat, syn::Pat::Ident(of) if of.ident == name)
                    && matches!(&*input.ty, syn::Type::Reference(_))
            }
            syn::FnArg::Receiver(_) => false,
        })
    }

    /// With other variables and fields of which the type is known.
    fn other_variables(&self, value: &syn::Expr, is_argument: bool, look: &Look) -> Vec<Edit> {
        if !matches!(value, syn::Expr::Path(_) | syn::Expr::Field(_)) {
            return Vec::new();
        }
        let mut names = self.names(value);
        names.retain(|name| self.is_left_over(name, self.code(value), look));
        self.with_names(value, is_argument, names)
    }

    /// The tensors and layers in scope that are not some value.
    fn names(&self, value: &syn::Expr) -> Vec<String> {
        let mut names = Vec::new();
        for (name, ty) in self.checked.scope.iter().rev() {
            match ty {
                Type::Tensor(_) => names.push(name.clone()),
                Type::Struct(of, arguments) => {
                    let fields = self
                        .items
                        .fields(of)
                        .into_iter()
                        .flat_map(|(_, fields)| fields);
                    let known = fields.filter(|(field, _)| {
                        let ty = self.items.field(of, arguments, field, self.sizes);
                        matches!(ty, Type::Tensor(_) | Type::Struct(..))
                    });
                    names.extend(known.map(|(field, _)| format!("{name}.{field}")));
                }
                _ => {}
            }
        }
        names.dedup();
        names.retain(|name| name != self.code(value));
        names
    }

    /// A value as each of some names.
    fn with_names(&self, value: &syn::Expr, is_argument: bool, names: Vec<String>) -> Vec<Edit> {
        let (start, end) = bytes(value);
        let is_argument = is_argument || self.text[..start].ends_with('&');
        let borrows = self.text[..start].ends_with('&');
        let from = start - usize::from(borrows);
        let edits = names.into_iter().map(|name| {
            let sign = match is_argument && !self.is_reference(&name) {
                true => "&",
                false => "",
            };
            let replaced = vec![(from..end, format!("{sign}{name}"))];
            Edit {
                replaced,
                shown: from..end,
                is_elsewhere: false,
                fact: None,
                kind: Kind::Variable,
            }
        });
        edits.collect()
    }
}

/// How often a text has these words.
pub fn words(text: &str, words: &str) -> usize {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let all = text.match_indices(words).filter(|(at, _)| {
        let (before, behind) = (&text[..*at], &text[at + words.len()..]);
        let begins = words.starts_with('.') || !before.ends_with(|c| is_of_word(c) || c == '.');
        begins && !behind.starts_with(is_of_word)
    });
    all.count()
}
