//! Names of sizes that another crate declares, for the tests.

shapecheck::dims! {
    /// As many tests name a size.
    pub Batch,
    /// A name that has a size.
    pub Rgb = 3,
}
