//! Edits of what a trait declares: its associated sizes, and the types of its methods.

use std::ops::Range;

use serde_json::Value;
use syn::spanned::Spanned;

use super::items::words;
use super::sizes::Sizes;
use super::{Fitting, Kind, checked, edited, items};
use crate::message::children::{self, labels};
use crate::message::rustc::{self, Reads};
use crate::message::words::is_number;
use crate::message::{advice, declared, sources};
use crate::types::{Evidence, vocabulary};

/// The bound that an associated type lacks: `Stages` of "`<D as Disease>::Stages` is not the size of an axis".
pub fn bound(before: &Value) -> Option<Fitting> {
    let message = before["message"].as_str()?;
    let (of, rest) = message.strip_prefix("`<")?.split_once(" as ")?;
    let (path, rest) = rest.split_once(">::")?;
    let (name, rest) = rest.split_once('`')?;
    if of.contains('`') || rest != " is not the size of an axis" {
        return None;
    }
    let of_trait = path.rsplit("::").next()?;
    let (file, _) = super::place(before)?;
    let parsed = sources::parsed(&file)?;
    let declared = parsed.items.iter().find_map(|item| match item {
        syn::Item::Trait(item) if item.ident == of_trait => {
            item.items.iter().find_map(|item| match item {
                syn::TraitItem::Type(item) if item.ident == name => Some(item),
                _ => None,
            })
        }
        _ => None,
    })?;
    let at = match declared.bounds.last() {
        Some(last) => last.span().byte_range().end,
        None => declared.ident.span().byte_range().end,
    };
    let added = match declared.bounds.is_empty() {
        true => ": Dim",
        false => " + Dim",
    };
    let text = declared::text(&file)?;
    let start = declared.span().byte_range().start;
    let code = format!("{}{added};", text.get(start..at)?);
    Some(Fitting {
        file,
        replaced: vec![(at..at, added.to_owned())],
        code,
        is_elsewhere: true,
        fact: None,
        kind: Kind::Bound,
    })
}

/// A type of a method that is another than its trait says.
pub struct OtherThanInTrait {
    /// What the compiler suggests, if the method is wrong with it.
    pub refuted: String,
    /// What the trait would have to say.
    pub edit: Option<Fitting>,
}

/// Tests what the compiler suggests for a method with another type than its trait says.
pub fn other_than_in_trait(before: &Value, evidence: Evidence) -> Option<OtherThanInTrait> {
    if before["code"]["code"] != "E0053" {
        return None;
    }
    let children = before["children"].as_array()?;
    let suggests = |child: &&Value| child["spans"][0]["suggested_replacement"].is_string();
    let suggestion = children.iter().find(suggests)?;
    let (file, place) = children::place(&suggestion["spans"][0])?;
    let code = suggestion["spans"][0]["suggested_replacement"].as_str()?;
    let items = items(file)?;
    let (function, own) = items.function_at(&place)?;
    let text = declared::text(file)?;
    let replaced = [(place.clone(), advice::suggestion(code, evidence))];
    let (changed, moved) = edited(&text, &replaced, &function);
    let clashes = |code: &str| {
        let sizes = Sizes::default();
        let checked = checked(&items, &sizes, code, own.as_ref(), (None, usize::MAX))?;
        Some(checked.clashes.len())
    };
    if clashes(&changed[moved])? <= clashes(&text[function.clone()])? {
        return None;
    }
    let is_of_trait = |child: &&Value| {
        let text = child["message"].as_str().into_iter();
        let mut texts = text.chain(labels(child));
        texts.any(|text| text.begins(rustc::TYPE_IN_TRAIT))
    };
    let in_trait = children.iter().find(is_of_trait);
    let edit = in_trait.and_then(|note| {
        let (file, declared) = children::place(&note["spans"][0])?;
        let code = text.get(place.clone())?.to_owned();
        if text.get(declared.clone())?.contains("Self") {
            return associated(file.to_owned(), &text, &declared, &place);
        }
        let around = items.function_at(&declared)?.0;
        let known = words(&text.get(around)?.parse().ok()?);
        let open = items.parameters_at(&function);
        let names = words(&code.parse().ok()?);
        let mut open = names.iter().filter(|name| open.contains(name));
        open.all(|name| known.contains(name)).then(|| Fitting {
            file: file.to_owned(),
            replaced: vec![(declared, code.clone())],
            code,
            is_elsewhere: true,
            fact: Some("in the trait".to_owned()),
            kind: Kind::Written,
        })
    });
    let refuted = suggestion["message"].as_str()?.to_owned();
    Some(OtherThanInTrait { refuted, edit })
}

/// The associated size that a trait has where the method of an `impl` has another.
fn associated(
    file: String,
    text: &str,
    in_trait: &Range<usize>,
    place: &Range<usize>,
) -> Option<Fitting> {
    let sizes = |place: &Range<usize>| {
        let code = text.get(place.clone())?;
        let (_, list) = code.split_once(vocabulary::SHAPE_MACRO)?;
        let (list, _) = list.strip_prefix("![")?.split_once(']')?;
        Some(Vec::from_iter(list.split(',').map(str::trim)))
    };
    let (said, own) = (sizes(in_trait)?, sizes(place)?);
    let mut pairs = said.iter().zip(&own);
    let (name, size) = pairs.find_map(|(said, own)| Some((said.strip_prefix("Self::")?, *own)))?;
    let parsed = sources::parsed(&file)?;
    let is_around = |item: &&syn::ItemImpl| {
        let item = item.span().byte_range();
        item.start <= place.start && place.end <= item.end
    };
    let items = parsed.items.iter().filter_map(|item| match item {
        syn::Item::Impl(item) => Some(item),
        _ => None,
    });
    let around = items.into_iter().find(is_around)?;
    let declared = around.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(item) if item.ident == name => Some(item),
        _ => None,
    })?;
    let size = match is_number(size) {
        true => format!("{}!({size})", vocabulary::SIZE_MACRO),
        false => size.to_owned(),
    };
    let replaced = (declared.ty.span().byte_range(), size);
    let (text, shown) = edited(
        text,
        std::slice::from_ref(&replaced),
        &declared.span().byte_range(),
    );
    Some(Fitting {
        file,
        code: text[shown].to_owned(),
        replaced: vec![replaced],
        is_elsewhere: true,
        fact: None,
        kind: Kind::Written,
    })
}
