//! Patterns that rearrange axes: 800 of them compared with einops, at run time and by the compiler, and what is known
//! of sizes.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::fmt::Debug;

use shapecheck::algebra::NotationError;
use shapecheck::engine::{Numbers, ops};
use shapecheck::pattern::{
    self, MultipleOf, Quotient, rearrange_shape, reduce_shape, repeat_shape,
};
use shapecheck::{
    Axis, Dim, DynShape, InlineTensor, Shape, Tensor, TensorOn, View, dim, pack, rearrange, reduce,
    repeat, shape, unpack,
};

const CASES: &str = include_str!("../data/patterns.txt");

/// One line of the table.
struct Case {
    function: &'static str,
    pattern: &'static str,
    shape: Vec<usize>,
    sizes: Vec<(&'static str, usize)>,
    answer: &'static str,
}

/// `[2, 3] 1 2 3`: numbers in brackets, and those after.
fn numbers(text: &str) -> (Vec<usize>, Vec<f64>) {
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

fn cases() -> impl Iterator<Item = Case> {
    CASES.lines().skip(1).map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        let &[function, pattern, shape, sizes, answer] = &parts[..] else {
            panic!("{line}")
        };
        let sizes = sizes.split(", ").filter(|size| !size.is_empty());
        Case {
            function,
            pattern,
            shape: numbers(shape).0,
            sizes: sizes
                .map(|size| size.split_once('=').unwrap())
                .map(|(name, size)| (name, size.parse().unwrap()))
                .collect(),
            answer: answer.trim(),
        }
    })
}

/// The elements of an operand, as the script has them.
fn operand<T: Clone + 'static>(sizes: &[usize], element: impl Fn(i64) -> T) -> Tensor<T, DynShape> {
    let count: usize = sizes.iter().product();
    let elements = (0..count as i64).map(|place| element(7 * place % 11 - 5));
    Tensor::from_vec_with(sizes.into(), elements.collect()).unwrap()
}

type Value = Result<(Vec<usize>, Vec<f64>), NotationError>;

fn value<T: Copy + 'static>(
    tensor: Result<Tensor<T, DynShape>, NotationError>,
    number: impl Fn(T) -> f64,
) -> Value {
    let tensor = tensor?;
    let elements = tensor.to_vec().into_iter().map(number);
    Ok((tensor.dims().to_vec(), elements.collect()))
}

/// What a pattern makes of a tensor whose elements are found by strides or lie in order.
fn evaluated(case: &Case, moved: bool) -> Value {
    let Case { pattern, sizes, .. } = case;
    let x = operand(&case.shape, |element| element);
    // The same elements with the last axis outside.
    let x = match (moved, case.shape.len()) {
        (true, rank) if rank > 1 => {
            let order: Vec<usize> = (0..rank).map(|axis| (axis + 1) % rank).collect();
            let names: Vec<String> = order.iter().map(|axis| format!("a{axis}")).collect();
            let mut back: Vec<String> = names.clone();
            back.rotate_right(1);
            let (there, back) = (names.join(" "), back.join(" "));
            // Copied in another order, then moved back.
            let other = pattern::rearrange(&format!("{back} -> {there}"), &x, &[]).unwrap();
            let sizes = DynShape::from(other.dims());
            let other = Tensor::from_vec_with(sizes, other.to_vec()).unwrap();
            pattern::rearrange(&format!("{there} -> {back}"), &other, &[]).unwrap()
        }
        _ => x,
    };
    let float = |x: &Tensor<i64, DynShape>| x.map(|element| element as f64);
    let mask = |x: &Tensor<i64, DynShape>| x.map(|element| element > 0);
    let of = |number: i64| number as f64;
    match case.function {
        "rearrange" => value(pattern::rearrange(pattern, &x, sizes), of),
        "repeat" => value(pattern::repeat(pattern, &x, sizes), of),
        "sum" => value(pattern::reduce(pattern, &x, ops::Sum, sizes), of),
        "max" => value(pattern::reduce(pattern, &x, ops::Max, sizes), of),
        "min" => value(pattern::reduce(pattern, &x, ops::Min, sizes), of),
        "prod" => value(pattern::reduce(pattern, &x, ops::Product, sizes), of),
        "mean" => value(
            pattern::reduce(pattern, &float(&x), ops::Mean, sizes),
            |x| x,
        ),
        "any" => value(
            pattern::reduce(pattern, &mask(&x), ops::Any, sizes),
            f64::from,
        ),
        "all" => value(
            pattern::reduce(pattern, &mask(&x), ops::All, sizes),
            f64::from,
        ),
        other => panic!("{other}"),
    }
}

