//! The rules of operations other than broadcasting: matrix products, reshapes, joins, layers and others.
//!
//! ```
//! use shapecheck::algebra::{MatrixProduct, Reshape};
//! use shapecheck::shape;
//!
//! type Scores = <shape![8, 12, 32, 64] as MatrixProduct<shape![8, 12, 64, 32]>>::Output;
//! let _: Scores = <shape![8, 12, 32, 32]>::default();
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<Scores, shape![96, 1024]>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::MatrixProduct;
//! use shapecheck::shape;
//!
//! fn product<Lhs: MatrixProduct<Rhs>, Rhs>() {}
//! product::<shape![2, 1], shape![3, 4]>(); // a matrix product repeats nothing: 1 is not 3
//! ```
//!
//! In the guide: [shape functions](crate::guide::shape_functions).

mod along;
mod argument;
mod axes;
mod calls;
mod channels;
mod contracts;
mod convolve;
mod count;
pub(crate) mod element_counts;
mod equal;
#[doc(hidden)]
pub mod equation;
mod expand;
mod fold;
mod fourier;
mod index;
mod join;
mod layers;
mod loss;
mod matrices;
mod matrix;
mod network;
mod notation;
mod pad;
pub mod pattern;
mod recurrent;
mod reduce;
mod reshape;
mod resize;
mod retype;
mod signal;
mod slice;
pub mod slices;
mod split;
mod tensordot;
mod topk;
mod vectors;
pub mod window;

// What the tensors of `shapecheck` ask of the rules, and nobody else has to.
#[cfg(feature = "dry")]
pub use calls::{Returned, listen};
pub use join::{concat_sizes, stack_sizes};
pub use network::with_last;
pub use pad::{amount, signed_shape};
pub use recurrent::check_part;
pub use reduce::{assert_extreme, check_extreme};
pub use reshape::{StaticSizeFromEnd, reshape_kept_sizes};
pub use resize::assert_elements;
pub use signal::{
    HasSlopes, Overlap, Slides, gradient_shape, interp_shape, polyfit_shape, slides_shape,
};
pub use slice::check_range;

