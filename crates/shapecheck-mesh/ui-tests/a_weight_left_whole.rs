include!("shared/layers.rs");

fn wrong(x: X, up: Up, down: MeshTensor<f32, shape![Hidden, Width]>) {
    let _ = x.matmul(&up).gelu().matmul(&down);
}

fn main() {}
