//! The texts, and the traits that carry them.
//!
//! A rule is one entry: what it is about, what the compiler says of two sizes that clash, and what the error at run
//! time says. Only the compiler says `{!..}`, and only the run-time error says `{?..}`.
//!
//! ```
//! use shapecheck::algebra::linear_shape;
//! use shapecheck::error::{Rule, ShapeErrorKind};
//!
//! let error = linear_shape(&[8, 64], &[10, 128]).unwrap_err();
//! let kind = ShapeErrorKind::Sizes { rule: Rule::LINEAR, axis: -1, lhs: 64, rhs: 128 };
//! assert_eq!(error.kind(), kind);
//! assert_eq!(
//!     error.to_string(),
//!     "weights [10, 128] do not take an input [8, 64]: this layer takes 128 numbers, the input has 64 at axis -1",
//! );
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Linear;
//! use shapecheck::shape;
//!
//! // this layer takes 128 numbers, the input has 64 at axis -1
//! fn wrong(_: <shape![8, 64] as Linear<shape![10, 128]>>::Output) {}
//! ```
//!
//! For the compiler each text is a family of traits that are never implemented, one for each combination of digit
//! counts: `Broadcast3By3<224, 128, 1>` carries the message for two sizes of up to three digits each, and
//! `Broadcast6By3<50, 257, 128, 1>` that for 50 257 and 128. rustc prints const parameters in its messages, and each of
//! these is up to three digits of a number. In a line such as
//!
//! ```text
//! = help: the trait `Broadcast3By3<224, 128, 1>` is not implemented for `Shapes`
//! ```
//!
//! the name is that of the rule; the headline says what matters. None of these traits is for direct use. They have
//! documentation because rustc prints short names for documented items only, and these names appear in its notes.
//!
//! In the guide: [reading an error](crate::guide::errors).

use super::{
    Accept, AtLeast, Count, Digits, End, Excess, InGroups, Long, Multiple, NameOf, SumWith, Tell,
    TooMany, Unknown, Words,
};
use crate::dim::named::{ProductOf, SumOf};
use crate::for_each::for_each;
use crate::{Dyn, Scalar};

/// An operand of an outer product, counted from 1.
pub struct OfOuter<const OPERAND: usize>;

/// An operand of a grid, counted from 1.
pub struct OfGrid<const OPERAND: usize>;

/// The positions of points, and their values, counted from 1.
pub struct OfPoints<const OPERAND: usize>;

/// A vector that is searched.
pub struct Searching;

/// The type that is asked to accept a verdict. It differs from [`Shapes`] because rustc reports the outer bound if both
/// ends of a chain of bounds are about one type.
pub struct Operands;

/// The type for which the message traits are not implemented.
pub struct Shapes;

