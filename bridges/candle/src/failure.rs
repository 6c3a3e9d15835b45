//! Failures of candle itself, such as a device without memory: a panic at the caller's line, or within
//! [`attempt`](shapecheck::error::attempt) an error.

use shapecheck::error::fail;

use crate::MisfitError;

/// The result of candle. If it is an error, panics with candle's message at the line of the operation's caller, because
/// operations have signatures that are shared with engines that cannot fail.
#[track_caller]
#[inline]
pub(crate) fn or_panic<Found>(found: candle_core::Result<Found>) -> Found {
    match found {
        Ok(found) => found,
        Err(error) => fail(MisfitError::Candle(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use candle_core::{DType, Device, Tensor as Untyped};
    use shapecheck::error::attempt;

    use super::or_panic;
    use crate::MisfitError;

    /// An operation that fails in candle: its kernels cannot multiply integers.
    #[track_caller]
    fn failing() -> Untyped {
        let integers = Untyped::ones((2, 2), DType::U32, &Device::Cpu);
        or_panic(integers.and_then(|it| it.matmul(&it)))
    }

    #[test]
    fn an_error_of_candle_is_the_source() {
        let line = line!() + 3;
        let failure = attempt(|| {
            assert!(attempt(failing).is_err());
            failing()
        })
        .unwrap_err();
        let source = failure
            .source()
            .unwrap()
            .downcast_ref::<candle_core::Error>();
        assert!(failure.to_string().starts_with("candle: "), "{failure}");
        assert!(source.unwrap().to_string().contains("matmul"), "{failure}");
        assert!(failure.error().is::<MisfitError>());
        assert_eq!(failure.place().map(|place| place.line()), Some(line));
    }

    #[test]
    fn without_an_attempt_it_is_a_panic() {
        let panic = std::panic::catch_unwind(failing).unwrap_err();
        let text = panic.downcast_ref::<String>().unwrap();
        assert!(text.starts_with("candle: unsupported"), "{text}");
    }
}
