//! What a program does with the result of a mistake adds no error: each program of `ui-tests/fail` whose mistake has a
//! tensor as its result uses that result as well, in all the ways below, and has as many errors as before.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{outside, pinned};

/// The folders whose programs are about rules, and not about macros, parameters or words of rustc.
const FOLDERS: [&str; 10] = [
    "axes",
    "broadcasting",
    "convolutions_and_pools",
    "element_counts",
    "indices_and_order",
    "joining_and_splitting",
    "matrices_and_vectors",
    "networks",
    "sizes_with_names",
    "slices",
];

/// What is done with a result.
const USES: [&str; 3] = [
    "let _ = &result + &result;",
    "let _ = result.index_axis::<-1>(0);",
    "let _ = result.sum_axis::<-1>();",
];

/// Programs whose right result has no axes, and equations of a vector, whose result is taken to be of as many axes as the
/// product of a vector has.
const NUMBERS: [&str; 9] = [
    "a_loss_of_classes_given_as_probabilities",
    "a_loss_of_classes_with_weights_for_others",
    "a_loss_of_fewer_targets_than_rows",
    "a_loss_of_probabilities_with_weights_for_other_classes",
    "a_loss_of_targets_for_each_class_of_a_batch",
    "a_loss_of_targets_of_another_rank",
    "a_loss_of_targets_of_another_size",
    "equations_of_a_vector",
    "the_dot_product_of_vectors_of_two_lengths",
];

/// Programs whose result has no size at an axis: in generic code without a bound, it is as many rows as are written, `3 * H / 2`,
/// and no other type that is as many where the divisor is not 0.
const WITHOUT_SIZE: [&str; 1] = ["scaling_an_axis_by_a_divisor_of_zero"];

/// Programs of which rustc's next trait solver reports the mistake again at each use of the result, whose type is a
/// projection of the bound that does not hold.
const AGAIN: [&str; 15] = [
    "an_axis_by_a_number_without_a_name",
    "an_axis_of_a_name_behind_a_parameter",
    "an_axis_of_a_name_that_is_there_twice",
    "an_axis_that_is_not_there",
    "an_lstm_along_an_axis_of_inputs_of_another_size",
    "an_lstm_of_inputs_of_another_size",
    "an_lstm_with_recurrent_weights_of_another_layer",
    "an_lstm_with_weights_of_pytorchs_layout",
    "an_lstm_with_weights_of_three_gates",
    "broadcast_of_static_shape_values_that_clash",
    "expanding_an_axis_that_is_not_there_as_it_is",
    "one_place_in_the_place_of_a_list_of_places",
    "padding_by_what_is_no_number",
    "the_positions_of_points_in_a_matrix",
    "unflattening_with_two_sizes_to_infer",
];

/// Whether this compiler has that solver.
fn is_next_solver() -> bool {
    let release = pinned::at_hand();
    let minor = release
        .split('.')
        .nth(1)
        .and_then(|minor| minor.parse().ok());
    minor.is_some_and(|minor: u32| minor > 100)
}

/// The one statement that gives a result, `let _ = x.concat(&y);`.
fn mistake(program: &str) -> Option<&str> {
    let mut starts = program.match_indices("\n    let _ = ");
    let (start, _) = starts.next()?;
    let statement = &program[start + 1..];
    let end = statement.find(";\n")? + 1;
    starts.next().is_none().then_some(&statement[..end])
}

