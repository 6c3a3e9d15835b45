//! Elements that tell whether each of them is dropped once.

use std::cell::Cell;

/// Counts how many of its kind are there.
#[derive(Debug)]
pub struct Counted<'a>(&'a Cell<isize>);

impl<'a> Counted<'a> {
    pub fn new(count: &'a Cell<isize>) -> Self {
        count.set(count.get() + 1);
        Self(count)
    }
}

/// A copy of one of seven panics.
impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        if self.0.get() == 7 {
            panic!("an eighth")
        }
        Self::new(self.0)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
