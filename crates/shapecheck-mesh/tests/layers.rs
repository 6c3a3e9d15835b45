//! What ranks compute together is what one computes alone.

mod models;

use shapecheck::{Axis, Tensor, shape};
use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, Ranks, Transport, mesh, threads};

/// Runs on 1, 2 and 4 ranks, and gives what each of them gave.
fn on_ranks<R: Send>(body: impl Fn(threads::Threads) -> Result<R, MeshError> + Sync) -> Vec<R> {
    let runs = [1, 2, 4].map(|ranks| threads::run(ranks, &body).unwrap());
    runs.into_iter().flatten().collect()
}

fn are_close(differences: Vec<f32>) {
    assert_eq!(differences.len(), 7);
    let most = differences.into_iter().fold(0.0, f32::max);
    assert!(most < 1e-5, "{most}");
}

#[test]
fn a_feed_forward_layer_is_that_of_one_rank() {
    are_close(on_ranks(|threads| {
        models::feed_forward(&Mesh::new(threads)?)
    }));
}

#[test]
fn scattered_sums_are_those_of_one_rank() {
    are_close(on_ranks(|threads| models::scattered(&Mesh::new(threads)?)));
}

#[test]
fn attention_is_that_of_one_rank() {
    are_close(on_ranks(|threads| models::attention(&Mesh::new(threads)?)));
}

#[test]
fn a_language_model_is_that_of_one_rank() {
    are_close(on_ranks(|threads| {
        models::language_model(&Mesh::new(threads)?)
    }));
}

#[test]
fn a_network_learns_what_it_learns_on_one_rank() {
    let learnt = on_ranks(|threads| models::training(&Mesh::new(threads)?));
    for &(_, [before, after]) in &learnt {
        assert!(after < before / 20.0, "{before} to {after}");
    }
    are_close(learnt.into_iter().map(|(off, _)| off).collect());
}

#[test]
fn weights_and_batches_are_cut_over_two_axes() {
    let differences = threads::run(4, |threads| {
        let (dp, tp) = Mesh::of(threads, (models::Dp::of(2), models::Tp::of(2)))?;
        models::both(&tp, &dp)
    });
    let most = differences.unwrap().into_iter().fold(0.0, f32::max);
    assert!(most < 1e-5, "{most}");
}

#[test]
fn a_shard_has_memory_of_its_own() {
    let kept = threads::run(4, |threads| {
        let tp = Mesh::<models::Tp, _>::new(threads)?;
        let whole = models::numbers::<shape![models::Width, models::Hidden]>(1);
        // The last rank's rows would end where all of it ends.
        let rows = MeshTensor::whole(whole.clone()).cut(Axis::<-2>, &tp)?;
        let columns = MeshTensor::whole(whole.clone()).cut(Axis::<-1>, &tp)?;
        let rows = rows.into_part().try_into_vec().map(|own| own.capacity());
        let columns = columns.into_part().try_into_vec().map(|own| own.capacity());
        Ok::<_, MeshError>([rows.ok(), columns.ok()])
    });
    let quarter = Some(32 * 64 / 4);
    assert_eq!(kept.unwrap(), [[quarter; 2]; 4]);
}

#[test]
fn ranks_that_do_not_divide_a_size_are_told() {
    let error = threads::run(3, |threads| models::feed_forward(&Mesh::new(threads)?)).unwrap_err();
    assert_eq!(
        error.error.to_string(),
        "`Hidden` = 64 is shared out over `Tp`, and not a multiple of its 3 ranks"
    );
}

#[test]
fn a_mesh_of_three_axes_has_a_group_along_each() {
    mesh! { Pp, Two = 2 }
    let places = threads::run(12, |world| {
        let own = world.rank();
        let (pp, tp, two) = Mesh::of(world, (Pp::of(3), models::Tp::of(2), Two::default()))?;
        let mut sums = [own];
        Transport::all_reduce(pp.transport(), &mut sums)?;
        Ok::<_, MeshError>(([pp.rank(), tp.rank(), two.rank()], sums[0]))
    });
    for (rank, (place, sum)) in places.unwrap().into_iter().enumerate() {
        assert_eq!(place, [rank / 4, rank / 2 % 2, rank % 2]);
        assert_eq!(sum, 3 * (rank % 4) + 12);
    }
}

#[test]
fn a_name_is_that_of_one_group() {
    let error = threads::run(4, |world| {
        let row = world.split(world.rank() / 2)?;
        let column = world.split(world.rank() % 2)?;
        // One after the other.
        drop(Mesh::<models::Tp, _>::new(&column)?);
        let tp = Mesh::<models::Tp, _>::new(&row)?;
        let again = Mesh::<models::Tp, _>::new(&row)?;
        assert_eq!(tp.rank(), again.rank());
        Mesh::<models::Tp, _>::new(&column).map(drop)
    })
    .unwrap_err();
    let [first, second] = match error.rank {
        0 => ["0 and 1", "0 and 2"],
        1 => ["0 and 1", "1 and 3"],
        2 => ["2 and 3", "0 and 2"],
        _ => ["2 and 3", "1 and 3"],
    };
    assert_eq!(
        error.error.to_string(),
        format!(
            "`Tp` is the axis of the ranks {first}, and cannot be that of the ranks {second}, too: declare a name for each"
        )
    );
}

#[test]
fn ranks_may_make_one_call_from_two_lines() {
    type Weights = Tensor<f32, shape![2, 3]>;
    let weights = Weights::from_fn(|[row, column]| (3 * row + column) as f32);
    let all = on_ranks(|threads| {
        let mesh = Mesh::<models::Tp, _>::new(threads)?;
        let received = if mesh.rank() == 0 {
            mesh.broadcast(weights.clone(), 0)?
        } else {
            mesh.broadcast(Weights::zeros(), 0)?
        };
        let sums = match mesh.rank() {
            0 => Collective::all_reduce(mesh.transport(), Weights::full(2.0))?,
            _ => Collective::all_reduce(mesh.transport(), Weights::ones())?,
        };
        Ok((received.into_whole(), sums, mesh.ranks()))
    });
    for (received, sums, ranks) in all {
        assert_eq!(received, weights);
        assert_eq!(sums, Weights::full(ranks as f32 + 1.0));
    }
}
