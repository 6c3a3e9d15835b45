//! Failures of candle itself, such as a device without memory: a panic at the caller's line, or an error.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::{Candle, MisfitError, attempt};
//!
//! let x = TensorOn::<f32, shape![_], Candle>::ones_with(<shape![_]>::of([2]));
//! let y = TensorOn::<f32, shape![_], Candle>::ones_with(<shape![_]>::of([3]));
//! // Sizes that do not fit, and failures of candle, in one error:
//! let error = attempt(|| x.try_add(&y)).unwrap_err();
//! assert!(matches!(error, MisfitError::Broadcast(_)));
//! let sum = attempt(|| x.try_add(&x))?;
//! assert_eq!(sum.sum(), 4.0);
//! # Ok::<(), MisfitError>(())
//! ```

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::MisfitError;

thread_local! {
    /// The number of calls of [`attempt`] on this thread's stack.
    static ATTEMPTS: Cell<usize> = const { Cell::new(0) };
}

/// The panic payload that unwinds to the innermost [`attempt`], without calling the panic hook.
struct Failure(candle_core::Error);

/// Runs some work and returns its result or its error, also if candle fails. Operations panic if candle fails, because
/// their signatures are shared with engines that cannot fail. Any operations can be in the work, a whole model too.
///
/// A tensor that a failed operation was to change is unchanged.
///
/// # Errors
///
/// Returns the error of the work, or [`MisfitError::Candle`] if candle fails.
///
/// # Panics
///
/// Panics if the work panics for another reason: sizes that do not fit, in functions that do not start with `try_`. A
/// program that aborts at a panic (`panic = "abort"`) aborts where candle fails.
pub fn attempt<Found, Error: Into<MisfitError>>(
    work: impl FnOnce() -> Result<Found, Error>,
) -> Result<Found, MisfitError> {
    ATTEMPTS.set(ATTEMPTS.get() + 1);
    let found = catch_unwind(AssertUnwindSafe(work));
    ATTEMPTS.set(ATTEMPTS.get() - 1);
    match found {
        Ok(found) => found.map_err(Into::into),
        Err(panic) => match panic.downcast::<Failure>() {
            Ok(failure) => Err(MisfitError::Candle(failure.0)),
            Err(panic) => resume_unwind(panic),
        },
    }
}

/// The result of candle. If it is an error, panics with candle's message at the line of the operation's caller, or,
/// within [`attempt`], unwinds to it.
#[track_caller]
#[inline]
pub(crate) fn or_panic<Found>(found: candle_core::Result<Found>) -> Found {
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn failed(error: candle_core::Error) -> ! {
        match ATTEMPTS.get() {
            0 => panic!("candle: {error}"),
            _ => resume_unwind(Box::new(Failure(error))),
        }
    }
    match found {
        Ok(found) => found,
        Err(error) => failed(error),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use candle_core::{DType, Device, Tensor as Untyped};
    use shapecheck::ShapeError;

    use super::{attempt, or_panic};
    use crate::MisfitError;

    /// An operation that fails in candle: its kernels cannot multiply integers.
    #[track_caller]
    fn failing() -> Untyped {
        let integers = Untyped::ones((2, 2), DType::U32, &Device::Cpu);
        or_panic(integers.and_then(|it| it.matmul(&it)))
    }

    #[test]
    fn an_error_of_candle_is_the_source() {
        let attempted = attempt(|| {
            let inner = attempt(|| Ok::<_, MisfitError>(failing()));
            assert!(inner.is_err());
            Ok::<_, ShapeError>(failing())
        });
        let error = attempted.unwrap_err();
        let source = error.source().unwrap().downcast_ref::<candle_core::Error>();
        assert!(error.to_string().starts_with("candle: "), "{error}");
        assert!(source.unwrap().to_string().contains("matmul"), "{error}");
    }

    #[test]
    fn without_an_attempt_it_is_a_panic() {
        let panic = std::panic::catch_unwind(failing).unwrap_err();
        let text = panic.downcast_ref::<String>().unwrap();
        assert!(text.starts_with("candle: unsupported"), "{text}");
    }

    #[test]
    fn other_panics_go_on() {
        let work = || attempt(|| -> Result<(), MisfitError> { panic!("of the work") });
        let panic = std::panic::catch_unwind(work).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"of the work"));
        assert!(attempt(|| Ok::<_, MisfitError>(())).is_ok());
    }
}
