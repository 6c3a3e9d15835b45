//! Slices of several axes in one call: NumPy's results, an independent loop over random ends and steps, and errors.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use proptest::prelude::*;
use shapecheck::algebra::slices::{Place, SliceEnd, SliceEntry, slices_shape};
use shapecheck::{
    Dim, DynShape, InlineTensor, Shape, ShapeError, StaticDim, Tensor, View, dims, s, shape,
};

dims! { Places, Seq, Rgb = 3, Width }

/// What NumPy shows of 0, 1, 2, ..., of tensors of all kinds.
macro_rules! numpy {
    ([$($size:tt),*]; [$($entry:tt)*] => [$($to:tt),*] [$($value:tt),*]) => {{
        let values: &[usize] = &[$($value),*];
        let count = <shape![$($size),*] as shapecheck::StaticShape>::NUM_ELEMENTS;
        let x = Tensor::<usize, shape![$($size),*]>::from_vec((0..count).collect()).unwrap();
        let found: Tensor<usize, shape![$($to),*]> = x.slice(s![$($entry)*]);
        assert_eq!(found.to_vec(), values);
        let view: View<usize, shape![$($to),*]> = x.view().slice(s![$($entry)*]);
        assert_eq!(view, found);
        let inline = InlineTensor::<usize, shape![$($size),*]>::from_slice(&x.to_vec()).unwrap();
        let copied: InlineTensor<usize, shape![$($to),*]> = inline.slice(s![$($entry)*]);
        assert_eq!(copied, found);
        let at_run_time = x.clone().try_into_shape::<DynShape>().unwrap();
        assert_eq!(at_run_time.slice(s![$($entry)*]).to_vec(), values);
        assert_eq!(at_run_time.try_slice(s![$($entry)*]).unwrap().dims(), found.dims());
        // What it shows is what it changes.
        let mut changed = x.clone();
        changed.slice_mut(s![$($entry)*]).fill(usize::MAX);
        let is_changed = |(place, &element): (usize, &usize)| (element == usize::MAX) == values.contains(&place);
        assert!(changed.iter().enumerate().all(is_changed), "{changed}");
    }};
}

mod of_numpy {
    use super::*;

    include!("../data/slices.rs");
}

/// The elements at these indices of each axis, by an independent loop.
fn by_loop(sizes: [usize; 3], axes: [Vec<usize>; 3]) -> Vec<usize> {
    let mut found = Vec::new();
    for &i in &axes[0] {
        for &j in &axes[1] {
            for &k in &axes[2] {
                found.push((i * sizes[1] + j) * sizes[2] + k);
            }
        }
    }
    found
}

fn stepped(start: usize, end: usize, step: usize) -> Vec<usize> {
    (start..end)
        .filter(|index| (index - start).is_multiple_of(step))
        .collect()
}

