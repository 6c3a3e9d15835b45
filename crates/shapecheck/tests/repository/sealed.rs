//! Unsafe code rests on no trait that other crates can implement, but for those that say so.
//!
//! The table in the documentation of `src/host/mod.rs` lists what memory safety depends on. It is compared with the
//! source: a public trait is in the table, by its name or by its module, or it is sealed; what the table calls sealed
//! is sealed; and the files of `src/host` name no trait that is there by its module only.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::source::{root, roots, sources};

const TABLE: &str = include_str!("../../src/host/mod.rs");

/// A trait of the source: what stands between its name and its body, as `<Rhs: Sealed>: Sealed`.
struct Trait {
    name: String,
    header: String,
    /// The folder or file of a `src` that it is in, such as `algebra`.
    module: String,
    file: PathBuf,
}

/// The words of a text that can be names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// All traits that are declared `pub`. Those of macros have the name of a variable, such as `$Name`.
fn traits() -> Vec<Trait> {
    let mut traits = Vec::new();
    let files = roots().into_iter().flat_map(|root| {
        let sources = sources(&root);
        sources
            .into_iter()
            .map(move |(file, text)| (root.clone(), file, text))
    });
    for (root, file, text) in files {
        let path = file.strip_prefix(&root).expect("a file of the source");
        let first = path.components().next().expect("a path with a name");
        let module = first.as_os_str().to_string_lossy();
        for found in ["pub trait ", "pub unsafe trait "] {
            for (_, rest) in text
                .match_indices(found)
                .map(|(at, _)| text[at..].split_at(found.len()))
            {
                let end = |c: char| !c.is_alphanumeric() && c != '_' && c != '$';
                let (name, rest) = rest.split_at(rest.find(end).expect("the end of a name"));
                let body = rest.find(['{', ';']).expect("the body of a trait");
                traits.push(Trait {
                    name: name.to_string(),
                    header: rest[..body].to_string(),
                    module: module.trim_end_matches(".rs").to_string(),
                    file: file.clone(),
                });
            }
        }
    }
    traits
}

/// The rows of the table: the names in the first cell, and what the last one says.
fn rows() -> Vec<(BTreeSet<String>, String)> {
    let mut rows = Vec::new();
    let lines = TABLE.lines().filter_map(|line| line.strip_prefix("//! | "));
    for line in lines
        .skip_while(|line| !line.starts_with("trait | what relies on it"))
        .skip(2)
    {
        let cells: Vec<&str> = line.trim_end_matches(" |").split(" | ").collect();
        let names = cells[0].split('`').skip(1).step_by(2).map(str::to_string);
        rows.push((names.collect(), cells[2].to_string()));
    }
    rows
}

/// Bounds without what stands between `<` and `>`, which says nothing about the type that is bounded.
fn outside_of_arguments(bounds: &str) -> String {
    let mut depth = 0;
    let outside = |&c: &char| {
        depth += (c == '<') as isize - (c == '>') as isize;
        depth == 0
    };
    bounds.chars().filter(outside).collect()
}

/// The traits of the host that other crates can name, as they are in a `pub use`.
fn shown_by_the_host(sources: &[(PathBuf, String)]) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for (file, text) in sources {
        for (at, _) in text.match_indices("pub use ") {
            let path = text[at..].split_once(';').expect("the end of a use").0;
            if file.starts_with(root().join("host")) || path.contains("host::") {
                shown.extend(words(path).map(str::to_string));
            }
        }
    }
    shown
}

/// The traits that only this crate can implement: their supertraits end at `Sealed`, and so do the bounds of each of
/// their type parameters, as `Trait<Mine>` could be implemented for a type of this crate otherwise.
fn sealed(traits: &[Trait]) -> BTreeSet<String> {
    let mut sealed = BTreeSet::from(["Sealed".to_string()]);
    loop {
        let before = sealed.len();
        for each in traits {
            let bound = |bounds: &str| {
                words(&outside_of_arguments(bounds)).any(|word| sealed.contains(word))
            };
            let (parameters, supertraits) = match each.header.strip_prefix('<') {
                // No trait of the crate has a `>` among its parameters.
                Some(rest) => rest.split_once('>').expect("the end of the parameters"),
                None => ("", each.header.as_str()),
            };
            let mut parameters = parameters.split(',').map(str::trim).filter(|parameter| {
                !parameter.is_empty()
                    && !parameter.starts_with("const ")
                    && !parameter.starts_with('\'')
            });
            if parameters.all(bound) && bound(supertraits) {
                sealed.insert(each.name.clone());
            }
        }
        if sealed.len() == before {
            return sealed;
        }
    }
}

/// What the files of `src/host` take from other modules of the crate.
fn taken_by_the_host() -> BTreeMap<String, PathBuf> {
    let mut taken = BTreeMap::new();
    for (file, text) in sources(&root().join("host")) {
        for (at, _) in text.match_indices("crate::") {
            let path = &text[at..];
            if path.starts_with("crate::host::") {
                continue;
            }
            let end = match path.find(['{', ';', '(', ' ', ',', '<', '>', ')', '\n']) {
                Some(brace) if path[brace..].starts_with('{') => path.find('}'),
                end => end,
            };
            for word in words(&path[..end.unwrap_or(path.len())]) {
                taken.insert(word.to_string(), file.clone());
            }
        }
    }
    taken
}

#[test]
fn what_the_table_calls_sealed_is_sealed() {
    let traits = traits();
    let sealed = sealed(&traits);
    let mut compared = 0;
    for (names, why) in rows() {
        for name in names {
            assert_eq!(
                why.starts_with("sealed"),
                sealed.contains(&name),
                "the table says of `{name}` why other crates cannot break what relies on it: {why}"
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "the table was not found");
}

#[test]
fn public_traits_are_sealed_or_in_the_table() {
    let traits = traits();
    let sealed = sealed(&traits);
    let listed: BTreeSet<String> = rows().into_iter().flat_map(|(names, _)| names).collect();
    let shown = shown_by_the_host(&sources(&root()));
    for each in &traits {
        let private = match each.module.as_str() {
            "float" | "sealed" => true,
            "host" => !shown.contains(&each.name),
            _ => false,
        };
        let by_module = each.module != "host" && listed.contains(&each.module);
        assert!(
            private || by_module || listed.contains(&each.name) || sealed.contains(&each.name),
            "`{}` of {} is not sealed, and the table of `src/host/mod.rs` does not say what relies on it",
            each.name,
            each.file.display(),
        );
    }
}

#[test]
fn the_host_names_no_trait_that_is_in_the_table_by_its_module_only() {
    let traits = traits();
    let sealed = sealed(&traits);
    let listed: BTreeSet<String> = rows().into_iter().flat_map(|(names, _)| names).collect();
    let taken = taken_by_the_host();
    assert!(
        taken.contains_key("ArrayShape"),
        "what the host takes was not found"
    );
    // The host implements those of engines, and functions of floats are private.
    let others = traits
        .iter()
        .filter(|each| !["host", "engine", "float"].contains(&each.module.as_str()));
    for each in others {
        if let Some(file) = taken.get(&each.name) {
            assert!(
                listed.contains(&each.name) || sealed.contains(&each.name),
                "{} names `{}`, and the table of `src/host/mod.rs` does not say why that is safe",
                file.display(),
                each.name,
            );
        }
    }
}
