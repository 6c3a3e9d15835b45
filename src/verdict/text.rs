//! The texts, and the traits that carry them.
//!
//! None of these traits is ever implemented, and none is for direct use. They have documentation because rustc prints
//! short names for documented items only, and these names appear in its notes.
//!
//! In the guide: [reading an error](crate::guide::errors).

use super::{Accept, AtLeast, Count, Digits, End, Excess, Tell, TooMany};
use crate::{Scalar, Shape};

/// Two shapes that are broadcast together.
pub struct Broadcasting;

/// A shape that is broadcast to another.
pub struct Expanding;

/// The inner sizes of a matrix product.
pub struct Contracting;

/// An axis that is to be removed.
pub struct Removing;

/// A shape whose elements are to be read as those of another.
pub struct Reshaping;

/// A size of a reshape that is to be inferred.
pub struct InferringSize;

/// An axis that is to be padded by its edges.
pub struct Edging;

/// An axis that is to be padded by its reflection.
pub struct Reflecting;

/// An axis that is to be padded by its mirror image.
pub struct Mirroring;

/// An axis from which negative padding removes elements.
pub struct Cropping;

/// Counts of how often each index of an axis is to be repeated.
pub struct RepeatingEach;

/// An axis that is to be padded by its other end.
pub struct Circling;

/// An axis in whose place there are to be two.
pub struct Splitting;

/// An axis in whose place there are to be several, of which one is inferred.
pub struct InferringFactor;

/// Pieces of an axis.
pub struct Piecing;

/// Equal parts of an axis.
pub struct EqualParts;

/// An axis of which each index is to be a tensor.
pub struct Unstacking;

/// Shapes that are to be joined along an axis.
pub struct Joining;

/// Shapes that are to be joined along a new axis.
pub struct Stacking;

/// A shape that is to be seen as one of another type.
pub struct Retyping;

/// Indices that choose elements one by one.
pub struct Choosing;

/// Indices that choose among the leading elements, one by one.
pub struct ChoosingLeading;

/// Indices that place the leading values, one by one.
pub struct PlacingLeading;

/// A mask of an axis.
pub struct Masking;

/// An input that goes through a layer.
pub struct Applying;

/// The gates of a recurrent layer.
pub struct Gating;

/// The weights of the state of a recurrent layer.
pub struct Recurring;

/// The biases of the gates of a recurrent layer.
pub struct GateBiasing;

/// The state that a recurrent layer starts from.
pub struct Starting;

/// A shape whose last axes are normalized.
pub struct Normalizing;

/// Queries and keys, which are of one size.
pub struct Querying;

/// Keys and values, which have to be equal in number.
pub struct Valuing;

/// A mask for the scores of attention.
pub struct MaskingScores;

/// The `K` largest elements of an axis.
pub struct Topping;

/// Numbers in steps.
pub struct Ranging;

/// The steps between numbers.
pub struct RangeStepping;

/// Matrices that have to be square.
pub struct Squaring;

/// Equations and their right-hand sides.
pub struct Solving;

/// Equations that are solved as well as can be, and their right-hand sides.
pub struct Fitting;

/// An operand of an outer product, counted from 1.
pub struct OfOuter<const OPERAND: usize>;

/// An operand of a grid, counted from 1.
pub struct OfGrid<const OPERAND: usize>;

/// A vector that is searched.
pub struct Searching;

/// Vectors that are multiplied and summed up.
pub struct Dotting;

/// Predictions and targets, which are of one shape.
pub struct Comparing;

/// Scores, and a class for each row of them.
pub struct Classifying;

/// Weights for classes.
pub struct WeighingClasses;

/// Weights for channels.
pub struct Channeling;

/// Channels in groups.
pub struct Grouping;

/// A second input that goes through a layer.
pub struct ApplyingSecond;

/// Two inputs that go through a layer together.
pub struct Pairing;

/// A table of vectors.
pub struct Embedding;

/// Points whose distances are computed.
pub struct Measuring;

/// Heads of queries that share heads of keys.
pub struct SharingKeys;

/// Heads of keys and of values, which have to be equal in number.
pub struct SharingValues;

/// A slice of an axis.
pub struct Slicing;

/// The ends of a slice.
pub struct SliceEnds;

/// The steps of a slice.
pub struct Stepping;

/// Numbers to be transformed into frequencies.
pub struct Transforming;

/// Frequencies to be transformed back into numbers.
pub struct TransformingBack;

/// An axis that is to be cut in two.
pub struct Cutting;

/// Places that an axis is to be cut at, one after the other.
pub struct Ascending;

/// An axis that is to be cut into pieces of one size.
pub struct Chunking;

/// An axis of which a range of fixed length is taken.
pub struct Narrowing;

/// Axes that are contracted.
pub struct ContractingAxes;

/// Vectors that have a cross product.
pub struct Crossing;

/// A kernel that slides along an axis.
pub struct Convolving;

/// A kernel that keeps the size of an axis.
pub struct KeepingSize;

/// The channels of an input and of a kernel.
pub struct ConvolvedChannels;

/// Output channels of a kernel, in groups.
pub struct GroupingOutput;

/// A window that slides along an axis.
pub struct Pooling;

/// The channels of an input and of a transposed convolution's kernel.
pub struct TransposedChannels;

/// Input channels of a kernel, in groups.
pub struct GroupingInput;

/// The output padding of an axis.
pub struct AddingOutput;

/// The positions that a kernel spans.
pub struct Spreading;

/// A window along an axis.
pub struct Sliding;

/// Rows of columns.
pub struct Folding;

/// Columns, and the positions they belong to.
pub struct FoldingPlaces;

/// Channels that become squares of pixels.
pub struct SpreadingSquares;

/// Squares of pixels that become channels.
pub struct GatheringSquares;

/// A window and the padding around what it slides along.
pub struct PaddingWindow;

