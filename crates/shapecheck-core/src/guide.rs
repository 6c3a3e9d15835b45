//! Pages of the guide that the documentation of the rules leads to. Their text is in `shapecheck`, whose guide shows these
//! modules as pages.

macro_rules! pages {
    ($($page:ident)*) => {
        $(
            ///
            /// *A page of [the guide](https://docs.rs/shapecheck/latest/shapecheck/guide/).*
            pub mod $page {}
        )*
    };
}

pages! { shapes mixed_sizes named_sizes generic_code layers const_parameters shape_functions notation errors run_time }
