include!("shared/layers.rs");

fn wrong(threads: Threads) {
    let _ = Mesh::<Hidden, _>::new(threads);
}

fn main() {}
