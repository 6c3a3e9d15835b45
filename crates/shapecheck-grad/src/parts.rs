//! Operations whose gradients are those of the operations that they are made of, computed once more: the engine below has
//! one function for the result, and nothing in between is kept.

use shapecheck::engine::Term;

use crate::data::Traced;
use crate::tape::{Found, Node, Of, elements};
use crate::terms::Terms;
use crate::{Differentiable, Grad, Real};

/// A result that `parts` would give for the same operands.
pub fn made_of<T: Real, E: Differentiable<T>>(
    value: shapecheck::engine::adapter::Held<E, T>,
    operands: &[&Traced<T, E>],
    parts: impl Fn(&[Term<'_, T, Grad<E>>]) -> Traced<T, E> + 'static,
) -> Traced<T, E> {
    let nodes: Vec<&Option<Node>> = operands.iter().map(|operand| &operand.node).collect();
    Traced::result(value, &nodes, |_| {
        let kept = operands.iter().map(|operand| {
            let is_tracked = operand.node.is_some();
            (operand.term().owned(), is_tracked)
        });
        let kept: Vec<(Term<'static, T, E>, bool)> = kept.collect();
        move |gradient, flow| {
            let again = kept.iter().map(|(value, is_tracked)| Traced {
                value: value.by_ref().into_data(),
                node: is_tracked.then(Node::parameter),
            });
            let again: Vec<Traced<T, E>> = again.collect();
            let terms: Vec<_> = again.iter().map(Term::<T, Grad<E>>::from_ref).collect();
            let found = match parts(&terms).node {
                Some(node) => node.backward(Box::new(Of::<T, E>(gradient.owned().into_data()))),
                // Such as the product of no elements.
                None => Found::default(),
            };
            for (place, operand) in again.iter().enumerate() {
                let number = operand.node.as_ref().map(Node::number);
                flow.give(place, || {
                    match number.and_then(|number| found.gradients.get(&number)) {
                        Some(gradient) => Term::<T, E>::kept(elements::<T, E>(&**gradient)),
                        None => Term::full(operand.term().sizes().into(), 0.0),
                    }
                });
            }
        }
    })
}
