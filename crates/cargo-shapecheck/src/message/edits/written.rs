//! Sizes that are written in types: of parameters, results, variables and fields, and between `::<` and `>`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::check::{Check, Checked};
use super::items::{Items, entries, place_of, words};
use super::sizes::Sizes;
use super::{Fitting, KNOWN, Kind, LEFT, Left, Situation, checked, edited, parsed};
use crate::message::sources;
use crate::message::words::is_number;
use crate::types::vocabulary;

/// How many clashes an edit of a parameter or a result has to mend: one may be that of code elsewhere.
const LEAST_MENDED: usize = 2;

/// The most sizes of a field that one clash says enough of.
const MOST_AXES: usize = 3;

/// The most edits of types that are tried.
const MOST: usize = 150;

impl Situation {
    /// Edits of the sizes of types with which nothing clashes in the function, and no more in others of the file. Where it is
    /// `alone`, as no other edit fits, one of a field or of what is made in the function may mend one clash.
    pub fn written(&self, before: &Checked, is_alone: bool, at: Place) -> Vec<(Left, Fitting)> {
        let clashes = before.clashes.len() + self.clashes_of_others();
        let Some(file) = sources::parsed(&self.file) else {
            return Vec::new();
        };
        let told = self.told_sizes();
        let without_bodies = self.items.without_bodies();
        let body = self.body();
        // One clash says enough where nothing else is wrong.
        let is_alone = is_alone && clashes == 1;
        let is_sure = |list: &List| {
            let is_inside = body.start <= list.shown.start && list.shown.end <= body.end;
            is_alone
                && match list.role {
                    Role::Field => list.sizes.len() <= MOST_AXES,
                    // Of two operands nothing says which is made wrong.
                    Role::Made => is_inside && at != Place::Operation,
                    // What is given may have another size, and a result is computed from the number.
                    Role::Number => at == Place::Result,
                    // A result of which two sizes are exchanged.
                    Role::Said => at == Place::Result && list.shown == self.output(),
                }
        };
        let least = |list: &List| if is_sure(list) { 1 } else { LEAST_MENDED };
        let mut lists = self.lists(&file, before);
        lists.retain(|list| least(list) <= clashes);
        let tried = lists.iter().flat_map(|list| {
            let mut others = list.others(&self.text, &told);
            let own = sorted(&list.own(&self.text));
            others.retain(|sizes| {
                let keeps_rank = sizes.len() == list.sizes.len();
                let is_exchange = list.role != Role::Said || clashes > 1 || sorted(sizes) == own;
                (keeps_rank || !is_sure(list)) && is_exchange && self.are_known(sizes, list)
            });
            let others = others.into_iter();
            let others = others.map(|sizes| list.with(&self.text, &sizes));
            others.map(move |replaced| Written {
                list,
                replaced: [replaced],
            })
        });
        let fitting = tried.take(MOST).filter_map(|edit| {
            let left = edit.left(self, before, &without_bodies)?;
            let is_less = left.clashes + least(edit.list) <= clashes;
            // A number with a name is that of many things, and one of the message is likelier than one beside its own.
            let is_number = edit.list.role == Role::Number;
            let is_near = is_number
                && !told
                    .iter()
                    .flatten()
                    .any(|size| *size == edit.replaced[0].1);
            is_less.then(|| ((is_number, is_near), (left, edit.in_file(self))))
        });
        let mut fitting = Vec::from_iter(fitting);
        let first = fitting.iter().map(|(rank, _)| *rank).min();
        fitting.retain(|(rank, _)| Some(*rank) == first);
        let fitting = Vec::from_iter(fitting.into_iter().map(|(_, edit)| edit));
        if !is_alone || fitting.len() < 2 {
            return fitting;
        }
        // One clash does not say which of two is meant, but for two sizes of which one stands where the other belongs.
        let mut exchanged = fitting.into_iter().filter(|(_, edit)| {
            let written = edit.replaced.iter();
            let mut written = written.map(|(place, code)| [&self.text[place.clone()], code]);
            written.all(|codes| {
                let [one, other] = codes.map(|code| {
                    let mut sizes = Vec::from_iter(code.split(',').map(str::trim));
                    sizes.sort_unstable();
                    sizes
                });
                one == other
            })
        });
        match (exchanged.next(), exchanged.next()) {
            (Some(edit), None) => vec![edit],
            _ => Vec::new(),
        }
    }

