//! An editor that speaks with the language server, as the tests are one.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use cargo_shapecheck::lsp::is_told;
use serde_json::{Value, json};

const CONTENT_MODIFIED: i64 = -32801;
/// The same of diagnostics.
const SERVER_CANCELLED: i64 = -32802;

/// How long a server may say nothing, and how long an answer may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// What a server writes. Reading is an error when nothing comes for longer than [`PATIENCE`]: a test that waits fails and
/// does not hang.
pub struct Output {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Output {
    fn of(mut source: impl Read + Send + 'static) -> Self {
        let (sender, chunks) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = source.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let rest = Vec::new();
        Self { chunks, rest }
    }
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            };
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// An editor, as far as the protocol goes.
pub struct Editor {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub output: BufReader<Output>,
    pub last_id: u64,
    /// What came that nobody was waiting for.
    pub seen: Vec<Value>,
}

impl Editor {
    pub fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take(),
            output: BufReader::new(Output::of(child.stdout.take().unwrap())),
            child,
            last_id: 0,
            seen: Vec::new(),
        }
    }

    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The next message, `None` at the end.
    pub fn next(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = Some(value.parse().unwrap());
            }
        }
        let mut body = vec![0; length.unwrap()];
        self.output.read_exact(&mut body).unwrap();
        Some(serde_json::from_slice(&body).unwrap())
    }

    /// Reads on until a message is as wanted; answers questions on the way.
    pub fn wait(&mut self, mut is_wanted: impl FnMut(&Value) -> bool) -> Value {
        if let Some(at) = self.seen.iter().position(&mut is_wanted) {
            return self.seen.remove(at);
        }
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "not within four minutes");
            let message = self.next().expect("the server goes on");
            if message.get("method").is_some() && message.get("id").is_some() {
                let result = match message["method"].as_str() {
                    Some("workspace/configuration") => json!([{}]),
                    _ => Value::Null,
                };
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
            } else if is_wanted(&message) {
                return message;
            } else {
                self.seen.push(message);
            }
        }
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        loop {
            self.last_id += 1;
            let id = self.last_id;
            self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            let answer =
                self.wait(|message| message["id"] == id && message.get("method").is_none());
            // What the server is still reading has changed what it knows: it is to be asked again.
            let code = &answer["error"]["code"];
            if *code == CONTENT_MODIFIED || *code == SERVER_CANCELLED {
                continue;
            }
            assert!(answer.get("error").is_none(), "{answer}");
            return answer["result"].clone();
        }
    }

    /// Opens a file, and returns its address and its text.
    pub fn open_document(&mut self, path: &Path) -> (String, String) {
        let uri = format!("file://{}", path.display());
        let text = std::fs::read_to_string(path).unwrap();
        let document = json!({"uri": uri, "languageId": "rust", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        (uri, text)
    }

    /// Waits until rust-analyzer has read the project.
    pub fn wait_until_ready(&mut self) {
        self.wait(|message| {
            message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == true
        });
    }

    /// The exit code and what was said on standard error.
    pub fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).unwrap();
        let mut errors = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        (self.child.wait().unwrap().code(), errors)
    }
}

/// The real rust-analyzer, where there is one that runs and that tells of traits.
pub fn rust_analyzer() -> Option<()> {
    let output = Command::new("rust-analyzer").arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = version.unwrap_or_default();
    if !is_told(&version) {
        eprintln!("skipped: rust-analyzer of Rust 1.99 or later is not installed, but {version:?}");
        return None;
    }
    Some(())
}

/// Names the standard library's sources where Debian's `rust-web-src` has put them, if the toolchain has none.
pub fn with_library(command: &mut Command) -> &mut Command {
    let is_named = std::env::var_os("RUST_SRC_PATH").is_some();
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let sources = |sysroot: String| Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library");
    if is_named || sysroot.is_ok_and(|sysroot| sources(sysroot).is_dir()) {
        return command;
    }
    let library = std::fs::read_dir("/usr/src")
        .into_iter()
        .flatten()
        .flatten()
        .find_map(|entry| {
            let library = entry.path().join("library");
            (entry.file_name().to_string_lossy().starts_with("rustc-") && library.is_dir())
                .then_some(library)
        });
    match library {
        Some(library) => command.env("RUST_SRC_PATH", library),
        None => command,
    }
}

