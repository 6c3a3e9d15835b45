//! Edits of what a call writes out: the labels of an equation, the order of axes, slices, the sizes of `reshape` and of
//! pieces.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use super::Replaced;
use super::check::plain;
use super::items::{Bound, Type, entries, place_of, said};
use super::operators::{Edit, Function, Kind, Site};
use crate::message::words::is_of_word;
use crate::types::vocabulary;

/// The most orders of labels that are tried.
const MOST_ORDERS: usize = 100;

/// The most orders of axes that are tried for `permute`.
const MOST_PERMUTED: usize = 24;

/// The largest number that is tried for a label.
const MOST_LENGTH: usize = 64;

impl Function<'_> {
    /// With other labels in an equation, or its operands exchanged.
    pub fn other_labels(&self, site: &Site) -> Vec<Edit> {
        let syn::Expr::Macro(call) = site.value else {
            return Vec::new();
        };
        let name = call.mac.path.segments.last();
        let name = name.map(|last| last.ident.to_string()).unwrap_or_default();
        let tokens = Vec::from_iter(call.mac.tokens.clone());
        let literal = tokens.iter().find_map(|token| match token {
            TokenTree::Literal(literal) => Some(literal.span().byte_range()),
            _ => None,
        });
        let Some(place) = literal else {
            return Vec::new();
        };
        let equation = &self.text[place.clone()];
        let mut others = Vec::new();
        let mut turned = Vec::new();
        match &*name {
            "einsum" => {
                let codes = with_other_labels(equation).into_iter();
                let codes = codes.map(|code| vec![(place.clone(), code)]);
                let is_turned = |of: &Vec<Replaced>| turns(&of[0].1) > turns(equation);
                (turned, others) = codes.partition(is_turned);
                others.extend(self.operands_exchanged(&tokens));
            }
            "rearrange" => {
                let codes = orders(equation).into_iter().chain(orders_before(equation));
                others.extend(codes.map(|code| vec![(place.clone(), code)]));
            }
            _ => {}
        }
        others.extend(self.other_lengths(&tokens, equation));
        let others = others.into_iter();
        let others = others.map(|replaced| self.edit(site, replaced, Kind::Axis));
        // Only where none keeps the axes of each operand in order.
        let turned = turned.into_iter();
        let turned = turned.map(|replaced| self.edit(site, replaced, Kind::Exchange));
        others.chain(turned).collect()
    }

    /// With another number for a label, or another label with the number: `h = 16` of `"b (h w) -> b h w"; h = 16`.
    fn other_lengths(
        &self,
        tokens: &[TokenTree],
        equation: &str,
    ) -> Vec<Vec<(Range<usize>, String)>> {
        let mut others = Vec::new();
        let operand = entries(TokenStream::from_iter(tokens.iter().cloned()))
            .first()
            .and_then(place_of)
            .and_then(|place| self.checked.types.get(&(place.start, place.end))?.shape());
        let Some(shape) = operand else {
            return others;
        };
        let names = labels(equation).into_iter().map(|place| &equation[place]);
        let names = BTreeSet::from_iter(names);
        for given in tokens.windows(3) {
            let [
                TokenTree::Ident(name),
                TokenTree::Punct(sign),
                TokenTree::Literal(number),
            ] = given
            else {
                continue;
            };
            let (own, number) = (name.to_string(), number.span().byte_range());
            if sign.as_char() != '=' || !names.contains(&*own) {
                continue;
            }
            let place = name.span().byte_range();
            let is_other = |name: &&&str| own != **name;
            others.extend(
                names
                    .iter()
                    .filter(is_other)
                    .map(|name| vec![(place.clone(), (*name).to_owned())]),
            );
            // A part of an axis divides it, and nobody writes that it is all of it.
            let parts = (2..=MOST_LENGTH)
                .filter(|part| shape.iter().any(|size| size.is_multiple_of(*part)));
            let numbers = parts.map(|other| other.to_string());
            let numbers = numbers.filter(|other| self.text[number.clone()] != **other);
            others.extend(numbers.map(|other| vec![(number.clone(), other)]));
        }
        others
    }

    /// With axes of `permute` in other orders.
    pub fn other_orders(&self, site: &Site) -> Vec<Edit> {
        let syn::Expr::MethodCall(call) = site.value else {
            return Vec::new();
        };
        let list = call.turbofish.as_ref().and_then(|list| list.args.first());
        let places = match list {
            Some(syn::GenericArgument::Type(syn::Type::Macro(of))) if call.method == "permute" => {
                let entries = entries(of.mac.tokens.clone());
                Vec::from_iter(entries.iter().filter_map(place_of))
            }
            _ => return Vec::new(),
        };
        let codes = Vec::from_iter(places.iter().map(|place| &self.text[place.clone()]));
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return Vec::new();
        };
        let own = Vec::from_iter(0..places.len());
        let orders = permutations(&own).into_iter().take(MOST_PERMUTED);
        let edits = orders.filter(|order| *order != own).map(|order| {
            let code = Vec::from_iter(order.into_iter().map(|at| codes[at])).join(", ");
            self.edit(site, vec![(first.start..last.end, code)], Kind::Axis)
        });
        edits.collect()
    }

    /// Two operands after the sign `;`, exchanged.
    fn operands_exchanged(&self, tokens: &[TokenTree]) -> Option<Vec<(Range<usize>, String)>> {
        let is_sign =
            |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';');
        let at = tokens.iter().position(is_sign)?;
        let operands = TokenStream::from_iter(tokens[at + 1..].iter().cloned());
        let places = entries(operands)
            .iter()
            .map(place_of)
            .collect::<Option<Vec<_>>>()?;
        let [one, other] = <[Range<usize>; 2]>::try_from(places).ok()?;
        let codes = [&other, &one].map(|place| self.text[place.clone()].to_owned());
        Some([one, other].into_iter().zip(codes).collect())
    }

    /// With one of the sizes that a call says made to fit: the others divide the elements, or leave the rest of an axis.
    pub fn other_sizes(&self, site: &Site) -> Vec<Edit> {
        let mut others = Vec::new();
        let mut value = site.value;
        while let syn::Expr::MethodCall(call) = value {
            let sizes = self.fitting_sizes(call).into_iter();
            others.extend(sizes.map(|replaced| vec![replaced]));
            others.extend(self.other_slices(call));
            value = plain(&call.receiver);
        }
        let others = others.into_iter();
        others
            .map(|replaced| self.edit(site, replaced, Kind::Axis))
            .collect()
    }

    /// With two entries of `s![..]` exchanged, an index as a range of one, or such a range as an index.
    fn other_slices(&self, call: &syn::ExprMethodCall) -> Vec<Vec<(Range<usize>, String)>> {
        let entries = match call.args.first() {
            Some(syn::Expr::Macro(of)) if of.mac.path.is_ident("s") => {
                entries(of.mac.tokens.clone())
            }
            _ => return Vec::new(),
        };
        let places = Vec::from_iter(entries.iter().filter_map(place_of));
        let code = |at: usize| &self.text[places[at].clone()];
        let mut others = Vec::new();
        for at in 0..places.len() {
            let exchanged = (at + 1..places.len()).filter(|other| code(at) != code(*other));
            others.extend(exchanged.map(|other| {
                vec![
                    (places[at].clone(), code(other).to_owned()),
                    (places[other].clone(), code(at).to_owned()),
                ]
            }));
            let number = |text: &str| text.trim().parse::<usize>().ok();
            let other = match (number(code(at)), code(at).split_once("..")) {
                (Some(index), _) => Some(format!("{index}..{}", index + 1)),
                // The last one.
                _ if code(at) == "-1" => Some("-1..".to_owned()),
                _ if code(at) == "-1.." => Some("-1".to_owned()),
                (None, Some((start, end))) => {
                    let start = number(start);
                    let is_one = start.is_some_and(|start| number(end) == Some(start + 1));
                    start.filter(|_| is_one).map(|start| start.to_string())
                }
                (None, None) => None,
            };
            others.extend(other.map(|code| vec![(places[at].clone(), code)]));
        }
        others
    }

    fn fitting_sizes(&self, call: &syn::ExprMethodCall) -> Vec<(Range<usize>, String)> {
        let Some(list) = &call.turbofish else {
            return Vec::new();
        };
        let places = said(list);
        let size = |place: &Range<usize>| {
            let value = syn::parse_str(&self.text[place.clone()]).ok()?;
            self.items.size(&value, &Bound::new(), self.sizes)
        };
        let known = places.iter().map(size).collect::<Option<Vec<_>>>();
        let (Some(known), Some(of)) = (known, self.type_of(plain(&call.receiver))) else {
            return Vec::new();
        };
        let axis = |axis: isize, shape: &[usize]| {
            let at = shape.len().checked_sub(axis.unsigned_abs())?;
            shape.get(at).copied()
        };
        let first = list.args.first().and_then(|argument| match argument {
            syn::GenericArgument::Const(value) => super::check::axis(value),
            _ => None,
        });
        let product = |sizes: &[usize]| {
            sizes
                .iter()
                .try_fold(1_usize, |all, of| all.checked_mul(*of))
        };
        // What all of them make, and what they have to make.
        let name = call.method.to_string();
        let (made, wanted) = match (&*name, of, first) {
            ("reshape", Type::Tensor(shape), _) => (product(&known), product(shape)),
            ("split_axis", Type::Tensor(shape), Some(of)) => (product(&known), axis(of, shape)),
            ("split", Type::Along(shape, of), _) => (Some(known.iter().sum()), axis(*of, shape)),
            _ => return Vec::new(),
        };
        let (Some(made), Some(wanted)) = (made, wanted) else {
            return Vec::new();
        };
        let is_open = |size: &usize| self.sizes.may_be_any(*size);
        if made == wanted || made == 0 || is_open(&wanted) || known.iter().any(is_open) {
            return Vec::new();
        }
        let fitting = places.iter().zip(known).filter_map(|(place, size)| {
            let fits = match &*name {
                "split" => (size + wanted).checked_sub(made).filter(|size| *size > 0)?,
                _ => {
                    let all = size.checked_mul(wanted)?;
                    all.is_multiple_of(made).then(|| all / made)?
                }
            };
            let code = self.sizes.written(&[fits])?;
            let code = code.trim_matches(['[', ']']).to_owned();
            // Between `::<` and `>` a number is a type.
            let is_type = name == "split_axis" && code.bytes().all(|byte| byte.is_ascii_digit());
            let code = match is_type {
                true => format!("{}!({code})", vocabulary::SIZE_MACRO),
                false => code,
            };
            Some((place.clone(), code))
        });
        fitting.collect()
    }
}

