//! Layers and filters whose sizes are const parameters, written as a user writes them: without a `where` clause.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::dim::{Constant, Lists, SizeTable};
use shapecheck::window::{Conv, Pool};
use shapecheck::{
    Dim, Inline, InlineTensor, MatrixError, Shapes, StaticDim, Tensor, TensorOn, checked, dim,
    rearrange, shape,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

#[checked]
#[derive(Clone, Debug, Default, PartialEq)]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
    bias: Tensor<f32, shape![O]>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    const WIDTHS: [usize; 2] = [I, O];

    fn new() -> Self {
        Self {
            weights: Tensor::full(0.5),
            bias: Tensor::ones(),
        }
    }

    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.linear_with_bias(&self.weights, &self.bias)
    }
}

#[checked]
impl<const I: usize, const O: usize> From<Tensor<f32, shape![O, I]>> for Linear<I, O> {
    fn from(weights: Tensor<f32, shape![O, I]>) -> Self {
        let bias = Tensor::zeros();
        Self { weights, bias }
    }
}

#[checked]
impl<const I: usize, const O: usize> std::ops::Add<&Tensor<f32, shape![O]>> for Linear<I, O> {
    type Output = Self;

    fn add(mut self, bias: &Tensor<f32, shape![O]>) -> Self {
        self.bias += bias;
        self
    }
}

#[test]
fn traits_of_the_standard_library_take_tensors() {
    let layer =
        Linear::<2, 3>::from(Tensor::<f32, shape![3, 2]>::ones()) + &Tensor::from([1.0, 2.0, 3.0]);
    let y = layer.forward(&Tensor::<f32, shape![1, 2]>::ones());
    assert_eq!(y, Tensor::from([[3.0, 4.0, 5.0]]));
}

trait Layer<const I: usize, const O: usize> {
    type Input;
    type Output;

    fn call(&self, x: &Self::Input) -> Self::Output;
}

#[checked]
impl<const I: usize, const O: usize> Layer<I, O> for Linear<I, O> {
    type Input = Tensor<f32, shape![4, I]>;
    type Output = Tensor<f32, shape![4, O]>;

    fn call(&self, x: &Self::Input) -> Self::Output {
        self.forward(x)
    }
}

#[checked]
struct Residual<const N: usize>(Linear<N, N>);

#[checked]
impl<const N: usize> Residual<N> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, N]>) -> Tensor<f32, shape![B, N]> {
        x + self.0.forward(x).relu()
    }
}

#[checked]
struct Mlp<const I: usize, const H: usize, const O: usize = 10> {
    first: Linear<I, H>,
    blocks: [Residual<H>; 3],
    last: Linear<H, O>,
}

#[checked]
impl<const I: usize, const H: usize, const O: usize> Mlp<I, H, O> {
    fn new() -> Self {
        Self {
            first: Linear::new(),
            blocks: std::array::from_fn(|_| Residual(Linear::default())),
            last: Linear::new(),
        }
    }

    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        let mut hidden = self.first.forward(x).relu();
        for block in &self.blocks {
            hidden = block.forward(&hidden);
        }
        self.last.forward(&hidden)
    }

    fn of_twice<B: Dim>(x: &Tensor<f32, shape![B, 2 * O]>) -> Tensor<f32, shape![B, 2 * O]> {
        x.relu()
    }

    fn joined<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, I + O]> {
        x.along::<-1>().concat(&self.forward(x))
    }
}

/// Sizes that begin with a number.
#[checked]
struct Expand<const IN: usize> {
    up: Tensor<f32, shape![4 * IN, IN]>,
    more: Tensor<f32, shape![2 * IN + 1, 4 * IN]>,
}

#[checked]
impl<const IN: usize> Expand<IN> {
    fn forward<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, IN]>,
    ) -> Tensor<f32, shape![B, 2 * IN + 1]> {
        let wide: Tensor<f32, shape![B, 4 * IN]> = x.linear(&self.up);
        wide.linear(&self.more)
    }
}

#[test]
fn sizes_that_begin_with_a_number() {
    let layer = Expand::<3> {
        up: Tensor::ones(),
        more: Tensor::ones(),
    };
    let x = Tensor::<f32, shape![2, 3]>::ones();
    assert_eq!(layer.forward(&x).dims(), [2, 7]);
}

#[test]
fn a_perceptron() {
    let model = Mlp::<4, 8>::new();
    let x = Tensor::<f32, shape![2, 4]>::ones();
    // 4 * 0.5 + 1 = 3 in each of 8, and 8 * 3 * 0.5 + 1 = 13.
    assert_eq!(model.forward(&x), Tensor::full(13.0));
    assert_eq!(model.joined(&x).dims(), [2, 14]);
    let twice = Tensor::<f32, shape![2, 20]>::ones();
    assert_eq!(Mlp::<4, 8, 10>::of_twice(&twice), twice);
    let some = Tensor::<f32, _>::ones_with(<shape![_, 4]>::of([3]));
    assert_eq!(model.forward(&some).dims(), [3, 10]);
    assert_eq!(model.first.clone(), Linear::<4, 8>::new());
    assert_eq!(Linear::<784, 10>::WIDTHS, [784, 10]);
}

