//! Large operations on one thread and on all of them, beside other crates.
//!
//! Contenders take turns, and the shortest turn of each counts. `cargo run --release -p cores -- WORD` measures the rows
//! with that word in their names; `-- --sizes` looks for sizes at which threads make an operation slower; `-- --asked` has a
//! turn for each line of its input. `--no-default-features` leaves other crates out.

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
    let (options, words): (Vec<_>, Vec<_>) =
        { std::env::args().skip(1) }.partition(|word| word.starts_with("--"));
    let has = |name| options.iter().any(|option| option == name);
    let table = Table::new(words.into_iter().next(), has("--asked"));
    if has("--sizes") {
        return sizes::measure(&table);
    }
    if !has("--asked") {
        table.head();
    }
    elements::rows(&table);
    reductions::rows(&table);
    moves::rows(&table);
    products::rows(&table);
    networks::rows(&table);
}
