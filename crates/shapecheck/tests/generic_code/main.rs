//! What code that is generic over sizes and shapes needs, and programs that do what messages advise. Rustc's next trait
//! solver compiles all of it as well.
#![deny(future_incompatible)]

mod accepted;
mod generic;
mod trait_solvers;
