//! The copy of candle-core that records: two of its files are this tool's, and others call them.

use super::copy::{Change, Library, Version};

/// candle-core.
pub const CORE: Library = Library {
    name: "candle-core",
    versions: VERSIONS,
    files: FILES,
};

const VERSIONS: &[Version] = &[
    Version {
        name: "0.11.0",
        hashes: &[
            0xf140_a432_a561_c28e,
            0x841c_6b29_2af8_1ec7,
            0xe3ff_6923_48dc_3a27,
            0xca12_4cb6_3f2b_ed72,
        ],
    },
    Version {
        name: "0.11.1",
        hashes: &[
            0xf140_a432_a561_c28e,
            0x841c_6b29_2af8_1ec7,
            0xaa8b_0fbc_9698_4eb6,
            0x26ed_4b5e_56ff_9672,
        ],
    },
];

/// The device that implements `Device::Cuda` without the feature `cuda`, and its quantised weights; calls of operations that
/// are not the device's own, such as candle-nn's; and reshapes, views and stretched operands, of which no function of the device
/// knows.
const FILES: &[(&str, Change)] = &[
    (
        "src/dummy_cuda_backend.rs",
        Change::Whole(include_str!("device.rs")),
    ),
    (
        "src/quantized/dummy_cuda.rs",
        Change::Whole(include_str!("quantized.rs")),
    ),
    (
        "src/storage.rs",
        Change::Edits(&[
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
    ),
    (
        "src/tensor.rs",
        Change::Edits(&[
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
    ),
];

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::dry::copy::{Package, copy};

    #[test]
    fn a_file_that_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(folder.path().join(FILES[0].0), "fn other() {}").unwrap();
        let package = Package {
            version: "0.11.1".to_owned(),
            folder: folder.path().to_owned(),
        };
        let told = copy(&CORE, &package, folder.path()).unwrap_err();
        let expected = "src/dummy_cuda_backend.rs is not the file of candle-core 0.11.1 as it was published: \
                        remove its package, and `cargo fetch` brings it again";
        assert!(told.ends_with(expected), "{told}");
    }
}
