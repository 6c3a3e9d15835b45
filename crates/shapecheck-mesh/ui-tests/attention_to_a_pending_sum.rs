include!("shared/layers.rs");

fn wrong(queries: X, hiddens: Hiddens, down: Down, values: X) {
    let _ = queries.attention(&hiddens.matmul(&down), &values);
}

fn main() {}
