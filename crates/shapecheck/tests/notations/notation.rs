//! Equations that name axes: 1,500 of them compared with NumPy, on each engine and by the compiler, and what is known
//! of sizes.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::fmt::Debug;

use shapecheck::algebra::einsum_shapes;
use shapecheck::engine::Einsums;
use shapecheck::notation;
use shapecheck::{Dim, DynShape, InlineTensor, Scalar, Shape, Tensor, TensorOn, einsum, shape};

const CASES: &str = include_str!("../data/notation.txt");

/// `[2, 3] 1 2 3`: numbers in brackets, and those after.
fn numbers(text: &str) -> (Vec<usize>, Vec<i64>) {
    let (sizes, elements) = text.split_once(']').expect("sizes in brackets");
    let sizes = sizes.trim_start_matches([' ', '[']).split(", ");
    let sizes = sizes.filter(|size| !size.is_empty());
    (
        sizes.map(|size| size.parse().unwrap()).collect(),
        elements
            .split_whitespace()
            .map(|element| element.parse().unwrap())
            .collect(),
    )
}

/// The elements of an operand, as the script has them.
fn elements(number: i64) -> impl FnMut() -> i64 {
    let mut place = 0;
    move || {
        place += 1;
        (7 * (place - 1) + 3 * number) % 11 - 5
    }
}

fn operand(number: usize, sizes: &[usize]) -> Tensor<i64, DynShape> {
    let count: usize = sizes.iter().product();
    let mut next = elements(number as i64);
    let elements = (0..count).map(|_| next()).collect();
    Tensor::from_vec_with(sizes.into(), elements).unwrap()
}

/// An equation, the shapes of its operands and the answer.
fn cases() -> impl Iterator<Item = (&'static str, Vec<Vec<usize>>, &'static str)> {
    CASES.lines().skip(1).map(|line| {
        let mut parts = line.split(" | ");
        let (equation, shapes, answer) = (parts.next(), parts.next(), parts.next());
        let shapes = shapes
            .unwrap()
            .strip_prefix('[')
            .unwrap()
            .strip_suffix(']')
            .unwrap();
        let shapes = shapes
            .split_inclusive(']')
            .map(|shape| numbers(shape.trim_start_matches(", ")).0);
        (equation.unwrap(), shapes.collect(), answer.unwrap().trim())
    })
}

#[test]
fn equations_give_what_numpy_gives() {
    let mut compared = [0; 3];
    for (equation, shapes, answer) in cases() {
        let operands: Vec<_> = shapes
            .iter()
            .enumerate()
            .map(|(number, sizes)| operand(number, sizes))
            .collect();
        let lent: Vec<_> = operands.iter().collect();
        let views: Vec<_> = operands.iter().map(|operand| operand.view()).collect();
        let slices: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        let shape = einsum_shapes(equation, &slices);
        let value = notation::einsum(equation, &lent);
        let of_views = notation::einsum(equation, &views.iter().collect::<Vec<_>>());
        if !answer.starts_with('[') {
            let error = shape.expect_err(equation).to_string();
            assert_eq!(value.expect_err(equation).to_string(), error);
            let stretched = answer == "stretched";
            assert_eq!(
                error.contains("stretched"),
                stretched || error.contains("stretched"),
                "{equation}: {error}"
            );
            compared[usize::from(stretched)] += 1;
            continue;
        }
        let (sizes, elements) = numbers(answer);
        assert_eq!(shape.unwrap().dims(), sizes, "{equation} of {shapes:?}");
        let value = value.unwrap();
        assert_eq!(value.dims(), sizes, "{equation} of {shapes:?}");
        assert_eq!(value.to_vec(), elements, "{equation} of {shapes:?}");
        assert_eq!(of_views.unwrap(), value, "{equation} of {shapes:?}");
        compared[2] += 1;
    }
    assert!(
        compared.iter().sum::<usize>() >= 1500 && compared.iter().all(|count| *count >= 10),
        "{compared:?}"
    );
}

/// Of which the compiler knows this shape.
fn operand_of<S: Shape>(number: usize, shapes: &[Vec<usize>]) -> Tensor<i64, S> {
    operand(number, &shapes[number]).try_into_shape().unwrap()
}

#[track_caller]
fn assert_same<T: Debug + PartialEq>(equation: &str, found: Vec<T>, expected: &[T]) {
    assert_eq!(found, expected, "{equation}");
}

