//! What gradients are made of, in addition to the operations of [`Term`].

use shapecheck::DynShape;
use shapecheck::algebra::slices::{SliceEntry, Taken, each_taken};
use shapecheck::engine::adapter::Held;
use shapecheck::engine::{
    Binary, Chosen, Clones, Copies, Creates, MovesAxes, Scatters, Selects, Term, Unary, ops,
};

use crate::{Differentiable, Real};

type Any = DynShape;

/// A number as an element.
pub fn number<T: Real>(value: f64) -> T {
    match T::from(value) {
        Some(number) => number,
        None => unreachable!("a float is near each `f64`"),
    }
}

/// The sizes of a shape, to be kept.
pub fn sizes_of<T: 'static, E: Differentiable<T>>(data: &Held<E, T>) -> DynShape {
    E::sizes::<T, Any>(data).into()
}

/// An operand that a gradient is computed from: its sizes, and its elements if they are needed.
pub struct Saved<T: 'static, E: Differentiable<T>> {
    sizes: DynShape,
    data: Option<Held<E, T>>,
}

impl<T: Real, E: Differentiable<T>> Saved<T, E> {
    pub fn of(data: &Held<E, T>, is_needed: bool) -> Self {
        Self {
            sizes: sizes_of::<T, E>(data),
            data: is_needed.then(|| <E as Clones<T>>::keep::<Any>(data)),
        }
    }

    pub fn sizes(&self) -> &DynShape {
        &self.sizes
    }

    /// The elements.
    pub fn term(&self) -> Term<'_, T, E> {
        match &self.data {
            Some(data) => Term::from_ref(data),
            None => unreachable!("elements that are needed have been kept"),
        }
    }
}

/// Operations of terms whose results are terms.
pub trait Terms<T: Real, E: Differentiable<T>>: Sized {
    /// Data that is kept for later.
    fn kept(data: &Held<E, T>) -> Term<'static, T, E>;

    /// The same data, kept for as long as needed.
    fn owned<'t>(&self) -> Term<'t, T, E>;

    /// One number everywhere.
    fn full(sizes: DynShape, value: f64) -> Self;

    /// Each element times a number.
    fn times<'t>(self, factor: f64) -> Term<'t, T, E>;

    /// Each element plus a number.
    fn plus<'t>(self, summand: f64) -> Term<'t, T, E>;

    /// Each element with the other sign.
    fn negated<'t>(self) -> Term<'t, T, E>;

    /// The sum over what broadcasting to these sizes has repeated.
    fn summed_to<'t>(&self, sizes: &DynShape) -> Term<'t, T, E>;

    /// Repeated along axes that are added or have size 1.
    fn expanded<'t>(&self, sizes: &DynShape) -> Term<'t, T, E>;

    /// Reordered axes: axis `k` of the result is axis `order[k]`.
    fn permuted<'t>(&self, order: &[usize]) -> Term<'t, T, E>;

    /// `length` indices of an axis, from `start` on.
    fn narrowed<'t>(&self, axis: usize, start: usize, length: usize) -> Term<'t, T, E>;

    /// The elements of an axis at these places, or 0.
    fn placed<'t>(&self, axis: usize, places: &[Option<usize>]) -> Term<'t, T, E>;

    /// The elements of an axis added up at these places of an axis of another size; those without a place are left out.
    fn gathered<'t>(&self, axis: usize, places: &[Option<usize>], size: usize) -> Term<'t, T, E>;

    /// 1 where a comparison holds, and 0 elsewhere.
    fn compared<'t, Op>(&self, rhs: &Term<'_, T, E>) -> Term<'t, T, E>
    where
        E: Binary<Op, T, Element = bool, OutputEngine = E>;

    /// 1 where an element is greater than 0.
    fn positive<'t>(&self) -> Term<'t, T, E>;

    /// The elements where a mask is true, and 0 elsewhere.
    fn masked<'t>(&self, mask: &Held<E, bool>) -> Term<'t, T, E>;
}

