//! The programs are in `examples`. This is here to be documented: [`nothing`] is not there.
