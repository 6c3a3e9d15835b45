//! The language server between an editor (this test) and rust-analyzer, real and broken ones.

mod common;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use common::editor::{
    Editor, label, leave, open, position, project_of_one_file, rust_analyzer, with_library,
};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor")
}

/// The mismatch, by cargo in the background.
///
/// rust-analyzer may find the same one by itself, in its own words and before cargo or after it: the source tells them
/// apart.
fn see_the_mismatch(editor: &mut Editor) {
    let is_of_cargo = |one: &&Value| one["code"] == "E0308" && one["source"] == "rustc";
    let published = editor.wait(|message| {
        let diagnostics = message["params"]["diagnostics"].as_array();
        message["method"] == "textDocument/publishDiagnostics"
            && diagnostics.is_some_and(|all| all.iter().any(|one| is_of_cargo(&one)))
    });
    let diagnostics = published["params"]["diagnostics"].as_array().unwrap();
    let mismatch = diagnostics.iter().find(is_of_cargo).unwrap();
    assert_eq!(
        mismatch["message"],
        "mismatched types: expected shape [32, 3, 226], found [32, 3, 224] (axis -1: expected 226, found 224)\n\
         expected `[32, 3, 226]`, found `[32, 3, 224]`"
    );
    assert!(
        mismatch["data"]["rendered"]
            .as_str()
            .unwrap()
            .contains("expected `[32, 3, 226]`, found")
    );
}

/// What the hints insert compiles: of a copy with every type written out nothing is wrong but what was before.
fn compile_with_hints(text: &str, hints: &Value) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let edits = hints.as_array().unwrap().iter();
    let mut edits: Vec<&Value> = edits
        .filter_map(|hint| hint["textEdits"].as_array())
        .flatten()
        .collect();
    assert!(edits.len() > 10);
    let place = |edit: &Value| {
        let start = &edit["range"]["start"];
        assert_eq!(*start, edit["range"]["end"]);
        let number = |key: &str| usize::try_from(start[key].as_u64().unwrap()).unwrap();
        (number("line"), number("character"))
    };
    edits.sort_by_key(|edit| place(edit));
    for edit in edits.into_iter().rev() {
        let (line, column) = place(edit);
        lines[line].insert_str(column, edit["newText"].as_str().unwrap());
    }
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hints");
    std::fs::create_dir_all(copy.join("src")).unwrap();
    let manifest = std::fs::read_to_string(project().join("Cargo.toml")).unwrap();
    let library = common::library();
    let manifest = manifest.replace("../../../shapecheck", library.to_str().unwrap());
    std::fs::write(copy.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(project().join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();
    std::fs::write(copy.join("src/main.rs"), lines.join("\n")).unwrap();
    let mut command = common::cargo();
    command
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor"),
        )
        .current_dir(copy);
    let errors = common::stderr(&common::output(&mut command, &["check", "--quiet"]));
    assert!(errors.contains("due to 1 previous error"), "{errors}");
    assert!(errors.contains("let wrong: "), "{errors}");
}

/// Clippy instead of `cargo check`, and `cargo shapecheck` as the editor's own command.
#[test]
fn other_commands_in_the_background() {
    let Some(()) = rust_analyzer() else { return };
    let own = [common::TOOL, "check", "--message-format=json"];
    for check in [
        json!({"command": "clippy"}),
        json!({"overrideCommand": own}),
    ] {
        let settings = json!({"check": check, "cachePriming": {"enable": false}});
        let (mut editor, ..) = open(common::shapecheck().arg("lsp"), &project(), settings);
        see_the_mismatch(&mut editor);
        leave(editor);
    }
}

