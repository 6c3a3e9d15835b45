include!("shared/layers.rs");

fn wrong(x: X, up: Up, down: Down, mesh: &OverTp) -> Result<X> {
    (&x + &x.matmul(&up).gelu().matmul(&down)).all_reduce(mesh)
}

fn main() {}
