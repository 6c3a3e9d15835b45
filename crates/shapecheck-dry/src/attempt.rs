//! A call of a model, whose panic is an error.

use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};

use shapecheck::dry::{Row, run_with};

use crate::Line;
use crate::weights::{Weight, taken};

thread_local! {
    /// Whether a panic on this thread is an error of a model.
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
    static STACK: RefCell<Option<Backtrace>> = const { RefCell::new(None) };
}

/// For recorders: calls a function, takes a panic for an error of its text, which is not printed, and also returns what it called.
pub fn attempt<T>(run: impl FnOnce() -> Result<T, String>) -> (Result<T, String>, Calls) {
    STACK.take();
    taken();
    let (result, summary) = run_with(|| caught(run));
    let stack = STACK.take().map(Arc::new);
    let (rows, weights) = (summary.rows, taken());
    let calls = Calls {
        rows,
        weights,
        stack,
    };
    (result, calls)
}

/// Calls of functions with [`#[shapes]`](macro@shapecheck::shapes) and weights that were [loaded](crate::loaded), for
/// [`Record::with_calls`](crate::Record::with_calls), and where a panic came from.
pub struct Calls {
    pub(crate) rows: Vec<Row>,
    pub(crate) weights: Vec<Weight>,
    stack: Option<Arc<Backtrace>>,
}

impl Calls {
    /// The innermost line of the panic that is of none of the files in whose paths one of these parts stands: see
    /// [`Line::in_stack`].
    #[must_use]
    pub fn panicked_at(&self, left_out: &'static [&'static str]) -> Option<Line> {
        let stack = self.stack.clone()?;
        Some(Line::looked_up(move || {
            let stack = stack.to_string();
            // The first frames are those of the hook.
            let behind = stack.split_once("core::panicking::");
            Line::in_stack(behind.map_or(&*stack, |(_, behind)| behind), left_out)
        }))
    }
}

pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| match IS_RUNNING.get() {
            true => STACK.set(Some(Backtrace::force_capture())),
            false => others(panic),
        }));
    });
    let before = IS_RUNNING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_RUNNING.set(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(text.unwrap_or("the model panics").to_owned())
    })
}
