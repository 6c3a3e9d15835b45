//! Figures on pages are those of a recorded table, and versions those of manifests.

use std::fs;

use crate::source::root;

fn text(path: &str) -> String {
    let repository = root()
        .ancestors()
        .nth(3)
        .expect("three folders up")
        .join(path);
    fs::read_to_string(repository).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cells of each row of a page's tables, without marks and without what is aimed at.
fn rows(page: &str) -> Vec<Vec<String>> {
    let rows = page
        .lines()
        .filter_map(|line| line.trim().strip_prefix("| "));
    let cell = |cell: &str| {
        let cell = cell.split(", at most").next().unwrap_or(cell);
        cell.replace("**", "").trim().to_owned()
    };
    rows.map(|row| row.trim_end_matches('|').split(" | ").map(cell).collect())
        .collect()
}

/// Whether a row has a figure after its first cell.
fn is_measured(row: &[String]) -> bool {
    row.iter()
        .skip(1)
        .any(|cell| cell.contains(|c: char| c.is_ascii_digit()))
}

/// Each table below is a selection of rows and columns of a table that a command has printed.
#[test]
fn tables_of_figures_are_those_that_are_recorded() {
    let record = rows(&text("benches/README.md"));
    let (mut count, mut wrong) = (0, Vec::new());
    for page in ["compile_time", "costs", "comparison"] {
        let page = text(&format!("crates/shapecheck/guide/{page}.md"));
        // Of the comparison, the tables about cost: those before are about what compiles.
        let (_, page) = page
            .split_once("What an operation costs to check")
            .unwrap_or(("", &page));
        let (page, _) = page
            .split_once("\n# What the others have")
            .unwrap_or((page, ""));
        for row in rows(page).into_iter().filter(|row| is_measured(row)) {
            count += 1;
            let has = |recorded: &Vec<String>| {
                recorded[0] == row[0]
                    && row
                        .iter()
                        .all(|cell| cell.is_empty() || recorded.contains(cell))
            };
            if !record.iter().any(has) {
                wrong.push(row);
            }
        }
    }
    assert!(count > 8, "{count} rows");
    assert!(
        wrong.is_empty(),
        "not in a row of benches/README.md: {wrong:#?}"
    );
}

/// A figure in a sentence: the page, the sentence, the first cell of the row that it is from, and its cell there.
const IN_SENTENCES: [[&str; 4]; 14] = [
    [
        "guide/costs",
        "A size in the type of a `Tensor` costs 0.04 ms",
        "literal in `shape!`",
        "0.039",
    ],
    [
        "guide/costs",
        "a size without a name in typenum 0.08 ms",
        "literal that typenum has no name for, 1025 to 99,999",
        "0.083",
    ],
    [
        "guide/costs",
        "a const expression 0.6 ms",
        "const expression in braces, its `const` item included",
        "0.621",
    ],
    [
        "guide/compile_time",
        "a number costs 0.04 ms",
        "literal in `shape!`",
        "0.039",
    ],
    [
        "guide/compile_time",
        "a const expression in braces 0.6 ms",
        "const expression in braces, its `const` item included",
        "0.621",
    ],
    [
        "guide/compile_time",
        "an operation takes 1.3 ms",
        "1000",
        "1.26",
    ],
    [
        "guide/compile_time",
        "names cost 1.2 to 1.4 times as much as `_`",
        "`[Batch, Seq, Head, n] + [Seq, 1, n]`",
        "1.18",
    ],
    [
        "guide/compile_time",
        "names cost 1.2 to 1.4 times as much as `_`",
        "a step of a cache: a join, two products, a mask, softmax",
        "1.44",
    ],
    [
        "guide/compile_time",
        "12 ms in a build",
        "`broadcast_map!` of three",
        "12.07",
    ],
    [
        "guide/compile_time",
        "24 ms in a release build",
        "`broadcast_map!` of three",
        "23.92",
    ],
    [
        "guide/compile_time",
        "where an operator takes 4 to 5 ms in either",
        "`[a, b, c, d] + [1, b, 1, d]`",
        "4.66",
    ],
    [
        "guide/compile_time",
        "where an operator takes 4 to 5 ms in either",
        "`[a, b, c, d] + [1, b, 1, d]`",
        "4.27",
    ],
    [
        "guide/comparison",
        "16.9 here, 74.1 for incin with 99 packages, 21.3 for dfdx",
        "an empty program",
        "16.9",
    ],
    [
        "guide/comparison",
        "16.9 here, 74.1 for incin with 99 packages, 21.3 for dfdx",
        "an empty program",
        "74.1",
    ],
];

#[test]
fn figures_in_sentences_are_those_that_are_recorded() {
    let record = rows(&text("benches/README.md"));
    for [page, sentence, row, cell] in IN_SENTENCES {
        let page = text(&format!("crates/shapecheck/{page}.md"));
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(sentence), "{sentence}");
        let is_it =
            |recorded: &Vec<String>| recorded[0] == row && recorded.iter().any(|one| one == cell);
        assert!(
            record.iter().any(is_it),
            "{sentence}: no {cell} in the row `{row}` of benches/README.md"
        );
    }
}

#[test]
fn test_programs_are_as_many_as_contributing_says() {
    let tests = root().with_file_name("tests");
    let entries = fs::read_dir(tests).expect("the folder of tests");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_program = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|kind| kind == "rs") || path.join("main.rs").is_file()
    };
    let programs = paths.filter(is_program).count();
    let sentence = format!("its dependencies and the {programs} test programs");
    assert!(text("CONTRIBUTING.md").contains(&sentence), "{sentence}");
}

/// The oldest compiler that the manifest of a crate allows.
fn oldest(folder: &str) -> String {
    let manifest = text(&format!("{folder}/Cargo.toml"));
    let mut lines = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("rust-version = \""));
    lines
        .next()
        .expect("an oldest compiler")
        .trim_end_matches('"')
        .to_owned()
}

#[test]
fn versions_of_rust_are_those_of_the_manifests() {
    let [library, candle, burn] =
        ["crates/shapecheck", "bridges/candle", "bridges/burn"].map(oldest);
    let sentences = [
        (
            "README.md",
            format!(
                "You need Rust {library} or later, for `shapecheck-candle` {candle} and for `shapecheck-burn` {burn}."
            ),
        ),
        (
            "CONTRIBUTING.md",
            format!("You need Rust {library} or later;"),
        ),
        (
            "crates/cargo-shapecheck/README.md",
            format!(
                "It needs Rust {} or later.",
                oldest("crates/cargo-shapecheck")
            ),
        ),
        (
            "bridges/candle/README.md",
            format!("It needs Rust {candle} or later"),
        ),
        (
            "bridges/burn/README.md",
            format!("It needs Rust {burn} or later"),
        ),
    ];
    for (page, sentence) in sentences {
        let words = text(page).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&sentence), "{page}: {sentence}");
    }
}
