//! One bound that does not hold, reported at the argument and again at the call.

trait Rule {
    type Output;
}

struct Bad;

struct Held<T>(T);

fn apply<S: Rule>(_: S) -> Held<S::Output> {
    loop {}
}

fn main() {
    let _ = apply(Bad);
}
