//! Windows that slide along the last axes: convolutions and pools.
//!
//! The channels are in front of the axes along which a window slides, as in PyTorch: `[.., C, H, W]`. Any axes may be
//! in front of the channels.
//!
//! ```
//! use shapecheck::window::{Conv, Pool};
//! use shapecheck::{InlineTensor, shape};
//!
//! let images = InlineTensor::<f32, shape![2, 3, 8, 8]>::full(1.0);
//! let kernels = InlineTensor::<f32, shape![4, 3, 3, 3]>::full(1.0);
//! let bias = InlineTensor::<f32, shape![4, 1, 1]>::full(0.5);
//! let halved: InlineTensor<f32, shape![2, 4, 4, 4]> =
//!     images.conv2d(&kernels, Conv::new().stride::<2>().padding::<1>()) + &bias;
//! assert_eq!(halved[[0, 0, 1, 1]], 27.5);
//! let pooled: InlineTensor<f32, shape![2, 4, 2, 2]> = halved.max_pool2d(Pool::of::<2>());
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::window::Conv;
//! use shapecheck::{InlineTensor, shape};
//!
//! let images = InlineTensor::<f32, shape![2, 4, 8, 8]>::full(1.0);
//! let kernels = InlineTensor::<f32, shape![4, 3, 3, 3]>::full(1.0);
//! images.conv2d(&kernels, Conv::new()); // this convolution takes 3 channels, the input has 4 at axis -3
//! ```

use super::take::Along;
use super::{TensorOn, counted, must};
use crate::algebra::{
    Convolve, ConvolveTransposed, FoldsTo, HasGroups, Interpolation, PixelShuffle, PixelUnshuffle,
    PoolsBy, ReplaceLast, ScaleLast, ScaleLastBy, UnfoldsBy, Windowed, WindowsOf,
    adaptive_pool_shape, assert_elements, convolve_shape, convolve_transposed_shape, fold_shape,
    pixel_shuffle_shape, pixel_unshuffle_shape, pool_shape, scale_last_by_shape, scale_last_shape,
    unfold_shape, windows_shape,
};
use crate::engine::{
    Convolves, Engine, Folds, Interpolates, Pools, Rearranges, SlidingViews, Unfolds, ops,
};
use crate::shape::axis::place_of;
use crate::shape::list::Nest;
use crate::shape::num_elements;
use crate::{DynShape, HasAxis, Shape, ShapeError, StaticDim, StaticShape};