    /// The bytes of what the function says of its result.
    fn output(&self) -> Range<usize> {
        let output = self.item.sig.output.span().byte_range();
        self.function.start + output.start..self.function.start + output.end
    }

    /// Whether sizes are known where a list stands: parameters of the function are not in another item.
    fn are_known(&self, told: &[String], list: &List) -> bool {
        let words_of = |code: &str| words(&code.parse().unwrap_or_default());
        let is_inside = |place: &Range<usize>| {
            self.function.start <= place.start && place.end <= self.function.end
        };
        if is_inside(&list.shown) {
            return true;
        }
        let item = words_of(&self.text[list.item.clone()]);
        let open = self.items.parameters_at(&self.function);
        let mut names = told.iter().flat_map(|size| words_of(size));
        names.all(|name| item.contains(&name) || !open.contains(&name))
    }

    /// The lists of sizes that the function is about: in it, in the signatures of the functions that it names, in their
    /// fields, in other names for types that it was read by.
    fn lists(&self, file: &syn::File, before: &Checked) -> Vec<List> {
        let code: TokenStream = self.code().parse().unwrap_or_default();
        let names = words(&code).into_iter();
        let mut lists = Lists {
            items: &self.items,
            names: names.chain(before.asked().cloned()).collect(),
            function: self.function.clone(),
            item: 0..0,
            name: String::new(),
            role: Role::Said,
            shown: 0..0,
            found: Vec::new(),
        };
        lists.visit_file(file);
        lists.found.retain(|list| !list.item.is_empty());
        // Those of the function first.
        let function = &self.function;
        let is_elsewhere =
            |list: &List| list.shown.start < function.start || function.end < list.shown.end;
        lists.found.sort_by_key(is_elsewhere);
        lists.found
    }

    /// The shapes that the message tells, as they are written.
    fn told_sizes(&self) -> Vec<Vec<String>> {
        let bare = |size: &usize| {
            // What is known when the program runs says nothing of what is meant.
            let list = self.sizes.written(&[*size]).filter(|list| list != "[_]")?;
            Some(list.strip_prefix('[')?.strip_suffix(']')?.to_owned())
        };
        let told = self.told.iter().map(|(_, shape)| shape);
        let told = told.chain(&self.expected);
        let told = told.filter_map(|shape| shape.iter().map(bare).collect());
        told.collect()
    }

    /// What is known of each function of the file.
    fn known(&self) -> Rc<Vec<Known>> {
        let known = KNOWN.with_borrow(|all| all.get(&self.file).cloned());
        known.unwrap_or_else(|| {
            let places = self.items.places.iter();
            let known = places.map(|(place, own)| {
                let (sizes, code) = (Sizes::default(), &self.text[place.clone()]);
                let all = (None, usize::MAX);
                let checked = checked(&self.items, &sizes, code, own.as_ref(), all);
                Known { sizes, checked }
            });
            let known = Rc::new(Vec::from_iter(known));
            KNOWN.with_borrow_mut(|all| all.insert(self.file.clone(), known.clone()));
            known
        })
    }

    /// The number of clashes in the other functions.
    pub fn clashes_of_others(&self) -> usize {
        let known = self.known();
        let places = self.items.places.iter().zip(&*known);
        let others = places.filter(|((place, _), _)| *place != self.function);
        others.map(|(_, known)| known.clashes()).sum()
    }
}

fn sorted(sizes: &[String]) -> Vec<String> {
    let mut sizes = sizes.to_vec();
    sizes.sort_unstable();
    sizes
}

/// What is known of a function, if it can be read.
pub struct Known {
    sizes: Sizes,
    checked: Option<Checked>,
}

