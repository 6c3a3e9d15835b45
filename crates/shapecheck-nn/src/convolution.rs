//! Convolutions, with their settings as types.

use std::marker::PhantomData;

#[cfg(feature = "rand")]
use shapecheck::StaticDim;
use shapecheck::algebra::{ChannelBias, Convolve, ConvolveTransposed};
use shapecheck::engine::{Convolves, Engine, Networks};
#[cfg(feature = "rand")]
use shapecheck::rand::Rng;
use shapecheck::window::{Conv, ConvTranspose};
use shapecheck::{Dim, Host, Shape, TensorOn, shape};

#[cfg(feature = "rand")]
use crate::init::{self, Random};
use crate::{Layer, Start};

/// A layer: its settings, the axes of its kernels, the channels that PyTorch's limit of initial weights counts, any input, the
/// rule, and the operations.
macro_rules! convolutions {
    ($(
        $(#[$attribute:meta])*
        $Layer:ident<I, O, K $(, $L:ident)?> by $Settings:ident: [$($axis:tt)*] $Fan:ident [$($any:tt)*]
            $Rule:ident<$axes:literal> $with_bias:ident $without:ident;
    )*) => {$(
        $(#[$attribute])*
        #[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
        #[cfg_attr(feature = "weights", derive(shapecheck_weights::Load, shapecheck_weights::Save))]
        pub struct $Layer<
            I: Dim,
            O: Dim,
            K: Dim,
            Settings = $Settings,
            E: Engine = Host,
            T: 'static = f32
            $(, $L: Dim = K)?
        > {
            /// The kernels.
            pub weight: TensorOn<T, shape![$($axis)*], E>,
            /// What is added to each channel, if anything is. A file without it gives `None`.
            pub bias: Option<TensorOn<T, shape![O], E>>,
            /// The settings.
            #[cfg_attr(feature = "grad", parameters(skip))]
            pub settings: PhantomData<Settings>,
        }

        /// As PyTorch does: uniform between plus and minus one over the root of the number of elements of a kernel's second axis and
        /// of those after it, the bias too.
        #[cfg(feature = "rand")]
        impl<I, O, K, Settings, E, T $(, $L)?> Random for $Layer<I, O, K, Settings, E, T $(, $L)?>
        where
            I: StaticDim,
            O: StaticDim,
            K: StaticDim,
            $($L: StaticDim,)?
            E: Networks<T>,
            T: 'static,
        {
            fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
                let terms = $Fan::SIZE * K::SIZE $(* $L::SIZE)?;
                let limit = (terms as f64).sqrt().recip();
                Self {
                    weight: init::uniform(limit, generator),
                    bias: Some(init::uniform(limit, generator)),
                    settings: PhantomData,
                }
            }
        }

        impl<I, O, K, Settings, E, T $(, $L)?> $Layer<I, O, K, Settings, E, T $(, $L)?>
        where
            I: Dim,
            O: Dim,
            K: Dim,
            $($L: Dim,)?
            E: Engine,
            T: 'static,
        {
            /// The same layer without a bias.
            #[must_use]
            pub fn without_bias(self) -> Self {
                Self { bias: None, ..self }
            }
        }

        impl<S, Out, I, O, K, Settings, E, T $(, $L)?> Layer<TensorOn<T, S, E>>
            for $Layer<I, O, K, Settings, E, T $(, $L)?>
        where
            S: $Rule<$axes, shape![$($axis)*], Settings, Output = Out>,
            Out: Shape,
            shape![O]: ChannelBias<$axes, Out>,
            Settings: Default,
            I: Dim,
            O: Dim,
            K: Dim,
            $($L: Dim,)?
            E: Networks<T> + Convolves<T, OutputEngine = E>,
            T: 'static,
        {
            type Output = TensorOn<T, Out, E>;

            #[track_caller]
            fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
                let settings = Settings::default();
                match &self.bias {
                    Some(bias) => x.$with_bias(&self.weight, bias, settings),
                    None => x.$without(&self.weight, settings),
                }
            }
        }

        /// The channels are those of the groups, which the settings say.
        impl<I, O, K, Settings, E, T $(, $L)?> Start for $Layer<I, O, K, Settings, E, T $(, $L)?>
        where
            I: Dim,
            O: Dim,
            K: Dim,
            $($L: Dim,)?
            E: Engine,
            T: 'static,
        {
            type Input = TensorOn<T, shape![$($any)*], E>;
        }
    )*};
}

convolutions! {
    /// A convolution along the last axis, with the settings of a [`Conv`].
    ///
    /// | input | `weight` | `bias` | result, without padding |
    /// | --- | --- | --- | --- |
    /// | `[.., I, N]` | `[O, I, K]` | `[O]` | `[.., O, N - K + 1]` |
    ///
    /// With groups, `I` are the channels of one group, as in the weights.
    Conv1d<I, O, K> by Conv: [O, I, K] I [_, _, _] Convolve<1> conv1d_with_bias conv1d;
    /// A convolution along the last two axes, with the settings of a [`Conv`].
    ///
    /// | input | `weight` | `bias` | result, without padding |
    /// | --- | --- | --- | --- |
    /// | `[.., I, H, W]` | `[O, I, K, L]` | `[O]` | `[.., O, H - K + 1, W - L + 1]` |
    ///
    /// `L` is `K` unless it is written, as the last parameter. With groups, `I` are the channels of one group, as in the
    /// weights.
    ///
    /// ```
    /// use shapecheck::window::{Conv, Pad, Stride};
    /// use shapecheck::{Tensor, dim, shape};
    /// use shapecheck_nn::{Conv2d, Layer};
    ///
    /// type Halved = Conv<Stride<2>, Pad<1>>;
    /// let layer = Conv2d::<dim!(3), dim!(16), dim!(3), Halved> {
    ///     weight: Tensor::ones(),
    ///     bias: None,
    ///     settings: Default::default(),
    /// };
    /// let images = Tensor::<f32, shape![8, 3, 32, 32]>::ones();
    /// let maps: Tensor<f32, shape![8, 16, 16, 16]> = layer.forward(&images);
    /// ```
    Conv2d<I, O, K, L> by Conv: [O, I, K, L] I [_, _, _, _] Convolve<2> conv2d_with_bias conv2d;
    /// A transposed convolution along the last two axes, with the settings of a [`ConvTranspose`].
    ///
    /// | input | `weight` | `bias` | result, without padding |
    /// | --- | --- | --- | --- |
    /// | `[.., I, H, W]` | `[I, O, K, L]` | `[O]` | `[.., O, H + K - 1, W + L - 1]` |
    ///
    /// `L` is `K` unless it is written, as the last parameter. It takes no groups of more than one channel.
    ConvTranspose2d<I, O, K, L> by ConvTranspose: [I, O, K, L] O [_, _, _, _]
        ConvolveTransposed<2> conv_transpose2d_with_bias conv_transpose2d;
}