#[test]
fn a_project_in_the_editor() {
    let Some(()) = rust_analyzer() else { return };
    let (mut editor, uri, text) = open(common::shapecheck().arg("lsp"), &project(), Value::Null);
    let document = json!({"uri": uri});

    see_the_mismatch(&mut editor);

    // Hovers: a result, a signature, a type that stands for a parameter.
    let mut hover = |marker: &str| {
        let params = json!({"textDocument": document, "position": position(&text, marker, 1)});
        let result = editor.request("textDocument/hover", params);
        result["contents"]["value"].as_str().unwrap().to_owned()
    };
    assert!(hover("product = ").contains("let product: Tensor<f32, [32, 3, 224]>\n"));
    let signature = "fn add_row(x: &Tensor<f32, [32, 3, 224]>, row: &Tensor<f32, [224]>) -> Tensor<f32, [32, 3, 224]>";
    assert!(
        hover("add_row(&").contains(signature),
        "{}",
        hover("add_row(&")
    );
    assert!(hover("identity(sum").contains("`T` = `Tensor<f32, [32, 3, 224]>`"));

    // Equations and contracts: what they give, and the macros.
    for (marker, shown) in [
        ("scores = ", "let scores: Tensor<f32, [2, 3, 4, 5]>"),
        (
            "turned_back = ",
            "let turned_back: Tensor<f32, [5, 3, 4, 2]>",
        ),
        ("counts = ", "let counts: [usize; 3]"),
        ("einsum!(\"b h", "macro_rules! einsum"),
        ("contract!(", "macro_rules! contract"),
        // Each label of the equation, where the cursor stands on it.
        ("q d, b h k d", "let k: 5\n"),
        ("... b -> b ... a", "let a: 2\n"),
        ("b c w, row: w", "let w: 224\n"),
        ("h d) -> b h t d", "let h: 12\n"),
        // A size that is inferred by dividing, which rust-analyzer does not find.
        ("h d) -> b h t d", "let d: ?\n"),
    ] {
        let hover = hover(marker);
        assert!(hover.contains(shown), "{hover}");
        for word in ["__einsum", "__contract", "__root", "UInt<", "SameLabels"] {
            assert!(!hover.contains(word), "{hover}");
        }
    }

    // Hints, uncut, and what they insert.
    let lines = text.lines().count();
    let range =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}});
    let hints = editor.request(
        "textDocument/inlayHint",
        json!({"textDocument": document, "range": range}),
    );
    let hint = |marker: &str, length: usize| -> &Value {
        let at = position(&text, marker, length);
        hints
            .as_array()
            .unwrap()
            .iter()
            .find(|hint| hint["position"] == at && hint["kind"] == 1)
            .unwrap()
    };
    let product = hint("product = ", "product".len());
    assert_eq!(label(product), ": Tensor<f32, [32, 3, 224]>");
    assert_eq!(
        product["textEdits"][0]["newText"],
        ": shapecheck::Tensor<f32, shapecheck::shape![32, 3, 224]>"
    );
    let tensor = product["label"]
        .as_array()
        .unwrap()
        .iter()
        .find(|part| part["value"] == "Tensor")
        .unwrap();
    assert!(
        tensor["location"]["uri"]
            .as_str()
            .unwrap()
            .contains("/src/tensor/")
    );
    assert_eq!(
        label(hint("scaled = ", "scaled".len())),
        ": Tensor<f32, [2, 3]>"
    );
    // Others are cut as rust-analyzer cuts them.
    assert_eq!(
        label(hint("cut = ", "cut".len())),
        ": HashMap<String, Vec<Option<…>>>"
    );
    // Engines.
    assert_eq!(
        label(hint("turned = ", "turned".len())),
        ": TensorOn<f32, [3, 2], E>"
    );
    assert_eq!(
        label(hint("small = ", "small".len())),
        ": InlineTensor<i32, [3, 2]>"
    );
    let column = hint("column = ", "column".len());
    assert_eq!(label(column), ": View<'_, i32, [3, _]>");
    assert_eq!(
        column["textEdits"][0]["newText"],
        ": shapecheck::View<'_, i32, shapecheck::shape![3, _]>"
    );
    compile_with_hints(&text, &hints);

    // A signature, its parameters marked by their places in it.
    let params = json!({"textDocument": document, "position": position(&text, "add_row(&", "add_row(&pro".len())});
    let help = editor.request("textDocument/signatureHelp", params);
    let signature = &help["signatures"][0];
    let shown = signature["label"].as_str().unwrap();
    assert!(
        shown.starts_with("fn add_row(x: &Tensor<f32, [32, 3, 224]>, row: "),
        "{shown}"
    );
    let parameters: Vec<&str> = signature["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|parameter| match &parameter["label"] {
            Value::String(text) => text,
            ends => &shown[ends[0].as_u64().unwrap() as usize..ends[1].as_u64().unwrap() as usize],
        })
        .collect();
    assert_eq!(
        parameters,
        ["x: &Tensor<f32, [32, 3, 224]>", "row: &Tensor<f32, [224]>"]
    );

    // Completions: `add_row` as it is offered.
    let at = position(&text, "inner::sum();", 0);
    let params = json!({"textDocument": document, "position": at});
    let completions = editor.request("textDocument/completion", params);
    let items = completions["items"].as_array().unwrap();
    let product = items
        .iter()
        .find(|item| item["label"].as_str().unwrap().starts_with("product"))
        .unwrap();
    assert_eq!(product["detail"], "Tensor<f32, [32, 3, 224]>", "{product}");
    assert!(
        !completions.to_string().contains("UInt<UInt<"),
        "{completions}"
    );

    // Actions: what is inserted compiles.
    let at = position(&text, "product = ", 1);
    let params = json!({"textDocument": document, "range": {"start": at, "end": at}, "context": {"diagnostics": []}});
    let actions = editor.request("textDocument/codeAction", params);
    let insert = actions
        .as_array()
        .unwrap()
        .iter()
        .find(|action| {
            action["title"]
                .as_str()
                .unwrap()
                .starts_with("Insert explicit type")
        })
        .unwrap();
    assert_eq!(
        insert["title"],
        "Insert explicit type `Tensor<f32, [32, 3, 224]>`"
    );
    let edits = [
        &insert["edit"]["documentChanges"][0]["edits"],
        &insert["edit"]["changes"][&uri],
    ];
    let edit = edits.into_iter().find(|edits| edits.is_array()).unwrap();
    assert_eq!(
        edit[0]["newText"],
        ": shapecheck::Tensor<f32, shapecheck::shape![32, 3, 224]>"
    );

    leave(editor);
}