impl<T: Real, E: Differentiable<T>> Terms<T, E> for Term<'_, T, E> {
    fn kept(data: &Held<E, T>) -> Term<'static, T, E> {
        Term::from(<E as Clones<T>>::keep::<Any>(data))
    }

    fn owned<'t>(&self) -> Term<'t, T, E> {
        Term::kept(self.data())
    }

    fn full(sizes: DynShape, value: f64) -> Self {
        Term::from(<E as Creates<T>>::full::<Any>(sizes, number(value)))
    }

    fn times<'t>(self, factor: f64) -> Term<'t, T, E> {
        self.map(ops::Right(ops::Mul, number(factor)))
    }

    fn plus<'t>(self, summand: f64) -> Term<'t, T, E> {
        self.map(ops::Right(ops::Add, number(summand)))
    }

    fn negated<'t>(self) -> Term<'t, T, E> {
        self.map(ops::Neg)
    }

    fn summed_to<'t>(&self, sizes: &DynShape) -> Term<'t, T, E> {
        let (own, sizes) = (self.sizes(), sizes.dims());
        if own == sizes {
            return self.owned();
        }
        let added = own.len() - sizes.len();
        let is_stretched = |axis: &usize| match axis.checked_sub(added) {
            Some(place) => sizes[place] != own[*axis],
            None => true,
        };
        let axes = (0..own.len()).filter(is_stretched);
        let axes: Vec<usize> = axes.map(|axis| own.len() - axis).collect();
        self.reduce::<ops::Sum>(&axes).reshape(sizes)
    }

    fn expanded<'t>(&self, sizes: &DynShape) -> Term<'t, T, E> {
        let data = <E as MovesAxes<T>>::expand::<Any, Any>(self.data(), sizes.clone());
        Term::from(data)
    }

    fn permuted<'t>(&self, order: &[usize]) -> Term<'t, T, E> {
        Term::from(<E as MovesAxes<T>>::permute::<Any, Any>(self.data(), order))
    }

    fn narrowed<'t>(&self, axis: usize, start: usize, length: usize) -> Term<'t, T, E> {
        let data = <E as MovesAxes<T>>::narrow::<Any, Any>(self.data(), axis, start, length);
        Term::from(data)
    }

    fn placed<'t>(&self, axis: usize, places: &[Option<usize>]) -> Term<'t, T, E> {
        let mut sizes = self.sizes().to_vec();
        sizes[axis] = places.len();
        let data = <E as Copies<T>>::arrange::<Any, Any>(
            self.data(),
            axis,
            sizes.into(),
            &|place| places[place],
            Some(T::zero()),
        );
        Term::from(data)
    }

    fn gathered<'t>(&self, axis: usize, places: &[Option<usize>], size: usize) -> Term<'t, T, E> {
        let from: Vec<usize> = (0..places.len())
            .filter(|&place| places[place].is_some())
            .collect();
        let to: Vec<usize> = places.iter().copied().flatten().collect();
        let mut sizes = self.sizes().to_vec();
        let is_whole = from.len() == places.len();
        let part = match is_whole {
            true => self.by_ref(),
            false => self.placed(
                axis,
                &from.iter().map(|&place| Some(place)).collect::<Vec<_>>(),
            ),
        };
        sizes[axis] = size;
        let mut sum = Term::<T, E>::full(sizes.into(), 0.0).into_data();
        let mut next = to.iter().copied();
        let to = <E as Creates<usize>>::generate::<Any>([to.len()].into(), || {
            next.next().expect("as many as there are places")
        });
        let added = <E as Scatters<ops::Add, T>>::place::<Any, Any, Any>(
            &mut sum,
            axis,
            &to,
            part.data(),
            Chosen::WholeParts,
        );
        added.unwrap_or_else(|error| unreachable!("places are within the axis: {error}"));
        Term::from(sum)
    }

    fn compared<'t, Op>(&self, rhs: &Term<'_, T, E>) -> Term<'t, T, E>
    where
        E: Binary<Op, T, Element = bool, OutputEngine = E>,
    {
        let mask = mask::<Op, T, E>(self, rhs);
        let cast = ops::Cast(std::marker::PhantomData);
        Term::from(<E as Unary<ops::Cast<T>, bool>>::unary::<Any>(
            cast,
            shapecheck::engine::Operand::ByValue(mask),
        ))
    }

    fn positive<'t>(&self) -> Term<'t, T, E> {
        self.compared::<ops::Greater>(&Term::full(DynShape::default(), 0.0))
    }

    fn masked<'t>(&self, mask: &Held<E, bool>) -> Term<'t, T, E> {
        chosen(mask, self, &Term::full(DynShape::default(), 0.0))
    }
}

