//! What is found in records that are written by hand, as a recorder of another library would give them.

use shapecheck_dry::{Kind, Lookup, Memory, Operation, Record, Report, attempt, dry, values};

fn operation(name: &str, inputs: &[&[usize]], output: &[usize]) -> Operation {
    let inputs: Vec<Vec<usize>> = inputs.iter().map(|shape| shape.to_vec()).collect();
    Operation::new(name, inputs, [output.to_vec()])
}

/// The only operation of a model of `[Batch, Seq, 64]`.
fn single(of: impl Fn(usize, usize) -> Operation) -> Report {
    several(|batch, seq| [of(batch, seq)])
}

fn several<const N: usize>(of: impl Fn(usize, usize) -> [Operation; N]) -> Report {
    let report = dry(values(["Batch", "Seq"]), |sizes| {
        let operations = of(sizes["Batch"], sizes["Seq"]);
        let result = operations[N - 1].outputs[0].clone();
        Record::new(operations, Ok(result))
    });
    report.keep_apart("Batch")
}

#[track_caller]
fn finds(report: &Report, kind: Kind, text: &str) {
    let found = report.findings();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].kind, found[0].to_string().as_str()), (kind, text));
}

#[test]
fn a_product_whose_leading_axes_differ() {
    let report = single(|batch, seq| {
        operation(
            "matmul",
            &[&[batch, 9, seq, 64], &[9, batch, 64, seq]],
            &[batch, 9, seq, seq],
        )
    });
    finds(
        &report,
        Kind::LeadingAxes,
        "the leading axes of a product differ, and only their product agrees: \
         matmul [Batch, 9, Seq, 64], [9, Batch, 64, Seq] -> [Batch, 9, Seq, Seq]",
    );
    assert_eq!(report.allow("[9, Batch, 64, Seq]").findings(), []);
}

#[test]
fn a_product_whose_leading_axes_are_stretched() {
    let of = |output: fn(usize) -> [usize; 4]| {
        single(move |batch, seq| {
            let operands: [&[usize]; 2] = [&[batch, 1, seq, 64], &[1, 9, 64, seq]];
            operation("matmul", &operands, &output(batch))
        })
    };
    assert_eq!(of(|batch| [batch, 9, 7, 7]).findings(), []);
    // candle's, which compares the product of the leading axes only and takes those of the first operand.
    assert_eq!(
        of(|batch| [batch, 1, 7, 7]).findings()[0].kind,
        Kind::LeadingAxes
    );
}

#[test]
fn a_product_over_the_batch_and_its_line() {
    let report = single(|batch, seq| {
        let mut product = operation("matmul", &[&[seq, batch], &[batch, 10]], &[seq, 10]);
        product.line = Some("src/model.rs:12:9".into());
        product
    });
    let text = "matmul sums over Batch: matmul [Seq, Batch], [Batch, 10] -> [Seq, 10], at src/model.rs:12:9";
    finds(&report, Kind::Mixed, text);
    assert_eq!(report.allow("sums over Batch").findings(), []);
}

#[test]
fn reshapes_that_keep_axes_are_none() {
    for output in [
        |batch: usize, seq: usize| vec![batch * seq, 64],
        |batch, seq| vec![batch, seq, 4, 16],
        |batch, seq| vec![batch, 1, seq, 64],
        |batch, seq| vec![batch, seq * 64],
        |batch, seq| vec![1, batch, seq, 8, 8],
    ] {
        let report =
            single(|batch, seq| operation("reshape", &[&[batch, seq, 64]], &output(batch, seq)));
        assert_eq!(report.findings(), [], "{report}");
    }
    // A single number, as the gradient of a loss is.
    let report = single(|_, _| operation("reshape", &[&[]], &[1, 1, 1]));
    assert_eq!(report.findings(), [], "{report}");
    let report = single(|batch, seq| operation("reshape", &[&[batch, seq, 64]], &[seq, batch, 64]));
    assert_eq!(report.findings()[0].kind, Kind::Moved);
}

/// What goes into a reshape and comes out, for sizes of names.
type OfSentences = fn(usize, usize) -> [Vec<usize>; 2];
type OfPictures = fn(usize, usize, usize) -> [Vec<usize>; 2];

#[test]
fn reshapes_that_cut_through_axes() {
    let of: [(OfSentences, &str); 4] = [
        // Heads that are joined without a transpose, and split without one.
        (|b, s| [vec![b, 4, s, 16], vec![b, s, 64]], "Seq"),
        (|b, s| [vec![b, 4, s, 16], vec![b * s, 64]], "Batch * Seq"),
        (|b, s| [vec![b, s, 64], vec![b, 4, s, 16]], "Seq"),
        (|b, s| [vec![b, s], vec![s, b]], "Seq"),
    ];
    for (shapes, along) in of {
        let report = single(|batch, seq| {
            let [input, output] = shapes(batch, seq);
            operation("reshape", &[&input], &output)
        });
        let row = &report.table()[0];
        let text =
            format!("a reshape puts other elements along {along}, as if axes were swapped: {row}");
        finds(&report, Kind::Moved, &text);
        let report = report.allow("puts other elements along");
        assert_eq!(report.findings(), []);
    }
}

#[test]
fn an_axis_that_is_in_its_place_was_not_moved() {
    // Scores of a batch with itself, of views of it.
    let of: [OfSentences; 4] = [
        |b, _| [vec![2 * b, b], vec![b, 2, b]],
        |b, s| [vec![b * s, b], vec![b, s, b]],
        |b, s| [vec![b, s * b], vec![b, s, b]],
        |b, s| [vec![b * s, b * s], vec![b, s, b, s]],
    ];
    for shapes in of {
        let report = single(|batch, seq| {
            let [input, output] = shapes(batch, seq);
            operation("reshape", &[&input], &output)
        });
        let report = report.allow("Batch stands twice");
        assert_eq!(report.findings(), [], "{report}");
    }
    // Beside one that is in its place, another one of its size.
    let report =
        single(|batch, seq| operation("reshape", &[&[batch, seq, seq]], &[seq, batch, seq]));
    let text = "a reshape puts other elements along Seq, as if axes were swapped: \
                reshape [Batch, Seq, Seq] -> [Seq, Batch, Seq]";
    finds(&report, Kind::Moved, text);
}

#[test]
fn reshapes_of_windows_cut_through_nothing() {
    let sizes = [
        ("Batch", [2, 3, 4]),
        ("Height", [14, 28, 42]),
        ("Width", [21, 35, 7]),
    ];
    let of: [OfPictures; 7] = [
        // Windows of a picture, and what their attention gets and gives.
        |b, h, w| [vec![b, h, w, 96], vec![b, h / 7, 7, w / 7, 7, 96]],
        |b, h, w| {
            [
                vec![b, h / 7, w / 7, 7, 7, 96],
                vec![b * (h / 7) * (w / 7), 49, 96],
            ]
        },
        |b, h, w| {
            [
                vec![b * (h / 7) * (w / 7), 49, 96],
                vec![b, h * w / 49, 49, 3, 32],
            ]
        },
        // Channels of a picture, in groups.
        |b, h, w| [vec![b, 96, h, w], vec![b, 96, h * w]],
        |b, h, w| [vec![b, 96, h, w], vec![b, 32, 3 * h * w]],
        // Halves of an axis are parts of the one in front.
        |b, h, _| [vec![b, 2 * h], vec![2 * b, h]],
        // Numbers, which are a choice of the configuration.
        |b, h, _| [vec![b, h, 6, 4], vec![b, h, 8, 3]],
    ];
    for shapes in of {
        let report = dry(sizes, |sizes| {
            let [input, output] = shapes(sizes["Batch"], sizes["Height"], sizes["Width"]);
            let reshape = operation("reshape", &[&input], &output);
            Record::new([reshape], Ok(output))
        });
        assert_eq!(report.findings(), [], "{report}");
    }
}

