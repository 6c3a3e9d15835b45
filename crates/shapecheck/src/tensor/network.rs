//! Layers, normalization and attention.
//!
//! A function that is generic over the engine asks for [`E: Networks<f32>`](crate::engine::Networks), which implies
//! [`Floats`](crate::engine::Floats):
//!
//! ```
//! use shapecheck::engine::Networks;
//! use shapecheck::{Dim, InlineTensor, TensorOn, shape};
//!
//! /// Each token looks at itself and at those before it.
//! fn heads<E: Networks<f32>, B: Dim, H: Dim, T: Dim, N: Dim>(
//!     queries: &TensorOn<f32, shape![B, H, T, N], E>,
//!     keys: &TensorOn<f32, shape![B, H, T, N], E>,
//!     values: &TensorOn<f32, shape![B, H, T, N], E>,
//! ) -> TensorOn<f32, shape![B, H, T, N], E> {
//!     queries.causal_attention(keys, values)
//! }
//!
//! let x = InlineTensor::<f32, shape![1, 2, 3, 4]>::full(0.5);
//! assert_eq!(heads(&x, &x, &x), x);
//! ```
//!
//! The keys are not transposed first. There has to be one value for each key:
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let (queries, keys) = (InlineTensor::<f32, shape![5, 64]>::zeros(), InlineTensor::<f32, shape![7, 64]>::zeros());
//! let values = InlineTensor::<f32, shape![6, 64]>::zeros();
//! let result = queries.attention(&keys, &values); // there are 7 keys, but 6 values
//! ```

