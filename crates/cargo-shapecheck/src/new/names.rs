//! Names of sizes, and why each has its name: nothing is chosen without a line in the table of the module.
//!
//! A size that occurs more than once gets a name: from the key of the configuration that has its value, or as a product
//! of such names, or from where it stands. Of several keys with one value, the words of a tensor's name select one.

use std::collections::{HashMap, HashSet};
use std::slice::from_ref;

use super::config::{Head, Heads, Keys, short_name, words_of};
use super::identifiers::{RESERVED, Taken, type_name, words_in};
use super::tree::{ALL, Place};
use super::words::{self, Why};
use super::{Axis, Contents};

/// Smaller sizes get the name of a key only where a tensor's name has a word of it: by chance alone they would often be
/// equal.
const SMALL: usize = 16;

/// A size is at most this many times another.
const MOST_TIMES: usize = 8;

/// Words of keys that count rows of a table: no other axis of a matrix has them.
const ROWS: &[&str] = &[
    "vocab",
    "vocabulary",
    "position",
    "ctx",
    "context",
    "length",
    "type",
    "label",
    "class",
    "token",
];

/// Words of keys that say the sizes of kernels.
const KERNELS: &[&str] = &["kernel", "patch"];

/// Parts of names that say nothing of a size.
const EMPTY_PARTS: &[&str] = &[
    "weight",
    "bias",
    "gamma",
    "beta",
    "dense",
    "linear",
    "running_mean",
    "running_var",
];

/// Words of names where three matrices may lie side by side.
const JOINED: &[&str] = &["attn", "attention", "qkv", "in_proj"];

/// The names of all sizes of a file.
#[derive(Debug, Default)]
pub struct Names {
    /// In the order in which they are declared.
    pub declared: Vec<Declared>,
    pub rows: Vec<Row>,
    /// For each place, how its axes are written.
    pub sizes: Vec<Vec<String>>,
    /// The names of sizes, and those that no size has.
    pub taken: Taken,
    symbols: HashMap<String, String>,
    /// The names of sizes that moved in a dry run.
    seen: HashSet<String>,
}

/// A name, and its size, if the file says one.
#[derive(Debug)]
pub struct Declared {
    pub name: String,
    pub size: Option<usize>,
}

/// A line of the table.
#[derive(Debug)]
pub struct Row {
    pub size: String,
    /// How it is written: a name, a product of names, or `None` for a number.
    pub name: Option<String>,
    pub why: String,
}

/// An axis of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct At {
    place: usize,
    axis: usize,
}

impl Names {
    pub fn of(places: &[Place], keys: &Keys, contents: &Contents) -> Self {
        let mut naming = Naming {
            places,
            keys,
            by_key: HashMap::new(),
            head: None,
            products: Vec::new(),
            numbers: Vec::new(),
            all: Self {
                taken: Taken::of(RESERVED),
                ..Self::default()
            },
        };
        naming.all.sizes = places
            .iter()
            .map(|place| place.sizes.iter().map(usize::to_string).collect())
            .collect();
        naming.name_seen(contents);
        naming.name_symbols(contents);
        naming.name_sizes();
        naming.finish()
    }

    /// How an axis of an input or an output is written.
    pub fn axis(&self, axis: &Axis) -> String {
        match axis {
            Axis::Unknown => "_".to_owned(),
            Axis::Symbol(symbol) => self.symbols[symbol].clone(),
            // What did not move in a dry run has no name that did.
            Axis::Number(size) => self.only_name(*size, |name| !self.seen.contains(name)),
            Axis::Size(size) => self.only_name(*size, |_| true),
        }
    }
}

impl Names {
    /// The only one of some names that has this size, or else the size.
    fn only_name(&self, size: usize, is_one: impl Fn(&str) -> bool) -> String {
        let names = self.declared.iter().filter(|it| it.size == Some(size));
        let mut names = names.filter(|it| is_one(&it.name));
        match (names.next(), names.next()) {
            (Some(only), None) => only.name.clone(),
            _ => size.to_string(),
        }
    }
}

