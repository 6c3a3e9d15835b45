//! Evaluates sums of products over labels by permutations, sums along axes and matrix products.

use alloc::vec::Vec;

use super::{Einsums, Labelled, must_resolve_all};
use crate::DynShape;
use crate::algebra::equation::{LABELS, Table};
use crate::engine::{
    ArrayShape, Binary, Clones, DynamicShapes, Engine, MovesAxes, Numbers, Operand, Products,
    Reduces, Reshapes, ops,
};

/// Labels of axes, each a bit.
type Set = u64;

impl<T: 'static, E: Numbers<T> + DynamicShapes> Einsums<T> for E {
    type Term<'d> = E::Data<T, DynShape>;

    fn term<S: ArrayShape>(data: &Self::Data<T, S>) -> E::Data<T, DynShape> {
        E::retype::<T, S, DynShape>(E::keep::<S>(data))
    }

    #[track_caller]
    fn einsum<O: ArrayShape>(
        terms: &[E::Data<T, DynShape>],
        labels: &Labelled<'_>,
        sizes: DynShape,
    ) -> E::Data<T, O> {
        <E as Products<T>>::typed_products::<O>(evaluated::<T, E, E>(terms, labels, &sizes))
    }

    fn terms<'d, S: ArrayShape, R: ArrayShape>(
        lhs: &'d E::Data<T, S>,
        rhs: &'d E::Data<T, R>,
    ) -> [E::Data<T, DynShape>; 2] {
        E::keep_two::<S, R>(lhs, rhs)
    }

    #[track_caller]
    fn einsum_by<O: ArrayShape, const N: usize>(
        terms: [E::Data<T, DynShape>; N],
        shapes: [&[usize]; N],
        names: [u128; N],
        table: &Table<'_>,
    ) -> E::Data<T, O> {
        let sums = evaluated_by::<T, E, E, N>(terms, shapes, names, table);
        <E as Products<T>>::typed_products::<O>(sums)
    }
}

/// See [`Einsums::einsum_by`]. Compiled once for all shapes.
#[inline(never)]
#[track_caller]
pub(crate) fn evaluated_by<T, A, H, const N: usize>(
    terms: [Any<T, A>; N],
    shapes: [&[usize]; N],
    names: [u128; N],
    table: &Table<'_>,
) -> Any<T, H>
where
    T: 'static,
    A: Evaluates<T, H>,
    H: Evaluates<T, H> + Products<T, A, OutputEngine = H>,
{
    let (labels, resolved) = must_resolve_all(table, &shapes, &names);
    let labels = Labelled::of(&labels, &resolved);
    evaluated::<T, A, H>(&terms, &labels, &resolved.shape())
}

/// What an engine needs to evaluate an equation. `OutputEngine` is the engine of the results.
pub(crate) trait Evaluates<T: 'static, OutputEngine: Engine>:
    Engine<Out = OutputEngine>
    + MovesAxes<T>
    + Clones<T>
    + Reshapes<T>
    + Reduces<ops::Sum, T, Element = T>
    + Products<T, Self, OutputEngine = OutputEngine>
    + Products<T, OutputEngine, OutputEngine = OutputEngine>
    + Binary<ops::Mul, T, Self, Element = T, OutputEngine = OutputEngine>
    + Binary<ops::Mul, T, OutputEngine, Element = T, OutputEngine = OutputEngine>
{
    /// The value of an equation, where the engine has one function for it.
    fn at_once(
        operands: &[Any<T, Self>],
        labels: &Labelled<'_>,
        sizes: &DynShape,
    ) -> Option<Any<T, OutputEngine>> {
        let _ = (operands, labels, sizes);
        None
    }

    /// An operand on the engine of the results.
    fn at_home(data: Any<T, Self>) -> Any<T, OutputEngine>;
}

