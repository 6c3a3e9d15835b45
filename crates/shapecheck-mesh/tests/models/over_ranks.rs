//! What ranks compute of the tensors that each of them has, beside loops over what all have.

use super::numbers::{Dp, Hidden, Width, difference, numbers};
use half::{bf16, f16};
use shapecheck::{Axis, Host, Tensor, dims, shape};
use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, Pending, Transport};

/// As many as 1, 2, 3, 4 and 5 ranks divide.
const BLOCKS: usize = 60;

dims! { pub Blocks = 60, pub Sixty = 60, pub Rows = 7, pub Share }

type Own = Tensor<f32, shape![Width, Hidden]>;

/// What a rank has.
pub fn own(rank: usize) -> Own {
    numbers(rank as u64 + 1)
}

/// The largest, the smallest and the mean at each place.
pub fn reductions<C: Collective<f32, Host>>(dp: &Mesh<Dp, C>) -> Result<(), MeshError> {
    let ranks = dp.ranks();
    let x = own(dp.rank());
    let largest = dp.all_reduce_max(x.clone())?.into_whole().to_vec();
    let smallest = dp.all_reduce_min(x.clone())?.into_whole().to_vec();
    let mean = dp.all_reduce_mean(x)?.into_whole();

    let all: Vec<Vec<f32>> = (0..ranks).map(|rank| own(rank).to_vec()).collect();
    assert_eq!(largest.len(), all[0].len());
    for place in 0..all[0].len() {
        let terms = all.iter().map(|of_rank| of_rank[place]);
        assert_eq!(largest[place], terms.clone().fold(f32::MIN, f32::max));
        assert_eq!(smallest[place], terms.fold(f32::MAX, f32::min));
    }
    let sum = (0..ranks).map(own).reduce(|sum, x| sum + x);
    let off = difference(&mean, &(sum.expect("a rank") / ranks as f32));
    assert!(off < 1e-6, "{off} on {ranks} ranks");

    // Ranks do not divide the size, and one of them has what is not a number.
    let value = if dp.rank() == ranks - 1 {
        f32::NAN
    } else {
        1.0
    };
    let x = Tensor::<f32, shape![3]>::from([value, -2.0, dp.rank() as f32]);
    let largest = dp.all_reduce_max(x.clone())?.into_whole();
    let smallest = dp.all_reduce_min(x)?.into_whole();
    assert!(largest[[0]].is_nan() && smallest[[0]].is_nan());
    assert_eq!(largest.to_vec()[1..], [-2.0, (ranks - 1) as f32]);
    assert_eq!(smallest.to_vec()[1..], [-2.0, 0.0]);
    Ok(())
}

/// Sums of numbers of 16 bits, of which adding in 16 bits would lose all but the first.
pub fn halves<C>(dp: &Mesh<Dp, C>) -> Result<(), MeshError>
where
    C: Transport<f16> + Transport<bf16>,
{
    // One more than 11 and 8 digits hold. All sums are exact in `f32`, in any order.
    let ranks = dp.ranks();
    let first = |rank: usize, many: f32| if rank == 0 { many } else { 1.0 };
    let sum = |many: f32| many + (ranks - 1) as f32;
    let x = Tensor::full(f16::from_f32(first(dp.rank(), 2048.0)));
    reduced(dp, x, f16::from_f32(sum(2048.0)))?;
    let x = Tensor::full(bf16::from_f32(first(dp.rank(), 256.0)));
    reduced(dp, x, bf16::from_f32(sum(256.0)))?;

    // Everything else is moved as it is.
    let own = Tensor::<f16, shape![Width]>::full(f16::from_f32(dp.rank() as f32));
    let last = dp.broadcast(own.clone(), ranks - 1)?.into_whole();
    assert_eq!(last[[0]].to_f32(), (ranks - 1) as f32);
    assert_eq!(dp.all_reduce_max(own.clone())?.into_whole(), last);
    let before = dp.shift(own, 1)?[[0]].to_f32();
    assert_eq!(before, ((dp.rank() + ranks - 1) % ranks) as f32);
    Ok(())
}

/// The sum of a tensor of each rank, on each rank and in parts.
fn reduced<T, C: Transport<T>>(
    dp: &Mesh<Dp, C>,
    x: Tensor<T, shape![Blocks]>,
    sum: T,
) -> Result<(), MeshError>
where
    T: Copy + Default + PartialEq + std::fmt::Debug + 'static,
{
    let term = MeshTensor::<T, shape![Blocks], Pending<Hidden, Dp>>::from_pending_part(x);
    let part = term.clone().reduce_scatter(Axis::<-1>, dp)?.into_part();
    assert_eq!(part.to_vec(), vec![sum; BLOCKS / dp.ranks()]);
    let whole = term.all_reduce(dp)?.into_whole();
    assert_eq!(whole.to_vec(), vec![sum; BLOCKS]);
    Ok(())
}

