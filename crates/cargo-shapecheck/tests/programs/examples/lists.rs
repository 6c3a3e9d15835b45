//! Lists of implementations, which rustc cuts after eight, of traits that are about no tensors.

fn main() {
    let _ = [1.0, 2.0].iter().max();
    let _: i128 = "1" + 1_u8;
    let _: u64 = [1_u8].iter().sum();
}
