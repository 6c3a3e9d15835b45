//! An engine over a small library of tensors, made by `adapt!`: what a library has to give, and what it gets for it.
#![cfg(all(feature = "std", feature = "tensor"))]

use std::marker::PhantomData;
use std::rc::Rc;

use shapecheck::algebra::Interpolation;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::engine::adapter::{Library, Stores, adapt, received, sent};
use shapecheck::engine::{Creates, Numbers, ReadsElements, Sorts};
use shapecheck::{Axis, DynShape, Host, Shape, StaticShape, TensorOn, dim, einsum, s, shape};

/// The library: numbers in row-major order, with sizes that are known when the program runs.
#[derive(Clone)]
struct Array {
    numbers: Rc<Vec<f32>>,
    sizes: Vec<usize>,
}

impl Array {
    fn new(numbers: Vec<f32>, sizes: &[usize]) -> Self {
        assert_eq!(Ok(numbers.len()), DynShape::from(sizes).num_elements());
        let (numbers, sizes) = (Rc::new(numbers), sizes.to_vec());
        Self { numbers, sizes }
    }

    /// The number that a function gives for each index.
    fn from_fn(sizes: &[usize], mut number: impl FnMut(&[usize]) -> f32) -> Self {
        let count = sizes.iter().product();
        let mut index = vec![0; sizes.len()];
        let numbers = (0..count).map(|place| {
            let mut rest = place;
            for (axis, &size) in sizes.iter().enumerate().rev() {
                index[axis] = rest % size;
                rest /= size;
            }
            number(&index)
        });
        Self::new(numbers.collect(), sizes)
    }

    /// The number at an index, of an array that is broadcast.
    fn at(&self, index: &[usize]) -> f32 {
        let last = &index[index.len() - self.sizes.len()..];
        let places = last.iter().zip(&self.sizes);
        let offset = places.fold(0, |offset, (&place, &size)| offset * size + place % size);
        self.numbers[offset]
    }

    fn map(&self, function: impl Fn(f32) -> f32) -> Self {
        let numbers = self.numbers.iter().map(|&number| function(number));
        let (numbers, sizes) = (Rc::new(numbers.collect()), self.sizes.clone());
        Self { numbers, sizes }
    }

    fn zip(&self, other: &Self, function: impl Fn(f32, f32) -> f32) -> Self {
        let sizes = broadcast_shapes(&[&self.sizes, &other.sizes]);
        let sizes = sizes.expect("checked by the rule");
        Self::from_fn(sizes.dims(), |index| {
            function(self.at(index), other.at(index))
        })
    }

    /// The numbers along axes as one, for each index of the others.
    fn reduce(&self, axes: &[usize], function: impl Fn(&[f32]) -> f32) -> Self {
        let is_along = |axis: usize| axes.contains(&axis);
        let sizes = |kept: bool| -> Vec<usize> {
            let sizes = self.sizes.iter().enumerate();
            sizes
                .map(|(axis, &size)| if is_along(axis) == kept { 1 } else { size })
                .collect()
        };
        Self::from_fn(&sizes(true), |index| {
            let along = Self::from_fn(&sizes(false), |along| {
                let both: Vec<usize> = index.iter().zip(along).map(|(a, b)| a + b).collect();
                self.at(&both)
            });
            function(&along.numbers)
        })
    }

    /// For each number, those along an axis up to it.
    fn scan(&self, axis: usize, function: impl Fn(f32, f32) -> f32) -> Self {
        Self::from_fn(&self.sizes, |index| {
            let mut index = index.to_vec();
            let before = (0..=index[axis]).map(|place| {
                index[axis] = place;
                self.at(&index)
            });
            before
                .reduce(&function)
                .expect("at least the number itself")
        })
    }

