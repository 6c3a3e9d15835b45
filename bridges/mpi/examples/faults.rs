//! What goes wrong on one rank, by the name of the mistake.
//!
//! `mpirun -n 2 target/debug/examples/faults panic`

use std::error::Error;
use std::hint::black_box;

use shapecheck_mesh::{Ranks, Transport};
use shapecheck_mpi::World;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    shapecheck_mpi::run(|world| mistake(&name, world));
}

fn mistake(name: &str, world: &World) -> Result<(), Box<dyn Error>> {
    let last = world.rank() + 1 == world.ranks();
    let mut values = [1.0_f32; 8];
    match name {
        "error" if last => return Err("layer 3 has no weights".into()),
        "panic" if last => {
            let layers = [1, 2, 3];
            black_box(layers[black_box(3)]);
        }
        "return" if last => return Ok(()),
        // Longer than the others may wait.
        "forget" if last => std::thread::sleep(std::time::Duration::from_secs(20)),
        "order" => {
            let mut other = [2.0_f32; 8];
            if last {
                world.all_reduce(&mut other)?;
                world.all_reduce(&mut values)?;
            } else {
                world.all_reduce(&mut values)?;
                world.all_reduce(&mut other)?;
            }
        }
        "operation" if last => world.all_gather(&values[..4], &mut vec![0.0; 4 * world.ranks()])?,
        "length" if last => world.all_reduce(&mut values[..4])?,
        // What was started is dropped by the way out, and the others wait for it.
        "started" => {
            let started = world.start_all_reduce(values.to_vec())?;
            if last {
                return Err("no memory is left".into());
            }
            started.wait()?;
        }
        "started by others" if last => std::thread::sleep(std::time::Duration::from_secs(20)),
        "started by others" => drop(world.start_all_reduce(values.to_vec())?),
        "root" if last => world.broadcast(0, &mut values)?,
        "root" => world.broadcast(1, &mut values)?,
        "no such root" => world.broadcast(7, &mut values)?,
        "block" => world.all_gather(&values, &mut [0.0; 3])?,
        // Nobody compares the kinds of elements before MPI does.
        "kind of elements" if last => world.all_reduce(&mut [1.0_f64; 8])?,
        "return beside a group" => {
            let group = world.split(world.rank() / 2)?;
            if last {
                return Ok(());
            }
            group.all_reduce(&mut values)?;
        }
        "in a group" => {
            let group = world.split(world.rank() % 2)?;
            if last {
                return Err("a rank of one group".into());
            }
            group.all_reduce(&mut values)?;
        }
        _ => {}
    }
    Ok(world.all_reduce(&mut values)?)
}