impl Known {
    fn clashes(&self) -> usize {
        let checked = self.checked.as_ref();
        checked.map_or(0, |checked| checked.clashes.len())
    }
}

/// Other sizes in a list.
struct Written<'a> {
    list: &'a List,
    replaced: [(Range<usize>, String); 1],
}

impl Written<'_> {
    /// What is left, if nothing clashes in the function of the message: that is the same for each of its errors.
    fn left(&self, of: &Situation, before: &Checked, without_bodies: &str) -> Option<Left> {
        let [replaced] = &self.replaced;
        let key = (of.file.clone(), of.function.start, replaced.clone());
        let known = LEFT.with_borrow(|all| all.get(&key).copied());
        known.unwrap_or_else(|| {
            let left = match self.is_inside(of) {
                true => self.inside(of, before).map(|after| Left {
                    larger: after.larger,
                    clashes: of.clashes_of_others(),
                }),
                false => {
                    let item = &self.list.item;
                    let items = of.items.with(&self.in_part(without_bodies, item), item)?;
                    let after = self.beside(of, &items, without_bodies, before);
                    after.and_then(|after| {
                        Some(Left {
                            larger: after.larger,
                            clashes: self.in_others(of, &items)?,
                        })
                    })
                }
            };
            LEFT.with_borrow_mut(|all| all.insert(key, left));
            left
        })
    }

    /// Whether it is inside of what the function does, which says nothing of other ones.
    fn is_inside(&self, of: &Situation) -> bool {
        let (body, shown) = (of.body(), &self.list.shown);
        body.start <= shown.start && shown.end <= body.end
    }

    /// A part of the file with it.
    fn in_part<'t>(&self, text: &'t str, part: &Range<usize>) -> Cow<'t, str> {
        let [(place, code)] = &self.replaced;
        let text = &text[part.clone()];
        match part.start <= place.start && place.end <= part.end {
            true => {
                let place = place.start - part.start..place.end - part.start;
                edited(text, &[(place, code.clone())], &(0..0)).0.into()
            }
            false => text.into(),
        }
    }

    /// The function of the message inside of which it is, if nothing clashes in it.
    fn inside(&self, of: &Situation, before: &Checked) -> Option<Checked> {
        let [(place, code)] = &self.replaced;
        let place = place.start - of.function.start..place.end - of.function.start;
        let changed = of.changed(&[(place, code.clone())])?;
        let after = of.checked(Some((&changed, before)), 0, None, (&(0..0), None));
        after.clashes.is_empty().then_some(after)
    }

    /// The function of the message with other items, if nothing clashes in it.
    fn beside(
        &self,
        of: &Situation,
        items: &Items,
        without_bodies: &str,
        before: &Checked,
    ) -> Option<Checked> {
        let mut check = Check::new(items, &of.sizes, &of.told, of.code(), 0..0);
        check.most = 0;
        let after = match self.list.item == of.function {
            true => {
                let item = parsed(&self.in_part(without_bodies, &of.function))?;
                let statements = of.item.block.stmts.iter();
                let statements = statements.map(|statement| (statement, None));
                check.statements(&item.sig, statements, of.own.as_ref())
            }
            false => {
                check.before = before.without(&self.list.name);
                check.function(&of.item, of.own.as_ref())
            }
        };
        after.clashes.is_empty().then_some(after)
    }

    /// The number of clashes in the other functions, if there are more in none.
    fn in_others(&self, of: &Situation, items: &Items) -> Option<usize> {
        let known = of.known();
        let places = of.items.places.iter().zip(&*known);
        let mut others = places.filter(|((place, _), _)| *place != of.function);
        others.try_fold(0, |sum, ((place, own), known)| {
            let is_part = self.list.item.start <= place.start && place.end <= self.list.item.end;
            let code = self.in_part(&of.text, place);
            let before = known.checked.as_ref().filter(|_| !is_part);
            let before = before.and_then(|before| before.without(&self.list.name));
            let up_to = (before, known.clashes());
            let after = checked(items, &known.sizes, &code, own.as_ref(), up_to);
            let after = match after {
                Some(after) => after.clashes.len(),
                None => (known.clashes() == 0).then_some(0)?,
            };
            (after <= known.clashes()).then_some(sum + after)
        })
    }

    fn in_file(&self, of: &Situation) -> Fitting {
        let (text, shown) = edited(&of.text, &self.replaced, &self.list.shown);
        Fitting {
            file: of.file.clone(),
            replaced: self.replaced.to_vec(),
            code: text[shown].to_owned(),
            is_elsewhere: true,
            fact: None,
            kind: Kind::Written,
        }
    }
}

