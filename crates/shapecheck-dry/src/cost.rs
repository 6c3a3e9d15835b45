//! What the first run costs, in the table of `shapecheck`'s own dry runs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shapecheck::dry::{NamedShape, Row as Line, Summary};

use crate::{Operation, Record, Row};

/// The memory of a tensor, which views of it share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// A number that no other memory of the run has.
    pub id: u64,
    /// The numbers in it.
    pub elements: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Whether it may be weights: floats that no operation computed.
    pub can_be_weights: bool,
}

const UNTIL_THE_LAST_USE: &str =
    "no drops of tensors are recorded: memory counts until its last use";
const MADE_UP: &str = "the program reads numbers that are made up";

impl Operation {
    pub(crate) fn operands(&self) -> &[Memory] {
        &self.memory[..self.inputs.len().min(self.memory.len())]
    }

    pub(crate) fn results(&self) -> &[Memory] {
        &self.memory[self.operands().len()..]
    }

    /// The multiplications with an addition each, where `is_weights` tells weights from other tensors: those of products, of
    /// convolutions and of biases. They are a sum of products of sizes.
    pub(crate) fn multiply_adds(&self, is_weights: impl Fn(&Memory) -> bool) -> Vec<Vec<Place>> {
        let (Some(first), Some(_)) = (self.inputs.first(), self.outputs.first()) else {
            return Vec::new();
        };
        let (name, results) = (self.name.to_lowercase(), self.places(self.inputs.len()));
        let bias = self.inputs.get(2).map(|_| results.clone());
        match self.inputs.get(1) {
            Some(_)
                if ["matmul", "linear", "experts"]
                    .iter()
                    .any(|product| name.contains(product)) =>
            {
                let summed = first.len().checked_sub(1).map(|axis| (0, axis));
                let product = summed.map(|summed| [results, vec![summed]].concat());
                let bias = bias.filter(|_| name == "linear");
                product.into_iter().chain(bias).collect()
            }
            Some(kernel) if name.contains("conv") => {
                let of_channel: Vec<Place> = (1..kernel.len()).map(|axis| (1, axis)).collect();
                // Each number of the input goes into all of the kernel.
                let each = match name.contains("transpose") {
                    true => self.places(0),
                    false => results,
                };
                let product = (!kernel.is_empty()).then(|| [each, of_channel].concat());
                product.into_iter().chain(bias).collect()
            }
            Some(_) if name == "add" && self.operands().iter().any(is_weights) => vec![results],
            _ => Vec::new(),
        }
    }

    fn places(&self, shape: usize) -> Vec<Place> {
        let axes = self.shapes().nth(shape).map_or(0, Vec::len);
        (0..axes).map(|axis| (shape, axis)).collect()
    }

    /// The sum of products of its sizes.
    fn sum(&self, products: &[Vec<Place>]) -> u64 {
        let shapes: Vec<_> = self.shapes().collect();
        let product = |places: &Vec<Place>| {
            places.iter().fold(1_u64, |all, &(shape, axis)| {
                all.saturating_mul(shapes[shape][axis] as u64)
            })
        };
        products.iter().map(product).fold(0, u64::saturating_add)
    }
}

/// A size of an operation: the number of its operand, those of results after them, and its axis.
pub(crate) type Place = (usize, usize);

/// The table of the operations of a run, of which some have rows with names.
pub(crate) fn summary(record: &Record, rows: &[Row]) -> Summary {
    if let Some(known) = &record.summary {
        let mut summary = known.clone();
        for row in rows {
            let line = &mut summary.rows[row.place];
            [line.inputs, line.outputs] = named(row.operation(), Some(row));
        }
        return summary;
    }
    let operations = &record.operations;
    let mut rows = rows.iter().peekable();
    let rows: Vec<Option<&Row>> = (0..operations.len())
        .map(|place| rows.next_if(|row| row.place == place))
        .collect();
    let weights = weights(rows.iter().flatten().copied());
    let is_weights = |memory: &Memory| weights.contains(&memory.id);
    let mut memory = Alive::before(operations, is_weights);
    let mut counted = HashSet::new();
    let mut summary = Summary::default();
    for (place, (operation, row)) in operations.iter().zip(&rows).enumerate() {
        let [inputs, outputs] = named(operation, *row);
        let mut line = Line::new(operation.name.clone(), inputs, outputs);
        for operand in operation
            .operands()
            .iter()
            .filter(|&operand| is_weights(operand))
        {
            if counted.insert(operand.id) {
                line.parameters += operand.elements;
                summary.parameter_bytes += operand.bytes;
            }
        }
        line.multiply_adds = operation.sum(&operation.multiply_adds(is_weights));
        line.bytes = operation.results().iter().map(|result| result.bytes).sum();
        memory.run(place, operation);
        if memory.bytes > summary.peak {
            (summary.peak, summary.peak_row) = (memory.bytes, place);
        }
        memory.end(place, operation);
        line.alive = memory.bytes;
        line.note = operation.is_made_up.then_some(MADE_UP);
        summary.parameters += line.parameters;
        summary.multiply_adds = summary.multiply_adds.saturating_add(line.multiply_adds);
        summary.rows.push(line);
    }
    if operations
        .iter()
        .any(|operation| operation.freed.is_none() && !operation.memory.is_empty())
    {
        let peak = summary.peak_row;
        summary.rows[peak].note.get_or_insert(UNTIL_THE_LAST_USE);
    }
    summary
}

