//! What ranks send to their neighbours, and a block to each, beside what one rank has.

#[path = "../examples/programs/experts.rs"]
mod experts;
#[path = "../examples/programs/heat.rs"]
mod heat;
#[path = "models/numbers.rs"]
mod numbers;
#[path = "../examples/programs/ring.rs"]
mod ring;

use numbers::{Batch, Dp, Hidden, Tp, Width, difference, numbers};
use shapecheck::{Axis, Tensor, dims, shape};
use shapecheck_mesh::{Edge, Halo, Mesh, MeshError, MeshTensor, threads};

dims! { Rows = 8, Cols = 12, Points }

type Field = Tensor<f32, shape![Rows, Cols]>;
type Padded = MeshTensor<f32, shape![Rows / Tp + 2, Cols]>;

#[test]
fn blocks_to_all_ranks_cut_another_axis() {
    let x: Tensor<f32, shape![Batch, Width, Hidden]> = numbers(1);
    for ranks in [1, 2, 4] {
        let off = threads::run(ranks, |world| {
            let tp = Mesh::<Tp, _>::new(world)?;
            let whole = MeshTensor::whole(x.clone());
            let first = whole.cut(Axis::<-3>, &tp)?;
            let [second, last] = [whole.cut(Axis::<-2>, &tp)?.into_part().to_vec(), {
                let last = whole.cut(Axis::<-1>, &tp)?;
                last.into_part().to_vec()
            }];
            // To the right, to the left, and back.
            let to_second = first.all_to_all(Axis::<-3>, Axis::<-2>, &tp)?;
            assert_eq!(to_second.clone().into_part().to_vec(), second);
            let to_last = to_second.all_to_all(Axis::<-2>, Axis::<-1>, &tp)?;
            assert_eq!(to_last.clone().into_part().to_vec(), last);
            let to_first = to_last.all_to_all(Axis::<-1>, Axis::<-3>, &tp)?;
            let all = to_first.all_gather(Axis::<-3>, &tp)?.into_whole();
            Ok::<_, MeshError>(difference(&all, &x))
        });
        assert_eq!(off.unwrap(), vec![0.0; ranks]);
    }
}

#[test]
fn what_ranks_do_not_divide_goes_to_none() {
    let error = threads::run(5, |world| {
        let tp = Mesh::<Tp, _>::new(world)?;
        let own = Tensor::<f32, _>::ones_with(<shape![Batch, Points / Tp]>::of([2]));
        let x = MeshTensor::<f32, shape![Batch, Points / Tp]>::from_part(own);
        x.all_to_all(Axis::<-1>, Axis::<-2>, &tp)
    });
    assert_eq!(
        error.unwrap_err().error.to_string(),
        "`Batch` = 8 is shared out over `Tp`, and not a multiple of its 5 ranks"
    );
}

/// Elements before the first one and after the last one, by a loop.
fn padded(x: &Field, width: usize, edge: Edge<f32>) -> Vec<f32> {
    let (rows, cols) = (8, 12);
    let (width, all) = (width as isize, rows as isize);
    (-width..all + width)
        .flat_map(|row| {
            (0..cols).map(move |column| match edge {
                Edge::Wrap => x[[row.rem_euclid(all) as usize, column]],
                Edge::Repeat => x[[row.clamp(0, all - 1) as usize, column]],
                Edge::Fill(value) => match usize::try_from(row) {
                    Ok(row) if row < rows => x[[row, column]],
                    _ => value,
                },
            })
        })
        .collect()
}

