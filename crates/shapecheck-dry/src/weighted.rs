//! Weights that are normalised along one axis and summed along another.
//!
//! ```text
//! softmax [Batch, Query, Key] -> [Batch, Query, Key]                 normalised along Query
//! matmul [Batch, Query, Key], [Batch, Key, 64] -> [Batch, Query, 64] and summed along Key
//! ```
//!
//! A tensor is normalised along an axis by a softmax, or where it is divided by its own sum: that is what a softmax of several
//! operations ends with. It is a weight where a product of matrices sums over it, or where it is stretched, multiplied and summed;
//! a sum of weights alone says how much they are, along any axis. What is looked at is the first such sum: those of gradients
//! go along the other axis. An axis is known by its size and its stride in each run, so that a transpose of `[Seq, Seq]` is seen.
//!
//! Where one of the two sizes is a number, and not the other's, the sum is meant: a pool of nodes in 8 groups is normalised along
//! the groups and summed over the nodes, and so are experts and mixtures. Logarithms of weights are none, because a loss sums them
//! along any axis.

use std::collections::HashMap;

use crate::finding::{Finding, Kind, has, of_row};
use crate::order::{Size, count_of, is_number};
use crate::{Operation, Row};

/// Operations whose result has what its operand has, times or without something.
const KEEPS: [&str; 8] = [
    "mul", "div", "affine", "cast", "dtype", "mask", "where", "copy",
];

/// An axis of a memory: its size and its stride in each run.
#[derive(Clone, PartialEq)]
struct Axis {
    size: Size,
    stride: Size,
}

impl Axis {
    fn is_one(&self) -> bool {
        self.size.iter().all(|&size| size == 1)
    }
}

/// An operand or a result, by axes, and the number of its memory.
struct Seen {
    memory: u64,
    axes: Vec<Axis>,
}

impl Seen {
    fn place(&self, axis: &Axis) -> Option<usize> {
        self.axes.iter().position(|other| other == axis)
    }

    fn sizes(&self) -> Vec<Size> {
        self.axes.iter().map(|axis| axis.size.clone()).collect()
    }
}

/// Weights in a memory.
#[derive(Clone)]
struct Weights {
    /// Their axes in it.
    axes: Vec<Axis>,
    /// Those that they were normalised along, the last one last.
    along: Vec<Axis>,
    /// Whether they were multiplied with something that has more axes.
    is_product: bool,
}

/// What is known of each memory.
#[derive(Default)]
pub(crate) struct Weighted {
    known: HashMap<u64, Weights>,
    /// The memory that a sum is of, and the axis that it went along.
    sums: HashMap<u64, (u64, Axis)>,
}

impl Weighted {
    /// Follows one operation, and says what it finds. What goes along a name that is kept apart is reported there.
    pub(crate) fn follow(&mut self, row: &Row, apart: &[String]) -> Option<Finding> {
        let output = seen(row, row.inputs.len())?;
        let inputs: Vec<Option<Seen>> = (0..row.inputs.len()).map(|at| seen(row, at)).collect();
        let (found, new) = match &inputs[..] {
            _ if row.is("matmul") => (self.product(row, &inputs), None),
            [Some(input)] if row.is("softm") && !row.is("log") => {
                (None, softmax(row, input, &output))
            }
            [Some(input)] if (row.is("sum") || row.is("mean")) && !row.is("cum") => {
                (self.sum(row, input, &output), None)
            }
            [Some(lhs), Some(rhs)] if row.is("div") && self.is_sum(lhs, rhs) => {
                (None, self.divided(lhs, rhs, &output))
            }
            _ if KEEPS.iter().any(|word| row.is(word)) => (None, self.kept(row, &inputs, &output)),
            _ => (None, None),
        };
        // A view has the memory of its operand.
        if !inputs
            .iter()
            .flatten()
            .any(|input| input.memory == output.memory)
        {
            self.known.remove(&output.memory);
        }
        let is_apart = |axis: &Axis| {
            let place = output.place(axis);
            let size = place.and_then(|place| row.outputs[0].get(place));
            size.is_some_and(|size| apart.iter().any(|name| has(size, name)))
        };
        let new = new.filter(|new| !new.along.iter().any(is_apart));
        self.known.extend(new.map(|new| (output.memory, new)));
        found
    }

