//! Shared memory on the heap: which operations copy and which do not, and that a change of one tensor is never seen in
//! another.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use std::sync::Arc;

use crate::model::{Model, model, sizes};
use crate::programs::{Dynamic, Step, run};
use proptest::collection::vec;
use proptest::prelude::*;
use shapecheck::algebra::Keep;
use shapecheck::{
    DynShape, Host, InlineTensor, Shape, Tensor, TensorOn, ViewMut, axes, broadcast_map,
    broadcast_tensors, broadcast_update, dim, host::Memory, shape,
};

type Matrix = Tensor<i64, shape![3, 4]>;

fn matrix() -> Matrix {
    Tensor::from_fn(|[row, column]| (10 * row + column) as i64)
}

/// Where an element is.
fn place_in<T, S: Shape, E: Memory>(tensor: &TensorOn<T, S, E>, index: &[usize]) -> *const T {
    tensor.get(index).expect("an element")
}

/// Where the first element is.
fn first<T, S: Shape, E: Memory>(tensor: &TensorOn<T, S, E>) -> *const T {
    place_in(tensor, &vec![0; tensor.dims().len()])
}

// Under Miri.
#[test]
fn what_only_moves_axes_is_the_same_memory() {
    let x = matrix();
    let place = |row: usize, column: usize| place_in(&x, &[row, column]);
    assert_eq!(first(&x.clone()), place(0, 0));
    assert_eq!(first(&x.transpose()), place(0, 0));
    assert_eq!(place_in(&x.transpose(), &[3, 1]), place(1, 3));
    assert_eq!(first(&x.permute::<axes![-1, -2]>()), place(0, 0));
    assert_eq!(first(&x.index_axis::<-1>(2)), place(0, 2));
    assert_eq!(first(&x.slice_axis::<-1>(1..3)), place(0, 1));
    assert_eq!(
        first(&x.narrow::<-1, dim!(2)>(2).narrow::<-2, dim!(1)>(1)),
        place(1, 2)
    );
    assert_eq!(
        first(&x.insert_axis::<-3>().remove_axis::<-3>()),
        place(0, 0)
    );
    let many = x.broadcast_to::<shape![5, 3, 4]>();
    assert_eq!(place_in(&many, &[4, 2, 3]), place(2, 3));
    assert_eq!(first(&x.expand::<shape![7, Keep, 4]>()), place(0, 0));
    assert_eq!(first(&x.reshape::<shape![2, 6]>()), place(0, 0));
    // Rows one after the other are side by side too.
    let rows = x.narrow::<-2, dim!(2)>(1);
    assert_eq!(first(&rows.reshape::<shape![8]>()), place(1, 0));
    assert_eq!(rows.as_slice(), Some(&[10, 11, 12, 13, 20, 21, 22, 23][..]));
    let (a, b) = broadcast_tensors!(&x, &x.narrow::<-2, dim!(1)>(0));
    assert_eq!(
        (first(&a), place_in(&b, &[2, 1])),
        (place(0, 0), place(0, 1))
    );
    assert_eq!(
        first(&x.clone().try_into_shape::<DynShape>().unwrap()),
        place(0, 0)
    );
    assert_eq!(first(&x.view()), place(0, 0));
}

