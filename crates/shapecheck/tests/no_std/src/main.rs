//! Shapes on a machine without an allocator: exits with 0 if every answer is right.
#![no_std]
#![no_main]

use shapecheck::broadcast::{broadcast_shapes, broadcast_shapes_into, check_broadcast_to};
use shapecheck::error::BroadcastErrorKind;
use shapecheck::{Broadcasted, DynShape, Shape, StaticShape, shape};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// `core` comes compiled for unwinding and names this; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

// Where `memcpy` and the start of a process come from on the host.
#[link(name = "c")]
unsafe extern "C" {}

fn answers_are_right() -> Option<()> {
    let holds = |condition: bool| condition.then_some(());

    holds(<Broadcasted<shape![8, 1, 6, 1], shape![7, 1, 5]>>::SIZES == [8, 7, 6, 5])?;

    let mixed = <shape![_, 3]>::try_from([5, 3]).ok()?;
    holds(mixed.try_broadcast(&<shape![2, 1, 1]>::default()).ok()?.to_dyn().dims() == [2, 5, 3])?;

    let mut buffer = [9; 12];
    let long: [usize; 10] = [1; 10];
    holds(broadcast_shapes_into(&[&long, &[2, 3]], &mut buffer) == Ok(10))?;
    holds(buffer == [1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 9, 9])?;
    holds(broadcast_shapes_into(&[&[2], &[3]], &mut buffer[..1]).is_err() && buffer[0] == 1)?;

    // More than eight sizes do not fit in place, and there is no heap to put them on.
    let error = broadcast_shapes(&[&long]).err()?;
    holds(error.kind() == BroadcastErrorKind::RankNeedsAlloc)?;
    holds(DynShape::try_from_sizes(&long).is_err())?;

    // An error keeps as much of a long shape as fits.
    let error = check_broadcast_to(&[2, 1, 1, 1, 1, 1, 7], &[2, 1, 1, 1, 1, 1, 6]).err()?;
    holds(error.lhs() == [1, 1, 1, 7] && error.axis() == -1 && error.rhs_size() == 6)?;
    let error = broadcast_shapes(&[&[2, 1, 1, 1, 1], &[3, 1, 1, 1, 1]]).err()?;
    holds((error.lhs_size(), error.rhs_size(), error.axis()) == (2, 3, -5))
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    match answers_are_right() {
        Some(()) => 0,
        None => 1,
    }
}
