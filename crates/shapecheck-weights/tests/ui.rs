//! What the compiler says where a struct is not as a file has it, word for word.

use std::path::Path;

#[test]
fn structs_that_are_not_as_their_file() {
    // The package that trybuild makes has its own folder, from which file paths start.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let data = target.join("tests/trybuild/shapecheck-weights/tests/data");
    std::fs::create_dir_all(&data).unwrap();
    for name in [
        "linear.safetensors",
        "model.safetensors",
        "twice.safetensors",
    ] {
        std::fs::copy(Path::new("tests/data").join(name), data.join(name)).unwrap();
    }

    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