/// Rows of at most 64 bytes are copied, where they are numbers; others are the same memory.
// Under Miri.
#[test]
fn rows_of_a_few_numbers_are_copies() {
    macro_rules! rows {
        ($size:literal of $T:ty, $copies:literal: |$n:ident| $element:expr) => {{
            let x = Tensor::<$T, shape![3, $size]>::from_fn(|[row, column]| {
                let $n = 100 * row + column;
                $element
            });
            let mut rows: Vec<_> = x.iter_axis::<-2>().collect();
            for (number, row) in rows.iter().enumerate() {
                let elements: Vec<$T> = (0..$size)
                    .map(|column| x[[number, column]].to_owned())
                    .collect();
                assert_eq!(row.as_slice(), Some(&elements[..]));
                let is_copy = row.as_slice().unwrap().as_ptr() != &raw const x[[number, 0]];
                assert_eq!(is_copy, $copies, "{} of {}", $size, stringify!($T));
            }
            // Each is a separate tensor, and stays when the others are gone.
            drop(x);
            let row = rows.swap_remove(1);
            drop(rows);
            let mut other = row.clone();
            other[[0]] = {
                let $n = 7;
                $element
            };
            assert_ne!(other, row);
            assert_eq!(row[[$size - 1]], {
                let $n = 100 + $size - 1;
                $element
            });
            assert_eq!(other.into_vec()[1..], row.into_vec()[1..]);
        }};
    }
    rows!(4 of i32, true: |n| n as i32);
    rows!(16 of f32, true: |n| n as f32);
    rows!(17 of f32, false: |n| n as f32);
    rows!(8 of f64, true: |n| n as f64);
    rows!(9 of u64, false: |n| n as u64);
    rows!(3 of String, false: |n| n.to_string());
    rows!(3 of (u8, u16), false: |n| (1, n as u16));
    // A row of what is not in row-major order, or of which no type tells the size.
    let x = matrix();
    assert_eq!(x.transpose().index_axis::<-2>(1).to_vec(), [1, 11, 21]);
    let x = x.try_into_shape::<DynShape>().unwrap();
    assert_eq!(x.index_axis::<-2>(1).to_vec(), [10, 11, 12, 13]);
    // Rows of rows, and of parts.
    let x = Tensor::<i32, shape![4, 3, 2]>::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as i32);
    assert_eq!(
        x.index_axis::<-3>(2).index_axis::<-2>(1).to_vec(),
        [210, 211]
    );
    let part = x.narrow::<-3, dim!(2)>(1);
    assert_eq!(
        part.index_axis::<-3>(1).to_vec(),
        [200, 201, 210, 211, 220, 221]
    );
    let none = Tensor::<i32, shape![3, 0]>::zeros();
    assert!(none.index_axis::<-2>(2).is_empty());
}

#[test]
fn what_has_to_be_in_another_order_is_a_copy() {
    let x = matrix();
    let columns = x.transpose();
    assert_eq!((columns.as_slice(), columns.is_row_major()), (None, false));
    let list = columns.reshape::<shape![12]>();
    assert_ne!(first(&list), first(&x));
    assert_eq!(list.to_vec(), [0, 10, 20, 1, 11, 21, 2, 12, 22, 3, 13, 23]);
    assert_ne!(first(&x.to_tensor()), first(&x));
    assert_ne!(first(&x.to_heap()), first(&x));
    assert_ne!(first(&x.view().reshape::<shape![12]>()), first(&x));
}

// Under Miri.
#[test]
fn a_part_that_is_changed_leaves_the_whole_as_it_was() {
    let x = matrix();
    let kept = x.to_vec();
    let mut part = x.narrow::<-1, dim!(2)>(1);
    part += 100;
    assert_eq!(part.to_vec(), [101, 102, 111, 112, 121, 122]);
    let mut row = x.index_axis::<-2>(1);
    row[[0]] = -1;
    assert_eq!(row.to_vec(), [-1, 11, 12, 13]);
    let mut columns = x.transpose();
    columns.as_mut_slice()[1] = -10;
    assert_eq!(columns[[0, 1]], -10);
    let mut again = x.clone();
    broadcast_update!(|x, y| *x -= y; &mut again, &x);
    assert_eq!(again.sum(), 0);
    let mut viewed = x.clone();
    viewed.view_mut().index_axis_mut::<-1>(0)[[2]] = 7;
    assert_eq!((viewed[[2, 0]], x[[2, 0]]), (7, 20));
    let mut counted = x.clone();
    counted.iter_mut().for_each(|element| *element = 1);
    for element in &mut counted {
        *element += 1;
    }
    assert_eq!(counted.sum(), 24);
    assert_eq!(x.to_vec(), kept);
}

