include!("shared/layers.rs");

fn wrong(x: Hiddens) {
    let _ = x.map_part(|part| part.sum_axis::<-1>());
}

fn main() {}
