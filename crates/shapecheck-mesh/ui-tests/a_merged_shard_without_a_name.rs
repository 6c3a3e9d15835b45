include!("shared/layers.rs");

fn wrong(x: MeshTensor<f32, shape![_, Hidden / Tp]>) {
    let _ = x.merge_axes::<-2>();
}

fn main() {}
