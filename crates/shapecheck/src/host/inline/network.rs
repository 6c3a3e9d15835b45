//! Layers of inline tensors: loops over slices that write to the result, without a tensor in between. They know sizes
//! and no shape, so they are compiled once for each type of element.

use num_traits::Float;

use super::WithSizes as Ref;
use crate::algebra::with_last;
use crate::engine::{ReducedLosses, UnaryFunction, ops};
use crate::{DynShape, ShapeError};

/// How many sums a dot product adds up side by side.
const LANES: usize = 8;

/// The sum of the products of two slices.
fn dot<T: Float>(lhs: &[T], rhs: &[T]) -> T {
    let mut sums = [T::zero(); LANES];
    let ((left, left_rest), (right, right_rest)) =
        (lhs.as_chunks::<LANES>(), rhs.as_chunks::<LANES>());
    let rest = left_rest.iter().zip(right_rest);
    let rest = rest.fold(T::zero(), |sum, (&x, &y)| sum + x * y);
    for (left, right) in left.iter().zip(right) {
        for lane in 0..LANES {
            sums[lane] = sums[lane] + left[lane] * right[lane];
        }
    }
    sums.iter().fold(rest, |sum, &lane| sum + lane)
}

/// Row `index` of rows of this length.
fn row<T>(elements: &[T], index: usize, length: usize) -> &[T] {
    &elements[index * length..][..length]
}

/// The last sizes of a tensor.
pub fn last<const N: usize, T>(data: Ref<'_, T>) -> [usize; N] {
    let first = data.sizes.len() - N;
    core::array::from_fn(|axis| data.sizes[first + axis])
}

/// `[.., I]` through `[O, I]`, and a bias `[O]`.
pub fn linear<T: Float>(
    to: &mut [T],
    x: &[T],
    (weights, bias): (&[T], Option<&[T]>),
    [outputs, inputs]: [usize; 2],
) {
    for (index, result) in to.iter_mut().enumerate() {
        let (place, output) = (index / outputs, index % outputs);
        *result = dot(row(x, place, inputs), row(weights, output, inputs));
        if let Some(bias) = bias {
            *result = *result + bias[output];
        }
    }
}

/// The mean of elements, and the mean of their squared deviations from it, or from 0 if they are not `centred`.
fn mean_and_variance<'a, T: Float + 'a>(
    elements: impl Iterator<Item = &'a T> + Clone,
    centred: bool,
) -> (T, T) {
    let (count, sum) = elements
        .clone()
        .fold((T::zero(), T::zero()), |(count, sum), &x| {
            (count + T::one(), sum + x)
        });
    let mean = if centred { sum / count } else { T::zero() };
    let squares = elements.fold(T::zero(), |sum, &x| sum + (x - mean) * (x - mean));
    (mean, squares / count)
}

/// Rows of as many elements as there are weights, and a bias of as many or of as many as the last axes have.
pub fn normalize<T: Float>(
    to: &mut [T],
    x: &[T],
    (weights, bias): (&[T], Option<&[T]>),
    centred: bool,
    epsilon: T,
) {
    for (index, result) in to.iter_mut().enumerate() {
        let (place, count) = (index % weights.len(), weights.len());
        let row = row(x, index / count, count);
        *result = row[place];
    }
    for result in to.chunks_mut(weights.len().max(1)) {
        let (mean, variance) = mean_and_variance(result.iter(), centred);
        let root = (variance + epsilon).sqrt();
        for (result, &weight) in result.iter_mut().zip(weights) {
            *result = (*result - mean) / root * weight;
        }
        if let Some(bias) = bias {
            for (result, &bias) in result.iter_mut().zip(bias.iter().cycle()) {
                *result = *result + bias;
            }
        }
    }
}

/// Rows of pairs, in which number `i` stands together with number `pairs + i`, by an angle for each. The angles are
/// repeated.
pub fn rotate<T: Float>(to: &mut [T], x: &[T], (cosines, sines): (&[T], &[T]), pairs: usize) {
    let width = 2 * pairs;
    for (index, to) in to.chunks_exact_mut(width.max(1)).enumerate() {
        let (first, second) = row(x, index, width).split_at(pairs);
        for pair in 0..pairs {
            let place = index * pairs + pair;
            let (cosine, sine) = (cosines[place % cosines.len()], sines[place % sines.len()]);
            to[pair] = first[pair] * cosine - second[pair] * sine;
            to[pairs + pair] = second[pair] * cosine + first[pair] * sine;
        }
    }
}