shapecheck_declarations::messages! {
    /// Two shapes that are broadcast together.
    Broadcast of any length {
        message = "cannot broadcast{? shapes {sizes} and {target}}: size {lhs} does not match size {rhs} at axis -{AXIS}",
        label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
        note = "two sizes broadcast where they are equal or one of them is 1",
        note = "shapes align at the last axis: give one side an axis of size 1 where the other is to be repeated",
    }
    /// A shape that is broadcast to another.
    BroadcastTo of multiples {
        message = "cannot broadcast{? shape {sizes}} to the target{? {target}}: size {lhs} does not match the target's size {rhs} at axis -{AXIS}",
        label = "size {lhs} cannot become the target's size {rhs} at axis -{AXIS}, counted from the end",
        note = "the target never changes: each size of the source has to be 1 or the target's",
        note = "where the two shapes broadcast, `let c = a + b` gives a new tensor of the shape they broadcast to",
        ranks RankFits {
            message = "cannot broadcast{? shape {sizes}} to the target{? {target}}: rank {LHS} does not fit in the target's rank {RHS}",
            label = "this shape has rank {LHS}, the target {RHS}",
            note = "axes can be added in front, never taken away, not even those of size 1",
        }
        source_or_more LeastRankFits {
            message = "cannot broadcast to the target: rank {LHS} or more does not fit in the target's rank {RHS}",
            label = "this shape has rank {LHS} or more, the target {RHS}",
            note = "axes can be added in front, never taken away, not even those of size 1",
        }
    }
    /// A shape whose elements are to be read as those of another.
    Reshape of any length {
        message = "cannot reshape{? {sizes} to {target}}: {lhs} elements do not fit in a shape of {rhs} elements",
        label = "{lhs} elements, {rhs} in the target",
        note = "the product of the sizes has to stay the same",
    }
    /// A size of a reshape that is to be inferred.
    ReshapeToInfer of any length {
        message = "cannot reshape{? {sizes}}: {lhs} elements are not a multiple of {rhs}",
        label = "{lhs} elements, and {rhs} is what the sizes of the target make without the one to infer",
        note = "`_` in place of one size is inferred: the others have to divide the number of elements",
    }
    /// The inner sizes of a matrix product.
    MatrixProduct of multiples {
        message = "cannot multiply matrices{? {sizes} and {target}}: inner size {lhs} does not match inner size {rhs}",
        label = "columns on the left: {lhs}, rows on the right: {rhs}",
        note = "`a.matmul(&b)` takes shapes [M, K] and [K, N]: the columns of `a` are as many as the rows of `b`",
        note = "`transpose()` swaps the last two axes",
    }
    /// An axis that is to be removed.
    RemoveAxis of any length {
        message = "cannot remove axis -{AXIS}{? of shape {sizes}}: its size is {lhs}, not 1",
        label = "size {lhs} at axis -{AXIS}, counted from the end",
        note = "only an axis of size 1, or of a size known at run time, can be removed without losing elements",
        note = "a sum, mean or maximum over the axis leaves it with size 1",
    }
    /// Shapes that are to be joined along an axis.
    Concat of multiples {
        message = "cannot join{? shapes {sizes} and {target} along axis {along}}: size {lhs} does not match size {rhs} at axis -{AXIS}",
        label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
        note = "tensors are joined along one axis, and all others have the same sizes: nothing is repeated",
        ranks JoinRanks {
            message = "cannot join{? shapes {sizes} and {target} along axis {along}}: rank {LHS} does not match rank {RHS}",
            label = "rank {LHS} on the left, {RHS} on the right",
            note = "`insert_axis` gives a tensor one more axis, of size 1; tensors of one shape are joined along a new axis by `stack`",
        }
        source_or_more JoinLeastRanks {
            message = "cannot join: rank {LHS} does not match rank {RHS}, where one of them is the least that a run-time rank may be",
            label = "rank {LHS} on the left, {RHS} on the right",
        }
    }
    /// Shapes that are to be joined along a new axis.
    Stack {
        message = "cannot stack{? shapes {sizes} and {target}}: size {lhs} does not match size {rhs} at axis -{AXIS}",
        label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
        note = "tensors of one shape are stacked along a new axis: nothing is repeated",
        note = "`concat` joins tensors along an axis that they have, where their sizes may differ",
        ranks StackRanks {
            message = "cannot stack{? shapes {sizes} and {target}}: rank {LHS} does not match rank {RHS}",
            label = "rank {LHS} on the left, {RHS} on the right",
            note = "tensors of one shape are stacked along a new axis",
        }
    }
    /// An input that goes through a layer.
    Linear of multiples {
        message = "{?weights {target} do not take an input {sizes}: }this layer takes {rhs} numbers, the input has {lhs} at axis -{AXIS}",
        label = "{lhs} numbers at axis -{AXIS}, counted from the end, for a layer of {rhs}",
        note = "an input [.., I] goes through weights [O, I], a row for each number of the output, and gives [.., O]",
        note = "weights that stand as [I, O] multiply it: `x.matmul(&weights)`",
    }
    /// The bias of a layer.
    Bias {
        message = "{?bias {target} does not go with a result {sizes}: }there are {lhs} numbers in the bias, the layer gives {rhs} at axis -{AXIS}",
        label = "{lhs} numbers in the bias for {rhs} at axis -{AXIS}, counted from the end",
        note = "a bias is a vector: [O] for weights [O, I], a number for each row, and [O] for kernels [O, C, ...], a number for each kernel",
        ranks BiasRank {
            message = "{?bias {target} does not go with a result {sizes}: }the bias of a layer is a vector: this one has {LHS} axes",
            label = "{LHS} axes in the bias",
            note = "a bias is a vector: [O] for weights [O, I], a number for each row, and [O] for kernels [O, C, ...], a number for each kernel",
        }
    }
    /// The rotation of pairs of numbers by angles.
    Rotates {
        message = "{?angles {target} do not go with shape {sizes}: }{!cannot rotate: }the input has size {lhs} at axis -{AXIS}, the angles are for {rhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end, where the angles are for {rhs}",
        note = "angles [T, P] are for each place and each pair of numbers: the input is [.., T, 2 * P]",
        ranks RotatesRank {
            message = "{?angles {target} do not go with shape {sizes}: }{!cannot rotate: }the input has rank {RHS}, the angles are for the last {LHS} axes",
            label = "rank {RHS} here, where the angles have {LHS} axes",
            note = "angles [T, P] are for each place and each pair of numbers: the input is [.., T, 2 * P]",
        }
        source_or_more RotatesLeastRank {
            message = "cannot rotate: the input has rank {RHS}, the angles are for {LHS} axes or more",
            label = "rank {RHS} here, and at least {LHS} axes of angles",
        }
    }
    /// The gates of a recurrent layer.
    Gates of numbers {
        message = "{?weights {sizes} do not fit: }this layer needs {rhs} gates, the weights have {lhs}",
        label = "{lhs} gates at axis -3, counted from the end, where {rhs} are needed",
        note = "an LSTM has four gates and a GRU three: weights are [G, H, I], a matrix for each",
    }
    /// The weights of the state of a recurrent layer.
    RecurrentWeights {
        message = "{?recurrent weights {sizes} do not go with weights {target}: }{!the recurrent weights have }size {lhs} at axis -{AXIS}, the layer needs {rhs}",
        label = "size {lhs} of the recurrent weights at axis -{AXIS}, counted from the end, where {rhs} is needed",
        note = "a layer of weights [G, H, I] has recurrent weights [G, H, H]: from its own H numbers to H numbers, for each gate",
        ranks RecurrentRank {
            message = "{?recurrent weights {sizes} do not go with weights {target}: }recurrent weights have {RHS} axes: these have {LHS}",
            label = "recurrent weights of rank {LHS}",
            note = "a layer of weights [G, H, I] has recurrent weights [G, H, H]",
        }
    }
    /// The biases of the gates of a recurrent layer.
    GateBias {
        message = "{?biases {sizes} do not go with weights {target}: }{!the biases have }size {lhs} at axis -{AXIS}, the layer needs {rhs}",
        label = "size {lhs} of the biases at axis -{AXIS}, counted from the end, where {rhs} is needed",
        note = "a layer of weights [G, H, I] has biases [G, H]",
        ranks GateBiasRank {
            message = "{?biases {sizes} do not go with weights {target}: }biases of gates have {RHS} axes: these have {LHS}",
            label = "biases of rank {LHS}",
            note = "a layer of weights [G, H, I] has biases [G, H]",
        }
    }
    /// The state that a recurrent layer starts from.
    State {
        message = "{?a state {sizes} does not go with results {target}: }{!the state has }size {lhs} at axis -{AXIS}, the layer needs {rhs}",
        label = "size {lhs} of the state at axis -{AXIS}, counted from the end, where {rhs} is needed",
        note = "inputs [.., T, I] through a layer of weights [G, H, I] start from a state [.., H]",
        ranks StateRank {
            message = "{?a state {sizes} does not go with results {target}: }the state has rank {LHS}, the layer needs rank {RHS}",
            label = "a state of rank {LHS}",
            note = "inputs [.., T, I] through a layer of weights [G, H, I] start from a state [.., H]",
        }
    }
    /// A shape whose last axes are normalized.
    EndsIn {
        message = "{?shape {sizes} does not end in {target}: }the input has size {lhs} at axis -{AXIS}, the layer normalizes {rhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end, for a layer of {rhs}",
        note = "a layer normalizes the last axes of an input, all that its weights have: [.., N] goes through weights [N]",
        ranks HasTail {
            message = "{?shape {sizes} does not end in {target}: }the input has rank {RHS}, the layer normalizes the last {LHS} axes",
            label = "rank {RHS} here and rank {LHS} in the weights of the layer",
            note = "a layer normalizes the last axes of an input, all that its weights have: [.., N] goes through weights [N]",
        }
        source_or_more HasLeastTail {
            message = "the input has rank {RHS}, the layer normalizes {LHS} axes or more",
            label = "rank {RHS} here, and at least {LHS} in the weights of the layer",
        }
    }
    /// Queries and keys, which are of one size.
    Attends {
        message = "{!cannot attend: }{?queries {sizes} do not go with keys {target}: }each query has {lhs} numbers, each key has {rhs}",
        label = "{lhs} numbers of a query and {rhs} of a key at axis -1, counted from the end",
        note = "attention takes queries [.., L, E], keys [.., S, E] and values [.., S, D]; keys are not transposed",
    }
    /// Keys and values, which have to be equal in number.
    Values {
        message = "{!cannot attend: }{?keys {sizes} do not go with values {target}: }there are {lhs} keys, but {rhs} values",
        label = "{lhs} keys and {rhs} values at axis -2, counted from the end",
        note = "attention takes queries [.., L, E], keys [.., S, E] and values [.., S, D]: a value for each key",
    }
    /// A mask for the scores of attention.
    MaskFor {
        message = "{?mask {sizes} does not fit scores {target}: }the mask has size {lhs} at axis -{AXIS}, the scores have {rhs}",
        label = "size {lhs} of the mask and size {rhs} of the scores at axis -{AXIS}, counted from the end",
        note = "a mask has a number for each query and each key: [.., queries, keys], or 1 where it is the same for all",
        ranks MaskRankFits {
            message = "{?mask {sizes} does not fit scores {target}: }the mask has rank {LHS}, the scores have rank {RHS}",
            label = "rank {LHS} here and rank {RHS} of the scores",
            note = "a mask has a number for each query and each key: [.., queries, keys], or 1 where it is the same for all",
        }
        source_or_more LeastMaskRankFits {
            message = "the mask has rank {LHS} or more, the scores have rank {RHS}",
            label = "rank {LHS} or more here and rank {RHS} of the scores",
        }
    }
    /// An axis that is to be padded by its edges.
    PadEdge of numbers {
        message = "this padding needs an element: axis -{AXIS}{? of shape {sizes}} has size {rhs}",
        label = "size {rhs} at axis -{AXIS}, counted from the end: there is nothing to pad with",
        note = "`pad` adds a value of your own",
    }
    /// An axis that is to be padded by its reflection.
    PadReflect of numbers {
        message = "reflected padding of {lhs} needs more than {lhs} elements: axis -{AXIS}{? of shape {sizes}} has {rhs}",
        label = "padding of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
        note = "a reflection begins after the element at the edge: 1 2 3 is reflected by at most two, `3 2 [1 2 3] 2 1`",
    }
    /// An axis that is to be padded by its mirror image.
    PadSymmetric of numbers {
        message = "symmetric padding of {lhs} needs at least {lhs} elements: axis -{AXIS}{? of shape {sizes}} has {rhs}",
        label = "padding of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
        note = "the elements are mirrored once: `3 2 1 [1 2 3] 3 2 1`",
    }
    /// An axis from which negative padding removes elements.
    PadSigned of numbers {
        message = "cannot crop {lhs} of {rhs} elements at axis -{AXIS}{? of shape {sizes}}",
        label = "{lhs} elements are removed, axis -{AXIS}, counted from the end, has {rhs}",
        note = "negative padding removes elements on both sides together: `Negative<dim!(1)>` removes one",
    }
    /// Counts of how often each index of an axis is to be repeated.
    Counts {
        message = "{?counts {sizes} do not fit shape {target}: }there are {lhs} counts, axis -{AXIS} has {rhs} elements",
        label = "{lhs} counts, size {rhs} at axis -{AXIS}, counted from the end",
        note = "there is one count for each index of the axis; `repeat::<dim!(2)>()` repeats all of them equally often",
        ranks CountsRank {
            message = "{?counts {sizes} do not fit shape {target}: }counts for an axis are a vector: these have rank {LHS}",
            label = "counts of {LHS} axes",
        }
    }
    /// An axis that is to be padded by its other end.
    PadWrap of numbers {
        message = "wrapped padding of {lhs} needs at least {lhs} elements: axis -{AXIS}{? of shape {sizes}} has {rhs}",
        label = "padding of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
        note = "the elements are added from the other end once: `2 3 [1 2 3] 1 2`; `tile` repeats them any number of times",
    }
    /// An axis in whose place there are to be two.
    SplitAxis of any length {
        message = "cannot split axis -{AXIS}{? of shape {sizes}}: the product of the new sizes is {lhs}, its size is {rhs}",
        label = "the product of the new sizes is {lhs}, axis -{AXIS}, counted from the end, has size {rhs}",
        note = "`x.split_axis::<-1, dim!(12), dim!(64)>()` puts axes of 12 and 64 in place of an axis of 768",
    }
    /// An axis in whose place there are to be several, of which one is inferred.
    Multiple {
        message = "cannot split axis -{AXIS}{? of shape {sizes}}: {lhs} is not a multiple of {rhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end, and {rhs} is what the new sizes make without the one to infer",
        note = "`_` in place of one size is inferred: the others have to divide the size of the axis",
    }
    /// Pieces of an axis.
    SplitInto {
        message = "cannot split axis -{AXIS}{? of shape {sizes}}: the pieces add up to {lhs}, its size is {rhs}",
        label = "the sum of the sizes is {lhs}, axis -{AXIS}, counted from the end, has size {rhs}",
        note = "`_` in place of one size is what the others leave: `x.along::<-1>().split::<shape![3, _]>()`",
    }
    /// Equal parts of an axis.
    SplitEqually of numbers {
        message = "cannot split axis -{AXIS}{! of size {lhs}}{? of shape {sizes}} into {rhs} equal parts{?: {lhs} is not a multiple of {rhs}}",
        label = "{lhs} is not a multiple of {rhs}",
        note = "pieces of unequal sizes have a list: `x.along::<-1>().split::<shape![3, _]>()`",
    }
    /// An axis of which each index is to be a tensor.
    UnstackInto of numbers {
        message = "cannot unstack axis -{AXIS}{? of shape {sizes}} into {lhs} tensors: its size is {rhs}",
        label = "{lhs} tensors, size {rhs} at axis -{AXIS}, counted from the end",
        note = "there is a tensor for each index of the axis",
    }
    /// A shape that is to be seen as one of another type.
    SameShape of any length {
        message = "{!the shape does}{?sizes {sizes} do} not fit the type: size {lhs} at axis -{AXIS} where the type has {rhs}",
        label = "size {lhs} here and size {rhs} in the type asked for at axis -{AXIS}, counted from the end",
        note = "another type of shape has the same sizes, of which more or fewer are known to the compiler",
        note = "`reshape` gives the elements another shape, and `broadcast_to` repeats them",
        ranks SameRank {
            message = "{!the shape does}{?sizes {sizes} do} not fit the type: rank {LHS} where the type has {RHS}",
            label = "this shape has rank {LHS}, the type asked for {RHS}",
            note = "`insert_axis` and `remove_axis` give a tensor more or fewer axes of size 1",
        }
        source_or_more SameLeastRank {
            message = "the shape does not fit the type: rank {LHS} or more where the type has {RHS}",
            label = "this shape has rank {LHS} or more, the type asked for {RHS}",
        }
        target_or_more SameRankAtLeast {
            message = "the shape does not fit the type: rank {LHS} where the type has {RHS} or more",
            label = "this shape has rank {LHS}, the type asked for at least {RHS}",
        }
    }
    /// An argument of a function, whose signature has a shape.
    Argument of any length {
        message = "this argument has size {lhs} at axis -{AXIS}, the function takes {rhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end, where the function takes {rhs}",
        ranks ArgumentRank {
            message = "this argument has rank {LHS}, the function takes rank {RHS}",
            label = "a shape of rank {LHS}, where the function takes rank {RHS}",
            note = "`insert_axis` and `remove_axis` give a tensor more or fewer axes of size 1; a function that takes any axes in front has `shape![..S, N]` there, with `S: Shape`",
        }
        source_or_more ArgumentLeastRank {
            message = "this argument has rank {LHS} or more, the function takes rank {RHS}",
            label = "a shape of rank {LHS} or more, where the function takes rank {RHS}",
        }
        target_or_more ArgumentRankAtLeast {
            message = "this argument has rank {LHS}, the function takes rank {RHS} or more",
            label = "a shape of rank {LHS}, where the function takes rank {RHS} or more",
        }
    }
    /// An argument with a size that is known only when the program runs.
    RunTimeArgument of numbers {
        message = "the size of this argument at axis -{AXIS} is known only when the program runs, the function takes {lhs}",
        label = "size `_` at axis -{AXIS}, counted from the end, where the function takes {lhs}",
    }
    /// An argument with a known size for one that may be any.
    KnownArgument of numbers {
        message = "this argument has size {lhs} at axis -{AXIS}, the function takes `_`, a size that is known only when the program runs",
        label = "size {lhs} at axis -{AXIS}, counted from the end, where the function takes `_`",
        note = "`widen()` makes known sizes run-time sizes, and `widen_axis::<-1>()` one of them",
    }
    /// A mask of an axis.
    Mask {
        message = "{?mask {sizes} does not fit shape {target}: }the mask has {lhs} elements, axis -{AXIS} has {rhs}",
        label = "{lhs} elements in the mask, size {rhs} at axis -{AXIS}, counted from the end",
        note = "a mask is a vector of as many elements as the axis has, and none of it is repeated",
        ranks MaskRank {
            message = "{?mask {sizes} does not fit shape {target}: }a mask of an axis is a vector: this one has rank {LHS}",
            label = "a mask of {LHS} axes",
        }
    }
    /// The `K` largest elements of an axis.
    Largest of numbers {
        message = "cannot take the {lhs} largest of {rhs} elements at axis -{AXIS}{? of shape {sizes}}",
        label = "{lhs} elements are asked for, axis -{AXIS}, counted from the end, has {rhs}",
        note = "an axis has as many largest elements as it has elements",
    }
    /// Numbers in steps.
    Range of numbers {
        message = "`arange` gives {rhs} numbers, not {lhs}",
        label = "{rhs} numbers for an axis of {lhs}",
        note = "from A to B, which is not among them, in steps of S there are (B - A) / S numbers, rounded up",
    }
    /// The steps between numbers.
    RangeSteps of numbers {
        message = "the step of `arange` must not be {lhs}",
        label = "a step of {lhs}",
    }
    /// Matrices that have to be square.
    Square {
        message = "a square matrix is needed: {!this one}{?shape {sizes}} has {lhs} rows and {rhs} columns",
        label = "matrices of {lhs} rows and {rhs} columns",
    }
    /// Equations and their right-hand sides.
    Equations {
        message = "{?cannot solve equations {sizes} for {target}: }there are {lhs} equations, but {rhs} numbers on the right",
        label = "coefficients of {lhs} equations and {rhs} numbers on the right",
        note = "`a.solve(&b)` takes shapes [N, N] and [N], or [N, N] and [N, K] for K right-hand sides at once",
    }
    /// Equations that are solved as well as can be, and their right-hand sides.
    Observations {
        message = "{?cannot solve equations {sizes} for {target}: }there are {lhs} equations, but {rhs} numbers on the right",
        label = "coefficients of {lhs} equations and {rhs} numbers on the right",
        note = "`a.lstsq(&b)` takes shapes [M, N] and [M], or [M, N] and [M, K] for K right-hand sides at once",
    }
    /// Vectors that are multiplied and summed up.
    Vectors {
        message = "vector lengths differ: {lhs} and {rhs}{?, in shapes {sizes} and {target}}",
        label = "vectors of {lhs} numbers on the left and of {rhs} on the right",
        note = "along the last axis nothing is repeated; axes in front of it broadcast",
    }
    /// Axes that are contracted.
    Contracted {
        message = "cannot contract{? {sizes} with {target}}: size {lhs} at axis -{AXIS} of the left does not match size {rhs} on the right",
        label = "size {lhs} at axis -{AXIS}, counted from the end, for size {rhs} among the first axes on the right",
        note = "the last axes of the left side and as many first axes of the right side have the same sizes, in the same order: nothing is repeated",
    }
    /// Vectors that have a cross product.
    Crossed of numbers {
        message = "a cross product takes {rhs} numbers: axis -{AXIS}{? of shape {sizes}} has {lhs}",
        label = "vectors of {lhs} numbers along axis -{AXIS}, counted from the end",
        note = "a plane has no cross product: the area that two vectors of two numbers span is the determinant of both",
    }
    /// A kernel that slides along an axis.
    Kernels of numbers {
        message = "{?kernels {target} do not go over shape {sizes}: }a kernel of {lhs} does not fit in {rhs} padded elements at axis -{AXIS}",
        label = "{lhs} elements of a kernel, {rhs} with padding at axis -{AXIS}, counted from the end",
        note = "padding P adds 2 * P to an axis, and by dilation D a kernel of K spans D * (K - 1) + 1",
        note = "more padding makes room: `Conv::new().padding::<1>()`; or are kernels and input exchanged? it is `images.conv2d(&kernels, settings)`",
    }
    /// A kernel that keeps the size of an axis.
    SamePadding of numbers {
        message = "a stride of {lhs} does not keep the size of axis -{AXIS}",
        label = "stride {lhs} at axis -{AXIS}, counted from the end, where the size is to stay the same",
        note = "`same()` goes with a stride of 1; with any other a padding is a number: `padding::<1>()`",
    }
    /// The channels of an input and of a kernel.
    KernelChannels {
        message = "{?kernels {target} do not go over shape {sizes}: }this convolution takes {rhs} channels, the input has {lhs} at axis -{AXIS}",
        label = "{lhs} channels at axis -{AXIS}, counted from the end, for kernels that take {rhs}",
        note = "an input [.., C, ...] goes with kernels [O, C, ...]; in G groups with kernels [O, C / G, ...]",
        note = "are kernels and input exchanged? it is `images.conv2d(&kernels, settings)`",
        note = "images whose channels stand last: `rearrange!(images, \"b h w c -> b c h w\")` moves them in front of the rows",
    }
    /// Output channels of a kernel, in groups.
    DividedOutput of numbers {
        message = "{?kernels {target} do not go over shape {sizes}: }{lhs} groups do not divide {rhs} output channels",
        label = "{rhs} is not a multiple of {lhs}",
        note = "each group gives as many channels: kernels in G groups have a shape [O, C / G, ...], where O is a multiple of G",
    }
    /// The channels of an input and of a transposed convolution's kernel.
    TransposedKernelChannels {
        message = "{?kernels {target} do not go over shape {sizes}: }this transposed convolution takes {rhs} channels, the input has {lhs} at axis -{AXIS}",
        label = "{lhs} channels at axis -{AXIS}, counted from the end, for kernels that take {rhs}",
        note = "an input [.., C, ...] goes with kernels [C, O, ...]; in G groups with kernels [C, O / G, ...]",
    }
    /// Input channels of a kernel, in groups.
    DividedInput of numbers {
        message = "{?kernels {target} do not go over shape {sizes}: }{lhs} groups do not divide {rhs} input channels",
        label = "{rhs} is not a multiple of {lhs}",
        note = "each group takes as many channels: transposed kernels in G groups have a shape [C, O / G, ...], where C is a multiple of G",
    }
    /// The output padding of an axis.
    OutputPadding of numbers {
        message = "{?kernels {target} do not go over shape {sizes}: }an output padding of {lhs} needs a stride or dilation above {lhs} at axis -{AXIS}",
        label = "{lhs} elements more at axis -{AXIS}, counted from the end, where {rhs} is the larger of stride and dilation",
        note = "an output padding chooses among the sizes that a convolution makes one: there are as many as its stride",
    }
    /// The positions that a kernel spans.
    SpreadLeft of numbers {
        message = "{?kernels {target} do not go over shape {sizes}: }padding of {lhs} on either side leaves nothing of {rhs} elements at axis -{AXIS}",
        label = "{rhs} elements without padding, less {lhs} on either side at axis -{AXIS}, counted from the end",
        note = "the padding of a transposed convolution makes its output smaller",
    }
    /// A window along an axis.
    SlidingWindow of numbers {
        message = "a window of {lhs} does not fit in axis -{AXIS}{? of shape {sizes}}: its size is {rhs}",
        label = "windows of {lhs} elements along axis -{AXIS}, counted from the end, of size {rhs}",
        note = "`pad` makes an axis larger",
    }
    /// A kernel that slides along a signal.
    SignalKernel of numbers {
        message = "{?kernel {target} does not go over signal {sizes}: }a kernel of {lhs} does not fit in a signal of {rhs}",
        label = "{lhs} numbers in the kernel, {rhs} in the signal at axis -{AXIS}, counted from the end",
        note = "`Full` and `Same` go beyond the ends of the signal: `signal.convolve(&kernel, Same)`",
        ranks SignalKernelRank {
            message = "{?kernel {target} does not go over signal {sizes}: }the kernel of a signal is a vector: this one has {LHS} axes",
            label = "{LHS} axes in the kernel",
            note = "kernels for several channels are those of `conv1d`: [O, C, K]",
        }
    }
    /// An axis along which there are slopes.
    Slopes of numbers {
        message = "a slope is between two elements: axis -{AXIS}{? of shape {sizes}} has size {lhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end",
    }
    /// Rows of columns.
    FoldedRows of numbers {
        message = "cannot fold {lhs} rows{? of shape {sizes}}: a window has {rhs} elements, and {lhs} is not a multiple of {rhs}",
        label = "{lhs} rows at axis -{AXIS}, counted from the end, for windows of {rhs} elements",
        note = "columns [.., C * K * L, places] have a row for each channel and each element of the window",
    }
    /// Columns, and the positions they belong to.
    FoldedPlaces {
        message = "{?cannot fold shape {sizes}: }there are {lhs} columns, the output has {rhs} places",
        label = "{lhs} columns for {rhs} places of the window",
        note = "there is a column for each place of the window in the output",
    }
    /// Channels that become squares of pixels.
    Squares of numbers {
        message = "{lhs} channels cannot be spread over squares of {rhs} by {rhs}{?, in shape {sizes}}",
        label = "{lhs} is not a multiple of {rhs} times {rhs}",
        note = "[.., C * R * R, H, W] becomes [.., C, H * R, W * R]",
    }
    /// Squares of pixels that become channels.
    WholeSquares of numbers {
        message = "size {lhs} at axis -{AXIS}{? of shape {sizes}} is not a multiple of {rhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end, in squares of {rhs} by {rhs}",
        note = "[.., C, H * R, W * R] becomes [.., C * R * R, H, W]",
    }
    /// A window that slides along an axis.
    WindowFits of numbers {
        message = "a window of {lhs} does not fit in {rhs} padded elements at axis -{AXIS}{? of shape {sizes}}",
        label = "{lhs} elements of a window, {rhs} with padding at axis -{AXIS}, counted from the end",
        note = "padding P adds 2 * P to an axis, and by dilation D a window of K spans D * (K - 1) + 1",
        note = "a pool may be rounded up, so that its last window ends outside by less than a stride: `Pool::of::<3>().ceil()`",
    }
    /// A window and the padding around what it slides along.
    PaddedWindow of numbers {
        message = "padding of {lhs} is more than half the window of {rhs} at axis -{AXIS}{? of shape {sizes}}",
        label = "padding of {lhs} and a window of {rhs} at axis -{AXIS}, counted from the end",
        note = "half a window is half of its elements, whatever its dilation: with more padding a window could be padding alone",
    }
    /// Indices that choose elements one by one.
    Indices {
        message = "{!the indices do not fit the values}{?indices of shape {target} do not fit values of shape {sizes}}: size {lhs} does not match size {rhs} at axis -{AXIS}",
        label = "values of size {lhs} and indices of size {rhs} at axis -{AXIS}, counted from the end",
        note = "but for the axis along which is chosen, sizes are equal or one of them is 1",
        note = "`take` gives whole parts for indices of any shape",
        ranks IndexRank {
            message = "{!the indices do not fit the values}{?indices of shape {target} do not fit values of shape {sizes}}: the values have rank {LHS}, the indices {RHS}",
            label = "values of rank {LHS} and indices of rank {RHS}",
            note = "there is one index for each element that is chosen: `insert_axis` gives indices one axis more",
            note = "`take` gives whole parts for indices of any shape",
        }
    }
    /// Indices that choose among the leading elements, one by one.
    LeadingIndices {
        message = "{?indices of shape {target} do not fit a tensor of shape {sizes}: }there are {lhs} indices for {rhs} elements at axis -{AXIS}",
        label = "indices of size {lhs} and a tensor of size {rhs} at axis -{AXIS}, counted from the end",
        note = "but for the axis along which is chosen, there are at most as many indices as elements, and the leading elements are chosen",
        note = "`gather` and `scatter` broadcast the other axes, and `take` gives whole parts",
        ranks IndexRank,
    }
    /// Indices that place the leading values, one by one.
    LeadingValues {
        message = "{?indices of shape {target} do not fit values of shape {sizes}: }there are {lhs} indices for {rhs} values at axis -{AXIS}",
        label = "indices of size {lhs} and values of size {rhs} at axis -{AXIS}, counted from the end",
        note = "there is a value for each index, and values beyond the indices are left out",
        note = "`scatter` broadcasts the values",
        ranks IndexRank,
    }
    /// Predictions and targets, which are of one shape.
    SameTargets {
        message = "{?predictions {sizes} do not go with targets {target}: }the predictions have size {lhs} at axis -{AXIS}, the targets {rhs}",
        label = "size {lhs} of the predictions and size {rhs} of the targets at axis -{AXIS}, counted from the end",
        note = "a loss compares each prediction with one target: nothing is stretched, as `-` would do it",
        ranks TargetRank {
            message = "{?predictions {sizes} do not go with targets {target}: }the predictions have rank {LHS}, the targets {RHS}",
            label = "rank {LHS} of the predictions, {RHS} of the targets",
            note = "a loss compares each prediction with one target: `remove_axis::<-1>()` takes out an axis of size 1",
        }
    }
    /// Scores, and a class for each row of them.
    Classifies {
        message = "{?scores {sizes} of classes at axis {along} do not go with targets {target}: }there are {rhs} targets for {lhs} rows at axis -{AXIS}",
        label = "{lhs} rows of scores and {rhs} targets at axis -{AXIS}, counted from the end, the classes left out",
        note = "scores [.., K] of K classes along the last axis have one target for each row of them: [..]",
        ranks ClassTargetRank {
            message = "{?scores {sizes} of classes at axis {along} do not go with targets {target}: }the targets have rank {RHS}, the scores without their classes {LHS}",
            label = "rank {LHS} of rows, {RHS} of targets",
            note = "targets are the index of a class for each row of scores: scores [.., K] have targets [..]",
            note = "targets that are a number for each class have the shape of the scores, and go into `soft_cross_entropy`",
        }
    }
    /// Weights for classes.
    WeighsClasses {
        message = "{?weights {target} do not fit shape {sizes}: }there are weights for {lhs} classes, the scores have {rhs} at axis -{AXIS}",
        label = "{lhs} weights for {rhs} classes at axis -{AXIS}, counted from the end",
        ranks ClassWeightRank {
            message = "{?weights {target} do not fit shape {sizes}: }weights for classes are a vector: these have {LHS} axes",
            label = "{LHS} axes of weights",
        }
    }
    /// Weights for channels.
    Channels {
        message = "{?weights {target} do not fit shape {sizes}: }there are weights for {lhs} channels, the input has {rhs} at axis -{AXIS}",
        label = "{lhs} weights for {rhs} channels at axis -{AXIS}, counted from the end",
        note = "channels of images [.., C, H, W] are axis -3, those of sequences [.., C, T] are axis -2",
        ranks ChannelWeightRank {
            message = "{?weights {target} do not fit shape {sizes}: }weights for channels are a vector: these have {LHS} axes",
            label = "{LHS} axes of weights",
        }
    }
    /// Channels in groups.
    HasGroups of numbers {
        message = "{lhs} groups do not divide {rhs} channels{? at axis {axis} of shape {sizes}}",
        label = "{lhs} groups for {rhs} channels at axis -{AXIS}, counted from the end",
    }
    /// A second input that goes through a layer.
    SecondInput {
        message = "{?weights {target} do not take a second input {sizes}: }this layer takes {rhs} numbers, the second input has {lhs} at axis -{AXIS}",
        label = "{lhs} numbers at axis -{AXIS} of the second input, counted from the end, for a layer of {rhs}",
        note = "inputs [.., I] and [.., J] go through weights [O, I, J], a matrix for each number of the output, and give [.., O]",
    }
    /// Two inputs that go through a layer together.
    PairedInputs {
        message = "{?inputs {sizes} and {target} do not go through a layer together: }the first input has size {lhs} at axis -{AXIS}, the second {rhs}",
        label = "size {lhs} of the first input and size {rhs} of the second at axis -{AXIS}, counted from the end",
        note = "two inputs go through a layer row by row: axes in front of the last are the same, and none is stretched",
        ranks InputRank {
            message = "{?inputs {sizes} and {target} do not go through a layer together: }the first input has rank {LHS}, the second {RHS}",
            label = "rank {LHS} of the first input, {RHS} of the second",
            note = "two inputs go through a layer row by row: axes in front of the last are the same, and none is stretched",
        }
    }
    /// Points whose distances are computed.
    Distances {
        message = "points differ in length: {lhs} and {rhs}{?, in shapes {sizes} and {target}}",
        label = "points of {lhs} numbers on the left and of {rhs} on the right, at axis -1, counted from the end",
        note = "points [.., P, N] and [.., Q, N] have distances [.., P, Q]",
    }
    /// Heads of queries that share heads of keys.
    KeyHeads {
        message = "{?queries {sizes} do not go with keys {target}: }{lhs} key heads do not divide {rhs} query heads",
        label = "{lhs} heads of keys and {rhs} of queries at axis -{AXIS}, counted from the end",
        note = "attention of grouped heads takes queries [.., H, L, E], keys [.., G, S, E] and values [.., G, S, D], where G divides H",
    }
    /// Heads of keys and of values, which have to be equal in number.
    ValueHeads {
        message = "{!cannot attend: }{?keys {sizes} do not go with values {target}: }there are {lhs} heads of keys, but {rhs} heads of values",
        label = "{lhs} heads of keys and {rhs} of values at axis -3, counted from the end",
        note = "attention of grouped heads takes queries [.., H, L, E], keys [.., G, S, E] and values [.., G, S, D]: nothing is repeated but heads for queries",
    }
    /// A slice of an axis.
    Slices of numbers {
        message = "cannot slice axis -{AXIS}{? of shape {sizes}} up to {lhs}: its size is {rhs}",
        label = "axis -{AXIS}, counted from the end, has size {rhs}",
    }
    /// The ends of a slice.
    SliceEnds of numbers {
        message = "cannot slice axis -{AXIS}{? of shape {sizes}} from {lhs} to {rhs}: the end is before the start",
        label = "from {lhs} to {rhs}",
        note = "`slice_back` goes from the end to the start, and takes them in the same order",
    }
    /// The start of a slice that goes up to the end of an axis.
    SliceStarts of numbers {
        message = "cannot slice axis -{AXIS}{? of shape {sizes}} from {lhs} on: its size is {rhs}",
        label = "axis -{AXIS}, counted from the end, has size {rhs}",
    }
    /// An index of an axis.
    Indexes of numbers {
        message = "index {lhs} is out of bounds for axis -{AXIS}: its size is {rhs}",
        label = "axis -{AXIS}, counted from the end, has size {rhs}",
    }
    /// An index of an axis that is counted from its end.
    BackIndexes of numbers {
        message = "index -{lhs} is out of bounds for axis -{AXIS}{? of shape {sizes}}: its size is {rhs}",
        label = "axis -{AXIS}, counted from the end, has size {rhs}",
        note = "an index with a sign is counted from the end of its axis, where -1 is the last",
    }
    /// The entries of a slice, and the axes that they are for.
    SliceEntries {
        ranks EntriesForAxes {
            message = "cannot slice{? shape {sizes}}: the shape has rank {LHS}, the entries are for rank {RHS}",
            label = "entries for rank {RHS} here, the shape has {LHS}",
            note = "each axis has an entry, the first one first: `..` is a whole axis, and `...` stands once for all axes that have none",
            note = "`a[1:5]` of NumPy is `a.slice(s![1..5, ...])`, and `a[..., 0]` is `a.slice(s![..., 0])`",
        }
        source_or_more EntriesForLeastAxes {
            message = "cannot slice: the shape has rank {LHS} or more, the entries are for rank {RHS}",
            label = "entries for rank {RHS} here, the shape has {LHS} or more",
            note = "each axis has an entry, the first one first: `..` is a whole axis, and `...` stands once for all axes that have none",
        }
    }
    /// The steps of a slice.
    Steps of numbers {
        message = "cannot slice axis -{AXIS}{? of shape {sizes}}: a slice step must not be {lhs}",
        label = "a step of {lhs}",
    }
    /// Numbers to be transformed into frequencies.
    RealFourier of numbers {
        message = "a Fourier transform needs at least one number: axis -{AXIS}{? of shape {sizes}} has size {lhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end",
    }
    /// Frequencies to be transformed back into numbers.
    InverseFourier of numbers {
        message = "an inverse Fourier transform needs at least two frequencies: axis -{AXIS}{? of shape {sizes}} has size {lhs}",
        label = "size {lhs} at axis -{AXIS}, counted from the end",
        note = "N real numbers have N / 2 + 1 frequencies, so that K frequencies are those of 2 (K - 1) numbers",
    }
    /// An axis that is to be cut in two.
    SplitsAt of numbers {
        message = "cannot split axis -{AXIS}{? of shape {sizes}} at {lhs}: its size is {rhs}",
        label = "axis -{AXIS}, counted from the end, has size {rhs}",
    }
    /// Places that an axis is to be cut at, one after the other.
    Places of numbers {
        message = "cannot split axis -{AXIS}{? of shape {sizes}} at {rhs} and then at {lhs}: places are in ascending order",
        label = "place {lhs} is in front of the one before it, {rhs}",
        note = "an axis of 8 has pieces of 3, 2 and 3 by `x.along::<-1>().split_at_each::<shape![3, 5]>()`",
    }
    /// An axis that is to be cut into pieces of one size.
    SplitsEvery of numbers {
        message = "cannot split axis -{AXIS}{? of shape {sizes}} into pieces of {lhs}",
        label = "pieces of {lhs}, size {rhs} at axis -{AXIS}, counted from the end",
    }
    /// An axis of which a range of fixed length is taken.
    Narrows of numbers {
        message = "cannot take {lhs} indices along axis -{AXIS}: its size is {rhs}",
        label = "axis -{AXIS}, counted from the end, has size {rhs}",
        note = "`x.narrow::<-1, dim!(4)>(start)` takes 4 indices from `start` on",
    }
    /// A table of vectors.
    Embedding {
        ranks TableRank {
            message = "a table of vectors is a matrix: this one has rank {LHS}",
            label = "rank {LHS} here",
            note = "an embedding takes its vectors from a table [V, D], a row for each index; `along::<-1>().take(&indices)` takes parts along any axis",
        }
    }
}

