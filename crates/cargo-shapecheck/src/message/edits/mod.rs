//! Edits that make shapes go together, computed and not guessed.
//!
//! `items` has what a file says of types, `check` finds the type of each expression of a function and where shapes do not
//! go together, by the rules over slices in `rules`, with numbers of `sizes` that are never equal by accident. `operators`
//! make edits of an expression that does not go with what is around it, `notation` of the labels, slices and sizes in a
//! call, `written` of the sizes of types, `declared` of what a trait says. `mended` finds errors that are gone with one.
//!
//! An edit is offered if the function is right with it: the expression has a shape, one mistake less is left in the file
//! and none is new, and nothing is larger than its operands, unless the rest of the function asks for it. Of several, those
//! are offered that mend most, and of those the ones that change least: a call that is taken away before another axis where
//! something is bound, an exchange of two axes before one of three, the binding that is next above. Only the statements
//! that an edit changes, and those that are about what they bind, are checked again; of an edit of an item, those that asked
//! for the item.

mod check;
pub mod declared;
mod items;
pub mod mended;
mod notation;
mod operators;
mod rules;
mod sizes;
mod suggested;
mod written;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use serde_json::Value;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::children::{self, remove_children, required, texts, without_path};
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::sources;
use super::words::{is_number, is_of_word};
use crate::types::{Evidence, rewrite_with, vocabulary};
use check::{Before, Check, Checked, Clash, Operands};
use items::{Bound, Items, Type};
use operators::{Edit, Function, Kind};
use sizes::Sizes;

/// The most edits that are offered.
const MOST_OFFERED: usize = 2;

/// The most edits that are tried.
const MOST: usize = 400;

/// How many bytes of functions with edits are read for one run of the compiler.
const MOST_BYTES: usize = 1 << 24;

/// Macros of the standard library that only look at their arguments.
const LOOKING: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "eprint",
    "eprintln",
    "format",
    "panic",
    "print",
    "println",
    "write",
    "writeln",
];

/// Bytes of a file, and the code instead of them.
type Replaced = (Range<usize>, String);

type Statements = Rc<Vec<syn::Stmt>>;

thread_local! {
    static ITEMS: RefCell<HashMap<String, Option<Rc<Items>>>> = RefCell::default();
    static KNOWN: RefCell<HashMap<String, Rc<Vec<written::Known>>>> = RefCell::default();
    /// What is left after an edit of a type, for a function of a file.
    static LEFT: RefCell<HashMap<(String, usize, Replaced), Option<Left>>> = RefCell::default();
    static FUNCTIONS: RefCell<HashMap<String, Option<Rc<syn::ImplItemFn>>>> = RefCell::default();
    /// The statements of some code, by where it begins.
    static STATEMENTS: RefCell<HashMap<(usize, String), Option<Statements>>> = RefCell::default();
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// That of `sources` of which this is known.
    static GENERATION: Cell<u64> = const { Cell::new(0) };
}

/// The items of a file, which is read once. Nothing is left of what was read before `sources` forgot it.
fn items(file: &str) -> Option<Rc<Items>> {
    if GENERATION.replace(sources::generation()) != sources::generation() {
        ITEMS.take();
        KNOWN.take();
        FUNCTIONS.take();
        STATEMENTS.take();
        mended::forget();
        LEFT.take();
        BYTES.take();
    }
    let known = ITEMS.with_borrow(|all| all.get(file).cloned());
    known.unwrap_or_else(|| {
        let items = Items::of(file).map(Rc::new);
        ITEMS.with_borrow_mut(|all| all.insert(file.to_owned(), items.clone()));
        items
    })
}

/// A function, which is read once, if not too much was read before.
fn parsed(code: &str) -> Option<Rc<syn::ImplItemFn>> {
    let known = FUNCTIONS.with_borrow(|all| all.get(code).cloned());
    known.unwrap_or_else(|| {
        BYTES.set(BYTES.get() + code.len());
        let item: Option<syn::ImplItemFn> =
            (BYTES.get() < MOST_BYTES).then(|| syn::parse_str(&without_names(code)).ok())?;
        let item = item.map(|mut item| {
            returned_as_value(&mut item.block.stmts);
            Rc::new(item)
        });
        FUNCTIONS.with_borrow_mut(|all| all.insert(code.to_owned(), item.clone()));
        item
    })
}

/// Statements that begin at some byte.
fn statements(start: usize, code: &str) -> Option<Statements> {
    let key = (start, code.to_owned());
    let known = STATEMENTS.with_borrow(|all| all.get(&key).cloned());
    known.unwrap_or_else(|| {
        BYTES.set(BYTES.get() + code.len());
        let padded = " ".repeat(start) + &without_names(code);
        let mut statements =
            (BYTES.get() < MOST_BYTES).then(|| syn::Block::parse_within.parse_str(&padded).ok())?;
        if let Some(statements) = &mut statements {
            returned_as_value(statements);
        }
        let statements = statements.map(Rc::new);
        STATEMENTS.with_borrow_mut(|all| all.insert(key, statements.clone()));
        statements
    })
}

