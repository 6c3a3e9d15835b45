//! The limits of shapes: rank 64, a hundred shapes at once, any `usize` as a size in each notation; and values that
//! take no space if their type says everything.

use shapecheck::typenum::{
    B0, B1, Diff, Prod, Shleft, Sum, U0, U1, U2, U3, U15, U50, U64, U257, U512, U1000, U1024,
    U4294967296, UInt, UTerm,
};
use shapecheck::{
    Axes, Broadcast, BroadcastTo, Broadcasted, Dyn, DynShape, Scalar, Shape, StaticDim,
    StaticShape, broadcasted, dim, shape,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// A shape of eight times the axes given, after a prefix.
macro_rules! eight_times {
    ($lead:ty; $($axes:tt)*) => {
        shape![
            ..$lead,
            $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)* $($axes)*
        ]
    };
}

type Odd64 = eight_times![Scalar; 3, 1, 3, 1, 3, 1, 3, 1,];
type Even64 = eight_times![Scalar; 1, 50257, 1, 50257, 1, 50257, 1, 50257,];
type Both64 = eight_times![Scalar; 3, 50257, 3, 50257, 3, 50257, 3, 50257,];
type Other64 = eight_times![Scalar; 3, 50257, 3, 50257, 3, 50257, 3, 2,];
type Dynamic64 = eight_times![Scalar; _, _, _, _, _, _, _, _,];

assert_type_eq_all!(Broadcasted<Odd64, Even64>, Both64);
assert_type_eq_all!(Broadcasted<Both64, Both64>, Both64);
assert_type_eq_all!(Broadcasted<Dynamic64, Both64>, Both64);
assert_type_eq_all!(
    Broadcasted<Dynamic64, Odd64>,
    eight_times![Scalar; 3, _, 3, _, 3, _, 3, _,]
);
assert_type_eq_all!(
    Broadcasted<DynShape, Odd64>,
    eight_times![DynShape; 3, _, 3, _, 3, _, 3, _,]
);
assert_not_impl_any!(Both64: Broadcast<Other64>);
assert_impl_all!(Odd64: BroadcastTo<Both64>, BroadcastTo<Dynamic64>);
assert_not_impl_any!(Both64: BroadcastTo<Odd64>);

#[test]
fn rank_64_broadcasts() {
    let result: Both64 = Odd64::default().broadcast(Even64::default());
    assert_eq!(result.rank(), 64);
    assert_eq!(Both64::RANK, 64);
    assert_eq!(Both64::SIZES, [3, 50257].repeat(32));
}

// Only with an allocator does a shape of run-time rank have 64 axes.
#[cfg(feature = "alloc")]
#[test]
fn rank_64_broadcasts_at_run_time() -> Result<(), Box<dyn std::error::Error>> {
    use shapecheck::broadcast::broadcast_shapes;

    let both = broadcast_shapes(&[Odd64::SIZES, Even64::SIZES])?;
    assert_eq!(both.dims(), Both64::SIZES);

    let dynamic = Dynamic64::try_from_sizes(Odd64::SIZES)?;
    assert_eq!(dynamic.try_broadcast(&Even64::default())?.to_dyn(), both);

    let error = broadcast_shapes(&[Both64::SIZES, Other64::SIZES]).unwrap_err();
    assert_eq!(
        (error.axis(), error.lhs_size(), error.rhs_size()),
        (-1, 50257, 2)
    );
    Ok(())
}

/// What ten times the shapes given broadcast to.
macro_rules! ten_times_broadcasted {
    ($($shape:ty),*) => {
        broadcasted![
            $($shape,)* $($shape,)* $($shape,)* $($shape,)* $($shape,)*
            $($shape,)* $($shape,)* $($shape,)* $($shape,)* $($shape,)*
        ]
    };
}

#[test]
fn a_hundred_shapes_broadcast() {
    type Hundred = ten_times_broadcasted![
        shape![],
        shape![1],
        shape![1, 3],
        shape![5, 1],
        shape![2, 1, 3],
        shape![_, 1],
        shape![1, 1, 1, 1],
        shape![_, 1, 1, 1],
        shape![3],
        shape![1, 5, 3]
    ];
    assert_type_eq_all!(Hundred, shape![_, 2, 5, 3]);
}

// typenum's own arithmetic gives the canonical types.
assert_type_eq_all!(dim!(0), U0, UTerm);
assert_type_eq_all!(dim!(1), U1, UInt<UTerm, B1>);
assert_type_eq_all!(dim!(2), U2, UInt<UInt<UTerm, B1>, B0>);
assert_type_eq_all!(dim!(1024), U1024);
assert_type_eq_all!(dim!(1025), UInt<U512, B1>, Sum<U1024, U1>);
assert_type_eq_all!(dim!(1536), Prod<U512, U3>, UInt<Prod<U64, dim!(12)>, B0>);
assert_type_eq_all!(dim!(50257), Sum<Prod<U1000, U50>, U257>);
assert_type_eq_all!(dim!(4294967311), Sum<U4294967296, U15>);
assert_type_eq_all!(
    dim!(18446744073709551615),
    dim!(usize::MAX),
    Diff<Shleft<U1, U64>, U1>
);
assert_type_eq_all!(dim!(_), Dyn);

