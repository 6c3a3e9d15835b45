//! Threads of one process that work together.

use std::error::Error;
use std::panic::catch_unwind;

use shapecheck_mesh::{
    Call, MeshError, Operation, Ranks, Transport, check_calls, threads, threads::Threads,
};

/// What the ranks return, where none fails.
fn each<R: Send>(ranks: usize, body: impl Fn(Threads) -> Result<R, MeshError> + Sync) -> Vec<R> {
    threads::run(ranks, body).unwrap_or_else(|error| panic!("{error}"))
}

/// The text of the error of the rank that fails first, and the texts that all ranks get.
fn texts(
    ranks: usize,
    body: impl Fn(&Threads) -> Result<(), MeshError> + Sync,
) -> (String, Vec<String>) {
    let texts = std::sync::Mutex::new(vec![String::new(); ranks]);
    let first = threads::run(ranks, |mesh| {
        let returned = body(&mesh);
        if let Err(error) = &returned {
            texts.lock().unwrap()[mesh.rank()] = error.to_string();
        }
        returned
    });
    (
        first.map_or_else(|error| error.to_string(), |_| String::new()),
        texts.into_inner().unwrap(),
    )
}

/// "calls `all_reduce` of [8]" for "calls `all_reduce` of [8] at crates/shapecheck-mesh/tests/threads.rs:34".
fn without_lines(text: &str) -> String {
    let mut pieces = text.split(" at crates/shapecheck-mesh/tests/threads.rs:");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |said, piece| {
        said + piece.trim_start_matches(|digit: char| digit.is_ascii_digit())
    })
}

#[test]
fn four_operations_give_what_a_loop_gives() {
    for ranks in [1, 2, 3, 4, 7] {
        let value = |rank: usize, place: usize| (rank * 10 + place) as i64;
        let sum = |place: usize| (0..ranks).map(|rank| value(rank, place)).sum::<i64>();
        let results = each(ranks, |mesh| {
            assert_eq!(mesh.ranks(), ranks);
            let own: Vec<i64> = (0..2 * ranks)
                .map(|place| value(mesh.rank(), place))
                .collect();
            let mut sums = own.clone();
            mesh.all_reduce(&mut sums)?;
            let mut block = [0; 2];
            mesh.reduce_scatter(&own, &mut block)?;
            let mut gathered = vec![0; 2 * ranks];
            mesh.all_gather(&own[..2], &mut gathered)?;
            let mut last = own.clone();
            mesh.broadcast(ranks - 1, &mut last)?;
            Ok((sums, block, gathered, last))
        });
        for (rank, (sums, block, gathered, last)) in results.into_iter().enumerate() {
            assert!(sums.into_iter().eq((0..2 * ranks).map(sum)));
            assert_eq!(block, [sum(2 * rank), sum(2 * rank + 1)]);
            assert!(
                gathered
                    .into_iter()
                    .eq((0..ranks).flat_map(|rank| [value(rank, 0), value(rank, 1)]))
            );
            assert!(
                last.into_iter()
                    .eq((0..2 * ranks).map(|place| value(ranks - 1, place)))
            );
        }
    }
}

#[test]
fn floats_are_added_in_the_order_of_ranks() {
    let values = [1e8_f32, 1.0, -1e8, 1.0];
    let expected = values.into_iter().reduce(|sum, value| sum + value);
    for _ in 0..50 {
        let sums = each(4, |mesh| {
            let mut sum = [values[mesh.rank()]];
            mesh.all_reduce(&mut sum)?;
            let mut block = [0.0];
            mesh.reduce_scatter(&[values[mesh.rank()]; 4], &mut block)?;
            Ok([sum[0], block[0]])
        });
        assert_eq!(sums, vec![[expected.unwrap(); 2]; 4]);
    }
}

