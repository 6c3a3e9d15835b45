//! The run-time rules give the verdicts of NumPy and PyTorch on every case in `data/shape_functions.txt`, and tensors
//! with shapes known only at run time give the elements.
#![cfg(feature = "alloc")]

use std::collections::BTreeMap;

use shapecheck::algebra::{
    Padding, PoolWindow, Slide, attention_shapes, check_ends_in, concat_shapes, convolve_shape,
    convolve_transposed_shape, linear_shape, matrix_product_shape, merge_axes_shape, pad_shape,
    piece_sizes, pool_shape, repeat_shape, reshape_sizes, split_axis_shape, stack_shapes,
    take_along_axis_shape, take_shape,
};
use shapecheck::algebra::{
    adaptive_pool_shape, array_split_sizes, bilinear_shape, check_axis_weights, check_classes,
    check_indexed_values, check_mask, check_score_mask, check_targets, check_values_for,
    chunk_sizes, complete_qr_shapes, cross_shape, det_shape, diag_along_shape, diag_shape,
    diagonal_along_shape, diagonal_shape, diff_shape, distances_shape, dot_shape, eigh_shapes,
    embedding_shape, extreme_shape, fft_shape, fft_to_shape, flatten_shape, fold_shape,
    full_svd_shapes, gather_leading_shape, group_size, grouped_attention_shapes, index_axis_shape,
    inner_shape, insert_axis_shape, irfft_shape, kept_shape, kron_shape, lstsq_shape,
    meshgrid_shape, meshgrid_xy_shape, move_axes_order, move_axis_order, one_hot_shape,
    outer_shape, permute_shape, pinv_shape, pixel_shuffle_shape, pixel_unshuffle_shape, qr_shapes,
    recurrent_shape, reduced_axes_shape, remove_axis_shape, rfft_shape, rfft_to_shape, rot90_shape,
    scale_last_shape, scanned_from_shape, searchsorted_shape, slice_shape, solve_shape,
    split_at_each_sizes, split_at_sizes, split_equal_shape, split_every_sizes, squeezed_shape,
    svd_shapes, swap_axes_shape, tensordot_shape, top_k_shape, trace_shape, triangle_shape,
    unfold_shape, unstack_shape, vecdot_shape, windows_shape,
};
use shapecheck::error::Extreme;
use shapecheck::{DynShape, ShapeError};

const CASES: &str = include_str!("../data/shape_functions.txt");

type Sizes = Vec<usize>;

/// `8x1x6`, or `()` for the shape without axes.
fn shape(text: &str) -> Sizes {
    if text == "()" {
        return Vec::new();
    }
    text.split('x')
        .map(|size| size.parse().unwrap_or_else(|_| panic!("a size: {text}")))
        .collect()
}

/// What a function gives.
#[derive(Debug, PartialEq)]
enum Verdict {
    Shapes(Vec<Sizes>),
    Fits,
    Refused,
}

struct Case<'a> {
    line: &'a str,
    function: &'a str,
    arguments: Vec<isize>,
    shapes: Vec<Sizes>,
    verdict: Verdict,
    elements: Option<Vec<f64>>,
}

fn case(line: &str) -> Case<'_> {
    let (case, _why) = line.split_once(" # ").unwrap_or((line, ""));
    let (case, elements) = match case.split_once(" : ") {
        Some((case, elements)) => (case, Some(elements)),
        None => (case, None),
    };
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let (call, verdict) = case.split_once(" = ").expect("a case = a verdict");
    let (call, shapes) = call.split_once(" |").expect("arguments | shapes");
    let mut call = call.split(' ');
    Case {
        line,
        function: call.next().expect("a function"),
        arguments: call
            .map(|argument| argument.parse().expect("an integer"))
            .collect(),
        shapes: shapes.split_whitespace().map(shape).collect(),
        verdict: match verdict {
            "refused" => Verdict::Refused,
            "fits" => Verdict::Fits,
            shapes => Verdict::Shapes(shapes.split(' ').map(shape).collect()),
        },
        elements: elements.map(|elements| elements.split(' ').map(number).collect()),
    }
}

fn cases() -> impl Iterator<Item = Case<'static>> {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    lines.map(case)
}