/// Code without the names of macros that only look at their arguments, in the same places: what is left of
/// `println!("{}", x + y)` is a tuple, in which the arguments are expressions.
fn without_names(code: &str) -> String {
    let mut text = code.to_owned();
    for (at, call) in code.match_indices("!(") {
        let name = code[..at].rsplit(|c| !is_of_word(c)).next().unwrap_or("");
        if LOOKING.contains(&name) {
            text.replace_range(
                at - name.len()..at + 1,
                &" ".repeat(name.len() + call.len() - 1),
            );
        }
    }
    text
}

/// A macro that a block ends in is a value, too.
fn returned_as_value(statements: &mut [syn::Stmt]) {
    if let Some(last) = statements.last_mut()
        && let syn::Stmt::Macro(call) = last
        && call.semi_token.is_none()
    {
        let (attrs, mac) = (std::mem::take(&mut call.attrs), call.mac.clone());
        *last = syn::Stmt::Expr(syn::Expr::Macro(syn::ExprMacro { attrs, mac }), None);
    }
}

/// The file and the bytes of the place of a message.
fn place(before: &Value) -> Option<(String, Range<usize>)> {
    let (file, bytes) = children::place(children::primary(before)?)?;
    Some((file.to_owned(), bytes))
}

/// What a message tells of shapes.
pub enum Told {
    /// Those of the operands of an operation.
    Operands(Vec<Vec<String>>),
    /// The one that is expected, and the one that is found.
    Expected {
        expected: Vec<String>,
        found: Vec<String>,
    },
    Nothing,
}

/// An error in a function.
pub struct Situation {
    file: String,
    text: Rc<str>,
    /// The bytes of the function, and those of the place in it.
    function: Range<usize>,
    at: Range<usize>,
    items: Rc<Items>,
    sizes: Sizes,
    own: Option<syn::Type>,
    item: Rc<syn::ImplItemFn>,
    /// The bytes of its statements.
    statements: Vec<Range<usize>>,
    /// Shapes that the compiler tells of code.
    told: Vec<(String, Vec<usize>)>,
    /// The shape that it expects of what is marked.
    expected: Option<Vec<usize>>,
}

/// An edit that fits, in a file.
#[derive(Clone, Debug)]
pub struct Fitting {
    pub file: String,
    pub replaced: Vec<(Range<usize>, String)>,
    /// The code with it.
    pub code: String,
    pub is_elsewhere: bool,
    /// What is said of it beside the code.
    pub fact: Option<String>,
    pub kind: Kind,
}

/// A function with other code for some of its statements. That stands after all of the function, so that the bytes of all
/// other code are what they were.
struct Changed {
    text: String,
    /// Which statements are replaced, and their bytes.
    replaced: Range<usize>,
    old: Range<usize>,
    statements: Statements,
    edits: Vec<Replaced>,
}

impl Changed {
    /// Where some bytes are.
    fn place(&self, part: &Range<usize>) -> Range<usize> {
        let is_inside = self.old.start <= part.start && part.end <= self.old.end;
        if !is_inside {
            return part.clone();
        }
        let start = self.text.len() - self.new_len();
        let moved = part.start - self.old.start..part.end - self.old.start;
        let place = moved_by(&self.edits, &moved);
        place.start + start..place.end + start
    }

    fn new_len(&self) -> usize {
        let edits = self.edits.iter();
        edits.fold(self.old.len(), |len, (place, code)| {
            len + code.len() - place.len()
        })
    }
}

/// What is left after an edit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    /// Clashes in the file.
    clashes: usize,
    /// Operations whose result is larger than their operands.
    larger: usize,
}

/// What an edit does, where the expression of the message has a shape with it.
enum Tried {
    /// The function is right with it.
    Right(Left),
    /// It is, and something is larger than its operands.
    Grown(Left),
    /// Something else is wrong then.
    Here,
}

impl Situation {
    /// That of a message with all its notes, which tells these shapes.
    pub fn of(before: &Value, told: Told) -> Option<Self> {
        let (file, bytes) = place(before)?;
        let items = items(&file)?;
        let (function, own) = items.function_at(&bytes)?;
        let text = super::declared::text(&file)?;
        let item = parsed(text.get(function.clone())?)?;
        let mut situation = Self {
            items,
            sizes: Sizes::default(),
            own,
            at: bytes.start - function.start..bytes.end - function.start,
            file,
            function,
            statements: item
                .block
                .stmts
                .iter()
                .map(|statement| statement.span().byte_range())
                .collect(),
            item,
            text,
            told: Vec::new(),
            expected: None,
        };
        match told {
            Told::Operands(told) => situation.tell(&told),
            Told::Expected { expected, found } => {
                let code = situation.code().get(situation.at.clone())?.to_owned();
                if let (Some(found), Some(expected)) =
                    (situation.shape(&found), situation.shape(&expected))
                {
                    let plain = code.trim_start_matches('&').to_owned();
                    situation.told = vec![(plain, found.clone()), (code, found)];
                    situation.expected = Some(expected);
                }
            }
            Told::Nothing => {}
        }
        Some(situation)
    }

    /// A shape that a message tells.
    fn shape(&self, sizes: &[String]) -> Option<Vec<usize>> {
        let sizes = sizes.iter().map(|size| {
            if size == "?" {
                return Some(self.sizes.unknown());
            }
            let value = syn::parse_str(size).ok()?;
            self.items.size(&value, &Bound::new(), &self.sizes)
        });
        sizes.collect()
    }

    fn code(&self) -> &str {
        &self.text[self.function.clone()]
    }