#[test]
fn many_rounds_do_not_mix() {
    let all = each(3, |mesh| {
        for round in 0..1000 {
            let mut values = [round, mesh.rank()];
            mesh.all_reduce(&mut values)?;
            assert_eq!(values, [3 * round, 3]);
        }
        Ok(())
    });
    assert_eq!(all.len(), 3);
    assert_eq!(each(0, |_| Ok(())), []);
}

#[test]
fn ranks_fall_into_rows_and_columns() {
    // Two rows of three.
    let sums = each(6, |mesh| {
        let (row, column) = (mesh.rank() / 3, mesh.rank() % 3);
        let (along_row, along_column) = (mesh.split(row)?, mesh.split(column)?);
        assert_eq!([along_row.rank(), along_row.ranks()], [column, 3]);
        assert_eq!([along_column.rank(), along_column.ranks()], [row, 2]);
        // Rows are at other rounds, and do not wait for each other.
        for _ in 0..row {
            along_row.all_reduce(&mut [0])?;
        }
        let mut sums = [[mesh.rank()], [mesh.rank()]];
        along_row.all_reduce(&mut sums[0])?;
        along_column.all_reduce(&mut sums[1])?;
        // And a group of a group.
        let one = along_row.split(column)?;
        assert_eq!([one.rank(), one.ranks()], [0, 1]);
        Ok(sums.concat())
    });
    assert_eq!(sums, [[3, 3], [3, 5], [3, 7], [12, 3], [12, 5], [12, 7]]);
}

#[test]
fn an_error_wakes_the_others() {
    let returned = threads::run(4, |mesh| -> Result<(), Box<dyn Error + Send + Sync>> {
        mesh.all_reduce(&mut [1.0])?;
        if mesh.rank() == 2 {
            return Err("no memory is left".into());
        }
        let error = mesh.all_reduce(&mut [1.0]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "rank 2 failed, and this rank would wait for it"
        );
        // And once more, where the first error was ignored.
        Ok(mesh.all_reduce(&mut [1.0])?)
    });
    assert_eq!(
        returned.unwrap_err().to_string(),
        "rank 2 of 4: no memory is left"
    );
}

#[test]
fn an_error_wakes_those_in_other_groups() {
    let returned = threads::run(4, |mesh| {
        let row = mesh.split(mesh.rank() / 2)?;
        if mesh.rank() == 3 {
            row.broadcast(5, &mut [0])?;
        }
        mesh.all_reduce(&mut [1])
    });
    assert_eq!(
        returned.unwrap_err().to_string(),
        "rank 3 of 4: rank 5 was to broadcast to 2 ranks, which are counted from 0",
    );
}

#[test]
fn a_panic_wakes_the_others_and_goes_on() {
    let panic = catch_unwind(|| {
        threads::run(3, |mesh| {
            assert!(mesh.rank() != 1, "this rank panics");
            // The panics of these are not the first.
            mesh.all_gather(&[1], &mut [0; 3]).unwrap();
            Ok::<_, MeshError>(())
        })
    });
    let text = panic.unwrap_err();
    assert_eq!(text.downcast_ref::<&str>(), Some(&"this rank panics"));
}

#[test]
fn a_rank_that_returns_wakes_the_others() {
    let (first, texts) = texts(2, |mesh| {
        if mesh.rank() == 0 {
            mesh.reduce_scatter(&[1, 2], &mut [0]).unwrap_err();
            mesh.reduce_scatter(&[1, 2], &mut [0])?;
        }
        Ok(())
    });
    let text = "rank 1 has returned, and this rank calls `reduce_scatter` of `[i32; 2]`, which all ranks have to call";
    assert_eq!(first, format!("rank 0 of 2: {text}"));
    assert_eq!(texts, [text, ""]);
    // In a group, the text gives the rank that it has in the whole mesh.
    let (first, _) = self::texts(4, |mesh| {
        let row = mesh.split(mesh.rank() / 2)?;
        if mesh.rank() == 2 {
            row.broadcast(0, &mut [0])?;
        }
        Ok(())
    });
    assert_eq!(
        first,
        "rank 2 of 4: rank 3 has returned, and this rank calls `broadcast` from rank 0 of `[i32; 1]`, which all ranks have to call",
    );
}