/// The labels of a text, with their bytes.
fn labels(text: &str) -> Vec<Range<usize>> {
    let mut labels: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| is_of_word(*c)) {
        match labels.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => labels.push(at..at + 1),
        }
    }
    labels
}

/// An equation with a label of a term in another place of it, with two of them exchanged, or with another label for one.
fn with_other_labels(equation: &str) -> Vec<String> {
    let labels = labels(equation);
    let term = |place: &Range<usize>| equation[..place.start].matches([',', '>']).count();
    let names = Vec::from_iter(labels.iter().map(|place| &equation[place.clone()]));
    let mut others = Vec::new();
    let mut add = |names: &[&str]| {
        let mut text = equation.to_owned();
        for (place, name) in labels.iter().zip(names).rev() {
            text.replace_range(place.clone(), name);
        }
        others.push(text);
    };
    for (at, one) in labels.iter().enumerate() {
        let is_beside = |other: &usize| term(&labels[*other]) == term(one);
        let beside = Vec::from_iter((0..labels.len()).filter(is_beside));
        for other in beside.iter().filter(|other| **other != at) {
            let mut exchanged = names.clone();
            exchanged.swap(at, *other);
            add(&exchanged);
            let mut moved = names.clone();
            let name = moved.remove(at);
            moved.insert(*other, name);
            add(&moved);
        }
        let is_new = |name: &&&str| beside.iter().all(|of| names[*of] != **name);
        for name in names.iter().filter(is_new) {
            let mut replaced = names.clone();
            replaced[at] = name;
            add(&replaced);
        }
    }
    // A label that is left in one operand alone is summed over by itself.
    let lone = |text: &str| {
        let places = self::labels(text);
        let names = Vec::from_iter(places.into_iter().map(|place| &text[place]));
        let is_lone = |name: &&&str| names.iter().filter(|of| of == name).count() == 1;
        names.iter().filter(is_lone).count()
    };
    let least = lone(equation);
    others.retain(|other| lone(other) <= least);
    others.sort();
    others.dedup();
    others
}