/// `[L, G, K, A]`, over K and A, and also over L if all `samples` are taken together.
pub fn normalize_channels<T: Float>(
    to: &mut [T],
    x: &[T],
    (weights, bias): (&[T], &[T]),
    [lead, groups, channels, after]: [usize; 4],
    samples: bool,
    epsilon: T,
) {
    if to.is_empty() {
        return;
    }
    let block = |sample, group| row(x, sample * groups + group, channels * after);
    let statistics = |first: usize, count: usize, group| {
        let blocks = (first..first + count).flat_map(move |sample| block(sample, group));
        let (mean, variance) = mean_and_variance(blocks, true);
        (mean, (variance + epsilon).sqrt())
    };
    for group in 0..groups {
        let (mut mean, mut root) = statistics(0, if samples { lead } else { 1 }, group);
        for sample in 0..lead {
            if !samples {
                (mean, root) = statistics(sample, 1, group);
            }
            let first = (sample * groups + group) * channels * after;
            for (place, &x) in block(sample, group).iter().enumerate() {
                let channel = group * channels + place / after;
                to[first + place] = (x - mean) / root * weights[channel] + bias[channel];
            }
        }
    }
}

/// `[.., C, A]` with a mean and a variance for each channel.
pub fn normalize_channels_by<T: Float>(
    to: &mut [T],
    x: &[T],
    (means, variances): (&[T], &[T]),
    (weights, bias): (&[T], &[T]),
    after: usize,
    epsilon: T,
) {
    for (index, result) in to.iter_mut().enumerate() {
        let channel = index / after % means.len();
        let factor = weights[channel] / (variances[channel] + epsilon).sqrt();
        *result = (x[index] - means[channel]) * factor + bias[channel];
    }
}

/// Matrices, or another number of last axes.
impl<'a, T> Ref<'a, T> {
    /// The last two sizes, where axes that are missing are of size 1.
    fn last_two(&self) -> [usize; 2] {
        match *self.sizes {
            [.., rows, columns] => [rows, columns],
            [columns] => [1, columns],
            [] => [1, 1],
        }
    }

    /// The matrix that stands at a place of sizes to which the axes before the last two broadcast.
    fn matrix(&self, place: usize, lead: &[usize]) -> &'a [T] {
        let own = &self.sizes[..self.sizes.len().saturating_sub(2)];
        let (mut number, mut stride, mut rest) = (0, 1, place);
        for (axis, &size) in lead.iter().rev().enumerate() {
            let index = rest % size;
            rest /= size;
            if let Some(own) = own.len().checked_sub(axis + 1).map(|axis| own[axis]) {
                number += if own == 1 { 0 } else { index * stride };
                stride *= own;
            }
        }
        let [rows, columns] = self.last_two();
        row(self.elements, number, rows * columns)
    }
}

/// A mask that hides keys from queries.
#[derive(Clone, Copy)]
pub enum Mask<'a, T> {
    Nothing,
    /// It is added to the scores.
    Added(Ref<'a, T>),
    /// Keys after that of the query. The last query belongs to the last key.
    Causal,
}

impl<'a, T> Mask<'a, T> {
    pub fn of(mask: Option<Ref<'a, T>>) -> Self {
        match mask {
            Some(mask) => Self::Added(mask),
            None => Self::Nothing,
        }
    }
}

/// Queries, keys and values, a mask, and the sizes of the result.
pub type Attention<'a, T> = (
    Ref<'a, T>,
    (Ref<'a, T>, Ref<'a, T>),
    Mask<'a, T>,
    &'a [usize],
);

