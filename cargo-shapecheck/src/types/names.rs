//! All names of the crate `shapecheck` that this tool knows. If the crate renames something, change this file.

/// The crate, as it is written in paths.
pub const CRATE: &str = "shapecheck";

/// The shape without axes.
pub const SCALAR: &str = "Scalar";
/// A shape with one more axis: `Axes<Lead, Last>`.
pub const AXES: &str = "Axes";
/// A shape of run-time rank.
pub const DYNAMIC_SHAPE: &str = "DynShape";
/// A size known only at run time.
pub const DYNAMIC_SIZE: &str = "Dyn";
/// `Shape3<A, B, C>` is `[A, B, C]`.
pub const SHAPE_ALIAS: &str = "Shape";
/// `Then2<S, A, B>` is `[..S, A, B]`.
pub const THEN_ALIAS: &str = "Then";
/// The macro that writes a shape.
pub const SHAPE_MACRO: &str = "shape";
/// Whoever imports that macro also has the module with its name, and rust-analyzer writes `shape::Axes`.
pub const IMPORTED_MODULE: &str = "shape::";
/// The macro that writes a size.
pub const SIZE_MACRO: &str = "dim";

/// The macros that write types.
pub const TYPE_MACROS: &[&str] = &[SHAPE_MACRO, AXES_MACRO, SIZE_MACRO];
/// What a headline says of such a type in the place of a value.
pub const NO_VALUE: &str = "is a type and no value";

/// Methods that a feature of the crate brings.
pub const METHODS_OF_FEATURES: &[(&[&str], &str)] = &[
    (
        &["random", "random_with", "dropout", "dropout_mask"],
        "rand",
    ),
    (
        &[
            "fft",
            "try_fft",
            "fft_to",
            "ifft",
            "try_ifft",
            "ifft_to",
            "rfft",
            "try_rfft",
            "rfft_to",
            "irfft",
            "try_irfft",
            "irfft_to",
            "fftn",
            "try_fftn",
            "ifftn",
            "try_ifftn",
        ],
        "fft",
    ),
];
/// What writes and reads tensors.
pub const BY_FEATURE: &str = "tensors are written and read by the feature";
/// What to do about `#[derive(Serialize)]` on a struct with parameters for sizes.
pub const BY_NO_BOUND: &str = "`#[derive]` asks it of every parameter, also of a size; `#[serde(bound = \"\")]` on the struct takes that away";

/// The tensor of any engine: `TensorOn<T, S, E>`.
pub const TENSOR: &str = "TensorOn";
/// The name of `TensorOn` for each engine. The default comes first, and need not be written. Lifetimes of the engine
/// come before the element type: `TensorOn<f32, [2], Borrowed<'a>>` is `View<'a, f32, [2]>`.
pub const ENGINES: &[(&str, &str)] = &[
    ("Host", "Tensor"),
    ("Inline", "InlineTensor"),
    ("Borrowed", "View"),
    ("BorrowedMut", "ViewMut"),
];

/// How the bound begins by which two shapes broadcast, and the name of what they broadcast to.
pub const BROADCAST: &str = "Broadcast<";
pub const BROADCASTED: &str = "Broadcasted";

/// The modules in the names of operations.
pub const OPERATIONS: &str = "shapecheck::engine::ops::";
/// What is left of them: `ops::Add`, because there are several `Add`s.
pub const OPERATIONS_MODULE: &str = "ops";
/// How the crate's own messages begin to name an operation.
pub const BEFORE_OPERATION: &[&str] = &["cannot compute `", "no `", "changed by `"];

/// A list of axes: `AxisList<(Axis<-1>, Axis<-3>), ...>` is `axes![-1, -3]`.
pub const AXIS_LIST: &str = "AxisList";
/// One axis of such a list.
pub const AXIS: &str = "Axis";
/// The macro that writes a list of axes.
pub const AXES_MACRO: &str = "axes";