#[checked]
fn called<const I: usize, const O: usize>(
    layer: &Linear<I, O>,
    rows: usize,
) -> Tensor<f32, shape![_, O]> {
    let x = Tensor::<f32, _>::ones_with(<shape![_, I]>::of([rows]));
    let call = |x: &Tensor<f32, shape![_, I]>| layer.forward(x);
    call(&x)
}

#[checked]
fn boxed<const N: usize>() -> Box<dyn Fn(&Tensor<f32, shape![4, N]>) -> Tensor<f32, shape![4, N]>> {
    let layer = Linear::<N, N>::default();
    Box::new(move |x| layer.call(x))
}

#[checked]
fn any<const N: usize>() -> impl Layer<N, 3, Input = Tensor<f32, shape![4, N]>> {
    Linear::<N, 3>::new()
}

#[checked]
async fn later<const N: usize>(layer: &Linear<N, N>) -> Tensor<f32, shape![4, N]> {
    layer.call(&Tensor::ones())
}

#[test]
fn generic_functions_closures_and_futures() {
    assert_eq!(called(&Linear::<8, 3>::new(), 5).dims(), [5, 3]);
    assert_eq!(boxed::<6>()(&Tensor::ones()).sum(), 0.0);
    any::<2>().call(&Tensor::ones());
    let layer = Linear::<2, 2>::new();
    let future = std::pin::pin!(later(&layer));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready(done) = future.poll(&mut context) else {
        panic!("it waits for nothing");
    };
    assert_eq!(done, Tensor::full(2.0));
}

#[checked]
mod images {
    use super::{Conv, Dim, Linear, Pool, Tensor, shape};

    pub struct Convolution<const I: usize, const O: usize, const K: usize = 3> {
        pub kernels: Tensor<f32, shape![O, I, K, K]>,
    }

    impl<const I: usize, const O: usize> Convolution<I, O> {
        pub fn new() -> Self {
            Self {
                kernels: Tensor::full(0.1),
            }
        }

        pub fn forward<B: Dim>(
            &self,
            x: &Tensor<f32, shape![B, I, 8, 8]>,
        ) -> Tensor<f32, shape![B, O, 8, 8]> {
            x.conv2d(&self.kernels, Conv::new().same())
        }
    }

    pub struct Network<const C: usize, const CLASSES: usize> {
        pub first: Convolution<1, C>,
        pub second: Convolution<C, C>,
        pub last: Linear<{ 4 * 4 * 8 }, CLASSES>,
    }

    impl<const CLASSES: usize> Network<8, CLASSES> {
        pub fn new() -> Self {
            Self {
                first: Convolution::new(),
                second: Convolution::new(),
                last: Linear::new(),
            }
        }

        pub fn forward<B: Dim>(
            &self,
            x: &Tensor<f32, shape![B, 1, 8, 8]>,
        ) -> Tensor<f32, shape![B, CLASSES]> {
            let x = self.second.forward(&self.first.forward(x).relu());
            let pooled = x.max_pool2d(Pool::of::<2>());
            self.last
                .forward(&pooled.merge_axes::<-2>().merge_axes::<-2>())
        }
    }
}

#[test]
fn a_convolutional_network() {
    let network = images::Network::<8, 10>::new();
    let scores = network.forward(&Tensor::<f32, shape![3, 1, 8, 8]>::ones());
    assert_eq!(scores.shape(), <shape![3, 10]>::default());
}

#[checked]
struct Attention<const H: usize, const D: usize> {
    queries: Tensor<f32, shape![H * D, H * D]>,
    keys: Tensor<f32, shape![{ H * D }, H * D]>,
    bias: Tensor<f32, shape![D]>,
}

#[checked]
impl<const H: usize, const D: usize> Attention<H, D> {
    fn new() -> Self {
        Self {
            queries: Tensor::<f32, shape![H * D, H * D]>::full(0.01),
            keys: Tensor::full(0.01),
            bias: Tensor::ones(),
        }
    }

    fn forward<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, _, H * D]>,
    ) -> Tensor<f32, shape![B, _, H * D]> {
        let (queries, keys) = (x.linear(&self.queries), x.linear(&self.keys));
        let queries = rearrange!(&queries, "b t (h d) -> b h t d"; h = H, d = D);
        let keys = rearrange!(&keys, "b t (h d) -> b h t d"; h = H, d = D);
        let attended = queries.attention(&keys, &(&keys + &self.bias));
        x + rearrange!(&attended, "b h t d -> b t (h d)")
    }
}