proptest! {
    #[test]
    fn ends_and_steps_of_run_time(
        sizes in [1..6_usize, 1..6, 1..6],
        ends in [0..6_usize, 0..6, 0..6, 0..6],
        steps in [1..4_usize, 1..4],
        index in 0..6_usize,
    ) {
        let x = Tensor::<usize, _>::from_vec_with(DynShape::from(sizes), (0..sizes.iter().product()).collect()).unwrap();
        let mixed: Tensor<usize, shape![_, _, _]> = x.clone().try_into_shape().unwrap();
        let [a, b, c, d] = ends.map(|end| end % (sizes[0] + 1));
        let (a, b, c, d) = (a.min(b), a.max(b), c % (sizes[2] + 1), d % (sizes[1] + 1));
        let [k, l] = steps;
        let i = index % sizes[1];
        let [whole_j, whole_k] = [stepped(0, sizes[1], 1), stepped(0, sizes[2], 1)];

        let part: Tensor<usize, shape![_, _]> = mixed.slice(s![a..b;k, i, ..;l]);
        let expected = by_loop(sizes, [stepped(a, b, k), vec![i], stepped(0, sizes[2], l)]);
        prop_assert_eq!(part.to_vec(), &expected[..]);
        prop_assert_eq!(x.slice(s![a..b;k, i, ..;l]).to_vec(), &expected[..]);
        prop_assert_eq!(part.view().to_vec(), &expected[..]);
        prop_assert_eq!(part.sum::<usize>(), expected.iter().sum::<usize>());

        let back = sizes[2] - c;
        let part = x.slice(s![.., -(sizes[1] - i)..;l, ..-back]);
        let expected = by_loop(sizes, [stepped(0, sizes[0], 1), stepped(i, sizes[1], l), stepped(0, c, 1)]);
        prop_assert_eq!(part.to_vec(), expected);

        let part = x.slice(s![a..b, ..., ..=i % sizes[2]]);
        let expected = by_loop(sizes, [stepped(a, b, 1), whole_j, stepped(0, i % sizes[2] + 1, 1)]);
        prop_assert_eq!(part.to_vec(), expected);

        // A slice of a slice, and what is added to it.
        let mut sums = x.clone();
        let mut part = sums.slice_mut(s![a..;k, ..d, ..]);
        let mut inner = part.slice_mut(s![..;l, ..., 0]);
        inner += 1000;
        let rows: Vec<usize> = stepped(a, sizes[0], k).into_iter().step_by(l).collect();
        let mut expected = x.to_vec();
        by_loop(sizes, [rows, stepped(0, d, 1), vec![0]]).into_iter().for_each(|place| expected[place] += 1000);
        prop_assert_eq!(sums.to_vec(), expected);
        prop_assert_eq!(whole_k.len(), sizes[2]);
    }

    /// The rule over slices of sizes gives the sizes of what it shows, and refuses what the loop does not have.
    #[test]
    fn the_rule_over_sizes(size in 0..6_usize, start in 0..8_usize, end in 0..8_usize, step in 0..4_usize, from_end in any::<[bool; 2]>()) {
        let place = |number, back| if back { Place::FromEnd(number) } else { Place::FromStart(number) };
        let range = SliceEntry::Span {
            start: place(start, from_end[0]),
            end: SliceEnd::Before(place(end, from_end[1])),
            step,
        };
        let counted = |number: usize, back| if back { size.checked_sub(number) } else { Some(number) };
        let expected = match (counted(start, from_end[0]), counted(end, from_end[1])) {
            (Some(start), Some(end)) if start <= end && end <= size && step > 0 => Some(stepped(start, end, step).len()),
            _ => None,
        };
        let found = slices_shape(&[2, size], &[SliceEntry::New, SliceEntry::Rest, range]);
        prop_assert_eq!(found.ok().map(|shape| shape.dims().to_vec()), expected.map(|length| vec![1, 2, length]));

        let index = slices_shape(&[size, 2], &[SliceEntry::At(place(start, from_end[0])), SliceEntry::Rest]);
        let is_there = counted(start, from_end[0]).is_some_and(|index| index < size);
        prop_assert_eq!(index.ok().map(|shape| shape.dims().to_vec()), is_there.then(|| vec![2]));
    }
}

// Under Miri.
#[test]
fn a_slice_of_a_tensor_shares_its_memory() {
    let x = Tensor::<i32, shape![4, 6]>::from_fn(|[i, j]| (10 * i + j) as i32);
    let even: Tensor<i32, shape![2, 3]> = x.slice(s![1..;2, ..;2]);
    assert_eq!(even.strides(), [12, 2].into());
    assert_eq!(even, Tensor::from([[10, 12, 14], [30, 32, 34]]));
    assert_eq!(
        &even + &even.to_tensor(),
        Tensor::from([[20, 24, 28], [60, 64, 68]])
    );
    let column: Tensor<i32, shape![3]> = even.transpose().slice(s![.., -1]);
    assert_eq!(column, Tensor::from([30, 32, 34]));
    let mut own = even.clone();
    own += 1; // its own memory from here on
    assert_eq!((x[[1, 0]], own[[0, 0]]), (10, 11));
    let mut changed = InlineTensor::<i32, shape![4, 6]>::zeros();
    let mut part = changed.slice_mut(s![..;3, 1..;2]);
    part += &InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    part.slice_mut(s![-1, ...]).assign(&InlineTensor::from([7]));
    assert_eq!(
        changed,
        InlineTensor::from([[0, 1, 0, 2, 0, 3], [0; 6], [0; 6], [0, 7, 0, 7, 0, 7]])
    );
    let strings = Tensor::from([["a", "b", "c"].map(String::from)]);
    assert_eq!(strings.slice(s![0, ..;2]).to_vec(), ["a", "c"]);
}

