//! Decompositions of matrices.
//!
//! Each result of a decomposition has a derivative of its own, and the gradient of the matrix is the sum of what they
//! give. The formulas for Q and R are those of Walter and Lehmann, "On evaluating higher-order derivatives of the QR
//! decomposition of tall matrices with full column rank in forward and reverse mode algorithmic differentiation", those
//! for eigenvalues and singular values of Giles, "Collected matrix derivative results for forward and reverse mode
//! algorithmic differentiation".

use std::rc::Rc;

use shapecheck::engine::{Decomposes, Term, ops};
use shapecheck::{DynShape, Shape};

use crate::data::Traced;
use crate::products::lower;
use crate::terms::Terms;
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// Equal eigenvalues or singular values have no derivative of their vectors: the gradient is infinite or NaN, and so it is
/// where a matrix that would be divided by is singular.
///
/// # Panics
///
/// `backward` panics through the columns of a complete Q, and of a full U or V, that the matrix does not determine.
impl<T: Real, E: Differentiable<T> + Decomposes<T>> Decomposes<T> for Grad<E> {
    #[track_caller]
    fn qr<S: Shape, Q: Shape, R: Shape>(
        data: &Traced<T, E>,
        complete: bool,
    ) -> (Traced<T, E>, Traced<T, E>) {
        let (q, r) = E::qr::<Any, Any, Any>(&data.value, complete);
        if data.node.is_none() {
            return (Traced::constant(q), Traced::constant(r));
        }
        let [rows, columns] = last(E::sizes::<T, Any>(&data.value));
        let own = rows.min(columns);
        // Of a complete decomposition, the further columns of Q meet rows of zeros.
        let factors = Rc::new(Qr {
            q: narrowed::<T, E>(&Term::<T, E>::from_ref(&q), 1, own),
            r: narrowed::<T, E>(&Term::<T, E>::from_ref(&r), 2, own),
        });
        let of_r = Rc::clone(&factors);
        let q = Traced::result(q, &[&data.node], |_| {
            move |gradient, flow| {
                assert!(
                    last(gradient.sizes())[1] == own,
                    "`complete_qr` of {rows} rows and {columns} columns has columns of Q without a derivative: `qr` leaves them out"
                );
                flow.give(0, || factors.pull_q(gradient));
            }
        });
        let r = Traced::result(r, &[&data.node], |_| {
            move |gradient, flow| {
                flow.give(0, || of_r.pull_r(&narrowed::<T, E>(gradient, 2, own)));
            }
        });
        (q, r)
    }

    #[track_caller]
    fn eigh<S: Shape, L: Shape>(data: &Traced<T, E>) -> (Traced<T, E>, Traced<T, E>) {
        let (values, vectors) = E::eigh::<Any, Any>(&data.value);
        if data.node.is_none() {
            return (Traced::constant(values), Traced::constant(vectors));
        }
        let v = Rc::new(Term::<T, E>::kept(&vectors));
        let (l, of_vectors) = (Term::<T, E>::kept(&values), Rc::clone(&v));
        let values = Traced::result(values, &[&data.node], |_| {
            move |gradient, flow| {
                flow.give(0, || {
                    let scaled = v.by_ref() * row::<T, E>(gradient);
                    of_lower_triangle(&scaled.product(&v.transpose()))
                });
            }
        });
        let vectors = Traced::result(vectors, &[&data.node], |_| {
            move |gradient, flow| {
                flow.give(0, || {
                    let turned = of_vectors.transpose();
                    let inner = turned.product(gradient) * distances(&l);
                    of_lower_triangle(&of_vectors.product(&inner).product(&turned))
                });
            }
        });
        (values, vectors)
    }

    #[track_caller]
    fn slogdet<S: Shape, O: Shape>(data: &Traced<T, E>) -> (Traced<T, E>, Traced<T, E>) {
        let (sign, logarithm) = E::slogdet::<Any, Any>(&data.value);
        let logarithm = Traced::result(logarithm, &[&data.node], |_| {
            let x = Term::<T, E>::kept(&data.value);
            move |gradient, flow| {
                flow.give(0, || {
                    let each = row::<T, E>(&column::<T, E>(gradient));
                    inverse(&x).transpose() * each
                });
            }
        });
        // It is the same nearby.
        (Traced::constant(sign), logarithm)
    }

