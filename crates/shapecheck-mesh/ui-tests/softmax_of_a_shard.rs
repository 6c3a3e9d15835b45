include!("shared/layers.rs");

fn wrong(x: X, up: Up) {
    let _ = x.matmul(&up).softmax::<-1>();
}

fn main() {}
