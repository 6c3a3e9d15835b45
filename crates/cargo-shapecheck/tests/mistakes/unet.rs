//! A small U-net that takes the noise out of maps of the weather radar, with a diffusion of 200 steps.

use shapecheck::algebra::Interpolation;
use shapecheck::window::{Conv, Pool};
use shapecheck::{Dim, Tensor, axes, checked, dim, rearrange, s, shape};

const STEPS: usize = 200;
type Maps<B> = Tensor<f32, shape![B, 2, 32, 32]>;

/// A layer: `[B, I]` to `[B, O]`.
#[checked]
#[derive(Default)]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
    bias: Tensor<f32, shape![O]>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.linear_with_bias(&self.weights, &self.bias)
    }
}

#[checked]
#[derive(Default)]
struct Filter<const I: usize, const O: usize> {
    kernels: Tensor<f32, shape![O, I, 3, 3]>,
    bias: Tensor<f32, shape![O]>,
}

#[checked]
impl<const I: usize, const O: usize> Filter<I, O> {
    fn forward<B: Dim, H: Dim, W: Dim>(&self, x: &Tensor<f32, shape![B, I, H, W]>) -> Tensor<f32, shape![B, O, H, W]> {
        x.conv2d_with_bias(&self.kernels, &self.bias, Conv::new().same())
    }
}

#[checked]
#[derive(Default)]
struct Block<const I: usize, const O: usize, const T: usize> {
    first: Filter<I, O>,
    second: Filter<O, O>,
    step: Linear<T, O>,
    shortcut: Tensor<f32, shape![O, I]>,
}

#[checked]
impl<const I: usize, const O: usize, const T: usize> Block<I, O, T> {
    fn forward<B: Dim, H: Dim, W: Dim>(
        &self,
        x: &Tensor<f32, shape![B, I, H, W]>,
        step: &Tensor<f32, shape![B, T]>,
    ) -> Tensor<f32, shape![B, O, H, W]> {
        let hidden = self.first.forward(x).silu();
        let step = self.step.forward(step).insert_axis::<-1>().insert_axis::<-1>();
        let hidden = self.second.forward(&(hidden + step)).silu();
        let past = x.move_axis::<-3, -1>().linear(&self.shortcut);
        hidden + past.move_axis::<-1, -3>()
    }
}

#[checked]
#[derive(Default)]
struct Mixer<const C: usize> {
    queries: Tensor<f32, shape![C, C]>,
    keys: Tensor<f32, shape![C, C]>,
    values: Tensor<f32, shape![C, C]>,
    scale: Tensor<f32, shape![C]>,
}

#[checked]
impl<const C: usize> Mixer<C> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, C, 8, 8]>) -> Tensor<f32, shape![B, C, 8, 8]> {
        let places = rearrange!(x, "b c h w -> b (h w) c");
        let normal = places.layer_norm(&self.scale, 1e-5);
        let (queries, keys) = (normal.linear(&self.queries), normal.linear(&self.keys));
        let scores = queries.matmul(&keys.transpose()) / (C as f32).sqrt();
        let mixed = scores.softmax::<-1>().matmul(&normal.linear(&self.values));
        x + rearrange!(&mixed, "b (h w) c -> b c h w"; h = 8)
    }
}

#[checked]
trait Denoiser<const T: usize> {
    fn noise<B: Dim>(&self, maps: &Maps<B>, step: &Tensor<f32, shape![B, T]>) -> Maps<B>;
}

#[checked]
#[derive(Default)]
struct UNet<const C: usize, const D: usize, const T: usize> {
    enter: Filter<2, C>,
    down: Block<C, C, T>,
    deep: Block<C, D, T>,
    mixer: Mixer<D>,
    up: Block<96, C, T>,
    leave: Filter<C, 2>,
}

