//! What goes wrong between ranks.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use shapecheck::ShapeError;

use crate::operation::Operation;

/// An error between the ranks of a mesh.
#[derive(Debug)]
#[non_exhaustive]
pub enum MeshError {
    /// The longer of two lengths is not one block for each rank.
    Lengths {
        /// What was called.
        operation: Operation,
        /// The length of all blocks together.
        blocks: usize,
        /// The length of one block.
        block: usize,
        /// How many ranks there are.
        ranks: usize,
    },
    /// Ranks send another number of elements than they receive.
    Exchange {
        /// What was called.
        operation: Operation,
        /// How many are sent.
        from: usize,
        /// How many are received.
        to: usize,
        /// How many ranks there are.
        ranks: usize,
    },
    /// A halo that is wider than the parts that it is of.
    Halo {
        /// The name of the part.
        axis: String,
        /// Its size.
        size: usize,
        /// How many elements of each neighbour are asked for.
        width: usize,
    },
    /// The rank that others should get values from is not one of them.
    Root {
        /// The rank that was asked for.
        root: usize,
        /// How many ranks there are.
        ranks: usize,
    },
    /// The ranks do not make the same call.
    DifferentCalls {
        /// What each rank does, in the order of ranks, as in "calls `all_reduce` of [4, 8]".
        calls: Vec<String>,
    },
    /// Ranks wait for each other in calls of different groups, which they make in another order.
    Circle {
        /// The ranks, counted in the whole mesh, and what each does, as in "calls `all_reduce` of [4, 8] among the ranks 0 and 1".
        calls: Vec<(usize, String)>,
    },
    /// A size that is shared out among ranks, but not into equal parts.
    Indivisible {
        /// The name of the tensor's axis.
        axis: String,
        /// Its size.
        size: usize,
        /// The name of the mesh's axis.
        mesh_axis: String,
        /// How many ranks there are along it.
        ranks: usize,
    },
    /// The parts of an axis, which differ in size, have another size together.
    Parts {
        /// The name of the axis.
        axis: String,
        /// Its size.
        size: usize,
        /// The size of each rank's part.
        parts: Vec<usize>,
    },
    /// An axis of the mesh has a number of ranks, and there are others.
    Ranks {
        /// The name of the mesh's axis.
        mesh_axis: String,
        /// The number of ranks that its declaration says.
        expected: Option<usize>,
        /// How many ranks there are.
        ranks: usize,
    },
    /// The axes of a mesh make another number of ranks.
    Grid {
        /// The name of each axis, and its number of ranks.
        axes: Vec<(String, usize)>,
        /// How many ranks there are.
        ranks: usize,
    },
    /// Two meshes of one axis have different ranks.
    TwoGroups {
        /// The name of the mesh's axis.
        mesh_axis: String,
        /// The ranks of each, counted in the whole mesh.
        groups: [Vec<usize>; 2],
    },
    /// Another rank returned an error, or panicked, and this one would have waited for it.
    OtherFailed {
        /// The rank that failed, counted in the whole mesh.
        rank: usize,
    },
    /// Another rank ended without an error, and this one would have waited for it.
    OtherReturned {
        /// The rank that ended, counted in the whole mesh.
        rank: usize,
        /// What this rank does, as in "calls `all_reduce` of [4, 8] at src/main.rs:10".
        call: String,
    },
    /// This rank has waited for others for as long as [`Checks`](crate::Checks) allow.
    TimedOut {
        /// How long.
        limit: Duration,
        /// What this rank does, as in "calls `all_reduce` of [4, 8] at src/main.rs:10".
        call: String,
        /// The ranks that it waits for, counted in the whole mesh, and what each does; none where a transport does not know.
        missing: Vec<(usize, String)>,
    },
    /// The sizes of a result are not those that its type says.
    Shape(Box<ShapeError>),
    /// What moves the elements did not do so.
    Transport {
        /// What was called.
        operation: Operation,
        /// What the transport says.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths {
                operation,
                blocks,
                block,
                ranks,
            } => write!(
                f,
                "`{operation}` on {} has blocks of length {block}, which together have length {}, not {blocks}",
                count(*ranks),
                block.saturating_mul(*ranks),
            ),
            Self::Exchange {
                operation,
                from,
                to,
                ranks,
            } => write!(
                f,
                "`{operation}` on {} sends {from} elements, and receives {to}",
                count(*ranks),
            ),
            Self::Halo { axis, size, width } => write!(
                f,
                "a halo of {width} asks each neighbour for {width} of its `{axis}`, and there are {size}"
            ),
            Self::Root { root, ranks } => write!(
                f,
                "rank {root} was to broadcast to {}, which are counted from 0",
                count(*ranks),
            ),
            Self::DifferentCalls { calls } => different_calls(calls, f),
            Self::Circle { calls } => circle(calls, f),
            Self::Indivisible {
                axis,
                size,
                mesh_axis,
                ranks,
            } => write!(
                f,
                "`{axis}` = {size} is shared out over `{mesh_axis}`, and not a multiple of its {}",
                count(*ranks),
            ),
            Self::Parts { axis, size, parts } => other_parts(axis, *size, parts, f),
            Self::Ranks {
                mesh_axis,
                expected,
                ranks,
            } => {
                write!(f, "there are {}, ", count(*ranks))?;
                match expected {
                    Some(expected) => write!(f, "and `{mesh_axis}` is declared with {expected}"),
                    None => write!(f, "more than `{mesh_axis}` is declared with"),
                }
            }
            Self::Grid { axes, ranks } => other_grid(axes, *ranks, f),
            Self::TwoGroups { mesh_axis, groups } => two_groups(mesh_axis, groups, f),
            Self::OtherFailed { rank } => {
                write!(f, "rank {rank} failed, and this rank would wait for it")
            }
            Self::OtherReturned { rank, call } => write!(
                f,
                "rank {rank} has returned, and this rank {call}, which all ranks have to call"
            ),
            Self::TimedOut {
                limit,
                call,
                missing,
            } => {
                write!(f, "this rank {call}, and has waited {limit:?} for ")?;
                others(missing, f)
            }
            Self::Shape(error) => error.fmt(f),
            Self::Transport { operation, source } => write!(f, "`{operation}` failed: {source}"),
        }
    }
}