use super::{TensorOn, check_lead_names, panicking_form};
use crate::algebra::{
    Attends, BiasFor, EndsIn, Linear, MaskFor, MayEqual, Rotates, attention_shapes, check_bias,
    check_causal, check_ends_in, check_rotates, check_score_mask, linear_shape,
};
use crate::engine::composed::no_element;
use crate::engine::{Engine, Lends, Networks, Selects};
use crate::error::with_names;
use crate::shape::num_elements;
use crate::{Axes, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// The shape of the mask for attention without one.
type NoMask = Scalar;

/// A matrix of any size.
type AnyMatrix = Axes<Axes<Scalar, Dyn>, Dyn>;

/// The shape of the scores: a number for each query and each key, with the same axes in front.
type Table<Scores> =
    Axes<Axes<Scalar, <Scores as HasAxis<-2>>::Size>, <Scores as HasAxis<-1>>::Size>;

// The methods ask for what the engine can do, not the impl: for the impl, rustc would report a mistake in its own
// words.
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// A linear layer: `[..S, I]` through weights `[O, I]` gives `[..S, O]`.
    ///
    /// The weights have the layout of PyTorch's `linear`; for weights `[I, O]` use [`matmul`](Self::matmul).
    /// [`linear_with_bias`](Self::linear_with_bias) adds a bias.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1.0_f32, 2.0, 3.0]);
    /// let weights = InlineTensor::from([[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
    /// assert_eq!(x.linear(&weights), InlineTensor::from([1.0, 6.0]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the last size of the input or of the weights is dynamic and the two differ.
    #[panicking_form(linear)]
    pub fn try_linear<W: Shape, O: Shape>(
        &self,
        weights: &TensorOn<T, W, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Linear<W, Output = O>,
    {
        check_linear::<S, W>(self.dims(), weights.dims())?;
        let data = E::linear::<O>(self.lent(), weights.lent(), None);
        Ok(TensorOn::of(data))
    }

    /// A linear layer with a bias.
    ///
    /// | input | weights | bias | result |
    /// | --- | --- | --- | --- |
    /// | `[.., I]` | `[O, I]` | `[O]` | `[.., O]` |
    ///
    /// This is [`linear`](Self::linear) with a bias; in PyTorch both are `linear`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1.0_f32, 2.0, 3.0]);
    /// let weights = InlineTensor::from([[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
    /// let bias = InlineTensor::from([0.5, -6.0]);
    /// assert_eq!(x.linear_with_bias(&weights, &bias), InlineTensor::from([1.5, 0.0]));
    /// ```
    ///
    /// The bias has a number for each row of the weights:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<f32, shape![8, 3]>::zeros();
    /// let weights = InlineTensor::<f32, shape![2, 3]>::zeros();
    /// let bias = InlineTensor::<f32, shape![3]>::zeros();
    /// x.linear_with_bias(&weights, &bias); // there are 3 numbers in the bias, the layer gives 2 at axis -1
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes of the input, of the weights or of the bias do not fit.
    #[doc(alias("affine", "dense"))]
    #[panicking_form(linear_with_bias)]
    pub fn try_linear_with_bias<W: Shape, O: Shape, B>(
        &self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Linear<W, Output = O>,
        B: BiasFor<-1, O>,
    {
        let operands = [self.dims(), weights.dims()];
        let sizes = with_names::<S, W, _, _>(linear_shape(operands[0], operands[1]), operands)?;
        let checked = check_bias(sizes.dims(), bias.dims(), -1);
        with_names::<O, B, _, _>(checked, [sizes.dims(), bias.dims()])?;
        num_elements(sizes.dims())?;
        let data = E::linear::<O>(self.lent(), weights.lent(), Some(bias.lent()));
        Ok(TensorOn::of(data))
    }

    /// Layer normalization: subtracts the mean and divides by the standard deviation over the last axes, which are
    /// those of the weights. Then it multiplies by the weights.
    ///
    /// `epsilon` is added to the variance, so that nothing is divided by 0.
    /// [`layer_norm_with_bias`](Self::layer_norm_with_bias) adds a bias.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1.0_f32, 3.0], [5.0, 5.0]]);
    /// let weights = InlineTensor::from([1.0, 10.0]);
    /// assert_eq!(x.layer_norm(&weights, 0.0)[[0, 1]], 10.0);
    /// assert_eq!(x.layer_norm(&weights, 1e-5)[[1, 1]], 0.0);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes of the input and of the weights differ.
    #[panicking_form(layer_norm)]
    pub fn try_layer_norm<W: Shape>(
        &self,
        weights: &TensorOn<T, W, E>,
        epsilon: T,
    ) -> Result<Self, ShapeError>
    where
        E: Networks<T>,
        S: EndsIn<W>,
    {
        check_ends_in(self.dims(), weights.dims())?;
        Ok(self.normalized((weights.lent(), None), true, epsilon))
    }

    /// Layer normalization with a bias: [`layer_norm`](Self::layer_norm), to whose result it adds a bias. The input ends in
    /// the axes of the bias too. In PyTorch both are `layer_norm`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1.0_f32, 3.0], [5.0, 5.0]]);
    /// let (weights, bias) = (InlineTensor::from([1.0, 10.0]), InlineTensor::from([0.5, 0.25]));
    /// let y = x.layer_norm_with_bias(&weights, &bias, 1e-5);
    /// assert_eq!(y[[1, 1]], 0.25);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<f32, shape![8, 3]>::zeros();
    /// let weights = InlineTensor::<f32, shape![3]>::zeros();
    /// let bias = InlineTensor::<f32, shape![8]>::zeros();
    /// x.layer_norm_with_bias(&weights, &bias, 1e-5); // the input has size 3 at axis -1, the layer normalizes 8
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes of the input, of the weights or of the bias differ.
    #[panicking_form(layer_norm_with_bias)]
    pub fn try_layer_norm_with_bias<W: Shape, B: Shape>(
        &self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        epsilon: T,
    ) -> Result<Self, ShapeError>
    where
        E: Networks<T>,
        S: EndsIn<W> + EndsIn<B>,
    {
        check_ends_in(self.dims(), bias.dims())?;
        check_ends_in(self.dims(), weights.dims())?;
        Ok(self.normalized((weights.lent(), Some(bias.lent())), true, epsilon))
    }

    /// RMS normalization: divides by the root of the mean of squares over the last axes, which are those of the
    /// weights. Then it multiplies by the weights.
    ///
    /// `epsilon` is added to the mean, so that nothing is divided by 0.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[3.0_f32, 4.0, 0.0, 0.0]]);
    /// let weights = InlineTensor::from([1.0, 1.0, 1.0, 1.0]);
    /// assert_eq!(x.rms_norm(&weights, 0.0), InlineTensor::from([[1.2, 1.6, 0.0, 0.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes of the input and of the weights differ.
    #[panicking_form(rms_norm)]
    pub fn try_rms_norm<W: Shape>(
        &self,
        weights: &TensorOn<T, W, E>,
        epsilon: T,
    ) -> Result<Self, ShapeError>
    where
        E: Networks<T>,
        S: EndsIn<W>,
    {
        check_ends_in(self.dims(), weights.dims())?;
        Ok(self.normalized((weights.lent(), None), false, epsilon))
    }

    #[track_caller]
    fn normalized(
        &self,
        parameters: (E::Ref<'_, T>, Option<E::Ref<'_, T>>),
        centred: bool,
        epsilon: T,
    ) -> Self
    where
        E: Networks<T>,
    {
        if const { may_be_empty::<S>() } && self.dims().contains(&0) {
            return without_elements(self.dims().into());
        }
        let data = E::normalize::<S>(self.lent(), parameters, centred, epsilon);
        TensorOn::of(data)
    }

    /// Rotary position embedding: rotates each pair of numbers of `[..S, T, 2 * P]` by an angle, of which `[T, P]` are given
    /// by their cosines and sines.
    ///
    /// Number `i` of a row makes a pair with number `P + i`, as in most checkpoints. Usually the angle of pair `i` at place
    /// `t` is `t * base.powf(-i / P)`; a table of them is made once, and [`narrow_with`](Self::narrow_with) gives those of
    /// the places that are read.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([[1.0_f32, 2.0], [3.0, 4.0]]);
    /// // The first row stays, the second one is turned by a quarter.
    /// let (cosines, sines) = (InlineTensor::from([[1.0], [0.0]]), InlineTensor::from([[0.0], [1.0]]));
    /// let turned = x.rotary_embedding(&cosines, &sines);
    /// assert_eq!(turned, InlineTensor::from([[1.0, 2.0], [-4.0, 3.0]]));
    /// ```
    ///
    /// There is one angle for each pair, not for each number:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<f32, shape![12, 7, 64]>::ones();
    /// let angles = InlineTensor::<f32, shape![7, 64]>::ones();
    /// // cannot rotate: the input has size 64 at axis -1, the angles are for 128
    /// x.rotary_embedding(&angles, &angles);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[doc(alias("rope", "RoPE", "rotary"))]
    #[panicking_form(rotary_embedding)]
    pub fn try_rotary_embedding<C: Shape, N: Shape>(
        &self,
        cosines: &TensorOn<T, C, E>,
        sines: &TensorOn<T, N, E>,
    ) -> Result<Self, ShapeError>
    where
        E: Networks<T>,
        S: Rotates<C> + Rotates<N>,
    {
        check_rotates(self.dims(), cosines.dims())?;
        check_rotates(self.dims(), sines.dims())?;
        if const { may_be_empty::<S>() } && self.dims().contains(&0) {
            return Ok(without_elements(self.dims().into()));
        }
        let data = E::rotate::<S>(self.lent(), (cosines.lent(), sines.lent()));
        Ok(TensorOn::of(data))
    }

    /// The mask of [`causal_attention`](Self::causal_attention), of this shape, `[queries, keys]`: 0 where a key is that of
    /// the query or one before it, and minus infinity for later ones. The last query belongs to the last key.
    ///
    /// Causal attention makes such a mask itself. To make it once for all layers of a model, on the engine's device, give it
    /// to [`masked_attention`](Self::masked_attention).
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let mask = InlineTensor::<f32, shape![2, 3]>::causal_mask_with(Default::default());
    /// let hidden = f32::NEG_INFINITY;
    /// assert_eq!(mask, InlineTensor::from([[0.0, 0.0, hidden], [0.0, 0.0, 0.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the shape is not a matrix, or if there are more queries than keys.
    #[panicking_form(causal_mask_with)]
    pub fn try_causal_mask_with(shape: S) -> Result<Self, ShapeError>
    where
        E: Networks<T>,
        S: MayEqual<AnyMatrix>,
    {
        let sizes = shape.to_dyn();
        num_elements(sizes.dims())?;
        <AnyMatrix as Shape>::try_from_sizes(sizes.dims())?;
        let (queries, keys) = check_causal(sizes.dims())?;
        if sizes.dims().contains(&0) {
            return Ok(without_elements(sizes));
        }
        Ok(TensorOn::of(E::causal_mask::<S>(queries, keys)))
    }

    /// Scaled dot-product attention of this tensor, the queries, to keys and values. For each query it gives the mean
    /// of the values, weighted by the softmax of the dot products of query and keys divided by the square root of the
    /// size of a key.
    ///
    /// | queries | keys | values | result |
    /// | --- | --- | --- | --- |
    /// | `[.., L, N]` | `[.., S, N]` | `[.., S, D]` | `[.., L, D]` |
    ///
    /// The axes in front broadcast.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[doc(alias = "scaled_dot_product_attention")]
    #[panicking_form(attention)]
    pub fn try_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Attends<K, V, Output = O>,
    {
        self.attended::<K, V, O, NoMask>(keys, values, None, None)
    }

    /// Like [`attention`](Self::attention), with a mask that is added to the scores (the products of queries and keys):
    /// 0 where a query may see a key, and minus infinity where it may not.
    ///
    /// | queries | keys | values | mask | result |
    /// | --- | --- | --- | --- | --- |
    /// | `[.., L, N]` | `[.., S, N]` | `[.., S, D]` | `[.., L, S]` | `[.., L, D]` |
    ///
    /// The mask broadcasts to the scores, `[.., L, S]`. A query that sees no key gives NaN.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[doc(alias = "scaled_dot_product_attention")]
    #[panicking_form(masked_attention)]
    pub fn try_masked_attention<K: Shape, V: Shape, O: Shape, Mask>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        mask: &TensorOn<T, Mask, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Attends<K, V, Output = O>,
        Mask: MaskFor<S::Scores>,
    {
        self.attended::<K, V, O, Mask>(keys, values, Some(mask.dims()), Some(mask.lent()))
    }

    /// Like [`attention`](Self::attention), with a mask that is true where a query sees a key, as PyTorch's masks of booleans
    /// are.
    ///
    /// | queries | keys | values | seen | result |
    /// | --- | --- | --- | --- | --- |
    /// | `[.., L, N]` | `[.., S, N]` | `[.., S, D]` | `[.., L, S]` | `[.., L, D]` |
    ///
    /// The mask broadcasts to the scores, `[.., L, S]`. One of keys alone is the same for all queries: `[S]`, or
    /// `[B, 1, 1, S]` for the heads `[B, H, L, N]` of a batch. A query that sees no key gives NaN, as in
    /// [`masked_attention`](Self::masked_attention).
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let queries = InlineTensor::from([[1.0_f32], [2.0]]);
    /// let (keys, values) = (InlineTensor::from([[0.5], [0.5], [8.0]]), InlineTensor::from([[1.0], [3.0], [9.0]]));
    /// let seen = InlineTensor::from([true, true, false]);
    /// assert_eq!(queries.attention_where(&keys, &values, &seen), InlineTensor::from([[2.0], [2.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let queries = InlineTensor::<f32, shape![5, 64]>::ones();
    /// let (keys, values) = (InlineTensor::<f32, shape![7, 64]>::ones(), InlineTensor::<f32, shape![7, 64]>::ones());
    /// let seen = InlineTensor::<bool, shape![5]>::full(true);
    /// queries.attention_where(&keys, &values, &seen); // the mask has size 5 at axis -1, the scores have 7
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[doc(alias("scaled_dot_product_attention", "key_padding_mask"))]
    #[panicking_form(attention_where)]
    pub fn try_attention_where<K: Shape, V: Shape, O: Shape, Mask>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        seen: &TensorOn<bool, Mask, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T> + Selects<T, OutputEngine = E>,
        S: Attends<K, V, Output = O>,
        Mask: MaskFor<S::Scores>,
    {
        let mask = hides_unseen::<T, Mask, E>(seen);
        let mask = E::lent::<T, Mask>(&mask);
        self.attended::<K, V, O, Mask>(keys, values, Some(seen.dims()), Some(mask))
    }

    /// Causal attention: like [`attention`](Self::attention), where each query sees its own key and those before it.
    /// The last query belongs to the last key and sees all keys, so keys from a cache come first.
    ///
    /// | queries | keys | values | result |
    /// | --- | --- | --- | --- |
    /// | `[.., L, N]` | `[.., S, N]` | `[.., S, D]` | `[.., L, D]` |
    ///
    /// PyTorch's `is_causal` gives the same if there are as many queries as keys; otherwise it counts from the first
    /// key.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if there are fewer keys than queries.
    #[doc(alias("scaled_dot_product_attention", "is_causal"))]
    #[panicking_form(causal_attention)]
    pub fn try_causal_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Attends<K, V, Output = O>,
        Table<S::Scores>: MaskFor<S::Scores>,
    {
        let sizes = causal_sizes([self.dims(), keys.dims(), values.dims()])?;
        check_attention_names(attention_sizes, self, keys, values, 2)?;
        let pairs = (keys.lent(), values.lent());
        let data = E::attend_causally::<O>(self.lent(), pairs, sizes, false);
        Ok(TensorOn::of(data))
    }

    fn attended<K: Shape, V: Shape, O: Shape, Mask: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        mask_dims: Option<&[usize]>,
        mask: Option<E::Ref<'_, T>>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Attends<K, V, Output = O>,
    {
        let dims = [self.dims(), keys.dims(), values.dims()];
        match const { S::NAMES | K::NAMES | V::NAMES | Mask::NAMES } {
            0 => check_attention(attention_sizes, dims, mask_dims)?,
            _ => check_attention_of_names::<S, K, V, Mask>(attention_sizes, dims, mask_dims, 2)?,
        }
        let pairs = (keys.lent(), values.lent());
        let data = E::attend::<O>(self.lent(), pairs, mask);
        Ok(TensorOn::of(data))
    }
}

impl<T: 'static, S: Shape, E: Lends> TensorOn<T, S, E> {
    /// The data, for layers.
    #[inline(always)]
    pub(super) fn lent(&self) -> E::Ref<'_, T> {
        E::lent::<T, S>(&self.data)
    }
}

