include!("shared/layers.rs");

fn wrong(x: X, mesh: &OverTp) {
    let _ = x.reduce_scatter(Axis::<-1>, mesh);
}

fn main() {}
