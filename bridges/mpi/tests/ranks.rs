//! Programs under `mpirun`: that they compute what they should, and what they say where they fail.

#[path = "../../../crates/shapecheck/tests/outside/built.rs"]
mod built;

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time in which a program has to end, whatever goes wrong in it. It takes one or two seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// One program at a time: its ranks are more than the processor can run already.
static ALONE: Mutex<()> = Mutex::new(());

struct Ended {
    success: bool,
    output: String,
    errors: String,
}

/// Builds an example, and runs it on so many ranks.
fn on_ranks(ranks: usize, example: &str, arguments: &[&str]) -> Ended {
    on_ranks_with(ranks, example, arguments, &[])
}

/// The same with these variables of the environment.
fn on_ranks_with(
    ranks: usize,
    example: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Ended {
    on_ranks_until(ranks, example, arguments, variables, |_| false)
}

/// The same, until it ends or there are enough lines of errors.
fn on_ranks_until(
    ranks: usize,
    example: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
    enough: impl Fn(&str) -> bool,
) -> Ended {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let program = built::example(example);
    let texts = ["output", "errors"].map(|name| program.with_extension(format!("{name}.txt")));
    let [output, errors] = texts
        .each_ref()
        .map(|path| Stdio::from(File::create(path).unwrap()));
    let mut mpirun = Command::new("mpirun")
        .args(["-n", &ranks.to_string()])
        .arg(&program)
        .args(arguments)
        // More ranks than there are cores, and in a container: as variables, which MPI libraries that do not know them
        // leave alone.
        .envs([
            ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
            ("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"),
            ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
            ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
        ])
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .expect("`mpirun` starts: it is in Debian's package `openmpi-bin`");
    let begin = Instant::now();
    let status = loop {
        match mpirun.try_wait().unwrap() {
            Some(status) => break Some(status.success()),
            None if begin.elapsed() > LIMIT => break None,
            None if enough(&fs::read_to_string(&texts[1]).unwrap()) => {
                end(&mut mpirun);
                break Some(false);
            }
            None => sleep(Duration::from_millis(20)),
        }
    };
    if status.is_none() {
        end(&mut mpirun);
    }
    let [output, errors] = texts.map(|path| fs::read_to_string(path).unwrap());
    let success = status.unwrap_or_else(|| {
        panic!(
            "{example} {arguments:?} on {ranks} ranks did not end in {LIMIT:?}:\n{output}{errors}"
        )
    });
    Ended {
        success,
        output,
        errors,
    }
}

/// Ends `mpirun`, which ends its ranks when it is asked to, and not when it is killed.
fn end(mpirun: &mut Child) {
    let id = mpirun.id().to_string();
    Command::new("kill").arg(id).status().unwrap();
    mpirun.wait().unwrap();
}

#[test]
fn operations_give_what_loops_give() {
    for ranks in [1, 2, 3, 4] {
        let ended = on_ranks(ranks, "operations", &[]);
        assert!(ended.success, "{}", ended.errors);
        let mut lines: Vec<&str> = ended.output.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines.len(), ranks, "{}", ended.output);
        // The bits of a sum of floats.
        let sum = lines[0].split("; ").nth(1).unwrap();
        for (rank, line) in lines.into_iter().enumerate() {
            assert_eq!(
                line,
                format!("rank {rank} of {ranks}: all sums are right; {sum}")
            );
        }
    }
}

/// The lines that the ranks say before all are ended.
fn said(ranks: usize, mistake: &str) -> Vec<String> {
    let ended = on_ranks(ranks, "faults", &[mistake]);
    assert!(!ended.success, "{mistake} ends without an error");
    let lines = of_ranks(&ended.errors);
    assert!(!lines.is_empty(), "{mistake}: {}", ended.errors);
    lines
}

/// The lines that begin with a rank, without the lines of the program that makes the calls.
fn of_ranks(errors: &str) -> Vec<String> {
    let mut lines: Vec<String> = errors
        .lines()
        .filter(|line| line.starts_with("rank "))
        .map(without_lines)
        .collect();
    lines.sort();
    lines
}

/// "calls `all_reduce` of [8]" for "calls `all_reduce` of [8] at mpi/examples/faults.rs:34".
fn without_lines(text: &str) -> String {
    let mut pieces = text.split(" at mpi/examples/faults.rs:");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |said, piece| {
        said + piece.trim_start_matches(|digit: char| digit.is_ascii_digit())
    })
}

#[test]
fn programs_give_what_one_rank_gives() {
    for (program, ranks) in [
        ("layers", 1),
        ("layers", 2),
        ("layers", 4),
        ("neighbours", 1),
        ("neighbours", 2),
        ("neighbours", 4),
        ("over_ranks", 1),
        ("over_ranks", 2),
        ("over_ranks", 3),
        ("over_ranks", 4),
    ] {
        let ended = on_ranks(ranks, program, &[]);
        assert!(ended.success, "{}", ended.errors);
        let mut lines: Vec<&str> = ended.output.lines().collect();
        lines.sort_unstable();
        let all =
            (0..ranks).map(|rank| format!("rank {rank} of {ranks} has what one rank has alone"));
        assert_eq!(lines, all.collect::<Vec<_>>());
    }
}

