//! A type as rustc or rust-analyzer prints it, found in any text and turned into what a person would write:
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
//! The text may be cut off anywhere, be no type at all, or hold types of other crates that look alike: what is not
//! understood for certain stays as it is. Rewriting what was rewritten changes nothing.
//!
//! Somebody else may have a `UTerm` or an `Axes` too. A name counts as typenum's or the crate's
//!
//! - in a structure that only that crate has: a whole number, a shape of sizes upon `Scalar` or `DynShape`, a tensor
//!   and its shape or engine;
//! - where it stands alone, if the same message has it in such a structure. rustc writes a name without its path only
//!   where no other type in reach has it, so beside a `UTerm` of the user's, typenum's has its path, and the one without
//!   is not it;
//! - never with a path through another crate. A path through the right one does not suffice for a name that stands
//!   alone: `use typenum::UTerm` names an item, and no number.
//!
//! `names` is the table of the crate's names, `parse` reads, [`number`] counts, [`cut`] shortens, [`code`] writes what
//! compiles.

pub mod code;
pub mod cut;
pub mod names;
pub mod number;
mod parse;

use std::ops::Range;

pub use parse::{UNKNOWN, find};

/// What is known about a text beyond the words next to a name: which names without a path are the crate's or
/// typenum's, and not somebody else's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The text names the crate `shapecheck`, or has types that only it has.
    pub shapes: bool,
    /// There are numbers of typenum.
    pub numbers: bool,
    /// There are numbers with a sign.
    pub signed: bool,
    /// Which of `NAMES` stand in a structure, without a path.
    bare: [bool; NAMES.len()],
    /// Which of `NAMES` have the path of their crate.
    with_path: [bool; NAMES.len()],
}

/// Names that somebody else may have as well.
const NAMES: [&str; 9] = [
    names::AXES,
    names::SCALAR,
    names::TENSOR,
    names::ENGINES[0].0,
    names::ENGINES[1].0,
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

    /// What the words of a text say, where its structures say nothing: of code, or of what rustc proposes to write, in
    /// which names have paths for other reasons.
    pub fn named_in(text: &str) -> Self {
        Self {
            shapes: ["shapecheck::", "$crate::shape", "shape![", names::MACROS]
                .iter()
                .any(|word| text.contains(word)),
            ..Self::default()
        }
    }

    /// The same of rust-analyzer's words, in which a path says nothing of the names without one: it writes paths into
    /// code, and none for readers.
    #[must_use]
    pub fn without_paths(self) -> Self {
        Self {
            with_path: Default::default(),
            ..self
        }
    }

    /// What either says.
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

    /// What a name in its place says, in a structure or with its path.
    fn of_name(name: &str, is_bare: bool) -> Self {
        let is_name = NAMES.map(|it| it == name);
        let mut evidence = Self::default();
        match is_bare {
            true => evidence.bare = is_name,
            false => evidence.with_path = is_name,
        }
        evidence
    }

    /// Whether the name has its path somewhere, so that without one it is another.
    fn needs_path(&self, name: &str) -> bool {
        let mut all = NAMES.iter().zip(self.with_path);
        all.any(|(it, with_path)| *it == name && with_path)
    }

    /// Whether a name that stands alone, without a path, is the crate's or typenum's.
    fn has(&self, name: &str) -> bool {
        let mut all = NAMES.iter().zip(self.bare);
        let is_bare = all.any(|(it, is_bare)| *it == name && is_bare);
        is_bare && !self.needs_path(name)
    }
}

/// One place of a text that reads differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Bytes of the text. Empty where something is put between.
    pub range: Range<usize>,
    /// What stands there instead.
    pub parts: Vec<Part>,
    /// What it is.
    pub kind: Kind,
}

/// A piece of a replacement, and what of the text it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The new text.
    pub text: String,
    /// Bytes of the old text.
    pub source: Range<usize>,
}

/// What a replacement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A typenum number.
    Number,
    /// A shape, from its entries: a prefix counts as one.
    Shape(Vec<String>),
    /// A tensor's name, its lifetimes, or its engine, which goes: places in these bytes that change together.
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

/// The text with its types as a person would write them, by what the text says about itself.
pub fn rewrite(text: &str) -> String {
    rewrite_with(text, Evidence::named_in(text))
}

/// The text with its types as a person would write them, by what is known besides.
pub fn rewrite_with(text: &str, evidence: Evidence) -> String {
    apply(text, &find(text, evidence))
}

/// The text with the replacements made. They are in order and do not overlap.
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

/// Where a byte of the text is after the replacements; a byte inside one of them is at its start.
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

/// Whether there can be anything to rewrite. Cheap, for what is large and mostly about other things.
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
        "__macro",
        "00_",
        // Code: what rustc says of constants in the crate's macros, and of an axis in parentheses, names no type.
        "shape!",
        "dim!",
        "_axis",
        "E0747",
    ]
    .iter()
    .any(|name| text.contains(name))
}
