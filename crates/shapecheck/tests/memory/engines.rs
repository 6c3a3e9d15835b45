//! An engine written outside of the crate: a generic network gives the same numbers on it, on the heap and inline. And
//! direct calls of the crate's engines with sizes that do not fit: they panic, and read nothing out of bounds.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use shapecheck::algebra::Keep;
use shapecheck::algebra::slices::{SliceEntry, Taken, each_taken, slices_shape};
use shapecheck::engine::{
    ArrayShape, Binary, BinaryFunction, BinaryInPlace, Clones, Copies, Creates, DynamicShapes,
    Engine, Factors, Floats, Gathers, Inverts, Joins, MovesAxes, Numbers, Operand, Products,
    ReadsElements, Reduces, Reshapes, Scans, Softmax, Sorts, Unary, UnaryFunction, ops,
};
use shapecheck::host::Borrowed;
use shapecheck::{
    Axis, Dim, Dyn, DynShape, Host, Inline, InlineTensor, MatrixError, Shape, ShapeError,
    StaticDim, Tensor, TensorOn, axes, dim, s, shape,
};

/// Sizes, and elements in row-major order: every operation looks every index up.
struct Plain;

/// What [`Plain`] holds.
#[derive(Clone, Debug, PartialEq)]
struct Table<T> {
    sizes: Vec<usize>,
    elements: Vec<T>,
}

impl<T> Table<T> {
    /// An element for each index, in row-major order.
    fn from_fn(sizes: &[usize], mut element: impl FnMut(&[usize]) -> T) -> Self {
        let mut index = vec![0; sizes.len()];
        let elements = (0..sizes.iter().product()).map(|mut place: usize| {
            for (index, size) in index.iter_mut().zip(sizes).rev() {
                *index = place % size;
                place /= size;
            }
            element(&index)
        });
        Self {
            elements: elements.collect(),
            sizes: sizes.to_vec(),
        }
    }
}

impl<T: Clone> Table<T> {
    /// The element at an index into a shape that this one broadcasts to.
    fn at(&self, index: &[usize]) -> T {
        let own = &index[index.len() - self.sizes.len()..];
        let place = own.iter().zip(&self.sizes).fold(0, |place, (&own, &size)| {
            place * size + if size == 1 { 0 } else { own }
        });
        self.elements[place].clone()
    }

    /// What is made of the elements along axes, counted from the end.
    fn along<R>(&self, axes: &[usize], make: impl Fn(&[T]) -> R) -> Table<R> {
        let rank = self.sizes.len();
        let part = |kept: bool| -> Vec<usize> {
            let sizes = self.sizes.iter().enumerate();
            let sizes = sizes.map(|(axis, &size)| (axes.contains(&(rank - axis)) != kept, size));
            sizes
                .map(|(is_in, size)| if is_in { size } else { 1 })
                .collect()
        };
        let terms = part(false);
        Table::from_fn(&part(true), |result| {
            let along = Table::from_fn(&terms, |term| {
                let index: Vec<usize> = result.iter().zip(term).map(|(a, b)| a + b).collect();
                self.at(&index)
            });
            make(&along.elements)
        })
    }
}

impl Engine for Plain {
    type Data<T: 'static, S: ArrayShape> = Table<T>;

    type Out = Self;

    fn retype<T: 'static, S: ArrayShape, O: ArrayShape>(data: Table<T>) -> Table<T> {
        data
    }

    fn sizes<T: 'static, S: ArrayShape>(data: &Table<T>) -> &[usize] {
        &data.sizes
    }
}

impl DynamicShapes for Plain {}

impl<T: 'static> Creates<T> for Plain {
    fn full<S: Shape>(sizes: DynShape, value: T) -> Table<T>
    where
        T: Clone,
    {
        Table::from_fn(sizes.dims(), |_| value.clone())
    }

    fn generate<S: Shape>(sizes: DynShape, mut next: impl FnMut() -> T) -> Table<T> {
        Table::from_fn(sizes.dims(), |_| next())
    }
}

impl<T: Clone + 'static> Clones<T> for Plain {
    fn keep<S: ArrayShape>(data: &Table<T>) -> Table<T> {
        data.clone()
    }
}

impl<T: Clone + 'static> Copies<T> for Plain {
    fn copy<S: Shape>(data: &Table<T>) -> Table<T> {
        data.clone()
    }

    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &Table<T>,
        axis: usize,
        sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> Table<T> {
        Table::from_fn(sizes.dims(), |place| {
            let mut own = place.to_vec();
            match index(place[axis]) {
                Some(index) => {
                    own[axis] = index;
                    let places = own.iter().zip(&data.sizes);
                    data.elements[places.fold(0, |place, (own, size)| place * size + own)].clone()
                }
                None => value.clone().expect("a value where there is no element"),
            }
        })
    }

    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Table<T>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> Table<T> {
        let rows = sizes.dims()[..axis].iter().product();
        let mut elements = Vec::new();
        for row in 0..rows {
            for part in parts.clone() {
                let length = part.elements.len() / rows;
                elements.extend_from_slice(&part.elements[row * length..][..length]);
            }
        }
        Table {
            sizes: sizes.dims().to_vec(),
            elements,
        }
    }
}

impl<Op: BinaryFunction<T, Output: 'static>, T: Clone + 'static> Binary<Op, T> for Plain {
    type Element = Op::Output;
    type OutputEngine = Self;