    /// Products of the matrices in the last two axes; a vector is a row on the left and a column on the right.
    fn product(&self, other: &Self, sizes: &[usize]) -> Self {
        let (mut row, mut column) = (self.clone(), other.clone());
        if let [size] = self.sizes[..] {
            row.sizes = vec![1, size];
        }
        if let [size] = other.sizes[..] {
            column.sizes = vec![size, 1];
        }
        let (front, matrix) = row.sizes.split_at(row.sizes.len() - 2);
        let (behind, last) = column.sizes.split_at(column.sizes.len() - 2);
        let both = broadcast_shapes(&[front, behind]).expect("checked by the rule");
        let all = [both.dims(), &[matrix[0], last[1]]].concat();
        let found = Self::from_fn(&all, |index| {
            let (mut left, mut right) = (index.to_vec(), index.to_vec());
            let terms = (0..matrix[1]).map(|place| {
                (left[all.len() - 1], right[all.len() - 2]) = (place, place);
                row.at(&left) * column.at(&right)
            });
            terms.sum()
        });
        Self::new(found.numbers.to_vec(), sizes)
    }
}

/// The engine.
#[derive(Clone, Copy, Debug)]
struct Arrays;

/// An array whose numbers are elements `T`.
#[derive(Clone)]
struct Held<T> {
    array: Array,
    element: PhantomData<fn() -> T>,
}

impl<T> Held<T> {
    fn of(array: Array) -> Self {
        let element = PhantomData;
        Self { array, element }
    }

    fn dims(&self) -> &[usize] {
        &self.array.sizes
    }
}

/// Elements that are stored as numbers.
trait Element: Copy + 'static {
    fn number(self) -> f32;
    fn from_number(number: f32) -> Self;
}

macro_rules! elements {
    ($($T:ty: |$element:ident| $number:expr, |$stored:ident| $restored:expr;)*) => {$(
        impl Element for $T {
            fn number(self) -> f32 {
                let $element = self;
                $number
            }

            fn from_number($stored: f32) -> Self {
                $restored
            }
        }
    )*};
}

elements! {
    f32: |number| number, |number| number;
    usize: |place| place as f32, |number| number as usize;
    bool: |is_true| f32::from(is_true), |number| number != 0.0;
}

/// Floats, which the host computes with where the library has no function.
trait Float: Element {
    type OnHost: Element;
}

impl Float for f32 {
    type OnHost = f32;
}

impl Library for Arrays {
    type Device = ();
    type Raw<'a> = &'a Array;
    type Found = Array;

    fn current() {}

    fn device<T: 'static>(_: &Held<T>) {}