/// Attention with heads of queries in groups, each of which shares one head of keys and values.
#[track_caller]
pub fn attend_in_groups<T: Float>(
    to: &mut [T],
    (queries, (keys, values), mask, sizes): Attention<'_, T>,
) {
    let ([heads, length, width], [groups, count, _]) = (last(queries), last(keys));
    let [output] = last(values);
    let each = heads.checked_div(groups).unwrap_or(0);
    let of_queries = with_heads(queries.sizes, [groups, each, length, width]);
    let of_keys = with_heads(keys.sizes, [groups, 1, count, width]);
    let of_values = with_heads(values.sizes, [groups, 1, count, output]);
    let sizes = with_heads(sizes, [groups, each, length, output]);
    let queries = Ref {
        sizes: of_queries.dims(),
        ..queries
    };
    let keys = Ref {
        sizes: of_keys.dims(),
        ..keys
    };
    let values = Ref {
        sizes: of_values.dims(),
        ..values
    };
    attend(to, (queries, (keys, values), mask, sizes.dims()));
}

/// Sizes with other ones for the last three: heads in groups.
#[track_caller]
fn with_heads(sizes: &[usize], last: [usize; 4]) -> DynShape {
    match with_last(&sizes[..sizes.len() - 3], &last) {
        Ok(sizes) => sizes,
        Err(error) => panic!("{error}"),
    }
}

/// Attention to `[.., L, D]`. The scores of a query are made one after the other; where one is larger than all before,
/// what is summed up so far shrinks.
pub fn attend<T: Float>(to: &mut [T], (queries, (keys, values), mask, sizes): Attention<'_, T>) {
    let [.., length, output] = *sizes else {
        unreachable!("the result has rows")
    };
    let lead = &sizes[..sizes.len() - 2];
    let ([_, width], [count, _]) = (queries.last_two(), keys.last_two());
    let [of_key] = last(keys);
    let scale = T::one() / number::<T>(of_key).sqrt();
    for (index, to) in to.chunks_exact_mut(output.max(1)).enumerate() {
        let (place, query) = (index / length, index % length);
        let query = row(queries.matrix(place, lead), query, width);
        let (keys, values) = (keys.matrix(place, lead), values.matrix(place, lead));
        let (mut seen, mut masked) = (count, None);
        match mask {
            Mask::Nothing => {}
            Mask::Causal => seen = index % length + 1 + count - length,
            Mask::Added(mask) => {
                let ([rows, columns], place_of_query) = (mask.last_two(), index % length);
                let place_of_query = if rows == 1 { 0 } else { place_of_query };
                masked = Some(row(mask.matrix(place, lead), place_of_query, columns));
            }
        }
        let (mut largest, mut sum) = (T::neg_infinity(), T::zero());
        for key in 0..seen {
            let products = query.iter().zip(row(keys, key, width));
            let mut score = products.fold(T::zero(), |sum, (&x, &y)| sum + x * scale * y);
            if let Some(mask) = masked {
                score = score + mask[if mask.len() == 1 { 0 } else { key }];
            }
            if score == T::neg_infinity() {
                continue;
            }
            if score.is_nan() || score > largest {
                let shrink = (largest - score).exp();
                sum = sum * shrink;
                to.iter_mut().for_each(|result| *result = *result * shrink);
                largest = score;
            }
            let share = (score - largest).exp();
            sum = sum + share;
            for (result, &value) in to.iter_mut().zip(row(values, key, output)) {
                *result = *result + share * value;
            }
        }
        if count > 0 {
            // Without a score above negative infinity, this is 0 / 0: the softmax is undefined.
            to.iter_mut().for_each(|result| *result = *result / sum);
        }
    }
}

/// A state of zeros, or a copy of the one that is given.
pub fn state<T: Copy>(to: &mut [T], given: Option<Ref<'_, T>>) {
    if let Some(given) = given {
        to.copy_from_slice(given.elements);
    }
}

/// Inputs and weights of a recurrent layer.
pub struct Recurrent<'a, T> {
    x: &'a [T],
    weights: &'a [T],
    recurrent: &'a [T],
    bias: &'a [T],
    /// The numbers of steps, of inputs and of hidden units.
    sizes: [usize; 3],
}

