//! Names of groups: an axis of a mesh is one group of ranks on each rank.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::MeshError;

/// The axes of meshes that a rank has, and the ranks along each.
///
/// A transport has one for each rank, which its groups share.
#[derive(Clone, Debug)]
pub struct Claims {
    names: Arc<Mutex<HashMap<&'static str, Claimed>>>,
    ranks: usize,
}

#[derive(Debug)]
struct Claimed {
    /// The ranks, counted in the whole mesh.
    members: Vec<usize>,
    /// How many meshes have the name.
    meshes: usize,
}

impl Claims {
    /// Those of one of so many ranks, which has no mesh.
    #[must_use]
    pub fn of(ranks: usize) -> Self {
        let names = Arc::default();
        Self { names, ranks }
    }

    /// The number of all ranks.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// The name of an axis, with the path that no other has, for these ranks.
    pub(crate) fn claim(
        &self,
        (path, name): (&'static str, String),
        members: &[usize],
    ) -> Result<Claim, MeshError> {
        let mut claims = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = claims.entry(path).or_insert_with(|| Claimed {
            members: members.to_vec(),
            meshes: 0,
        });
        if claimed.members != members {
            return Err(MeshError::TwoGroups {
                mesh_axis: name,
                groups: [claimed.members.clone(), members.to_vec()],
            });
        }
        claimed.meshes += 1;
        Ok(Claim {
            claims: self.clone(),
            path,
        })
    }
}

/// A name that a mesh has, until this is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    claims: Claims,
    path: &'static str,
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut claims = self
            .claims
            .names
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(claimed) = claims.get_mut(self.path) {
            claimed.meshes -= 1;
            if claimed.meshes == 0 {
                claims.remove(self.path);
            }
        }
    }
}