/// Sums that are waited for later, in another order than they were started in, or never.
pub fn started<C>(dp: &Mesh<Dp, C>) -> Result<(), MeshError>
where
    C: Transport<f32> + Transport<f16>,
{
    let (rank, ranks) = (dp.rank(), dp.ranks());
    let term = |times: f32| {
        let own = Tensor::<f32, shape![Blocks]>::from_fn(|[at]| (at * rank) as f32 * times);
        MeshTensor::<_, _, Pending<Hidden, Dp>>::from_pending_part(own)
    };
    let all = ranks * (ranks - 1) / 2;
    let sum = |times: f32| Vec::from_iter((0..BLOCKS).map(|at| (at * all) as f32 * times));

    let first = term(1.0).start_all_reduce(dp)?;
    let second = term(2.0).start_all_reduce(dp)?;
    let third = term(3.0).start_all_reduce(dp)?;
    // A call of another kind, while these are not complete.
    assert_eq!(term(4.0).all_reduce(dp)?.into_whole().to_vec(), sum(4.0));
    drop(term(5.0).start_all_reduce(dp)?);
    // One rank leaves its part to the others.
    if rank == 0 {
        drop(second);
    } else {
        assert_eq!(second.wait()?.into_whole().to_vec(), sum(2.0));
    }
    assert_eq!(third.wait()?.into_whole().to_vec(), sum(3.0));
    assert_eq!(first.wait()?.into_whole().to_vec(), sum(1.0));

    scattered_and_gathered(dp)?;

    let x =
        Tensor::<f16, shape![Blocks]>::full(f16::from_f32(if rank == 0 { 2048.0 } else { 1.0 }));
    let term = MeshTensor::<_, _, Pending<Hidden, Dp>>::from_pending_part(x);
    let sum = term.start_all_reduce(dp)?.wait()?.into_whole();
    let expected = f16::from_f32(2048.0 + (ranks - 1) as f32);
    assert_eq!(sum.to_vec(), vec![expected; BLOCKS]);
    Ok(())
}

/// Parts of different sizes, along each axis of a tensor.
pub fn uneven<C: Collective<f32, Host>>(dp: &Mesh<Dp, C>) -> Result<(), MeshError> {
    let x: Tensor<f32, shape![Rows, Width]> = numbers(1);
    let whole = MeshTensor::whole(x.clone());
    let share = dp.share(7);
    assert!(share.len() == 7 / dp.ranks() || share.len() == 7usize.div_ceil(dp.ranks()));

    let rows: Tensor<f32, shape![Share, Width]> = whole.cut_unevenly(Axis::<-2>, dp)?;
    assert_eq!(rows.to_vec(), x.to_vec()[share.start * 32..share.end * 32]);
    let found = dp.all_gather_unevenly(rows * 2.0, Axis::<-2>, Rows::default())?;
    assert_eq!(difference(&found.into_whole(), &(&x * 2.0)), 0.0);

    let columns: Tensor<f32, shape![Share, Rows]> =
        MeshTensor::whole(x.transpose().to_tensor()).cut_unevenly(Axis::<-2>, dp)?;
    let columns = columns.transpose().to_tensor();
    let found = dp.all_gather_unevenly(columns, Axis::<-1>, Width::default())?;
    assert_eq!(difference(&found.into_whole(), &x), 0.0);

    // Sizes that the program has, of which one is zero.
    let rank = dp.rank();
    let own = Tensor::ones_with(<shape![Share]>::of([rank])) * rank as f32;
    let all = dp.all_gather_unevenly(
        own,
        Axis::<-1>,
        Share::of(dp.ranks() * (dp.ranks() - 1) / 2),
    )?;
    let expected = (0..dp.ranks()).flat_map(|rank| vec![rank as f32; rank]);
    assert_eq!(all.into_whole().to_vec(), Vec::from_iter(expected));
    Ok(())
}

/// Shards of a sum, and shards put together, along the first axis and along the last one.
fn scattered_and_gathered<C>(dp: &Mesh<Dp, C>) -> Result<(), MeshError>
where
    C: Transport<f32>,
{
    // Whole numbers, whose sums are exact in any order.
    let of_rank = |rank: usize| {
        Tensor::<f32, shape![Blocks, Sixty]>::from_fn(|[row, column]| {
            (row * 3 + column + rank) as f32
        })
    };
    let term = MeshTensor::<_, _, Pending<Hidden, Dp>>::from_pending_part(of_rank(dp.rank()));
    let rows = term.clone().start_reduce_scatter(Axis::<-2>, dp)?;
    let columns = term.clone().start_reduce_scatter(Axis::<-1>, dp)?;
    let sum = term.all_reduce(dp)?;
    let (rows, columns) = (rows.wait()?, columns.wait()?);
    assert_eq!(
        rows.clone().into_part(),
        sum.cut(Axis::<-2>, dp)?.into_part()
    );
    assert_eq!(
        columns.clone().into_part(),
        sum.cut(Axis::<-1>, dp)?.into_part()
    );

    let rows = rows.start_all_gather(Axis::<-2>, dp)?;
    let columns = columns.start_all_gather(Axis::<-1>, dp)?;
    assert_eq!(&columns.wait()?.into_whole(), sum.part());
    assert_eq!(&rows.wait()?.into_whole(), sum.part());
    Ok(())
}
