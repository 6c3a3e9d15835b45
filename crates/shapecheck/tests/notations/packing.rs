//! Tensors that are packed into one and unpacked: what einops makes of 400 cases, when the program runs and by the
//! compiler.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::fmt::Debug;

use shapecheck::pattern::{pack_shapes, unpack_shapes};
use shapecheck::{DynShape, InlineTensor, Shape, Tensor, View, pack, shape, unpack};

const CASES: &str = include_str!("../data/packing.txt");

/// A shape, and elements after it.
type Value = (Vec<usize>, Vec<i64>);

/// `[2, 3] 1 2 3`: sizes in brackets, and numbers after.
fn value(text: &str) -> Value {
    let (sizes, elements) = text.split_once(']').expect("sizes in brackets");
    let sizes = sizes.trim_start_matches([' ', '[']).split(", ");
    let sizes = sizes.filter(|size| !size.is_empty());
    let elements = elements.split_whitespace();
    (
        sizes.map(|size| size.parse().unwrap()).collect(),
        elements.map(|element| element.parse().unwrap()).collect(),
    )
}

/// What stands between semicolons.
fn values(text: &str) -> Vec<Value> {
    text.split("; ").map(value).collect()
}

/// The parts of each line after its function.
fn cases() -> Vec<Vec<&'static str>> {
    let lines = CASES.lines().skip(1);
    lines
        .map(|line| line.split('|').map(str::trim).collect())
        .collect()
}

/// The elements of a tensor, as the script has them.
fn operand<S: Shape>(sizes: &[usize], number: i64) -> Tensor<i64, S> {
    operand_of_any_shape(sizes, number)
        .try_into_shape()
        .unwrap()
}

fn operand_of_any_shape(sizes: &[usize], number: i64) -> Tensor<i64, DynShape> {
    let count: usize = sizes.iter().product();
    let elements = (0..count as i64).map(|place| 7 * place % 11 - 5 + 20 * number);
    Tensor::from_vec_with(DynShape::from(sizes), elements.collect()).unwrap()
}

fn dims(shapes: &[DynShape]) -> Vec<Vec<usize>> {
    shapes.iter().map(|shape| shape.dims().to_vec()).collect()
}

#[test]
fn shapes_are_packed_as_einops_does() {
    let mut compared = [0; 4];
    for case in cases() {
        let refused = case.contains(&"refused");
        let told = match &case[..] {
            ["pack", pattern, shapes, answer, stars] => {
                let shapes = values(shapes);
                let shapes: Vec<&[usize]> = shapes.iter().map(|(sizes, _)| &sizes[..]).collect();
                let found = pack_shapes(pattern, &shapes);
                if !refused {
                    let (packed, pieces) = found.unwrap();
                    let stars: Vec<Vec<usize>> =
                        values(stars).into_iter().map(|star| star.0).collect();
                    assert_eq!(packed.dims(), value(answer).0, "{case:?}");
                    assert_eq!(dims(&pieces), stars, "{case:?}");
                    compared[0] += 1;
                    continue;
                }
                compared[1] += 1;
                found.expect_err(pattern).to_string()
            }
            ["unpack", pattern, shape, pieces, answer] => {
                let sizes = |piece: &str| (piece != "_").then(|| value(piece).0);
                let pieces: Vec<Option<Vec<usize>>> = pieces.split("; ").map(sizes).collect();
                let pieces: Vec<Option<&[usize]>> = pieces.iter().map(Option::as_deref).collect();
                let found = unpack_shapes(pattern, &value(shape).0, &pieces);
                if !refused {
                    let parts: Vec<Vec<usize>> =
                        values(answer).into_iter().map(|part| part.0).collect();
                    assert_eq!(dims(&found.unwrap()), parts, "{case:?}");
                    compared[2] += 1;
                    continue;
                }
                compared[3] += 1;
                found.expect_err(pattern).to_string()
            }
            _ => panic!("{case:?}"),
        };
        assert!(told.contains('`'), "{case:?}: {told}");
    }
    assert!(compared.iter().sum::<i32>() >= 400, "{compared:?}");
    assert!(compared.iter().all(|count| *count >= 30), "{compared:?}");
}

#[track_caller]
fn assert_same<T: Debug + PartialEq>(case: &[&str], found: Vec<T>, expected: &[T]) {
    assert_eq!(found, expected, "{case:?}");
}

#[test]
fn tensors_are_packed_as_einops_does() {
    let cases = cases();
    /// All sizes known, on the heap, inline and borrowed, and some.
    macro_rules! packs {
        ($number:literal, $pattern:literal, $($x:ident: [$($size:tt)*] [$($partly:tt)*]);+ => [$($packed:tt)*], ($([$($star:tt)*],)*)) => {{
            let case = &cases[$number];
            assert_eq!(case[..2], ["pack", $pattern]);
            let (dims, elements) = value(case[3]);
            let mut number = 0..;
            $(let $x = operand::<shape![$($size)*]>(&[$($size)*], number.next().unwrap());)+
            let (packed, stars) = pack!([$(&$x),+], $pattern);
            let _: &Tensor<i64, shape![$($packed)*]> = &packed;
            let _: ($(shape![$($star)*],)*) = stars;
            assert_same(case, packed.to_vec(), &elements);
            let (packed, _) = pack!([$(&$x.to_inline()),+], $pattern);
            let _: &InlineTensor<i64, shape![$($packed)*]> = &packed;
            assert_same(case, packed.to_vec(), &elements);
            assert_same(case, pack!([$(&$x.view()),+], $pattern).0.to_vec(), &elements);
            let (packed, _) = pack!([$(&$x.widen::<shape![$($partly)*]>()),+], $pattern);
            assert_same(case, packed.dims().to_vec(), &dims);
            assert_same(case, packed.to_vec(), &elements);
        }};
    }
    macro_rules! unpacks {
        ($number:literal, $pattern:literal, [$($size:tt)*] [$($partly:tt)*], $pieces:tt => $($x:ident: [$($part:tt)*]);+) => {{
            let case = &cases[$number];
            assert_eq!(case[..2], ["unpack", $pattern]);
            let parts = values(case[4]);
            let packed = operand::<shape![$($size)*]>(&[$($size)*], 0);
            let mut expected = parts.iter();
            let ($($x,)+) = unpack!(&packed, $pieces, $pattern);
            $(
                let _: &Tensor<i64, shape![$($part)*]> = &$x;
                assert_same(case, $x.to_vec(), &expected.next().unwrap().1);
            )+
            let mut expected = parts.iter();
            let ($($x,)+) = unpack!(&packed.to_inline(), $pieces, $pattern);
            $(
                let _: &InlineTensor<i64, shape![$($part)*]> = &$x;
                assert_same(case, $x.to_vec(), &expected.next().unwrap().1);
            )+
            let mut expected = parts.iter();
            let view: View<'_, i64, shape![$($size)*]> = packed.view();
            let ($($x,)+) = unpack!(&view, $pieces, $pattern);
            $(assert_same(case, $x.to_vec(), &expected.next().unwrap().1);)+
            let mut expected = parts.iter();
            let ($($x,)+) = unpack!(&packed.widen::<shape![$($partly)*]>(), $pieces, $pattern);
            $(
                let (dims, elements) = expected.next().unwrap();
                assert_same(case, $x.dims().to_vec(), dims);
                assert_same(case, $x.to_vec(), elements);
            )+
        }};
    }
    include!("../data/packing.rs")
}
