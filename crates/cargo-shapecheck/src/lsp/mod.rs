//! The language server: rust-analyzer, with rewritten answers.
//!
//! There are two streams with one thread each. Messages that are not rewritten pass byte for byte; only the method and
//! the id of a message are read unless there is something to rewrite. `find` finds rust-analyzer, `framing` splits the
//! streams into messages, `config` changes rust-analyzer's settings, `documents` follows the editor's documents,
//! `answers` rewrites, `live` what rust-analyzer finds while the user types. A third thread adds what rust-analyzer does
//! not say: `broadcasts` knows what is to be warned of, `warnings` asks and tells. A fourth one reads the records of dry runs:
//! `shapes` shows them in documents.

mod answers;
mod broadcasts;
mod config;
mod documents;
mod find;
mod framing;
mod live;
mod shapes;
mod warnings;

pub use live::is_told;

use std::borrow::Cow;
use std::collections::HashMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::cargo::DEFAULT_COMMAND;
use crate::message::edits::BEGINS;
use crate::types::{Evidence, is_too_long, may_matter, too_long};
use crate::wrapper::{exec, exit_code};
use answers::Rewriter;
use config::Asked;
use documents::{Documents, Encoding};
use framing::Frame;
use shapes::{Shapes, Task};
use warnings::{Diagnostics, Event};

/// Runs the server until the editor or rust-analyzer ends it.
///
/// # Errors
///
/// Returns an error if rust-analyzer cannot be started or the editor is gone.
pub fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let (program, arguments) = split_arguments(arguments)?;
    let (program, version) = match program {
        Some(program) => {
            let version = find::version(&program).unwrap_or_default();
            (program, version)
        }
        None => find::rust_analyzer()?,
    };
    let mut command = Command::new(&program);
    command
        .args(arguments)
        // cargo sets it for subcommands; rust-analyzer would use it as the cargo of every project.
        .env_remove("CARGO")
        .env_remove(DEFAULT_COMMAND);
    if command.get_args().any(is_question) {
        return exec(command);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = command.spawn().map_err(|error| {
        let program = program.to_string_lossy();
        io::Error::new(error.kind(), format!("cannot run `{program}`: {error}"))
    })?;
    let (Some(to_server), Some(from_server)) = (server.stdin.take(), server.stdout.take()) else {
        return Err(io::Error::other("rust-analyzer's streams are missing"));
    };
    let (events, to_follow) = channel();
    let (tasks, to_do) = channel();
    let session = Arc::new(Session {
        this: env::current_exe()?,
        is_live: live::is_told(&version),
        state: Mutex::default(),
        to_server: Mutex::new(Some(to_server)),
        events,
        shapes: Shapes::new(tasks),
    });
    let to_warn = Arc::clone(&session);
    // A long expression is as deep as it has operators.
    let thread = thread::Builder::new().stack_size(STACK);
    thread.spawn(move || {
        // An error is that of a stream, whose own thread sees it too.
        let _ = warnings::follow(&to_warn, &to_follow);
        to_warn.close();
    })?;
    let to_show = Arc::clone(&session);
    // Syntax trees are as deep as expressions.
    let thread = thread::Builder::new().stack_size(STACK);
    let shapes = thread.spawn(move || {
        // An error is that of the editor's stream, which its own thread sees too.
        let _ = shapes::follow(&to_show, &to_do);
    })?;
    let from_editor = Arc::clone(&session);
    let server = Arc::new(Mutex::new(server));
    let to_be_ended = Arc::clone(&server);
    thread::spawn(move || {
        let result = from_editor.serve_editor(&mut io::stdin().lock());
        if let Err(error) = result {
            // rust-analyzer has ended; the other thread sees it and reports.
            if error.kind() != io::ErrorKind::BrokenPipe {
                complain(&format!("the editor's messages: {error}"));
            }
        }
        // rust-analyzer's input is closed by the thread that may be writing to it, so it ends; if not, it is killed.
        if from_editor.events.send(Event::End).is_err() {
            from_editor.close();
        }
        thread::sleep(PATIENCE);
        let _ = lock(&to_be_ended).kill();
    });
    let result = session.serve_server(&mut BufReader::new(from_server));
    // A run of tests ends with the server.
    session.shapes.tell(Task::End);
    let _ = shapes.join();
    session.finish(&server, result)
}

