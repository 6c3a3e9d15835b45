//! A page of the records: the operations as a tree of calls, with their shapes and costs for sizes that are chosen there.
//!
//! `page.html` is the whole page but for the records, and needs nothing else.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Map, Value, json};

use super::record::Record;
use super::sites;

const PAGE: &str = include_str!("page.html");

/// The page of some records.
pub(super) fn text(records: &[Record]) -> String {
    let files = records.iter().flat_map(|record| &record.files);
    let mut functions: BTreeMap<String, Value> = BTreeMap::new();
    for file in files {
        let Some(path) = &file.path else {
            continue;
        };
        // Packages of a workspace have files of the same name.
        let key = path.to_string_lossy().into_owned();
        let text = (!functions.contains_key(&key)).then(|| fs::read_to_string(path));
        // Lines of a file that has changed are those of other functions.
        let text = text.and_then(Result::ok);
        if let Some(text) = text.filter(|text| !file.differs(text)) {
            functions.insert(key, functions_of(&text));
        }
    }
    let functions: Map<String, Value> = functions.into_iter().collect();
    let records: Vec<&str> = records.iter().map(|record| record.text.trim()).collect();
    let records = format!("[{}]", records.join(",\n"));
    let (head, rest) = PAGE.split_once("RECORDS").unwrap_or((PAGE, ""));
    let (between, tail) = rest.split_once("FUNCTIONS").unwrap_or((rest, ""));
    let functions = Value::Object(functions).to_string();
    [head, &plain(&records), between, &plain(&functions), tail].concat()
}

