//! Reductions over ranks besides the sum, beside loops over what each rank has.

#[path = "models/numbers.rs"]
mod numbers;
#[path = "models/over_ranks.rs"]
mod over_ranks;

use numbers::{Dp, Tp};
use over_ranks::{Rows, Share, own};
use shapecheck::{Axis, Tensor, shape};
use shapecheck_mesh::{Mesh, MeshError, MeshTensorOn, Pending, Ranks, dry, threads};

#[test]
fn each_place_has_the_largest_the_smallest_and_the_mean_of_all_ranks() {
    for ranks in [1, 2, 3, 4] {
        let ended = threads::run(ranks, |world| over_ranks::reductions(&Mesh::new(world)?));
        assert_eq!(ended.unwrap().len(), ranks);
    }
}

#[test]
fn sums_of_16_bits_are_rounded_once() {
    for ranks in [1, 2, 3, 4, 5] {
        let ended = threads::run(ranks, |world| over_ranks::halves(&Mesh::new(world)?));
        assert_eq!(ended.unwrap().len(), ranks);
    }
}

#[test]
fn sums_are_waited_for_later() {
    for ranks in [1, 2, 3, 4, 5] {
        let ended = threads::run(ranks, |world| over_ranks::started(&Mesh::new(world)?));
        assert_eq!(ended.unwrap().len(), ranks);
    }
}

#[test]
fn uneven_parts_are_put_together() {
    for ranks in [1, 2, 3, 4, 5, 9] {
        let ended = threads::run(ranks, |world| over_ranks::uneven(&Mesh::new(world)?));
        assert_eq!(ended.unwrap().len(), ranks);
    }
}

#[test]
fn parts_that_are_not_the_whole_are_told() {
    let error = threads::run(3, |world| {
        let dp = Mesh::<Dp, _>::new(world)?;
        let own = Tensor::<f32, _>::ones_with(<shape![Share]>::of([dp.rank() + 1]));
        dp.all_gather_unevenly(own, Axis::<-1>, Rows::default())
    });
    assert_eq!(
        error.unwrap_err().error.to_string(),
        "the parts of `Rows` have 1, 2 and 3 elements, which are 6 together, and `Rows` = 7: gather what `cut_unevenly` or `share` gives each rank"
    );
}

#[test]
fn sizes_that_ranks_do_not_divide_and_integers_are_reduced() {
    for ranks in [1, 2, 3, 5] {
        let found = threads::run(ranks, |world| {
            let dp = Mesh::<Dp, _>::new(world)?;
            let rank = dp.rank();
            let number = dp.all_reduce_max(Tensor::<usize, shape![]>::full(rank))?;
            let counts = Tensor::<i32, shape![7]>::from_fn(|[at]| (at * rank) as i32 - 5);
            let counts = dp.all_reduce_min(counts)?.into_whole().to_vec();
            let none = dp.all_reduce_max(Tensor::<f32, shape![0]>::ones())?;
            assert_eq!(none.dims(), [0]);
            Ok::<_, MeshError>((number.into_whole().into_scalar(), counts))
        });
        assert_eq!(found.unwrap(), vec![(ranks - 1, vec![-5; 7]); ranks]);
    }
}

#[test]
fn a_grid_is_reduced_over_one_axis_at_a_time() {
    let found = threads::run(4, |world| {
        let place = world.rank();
        let (dp, tp) = Mesh::of(world, (Dp::of(2), Tp::of(2)))?;
        let own = Tensor::<usize, shape![1]>::full(place);
        let row = tp.all_reduce_max(own)?.into_whole();
        let all = dp.all_reduce_max(row.clone())?.into_whole();
        Ok::<_, MeshError>([row[[0]], all[[0]]])
    });
    assert_eq!(found.unwrap(), [[1, 3], [1, 3], [3, 3], [3, 3]]);
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "calls are compared in debug builds")]
fn another_reduction_on_another_rank_is_told() {
    let error = threads::run(2, |world| {
        let dp = Mesh::<Dp, _>::new(world)?;
        match dp.rank() {
            0 => dp.all_reduce_max(own(0)),
            _ => dp.all_reduce_mean(own(1)),
        }
    });
    let text = error.unwrap_err().error.to_string();
    for said in [
        "rank 0 calls `all_reduce_max` of [",
        "rank 1 calls `all_reduce_mean` of [",
    ] {
        assert!(text.contains(said), "{text}");
    }
    let told = text.matches("tests/reductions.rs").count();
    assert_eq!(told, 2, "{text}");
}

#[test]
fn a_dry_run_has_the_sizes_of_each() {
    use shapecheck::TensorOn;
    use shapecheck::dry::Sizes;

    let ranks = dry::run(4, |world| {
        let dp = Mesh::<Dp, _>::new(world)?;
        let own = || TensorOn::<f32, shape![Rows], Sizes>::zeros();
        let largest = dp.all_reduce_max(own())?;
        let mean = dp.all_reduce_mean(own())?;
        let term = MeshTensorOn::<_, _, _, Pending<Share, Dp>>::from_pending_part(own());
        let sum = term.start_all_reduce(&dp)?.wait()?;
        Ok::<_, MeshError>([largest, mean, sum].map(|x| x.dims().to_vec()))
    });
    for (sizes, summary) in ranks {
        assert_eq!(sizes.unwrap(), [[7], [7], [7]]);
        let sums = summary
            .rows
            .iter()
            .filter(|row| row.operation == "all_reduce");
        assert_eq!(sums.count(), 2);
    }
}
