//! Elements that tell whether each of them is dropped once.

use std::cell::Cell;
use std::rc::Rc;

/// Counts how many of its kind are there.
#[derive(Debug)]
pub struct Counted(Rc<Cell<isize>>);

impl Counted {
    pub fn new(count: &Rc<Cell<isize>>) -> Self {
        count.set(count.get() + 1);
        Self(count.clone())
    }
}

/// A copy of one of seven panics.
impl Clone for Counted {
    fn clone(&self) -> Self {
        if self.0.get() == 7 {
            panic!("an eighth")
        }
        Self::new(&self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
