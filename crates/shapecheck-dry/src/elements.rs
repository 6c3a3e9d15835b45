//! Which element of a name that is kept apart each number comes from, followed from operation to operation.
//!
//! ```text
//! add [1, 6], [1, 6] -> [1, 6]    of x[0] and x[1]: elements 0 and 1 meet, though no shape says so
//! ```
//!
//! The first run is followed, with the elements of each memory as blocks, so that slices, transposes, copies and merged axes are
//! seen for what they are. What enters the model has its elements along the axis of that name. Where nobody can say which elements
//! numbers are of, as after a scatter, nothing is found.

use std::collections::HashMap;

use crate::finding::{Finding, Kind, count, of_row};
use crate::labels::{Clash, Labels, Of, places};
use crate::{Operation, Report, Row};

/// The most blocks of a memory that are followed.
const MOST: usize = 1 << 14;

/// Operations that put numbers at places that are not followed.
const PLACED: [&str; 6] = [
    "scatter",
    "index_add",
    "assign",
    "interpolate",
    "upsample",
    "unfold",
];

/// Operations that put numbers in another order along an axis.
const SORTED: [&str; 5] = ["sort", "topk", "flip", "cum", "roll"];

/// A tensor in its memory.
pub(crate) struct View {
    memory: u64,
    pub(crate) elements: usize,
    pub(crate) shape: Vec<usize>,
    strides: Vec<usize>,
    offset: usize,
}

impl View {
    /// That of an operand or a result, if the recorder knows memory. Without strides its elements lie in order.
    pub(crate) fn of(operation: &Operation, at: usize) -> Option<Self> {
        let shape = operation.shapes().nth(at)?.clone();
        let memory = operation.memory.get(at)?;
        let known = operation.strides.get(at).cloned();
        let known = known.filter(|strides| strides.len() == shape.len());
        Some(Self {
            memory: memory.id,
            elements: usize::try_from(memory.elements).ok()?,
            strides: known.unwrap_or_else(|| in_order(&shape)),
            shape,
            offset: operation.offsets.get(at).copied().unwrap_or(0),
        })
    }

    /// How many elements its memory has along an axis, of which it may be a part.
    pub(crate) fn whole(&self, axis: usize) -> Option<usize> {
        let stride = *self.strides.get(axis)?;
        let longer = self.strides.iter().zip(&self.shape);
        let longer = longer.filter(|&(&other, &size)| other > stride && size > 1);
        let longer = longer.map(|(other, _)| *other).min();
        longer.unwrap_or(self.elements).checked_div(stride)
    }
}

fn in_order(shape: &[usize]) -> Vec<usize> {
    let after = |axis: usize| count(&shape[axis + 1..]).unwrap_or(0);
    (0..shape.len()).map(after).collect()
}

fn gcd(lhs: usize, rhs: usize) -> usize {
    match rhs {
        0 => lhs,
        _ => gcd(rhs, lhs % rhs),
    }
}

/// The elements of a memory, in blocks of one size.
struct Blocks {
    size: usize,
    of: Vec<Of>,
}

impl Blocks {
    fn all(elements: usize, of: Of) -> Self {
        Self {
            size: elements.max(1),
            of: vec![of],
        }
    }

    /// What a view has. Along axes that stay within a block nothing changes.
    fn read(&self, view: &View) -> Labels {
        let axes = view.shape.len();
        if self.of.iter().all(|of| *of == self.of[0]) {
            return Labels::all(axes, self.of[0]);
        }
        let mut inner: Vec<usize> = (0..axes).collect();
        inner.retain(|&axis| view.shape[axis] > 1 && view.strides[axis] > 0);
        inner.sort_by_key(|&axis| view.strides[axis]);
        let mut shape = vec![1; axes];
        let mut step = self.size;
        loop {
            let mut end = view.offset % step;
            let stays = |axis: &&usize| {
                let reach = (view.shape[**axis] - 1).saturating_mul(view.strides[**axis]);
                end = end.saturating_add(reach);
                end < step
            };
            let kept = inner.iter().take_while(stays).count();
            if kept == inner.len() {
                break;
            }
            for axis in inner.drain(kept..) {
                shape[axis] = view.shape[axis];
                step = gcd(step, view.strides[axis]);
            }
        }
        Labels::of(shape, |place| {
            let steps = place.iter().zip(&view.strides);
            let at = view.offset + steps.map(|(at, stride)| at * stride).sum::<usize>();
            let of = self.of.get(at / self.size);
            of.copied().unwrap_or(Of::Unknown)
        })
    }