#[test]
fn patterns_give_what_einops_gives() {
    let mut compared = [0; 2];
    for case in cases() {
        let Case {
            function,
            pattern,
            shape,
            sizes,
            answer,
        } = &case;
        let of = format!("{function} {pattern} of {shape:?} with {sizes:?}");
        let found = match *function {
            "rearrange" => rearrange_shape(pattern, shape, sizes),
            "repeat" => repeat_shape(pattern, shape, sizes),
            _ => reduce_shape(pattern, shape, sizes),
        };
        for moved in [false, true] {
            let value = evaluated(&case, moved);
            if !answer.starts_with('[') {
                let error = value.expect_err(&of).to_string();
                match &found {
                    Err(found) => assert_eq!(found.to_string(), error, "{of}"),
                    Ok(_) => assert!(error.contains("nothing to choose from"), "{of}: {error}"),
                }
                compared[0] += 1;
                continue;
            }
            let (dims, elements) = numbers(answer);
            assert_eq!(found.as_ref().expect(&of).dims(), dims, "{of}");
            let value = value.expect(&of);
            assert_eq!(value.0, dims, "{of}");
            assert_eq!(value.1.len(), elements.len(), "{of}");
            for (found, expected) in value.1.iter().zip(&elements) {
                assert!((found - expected).abs() < 1e-12, "{of}: {value:?}");
            }
            compared[1] += 1;
        }
    }
    assert!(
        compared.iter().sum::<i32>() >= 1600 && compared.iter().all(|count| *count >= 200),
        "{compared:?}"
    );
}

#[track_caller]
fn assert_same<T: Debug + PartialEq>(pattern: &str, found: Vec<T>, expected: &[T]) {
    assert_eq!(found, expected, "{pattern}");
}

#[test]
fn patterns_that_the_compiler_reads_give_what_einops_gives() {
    let cases: Vec<Case> = cases().collect();
    let case = |number: usize, pattern: &str| {
        let case = &cases[number];
        assert_eq!(case.pattern, pattern);
        let (dims, elements) = numbers(case.answer);
        let elements: Vec<i64> = elements.iter().map(|element| *element as i64).collect();
        (operand(&case.shape, |element| element), dims, elements)
    };
    /// All sizes known, on the heap and inline, and some.
    macro_rules! case {
        ($number:literal, $function:ident, $pattern:literal, [$($op:ident)?], [$($name:ident = $size:literal),*]; [$($known:tt)*] [$($partly:tt)*] => [$($result:tt)*]) => {{
            let (x, dims, elements) = case($number, $pattern);
            let x = x.try_into_shape::<shape![$($known)*]>().unwrap();
            let on_the_heap: Tensor<i64, shape![$($result)*]> = $function!(&x, $pattern $(, $op)?; $($name = $size),*);
            assert_same($pattern, on_the_heap.to_vec(), &elements);
            let inline: InlineTensor<i64, shape![$($result)*]> = $function!(&x.to_inline(), $pattern $(, $op)?; $($name = $size),*);
            assert_same($pattern, inline.to_vec(), &elements);
            let view: View<'_, i64, shape![$($known)*]> = x.view();
            assert_same($pattern, $function!(&view, $pattern $(, $op)?; $($name = $size),*).to_vec(), &elements);
            let partly = x.widen::<shape![$($partly)*]>();
            $(let $name: usize = $size;)*
            let partly = $function!(&partly, $pattern $(, $op)?; $($name = $name),*);
            assert_same($pattern, partly.dims().to_vec(), &dims);
            assert_same($pattern, partly.to_vec(), &elements);
        }};
    }
    include!("../data/patterns.rs")
}