/// The mask that is added to scores: 0 where a key is seen, and minus infinity where it is not.
pub(super) fn hides_unseen<T: 'static, Mask: Shape, E>(
    seen: &TensorOn<bool, Mask, E>,
) -> E::Data<T, Mask>
where
    E: Networks<T> + Selects<T, OutputEngine = E>,
{
    let number = |value| E::generate::<Scalar>(Scalar.to_dyn(), || E::number(value));
    let (yes, no) = (number(0.0), number(f64::NEG_INFINITY));
    E::select::<Mask, Scalar, Scalar, Mask>(&seen.data, &yes, &no, seen.dims().into())
}

/// Whether a tensor of this shape may be without elements.
const fn may_be_empty<S: Shape>() -> bool {
    match S::STATIC {
        Some(known) => matches!(known.count(), Some(0)),
        None => true,
    }
}

/// Checks the sizes of a linear layer.
#[inline]
fn check_linear<S: Shape, W: Shape>(input: &[usize], weights: &[usize]) -> Result<(), ShapeError> {
    if const { S::NAMES | W::NAMES != 0 } {
        with_names::<S, W, _, _>(linear_shape(input, weights), [input, weights])?;
    }
    fits_linear(input, weights)
}

/// The same without names. Compiled once for all shapes.
fn fits_linear(input: &[usize], weights: &[usize]) -> Result<(), ShapeError> {
    num_elements(linear_shape(input, weights)?.dims())?;
    Ok(())
}

