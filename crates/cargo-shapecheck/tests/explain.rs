//! Each message of the crate leads to its section of the guide, and the sections stay where they are.

mod common;

use std::path::Path;
use std::process::{Command, Output};

use cargo_shapecheck::explain::{address_of, section_of};
use common::{TOOL, stderr, stdout};

fn explain(arguments: &[&str]) -> Output {
    let mut command = Command::new(TOOL);
    command.args(["shapecheck", "explain"]).args(arguments);
    command.output().unwrap()
}

/// Links into the page, in editors and in texts of others, do not break.
#[test]
fn sections_keep_their_names() {
    let output = explain(&[]);
    let sections = stdout(&output);
    let sections: Vec<&str> = sections.lines().skip(1).map(str::trim).collect();
    assert_eq!(
        sections,
        [
            "broadcasting",
            "sizes-with-names",
            "axes",
            "element-counts",
            "types-and-values",
            "arguments",
            "joining-and-splitting",
            "slices",
            "indices-and-order",
            "matrices-and-vectors",
            "networks",
            "convolutions-and-pools",
            "notation",
            "generic-code",
            "elements-and-engines",
            "the-macros",
        ]
    );
}

/// What the compiler says of the programs that are refused.
#[test]
fn each_message_leads_to_its_section() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shapecheck/ui-tests/fail");
    let (mut count, mut of_two) = (0, Vec::new());
    for folder in std::fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|end| end != "stderr") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let (_, headline) = text.lines().next().unwrap().split_once(": ").unwrap();
            let section = section_of(headline)
                .map(|section| section.trim_start_matches("the-").replace('-', "_"));
            // What rustc says itself can be about anything.
            assert_eq!(section.is_none(), name == "words_of_rustc", "{headline}");
            if section.is_some_and(|section| section != name) {
                of_two.push(headline.to_owned());
            }
            count += 1;
        }
    }
    assert!(count > 300, "{count} messages");
    // Some are explained in two sections.
    assert!(of_two.len() < count / 20, "{of_two:#?}");
}

#[test]
fn a_section_or_a_message_is_explained() {
    let address = "https://docs.rs/shapecheck/latest/shapecheck/guide/errors/#";
    let message = "cannot broadcast: size `Past + Seq` does not match size 7 at axis -3";
    assert_eq!(
        address_of(message),
        Some(format!("{address}sizes-with-names"))
    );
    assert_eq!(address_of("use of moved value: `x`"), None);

    let of_message = explain(&[&format!(
        "error[E0277]: {}",
        message.replace("`Past + Seq`", "8")
    )]);
    assert_eq!(
        stdout(&of_message),
        format!(
            "cannot broadcast: size 224 does not match size 128 at axis -1\n    \
             cause: two sizes that differ, neither of them 1\n    \
             what to do: give one side an axis of size 1 there; check whether an operand has to be transposed\n\n\
             {address}broadcasting\n"
        )
    );
    let of_section = explain(&["sizes"]);
    let told = stdout(&of_section);
    assert!(
        told.ends_with(&format!("\n\n{address}sizes-with-names\n")),
        "{told}"
    );
    assert!(
        told.contains("an argument of a function with `#[checked]`\n"),
        "{told}"
    );
    assert!(!told.contains("]("), "{told}");

    let of_nothing = explain(&["use of moved value"]);
    assert!(!of_nothing.status.success());
    assert!(stderr(&of_nothing).starts_with(
        "cargo-shapecheck: neither a section nor a message of the crate: use of moved value\n"
    ));
}

/// No part of a link is left of any.
#[test]
fn sections_are_told_without_links() {
    for section in stdout(&explain(&[])).lines().skip(1) {
        let told = stdout(&explain(&[section.trim()]));
        let (text, _) = told.rsplit_once('\n').unwrap();
        for rest in ["](", "`#checked", "[`#[checked]`"] {
            assert!(!text.contains(rest), "{section}: {rest}");
        }
    }
}