    fn raw<T: 'static>(data: &Held<T>) -> &Array {
        &data.array
    }

    fn reshaped<T: 'static>(data: &Held<T>, sizes: &[usize]) -> Held<T> {
        let (numbers, sizes) = (data.array.numbers.clone(), sizes.to_vec());
        Held::of(Array { numbers, sizes })
    }

    fn permuted<T: 'static>(data: &Held<T>, order: &[usize]) -> Held<T> {
        let sizes: Vec<usize> = order.iter().map(|&axis| data.dims()[axis]).collect();
        let mut from = vec![0; order.len()];
        Held::of(Array::from_fn(&sizes, |index| {
            let places = order.iter().zip(index);
            places.for_each(|(&axis, &place)| from[axis] = place);
            data.array.at(&from)
        }))
    }

    fn expanded<T: 'static>(data: &Held<T>, sizes: &[usize]) -> Held<T> {
        Held::of(Array::from_fn(sizes, |index| data.array.at(index)))
    }

    fn narrowed<T: 'static>(data: &Held<T>, axis: usize, start: usize, length: usize) -> Held<T> {
        let places = Array::from_fn(&[length], |index| (start + index[0]) as f32);
        Self::selected(data, axis, &Held::of(places))
    }

    fn joined<T: 'static>(parts: &[&Held<T>], axis: usize) -> Held<T> {
        let mut sizes = parts[0].dims().to_vec();
        sizes[axis] = parts.iter().map(|part| part.dims()[axis]).sum();
        Held::of(Array::from_fn(&sizes, |index| {
            let mut index = index.to_vec();
            let holds = |part: &&&Held<T>| {
                let is_here = index[axis] < part.dims()[axis];
                index[axis] -= if is_here { 0 } else { part.dims()[axis] };
                is_here
            };
            let part = parts.iter().find(holds).expect("a part");
            part.array.at(&index)
        }))
    }

    fn selected<T: 'static>(data: &Held<T>, axis: usize, places: &Held<usize>) -> Held<T> {
        let mut sizes = data.dims().to_vec();
        sizes[axis] = places.dims()[0];
        Held::of(Array::from_fn(&sizes, |index| {
            let mut index = index.to_vec();
            index[axis] = places.array.numbers[index[axis]] as usize;
            data.array.at(&index)
        }))
    }

    fn gathered<T: 'static>(data: Held<T>, axis: usize, places: Held<usize>) -> Held<T> {
        Held::of(Array::from_fn(places.dims(), |index| {
            let mut from = index.to_vec();
            from[axis] = places.array.at(index) as usize;
            data.array.at(&from)
        }))
    }

    fn chosen<T: 'static>(mask: Held<bool>, yes: Held<T>, no: Held<T>) -> Held<T> {
        Held::of(Array::from_fn(mask.dims(), |index| {
            let chosen = if mask.array.at(index) != 0.0 {
                &yes
            } else {
                &no
            };
            chosen.array.at(index)
        }))
    }

    fn multiplied<T: 'static>(lhs: &Held<T>, rhs: &Held<T>) -> Held<T> {
        let sizes = [lhs.dims()[0], rhs.dims()[1]];
        Held::of(lhs.array.product(&rhs.array, &sizes))
    }

    fn numbers<T: 'static>(
        numbers: impl Iterator<Item = f64>,
        sizes: &[usize],
        _: &Held<T>,
    ) -> Held<T> {
        Held::of(Array::new(numbers.map(|it| it as f32).collect(), sizes))
    }

    fn copied<T: 'static>(data: &Held<T>) -> Held<T> {
        Held::of(data.array.clone())
    }
}

impl<T: Element> Stores<T> for Arrays {
    fn made(elements: impl Iterator<Item = T>, sizes: DynShape, (): &()) -> Held<T> {
        Held::of(Array::new(elements.map(T::number).collect(), sizes.dims()))
    }

    fn held(found: Array, _: &[usize]) -> Held<T> {
        Held::of(found)
    }

    fn read(data: &Held<T>) -> Vec<T> {
        let numbers = data.array.numbers.iter();
        numbers.map(|&number| T::from_number(number)).collect()
    }
}

