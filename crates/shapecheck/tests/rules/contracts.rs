//! Contracts: checks of the sizes of several arrays at compile time and at run time.
#![cfg(feature = "alloc")]

use shapecheck::algebra::{TellsSizes, contract_sizes};
use shapecheck::{DynShape, contract, shape, try_contract};

use crate::panics::panic_of;

/// A contract, the sizes of its operands, and the sizes of its labels or what does not fit.
type Case = (
    &'static str,
    &'static [&'static [usize]],
    Result<&'static [usize], &'static [&'static str]>,
);

const CASES: &[Case] = &[
    ("x: a b", &[&[2, 3]], Ok(&[2, 3])),
    ("a b", &[&[2, 3]], Ok(&[2, 3])),
    ("x: a a", &[&[2, 2]], Ok(&[2])),
    ("x:", &[&[]], Ok(&[])),
    ("", &[&[]], Ok(&[])),
    ("x: _ b", &[&[2, 3]], Ok(&[3])),
    ("x: _ _, y: _", &[&[2, 3], &[4]], Ok(&[])),
    ("x: ...", &[&[2, 3, 4]], Ok(&[])),
    ("x: ... b", &[&[2, 3, 4]], Ok(&[4])),
    ("x: ... b", &[&[4]], Ok(&[4])),
    ("x: a ...", &[&[2, 3, 4]], Ok(&[2])),
    ("x: a ... b", &[&[2, 3, 4, 5]], Ok(&[2, 5])),
    ("x: a ... b, y: b a", &[&[2, 5], &[5, 2]], Ok(&[2, 5])),
    ("x: a ..., y: ... b", &[&[2, 7], &[8, 9, 3]], Ok(&[2, 3])),
    ("x: a b, y: b c -> c a", &[&[2, 3], &[3, 4]], Ok(&[4, 2])),
    ("x: a b ->", &[&[2, 3]], Ok(&[])),
    ("x: 2 b", &[&[2, 3]], Ok(&[3])),
    ("x: 0 b", &[&[0, 3]], Ok(&[3])),
    ("x: größe b_2", &[&[0, 3]], Ok(&[0, 3])),
    (
        "images: b c h w, labels: b",
        &[&[32, 3, 28, 28], &[31]],
        Err(&["`b` is 32 in `images` and 31 in `labels`"]),
    ),
    (
        "images: b 3 h w, labels: b",
        &[&[32, 4, 28, 28], &[31]],
        Err(&[
            "`images` has size 4 at axis -3, where the contract says 3",
            "`b` is 32 in `images` and 31 in `labels`",
        ]),
    ),
    ("x: a a", &[&[2, 3]], Err(&["`a` is 2 and 3 in `x`"])),
    // A size of 1 is a size.
    (
        "x: a, y: a",
        &[&[1], &[3]],
        Err(&["`a` is 1 in `x` and 3 in `y`"]),
    ),
    // Each against the first.
    (
        "x: a, y: a, z: a",
        &[&[1], &[3], &[4]],
        Err(&[
            "`a` is 1 in `x` and 3 in `y`",
            "`a` is 1 in `x` and 4 in `z`",
        ]),
    ),
    (
        "x: a b, y: a",
        &[&[2], &[3]],
        Err(&["`x` has 1 axis, the contract names 2"]),
    ),
    (
        "x: a, y: a",
        &[&[2, 3], &[]],
        Err(&[
            "`x` has 2 axes, the contract names 1",
            "`y` has 0 axes, the contract names 1",
        ]),
    ),
    (
        "a ... b, a",
        &[&[2], &[3]],
        Err(&["`operand 1` has 1 axis, the contract names 2 or more"]),
    ),
    (
        "x: a, y: a",
        &[&[2]],
        Err(&["the contract is about 2 operands, but 1 is given"]),
    ),
];

#[test]
fn contracts_bind_names() {
    for (contract, shapes, expected) in CASES {
        let found = contract_sizes(contract, shapes);
        match expected {
            Ok(sizes) => assert_eq!(found.as_deref(), Ok(*sizes), "{contract}"),
            Err(clashes) => {
                let error = found.expect_err(contract);
                assert_eq!(error.clashes().collect::<Vec<_>>(), *clashes, "{contract}");
                let text = error.to_string();
                assert!(
                    text.starts_with(&format!("`{contract}` of shape")),
                    "{text}"
                );
                assert!(clashes.iter().all(|clash| text.contains(clash)), "{text}");
            }
        }
    }
}