impl<'a, T> Recurrent<'a, T> {
    /// On inputs `[.., T, I]`.
    pub fn sequence(x: Ref<'a, T>, layer: (Ref<'a, T>, Ref<'a, T>, Ref<'a, T>)) -> Self {
        let [steps, _] = last(x);
        Self::of_steps(steps, x, layer)
    }

    /// On inputs `[.., I]`, for one step.
    pub fn cell(x: Ref<'a, T>, layer: (Ref<'a, T>, Ref<'a, T>, Ref<'a, T>)) -> Self {
        Self::of_steps(1, x, layer)
    }

    fn of_steps(
        steps: usize,
        x: Ref<'a, T>,
        (weights, recurrent, bias): (Ref<'a, T>, Ref<'a, T>, Ref<'a, T>),
    ) -> Self {
        let ([inputs], [hidden]) = (last(x), last(bias));
        Self {
            x: x.elements,
            weights: weights.elements,
            recurrent: recurrent.elements,
            bias: bias.elements,
            sizes: [steps, inputs, hidden],
        }
    }
}

impl<T: Float> Recurrent<'_, T> {
    /// The contribution of the inputs of a step to a gate.
    fn given(&self, step: usize, gate: usize, unit: usize) -> T {
        let [_, inputs, hidden] = self.sizes;
        let index = gate * hidden + unit;
        let (x, weights) = (row(self.x, step, inputs), row(self.weights, index, inputs));
        dot(x, weights) + self.bias[index]
    }

    /// The contribution of a state to a gate.
    fn own(&self, state: &[T], gate: usize, unit: usize) -> T {
        let hidden = state.len();
        dot(state, row(self.recurrent, gate * hidden + unit, hidden))
    }

    /// Calls `step` with the number of a step, the state before it, and where the state after it goes. `states` has the
    /// states before the first steps, and those after the last ones in the end.
    fn steps(&self, states: &mut [T], to: &mut [T], mut step: impl FnMut(usize, &[T], &mut [T])) {
        let [steps, _, hidden] = self.sizes;
        for (index, next) in to.chunks_exact_mut(hidden.max(1)).enumerate() {
            let state = &mut states[index / steps * hidden..][..hidden];
            step(index, state, next);
            state.copy_from_slice(next);
        }
    }

    /// An LSTM, whose gates are input, forget, cell and output.
    pub fn lstm(to: &mut [T], (layer, (states, cells)): (Self, (&mut [T], &mut [T]))) {
        let [steps, _, hidden] = layer.sizes;
        layer.steps(states, to, |index, state, next| {
            let cells = &mut cells[index / steps * hidden..][..hidden];
            for (unit, (next, cell)) in next.iter_mut().zip(cells).enumerate() {
                let gate = |gate| layer.own(state, gate, unit) + layer.given(index, gate, unit);
                let (input, forget) = (sigmoid(gate(0)), sigmoid(gate(1)));
                *cell = forget * *cell + input * gate(2).tanh();
                *next = sigmoid(gate(3)) * cell.tanh();
            }
        });
    }

    /// A GRU, whose gates are reset, update and new.
    pub fn gru(to: &mut [T], (layer, bias, states): (Self, Ref<'_, T>, &mut [T])) {
        let [_, _, hidden] = layer.sizes;
        layer.steps(states, to, |index, state, next| {
            for (unit, next) in next.iter_mut().enumerate() {
                let own = |gate| layer.own(state, gate, unit) + bias.elements[gate * hidden + unit];
                let given = |gate| layer.given(index, gate, unit);
                let reset = sigmoid(own(0) + given(0));
                let update = sigmoid(own(1) + given(1));
                let new = (own(2) * reset + given(2)).tanh();
                *next = (state[unit] - new) * update + new;
            }
        });
    }
}

/// The logistic function.
fn sigmoid<T: Float>(x: T) -> T {
    ops::Sigmoid.apply(x)
}

/// Losses of elements by a reduction.
pub fn losses<T: Float>(
    to: &mut [T],
    (each, predictions, targets, by): (impl Fn(T, T) -> T, Ref<'_, T>, Ref<'_, T>, ReducedLosses),
) {
    let (lhs, rhs) = (predictions.elements, targets.elements);
    let each = |(&x, &y): (&T, &T)| each(x, y);
    if let ReducedLosses::EachLoss = by {
        return write(to, lhs.iter().zip(rhs).map(each));
    }
    let ((left, left_rest), (right, right_rest)) =
        (lhs.as_chunks::<LANES>(), rhs.as_chunks::<LANES>());
    let mut sums = [T::zero(); LANES];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..LANES {
            sums[lane] = sums[lane] + each((&left[lane], &right[lane]));
        }
    }
    let rest = left_rest.iter().zip(right_rest).map(each);
    let sum = sums.into_iter().chain(rest).fold(T::zero(), T::add);
    to[0] = by_reduction(sum, by, || number(lhs.len()));
}

