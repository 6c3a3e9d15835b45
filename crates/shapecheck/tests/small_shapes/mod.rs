//! Every shape of rank 0 to 3 with the sizes 0, 1, 2, 3 and dynamic, and the rule for them as plain code.
//!
//! `S0x` is the type `shape![0, _]`. The types are in a table so that a macro can make all pairs, and the compiler's
//! verdict on each pair is a constant.

// Each test file uses a part of this module.
#![allow(dead_code, unused_macros, unused_imports)]

use shapecheck::typenum::{U0, U1, U2, U3};
use shapecheck::verdict::{Clash, Count, Excess};
use shapecheck::{Axes, Dim, Dyn, DynShape, Scalar, StaticDim};

/// What a shape type tells: the sizes of its last axes (`None` for dynamic), and whether more of run-time rank
/// come before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub open: bool,
    pub rank: usize,
    sizes: [Option<usize>; 3],
}

impl Known {
    const NOTHING: Self = Self {
        open: false,
        rank: 0,
        sizes: [None; 3],
    };

    const fn then(mut self, size: Option<usize>) -> Self {
        self.sizes[self.rank] = size;
        self.rank += 1;
        self
    }

    /// The size at an axis counted from the end; before the first axis 1, or anything where there may be more.
    pub fn size_from_end(&self, axis: usize) -> Option<usize> {
        match self.rank.checked_sub(axis) {
            Some(index) => self.sizes[index],
            None if self.open => None,
            None => Some(1),
        }
    }

    /// Every list of at most `highest_rank` sizes from 0 to 3 that the type has a value for.
    pub fn fillings(&self, highest_rank: usize) -> Vec<Vec<usize>> {
        let ranks = self.rank..=if self.open { highest_rank } else { self.rank };
        ranks
            .flat_map(|rank| {
                (1..=rank).rev().fold(vec![vec![]], |fillings, axis| {
                    let sizes = match self.size_from_end(axis) {
                        Some(size) => size..=size,
                        None => 0..=3,
                    };
                    let longer = |filling: Vec<usize>| {
                        sizes
                            .clone()
                            .map(move |size| [&filling[..], &[size]].concat())
                    };
                    fillings.into_iter().flat_map(longer).collect()
                })
            })
            .collect()
    }
}

/// What the compiler says of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Fits(Known),
    /// The axis is counted from the end, 1 for the last.
    Clash {
        axis: usize,
        lhs: usize,
        rhs: usize,
    },
    Excess,
}

/// The table of the rule for one axis, `None` where it is refused.
pub fn axis_rule(lhs: Option<usize>, rhs: Option<usize>) -> Option<Option<usize>> {
    match (lhs, rhs) {
        (Some(1), other) | (other, Some(1)) => Some(other),
        (None, None) => Some(None),
        (None, Some(size)) | (Some(size), None) => Some(Some(size)),
        (Some(lhs), Some(rhs)) => (lhs == rhs).then_some(Some(lhs)),
    }
}

/// The same where the right size is a target that never changes.
pub fn target_axis_rule(size: Option<usize>, target: Option<usize>) -> Option<Option<usize>> {
    match (size, target) {
        (Some(1) | None, _) | (_, None) => Some(target),
        (Some(size), Some(known)) => (size == known).then_some(target),
    }
}

/// The rule for two shapes, from that for one axis.
pub fn shape_rule(
    lhs: Known,
    rhs: Known,
    axis_rule: fn(Option<usize>, Option<usize>) -> Option<Option<usize>>,
) -> Verdict {
    let mut sizes = Vec::new();
    for axis in 1..=lhs.rank.max(rhs.rank) {
        let (lhs, rhs) = (lhs.size_from_end(axis), rhs.size_from_end(axis));
        match (axis_rule(lhs, rhs), lhs, rhs) {
            (Some(size), ..) => sizes.push(size),
            (None, Some(lhs), Some(rhs)) => return Verdict::Clash { axis, lhs, rhs },
            (None, ..) => unreachable!("only known sizes clash"),
        }
    }
    let start = Known {
        open: lhs.open || rhs.open,
        ..Known::NOTHING
    };
    Verdict::Fits(sizes.into_iter().rev().fold(start, Known::then))
}

/// The one-way rule for two shapes: the rank comes first, then the axes from the last.
pub fn target_shape_rule(source: Known, target: Known) -> Verdict {
    if source.rank > target.rank && !target.open {
        return Verdict::Excess;
    }
    match shape_rule(source, target, target_axis_rule) {
        Verdict::Fits(_) => Verdict::Fits(target),
        clash => clash,
    }
}

/// A shape type, told.
pub trait Told {
    const KNOWN: Known;
}