/// How many bytes the thread may use that reads Rust.
const STACK: usize = 1 << 27;

/// Whether rust-analyzer is only asked for its version or help.
fn is_question(argument: &OsStr) -> bool {
    ["-h", "--help", "-V", "--version"]
        .iter()
        .any(|question| argument == *question)
}

/// Removes `--rust-analyzer PATH` from the arguments.
fn split_arguments(arguments: &[OsString]) -> io::Result<(Option<PathBuf>, Vec<OsString>)> {
    let mut program = None;
    let mut rest = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if text == "--rust-analyzer" {
            let path = arguments.next().ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "`--rust-analyzer` takes a path",
                )
            })?;
            program = Some(PathBuf::from(path));
        } else if let Some(path) = text.strip_prefix("--rust-analyzer=") {
            program = Some(PathBuf::from(path));
        } else {
            rest.push(argument.clone());
        }
    }
    Ok((program, rest))
}

fn complain(message: &str) {
    // Without a reader there is nobody to tell.
    let _ = writeln!(io::stderr(), "cargo-shapecheck: {message}");
}

/// A thread that holds the editor's stream or rust-analyzer's may lock the state, but not the other way round.
struct Session {
    this: PathBuf,
    /// rust-analyzer tells of the crate's errors while the user types.
    is_live: bool,
    state: Mutex<State>,
    /// `None` when the editor has ended.
    to_server: Mutex<Option<ChildStdin>>,
    events: Sender<Event>,
    shapes: Shapes,
}

#[derive(Default)]
struct State {
    /// The editor's requests, by their id as written.
    asked: HashMap<String, Request>,
    /// rust-analyzer's requests for its settings: which of the answers is its section.
    questions: HashMap<String, Vec<bool>>,
    /// The settings that came with `initialize`.
    settings: Value,
    asked_for: Asked,
    documents: Documents,
    diagnostics: Diagnostics,
    /// The editor has asked for `experimental/serverStatus`.
    follows_status: bool,
    /// The editor shows the progress of what a server does.
    has_progress: bool,
    /// rust-analyzer has read all that it will.
    is_ready: bool,
    /// The editor has sent `exit`, or has ended.
    is_ending: bool,
    /// The editor's stream had an error.
    has_failed: bool,
}

struct Request {
    method: String,
    uri: Option<String>,
    /// The parameters of a request to whose answer something may be added.
    params: Value,
}

/// What becomes of a message.
enum Fate {
    Passes,
    Changes(Vec<u8>),
    /// It is for this program, or nobody has asked for it.
    Stays,
}

impl From<Option<Vec<u8>>> for Fate {
    fn from(new: Option<Vec<u8>>) -> Self {
        new.map_or(Self::Passes, Self::Changes)
    }
}

/// The parts of a message that are always read.
#[derive(Deserialize)]
struct Envelope<'m> {
    #[serde(borrow, default)]
    id: Option<&'m RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'m, str>>,
    #[serde(borrow, default)]
    params: Option<&'m RawValue>,
}

