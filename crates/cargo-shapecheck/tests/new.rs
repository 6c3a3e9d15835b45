//! `cargo shapecheck new`: the modules that it writes for headers of public models, recorded in `snapshots`, compile, and
//! load weights. Record anew with `INSTA_UPDATE=always cargo test -p cargo-shapecheck --test new`, and read the
//! difference.
//!
//! `tests/new/headers.py` writes the headers.

mod common;
#[path = "../../shapecheck-weights-header/tests/table/mod.rs"]
mod table;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_shapecheck::new::module;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Names that are not valid in Rust, and names that become one.
const ODD: &str = r#"{
    "type.weight": {"dtype": "F32", "shape": [4, 6]},
    "self.weight": {"dtype": "F32", "shape": [4, 6]},
    "self.bias": {"dtype": "F32", "shape": [4]},
    "crate": {"dtype": "BOOL", "shape": []},
    "0.weight": {"dtype": "I64", "shape": [1, 0]},
    "0.other": {"dtype": "U8", "shape": [4]},
    "00": {"dtype": "F64", "shape": [9]},
    "LayerNorm": {"dtype": "F32", "shape": [30]},
    "layer_norm": {"dtype": "F32", "shape": [30]},
    "Layer-Norm": {"dtype": "F32", "shape": [30]},
    "both": {"dtype": "I32", "shape": [30]},
    "both.below": {"dtype": "I16", "shape": [30]},
    "both.beside": {"dtype": "I8", "shape": [30]},
    "tensor.load": {"dtype": "U16", "shape": [2]},
    "tensor.vec": {"dtype": "U32", "shape": [2]},
    "onnx::MatMul_7": {"dtype": "U64", "shape": [3, 2]},
    "a \"quote\"\n`and` | more": {"dtype": "F32", "shape": [7]},
    "größe": {"dtype": "F32", "shape": [8]},
    "+": {"dtype": "F32", "shape": [5]},
    "lists.0.0.weight": {"dtype": "F32", "shape": [30, 40]},
    "lists.0.1.weight": {"dtype": "F32", "shape": [30, 40]},
    "lists.1.0.weight": {"dtype": "F32", "shape": [30, 40]},
    "lists.1.1.weight": {"dtype": "F32", "shape": [30, 40]},
    "tensors.0": {"dtype": "F32", "shape": [40]},
    "tensors.1": {"dtype": "F32", "shape": [40]},
    "gap.0.weight": {"dtype": "F32", "shape": [40]},
    "gap.0.scale": {"dtype": "F32", "shape": [40]},
    "gap.2.weight": {"dtype": "F32", "shape": [40]},
    "gap.2.scale": {"dtype": "F32", "shape": [40]}
}"#;

/// Two keys of one size, which words tell apart, and which nothing tells apart; kernels; nested keys.
const ALIKE: &str = r#"{
    "position_embeddings.weight": {"dtype": "F16", "shape": [512, 512]},
    "text_model.fc.weight": {"dtype": "F16", "shape": [300, 512]},
    "text_model.fc.bias": {"dtype": "F16", "shape": [300]},
    "vision_model.fc.weight": {"dtype": "F16", "shape": [300, 512]},
    "vision_model.fc.bias": {"dtype": "F16", "shape": [300]},
    "fc.weight": {"dtype": "F16", "shape": [300, 300]},
    "patch_embedding.weight": {"dtype": "F16", "shape": [512, 3, 14, 14]},
    "relative_attention_bias.weight": {"dtype": "F16", "shape": [32, 12]},
    "other_attention_bias.weight": {"dtype": "F16", "shape": [32, 12]},
    "heads.weight": {"dtype": "F16", "shape": [128, 512]},
    "heads.bias": {"dtype": "F16", "shape": [128]}
}"#;

const ALIKE_CONFIG: &str = r#"{
    "hidden_size": 512,
    "max_position_embeddings": 512,
    "num_attention_heads": 12,
    "num_kv_heads": 4,
    "head_dim": 32,
    "eos_token_id": 128,
    "label2id": {"cat": 128},
    "text_config": {"hidden_dim": 300},
    "vision_config": {"hidden_dim": 300, "patch_size": 14}
}"#;