    /// The bytes of the block of the function.
    fn body(&self) -> Range<usize> {
        let span = self.item.block.brace_token.span;
        let (start, end) = (
            span.open().byte_range().start,
            span.close().byte_range().end,
        );
        self.function.start + start..self.function.start + end
    }

    /// What the message tells of the operands of the operation that it is about.
    fn tell(&mut self, told: &[Vec<String>]) {
        struct Operation<'e> {
            at: Range<usize>,
            operands: Vec<&'e syn::Expr>,
        }
        impl<'e> Visit<'e> for Operation<'e> {
            fn visit_expr(&mut self, value: &'e syn::Expr) {
                let (start, end) = check::bytes(value);
                if start <= self.at.start && self.at.end <= end {
                    match value {
                        syn::Expr::Binary(of) => self.operands = vec![&of.left, &of.right],
                        syn::Expr::MethodCall(of) => {
                            self.operands =
                                [&*of.receiver].into_iter().chain(of.args.first()).collect();
                        }
                        _ => {}
                    }
                    visit::visit_expr(self, value);
                }
            }
        }
        let mut operation = Operation {
            at: self.at.clone(),
            operands: Vec::new(),
        };
        operation.visit_impl_item_fn(&self.item);
        let code = self.code();
        let mut known = Vec::new();
        for (value, sizes) in operation.operands.iter().zip(told) {
            let (start, end) = check::bytes(value);
            let text = code
                .get(start..end)
                .unwrap_or("")
                .trim_start_matches('&')
                .to_owned();
            known.extend(self.shape(sizes).map(|shape| (text, shape)));
        }
        self.told = known;
    }

    /// The function, which may be changed from what it was before, up to as many clashes. What is `marked` has the `expected`
    /// shape.
    fn checked(
        &self,
        changed: Option<(&Changed, &Checked)>,
        most: usize,
        for_sure: Option<&Range<usize>>,
        (marked, expected): (&Range<usize>, Option<&Vec<usize>>),
    ) -> Checked {
        let text = changed.map_or(self.code(), |(changed, _)| &changed.text);
        let mut check = Check::new(&self.items, &self.sizes, &self.told, text, marked.clone());
        check.most = most;
        check.for_sure = for_sure.map(|place| (place.start, place.end));
        check.asked = expected.map(|shape| ((marked.start, marked.end), shape.clone()));
        let Some((changed, before)) = changed else {
            return check.function(&self.item, self.own.as_ref());
        };
        check.before = Some(Before {
            checked: before,
            other: None,
        });
        let own = self.item.block.stmts.iter().enumerate();
        let own = own.map(|(at, statement)| (statement, Some(at)));
        let Range { start, end } = changed.replaced;
        let new = changed.statements.iter().map(|statement| (statement, None));
        let statements = own.clone().take(start).chain(new).chain(own.skip(end));
        check.statements(&self.item.sig, statements, self.own.as_ref())
    }

    /// The function with other code for some bytes, which are in order, and in its block.
    fn changed(&self, replaced: &[Replaced]) -> Option<Changed> {
        let (first, last) = (replaced.first()?.0.start, replaced.last()?.0.end);
        let from = self.statements.iter().position(|of| first <= of.end)?;
        let to = self.statements.iter().rposition(|of| of.start <= last)?;
        let old = self.statements.get(from)?.start..self.statements.get(to)?.end;
        if first < old.start || old.end < last {
            return None;
        }
        let edits = replaced.iter();
        let edits = edits
            .map(|(place, code)| (place.start - old.start..place.end - old.start, code.clone()));
        let edits = Vec::from_iter(edits);
        let (code, _) = edited(&self.code()[old.clone()], &edits, &(0..0));
        let text = format!("{}\n{code}", self.code());
        Some(Changed {
            statements: statements(text.len() - code.len(), &code)?,
            text,
            replaced: from..to + 1,
            old,
            edits,
        })
    }

    /// What the method at the place of the message is called on, and the bytes of the call, or of a field.
    fn called(&self) -> Option<((usize, usize), Range<usize>)> {
        struct Called<'a> {
            at: &'a Range<usize>,
            found: Option<((usize, usize), Range<usize>)>,
        }
        impl<'e> Visit<'e> for Called<'_> {
            fn visit_expr(&mut self, value: &'e syn::Expr) {
                let (name, receiver) = match value {
                    syn::Expr::MethodCall(call) => {
                        (Some(check::bytes_of(&call.method)), Some(&call.receiver))
                    }
                    syn::Expr::Field(field) => {
                        (Some(check::bytes_of(&field.member)), Some(&field.base))
                    }
                    _ => (None, None),
                };
                let (start, end) = check::bytes(value);
                if let Some(receiver) = receiver
                    && name == Some((self.at.start, self.at.end))
                {
                    self.found = Some((check::bytes(receiver), start..end));
                }
                visit::visit_expr(self, value);
            }
        }
        let mut called = Called {
            at: &self.at,
            found: None,
        };
        called.visit_impl_item_fn(&self.item);
        called.found
    }

    /// What clashes at the place of the message.
    fn clash(&self, checked: &Checked) -> Option<Clash> {
        let is_around =
            |clash: &&Clash| clash.bytes.start <= self.at.start && self.at.end <= clash.bytes.end;
        let around = checked.clashes.iter().filter(is_around);
        around.min_by_key(|clash| clash.bytes.len()).cloned()
    }

    fn function<'e>(&'e self, checked: &'e Checked, operands: &'e Operands) -> Function<'e> {
        Function {
            operands,
            item: &self.item,
            text: self.code(),
            items: &self.items,
            sizes: &self.sizes,
            checked,
        }
    }

    /// The edits with which the function is right at the place of the message.
    pub fn edits(&self) -> Vec<Fitting> {
        let before = |expected| self.checked(None, usize::MAX, None, (&self.at, expected));
        // What the compiler expects is asked where the file does not say it.
        let said = [None, self.expected.as_ref()]
            .into_iter()
            .find_map(|expected| {
                let before = before(expected);
                Some((self.clash(&before)?, before, expected))
            });
        let Some((here, before, expected)) = said else {
            return Vec::new();
        };
        let operands = Operands::of(&self.item);
        let function = self.function(&before, &operands);
        let look = operators::looked(&function, &here);
        let tried = operators::edits(&function, &here, &look);
        let tried = tried.into_iter().take(MOST);
        let mut fitting = Vec::new();
        // Edits that make a result larger than its operands.
        let mut grown = Vec::new();
        let mut are_told_apart = false;
        for edit in tried {
            let Some(tried) = self.tried(&edit, &here, &before, expected) else {
                continue;
            };
            let is_outer = self.makes_room(&edit);
            match tried {
                Tried::Right(left) => fitting.push((left, self.in_file(edit))),
                Tried::Grown(left) if is_outer => grown.push((left, self.in_file(edit))),
                Tried::Here if is_outer => are_told_apart = true,
                _ => {}
            }
        }
        // What is made of two is asked for by the rest of the function, which another result does not go with.
        let is_one = grown.windows(2).all(|two| two[0].1.kind == two[1].1.kind);
        if fitting.is_empty() && is_one && are_told_apart && !here.is_expected {
            fitting = grown;
        }
        let is_mended = |(left, edit): &(Left, Fitting)| {
            left.clashes == 0 && rank(&edit.kind) < rank(&Kind::Written)
        };
        if expected.is_none() && !fitting.iter().any(is_mended) {
            let others = match fitting.is_empty() {
                true => operators::variables(&function, &here, &look),
                false => Vec::new(),
            };
            let others = others.into_iter().filter_map(|edit| {
                match self.tried(&edit, &here, &before, expected) {
                    Some(Tried::Right(left)) => Some((left, self.in_file(edit))),
                    _ => None,
                }
            });
            let others = Vec::from_iter(others);
            // A result that is exchanged may be right, and declared the wrong way round.
            let is_exchanged = |(_, edit): &(Left, Fitting)| {
                here.is_expected && edit.kind == Kind::Move("transpose()".to_owned())
            };
            let is_alone = fitting.iter().all(is_exchanged) && others.is_empty() && !look.is_said;
            let at = match here.is_expected {
                true if look.is_argument => written::Place::Argument,
                true => written::Place::Result,
                false => written::Place::Operation,
            };
            fitting.extend(self.written(&before, is_alone, at));
            // The only other variables that fit, if what is given is not only known by the message.
            let is_sure = here.is_expected && others.len() <= MOST_OFFERED;
            if fitting.is_empty() && is_sure && !others.is_empty() && self.is_known(&here) {
                fitting = others;
            }
        }
        // What the file does not say may be wrong itself, where something clashes elsewhere.
        if expected.is_some() && self.clashes_of_others() > 0 {
            return Vec::new();
        }
        // What mends most, and of that what makes least larger than its operands.
        let least = fitting.iter().map(|(left, _)| *left).min();
        fitting.retain(|(left, _)| Some(*left) == least);
        fitting.into_iter().map(|(_, edit)| edit).collect()
    }

    /// Whether an edit says where an operand has an axis of size 1: then a result may be larger than both.
    fn makes_room(&self, edit: &Edit) -> bool {
        match &edit.kind {
            Kind::Move(call) => call.starts_with("insert_axis"),
            Kind::Axis => edit.replaced.iter().all(|(place, _)| {
                let before = self.code()[..place.start].trim_end();
                before.ends_with("insert_axis::<")
            }),
            _ => false,
        }
    }

    /// Whether the file says the shape of what clashes.
    fn is_known(&self, here: &Clash) -> bool {
        let check = Check::new(&self.items, &self.sizes, &[], self.code(), 0..0);
        let checked = check.function(&self.item, self.own.as_ref());
        let ty = checked.types.get(&(here.bytes.start, here.bytes.end));
        let shape = ty.and_then(Type::shape);
        shape.is_some_and(|shape| !shape.iter().any(|size| self.sizes.is_unknown(*size)))
    }

    /// What an edit does.
    fn tried(
        &self,
        edit: &Edit,
        here: &Clash,
        before: &Checked,
        expected: Option<&Vec<usize>>,
    ) -> Option<Tried> {
        let changed = self.changed(&edit.replaced)?;
        let place = changed.place(&here.bytes);
        let marked = changed.place(&self.at);
        let after = self.checked(
            Some((&changed, before)),
            before.clashes.len() - 1,
            Some(&place),
            (&marked, expected),
        );
        let known = after.types.get(&(place.start, place.end));
        // What is expected is compared with all of its sizes.
        let is_known = match known {
            Some(Type::Tensor(shape)) => {
                !here.is_expected || !shape.iter().any(|size| self.sizes.is_unknown(*size))
            }
            Some(Type::List(_) | Type::Tuple(_)) => true,
            _ => false,
        };
        // What clashes was so before, in another place than the one that is mended, and is another thing.
        let is_old = |clash: &Clash| {
            let mut old = before.clashes.iter();
            let old = old.find(|old| changed.place(&old.bytes) == clash.bytes);
            old.is_some_and(|old| {
                let [code, here] = [old, here].map(|of| &self.code()[of.bytes.clone()]);
                code != here
            })
        };
        // Nor is it about the variable that is bound there.
        let bound = self.bound(&here.bytes);
        let is_apart = |clash: &Clash| {
            let code = &changed.text[clash.bytes.clone()];
            bound
                .as_ref()
                .is_none_or(|name| operators::words(code, name) == 0)
        };
        let is_less = after.clashes.len() < before.clashes.len();
        let is_right = is_less
            && after
                .clashes
                .iter()
                .all(|clash| is_old(clash) && is_apart(clash));
        let left = || Left {
            clashes: after.clashes.len() + self.clashes_of_others(),
            larger: after.larger,
        };
        match (is_known, is_right, after.larger <= before.larger) {
            (false, ..) => None,
            (true, false, _) => Some(Tried::Here),
            (true, true, false) => Some(Tried::Grown(left())),
            (true, true, true) => Some(Tried::Right(left())),
        }
    }

    /// The variable that a statement of the function binds to a value around some bytes.
    fn bound(&self, place: &Range<usize>) -> Option<String> {
        let is_around = |of: &Range<usize>| of.start <= place.start && place.end <= of.end;
        let at = self.statements.iter().position(is_around)?;
        let syn::Stmt::Local(local) = self.item.block.stmts.get(at)? else {
            return None;
        };
        let mut pattern = &local.pat;
        if let syn::Pat::Type(typed) = pattern {
            pattern = &typed.pat;
        }
        match pattern {
            syn::Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        }
    }

    fn in_file(&self, edit: Edit) -> Fitting {
        let (text, shown) = edited(self.code(), &edit.replaced, &edit.shown);
        let code = text.get(shown).unwrap_or("").to_owned();
        let start = self.function.start;
        let replaced = edit.replaced.into_iter();
        Fitting {
            file: self.file.clone(),
            replaced: replaced
                .map(|(place, code)| (place.start + start..place.end + start, code))
                .collect(),
            code,
            is_elsewhere: edit.is_elsewhere,
            fact: edit.fact,
            kind: edit.kind,
        }
    }
}

