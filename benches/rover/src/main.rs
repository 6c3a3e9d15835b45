//! A step of the filter, with readings that the compiler does not know.
#![no_std]
#![no_main]
#![allow(dead_code)]

use core::ptr::read_volatile;

#[cfg(feature = "ours")]
#[path = "../../../examples/kalman/src/filter.rs"]
mod filter;
#[cfg(feature = "minikalman")]
mod mini;
#[cfg(feature = "ours")]
#[path = "../../../examples/kalman/src/rover.rs"]
mod rover;
#[cfg(feature = "theirs")]
mod theirs;

#[cfg(feature = "ours")]
use rover::Reading;

/// What was read at one time, as in `examples/kalman`.
#[cfg(not(feature = "ours"))]
#[derive(Clone, Copy)]
pub struct Reading {
    pub turn: f64,
    pub distances: [f64; 3],
    pub heading: Option<f64>,
}

const SECONDS: f64 = 0.25;
const BEACONS: [[f64; 2]; 3] = [[12.0, 0.0], [-9.0, 10.0], [-4.0, -11.0]];

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Turn, distances, whether there is a heading, and it.
type Numbers = ([f64; 4], bool, f64);

#[cfg(not(feature = "run"))]
fn read(_: &mut usize) -> Numbers {
    // SAFETY: sensors are there.
    unsafe { read_volatile(0x4000_0000 as *const Numbers) }
}

/// The first five readings of `examples/kalman`, again and again.
#[cfg(feature = "run")]
fn read(number: &mut usize) -> Numbers {
    static READINGS: [Numbers; 5] = [
        ([-0.0178, 10.757, 15.444, 10.931], false, 0.0),
        ([0.0652, 10.321, 15.337, 11.253], false, 0.0),
        ([0.0835, 9.97, 15.566, 11.601], false, 0.0),
        ([0.1273, 9.747, 15.659, 11.769], false, 0.0),
        ([0.1122, 9.118, 15.906, 11.676], true, 0.265),
    ];
    let reading = &raw const READINGS[*number % 5];
    *number += 1;
    // SAFETY: a place in a table.
    unsafe { read_volatile(reading) }
}

#[cfg_attr(not(feature = "run"), unsafe(export_name = "_start"))]
#[cfg_attr(feature = "run", unsafe(export_name = "board_main"))]
extern "C" fn start() -> ! {
    let mut number = 0;
    #[cfg(feature = "ours")]
    let mut known = rover::unknown();
    #[cfg(feature = "minikalman")]
    let mut follow = mini::filter();
    #[cfg(feature = "theirs")]
    let mut known = theirs::Estimate::unknown();
    let mut step = || -> [f64; 4] {
        let ([turn, distances @ ..], seen, heading) = read(&mut number);
        let heading = seen.then_some(heading);
        let reading = Reading {
            turn,
            distances,
            heading,
        };
        #[cfg(feature = "ours")]
        {
            if let Ok((estimate, _)) = rover::follow(&known, &reading) {
                known = estimate;
            }
            known.state.into()
        }
        #[cfg(feature = "minikalman")]
        {
            follow(&reading)
        }
        #[cfg(feature = "theirs")]
        {
            if let Some(estimate) = known.follow(&reading) {
                known = estimate;
            }
            known.state()
        }
    };
    #[cfg(feature = "run")]
    board::measure(5, &mut step);
    #[cfg(not(feature = "run"))]
    loop {
        // SAFETY: whoever reads the state is there.
        unsafe { (0x4000_2000 as *mut [f64; 4]).write_volatile(step()) }
    }
}
