//! What ranks compute of the tensors that each of them has, beside loops over what all have.
//!
//! `mpirun -n 4 --oversubscribe target/release/examples/over_ranks`

#[path = "../../../../crates/shapecheck-mesh/tests/models/numbers.rs"]
mod numbers;
// Ranks that are threads run the same.
#[path = "../../../../crates/shapecheck-mesh/tests/models/over_ranks.rs"]
mod over_ranks;

use shapecheck_mesh::{Mesh, MeshError, Ranks};

fn main() {
    shapecheck_mpi::run(|world| {
        over_ranks::reductions(&Mesh::new(world)?)?;
        over_ranks::halves(&Mesh::new(world)?)?;
        over_ranks::started(&Mesh::new(world)?)?;
        over_ranks::uneven(&Mesh::new(world)?)?;
        // In pieces, as what is longer than MPI can count.
        let mut pieces = world.split(0)?;
        pieces.in_pieces_of(7);
        over_ranks::started(&Mesh::new(pieces)?)?;
        println!(
            "rank {} of {} has what one rank has alone",
            world.rank(),
            world.ranks()
        );
        Ok::<_, MeshError>(())
    });
}
