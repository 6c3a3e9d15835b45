//! What operations record, and the way back through it.
//!
//! The tape is in the tensors: a result holds its [`Node`], and a node those of the operands. What no
//! tensor leads to any more is freed. Each node has a greater number than those before it, so the way back takes the
//! greatest number that is left: then all results of a node have given their share of its gradient.

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use shapecheck::DynShape;
use shapecheck::engine::adapter::Held;
use shapecheck::engine::{Binary, Operand, Reduces, Term, Unary, ops};

use crate::terms::{Terms, number};
use crate::{Differentiable, Real};

/// The next number of a node or of a parameter.
fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A value that has a gradient: a parameter, or the result of an operation on one.
#[derive(Clone)]
pub struct Node(Rc<Inner>);

struct Inner {
    number: u64,
    operands: Vec<Option<Node>>,
    origin: Origin,
}

enum Origin {
    /// Keeps its name when its value changes.
    Parameter { name: u64 },
    /// The result of an operation, which gives a gradient to the operands.
    Result(Box<dyn Fn(&dyn Gradient, &mut Flow<'_>)>),
}

impl Node {
    /// A parameter.
    pub fn parameter() -> Self {
        Self::new(Vec::new(), Origin::Parameter { name: next() })
    }

    /// The same parameter with another value.
    pub fn changed(&self) -> Self {
        match self.0.origin {
            Origin::Parameter { name } => Self::new(Vec::new(), Origin::Parameter { name }),
            Origin::Result(_) => Self::parameter(),
        }
    }

    /// The result of an operation on some operands, at least one of which has a gradient.
    pub fn result(
        operands: &[&Option<Node>],
        pull: impl Fn(&dyn Gradient, &mut Flow<'_>) + 'static,
    ) -> Option<Self> {
        let is_tracked = operands.iter().any(|operand| operand.is_some());
        is_tracked.then(|| {
            let operands = operands.iter().map(|&operand| operand.clone()).collect();
            Self::new(operands, Origin::Result(Box::new(pull)))
        })
    }

    fn new(operands: Vec<Option<Node>>, origin: Origin) -> Self {
        let number = next();
        Self(Rc::new(Inner {
            number,
            operands,
            origin,
        }))
    }

    /// The number of this value: a parameter has another one after each change.
    pub fn number(&self) -> u64 {
        self.0.number
    }

    /// The name of a parameter.
    pub fn name(&self) -> Option<u64> {
        match self.0.origin {
            Origin::Parameter { name } => Some(name),
            Origin::Result(_) => None,
        }
    }

    /// The gradients of all parameters that this result depends on.
    pub fn backward(&self, seed: Box<dyn Gradient>) -> Found {
        let mut pending = BTreeMap::from([(self.number(), (self.clone(), seed))]);
        let mut found = Found::default();
        while let Some((number, (node, gradient))) = pending.pop_last() {
            match &node.0.origin {
                Origin::Parameter { name } => {
                    found.numbers.insert(*name, number);
                    found.gradients.insert(number, gradient);
                }
                Origin::Result(pull) => {
                    let operands = &node.0.operands;
                    let pending = &mut pending;
                    pull(&*gradient, &mut Flow { operands, pending });
                }
            }
        }
        found
    }
}

/// One after the other: a chain of operations may be longer than the stack is deep.
impl Drop for Inner {
    fn drop(&mut self) {
        let mut left = std::mem::take(&mut self.operands);
        while let Some(operand) = left.pop() {
            if let Some(mut inner) = operand.and_then(|node| Rc::into_inner(node.0)) {
                left.append(&mut inner.operands);
            }
        }
    }
}

/// The gradients of parameters.
#[derive(Default)]
pub struct Found {
    /// The gradients, by the numbers of their values.
    pub gradients: HashMap<u64, Box<dyn Gradient>>,
    /// The numbers of these values, by the names of parameters.
    pub numbers: HashMap<u64, u64>,
}

/// Takes the gradients of the operands of one operation.
pub struct Flow<'f> {
    operands: &'f [Option<Node>],
    pending: &'f mut BTreeMap<u64, (Node, Box<dyn Gradient>)>,
}

impl Flow<'_> {
    /// Adds to the gradient of an operand, counted from 0. It is computed only if the operand has one.
    pub fn give<'t, T: Real, E: Differentiable<T>>(
        &mut self,
        operand: usize,
        gradient: impl FnOnce() -> Term<'t, T, E>,
    ) {
        if let Some(node) = &self.operands[operand] {
            let gradient = Box::new(Of::<T, E>(gradient().into_data()));
            match self.pending.get_mut(&node.number()) {
                Some((_, sum)) => sum.add(&*gradient),
                None => {
                    self.pending.insert(node.number(), (node.clone(), gradient));
                }
            }
        }
    }
}

/// A gradient of any elements on any engine.
pub trait Gradient: Any {
    /// The gradient as its own type.
    fn as_any(&self) -> &dyn Any;

    /// Adds another gradient of the same value.
    fn add(&mut self, other: &dyn Gradient);

    /// The sum of the squares of the elements.
    fn squares(&self) -> f64;

    /// Multiplies all elements.
    fn scale(&mut self, factor: f64);
}

/// A gradient of elements `T` on `E`.
pub struct Of<T: 'static, E: Differentiable<T>>(pub Held<E, T>);

/// The elements of a gradient.
///
/// # Panics
///
/// Panics if they are others: an operation has given an operand the gradient of another type.
pub fn elements<T: Real, E: Differentiable<T>>(gradient: &dyn Gradient) -> &Held<E, T> {
    match gradient.as_any().downcast_ref::<Of<T, E>>() {
        Some(Of(elements)) => elements,
        None => unreachable!("a gradient has the type of its value"),
    }
}

impl<T: Real, E: Differentiable<T>> Gradient for Of<T, E> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn add(&mut self, other: &dyn Gradient) {
        let other = elements::<T, E>(other);
        let sizes = E::sizes::<T, DynShape>(other).into();
        let (lhs, rhs) = (Operand::ByRef(&self.0), Operand::ByRef(other));
        type Any = DynShape;
        self.0 = <E as Binary<ops::Add, T>>::binary::<Any, Any, Any>(lhs, rhs, sizes);
    }

    fn squares(&self) -> f64 {
        let squares = Term::<T, E>::from_ref(&self.0).square().into_data();
        let sum = <E as Reduces<ops::Sum, T>>::reduce_all::<DynShape>(&squares);
        sum.to_f64().unwrap_or(f64::NAN)
    }

    fn scale(&mut self, factor: f64) {
        let by = ops::Right(ops::Mul, number(factor));
        let elements = Operand::ByRef(&self.0);
        self.0 = <E as Unary<ops::Right<ops::Mul, T>, T>>::unary::<DynShape>(by, elements);
    }
}

/// A gradient of ones, with the sizes of a value.
pub fn ones<T: Real, E: Differentiable<T>>(value: &Held<E, T>) -> Box<dyn Gradient> {
    let sizes = E::sizes::<T, DynShape>(value).into();
    Box::new(Of::<T, E>(Term::<T, E>::full(sizes, 1.0).into_data()))
}