/// What clashes with what is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Argument,
    /// What a function returns, a variable with a type is bound to, or a field.
    Result,
    /// Nothing is said of it: its operands do not go together.
    Operation,
}

/// What a type is there for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// It is that of a field.
    Field,
    /// It says what is made: `Tensor::<f32, shape![4]>::zeros()`.
    Made,
    /// It is a number with a name: `type Width = dim!(32);`
    Number,
    /// It says what is meant: that of a variable, a parameter, a result.
    Said,
}

/// Sizes that stand beside each other: of a shape, or the arguments of a type.
struct List {
    /// The bytes of each.
    sizes: Vec<Range<usize>>,
    is_shape: bool,
    role: Role,
    /// The item that it is part of, and its name.
    item: Range<usize>,
    name: String,
    /// What shows it: a parameter, a field, a variable with its type.
    shown: Range<usize>,
}

impl List {
    /// Other sizes for those that are written: two exchanged, one of the message for another, one less, a 1 more, or all of a
    /// shape of the message.
    fn others(&self, text: &str, told: &[Vec<String>]) -> Vec<Vec<String>> {
        let own = self.own(text);
        if own.is_empty() {
            return Vec::new();
        }
        let mut lists = Vec::new();
        // A size of 1 fits everywhere, so that it says nothing.
        let is_of_its_kind =
            |size: &&String| *size != "1" && (self.role != Role::Number || is_number(size));
        for at in 0..own.len() {
            lists.extend((at + 1..own.len()).map(|other| {
                let mut list = own.clone();
                list.swap(at, other);
                list
            }));
            let others = told.iter().flatten().filter(is_of_its_kind);
            lists.extend(others.map(|size| {
                let mut list = own.clone();
                list[at].clone_from(size);
                list
            }));
            if self.is_shape && own.len() > 1 {
                let mut list = own.clone();
                list.remove(at);
                lists.push(list);
            }
            // One more or less, or twice as many.
            if self.role == Role::Number
                && let Ok(number) = own[at].parse::<usize>()
            {
                let near = [
                    number.checked_sub(1),
                    number.checked_add(1),
                    number.checked_mul(2),
                    Some(number / 2),
                ];
                let near = near.into_iter().flatten().filter(|near| *near > 1);
                lists.extend(near.map(|near| vec![near.to_string()]));
            }
        }
        if self.is_shape {
            lists.extend(told.iter().cloned());
            lists.extend((0..=own.len()).map(|at| {
                let mut list = own.clone();
                list.insert(at, "1".to_owned());
                list
            }));
        }
        let mut unlike: Vec<Vec<String>> = Vec::new();
        for list in lists {
            if list != own && !unlike.contains(&list) {
                unlike.push(list);
            }
        }
        unlike
    }

    /// The sizes as messages have them.
    fn own(&self, text: &str) -> Vec<String> {
        let size = |place: &Range<usize>| {
            let size = text[place.clone()].strip_prefix(vocabulary::SIZE_MACRO);
            let size = size.and_then(|size| size.strip_prefix("!(")?.strip_suffix(')'));
            size.unwrap_or(&text[place.clone()]).to_owned()
        };
        self.sizes.iter().map(size).collect()
    }

