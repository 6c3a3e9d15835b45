//! Shapes of dry runs in the editor: beside code that has no types for them, as that of candle and burn.
//!
//! A thread of its own reads the records below the target directory, when there are new ones, and runs tests that make them.
//! Answers about a document never wait for it: they are made of what was read last. The first hints of a document come without
//! those of rust-analyzer, which takes longer, and then the editor asks for both.
//!
//! `index` has what records say of each file, `document` what is shown of it in a document, `folders` where records are, and
//! `runs` runs tests.

mod document;
mod folders;
mod index;
mod runs;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use super::documents::Encoding;
use super::warnings::Origin;
use super::{Session, framing, lock};
use crate::dry::hash_of;
use crate::dry::sites::{self, Point};
use crate::types::vocabulary;
use document::{Document, Parsed};
use folders::{Folders, Index};
use runs::Runs;
pub use runs::is_own;

/// The command that runs dry runs: of the file and the test in its arguments, or all that have left records.
pub const COMMAND: &str = "cargo-shapecheck.dryRun";

/// How often the thread looks for new records, if nobody asks.
const PAUSE: Duration = Duration::from_secs(2);

/// Whether an id, as written, is that of a request of this thread to the editor.
pub fn is_asked(id: &str) -> bool {
    let id = id
        .strip_prefix('"')
        .and_then(|id| id.strip_prefix(super::warnings::OWN));
    id.is_some_and(|id| id.starts_with(ASKED))
}

/// What the ids of requests to the editor have after those of this program.
const ASKED: &str = "shapes-";

/// What the thread is to do.
pub enum Task {
    /// Read records of the projects in these folders.
    Begin(Vec<PathBuf>),
    /// Look whether there are new records.
    Look,
    /// A document was opened, or has changed.
    Show(String),
    /// A document was saved.
    Saved,
    /// rust-analyzer's check of the project has begun, or has ended.
    Checks(bool),
    /// The editor is to ask for hints again.
    Refresh,
    /// Write this message to the editor.
    Say(Value),
    /// Run tests that make dry runs.
    Run(Value),
    /// The editor wants the run to end.
    Cancel,
    /// A run has printed a line, or has ended.
    Printed(u64, String),
    Ended(u64, bool),
    End,
}

/// What the streams' threads know of dry runs.
pub struct Shapes {
    pub tasks: Sender<Task>,
    shown: Mutex<Shown>,
    /// Held by the thread that reads a document: another one that wants the same waits for it.
    reading: Mutex<()>,
}

#[derive(Default)]
struct Shown {
    index: Arc<Index>,
    /// The editor can be asked to ask for hints again.
    can_refresh: bool,
    documents: HashMap<String, Seen>,
    /// Documents that were opened, whose hints nobody has asked for.
    opened: HashSet<String>,
}

/// A document as it was seen last.
struct Seen {
    hash: u64,
    index: Arc<Index>,
    parsed: Arc<Parsed>,
    document: Arc<Document>,
}

impl Shapes {
    pub fn new(tasks: Sender<Task>) -> Self {
        Self {
            tasks,
            shown: Mutex::default(),
            reading: Mutex::default(),
        }
    }

    /// If the thread has ended, there are no shapes.
    pub fn tell(&self, task: Task) {
        let _ = self.tasks.send(task);
    }

    /// Reads what the editor says of itself.
    pub fn begin(&self, params: &Value) {
        let refresh = params.pointer("/capabilities/workspace/inlayHint/refreshSupport");
        lock(&self.shown).can_refresh = refresh == Some(&Value::Bool(true));
        let folders = params["workspaceFolders"].as_array().into_iter().flatten();
        let folders = folders
            .map(|folder| &folder["uri"])
            .chain([&params["rootUri"]]);
        let folders = folders.filter_map(|uri| path_of(uri.as_str()?));
        self.tell(Task::Begin(folders.collect()));
    }

    /// Whether hints are shown before rust-analyzer's, because the editor will ask for both: for the first ones of a document.
    pub fn is_first(&self, uri: &str) -> bool {
        let mut shown = lock(&self.shown);
        shown.opened.remove(uri) && shown.can_refresh
    }

    /// Whether the editor can be told to ask for hints again.
    pub fn can_refresh(&self) -> bool {
        lock(&self.shown).can_refresh
    }

