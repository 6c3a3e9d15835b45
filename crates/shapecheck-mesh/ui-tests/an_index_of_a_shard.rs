include!("shared/layers.rs");

fn wrong(x: Hiddens) {
    let _ = x.index_axis::<-1>(0);
}

fn main() {}