#[test]
fn a_whole_that_is_changed_leaves_its_parts_as_they_were() {
    let mut x = matrix();
    let (columns, row) = (x.transpose(), x.narrow::<-2, dim!(1)>(1));
    x *= 2;
    assert_eq!((x[[2, 3]], columns[[3, 2]]), (46, 23));
    assert_eq!(row.to_vec(), [10, 11, 12, 13]);
    // They share their memory with each other, and with `x` no more.
    assert_eq!(place_in(&columns, &[0, 1]), first(&row));
    assert_ne!(first(&columns), first(&x));
}

// Under Miri.
#[test]
fn a_change_copies_only_where_memory_is_shared() {
    let mut x = matrix();
    let place = first(&x);
    x += 1;
    x[[0, 0]] = 5;
    x += &Tensor::from([1, 1, 1, 1]);
    x.transpose_mut()[[3, 2]] = 0;
    x.as_mut_slice()[1] = 0;
    assert_eq!(first(&x), place);
    // A clone shares the memory for as long as it is there.
    drop(x.clone());
    x += 1;
    assert_eq!(first(&x), place);
    let other = x.clone();
    x += 1;
    assert_ne!(first(&x), place);
    // Now the other one is the only one of the memory.
    let mut other = other;
    other += 1;
    assert_eq!((first(&other), &other), (place, &x));
    // A part that is all that is left is changed where it is, and so is one with gaps.
    let mut part = other.transpose().narrow::<-1, dim!(2)>(1);
    drop(other);
    let inside = first(&part);
    part += 1;
    part[[1, 1]] = 0;
    assert_eq!(first(&part), inside);
    // In row-major order it is a copy.
    assert_eq!(part.as_mut_slice().len(), 8);
    assert_ne!(first(&part), inside);
}

#[test]
fn an_expansion_has_an_element_for_each_index_once_it_is_changed() {
    let row = Tensor::from([1, 2, 3]);
    let mut rows = row.broadcast_to::<shape![2, 3]>();
    drop(row);
    rows[[1, 0]] = 10;
    assert_eq!(rows.to_vec(), [1, 2, 3, 10, 2, 3]);
    let mut rows = Tensor::from([1, 2, 3]).broadcast_to::<shape![2, 3]>();
    rows += &Tensor::from([[1], [2]]);
    assert_eq!(rows.to_vec(), [2, 3, 4, 3, 4, 5]);
    let mut rows = Tensor::from([1, 2, 3]).broadcast_to::<shape![2, 3]>();
    rows.view_mut().index_axis_mut::<-2>(0).view_mut()[[2]] = 0;
    assert_eq!(rows.to_vec(), [1, 2, 0, 1, 2, 3]);
    // One index along the repeated axis has nothing to be told apart.
    let mut one = Tensor::from([1, 2, 3]).broadcast_to::<shape![1, 3]>();
    let place = first(&one);
    one += 1;
    assert_eq!((first(&one), one.to_vec()), (place, vec![2, 3, 4]));
}

#[test]
fn what_is_added_to_itself_in_place_is_read_as_it_was() {
    let mut x = matrix();
    let turned = x.narrow::<-1, dim!(3)>(0).transpose();
    let mut square = x.narrow::<-1, dim!(3)>(0);
    square += &turned;
    assert_eq!(square.to_vec(), [0, 11, 22, 11, 22, 33, 22, 33, 44]);
    let row = x.index_axis::<-2>(0);
    x += &row;
    assert_eq!(x.index_axis::<-2>(0).to_vec(), [0, 2, 4, 6]);
    assert_eq!(x.index_axis::<-2>(2).to_vec(), [20, 22, 24, 26]);
}