/// Internal traits, with the public trait that each is part of. `None`: a note about it says nothing new.
pub const INTERNAL_TRAITS: &[(&str, Option<&str>)] = &[
    // Shapes and sizes.
    ("StaticSizes", Some("StaticShape")),
    ("ArrayShape", Some("Shape")),
    ("Sealed", None),
    ("Extent", Some("Dim")),
    ("EndsInOne", None),
    ("Bits", None),
    ("Digits", None),
    ("Arithmetic", Some("Dim")),
    ("BitSize", None),
    ("RemovableSize", None),
    ("AxisTuple", None),
    ("SizeWidens", None),
    // Broadcasting.
    ("Meets", None),
    ("MeetsDynamicRank", Some("Broadcast")),
    ("Expands", Some("BroadcastTo")),
    ("AxisMeets", None),
    ("AxisExpands", None),
    ("CompareBits", None),
    ("BitsAnswer", None),
    // Matrix products and reshapes.
    ("Contracts", Some("MatrixProduct")),
    ("RowsMeet", None),
    ("UnlessOne", None),
    ("MakesUp", None),
    ("Ascends", None),
    ("CutsAt", None),
    ("QuarterTurns", None),
    ("Equals", None),
    ("AxisEquals", None),
    ("EqualTo", None),
    ("AxisEqualTo", None),
    ("InnerEqualTo", None),
    ("Applies", None),
    ("IndicesOf", Some("TakeAlongAxis")),
    ("LeadingOf", None),
    ("TailMeets", None),
    ("SameElements", Some("Reshape")),
    ("OrWhole", None),
    ("CancelAxes", None),
    ("FromFirst", None),
    ("OrInfersOne", None),
    ("SameCount", None),
    ("CountElements", None),
    ("Times", None),
    ("Multiply", None),
    ("Bytes", None),
    ("LeadOf", None),
    ("LastOf", None),
    // Equations.
    ("SameLabels", None),
    ("Agree", None),
    ("Agreed", None),
    ("NamesAxes", None),
    ("NamesLast", None),
    ("NamesFirst", None),
    ("BeginsWith", None),
    ("OperandNames", None),
    ("OperandNamesLast", None),
    ("OperandNamesFirst", None),
    ("LeavesOut", None),
    ("AreNone", None),
    ("NamesNone", None),
    ("NamesNoneLeast", None),
    ("NamesEach", None),
    ("NamesLeast", None),
    ("NamesMore", None),
    ("BindsEach", None),
    ("BindsLeast", None),
    ("BindsMore", None),
    // Patterns.
    ("DividesAxis", None),
    ("Divides", None),
    ("Divided", None),
    ("NeverDivided", None),
    ("MadeOf", None),
    ("IsMade", None),
    ("Leaves", None),
    ("IsLeft", None),
    ("PatternOfEach", None),
    ("PatternOfLeast", None),
    ("PatternOfMore", None),
    // Messages.
    ("AxisVerdict", None),
    ("ShapeVerdict", None),
    ("IsKnown", None),
    ("Accept", None),
    ("Tell", None),
    ("CountAxes", None),
    ("NextCount", None),
    ("Decimal", None),
    ("SignificantDigits", None),
    ("Double", None),
    ("Grouped", None),
    ("Pad", None),
    ("RankFits", None),
    ("LeastRankFits", None),
    ("HasInnerAxis", None),
    ("HasTail", None),
    ("TargetRank", None),
    ("ClassTargetRank", None),
    ("ClassWeightRank", None),
    ("ChannelWeightRank", None),
    ("InputRank", None),
    ("TableRank", None),
    ("IndexRank", None),
    ("CountsRank", None),
    ("MaskRank", None),
    ("JoinRanks", None),
    ("JoinLeastRanks", None),
    ("NeedsMatrix", None),
    ("NeedsFirstAxes", None),
    ("SameRank", None),
    ("SameLeastRank", None),
    ("SameRankAtLeast", None),
    ("RecurrentRank", None),
    ("GateBiasRank", None),
    ("StateRank", None),
    ("ChannelsFirst", None),
    ("HasPlaces", None),
    ("Divides", None),
    ("DividesAxis", None),
    ("IsMade", None),
    ("PatternOfEach", None),
    ("PatternOfLeast", None),
    ("PatternOfMore", None),
    ("HasLeastTail", None),
    ("MaskRankFits", None),
    ("LeastMaskRankFits", None),
    ("CountsElements", None),
    ("NothingToPool", None),
];

