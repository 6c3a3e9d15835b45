//! What is seen where generic code is made for its types.

struct Failing<const N: usize>;

impl<const N: usize> Failing<N> {
    const SIZE: usize = [0, 1][N];

    fn size() -> usize {
        Self::SIZE
    }
}

fn deeper<T>(of: T, depth: usize) {
    if depth > 0 {
        deeper(&of, depth - 1);
    }
}

fn main() {
    Failing::<9>::size();
    deeper(0, 1);
}
