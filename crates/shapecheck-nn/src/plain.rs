//! Layers without weights: functions of each element, and others that [`Sequential`](crate::Sequential) needs between those
//! with weights.

use std::marker::PhantomData;

use shapecheck::algebra::{MergeAxes, PoolsBy};
use shapecheck::engine::{Engine, Networks, Pools, ops};
use shapecheck::{Shape, TensorOn};

use crate::Layer;

/// A layer that begins as its `Default`.
macro_rules! not_random {
    ([$($parameters:tt)*] $Layer:ty) => {
        /// The default: nothing is random.
        #[cfg(feature = "rand")]
        impl<$($parameters)*> crate::Random for $Layer {
            fn random<R: shapecheck::rand::Rng + ?Sized>(_: &mut R) -> Self {
                Self::default()
            }
        }
    };
}

pub(crate) use not_random;

/// A struct without weights: nothing is random, trained, read or written.
macro_rules! without_weights {
    ([$($parameter:ident)*] $Layer:ty) => {
        crate::plain::not_random!([$($parameter),*] $Layer);

        #[cfg(feature = "grad")]
        impl<$($parameter),*> shapecheck_grad::Parameters for $Layer {
            fn visit<Visitor: shapecheck_grad::VisitsParameters>(&mut self, _: &mut Visitor) {}
        }

        #[cfg(feature = "weights")]
        impl<'data, $($parameter),*> shapecheck_weights::Load<'data> for $Layer {
            fn read(_: &mut shapecheck_weights::Reader<'data>) -> Option<Self> {
                Some(Self::default())
            }
        }

        #[cfg(feature = "weights")]
        impl<$($parameter),*> shapecheck_weights::Save for $Layer {
            fn write(&self, _: &mut shapecheck_weights::Writer) {}
        }
    };
}

pub(crate) use without_weights;

macro_rules! functions {
    ($($(#[$attribute:meta])* $Layer:ident $function:ident;)*) => {$(
        $(#[$attribute])*
        ///
        /// The result has the shape of the input.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $Layer;

        impl<T: 'static, S: Shape, E: Networks<T>> Layer<TensorOn<T, S, E>> for $Layer {
            type Output = TensorOn<T, S, E>;

            fn forward(&self, x: &TensorOn<T, S, E>) -> TensorOn<T, S, E> {
                x.$function()
            }
        }

        without_weights!([] $Layer);
    )*};
}

functions! {
    /// [`relu`](TensorOn::relu) of each element.
    Relu relu;
    /// [`gelu`](TensorOn::gelu) of each element.
    Gelu gelu;
    /// [`silu`](TensorOn::silu) of each element.
    Silu silu;
    /// [`tanh`](TensorOn::tanh) of each element.
    Tanh tanh;
}

/// The elements of each image as one row: `[.., C, H, W]` to `[.., C * H * W]`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flatten;

without_weights!([] Flatten);

impl<T: 'static, S: Shape, Joined: Shape, Out: Shape, E: Networks<T>> Layer<TensorOn<T, S, E>>
    for Flatten
where
    S: MergeAxes<-2, Output = Joined>,
    Joined: MergeAxes<-2, Output = Out>,
{
    type Output = TensorOn<T, Out, E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        x.merge_axes::<-2>().merge_axes::<-2>()
    }
}

/// The largest element in each window along the last two axes, with the settings of a
/// [`Pool`](shapecheck::window::Pool): `MaxPool2d<Pool<Window<2>>>`.
///
/// | input | result for a window of 2 |
/// | --- | --- |
/// | `[.., H, W]` | `[.., H / 2, W / 2]` |
///
/// ```
/// use shapecheck::window::{Pool, Window};
/// use shapecheck::{Tensor, shape};
/// use shapecheck_nn::{Layer, MaxPool2d};
///
/// let maps = Tensor::<f32, shape![8, 16, 28, 28]>::ones();
/// let halved: Tensor<f32, shape![8, 16, 14, 14]> = MaxPool2d::<Pool<Window<2>>>::default().forward(&maps);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MaxPool2d<Settings>(PhantomData<Settings>);

impl<Settings> Default for MaxPool2d<Settings> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

without_weights!([Settings] MaxPool2d<Settings>);

impl<T: 'static, S: Shape, Settings, Out: Shape, E: Engine> Layer<TensorOn<T, S, E>>
    for MaxPool2d<Settings>
where
    S: PoolsBy<2, Settings, Output = Out>,
    E: Pools<ops::Max, T>,
    Settings: Default,
{
    type Output = TensorOn<T, Out, E::Out>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        x.max_pool2d(Settings::default())
    }
}