/// Traits that ask whether a comparison fits, or whether shapes are made of sizes. Users cannot write anything about
/// them.
pub const VERDICTS: &[&str] = &["Accept", "Tell", "ArrayShape"];

/// Traits that only the crate implements, so that a list of implementors does not help.
pub const CLOSED_TRAITS: &[&str] = &[
    "Shape",
    "StaticShape",
    "Dim",
    "StaticDim",
    "Broadcast",
    "BroadcastTo",
    "HasAxis",
    "HasAxes",
    "InsertAxis",
    "RemoveAxis",
    "RemoveAxes",
    "SwapAxes",
    "Permute",
    "AxisNames",
    "Attends",
    "EndsIn",
    "Linear",
    "MaskFor",
    "MatchesInner",
    "MatrixProduct",
    "SameAs",
    "SameSize",
    "Reshape",
    "ExpandTo",
    "NamesAxes",
    "NamesLast",
    "NamesFirst",
    "SameLabels",
    "TellsSizes",
    "TakesShape",
    "Parts",
    "IndexedBy",
    "AsIndices",
];

/// Documented traits that the macros for equations ask for.
pub const OF_EQUATIONS: &[&str] = &[
    "NamesAxes",
    "NamesLast",
    "NamesFirst",
    "LeavesOut",
    "SameLabels",
    "DividesAxis",
    "MadeOf",
    "Leaves",
];

/// The first argument of these traits, which no other trait has.
pub const RELATIONS_OF_EQUATIONS: &[&str] = &[
    "Naming",
    "NamingIn",
    "NamingAxes",
    "Among",
    "Ones",
    "LeavingOut",
    "Dividing",
    "DividingSome",
    "Making",
    "MakingSome",
    "Unpacking",
];

/// Types with a name of an equation as their argument: a macro writes the name as a type, whose path is that of the
/// function that calls the macro.
pub const NAMES_OF_EQUATIONS: &[&str] = &[
    "Word<",
    "In<",
    "NamingIn<",
    "Dividing<",
    "DividingSome<",
    "Making<",
    "MakingSome<",
];

/// The file with the crate's own engines: a list of what they implement shows its macros, and says no more than the
/// crate's notes.
pub const ENGINES_FILE: &str = "src/host/engines.rs";

/// Folders of the crate's source.
pub const SOURCE_FOLDERS: &[&str] = &[
    "/src/tensor/",
    "/src/shape/",
    "/src/dim/",
    "/src/engine/",
    "/src/algebra/",
    "/src/broadcast/",
    "/src/verdict/",
    "/src/host/",
];

/// What the crate's own notes say of a suggestion by rustc which this tool takes away.
pub const ABOUT_SUGGESTIONS: &str = " (the bound that rustc may suggest below is not enough)";

/// How the crate's own notes begin that name code to write.
pub const ADVICE: &[&str] = &["add a bound", "add the bound"];

/// How a headline begins that tells of a bound which is missing.
pub const UNDECIDED: &str = "cannot tell whether ";

/// How a note begins to say that the bound to add is the one that a line below names.
pub const ADVICE_BY_LINE: &str = "add as a bound what the line `required for ";

/// The headline about a size that does not widen.
pub const WIDENS: &str =
    "a size that only a value brings has to be checked to be one that the compiler knows";

/// What a size is asked for that is computed from it and another.
pub const ARITHMETIC: &[&str] = &[
    "Plus",
    "Minus",
    "Times",
    "Smaller",
    "PlusNumber",
    "TimesNumber",
    "PlusAndOne",
    "OntoEven",
    "OntoOdd",
    "OntoNextEven",
    "FromEven",
    "FromOdd",
    "FromOddBelow",
];

/// The traits that have them.
pub const SIZES: &[&str] = &["Arithmetic", "Extent"];

