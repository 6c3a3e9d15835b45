//! The filter of `examples/kalman` with minikalman, in memory of its own.

use minikalman::extended::*;
use minikalman::prelude::*;
use num_traits::Float;

use crate::{BEACONS, Reading, SECONDS};

/// What takes a reading and gives what is known then.
#[allow(non_snake_case)]
pub fn filter() -> impl FnMut(&Reading) -> [f64; 4] {
    impl_buffer_x!(mut x, 4, f64, 0.0);
    impl_buffer_A!(mut A, 4, f64, 0.0);
    impl_buffer_P!(mut P, 4, f64, 0.0);
    impl_buffer_Q_direct!(mut Q, 4, f64, 0.0);
    impl_buffer_temp_x!(mut temp_x, 4, f64, 0.0);
    impl_buffer_temp_P!(mut temp_P, 4, f64, 0.0);
    let mut filter = ExtendedKalmanBuilder::new::<4, f64>(A, x, P, Q, temp_x, temp_P);
    macro_rules! measurement {
        ($count:literal) => {{
            impl_buffer_z!(mut z, $count, f64, 0.0);
            impl_buffer_H!(mut H, $count, 4, f64, 0.0);
            impl_buffer_R!(mut R, $count, f64, 0.0);
            impl_buffer_y!(mut y, $count, f64, 0.0);
            impl_buffer_S!(mut S, $count, f64, 0.0);
            impl_buffer_K!(mut K, 4, $count, f64, 0.0);
            impl_buffer_temp_S_inv!(mut inverse, $count, f64, 0.0);
            impl_buffer_temp_HP!(mut HP, $count, 4, f64, 0.0);
            impl_buffer_temp_PHt!(mut PHt, 4, $count, f64, 0.0);
            impl_buffer_temp_KHP!(mut KHP, 4, f64, 0.0);
            ExtendedObservationBuilder::new::<4, $count, f64>(
                H, z, R, y, S, K, inverse, HP, PHt, KHP,
            )
        }};
    }
    let mut ranges = measurement!(3);
    let mut compass = measurement!(1);
    for (place, value) in [0.0, 0.0, 0.5, 1.0].into_iter().enumerate() {
        filter.state_vector_mut().set_row(place, value);
    }
    for (place, value) in [4.0, 4.0, 0.5, 1.0].into_iter().enumerate() {
        filter.estimate_covariance_mut().set_at(place, place, value);
    }
    for (place, value) in [1e-4, 1e-4, 4e-4, 1e-3].into_iter().enumerate() {
        filter
            .direct_process_noise_mut()
            .set_at(place, place, value);
    }
    ranges.measurement_noise_covariance_mut().make_scalar(0.04);
    compass.measurement_noise_covariance_mut().make_scalar(0.01);
    compass.observation_jacobian_matrix_mut().set_at(0, 2, 1.0);

    move |reading| {
        let (heading, speed) = (filter.state_vector()[2], filter.state_vector()[3]);
        let (sin, cos) = (Float::sin(heading) * SECONDS, Float::cos(heading) * SECONDS);
        filter.state_transition_jacobian_mut().apply(|slope| {
            slope.make_identity();
            slope.set_at(0, 2, -speed * sin);
            slope.set_at(0, 3, cos);
            slope.set_at(1, 2, speed * cos);
            slope.set_at(1, 3, sin);
        });
        filter.predict_nonlinear(|state, next| {
            next[0] = state[0] + speed * cos;
            next[1] = state[1] + speed * sin;
            next[2] = heading + reading.turn * SECONDS;
            next[3] = speed;
        });
        let (x, y) = (filter.state_vector()[0], filter.state_vector()[1]);
        let mut expected = [0.0; 3];
        for (number, [east, north]) in BEACONS.into_iter().enumerate() {
            let (right, up) = (x - east, y - north);
            expected[number] = Float::sqrt(right * right + up * up);
            let slope = ranges.observation_jacobian_matrix_mut();
            slope.set_at(number, 0, right / expected[number]);
            slope.set_at(number, 1, up / expected[number]);
            ranges
                .measurement_vector_mut()
                .set_row(number, reading.distances[number]);
        }
        filter.correct_nonlinear(&mut ranges, |_, distances| {
            for (number, distance) in expected.into_iter().enumerate() {
                distances.set_row(number, distance);
            }
        });
        if let Some(heading) = reading.heading {
            compass.measurement_vector_mut().set_row(0, heading);
            filter.correct_nonlinear(&mut compass, |state, seen| seen.set_row(0, state[2]));
        }
        let state = filter.state_vector();
        [state[0], state[1], state[2], state[3]]
    }
}