/// What a dry run has seen of a model whose width, heads and pictures were moved: a number that is as large as a width by accident,
/// a layer of a fixed size, quotients, and names that are not names of types.
const SEEN: &str = r#"{"__metadata__": {"dry run": "Batch = 3, Past = 7, Seq = 5, hidden_size = 64, Heads = 4, HeadDim = 16, Height = 65", "takes": "x: Batch, Past + Seq, hidden_size; mask: Seq, _; rest: ...", "gives": "Batch, Heads * HeadDim, 64, Height / 2"},
"embed.weight": {"dtype": "F32", "shape": [1009, 64], "names": [null, "hidden_size"]},
"layers.0.query.weight": {"dtype": "F32", "shape": [64, 64], "names": ["Heads * HeadDim", "hidden_size"]},
"layers.0.up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * hidden_size", "hidden_size"]},
"layers.0.up.bias": {"dtype": "F32", "shape": [256], "names": ["4 * hidden_size"]},
"layers.1.query.weight": {"dtype": "F32", "shape": [64, 64], "names": ["Heads * HeadDim", "hidden_size"]},
"layers.1.up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * hidden_size", "hidden_size"]},
"layers.1.up.bias": {"dtype": "F32", "shape": [256], "names": ["4 * hidden_size"]},
"rotary": {"dtype": "F32", "shape": [2048, 8], "names": [null, "HeadDim / 2"]},
"positions": {"dtype": "F32", "shape": [33, 64], "names": ["(Height + 1) / 2", "2 * (hidden_size / 2)"]},
"window": {"dtype": "F32", "shape": [64, 7], "names": [null, null]},
"frame": {"dtype": "F32", "shape": [64], "names": [null]}}
"#;

/// A folder that is removed at the end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// What the tool says in this folder, as one text without its path.
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let [out, error] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        format!("{out}{error}").replace(&*self.0.path().to_string_lossy(), "$FOLDER")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(common::TOOL);
        let command = command.args(["shapecheck", "new"]).args(arguments);
        command.current_dir(self.0.path()).output().unwrap()
    }
}

/// A file that a test has.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/new")
        .join(name)
}

/// A file of weights with a header and zeros, which take no room.
fn with_zeros(header: &[u8], to: &Path) {
    let mut header: Map<String, Value> = serde_json::from_slice(header).unwrap();
    let mut end = 0;
    for entry in header.values_mut() {
        let bytes = match entry["dtype"].as_str().unwrap() {
            "F64" | "I64" | "U64" => 8,
            "F32" | "I32" | "U32" => 4,
            "F16" | "BF16" | "I16" | "U16" => 2,
            _ => 1,
        };
        let sizes = entry["shape"].as_array().unwrap().iter();
        let start = end;
        end += sizes.map(|size| size.as_u64().unwrap()).product::<u64>() * bytes;
        entry["data_offsets"] = json!([start, end]);
    }
    let header = Value::Object(header).to_string();
    let mut file = File::create(to).unwrap();
    file.write_all(&(header.len() as u64).to_le_bytes())
        .unwrap();
    file.write_all(header.as_bytes()).unwrap();
    file.set_len(8 + header.len() as u64 + end).unwrap();
}