impl Session {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Writes to rust-analyzer, while no other thread does.
    fn to_server(&self, write: impl FnOnce(&mut ChildStdin) -> io::Result<()>) -> io::Result<()> {
        match &mut *lock(&self.to_server) {
            Some(to) => write(to),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn close(&self) {
        *lock(&self.to_server) = None;
    }

    /// For the thread that warns. If it has ended, there are no warnings.
    fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    // From the editor to rust-analyzer.

    fn serve_editor(&self, from: &mut impl io::BufRead) -> io::Result<()> {
        loop {
            match framing::read(from) {
                // What is asked because of a message follows it.
                Ok(Frame::Message { header, body }) => {
                    self.to_server(|to| match self.for_server(&body) {
                        Fate::Changes(new) => framing::write(to, &new),
                        Fate::Passes => pass(to, &header, &body),
                        Fate::Stays => Ok(()),
                    })?;
                }
                Ok(Frame::End) => {
                    self.state().is_ending = true;
                    return Ok(());
                }
                Ok(Frame::Broken { bytes, reason }) => {
                    complain(&format!("the editor sent {reason}"));
                    {
                        let mut state = self.state();
                        state.is_ending = true;
                        state.has_failed = true;
                    }
                    return self.to_server(|to| pass(to, &[], &bytes));
                }
                Err(error) => {
                    self.state().is_ending = true;
                    return Err(error);
                }
            }
        }
    }

    fn for_server(&self, body: &[u8]) -> Fate {
        let message: Envelope = match serde_json::from_slice(body) {
            Ok(message) => message,
            Err(error) => {
                complain(&format!(
                    "the editor sent invalid JSON, passed on as it is: {error}"
                ));
                return Fate::Passes;
            }
        };
        let Some(method) = message.method.as_deref() else {
            let Some(id) = message.id.map(RawValue::get) else {
                return Fate::Passes;
            };
            if shapes::is_asked(id) {
                return Fate::Stays;
            }
            let is_section = self.state().questions.remove(id);
            return is_section
                .and_then(|is_section| self.settings_answered(body, &is_section))
                .into();
        };
        if self.is_for_shapes(method, &message) {
            return Fate::Stays;
        }
        if let Some(id) = message.id {
            self.note_request(method, id.get(), message.params);
        }
        match method {
            "initialize" => return self.initialize(body).into(),
            "textDocument/didOpen"
            | "textDocument/didChange"
            | "textDocument/didSave"
            | "textDocument/didClose" => self.follow_document(method, message.params),
            "exit" => self.state().is_ending = true,
            _ => {}
        }
        Fate::Passes
    }

    fn note_request(&self, method: &str, id: &str, params: Option<&RawValue>) {
        let params = params.map(RawValue::get);
        let request = Request {
            method: method.to_owned(),
            uri: match answers::is_rewritten(method) {
                true => params.and_then(uri_of),
                false => None,
            },
            params: match answers::is_added_to(method) {
                true => params.and_then(|params| serde_json::from_str(params).ok()),
                false => None,
            }
            .unwrap_or_default(),
        };
        self.state().asked.insert(id.to_owned(), request);
    }

    fn follow_document(&self, method: &str, params: Option<&RawValue>) {
        let params = params.and_then(|params| serde_json::from_str::<Value>(params.get()).ok());
        let Some(params) = params else { return };
        self.state().documents.follow(method, &params);
        let Some(uri) = params["textDocument"]["uri"].as_str().map(str::to_owned) else {
            return;
        };
        match method {
            "textDocument/didSave" => self.shapes.tell(Task::Saved),
            _ => self.shapes.follow(method, &uri),
        }
        self.shapes.tell(Task::Show(uri.clone()));
        self.tell(match method {
            "textDocument/didOpen" | "textDocument/didSave" => Event::Look(uri),
            _ => Event::Forget(uri),
        });
    }

    /// Whether a message of the editor is about dry runs alone: a command, the end of a run, or a question that rust-analyzer
    /// cannot answer yet, or not as soon.
    fn is_for_shapes(&self, method: &str, message: &Envelope) -> bool {
        let is_mine = matches!(
            method,
            "workspace/executeCommand" | "window/workDoneProgress/cancel"
        );
        if !is_mine && method != "textDocument/inlayHint" {
            return false;
        }
        let params = message
            .params
            .and_then(|params| serde_json::from_str::<Value>(params.get()).ok());
        let params = params.unwrap_or_default();
        let result = match method {
            "workspace/executeCommand" if params["command"] == shapes::COMMAND => {
                self.shapes.tell(Task::Run(params["arguments"][0].clone()));
                Value::Null
            }
            "window/workDoneProgress/cancel" if shapes::is_own(&params["token"]) => {
                self.shapes.tell(Task::Cancel);
                return true;
            }
            "textDocument/inlayHint" => {
                let uri = params["textDocument"]["uri"].as_str().unwrap_or("");
                // Until rust-analyzer has read the project, it has no hints.
                let is_early = self.shapes.is_first(uri)
                    || self.shapes.can_refresh() && !self.state().is_ready;
                match is_early.then(|| self.added(method, &params)).flatten() {
                    Some(hints) => hints,
                    None => return false,
                }
            }
            _ => return false,
        };
        let id = message
            .id
            .and_then(|id| serde_json::from_str::<Value>(id.get()).ok());
        self.shapes.tell(Task::Say(
            json!({"jsonrpc": "2.0", "id": id, "result": result}),
        ));
        if method == "textDocument/inlayHint" && self.state().is_ready {
            self.shapes.tell(Task::Refresh);
        }
        true
    }

    /// What is known of dry runs for an answer.
    fn added(&self, method: &str, params: &Value) -> Option<Value> {
        let (text, encoding) = {
            let state = self.state();
            let text = state
                .documents
                .text(params["textDocument"]["uri"].as_str()?)?;
            (text.to_owned(), state.documents.encoding)
        };
        self.shapes.answer(method, params, &text, encoding)
    }

    fn initialize(&self, body: &[u8]) -> Option<Vec<u8>> {
        let mut message: Value = serde_json::from_slice(body).ok()?;
        let params = message.get_mut("params")?.as_object_mut()?;
        let mut state = self.state();
        let capabilities = params.entry("capabilities").or_insert(Value::Null);
        let before = config::object_in(capabilities, "experimental")
            .insert("serverStatusNotification".to_owned(), true.into());
        state.follows_status = before == Some(Value::Bool(true));
        state.has_progress = capabilities["window"]["workDoneProgress"] == true;
        let settings = params.entry("initializationOptions").or_insert(Value::Null);
        state.settings = settings.clone();
        state.asked_for = config::change(settings, &self.this, self.is_live);
        drop(state);
        self.shapes.begin(&message["params"]);
        serde_json::to_vec(&message).ok()
    }

    /// The editor's answer to `workspace/configuration`.
    fn settings_answered(&self, body: &[u8], is_section: &[bool]) -> Option<Vec<u8>> {
        let mut message: Value = serde_json::from_slice(body).ok()?;
        let mut state = self.state();
        let sections = message.get_mut("result")?.as_array_mut()?;
        for (settings, _) in sections.iter_mut().zip(is_section).filter(|(_, is)| **is) {
            // Empty settings mean those it started with.
            if settings.as_object().is_none_or(serde_json::Map::is_empty) {
                *settings = state.settings.clone();
            }
            state.asked_for = config::change(settings, &self.this, self.is_live);
        }
        serde_json::to_vec(&message).ok()
    }

    // From rust-analyzer to the editor.

    /// Passes on all messages; returns `None` at the end, or the error of the stream.
    fn serve_server(&self, from: &mut impl io::BufRead) -> io::Result<Option<String>> {
        loop {
            let frame = framing::read(from)?;
            // Diagnostics are written in the order in which they are made.
            let to = &mut io::stdout().lock();
            match frame {
                Frame::Message { header, body } => match self.for_editor(&body) {
                    Fate::Passes => pass(to, &header, &body)?,
                    Fate::Changes(new) => framing::write(to, &new)?,
                    Fate::Stays => {}
                },
                Frame::End => return Ok(None),
                Frame::Broken { bytes, reason } => {
                    pass(to, &[], &bytes)?;
                    return Ok(Some(reason));
                }
            }
        }
    }

    fn for_editor(&self, body: &[u8]) -> Fate {
        let message: Envelope = match serde_json::from_slice(body) {
            Ok(message) => message,
            Err(error) => {
                complain(&format!(
                    "rust-analyzer sent invalid JSON, passed on as it is: {error}"
                ));
                return Fate::Passes;
            }
        };
        if let (None, Some(id)) = (
            &message.method,
            message.id.and_then(|id| warnings::own(id.get())),
        ) {
            self.tell(Event::Answer(
                id,
                serde_json::from_slice(body).unwrap_or_default(),
            ));
            return Fate::Stays;
        }
        match (message.method.as_deref(), message.params) {
            (Some("experimental/serverStatus"), Some(status)) => return self.status(status.get()),
            (Some("$/progress"), Some(progress)) => self.follow_checks(progress.get()),
            _ => {}
        }
        self.changed_for_editor(&message, body).into()
    }

    /// The changed message for the editor, if there is one.
    fn changed_for_editor(&self, message: &Envelope, body: &[u8]) -> Option<Vec<u8>> {
        match (message.method.as_deref(), message.id) {
            (Some("workspace/configuration"), Some(id)) => {
                self.settings_asked(id.get(), message.params?.get());
                None
            }
            (Some("textDocument/publishDiagnostics"), None) => {
                // An error of the crate is a link to the guide, also where it names no type.
                let new = self.rewrite(body, None, true, |rewriter, message| {
                    rewriter.diagnostics(&mut message["params"]);
                });
                let with_warnings = self
                    .state()
                    .diagnostics
                    .publish(new.as_deref().unwrap_or(body));
                with_warnings.or(new)
            }
            (None, Some(id)) => {
                let request = self.state().asked.remove(id.get())?;
                self.answered(request, body)
            }
            _ => None,
        }
    }

    /// The changed answer to a request, if there is one.
    fn answered(&self, request: Request, body: &[u8]) -> Option<Vec<u8>> {
        let Request {
            method,
            uri,
            params,
        } = request;
        if method == "initialize" {
            return self.initialized(body);
        }
        let new = match answers::is_rewritten(&method) {
            true => {
                // What the editor has not asked for is left out, whatever it says.
                let is_any =
                    answers::is_cut(&method) || self.is_live && answers::is_of_diagnostics(&method);
                self.rewrite(body, uri, is_any, |rewriter, message| {
                    if let Some(result) = message.get_mut("result").filter(|it| !it.is_null()) {
                        rewriter.result(&method, result);
                    }
                })
            }
            false => None,
        };
        let added = match answers::is_added_to(&method) {
            true => self.added(&method, &params),
            false => None,
        };
        let Some(added) = added else { return new };
        let mut message: Value = serde_json::from_slice(new.as_deref().unwrap_or(body)).ok()?;
        match message.get_mut("result") {
            Some(result) => shapes::add(result, added),
            None => return new,
        }
        serde_json::to_vec(&message).ok()
    }

    fn rewrite(
        &self,
        body: &[u8],
        uri: Option<String>,
        is_any: bool,
        act: impl FnOnce(&Rewriter, &mut Value),
    ) -> Option<Vec<u8>> {
        let text = std::str::from_utf8(body).ok()?;
        if !is_any && !may_matter(text) && !text.contains(BEGINS) {
            return None;
        }
        if is_too_long(text) {
            complain(&too_long("an answer of rust-analyzer", text.len()));
            return None;
        }
        let before: Value = serde_json::from_str(text).ok()?;
        let state = self.state();
        let mut evidence = Evidence::of(text).without_paths();
        if let Some(document) = uri.as_deref().and_then(|uri| state.documents.text(uri)) {
            evidence = evidence.or(Evidence::named_in(document));
        }
        let rewriter = Rewriter {
            asked: state.asked_for,
            is_live: self.is_live,
            documents: &state.documents,
            told: &state.diagnostics,
            uri: uri.as_deref(),
            evidence,
        };
        let mut after = before.clone();
        act(&rewriter, &mut after);
        match after == before {
            true => None,
            false => serde_json::to_vec(&after).ok(),
        }
    }

    /// Says when rust-analyzer can be asked. An editor that has not asked to know gets what rust-analyzer would have
    /// shown it instead.
    fn status(&self, params: &str) -> Fate {
        let status: Value = serde_json::from_str(params).unwrap_or_default();
        let is_ready = status["quiescent"] == true;
        self.tell(Event::Ready(is_ready));
        let was_ready = std::mem::replace(&mut self.state().is_ready, is_ready);
        if is_ready && !was_ready {
            self.shapes.tell(Task::Refresh);
        }
        if self.state().follows_status {
            return Fate::Passes;
        }
        let kind = match status["health"].as_str() {
            Some("error") => 1,
            Some("warning") => 2,
            _ => return Fate::Stays,
        };
        match status["message"].as_str() {
            Some(message) => Fate::Changes(show_message(kind, message)),
            None => Fate::Stays,
        }
    }

    fn settings_asked(&self, id: &str, params: &str) {
        let params: Value = serde_json::from_str(params).unwrap_or_default();
        let items = params["items"].as_array().into_iter().flatten();
        let is_section = items
            .map(|item| item["section"] == "rust-analyzer")
            .collect();
        self.state().questions.insert(id.to_owned(), is_section);
    }

    /// Follows whether rust-analyzer runs cargo to check the project.
    fn follow_checks(&self, params: &str) {
        let params: Value = serde_json::from_str(params).unwrap_or_default();
        let token = params["token"].as_str().unwrap_or("");
        if CHECKS.iter().any(|start| token.starts_with(start)) {
            match params["value"]["kind"].as_str() {
                Some("begin") => self.shapes.tell(Task::Checks(true)),
                Some("end") => self.shapes.tell(Task::Checks(false)),
                _ => {}
            }
        }
    }

    /// rust-analyzer's answer to `initialize`, with what this program does itself.
    fn initialized(&self, body: &[u8]) -> Option<Vec<u8>> {
        let mut message: Value = serde_json::from_slice(body).ok()?;
        let capabilities = message.pointer_mut("/result/capabilities")?;
        if let Some(name) = capabilities["positionEncoding"].as_str() {
            self.state().documents.encoding = Encoding::named(name);
        }
        let commands = config::object_in(capabilities, "executeCommandProvider");
        match commands.entry("commands").or_insert_with(|| json!([])) {
            Value::Array(commands) => commands.push(shapes::COMMAND.into()),
            _ => return None,
        }
        config::object_in(capabilities, "codeLensProvider");
        serde_json::to_vec(&message).ok()
    }

    // The end.

    /// Reports to the editor if rust-analyzer ended by itself, and ends with the same status.
    fn finish(
        &self,
        server: &Mutex<Child>,
        result: io::Result<Option<String>>,
    ) -> io::Result<ExitCode> {
        if !matches!(result, Ok(None)) {
            // Nobody reads it any more, or its stream had an error.
            let _ = lock(server).kill();
        }
        let status = wait(server)?;
        let reason = result?;
        let (is_ending, has_failed) = {
            let state = self.state();
            (state.is_ending, state.has_failed)
        };
        if let (true, None) = (is_ending, &reason) {
            return Ok(match has_failed {
                true => ExitCode::FAILURE,
                false => exit_code(status),
            });
        }
        let what = match reason {
            Some(reason) => format!("rust-analyzer sent {reason}"),
            None => format!("rust-analyzer ended by itself ({status})"),
        };
        complain(&what);
        let to = &mut io::stdout().lock();
        let asked = std::mem::take(&mut self.state().asked);
        let error = json!({ "code": -32603, "message": what });
        for id in asked.into_keys() {
            let Ok(id) = serde_json::from_str::<Value>(&id) else {
                continue;
            };
            let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error });
            framing::write(to, answer.to_string().as_bytes())?;
        }
        framing::write(to, &show_message(1, &format!("cargo-shapecheck: {what}")))?;
        Ok(ExitCode::FAILURE)
    }
}