/// The shapes of an operation, with names from its row.
fn named(operation: &Operation, row: Option<&Row>) -> [Vec<NamedShape>; 2] {
    let named = |sizes: &[Vec<usize>], names: Option<&Vec<Vec<String>>>| {
        let shapes = sizes.iter().enumerate().map(|(place, sizes)| {
            let names = names.and_then(|names| names.get(place));
            let names = names.map_or(&[][..], |names| names);
            let is_name = |size: &&String| size.contains(char::is_alphabetic);
            let names = names.iter().map(|size| Some(size).filter(is_name).cloned());
            NamedShape::new(sizes, names)
        });
        shapes.collect()
    };
    [
        named(&operation.inputs, row.map(|row| &row.inputs)),
        named(&operation.outputs, row.map(|row| &row.outputs)),
    ]
}

/// The operands that may be weights and have as many numbers in each run.
pub(crate) fn weights<'a>(rows: impl IntoIterator<Item = &'a Row>) -> HashSet<u64> {
    let mut weights = HashSet::new();
    for row in rows {
        for (place, operand) in row.operation().operands().iter().enumerate() {
            let is_same = |other: &Arc<Operation>| {
                let other = other.operands().get(place);
                other.is_some_and(|other| other.elements == operand.elements)
            };
            if operand.can_be_weights && row.of_runs.iter().all(is_same) {
                weights.insert(operand.id);
            }
        }
    }
    weights
}

/// The memory that is there.
struct Alive {
    /// What was not freed yet.
    of: HashMap<u64, u64>,
    bytes: u64,
    /// The last operation that uses it.
    last: HashMap<u64, usize>,
}

impl Alive {
    /// The operands that operations use and none of them makes, and all weights.
    fn before(operations: &[Arc<Operation>], is_weights: impl Fn(&Memory) -> bool) -> Self {
        let mut alive = Self {
            of: HashMap::new(),
            bytes: 0,
            last: HashMap::new(),
        };
        let mut made = HashSet::new();
        for (place, operation) in operations.iter().enumerate() {
            for operand in operation.operands() {
                if !made.contains(&operand.id) || is_weights(operand) {
                    alive.add(operand);
                }
            }
            made.extend(operation.results().iter().map(|result| result.id));
            for memory in &operation.memory {
                let last = if is_weights(memory) {
                    operations.len()
                } else {
                    place
                };
                alive.last.insert(memory.id, last);
            }
        }
        alive
    }

    fn add(&mut self, memory: &Memory) {
        if self.of.insert(memory.id, memory.bytes).is_none() {
            self.bytes = self.bytes.saturating_add(memory.bytes);
        }
    }

    fn remove(&mut self, id: u64) {
        let bytes = self.of.remove(&id);
        self.bytes = self.bytes.saturating_sub(bytes.unwrap_or(0));
    }

    fn run(&mut self, place: usize, operation: &Operation) {
        for &id in operation.freed.iter().flatten() {
            // Weights that are dropped with the model were in all of it.
            if self.last.get(&id).is_none_or(|&last| last < place) {
                self.remove(id);
            }
        }
        operation
            .results()
            .iter()
            .for_each(|result| self.add(result));
    }

    fn end(&mut self, place: usize, operation: &Operation) {
        if operation.freed.is_none() {
            for memory in &operation.memory {
                if self.last.get(&memory.id) == Some(&place) {
                    self.remove(memory.id);
                }
            }
        }
    }
}
