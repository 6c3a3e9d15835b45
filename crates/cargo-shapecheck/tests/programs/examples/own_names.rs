//! Types with names of the crate's and of typenum's, beside both.
use shapecheck::{Tensor, shape};

struct UTerm;
struct B1;
struct Z0;
struct Dyn;
struct Host;
struct Scalar;
struct Axes<A, B>(A, B);
struct TensorOn<T, S>(T, S);

fn zero(_: UTerm) {}
fn bit(_: B1) {}
fn list(_: Axes<Host, Dyn>) {}
fn nothing(_: Axes<Scalar, Dyn>) {}

fn main() {
    let _ = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = typenum::U3::default();
    zero(B1);
    bit(UTerm);
    zero(Z0);
    list(TensorOn(1, 2));
    nothing(Axes(Scalar, 3));
    Vec::<UTerm>::new().sort();
    Dyn + 1;
}