/// The same cases where the compiler knows no size, some or all of them.
#[test]
fn contracts_that_the_compiler_reads_bind_the_same() {
    macro_rules! case {
        ($contract:literal, [$($size:tt),*]; $([$($known:tt)*] [$($partly:tt)*] [$($value:literal),*]),*) => {{
            let expected: Vec<usize> = contract_sizes($contract, &[$(&[$($value),*]),*]).unwrap();
            assert_eq!(expected, [$($size),*]);
            assert_eq!(contract!($contract; $(&<shape![$($known)*]>::default()),*), [$($size),*]);
            assert_eq!(contract!($contract; $(&<shape![$($partly)*]>::try_from_sizes(&[$($value),*]).unwrap()),*), [$($size),*]);
            assert_eq!(contract!($contract; $(&DynShape::from([$($value),*])),*), [$($size),*]);
            assert_eq!(contract!($contract; $(&[$($value),*][..]),*), [$($size),*]);
            assert_eq!(contract!($contract; $(&[$($value),*]),*), [$($size),*]);
            assert_eq!(contract!($contract; $(&vec![$($value),*]),*), [$($size),*]);
            assert_eq!(try_contract!($contract; $(&[$($value),*][..]),*), Ok([$($size),*]));
        }};
    }
    use shapecheck::Shape;
    case!("x: a b", [2, 3]; [2, 3] [_, 3] [2, 3]);
    case!("a a", [2]; [2, 2] [_, 2] [2, 2]);
    case!("_ b", [3]; [2, 3] [_, 3] [2, 3]);
    case!("x: ... b", [4]; [2, 3, 4] [2, _, 4] [2, 3, 4]);
    case!("x: a ...", [2]; [2, 3, 4] [2, _, 4] [2, 3, 4]);
    case!("x: a ... b", [2, 5]; [2, 3, 4, 5] [2, _, 4, _] [2, 3, 4, 5]);
    case!("x: a ... b, y: b a", [2, 5]; [2, 5] [_, 5] [2, 5], [5, 2] [5, _] [5, 2]);
    case!("x: a b, y: b c -> c a", [4, 2]; [2, 3] [_, 3] [2, 3], [3, 4] [3, 4] [3, 4]);
    case!("x: 2 1536 b", [3]; [2, 1536, 3] [_, _, 3] [2, 1536, 3]);
    case!("x: a, y: a, z: a b", [7, 8]; [7] [_] [7], [7] [7] [7], [7, 8] [_, _] [7, 8]);
    // More axes than an array of sizes tells.
    let nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let known = <shape![1, 2, 3, 4, 5, 6, 7, 8, 9]>::default();
    assert_eq!(
        contract!("x: a b c d e f g h i, y: a b c"; &known, &[1, 2, 3]),
        nine
    );
    assert_eq!(
        contract!("x: a b c d e f g h i, y: a b c"; &nine[..], &[1, 2, 3]),
        nine
    );
    assert_eq!(contract!("x: a b c d ... e f g h i"; &known), nine);
    assert_eq!(contract!("x: a ... h i -> i"; &known), [9]);
    let [] = contract!("x:"; &());
}

#[test]
fn axes_behind_a_run_time_rank() {
    use shapecheck::Shape;
    let x = <shape![..DynShape, 3, 4]>::try_from_sizes(&[2, 3, 4]).unwrap();
    assert_eq!(contract!("x: ... b"; &x), [4]);
    assert_eq!(contract!("x: a ... b"; &x), [2, 4]);
    assert_eq!(contract!("x: a b c"; &x), [2, 3, 4]);
    let error = try_contract!("x: a b"; &x).unwrap_err();
    assert_eq!(
        error.clashes().collect::<Vec<_>>(),
        ["`x` has 3 axes, the contract names 2"]
    );
}

