//! Products of matrices, and equations.

use shapecheck::engine::{Factors, Inverts, Products, Term, ops};
use shapecheck::{DynShape, MatrixError, Shape};

use crate::data::Traced;
use crate::terms::{Saved, Terms, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

impl<T: Real, E: Differentiable<T>> Products<T> for Grad<E> {
    type OutputEngine = Self;

    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Traced<T, E>,
        rhs: &Traced<T, E>,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let (value, other) = (&lhs.value, &rhs.value);
        let found = <E as Products<T>>::product::<Any, Any, Any>(value, other, sizes);
        Traced::result(found, &[&lhs.node, &rhs.node], |_| {
            let x = Saved::<T, E>::of(value, rhs.node.is_some());
            let y = Saved::<T, E>::of(other, lhs.node.is_some());
            move |gradient, flow| {
                let (of_x, of_y) = (x.sizes(), y.sizes());
                let [rows, columns, found] = matrices(of_x.dims(), of_y.dims(), gradient.sizes());
                let g = gradient.by_ref().reshape(found);
                flow.give(0, || {
                    let y = y.term().reshape(columns.clone());
                    let sum = g.product(&y.transpose()).summed_to(&rows);
                    sum.reshape(of_x.clone())
                });
                flow.give(1, || {
                    let x = x.term().reshape(rows.clone());
                    let sum = x.transpose().product(&g).summed_to(&columns);
                    sum.reshape(of_y.clone())
                });
            }
        })
    }

    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Traced<T, E>,
        rhs: &Traced<T, E>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let (value, other) = (&lhs.value, &rhs.value);
        let found = E::contract::<Any, Any, Any>(value, other, axes, last, sizes);
        Traced::result(found, &[&lhs.node, &rhs.node], |_| {
            let x = Saved::<T, E>::of(value, rhs.node.is_some());
            let y = Saved::<T, E>::of(other, lhs.node.is_some());
            move |gradient, flow| {
                let (of_x, of_y) = (x.sizes(), y.sizes());
                let (rows, inner) = of_x.dims().split_at(of_x.rank() - axes);
                let columns = match last {
                    true => &of_y.dims()[..of_y.rank() - axes],
                    false => &of_y.dims()[axes..],
                };
                let [rows, inner, columns] =
                    [rows, inner, columns].map(|sizes| sizes.iter().product::<usize>());
                let g = gradient.by_ref().reshape([rows, columns]);
                flow.give(0, || {
                    // As rows of the right side's other axes, whatever the order.
                    let y = match last {
                        true => y.term().reshape([columns, inner]),
                        false => y.term().reshape([inner, columns]).transpose(),
                    };
                    g.product(&y).reshape(of_x.clone())
                });
                flow.give(1, || {
                    let x = x.term().reshape([rows, inner]);
                    let found = match last {
                        true => g.transpose().product(&x),
                        false => x.transpose().product(&g),
                    };
                    found.reshape(of_y.clone())
                });
            }
        })
    }
}

/// The sizes of both factors and of their product as matrices: a vector on the left is a row, and on the right a column.
/// What is before the rows on the left becomes rows if there is nothing in front on the right, so that products are
/// summed where they are made.
fn matrices(x: &[usize], y: &[usize], product: &[usize]) -> [DynShape; 3] {
    let (front, inner) = x.split_at(x.len() - 1);
    match *y {
        [_, ref columns @ ..] if y.len() < 3 => {
            let rows = front.iter().product();
            let columns = columns.first().copied().unwrap_or(1);
            let sizes = |sizes: [usize; 2]| DynShape::from(sizes);
            [
                sizes([rows, inner[0]]),
                sizes([inner[0], columns]),
                sizes([rows, columns]),
            ]
        }
        _ => {
            let (mut x, mut product) = (x.to_vec(), product.to_vec());
            if front.is_empty() {
                x.insert(0, 1);
                product.insert(product.len() - 1, 1);
            }
            [x.into(), y.into(), product.into()]
        }
    }
}

/// The inverses of matrices that have been inverted before.
fn inverses<'t, T: Real, E: Differentiable<T>>(matrices: &Term<'_, T, E>) -> Term<'t, T, E> {
    match E::inverse::<Any, Any>(matrices.data()) {
        Ok(inverses) => Term::from(inverses),
        Err(error) => unreachable!("the equations had a solution: {error}"),
    }
}