// Under Miri.
#[test]
fn an_owned_operand_gives_its_memory_where_no_other_has_it() {
    let x = matrix();
    let place = first(&x);
    let x = x + 1;
    let x = 2 * (x - &Tensor::from([1, 2, 3, 4]));
    let x = -broadcast_map!(|x, y| x + y; x, &Tensor::from([[1], [2], [3]]));
    assert_eq!(first(&x), place);
    // On the right too, and for elements of another type of the same size.
    let x = (Tensor::scalar(1) - x).into_map(|x| x as f64 / 2.0);
    assert_eq!(first(&x), place.cast());
    let shared = x.clone();
    let y = x + 1.0;
    assert_ne!(first(&y), place.cast());
    assert_eq!(first(&shared), place.cast());
    assert_eq!(y, &shared + 1.0);
    // A part has no memory to give: others may have the rest. What is reshaped has.
    let part = y.index_axis::<-2>(0);
    let inside = first(&part);
    drop(y);
    assert_ne!(first(&(part + 1.0)), inside);
    let (z, again) = (matrix(), matrix());
    let (whole, other) = (first(&z), first(&again));
    assert_eq!(first(&(z.into_reshaped::<shape![12]>() + 1)), whole);
    assert_ne!(first(&(again.transpose() + 1)), other);
}

#[test]
fn vectors_come_out_where_no_other_tensor_has_them() {
    let elements = vec![1, 2, 3, 4, 5, 6];
    let place = elements.as_ptr();
    let x = Tensor::<i64, shape![2, 3]>::from_vec(elements).unwrap();
    assert_eq!(first(&x), place);
    let other = x.clone();
    let x = x.try_into_vec().unwrap_err();
    assert_eq!((first(&x), &x), (place, &other));
    let copy = x.into_vec();
    assert_ne!(copy.as_ptr(), place);
    let elements = other.into_vec();
    assert_eq!(elements.as_ptr(), place);

    let turned = matrix().transpose().try_into_vec().unwrap_err();
    assert_eq!(turned.into_vec()[..4], [0, 10, 20, 1]);
    let part = matrix()
        .narrow::<-2, dim!(2)>(0)
        .try_into_vec()
        .unwrap_err();
    assert_eq!(part.into_vec().len(), 8);
    let all = matrix()
        .into_reshaped::<shape![12]>()
        .try_into_vec()
        .unwrap();
    assert_eq!(all.len(), 12);
    let repeated = Tensor::scalar(3).broadcast_to::<shape![4]>();
    assert_eq!(repeated.into_iter().collect::<Vec<_>>(), [3; 4]);
}

#[test]
fn memory_comes_out_and_in_with_its_strides() {
    let turned = matrix().transpose();
    let place = turned.as_memory().as_ptr();
    let (memory, strides) = turned.try_into_memory().unwrap();
    assert_eq!((memory.as_ptr(), strides.dims()), (place, &[1, 4][..]));
    let back =
        Tensor::<i64, shape![4, 3]>::from_strided(Default::default(), &[1, 4], memory).unwrap();
    assert_eq!((first(&back), &back), (place, &matrix().transpose()));
    // Shared, a part, and an element at two indices.
    let other = back.clone();
    let back = back.try_into_memory().unwrap_err();
    assert_eq!(back, other);
    let part = matrix().narrow::<-1, dim!(2)>(0);
    assert!(part.try_into_memory().is_err());
    let repeated = Tensor::scalar(3).broadcast_to::<shape![4]>();
    assert!(repeated.try_into_memory().is_err());

    // Gaps and repeated elements, which are copied before they are changed.
    let mut every_second =
        Tensor::<i64, shape![2, 2]>::from_strided(Default::default(), &[0, 2], vec![1, 2, 3])
            .unwrap();
    every_second[[0, 1]] = 9;
    assert_eq!(every_second.to_vec(), [1, 9, 1, 3]);
    let beyond =
        Tensor::<i64, shape![2, 2]>::from_strided(Default::default(), &[2, 2], vec![1, 2, 3]);
    assert_eq!(
        beyond.unwrap_err().to_string(),
        "a tensor of shape [2, 2] with strides [2, 2] has its last element at place 4, counted from 0, but there are 3 \
         values"
    );
}

