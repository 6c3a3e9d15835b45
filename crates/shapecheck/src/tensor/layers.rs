//! More layers: embeddings, bilinear layers, similarities and distances, and grouped-query attention.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let table = InlineTensor::from([[0.0_f32, 0.0], [3.0, 4.0], [6.0, 8.0]]);
//! let points: InlineTensor<f32, shape![2, 2]> = table.embedding(&InlineTensor::from([1, 2]));
//! assert_eq!(points.cdist(&table), InlineTensor::from([[5.0, 0.0, 5.0], [10.0, 5.0, 0.0]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let (x, y) = (InlineTensor::<f32, shape![5, 3]>::ones(), InlineTensor::<f32, shape![7, 4]>::ones());
//! x.cdist(&y); // points differ in length: 3 and 4
//! ```

use super::network::{
    attention_sizes, check_attention, check_attention_names, check_attention_of_names, hides_unseen,
};
use super::take::AsIndices;
use super::{TensorOn, check_lead_names, counted, panicking_form};
use crate::algebra::MaskFor;
use crate::algebra::{
    Bilinear, Distances, Embeds, GroupedAttends, VecDot, bilinear_shape, check_causal,
    distances_shape, embedding_shape, grouped_attention_shapes, vecdot_shape, with_last,
};
use crate::engine::{Binary, Engine, Gathers, Networks, Operand, Selects, ops};
use crate::shape::InsertAxis;
use crate::shape::num_elements;
use crate::verdict::Once;
use crate::{DynShape, HasAxis, Scalar, Shape, ShapeError};

