//! Sizes that are written in types: of parameters, results, variables and fields, and between `::<` and `>`.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::check::{Check, Checked};
use super::items::{Items, entries, place_of, words};
use super::{CLASHES, Fitting, Kind, LEFT, Left, Situation, clashes_of, edited, parsed};
use crate::message::sources;
use crate::message::words::is_number;
use crate::types::vocabulary;

/// How many clashes an edit of a parameter or a result has to mend: one may be that of code elsewhere.
const LEAST_MENDED: usize = 2;

/// The most sizes of a field that one clash says enough of.
const MOST_AXES: usize = 2;

/// The most edits of types that are tried.
const MOST: usize = 150;

impl Situation {
    /// Edits of the sizes of types with which nothing clashes in the function, and no more in others of the file. Where it is
    /// `alone`, as no other edit fits, one of a field or of what is made in the function may mend one clash.
    pub fn written(
        &self,
        before: &Checked,
        is_alone: bool,
        is_expected: bool,
    ) -> Vec<(Left, Fitting)> {
        let clashes = before.clashes.len() + self.clashes_of_others();
        let Some(file) = sources::parsed(&self.file) else {
            return Vec::new();
        };
        let told = self.told_sizes();
        let without_bodies = self.items.without_bodies();
        let body = self.item.block.span().byte_range();
        let body = body.start + self.function.start..body.end + self.function.start;
        // One clash says enough where nothing else is wrong.
        let is_alone = is_alone && clashes == 1;
        let is_sure = |list: &List| {
            let is_inside = body.start <= list.shown.start && list.shown.end <= body.end;
            is_alone
                && match list.role {
                    Role::Field => list.sizes.len() <= MOST_AXES,
                    // Of two operands nothing says which is made wrong.
                    Role::Made => is_inside && is_expected,
                    Role::Said => false,
                }
        };
        let least = |list: &List| if is_sure(list) { 1 } else { LEAST_MENDED };
        let mut lists = lists(&file, &self.items, &self.text, &self.function);
        lists.retain(|list| least(list) <= clashes);
        let tried = lists.iter().flat_map(|list| {
            let mut others = list.others(&self.text, &told);
            others.retain(|sizes| {
                let keeps_rank = sizes.len() == list.sizes.len();
                (keeps_rank || !is_sure(list)) && self.are_known(sizes, list)
            });
            let others = others.into_iter();
            let others = others.map(|sizes| list.with(&self.text, &sizes));
            others.map(move |replaced| Written {
                list,
                replaced: [replaced],
            })
        });
        let fitting = tried.take(MOST).filter_map(|edit| {
            let left = edit.left(self, &without_bodies)?;
            (left.clashes + least(edit.list) <= clashes).then(|| (left, edit.in_file(self)))
        });
        let fitting = Vec::from_iter(fitting);
        // One clash does not say which of two is meant.
        match is_alone && fitting.len() > 1 {
            true => Vec::new(),
            false => fitting,
        }
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

    /// The number of clashes in each function of the file.
    fn clashes(&self) -> Rc<Vec<usize>> {
        let known = CLASHES.with_borrow(|all| all.get(&self.file).cloned());
        known.unwrap_or_else(|| {
            let places = self.items.places.iter();
            let clashes = places.map(|(place, own)| {
                clashes_of(
                    &self.items,
                    &self.text[place.clone()],
                    own.as_ref(),
                    usize::MAX,
                )
                .unwrap_or(0)
            });
            let clashes = Rc::new(Vec::from_iter(clashes));
            CLASHES.with_borrow_mut(|all| all.insert(self.file.clone(), clashes.clone()));
            clashes
        })
    }

    /// The number of clashes in the other functions.
    pub fn clashes_of_others(&self) -> usize {
        let clashes = self.clashes();
        let places = self.items.places.iter().zip(&*clashes);
        let others = places.filter(|((place, _), _)| *place != self.function);
        others.map(|(_, clashes)| clashes).sum()
    }
}

/// Other sizes in a list.
struct Written<'a> {
    list: &'a List,
    replaced: [(Range<usize>, String); 1],
}