/// The type that is asked to accept a verdict. It differs from [`Shapes`] because rustc reports the outer bound if both
/// ends of a chain of bounds are about one type.
pub struct Operands;

/// The type for which the message traits are not implemented.
pub struct Shapes;

pub mod families {
    //! Carriers of messages that contain numbers, such as "size 224 does not match size 128 at axis -1".
    //!
    //! Nothing here is for direct use. Each text is a family of traits that are never implemented, one for each
    //! combination of digit counts: `Broadcast3By3<224, 128, 1>` carries the message for two sizes of up to three
    //! digits each, and `Broadcast6By3<50, 257, 128, 1>` that for 50 257 and 128. rustc prints const parameters in its
    //! messages, and each of these is up to three digits of a number. In a line such as
    //!
    //! ```text
    //! = help: the trait `Broadcast3By3<224, 128, 1>` is not implemented for `Shapes`
    //! ```
    //!
    //! the name is that of the rule; the headline says what matters. [Reading an error](crate::guide::errors) lists the
    //! texts.

    use super::*;

    shapecheck_macros::messages! {
        Broadcast for Broadcasting {
            message = "cannot broadcast: size {lhs} does not match size {rhs} at axis -{AXIS}",
            label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
            note = "two sizes broadcast where they are equal or one of them is 1",
            note = "shapes align at the last axis: give one side an axis of size 1 where the other is to be repeated",
        }
        BroadcastTo for Expanding {
            message = "cannot broadcast to the target: size {lhs} does not match the target's size {rhs} at axis -{AXIS}",
            label = "size {lhs} cannot become the target's size {rhs} at axis -{AXIS}, counted from the end",
            note = "the target never changes: each size of the source has to be 1 or the target's",
            note = "where the two shapes broadcast, `let c = a + b` gives a new tensor of the shape they broadcast to",
        }
        Reshape for Reshaping {
            message = "cannot reshape: {lhs} elements do not fit in a shape of {rhs} elements",
            label = "{lhs} elements, {rhs} in the target",
            note = "the product of the sizes has to stay the same",
        }
        ReshapeToInfer for InferringSize {
            message = "cannot reshape: {lhs} elements are not a multiple of {rhs}",
            label = "{lhs} elements, and {rhs} is what the sizes of the target make without the one to infer",
            note = "`_` in the place of one size is inferred: the others have to divide the number of elements",
        }
        MatrixProduct for Contracting {
            message = "cannot multiply matrices: inner size {lhs} does not match inner size {rhs}",
            label = "columns on the left: {lhs}, rows on the right: {rhs}",
            note = "`a.matmul(&b)` takes shapes [M, K] and [K, N]: the columns of `a` are as many as the rows of `b`",
            note = "`transpose()` swaps the two axes of a matrix",
        }
        RemoveAxis for Removing {
            message = "cannot remove axis -{AXIS}: its size is {lhs}, not 1",
            label = "size {lhs} at axis -{AXIS}, counted from the end",
            note = "only an axis of size 1, or of a size known at run time, can be removed without losing elements",
            note = "a sum, mean or maximum over the axis leaves it with size 1",
        }
        Concat for Joining {
            message = "cannot join: size {lhs} does not match size {rhs} at axis -{AXIS}",
            label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
            note = "tensors are joined along one axis, and all others have the same sizes: nothing is repeated",
        }
        Stack for Stacking {
            message = "cannot stack: size {lhs} does not match size {rhs} at axis -{AXIS}",
            label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
            note = "tensors of one shape are stacked along a new axis: nothing is repeated",
            note = "`concat` joins tensors along an axis that they have, where their sizes may differ",
        }
        Linear for Applying {
            message = "this layer takes {rhs} numbers, the input has {lhs} at axis -{AXIS}",
            label = "{lhs} numbers at axis -{AXIS}, counted from the end, for a layer of {rhs}",
            note = "an input [.., I] goes through weights [O, I], a row for each number of the output, and gives [.., O]",
            note = "weights that stand as [I, O] multiply it: `x.matmul(&weights)`",
        }
        Gates for Gating {
            message = "this layer needs {rhs} gates, the weights have {lhs}",
            label = "{lhs} gates at axis -3, counted from the end, where {rhs} are needed",
            note = "an LSTM has four gates and a GRU three: weights are [G, H, I], a matrix for each",
        }
        RecurrentWeights for Recurring {
            message = "the recurrent weights have size {lhs} at axis -{AXIS}, the layer needs {rhs}",
            label = "size {lhs} of the recurrent weights at axis -{AXIS}, counted from the end, where {rhs} is needed",
            note = "a layer of weights [G, H, I] has recurrent weights [G, H, H]: from its own H numbers to H numbers, for each gate",
        }
        GateBias for GateBiasing {
            message = "the biases have size {lhs} at axis -{AXIS}, the layer needs {rhs}",
            label = "size {lhs} of the biases at axis -{AXIS}, counted from the end, where {rhs} is needed",
            note = "a layer of weights [G, H, I] has biases [G, H]",
        }
        State for Starting {
            message = "the state has size {lhs} at axis -{AXIS}, the layer needs {rhs}",
            label = "size {lhs} of the state at axis -{AXIS}, counted from the end, where {rhs} is needed",
            note = "inputs [.., T, I] through a layer of weights [G, H, I] start from a state [.., H]",
        }
        EndsIn for Normalizing {
            message = "the input has size {lhs} at axis -{AXIS}, the layer normalizes {rhs}",
            label = "size {lhs} at axis -{AXIS}, counted from the end, for a layer of {rhs}",
            note = "a layer normalizes the last axes of an input, all that its weights have: [.., N] goes through weights [N]",
        }
        Attends for Querying {
            message = "cannot attend: each query has {lhs} numbers, each key has {rhs}",
            label = "{lhs} numbers of a query and {rhs} of a key at axis -1, counted from the end",
            note = "attention takes queries [.., L, E], keys [.., S, E] and values [.., S, D]; keys are not transposed",
        }
        Values for Valuing {
            message = "cannot attend: there are {lhs} keys, but {rhs} values",
            label = "{lhs} keys and {rhs} values at axis -2, counted from the end",
            note = "attention takes queries [.., L, E], keys [.., S, E] and values [.., S, D]: a value for each key",
        }
        MaskFor for MaskingScores {
            message = "the mask has size {lhs} at axis -{AXIS}, the scores have {rhs}",
            label = "size {lhs} of the mask and size {rhs} of the scores at axis -{AXIS}, counted from the end",
            note = "a mask has a number for each query and each key: [.., queries, keys], or 1 where it is the same for all",
        }
        PadEdge for Edging {
            message = "this padding needs an element: axis -{AXIS} has size {rhs}",
            label = "size {rhs} at axis -{AXIS}, counted from the end: there is nothing to pad with",
            note = "`pad` adds a value of your own",
        }
        PadReflect for Reflecting {
            message = "reflected padding of {lhs} needs more than {lhs} elements: axis -{AXIS} has {rhs}",
            label = "padding of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
            note = "a reflection begins after the element at the edge: 1 2 3 is reflected by at most two, `3 2 [1 2 3] 2 1`",
        }
        PadSymmetric for Mirroring {
            message = "symmetric padding of {lhs} needs at least {lhs} elements: axis -{AXIS} has {rhs}",
            label = "padding of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
            note = "the elements are mirrored once: `3 2 1 [1 2 3] 3 2 1`",
        }
        PadSigned for Cropping {
            message = "cannot crop {lhs} of {rhs} elements at axis -{AXIS}",
            label = "{lhs} elements are removed, axis -{AXIS}, counted from the end, has {rhs}",
            note = "negative padding removes elements on both sides together: `Negative<dim!(1)>` removes one",
        }
        Counts for RepeatingEach {
            message = "there are {lhs} counts, axis -{AXIS} has {rhs} elements",
            label = "{lhs} counts, size {rhs} at axis -{AXIS}, counted from the end",
            note = "there is one count for each index of the axis; `repeat::<dim!(2)>()` repeats all of them equally often",
        }
        PadWrap for Circling {
            message = "wrapped padding of {lhs} needs at least {lhs} elements: axis -{AXIS} has {rhs}",
            label = "padding of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
            note = "the elements are added from the other end once: `2 3 [1 2 3] 1 2`; `tile` repeats them any number of times",
        }
        SplitAxis for Splitting {
            message = "cannot split axis -{AXIS}: the product of the new sizes is {lhs}, its size is {rhs}",
            label = "the product of the new sizes is {lhs}, axis -{AXIS}, counted from the end, has size {rhs}",
            note = "`x.split_axis::<-1, dim!(12), dim!(64)>()` puts axes of 12 and 64 in the place of an axis of 768",
        }
        Multiple for InferringFactor {
            message = "cannot split axis -{AXIS}: {lhs} is not a multiple of {rhs}",
            label = "size {lhs} at axis -{AXIS}, counted from the end, and {rhs} is what the new sizes make without the one to infer",
            note = "`_` in the place of one size is inferred: the others have to divide the size of the axis",
        }
        SplitInto for Piecing {
            message = "cannot split axis -{AXIS}: the pieces add up to {lhs}, its size is {rhs}",
            label = "the sum of the sizes is {lhs}, axis -{AXIS}, counted from the end, has size {rhs}",
            note = "`_` in the place of one size is what the others leave: `x.along::<-1>().split::<shape![3, _]>()`",
        }
        SplitEqually for EqualParts {
            message = "cannot split axis -{AXIS} of size {lhs} into {rhs} equal parts",
            label = "{lhs} is not a multiple of {rhs}",
            note = "pieces of unequal sizes have a list: `x.along::<-1>().split::<shape![3, _]>()`",
        }
        UnstackInto for Unstacking {
            message = "cannot unstack axis -{AXIS} into {lhs} tensors: its size is {rhs}",
            label = "{lhs} tensors, size {rhs} at axis -{AXIS}, counted from the end",
            note = "there is a tensor for each index of the axis",
        }
        SameShape for Retyping {
            message = "the shape does not fit the type: size {lhs} at axis -{AXIS} where the type has {rhs}",
            label = "size {lhs} here and size {rhs} in the type asked for at axis -{AXIS}, counted from the end",
            note = "another type of shape has the same sizes, of which more or fewer are known to the compiler",
            note = "`reshape` gives the elements another shape, and `broadcast_to` repeats them",
        }
        Mask for Masking {
            message = "the mask has {lhs} elements, axis -{AXIS} has {rhs}",
            label = "{lhs} elements in the mask, size {rhs} at axis -{AXIS}, counted from the end",
            note = "a mask is a vector of as many elements as the axis has, and none of it is repeated",
        }
        Largest for Topping {
            message = "cannot take the {lhs} largest of {rhs} elements at axis -{AXIS}",
            label = "{lhs} elements are asked for, axis -{AXIS}, counted from the end, has {rhs}",
            note = "an axis has as many largest elements as it has elements",
        }
        Range for Ranging {
            message = "`arange` gives {rhs} numbers, not {lhs}",
            label = "{rhs} numbers for an axis of {lhs}",
            note = "from A to B, which is not among them, in steps of S there are (B - A) / S numbers, rounded up",
        }
        RangeSteps for RangeStepping {
            message = "the step of `arange` must not be {lhs}",
            label = "a step of {lhs}",
        }
        Square for Squaring {
            message = "a square matrix is needed: this one has {lhs} rows and {rhs} columns",
            label = "matrices of {lhs} rows and {rhs} columns",
        }
        Equations for Solving {
            message = "there are {lhs} equations, but {rhs} numbers on the right",
            label = "coefficients of {lhs} equations and {rhs} numbers on the right",
            note = "`a.solve(&b)` takes shapes [N, N] and [N], or [N, N] and [N, K] for K right-hand sides at once",
        }
        Observations for Fitting {
            message = "there are {lhs} equations, but {rhs} numbers on the right",
            label = "coefficients of {lhs} equations and {rhs} numbers on the right",
            note = "`a.lstsq(&b)` takes shapes [M, N] and [M], or [M, N] and [M, K] for K right-hand sides at once",
        }
        Vectors for Dotting {
            message = "vector lengths differ: {lhs} and {rhs}",
            label = "vectors of {lhs} numbers on the left and of {rhs} on the right",
            note = "along the last axis nothing is repeated; axes in front of it broadcast",
        }
        Contracted for ContractingAxes {
            message = "cannot contract: size {lhs} at axis -{AXIS} of the left does not match size {rhs} on the right",
            label = "size {lhs} at axis -{AXIS}, counted from the end, for size {rhs} among the first axes on the right",
            note = "the last axes of the left side and as many first axes of the right side have the same sizes, in the same order: nothing is repeated",
        }
        Crossed for Crossing {
            message = "a cross product takes {rhs} numbers: axis -{AXIS} has {lhs}",
            label = "vectors of {lhs} numbers along axis -{AXIS}, counted from the end",
            note = "a plane has no cross product: the area that two vectors of two numbers span is the determinant of both",
        }
        Kernels for Convolving {
            message = "a kernel of {lhs} does not fit in {rhs} padded elements at axis -{AXIS}",
            label = "{lhs} elements of a kernel, {rhs} with padding at axis -{AXIS}, counted from the end",
            note = "padding P adds 2 * P to an axis, and by dilation D a kernel of K spans D * (K - 1) + 1",
            note = "more padding makes room: `Conv::new().padding::<1>()`",
        }
        SamePadding for KeepingSize {
            message = "a stride of {lhs} does not keep the size of axis -{AXIS}",
            label = "stride {lhs} at axis -{AXIS}, counted from the end, where the size is to stay the same",
            note = "`same()` goes with a stride of 1; with any other a padding is a number: `padding::<1>()`",
        }
        KernelChannels for ConvolvedChannels {
            message = "this convolution takes {rhs} channels, the input has {lhs} at axis -{AXIS}",
            label = "{lhs} channels at axis -{AXIS}, counted from the end, for kernels that take {rhs}",
            note = "an input [.., C, ...] goes with kernels [O, C, ...]; in G groups with kernels [O, C / G, ...]",
        }
        DividedOutput for GroupingOutput {
            message = "{lhs} groups do not divide {rhs} output channels",
            label = "{rhs} is not a multiple of {lhs}",
            note = "each group gives as many channels: kernels in G groups have a shape [O, C / G, ...], where O is a multiple of G",
        }
        TransposedKernelChannels for TransposedChannels {
            message = "this transposed convolution takes {rhs} channels, the input has {lhs} at axis -{AXIS}",
            label = "{lhs} channels at axis -{AXIS}, counted from the end, for kernels that take {rhs}",
            note = "an input [.., C, ...] goes with kernels [C, O, ...]; in G groups with kernels [C, O / G, ...]",
        }
        DividedInput for GroupingInput {
            message = "{lhs} groups do not divide {rhs} input channels",
            label = "{rhs} is not a multiple of {lhs}",
            note = "each group takes as many channels: transposed kernels in G groups have a shape [C, O / G, ...], where C is a multiple of G",
        }
        OutputPadding for AddingOutput {
            message = "an output padding of {lhs} needs a stride or dilation above {lhs} at axis -{AXIS}",
            label = "{lhs} elements more at axis -{AXIS}, counted from the end, where {rhs} is the larger of stride and dilation",
            note = "an output padding chooses among the sizes that a convolution makes one: there are as many as its stride",
        }
        SpreadLeft for Spreading {
            message = "padding of {lhs} on either side leaves nothing of {rhs} elements at axis -{AXIS}",
            label = "{rhs} elements without padding, less {lhs} on either side at axis -{AXIS}, counted from the end",
            note = "the padding of a transposed convolution makes its output smaller",
        }
        SlidingWindow for Sliding {
            message = "a window of {lhs} does not fit in axis -{AXIS}: its size is {rhs}",
            label = "windows of {lhs} elements along axis -{AXIS}, counted from the end, of size {rhs}",
            note = "`pad` makes an axis larger",
        }
        FoldedRows for Folding {
            message = "cannot fold {lhs} rows: a window has {rhs} elements, and {lhs} is not a multiple of {rhs}",
            label = "{lhs} rows at axis -{AXIS}, counted from the end, for windows of {rhs} elements",
            note = "columns [.., C * K * L, places] have a row for each channel and each element of the window",
        }
        FoldedPlaces for FoldingPlaces {
            message = "there are {lhs} columns, the output has {rhs} places",
            label = "{lhs} columns for {rhs} places of the window",
            note = "there is a column for each place of the window in the output",
        }
        Squares for SpreadingSquares {
            message = "{lhs} channels cannot be spread over squares of {rhs} by {rhs}",
            label = "{lhs} is not a multiple of {rhs} times {rhs}",
            note = "[.., C * R * R, H, W] becomes [.., C, H * R, W * R]",
        }
        WholeSquares for GatheringSquares {
            message = "size {lhs} at axis -{AXIS} is not a multiple of {rhs}",
            label = "size {lhs} at axis -{AXIS}, counted from the end, in squares of {rhs} by {rhs}",
            note = "[.., C, H * R, W * R] becomes [.., C * R * R, H, W]",
        }
        WindowFits for Pooling {
            message = "a window of {lhs} does not fit in {rhs} padded elements at axis -{AXIS}",
            label = "{lhs} elements of a window, {rhs} with padding at axis -{AXIS}, counted from the end",
            note = "padding P adds 2 * P to an axis, and by dilation D a window of K spans D * (K - 1) + 1",
            note = "a pool may be rounded up, so that its last window ends outside by less than a stride: `Pool::of::<3>().ceil()`",
        }
        PaddedWindow for PaddingWindow {
            message = "padding of {lhs} is more than half the window of {rhs} at axis -{AXIS}",
            label = "padding of {lhs} and a window of {rhs} at axis -{AXIS}, counted from the end",
            note = "half a window is half of its elements, whatever its dilation: with more padding a window could be padding alone",
        }
        Indices for Choosing {
            message = "the indices do not fit the values: size {lhs} does not match size {rhs} at axis -{AXIS}",
            label = "values of size {lhs} and indices of size {rhs} at axis -{AXIS}, counted from the end",
            note = "but for the axis along which is chosen, sizes are equal or one of them is 1",
            note = "`take` gives whole parts for indices of any shape",
        }
        LeadingIndices for ChoosingLeading {
            message = "there are {lhs} indices for {rhs} elements at axis -{AXIS}",
            label = "indices of size {lhs} and a tensor of size {rhs} at axis -{AXIS}, counted from the end",
            note = "but for the axis along which is chosen, there are at most as many indices as elements, and the leading elements are chosen",
            note = "`gather` and `scatter` broadcast the other axes, and `take` gives whole parts",
        }
        LeadingValues for PlacingLeading {
            message = "there are {lhs} indices for {rhs} values at axis -{AXIS}",
            label = "indices of size {lhs} and values of size {rhs} at axis -{AXIS}, counted from the end",
            note = "there is a value for each index, and values beyond the indices are left out",
            note = "`scatter` broadcasts the values",
        }
        SameTargets for Comparing {
            message = "the predictions have size {lhs} at axis -{AXIS}, the targets {rhs}",
            label = "size {lhs} of the predictions and size {rhs} of the targets at axis -{AXIS}, counted from the end",
            note = "a loss compares each prediction with one target: nothing is stretched, as `-` would do it",
        }
        Classifies for Classifying {
            message = "there are {rhs} targets for {lhs} rows at axis -{AXIS}",
            label = "{lhs} rows of scores and {rhs} targets at axis -{AXIS}, counted from the end, the classes left out",
            note = "scores [.., K] of K classes along the last axis have one target for each row of them: [..]",
        }
        WeighsClasses for WeighingClasses {
            message = "there are weights for {lhs} classes, the scores have {rhs} at axis -{AXIS}",
            label = "{lhs} weights for {rhs} classes at axis -{AXIS}, counted from the end",
        }
        Channels for Channeling {
            message = "there are weights for {lhs} channels, the input has {rhs} at axis -{AXIS}",
            label = "{lhs} weights for {rhs} channels at axis -{AXIS}, counted from the end",
            note = "channels of images [.., C, H, W] are axis -3: `x.along::<-3>()`",
        }
        HasGroups for Grouping {
            message = "{lhs} groups do not divide {rhs} channels",
            label = "{lhs} groups for {rhs} channels at axis -{AXIS}, counted from the end",
        }
        SecondInput for ApplyingSecond {
            message = "this layer takes {rhs} numbers, the second input has {lhs} at axis -{AXIS}",
            label = "{lhs} numbers at axis -{AXIS} of the second input, counted from the end, for a layer of {rhs}",
            note = "inputs [.., I] and [.., J] go through weights [O, I, J], a matrix for each number of the output, and give [.., O]",
        }
        PairedInputs for Pairing {
            message = "the first input has size {lhs} at axis -{AXIS}, the second {rhs}",
            label = "size {lhs} of the first input and size {rhs} of the second at axis -{AXIS}, counted from the end",
            note = "two inputs go through a layer row by row: axes in front of the last are the same, and none is stretched",
        }
        Distances for Measuring {
            message = "points differ in length: {lhs} and {rhs}",
            label = "points of {lhs} numbers on the left and of {rhs} on the right, at axis -1, counted from the end",
            note = "points [.., P, N] and [.., Q, N] have distances [.., P, Q]",
        }
        KeyHeads for SharingKeys {
            message = "{lhs} key heads do not divide {rhs} query heads",
            label = "{lhs} heads of keys and {rhs} of queries at axis -{AXIS}, counted from the end",
            note = "attention of grouped heads takes queries [.., H, L, E], keys [.., G, S, E] and values [.., G, S, D], where G divides H",
        }
        ValueHeads for SharingValues {
            message = "cannot attend: there are {lhs} heads of keys, but {rhs} heads of values",
            label = "{lhs} heads of keys and {rhs} of values at axis -3, counted from the end",
            note = "attention of grouped heads takes queries [.., H, L, E], keys [.., G, S, E] and values [.., G, S, D]: nothing is repeated but heads for queries",
        }
        Slices for Slicing {
            message = "cannot slice axis -{AXIS} up to {lhs}: its size is {rhs}",
            label = "axis -{AXIS}, counted from the end, has size {rhs}",
        }
        SliceEnds for SliceEnds {
            message = "cannot slice axis -{AXIS} from {lhs} to {rhs}: the end is before the start",
            label = "from {lhs} to {rhs}",
            note = "`slice_back` goes from the end to the start, and takes them in the same order",
        }
        Steps for Stepping {
            message = "cannot slice axis -{AXIS}: a slice step must not be {lhs}",
            label = "a step of {lhs}",
        }
        RealFourier for Transforming {
            message = "a Fourier transform needs at least one number: axis -{AXIS} has size {lhs}",
            label = "size {lhs} at axis -{AXIS}, counted from the end",
        }
        InverseFourier for TransformingBack {
            message = "an inverse Fourier transform needs at least two frequencies: axis -{AXIS} has size {lhs}",
            label = "size {lhs} at axis -{AXIS}, counted from the end",
            note = "N real numbers have N / 2 + 1 frequencies, so that K frequencies are those of 2 (K - 1) numbers",
        }
        SplitsAt for Cutting {
            message = "cannot split axis -{AXIS} at {lhs}: its size is {rhs}",
            label = "axis -{AXIS}, counted from the end, has size {rhs}",
        }
        Places for Ascending {
            message = "cannot split axis -{AXIS} at {rhs} and then at {lhs}: places are in ascending order",
            label = "place {lhs} is in front of the one before it, {rhs}",
            note = "an axis of 8 has pieces of 3, 2 and 3 by `x.along::<-1>().split_at_each::<shape![3, 5]>()`",
        }
        SplitsEvery for Chunking {
            message = "cannot split axis -{AXIS} into pieces of {lhs}",
            label = "pieces of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
        }
        Narrows for Narrowing {
            message = "cannot take {lhs} indices along axis -{AXIS}: its size is {rhs}",
            label = "axis -{AXIS}, counted from the end, has size {rhs}",
            note = "`x.narrow::<-1, dim!(4)>(start)` takes 4 indices from `start` on",
        }
    }
}