/// JSON without markup.
fn plain(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The functions of a file by their lines: `[12, 40, "Attention::forward"]`. Symbols do not always tell the type.
fn functions_of(text: &str) -> Value {
    let functions = sites::functions(text).unwrap_or_default();
    let functions = functions.iter().map(|function| {
        let (from, to) = function.lines;
        json!([from, to, function.name])
    });
    functions.collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::process::Command;

    use super::*;
    use crate::dry::hash_of;
    use crate::dry::record::parsed;

    const SOURCE: &str = "\
struct Block;

impl Block {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.matmul(&self.weights)?.relu()
    }
}

fn model(blocks: &[Block], x: &Tensor) -> Result<Tensor> {
    let mut x = x.exp()?;
    for block in blocks {
        x = block.forward(&x)?;
    }
    x.sum_keepdim(1)
}
";

    /// A model of some equal blocks in a file of this folder.
    fn model(folder: &std::path::Path, blocks: usize) -> Record {
        let path = folder.join("model.rs");
        fs::write(&path, SOURCE).unwrap();
        let exp = json!({
            "name": "exp", "inputs": [["Batch", "Seq", "64"]], "outputs": [["Batch", "Seq", "64"]], "file": "model.rs",
            "line": 10, "column": 19, "function": "model", "calls": [], "within": "1", "parameters": 0, "multiply_adds": 0,
            "products": [], "bytes": 8448,
        });
        let product = json!({
            "name": "matmul", "inputs": [["Batch", "Seq", "64"], ["64", "64"]], "outputs": [["Batch", "Seq", "64"]],
            "file": "model.rs", "line": 5, "column": 11, "function": "model::{impl#0}::forward", "calls": [0],
            "within": "2", "parameters": 4096, "multiply_adds": 135_168, "products": [["Batch", "Seq", "64", "64"]], "bytes": 8448,
        });
        let sum = json!({
            "name": "sum", "inputs": [["Batch", "Seq", "64"]], "outputs": [["Batch", "1", "64"]], "file": "model.rs",
            "line": 14, "column": 7, "function": "model", "calls": [], "within": "3", "parameters": 0, "multiply_adds": 0,
            "products": [], "bytes": 768,
        });
        let mut operations = vec![exp];
        let relu = json!({
            "name": "relu", "inputs": [["Batch", "Seq", "64"]], "outputs": [["Batch", "Seq", "64"]], "file": "model.rs",
            "line": 5, "column": 34, "function": "model::{impl#0}::forward", "calls": [0], "within": "4", "parameters": 0,
            "multiply_adds": 0, "products": [], "bytes": 8448,
        });
        operations.extend((0..blocks).flat_map(|_| [product.clone(), relu.clone()]));
        operations.push(sum);
        let record = json!({
            "version": 1, "test": "a_model", "names": [{"name": "Batch", "sizes": [3, 5]}, {"name": "Seq", "sizes": [11, 13]}],
            "gives": ["Batch", "1", "64"], "operations": operations,
            "memory": [
                {"elements": ["Batch", "Seq", "64"], "bytes": 8448, "from": 0, "to": 1, "weights": false},
                {"elements": ["64", "64"], "bytes": 16384, "from": 0, "to": blocks, "weights": true},
            ],
            "findings": [{"kind": "Mixed", "text": "sum makes one of Seq: sum [<..>]", "file": "model.rs", "line": 14, "column": 7}],
            "calls": [{"file": "model.rs", "line": 12, "column": 19, "function": "model"}],
            "files": [{"name": "model.rs", "path": path, "hash": format!("{:016x}", hash_of(SOURCE))}],
        });
        parsed(&record.to_string()).unwrap()
    }

    #[test]
    fn functions_have_the_names_of_their_types() {
        let expected = json!([[4, 6, "Block::forward"], [9, 15, "model"]]);
        assert_eq!(functions_of(SOURCE), expected);
    }

    #[test]
    fn the_page_has_the_operations() {
        let folder = tempfile::tempdir().unwrap();
        let page = text(&[model(folder.path(), 2)]);
        assert!(
            page.contains(r#""name":"matmul","inputs":[["Batch","Seq","64"],["64","64"]]"#),
            "{page}"
        );
        assert!(page.contains(r#"model.rs":[[4,6,"Block::forward"],[9,15,"model"]]}"#));
        // No finding ends the script that it stands in.
        assert!(page.contains(r"sum [\u003c..>]"));
        assert!(!page.contains("RECORDS") && !page.contains("FUNCTIONS"));
    }

    /// What a script finds in the page, by a browser. `None`, with a line that says so, if there is none.
    fn in_browser(page: &str, script: &str) -> Option<Value> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let script = format!(
            "<pre id=found></pre><script>const found = {{}}; {script}; element('found').textContent = JSON.stringify(found);</script></body>"
        );
        fs::write(&path, page.replace("</body>", &script)).unwrap();
        let output = Command::new("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--window-size=1200,800",
                "--dump-dom",
            ])
            .arg(format!(
                "--user-data-dir={}",
                folder.path().join("profile").display()
            ))
            .arg(format!("file://{}", path.display()))
            .output();
        let Ok(output) = output else {
            eprintln!("skipped: there is no `chromium`");
            return None;
        };
        let dom = String::from_utf8_lossy(&output.stdout);
        let (_, found) = dom
            .split_once(r#"<pre id="found">"#)
            .unwrap_or_else(|| panic!("{dom}"));
        let (found, _) = found.split_once("</pre>").unwrap();
        let found = found
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        Some(serde_json::from_str(&found).unwrap_or_else(|error| panic!("{error}: {found}")))
    }

    #[test]
    fn what_the_page_does() {
        let folder = tempfile::tempdir().unwrap();
        let page = text(&[model(folder.path(), 3)]);
        let mut script = String::from(
            "const rows = () => [...document.querySelectorAll('.row')].map(row => row.innerText.replace(/\\s+/g, ' ').trim());
             const key = name => tree.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));",
        );
        for (name, act) in [
            ("start", ""),
            ("folded", "key('ArrowDown'); key('ArrowLeft')"),
            ("unfolded", "key('ArrowRight')"),
            ("searched", "search.value = 'sum'; unfold()"),
            ("nothing", "search.value = 'softmax'; unfold()"),
            ("all", "search.value = ''; unfold()"),
            ("numbers", "element('numbers').click()"),
        ] {
            write!(script, "{act}; found.{name} = rows();").unwrap();
        }
        script += "
            const costs = () => ['parameters', 'work', 'peak'].map(id => element(id).innerText);
            found.before = costs();
            const box = element('size-1');
            box.value = 8192;
            box.dispatchEvent(new Event('input', { bubbles: true }));
            totals();
            found.after = costs();
            found.hash = location.hash;
            element('numbers').click();
            const name = document.querySelector('.row [data-name=\"1\"]');
            name.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
            found.hot = getComputedStyle(name).backgroundColor === getComputedStyle(document.querySelector('.size [data-name=\"1\"]')).backgroundColor
                && getComputedStyle(name).backgroundColor !== getComputedStyle(document.querySelector('.row [data-name=\"0\"]')).backgroundColor;";
        let Some(found) = in_browser(&page, &script) else {
            return;
        };
        let exp = "exp [Batch, Seq, 64] → [Batch, Seq, 64] model.rs:10 8.45 kB";
        let block = "Block::forward × 3 6 operations model.rs:12 12.3 k 406 k 50.7 kB";
        let matmul =
            "matmul [Batch, Seq, 64], [64, 64] → [Batch, Seq, 64] model.rs:5 4.10 k 135 k 8.45 kB";
        let relu = "relu [Batch, Seq, 64] → [Batch, Seq, 64] model.rs:5 8.45 kB";
        let sum = "sum [Batch, Seq, 64] → [Batch, 1, 64] model.rs:14 768 B";
        let finding = "▲ sum makes one of Seq: sum [<..>]";
        let open = |fold: &str| format!("{fold}{block}");
        let all = json!([exp, open("▾"), matmul, relu, sum, finding]);
        assert_eq!(found["start"], all);
        assert_eq!(found["folded"], json!([exp, open("▸"), sum, finding]));
        assert_eq!(found["unfolded"], found["start"]);
        assert_eq!(found["searched"], json!([sum, finding]));
        assert_eq!(found["nothing"], json!([]));
        assert_eq!(found["all"], found["start"]);
        assert_eq!(
            found["numbers"][0],
            "exp [3, 11, 64] → [3, 11, 64] model.rs:10 8.45 kB"
        );
        assert_eq!(found["before"], json!(["12.3 k", "406 k", "24.8 kB"]));
        // 3 * 3 * 8192 * 64 * 64, and 3 * 8192 * 64 floats beside the weights.
        assert_eq!(found["after"], json!(["12.3 k", "302 M", "6.31 MB"]));
        assert_eq!(found["hash"], "#run=0&Batch=3&Seq=8192");
        assert_eq!(found["hot"], true);
    }

    /// As those of burn, and of a run that nobody knows the costs of.
    #[test]
    fn operations_without_lines() {
        let shape = ["Batch", "10"];
        let record = json!({
            "version": 1, "test": "a", "names": [{"name": "Batch", "sizes": [3]}], "gives": shape, "memory": [],
            "operations": [{"name": "relu", "inputs": [shape], "outputs": [shape]}, {"name": "exp", "inputs": [shape], "outputs": [shape]}],
            "findings": [{"kind": "Fails", "text": "1 of 3 runs fail"}], "calls": [], "files": [],
        });
        let page = text(&[parsed(&record.to_string()).unwrap()]);
        let script = "found.rows = [...document.querySelectorAll('.row')].map(row => row.innerText.replace(/\\s+/g, ' ').trim());
            found.peak = element('peak').innerText;";
        let Some(found) = in_browser(&page, script) else {
            return;
        };
        let rows = [
            "▲ 1 of 3 runs fail",
            "relu [Batch, 10] → [Batch, 10]",
            "exp [Batch, 10] → [Batch, 10]",
        ];
        assert_eq!(found["rows"], json!(rows));
        assert_eq!(found["peak"], "not recorded");
    }

    #[test]
    fn ten_thousand_operations() {
        let folder = tempfile::tempdir().unwrap();
        let page = text(&[model(folder.path(), 5_000)]);
        let script = "
            const time = act => { const start = performance.now(); act(); return performance.now() - start; };
            record.operations.forEach((operation, at) => operation.outputs[0][2] = String(at + 1));
            found.show = time(() => show(0, new Map()));
            found.resize = time(() => { resize(1, 8192); totals(); draw(); });
            found.search = time(() => { search.value = 'model.rs'; unfold(); });
            found.scroll = time(() => { tree.scrollTop = 100000; draw(); });
            found.found = visible.length;
            found.rows = document.querySelectorAll('.row').length;";
        let Some(found) = in_browser(&page, script) else {
            return;
        };
        // Those in sight, of all.
        assert!(found["rows"].as_u64() < Some(100), "{found}");
        assert!(found["found"].as_u64() > Some(10_000), "{found}");
        for act in ["show", "resize", "search", "scroll"] {
            assert!(found[act].as_f64() < Some(1000.0), "{found}");
        }
        eprintln!("{found}");
    }
}
