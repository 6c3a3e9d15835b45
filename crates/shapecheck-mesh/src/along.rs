//! Operations that each rank does on its part: right where they neither reduce nor reorder an axis that is cut.
//!
//! What an operation says of its shapes holds of the parts: a shard equals itself and nothing else. What is left to ask is that the
//! axes along which it computes are whole, and that a cut axis of an operand is one of the result. Each refusal says what computes the
//! same with the other ranks.

use shapecheck::algebra::{
    Attends, Classifies, Embeds, EndsIn, GroupedAttends, MaskFor, MergeAxes, SplitAxisWith,
    SplitEqually,
};
use shapecheck::dim::DividedBy;
use shapecheck::dim::shard::{CutOver, Piece, Uncut};
use shapecheck::engine::{Engine, Models};
use shapecheck::shape::{InsertAxis, RemoveAxis, SwapAxes};
use shapecheck::tensor::reduction::Unreduced;
use shapecheck::typenum::{Const, ToUInt, U};
use shapecheck::{Axes, Dim, HasAxis, Scalar, Shape, TensorOn};

use crate::cut::{KeepsCuts, Tell};
use crate::{Finished, MeshTensorOn, PartOf, Whole};

/// What is whole along the axis that an operation computes along, each with the message about a shard.
macro_rules! along {
    ($($Along:ident, $Tell:ident: $message:literal, $($note:literal),+;)*) => {$(
        #[doc(hidden)]
        pub trait $Along {}

        impl $Along for Uncut {}

        impl<W, M> $Along for CutOver<W, M> where Tell: $Tell<W, M> {}

        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "each rank along `{M}` has its own part of `{W}` here",
            $(note = $note),+
        )]
        pub trait $Tell<W, M> {}
    )*};
}

along! {
    SoftmaxAlong, TellSoftmaxAlong: "cannot take the softmax along `{W} / {M}`: the sum would be that of this rank's part",
        "`softmax_over(Axis::<-1>, &mesh)` and `log_softmax_over` sum over the ranks of `{M}` too",
        "`all_gather(Axis::<-1>, &mesh)` puts the parts of `{W}` together";
    MeanAlong, TellMeanAlong: "cannot take the mean along `{W} / {M}`: it would be that of this rank's part",
        "`mean_axis_over(Axis::<-1>, &mesh)` is the mean over the ranks of `{M}` too, and `sum_axis` the sum, which is pending";
    ExtremeAlong, TellExtremeAlong: "cannot take the largest or smallest element along `{W} / {M}`: it would be that of this rank's part",
        "`max_axis_over(Axis::<-1>, &mesh)` and `min_axis_over` compare those of the ranks of `{M}`";
    NormAlong, TellNormAlong: "cannot normalize along `{W} / {M}`: the mean would be that of this rank's part",
        "`rms_norm_over(&weights, epsilon, &mesh)` and `layer_norm_over` sum over the ranks of `{M}` too",
        "`all_gather(Axis::<-1>, &mesh)` puts the parts of `{W}` together";
    ScoresAlong, TellScoresAlong: "cannot attend along `{W} / {M}`: the scores would be those of this rank's part",
        "cut the heads over `{M}`, `Heads / {M}`: each rank attends with its own",
        "`all_gather(Axis::<-1>, &mesh)` puts the parts of `{W}` together";
    CausalAlong, TellCausalAlong: "causal attention cannot tell which keys come before `{W} / {M}`: each rank would count its queries from the last key",
        "cut the heads over `{M}`, `Heads / {M}`, or give `masked_attention` the rows of the mask that are this rank's";
    ClassesAlong, TellClassesAlong: "cannot take the cross entropy along `{W} / {M}`: each rank has scores of its own part of the classes",
        "`cross_entropy_over(&targets, &mesh)` sums over the ranks of `{M}` too";
    RowsAlong, TellRowsAlong: "cannot look up rows of `{W} / {M}`: most of them are on other ranks",
        "`embedding_over(&indices, &mesh)` gives each rank's rows, and zeros for those of other ranks: a pending sum over `{M}`",
        "a table that is cut along its vectors, `shape![{W}, Width / {M}]`, gives shards of them";
    PiecesAlong, TellPiecesAlong: "cannot split `{W} / {M}` into pieces: a rank has consecutive elements of `{W}`, which are not a part of each piece",
        "give the pieces an axis before it is cut, such as `shape![3, Heads / {M}, Head, Width]` for queries, keys and values, and take `index_axis::<-4>(0)`",
        "or cut each piece where it is loaded, as a tensor of its own";
    IndexAlong, TellIndexAlong: "cannot take an index of `{W} / {M}`: each rank would take another one of the whole",
        "`all_gather(Axis::<-1>, &mesh)` puts the parts of `{W}` together";
}

