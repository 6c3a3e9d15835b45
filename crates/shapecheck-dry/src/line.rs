//! Lines of a program, and how they are found in the text of a stack.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A line of the program, looked up only when it is reported: looking one up takes longer than recording an operation.
#[derive(Clone)]
pub struct Line(Arc<Source>);

/// What a line is found in.
enum Source {
    LookedUp(Box<dyn Fn() -> Option<String> + Send + Sync>),
    Stack(Mutex<Stack>),
}

/// A stack, with the parts of paths of files that are not the program's, or what was read in it: names of functions make a stack
/// large, and it is dropped when it was read.
enum Stack {
    Unread(Box<dyn fmt::Display + Send>, &'static [&'static str]),
    Read(Arc<Trace>),
}

/// A call that was not over when an operation was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Call {
    /// The function that contains the line, or nothing if it is not known.
    pub(crate) function: String,
    /// The line, with the path of the file as the compiler was given it.
    pub(crate) place: String,
}

/// How a program came to an operation.
#[derive(Default, Debug, PartialEq)]
pub(crate) struct Trace {
    /// The calls, the outermost one first. The last one has the line of the operation.
    pub(crate) calls: Vec<Call>,
    /// Tells the operations apart that a library does for one call of the program.
    pub(crate) within: u64,
    /// The function of a library that the program called.
    library: String,
}

impl Trace {
    /// The name of the library's function that the program called: `softmax` of `candle_nn::ops::softmax::<usize>`. Those that say
    /// nothing, as `forward`, are none.
    pub(crate) fn function_called(&self) -> Option<&str> {
        let function = self.library.split("::<").next()?;
        let name = function.rsplit("::").next()?.trim_end_matches('>');
        let is_name = name.starts_with(char::is_alphabetic);
        (is_name && !["forward", "forward_t", "apply"].contains(&name)).then_some(name)
    }
}

impl Line {
    /// The line that a function finds.
    pub fn looked_up(find: impl Fn() -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(Source::LookedUp(Box::new(find))))
    }

    /// For recorders: the line that [`in_stack`](Self::in_stack) finds in a stack, a `std::backtrace::Backtrace`, and the calls
    /// that lead to it. The stack is looked at when the line is reported, and no further than the model.
    ///
    /// ```
    /// use std::backtrace::Backtrace;
    ///
    /// use shapecheck_dry::{Line, Operation};
    ///
    /// let mut operation = Operation::new("relu", [vec![3, 64]], [vec![3, 64]]);
    /// operation.line = Some(Line::of_stack(Backtrace::force_capture(), &["/library-of-tensors-"]));
    /// ```
    pub fn of_stack(
        stack: impl fmt::Display + Send + 'static,
        left_out: &'static [&'static str],
    ) -> Self {
        let stack = Stack::Unread(Box::new(stack), left_out);
        Self(Arc::new(Source::Stack(Mutex::new(stack))))
    }

    /// For recorders: the innermost line of a stack, as `std::backtrace::Backtrace` prints it, that is of none of the files in
    /// whose paths one of these parts stands. Those of the standard library are left out too.
    ///
    /// The path of a file of the registry starts at its package, `candle-transformers-0.11.1/src/models/phi.rs:146:18`.
    #[must_use]
    pub fn in_stack(stack: &str, left_out: &[&str]) -> Option<String> {
        let mut places = stack
            .lines()
            .filter_map(|line| line.trim().strip_prefix("at "));
        let place = places.find(|place| is_of_program(place, left_out))?;
        Some(shown(place).to_owned())
    }

    /// `src/model.rs:12:9`, if it is found.
    pub(crate) fn text(&self) -> Option<String> {
        match &*self.0 {
            Source::LookedUp(find) => find(),
            Source::Stack(_) => {
                let trace = self.trace();
                let call = trace.calls.last()?;
                Some(shown(&call.place).to_owned())
            }
        }
    }

    /// The calls that lead to it, as far as they are known.
    pub(crate) fn trace(&self) -> Arc<Trace> {
        let stack = match &*self.0 {
            Source::Stack(stack) => stack,
            Source::LookedUp(find) => {
                let calls = find().map(|place| Call {
                    function: String::new(),
                    place,
                });
                return Arc::new(Trace {
                    calls: calls.into_iter().collect(),
                    ..Trace::default()
                });
            }
        };
        let mut stack = stack.lock().unwrap_or_else(PoisonError::into_inner);
        let read = match &*stack {
            Stack::Read(trace) => return trace.clone(),
            Stack::Unread(stack, left_out) => Arc::new(trace(stack, left_out)),
        };
        *stack = Stack::Read(read.clone());
        read
    }
}

/// Whether a place in a stack is not of the standard library, and of none of these.
fn is_of_program(place: &str, left_out: &[&str]) -> bool {
    let of_std = ["/rustc/", "/rustlib/"];
    let mut all = of_std.iter().chain(left_out);
    // Below a program there is C, with lines where the program may have none.
    place.contains(".rs:") && !all.any(|part| place.contains(part))
}

/// The place as it is reported: the path of a file of the registry starts at its package.
pub(crate) fn shown(place: &str) -> &str {
    let of_registry = place
        .split_once("/registry/src/")
        .and_then(|(_, after)| after.split_once('/'));
    let place = of_registry.map_or(place, |(_, of_package)| of_package);
    place.trim_start_matches("./")
}

