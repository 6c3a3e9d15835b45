//! Arrays of ndarray in every order of axes, with gaps, repetitions and backwards, in and out.
#![cfg(feature = "ndarray")]

use ndarray::{Array, Array3, ArrayD, Axis, Ix2, s};
use shapecheck::{DynShape, Tensor, View, ViewMut, axes, dim, shape};
use shapecheck_borders::BorderError;
use shapecheck_borders::ndarray::{array, array_view, part, tensor, view, view_mut};

fn cube() -> Array3<i32> {
    Array::from_shape_fn((2, 3, 4), |(i, j, k)| (100 * i + 10 * j + k) as i32)
}

#[test]
fn axes_in_every_order() {
    let cube = cube();
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let turned = cube.view().permuted_axes(order);
        let view: View<i32, shape![_, _, _]> = view(turned).unwrap();
        assert_eq!(view.to_vec(), turned.iter().copied().collect::<Vec<_>>());
        assert_eq!(array_view(&view), turned.into_dyn());
        // The same memory.
        assert_eq!(view.as_memory().as_ptr(), cube.as_ptr());
        assert_eq!((&view + 1).sum(), cube.sum() + 24);
    }
}

#[test]
fn parts_with_gaps_and_repetitions() {
    let cube = cube();
    let gaps = cube.slice(s![.., 1.., ..;3]);
    assert_eq!(
        view::<_, shape![2, 2, 2], _>(gaps).unwrap_err(),
        BorderError::Gaps
    );
    let found: View<i32, shape![2, 2, _]> = part(cube.view(), &gaps).unwrap();
    assert_eq!(found.to_vec(), [10, 13, 20, 23, 110, 113, 120, 123]);
    assert_eq!(array_view(&found), gaps.into_dyn());

    let row = cube.slice(s![1, 2, ..]);
    let repeated = row.broadcast((5, 4)).unwrap();
    let found: View<i32, shape![5, 4]> = part(cube.view(), &repeated).unwrap();
    assert_eq!(found.sum(), 5 * row.sum());
    assert_eq!(
        array_view(&found).into_dimensionality::<Ix2>().unwrap(),
        repeated
    );

    let none = cube.slice(s![.., 3.., ..]);
    let found: View<i32, shape![2, 0, 4]> = part(cube.view(), &none).unwrap();
    assert!(found.is_empty());
    // A part is one of the array that it was taken from.
    let other = self::cube();
    let error = part::<_, shape![2, 2, 2], _, _>(other.slice(s![.., ..1, ..]), &gaps);
    assert!(error.is_err());
    let small = other.slice(s![..1, .., ..]);
    let error = part::<_, shape![2, 3, 4], _, _>(small, &other.view()).unwrap_err();
    assert_eq!(error, BorderError::Elsewhere);
}

#[test]
fn what_runs_backwards_is_refused() {
    let mut cube = cube();
    cube.invert_axis(Axis(1));
    let error = view::<_, shape![2, 3, 4], _>(cube.view()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "elements run backwards along axis -2, by a stride of -4: copy the array"
    );
    let copied: Tensor<i32, shape![2, 3, 4]> = tensor(cube.clone()).unwrap();
    assert_eq!(copied.to_vec(), cube.iter().copied().collect::<Vec<_>>());
    // Of one element nothing runs anywhere.
    let one = cube.slice(s![.., 1..2, ..]);
    let whole = self::cube();
    assert!(part::<_, shape![2, 1, 4], _, _>(whole.view(), &one).is_err());
}

#[test]
fn sizes_that_differ_are_told_with_their_axis() {
    let cube = cube();
    let error = view::<_, shape![2, 5, 4], _>(cube.view()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [2, 3, 4] do not fit the type: size 3 at axis -2 where the type has 5"
    );
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = tensor::<_, shape![_, _], _>(cube).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [2, 3, 4] do not fit the type: rank 3 where the type has 2"
    );
}

#[test]
fn sizes_get_names() {
    shapecheck::dims! { Batch, Seq }

    let cube = cube();
    let named: View<i32, shape![Batch, Seq, 4]> = view(cube.view()).unwrap();
    assert_eq!(named.shape().to_string(), "[Batch = 2, Seq = 3, 4]");
    let error = view::<_, shape![Batch, Batch, 4], _>(cube.view()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [2, 3, 4]: `Batch` is 3 at axis -2, where it has to be 2"
    );
}