/// Generic code needs no bound where no parameter is taken apart, whatever the engine is.
fn swap<E: Numbers<f32>, S: Shape, H: Dim, T: Dim, D: Dim>(
    x: &TensorOn<f32, shape![..S, H, T, D], E>,
) -> TensorOn<f32, shape![..S, T, H, D], E> {
    rearrange!(x, "... h t d -> ... t h d")
}

fn merge<E: Numbers<f32>, B: Dim, H: Dim, T: Dim, D: Dim>(
    x: &TensorOn<f32, shape![B, H, T, D], E>,
) -> TensorOn<f32, shape![B, T, H * D], E> {
    rearrange!(x, "b h t d -> b t (h d)")
}

fn heads<B: Dim, T: Dim>(x: &Tensor<f32, shape![B, T, 768]>) -> Tensor<f32, shape![B, 12, T, 64]> {
    rearrange!(x, "b t (h d) -> b h t d"; h = 12)
}

fn rows<B: Dim, S: Shape>(x: &Tensor<f32, shape![..S, B, 3]>) -> Tensor<f32, shape![..S, B]> {
    reduce!(x, "... b c -> ... b", max)
}

fn grown<N: Dim, R: shapecheck::StaticDim>(
    x: &Tensor<f32, shape![N]>,
) -> Tensor<f32, shape![R, N]> {
    repeat!(x, "n -> r n"; r = R)
}

/// Where one is, it needs one.
fn any_heads<B: Dim, T: Dim, C: Dim + MultipleOf<dim!(12)>>(
    x: &Tensor<f32, shape![B, T, C]>,
) -> Tensor<f32, shape![B, 12, T, Quotient<C, dim!(12)>]> {
    rearrange!(x, "b t (h d) -> b h t d"; h = 12)
}

