//! The assembly of passes: it has vector instructions, and for inline tensors no path to a panic, because nothing is
//! checked at run time. Kernels that are compiled with the crate are not in a program's own.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::built::built;

/// The instructions of each function in the assembly of `tests/assembly`.
fn functions() -> BTreeMap<String, Vec<String>> {
    // Where the README's first command builds the library in release mode, too.
    let target = crate::outside::target();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["rustc", "--release", "--lib", "--package", "assembly"])
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("RUSTFLAGS");
    let library = built(&mut cargo, "assembly", &["--emit=asm"]);
    // Cargo does not know of the assembly. rustc writes `NAME.s` beside `libNAME.rmeta`.
    let metadata = library.file("rmeta");
    let name = metadata.file_stem().unwrap().to_str().unwrap();
    let assembly = metadata.with_file_name(format!("{}.s", name.trim_start_matches("lib")));
    let text = std::fs::read_to_string(&assembly)
        .unwrap_or_else(|error| panic!("{}: {error}", assembly.display()));
    let mut functions = BTreeMap::<String, Vec<String>>::new();
    let mut current = None;
    for line in text.lines() {
        match line.strip_suffix(':') {
            // Tables of functions have labels of this kind.
            Some(label) if label.starts_with(".Lanon") || !label.starts_with(['.', '\t']) => {
                current = Some(label.to_owned());
            }
            _ if line.starts_with("\t.quad\t")
                || line.starts_with('\t') && !line.starts_with("\t.") =>
            {
                if let Some(name) = &current {
                    let body = functions.entry(name.clone()).or_default();
                    body.push(line.trim().to_owned());
                }
            }
            _ => {}
        }
    }
    functions
}

/// Every function that one calls or takes the address of, itself included, and what they call outside of this assembly.
fn reachable<'a>(functions: &'a BTreeMap<String, Vec<String>>, name: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        if !found.insert(name) {
            continue;
        }
        for instruction in functions.get(name).into_iter().flatten() {
            let Some((operation, operands)) = instruction.split_once(char::is_whitespace) else {
                continue;
            };
            let is_call = operation.starts_with("call") || operation.starts_with('j');
            for operand in operands.split(',') {
                let symbol = operand.trim().trim_start_matches(['*', '$']);
                let symbol = symbol.split(['@', '(']).next().unwrap_or(symbol);
                let is_place = symbol.is_empty() || symbol.starts_with(['.', '%']);
                if functions.contains_key(symbol) || is_call && !is_place {
                    open.push(symbol);
                }
            }
        }
    }
    found
}

#[test]
fn passes_are_vectors_and_inline_ones_check_nothing() {
    let functions = functions();
    for (name, instruction, is_checked) in [
        ("row_added_to_rows", "addps", false),
        ("rows_divided_by_column", "divps", false),
        ("row_added_in_place", "addps", false),
        ("small_inline", "addps", false),
        ("on_the_heap", "addps", true),
    ] {
        assert!(
            functions.contains_key(name),
            "{name} is not in the assembly"
        );
        let reachable = reachable(&functions, name);
        let panics: Vec<_> = reachable
            .iter()
            .filter(|symbol| {
                symbol.contains("panic") || symbol.contains("_fail") || symbol.contains("unwrap")
            })
            .collect();
        assert_eq!(
            !panics.is_empty(),
            is_checked,
            "{name} can panic: {panics:?}"
        );
        let vectors = reachable
            .iter()
            .filter_map(|symbol| functions.get(*symbol))
            .flatten()
            .any(|line| {
                line.starts_with(instruction) || line.starts_with(&format!("v{instruction}"))
            });
        assert!(vectors, "{name} has no {instruction}");
    }
    // The loops of this program that were compiled for it.
    let loops = |name| {
        let reachable = reachable(&functions, name);
        let own = reachable.into_iter().filter(|symbol| {
            functions.contains_key(*symbol)
                && (symbol.contains("4host4rows") || symbol.contains("4host4fold"))
        });
        own.collect::<Vec<_>>()
    };
    assert_eq!(loops("of_single_precision"), [""; 0]);
    assert_ne!(loops("of_double_precision"), [""; 0]);
    let checked = reachable(&functions, "checked");
    assert!(
        checked.iter().any(|symbol| symbol.contains("panic")),
        "the test does not see panics: {checked:?}"
    );
}
