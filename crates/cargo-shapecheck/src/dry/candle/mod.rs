//! The copy of candle-core that records: two of its files are this tool's, and others call them.

use super::copy::{Change, File, Library};

/// candle-core.
pub const CORE: Library = Library {
    name: "candle-core",
    versions: "0.8.0 to 0.11.1",
    newest: "0.11.1",
    files: FILES,
};

/// The texts of the files that are replaced, by their hashes, and what of the replacement a copy of each has.
const BACKENDS: &[(u64, &[&str])] = &[
    // 0.8.0, and 0.8.1 to 0.8.4
    (0x439c_bb83_fe21_8a63, &["until_0_9"]),
    (0x320b_ee38_274a_b283, &["until_0_9"]),
    // 0.9.0 and 0.9.1
    (0xd288_73a6_39a6_d767, &["since_0_9"]),
    // 0.9.2 to 0.11.1
    (0xf140_a432_a561_c28e, &["since_0_9", "since_0_9_2"]),
];

const QUANTIZED: &[(u64, &[&str])] = &[
    // 0.8.0 to 0.9.1
    (0x9b8c_df80_b162_603b, &[]),
    // 0.9.2 to 0.10.2
    (0xa940_9c06_91f4_e159, &[]),
    // 0.11.0 and 0.11.1
    (0x841c_6b29_2af8_1ec7, &[]),
];

/// The device that implements `Device::Cuda` without the feature `cuda`, and its quantised weights; calls of operations that
/// are not the device's own, such as candle-nn's; and reshapes, views and stretched operands, of which no function of the device
/// knows.
const FILES: &[File] = &[
    File {
        name: "src/dummy_cuda_backend.rs",
        known: BACKENDS,
        change: Change::Whole(include_str!("device.rs")),
    },
    File {
        name: "src/quantized/dummy_cuda.rs",
        known: QUANTIZED,
        change: Change::Whole(include_str!("quantized.rs")),
    },
    File {
        name: "src/storage.rs",
        known: &[],
        change: Change::Edits(&[
            (
                "c.cuda_fwd(storage, l)?",
                "crate::cuda::custom1(c, storage, l)?",
            ),
            (
                "c.cuda_fwd(s1, l1, s2, l2)?",
                "crate::cuda::custom2(c, s1, l1, s2, l2)?",
            ),
            (
                "c.cuda_fwd(s1, l1, s2, l2, s3, l3)?",
                "crate::cuda::custom3(c, s1, l1, s2, l2, s3, l3)?",
            ),
        ]),
    },
    File {
        name: "src/tensor.rs",
        known: &[],
        change: Change::Edits(&[
            (
                "let op = BackpropOp::new1(self, Op::Reshape);",
                "let op = BackpropOp::new1(self, Op::Reshape); crate::cuda::reshaped(self, &shape);",
            ),
            (
                "let l_broadcast = shape != *lhs.shape();",
                "let l_broadcast = shape != *lhs.shape(); crate::cuda::stretched(lhs, rhs);",
            ),
            (
                "layout: self.layout.transpose(dim1, dim2)?,",
                "layout: crate::cuda::viewed(\"transpose\", self, self.layout.transpose(dim1, dim2)?),",
            ),
            (
                "layout: self.layout.permute(&dims)?,",
                "layout: crate::cuda::viewed(\"permute\", self, self.layout.permute(&dims)?),",
            ),
            (
                "layout: self.layout.broadcast_as(shape)?,",
                "layout: crate::cuda::viewed(\"broadcast_as\", self, self.layout.broadcast_as(shape)?),",
            ),
            (
                "let layout = self.layout().narrow(dim, start, len)?;",
                "let layout = crate::cuda::viewed(\"narrow\", self, self.layout().narrow(dim, start, len)?);",
            ),
            (
                "let dim = dim.to_index(self.shape(), \"squeeze\")?;",
                "let dim = dim.to_index(self.shape(), \"squeeze\")?; crate::cuda::squeezed(self, dim);",
            ),
            (
                "dims.insert(dim, 1);",
                "dims.insert(dim, 1); crate::cuda::viewed_as(\"unsqueeze\", self, dims.clone());",
            ),
        ]),
    },
];

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;
    use crate::dry::copy::{Package, copy};

    #[test]
    fn a_file_that_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILES[0].name);
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(&file, "fn other() {}").unwrap();
        let of = |elsewhere: Option<&str>| {
            let package = Package {
                version: "0.12.0".to_owned(),
                folder: folder.path().to_owned(),
                elsewhere: elsewhere.map(|place| (place.to_owned(), Value::Null)),
            };
            let told = copy(&CORE, &package, folder.path()).unwrap_err();
            told.strip_prefix(&*file.to_string_lossy())
                .unwrap()
                .to_owned()
        };
        assert_eq!(
            of(None),
            " of candle-core 0.12.0 is none of those that can be made to record, the files of versions 0.8.0 to 0.11.1: \
             `cargo update --package candle-core --precise 0.11.1` takes one of them, and if 0.12.0 is one, remove its \
             package, and `cargo fetch` brings it as it was published",
        );
        assert_eq!(
            of(Some("git+https://github.com/me/candle#0123")),
            " of candle-core 0.12.0, which is that of git+https://github.com/me/candle#0123, is none of those that can be \
             made to record, the files of versions 0.8.0 to 0.11.1: take a published version for this command, as by a \
             branch without the dependency or the `[patch]`",
        );
    }
}