/// Axes of which none is cut: those that a norm computes along.
#[doc(hidden)]
pub trait NormAxes {}

impl NormAxes for Scalar {}

impl<L: NormAxes, N: Piece<Cut: NormAlong>> NormAxes for Axes<L, N> {}

/// Functions of each element that are not linear.
macro_rules! functions {
    ($($name:ident)*) => {
        /// Functions of each element. They are not linear, so a sum has to be whole before.
        impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {$(
            #[doc = concat!("[`", stringify!($name), "`](TensorOn::", stringify!($name), ") of each element.")]
            pub fn $name(&self) -> MeshTensorOn<T, S, E>
            where
                State: Finished,
            {
                MeshTensorOn::of(self.part.$name())
            }
        )*}
    };
}

functions! { abs exp gelu gelu_tanh ln recip relu sigmoid silu sqrt tanh }

/// Along axes that are whole.
impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {
    /// The softmax along an axis that is whole. [`softmax_over`](Self::softmax_over) takes it along one that is cut.
    pub fn softmax<const AXIS: isize>(&self) -> MeshTensorOn<T, S, E>
    where
        State: Finished,
        S: HasAxis<AXIS, Size: Piece<Cut: SoftmaxAlong>>,
    {
        MeshTensorOn::of(self.part.softmax::<AXIS>())
    }

    /// The logarithms of the softmax along an axis that is whole.
    pub fn log_softmax<const AXIS: isize>(&self) -> MeshTensorOn<T, S, E>
    where
        State: Finished,
        S: HasAxis<AXIS, Size: Piece<Cut: SoftmaxAlong>>,
    {
        MeshTensorOn::of(self.part.log_softmax::<AXIS>())
    }

    /// The mean along an axis that is whole, which stays, with size 1.
    pub fn mean_axis<const AXIS: isize>(&self) -> MeshTensorOn<T, S::WithOne, E, State>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: MeanAlong>>,
    {
        MeshTensorOn::of(self.part.mean_axis::<AXIS>())
    }

    /// The largest element along an axis that is whole, which stays, with size 1.
    ///
    /// # Panics
    ///
    /// Panics if the axis has no elements.
    #[track_caller]
    pub fn max_axis<const AXIS: isize>(&self) -> MeshTensorOn<T, S::WithOne, E>
    where
        State: Finished,
        S: HasAxis<AXIS, Size: Piece<Cut: ExtremeAlong>>,
    {
        MeshTensorOn::of(self.part.max_axis::<AXIS>())
    }

    /// The smallest element along an axis that is whole, which stays, with size 1.
    ///
    /// # Panics
    ///
    /// Panics if the axis has no elements.
    #[track_caller]
    pub fn min_axis<const AXIS: isize>(&self) -> MeshTensorOn<T, S::WithOne, E>
    where
        State: Finished,
        S: HasAxis<AXIS, Size: Piece<Cut: ExtremeAlong>>,
    {
        MeshTensorOn::of(self.part.min_axis::<AXIS>())
    }

    /// Layer normalization over the last axes, which are those of the weights, as of [`TensorOn::layer_norm`]. None of them is
    /// cut; the axes before them may be.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only when the program runs do not fit.
    #[track_caller]
    pub fn layer_norm<W>(
        &self,
        weights: &MeshTensorOn<T, W, E>,
        epsilon: T,
    ) -> MeshTensorOn<T, S, E>
    where
        State: Finished,
        S: EndsIn<W>,
        W: Shape + NormAxes,
    {
        MeshTensorOn::of(self.part.layer_norm(&weights.part, epsilon))
    }

    /// RMS normalization over the last axes, which are those of the weights, as of [`TensorOn::rms_norm`]. None of them is
    /// cut; the axes before them may be.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only when the program runs do not fit.
    #[track_caller]
    pub fn rms_norm<W>(&self, weights: &MeshTensorOn<T, W, E>, epsilon: T) -> MeshTensorOn<T, S, E>
    where
        State: Finished,
        S: EndsIn<W>,
        W: Shape + NormAxes,
    {
        MeshTensorOn::of(self.part.rms_norm(&weights.part, epsilon))
    }

    /// The cross entropy of scores along the last axis, which is whole: `[..S, Classes]` and targets `[..S]` give the loss of each
    /// row, `[..S]`. [`cross_entropy_over`](Self::cross_entropy_over) takes it over classes that are cut.
    ///
    /// The mean of the rows is [`mean_axis`](Self::mean_axis), and over rows that are cut
    /// [`mean_axis_over`](Self::mean_axis_over).
    ///
    /// # Panics
    ///
    /// Panics if a target is not below the number of classes, or if sizes that are known only when the program runs do not fit.
    #[track_caller]
    pub fn cross_entropy<I: Shape, O: Shape>(
        &self,
        targets: &MeshTensorOn<usize, I, E>,
    ) -> MeshTensorOn<T, O, E>
    where
        State: Finished,
        S: Classifies<-1, I> + HasAxis<-1, Size: Piece<Cut: ClassesAlong>, Without = O>,
    {
        let scores = self.part.along::<-1>();
        MeshTensorOn::of(scores.cross_entropy_by(&targets.part, Unreduced))
    }

    /// The rows of this table at the indices: `[V, Width]` at `[..I]` gives `[..I, Width]`. The vectors may be cut, and so may the
    /// indices; [`embedding_over`](Self::embedding_over) looks up rows that are cut.
    ///
    /// # Panics
    ///
    /// Panics if an index is not below the number of rows.
    #[track_caller]
    pub fn embedding<I: Shape, O>(
        &self,
        indices: &MeshTensorOn<usize, I, E>,
    ) -> MeshTensorOn<T, O, E, State>
    where
        S: Embeds<I, Output = O> + HasAxis<-2, Size: Piece<Cut: RowsAlong>>,
        O: Shape + PartOf<State>,
    {
        MeshTensorOn::of(self.part.embedding(&indices.part))
    }
}