// Written out instead of a macro, because rustc would show the macro's lines with each message.
// The methods ask for what the engine can do, not the impl: for the impl, rustc would report a mistake in its own
// words.
/// Windows as columns, and columns added up, for each number of axes.
macro_rules! columns {
    ($($axes:literal:
        $(#[$unfold_doc:meta])* $unfold:ident $try_unfold:ident
        $(#[$fold_doc:meta])* $fold:ident $try_fold:ident;)*) => {$(
        $(#[$unfold_doc])*
        #[track_caller]
        pub fn $unfold<Settings, O: Nest, Home: Engine>(&self, settings: Settings) -> TensorOn<T, O, Home>
        where
            S: UnfoldsBy<$axes, Settings, Output = O>,
            E: Unfolds<T, Home = Home>,
        {
            must(self.$try_unfold(settings))
        }

        #[doc = concat!("Like [`", stringify!($unfold), "`](Self::", stringify!($unfold), "), but returns an error instead of panicking.")]
        ///
        /// # Errors
        ///
        /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
        /// `usize`.
        pub fn $try_unfold<Settings, O: Nest, Home: Engine>(
            &self,
            _settings: Settings,
        ) -> Result<TensorOn<T, O, Home>, ShapeError>
        where
            S: UnfoldsBy<$axes, Settings, Output = O>,
            E: Unfolds<T, Home = Home>,
        {
            let windows = S::windows();
            let sizes = counted(unfold_shape(self.dims(), &windows))?;
            Ok(TensorOn {
                data: E::unfold::<S, O>(&self.data, &windows, sizes),
            })
        }

        $(#[$fold_doc])*
        #[track_caller]
        pub fn $fold<Target: Shape, Settings, O: Nest, Home: Engine>(
            &self,
            target: Target,
            settings: Settings,
        ) -> TensorOn<T, O, Home>
        where
            S: FoldsTo<$axes, Target, Settings, Output = O>,
            E: Folds<T, Home = Home>,
        {
            must(self.$try_fold(target, settings))
        }

        #[doc = concat!("Like [`", stringify!($fold), "`](Self::", stringify!($fold), "), but returns an error instead of panicking.")]
        ///
        /// # Errors
        ///
        /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
        pub fn $try_fold<Target: Shape, Settings, O: Nest, Home: Engine>(
            &self,
            target: Target,
            _settings: Settings,
        ) -> Result<TensorOn<T, O, Home>, ShapeError>
        where
            S: FoldsTo<$axes, Target, Settings, Output = O>,
            E: Folds<T, Home = Home>,
        {
            let windows = S::windows();
            let sizes = counted(fold_shape(self.dims(), target.to_dyn().dims(), &windows))?;
            Ok(TensorOn {
                data: E::fold::<S, O>(&self.data, &windows, sizes),
            })
        }
    )*};
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The convolution of this input `[.., C, N]` with kernels `[O, C, K]`: it has shape `[.., O, N - K + 1]`.
    ///
    /// Settings are a [`Conv`](crate::window::Conv): `Conv::new().stride::<2>().padding::<1>()`. As in PyTorch, kernels
    /// are not flipped. Add a bias `[O, 1]` with `x.conv1d(&kernels, Conv::new()) + &bias`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv1d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: Convolve<1, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        must(self.convolved::<1, K, F, Settings, O, Home>(kernels, settings))
    }

    /// Like [`conv1d`](Self::conv1d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv1d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: Convolve<1, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved::<1, K, F, Settings, O, Home>(kernels, settings)
    }

    /// Like [`conv1d`](Self::conv1d), for an input `[.., C, H, W]` and kernels `[O, C, K, L]`: it has shape
    /// `[.., O, H - K + 1, W - L + 1]`.
    ///
    /// Add a bias `[O, 1, 1]` with `+ &bias`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv2d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: Convolve<2, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        must(self.convolved::<2, K, F, Settings, O, Home>(kernels, settings))
    }

    /// Like [`conv2d`](Self::conv2d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv2d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: Convolve<2, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved::<2, K, F, Settings, O, Home>(kernels, settings)
    }

    /// Like [`conv1d`](Self::conv1d), for an input `[.., C, D, H, W]` and kernels `[O, C, J, K, L]`: it has shape `[..,
    /// O, D - J + 1, H - K + 1, W - L + 1]`.
    ///
    /// Add a bias `[O, 1, 1, 1]` with `+ &bias`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv3d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: Convolve<3, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        must(self.convolved::<3, K, F, Settings, O, Home>(kernels, settings))
    }

    /// Like [`conv3d`](Self::conv3d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv3d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: Convolve<3, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved::<3, K, F, Settings, O, Home>(kernels, settings)
    }

    fn convolved<const AXES: usize, K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        _settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: Convolve<AXES, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        let (groups, slides) = S::slides(kernels.dims());
        let sizes = convolve_shape(self.dims(), kernels.dims(), &slides, groups);
        let sizes = counted(sizes)?;
        let data = E::convolve::<S, K, O>(&self.data, &kernels.data, &slides, groups, sizes);
        Ok(TensorOn { data })
    }

    /// The transposed convolution of this input `[.., C, N]` with kernels `[C, O, K]`: it has shape `[.., O, N + K -
    /// 1]`.
    ///
    /// Settings are a [`ConvTranspose`](crate::window::ConvTranspose): `ConvTranspose::new().stride::<2>()`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv_transpose1d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: ConvolveTransposed<1, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        must(self.convolved_back::<1, K, F, Settings, O, Home>(kernels, settings))
    }

    /// Like [`conv_transpose1d`](Self::conv_transpose1d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv_transpose1d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: ConvolveTransposed<1, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved_back::<1, K, F, Settings, O, Home>(kernels, settings)
    }

    /// Like [`conv_transpose1d`](Self::conv_transpose1d), for an input `[.., C, H, W]` and kernels `[C, O, K, L]`: it
    /// has shape `[.., O, H + K - 1, W + L - 1]`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv_transpose2d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: ConvolveTransposed<2, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        must(self.convolved_back::<2, K, F, Settings, O, Home>(kernels, settings))
    }

    /// Like [`conv_transpose2d`](Self::conv_transpose2d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv_transpose2d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: ConvolveTransposed<2, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved_back::<2, K, F, Settings, O, Home>(kernels, settings)
    }

    /// Like [`conv_transpose1d`](Self::conv_transpose1d), for an input `[.., C, D, H, W]` and kernels `[C, O, J, K,
    /// L]`: it has shape `[.., O, D + J - 1, H + K - 1, W + L - 1]`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv_transpose3d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: ConvolveTransposed<3, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        must(self.convolved_back::<3, K, F, Settings, O, Home>(kernels, settings))
    }

    /// Like [`conv_transpose3d`](Self::conv_transpose3d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv_transpose3d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: ConvolveTransposed<3, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved_back::<3, K, F, Settings, O, Home>(kernels, settings)
    }

    fn convolved_back<const AXES: usize, K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        _settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: ConvolveTransposed<AXES, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        let (groups, slides) = S::slides();
        let sizes = convolve_transposed_shape(self.dims(), kernels.dims(), &slides, groups);
        let (sizes, kernels) = (counted(sizes)?, &kernels.data);
        let data = E::convolve_transposed::<S, K, O>(&self.data, kernels, &slides, groups, sizes);
        Ok(TensorOn { data })
    }

    /// The largest element, or NaN if there is one, in each window along the last axis of `[.., N]`.
    ///
    /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<2>()`. Padding does not count.
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn max_pool1d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<1, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        must(self.pooled::<1, Settings, ops::Max, O, Home>(settings))
    }

    /// Like [`max_pool1d`](Self::max_pool1d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_max_pool1d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<1, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        self.pooled::<1, Settings, ops::Max, O, Home>(settings)
    }

    /// Like [`max_pool1d`](Self::max_pool1d), along the last two axes of `[.., H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn max_pool2d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<2, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        must(self.pooled::<2, Settings, ops::Max, O, Home>(settings))
    }

    /// Like [`max_pool2d`](Self::max_pool2d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_max_pool2d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<2, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        self.pooled::<2, Settings, ops::Max, O, Home>(settings)
    }

    /// Like [`max_pool1d`](Self::max_pool1d), along the last three axes of `[.., D, H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn max_pool3d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<3, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        must(self.pooled::<3, Settings, ops::Max, O, Home>(settings))
    }

    /// Like [`max_pool3d`](Self::max_pool3d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_max_pool3d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<3, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        self.pooled::<3, Settings, ops::Max, O, Home>(settings)
    }

    /// The mean of the elements in each window along the last axis of `[.., N]`.
    ///
    /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<2>()`. Padding counts as zeros, which is
    /// PyTorch's default, unless the settings end in `uncounted_padding()`. A window that has nothing to count, which only a
    /// dilation makes possible, has the mean NaN.
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn avg_pool1d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<1, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        must(self.pooled::<1, Settings, ops::Mean, O, Home>(settings))
    }

    /// Like [`avg_pool1d`](Self::avg_pool1d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_avg_pool1d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<1, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        self.pooled::<1, Settings, ops::Mean, O, Home>(settings)
    }

    /// Like [`avg_pool1d`](Self::avg_pool1d), along the last two axes of `[.., H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn avg_pool2d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<2, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        must(self.pooled::<2, Settings, ops::Mean, O, Home>(settings))
    }

    /// Like [`avg_pool2d`](Self::avg_pool2d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_avg_pool2d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<2, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        self.pooled::<2, Settings, ops::Mean, O, Home>(settings)
    }

    /// Like [`avg_pool1d`](Self::avg_pool1d), along the last three axes of `[.., D, H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
    #[track_caller]
    pub fn avg_pool3d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<3, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        must(self.pooled::<3, Settings, ops::Mean, O, Home>(settings))
    }

    /// Like [`avg_pool3d`](Self::avg_pool3d), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_avg_pool3d<Settings, O: Nest, Home: Engine>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<3, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        self.pooled::<3, Settings, ops::Mean, O, Home>(settings)
    }

    fn pooled<const AXES: usize, Settings, Op, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: PoolsBy<AXES, Settings, Output = O>,
        E: Pools<Op, T, Home = Home>,
    {
        let windows = S::windows();
        let sizes = counted(pool_shape(self.dims(), &windows))?;
        Ok(TensorOn {
            data: E::pool::<S, O>(&self.data, &windows, sizes),
        })
    }

    /// The largest elements of windows that divide the last axes as equally as possible:
    /// `x.adaptive_max_pool::<shape![7, 7]>()` makes `[.., 7, 7]` of `[.., H, W]`, whatever its size.
    ///
    /// # Panics
    ///
    /// Panics if one of these axes has a dynamic size of 0; a static size of 0 is a compile error.
    #[doc(alias("adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d"))]
    #[track_caller]
    pub fn adaptive_max_pool<Target: StaticShape>(&self) -> TensorOn<T, S::Output, E::Home>
    where
        S: ReplaceLast<Target>,
        E: Pools<ops::Max, T>,
    {
        const { assert_elements::<S>(Target::SIZES.len()) };
        must(self.try_adaptive_max_pool::<Target>())
    }

    /// Like [`adaptive_max_pool`](Self::adaptive_max_pool), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0.
    pub fn try_adaptive_max_pool<Target: StaticShape>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: ReplaceLast<Target>,
        E: Pools<ops::Max, T>,
    {
        self.pooled_to::<Target, ops::Max>()
    }

    /// The means of windows that divide the last axes as equally as possible: `x.adaptive_avg_pool::<shape![1, 1]>()`
    /// makes `[.., 1, 1]` of `[.., H, W]`, whatever its size.
    ///
    /// # Panics
    ///
    /// Panics if one of these axes has a dynamic size of 0; a static size of 0 is a compile error.
    #[doc(alias("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d"))]
    #[track_caller]
    pub fn adaptive_avg_pool<Target: StaticShape>(&self) -> TensorOn<T, S::Output, E::Home>
    where
        S: ReplaceLast<Target>,
        E: Pools<ops::Mean, T>,
    {
        const { assert_elements::<S>(Target::SIZES.len()) };
        must(self.try_adaptive_avg_pool::<Target>())
    }

    /// Like [`adaptive_avg_pool`](Self::adaptive_avg_pool), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0.
    pub fn try_adaptive_avg_pool<Target: StaticShape>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: ReplaceLast<Target>,
        E: Pools<ops::Mean, T>,
    {
        self.pooled_to::<Target, ops::Mean>()
    }

    fn pooled_to<Target: StaticShape, Op>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: ReplaceLast<Target>,
        E: Pools<Op, T>,
    {
        let sizes = counted(adaptive_pool_shape(self.dims(), Target::SIZES))?;
        Ok(TensorOn {
            data: E::pool_to::<S, S::Output>(&self.data, Target::SIZES.len(), sizes),
        })
    }

    /// Resizes the last axes by interpolation: `x.interpolate::<shape![64, 64]>(Interpolation::Linear)` makes `[.., 64,
    /// 64]` of `[.., H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if one of these axes has a dynamic size of 0; a static size of 0 is a compile error.
    #[doc(alias = "resize")]
    #[track_caller]
    pub fn interpolate<Target: StaticShape>(
        &self,
        by: Interpolation,
    ) -> TensorOn<T, S::Output, E::Home>
    where
        S: ReplaceLast<Target>,
        E: Interpolates<T>,
    {
        const { assert_elements::<S>(Target::SIZES.len()) };
        must(self.try_interpolate::<Target>(by))
    }

    /// Like [`interpolate`](Self::interpolate), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0.
    pub fn try_interpolate<Target: StaticShape>(
        &self,
        by: Interpolation,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: ReplaceLast<Target>,
        E: Interpolates<T>,
    {
        let sizes = counted(adaptive_pool_shape(self.dims(), Target::SIZES))?;
        let (target, dims) = (Target::SIZES, self.dims());
        let steps = (&dims[dims.len() - target.len()..], target);
        Ok(TensorOn {
            data: E::interpolate::<S, S::Output>(&self.data, steps, by, sizes),
        })
    }

    /// Like [`interpolate`](Self::interpolate), to multiples of the sizes: `x.upsample::<shape![2,
    /// 2]>(Interpolation::Nearest)` makes `[.., 2 * H, 2 * W]` of `[.., H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if one of these axes has a dynamic size of 0 (a static size of 0 is a compile error), or if the element
    /// count of the result overflows `usize`.
    #[track_caller]
    pub fn upsample<Factors: StaticShape>(
        &self,
        by: Interpolation,
    ) -> TensorOn<T, S::Output, E::Home>
    where
        S: ScaleLast<Factors>,
        E: Interpolates<T>,
    {
        const { assert_elements::<S>(Factors::SIZES.len()) };
        must(self.try_upsample::<Factors>(by))
    }

    /// Like [`upsample`](Self::upsample), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0, or if the element count of the result overflows `usize`.
    pub fn try_upsample<Factors: StaticShape>(
        &self,
        by: Interpolation,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: ScaleLast<Factors>,
        E: Interpolates<T>,
    {
        let sizes = counted(scale_last_shape(self.dims(), Factors::SIZES))?;
        let dims = self.dims();
        let first = dims.len() - Factors::SIZES.len();
        let result = sizes.clone();
        let steps = (&dims[first..], &result.dims()[first..]);
        Ok(TensorOn {
            data: E::interpolate::<S, S::Output>(&self.data, steps, by, sizes),
        })
    }

    /// Like [`interpolate`](Self::interpolate), to fractions of the sizes, rounded down: `x.interpolate_by::<shape![3, 1],
    /// shape![2, 2]>(Interpolation::Linear)` makes `[.., H * 3 / 2, W / 2]` of `[.., H, W]`.
    ///
    /// The positions of the result are as far apart as the fraction says, 2/3 of an element for 3/2, also where the size is
    /// rounded down. This is what PyTorch does with a `scale_factor` by default; with `recompute_scale_factor` it divides the
    /// sizes instead, as [`interpolate`](Self::interpolate) does. PyTorch computes the size in floats, so that it is
    /// sometimes one less for a fraction that is no binary one: 116 for 13/3 of 27.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Interpolation, shape};
    ///
    /// let x = InlineTensor::from([0.0, 1.0, 2.0, 3.0, 4.0]);
    /// let half: InlineTensor<f64, shape![2]> = x.interpolate_by::<shape![1], shape![2]>(Interpolation::Linear);
    /// assert_eq!(half, InlineTensor::from([0.5, 2.5]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if one of these axes has a dynamic size of 0 (a static size of 0 is a compile error), or if the element
    /// count of the result overflows `usize`.
    #[doc(alias("resize", "scale_factor", "zoom"))]
    #[track_caller]
    pub fn interpolate_by<Up: StaticShape, Down: StaticShape>(
        &self,
        by: Interpolation,
    ) -> TensorOn<T, S::Output, E::Home>
    where
        S: ScaleLastBy<Up, Down>,
        E: Interpolates<T>,
    {
        const { assert_elements::<S>(Up::SIZES.len()) };
        must(self.try_interpolate_by::<Up, Down>(by))
    }

    /// Like [`interpolate_by`](Self::interpolate_by), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0, or if the element count of the result overflows `usize`.
    pub fn try_interpolate_by<Up: StaticShape, Down: StaticShape>(
        &self,
        by: Interpolation,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: ScaleLastBy<Up, Down>,
        E: Interpolates<T>,
    {
        let steps = (Down::SIZES, Up::SIZES);
        let sizes = counted(scale_last_by_shape(self.dims(), steps.1, steps.0))?;
        Ok(TensorOn {
            data: E::interpolate::<S, S::Output>(&self.data, steps, by, sizes),
        })
    }

    columns! {
        1:
        /// The windows along the last axis of `[.., C, W]` as columns, one for each position: `[.., C * K, positions]`. The
        /// settings are those of [`unfold2d`](Self::unfold2d).
        ///
        /// # Panics
        ///
        /// Panics if a window does not fit in a dynamic size, or if the element count of the result overflows `usize`.
        #[doc(alias = "im2col")]
        unfold1d try_unfold1d
        /// Columns `[.., C * K, places]` added up in the places that windows took them from, those of
        /// [`unfold1d`](Self::unfold1d): to `[.., C, W]`, where `target` is the shape `[W]`. What was in padding is left out.
        ///
        /// ```
        /// use shapecheck::window::Pool;
        /// use shapecheck::{InlineTensor, shape};
        ///
        /// let signal = InlineTensor::from([[1.0, 2.0, 3.0]]);
        /// let windows = Pool::of::<2>().stride::<1>();
        /// let columns: InlineTensor<f64, shape![2, 2]> = signal.unfold1d(windows);
        /// assert_eq!(columns, InlineTensor::from([[1.0, 2.0], [2.0, 3.0]]));
        /// // Two windows have the middle in common.
        /// assert_eq!(columns.fold1d(<shape![3]>::default(), windows), InlineTensor::from([[1.0, 4.0, 3.0]]));
        /// ```
        ///
        /// # Panics
        ///
        /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
        #[doc(alias = "col2im")]
        fold1d try_fold1d;
        2:
        /// The windows along the last two axes of `[.., C, H, W]` as columns, one for each position: `[.., C * K * L,
        /// positions]`.
        ///
        /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<1>()`. Without a stride, windows are
        /// next to each other.
        ///
        /// # Panics
        ///
        /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
        #[doc(alias = "im2col")]
        unfold2d try_unfold2d
        /// Columns `[.., C * K * L, places]` added up in the places that windows took them from, those of [`unfold2d`](Self::unfold2d): to `[.., C, H, W]`, where
        /// `target` is the shape `[H, W]`. What was in padding is left out.
        ///
        /// ```
        /// use shapecheck::window::Pool;
        /// use shapecheck::{InlineTensor, shape};
        ///
        /// let images = InlineTensor::<f32, shape![1, 3, 3]>::ones();
        /// let windows = Pool::of::<2>().stride::<1>();
        /// let sums: InlineTensor<f32, shape![1, 3, 3]> = images.unfold2d(windows).fold2d(<shape![3, 3]>::default(), windows);
        /// // Windows of 2 by 2 have the middle in common.
        /// assert_eq!(sums, InlineTensor::from([[[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]]));
        /// ```
        ///
        /// # Panics
        ///
        /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
        #[doc(alias = "col2im")]
        fold2d try_fold2d;
        3:
        /// The windows along the last three axes of `[.., C, D, H, W]` as columns, one for each position: `[.., C * K * L * M, positions]`. The
        /// settings are those of [`unfold2d`](Self::unfold2d).
        ///
        /// # Panics
        ///
        /// Panics if a window does not fit in dynamic sizes, or if the element count of the result overflows `usize`.
        #[doc(alias = "im2col")]
        unfold3d try_unfold3d
        /// Columns `[.., C * K * L * M, places]` added up in the places that windows took them from, those of
        /// [`unfold3d`](Self::unfold3d): to `[.., C, D, H, W]`, where `target` is the shape `[D, H, W]`. What was in padding is
        /// left out.
        ///
        /// # Panics
        ///
        /// Panics if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
        #[doc(alias = "col2im")]
        fold3d try_fold3d;
    }

    /// Spreads channels over squares of `R` by `R` positions: `[.., C * R * R, H, W]` becomes `[.., C, H * R, W * R]`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic channels are not a multiple of the square.
    #[track_caller]
    pub fn pixel_shuffle<R: StaticDim>(&self) -> TensorOn<T, S::Output, E::Home>
    where
        S: PixelShuffle<R>,
        E: Rearranges<T>,
    {
        must(self.try_pixel_shuffle::<R>())
    }

    /// Like [`pixel_shuffle`](Self::pixel_shuffle), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic channels are not a multiple of the square.
    pub fn try_pixel_shuffle<R: StaticDim>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: PixelShuffle<R>,
        E: Rearranges<T>,
    {
        let (split, sizes) = shuffled(self.dims(), R::SIZE)?;
        Ok(TensorOn {
            data: E::rearrange::<S, S::Output>(&self.data, &split, &[0, 1, 4, 2, 5, 3], sizes),
        })
    }

    /// Moves squares of `R` by `R` positions to channels: `[.., C, H * R, W * R]` becomes `[.., C * R * R, H, W]`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes are not multiples of the square's.
    #[track_caller]
    pub fn pixel_unshuffle<R: StaticDim>(&self) -> TensorOn<T, S::Output, E::Home>
    where
        S: PixelUnshuffle<R>,
        E: Rearranges<T>,
    {
        must(self.try_pixel_unshuffle::<R>())
    }

    /// Like [`pixel_unshuffle`](Self::pixel_unshuffle), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes are not multiples of the square's.
    pub fn try_pixel_unshuffle<R: StaticDim>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Home>, ShapeError>
    where
        S: PixelUnshuffle<R>,
        E: Rearranges<T>,
    {
        let (split, sizes) = unshuffled(self.dims(), R::SIZE)?;
        Ok(TensorOn {
            data: E::rearrange::<S, S::Output>(&self.data, &split, &[0, 1, 3, 5, 2, 4], sizes),
        })
    }

    /// Shuffles the channels of `[.., C, H, W]`: with `G` groups, it takes one channel of each group after the other.
    /// [`along`](Self::along) shuffles those of another axis: `x.along::<-1>().channel_shuffle::<dim!(2)>()`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic channels are not a multiple of the groups.
    #[track_caller]
    pub fn channel_shuffle<G: StaticDim>(&self) -> TensorOn<T, S, E::Home>
    where
        S: HasGroups<-3, G>,
        E: Rearranges<T>,
    {
        must(self.try_channel_shuffle::<G>())
    }

    /// Like [`channel_shuffle`](Self::channel_shuffle), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic channels are not a multiple of the groups.
    pub fn try_channel_shuffle<G: StaticDim>(&self) -> Result<TensorOn<T, S, E::Home>, ShapeError>
    where
        S: HasGroups<-3, G>,
        E: Rearranges<T>,
    {
        Along::<-3, T, S, E>(self).try_channel_shuffle::<G>()
    }
}

/// The sizes `[images, C, R, R, H, W]` of images `[.., C * R * R, H, W]`, and those of `[.., C, H * R, W * R]`.
fn shuffled(dims: &[usize], square: usize) -> Result<([usize; 6], DynShape), ShapeError> {
    let sizes = counted(pixel_shuffle_shape(dims, square))?;
    let ([.., channels, _, _], [lead @ .., _, height, width]) = (sizes.dims(), dims) else {
        unreachable!("an image has three axes")
    };
    let images = num_images(lead);
    Ok(([images, *channels, square, square, *height, *width], sizes))
}

/// The sizes `[images, C, H, R, W, R]` of images `[.., C, H * R, W * R]`, and those of `[.., C * R * R, H, W]`.
fn unshuffled(dims: &[usize], square: usize) -> Result<([usize; 6], DynShape), ShapeError> {
    let sizes = counted(pixel_unshuffle_shape(dims, square))?;
    let ([.., _, height, width], [lead @ .., channels, _, _]) = (sizes.dims(), dims) else {
        unreachable!("an image has three axes")
    };
    let images = num_images(lead);
    Ok(([images, *channels, *height, square, *width, square], sizes))
}

/// The number of images. Each of them has elements.
fn num_images(lead: &[usize]) -> usize {
    // If it overflows, there are no elements anyway.
    num_elements(lead).unwrap_or(0)
}

impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The windows of `Width` elements along the axis, `Step` apart. The elements of a window are a new last axis. On
    /// the heap and in borrowed memory, nothing is copied.
    ///
    /// The rule is that of PyTorch's `Tensor.unfold`, and of NumPy's `sliding_window_view`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([1, 2, 3, 4, 5]);
    /// assert_eq!(x.along::<-1>().windows::<dim!(3), dim!(2)>(), InlineTensor::from([[1, 2, 3], [3, 4, 5]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a window does not fit in a dynamic size, or if a shape of run-time rank has no such axis.
    #[doc(alias("unfold", "sliding_window_view"))]
    #[track_caller]
    pub fn windows<Width: StaticDim, Step: StaticDim>(
        self,
    ) -> TensorOn<T, Windowed<S, AXIS, Width, Step>, E>
    where
        S: WindowsOf<AXIS, Width, Step>,
        E: SlidingViews<T>,
    {
        must(self.try_windows::<Width, Step>())
    }

    /// Like [`windows`](Self::windows), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in a dynamic size, or if a shape of run-time rank has no such axis.
    pub fn try_windows<Width: StaticDim, Step: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Windowed<S, AXIS, Width, Step>, E>, ShapeError>
    where
        S: WindowsOf<AXIS, Width, Step>,
        E: SlidingViews<T>,
    {
        let (width, step) = (Width::SIZE, Step::SIZE);
        let axis = windowed_axis(self.0.dims(), AXIS, width, step)?;
        Ok(TensorOn {
            data: E::windows::<S, Windowed<S, AXIS, Width, Step>>(&self.0.data, axis, width, step),
        })
    }
}

/// The axis that windows slide along, counted from the first.
fn windowed_axis(
    sizes: &[usize],
    axis: isize,
    width: usize,
    step: usize,
) -> Result<usize, ShapeError> {
    counted(windows_shape(sizes, axis, width, step))?;
    place_of(sizes, axis)
}
