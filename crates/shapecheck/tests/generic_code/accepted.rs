//! The programs in `ui-tests/pass`, which do what the messages about those in `ui-tests/fail` advise: they compile, all
//! of them in one crate, and run.
#![cfg(all(feature = "tensor", feature = "alloc"))]
#![allow(dead_code, reason = "what is not called is checked all the same")]
#![allow(
    clippy::multiple_bound_locations,
    reason = "advised bounds stand in a clause of their own"
)]

use std::path::Path;

macro_rules! programs {
    ($($name:ident)*) => {
        $(mod $name {
            include!(concat!("../../ui-tests/pass/", stringify!($name), ".rs"));

            #[test]
            fn runs() {
                main();
            }
        })*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

programs! {
    a_const_expression_in_braces
    a_leading_shape_in_the_first_place
    a_matrix_product_of_two_batches_with_the_advised_bound
    a_matrix_product_of_two_shape_parameters_with_the_advised_bound
    a_projection_of_two_shape_parameters_with_the_advised_bound
    a_size_parameter_in_the_place_of_a_const_generic_one
    a_type_of_shape_of_two_parameters_with_the_advised_bound
    adding_in_place_before_a_last_axis_with_the_advised_bound
    adding_in_place_two_shape_parameters_with_the_advised_bound
    adding_in_place_two_size_parameters_with_the_advised_bound
    adding_tensors_with_one_parameter_for_both_sizes
    adding_three_shape_parameters_with_the_advised_bound
    adding_two_shape_parameters_before_a_last_axis_with_the_advised_bound
    adding_two_shape_parameters_with_the_advised_bound
    adding_two_size_parameters_of_vectors_with_the_advised_bound
    adding_two_size_parameters_with_the_advised_bound
    an_array_of_elements_of_a_type_of_ones_own
    an_axis_that_stands_in_the_type_of_a_parameter
    an_operator_and_a_new_name_where_the_target_may_grow
    calling_a_function_bounded_by_broadcast_with_the_same_bound
    convolving_by_a_stride_with_the_advised_bound
    giving_one_side_an_axis_of_size_one
    indexing_with_as_many_numbers_as_axes
    inserting_an_axis_before_one_that_stands_in_the_type
    inserting_an_axis_in_front_of_all_others
    layers_generic_over_their_inputs
    layers_of_fitting_widths
    multiplying_matrices_with_one_inner_parameter
    multiplying_matrices_with_two_inner_parameters_with_the_advised_bound
    parts_of_a_size_that_the_caller_says_with_the_advised_bound
    permuting_axes_that_stand_in_the_type
    permuting_the_last_axes_or_swapping_two
    removing_an_axis_of_a_size_parameter_with_the_advised_bound
    removing_an_axis_of_size_one_or_of_a_dynamic_size
    removing_several_axes_that_are_all_of_size_one
    reshaping_shapes_of_parameters_with_the_advised_bound
    reshaping_size_parameters_with_the_advised_bound
    reshaping_two_shape_parameters_with_the_advised_bound
    reshaping_with_parameters_on_axes_that_stay
    several_axes_that_stand_in_the_type
    summing_over_the_first_axis_counted_from_the_end
    taking_a_parameter_apart_with_the_advised_bound
    transposing_a_matrix_before_multiplying
    windows_of_const_parameters_with_the_advised_bound
    zeros_with_the_sizes_of_a_dynamic_shape
}

#[test]
fn no_program_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests/pass");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the programs lie there")
        .map(|entry| entry.expect("a folder can be listed").file_name())
        .map(|name| name.into_string().expect("the name is text"))
        .collect();
    files.sort();
    assert!(
        files
            .iter()
            .map(String::as_str)
            .eq(NAMES.iter().map(|name| format!("{name}.rs")))
    );
}
