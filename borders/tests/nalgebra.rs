//! nalgebra's matrices in and out: rows are rows, although columns lie one after the other.
#![cfg(feature = "nalgebra")]

use nalgebra::{Matrix2, SMatrix, Vector2, matrix, vector};
use shapecheck::{InlineTensor, Tensor, View, shape};
use shapecheck_borders::nalgebra::{to_matrix, to_vector, vector_view, view};

#[test]
fn rows_are_rows() {
    let m = SMatrix::<i32, 3, 2>::from_fn(|row, column| (10 * row + column) as i32);
    let found: View<i32, shape![3, 2]> = view(&m);
    assert_eq!(found.to_vec(), [0, 1, 10, 11, 20, 21]);
    assert_eq!(found.as_memory().as_ptr(), m.as_ptr());
    assert_eq!(to_matrix::<_, _, 3, 2>(&found), m);
    assert_eq!(to_matrix::<_, _, 2, 3>(&found.transpose()), m.transpose());
    assert_eq!(to_matrix::<_, _, 3, 2>(&found.to_heap()), m);
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
    assert_eq!(to_vector::<_, _, 3>(&InlineTensor::from([1, 2, 3])), v);
}