struct Naming<'a> {
    places: &'a [Place],
    keys: &'a Keys,
    /// The names of keys that were declared.
    by_key: HashMap<usize, String>,
    /// The name of the size of a head that no key says.
    head: Option<String>,
    products: Vec<Row>,
    numbers: Vec<Row>,
    all: Names,
}

impl Naming<'_> {
    fn name_sizes(&mut self) {
        let mut rest = Vec::new();
        for (size, all) in self.occurrences() {
            let (kernels, others): (Vec<At>, Vec<At>) =
                all.into_iter().partition(|&at| self.is_kernel(at));
            self.name_kernels(size, &kernels);
            let others = self.name_by_keys(size, others);
            match others[..] {
                [] => {}
                [only] => {
                    let keys = self.all_keys_of(size);
                    self.number(size, &words::why(&Why::Once, &self.paths(&[only]), &keys));
                }
                _ => rest.push((size, others)),
            }
        }
        // The width first, because products are made of it.
        let width = self.width();
        rest.sort_by_key(|(size, _)| Some(*size) != width);
        for (size, all) in rest {
            if Some(size) == width {
                let name = self.all.taken.free(["Width".to_owned()]);
                let why = words::why(&Why::Width, &self.paths(&all), &self.all_keys_of(size));
                self.declare(size, &name, why);
                self.write(&all, &name);
            } else if size < SMALL {
                for of_struct in self.by_struct(&all) {
                    match of_struct[..] {
                        [only] => {
                            let keys = self.all_keys_of(size);
                            let paths = self.paths(&[only]);
                            self.number(size, &words::why(&Why::OnceInStruct, &paths, &keys));
                        }
                        _ => self.name_by_place(size, &of_struct),
                    }
                }
            } else if !self.name_product(size, &all) {
                self.name_by_place(size, &all);
            }
        }
    }

    /// Small sizes are equal by chance: those of one struct are taken for the same.
    fn by_struct(&self, all: &[At]) -> Vec<Vec<At>> {
        let mut groups: Vec<Vec<At>> = Vec::new();
        let mut known: HashMap<&[String], usize> = HashMap::new();
        for &at in all {
            let path = &self.places[at.place].path;
            let group = *known.entry(&path[..path.len() - 1]).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(at);
        }
        groups
    }

    fn name_by_place(&mut self, size: usize, all: &[At]) {
        let name = self.name_of_place(all);
        let keys = self.all_keys_of(size);
        let why = words::why(&Why::Place, &self.paths(all), &keys);
        self.declare(size, &name, why);
        self.write(all, &name);
    }

    /// Each size from 2 up and where it stands, in the order of the file.
    fn occurrences(&self) -> Vec<(usize, Vec<At>)> {
        let mut all: Vec<(usize, Vec<At>)> = Vec::new();
        let mut index: HashMap<usize, usize> = HashMap::new();
        for (place, it) in self.places.iter().enumerate() {
            let sizes = it.sizes.iter().enumerate();
            for (axis, &size) in sizes.filter(|&(axis, &size)| size > 1 && !it.is_named(axis)) {
                let at = *index.entry(size).or_insert(all.len());
                if at == all.len() {
                    all.push((size, Vec::new()));
                }
                all[at].1.push(At { place, axis });
            }
        }
        all
    }

    /// Whether a size is that of a kernel: after the first two axes of weights.
    fn is_kernel(&self, at: At) -> bool {
        let path = &self.places[at.place].path;
        at.axis >= 2 && path.last().is_some_and(|last| last == "weight")
    }

    fn name_kernels(&mut self, size: usize, all: &[At]) {
        if all.is_empty() {
            return;
        }
        let keys = self.keys_of(size, true);
        match (&keys[..], all.len()) {
            (&[key], 2..) => {
                let why = words::why(&Why::Key, &self.paths(all), &self.paths_of(&keys));
                self.take_key(key, all, why);
            }
            _ => {
                let keys = self.paths_of(&keys);
                self.number(size, &words::why(&Why::Kernel, &self.paths(all), &keys));
            }
        }
    }

    /// Gives the names of keys, and returns what is left.
    fn name_by_keys(&mut self, size: usize, all: Vec<At>) -> Vec<At> {
        let keys = self.keys_of(size, false);
        if keys.is_empty() {
            return all;
        }
        // For each axis its key, and whether a word decided it.
        let chosen = all.iter().map(|&at| self.choose(at, size, &keys));
        let chosen: Vec<(At, Option<(usize, bool)>)> = all.iter().copied().zip(chosen).collect();
        for &key in &keys {
            let of_key = chosen
                .iter()
                .filter(|(_, it)| it.is_some_and(|it| it.0 == key));
            let ats: Vec<At> = of_key.clone().map(|&(at, _)| at).collect();
            let by_word: Vec<At> = of_key
                .filter(|(_, it)| it.is_some_and(|it| it.1))
                .map(|&(at, _)| at)
                .collect();
            let others = keys.iter().copied().filter(|&other| other != key);
            let mut named = vec![key];
            named.extend(others);
            let named = self.paths_of(&named);
            match ats[..] {
                [] => {}
                [only] => self.number(size, &words::why(&Why::Once, &self.paths(&[only]), &named)),
                _ => {
                    let why = match (keys.len(), by_word.len()) {
                        (1, _) => Why::Key,
                        (_, count) if count == ats.len() => Why::OneOfKeysByWord,
                        (_, 0) => Why::OneOfKeys,
                        _ => Why::OneOfKeysInPart,
                    };
                    let why = words::why(&why, &self.paths(&ats), &named);
                    self.take_key(key, &ats, why);
                }
            }
        }
        let rest = chosen.into_iter().filter(|(_, key)| key.is_none());
        rest.map(|(at, _)| at).collect()
    }

    /// The key that names an axis, and whether a word decided it.
    fn choose(&self, at: At, size: usize, keys: &[usize]) -> Option<(usize, bool)> {
        let place = &self.places[at.place];
        let is_row = at.axis == 0 || place.sizes.len() != 2;
        let may_be = |&key: &usize| is_row || keys.len() == 1 || !has(self.words_of(key), ROWS);
        let mut fit: Vec<usize> = keys.iter().copied().filter(may_be).collect();
        if fit.is_empty() {
            fit = keys.to_vec();
        }
        let of_place = words_of(&place.path.join("."));
        let score = |key: usize| {
            let words = self.words_of(key);
            let is_in_place = |word: &&String| of_place.iter().any(|other| are_alike(word, other));
            words.iter().filter(is_in_place).count()
        };
        let most = fit.iter().map(|&key| score(key)).max().unwrap_or(0);
        let mut best = fit.iter().copied().filter(|&key| score(key) == most);
        match (most, best.next(), best.next()) {
            (1.., Some(key), None) => return Some((key, true)),
            _ if size < SMALL => return None,
            _ => {}
        }
        // Keys of rows of tables are for tensors that say so.
        fit.sort_by_key(|&key| has(self.words_of(key), ROWS));
        fit.first().map(|&key| (key, false))
    }

    /// The size that more tensors have than any other, if a half of all have it.
    fn width(&self) -> Option<usize> {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for place in self.places {
            let sizes = place.sizes.iter().enumerate();
            let sizes = sizes.filter(|&(axis, _)| !place.is_named(axis));
            let sizes: HashSet<usize> = sizes.map(|(_, &size)| size).collect();
            for size in sizes {
                *counts.entry(size).or_default() += 1;
            }
        }
        let mut counts: Vec<(usize, usize)> = counts.into_iter().collect();
        counts.retain(|&(size, _)| size > 1);
        counts.sort_unstable_by_key(|&(size, count)| (count, size));
        let (size, count) = counts.pop()?;
        let is_first = counts.last().is_none_or(|&(_, next)| next < count);
        (is_first && count * 2 >= self.places.len()).then_some(size)
    }

    /// Writes a size as a product, if there is one and no other.
    fn name_product(&mut self, size: usize, all: &[At]) -> bool {
        if let Some(Heads { count, head }) = self.keys.heads(size) {
            let count = self.name_of_key(count);
            let head = match head {
                Head::Key(key) => self.name_of_key(key),
                Head::Quotient(width, of) => self.name_of_quotient(width, of),
            };
            let name = format!("{count} * {head}");
            let why = words::why(&Why::Heads, &self.paths(all), &[]);
            self.add_product(size, &name, why, all);
            return true;
        }
        let mut found = Vec::new();
        for declared in &self.all.declared {
            let Some(factor) = declared.size else {
                continue;
            };
            let times = size / factor;
            if !size.is_multiple_of(factor) || !(2..=MOST_TIMES).contains(&times) {
                continue;
            }
            let is_of_config = self.by_key.values().any(|name| *name == declared.name);
            let is_joined = |&at: &At| {
                let path = self.places[at.place].path.join(".");
                JOINED.iter().any(|word| path.to_lowercase().contains(word))
            };
            let is_evident = times == 3 && declared.name == "Width" && all.iter().all(is_joined);
            // The factor stands beside it in each matrix.
            let mut matrices = all
                .iter()
                .filter(|at| self.places[at.place].sizes.len() > 1);
            let is_beside = |at: &At| {
                let mut axes = self.all.sizes[at.place].iter().enumerate();
                axes.any(|(axis, text)| axis != at.axis && *text == declared.name)
            };
            let is_there = matrices.clone().next().is_some();
            if (is_of_config || is_evident) && is_there && matrices.all(is_beside) {
                found.push((times, declared.name.clone()));
            }
        }
        let [(times, factor)] = &found[..] else {
            return false;
        };
        let name = format!("{times} * {factor}");
        let why = words::why(&Why::Beside(factor), &self.paths(all), &[]);
        self.add_product(size, &name, why, all);
        true
    }

    fn add_product(&mut self, size: usize, name: &str, why: String, all: &[At]) {
        self.write(all, name);
        self.products.push(Row {
            size: size.to_string(),
            name: Some(name.to_owned()),
            why,
        });
    }

    /// The name of a key, declared if it is not yet.
    fn name_of_key(&mut self, key: usize) -> String {
        if let Some(name) = self.by_key.get(&key) {
            return name.clone();
        }
        let why = words::why(&Why::Factor, &[], &self.paths_of(&[key]));
        self.take_key(key, &[], why);
        self.by_key[&key].clone()
    }

    /// The name of the size of a head, declared if it is not yet.
    fn name_of_quotient(&mut self, width: usize, count: usize) -> String {
        if let Some(name) = &self.head {
            return name.clone();
        }
        let name = self.all.taken.free(["Head".to_owned()]);
        let size = self.keys.all[width].size / self.keys.all[count].size;
        let why = words::why(&Why::Quotient, &[], &self.paths_of(&[width, count]));
        self.declare(size, &name, why);
        self.head = Some(name.clone());
        name
    }

    fn take_key(&mut self, key: usize, all: &[At], why: String) {
        let name = match self.by_key.get(&key) {
            Some(name) => name.clone(),
            None => self.all.taken.free([self.keys.all[key].name.clone()]),
        };
        self.by_key.insert(key, name.clone());
        self.declare(self.keys.all[key].size, &name, why);
        self.write(all, &name);
    }

    /// A name from the places: the part that all their names end with, or else the innermost that all have in common, or
    /// else that of the first.
    fn name_of_place(&mut self, all: &[At]) -> String {
        let said = |at: &At| -> Vec<&str> {
            let path = self.places[at.place].path.iter().map(String::as_str);
            let is_said = |part: &&str| {
                // Exporters make up names such as `onnx::MatMul_31`.
                let is_made_up = *part == ALL || part.contains("::");
                !is_made_up && !EMPTY_PARTS.contains(part) && part.parse::<u64>().is_err()
            };
            path.filter(is_said).collect()
        };
        let with_words = |are_rows: bool| -> Vec<Vec<&str>> {
            let all = all.iter().filter(|at| !are_rows || at.axis == 0);
            all.map(said).filter(|path| !path.is_empty()).collect()
        };
        let mut paths = with_words(true);
        if paths.is_empty() {
            paths = with_words(false);
        }
        let Some(first) = paths.first() else {
            return self.all.taken.free(["Size".to_owned()]);
        };
        let end = first
            .last()
            .filter(|end| paths.iter().all(|path| path.last() == Some(*end)));
        let common = (0..first.len())
            .take_while(|&index| paths.iter().all(|path| path.get(index) == first.get(index)))
            .count();
        let length = match (end, common) {
            (None, 1..) => common,
            _ => first.len(),
        };
        let parts = &first[..length];
        let from_end = (1..=parts.len()).map(|count| {
            let joined = parts[parts.len() - count..].join("_");
            type_name(&format!("{joined}_size"), "Size")
        });
        let names: Vec<String> = from_end.collect();
        self.all.taken.free(names)
    }

    /// What a dry run says of sizes: its names have the sizes of its first run.
    fn name_seen(&mut self, contents: &Contents) {
        let mut seen: Vec<(&str, Vec<At>)> = Vec::new();
        for (place, it) in self.places.iter().enumerate() {
            for (axis, name) in it.names.iter().enumerate() {
                let Some(name) = name else { continue };
                let at = At { place, axis };
                match seen.iter_mut().find(|(known, _)| known == name) {
                    Some((_, all)) => all.push(at),
                    None => seen.push((name, vec![at])),
                }
            }
        }
        // Names before what is computed of them.
        seen.sort_by_key(|(text, _)| words_in(text).any(|word| word != *text));
        for (text, all) in seen {
            let paths = self.paths(&all);
            let mut written = String::new();
            let mut behind = 0;
            for word in words_in(text) {
                let start = behind + text[behind..].find(word).unwrap_or(0);
                written += &text[behind..start];
                let size = contents.seen.iter().find(|(name, _)| name == word);
                written += &match size {
                    Some(&(_, size)) => self.name_of_symbol(word, Some(size), &paths),
                    None => word.to_owned(),
                };
                behind = start + word.len();
            }
            written += &text[behind..];
            if self.all.declared.iter().any(|it| it.name == written) {
                self.write(&all, &written);
            } else {
                let size = self.places[all[0].place].sizes[all[0].axis];
                let why = words::why(&Why::Seen, &paths, &[]);
                self.add_product(size, &written, why, &all);
            }
        }
    }

    /// Names for the symbols of what a model takes and gives.
    fn name_symbols(&mut self, contents: &Contents) {
        for port in contents.inputs.iter().chain(&contents.outputs) {
            for axis in &port.axes {
                let Axis::Symbol(symbol) = axis else {
                    continue;
                };
                if self.all.symbols.contains_key(symbol) {
                    continue;
                }
                let written = match sum_of_products(symbol) {
                    Some(sum) => {
                        let terms = sum.into_iter().map(|product| {
                            let factors =
                                product
                                    .into_iter()
                                    .map(|factor| match factor.parse::<usize>() {
                                        Ok(number) => number.to_string(),
                                        Err(_) => {
                                            self.name_of_symbol(factor, None, from_ref(&port.name))
                                        }
                                    });
                            factors.collect::<Vec<String>>().join(" * ")
                        });
                        terms.collect::<Vec<String>>().join(" + ")
                    }
                    None => {
                        self.all.rows.push(Row {
                            size: words::quoted(symbol),
                            name: Some("_".to_owned()),
                            why: words::why(&Why::NoSymbol, from_ref(&port.name), &[]),
                        });
                        "_".to_owned()
                    }
                };
                self.all.symbols.insert(symbol.clone(), written);
            }
        }
    }

    /// The name of a symbol, which is declared if it is not yet: of this size, if it has one.
    fn name_of_symbol(&mut self, symbol: &str, size: Option<usize>, of: &[String]) -> String {
        if let Some(name) = self.all.symbols.get(symbol) {
            return name.clone();
        }
        let name = self
            .all
            .taken
            .free([short_name(symbol), type_name(symbol, "Size")]);
        self.all.symbols.insert(symbol.to_owned(), name.clone());
        self.all.declared.push(Declared {
            name: name.clone(),
            size,
        });
        if size.is_some() {
            self.all.seen.insert(name.clone());
        }
        let (size, why) = match size {
            Some(size) => (size.to_string(), Why::Seen),
            None => (words::quoted(symbol), Why::Symbol),
        };
        self.all.rows.push(Row {
            size,
            name: Some(name.clone()),
            why: words::why(&why, of, &[]),
        });
        name
    }

    fn finish(mut self) -> Names {
        self.all.rows.append(&mut self.products);
        self.all.rows.append(&mut self.numbers);
        self.all
    }

    fn write(&mut self, all: &[At], name: &str) {
        for at in all {
            name.clone_into(&mut self.all.sizes[at.place][at.axis]);
        }
    }

    fn declare(&mut self, size: usize, name: &str, why: String) {
        if !self.all.declared.iter().any(|it| it.name == name) {
            self.all.declared.push(Declared {
                name: name.to_owned(),
                size: Some(size),
            });
        }
        self.all.rows.push(Row {
            size: size.to_string(),
            name: Some(name.to_owned()),
            why,
        });
    }

    fn number(&mut self, size: usize, why: &str) {
        self.numbers.push(Row {
            size: size.to_string(),
            name: None,
            why: why.to_owned(),
        });
    }

    /// The keys that have a size: those of kernels, or all others.
    fn keys_of(&self, size: usize, are_of_kernels: bool) -> Vec<usize> {
        let all = self.keys.of_size(size).iter().copied();
        all.filter(|&key| has(self.words_of(key), KERNELS) == are_of_kernels)
            .collect()
    }

    fn all_keys_of(&self, size: usize) -> Vec<String> {
        self.paths_of(self.keys.of_size(size))
    }

    fn words_of(&self, key: usize) -> &[String] {
        &self.keys.all[key].words
    }

    fn paths_of(&self, keys: &[usize]) -> Vec<String> {
        keys.iter()
            .map(|&key| self.keys.all[key].path.clone())
            .collect()
    }

    /// The names of places in the file, each once.
    fn paths(&self, all: &[At]) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for at in all {
            let path = self.places[at.place].path.join(".");
            if paths.last() != Some(&path) {
                paths.push(path);
            }
        }
        paths
    }
}

