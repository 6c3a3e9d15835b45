//! Links on pages lead to what is there, wherever the page is shown, and the crates are installed by the same commands on
//! all pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::root;

/// What a command names before the folder of a crate: the clone of the repository beside the reader's project. Once the
/// crates are on a registry, this is empty, and the names of crates follow. CONTRIBUTING says how to change the pages.
const CLONE: &str = "--path ../shapecheck/";

/// The command that installs the tool.
const TOOL: &str = "cargo install --path ../shapecheck/crates/cargo-shapecheck";

/// Commands of another form, which do not work today.
const OTHERS: [&str; 3] = [
    "cargo install cargo-shapecheck",
    "cargo install --path crates",
    "cargo add shapecheck",
];

fn repository() -> PathBuf {
    let above = root().ancestors().nth(3).map(Path::to_owned);
    above.expect("three folders up")
}

/// The files of this kind below a folder of the repository, but for records and programs of tests.
fn files(folder: &str, kind: &str) -> Vec<(PathBuf, String)> {
    fn add(place: &Path, kind: &str, found: &mut Vec<(PathBuf, String)>) {
        let name = place.file_name().and_then(|name| name.to_str());
        if matches!(name, Some("tests" | "ui-tests" | "target")) {
            return;
        }
        if place.is_dir() {
            for entry in fs::read_dir(place).expect("a folder of the repository") {
                add(&entry.expect("an entry of the folder").path(), kind, found);
            }
        } else if place.extension().is_some_and(|extension| extension == kind) {
            let text = fs::read_to_string(place).expect("a text");
            found.push((place.to_owned(), text));
        }
    }
    let mut found = Vec::new();
    add(&repository().join(folder), kind, &mut found);
    found
}

/// The pages that are written by hand for people to read.
fn pages() -> Vec<(PathBuf, String)> {
    let roots = ["README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let folders = ["bridges", "crates", "examples", "benches", "fuzz"];
    let pages = roots.into_iter().chain(folders);
    let pages: Vec<_> = pages.flat_map(|place| files(place, "md")).collect();
    assert!(pages.len() > 50, "{} pages", pages.len());
    // A list of links into rustdoc's own page of a type.
    let is_page = |(path, _): &(PathBuf, String)| !path.ends_with("methods.md");
    pages.into_iter().filter(is_page).collect()
}

/// The lines of a page outside of its fences, and those within fences of a kind.
fn prose(text: &str) -> String {
    fenced(text, |_| false)
}

/// The lines of a page within fences whose tag this takes; outside of all fences, if it takes none.
fn fenced(text: &str, takes: impl Fn(&str) -> bool) -> String {
    let wants_fences = takes("sh") || takes("toml");
    let mut tag: Option<&str> = None;
    let mut lines = String::new();
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), tag) {
            (Some(_), Some(_)) => tag = None,
            (Some(begun), None) => tag = Some(begun),
            (None, _) if tag.map_or(!wants_fences, &takes) => lines += &format!("{line}\n"),
            _ => {}
        }
    }
    lines
}

/// The targets of a page's links: `[text](target)`, and `[name]: target`.
fn targets(text: &str) -> Vec<String> {
    let prose = prose(text);
    let mut targets = Vec::new();
    for line in prose.lines() {
        let defined = line
            .strip_prefix('[')
            .and_then(|line| line.split_once("]: "));
        targets.extend(defined.map(|(_, target)| target.to_owned()));
    }
    // What stands in backticks is code, which may be indexed and called.
    let code: String = prose.split('`').step_by(2).collect();
    for rest in code.split("](").skip(1) {
        let target = rest.split([')', ' ', '\n']).next().unwrap_or("");
        targets.push(target.to_owned());
    }
    targets
}

/// The anchors of a page's headings, as rustdoc and forges make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let prose = prose(text);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let slug = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        words
            .chars()
            .map(|c| if c == ' ' { '-' } else { c })
            .filter(|&c| c.is_alphanumeric() || c == '-' || c == '_')
            .collect()
    };
    headings.map(slug).collect()
}

fn page_of_guide(name: &str) -> Option<String> {
    fs::read_to_string(repository().join(format!("crates/shapecheck/guide/{name}.md"))).ok()
}