pub use argument::{ArgumentFor, InferredShape, InferredSize, Signature, Whole, WithShape};
pub use axes::{
    Flattens, MoveAxes, MoveAxis, MultiplyUp, QuarterTurns, Rot90, SqueezesAll, Unflattens,
    UnlessOne, flatten_shape, insert_axis_shape, kept_shape, move_axes_order, move_axis_order,
    permute_shape, remove_axis_shape, rot90_shape, squeezed_shape, swap_axes_shape, without_axis,
};
#[cfg(feature = "alloc")]
pub use calls::validated;
pub use calls::{
    CHECKS, Call, Directly, Function, HasShapes, IfOk, IfSome, ResultsSeen, Seen, SeenOf,
    each_result, seen,
};
pub use channels::{Channels, HasGroups, PlacesAfter, group_size};
pub use contracts::{
    Broken, Contract, Given, Itself, Label, Operand, OperandNames, OperandNamesFirst,
    OperandNamesLast, TakesShape, TellsSizes, kept, shaped,
};
#[cfg(feature = "alloc")]
pub use contracts::{ContractError, contract_sizes, try_kept};
pub use count::{AndByte, Bytes, CountElements, CountTimes, Multiply, NoByte};
pub use element_counts::{
    Answer, AnyAnswer, AsMany, BitCount, CancelAxes, Counted, First, FirstAxes, FromFirst,
    KeptNames, NoAxis,
};
pub use equal::{AxisEqualTo, AxisEquals, EqualTo, Equals, SameAs, SameSize};
#[cfg(feature = "alloc")]
pub use equation::{NotationError, einsum_shapes};
pub use expand::{ExpandTo, Keep, LastOf, LeadOf};
pub use fourier::{
    InverseRealFourier, RealFourier, fft_shape, fft_to_shape, irfft_shape, rfft_shape,
    rfft_to_shape,
};
pub use index::{
    Follows, HoldsLeading, IndicesOf, LeadingOf, MaskOf, TakeAlongAxis, TakeAxis, ValuesFor,
    check_indexed_values, check_mask, check_values_for, gather_leading_shape, index_axis_shape,
    one_hot_shape, take_along_axis_shape, take_shape,
};
pub use join::{Concat, Stacks, ThenResize, concat_shapes, stack_shapes};
pub use layers::{
    Bilinear, Distances, Embeds, GroupedAttends, TwoInputs, bilinear_shape, distances_shape,
    embedding_shape, grouped_attention_shapes,
};
pub use loss::{
    Classifies, SameShape, WeighsClasses, check_axis_weights, check_class_weights, check_classes,
    check_targets,
};
pub use matrices::{
    AsManyAs, DiagAlong, DiagonalAbove, DiagonalAlong, DiagonalBelow, Invertible, LeastSquares,
    MakesSquare, Matrices, Solves, SquareMatrices, complete_qr_shapes, cov_shape, det_shape,
    diag_along_shape, diag_at_shape, diag_shape, diagonal_along_shape, diagonal_shape, eigh_shapes,
    full_svd_shapes, lstsq_shape, pinv_shape, qr_shapes, solve_shape, square_size, svd_shapes,
    trace_shape, triangle_shape,
};
pub use matrix::{
    Contracts, InnerEqualTo, MatchesInner, MatrixProduct, RowsMeet, matrix_product_shape,
};
pub use network::{
    Attends, BiasFor, ChannelBias, EndsIn, LayerWeights, Linear, MaskFor, Rotates, TailMeets,
    attention_shapes, check_bias, check_causal, check_ends_in, check_rotates, check_score_mask,
    linear_shape,
};
pub use notation::{
    Agree, Agreed, AreNone, BeginsWith, EqualLabels, EqualToLetter, EqualToWord, LeavesOut,
    NamesAxes, NamesFirst, NamesLast, Others, SameLabels,
};
pub use pad::{
    CountsOf, Negative, PadEdge, PadReflect, PadSigned, PadSymmetric, PadWrap, Padded, Padding,
    PaddingAmount, Repeated, SignedPadded, check_counts, pad_shape, pad_signed_shape,
    repeat_each_shape, repeat_shape,
};
pub use recurrent::{GateWeights, Recurs, check_state, recurrent_shape};
pub use reduce::{Extreme, extreme_shape, reduced_axes_shape, reduced_shape};
pub use reshape::{
    InfersOne, InfersSizesOf, OrInfersOne, OrWhole, Reshape, SameCount, SameElements, reshape_sizes,
};
pub use retype::{MayEqual, OfShape, SizeWidensTo, WidensTo};
pub use slice::{
    Ascends, CutsAt, LeftOver, Narrows, PiecesBetween, RestOf, Sliced, Slices, SplitsAt,
    SplitsAtEach, SplitsEvery, array_split_sizes, chunk_sizes, slice_shape, split_at_each_sizes,
    split_at_sizes, split_every_sizes,
};
pub use split::{
    AddUp, Inference, Inferred, InfersOneFactor, InfersOnePiece, MakesUp, MergeAxes,
    NothingInferred, SplitAxis, SplitAxisWith, SplitEqually, SplitInto, UnstackInto,
    merge_axes_shape, piece_sizes, split_axis_shape, split_equal_shape, unstack_shape,
};
pub use tensordot::{
    ContractsFirst, CountFirst, Dot, Dots, Inner, Kron, Meet, NoSizes, OfMatrices, OfVectors, Onto,
    RunTimeFirst, TakesLast, TensorDot, WithLastSwapped, dot_shape, inner_shape, kron_shape,
    tensordot_shape,
};
#[doc(hidden)]
pub use topk::OrNone;
pub use topk::{
    DiffSize, RangeSize, StepsUp, TopK, diff_shape, scanned_all_shape, scanned_from_shape,
    top_k_shape,
};
pub use vectors::{
    Cross, IsVector, VecDot, cross_shape, meshgrid_shape, meshgrid_xy_shape, outer_shape,
    searchsorted_shape, vecdot_shape,
};

pub use convolve::{
    Convolve, ConvolveTransposed, IsKernel, convolve_shape, convolve_transposed_shape,
};
pub use fold::{FoldsTo, UnfoldsBy, Windowed, WindowsOf, fold_shape, unfold_shape, windows_shape};
pub use resize::{
    Interpolation, PixelShuffle, PixelUnshuffle, ReplaceLast, ScaleLast, ScaleLastBy,
    adaptive_pool_shape, pixel_shuffle_shape, pixel_unshuffle_shape, replace_last_shape,
    scale_last_by_shape, scale_last_shape,
};
pub use window::{PoolWindow, PoolsBy, Slide, pool_shape};
