//! Layers and a training that ranks share, beside what one rank computes alone.

// The tests of ranks that are threads have the same.
#[path = "../../../../crates/shapecheck-mesh/tests/models/mod.rs"]
mod models;

use models::{Dp, Tp};
use shapecheck_mesh::{Mesh, MeshError, Ranks};

fn main() {
    shapecheck_mpi::run(|world| {
        let both = {
            // Ranks side by side share a layer, where there are as many.
            let columns = 2 - world.ranks() % 2;
            let axes = (Dp::of(world.ranks() / columns), Tp::of(columns));
            let (dp, tp) = Mesh::of(world, axes)?;
            models::both(&tp, &dp)?
        };
        let (dp, tp) = (Mesh::new(world)?, Mesh::new(world)?);
        let (off, [before, after]) = models::training(&dp)?;
        let differences = [
            ("both", both),
            ("feed_forward", models::feed_forward(&tp)?),
            ("scattered", models::scattered(&tp)?),
            ("attention", models::attention(&tp)?),
            ("language_model", models::language_model(&tp)?),
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