/// Whether a page of the guide is there, and has the heading of an anchor.
fn guide_has(page: &str, anchor: Option<&str>) -> bool {
    // What it costs consists of two files.
    page.is_empty()
        || page_of_guide(page).is_some_and(|text| {
            let more = page_of_guide(&format!("{page}_to_run")).unwrap_or_default();
            anchor.is_none_or(|anchor| anchors(&(text + &more)).contains(anchor))
        })
}

/// What is wrong with an address of published documentation, which is made of the source that is here.
fn wrong_address(address: &str) -> Option<&'static str> {
    if address.starts_with("https://docs.rs/crate/shapecheck") {
        return Some(
            "a package has no tests, examples and pages of the repository: name the folder instead",
        );
    }
    let in_guide = address.strip_prefix("https://docs.rs/shapecheck/latest/shapecheck/guide/")?;
    let (page, anchor) = match in_guide.split_once('#') {
        Some((page, anchor)) => (page, Some(anchor)),
        None => (in_guide, None),
    };
    let is_there = guide_has(
        page.trim_end_matches('/'),
        anchor.filter(|anchor| !anchor.is_empty()),
    );
    (!is_there).then_some("the guide has no such page or heading")
}

/// What is wrong with a link of a page.
fn wrong_link(
    path: &Path,
    text: &str,
    is_documentation: bool,
    target: &str,
) -> Option<&'static str> {
    if target.contains("://") {
        return wrong_address(target);
    }
    if let Some(anchor) = target.strip_prefix('#') {
        return (!anchors(text).contains(anchor)).then_some("the page has no such heading");
    }
    if let Some(page) = target.strip_prefix("crate::guide::") {
        let (page, anchor) = match page.split_once('#') {
            Some((page, anchor)) => (page, Some(anchor)),
            None => (page, None),
        };
        return (!guide_has(page, anchor)).then_some("the guide has no such page or heading");
    }
    if is_documentation {
        let is_file = target.contains('/') || target.ends_with(".md");
        return is_file.then_some("a page of documentation has no files beside it");
    }
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (target, None),
    };
    let file = path.parent().expect("a folder").join(file);
    if !file.exists() {
        return Some("no such file or folder");
    }
    let linked = fs::read_to_string(&file).unwrap_or_default();
    let has = anchor.is_none_or(|anchor| anchors(&linked).contains(anchor));
    (!has).then_some("the file has no such heading")
}

