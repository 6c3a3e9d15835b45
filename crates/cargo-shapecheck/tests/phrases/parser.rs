//! A comma where the parser expects none.

fn main() {
    let x = [[0; 3]; 2];
    let _ = x[0, 1];
}
