#!/usr/bin/env python3
"""What the crate itself costs to build, by feature, beside ndarray, nalgebra, incin, dfdx and candle-core.

    python3 benches/crate_time.py [--rows default,ndarray] [--profiles check,build,release] [--rounds 1]

Builds a crate that depends on it and has nothing else in it, cold: with a target folder that is new each time, and with
what it depends on downloaded before.
"""

import argparse
import dataclasses
import os
import shutil
import subprocess
import time

from programs import ENVIRONMENT, LIBRARIES, LIBRARY, PROFILES, ROOT, WORK, Library, beside_target, print_table, write_crate

# Seconds on the clock with two cores, at most, by row and profile.
TARGETS = {
    ("none", "check"): 3,
    ("default", "check"): 6,
    ("default", "build"): 9,
    ("default", "release"): 20,
}

EVERYTHING = "std tensor matmul generic-array rayon serde libm rand faer half fft"


@dataclasses.dataclass
class Row:
    label: str
    dependency: str
    lock: str

    def library(self):
        return Library(self.dependency, "", ROOT / self.lock)


def ours(label, features):
    listed = ", ".join(f'"{feature}"' for feature in features.split())
    dependency = f'shapecheck = {{ path = "{LIBRARY}", default-features = false, features = [{listed}] }}'
    return Row(label, dependency, "Cargo.lock")


def other(label, dependency, lock="benches/kernels/Cargo.lock"):
    return Row(label, dependency, lock)


ROWS = {
    "none": ours("no features", ""),
    "std": ours("`std`", "std"),
    "tensor": ours("`tensor`", "tensor"),
    "default": ours("default: `std`, `tensor`, `matmul`", "std tensor matmul"),
    "all": ours("all but `unchecked`", EVERYTHING),
    "ndarray": other("ndarray 0.17", 'ndarray = "0.17"'),
    "nalgebra": other("nalgebra 0.34", 'nalgebra = "0.34"'),
    "incin": other("incin 0.1", 'incin = "=0.1.0"', "benches/rivals.lock"),
    "dfdx": other("dfdx 0.13", 'dfdx = "=0.13.0"', "benches/rivals.lock"),
    "candle": other("candle-core 0.11, no features", 'candle-core = { version = "0.11", default-features = false }'),
}

# Of the compiler's own: with the settings of a user.
USER = {name: value for name, value in ENVIRONMENT.items() if name != "CARGO_PROFILE_DEV_DEBUG"}


@dataclasses.dataclass
class Cost:
    """Seconds on the clock, and of all processes together."""

    wall: float
    processor: float


def cold(folder, profile):
    target = WORK / "cold"
    shutil.rmtree(target, ignore_errors=True)
    begin = time.monotonic()
    process = subprocess.Popen(
        ["cargo", *PROFILES[profile], "--quiet", "--offline"], cwd=folder, env={**USER, "CARGO_TARGET_DIR": str(target)}
    )
    # In place of `process.wait()`: what is counted are this process and those that it started, no others.
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{folder.name} does not build")
    return Cost(time.monotonic() - begin, usage.ru_utime + usage.ru_stime)


def packages(folder):
    """How many packages are built, without the crate itself."""
    arguments = ["cargo", "tree", "--edges", "normal,build", "--prefix", "none", "--no-dedupe", "--offline"]
    tree = subprocess.run(arguments, cwd=folder, env=USER, capture_output=True, text=True, check=True)
    return len(set(tree.stdout.split("\n")) - {""}) - 1


def times(rows, profiles, rounds):
    for row in rows:
        name = f"cold-{row}"
        LIBRARIES[name] = ROWS[row].library()
        folder = write_crate(name, name, "")
        subprocess.run(["cargo", "fetch", "--quiet"], cwd=folder, env=USER, check=True)
        line = [ROWS[row].label, str(packages(folder))]
        for profile in profiles:
            costs = [cold(folder, profile) for _ in range(rounds)]
            line.append(beside_target(min(cost.wall for cost in costs), TARGETS.get((row, profile)), 1))
            line.append(f"{min(cost.processor for cost in costs):.1f}")
        yield line


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rows", default=",".join(ROWS))
    arguments.add_argument("--profiles", default=",".join(PROFILES))
    arguments.add_argument("--rounds", type=int, default=1)
    options = arguments.parse_args()
    rows, profiles = options.rows.split(","), options.profiles.split(",")
    for name, known in [(row, ROWS) for row in rows] + [(profile, PROFILES) for profile in profiles]:
        if name not in known:
            arguments.error(f"no {name}: there are {', '.join(known)}")
    header = ["seconds, cold", "packages"]
    for profile in profiles:
        header += [f"{profile}, on the clock", "of processor"]
    print_table(header, times(rows, profiles, options.rounds))


if __name__ == "__main__":
    main()