/// Losses of rows by a reduction. `weights` is what a mean divides by.
fn reduced<T: Float>(
    to: &mut [T],
    losses: impl Iterator<Item = T>,
    by: ReducedLosses,
    weights: impl FnOnce() -> T,
) {
    match by {
        ReducedLosses::EachLoss => write(to, losses),
        _ => to[0] = by_reduction(losses.fold(T::zero(), T::add), by, weights),
    }
}

/// A sum, or a mean.
fn by_reduction<T: Float>(sum: T, by: ReducedLosses, weights: impl FnOnce() -> T) -> T {
    match by {
        ReducedLosses::MeanOfLosses => sum / weights(),
        ReducedLosses::SumOfLosses | ReducedLosses::EachLoss => sum,
    }
}

fn write<T>(to: &mut [T], elements: impl Iterator<Item = T>) {
    for (to, element) in to.iter_mut().zip(elements) {
        *to = element;
    }
}

/// A number of elements.
fn number<T: Float>(count: usize) -> T {
    T::from(count).unwrap_or_else(T::nan)
}

/// The square of a difference.
pub fn squared<T: Float>(x: T, y: T) -> T {
    (x - y) * (x - y)
}

/// The absolute value of a difference.
pub fn absolute<T: Float>(x: T, y: T) -> T {
    (x - y).abs()
}

/// `- t ln p - (1 - t) ln (1 - p)`, where logarithms count as -100 at least.
pub fn binary_cross_entropy<T: Float>(p: T, t: T) -> T {
    let least = T::from(-100.0).unwrap_or_else(T::neg_infinity);
    let limited = |logarithm: T| if logarithm < least { least } else { logarithm };
    let (yes, no) = (limited(p.ln()), limited((T::one() - p).ln()));
    -((yes - no) * t + no)
}

/// The same for the logistic function of `x`.
pub fn binary_cross_entropy_with_logits<T: Float>(x: T, t: T) -> T {
    let positive = if x < T::zero() { T::zero() } else { x };
    positive - x * t + (-x.abs()).exp().ln_1p()
}

/// Rows along an axis, which is counted from the first, from 0.
#[derive(Clone, Copy)]
pub struct Rows<'a, T> {
    pub data: Ref<'a, T>,
    pub axis: usize,
}

/// Rows, the target of each, weights of targets, and a reduction.
pub type OfClasses<'a, T> = (
    Rows<'a, T>,
    Ref<'a, usize>,
    Option<Ref<'a, T>>,
    ReducedLosses,
);

