//! What the compiler makes of programs, and says of them: messages, assembly, what gdb prints, programs of the README and
//! for other targets. One program, so that what one test waits for is built beside another.

mod after_a_mistake;
mod assembly;
#[path = "../outside/built.rs"]
mod built;
mod examples;
mod in_gdb;
mod other_targets;
#[path = "../outside/mod.rs"]
mod outside;
#[path = "../outside/pinned.rs"]
mod pinned;
mod readme;
mod ui;
