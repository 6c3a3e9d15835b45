//! The operations on all kinds of numbers, whole and in pieces, beside loops over what each rank has.
//!
//! `mpirun -n 4 --oversubscribe target/release/examples/operations`

use std::fmt::Debug;

use half::{bf16, f16};
use shapecheck_mesh::{MeshError, Ranks, Transport};
use shapecheck_mpi::{Number, World};

fn main() {
    shapecheck_mpi::run(|world| {
        for pieces in [usize::MAX, 7, 3, 1] {
            let mut mesh = world.split(0)?;
            if pieces < usize::MAX {
                mesh.in_pieces_of(pieces);
            }
            for block in [0, 1, 2, 6, 7, 50] {
                operations(&mesh, block, |number| number as f32)?;
                operations(&mesh, block, |number| number as f64)?;
                operations(&mesh, block, |number| f16::from_f32(number as f32))?;
                operations(&mesh, block, |number| bf16::from_f32(number as f32))?;
                operations(&mesh, block, |number| number as i8)?;
                operations(&mesh, block, |number| number as i16)?;
                operations(&mesh, block, |number| number as i32)?;
                operations(&mesh, block, |number| number as i64)?;
                operations(&mesh, block, |number| number as u8)?;
                operations(&mesh, block, |number| number as u16)?;
                operations(&mesh, block, |number| number as u32)?;
                operations(&mesh, block, |number| number as u64)?;
            }
        }
        rows_and_columns(world)?;
        println!(
            "rank {} of {}: all sums are right; {:08x}",
            world.rank(),
            world.ranks(),
            sum(world)?.to_bits()
        );
        Ok::<_, MeshError>(())
    });
}

/// Each of them, with so many elements for each rank. The numbers are small enough for sums of `i8`.
fn operations<T: Number + PartialEq + Debug>(
    mesh: &World,
    block: usize,
    number: impl Fn(usize) -> T,
) -> Result<(), MeshError> {
    let (rank, ranks) = (mesh.rank(), mesh.ranks());
    let length = block * ranks;
    let value = |rank: usize, place: usize| (place + rank) % 5;
    let values = |rank: usize| -> Vec<T> {
        (0..length)
            .map(|place| number(value(rank, place)))
            .collect()
    };
    let sums: Vec<T> = (0..length)
        .map(|place| number((0..ranks).map(|rank| value(rank, place)).sum()))
        .collect();

    let mut reduced = values(rank);
    mesh.all_reduce(&mut reduced)?;
    assert_eq!(reduced, sums);

    let mut own = vec![number(0); block];
    mesh.reduce_scatter(&values(rank), &mut own)?;
    assert_eq!(own, sums[rank * block..][..block]);

    let mut gathered = vec![number(0); length];
    mesh.all_gather(&values(rank)[..block], &mut gathered)?;
    let expected: Vec<T> = (0..ranks)
        .flat_map(|rank| values(rank)[..block].to_vec())
        .collect();
    assert_eq!(gathered, expected);

    // A block to each, and one from each.
    let mut exchanged = vec![number(0); length];
    mesh.all_to_all(&values(rank), &mut exchanged)?;
    let expected: Vec<T> = (0..ranks)
        .flat_map(|from| values(from)[rank * block..][..block].to_vec())
        .collect();
    assert_eq!(exchanged, expected);

    for by in [-5, -1, 0, 1, 2] {
        let mut shifted = vec![number(0); length];
        assert!(mesh.shift(by, true, &values(rank), &mut shifted)?);
        let before = (rank as isize - by).rem_euclid(ranks as isize);
        assert_eq!(shifted, values(before as usize));
        // Between two ends, the first ranks keep what they have.
        let before = usize::try_from(rank as isize - by).ok();
        let before = before.filter(|&before| before < ranks);
        let comes = mesh.shift(by, false, &values(rank), &mut shifted)?;
        assert_eq!(comes, before.is_some());
        if let Some(before) = before {
            assert_eq!(shifted, values(before));
        }
    }

    for root in 0..ranks {
        let mut sent = values(rank);
        mesh.broadcast(root, &mut sent)?;
        assert_eq!(sent, values(root));
    }
    Ok(())
}

/// Sums over rows of two ranks, and over columns.
fn rows_and_columns(world: &World) -> Result<(), MeshError> {
    let (row, column) = (world.rank() / 2, world.rank() % 2);
    let groups = [
        (world.split(row)?, column, row * 2, 1),
        // Of any number.
        (world.split(usize::MAX - column)?, row, column, 2),
    ];
    for (group, place, first, step) in groups {
        assert_eq!(group.rank(), place);
        let mut sum = [world.rank()].map(|rank| rank as i64);
        group.all_reduce(&mut sum)?;
        let members = (first..world.ranks()).step_by(step).take(group.ranks());
        assert_eq!(sum, [members.sum::<usize>() as i64]);
    }
    Ok(())
}

/// A sum that depends on the order of additions, the same each time.
fn sum(world: &World) -> Result<f32, MeshError> {
    let mut first = None;
    for _ in 0..100 {
        let mut value = [1.0 / (3.0 + world.rank() as f32)];
        world.all_reduce(&mut value)?;
        assert_eq!(*first.get_or_insert(value), value);
    }
    Ok(first.map_or(0.0, |[value]| value))
}