#[test]
fn sizes_are_given() {
    const CHANNELS: usize = 3;
    let images = DynShape::from([32, 3, 28, 28]);
    assert_eq!(
        contract!("b c h w"; &images, c = 3, h = CHANNELS * 9 + 1),
        [32, 3, 28, 28]
    );
    let error = try_contract!("b c h w"; &images, c = 4, h = CHANNELS).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`b c h w` of shape [32, 3, 28, 28]: `c` is 4 in the contract and 3 in `images`; `h` is 3 in the contract and 28 in `images`",
    );
    assert_eq!(
        format!("{error:#}"),
        "the sizes do not keep `b c h w`\n  \
         `c` is 4 in the contract and 3 in `images`\n  \
         `h` is 3 in the contract and 28 in `images`\n  \
         `images` has shape [32, 3, 28, 28]",
    );
    let shapes: Vec<_> = error.shapes().collect();
    assert_eq!(shapes, [("images", &images)]);
}

/// What an operand is called where the contract does not say it.
#[test]
fn operands_are_called_by_their_expressions() {
    struct Batch {
        images: Vec<usize>,
        labels: Vec<usize>,
    }
    let batch = Batch {
        images: vec![2, 3],
        labels: vec![4],
    };
    let error =
        try_contract!("b c, b, b"; &batch.images, batch.labels.as_slice(), &[5]).unwrap_err();
    assert_eq!(
        error.clashes().collect::<Vec<_>>(),
        [
            "`b` is 2 in `images` and 4 in `labels`",
            "`b` is 2 in `images` and 5 in `operand 3`"
        ],
    );
    let images = &batch.images;
    let error = try_contract!("b c, b"; images, &images[1..]).unwrap_err();
    assert_eq!(
        error.clashes().collect::<Vec<_>>(),
        ["`b` is 2 in `images` and 3 in `operand 2`"]
    );
}

/// Names of axes and operands are types in what the macro writes, and shadow nothing of the caller's.
#[test]
fn names_may_be_those_of_other_things() {
    let (x, y) = ([2, 3], [3, 2]);
    assert_eq!(contract!("x: self usize, Self: usize self"; &x, &y), [2, 3]);
    assert_eq!(contract!("x: fn X1, y: X1 fn"; &x, &y), [2, 3]);
    assert_eq!(contract!("A1: x y, y: y x"; &x, &y), [2, 3]);
    assert_eq!(
        contract!("core: Option Result, root: Result Option"; &x, &y),
        [2, 3]
    );
    assert_eq!(contract!(r"x: a b"; &x), [2, 3]);
}

#[test]
fn references_and_types_of_others_take_part() {
    struct Image(usize, usize);
    impl TellsSizes for Image {
        type Shape = shape![_, _, 3];

        fn sizes(&self) -> DynShape {
            [self.0, self.1, 3].into()
        }
    }
    let image = Image(4, 5);
    let lent = &&image;
    assert_eq!(contract!("h w 3"; lent), [4, 5]);
    assert_eq!(contract!("h w c, pair: w h"; &image, &(5, 4)), [4, 5, 3]);
    let array = ndarray::Array3::<f32>::zeros((4, 5, 3));
    assert_eq!(
        contract!("image: h w c, array: h w c"; &image, array.shape()),
        [4, 5, 3]
    );
    assert_eq!(
        contract!("image: h w c, array: h w c"; &image, &array.dim()),
        [4, 5, 3]
    );
}

#[test]
#[should_panic(
    expected = "`images: b c, labels: b` of shapes [2, 3] and [4]: `b` is 2 in `images` and 4 in `labels`"
)]
fn sizes_that_differ_are_told() {
    contract!("images: b c, labels: b"; &[2, 3], &[4]);
}

#[test]
fn the_callers_line_is_told() {
    let here = line!() + 1;
    let (file, line, _) = panic_of(|| contract!("a a"; &[2, 3]));
    assert_eq!((file.as_str(), line), (file!(), here));
}

#[cfg(feature = "tensor")]
mod of_tensors {
    use shapecheck::{Dim, DynShape, InlineTensor, Tensor, contract, shape, typed};

    /// Generic code needs no bound where each name is one parameter.
    fn batch<B: Dim, C: Dim, N: Dim>(
        images: &Tensor<f32, shape![B, C, N, N]>,
        labels: &Tensor<u8, shape![B]>,
    ) -> [usize; 3] {
        contract!("images: b c n n, labels: b"; images, labels)
    }