#[checked]
struct Encoder<const H: usize, const D: usize, const LAYERS: usize> {
    layers: [Attention<H, D>; LAYERS],
}

#[checked]
impl<const H: usize, const D: usize, const LAYERS: usize> Encoder<H, D, LAYERS> {
    fn new() -> Self {
        Self {
            layers: std::array::from_fn(|_| Attention::new()),
        }
    }

    fn forward<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, _, H * D]>,
    ) -> Tensor<f32, shape![B, _, H * D]> {
        let mut x = x.clone();
        for layer in &self.layers {
            x = layer.forward(&x);
        }
        x
    }
}

#[test]
fn an_encoder_of_heads() {
    let encoder = Encoder::<4, 16, 2>::new();
    let x = Tensor::<f32, _>::ones_with(<shape![2, _, 64]>::of([5]));
    assert_eq!(encoder.forward(&x).dims(), [2, 5, 64]);
    assert_eq!(encoder.layers[0].bias.sum(), 16.0);
}

#[checked]
type Vector<const N: usize> = InlineTensor<f64, shape![N]>;
#[checked]
type Matrix<const M: usize, const N: usize> = InlineTensor<f64, shape![M, N]>;

#[checked]
#[derive(Clone, Debug, PartialEq)]
struct Filter<const N: usize, const M: usize> {
    state: Vector<N>,
    covariance: Matrix<N, N>,
    noise: Matrix<M, M>,
}

#[checked]
impl<const N: usize, const M: usize> Filter<N, M> {
    fn update(&mut self, measured: &Vector<M>, slope: &Matrix<M, N>) -> Result<(), MatrixError> {
        let turned = slope.transpose::<shape![N, M]>();
        let unsure = slope.matmul(&self.covariance).matmul(&turned) + &self.noise;
        let gain = unsure.try_solve(&slope.matmul(&self.covariance))?;
        let gain = gain.transpose::<shape![N, M]>();
        self.state = &self.state + gain.matmul(&(measured - slope.matmul(&self.state)));
        self.covariance = (Matrix::<N, N>::eye() - gain.matmul(slope)).matmul(&self.covariance);
        Ok(())
    }
}

#[test]
fn a_filter_without_an_allocator() {
    let mut filter = Filter::<2, 1> {
        state: Vector::<2>::zeros(),
        covariance: Matrix::<2, 2>::eye(),
        noise: Matrix::<1, 1>::eye(),
    };
    let slope = Matrix::<1, 2>::from([[1.0, 0.0]]);
    filter.update(&Vector::<1>::from([4.0]), &slope).unwrap();
    assert_eq!(filter.state, Vector::<2>::from([2.0, 0.0]));
    assert_eq!(
        filter.covariance,
        Matrix::<2, 2>::from([[0.5, 0.0], [0.0, 1.0]])
    );
}

/// Generic over the engine, too, and with a difference.
#[checked]
struct Window<E: shapecheck::engine::Engine, const N: usize, const K: usize> {
    places: TensorOn<f32, shape![N - K + 1], E>,
}

#[checked]
enum Choice<const N: usize> {
    One(Tensor<f32, shape![N]>),
    Two {
        first: Tensor<f32, shape![N]>,
        second: Tensor<f32, shape![N]>,
    },
}

#[checked]
impl<const N: usize> Choice<N> {
    fn sum(&self) -> f32 {
        match self {
            Self::One(x) => x.sum(),
            Self::Two { first, second } => (first + second).sum(),
        }
    }
}

/// Without parameters, so that `#[derive]` reads `shape!`.
#[checked]
#[derive(Clone, Debug, Default, PartialEq)]
struct Plain<N: StaticDim> {
    x: Tensor<f32, shapecheck::shape![N, 3]>,
    y: Tensor<u8, shape![..shape![2], { 1 + 1 }]>,
}

#[test]
fn items_of_each_kind() {
    let window = Window::<Inline, 8, 3> {
        places: TensorOn::ones(),
    };
    assert_eq!(window.places.shape(), <shape![6]>::default());
    assert_eq!(Choice::<3>::One(Tensor::ones()).sum(), 3.0);
    let (first, second) = (Tensor::<f32, shape![3]>::ones(), Tensor::ones());
    assert_eq!(Choice::<3>::Two { first, second }.sum(), 6.0);
    assert_eq!(Plain::<dim!(5)>::default().clone().y.sum(), 0);
}