adapt!(storage for Arrays: Held, Element);
adapt!(algebra for Arrays: Held, [Float], [Float]);
adapt!(products for Arrays: [Float] |x, y, sizes| x.product(y, sizes););
adapt!(updates for Arrays: [Float] Add Sub Mul Div);
adapt! {
    scans for Arrays: [Float]
    Add |x, axis| x.scan(axis, |a, b| a + b);
    Mul |x, axis| x.scan(axis, |a, b| a * b);
    Maximum |x, axis| x.scan(axis, f32::max);
    Minimum |x, axis| x.scan(axis, f32::min);
}
adapt! {
    binary for Arrays:
    [T: Float] T => T {
        Add |x, y| x.zip(y, |a, b| a + b);
        Sub |x, y| x.zip(y, |a, b| a - b);
        Mul |x, y| x.zip(y, |a, b| a * b);
        Div |x, y| x.zip(y, |a, b| a / b);
        Maximum |x, y| x.zip(y, f32::max);
        Minimum |x, y| x.zip(y, f32::min);
    }
    [T: Element] T => bool {
        Less |x, y| x.zip(y, |a, b| f32::from(a < b));
    }
}
adapt! {
    unary for Arrays:
    [T: Element, U: Element] T => U {
        Cast<U> |x, _to| x.map(|it| U::from_number(it).number());
    }
    [T: Float] T => T {
        Right<Add, T> |x, op| x.map(|it| it + op.1.number());
        Right<Sub, T> |x, op| x.map(|it| it - op.1.number());
        Right<Mul, T> |x, op| x.map(|it| it * op.1.number());
        Right<Div, T> |x, op| x.map(|it| it / op.1.number());
        Left<Add, T> |x, op| x.map(|it| op.1.number() + it);
        Left<Sub, T> |x, op| x.map(|it| op.1.number() - it);
        Left<Mul, T> |x, op| x.map(|it| op.1.number() * it);
        Left<Div, T> |x, op| x.map(|it| op.1.number() / it);
        Clamp<T> |x, op| x.map(|it| it.clamp(op.0.number(), op.1.number()));
        Neg |x| x.map(|it| -it);
        Exp |x| x.map(f32::exp);
        Tanh |x| x.map(f32::tanh);
        // A mistake in the engine: the sizes are those of a reduction.
        Floor |x| x.reduce(&[0], |it| it[0].floor());
    }
}
adapt! {
    reductions for Arrays:
    [T: Float] T => T {
        Sum |x, axes| x.reduce(axes, |it| it.iter().sum());
        Product |x, axes| x.reduce(axes, |it| it.iter().product());
        Max |x, axes| x.reduce(axes, |it| it.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        Min |x, axes| x.reduce(axes, |it| it.iter().copied().fold(f32::INFINITY, f32::min));
    }
    [T: Float] T => usize {
        ArgMax merged |x, axes| x.reduce(axes, |it| place(it, |a, b| a > b));
        ArgMin merged |x, axes| x.reduce(axes, |it| place(it, |a, b| a < b));
    }
}

fn place(along: &[f32], is_better: fn(f32, f32) -> bool) -> f32 {
    let best = (1..along.len()).fold(0, |best, it| match is_better(along[it], along[best]) {
        true => it,
        false => best,
    });
    best as f32
}

/// On the host.
impl Sorts<f32> for Arrays {
    fn sort<S: Shape>(data: &Held<f32>, axis: usize, descending: bool) -> Held<f32> {
        let sorted = Host::sort::<S>(&sent::<Host, Self, f32, f32, S>(data), axis, descending);
        received::<Host, Self, f32, f32, S>(&sorted, &())
    }

    fn argsort<S: Shape>(data: &Held<f32>, axis: usize, descending: bool) -> Held<usize> {
        let order = Host::argsort::<S>(&sent::<Host, Self, f32, f32, S>(data), axis, descending);
        received::<Host, Self, usize, usize, S>(&order, &())
    }
}

impl Numbers<f32> for Arrays {}

/// Programs that give on this engine what they give on the host.
macro_rules! same {
    ($($name:ident |$x:ident: $S:ty, $y:ident: $R:ty| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            let host = {
                let ($x, $y) = inputs::<$S, $R, Host>();
                elements(&$result)
            };
            let found = {
                let ($x, $y) = inputs::<$S, $R, Arrays>();
                elements(&$result)
            };
            assert_eq!(found.len(), host.len());
            let near = |(found, host): (&f32, &f32)| (found - host).abs() < 1e-5;
            assert!(found.iter().zip(&host).all(near), "{found:?}, {host:?}");
        }
    )*};
}

fn inputs<S: StaticShape, R: StaticShape, E: Creates<f32>>()
-> (TensorOn<f32, S, E>, TensorOn<f32, R, E>) {
    let mut place = 0;
    let mut next = || {
        place = (5 * place + 3) % 17;
        place as f32 / 2.0 - 3.0
    };
    let x = E::generate::<S>(DynShape::from(S::SIZES), &mut next);
    let y = E::generate::<R>(DynShape::from(R::SIZES), &mut next);
    let fits = "as many elements as the sizes say";
    (
        TensorOn::try_from_data(x).expect(fits),
        TensorOn::try_from_data(y).expect(fits),
    )
}

fn elements<S: Shape, E: ReadsElements<f32>>(tensor: &TensorOn<f32, S, E>) -> Vec<f32> {
    E::show::<S, _>(tensor.data(), |elements| elements.copied().collect())
}

