//! The run-time functions give NumPy's verdict on every case in `data/numpy_cases.txt`.

use shapecheck::broadcast::{broadcast_shapes, broadcast_shapes_into, check_broadcast_to};

const CASES: &str = include_str!("../data/numpy_cases.txt");

/// `8x1x6`, or `()` for the shape without axes.
fn shape(text: &str) -> Vec<usize> {
    if text == "()" {
        return Vec::new();
    }
    text.split('x')
        .map(|size| size.parse().unwrap_or_else(|_| panic!("a size: {text}")))
        .collect()
}

/// The cases whose operands stand to the left of ` = `, with their verdicts.
fn cases() -> impl Iterator<Item = (&'static str, &'static str)> {
    CASES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" = ").expect("operands = verdict"))
}

#[test]
fn broadcasting_gives_the_verdict_of_numpy() {
    let (mut fitting, mut refused) = (0, 0);
    for (operands, verdict) in cases().filter(|(operands, _)| !operands.contains("->")) {
        let shapes: Vec<Vec<usize>> = operands.split(' ').map(shape).collect();
        let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        let mut buffer = [0; 16];
        match (broadcast_shapes_into(&shapes, &mut buffer), verdict) {
            (Err(_), "clash") => refused += 1,
            (Ok(rank), _) if verdict != "clash" => {
                assert_eq!(buffer[..rank], shape(verdict), "{operands}");
                fitting += 1;
            }
            (result, _) => panic!("{operands} = {verdict}, but {result:?}"),
        }
        // Shapes of more than eight axes need an allocator.
        if cfg!(feature = "alloc") {
            let result = broadcast_shapes(&shapes).ok();
            let expected = (verdict != "clash").then(|| shape(verdict)[..].into());
            assert_eq!(result, expected, "{operands}");
        }
    }
    assert!(
        fitting >= 500 && refused >= 500,
        "{fitting} fit, {refused} refused"
    );
}

#[test]
fn one_way_broadcasting_gives_the_verdict_of_numpy() {
    let (mut fitting, mut refused) = (0, 0);
    for (operands, verdict) in cases() {
        let Some((source, target)) = operands.split_once(" -> ") else {
            continue;
        };
        match (check_broadcast_to(&shape(source), &shape(target)), verdict) {
            (Ok(()), "fits") => fitting += 1,
            (Err(_), "clash") => refused += 1,
            (result, _) => panic!("{operands} = {verdict}, but {result:?}"),
        }
    }
    assert!(
        fitting >= 100 && refused >= 100,
        "{fitting} fit, {refused} refused"
    );
}

#[test]
fn the_file_says_how_it_was_written() {
    let mut lines = CASES.lines();
    assert!(
        lines
            .next()
            .is_some_and(|line| line.contains("NumPy 2") || line.contains("NumPy 1"))
    );
    assert!(
        lines
            .next()
            .is_some_and(|line| line.contains("python3 tests/data/numpy_cases.py"))
    );
    assert!(cases().count() >= 1000);
}
