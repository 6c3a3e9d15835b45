//! Errors that are gone once an edit of an earlier error is made, whichever of those that are offered: they follow from what
//! it mends.

use std::cell::RefCell;
use std::ops::Range;

use serde_json::Value;
use syn::spanned::Spanned;

use super::check::{Check, Checked, Clash};
use super::items::Type;
use super::{Fitting, Replaced, Situation, Told, edited, moved_by, parsed};
use crate::message::{declared, sources};

thread_local! {
    static ACCEPTED: RefCell<Vec<Accepted>> = RefCell::default();
}

/// The most messages with edits that are remembered: each later error is compared with all of them.
const MOST: usize = 20;

/// The edits of a message.
struct Accepted {
    file: String,
    edits: Vec<Vec<Replaced>>,
    /// The place of the message.
    by: Range<usize>,
}

/// Takes one of the edits that a message offers to be what is meant.
pub fn accept(message: &Value, edits: &[Fitting]) {
    let (true, Some((file, by))) = (!edits.is_empty(), super::place(message)) else {
        return;
    };
    ACCEPTED.with_borrow_mut(|all| {
        if all.len() == MOST {
            all.remove(0);
        }
        all.push(Accepted {
            file,
            edits: edits.iter().map(|edit| edit.replaced.clone()).collect(),
            by,
        });
    });
}

/// Forgets what was accepted.
pub fn forget() {
    ACCEPTED.take();
}

/// Whether a method has another type than its trait says, and an earlier edit makes the trait say this one.
fn is_said_by_trait(message: &Value) -> Option<bool> {
    let (file, place) = super::place(message)?;
    let text = declared::text(&file)?;
    let own = text.get(place.clone())?;
    let name = message["message"].as_str()?.split('`').nth(1)?;
    let parsed = sources::parsed(&file)?;
    let traits = parsed.items.iter().filter_map(|item| match item {
        syn::Item::Trait(item) => Some(&item.items),
        _ => None,
    });
    let methods = traits.flatten().filter_map(|item| match item {
        syn::TraitItem::Fn(item) if item.sig.ident == name => Some(item.span().byte_range()),
        _ => None,
    });
    let methods = Vec::from_iter(methods);
    let is_of_trait = |(place, code): &Replaced| {
        let mut methods = methods.iter();
        code == own && methods.any(|of| of.start <= place.start && place.end <= of.end)
    };
    Some(ACCEPTED.with_borrow(|all| {
        let mut others = all.iter().filter(|of| of.file == file && of.by != place);
        others.any(|of| of.edits.iter().flatten().all(is_of_trait))
    }))
}

/// Whether what a message is about is right with each edit of an earlier one.
pub fn is_gone(message: &Value) -> bool {
    if message["code"]["code"] == "E0053" {
        return is_said_by_trait(message).unwrap_or(false);
    }
    let is_any = ACCEPTED.with_borrow(|all| !all.is_empty());
    let Some((file, at)) = super::place(message).filter(|_| is_any) else {
        return false;
    };
    let Some(situation) = Situation::of(message, Told::Nothing) else {
        return false;
    };
    let before = situation.checked(None, usize::MAX, None, (&situation.at, None));
    let Some(here) = situation.clash(&before) else {
        return false;
    };
    ACCEPTED.with_borrow(|all| {
        let mut others = all.iter().filter(|of| of.file == file && of.by != at);
        let is_right_with = |replaced: &Vec<Replaced>| {
            let after = situation.after(&before, replaced);
            after.is_some_and(|(after, place)| is_right(&before, &after, &place(&here)))
        };
        others.any(|of| of.edits.iter().all(is_right_with))
    })
}

/// Whether an expression has a type that goes with all around it.
fn is_right(before: &Checked, after: &Checked, place: &Range<usize>) -> bool {
    let ty = after.types.get(&(place.start, place.end));
    let is_clash = |clash: &Clash| clash.bytes == *place;
    ty.is_some_and(|ty| *ty != Type::Unknown)
        && !after.clashes.iter().any(is_clash)
        && after.clashes.len() < before.clashes.len()
}

/// Where clashes are afterwards.
type Places = Box<dyn Fn(&Clash) -> Range<usize>>;

impl Situation {
    /// The function with an edit of the file, and where its clashes are then.
    fn after(&self, before: &Checked, replaced: &[Replaced]) -> Option<(Checked, Places)> {
        let (first, last) = (self.statements.first()?, self.statements.last()?);
        let start = first.start + self.function.start;
        let end = last.end + self.function.start;
        let is_inside = |(place, _): &Replaced| start <= place.start && place.end <= end;
        if replaced.iter().all(is_inside) {
            let own = replaced.iter().map(|(place, code)| {
                let start = self.function.start;
                (place.start - start..place.end - start, code.clone())
            });
            let changed = self.changed(&Vec::from_iter(own))?;
            let after = self.checked(Some((&changed, before)), usize::MAX, None, (&self.at, None));
            return Some((after, Box::new(move |clash| changed.place(&clash.bytes))));
        }
        // What other functions do says nothing of this one.
        let is_in_body = |(place, _): &Replaced| self.items.is_in_body(place);
        if replaced.iter().any(is_in_body) {
            return None;
        }
        let (text, _) = edited(&self.items.without_bodies(), replaced, &(0..0));
        let items = self.items.read_anew(&text)?;
        let (text, function) = edited(&self.text, replaced, &self.function);
        let code = &text[function.clone()];
        let check = Check::new(&items, &self.sizes, &self.told, code, 0..0);
        let after = check.function(&*parsed(code)?, self.own.as_ref());
        let (from, replaced) = (self.function.start, replaced.to_vec());
        let place = move |clash: &Clash| {
            let place = clash.bytes.start + from..clash.bytes.end + from;
            let place = moved_by(&replaced, &place);
            place.start - function.start..place.end - function.start
        };
        Some((after, Box::new(place)))
    }
}