#[test]
fn generic_code_needs_no_bound() {
    let x = Tensor::<f32, shape![2, 5, 768]>::ones();
    let apart: Tensor<f32, shape![2, 12, 5, 64]> = heads(&x);
    assert_eq!(any_heads(&x), apart);
    assert_eq!(merge(&apart), x);
    let swapped: Tensor<f32, shape![2, 5, 12, 64]> = swap(&apart);
    assert_eq!(swapped.to_vec(), x.to_vec());
    let small = InlineTensor::<f32, shape![1, 2, 3, 4]>::full(2.0);
    assert_eq!(
        merge(&small),
        InlineTensor::<f32, shape![1, 3, 8]>::full(2.0)
    );
    assert_eq!(
        swap(&small),
        InlineTensor::<f32, shape![1, 3, 2, 4]>::full(2.0)
    );
    assert_eq!(rows(&Tensor::from([[1.0, 3.0, 2.0]])), Tensor::from([3.0]));
    let wide: Tensor<f32, shape![2, 3]> = grown::<_, dim!(2)>(&Tensor::from([1.0, 2.0, 3.0]));
    assert_eq!(wide.to_vec(), [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
}

/// As einops has it: a list is an axis in front.
#[test]
#[allow(
    clippy::useless_vec,
    clippy::redundant_slicing,
    reason = "a vector and a slice are lists, too"
)]
fn a_list_of_tensors_is_an_axis_in_front() {
    type Image = shape![2, 4];
    let image = |first: i32| Tensor::<i32, Image>::from_fn(|[i, j]| first + (4 * i + j) as i32);
    let (a, b, c) = (image(0), image(100), image(200));
    let moved: Tensor<i32, shape![2, 3, 4]> = rearrange!([&a, &b, &c], "n h w -> h n w");
    assert_eq!(moved, Tensor::stack([&a, &b, &c], Axis::<-2>));
    let merged: Tensor<i32, shape![2, 12]> =
        rearrange!([&a, &b, &c,], "n h (w d) -> h (w n d)"; d = 2);
    let elements = |w: usize, d: usize| [&a, &b, &c].map(|x| x[[1, 2 * w + d]]);
    let [x, y, z, u] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(w, d)| elements(w, d));
    let row: Vec<i32> = (0..3)
        .flat_map(|n| [x[n], y[n]])
        .chain((0..3).flat_map(|n| [z[n], u[n]]))
        .collect();
    assert_eq!(merged.to_vec()[12..], row);
    let sum: Tensor<i32, shape![2]> = reduce!([&a, &b], "n h w -> h", sum);
    assert_eq!(sum, (&a + &b).sum_axis::<-1>().remove_axis::<-1>());
    let wide: Tensor<i32, shape![2, 2, 8]> = repeat!([&a, &b], "n ... w -> n ... (w 2)");
    assert_eq!(
        wide,
        Tensor::stack(
            [
                &repeat!(&a, "h w -> h (w 2)"),
                &repeat!(&b, "h w -> h (w 2)")
            ],
            Axis::<-3>
        )
    );
    let apart: Tensor<i32, shape![2, 2, 2, 4]> =
        rearrange!([&a, &b, &a, &b], "(m n) h w -> n m h w"; m = 2);
    assert_eq!(apart.index_axis::<-4>(1).index_axis::<-3>(0), b);

    // Of any length, and of sizes that run time knows.
    let list = vec![&a, &b, &c];
    let moved: Tensor<i32, shape![2, _, 4]> = rearrange!([..list], "n h w -> h n w");
    let known = rearrange!([&a, &b, &c], "n h w -> h n w");
    assert_eq!(
        (moved.dims(), moved.to_vec()),
        (known.dims(), known.to_vec())
    );
    let slice: &[&Tensor<i32, Image>] = &list[..2];
    let largest: Tensor<i32, Image> = reduce!([..slice], "n ... -> ...", max);
    assert_eq!(largest, b);
    let any = |x: &Tensor<i32, Image>| x.clone().try_into_shape::<shape![_, 4]>().unwrap();
    let (d, e) = (any(&a), any(&b));
    let rows: Tensor<i32, shape![_, 4]> = rearrange!([..[&d, &e]], "n h w -> (n h) w");
    assert_eq!(rows.to_vec(), a.along::<-2>().concat(&b).to_vec());
    let any = |x: &Tensor<i32, Image>| x.clone().try_into_shape::<DynShape>().unwrap();
    let both = pattern::stacked([&any(&a), &any(&b)]);
    let found = pattern::rearrange("n h w -> (n h) w", &both, &[]).unwrap();
    assert_eq!((found.dims(), found.to_vec()), (rows.dims(), rows.to_vec()));

    // On other engines.
    let inline: InlineTensor<i32, shape![4, 2, 2]> =
        rearrange!([&a.to_inline(), &b.to_inline()], "n h w -> w n h");
    assert_eq!(inline, rearrange!([&a.view(), &b.view()], "n h w -> w n h"));
    let scalars = [1, 2, 3].map(InlineTensor::<i32, shape![]>::full);
    let row = rearrange!([&scalars[0], &scalars[1], &scalars[2]], "n -> n 1");
    assert_eq!(row, InlineTensor::from([[1], [2], [3]]));
}

/// A list in generic code.
fn interleaved<E: Numbers<f32>, B: Dim, C: Dim>(
    x: &TensorOn<f32, shape![B, C], E>,
    y: &TensorOn<f32, shape![B, C], E>,
) -> TensorOn<f32, shape![B, C * 2], E> {
    rearrange!([x, y], "n b c -> b (c n)")
}

#[test]
fn lists_in_generic_code_need_no_bound() {
    let (x, y) = (
        InlineTensor::from([[1.0, 2.0]]),
        InlineTensor::from([[3.0, 4.0]]),
    );
    assert_eq!(
        interleaved(&x, &y),
        InlineTensor::from([[1.0, 3.0, 2.0, 4.0]])
    );
}

#[test]
fn lists_of_tensors_that_differ_are_told() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let text = |run: &dyn Fn()| {
        *catch_unwind(AssertUnwindSafe(run))
            .unwrap_err()
            .downcast::<String>()
            .unwrap()
    };
    let x = |rows: usize| Tensor::<i32, _>::zeros_with(<shape![_, 4]>::of([rows]));
    let (a, b) = (x(2), x(3));
    assert_eq!(
        text(&|| drop(rearrange!([&a, &b], "n h w -> h n w"))),
        "cannot stack shapes [2, 4] and [3, 4]: size 2 does not match size 3 at axis -2"
    );
    let none: [&Tensor<i32, shape![_, 4]>; 0] = [];
    assert_eq!(
        text(&|| drop(rearrange!([..none], "n h w -> h n w"))),
        "there is no shape to join"
    );
    assert!(pattern::try_stacked([&a, &b]).is_err() && pattern::try_stacked(none).is_err());
}

