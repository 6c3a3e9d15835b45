//! A type in a signature with a bound that does not hold.

trait Known {
    type Size;
}

struct Held<T>(T);

fn held(_: Held<<str as Known>::Size>) {}

fn main() {}