#[test]
fn equations_that_the_compiler_reads_give_what_numpy_gives() {
    let cases: Vec<_> = cases().collect();
    let case = |number: usize, equation: &str| -> (&[Vec<usize>], Vec<i64>) {
        let (own, shapes, answer) = &cases[number];
        assert_eq!(*own, equation);
        (shapes, numbers(answer).1)
    };
    /// All sizes known, on the heap and inline, and some.
    macro_rules! case {
        ($number:literal, $equation:literal, [$($size:literal),*]; $($place:literal [$($known:tt)*] [$($partly:tt)*]),*) => {{
            let (shapes, expected) = case($number, $equation);
            let on_the_heap: Tensor<i64, shape![$($size),*]> =
                einsum!($equation; $(&operand_of::<shape![$($known)*]>($place, shapes)),*);
            assert_same($equation, on_the_heap.to_vec(), &expected);
            let inline: InlineTensor<i64, shape![$($size),*]> =
                einsum!($equation; $(&operand_of::<shape![$($known)*]>($place, shapes).to_inline()),*);
            assert_same($equation, inline.to_vec(), &expected);
            let partly = einsum!($equation; $(&operand_of::<shape![$($partly)*]>($place, shapes)),*);
            assert_same($equation, partly.dims().to_vec(), &[$($size),*]);
            assert_same($equation, partly.to_vec(), &expected);
        }};
    }
    include!("../data/notation.rs")
}

/// Generic code needs no bound where each label is one parameter.
fn scores<E: Einsums<f32>, B: Dim, H: Dim, Q: Dim, K: Dim, D: Dim>(
    queries: &TensorOn<f32, shape![B, H, Q, D], E>,
    keys: &TensorOn<f32, shape![B, H, K, D], E>,
) -> TensorOn<f32, shape![B, H, Q, K], E::Out> {
    einsum!("b h q d, b h k d -> b h q k"; queries, keys)
}

fn trace<N: Dim>(x: &Tensor<i32, shape![N, N]>) -> Tensor<i32, Scalar> {
    einsum!("i i ->"; x)
}

fn layer<S: Shape, I: Dim, O: Dim>(
    x: &Tensor<f32, shape![..S, I]>,
    weights: &Tensor<f32, shape![O, I]>,
) -> Tensor<f32, shape![..S, O]> {
    einsum!("... i, o i -> ... o"; x, weights)
}

fn chain<N: Dim>(x: &Tensor<i32, shape![N, N]>) -> Tensor<i32, shape![N, N]> {
    einsum!("i j, j k, k l -> i l"; x, x, x)
}

#[test]
fn generic_code_needs_no_bound() {
    let (queries, keys) = (
        Tensor::<f32, shape![2, 3, 4, 5]>::ones(),
        Tensor::<f32, shape![2, 3, 6, 5]>::full(2.0),
    );
    assert_eq!(
        scores(&queries, &keys),
        Tensor::<f32, shape![2, 3, 4, 6]>::full(10.0)
    );
    assert_eq!(
        scores(&queries.to_inline(), &keys.to_inline()),
        InlineTensor::<f32, shape![2, 3, 4, 6]>::full(10.0)
    );
    let square = Tensor::from([[1, 2], [3, 4]]);
    assert_eq!(trace(&square), Tensor::<i32, Scalar>::full(5));
    assert_eq!(chain(&square), Tensor::from([[37, 54], [81, 118]]));
    assert_eq!(
        layer(&queries, &Tensor::<f32, shape![7, 5]>::ones()),
        Tensor::<f32, shape![2, 3, 4, 7]>::full(5.0)
    );
}

#[test]
fn a_static_size_wins() {
    let known = Tensor::<f32, shape![3, 4]>::ones();
    let dynamic = Tensor::<f32, shape![_, _]>::ones_with(<shape![_, _]>::of([4, 5]));
    let product: Tensor<f32, shape![3, _]> = einsum!("ij,jk->ik"; &known, &dynamic);
    assert_eq!(product.dims(), [3, 5]);
    let inner: Tensor<f32, shape![4]> = einsum!("ij,jk->j"; &known, &dynamic);
    assert_eq!(inner.to_vec(), [15.0; 4]);
    let of_any_rank = Tensor::<f32, DynShape>::ones_with([4, 5].into());
    let product: Tensor<f32, shape![3, _]> = einsum!("ij,jk->ik"; &known, &of_any_rank);
    assert_eq!(product.dims(), [3, 5]);
}

/// A size of 1 is stretched where the equation says so.
#[test]
fn an_axis_of_size_one_is_left_out() {
    let (x, y) = (
        InlineTensor::from([[1, 2, 3], [4, 5, 6]]),
        InlineTensor::from([[10, 20, 30]]),
    );
    let sum = einsum!("i j, 1 j -> i"; &x, &y);
    assert_eq!(sum, InlineTensor::from([140, 320]));
}

#[test]
#[should_panic(
    expected = "`ij,jk->ik` of shapes [3, 4] and [5, 5]: label `j` has size 4 in operand 1 and 5 in operand 2"
)]
fn dynamic_sizes_that_differ_are_told() {
    let known = Tensor::<f32, shape![3, 4]>::ones();
    let dynamic = Tensor::<f32, shape![_, _]>::ones_with(<shape![_, _]>::of([5, 5]));
    let _ = einsum!("ij,jk->ik"; &known, &dynamic);
}

