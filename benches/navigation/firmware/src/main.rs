//! A step of the filter, with readings from addresses that the compiler does not know.
#![no_std]
#![no_main]

use core::ptr::read_volatile;

#[cfg(feature = "ours")]
#[path = "../../../../examples/navigation/src/filter.rs"]
mod filter;
#[cfg(feature = "theirs")]
#[path = "../../src/theirs.rs"]
mod filter;

use filter::Filter;

/// Where sensors would be.
#[cfg(not(feature = "run"))]
mod sensors {
    pub const READINGS: *const [[f64; 3]; 3] = 0x4000_0000 as *const _;
    pub const NOISE: *const [f64; 15] = 0x4000_1000 as *const _;
    pub const PLACE: *mut [f64; 3] = 0x4000_2000 as *mut _;
}
/// What they say in QEMU: of a body that is still and a little off.
#[cfg(feature = "run")]
mod sensors {
    pub const READINGS: *const [[f64; 3]; 3] =
        &[[0.3, 0.2, 9.9], [0.02, 0.01, 0.05], [0.3, 0.2, 0.01]];
    pub const NOISE: *const [f64; 15] = &[
        1e-6, 1e-6, 1e-6, 1e-5, 1e-5, 1e-5, 1e-7, 1e-7, 1e-7, 1e-8, 1e-8, 1e-8, 1e-9, 1e-9, 1e-9,
    ];
}
use sensors::{NOISE, READINGS};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

#[cfg_attr(not(feature = "run"), unsafe(export_name = "_start"))]
#[cfg_attr(feature = "run", unsafe(export_name = "board_main"))]
extern "C" fn start() -> ! {
    #[cfg(feature = "theirs")]
    use nalgebra::{Matrix3, SMatrix, SVector, Vector3};
    #[cfg(feature = "ours")]
    use shapecheck::InlineTensor as New;

    #[cfg(feature = "ours")]
    let (mut filter, noise, unsure) = (
        Filter {
            place: New::zeros(),
            speed: New::zeros(),
            attitude: New::<f64, shapecheck::shape![3, 3]>::eye().named(),
            force: New::zeros(),
            spin: New::zeros(),
            covariance: filter::Matrix::eye() * 0.1,
        },
        // SAFETY: a sensor is there.
        New::from(unsafe { read_volatile(NOISE) }).diag().named(),
        filter::Matrix::eye() * 0.01,
    );
    #[cfg(feature = "theirs")]
    let (mut filter, noise, unsure) = (
        Filter {
            place: Vector3::zeros(),
            speed: Vector3::zeros(),
            attitude: Matrix3::identity(),
            force: Vector3::zeros(),
            spin: Vector3::zeros(),
            covariance: SMatrix::identity() * 0.1,
        },
        // SAFETY: a sensor is there.
        SMatrix::from_diagonal(&SVector::from(unsafe { read_volatile(NOISE) })),
        Matrix3::identity() * 0.01,
    );
    let mut step = || -> [f64; 3] {
        // SAFETY: sensors are there.
        let readings = unsafe { read_volatile(READINGS) };
        #[cfg(feature = "ours")]
        let [force, spin, place] = readings.map(New::from);
        #[cfg(feature = "theirs")]
        let [force, spin, place] = readings.map(Vector3::from);
        #[cfg(feature = "ours")]
        let (force, spin, place) = (force.named(), spin.named(), place.named());
        filter.moved(force, spin, 0.01, &noise);
        let _ = filter.seen(place, &unsure);
        filter.place.into()
    };
    #[cfg(feature = "run")]
    board::measure(20, &mut step);
    #[cfg(not(feature = "run"))]
    loop {
        // SAFETY: whoever reads the place is there.
        unsafe { sensors::PLACE.write_volatile(step()) }
    }
}
