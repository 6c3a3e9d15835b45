//! Elements at indices: what is taken there is added up there.

use shapecheck::broadcast::broadcast_shapes;
use shapecheck::engine::{Chosen, Clones, Gathers, MovesAxes, Scatters, Term, ops};
use shapecheck::{DynShape, Shape, ShapeError};

use crate::data::Traced;
use crate::terms::{Terms, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// Values added up at indices of a tensor of zeros.
fn added_up<'t, T: Real, E: Differentiable<T>>(
    sizes: DynShape,
    axis: usize,
    indices: &E::Data<usize, Any>,
    values: &Term<'_, T, E>,
    chosen: Chosen,
) -> Term<'t, T, E> {
    let mut sum = Term::<T, E>::full(sizes, 0.0).into_data();
    let values = values.data();
    let added = <E as Scatters<ops::Add, T>>::place::<Any, Any, Any>(
        &mut sum, axis, indices, values, chosen,
    );
    added.unwrap_or_else(|error| unreachable!("the indices have been there before: {error}"));
    Term::from(sum)
}

/// The sizes of a tensor of which one element is taken for each index, where all axes but one broadcast.
fn stretched(own: &DynShape, indices: &[usize], axis: usize) -> DynShape {
    let mut others = indices.to_vec();
    others[axis] = 1;
    let sizes = broadcast_shapes(&[own.dims(), &others]);
    sizes.unwrap_or_else(|error| unreachable!("checked by the rule: {error}"))
}

impl<T: Real, E: Differentiable<T>> Gathers<T> for Grad<E> {
    type OutputEngine = Self;

    #[track_caller]
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Traced<T, E>,
        axis: usize,
        indices: &Traced<usize, E>,
    ) -> Result<Traced<T, E>, ShapeError> {
        let (value, places) = (&data.value, &indices.value);
        let found = <E as Gathers<T>>::take::<Any, Any, Any>(value, axis, places)?;
        Ok(Traced::result(found, &[&data.node], |_| {
            let (sizes, indices) = (sizes_of::<T, E>(value), indices.kept().value);
            move |gradient, flow| {
                let whole = Chosen::WholeParts;
                flow.give(0, || {
                    added_up(sizes.clone(), axis, &indices, gradient, whole)
                });
            }
        }))
    }

    #[track_caller]
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Traced<T, E>,
        axis: usize,
        indices: &Traced<usize, E>,
    ) -> Result<Traced<T, E>, ShapeError> {
        let (value, places) = (&data.value, &indices.value);
        let found = <E as Gathers<T>>::take_along_axis::<Any, Any, Any>(value, axis, places)?;
        Ok(Traced::result(found, &[&data.node], |_| {
            let (sizes, indices) = (sizes_of::<T, E>(value), indices.kept().value);
            move |gradient, flow| {
                flow.give(0, || {
                    let of_indices = E::sizes::<usize, Any>(&indices);
                    let whole = stretched(&sizes, of_indices, axis);
                    let all = gradient.sizes().into();
                    let indices = <E as MovesAxes<usize>>::expand::<Any, Any>(&indices, all);
                    let sum = added_up(whole, axis, &indices, gradient, Chosen::Elements);
                    sum.summed_to(&sizes)
                });
            }
        }))
    }

    #[track_caller]
    fn take_leading<S: Shape, R: Shape>(
        data: &Traced<T, E>,
        axis: usize,
        indices: &Traced<usize, E>,
    ) -> Result<Traced<T, E>, ShapeError> {
        let (value, places) = (&data.value, &indices.value);
        let found = <E as Gathers<T>>::take_leading::<Any, Any>(value, axis, places)?;
        Ok(Traced::result(found, &[&data.node], |_| {
            let (sizes, indices) = (sizes_of::<T, E>(value), indices.kept().value);
            move |gradient, flow| {
                let leading = Chosen::Leading;
                flow.give(0, || {
                    added_up(sizes.clone(), axis, &indices, gradient, leading)
                });
            }
        }))
    }
}

/// Sums at indices. Other changes are refused: of values that are written over one another, only some have a gradient.
impl<T: Real, E: Differentiable<T>> Scatters<ops::Add, T> for Grad<E> {
    #[track_caller]
    fn place<S: Shape, R: Shape, W: Shape>(
        target: &mut Traced<T, E>,
        axis: usize,
        indices: &Traced<usize, E>,
        values: &Traced<T, E>,
        chosen: Chosen,
    ) -> Result<(), ShapeError> {
        let mut sum = <E as Clones<T>>::keep::<Any>(&target.value);
        let (places, added) = (&indices.value, &values.value);
        <E as Scatters<ops::Add, T>>::place::<Any, Any, Any>(
            &mut sum, axis, places, added, chosen,
        )?;
        *target = Traced::result(sum, &[&target.node, &values.node], |_| {
            let (sizes, indices) = (sizes_of::<T, E>(added), indices.kept().value);
            move |gradient, flow| {
                flow.give(0, || gradient.owned());
                flow.give(1, || {
                    let gradient = gradient.data();
                    let found = match chosen {
                        Chosen::WholeParts => E::take::<Any, Any, Any>(gradient, axis, &indices),
                        Chosen::Elements => {
                            E::take_along_axis::<Any, Any, Any>(gradient, axis, &indices)
                        }
                        Chosen::Leading => E::take_leading::<Any, Any>(gradient, axis, &indices),
                    };
                    let found =
                        found.unwrap_or_else(|error| unreachable!("indices of before: {error}"));
                    let found = Term::<T, E>::from(found);
                    match chosen {
                        // Values beyond the indices are left out.
                        Chosen::Leading => (0..sizes.rank()).fold(found, |found, axis| {
                            let own = found.sizes()[axis];
                            let places = (0..sizes.dims()[axis]).map(|it| (it < own).then_some(it));
                            found.placed(axis, &places.collect::<Vec<_>>())
                        }),
                        _ => found.summed_to(&sizes),
                    }
                });
            }
        });
        Ok(())
    }
}