#[test]
fn a_difference_of_all_pairs() {
    let of = |shapes: fn(usize) -> [Vec<usize>; 2]| {
        dry(values(["Batch"]), move |sizes| {
            let batch = sizes["Batch"];
            let [lhs, rhs] = shapes(batch);
            let sub = operation("sub", &[&lhs, &rhs], &[batch, batch]);
            let sqr = operation("sqr", &[&[batch, batch]], &[batch, batch]);
            Record::new([sub, sqr], Ok(vec![batch, batch]))
        })
    };
    let report = of(|batch| [vec![batch, 1], vec![batch]]);
    let text = "both operands are stretched, so that Batch stands twice in the result: sub [Batch, 1], [Batch] -> [Batch, Batch]";
    finds(&report, Kind::Stretched, text);
    assert_eq!(report.allow("both operands are stretched").findings(), []);
    // Once, and not as another kind too.
    let report = of(|batch| [vec![batch, 1], vec![batch]]);
    finds(&report.keep_apart("Batch"), Kind::Stretched, text);
    // Somebody wrote both axes: positions less positions.
    assert_eq!(of(|batch| [vec![batch, 1], vec![1, batch]]).findings(), []);
    let report = of(|batch| [vec![batch, 1], vec![1, batch]]);
    let text = "Batch stands twice in [Batch, Batch]: sub [Batch, 1], [1, Batch] -> [Batch, Batch]";
    finds(&report.keep_apart("Batch"), Kind::Mixed, text);
}

#[test]
fn an_axis_in_front_that_a_reshape_gave() {
    let report = dry(values(["Batch"]), |sizes| {
        let batch = sizes["Batch"];
        let padded = operation("Reshape", &[&[batch]], &[1, batch]);
        let sub = operation("Sub", &[&[batch, 1], &[1, batch]], &[batch, batch]);
        Record::new([padded, sub], Ok(vec![batch, batch]))
    });
    assert_eq!(report.findings()[0].kind, Kind::Stretched);
    // Both operands got an axis: positions less positions.
    let report = dry(values(["Seq"]), |sizes| {
        let seq = sizes["Seq"];
        let front = operation("Reshape", &[&[seq]], &[1, seq]);
        let behind = operation("Reshape", &[&[seq]], &[seq, 1]);
        let sub = operation("Sub", &[&[seq, 1], &[1, seq]], &[seq, seq]);
        Record::new([front, behind, sub], Ok(vec![seq, seq]))
    });
    assert_eq!(report.findings(), []);
}

#[test]
fn a_convolution_whose_channels_are_the_batch() {
    let report = single(|batch, seq| {
        operation(
            "conv1d",
            &[&[64, batch, seq], &[10, batch, 3]],
            &[64, 10, seq - 2],
        )
    });
    let text =
        "conv1d sums over Batch: conv1d [64, Batch, Seq], [10, Batch, 3] -> [64, 10, Seq - 2]";
    finds(&report, Kind::Mixed, text);
}

#[test]
fn runs_that_part_in_the_same_way_are_told_once() {
    let report = dry([("Seq", [5, 7, 11]), ("Past", [4, 0, 6])], |sizes| {
        let (seq, past) = (sizes["Seq"], sizes["Past"]);
        let cat = operation("cat", &[&[past, 64], &[seq, 64]], &[past + seq, 64]);
        let exp = operation("exp", &[&[past + seq, 64]], &[past + seq, 64]);
        let mask = operation("neg", &[&[past, 64]], &[past, 64]);
        let operations = match past {
            0 => vec![exp],
            _ => vec![mask, cat, exp],
        };
        Record::new(operations, Ok(vec![past + seq, 64]))
    });
    let text =
        "other operations with Past = 0: 2 are missing, from `neg` [Past, 64] -> [Past, 64] on";
    finds(&report, Kind::OtherOperations, text);
    assert_eq!(report.allow("with Past = 0").findings(), []);
}

/// What a recurrent layer does with each token, and how it joins what it gives.
fn recurrent(
    batch: usize,
    seq: usize,
    of_pass: impl Fn(usize) -> Vec<Operation>,
) -> Vec<Operation> {
    let all = [batch, seq, 16];
    let joined = vec![vec![batch, 1, 16]; seq];
    let mut operations = vec![operation("exp", &[&all], &all)];
    operations.extend((0..seq).flat_map(of_pass));
    operations.push(Operation::new("cat", joined, [all.to_vec()]));
    operations
}

/// A token of a recurrent layer, whose gates are of one kind.
fn token(batch: usize, seq: usize) -> Vec<Operation> {
    let state = [batch, 16];
    let gate = operation("sigmoid", &[&state], &state);
    vec![
        operation("narrow", &[&[batch, seq, 16]], &[batch, 1, 16]),
        operation("reshape", &[&[batch, 1, 16]], &state),
        operation("matmul", &[&state, &[16, 16]], &state),
        gate.clone(),
        gate,
        operation("add", &[&state, &state], &state),
    ]
}

#[test]
fn loops_over_a_size_are_no_other_operations() {
    let report = dry(values(["Batch", "Seq"]), |sizes| {
        let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
        // Forwards and backwards, the second layer on what the first one gives.
        let layer = recurrent(batch, seq, |_| token(batch, seq));
        Record::new([&*layer, &layer].concat(), Ok(vec![batch, seq, 16]))
    });
    let report = report.keep_apart("Batch").gives("[Batch, Seq, 16]");
    assert_eq!(report.findings(), [], "{report}");
    let table = report.table();
    assert_eq!(table.len(), 2 * (1 + 11 * 6 + 1), "{report}");
    assert!(table[67].starts_with("cat [Batch, 1, 16], "), "{report}");
    assert!(table[67].ends_with(" -> [Batch, Seq, 16]"), "{report}");
    assert_eq!(report.summary().unwrap().rows.len(), table.len());
}

#[test]
fn loops_within_loops_and_over_sums_of_sizes() {
    let report = dry(values(["Batch", "Past", "Seq"]), |sizes| {
        let [batch, past, seq] = ["Batch", "Past", "Seq"].map(|name| sizes[name]);
        let exp = operation("exp", &[&[16]], &[16]);
        let mut sentence = vec![operation("narrow", &[&[batch, 16]], &[1, 16])];
        sentence.extend(vec![exp; past + seq]);
        Record::new(vec![sentence; batch].concat(), Ok(vec![16]))
    });
    assert_eq!(report.findings(), [], "{report}");
}

#[test]
fn another_way_beside_a_loop_is_told_alone() {
    let of = |is_in_loop: bool| {
        dry(values(["Batch", "Seq"]), move |sizes| {
            let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
            let neg = operation("neg", &[&[batch, 16]], &[batch, 16]);
            let mut operations = recurrent(batch, seq, |_| {
                let mut token = token(batch, seq);
                token.extend((is_in_loop && batch == 5).then(|| neg.clone()));
                token
            });
            operations.extend((!is_in_loop && seq == 18).then(|| neg.clone()));
            Record::new(operations, Ok(vec![batch, seq, 16]))
        })
    };
    let text = "other operations with Seq = 18: `neg` [3, 16] -> [3, 16] is added";
    finds(&of(false), Kind::OtherOperations, text);
    let report = of(true);
    let found = report.findings();
    assert!(!found.is_empty());
    let is_true =
        |text: String| text.contains("with Batch = 5") || text.contains("Batch = 5, Seq = 13");
    assert!(
        found.iter().all(|finding| is_true(finding.to_string())),
        "{found:#?}"
    );
}