/// What operations ask of shapes: which of the parameters are other shapes, and what stands in front of each in a
/// sentence.
pub const RELATIONS: &[(&str, &[(&str, usize)])] = &[
    ("Broadcast", &[("with", 0)]),
    ("BroadcastTo", &[("to", 0)]),
    ("MatrixProduct", &[("by", 0)]),
    ("Linear", &[("with weights", 0)]),
    ("Solves", &[("for", 0)]),
    ("LeastSquares", &[("for", 0)]),
    ("VecDot", &[("with", 0)]),
    ("Cross", &[("with", 1)]),
    ("Reshape", &[("to", 0)]),
    ("MayBe", &[("as", 0)]),
    ("EndsIn", &[("and", 0)]),
    ("SameSizes", &[("and", 1)]),
    ("MaskFor", &[("as a mask of", 0)]),
    ("Attends", &[("to keys", 0), ("and values", 1)]),
    ("GroupedAttends", &[("to keys", 0), ("and values", 1)]),
    ("Recurs", &[("through weights", 1), ("and", 2)]),
    ("Concat", &[("and", 0)]),
    ("TakeAxis", &[("at", 1)]),
    ("TakeAlongAxis", &[("at", 1)]),
    ("HoldsLeading", &[("at", 1)]),
    ("ValuesFor", &[("at", 0)]),
    ("DiagonalAlong", &[]),
    ("DiagAlong", &[]),
    ("Convolve", &[("by kernels", 1)]),
    ("ConvolveTransposed", &[("by kernels", 1)]),
    ("Channels", &[("with weights", 1)]),
    ("Classifies", &[("for targets", 1)]),
    ("WeighsClasses", &[("with weights", 1)]),
    ("PoolsBy", &[]),
    ("UnfoldsBy", &[]),
    ("FoldsTo", &[]),
    ("HasGroups", &[]),
    ("PerChannel", &[]),
    ("PixelShuffle", &[]),
    ("PixelUnshuffle", &[]),
    ("RealFourier", &[]),
    ("InverseRealFourier", &[]),
    ("Unflattens", &[]),
    ("SplitAxis", &[]),
    ("SplitInto", &[]),
    ("TopK", &[]),
    ("Narrows", &[]),
    ("Slices", &[]),
    ("SplitsAt", &[]),
    ("SplitsAtEach", &[]),
    ("SplitsEvery", &[]),
    ("WindowsOf", &[]),
    ("RemoveAxis", &[]),
    ("RemoveAxes", &[]),
    ("SplitEqually", &[]),
    ("Padding", &[]),
    ("PadEdge", &[]),
    ("PadReflect", &[]),
    ("PadSigned", &[]),
    ("PadSymmetric", &[]),
    ("PadWrap", &[]),
    ("SquareMatrices", &[]),
];

/// What two sizes are compared for, and the rule.
pub const RULES: &[(&str, &str)] = &[
    (
        "LinearRule",
        "an input [.., I] goes through weights [O, I], a row for each number of the output; weights [I, O] multiply it, `x.matmul(&weights)`",
    ),
    (
        "AttendsRule",
        "attention takes queries [.., L, E], keys [.., S, E] and values [.., S, D]; keys are not transposed",
    ),
    (
        "ValuesRule",
        "attention takes queries [.., L, E], keys [.., S, E] and values [.., S, D]: a value for each key",
    ),
];

/// How the crate's own note begins about two sizes that are parameters.
pub const ABOUT_PARAMETERS: &str =
    "two parameters are two sizes, whatever their numbers may be: use one parameter for both";

/// What headlines of the crate say, or this tool's, of which one about each line is enough.
pub const HEADLINES: &[&str] = &[
    "has no axis ",
    "cannot tell whether ",
    " is not the size of an axis",
    " is not a shape",
    " is no engine of tensors",
    "found for type parameter `",
    "a size is a type; write ",
    "in the place of a parameter `const ",
    " does not match size ",
    CONVERTS,
    NO_VALUE,
    BY_FEATURE,
    BY_NO_BOUND,
];

/// Headlines about a type parameter without a bound, and the bound.
pub const HEADLINES_OF_BOUNDS: &[(&str, &str)] = &[
    ("is not the size of an axis", "Dim"),
    ("is not the size of an axis", "Extent"),
    ("is not a shape", "Shape"),
    ("is not a shape", "ArrayShape"),
    ("is no engine of tensors", "Engine"),
];

