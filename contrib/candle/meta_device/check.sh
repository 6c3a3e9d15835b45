#!/bin/sh
# Patches a copy of candle-core 0.11.1, as it is in cargo's registry, and runs `main.rs` and the tests of the patch with it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/target}
export CARGO_TARGET_DIR="$target"
core=$(cargo metadata --format-version 1 --locked --manifest-path "$here/Cargo.toml" |
    grep -o '"manifest_path":"[^"]*/candle-core-0\.11\.1/Cargo\.toml"' | head -n 1 | cut -d '"' -f 4)
copy=$target/meta_device/candle-core
program=$target/meta_device/program
rm -rf "$copy" "$program"
mkdir -p "$copy" "$program/tests"
cp -R "$(dirname "$core")/." "$copy"
# Without this line the copy would be of a workspace around it.
printf '\n[workspace]\n' >> "$copy/Cargo.toml"
patch --silent --strip 2 --directory "$copy" < "$here/meta_device.patch"
cp "$here/Cargo.toml" "$here/Cargo.lock" "$here/main.rs" "$program"
cp "$copy/tests/meta_tests.rs" "$program/tests"
cd "$program"
told=$(cargo run --locked --config "paths=[\"$copy\"]")
echo "$told"
test "$told" = "Tensor[dims 2, 32000; f32, meta]"
cargo test --locked --config "paths=[\"$copy\"]"