#[test]
#[should_panic(
    expected = "`ij,jk->ik` of shapes [3, 4] and [4]: operand 2 has 1 axis, the equation names 2"
)]
fn a_run_time_rank_that_differs_is_told() {
    let known = Tensor::<f32, shape![3, 4]>::ones();
    let dynamic = Tensor::<f32, DynShape>::ones_with([4].into());
    let _ = einsum!("ij,jk->ik"; &known, &dynamic);
}

/// Dots in one operand or in the result alone stand for no axes; where only the run tells, it is an error there.
#[test]
fn dots_that_stand_for_no_axes() {
    let x = Tensor::from([1, 2, 3]);
    let kept: Tensor<i32, shape![3]> = einsum!("... i -> i"; &x);
    assert_eq!(kept, x);
    let inner: InlineTensor<i32, Scalar> = einsum!("...i,...i->"; &x.to_inline(), &x.to_inline());
    assert_eq!(inner.into_scalar(), 14);
    let dynamic = Tensor::<i32, shape![_]>::ones_with(<shape![_]>::of([3]));
    let product: Tensor<i32, shape![_, 3]> = einsum!("i, ... j -> i j ..."; &dynamic, &x);
    assert_eq!(product.dims(), [3, 3]);
    let of_any_rank = x.clone().widen::<DynShape>();
    let kept: Tensor<i32, shape![_]> = einsum!("...i->i"; &of_any_rank);
    assert_eq!(kept.to_vec(), [1, 2, 3]);
    assert_eq!(
        einsum_shapes("...i,j->ij", &[&[2, 3], &[4]])
            .unwrap_err()
            .to_string(),
        "`...i,j->ij` of shapes [2, 3] and [4]: operand 1 has 1 axis without a name, the result has no `...`"
    );
    assert_eq!(
        einsum_shapes("j,...->j", &[&[2], &[1, 4]])
            .unwrap_err()
            .to_string(),
        "`j,...->j` of shapes [2] and [1, 4]: operand 2 has 2 axes without a name, the result has no `...`"
    );
}

#[test]
#[should_panic(
    expected = "`...i->i` of shape [2, 3]: operand 1 has 1 axis without a name, the result has no `...`"
)]
fn dots_that_stand_for_axes_of_a_run_time_rank_are_told() {
    let of_any_rank = Tensor::<i32, DynShape>::ones_with([2, 3].into());
    let _ = einsum!("...i->i"; &of_any_rank);
}

#[test]
fn errors_show_the_place() {
    let error = einsum_shapes("ij,jk->im", &[&[2, 3], &[3, 4]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "label `m` is on the right, but in no operand in `ij,jk->im`"
    );
    assert_eq!(error.place(), Some(8..9));
    let error = einsum_shapes("i j, j k", &[&[2, 3], &[1, 4]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`i j, j k` of shapes [2, 3] and [1, 4]: label `j` has size 3 in operand 1 and 1 in operand 2; a size of 1 is not stretched: write `1` instead of the name",
    );
    assert_eq!(error.place(), None);
}

/// Blanks beside dots stand between names as those between two names do.
#[test]
fn a_word_alone_beside_dots_is_a_word() {
    let shape = einsum_shapes(
        "batch ..., ... class -> class ... batch",
        &[&[2, 3], &[3, 4]],
    );
    assert_eq!(shape.unwrap().dims(), [4, 3, 2]);
    let letters = einsum_shapes("ij...,...k->k...ji", &[&[2, 3], &[4]]);
    assert_eq!(letters.unwrap().dims(), [4, 3, 2]);
}

/// What the compiler knows of axes on both sides of those without a name.
#[test]
fn dots_stand_anywhere() {
    let x = Tensor::<f32, shape![2, 3, 4, 5]>::ones();
    let y = Tensor::<f32, shape![_, 4, 5]>::ones_with(<shape![_, 4, 5]>::of([3]));
    let moved: Tensor<f32, shape![5, 3, 4, 2]> = einsum!("a ... b -> b ... a"; &x);
    assert_eq!(moved.dims(), [5, 3, 4, 2]);
    let sum: Tensor<f32, shape![3, 4, 2]> = einsum!("a ... b, ... b -> ... a"; &x, &y);
    assert_eq!(sum.to_vec(), [5.0; 24]);
    let any = x.widen::<DynShape>();
    let moved: Tensor<f32, shape![..DynShape, _]> = einsum!("a ... b -> b ... a"; &any);
    assert_eq!(moved.dims(), [5, 3, 4, 2]);
    let known: Tensor<f32, shape![_, 5]> = einsum!("a c d b, c d b -> a b"; &any, &y);
    assert_eq!(known.dims(), [2, 5]);
}

#[test]
fn operands_of_an_equation_may_have_generic_arguments() {
    let x = Tensor::<f32, shape![2]>::from([1.0, 2.0]);
    let sums = einsum!("i, j -> i", &x, &Tensor::<f32, shape![3]>::ones());
    assert_eq!(sums.to_vec(), [3.0, 6.0]);
}