/// A function, up to as many clashes, if it can be read.
fn checked(
    items: &Items,
    sizes: &Sizes,
    code: &str,
    own: Option<&syn::Type>,
    (before, most): (Option<Before>, usize),
) -> Option<Checked> {
    let mut check = Check::new(items, sizes, &[], code, 0..0);
    check.most = most;
    check.before = before;
    Some(check.function(&*parsed(code)?, own))
}

/// The number of axes of what the method is called on that a message is about.
pub fn rank_of_receiver(before: &Value) -> Option<usize> {
    let situation = Situation::of(before, Told::Nothing)?;
    let (receiver, _) = situation.called()?;
    let checked = situation.checked(None, usize::MAX, None, (&situation.at, None));
    let shape = checked.types.get(&receiver)?.shape()?;
    Some(shape.len())
}

/// A call of another library in the form that a hint tells, if the function is right with it: without the axis of which
/// elements are taken together, too, where it has to go.
pub fn in_form(before: &Value, form: &str) -> Option<Fitting> {
    let situation = Situation::of(before, Told::Nothing)?;
    let (_, mut whole) = situation.called()?;
    // What another library returns in a `Result` or an `Option` is no such thing here.
    const UNWRAP: &str = ".unwrap()";
    let is_either = ["get", "try_"].iter().any(|start| form.starts_with(start));
    if !is_either && situation.code()[whole.end..].starts_with(UNWRAP) {
        whole.end += UNWRAP.len();
    }
    let replaced = situation.at.start..whole.end;
    // The sizes of an example are not those that are meant.
    let written = &situation.code()[replaced.clone()];
    let mut sizes = form
        .split("dim!(")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    if !sizes.all(|size| operators::words(written, size) > 0) {
        return None;
    }
    syn::parse_str::<syn::ExprMethodCall>(&format!("x.{form}")).ok()?;
    let axis = form
        .split_once("_axis::<")
        .filter(|_| form.ends_with(">()"));
    let without = axis.map(|(_, axis)| format!("{form}.remove_axis::<{axis}"));
    let mut forms = [Some(form.to_owned()), without];
    // `x.sum(1)` has no such axis any more, `x.sum_axis(1)` may be a slip.
    if !situation.code()[situation.at.clone()].contains("axis") {
        forms.reverse();
    }
    let marked = (&situation.at, None);
    let old = situation.checked(None, usize::MAX, None, marked);
    // The same call may follow: `x.unsqueeze(-1).unsqueeze(-1)`.
    let code = situation.code();
    let call = format!(".{}", &code[replaced.clone()]);
    let again = code[replaced.end..]
        .split(&call)
        .take_while(|between| between.is_empty());
    let again = again.count();
    let places = (0..=again).map(|of| {
        let start = replaced.start + of * call.len();
        start..start + replaced.len()
    });
    let places = Vec::from_iter(places);
    let whole = whole.start..whole.end + again * call.len();
    let fitting = forms.into_iter().flatten().filter_map(|form| {
        let replaced = places.iter().map(|place| (place.clone(), form.clone()));
        let replaced = Vec::from_iter(replaced);
        let changed = situation.changed(&replaced)?;
        let after = situation.checked(Some((&changed, &old)), old.clashes.len(), None, marked);
        let edit = Edit {
            replaced: replaced.clone(),
            shown: whole.clone(),
            is_elsewhere: false,
            fact: None,
            kind: Kind::Exchange,
        };
        let is_right = after.clashes.len() <= old.clashes.len();
        is_right.then(|| (after.larger, situation.in_file(edit)))
    });
    // With an axis that is kept, what it meets may make something larger.
    let (_, edit) = fitting.min_by_key(|(larger, _)| *larger)?;
    Some(edit)
}

