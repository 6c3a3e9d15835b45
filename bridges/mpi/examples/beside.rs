//! The four operations beside the same calls of the crate `mpi` by hand: in turns, in one process, the fastest of many
//! rounds.
//!
//! `mpirun -n 2 target/release/examples/beside`

use std::time::{Duration, Instant};

use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};
use shapecheck_mesh::{MeshError, Ranks, Transport};
use shapecheck_mpi::World;

fn main() {
    shapecheck_mpi::run(|world| {
        let mut lines = vec![
            "| `f32` of each rank | call | by hand | here | ratio |".to_string(),
            "| --- | --- | --- | --- | --- |".to_string(),
        ];
        let mut logarithms = Vec::new();
        for (length, calls) in [(64, 500), (4096, 100), (1 << 18, 4), (1 << 20, 1)] {
            for (name, [by_hand, here]) in times(world, length, calls)? {
                let ratio = here.as_secs_f64() / by_hand.as_secs_f64();
                logarithms.push(ratio.ln());
                lines.push(format!(
                    "| {length} | `{name}` | {by_hand:.1?} | {here:.1?} | {ratio:.3} |"
                ));
            }
        }
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        lines.push(format!("| | geometric mean | | | {mean:.3} |"));
        if world.rank() == 0 {
            println!("{}", lines.join("\n"));
        }
        Ok::<_, MeshError>(())
    });
}

/// The name of each call, and its time by hand and here. All numbers are zeros, whose sums do not grow.
fn times(
    world: &World,
    length: usize,
    calls: u32,
) -> Result<[(&'static str, [Duration; 2]); 4], MeshError> {
    let hand = SimpleCommunicator::world();
    let ranks = world.ranks();
    let sent = vec![0.0_f32; length];
    let mut received = sent.clone();
    let mut block = vec![0.0_f32; length / ranks];
    let mut whole = vec![0.0_f32; block.len() * ranks];
    let sum = SystemOperation::sum;
    Ok([
        (
            "all_reduce",
            in_turns(&hand, calls, |here| {
                if here {
                    return world.all_reduce(&mut received);
                }
                hand.all_reduce_into(&sent[..], &mut received[..], sum());
                Ok(())
            })?,
        ),
        (
            "reduce_scatter",
            in_turns(&hand, calls, |here| {
                if here {
                    return world.reduce_scatter(&whole, &mut block);
                }
                hand.reduce_scatter_block_into(&whole[..], &mut block[..], sum());
                Ok(())
            })?,
        ),
        (
            "all_gather",
            in_turns(&hand, calls, |here| {
                if here {
                    return world.all_gather(&block, &mut whole);
                }
                hand.all_gather_into(&block[..], &mut whole[..]);
                Ok(())
            })?,
        ),
        (
            "broadcast",
            in_turns(&hand, calls, |here| {
                if here {
                    return world.broadcast(0, &mut whole);
                }
                hand.process_at_rank(0).broadcast_into(&mut whole[..]);
                Ok(())
            })?,
        ),
    ])
}

/// The fastest of each, by hand and here.
fn in_turns(
    hand: &SimpleCommunicator,
    calls: u32,
    mut call: impl FnMut(bool) -> Result<(), MeshError>,
) -> Result<[Duration; 2], MeshError> {
    let mut fastest = [Duration::MAX; 2];
    for round in 0..300 {
        // Each goes first in every second round.
        for place in [round % 2, (round + 1) % 2] {
            hand.barrier();
            let begin = Instant::now();
            for _ in 0..calls {
                call(place == 1)?;
            }
            fastest[place] = fastest[place].min(begin.elapsed() / calls);
        }
    }
    Ok(fastest)
}
