//! Layers, and which elements have all operations. Layers are made of others, which give their gradients, but where the engine below
//! has one function for all of it.

use shapecheck::DynShape;
use shapecheck::engine::{Floats, Models, Networks, Numbers, Reduces, Term, ops};

use crate::data::Traced;
use crate::gradients::reduced;
use crate::parts::made_of;
use crate::terms::{Terms, sizes_of};
use crate::{Differentiable, Grad, Real};

impl<T: Real, E: Differentiable<T>> Numbers<T> for Grad<E> {}

impl<T: Real, E: Differentiable<T>> Floats<T> for Grad<E> {}

impl<T: Real, E: Differentiable<T>> Networks<T> for Grad<E> {
    fn number(value: f64) -> T {
        E::number(value)
    }

    /// Rows normalized by one function: only they are kept, and not what is computed on the way.
    #[track_caller]
    fn normalize_at_once(
        data: &Traced<T, E>,
        (weights, bias): (&Traced<T, E>, Option<&Traced<T, E>>),
        centred: bool,
        epsilon: &T,
    ) -> Option<Traced<T, E>> {
        let parameters = (&weights.value, bias.map(|bias| &bias.value));
        let found = E::normalize_at_once(&data.value, parameters, centred, epsilon)?;
        let none = None;
        let nodes = [
            &data.node,
            &weights.node,
            bias.map_or(&none, |bias| &bias.node),
        ];
        Some(Traced::result(found, &nodes, |_| {
            let [x, weights] = [&data.value, &weights.value].map(Term::<T, E>::kept);
            let of_bias = bias.map(|bias| sizes_of::<T, E>(&bias.value));
            let axes: Vec<usize> = (1..=weights.sizes().len()).rev().collect();
            let epsilon = *epsilon;
            move |gradient, flow| {
                let mean = |term: &Term<'_, T, E>| term.reduce::<ops::Mean>(&axes);
                let (centre, squares) = match centred {
                    true => (x.by_ref() - mean(&x), x.reduce::<ops::Var>(&axes)),
                    false => (x.by_ref(), mean(&x.square())),
                };
                let root = squares.map(ops::Right(ops::Add, epsilon)).map(ops::Sqrt);
                let normal = centre / root.by_ref();
                flow.give(0, || {
                    let given = gradient.by_ref() * weights.by_ref();
                    let along = normal.by_ref() * mean(&(given.by_ref() * normal.by_ref()));
                    let across = match centred {
                        true => given.by_ref() - mean(&given),
                        false => given.by_ref(),
                    };
                    (across - along).binary::<ops::Div>(root.by_ref())
                });
                flow.give(1, || {
                    let each = gradient.by_ref() * normal.by_ref();
                    each.summed_to(&weights.sizes().into())
                });
                if let Some(of_bias) = &of_bias {
                    flow.give(2, || gradient.summed_to(of_bias));
                }
            }
        }))
    }

    /// The scores are computed once more for the gradient, and not kept.
    #[track_caller]
    fn attend_at_once(
        queries: &Traced<T, E>,
        (keys, values): (&Traced<T, E>, &Traced<T, E>),
        mask: Option<&Traced<T, E>>,
        scale: &T,
    ) -> Option<Traced<T, E>> {
        let pairs = (&keys.value, &values.value);
        let mask_value = mask.map(|mask| &mask.value);
        let found = E::attend_at_once(&queries.value, pairs, mask_value, scale)?;
        let (mut operands, scale) = (vec![queries, keys, values], *scale);
        operands.extend(mask);
        Some(made_of(found, &operands, move |operands| {
            let scaled = operands[0].by_ref().map(ops::Right(ops::Mul, scale));
            let scores = scaled.product(&operands[1].transpose());
            let scores = match operands.get(3) {
                Some(mask) => scores + mask.by_ref(),
                None => scores,
            };
            scores.softmax(1, false).product(&operands[2]).into_data()
        }))
    }

    fn total(data: &Traced<T, E>) -> Traced<T, E> {
        reduced(
            data,
            <Self as Reduces<ops::Sum, T>>::reduce::<DynShape, DynShape>,
        )
    }
}

impl<T: Real, E: Differentiable<T>> Models<T> for Grad<E> {}
