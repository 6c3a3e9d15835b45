include!("shared/layers.rs");

dims! { pub Heads, pub KvHeads, pub Head }

fn wrong(keys: MeshTensor<f32, shape![Batch, KvHeads / Tp * Head]>, heads: Heads, head: Head, tp: &OverTp) {
    let _ = keys.split_axis_with::<-1, _, _>(tp.part(heads).unwrap(), head);
}

fn main() {}