/// The mask of where a comparison holds.
pub fn mask<Op, T: Real, E>(lhs: &Term<'_, T, E>, rhs: &Term<'_, T, E>) -> Held<E, bool>
where
    E: Differentiable<T> + Binary<Op, T, Element = bool, OutputEngine = E>,
{
    use shapecheck::engine::Operand::ByRef;
    let sizes = shapecheck::broadcast::broadcast_shapes(&[lhs.sizes(), rhs.sizes()]);
    let sizes = sizes.unwrap_or_else(|error| unreachable!("checked by the rule: {error}"));
    let (lhs, rhs) = (ByRef(lhs.data()), ByRef(rhs.data()));
    <E as Binary<Op, T>>::binary::<Any, Any, Any>(lhs, rhs, sizes)
}

/// The first elements where a mask is true, which has the sizes of the result, and the others elsewhere.
pub fn chosen<'t, T: Real, E: Differentiable<T>>(
    mask: &Held<E, bool>,
    yes: &Term<'_, T, E>,
    no: &Term<'_, T, E>,
) -> Term<'t, T, E> {
    let sizes = E::sizes::<bool, Any>(mask).into();
    let data = <E as Selects<T>>::select::<Any, Any, Any, Any>(mask, yes.data(), no.data(), sizes);
    Term::from(data)
}

/// The order that undoes an order.
pub fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (place, &axis) in order.iter().enumerate() {
        inverse[axis] = place;
    }
    inverse
}

/// A tensor with the first of these axes also as the second one, which is 0 off their diagonal.
pub fn put_on_diagonal<'t, T: Real, E: Differentiable<T>>(
    diagonal: &Term<'_, T, E>,
    [first, second]: [usize; 2],
) -> Term<'t, T, E> {
    let mut sizes = diagonal.sizes().to_vec();
    let size = sizes[if first < second { first } else { first - 1 }];
    sizes.insert(second, 1);
    let column = diagonal.by_ref().reshape(sizes.clone());
    sizes[second] = size;
    let mut along = vec![1; sizes.len()];
    (along[first], along[second]) = (size, size);
    let mut place = 0..size * size;
    let unit = <E as Creates<bool>>::generate::<Any>(along.into(), || {
        place
            .next()
            .is_some_and(|place| place / size == place % size)
    });
    let mask = <E as MovesAxes<bool>>::expand::<Any, Any>(&unit, sizes.into());
    column.masked(&mask)
}

/// The gradient of a tensor of these sizes, from that of its slice.
pub fn put_back<'t, T: Real, E: Differentiable<T>>(
    slice: &Term<'_, T, E>,
    sizes: &[usize],
    entries: &[SliceEntry],
) -> Term<'t, T, E> {
    let mut parts = Vec::new();
    each_taken(sizes, entries, |axis, taken| parts.push((axis, taken)))
        .unwrap_or_else(|error| unreachable!("checked by the rule: {error}"));
    // The axes that were removed come back, with size 1, and those that were added go.
    let whole = parts.iter().filter_map(|(_, taken)| match taken {
        Taken::At(_) => Some(1),
        Taken::Span { length, .. } => Some(*length),
        Taken::New => None,
    });
    let mut found = slice.owned().reshape(whole.collect::<Vec<_>>());
    for (axis, taken) in parts {
        let size = sizes[axis.min(sizes.len().saturating_sub(1))..].first();
        let size = size.copied().unwrap_or_default();
        let (start, length, step) = match taken {
            Taken::New => continue,
            whole if whole == Taken::whole(size) => continue,
            Taken::At(index) => (index, 1, 1),
            Taken::Span {
                start,
                length,
                step,
            } => (start, length, step),
        };
        let mut places = vec![None; size];
        (0..length).for_each(|place| places[start + place * step] = Some(place));
        found = found.placed(axis, &places);
    }
    found
}
