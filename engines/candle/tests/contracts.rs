//! Contracts in front of the functions of a model that knows nothing of them: the Llama of candle-transformers, as its
//! package has it, with eight lines added. Mistakes are told at the function that they are in.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[path = "../../../tests/outside/mod.rs"]
mod outside;

const DEPENDENCIES: &str = r#"[dependencies]
shapecheck = "0.1"
shapecheck-candle = "0.1"
candle = { package = "candle-core", version = "0.11", default-features = false }
candle-nn = { version = "0.11", default-features = false }
candle-transformers = { version = "0.11", default-features = false }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tracing = "0.1"
"#;

/// Each line that is added: the item it is in, the text behind it, and the line.
const CONTRACTS: [(&str, &str, &str); 8] = [
    ("mod", "use super::with_tracing", "use shapecheck::shapes;"),
    (
        "impl CausalSelfAttention {",
        "    fn apply_rotary_emb(",
        r#"#[shapes("x: b h t d -> b h t d", d = self.head_dim, always)]"#,
    ),
    (
        "impl CausalSelfAttention {",
        "    fn forward(",
        r#"#[shapes("x: b t h*d -> b t h*d", h = self.num_attention_heads, d = self.head_dim, always)]"#,
    ),
    (
        "impl CausalSelfAttention {",
        "        let q = self.apply_rotary_emb(",
        "shapes!(q: b h t d, k: b n t d, v: b n t d);",
    ),
    (
        "impl CausalSelfAttention {",
        "    fn repeat_kv(",
        r#"#[shapes("x: b _ s d -> b h s d", h = self.num_attention_heads, always)]"#,
    ),
    (
        "impl Mlp {",
        "    fn forward(",
        r#"#[shapes("x: b t w -> b t w", always)]"#,
    ),
    (
        "impl Block {",
        "    fn forward(",
        r#"#[shapes("x: b t w -> b t w", always)]"#,
    ),
    (
        "impl Llama {",
        "    pub fn forward(",
        r#"#[shapes("x: b t -> b _", always)]"#,
    ),
];

/// Each mistake: the module that has it, the item it is in, what is there, and what stands in its place.
const MISTAKES: [(&str, &str, &str, &str); 5] = [
    (
        "queries_not_transposed",
        "impl CausalSelfAttention {",
        "            .transpose(1, 2)?\n",
        "",
    ),
    (
        "values_of_other_heads",
        "impl CausalSelfAttention {",
        "let mut v = v\n            .reshape((b_sz, seq_len, self.num_key_value_heads, self.head_dim))?",
        "let mut v = v\n            .reshape((b_sz, seq_len, self.num_key_value_heads * 2, self.head_dim / 2))?",
    ),
    (
        "heads_not_repeated",
        "impl CausalSelfAttention {",
        "self.num_attention_heads / self.num_key_value_heads)",
        "self.num_key_value_heads)",
    ),
    (
        "no_way_back",
        "impl Mlp {",
        "self.c_proj.forward(&x)",
        "Ok(x)",
    ),
    (
        "all_positions",
        "pub fn forward(&self, x",
        "x.i((.., seq_len - 1, ..))?",
        "x",
    ),
];

/// The file of the Llama in the package of candle-transformers that the tests are built with.
fn source() -> String {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--offline",
            "--format-version=1",
            "--manifest-path",
            manifest,
        ])
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut packages = metadata["packages"].as_array().unwrap().iter();
    let package = packages
        .find(|package| package["name"] == "candle-transformers")
        .unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    fs::read_to_string(manifest.with_file_name("src/models/llama.rs")).unwrap()
}

/// Where `text` first is in an item.
fn place(source: &str, item: &str, text: &str) -> usize {
    let start = match item {
        "mod" => 0,
        item => source.find(item).unwrap_or_else(|| panic!("no `{item}`")),
    };
    let place = source[start..].find(text);
    start + place.unwrap_or_else(|| panic!("no `{text}` in `{item}`"))
}

#[test]
fn mistakes_in_a_model_of_candle_transformers_are_told_at_their_functions() {
    let plain = source();
    let mut checked = plain.clone();
    for (item, text, line) in CONTRACTS {
        let place = place(&checked, item, text);
        checked.insert_str(place, &format!("{line}\n"));
    }
    assert_eq!(checked.lines().count() - plain.lines().count(), 8);

    let mut files = vec![
        (
            "main.rs".to_owned(),
            include_str!("data/contracts/steps.rs").to_owned(),
        ),
        ("plain.rs".to_owned(), plain),
        ("checked.rs".to_owned(), checked.clone()),
    ];
    for (name, item, right, wrong) in MISTAKES {
        let place = place(&checked, item, right);
        let mut mistaken = checked.clone();
        mistaken.replace_range(place..place + right.len(), wrong);
        files.push((format!("{name}.rs"), mistaken));
    }
    let files: Vec<(&str, String)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.clone()))
        .collect();
    let told = outside::run("contracts", DEPENDENCIES, &files);
    assert_eq!(told, include_str!("data/contracts/told.txt"));
}