/// In the place of a number: the axis has no element.
pub struct Nothing;

/// Carries the message for windows along an axis without elements.
#[diagnostic::on_unimplemented(
    message = "axis -{AXIS} has no elements",
    label = "size 0 at axis -{AXIS}, counted from the end",
    note = "a pool takes one element at least: padding alone has no mean and no maximum"
)]
pub trait NothingToPool<const AXIS: usize> {}

impl<T, Padded, const AXIS: usize> Tell<Pooling, Nothing, Padded, Count<AXIS>> for T
where
    Shapes: NothingToPool<AXIS>,
{
    type Output = Scalar;
}

/// Carries the message for targets whose rank differs from that of the predictions.
#[diagnostic::on_unimplemented(
    message = "the predictions have rank {LHS}, the targets {RHS}",
    label = "rank {LHS} of the predictions, {RHS} of the targets",
    note = "a loss compares each prediction with one target: `remove_axis::<-1>()` takes out an axis of size 1"
)]
pub trait TargetRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for targets whose rank differs from that of the rows of scores.
#[diagnostic::on_unimplemented(
    message = "the targets have rank {RHS}, the scores without their classes {LHS}",
    label = "rank {LHS} of rows, {RHS} of targets",
    note = "targets are the index of a class for each row of scores: scores [.., K] have targets [..]",
    note = "targets that are a number for each class have the shape of the scores, and go into `soft_cross_entropy`"
)]
pub trait ClassTargetRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for weights of classes that are not a vector.
#[diagnostic::on_unimplemented(
    message = "weights for classes are a vector: these have {LHS} axes",
    label = "{LHS} axes of weights"
)]
pub trait ClassWeightRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for weights of channels that are not a vector.
#[diagnostic::on_unimplemented(
    message = "weights for channels are a vector: these have {LHS} axes",
    label = "{LHS} axes of weights"
)]
pub trait ChannelWeightRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for two inputs of a layer of different ranks.
#[diagnostic::on_unimplemented(
    message = "the first input has rank {LHS}, the second {RHS}",
    label = "rank {LHS} of the first input, {RHS} of the second",
    note = "two inputs go through a layer row by row: axes in front of the last are the same, and none is stretched"
)]
pub trait InputRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for a table of vectors that is not a matrix.
#[diagnostic::on_unimplemented(
    message = "a table of vectors is a matrix: this one has rank {LHS}",
    label = "rank {LHS} here",
    note = "an embedding takes its vectors from a table [V, D], a row for each index; `along::<-1>().take(&indices)` takes parts along any axis"
)]
pub trait TableRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for indices whose rank differs from that of the values they choose from.
#[diagnostic::on_unimplemented(
    message = "the indices do not fit the values: the values have rank {VALUES}, the indices {INDICES}",
    label = "values of rank {VALUES} and indices of rank {INDICES}",
    note = "there is one index for each element that is chosen: `insert_axis` gives indices one axis more",
    note = "`take` gives whole parts for indices of any shape"
)]
pub trait IndexRank<const VALUES: usize, const INDICES: usize> {}

