include!("shared/layers.rs");

fn wrong(x: Hiddens, down: Down, bias: MeshTensor<f32, shape![Width]>) {
    let _ = x.matmul(&down) + bias;
}

fn main() {}