impl<'a, T: Float> Rows<'a, T> {
    /// The elements of a row.
    fn row(self, index: usize) -> impl Iterator<Item = &'a T> + Clone {
        let Ref { elements, sizes } = self.data;
        let size = sizes[self.axis];
        let after: usize = sizes[self.axis + 1..].iter().product();
        let first = index / after * after * size + index % after;
        elements[first..].iter().step_by(after).take(size)
    }

    /// What the logarithm of the softmax takes from each element of a row: the logarithm of the sum of powers.
    fn normalizer(self, index: usize) -> T {
        let row = self.row(index);
        let largest = row.clone().fold(T::neg_infinity(), |largest, &x| {
            if x > largest || x.is_nan() {
                x
            } else {
                largest
            }
        });
        let sum = row.fold(T::zero(), |sum, &x| sum + (x - largest).exp());
        largest + sum.ln()
    }

    /// Checks that each target is the index of an element of a row.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of elements.
    pub fn check(self, targets: Ref<'_, usize>) -> Result<(), ShapeError> {
        let sizes = self.data.sizes;
        let size = sizes[self.axis];
        match targets.elements.iter().find(|&&target| target >= size) {
            Some(&target) => Err(ShapeError::index(sizes, self.axis, target)),
            None => Ok(()),
        }
    }

    /// Minus the element of each row that is its target, by a reduction. A row has the weight of its target.
    pub fn nll_loss(to: &mut [T], of_classes: OfClasses<'_, T>) {
        Self::losses_of_classes(to, of_classes, |_, _| T::zero());
    }

    /// The same of the log softmax.
    pub fn cross_entropy(to: &mut [T], of_classes: OfClasses<'_, T>) {
        Self::losses_of_classes(to, of_classes, |rows, index| rows.normalizer(index));
    }

    /// The same after `taken` is taken from each element of a row.
    fn losses_of_classes(
        to: &mut [T],
        (rows, targets, weights, by): OfClasses<'_, T>,
        taken: impl Fn(Rows<'_, T>, usize) -> T,
    ) {
        let weight = |target| weights.map_or_else(T::one, |weights| weights.elements[target]);
        let losses = targets.elements.iter().enumerate().map(|(index, &target)| {
            let chosen = rows.row(index).nth(target);
            let logarithm = chosen.map_or_else(T::nan, |&chosen| chosen - taken(rows, index));
            -logarithm * weight(target)
        });
        reduced(to, losses, by, || {
            let weights = targets.elements.iter().map(|&target| weight(target));
            weights.fold(T::zero(), T::add)
        });
    }

    /// Minus the sum of probabilities times the log softmax of scores, and times a weight of each element, by a reduction.
    pub fn soft_cross_entropy(
        to: &mut [T],
        (rows, probabilities, weights, by): (Self, Ref<'_, T>, Option<Ref<'_, T>>, ReducedLosses),
    ) {
        let probabilities = Rows {
            data: probabilities,
            ..rows
        };
        let sizes = rows.data.sizes;
        let count = sizes[..rows.axis]
            .iter()
            .chain(&sizes[rows.axis + 1..])
            .product();
        let losses = (0..count).map(|index| {
            let normalizer = rows.normalizer(index);
            let terms = rows.row(index).zip(probabilities.row(index)).enumerate();
            let sum = terms.fold(T::zero(), |sum, (class, (&score, &share))| {
                let weight = weights.map_or_else(T::one, |weights| weights.elements[class]);
                sum + (score - normalizer) * share * weight
            });
            -sum
        });
        reduced(to, losses, by, || number(count));
    }
}

/// `[.., I]` and `[.., J]` through `[O, I, J]`.
pub fn bilinear<T: Float>(to: &mut [T], (lhs, rhs, weights): (Ref<'_, T>, Ref<'_, T>, Ref<'_, T>)) {
    let [outputs, first, second] = last(weights);
    let (lhs, rhs, weights) = (lhs.elements, rhs.elements, weights.elements);
    for (index, to) in to.iter_mut().enumerate() {
        let (place, matrix) = (
            index / outputs,
            row(weights, index % outputs, first * second),
        );
        let (lhs, rhs) = (row(lhs, place, first), row(rhs, place, second));
        let products = lhs.iter().enumerate();
        *to = products.fold(T::zero(), |sum, (index, &x)| {
            sum + x * dot(row(matrix, index, second), rhs)
        });
    }
}

/// The lengths of vectors of as many numbers, at least `least`.
pub fn lengths<T: Float>(to: &mut [T], (vectors, least): (Ref<'_, T>, T)) {
    let [size] = last(vectors);
    for (index, to) in to.iter_mut().enumerate() {
        let vector = row(vectors.elements, index, size);
        let length = dot(vector, vector).sqrt();
        *to = if length < least { least } else { length };
    }
}

/// The distances `[.., N, M]` of points `[.., N, D]` and `[.., M, D]`.
pub fn distances<T: Float>(to: &mut [T], (lhs, rhs, sizes): (Ref<'_, T>, Ref<'_, T>, &[usize])) {
    let ([points, width], [others, _]) = (lhs.last_two(), rhs.last_two());
    let lead = &sizes[..sizes.len() - 2];
    for (index, to) in to.iter_mut().enumerate() {
        let (place, pair) = (index / (points * others), index % (points * others));
        let from = row(lhs.matrix(place, lead), pair / others, width);
        let there = row(rhs.matrix(place, lead), pair % others, width);
        let pairs = from.iter().zip(there);
        let sum = pairs.fold(T::zero(), |sum, (&x, &y)| sum + (x - y) * (x - y));
        *to = sum.sqrt();
    }
}
