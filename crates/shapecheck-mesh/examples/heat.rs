//! The heat equation on a grid of ranks that are threads: `cargo run -p shapecheck-mesh --example heat -- 2 3`.
//!
//! Under `mpirun` it is the same program, an example of `shapecheck-mpi`.

#[path = "programs/heat.rs"]
mod program;

use program::{Px, Py, begin, by_a_loop, heat};
use shapecheck_mesh::{Mesh, threads};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse());
    let mut ranks = || numbers.next().and_then(Result::ok).unwrap_or(2);
    let (py, px) = (ranks(), ranks());
    let found = threads::run(py * px, |world| {
        let (py, px) = Mesh::of(world, (Py::of(py), Px::of(px)))?;
        heat(&begin(), 50, (&py, &px))
    });
    match found {
        Ok(found) => {
            let (plate, change) = &found[0];
            let alone = by_a_loop(&begin(), 50);
            let off = (plate - &alone).abs().max();
            println!("{py} by {px} ranks: off by {off:e}, the last change is {change:e}");
        }
        Err(error) => eprintln!("{error}"),
    }
}