    /// Puts labels where a view is.
    fn write(&mut self, view: &View, labels: &Labels) {
        let is_same = |axis: usize| labels.shape()[axis] == 1;
        let (mut inner, mut axes) = (1, view.shape.len());
        while axes > 0 && is_same(axes - 1) && view.strides[axes - 1] == inner {
            inner *= view.shape[axes - 1];
            axes -= 1;
        }
        let outer = &view.shape[..axes];
        let all = gcd(self.size, view.elements);
        let steps = view.strides[..axes].iter().chain([&inner, &view.offset]);
        let size = steps.fold(all, |size, &step| gcd(size, step)).max(1);
        if view.elements / size > MOST || count(outer).is_none_or(|count| count > MOST) {
            *self = Self::all(view.elements, Of::Unknown);
            return;
        }
        let old = (0..view.elements / size).map(|at| self.of.get(at * size / self.size));
        let mut of: Vec<Of> = old.map(|of| of.copied().unwrap_or(Of::Nothing)).collect();
        let rest = vec![0; view.shape.len() - axes];
        for place in places(outer) {
            let steps = place.iter().zip(&view.strides);
            let start = view.offset + steps.map(|(at, stride)| at * stride).sum::<usize>();
            let label = labels.at(&[&*place, &rest].concat());
            let blocks = of.iter_mut().skip(start / size).take(inner / size);
            blocks.for_each(|of| *of = label);
        }
        *self = Self { size, of };
    }
}

/// The elements of one name.
pub(crate) struct Elements<'a> {
    name: &'a str,
    /// Its place among the names, and the sizes of each run that succeeded.
    place: usize,
    sizes: Vec<&'a [usize]>,
    known: HashMap<u64, Blocks>,
    is_made_up: bool,
}

impl<'a> Elements<'a> {
    /// Those of a name that is kept apart, if it has several sizes.
    pub(crate) fn of(report: &'a Report, name: &'a String) -> Option<Self> {
        let place = report.names.iter().position(|other| other == name)?;
        let sizes: Vec<&[usize]> = report.good().map(|run| &*run.sizes).collect();
        let first = sizes.first()?;
        let moves = sizes.iter().any(|run| run[place] != first[place]);
        moves.then(|| Self {
            name,
            place,
            sizes,
            known: HashMap::new(),
            is_made_up: false,
        })
    }

    /// Follows one operation, and says what it finds.
    pub(crate) fn follow(&mut self, row: &Row) -> Option<Finding> {
        let operation = row.operation();
        self.is_made_up |= row.is_made_up();
        let count = operation.inputs.len();
        let inputs = (0..count).map(|at| View::of(operation, at));
        let inputs: Vec<View> = inputs.collect::<Option<_>>()?;
        for (at, input) in inputs.iter().enumerate() {
            if !self.known.contains_key(&input.memory) {
                let blocks = self.entered(row, at);
                self.known.insert(input.memory, blocks);
            }
        }
        // What an operation without operands makes enters the model, as what no operation makes.
        let output = View::of(operation, count).filter(|_| count > 0)?;
        let is_view = inputs.iter().any(|input| input.memory == output.memory);
        let is_placed = is_any(row, &PLACED);
        if is_view && !is_placed {
            return None;
        }
        let labels = inputs
            .iter()
            .map(|input| self.known[&input.memory].read(input));
        let labels: Vec<Labels> = labels.collect();
        if let ([input], [of]) = (&inputs[..], &labels[..])
            && (row.is("copy") || row.is("reshape"))
        {
            self.copied(row, input, of, &output);
            return None;
        }
        let mut clash = None;
        let made = match is_placed && !labels.iter().all(|of| of.is_all(Of::Nothing)) {
            true => Labels::all(output.shape.len(), Of::Unknown),
            false => self.made(operation, &labels, row, &mut clash),
        };
        let mut blocks = Blocks::all(output.elements, Of::Nothing);
        blocks.write(&output, &made);
        self.known.insert(output.memory, blocks);
        let name = &operation.name;
        let text = if let Some([lhs, rhs]) = clash {
            format!(
                "{name} brings together elements {lhs} and {rhs} of {}: {row}",
                self.name
            )
        } else if self.is_looked_up(operation, &labels) {
            format!(
                "{name} takes elements of {} by indices that are not known: {row}",
                self.name
            )
        } else {
            return None;
        };
        Some(of_row(row, Kind::Mixed, text))
    }

