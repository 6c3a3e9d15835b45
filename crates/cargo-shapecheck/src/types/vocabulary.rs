//! Words that the tool knows itself: the types that it reads, how messages of the library and of the tool begin, and
//! words of rust-analyzer and of the standard library. Those of rustc are in `message::rustc`.
//!
//! Names of rules, traits, methods and macros of the library are not here: they are read from its source when the tool is
//! built, into `library`. `tests/vocabulary.rs` looks whether the source still says what stands here of its messages.

/// The crate, as it is written in paths.
pub const CRATE: &str = "shapecheck";
/// The crate of its rules, as it is written in paths by a program that has that alone, or for what is private there.
pub const CRATE_OF_RULES: &str = "shapecheck_core";
/// The packages of the two.
pub const PACKAGES: [&str; 2] = ["shapecheck", "shapecheck-core"];
/// The crate for meshes, and its package.
pub const CRATE_OF_MESHES: &str = "shapecheck_mesh";
pub const PACKAGE_OF_MESHES: &str = "shapecheck-mesh";
/// Modules of the crate to which no path leads from outside.
pub const PRIVATE_MODULES: &[&str] = &["shape::named_axis"];
/// The forms of sizes with names, as the traits that carry a message say them: `ArgumentMultipleByProduct`.
pub const FORMS_OF_NAMES: &[&str] = &["SumWith", "Multiple", "Name", "Sum", "Product"];

/// The shape without axes.
pub const SCALAR: &str = "Scalar";
/// A shape with one more axis: `Axes<Lead, Last>`.
pub const AXES: &str = "Axes";
/// A shape of run-time rank.
pub const DYNAMIC_SHAPE: &str = "DynShape";
/// A size known only at run time.
pub const DYNAMIC_SIZE: &str = "Dyn";
/// A size with a name: `NamedDim<Batch>`.
pub const NAMED_SIZE: &str = "NamedDim";
/// What such a size has instead of a name: `SumOf<Past, Seq>`, `ProductOf<NumberOf<U2>, Seq>`.
pub const SUM: &str = "SumOf";
pub const PRODUCT: &str = "ProductOf";
/// A name divided by an axis of a mesh: `Shard<Hidden, Tp>`.
pub const SHARD: &str = "Shard";
pub const NUMBER_OF_SIZE: &str = "NumberOf";
/// A number in a message.
pub const COUNT: &str = "Count";
/// How messages write digits after a number, none before them, and many of them.
pub const DIGITS: &str = "Digits";
pub const NO_DIGIT: &str = "End";
pub const MANY_DIGITS: &str = "Long";
/// How they have a name, and a name beside a number.
pub const NAME: &str = "NameOf";
pub const SUM_WITH_NUMBER: &str = "SumWith";
pub const MULTIPLE: &str = "Multiple";
/// What holds for two shapes that fit: `Accept<Relation, Verdict>`.
pub const ACCEPT: &str = "Accept";
/// What leads to the message about two sizes: `Tell<Relation, Lhs, Rhs, Axis>`.
pub const TELL: &str = "Tell";
/// One of more than six digits, in groups of three.
pub const MILLIONS: &str = "Millions";
/// How the trait begins by which a const parameter is a size: `<SizeTable as Lists<N>>::Dim`.
pub const CONSTANT: &str = "Lists<";
/// What a headline says of one that is none, and what of a parameter whose item has no attribute.
pub const NO_CONST_SIZE: &str = "is neither a const parameter of an item with `#[checked]`";
pub const WITHOUT_ATTRIBUTE: &str =
    "is a const parameter of an item without `#[checked]`: put it above `";
/// What `#[checked]` says where it does nothing.
pub const NOTHING_TO_COMPARE: &str = "`#[checked]` has nothing to compare: ";
/// What this tool says of a number.
pub const NOT_IN_TABLE: &str = "is not in the table of const sizes";
/// How the module begins in which a list of names is declared.
pub const NAMES_MODULE: &str = "dims_";
/// `Shape3<A, B, C>` is `[A, B, C]`.
pub const SHAPE_ALIAS: &str = "Shape";
/// `Then2<S, A, B>` is `[..S, A, B]`.
pub const THEN_ALIAS: &str = "Then";
/// The macro that writes a shape.
pub const SHAPE_MACRO: &str = "shape";
/// A file that imports that macro also has the module with its name, and rust-analyzer writes `shape::Axes`.
pub const IMPORTED_MODULE: &str = "shape::";
/// The macro that writes a size.
pub const SIZE_MACRO: &str = "dim";

