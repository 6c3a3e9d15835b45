//! Finds types in any text, as rustc or rust-analyzer prints them, and converts them to what a person would write:
//!
//! ```text
//! UInt<UInt<UTerm, B1>, B0>                   2
//! NInt<UInt<UTerm, B1>>                       -1
//! Axes<Axes<Scalar, Dyn>, UInt<UTerm, B1>>    [_, 1]
//! Axes<S, N>                                  [..S, N]
//! TensorOn<f32, Axes<Scalar, N>, Inline>      InlineTensor<f32, [N]>
//! AxisList<(Axis<-1>, Axis<-3>), ...>         axes![-1, -3]
//! ```
//!
//! The text may be cut off anywhere, not be a type at all, or contain types of other crates that look similar. Anything
//! that is not certain stays as it is. Rewriting a rewritten text changes nothing.
//!
//! Other crates may have a `UTerm` or an `Axes` too. A name counts as typenum's or the crate's
//!
//! - in a structure that only that crate has: a whole number, a shape of sizes on `Scalar` or `DynShape`, a tensor with
//!   its shape or engine;
//! - alone, if the same message has it in such a structure. rustc writes a name without its path only if no other type
//!   in scope has that name. So beside a `UTerm` of the user, typenum's has its path, and the one without a path is not
//!   typenum's;
//! - never with a path of another crate. For a name that stands alone, a path of the right crate is not sufficient:
//!   `use typenum::UTerm` names an item, not a number.
//!
//! [`library`] has the names of the crate, which are read from its source when the tool is built, [`traits`] what is known of a trait by its
//! name, and [`vocabulary`] the words that the tool knows itself. `parse` reads types, [`number`] and [`arithmetic`] compute
//! numbers, [`cut`] shortens, [`code`] writes code that compiles.

pub mod arithmetic;
pub mod code;
pub mod cut;
pub mod library {
    //! Names of the library, and its words, read from its source.

    /// What a text is about, its parameters, and the words: `message`, `label` or `note`, and the text.
    pub type Words = (
        &'static str,
        &'static [&'static str],
        &'static [(&'static str, &'static str)],
    );

    include!(concat!(env!("OUT_DIR"), "/names.rs"));
}
pub mod number;
mod parse;
pub mod traits;
pub mod vocabulary;

use std::ops::Range;

pub use parse::{UNKNOWN, find};

/// How many bytes a text may have to be rewritten: one that is longer takes seconds, and nobody reads it.
pub const LONGEST: usize = 1 << 22;

/// Whether a text passes as it is, because it is longer than [`LONGEST`].
pub fn is_too_long(text: &str) -> bool {
    text.len() > LONGEST
}

/// What is said of such a text: `what` names it.
pub fn too_long(what: &str, bytes: usize) -> String {
    format!("{what} has {bytes} bytes, more than {LONGEST}, and is passed on as it is")
}

/// What is known about a text beyond the words next to a name: which names without a path are those of the crate or of
/// typenum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The text names the crate `shapecheck`, or contains types that only it has.
    pub shapes: bool,
    /// It contains numbers of typenum.
    pub numbers: bool,
    /// It contains numbers with a sign.
    pub signed: bool,
    /// The names of `NAMES` that are in a structure, without a path.
    bare: [bool; NAMES.len()],
    /// The names of `NAMES` that have the path of their crate.
    with_path: [bool; NAMES.len()],
}

/// Names that other crates may have too.
const NAMES: [&str; 9] = [
    vocabulary::AXES,
    vocabulary::SCALAR,
    vocabulary::TENSOR,
    vocabulary::ENGINES[0].0,
    vocabulary::ENGINES[1].0,
    "UTerm",
    "B0",
    "B1",
    "Z0",
];

impl Evidence {
    /// What a text says about itself.
    pub fn of(text: &str) -> Self {
        parse::evidence(text).or(Self::named_in(text))
    }

    /// Whether it is about the crate's types.
    pub fn is_of_shapes(&self) -> bool {
        self.shapes || self.bare[..5].contains(&true) || self.with_path[..5].contains(&true)
    }

    /// What the words of a text say, if its structures say nothing: for code, or suggestions of rustc, in which names
    /// have paths for other reasons.
    pub fn named_in(text: &str) -> Self {
        Self {
            shapes: [
                "shapecheck::",
                "shapecheck_core::",
                "$crate::shape",
                "shape![",
                vocabulary::MACRO_MODULE,
            ]
            .iter()
            .any(|word| text.contains(word)),
            ..Self::default()
        }
    }

    /// The same for rust-analyzer's words, where a path says nothing about names without one: it writes paths in code,
    /// and none for readers.
    #[must_use]
    pub fn without_paths(self) -> Self {
        Self {
            with_path: Default::default(),
            ..self
        }
    }