/// How many pairs of labels of one operand are in the other order in the result.
fn turns(equation: &str) -> usize {
    let Some((operands, result)) = equation.split_once("->") else {
        return 0;
    };
    let names = |text: &str| {
        let names = labels(text).into_iter().map(|place| text[place].to_owned());
        Vec::from_iter(names)
    };
    let result = names(result);
    let place = |name: &String| result.iter().position(|of| of == name);
    let turned = operands.split(',').map(|operand| {
        let places = Vec::from_iter(names(operand).iter().filter_map(place));
        let later = |(at, one): (usize, &usize)| {
            places[at + 1..].iter().filter(|other| *other < one).count()
        };
        places.iter().enumerate().map(later).sum::<usize>()
    });
    turned.sum()
}

/// A rule `b h t d -> b (h t) d` with the labels after the arrow in other orders. Those that are merged are in the order that
/// they have before it, so that no element is moved inside of what was one axis.
fn orders(rule: &str) -> Vec<String> {
    let Some((before, after)) = rule.split_once("->") else {
        return Vec::new();
    };
    let known = Vec::from_iter(labels(before).into_iter().map(|place| &before[place]));
    let mut groups: Vec<usize> = Vec::new();
    let mut is_inside = false;
    let mut rest = after.trim_matches(|c: char| c.is_whitespace() || c == '"');
    let mut count = 0;
    while let Some(sign) = rest.chars().next() {
        let word = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        match sign {
            '(' => {
                is_inside = true;
                groups.push(0);
            }
            ')' => is_inside = false,
            _ if word > 0 => {
                count += 1;
                match groups.last_mut().filter(|_| is_inside) {
                    Some(group) => *group += 1,
                    None => groups.push(1),
                }
            }
            _ if sign.is_whitespace() => {}
            // Axes without a name, or an axis of size 1.
            _ => return Vec::new(),
        }
        rest = &rest[word.max(sign.len_utf8())..];
    }
    if count != known.len() || (1..=count).product::<usize>() > MOST_ORDERS {
        return Vec::new();
    }
    let mut rules = Vec::new();
    for groups in permutations(&groups) {
        for order in permutations(&Vec::from_iter(0..count)) {
            let mut labels = &order[..];
            let mut parts = Vec::new();
            for size in &groups {
                let (part, rest) = labels.split_at(*size);
                labels = rest;
                parts.push(part);
            }
            if parts.iter().all(|part| part.is_sorted()) {
                let text = parts.iter().map(|part| {
                    let names = Vec::from_iter(part.iter().map(|at| known[*at])).join(" ");
                    if part.len() == 1 {
                        names
                    } else {
                        format!("({names})")
                    }
                });
                rules.push(format!("{before}-> {}\"", Vec::from_iter(text).join(" ")));
            }
        }
    }
    rules.sort();
    rules.dedup();
    rules
}