    /// What is shown in a document with this text. `None` if no record says anything of it.
    fn document(&self, uri: &str, text: &str) -> Option<Arc<Document>> {
        let hash = hash_of(text);
        let _reading = lock(&self.reading);
        let (index, before) = {
            let shown = lock(&self.shown);
            let seen = shown.documents.get(uri);
            if let Some(seen) =
                seen.filter(|seen| seen.hash == hash && Arc::ptr_eq(&seen.index, &shown.index))
            {
                return Some(seen.document.clone());
            }
            (shown.index.clone(), seen.map(|seen| seen.parsed.clone()))
        };
        let versions = index.versions(&path_of(uri)?);
        if versions.is_empty() && !text.contains("dry") {
            return None;
        }
        let parsed = Parsed::of(text, before);
        let document = Arc::new(Document::of(text, &parsed, versions, &clock));
        let seen = Seen {
            hash,
            index,
            parsed,
            document: document.clone(),
        };
        lock(&self.shown).documents.insert(uri.to_owned(), seen);
        Some(document)
    }

    /// Follows what is opened and closed.
    pub fn follow(&self, method: &str, uri: &str) {
        let mut shown = lock(&self.shown);
        match method {
            "textDocument/didOpen" => {
                shown.opened.insert(uri.to_owned());
            }
            "textDocument/didClose" => {
                shown.documents.remove(uri);
                shown.opened.remove(uri);
            }
            _ => {}
        }
    }

    /// What is added to an answer.
    pub fn answer(
        &self,
        method: &str,
        params: &Value,
        text: &str,
        encoding: Encoding,
    ) -> Option<Value> {
        let uri = params["textDocument"]["uri"].as_str()?;
        let document = self.document(uri, text)?;
        let positions = Positions {
            lines: text.lines().collect(),
            encoding,
        };
        let added = match method {
            "textDocument/inlayHint" => {
                self.tell(Task::Look);
                positions.hints(&document, &params["range"])
            }
            "textDocument/hover" => return positions.hover(&document, &params["position"]),
            "textDocument/codeLens" => lenses(&document, uri),
            _ => return None,
        };
        (!added.is_empty()).then(|| added.into())
    }
}

/// Adds to a result of rust-analyzer's.
pub fn add(result: &mut Value, added: Value) {
    match (&mut *result, added) {
        (Value::Array(all), Value::Array(mut added)) => {
            // What rust-analyzer knows to be no tensor has no shape.
            let others: Vec<&Value> = all.iter().filter(|hint| is_of_other(hint)).collect();
            added.retain(|hint| {
                !others
                    .iter()
                    .any(|other| other["position"] == hint["position"])
            });
            all.extend(added);
        }
        (Value::Object(hover), Value::Object(added)) => {
            let own = added["contents"]["value"].as_str().unwrap_or("");
            if let Some(Value::String(text)) = hover
                .get_mut("contents")
                .and_then(|contents| contents.get_mut("value"))
            {
                *text = format!("{text}\n\n---\n\n{own}");
            }
        }
        (Value::Null, added) => *result = added,
        _ => {}
    }
}

/// Whether a hint, `: usize`, tells a type that is not that of a tensor.
fn is_of_other(hint: &Value) -> bool {
    let label = match &hint["label"] {
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["value"].as_str())
            .collect(),
        label => label.as_str().unwrap_or("").to_owned(),
    };
    let is_known = label.starts_with(": ") && !label.contains(vocabulary::UNKNOWN_TYPE);
    is_known && !label.contains(sites::TENSOR)
}

/// Places of a text in the protocol.
struct Positions<'t> {
    lines: Vec<&'t str>,
    encoding: Encoding,
}

