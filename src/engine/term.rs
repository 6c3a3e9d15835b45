//! Expressions over the data of an engine: `(x - means) / roots * weights`.
//!
//! A term has its shape in its type, so that an operation made of others names each shape once. The result of an
//! operator has the shape and the sizes of what is on its left, to which the right side broadcasts; its memory may
//! become that of the result.

use core::ops::{Add, Div, Mul, Sub};

use super::{Clones, Engine, MovesAxes, Networks, Operand, Reduces, Unary, ops};
use crate::{DynShape, Shape};

/// Data of shape `S` in an expression.
pub(super) struct Term<'a, T: 'static, E: Engine, S: Shape>(Operand<'a, E::Data<T, S>>);

impl<'a, T: 'static, E: Networks<T>, S: Shape> Term<'a, T, E, S> {
    /// Data that is kept.
    #[inline]
    pub(super) fn of(data: &'a E::Data<T, S>) -> Self {
        Self(Operand::ByRef(data))
    }

    /// Data that is not needed any more.
    #[inline]
    pub(super) fn from(data: E::Data<T, S>) -> Self {
        Self(Operand::ByValue(data))
    }

    /// The data, which is that of an operation's result, or else a clone.
    #[inline]
    pub(super) fn into_data(self) -> E::Data<T, S> {
        match self.0 {
            Operand::ByValue(data) => data,
            Operand::ByRef(data) => <E as Clones<T>>::keep::<S>(data),
        }
    }

    /// The same data, kept for another use.
    #[inline]
    pub(super) fn by_ref(&self) -> Term<'_, T, E, S> {
        Term::of(self.0.data())
    }

    /// The sizes.
    #[inline]
    pub(super) fn sizes(&self) -> DynShape {
        E::sizes::<T, S>(self.0.data()).into()
    }

    /// A function of each element.
    #[inline]
    #[track_caller]
    pub(super) fn map<Op>(self, op: Op) -> Self
    where
        E: Unary<Op, T, Element = T, Home = E>,
    {
        Self::from(<E as Unary<Op, T>>::unary::<S>(op, self.0))
    }

    /// A reduction along axes, each counted from the end and left with size 1.
    #[inline]
    #[track_caller]
    pub(super) fn reduce<Op, O: Shape>(&self, axes: &[usize]) -> Term<'a, T, E, O>
    where
        E: Reduces<Op, T, Element = T, Home = E>,
    {
        Term::from(<E as Reduces<Op, T>>::reduce::<S, O>(self.0.data(), axes))
    }

    /// The same elements with these sizes.
    #[inline]
    #[track_caller]
    pub(super) fn reshape<O: Shape>(self, sizes: DynShape) -> Term<'a, T, E, O> {
        Term::from(E::reshape::<S, O>(self.0, sizes))
    }

    /// One index of an axis, counted from the first, from 0.
    #[inline]
    #[track_caller]
    pub(super) fn index<O: Shape>(&self, axis: usize, index: usize) -> Term<'a, T, E, O> {
        Term::from(<E as MovesAxes<T>>::index::<S, O>(
            self.0.data(),
            axis,
            index,
        ))
    }

    /// The sum of these elements and others, or another function of two, with the sizes of both broadcast.
    #[inline]
    #[track_caller]
    pub(super) fn binary<Op, R: Shape, O: Shape>(
        self,
        rhs: Term<'_, T, E, R>,
        sizes: DynShape,
    ) -> Term<'a, T, E, O>
    where
        E: super::Binary<Op, T, Element = T, Home = E>,
    {
        Term::from(<E as super::Binary<Op, T>>::binary::<S, R, O>(
            self.0, rhs.0, sizes,
        ))
    }
}

macro_rules! operators {
    ($($Op:ident $function:ident;)*) => {$(
        impl<'a, T: 'static, E: Networks<T>, S: Shape, R: Shape> $Op<Term<'_, T, E, R>> for Term<'a, T, E, S> {
            type Output = Self;

            #[inline]
            #[track_caller]
            fn $function(self, rhs: Term<'_, T, E, R>) -> Self {
                let sizes = self.sizes();
                self.binary::<ops::$Op, R, S>(rhs, sizes)
            }
        }
    )*};
}

operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}
