//! Blocks of matrices, read and changed, against loops over indices.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::{Dyn, InlineTensor, Tensor, View, ViewMut, blocks, dim, dims, shape};

dims! { World = 3, Body = 2, State = 7 }

fn numbers() -> InlineTensor<i32, shape![State, 6]> {
    InlineTensor::from_fn(|[row, column]| (10 * row + column) as i32)
}

// Under Miri.
#[test]
fn a_block_is_read_where_it_lies() {
    let x = numbers();
    for row in 0..=4 {
        for column in 0..=4 {
            let block: InlineTensor<i32, shape![World, Body]> = x.block(row, column);
            let expected = InlineTensor::from_fn(|[r, c]| x[[row + r, column + c]]);
            assert_eq!(block, expected);
            let on_the_heap: Tensor<i32, shape![World, Body]> = x.to_heap().block(row, column);
            assert_eq!(on_the_heap, expected);
            let view: View<i32, shape![World, Body]> = x.view().block(row, column);
            assert_eq!(view, expected);
        }
    }
    assert_eq!(
        x.block_at::<World, Body, 4, 4>(),
        x.block::<World, Body>(4, 4)
    );
    assert_eq!(x.narrow_at::<-2, World, 4>(), x.narrow::<-2, World>(4));
}

// Under Miri.
#[test]
fn what_is_changed_in_a_block_is_changed_in_the_whole() {
    let (mut inline, mut heap) = (numbers(), numbers().to_heap());
    let shared = heap.clone();
    let other: InlineTensor<i32, shape![World, Body]> = InlineTensor::full(100);
    *inline.block_at_mut::<World, Body, 1, 3>() += &other;
    heap.block_mut::<World, Body>(1, 3)
        .assign(&(other + shared.block::<World, Body>(1, 3)));
    let expected = InlineTensor::<i32, shape![State, 6]>::from_fn(|[row, column]| {
        let within = (1..4).contains(&row) && (3..5).contains(&column);
        (10 * row + column) as i32 + if within { 100 } else { 0 }
    });
    assert_eq!(inline, expected);
    assert_eq!(heap, expected);
    assert_eq!(shared, numbers());

    // Blocks of blocks, and products.
    let mut x = InlineTensor::<i32, shape![4, 4]>::zeros();
    *x.block_mut::<dim!(3), dim!(3)>(1, 1)
        .block_at_mut::<dim!(2), dim!(2), 1, 0>() = InlineTensor::from([[1, 2], [3, 4]]);
    let square = x.block_at::<dim!(2), dim!(2), 2, 1>();
    *x.block_mut::<dim!(2), dim!(2)>(0, 0) = square.matmul(&square);
    x.block_mut::<dim!(1), dim!(2)>(1, 2)[[0, 1]] = 9;
    let expected = [[7, 10, 0, 0], [15, 22, 0, 9], [0, 1, 2, 0], [0, 3, 4, 0]];
    assert_eq!(x, InlineTensor::from(expected));
}

// Under Miri.
#[test]
fn each_matrix_has_its_block() {
    let mut x =
        InlineTensor::<i32, shape![2, 3, 4]>::from_fn(|[a, b, c]| (100 * a + 10 * b + c) as i32);
    let block = x.block_at::<dim!(2), dim!(3), 1, 1>();
    assert_eq!(
        block,
        InlineTensor::from_fn(|[a, b, c]| x[[a, b + 1, c + 1]])
    );
    *x.block_mut::<dim!(2), dim!(3)>(1, 1) *= -1;
    assert_eq!(x.block::<dim!(2), dim!(3)>(1, 1), -block);
    let none = InlineTensor::<i32, shape![0, 3]>::zeros();
    assert_eq!(none.block::<dim!(0), dim!(2)>(0, 1).dims(), [0, 2]);
    assert_eq!(x.block::<dim!(0), dim!(2)>(3, 1).len(), 0);
}

#[test]
fn places_beyond_the_edge_are_told() {
    let x = numbers();
    let beyond = |row, column| {
        let block = std::panic::catch_unwind(|| x.block::<World, Body>(row, column));
        *block.unwrap_err().downcast::<String>().unwrap()
    };
    assert_eq!(
        beyond(5, 0),
        "cannot slice axis -2 of shape [7, 6] up to 8: its size is 7"
    );
    assert_eq!(
        beyond(0, 5),
        "cannot slice axis -1 of shape [7, 6] up to 7: its size is 6"
    );
    assert!(beyond(usize::MAX, 0).starts_with("cannot slice axis -2"));
    let rows = <shape![_, 6]>::of([7]);
    let dynamic = Tensor::<i32, shape![Dyn, 6]>::ones_with(rows);
    let block = std::panic::catch_unwind(|| dynamic.block_at::<World, Body, 5, 0>());
    assert!(block.is_err());
}

