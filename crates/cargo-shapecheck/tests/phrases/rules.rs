//! A macro without such a rule.

macro_rules! blocks {
    ([$of:expr]) => {
        $of
    };
}

fn main() {
    blocks![1, 2];
}