/// How the headline begins about a size that is to be known to the compiler.
pub const UNKNOWN_SIZE: &str = "the size `";
/// The same of several.
pub const UNKNOWN_SIZES: &str = "the sizes `";

/// What headlines say of an engine that misses something.
pub const HEADLINES_OF_ENGINES: &[&str] = &[
    "` cannot ",
    "` has no ",
    "` is no engine ",
    "` holds tensors ",
];

/// The headline about a type that stands in the place of a shape, and is named by the label.
pub const NO_SHAPE: &str = "this type is not a shape";

/// How the headline begins about an axis that is not there; the shape stands in a note.
pub const NO_AXIS: &str = "the shape has no axis ";

/// What the headline says with the shape.
pub const NO_AXIS_OF: &str = "has no axis ";

/// Methods that take an axis as a parameter, but for those with `axis` in their name.
pub const METHODS_OF_AN_AXIS: &[&str] = &[
    "softmax",
    "log_softmax",
    "along",
    "along_mut",
    "size",
    "sort",
    "argsort",
    "cumulative_sum",
    "diff",
];

/// Methods of `x.along::<-1>()`, which the tensor itself does not have.
pub const METHODS_ALONG: &[&str] = &[
    "array_split",
    "batch_norm",
    "batch_norm_by",
    "chunk",
    "compress",
    "concat",
    "cross_entropy",
    "cross_entropy_by",
    "flip",
    "gather",
    "gather_leading",
    "group_norm",
    "instance_norm",
    "nll_loss",
    "nll_loss_by",
    "pad",
    "pad_edge",
    "pad_linear_ramp",
    "pad_linear_ramp_with",
    "pad_mean",
    "pad_mean_with",
    "pad_reflect",
    "pad_signed",
    "pad_signed_with",
    "pad_symmetric",
    "pad_with",
    "pad_wrap",
    "repeat",
    "repeat_each",
    "repeat_with",
    "slice",
    "slice_back",
    "slice_with",
    "soft_cross_entropy",
    "soft_cross_entropy_by",
    "split",
    "split_at",
    "split_at_each",
    "split_at_places",
    "split_at_with",
    "split_equal",
    "split_every",
    "split_every_with",
    "take",
    "tile",
    "tile_with",
    "try_compress",
    "try_concat",
    "try_gather",
    "try_gather_leading",
    "try_slice_with",
    "try_take",
    "unstack",
    "weighted_cross_entropy",
    "weighted_cross_entropy_by",
    "weighted_nll_loss",
    "weighted_nll_loss_by",
    "weighted_soft_cross_entropy",
    "weighted_soft_cross_entropy_by",
    "windows",
];