    /// Other sizes as code, and where it stands.
    fn with(&self, text: &str, sizes: &[String]) -> (Range<usize>, String) {
        let own = self.own(text);
        let has_numbers = self
            .sizes
            .iter()
            .any(|place| is_number(&text[place.clone()]));
        let code = |size: &String| match own.iter().position(|of| of == size) {
            Some(at) => text[self.sizes[at].clone()].to_owned(),
            None if !self.is_shape && is_number(size) && !has_numbers => {
                format!("{}!({size})", vocabulary::SIZE_MACRO)
            }
            None => size.clone(),
        };
        let code = Vec::from_iter(sizes.iter().map(code)).join(", ");
        let place = |of: Option<&Range<usize>>| of.cloned().unwrap_or_default();
        let (first, last) = (place(self.sizes.first()), place(self.sizes.last()));
        (first.start..last.end, code)
    }
}

struct Lists<'a> {
    items: &'a Items,
    /// The words of the function, and the names of the items that it is about.
    names: HashSet<String>,
    function: Range<usize>,
    item: Range<usize>,
    name: String,
    role: Role,
    shown: Range<usize>,
    found: Vec<List>,
}

impl Lists<'_> {
    fn has(&self, name: &syn::Ident) -> bool {
        self.names.contains(&name.to_string())
    }

    /// Whether a name is one of the file: numbers of other calls are not sizes.
    fn is_own(&self, name: &str) -> bool {
        self.items.has(name)
    }

    fn shown_by(&mut self, role: Role, shown: Range<usize>, inside: impl FnOnce(&mut Self)) {
        let before = (self.role, self.shown.clone());
        (self.role, self.shown) = (role, shown);
        inside(self);
        (self.role, self.shown) = before;
    }

    fn in_item(&mut self, item: &impl Spanned, name: &syn::Ident, inside: impl FnOnce(&mut Self)) {
        let before = (self.item.clone(), self.name.clone());
        (self.item, self.name) = (item.span().byte_range(), name.to_string());
        inside(self);
        (self.item, self.name) = before;
    }

    /// A number with a name.
    fn number(
        &mut self,
        item: &impl Spanned,
        name: &syn::Ident,
        number: Range<usize>,
        shown: Range<usize>,
    ) {
        if self.has(name) {
            self.found.push(List {
                sizes: vec![number],
                is_shape: false,
                role: Role::Number,
                item: item.span().byte_range(),
                name: name.to_string(),
                shown,
            });
        }
    }

    fn function(&mut self, item: &impl Spanned, signature: &syn::Signature, block: &syn::Block) {
        self.in_item(item, &signature.ident, |lists| {
            lists.visit_signature(signature);
            if lists.item.start <= lists.function.start && lists.function.end <= lists.item.end {
                lists.visit_block(block);
            }
        });
    }
}

