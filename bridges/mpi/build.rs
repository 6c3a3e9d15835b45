//! Builds the one line of C.

fn main() {
    println!("cargo:rerun-if-changed=src/in_place.c");
    let mut build = cc::Build::new();
    build.file("src/in_place.c");
    // As `mpi-sys` does it, which has told by now what is missing, if anything is.
    if let Ok(library) = build_probe_mpi::probe() {
        match library.mpicc {
            Some(compiler) => {
                build.compiler(compiler);
            }
            None => {
                build.includes(library.include_paths);
            }
        }
    }
    build.compile("shapecheck_mpi");
}