/// Carries the message for an operand of an outer product that is not a vector.
#[diagnostic::on_unimplemented(
    message = "`outer` takes vectors: operand {OPERAND} has {LHS} axes",
    label = "operand {OPERAND} of `outer`, counted from 1, has {LHS} axes",
    note = "`kron` takes matrices, and `x.insert_axis::<-1>() * y` gives products of more axes"
)]
pub trait OuterRank<const OPERAND: usize, const LHS: usize> {}

/// Carries the message for an operand of a grid that is not a vector.
#[diagnostic::on_unimplemented(
    message = "`meshgrid` takes vectors: operand {OPERAND} has {LHS} axes",
    label = "operand {OPERAND} of `meshgrid`, counted from 1, has {LHS} axes",
    note = "each vector lies along an axis of its own: `meshgrid((&rows, &columns))`"
)]
pub trait GridRank<const OPERAND: usize, const LHS: usize> {}

/// Carries the message for a tensor that is searched and is not a vector.
#[diagnostic::on_unimplemented(
    message = "`searchsorted` takes a sorted vector: this has {LHS} axes",
    label = "{LHS} axes here",
    note = "`sorted.searchsorted(&values)`: the values may have any shape"
)]
pub trait SearchedRank<const LHS: usize> {}

/// The trait that carries the message for an operand with this many axes, or at least as many, where a vector is taken.
macro_rules! vectors {
    ($([$($operand:ident)?] $Relation:ty => $Message:ident;)*) => {$(
        vectors!(@ [$($operand)?] $Relation, Count => $Message);
        vectors!(@ [$($operand)?] $Relation, AtLeast => $Message);
    )*};
    (@ [$operand:ident] $Relation:ty, $Count:ident => $Message:ident) => {
        impl<T, const $operand: usize, const LHS: usize> Accept<$Relation, Excess<$Count<LHS>, Count<1>>> for T
        where
            Shapes: $Message<$operand, LHS>,
        {
            type Output = Scalar;
        }
    };
    (@ [] $Relation:ty, $Count:ident => $Message:ident) => {
        impl<T, const LHS: usize> Accept<$Relation, Excess<$Count<LHS>, Count<1>>> for T
        where
            Shapes: $Message<LHS>,
        {
            type Output = Scalar;
        }
    };
}