// Ways of writing a literal.
assert_type_eq_all!(
    dim!(1536),
    dim!(0x600),
    dim!(0o3000),
    dim!(0b110_0000_0000),
    dim!(1_536),
    dim!(1536usize),
    dim!(15_36_usize),
    dim!(0x6_00usize)
);

const HIDDEN: usize = 384;

struct Model;

impl Model {
    const WIDTH: usize = HIDDEN * 2;
}

trait Sizes {
    const VOCABULARY: usize;
}

impl Sizes for Model {
    const VOCABULARY: usize = 50_000 + 257;
}

const fn heads(width: usize) -> usize {
    width / 64
}

mod config {
    pub const BATCH: usize = 32;
}

// Ways of writing a const expression.
assert_type_eq_all!(dim!(HIDDEN), dim!(384));
assert_type_eq_all!(
    dim!(HIDDEN * 4),
    dim!(2 * Model::WIDTH),
    dim!(1536),
    dim!(1024 + 512)
);
assert_type_eq_all!(dim!(<Model as Sizes>::VOCABULARY), dim!(50257));
assert_type_eq_all!(dim!(heads(Model::WIDTH)), dim!(12));
assert_type_eq_all!(dim!(config::BATCH), dim!(32));
assert_type_eq_all!(dim!(HIDDEN - 384), U0);
assert_type_eq_all!(dim!(HIDDEN - 383), U1);
assert_type_eq_all!(dim!((1 << 32) + 15), dim!(4294967311));
assert_type_eq_all!(dim!(if HIDDEN > 100 { 1 } else { 2 }), U1);
assert_type_eq_all!(
    dim!({
        let half = HIDDEN / 2;
        half + 1
    }),
    dim!(193)
);
assert_type_eq_all!(dim!([10, 20, 30][1]), dim!(20));
assert_type_eq_all!(dim!(size_of::<[u16; 5]>()), dim!(10));
// Each byte of an expression in turn is the highest that is not zero.
assert_type_eq_all!(dim!(HIDDEN / 2), dim!(192));
assert_type_eq_all!(dim!(0xab_cd + HIDDEN - 384), dim!(0xab_cd));
assert_type_eq_all!(dim!(0xab_00_cd + HIDDEN - 384), dim!(0xab_00_cd));
assert_type_eq_all!(dim!(0x1_00_00_00 + HIDDEN - 384), dim!(0x1_00_00_00));
assert_type_eq_all!(dim!((1 << 63) + HIDDEN), dim!(9223372036854776192));

assert_type_eq_all!(
    shape![{ HIDDEN * 4 }, 3, { Model::WIDTH }, U15, { heads(768) }, _],
    Axes<Axes<Axes<Axes<Axes<Axes<Scalar, dim!(1536)>, U3>, dim!(768)>, U15>, dim!(12)>, Dyn>
);
assert_type_eq_all!(shape![], Scalar);
assert_type_eq_all!(shape![2, 3,], shape![2, 3], shape![..shape![2], 3]);
assert_type_eq_all!(shape![..Scalar, 2], shape![2]);
assert_type_eq_all!(shape![Sum<U1, U2>, dim!(4)], shape![3, 4]);

/// The same size, come through each kind of macro fragment.
macro_rules! through {
    (literal $size:literal) => { dim!($size) };
    (expr $size:expr) => { dim!($size) };
    (ident $size:ident) => { dim!($size) };
    (path $size:path) => { dim!($size) };
    (tokens $($size:tt)*) => { dim!($($size)*) };
}

macro_rules! axis_through {
    (literal $size:literal) => { shape![2, $size] };
    (expr $size:expr) => { shape![2, { $size }] };
    (ty $size:ty) => { shape![2, $size] };
    (ident $size:ident) => { shape![2, { $size }] };
    (block $size:block) => { shape![2, $size] };
    (prefix $lead:ty) => { shape![..$lead, 384] };
    // Two layers deep.
    (twice $size:literal) => { axis_through!(literal $size) };
}

assert_type_eq_all!(
    dim!(384),
    through!(literal 384),
    through!(expr 384),
    through!(expr HIDDEN),
    through!(expr Model::WIDTH / 2),
    through!(ident HIDDEN),
    through!(path self::HIDDEN),
    through!(tokens 2 * HIDDEN - HIDDEN)
);
assert_type_eq_all!(
    shape![2, 384],
    axis_through!(literal 384),
    axis_through!(literal 0x180),
    axis_through!(expr 384),
    axis_through!(expr HIDDEN),
    axis_through!(ty dim!(384)),
    axis_through!(ident HIDDEN),
    axis_through!(block { HIDDEN }),
    axis_through!(prefix shape![2]),
    axis_through!(twice 384)
);
type Width = dim!(384);
assert_type_eq_all!(shape![2, 384], axis_through!(ty Width));
assert_type_eq_all!(shape![2, _], axis_through!(ty Dyn));