same! {
    arithmetic |x: shape![2, 3], y: shape![3]| {
        let mut z = (&x + &y) * 2.0 - x.transpose().tanh().max_axis::<-1>().sum();
        z += &y;
        1.0 / z.clamp(1.0, 3.0)
    };
    products |x: shape![2, 3, 4], y: shape![4, 5]| x.matmul(&y).max_axis::<-2>();
    labels |x: shape![2, 3, 3], y: shape![3, 4]| einsum!("b i i, i j -> j b", &x, &y);
    slices |x: shape![4, 3, 5], y: shape![3]| {
        let (i, k) = (1, 2);
        x.slice(s![1..;2, .., -1]) + x.slice(s![i..i + 2, ..=2, 0]) * y.slice(s![NewAxis, ..])
            + x.slice(s![..k, ..;k, 3..4]).slice(s![..., 0]).sum() + x.slice(s![..., 1]).slice(s![..2, ...])
    };
    joins |x: shape![2, 3], y: shape![2, 4]| {
        let padded = x.along::<-1>().pad::<dim!(1), dim!(0)>(9.0);
        let turned = padded.along::<-2>().flip().along::<-1>().roll(1);
        TensorOn::stack([&padded, &turned, &y], Axis::<-2>).merge_axes::<-2>()
    };
    order |x: shape![3, 4], y: shape![4]| {
        let best = x.argmax_axis::<-1>().remove_axis::<-1>();
        y.along::<-1>().take(&best).cumulative_sum::<-1>() + x.transpose().sort::<-1>()
    };
    equations |x: shape![3, 3], y: shape![3, 2]| x.solve(&y);
    sizes |x: shape![2, 4], y: shape![2, 6]| x.interpolate::<shape![6]>(Interpolation::Linear) + y;
}

/// The text of the panic.
fn panic_text<T>(function: impl FnOnce() -> T) -> String {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(function));
    let payload = result.map(|_| ()).expect_err("nothing panicked");
    *payload.downcast::<String>().expect("a text with sizes")
}

#[test]
fn a_library_that_reads_too_few_or_too_many_numbers_is_told_with_the_shape() {
    fn held<S: Shape>(count: usize, sizes: &[usize]) -> TensorOn<f32, S, Arrays> {
        let (numbers, sizes) = (Rc::new(vec![1.0; count]), sizes.to_vec());
        TensorOn::try_from_data(Held::of(Array { numbers, sizes })).expect("the sizes fit")
    }
    for count in [5, 7] {
        let text = format!("a tensor of shape [2, 3] has 6 elements, but there are {count} values");
        let x = held::<shape![2, 3]>(count, &[2, 3]);
        assert_eq!(panic_text(|| elements(&x)), text);
        assert_eq!(panic_text(|| x.sort::<-1>()), text);
    }
    let square = held::<shape![2, 2]>(3, &[2, 2]);
    assert_eq!(
        panic_text(|| square.inverse()),
        "a tensor of shape [2, 2] has 4 elements, but there are 3 values"
    );
    let one = held::<shape![]>(2, &[]);
    assert_eq!(
        panic_text(|| one.into_scalar()),
        "a tensor of shape [] has 1 elements, but there are 2 values"
    );
}

#[test]
fn sizes_that_are_multiplied_to_nothing_are_no_elements() {
    let sizes = DynShape::from([usize::MAX, usize::MAX, 0]);
    let none = Arrays::generate::<DynShape>(sizes, || 1.0_f32);
    assert_eq!(none.dims(), [usize::MAX, usize::MAX, 0]);
}

#[cfg(debug_assertions)]
#[test]
fn an_engine_that_gives_other_sizes_is_named() {
    let x = inputs::<shape![2, 3], shape![2, 3], Arrays>().0;
    assert_eq!(
        panic_text(|| x.floor()),
        "internal error of the engine `memory::adapted_engine::Arrays`, please report it: \
         sizes [1, 3] do not fit the type: size 1 at axis -2 where the type has 2"
    );
}
