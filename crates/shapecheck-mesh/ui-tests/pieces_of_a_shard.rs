include!("shared/layers.rs");

fn wrong(x: Hiddens) {
    let [_queries, _keys, _values] = x.split_equal::<-1, 3>();
}

fn main() {}
