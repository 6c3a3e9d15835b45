//! What ranks compare and how long they wait, where a program says it.

use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use shapecheck::{Axis, Tensor, dims, shape};
use shapecheck_mesh::threads::Threads;
use shapecheck_mesh::{
    Checks, Compared, Mesh, MeshError, MeshTensor, Pending, Ranks, mesh, threads,
};

dims! { Width = 3, Batch, Hidden = 4 }
mesh! { Tp, Dp }

type Gradient = MeshTensor<f32, shape![Width], Pending<Batch, Tp>>;

/// The texts that the ranks get, with this setting. One program at a time: the setting is that of the process.
fn texts(
    checks: Checks,
    ranks: usize,
    body: impl Fn(&Threads) -> Result<(), MeshError> + Sync,
) -> Vec<String> {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap();
    checks.set();
    let texts = Mutex::new(vec![String::new(); ranks]);
    let _ = threads::run(ranks, |world| {
        let returned = body(&world);
        if let Err(error) = &returned {
            texts.lock().unwrap()[world.rank()] = error.to_string();
            // The others wait as long as they may.
            sleep(Duration::from_millis(300));
        }
        returned
    });
    texts.into_inner().unwrap()
}

const LINES: Checks = Checks {
    compared: Compared::Lines,
    limit: None,
};

/// Rank 1 reduces the second of two gradients first.
fn in_another_order(world: &Threads) -> Result<(), MeshError> {
    let tp = Mesh::<Tp, _>::new(world)?;
    let gradient = || Gradient::from_pending_part(Tensor::ones());
    if tp.rank() == 1 {
        let _ = gradient().scale(2.0).all_reduce(&tp)?;
        let _ = gradient().all_reduce(&tp)?;
    } else {
        let _ = gradient().all_reduce(&tp)?;
        let _ = gradient().scale(2.0).all_reduce(&tp)?;
    }
    Ok(())
}

#[test]
fn calls_of_one_shape_are_told_apart_by_their_lines() {
    let compared = Compared::Calls;
    assert_eq!(
        texts(Checks { compared, ..LINES }, 2, in_another_order),
        ["", ""]
    );
    let found = texts(LINES, 2, in_another_order);
    assert_eq!(found[0], found[1]);
    let [(first, line), (second, other)] = calls(&found[0]);
    assert_eq!(
        [first, second],
        [
            "rank 0 calls `all_reduce` of [3]",
            "rank 1 calls `all_reduce` of [3]"
        ]
    );
    assert_eq!(line, other + 3);
}

/// The calls of two ranks, and the lines of this file in which they make them.
fn calls(text: &str) -> [(&str, u32); 2] {
    let (first, _) = text
        .split_once(", rank 1 ")
        .unwrap_or_else(|| panic!("{text:?}"));
    let second = &text[first.len() + 2..];
    [first, second].map(|call| {
        let (call, line) = call
            .split_once(" at crates/shapecheck-mesh/tests/checks.rs:")
            .unwrap_or_else(|| panic!("{text:?}"));
        (call, line.parse().unwrap())
    })
}

#[test]
fn what_is_made_of_several_calls_is_told_by_the_line_of_the_program() {
    let softmax = |world: &Threads| {
        let tp = Mesh::<Tp, _>::new(world)?;
        let own = MeshTensor::whole(Tensor::<f32, shape![Hidden]>::ones()).cut(Axis::<-1>, &tp)?;
        if tp.rank() == 1 {
            own.mean_axis_over(Axis::<-1>, &tp).map(drop)
        } else {
            own.softmax_over(Axis::<-1>, &tp).map(drop)
        }
    };
    let found = texts(LINES, 2, softmax);
    let [(_, softmax), (_, mean)] = calls(&found[0]);
    assert_eq!(softmax, mean + 2);
}

#[test]
fn ranks_that_wait_too_long_say_for_whom() {
    let checks = Checks {
        compared: Compared::Nothing,
        limit: Some(Duration::from_millis(100)),
    };
    let found = texts(checks, 4, |world| {
        let (dp, tp) = Mesh::of(world, (Dp::of(2), Tp::of(2)))?;
        let own = || MeshTensor::whole(Tensor::<f32, shape![Hidden]>::ones()).cut(Axis::<-1>, &tp);
        // Rank 3 has something else to do, and rank 1 waits for it, and rank 0 for rank 1.
        if world.rank() == 3 {
            sleep(Duration::from_millis(250));
        }
        if tp.rank() == 1 {
            let columns = MeshTensor::whole(Tensor::<f32, shape![Hidden]>::ones());
            let _ = columns.cut(Axis::<-1>, &dp)?.all_gather(Axis::<-1>, &dp)?;
        }
        if dp.rank() == 0 {
            let _ = own()?.all_gather(Axis::<-1>, &tp)?;
        }
        Ok(())
    });
    let ends = |text: &str, end: &str| {
        let call = "this rank calls `all_gather` along axis -1 of [2] at crates/shapecheck-mesh/tests/checks.rs:";
        assert!(text.starts_with(call), "{text}");
        text.ends_with(end)
    };
    let waits = |end| format!(" and has waited 100ms for {end}");
    assert!(
        ends(&found[1], &waits("rank 3, which is in no call")),
        "{found:?}"
    );
    // Whether rank 1 waits still, or not any more.
    assert!(
        ends(&found[0], "among the ranks 1 and 3")
            || ends(&found[0], &waits("rank 1, which is in no call")),
        "{found:?}"
    );
    assert_eq!(found[2], "");
}
