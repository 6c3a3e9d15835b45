//! Loops over windows and over rows that are changed, and tensors as keys of maps.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::collections::HashMap;

use shapecheck::{DynShape, InlineTensor, Tensor, dim, dims, shape};
use static_assertions::assert_not_impl_any;

dims! { Time }

#[test]
fn windows_are_all_neighbours_also_along_other_axes_and_of_sizes_with_names() {
    let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    let pairs: Vec<Tensor<i32, shape![2, 2]>> = x.iter_windows::<-1, dim!(2)>().collect();
    assert_eq!(pairs[2], Tensor::from([[3, 4], [7, 8]]));
    assert_eq!(pairs.len(), 3);

    let named = Tensor::from_vec_with(<shape![Time, 4]>::of([2]), x.to_vec()).unwrap();
    assert_eq!(named.iter_windows::<-2, dim!(2)>().len(), 1);
    // As of slices: none where there are fewer.
    assert_eq!(named.iter_windows::<-2, dim!(3)>().count(), 0);
    let last = named.iter_windows::<-2, dim!(1)>().next_back();
    assert_eq!(last.unwrap().to_vec(), [5, 6, 7, 8]);

    let inline = InlineTensor::from([1, 2, 3]);
    assert!(inline.iter_windows::<-1, dim!(3)>().eq([inline]));
    let none: Tensor<i32, shape![_]> = Tensor::from(vec![]);
    assert_eq!(none.iter_windows::<-1, dim!(0)>().len(), 1);
    let view = named.view();
    let sums: Vec<i32> = view
        .iter_windows::<-1, dim!(3)>()
        .map(|part| part.sum())
        .collect();
    assert_eq!(sums, [24, 30]);
}

#[test]
fn rows_are_changed_in_place() {
    let mut x = Tensor::<f64, shape![Time, 2]>::ones_with(<shape![Time, 2]>::of([3]));
    let before = x.clone();
    for (number, mut row) in x.rows_mut().enumerate() {
        row *= number as f64;
        row[[1]] += 1.0;
    }
    assert_eq!(x.to_vec(), [0.0, 1.0, 1.0, 2.0, 2.0, 3.0]);
    assert_eq!(before.sum(), 6.0);
    // In another order of memory, too.
    let mut columns = x.transpose();
    assert_eq!(columns.rows_mut().len(), 2);
    columns.rows_mut().for_each(|mut row| row.fill(7.0));
    assert_eq!((columns.sum(), x.sum()), (42.0, 9.0));

    let mut inline = InlineTensor::from([[1, 2], [3, 4]]);
    inline.rows_mut().for_each(|mut row| row += 1);
    assert_eq!(inline, InlineTensor::from([[2, 3], [4, 5]]));

    let mut without_elements = Tensor::<i32, shape![3, 0]>::zeros();
    assert_eq!(without_elements.rows_mut().count(), 3);
    let mut without_rows = Tensor::<i32, shape![0, 3]>::zeros();
    assert_eq!(without_rows.rows_mut().count(), 0);
}

#[cfg(feature = "rayon")]
#[test]
fn rows_are_visited_and_changed_on_all_threads() {
    use rayon::prelude::*;

    let mut x = Tensor::<usize, _>::from_fn_with(<shape![Time, 3]>::of([1000]), |[i, j]| i + j);
    let sums: Vec<usize> = x.par_rows().map(|row| row.sum()).collect();
    assert!(sums.into_iter().eq((0..1000).map(|i| 3 * i + 3)));
    let columns: Vec<usize> = x
        .view()
        .par_iter_axis::<-1>()
        .map(|column| column.len())
        .collect();
    assert_eq!(columns, [1000; 3]);
    let by = Tensor::from([0, 1, 2]);
    x.par_rows_mut().for_each(|mut row| row -= &by);
    assert!(
        x.rows()
            .enumerate()
            .all(|(i, row)| row.iter().all(|&x| x == i))
    );
    let (lhs, rhs) = (x.par_rows(), x.par_rows());
    assert!(lhs.zip(rhs).all(|(lhs, rhs)| lhs == rhs));
    assert_eq!(
        Tensor::<i32, shape![3, 0]>::zeros().par_rows_mut().count(),
        0
    );
}

#[test]
fn equal_tensors_are_one_key_wherever_their_elements_are() {
    let mut counts = HashMap::new();
    let rows = Tensor::from([[1, 2], [1, 2], [2, 1]]);
    for row in rows.rows() {
        *counts.entry(row).or_insert(0) += 1;
    }
    assert_eq!(counts[&Tensor::from([1, 2])], 2);
    let mut sorted: Vec<_> = rows.rows().collect();
    sorted.sort_by(|x, y| y.iter().cmp(x));
    assert_eq!(sorted[0], Tensor::from([2, 1]));
    // The part of a column, and a copy of it.
    let column = rows.index_axis::<-1>(0);
    let keys = HashMap::from([(column, ())]);
    assert!(keys.contains_key(&Tensor::from([1, 1, 2])));
    // Sizes count, and not elements alone.
    let of_any_shape = |sizes: [usize; 2]| Tensor::<i32, DynShape>::zeros_with(sizes.into());
    let keys = HashMap::from([(of_any_shape([2, 3]), ())]);
    assert!(!keys.contains_key(&of_any_shape([3, 2])));
}

// `x < y` is a mask in NumPy. An order of whole tensors would make it a `bool`, without a word.
assert_not_impl_any!(Tensor<i32, shape![2]>: PartialOrd);