/// What is offered for a message: one edit that fits, or both of two.
#[derive(Debug, Default)]
pub struct Offered {
    pub edits: Vec<Fitting>,
    /// Whether more of them fit, of which none is the one.
    pub are_several: bool,
}

impl Offered {
    fn one(edit: Fitting) -> Self {
        Self {
            edits: vec![edit],
            are_several: false,
        }
    }
}

/// What is offered for a message with all its notes, and its headline in the words of the tool.
pub fn offered(before: &Value, headline: &str, evidence: Evidence) -> Offered {
    let code = before["code"]["code"].as_str();
    if let Some(edit) = size_of_number(before).or_else(|| comparison(before)) {
        return Offered::one(edit);
    }
    if !matches!(code, Some("E0277" | "E0308")) || !evidence.is_of_shapes() {
        return Offered::default();
    }
    // What an engine can compute is not a question of shapes, and types that are shown whole differ in more than shapes.
    let message = before["message"].as_str().unwrap_or("");
    let is_of_engine = ["has no layers of elements", "cannot compute"];
    let is_of_engine = is_of_engine.iter().any(|words| message.contains(words));
    if is_of_engine || headline.contains("expected `") {
        return Offered::default();
    }
    if let Some(edit) = declared::bound(before) {
        return Offered::one(edit);
    }
    let told = told_types(headline).or_else(|| operands(before, evidence).map(Told::Operands));
    let Some(situation) = Situation::of(before, told.unwrap_or(Told::Nothing)) else {
        return Offered::default();
    };
    let edits = chosen(situation.edits());
    if edits.len() > MOST_OFFERED {
        return Offered {
            edits: Vec::new(),
            are_several: true,
        };
    }
    Offered {
        edits,
        are_several: false,
    }
}