    fn binary<S: Shape, R: Shape, O: Shape>(
        lhs: Operand<'_, Table<T>>,
        rhs: Operand<'_, Table<T>>,
        sizes: DynShape,
    ) -> Table<Op::Output> {
        Table::from_fn(sizes.dims(), |index| {
            Op::apply(lhs.data().at(index), rhs.data().at(index))
        })
    }
}

impl<Op: BinaryFunction<T, Output = T>, T: Clone + 'static> BinaryInPlace<Op, T> for Plain {
    fn update<S: Shape, R: Shape>(target: &mut Table<T>, rhs: &Table<T>) {
        *target = Table::from_fn(&target.sizes, |index| {
            Op::apply(target.at(index), rhs.at(index))
        });
    }
}

impl<Op: UnaryFunction<T, Output: 'static>, T: Clone + 'static> Unary<Op, T> for Plain {
    type Element = Op::Output;
    fn unary<S: Shape>(op: Op, data: Operand<'_, Table<T>>) -> Table<Op::Output> {
        let data = data.data();
        Table::from_fn(&data.sizes, |index| op.apply(data.at(index)))
    }
}

/// Reductions, from what each makes of a list.
macro_rules! reduces {
    ($($Op:ident -> $Element:ty = |$along:ident| $result:expr;)*) => {$(
        impl Reduces<ops::$Op, f64> for Plain {
            type Element = $Element;
            fn reduce<S: Shape, O: Shape>(data: &Table<f64>, axes: &[usize]) -> Table<$Element> {
                data.along(axes, |$along| $result)
            }

            fn reduce_all<S: Shape>(data: &Table<f64>) -> $Element {
                let $along = &data.elements[..];
                $result
            }
        }
    )*};
}

reduces! {
    Sum -> f64 = |along| along.iter().sum();
    Product -> f64 = |along| along.iter().product();
    Mean -> f64 = |along| mean(along);
    Var -> f64 = |along| {
        let mean = mean(along);
        along.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / along.len() as f64
    };
    Max -> f64 = |along| along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Min -> f64 = |along| along.iter().copied().fold(f64::INFINITY, f64::min);
    ArgMax -> usize = |along| place(along, |a, b| a > b);
    ArgMin -> usize = |along| place(along, |a, b| a < b);
}

fn mean(along: &[f64]) -> f64 {
    along.iter().sum::<f64>() / along.len() as f64
}

/// Where the first element is that is before all others.
fn place(along: &[f64], is_before: fn(f64, f64) -> bool) -> usize {
    let before = |best: usize, place: usize| match is_before(along[place], along[best]) {
        true => place,
        false => best,
    };
    (0..along.len()).fold(0, before)
}

impl Softmax<f64> for Plain {
    fn softmax<S: Shape, K: Shape>(data: &Table<f64>, axis: usize, logarithm: bool) -> Table<f64> {
        let sums = data.along(&[axis], |along| along.iter().map(|x| x.exp()).sum::<f64>());
        Table::from_fn(&data.sizes, |index| match logarithm {
            true => data.at(index) - sums.at(index).ln(),
            false => data.at(index).exp() / sums.at(index),
        })
    }
}

impl Products<f64> for Plain {
    type OutputEngine = Self;

    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Table<f64>,
        rhs: &Table<f64>,
        sizes: DynShape,
    ) -> Table<f64> {
        let (a, b) = (lhs.sizes.len(), rhs.sizes.len());
        assert!(a >= 2 && b >= 2, "matrices only");
        Table::from_fn(sizes.dims(), |index| {
            let inner = 0..rhs.sizes[b - 2];
            let [.., row, column] = index else {
                unreachable!("two axes")
            };
            let front = &index[..index.len() - 2];
            let terms = inner.map(|inner| {
                let left = [front, &[*row, inner]].concat();
                lhs.at(&left) * rhs.at(&[front, &[inner, *column]].concat())
            });
            terms.sum()
        })
    }

    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Table<f64>,
        rhs: &Table<f64>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> Table<f64> {
        let free = lhs.sizes.len() - axes;
        Table::from_fn(sizes.dims(), |index| {
            let (left, right) = index.split_at(free);
            let all = Table::from_fn(&lhs.sizes[free..], |inner| {
                let of_right = match last {
                    true => [right, inner].concat(),
                    false => [inner, right].concat(),
                };
                lhs.at(&[left, inner].concat()) * rhs.at(&of_right)
            });
            all.elements.into_iter().sum()
        })
    }
}