#[test]
fn sizes_are_written_in_many_ways() {
    const HEADS: usize = 4;
    let x = Tensor::<f32, shape![2, 8]>::ones();
    let _: Tensor<f32, shape![2, 4, 2]> = rearrange!(&x, "b (h d) -> b h d"; h = 4);
    let _: Tensor<f32, shape![2, 4, 2]> = rearrange!(&x, "b (h d) -> b h d", h = HEADS);
    let _: Tensor<f32, shape![2, 4, 2]> = rearrange!(&x, "b (h d) -> b h d"; h = {HEADS});
    let _: Tensor<f32, shape![2, 4, 2]> = rearrange!(&x, "b (h d) -> b h d"; h = dim!(4), d = 2);
    let _: Tensor<f32, shape![2, 4, 2]> =
        rearrange!(&x, "b (h d) -> b h d"; h = shapecheck::typenum::U4,);
    let given = x.dims()[0] + 2;
    let found: Tensor<f32, shape![2, _, _]> = rearrange!(&x, "b (h d) -> b h d"; h = given);
    assert_eq!(found.dims(), [2, 4, 2]);
    // What a type says of a lone axis is known of the result.
    let dynamic = x.widen::<shape![_, 8]>();
    let _: Tensor<f32, shape![8, 2]> = rearrange!(&dynamic, "b c -> c b"; b = 2);
    let _: Tensor<f32, shape![8, _]> = rearrange!(&dynamic, "b c -> c b"; b = given - 2);
}

#[test]
fn tensors_are_packed_and_unpacked() {
    let image = Tensor::<i32, shape![2, 3, 4, 2]>::from_fn(|[b, h, w, c]| {
        (b * 24 + h * 8 + w * 2 + c) as i32
    });
    let class = Tensor::from([[100, 101], [102, 103]]);
    let row = Tensor::<i32, shape![2, _, 2]>::full_with(<shape![2, _, 2]>::of([5]), 7);
    let (packed, (places, one, five)) = pack!([&image, &class, &row], "b * c");
    let packed: Tensor<i32, shape![2, _, 2]> = packed;
    assert_eq!(packed.dims(), [2, 18, 2]);
    assert_eq!(
        (packed[[0, 5, 1]], packed[[1, 12, 0]], packed[[1, 17, 1]]),
        (11, 102, 7)
    );
    let _: (shape![3, 4], shape![]) = (places, one);
    let (a, b, c) = unpack!(&packed, [places, one, five], "b * c");
    assert_eq!((&a, &b), (&image, &class));
    assert_eq!(c.dims(), [2, 5, 2]);
    let n = 4;
    let (a, rest) = unpack!(&packed.view(), [[3, n], _], "b * c");
    assert_eq!((a.dims(), rest.dims()), (&[2, 3, 4, 2][..], &[2, 6, 2][..]));
    assert_eq!(a.to_vec(), image.to_vec());
    // Inline, all of it static.
    let (packed, (places, ..)) = pack!([&image.to_inline(), &class.to_inline()], "b * c");
    let packed: InlineTensor<i32, shape![2, 13, 2]> = packed;
    let (a, rest) = unpack!(&packed, [places, _], "b * c");
    assert_eq!(a, image);
    let _: InlineTensor<i32, shape![2, 1, 2]> = rest;
    let (all, _) = pack!([&image], "*");
    assert_eq!(all.to_vec(), image.to_vec());
}

/// Generic code needs no bound where the star stands for no shape parameter.
fn tokens<B: Dim, H: Dim, C: Dim>(
    image: &Tensor<f32, shape![B, H, C]>,
    class: &Tensor<f32, shape![B, C]>,
) -> Tensor<f32, shape![B, H + 1, C]> {
    pack!([image, class], "b * c").0
}

