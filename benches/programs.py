"""What the scripts beside this file share: how shapes are written, how a generated crate is built, and what its build takes.

Builds are not incremental. Every measurement is taken in turn, program after program, round after round, and the least of the
rounds counts: other processes only ever add to it.
"""

import dataclasses
import json
import os
import pathlib
import subprocess
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "crates/shapecheck"
WORK = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "generated"
TARGET = WORK / "target"
# A target folder outside of the repository has no `rust-toolchain.toml` above it.
TOOLCHAIN = tomllib.loads((ROOT / "rust-toolchain.toml").read_text())["toolchain"]["channel"]
ENVIRONMENT = {"RUSTUP_TOOLCHAIN": TOOLCHAIN, **os.environ, "CARGO_INCREMENTAL": "0", "CARGO_TARGET_DIR": str(TARGET)}

PROFILES = {"check": ["check"], "build": ["build"], "release": ["build", "--release"]}


@dataclasses.dataclass
class Library:
    dependency: str
    prelude: str
    # Versions are fixed by a lock file that is in the repository.
    lock: pathlib.Path


def with_typenum(name, dependency):
    """Sizes are named by typenum's aliases, so that programs differ in nothing but the operations."""
    return Library(dependency, f"use {name}::*;\nuse {name}::typenum::consts::*;", ROOT / "Cargo.lock")


LIBRARIES = {
    "shapecheck": with_typenum("shapecheck", f'shapecheck = {{ path = "{LIBRARY}" }}'),
    "yardstick": with_typenum("yardstick", 'yardstick = { path = "../yardstick" }'),
    "ndarray": Library('ndarray = "0.17"', "use ndarray::*;", ROOT / "benches/kernels/Cargo.lock"),
}


def nested(sizes):
    """The type of a shape; "Dyn" is a size that is known only at run time."""
    text = "Scalar"
    for size in sizes:
        text = f"Axes<{text}, {size if size == 'Dyn' else f'U{size}'}>"
    return text


def tensor(*sizes):
    return f"Tensor<f32, {nested(sizes)}>"


def write_crate(name, library, body, root="lib.rs"):
    used = LIBRARIES[library]
    folder = WORK / name
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2024"\n'
        f"[dependencies]\n{used.dependency}\n[workspace]\n"
    )
    (folder / "src" / root).write_text(f"#![allow(unused_imports)]\n{used.prelude}\n{body}\n")
    (folder / "Cargo.lock").write_text(used.lock.read_text())
    return folder


@dataclasses.dataclass
class Cost:
    # Milliseconds of user time, of all processes.
    time: float
    # Bytes of the process that took most.
    memory: int


def build(folder, profile="check"):
    """What it takes to build this crate, and its dependencies where they are not built yet."""
    for source in (folder / "src").iterdir():
        os.utime(source)
    with open(folder / "errors", "w") as errors:
        process = subprocess.Popen(
            ["cargo", *PROFILES[profile], "--quiet"], cwd=folder, env=ENVIRONMENT, stderr=errors
        )
        # In place of `process.wait()`: what is counted are this process and those that it started, no others.
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit((folder / "errors").read_text())
    return Cost(usage.ru_utime * 1000, usage.ru_maxrss * 1024)


def measure(folders, rounds, profile="check"):
    """The least cost of each of these crates by its name."""
    costs = {name: [] for name in folders}
    # One round more: the first one may have to build what the crates depend on.
    for _ in range(rounds + 1):
        for name, folder in folders.items():
            costs[name].append(build(folder, profile))
    return {
        name: Cost(min(cost.time for cost in each), min(cost.memory for cost in each))
        for name, each in costs.items()
    }


def instructions(folder, profile="check"):
    """Instructions of the compiler that builds this crate, counted by cachegrind: what else the machine does changes nothing."""
    build(folder, profile)
    command = ["rustc", "--print", "sysroot"]
    rustc = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True).stdout.strip()
    # Cargo calls it as `count rustc --crate-name ...`, also to ask for the version.
    wrapper, counts = folder / "count", folder / "counts"
    wrapper.write_text(
        "#!/bin/sh\nshift\n"
        f'case "$*" in *"--crate-name {folder.name.replace("-", "_")} "*"--emit"*)\n'
        f'exec valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file={counts} "{rustc}/bin/rustc" "$@";;\n'
        f'esac\nexec "{rustc}/bin/rustc" "$@"\n'
    )
    wrapper.chmod(0o755)
    counts.unlink(missing_ok=True)
    environment = {**ENVIRONMENT, "RUSTC_WRAPPER": str(wrapper)}
    for source in (folder / "src").iterdir():
        os.utime(source)
    command = ["cargo", *PROFILES[profile], "--quiet"]
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    summary = [line for line in counts.read_text().splitlines() if line.startswith("summary:")]
    return int(summary[0].split()[1])


def built(arguments, folder, environment):
    """The program of the crate in this folder, or else its library, from a command of cargo that builds it. Cargo says where
    that is: the layout of its folders changes from release to release."""
    command = ["cargo", *arguments, "--quiet", "--message-format=json-render-diagnostics"]
    output = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    entries = [json.loads(line) for line in output.splitlines()]
    manifest = str(pathlib.Path(folder).resolve() / "Cargo.toml")
    last = [entry for entry in entries if entry["reason"] == "compiler-artifact" and entry["manifest_path"] == manifest][-1]
    return pathlib.Path(last["executable"] or next(name for name in last["filenames"] if name.endswith(".rlib")))


def artifact(folder, profile):
    """The program that was built, or else the library."""
    return built(PROFILES[profile], folder, ENVIRONMENT)


def machine_code(path):
    """Bytes of functions in a program or a library, without their data and what the debugger is told."""
    sections = subprocess.run(["size", "-A", path], capture_output=True, text=True, check=True).stdout
    lines = (line.split() for line in sections.splitlines())
    return sum(int(line[1]) for line in lines if line and line[0].startswith(".text"))


def print_table(header, rows):
    """Row by row, as they are measured where `rows` is a generator."""
    print(f"| {' | '.join(header)} |")
    print(f"|{' --- |' * len(header)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def beside_target(value, target, digits=2):
    """The number, in bold where it is over its target."""
    text = f"{value:.{digits}f}"
    return f"**{text}**" if target is not None and value > target else text