impl<T: Clone + 'static> MovesAxes<T> for Plain {
    fn split<S: ArrayShape, O: ArrayShape>(
        data: &Table<T>,
        split: &[usize],
        order: &[usize],
    ) -> Table<T> {
        let apart = Self::reshape::<S, DynShape>(Operand::ByRef(data), split.into());
        Self::permute::<DynShape, DynShape>(&apart, order)
    }

    fn permute<S: Shape, O: Shape>(data: &Table<T>, order: &[usize]) -> Table<T> {
        let sizes: Vec<usize> = order.iter().map(|&axis| data.sizes[axis]).collect();
        Table::from_fn(&sizes, |index| {
            let mut own = vec![0; order.len()];
            order
                .iter()
                .zip(index)
                .for_each(|(&axis, &index)| own[axis] = index);
            data.at(&own)
        })
    }

    fn expand<S: Shape, O: Shape>(data: &Table<T>, sizes: DynShape) -> Table<T> {
        Table::from_fn(sizes.dims(), |index| data.at(index))
    }

    fn narrow<S: Shape, O: ArrayShape>(
        data: &Table<T>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Table<T> {
        let mut sizes = data.sizes.clone();
        sizes[axis] = length;
        Table::from_fn(&sizes, |index| {
            let mut own = index.to_vec();
            own[axis] += start;
            data.elements[own
                .iter()
                .zip(&data.sizes)
                .fold(0, |place, (own, size)| place * size + own)]
            .clone()
        })
    }

    fn slice<S: Shape, O: Shape>(
        data: &Table<T>,
        entries: &[SliceEntry],
    ) -> Result<Table<T>, ShapeError> {
        let sizes = slices_shape(&data.sizes, entries)?;
        let mut parts = Vec::new();
        each_taken(&data.sizes, entries, |_, taken| parts.push(taken))?;
        Ok(Table::from_fn(sizes.dims(), |index| {
            let mut index = index.iter();
            let mut own = Vec::new();
            for taken in &parts {
                match *taken {
                    Taken::At(place) => own.push(place),
                    Taken::New => assert_eq!(index.next(), Some(&0)),
                    Taken::Span { start, step, .. } => {
                        own.push(start + step * index.next().expect("an index of each axis"));
                    }
                }
            }
            data.at(&own)
        }))
    }

    fn index<S: Shape, O: Shape>(data: &Table<T>, axis: usize, index: usize) -> Table<T> {
        let part = Self::narrow::<S, S>(data, axis, index, 1);
        Self::squeeze::<S, O>(&part, &[axis])
    }

    fn squeeze<S: Shape, O: Shape>(data: &Table<T>, axes: &[usize]) -> Table<T> {
        let sizes = data.sizes.iter().enumerate();
        let kept = sizes.filter(|(axis, _)| !axes.contains(axis));
        Table {
            sizes: kept.map(|(_, &size)| size).collect(),
            elements: data.elements.clone(),
        }
    }

    fn unsqueeze<S: Shape, O: Shape>(data: &Table<T>, axis: usize) -> Table<T> {
        let mut more = data.clone();
        more.sizes.insert(axis, 1);
        more
    }

    fn windows<S: Shape, O: ArrayShape>(
        data: &Table<T>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Table<T> {
        let mut sizes = data.sizes.clone();
        sizes[axis] = (sizes[axis] - width) / step + 1;
        sizes.push(width);
        Table::from_fn(&sizes, |index| {
            let [own @ .., place] = index else {
                unreachable!("a window has an axis")
            };
            let mut own = own.to_vec();
            own[axis] = own[axis] * step + place;
            data.at(&own)
        })
    }

    fn diagonal<S: Shape, O: Shape>(data: &Table<T>, first: usize, second: usize) -> Table<T> {
        let mut sizes = data.sizes.clone();
        sizes.remove(second);
        let place = first - usize::from(first > second);
        Table::from_fn(&sizes, |index| {
            let mut own = index.to_vec();
            own.insert(second, index[place]);
            data.at(&own)
        })
    }
}

impl<T: Clone + 'static> Gathers<T> for Plain {
    type OutputEngine = Self;

    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Table<T>,
        axis: usize,
        indices: &Table<usize>,
    ) -> Result<Table<T>, ShapeError> {
        let count = indices.sizes.len();
        let mut sizes = data.sizes.clone();
        sizes.splice(axis..=axis, indices.sizes.iter().copied());
        Ok(Table::from_fn(&sizes, |index| {
            let mut own = index.to_vec();
            let found = indices.at(&index[axis..axis + count]);
            own.splice(axis..axis + count, [found]);
            data.at(&own)
        }))
    }

    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Table<T>,
        axis: usize,
        indices: &Table<usize>,
    ) -> Result<Table<T>, ShapeError> {
        let mut sizes = broadcast_sizes_of(&data.sizes, &indices.sizes);
        sizes[axis] = indices.sizes[axis];
        Ok(Table::from_fn(&sizes, |index| {
            let mut own = index.to_vec();
            own[axis] = indices.at(index);
            data.at(&own)
        }))
    }

    fn take_leading<S: Shape, R: Shape>(
        data: &Table<T>,
        axis: usize,
        indices: &Table<usize>,
    ) -> Result<Table<T>, ShapeError> {
        Ok(Table::from_fn(&indices.sizes, |index| {
            let mut own = index.to_vec();
            own[axis] = indices.at(index);
            data.at(&own)
        }))
    }
}

impl<T: PartialOrd + Clone + 'static> Sorts<T> for Plain {
    fn sort<S: Shape>(data: &Table<T>, axis: usize, descending: bool) -> Table<T> {
        let order = Self::argsort::<S>(data, axis, descending);
        Table::from_fn(&data.sizes, |index| {
            let mut own = index.to_vec();
            own[axis] = order.at(index);
            data.at(&own)
        })
    }

    fn argsort<S: Shape>(data: &Table<T>, axis: usize, descending: bool) -> Table<usize> {
        Table::from_fn(&data.sizes, |index| {
            let value = |along: usize| {
                let mut own = index.to_vec();
                own[axis] = along;
                data.at(&own)
            };
            let mut order: Vec<usize> = (0..data.sizes[axis]).collect();
            order.sort_by(|&lhs, &rhs| {
                let order = value(lhs).partial_cmp(&value(rhs)).unwrap();
                if descending { order.reverse() } else { order }
            });
            order[index[axis]]
        })
    }
}

impl<Op: BinaryFunction<T, Output = T>, T: Clone + 'static> Scans<Op, T> for Plain {
    fn scan<S: Shape>(data: &Table<T>, axis: usize) -> Table<T> {
        Table::from_fn(&data.sizes, |index| {
            let value = |along: usize| {
                let mut own = index.to_vec();
                own[axis] = along;
                data.at(&own)
            };
            let along = 0..=index[axis];
            along.map(value).reduce(Op::apply).unwrap()
        })
    }
}