/// The macros that write types.
pub const TYPE_MACROS: &[&str] = &[SHAPE_MACRO, AXES_MACRO, SIZE_MACRO];
/// What a headline says of such a type where a value is expected.
pub const NO_VALUE: &str = "is a type and no value";

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

/// Whether a name is that of tensors of one engine or of any.
pub fn is_tensor(name: &str) -> bool {
    name == TENSOR || ENGINES.iter().any(|(_, tensor)| *tensor == name)
}

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

/// What the crate's own notes say of a suggestion by rustc which this tool takes away.
pub const ABOUT_SUGGESTIONS: &str = " (the bound that rustc may suggest below is not enough)";

/// What they say of const parameters, whose names this tool writes.
pub const ABOUT_CONSTANTS: &str = ", where a const parameter `N` is `dim!(N)`";

/// What a headline says of the shape that a bias is added to.
pub const BIAS: &str = ": BiasFor<";

/// The same of two sizes that differ.
pub const IN_BIAS: &str = " numbers in the bias, the layer gives ";

/// How a note goes on that names one.
pub const OR_BOUND: &str = ", or add the bound `where ";

/// The same of a bound that two sizes are equal, which is for sizes that cannot be one parameter.
pub const OR_BOUND_OF_COMPUTED: &str = ", or, where one is computed, add the bound `where ";

/// How the crate's own notes begin that name code to write.
pub const ADVICE: &[&str] = &["add a bound", "add the bound"];

/// What is said of a module with sizes as types below burn's `#[derive(Module)]`.
pub const BY_MODULE: &str = "`#[derive(Module)]` asks of sizes to be modules: `shapecheck_burn::module! { .. }` around the struct declares a module whose sizes are types, and const parameters go with `#[checked]` above the derive";

/// How a headline begins that tells of a bound which is missing.
pub const UNDECIDED: &str = "cannot tell whether ";

/// What a headline calls an argument of a checked function.
pub const ARGUMENT: &str = "this argument";

/// How a headline begins that tells of a clash.
pub const CLASH: &str = "cannot ";

/// Traits of operators between two tensors; those in place end in `Assign`.
pub const OPERATORS: &[&str] = &[
    "Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor",
];

/// What such a headline says of a reshape.
pub const SAME_ELEMENTS: &str = "have the same number of elements";

/// What stands in such a headline where a rule asks for its own axes.
pub const NOTHING_SAYS: &str = ", and nothing here says that ";

/// How a note begins to say that the bound to add is the one that a line below names.
pub const ADVICE_BY_LINE: &str = "add as a bound what the line `required for ";

/// How the note of an axis that is made of parts begins about a bound.
pub const ABOUT_EQUAL_PARTS: &str = "where the two are always equal, add the bound `where ";

/// How the notes begin about two sizes that may be equal, or in another order.
pub const ABOUT_ORDER: &[&str] = &[
    ABOUT_PARAMETERS,
    ABOUT_NUMBERS,
    ABOUT_NAMES,
    "are the axes in the right order?",
    "a matrix product takes shapes",
    "`transpose()` swaps the last two axes",
    "are kernels and input exchanged?",
    "where the axis is made of the sizes of the group",
    "where it is always a multiple, add the bound",
    "images whose channels stand last",
];

/// How the notes begin about a reshape to sizes that are not known.
pub const ABOUT_RESHAPE: &[&str] = &[
    "to reshape to sizes that are known at run time",
    "in generic code `split_axis`",
    "sizes with names stay at the front or at the end",
];

/// Settings of convolutions and pools that are one number.
pub const SETTINGS_OF_ONE: &[&str] = &["stride", "padding", "dilation", "groups", "output_padding"];

/// What is said of a variable among the sizes of a shape.
pub const IN_THE_VALUE: &str = "a run-time size is `_` in the type, and goes into the value";

