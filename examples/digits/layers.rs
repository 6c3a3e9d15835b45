//! A network that reads digits, with its sizes as types: a convolution, and two layers that make scores from its maps.
//!
//! This file is compiled four times: here with tensors on the heap, in `examples/pocket` with inline tensors and
//! without an allocator, and in `bridges/candle` and `bridges/burn`, which compute gradients. The root of each program
//! defines what an `Array` is.
//!
//! Sizes in comments: `B` images in a batch, `C` patterns, `H` hidden numbers, `O` classes. A pattern has 3 by 3 pixels
//! and fits at 6 by 6 positions of an image. `B` may be dynamic if tensors are on the heap.

use shapecheck::window::Conv;
use shapecheck::{Dim, Shape, StaticDim, checked, dim, einsum, shape};

use crate::Array;

/// Rows and columns of an image.
pub type Side = dim!(8);
/// Rows and columns of a pattern.
pub type Reach = dim!(3);
/// Rows and columns of the positions where a pattern fits: `Side - Reach + 1`.
pub type Places = dim!(6);

const _: () = assert!(Places::SIZE + Reach::SIZE == Side::SIZE + 1);

/// `B` images, of one colour.
pub type Images<B> = Array<f32, shape![B, 1, Side, Side]>;
/// How well each of `C` patterns fits at each position of each of `B` images.
pub type Maps<B, C> = Array<f32, shape![B, C, Places, Places]>;
/// `N` numbers for each of `B` images, such as a score for each class.
pub type Rows<B, N> = Array<f32, shape![B, N]>;

/// Small patterns, which are compared with every position of an image.
pub struct Convolution<C: StaticDim> {
    pub weights: Array<f32, shape![C, 1, Reach, Reach]>,
    /// The axes of size 1 broadcast over a map.
    pub bias: Array<f32, shape![C, 1, 1]>,
}

impl<C: StaticDim> Convolution<C> {
    /// Images `[B, 1, 8, 8]` to maps `[B, C, 6, 6]`.
    #[checked]
    pub fn forward<B: Dim>(&self, images: &Array<f32, shape![B, 1, Side, Side]>) -> Maps<B, C> {
        images.conv2d(&self.weights, Conv::new()) + &self.bias
    }
}

/// Replaces negative numbers by zero.
pub fn relu<S: Shape>(x: Array<f32, S>) -> Array<f32, S> {
    x.relu()
}

/// A linear layer on maps, with its own weights for each pattern and position.
pub struct Readout<C: StaticDim, H: StaticDim> {
    pub weights: Array<f32, shape![H, C, Places, Places]>,
    pub bias: Array<f32, shape![H]>,
}

impl<C: StaticDim, H: StaticDim> Readout<C, H> {
    /// Maps `[B, C, 6, 6]` to rows `[B, H]`.
    #[checked]
    pub fn forward<B: Dim>(&self, maps: &Array<f32, shape![B, C, Places, Places]>) -> Rows<B, H> {
        einsum!("b c row column, h c row column -> b h"; maps, &self.weights) + &self.bias
    }
}

/// Multiplies by weights, one row for each number of the output, and adds a bias.
pub struct Linear<I: StaticDim, O: StaticDim> {
    pub weights: Array<f32, shape![O, I]>,
    pub bias: Array<f32, shape![O]>,
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    /// Rows `[B, I]` to rows `[B, O]`.
    #[checked]
    pub fn forward<B: Dim>(&self, x: &Array<f32, shape![B, I]>) -> Rows<B, O> {
        x.linear(&self.weights) + &self.bias
    }
}

/// The network. Widths that do not fit together are compile errors.
pub struct Reader<C: StaticDim, H: StaticDim, O: StaticDim> {
    pub convolution: Convolution<C>,
    pub readout: Readout<C, H>,
    pub scores: Linear<H, O>,
}

impl<C: StaticDim, H: StaticDim, O: StaticDim> Reader<C, H, O> {
    /// From images `[B, 1, 8, 8]` to a score for each class, `[B, O]`.
    #[checked]
    pub fn forward<B: Dim>(&self, images: &Array<f32, shape![B, 1, Side, Side]>) -> Rows<B, O> {
        let maps = relu(self.convolution.forward(images));
        let hidden = relu(self.readout.forward(&maps));
        self.scores.forward(&hidden)
    }
}

/// The class with the highest score for each image.
pub fn best_class<B: Dim, O: StaticDim>(scores: &Rows<B, O>) -> Array<usize, shape![B]> {
    scores.argmax_axis::<-1>().remove_axis::<-1>()
}
