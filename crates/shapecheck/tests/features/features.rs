//! The optional features: formats, threads, and arrays of another crate.
// Under AddressSanitizer.
#![cfg(all(
    feature = "approx",
    feature = "serde",
    feature = "rayon",
    feature = "generic-array",
    feature = "tensor"
))]

use generic_array::GenericArray;
use proptest::prelude::*;
use shapecheck::{
    DynShape, InlineTensor, Tensor, broadcast_map, broadcast_update, par_broadcast_map,
    par_broadcast_update, shape, typenum,
};

#[test]
fn tensors_are_written_and_read() {
    let x = Tensor::from([[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let text = serde_json::to_string(&x).unwrap();
    assert_eq!(
        serde_json::from_str::<Tensor<f64, shape![2, 3]>>(&text).unwrap(),
        x
    );
    assert_eq!(
        serde_json::from_str::<InlineTensor<f64, shape![2, 3]>>(&text).unwrap(),
        x
    );
    assert_eq!(
        serde_json::from_str::<Tensor<f64, shape![_, 3]>>(&text)
            .unwrap()
            .as_slice(),
        x.as_slice()
    );
    assert_eq!(
        serde_json::from_str::<Tensor<f64, DynShape>>(&text)
            .unwrap()
            .as_slice(),
        x.as_slice()
    );
    // A view is written as what it shows.
    let columns = serde_json::to_string(&x.transpose()).unwrap();
    assert_eq!(
        serde_json::from_str::<Tensor<f64, shape![3, 2]>>(&columns).unwrap(),
        x.transpose()
    );
}

#[shapecheck::checked]
#[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct Linear<const I: usize, const O: usize = 3> {
    weights: Tensor<f32, shape![O, I]>,
    bias: Tensor<f32, shape![O]>,
}

#[shapecheck::checked]
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Model<const I: usize, const H: usize> {
    first: Linear<I, H>,
    joined: Tensor<f32, shape![I * H + 1]>,
    last: Vec<Linear<H>>,
}

#[test]
fn structs_with_const_parameters_are_written_and_read() {
    let model = Model::<2, 4> {
        first: Linear {
            weights: Tensor::from_fn(|[row, column]| (10 * row + column) as f32),
            bias: Tensor::ones(),
        },
        joined: Tensor::full(0.5),
        last: vec![Linear::default()],
    };
    let text = serde_json::to_string(&model).unwrap();
    assert_eq!(serde_json::from_str::<Model<2, 4>>(&text).unwrap(), model);
    let error = serde_json::from_str::<Model<2, 5>>(&text).unwrap_err();
    let told = "sizes [4, 2] do not fit the type: size 4 at axis -2 where the type has 5";
    assert!(error.to_string().starts_with(told), "{error}");
}

#[test]
fn sizes_get_their_names_when_they_are_read() {
    shapecheck::dims! { Batch, Seq }

    let x = Tensor::<i32, _>::ones_with(<shape![Batch, Seq]>::of([2, 3]));
    let text = serde_json::to_string(&x).unwrap();
    let same: Tensor<i32, shape![Batch, Seq]> = serde_json::from_str(&text).unwrap();
    assert_eq!(same, x);
    let error = serde_json::from_str::<Tensor<i32, shape![Seq, Seq]>>(&text).unwrap_err();
    let told = error.to_string();
    assert!(
        told.contains("`Seq` is 3 at axis -1, where it has to be 2"),
        "{told}"
    );
}

#[test]
fn shapes_and_sizes_are_written_and_read() {
    shapecheck::dims! { Batch, Seq <= 8, Rgb = 3 }

    let shape = <shape![Batch, 2, _, Rgb]>::try_from([4, 2, 5, 3]).unwrap();
    assert_eq!(serde_json::to_string(&shape).unwrap(), "[4,2,5,3]");
    assert_eq!(
        serde_json::from_str::<shape![Batch, 2, _, Rgb]>("[4, 2, 5, 3]").unwrap(),
        shape
    );
    assert_eq!(
        serde_json::from_str::<DynShape>("[4, 2]").unwrap().dims(),
        [4, 2]
    );
    assert_eq!(serde_json::to_string(&<shape![]>::default()).unwrap(), "[]");
    let told = |text| {
        let error = serde_json::from_str::<shape![Batch, 2]>(text).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        told("[4, 3]"),
        "sizes [4, 3] do not fit the type: size 3 at axis -1 where the type has 2"
    );
    assert!(told("[4]").contains("rank"), "{}", told("[4]"));
    assert!(told("[4, -2]").contains("-2"), "{}", told("[4, -2]"));

    assert_eq!(serde_json::to_string(&Seq::of(8)).unwrap(), "8");
    assert_eq!(serde_json::from_str::<Seq>("8").unwrap(), Seq::of(8));
    let error = serde_json::from_str::<Seq>("9").unwrap_err().to_string();
    assert!(
        error.contains("`Seq`") && error.contains('9') && error.contains('8'),
        "{error}"
    );
    let error = serde_json::from_str::<Rgb>("4").unwrap_err().to_string();
    assert!(error.contains("size 4") && error.contains('3'), "{error}");
}

#[test]
fn tensors_are_compared_by_the_traits_of_approx() {
    use approx::{abs_diff_eq, abs_diff_ne, relative_eq, relative_ne, ulps_eq, ulps_ne};

    let x = Tensor::from([1.0_f32, 1e6]);
    assert!(abs_diff_eq!(x, Tensor::from([1.0 + f32::EPSILON, 1e6])));
    assert!(abs_diff_ne!(x, Tensor::from([1.0, 1e6 + 1.0])));
    assert!(relative_eq!(
        x,
        InlineTensor::from([1.0, 1e6 + 1.0]),
        max_relative = 1e-5
    ));
    assert!(relative_ne!(
        x.view(),
        Tensor::from([1.1, 1e6]),
        max_relative = 1e-5
    ));
    assert!(ulps_eq!(x, Tensor::from([1.0, 1e6_f32.next_up()])));
    assert!(ulps_ne!(x, Tensor::from([1.0, 1e6_f32 + 1.0])));
    assert!(relative_ne!(x, Tensor::from([1.0, f32::NAN])));
    // Sizes that differ are not equal, and no panic.
    let of = |size| Tensor::<f32, shape![_]>::from(vec![1.0; size]);
    assert!(relative_eq!(of(2), of(2)) && relative_ne!(of(2), of(3)) && abs_diff_ne!(of(1), of(0)));
}

#[test]
fn what_does_not_fit_is_an_error_that_says_why() {
    let text = serde_json::to_string(&Tensor::from([[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]])).unwrap();
    let error = serde_json::from_str::<Tensor<f64, shape![3, 2]>>(&text)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 2"
    );
    let error = serde_json::from_str::<InlineTensor<f64, shape![7]>>(&text).unwrap_err();
    assert!(!error.to_string().is_empty());
    let short = text.replace(",6.0", "");
    let error = serde_json::from_str::<Tensor<f64, shape![2, 3]>>(&short)
        .unwrap_err()
        .to_string();
    assert!(error.contains('5') && error.contains('6'), "{error}");
    assert!(serde_json::from_str::<Tensor<f64, DynShape>>("{}").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn all_threads_give_what_one_gives(rows in 1..400_usize, columns in 1..400_usize, axes in 0..3_usize) {
        let element = |[i, j]: [usize; 2]| (i * 31 + j * 7) as f32;
        let x = Tensor::<f32, DynShape>::from_fn_with([rows, columns].into(), element);
        let y = Tensor::<f32, DynShape>::from_fn_with([columns, rows].into(), element);
        let row = Tensor::<f32, DynShape>::from_fn_with([[columns, 1][usize::from(axes == 0)]].into(), |[j]| j as f32);
        let expected = broadcast_map!(|x, y, r| x * 2.0 + y - r; &x, &y.transpose(), &row);
        prop_assert_eq!(&par_broadcast_map!(|x, y, r| x * 2.0 + y - r; &x, &y.transpose(), &row), &expected);
        prop_assert_eq!(&par_broadcast_map!(|x, y, r| x * 2.0 + y - r; x.clone(), &y.transpose(), &row), &expected);
        let (mut one, mut all) = (y.clone(), y);
        broadcast_update!(|t, x| *t = *t * 3.0 + x; &mut one.transpose_mut(), &x);
        par_broadcast_update!(|t, x| *t = *t * 3.0 + x; &mut all.transpose_mut(), &x);
        prop_assert_eq!(one, all);
    }
}

#[test]
fn arrays_of_generic_array() {
    use typenum::{U2, U3};
    let nested: GenericArray<GenericArray<i32, U3>, U2> =
        GenericArray::from([GenericArray::from([1, 2, 3]), GenericArray::from([4, 5, 6])]);
    let x: InlineTensor<i32, shape![2, 3]> = nested.into();
    assert_eq!(x, InlineTensor::from([[1, 2, 3], [4, 5, 6]]));
    let back: GenericArray<GenericArray<i32, U3>, U2> = x.into();
    assert_eq!(back, nested);
}

#[test]
fn arrays_of_generic_array_up_to_four_deep() {
    use typenum::{U0, U1, U2, U3, U5};
    type Deep = GenericArray<GenericArray<GenericArray<GenericArray<u16, U5>, U1>, U3>, U2>;
    let x = InlineTensor::<u16, shape![2, 3, 1, 5]>::from_fn(|[i, j, _, l]| {
        (100 * i + 10 * j + l) as u16
    });
    let deep: Deep = x.into();
    assert_eq!(deep[1][2][0][4], 124);
    assert_eq!(InlineTensor::from(deep), x);
    let on_the_heap: Tensor<u16, shape![2, 3, 1, 5]> = deep.into();
    assert_eq!(on_the_heap, x);
    let none: InlineTensor<String, shape![3, 0]> =
        GenericArray::<GenericArray<String, U0>, U3>::default().into();
    assert!(none.is_empty());
    // Elements that are dropped are moved, each once.
    let text: InlineTensor<String, shape![2]> =
        GenericArray::<String, U2>::from(["a".to_string(), "b".to_string()]).into();
    let back: GenericArray<String, U2> = text.into();
    assert_eq!(back[1], "b");
}

#[test]
fn what_is_read_is_checked_before_it_is_a_tensor() {
    let wrong = |text: &str| {
        serde_json::from_str::<Tensor<f64, DynShape>>(text)
            .unwrap_err()
            .to_string()
    };
    let many = format!(r#"{{"shape":[{},2],"elements":[]}}"#, usize::MAX);
    assert!(
        wrong(&many).contains("more elements than `usize` can count"),
        "{}",
        wrong(&many)
    );
    assert!(wrong(r#"{"shape":[2,2],"elements":[1,2,3,4,5]}"#).contains("has 4 elements"));
    assert!(wrong(r#"{"shape":[],"elements":[]}"#).contains("has 1 elements"));
    assert!(wrong(r#"{"shape":[0,3],"elements":[1]}"#).contains("has 0 elements"));
    assert!(wrong(r#"{"shape":[-2,3],"elements":[1]}"#).contains("integer `-2`"));
    assert!(wrong(r#"{"shape":[1]}"#).contains("elements"));
    assert!(wrong(r#"{"shape":[1],"elements":["x"]}"#).contains("string"));
    let inline = |text: &str| {
        serde_json::from_str::<InlineTensor<f64, shape![2, 2]>>(text)
            .unwrap_err()
            .to_string()
    };
    assert!(inline(r#"{"shape":[2,2],"elements":[1,2,3]}"#).contains("has 4 elements"));
    assert!(inline(r#"{"shape":[4],"elements":[1,2,3,4]}"#).contains("rank 1"));
    assert!(inline(r#"{"shape":[2,3],"elements":[1,2,3,4,5,6]}"#).contains("size 3"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_written_is_read(sizes in prop::collection::vec(0..4_usize, 0..=10), seed in any::<i32>()) {
        let count = sizes.iter().product::<usize>();
        prop_assume!(count < 5000);
        let elements = (0..count as i64).map(|n| n * i64::from(seed)).collect();
        let x = Tensor::<i64, _>::from_vec_with(DynShape::from(&sizes[..]), elements).unwrap();
        let text = serde_json::to_string(&x).unwrap();
        let read: Tensor<i64, DynShape> = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&read, &x);
        if sizes.len() >= 2 {
            let columns = x.swap_axes::<-1, -2>();
            let text = serde_json::to_string(&columns).unwrap();
            prop_assert_eq!(serde_json::from_str::<Tensor<i64, DynShape>>(&text).unwrap(), columns);
        }
    }
}

/// The contracts of functions are left out, in all builds.
#[cfg(feature = "unchecked")]
#[test]
fn what_is_unchecked_is_not_checked() {
    #[shapecheck::shapes("x: b t, y: b", always)]
    fn sum(x: &[usize], y: &[usize]) -> usize {
        shapes!(y: b t);
        x.iter().chain(y).sum()
    }
    assert_eq!(sum(&[2, 3], &[4]), 9);
}
