//! A convolution: small patterns looked for at every place of an image, by views of the image that are shifted, not copied.
//!
//! Shapes in comments: `B` images, 8 filters, each a window of 3 by 3 pixels, which fits in an image at 6 by 6 places.

use shapecheck::{
    Dim, Shape, StaticDim, Tensor, axes, broadcast_map, broadcast_update, dim, shape,
};

use crate::data::{Images, Side};
use crate::model::descend;
use crate::random::Random;

/// How many patterns are looked for.
pub type Filters = dim!(8);
/// Rows and columns of a window.
pub type Reach = dim!(3);
/// Rows and columns of the places that a window has in an image: `Side - Reach + 1`.
pub type Places = dim!(6);

/// How well each pattern fits at each place.
pub type Maps<B> = shape![B, Filters, Places, Places];

/// The filters. As with any layer, the gradient and the velocity are one number for each parameter too.
pub struct Convolution {
    /// For each place in the window, the weight in each filter: the axes of size 1 are repeated over a map.
    pub weights: Tensor<f32, shape![Reach, Reach, Filters, 1, 1]>,
    pub bias: Tensor<f32, shape![Filters, 1, 1]>,
}

impl Convolution {
    pub fn zeros() -> Self {
        Self {
            weights: Tensor::zeros(),
            bias: Tensor::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        let limit = (6.0 / (Reach::SIZE * Reach::SIZE) as f32).sqrt();
        Self {
            weights: Tensor::from_fn(|_| limit * random.signed()),
            bias: Tensor::zeros(),
        }
    }

    /// Images `[B, 8, 8]` to maps `[B, 8, 6, 6]`.
    pub fn forward<B: Dim>(&self, images: &Images<B>) -> Tensor<f32, Maps<B>> {
        let batch_size = images.shape().size_from_end(3);
        let sizes = [batch_size, Filters::SIZE, Places::SIZE, Places::SIZE];
        let shape = Maps::<B>::try_from_sizes(&sizes).expect("the sizes of the type");
        let mut maps = self.bias.broadcast_to_with(shape).to_tensor();
        for (row, column) in places_in_window() {
            let pixels = images // [B, 1, 6, 6]: the pixels that this place of the window lies on
                .narrow::<-2, Places>(row)
                .narrow::<-1, Places>(column)
                .insert_axis::<-3>();
            let weights = self.weights.index_axis::<-5>(row).index_axis::<-4>(column); // [8, 1, 1]
            broadcast_update!(|map, pixel, weight| *map += pixel * weight; &mut maps, &pixels, &weights);
        }
        maps
    }

    /// The gradient of the parameters, from the images and the gradient of the maps.
    pub fn gradient<B: Dim>(images: &Images<B>, maps: &Tensor<f32, Maps<B>>) -> Self {
        let mut gradient = Self::zeros();
        for (row, column) in places_in_window() {
            let pixels = images
                .narrow::<-2, Places>(row)
                .narrow::<-1, Places>(column)
                .insert_axis::<-3>();
            let sums = broadcast_map!(|pixel, map| pixel * map; &pixels, maps)
                .sum_axes::<axes![-4, -2, -1]>(); // [1, 8, 1, 1]
            let mut of_row = gradient.weights.index_axis_mut::<-5>(row);
            let mut weights = of_row.index_axis_mut::<-4>(column); // [8, 1, 1]
            broadcast_update!(|weight, sum| *weight = sum; &mut weights, &sums.drop_axis::<-4>());
        }
        gradient.bias = maps.sum_axes::<axes![-4, -2, -1]>().drop_axis::<-4>();
        gradient
    }

    pub fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f32) {
        descend(
            &mut self.weights,
            &mut velocity.weights,
            &gradient.weights,
            rate,
        );
        descend(&mut self.bias, &mut velocity.bias, &gradient.bias, rate);
    }
}

fn places_in_window() -> impl Iterator<Item = (usize, usize)> {
    (0..Reach::SIZE).flat_map(|row| (0..Reach::SIZE).map(move |column| (row, column)))
}

// A window that is moved by one more place would leave the image.
const _: () = assert!(Places::SIZE + Reach::SIZE == Side::SIZE + 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_of_the_filters_is_the_slope() {
        let mut random = Random::new(3);
        let images: Images<dim!(2)> = Tensor::from_fn(|_| random.signed());
        let mut filters = Convolution::random(&mut random);
        let slopes: Tensor<f32, Maps<dim!(2)>> = Tensor::from_fn(|_| random.signed());
        let gradient = Convolution::gradient(&images, &slopes);
        let height = |filters: &Convolution| (filters.forward(&images) * &slopes).sum();
        // A straight line in every parameter: a large step does no harm.
        let (before, step) = (height(&filters), 1.0);
        for place in [[0, 0, 0, 0, 0], [1, 2, 3, 0, 0], [2, 0, 1, 0, 0]] {
            filters.weights[place] += step;
            let slope = height(&filters) - before;
            filters.weights[place] -= step;
            assert!((slope - gradient.weights[place]).abs() < 1e-3, "{place:?}");
        }
        filters.bias[[2, 0, 0]] += step;
        let slope = height(&filters) - before;
        assert!((slope - gradient.bias[[2, 0, 0]]).abs() < 1e-3);
    }

    #[test]
    fn a_filter_finds_its_pattern_where_it_is() {
        let mut filters = Convolution::zeros();
        // The last filter: a stroke down the middle of its window.
        for row in 0..3 {
            filters.weights[[row, 1, 3, 0, 0]] = 1.0;
        }
        let images: Images<dim!(1)> =
            Tensor::from_fn(|[_, row, column]| f32::from(column == 4 && row < 5));
        let maps = filters.forward(&images);
        assert_eq!(maps[[0, 3, 0, 3]], 3.0);
        assert_eq!(maps[[0, 3, 3, 3]], 2.0);
        assert_eq!(maps[[0, 3, 0, 2]] + maps[[0, 2, 0, 3]], 0.0);
    }
}