/// ONNX files, byte by byte.
mod onnx {
    fn varint(mut number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number > 0x7f {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }

    pub fn number(field: u64, number: u64) -> Vec<u8> {
        [varint(field << 3), varint(number)].concat()
    }

    pub fn bytes(field: u64, bytes: impl AsRef<[u8]>) -> Vec<u8> {
        let bytes = bytes.as_ref();
        [
            varint(field << 3 | 2),
            varint(bytes.len() as u64),
            bytes.to_vec(),
        ]
        .concat()
    }

    /// An initializer, whose sizes stand together or alone.
    pub fn weight(name: &str, element: u64, sizes: &[u64], is_packed: bool) -> Vec<u8> {
        let sizes = match is_packed {
            true => bytes(
                1,
                sizes
                    .iter()
                    .flat_map(|&size| varint(size))
                    .collect::<Vec<u8>>(),
            ),
            false => sizes.iter().flat_map(|&size| number(1, size)).collect(),
        };
        bytes(
            5,
            [sizes, number(2, element), bytes(9, [0; 8]), bytes(8, name)].concat(),
        )
    }

    /// An input, or an output; axes are numbers or symbols.
    pub fn port(field: u64, name: &str, element: u64, axes: &[&str]) -> Vec<u8> {
        let axis = |axis: &&str| match axis.parse() {
            Ok(size) => bytes(1, number(1, size)),
            Err(_) => bytes(1, bytes(2, axis)),
        };
        let shape: Vec<u8> = axes.iter().flat_map(axis).collect();
        let tensor = [number(1, element), bytes(2, shape)].concat();
        bytes(field, [bytes(1, name), bytes(2, bytes(1, tensor))].concat())
    }

    /// A small model with symbols.
    pub fn model() -> Vec<u8> {
        let graph = [
            bytes(2, "graph"),
            weight("embeddings.weight", 1, &[100, 32], true),
            weight("onnx::MatMul_31", 1, &[32, 96], false),
            weight("decoder.weight", 10, &[100, 32], false),
            weight("decoder.bias", 10, &[100], false),
            port(11, "input_ids", 7, &["batch_size", "sequence_length"]),
            port(11, "past", 1, &["batch_size", "4", "past_length", "8"]),
            port(
                11,
                "mask",
                7,
                &["batch_size", "past_length + sequence_length"],
            ),
            port(11, "decoder.bias", 10, &["100"]),
            port(12, "logits", 10, &["batch_size", "sequence_length", "100"]),
            port(
                12,
                "present",
                1,
                &["batch_size", "4", "floor(past_length / 2)", ""],
            ),
        ];
        [number(1, 8), bytes(2, "test"), bytes(7, graph.concat())].concat()
    }
}

/// Every module that is recorded, by its name.
fn modules(folder: &Folder) -> Vec<(&'static str, String)> {
    let repository = common::repository();
    let inline = |name, text: &str| folder.with(name, text);
    let data = |name: &str| {
        repository
            .join("crates/shapecheck-weights/tests/data")
            .join(name)
    };
    let all = [
        ("bert", file("bert.json"), Some(file("bert.config.json"))),
        ("gpt2", file("gpt2.json"), Some(file("gpt2.config.json"))),
        (
            "smollm",
            file("smollm.json"),
            Some(file("smollm.config.json")),
        ),
        ("resnet", file("resnet.json"), None),
        (
            "whisper",
            file("whisper.json"),
            Some(file("whisper.config.json")),
        ),
        ("without_config", file("bert.json"), None),
        ("linear", data("linear.safetensors"), None),
        ("two_layers", data("model.safetensors"), None),
        ("odd", inline("odd.json", ODD), None),
        (
            "alike",
            inline("alike.json", ALIKE),
            Some(inline("alike.config.json", ALIKE_CONFIG)),
        ),
        ("seen", inline("seen.json", SEEN), None),
        ("dry_run", file("llama.dry.json"), None),
        ("symbols", folder.with("symbols.onnx", onnx::model()), None),
    ];
    let text = |config: Option<PathBuf>, path| module(&[path], config.as_deref()).unwrap();
    all.into_iter()
        .map(|(name, path, config)| (name, text(config, path)))
        .collect()
}

#[test]
fn modules_are_as_recorded() {
    for (name, text) in modules(&Folder::new()) {
        insta::assert_snapshot!(name, text);
    }
}

/// In a separate package, all modules compile without a warning, and take weights from files with these headers.
#[test]
fn modules_compile_and_load() {
    let folder = Folder::new();
    fs::create_dir(folder.path("src")).unwrap();
    let repository = common::repository();
    let manifest = format!(
        "[package]\nname = \"modules\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nshapecheck = {{ path = {:?} }}\n\
         shapecheck-weights = {{ path = {:?}, features = [\"half\"] }}\n",
        common::library(),
        repository.join("crates/shapecheck-weights"),
    );
    folder.with("Cargo.toml", manifest);
    // The versions that are there already.
    fs::copy(repository.join("Cargo.lock"), folder.path("Cargo.lock")).unwrap();
    let mut library = String::from("#![deny(warnings)]\n\n");
    let mut modules = modules(&folder);
    let resnet = modules.iter().find(|(name, _)| *name == "resnet");
    modules.push(("any_sizes", without_sizes(&resnet.unwrap().1)));
    for (name, text) in modules {
        folder.with(&format!("src/{name}.rs"), text);
        library += &format!("pub mod {name};\n");
    }
    folder.with("src/lib.rs", library);
    let llama = fs::read_to_string(file("llama.dry.json")).unwrap();
    let loaded = [
        ("resnet::Model", fs::read(file("resnet.json")).unwrap()),
        ("any_sizes::Model", fs::read(file("resnet.json")).unwrap()),
        ("odd::Model", ODD.into()),
        ("alike::Model", ALIKE.into()),
        ("seen::Model", without_names(SEEN).into()),
        ("dry_run::Checkpoint", without_names(&llama).into()),
    ];
    let mut program = String::from("fn main() {\n");
    for (name, header) in loaded {
        let path = folder.path(&format!("{name}.safetensors"));
        with_zeros(&header, &path);
        program += &format!(
            "    if let Err(error) = shapecheck_weights::load_file::<modules::{name}>({path:?}) {{\n        \
             panic!(\"{name}: {{error}}\");\n    }}\n"
        );
    }
    folder.with("src/main.rs", program + "    println!(\"loaded\");\n}\n");
    let ran = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet"])
        .current_dir(folder.path(""))
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("new"),
        )
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "loaded\n", "{said}");
}

