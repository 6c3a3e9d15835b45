include!("shared/layers.rs");

fn wrong(x: Hiddens) {
    let _ = x.mean_axis::<-1>();
}

fn main() {}