/// Arguments of the crate's methods, by the names or the types that rustc shows of them, and what is written there.
pub const ARGUMENTS: &[(&str, &str)] = &[
    ("generator", "&mut rng"),
    ("rng", "&mut rng"),
    ("weights", "&weights"),
    ("scale", "&scale"),
    ("bias", "&bias"),
    ("epsilon", "1e-5"),
    ("mask", "&mask"),
    ("f32", "1.0"),
    (
        "QuantileMethod",
        "shapecheck::tensor::QuantileMethod::Linear",
    ),
    ("method", "shapecheck::tensor::QuantileMethod::Linear"),
];

/// How headlines begin or end about indices of other types, a mode of a kernel, and the input of a layer.
pub const INDICES: &str = "indices are a reference to a tensor, ";
pub const NO_MODE: &str = "is none of the modes `Full`, `Same` and `Valid` of `shapecheck::window`";
pub const INPUT_OF_LAYER: &str = "this layer takes inputs that end in as many numbers";

/// What is said of a tensor without axes where a number is expected, and of a variable that is one.
pub const INTO_SCALAR: &str = "`into_scalar()` gives the number of a tensor without axes";
/// The attribute that writes methods that panic and those that give errors.
pub const FORMS_MACRO: &str = "panicking_form";

/// The headline about a list where several tensors are expected.
pub const NO_PARTS: &str = "these are not tensors of one type";

/// What is said of `[2, 3]` where a type is expected.
pub const SHAPE_IS_A_TYPE: &str = ": a shape is a type, `";

/// What is said of `sum(axis = -1)`.
pub const NAMED_ARGUMENT: &str = "arguments have no names in Rust";

/// The headline about a size that does not widen.
pub const WIDENS: &str =
    "a size that only a value brings has to be checked to be one that the compiler knows";

/// What is said of an argument where a parameter of the signature is not the size of an axis.
pub const SIGNATURE: &str = "a size of this argument is not the size of an axis";

/// What a contract says of an operand that has another number of axes.
pub const AXES_IN_CONTRACT: &str = " axes, the contract names ";

/// What it says where it does not come to the axes.
pub const OPEN_CONTRACT: &str = "cannot tell whether the contract names each axis";

/// The traits of which a size that is computed from others is a type.
pub const SIZES: &[&str] = &["Arithmetic", "Extent"];

/// How the crate's own note begins about two sizes that are parameters.
pub const ABOUT_PARAMETERS: &str = "where the two are always equal, use one parameter for both";

/// What stands before it where one of the two may be a number.
pub const ABOUT_NUMBERS: &str = "where one is a number, write it instead of the parameter; ";

/// How the crate's own note begins about two sizes that have names.
pub const ABOUT_NAMES: &str = "a name stands for one size, and for that of no other name";

/// How this tool begins to say what to write for a parameter that is a constant.
pub const TYPE_PARAMETERS: &str = ": usize` is a size in an item with `#[checked]` above it";

/// What headlines of the crate say, or this tool's, of which one about each line is enough.
pub const HEADLINES: &[&str] = &[
    WITHOUT_ATTRIBUTE,
    ORDER,
    OF_FLOATS,
    NOT_INFERRED,
    SETTINGS_ARE,
    NOT_IN_TABLE,
    "has no axis ",
    "cannot tell whether ",
    " is not the size of an axis",
    " is not a shape",
    " is not an engine of tensors",
    "found for type parameter `",
    "a size is a type; write ",
    TYPE_PARAMETERS,
    " does not match size ",
    CONVERTS,
    NO_VALUE,
    BY_FEATURE,
    BY_NO_BOUND,
    NOTHING_SAYS_HERE,
    "here it is `",
    OF_INDEX,
    INLINE,
];

/// How the headline begins about a size that an inline tensor does not know.
pub const INLINE: &str = "an inline tensor needs sizes that are known";

/// What a headline says of an index or a range in brackets.
pub const OF_INDEX: &str = " along the first ";

/// What a headline says of a parameter that is a constant.
pub const NOT_INFERRED: &str = "is not inferred from a shape";

/// How the headline begins about a mean of other elements than floats.
pub const OF_FLOATS: &str = "means and variances are of floats, and not of `";

