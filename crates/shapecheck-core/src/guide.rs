//! Pages of the guide that the documentation of the rules leads to. Their text is in `shapecheck`, whose guide shows these
//! modules as pages.

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod shapes {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod mixed_sizes {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod named_sizes {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod generic_code {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod layers {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod const_parameters {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod shape_functions {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod notation {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod errors {}

/// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
pub mod run_time {}