/// The shape of a mask for these scores, of an attention that makes one itself.
type Table<Scores> =
    Axes<Axes<Scalar, <Scores as HasAxis<-2>>::Size>, <Scores as HasAxis<-1>>::Size>;

/// Attention of the heads and the rows that a rank has.
macro_rules! attention {
    ($($(#[$doc:meta])* $name:ident: $Attends:ident [$($Queries:ident $Made:ident)?] [$($mask:ident of $Mask:ident)?];)*) => {
        /// Attention, of the parts of the batch and of the heads that a rank has. Keys are whole along the axes that scores are
        /// computed along.
        impl<T: 'static, Q: Shape, E: Models<T>, State> MeshTensorOn<T, Q, E, State> {$(
            $(#[$doc])*
            ///
            /// # Panics
            ///
            /// Panics if sizes that are known only when the program runs do not fit.
            #[track_caller]
            pub fn $name<K, V: Shape, O, OfKeys, OfValues $(, $Mask)?>(
                &self,
                keys: &MeshTensorOn<T, K, E, OfKeys>,
                values: &MeshTensorOn<T, V, E, OfValues>,
                $($mask: &MeshTensorOn<T, $Mask, E>,)?
            ) -> MeshTensorOn<T, O, E>
            where
                State: Finished,
                OfKeys: Finished,
                OfValues: Finished,
                Q: HasAxis<-1, Size: Piece<Cut: ScoresAlong>>,
                K: Shape + HasAxis<-2, Size: Piece<Cut: ScoresAlong>>,
                $(Q: HasAxis<-2, Size: Piece<Cut: $Queries>>,)?
                Q: $Attends<K, V, Output = O>,
                $($Made<<Q as $Attends<K, V>>::Scores>: MaskFor<<Q as $Attends<K, V>>::Scores>,)?
                $($Mask: Shape + MaskFor<<Q as $Attends<K, V>>::Scores>,)?
                O: Shape + PartOf<Whole>,
            {
                MeshTensorOn::of(self.part.$name(&keys.part, &values.part $(, &$mask.part)?))
            }
        )*}
    };
}

attention! {
    /// Attention to keys and values, as of [`TensorOn::attention`].
    attention: Attends [] [];
    /// Attention in which each query sees the keys up to its own, as of [`TensorOn::causal_attention`].
    causal_attention: Attends [CausalAlong Table] [];
    /// Attention with a mask that is added to the scores, as of [`TensorOn::masked_attention`].
    masked_attention: Attends [] [mask of Mask];
    /// Attention in which several heads of queries share one of keys, as of [`TensorOn::grouped_attention`].
    grouped_attention: GroupedAttends [] [];
    /// The same, in which each query sees the keys up to its own, as of [`TensorOn::grouped_causal_attention`].
    grouped_causal_attention: GroupedAttends [CausalAlong Table] [];
}

/// Other axes, of which those that are cut stay so.
impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {
    /// Each element times a number.
    pub fn scale(&self, factor: T) -> Self {
        Self::of(&self.part * factor)
    }

    /// The last two axes exchanged.
    pub fn transpose<O: Shape>(&self) -> MeshTensorOn<T, O, E, State>
    where
        S: SwapAxes<-2, -1, Output = O>,
    {
        MeshTensorOn::of(self.part.transpose())
    }

    /// Two axes exchanged.
    pub fn swap_axes<const A: isize, const B: isize>(&self) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: SwapAxes<A, B>,
    {
        MeshTensorOn::of(self.part.swap_axes::<A, B>())
    }

    /// A new axis of size 1, with this number in the result.
    pub fn insert_axis<const AXIS: isize>(&self) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: InsertAxis<AXIS>,
    {
        MeshTensorOn::of(self.part.insert_axis::<AXIS>())
    }

    /// Without an axis of size 1.
    ///
    /// # Panics
    ///
    /// Panics if the axis has a size known only when the program runs, which is not 1.
    #[track_caller]
    pub fn remove_axis<const AXIS: isize>(&self) -> MeshTensorOn<T, S::Without, E, State>
    where
        S: RemoveAxis<AXIS> + HasAxis<AXIS, Size: Piece<Cut: IndexAlong>>,
    {
        MeshTensorOn::of(self.part.remove_axis::<AXIS>())
    }

    /// The part at an index of an axis that is whole, without that axis.
    ///
    /// # Panics
    ///
    /// Panics if there is no such index.
    #[track_caller]
    pub fn index_axis<const AXIS: isize>(
        &self,
        index: usize,
    ) -> MeshTensorOn<T, S::Without, E, State>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: IndexAlong>>,
    {
        MeshTensorOn::of(self.part.index_axis::<AXIS>(index))
    }

    /// `K` equal pieces along an axis that is whole, such as the queries, keys and values of one product.
    ///
    /// # Panics
    ///
    /// Panics if a size that is known only when the program runs is not a multiple of `K`.
    #[allow(clippy::type_complexity)]
    #[track_caller]
    pub fn split_equal<const AXIS: isize, const K: usize>(
        &self,
    ) -> [MeshTensorOn<T, S::Resized<DividedBy<S::Size, U<K>>>, E, State>; K]
    where
        Const<K>: ToUInt<Output: Dim>,
        S: SplitEqually<AXIS, U<K>> + HasAxis<AXIS, Size: Piece<Cut: PiecesAlong>>,
    {
        let pieces = self.part.along::<AXIS>().split_equal::<K>();
        pieces.map(MeshTensorOn::of)
    }

    /// An axis as two: `[.., Heads / Tp * Head]` becomes `[.., Heads / Tp, Head]`.
    ///
    /// # Panics
    ///
    /// Panics if the two sizes do not make that of the axis.
    #[track_caller]
    pub fn split_axis_with<const AXIS: isize, First: Dim, Second: Dim>(
        &self,
        first: First,
        second: Second,
    ) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: SplitAxisWith<AXIS, First, Second> + KeepsCuts<S::Output>,
    {
        MeshTensorOn::of(self.part.split_axis_with::<AXIS, _, _>(first, second))
    }

    /// Merges an axis with the one after it: `[.., Heads / Tp, Head]` becomes `[.., Heads / Tp * Head]`.
    pub fn merge_axes<const AXIS: isize>(&self) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: MergeAxes<AXIS> + KeepsCuts<S::Output>,
    {
        MeshTensorOn::of(self.part.merge_axes::<AXIS>())
    }
}

/// What the methods have no name for.
impl<T: 'static, S: Shape, E: Engine, State> MeshTensorOn<T, S, E, State> {
    /// A function of the part of each rank, for what has no method here.
    ///
    /// It asserts that the function computes of a part what it would compute of the whole: each element by itself, or along axes
    /// that are not cut. That no cut axis gets lost is checked.
    ///
    /// ```
    /// use shapecheck::{dims, shape};
    /// use shapecheck_mesh::{MeshTensor, mesh};
    ///
    /// dims! { Batch, Hidden }
    /// mesh! { Tp }
    ///
    /// fn erf(x: &MeshTensor<f32, shape![Batch, Hidden / Tp]>) -> MeshTensor<f32, shape![Batch, Hidden / Tp]> {
    ///     x.map_part(|part| part.erf())
    /// }
    /// ```
    pub fn map_part<U: 'static, O: Shape, F: Engine>(
        &self,
        function: impl FnOnce(&TensorOn<T, S, E>) -> TensorOn<U, O, F>,
    ) -> MeshTensorOn<U, O, F>
    where
        State: Finished,
        S: KeepsCuts<O>,
    {
        MeshTensorOn::of(function(&self.part))
    }
}