#[test]
fn what_is_repeated_as_no_size_explains_is_no_loop() {
    for counts in [[1, 1, 2], [2, 3, 2], [1, 3, 4]] {
        let seqs = [8, 16, 32];
        let report = dry([("Seq", seqs)], |sizes| {
            let seq = sizes["Seq"];
            let exp = operation("exp", &[&[seq]], &[seq]);
            let place = seqs.iter().position(|&other| other == seq).unwrap();
            Record::new(vec![exp; counts[place]], Ok(vec![seq]))
        });
        assert_eq!(report.findings()[0].kind, Kind::OtherOperations);
    }
}

#[test]
fn operations_between_are_left_out_of_the_table() {
    let report = dry([("Seq", [4, 8, 16])], |sizes| {
        let seq = sizes["Seq"];
        let mut operations = vec![operation("exp", &[&[seq]], &[seq])];
        if seq == 8 {
            operations.push(operation("neg", &[&[seq]], &[seq]));
        }
        operations.push(operation("sum", &[&[seq]], &[1]));
        Record::new(operations, Ok(vec![1]))
    });
    assert_eq!(report.table(), ["exp [Seq] -> [Seq]", "sum [Seq] -> [1]"]);
    let text = "other operations with Seq = 8: `neg` [8] -> [8] is added";
    finds(&report, Kind::OtherOperations, text);
}

#[test]
#[should_panic = "- the model gives [Batch, 10], not [Batch, Seq]"]
fn a_check_panics_with_all_findings() {
    single(|batch, _| operation("exp", &[&[batch, 10]], &[batch, 10]))
        .gives("[Batch, Seq]")
        .check();
}

#[test]
fn results_of_other_numbers_of_axes() {
    let report = dry([("Batch", [1, 2, 3])], |sizes| {
        let squeezed = if sizes["Batch"] == 1 {
            vec![]
        } else {
            vec![10]
        };
        Record::new([], Ok(squeezed))
    });
    finds(
        &report.gives("[Batch]"),
        Kind::Signature,
        "the model gives [..], not [Batch]",
    );
}

#[test]
fn a_model_that_fails_with_all_sizes() {
    let report = dry([("Batch", [2, 3, 4])], |_| {
        Record::new([], Err("no shape".to_owned()))
    });
    finds(
        &report,
        Kind::Fails,
        "4 of 4 runs fail: no shape; fits with no size that was tried",
    );
    assert_eq!(
        report.to_string(),
        "gives nothing in any run\ntried in 4 runs: Batch = 2, 3, 4, 1"
    );
}

#[test]
fn a_model_that_fits_with_one_of_something() {
    let of = |fits: fn(usize, usize) -> bool| {
        dry(values(["Seq", "Batch"]), move |sizes| {
            let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
            let cat = operation("cat", &[&[1, 1], &[batch, seq]], &[batch, seq + 1]);
            match fits(batch, seq) {
                true => Record::new([cat], Ok(vec![batch, seq + 1])),
                false => Record::new([], Err("shape mismatch in cat".to_owned())),
            }
        })
        .gives("[Batch, Seq + 1]")
    };
    // Its other sizes have names for all that.
    let report = of(|batch, _| batch == 1);
    let text = "8 of 11 runs fail: shape mismatch in cat; fits only with Batch = 1";
    finds(&report, Kind::Fails, text);
    assert_eq!(report.table(), ["cat [1, 1], [1, Seq] -> [1, Seq + 1]"]);
    let text = "9 of 10 runs fail: shape mismatch in cat; fits only with Seq = 1, Batch = 1";
    finds(&of(|batch, seq| batch * seq == 1), Kind::Fails, text);
    // Of three, the two that it takes.
    let report = dry(values(["Seq", "Batch", "Past"]), |sizes| {
        match sizes["Seq"] * sizes["Past"] {
            1 => Record::new([], Ok(vec![sizes["Batch"]])),
            _ => Record::new([], Err("no fit".to_owned())),
        }
    });
    let text = "13 of 17 runs fail: no fit; fits only with Seq = 1, Past = 1";
    finds(&report.gives("[Batch]"), Kind::Fails, text);
    // Nothing else is tried where some size fits.
    let text = "5 of 7 runs fail: shape mismatch in cat; fits only with Batch = 13";
    finds(&of(|batch, _| batch == 13), Kind::Fails, text);
}

#[test]
fn a_failing_run_and_its_line() {
    let report = dry([("Batch", [2, 3, 4])], |sizes| match sizes["Batch"] {
        2 => Record::new([], Ok(vec![2])),
        other => Record::new([], Err(format!("{other} is not 2\n   0: a frame")))
            .failed_at("src/model.rs:3:5".into()),
    });
    finds(
        &report,
        Kind::Fails,
        "2 of 3 runs fail: 3 is not 2; fits only with Batch = 2, at src/model.rs:3:5",
    );
}

#[test]
fn a_size_that_alone_fails() {
    let report = dry(
        [("Batch", [2, 3, 4]), ("Cards", [1, 2, 8])],
        |sizes| match sizes["Cards"] {
            8 => Record::new([], Err("no shard".to_owned())),
            _ => Record::new([], Ok(vec![sizes["Batch"]])),
        },
    );
    finds(
        &report,
        Kind::Fails,
        "2 of 7 runs fail: no shard; fails only with Cards = 8",
    );
}

#[test]
fn layers_that_find_the_same_are_told_once() {
    let report = dry(values(["Batch"]), |sizes| {
        let sum = operation("sum", &[&[sizes["Batch"], 4]], &[1, 4]);
        Record::new(vec![sum; 12], Ok(vec![1, 4]))
    });
    finds(
        &report.keep_apart("Batch"),
        Kind::Mixed,
        "sum makes one of Batch: sum [Batch, 4] -> [1, 4]",
    );
}

#[test]
fn what_is_behind_numbers_that_were_made_up() {
    let report = dry(values(["Batch"]), |sizes| {
        let batch = sizes["Batch"];
        let mut read = Operation::new("to_cpu", [vec![batch]], []);
        read.is_made_up = true;
        let exp = operation("exp", &[&[batch]], &[batch]);
        Record::new([exp.clone(), read, exp], Ok(vec![batch]))
    });
    assert_eq!(
        report.to_string(),
        "exp [Batch] -> [Batch]\n\
         to_cpu [Batch], whose numbers are made up\n\
         ~ exp [Batch] -> [Batch]\n\
         gives [Batch]\n\
         tried in 3 runs: Batch = 3, 5, 8",
    );
}

#[test]
fn a_run_that_cannot_be_recorded() {
    let report = dry(values(["Batch"]), |_| {
        Record::skipped("there is no recorder")
    });
    let report = report.keep_apart("Batch").gives("[Batch]");
    assert!(report.is_skipped());
    report.check();
    assert_eq!(report.table(), [""; 0]);
    assert_eq!(report.to_string(), "skipped: there is no recorder");
}

#[test]
#[should_panic = "no size is named \"Sqe\": there are [\"Batch\", \"Seq\"]"]
fn a_name_that_was_not_given() {
    let _ = dry(values(["Batch", "Seq"]), |sizes| {
        Record::new([], Ok(vec![sizes["Sqe"]]))
    });
}

#[test]
#[should_panic = "a name is given twice"]
fn a_name_twice() {
    let _ = dry([("Seq", [2]), ("Seq", [3])], |_| {
        Record::new([], Ok(Vec::new()))
    });
}

#[test]
fn sizes_that_overflow_no_expression() {
    let report =
        single(|batch, seq| operation("exp", &[&[usize::MAX / batch, seq]], &[usize::MAX - seq]));
    assert!(report.to_string().contains("exp [_, Seq] -> ["), "{report}");
}

#[shapecheck::shapes("keys: ..., new: ... -> ..., ...")]
fn cached(keys: &[usize], new: &[usize]) -> ([usize; 2], Vec<usize>) {
    ([keys[0] + new[0], keys[1]], new.to_vec())
}

