//! Errors that are about neither shapes nor typenum.
use std::collections::HashMap;

struct Scalar;
struct Axes<A, B>(A, B);
struct B0;

trait Layout {}
impl Layout for Scalar {}

fn lays_out<L: Layout>(_: L) {}
fn wants(_: Axes<Scalar, B0>) {}

fn main() {
    let map: HashMap<String, Vec<Option<Result<u8, std::io::Error>>>> = vec![1, 2, 3];
    wants(Axes(Scalar, 1));
    wants(Scalar);
    missing();
    lays_out(B0);
}