/// How the tokens of rust-analyzer's progress begin where cargo checks a project.
const CHECKS: [&str; 2] = ["rust-analyzer/flycheck/", "rustAnalyzer/cargoCheck"];

/// The time that rust-analyzer gets to end after its streams are closed.
const PATIENCE: Duration = Duration::from_secs(10);

fn wait(server: &Mutex<Child>) -> io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        let mut child = lock(server);
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            return child.wait();
        }
        drop(child);
        thread::sleep(Duration::from_millis(5));
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A word to the person: an error, 1, or a warning, 2.
fn show_message(kind: u8, message: &str) -> Vec<u8> {
    let params = json!({ "type": kind, "message": message });
    let message = json!({ "jsonrpc": "2.0", "method": "window/showMessage", "params": params });
    message.to_string().into_bytes()
}

/// Passes on a message unchanged.
fn pass(to: &mut impl Write, header: &[u8], body: &[u8]) -> io::Result<()> {
    to.write_all(header)?;
    to.write_all(body)?;
    to.flush()
}

/// `textDocument.uri` of a request.
fn uri_of(params: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params {
        text_document: Document,
    }
    #[derive(Deserialize)]
    struct Document {
        uri: String,
    }
    let params: Params = serde_json::from_str(params).ok()?;
    Some(params.text_document.uri)
}
