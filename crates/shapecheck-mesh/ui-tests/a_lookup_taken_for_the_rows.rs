include!("shared/layers.rs");

fn wrong(table: Down, tokens: MeshTensor<usize, shape![Batch]>, mesh: &OverTp) {
    let _ = table.embedding_over(&tokens, mesh).unwrap().into_whole();
}

fn main() {}
