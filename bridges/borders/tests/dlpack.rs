//! Tensors of DLPack in and out: what is read, what is refused, and that owners are let go once.
#![cfg(feature = "dlpack")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlpark::ffi::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use dlpark::metadata::Dynamic;
use dlpark::{DlpackFlags, Managed, ManagedTensorBase};
use shapecheck::{DynShape, Tensor, View, axes, shape};
use shapecheck_borders::BorderError;
use shapecheck_borders::dlpack::{self, Element, managed, managed_legacy};

/// The owner of memory, which counts how often it is let go.
struct Owner<T> {
    elements: Vec<T>,
    drops: Arc<AtomicUsize>,
}

impl<T> Drop for Owner<T> {
    fn drop(&mut self) {
        self.drops.fetch_add(1, Ordering::Relaxed);
    }
}

/// What another library would hand over, and how often its owner was let go.
fn foreign<M: ManagedTensorBase, T: Element>(
    elements: Vec<T>,
    start: usize,
    sizes: &[usize],
    strides: &[i64],
    flags: DlpackFlags,
) -> (Managed<M>, Arc<AtomicUsize>) {
    let drops = Arc::new(AtomicUsize::new(0));
    let mut owner = Box::new(Owner {
        elements,
        drops: drops.clone(),
    });
    let data = owner.elements.as_mut_ptr();
    let mut initialized = Dynamic::new(sizes, strides)
        .initialize_as::<M>(owner)
        .unwrap();
    initialized
        .set_data(data.cast())
        .set_byte_offset((start * size_of::<T>()) as u64)
        .set_dtype(T::DTYPE)
        .set_device(DLDevice::CPU);
    initialized.set_flags(flags).unwrap();
    // SAFETY: the owner has the elements; each test gives sizes and strides that stay within.
    (unsafe { initialized.finish() }, drops)
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|number| number as f32).collect()
}

fn versioned(
    start: usize,
    sizes: &[usize],
    strides: &[i64],
) -> (Managed<DLManagedTensorVersioned>, Arc<AtomicUsize>) {
    foreign(numbers(24), start, sizes, strides, DlpackFlags::empty())
}

/// What a view says of it.
macro_rules! view {
    ($T:ty, $shape:ty, $tensor:expr) => {
        // SAFETY: the test is the only one that has the memory, which the owner has.
        unsafe { dlpack::view::<$T, $shape>(&$tensor.validate().unwrap()) }
    };
}