/// What the rules of this crate say.
fn verdict(case: &Case<'_>) -> Verdict {
    let one = |found: Result<DynShape, ShapeError>| match found {
        Ok(sizes) => Verdict::Shapes(vec![sizes.dims().to_vec()]),
        Err(_) => Verdict::Refused,
    };
    let many = |found: Result<Vec<DynShape>, ShapeError>| match found {
        Ok(shapes) => {
            let shapes = shapes.into_iter().map(|sizes| sizes.dims().to_vec());
            Verdict::Shapes(shapes.collect())
        }
        Err(_) => Verdict::Refused,
    };
    let fits = |found: Result<(), ShapeError>| match found {
        Ok(()) => Verdict::Fits,
        Err(_) => Verdict::Refused,
    };
    let shapes: Vec<&[usize]> = case.shapes.iter().map(Vec::as_slice).collect();
    let x = shapes[0];
    let [y, z] = [1, 2].map(|place| shapes.get(place).copied().unwrap_or(&[]));
    let arguments = &case.arguments[..];
    let count = |place: usize| usize::try_from(arguments[place]).expect("a count");
    // -1 is a size to be inferred.
    let sizes = |arguments: &[isize]| -> Vec<Option<usize>> {
        let sizes = arguments.iter();
        sizes.map(|&size| usize::try_from(size).ok()).collect()
    };
    let padded =
        |padding: Padding<f64>| one(pad_shape(x, arguments[0], (count(1), count(2)), padding));
    // With another size at the axis that the first argument is.
    let part = |size: usize| {
        let mut part = x.to_vec();
        part[x.len() - arguments[0].unsigned_abs()] = size;
        DynShape::from(&part[..])
    };
    match case.function {
        "concat" => one(concat_shapes(&shapes, arguments[0])),
        "stack" => one(stack_shapes(&shapes, arguments[0])),
        "split" => {
            let pieces = piece_sizes(x, arguments[0], &sizes(&arguments[1..]));
            many(pieces.map(|pieces| pieces.dims().iter().map(|&size| part(size)).collect()))
        }
        "split_axis" => one(split_axis_shape(x, arguments[0], &sizes(&arguments[1..]))),
        "merge_axes" => one(merge_axes_shape(x, arguments[0])),
        "flatten" => one(flatten_shape(x, arguments[0])),
        "reshape" => one(reshape_sizes(x, &sizes(arguments))),
        "squeeze_all" => one(squeezed_shape(x)),
        "move_axis" => one(move_axis_order(x, arguments[0], arguments[1]).map(|order| {
            let sizes: Sizes = order.dims().iter().map(|&place| x[place]).collect();
            DynShape::from(&sizes[..])
        })),
        "move_axes" => {
            let (from, to) = arguments[1..].split_at(count(0));
            one(move_axes_order(x, from, to).map(|order| {
                let sizes: Sizes = order.dims().iter().map(|&place| x[place]).collect();
                DynShape::from(&sizes[..])
            }))
        }
        "gather_leading" => one(gather_leading_shape(x, y, arguments[0])),
        "scatter_leading" => {
            let chosen = gather_leading_shape(x, y, arguments[0]);
            fits(chosen.and_then(|_| check_values_for(z, y)))
        }
        "diagonal_along" => one(diagonal_along_shape(
            x,
            [arguments[0], arguments[1]],
            arguments[2],
        )),
        "diag_along" => one(diag_along_shape(
            x,
            [arguments[0], arguments[1]],
            arguments[2],
        )),
        "rot90" => one(rot90_shape(x, [arguments[0], arguments[1]], arguments[2])),
        "roll" => one(Ok(x.into())),
        "repeat" | "tile" => one(repeat_shape(x, arguments[0], count(1))),
        "pad_constant" => padded(Padding::Constant(2.0)),
        "pad_edge" => padded(Padding::Edge),
        "pad_reflect" => padded(Padding::Reflect),
        "pad_wrap" => padded(Padding::Wrap),
        "slice" => one(slice_shape(
            x,
            arguments[0],
            (count(1), count(2)),
            arguments[3],
        )),
        "take" => one(take_shape(x, y, arguments[0])),
        "gather" => one(take_along_axis_shape(x, y, arguments[0])),
        "embedding" => one(embedding_shape(x, y)),
        "mask" => fits(check_mask(y, x, arguments[0])),
        "top_k" => one(top_k_shape(x, arguments[0], count(1))),
        "matmul" => one(matrix_product_shape(x, y)),
        "vecdot" => one(vecdot_shape(x, y)),
        "inner" => one(inner_shape(x, y)),
        "tensordot" => one(tensordot_shape(x, y, arguments[0])),
        "kron" => one(kron_shape(x, y)),
        "cross" => one(cross_shape(x, y, arguments[0])),
        "diagonal" => one(diagonal_shape(x, arguments[0])),
        "qr" => many(qr_shapes(x).map(|(q, r)| vec![q, r])),
        "svd" => many(svd_shapes(x).map(|factors| factors.to_vec())),
        "complete_qr" => many(complete_qr_shapes(x).map(|(q, r)| vec![q, r])),
        "full_svd" => many(full_svd_shapes(x).map(|factors| factors.to_vec())),
        "lstsq" => one(lstsq_shape(x, y)),
        "det" => one(det_shape(x)),
        "eigh" => many(eigh_shapes(x).map(|(values, vectors)| vec![values, vectors])),
        "pinv" => one(pinv_shape(x)),
        "trace" => one(trace_shape(x)),
        "triangle" => one(triangle_shape(x)),
        "diag" => one(diag_shape(x)),
        "dot" => one(dot_shape(x, y)),
        "unstack" => one(unstack_shape(x, arguments[0], count(1))),
        "unfold" => {
            let slide = Slide::new().stride(count(1)).padding(count(2));
            let window = PoolWindow {
                size: count(0),
                slide: slide.dilation(count(3)),
                ceil: false,
                padding_counts: true,
            };
            one(unfold_shape(x, &[window; 2]))
        }
        "windows" => one(windows_shape(x, arguments[0], count(1), count(2))),
        "pixel_shuffle" => one(pixel_shuffle_shape(x, count(0))),
        "pixel_unshuffle" => one(pixel_unshuffle_shape(x, count(0))),
        "cumulative_from" => one(scanned_from_shape(x, arguments[0])),
        "score_mask" => fits(check_score_mask(x, y)),
        "channel_shuffle" => fits(group_size(x, arguments[0], count(1)).map(|_| ())),
        "fft_to" => one(fft_to_shape(x, arguments[0], count(1))),
        "outer" => one(outer_shape(x, y)),
        "meshgrid" => one(meshgrid_shape(&shapes)),
        "meshgrid_xy" => one(meshgrid_xy_shape(&shapes)),
        "searchsorted" => one(searchsorted_shape(x, y)),
        "one_hot" => one(one_hot_shape(x, count(0))),
        "swap_axes" => one(swap_axes_shape(x, arguments[0], arguments[1])),
        "sort" => one(kept_shape(x, arguments[0])),
        "split_equal" => one(split_equal_shape(x, arguments[0], count(1))),
        "index_axis" => one(index_axis_shape(x, arguments[0], count(1))),
        "sums" => one(reduced_axes_shape(x, arguments)),
        "indexed_values" => fits(check_indexed_values(x, y)),
        "solve" => one(solve_shape(x, y)),
        "linear" => one(linear_shape(x, y)),
        "bilinear" => one(bilinear_shape(x, y, z)),
        "ends_in" => fits(check_ends_in(x, y)),
        "group_norm" => fits(group_size(x, arguments[0], count(1)).map(|_| ())),
        "attention" => one(attention_shapes(x, y, z).map(|(output, _)| output)),
        "grouped_attention" => one(grouped_attention_shapes(x, y, z).map(|[output, ..]| output)),
        "split_at" => {
            let sizes = split_at_sizes(x, arguments[0], count(1));
            many(sizes.map(|(front, rest)| vec![part(front), part(rest)]))
        }
        "split_at_each" => {
            let places: Sizes = (1..arguments.len()).map(count).collect();
            many(
                split_at_each_sizes(x, arguments[0], &places)
                    .map(|sizes| sizes.map(part).collect()),
            )
        }
        "split_every" => many(
            split_every_sizes(x, arguments[0], count(1)).map(|sizes| sizes.map(part).collect()),
        ),
        "chunk" => {
            many(chunk_sizes(x, arguments[0], count(1)).map(|sizes| sizes.map(part).collect()))
        }
        "array_split" => many(
            array_split_sizes(x, arguments[0], count(1)).map(|sizes| sizes.map(part).collect()),
        ),
        "class_weights" => fits(check_axis_weights(x, y, arguments[0])),
        "conv1d" | "conv2d" | "conv3d" => {
            let slide = Slide::new().stride(count(0)).padding(count(1));
            let slides = [slide.dilation(count(2)); 3];
            let axes = usize::from(case.function.as_bytes()[4] - b'0');
            one(convolve_shape(x, y, &slides[..axes], count(3)))
        }
        "max_pool1d" | "max_pool2d" | "max_pool3d" => {
            let slide = Slide::new().stride(count(2)).padding(count(3));
            let window = PoolWindow {
                size: count(1),
                slide: slide.dilation(count(4)),
                ceil: arguments[5] == 1,
                padding_counts: true,
            };
            one(pool_shape(x, &[window; 3][..count(0)]))
        }
        "conv_transpose1d" | "conv_transpose2d" | "conv_transpose3d" => {
            let slide = Slide::new().stride(count(0)).padding(count(1));
            let slides = [(slide.dilation(count(3)), count(2)); 3];
            let axes = usize::from(case.function.as_bytes()[14] - b'0');
            one(convolve_transposed_shape(x, y, &slides[..axes], count(4)))
        }
        "fold" => {
            let slide = Slide::new().stride(count(3)).padding(count(4));
            let window = PoolWindow {
                size: count(2),
                slide: slide.dilation(count(5)),
                ceil: false,
                padding_counts: true,
            };
            one(fold_shape(x, &[count(0), count(1)], &[window; 2]))
        }
        "adaptive_pool" | "interpolate" | "upsample" => {
            let numbers: Sizes = (0..arguments.len()).map(count).collect();
            one(match case.function {
                "upsample" => scale_last_shape(x, &numbers),
                _ => adaptive_pool_shape(x, &numbers),
            })
        }
        "lstm" | "gru" => {
            let gates = if case.function == "lstm" { 4 } else { 3 };
            one(recurrent_shape(x, gates, y, z, &shapes[3..]))
        }
        "fft" => one(fft_shape(x, arguments[0])),
        "rfft" => one(rfft_shape(x, arguments[0])),
        "irfft" => one(irfft_shape(x, arguments[0])),
        "rfft_to" => one(rfft_to_shape(x, arguments[0], count(1))),
        "remove_axis" => one(remove_axis_shape(x, arguments[0])),
        "insert_axis" => one(insert_axis_shape(x, arguments[0])),
        "permute" => one(permute_shape(x, arguments)),
        "diff" => one(diff_shape(x, arguments[0], count(1))),
        "largest" => one(extreme_shape(x, arguments[0], Extreme::Maximum)),
        "distances" => one(distances_shape(x, y)),
        "targets" => fits(check_targets(x, y)),
        "classes" => fits(check_classes(x, y, arguments[0])),
        other => panic!("no rule is known for `{other}`"),
    }
}

