//! A network that reads digits, with its sizes as types: a convolution, and two layers that make scores from its maps.
//!
//! This file is compiled four times: here with tensors on the heap, in `examples/pocket` with inline tensors and
//! without an allocator, and in `engines/candle` and `engines/burn`, which compute gradients. The root of each program
//! defines what an `Array` is.
//!
//! Sizes in comments: `B` images in a batch, `C` patterns, `H` hidden numbers, `O` classes. A pattern has 3 by 3 pixels
//! and fits at 6 by 6 positions of an image. `B` may be dynamic if tensors are on the heap.

use shapecheck::{Dim, Shape, StaticDim, axes, checked, dim, shape};

use crate::Array;

/// Rows and columns of an image.
pub type Side = dim!(8);
/// Rows and columns of a pattern.
pub type Reach = dim!(3);
/// Rows and columns of the positions where a pattern fits: `Side - Reach + 1`.
pub type Places = dim!(6);

const _: () = assert!(Places::SIZE + Reach::SIZE == Side::SIZE + 1);

/// `B` images.
pub type Images<B> = Array<f32, shape![B, Side, Side]>;
/// How well each of `C` patterns fits at each position of each of `B` images.
pub type Maps<B, C> = Array<f32, shape![B, C, Places, Places]>;
/// `N` numbers for each of `B` images, such as a score for each class.
pub type Rows<B, N> = Array<f32, shape![B, N]>;

/// Small patterns, which are compared with every position of an image.
pub struct Convolution<C: StaticDim> {
    /// The axes of size 1 broadcast over a map.
    pub weights: Array<f32, shape![Reach, Reach, C, 1, 1]>,
    pub bias: Array<f32, shape![C, 1, 1]>,
}

impl<C: StaticDim> Convolution<C> {
    /// Images `[B, 8, 8]` to maps `[B, C, 6, 6]`.
    #[checked]
    pub fn forward<B: Dim>(&self, images: &Array<f32, shape![B, Side, Side]>) -> Maps<B, C> {
        let products = places_in_window().map(|(row, column)| {
            let pixels = window(images, row, column); // [B, 1, 6, 6]
            let weights = self.weights.index_axis::<-5>(row).index_axis::<-4>(column); // [C, 1, 1]
            pixels * weights // [B, C, 6, 6]
        });
        let sums = products.reduce(|sums, products| sums + products);
        sums.expect("a pattern has pixels") + &self.bias
    }
}

/// The pixels under one element of a pattern, for all positions of the pattern: the shifted images, on the heap without
/// a copy.
pub fn window<B: Dim>(
    images: &Images<B>,
    row: usize,
    column: usize,
) -> Array<f32, shape![B, 1, Places, Places]> {
    images
        .narrow::<-2, Places>(row)
        .narrow::<-1, Places>(column)
        .insert_axis::<-3>()
}

pub fn places_in_window() -> impl Iterator<Item = (usize, usize)> {
    (0..Reach::SIZE).flat_map(|row| (0..Reach::SIZE).map(move |column| (row, column)))
}

/// Replaces negative numbers by zero.
pub fn relu<S: Shape>(x: Array<f32, S>) -> Array<f32, S> {
    x.relu()
}

/// A linear layer on maps, with its own weights for each pattern and position.
pub struct Readout<C: StaticDim, H: StaticDim> {
    pub weights: Array<f32, shape![Places, Places, C, H]>,
    pub bias: Array<f32, shape![H]>,
}

impl<C: StaticDim, H: StaticDim> Readout<C, H> {
    /// Maps `[B, C, 6, 6]` to rows `[B, H]`.
    #[checked]
    pub fn forward<B: Dim>(&self, maps: &Array<f32, shape![B, C, Places, Places]>) -> Rows<B, H> {
        let places = maps.permute::<axes![-2, -1, -4, -3]>(); // [6, 6, B, C]
        let parts = places.matmul(&self.weights); // [6, 6, B, H]
        parts
            .sum_axes::<axes![-4, -3]>()
            .remove_axes::<axes![-4, -3]>()
            + &self.bias
    }
}

/// Multiplies by weights and adds a bias.
pub struct Linear<I: StaticDim, O: StaticDim> {
    pub weights: Array<f32, shape![I, O]>,
    pub bias: Array<f32, shape![O]>,
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    /// Rows `[B, I]` to rows `[B, O]`.
    #[checked]
    pub fn forward<B: Dim>(&self, x: &Array<f32, shape![B, I]>) -> Rows<B, O> {
        x.matmul(&self.weights) + &self.bias
    }
}

/// The network. Widths that do not fit together are compile errors.
pub struct Reader<C: StaticDim, H: StaticDim, O: StaticDim> {
    pub convolution: Convolution<C>,
    pub readout: Readout<C, H>,
    pub scores: Linear<H, O>,
}

impl<C: StaticDim, H: StaticDim, O: StaticDim> Reader<C, H, O> {
    /// From images `[B, 8, 8]` to a score for each class, `[B, O]`.
    #[checked]
    pub fn forward<B: Dim>(&self, images: &Array<f32, shape![B, Side, Side]>) -> Rows<B, O> {
        let maps = relu(self.convolution.forward(images));
        let hidden = relu(self.readout.forward(&maps));
        self.scores.forward(&hidden)
    }
}

/// The class with the highest score for each image.
pub fn best_class<B: Dim, O: StaticDim>(scores: &Rows<B, O>) -> Array<usize, shape![B]> {
    scores.argmax_axis::<-1>().remove_axis::<-1>()
}
