//! Layers and a training that ranks share, beside what one rank computes alone.

// The tests of ranks that are threads have the same.
#[path = "../../../../crates/shapecheck-mesh/tests/models/mod.rs"]
mod models;

#[path = "../../../../crates/shapecheck-mesh/tests/models/gradients.rs"]
mod gradients;

use models::{Dp, Tp, numbers};
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
        let gradients = {
            let columns = 2 - world.ranks() % 2;
            let axes = (Dp::of(world.ranks() / columns), Tp::of(columns));
            // The way back needs handles of its own.
            let (dp, tp) = Mesh::of(world.clone(), axes)?;
            let (table, norm, bias) = (numbers(1), numbers(4), numbers(5));
            let [up, down] = [numbers(2), numbers(3)];
            let expected = gradients::alone(&table, [&up, &down], [&norm, &bias]);
            let found = gradients::shared(&table, [&up, &down], [&norm, &bias], (&dp, &tp))?;
            gradients::off(&found, &expected)
        };
        let (dp, tp) = (Mesh::new(world)?, Mesh::new(world)?);
        let (off, [before, after]) = models::training(&dp)?;
        let differences = [
            ("both", both),
            ("gradients", gradients),
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
