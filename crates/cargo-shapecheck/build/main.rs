//! Writes the names of the library that the tool knows: where it is built beside the library, they are those of the
//! library's source. A published tool has them in a file, `names.rs`, which `NAMES=write cargo check -p cargo-shapecheck`
//! writes before it is packed.

use std::path::Path;
use std::{env, fs};

mod names;
mod source;
#[path = "../src/types/vocabulary.rs"]
#[allow(dead_code, reason = "one of its words is said here")]
mod vocabulary;

fn main() {
    let folder = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    let folder = Path::new(&folder);
    let library = ["../shapecheck-core/src", "../shapecheck/src"].map(|source| folder.join(source));
    let packed = folder.join("names.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed=NAMES");
    let names = match library.iter().all(|source| source.join("lib.rs").exists()) {
        true => {
            let table = folder.join("../shapecheck-macros/src/size.rs");
            let messages = folder.join("../shapecheck-declarations/src/messages.rs");
            for read in library.iter().chain([&table, &messages]) {
                println!("cargo::rerun-if-changed={}", read.display());
            }
            let table = fs::read_to_string(table).expect("the table of const sizes");
            let messages = fs::read_to_string(messages).expect("the source of messages");
            let errors =
                fs::read_to_string(folder.join("../shapecheck/guide/errors.md")).expect("the page");
            names::write(&source::Source::of(&library))
                + &names::const_sizes(&table)
                + &names::note_on_names(&messages)
                + &format!(
                    "\n/// The guide's page on errors.\npub const ERRORS: &str = {errors:?};\n"
                )
        }
        false => fs::read_to_string(&packed).expect("a package has the names of the library"),
    };
    if env::var("NAMES").is_ok_and(|value| value == "write") {
        fs::write(&packed, &names).expect("the file can be written");
    }
    let output = env::var_os("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&output).join("names.rs"), names).expect("the file can be written");
}