impl Written<'_> {
    /// What is left, if nothing clashes in the function of the message: that is the same for each of its errors.
    fn left(&self, of: &Situation, without_bodies: &str) -> Option<Left> {
        let [replaced] = &self.replaced;
        let key = (of.file.clone(), of.function.start, replaced.clone());
        let known = LEFT.with_borrow(|all| all.get(&key).copied());
        known.unwrap_or_else(|| {
            let items = self.items(of, without_bodies)?;
            let after = self.after(of, &items);
            let left = after.and_then(|after| {
                Some(Left {
                    larger: after.larger,
                    clashes: self.after_in_others(of, &items)?,
                })
            });
            LEFT.with_borrow_mut(|all| all.insert(key, left));
            left
        })
    }

    /// Where some bytes of the file are afterwards.
    fn place(&self, of: &Situation, place: &Range<usize>) -> Range<usize> {
        edited(&of.text, &self.replaced, place).1
    }

    /// What the file says of types.
    fn items(&self, of: &Situation, without_bodies: &str) -> Option<Rc<Items>> {
        let body = of.item.block.span().byte_range();
        let start = of.function.start;
        let is_inside =
            body.start + start <= self.list.shown.start && self.list.shown.end <= body.end + start;
        match is_inside {
            true => Some(of.items.clone()),
            false => {
                let (text, item) = edited(without_bodies, &self.replaced, &self.list.item);
                let items = of.items.with(&text[item], &self.list.item);
                items.map(Rc::new)
            }
        }
    }

    /// The function of the message, if nothing clashes in it.
    fn after(&self, of: &Situation, items: &Items) -> Option<Checked> {
        let (text, function) = edited(&of.text, &self.replaced, &of.function);
        let code = &text[function.clone()];
        let mut check = Check::new(items, &of.sizes, &of.told, code, 0..0);
        check.most = 0;
        let [(replaced, _)] = &self.replaced;
        let is_elsewhere = replaced.end <= of.function.start || of.function.end <= replaced.start;
        let after = match is_elsewhere {
            true => check.function(&of.item, of.own.as_ref()),
            false => check.function(&*parsed(code)?, of.own.as_ref()),
        };
        after.clashes.is_empty().then_some(after)
    }

    /// The number of clashes in the other functions, if there are more in none.
    fn after_in_others(&self, of: &Situation, items: &Items) -> Option<usize> {
        let (text, _) = edited(&of.text, &self.replaced, &of.function);
        let clashes = of.clashes();
        let places = of.items.places.iter().zip(&*clashes);
        let mut others = places.filter(|((place, _), _)| *place != of.function);
        others.try_fold(0, |sum, ((place, own), before)| {
            let code = &text[self.place(of, place)];
            let after = clashes_of(items, code, own.as_ref(), *before);
            let after = after.or((*before == 0).then_some(0))?;
            (after <= *before).then_some(sum + after)
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

/// What a type is there for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// It is that of a field.
    Field,
    /// It says what is made: `Tensor::<f32, shape![4]>::zeros()`.
    Made,
    /// It says what is meant: that of a variable, a parameter, a result.
    Said,
}

/// Sizes that stand beside each other: of a shape, or the arguments of a type.
struct List {
    /// The bytes of each.
    sizes: Vec<Range<usize>>,
    is_shape: bool,
    role: Role,
    /// The item that it is part of.
    item: Range<usize>,
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
        for at in 0..own.len() {
            lists.extend((at + 1..own.len()).map(|other| {
                let mut list = own.clone();
                list.swap(at, other);
                list
            }));
            lists.extend(told.iter().flatten().map(|size| {
                let mut list = own.clone();
                list[at].clone_from(size);
                list
            }));
            if self.is_shape && own.len() > 1 {
                let mut list = own.clone();
                list.remove(at);
                lists.push(list);
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

/// The lists of sizes that a function is about: in it, in the signatures of the functions that it names, in their fields.
fn lists(file: &syn::File, items: &Items, text: &str, function: &Range<usize>) -> Vec<List> {
    let code: TokenStream = text[function.clone()].parse().unwrap_or_default();
    let mut lists = Lists {
        items,
        names: words(&code).into_iter().collect(),
        function: function.clone(),
        item: 0..0,
        role: Role::Said,
        shown: 0..0,
        found: Vec::new(),
    };
    lists.visit_file(file);
    lists.found.retain(|list| !list.item.is_empty());
    // Those of the function first.
    let is_elsewhere =
        |list: &List| list.shown.start < function.start || function.end < list.shown.end;
    lists.found.sort_by_key(is_elsewhere);
    lists.found
}

struct Lists<'a> {
    items: &'a Items,
    /// The words of the function.
    names: HashSet<String>,
    function: Range<usize>,
    item: Range<usize>,
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
        self.items.fields(name).is_some()
            || self.items.functions.contains_key(name)
            || self.items.is_alias(name)
    }

    fn shown_by(&mut self, role: Role, shown: Range<usize>, inside: impl FnOnce(&mut Self)) {
        let before = (self.role, self.shown.clone());
        (self.role, self.shown) = (role, shown);
        inside(self);
        (self.role, self.shown) = before;
    }

    fn in_item(&mut self, item: &impl Spanned, inside: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.item, item.span().byte_range());
        inside(self);
        self.item = before;
    }

    fn function(&mut self, item: &impl Spanned, signature: &syn::Signature, block: &syn::Block) {
        self.in_item(item, |lists| {
            lists.visit_signature(signature);
            if lists.item.start <= lists.function.start && lists.function.end <= lists.item.end {
                lists.visit_block(block);
            }
        });
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
        self.in_item(item, |lists| visit::visit_item_struct(lists, item));
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
        if let Some(name) = field.ident.as_ref().filter(|name| self.has(name)) {
            let start = name.span().byte_range().start;
            let shown = start..field.ty.span().byte_range().end;
            self.shown_by(Role::Field, shown, |lists| lists.visit_type(&field.ty));
        }
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        if self.has(&item.ident) {
            self.in_item(item, |lists| {
                let shown = item.span().byte_range();
                lists.shown_by(Role::Said, shown, |lists| lists.visit_type(&item.ty));
            });
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
                shown: self.shown.clone(),
            });
        }
    }
}
