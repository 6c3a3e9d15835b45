//! Functions of elements: of each one its slope, once.

use std::f64::consts;

use shapecheck::engine::{
    Binary, BinaryInPlace, DynamicShapes, Engine, Operand, Selects, Term, Unary, ops,
};
use shapecheck::{DynShape, Shape};

use crate::data::Traced;
use crate::tape::Node;
use crate::terms::{Saved, Terms, chosen, mask, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// A value and its node, of an operand that may be used up.
fn taken<T: 'static, E: Engine>(
    operand: Operand<'_, Traced<T, E>>,
) -> (
    Operand<'_, shapecheck::engine::adapter::Held<E, T>>,
    Option<Node>,
) {
    match operand {
        Operand::ByRef(Traced { value, node }) => (Operand::ByRef(value), node.clone()),
        Operand::ByValue(Traced { value, node }) => (Operand::ByValue(value), node),
    }
}

/// Functions of one element. Each has its slope, as an expression over the argument or over the result.
macro_rules! functions {
    ($($Op:ty: $of:ident $(($op:ident))? |$x:ident| $slope:expr;)*) => {$(
        impl<T: Real, E> Unary<$Op, T> for Grad<E>
        where
            E: Differentiable<T> + Unary<$Op, T, Element = T>,
        {
            type Element = T;
            #[track_caller]
            fn unary<S: Shape>(op: $Op, data: Operand<'_, Traced<T, E>>) -> Traced<T, E> {
                let (value, node) = taken(data);
                functions!(@ $of $Op, op, value, node, T, E, |$x| { $(let $op = op;)? $slope })
            }
        }
    )*};
    (@ argument $Op:ty, $op:ident, $value:ident, $node:ident, $T:ty, $E:ty, |$x:ident| $slope:expr) => {{
        let saved = $node.is_some().then(|| Term::<$T, $E>::kept($value.data()));
        let found = <$E as Unary<$Op, $T>>::unary::<Any>($op, $value);
        let Some(saved) = saved else {
            return Traced::constant(found);
        };
        Traced::result(found, &[&$node], move |_| move |gradient, flow| {
            let $x = saved.by_ref();
            flow.give(0, || { $slope } * gradient.by_ref());
        })
    }};
    (@ result $Op:ty, $op:ident, $value:ident, $node:ident, $T:ty, $E:ty, |$x:ident| $slope:expr) => {{
        let found = <$E as Unary<$Op, $T>>::unary::<Any>($op, $value);
        Traced::result(found, &[&$node], move |found| {
            let saved = Term::<$T, $E>::kept(found);
            move |gradient, flow| {
                let $x = saved.by_ref();
                flow.give(0, || { $slope } * gradient.by_ref());
            }
        })
    }};
    // An expression over the gradient itself.
    (@ gradient $Op:ty, $op:ident, $value:ident, $node:ident, $T:ty, $E:ty, |$x:ident| $result:expr) => {{
        let found = <$E as Unary<$Op, $T>>::unary::<Any>($op, $value);
        Traced::result(found, &[&$node], move |_| move |gradient, flow| {
            let $x = gradient.by_ref();
            flow.give(0, || $result);
        })
    }};
}