/// A function of the sizes of queries, keys, values and a mask, which gives those of the result and of the scores.
pub(super) type AttentionSizes =
    fn(&[usize], &[usize], &[usize], Option<&[usize]>) -> Result<(DynShape, DynShape), ShapeError>;

/// Checks the names of sizes. For shapes without names nothing is compiled.
#[inline]
pub(super) fn check_attention_names<T: 'static, Q: Shape, K: Shape, V: Shape, E: Engine>(
    of: AttentionSizes,
    queries: &TensorOn<T, Q, E>,
    keys: &TensorOn<T, K, E>,
    values: &TensorOn<T, V, E>,
    behind: usize,
) -> Result<(), ShapeError> {
    if const { Q::NAMES | K::NAMES | V::NAMES == 0 } {
        return Ok(());
    }
    let dims = [queries.dims(), keys.dims(), values.dims()];
    check_attention_of_names::<Q, K, V, NoMask>(of, dims, None, behind)
}

/// Whether queries, keys, values and a mask of these sizes fit. Compiled once for all shapes.
pub(super) fn check_attention(
    of: AttentionSizes,
    [queries, keys, values]: [&[usize]; 3],
    mask: Option<&[usize]>,
) -> Result<(), ShapeError> {
    of(queries, keys, values, mask).map(|_| ())
}

