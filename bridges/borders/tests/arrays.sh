#!/usr/bin/env bash
# Builds the module of `examples/arrays.rs` for the Python that is there, and tries it with NumPy, in an environment of its own.
set -euo pipefail
borders=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$borders/target}
mkdir -p "$target"
target=$(cd "$target" && pwd)

python=$target/python/bin/python
if ! "$python" -c "import numpy" 2>/dev/null; then
    python3 -m venv "$target/python"
    "$python" -m pip install --quiet "numpy>=2.1"
fi
# A second library, where it can be installed.
"$python" -c "import jax" 2>/dev/null || "$python" -m pip install --quiet jax || echo "skipped: there is no JAX to be had"
# A module, which has Python around it when it is loaded.
export PYO3_PYTHON=$python PYO3_BUILD_EXTENSION_MODULE=1
told=$(cargo build --manifest-path "$borders/Cargo.toml" --example arrays --features python --target-dir "$target" \
    --message-format=json-render-diagnostics)
# Cargo says where it put the library.
library=$("$python" -c '
import json, sys
entries = map(json.loads, sys.stdin)
(files,) = [entry["filenames"] for entry in entries if entry["reason"] == "compiler-artifact" and entry["target"]["name"] == "arrays"]
print(files[0])
' <<<"$told")
"$python" "$borders/tests/arrays.py" "$library"