#[test]
fn contracts_of_what_calls_have_in_common() {
    let report = dry(values(["Past", "Seq"]), |sizes| {
        let (past, seq) = (sizes["Past"], sizes["Seq"]);
        let (result, calls) = attempt(|| {
            cached(&[past, 64], &[seq, 64]);
            cached(&[past, 32], &[seq, 32, 1]);
            Ok(vec![seq / 2])
        });
        Record::new([], result).with_calls(calls)
    });
    let line = r#"#[shapes("keys: p _, new: ... -> p+s _, ...")]"#;
    assert_eq!(report.contract("cached").as_deref(), Some(line));
    assert_eq!(report.contract("another"), None);
}

struct Heads;

impl Heads {
    #[shapecheck::shapes("x: ... -> ...")]
    fn forward(&self, x: &[usize]) -> Vec<usize> {
        vec![x[0], 2 * x[1]]
    }
}

#[test]
fn contracts_of_products_and_of_methods() {
    let report = dry(values(["Batch", "Heads", "Width"]), |sizes| {
        let width = sizes["Heads"] * sizes["Width"];
        let (result, calls) = attempt(|| Ok(Heads.forward(&[sizes["Batch"], width])));
        Record::new([], result).with_calls(calls)
    });
    let line = r#"#[shapes("x: b h_w -> b _")]"#;
    assert_eq!(report.contract("forward").as_deref(), Some(line));
    assert_eq!(report.contract("Heads::forward").as_deref(), Some(line));
    // The line compiles.
    #[shapecheck::shapes("x: b h_w -> b _")]
    fn of(x: &[usize]) -> Vec<usize> {
        x.to_vec()
    }
    assert_eq!(of(&[3, 4]), [3, 4]);
}

#[test]
fn the_line_of_a_panic() {
    let report = dry(values(["Batch"]), |sizes| {
        let (result, calls) = attempt(|| {
            let batch: Option<usize> = [3_usize].into_iter().find(|batch| *batch == sizes["Batch"]);
            Ok(vec![batch.expect("a batch of 3")])
        });
        let record = Record::new([], result);
        match calls.panicked_at(&[]) {
            Some(line) => record.failed_at(line),
            None => record,
        }
    });
    let told = report.findings()[0].to_string();
    let (told, line) = told
        .split_once(", at ")
        .unwrap_or((&told, "tests/findings.rs:"));
    assert_eq!(
        told,
        "2 of 3 runs fail: a batch of 3; fits only with Batch = 3"
    );
    // A build without tables of lines has none.
    assert!(line.contains("tests/findings.rs:"), "{line}");
}

#[test]
fn a_name_that_never_moved_is_its_size_in_the_result() {
    let of = |patches: [usize; 3], width: usize| {
        let sizes = [("Batch", [2, 3, 5]), ("Patches", patches)];
        dry(sizes, move |sizes| match sizes["Patches"] {
            16 => Record::new([], Ok(vec![sizes["Batch"], width])),
            other => Record::new([], Err(format!("16 patches, not {other}"))),
        })
    };
    let fails = "4 of 7 runs fail: 16 patches, not Patches; fits only with Patches = 16";
    let some = [16, 25, 36];
    finds(&of(some, 16).gives("[Batch, Patches]"), Kind::Fails, fails);
    finds(
        &of(some, 32).gives("[Batch, 2 * Patches]"),
        Kind::Fails,
        fails,
    );
    // Another number is not its size, and a model that fails with none has no reason to be what it is not.
    let found = of(some, 10).gives("[Batch, Patches]").findings();
    let text = "the model gives [Batch, 10], not [Batch, Patches]";
    assert_eq!(found[1].to_string(), text);
    let text = "the model gives [Batch, 32], not [Batch, 2 * Patches]";
    let report = of([16; 3], 32).gives("[Batch, 2 * Patches]");
    finds(&report, Kind::Signature, text);
}

#[test]
fn sizes_with_which_a_model_fits() {
    let of = |seqs: [usize; 3], fits: fn(usize, usize, usize) -> bool| {
        let sizes = [("Batch", [2, 3, 5]), ("Past", [6, 8, 10]), ("Seq", seqs)];
        let report = dry(sizes, |sizes| {
            match fits(sizes["Batch"], sizes["Past"], sizes["Seq"]) {
                true => Record::new([], Ok(vec![1])),
                false => Record::new([], Err("no fit".to_owned())),
            }
        });
        let told = report.findings()[0].to_string();
        told.split_once("; ").unwrap().1.to_owned()
    };
    // All of the batch's sizes fit with the first of both.
    assert_eq!(
        of([6, 8, 10], |_, past, seq| past == seq),
        "fits only with Past = Seq"
    );
    assert_eq!(
        of([6, 8, 12], |_, past, seq| past + seq == 12),
        "fits only with Past = 6, Seq = 6"
    );
    // Batch and Seq take all their sizes where it fits, but not all pairs of them do.
    let told = of([6, 7, 9], |batch, _, seq| batch == 2 || seq == 6);
    assert!(
        told.starts_with("fits only with Batch = 2, Past = 6, Seq = 6; Batch = 3, "),
        "{told}"
    );
}

#[test]
fn what_a_reshape_mixes() {
    let report = dry([("Batch", [2, 4, 6]), ("Side", [28, 56, 84])], |sizes| {
        let (batch, side) = (sizes["Batch"], sizes["Side"] / 4);
        let given = [batch, 16, side, side];
        let output = [given.iter().product::<usize>() / 784, 784];
        let reshape = operation("reshape", &[&given], &output);
        Record::new([reshape], Ok(output.to_vec()))
    });
    let shapes = &report.table()[0];
    let text = format!("a reshape mixes Batch with other axes: {shapes}");
    finds(&report.keep_apart("Batch"), Kind::Moved, &text);
}

#[test]
fn what_goes_along_a_merged_axis() {
    let report = single(|batch, seq| operation("max", &[&[batch * seq, 4]], &[1, 4]));
    let text = "max goes along Batch * Seq: max [Batch * Seq, 4] -> [1, 4]";
    finds(&report, Kind::Mixed, text);
    let report = single(|batch, seq| {
        let mut softmax = operation("softmax", &[&[batch * seq, 4]], &[batch * seq, 4]);
        softmax.along = vec![0];
        softmax
    });
    let text = "softmax goes along Batch * Seq: softmax [Batch * Seq, 4] -> [Batch * Seq, 4]";
    finds(&report, Kind::Mixed, text);
}

const MEMORY: Memory = Memory {
    id: 0,
    elements: 1,
    bytes: 4,
    can_be_weights: false,
};

#[test]
fn an_axis_that_is_split_in_another_order_than_it_was_merged_in() {
    let of = |merge: &'static str, between: &'static str, is_known: bool, is_swapped: bool| {
        several(move |batch, seq| {
            let given = [seq, batch, 24];
            let order = if is_swapped { [batch, seq, 24] } else { given };
            let rows = [seq * batch, 24];
            let mut operations = [
                operation(merge, &[&given], &rows),
                operation("matmul", &[&rows, &[24, 24]], &rows),
                operation(between, &[&rows, &[24]], &rows),
                operation("reshape", &[&rows], &order),
            ];
            // A view has the memory of what it is of, a reshape too.
            let memories: [&[u64]; 4] = [&[0, 0], &[0, 1, 2], &[2, 3, 4], &[4, 4]];
            for (operation, known) in operations.iter_mut().zip(memories) {
                let known = known.iter().filter(|_| is_known);
                operation.memory = known.map(|&id| Memory { id, ..MEMORY }).collect();
            }
            operations
        })
    };
    let text = "a reshape makes [Batch, Seq] of what was [Seq, Batch] before it was one axis: \
                reshape [Batch * Seq, 24] -> [Batch, Seq, 24]";
    finds(&of("reshape", "add", true, true), Kind::Moved, text);
    finds(&of("copy", "add", true, true), Kind::Moved, text);
    assert_eq!(of("reshape", "add", true, false).findings(), []);
    // Rows that are put in another order, and a recorder that does not know what goes where.
    assert_eq!(of("reshape", "sort", true, true).findings(), []);
    assert_eq!(of("reshape", "add", false, true).findings(), []);
}

