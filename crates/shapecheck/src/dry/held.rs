//! The data of a tensor of sizes: a layout of memory that is not there.

use alloc::rc::Rc;
use core::fmt;

use super::record::Memory;
use super::summary::{NameFromEnd, NamedShape};
use crate::DynShape;
use crate::host::layout::{self, Layout};
use crate::shape::list::ArrayShape;

/// The data of a tensor on [`Sizes`](super::Sizes): sizes with their names, and where [`Host`](crate::Host) would have
/// the elements.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[derive(Clone)]
pub struct Held {
    layout: Layout,
    names: NameFromEnd,
    memory: Rc<Memory>,
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape().fmt(f)
    }
}

/// The bytes of this many elements.
///
/// # Panics
///
/// Panics if they are more than memory can have.
#[track_caller]
pub(super) fn bytes_of<T>(sizes: &[usize]) -> u64 {
    let bytes = layout::count(sizes).checked_mul(size_of::<T>());
    match bytes.filter(|&bytes| bytes <= isize::MAX.cast_unsigned()) {
        Some(bytes) => bytes as u64,
        None => panic!(
            "a tensor of shape {} has more bytes than memory can have",
            DynShape::from(sizes)
        ),
    }
}

impl Held {
    /// New memory for elements `T` in row-major order.
    ///
    /// # Panics
    ///
    /// Panics if the elements are more than can be counted.
    #[track_caller]
    pub(super) fn new<T: 'static, S: ArrayShape>(sizes: &DynShape) -> Self {
        let elements = layout::count(sizes.dims()) as u64;
        let memory = Memory::new(bytes_of::<T>(sizes.dims()), elements, is_float::<T>());
        Self::of::<S>(Layout::row_major(0, sizes), memory)
    }

    /// For what loads weights: the parameter of this name, of elements `T`. What stands before the last dot of the name is
    /// its [place](super::Row::place).
    ///
    /// # Panics
    ///
    /// Panics if the elements are more than can be counted.
    #[track_caller]
    pub fn parameter<T: 'static, S: ArrayShape>(sizes: &DynShape, name: &str) -> Self {
        let elements = layout::count(sizes.dims()) as u64;
        let memory = Memory::named(bytes_of::<T>(sizes.dims()), elements, name);
        Self::of::<S>(Layout::row_major(0, sizes), memory)
    }

    fn of<S: ArrayShape>(layout: Layout, memory: Rc<Memory>) -> Self {
        Self {
            layout,
            names: S::name_from_end,
            memory,
        }
    }

    /// The same memory with another layout.
    pub(super) fn derived<S: ArrayShape>(&self, layout: Layout) -> Self {
        Self::of::<S>(layout, self.memory.clone())
    }

    /// With the names of a shape, if it has some.
    pub(super) fn named<S: ArrayShape>(mut self) -> Self {
        self.name::<S>();
        self
    }

    /// The same in place.
    pub(super) fn name<S: ArrayShape>(&mut self) {
        if const { S::NAMES != 0 } {
            self.names = S::name_from_end;
        }
    }

    /// Takes the names of another one of the same sizes, unless it has names already.
    pub(super) fn named_like<S: ArrayShape>(self, other: &Self) -> Self {
        match const { S::NAMES != 0 } {
            true => self,
            false => Self {
                names: other.names,
                ..self
            },
        }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn sizes(&self) -> &[usize] {
        self.layout.sizes()
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(super) fn elements(&self) -> u64 {
        layout::count(self.sizes()) as u64
    }

    /// The bytes of the memory, which others may share.
    pub(super) fn bytes(&self) -> u64 {
        self.memory.bytes()
    }

    pub(super) fn shape(&self) -> NamedShape {
        NamedShape::of_type(self.sizes(), self.names)
    }

    /// Whether others share the memory.
    pub(super) fn is_shared(&self) -> bool {
        Rc::strong_count(&self.memory) > 1
    }

    /// Whether it has all elements `T` of its memory, in row-major order, and no other has it.
    pub(super) fn can_give<T>(&self) -> bool {
        let bytes = self.elements().saturating_mul(size_of::<T>() as u64);
        let is_whole =
            self.layout.is_row_major() && self.layout.offset == 0 && bytes == self.bytes();
        is_whole && !self.is_shared()
    }
}

/// Whether elements can be numbers that are trained.
fn is_float<T: 'static>() -> bool {
    use core::any::TypeId;
    let found = TypeId::of::<T>();
    #[cfg(feature = "half")]
    if [TypeId::of::<half::f16>(), TypeId::of::<half::bf16>()].contains(&found) {
        return true;
    }
    [TypeId::of::<f32>(), TypeId::of::<f64>()].contains(&found)
}
