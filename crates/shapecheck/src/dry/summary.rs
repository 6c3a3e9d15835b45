//! The table that a run gives: a row for each operation, and what they sum up to.

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::DynShape;
use crate::dim::named::{NameOfSize, SizeName};

/// The names of axes, counted from the end.
pub(super) type NameFromEnd = fn(usize) -> Option<&'static SizeName>;

/// Sizes, and the names that some of them have.
///
/// `{}` is `[Batch = 2, Seq = 5, 64]`.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[derive(Clone, PartialEq, Eq)]
pub struct NamedShape {
    sizes: DynShape,
    names: Vec<Option<String>>,
}

impl NamedShape {
    /// Sizes with the name of each that has one, the first axis first.
    #[must_use]
    pub fn new(sizes: &[usize], names: impl IntoIterator<Item = Option<String>>) -> Self {
        let names = names.into_iter().chain(core::iter::repeat(None));
        Self {
            sizes: DynShape::from(sizes),
            names: names.take(sizes.len()).collect(),
        }
    }

    pub(super) fn of_type(sizes: &[usize], name: NameFromEnd) -> Self {
        let axes = (1..=sizes.len()).rev();
        Self::new(
            sizes,
            axes.map(|axis| Some(NameOfSize::from(name(axis)?).to_string())),
        )
    }

    /// The sizes, the first axis first.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        self.sizes.dims()
    }

    /// The name of each size, the first axis first.
    pub fn names(&self) -> impl Iterator<Item = Option<&str>> {
        self.names.iter().map(Option::as_deref)
    }
}

impl fmt::Display for NamedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (index, (size, name)) in self.sizes().iter().zip(self.names()).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            match name {
                Some(name) => write!(f, "{comma}{name} = {size}")?,
                None => write!(f, "{comma}{size}")?,
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for NamedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One operation of a run.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name of the operation, such as `linear`.
    pub operation: Cow<'static, str>,
    /// The names of the fields that lead to its weights, separated by dots, if they were loaded by their names.
    pub place: Option<Rc<str>>,
    /// The shapes that came in, weights among them.
    pub inputs: Vec<NamedShape>,
    /// The names of those in the contract of a function with [`#[shapes]`](macro@crate::shapes).
    pub arguments: Vec<String>,
    /// The shapes that came out.
    pub outputs: Vec<NamedShape>,
    /// The numbers in weights that no row before had.
    pub parameters: u64,
    /// The multiplications with an addition each.
    pub multiply_adds: u64,
    /// The bytes of what came out.
    pub bytes: u64,
    /// The bytes of all tensors that were there afterwards.
    pub alive: u64,
    /// The part that cannot be known without values.
    pub note: Option<&'static str>,
}

impl Row {
    /// An operation with these shapes, which counts nothing so far.
    #[must_use]
    pub fn new(
        operation: impl Into<Cow<'static, str>>,
        inputs: Vec<NamedShape>,
        outputs: Vec<NamedShape>,
    ) -> Self {
        Self {
            operation: operation.into(),
            place: None,
            inputs,
            arguments: Vec::new(),
            outputs,
            parameters: 0,
            multiply_adds: 0,
            bytes: 0,
            alive: 0,
            note: None,
        }
    }
}

/// A summary of a run: a row for each operation, and totals.
///
/// `{}` is a table.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The operations, in their order.
    pub rows: Vec<Row>,
    /// The numbers in all weights that were used, those that several operations use once.
    pub parameters: u64,
    /// The bytes of these weights.
    pub parameter_bytes: u64,
    /// The multiplications with an addition each.
    pub multiply_adds: u64,
    /// The most bytes that tensors had at a time, weights among them.
    pub peak: u64,
    /// The index of the row in which that was.
    pub peak_row: usize,
}

impl Summary {
    /// The bytes that were there after a row, without those of weights.
    pub(super) fn beside_weights(&self, row: &Row) -> u64 {
        row.alive.saturating_sub(self.parameter_bytes)
    }
}
