//! Types with names of the crate's and of typenum's, in one message with those.
use shapecheck::{Tensor, shape};

struct UTerm;
struct B0;
struct Scalar;
struct Axes<A, B>(A, B);

type Both<T> = (Axes<Scalar, UTerm>, B0, UTerm, Scalar, T);

fn both(_: Both<Tensor<f32, shape![2, 3]>>) {}
fn alone(_: Both<typenum::U0>) {}

trait Named {}

fn named<T: Named>(_: T) {}

fn main() {
    let own = || (Axes(Scalar, UTerm), B0, UTerm, Scalar);
    let (axes, bit, zero, scalar) = own();
    let x: Both<Tensor<f32, shape![2, 4]>> =
        (axes, bit, zero, scalar, Tensor::zeros());
    both(x);
    let (axes, bit, zero, scalar) = own();
    let x: Both<typenum::U4> = (axes, bit, zero, scalar, typenum::U4::default());
    alone(x);
    let (axes, bit, zero, scalar) = own();
    named::<Both<Tensor<f32, shape![]>>>((axes, bit, zero, scalar, Tensor::zeros()));
}