impl<T: 'static, E: Numbers<T>> Evaluates<T, E> for E {
    #[track_caller]
    fn at_once(
        operands: &[Any<T, E>],
        labels: &Labelled<'_>,
        sizes: &DynShape,
    ) -> Option<Any<T, E>> {
        E::products_at_once(operands, labels, sizes)
    }

    fn at_home(data: Any<T, E>) -> Any<T, E> {
        data
    }
}

type Any<T, E> = <E as Engine>::Data<T, DynShape>;

/// An operand, or an intermediate result.
enum Piece<T: 'static, A: Engine, H: Engine> {
    ByRef(Any<T, A>),
    Made(Any<T, H>),
}

impl<T: 'static, A: Evaluates<T, H>, H: Evaluates<T, H> + Products<T, A, OutputEngine = H>>
    Piece<T, A, H>
{
    fn permuted(&self, order: &[usize]) -> Self {
        match self {
            Self::ByRef(data) => Self::ByRef(A::permute::<DynShape, DynShape>(data, order)),
            Self::Made(data) => Self::Made(H::permute::<DynShape, DynShape>(data, order)),
        }
    }

    fn squeezed(&self, axes: &[usize]) -> Self {
        match self {
            Self::ByRef(data) => Self::ByRef(A::squeeze::<DynShape, DynShape>(data, axes)),
            Self::Made(data) => Self::Made(H::squeeze::<DynShape, DynShape>(data, axes)),
        }
    }

    fn unsqueezed(&self, axis: usize) -> Self {
        match self {
            Self::ByRef(data) => Self::ByRef(A::unsqueeze::<DynShape, DynShape>(data, axis)),
            Self::Made(data) => Self::Made(H::unsqueeze::<DynShape, DynShape>(data, axis)),
        }
    }

    fn diagonal(&self, first: usize, second: usize) -> Self {
        match self {
            Self::ByRef(data) => {
                Self::ByRef(A::diagonal::<DynShape, DynShape>(data, first, second))
            }
            Self::Made(data) => Self::Made(H::diagonal::<DynShape, DynShape>(data, first, second)),
        }
    }

    #[track_caller]
    fn reshaped(self, sizes: DynShape) -> Self {
        Self::Made(match self {
            Self::ByRef(data) => A::reshape::<DynShape, DynShape>(Operand::ByValue(data), sizes),
            Self::Made(data) => H::reshape::<DynShape, DynShape>(Operand::ByValue(data), sizes),
        })
    }

    /// Sums over axes, which are counted from the end, from 1 for the last, and ordered from the first to the last.
    #[track_caller]
    fn summed(&self, axes: &[usize]) -> Self {
        Self::Made(match self {
            Self::ByRef(data) => {
                <A as Reduces<ops::Sum, T>>::reduce::<DynShape, DynShape>(data, axes)
            }
            Self::Made(data) => {
                <H as Reduces<ops::Sum, T>>::reduce::<DynShape, DynShape>(data, axes)
            }
        })
    }

    #[track_caller]
    fn times(lhs: Self, rhs: Self, sizes: DynShape) -> Self {
        use Operand::ByValue;
        use Piece::{ByRef, Made};
        type Mul = ops::Mul;
        type D = DynShape;
        // The order of factors does not matter.
        Made(match (lhs, rhs) {
            (ByRef(lhs), ByRef(rhs)) => {
                <A as Binary<Mul, T, A>>::binary::<D, D, D>(ByValue(lhs), ByValue(rhs), sizes)
            }
            (ByRef(lhs), Made(rhs)) | (Made(rhs), ByRef(lhs)) => {
                <A as Binary<Mul, T, H>>::binary::<D, D, D>(ByValue(lhs), ByValue(rhs), sizes)
            }
            (Made(lhs), Made(rhs)) => {
                <H as Binary<Mul, T, H>>::binary::<D, D, D>(ByValue(lhs), ByValue(rhs), sizes)
            }
        })
    }

    #[track_caller]
    fn product(lhs: &Self, rhs: &Self, sizes: DynShape) -> Self {
        use Piece::{ByRef, Made};
        type D = DynShape;
        Made(match (lhs, rhs) {
            (ByRef(lhs), ByRef(rhs)) => <A as Products<T, A>>::product::<D, D, D>(lhs, rhs, sizes),
            (ByRef(lhs), Made(rhs)) => <A as Products<T, H>>::product::<D, D, D>(lhs, rhs, sizes),
            (Made(lhs), ByRef(rhs)) => <H as Products<T, A>>::product::<D, D, D>(lhs, rhs, sizes),
            (Made(lhs), Made(rhs)) => <H as Products<T, H>>::product::<D, D, D>(lhs, rhs, sizes),
        })
    }
}