// A size that is known only when the program runs has no number: its texts are about the other one.
impl<T, R: Words, Axis> TellArgument<Dyn, R, Axis> for T where
    Operands: TellRunTimeArgument<<R::Short as Words>::BesideNumber, Count<0>, Axis>
{
}

for_each! {
    ([$($parameter:tt)*] $size:ty) => {
        impl<T, Axis, $($parameter)*> TellArgument<$size, Dyn, Axis> for T
        where
            Operands: TellKnownArgument<<<$size as Words>::Short as Words>::BesideNumber, Count<0>, Axis>,
        {
        }
    }

    // A number in each of its forms, as a blanket impl would hold for two sizes of run time, too.
    [const N: usize] Count<N>;
    [Lead, const LAST: u8] Digits<Lead, LAST>;
    [Number: InGroups] Long<Number>;
    [A] NameOf<A>;
    [A, B] SumOf<A, B>;
    [A, B] ProductOf<A, B>;
    [A, const N: usize] SumWith<A, N>;
    [A, const N: usize] Multiple<A, N>;
}

/// Stands where a number is expected: the axis has no element.
pub struct Nothing;

/// Carries the message for windows along an axis without elements.
#[diagnostic::on_unimplemented(
    message = "axis -{AXIS} has no elements",
    label = "size 0 at axis -{AXIS}, counted from the end",
    note = "a pool takes one element at least: padding alone has no mean and no maximum"
)]
pub trait NothingToPool<const AXIS: usize>: Unknown<Count<AXIS>> {}

