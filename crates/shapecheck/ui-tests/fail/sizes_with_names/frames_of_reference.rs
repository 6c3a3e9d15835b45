//! Mistakes of frames, of blocks and of transposes in a filter for an inertial unit.
use shapecheck::{InlineTensor, checked, dims, shape};

dims! { World = 3, Body = 3, Camera = 3, State = 15 }

type Vector<Frame> = InlineTensor<f64, shape![Frame]>;
type Matrix<To, From> = InlineTensor<f64, shape![To, From]>;

fn a_force_of_the_body_beside_gravity(force: Vector<Body>, gravity: Vector<World>) {
    let _ = force + gravity;
}

fn gravity_that_is_turned_to_the_wrong_side(attitude: Matrix<World, Body>, gravity: Vector<World>) {
    let _ = attitude.matmul(&gravity);
}

fn turns_in_the_wrong_order(attitude: Matrix<World, Body>, mount: Matrix<Body, Camera>) {
    let _ = mount.matmul(&attitude);
}

fn a_slope_without_its_transpose(slope: Matrix<World, State>, covariance: Matrix<State, State>) {
    let _ = slope.matmul(&covariance).matmul(&slope);
}

fn noise_of_another_frame(unsure: Matrix<World, World>, noise: Matrix<Body, Body>) {
    let _ = unsure + noise;
}

fn a_gain_without_its_transpose(gain: Matrix<World, State>, surprise: Vector<World>) {
    let _ = gain.matmul(&surprise);
}

fn right_hand_sides_that_are_transposed(unsure: Matrix<World, World>, spread: Matrix<State, World>) {
    let _ = unsure.solve(&spread);
}

fn equations_of_the_world_for_what_the_body_sees(attitude: Matrix<World, Body>, force: Vector<Body>) {
    let _ = attitude.solve(&force);
}

fn an_inverse_that_is_taken_for_the_attitude(attitude: Matrix<World, Body>, force: Vector<Body>) {
    let _ = attitude.inverse().matmul(&force);
}

fn a_part_that_is_added_to_another_frame(speed: &mut Vector<World>, error: Vector<State>) {
    *speed += error.narrow_at::<-1, Body, 3>();
}

fn a_block_that_is_transposed(step: &mut Matrix<State, State>, attitude: Matrix<World, Body>) {
    step.block_at_mut::<World, Body, 3, 6>().assign(&attitude.transpose());
}

fn a_block_beyond_the_edge(step: Matrix<State, State>) {
    let _ = step.block_at::<World, Body, 3, 13>();
}

#[checked]
fn moved(place: InlineTensor<f64, shape![World]>) -> Vector<World> {
    place
}

fn an_argument_of_another_frame(force: Vector<Body>) {
    let _ = moved(force);
}

fn a_result_of_another_frame(attitude: Matrix<World, Body>, force: Vector<Body>) -> Vector<Body> {
    attitude.matmul(&force)
}

fn main() {}
