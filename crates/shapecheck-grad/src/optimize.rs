//! Optimisers: what changes parameters by their gradients.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;

use shapecheck::engine::adapter::Held;
use shapecheck::engine::{Term, ops};

use crate::data::Traced;
use crate::gradients::GradientError;
use crate::parameters::VisitsParameters;
use crate::tape::Node;
use crate::terms::Terms;
use crate::{Differentiable, Gradients, Parameters, Real};

/// What an optimiser keeps of a parameter from step to step: tensors with its sizes.
struct Memory<T: 'static, E: Differentiable<T>> {
    steps: i32,
    tensors: Vec<Held<E, T>>,
}

/// How a parameter changes.
trait Rule {
    /// The new value, from the value and its gradient.
    fn moved<T: Real, E: Differentiable<T>>(
        &self,
        value: &Term<'_, T, E>,
        gradient: &Term<'_, T, E>,
        memory: &mut Memory<T, E>,
    ) -> Held<E, T>;
}

/// What an optimiser keeps of all parameters, by their names.
#[derive(Default)]
struct Memories(HashMap<u64, Box<dyn Any>>);

impl fmt::Debug for Memories {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "of {} parameters", self.0.len())
    }
}

/// A step of an optimiser.
struct Step<'s, R> {
    rule: &'s R,
    gradients: &'s Gradients,
    memories: &'s mut Memories,
    /// New values by the numbers of the old ones: tensors that are the same parameter stay the same.
    moved: HashMap<u64, Box<dyn Any>>,
}

/// Looks for a parameter that cannot be changed, before one is.
struct Check<'s> {
    gradients: &'s Gradients,
    error: Option<GradientError>,
}

impl VisitsParameters for Check<'_> {
    fn tensor<T: Real, E: Differentiable<T>>(&mut self, tensor: &mut Traced<T, E>) {
        use GradientError::{Changed, Result};
        if let Err(error @ (Changed(_) | Result(_))) = self.gradients.find::<T, E>(tensor) {
            self.error.get_or_insert(error);
        }
    }
}

impl<R: Rule> VisitsParameters for Step<'_, R> {
    fn tensor<T: Real, E: Differentiable<T>>(&mut self, tensor: &mut Traced<T, E>) {
        // Otherwise it is a constant, or the number does not depend on it.
        let Ok(gradient) = self.gradients.find::<T, E>(tensor) else {
            return;
        };
        let Some(Some(name)) = tensor.node.as_ref().map(Node::name) else {
            unreachable!("a gradient is that of a parameter")
        };
        let number = tensor.node.as_ref().map_or(0, Node::number);
        if let Some(moved) = self.moved.get(&number) {
            let moved = moved.downcast_ref::<Traced<T, E>>();
            *tensor = moved.expect("a parameter has one type").kept();
            return;
        }
        let memory = self.memories.0.entry(name).or_insert_with(|| {
            Box::new(Memory::<T, E> {
                steps: 0,
                tensors: Vec::new(),
            })
        });
        let memory = memory.downcast_mut::<Memory<T, E>>();
        let memory = memory.expect("a parameter has one type");
        memory.steps = memory.steps.saturating_add(1);
        let gradient = Term::from_ref(gradient);
        let value = self.rule.moved(&tensor.term(), &gradient, memory);
        let node = tensor.node.as_ref().map(Node::changed);
        *tensor = Traced { value, node };
        self.moved.insert(number, Box::new(tensor.kept()));
    }
}

/// One step.
#[track_caller]
fn step<R: Rule>(
    rule: &R,
    memories: &mut Memories,
    parameters: &mut impl Parameters,
    gradients: &Gradients,
) {
    let mut check = Check {
        gradients,
        error: None,
    };
    parameters.visit(&mut check);
    if let Some(error) = check.error {
        panic!("{error}");
    }
    let mut step = Step {
        rule,
        gradients,
        memories,
        moved: HashMap::new(),
    };
    parameters.visit(&mut step);
    assert!(
        !step.moved.is_empty(),
        "a step of an optimiser for parameters of which none has a gradient here: `tracked()` makes the tensors of a model parameters, before the loss is computed"
    );
}

macro_rules! optimizer {
    ($Name:ident) => {
        impl $Name {
            /// Changes each parameter by its gradient. A parameter that the number did not depend on stays, and so does a tensor that is not a
            /// parameter.
            ///
            /// # Panics
            ///
            /// Panics if a parameter has changed since the number was computed, if a tensor is the result of an operation, or if
            /// there is no gradient of any. Nothing is changed then.
            #[track_caller]
            pub fn step(&mut self, parameters: &mut impl Parameters, gradients: &Gradients) {
                step(&self.settings, &mut self.memories, parameters, gradients);
            }
        }
    };
}

