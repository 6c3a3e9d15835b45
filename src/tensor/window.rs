//! Windows that slide along the last axes: convolutions and pools.
//!
//! Channels stand in front of the axes that a window slides along, as in PyTorch: `[.., C, H, W]`. Any axes may stand in front of them.
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

use super::{TensorOn, must};
use crate::algebra::{Convolve, PoolsBy, convolve_shape, pool_shape};
use crate::engine::{Convolves, Engine, Pools, ops};
use crate::shape::list::Nest;
use crate::shape::num_elements;
use crate::{DynShape, Shape, ShapeError};

/// Sizes of as many elements as can be counted, or a panic at the caller's line.
#[inline(never)]
#[track_caller]
fn must_counted(sizes: Result<DynShape, ShapeError>) -> DynShape {
    let sizes = must(sizes);
    must(num_elements(sizes.dims()));
    sizes
}

// Written out, not by a macro: rustc would show its lines beside each message.
// What the engine can do is asked of the methods: of the impl it would be told in rustc's words.
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The convolution of this input, `[.., C, N]`, with kernels `[O, C, K]`: `[.., O, N - K + 1]`.
    ///
    /// Settings are a [`Conv`](crate::window::Conv): `Conv::new().stride::<2>().padding::<1>()`. As in PyTorch kernels are not turned around. A bias
    /// `[O, 1]` is added: `x.conv1d(&kernels, Conv::new()) + &bias`.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv1d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: Convolve<1, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved::<1, K, F, Settings>(kernels)
    }

    /// As [`conv1d`](Self::conv1d), for an input `[.., C, H, W]` and kernels `[O, C, K, L]`: `[.., O, H - K + 1, W - L + 1]`.
    ///
    /// A bias `[O, 1, 1]` is added.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv2d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: Convolve<2, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved::<2, K, F, Settings>(kernels)
    }

    /// As [`conv1d`](Self::conv1d), for an input `[.., C, D, H, W]` and kernels `[O, C, J, K, L]`: `[.., O, D - J + 1, H - K + 1, W - L + 1]`.
    ///
    /// A bias `[O, 1, 1, 1]` is added.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not fit, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn conv3d<K: Shape, F: Engine, Settings, O: Nest, Home: Engine>(
        &self,
        kernels: &TensorOn<T, K, F>,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: Convolve<3, K, Settings, Output = O>,
        E: Convolves<T, F, Home = Home>,
    {
        self.convolved::<3, K, F, Settings>(kernels)
    }

    #[track_caller]
    fn convolved<const AXES: usize, K: Shape, F: Engine, Settings>(
        &self,
        kernels: &TensorOn<T, K, F>,
    ) -> TensorOn<T, S::Output, E::Home>
    where
        S: Convolve<AXES, K, Settings>,
        E: Convolves<T, F>,
    {
        let slides = S::slides(kernels.dims());
        let sizes = convolve_shape(self.dims(), kernels.dims(), &slides, S::GROUPS);
        let (data, kernels) = (&self.data, &kernels.data);
        TensorOn {
            data: E::convolve::<S, K, S::Output>(
                data,
                kernels,
                &slides,
                S::GROUPS,
                must_counted(sizes),
            ),
        }
    }

    /// The largest element in each place of a window that slides along the last axis of `[.., N]`, or what is not a number.
    ///
    /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<2>()`. What is padding counts for nothing.
    ///
    /// # Panics
    ///
    /// Where a window does not fit in dynamic sizes, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn max_pool1d<Settings, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<1, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        self.pooled::<1, Settings, ops::Max>()
    }

    /// As [`max_pool1d`](Self::max_pool1d), along the last axes of `[.., H, W]`.
    ///
    /// # Panics
    ///
    /// Where a window does not fit in dynamic sizes, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn max_pool2d<Settings, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<2, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        self.pooled::<2, Settings, ops::Max>()
    }

    /// As [`max_pool1d`](Self::max_pool1d), along the last axes of `[.., D, H, W]`.
    ///
    /// # Panics
    ///
    /// Where a window does not fit in dynamic sizes, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn max_pool3d<Settings, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<3, Settings, Output = O>,
        E: Pools<ops::Max, T, Home = Home>,
    {
        self.pooled::<3, Settings, ops::Max>()
    }

    /// The mean of the elements in each place of a window that slides along the last axis of `[.., N]`.
    ///
    /// Settings are a [`Pool`](crate::window::Pool): `Pool::of::<3>().stride::<2>()`. Places of padding count as zeros, as PyTorch has it where
    /// nothing else is said.
    ///
    /// # Panics
    ///
    /// Where a window does not fit in dynamic sizes, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn avg_pool1d<Settings, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<1, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        self.pooled::<1, Settings, ops::Mean>()
    }

    /// As [`avg_pool1d`](Self::avg_pool1d), along the last axes of `[.., H, W]`.
    ///
    /// # Panics
    ///
    /// Where a window does not fit in dynamic sizes, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn avg_pool2d<Settings, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<2, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        self.pooled::<2, Settings, ops::Mean>()
    }

    /// As [`avg_pool1d`](Self::avg_pool1d), along the last axes of `[.., D, H, W]`.
    ///
    /// # Panics
    ///
    /// Where a window does not fit in dynamic sizes, and where the element count of the result overflows `usize`.
    #[track_caller]
    pub fn avg_pool3d<Settings, O: Nest, Home: Engine>(
        &self,
        _settings: Settings,
    ) -> TensorOn<T, O, Home>
    where
        S: PoolsBy<3, Settings, Output = O>,
        E: Pools<ops::Mean, T, Home = Home>,
    {
        self.pooled::<3, Settings, ops::Mean>()
    }

    #[track_caller]
    fn pooled<const AXES: usize, Settings, Op>(&self) -> TensorOn<T, S::Output, E::Home>
    where
        S: PoolsBy<AXES, Settings>,
        E: Pools<Op, T>,
    {
        let windows = S::windows();
        let sizes = must_counted(pool_shape(self.dims(), &windows));
        TensorOn {
            data: E::pool::<S, S::Output>(&self.data, &windows, sizes),
        }
    }
}