/// The same with the labels in front of the arrow in other orders.
fn orders_before(rule: &str) -> Vec<String> {
    let turned = |rule: &str| {
        let (before, after) = rule.trim_matches('"').split_once("->")?;
        Some(format!("\"{} -> {}\"", after.trim(), before.trim()))
    };
    let orders = turned(rule).map(|rule| orders(&rule)).unwrap_or_default();
    orders.iter().filter_map(|rule| turned(rule)).collect()
}

/// The items in all orders.
fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = items.split_first() else {
        return vec![Vec::new()];
    };
    let shorter = permutations(rest).into_iter();
    let all = shorter.flat_map(|order| {
        (0..=order.len()).map(move |at| {
            let mut order = order.clone();
            order.insert(at, *first);
            order
        })
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_merged_keep_their_order() {
        let rules = orders("\"b h t d -> b (h t) d\"");
        assert!(
            rules.contains(&"\"b h t d -> b t (h d)\"".to_owned()),
            "{rules:?}"
        );
        assert!(
            !rules.contains(&"\"b h t d -> b t (d h)\"".to_owned()),
            "{rules:?}"
        );
        // A group of two has 6 pairs, three places and the two others in two orders.
        assert_eq!(rules.len(), 6 * 3 * 2);
        assert_eq!(orders("\"b (h w) -> b 1 h w\""), [""; 0]);
    }

    #[test]
    fn one_label_is_another_or_two_are_exchanged() {
        // None in which a label is left alone.
        let others = with_other_labels("\"i j, j -> i\"");
        assert_eq!(others, ["\"j i, j -> i\""]);
        let others = with_other_labels("\"i j, k -> i\"");
        assert!(others.contains(&"\"i j, j -> i\"".to_owned()), "{others:?}");
    }
}