#[test]
fn memory_that_is_merged_in_both_orders() {
    let report = several(|batch, seq| {
        let rows = [seq * batch, 24];
        let mut operations = [
            operation("reshape", &[&[batch, seq, 24]], &rows),
            operation("swap_dims", &[&[batch, seq, 24]], &[seq, batch, 24]),
            operation("reshape", &[&[seq, batch, 24]], &rows),
            operation("reshape", &[&rows], &[batch, seq, 24]),
        ];
        for operation in &mut operations {
            operation.memory = vec![MEMORY; 2];
        }
        operations
    });
    assert_eq!(report.findings(), []);
}

#[test]
fn rows_that_were_never_merged() {
    let report = several(|batch, seq| {
        let rows = [seq * batch, 24];
        let mut made = operation("zeros", &[], &rows);
        let mut split = operation("reshape", &[&rows], &[batch, seq, 24]);
        made.memory = vec![MEMORY];
        split.memory = vec![MEMORY; 2];
        [made, split]
    });
    assert_eq!(report.findings(), []);
}

/// The memory of operands and result of each operation, which a recorder knows.
fn with_memory<const N: usize>(
    mut operations: [Operation; N],
    memories: [&[u64]; N],
) -> [Operation; N] {
    for (operation, known) in operations.iter_mut().zip(memories) {
        let known = known.iter();
        operation.memory = known.map(|&id| Memory { id, ..MEMORY }).collect();
    }
    operations
}

#[test]
fn a_view_in_front_of_which_there_is_an_axis_of_1() {
    let report =
        single(|batch, seq| operation("reshape", &[&[batch, seq, 32]], &[1, batch * seq, 32]));
    assert_eq!(report.findings(), [], "{report}");
}

#[test]
fn copies_that_are_not_needed_are_no_other_operations() {
    let of = |mask: fn(usize, usize) -> usize| {
        dry([("Seq", [5, 1, 11]), ("Past", [4, 0, 6])], move |sizes| {
            let (seq, past) = (sizes["Seq"], sizes["Past"]);
            let all = past + seq;
            let operations = [
                (seq > 1).then(|| operation("copy", &[&[8, seq]], &[8, seq])),
                (past > 0).then(|| operation("copy2d", &[&[8, past]], &[8, all])),
                Some(operation("exp", &[&[8, all]], &[8, all])),
                Some(operation("neg", &[&[mask(past, seq)]], &[mask(past, seq)])),
            ];
            let operations: Vec<Operation> = operations.into_iter().flatten().collect();
            Record::new(operations, Ok(vec![8, all]))
        })
    };
    assert_eq!(of(|past, seq| past + seq).findings(), []);
    // What is computed then is of another shape.
    let other = of(|past, seq| if past == 0 { 2 * seq + 7 } else { past + seq });
    assert_eq!(other.findings()[0].kind, Kind::OtherOperations);
}

#[test]
fn a_size_without_a_name_is_told_once() {
    let of = |odd: fn(usize) -> usize| {
        single(move |batch, seq| operation("exp", &[&[odd(seq), batch]], &[odd(seq), batch]))
            .to_string()
    };
    let text = "what stands at `_` has no name, and is not checked";
    assert_eq!(of(|seq| seq * seq % 29).matches(text).count(), 1);
    assert_eq!(of(|seq| seq - 1).matches(text).count(), 0);
}

#[test]
fn what_goes_along_labels_of_all_texts() {
    let report = single(|batch, seq| {
        let rows = batch * (seq - 1);
        let mut softmax = operation("softmax", &[&[rows, 9]], &[rows, 9]);
        softmax.along = vec![0];
        softmax
    });
    let text = "softmax goes along Batch * (Seq - 1): \
                softmax [Batch * (Seq - 1), 9] -> [Batch * (Seq - 1), 9]";
    finds(&report, Kind::Mixed, text);
}

#[test]
fn the_number_of_an_axis_is_no_size() {
    let report = dry(
        [("Height", [8, 9, 12]), ("Width", [8, 11, 14])],
        |sizes| match (sizes["Height"], sizes["Width"]) {
            (8, 8) => Record::new([], Ok(vec![8])),
            (height, 8) => Record::new([], Err(format!("no fit in dim 2, {height} rows"))),
            (height, _) => Record::new([], Err(format!("no fit in dim 3, {height} rows"))),
        },
    );
    let text = "6 of 7 runs fail: no fit in dim 2 or 3, Height rows; ";
    let found = report.findings()[0].to_string();
    assert!(found.starts_with(text), "{found}");
}

#[test]
fn what_follows_from_an_axis_that_stands_twice_is_told_once() {
    let of = || {
        several(|batch, _| {
            let all = [batch, batch];
            let operations = [
                operation("matmul", &[&[batch, 6], &[6, batch]], &all),
                operation("exp", &[&all], &all),
                operation("sum", &[&all], &[batch, 1]),
                operation("max", &[&[batch, 1]], &[1, 1]),
            ];
            with_memory(operations, [&[0, 1, 2], &[2, 3], &[3, 4], &[4, 5]])
        })
    };
    let found: Vec<String> = of().findings().iter().map(ToString::to_string).collect();
    let twice =
        "Batch stands twice in [Batch, Batch]: matmul [Batch, 6], [6, Batch] -> [Batch, Batch]";
    // The last one is a separate mistake.
    let last = "max makes one of Batch: max [Batch, 1] -> [1, 1]";
    assert_eq!(found, [twice, last]);
    // What is allowed hides nothing.
    let found = of().allow("stands twice").findings();
    assert!(
        found[0].to_string().starts_with("sum makes one of Batch"),
        "{found:#?}"
    );
}

#[test]
fn one_line_of_several_layers_is_told_once() {
    let report = several(|batch, seq| {
        [8, 16].map(|width| {
            let mut sum = operation("sum", &[&[batch, seq * width]], &[1, seq * width]);
            sum.line = Some("src/model.rs:7:5".into());
            sum
        })
    });
    let text = "sum makes one of Batch: sum [Batch, 8 * Seq] -> [1, 8 * Seq], at src/model.rs:7:5";
    finds(&report, Kind::Mixed, text);
}

#[test]
fn numbers_that_were_merged_with_a_name() {
    // Three queries of each key, and the tokens after them.
    let of = |last: fn(usize, usize) -> [usize; 4]| {
        several(move |batch, seq| {
            let merged = [batch, 3 * seq, 16];
            let operations = [
                operation("reshape", &[&[batch, 3, seq, 16]], &merged),
                operation("exp", &[&merged], &merged),
                operation("reshape", &[&merged], &last(batch, seq)),
            ];
            with_memory(operations, [&[0, 0], &[0, 1], &[1, 1]])
        })
    };
    assert_eq!(of(|batch, seq| [batch, 3, seq, 16]).findings(), []);
    let text = "a reshape makes [Seq, 3] of what was [3, Seq] before it was one axis: \
                reshape [Batch, 3 * Seq, 16] -> [Batch, Seq, 3, 16]";
    finds(&of(|batch, seq| [batch, seq, 3, 16]), Kind::Moved, text);
}