/// Errors have quick fixes, which make the program right.
#[test]
fn errors_have_quick_fixes() {
    let Some(()) = rust_analyzer() else { return };
    let wrong = include_str!("editor/fixes.rs");
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixes");
    project_of_one_file(&project, wrong);
    let settings = json!({"cachePriming": {"enable": false}});
    let (mut editor, uri, _) = open(common::shapecheck().arg("lsp"), &project, settings);
    let count = wrong.matches("// right: ").count();
    let published = editor.wait(|message| {
        let all = message["params"]["diagnostics"].as_array();
        let errors = all.map_or(0, |all| {
            all.iter().filter(|one| one["severity"] == 1).count()
        });
        message["method"] == "textDocument/publishDiagnostics" && errors >= count
    });
    let diagnostics = published["params"]["diagnostics"].as_array().unwrap();
    let errors = diagnostics.iter().filter(|one| one["severity"] == 1);
    let mut lines: Vec<String> = wrong.lines().map(str::to_owned).collect();
    for error in errors {
        let params = json!({
            "textDocument": {"uri": uri}, "range": error["range"], "context": {"diagnostics": [error]},
        });
        let actions = editor.request("textDocument/codeAction", params);
        let mut actions = actions.as_array().unwrap().iter();
        let is_edit = |action: &&Value| {
            let title = action["title"].as_str().unwrap_or("");
            action["kind"] == "quickfix"
                && title.starts_with("did you mean `")
                && title.ends_with('?')
        };
        let action = actions
            .find(is_edit)
            .unwrap_or_else(|| panic!("nothing mends {error}"));
        let edits = [
            &action["edit"]["documentChanges"][0]["edits"],
            &action["edit"]["changes"][&uri],
        ];
        let edits = edits.into_iter().find_map(Value::as_array).unwrap();
        let number = |edit: &Value, end: &str, name: &str| {
            edit["range"][end][name].as_u64().unwrap() as usize
        };
        // From the last one, so that the others keep their places.
        let mut edits = Vec::from_iter(edits);
        edits.sort_by_key(|edit| {
            (
                number(edit, "start", "line"),
                number(edit, "start", "character"),
            )
        });
        for edit in edits.iter().rev() {
            let line = &mut lines[number(edit, "start", "line")];
            let place = number(edit, "start", "character")..number(edit, "end", "character");
            line.replace_range(place, edit["newText"].as_str().unwrap());
        }
    }
    for line in &lines {
        if let Some((code, right)) = line.split_once(" // right: ") {
            assert_eq!(code.trim(), right);
        }
    }
    leave(editor);
}

/// A hover through the tool takes at most two milliseconds more.
#[test]
fn a_hover_takes_no_longer() {
    let Some(()) = rust_analyzer() else { return };
    let settings = json!({"checkOnSave": false, "cachePriming": {"enable": false}});
    let mut servers = [
        open(
            &mut Command::new("rust-analyzer"),
            &project(),
            settings.clone(),
        ),
        open(common::shapecheck().arg("lsp"), &project(), settings),
    ];
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..200 {
        for ((editor, uri, text), times) in servers.iter_mut().zip(&mut times) {
            let params =
                json!({"textDocument": {"uri": uri}, "position": position(text, "add_row(&", 1)});
            let start = Instant::now();
            editor.request("textDocument/hover", params);
            times.push(start.elapsed());
        }
    }
    // The least of many: whatever else the machine does only adds to a time.
    let [(without, median_without), (with, median_with)] = times.map(|mut times| {
        times.sort_unstable();
        (times[0], times[times.len() / 2])
    });
    println!(
        "a hover: {without:?} by rust-analyzer alone, {with:?} through the tool (the least of 200; medians {median_without:?} and {median_with:?})"
    );
    assert!(
        with < without + Duration::from_millis(2) && with < Duration::from_millis(3),
        "{without:?}, {with:?}"
    );
    for (editor, ..) in servers {
        leave(editor);
    }
}

/// The decoder of the examples as the only file of a project.
fn decoder() -> PathBuf {
    let model = common::repository().join("crates/shapecheck/examples/decoder/model.rs");
    let model = std::fs::read_to_string(model).unwrap();
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("decoder");
    project_of_one_file(&project, &(model + VALUES + "\nfn main() {}\n"));
    project
}

