//! A value of more bytes than there are.

fn main() {
    let large = std::mem::MaybeUninit::<[u8; usize::MAX]>::uninit();
    drop(large);
}