#[test]
fn other_axes_do_not_matter_to_the_order_of_a_merged_one() {
    let of = |is_swapped: bool| {
        several(move |batch, seq| {
            let rows = batch * seq;
            let last = if is_swapped {
                [seq, batch, 4]
            } else {
                [batch, seq, 4]
            };
            let operations = [
                operation("reshape", &[&[batch, seq, 12]], &[rows, 12]),
                // Some experts, of which one matrix remains, turned over and cut.
                operation("mul", &[&[6, rows, 12], &[6, 1, 12]], &[6, rows, 12]),
                operation("sum", &[&[6, rows, 12]], &[1, rows, 12]),
                operation("copy", &[&[12, rows]], &[12, rows]),
                operation("copy", &[&[rows, 4]], &[rows, 4]),
                operation("reshape", &[&[rows, 4]], &last),
            ];
            let memories: [&[u64]; 6] = [&[0, 0], &[0, 1, 2], &[2, 3], &[3, 4], &[4, 5], &[5, 5]];
            with_memory(operations, memories)
        })
    };
    assert_eq!(of(false).findings(), []);
    let text = "a reshape makes [Seq, Batch] of what was [Batch, Seq] before it was one axis: \
                reshape [Batch * Seq, 4] -> [Seq, Batch, 4]";
    finds(&of(true), Kind::Moved, text);
}

#[test]
fn slices_that_are_put_one_behind_the_other() {
    let id = |id| Memory { id, ..MEMORY };
    let split = |batch: usize, seq: usize, is_swapped: bool| {
        let last = match is_swapped {
            true => [batch, seq, 7],
            false => [seq, batch, 7],
        };
        let mut split = operation("reshape", &[&[batch * seq, 7]], &last);
        split.memory = vec![id(99); 2];
        split
    };
    // One operation of all slices, as burn's, and a copy of each of them, as candle's.
    let joined = |is_swapped: bool| {
        several(move |batch, seq| {
            let slices = vec![vec![batch, 7]; seq];
            let mut cat = Operation::new("Cat", slices, [vec![batch * seq, 7]]);
            cat.memory = (0..seq as u64).chain([99]).map(id).collect();
            [cat, split(batch, seq, is_swapped)]
        })
    };
    let copied = |shape: fn(usize) -> [usize; 2], name: &'static str, is_swapped: bool| {
        dry(values(["Batch", "Seq"]), move |sizes| {
            let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
            let mut copy = operation(name, &[&shape(batch)], &[batch * seq, 7]);
            copy.memory = vec![id(0), id(99)];
            let mut operations = vec![copy; seq];
            operations.push(split(batch, seq, is_swapped));
            Record::new(operations, Ok(vec![batch, seq, 7]))
        })
    };
    let text = "a reshape makes [Batch, Seq] of what was [Seq, Batch] before it was one axis: \
                reshape [Batch * Seq, 7] -> [Batch, Seq, 7]";
    for is_swapped in [true, false] {
        let reports = [
            joined(is_swapped),
            copied(|batch| [batch, 7], "copy", is_swapped),
            copied(|batch| [1, 7 * batch], "copy2d", is_swapped),
        ];
        for report in reports {
            match is_swapped {
                true => finds(&report, Kind::Moved, text),
                false => assert_eq!(report.findings(), [], "{report}"),
            }
        }
    }
}

#[test]
fn indices_of_a_lookup_say_how_its_rows_stand() {
    let report = several(|batch, seq| {
        let rows = batch * seq;
        let operations = [
            operation("reshape", &[&[batch, seq]], &[rows]),
            operation("index_select", &[&[100, 6], &[rows]], &[rows, 6]),
            operation("reshape", &[&[rows, 6]], &[seq, batch, 6]),
        ];
        with_memory(operations, [&[0, 0], &[1, 0, 2], &[2, 2]])
    });
    let text = "a reshape makes [Seq, Batch] of what was [Batch, Seq] before it was one axis: \
                reshape [Batch * Seq, 6] -> [Seq, Batch, 6]";
    finds(&report, Kind::Moved, text);
}

#[test]
fn operands_that_were_merged_in_two_orders() {
    let of = |name: &'static str, one: fn(usize) -> usize, is_swapped: bool| {
        several(move |batch, seq| {
            let rows = batch * seq;
            let other = if is_swapped {
                [seq, batch, 5]
            } else {
                [batch, seq, 5]
            };
            let operands: [&[usize]; 2] = [&[rows, 5], &[rows, one(rows)]];
            let operations = [
                operation("reshape", &[&[batch, seq, 5]], &[rows, 5]),
                operation("copy", &[&other], &[rows, 5]),
                operation(name, &operands, &[rows, 5]),
                operation(name, &operands, &[rows, 5]),
            ];
            with_memory(operations, [&[0, 0], &[0, 1], &[0, 1, 2], &[0, 1, 3]])
        })
    };
    let text = "mul meets [Batch, Seq] with [Seq, Batch], each merged to one axis: \
                mul [Batch * Seq, 5], [Batch * Seq, 5] -> [Batch * Seq, 5]";
    finds(&of("mul", |_| 5, true), Kind::Moved, text);
    assert_eq!(of("mul", |_| 5, false).findings(), []);
    // A gather of each row meets its indices, and one along the rows may take them from anywhere.
    assert_eq!(of("gather", |_| 1, true).findings()[0].kind, Kind::Moved);
    assert_eq!(of("gather", |_| 5, true).findings(), []);
}

#[test]
fn an_axis_that_a_product_makes_has_no_order_of_the_one_that_it_sums() {
    // Tokens that are mixed to as many others, of which nobody said how they stand.
    let of = |is_summed: bool| {
        several(move |batch, seq| {
            let rows = batch * seq;
            let (lhs, rhs) = match is_summed {
                true => ([6, rows], [rows, rows]),
                false => ([rows, 6], [6, 6]),
            };
            let made = lhs;
            let last = match is_summed {
                true => vec![6, seq, batch],
                false => vec![seq, batch, 6],
            };
            let operations = [
                operation("reshape", &[&[batch, seq, 6]], &[rows, 6]),
                operation("matmul", &[&lhs, &rhs], &made),
                operation("reshape", &[&made], &last),
            ];
            with_memory(operations, [&[0, 0], &[0, 1, 2], &[2, 2]])
        })
    };
    let is_split = |report: &Report| {
        let found = report.findings();
        found.iter().any(|finding| finding.kind == Kind::Moved)
    };
    assert!(is_split(&of(false)));
    assert!(!is_split(&of(true)));
}

#[test]
fn two_axes_of_one_size_are_not_told_apart() {
    let of = |columns: usize| {
        several(move |batch, seq| {
            let rows = batch * seq;
            // As many columns as rows, or another number of them.
            let columns = if columns == 0 { rows } else { columns };
            let operations = [
                operation("reshape", &[&[batch, seq, columns]], &[rows, columns]),
                operation("exp", &[&[rows, columns]], &[rows, columns]),
                operation("reshape", &[&[rows, columns]], &[seq, batch, columns]),
            ];
            with_memory(operations, [&[0, 0], &[0, 1], &[1, 1]])
        })
    };
    let count = |report: Report| {
        let found = report.keep_apart("Batch").findings();
        let moved = found.iter().filter(|finding| finding.kind == Kind::Moved);
        moved.count()
    };
    assert_eq!(count(of(9)), 1);
    assert_eq!(count(of(0)), 0);
}

