//! The house from outside and from inside: the root has few names; a file of `src` names what is in its own layer and in
//! those below, and no two files of a folder name each other by any way around, which the crates beside keep to as well.
//!
//! The rules are a separate crate, and one knot: sizes and shapes ask for the rules that hold for all of them, as
//! their supertraits, and the rules are about sizes and shapes. `sealed` lists types of all layers, and is not asked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::source::{of_crate, root, roots, sources};

/// The folders and files of each layer, the lowest one first.
const LAYERS: [&[&str]; 3] = [&["engine", "float"], &["host", "dry"], &["tensor"]];

/// What each file imports: the modules by their paths, such as `host::rows`.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The source files by the paths of their modules, without comments.
fn modules(root: &Path) -> BTreeMap<String, String> {
    let module = |(file, text): (PathBuf, String)| {
        let path = file
            .strip_prefix(root)
            .expect("a file of the source")
            .with_extension("");
        let parts = path.iter().filter(|part| *part != "mod");
        let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
        (parts.join("::"), text)
    };
    sources(root).into_iter().map(module).collect()
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d` and `a::c::e`.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((front, inner)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        return Vec::from([tree.split(" as ").next().unwrap_or(tree).to_owned()]);
    };
    let (mut paths, mut depth, mut start) = (Vec::new(), 0, 0);
    for (place, character) in inner.char_indices().chain([(inner.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let inner = self::paths(&inner[start..place]);
                paths.extend(inner.iter().map(|path| format!("{front}{path}")));
                start = place + 1;
            }
            _ => {}
        }
    }
    paths
}

/// The module that a path from the crate's root leads to, or into.
fn module_of(
    path: &[&str],
    modules: &BTreeMap<String, String>,
    exported: &BTreeMap<String, String>,
) -> Option<String> {
    if let [name] = path
        && let Some(module) = exported.get(*name)
    {
        return Some(module.clone());
    }
    let fronts = (1..=path.len()).rev().map(|end| path[..end].join("::"));
    fronts.into_iter().find(|front| modules.contains_key(front))
}

/// The items of the crate's root, and the folders they come from.
fn exported(root: &str) -> BTreeMap<String, String> {
    let mut exported = BTreeMap::new();
    for found in root.split("pub use ").skip(1) {
        let Some((tree, _)) = found.split_once(';') else {
            continue;
        };
        for path in paths(tree) {
            let (folder, name) = (path.split("::").next(), path.rsplit("::").next());
            exported.insert(
                name.unwrap_or("").to_owned(),
                folder.unwrap_or("").to_owned(),
            );
        }
    }
    exported
}

/// What a file names by a path from its crate's root or from the module above, imported or written in full. Those of
/// macros, `$crate::`, lead to what is exported, and tests inside a file ask for anything.
fn named(text: &str) -> Vec<String> {
    let tests = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
    let path = |(start, _): (usize, &str)| {
        let before = tests[..start].chars().next_back().unwrap_or(' ');
        if before.is_alphanumeric() || "_$:".contains(before) {
            return Vec::new();
        }
        let rest = &tests[start..];
        let end = rest.find(ends).unwrap_or(rest.len());
        if !rest[..end].ends_with("::") || !rest[end..].starts_with('{') {
            return Vec::from([rest[..end].trim_end_matches(':').to_owned()]);
        }
        let mut depth = 0;
        let closes = |c: char| {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            depth == 0
        };
        let tree = rest[end..].find(closes).expect("the end of a list");
        paths(&rest[..=end + tree])
    };
    let roots = tests
        .match_indices("crate::")
        .chain(tests.match_indices("super::"));
    roots.flat_map(path).collect()
}

fn imports(root: &Path) -> Imports {
    let modules = modules(root);
    let top = ["lib", "main"].map(|top| modules.get(top));
    let exported = top.iter().flatten().map(|text| exported(text));
    let exported = exported.flatten().collect();
    let mut imports = Imports::new();
    for (module, text) in &modules {
        let here: Vec<&str> = module.split("::").collect();
        let mut found = BTreeSet::new();
        for path in named(text) {
            let path: Vec<&str> = path.split("::").collect();
            let up = path.iter().take_while(|part| **part == "super").count();
            let target = match path[0] {
                "crate" => module_of(&path[1..], &modules, &exported),
                "super" if up <= here.len() => {
                    let path = [&here[..here.len() - up], &path[up..]].concat();
                    module_of(&path, &modules, &BTreeMap::new())
                }
                _ => None,
            };
            found.extend(target.filter(|target| target != module));
        }
        imports.insert(module.clone(), found);
    }
    imports
}

fn folder(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

fn layer(module: &str) -> Option<usize> {
    LAYERS
        .iter()
        .position(|layer| layer.contains(&folder(module)))
}

#[test]
fn no_import_runs_up() {
    let imports = imports(&root());
    assert!(
        imports["tensor::order"].contains("host::order"),
        "{:?}",
        imports["tensor::order"]
    );
    let mut up = Vec::new();
    for (module, targets) in &imports {
        for target in targets {
            if let (Some(here), Some(there)) = (layer(module), layer(target))
                && there > here
            {
                up.push(format!("{module} imports from {target}"));
            }
        }
    }
    assert!(up.is_empty(), "{up:#?}");
}

#[test]
fn no_files_of_a_folder_import_in_a_circle() {
    let beside = [
        "cargo-shapecheck",
        "shapecheck-dry",
        "shapecheck-grad",
        "shapecheck-mesh",
        "shapecheck-nn",
        "shapecheck-weights",
        "shapecheck-macros",
    ];
    let beside = beside.map(of_crate);
    for root in roots().into_iter().chain(beside) {
        let mut imports = imports(&root);
        // The folders of the two large crates are layers, or one knot: each is looked at by itself.
        let is_large = roots().contains(&root);
        for (module, targets) in &mut imports {
            // A folder's own file names what is inside, and is named by it.
            targets.retain(|target| {
                let is_inside = module.starts_with(&format!("{target}::"))
                    || target.starts_with(&format!("{module}::"));
                (!is_large || folder(target) == folder(module)) && !is_inside
            });
        }
        // What imports nothing that is left is left out, until nothing changes: circles stay.
        loop {
            let free: Vec<String> = imports
                .iter()
                .filter(|(_, targets)| targets.iter().all(|target| !imports.contains_key(target)))
                .map(|(module, _)| module.clone())
                .collect();
            if free.is_empty() {
                break;
            }
            imports.retain(|module, _| !free.contains(module));
        }
        assert!(imports.is_empty(), "{imports:#?}");
    }
}

/// The type parameters that a source declares, after `fn name`, `struct Name`, `impl` and their like: also those of
/// macros, which no parser of Rust reads.
fn type_parameters(text: &str) -> Vec<String> {
    let declares = |before: &str| {
        let item = ["fn", "struct", "enum", "trait", "type"];
        let mut words = before.split_whitespace().rev();
        let name = words.next().unwrap_or_default();
        let whole = name
            .chars()
            .all(|c| c.is_alphanumeric() || "_$".contains(c));
        ["impl", "for"].contains(&name)
            || whole && words.next().is_some_and(|word| item.contains(&word))
    };
    let mut parameters = Vec::new();
    for (start, _) in text.match_indices('<') {
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        if !declares(&text[line..start]) {
            continue;
        }
        let (mut depth, mut begins, mut before) = (0, true, ' ');
        for (place, character) in text[start..].char_indices() {
            match character {
                '<' | '(' | '[' | '{' => depth += 1,
                '>' if before == '-' || before == '=' => {}
                '>' | ')' | ']' | '}' => depth -= 1,
                ',' if depth == 1 => begins = true,
                _ if begins && character.is_alphabetic() => {
                    let rest = &text[start + place..];
                    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                    let name = &rest[..end.unwrap_or(rest.len())];
                    if name.starts_with(char::is_uppercase) && before != '$' {
                        parameters.push(name.to_owned());
                    }
                    begins = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            before = character;
        }
    }
    parameters
}

/// A rename by pattern leaves such names, and a reader takes the parameter for the trait.
#[test]
fn no_type_parameter_has_the_name_of_a_public_trait() {
    assert_eq!(
        type_parameters("fn strides<Unary: Copy, const N: usize>() -> Conv<Each, P>"),
        ["Unary"]
    );
    assert_eq!(
        type_parameters("impl<'a, L: Fn(A) -> B, $Each, Right> Meets<Left> for Axes<L>"),
        ["L", "Right"]
    );
    let traits_of = |text: &str| -> Vec<String> {
        let traits = text.split("pub trait ").skip(1);
        let name = |rest: &str| {
            rest.split(|c: char| !c.is_alphanumeric())
                .next()
                .map(str::to_owned)
        };
        traits.filter_map(name).collect()
    };
    let [rules, tensors] = roots();
    let beside = [
        "shapecheck-dry",
        "shapecheck-grad",
        "shapecheck-mesh",
        "shapecheck-nn",
        "shapecheck-weights",
    ];
    let beside = beside.map(of_crate);
    let of_rules: Vec<String> = sources(&rules)
        .iter()
        .flat_map(|(_, text)| traits_of(text))
        .collect();
    let mut found = Vec::new();
    for folder in [rules, tensors].into_iter().chain(beside) {
        let files = sources(&folder);
        let mut traits: BTreeSet<String> = of_rules.iter().cloned().collect();
        traits.extend(files.iter().flat_map(|(_, text)| traits_of(text)));
        for (path, text) in &files {
            let parameters = type_parameters(text).into_iter();
            let wrong = parameters.filter(|parameter| traits.contains(parameter));
            found.extend(wrong.map(|parameter| format!("{}: {parameter}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// What a visitor sees first: macros, modules and the items of every day. The rest is in the module that defines it.
#[test]
fn the_root_has_few_names() {
    let sources = roots().map(|root| sources(&root)).concat();
    let macros = sources.iter().flat_map(|(_, text)| {
        let exported = text.split("#[macro_export]").skip(1);
        exported.filter_map(|text| {
            let name = text
                .split("macro_rules! ")
                .nth(1)?
                .split_whitespace()
                .next()?;
            (!name.starts_with("__")).then(|| name.to_owned())
        })
    });
    let text = &sources
        .iter()
        .find(|(path, _)| *path == root().join("lib.rs"))
        .expect("the root")
        .1;
    let before_plumbing = text
        .split("pub mod __macro")
        .next()
        .expect("the items of the root");
    let shown = before_plumbing
        .split(';')
        .filter(|item| !item.contains("doc(hidden)"));
    let items = shown.flat_map(|item| {
        let item = item.trim();
        let names = match (item.rsplit_once("pub use "), item.rsplit_once("pub mod ")) {
            (Some((_, path)), _) => path.rsplit_once("::").map_or(path, |(_, names)| names),
            (_, Some((_, name))) => name,
            _ => "",
        };
        let names = names
            .trim_matches(['{', '}'])
            .split(',')
            .map(|name| name.trim().to_owned());
        names
            .filter(|name| !name.is_empty() && !name.starts_with("__"))
            .collect::<Vec<_>>()
    });
    let names: BTreeSet<String> = macros.chain(items).collect();
    assert!(names.contains("TensorOn") && names.contains("einsum") && names.contains("algebra"));
    assert!(names.len() <= 67, "{} names: {names:?}", names.len());
}

/// The methods of tensors that give a value and change nothing, of which no attribute says that the value is to be used,
/// neither at the method nor at the type of the value.
fn results_that_may_be_dropped(text: &str, has_attribute: impl Fn(&str) -> bool) -> Vec<String> {
    let item = |text: &str| text.rfind(['}', ';']).map_or(0, |end| end + 1);
    let method = |(start, _): (usize, &str)| {
        let (before, rest) = text.split_at(start);
        let attributes = &before[item(before)..];
        let end = [" {\n", "\nwhere\n", " where\n", ";"].iter();
        let end = end.filter_map(|end| rest.find(end)).min()?;
        let (signature, result) = rest[..end].rsplit_once(") -> ")?;
        let (name, parameters) = signature.strip_prefix("pub fn ")?.split_once('(')?;
        let takes = parameters.split(',').next()?.trim();
        let is_method = takes.ends_with("self");
        let changes = takes.starts_with('&') && takes.contains("mut ");
        let of = result.trim_start_matches("super::");
        let of = of.split(|c: char| !c.is_alphanumeric()).next()?;
        let is_told =
            attributes.contains("#[must_use") || has_attribute(of) || result.starts_with('(');
        let name = name.split('<').next()?;
        (is_method && !changes && !is_told).then(|| name.to_owned())
    };
    text.match_indices("pub fn ").filter_map(method).collect()
}

/// You do not write `x.sum();` to do nothing with the sum.
#[test]
fn results_of_methods_of_tensors_are_to_be_used() {
    // Of the standard library, and aliases of tensors that a rule names.
    let others = [
        "Result",
        "impl",
        "Self",
        "Tensor",
        "InlineTensor",
        "View",
        "ViewMut",
        "Reduced",
        "PairOutput",
        "Scanned",
        "Sorted",
        "ArgSorted",
        "Histogram",
    ];
    let all = sources(&root());
    let types = all.iter().flat_map(|(_, text)| {
        let marked = text.split("#[must_use = ").skip(1);
        marked.filter_map(|text| {
            let (_, name) = text.split_once("]\npub struct ")?;
            name.split(|c: char| !c.is_alphanumeric()).next()
        })
    });
    let types: BTreeSet<&str> = types.chain(others).collect();
    for name in ["TensorOn", "Along", "AlongMut", "Exact", "OneSided", "Iter"] {
        assert!(types.contains(name), "{name}: {types:?}");
    }
    let is_used = |name: &str| types.contains(name);
    assert_eq!(
        results_that_may_be_dropped(
            "#[must_use]\npub fn one(&self) -> T {\n} pub fn two<N>(&'a self, n: N) -> T\nwhere\n{\n} \
             pub fn three(&mut self) -> T {\n} pub fn four(x: T) -> T {\n} pub fn five(self) -> Iter<T> {\n}",
            is_used
        ),
        ["two"]
    );
    let methods = all
        .iter()
        .filter(|(path, _)| path.starts_with(root().join("tensor")));
    let found: Vec<String> = methods
        .flat_map(|(path, text)| {
            let found = results_that_may_be_dropped(text, is_used).into_iter();
            found.map(|name| format!("{}: {name}", path.display()))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}