/// A header as it is in a file.
fn without_names(header: &str) -> String {
    let mut header: Map<String, Value> = serde_json::from_str(header).unwrap();
    header.remove("__metadata__");
    for entry in header.values_mut() {
        entry.as_object_mut().unwrap().remove("names");
    }
    Value::Object(header).to_string()
}

/// A module whose names have the sizes of whatever file is read.
fn without_sizes(module: &str) -> String {
    let (before, rest) = module.split_once("dims! {").unwrap();
    let (names, behind) = rest.split_once('}').unwrap();
    let names = names.lines().map(|line| match line.split_once(" = ") {
        Some((name, _)) => format!("{name},\n"),
        None => "\n".to_owned(),
    });
    format!("{before}dims! {{{}}}{behind}", names.collect::<String>())
}

#[test]
fn the_readme_shows_what_is_written() {
    let readme = include_str!("../README.md");
    let (_, section) = readme.split_once("## A model from a file").unwrap();
    let (_, block) = section.split_once("```rust\n").unwrap();
    let (block, _) = block.split_once("\n```\n").unwrap();
    let written = module(&[file("gpt2.json")], Some(&file("gpt2.config.json"))).unwrap();
    assert!(written.contains(block), "{block}");
    let rows = section
        .lines()
        .skip_while(|line| !line.starts_with("| size"))
        .skip(2);
    for row in rows.take_while(|line| line.starts_with('|')) {
        assert!(written.contains(row), "{row}");
    }
}

#[test]
fn several_files_are_one_model() {
    let folder = Folder::new();
    let weight = |name: &str| json!({ name: {"dtype": "F32", "shape": [2, 3]} }).to_string();
    with_zeros(
        weight("layers.0.weight").as_bytes(),
        &folder.path("1.safetensors"),
    );
    with_zeros(
        weight("layers.1.weight").as_bytes(),
        &folder.path("2.safetensors"),
    );
    let index = json!({"weight_map": {
        "layers.0.weight": "1.safetensors",
        "layers.1.weight": "2.safetensors",
    }});
    folder.with("model.safetensors.index.json", index.to_string());
    let by_index = folder.said(&["model.safetensors.index.json"]);
    let by_list = folder.said(&["1.safetensors", "2.safetensors"]);
    assert!(by_index.contains("pub layers: Vec<Layer>"), "{by_index}");
    let without_head = |text: &str| text.split_once("| size").map(|(_, rest)| rest.to_owned());
    assert_eq!(without_head(&by_index), without_head(&by_list));
}

#[test]
fn headers_that_are_none_are_refused() {
    let folder = Folder::new();
    for (bytes, words) in table::headers() {
        let path = folder.with("x.safetensors", bytes);
        let error = module(&[path], None).unwrap_err().to_string();
        assert!(
            error.contains("x.safetensors: is not a safetensors file: "),
            "{error}"
        );
        assert!(error.contains(words), "{error}, not: {words}");
    }
    // No data is read, so that none needs to be there.
    for (bytes, _) in table::lengths() {
        assert!(module(&[folder.with("x.safetensors", bytes)], None).is_ok());
    }
}

/// No data is read: the beginning of a file is enough.
#[test]
fn a_header_is_enough() {
    let folder = Folder::new();
    with_zeros(ODD.as_bytes(), &folder.path("whole.safetensors"));
    let whole = module(&[folder.path("whole.safetensors")], None).unwrap();
    let bytes = fs::read(folder.path("whole.safetensors")).unwrap();
    let length = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    folder.with("whole.safetensors", &bytes[..length]);
    assert_eq!(
        module(&[folder.path("whole.safetensors")], None).unwrap(),
        whole
    );
    folder.with("whole.safetensors", &bytes[..length - 1]);
    assert!(module(&[folder.path("whole.safetensors")], None).is_err());
}