/// rust-analyzer as it is, or through the tool, with the project open and read.
pub fn open(command: &mut Command, project: &Path, settings: Value) -> (Editor, String, String) {
    open_with(command, project, settings, false)
}

/// The same for an editor that asks for diagnostics, if it does.
pub fn open_with(
    command: &mut Command,
    project: &Path,
    settings: Value,
    pulls: bool,
) -> (Editor, String, String) {
    command.env(
        "CARGO_TARGET_DIR",
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor"),
    );
    let diagnostic = pulls.then(|| json!({}));
    let capabilities = json!({"textDocument": {"diagnostic": diagnostic}});
    let mut editor = begin(command, project, settings, capabilities);
    let (uri, text) = editor.open_document(&project.join("src/main.rs"));
    editor.wait_until_ready();
    (editor, uri, text)
}

/// The same without a document, for an editor that can do more.
pub fn begin(
    command: &mut Command,
    project: &Path,
    settings: Value,
    capabilities: Value,
) -> Editor {
    command.current_dir(project);
    let mut editor = Editor::start(with_library(command));
    // Nobody reads what the servers log; it must not fill a pipe.
    let mut errors = editor.child.stderr.take().unwrap();
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    let mut all = json!({
        "experimental": {"serverStatusNotification": true},
        "workspace": {"configuration": true},
        "textDocument": {
            "hover": {"contentFormat": ["markdown"]},
            "signatureHelp": {"signatureInformation": {"parameterInformation": {"labelOffsetSupport": true}}},
            "completion": {"completionItem": {"labelDetailsSupport": true}},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        },
    });
    for (area, more) in capabilities.as_object().unwrap() {
        for (name, value) in more.as_object().unwrap() {
            all[area][name] = value.clone();
        }
    }
    editor.request(
        "initialize",
        json!({
            "processId": std::process::id(),
            "rootUri": format!("file://{}", project.display()),
            "initializationOptions": settings,
            "capabilities": all,
        }),
    );
    editor.notify("initialized", json!({}));
    editor
}

/// A project that has the crate, and one file.
pub fn project_of_one_file(project: &Path, text: &str) {
    std::fs::create_dir_all(project.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\nshapecheck = {{ path = {:?} }}\n",
        project.file_name().unwrap(),
        super::library()
    );
    std::fs::write(project.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(project.join("src/main.rs"), text).unwrap();
}

/// The position `offset` characters after the start of `marker`.
pub fn position(text: &str, marker: &str, offset: usize) -> Value {
    let (line, column) = text
        .lines()
        .enumerate()
        .find_map(|(line, code)| Some((line, code.find(marker)?)))
        .unwrap_or_else(|| panic!("`{marker}` is in the file"));
    json!({"line": line, "character": column + offset})
}

pub fn label(hint: &Value) -> String {
    match &hint["label"] {
        Value::String(label) => label.clone(),
        parts => parts
            .as_array()
            .unwrap()
            .iter()
            .map(|part| part["value"].as_str().unwrap())
            .collect(),
    }
}

/// The hints of a whole document.
pub fn hints(editor: &mut Editor, uri: &str, text: &str) -> Vec<Value> {
    let end = json!({"line": text.lines().count(), "character": 0});
    let range = json!({"start": {"line": 0, "character": 0}, "end": end});
    let params = json!({"textDocument": {"uri": uri}, "range": range});
    let hints = editor.request("textDocument/inlayHint", params);
    hints.as_array().cloned().unwrap_or_default()
}

/// The text with the hints of dry runs in it.
pub fn marked(text: &str, hints: &[Value]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut places: Vec<(usize, usize, String)> = hints
        .iter()
        .filter(|hint| label(hint).contains('[') || label(hint).contains("since"))
        .map(|hint| {
            let place = &hint["position"];
            (
                number(&place["line"]),
                number(&place["character"]),
                label(hint),
            )
        })
        .collect();
    places.sort();
    for (line, column, label) in places.into_iter().rev() {
        lines[line].insert_str(column, &format!("«{label}»"));
    }
    lines.join("\n")
}

/// Says goodbye, and sees the server end well.
pub fn leave(mut editor: Editor) {
    editor.request("shutdown", Value::Null);
    editor.notify("exit", Value::Null);
    assert_eq!(editor.child.wait().unwrap().code(), Some(0));
}
