//! Follows a body without the standard library and without an allocator: exits with 0 where it is found where it is.
#![no_std]
#![no_main]

mod filter;

use core::fmt::{self, Write};

use filter::{Filter, Matrix, Vector, World};
use shapecheck::InlineTensor;
use shapecheck::num_traits::Float;

// Where a character is shown, how a process ends, and where `memcpy` and its start come from on the host.
#[link(name = "c")]
unsafe extern "C" {
    safe fn putchar(character: i32) -> i32;
    safe fn abort() -> !;
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let _ = writeln!(Screen, "{info}");
    abort()
}

/// `core` comes compiled for unwinding and names this; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| {
            putchar(byte.into());
        });
        Ok(())
    }
}

const SECONDS: f64 = 0.01;

/// A body that goes around in a circle of one metre, and looks along its way. Its accelerometer is off by a little.
fn follow() -> Result<bool, fmt::Error> {
    let mut filter = Filter {
        place: InlineTensor::from_array([1.0, 0.0, 0.0]),
        speed: InlineTensor::from_array([0.0, 1.0, 0.0]),
        attitude: InlineTensor::from_array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
        force: InlineTensor::zeros(),
        spin: InlineTensor::zeros(),
        covariance: Matrix::eye() * 0.01,
    };
    let noise = Matrix::eye() * 1e-8;
    let unsure = Matrix::<World, World>::eye() * 1e-4;
    let force = InlineTensor::from_array([0.0, 1.0, 9.86]);
    let spin = InlineTensor::from_array([0.0, 0.0, 1.0]);
    for step in 1..=2000 {
        filter.moved(force, spin, SECONDS, &noise);
        let time = f64::from(step) * SECONDS;
        let place: Vector<World> =
            InlineTensor::from_array([Float::cos(time), Float::sin(time), 0.0]);
        if filter.seen(place, &unsure).is_err() {
            writeln!(Screen, "{step}: the covariance of a surprise is singular")?;
            return Ok(false);
        }
        if step % 500 == 0 {
            let ([x, y, _], [_, _, off]) = (
                filter.place.to_array::<[f64; 3]>(),
                filter.force.to_array::<[f64; 3]>(),
            );
            writeln!(
                Screen,
                "{time:5.2} s: at ({x:5.2}, {y:5.2}), the accelerometer is off by {off:.3}"
            )?;
        }
    }
    let upright: Matrix<World, World> = filter.attitude.matmul(&filter.attitude.transpose());
    let upright = upright.all_close(&Matrix::<World, World>::eye(), 1e-12, 1e-12);
    let [_, _, off] = filter.force.to_array::<[f64; 3]>();
    Ok(upright && (off - 0.05).abs() < 5e-3)
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    match follow() {
        Ok(true) => 0,
        _ => 1,
    }
}
