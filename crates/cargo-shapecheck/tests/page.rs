//! The page of tensors has each method once in its tables, and a search for a method of another library finds
//! what stands in its place.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../build/source.rs"]
#[allow(dead_code, reason = "names alone are looked at")]
mod source;

use source::{Item, Kind, Source};

fn in_library(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(in_library(path)).expect("the file can be read")
}

/// The methods of these types, without those that differ from another in returning an error.
fn methods(source: &Source, types: &[&str]) -> BTreeSet<String> {
    let of = |item: &&Item| item.of.as_deref().is_some_and(|of| types.contains(&of));
    let methods = source.of_kind(Kind::Function).filter(of);
    let methods = methods.filter(|item| item.file.starts_with("tensor/") && !item.is_hidden);
    let called = methods.flat_map(|item| match &item.panicking[..] {
        [] => vec![item.name.clone()],
        forms => forms.to_vec(),
    });
    let called = BTreeSet::from_iter(called);
    let has_form = |name: &String| {
        name.strip_prefix("try_")
            .is_some_and(|of| called.contains(of))
    };
    called
        .iter()
        .filter(|name| !has_form(name))
        .cloned()
        .collect()
}

const TENSORS: &[&str] = &["TensorOn", "Tensor", "InlineTensor", "View", "ViewMut"];

#[test]
fn the_tables_on_the_page_of_tensors_have_each_method_once() {
    let source = Source::of(&[
        in_library("crates/shapecheck-core/src"),
        in_library("crates/shapecheck/src"),
    ]);
    let page = text("crates/shapecheck/src/tensor/methods.md");
    let links = page
        .split("](")
        .skip(1)
        .map(|rest| &rest[..rest.find(')').expect("an end")]);
    let mut links: Vec<&str> = links.filter(|link| link.contains("#method.")).collect();
    for link in &links {
        let (_, name) = link.split_once("#method.").expect("a method");
        assert!(page.contains(&format!("[`{name}`]({link})")), "{link}");
    }
    links.sort_unstable();

    let mut methods_of_types = Vec::new();
    for (types, page) in [
        (TENSORS, ""),
        (&["Along"], "tensor/struct.Along.html"),
        (&["AlongMut"], "tensor/struct.AlongMut.html"),
    ] {
        let names = methods(&source, types);
        methods_of_types.extend(names.iter().map(|name| format!("{page}#method.{name}")));
    }
    methods_of_types.sort_unstable();
    assert!(methods_of_types.len() > 500);
    let listed = |link: &String| links.contains(&link.as_str());
    let missing: Vec<_> = methods_of_types
        .iter()
        .filter(|link| !listed(link))
        .collect();
    assert!(
        missing.is_empty(),
        "not in crates/shapecheck/src/tensor/methods.md: {missing:#?}"
    );
    assert_eq!(links, methods_of_types);
}

#[test]
fn each_method_of_networks_has_its_shapes_on_the_page_of_tensors() {
    let page = text("crates/shapecheck/src/tensor/methods.md");
    let (_, networks) = page.split_once("# Networks\n").expect("the section");
    let rows = networks.lines().filter(|line| line.contains("#method."));
    let rows = Vec::from_iter(rows);
    assert!(rows.len() > 30);
    for row in rows {
        let columns: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [operands, _, result] = columns[..] else {
            panic!("three columns: {row}");
        };
        for shapes in [operands, result] {
            assert!(
                shapes.contains("`[") || shapes.starts_with("the same"),
                "{row}"
            );
        }
    }
}

/// Words in the tables of names that are not functions: modules, types, arguments, coordinates, and `neg`, which is an
/// operator alone.
const NO_FUNCTIONS: &[&str] = &[
    "align_corners",
    "area",
    "at",
    "bicubic",
    "ddof",
    "density",
    "itemsize",
    "left",
    "lib",
    "linalg",
    "nan",
    "neg",
    "npy",
    "period",
    "right",
    "stride_tricks",
    "weights",
    "x",
    "y",
    "z",
];

/// `sum` and `T` of `np.sum(a.T)`.
fn called(code: &str) -> impl Iterator<Item = &str> {
    let names = code.split('.').skip(1);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = names.map(move |rest| rest.split(|c| !is_name(c)).next().unwrap_or(""));
    names.filter(|name| name.starts_with(|c: char| c.is_alphabetic()))
}

/// What stands in backticks.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The first columns of the tables of a page.
fn first_columns(page: &str) -> impl Iterator<Item = &str> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    rows.filter_map(|row| row.split(" | ").next())
}

#[test]
fn the_search_finds_what_other_libraries_call_a_method() {
    let mut names = BTreeSet::new();
    for page in ["from_numpy", "from_pytorch"] {
        let page = text(&format!("crates/shapecheck/guide/{page}.md"));
        for code in first_columns(&page).flat_map(codes) {
            names.extend(called(code).map(str::to_owned));
        }
    }
    let limits = text("crates/shapecheck/guide/limits.md");
    let (_, functions) = limits.split_once("\n# Functions\n").expect("the section");
    let (functions, _) = functions
        .split_once("\n# ")
        .expect("the end of the section");
    let of_limits = first_columns(functions).flat_map(codes);
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    names.extend(of_limits.filter(is_name).map(str::to_owned));
    let habits = text("crates/cargo-shapecheck/src/message/habits.rs");
    let (_, calls) = habits.split_once("const CALLS: ").expect("the calls");
    let (calls, _) = calls.split_once("\n];").expect("the end of the calls");
    // The first text of each pair.
    let pairs = calls
        .split("(\n        \"")
        .flat_map(|rest| rest.split("\n    (\""));
    let calls = pairs.skip(1).filter_map(|rest| rest.split('"').next());
    names.extend(calls.map(str::to_owned));
    assert!(names.len() > 300, "{} names", names.len());

    let roots = [
        "crates/shapecheck-core/src",
        "crates/shapecheck/src",
        "crates/shapecheck-weights/src",
    ]
    .map(in_library);
    let source = Source::of(&roots);
    let mut found: BTreeSet<String> = methods(&source, TENSORS);
    found.extend(methods(&source, &["Along", "AlongMut"]));
    let is_shown = |item: &&Item| {
        let mut folders = ["host/", "engine/", "float/", "dry/"].into_iter();
        item.of.is_none() && !item.is_hidden && !folders.any(|folder| item.file.starts_with(folder))
    };
    found.extend(
        source
            .items
            .iter()
            .filter(is_shown)
            .map(|item| item.name.clone()),
    );
    // What macros repeat is not an attribute of one item, so the text is read.
    for text in source.texts.values() {
        for rest in text.split("#[doc(alias").skip(1) {
            let (aliases, _) = rest.split_once(")]").expect("the end of the attribute");
            let aliases = aliases.split('"').skip(1).step_by(2);
            // `accumulate` of `maximum.accumulate`
            found.extend(
                aliases
                    .flat_map(|alias| alias.split('.'))
                    .map(str::to_owned),
            );
        }
    }
    let found: BTreeSet<String> = found.iter().map(|name| name.to_lowercase()).collect();
    let is_found = |name: &&String| {
        let name = name.to_lowercase();
        found.contains(name.strip_prefix("try_").unwrap_or(&name))
    };
    let missing: BTreeSet<&str> = names
        .iter()
        .filter(|name| !is_found(name))
        .map(String::as_str)
        .collect();
    assert_eq!(
        missing,
        NO_FUNCTIONS.iter().copied().collect(),
        "`#[doc(alias = \"..\")]` of these"
    );
}