/// Gradient descent, with momentum.
///
/// ```
/// use shapecheck::Tensor;
/// use shapecheck_grad::{Grad, Sgd, Traces};
///
/// let mut slope = Grad::parameter(Tensor::from([0.0]));
/// let x = Grad::constant(Tensor::from([1.0, 2.0, 3.0]));
/// let y = &x * 3.0;
/// let mut optimizer = Sgd::new(0.02).momentum(0.9);
/// for _ in 0..200 {
///     let gradients = (&x * &slope).mse_loss(&y).backward();
///     optimizer.step(&mut slope, &gradients);
/// }
/// let found = slope.detach()[[0]];
/// assert!((found - 3.0_f64).abs() < 1e-3, "{found}");
/// ```
#[derive(Debug)]
pub struct Sgd {
    settings: Descent,
    memories: Memories,
}

#[derive(Debug)]
struct Descent {
    rate: f64,
    momentum: f64,
}

impl Sgd {
    /// Steps of the gradient times a rate.
    #[must_use]
    pub fn new(rate: f64) -> Self {
        Self {
            settings: Descent {
                rate,
                momentum: 0.0,
            },
            memories: Memories::default(),
        }
    }

    /// Uses a velocity instead of the gradient: this share of the previous velocity, plus the gradient.
    #[must_use]
    pub fn momentum(mut self, momentum: f64) -> Self {
        self.settings.momentum = momentum;
        self
    }
}

optimizer!(Sgd);

impl Rule for Descent {
    fn moved<T: Real, E: Differentiable<T>>(
        &self,
        value: &Term<'_, T, E>,
        gradient: &Term<'_, T, E>,
        memory: &mut Memory<T, E>,
    ) -> Held<E, T> {
        let velocity = match memory.tensors.pop() {
            Some(velocity) => Term::from(velocity).times(self.momentum) + gradient.by_ref(),
            None => gradient.owned(),
        };
        let value = (value.by_ref() - velocity.by_ref().times(self.rate)).into_data();
        if self.momentum != 0.0 {
            memory.tensors.push(velocity.into_data());
        }
        value
    }
}

/// Adam (Kingma and Ba, 2015): steps of the mean of gradients, divided by the root of the mean of their squares. With
/// [`decay`](Self::decay) it is AdamW (Loshchilov and Hutter, 2019).
#[derive(Debug)]
pub struct Adam {
    settings: Moments,
    memories: Memories,
}

#[derive(Debug)]
struct Moments {
    rate: f64,
    betas: [f64; 2],
    decay: f64,
}

/// Added to the roots, which may be 0.
const EPSILON: f64 = 1e-8;

impl Adam {
    /// Creates it with the usual shares of 0.9 and 0.999.
    #[must_use]
    pub fn new(rate: f64) -> Self {
        Self {
            settings: Moments {
                rate,
                betas: [0.9, 0.999],
                decay: 0.0,
            },
            memories: Memories::default(),
        }
    }

    /// Sets the shares that the means of gradients and of their squares keep from step to step.
    #[must_use]
    pub fn betas(mut self, of_gradients: f64, of_squares: f64) -> Self {
        self.settings.betas = [of_gradients, of_squares];
        self
    }

    /// Subtracts this share of each parameter, times the rate, from it at each step.
    #[must_use]
    pub fn decay(mut self, decay: f64) -> Self {
        self.settings.decay = decay;
        self
    }
}

optimizer!(Adam);

impl Rule for Moments {
    fn moved<T: Real, E: Differentiable<T>>(
        &self,
        value: &Term<'_, T, E>,
        gradient: &Term<'_, T, E>,
        memory: &mut Memory<T, E>,
    ) -> Held<E, T> {
        let (squares, means) = (memory.tensors.pop(), memory.tensors.pop());
        let mean = |before: Option<Held<E, T>>, now: Term<'_, T, E>, share: f64| {
            let now = now.times(1.0 - share);
            match before {
                Some(before) => Term::<T, E>::from(before).times(share) + now,
                None => now,
            }
        };
        let means = mean(means, gradient.by_ref(), self.betas[0]);
        let squares = mean(squares, gradient.square(), self.betas[1]);
        // Both begin with 0, which is made up for.
        let [first, second] = self.betas.map(|share| 1.0 - share.powi(memory.steps));
        let roots = squares
            .by_ref()
            .times(1.0 / second)
            .map(ops::Sqrt)
            .plus(EPSILON);
        let change = means.by_ref().times(self.rate / first) / roots;
        let kept = value.by_ref().times(1.0 - self.rate * self.decay);
        let moved = (kept - change).into_data();
        memory
            .tensors
            .extend([means.into_data(), squares.into_data()]);
        moved
    }
}