#[test]
fn generic_tensors_are_packed() {
    let both = tokens(
        &Tensor::<f32, shape![2, 3, 4]>::ones(),
        &Tensor::<f32, shape![2, 4]>::ones(),
    );
    assert_eq!(both, Tensor::<f32, shape![2, 4, 4]>::ones());
}

#[test]
fn packed_shapes_have_errors() {
    let told = |result: Result<_, NotationError>| result.unwrap_err().to_string();
    assert_eq!(
        told(pattern::pack_shapes("b * c", &[&[2, 3], &[3]]).map(drop)),
        "`b * c` of shapes [2, 3] and [3]: operand 2 has 1 axis, the pattern names 2 or more"
    );
    assert_eq!(
        told(pattern::pack_shapes("b c", &[&[2, 3]]).map(drop)),
        "no `*`: it stands for the axes in which the tensors differ in `b c`"
    );
    assert_eq!(
        told(pattern::unpack_shapes("b *", &[2, 67], &[Some(&[60]), Some(&[6])]).map(drop)),
        "`b *` of shape [2, 67]: the pieces have 66 elements, the axis 67"
    );
    assert_eq!(
        told(pattern::unpack_shapes("b *", &[2, 6], &[Some(&[60]), None]).map(drop)),
        "`b *` of shape [2, 6]: the pieces have 60 elements, the axis 6"
    );
    assert_eq!(
        told(pattern::unpack_shapes("b *", &[2, 6], &[None, None]).map(drop)),
        "`b *` of shape [2, 6]: one piece is inferred at most"
    );
}

#[test]
#[should_panic(expected = "`b *` of shape [2, 7]: the pieces have 6 elements, the axis 7")]
fn dynamic_pieces_that_are_not_all_are_told() {
    let x = Tensor::<f32, shape![2, _]>::ones_with(<shape![2, _]>::of([7]));
    let _ = unpack!(&x, [[2, 3]], "b *");
}

#[test]
#[should_panic(
    expected = "`b *` of shapes [2, 7] and [3, 1]: `b` is 2 in operand 1 and 3 in operand 2"
)]
fn dynamic_operands_that_differ_are_told() {
    let x = Tensor::<f32, shape![_, 7]>::ones_with(<shape![_, 7]>::of([2]));
    let y = Tensor::<f32, shape![_, 1]>::ones_with(<shape![_, 1]>::of([3]));
    let _ = pack!([&x, &y], "b *");
}

/// Strides say where elements are: nothing is copied.
#[test]
fn nothing_is_copied_that_strides_can_tell() {
    let x = Tensor::<u8, shape![4, 6, 8]>::from_fn(|[i, j, k]| (i * 48 + j * 8 + k) as u8);
    let first = |slice: Option<&[u8]>| slice.map(<[u8]>::as_ptr);
    let same: Tensor<u8, shape![24, 8]> = rearrange!(&x, "a b c -> (a b) c");
    assert_eq!(first(same.as_slice()), first(x.as_slice()));
    // A part, whose axes are taken apart and put together where they lie together.
    let part = x.narrow::<-2, dim!(2)>(1);
    let apart: Tensor<u8, shape![2, 2, 2, 2, 4]> =
        rearrange!(&part, "(a d) b (c e) -> d a b c e"; d = 2, c = 2);
    let merged: Tensor<u8, shape![2, 2, 16]> = rearrange!(&apart, "d a b c e -> d a (b c e)");
    assert_eq!(merged[[1, 1, 0]], 3 * 48 + 8);
    let row: Tensor<u8, shape![16]> = merged.index_axis::<-3>(0).index_axis::<-2>(0);
    assert_eq!(
        first(row.as_slice()),
        first(part.as_slice()).or(x.as_slice().map(|all| all[8..].as_ptr()))
    );
    let wide: Tensor<u8, shape![4, 6, 8, 1000]> = repeat!(&x, "a b c -> a b c r"; r = 1000);
    assert_eq!(wide[[3, 5, 7, 999]], 191);
}

#[test]
#[should_panic(
    expected = "`b t (h d) -> b h t d` of shape [2, 3, 770]: `(h d)` with h = 12 does not divide 770 at axis -1"
)]
fn dynamic_sizes_that_do_not_divide_are_told() {
    let x = Tensor::<f32, shape![2, 3, _]>::ones_with(<shape![2, 3, _]>::of([770]));
    let _ = rearrange!(&x, "b t (h d) -> b h t d"; h = 12);
}