vectors! {
    [OPERAND] OfOuter<OPERAND> => OuterRank;
    [OPERAND] OfGrid<OPERAND> => GridRank;
    [] Searching => SearchedRank;
    [] RepeatingEach => CountsRank;
}

/// Carries the message for a mask that is not a vector.
#[diagnostic::on_unimplemented(
    message = "a mask of an axis is a vector: this one has rank {MASK}",
    label = "a mask of {MASK} axes"
)]
pub trait MaskRank<const MASK: usize> {}

/// Carries the message for counts that are not a vector.
#[diagnostic::on_unimplemented(
    message = "counts for an axis are a vector: these have rank {LHS}",
    label = "counts of {LHS} axes"
)]
pub trait CountsRank<const LHS: usize> {}

impl<T, const MASK: usize> Accept<Masking, Excess<Count<MASK>, Count<1>>> for T
where
    Shapes: MaskRank<MASK>,
{
    type Output = Scalar;
}

/// Carries the message for two shapes of different ranks that are to be joined.
#[diagnostic::on_unimplemented(
    message = "cannot join: rank {LHS} does not match rank {RHS}",
    label = "rank {LHS} on the left, {RHS} on the right",
    note = "`insert_axis` gives a tensor one more axis, of size 1; tensors of one shape are joined along a new axis by `stack`"
)]
pub trait JoinRanks<const LHS: usize, const RHS: usize> {}

