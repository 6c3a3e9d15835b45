//! Images of two cameras that are joined to one, and the camera's places by least squares.

use shapecheck::window::{Conv, Pool};
use shapecheck::{Axis, Dim, InlineTensor, StaticDim, Tensor, checked, dim, rearrange, reduce, shape};

type Images<B> = Tensor<f32, shape![B, 3, 64, 64]>;
type Corner = InlineTensor<f64, shape![3]>;

/// What is seen in an image: 32 maps of 16 by 16.
struct Maps {
    first: Tensor<f32, shape![16, 3, 3, 3]>,
    second: Tensor<f32, shape![32, 16, 5, 5]>,
    bias: Tensor<f32, shape![16, 1, 1]>,
}

#[checked]
impl Maps {
    fn forward<B: Dim>(&self, images: &Tensor<f32, shape![B, 3, 64, 64]>) -> Tensor<f32, shape![B, 32, 16, 16]> {
        let fine = images.conv2d(&self.first, Conv::new().padding::<1>()) + &self.bias;
        let half = fine.relu().max_pool2d(Pool::of::<2>());
        let coarse = half.conv2d(&self.second, Conv::new().padding::<2>());
        coarse.avg_pool2d(Pool::of::<2>())
    }
}

/// A filter that is the same for all channels.
fn smooth<B: Dim, C: StaticDim, H: Dim, W: Dim>(images: &Tensor<f32, shape![B, C, H, W]>, kernel: &Tensor<f32, shape![C, C, 3, 3]>) -> Tensor<f32, shape![B, C, H, W]> {
    let smooth = images.conv2d(kernel, Conv::new().same());
    smooth + images
}

/// Both images beside one another, and the half of it in the middle.
fn joined<B: Dim>(left: &Images<B>, right: &Images<B>) -> Tensor<f32, shape![B, 3, 64, 64]> {
    let wide = left.along::<-1>().concat(right);
    let (_, rest) = wide.along::<-1>().split_at::<dim!(32)>();
    let (middle, _) = rest.along::<-1>().split_at::<dim!(64)>();
    middle
}

/// How alike the points of two images are.
#[checked]
fn alike<B: Dim>(left: &Tensor<f32, shape![B, 32, 16, 16]>, right: &Tensor<f32, shape![B, 32, 16, 16]>) -> Tensor<f32, shape![B, 2, 256, 32]> {
    let left = rearrange!(left, "b c h w -> b (h w) c");
    let right = rearrange!(right, "b c h w -> b (h w) c");
    Tensor::stack([&left, &right], Axis::<-3>)
}

/// The best points, as a table of the places that they are at.
fn places<B: Dim>(scores: &Tensor<f32, shape![B, 256]>, places: &Tensor<f64, shape![B, 256, 2]>) -> Tensor<f64, shape![B, 8, 2]> {
    let (_, best) = scores.topk::<-1, dim!(8)>();
    let best = best.insert_axis::<-1>().along::<-1>().tile::<dim!(2)>();
    places.along::<-2>().gather(&best)
}

/// The camera that sees `seen` at `points`.
fn camera<N: StaticDim, P: StaticDim>(points: &Tensor<f64, shape![P, N]>, seen: &Tensor<f64, shape![P, 2]>) -> Tensor<f64, shape![N, 2]> {
    let normal = points.transpose().matmul(points);
    normal.solve(&points.transpose().matmul(seen))
}

fn first<B: Dim, N: StaticDim>(cameras: &Tensor<f64, shape![B, N, 2]>, turn: &Tensor<f64, shape![N, N]>) -> Tensor<f64, shape![N, 2]> {
    let turned = turn.matmul(cameras);
    turned.index_axis::<-3>(0)
}

fn corner(turn: &InlineTensor<f64, shape![3, 3]>, corner: &Corner) -> f64 {
    let moved: Corner = turn.matmul(&corner.insert_axis::<-1>()).remove_axis::<-1>();
    (moved - corner).norm()
}

pub fn panorama(maps: &Maps, left: &Images<dim!(8)>, right: &Images<dim!(8)>, grid: &Tensor<f64, shape![8, 256, 2]>) -> f64 {
    let both = joined(left, right);
    let sharp = smooth(&both, &Tensor::full(0.1));
    let small = reduce!(&sharp, "b c (h 4) (w 4) -> b c h w", mean);
    let points = alike(&maps.forward(left), &maps.forward(&sharp));
    let scores = points.index_axis::<-3>(1).mean_axis::<-1>().remove_axis::<-1>();
    let best = places(&scores, grid).index_axis::<-3>(0);
    let camera = camera(&best, &best);
    let start = Tensor::<f64, shape![2, 2]>::eye();
    let turned = first(&camera.insert_axis::<-3>(), &start);
    turned.sum() + f64::from(small.mean()) + corner(&InlineTensor::eye(), &Corner::from([1.0, 0.0, 1.0]))
}

fn main() {}