    #[track_caller]
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &Traced<T, E>,
        full: bool,
    ) -> (Traced<T, E>, Traced<T, E>, Traced<T, E>) {
        let (u, values, v) = E::svd::<Any, Any, Any, Any>(&data.value, full);
        if data.node.is_none() {
            return (
                Traced::constant(u),
                Traced::constant(values),
                Traced::constant(v),
            );
        }
        let [rows, columns] = last(E::sizes::<T, Any>(&data.value));
        let own = rows.min(columns);
        let factors = Rc::new(Svd {
            u: narrowed::<T, E>(&Term::<T, E>::from_ref(&u), 1, own),
            values: Term::<T, E>::kept(&values),
            v: narrowed::<T, E>(&Term::<T, E>::from_ref(&v), 2, own),
        });
        let determined = move |size: usize, name: &str| {
            assert!(
                size == own,
                "`full_svd` of {rows} rows and {columns} columns has a {name} that is not determined, without a derivative: `svd` leaves that part out"
            );
        };
        let [of_u, of_values, of_v] = [0; 3].map(|_| Rc::clone(&factors));
        let u = Traced::result(u, &[&data.node], |_| {
            move |gradient, flow| {
                determined(last(gradient.sizes())[1], "U");
                flow.give(0, || of_u.pull_u(gradient, rows));
            }
        });
        let values = Traced::result(values, &[&data.node], |_| {
            move |gradient, flow| {
                flow.give(0, || {
                    let scaled = of_values.u.by_ref() * row::<T, E>(gradient);
                    scaled.product(&of_values.v)
                });
            }
        });
        let v = Traced::result(v, &[&data.node], |_| {
            move |gradient, flow| {
                determined(last(gradient.sizes())[0], "V");
                flow.give(0, || of_v.pull_v(gradient, columns));
            }
        });
        (u, values, v)
    }
}

/// `A = Q R` with as many columns in Q, and rows in R, as the smaller side of A has.
struct Qr<T: 'static, E: Differentiable<T>> {
    q: Term<'static, T, E>,
    r: Term<'static, T, E>,
}

impl<T: Real, E: Differentiable<T>> Qr<T, E> {
    /// R of the first columns of A, as many as it has rows.
    fn square<'t>(&self) -> Term<'t, T, E> {
        narrowed(&self.r, 1, last(self.r.sizes())[0])
    }

    /// The gradient of A from that of Q, which comes from the first columns of A.
    fn pull_q<'t>(&self, of_q: &Term<'_, T, E>) -> Term<'t, T, E> {
        let m = of_q.transpose().product(&self.q).negated();
        let of_first = self.pull(&m, Some(of_q));
        let columns = last(self.r.sizes())[1];
        widened(&of_first, 0, columns)
    }

    /// The gradient of A from that of R. What R has to the right of its square is `Qᵀ` times the other columns of A.
    fn pull_r<'t>(&self, of_r: &Term<'_, T, E>) -> Term<'t, T, E> {
        let [own, columns] = last(self.r.sizes());
        let of_square = narrowed::<T, E>(of_r, 1, own);
        let m = self.square().product(&of_square.transpose());
        if columns == own {
            return self.pull(&m, None);
        }
        let (rank, rest) = (of_r.sizes().len(), columns - own);
        let of_rest = of_r.narrowed(rank - 1, own, rest);
        let others = self.q.product(&self.r.narrowed(rank - 1, own, rest));
        let of_q = others.product(&of_rest.transpose());
        let m = m - of_q.transpose().product(&self.q);
        let of_first = self.pull(&m, Some(&of_q));
        let of_others = self.q.product(&of_rest);
        widened::<T, E>(&of_first, 0, columns) + widened::<T, E>(&of_others, own, columns)
    }

    /// `(of Q + Q (L + Lᵀ)) R⁻ᵀ`, where L is the lower triangle of M with half its diagonal.
    fn pull<'t>(&self, m: &Term<'_, T, E>, of_q: Option<&Term<'_, T, E>>) -> Term<'t, T, E> {
        let half = lower(m, [0.5, 1.0]);
        let inner = self.q.product(&(half.by_ref() + half.transpose()));
        let inner = match of_q {
            Some(of_q) => inner + of_q.by_ref(),
            None => inner,
        };
        inner.product(&inverse(&self.square()).transpose())
    }
}

/// `A = U diag(values) V` with as many singular values as the smaller side of A has.
struct Svd<T: 'static, E: Differentiable<T>> {
    u: Term<'static, T, E>,
    values: Term<'static, T, E>,
    v: Term<'static, T, E>,
}