/// How a headline goes on about a type that nothing says.
pub const NOTHING_SAYS_HERE: &str = "nothing here says";

/// Headlines about a type parameter without a bound, and the bound.
pub const HEADLINES_OF_BOUNDS: &[(&str, &str)] = &[
    ("is not the size of an axis", "Dim"),
    ("is not the size of an axis", "Extent"),
    ("is not a shape", "Shape"),
    ("is not a shape", "ArrayShape"),
    ("is not an engine of tensors", "Engine"),
];

/// How the headline begins about a size that is to be known to the compiler.
pub const UNKNOWN_SIZE: &str = "the size `";
/// How it ends about a size that a stride makes.
pub const NO_NUMBER_OF_STRIDES: &str = "` is not known to be 1 or more";
/// The same of several.
pub const UNKNOWN_SIZES: &str = "the sizes `";

/// What headlines say of an engine that misses something.
pub const HEADLINES_OF_ENGINES: &[&str] = &[
    "` cannot ",
    "` has no ",
    "` is not an engine ",
    "` holds tensors ",
];

/// How the note begins that names a form with the value of a shape.
pub const ABOUT_FORMS_WITH_SHAPE: &str =
    "for a shape with a size known at run time there is a form that takes a shape value";

/// The headline about a type where a shape is expected, which the label names.
pub const NO_SHAPE: &str = "this type is not a shape";

/// How the headline begins about an axis that is not there; the shape stands in a note.
pub const NO_AXIS: &str = "the shape has no axis ";

/// How the headline begins about a name that more than one axis may have.
pub const WHICH_AXIS: &str = "cannot tell which axis has the size `";

/// How the headline begins about a shard that a split or a merge loses.
pub const LOST_SHARD: &str = "an axis that is cut would be one that does not say so";

/// What a difference, a quotient or a shard is that is not a size, and what headlines say of it.
pub const NO_SIZE: &str = "NoSize";
pub const WHY_NO_SIZE: &str = "it stands for a difference below zero, a quotient by zero, or a shard of what has none: only a name has shards, and a product whose first factor is one";

/// What the headline says with the shape.
pub const NO_AXIS_OF: &str = "has no axis ";

/// How the headline begins about settings of windows that are not values.
pub const SETTINGS_ARE: &str = "settings are a value";

/// Settings of windows, and one as an example.
pub const SETTINGS: &[(&str, &str)] = &[
    ("Conv", "Conv::new().stride::<2>().padding::<1>()"),
    ("ConvTranspose", "ConvTranspose::new().stride::<2>()"),
    ("Pool", "Pool::of::<3>().stride::<2>()"),
];

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

/// What rust-analyzer writes instead of a type that it does not find.
pub const UNKNOWN_TYPE: &str = "{unknown}";

/// Types of elements.
pub const ELEMENTS: &[&str] = &[
    "f32", "f64", "bool", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
    "i128", "isize",
];

/// The beginnings of notes on what a size is, which the headline says of a parameter without a bound.
pub const ABOUT_SIZES: &[&str] = &[
    "a type parameter `N` is a size where it is bounded",
    "a whole shape goes first, after two dots",
    "in generic code a difference or a quotient needs a bound",
];

/// How the note begins that says what a generic function asks of its engine.
pub const GENERIC_ENGINE: &str = "a function that is generic over its engine asks for `";

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

/// How the headline begins about an index of another rank.
pub const INDEXED: &str = "a tensor of another rank is indexed by ";

/// What to do where an engine that is a parameter lacks one of them.
pub const ENGINE_BOUND: &str = "a function that is generic over its engine asks for `{Self}: Floats<f32>`, or `Numbers` where no functions of floats are needed, or `Networks` with layers";

/// What asks whether two sizes are equal, and what to do where they are parameters.
pub const EQUAL_SIZES: &str = "AxisEquals";
pub const EQUAL_SIZES_BOUND: &str = "`{Self}` and `{Rhs}` are two sizes: look at the order of the axes; where the two are always equal, use one parameter for both";

/// Types that exist only to carry a message.
pub const MESSAGE_TYPES: &[&str] = &["Shapes", "Operands"];

/// The module of the macros that the crate's own macros call.
pub const MACRO_MODULE: &str = "$crate::__macro";
