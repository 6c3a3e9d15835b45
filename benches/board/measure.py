"""Builds firmware and runs it in QEMU: what it takes of flash and of the stack, and how many instructions a step is.

    python3 benches/board/measure.py benches/navigation/firmware ours theirs
    TARGETS=thumbv7em-none-eabihf python3 benches/board/measure.py benches/rover ours minikalman theirs

Needs `rustup target add` for the three targets, `readelf`, `qemu-system-arm` and `qemu-system-riscv32`.
"""

import os
import re
import subprocess
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from programs import built

BOARDS = os.path.dirname(os.path.abspath(__file__))
ARM = ("arm.ld", ["qemu-system-arm", "-M", "mps2-an386"])
RISCV = ("riscv.ld", ["qemu-system-riscv32", "-M", "virt", "-bios", "none"])
TARGETS = {
    "thumbv7em-none-eabihf": ARM,
    "thumbv6m-none-eabi": ARM,  # a subset of what a Cortex-M4 runs
    "riscv32imc-unknown-none-elf": RISCV,
}


def build(package, features, target, level, flags, folder):
    environment = os.environ | {"CARGO_PROFILE_RELEASE_OPT_LEVEL": level, "RUSTFLAGS": flags}
    command = ["build", "--release", "--features", features, "--target", target, "--target-dir", folder]
    return built(command, package, environment)


def sections(program):
    """`.text` and `.rodata`, which are in flash, and what is in RAM before the start."""
    listed = subprocess.run(["readelf", "-SW", program], capture_output=True, text=True, check=True).stdout
    sizes = {name: int(size, 16) for name, size in re.findall(r"\] (\.\S+) +\w+ +\w+ \w+ (\w+)", listed)}
    found = lambda *names: sum(size for name, size in sizes.items() if name.startswith(names))
    return found(".text", ".rodata", ".srodata"), found(".data", ".sdata", ".bss", ".sbss")


def main(package, which):
    print("target, opt-level, program: flash, static memory, stack in bytes; instructions of a step; billionths")
    chosen = os.environ.get("TARGETS", " ".join(TARGETS)).split()
    for target in chosen:
        script, machine = TARGETS[target]
        for level in "s", "3":
            for program in which:
                flash, static = sections(build(package, program, target, level, "", "target"))
                flags = f"-Clink-arg=-T{BOARDS}/{script}"
                run = build(package, f"{program},run", target, level, flags, "target/run")
                command = [*machine, "-nographic", "-monitor", "none", "-serial", "none", "-semihosting"]
                command += ["-icount", "shift=0", "-kernel", run]
                result = subprocess.run(command, capture_output=True, text=True, timeout=120)
                said = result.stdout + result.stderr
                count, stack, *numbers = said.split()
                row = [flash, static, int(stack), int(count)]
                print(f"{target}, {level}, {program}:", *(f"{number:,}" for number in row), *numbers, sep="  ")


main(sys.argv[1], sys.argv[2:])