impl<T: 'static> ReadsElements<T> for Plain {
    fn show<S: Shape, R>(
        data: &Table<T>,
        look: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R,
    ) -> R {
        look(&mut data.elements.iter())
    }
}

impl<T: Clone + 'static> Joins<T> for Plain {
    type OutputEngine = Self;

    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Table<T>,
        rhs: &Table<T>,
        axis: usize,
        sizes: DynShape,
    ) -> Table<T> {
        Table::from_fn(sizes.dims(), |index| {
            let mut own = index.to_vec();
            match index[axis].checked_sub(lhs.sizes[axis]) {
                None => lhs.at(index),
                Some(behind) => {
                    own[axis] = behind;
                    rhs.at(&own)
                }
            }
        })
    }
}

/// What the host makes of tables of floats.
impl Table<f64> {
    fn on_the_host(&self) -> Tensor<f64, DynShape> {
        let sizes = DynShape::from(&self.sizes[..]);
        Tensor::from_vec_with(sizes, self.elements.clone()).expect("as many elements")
    }

    fn of_the_host<S: Shape>(tensor: Tensor<f64, S>) -> Self {
        Self {
            sizes: tensor.dims().to_vec(),
            elements: tensor.to_vec(),
        }
    }
}

impl Inverts<f64> for Plain {
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &Table<f64>,
        rhs: &Table<f64>,
    ) -> Result<Table<f64>, MatrixError> {
        let solution = data.on_the_host().try_solve(&rhs.on_the_host());
        solution.map(Table::of_the_host)
    }

    fn inverse<S: Shape, O: Shape>(data: &Table<f64>) -> Result<Table<f64>, MatrixError> {
        let inverse = data.on_the_host().try_inverse();
        inverse.map(Table::of_the_host)
    }

    fn det<S: Shape, O: Shape>(data: &Table<f64>) -> Table<f64> {
        Table::of_the_host(data.on_the_host().det())
    }
}

impl Numbers<f64> for Plain {}
impl Floats<f64> for Plain {}

impl Factors<f64> for Plain {
    fn cholesky<S: Shape>(data: &Table<f64>) -> Result<Table<f64>, MatrixError> {
        let factor = data.on_the_host().try_cholesky();
        factor.map(Table::of_the_host)
    }
}

/// The larger of each two sizes.
fn broadcast_sizes_of(lhs: &[usize], rhs: &[usize]) -> Vec<usize> {
    let sizes = lhs.iter().zip(rhs);
    sizes.map(|(&lhs, &rhs)| lhs.max(rhs)).collect()
}

impl<T: Clone + 'static> Reshapes<T> for Plain {
    fn reshape<S: ArrayShape, O: ArrayShape>(
        data: Operand<'_, Table<T>>,
        sizes: DynShape,
    ) -> Table<T> {
        Table {
            sizes: sizes.dims().to_vec(),
            elements: data.data().elements.clone(),
        }
    }

    fn merge<S: ArrayShape, O: ArrayShape>(
        data: &Table<T>,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> Table<T> {
        let ordered = Self::split::<DynShape, DynShape>(data, split, order);
        Self::reshape::<S, O>(Operand::ByValue(ordered), sizes)
    }
}

/// Multiplies by weights and adds a bias.
struct Linear<I: StaticDim, O: StaticDim, E: Engine> {
    weights: TensorOn<f64, shape![I, O], E>,
    bias: TensorOn<f64, shape![O], E>,
}

impl<I: StaticDim, O: StaticDim, E: Numbers<f64>> Linear<I, O, E> {
    fn new(seed: usize) -> Self {
        let number = |n: usize| ((n * 37 + seed * 11) % 29) as f64 / 16.0 - 0.9;
        Self {
            weights: TensorOn::from_fn(|[row, column]| number(row * O::SIZE + column)),
            bias: TensorOn::from_fn(|[column]| number(column + 5)),
        }
    }

    fn forward<B: Dim>(
        &self,
        x: &TensorOn<f64, shape![B, I], E>,
    ) -> TensorOn<f64, shape![B, O], E> {
        x.matmul(&self.weights) + &self.bias
    }
}

/// A network: nothing is said of the engine but that it has numbers of floats.
struct Net<E: Engine> {
    hidden: Linear<dim!(3), dim!(4), E>,
    scores: Linear<dim!(4), dim!(2), E>,
}

impl<E: Floats<f64>> Net<E> {
    fn new() -> Self {
        Self {
            hidden: Linear::new(1),
            scores: Linear::new(2),
        }
    }

    /// Rows normalized, two layers, and what is certain of each class.
    fn forward<B: Dim>(
        &self,
        x: &TensorOn<f64, shape![B, 3], E>,
    ) -> TensorOn<f64, shape![B, 2], E> {
        let centred = x - x.mean_axis::<-1>();
        let x = centred / (x.var_axis::<-1>() + 1e-5).sqrt();
        let hidden = self.hidden.forward(&x).tanh();
        self.scores.forward(&hidden).softmax::<-1>()
    }
}

