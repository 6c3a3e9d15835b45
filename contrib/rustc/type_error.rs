// Two types that differ, where a crate could say in which size.
#![feature(diagnostic_on_type_error)]
use std::marker::PhantomData;

struct Two;
struct Three;
#[diagnostic::on_type_error(note = "sizes are counted from the end: expected {Expected}, found {Found}")]
struct Row<N>(PhantomData<N>);
fn takes(_: Row<Three>) {}
fn main() { takes(Row::<Two>(PhantomData)) }
