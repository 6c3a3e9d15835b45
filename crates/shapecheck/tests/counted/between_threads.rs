//! Elements that count those that are there, and may be on several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An element that counts those that are there, with its counter.
#[derive(Debug)]
pub struct Counted(pub Arc<AtomicUsize>);

impl Counted {
    pub fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count.clone())
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
