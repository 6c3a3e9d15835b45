//! Large operations on one thread and on all of them, beside other crates.
//!
//! Contenders take turns, and the shortest turn of each counts. `cargo run --release -p cores -- WORD` measures the rows
//! with that word in their names; `-- --sizes` looks for sizes at which threads make an operation slower.

mod elements;
mod moves;
mod networks;
mod numbers;
mod products;
mod reductions;
mod sizes;
mod table;

use table::Table;

fn main() {
    let only = std::env::args().nth(1);
    let is_of_sizes = only.as_deref() == Some("--sizes");
    let table = Table::new(only);
    if is_of_sizes {
        return sizes::measure(&table);
    }
    table.head();
    elements::rows(&table);
    reductions::rows(&table);
    moves::rows(&table);
    products::rows(&table);
    networks::rows(&table);
}