/// Carries the message for two shapes of different ranks that are to be stacked.
#[diagnostic::on_unimplemented(
    message = "cannot stack: rank {LHS} does not match rank {RHS}",
    label = "rank {LHS} on the left, {RHS} on the right",
    note = "tensors of one shape are stacked along a new axis"
)]
pub trait StackRanks<const LHS: usize, const RHS: usize> {}

/// Carries the same message if one side has at least that many axes.
#[diagnostic::on_unimplemented(
    message = "cannot join: rank {LHS} does not match rank {RHS}, where one of them is the least that a run-time rank may be",
    label = "rank {LHS} on the left, {RHS} on the right"
)]
pub trait JoinLeastRanks<const LHS: usize, const RHS: usize> {}

/// Carries the message for a shape that does not have the two axes of a matrix.
#[diagnostic::on_unimplemented(
    message = "a matrix is needed: the rank of the shape is {RANK}",
    label = "expected two axes or more",
    note = "`insert_axis` gives a vector an axis of size 1"
)]
pub trait NeedsMatrix<Size, const RANK: usize> {}

/// Carries the message for a right operand with too few axes to contract.
#[diagnostic::on_unimplemented(
    message = "cannot contract: the right side has too few axes",
    label = "fewer axes on the right than are contracted",
    note = "the last axes of the left side are contracted with as many first axes of the right side"
)]
pub trait NeedsFirstAxes<Size> {}

