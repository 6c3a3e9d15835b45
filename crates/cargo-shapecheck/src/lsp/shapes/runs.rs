//! Runs tests that make dry runs: one command at a time, and a new one ends the one before.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Task;
use crate::cargo::DEFAULT_COMMAND;

/// How long a run after a save waits for rust-analyzer's check to begin.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it waits for another check after one that has ended, as one does that is begun anew.
const PAUSE: Duration = Duration::from_millis(300);

/// What runs, and what is to run next.
#[derive(Default)]
pub struct Runs {
    running: Option<Running>,
    /// The arguments of the next run, none for all tests, and when it may begin.
    wanted: Option<(Vec<OsString>, Instant)>,
    /// rust-analyzer checks the project.
    is_checking: bool,
    last: u64,
}

struct Running {
    number: u64,
    process: u32,
    /// The words after `test result:`.
    results: Vec<String>,
    was_stopped: bool,
}

impl Runs {
    /// A run after a save: it begins when rust-analyzer has checked what was saved, if it does.
    pub fn want_after_check(&mut self, is_checked: bool) {
        self.stop();
        let wait = if is_checked { PATIENCE } else { PAUSE };
        self.wanted = Some((Vec::new(), Instant::now() + wait));
    }

    /// A run that somebody asks for.
    pub fn want_now(&mut self, arguments: Vec<OsString>) {
        self.stop();
        self.wanted = Some((arguments, Instant::now()));
    }

    pub fn checks(&mut self, are_running: bool) {
        self.is_checking = are_running;
        if let (false, Some((_, begin))) = (are_running, &mut self.wanted) {
            *begin = (*begin).min(Instant::now() + PAUSE);
        }
    }

    /// How long there is nothing to begin, if a run is wanted.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        let (_, begin) = self.wanted.as_ref()?;
        let is_free = self.running.is_none() && !self.is_checking;
        is_free.then(|| begin.saturating_duration_since(now))
    }

    pub fn is_due(&self, now: Instant) -> bool {
        self.wait(now) == Some(Duration::ZERO)
    }

    /// The arguments of the run that is due.
    pub fn take(&mut self) -> Vec<OsString> {
        self.wanted
            .take()
            .map_or(Vec::new(), |(arguments, _)| arguments)
    }

    /// Ends what runs. What it has begun, such as a compiler, ends with it.
    pub fn stop(&mut self) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.was_stopped = true;
        let process = running.process.to_string();
        let mut command = match cfg!(windows) {
            true => Command::new("taskkill"),
            false => Command::new("kill"),
        };
        match cfg!(windows) {
            true => command.args(["/T", "/F", "/PID", &process]),
            false => command.args(["-TERM", "--", &format!("-{process}")]),
        };
        let quiet = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What cannot be ended ends by itself.
        let _ = quiet.status();
    }

    /// Begins a run in a folder, and returns the token of its progress.
    pub fn start(
        &mut self,
        this: &Path,
        folder: Option<&Path>,
        arguments: Vec<OsString>,
        tasks: Sender<Task>,
    ) -> io::Result<String> {
        self.last += 1;
        let number = self.last;
        let mut command = Command::new(this);
        command
            .arg("dry")
            .args(arguments)
            .current_dir(folder.unwrap_or(Path::new(".")));
        command.env_remove("CARGO").env_remove(DEFAULT_COMMAND);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        self.running = Some(Running {
            number,
            process: child.id(),
            results: Vec::new(),
            was_stopped: false,
        });
        let streams = [
            child
                .stdout
                .take()
                .map(|stream| Box::new(stream) as Box<dyn Read + Send>),
            child
                .stderr
                .take()
                .map(|stream| Box::new(stream) as Box<dyn Read + Send>),
        ];
        let readers = streams.into_iter().flatten().map(|stream| {
            let tasks = tasks.clone();
            thread::spawn(move || {
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    let _ = tasks.send(Task::Printed(number, line));
                }
            })
        });
        let readers: Vec<_> = readers.collect();
        thread::spawn(move || {
            for reader in readers {
                let _ = reader.join();
            }
            let succeeded = child.wait().is_ok_and(|status| status.success());
            let _ = tasks.send(Task::Ended(number, succeeded));
        });
        Ok(token(number))
    }

    /// What the editor shows of a line: the lines of cargo, which begin with a word at the right of a column.
    pub fn printed(&mut self, number: u64, line: &str) -> Option<Value> {
        let running = self
            .running
            .as_mut()
            .filter(|running| running.number == number)?;
        if let Some(result) = line.strip_prefix("test result: ") {
            running.results.push(result.to_owned());
        }
        let is_told = line.starts_with(' ') && line.trim_start().starts_with(char::is_uppercase)
            || line.starts_with("test ");
        let report = json!({"kind": "report", "message": line.trim()});
        is_told.then(|| progress(&token(number), &report))
    }

    /// What the editor shows at the end of a run.
    pub fn ended(&mut self, number: u64, succeeded: bool) -> Option<Value> {
        let running = self.running.take_if(|running| running.number == number)?;
        let message = match () {
            () if running.was_stopped => "ended before it was done".to_owned(),
            () if running.results.is_empty() && !succeeded => {
                "no test ran: `cargo shapecheck dry` says why".to_owned()
            }
            () => told(&running.results),
        };
        Some(progress(
            &token(number),
            &json!({"kind": "end", "message": message}),
        ))
    }
}