#[test]
fn a_mask_that_is_repeated_in_another_order_than_heads() {
    let of = |is_repeated: bool| {
        several(move |batch, seq| {
            let heads = [4 * batch, seq];
            let mask = match is_repeated {
                true => operation("RepeatDim", &[&[batch, seq]], &heads),
                false => operation("Reshape", &[&[batch, 4, seq]], &heads),
            };
            let operations = [
                operation("Reshape", &[&[batch, 4, seq]], &heads),
                mask,
                operation("Add", &[&heads, &heads], &heads),
            ];
            with_memory(operations, [&[0, 0], &[1, 2], &[0, 2, 3]])
        })
    };
    assert_eq!(of(false).findings(), []);
    let text = "Add meets [Batch, 4] with [4, Batch], each merged to one axis: \
                Add [4 * Batch, Seq], [4 * Batch, Seq] -> [4 * Batch, Seq]";
    finds(&of(true), Kind::Moved, text);
}

/// Operations with the strides of tensors whose elements lie in order.
fn with_strides<const N: usize>(mut operations: [Operation; N]) -> [Operation; N] {
    for operation in &mut operations {
        let in_order = |shape: &Vec<usize>| {
            let behind = |axis: usize| shape[axis + 1..].iter().product();
            (0..shape.len()).map(behind).collect()
        };
        let shapes = operation.inputs.iter().chain(&operation.outputs);
        operation.strides = shapes.map(in_order).collect();
    }
    operations
}

/// A softmax along an axis of `scores`, and what is done with it.
fn softmax_and(
    scores: fn(usize, usize) -> Vec<usize>,
    axis: usize,
    then: fn(&[usize], usize, usize) -> Operation,
) -> Report {
    dry(values(["Query", "Key"]), move |sizes| {
        let (query, key) = (sizes["Query"], sizes["Key"]);
        let scores = scores(query, key);
        let mut softmax = operation("softmax", &[&scores], &scores);
        softmax.along = vec![axis];
        let then = then(&scores, query, key);
        let result = then.outputs[0].clone();
        let operations = with_memory([softmax, then], [&[0, 1], &[1, 2, 3]]);
        Record::new(with_strides(operations), Ok(result))
    })
}

#[test]
fn weights_that_are_normalised_along_another_axis() {
    let product = |scores: &[usize], query: usize, key: usize| {
        operation("matmul", &[scores, &[5, key, 8]], &[5, query, 8])
    };
    let of = |axis| softmax_and(|query, key| vec![5, query, key], axis, product);
    assert_eq!(of(2).findings(), []);
    let text = "weights normalised along Query are summed along Key: \
                matmul [5, Query, Key], [5, Key, 8] -> [5, Query, 8]";
    finds(&of(1), Kind::Normalised, text);
    // Numbers of the configuration are groups, experts or heads.
    assert_eq!(of(0).findings(), []);
    // The second operand of a product is summed along its last axis but one.
    let of = |axis| {
        softmax_and(
            |query, key| vec![key, query],
            axis,
            |scores, query, key| operation("matmul", &[&[8, key], scores], &[8, query]),
        )
    };
    let report = of(0);
    assert_eq!(report.findings(), [], "{report}");
}

#[test]
fn what_the_weights_are_of_and_what_they_are_not() {
    let groups = |axis| {
        softmax_and(
            |_, key| vec![6, key],
            axis,
            |scores, _, key| operation("matmul", &[scores, &[key, 8]], &[6, 8]),
        )
    };
    // A pool of nodes in six groups.
    assert_eq!(groups(0).findings(), []);
    // How much each key gets of all queries.
    let sum = softmax_and(
        |query, key| vec![query, key],
        1,
        |scores, _, key| operation("sum", &[scores], &[1, key]),
    );
    assert_eq!(sum.findings(), []);
    // Parts of pictures of one size, and what is the same for all pictures, as the steps of a chain.
    let parts = softmax_and(
        |pictures, _| vec![pictures, 9, 9],
        1,
        |scores, pictures, _| operation("matmul", &[scores, &[pictures, 9, 8]], &[pictures, 9, 8]),
    );
    let text = "weights normalised along axis 1 of [Query, 9, 9] are summed along axis 2: \
                matmul [Query, 9, 9], [Query, 9, 8] -> [Query, 9, 8]";
    finds(&parts, Kind::Normalised, text);
    let steps = softmax_and(
        |_, _| vec![9, 9],
        1,
        |scores, chains, _| operation("matmul", &[&[chains, 9], scores], &[chains, 9]),
    );
    assert_eq!(steps.findings(), []);
}

#[test]
fn weights_of_two_softmaxes_are_those_of_one() {
    let of = |along: [usize; 2]| {
        dry(values(["Seq"]), move |sizes| {
            let all = [sizes["Seq"]; 2];
            let mut softmaxes = along.map(|axis| {
                let mut softmax = operation("softmax", &[&all], &all);
                softmax.along = vec![axis];
                softmax
            });
            let product = operation("matmul", &[&all, &all], &all);
            let [first, second] = &mut softmaxes;
            let operations = [first.clone(), second.clone(), product];
            let operations = with_memory(operations, [&[0, 1], &[2, 3], &[1, 3, 4]]);
            Record::new(with_strides(operations), Ok(all.to_vec()))
        })
    };
    // Where rows of both are normalised, those of the product are, and so it is with columns.
    assert_eq!(of([1, 1]).findings(), []);
    assert_eq!(of([0, 0]).findings(), []);
    let text = "weights normalised along axis 0 of [Seq, Seq] are summed along axis 1: \
                matmul [Seq, Seq], [Seq, Seq] -> [Seq, Seq]";
    finds(&of([0, 1]), Kind::Normalised, text);
}

#[test]
fn weights_that_are_divided_by_their_sums() {
    // Along each axis in turn, as by Sinkhorn, or along one.
    let of = |axes: &'static [usize], strides: [usize; 2]| {
        dry(values(["Query", "Key"]), move |sizes| {
            let all = [sizes["Query"], sizes["Key"]];
            let mut operations = Vec::new();
            let mut last = 0;
            for &axis in axes {
                let mut one = all;
                one[axis] = 1;
                let [sum, div] = [
                    operation("sum", &[&all], &one),
                    operation("div", &[&all, &one], &all),
                ];
                let memories: [&[u64]; 2] = [&[last, last + 1], &[last, last + 1, last + 2]];
                operations.extend(with_strides(with_memory([sum, div], memories)));
                last += 2;
            }
            let product = operation("matmul", &[&all, &[all[1], 8]], &[all[0], 8]);
            let [mut product] = with_strides(with_memory([product], [&[last, 90, 91]]));
            if strides != [0, 0] {
                product.strides[0] = strides.to_vec();
            }
            operations.push(product);
            Record::new(operations, Ok(vec![all[0], 8]))
        })
    };
    assert_eq!(of(&[1], [0, 0]).findings(), []);
    assert_eq!(of(&[0, 1], [0, 0]).findings(), []);
    assert_eq!(of(&[1, 0], [0, 0]).findings(), []);
    let text = "weights normalised along Query are summed along Key: \
                matmul [Query, Key], [Key, 8] -> [Query, 8]";
    finds(&of(&[0], [0, 0]), Kind::Normalised, text);
    // Other strides are other axes.
    assert_eq!(of(&[0], [7, 3]).findings(), []);
}

#[test]
fn gradients_of_weights_go_along_the_other_axis() {
    let of = |axis: usize| {
        dry(values(["Query", "Key"]), move |sizes| {
            let (query, key) = (sizes["Query"], sizes["Key"]);
            let all = [query, key];
            let mut softmax = operation("softmax", &[&all], &all);
            softmax.along = vec![axis];
            let product = operation("matmul", &[&all, &[key, 8]], &[query, 8]);
            let gradient = operation("matmul", &[&[key, query], &[query, 8]], &[key, 8]);
            let memories: [&[u64]; 3] = [&[0, 1], &[1, 2, 3], &[1, 4, 5]];
            let [softmax, product, mut gradient] =
                with_strides(with_memory([softmax, product, gradient], memories));
            gradient.strides[0] = vec![1, key];
            Record::new([softmax, product, gradient], Ok(vec![key, 8]))
        })
    };
    assert_eq!(of(1).findings(), []);
    assert_eq!(of(0).findings().len(), 1);
}