#[checked]
impl Denoiser<64> for UNet<32, 64, 64> {
    fn noise<B: Dim>(&self, maps: &Maps<B>, step: &Tensor<f32, shape![B, 64]>) -> Maps<B> {
        let entered = self.enter.forward(maps);
        let fine = self.down.forward(&entered, step);
        let coarse = fine.avg_pool2d(Pool::of::<4>());
        let deep = self.mixer.forward(&self.deep.forward(&coarse, step));
        let wide = deep.upsample::<shape![4, 4]>(Interpolation::Nearest);
        let both = wide.along::<-3>().concat(&fine);
        self.leave.forward(&self.up.forward(&both, step))
    }
}

struct Schedule {
    rates: Tensor<f32, shape![{ STEPS }]>,
    kept: Tensor<f32, shape![{ STEPS }]>,
    waves: Tensor<f32, shape![{ STEPS }, 64]>,
}

impl Schedule {
    fn new() -> Self {
        let rates = Tensor::<f32, shape![{ STEPS }]>::linspace(1e-4, 0.02);
        let kept = (1.0 - &rates).cumulative_product::<-1>();
        let steps = Tensor::<f32, shape![{ STEPS }]>::from_fn(|[step]| step as f32);
        let pace = Tensor::<f32, shape![32]>::from_fn(|[n]| 0.8_f32.powi(n as i32));
        let angles = steps.insert_axis::<-1>() * pace;
        Self { rates, kept, waves: angles.sin().along::<-1>().concat(&angles.cos()) }
    }

    fn noisy<B: Dim>(&self, maps: &Maps<B>, noise: &Maps<B>, steps: &Tensor<usize, shape![B]>) -> Maps<B> {
        let kept = self.kept.along::<-1>().take(steps).insert_axis::<-1>().insert_axis::<-1>().insert_axis::<-1>();
        maps * kept.sqrt() + noise * (1.0 - kept).sqrt()
    }

    fn loss<B: Dim, D: Denoiser<64>>(&self, net: &D, maps: &Maps<B>, noise: &Maps<B>, steps: &Tensor<usize, shape![B]>) -> f32 {
        let found = net.noise(&self.noisy(maps, noise, steps), &self.waves.embedding(steps));
        found.mse_loss(noise).into_scalar()
    }

    fn sample<B: Dim, D: Denoiser<64>>(&self, net: &D, start: Maps<B>, zeros: &Tensor<usize, shape![B]>) -> Maps<B> {
        let mut maps = start;
        for step in (0..STEPS).rev() {
            let noise = net.noise(&maps, &self.waves.embedding(&(zeros + step)));
            let (rate, kept) = (self.rates[[step]], self.kept[[step]]);
            maps = (maps - noise * rate / (1.0 - kept).sqrt()) / (1.0 - rate).sqrt();
        }
        maps
    }
}

fn main() {
    let net = UNet::<32, 64, 64>::default();
    let schedule = Schedule::new();
    let maps = Tensor::<f32, shape![16, 2, 32, 32]>::from_fn(|[n, c, h, w]| ((n + c) as f32 + (h * w) as f32 * 0.1).sin());
    let means = maps.mean_axes::<axes![-4, -2, -1]>();
    let maps = &maps - &means;
    let noise = Tensor::<f32, shape![16, 2, 32, 32]>::full(0.3);
    let steps = Tensor::<usize, shape![16]>::from_fn(|[n]| n * 12);
    let loss = schedule.loss(&net, &maps, &noise, &steps);
    let samples = schedule.sample(&net, Tensor::<f32, shape![4, 2, 32, 32]>::ones(), &Tensor::<usize, shape![4]>::zeros()) + &means;
    let rain = samples.slice(s![.., 0, .., ..]);
    let strips: Tensor<f32, shape![4, 4]> = rain
        .max_axis::<-1>()
        .remove_axis::<-1>()
        .max_pool1d(Pool::of::<8>());
    let profile = rearrange!(&rain, "b (i h) w -> b i (h w)"; i = 4)
        .std_axis::<-1>()
        .remove_axis::<-1>();
    let sheet: Tensor<f32, shape![64, 64]> = rearrange!(&rain, "(i j) h w -> (i h) (j w)"; i = 2);
    println!("{loss}\n{strips}\n{}\n{}", &strips - &profile, sheet.block_at::<dim!(2), dim!(2), 31, 31>());
}
