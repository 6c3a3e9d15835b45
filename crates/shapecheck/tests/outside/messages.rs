//! What the compiler says of each mistake in the `ui-tests` of a crate, word for word.

#[path = "pinned.rs"]
mod pinned;

#[test]
fn messages_are_word_for_word() {
    if pinned::is_at_hand() {
        trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
    } else {
        let release = pinned::release();
        println!("exact texts are skipped: the snapshots are those of rustc {release}");
    }
}