/// # Networks
///
/// In the guide: [layers](crate::guide::layers).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The rows of this table at the indices: a table `[V, D]` and indices `[B, T]` give `[B, T, D]`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let table = InlineTensor::from([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]]);
    /// let vectors: InlineTensor<f64, shape![2, 2]> = table.embedding(&InlineTensor::from([2, 0]));
    /// assert_eq!(vectors, InlineTensor::from([[2.0, 2.1], [0.0, 0.1]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below the number of rows of the table, or if a shape of run-time rank does
    /// not have exactly two axes.
    #[panicking_form(embedding)]
    pub fn try_embedding<'i, I: AsIndices<'i>, O: Shape, OutputEngine: Engine>(
        &self,
        indices: I,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: Embeds<I::Shape, Output = O>,
        E: Gathers<T, I::Engine, OutputEngine = OutputEngine>,
    {
        let indices = indices.indices();
        let sizes = I::Engine::sizes::<usize, I::Shape>(indices.data());
        embedding_shape(self.dims(), sizes)?;
        let data = E::take::<S, I::Shape, O>(&self.data, 0, indices.data())?;
        Ok(TensorOn::of(data))
    }

    /// A bilinear layer: each number of the result is the first input times a matrix times the second. Add a bias with
    /// `+ &bias`.
    ///
    /// | input | second input | weights | result |
    /// | --- | --- | --- | --- |
    /// | `[.., I]` | `[.., J]` | `[O, I, J]` | `[.., O]` |
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(bilinear)]
    pub fn try_bilinear<R: Shape, W: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
        weights: &TensorOn<T, W, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Bilinear<R, W, Output = O>,
    {
        check_bilinear(self.dims(), rhs.dims(), weights.dims())?;
        let data = E::bilinear::<O>(self.lent(), rhs.lent(), weights.lent());
        Ok(TensorOn::of(data))
    }

    /// The cosine of the angle between vectors along the last axis: `[..S, N]` and `[..R, N]`, whose axes in front
    /// broadcast. A length below `epsilon` counts as `epsilon`, so that nothing is divided by 0.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1.0_f32, 0.0], [3.0, 4.0]]);
    /// assert_eq!(x.cosine_similarity(&InlineTensor::from([5.0, 0.0]), 1e-8), InlineTensor::from([1.0, 0.6]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(cosine_similarity)]
    pub fn try_cosine_similarity<R>(
        &self,
        rhs: &TensorOn<T, R, E>,
        epsilon: f64,
    ) -> Result<TensorOn<T, <Once<S, R> as VecDot<R>>::Output, E>, ShapeError>
    where
        E: Networks<T>,
        S: VecDot<R> + InsertAxis<-2> + HasAxis<-1>,
        R: HasAxis<-1>,
    {
        let sizes = counted(vecdot_shape(self.dims(), rhs.dims()))?;
        check_lead_names::<S>(self.dims(), 1, sizes.dims(), 0)?;
        check_lead_names::<R>(rhs.dims(), 1, sizes.dims(), 0)?;
        let products = self.vecdot(rhs).data;
        let own = E::lengths::<<S as HasAxis<-1>>::Without>(self.lent(), epsilon);
        let other = E::lengths::<R::Without>(rhs.lent(), epsilon);
        let ratios = <E as Binary<ops::Div, T>>::binary::<
            <S as VecDot<R>>::Output,
            <S as HasAxis<-1>>::Without,
            <S as VecDot<R>>::Output,
        >(
            Operand::ByValue(products),
            Operand::ByValue(own),
            sizes.clone(),
        );
        Ok(TensorOn::of(<E as Binary<ops::Div, T>>::binary::<
            <S as VecDot<R>>::Output,
            <R as HasAxis<-1>>::Without,
            <S as VecDot<R>>::Output,
        >(
            Operand::ByValue(ratios),
            Operand::ByValue(other),
            sizes,
        )))
    }

    /// The Euclidean distance of each pair of points along the last axis: `[..S, P, N]` and `[..R, Q, N]` give `[.., P,
    /// Q]`. The axes in front broadcast.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[doc(alias = "pairwise_distance")]
    #[panicking_form(cdist)]
    pub fn try_cdist<R: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Distances<R, Output = O>,
    {
        let sizes = check_distances(self.dims(), rhs.dims())?;
        check_lead_names::<S>(self.dims(), 2, sizes.dims(), 2)?;
        check_lead_names::<R>(rhs.dims(), 2, sizes.dims(), 2)?;
        let data = E::distances::<O>(self.lent(), rhs.lent());
        Ok(TensorOn::of(data))
    }

    /// Grouped-query attention: like [`attention`](Self::attention), with several consecutive heads of queries sharing
    /// one head of keys and values.
    ///
    /// | queries | keys | values | result |
    /// | --- | --- | --- | --- |
    /// | `[.., H, L, N]` | `[.., G, S, N]` | `[.., G, S, D]` | `[.., H, L, D]` |
    ///
    /// G divides H. Keys and values are not copied for each head.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[doc(alias("enable_gqa", "multi_query_attention", "scaled_dot_product_attention"))]
    #[panicking_form(grouped_attention)]
    pub fn try_grouped_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
    {
        self.in_groups::<K, V, Scalar>(keys, values, None, None)
    }

    /// Like [`grouped_attention`](Self::grouped_attention), with a mask that is added to the scores, as in
    /// [`masked_attention`](Self::masked_attention).
    ///
    /// | queries | keys | values | mask | result |
    /// | --- | --- | --- | --- | --- |
    /// | `[.., H, L, N]` | `[.., G, S, N]` | `[.., G, S, D]` | `[.., G, H / G, L, S]` | `[.., H, L, D]` |
    ///
    /// The mask broadcasts to the scores. One mask for all heads is `[L, S]`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(grouped_masked_attention)]
    pub fn try_grouped_masked_attention<K: Shape, V: Shape, Mask, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        mask: &TensorOn<T, Mask, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
        Mask: MaskFor<S::Scores>,
    {
        self.in_groups::<K, V, Mask>(keys, values, Some(mask.dims()), Some(mask.lent()))
    }

    /// Like [`grouped_attention`](Self::grouped_attention), with a mask that is true where a query sees a key, as in
    /// [`attention_where`](Self::attention_where).
    ///
    /// | queries | keys | values | seen | result |
    /// | --- | --- | --- | --- | --- |
    /// | `[.., H, L, N]` | `[.., G, S, N]` | `[.., G, S, D]` | `[.., G, H / G, L, S]` | `[.., H, L, D]` |
    ///
    /// The mask broadcasts to the scores. One of keys for a batch is `[B, 1, 1, 1, S]`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(grouped_attention_where)]
    pub fn try_grouped_attention_where<K: Shape, V: Shape, Mask, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        seen: &TensorOn<bool, Mask, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T> + Selects<T, OutputEngine = E>,
        S: GroupedAttends<K, V, Output = O>,
        Mask: MaskFor<S::Scores>,
    {
        let mask = hides_unseen::<T, Mask, E>(seen);
        let mask = E::lent::<T, Mask>(&mask);
        self.in_groups::<K, V, Mask>(keys, values, Some(seen.dims()), Some(mask))
    }

    /// Like [`grouped_attention`](Self::grouped_attention), where each query sees its own key and those before it, as
    /// in [`causal_attention`](Self::causal_attention).
    ///
    /// | queries | keys | values | result |
    /// | --- | --- | --- | --- |
    /// | `[.., H, L, N]` | `[.., G, S, N]` | `[.., G, S, D]` | `[.., H, L, D]` |
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if there are fewer keys than queries.
    #[panicking_form(grouped_causal_attention)]
    pub fn try_grouped_causal_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
    {
        let sizes = causal_group_sizes([self.dims(), keys.dims(), values.dims()])?;
        check_attention_names(group_sizes, self, keys, values, 3)?;
        let pairs = (keys.lent(), values.lent());
        let data = E::attend_causally::<O>(self.lent(), pairs, sizes, true);
        Ok(TensorOn::of(data))
    }

    /// Runs attention with an axis of groups in the queries, and removes that axis from the result.
    fn in_groups<K: Shape, V: Shape, Mask: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        mask_dims: Option<&[usize]>,
        mask: Option<E::Ref<'_, T>>,
    ) -> Result<TensorOn<T, S::Output, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V>,
    {
        let dims = [self.dims(), keys.dims(), values.dims()];
        match const { S::NAMES | K::NAMES | V::NAMES | Mask::NAMES } {
            0 => check_attention(group_sizes, dims, mask_dims)?,
            // Heads are shared, and not stretched: only the axes before them broadcast.
            _ => check_attention_of_names::<S, K, V, Mask>(group_sizes, dims, mask_dims, 3)?,
        }
        let pairs = (keys.lent(), values.lent());
        let data = E::attend_in_groups::<S::Output>(self.lent(), pairs, mask);
        Ok(TensorOn::of(data))
    }
}