    /// What the model gives, if that is the result of the last operation: elements that are in other places than they came in.
    pub(crate) fn given(&self, report: &Report) -> Option<Finding> {
        let row = report.rows.last()?;
        let mut output = View::of(row.operation(), row.operation().inputs.len())?;
        output.offset = 0;
        let result = report.good().next()?.record.result.as_ref().ok()?;
        let axis = report
            .result
            .as_ref()?
            .iter()
            .position(|size| size == self.name)?;
        let labels = self.known.get(&output.memory)?.read(&output);
        if output.shape != *result {
            return None;
        }
        let mut places = places(labels.shape());
        let is_moved = places.any(|place| match labels.at(&place) {
            Of::One(element) => labels.shape()[axis] == 1 || element != place[axis],
            _ => false,
        });
        let text = format!(
            "what the model gives has other elements along {} than came in: {row}",
            self.name
        );
        is_moved.then(|| of_row(row, Kind::Mixed, text))
    }

    /// The elements of a memory that no operation has filled: along its axis of the name, or one after the other where a part is
    /// seen that is one of them.
    fn entered(&self, row: &Row, at: usize) -> Blocks {
        let views = row.of_runs.iter().map(|run| View::of(run, at));
        let Some(views) = views.collect::<Option<Vec<View>>>() else {
            return Blocks::all(1, Of::Unknown);
        };
        let first = &views[0];
        let batch = self.sizes[0][self.place];
        let all = |has: &dyn Fn(&View, usize) -> bool| {
            let mut runs = views.iter().zip(&self.sizes);
            runs.all(|(view, sizes)| has(view, sizes[self.place]))
        };
        let is_axis = |&axis: &usize| all(&|view, size| view.whole(axis) == Some(size));
        let is_full = |&axis: &usize| all(&|view, size| view.shape.get(axis) == Some(&size));
        let axes: Vec<usize> = (0..first.shape.len()).filter(is_axis).collect();
        let full: Vec<usize> = axes.iter().copied().filter(is_full).collect();
        let is_one = all(&|view, size| {
            let own = count(&view.shape).and_then(|own| own.checked_mul(size));
            let steps = view.strides.iter().zip(in_order(&view.shape));
            let mut steps = steps.zip(&view.shape);
            own == Some(view.elements)
                && steps.all(|((stride, in_order), &size)| size == 1 || *stride == in_order)
        });
        let size = match (&full[..], &axes[..]) {
            (&[axis], _) | ([], &[axis]) => first.strides[axis],
            _ if full.is_empty() && is_one => first.elements / batch.max(1),
            ([], []) if !self.moves(&views) => return Blocks::all(first.elements, Of::Nothing),
            _ => return Blocks::all(first.elements, Of::Unknown),
        };
        let blocks = first.elements.checked_div(size).unwrap_or(0);
        if blocks == 0 || blocks > MOST {
            return Blocks::all(first.elements, Of::Unknown);
        }
        let of = (0..blocks).map(|block| Of::One(block % batch)).collect();
        Blocks { size, of }
    }

    /// Whether the memory has more elements where nothing but the name has another size.
    fn moves(&self, views: &[View]) -> bool {
        let mut runs = views.iter().zip(&self.sizes);
        runs.any(|(view, sizes)| {
            let mut both = sizes.iter().zip(self.sizes[0]).enumerate();
            both.all(|(place, (size, first))| place == self.place || size == first)
                && view.elements != views[0].elements
        })
    }

    /// A copy, which may be to a part of a memory.
    fn copied(&mut self, row: &Row, input: &View, labels: &Labels, output: &View) {
        let blocks = self.known.entry(output.memory);
        let blocks = blocks.or_insert_with(|| Blocks::all(output.elements, Of::Nothing));
        let shape = match labels.is_all(Of::Nothing) {
            true => Some(input.shape.clone()),
            false => copied_shape(row.operation(), input, output),
        };
        let Some(shape) = shape else {
            *blocks = Blocks::all(output.elements, Of::Unknown);
            return;
        };
        let mut strides = in_order(&shape);
        // Rows that are as far apart as all of it allows.
        if let (true, &[rows, _]) = (row.is("copy2d"), &shape[..]) {
            strides[0] = output.elements.checked_div(rows).unwrap_or(0);
        }
        let part = View {
            shape,
            strides,
            ..*output
        };
        blocks.write(&part, labels);
    }

