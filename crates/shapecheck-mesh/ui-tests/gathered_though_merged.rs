include!("shared/layers.rs");

fn wrong(x: MeshTensor<f32, shape![Batch, Hidden / Tp]>, mesh: &Mesh<Tp, Threads>) {
    let _ = x.merge_axes::<-2>().all_gather(Axis::<-1>, mesh);
}

fn main() {}