/// Windows one after the other, of a padded convolution of three with a stride of two, or of a pool of two.
fn windows(sizes: &'static [usize], padded: bool, count: usize) -> Report {
    dry([("Height", sizes)], move |given| {
        let mut size = given["Height"];
        let mut operations = Vec::new();
        for _ in 0..count {
            let next = if padded { size.div_ceil(2) } else { size / 2 };
            let name = if padded { "conv2d" } else { "max_pool2d" };
            operations.push(operation(
                name,
                &[&[3, 8, size, 9], &[8, 8, 3, 3]],
                &[3, 8, next, 9],
            ));
            size = next;
        }
        Record::new(operations, Ok(vec![3, size]))
    })
}

#[test]
fn sizes_that_tell_windows_apart_are_tried() {
    let report = windows(&[11, 13, 18], true, 2);
    report.gives("[3, (Height + 3) / 4]").check();
    let report = windows(&[11, 13, 18], false, 3);
    let text = report.to_string();
    assert!(text.contains("gives [3, Height / 8]"), "{text}");
    // What was 1 with the given sizes is not a number.
    let report = windows(&[19, 22, 29], false, 4);
    let text = report.to_string();
    assert!(text.contains("gives [3, Height / 16]"), "{text}");
    // No other sizes where the given ones say it.
    let report = windows(&[64, 128, 256], false, 3);
    let text = report.to_string();
    assert!(
        text.ends_with("tried in 3 runs: Height = 64, 128, 256"),
        "{text}"
    );
}

#[test]
fn a_size_that_is_tried_for_windows_and_fails_is_no_finding() {
    let report = dry([("Height", [11, 13, 18])], |sizes| {
        let (from, to) = (sizes["Height"], sizes["Height"].div_ceil(4));
        match from > 18 {
            true => Record::new([], Err("no picture is larger".to_owned())),
            false => Record::new([operation("conv2d", &[&[from]], &[to])], Ok(vec![to])),
        }
    });
    assert_eq!(report.findings(), []);
}

/// A table of positions that is cut to a name, or whose rows are looked up.
fn positions(is_cut: bool, rows: usize) -> Report {
    dry([("Batch", [3, 5, 8])], move |sizes| {
        let size = sizes["Batch"];
        if size > rows {
            return Record::new([], Err(format!("row {size} of {rows}")));
        }
        let table = Memory {
            id: 0,
            elements: 6 * rows as u64,
            bytes: 24 * rows as u64,
            can_be_weights: true,
        };
        let others = [1, 2].map(|id| Memory { id, ..MEMORY });
        let own = vec![size, 6];
        let mut operation = match is_cut {
            true => operation("neg", &[&own], &own),
            false => operation("index_select", &[&[rows, 6], &[size]], &own),
        };
        operation.memory = vec![table];
        operation.memory.extend(&others[usize::from(is_cut)..]);
        let indices = Some((0..size).collect());
        operation.lookup = (!is_cut).then_some(Lookup { axis: 0, indices });
        Record::new([operation], Ok(own))
    })
}

#[test]
fn a_size_beyond_a_table_is_tried() {
    for is_cut in [true, false] {
        let report = positions(is_cut, 64);
        let text = "fails with Batch = 65: row 65 of 64";
        assert!(report.to_string().ends_with(text), "{report}");
        // Positions have an end, and elements of a batch have none.
        assert_eq!(report.findings(), []);
        let text = "fails with Batch = 65, beyond the end of a table: row 65 of 64";
        finds(&report.keep_apart("Batch"), Kind::Fails, text);
    }
}

#[test]
fn a_result_is_compared_by_its_value() {
    let of = |gives: &str| {
        dry(values(["A", "B"]), |sizes| {
            let (a, b) = (sizes["A"], sizes["B"]);
            let mut exp = operation("exp", &[&[a * b, a + b, b / 2]], &[a * b, a + b, b / 2]);
            exp.line = Some("src/model.rs:7:5".into());
            Record::new([exp.clone()], Ok(exp.outputs[0].clone()))
        })
        .gives(gives)
    };
    for right in [
        "[A * B, A + B, B / 2]",
        "[B * A, B + A, (2 * B) / 4]",
        "[B*A, B + A - 0, B/2]",
    ] {
        assert_eq!(of(right).findings(), [], "{right}");
    }
    for wrong in [
        "[B * A, B + A, B / 3]",
        "[B * A, B - A, B / 2]",
        "[B * A, B + C, B / 2]",
        "[B * A, B + A]",
    ] {
        let text =
            format!("the model gives [A * B, A + B, B / 2], not {wrong}, at src/model.rs:7:5");
        finds(&of(wrong), Kind::Signature, &text);
    }
}

#[test]
fn elements_that_meet_after_a_mark_are_no_finding() {
    let of = |is_marked: bool| {
        several(move |batch, _| {
            let name = if is_marked {
                Operation::TOGETHER
            } else {
                "to_cpu"
            };
            [
                Operation::new(name, [], []),
                operation("sum", &[&[batch, 4]], &[1, 4]),
            ]
        })
    };
    assert_eq!(of(true).findings(), []);
    finds(
        &of(false),
        Kind::Mixed,
        "sum makes one of Batch: sum [Batch, 4] -> [1, 4]",
    );
}

#[test]
fn a_sum_along_an_axis_of_1() {
    let report = single(|batch, seq| {
        let mut sum = operation("sum", &[&[batch, seq, 1]], &[batch, seq, 1]);
        sum.along = vec![2];
        sum
    });
    let text = "sum goes along an axis of 1, which changes nothing: sum [Batch, Seq, 1] -> [Batch, Seq, 1]";
    finds(&report, Kind::OfOne, text);
}

#[test]
fn sizes_up_to_a_bound_fit() {
    let report = dry(
        [("Past", [19, 22, 29]), ("Seq", [11, 13, 18])],
        |sizes| match sizes["Past"] + sizes["Seq"] {
            ..=33 => Record::new([], Ok(vec![1])),
            _ => Record::new([], Err("no fit".to_owned())),
        },
    );
    let text = "4 of 7 runs fail: no fit; fits only with Past + Seq <= 33";
    finds(&report, Kind::Fails, text);
}

#[test]
#[should_panic = "- no expression explains the size at `_`: exp [_, Batch] -> [_, Batch]"]
fn sizes_without_a_name_fail_where_all_are_checked() {
    let report = single(|batch, seq| {
        let odd = seq * seq % 29;
        operation("exp", &[&[odd, batch]], &[odd, batch])
    });
    report.check();
    report.check_all();
}

#[test]
fn axes_that_meet_say_where_they_were_merged() {
    let report = several(|batch, seq| {
        let rows = batch * seq;
        let operations = [
            operation("reshape", &[&[batch, seq, 5]], &[rows, 5]),
            operation("copy", &[&[seq, batch, 5]], &[rows, 5]),
            operation("mul", &[&[rows, 5], &[rows, 5]], &[rows, 5]),
        ];
        let mut operations = with_memory(operations, [&[0, 0], &[5, 1], &[0, 1, 2]]);
        for (operation, line) in operations.iter_mut().zip(["a.rs:1", "b.rs:2", "c.rs:3"]) {
            operation.line = Some(line.into());
        }
        operations
    });
    let text = "mul meets [Batch, Seq], merged at a.rs:1, with [Seq, Batch], merged at b.rs:2, each merged to one axis: \
                mul [Batch * Seq, 5], [Batch * Seq, 5] -> [Batch * Seq, 5], at c.rs:3";
    finds(&report, Kind::Moved, text);
}