/// All other operations of numbers, one after the other.
fn others<E: Floats<f64>, B: Dim>(
    x: &TensorOn<f64, shape![B, 4], E>,
    row: &TensorOn<f64, shape![4], E>,
) -> (
    TensorOn<f64, shape![4, B], E>,
    TensorOn<usize, shape![B], E>,
    f64,
) {
    let mut y = x.clone();
    y += row;
    y *= TensorOn::<f64, shape![], E>::full(0.5);
    y -= x.max_axis::<-1>();
    y /= &(row * row + 1.0);
    let y = y
        .clamp(-3.0, 2.5)
        .maximum(&(2.0 * x.abs().floor() - 4.0))
        .minimum(&-x.log_softmax::<-1>());
    let pairs = y
        .slice(s![.., 1..3])
        .sum_axes::<axes![-1]>()
        .expand::<shape![Keep, 4]>();
    let best = y.argmax_axis::<-1>().remove_axis::<-1>();
    let first = row.index_axis::<-1>(0).insert_axis::<-1>();
    let corners = row
        .reshape::<shape![2, 2]>()
        .transpose()
        .matmul(&row.clone().into_reshaped::<shape![2, 2]>());
    let total = y.sum() + corners.product() + first.min() + y.powf(2.0).mean();
    ((y + pairs).transpose(), best, total)
}

/// The elements of a tensor, however its engine gives them.
trait Elements: Engine {
    fn elements<T: Clone + 'static, S: Shape>(tensor: &TensorOn<T, S, Self>) -> Vec<T>;
}

impl Elements for Plain {
    fn elements<T: Clone + 'static, S: Shape>(tensor: &TensorOn<T, S, Self>) -> Vec<T> {
        tensor.data().elements.clone()
    }
}

impl Elements for Host {
    fn elements<T: Clone + 'static, S: Shape>(tensor: &TensorOn<T, S, Self>) -> Vec<T> {
        tensor.to_vec()
    }
}

impl Elements for Inline {
    fn elements<T: Clone + 'static, S: Shape>(tensor: &TensorOn<T, S, Self>) -> Vec<T> {
        tensor.to_vec()
    }
}

/// What the network and the other operations give for five rows.
fn of_five_rows<E: Floats<f64> + Elements>() -> (Vec<f64>, Vec<usize>) {
    let images: TensorOn<f64, shape![5, 3], E> =
        TensorOn::from_fn(|[row, column]| ((7 * row + 3 * column) % 5) as f64 / 2.0);
    let certain = Net::new().forward(&images);
    assert_eq!(certain.dims(), [5, 2]);
    let x = TensorOn::from_fn(|[row, column]| ((5 * row + 3 * column) % 7) as f64 - 3.0);
    let row: TensorOn<f64, shape![4], E> =
        TensorOn::from_slice(&[1.5, -2.0, 0.25, 3.0]).expect("four");
    let (y, best, total) = others::<E, dim!(5)>(&x, &row);
    assert_eq!((y.dims(), best.dims()), (&[4, 5][..], &[5][..]));
    let numbers = [E::elements(&certain), E::elements(&y), vec![total]].concat();
    (numbers, E::elements(&best))
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found} is not {expected}"
        );
    }
}

#[test]
fn one_network_gives_the_same_numbers_on_each_engine() {
    let (expected, best) = of_five_rows::<Plain>();
    assert!(expected.iter().all(|number| number.is_finite()));
    assert!(best.iter().any(|&place| place != best[0]), "{best:?}");
    for (found, place) in [of_five_rows::<Host>(), of_five_rows::<Inline>()] {
        assert_close(&found, &expected);
        assert_eq!(place, best);
    }
}

/// Joined, turned and padded: what `Numbers` has besides arithmetic.
fn arranged<E: Numbers<f64>, B: Dim>(
    x: &TensorOn<f64, shape![B, 3], E>,
) -> TensorOn<f64, shape![B, 8], E> {
    let padded = x.along::<-1>().pad::<dim!(1), dim!(0)>(9.0);
    let turned = padded.along::<-2>().flip().along::<-1>().roll(1);
    TensorOn::stack([&padded, &turned], Axis::<-2>).merge_axes::<-2>()
}

#[test]
fn joins_and_arrangements_are_those_of_any_engine() {
    fn made<E: Numbers<f64> + Elements>() -> Vec<f64> {
        E::elements(&arranged(&TensorOn::<f64, shape![2, 3], E>::from_fn(
            |[row, column]| (3 * row + column) as f64,
        )))
    }
    let expected = [
        9.0, 0.0, 1.0, 2.0, 5.0, 9.0, 3.0, 4.0, 9.0, 3.0, 4.0, 5.0, 2.0, 9.0, 0.0, 1.0,
    ];
    assert_eq!(made::<Plain>(), expected);
    assert_eq!(made::<Host>(), expected);
    assert_eq!(made::<Inline>(), expected);
}

#[test]
fn sizes_known_at_run_time_on_an_engine_of_ones_own() {
    fn rows<E: Floats<f64> + DynamicShapes + Elements>(count: usize) -> Vec<f64> {
        let sizes = <shape![_, 3]>::try_from([count, 3]).expect("three columns");
        let images =
            TensorOn::<f64, _, E>::from_fn_with(sizes, |[row, column]| (row * column) as f64);
        let certain = Net::new().forward::<Dyn>(&images);
        assert_eq!(certain.dims(), [count, 2]);
        E::elements(&certain)
    }
    assert_close(&rows::<Plain>(7), &rows::<Host>(7));

    let x = TensorOn::<f64, DynShape, Plain>::zeros_with([2, 3].into());
    let y = TensorOn::<f64, DynShape, Plain>::zeros_with([4].into());
    let error = x.try_add(&y).expect_err("they do not broadcast");
    let text = "cannot broadcast shapes [2, 3] and [4]: size 3 does not match size 4 at axis -1";
    assert_eq!(error.to_string(), text);
    assert_eq!(panic_of(|| &x + &y), text);
    let columns = x.try_into_shape::<shape![_, 3]>().expect("three columns");
    assert_eq!(columns.slice_axis::<-1>(1..).dims(), [2, 2]);
    assert!(columns.try_into_shape::<shape![4, 3]>().is_err());
}

