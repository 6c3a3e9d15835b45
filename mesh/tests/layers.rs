//! What ranks compute together is what one computes alone.

mod models;

use shapecheck_mesh::{Mesh, MeshError, Ranks, threads};

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
        let (row, column) = (threads.rank() / 2, threads.rank() % 2);
        let tp = Mesh::new(threads.split(row)?)?;
        let dp = Mesh::new(threads.split(column)?)?;
        models::both(&tp, &dp)
    });
    let most = differences.unwrap().into_iter().fold(0.0, f32::max);
    assert!(most < 1e-5, "{most}");
}

#[test]
fn ranks_that_do_not_divide_a_size_are_told() {
    let error = threads::run(3, |threads| models::feed_forward(&Mesh::new(threads)?)).unwrap_err();
    assert_eq!(
        error.error.to_string(),
        "`Hidden` = 64 is shared out over `Tp`, and not a multiple of its 3 ranks"
    );
}