    /// The labels of a result.
    fn made(
        &self,
        operation: &Operation,
        labels: &[Labels],
        row: &Row,
        clash: &mut Clash,
    ) -> Labels {
        let output = &operation.outputs[0];
        let axes = output.len();
        let of_all = |of: &Labels, clash: &mut Clash| of.reduced(|_| true, clash);
        let first = &labels[..labels.len().min(1)];
        match labels {
            _ if labels.iter().all(|of| of.is_all(Of::Nothing)) => Labels::all(axes, Of::Nothing),
            [of, chosen, ..] if operation.lookup.is_some() => self.looked_up(operation, of, chosen),
            [lhs, rhs, ..] if row.is("matmul") => {
                // Each without the axis that is summed, and the other one's.
                let sum = |of: &Labels, from_end: usize, clash: &mut Clash| {
                    let axis = of.shape().len().checked_sub(from_end);
                    of.reduced(|other| Some(other) == axis, clash)
                };
                let (lhs, rhs) = (sum(lhs, 1, clash), sum(rhs, 2, clash));
                lhs.with(&rhs, clash)
            }
            [x, weights @ ..] if row.is("linear") => {
                let last = x.shape().len().saturating_sub(1);
                let mut made = x.reduced(|axis| axis == last, clash);
                for of in weights {
                    made = made.with(&of_all(of, clash), clash);
                }
                made
            }
            _ if row.is("conv") || row.is("pool") || row.is("attention") => {
                let kept = if row.is("conv") { 1 } else { 2 };
                let others = if row.is("attention") { 2 } else { 0 };
                let each = labels.iter().enumerate().map(|(at, of)| {
                    let kept = if at == 0 { kept } else { others };
                    of.reduced(|axis| axis >= kept, clash)
                });
                let each: Vec<Labels> = each.collect();
                side_by_side(axes, &each, clash)
            }
            [_, ..] if row.is("cat") => joined(operation, labels),
            [of] if row.is("repeat") => repeated(operation, of),
            [of] if is_any(row, &SORTED) && operation.along.is_empty() => {
                let is_same = of.is_all(of.at(&vec![0; of.shape().len()]));
                if is_same {
                    of.clone()
                } else {
                    Labels::all(axes, Of::Unknown)
                }
            }
            _ if !self.fits(operation, labels) => {
                let input = &operation.inputs[0];
                match first {
                    // All numbers become one, or some along an axis.
                    [of] if labels.len() == 1 && count(output) == Some(1) => {
                        of_all(of, clash).reshaped(axes)
                    }
                    [of] if labels.len() == 1 && input.len() == axes => {
                        of.reduced(|axis| input[axis] != output[axis], clash)
                    }
                    _ => Labels::all(axes, Of::Unknown),
                }
            }
            _ => {
                let is_along = |axis: usize| {
                    let input = &operation.inputs[0];
                    let is_summed = input.len() == axes && input[axis] != output[axis];
                    operation.along.contains(&axis) || is_summed && output[axis] == 1
                };
                match labels {
                    [of] => of.reduced(is_along, clash),
                    _ => side_by_side(axes, labels, clash),
                }
            }
        }
    }

    /// Whether all operands with elements broadcast to the result, or one is reduced to it.
    fn fits(&self, operation: &Operation, labels: &[Labels]) -> bool {
        let output = &operation.outputs[0];
        let is_stretched = |input: &Vec<usize>| {
            let missing = output.len().checked_sub(input.len());
            missing.is_some_and(|missing| {
                let mut sizes = input.iter().zip(&output[missing..]);
                sizes.all(|(size, output)| size == output || *size == 1)
            })
        };
        let is_reduced = |input: &Vec<usize>| {
            let mut sizes = input.iter().zip(output);
            labels.len() == 1
                && input.len() == output.len()
                && sizes.all(|(size, output)| size == output || *output == 1)
        };
        let mut operands = operation.inputs.iter().zip(labels);
        operands
            .all(|(input, of)| of.is_all(Of::Nothing) || is_stretched(input) || is_reduced(input))
    }

    /// Whether it takes elements by indices that nobody knows.
    fn is_looked_up(&self, operation: &Operation, labels: &[Labels]) -> bool {
        let (Some(lookup), Some(of)) = (&operation.lookup, labels.first()) else {
            return false;
        };
        let is_labelled = of.shape().get(lookup.axis).is_some_and(|&size| size > 1);
        let is_known = lookup.indices.is_some() && operation.inputs[1].len() == 1;
        is_labelled && !is_known && !self.is_made_up && !of.is_all(Of::Unknown)
    }