/// `Days::of(days)` for a number where the size of a name is expected.
fn size_of_number(before: &Value) -> Option<Fitting> {
    let (file, place) = place(before)?;
    let label = children::primary(before)?["label"].as_str()?;
    let (name, found) = label.after(rustc::EXPECTED)?.halves(rustc::FOUND)?;
    let name = name.strip_prefix(vocabulary::NAMED_SIZE)?;
    let name = name.strip_prefix('<')?.strip_suffix('>')?;
    let is_size = found == "usize`";
    let text = super::declared::text(&file)?;
    let code = format!("{name}::of({})", text.get(place.clone())?);
    is_size.then(|| Fitting {
        file,
        replaced: vec![
            (place.start..place.start, format!("{name}::of(")),
            (place.end..place.end, ")".to_owned()),
        ],
        code,
        is_elsewhere: false,
        fact: None,
        kind: Kind::Written,
    })
}

/// `x.greater(&y)` for `x > y`.
fn comparison(before: &Value) -> Option<Fitting> {
    let is_of_operator = before["message"].as_str()?.begins(rustc::BINARY_OPERATION);
    let situation = is_of_operator.then(|| Situation::of(before, Told::Nothing))??;
    let checked = situation.checked(None, usize::MAX, None, (&situation.at, None));
    let operands = Operands::of(&situation.item);
    let function = situation.function(&checked, &operands);
    let edit = operators::compared(&function, &situation.at)?;
    Some(situation.in_file(edit))
}

