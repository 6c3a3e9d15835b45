//! A computed length, which only nightly compilers take.
#![feature(generic_const_exprs)]

fn computed<const N: usize>()
where
    [(); N + 1]:,
{
}

fn calls<const N: usize>() {
    computed::<N>();
}

fn main() {}