impl<T: Real, E: Differentiable<T>> Svd<T, E> {
    /// The antisymmetric part of how the vectors turn, by the distances of the squares of their values.
    fn turns<'t>(&self, turned: &Term<'_, T, E>) -> Term<'t, T, E> {
        let skew = turned.owned() - turned.transpose();
        skew * distances(&self.values.square())
    }

    /// The gradient of A from that of U. The part of it outside of the columns of U is divided by the values.
    fn pull_u<'t>(&self, of_u: &Term<'_, T, E>, rows: usize) -> Term<'t, T, E> {
        let turned = self.u.transpose().product(of_u);
        let inner = self.turns(&turned) * row::<T, E>(&self.values);
        let found = self.u.product(&inner);
        let found = match rows > last(turned.sizes())[0] {
            true => {
                let outside = of_u.owned() - self.u.product(&turned);
                found + outside / row::<T, E>(&self.values)
            }
            false => found,
        };
        found.product(&self.v)
    }

    /// The same from that of V, which has its vectors as rows.
    fn pull_v<'t>(&self, of_v: &Term<'_, T, E>, columns: usize) -> Term<'t, T, E> {
        let turned = self.v.product(&of_v.transpose());
        let inner = self.turns(&turned) * column::<T, E>(&self.values);
        let found = inner.product(&self.v);
        let found = match columns > last(turned.sizes())[0] {
            true => {
                let outside = of_v.owned() - turned.transpose().product(&self.v);
                found + outside / column::<T, E>(&self.values)
            }
            false => found,
        };
        self.u.product(&found)
    }
}

/// The rows and columns of matrices in the last two axes.
fn last(sizes: &[usize]) -> [usize; 2] {
    match sizes {
        [.., rows, columns] => [*rows, *columns],
        _ => unreachable!("matrices have two axes, by the rule"),
    }
}

/// The first `size` indices of an axis, counted from the end, from 1.
fn narrowed<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    axis: usize,
    size: usize,
) -> Term<'t, T, E> {
    let place = x.sizes().len() - axis;
    match x.sizes()[place] == size {
        true => x.owned(),
        false => x.narrowed(place, 0, size),
    }
}

/// Matrices with zeros beside their columns, which begin at `start`.
fn widened<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    start: usize,
    columns: usize,
) -> Term<'t, T, E> {
    let own = last(x.sizes())[1];
    if own == columns {
        return x.owned();
    }
    let place = |column: usize| column.checked_sub(start).filter(|place| *place < own);
    let places: Vec<_> = (0..columns).map(place).collect();
    x.placed(x.sizes().len() - 1, &places)
}

/// Vectors as rows: `[.., N]` to `[.., 1, N]`.
fn row<'t, T: Real, E: Differentiable<T>>(vectors: &Term<'_, T, E>) -> Term<'t, T, E> {
    let mut sizes = vectors.sizes().to_vec();
    sizes.insert(sizes.len() - 1, 1);
    vectors.by_ref().reshape(sizes)
}

/// Vectors as columns: `[.., N]` to `[.., N, 1]`.
fn column<'t, T: Real, E: Differentiable<T>>(vectors: &Term<'_, T, E>) -> Term<'t, T, E> {
    let mut sizes = vectors.sizes().to_vec();
    sizes.push(1);
    vectors.by_ref().reshape(sizes)
}

/// `1 / (values[j] - values[i])` beside the diagonal, and 0 on it.
fn distances<'t, T: Real, E: Differentiable<T>>(values: &Term<'_, T, E>) -> Term<'t, T, E> {
    let size = values.sizes()[values.sizes().len() - 1];
    let ones = Term::<T, E>::full([size, size].into(), 1.0);
    let diagonal = lower(&ones, [1.0, 0.0]);
    let differences = row::<T, E>(values) - column::<T, E>(values);
    (differences + diagonal.by_ref()).map(ops::Recip) - diagonal
}

/// The gradient of matrices of which only the lower triangle is read, from that of symmetric ones.
fn of_lower_triangle<'t, T: Real, E: Differentiable<T>>(x: &Term<'_, T, E>) -> Term<'t, T, E> {
    lower(&(x.owned() + x.transpose()), [0.5, 1.0])
}

/// The inverses of matrices; NaN if one of them has none.
fn inverse<'t, T: Real, E: Differentiable<T>>(x: &Term<'_, T, E>) -> Term<'t, T, E> {
    match E::inverse::<Any, Any>(x.data()) {
        Ok(inverse) => Term::from(inverse),
        Err(_) => Term::full(x.sizes().into(), f64::NAN),
    }
}