#[test]
fn links_lead_to_what_is_there() {
    let (mut count, mut wrong) = (0, String::new());
    for (path, text) in pages() {
        let of_crate = path.parent().expect("a folder").join("src/lib.rs");
        let of_crate = fs::read_to_string(of_crate).unwrap_or_default();
        let is_documentation = path
            .parent()
            .is_some_and(|folder| folder.ends_with("guide"))
            || of_crate.contains("#![doc = include_str!(\"../README.md\")]");
        for target in targets(&text) {
            count += 1;
            if let Some(why) = wrong_link(&path, &text, is_documentation, &target) {
                wrong += &format!("{}: {target}: {why}\n", path.display());
            }
        }
    }
    assert!(count > 300, "{count} links");
    for (path, text) in [files("crates", "rs"), files("bridges", "rs")].concat() {
        for (at, _) in text.match_indices("https://docs.rs/") {
            let is_end = |c: char| c.is_whitespace() || "\")>`{".contains(c);
            let address = text[at..].split(is_end).next().unwrap_or("");
            if let Some(why) = wrong_address(address) {
                wrong += &format!("{}: {address}: {why}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The names of the features in a manifest.
fn features(manifest: &str) -> BTreeSet<&str> {
    let (_, rest) = manifest.split_once("\n[features]\n").unwrap_or_default();
    let section = rest.split("\n[").next().unwrap_or("");
    let lines = section.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        .collect()
}

/// The folder of the crate that a command adds, or what is wrong with the command.
fn added(command: &str) -> Result<&str, &'static str> {
    let rest = command
        .strip_prefix("cargo add ")
        .ok_or("not a command that adds a crate")?;
    let rest = rest.strip_prefix("--dev ").unwrap_or(rest);
    let rest = rest
        .strip_prefix(CLONE)
        .ok_or("from a clone beside the project, as README.md says")?;
    let mut words = rest.split_whitespace();
    let folder = words.next().ok_or("no folder")?;
    // On a registry, a crate has a name.
    let bridge = folder.trim_start_matches("shapecheck-");
    let folders = [
        folder,
        &format!("crates/{folder}"),
        &format!("bridges/{bridge}"),
    ]
    .map(|folder| repository().join(folder).join("Cargo.toml"));
    let manifest = folders
        .iter()
        .find_map(|path| fs::read_to_string(path).ok());
    let manifest = manifest.ok_or("no such crate")?;
    let known = features(&manifest);
    while let Some(option) = words.next() {
        match (option, words.clone().next()) {
            ("--no-default-features", _) => {}
            ("--features", Some(names)) if names.split(',').all(|name| known.contains(name)) => {
                words.next();
            }
            _ => return Err("no such feature or option"),
        }
    }
    Ok(folder)
}

#[test]
fn crates_are_installed_by_the_same_commands_on_all_pages() {
    let (mut wrong, mut folders, mut of_readme) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for (path, text) in pages() {
        let is_readme = path == repository().join("README.md");
        let commands = fenced(&text, |tag| tag == "sh");
        for line in commands.lines() {
            let command = line.split('#').next().unwrap_or("").trim();
            let is_ours =
                command.contains("shapecheck") && !command.starts_with("cargo shapecheck");
            let is_wrong = match command.split_whitespace().nth(1).filter(|_| is_ours) {
                Some("add") => {
                    let folder = added(command);
                    folders.extend(folder.map(str::to_owned));
                    of_readme.extend(folder.ok().filter(|_| is_readme).map(str::to_owned));
                    folder.err()
                }
                Some("install") => (command != TOOL).then_some(TOOL),
                _ => None,
            };
            if let Some(why) = is_wrong {
                wrong += &format!("{}: {command}: {why}\n", path.display());
            }
        }
        let manifests = fenced(&text, |tag| tag == "toml");
        let is_dependency = |line: &&str| line.starts_with("shapecheck") && line.contains(" = ");
        for line in manifests.lines().filter(is_dependency) {
            wrong += &format!("{}: {line}: `cargo add {CLONE}..`\n", path.display());
        }
        for other in OTHERS.into_iter().filter(|other| text.contains(other)) {
            wrong += &format!(
                "{}: {other}: not the command of README.md\n",
                path.display()
            );
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let missing: Vec<_> = folders.difference(&of_readme).collect();
    assert!(
        missing.is_empty(),
        "pages add {missing:?}, README.md does not"
    );
    assert!(of_readme.len() > 10, "{of_readme:?}");
}

/// What stands after a key of a manifest.
fn value<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let mut lines = manifest.lines();
    lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))
}

/// What a registry asks for, and shows.
#[test]
fn manifests_are_ready_to_publish() {
    let (mut count, mut wrong) = (0, String::new());
    for (path, manifest) in [files("crates", "toml"), files("bridges", "toml")].concat() {
        let folder = path.parent().expect("a folder");
        let is_published = path.ends_with("Cargo.toml")
            && value(&manifest, "name").is_some()
            && value(&manifest, "publish") != Some("false");
        if !is_published {
            continue;
        }
        count += 1;
        let mut asks = |is_met: bool, what: &str| {
            if !is_met {
                wrong += &format!("{}: {what}\n", path.display());
            }
        };
        for key in [
            "description",
            "license",
            "keywords",
            "categories",
            "rust-version",
        ] {
            asks(value(&manifest, key).is_some(), key);
        }
        let keywords = value(&manifest, "keywords").unwrap_or("");
        asks(keywords.split(',').count() <= 5, "at most five keywords");
        let readme = value(&manifest, "readme").unwrap_or("README.md");
        let readme = folder.join(readme.trim_matches('"'));
        asks(readme.is_file(), "a page to show");
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            asks(folder.join(license).is_file(), license);
        }
        let (dependencies, _) = manifest
            .split_once("\n[dev-dependencies]")
            .unwrap_or((&manifest, ""));
        let by_path = dependencies
            .lines()
            .filter(|line| line.contains("path = \"../"));
        for dependency in by_path {
            asks(dependency.contains("version = \"="), dependency);
        }
    }
    assert!(count > 15, "{count} packages");
    assert!(wrong.is_empty(), "\n{wrong}");
}