/// Calls a function with each line of a text until it returns false. The rest of the text is not made.
fn each_line(text: &dyn fmt::Display, take: impl FnMut(&str) -> bool) {
    struct Lines<F> {
        begun: String,
        take: F,
    }
    impl<F: FnMut(&str) -> bool> Write for Lines<F> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.begun.push_str(text);
            // A name comes in many small parts, so this does little for each of them.
            if !matches!(text.as_bytes(), [.., b'\n']) {
                return Ok(());
            }
            let goes_on = self.begun.lines().all(&mut self.take);
            self.begun.clear();
            if goes_on { Ok(()) } else { Err(fmt::Error) }
        }
    }
    let begun = String::new();
    // An error is the end that was asked for.
    let _ = writeln!(Lines { begun, take }, "{text}");
}

/// The functions that run models. What calls them has long names, with the types of closures in them, which take most of the
/// time that a stack takes.
const RUNNERS: [&str; 3] = [
    "shapecheck_dry::",
    "shapecheck_candle_dry::candle_",
    "shapecheck_burn::capture::",
];

/// The calls of a program in a stack. The function that runs the model ends them.
fn trace(stack: &dyn fmt::Display, left_out: &[&str]) -> Trace {
    let (mut trace, mut function) = (Trace::default(), String::new());
    let mut within = String::new();
    each_line(stack, |line| {
        let line = line.trim();
        if let Some(place) = line.strip_prefix("at ") {
            if is_of_program(place, left_out) {
                trace.calls.push(Call {
                    function: function.clone(),
                    place: place.to_owned(),
                });
            } else if trace.calls.is_empty() {
                within += place;
                let is_of_library = left_out.iter().any(|part| place.contains(part));
                if is_of_library && !function.contains("{closure") {
                    trace.library.clone_from(&function);
                }
            }
            return true;
        }
        // The function before, which may have no line, was not one of the program.
        if trace.calls.is_empty() {
            within += &function;
        }
        let is_number = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
        function.clear();
        function += match line.split_once(": ") {
            Some((number, name)) if is_number(number) => name,
            _ => line,
        };
        let is_end = RUNNERS.iter().any(|start| function.starts_with(start));
        trace.calls.is_empty() || !is_end
    });
    trace.calls.reverse();
    trace.within = hash(within.as_bytes());
    trace
}

/// FNV-1a of 64 bits: enough to tell one text from another by accident.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl From<&str> for Line {
    /// A line that is known.
    fn from(text: &str) -> Self {
        let text = text.to_owned();
        Self::looked_up(move || Some(text.clone()))
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Line(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, hash, trace};

    #[test]
    fn the_innermost_line_of_the_program() {
        let stack = "\
   0: std::backtrace::Backtrace::create
             at /rustc/1159e78c/library/std/src/backtrace.rs:331:13
   1: candle_core::tensor::Tensor::matmul
             at /home/me/target/dry/candle-core-0.11.1/src/tensor.rs:1540:9
   2: candle_transformers::models::phi::forward
             at /home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/candle-transformers-0.11.1/src/models/phi.rs:146:18
   3: start_thread
             at ./nptl/pthread_create.c:442:8
   4: model::forward
             at ./src/lib.rs:12:9
";
        let of = |left_out: &[&str]| Line::in_stack(stack, left_out);
        assert_eq!(
            of(&["/candle-core-"]).as_deref(),
            Some("candle-transformers-0.11.1/src/models/phi.rs:146:18")
        );
        assert_eq!(of(&["/candle-"]).as_deref(), Some("src/lib.rs:12:9"));
        assert_eq!(of(&["/"]), None);
        assert_eq!(Line::in_stack("disabled backtrace", &[]), None);
    }

    #[test]
    fn the_calls_of_the_program_end_where_it_is_run() {
        let stack = "\
   0: candle_core::dummy_cuda_backend::CudaDevice::push
             at /home/me/target/dry/candle-core-0.11.1/src/dummy_cuda_backend.rs:78:30
   1: model::heads
             at ./src/lib.rs:57:11
      model::{impl#1}::forward
             at ./src/lib.rs:63:9
   2: <shapes::attention::{closure#0} as core::ops::function::FnOnce<()>>::call_once
             at ./tests/shapes.rs:12:30
   3: shapecheck_candle_dry::candle_0_11::record::{closure#0}
             at /home/me/shapecheck/bridges/candle-dry/src/capture.rs:101:22
   4: shapes::attention
             at ./tests/shapes.rs:10:5
";
        let left_out = ["/candle-core-", "candle-dry/src/capture.rs"];
        let trace = trace(&stack, &left_out);
        let calls = trace.calls.iter();
        let calls: Vec<(&str, &str)> = calls.map(|call| (&*call.function, &*call.place)).collect();
        let closure =
            "<shapes::attention::{closure#0} as core::ops::function::FnOnce<()>>::call_once";
        let expected = [
            (closure, "./tests/shapes.rs:12:30"),
            ("model::{impl#1}::forward", "./src/lib.rs:63:9"),
            ("model::heads", "./src/lib.rs:57:11"),
        ];
        assert_eq!(calls, expected);
        let inner = "/home/me/target/dry/candle-core-0.11.1/src/dummy_cuda_backend.rs:78:30\
                     candle_core::dummy_cuda_backend::CudaDevice::push";
        assert_eq!(trace.within, hash(inner.as_bytes()));
        assert_eq!(trace.function_called(), Some("push"));
        let line = Line::of_stack(stack, &["/candle-core-"]);
        assert_eq!(line.text().as_deref(), Some("src/lib.rs:57:11"));
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