    /// What either of the two says.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let either = |left: [bool; NAMES.len()], right: [bool; NAMES.len()]| {
            std::array::from_fn(|at| left[at] || right[at])
        };
        Self {
            shapes: self.shapes || other.shapes,
            numbers: self.numbers || other.numbers,
            signed: self.signed || other.signed,
            bare: either(self.bare, other.bare),
            with_path: either(self.with_path, other.with_path),
        }
    }

    /// What a name says at its place, in a structure or with its path.
    fn of_name(name: &str, is_bare: bool) -> Self {
        let is_name = NAMES.map(|it| it == name);
        let mut evidence = Self::default();
        match is_bare {
            true => evidence.bare = is_name,
            false => evidence.with_path = is_name,
        }
        evidence
    }

    /// Whether the name has its path somewhere, so that the one without is a different one.
    fn needs_path(&self, name: &str) -> bool {
        let mut all = NAMES.iter().zip(self.with_path);
        all.any(|(it, with_path)| *it == name && with_path)
    }

    /// Whether a name that stands alone, without a path, is that of the crate or of typenum.
    fn has(&self, name: &str) -> bool {
        let mut all = NAMES.iter().zip(self.bare);
        let is_bare = all.any(|(it, is_bare)| *it == name && is_bare);
        // Beside the user's own names rustc may write one of typenum's with its path and without, and then those of
        // shapes, too.
        let mut both = self.bare.iter().zip(self.with_path);
        let is_mixed = both.any(|(is_bare, with_path)| *is_bare && with_path);
        is_bare && !self.needs_path(name) && !(is_mixed && NAMES[..5].contains(&name))
    }
}

/// A place of a text that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The bytes of the text; empty for an insertion.
    pub range: Range<usize>,
    /// The new text.
    pub parts: Vec<Part>,
    /// The kind of the new text.
    pub kind: Kind,
}

/// A piece of a replacement, with the text it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The new text.
    pub text: String,
    /// Bytes of the old text.
    pub source: Range<usize>,
}

/// The kind of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A typenum number.
    Number,
    /// A size that is computed from parameters, as in `shape!`.
    Computed,
    /// A shape with its entries; a prefix counts as one entry.
    Shape(Vec<String>),
    /// A tensor's name, its lifetimes, or its engine, which is removed: places in these bytes that change together.
    Tensor(Range<usize>),
    /// Another name.
    Name,
}

impl Replacement {
    /// One piece of text.
    pub fn new(range: Range<usize>, text: impl Into<String>, kind: Kind) -> Self {
        let part = Part {
            text: text.into(),
            source: range.clone(),
        };
        Self {
            range,
            parts: vec![part],
            kind,
        }
    }

    /// The new text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }
}

/// The text with types as a person would write them, by what the text says about itself.
pub fn rewrite(text: &str) -> String {
    rewrite_with(text, Evidence::named_in(text))
}

/// The text with types as a person would write them, by what else is known.
pub fn rewrite_with(text: &str, evidence: Evidence) -> String {
    apply(text, &find(text, evidence))
}

/// The text after the replacements, which are in order and do not overlap.
pub fn apply(text: &str, replacements: &[Replacement]) -> String {
    let mut output = String::with_capacity(text.len());
    let mut position = 0;
    for replacement in replacements {
        output += &text[position..replacement.range.start];
        for part in &replacement.parts {
            output += &part.text;
        }
        position = replacement.range.end;
    }
    output + &text[position..]
}

/// The position of a byte after the replacements; a byte inside one of them moves to its start.
pub fn moved(replacements: &[Replacement], offset: usize) -> usize {
    let mut offset_after = offset;
    for replacement in replacements {
        if replacement.range.end > offset {
            if replacement.range.start < offset {
                offset_after -= offset - replacement.range.start;
            }
            break;
        }
        offset_after = offset_after + replacement.text().len() - replacement.range.len();
    }
    offset_after
}

/// Whether there may be anything to rewrite. A cheap check for large texts that are mostly about other things.
pub fn may_matter(text: &str) -> bool {
    [
        "UTerm",
        "UInt",
        "Int<",
        "Z0",
        "Axes",
        "Axis",
        "Scalar",
        "Tensor",
        "Shape",
        "Then",
        "typenum",
        "shapecheck::",
        "shapecheck_core::",
        "__macro",
        "00_",
        "Millions<",
        "NamedDim<",
        "Lists<",
        "as Arithmetic>",
        // In code, rustc's words about constants in the crate's macros, and about an axis in parentheses, name no type.
        "shape!",
        "dim!",
        "_axis",
        "E0747",
        "E0049",
        "E0061",
        "E0107",
        "E0283",
        "E0284",
        "E0435",
        "E0593",
        "serde::",
        "Conv<",
        "Pool<",
    ]
    .iter()
    .any(|name| text.contains(name))
}