/// `3 tests passed, 1 failed`, of lines such as `ok. 2 passed; 0 failed; ..`.
fn told(results: &[String]) -> String {
    let count = |word: &str| -> u64 {
        let parts = results.iter().flat_map(|result| result.split([';', '.']));
        let counts =
            parts.filter_map(|part| part.trim().strip_suffix(word)?.trim().parse::<u64>().ok());
        counts.sum()
    };
    match (count("passed"), count("failed")) {
        (passed, 0) => format!("{passed} tests passed"),
        (passed, failed) => format!("{passed} tests passed, {failed} failed"),
    }
}

/// A message about the progress of a run.
pub fn progress(token: &str, value: &Value) -> Value {
    let params = json!({"token": token, "value": value});
    json!({"jsonrpc": "2.0", "method": "$/progress", "params": params})
}

fn token(number: u64) -> String {
    format!("{TOKEN}{number}")
}

/// How the tokens of runs begin.
const TOKEN: &str = "cargo-shapecheck/dry-run-";

/// Whether a token of progress is that of a run.
pub fn is_own(token: &Value) -> bool {
    token.as_str().is_some_and(|token| token.starts_with(TOKEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_waits_for_a_check() {
        let mut runs = Runs::default();
        let now = Instant::now();
        assert_eq!(runs.wait(now), None);
        runs.want_after_check(true);
        assert!(!runs.is_due(now + PATIENCE / 2) && runs.is_due(now + 2 * PATIENCE));
        runs.checks(true);
        assert!(!runs.is_due(now + 2 * PATIENCE));
        runs.checks(false);
        assert!(!runs.is_due(Instant::now()) && runs.is_due(Instant::now() + PAUSE));
        runs.want_after_check(false);
        assert!(runs.is_due(Instant::now() + PAUSE));
        runs.want_now(vec!["--lib".into()]);
        assert!(runs.is_due(Instant::now()));
        assert_eq!(runs.take(), ["--lib"]);
        assert_eq!(runs.wait(now), None);
    }

    #[test]
    fn what_a_run_says_at_its_end() {
        let results = [
            "ok. 2 passed; 0 failed; 0 ignored",
            "FAILED. 1 passed; 3 failed; 0 ignored",
        ];
        assert_eq!(
            told(&results.map(str::to_owned)),
            "3 tests passed, 3 failed"
        );
    }
}