#[test]
fn a_module_is_written_whole_or_not_at_all() {
    let folder = Folder::new();
    folder.with("model.json", ALIKE);
    folder.with("bad.json", "{");
    let files = || {
        let all = fs::read_dir(folder.path("")).unwrap();
        all.map(|it| it.unwrap().file_name())
            .collect::<HashSet<_>>()
    };
    let before = files();
    assert!(
        !folder
            .run(&["bad.json", "--output", "model.rs"])
            .status
            .success()
    );
    assert!(
        !folder
            .run(&["model.json", "--output", "nowhere/model.rs"])
            .status
            .success()
    );
    assert_eq!(files(), before);

    let printed = folder.said(&["model.json"]);
    assert_eq!(folder.said(&["model.json", "-o", "model.rs"]), "");
    assert_eq!(
        fs::read_to_string(folder.path("model.rs")).unwrap(),
        printed
    );
    assert_eq!(files().len(), before.len() + 1);
    // What stands there is not replaced.
    fs::write(folder.path("model.rs"), "mine").unwrap();
    assert!(
        !folder
            .run(&["model.json", "--output=model.rs"])
            .status
            .success()
    );
    assert_eq!(fs::read_to_string(folder.path("model.rs")).unwrap(), "mine");
}

#[test]
fn errors_name_the_file() {
    let folder = Folder::new();
    let header = |text: &str| table::file(text.as_bytes(), 0);
    let tensor = r#"{"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}"#;
    let with_index =
        |name: &str, file: Value| folder.with(name, json!({"weight_map": file}).to_string());
    folder.with("good.json", tensor);
    folder.with("good.safetensors", header(tensor));
    folder.with("same.safetensors", header(tensor));
    let both = r#"{"v": {"dtype": "U8", "shape": [2], "data_offsets": [0, 2]}, "w": {"dtype": "U8", "shape": [2], "data_offsets": [2, 4]}}"#;
    folder.with("both.safetensors", header(both));
    folder.with("empty.safetensors", "");
    folder.with("absurd.safetensors", [255; 20]);
    folder.with("cut.safetensors", &header(tensor)[..20]);
    folder.with("no_json.safetensors", header("{'w': 1}"));
    folder.with(
        "no_tensor.safetensors",
        header(r#"{"__metadata__": {"format": "pt"}}"#),
    );
    folder.with("no_size.json", r#"{"w": {"dtype": "F32", "shape": [-2]}}"#);
    folder.with("no_shape.json", r#"{"w": {"dtype": "F32"}}"#);
    folder.with(
        "element.json",
        r#"{"w": {"dtype": "F8_E4M3", "shape": [2]}}"#,
    );
    folder.with(
        "twice.json",
        r#"{"w": {"dtype": "F32", "shape": [2]}, "w": {"dtype": "F32", "shape": [2]}}"#,
    );
    folder.with(
        "huge.json",
        r#"{"w": {"dtype": "F32", "shape": [4294967296, 4294967296]}}"#,
    );
    folder.with("dots.json", r#"{"a..w": {"dtype": "F32", "shape": [2]}}"#);
    let deep = vec!["a"; 100].join(".");
    folder.with(
        "deep.json",
        json!({ deep: {"dtype": "F32", "shape": [2]} }).to_string(),
    );
    folder.with("list.json", "[1, 2]");
    for (file, name) in [("no_name", "4 * Hidden"), ("no_size", "Batch +")] {
        let name = format!(
            r#"{{"__metadata__": {{"dry run": "Batch = 3"}}, "w": {{"dtype": "F32", "shape": [2], "names": ["{name}"]}}}}"#
        );
        folder.with(&format!("{file}.dry.json"), name);
    }
    folder.with(
        "no_sizes.json",
        r#"{"hidden_act": "gelu", "dropout": 0.1, "pad_token_id": 3}"#,
    );
    with_index("no_map.index.json", json!(["good.safetensors"]));
    with_index("outside.index.json", json!({"w": "../good.safetensors"}));
    with_index("gone.index.json", json!({"w": "gone.safetensors"}));
    with_index(
        "other.index.json",
        json!({"w": "good.safetensors", "v": "good.safetensors"}),
    );
    with_index(
        "twice.index.json",
        json!({"w": "good.safetensors", "v": "both.safetensors"}),
    );
    folder.with("cut.onnx", &onnx::model()[..100]);
    folder.with("none.onnx", "no model");
    folder.with(
        "element.onnx",
        onnx::bytes(7, onnx::weight("w", 8, &[2], true)),
    );
    folder.with(
        "size.onnx",
        onnx::bytes(7, onnx::weight("w", 1, &[u64::MAX], false)),
    );

    let commands: &[&[&str]] = &[
        &[],
        &["--output", "model.rs"],
        &["--what"],
        &["good.json", "--config"],
        &["good.json", "--config=a", "--config=b"],
        &["gone.safetensors"],
        &["empty.safetensors"],
        &["absurd.safetensors"],
        &["cut.safetensors"],
        &["no_json.safetensors"],
        &["no_tensor.safetensors"],
        &["no_size.json"],
        &["no_shape.json"],
        &["element.json"],
        &["twice.json"],
        &["huge.json"],
        &["dots.json"],
        &["deep.json"],
        &["list.json"],
        &["no_name.dry.json"],
        &["no_size.dry.json"],
        &["good.safetensors", "same.safetensors"],
        &["good.safetensors", "good.safetensors"],
        &["no_map.index.json"],
        &["outside.index.json"],
        &["gone.index.json"],
        &["other.index.json"],
        &["twice.index.json"],
        &["cut.onnx"],
        &["none.onnx"],
        &["element.onnx"],
        &["size.onnx"],
        &["good.json", "--config", "gone.json"],
        &["good.json", "--config", "list.json"],
        &["good.json", "--config", "no_sizes.json"],
        &["good.json", "--output", "good.json"],
        &["good.json", "--output", "nowhere/model.rs"],
    ];
    let mut all = String::new();
    for command in commands {
        let output = folder.run(command);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{command:?}"
        );
        all += &format!(
            "$ cargo shapecheck new {}\n{}",
            command.join(" "),
            folder.said(command)
        );
    }
    insta::assert_snapshot!("errors", all);
}

/// What is cut off anywhere is an error, and whatever a byte is, there is no panic.
#[test]
fn a_model_that_is_none_is_an_error() {
    let folder = Folder::new();
    let whole = onnx::model();
    for length in 0..whole.len() {
        let path = folder.with("cut.onnx", &whole[..length]);
        assert!(module(&[path], None).is_err(), "{length} bytes");
        for byte in [0, 0x7f, 0x80, 0xff, whole[length] ^ 1] {
            let mut changed = whole.clone();
            changed[length] = byte;
            if let Ok(text) = module(&[folder.with("changed.onnx", changed)], None) {
                assert!(
                    syn::parse_file(&text).is_ok(),
                    "byte {length} is {byte}: {text}"
                );
            }
        }
    }
}

/// A name of a tensor, of parts that are few, so that they are often equal.
fn any_name() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec!["0", "1", "2", "a", "b", "weight", "bias", "layers", "model"]),
        1 => prop::sample::select(vec!["A", "self", "Self", "type", "Tensor", "O", "é", "-", "*", "width", "Linear"]),
    ];
    prop::collection::vec(part, 1..5).prop_map(|parts| parts.join("."))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever the names are, the module is Rust, in which each name stands for one thing.
    #[test]
    fn modules_are_rust(
        names in prop::collection::hash_set(any_name(), 1..30),
        sizes in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![0, 1, 3, 20, 60, 64]), 0..4), 30),
        config in prop::option::of(prop::collection::btree_map("(n_)?(a|b|self|head|Head|tensor|0)(_dim|_size|s)?", prop::sample::select(vec![3, 20, 60, 64]), 1..6)),
    ) {
        let folder = Folder::new();
        let tensors = names.iter().zip(&sizes).map(|(name, sizes)| {
            (name.clone(), json!({"dtype": "F32", "shape": sizes}))
        });
        let path = folder.with("any.json", Value::Object(tensors.collect()).to_string());
        let config = config.map(|config| folder.with("config.json", json!(config).to_string()));
        let text = module(&[path], config.as_deref()).unwrap();
        let file = syn::parse_file(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let mut items = HashSet::new();
        for item in &file.items {
            match item {
                syn::Item::Struct(item) => {
                    prop_assert!(items.insert(item.ident.to_string()), "{text}");
                    let mut fields = HashSet::new();
                    for field in &item.fields {
                        prop_assert!(fields.insert(field.ident.clone().unwrap().to_string()), "{text}");
                    }
                }
                syn::Item::Macro(item) => {
                    let declared = item.mac.tokens.to_string();
                    for entry in declared.split(',').filter(|entry| !entry.trim().is_empty()) {
                        let name = entry.trim().trim_start_matches("pub ").split(' ').next().unwrap();
                        prop_assert!(items.insert(name.to_owned()), "{text}");
                    }
                }
                _ => {}
            }
        }
    }
}