/// A piece and the labels of its axes, each once.
struct Part<T: 'static, A: Engine, H: Engine> {
    piece: Piece<T, A, H>,
    labels: Vec<u8>,
}

/// The labels, each a bit.
fn set(labels: &[u8]) -> Set {
    labels.iter().fold(0, |set, label| set | 1 << label)
}

/// The product of the sizes of these labels. No engine has memory for more elements than `usize` can count.
fn count(labels: &[u8], sizes: &[usize]) -> usize {
    let sizes = labels.iter().map(|label| sizes[usize::from(*label)]);
    sizes.fold(1, usize::saturating_mul)
}

/// Whether a label is one of a set.
fn has(set: Set, label: u8) -> bool {
    set >> label & 1 == 1
}

impl<T: 'static, A: Evaluates<T, H>, H: Evaluates<T, H> + Products<T, A, OutputEngine = H>>
    Part<T, A, H>
{
    /// An operand without the axes that have no label. If a label occurs twice, the diagonal is taken.
    fn of(operand: &Any<T, A>, labels: &[u8]) -> Self {
        let mut part = Self {
            piece: Piece::ByRef(A::keep::<DynShape>(operand)),
            labels: labels.to_vec(),
        };
        let is_none = |axis: &usize| labels[*axis] == Labelled::NONE;
        let without: Vec<usize> = (0..labels.len()).filter(is_none).collect();
        if !without.is_empty() {
            part.piece = part.piece.squeezed(&without);
            part.labels.retain(|label| *label != Labelled::NONE);
        }
        let mut second = 1;
        while second < part.labels.len() {
            let label = part.labels[second];
            match part.labels[..second]
                .iter()
                .position(|other| *other == label)
            {
                Some(first) => {
                    part.piece = part.piece.diagonal(first, second);
                    part.labels.remove(second);
                }
                None => second += 1,
            }
        }
        part
    }

    /// Sums over all labels except these.
    #[track_caller]
    fn kept(mut self, keep: Set) -> Self {
        let rank = self.labels.len();
        let gone = |axis: &usize| !has(keep, self.labels[*axis]);
        let gone: Vec<usize> = (0..rank).filter(gone).collect();
        if !gone.is_empty() {
            let from_end: Vec<usize> = gone.iter().map(|axis| rank - axis).collect();
            self.piece = self.piece.summed(&from_end).squeezed(&gone);
            self.labels.retain(|label| has(keep, *label));
        }
        self
    }

    /// Puts the axes into this order; a label that the part does not have becomes an axis of size 1.
    fn ordered(mut self, labels: &[u8]) -> Self {
        let axis = |label: &u8| self.labels.iter().position(|other| other == label);
        let order: Vec<usize> = labels.iter().filter_map(axis).collect();
        if !order.iter().enumerate().all(|(place, axis)| place == *axis) {
            self.piece = self.piece.permuted(&order);
        }
        for (place, label) in labels.iter().enumerate() {
            if !self.labels.contains(label) {
                self.piece = self.piece.unsqueezed(place);
            }
        }
        self.labels = labels.to_vec();
        self
    }

    /// As matrices: the axes of `batch`, then one axis for each of the two lists. Neighbouring axes are merged before
    /// they are moved, so that nothing is copied for it.
    #[track_caller]
    fn matrices(self, batch: &[u8], rows: &[u8], columns: &[u8], sizes: &[usize]) -> Self {
        let count = |labels: &[u8]| count(labels, sizes);
        let own = &self.labels;
        let place = |label: &u8| {
            own.iter()
                .position(|other| other == label)
                .unwrap_or_default()
        };
        let beside = |list: &[u8]| {
            list.windows(2)
                .all(|pair| place(&pair[0]) + 1 == place(&pair[1]))
        };
        if rows.len() < 2 && columns.len() < 2 {
            // An empty list is an axis of size 1, which `ordered` adds for a label that does not exist.
            let mut order = batch.to_vec();
            order.push(rows.first().map_or(NO_LABEL, |label| *label));
            order.push(columns.first().map_or(NO_LABEL, |label| *label));
            return self.ordered(&order);
        }
        if beside(rows) && beside(columns) {
            let mut merged: Vec<usize> = Vec::new();
            let mut labels = Vec::new();
            for label in own {
                match [rows, columns]
                    .into_iter()
                    .find(|list| list.contains(label))
                {
                    Some(list) if list[0] == *label => {
                        merged.push(count(list));
                        labels.push(*label);
                    }
                    Some(_) => {}
                    None => {
                        merged.push(sizes[usize::from(*label)]);
                        labels.push(*label);
                    }
                }
            }
            let part = Self {
                piece: self.piece.reshaped(merged.into()),
                labels,
            };
            return part.matrices(
                batch,
                &rows[..rows.len().min(1)],
                &columns[..columns.len().min(1)],
                sizes,
            );
        }
        let order = [batch, rows, columns].concat();
        let mut part = self.ordered(&order);
        let mut merged: Vec<usize> = batch
            .iter()
            .map(|label| sizes[usize::from(*label)])
            .collect();
        merged.extend([count(rows), count(columns)]);
        part.piece = part.piece.reshaped(merged.into());
        part
    }

    /// The sums of products of two parts over all labels except those to keep. `result` is the order of labels wanted
    /// in the end.
    #[track_caller]
    fn contracted(self, other: Self, keep: Set, result: &[u8], sizes: &[usize]) -> Self {
        let (own, others) = (set(&self.labels), set(&other.labels));
        let (mut lhs, mut rhs) = (self.kept(keep | others), other.kept(keep | own));
        let both = set(&lhs.labels) & set(&rhs.labels);
        let size = |label: &u8| sizes[usize::from(*label)];
        if both & !keep == 0 {
            let all = set(&lhs.labels) | set(&rhs.labels);
            let mut order: Vec<u8> = result
                .iter()
                .copied()
                .filter(|label| has(all, *label))
                .collect();
            for label in lhs.labels.iter().chain(&rhs.labels) {
                if !order.contains(label) {
                    order.push(*label);
                }
            }
            let sizes: Vec<usize> = order.iter().map(size).collect();
            let (lhs, rhs) = (lhs.ordered(&order), rhs.ordered(&order));
            return Self {
                piece: Piece::times(lhs.piece, rhs.piece, sizes.into()),
                labels: order,
            };
        }
        // The operand whose labels come first in the result goes on the left, so that the product is in that order.
        let first = |part: &Self| {
            let alone = |label: &&u8| part.labels.contains(label) && !has(both, **label);
            let label = result.iter().find(alone);
            label.and_then(|label| result.iter().position(|other| other == label))
        };
        if first(&lhs)
            .zip(first(&rhs))
            .is_some_and(|(left, right)| right < left)
        {
            core::mem::swap(&mut lhs, &mut rhs);
        }
        let list = |part: &Self, set: Set| -> Vec<u8> {
            part.labels
                .iter()
                .copied()
                .filter(|label| has(set, *label))
                .collect()
        };
        let mut batch = list(&lhs, both & keep);
        batch.sort_by_key(|label| result.iter().position(|other| other == label));
        // The labels summed over are in the order of the operand that would be larger to copy.
        let inner = match count(&lhs.labels, sizes) >= count(&rhs.labels, sizes) {
            true => list(&lhs, both & !keep),
            false => list(&rhs, both & !keep),
        };
        let (rows, columns) = (list(&lhs, !both), list(&rhs, !both));
        let mut product: Vec<usize> = batch.iter().map(size).collect();
        product.extend([count(&rows, sizes), count(&columns, sizes)]);
        let left = lhs.matrices(&batch, &rows, &inner, sizes);
        let right = rhs.matrices(&batch, &inner, &columns, sizes);
        let mut piece = Piece::product(&left.piece, &right.piece, product.into());
        let labels = [&batch[..], &rows, &columns].concat();
        if rows.len() != 1 || columns.len() != 1 {
            let sizes: Vec<usize> = labels.iter().map(size).collect();
            piece = piece.reshaped(sizes.into());
        }
        Self { piece, labels }
    }
}

