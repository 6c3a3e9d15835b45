//! Calls of which an edit is easily advised that does not compile, or compiles into another program: what is advised of
//! them fits the line that is marked, and the result that is declared.
use shapecheck::window::{Conv, ConvTranspose, Pool, StridesOf};
use shapecheck::{Axis, Dim, Tensor, axes, checked, dim, dims, s, shape};

dims! { Sensors, Steps, Batch, Heads, Head, Camera = 3, Arm = 5 }

fn main() {}

fn curved(grid: &Tensor<f32, shape![53, 59]>) -> Tensor<f32, shape![51, 57]> {
    grid.slice(s![0..51, 1..58]) + grid.slice(s![2..53, 1..58]) - grid.slice(s![1..52, 1..58])
}

fn element(grid: &Tensor<f32, shape![7, 5, 3]>) -> f32 {
    grid.slice(s![0..2, 1..4, ..]).sum() + grid[[1, 2, 0]]
}

fn inner(out: &mut Tensor<f32, shape![53, 59]>, grid: &Tensor<f32, shape![51, 57]>) {
    out.slice_mut(s![1..52, 1..58]).assign(grid);
    out.slice_mut(s![2..5, 1..58]).fill(2.0);
}

fn rows(out: &mut Tensor<f32, shape![53]>) {
    let mut some = out.slice_mut(s![1..4]);
    some *= 2.0;
}

fn convolved(
    images: &Tensor<f32, shape![7, 5, 23, 29]>,
    kernels: &Tensor<f32, shape![11, 5, 3, 3]>,
    bias: &Tensor<f32, shape![11]>,
) -> Tensor<f32, shape![7, 11, 21, 27]> {
    let bright = images.relu();
    let plain = bright.conv2d(kernels, Conv::new());
    plain + images.conv2d_with_bias(kernels, bias, Conv::new())
}

struct Halved {
    kernels: Tensor<f32, shape![13, 5, 4]>,
}

impl Halved {
    fn forward<B: Dim, N: StridesOf<dim!(2)>>(&self, x: &Tensor<f32, shape![B, 5, 2 * N]>) -> Tensor<f32, shape![B, 13, N]> {
        x.conv1d(&self.kernels, Conv::new().stride::<2>().padding::<1>())
    }
}

struct Quartered {
    kernels: Tensor<f32, shape![13, 5, 4]>,
}

impl Quartered {
    fn forward<B: Dim, N: StridesOf<dim!(4)>>(&self, x: &Tensor<f32, shape![B, 5, 4 * N]>) -> Tensor<f32, shape![B, 13, N]> {
        x.conv1d(&self.kernels, Conv::new().stride::<4>())
    }
}

fn halved<B: Dim, H: StridesOf<dim!(2)>>(layer: &Halved, x: &Tensor<f32, shape![B, 5, 2 * H]>) -> Tensor<f32, shape![B, 13, H]> {
    layer.forward(x)
}

fn quartered<B: Dim, Q: StridesOf<dim!(4)>>(layer: &Quartered, x: &Tensor<f32, shape![B, 5, 4 * Q]>) -> Tensor<f32, shape![B, 13, Q]> {
    layer.forward(x)
}

struct Down<I: Dim, O: Dim> {
    kernels: Tensor<f32, shape![O, I, 3, 3]>,
}

impl<I: Dim, O: Dim> Down<I, O> {
    fn forward<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f32, shape![B, I, 2 * H, 2 * W]>,
    ) -> Tensor<f32, shape![B, O, H, W]> {
        x.conv2d(&self.kernels, Conv::new().stride::<2>().padding::<1>())
    }
}

struct Up<I: Dim, O: Dim> {
    kernels: Tensor<f32, shape![I, O, 4, 4]>,
}

impl<I: Dim, O: Dim> Up<I, O> {
    fn forward<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f32, shape![B, I, H, W]>,
    ) -> Tensor<f32, shape![B, O, 2 * H, 2 * W]> {
        x.conv_transpose2d(&self.kernels, ConvTranspose::new().stride::<2>().padding::<1>())
    }
}

struct Coder<C: Dim, K: Dim> {
    down: Down<C, K>,
    up: Up<K, C>,
}

impl<C: Dim, K: Dim> Coder<C, K> {
    fn forward<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f32, shape![B, C, 2 * H, 2 * W]>,
    ) -> Tensor<f32, shape![B, C, 2 * H, 2 * W]> {
        self.up.forward(&self.down.forward::<B, H, W>(x))
    }
}

