//! What messages say of names that a file does not have: the nearest that it has.

use std::collections::{BTreeMap, HashSet};

/// The number of names that are listed.
const TOLD: usize = 3;

/// Up to three of these names that are this one after a prefix, or have a beginning and an end with it that are at least
/// half of both, the most similar first. One of those that differ in numbers only.
pub fn nearest<'names>(name: &str, names: impl IntoIterator<Item = &'names str>) -> Vec<String> {
    let near = names.into_iter().filter_map(|other| {
        let shared = shared(name, other);
        let others = name.len() + other.len() - 2 * shared;
        let has_prefix = other
            .strip_suffix(name)
            .is_some_and(|prefix| prefix.ends_with('.'));
        let is_near = has_prefix || 2 * shared >= name.len().max(other.len());
        is_near.then_some((others, other))
    });
    let mut near: Vec<(usize, &str)> = near.collect();
    near.sort_unstable();
    let mut patterns = HashSet::new();
    let first = near
        .iter()
        .filter(|(_, other)| patterns.insert(numbered(other).0));
    first
        .take(TOLD)
        .map(|(_, other)| (*other).to_owned())
        .collect()
}

/// Up to three first parts of lists that are among these sorted names, the nearest to those of this one; if none is near,
/// any.
pub fn nearest_parts<'names>(
    name: &str,
    names: impl IntoIterator<Item = &'names str>,
) -> Vec<String> {
    let mut parts = BTreeMap::new();
    for other in names {
        let mut start = 0;
        for part in other.split('.') {
            let end = start + part.len();
            if part.parse::<usize>().is_ok() {
                parts.entry(&other[..start]).or_insert(&other[..end]);
            }
            start = end + 1;
        }
    }
    let near = nearest(&first_part(name), parts.values().copied());
    match near.is_empty() {
        true => parts
            .values()
            .take(TOLD)
            .map(|&part| part.to_owned())
            .collect(),
        false => near,
    }
}

/// A name with `*` in place of the numbers between its dots, and these numbers.
#[must_use]
pub fn numbered(name: &str) -> (String, Vec<u64>) {
    let mut numbers = Vec::new();
    let parts = name.split('.').map(|part| match part.parse() {
        Ok(number) => {
            numbers.push(number);
            "*"
        }
        Err(_) => part,
    });
    let pattern = parts.collect::<Vec<_>>().join(".");
    (pattern, numbers)
}

/// The name of the first part of a list, `layers.0`.
fn first_part(name: &str) -> String {
    let dot = if name.is_empty() { "" } else { "." };
    format!("{name}{dot}0")
}

/// The number of bytes that two names begin and end with alike.
fn shared(lhs: &str, rhs: &str) -> usize {
    let same = |(lhs, rhs): &(u8, u8)| lhs == rhs;
    let front = lhs.bytes().zip(rhs.bytes()).take_while(same).count();
    let back = lhs
        .bytes()
        .skip(front)
        .rev()
        .zip(rhs.bytes().skip(front).rev());
    front + back.take_while(same).count()
}

/// The end of a sentence about what is missing.
#[must_use]
pub fn the_file_has(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        nearest => format!(", and the file has `{}`", nearest.join("`, `")),
    }
}

/// What a message says after the name of a `Vec` that the file has no part of.
#[must_use]
pub fn no_parts(name: &str, nearest: &[String]) -> String {
    format!(
        "has no parts, `{}` and so on{}; an `Option<Vec<..>>` may have none",
        first_part(name),
        the_file_has(nearest)
    )
}

#[cfg(test)]
mod tests {
    use super::{nearest, nearest_parts};

    #[test]
    fn the_most_similar_names_come_first() {
        let names = [
            "h.0.weight",
            "model.layers.0.q.weight",
            "model.layers.0.v.weight",
            "weight",
        ];
        assert_eq!(nearest("weights", names), ["weight"]);
        assert_eq!(nearest("layers.0.q.weight", names)[0], names[1]);
        assert_eq!(nearest("model.layers.0.k.weight", names)[..2], names[1..3]);
        assert_eq!(nearest("x.1.b", ["x.0.a", "x.1.a"]), ["x.1.a"]);
        assert_eq!(nearest("bias", names), [""; 0]);
        assert_eq!(
            nearest("w", ["weight", "now", "a.much.longer.w"]),
            ["a.much.longer.w"]
        );
        assert_eq!(nearest("größe", ["größer", "gräße"]), ["größer", "gräße"]);

        assert_eq!(nearest_parts("layers", names), ["model.layers.0"]);
        assert_eq!(nearest_parts("blocks", names), ["h.0", "model.layers.0"]);
        assert_eq!(nearest_parts("", ["1.a", "2.a", "3.b.4.c"]), ["1", "3.b.4"]);
    }
}