#[test]
fn a_rank_that_fails_ends_all_with_its_error() {
    for ranks in [1, 2, 4] {
        let last = ranks - 1;
        assert_eq!(
            said(ranks, "error"),
            [format!("rank {last} of {ranks}: layer 3 has no weights")],
        );
    }
    assert_eq!(
        said(2, "panic"),
        ["rank 1 of 2: panicked: index out of bounds: the len is 3 but the index is 3"],
    );
    for ranks in [2, 4] {
        let last = ranks - 1;
        assert_eq!(
            said(ranks, "started"),
            [format!("rank {last} of {ranks}: no memory is left")],
        );
    }
    assert_eq!(said(4, "in a group"), ["rank 3 of 4: a rank of one group"]);
}

#[test]
fn what_cannot_be_is_told_before_anything_is_sent() {
    for (mistake, text) in [
        (
            "no such root",
            "rank 7 was to broadcast to 2 ranks, which are counted from 0",
        ),
        (
            "block",
            "`all_gather` on 2 ranks has blocks of length 8, which together have length 16, not 3",
        ),
    ] {
        for line in said(2, mistake) {
            let (_, said) = line.split_once(" of 2: ").unwrap();
            assert_eq!(said, text);
        }
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "calls are compared in debug builds")]
fn different_calls_are_told_by_the_call_of_each_rank() {
    for (ranks, mistake, text) in [
        (
            2,
            "operation",
            "rank 0 calls `all_reduce` of [8], rank 1 calls `all_gather` of [4]",
        ),
        (
            2,
            "length",
            "rank 0 calls `all_reduce` of [8], rank 1 calls `all_reduce` of [4]",
        ),
        (
            4,
            "length",
            "each of the ranks 0 to 2 calls `all_reduce` of [8], rank 3 calls `all_reduce` of [4]",
        ),
        (
            2,
            "root",
            "rank 0 calls `broadcast` from rank 1 of [8], rank 1 calls `broadcast` from rank 0 of [8]",
        ),
        (
            2,
            "return",
            "rank 0 calls `all_reduce` of [8], rank 1 returns",
        ),
    ] {
        // The first of them ends the others.
        for line in said(ranks, mistake) {
            let (_, said) = line.split_once(&format!(" of {ranks}: ")).unwrap();
            assert_eq!(said, text);
        }
    }
}

#[test]
fn errors_of_mpi_are_returned() {
    for line in said(2, "kind of elements") {
        let (_, said) = line.split_once(" of 2: ").unwrap();
        let text = "`all_reduce` failed: another rank sent more than this one takes (";
        assert!(said.starts_with(text), "{said}");
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "calls are compared in debug builds")]
fn ranks_that_wait_in_several_groups_say_so() {
    let all = |errors: &str| of_ranks(errors).len() == 4;
    let ended = on_ranks_until(4, "faults", &["return beside a group"], &[], all);
    let waits = "and has waited for other ranks for 5s";
    assert_eq!(
        of_ranks(&ended.errors),
        [
            format!("rank 0 of 4 calls `all_reduce` of [8], {waits}"),
            format!("rank 1 of 4 calls `all_reduce` of [8], {waits}"),
            format!("rank 2 of 4 calls `all_reduce` of [8] in a group of 2, {waits}"),
            format!("rank 3 of 4 returns, {waits}"),
        ],
    );
}

#[test]
fn a_limit_of_time_ends_ranks_that_wait() {
    let ended = on_ranks_with(
        2,
        "faults",
        &["forget"],
        &[("SHAPECHECK_MESH_TIMEOUT", "2")],
    );
    assert!(!ended.success, "{}", ended.output);
    let first = ended
        .errors
        .lines()
        .find(|line| line.starts_with("rank 0 of 2: "));
    let first = without_lines(first.unwrap_or_else(|| panic!("{}", ended.errors)));
    assert_eq!(
        first,
        "rank 0 of 2: this rank calls `all_reduce` of [8], and has waited 2s for other ranks"
    );
}

#[test]
fn a_limit_of_time_ends_ranks_that_start_what_others_do_not() {
    let variables = [("SHAPECHECK_MESH_TIMEOUT", "1")];
    let ended = on_ranks_with(2, "faults", &["started by others"], &variables);
    assert!(!ended.success, "{}", ended.output);
    let lines = of_ranks(&ended.errors);
    assert_eq!(
        lines[0],
        "rank 0 of 2: this rank calls `start_all_reduce` of [8], and has waited 1s for other ranks"
    );
}

#[test]
fn a_variable_says_what_is_compared() {
    let (off, calls) = ("off", "calls");
    for (checks, text) in [
        // Sums of other gradients, which nobody tells.
        (off, None),
        (calls, None),
        (
            "lines",
            Some("rank 0 calls `all_reduce` of [8], rank 1 calls `all_reduce` of [8]"),
        ),
    ] {
        let variables = [("SHAPECHECK_MESH_CHECKS", checks)];
        let ended = on_ranks_with(2, "faults", &["order"], &variables);
        match text {
            None => assert!(ended.success, "{checks}: {}", ended.errors),
            Some(text) => {
                let lines = of_ranks(&ended.errors);
                assert!(lines[0].ends_with(text), "{checks}: {}", ended.errors);
            }
        }
    }
}