fn pooled<B: Dim, T: StridesOf<dim!(2)>>(x: &Tensor<f32, shape![B, 2 * T]>) -> Tensor<f32, shape![B, T]> {
    x.max_pool1d(Pool::of::<2>())
}

fn split<B: Dim, H: Dim, D: Dim>(x: &Tensor<f32, shape![B, H * D]>, heads: H, head: D) -> Tensor<f32, shape![H, D, B]> {
    x.split_axis_with::<-1, _, _>(heads, head).permute::<axes![-2, -1, -3]>()
}

fn tiled<R: Dim, C: Dim>(x: &Tensor<f32, shape![R * C]>, rows: R, columns: C) -> f32 {
    let tiles = x.split_axis_with::<-1, _, _>(rows, columns);
    tiles.sum()
}

fn dense<B: Dim, E: Dim, F: Dim>(x: &Tensor<f32, shape![B, E]>, up: &Tensor<f32, shape![F, E]>, bias: &Tensor<f32, shape![F]>) -> Tensor<f32, shape![B, F]> {
    x.linear_with_bias(up, bias)
}

fn reread(x: &Tensor<f32, shape![Batch, Steps, 12]>) -> Tensor<f32, shape![Batch, Steps, 12]> {
    x.reshape()
}

fn doubled(x: &Tensor<f32, shape![Batch, 2 * Steps]>) -> Tensor<f32, shape![Batch, 2 * Steps]> {
    x.reshape()
}

fn merged(x: &Tensor<f32, shape![Batch, Heads * Head, Steps]>) -> Tensor<f32, shape![Batch, Heads * Head, Steps]> {
    x.reshape()
}

fn through(x: &Tensor<f32, shape![31, 6]>, weights: &Tensor<f32, shape![6, 9]>) -> Tensor<f32, shape![31, 9]> {
    x.matmul(weights)
}

fn through_two(x: &Tensor<f32, shape![31, 6]>, weights: &Tensor<f32, shape![6, 8]>, out: &Tensor<f32, shape![8, 11]>) -> Tensor<f32, shape![31, 11]> {
    x.matmul(weights).tanh().matmul(out)
}

fn turned(a: &Tensor<f32, shape![5, 7]>, b: &Tensor<f32, shape![7, 9]>) -> Tensor<f32, shape![9, 5]> {
    a.matmul(b).transpose().to_tensor()
}

fn each(x: &Tensor<f32, shape![6, 7, 8]>, y: &Tensor<f32, shape![6, 8, 1]>) -> f32 {
    let all = x.matmul(y);
    all.sum()
}

fn divided(x: &Tensor<f32, shape![5, 21, 13]>, y: &Tensor<f32, shape![5, 13, 21]>) -> Tensor<f32, shape![5, 21, 13]> {
    x / y.transpose() * x
}

fn added(p: &Tensor<f32, shape![11, 5]>, q: &Tensor<f32, shape![5, 11]>) -> f32 {
    let all = p - q.transpose() + p;
    all.sum()
}

fn mixed(x: &Tensor<f32, shape![37, 13]>, m: &Tensor<f32, shape![37, 13]>) -> Tensor<f32, shape![37, 13]> {
    x.relu() * m + x
}

fn squared(m: &Tensor<f32, shape![13, 37]>) -> Tensor<f32, shape![37, 13]> {
    let t = m.transpose();
    &t * &t
}

fn reduced(x: &Tensor<f32, shape![Batch, Steps, 7]>) -> f32 {
    let y = std::convert::identity(x.relu());
    let mean = y.mean_axis::<-3>();
    let other = y.swap_axes::<-3, -2>();
    let flat = y.flatten_from::<-2>();
    mean.sum() + other.sum() + flat.sum()
}

fn predicted(f: &Tensor<f64, shape![7, 6]>, x: &Tensor<f64, shape![6]>, b: &Tensor<f64, shape![7, 2]>, u: &Tensor<f64, shape![2]>) -> f64 {
    let y = f.matmul(x) + b.matmul(u);
    y.sum()
}

fn joined(a: &Tensor<f32, shape![Batch, Steps, 4]>, b: &Tensor<f32, shape![Batch, Steps, 4]>) -> Tensor<f32, shape![Batch, Steps, 8]> {
    a.along::<-1>().concat(b)
}

fn joined_rows(a: &Tensor<f32, shape![2, 6, 4]>, b: &Tensor<f32, shape![2, 5, 4]>) -> Tensor<f32, shape![2, 11, 4]> {
    a.along::<-2>().concat(b)
}

fn stacked(a: &Tensor<f32, shape![Batch, 3]>, b: &Tensor<f32, shape![Batch, 3]>) -> Tensor<f32, shape![Batch, 3, 2]> {
    Tensor::stack([a, b], Axis::<-1>)
}