#[test]
fn the_rules_give_the_verdicts_of_numpy_and_pytorch() {
    let mut counts = BTreeMap::<&str, [usize; 2]>::new();
    let mut wrong = Vec::new();
    for case in cases() {
        let found = verdict(&case);
        if found != case.verdict {
            wrong.push(format!("{}: {found:?}", case.line));
        }
        let refused = usize::from(case.verdict == Verdict::Refused);
        counts.entry(case.function).or_default()[refused] += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let [taken, refused] = counts
        .values()
        .fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    assert!(taken + refused >= 30_000, "{taken} and {refused}");
    assert!(
        3 * refused >= taken + refused,
        "{refused} refused of {taken}"
    );
    for (function, [taken, refused]) in counts {
        assert!(taken + refused >= 120, "{function}: {taken} and {refused}");
    }
}

#[test]
fn the_file_says_how_it_was_written_and_where_libraries_differ() {
    let mut lines = CASES.lines();
    let first = lines.next().expect("a line");
    assert!(first.contains("NumPy 2") && first.contains("PyTorch 2"));
    let second = lines.next().expect("a line");
    assert!(second.contains("python3 tests/data/shape_functions.py"));
    for difference in [
        "numbers",
        "numbers in a grid",
        "one bias",
        "empty batch",
        "empty edge",
        "empty mask",
        "no input",
        "one row",
        "four axes",
        "empty tail",
        "no elements",
        "pieces of nothing",
    ] {
        let named = format!(" # {difference}: ");
        assert!(CASES.contains(&named), "no case of `{difference}`");
    }
}

/// The same on tensors of run-time rank: their elements.
#[cfg(feature = "tensor")]
mod on_tensors {
    use super::*;

    use shapecheck::tensor::{meshgrid, meshgrid_xy};
    use shapecheck::{Axis, Shape, Tensor, dim, shape};

    type Any = Tensor<f64, DynShape>;

    fn operand(sizes: &[usize], number: usize) -> Any {
        let elements = (0..sizes.iter().product())
            .map(|place: usize| ((7 * place + 5 * number) % 11) as f64 - 4.0);
        let elements: Vec<f64> = elements.collect();
        Tensor::from_slice_with(DynShape::from(sizes), &elements).expect("as many")
    }

    /// Indices below a limit, one after the other.
    fn indices(sizes: &[usize], limit: usize) -> Tensor<usize, DynShape> {
        let indices = (0..sizes.iter().product()).map(|place: usize| place % limit.max(1));
        let indices: Vec<usize> = indices.collect();
        Tensor::from_slice_with(DynShape::from(sizes), &indices).expect("as many")
    }

    fn any<S: Shape>(x: &Tensor<f64, S>) -> Any {
        Tensor::from_slice_with(DynShape::from(x.dims()), &x.to_vec()).expect("as many")
    }

    /// With an axis, which is a number here, as one in a type.
    macro_rules! at_axis {
        ($axis:expr, $AXIS:ident => $body:expr) => {
            match $axis {
                -1 => at_axis!(@ $AXIS -1 => $body),
                -2 => at_axis!(@ $AXIS -2 => $body),
                -3 => at_axis!(@ $AXIS -3 => $body),
                -4 => at_axis!(@ $AXIS -4 => $body),
                axis => panic!("axis {axis}"),
            }
        };
        (@ $AXIS:ident $axis:literal => $body:expr) => {{
            const $AXIS: isize = $axis;
            $body
        }};
    }

    fn result(case: &Case<'_>) -> Option<Any> {
        let operands = case.shapes.iter().enumerate();
        let operands: Vec<Any> = operands
            .map(|(number, sizes)| operand(sizes, number))
            .collect();
        let references: Vec<&Any> = operands.iter().collect();
        let x = &operands[0];
        let y = operands.get(1).unwrap_or(x);
        let arguments = &case.arguments[..];
        let count = |place: usize| usize::try_from(arguments[place]).expect("a count");
        let axis = || arguments[0];
        let padded = |padding: Padding<f64>| at_axis!(axis(), A => any(&x.along::<A>().pad_with((count(1), count(2)), padding)));
        Some(match case.function {
            "concat" => references[1..].iter().fold(
                x.clone(),
                |joined, next| at_axis!(axis(), A => any(&joined.along::<A>().concat(*next))),
            ),
            "stack" => at_axis!(axis(), A => any(&Tensor::stack(&references[..], Axis::<A>))),
            "merge_axes" | "flatten" | "reshape" | "squeeze_all" => {
                let Verdict::Shapes(shapes) = &case.verdict else {
                    return None;
                };
                x.try_reshape(DynShape::from(&shapes[0][..]))
                    .expect("as many elements")
            }
            "repeat" => at_axis!(axis(), A => any(&x.along::<A>().repeat_with(count(1)))),
            "tile" => at_axis!(axis(), A => any(&x.along::<A>().tile_with(count(1)))),
            "pad_constant" => padded(Padding::Constant(2.0)),
            "pad_edge" => padded(Padding::Edge),
            "pad_reflect" => padded(Padding::Reflect),
            "pad_wrap" => padded(Padding::Wrap),
            "take" | "gather" | "gather_leading" => at_axis!(axis(), A => {
                let limit = x.dims()[x.dims().len() - A.unsigned_abs()];
                let indices = indices(&case.shapes[1], limit);
                match case.function {
                    "take" => any(&x.along::<A>().take(&indices)),
                    "gather_leading" => any(&x.along::<A>().gather_leading(&indices)),
                    _ => any(&x.along::<A>().gather(&indices)),
                }
            }),
            "matmul" => x.matmul(y),
            "vecdot" => x.vecdot(y),
            "inner" => x.inner(y),
            "dot" => x.dot(y),
            "tensordot" if axis() == 0 => x.tensordot(y, Axis::<0>),
            "tensordot" => at_axis!(axis(), A => x.tensordot(y, Axis::<A>)),
            "kron" => any(&x.kron(y)),
            "cross" => at_axis!(axis(), A => any(&x.along::<A>().cross(y))),
            "diagonal" => match axis() {
                -2 => any(&x.diagonal_below::<dim!(2), _, _, _>()),
                -1 => any(&x.diagonal_below::<dim!(1), _, _, _>()),
                0 => any(&x.diagonal()),
                1 => any(&x.diagonal_above::<dim!(1), _, _, _>()),
                2 => any(&x.diagonal_above::<dim!(2), _, _, _>()),
                _ => return None,
            },
            "linear" => {
                let weights: Tensor<f64, shape![_, _]> =
                    y.clone().try_into_shape().expect("a matrix");
                any(&x.linear(&weights))
            }
            "trace" => any(&x.trace_at(0)),
            "outer" => any(&x.outer(y)),
            "meshgrid" | "meshgrid_xy" => {
                let vector = |place: usize| -> Tensor<f64, shape![_]> {
                    operands[place].clone().try_into_shape().expect("a vector")
                };
                let (a, b) = (vector(0), vector(1));
                match (case.function, operands.len()) {
                    ("meshgrid", 2) => any(&meshgrid((&a, &b)).0),
                    ("meshgrid", 3) => any(&meshgrid((&a, &b, &vector(2))).0),
                    ("meshgrid", _) => any(&meshgrid((&a, &b, &vector(2), &vector(3))).0),
                    (_, 2) => any(&meshgrid_xy((&a, &b)).0),
                    (_, 3) => any(&meshgrid_xy((&a, &b, &vector(2))).0),
                    _ => any(&meshgrid_xy((&a, &b, &vector(2), &vector(3))).0),
                }
            }
            "searchsorted" => {
                let places = x.sort::<-1>().searchsorted(y);
                any(&places.map(|place| place as f64))
            }
            "one_hot" => {
                let indices = indices(&case.shapes[0], count(0));
                match count(0) {
                    1 => any(&indices.one_hot::<f64, dim!(1)>()),
                    2 => any(&indices.one_hot::<f64, dim!(2)>()),
                    3 => any(&indices.one_hot::<f64, dim!(3)>()),
                    4 => any(&indices.one_hot::<f64, dim!(4)>()),
                    _ => any(&indices.one_hot::<f64, dim!(5)>()),
                }
            }
            "triangle" => any(&x.tril(0)),
            "diag" => any(&x.diag()),
            "swap_axes" => {
                at_axis!(arguments[0], A => at_axis!(arguments[1], B => any(&x.swap_axes::<A, B>())))
            }
            "roll" => x.roll(arguments[0]),
            "sort" => at_axis!(axis(), A => any(&x.sort::<A>())),
            "index_axis" => at_axis!(axis(), A => any(&x.index_axis::<A>(count(1)))),
            "sums" if arguments.len() == 1 => at_axis!(axis(), A => any(&x.sum_axis::<A>())),
            _ => return None,
        })
    }

    #[test]
    fn tensors_have_the_elements_of_numpy_and_pytorch() {
        let mut counts = BTreeMap::<&str, usize>::new();
        for case in cases() {
            let Some(elements) = &case.elements else {
                continue;
            };
            let Some(found) = result(&case) else {
                continue;
            };
            let Verdict::Shapes(shapes) = &case.verdict else {
                panic!("elements without a shape: {}", case.line)
            };
            assert_eq!(found.dims(), shapes[0], "{}", case.line);
            assert_eq!(&found.to_vec(), elements, "{}", case.line);
            *counts.entry(case.function).or_default() += 1;
        }
        assert!(counts.len() >= 20, "{counts:?}");
        assert!(counts.values().all(|&count| count >= 4), "{counts:?}");
    }
}
