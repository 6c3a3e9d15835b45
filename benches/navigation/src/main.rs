//! The filter of `examples/navigation` beside the same as a newcomer writes it and in nalgebra: `ours STEPS`, `newcomer
//! STEPS`, `theirs STEPS`, or `both STEPS`, which compares what they know at the end.

#[cfg(feature = "newcomer")]
mod newcomer;
#[cfg(feature = "ours")]
#[path = "../../../examples/navigation/src/filter.rs"]
mod ours;
#[cfg(feature = "theirs")]
mod theirs;

/// What the sensors say at a step, and a place.
fn reading(step: u32) -> ([f64; 3], [f64; 3], [f64; 3]) {
    let t = f64::from(step) * SECONDS;
    let (sin, cos) = (t.sin(), t.cos());
    (
        [0.3 * sin, 0.2 * cos, 9.81 + 0.1 * sin * cos],
        [0.02 * cos, 0.01 * sin, 0.05],
        [0.3 * sin, 0.2 * cos, 0.01 * t.min(1.0)],
    )
}

const SECONDS: f64 = 0.01;
const NOISE: [f64; 15] = [
    1e-6, 1e-6, 1e-6, 1e-5, 1e-5, 1e-5, 1e-7, 1e-7, 1e-7, 1e-8, 1e-8, 1e-8, 1e-9, 1e-9, 1e-9,
];

/// All that is known, in one list: 15 numbers, the attitude, and the covariance.
macro_rules! known {
    ($which:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        fn $which(steps: u32) -> Vec<f64> {
            use shapecheck::InlineTensor;
            let mut filter = $which::Filter {
                place: InlineTensor::zeros(),
                speed: InlineTensor::zeros(),
                attitude: InlineTensor::from_array([
                    [1.0, 0.0, 0.0],
                    [0.0, 1.0, 0.0],
                    [0.0, 0.0, 1.0],
                ]),
                force: InlineTensor::zeros(),
                spin: InlineTensor::zeros(),
                covariance: InlineTensor::<f64, _>::eye() * 0.1,
            };
            let noise = InlineTensor::from_array(NOISE).diag();
            let unsure = InlineTensor::<f64, _>::eye() * 0.01;
            for step in 0..steps {
                let (force, spin, place) = reading(step);
                filter.moved(
                    InlineTensor::from_array(force),
                    InlineTensor::from_array(spin),
                    SECONDS,
                    &noise,
                );
                filter
                    .seen(InlineTensor::from_array(place), &unsure)
                    .expect("no singular matrix");
            }
            let mut all = Vec::new();
            for part in [
                filter.place.as_slice(),
                filter.speed.as_slice(),
                filter.force.as_slice(),
                filter.spin.as_slice(),
                filter.attitude.as_slice(),
                filter.covariance.as_slice(),
            ] {
                all.extend_from_slice(part);
            }
            all
        }
    };
}

known!(ours, "ours");
known!(newcomer, "newcomer");

#[cfg(feature = "theirs")]
fn theirs(steps: u32) -> Vec<f64> {
    use nalgebra::{Matrix3, SMatrix, SVector, Vector3};
    let mut filter = theirs::Filter {
        place: Vector3::zeros(),
        speed: Vector3::zeros(),
        attitude: Matrix3::identity(),
        force: Vector3::zeros(),
        spin: Vector3::zeros(),
        covariance: SMatrix::identity() * 0.1,
    };
    let noise = SMatrix::from_diagonal(&SVector::from(NOISE));
    let unsure = Matrix3::identity() * 0.01;
    for step in 0..steps {
        let (force, spin, place) = reading(step);
        filter.moved(force.into(), spin.into(), SECONDS, &noise);
        filter
            .seen(place.into(), &unsure)
            .expect("no singular matrix");
    }
    let mut all = Vec::new();
    for part in [filter.place, filter.speed, filter.force, filter.spin] {
        all.extend_from_slice(part.as_slice());
    }
    all.extend_from_slice(filter.attitude.transpose().as_slice());
    all.extend_from_slice(filter.covariance.transpose().as_slice());
    all
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let steps = arguments
        .get(2)
        .and_then(|steps| steps.parse().ok())
        .unwrap_or(10_000);
    let which = arguments.get(1).map_or("both", String::as_str);
    match which {
        #[cfg(feature = "ours")]
        "ours" => println!("{:?}", &ours(steps)[..12]),
        #[cfg(feature = "newcomer")]
        "newcomer" => println!("{:?}", &newcomer(steps)[..12]),
        #[cfg(feature = "theirs")]
        "theirs" => println!("{:?}", &theirs(steps)[..12]),
        #[cfg(all(feature = "ours", feature = "newcomer", feature = "theirs"))]
        "both" => {
            let theirs = theirs(steps);
            let largest = theirs
                .iter()
                .fold(0.0_f64, |largest, x| largest.max(x.abs()));
            for (which, ours) in [("ours", ours(steps)), ("newcomer", newcomer(steps))] {
                let error = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs());
                let error = error.fold(0.0_f64, f64::max) / largest;
                println!("{which}: largest difference, in parts of the largest number: {error:e}");
                assert!(error < 1e-12);
            }
        }
        _ => panic!("`ours`, `newcomer`, `theirs` or `both`"),
    }
}