/// The text of the panic of a closure.
#[track_caller]
fn panic_of<R>(function: impl FnOnce() -> R) -> String {
    let Err(error) = catch_unwind(AssertUnwindSafe(function)) else {
        panic!("nothing panicked")
    };
    match error.downcast::<String>() {
        Ok(text) => *text,
        Err(error) => (*error.downcast::<&str>().expect("a text")).to_owned(),
    }
}

type Whole = shape![2, 3];
type Row = shape![3];

fn whole() -> Tensor<f32, Whole> {
    Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
}

fn row() -> Tensor<f32, Row> {
    Tensor::from([10.0, 20.0, 30.0])
}

#[test]
fn data_of_other_sizes_is_no_tensor_of_a_shape() {
    let sums = |sizes: &[usize]| {
        let (x, y) = (whole(), row());
        let (x, y) = (Operand::ByRef(x.data()), Operand::ByRef(y.data()));
        <Host as Binary<ops::Add, f32>>::binary::<Whole, Row, shape![2, 3]>(x, y, sizes.into())
    };
    let sum = Tensor::<f32, shape![2, 3]>::try_from_data(sums(&[2, 3])).unwrap();
    assert_eq!(sum, whole() + row());
    // As part of a larger shape they have other sizes than the type says.
    let larger = sums(&[4, 2, 3]);
    assert_eq!(Host::sizes::<f32, DynShape>(&larger), [4, 2, 3]);
    let error = Tensor::<f32, shape![2, 3]>::try_from_data(larger).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [4, 2, 3] do not fit the type: rank 3 where the type has 2"
    );
    let larger = Tensor::<f32, DynShape>::try_from_data(sums(&[4, 2, 3])).unwrap();
    assert_eq!(larger[[3, 1, 2]], 36.0);
    let table = Table::from_fn(&[2, 2], |_| 1.0);
    assert!(TensorOn::<f64, shape![2, 3], Plain>::try_from_data(table).is_err());
}

/// Sizes that `[2, 3]` and `[3]` do not broadcast to.
const WRONG: [&[usize]; 9] = [
    &[],
    &[3],
    &[0],
    &[1, 3],
    &[3, 3],
    &[2, 4],
    &[2, 0],
    &[2, 3, 1],
    &[usize::MAX, usize::MAX, 2, 3],
];

// Under Miri.
#[test]
fn pairs_of_wrong_sizes_panic() {
    for sizes in WRONG {
        type Host32 = <Host as Engine>::Data<f32, Whole>;
        let (x, y) = (whole(), row());
        let lent = || (Operand::<Host32>::ByRef(x.data()), Operand::ByRef(y.data()));
        let (a, b) = lent();
        panic_of(|| {
            <Host as Binary<ops::Add, f32>>::binary::<Whole, Row, Whole>(a, b, sizes.into())
        });
        let (a, b) = lent();
        panic_of(|| {
            <Host as Binary<ops::Add, f32>>::binary::<Whole, Row, Whole>(b, a, sizes.into())
        });
        // Memory that is given is as large as its tensor, not as the result.
        let (a, b) = (whole().into_data(), row().into_data());
        let (a, b) = (Operand::ByValue(a), Operand::ByValue(b));
        panic_of(|| {
            <Host as Binary<ops::Less, f32>>::binary::<Whole, Row, Whole>(a, b, sizes.into())
        });
        let view = x.view();
        let (a, b) = (Operand::ByRef(view.data()), Operand::ByRef(y.data()));
        panic_of(|| {
            <Borrowed<'_> as Binary<ops::Mul, f32, Host>>::binary::<Whole, Row, Whole>(
                a,
                b,
                sizes.into(),
            )
        });
        let inline = x.to_inline();
        let (a, b) = (Operand::ByRef(inline.data()), Operand::ByRef(y.data()));
        panic_of(|| {
            <Inline as Binary<ops::Mul, f32, Host>>::binary::<Whole, Row, Whole>(a, b, sizes.into())
        });
    }
}

// Under Miri.
#[test]
fn results_larger_than_memory_that_is_given_are_elsewhere() {
    let x = whole();
    let (a, b) = (
        Operand::ByValue(x.into_data()),
        Operand::ByValue(row().into_data()),
    );
    let found =
        <Host as Binary<ops::Add, f32>>::binary::<Whole, Row, DynShape>(a, b, [100, 2, 3].into());
    let found = Tensor::<f32, DynShape>::try_from_data(found).unwrap();
    assert_eq!((found.len(), found[[99, 1, 2]]), (600, 36.0));
}

#[test]
fn updates_of_a_target_that_is_too_small_panic() {
    let (mut x, y) = (row(), whole());
    let mut data = std::mem::replace(&mut x, row()).into_data();
    panic_of(|| <Host as BinaryInPlace<ops::Add, f32>>::update::<Row, Whole>(&mut data, y.data()));
    assert_eq!(Tensor::<f32, Row>::try_from_data(data).unwrap(), row());
    let mut data = row().to_inline().into_data();
    panic_of(|| {
        <Inline as BinaryInPlace<ops::Add, f32, Host>>::update::<Row, Whole>(&mut data, y.data())
    });
}

