//! Lines of a program, and how they are found in the text of a stack.

use std::fmt;
use std::sync::Arc;

/// A line of the program, looked up only when it is reported: looking one up takes longer than recording an operation.
#[derive(Clone)]
pub struct Line(Arc<dyn Fn() -> Option<String> + Send + Sync>);

impl Line {
    /// The line that a function finds.
    pub fn looked_up(find: impl Fn() -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(find))
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
        let is_left_out = |place: &str| {
            let of_std = ["/rustc/", "/rustlib/"];
            of_std
                .iter()
                .chain(left_out)
                .any(|part| place.contains(part))
        };
        // Below a program there is C, with lines where the program may have none.
        let place = places.find(|place| place.contains(".rs:") && !is_left_out(place))?;
        let of_registry = place
            .split_once("/registry/src/")
            .and_then(|(_, behind)| behind.split_once('/'));
        let place = of_registry.map_or(place, |(_, of_package)| of_package);
        Some(place.trim_start_matches("./").to_owned())
    }

    /// `src/model.rs:12:9`, if it is found.
    pub(crate) fn text(&self) -> Option<String> {
        (self.0)()
    }
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
    use super::Line;

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
}