/// Stands for an axis of size 1 in an order of labels.
const NO_LABEL: u8 = Labelled::NONE;

/// The value of an equation. Compiled once for all shapes.
#[inline(never)]
#[track_caller]
pub(crate) fn evaluated<
    T: 'static,
    A: Evaluates<T, H>,
    H: Evaluates<T, H> + Products<T, A, OutputEngine = H>,
>(
    operands: &[Any<T, A>],
    labels: &Labelled<'_>,
    sizes: &DynShape,
) -> Any<T, H> {
    match A::at_once(operands, labels, sizes) {
        Some(found) => found,
        None => made_of_products::<T, A, H>(operands, labels, sizes),
    }
}

/// The value of an equation by permutations, sums along axes and matrix products.
#[track_caller]
pub(crate) fn made_of_products<
    T: 'static,
    A: Evaluates<T, H>,
    H: Evaluates<T, H> + Products<T, A, OutputEngine = H>,
>(
    operands: &[Any<T, A>],
    labels: &Labelled<'_>,
    sizes: &DynShape,
) -> Any<T, H> {
    if let [lhs, rhs] = operands {
        if let Some(is_transposed) = is_product(labels) {
            let rhs = match is_transposed {
                true => &transposed::<T, A>(rhs, sizes.dims().len()),
                false => rhs,
            };
            type D = DynShape;
            return <A as Products<T, A>>::product::<D, D, D>(lhs, rhs, sizes.clone());
        }
        if let Some(data) = <A as Products<T, A>>::few_products(lhs, rhs, labels, sizes) {
            return data;
        }
    }
    let result = set(labels.result);
    let each = operands.iter().zip(labels.operands);
    let mut parts: Vec<Part<T, A, H>> = each
        .map(|(operand, labels)| Part::of(operand, labels))
        .collect();
    let sets: Vec<Set> = parts.iter().map(|part| set(&part.labels)).collect();
    for (lhs, rhs) in order(&sets, result, labels.sizes) {
        let (right, left) = (parts.remove(rhs), parts.remove(lhs));
        let others = parts
            .iter()
            .fold(result, |all, part| all | set(&part.labels));
        parts.push(left.contracted(right, others, labels.result, labels.sizes));
    }
    let Some(part) = parts.pop() else {
        unreachable!("an equation has an operand")
    };
    match part.kept(result).ordered(labels.result).piece {
        Piece::Made(data) => data,
        Piece::ByRef(data) => A::at_home(data),
    }
}

