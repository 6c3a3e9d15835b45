//! Random programs: a tensor, steps that make a part of a part of it, and after each step all that `assert_same`
//! compares with `ndarray`; then the part is changed in place, which neither the whole nor another part of it sees.
#![no_main]

#[path = "../../crates/shapecheck/tests/programs/mod.rs"]
mod programs;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use ndarray::ArrayD;
use programs::{Checked, Step, run};
use shapecheck::{DynShape, Host, Tensor, broadcast_update};

fn step(input: &mut Unstructured<'_>) -> Result<Step> {
    let mut number = || Ok(usize::from(input.arbitrary::<u8>()?));
    Ok(match number()? % 7 {
        0 => Step::Swap(number()?, number()?),
        1 => Step::Index(number()?, number()?),
        2 => Step::Slice(number()?, number()?, number()?),
        3 => Step::Insert(number()?),
        4 => Step::Remove,
        5 => Step::Broadcast(
            (0..number()? % 3)
                .map(|_| Ok(number()? % 4))
                .collect::<Result<_>>()?,
        ),
        _ => Step::Permute,
    })
}

fn program(input: &mut Unstructured<'_>) -> Result<()> {
    let rank = input.int_in_range(0..=5)?;
    let sizes = (0..rank)
        .map(|_| input.int_in_range(0..=5))
        .collect::<Result<Vec<usize>>>()?;
    let seed = i64::from(input.arbitrary::<i32>()?);
    let elements: Vec<i64> = (0..sizes.iter().product())
        .map(|n: usize| (n as i64 * 37 + seed) % 1009)
        .collect();
    let mut array =
        ArrayD::from_shape_vec(sizes.clone(), elements.clone()).expect("as many elements");
    let tensor = Tensor::from_vec_with(DynShape::from(sizes), elements).expect("as many elements");
    let mut view = tensor.clone();
    while !input.is_empty() {
        (view, array) = run(&step(input)?, view, array);
        // Broadcasting makes programs grow.
        if array.len() > 10_000 {
            return Ok(());
        }
        Host::assert_same(&view, array.view());
    }
    // Changed in place, of memory that it shares with the whole.
    let kept = tensor.to_vec();
    let mut changed = view.clone();
    broadcast_update!(|x, y, one| *x = *x * 2 + y - one; &mut changed, &view, &Tensor::scalar(1));
    assert!(changed.iter().eq(array.map(|x| 3 * x - 1).iter()));
    assert!(view.iter().eq(array.iter()));
    assert_eq!(tensor.to_vec(), kept);
    Ok(())
}

fuzz_target!(|input: &[u8]| {
    // Input that is used up ends the program.
    let _ = program(&mut Unstructured::new(input));
});