#[test]
fn reductions_of_axes_that_do_not_exist_read_nothing_else() {
    let (x, inline) = (whole(), whole().to_inline());
    for axes in [
        &[0][..],
        &[3],
        &[7, 1],
        &[1, 1],
        &[1, 2],
        &[2, 2, 1],
        &[usize::MAX],
    ] {
        // Whatever the result is, it is of elements of this tensor.
        let largest = catch_unwind(AssertUnwindSafe(|| {
            <Host as Reduces<ops::Max, f32>>::reduce::<Whole, DynShape>(x.data(), axes)
        }));
        if let Ok(largest) = largest {
            let largest = Tensor::<f32, DynShape>::try_from_data(largest).unwrap();
            assert!(
                largest.iter().all(|element| x.iter().any(|x| x == element)),
                "{axes:?}"
            );
        }
        let _ = catch_unwind(AssertUnwindSafe(|| {
            <Host as Reduces<ops::Sum, f32>>::reduce::<Whole, DynShape>(x.data(), axes)
        }));
        let _ = catch_unwind(AssertUnwindSafe(|| {
            <Host as Reduces<ops::ArgMin, f32>>::reduce::<Whole, DynShape>(x.data(), axes)
        }));
        let _ = catch_unwind(AssertUnwindSafe(|| {
            <Host as Reduces<ops::Var, f32>>::reduce::<Whole, DynShape>(x.data(), axes)
        }));
    }
    for axis in [0, 3, 100, usize::MAX] {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            <Host as Softmax<f32>>::softmax::<Whole, Whole>(x.data(), axis, true)
        }));
    }
    // An inline result is of the sizes of its type, whatever axes are named.
    let same = <Inline as Reduces<ops::Sum, f32>>::reduce::<Whole, Whole>(inline.data(), &[1]);
    let same = InlineTensor::<f32, Whole>::try_from_data(same).unwrap();
    assert_eq!(same, inline);
    panic_of(|| {
        <Inline as Reduces<ops::Sum, f32>>::reduce::<Whole, shape![4]>(inline.data(), &[1])
    });
}

// Under Miri.
#[test]
fn products_of_wrong_sizes_panic() {
    let (x, y) = (whole(), Tensor::<f32, shape![3, 2]>::full(1.0));
    type Square = shape![2, 2];
    let product = |sizes: &[usize]| {
        <Host as Products<f32>>::product::<Whole, shape![3, 2], Square>(
            x.data(),
            y.data(),
            sizes.into(),
        )
    };
    assert_eq!(
        Tensor::<f32, Square>::try_from_data(product(&[2, 2])).unwrap(),
        x.matmul(&y)
    );
    for sizes in [
        &[][..],
        &[2],
        &[4],
        &[2, 3],
        &[3, 2],
        &[2, 2, 2],
        &[1, 2, 2],
        &[2, 2, 1],
        &[0, 0],
    ] {
        panic_of(|| product(sizes));
    }
    // Inner sizes that differ.
    panic_of(|| {
        <Host as Products<f32>>::product::<Whole, Whole, Square>(x.data(), x.data(), [2, 3].into())
    });
    let inline = x.to_inline();
    panic_of(|| {
        <Inline as Products<f32>>::product::<Whole, Whole, Whole>(
            inline.data(),
            inline.data(),
            [].into(),
        )
    });
    let other = y.to_inline();
    panic_of(|| {
        <Inline as Products<f32>>::product::<Whole, shape![3, 2], shape![3, 3]>(
            inline.data(),
            other.data(),
            [2, 2].into(),
        )
    });
    // Many matrices, of which there are not so many.
    let many = Tensor::<f32, shape![5, 2, 3]>::full(1.0);
    panic_of(|| {
        <Host as Products<f32>>::product::<shape![5, 2, 3], shape![3, 2], DynShape>(
            many.data(),
            y.data(),
            [6, 2, 2].into(),
        )
    });
}

