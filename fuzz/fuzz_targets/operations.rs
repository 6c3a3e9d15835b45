//! Random operations: passes over up to three operands, side by side, far apart in memory, repeated and used up; in
//! place; reductions over any axis; and matrix products. Each against a model that looks every index up. And tensors
//! without elements whose other sizes are beyond memory: nothing to do is nothing done.
#![no_main]

#[path = "../../crates/shapecheck/tests/model/mod.rs"]
mod model;
#[path = "../../crates/shapecheck/tests/programs/mod.rs"]
mod programs;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use model::Model;
use shapecheck::algebra::Padding;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::{DynShape, Shape, ShapeError, Tensor, broadcast_map, shape, try_broadcast_update};

type Input<'a, 'b> = &'a mut Unstructured<'b>;

/// Up to 5 axes of up to 9 elements, or 9 axes of 1 or 2; a row that is longer than those gathered at once now and
/// then.
fn sizes(input: Input<'_, '_>) -> Result<Vec<usize>> {
    let rank = input.int_in_range(0..=6)?;
    let mut sizes = match rank {
        6 => vec![2; 9],
        rank => vec![1; rank],
    };
    let most = if rank <= 3 { 9 } else { 2 };
    for size in &mut sizes {
        *size = input
            .int_in_range(0..=most)?
            .max(usize::from(input.ratio(9, 10)?));
    }
    if let ([.., last], true) = (&mut sizes[..], rank <= 3 && input.ratio(1, 8)?) {
        *last = input.int_in_range(60..=140)?;
    }
    Ok(sizes)
}

fn model(input: Input<'_, '_>, sizes: &[usize]) -> Result<Model> {
    let seed = i64::from(input.arbitrary::<i16>()?);
    let mut number = seed;
    Ok(Model::from_fn(sizes, |_| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(seed | 1);
        (number >> 40) % 50
    }))
}

/// A model of a shape without some axes in front and with some sizes set to 1; of another shape now and then.
fn part(input: Input<'_, '_>, whole: &[usize]) -> Result<Model> {
    let mut sizes = whole[input.int_in_range(0..=whole.len())?..].to_vec();
    for size in &mut sizes {
        if input.ratio(1, 3)? {
            *size = 1;
        }
        if input.ratio(1, 64)? {
            *size += 1;
        }
    }
    model(input, &sizes)
}

fn weigh(elements: &[i64]) -> i64 {
    elements.iter().fold(1, |all, &element| 7 * all + element)
}

fn passes(input: Input<'_, '_>) -> Result<()> {
    let whole = sizes(input)?;
    let (a, b, c) = (
        part(input, &whole)?,
        part(input, &whole)?,
        part(input, &whole)?,
    );
    let Ok(shape) = broadcast_shapes(&[&a.sizes, &b.sizes, &c.sizes]) else {
        return Ok(());
    };
    let expected = Model::zip(&[&a, &b, &c], weigh);
    let (p, q) = (a.scattered(), b.scattered());
    let (p, q) = (p.view(), q.view());
    let (x, y, z) = (a.tensor(), b.tensor(), c.tensor());
    // Far beyond what it shows, again and again.
    let repeated = z.broadcast_to_with(shape.clone());
    let found = match input.int_in_range(0..=7)? {
        0 => broadcast_map!(|x, y, z| weigh(&[x, y, z]); &x, &y, &z),
        1 => broadcast_map!(|x, y, z| weigh(&[x, y, z]); x, &q, &z),
        2 => broadcast_map!(|x, y, z| weigh(&[x, y, z]); &p, y, repeated),
        3 => broadcast_map!(|x, y, z| weigh(&[x, y, z]); &p, &q, z),
        4 => broadcast_map!(|x, y, z| weigh(&[x, y, z]); x, y, z),
        5 => broadcast_map!(|x, y, z| weigh(&[x, y, z]); &p, &q, &repeated),
        6 => (&p * 49 + 343) + &q * 7 + z,
        _ => z + (x * 49 + (343 + 7 * y)),
    };
    assert_eq!(Model::of(&found), expected);
    // In place: of what is side by side, and of a part of it with its last axes in each other's place.
    let mut target = a.tensor();
    let fits = Model::zip(&[&a, &b], weigh).sizes == a.sizes;
    assert_eq!(
        try_broadcast_update!(|t, q| *t = weigh(&[*t, q]); &mut target, &q).is_ok(),
        fits
    );
    let updated = if fits {
        Model::zip(&[&a, &b], weigh)
    } else {
        a.clone()
    };
    assert_eq!(Model::of(&target), updated);
    if let &[.., rows, columns] = &a.sizes[..] {
        let mut wide = a.sizes.clone();
        let rank = wide.len();
        (wide[rank - 1], wide[rank - 2]) = (rows + 3, columns + 1);
        let mut all = Tensor::<i64, DynShape>::full_with(DynShape::from(&wide[..]), -1);
        let mut view = all.slice_axis_mut::<-1>(2..rows + 2);
        let mut view = view.slice_axis_mut::<-2>(1..);
        let mut view = view.transpose_mut();
        assert!(try_broadcast_update!(|t, x| *t = x; &mut view, &p).is_ok());
        assert_eq!(
            try_broadcast_update!(|t, q| *t = weigh(&[*t, q]); &mut view, &q).is_ok(),
            fits
        );
        assert_eq!(Model::of(&view), updated);
        let inside: i64 = updated.elements.iter().sum();
        let outside = all.len() - updated.elements.len();
        assert_eq!(all.sum(), inside - outside as i64);
    }
    Ok(())
}