impl From<ShapeError> for MeshError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(Box::new(error))
    }
}

impl Error for MeshError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Shape(error) => Some(&**error),
            Self::Transport { source, .. } => Some(&**source),
            _ => None,
        }
    }
}

/// Writes the calls of ranks that wait for each other.
fn circle(calls: &[(usize, String)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let calls = calls
        .iter()
        .map(|(rank, call)| format!("rank {rank} {call}"));
    write!(
        f,
        "ranks wait for each other: {}; calls of several groups come in one order on all ranks",
        calls.collect::<Vec<_>>().join(", ")
    )
}

/// Writes the ranks of two groups of one name.
fn two_groups(
    mesh_axis: &str,
    groups: &[Vec<usize>; 2],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let [first, second] = groups.each_ref().map(|group| among(group));
    write!(
        f,
        "`{mesh_axis}` is the axis of {first}, and cannot be that of {second}, too: declare a name for each"
    )
}

/// Writes the axes of a mesh that make another number of ranks.
fn other_grid(axes: &[(String, usize)], ranks: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let made: usize = axes.iter().map(|(_, size)| size).product();
    let axes = axes.iter().map(|(name, size)| format!("`{name}` = {size}"));
    let axes: Vec<String> = axes.collect();
    let (axes, ranks) = (Listed(&axes), count(ranks));
    write!(f, "there are {ranks}, and a mesh of {axes} has {made}")
}

/// Writes the sizes of parts that do not make the whole.
fn other_parts(
    axis: &str,
    size: usize,
    parts: &[usize],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let together = parts
        .iter()
        .fold(0, |sum: usize, &part| sum.saturating_add(part));
    let parts: Vec<String> = parts.iter().map(usize::to_string).collect();
    let parts = Listed(&parts);
    write!(
        f,
        "the parts of `{axis}` have {parts} elements, which are {together} together, and `{axis}` = {size}: gather what `cut_unevenly` or `share` gives each rank"
    )
}

/// Writes the ranks that one waits for.
fn others(missing: &[(usize, String)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let missing = missing
        .iter()
        .map(|(rank, does)| format!("rank {rank}, which {does}"));
    match &missing.collect::<Vec<_>>()[..] {
        [] => f.write_str("other ranks"),
        missing => write!(f, "{}", Listed(missing)),
    }
}

/// Writes each call once, after the ranks that make it: "rank 0 calls this, ranks 1 and 2 call that".
fn different_calls(calls: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut said: Vec<&String> = Vec::new();
    for call in calls {
        if said.contains(&call) {
            continue;
        }
        let ranks: Vec<usize> = (0..calls.len())
            .filter(|&rank| calls[rank] == *call)
            .collect();
        if !said.is_empty() {
            f.write_str(", ")?;
        }
        f.write_str(if ranks.len() == 1 {
            "rank "
        } else {
            "each of the ranks "
        })?;
        write!(f, "{} {call}", Numbers(&ranks))?;
        said.push(call);
    }
    Ok(())
}

/// "rank 1", "the ranks 0 to 5 and 7".
pub(crate) fn among(ranks: &[usize]) -> String {
    let before = if ranks.len() == 1 {
        "rank "
    } else {
        "the ranks "
    };
    format!("{before}{}", Numbers(ranks))
}

/// "1", "1 and 2", "0 to 5 and 7".
struct Numbers<'a>(&'a [usize]);

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.0.chunk_by(|low, high| low + 1 == *high);
        let words: Vec<String> = runs
            .flat_map(|run| match run {
                [first, _, .., last] => vec![format!("{first} to {last}")],
                few => few.iter().map(usize::to_string).collect(),
            })
            .collect();
        Listed(&words).fmt(f)
    }
}

/// "a, b and c".
struct Listed<'a>(&'a [String]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_last() {
            Some((last, before)) if !before.is_empty() => {
                write!(f, "{} and {last}", before.join(", "))
            }
            _ => f.write_str(&self.0.concat()),
        }
    }
}

/// "1 rank", "2 ranks".
fn count(ranks: usize) -> String {
    format!("{ranks} rank{}", if ranks == 1 { "" } else { "s" })
}

/// An error of one rank, with the rank: "rank 2 of 4: ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankError<E> {
    /// The rank that failed first.
    pub rank: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// Its error.
    pub error: E,
}

impl<E: fmt::Display> fmt::Display for RankError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}: {}", self.rank, self.ranks, self.error)
    }
}

impl<E: fmt::Debug + fmt::Display> Error for RankError<E> {}