/// What an editor offers methods of.
const VALUES: &str = "
fn values(
    image: &shapecheck::Tensor<f32, shapecheck::shape![3, 32, 32]>,
    vector: shapecheck::Tensor<f64, shapecheck::shape![3]>,
    counts: &shapecheck::Tensor<usize, shapecheck::shape![2, 3]>,
    matrix: shapecheck::InlineTensor<f32, shapecheck::shape![3, 3]>,
    number: shapecheck::Tensor<f32, shapecheck::shape![]>,
) {
    image.len();
    vector.len();
    counts.len();
    matrix.len();
    number.len();
}
";

/// Beside each `let` of a real model stands what it is, and each tensor has its shape there.
#[test]
fn each_let_of_the_decoder_shows_its_shape() {
    let Some(()) = rust_analyzer() else { return };
    let settings = json!({"checkOnSave": false, "cachePriming": {"enable": false}});
    let (mut editor, uri, text) = open(common::shapecheck().arg("lsp"), &decoder(), settings);
    let lines = text.lines().count();
    let range =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}});
    let document = json!({"uri": uri});
    let params = json!({"textDocument": document, "range": range});
    let hints = editor.request("textDocument/inlayHint", params);
    let hints = hints.as_array().unwrap();
    let mut shown = Vec::new();
    for (line, code) in text.lines().enumerate() {
        let Some(rest) = code.trim_start().strip_prefix("let ") else {
            continue;
        };
        let name = rest.trim_start_matches("mut ");
        let name = &name[..name
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(name.len())];
        let column = code.find(name).unwrap() + name.len();
        let written = code[column..].split(" =").next().unwrap_or("");
        let hint = hints.iter().find(|hint| {
            hint["kind"] == 1
                && hint["position"]["line"] == line
                && hint["position"]["character"] == column
        });
        let hint = hint.map_or(written.to_owned(), label);
        shown.push(format!("{name}{hint}"));
    }
    assert_eq!(shown, SHAPES_OF_THE_DECODER);

    // What is offered after a tensor, and what is said of a call: shapes, or nothing.
    let at = position(&text, "x.linear(&self.weights)", "x.".len());
    let params = json!({"textDocument": document, "position": at});
    let completions = editor.request("textDocument/completion", params);
    let items = completions["items"].as_array().unwrap();
    assert!(items.len() > 200, "{}", items.len());
    for item in items {
        let detail = format!(
            "{}{}{}",
            item["detail"], item["labelDetails"]["detail"], item["labelDetails"]["description"]
        );
        assert_shows_shapes(&detail);
    }
    let mut offered = String::new();
    for value in ["image", "vector", "counts", "matrix", "number"] {
        let at = position(&text, &format!("{value}.len"), value.len() + 1);
        let params = json!({"textDocument": document, "position": at});
        let completions = editor.request("textDocument/completion", params);
        let mut items = Vec::from_iter(completions["items"].as_array().unwrap());
        items.sort_by_key(|item| [&item["sortText"], &item["label"]].map(|key| key.to_string()));
        let labels = items.iter().map(|item| item["label"].as_str().unwrap());
        let labels = Vec::from_iter(labels.filter(|label| !label.contains('.')));
        let first = |start: &str| {
            let place = labels.iter().position(|label| label.starts_with(start));
            place.unwrap_or_else(|| panic!("{start} of {value}"))
        };
        assert!(first("zeros_like") < first("attention"));
        assert!(first("upsample") < first("try_"));
        // Of a vector there are no factors, of counts no sines.
        let is_behind = |method: &str| first("attention") < first(method);
        assert_eq!(
            is_behind("eigh"),
            ["vector", "number"].contains(&value),
            "{value}"
        );
        assert_eq!(is_behind("sin"), value == "counts", "{value}");
        let shown = items
            .iter()
            .filter(|item| !item["label"].as_str().unwrap().contains('.'));
        let shown = shown.map(|item| {
            let signature = item["labelDetails"]["description"].as_str();
            let signature = signature.or(item["detail"].as_str()).unwrap_or("");
            let result = signature
                .rsplit_once(" -> ")
                .map_or("()", |(_, result)| result);
            format!("{} -> {result}", item["label"].as_str().unwrap())
        });
        offered += &format!("{value}: {}\n", Vec::from_iter(shown.take(24)).join(", "));
    }
    insta::assert_snapshot!("completions", offered);
    for call in [
        "x.linear(&self.weights)",
        "x.layer_norm(&self.scale",
        "take(text)",
        "queries.causal_attention(",
    ] {
        let call_at = call.find('(').unwrap() + 1;
        let place = text.find(call);
        let at = match place {
            Some(_) => position(&text, call, call_at),
            // A chain over several lines.
            None => position(&text, ".causal_attention(", ".causal_attention(".len()),
        };
        let params = json!({"textDocument": document, "position": at});
        let help = editor.request("textDocument/signatureHelp", params);
        let signature = help["signatures"][0]["label"]
            .as_str()
            .unwrap_or_else(|| panic!("{call}: {help}"));
        assert_shows_shapes(signature);
    }
    leave(editor);
}