#[test]
fn different_calls_are_told_on_every_rank() {
    let (_, texts) = texts(4, |mesh| {
        if mesh.rank() == 1 {
            mesh.all_gather(&[1.0_f32], &mut [0.0; 4])
        } else {
            mesh.all_reduce(&mut [1.0_f32; 8])
        }
    });
    for text in texts {
        assert_eq!(
            text,
            "each of the ranks 0, 2 and 3 calls `all_reduce` of `[f32; 8]`, rank 1 calls `all_gather` of `[f32; 1]`",
        );
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "calls are compared in debug builds")]
fn different_shapes_are_told_on_every_rank() {
    use Operation::{AllGather, AllReduce, Broadcast, ReduceScatter};
    let call = |operation, axis, sizes| Call {
        operation,
        axis,
        sizes,
    };
    let long: Vec<usize> = (0..20).collect();
    let other: Vec<usize> = (0..19).chain([1]).collect();
    let cases: [([Call<'_>; 2], &str); 5] = [
        (
            [
                call(AllReduce, None, &[4, 8]),
                call(AllGather, Some(-1), &[4, 8]),
            ],
            "rank 0 calls `all_reduce` of [4, 8], rank 1 calls `all_gather` along axis -1 of [4, 8]",
        ),
        (
            [
                call(Broadcast, None, &[4, 8]),
                call(Broadcast, None, &[8, 4]),
            ],
            "rank 0 calls `broadcast` of [4, 8], rank 1 calls `broadcast` of [8, 4]",
        ),
        (
            [
                call(ReduceScatter, Some(0), &[4]),
                call(ReduceScatter, Some(-1), &[4]),
            ],
            "rank 0 calls `reduce_scatter` along axis 0 of [4], rank 1 calls `reduce_scatter` along axis -1 of [4]",
        ),
        (
            [
                call(AllReduce, None, &[]),
                call(Operation::Return, None, &[]),
            ],
            "rank 0 calls `all_reduce` of [], rank 1 returns",
        ),
        (
            [call(AllReduce, None, &long), call(AllReduce, None, &other)],
            "",
        ),
    ];
    for (calls, expected) in cases {
        let (_, texts) = texts(2, |mesh| check_calls(mesh, calls[mesh.rank()]));
        let texts = [0, 1].map(|rank| without_lines(&texts[rank]));
        assert_eq!(texts[0], texts[1]);
        if expected.is_empty() {
            let [left, right] = [0, 1].map(|rank| texts[0].split(", rank 1 ").nth(rank).unwrap());
            assert!(left.contains("15] and 4 more sizes (hash "), "{left}");
            assert_ne!(left.rsplit("hash").next(), right.rsplit("hash").next());
        } else {
            assert_eq!(texts[0], expected);
        }
        each(2, |mesh| check_calls(&mesh, calls[0]));
    }
}

#[test]
fn lengths_fit_the_ranks() {
    let (first, _) = texts(1, |mesh| mesh.all_gather(&[1, 2, 3], &mut [0; 4]));
    assert_eq!(
        first,
        "rank 0 of 1: `all_gather` on 1 rank has blocks of length 3, which together have length 3, not 4",
    );
    let error = MeshError::Indivisible {
        axis: "Hidden".into(),
        size: 3072,
        mesh_axis: "Tp".into(),
        ranks: 5,
    };
    assert_eq!(
        error.to_string(),
        "`Hidden` = 3072 is shared out over `Tp`, and not a multiple of its 5 ranks",
    );
}

#[test]
fn ranks_that_wait_for_each_other_are_told() {
    let (_, texts) = texts(4, |mesh| {
        let row = mesh.split(mesh.rank() / 2)?;
        if mesh.rank() == 1 {
            mesh.all_reduce(&mut [1.0_f32; 3])?;
            row.all_reduce(&mut [1.0_f64; 2])
        } else {
            row.all_reduce(&mut [1.0_f64; 2])?;
            mesh.all_reduce(&mut [1.0_f32; 3])
        }
    });
    for text in &texts {
        assert_eq!(
            text,
            "ranks wait for each other: rank 0 calls `all_reduce` of `[f64; 2]` among the ranks 0 and 1, rank 1 calls `all_reduce` of \
             `[f32; 3]` among the ranks 0 to 3; calls of several groups come in one order on all ranks"
        );
    }
    // A circle of three, of which no two wait for each other.
    let (first, _) = self::texts(3, |mesh| {
        let groups = [[0, 1], [1, 2], [2, 0]];
        let own: Vec<Threads> = groups
            .iter()
            .map(|group| mesh.split(usize::from(group.contains(&mesh.rank()))))
            .collect::<Result<_, _>>()?;
        // Rank 0 is in the groups 0 and 2, and so on.
        let order = [[0, 2], [1, 0], [2, 1]][mesh.rank()];
        for group in order {
            own[group].broadcast(0, &mut [mesh.rank()])?;
        }
        Ok(())
    });
    assert!(
        first.contains("rank 0 calls `broadcast` from rank 0 of `[usize; 1]` among the ranks 0 and 1, rank 1 calls"),
        "{first}"
    );
    assert!(
        first.contains(
            "rank 2 calls `broadcast` from rank 0 of `[usize; 1]` among the ranks 0 and 2"
        ),
        "{first}"
    );
    // In one order, nothing is reported.
    let sums = each(4, |mesh| {
        let row = mesh.split(mesh.rank() / 2)?;
        let column = mesh.split(mesh.rank() % 2)?;
        let mut sum = [1];
        for _ in 0..200 {
            row.all_reduce(&mut [1])?;
            column.all_reduce(&mut [1])?;
            mesh.all_reduce(&mut [1])?;
        }
        mesh.all_reduce(&mut sum)?;
        Ok(sum[0])
    });
    assert_eq!(sums, [4; 4]);
}

#[test]
fn a_call_that_was_started_goes_on_without_its_rank() {
    let sums = each(3, |mesh| {
        let started = mesh.start_all_reduce(vec![mesh.rank()])?;
        if mesh.rank() == 0 {
            // Before the others have come, or after: they get their sums.
            drop(started);
            return Ok(0);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        Ok(started.wait()?[0])
    });
    assert_eq!(sums, [0, 3, 3]);
}

#[test]
fn a_call_that_another_rank_does_not_start_is_told() {
    let (_, texts) = texts(2, |mesh| {
        if mesh.rank() == 1 {
            return Ok(());
        }
        mesh.start_all_reduce(vec![1.0_f32; 3])?.wait().map(drop)
    });
    assert_eq!(
        texts[0],
        "rank 1 has returned, and this rank calls `start_all_reduce` of `[f32; 3]`, which all ranks have to call"
    );
    let (_, texts) = self::texts(2, |mesh| {
        let started = mesh.start_all_reduce(vec![1.0_f32; 3 + mesh.rank()])?;
        started.wait().map(drop)
    });
    let told = "rank 0 calls `start_all_reduce` of `[f32; 3]`, rank 1 calls `start_all_reduce` of `[f32; 4]`";
    assert_eq!(texts, [told, told]);
    let (_, texts) = self::texts(2, |mesh| {
        let started = mesh.start_all_reduce(vec![1.0_f32; 3])?;
        if mesh.rank() == 1 {
            // Waits for a call of rank 0, which waits for this one's.
            return mesh.all_reduce(&mut [1]);
        }
        let second = mesh.start_all_reduce(vec![2.0_f32])?;
        drop(started);
        second.wait().map(drop)
    });
    for text in texts {
        assert!(text.starts_with("ranks wait for each other: "), "{text}");
    }
}
