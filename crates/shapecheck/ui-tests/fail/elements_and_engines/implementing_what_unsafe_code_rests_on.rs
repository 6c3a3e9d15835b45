//! Traits that unsafe code rests on, implemented as far as another crate can.

use shapecheck::__macro::{ElementCount, StaticLayout};
use shapecheck::algebra::{BitCount, CancelAxes, FirstAxes, NoAxis};
use shapecheck::dim::arithmetic::{Divided, Division};
use shapecheck::dim::named::{Identity, Name};
use shapecheck::dim::{Extent, NoSize};
use shapecheck::engine::ArrayShape;
use shapecheck::host::Promotes;
use shapecheck::shape::axis::AxisOrder;
use shapecheck::tensor::MatrixElement;
use shapecheck::tensor::zip::OperandOf;
use shapecheck::typenum::{B0, B1, U1};
use shapecheck::verdict::{Fits, NextCount};
use shapecheck::shape::AxisNames;
use shapecheck::{Inline, InlineTensor, Scalar, shape};

/// A reference instead of one number.
#[derive(Debug)]
struct Pointer(&'static u64);

impl CancelAxes for Pointer {
    type Before<After: FirstAxes> = NoAxis;
    type AsMany<Target: CancelAxes> = B1;
    type AsManyAs<L: CancelAxes, N: Extent> = B1;
    type MayInfer<Target: CancelAxes> = B1;
    type MayInferAs<L: CancelAxes, N: Extent> = B1;
    type Times<N: Extent> = U1;
    type KnownTimes<N: Extent> = U1;
    type Infers<Source: CancelAxes> = B1;
    type IsMultiple<P: Extent, K: Extent> = B1;
    type HasUnknown = B0;
    type HasUnknowns = B0;
    type HasName = B0;
    type HasFactor<T: Identity> = B0;
    type Kept<Other: CancelAxes, Behind: CancelAxes> = <Scalar as CancelAxes>::Kept<Other, Behind>;
}

impl ArrayShape for Pointer {
    type Arrays<T> = Pointer;
    type Unnamed = Pointer;
    type Place<N: Extent> = <Scalar as ArrayShape>::Place<N>;
    const ELEMENTS: Option<ElementCount> = <shape![1] as ArrayShape>::ELEMENTS;
    const STATIC: Option<&'static StaticLayout> = <shape![1] as ArrayShape>::STATIC;
}

impl Extent for Pointer {
    const VALUE: Option<usize> = Some(1);
    type Array<T> = Pointer;
    type Size = U1;
    type Unnamed = U1;
    type Digits = U1;
    type Then0 = U1;
    type Then1 = U1;
    type Then00 = U1;
    type Then01 = U1;
    type Then10 = U1;
    type Then11 = U1;
    type Then000 = U1;
    type Then001 = U1;
    type Then010 = U1;
    type Then011 = U1;
    type Then100 = U1;
    type Then101 = U1;
    type Then110 = U1;
    type Then111 = U1;
    type Plus<Rhs: Extent> = U1;
    type Minus<Rhs: Extent> = U1;
    type Times<Rhs: Extent> = U1;
    type Divide<Lhs: Extent> = Divided<U1, U1>;
    type TakenFromName<Whole: Name, Otherwise: Extent> = U1;
    type NameOver<Rhs: Name, Otherwise: Division> = Divided<U1, U1>;
    type IfSize<Size: Extent, Otherwise: Extent> = U1;
    type Or<Lhs, Rhs, Axis: NextCount> = Fits<Scalar>;
    type IsPositive = B1;
    type OrZero = U1;
    type OrOne = U1;
    type Next = U1;
    type Previous = U1;
    type Twice = U1;
    type TwiceAndOne = U1;
    type PlusAndOne<Rhs: Extent> = U1;
    type OntoEven<U: Extent> = U1;
    type OntoOdd<U: Extent> = U1;
    type OntoNextEven<U: Extent> = U1;
    type MinusAndOne<Rhs: Extent> = U1;
    type FromZero = U1;
    type FromEven<U: Extent> = U1;
    type FromOdd<U: Extent> = U1;
    type FromOddBelow<U: Extent> = U1;
    type ZeroTimes = U1;
    type Is<Rhs: Extent> = B1;
    type IsZero = B1;
    type IsTwice<U: Extent> = B1;
    type IsTwiceAndOne<U: Extent> = B1;
    type IsUnknown = B1;
    type IsAnonymous = B1;
    type IsNamed<L: Identity, N: Extent> = B1;
    type HasName = B0;
    type HasFactor<T: Identity> = B0;
    type Kept<Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> = <Scalar as CancelAxes>::Kept<Other, Behind>;
    type IsCountOf<N: Extent, L: CancelAxes> = B1;
    type Inferred<Source: CancelAxes, Target: CancelAxes> = B1;
    type InferredFirst<N: Extent, SourceRest: FirstAxes, Rest: FirstAxes> = B1;
    type TimesCounted<Rhs: Extent> = U1;
    type Length<From: BitCount> = NoSize;
    type DivideByTwice<Rhs: Extent> = Divided<U1, U1>;
    type DivideByOdd<Lhs: Extent, Rhs: Extent> = Divided<U1, U1>;
    type DivideByBits<Rhs: Extent> = Divided<U1, U1>;
    type NextBit<Q: Extent, R: Extent> = Divided<U1, U1>;
}

impl AxisNames for Pointer {
    const ORDERED: &'static [usize] = &[10];
    const SORTED: &'static [usize] = &[10];
}

#[derive(Debug)]
struct Tenth;

impl AxisOrder for Tenth {
    const ORDERED: &'static [usize] = &[10];
}

// For an engine of the crate, as the parameter is of this one.
impl Promotes<Pointer> for Inline {
    type OutputEngine = Inline;
}

impl OperandOf for Tenth {
    type Element = f32;
    type Shape = shape![1];
    type Engine = Inline;
    type Operand = <InlineTensor<f32, shape![1]> as OperandOf>::Operand;

    fn into_operand(self) -> Self::Operand {
        InlineTensor::<f32, shape![1]>::zeros().into_operand()
    }
}

impl MatrixElement for Tenth {}

fn main() {}

