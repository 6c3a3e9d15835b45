//! The counted pointer of arrays in all orders in which threads may see its count. Loom stops a test in which a value is
//! read while it is changed or dropped, or is never dropped.
#![cfg(test)]

extern crate alloc;

mod atomic {
    pub use loom::sync::atomic::{AtomicUsize, Ordering, fence};
}

#[allow(dead_code, reason = "arrays need more of it")]
#[path = "../../../src/host/shared.rs"]
mod shared;

use loom::alloc::Track;
use loom::cell::UnsafeCell;
use loom::thread;
use shared::Shared;

/// A value whose reads and changes loom knows.
struct Watched {
    number: UnsafeCell<u32>,
    /// Loom stops a test that leaks it.
    _tracked: Track<()>,
}

impl Watched {
    fn shared(value: u32) -> Shared<Self> {
        let value = Self {
            number: UnsafeCell::new(value),
            _tracked: Track::new(()),
        };
        // SAFETY: the value is written.
        unsafe { Shared::write(|place: *mut Self| place.write(value)) }
    }

    fn read(&self) -> u32 {
        // SAFETY: loom stops the test where it is changed meanwhile.
        self.number.with(|value| unsafe { *value })
    }

    fn add(&mut self, number: u32) {
        // SAFETY: as above.
        self.number.with_mut(|value| unsafe { *value += number });
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.add(0);
    }
}

#[test]
fn the_last_pointer_drops_the_value_after_all_reads() {
    loom::model(|| {
        let value = Watched::shared(7);
        let others = [value.clone(), value.clone()];
        let threads = others.map(|other| thread::spawn(move || assert_eq!(other.read(), 7)));
        assert_eq!(value.read(), 7);
        drop(value);
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

#[test]
fn the_only_pointer_changes_the_value_after_all_reads() {
    loom::model(|| {
        let mut value = Watched::shared(7);
        let other = value.clone();
        let thread = thread::spawn(move || assert_eq!(other.read(), 7));
        // Without `join`, so that the count alone orders the threads.
        while value.get_mut().map(|value| value.add(1)).is_none() {
            thread::yield_now();
        }
        assert_eq!(value.read(), 8);
        thread.join().unwrap();
    });
}

#[test]
fn a_pointer_that_another_thread_makes_is_counted() {
    loom::model(|| {
        let value = Watched::shared(7);
        let other = value.clone();
        let thread = thread::spawn(move || {
            let mut own = other.clone();
            drop(other);
            if let Some(value) = own.get_mut() {
                value.add(1);
            }
            own.read()
        });
        drop(value);
        assert!([7, 8].contains(&thread.join().unwrap()));
    });
}