    /// Whether one of these is the sum of the other.
    fn is_sum(&self, of: &Seen, sum: &Seen) -> bool {
        self.sums
            .get(&sum.memory)
            .is_some_and(|(memory, _)| *memory == of.memory)
    }

    fn divided(&self, lhs: &Seen, sum: &Seen, output: &Seen) -> Option<Weights> {
        let (_, axis) = self.sums.get(&sum.memory)?;
        let new = output.axes.get(lhs.place(axis)?)?.clone();
        let mut along = match self.known.get(&lhs.memory) {
            Some(old) => moved(&old.along, lhs, output)?,
            None => Vec::new(),
        };
        along.push(new);
        Some(Weights {
            axes: output.axes.clone(),
            along,
            is_product: false,
        })
    }

    /// The part that an operation leaves of the only weights among its operands.
    fn kept(&self, row: &Row, inputs: &[Option<Seen>], output: &Seen) -> Option<Weights> {
        let known = |input: &&Seen| self.known.contains_key(&input.memory);
        let mut weights = inputs.iter().flatten().filter(known);
        let (Some(input), None) = (weights.next(), weights.next()) else {
            return None;
        };
        let old = &self.known[&input.memory];
        let is_stretched = input.sizes() != output.sizes() && !row.is("copy");
        Some(Weights {
            axes: old
                .axes
                .iter()
                .filter_map(|axis| moved(std::slice::from_ref(axis), input, output)?.pop())
                .collect(),
            along: moved(&old.along, input, output)?,
            is_product: old.is_product || is_stretched,
        })
    }

    /// A sum, if it is of weights times something.
    fn sum(&mut self, row: &Row, input: &Seen, output: &Seen) -> Option<Finding> {
        let mut places = 0..input.axes.len();
        let is_summed = |at: &usize| input.axes[*at].size != output.axes[*at].size;
        // Where nothing has become less, it went along an axis of 1.
        let place = match input.sizes() == output.sizes() {
            true => places.find(|&at| input.axes[at].is_one())?,
            false if input.axes.len() != output.axes.len() => return None,
            false => {
                let mut summed = places.filter(is_summed);
                summed.next().filter(|_| summed.next().is_none())?
            }
        };
        let axis = &input.axes[place];
        if row.is("sum") {
            let of = (input.memory, axis.clone());
            self.sums.insert(output.memory, of);
        }
        match self.known.get(&input.memory)?.is_product && !axis.is_one() {
            true => self.summed(row, 0, input, place),
            false => None,
        }
    }

    /// A product of matrices, one of which is weights.
    fn product(&mut self, row: &Row, inputs: &[Option<Seen>]) -> Option<Finding> {
        let [lhs, rhs] = inputs else { return None };
        // Each with the axis that is summed.
        let operands = [(lhs, 1), (rhs, 2)].map(|(operand, from_end)| {
            let operand = operand.as_ref()?;
            Some((operand, operand.axes.len().checked_sub(from_end)?))
        });
        let is_normalised = |&(operand, place): &(&Seen, usize)| {
            let known = self.known.get(&operand.memory);
            known.is_some_and(|known| known.along.contains(&operand.axes[place]))
        };
        if operands.iter().flatten().any(is_normalised) {
            for (operand, _) in operands.into_iter().flatten() {
                self.known.remove(&operand.memory);
            }
            return None;
        }
        let mut operands = operands.into_iter().enumerate();
        operands.find_map(|(at, operand)| {
            let (operand, place) = operand?;
            match self.known.get(&operand.memory)?.is_product {
                true => None,
                false => self.summed(row, at, operand, place),
            }
        })
    }