functions! {
    ops::Neg: gradient |g| g.negated();
    ops::Exp: result |y| y;
    ops::ExpM1: result |y| y.plus(1.0);
    ops::Ln: argument |x| x.map(ops::Recip);
    ops::Ln1p: argument |x| x.plus(1.0).map(ops::Recip);
    ops::Log2: argument |x| x.times(consts::LN_2).map(ops::Recip);
    ops::Log10: argument |x| x.times(consts::LN_10).map(ops::Recip);
    ops::Sqrt: result |y| y.times(2.0).map(ops::Recip);
    ops::Cbrt: result |y| y.square().times(3.0).map(ops::Recip);
    ops::Recip: result |y| y.square().negated();
    // 0 at 0.
    ops::Abs: argument |x| x.positive() - x.by_ref().negated().positive();
    ops::Sin: argument |x| x.map(ops::Cos);
    ops::Cos: argument |x| x.map(ops::Sin).negated();
    ops::Tan: result |y| y.square().plus(1.0);
    ops::Asin: argument |x| x.square().negated().plus(1.0).map(ops::Sqrt).map(ops::Recip);
    ops::Acos: argument |x| x.square().negated().plus(1.0).map(ops::Sqrt).map(ops::Recip).negated();
    ops::Atan: argument |x| x.square().plus(1.0).map(ops::Recip);
    // The hyperbolic cosine, and the sine without cancellation near 0.
    ops::Sinh: argument |x| (x.by_ref().map(ops::Exp) + x.by_ref().negated().map(ops::Exp)).times(0.5);
    ops::Cosh: argument |x| (x.by_ref().map(ops::ExpM1) - x.by_ref().negated().map(ops::ExpM1)).times(0.5);
    ops::Tanh: result |y| y.square().negated().plus(1.0);
    // s (1 - s)
    ops::Sigmoid: result |y| y.by_ref() - y.square();
    // s (1 + x (1 - s))
    ops::Silu: argument |x| {
        let s = x.by_ref().map::<ops::Sigmoid>(ops::Sigmoid);
        let less = s.by_ref().negated().plus(1.0);
        (less * x).plus(1.0) * s
    };
    ops::Erf: argument |x| x.square().negated().map(ops::Exp).times(consts::FRAC_2_SQRT_PI);
    // The distribution of the normal numbers, plus x times their density.
    ops::Gelu: argument |x| {
        let below = x.by_ref().times(consts::FRAC_1_SQRT_2).map(ops::Erf).plus(1.0).times(0.5);
        let density = x.square().times(-0.5).map(ops::Exp).times(consts::FRAC_2_SQRT_PI * consts::FRAC_1_SQRT_2 * 0.5);
        below + density * x
    };
    // x (1 + t) / 2 with t = tanh u and u = √(2 / π) (x + c x³)
    ops::GeluTanh: argument |x| {
        let (root, c) = (consts::FRAC_2_SQRT_PI * consts::FRAC_1_SQRT_2, 0.044715);
        let square = x.square();
        let t = (square.by_ref().times(c).plus(1.0) * x.by_ref()).times(root).map(ops::Tanh);
        let slope = square.times(3.0 * c).plus(1.0).times(root);
        let curved = t.square().negated().plus(1.0) * slope * x;
        (t + curved).plus(1.0).times(0.5)
    };
    ops::Powi: argument (op) |x| match op {
        ops::Powi(0) => x.times(0.0),
        ops::Powi(exponent) => x.map(ops::Powi(exponent - 1)).times(exponent.into()),
    };
    ops::Powf<T>: argument (op) |x| match op {
        ops::Powf(exponent) if exponent == T::zero() => x.times(0.0),
        ops::Powf(exponent) => x.map(ops::Powf(exponent - T::one())).map(ops::Right(ops::Mul, exponent)),
    };
    ops::Fract: gradient |g| g.owned();
    ops::Right<ops::Add, T>: gradient |g| g.owned();
    ops::Right<ops::Sub, T>: gradient |g| g.owned();
    ops::Right<ops::Mul, T>: gradient (op) |g| g.map(op);
    ops::Right<ops::Div, T>: gradient (op) |g| g.map(op);
    ops::Left<ops::Add, T>: gradient |g| g.owned();
    ops::Left<ops::Sub, T>: gradient |g| g.negated();
    ops::Left<ops::Mul, T>: gradient (op) |g| g.map(op);
    // - c / x²
    ops::Left<ops::Div, T>: argument (op) |x| x.square().map(ops::Left(ops::Div, -op.1));
}

/// 1 above 0, and 0 elsewhere.
impl<T: Real, E: Differentiable<T>> Unary<ops::Relu, T> for Grad<E> {
    type Element = T;
    #[track_caller]
    fn unary<S: Shape>(op: ops::Relu, data: Operand<'_, Traced<T, E>>) -> Traced<T, E> {
        let (value, node) = taken(data);
        let found = <E as Unary<ops::Relu, T>>::unary::<Any>(op, value);
        Traced::result(found, &[&node], |found| {
            let y = Term::<T, E>::kept(found);
            move |gradient, flow| {
                let zero = Term::full(DynShape::default(), 0.0);
                flow.give(0, || {
                    gradient.masked(&mask::<ops::Greater, T, E>(&y, &zero))
                });
            }
        })
    }
}

/// 1 within the limits and at them, and 0 beyond.
impl<T: Real, E: Differentiable<T>> Unary<ops::Clamp<T>, T> for Grad<E> {
    type Element = T;
    #[track_caller]
    fn unary<S: Shape>(op: ops::Clamp<T>, data: Operand<'_, Traced<T, E>>) -> Traced<T, E> {
        let data = data.data();
        let found = <E as Unary<ops::Clamp<T>, T>>::unary::<Any>(op, Operand::ByRef(&data.value));
        Traced::result(found, &[&data.node], |found| {
            let is_within = mask::<ops::Equal, T, E>(&data.term(), &Term::from_ref(found));
            move |gradient, flow| flow.give(0, || gradient.masked(&is_within))
        })
    }
}

/// Functions that are constant but where they jump: their results have no gradient.
macro_rules! steps {
    ($($Op:ident)*) => {$(
        impl<T: Real, E> Unary<ops::$Op, T> for Grad<E>
        where
            E: Differentiable<T> + Unary<ops::$Op, T, Element = T>,
        {
            type Element = T;
            #[track_caller]
            fn unary<S: Shape>(op: ops::$Op, data: Operand<'_, Traced<T, E>>) -> Traced<T, E> {
                let (value, _) = taken(data);
                Traced::constant(<E as Unary<ops::$Op, T>>::unary::<Any>(op, value))
            }
        }
    )*};
}