fn listed(a: &Tensor<f32, shape![Batch, 3]>) -> Vec<Tensor<f32, shape![Batch, 3]>> {
    vec![a.clone()]
}

fn open(a: &Tensor<f32, shape![_, 7]>) -> Tensor<f32, shape![_, 7]> {
    a.clone()
}

#[checked]
fn camera(x: &Tensor<f32, shape![Camera]>) -> f32 {
    x.sum()
}

#[checked]
fn arm(x: &Tensor<f32, shape![Batch, Arm]>) -> f32 {
    x.sum()
}

fn of_camera(x: &Tensor<f32, shape![Camera]>) -> f32 {
    camera(x)
}

fn of_arm(x: &Tensor<f32, shape![Batch, Arm]>) -> f32 {
    arm(x)
}

fn apart(one: &Tensor<f32, shape![41, 43]>, other: &Tensor<f32, shape![41, 43]>, of: &Tensor<f32, shape![Sensors, 41, 43]>) -> Tensor<f32, shape![Sensors, 41, 43]> {
    let less = one - other;
    of + &less
}

fn through_a_type(x: &Tensor<f32, shape![23, 6]>, weights: &Tensor<f32, shape![6, 9]>) -> f32 {
    let hidden: Tensor<f32, shape![23, 9]> = x.matmul(weights);
    hidden.sum()
}

fn scaled(x: &Tensor<f32, shape![17, 43]>, less: &Tensor<f32, shape![17, 43]>) -> Tensor<f32, shape![17, 43]> {
    x * 2.0 - less
}

struct Layers {
    first: Tensor<f32, shape![6, 9]>,
    second: Tensor<f32, shape![9, 11]>,
    shift: Tensor<f32, shape![9]>,
}

struct Hidden {
    of: Tensor<f32, shape![19, 9]>,
}

fn through_a_bias(x: &Tensor<f32, shape![29, 6]>, weights: &Tensor<f32, shape![6, 9]>, bias: &Tensor<f32, shape![9]>) -> f32 {
    let all = x.matmul(weights) + bias;
    all.sum()
}

fn through_layers(x: &Tensor<f32, shape![27, 6]>, layers: &Layers) -> f32 {
    let hidden = x.matmul(&layers.first);
    let active = hidden.relu();
    active.matmul(&layers.second).sum()
}

fn through_a_field(x: &Tensor<f32, shape![19, 6]>, weights: &Tensor<f32, shape![6, 9]>) -> Hidden {
    let of = x.matmul(weights);
    Hidden { of }
}

fn energy(hidden: &Tensor<f32, shape![16, 9]>) -> f32 {
    hidden.sum()
}

fn through_a_function(x: &Tensor<f32, shape![16, 6]>, weights: &Tensor<f32, shape![6, 9]>) -> f32 {
    let hidden = x.matmul(weights);
    energy(&hidden)
}

fn less(all: &Tensor<f32, shape![3, 47, 61]>, one: &Tensor<f32, shape![47, 61]>, more: &Tensor<f32, shape![3, 47, 61]>) -> f32 {
    let less = all - one;
    (less + more).sum()
}

fn pooled_by_three<B: Dim, T: StridesOf<dim!(3)>>(x: &Tensor<f32, shape![B, 3 * T]>) -> Tensor<f32, shape![B, T]> {
    x.max_pool1d(Pool::of::<3>())
}

fn grown<B: Dim, T: StridesOf<dim!(5)>>(x: &Tensor<f32, shape![B, 2, T]>, kernels: &Tensor<f32, shape![2, 7, 5]>) -> Tensor<f32, shape![B, 7, 5 * T]> {
    x.conv_transpose1d(kernels, ConvTranspose::new().stride::<5>())
}

fn shifted_by_all(layers: &[Layers], x: &Tensor<f32, shape![24, 9]>) -> f32 {
    let mut all = 0.0;
    for layer in layers.iter() {
        all += (x + &layer.shift).sum();
    }
    all
}

fn shifted_by_first(layers: &[Layers], x: &Tensor<f32, shape![25, 9]>) -> f32 {
    let first = &layers[0];
    (x + &first.shift).sum()
}

fn shifted_by_parts(Layers { shift, .. }: &Layers, x: &Tensor<f32, shape![26, 9]>) -> f32 {
    (x + shift).sum()
}

fn shifted_in_turn(layers: &[Layers], x: Tensor<f32, shape![28, 9]>) -> Tensor<f32, shape![28, 9]> {
    layers.iter().fold(x, |x, layer| x + &layer.shift)
}