    /// Weights that an operation sums along the axis at this place.
    fn summed(&mut self, row: &Row, at: usize, input: &Seen, place: usize) -> Option<Finding> {
        let summed = &input.axes[place];
        let weights = self.known.get(&input.memory)?;
        if !weights.axes.contains(summed) {
            return None;
        }
        let weights = self.known.remove(&input.memory)?;
        if weights.along.contains(summed) {
            return None;
        }
        // A softmax along an axis of 1 is reported there.
        let along = weights.along.last().filter(|along| !along.is_one())?;
        let is_meant = match along.size == summed.size {
            // What never moves is made of the configuration.
            true => weights.axes.iter().all(|axis| is_number(&axis.size)),
            false => is_number(&along.size) || is_number(&summed.size),
        };
        if is_meant {
            return None;
        }
        let shape = &row.inputs[at];
        let other = input.place(along)?;
        let [normalised, summed] = match shape[other] == shape[place] {
            true => [
                format!("axis {other} of [{}]", shape.join(", ")),
                format!("axis {place}"),
            ],
            false => [shape[other].clone(), shape[place].clone()],
        };
        let text =
            format!("weights normalised along {normalised} are summed along {summed}: {row}");
        Some(of_row(row, Kind::Normalised, text))
    }
}

/// The result of a softmax.
fn softmax(row: &Row, input: &Seen, output: &Seen) -> Option<Weights> {
    let &[axis] = &row.operation().along[..] else {
        return None;
    };
    let is_same = row.of_runs.iter().all(|run| run.along == [axis]);
    let along = output
        .axes
        .get(axis)
        .filter(|_| is_same && input.sizes() == output.sizes())?;
    Some(Weights {
        axes: output.axes.clone(),
        along: vec![along.clone()],
        is_product: false,
    })
}

/// Axes of an operand as those of the result: that of a copy, which may have another shape, or one that the operand broadcasts to.
/// `None` if one of them is not an axis of both. One of 1 stays as it is.
fn moved(axes: &[Axis], input: &Seen, output: &Seen) -> Option<Vec<Axis>> {
    let (from, to) = (input.sizes(), output.sizes());
    let runs = from.first()?.len();
    let is_copy = count_of(&from, runs) == count_of(&to, runs);
    let of = |axis: &Axis| {
        if axis.is_one() {
            return Some(axis.clone());
        }
        let at = input.place(axis)?;
        let place = match is_copy {
            true => {
                let front = count_of(&from[..at], runs);
                (0..to.len())
                    .find(|&place| to[place] == from[at] && count_of(&to[..place], runs) == front)?
            }
            false => (at + to.len()).checked_sub(from.len())?,
        };
        let new = output.axes.get(place)?;
        (new.size == axis.size).then(|| new.clone())
    };
    axes.iter().map(of).collect()
}

/// An operand of a row, or the result that comes after them, if all runs have as many axes of it and their strides.
fn seen(row: &Row, at: usize) -> Option<Seen> {
    let memory = row.operation().memory.get(at)?.id;
    let of_run = |run: &Operation| {
        let shape = run.shapes().nth(at)?.clone();
        let strides = run.strides.get(at)?.clone();
        (shape.len() == strides.len()).then_some((shape, strides))
    };
    let of_runs: Vec<_> = row
        .of_runs
        .iter()
        .map(|run| of_run(run))
        .collect::<Option<_>>()?;
    let axes = of_runs[0].0.len();
    if of_runs.iter().any(|(shape, _)| shape.len() != axes) {
        return None;
    }
    // An axis that was stretched is one of 1.
    let axis = |axis: usize| {
        let of = |(shape, strides): &(Vec<usize>, Vec<usize>)| match strides[axis] {
            0 => (shape[axis].min(1), 0),
            stride => (shape[axis], stride),
        };
        let (size, stride) = of_runs.iter().map(of).unzip();
        Axis { size, stride }
    };
    let axes = (0..axes).map(axis).collect();
    Some(Seen { memory, axes })
}
