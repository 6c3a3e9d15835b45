//! The copy of burn-capture that records lines: burn's own one keeps operations without the calls that led to them.

use super::copy::{Change, File, Library};

/// burn-capture.
pub const CAPTURE: Library = Library {
    name: "burn-capture",
    versions: "0.22.1",
    newest: "0.22.1",
    files: &[File {
        name: "src/capture.rs",
        known: &[(0xfa5e_9152_ce76_806a, &[])],
        change: Change::Edits(&[
            // The crate may be one without it.
            (
                "use alloc::{boxed::Box",
                "extern crate std;\n\nuse alloc::{boxed::Box",
            ),
            (
                "    pub values: BTreeMap<TensorId, TensorData>,",
                "    pub values: BTreeMap<TensorId, TensorData>,\n    stacks: Vec<Arc<std::backtrace::Backtrace>>,",
            ),
            // `shapecheck_burn::capture` calls this function where it exists, and otherwise one of a trait that returns `None`.
            (
                "/// Token passed to a [`CaptureDevice::capture_scope`] closure.",
                "impl CapturedGraph {\n    /// Who called each operation.\n    \
                 pub fn stacks(&self) -> Option<Vec<Arc<std::backtrace::Backtrace>>> {\n        Some(self.stacks.clone())\n    }\n}\n\n\
                 /// Token passed to a [`CaptureDevice::capture_scope`] closure.",
            ),
            (
                "    operations: Vec<OperationIr>,",
                "    operations: Vec<OperationIr>,\n    stacks: Vec<Arc<std::backtrace::Backtrace>>,",
            ),
            (
                "operations: Vec::new(),",
                "operations: Vec::new(),\n            stacks: Vec::new(),",
            ),
            (
                "self.operations.push(op);",
                "self.operations.push(op);\n        self.stacks.push(Arc::new(std::backtrace::Backtrace::force_capture()));",
            ),
            (
                "let operations = core::mem::take(&mut state.operations);",
                "let operations = core::mem::take(&mut state.operations);\n        let stacks = core::mem::take(&mut state.stacks);",
            ),
            (
                "            values,\n        };",
                "            values,\n            stacks,\n        };",
            ),
        ]),
    }],
};
