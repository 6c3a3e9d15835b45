//! Caches of keys and values, for decoders that read one token after the other.
//!
//! In the guide: [sizes from a file](crate::guide::sizes_from_a_file).

use super::take::Along;
use super::{TensorOn, panicking_form};
use crate::algebra::Concat;
use crate::engine::{Models, MovesAxes};
use crate::{Shape, ShapeError};

/// The keys and values of the tokens that attention has read so far, along axis -2: of shape `K`, such as `[Batch, Heads,
/// Past, Head]`, and `V`, which is the same if it is left out.
///
/// Each step [extends](Self::extend) them. In the step, the tokens of the past and the new ones are two sizes, `Past +
/// Seq`; after it, all of them are those of the past.
///
/// ```
/// use shapecheck::engine::Models;
/// use shapecheck::tensor::cache::KeyValueCache;
/// use shapecheck::{Tensor, TensorOn, dims, shape};
///
/// dims! { Batch, Past, Seq }
///
/// type Cache<E> = KeyValueCache<f32, shape![Batch, Past, 4], E>;
///
/// fn step<E: Models<f32>>(
///     x: &TensorOn<f32, shape![Batch, Seq, 4], E>,
///     cache: &mut Cache<E>,
/// ) -> TensorOn<f32, shape![Batch, Seq, 4], E> {
///     let (keys, values) = cache.extend(x, x); // [Batch, Past + Seq, 4]
///     x.causal_attention(&keys, &values)
/// }
///
/// let mut cache = Cache::empty_with(<shape![Batch, Past, 4]>::of([1, 0]));
/// let words = Tensor::ones_with(<shape![Batch, Seq, 4]>::of([1, 3]));
/// step(&words, &mut cache);
/// step(&words, &mut cache);
/// assert_eq!((cache.len(), cache.position()), (6, 6));
/// ```
///
/// A cache of another batch, or of other heads, is refused:
///
/// ```compile_fail,E0277
/// use shapecheck::tensor::cache::KeyValueCache;
/// use shapecheck::{Host, Tensor, dims, shape};
///
/// dims! { Batch, Beams, Past, Seq }
///
/// fn extended(
///     cache: &mut KeyValueCache<f32, shape![Batch, Past, 4], Host>,
///     keys: &Tensor<f32, shape![Beams, Seq, 4]>,
/// ) {
///     cache.extend(keys, keys); // cannot join: size `Batch` does not match size `Beams` at axis -3
/// }
/// ```
///
/// In the guide: [sizes from a file](crate::guide::sizes_from_a_file).
pub struct KeyValueCache<T: 'static, K: Shape, E: Models<T>, V: Shape = K> {
    keys: TensorOn<T, K, E>,
    values: TensorOn<T, V, E>,
    longest: usize,
    position: usize,
}

impl<T: 'static, K: Shape, E: Models<T>, V: Shape> Clone for KeyValueCache<T, K, E, V> {
    fn clone(&self) -> Self {
        Self {
            keys: self.keys.clone(),
            values: self.values.clone(),
            ..*self
        }
    }
}

impl<T: 'static, S: Shape, E: Models<T>> KeyValueCache<T, S, E> {
    /// A cache before the first token, where keys and values have the same shape, whose size at axis -2 is 0.
    ///
    /// # Panics
    ///
    /// Panics if the shape has another size there, or fewer axes.
    #[track_caller]
    pub fn empty_with(shape: S) -> Self
    where
        S: Clone,
    {
        Self::empty_of(shape.clone(), shape)
    }
}