/// Whether an equation of two operands is one product of matrices that nothing has to be moved for: `bij,bjk->bik`,
/// with any axes in front. The answer is whether the right matrices are transposed, as in `bij,bkj->bik`.
fn is_product(labels: &Labelled<'_>) -> Option<bool> {
    let ([lhs, rhs], [batch @ .., row, column]) = (labels.operands, labels.result) else {
        return None;
    };
    let (lhs, rhs) = (lhs.strip_prefix(batch)?, rhs.strip_prefix(batch)?);
    let ([first, inner], [above, beside]) = (lhs, rhs) else {
        return None;
    };
    if *inner == Labelled::NONE {
        return None;
    }
    let is_transposed = inner == beside;
    let right = match is_transposed {
        true => [beside, above],
        false => [above, beside],
    };
    let distinct = set(batch) | 1 << row | 1 << column | 1 << inner;
    let is_product = first == row
        && right == [inner, column]
        && distinct.count_ones() as usize == batch.len() + 3;
    is_product.then_some(is_transposed)
}

/// The last two axes in the other order.
fn transposed<T: 'static, A: MovesAxes<T>>(data: &Any<T, A>, rank: usize) -> Any<T, A> {
    let mut order: [usize; LABELS] = core::array::from_fn(|axis| axis);
    order.swap(rank - 2, rank - 1);
    A::permute::<DynShape, DynShape>(data, &order[..rank])
}

