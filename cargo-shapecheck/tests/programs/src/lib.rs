//! Nothing: the programs are in `examples`.
