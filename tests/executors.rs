//! measure
use shapecheck::{Axes, Broadcast, BroadcastTo, Broadcasted, Dim, Dyn, DynShape, Scalar, Shape, BroadcastError, broadcast::{Meets, Expands, Clash, Fits, Excess}, diagnostic::Count};
use shapecheck::typenum::{U0,U1,U2,U3};
use core::marker::PhantomData;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sizes { rank: usize, sizes: [Option<usize>; 3] }
trait Told { const SIZES: Sizes; }
impl Told for Scalar { const SIZES: Sizes = Sizes { rank: 0, sizes: [None; 3] }; }
impl<L: Told, N: Dim> Told for Axes<L, N> {
    const SIZES: Sizes = { let mut s = L::SIZES; s.sizes[s.rank] = N::STATIC_SIZE; s.rank += 1; s };
}
struct Probe<L, R>(PhantomData<(L, R)>);
trait Refused { const OUTPUT: Option<Sizes> = None; const EXPANDS: bool = false; const MIXED: Mixed = None; }
type Mixed = Option<fn(&[usize], &[usize]) -> Result<DynShape, BroadcastError>>;
impl<L, R> Refused for Probe<L, R> {}
#[allow(dead_code)]
impl<L: Broadcast<R, Output: Told>, R> Probe<L, R> { const OUTPUT: Option<Sizes> = Some(<Broadcasted<L, R> as Told>::SIZES); }
#[allow(dead_code)]
impl<L: BroadcastTo<R>, R> Probe<L, R> { const EXPANDS: bool = true; }
#[allow(dead_code)]
impl<L: Shape + Broadcast<R>, R: Shape> Probe<L, R> { const MIXED: Mixed = Some(|l, r| {
   let l = L::try_from_sizes(l).unwrap(); let r = R::try_from_sizes(r).unwrap();
   l.try_broadcast(&r).map(|s| s.to_dyn()) }); }
macro_rules! shapes { ($callback:ident) => { $callback! {
            S => S0 S1 S2 S3 Sx;
            S0 => S00 S01 S02 S03 S0x;
            S1 => S10 S11 S12 S13 S1x;
            S2 => S20 S21 S22 S23 S2x;
            S3 => S30 S31 S32 S33 S3x;
            Sx => Sx0 Sx1 Sx2 Sx3 Sxx;
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
} } }
macro_rules! define { ($($lead:ident => $($name:ident)*;)*) => { $(define!{@ $lead $($name)*})* };
 (@ $lead:ident $a:ident $b:ident $c:ident $d:ident $e:ident) => {
  type $a = Axes<$lead, U0>; type $b = Axes<$lead, U1>; type $c = Axes<$lead, U2>; type $d = Axes<$lead, U3>; type $e = Axes<$lead, Dyn>;
 } }
type S = Scalar;
shapes!(define);
macro_rules! cells { ($($lead:ident => $($name:ident)*;)*) => { cells!{@ [S $($($name)*)*] [S $($($name)*)*]} };
 (@ [$($l:ident)*] $rs:tt) => { [$(cells!{@@ $l $rs}),*] };
 (@@ $l:ident [$($r:ident)*]) => { [$(CELL!($l, $r)),*] };
}
struct Cell { output: Option<Sizes>, #[cfg(feature="std")] expands: bool }
macro_rules! CELL { ($l:ident, $r:ident) => { Probe::<$l, $r>::MIXED } }
static CELLS: [[Mixed; 156]; 156] = shapes!(cells);
#[test] fn t() { println!("{}", CELLS.iter().flatten().filter(|c| c.is_some()).count()); }