    /// From run-time sizes to what operands and the contract say of them.
    #[test]
    fn untyped_tensors_become_typed() {
        let images = Tensor::<f32, DynShape>::zeros_with([2, 3, 4, 5].into());
        let labels = Tensor::<u8, shape![2]>::zeros();
        let (typed_images, labels) = typed!("i: b 3 h w, l: b"; images.clone(), labels).unwrap();
        let _: &Tensor<f32, shape![2, 3, _, _]> = &typed_images;
        let widths = <shape![_, 5]>::of([7]);
        let (typed_images, labels, widths) =
            typed!("i: b ... w, l: b, w: _ w"; typed_images, labels, widths).unwrap();
        let _: (Tensor<f32, shape![2, 3, _, 5]>, Tensor<u8, shape![2]>) = (typed_images, labels);
        let _: shape![_, 5] = widths;
        let alone: Tensor<f32, shape![_, 3, _, _]> =
            typed!("b c h w"; images.clone(), c = 3).unwrap();
        assert_eq!(alone.dims(), [2, 3, 4, 5]);
        let error = typed!("b c h w"; images, c = 4, b = 3).unwrap_err();
        assert_eq!(error.clashes().count(), 2);
    }

    #[test]
    fn tensors_of_any_engine_take_part() {
        let images = Tensor::<f32, shape![2, 3, 4, 4]>::zeros();
        let labels = Tensor::<u8, shape![2]>::zeros();
        assert_eq!(batch(&images, &labels), [2, 3, 4]);
        let weights = InlineTensor::<f64, shape![3]>::zeros();
        let [b, c, n] = contract!("i: b c n n, l: b, w: c"; &images, &labels.view(), &weights);
        assert_eq!((b, c, n), (2, 3, 4));
        let untyped: &[usize] = &[3, 4];
        assert_eq!(contract!("i: b c n n, u: c n -> c"; &images, untyped), [3]);
    }
}

#[test]
fn what_is_malformed_is_told_at_its_place() {
    for (contract, place, text) in [
        (
            "x: a -> b",
            8,
            "label `b` is on the right, but in no operand",
        ),
        ("x: a -> a a", 10, "label `a` is on the right twice"),
        (
            "x: a -> 3",
            8,
            "`3` is not a label, so it has no size to give back",
        ),
        (
            "x: a _ -> _",
            10,
            "`_` is not a label, so it has no size to give back",
        ),
        (
            "x: ... -> ...",
            10,
            "the axes of `...` have no names, so that their sizes are not given back",
        ),
        (
            "x: (a b)",
            3,
            "a contract has no groups: each name is one axis, and `h*d` is the product of two sizes",
        ),
        (
            "x: *",
            3,
            "`*` stands between two sizes, as in `t + past` and `h * d`",
        ),
        ("x: a, x: b", 6, "two operands of the name `x`"),
        (
            "x: a: b",
            4,
            "a colon goes after the name of an operand, as in `images: b c`",
        ),
        (
            "a b: c",
            3,
            "a colon goes after the name of an operand, as in `images: b c`",
        ),
        (
            ": c",
            0,
            "a colon goes after the name of an operand, as in `images: b c`",
        ),
        (
            "x: ... a ...",
            9,
            "dots for a second time: `...` stands for all axes without a name",
        ),
        (
            "x: a - b",
            5,
            "`-` is not part of an equation: the arrow is `->`, and a contract computes sizes with `+` and `*`",
        ),
        (
            "x: a + , y: a",
            5,
            "`+` stands between two sizes, as in `t + past` and `h * d`",
        ),
        (
            "x: a ... * a",
            9,
            "`*` stands between two sizes, as in `t + past` and `h * d`",
        ),
        (
            "x: a a * _",
            9,
            "`_` is not a label, so that nothing is computed with its size",
        ),
        (
            "x: a _ * a",
            5,
            "`_` is not a label, so that nothing is computed with its size",
        ),
        (
            "x: b, y: b + a * c",
            13,
            "nothing says the size of `a`: it has no axis of its own and no size that is given",
        ),
    ] {
        let error = contract_sizes(contract, &[&[2]]).unwrap_err();
        let blanks = " ".repeat(place);
        let shown = format!("{error:#}");
        assert!(
            shown.starts_with(&format!("{text}\n  {contract}\n  {blanks}^")),
            "{shown}"
        );
        assert_eq!(error.clashes().count(), 0);
        assert!(std::error::Error::source(&error).is_some());
    }
    let error = shapecheck::algebra::einsum_shapes("x: i j -> i", &[&[2, 3]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "operands have names in a contract only: `x:` has no place here in `x: i j -> i`",
    );
}
