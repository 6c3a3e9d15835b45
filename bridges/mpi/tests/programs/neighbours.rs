//! Programs whose ranks send to their neighbours, and a block to each: heat on a grid, attention on a ring, a mixture of experts.
//!
//! `mpirun -n 4 --oversubscribe target/release/examples/neighbours`

// Ranks that are threads run the same.
#[path = "../../../../crates/shapecheck-mesh/examples/programs/experts.rs"]
mod experts;
#[path = "../../../../crates/shapecheck-mesh/examples/programs/heat.rs"]
mod heat;
#[path = "../../../../crates/shapecheck-mesh/tests/models/numbers.rs"]
mod numbers;
#[path = "../../../../crates/shapecheck-mesh/examples/programs/ring.rs"]
mod ring;

use numbers::{difference, numbers};
use shapecheck_mesh::{Mesh, MeshError, Ranks};

fn main() {
    shapecheck_mpi::run(|world| {
        let ranks = world.ranks();
        let columns = 2 - ranks % 2;
        let axes = (heat::Py::of(ranks / columns), heat::Px::of(columns));
        let (py, px) = Mesh::of(world, axes)?;
        let (plate, change) = heat::heat(&heat::begin(), 20, (&py, &px))?;
        let heat = difference(&plate, &heat::by_a_loop(&heat::begin(), 20));
        assert!(change > 0.0);

        let words: [ring::Words; 3] = [numbers(1), numbers(2), numbers(3)];
        let ring = ring::off(words.each_ref(), &Mesh::new(world)?)?;

        let layer = experts::Layer {
            scores: numbers(1),
            up: numbers(2),
            down: numbers(3),
        };
        let x: experts::Words = numbers(4);
        let found = experts::shared(&layer, &x, &Mesh::new(world)?)?;
        let experts = difference(&found, &experts::alone(&layer, &x));

        for (name, difference) in [("heat", heat), ("ring", ring), ("experts", experts)] {
            assert!(difference < 1e-5, "{name}: {difference}");
        }
        println!(
            "rank {} of {ranks} has what one rank has alone",
            world.rank()
        );
        Ok::<_, MeshError>(())
    });
}