#[test]
fn sizes_that_types_give() {
    const START: usize = 1;
    const END: usize = 5;
    let x = Tensor::<f32, shape![8, 3, 9]>::zeros();
    let _: Tensor<f32, shape![4, 3, 5]> = x.slice(s![START..END, .., ..;2]);
    let _: Tensor<f32, shape![{ END - START }, 3]> = x.slice(s![{ START }..{ END }, .., -1]);
    let (i, n) = (2, 4);
    let _: Tensor<f32, shape![_, 3, 2]> = x.slice(s![..n, .., i..i + 2]);
    let _: Tensor<f32, shape![_, 1]> = x.slice(s![i..n, NewAxis, i, n]);
    let _: Tensor<f32, shape![_, 3, 9]> = x.slice(s![..;n, .., ..]);
    // Ends counted from the end of an axis of run-time size.
    let batch: Tensor<f32, shape![_, 9]> = x.slice(s![..n, 0, ..]);
    let _: Tensor<f32, shape![2, 9]> = batch.slice(s![-3..-1, ..]);
    let _: Tensor<f32, shape![_, 7]> = batch.slice(s![1.., 1..-1]);
    // As many axes as there are entries.
    let any = x.clone().try_into_shape::<DynShape>().unwrap();
    let _: Tensor<f32, shape![4, _]> = any.slice(s![START..END, 0, ..]);
    let _: Tensor<f32, shape![..DynShape, 2]> = any.slice(s![..., 3..5]);
    let _: Tensor<f32, DynShape> = any.slice(s![0, ...]);
    let scalar: InlineTensor<i32, shape![]> = InlineTensor::from([[1, 2], [3, 4]]).slice(s![1, 0]);
    let _: InlineTensor<i32, shape![1]> = scalar.slice(s![NewAxis]);
    assert_eq!(scalar.slice(s![]), scalar);
}

#[test]
fn sizes_with_names() {
    /// The last row of each matrix.
    fn last<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, 4, N]>) -> Tensor<f32, shape![..S, N]> {
        x.slice(s![..., -1, ..])
    }
    /// The first vectors.
    fn first<N: StaticDim, W: Dim>(
        x: &Tensor<f32, shape![_, W]>,
    ) -> Result<Tensor<f32, shape![N, W]>, ShapeError> {
        x.try_slice(s![..N, ..])
    }
    /// So many vectors from a place on.
    fn some(
        x: &Tensor<f32, shape![_, Width]>,
        at: usize,
        length: Seq,
    ) -> Tensor<f32, shape![Seq, Width]> {
        assert_eq!(
            x.slice(s![..length, ..]).shape().to_string(),
            "[Seq = 2, Width = 5]"
        );
        x.slice(s![at..at + length, ..])
    }
    let x = Tensor::<f32, shape![_, Width]>::zeros_with(<shape![_, Width]>::of([6, 5]));
    assert_eq!(some(&x, 3, Seq::of(2)).dims(), [2, 5]);
    assert_eq!(
        first::<Rgb, _>(&x).unwrap().shape().to_string(),
        "[Rgb = 3, Width = 5]"
    );
    assert_eq!(
        first::<shapecheck::dim!(7), _>(&x).unwrap_err().to_string(),
        "cannot slice axis -2 of shape [6, 5] up to 7: its size is 6",
    );
    let _: Tensor<f32, shape![2, Width]> =
        last(&Tensor::zeros_with(<shape![2, 4, Width]>::of([5])));
    let _: Tensor<f32, shape![Rgb, Rgb]> = x.slice(s![..Rgb, 1..1 + Rgb]);
    let places = Tensor::<f32, shape![Places]>::zeros_with(<shape![Places]>::of([6]));
    let _: Tensor<f32, shape![Places]> = places.slice(s![..]);
    let _: Tensor<f32, shape![Places]> = places.slice(s![...]);
}

#[test]
fn what_is_not_there_is_told_at_run_time() {
    let x = Tensor::<i32, _>::zeros_with(DynShape::from([4, 5]));
    let (zero, two, six) = (0, 2, 6);
    let text = |error: Option<ShapeError>| error.unwrap().to_string();
    macro_rules! refused {
        ($($slices:expr => $text:literal,)*) => {$(
            assert_eq!(text(x.try_slice($slices).err()), $text);
            assert_eq!(text(x.clone().try_slice_mut($slices).err()), $text);
        )*};
    }
    refused! {
        s![six, ..] => "index 6 is out of bounds for axis -2 of shape [4, 5]: its size is 4",
        s![.., -six] => "index -6 is out of bounds for axis -1 of shape [4, 5]: its size is 5",
        s![.., -zero] => "index 5 is out of bounds for axis -1 of shape [4, 5]: its size is 5",
        s![.., ..six] => "cannot slice axis -1 of shape [4, 5] up to 6: its size is 5",
        s![.., six..] => "cannot slice axis -1 of shape [4, 5] from 6 on: its size is 5",
        s![.., -six..] => "index -6 is out of bounds for axis -1 of shape [4, 5]: its size is 5",
        s![.., 4..two] => "cannot slice axis -1 of shape [4, 5] from 4 to 2: the end is before the start",
        s![.., -two..-4] => "cannot slice axis -1 of shape [4, 5] from 3 to 1: the end is before the start",
        s![.., two..two + 4] => "cannot slice axis -1 of shape [4, 5] up to 6: its size is 5",
        s![..;zero, ..] => "cannot slice axis -2 of shape [4, 5]: a slice step must not be 0",
        s![..] => "cannot slice shape [4, 5]: the shape has rank 2, the entries are for rank 1",
        s![.., 0, 0] => "cannot slice shape [4, 5]: the shape has rank 2, the entries are for rank 3",
        s![0, ..., 0, 0] => "cannot slice shape [4, 5]: the shape has rank 2, the entries are for rank 3",
    }
    let most = usize::MAX;
    let overflow = x.try_slice(s![.., most..most + 2]).unwrap_err().to_string();
    assert!(overflow.starts_with("index "), "{overflow}");
    let slices = std::panic::catch_unwind(|| x.slice(s![4, ..])).unwrap_err();
    assert_eq!(
        slices.downcast_ref::<String>().unwrap(),
        "index 4 is out of bounds for axis -2 of shape [4, 5]: its size is 4",
    );
}