fn chosen(mut fitting: Vec<Fitting>) -> Vec<Fitting> {
    let Some(first) = fitting.iter().map(|edit| rank(&edit.kind)).min() else {
        return fitting;
    };
    fitting.retain(|edit| rank(&edit.kind) == first);
    // An axis that was taken away too early is likelier than another one where something is bound.
    let is_dropped = fitting.iter().any(|edit| edit.kind == Kind::Drop);
    fitting.retain(|edit| {
        let mut codes = edit.replaced.iter().map(|(_, code)| code);
        let is_number = edit.kind == Kind::Axis && codes.all(|code| code.starts_with('-'));
        !(is_dropped && is_number && edit.is_elsewhere)
    });
    // Another order of labels is likelier than the size of another label.
    if fitting.iter().any(Fitting::is_of_labels) {
        let is_word = |(_, code): &Replaced| code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fitting.retain(|edit| edit.kind != Kind::Axis || !edit.replaced.iter().all(is_word));
    }
    // Of many, those of the line that is next above.
    if fitting.len() > MOST_OFFERED && fitting.iter().all(|edit| edit.is_elsewhere) {
        let text = super::declared::text(&fitting[0].file);
        let line = |edit: &Fitting| {
            let before = text.as_ref()?.get(..edit.replaced.first()?.0.start)?;
            Some(before.matches('\n').count())
        };
        let last = fitting.iter().filter_map(line).max();
        fitting.retain(|edit| line(edit) == last);
    }
    let mut calls: Vec<Fitting> = Vec::new();
    for edit in fitting {
        match calls
            .iter_mut()
            .find(|of| matches!(of.kind, Kind::Move(_)) && of.kind == edit.kind)
        {
            Some(of) if edit.is_better(of) => *of = edit,
            Some(_) => {}
            None => calls.push(edit),
        }
    }
    // Two axes are exchanged more often than three change their places.
    let is_exchange = |edit: &Fitting| matches!(&edit.kind, Kind::Move(call) if call == "transpose()" || call.starts_with("swap_axes"));
    if calls.iter().any(is_exchange) {
        calls.retain(
            |edit| !matches!(&edit.kind, Kind::Move(call) if call.starts_with("move_axis")),
        );
    }
    // Axes are moved where they clash.
    let is_far = |edit: &Fitting| {
        edit.is_elsewhere
            && matches!(&edit.kind, Kind::Move(call) if !call.starts_with("remove_ax"))
    };
    if !calls.iter().all(is_far) {
        calls.retain(|edit| !is_far(edit));
    }
    calls
}

/// Of which kinds none is offered where one of lower rank fits.
fn rank(kind: &Kind) -> usize {
    match kind {
        Kind::Variable => 0,
        // An axis that is kept, or another one.
        Kind::Drop | Kind::Axis | Kind::Product => 1,
        Kind::Exchange | Kind::Move(_) | Kind::Written | Kind::Bound => 2,
    }
}

impl Fitting {
    /// Whether it adds a bound.
    pub fn is_bound(&self) -> bool {
        self.kind == Kind::Bound
    }

    /// Whether it is one of the labels of an equation or a pattern.
    fn is_of_labels(&self) -> bool {
        self.replaced.iter().all(|(_, code)| code.starts_with('"'))
    }

    /// Whether the same call is better here than at the other place: an axis is removed where it is made.
    fn is_better(&self, other: &Self) -> bool {
        let Kind::Move(call) = &self.kind else {
            return false;
        };
        let is_made = |edit: &Self| {
            let before = edit.code.split(&format!(".{call}")).next().unwrap_or("");
            let last = before.rsplit('.').next().unwrap_or("");
            last.contains("_axis::<")
                || last.contains("_axes::<")
                || before.contains(".along") && last.ends_with("()")
        };
        match call.starts_with("remove_ax") {
            true => is_made(self) && !is_made(other),
            // Without parentheses around what it is called on.
            false => {
                let is_closed =
                    |edit: &Self| !edit.replaced.iter().any(|(_, code)| code.ends_with('('));
                is_closed(self) && !is_closed(other) && !(self.is_elsewhere && !other.is_elsewhere)
            }
        }
    }
}

/// What the headline says of edits.
fn told(edits: &[Fitting]) -> Option<String> {
    let code = |edit: &Fitting| Vec::from_iter(edit.code.split_whitespace()).join(" ");
    match edits {
        [] => None,
        [edit] => Some(match &edit.fact {
            Some(fact) => format!("did you mean `{}`, {fact}?", code(edit)),
            None => format!("did you mean `{}`?", code(edit)),
        }),
        [one, other, ..] => Some(format!(
            "did you mean `{}` or `{}`?",
            code(one),
            code(other)
        )),
    }
}

/// Tells edits in the headline, and takes away notes about what else may be meant.
pub fn tell(diagnostic: &mut Value, edits: &[Fitting], evidence: Evidence, changes: &mut Changes) {
    let (Some(told), Some(message)) = (
        told(edits),
        diagnostic["message"].as_str().map(str::to_owned),
    ) else {
        return;
    };
    changes.tell(message, &told, evidence);
    // Where the headline has both shapes, the rule needs no words.
    let has_both = changes
        .headline
        .as_ref()
        .is_some_and(|(_, told)| told.contains("]` and `[") || told.contains("]` with weights `["));
    let is_bound = edits.iter().all(|edit| edit.kind == Kind::Bound);
    remove_children(diagnostic, changes, |child| {
        let note = child["message"].as_str().unwrap_or("");
        let is_of_order = vocabulary::ABOUT_ORDER
            .iter()
            .any(|start| note.starts_with(start));
        is_bound || is_of_order || has_both && child["spans"].as_array().is_none_or(Vec::is_empty)
    });
}

/// Takes away advice to make two sizes one by a bound, where they fit in other orders.
pub fn drop_bounds(diagnostic: &mut Value, changes: &mut Changes) {
    remove_children(diagnostic, changes, |child| {
        let note = child["message"].as_str().unwrap_or("");
        let about = [vocabulary::ABOUT_PARAMETERS, vocabulary::ABOUT_NUMBERS];
        about.iter().any(|start| note.starts_with(start))
    });
}