impl Positions<'_> {
    fn of(&self, at: Point) -> Value {
        let line = self.lines.get(at.line - 1).unwrap_or(&"");
        let before = line.get(..at.column).unwrap_or(line);
        let widths = before.chars().map(|c| self.encoding.width(c));
        json!({"line": at.line - 1, "character": widths.sum::<usize>()})
    }

    fn end_of_line(&self, line: usize) -> Point {
        let column = self.lines.get(line - 1).map_or(0, |line| line.len());
        Point { line, column }
    }

    fn hints(&self, document: &Document, range: &Value) -> Vec<Value> {
        let line = |key: &str| {
            range[key]["line"]
                .as_u64()
                .and_then(|line| usize::try_from(line).ok())
        };
        let (from, to) = (
            line("start").unwrap_or(0),
            line("end").unwrap_or(usize::MAX),
        );
        let hints = document
            .hints
            .iter()
            .filter(|(at, _)| (from..=to).contains(&(at.line - 1)));
        let hints = hints.map(|(at, label)| {
            json!({"position": self.of(*at), "label": label, "kind": 1, "paddingLeft": true, "paddingRight": true})
        });
        hints.collect()
    }

    fn hover(&self, document: &Document, position: &Value) -> Option<Value> {
        let place =
            |position: &Value| Some((position["line"].as_u64()?, position["character"].as_u64()?));
        let wanted = place(position)?;
        let mut around = document.hovers.iter().filter(|((from, to), _)| {
            let is_near = from.line as u64 <= wanted.0 + 1 && wanted.0 < to.line as u64;
            is_near
                && place(&self.of(*from)) <= Some(wanted)
                && Some(wanted) <= place(&self.of(*to))
        });
        let ((from, to), told) = around.next()?;
        let range = json!({"start": self.of(*from), "end": self.of(*to)});
        Some(json!({"contents": {"kind": "markdown", "value": told}, "range": range}))
    }

    fn diagnostics(&self, document: &Document) -> Vec<Value> {
        let findings = document.findings.iter().map(|finding| {
            let to = finding
                .to
                .unwrap_or_else(|| self.end_of_line(finding.from.line));
            let related = finding.related.iter().map(|(path, at, text)| {
                // Of a file that may not be open nothing but the bytes is known.
                let start = json!({"line": at.line - 1, "character": at.column});
                let range = json!({"start": start, "end": start});
                json!({"location": {"uri": uri_of(path), "range": range}, "message": text})
            });
            json!({
                "range": {"start": self.of(finding.from), "end": self.of(to)},
                "severity": 2,
                "source": "shapecheck",
                "message": finding.text,
                "relatedInformation": related.collect::<Value>(),
            })
        });
        findings.collect()
    }
}

fn lenses(document: &Document, uri: &str) -> Vec<Value> {
    let lenses = document.tests.iter().map(|(line, test)| {
        let start = json!({"line": line - 1, "character": 0});
        let arguments = json!([{"uri": uri, "test": test}]);
        json!({
            "range": {"start": start, "end": start},
            "command": {"title": "▶ Dry run", "command": COMMAND, "arguments": arguments},
        })
    });
    lenses.collect()
}

/// The time of a day, `12:04`, and the day if it is another one.
fn clock(time: SystemTime) -> String {
    let zoned = jiff::ZonedDateTime::try_from;
    let (Ok(then), Ok(now)) = (zoned(time), zoned(SystemTime::now())) else {
        return "another day".to_owned();
    };
    let format = match then.date() == now.date() {
        true => "%H:%M",
        false => "%Y-%m-%d %H:%M",
    };
    then.strftime(format).to_string()
}

/// The path of a `file:` address.
fn path_of(uri: &str) -> Option<PathBuf> {
    let decoded = super::warnings::decoded(uri.strip_prefix("file://")?);
    let path = match decoded.as_bytes() {
        [b'/', _, b':', ..] if cfg!(windows) => &decoded[1..],
        _ => &decoded,
    };
    Some(PathBuf::from(path))
}

fn uri_of(path: &Path) -> String {
    let mut uri = String::from(if cfg!(windows) { "file:///" } else { "file://" });
    for byte in path.to_string_lossy().replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b':' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte))
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// Does what it is asked, to the end.
///
/// # Errors
///
/// Returns an error if the editor is gone.
pub fn follow(session: &Session, tasks: &Receiver<Task>) -> io::Result<()> {
    let mut worker = Worker {
        session,
        folders: Folders::default(),
        runs: Runs::default(),
        asked: 0,
    };
    loop {
        let wait = worker.runs.wait(Instant::now()).unwrap_or(PAUSE);
        let task = match tasks.recv_timeout(wait) {
            Ok(task) => task,
            Err(RecvTimeoutError::Timeout) => Task::Look,
            Err(RecvTimeoutError::Disconnected) => Task::End,
        };
        if matches!(task, Task::End) {
            worker.runs.stop();
            return Ok(());
        }
        worker.act(task)?;
        worker.start_what_is_due()?;
    }
}

struct Worker<'s> {
    session: &'s Session,
    folders: Folders,
    runs: Runs,
    /// The number of the last request to the editor.
    asked: u64,
}