steps!(Floor Ceil Round Trunc Signum);

/// Functions of two elements: from both of them and the gradient, the gradient of each. In brackets, whether the first and
/// the second operand are kept for the gradient of the first one, and for that of the second one.
macro_rules! pairs {
    ($($Op:ident [$first:literal $second:literal] [$third:literal $fourth:literal]
        |$x:ident, $y:ident, $g:ident| $of_x:expr, $of_y:expr;)*) => {$(
        impl<T: Real, E> Binary<ops::$Op, T> for Grad<E>
        where
            E: Differentiable<T> + Binary<ops::$Op, T, Element = T, OutputEngine = E>,
        {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Traced<T, E>>,
                rhs: Operand<'_, Traced<T, E>>,
                sizes: DynShape,
            ) -> Traced<T, E> {
                let ((lhs, of_lhs), (rhs, of_rhs)) = (taken(lhs), taken(rhs));
                let [is_first, is_second] = [&of_lhs, &of_rhs].map(Option::is_some);
                let x = Saved::<T, E>::of(lhs.data(), is_first && $first || is_second && $third);
                let y = Saved::<T, E>::of(rhs.data(), is_first && $second || is_second && $fourth);
                let found = <E as Binary<ops::$Op, T>>::binary::<Any, Any, Any>(lhs, rhs, sizes);
                Traced::result(found, &[&of_lhs, &of_rhs], move |_| move |gradient, flow| {
                    #[allow(unused_variables, reason = "of sums and differences")]
                    let ($x, $y, $g) = (|| x.term(), || y.term(), gradient);
                    flow.give(0, || { $of_x }.summed_to(x.sizes()));
                    flow.give(1, || { $of_y }.summed_to(y.sizes()));
                })
            }
        }

        /// The result replaces the target.
        impl<T: Real, E> BinaryInPlace<ops::$Op, T> for Grad<E>
        where
            E: Differentiable<T> + Binary<ops::$Op, T, Element = T, OutputEngine = E>,
        {
            #[track_caller]
            fn update<S: Shape, R: Shape>(target: &mut Traced<T, E>, rhs: &Traced<T, E>) {
                let sizes = sizes_of::<T, E>(&target.value);
                let (lhs, rhs) = (Operand::ByRef(&*target), Operand::ByRef(rhs));
                *target = <Self as Binary<ops::$Op, T>>::binary::<Any, Any, Any>(lhs, rhs, sizes);
            }
        }
    )*};
}

pairs! {
    Add [false false] [false false] |x, y, g| g.by_ref(), g.by_ref();
    Sub [false false] [false false] |x, y, g| g.by_ref(), g.by_ref().negated();
    Mul [false true] [true false] |x, y, g| g.by_ref() * y(), g.by_ref() * x();
    // - g (x / y) / y
    Div [false true] [true true] |x, y, g| g.by_ref() / y(), (g.by_ref() * (x() / y()) / y()).negated();
    // Equal elements get half each.
    Maximum [true true] [true true] |x, y, g|
        g.by_ref() * share::<ops::Greater, T, E>(&x(), &y()),
        g.by_ref() * share::<ops::Greater, T, E>(&y(), &x());
    Minimum [true true] [true true] |x, y, g|
        g.by_ref() * share::<ops::Less, T, E>(&x(), &y()),
        g.by_ref() * share::<ops::Less, T, E>(&y(), &x());
    // The exponential of x, divided by the sum of both.
    Logaddexp [true true] [true true] |x, y, g|
        (x() - y()).map(ops::Sigmoid) * g.by_ref(),
        (y() - x()).map(ops::Sigmoid) * g.by_ref();
}

/// 1 where a comparison holds, half where elements are equal, and 0 elsewhere.
fn share<'t, Op, T: Real, E>(x: &Term<'_, T, E>, y: &Term<'_, T, E>) -> Term<'t, T, E>
where
    E: Differentiable<T> + Binary<Op, T, Element = bool, OutputEngine = E>,
{
    x.compared::<Op>(y) + x.compared::<ops::Equal>(y).times(0.5)
}

impl<T: Real, E: Differentiable<T>> BinaryInPlace<ops::Assign, T> for Grad<E> {
    #[track_caller]
    fn update<S: Shape, R: Shape>(target: &mut Traced<T, E>, rhs: &Traced<T, E>) {
        use shapecheck::engine::MovesAxes;
        let sizes = sizes_of::<T, E>(&target.value);
        *target = <Self as MovesAxes<T>>::expand::<Any, Any>(rhs, sizes);
    }
}

