//! Tensors of fixed-point numbers: a Kalman filter of a constant speed knows what the same knows in floats, or this exits
//! with a panic.

use fixed::types::{I16F16, I32F32};
use shapecheck::num_traits::Num;
use shapecheck::tensor::{Element, MatrixElement};
use shapecheck::{InlineTensor, shape};

/// Each operation gives what it gives in floats, where that is a number of fixed point.
fn operations() {
    let rows = [[1.0, 2.0, 3.0], [0.5, 0.25, -1.0], [4.0, 0.0, 1.5]];
    let number = I16F16::from_num::<f64>;
    let x: InlineTensor<I16F16, shape![3, 3]> = InlineTensor::from(rows.map(|row| row.map(number)));
    let floats = InlineTensor::from(rows);
    let same = |x: InlineTensor<I16F16, shape![3, 3]>, floats: InlineTensor<f64, shape![3, 3]>| {
        assert_eq!(x.map(|x| x.to_num::<f64>()), floats);
    };
    same(x + x, floats + floats);
    same(x - x.transpose(), floats - floats.transpose());
    same(x * x, floats * floats);
    same(x * number(0.5), floats * 0.5);
    same(x.matmul(&x), floats.matmul(&floats));
    assert_eq!(x.sum(), number(11.25));
    let sums: [I16F16; 3] = x.sum_axis::<-1>().remove_axis::<-1>().into();
    assert_eq!(sums, [6.0, -0.25, 5.5].map(number));
    assert_eq!(x.max(), number(4.0));
}

/// A place and a speed, and how sure they are.
struct Filter<T: 'static> {
    state: InlineTensor<T, shape![2]>,
    covariance: InlineTensor<T, shape![2, 2]>,
}

impl<T: Num + MatrixElement + Element> Filter<T> {
    /// Moves on, and is improved by a measured place. A surprise is one number, so that the gain needs no equations.
    fn step(&mut self, seconds: T, grows: T, place: T, unsure: T) {
        let (one, zero) = (T::one(), T::zero());
        let step = InlineTensor::from([[one, seconds], [zero, one]]);
        let state = step.matmul(&self.state);
        let grows = InlineTensor::<T, shape![2, 2]>::from([[grows, zero], [zero, grows]]);
        let covariance = step.matmul(&self.covariance).matmul(&step.transpose()) + grows;
        let [expected, _]: [T; 2] = state.into();
        let [[variance, both], _]: [[T; 2]; 2] = covariance.into();
        let gain = [variance, both].map(|spread| spread / (variance + unsure));
        let gain = InlineTensor::<T, shape![2]>::from(gain);
        self.state = state + gain * (place - expected);
        let [first, second]: [T; 2] = gain.into();
        let left = InlineTensor::from([[one - first, zero], [zero - second, one]]);
        self.covariance = left.matmul(&covariance);
    }
}

/// Where a body is found to be, after 200 steps of a tenth of a second, and how fast.
fn follow<T: Num + MatrixElement + Element>(number: impl Fn(f64) -> T) -> [T; 2] {
    let mut filter = Filter {
        state: InlineTensor::from([0.0, 0.0].map(&number)),
        covariance: InlineTensor::from([[1.0, 0.0], [0.0, 1.0]].map(|row| row.map(&number))),
    };
    for step in 0..200 {
        // At 3 + 0.5 t, in a measure of sixteenths, and off by one of them at each second step.
        let place = 3.0 + 0.05 * f64::from(step) + f64::from(step % 2) / 16.0;
        filter.step(number(0.1), number(1e-4), number(place), number(0.01));
    }
    filter.state.into()
}

fn main() {
    operations();
    let floats = follow(|x| x);
    let largest = |found: [f64; 2]| {
        let [place, speed] = [found[0] - floats[0], found[1] - floats[1]];
        place.abs().max(speed.abs())
    };
    let long = largest(follow(I32F32::from_num::<f64>).map(|x| x.to_num()));
    let short = largest(follow(I16F16::from_num::<f64>).map(|x| x.to_num()));
    println!(
        "in floats {floats:?}; off by {long:.1e} in 32 bits after the point, {short:.1e} in 16"
    );
    assert!((floats[0] - 12.98).abs() < 0.05 && (floats[1] - 0.5).abs() < 0.1);
    assert!(long < 1e-6 && short < 1e-1);
}