/// Carries the message for a shape whose rank differs from that of the type asked for.
#[diagnostic::on_unimplemented(
    message = "the shape does not fit the type: rank {SOURCE} where the type has {TARGET}",
    label = "this shape has rank {SOURCE}, the type asked for {TARGET}",
    note = "`insert_axis` and `remove_axis` give a tensor more or fewer axes of size 1"
)]
pub trait SameRank<const SOURCE: usize, const TARGET: usize> {}

/// Carries the same message for a shape of run-time rank with at least that many axes.
#[diagnostic::on_unimplemented(
    message = "the shape does not fit the type: rank {SOURCE} or more where the type has {TARGET}",
    label = "this shape has rank {SOURCE} or more, the type asked for {TARGET}"
)]
pub trait SameLeastRank<const SOURCE: usize, const TARGET: usize> {}

/// Carries the same message for a type with at least that many axes.
#[diagnostic::on_unimplemented(
    message = "the shape does not fit the type: rank {SOURCE} where the type has {TARGET} or more",
    label = "this shape has rank {SOURCE}, the type asked for at least {TARGET}"
)]
pub trait SameRankAtLeast<const SOURCE: usize, const TARGET: usize> {}

/// Carries the message for a source with more axes than its target.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast to the target: rank {SOURCE} does not fit in the target's rank {TARGET}",
    label = "this shape has rank {SOURCE}, the target {TARGET}",
    note = "axes can be added in front, never taken away, not even those of size 1"
)]
pub trait RankFits<const SOURCE: usize, const TARGET: usize> {}

/// Carries the message for a source of run-time rank that always has more axes than its target.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast to the target: rank {SOURCE} or more does not fit in the target's rank {TARGET}",
    label = "this shape has rank {SOURCE} or more, the target {TARGET}",
    note = "axes can be added in front, never taken away, not even those of size 1"
)]
pub trait LeastRankFits<const SOURCE: usize, const TARGET: usize> {}

/// Carries the message for a matrix product with a shape that has no axes.
#[diagnostic::on_unimplemented(
    message = "cannot multiply matrices: a shape without axes has no inner size",
    label = "one side has no axes",
    note = "a matrix product takes a matrix or a vector on either side, with any number of axes in front of a matrix",
    note = "a single number scales a tensor with `*`"
)]
pub trait HasInnerAxis<Lhs, Rhs> {}

/// Carries the message for shapes whose number of elements overflows `usize`.
#[diagnostic::on_unimplemented(
    message = "cannot reshape: a shape has more elements than `usize` can count",
    label = "one of these shapes has 2 to the power of 64 elements or more",
    note = "no tensor has such a shape; a dynamic axis, `_`, leaves the number of elements to run time"
)]
pub trait CountsElements<Number> {}

impl<T> Accept<Reshaping, TooMany> for T
where
    Shapes: CountsElements<T>,
{
    type Output = Scalar;
}

