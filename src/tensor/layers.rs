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
//! x.cdist(&y); // points of 3 and of 4 numbers
//! ```

use super::network::causal_mask;
use super::{TensorOn, must};
use crate::algebra::{
    Bilinear, Distances, Embeds, GroupedAttends, VecDot, bilinear_shape, check_causal,
    check_score_mask, distances_shape, embedding_shape, grouped_attention_shapes, vecdot_shape,
    with_last,
};
use crate::engine::{
    Each, Engine, Indexes, Moves, Networks, Operand, Pairs, Reduces, Reshapes, ops,
};
use crate::{Axes, HasAxis, InsertAxis, MaskFor, Scalar, Shape, ShapeError, attention_shapes};

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
    /// # Panics
    ///
    /// Panics if an index is not below the number of rows of the table, or if a shape of run-time rank does not have
    /// exactly two axes.
    #[track_caller]
    pub fn embedding<I: Shape, O: Shape, F: Engine, Home: Engine>(
        &self,
        indices: &TensorOn<usize, I, F>,
    ) -> TensorOn<T, O, Home>
    where
        S: Embeds<I, Output = O>,
        E: Indexes<T, F, Home = Home>,
    {
        must(self.try_embedding(indices))
    }

    /// Like [`embedding`](Self::embedding), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below the number of rows of the table, or if a shape of run-time rank does
    /// not have exactly two axes.
    pub fn try_embedding<I: Shape, O: Shape, F: Engine, Home: Engine>(
        &self,
        indices: &TensorOn<usize, I, F>,
    ) -> Result<TensorOn<T, O, Home>, ShapeError>
    where
        S: Embeds<I, Output = O>,
        E: Indexes<T, F, Home = Home>,
    {
        embedding_shape(self.dims(), indices.dims())?;
        Ok(TensorOn::of(E::take::<S, I, O>(
            &self.data,
            0,
            &indices.data,
        )?))
    }

    /// A bilinear layer: `[..S, I]` and `[..S, J]` through weights `[O, I, J]` give `[..S, O]`. Each number of the
    /// result is the first input times a matrix times the second. Add a bias with `+ &bias`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn bilinear<R: Shape, W: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
        weights: &TensorOn<T, W, E>,
    ) -> TensorOn<T, O, E>
    where
        E: Networks<T>,
        S: Bilinear<R, W, Output = O>,
    {
        must(self.try_bilinear(rhs, weights))
    }

    /// Like [`bilinear`](Self::bilinear), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    pub fn try_bilinear<R: Shape, W: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
        weights: &TensorOn<T, W, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Bilinear<R, W, Output = O>,
    {
        let sizes = bilinear_shape(self.dims(), rhs.dims(), weights.dims())?;
        let [lead @ .., outputs] = sizes.dims() else {
            unreachable!("the result has an axis")
        };
        let second = rhs.dims()[lead.len()];
        let rows = |last: usize| with_last(lead, &[1, 1, last]);
        let first = <E as Reshapes<T>>::reshape::<S, S::LhsRows>(
            Operand::Lent(&self.data),
            rows(self.dims()[lead.len()])?,
        );
        let rhs =
            <E as Reshapes<T>>::reshape::<R, S::RhsRows>(Operand::Lent(&rhs.data), rows(second)?);
        Ok(TensorOn::of(E::bilinear::<
            S::LhsRows,
            S::RhsRows,
            W,
            S::Products,
            S::Sums,
            O,
        >(
            &first,
            &rhs,
            &weights.data,
            with_last(lead, &[*outputs, 1, second])?,
        )))
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
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn cosine_similarity<R>(
        &self,
        rhs: &TensorOn<T, R, E>,
        epsilon: f64,
    ) -> TensorOn<T, <S as VecDot<R>>::Output, E>
    where
        E: Networks<T>,
        S: VecDot<R> + InsertAxis<-2> + HasAxis<-1>,
        R: HasAxis<-1>,
    {
        must(self.try_cosine_similarity(rhs, epsilon))
    }

    /// Like [`cosine_similarity`](Self::cosine_similarity), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    pub fn try_cosine_similarity<R>(
        &self,
        rhs: &TensorOn<T, R, E>,
        epsilon: f64,
    ) -> Result<TensorOn<T, <S as VecDot<R>>::Output, E>, ShapeError>
    where
        E: Networks<T>,
        S: VecDot<R> + InsertAxis<-2> + HasAxis<-1>,
        R: HasAxis<-1>,
    {
        let sizes = vecdot_shape(self.dims(), rhs.dims())?;
        let products = self.vecdot(rhs).data;
        let (own, other) = (lengths(self, epsilon), lengths(rhs, epsilon));
        let ratios = <E as Pairs<ops::Div, T>>::pairs::<
            <S as VecDot<R>>::Output,
            <S as HasAxis<-1>>::Without,
            <S as VecDot<R>>::Output,
        >(Operand::Given(products), Operand::Given(own), sizes.clone());
        Ok(TensorOn::of(<E as Pairs<ops::Div, T>>::pairs::<
            <S as VecDot<R>>::Output,
            <R as HasAxis<-1>>::Without,
            <S as VecDot<R>>::Output,
        >(
            Operand::Given(ratios),
            Operand::Given(other),
            sizes,
        )))
    }

    /// The Euclidean distance of each pair of points along the last axis: `[..S, P, N]` and `[..R, Q, N]` give `[.., P,
    /// Q]`. The axes in front broadcast.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn cdist<R: Shape, O: Shape>(&self, rhs: &TensorOn<T, R, E>) -> TensorOn<T, O, E>
    where
        E: Networks<T>,
        S: Distances<R, Output = O>,
    {
        must(self.try_cdist(rhs))
    }

    /// Like [`cdist`](Self::cdist), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    pub fn try_cdist<R: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Distances<R, Output = O>,
    {
        let sizes = distances_shape(self.dims(), rhs.dims())?;
        let ([left @ .., points, width], [right @ .., others, _]) = (self.dims(), rhs.dims())
        else {
            unreachable!("both have points")
        };
        let lhs = <E as Reshapes<T>>::reshape::<S, S::LhsRows>(
            Operand::Lent(&self.data),
            with_last(left, &[*points, 1, *width])?,
        );
        let rhs = <E as Reshapes<T>>::reshape::<R, S::RhsRows>(
            Operand::Lent(&rhs.data),
            with_last(right, &[1, *others, *width])?,
        );
        let differences = with_last(sizes.dims(), &[*width])?;
        Ok(TensorOn::of(E::distances::<
            S::LhsRows,
            S::RhsRows,
            S::Differences,
            Axes<O, typenum::U1>,
            O,
        >(&lhs, &rhs, differences)))
    }

    /// Grouped-query attention: like [`attention`](Self::attention), with several consecutive heads of queries sharing
    /// one head of keys and values.
    ///
    /// Queries `[.., H, L, N]`, keys `[.., G, S, N]` and values `[.., G, S, D]` give `[.., H, L, D]`, where G divides
    /// H. Keys and values are not copied for each head.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn grouped_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> TensorOn<T, O, E>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
    {
        must(self.try_grouped_attention(keys, values))
    }

    /// Like [`grouped_attention`](Self::grouped_attention), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    pub fn try_grouped_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
    {
        self.in_groups::<K, V, Scalar>(keys, values, None)
    }

    /// Like [`grouped_attention`](Self::grouped_attention), with a mask that is added to the scores, as in
    /// [`masked_attention`](Self::masked_attention).
    ///
    /// The mask broadcasts to the scores `[.., G, H / G, L, S]`. One mask for all heads is `[L, S]`.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn grouped_masked_attention<K: Shape, V: Shape, Mask, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        mask: &TensorOn<T, Mask, E>,
    ) -> TensorOn<T, O, E>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
        Mask: MaskFor<S::Scores>,
    {
        must(self.try_grouped_masked_attention(keys, values, mask))
    }

    /// Like [`grouped_masked_attention`](Self::grouped_masked_attention), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
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
        self.in_groups(keys, values, Some(mask))
    }

    /// Like [`grouped_attention`](Self::grouped_attention), where each query sees its own key and those before it, as
    /// in [`causal_attention`](Self::causal_attention).
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if there are fewer keys than queries.
    #[track_caller]
    pub fn grouped_causal_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> TensorOn<T, O, E>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
    {
        must(self.try_grouped_causal_attention(keys, values))
    }

    /// Like [`grouped_causal_attention`](Self::grouped_causal_attention), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if there are fewer keys than queries.
    pub fn try_grouped_causal_attention<K: Shape, V: Shape, O: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V, Output = O>,
    {
        grouped_attention_shapes(self.dims(), keys.dims(), values.dims())?;
        let rows = |sizes: &[usize]| sizes[sizes.len() - 2];
        let (queries, count) = check_causal(&[rows(self.dims()), rows(keys.dims())])?;
        let mask = causal_mask::<T, S::Table, E>(queries, count);
        self.in_groups(keys, values, Some(&mask))
    }

    /// Runs attention with an axis of groups in the queries, and removes that axis from the result.
    fn in_groups<K: Shape, V: Shape, Mask: Shape>(
        &self,
        keys: &TensorOn<T, K, E>,
        values: &TensorOn<T, V, E>,
        mask: Option<&TensorOn<T, Mask, E>>,
    ) -> Result<TensorOn<T, S::Output, E>, ShapeError>
    where
        E: Networks<T>,
        S: GroupedAttends<K, V>,
    {
        let shapes = grouped_attention_shapes(self.dims(), keys.dims(), values.dims());
        let [output, queries, key_heads, value_heads] = shapes?;
        let sizes = attention_shapes(queries.dims(), key_heads.dims(), value_heads.dims());
        let sizes = sizes?;
        if let Some(mask) = mask {
            check_score_mask(mask.dims(), sizes.1.dims())?;
        }
        let queries =
            <E as Reshapes<T>>::reshape::<S, S::Queries>(Operand::Lent(&self.data), queries);
        let keys = <E as Reshapes<T>>::reshape::<K, S::Keys>(Operand::Lent(&keys.data), key_heads);
        let values =
            <E as Reshapes<T>>::reshape::<V, S::Values>(Operand::Lent(&values.data), value_heads);
        let result = E::attend::<
            S::Queries,
            S::Keys,
            S::Values,
            S::Transposed,
            S::Scores,
            <S::Scores as HasAxis<-1>>::WithOne,
            S::Grouped,
            Mask,
        >(
            &queries,
            (&keys, &values),
            mask.map(|mask| &mask.data),
            sizes,
        );
        Ok(TensorOn::of(<E as Reshapes<T>>::reshape::<
            S::Grouped,
            S::Output,
        >(Operand::Given(result), output)))
    }
}

/// The lengths of the vectors along the last axis, each at least `epsilon`.
#[track_caller]
fn lengths<T: 'static, S: HasAxis<-1>, E: Networks<T>>(
    vectors: &TensorOn<T, S, E>,
    least: f64,
) -> E::Data<T, S::Without> {
    let (dims, data) = (vectors.dims(), &vectors.data);
    let squares = <E as Pairs<ops::Mul, T>>::pairs::<S, S, S>(
        Operand::Lent(data),
        Operand::Lent(data),
        dims.into(),
    );
    let sums = <E as Reduces<ops::Sum, T>>::reduce::<S, S::WithOne>(&squares, &[1]);
    let sums = <E as Moves<T>>::squeeze::<S::WithOne, S::Without>(&sums, &[dims.len() - 1]);
    let roots = <E as Each<ops::Sqrt, T>>::each::<S::Without>(ops::Sqrt, Operand::Given(sums));
    <E as Each<ops::Clamp<T>, T>>::each::<S::Without>(
        ops::Clamp(E::number(least), E::number(f64::INFINITY)),
        Operand::Given(roots),
    )
}