#[test]
fn mutable_views_have_each_element_once() {
    let mut memory = [0; 12];
    let mut columns =
        ViewMut::<i64, shape![3, 2]>::from_strided(Default::default(), &[1, 6], &mut memory)
            .unwrap();
    columns += 1;
    columns.index_axis_mut::<-1>(1).fill(5);
    assert_eq!(memory, [1, 1, 1, 0, 0, 0, 5, 5, 5, 0, 0, 0]);
    for strides in [[0, 1], [1, 1], [1, 2], [2, 1]] {
        let view =
            ViewMut::<i64, shape![3, 3]>::from_strided(Default::default(), &strides, &mut memory);
        assert!(view.is_err(), "{strides:?}");
    }
    // Nothing repeats where there is one index, or none.
    for sizes in [[1, 3], [0, 3], [3, 0]] {
        let view = ViewMut::<i64, DynShape>::from_strided(sizes.into(), &[0, 1], &mut memory);
        assert_eq!(view.unwrap().dims(), sizes);
    }
    assert!(
        ViewMut::<i64, shape![3]>::from_strided(Default::default(), &[6], &mut memory).is_err()
    );
    assert!(
        ViewMut::<i64, shape![3]>::from_strided(Default::default(), &[1, 1], &mut memory).is_err()
    );
}

#[test]
fn engines_are_changed_by_a_copy() {
    let inline = InlineTensor::from([[1, 2], [3, 4]]);
    let mut heap = inline.to_heap();
    heap += 1;
    let mut back = heap.transpose().to_inline();
    back[[0, 0]] = 9;
    assert_eq!(inline.as_slice(), [1, 2, 3, 4]);
    assert_eq!(heap.to_vec(), [2, 3, 4, 5]);
    assert_eq!(back.as_slice(), [9, 4, 3, 5]);
    // A part of an inline tensor is a separate tensor.
    let mut row = inline.index_axis::<-2>(0);
    row += 10;
    assert_eq!((row.as_slice(), inline[[0, 0]]), (&[11, 12][..], 1));
}

#[test]
fn a_tensor_has_memory_that_goes_to_threads() {
    let x = matrix();
    let part = x.index_axis::<-2>(1);
    let sums = std::thread::scope(|scope| {
        let (a, b) = (x.clone(), part.clone());
        let a = scope.spawn(move || a + 1);
        let b = scope.spawn(move || {
            let mut b = b;
            b += 1;
            b
        });
        (a.join().unwrap().sum(), b.join().unwrap().sum())
    });
    assert_eq!(sums, (x.sum() + 12, part.sum() + 4));
}

// Under Miri.
#[test]
fn a_change_while_another_thread_gives_up_the_memory() {
    let mut tensor = matrix();
    for _ in 0..20 {
        let sum = tensor.sum();
        let (part, whole) = (tensor.index_axis::<-2>(1), tensor.clone());
        let reads = std::thread::spawn(move || {
            let sums = (part.sum(), whole.sum());
            drop((part, whole));
            sums
        });
        let own = tensor.index_axis::<-2>(1).sum();
        // In place or in a copy, as the other thread may or may not be done.
        tensor += 1;
        assert_eq!(reads.join().unwrap(), (own, sum));
        assert_eq!(tensor.sum(), sum + 12);
    }
}

// Under Miri.
#[test]
fn elements_are_dropped_once_with_the_last_tensor_of_them() {
    let element = Arc::new(());
    let x = Tensor::<_, shape![2, 3]>::full(element.clone());
    assert_eq!(Arc::strong_count(&element), 7);
    let part = x.transpose().index_axis::<-1>(0);
    drop(x);
    assert_eq!(Arc::strong_count(&element), 7);
    let copy = part.to_heap();
    assert_eq!(Arc::strong_count(&element), 10);
    drop(part);
    assert_eq!(Arc::strong_count(&element), 4);
    assert_eq!(copy.into_vec().len(), 3);
    assert_eq!(Arc::strong_count(&element), 1);
}