/// Carries the message for an input with fewer axes than its layer normalizes.
#[diagnostic::on_unimplemented(
    message = "the input has rank {INPUT}, the layer normalizes the last {TAIL} axes",
    label = "rank {INPUT} here and rank {TAIL} in the weights of the layer",
    note = "a layer normalizes the last axes of an input, all that its weights have: [.., N] goes through weights [N]"
)]
pub trait HasTail<const TAIL: usize, const INPUT: usize> {}

/// Carries the same message for a layer of run-time rank that normalizes at least that many axes.
#[diagnostic::on_unimplemented(
    message = "the input has rank {INPUT}, the layer normalizes {TAIL} axes or more",
    label = "rank {INPUT} here, and at least {TAIL} in the weights of the layer"
)]
pub trait HasLeastTail<const TAIL: usize, const INPUT: usize> {}

/// Carries the message for a mask with more axes than the scores.
#[diagnostic::on_unimplemented(
    message = "the mask has rank {MASK}, the scores have rank {SCORES}",
    label = "rank {MASK} here and rank {SCORES} of the scores",
    note = "a mask has a number for each query and each key: [.., queries, keys], or 1 where it is the same for all"
)]
pub trait MaskRankFits<const MASK: usize, const SCORES: usize> {}

/// Carries the same message for a mask of run-time rank with at least that many axes.
#[diagnostic::on_unimplemented(
    message = "the mask has rank {MASK} or more, the scores have rank {SCORES}",
    label = "rank {MASK} or more here and rank {SCORES} of the scores"
)]
pub trait LeastMaskRankFits<const MASK: usize, const SCORES: usize> {}

/// Carries the message for recurrent weights that do not have three axes.
#[diagnostic::on_unimplemented(
    message = "recurrent weights have {RHS} axes: these have {LHS}",
    label = "recurrent weights of rank {LHS}",
    note = "a layer of weights [G, H, I] has recurrent weights [G, H, H]"
)]
pub trait RecurrentRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for biases of gates that do not have two axes.
#[diagnostic::on_unimplemented(
    message = "biases of gates have {RHS} axes: these have {LHS}",
    label = "biases of rank {LHS}",
    note = "a layer of weights [G, H, I] has biases [G, H]"
)]
pub trait GateBiasRank<const LHS: usize, const RHS: usize> {}

/// Carries the message for a state whose rank differs from that of the layer.
#[diagnostic::on_unimplemented(
    message = "the state has rank {LHS}, the layer needs rank {RHS}",
    label = "a state of rank {LHS}",
    note = "inputs [.., T, I] through a layer of weights [G, H, I] start from a state [.., H]"
)]
pub trait StateRank<const LHS: usize, const RHS: usize> {}

/// The trait that carries the message for shapes of these ranks, each exact or a minimum.
macro_rules! ranks {
    ($($Relation:ident of $Lhs:ident and $Rhs:ident => $Message:ident;)*) => {$(
        impl<T, const LHS: usize, const RHS: usize> Accept<$Relation, Excess<$Lhs<LHS>, $Rhs<RHS>>> for T
        where
            Shapes: $Message<LHS, RHS>,
        {
            type Output = Scalar;
        }
    )*};
}

ranks! {
    Expanding of Count and Count => RankFits;
    Expanding of AtLeast and Count => LeastRankFits;
    Joining of Count and Count => JoinRanks;
    Joining of AtLeast and Count => JoinLeastRanks;
    Joining of Count and AtLeast => JoinLeastRanks;
    Stacking of Count and Count => StackRanks;
    Stacking of AtLeast and Count => StackRanks;
    Stacking of Count and AtLeast => StackRanks;
    Retyping of Count and Count => SameRank;
    Retyping of AtLeast and Count => SameLeastRank;
    Retyping of Count and AtLeast => SameRankAtLeast;
    Choosing of Count and Count => IndexRank;
    ChoosingLeading of Count and Count => IndexRank;
    ChoosingLeading of AtLeast and Count => IndexRank;
    ChoosingLeading of Count and AtLeast => IndexRank;
    PlacingLeading of Count and Count => IndexRank;
    PlacingLeading of AtLeast and Count => IndexRank;
    PlacingLeading of Count and AtLeast => IndexRank;
    Normalizing of Count and Count => HasTail;
    Normalizing of AtLeast and Count => HasLeastTail;
    MaskingScores of Count and Count => MaskRankFits;
    MaskingScores of AtLeast and Count => LeastMaskRankFits;
    Comparing of Count and Count => TargetRank;
    Comparing of AtLeast and Count => TargetRank;
    Comparing of Count and AtLeast => TargetRank;
    Classifying of Count and Count => ClassTargetRank;
    Classifying of AtLeast and Count => ClassTargetRank;
    Classifying of Count and AtLeast => ClassTargetRank;
    WeighingClasses of Count and Count => ClassWeightRank;
    WeighingClasses of AtLeast and Count => ClassWeightRank;
    WeighingClasses of Count and AtLeast => ClassWeightRank;
    Channeling of Count and Count => ChannelWeightRank;
    Channeling of AtLeast and Count => ChannelWeightRank;
    Channeling of Count and AtLeast => ChannelWeightRank;
    Pairing of Count and Count => InputRank;
    Pairing of AtLeast and Count => InputRank;
    Pairing of Count and AtLeast => InputRank;
    Recurring of Count and Count => RecurrentRank;
    Recurring of AtLeast and Count => RecurrentRank;
    Recurring of Count and AtLeast => RecurrentRank;
    GateBiasing of Count and Count => GateBiasRank;
    GateBiasing of AtLeast and Count => GateBiasRank;
    GateBiasing of Count and AtLeast => GateBiasRank;
    Starting of Count and Count => StateRank;
    Starting of AtLeast and Count => StateRank;
    Starting of Count and AtLeast => StateRank;
    Embedding of Count and Count => TableRank;
    Embedding of AtLeast and Count => TableRank;
    Embedding of Count and AtLeast => TableRank;
}