/// The programs, each with a use of its result: those of one use are the modules of one crate.
fn programs(root: &Path, a_use: &str, part: &str) -> BTreeMap<String, (String, usize)> {
    let mut programs = BTreeMap::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(root.join("ui-tests/fail").join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let name = name.expect("a name").to_owned();
            if path.extension().is_none_or(|extension| extension != "rs")
                || a_use.contains("axis") && NUMBERS.contains(&&*name)
                || WITHOUT_SIZE.contains(&&*name)
            {
                continue;
            }
            let program = fs::read_to_string(&path).expect("a program");
            let told = fs::read_to_string(path.with_extension("stderr")).expect("a snapshot");
            let errors = told.lines().filter(|line| line.starts_with("error"));
            let Some(mistake) = mistake(&program) else {
                continue;
            };
            let result = mistake.replacen("let _ =", "let result =", 1);
            let used = format!("{result}\n    let result = result{part}; {a_use}");
            let used = program.replace(mistake, &used);
            programs.insert(name, (used, errors.count()));
        }
    }
    programs
}

/// How many errors of which kind each of the programs has.
fn errors(
    root: &Path,
    programs: &BTreeMap<String, (String, usize)>,
) -> BTreeMap<String, Vec<String>> {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let package = temporary.join("after_a_mistake");
    let source = package.join("src");
    let _ = fs::remove_dir_all(&source);
    fs::create_dir_all(&source).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"after-a-mistake\"\nedition = \"2024\"\n\n[dependencies]\nshapecheck = {{ path = {root:?} }}\n\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("a file");
    fs::copy(root.join("../../Cargo.lock"), package.join("Cargo.lock")).expect("a file");
    let modules: String = programs
        .keys()
        .map(|name| format!("mod {name};\n"))
        .collect();
    fs::write(source.join("lib.rs"), modules).expect("a file");
    for (name, (program, _)) in programs {
        fs::write(source.join(name).with_extension("rs"), program).expect("a file");
    }
    let output = Command::new(env!("CARGO"))
        // Built instead of checked, and with this setting: so the library that the tests have is there already.
        .args([
            "build",
            "--offline",
            "--message-format=short",
            "--target-dir",
        ])
        .arg(outside::target())
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .current_dir(&package)
        .output()
        .expect("cargo runs");
    let mut errors = BTreeMap::<String, Vec<String>>::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        // `src/NAME.rs:9:13: error[E0277]: cannot ...`
        let Some((place, text)) = line.split_once(": error") else {
            continue;
        };
        let file = PathBuf::from(place.split(':').next().expect("a file"));
        let name = file.file_stem().expect("a name").to_string_lossy();
        errors
            .entry(name.into_owned())
            .or_default()
            .push(format!("error{text}"));
    }
    assert!(
        !errors.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    errors
}

#[test]
fn what_is_done_with_a_result_adds_no_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut added = String::new();
    for a_use in USES {
        let whole = programs(root, a_use, "");
        let told = errors(root, &whole);
        // What is not a tensor, and what has several as a tuple.
        let is_no_tensor = |name: &String| {
            told.get(name).into_iter().flatten().any(|error| {
                error.contains("E0599") && !error.contains("trait bounds")
                    || error.contains("E0369") && !error.contains("cannot add `&TensorOn<")
            })
        };
        let mut first = programs(root, a_use, ".0");
        first.retain(|name, _| is_no_tensor(name));
        let told_of_first = errors(root, &first);
        let mut count = 0;
        for (name, (_, before)) in &whole {
            let told = match is_no_tensor(name) {
                true => &told_of_first,
                false => &told,
            };
            let told = told.get(name).map_or(&[][..], |told| told);
            // Neither a tensor nor a tuple of tensors: a message alone, a result with an error, an iterator.
            let is_neither = ["E0599", "E0369", "E0609", "E0610", "E0616"];
            if is_no_tensor(name)
                && told
                    .iter()
                    .any(|error| is_neither.iter().any(|code| error.contains(code)))
            {
                continue;
            }
            count += 1;
            let is_again = is_next_solver() && AGAIN.contains(&name.as_str());
            if told.len() > *before && !is_again {
                added += &format!("{name}, {a_use}\n{}\n", told.join("\n"));
            }
        }
        assert!(count > 150, "{count} programs");
    }
    assert!(added.is_empty(), "{added}");
}
