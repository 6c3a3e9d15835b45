//! What can be found in the runs of a model, and what the searches for it share.

use std::fmt;

use crate::Row;

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The model fails for some sizes.
    Fails,
    /// It takes other operations for some sizes.
    OtherOperations,
    /// A name that is kept apart is summed, is the axis of a softmax or a sort, or stands twice in a shape, or two of its elements meet.
    Mixed,
    /// A reshape moves elements to where others were: an axis has other sizes before it and after it, is cut through,
    /// or is split in another order than it was merged in, or two that were merged in other orders go side by side.
    Moved,
    /// Both operands are stretched, one of which has less axes or got one in front, and a name stands twice in the result.
    Stretched,
    /// The leading axes of a matrix product differ, though their product may agree.
    LeadingAxes,
    /// Weights, as those of an attention, are normalised along one axis and summed along another.
    Normalised,
    /// A softmax, a sum or a mean goes along an axis of 1.
    OfOne,
    /// The model gives another shape than was said.
    Signature,
    /// No expression explains a size, so that it is not checked: [`Report::check_all`](crate::Report::check_all) finds it.
    Unnamed,
}

/// Something that would fail, or be wrong, for other sizes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Its kind.
    pub kind: Kind,
    /// The finding in one sentence.
    pub text: String,
    /// The line of the program, if the recorder knows it.
    pub line: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.line {
            Some(line) => write!(f, ", at {line}"),
            None => Ok(()),
        }
    }
}

/// Found in this row, at its line.
pub(crate) fn of_row(row: &Row, kind: Kind, text: String) -> Finding {
    Finding {
        kind,
        text,
        line: row.operation().line(),
    }
}

/// Whether an expression has the name in it.
pub(crate) fn has(size: &str, name: &str) -> bool {
    let mut words = size.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word == name)
}

/// How many elements, if they can be counted.
pub(crate) fn count(sizes: &[usize]) -> Option<usize> {
    let multiplied = |count: usize, &size: &usize| count.checked_mul(size);
    sizes.iter().try_fold(1, multiplied)
}
