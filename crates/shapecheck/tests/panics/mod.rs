//! Where a closure panics, and with which text.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

/// The file, the line and the text of the panic of a closure.
pub fn panic_of<T>(function: impl FnOnce() -> T) -> (String, u32, String) {
    // The hook is one for the whole process.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let told = Arc::new(Mutex::new(None));
    let previous = panic::take_hook();
    let thread = std::thread::current().id();
    panic::set_hook(Box::new({
        let told = Arc::clone(&told);
        move |info| {
            // Other tests of the program run beside this one.
            if std::thread::current().id() == thread {
                let place = info.location().map(|at| (at.file().to_owned(), at.line()));
                let text = info.payload().downcast_ref::<String>().cloned();
                *told.lock().unwrap() = place.zip(text);
            }
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    panic::set_hook(previous);
    assert!(result.is_err(), "nothing panicked");
    let ((file, line), text) = told.lock().unwrap().take().expect("the hook was called");
    (file, line, text)
}