/// Over one axis: the model's elements along it, at each index into the others.
fn reduced(model: &Model, axis: usize, function: impl Fn(&[i64]) -> i64) -> Model {
    let mut sizes = model.sizes.clone();
    let count = std::mem::replace(&mut sizes[axis], 1);
    Model::from_fn(&sizes, |index| {
        let mut index = index.to_vec();
        let along = (0..count).map(|place| {
            index[axis] = place;
            model.at(&index)
        });
        let along: Vec<i64> = along.collect();
        function(&along)
    })
}

fn reductions(input: Input<'_, '_>) -> Result<()> {
    let sizes = sizes(input)?;
    let mut a = model(input, &sizes)?;
    // Few different elements: more than one is the largest.
    let few = input.int_in_range(1..=60)?;
    a.elements.iter_mut().for_each(|x| *x %= few);
    let (x, far) = (a.tensor(), a.scattered());
    let far = far.view();
    assert_eq!(x.sum(), a.elements.iter().sum());
    assert_eq!(far.sum(), x.sum());
    if sizes.is_empty() {
        return Ok(());
    }
    let from_end = input.int_in_range(1..=sizes.len().min(6))?;
    let axis = sizes.len() - from_end;
    let first = |along: &[i64], extreme: Option<&i64>| {
        along
            .iter()
            .position(|x| Some(x) == extreme)
            .map_or(0, |place| place as i64)
    };
    let sums = reduced(&a, axis, |along| along.iter().sum());
    let any = reduced(&a, axis, |along| along.iter().any(|&x| x > 0).into());
    at!(from_end, A => {
        assert_eq!(Model::of(&x.sum_axis::<A>()), sums);
        assert_eq!(Model::of(&far.sum_axis::<A>()), sums);
        assert_eq!(Model::of(&far.map(|x| x > 0).any_axis::<A>().map(i64::from)), any);
    });
    if sizes[axis] > 0 {
        let max = reduced(&a, axis, |along| along.iter().copied().max().unwrap_or(0));
        let place = reduced(&a, axis, |along| first(along, along.iter().min()));
        at!(from_end, A => {
            assert_eq!(Model::of(&x.max_axis::<A>()), max);
            assert_eq!(Model::of(&far.max_axis::<A>()), max);
            assert_eq!(Model::of(&x.argmin_axis::<A>().map(|place| place as i64)), place);
            assert_eq!(Model::of(&far.argmin_axis::<A>().map(|place| place as i64)), place);
        });
    }
    Ok(())
}

/// Two tensors of floats, exact in all that is done here, and of integers.
fn products(input: Input<'_, '_>) -> Result<()> {
    let front = sizes(input)?;
    let front = &front[front.len().saturating_sub(2)..];
    let mut size = || Ok(input.int_in_range(0..=12)?);
    let [m, k, n] = [size()?, size()?, size()?];
    let (mut a, mut b) = (part(input, front)?, part(input, front)?);
    if broadcast_shapes(&[&a.sizes, &b.sizes]).is_err() {
        return Ok(());
    }
    let (left, right) = (a.sizes.clone(), b.sizes.clone());
    a = model(input, &[&left[..], &[m, k]].concat())?;
    b = model(input, &[&right[..], &[k, n]].concat())?;
    // [.., M, K, 1] times [.., 1, K, N], summed over K.
    let with = |front: &[usize], sizes: [usize; 3], of: &Model| Model {
        sizes: [front, &sizes].concat(),
        elements: of.elements.clone(),
    };
    let terms = [with(&left, [m, k, 1], &a), with(&right, [1, k, n], &b)];
    let terms = Model::zip(&[&terms[0], &terms[1]], |pair| pair[0] * pair[1]);
    let mut expected = reduced(&terms, terms.sizes.len() - 2, |along| along.iter().sum());
    expected.sizes.remove(terms.sizes.len() - 2);
    let (x, y, far) = (a.tensor(), b.tensor(), (a.scattered(), b.scattered()));
    let (p, q) = (far.0.view(), far.1.view());
    assert_eq!(Model::of(&x.matmul(&y)), expected);
    assert_eq!(Model::of(&p.matmul(&q)), expected);
    let (x, q) = (x.map(|x| x as f32), q.map(|x| x as f32));
    assert_eq!(Model::of(&x.matmul(&q).map(|x| x as i64)), expected);
    let (turned, y) = (x.transpose().to_tensor(), y.map(|x| x as f32));
    let mut into =
        Tensor::<f32, DynShape>::full_with(DynShape::from(&expected.sizes[..]), f32::NAN);
    assert!(turned.transpose().matmul_into(&y, &mut into).is_ok());
    assert_eq!(Model::of(&into.map(|x| x as i64)), expected);
    Ok(())
}