/// No word of how shapes are computed.
fn assert_shows_shapes(text: &str) {
    for word in ["UInt<", "UTerm", "Axes<", "WithOne", "{unknown}"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    // `<S as HasAxis<-1>>::WithOne`, but for what the standard library has.
    for (at, _) in text.match_indices(" as ") {
        let bound = &text[at + 4..];
        let name = bound
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or("");
        let is_of_std = [
            "Iterator",
            "IntoIterator",
            "Deref",
            "Future",
            "FnOnce",
            "Add",
            "Sub",
            "Mul",
            "Div",
            "Rem",
            "Neg",
        ]
        .contains(&name);
        assert!(
            is_of_std || !text.contains("Tensor"),
            "a projection in {text}"
        );
    }
}

/// As the hints say it; `attended` has its type written out.
const SHAPES_OF_THE_DECODER: &[&str] = &[
    "sizes: [usize; 4]",
    "shape: [B, 2, Past, 8]",
    "nothing: Tensor<f32, [B, 2, Past, 8]>",
    "heads: impl Fn(Tensor<f32, [B, Seq, 16]>) -> Tensor<f32, [B, 2, Seq, 8]>",
    "new: Tensor<f32, [B, 2, Seq, 8]>",
    "keys: Tensor<f32, [B, 2, Past + Seq, 8]>",
    "new: Tensor<f32, [B, 2, Seq, 8]>",
    "values: Tensor<f32, [B, 2, Past + Seq, 8]>",
    "queries: Tensor<f32, [B, 2, 2, Seq, 8]>",
    "attended: Tensor<f32, shape![B, Heads, Group, Seq, Head]>",
    "joined: Tensor<f32, [B, Seq, 32]>",
    "x: Tensor<f32, [B, Seq, 32]>",
    "hidden: Tensor<f32, [B, Seq, 64]>",
    "before: usize",
    "length: usize",
    "places: Tensor<f32, [_, 32]>",
    "x: Tensor<f32, [B, Seq, 32]>",
];

/// Two mistakes, and what is meant: a mask, an axis that is written, numbers, and what both sides have.
const BROADCASTS: &str = "
use shapecheck::{Tensor, checked, dims, shape};

dims! { Batch, Seq }

fn loss(pred: &Tensor<f32, shape![Batch, 1]>, target: Tensor<f32, shape![Batch]>) -> f32 {
    /* ä😀 */ (pred - target).mean()
}

#[checked]
fn checked_loss<const N: usize>(pred: &Tensor<f32, shape![N, 1]>, target: &Tensor<f32, shape![N]>) -> f32 {
    let differences = target * pred;
    differences.mean()
}

fn meant(places: &Tensor<f32, shape![Seq]>, column: &Tensor<f32, shape![Seq, 1]>) {
    let mask = column.greater_equal(places);
    let distances = places.insert_axis::<-1>() - places;
    let sums = column + column.transpose();
    let scaled = 2.0 * column / places.sum();
}

fn numbers(column: &Tensor<f32, shape![4, 1]>, row: &Tensor<f32, shape![4]>) {
    let table = column - row;
}

fn main() {}
";

/// A broadcast that is seldom meant is warned of beside what cargo says, until it is mended.
#[test]
fn broadcasts_that_are_seldom_meant() {
    let Some(()) = rust_analyzer() else { return };
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broadcasts");
    project_of_one_file(&project, BROADCASTS);
    let (mut editor, uri, text) = open(common::shapecheck().arg("lsp"), &project, Value::Null);
    let is_own = |one: &&Value| one["source"] == "shapecheck";
    let own = |message: &Value| -> Option<Vec<Value>> {
        let all = message["params"]["diagnostics"].as_array()?;
        let is_of_document = message["params"]["uri"] == *uri;
        is_of_document.then(|| all.iter().filter(is_own).cloned().collect())
    };
    // What cargo says in the background stays there: `scaled` is not used.
    let published = editor.wait(|message| {
        own(message).is_some_and(|own| !own.is_empty())
            && message.to_string().contains("unused variable: `scaled`")
    });
    let place = |text: &str, code: &str| {
        let start = position(text, code, 0);
        // `character` counts what JavaScript does, and `position` bytes.
        let line = text
            .lines()
            .nth(start["line"].as_u64().unwrap() as usize)
            .unwrap();
        let before = line[..line.find(code).unwrap()].encode_utf16().count();
        let [start, end] =
            [before, before + code.len()].map(|at| json!({"line": start["line"], "character": at}));
        json!({"start": start, "end": end})
    };
    let first = json!({
        "range": place(&text, "pred - target"),
        "severity": 2,
        "source": "shapecheck",
        "message": "`[Batch, 1] - [Batch]` is `[Batch, Batch]`: each side is repeated along `Batch` of the other\n\
            `pred.remove_axis::<-1>() - target` is `[Batch]`, and `pred.exact() - &target` takes two equal shapes only; \
            where every pair is meant, `insert_axis` in an operand says so",
    });
    let of_checked = |text: &str| {
        json!({
            "range": place(text, "target * pred"),
            "severity": 2,
            "source": "shapecheck",
            "message": "`[N] * [N, 1]` is `[N, N]`: each side is repeated along `N` of the other\n\
                `target * pred.remove_axis::<-1>()` is `[N]`, and `target.exact() * pred` takes two equal shapes only; \
                where every pair is meant, `insert_axis` in an operand says so",
        })
    };
    assert_eq!(own(&published).unwrap(), [first, of_checked(&text)]);

    // Where the document changes they go away, and come back for what is left when it is saved.
    editor.seen.clear();
    let mended = text.replace("(pred - target)", "\n(pred.remove_axis::<-1>() - target)");
    let document = json!({"uri": uri, "version": 2});
    let changes = json!([{"text": mended}]);
    editor.notify(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": changes}),
    );
    editor.wait(|message| own(message).is_some_and(|own| own.is_empty()));
    std::fs::write(project.join("src/main.rs"), &mended).unwrap();
    editor.notify("textDocument/didSave", json!({"textDocument": document}));
    let published = editor.wait(|message| own(message).is_some_and(|own| !own.is_empty()));
    assert_eq!(own(&published).unwrap(), [of_checked(&mended)]);
    leave(editor);

    // What the first one said to write compiles.
    let mut command = common::cargo();
    command
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor"),
        )
        .current_dir(project);
    let output = common::output(&mut command, &["check", "--quiet"]);
    assert!(output.status.success(), "{}", common::stderr(&output));
}