impl<T: 'static, K: Shape, E: Models<T>, V: Shape> KeyValueCache<T, K, E, V> {
    /// A cache before the first token. Both shapes have size 0 at axis -2.
    ///
    /// # Panics
    ///
    /// Panics if a shape has another size there, or fewer axes.
    #[track_caller]
    pub fn empty_of(keys: K, values: V) -> Self {
        let empty = |sizes: &[usize]| sizes.len() > 1 && sizes[sizes.len() - 2] == 0;
        let (of_keys, of_values) = (keys.to_dyn(), values.to_dyn());
        assert!(
            empty(of_keys.dims()) && empty(of_values.dims()),
            "a cache before the first token has size 0 at axis -2, not the sizes {of_keys} and {of_values}"
        );
        let number = || E::number(0.0);
        Self {
            keys: TensorOn::of(E::generate::<K>(of_keys, number)),
            values: TensorOn::of(E::generate::<V>(of_values, number)),
            longest: usize::MAX,
            position: 0,
        }
    }

    /// The cache with a limit: after each step it keeps the keys and values of at most this many of the last tokens.
    ///
    /// In the step, the new tokens see those that were kept and themselves.
    ///
    /// ```
    /// use shapecheck::tensor::cache::KeyValueCache;
    /// use shapecheck::{Host, Tensor, shape};
    ///
    /// let empty = <shape![_, 2]>::of([0]);
    /// let mut cache = KeyValueCache::<f32, shape![_, 2], Host>::empty_with(empty).bounded(4);
    /// for step in 0..3 {
    ///     let x = Tensor::full_with(<shape![_, 2]>::of([3]), step as f32);
    ///     cache.extend(&x, &x);
    /// }
    /// assert_eq!((cache.len(), cache.position()), (4, 9));
    /// let last = Tensor::full_with(<shape![_, 2]>::of([1]), 3.0);
    /// let (keys, _) = cache.extend(&last, &last);
    /// assert_eq!(keys.index_axis::<-1>(0).to_vec(), [1.0, 2.0, 2.0, 2.0, 3.0]);
    /// ```
    #[must_use]
    pub fn bounded(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// The number of tokens whose keys and values are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        let sizes = self.keys.dims();
        sizes[sizes.len() - 2]
    }

    /// Whether the cache keeps no keys and values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of tokens that were read: the place of the next one, for embeddings of places.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Appends the keys and values of new tokens. Returns all that these tokens can see: those that were kept, and their
    /// own.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the shape of the cache has a static number of tokens, which
    /// would change. The cache is unchanged then.
    #[panicking_form(extend)]
    pub fn try_extend<NewKeys: Shape, NewValues: Shape, AllKeys: Shape, AllValues: Shape>(
        &mut self,
        keys: &TensorOn<T, NewKeys, E>,
        values: &TensorOn<T, NewValues, E>,
    ) -> Result<(TensorOn<T, AllKeys, E>, TensorOn<T, AllValues, E>), ShapeError>
    where
        K: Concat<NewKeys, -2, Output = AllKeys>,
        V: Concat<NewValues, -2, Output = AllValues>,
    {
        let all_keys = Along::<-2, T, K, E>(&self.keys).try_concat(keys)?;
        let all_values = Along::<-2, T, V, E>(&self.values).try_concat(values)?;
        let kept_keys = last(&all_keys, self.longest)?;
        let kept_values = last(&all_values, self.longest)?;
        (self.keys, self.values) = (kept_keys, kept_values);
        let sizes = keys.dims();
        self.position += sizes[sizes.len() - 2];
        Ok((all_keys, all_values))
    }
}

/// At most this many of the last indices of axis -2, as a tensor of another type.
#[track_caller]
fn last<T: 'static, E: Models<T>, S: Shape, O: Shape>(
    all: &TensorOn<T, S, E>,
    longest: usize,
) -> Result<TensorOn<T, O, E>, ShapeError> {
    let axis = all.dims().len() - 2;
    let length = all.dims()[axis].min(longest);
    let start = all.dims()[axis] - length;
    let part = <E as MovesAxes<T>>::narrow::<S, O>(&all.data, axis, start, length);
    O::try_from_sizes(E::sizes::<T, O>(&part))?;
    Ok(TensorOn::of(part))
}
