include!("shared/layers.rs");

fn wrong(x: Hiddens, down: Down) {
    let _ = &x.matmul(&down) * &x.matmul(&down);
}

fn main() {}
