//! What ranks do together, and how one says it to the others.

use std::fmt;

/// An operation that ranks do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// [`Transport::all_reduce`](crate::Transport::all_reduce).
    AllReduce,
    /// [`Mesh::all_reduce_max`](crate::Mesh::all_reduce_max).
    AllReduceMax,
    /// [`Mesh::all_reduce_min`](crate::Mesh::all_reduce_min).
    AllReduceMin,
    /// [`Mesh::all_reduce_mean`](crate::Mesh::all_reduce_mean).
    AllReduceMean,
    /// [`Transport::start_all_reduce`](crate::Transport::start_all_reduce).
    StartAllReduce,
    /// [`Transport::start_reduce_scatter`](crate::Transport::start_reduce_scatter).
    StartReduceScatter,
    /// [`Transport::start_all_gather`](crate::Transport::start_all_gather).
    StartAllGather,
    /// [`Transport::reduce_scatter`](crate::Transport::reduce_scatter).
    ReduceScatter,
    /// [`Transport::all_gather`](crate::Transport::all_gather).
    AllGather,
    /// [`Mesh::all_gather_unevenly`](crate::Mesh::all_gather_unevenly).
    AllGatherUnevenly,
    /// [`Transport::broadcast`](crate::Transport::broadcast).
    Broadcast,
    /// [`Transport::all_to_all`](crate::Transport::all_to_all).
    AllToAll,
    /// [`Transport::shift`](crate::Transport::shift).
    Shift,
    /// Ranks that fall into groups.
    Split,
    /// [`MeshTensor::dropout`](crate::MeshTensorOn::dropout), whose seed is the same on each rank.
    Dropout,
    /// A rank that ends, where others may wait for it.
    Return,
}

impl Operation {
    /// In the order of their words.
    pub(crate) const ALL: [Self; 16] = [
        Self::AllReduce,
        Self::AllReduceMax,
        Self::AllReduceMin,
        Self::AllReduceMean,
        Self::StartAllReduce,
        Self::StartReduceScatter,
        Self::StartAllGather,
        Self::ReduceScatter,
        Self::AllGather,
        Self::AllGatherUnevenly,
        Self::Broadcast,
        Self::AllToAll,
        Self::Shift,
        Self::Split,
        Self::Dropout,
        Self::Return,
    ];
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllReduce => "all_reduce",
            Self::AllReduceMax => "all_reduce_max",
            Self::AllReduceMin => "all_reduce_min",
            Self::AllReduceMean => "all_reduce_mean",
            Self::StartAllReduce => "start_all_reduce",
            Self::StartReduceScatter => "start_reduce_scatter",
            Self::StartAllGather => "start_all_gather",
            Self::ReduceScatter => "reduce_scatter",
            Self::AllGather => "all_gather",
            Self::AllGatherUnevenly => "all_gather_unevenly",
            Self::Broadcast => "broadcast",
            Self::AllToAll => "all_to_all",
            Self::Shift => "shift",
            Self::Split => "split",
            Self::Dropout => "dropout",
            Self::Return => "return",
        })
    }
}

/// A call of a rank, for comparison with the others.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The operation that it calls.
    pub operation: Operation,
    /// The axis of the tensor that is gathered or scattered, or by how many ranks a shift is.
    pub axis: Option<i32>,
    /// The shape of the tensor on this rank.
    pub sizes: &'a [usize],
}