/// An editor that has not asked for rust-analyzer's status gets what it would have got without the tool.
#[cfg(unix)]
#[test]
fn a_status_that_nobody_asked_for() {
    let status = |health: &str, message: Value| {
        let params = json!({"health": health, "quiescent": true, "message": message});
        json!({"jsonrpc": "2.0", "method": "experimental/serverStatus", "params": params})
    };
    for follows in [false, true] {
        let mut editor = stand_in("status", "exec cat");
        let capabilities = json!({"experimental": {"serverStatusNotification": follows}});
        let params = json!({"capabilities": capabilities});
        editor.send(&json!({"id": 1, "method": "initialize", "params": params}));
        let capabilities = &editor.next().unwrap()["params"]["capabilities"];
        assert_eq!(
            capabilities["experimental"]["serverStatusNotification"],
            true
        );
        let all = [
            status("ok", Value::Null),
            status("warning", json!("no sources")),
            status("error", json!("no cargo")),
        ];
        all.iter().for_each(|status| editor.send(status));
        let shown = |kind: u8, message: &str| {
            let params = json!({"type": kind, "message": message});
            json!({"jsonrpc": "2.0", "method": "window/showMessage", "params": params})
        };
        let expected = match follows {
            true => all.to_vec(),
            false => vec![shown(2, "no sources"), shown(1, "no cargo")],
        };
        for message in expected {
            assert_eq!(editor.next(), Some(message));
        }
        assert_eq!(editor.end(), (Some(0), String::new()));
    }
}

