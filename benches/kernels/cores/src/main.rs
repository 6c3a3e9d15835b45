//! Large operations on one thread and on all of them, beside other crates.
//!
//! Contenders take turns, and the shortest turn of each counts. `cargo run --release -p cores -- WORD` measures the rows
//! with that word in their names.

mod elements;
mod moves;
mod networks;
mod numbers;
mod products;
mod reductions;
mod table;

use table::Table;

fn main() {
    let table = Table::new(std::env::args().nth(1));
    elements::rows(&table);
    reductions::rows(&table);
    moves::rows(&table);
    products::rows(&table);
    networks::rows(&table);
}