impl<T: Real, E: Differentiable<T>> Selects<T> for Grad<E> {
    type OutputEngine = Self;

    #[track_caller]
    fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
        mask: &Traced<bool, E>,
        yes: &Traced<T, E>,
        no: &Traced<T, E>,
        sizes: DynShape,
    ) -> Traced<T, E> {
        use shapecheck::engine::MovesAxes;
        let (value, others) = (&yes.value, &no.value);
        let found = <E as Selects<T>>::select::<Any, Any, Any, Any>(
            &mask.value,
            value,
            others,
            sizes.clone(),
        );
        Traced::result(found, &[&yes.node, &no.node], |_| {
            let mask = <E as MovesAxes<bool>>::expand::<Any, Any>(&mask.value, sizes);
            let [of_yes, of_no] = [yes, no].map(|it| sizes_of::<T, E>(&it.value));
            move |gradient, flow| {
                let zero = Term::<T, E>::full(DynShape::default(), 0.0);
                flow.give(0, || chosen(&mask, gradient, &zero).summed_to(&of_yes));
                flow.give(1, || chosen(&mask, &zero, gradient).summed_to(&of_no));
            }
        })
    }
}

/// Comparisons: masks have no gradient.
macro_rules! comparisons {
    ($($Op:ident)*) => {$(
        impl<T: 'static, E> Binary<ops::$Op, T> for Grad<E>
        where
            E: DynamicShapes + Binary<ops::$Op, T, Element = bool, OutputEngine = E> + 'static,
        {
            type Element = bool;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Traced<T, E>>,
                rhs: Operand<'_, Traced<T, E>>,
                sizes: DynShape,
            ) -> Traced<bool, E> {
                let (lhs, rhs) = (Operand::ByRef(&lhs.data().value), Operand::ByRef(&rhs.data().value));
                Traced::constant(<E as Binary<ops::$Op, T>>::binary::<Any, Any, Any>(lhs, rhs, sizes))
            }
        }
    )*};
}

comparisons!(Equal NotEqual Less LessEqual Greater GreaterEqual BitAnd BitOr BitXor);

impl<E> Unary<ops::Not, bool> for Grad<E>
where
    E: DynamicShapes + Unary<ops::Not, bool, Element = bool, Out = E> + 'static,
{
    type Element = bool;
    #[track_caller]
    fn unary<S: Shape>(op: ops::Not, data: Operand<'_, Traced<bool, E>>) -> Traced<bool, E> {
        let (value, _) = taken(data);
        Traced::constant(<E as Unary<ops::Not, bool>>::unary::<Any>(op, value))
    }
}

/// From floats to floats: the gradient is cast back.
impl<T: Real, U: Real, E> Unary<ops::Cast<U>, T> for Grad<E>
where
    E: Differentiable<T>
        + Differentiable<U>
        + Unary<ops::Cast<U>, T, Element = U, Out = E>
        + Unary<ops::Cast<T>, U, Element = T, Out = E>,
{
    type Element = U;
    #[track_caller]
    fn unary<S: Shape>(op: ops::Cast<U>, data: Operand<'_, Traced<T, E>>) -> Traced<U, E> {
        let (value, node) = taken(data);
        let found = <E as Unary<ops::Cast<U>, T>>::unary::<Any>(op, value);
        Traced::result(found, &[&node], |_| {
            |gradient, flow| {
                flow.give(0, || {
                    let (back, gradient) = (ops::Cast(std::marker::PhantomData), gradient.data());
                    let gradient = Operand::ByRef(gradient);
                    Term::<T, E>::from(<E as Unary<ops::Cast<T>, U>>::unary::<Any>(back, gradient))
                });
            }
        })
    }
}

/// Casts from and to numbers without a gradient.
macro_rules! casts {
    ($([$($T:ident: $Bound:ident)?] $From:ty => $To:ty;)*) => {$(
        impl<$($T: $Bound,)? E> Unary<ops::Cast<$To>, $From> for Grad<E>
        where
            E: DynamicShapes + Unary<ops::Cast<$To>, $From, Element = $To, Out = E> + 'static,
        {
            type Element = $To;
            #[track_caller]
            fn unary<S: Shape>(op: ops::Cast<$To>, data: Operand<'_, Traced<$From, E>>) -> Traced<$To, E> {
                let (value, _) = taken(data);
                Traced::constant(<E as Unary<ops::Cast<$To>, $From>>::unary::<Any>(op, value))
            }
        }
    )*};
}

casts! {
    [T: Real] T => usize;
    [T: Real] T => bool;
    [T: Real] usize => T;
    [T: Real] bool => T;
    [] usize => usize;
    [] usize => bool;
    [] bool => usize;
    [] bool => bool;
}
