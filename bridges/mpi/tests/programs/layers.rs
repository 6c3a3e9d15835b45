//! Layers and a training that ranks share, beside what one rank computes alone.

// The tests of ranks that are threads have the same.
#[path = "../../../../crates/shapecheck-mesh/tests/models/mod.rs"]
mod models;

use shapecheck_mesh::{Mesh, MeshError, Ranks};

fn main() {
    shapecheck_mpi::run(|world| {
        let tp = Mesh::new(world)?;
        let dp = Mesh::new(world)?;
        let (off, [before, after]) = models::training(&dp)?;
        // Ranks side by side share a layer, where there are as many.
        let columns = 2 - world.ranks() % 2;
        let (row, column) = (world.rank() / columns, world.rank() % columns);
        let rows = Mesh::new(world.split(row)?)?;
        let columns = Mesh::new(world.split(column)?)?;
        let differences = [
            ("both", models::both(&rows, &columns)?),
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