/// Methods whose sizes and axes are parameters, and how they are written.
pub const TURBOFISHES: &[(&str, &str)] = &[
    ("topk", "topk::<-1, dim!(5)>()"),
    ("one_hot", "one_hot::<f32, dim!(10)>()"),
    ("reshape", "reshape::<shape![2, 3]>()"),
    ("broadcast_to", "broadcast_to::<shape![2, 3]>()"),
    ("split_axis", "split_axis::<-1, dim!(12), dim!(64)>()"),
    ("merge_axes", "merge_axes::<-2>()"),
    ("narrow", "narrow::<-1, dim!(4)>(start)"),
    ("try_narrow", "try_narrow::<-1, dim!(4)>(start)"),
    ("index_axis", "index_axis::<-1>(index)"),
    ("slice_axis", "slice_axis::<-1>(start..end)"),
    ("insert_axis", "insert_axis::<-1>()"),
    ("remove_axis", "remove_axis::<-1>()"),
    ("swap_axes", "swap_axes::<-2, -1>()"),
    ("move_axis", "move_axis::<-3, -1>()"),
    ("move_axes", "move_axes::<axes![-1, -2], axes![-3, -4]>()"),
    ("rot90_axes", "rot90_axes::<axes![-3, -1], dim!(1)>()"),
    ("rot90_axes_with", "rot90_axes_with::<axes![-3, -1]>(turns)"),
    ("permute", "permute::<axes![-1, -2]>()"),
    ("unflatten", "unflatten::<-1, shape![2, 64]>()"),
    ("flatten_from", "flatten_from::<-3>()"),
    ("windows", "windows::<dim!(3), dim!(1)>()"),
    ("repeat", "repeat::<dim!(3)>()"),
    ("tile", "tile::<dim!(3)>()"),
    ("pad", "pad::<dim!(1), dim!(2)>(0.0)"),
    ("pad_edge", "pad_edge::<dim!(1), dim!(2)>()"),
    (
        "pad_linear_ramp",
        "pad_linear_ramp::<dim!(1), dim!(2)>((0.0, 1.0))",
    ),
    ("pad_mean", "pad_mean::<dim!(1), dim!(2)>()"),
    ("pad_reflect", "pad_reflect::<dim!(1), dim!(2)>()"),
    (
        "pad_signed",
        "pad_signed::<Negative<dim!(1)>, dim!(2)>(0.0)",
    ),
    ("pad_symmetric", "pad_symmetric::<dim!(1), dim!(2)>()"),
    ("pad_wrap", "pad_wrap::<dim!(1), dim!(2)>()"),
    ("split", "split::<shape![4, 6]>()"),
    ("split_at", "split_at::<dim!(4)>()"),
    ("split_at_each", "split_at_each::<shape![3, 5]>()"),
    ("split_every", "split_every::<dim!(4)>()"),
    ("adaptive_avg_pool", "adaptive_avg_pool::<shape![7, 7]>()"),
    ("adaptive_max_pool", "adaptive_max_pool::<shape![7, 7]>()"),
    ("channel_shuffle", "channel_shuffle::<dim!(2)>()"),
    (
        "interpolate_by",
        "interpolate_by::<shape![3, 3], shape![2, 2]>(Interpolation::Linear)",
    ),
    ("pixel_shuffle", "pixel_shuffle::<dim!(2)>()"),
    ("pixel_unshuffle", "pixel_unshuffle::<dim!(2)>()"),
    ("try_into_shape", "try_into_shape::<shape![_, 3]>()"),
    ("widen", "widen::<shape![_, 3]>()"),
];

/// Settings of windows, and one as an example.
pub const SETTINGS: &[(&str, &str)] = &[
    ("Conv", "Conv::new().stride::<2>().padding::<1>()"),
    ("ConvTranspose", "ConvTranspose::new().stride::<2>()"),
    ("Pool", "Pool::of::<3>().stride::<2>()"),
];

/// Functions that make a tensor, and have a form with `_with` that takes the value of a shape.
pub const FORMS_WITH_SHAPE: &[&str] = &[
    "zeros",
    "ones",
    "full",
    "from_fn",
    "from_vec",
    "from_slice",
    "from_buffer",
    "eye",
    "eye_at",
];

/// Methods that make one number of a tensor, and have a form along an axis.
pub const REDUCTIONS: &[&str] = &["sum", "mean", "product", "max", "min", "var", "std"];

/// Traits of the standard library of which an associated type may stand beside a tensor.
pub const PROJECTED_OF_STD: &[&str] = &[
    "Iterator",
    "IntoIterator",
    "Deref",
    "Future",
    "FnOnce",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
];

/// What rust-analyzer writes in the place of a type that it does not find.
pub const UNKNOWN_TYPE: &str = "{unknown}";

/// Types of elements.
pub const ELEMENTS: &[&str] = &[
    "f32", "f64", "bool", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
    "i128", "isize",
];

/// What rustc writes under a call whose argument it marks.
pub const LABELS_OF_NO_USE: &[&str] = &[
    "required by a bound introduced by this call",
    "arguments to this method are incorrect",
    "arguments to this function are incorrect",
    "arguments to this enum variant are incorrect",
    "arguments to this struct are incorrect",
];

/// Labels of type parameters, of which the headline says that they are expected and found.
pub const LABELS_OF_PARAMETERS: &[&str] = &[
    "expected this type parameter",
    "found this type parameter",
    "expected type parameter",
    "found type parameter",
];

