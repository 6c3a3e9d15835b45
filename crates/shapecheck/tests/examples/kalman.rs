//! The example's extended Kalman filter has the same estimate as NumPy after each reading, and allocates nothing.

use crate::allocations::allocations;
use crate::recorded::{COVARIANCE, READINGS, STATES};
use shapecheck::InlineTensor;

#[test]
fn a_rover_is_followed_as_by_numpy() {
    let before = allocations();
    let mut known = crate::rover::unknown();
    let mut disbelieved = None;
    for (number, (reading, expected)) in READINGS.iter().zip(&STATES).enumerate() {
        let (estimate, believed) = crate::rover::follow(&known, reading).expect("errors are not 0");
        known = estimate;
        if !believed {
            assert_eq!(disbelieved.replace(number), None);
        }
        let expected = InlineTensor::from(*expected);
        assert!(known.state.all_close(&expected, 1e-9, 1e-9), "{number}");
    }
    assert_eq!(allocations(), before);
    assert_eq!(disbelieved, Some(37));
    let covariance = InlineTensor::from(COVARIANCE);
    assert!(known.covariance.all_close(&covariance, 1e-9, 1e-12));
    // Joseph's form keeps it positive definite.
    assert!(known.covariance.try_cholesky().is_ok());
}
