//! Elements that count how often each of them is dropped.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::AtomicPtr;

/// Where counters are. Where a pass panics, elements are lost with its memory and their counter with them: a search for
/// leaks takes what is found from here as known.
static COUNTERS: Mutex<Vec<AtomicPtr<Cell<isize>>>> = Mutex::new(Vec::new());

/// Counts how many values of this type exist.
#[derive(Debug)]
pub struct Counted(Rc<Cell<isize>>);

impl Counted {
    pub fn new(count: &Rc<Cell<isize>>) -> Self {
        count.set(count.get() + 1);
        let place = Rc::as_ptr(count).cast_mut();
        COUNTERS.lock().unwrap().push(AtomicPtr::new(place));
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