/// The beginnings of notes on what a size is, which the headline says of a parameter without a bound.
pub const ABOUT_SIZES: &[&str] = &[
    "a type parameter `N` is a size where it is bounded",
    "a whole shape goes first, after two dots",
    "in generic code a computed size that is used as an axis needs one bound",
];

/// The beginnings of notes on engines, of no use where the engine is one of the crate's.
pub const ABOUT_OTHER_ENGINES: &[&str] = &[
    "a function that is generic over its engine asks for",
    "an engine of your own that has all operations says so",
];

/// How a headline ends that says how elements become those of another type.
pub const CONVERTS: &str = "` converts them";

/// What to do about a tensor that is moved.
pub const ABOUT_MOVES: &str = "operators and methods take borrowed tensors, ";

/// What to do about parameters that are given in another order.
pub const ORDER: &str = "look at the order of the parameters";

/// How the headline begins about a `?` behind what cannot fail.
pub const QUESTION_MARK: &str =
    "the `?` operator can only be applied to values that implement `Try`";

/// How the headline begins about an index of another rank.
pub const INDEXED: &str = "a tensor of another rank is indexed by ";

/// What other libraries call methods, and what is written here.
pub const NAMES_ELSEWHERE: &[(&str, &str)] = &[
    ("unsqueeze", "insert_axis::<-1>()"),
    ("expand_dims", "insert_axis::<-1>()"),
    ("swapaxes", "swap_axes::<-2, -1>()"),
    ("t", "transpose()"),
    ("cat", "along::<-1>().concat(&y)"),
    ("concatenate", "along::<-1>().concat(&y)"),
    ("flatten", "merge_axes::<-2>()"),
    ("unflatten", "split_axis::<-1, dim!(12), dim!(64)>()"),
    ("index_select", "along::<-1>().take(&indices)"),
    ("masked_fill", "mask.select(&yes, &no)"),
    ("argmax", "argmax_axis::<-1>()"),
    ("cumsum", "cumulative_sum::<-1>()"),
    ("mm", "matmul(&y)"),
    ("bmm", "matmul(&y)"),
    ("into_shape", "reshape::<shape![2, 3]>()"),
];

/// What to do where an engine that is a parameter lacks one of them.
pub const ENGINE_BOUND: &str = "a function that is generic over its engine asks for `{Self}: Floats<f32>`, or `Numbers` where no functions of floats are needed, or `Networks` with layers";

/// What asks whether two sizes are equal, and what to do where they are parameters.
pub const EQUAL_SIZES: &str = "AxisEquals";
pub const EQUAL_SIZES_BOUND: &str = "`{Self}` and `{Rhs}` are two sizes: use one parameter for both, or add the bound `{Self}: SameAs<{Rhs}>`";

/// Traits of engines: a function that is generic over its engine asks for one of those that have them all.
pub const ENGINE_TRAITS: &[&str] = &[
    "Unary",
    "Binary",
    "BinaryInPlace",
    "Reduces",
    "Scans",
    "Softmax",
    "Products",
    "Networks",
    "Inverts",
    "Decomposes",
    "Factors",
    "Convolves",
    "Pools",
];

