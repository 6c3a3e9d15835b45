include!("shared/layers.rs");

fn wrong(x: X, y: Hiddens, down: Down) {
    let _ = x / y.matmul(&down);
}

fn main() {}