#[test]
fn a_block_that_is_forgotten_changes_nothing() {
    let mut x = numbers();
    let mut block = x.block_mut::<World, Body>(0, 0);
    *block += 1;
    core::mem::forget(block);
    assert_eq!(x, numbers());
}

// Under Miri.
#[test]
fn matrices_are_put_together_of_blocks() {
    let a = InlineTensor::from([[1, 2], [3, 4]]);
    let b = InlineTensor::from([[5], [6]]);
    let c = InlineTensor::from([[7, 8]]);
    let all: InlineTensor<i32, shape![3, 3]> = blocks![[a, b], [c, 0]];
    assert_eq!(all, InlineTensor::from([[1, 2, 5], [3, 4, 6], [7, 8, 0]]));
    assert_eq!(blocks![[a]], a);
    assert_eq!(
        blocks![[a], [c]],
        blocks![[a, b], [c, 0]].narrow::<-1, dim!(2)>(0)
    );
    assert_eq!(blocks![[a, b]], InlineTensor::from([[1, 2, 5], [3, 4, 6]]));
    // Expressions, and an I whose size follows from another row and column.
    let with_ones = blocks![
        [a.matmul(&a) * 2, b + 1, 0],
        [0, I, 0],
        [0, 0, a.transpose()]
    ];
    let expected = [
        [14, 20, 6, 0, 0],
        [30, 44, 7, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 1, 3],
        [0, 0, 0, 2, 4],
    ];
    assert_eq!(with_ones, InlineTensor::from(expected));
    assert_eq!(
        blocks![[I, a], [0, I]].block_at::<dim!(2), dim!(2), 2, 2>(),
        InlineTensor::eye()
    );

    let (rows, columns) = (<shape![_, 2]>::of([3]), <shape![2, _]>::of([4]));
    let (tall, wide) = (
        Tensor::<i32, _>::ones_with(rows),
        Tensor::<i32, _>::ones_with(columns),
    );
    let all: Tensor<i32, shape![_, _]> = blocks![[tall, 0], [0, wide]];
    assert_eq!((all.sizes(), all.sum()), ([5, 6], 14));
    assert_eq!(blocks![[wide, wide.view()], [0, wide]].dims(), [4, 8]);
    let square = std::panic::catch_unwind(|| blocks![[I, wide], [0, I]]);
    assert!(square.is_ok());
    let other = std::panic::catch_unwind(|| blocks![[tall, wide], [0, wide]]);
    assert!(other.is_err());
}

/// Changes parts of parts, along the first axis, one in the middle and the last, by each kind of operand.
fn change_parts(x: &mut ViewMut<'_, i32, shape![4, 5, 6]>) {
    let ones: InlineTensor<i32, shape![2, 1, 3]> = InlineTensor::full(100);
    let mut part = x.narrow_mut::<-3, dim!(2)>(1);
    let mut part = part.narrow_mut::<-1, dim!(3)>(2);
    part += &ones;
    part.narrow_mut::<-2, dim!(1)>(4)
        .assign(&InlineTensor::from([[[1], [2], [3]]]).transpose());
    part.index_axis_mut::<-3>(1)
        .index_axis_mut::<-1>(0)
        .assign(&Tensor::from([-1, -2, -3, -4, -5]));
    x.index_axis_mut::<-2>(0)
        .index_axis_mut::<-2>(3)
        .assign(&InlineTensor::from([7]));
    x.index_axis_mut::<-1>(5).index_axis_mut::<-2>(0).fill(8);
}

fn changed([i, j, k]: [usize; 3]) -> i32 {
    match (i, j, k) {
        (0, _, 5) => 8,
        (3, 0, _) => 7,
        (2, _, 2) => -1 - j as i32,
        (1 | 2, 4, 2..5) => k as i32 - 1,
        (1 | 2, _, 2..5) => (100 * i + 10 * j + k) as i32 + 100,
        _ => (100 * i + 10 * j + k) as i32,
    }
}

// Under Miri.
#[test]
fn parts_of_parts_are_changed_where_they_lie() {
    let number = |[i, j, k]: [usize; 3]| (100 * i + 10 * j + k) as i32;
    let expected = InlineTensor::<i32, shape![4, 5, 6]>::from_fn(changed);

    let mut inline = InlineTensor::<i32, shape![4, 5, 6]>::from_fn(number);
    change_parts(&mut inline.view_mut());
    assert_eq!(inline, expected);

    let mut heap = Tensor::<i32, shape![4, 5, 6]>::from_fn(number);
    let shared = heap.clone();
    change_parts(&mut heap.view_mut());
    assert_eq!(heap, expected);
    assert_eq!(shared[[1, 4, 2]], 142);

    // Strides that no type gives.
    let mut transposed = Tensor::<i32, shape![4, 6, 5]>::from_fn(|[i, k, j]| number([i, j, k]));
    change_parts(&mut transposed.transpose_mut());
    assert_eq!(transposed.transpose(), expected);
}