impl<T: Real, E: Differentiable<T>> Inverts<T> for Grad<E> {
    #[track_caller]
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &Traced<T, E>,
        rhs: &Traced<T, E>,
    ) -> Result<Traced<T, E>, MatrixError> {
        let found = E::solve::<Any, Any, Any>(&data.value, &rhs.value)?;
        Ok(Traced::result(found, &[&data.node, &rhs.node], |found| {
            let (a, x) = (Term::<T, E>::kept(&data.value), Term::<T, E>::kept(found));
            let of_rhs = sizes_of::<T, E>(&rhs.value);
            move |gradient, flow| {
                // A right-hand side of one axis is one vector.
                let matrices = |term: &Term<'_, T, E>| {
                    let mut sizes = term.sizes().to_vec();
                    if of_rhs.rank() == 1 {
                        sizes.push(1);
                    }
                    Term::<T, E>::kept(term.data()).reshape(sizes)
                };
                let of_b = inverses(&a).transpose().product(&matrices(gradient));
                flow.give(0, || {
                    let of_a = of_b.product(&matrices(&x).transpose()).negated();
                    of_a.summed_to(&sizes_of::<T, E>(a.data()))
                });
                flow.give(1, || {
                    let mut sizes = of_rhs.dims().to_vec();
                    if sizes.len() == 1 {
                        sizes.push(1);
                    }
                    of_b.summed_to(&sizes.into()).reshape(of_rhs.clone())
                });
            }
        }))
    }

    #[track_caller]
    fn inverse<S: Shape, O: Shape>(data: &Traced<T, E>) -> Result<Traced<T, E>, MatrixError> {
        let found = E::inverse::<Any, Any>(&data.value)?;
        Ok(Traced::result(found, &[&data.node], |found| {
            let y = Term::<T, E>::kept(found);
            move |gradient, flow| {
                flow.give(0, || {
                    let turned = y.transpose();
                    turned.product(gradient).product(&turned).negated()
                });
            }
        }))
    }

    #[track_caller]
    fn det<S: Shape, O: Shape>(data: &Traced<T, E>) -> Traced<T, E> {
        let found = E::det::<Any, Any>(&data.value);
        Traced::result(found, &[&data.node], |_| {
            let x = Term::<T, E>::kept(&data.value);
            move |gradient, flow| {
                flow.give(0, || {
                    let mut sizes = gradient.sizes().to_vec();
                    sizes.extend([1, 1]);
                    cofactors(&x) * gradient.by_ref().reshape(sizes)
                });
            }
        })
    }
}

/// The slopes of the determinants of matrices: for each element the determinant without its row and column, with its
/// sign. This holds for singular matrices too, which have no inverse.
fn cofactors<'t, T: Real, E: Differentiable<T>>(x: &Term<'_, T, E>) -> Term<'t, T, E> {
    let (rank, size) = (x.sizes().len(), x.sizes()[x.sizes().len() - 1]);
    if let Ok(inverse) = E::inverse::<Any, Any>(x.data()) {
        let mut sizes = x.sizes()[..rank - 2].to_vec();
        sizes.extend([1, 1]);
        let det = Term::<T, E>::from(E::det::<Any, Any>(x.data())).reshape(sizes);
        return Term::<T, E>::from(inverse).transpose() * det;
    }
    let without = |term: &Term<'_, T, E>, axis: usize, index: usize| {
        let places = (0..size).filter(|&place| place != index).map(Some);
        term.placed(axis, &places.collect::<Vec<_>>())
    };
    let mut found = Term::<T, E>::full(x.sizes().into(), 0.0);
    for row in 0..size {
        let rows = without(x, rank - 2, row);
        for column in 0..size {
            let minor = without(&rows, rank - 1, column);
            let mut sizes = minor.sizes()[..rank - 2].to_vec();
            sizes.extend([1, 1]);
            let det = Term::<T, E>::from(E::det::<Any, Any>(minor.data())).reshape(sizes);
            let at = |index: usize| {
                let places = (0..size).map(|place| (place == index).then_some(0));
                places.collect::<Vec<_>>()
            };
            let sign = if (row + column) % 2 == 0 { 1.0 } else { -1.0 };
            let placed = det.placed(rank - 2, &at(row)).placed(rank - 1, &at(column));
            found = found + placed.times(sign);
        }
    }
    found
}

/// The elements on and below the diagonal, each times a number for the diagonal and one for the others.
pub fn lower<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    [on, below]: [f64; 2],
) -> Term<'t, T, E> {
    use shapecheck::engine::Creates;
    let size = x.sizes()[x.sizes().len() - 1];
    let mut place = 0;
    let factors = <E as Creates<T>>::generate::<Any>([size, size].into(), || {
        let (row, column) = (place / size, place % size);
        place += 1;
        crate::terms::number(match row.cmp(&column) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => on,
            std::cmp::Ordering::Greater => below,
        })
    });
    Term::from(factors).binary::<ops::Mul>(x.by_ref())
}

impl<T: Real, E: Differentiable<T>> Factors<T> for Grad<E> {
    #[track_caller]
    fn cholesky<S: Shape>(data: &Traced<T, E>) -> Result<Traced<T, E>, MatrixError> {
        let found = E::cholesky::<Any>(&data.value)?;
        Ok(Traced::result(found, &[&data.node], |found| {
            let l = Term::<T, E>::kept(found);
            move |gradient, flow| {
                // L⁻ᵀ Φ(Lᵀ G) L⁻¹, where Φ halves the diagonal of a lower triangle. The elements above the diagonal are
                // not read, so those below it have their share too.
                flow.give(0, || {
                    let inner = lower(&l.transpose().product(gradient), [0.5, 1.0]);
                    let inverse = inverses(&l);
                    let whole = inverse.transpose().product(&inner).product(&inverse);
                    lower(&(whole.by_ref() + whole.transpose()), [0.5, 1.0])
                });
            }
        }))
    }
}
