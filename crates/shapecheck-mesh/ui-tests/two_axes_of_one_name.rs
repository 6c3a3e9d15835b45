include!("shared/layers.rs");

fn wrong(world: Threads) {
    let _ = Mesh::of(world, (Dp::of(2), Tp::of(2), Dp::of(2)));
}

fn main() {}
