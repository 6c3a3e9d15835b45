//! Windows that slide along the last axes: convolutions and pools.
//!
//! The channels are before the axes along which a window slides, as in PyTorch: `[.., C, H, W]`. Any axes may be
//! before the channels.
//!
//! ```
//! use shapecheck::window::{Conv, Pool};
//! use shapecheck::{InlineTensor, shape};
//!
//! let images = InlineTensor::<f32, shape![2, 3, 8, 8]>::full(1.0);
//! let kernels = InlineTensor::<f32, shape![4, 3, 3, 3]>::full(1.0);
//! let bias = InlineTensor::<f32, shape![4]>::full(0.5);
//! let halved: InlineTensor<f32, shape![2, 4, 4, 4]> =
//!     images.conv2d_with_bias(&kernels, &bias, Conv::new().stride::<2>().padding::<1>());
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
use super::{TensorOn, counted, panicking_form};
use crate::algebra::{
    ChannelBias, Convolve, ConvolveTransposed, FoldsTo, HasGroups, Interpolation, PixelShuffle,
    PixelUnshuffle, PoolWindow, PoolsBy, ReplaceLast, ScaleLast, ScaleLastBy, UnfoldsBy, Windowed,
    WindowsOf, adaptive_pool_shape, assert_elements, check_bias, convolve_shape,
    convolve_transposed_shape, fold_shape, pixel_shuffle_shape, pixel_unshuffle_shape, pool_shape,
    scale_last_by_shape, scale_last_shape, unfold_shape, windows_shape, with_last,
};
use crate::engine::{
    BinaryInPlace, Columns, Convolves, Engine, Interpolates, MovesAxes, Pools, Reshapes, ops,
};
use crate::shape::axis::{ordered, place_of};
use crate::shape::list::ArrayShape;
use crate::verdict::Once;
use crate::{DynShape, HasAxis, Shape, ShapeError, StaticDim, StaticShape};

