//! The cheapest possible broadcasting at type level, as a yardstick for shapecheck's compile time: plain structural
//! impls and equality by unification, without messages, dynamic sizes, or checks that a size is one.
#![no_std]

use core::marker::PhantomData;
use core::ops::Add;

pub use typenum;
use typenum::{B1, UInt, UTerm};

pub struct Scalar;
pub struct Axes<Lead, Last>(Lead, Last);
pub struct Tensor<T, S>(PhantomData<(T, S)>);

type U1 = UInt<UTerm, B1>;

pub trait AxisMeets<Rhs> {
    type Output;
}

impl<Rhs> AxisMeets<Rhs> for U1 {
    type Output = Rhs;
}

impl<U, B, C> AxisMeets<U1> for UInt<UInt<U, B>, C> {
    type Output = Self;
}

impl<U, B, C> AxisMeets<UInt<UInt<U, B>, C>> for UInt<UInt<U, B>, C> {
    type Output = Self;
}

pub trait Broadcast<Rhs> {
    type Output;
}

impl<Rhs> Broadcast<Rhs> for Scalar {
    type Output = Rhs;
}

impl<Lead, Last> Broadcast<Scalar> for Axes<Lead, Last> {
    type Output = Self;
}

impl<LhsLead, LhsLast, RhsLead, RhsLast> Broadcast<Axes<RhsLead, RhsLast>> for Axes<LhsLead, LhsLast>
where
    LhsLead: Broadcast<RhsLead>,
    LhsLast: AxisMeets<RhsLast>,
{
    type Output = Axes<LhsLead::Output, LhsLast::Output>;
}

impl<T, L: Broadcast<R>, R> Add<Tensor<T, R>> for Tensor<T, L> {
    type Output = Tensor<T, L::Output>;

    fn add(self, _: Tensor<T, R>) -> Self::Output {
        Tensor(PhantomData)
    }
}
