//! Random programs: a tensor, steps that make a view of a view of it, and after each step all that `assert_same` compares
//! with `ndarray`; then the view's elements are changed in place through a mutable view of a copy.
#![no_main]

#[path = "../../tests/programs/mod.rs"]
mod programs;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use ndarray::ArrayD;
use programs::{Checked, Dynamic, Step, run};
use shapecheck::{DynShape, Tensor, broadcast_update};

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
    let mut view = tensor.strided();
    while !input.is_empty() {
        (view, array) = run(&step(input)?, view, array);
        // Broadcasting makes programs grow.
        if array.len() > 10_000 {
            return Ok(());
        }
        assert_same(&view, array.view());
    }
    let mut copy = view.to_tensor();
    broadcast_update!(|x, y, one| *x = *x * 2 + y - one; &mut copy, &view, &Tensor::scalar(1));
    assert!(copy.iter().eq(array.map(|x| 3 * x - 1).iter()));
    Ok(())
}

fuzz_target!(|input: &[u8]| {
    // Input that is used up ends the program.
    let _ = program(&mut Unstructured::new(input));
});
