//! Asks rust-analyzer about the operators of open documents, and adds warnings to its diagnostics.
//!
//! A separate thread asks, one question after the other, when a document is opened or saved. So the editor's requests
//! wait for one of them at most. Neither stream waits for this thread: it learns what passes from [`Event`]s.
//! Warnings go away when the document changes, because their places do.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::sync::mpsc::Receiver;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::broadcasts::{Expression, Tensor, expressions};
use super::documents::position;
use super::{Session, framing};

/// How the ids of this thread's requests begin.
pub const OWN: &str = "cargo-shapecheck/";
/// rust-analyzer's error where something has changed while it was looking.
const CONTENT_MODIFIED: i64 = -32801;
/// How often questions about a document are asked again because of it.
const AGAIN: usize = 100;

/// What this thread has to know.
pub enum Event {
    /// Whether rust-analyzer has read all that it will.
    Ready(bool),
    /// A document was opened or saved.
    Look(String),
    /// A document has changed, or was closed.
    Forget(String),
    /// rust-analyzer's answer to the request of this number.
    Answer(u64, Value),
    /// The editor has nothing more to say.
    End,
}

/// The number of a request of this thread, by its id as written.
pub fn own(id: &str) -> Option<u64> {
    let id = id.strip_prefix('"')?.strip_suffix('"')?;
    id.strip_prefix(OWN)?.parse().ok()
}

/// Does what the events ask for, to the end.
///
/// # Errors
///
/// Returns an error if the editor or rust-analyzer is gone.
pub fn follow(session: &Session, events: &Receiver<Event>) -> io::Result<()> {
    let mut asker = Asker {
        session,
        is_ready: false,
        looks: VecDeque::new(),
        last: 0,
        is_waiting: false,
    };
    for event in events {
        match event {
            Event::Ready(is_ready) if is_ready != asker.is_ready => asker.ready(is_ready),
            Event::Ready(_) => {}
            Event::Look(uri) => asker.look(uri),
            Event::Forget(uri) => {
                asker.leave(&uri);
                asker.warn(&uri, Vec::new())?;
            }
            Event::Answer(id, answer) if asker.is_waiting && id == asker.last => {
                asker.is_waiting = false;
                asker.answered(&answer);
            }
            Event::Answer(..) => {}
            Event::End => break,
        }
        asker.go_on()?;
    }
    Ok(())
}

struct Asker<'s> {
    session: &'s Session,
    is_ready: bool,
    /// The documents that are looked at; questions are about the first.
    looks: VecDeque<Look>,
    /// The number of the last request, and whether its answer is wanted.
    last: u64,
    is_waiting: bool,
}

struct Look {
    uri: String,
    text: String,
    /// What is not decided; questions are about the first.
    left: VecDeque<Expression>,
    /// Its left operand, if that was asked for.
    lhs: Option<Tensor>,
    warnings: Vec<Value>,
    again: usize,
}