impl<T, Padded, const AXIS: usize> TellWindowFits<Nothing, Padded, Count<AXIS>> for T where
    Shapes: NothingToPool<AXIS>
{
}

impl Words for Nothing {
    type Beside<Size: Words> = Size;
    type BesideInFull<Size: Words> = Size;
    type BesideNumber = Self;
    type BesideName = Self;
    type UpToSix = Self;
    type Short = Self;
}

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

/// Carries the message for positions of points, or their values, that are not a vector.
#[diagnostic::on_unimplemented(
    message = "positions and values of points are vectors: operand {OPERAND} has {LHS} axes",
    label = "operand {OPERAND} of the two, counted from 1, has {LHS} axes",
    note = "there is one value at each position; the positions in between may have any shape: `x.interp(&positions, &values)`"
)]
pub trait PointsRank<const OPERAND: usize, const LHS: usize> {}

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
    [OPERAND] OfPoints<OPERAND> => PointsRank;
    [] Searching => SearchedRank;
}

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

/// Carries the message for a matrix product with a shape that has no axes.
#[diagnostic::on_unimplemented(
    message = "cannot multiply matrices: a shape without axes has no inner size",
    label = "one side has no axes",
    note = "a matrix product takes a matrix or a vector on either side, with any number of axes in front of a matrix",
    note = "a single number scales a tensor with `*`"
)]
pub trait HasInnerAxis<Lhs, Rhs> {}

