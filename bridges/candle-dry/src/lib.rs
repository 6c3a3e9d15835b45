//! Runs of unmodified candle models that compute nothing: what they did, for [`shapecheck_dry`].
//!
//! A feature for each version of candle has a module of the same name, `candle-0-11` and [`candle_0_11`], whose functions take
//! that version's devices and tensors. Programs of candle 0.11 that use `shapecheck-candle` have it there, as `capture`.
//!
//! candle has no device that records. `cargo shapecheck dry` runs tests with a copy of candle-core in which one replaces
//! graphics cards. A model runs on it as it is, its weights included: not a line of it changes.
//!
//! By `cargo test` such a test does nothing, and a line on the standard error says so. The feature `cuda` of candle-core has to
//! be off.
//!
//! Numbers that a model reads, as `to_vec1` does, are true ones if they came from the host and nothing has written to them, and
//! zeros otherwise. What the model does with zeros, it may do otherwise with true numbers: the rows of the table after such
//! a read are marked.

/// Names what the functions of a version need.
macro_rules! version {
    ($feature:literal, $module:ident, $core:ident, $nn:ident, $unchecked:ident) => {
        #[cfg(feature = $feature)]
        #[doc = concat!("Runs of models of the candle that the feature `", $feature, "` names.")]
        pub mod $module {
            use $core as candle_core;
            use $nn as candle_nn;

            use crate::$unchecked as since_0_9;

            include!("capture.rs");
        }
    };
}

/// An item of the versions that have it.
#[allow(unused_macros, reason = "of each version, one of the two is used")]
macro_rules! with {
    ($item:item) => {
        $item
    };
}

#[allow(unused_macros, reason = "of each version, one of the two is used")]
macro_rules! without {
    ($item:item) => {};
}

#[allow(unused_imports, reason = "of each version, one of the two is used")]
use {with, without};

version!(
    "candle-0-8",
    candle_0_8,
    candle_core_0_8,
    candle_nn_0_8,
    without
);
version!(
    "candle-0-9",
    candle_0_9,
    candle_core_0_9,
    candle_nn_0_9,
    with
);
version!(
    "candle-0-10",
    candle_0_10,
    candle_core_0_10,
    candle_nn_0_10,
    with
);
version!(
    "candle-0-11",
    candle_0_11,
    candle_core_0_11,
    candle_nn_0_11,
    with
);

pub use shapecheck_dry as dry;

/// The programs of the README.
#[cfg(all(doctest, feature = "candle-0-11"))]
#[doc = include_str!("../README.md")]
struct Readme;