/// Whether one word is the other, or the beginning of it.
fn are_alike(lhs: &str, rhs: &str) -> bool {
    let is_start = |long: &str, short: &str| short.len() >= 4 && long.starts_with(short);
    lhs == rhs || is_start(lhs, rhs) || is_start(rhs, lhs)
}

fn has(words: &[String], any: &[&str]) -> bool {
    words.iter().any(|word| any.contains(&&**word))
}

/// `past_length + 2 * length` as sums of products, if a text is one of names and numbers.
fn sum_of_products(text: &str) -> Option<Vec<Vec<&str>>> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let factor = |factor: &'_ str| {
        let is_number = factor.parse::<usize>().is_ok();
        let starts = factor.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_word = starts && factor.chars().all(is_letter);
        let has_letter = factor.chars().any(|c| c.is_ascii_alphanumeric());
        (has_letter && (is_number || is_word)).then_some(())
    };
    let product = |product: &'_ str| product.split('*').all(|it| factor(it.trim()).is_some());
    // A number alone is not a symbol.
    let has_name = text.contains(|c: char| c.is_ascii_alphabetic());
    (has_name && text.split('+').all(product)).then(|| {
        let terms = text.split('+');
        terms
            .map(|it| it.split('*').map(str::trim).collect())
            .collect()
    })
}