// Under Miri.
#[test]
fn moves_beyond_a_tensor_panic() {
    let (x, inline) = (whole(), whole().to_inline());
    let view = x.view();
    macro_rules! in_memory {
        ($($name:ident::<$O:ty>($($argument:expr),*);)*) => {$(
            panic_of(|| <Host as MovesAxes<f32>>::$name::<Whole, $O>(x.data(), $($argument),*));
            panic_of(|| <Borrowed<'_> as MovesAxes<f32>>::$name::<Whole, $O>(view.data(), $($argument),*));
        )*};
    }
    macro_rules! inline {
        ($($name:ident::<$O:ty>($($argument:expr),*);)*) => {$(
            panic_of(|| <Inline as MovesAxes<f32>>::$name::<Whole, $O>(inline.data(), $($argument),*));
        )*};
    }
    macro_rules! moves {
        ($panics:ident) => {
            $panics! {
                permute::<Whole>(&[0, 0]);
                permute::<Whole>(&[1, 1]);
                permute::<Whole>(&[0, 2]);
                permute::<Whole>(&[0]);
                permute::<Whole>(&[0, 1, 1]);
                permute::<Whole>(&[]);
                narrow::<Whole>(1, 2, 2);
                narrow::<Whole>(1, 4, 0);
                narrow::<Whole>(0, 0, 3);
                narrow::<Whole>(2, 0, 1);
                narrow::<Whole>(1, usize::MAX, 2);
                narrow::<Whole>(1, 1, usize::MAX);
                index::<Row>(1, 3);
                index::<Row>(0, 2);
                index::<Row>(2, 0);
                index::<Row>(0, usize::MAX);
            }
        };
    }
    moves!(in_memory);
    moves!(inline);
    // Of these an inline tensor looks at the types alone.
    in_memory! {
        expand::<Whole>([2, 4].into());
        expand::<Whole>([3, 3].into());
        expand::<Whole>([3].into());
        expand::<Whole>([2, 3, 1].into());
        expand::<Whole>([0, 3].into());
        expand::<Whole>(DynShape::default());
        squeeze::<Row>(&[0]);
        squeeze::<Row>(&[1, 1]);
    }
    // An inline result has the sizes of its type and no others.
    panic_of(|| <Inline as MovesAxes<f32>>::permute::<Whole, Whole>(inline.data(), &[1, 0]));
    panic_of(|| <Inline as MovesAxes<f32>>::narrow::<Whole, shape![2, 2]>(inline.data(), 1, 0, 1));
    panic_of(|| <Inline as MovesAxes<f32>>::narrow::<Whole, shape![6]>(inline.data(), 1, 0, 3));
    panic_of(|| {
        <Inline as MovesAxes<f32>>::slice::<Whole, shape![2]>(inline.data(), &s![0, ..].entries())
    });
    panic_of(|| <Inline as MovesAxes<f32>>::index::<Whole, shape![2]>(inline.data(), 0, 1));
    panic_of(|| <Inline as MovesAxes<f32>>::index::<Whole, shape![]>(inline.data(), 0, 1));
    let [a, b] = [[2, 2, 3], [4, 2, 3]].map(|sizes| {
        <Inline as MovesAxes<f32>>::expand::<Whole, shape![2, 2, 3]>(inline.data(), sizes.into())
    });
    assert_eq!(a.as_slice(), b.as_slice());
    let [a, b] = [2, 9].map(|axis| {
        <Inline as MovesAxes<f32>>::unsqueeze::<Whole, shape![2, 3, 1]>(inline.data(), axis)
    });
    assert_eq!(a.as_slice(), b.as_slice());
}

#[test]
fn reshapes_to_another_number_of_elements_panic() {
    let x = whole();
    let view = x.view();
    for sizes in [
        &[][..],
        &[5],
        &[7],
        &[3, 3],
        &[6, 2],
        &[0],
        &[usize::MAX, 2],
    ] {
        panic_of(|| {
            <Host as Reshapes<f32>>::reshape::<Whole, DynShape>(
                Operand::ByRef(x.data()),
                sizes.into(),
            )
        });
        let given = Operand::ByValue(whole().into_data());
        panic_of(|| <Host as Reshapes<f32>>::reshape::<Whole, DynShape>(given, sizes.into()));
        panic_of(|| {
            <Borrowed<'_> as Reshapes<f32>>::reshape::<Whole, DynShape>(
                Operand::ByRef(view.data()),
                sizes.into(),
            )
        });
    }
}

#[test]
fn a_shape_in_the_type_of_memory_that_has_other_sizes_changes_nothing() {
    let data = Host::retype::<f32, Whole, shape![100, 100]>(whole().into_data());
    // Sizes are those of the memory, whatever its type is called.
    assert_eq!(Host::sizes::<f32, shape![100, 100]>(&data), [2, 3]);
    assert_eq!(
        <Host as Reduces<ops::Sum, f32>>::reduce_all::<shape![100, 100]>(&data),
        21.0
    );
    assert!(Tensor::<f32, shape![100, 100]>::try_from_data(data).is_err());
}

#[test]
fn an_inline_tensor_has_no_shape_that_only_a_value_brings() {
    let made = || <Inline as Creates<f32>>::full::<Row>(DynShape::from([100]), 1.0);
    assert_eq!(
        InlineTensor::<f32, Row>::try_from_data(made())
            .unwrap()
            .sum(),
        3.0
    );
    let mut count = 0;
    let table = <Plain as Creates<usize>>::generate::<Row>([2, 2].into(), || {
        count += 1;
        count
    });
    assert_eq!(table.elements, [1, 2, 3, 4]);
}

fn any_sizes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..4_usize, 0..5)
}

proptest! {
    /// Sizes at random: either the operands broadcast to them, or there is a panic.
    #[test]
    fn results_are_of_sizes_that_the_operands_broadcast_to(a in any_sizes(), b in any_sizes(), sizes in any_sizes(), given in any::<[bool; 2]>()) {
        let of = |sizes: &[usize], seed: i64| {
            let mut number = seed;
            let data = <Host as Creates<i64>>::generate::<DynShape>(sizes.into(), || { number += 1; number });
            Tensor::<i64, DynShape>::try_from_data(data).unwrap()
        };
        let (x, y) = (of(&a, 0), of(&b, 100));
        let fits = shapecheck::broadcast::check_broadcast_to(&a, &sizes).is_ok() && shapecheck::broadcast::check_broadcast_to(&b, &sizes).is_ok();
        let operands = (of(&a, 0).into_data(), of(&b, 100).into_data());
        let (p, q) = (
            if given[0] { Operand::ByValue(operands.0) } else { Operand::ByRef(x.data()) },
            if given[1] { Operand::ByValue(operands.1) } else { Operand::ByRef(y.data()) },
        );
        let found = catch_unwind(AssertUnwindSafe(|| {
            <Host as Binary<ops::Sub, i64>>::binary::<DynShape, DynShape, DynShape>(p, q, sizes[..].into())
        }));
        prop_assert_eq!(found.is_ok(), fits);
        if let Ok(found) = found {
            let found = Tensor::<i64, DynShape>::try_from_data(found).unwrap();
            let shape = DynShape::from(&sizes[..]);
            let expected = x.broadcast_to_with(shape.clone()) - y.broadcast_to_with(shape);
            prop_assert_eq!(found, expected);
        }
    }
}