#[test]
fn sizes_count_what_they_say() {
    assert_eq!(<dim!(0)>::SIZE, 0);
    assert_eq!(<dim!(1536)>::SIZE, 1536);
    assert_eq!(<dim!(usize::MAX)>::SIZE, usize::MAX);
    assert_eq!(<dim!(<Model as Sizes>::VOCABULARY)>::SIZE, 50257);
    assert_eq!(<dim!(4294967311) as StaticDim>::SIZE, (1 << 32) + 15);
}

#[test]
fn static_shapes_are_constants() {
    const IMAGE: usize = <shape![3, 224, 224]>::NUM_ELEMENTS;
    let pixels: [u8; IMAGE] = [0; IMAGE];
    assert_eq!(pixels.len(), 3 * 224 * 224);

    assert_eq!(<shape![3, 224, 224]>::RANK, 3);
    assert_eq!(<shape![3, 224, 224]>::SIZES, [3, 224, 224]);
    assert_eq!(
        (Scalar::RANK, Scalar::SIZES, Scalar::NUM_ELEMENTS),
        (0, &[][..], 1)
    );
    // No element is none, however large the other sizes.
    assert_eq!(
        <shape![18446744073709551615, 18446744073709551615, 0]>::NUM_ELEMENTS,
        0
    );
    assert_eq!(
        <shape![0, 18446744073709551615, 18446744073709551615]>::NUM_ELEMENTS,
        0
    );
    assert_eq!(
        <shape![1, 18446744073709551615, 1]>::NUM_ELEMENTS,
        usize::MAX
    );
    assert_impl_all!(shape![2, 3]: StaticShape, Copy, Default);
    assert_not_impl_any!(shape![_, 3]: StaticShape, Default);
    assert_not_impl_any!(DynShape: StaticShape);
}

#[test]
fn static_axes_take_no_space() {
    assert_eq!(size_of::<Scalar>(), 0);
    assert_eq!(size_of::<shape![3, 224, 224]>(), 0);
    assert_eq!(size_of::<Both64>(), 0);
    assert_eq!(size_of::<shape![_, 224, 224]>(), size_of::<usize>());
    assert_eq!(size_of::<shape![_, 224, _]>(), 2 * size_of::<usize>());
    assert_eq!(size_of::<shape![..DynShape, 3]>(), size_of::<DynShape>());
}

#[test]
fn static_sizes_take_room_by_the_rank() {
    fn bytes<S: Shape>() -> usize {
        size_of_val(S::STATIC.expect("sizes that the type gives"))
    }
    let with_room_for = |axes: usize| (3 + 2 * axes) * size_of::<usize>();
    assert_eq!(bytes::<shape![2, 3, 4, 5]>(), with_room_for(4));
    assert_eq!(bytes::<shape![2, 3, 4, 5, 6]>(), with_room_for(8));
    assert_eq!(
        bytes::<shape![2, 1, 1, 1, 1, 1, 1, 1, 3]>(),
        with_room_for(32)
    );
}

#[test]
fn static_strides_are_those_of_rows() {
    fn check<S: Shape>(sizes: &[usize], strides: &[usize], count: usize) {
        let known = S::STATIC.expect("sizes that the type gives");
        assert_eq!((known.sizes(), known.strides()), (sizes, strides));
        assert_eq!(known.count(), Some(count));
    }
    check::<shape![2, 3, 4, 5, 6, 1, 1, 7, 8]>(
        &[2, 3, 4, 5, 6, 1, 1, 7, 8],
        &[20160, 6720, 1680, 336, 56, 56, 56, 8, 1],
        40320,
    );
}

/// In a debug build each call copies what it is given or returns.
#[cfg(all(feature = "tensor", feature = "alloc"))]
#[test]
fn large_inline_tensors_are_copied_a_few_times() {
    type Large = shapecheck::InlineTensor<f32, shape![224, 224]>;
    fn run(functions: &[fn(&Large) -> f32], x: Large) {
        let x: &'static Large = Box::leak(Box::new(x));
        for &function in functions {
            // Ten tensors of 196 KiB fit.
            let thread = std::thread::Builder::new().stack_size(2 << 20);
            assert_eq!(
                thread.spawn(move || function(x)).unwrap().join().unwrap(),
                2.0
            );
        }
    }
    let of_ones: [fn(&Large) -> f32; 7] = [
        |x| (x + x)[[3, 5]],
        |x| (x * 2.0)[[3, 5]],
        |x| x.map(|x| x + 1.0)[[3, 5]],
        |x| x.along::<-1>().sort()[[3, 5]] + 1.0,
        |x| x.reshape::<shape![112, 448]>()[[3, 5]] + 1.0,
        |x| x.along::<-2>().concat(x)[[300, 5]] + 1.0,
        |x| x.matmul(x)[[3, 5]] - 222.0,
    ];
    run(&of_ones, Large::ones());
    let of_halves: [fn(&Large) -> f32; 3] = [
        |x| x.inverse()[[5, 5]],
        |x| x.try_inverse().unwrap()[[5, 5]],
        |x| x.det()[[]] + 2.0,
    ];
    run(
        &of_halves,
        Large::from_fn(|[i, j]| if i == j { 0.5 } else { 0.0 }),
    );
}