#[test]
fn axes_lie_in_any_order_with_gaps_and_repetitions() {
    for (start, sizes, strides, expected) in [
        (0, [2, 3], [3, 1], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
        (0, [2, 3], [1, 2], [0.0, 2.0, 4.0, 1.0, 3.0, 5.0]),
        (5, [2, 3], [12, 2], [5.0, 7.0, 9.0, 17.0, 19.0, 21.0]),
        (7, [2, 3], [0, 8], [7.0, 15.0, 23.0, 7.0, 15.0, 23.0]),
    ] {
        let (tensor, drops) = versioned(start, &sizes, &strides);
        let found: View<f32, shape![2, 3]> = view!(f32, shape![2, 3], tensor).unwrap();
        assert_eq!(found.to_vec(), expected);
        assert_eq!((found + 1.0).sum(), expected.iter().sum::<f32>() + 6.0);
        assert_eq!(drops.load(Ordering::Relaxed), 0);
        drop(tensor);
        assert_eq!(drops.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn no_axes_and_no_elements() {
    let (number, _) = versioned(3, &[], &[]);
    assert_eq!(view!(f32, shape![], number).unwrap().into_scalar(), 3.0);
    let (none, _) = versioned(0, &[4, 0, 2], &[0, 7, -1]);
    let error = view!(f32, shape![4, 0, 2], none).unwrap_err();
    assert_eq!(
        error.to_string(),
        "elements run backwards along axis -1, by a stride of -1: copy the array"
    );
    let (none, _) = versioned(0, &[4, 0, 1], &[0, 7, -1]);
    assert!(view!(f32, shape![_, 0, _], none).unwrap().is_empty());
}

#[test]
fn huge_sizes_without_elements_cross_both_ways() {
    const LARGE: usize = 1 << 40;
    const LARGEST: usize = i64::MAX as usize;
    // The library of the format counts elements from the first axis on, and refuses what overflows on the way.
    for (sizes, is_read) in [
        ([0, LARGE, LARGE], true),
        ([LARGE, 0, 1], true),
        ([LARGEST, 0, LARGEST], true),
        ([LARGE, LARGE, 0], false),
    ] {
        let shape = <shape![_, _, _]>::of(sizes);
        let tensor = Tensor::<f32, _>::zeros_with(shape);
        let sent = managed(tensor.clone());
        let legacy = managed_legacy(tensor);
        match (sent.validate(), legacy.validate()) {
            (Ok(sent), Ok(legacy)) => {
                assert!(is_read, "{sizes:?}");
                for found in [sent, legacy] {
                    // SAFETY: there is no memory to be read.
                    let view = unsafe { dlpack::view::<f32, shape![_, _, _]>(&found) }.unwrap();
                    assert_eq!(view.dims(), sizes);
                    assert!(view.to_vec().is_empty());
                }
            }
            _ => assert!(!is_read, "{sizes:?}"),
        }
    }
}

#[test]
fn huge_sizes_of_others_are_refused_or_empty() {
    const LARGE: usize = 1 << 40;
    for (sizes, strides, is_empty) in [
        ([LARGE, LARGE, 0], [0, 0, 0], true),
        ([0, LARGE, LARGE], [i64::MAX, i64::MAX, i64::MAX], true),
        ([LARGE, LARGE, 1], [0, 0, 0], false),
        ([LARGE, 1, 1], [LARGE as i64, 1, 1], false),
        ([2, 2, 2], [i64::MAX, i64::MAX, i64::MAX], false),
        ([2, 1, 1], [i64::MAX, 0, 0], false),
        ([2, 1, 1], [i64::MAX / 2, 0, 0], false),
    ] {
        let (tensor, drops) = versioned(0, &sizes, &strides);
        // What the library of the format refuses is refused.
        if let Ok(found) = tensor.validate() {
            // SAFETY: there is no memory to be read where it is empty, and the rest is refused.
            match unsafe { dlpack::view::<f32, shape![_, _, _]>(&found) } {
                Ok(view) => assert!(is_empty && view.to_vec().is_empty(), "{sizes:?}"),
                Err(error) => assert!(!is_empty, "{sizes:?}: {error}"),
            }
        }
        drop(tensor);
        assert_eq!(drops.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn what_does_not_fit_is_told_and_let_go_once() {
    let (tensor, drops) = versioned(0, &[2, 3], &[3, 1]);
    let told = |error: BorderError| error.to_string();
    assert_eq!(
        told(view!(f32, shape![2, 4], tensor).unwrap_err()),
        "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 4"
    );
    assert_eq!(
        told(view!(f32, shape![_], tensor).unwrap_err()),
        "sizes [2, 3] do not fit the type: rank 2 where the type has 1"
    );
    assert_eq!(
        told(view!(i64, shape![2, 3], tensor).unwrap_err()),
        "the elements are float32, not int64 (`i64`)"
    );
    drop(tensor);
    assert_eq!(drops.load(Ordering::Relaxed), 1);

    let (tensor, _) = versioned(5, &[2, 3], &[3, -1]);
    assert_eq!(
        view!(f32, shape![2, 3], tensor).unwrap_err(),
        BorderError::Backwards {
            axis: -1,
            stride: -1
        }
    );
    let (tensor, _) = versioned(0, &[2, 3], &[i64::MAX / 2, 1]);
    assert_eq!(
        told(view!(f32, shape![2, 3], tensor).unwrap_err()),
        "the array's descriptor is wrong: a size or stride beyond memory"
    );
}

/// A tensor whose descriptor was changed.
fn changed(
    change: impl FnOnce(&mut dlpark::ffi::DLTensor),
) -> (Managed<DLManagedTensorVersioned>, Arc<AtomicUsize>) {
    let (tensor, drops) = versioned(0, &[2, 3], &[3, 1]);
    let raw = tensor.into_raw();
    // SAFETY: the pointer is the tensor's own, and goes back to where it was taken from.
    let tensor = unsafe {
        change(&mut (*raw).dl_tensor);
        Managed::from_raw(raw).unwrap()
    };
    (tensor, drops)
}

#[test]
fn descriptors_of_others_are_not_believed() {
    let (tensor, _) = changed(|tensor| tensor.device = DLDevice::cuda(1));
    assert_eq!(
        view!(f32, shape![2, 3], tensor).unwrap_err().to_string(),
        "the array is on CUDA device 1, not in the processor's memory: copy it there"
    );
    let (tensor, _) = changed(|tensor| tensor.byte_offset = 2);
    assert_eq!(
        view!(f32, shape![2, 3], tensor).unwrap_err().to_string(),
        "the elements are not aligned for `f32`: copy the array"
    );
    let (tensor, _) = changed(|tensor| tensor.data = std::ptr::null_mut());
    assert_eq!(
        view!(f32, shape![2, 3], tensor).unwrap_err().to_string(),
        "the array's descriptor is wrong: tensor data pointer is null for a non-empty tensor"
    );
    let (tensor, drops) = changed(|tensor| {
        tensor.dtype = DLDataType {
            lanes: 2,
            ..DLDataType::F32
        }
    });
    assert_eq!(
        view!(f32, shape![2, 3], tensor).unwrap_err().to_string(),
        "the elements are 2 times float32 each, not float32 (`f32`)"
    );
    let (tensor, _) = (changed(|tensor| tensor.ndim = -1), drop(tensor)).0;
    let error = BorderError::from(tensor.validate().err().unwrap());
    assert_eq!(
        error.to_string(),
        "the array's descriptor is wrong: ndim is negative: -1"
    );
    assert_eq!(drops.load(Ordering::Relaxed), 1);
}

#[test]
fn truth_values_are_0_or_1() {
    let (tensor, _) =
        foreign::<DLManagedTensor, _>(vec![1_u8, 0, 1, 2], 0, &[2], &[2], DlpackFlags::empty());
    let raw = tensor.into_raw();
    // SAFETY: as above; bytes are read as truth values only after they were looked at.
    let tensor = unsafe {
        (*raw).dl_tensor.dtype = DLDataType::BOOL;
        Managed::from_raw(raw).unwrap()
    };
    assert_eq!(
        view!(bool, shape![2], tensor).unwrap().to_vec(),
        [true, true]
    );
    let raw = tensor.into_raw();
    // SAFETY: as above.
    let tensor = unsafe {
        (*raw).dl_tensor.byte_offset = 1;
        Managed::from_raw(raw).unwrap()
    };
    assert_eq!(
        view!(bool, shape![2], tensor).unwrap_err().to_string(),
        "elements are not `bool`: their bytes are neither 0 nor 1"
    );
}

#[test]
fn elements_are_changed_in_place() {
    let (mut tensor, drops) = versioned(6, &[2, 3], &[3, 1]);
    // SAFETY: nobody else has the memory.
    let mut found =
        unsafe { dlpack::view_mut::<f32, shape![2, _]>(tensor.validate_mut().unwrap()) }.unwrap();
    found *= 10.0;
    let found = view!(f32, shape![2, 3], tensor).unwrap();
    assert_eq!(found.to_vec(), [60.0, 70.0, 80.0, 90.0, 100.0, 110.0]);
    drop(tensor);
    assert_eq!(drops.load(Ordering::Relaxed), 1);

    // With gaps, and column by column.
    let (mut tensor, _) = versioned(0, &[2, 3], &[2, 4]);
    // SAFETY: as above.
    let mut found =
        unsafe { dlpack::view_mut::<f32, shape![2, 3]>(tensor.validate_mut().unwrap()) }.unwrap();
    found += 100.0;
    let found = view!(f32, shape![2, 3], tensor).unwrap();
    assert_eq!(found.to_vec(), [100.0, 104.0, 108.0, 102.0, 106.0, 110.0]);
    // An element at two places.
    let (mut tensor, _) = versioned(0, &[2, 3], &[1, 1]);
    // SAFETY: as above.
    let error = unsafe { dlpack::view_mut::<f32, shape![2, 3]>(tensor.validate_mut().unwrap()) };
    assert_eq!(
        error.unwrap_err().to_string(),
        "a tensor of shape [2, 3] with strides [1, 1] may have one element at several indices, so it cannot be \
         changed in place"
    );
    let (mut tensor, _) = foreign::<DLManagedTensorVersioned, _>(
        numbers(6),
        0,
        &[2, 3],
        &[3, 1],
        DlpackFlags::READ_ONLY,
    );
    let error = BorderError::from(tensor.validate_mut().err().unwrap());
    assert_eq!(error, BorderError::ReadOnly);
}

#[test]
fn tensors_go_out_in_the_same_memory() {
    let tensor = Tensor::<f64, shape![3, 40]>::from_fn(|[i, j]| (40 * i + j) as f64);
    let memory = tensor.as_memory().as_ptr();
    let sent = managed(tensor.clone());
    let found = sent.validate_export().unwrap();
    assert_eq!(found.data_ptr(), memory.cast());
    assert_eq!(
        (found.shape(), found.strides()),
        (&[3, 40][..], Some(&[40, 1][..]))
    );
    // This test has it too.
    assert_eq!(sent.flags(), DlpackFlags::READ_ONLY);
    let view: View<f64, shape![3, 40]> = view!(f64, shape![3, 40], sent).unwrap();
    assert_eq!(view, tensor);
    let tensor = tensor.try_into_vec().unwrap_err();
    drop(sent);
    // It was let go, once: the memory is this tensor's alone.
    let tensor = Tensor::<f64, shape![3, 40]>::from_vec(tensor.try_into_vec().unwrap()).unwrap();

    let memory = tensor.as_memory().as_ptr();
    let sent = managed(tensor);
    assert_eq!(sent.validate().unwrap().data_ptr(), memory.cast());
    assert_eq!(sent.flags(), DlpackFlags::empty());
}

#[test]
fn tensors_in_another_order_go_out_as_they_lie() {
    let tensor = Tensor::<i32, shape![2, 3, 4]>::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as i32);
    let turned = tensor.permute::<axes![-1, -3, -2]>();
    let sent = managed(turned.clone());
    let found = sent.validate_export().unwrap();
    assert_eq!(
        (found.shape(), found.strides()),
        (&[4, 2, 3][..], Some(&[1, 12, 4][..]))
    );
    assert_eq!(view!(i32, shape![4, 2, 3], sent).unwrap(), turned);
    // A consumer that cannot learn that memory is shared gets a copy.
    let mut sent = managed_legacy(turned.clone());
    assert_ne!(sent.validate_export().unwrap().data_ptr(), found.data_ptr());
    // SAFETY: nobody else has the memory.
    let copied = unsafe { dlpack::view_mut::<i32, DynShape>(sent.validate_mut().unwrap()) };
    assert_eq!(copied.unwrap().to_vec(), turned.to_vec());

    let row = Tensor::<i32, shape![3]>::from([1, 2, 3]).broadcast_to::<shape![5, 3]>();
    let sent = managed(row.clone());
    assert_eq!(sent.flags(), DlpackFlags::READ_ONLY);
    assert_eq!(view!(i32, shape![5, 3], sent).unwrap(), row);
    let none = managed(Tensor::<bool, shape![0, 3]>::full(true));
    assert!(view!(bool, shape![0, _], none).unwrap().is_empty());
    let number = managed(Tensor::<u8, shape![]>::full(7));
    assert_eq!(view!(u8, shape![], number).unwrap().into_scalar(), 7);
}

#[test]
fn another_thread_may_be_the_last_reader() {
    let tensor = Tensor::<f32, shape![64]>::ones();
    let sent = managed(tensor.clone());
    let reader = std::thread::spawn(move || view!(f32, shape![64], sent).unwrap().sum());
    assert_eq!(reader.join().unwrap(), 64.0);
    assert!(tensor.try_into_vec().is_ok());
}