// Under Miri.
#[test]
fn slices_without_elements_and_of_elements_without_a_size() {
    let x = Tensor::<i32, shape![4, 0, 3]>::zeros();
    let part: Tensor<i32, shape![2, 0, 1]> = x.slice(s![1..;2, ..;5, 2..;7]);
    assert_eq!(part.len(), 0);
    assert_eq!(part.sum::<i32>(), 0);
    let empty: Tensor<i32, shape![0, 3]> = Tensor::<i32, shape![4, 3]>::zeros().slice(s![4.., ..]);
    assert_eq!((&empty + &empty).len(), 0);
    // Strides that overflow are those of an axis with one index.
    let units = Tensor::<(), _>::full_with(DynShape::from([3, 1]), ())
        .broadcast_to_with(DynShape::from([3, usize::MAX]));
    let (last, step) = (usize::MAX - 1, usize::MAX / 2);
    assert_eq!(units.slice(s![.., last..]).dims(), [3, 1]);
    assert_eq!(units.slice(s![.., ..;step]).dims(), [3, 3]);
    assert_eq!(units.slice(s![..;step, 0]).dims(), [1]);
}

#[test]
fn a_step_beyond_the_axis_has_no_stride() {
    let x = Tensor::<i32, shape![2, 3]>::from_fn(|[i, j]| (3 * i + j) as i32);
    let first: Tensor<i32, shape![2, _]> = x.slice(s![.., ..;usize::MAX]);
    assert_eq!(first.iter().copied().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(first.to_vec(), [0, 3]);
    let sum: Tensor<i32, shape![1, _]> = first.sum_axis::<-2>();
    assert_eq!(sum.to_vec(), [3]);
    let last = x.slice(s![..;usize::MAX, 2..;isize::MAX as usize]);
    assert_eq!((last.to_vec(), last.sum()), (vec![2], 2));
    assert_eq!(last.transpose().iter().count(), 1);
    let inline = InlineTensor::from([[1, 2], [3, 4], [5, 6]]);
    let known = inline.slice(s![.., ..;18446744073709551615]);
    assert_eq!(known.iter().copied().collect::<Vec<_>>(), [1, 3, 5]);
    let mut changed = inline;
    changed
        .slice_mut(s![..;usize::MAX, ..])
        .assign(&InlineTensor::from([[0, 0]]));
    assert_eq!(changed, InlineTensor::from([[0, 0], [3, 4], [5, 6]]));
}

/// A macro with its own `i`.
macro_rules! from_own {
    ($x:expr, $i:ident) => {{
        let i = 1;
        // Parentheses: these are two variables.
        $x.slice(s![i..($i + 1)])
    }};
}

macro_rules! four_from {
    ($x:expr, $start:ident) => {
        $x.slice(s![$start..$start + 4])
    };
}

#[test]
fn the_letters_of_a_start_are_one_variable() {
    let x = Tensor::<i32, shape![9]>::arange(0, 9, 1);
    let i = 3;
    let four: Tensor<i32, shape![4]> = four_from!(x, i);
    assert_eq!(four.to_vec(), [3, 4, 5, 6]);
    let any: Tensor<i32, shape![_]> = from_own!(x, i);
    assert_eq!(any.to_vec(), [1, 2, 3]);
    let named: Tensor<i32, shape![2]> = x.slice(s![i..i + 2;1]);
    assert_eq!(named.to_vec(), [3, 4]);
}

#[test]
fn commas_between_generic_arguments_separate_no_entries() {
    fn place<A, B>() -> usize {
        size_of::<A>() / size_of::<B>()
    }
    let x = Tensor::<i32, shape![3, 4]>::from_fn(|[i, j]| (10 * i + j) as i32);
    let row = x.slice(s![place::<u16, u8>(), <usize>::MIN..place::<u32, u8>()]);
    assert_eq!(row.to_vec(), [20, 21, 22, 23]);
    let compared = x.slice(s![
        usize::from(1 < x.dims()[0]),
        usize::from(x.dims()[0] > 2)
    ]);
    assert_eq!(compared.into_scalar(), 11);
}