#[test]
fn a_halo_has_the_elements_of_the_neighbours() {
    let x: Field = numbers(1);
    for ranks in [1, 2, 4] {
        for edge in [Edge::Wrap, Edge::Repeat, Edge::Fill(7.0)] {
            let parts = threads::run(ranks, |world| {
                let tp = Mesh::<Tp, _>::new(world)?;
                let own = MeshTensor::whole(x.clone()).cut(Axis::<-2>, &tp)?;
                let narrow: Padded = own.with_halo(Axis::<-2>, Halo::<1>, edge, &tp)?;
                let wide = own.with_halo(Axis::<-2>, Halo::<2>, edge, &tp)?;
                Ok::<_, MeshError>([narrow.into_part().to_vec(), wide.into_part().to_vec()])
            })
            .unwrap();
            for (rank, [narrow, wide]) in parts.into_iter().enumerate() {
                let first = rank * 8 / ranks * 12;
                for (part, width) in [(narrow, 1), (wide, 2)] {
                    let all = padded(&x, width, edge);
                    assert_eq!(part.len(), (8 / ranks + 2 * width) * 12);
                    assert_eq!(part, all[first..first + part.len()]);
                }
            }
        }
    }
}

#[test]
fn a_halo_wider_than_a_part_is_told() {
    let error = threads::run(4, |world| {
        let tp = Mesh::<Tp, _>::new(world)?;
        let own = MeshTensor::whole(numbers::<shape![Rows, Cols]>(1)).cut(Axis::<-2>, &tp)?;
        own.with_halo(Axis::<-2>, Halo::<3>, Edge::Repeat, &tp)
    });
    assert_eq!(
        error.unwrap_err().error.to_string(),
        "a halo of 3 asks each neighbour for 3 of its `Rows / Tp`, and there are 2"
    );
}

#[test]
fn tensors_go_round_a_ring() {
    for ranks in [1, 2, 3, 5] {
        let found = threads::run(ranks, |world| {
            let ring = Mesh::<Dp, _>::new(world)?;
            let own = || Tensor::<usize, shape![1]>::full(ring.rank());
            let all: Vec<isize> = (-7..=7).collect();
            let got = all.iter().map(|&by| {
                let cyclic = ring.shift(own(), by)?[[0]];
                let open = ring.shift_open(own(), by)?.map(|got| got[[0]]);
                Ok::<_, MeshError>((by, cyclic, open))
            });
            got.collect::<Result<Vec<_>, _>>()
        });
        for (rank, got) in found.unwrap().into_iter().enumerate() {
            for (by, cyclic, open) in got {
                let from = rank as isize - by;
                assert_eq!(cyclic as isize, from.rem_euclid(ranks as isize));
                let expected = (0..ranks as isize).contains(&from).then_some(from);
                assert_eq!(open.map(|got| got as isize), expected);
            }
        }
    }
}

#[test]
fn heat_flows_over_a_grid_of_ranks_as_over_one() {
    let alone = heat::by_a_loop(&heat::begin(), 20);
    for (py, px) in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 3)] {
        let found = threads::run(py * px, |world| {
            let (py, px) = Mesh::of(world, (heat::Py::of(py), heat::Px::of(px)))?;
            heat::heat(&heat::begin(), 20, (&py, &px))
        });
        let found = found.unwrap();
        assert!(found[0].1 > 0.0);
        for (plate, change) in &found {
            assert_eq!(change, &found[0].1);
            assert!((plate - &alone).abs().max() < 1e-6);
        }
    }
}

#[test]
fn a_ring_attends_as_one_rank() {
    let words: [ring::Words; 3] = [numbers(1), numbers(2), numbers(3)];
    for ranks in [1, 2, 3, 4] {
        let off = threads::run(ranks, |world| {
            ring::off(words.each_ref(), &Mesh::new(world)?)
        });
        let most = off.unwrap().into_iter().fold(0.0, f32::max);
        assert!(most < 1e-5, "{most} on {ranks} ranks");
    }
}

#[test]
fn tokens_go_to_their_experts_and_back() {
    let layer = experts::Layer {
        scores: numbers(1),
        up: numbers(2),
        down: numbers(3),
    };
    let x: experts::Words = numbers(4);
    let alone = experts::alone(&layer, &x);
    for ranks in [1, 2, 4] {
        let found = threads::run(ranks, |world| {
            experts::shared(&layer, &x, &Mesh::new(world)?)
        });
        for found in found.unwrap() {
            assert!((&found - &alone).abs().max() < 1e-6);
        }
    }
}