/// `32` of `dim!(32)`
fn number_of(ty: &syn::Type) -> Option<syn::LitInt> {
    match ty {
        syn::Type::Macro(call) if call.mac.path.is_ident(vocabulary::SIZE_MACRO) => {
            syn::parse2(call.mac.tokens.clone()).ok()
        }
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Lists<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(item, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(item, &item.sig, &item.block);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.in_item(item, &item.ident, |lists| {
            visit::visit_item_struct(lists, item)
        });
    }

    // What a trait says is not read.
    fn visit_item_trait(&mut self, _: &'ast syn::ItemTrait) {}

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        item.items
            .iter()
            .for_each(|item| self.visit_impl_item(item));
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        if self.has(&signature.ident) {
            signature
                .inputs
                .iter()
                .for_each(|input| self.visit_fn_arg(input));
            self.visit_return_type(&signature.output);
        }
    }

    // Bounds are not sizes.
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}

    fn visit_field(&mut self, field: &'ast syn::Field) {
        let ty = field.ty.span().byte_range();
        let shown = match &field.ident {
            Some(name) => self
                .has(name)
                .then(|| name.span().byte_range().start..ty.end),
            // That of a tuple, whose name is the struct's.
            None => self.names.contains(&self.name).then_some(ty),
        };
        if let Some(shown) = shown {
            self.shown_by(Role::Field, shown, |lists| lists.visit_type(&field.ty));
        }
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        if self.has(&item.ident) {
            self.in_item(item, &item.ident, |lists| {
                // Without what documents it.
                let start = match &item.vis {
                    syn::Visibility::Inherited => item.type_token.span,
                    vis => vis.span(),
                };
                let shown = start.byte_range().start..lists.item.end;
                lists.shown_by(Role::Said, shown.clone(), |lists| {
                    lists.visit_type(&item.ty)
                });
                if let Some(number) = number_of(&item.ty) {
                    lists.number(item, &item.ident, number.span().byte_range(), shown);
                }
            });
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        if let syn::Expr::Lit(number) = &*item.expr
            && matches!(number.lit, syn::Lit::Int(_))
        {
            let start = match &item.vis {
                syn::Visibility::Inherited => item.const_token.span,
                vis => vis.span(),
            };
            let shown = start.byte_range().start..item.span().byte_range().end;
            self.number(item, &item.ident, number.span().byte_range(), shown);
        }
    }

    // `Twist = 6` in `dims!`
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if item
            .mac
            .path
            .segments
            .last()
            .is_some_and(|name| name.ident == "dims")
        {
            for entry in entries(item.mac.tokens.clone()) {
                let Ok(syn::Stmt::Expr(syn::Expr::Assign(of), _)) =
                    syn::parse2(entry.clone().into_iter().collect())
                else {
                    continue;
                };
                if let (syn::Expr::Path(name), syn::Expr::Lit(number)) = (&*of.left, &*of.right)
                    && let Some(name) = name.path.get_ident()
                {
                    self.number(
                        item,
                        name,
                        number.span().byte_range(),
                        of.span().byte_range(),
                    );
                }
            }
        }
    }

    // What a function of a field takes is a question of the function.
    fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}

    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        self.shown_by(Role::Said, typed.span().byte_range(), |lists| {
            lists.visit_type(&typed.ty)
        });
    }

    fn visit_return_type(&mut self, result: &'ast syn::ReturnType) {
        if let syn::ReturnType::Type(_, ty) = result {
            self.shown_by(Role::Said, result.span().byte_range(), |lists| {
                lists.visit_type(ty);
            });
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        // Elements and run-time sizes that are given have to fit, too.
        let last = path.path.segments.last();
        let is_given = last.is_some_and(|last| {
            ["from_array", "from_slice", "from_vec"].contains(&&*last.ident.to_string())
        });
        let role = match is_given || path.qself.is_some() {
            true => Role::Said,
            false => Role::Made,
        };
        self.shown_by(role, path.span().byte_range(), |lists| {
            visit::visit_expr_path(lists, path);
        });
    }

    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        let name = segment.ident.to_string();
        if let syn::PathArguments::AngleBracketed(list) = &segment.arguments
            && !vocabulary::is_tensor(&name)
            && self.is_own(&name)
        {
            let is_size = |argument: &&syn::GenericArgument| match argument {
                syn::GenericArgument::Const(_) => true,
                syn::GenericArgument::Type(syn::Type::Macro(call)) => {
                    call.mac.path.is_ident(vocabulary::SIZE_MACRO)
                }
                syn::GenericArgument::Type(syn::Type::Path(path)) => {
                    path.path.get_ident().is_some()
                }
                _ => false,
            };
            let sizes = list.args.iter().filter(is_size);
            self.found.push(List {
                sizes: sizes.map(|size| size.span().byte_range()).collect(),
                is_shape: false,
                role: self.role,
                item: self.item.clone(),
                name: self.name.clone(),
                shown: self.shown.clone(),
            });
        }
        visit::visit_path_segment(self, segment);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident(vocabulary::SHAPE_MACRO) {
            let sizes = entries(call.tokens.clone());
            self.found.push(List {
                sizes: sizes.iter().filter_map(place_of).collect(),
                is_shape: true,
                role: self.role,
                item: self.item.clone(),
                name: self.name.clone(),
                shown: self.shown.clone(),
            });
        }
    }
}