    /// What a lookup takes.
    fn looked_up(&self, operation: &Operation, of: &Labels, chosen: &Labels) -> Labels {
        let output = &operation.outputs[0];
        let unknown = || Labels::all(output.len(), Of::Unknown);
        let Some(lookup) = &operation.lookup else {
            return unknown();
        };
        let axis = lookup.axis;
        // A gather has an index for each number, and others one for all along the axis.
        let is_gather = operation.inputs[1].len() == operation.inputs[0].len() && output.len() > 1;
        let mut shape = of.shape().to_vec();
        if shape.len() != output.len() || axis >= shape.len() {
            return unknown();
        }
        let indices = lookup
            .indices
            .as_ref()
            .filter(|_| !self.is_made_up && !is_gather);
        let mut ignored = None;
        let (of, along) = match indices {
            Some(indices) if shape[axis] > 1 => (of.clone(), Some(indices)),
            _ => (of.reduced(|other| other == axis, &mut ignored), None),
        };
        let has_several = |chosen: &Labels| chosen.shape().iter().any(|&size| size > 1);
        shape[axis] = if along.is_some() || has_several(chosen) {
            output[axis]
        } else {
            1
        };
        if is_gather {
            let fits = { operation.inputs[0].iter() }.zip(output).enumerate();
            let mut fits = fits.filter(|(other, _)| *other != axis);
            let made = of.with(chosen, &mut ignored);
            return if fits.all(|(_, (size, output))| size == output) {
                made
            } else {
                unknown()
            };
        }
        Labels::of(shape, |place| {
            let mut from = place.to_vec();
            from[axis] = along
                .and_then(|indices| indices.get(place[axis]))
                .copied()
                .unwrap_or(0);
            // Indices that are known have no elements but those that they choose.
            let chosen = if along.is_some() {
                Of::Nothing
            } else {
                chosen.at(&[place[axis]])
            };
            of.at(&from).with(chosen, &mut None)
        })
    }
}

/// The shape of what a copy writes. An axis that is stretched is 1 in what it reads. `None` if that, or where it writes, is not known.
fn copied_shape(operation: &Operation, input: &View, output: &View) -> Option<Vec<usize>> {
    let own = count(&input.shape)?;
    let mut shape = input.shape.clone();
    if own == output.elements {
        return Some(shape);
    }
    let mut stretched = (0..shape.len()).filter(|&axis| input.strides[axis] == 0);
    let is_stretched = |axis: usize| input.strides[axis] == 0 || shape[axis] == output.shape[axis];
    match stretched.clone().count() {
        0 => (!operation.offsets.is_empty()).then_some(shape),
        _ if shape.len() == output.shape.len() && (0..shape.len()).all(is_stretched) => {
            Some(output.shape.clone())
        }
        1 if output.offset == 0 && output.elements.is_multiple_of(own) => {
            shape[stretched.next()?] = output.elements / own;
            Some(shape)
        }
        _ => None,
    }
}

/// Operands that are broadcast to a result of so many axes.
fn side_by_side(axes: usize, labels: &[Labels], clash: &mut Clash) -> Labels {
    let nothing = Labels::all(axes, Of::Nothing);
    labels.iter().fold(nothing, |all, of| all.with(of, clash))
}

/// An operand several times along an axis.
fn repeated(operation: &Operation, of: &Labels) -> Labels {
    let input = &operation.inputs[0];
    let sizes = operation.outputs[0].iter().zip(of.shape()).zip(input);
    let shape = sizes.map(|((&output, &own), &input)| match own == 1 && input > 1 {
        true => 1,
        false => output,
    });
    Labels::of(shape.collect(), |place| {
        let sizes = place.iter().zip(input);
        let from = sizes.map(|(at, size)| at % size.max(&1));
        of.at(&from.collect::<Vec<_>>())
    })
}

/// Operands one after the other along the axis on which the result is longer.
fn joined(operation: &Operation, labels: &[Labels]) -> Labels {
    let output = &operation.outputs[0];
    let unknown = Labels::all(output.len(), Of::Unknown);
    let inputs = &operation.inputs;
    if inputs.iter().any(|input| input.len() != output.len()) {
        return unknown;
    }
    let total = |axis: usize| inputs.iter().map(|input| input[axis]).sum::<usize>();
    let is_along = |&axis: &usize| {
        let mut others = (0..output.len()).filter(|&other| other != axis);
        let is_same = |other: usize| inputs.iter().all(|input| input[other] == output[other]);
        total(axis) == output[axis] && others.all(is_same)
    };
    let Some(axis) = (0..output.len()).find(is_along) else {
        return unknown;
    };
    let shape = (0..output.len()).map(|other| {
        let most = labels.iter().map(|of| of.shape()[other]).max();
        if other == axis {
            output[axis]
        } else {
            most.unwrap_or(1)
        }
    });
    Labels::of(shape.collect(), |place| {
        let mut place = place.to_vec();
        for (input, of) in inputs.iter().zip(labels) {
            if place[axis] < input[axis] {
                return of.at(&place);
            }
            place[axis] -= input[axis];
        }
        Of::Unknown
    })
}

fn is_any(row: &Row, words: &[&str]) -> bool {
    words.iter().any(|word| row.is(word))
}