/// The edits that a message suggests.
fn suggestions(diagnostic: &Value) -> impl Iterator<Item = &Value> {
    let children = diagnostic["children"].as_array().into_iter().flatten();
    children.filter(|child| {
        let text = child["message"].as_str();
        text.is_some_and(|text| text.starts_with(BEGINS))
    })
}

/// Whether a message suggests an edit.
pub fn is_suggested(diagnostic: &Value) -> bool {
    suggestions(diagnostic).next().is_some()
}

/// What the edits that a message suggests would write, and where. `None` if it suggests none.
pub fn written_by(diagnostic: &Value) -> Option<String> {
    let spans = suggestions(diagnostic);
    let spans = spans.flat_map(|child| child["spans"].as_array().into_iter().flatten());
    let written = spans.filter_map(|span| {
        let (file, place) = children::place(span)?;
        let code = span["suggested_replacement"].as_str()?;
        // What is marked stays as it is.
        let is_new = super::declared::text(file)?.get(place.clone()) != Some(code);
        is_new.then(|| format!("{place:?} {code}"))
    });
    let written = Vec::from_iter(written);
    (!written.is_empty()).then(|| written.join(", "))
}

pub use items::parameters;
/// Edits as suggestions.
pub use suggested::{BEGINS, add};

/// The shapes of `expected shape [B, 1], found [B]`, or of an argument, `[B]` for `[B, 1]`.
fn told_types(headline: &str) -> Option<Told> {
    let found = |text: &str| list(&text[text.find('[')?..=text.find(']')?]);
    let (expected, found) = match headline.split_once("expected shape ") {
        Some((_, shapes)) => {
            let (expected, rest) = shapes.split_once(", found ")?;
            (list(expected)?, found(rest)?)
        }
        None => {
            let (_, shapes) = headline.split_once(": `[")?;
            let (one, other) = shapes.split_once("]` for `[")?;
            let found = list(&format!("[{one}]"))?;
            let mut expected = list(&format!("[{}]", other.split(']').next()?))?;
            // A parameter of the function that takes it is any size.
            let is_known = |size: &String| found.contains(size) || size == "_" || is_number(size);
            for size in expected.iter_mut().filter(|size| !is_known(size)) {
                "?".clone_into(size);
            }
            (expected, found)
        }
    };
    Some(Told::Expected { expected, found })
}

/// The shapes of two operands, from the rule that is asked for.
fn operands(before: &Value, evidence: Evidence) -> Option<Vec<Vec<String>>> {
    texts(before).rev().find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (lhs, bound) = required(&note)?;
        let (_, parameters) = without_path(bound).split_once('<')?;
        let rhs = &parameters[parameters.find('[')?..=parameters.find(']')?];
        Some(vec![list(lhs)?, list(rhs)?])
    })
}

/// `B`, `T` and `64` of `[B, T, 64]`. A shape that begins with a parameter has axes that are not known.
fn list(shape: &str) -> Option<Vec<String>> {
    let list = shape.strip_prefix('[')?.strip_suffix(']')?;
    let is_whole = !list.contains("..") && !list.contains(['[', '<']);
    let sizes = list.split(", ").filter(|size| !size.is_empty());
    is_whole.then(|| sizes.map(str::to_owned).collect())
}

/// A text with replacements, which are in order, and where a part of it is then.
fn edited(text: &str, replaced: &[Replaced], part: &Range<usize>) -> (String, Range<usize>) {
    let mut output = String::with_capacity(text.len());
    let mut position = 0;
    for (place, code) in replaced {
        output += &text[position..place.start];
        output += code;
        position = place.end;
    }
    (output + &text[position..], moved_by(replaced, part))
}

/// Where a part of a text is after replacements. What is inserted at its end belongs to it.
fn moved_by(replaced: &[Replaced], part: &Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (part.start, part.end);
    for (place, code) in replaced {
        if place.end <= part.start && place.start < part.start {
            start = start + code.len() - place.len();
        }
        if place.end <= part.end {
            end = end + code.len() - place.len();
        }
    }
    start..end
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The files of a folder and of those in it.
    fn files(folder: &Path) -> Vec<String> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                files.extend(self::files(&path));
            } else if path.extension().is_some_and(|of| of == "rs") {
                files.push(path.to_str().unwrap().to_owned());
            }
        }
        files
    }

    #[test]
    fn nothing_clashes_in_programs_that_compile() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = [
            "tests/mistakes",
            "../../examples",
            "../shapecheck/examples",
            "../shapecheck-nn",
            "../shapecheck-grad",
        ];
        let mut functions = 0;
        let mut clashes = Vec::new();
        for file in folders.iter().flat_map(|folder| files(&root.join(folder))) {
            let Some(items) = items(&file) else {
                continue;
            };
            for (place, own) in &items.places {
                let code = &items.text()[place.clone()];
                let Some(item) = parsed(code) else {
                    continue;
                };
                functions += 1;
                let sizes = Sizes::default();
                let check = Check::new(&items, &sizes, &[], code, 0..0);
                let checked = check.function(&item, own.as_ref());
                let codes = checked
                    .clashes
                    .iter()
                    .map(|clash| &code[clash.bytes.clone()]);
                clashes.extend(codes.map(|code| format!("{file}: {code}")));
            }
        }
        assert_eq!(clashes, [""; 0]);
        assert!(functions > 500, "{functions}");
    }
}