impl Asker<'_> {
    fn ready(&mut self, is_ready: bool) {
        self.is_ready = is_ready;
        self.looks.clear();
        self.is_waiting = false;
        let open = self.session.state().documents.open();
        open.into_iter().for_each(|uri| self.look(uri));
    }

    fn look(&mut self, uri: String) {
        self.leave(&uri);
        let text = self.session.state().documents.text(&uri).map(str::to_owned);
        if let (true, Some(text)) = (self.is_ready, text) {
            self.looks.push_back(Look {
                left: expressions(&text).into(),
                uri,
                text,
                lhs: None,
                warnings: Vec::new(),
                again: AGAIN,
            });
        }
    }

    fn leave(&mut self, uri: &str) {
        let first = self.looks.front();
        self.is_waiting &= first.is_some_and(|look| look.uri != uri);
        self.looks.retain(|look| look.uri != uri);
    }

    /// Asks the next question, and says what is known of documents that have none left.
    fn go_on(&mut self) -> io::Result<()> {
        while let (false, Some(look)) = (self.is_waiting, self.looks.front()) {
            let Some(expression) = look.left.front() else {
                let look = self.looks.pop_front();
                look.map_or(Ok(()), |look| self.warn(&look.uri, look.warnings))?;
                continue;
            };
            let operand = &expression.operands[usize::from(look.lhs.is_some())];
            let range = self.range(look, &operand.range);
            let place = match operand.variable {
                Some(_) => &range["start"],
                None => &range,
            };
            self.last += 1;
            let request = json!({
                "jsonrpc": "2.0",
                "id": format!("{OWN}{}", self.last),
                "method": "textDocument/hover",
                "params": {"textDocument": {"uri": look.uri}, "position": place},
            });
            self.is_waiting = true;
            self.session
                .to_server(|to| framing::write(to, request.to_string().as_bytes()))?;
        }
        Ok(())
    }

    fn answered(&mut self, answer: &Value) {
        let Some(mut look) = self.looks.pop_front() else {
            return;
        };
        if answer["error"]["code"] == CONTENT_MODIFIED && look.again > 0 {
            look.again -= 1;
        } else if let Some(expression) = look.left.pop_front() {
            let lhs = look.lhs.take();
            let operand = &expression.operands[usize::from(lhs.is_some())];
            match (lhs, operand.tensor(&answer["result"])) {
                (Some(lhs), Some(rhs)) => {
                    look.warnings.extend(expression.warning([&lhs, &rhs]).map(|message| {
                        let range = self.range(&look, &expression.range);
                        json!({"range": range, "severity": 2, "source": "shapecheck", "message": message})
                    }));
                }
                (None, Some(lhs)) if lhs.has_names() => {
                    look.lhs = Some(lhs);
                    look.left.push_front(expression);
                }
                _ => {}
            }
        }
        self.looks.push_front(look);
    }

    fn range(&self, look: &Look, bytes: &std::ops::Range<usize>) -> Value {
        let encoding = self.session.state().documents.encoding;
        let [start, end] = [bytes.start, bytes.end].map(|at| position(&look.text, at, encoding));
        json!({"start": start, "end": end})
    }

    fn warn(&self, uri: &str, warnings: Vec<Value>) -> io::Result<()> {
        // Until it is written, no other thread writes what is known of the document.
        let mut to = io::stdout().lock();
        let mut state = self.session.state();
        let message = state.diagnostics.warn(Origin::Broadcasts, uri, warnings);
        drop(state);
        message.map_or(Ok(()), |message| framing::write(&mut to, &message))
    }
}

/// What the editor gets for each document. A message about a document replaces all earlier ones.
#[derive(Default)]
pub struct Diagnostics {
    of_server: HashMap<String, Vec<Box<RawValue>>>,
    warnings: HashMap<String, BTreeMap<Origin, Vec<Value>>>,
}

/// What warnings come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    Broadcasts,
    DryRuns,
}

#[derive(Deserialize, Serialize)]
struct Message {
    jsonrpc: String,
    method: String,
    params: Params,
}

#[derive(Deserialize, Serialize)]
struct Params {
    uri: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<i64>,
    diagnostics: Vec<Box<RawValue>>,
}

impl Diagnostics {
    /// The message with rust-analyzer's diagnostics and these warnings, if there were others of this origin before.
    pub fn warn(&mut self, origin: Origin, uri: &str, warnings: Vec<Value>) -> Option<Vec<u8>> {
        let key = key(uri);
        let all = self.warnings.entry(key.clone()).or_default();
        let before = match warnings.is_empty() {
            true => all.remove(&origin),
            false => all.insert(origin, warnings),
        };
        let is_same = before.as_ref() == all.get(&origin);
        if all.is_empty() {
            self.warnings.remove(&key);
        }
        if is_same {
            return None;
        }
        let message = Message {
            jsonrpc: "2.0".to_owned(),
            method: "textDocument/publishDiagnostics".to_owned(),
            params: Params {
                uri: uri.to_owned(),
                version: None,
                diagnostics: self.of_server.get(&key).cloned().unwrap_or_default(),
            },
        };
        self.with_warnings(&key, message)
    }

    /// rust-analyzer's message with the warnings beside its diagnostics, if there are any.
    pub fn publish(&mut self, message: &[u8]) -> Option<Vec<u8>> {
        let message: Message = serde_json::from_slice(message).ok()?;
        let key = key(&message.params.uri);
        let diagnostics = &message.params.diagnostics;
        match diagnostics.is_empty() {
            true => self.of_server.remove(&key),
            false => self.of_server.insert(key.clone(), diagnostics.clone()),
        };
        match self.warnings.contains_key(&key) {
            true => self.with_warnings(&key, message),
            false => None,
        }
    }