/// Up to this many operands, every order is tried.
const FEW: usize = 5;

/// The steps of a contraction: at each step the two parts that are contracted, the first before the second. The result
/// is appended to the parts.
///
/// With few operands, the order with the fewest multiplications; with more, step by step the pair whose product has the
/// fewest elements.
pub(crate) fn order(sets: &[Set], result: Set, sizes: &[usize]) -> Vec<(usize, usize)> {
    let count = |mut set: Set| {
        let mut product = 1.0;
        while set != 0 {
            product *= sizes[set.trailing_zeros() as usize] as f64;
            set &= set - 1;
        }
        product
    };
    let mut parts = sets.to_vec();
    let mut steps = Vec::new();
    while parts.len() > 1 {
        let (lhs, rhs) = match parts.len() {
            2 => (0, 1),
            few if few <= FEW => best(&parts, result, &count),
            _ => greedy(&parts, result, &count),
        };
        steps.push((lhs, rhs));
        let (right, left) = (parts.remove(rhs), parts.remove(lhs));
        let others = parts.iter().fold(result, |all, part| all | part);
        parts.push((left | right) & others);
    }
    steps
}

/// The first step of the order that takes the fewest multiplications.
fn best(parts: &[Set], result: Set, count: &dyn Fn(Set) -> f64) -> (usize, usize) {
    /// The fewest multiplications for all of the parts, and the first step.
    fn least(parts: &[Set], result: Set, count: &dyn Fn(Set) -> f64) -> (f64, (usize, usize)) {
        let mut best = (f64::INFINITY, (0, 1));
        if parts.len() < 2 {
            return (0.0, (0, 1));
        }
        for rhs in 1..parts.len() {
            for lhs in 0..rhs {
                let mut rest = parts.to_vec();
                let (right, left) = (rest.remove(rhs), rest.remove(lhs));
                let others = rest.iter().fold(result, |all, part| all | part);
                let cost = count(left | right);
                if cost >= best.0 {
                    continue;
                }
                rest.push((left | right) & others);
                let cost = cost + least(&rest, result, count).0;
                if cost < best.0 {
                    best = (cost, (lhs, rhs));
                }
            }
        }
        best
    }
    least(parts, result, count).1
}

/// The pair whose product adds the fewest elements.
fn greedy(parts: &[Set], result: Set, count: &dyn Fn(Set) -> f64) -> (usize, usize) {
    let mut best = (f64::INFINITY, (0, 1));
    for rhs in 1..parts.len() {
        for lhs in 0..rhs {
            let each = parts.iter().enumerate();
            let others = each.filter(|(index, _)| ![lhs, rhs].contains(index));
            let others = others.fold(result, |all, (_, part)| all | part);
            let made = (parts[lhs] | parts[rhs]) & others;
            let cost = count(made) - count(parts[lhs]) - count(parts[rhs]);
            if cost < best.0 {
                best = (cost, (lhs, rhs));
            }
        }
    }
    best.1
}