/// The same where sizes have names. `behind` others follow the axes in front, which broadcast.
pub(super) fn check_attention_of_names<Q: Shape, K: Shape, V: Shape, Mask: Shape>(
    of: AttentionSizes,
    [queries, keys, values]: [&[usize]; 3],
    mask: Option<&[usize]>,
    behind: usize,
) -> Result<(), ShapeError> {
    let sizes = of(queries, keys, values, mask);
    let (sizes, scores) = with_names::<Q, K, _, _>(sizes, [queries, keys])?;
    check_lead_names::<Q>(queries, behind, sizes.dims(), behind)?;
    check_lead_names::<K>(keys, behind, sizes.dims(), behind)?;
    check_lead_names::<V>(values, behind, sizes.dims(), behind)?;
    match mask {
        Some(mask) => check_lead_names::<Mask>(mask, 0, scores.dims(), 0),
        None => Ok(()),
    }
}

/// The sizes of attention and of its scores, for a mask of these sizes.
pub(super) fn attention_sizes(
    queries: &[usize],
    keys: &[usize],
    values: &[usize],
    mask: Option<&[usize]>,
) -> Result<(DynShape, DynShape), ShapeError> {
    let sizes = attention_shapes(queries, keys, values)?;
    num_elements(sizes.0.dims())?;
    num_elements(sizes.1.dims())?;
    if let Some(mask) = mask {
        check_score_mask(mask, sizes.1.dims())?;
    }
    Ok(sizes)
}

/// The result of these sizes, one of which is 0. What it would be computed from may have elements that no memory holds.
pub(super) fn without_elements<T: 'static, O: Shape, E: Networks<T>>(
    sizes: DynShape,
) -> TensorOn<T, O, E> {
    TensorOn::of(E::generate::<O>(sizes, no_element::<T>))
}

/// The sizes of the result, and the numbers of queries and of keys.
fn causal_sizes(
    [queries, keys, values]: [&[usize]; 3],
) -> Result<(DynShape, [usize; 2]), ShapeError> {
    let (sizes, scores) = attention_sizes(queries, keys, values, None)?;
    let (queries, keys) = check_causal(scores.dims())?;
    Ok((sizes, [queries, keys]))
}