    /// What rust-analyzer has reported for a document.
    pub fn of_server(&self, uri: &str) -> Vec<Value> {
        let told = self.of_server.get(&key(uri)).into_iter().flatten();
        let told = told.filter_map(|told| serde_json::from_str(told.get()).ok());
        told.collect()
    }

    /// Whether the compiler has found an error in any document.
    pub fn has_errors(&self) -> bool {
        let is_error = |told: &RawValue| {
            let told: Value = serde_json::from_str(told.get()).unwrap_or_default();
            told["source"] == "rustc" && told["severity"] == 1
        };
        self.of_server.values().flatten().any(|told| is_error(told))
    }

    fn with_warnings(&self, key: &str, mut message: Message) -> Option<Vec<u8>> {
        let warnings = self.warnings.get(key).into_iter();
        let warnings = warnings.flat_map(BTreeMap::values).flatten();
        let warnings = warnings.filter_map(|warning| to_raw_value(warning).ok());
        message.params.diagnostics.extend(warnings);
        serde_json::to_vec(&message).ok()
    }
}

/// The address of a document, whose signs the editor and rust-analyzer may write in two ways.
fn key(uri: &str) -> String {
    let mut decoded = decoded(uri).into_bytes();
    // `file:///C:/`.
    if let [_, _, _, _, _, _, _, _, drive, b':', ..] = &mut decoded[..] {
        drive.make_ascii_lowercase();
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// An address without `%20` and the like.
pub fn decoded(uri: &str) -> String {
    let mut decoded = Vec::new();
    let mut rest = uri.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(code.unwrap_or(*first));
        rest = &behind[code.map_or(0, |_| 2)..];
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(message: Option<Vec<u8>>) -> Value {
        message.map_or(Value::Null, |message| {
            serde_json::from_slice(&message).unwrap()
        })
    }

    #[test]
    fn each_message_has_all_diagnostics() {
        let mut all = Diagnostics::default();
        let publish = |all: &mut Diagnostics, uri: &str, diagnostics: Value| {
            let params = json!({"uri": uri, "version": 3, "diagnostics": diagnostics});
            let method = "textDocument/publishDiagnostics";
            let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
            told(all.publish(message.to_string().as_bytes()))["params"].take()
        };
        // Nothing is added, and nothing changes.
        assert_eq!(
            publish(&mut all, "file:///c:/a%2B", json!([{"a": 1.50}])),
            Value::Null
        );
        let message = told(all.warn(Origin::Broadcasts, "file:///C%3A/a+", vec![json!("w")]));
        assert_eq!(message["method"], "textDocument/publishDiagnostics");
        let params = json!({"uri": "file:///C%3A/a+", "diagnostics": [{"a": 1.50}, "w"]});
        assert_eq!(message["params"], params);
        assert_eq!(
            told(all.warn(Origin::Broadcasts, "file:///c:/a+", vec![json!("w")])),
            Value::Null
        );
        let params = publish(&mut all, "file:///c:/a%2B", json!([]));
        let expected = json!({"uri": "file:///c:/a%2B", "version": 3, "diagnostics": ["w"]});
        assert_eq!(params, expected);
        assert_eq!(publish(&mut all, "file:///b", json!([])), Value::Null);
        assert_eq!(
            told(all.warn(Origin::Broadcasts, "file:///c:/a+", vec![]))["params"]["diagnostics"],
            json!([])
        );
        assert_eq!(
            told(all.warn(Origin::Broadcasts, "file:///c:/a+", vec![])),
            Value::Null
        );
        // Nothing is kept of documents of which there is nothing to tell.
        assert!(all.of_server.is_empty() && all.warnings.is_empty());
    }

    #[test]
    fn own_requests_are_known_by_their_id() {
        assert_eq!(own(&json!(format!("{OWN}12")).to_string()), Some(12));
        for other in ["12", "\"12\"", "null", "\"cargo-shapecheck/\""] {
            assert_eq!(own(other), None);
        }
    }
}