/// What methods ask of the shape or the size that a list of bounds names, and what to do.
pub const METHOD_BOUNDS: &[(&str, &str)] = &[
    (
        "Binary",
        "nothing says whether the indices have the axes of `{Self}`: spell out theirs, or `take` gives whole parts for indices of any shape",
    ),
    ("Dim", "add the bound `{Self}: Dim`"),
    ("StaticDim", "add the bound `{Self}: StaticDim`"),
    ("Extent", "add the bound `{Self}: Dim`"),
    (
        "Engine",
        "add the bound `{Self}: Numbers<f32>`, or `Floats`, of `shapecheck::engine`",
    ),
    (
        "HasAxis",
        "the axis has to stand in the type; `shape![..S, N]` has an axis -1, whatever `S` is, and `{Self}` has none that is known",
    ),
    (
        "WithAxis",
        "the axis has to stand in the type; `shape![..S, N]` has an axis -1, whatever `S` is, and `{Self}` has none that is known",
    ),
    (
        "Applies",
        "`{Self}` has no axes that are known; `shape![..S, I]` goes through weights `shape![O, I]`, whatever `S` is",
    ),
    (
        "ChannelsFirst",
        "the channels and the axes behind them have to stand in the type, as in `shape![..S, C, H, W]`, whatever `S` is",
    ),
    (
        "HasPlaces",
        "the axes that a window slides along have to stand in the type, as in `shape![..S, H, W]`, whatever `S` is",
    ),
    (
        "Contracts",
        "`{Self}` has no axes that are known; `shape![..S, M, K]` can be multiplied by `shape![K, N]` and by `shape![..S, K, N]`, whatever `S` is",
    ),
    (
        "Memory",
        "it reads elements one by one, in the memory of a `Tensor` or an `InlineTensor`, and is not there for an engine that is a parameter",
    ),
    (
        "Promotes",
        "it reads elements one by one, in the memory of a `Tensor` or an `InlineTensor`, and is not there for an engine that is a parameter",
    ),
    ("ArrayShape", "add the bound `{Self}: Shape`"),
    ("Shape", "add the bound `{Self}: Shape`"),
];

/// A tensor that is expected, one that is found, and what to do.
pub const BETWEEN_ENGINES: &[(&str, &str, &str)] = &[
    (
        "Tensor",
        "View",
        "`to_tensor()` copies the elements of a view",
    ),
    (
        "Tensor",
        "ViewMut",
        "`to_tensor()` copies the elements of a view",
    ),
    (
        "Tensor",
        "InlineTensor",
        "`to_heap()` moves an inline tensor to the heap",
    ),
    ("View", "Tensor", "`view()` borrows a tensor"),
    ("View", "InlineTensor", "`view()` borrows a tensor"),
    (
        "View",
        "ViewMut",
        "`view()` borrows a view that changes elements",
    ),
    (
        "ViewMut",
        "Tensor",
        "`view_mut()` borrows a tensor to change it",
    ),
    (
        "ViewMut",
        "InlineTensor",
        "`view_mut()` borrows a tensor to change it",
    ),
    (
        "ViewMut",
        "View",
        "a `View` only reads; `view_mut()` of a tensor gives a view that changes it",
    ),
];

/// Types that exist only to carry a message.
pub const MESSAGE_TYPES: &[&str] = &["Shapes", "Operands"];

/// The module of the macros that the crate's own macros call.
pub const MACROS: &str = "$crate::__macro";

/// Macros of the crate that only the crate calls.
pub const INTERNAL_MACROS: &[&str] = &[
    "static_sizes",
    "format_as_sizes",
    "try_from_sizes",
    "columns",
    "flat",
    "moves_in_memory",
    "reductions",
    "generic_engines",
    "functions",
    "of_any_shape",
    "operators",
    "kernels",
    "broadcast_map",
    "broadcast_update",
    "par_broadcast_map",
    "par_broadcast_update",
    "shape",
    "axes",
    "dim",
];

/// The crate's own name for an internal trait.
pub fn public_name(internal: &str) -> Option<&'static str> {
    INTERNAL_TRAITS
        .iter()
        .find(|(name, _)| *name == internal)
        .and_then(|(_, public)| *public)
}

/// Whether a trait is one that no one asks for by name.
pub fn is_internal(name: &str) -> bool {
    INTERNAL_TRAITS
        .iter()
        .any(|(internal, _)| *internal == name)
}

/// Whether a trait of the crate computes shapes and sizes, or is about what computes.
pub fn is_of_shape(name: &str) -> bool {
    is_internal(name)
        || CLOSED_TRAITS.contains(&name)
        || ENGINE_TRAITS.contains(&name)
        || RELATIONS.iter().any(|(relation, ..)| *relation == name)
        || [
            "ReducedBy",
            "Promotes",
            "Extent",
            "Memory",
            "Engine",
            "Sorts",
            "Gathers",
            "Joins",
            "MapsIndices",
            "MovesAxes",
        ]
        .contains(&name)
}