#[test]
fn owned_arrays_keep_their_memory() {
    let cube = cube();
    let (memory, elements) = (cube.as_ptr(), cube.iter().copied().collect::<Vec<_>>());
    let same: Tensor<i32, shape![2, 3, _]> = tensor(cube).unwrap();
    assert_eq!(
        (same.as_memory().as_ptr(), same.to_vec()),
        (memory, elements)
    );
    let back: ArrayD<i32> = array(same);
    assert_eq!((back.as_ptr(), back.shape()), (memory, &[2, 3, 4][..]));

    let mut part = self::cube();
    part.slice_collapse(s![1.., .., ..]);
    let found: Tensor<i32, DynShape> = tensor(part.clone()).unwrap();
    assert_eq!(found.to_vec(), part.iter().copied().collect::<Vec<_>>());

    let rows: Tensor<i32, shape![2, 3]> = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let memory = rows.as_memory().as_ptr();
    let turned = rows.permute::<axes![-1, -2]>();
    drop(rows);
    let shared = array(turned.clone());
    assert_ne!(shared.as_ptr(), memory);
    let back = array(turned);
    assert_eq!(back, ndarray::array![[1, 4], [2, 5], [3, 6]].into_dyn());
    assert_eq!((&back, back.as_ptr()), (&shared, memory));
}

#[test]
fn owned_arrays_keep_their_memory_in_every_order_of_axes() {
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let turned = cube().permuted_axes(order);
        let (memory, expected) = (turned.as_ptr(), turned.clone().into_dyn());
        let tensor: Tensor<i32, DynShape> = tensor(turned).unwrap();
        assert_eq!(
            tensor.to_vec(),
            expected.iter().copied().collect::<Vec<_>>()
        );
        assert_eq!(tensor.as_memory().as_ptr(), memory);
        let back = array(tensor);
        assert_eq!((back.as_ptr(), back), (memory, expected));
    }
    // One index, none, and no axis.
    for array in [
        Array3::<i32>::ones((1, 3, 1)).into_dyn(),
        Array3::ones((2, 0, 4)).into_dyn(),
        ndarray::arr0(7).into_dyn(),
    ] {
        let tensor: Tensor<i32, DynShape> = tensor(array.clone()).unwrap();
        assert_eq!(shapecheck_borders::ndarray::array(tensor), array);
    }
    // A part is copied, and so are repeated elements.
    let tensor: Tensor<i32, shape![4, 3]> = Tensor::from_fn(|[i, j]| (10 * i + j) as i32);
    let part = tensor.narrow::<-1, dim!(2)>(1);
    drop(tensor);
    assert_eq!(array(part)[[3, 1]], 32);
    let repeated = Tensor::scalar(3).broadcast_to::<shape![2, 2]>();
    assert_eq!(array(repeated), ndarray::array![[3, 3], [3, 3]].into_dyn());
}

#[test]
fn arrays_are_changed_in_place() {
    let mut cube = cube();
    let expected = &cube + 1;
    let mut found: ViewMut<i32, shape![4, 3, 2]> =
        view_mut(cube.view_mut().reversed_axes()).unwrap();
    found += 1;
    assert_eq!(cube, expected);
    let gaps = cube.slice_mut(s![.., 1.., ..]);
    assert_eq!(
        view_mut::<_, shape![2, 2, 4], _>(gaps).unwrap_err(),
        BorderError::Gaps
    );
    cube.invert_axis(Axis(0));
    assert!(view_mut::<_, shape![2, 3, 4], _>(cube.view_mut()).is_err());
}

#[test]
fn sizes_beyond_those_of_arrays_are_told() {
    let none = Tensor::<u8, _>::zeros_with(<shape![_, 0]>::of([usize::MAX]));
    for convert in [
        |none: Tensor<u8, shape![_, 0]>| drop(array(none)),
        |none| drop(shapecheck_borders::ndarray::array_view(&none)),
    ] {
        let tensor = none.clone();
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| convert(tensor)));
        let panic = panic.unwrap_err();
        let text = panic.downcast_ref::<String>().unwrap();
        assert!(
            text.starts_with("a tensor of shape [18446744073709551615, 0]: "),
            "{text}"
        );
    }
}