fn check_bilinear(lhs: &[usize], rhs: &[usize], weights: &[usize]) -> Result<(), ShapeError> {
    let sizes = bilinear_shape(lhs, rhs, weights)?;
    // What is summed up has an axis more.
    num_elements(with_last(sizes.dims(), &[weights[2]])?.dims())?;
    Ok(())
}

fn check_distances(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let sizes = counted(distances_shape(lhs, rhs))?;
    // So do the differences.
    num_elements(with_last(sizes.dims(), &lhs[lhs.len() - 1..])?.dims())?;
    Ok(sizes)
}

/// The sizes of the result and of the scores, if there are as many elements as can be counted.
fn group_sizes(
    queries: &[usize],
    keys: &[usize],
    values: &[usize],
    mask: Option<&[usize]>,
) -> Result<(DynShape, DynShape), ShapeError> {
    let [sizes, grouped, key_heads, value_heads] = grouped_attention_shapes(queries, keys, values)?;
    let (_, scores) = attention_sizes(grouped.dims(), key_heads.dims(), value_heads.dims(), mask)?;
    Ok((sizes, scores))
}

/// The sizes of the result, and the numbers of queries and of keys.
fn causal_group_sizes(
    [queries, keys, values]: [&[usize]; 3],
) -> Result<(DynShape, [usize; 2]), ShapeError> {
    let (sizes, _) = group_sizes(queries, keys, values, None)?;
    let rows = |sizes: &[usize]| sizes[sizes.len() - 2];
    let (queries, keys) = check_causal(&[rows(queries), rows(keys)])?;
    Ok((sizes, [queries, keys]))
}