#[test]
#[should_panic(
    expected = "`a b -> b a` of shape [2, 3, 4]: the tensor has 3 axes, the pattern names 2"
)]
fn a_run_time_rank_that_differs_is_told() {
    let x = Tensor::<f32, DynShape>::ones_with([2, 3, 4].into());
    let _ = rearrange!(&x, "a b -> b a");
}

#[test]
#[should_panic(expected = "`a b -> a` of shape [2, 0]: nothing to choose from: `b` has size 0")]
fn the_largest_of_no_elements_is_refused() {
    let x = Tensor::<f32, shape![2, _]>::zeros_with(<shape![2, _]>::of([0]));
    let _ = reduce!(&x, "a b -> a", max);
}

#[test]
fn errors_show_the_place() {
    let told = |pattern: &str| {
        let error = rearrange_shape(pattern, &[2, 3], &[]).unwrap_err();
        format!("{error:#}")
    };
    assert_eq!(
        told("a b -> b c"),
        "`a` is on the left only\n  a b -> b c\n  ^"
    );
    assert_eq!(
        told("(a b) c -> a b c"),
        "`(a b)` has more than one size to infer: write all but one of them after the pattern, as in `; a = 4`\n  (a b) c -> a b c\n  ^^^^^"
    );
    assert_eq!(
        told("a b"),
        "no `->`: it stands between the axes that there are and those of the result\n  a b\n     ^"
    );
    assert_eq!(
        rearrange_shape("a b -> b a", &[2, 3], &[("c", 2)])
            .unwrap_err()
            .to_string(),
        "`a b -> b a`: `c` is not an axis of the pattern"
    );
    assert_eq!(
        rearrange_shape("a b -> b a", &[2, 3], &[("a", 3)])
            .unwrap_err()
            .to_string(),
        "`a b -> b a` of shape [2, 3]: `a` is 3, but axis -2 is 2"
    );
    assert_eq!(
        rearrange_shape("1 b -> b", &[2, 3], &[])
            .unwrap_err()
            .to_string(),
        "`1 b -> b` of shape [2, 3]: `1` is 1, but axis -2 is 2"
    );
    assert_eq!(
        repeat_shape("a b -> a b r", &[2, 3], &[("r", 4)])
            .unwrap()
            .dims(),
        [2, 3, 4]
    );
}

/// A view stays a view of the same memory, also of a transposed one, unless axes are merged.
#[test]
fn views_are_split_and_repeated_without_a_copy() {
    let x = Tensor::<i32, shape![2, 6, 3]>::from_fn(|[a, b, c]| (a * 100 + b * 10 + c) as i32);
    let view = x.view();
    let view: View<'_, i32, shape![3, 2, 6]> = rearrange!(&view, "a b c -> c a b");
    let apart: View<'_, i32, shape![2, 3, 3, 1, 2]> =
        rearrange!(&view, "c a (h d) -> d h c 1 a"; h = 3);
    let first: *const i32 = &x[[0, 0, 0]];
    assert_eq!(core::ptr::from_ref(&apart[[0, 0, 0, 0, 0]]), first);
    for [d, h, c, a] in [[0, 0, 0, 0], [1, 0, 2, 1], [0, 2, 1, 1], [1, 2, 2, 0]] {
        assert_eq!(apart[[d, h, c, 0, a]], x[[a, 2 * h + d, c]]);
    }
    let wide: View<'_, i32, shape![3, 2, 4, 6]> = repeat!(&view, "c a b -> c a r b"; r = 4);
    assert_eq!(wide[[2, 1, 3, 5]], 152);
    let merged: Tensor<i32, shape![6, 6]> = rearrange!(&view, "c a b -> (c a) b");
    assert_eq!(merged[[5, 4]], 142);
    // On the heap, merged axes that are side by side in memory are not copied either.
    let flat: Tensor<i32, shape![12, 3]> = rearrange!(&x, "a b c -> (a b) c");
    assert_eq!(core::ptr::from_ref(&flat[[0, 0]]), first);
}
