//! The programs run, each in a folder of its own, and say what they should; the signal's says what NumPy's does.

use std::path::{Path, PathBuf};
use std::process::Command;

const OF_NUMPY: &str = include_str!("../data/with_numpy.txt");

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let signal = concat!(env!("CARGO_MANIFEST_DIR"), "/data/signal.npy");
    std::fs::copy(signal, folder.join("signal.npy")).unwrap();
    folder
}

/// What a program prints, and the folder with its files.
fn run(program: &str, command: &mut Command) -> (String, PathBuf) {
    let folder = folder(program);
    let ran = command.current_dir(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{program}: {said}");
    (String::from_utf8(ran.stdout).unwrap(), folder)
}

macro_rules! run {
    ($program:literal) => {
        run(
            $program,
            &mut Command::new(env!(concat!("CARGO_BIN_EXE_", $program))),
        )
    };
}

/// Lines that are neither empty nor a comment.
fn lines_of_code(text: &str, comment: &str) -> usize {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with(comment))
        .count()
}

#[test]
fn a_signal_has_the_numbers_of_numpy_in_hardly_more_lines() {
    let (said, folder) = run!("signal");
    assert_eq!(said, OF_NUMPY);
    let plot = std::fs::read_to_string(folder.join("spectrum.svg")).unwrap();
    assert!(plot.contains("<polyline") && plot.contains("Hz"), "{plot}");

    let here = lines_of_code(include_str!("../src/main.rs"), "//");
    let there = lines_of_code(include_str!("../with_numpy.py"), "#");
    assert!(here as f64 <= 1.3 * there as f64, "{here} and {there}");
}

/// The recorded numbers are those of the script, where there is what it needs: `NUMPY_PYTHON` is a Python that has it.
#[test]
fn numpy_says_what_is_recorded() {
    let python = std::env::var("NUMPY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let imports = ["-c", "import numpy, matplotlib"];
    let has_them = Command::new(&python).args(imports).output();
    if !has_them.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no NumPy with Matplotlib");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/with_numpy.py");
    let mut command = Command::new(python);
    let (said, _) = run("with_numpy", command.arg(script).env("MPLBACKEND", "svg"));
    assert_eq!(said, OF_NUMPY);
}

#[test]
fn arrays_of_numpy_come_in_and_go_out() {
    let (said, _) = run!("arrays");
    assert_eq!(
        said,
        "`points.npy` does not fit:
  it has elements float64, the type wants float32: a tensor of `f64` takes them, and `cast::<f32>()` converts it
  it has shape [5, 3], the type wants [Time, 4]: size 3 is not 4 at axis -1
5 points
"
    );
}

#[test]
fn tables_come_in_and_go_out() {
    let (said, folder) = run!("table");
    assert_eq!(said, "[[0.5   3  -5]]\n");
    let centred = std::fs::read_to_string(folder.join("centred.csv")).unwrap();
    assert_eq!(
        centred,
        "time,x,y\n-0.5,-2.0,4.0\n0.0,-1.0,1.0\n0.5,3.0,-5.0\n"
    );
}

#[test]
fn pictures_come_in_and_go_out() {
    let (said, folder) = run!("picture");
    assert_eq!(
        said,
        "[[  3.4  21.4  39.3  57.2]\n [ 56.2  74.2  92.1 110.1]]\n"
    );
    let grey = image::open(folder.join("grey.png")).unwrap().into_luma8();
    assert_eq!(grey.into_raw(), [3, 21, 39, 57, 56, 74, 92, 110]);
}

#[test]
fn sounds_come_in_and_go_out() {
    let (said, folder) = run!("sound");
    assert_eq!(
        said,
        "[ 0.25 -0.25     0]\nsizes [3, 1] do not fit the type: size 1 at axis -1 where the type has 2\n"
    );
    let mono = hound::WavReader::open(folder.join("mono.wav")).unwrap();
    let samples = mono.into_samples::<i16>().map(Result::unwrap);
    assert_eq!(samples.collect::<Vec<_>>(), [8192, -8192, 0]);
}

#[test]
fn curves_are_drawn_as_vectors_and_as_pixels() {
    let (said, folder) = run!("plot");
    assert_eq!(said, "200 points\n");
    let svg = std::fs::read_to_string(folder.join("curves.svg")).unwrap();
    let curves: Vec<&str> = svg.matches("<polyline").collect();
    assert_eq!(curves.len(), 2, "{svg}");
    let pixels = image::open(folder.join("curves.png")).unwrap().into_rgb8();
    let colours = pixels.pixels().collect::<std::collections::HashSet<_>>();
    assert_eq!(pixels.dimensions(), (640, 320));
    assert!(colours.len() > 2, "{colours:?}");
}