impl Told for Scalar {
    const KNOWN: Known = Known::NOTHING;
}

impl Told for DynShape {
    const KNOWN: Known = Known {
        open: true,
        ..Known::NOTHING
    };
}

impl<Lead: Told, Last: Dim> Told for Axes<Lead, Last> {
    const KNOWN: Known = Lead::KNOWN.then(Last::STATIC_SIZE);
}

/// A verdict of refusal, told.
pub trait Refusal {
    const VERDICT: Verdict;
}

impl<Lhs: StaticDim, Rhs: StaticDim, const AXIS: usize> Refusal for Clash<Lhs, Rhs, Count<AXIS>> {
    const VERDICT: Verdict = Verdict::Clash {
        axis: AXIS,
        lhs: Lhs::SIZE,
        rhs: Rhs::SIZE,
    };
}

impl<Source, Target> Refusal for Excess<Source, Target> {
    const VERDICT: Verdict = Verdict::Excess;
}

/// Calls a macro with a table of shapes, each row a shape and those with one axis more.
macro_rules! rank_1_and_2 {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            S => S0 S1 S2 S3 Sx;
            S0 => S00 S01 S02 S03 S0x;
            S1 => S10 S11 S12 S13 S1x;
            S2 => S20 S21 S22 S23 S2x;
            S3 => S30 S31 S32 S33 S3x;
            Sx => Sx0 Sx1 Sx2 Sx3 Sxx;
        }
    };
}
macro_rules! rank_3 {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            S00 => S000 S001 S002 S003 S00x;
            S01 => S010 S011 S012 S013 S01x;
            S02 => S020 S021 S022 S023 S02x;
            S03 => S030 S031 S032 S033 S03x;
            S0x => S0x0 S0x1 S0x2 S0x3 S0xx;
            S10 => S100 S101 S102 S103 S10x;
            S11 => S110 S111 S112 S113 S11x;
            S12 => S120 S121 S122 S123 S12x;
            S13 => S130 S131 S132 S133 S13x;
            S1x => S1x0 S1x1 S1x2 S1x3 S1xx;
            S20 => S200 S201 S202 S203 S20x;
            S21 => S210 S211 S212 S213 S21x;
            S22 => S220 S221 S222 S223 S22x;
            S23 => S230 S231 S232 S233 S23x;
            S2x => S2x0 S2x1 S2x2 S2x3 S2xx;
            S30 => S300 S301 S302 S303 S30x;
            S31 => S310 S311 S312 S313 S31x;
            S32 => S320 S321 S322 S323 S32x;
            S33 => S330 S331 S332 S333 S33x;
            S3x => S3x0 S3x1 S3x2 S3x3 S3xx;
            Sx0 => Sx00 Sx01 Sx02 Sx03 Sx0x;
            Sx1 => Sx10 Sx11 Sx12 Sx13 Sx1x;
            Sx2 => Sx20 Sx21 Sx22 Sx23 Sx2x;
            Sx3 => Sx30 Sx31 Sx32 Sx33 Sx3x;
            Sxx => Sxx0 Sxx1 Sxx2 Sxx3 Sxxx;
        }
    };
}
pub(crate) use {rank_1_and_2, rank_3};

macro_rules! define {
    ($($lead:ident => $zero:ident $one:ident $two:ident $three:ident $dynamic:ident;)*) => {$(
        pub type $zero = Axes<$lead, U0>;
        pub type $one = Axes<$lead, U1>;
        pub type $two = Axes<$lead, U2>;
        pub type $three = Axes<$lead, U3>;
        pub type $dynamic = Axes<$lead, Dyn>;
    )*};
}
pub type S = Scalar;
rank_1_and_2!(define);
rank_3!(define);

/// All pairs of two lists, as rows of a two-dimensional array: `row![cell!(Lhs, Rhs), ..]`.
macro_rules! all_pairs {
    ([$($lhs:ident)*] $rhs:tt) => { [$(all_pairs!(@row $lhs $rhs)),*] };
    (@row $lhs:ident [$($rhs:ident)*]) => { row![$(cell!($lhs, $rhs)),*] };
}
/// All pairs of the shapes in the tables.
macro_rules! all_pairs_of_table {
    ($($lead:ident => $($name:ident)*;)*) => { all_pairs!([S $($($name)*)*] [S $($($name)*)*]) };
}
/// What each shape in the tables tells.
macro_rules! all_known {
    ($($lead:ident => $($name:ident)*;)*) => { [S::KNOWN, $($($name::KNOWN),*),*] };
}
pub(crate) use {all_known, all_pairs, all_pairs_of_table};

/// Every shape in the tables, in their order.
pub static SHAPES: [Known; 156] = rank_1_and_2!(rank_3 all_known);