#[test]
fn a_view_that_changes_elements_is_of_a_tensor_of_its_own() {
    let mut x = matrix();
    let other = x.clone();
    let mut view: ViewMut<'_, i64, shape![4, 3]> = x.transpose_mut();
    view -= &other.transpose();
    assert_eq!(view.view().sum(), 0);
    assert_eq!((x.sum(), other[[2, 3]]), (0, 23));
}

fn step() -> impl Strategy<Value = Step> {
    let n = 0..24_usize;
    prop_oneof![
        (n.clone(), n.clone()).prop_map(|(a, b)| Step::Swap(a, b)),
        (n.clone(), n.clone()).prop_map(|(a, b)| Step::Index(a, b)),
        (n.clone(), n.clone(), n.clone()).prop_map(|(a, b, c)| Step::Slice(a, b, c)),
        n.prop_map(Step::Insert),
        Just(Step::Remove),
        vec(1..=3_usize, 0..=2).prop_map(Step::Broadcast),
        Just(Step::Permute),
    ]
}

/// The places of elements that a tensor changes one after the other, each in its own way.
fn change(tensor: &mut Dynamic<Host>, way: usize) {
    match way {
        0 => *tensor += 1000,
        1 => tensor.as_mut_slice().iter_mut().for_each(|x| *x += 1000),
        2 => broadcast_update!(|x, y| *x += y; tensor, &Tensor::scalar(1000)),
        3 => *tensor += &tensor.map(|_| 1000),
        _ => tensor.view_mut().view_mut().add_thousand(),
    }
}

trait AddThousand {
    fn add_thousand(self);
}

impl AddThousand for ViewMut<'_, i64, DynShape> {
    fn add_thousand(mut self) {
        self += 1000;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A tensor, steps to a part of it, and then both are changed, one of them having been dropped before or not.
    #[test]
    fn changes_are_seen_in_one_tensor(
        start in sizes().prop_flat_map(model),
        steps in vec(step(), 0..6),
        (part_first, dropped) in any::<(bool, bool)>(),
        way in 0..5_usize,
    ) {
        let mut whole = start.tensor();
        let array = ndarray::ArrayD::from_shape_vec(start.sizes.clone(), start.elements.clone()).unwrap();
        let (mut part, mut array) = (whole.clone(), array);
        for step in &steps {
            // Six axes or more stand for themselves.
            if array.ndim() <= 5 {
                (part, array) = run(step, part, array);
            }
        }
        let before = Model::of(&part);
        prop_assert!(part.iter().eq(array.iter()));
        let thousand = |model: &Model| Model::zip(&[model], |x| x[0] + 1000);
        if part_first {
            if dropped {
                drop(whole);
                change(&mut part, way);
            } else {
                change(&mut part, way);
                prop_assert_eq!(&Model::of(&whole), &start);
            }
            prop_assert_eq!(Model::of(&part), thousand(&before));
        } else {
            change(&mut whole, way);
            prop_assert_eq!(Model::of(&part), before);
            prop_assert_eq!(Model::of(&whole), thousand(&start));
        }
    }
}

// Under Miri.
#[test]
fn the_last_of_many_threads_drops_the_elements() {
    let element = Arc::new(());
    let x = Tensor::<_, shape![2, 3]>::full(element.clone());
    std::thread::scope(|scope| {
        for row in 0..4 {
            let x = x.clone();
            scope.spawn(move || {
                for _ in 0..20 {
                    let part = x.index_axis::<-2>(row % 2);
                    assert_eq!(part.clone().dims(), [3]);
                }
            });
        }
        drop(x);
    });
    assert_eq!(Arc::strong_count(&element), 1);
}