impl Worker<'_> {
    fn act(&mut self, task: Task) -> io::Result<()> {
        match task {
            Task::Begin(folders) => {
                self.folders.begin(folders);
                self.look()
            }
            Task::Look => self.look(),
            Task::Show(uri) => {
                if self.folders.add_around(path_of(&uri).as_deref()) {
                    self.look()?;
                }
                self.show(&uri)
            }
            Task::Saved => {
                let asked = self.session.state().asked_for;
                if asked.runs_on_save && self.folders.has_tests() {
                    let tells_checks = self.session.state().has_progress;
                    self.runs
                        .want_after_check(asked.checks_on_save && tells_checks);
                }
                Ok(())
            }
            Task::Checks(are_running) => {
                self.runs.checks(are_running);
                Ok(())
            }
            Task::Refresh => self.refresh(),
            Task::Say(message) => self.say(&message),
            Task::Run(arguments) => {
                let arguments = self.folders.arguments(&arguments);
                self.runs.want_now(arguments);
                Ok(())
            }
            Task::Cancel => {
                self.runs.stop();
                Ok(())
            }
            Task::Printed(run, line) => {
                let message = self.runs.printed(run, &line);
                self.say_progress(message)
            }
            Task::Ended(run, succeeded) => {
                let message = self.runs.ended(run, succeeded);
                self.look()?;
                self.say_progress(message)
            }
            Task::End => Ok(()),
        }
    }

    fn say(&self, message: &Value) -> io::Result<()> {
        framing::write(&mut io::stdout().lock(), message.to_string().as_bytes())
    }

    fn say_progress(&self, message: Option<Value>) -> io::Result<()> {
        match message.filter(|_| self.session.state().has_progress) {
            Some(message) => self.say(&message),
            None => Ok(()),
        }
    }

    /// Asks the editor.
    fn ask(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.asked += 1;
        let id = format!("{}{ASKED}{}", super::warnings::OWN, self.asked);
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    /// Reads records if there are new ones, and shows them.
    fn look(&mut self) -> io::Result<()> {
        let Some(index) = self.folders.look() else {
            return Ok(());
        };
        lock(&self.session.shapes.shown).index = Arc::new(index);
        let open = self.session.state().documents.open();
        for uri in open {
            self.show(&uri)?;
        }
        self.refresh()
    }

    fn refresh(&mut self) -> io::Result<()> {
        match self.session.shapes.can_refresh() {
            true => self.ask("workspace/inlayHint/refresh", &Value::Null),
            false => Ok(()),
        }
    }

    /// Tells the findings of a document.
    fn show(&mut self, uri: &str) -> io::Result<()> {
        let (text, encoding) = {
            let state = self.session.state();
            (
                state.documents.text(uri).map(str::to_owned),
                state.documents.encoding,
            )
        };
        let document = text
            .as_ref()
            .and_then(|text| self.session.shapes.document(uri, text));
        let diagnostics = match (&document, &text) {
            (Some(document), Some(text)) => {
                let lines = text.lines().collect();
                Positions { lines, encoding }.diagnostics(document)
            }
            _ => Vec::new(),
        };
        // Until it is written, no other thread writes what is known of the document.
        let mut to = io::stdout().lock();
        let message = { self.session.state() }
            .diagnostics
            .warn(Origin::DryRuns, uri, diagnostics);
        message.map_or(Ok(()), |message| framing::write(&mut to, &message))?;
        to.flush()
    }

    /// Begins a run if one is wanted and nothing speaks against it.
    fn start_what_is_due(&mut self) -> io::Result<()> {
        if !self.runs.is_due(Instant::now()) {
            return Ok(());
        }
        let mut arguments = self.runs.take();
        if arguments.is_empty() {
            arguments = self.folders.all_tests();
        }
        // What rust-analyzer's check says of it is enough.
        if self.session.state().diagnostics.has_errors() {
            return Ok(());
        }
        let tasks = self.session.shapes.tasks.clone();
        let begun = self
            .runs
            .start(&self.session.this, self.folders.first(), arguments, tasks);
        match (begun, self.session.state().has_progress) {
            (Ok(token), true) => {
                self.ask("window/workDoneProgress/create", &json!({"token": token}))?;
                let begin = json!({"kind": "begin", "title": "Dry run", "cancellable": true});
                self.say(&runs::progress(&token, &begin))
            }
            (Ok(_), false) => Ok(()),
            (Err(error), _) => {
                super::complain(&format!("cannot run dry runs: {error}"));
                Ok(())
            }
        }
    }
}
