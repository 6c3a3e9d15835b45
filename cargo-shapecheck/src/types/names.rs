//! Every name of the crate `shapecheck` that this tool knows. Where the crate renames something, this is the file
//! to change.

/// The crate, as its name stands in front of paths.
pub const CRATE: &str = "shapecheck";

/// The shape without axes.
pub const SCALAR: &str = "Scalar";
/// A shape and one axis more at the end: `Axes<Lead, Last>`.
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

/// The tensor of any storage: `TensorBase<T, S, Storage>`.
pub const TENSOR: &str = "TensorBase";
/// What `TensorBase` is called with each storage, the default first. Lifetimes of the storage come before the
/// element type, its first type parameter after the shape: `TensorBase<f32, [2], Borrowed<'a, Layout, Home>>` is
/// `View<'a, f32, [2], Layout>`.
pub const STORAGES: &[(&str, &str)] = &[
    ("Heap", "Tensor"),
    ("Inline", "InlineTensor"),
    ("Borrowed", "View"),
    ("BorrowedMut", "ViewMut"),
];

/// Traits that no one asks for by name, and the public one that each is part of. `None`: a note about it says
/// nothing that another line does not.
pub const INTERNAL_TRAITS: &[(&str, Option<&str>)] = &[
    ("StaticSizes", Some("StaticShape")),
    ("Meets", Some("Broadcast")),
    ("MeetsDynamicRank", Some("Broadcast")),
    ("Expands", Some("BroadcastTo")),
    ("AxisMeets", None),
    ("AxisExpands", None),
    ("CompareBits", None),
    ("Join", None),
    ("Explain", None),
    ("Accept", None),
    ("CountAxes", None),
    ("NextCount", None),
    ("Decimal", None),
    ("SignificantDigits", None),
    ("Double", None),
    ("Pad", None),
    ("Bits", None),
    ("BitSize", None),
    ("RankFits", None),
    ("LeastRankFits", None),
    ("Sealed", None),
];

/// Traits that nobody but the crate implements: a list of who implements them is of no use.
pub const CLOSED_TRAITS: &[&str] = &[
    "Shape",
    "StaticShape",
    "Dim",
    "StaticDim",
    "Broadcast",
    "BroadcastTo",
];

/// What the crate's own notes say of a suggestion by rustc which this tool takes away.
pub const ABOUT_SUGGESTIONS: &str = " (the bound that rustc may suggest below is not enough)";

/// Types that exist only to carry a message.
pub const MESSAGE_TYPES: &[&str] = &["Shapes", "Operands"];

/// Macros of the crate that only the crate calls.
pub const INTERNAL_MACROS: &[&str] = &["static_sizes", "format_as_sizes", "try_from_sizes", "flat"];

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
