//! Expressions over the data of an engine: `(x - means) / roots * weights`.
//!
//! A term has no shape in its type: what is made of terms is compiled once for all shapes. The sizes of each result
//! follow from those of its operands by the rule at run time, and the rule of the whole operation has been checked
//! before.

use core::ops::{Add, Div, Mul, Sub};

use super::{Binary, Clones, Engine, MovesAxes, Networks, Operand, Reduces, Softmax, Unary, ops};
use crate::algebra::{matrix_product_shape, with_last};
use crate::broadcast::broadcast_shapes;
use crate::for_each;
use crate::{DynShape, Shape};

/// The data of a tensor of any shape.
pub(crate) type Untyped<E, T> = <E as Engine>::Data<T, DynShape>;

/// Data in an expression: what an operation of an engine is made of, if it is made of others.
///
/// Sizes that do not fit are a panic that names them: the rule of the whole operation is checked before.
///
/// ```
/// use shapecheck::engine::{Networks, Term, ops};
/// use shapecheck::{DynShape, Host, Tensor};
///
/// /// The lengths of vectors in the last axis.
/// fn lengths<'a, E: Networks<f32>>(vectors: &Term<'_, f32, E>) -> Term<'a, f32, E> {
///     vectors.square().reduce::<ops::Sum>(&[1]).map(ops::Sqrt)
/// }
///
/// let vectors = Tensor::from([[3.0_f32, 4.0], [6.0, 8.0]]).widen::<DynShape>();
/// let lengths = lengths(&Term::<f32, Host>::from_ref(vectors.data())).into_data();
/// let lengths: Tensor<f32, DynShape> = Tensor::try_from_data(lengths)?;
/// assert_eq!(lengths.to_vec(), [5.0, 10.0]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// In the guide: [engines](crate::guide::engines).
pub struct Term<'a, T: 'static, E: Engine>(Operand<'a, Untyped<E, T>>);

impl<'a, T: 'static, E: Networks<T>> Term<'a, T, E> {
    /// Data that is not needed any more.
    #[inline]
    pub fn from(data: Untyped<E, T>) -> Self {
        Self(Operand::ByValue(data))
    }

    /// Data that is kept.
    #[inline]
    pub fn from_ref(data: &'a Untyped<E, T>) -> Self {
        Self(Operand::ByRef(data))
    }

    /// Data that is lent.
    #[inline]
    pub(crate) fn lent(data: E::Ref<'a, T>) -> Self {
        Self::from_ref(E::of_any_shape(data))
    }

    /// The data, without its shape.
    #[inline]
    pub(crate) fn lend(&self) -> E::Ref<'_, T> {
        E::lent::<T, DynShape>(self.data())
    }

    /// The data, which is that of an operation's result, or else a clone.
    #[inline]
    pub fn into_data(self) -> Untyped<E, T> {
        match self.0 {
            Operand::ByValue(data) => data,
            Operand::ByRef(data) => <E as Clones<T>>::keep::<DynShape>(data),
        }
    }

    /// The data.
    #[inline]
    pub fn data(&self) -> &Untyped<E, T> {
        self.0.data()
    }

    /// The same data, kept for another use.
    #[inline]
    pub fn by_ref(&self) -> Term<'_, T, E> {
        Term(Operand::ByRef(self.data()))
    }

    /// The sizes, the first axis first.
    #[inline]
    pub fn sizes(&self) -> &[usize] {
        E::sizes::<T, DynShape>(self.data())
    }

    /// A function of each element.
    #[track_caller]
    pub fn map<'b, Op>(self, op: Op) -> Term<'b, T, E>
    where
        E: Unary<Op, T, Element = T, Out = E>,
    {
        Term::from(<E as Unary<Op, T>>::unary::<DynShape>(op, self.0))
    }

    /// A reduction along axes, each counted from the end and left with size 1.
    #[track_caller]
    pub fn reduce<'b, Op>(&self, axes: &[usize]) -> Term<'b, T, E>
    where
        E: Reduces<Op, T, Element = T, Out = E>,
    {
        let data = <E as Reduces<Op, T>>::reduce::<DynShape, DynShape>(self.data(), axes);
        Term::from(data)
    }

    /// The softmax along an axis counted from the end, or its logarithm.
    #[track_caller]
    pub fn softmax<'b>(&self, axis: usize, logarithm: bool) -> Term<'b, T, E> {
        let data = <E as Softmax<T>>::softmax::<DynShape, DynShape>(self.data(), axis, logarithm);
        Term::from(data)
    }

    /// The same elements with these sizes.
    #[track_caller]
    pub fn reshape<'b>(self, sizes: impl Into<DynShape>) -> Term<'b, T, E> {
        Term::from(E::reshape::<DynShape, DynShape>(self.0, sizes.into()))
    }

    /// The same elements with other sizes for the last axes, after those that stay.
    #[track_caller]
    pub fn reshape_last<'b>(self, count: usize, last: &[usize]) -> Term<'b, T, E> {
        let sizes = self.sizes();
        let sizes = fitting(with_last(&sizes[..sizes.len() - count], last));
        self.reshape(sizes)
    }

    /// One index of the first axis.
    #[track_caller]
    pub fn index<'b>(&self, index: usize) -> Term<'b, T, E> {
        self.index_axis(0, index)
    }

    /// One index of an axis, counted from the first, from 0.
    #[track_caller]
    pub fn index_axis<'b>(&self, axis: usize, index: usize) -> Term<'b, T, E> {
        let part = <E as MovesAxes<T>>::index::<DynShape, DynShape>(self.data(), axis, index);
        Term::from(part)
    }

    /// Removes axes of size 1, counted from the first, from 0.
    #[track_caller]
    pub fn squeeze<'b>(&self, axes: &[usize]) -> Term<'b, T, E> {
        let data = <E as MovesAxes<T>>::squeeze::<DynShape, DynShape>(self.data(), axes);
        Term::from(data)
    }

    /// The last two axes swapped.
    #[track_caller]
    pub fn transpose<'b>(&self) -> Term<'b, T, E> {
        let rank = self.sizes().len();
        let order = DynShape::build(rank, 1, &|end| match end {
            1 => rank - 2,
            2 => rank - 1,
            _ => rank - end,
        });
        let order = order.unwrap_or_default();
        let data = <E as MovesAxes<T>>::permute::<DynShape, DynShape>(self.data(), order.dims());
        Term::from(data)
    }

    /// The matrix product.
    #[track_caller]
    pub fn product<'b>(&self, rhs: &Term<'_, T, E>) -> Term<'b, T, E> {
        let sizes = fitting(matrix_product_shape(self.sizes(), rhs.sizes()));
        let (lhs, rhs) = (self.data(), rhs.data());
        Term::from(E::product::<DynShape, DynShape, DynShape>(lhs, rhs, sizes))
    }

    /// The squares of the elements.
    #[track_caller]
    pub fn square<'b>(&self) -> Term<'b, T, E> {
        self.by_ref().binary::<ops::Mul>(self.by_ref())
    }

    /// The function of two elements for all of both sides, broadcast.
    #[track_caller]
    pub fn binary<'b, Op>(self, rhs: Term<'_, T, E>) -> Term<'b, T, E>
    where
        E: Binary<Op, T, Element = T, OutputEngine = E>,
    {
        let sizes = fitting(broadcast_shapes(&[self.sizes(), rhs.sizes()]));
        let data =
            <E as Binary<Op, T>>::binary::<DynShape, DynShape, DynShape>(self.0, rhs.0, sizes);
        Term::from(data)
    }
}

/// The sizes of a result. The rule of the operation has been checked before.
#[track_caller]
fn fitting<E: core::fmt::Display>(sizes: Result<DynShape, E>) -> DynShape {
    match sizes {
        Ok(sizes) => sizes,
        Err(error) => panic!("{error}"),
    }
}

for_each! {
    ($Op:ident $function:ident) => {
        impl<'a, T: 'static, E: Networks<T>> $Op<Term<'_, T, E>> for Term<'a, T, E> {
            type Output = Self;

            #[track_caller]
            fn $function(self, rhs: Term<'_, T, E>) -> Self {
                self.binary::<ops::$Op>(rhs)
            }
        }
    }

    Add add;
    Sub sub;
    Mul mul;
    Div div;
}