/// Sizes with a 0 among them; the others are small, beyond memory, or beyond counting.
fn empty_sizes(input: Input<'_, '_>) -> Result<Vec<usize>> {
    const SIZES: [usize; 8] = [0, 1, 2, 3, 1 << 20, 1 << 40, 1 << 63, usize::MAX];
    let mut sizes = vec![0; input.int_in_range(1..=4)?];
    let empty = input.choose_index(sizes.len())?;
    for (axis, size) in sizes.iter_mut().enumerate() {
        if axis != empty {
            *size = *input.choose(&SIZES)?;
        }
    }
    Ok(sizes)
}

/// Whether a result of these sizes is there: an error tells of those that cannot be counted. What could be counted and
/// is beyond memory is nothing to try.
fn has_sizes<E>(
    sizes: Option<Vec<usize>>,
    result: impl FnOnce() -> std::result::Result<Vec<usize>, E>,
) {
    let count = sizes.as_ref().and_then(|sizes| match sizes.contains(&0) {
        true => Some(0),
        false => sizes
            .iter()
            .try_fold(1_usize, |all, &size| all.checked_mul(size)),
    });
    if count.is_none_or(|count| count <= 1 << 20) {
        assert_eq!(result().ok(), count.and(sizes));
    }
}

fn without_elements(input: Input<'_, '_>) -> Result<()> {
    let sizes = empty_sizes(input)?;
    let mut x = Tensor::<f32, DynShape>::zeros_with(DynShape::from(&sizes[..]));
    let from_end = input.int_in_range(1..=sizes.len())?;
    let axis = sizes.len() - from_end;
    let number = *input.choose(&[0_usize, 1, 2, 5, 1 << 40, usize::MAX])?;
    let with = |size: Option<usize>| {
        let mut sizes = sizes.clone();
        sizes[axis] = size?;
        Some(sizes)
    };
    let kept = || Some(sizes.clone());
    match input.int_in_range(0..=8)? {
        0 => {
            x.fill(1.0);
            x += 1.0;
            x += &x.clone();
            x.assign(&Tensor::<f32, shape![]>::zeros());
            assert!(x.try_assign(&x.clone()).is_ok());
            assert_eq!((x.sum(), x.to_vec()), (0.0, vec![]));
            assert!(!format!("{x:?} {x}").is_empty());
            assert_eq!(x.map(f32::exp).dims(), sizes);
        }
        1 => at!(from_end, A => {
            has_sizes(kept(), || x.along::<A>().try_flip().map(|x| x.dims().to_vec()));
            has_sizes(kept(), || x.along::<A>().try_roll(number as isize).map(|x| x.dims().to_vec()));
        }),
        2 => at!(from_end, A => has_sizes(with(sizes[axis].checked_mul(number)), || {
            x.along::<A>().try_repeat_with(number).map(|x| x.dims().to_vec())
        })),
        3 => at!(from_end, A => has_sizes(with(sizes[axis].checked_mul(number)), || {
            x.along::<A>().try_tile_with(number).map(|x| x.dims().to_vec())
        })),
        4 => at!(from_end, A => has_sizes(with(sizes[axis].checked_add(number)), || {
            x.along::<A>().try_pad_with((number, 0), Padding::Constant(1.0)).map(|x| x.dims().to_vec())
        })),
        5 => at!(from_end, A => has_sizes(with(sizes[axis].checked_mul(2)), || {
            x.along::<A>().try_concat(&x).map(|x| x.dims().to_vec())
        })),
        6 => {
            let other = empty_sizes(input)?;
            let y = Tensor::<f32, DynShape>::zeros_with(DynShape::from(&other[..]));
            let together = broadcast_shapes(&[&sizes, &other]).ok();
            has_sizes(together.map(|sizes| sizes.dims().to_vec()), || {
                x.try_add(&y).map(|x| x.dims().to_vec())
            });
        }
        7 => at!(from_end, A => {
            assert_eq!(x.sort::<A>().dims(), sizes);
            assert_eq!(x.argsort::<A>().dims(), sizes);
            assert_eq!(x.cumulative_sum::<A>().dims(), sizes);
        }),
        // Sums have no `try_` form: those that cannot be counted panic.
        _ => at!(from_end, A => has_sizes(with(Some(1)), || {
            let reduced = with(Some(1)).unwrap_or_default();
            DynShape::from(&reduced[..]).num_elements()?;
            Ok::<_, ShapeError>(x.sum_axis::<A>().dims().to_vec())
        })),
    }
    Ok(())
}

fuzz_target!(|input: &[u8]| {
    let input = &mut Unstructured::new(input);
    // Input that is used up ends the operation.
    let _ = match input.int_in_range(0..=3) {
        Ok(0) => passes(input),
        Ok(1) => reductions(input),
        Ok(2) => without_elements(input),
        _ => products(input),
    };
});
