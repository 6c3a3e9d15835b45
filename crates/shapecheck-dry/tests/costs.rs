//! What runs cost that are written by hand.

use shapecheck_dry::{Memory, Operation, Record, Summary, dry, values};

const WIDTH: usize = 64;

/// A tensor of floats of a shape, whose memory has this number.
fn tensor(id: u64, shape: &[usize], can_be_weights: bool) -> (Vec<usize>, Memory) {
    let elements = shape.iter().product::<usize>() as u64;
    let memory = Memory {
        id,
        elements,
        bytes: 4 * elements,
        can_be_weights,
    };
    (shape.to_vec(), memory)
}

fn operation(name: &str, tensors: &[(Vec<usize>, Memory)]) -> Operation {
    let (inputs, output) = tensors.split_at(tensors.len() - 1);
    let shapes = |tensors: &[(Vec<usize>, Memory)]| {
        let shapes = tensors.iter().map(|(shape, _)| shape.clone());
        shapes.collect::<Vec<_>>()
    };
    let mut operation = Operation::new(name, shapes(inputs), shapes(output));
    operation.memory = tensors.iter().map(|(_, memory)| *memory).collect();
    operation
}

/// A product, and `exp` twice, of which the second has what it gets freed, or nobody tells.
fn summary(sees_drops: bool) -> Summary {
    let report = dry(values(["Batch"]), |sizes| {
        let batch = sizes["Batch"];
        let input = tensor(0, &[batch, WIDTH], true);
        let weights = tensor(1, &[WIDTH, 10], true);
        let made = |id| tensor(id, &[batch, 10], false);
        let mut operations = vec![
            operation("matmul", &[input, weights, made(2)]),
            operation("exp", &[made(2), made(3)]),
            operation("exp", &[made(3), made(4)]),
        ];
        if sees_drops {
            let freed = [vec![], vec![], vec![2, 0]];
            for (operation, freed) in operations.iter_mut().zip(freed) {
                operation.freed = Some(freed);
            }
        }
        Record::new(operations, Ok(vec![batch, 10]))
    });
    report.summary().unwrap()
}

#[test]
fn weights_have_as_many_numbers_in_all_runs() {
    let summary = summary(true);
    assert_eq!((summary.parameters, summary.parameter_bytes), (640, 2560));
    assert_eq!(summary.multiply_adds, 3 * 640);
    assert_eq!(summary.rows[0].outputs[0].to_string(), "[Batch = 3, 10]");
    assert_eq!(summary.rows[0].parameters, 640);
}

#[test]
fn memory_counts_until_it_is_freed() {
    let summary = summary(true);
    let (weights, input, result) = (2560, 4 * 3 * 64, 4 * 3 * 10);
    let alive = [1, 2, 2].map(|results| weights + input + results * result);
    let of_rows =
        |summary: &Summary| -> Vec<u64> { summary.rows.iter().map(|row| row.alive).collect() };
    assert_eq!(
        of_rows(&summary),
        [alive[0], alive[1], weights + 2 * result]
    );
    assert_eq!((summary.peak, summary.peak_row), (alive[1], 1));
    assert!(summary.rows.iter().all(|row| row.note.is_none()));
}

#[test]
fn memory_counts_until_its_last_use_where_nobody_tells() {
    let summary = summary(false);
    let (weights, input, result) = (2560, 4 * 3 * 64, 4 * 3 * 10);
    let alive: Vec<u64> = summary.rows.iter().map(|row| row.alive).collect();
    assert_eq!(alive, [weights + result, weights + result, weights]);
    assert_eq!(
        (summary.peak, summary.peak_row),
        (weights + input + result, 0)
    );
    let told = "no drops of tensors are recorded: memory counts until its last use";
    assert_eq!(summary.rows[0].note, Some(told));
}

#[test]
fn a_kernel_of_a_convolution_has_all_channels_of_the_input() {
    let report = dry(values(["Batch"]), |sizes| {
        let input = tensor(0, &[sizes["Batch"], 3, 8, 8], true);
        let kernel = tensor(1, &[16, 3, 3, 3], true);
        let bias = tensor(2, &[16], true);
        let result = tensor(3, &[sizes["Batch"], 16, 6, 6], false);
        let shape = result.0.clone();
        Record::new(
            [operation("Conv2d", &[input, kernel, bias, result])],
            Ok(shape),
        )
    });
    let summary = report.summary().unwrap();
    assert_eq!(summary.multiply_adds, 3 * 16 * 36 * (27 + 1));
    assert_eq!(summary.parameters, 16 * 27 + 16);
}

#[test]
fn what_fails_in_all_runs_costs_nothing() {
    let report = dry(values(["Batch"]), |_| {
        Record::new([], Err("no shape".to_owned()))
    });
    assert_eq!(report.summary(), None);
}
