//! nalgebra's matrices in and out: rows are rows, although columns lie one after the other.
#![cfg(feature = "nalgebra")]

use nalgebra::{DMatrix, DVector, Matrix2, SMatrix, Vector2, matrix, vector};
use shapecheck::{InlineTensor, Tensor, View, ViewMut, shape};
use shapecheck_borders::nalgebra::{self as borders, to_matrix, to_vector, vector_view, view};

#[test]
fn rows_are_rows() {
    let m = SMatrix::<i32, 3, 2>::from_fn(|row, column| (10 * row + column) as i32);
    let found: View<i32, shape![3, 2]> = view(&m);
    assert_eq!(found.to_vec(), [0, 1, 10, 11, 20, 21]);
    assert_eq!(found.as_memory().as_ptr(), m.as_ptr());
    assert_eq!(to_matrix::<_, _, _, _, 3, 2>(&found), m);
    assert_eq!(
        to_matrix::<_, _, _, _, 2, 3>(&found.transpose()),
        m.transpose()
    );
    assert_eq!(to_matrix::<_, _, _, _, 3, 2>(&found.to_heap()), m);
}

#[test]
fn products_are_the_same() {
    let a = matrix![1.0, 2.0, 3.0; 4.0, 5.0, 6.0];
    let b = matrix![1.0, 0.0; 0.5, 2.0; -1.0, 1.0];
    let product: Matrix2<f64> = to_matrix(&view(&a).matmul(&view(&b)));
    assert_eq!(product, a * b);
    let inline: InlineTensor<f64, shape![2, 2]> =
        view(&a).to_inline().matmul(&view(&b).to_inline());
    let product: Matrix2<f64> = to_matrix(&inline);
    assert_eq!(product, a * b);
    let v = vector![1.0, 2.0, 3.0];
    let product: Vector2<f64> = to_vector(&view(&a).matmul(&vector_view(&v)));
    assert_eq!(product, a * v);
}

#[test]
fn vectors_have_one_axis() {
    let v = vector![1, 2, 3];
    assert_eq!(vector_view(&v), Tensor::from([1, 2, 3]));
    assert_eq!(to_vector::<_, _, _, 3>(&InlineTensor::from([1, 2, 3])), v);
}

#[test]
fn matrices_are_changed_in_place() {
    let mut m = matrix![1, 2, 3; 4, 5, 6];
    let mut found = borders::view_mut(&mut m);
    found += InlineTensor::from([10, 20, 30]);
    found[[1, 0]] = 0;
    assert_eq!(m, matrix![11, 22, 33; 0, 25, 36]);

    let mut m = DMatrix::from_row_slice(2, 3, &[1, 2, 3, 4, 5, 6]);
    let mut found: ViewMut<i32, shape![_, 3]> = borders::try_view_mut(&mut m).unwrap();
    found += InlineTensor::from([10, 20, 30]);
    assert_eq!(m, DMatrix::from_row_slice(2, 3, &[11, 22, 33, 14, 25, 36]));
}

#[test]
fn matrices_of_run_time_sizes_keep_their_memory() {
    let m = DMatrix::from_fn(3, 2, |row, column| 10 * row + column);
    let memory = m.as_ptr();
    let found: View<usize, shape![3, _]> = borders::try_view(&m).unwrap();
    assert_eq!(found.to_vec(), [0, 1, 10, 11, 20, 21]);
    assert_eq!(found.as_memory().as_ptr(), memory);
    let error = borders::try_view::<_, shape![2, 3]>(&m).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [3, 2] do not fit the type: size 2 at axis -1 where the type has 3"
    );
    assert!(borders::tensor::<_, shape![_]>(m.clone()).is_err());

    let tensor: Tensor<usize, shape![3, 2]> = borders::tensor(m.clone()).unwrap();
    assert_eq!(tensor.to_vec(), found.to_vec());
    // In the memory of the copy, and out again.
    let memory = tensor.as_memory().as_ptr();
    let back = borders::matrix(tensor);
    assert_eq!((back.as_ptr(), &back), (memory, &m));

    // Row-major elements are those of the transposed matrix.
    let rows = Tensor::<usize, shape![2, 40]>::from_fn(|[row, column]| 100 * row + column);
    let memory = rows.as_memory().as_ptr();
    let turned = rows.transpose();
    // Shared, and in another order: copied.
    assert_ne!(borders::matrix(turned.clone()).as_ptr(), memory);
    let copied = borders::matrix(rows);
    assert_ne!(copied.as_ptr(), memory);
    let back = borders::matrix(turned);
    assert_eq!((back.as_ptr(), &back), (memory, &copied.transpose()));
    assert_eq!((back.shape(), back[(39, 1)]), ((40, 2), 139));

    let none: Tensor<usize, shape![0, _]> = borders::tensor(DMatrix::zeros(0, 3)).unwrap();
    assert_eq!(borders::matrix(none).shape(), (0, 3));
}

#[test]
fn vectors_of_run_time_sizes_keep_their_memory() {
    let v = DVector::from_vec((0..40).collect());
    let memory = v.as_ptr();
    let tensor: Tensor<i32, shape![40]> = borders::vector_tensor(v).unwrap();
    assert_eq!(tensor.as_memory().as_ptr(), memory);
    let back = borders::vector(tensor);
    assert_eq!((back.as_ptr(), back[39]), (memory, 39));
    assert!(borders::vector_tensor::<_, shape![4]>(back).is_err());
}