/// Carries the message for an inline tensor with a size that is known only at run time.
#[diagnostic::on_unimplemented(
    message = "an inline tensor needs sizes that are known: use `Tensor`, on the heap",
    label = "a size that is known only at run time cannot be held here",
    note = "`to_heap()` moves an inline tensor to the heap, and `view()` borrows it: both hold sizes of any kind",
    note = "numbers that are written are known: `slice(s![0..3])` instead of `slice_axis::<-1>(0..3)`, and `narrow_at::<-1, dim!(3), 0>()`"
)]
pub trait HoldsAnySize<Held> {}

/// Carries the message for a reshape that would move a name.
#[diagnostic::on_unimplemented(
    message = "cannot reshape: elements stay in their order, and `{Moved}` would get another place",
    label = "the axes before `{Moved}` and after it are not those of the target",
    note = "`rearrange!(x, \"a b -> b a\")` moves axes, with their elements",
    note = "to read the elements in another way, reshape to a shape without the name: `shape![5, 12]` instead of `shape![Seq, Heads]`"
)]
pub trait MovesName<Moved> {}

/// Carries the message for shapes whose number of elements overflows `usize`.
#[diagnostic::on_unimplemented(
    message = "cannot reshape: a shape has more elements than `usize` can count",
    label = "one of these shapes has 2 to the power of 64 elements or more",
    note = "no tensor has such a shape; a dynamic axis, `_`, leaves the number of elements to run time"
)]
pub trait CountsElements<Number> {}

impl<T> Accept<ReshapeRule, TooMany> for T
where
    Shapes: CountsElements<T>,
{
    type Output = Scalar;
}
