//! Failures of a whole computation, as an error: sizes that do not fit, or an engine that fails.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use core::error::Error;
#[cfg(feature = "std")]
use core::{any::Any, cell::Cell, fmt, panic::Location};
#[cfg(feature = "std")]
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[cfg(feature = "std")]
std::thread_local! {
    /// The number of calls of [`attempt`] on this thread's stack.
    static ATTEMPTS: Cell<usize> = const { Cell::new(0) };
}

/// Why some work was given up: an operation panicked. See [`attempt`].
///
/// `{}` is the text of the panic; `{:?}` is the same line, so that an `unwrap` shows it.
///
/// In the guide: [at run time](crate::guide::run_time).
#[cfg(feature = "std")]
pub struct Failure {
    error: Box<dyn Error + Send + Sync>,
    place: Option<&'static Location<'static>>,
}

#[cfg(feature = "std")]
impl Failure {
    /// The error of the operation: a [`ShapeError`](crate::ShapeError) or a [`BroadcastError`](super::BroadcastError) if
    /// sizes do not fit, or that of the engine. For another panic, it is only the text.
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.error
    }

    /// The line that called the operation, if it gave an error.
    pub fn place(&self) -> Option<&'static Location<'static>> {
        self.place
    }

    /// Creates it from what a panic carries.
    fn of(panic: Box<dyn Any + Send>) -> Self {
        let panic = match panic.downcast::<Self>() {
            Ok(failure) => return *failure,
            Err(panic) => panic,
        };
        let error = match panic.downcast::<alloc::string::String>() {
            Ok(text) => (*text).into(),
            Err(panic) => match panic.downcast_ref::<&str>() {
                Some(&text) => text.into(),
                None => "a panic without a text".into(),
            },
        };
        Self { error, place: None }
    }
}

#[cfg(feature = "std")]
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

#[cfg(feature = "std")]
crate::__debug_is_text!(Failure);

#[cfg(feature = "std")]
impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// Runs some work, such as a whole model, and returns its result, or an error where it panics. It is the same on every
/// engine.
///
/// Operations without `try_` in front panic if sizes do not fit, and if the engine fails: a device, its memory. A server
/// goes on with the next request:
///
/// ```
/// use shapecheck::engine::Models;
/// use shapecheck::error::{BroadcastError, Failure, attempt};
/// use shapecheck::{Tensor, TensorOn, shape};
///
/// fn model<E: Models<f32>>(
///     x: &TensorOn<f32, shape![_], E>,
///     y: &TensorOn<f32, shape![_], E>,
/// ) -> TensorOn<f32, shape![_], E> {
///     (x + y).tanh()
/// }
///
/// fn answer<E: Models<f32>>(
///     x: &TensorOn<f32, shape![_], E>,
///     y: &TensorOn<f32, shape![_], E>,
/// ) -> Result<TensorOn<f32, shape![_], E>, Failure> {
///     attempt(|| model(x, y))
/// }
///
/// let zeros = |length| Tensor::zeros_with(<shape![_]>::of([length]));
/// assert_eq!(answer(&zeros(3), &zeros(3))?, zeros(3));
/// let failure = answer(&zeros(3), &zeros(2)).unwrap_err();
/// let text = "cannot broadcast shapes [3] and [2]: size 3 does not match size 2 at axis -1";
/// assert_eq!(failure.to_string(), text);
/// assert!(failure.error().is::<BroadcastError>());
/// assert!(failure.place().is_some_and(|place| place.line() > 0));
/// # Ok::<(), Failure>(())
/// ```
///
/// The work may be left in the middle: begin again with what it was to change, such as a cache. Within the work, an
/// operation whose sizes do not fit does not call the panic hook; other panics do, as usual.
///
/// A program that aborts at a panic (`panic = "abort"`), or because memory is at its end on the host, is not stopped from
/// that.
///
/// # Errors
///
/// Returns an error if the work panics.
///
/// In the guide: [at run time](crate::guide::run_time).
#[cfg(feature = "std")]
pub fn attempt<Found>(work: impl FnOnce() -> Found) -> Result<Found, Failure> {
    ATTEMPTS.set(ATTEMPTS.get() + 1);
    let found = catch_unwind(AssertUnwindSafe(work));
    ATTEMPTS.set(ATTEMPTS.get() - 1);
    found.map_err(Failure::of)
}

/// For engines: panics at the caller's line with the text of an error. Within [`attempt`](crate::error::attempt) it
/// becomes the error of that.
///
/// # Panics
///
/// Always.
///
/// In the guide: [at run time](crate::guide::run_time).
#[cold]
#[inline(never)]
#[track_caller]
pub fn fail(error: impl Error + Send + Sync + 'static) -> ! {
    #[cfg(feature = "std")]
    if ATTEMPTS.get() > 0 {
        resume_unwind(Box::new(Failure {
            error: Box::new(error),
            place: Some(Location::caller()),
        }));
    }
    panic!("{error}")
}