/// rust-analyzer understands every type in the repository's examples.
#[test]
fn no_unknown_type_in_the_examples() {
    let Some(()) = rust_analyzer() else { return };
    // A project of the examples alone: the repository's own has much more to read.
    let repository = common::repository();
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analysed");
    std::fs::create_dir_all(&project).unwrap();
    let examples = [
        "examples/digits/main.rs",
        "crates/shapecheck/examples/explain.rs",
        "examples/pocket/src/main.rs",
    ]
    .map(|path| {
        let path = repository.join(path);
        assert!(path.is_file(), "{}", path.display());
        let name = path.to_string_lossy().replace(['/', '.'], "-");
        format!("[[bin]]\nname = {name:?}\npath = {path:?}\n")
    });
    let manifest = format!(
        "[package]\nname = \"analysed\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\nshapecheck = {{ path = {:?} }}\nshapecheck-grad = {{ path = {:?} }}\n{}",
        common::library(),
        repository.join("crates/shapecheck-grad"),
        examples.concat()
    );
    std::fs::write(project.join("Cargo.toml"), manifest).unwrap();
    let mut command = Command::new("rust-analyzer");
    command
        .args([
            "analysis-stats",
            "--no-test",
            "--output",
            "csv",
            "--skip-mir-stats",
            "--skip-const-eval",
            ".",
        ])
        .env("CARGO_TARGET_DIR", project.join("target"))
        .current_dir(&project);
    let output = with_library(&mut command).output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    let expressions = log
        .lines()
        .find_map(|line| line.trim().strip_prefix("exprs: "));
    assert!(
        expressions.is_some_and(|line| !line.starts_with("0,")),
        "{log}"
    );
    let found = String::from_utf8_lossy(&output.stdout);
    let unknown: Vec<&str> = found
        .lines()
        // Bars in a terminal are another crate's, which this project does not have.
        .filter(|line| !line.contains("/progress.rs"))
        .filter(|line| line.contains("/examples/") && !is_const_argument(line))
        .collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

/// Whether an expression of unknown type, `file,line:column,line:column,...`, is the number in `sum_axis::<-1>` or the
/// length of an array: rust-analyzer knows the value, and gives what stands there no type of its own.
fn is_const_argument(row: &str) -> bool {
    let mut columns = row.split(',');
    let (Some(file), Some(start), Some(end)) = (columns.next(), columns.next(), columns.next())
    else {
        return false;
    };
    let place = |text: &str| -> Option<(usize, usize)> {
        let (line, column) = text.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    let (Some((line, start)), Some((_, end))) = (place(start), place(end)) else {
        return false;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let code = text.lines().nth(line - 1).unwrap_or("");
    let before = code[..start].trim_end_matches('-');
    let is_length = before.ends_with("; ") && code[end..].starts_with(']');
    before.ends_with("::<") && code[end..].starts_with(['>', ',']) || is_length
}

#[cfg(unix)]
fn script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A program in rust-analyzer's place.
#[cfg(unix)]
fn stand_in(name: &str, text: &str) -> Editor {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    script(&path, text);
    Editor::start(
        Command::new(common::TOOL)
            .args(["lsp", "--rust-analyzer"])
            .arg(path),
    )
}

/// A `cat` sends back what it gets: large messages and odd headers pass byte for byte, both ways.
#[cfg(unix)]
#[test]
fn what_is_not_rewritten_passes() {
    let mut editor = stand_in("echo", "exec cat");
    let large = json!({"method": "x", "params": "UInt<UTerm, B1> ".repeat(1 << 20)}).to_string();
    let mut sent = Vec::new();
    for body in [
        r#"{ "jsonrpc" : "2.0",  "method":"$/y" }"#,
        "[1, 2]",
        "{not json}",
        &large,
        "{}",
    ] {
        let header = format!(
            "content-length:  {}\r\nContent-Type: a; charset=utf-8\r\n\r\n",
            body.len()
        );
        sent.extend(header.as_bytes());
        sent.extend(body.as_bytes());
    }
    let mut input = editor.input.take().unwrap();
    let copy = sent.clone();
    std::thread::spawn(move || input.write_all(&copy).unwrap());
    let mut received = Vec::new();
    editor.output.read_to_end(&mut received).unwrap();
    assert!(
        received == sent,
        "{} of {} bytes",
        received.len(),
        sent.len()
    );
    let (code, errors) = editor.end();
    assert_eq!(code, Some(0));
    assert_eq!(errors.matches("invalid JSON").count(), 4, "{errors}");
}

/// Of what the compiler says in the background, the user's words stay in the editor as in the terminal.
#[cfg(unix)]
#[test]
fn words_of_the_user_stay() {
    let diagnostic = |source: &str, code: Option<&str>| {
        let message = "use of deprecated struct `Old`: see `UInt<UTerm, B1>`";
        json!({"source": source, "code": code, "message": message, "data": {"rendered": message}})
    };
    let all = [
        diagnostic("rustc", Some("deprecated")),
        diagnostic("rustc", None),
        diagnostic("clippy", Some("disallowed_types")),
        diagnostic("rustc", Some("E0308")),
        diagnostic("rust-analyzer", Some("mismatched")),
    ];
    let of_crate = "cannot broadcast: size 224 does not match size 128 at axis -1\ntwo sizes broadcast where they are equal";
    let all = [
        &all[..],
        &[json!({"source": "rustc", "code": "E0277", "message": of_crate})],
    ]
    .concat();
    let params = json!({"uri": "file:///a.rs", "diagnostics": all});
    let method = "textDocument/publishDiagnostics";
    let sent = json!({"jsonrpc": "2.0", "method": method, "params": params});
    let mut editor = stand_in("diagnoses", "exec cat");
    editor.send(&sent);
    let received = editor.next().unwrap();
    let received = received["params"]["diagnostics"].as_array().unwrap();
    assert_eq!(received[..3], all[..3]);
    for diagnostic in &received[3..5] {
        let message = "use of deprecated struct `Old`: see `1`";
        assert_eq!(diagnostic["message"], message);
        assert_eq!(diagnostic["data"]["rendered"], message);
    }
    // The code of an error of the crate is a link to what the guide says of it.
    assert_eq!(received[5]["message"], of_crate);
    assert_eq!(
        received[5]["codeDescription"]["href"],
        "https://docs.rs/shapecheck/latest/shapecheck/guide/errors/#broadcasting"
    );
    assert_eq!(editor.end(), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn a_killed_rust_analyzer() {
    let mut editor = stand_in(
        "killed",
        "read line; printf 'Content-Length: 2\\r\\n\\r\\n{}'; kill -9 $$",
    );
    editor
        .send(&json!({"jsonrpc": "2.0", "id": "a", "method": "textDocument/hover", "params": {}}));
    // What had arrived, then an answer to the request, then a word to the person.
    assert_eq!(editor.next(), Some(json!({})));
    let answer = editor.next().unwrap();
    assert_eq!(answer["id"], "a");
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("rust-analyzer ended by itself")
    );
    assert_eq!(editor.next().unwrap()["method"], "window/showMessage");
    let (code, errors) = editor.end();
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("rust-analyzer ended by itself (signal: 9"),
        "{errors}"
    );
}

#[cfg(unix)]
#[test]
fn a_rust_analyzer_that_speaks_no_protocol() {
    for (name, script, reason) in [
        ("words", "echo hello world", "the header line `hello world`"),
        (
            "half",
            "printf 'Content-Length: 20\\r\\n\\r\\n{\"a\":'",
            "the end after 5 of 20 bytes",
        ),
    ] {
        let mut editor = stand_in(name, script);
        let mut received = String::new();
        editor.output.read_to_string(&mut received).unwrap();
        // All that came is there.
        assert!(
            received.starts_with("hello world\n")
                || received.starts_with("Content-Length: 20\r\n\r\n{\"a\":")
        );
        let (code, errors) = editor.end();
        assert_eq!(code, Some(1));
        assert!(errors.contains(reason), "{errors}");
    }
}

#[cfg(unix)]
#[test]
fn an_editor_that_speaks_no_protocol() {
    let mut editor = stand_in("listens", "exec cat");
    editor.write(b"Content-Length: 2\r\n\r\n{}hello\n");
    let mut received = String::new();
    editor.output.read_to_string(&mut received).unwrap();
    assert_eq!(received.matches("{}").count(), 1, "{received}");
    assert!(received.contains("hello"), "{received}");
    let (code, errors) = editor.end();
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("the editor sent the header line `hello`"),
        "{errors}"
    );
}

/// An editor that goes away ends rust-analyzer.
#[cfg(unix)]
#[test]
fn an_editor_that_goes_away() {
    let editor = stand_in("reads", "exec cat > /dev/null");
    let (code, errors) = editor.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    // Also where it is the one that does not read any more.
    let mut editor = stand_in(
        "writes",
        "while printf 'Content-Length: 2\\r\\n\\r\\n{}'; do :; done",
    );
    editor.next();
    let Editor {
        mut child,
        input,
        output,
        ..
    } = editor;
    drop(output);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    drop(input);
}

#[test]
fn a_rust_analyzer_that_is_not_there() {
    let editor = Editor::start(Command::new(common::TOOL).args([
        "lsp",
        "--rust-analyzer",
        "/no/such/program",
    ]));
    let (code, errors) = editor.end();
    assert_eq!(code, Some(1));
    assert!(errors.contains("cannot run `/no/such/program`"), "{errors}");
}

/// Where `PATH` has none, or one that does not run, VS Code's own is started; also where the editor can only name a
/// program.
#[cfg(unix)]
#[test]
fn a_rust_analyzer_that_is_found() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    let _ = std::fs::remove_dir_all(&home);
    let bin = home.join("bin");
    script(&bin.join("rust-analyzer"), "echo no component >&2; exit 1");
    let start = || {
        let mut command = Command::new(common::TOOL);
        command
            .env("HOME", &home)
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .env("CARGO_SHAPECHECK", "lsp");
        Editor::start(&mut command)
    };
    // A system may have its own, further on in `PATH`, but the first one is meant.
    let (code, errors) = start().end();
    assert_eq!(code, Some(1));
    for told in [
        "`rust-analyzer`",
        "rustup component add",
        "--rust-analyzer PATH",
    ] {
        assert!(errors.contains(told), "{errors}");
    }
    let extension = home.join(".vscode/extensions/rust-lang.rust-analyzer-0.3.1/server");
    script(
        &extension.join("rust-analyzer"),
        "[ \"$1$CARGO_SHAPECHECK\" = --version ] || exec cat",
    );
    let mut editor = start();
    let message = json!({"method": "x"});
    editor.send(&message);
    assert_eq!(editor.next(), Some(message));
    assert_eq!(editor.end(), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn a_question_is_answered_by_rust_analyzer() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    script(&path, "echo rust-analyzer 1.2.3 $@; exit 3");
    let mut command = Command::new(common::TOOL);
    command.args(["lsp", "--version", "--rust-analyzer"]);
    let output = command.arg(path).output().unwrap();
    assert_eq!(common::stdout(&output), "rust-analyzer 1.2.3 --version\n");
    assert_eq!(output.status.code(), Some(3));
}
