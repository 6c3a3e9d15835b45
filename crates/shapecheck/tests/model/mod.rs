//! A model to test tensors against: sizes and elements in row-major order, and operations that look up every index.

#![allow(dead_code, reason = "each test uses some of it")]

use proptest::collection::vec;
use proptest::prelude::*;
use shapecheck::engine::{DynamicShapes, MovesAxes};
use shapecheck::host::Borrowed;
use shapecheck::host::Memory;
use shapecheck::{DynShape, Host, Shape, Tensor, TensorOn};

use crate::at;
use crate::programs::{Dynamic, ToDynamic};

/// An array of integers, exact in every operation tested here.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub sizes: Vec<usize>,
    pub elements: Vec<i64>,
}

impl Model {
    /// An element for each index, in row-major order.
    pub fn from_fn(sizes: &[usize], mut element: impl FnMut(&[usize]) -> i64) -> Self {
        /// Compiled once.
        fn from_dyn(sizes: &[usize], element: &mut dyn FnMut(&[usize]) -> i64) -> Model {
            Model {
                sizes: sizes.to_vec(),
                elements: indexes(sizes).map(|index| element(&index)).collect(),
            }
        }
        from_dyn(sizes, &mut element)
    }

    /// The elements of a tensor, one index after the other.
    pub fn of<S: Shape, E: Memory>(tensor: &TensorOn<i64, S, E>) -> Self {
        Self::from_fn(tensor.dims(), |index| {
            *tensor.get(index).expect("an index within the shape")
        })
    }

    pub fn at(&self, index: &[usize]) -> i64 {
        let place = index.iter().zip(&self.sizes);
        self.elements[place.fold(0, |place, (&index, &size)| place * size + index)]
    }

    /// The element that broadcasting puts at an index of a larger shape.
    pub fn broadcast_at(&self, index: &[usize]) -> i64 {
        let own = &index[index.len() - self.sizes.len()..];
        let own = own.iter().zip(&self.sizes);
        let own: Vec<usize> = own
            .map(|(&index, &size)| if size == 1 { 0 } else { index })
            .collect();
        self.at(&own)
    }

    /// A function of the elements that broadcasting puts together.
    pub fn zip(operands: &[&Self], function: impl Fn(&[i64]) -> i64) -> Self {
        Self::zip_dyn(operands, &function)
    }

    /// Compiled once.
    fn zip_dyn(operands: &[&Self], function: &dyn Fn(&[i64]) -> i64) -> Self {
        let rank = operands
            .iter()
            .map(|operand| operand.sizes.len())
            .max()
            .unwrap_or(0);
        let sizes: Vec<usize> = (0..rank)
            .map(|axis| {
                let sizes = operands.iter().filter_map(|operand| {
                    let skipped = rank - operand.sizes.len();
                    axis.checked_sub(skipped).map(|axis| operand.sizes[axis])
                });
                sizes.fold(1, |all, size| if all == 1 { size } else { all })
            })
            .collect();
        Self::from_fn(&sizes, |index| {
            let elements: Vec<i64> = operands
                .iter()
                .map(|operand| operand.broadcast_at(index))
                .collect();
            function(&elements)
        })
    }

    pub fn tensor(&self) -> Tensor<i64, DynShape> {
        Tensor::from_vec_with(DynShape::from(&self.sizes[..]), self.elements.clone())
            .expect("as many elements")
    }

    /// The same elements far apart in memory, the last two axes in each other's place, with others in between.
    pub fn scattered(&self) -> Scattered {
        let swapped = |mut list: Vec<usize>| {
            if let [.., a, b] = &mut list[..] {
                std::mem::swap(a, b);
            }
            list
        };
        let rank = self.sizes.len();
        let margin = |axis: usize| usize::from(rank - axis <= AXES);
        let wide = swapped(self.sizes.clone()).into_iter().enumerate();
        let wide: Vec<usize> = wide.map(|(axis, size)| size + 2 * margin(axis)).collect();
        let all = Self::from_fn(&wide, |index| {
            let own = index.iter().enumerate();
            let own = own
                .map(|(axis, index)| index.wrapping_sub(margin(axis)))
                .collect();
            let own = swapped(own);
            let inside = own
                .iter()
                .zip(&self.sizes)
                .all(|(index, size)| index < size);
            if inside { self.at(&own) } else { i64::MIN }
        });
        Scattered(all.tensor())
    }
}

/// How many axes, from the last one on, have others around their elements.
const AXES: usize = 5;

/// A tensor with the elements of a model somewhere in it.
pub struct Scattered(pub Tensor<i64, DynShape>);

impl Scattered {
    /// The elements of the model, borrowed.
    pub fn view(&self) -> Dynamic<Borrowed<'_>> {
        middle(self.0.view())
    }

    /// The same as a tensor of the same memory.
    pub fn part(&self) -> Dynamic<Host> {
        middle(self.0.clone())
    }
}

fn middle<E: MovesAxes<i64> + DynamicShapes>(mut part: Dynamic<E>) -> Dynamic<E> {
    let rank = part.dims().len();
    for axis in 1..=rank.min(AXES) {
        let end = part.dims()[rank - axis] - 1;
        part = at!(axis, A => part.slice_axis::<A>(1..end).to_dynamic());
    }
    if rank >= 2 {
        part = part.transpose().to_dynamic();
    }
    part
}

/// All indexes into a shape, in row-major order.
pub fn indexes(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let sizes = sizes.to_vec();
    (0..sizes.iter().product()).map(move |mut place: usize| {
        let mut index = vec![0; sizes.len()];
        for (index, &size) in index.iter_mut().zip(&sizes).rev() {
            *index = place % size;
            place /= size;
        }
        index
    })
}

/// Sizes from 0 to 4, of up to five axes.
pub fn sizes() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![
        9 => vec(prop_oneof![1 => Just(0_usize), 9 => 1..=4_usize], 0..=5),
        1 => vec(1..=2_usize, 9),
    ]
}

pub fn model(sizes: Vec<usize>) -> impl Strategy<Value = Model> {
    vec(-50..50_i64, sizes.iter().product::<usize>()).prop_map(move |elements| Model {
        sizes: sizes.clone(),
        elements,
    })
}

/// Arrays that broadcast: the sizes of one shape, without some axes in front and with some sizes set to 1.
pub fn broadcastable(count: usize) -> impl Strategy<Value = Vec<Model>> {
    (sizes(), vec((vec(any::<bool>(), 9), 0..=9_usize), count)).prop_flat_map(|(whole, parts)| {
        let parts = parts.into_iter().map(|(ones, skipped)| {
            let sizes = whole.iter().zip(ones).skip(skipped.min(whole.len()));
            model(
                sizes
                    .map(|(&size, one)| if one { 1 } else { size })
                    .collect(),
            )
        });
        parts.collect::<Vec<_>>()
    })
}