assert_type_eq_all!(Constant<0>, dim!(0));
assert_type_eq_all!(Constant<50257>, dim!(50257));
assert_type_eq_all!(Constant<11008>, dim!(11008));
assert_impl_all!(SizeTable: Lists<255>, Lists<1016>, Lists<4032>, Lists<16128>, Lists<1048576>, Lists<1000000>);
assert_not_impl_any!(SizeTable: Lists<258>);
assert_not_impl_any!(SizeTable: Lists<50261>);

/// Shapes of fields, some of which the types say.
#[checked]
#[derive(Clone, Default, Shapes)]
struct Normed<const I: usize, const O: usize = 3> {
    #[shape("o i")]
    weights: Tensor<f32, shape![O, I]>,
    #[shape("i")]
    scale: Option<Tensor<f32, shape![_]>>,
    #[shape(size)]
    o: usize,
}

#[test]
fn contracts_of_fields() {
    let of = |scale, o| Normed::<4> {
        scale: Some(Tensor::ones_with(<shape![_]>::of([scale]))),
        o,
        ..Normed::default()
    };
    assert!(of(4, 3).validate().is_ok());
    let error = of(5, 2).validate().unwrap_err();
    let clashes: Vec<&str> = error.clashes().collect();
    assert_eq!(
        clashes,
        [
            "`o` is 2 in `self.o` and 3 in `weights`",
            "`i` is 4 in `weights` and 5 in `scale`"
        ]
    );
}

#[checked]
#[derive(Clone, Debug, Default, PartialEq)]
struct Bottleneck<const N: usize, Bias, const K: usize = 3, Kind = u8> {
    up: Tensor<f32, shape![4 * N, N]>,
    down: Tensor<f32, shape![N / 2, K]>,
    bias: Bias,
    kind: Option<Kind>,
}

#[checked]
#[derive(Default)]
struct Grid<const N: usize>(Tensor<f32, shape![N * N]>, usize);

#[test]
fn default_of_computed_sizes() {
    let bottleneck = Bottleneck::<8, Linear<8, 2>>::default();
    assert_eq!(bottleneck, bottleneck.clone());
    assert_eq!(bottleneck.up, Tensor::<f32, shape![32, 8]>::zeros());
    assert_eq!(bottleneck.down, Tensor::<f32, shape![4, 3]>::zeros());
    assert_eq!(bottleneck.bias, Linear::default());
    assert_eq!(bottleneck.kind, None);
    let Grid(cells, places) = Grid::<3>::default();
    assert_eq!(cells, Tensor::<f32, shape![9]>::zeros());
    assert_eq!(places, 0);
}

/// What only a bound of an `impl` names is in use.
mod bounds {
    use shapecheck::{StaticDim, Tensor, checked, dim, shape};

    #[checked]
    pub(crate) struct Half<const N: usize> {
        pub(crate) weights: Tensor<f32, shape![N / 2]>,
    }

    #[checked]
    impl<const N: usize> Half<N>
    where
        dim!(N / 2): StaticDim,
    {
        pub(crate) fn sum(&self) -> f32 {
            self.weights.sum()
        }
    }
}

#[test]
fn a_bound_of_computed_sizes() {
    let half = bounds::Half::<8> {
        weights: Tensor::ones(),
    };
    assert_eq!(half.sum(), 4.0);
}

mod copies {
    use shapecheck::{InlineTensor, StaticDim, checked, dim, shape};

    #[checked]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Pose<const N: usize> {
        pub(super) position: InlineTensor<f64, shape![N]>,
        /// From the body to the world.
        turn: InlineTensor<f64, shape![N, N]>,
        time: u32,
    }

    #[checked]
    #[derive(Clone, Copy, Default)]
    struct Joined<const N: usize, const M: usize>(pub InlineTensor<f64, shape![N + M]>, u8);

    #[checked]
    #[derive(Clone, Copy)]
    struct OfTypes<T, N: StaticDim>
    where
        T: 'static,
    {
        values: InlineTensor<T, shape![N]>,
    }

    #[checked]
    #[derive(Clone)]
    struct Path<const N: usize> {
        first: Pose<N>,
    }

    #[checked]
    impl<const N: usize> Copy for Path<N> where Pose<N>: Copy {}

    fn copied<T: Copy>(value: &T) -> T {
        *value
    }

    #[test]
    fn structs_of_inline_tensors_are_copied() {
        let pose = Pose::<3> {
            position: InlineTensor::ones(),
            turn: InlineTensor::zeros(),
            time: 7,
        };
        assert_eq!(copied(&pose), pose);
        assert_eq!(copied(&Path { first: pose }).first.time, 7);
        let Joined(values, number) = copied(&Joined::<2, 3>::default());
        assert_eq!((values.dims(), number), (&[5][..], 0));
        let of_types = OfTypes::<u8, dim!(2)> {
            values: InlineTensor::from([1, 2]),
        };
        assert_eq!(copied(&of_types).values.sum(), 3);
    }
}
