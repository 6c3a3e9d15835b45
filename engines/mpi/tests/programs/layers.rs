//! Layers and a training that ranks share, beside what one rank computes alone.

// The tests of ranks that are threads have the same.
#[path = "../../../../mesh/tests/models/mod.rs"]
mod models;

use shapecheck_mesh::{Mesh, MeshError, Ranks};

fn main() {
    shapecheck_mpi::run(|world| {
        let tp = Mesh::new(world)?;
        let dp = Mesh::new(world)?;
        let (off, [before, after]) = models::training(&dp)?;
        let differences = [
            ("feed_forward", models::feed_forward(&tp)?),
            ("scattered", models::scattered(&tp)?),
            ("attention", models::attention(&tp)?),
            ("training", off),
        ];
        for (name, difference) in differences {
            assert!(difference < 1e-5, "{name}: {difference}");
        }
        assert!(after < before / 20.0, "{before} to {after}");
        println!(
            "rank {} of {} has what one rank has alone",
            world.rank(),
            world.ranks()
        );
        Ok::<_, MeshError>(())
    });
}
