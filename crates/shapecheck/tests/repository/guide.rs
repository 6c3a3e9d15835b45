//! The guide has each message of the compiler, and each public item has a link to the guide.

#[path = "../../../cargo-shapecheck/src/explain/pattern.rs"]
mod pattern;

use pattern::pattern;

const ERRORS: &str = include_str!("../../guide/errors.md");

/// Messages that are rustc's own and can be caused by many things.
const OF_RUSTC: [&str; 14] = [
    "cannot add `",
    "cannot apply unary operator",
    "binary assignment operation",
    "constant provided when a type was expected",
    "evaluation panicked",
    "generic parameters may not be used in const operations",
    "the associated function or constant `",
    "the associated item `",
    "the method `",
    "the trait bound `",
    "type annotations needed",
    "type mismatch resolving `",
    "unresolved import",
    "no method named",
];

#[test]
fn patterns_leave_out_what_may_be_any() {
    assert_eq!(
        pattern("label 'd' has size 64 in `a` at axis -1, to 00_000_001"),
        "label _ has size N in _ at axis N, to N"
    );
}

/// The name of a section of `errors.md` as that of the folder of its programs.
fn folder_of(section: &str) -> String {
    let name = section.strip_prefix("The ").unwrap_or(section);
    name.to_lowercase().replace(' ', "_")
}

/// The messages in the tables of the guide, and those that the tests of the compiler's words begin with, each after
/// its section, which is the folder of the program.
fn messages() -> (Vec<String>, Vec<String>) {
    let mut told = Vec::new();
    let mut section = String::new();
    for line in ERRORS.lines() {
        if let Some(name) = line.strip_prefix("# ") {
            section = folder_of(name);
        } else if let Some(row) = line.strip_prefix("| ") {
            let message = row.split(" | ").next().expect("a column");
            if !["message", "---"].contains(&message) {
                told.push(format!("{section}: {message}"));
            }
        }
    }

    let mut said = Vec::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/ui-tests/fail");
    let folders = std::fs::read_dir(root).expect("the folder of messages");
    for folder in folders.map(|folder| folder.expect("a folder").path()) {
        let files = std::fs::read_dir(&folder).expect("a folder for each section of errors.md");
        let paths = files.map(|file| file.expect("a file").path());
        let folder = folder.file_name().expect("a name").to_string_lossy();
        for path in paths.filter(|path| path.extension().is_some_and(|end| end == "stderr")) {
            let text = std::fs::read_to_string(&path).expect("a text");
            let first = text.lines().next().expect("a line");
            let message = first.split_once(": ").expect("`error: ` and a message").1;
            let of_rustc = OF_RUSTC.iter().any(|start| message.starts_with(start));
            assert_eq!(of_rustc, folder == "words_of_rustc", "{}", path.display());
            if !of_rustc {
                said.push(format!("{folder}: {message}"));
            }
        }
    }
    (told, said)
}

/// What is in the first list and, but for numbers and names, not in the second.
fn missing<'a>(from: &'a [String], among: &[String]) -> Vec<&'a String> {
    let among: Vec<String> = among.iter().map(|message| pattern(message)).collect();
    let mut missing: Vec<_> = from
        .iter()
        .filter(|message| !among.contains(&pattern(message)))
        .collect();
    missing.sort();
    missing.dedup();
    missing
}

#[test]
fn each_message_of_the_compiler_is_in_the_guide() {
    let (told, said) = messages();
    assert!(said.len() > 100, "{} messages", said.len());
    let missing = missing(&said, &told);
    assert!(
        missing.is_empty(),
        "not in crates/shapecheck/guide/errors.md: {missing:#?}"
    );
}

#[test]
fn each_message_in_the_guide_is_one_of_the_compiler() {
    let (told, said) = messages();
    let missing = missing(&told, &said);
    assert!(missing.is_empty(), "not said by the compiler: {missing:#?}");
}

/// Files of the library below a folder.
fn sources(folder: &std::path::Path, files: &mut Vec<(std::path::PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            files.push((path, text));
        }
    }
}

/// The name that follows one of some words at the start of a line.
fn declared<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