// The methods ask for what the engine can do, not the impl: for the impl, rustc would report a mistake in its own
// words.
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    #[panicking_form {
        /// The convolution of this input with kernels, along the last axis.
        ///
        /// | input | kernels | result |
        /// | --- | --- | --- |
        /// | `[.., C, N]` | `[O, C, K]` | `[.., O, N - K + 1]` |
        ///
        /// Settings are a [`Conv`](crate::window::Conv): `Conv::new().stride::<2>().padding::<1>()`. As in PyTorch,
        /// kernels are not flipped. [`conv1d_with_bias`](Self::conv1d_with_bias) adds a bias.
        conv1d: AXES = 1;
        /// Like [`conv1d`](Self::conv1d), along the last two axes.
        ///
        /// | input | kernels | result |
        /// | --- | --- | --- |
        /// | `[.., C, H, W]` | `[O, C, K, L]` | `[.., O, H - K + 1, W - L + 1]` |
        conv2d: AXES = 2;
        /// Like [`conv1d`](Self::conv1d), along the last three axes.
        ///
        /// | input | kernels | result |
        /// | --- | --- | --- |
        /// | `[.., C, D, H, W]` | `[O, C, J, K, L]` | `[.., O, D - J + 1, H - K + 1, W - L + 1]` |
        conv3d: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv<
        const AXES: usize,
        K: Shape,
        F: Engine,
        Settings,
        O: ArrayShape,
        OutputEngine: Engine,
    >(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: Convolve<AXES, K, Settings, Output = O>,
        E: Convolves<T, F, OutputEngine = OutputEngine>,
    {
        let _ = settings;
        let result = self.convolved::<AXES, K, F, Settings>(kernels)?;
        Ok(result)
    }

    #[track_caller]
    fn convolved<const AXES: usize, K: Shape, F: Engine, Settings>(
        &self,
        kernels: &TensorOn<T, K, F>,
    ) -> Result<TensorOn<T, S::Output, E::OutputEngine>, ShapeError>
    where
        S: Convolve<AXES, K, Settings>,
        E: Convolves<T, F>,
    {
        let (groups, slides) = S::slides(kernels.dims());
        let sizes = convolve_shape(self.dims(), kernels.dims(), &slides, groups);
        let sizes = counted(sizes)?;
        let (data, kernels) = (&self.data, &kernels.data);
        let data = E::convolve::<S, K, S::Output>(data, kernels, &slides, groups, sizes);
        Ok(TensorOn { data })
    }

    #[panicking_form {
        /// The convolution of this input with kernels, and a bias, which has a number for each kernel:
        /// [`conv1d`](Self::conv1d) with a bias.
        ///
        /// | input | kernels | bias | result |
        /// | --- | --- | --- | --- |
        /// | `[.., C, N]` | `[O, C, K]` | `[O]` | `[.., O, N - K + 1]` |
        ///
        /// ```
        /// use shapecheck::window::Conv;
        /// use shapecheck::{InlineTensor, shape};
        ///
        /// let x = InlineTensor::<f32, shape![2, 5]>::ones();
        /// let kernels = InlineTensor::<f32, shape![3, 2, 2]>::ones();
        /// let y = x.conv1d_with_bias(&kernels, &InlineTensor::from([0.0, 0.5, 1.0]), Conv::new());
        /// assert_eq!(y, InlineTensor::from([[4.0; 4], [4.5; 4], [5.0; 4]]));
        /// ```
        conv1d_with_bias: AXES = 1;
        /// Like [`conv1d_with_bias`](Self::conv1d_with_bias), along the last two axes.
        ///
        /// | input | kernels | bias | result |
        /// | --- | --- | --- | --- |
        /// | `[.., C, H, W]` | `[O, C, K, L]` | `[O]` | `[.., O, H - K + 1, W - L + 1]` |
        ///
        /// ```compile_fail,E0277
        /// use shapecheck::window::Conv;
        /// use shapecheck::{InlineTensor, shape};
        ///
        /// let images = InlineTensor::<f32, shape![3, 8, 8]>::ones();
        /// let kernels = InlineTensor::<f32, shape![16, 3, 3, 3]>::ones();
        /// let bias = InlineTensor::<f32, shape![3]>::ones();
        /// // there are 3 numbers in the bias, the layer gives 16 at axis -3
        /// images.conv2d_with_bias(&kernels, &bias, Conv::new());
        /// ```
        conv2d_with_bias: AXES = 2;
        /// Like [`conv1d_with_bias`](Self::conv1d_with_bias), along the last three axes.
        ///
        /// | input | kernels | bias | result |
        /// | --- | --- | --- | --- |
        /// | `[.., C, D, H, W]` | `[O, C, J, K, L]` | `[O]` | `[.., O, D - J + 1, H - K + 1, W - L + 1]` |
        conv3d_with_bias: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv_with_bias<const AXES: usize, K: Shape, B, Settings, O: Shape>(
        &self,
        kernels: &TensorOn<T, K, E>,
        bias: &TensorOn<T, B, E>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        S: Convolve<AXES, K, Settings, Output = O>,
        B: ChannelBias<AXES, O>,
        E: Convolves<T, OutputEngine = E> + BinaryInPlace<ops::Add, T> + MovesAxes<T>,
    {
        let _ = settings;
        let mut result = self.convolved::<AXES, K, E, Settings>(kernels)?;
        result.add_bias::<AXES, B>(bias)?;
        Ok(result)
    }

    /// Adds the numbers of a bias to the channels.
    fn add_bias<const AXES: usize, B>(&mut self, bias: &TensorOn<T, B, E>) -> Result<(), ShapeError>
    where
        B: ChannelBias<AXES, S>,
        E: BinaryInPlace<ops::Add, T> + MovesAxes<T>,
    {
        check_bias(self.dims(), bias.dims(), B::CHANNELS)?;
        let (sizes, order) = ([bias.dims()[0], 1, 1, 1], [0, 1, 2, 3]);
        let (sizes, order) = (&sizes[..=AXES], &order[..=AXES]);
        let column = E::split::<B, B::Column>(&bias.data, sizes, order);
        E::update::<S, B::Column>(&mut self.data, &column);
        Ok(())
    }

    #[panicking_form {
        /// The transposed convolution of this input with kernels, along the last axis.
        ///
        /// | input | kernels | result |
        /// | --- | --- | --- |
        /// | `[.., C, N]` | `[C, O, K]` | `[.., O, N + K - 1]` |
        ///
        /// Settings are a [`ConvTranspose`](crate::window::ConvTranspose): `ConvTranspose::new().stride::<2>()`.
        conv_transpose1d: AXES = 1;
        /// Like [`conv_transpose1d`](Self::conv_transpose1d), along the last two axes.
        ///
        /// | input | kernels | result |
        /// | --- | --- | --- |
        /// | `[.., C, H, W]` | `[C, O, K, L]` | `[.., O, H + K - 1, W + L - 1]` |
        conv_transpose2d: AXES = 2;
        /// Like [`conv_transpose1d`](Self::conv_transpose1d), along the last three axes.
        ///
        /// | input | kernels | result |
        /// | --- | --- | --- |
        /// | `[.., C, D, H, W]` | `[C, O, J, K, L]` | `[.., O, D + J - 1, H + K - 1, W + L - 1]` |
        conv_transpose3d: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv_transpose<
        const AXES: usize,
        K: Shape,
        F: Engine,
        Settings,
        O: ArrayShape,
        OutputEngine: Engine,
    >(
        &self,
        kernels: &TensorOn<T, K, F>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: ConvolveTransposed<AXES, K, Settings, Output = O>,
        E: Convolves<T, F, OutputEngine = OutputEngine>,
    {
        let _ = settings;
        let (groups, slides) = S::slides();
        let sizes = convolve_transposed_shape(self.dims(), kernels.dims(), &slides, groups);
        let sizes = counted(sizes)?;
        let kernels = &kernels.data;
        let data = E::convolve_transposed::<S, K, O>(&self.data, kernels, &slides, groups, sizes);
        Ok(TensorOn { data })
    }

    #[panicking_form {
        /// The transposed convolution of this input with kernels, and a bias, which has a number for each channel of the result:
        /// [`conv_transpose1d`](Self::conv_transpose1d) with a bias.
        ///
        /// | input | kernels | bias | result |
        /// | --- | --- | --- | --- |
        /// | `[.., C, N]` | `[C, O, K]` | `[O]` | `[.., O, N + K - 1]` |
        ///
        /// ```
        /// use shapecheck::InlineTensor;
        /// use shapecheck::window::ConvTranspose;
        ///
        /// let x = InlineTensor::from([[1.0, 2.0]]);
        /// let kernels = InlineTensor::from([[[1.0, 1.0], [0.0, 3.0]]]);
        /// let y = x.conv_transpose1d_with_bias(&kernels, &InlineTensor::from([0.5, 1.0]), ConvTranspose::new());
        /// assert_eq!(y, InlineTensor::from([[1.5, 3.5, 2.5], [1.0, 4.0, 7.0]]));
        /// ```
        conv_transpose1d_with_bias: AXES = 1;
        /// Like [`conv_transpose1d_with_bias`](Self::conv_transpose1d_with_bias), along the last two axes.
        ///
        /// | input | kernels | bias | result |
        /// | --- | --- | --- | --- |
        /// | `[.., C, H, W]` | `[C, O, K, L]` | `[O]` | `[.., O, H + K - 1, W + L - 1]` |
        conv_transpose2d_with_bias: AXES = 2;
        /// Like [`conv_transpose1d_with_bias`](Self::conv_transpose1d_with_bias), along the last three axes.
        ///
        /// | input | kernels | bias | result |
        /// | --- | --- | --- | --- |
        /// | `[.., C, D, H, W]` | `[C, O, J, K, L]` | `[O]` | `[.., O, D + J - 1, H + K - 1, W + L - 1]` |
        conv_transpose3d_with_bias: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    pub fn try_conv_transpose_with_bias<const AXES: usize, K: Shape, B, Settings, O: Shape>(
        &self,
        kernels: &TensorOn<T, K, E>,
        bias: &TensorOn<T, B, E>,
        settings: Settings,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        S: ConvolveTransposed<AXES, K, Settings, Output = O>,
        B: ChannelBias<AXES, O>,
        E: Convolves<T, OutputEngine = E> + BinaryInPlace<ops::Add, T> + MovesAxes<T>,
    {
        let _ = settings;
        let (groups, slides) = S::slides();
        let sizes = convolve_transposed_shape(self.dims(), kernels.dims(), &slides, groups);
        let sizes = counted(sizes)?;
        let kernels = &kernels.data;
        let data = E::convolve_transposed::<S, K, O>(&self.data, kernels, &slides, groups, sizes);
        let mut result = TensorOn::<T, O, E> { data };
        result.add_bias::<AXES, B>(bias)?;
        Ok(result)
    }

    #[panicking_form {
        /// The largest element, or NaN if there is one, in each window along the last axis of `[.., N]`.
        ///
        /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<2>()`. Padding does not count.
        max_pool1d: AXES = 1;
        /// Like [`max_pool1d`](Self::max_pool1d), along the last two axes of `[.., H, W]`.
        max_pool2d: AXES = 2;
        /// Like [`max_pool1d`](Self::max_pool1d), along the last three axes of `[.., D, H, W]`.
        max_pool3d: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_max_pool<const AXES: usize, Settings, O: ArrayShape>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: PoolsBy<AXES, Settings, Output = O>,
        E: Pools<ops::Max, T>,
    {
        let _ = settings;
        self.pooled::<ops::Max, O>(&S::windows())
    }

    #[panicking_form {
        /// The mean of the elements in each window along the last axis of `[.., N]`.
        ///
        /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<2>()`. Padding counts as zeros,
        /// which is PyTorch's default, unless the settings end in `uncounted_padding()`. A window that has nothing to
        /// count, which only a dilation makes possible, has the mean NaN.
        avg_pool1d: AXES = 1;
        /// Like [`avg_pool1d`](Self::avg_pool1d), along the last two axes of `[.., H, W]`.
        avg_pool2d: AXES = 2;
        /// Like [`avg_pool1d`](Self::avg_pool1d), along the last three axes of `[.., D, H, W]`.
        avg_pool3d: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    pub fn try_avg_pool<const AXES: usize, Settings, O: ArrayShape>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: PoolsBy<AXES, Settings, Output = O>,
        E: Pools<ops::Mean, T>,
    {
        let _ = settings;
        self.pooled::<ops::Mean, O>(&S::windows())
    }

    fn pooled<Op, O: ArrayShape>(
        &self,
        windows: &[PoolWindow],
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        E: Pools<Op, T>,
    {
        let sizes = counted(pool_shape(self.dims(), windows))?;
        Ok(TensorOn {
            data: E::pool::<S, O>(&self.data, windows, sizes),
        })
    }

    /// The largest elements of windows that divide the last axes as equally as possible:
    /// `x.adaptive_max_pool::<shape![7, 7]>()` makes `[.., 7, 7]` of `[.., H, W]`, whatever its size.
    ///
    /// A static size of 0 is a compile error.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0.
    #[doc(alias("adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d"))]
    #[panicking_form(adaptive_max_pool, const { assert_elements::<S>(Target::SIZES.len()) })]
    pub fn try_adaptive_max_pool<Target: StaticShape>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
    where
        S: ReplaceLast<Target>,
        E: Pools<ops::Max, T>,
    {
        self.pooled_to::<Target, ops::Max>()
    }

    /// The means of windows that divide the last axes as equally as possible: `x.adaptive_avg_pool::<shape![1, 1]>()`
    /// makes `[.., 1, 1]` of `[.., H, W]`, whatever its size.
    ///
    /// A static size of 0 is a compile error.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0.
    #[doc(alias("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d"))]
    #[panicking_form(adaptive_avg_pool, const { assert_elements::<S>(Target::SIZES.len()) })]
    pub fn try_adaptive_avg_pool<Target: StaticShape>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
    where
        S: ReplaceLast<Target>,
        E: Pools<ops::Mean, T>,
    {
        self.pooled_to::<Target, ops::Mean>()
    }

    fn pooled_to<Target: StaticShape, Op>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
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
    /// A static size of 0 is a compile error.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0.
    #[doc(alias = "resize")]
    #[panicking_form(interpolate, const { assert_elements::<S>(Target::SIZES.len()) })]
    pub fn try_interpolate<Target: StaticShape>(
        &self,
        by: Interpolation,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
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
    /// A static size of 0 is a compile error.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0, or if the element count of the result overflows `usize`.
    #[panicking_form(upsample, const { assert_elements::<S>(Scale::SIZES.len()) })]
    pub fn try_upsample<Scale: StaticShape>(
        &self,
        by: Interpolation,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
    where
        S: ScaleLast<Scale>,
        E: Interpolates<T>,
    {
        let sizes = counted(scale_last_shape(self.dims(), Scale::SIZES))?;
        let dims = self.dims();
        let first = dims.len() - Scale::SIZES.len();
        let result = sizes.clone();
        let steps = (&dims[first..], &result.dims()[first..]);
        Ok(TensorOn {
            data: E::interpolate::<S, S::Output>(&self.data, steps, by, sizes),
        })
    }

    /// Like [`interpolate`](Self::interpolate), to fractions of the sizes, rounded down:
    /// `x.interpolate_by::<shape![3, 1], shape![2, 2]>(Interpolation::Linear)` makes `[.., H * 3 / 2, W / 2]` of
    /// `[.., H, W]`.
    ///
    /// The positions of the result are as far apart as the fraction says, 2/3 of an element for 3/2, also where the
    /// size is rounded down. This is what PyTorch does with a `scale_factor` by default; with `recompute_scale_factor`
    /// it divides the sizes instead, as [`interpolate`](Self::interpolate) does. PyTorch computes the size in floats,
    /// so that it is sometimes one less for a fraction that is not a binary one: 116 for 13/3 of 27.
    ///
    /// ```
    /// use shapecheck::algebra::Interpolation;
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([0.0, 1.0, 2.0, 3.0, 4.0]);
    /// let half: InlineTensor<f64, shape![2]> = x.interpolate_by::<shape![1], shape![2]>(Interpolation::Linear);
    /// assert_eq!(half, InlineTensor::from([0.5, 2.5]));
    /// ```
    ///
    /// A static size of 0 is a compile error.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these axes has size 0, or if the element count of the result overflows `usize`.
    #[doc(alias("resize", "scale_factor", "zoom"))]
    #[panicking_form(interpolate_by, const { assert_elements::<S>(Up::SIZES.len()) })]
    pub fn try_interpolate_by<Up: StaticShape, Down: StaticShape>(
        &self,
        by: Interpolation,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
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

    #[panicking_form {
        /// The windows along the last axis of `[.., C, W]` as columns, one for each position: `[.., C * K, positions]`.
        /// The settings are those of [`unfold2d`](Self::unfold2d).
        unfold1d: AXES = 1;
        /// The windows along the last two axes of `[.., C, H, W]` as columns, one for each position: `[.., C * K * L,
        /// positions]`.
        ///
        /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<1>()`. Without a stride, windows are
        /// next to each other.
        unfold2d: AXES = 2;
        /// The windows along the last three axes of `[.., C, D, H, W]` as columns, one for each position:
        /// `[.., C * K * L * M, positions]`. The settings are those of [`unfold2d`](Self::unfold2d).
        unfold3d: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if a window does not fit in dynamic sizes, or if the element count of the result overflows
    /// `usize`.
    #[doc(alias = "im2col")]
    pub fn try_unfold<const AXES: usize, Settings, O: ArrayShape>(
        &self,
        settings: Settings,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: UnfoldsBy<AXES, Settings, Output = O>,
        E: Columns<T>,
    {
        let _ = settings;
        let windows = S::windows();
        let sizes = counted(unfold_shape(self.dims(), &windows))?;
        Ok(TensorOn {
            data: E::unfold::<S, O>(&self.data, &windows, sizes),
        })
    }

    #[panicking_form {
        /// Columns `[.., C * K, places]` added up in the places that windows took them from, those of
        /// [`unfold1d`](Self::unfold1d): to `[.., C, W]`, where `target` is the shape `[W]`. What was in padding is
        /// left out.
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
        fold1d: AXES = 1;
        /// Columns `[.., C * K * L, places]` added up in the places that windows took them from, those of
        /// [`unfold2d`](Self::unfold2d): to `[.., C, H, W]`, where `target` is the shape `[H, W]`. What was in padding
        /// is left out.
        ///
        /// ```
        /// use shapecheck::window::Pool;
        /// use shapecheck::{InlineTensor, shape};
        ///
        /// let images = InlineTensor::<f32, shape![1, 3, 3]>::ones();
        /// let windows = Pool::of::<2>().stride::<1>();
        /// let sums: InlineTensor<f32, shape![1, 3, 3]> =
        ///     images.unfold2d(windows).fold2d(<shape![3, 3]>::default(), windows);
        /// // Windows of 2 by 2 have the middle in common.
        /// assert_eq!(sums, InlineTensor::from([[[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]]));
        /// ```
        fold2d: AXES = 2;
        /// Columns `[.., C * K * L * M, places]` added up in the places that windows took them from, those of
        /// [`unfold3d`](Self::unfold3d): to `[.., C, D, H, W]`, where `target` is the shape `[D, H, W]`. What was in
        /// padding is left out.
        fold3d: AXES = 3;
    }]
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[doc(alias = "col2im")]
    pub fn try_fold<const AXES: usize, Target: Shape, Settings, O: ArrayShape>(
        &self,
        target: Target,
        settings: Settings,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: FoldsTo<AXES, Target, Settings, Output = O>,
        E: Columns<T>,
    {
        let _ = settings;
        let windows = S::windows();
        let sizes = counted(fold_shape(self.dims(), target.to_dyn().dims(), &windows))?;
        Ok(TensorOn {
            data: E::fold::<S, O>(&self.data, &windows, sizes),
        })
    }

    /// Spreads channels over squares of `R` by `R` positions: `[.., C * R * R, H, W]` becomes `[.., C, H * R, W * R]`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic channels are not a multiple of the square.
    #[panicking_form(pixel_shuffle)]
    pub fn try_pixel_shuffle<R: StaticDim>(
        &self,
    ) -> Result<TensorOn<T, <Once<S, R> as PixelShuffle<R>>::Output, E::Out>, ShapeError>
    where
        S: PixelShuffle<R>,
        E: Reshapes<T>,
    {
        let [split, order, sizes] = shuffled(self.dims(), R::SIZE)?;
        Ok(TensorOn {
            data: E::merge::<S, S::Output>(&self.data, split.dims(), order.dims(), sizes),
        })
    }

    /// Moves squares of `R` by `R` positions to channels: `[.., C, H * R, W * R]` becomes `[.., C * R * R, H, W]`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes are not multiples of the square's.
    #[panicking_form(pixel_unshuffle)]
    pub fn try_pixel_unshuffle<R: StaticDim>(
        &self,
    ) -> Result<TensorOn<T, <Once<S, R> as PixelUnshuffle<R>>::Output, E::Out>, ShapeError>
    where
        S: PixelUnshuffle<R>,
        E: Reshapes<T>,
    {
        let [split, order, sizes] = unshuffled(self.dims(), R::SIZE)?;
        Ok(TensorOn {
            data: E::merge::<S, S::Output>(&self.data, split.dims(), order.dims(), sizes),
        })
    }

    /// Shuffles the channels of `[.., C, H, W]`: with `G` groups, it takes one channel of each group after the other.
    /// [`along`](Self::along) shuffles those of another axis: `x.along::<-1>().channel_shuffle::<dim!(2)>()`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic channels are not a multiple of the groups.
    #[panicking_form(channel_shuffle)]
    pub fn try_channel_shuffle<G: StaticDim>(&self) -> Result<TensorOn<T, S, E::Out>, ShapeError>
    where
        S: HasGroups<-3, G>,
        E: Reshapes<T>,
    {
        Along::<-3, T, S, E>(self).try_channel_shuffle::<G>()
    }
}

/// The sizes `[.., C, R, R, H, W]` of images `[.., C * R * R, H, W]`, the order `[.., C, H, R, W, R]` of their axes, and
/// the sizes of `[.., C, H * R, W * R]`.
fn shuffled(dims: &[usize], square: usize) -> Result<[DynShape; 3], ShapeError> {
    let sizes = counted(pixel_shuffle_shape(dims, square))?;
    let ([.., channels, _, _], [lead @ .., _, height, width]) = (sizes.dims(), dims) else {
        unreachable!("an image has three axes")
    };
    let split = with_last(lead, &[*channels, square, square, *height, *width])?;
    let order = ordered(split.rank(), &[5, 2, 4, 1, 3]);
    Ok([split, order, sizes])
}

/// The sizes `[.., C, H, R, W, R]` of images `[.., C, H * R, W * R]`, the order `[.., C, R, R, H, W]` of their axes, and
/// the sizes of `[.., C * R * R, H, W]`.
fn unshuffled(dims: &[usize], square: usize) -> Result<[DynShape; 3], ShapeError> {
    let sizes = counted(pixel_unshuffle_shape(dims, square))?;
    let ([.., _, height, width], [lead @ .., channels, _, _]) = (sizes.dims(), dims) else {
        unreachable!("an image has three axes")
    };
    let split = with_last(lead, &[*channels, *height, square, *width, square])?;
    let order = ordered(split.rank(), &[5, 3, 1, 4, 2]);
    Ok([split, order, sizes])
}

impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The windows of `Width` elements along the axis, `Step` apart. The elements of a window are a new last axis. On
    /// the heap and in borrowed memory, nothing is copied.
    ///
    /// This follows PyTorch's `Tensor.unfold` and NumPy's `sliding_window_view`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([1, 2, 3, 4, 5]);
    /// assert_eq!(x.along::<-1>().windows::<dim!(3), dim!(2)>(), InlineTensor::from([[1, 2, 3], [3, 4, 5]]));
    /// // A running mean, or any other reduction of each window.
    /// let means = x.cast::<f64>().along::<-1>().windows::<dim!(3), dim!(1)>().mean_axis::<-1>().remove_axis::<-1>();
    /// assert_eq!(means, InlineTensor::from([2.0, 3.0, 4.0]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a window does not fit in a dynamic size, or if a shape of run-time rank has no such axis.
    #[doc(alias("unfold", "sliding_window_view", "rolling", "moving_average", "frames"))]
    #[panicking_form(windows)]
    pub fn try_windows<Width: StaticDim, Step: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Windowed<S, AXIS, Width, Step>, E>, ShapeError>
    where
        S: WindowsOf<AXIS, Width, Step>,
        E: MovesAxes<T>,
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
