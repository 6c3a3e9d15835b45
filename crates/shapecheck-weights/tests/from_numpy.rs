//! Lines about files on the page for users of NumPy give what NumPy gives, as those about tensors do in `from_numpy.rs` of
//! the library.

#[path = "../../shapecheck/tests/numpy_page/mod.rs"]
mod numpy_page;

use numpy_page::tables;
use shapecheck::{Tensor, s, shape};
use shapecheck_weights::{load_npy, save_npy};

tables! {
    "Files" {
        "np.save('ones.npy', np.ones((2, 3))); np.load('ones.npy')" { save_npy(&Tensor::<f64, shape![2, 3]>::ones(), "ones.npy")?; load_npy::<f64, shape![2, 3]>("ones.npy")? }
        "np.save('long.npy', np.arange(4)); np.load('long.npy')[1:]" { save_npy(&Tensor::<i64, shape![4]>::arange(0, 4, 1), "long.npy")?; load_npy::<i64, shape![_]>("long.npy")?.slice(s![1..]) }
    }
}

#[test]
fn each_line_gives_what_numpy_gives() -> Result<(), Box<dyn std::error::Error>> {
    std::env::set_current_dir(env!("CARGO_TARGET_TMPDIR"))?;
    run()
}

#[test]
fn the_page_has_these_lines() {
    numpy_page::compare_page(TABLES, "");
}