/// Whether the page of an item links to the guide, for each public item of a file that has a page for readers.
fn linked(path: &std::path::Path, text: &str) -> Vec<(String, bool)> {
    let in_folder = |name: &str| path.components().any(|part| part.as_os_str() == name);
    // Types that only carry messages, and kernels, have no pages for readers.
    if in_folder("guide") || in_folder("float") || in_folder("verdict") {
        return Vec::new();
    }
    let mut kinds = vec!["pub struct ", "pub enum ", "macro_rules! "];
    if ["dim", "shape", "broadcast", "algebra"]
        .into_iter()
        .any(in_folder)
    {
        kinds.extend(["pub trait ", "pub type "]);
    }

    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = declared(line, &kinds) else {
            continue;
        };
        // The documentation and the attributes of an item reach up to an empty line.
        let start = lines[..index].iter().rposition(|line| line.is_empty());
        let above = lines[start.map_or(0, |empty| empty + 1)..index].join("\n");
        let is_hidden = above.contains("doc(hidden)")
            || line.starts_with("macro") && !above.contains("macro_export");
        if !is_hidden {
            found.push((name.to_owned(), above.contains("(crate::guide::")));
        }
    }
    found
}

#[test]
fn the_page_of_each_item_links_to_the_guide() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("../shapecheck-core/src"), &mut files);
    sources(&root.join("src"), &mut files);
    let (mut count, mut missing) = (0, Vec::new());
    for (path, text) in &files {
        let (_, place) = path
            .to_str()
            .and_then(|path| path.rsplit_once("src/"))
            .expect("a file of the library");
        let place = std::path::Path::new(place);
        // Engines of the host are public, and its kernels are not.
        let is_kernel = place.starts_with("host") && !place.ends_with("engines.rs");
        let items = if is_kernel {
            Vec::new()
        } else {
            linked(place, text)
        };
        for (name, is_linked) in items {
            count += 1;
            if !is_linked && name != "Mistake" {
                missing.push(format!("`{name}` in src/{}", place.display()));
            }
        }

        let above = std::iter::once("").chain(text.lines());
        for (above, line) in above.zip(text.lines()) {
            let Some(module) = declared(line, &["pub mod "])
                .filter(|_| line.ends_with(';') && above != "#[doc(hidden)]")
            else {
                continue;
            };
            let folder = match path
                .file_name()
                .is_some_and(|name| name == "mod.rs" || name == "lib.rs")
            {
                true => path.parent().expect("a folder").to_owned(),
                false => path.with_extension(""),
            };
            let own = [
                folder.join(module).join("mod.rs"),
                folder.join(format!("{module}.rs")),
            ];
            let page = files
                .iter()
                .find(|(path, _)| own.contains(path))
                .expect("the module's file");
            let is_linked = page.1.lines().take_while(|line| line.starts_with("//!"));
            count += 1;
            if module != "guide"
                && !is_linked
                    .into_iter()
                    .any(|line| line.contains("(crate::guide::"))
            {
                missing.push(format!("module `{module}` of src/{}", place.display()));
            }
        }
    }
    assert!(count > 150, "{count} items");
    assert!(
        missing.is_empty(),
        "no link such as [shapes](crate::guide::shapes): {missing:#?}"
    );
}

/// The programs of these pages need other crates, and are compiled and run where they are examples or tests of those.
#[test]
fn programs_that_need_other_crates_are_those_of_tests() {
    let configuration = include_str!("../../guide/sizes_from_a_file.md");
    let unmodified = include_str!("../../guide/unmodified_models.md");
    let files = include_str!("../../guide/files_and_plots.md");
    for (page, program) in [
        (
            configuration,
            include_str!("../../../shapecheck-weights/examples/logits.rs"),
        ),
        (
            unmodified,
            include_str!("../../../cargo-shapecheck/tests/dry/src/attention.rs"),
        ),
        (
            unmodified,
            include_str!("../../../cargo-shapecheck/tests/dry/tests/page.rs"),
        ),
        (
            unmodified,
            include_str!("../../../../bridges/burn/tests/page.rs"),
        ),
        (
            files,
            include_str!("../../../../examples/signal/src/bin/arrays.rs"),
        ),
        (
            files,
            include_str!("../../../../examples/signal/src/bin/table.rs"),
        ),
        (
            files,
            include_str!("../../../../examples/signal/src/bin/picture.rs"),
        ),
        (
            files,
            include_str!("../../../../examples/signal/src/bin/sound.rs"),
        ),
        (
            files,
            include_str!("../../../../examples/signal/src/bin/plot.rs"),
        ),
        (
            files,
            include_str!("../../../../examples/signal/src/main.rs"),
        ),
    ] {
        // What the test says is below the program.
        let lines = program.split_inclusive('\n');
        let program: String = lines
            .filter(|line| !line.starts_with("#[should_panic"))
            .collect();
        assert!(
            page.contains(&format!("```rust,ignore\n{program}```\n")),
            "{program}"
        );
    }
}
