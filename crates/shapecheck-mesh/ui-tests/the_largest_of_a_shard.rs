include!("shared/layers.rs");

fn wrong(x: Hiddens) {
    let _ = x.max_axis::<-1>();
}

fn main() {}
