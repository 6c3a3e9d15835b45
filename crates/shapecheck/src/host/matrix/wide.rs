//! Matrix products of floats in the registers of AVX-512.
//!
//! A tile of the product stays in registers while the loop goes along its rows on the left and its columns on the
//! right. The kernels of the crate `matrixmultiply` first copy both matrices into their own order. Here the left matrix
//! is read in place, and so is the right one if its rows are contiguous and are read once. Copies take most of the time
//! of a small product.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use alloc::vec::Vec;

use super::{Factors, Matrix};
use crate::host::rows::fetch;

/// The number of rows on the right whose products are summed before the next ones. Half as many write the product twice
/// as often.
const DEPTH: usize = 512;

/// From this many rows of the product on, rows on the right that begin anywhere are copied: columns of several lines are
/// then contiguous.
const MANY_OF_LINES: usize = 16;

/// From this many rows of the product on, the right matrix is copied: rows of a panel are then contiguous, and begin with a
/// cache line. The first number is for one panel, the second one for several.
const MANY: (usize, usize) = (48, 16);

/// The number of rows on the left that stay in the second-level cache, if there are more than twice as many.
const ROWS: usize = 144;

/// With at most this many steps, a product that is not in the cache takes longer to write than to compute.
const SHALLOW: usize = 128;

/// The number of rows of such a product that are written side by side: more of them are not prefetched.
const ROWS_OF_SHALLOW: usize = 12;

/// The number of vectors of each row on the right that are copied for all of these rows: what the second-level cache holds,
/// and as many as a product of few steps has, whose copies are small.
const WIDE: (usize, usize) = (32, 64);

/// A product with more bytes is not expected to be in the cache when it is written.
const FAR: usize = 256 << 10;

/// The number of bytes of a cache line.
const LINE: usize = 64;

/// The number of places whose products with kernels are computed before they are written: whole tiles of them.
const PLACES: usize = 60;

/// The number of steps of these that are summed before the next ones, at most: as many as a panel has rows in the
/// first-level cache.
const STEPS: usize = 144;

/// The least steps of kernels that are copied: with fewer, products take as long to write. And their most bytes: to copy more
/// takes as long as the products of one image.
const COPIED: (usize, usize) = (64, 4 << 20);

/// Cache lines that are prefetched during a computation.
#[derive(Clone, Copy)]
struct Ahead {
    first: *const u8,
    /// The distance between rows in bytes, their number, and the number of cache lines of each.
    stride: usize,
    rows: usize,
    lines: usize,
}

impl Ahead {
    const NOTHING: Self = Self {
        first: core::ptr::null(),
        stride: 0,
        rows: 0,
        lines: 0,
    };

    /// Prefetches some of the rows.
    #[inline(always)]
    fn fetch(self, rows: core::ops::Range<usize>) {
        for row in rows.start..rows.end.min(self.rows) {
            let first = self.first.wrapping_add(row * self.stride);
            for line in 0..self.lines {
                fetch(first.wrapping_add(line * LINE));
            }
        }
    }
}

/// A cache line of numbers that are not known yet.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line {
    _bytes: [MaybeUninit<u8>; 64],
}

impl Line {
    const EMPTY: Self = Self {
        _bytes: [MaybeUninit::uninit(); 64],
    };
}

/// The cache lines of copies that need no memory of their own.
const FEW: usize = 512;

/// Room for a copy.
struct Copied {
    few: [Line; FEW],
    many: Vec<Line>,
}

impl Copied {
    const fn new() -> Self {
        Self {
            few: [Line::EMPTY; FEW],
            many: Vec::new(),
        }
    }

    /// The first of as many cache lines.
    #[inline]
    fn lines<T>(&mut self, lines: usize) -> *mut T {
        if lines <= FEW {
            return self.few.as_mut_ptr().cast();
        }
        self.many.reserve_exact(lines);
        self.many.as_mut_ptr().cast()
    }
}

/// The number of rows on the right in each part, as even as parts can be.
#[inline]
fn depth_of(rows: usize) -> usize {
    match rows <= DEPTH {
        true => rows,
        false => rows.div_ceil(rows.div_ceil(DEPTH)),
    }
}

macro_rules! wide {
    ($($float:ident $vector:ident $mask:ident $lanes:literal
        $zero:ident $all:ident $load:ident $load_some:ident $store_some:ident $multiply_add:ident $add:ident;)*) => {$(
        pub mod $float {
            use super::*;

            const LANES: usize = $lanes;

            /// Columns of the product, up to four vectors wide. The last vector may be partial.
            #[derive(Clone, Copy)]
            struct Panel<'a> {
                /// The columns of the last vector that exist.
                last: $mask,
                /// The elements on the right.
                first: *const $float,
                /// For each step, the offset of a column on the left and of a row on the right.
                steps: &'a [(usize, usize)],
                /// Whether the products are added to the existing elements.
                adds: bool,
                /// Whether the product is prefetched.
                far: bool,
                /// The next panel.
                ahead: Ahead,
            }

            /// Rows on the left: `stride` apart, or at the offsets of a table that is not empty.
            #[derive(Clone, Copy)]
            struct Left<'a> {
                first: *const $float,
                stride: usize,
                table: &'a [usize],
            }

            impl Left<'_> {
                /// Where these rows begin.
                #[inline(always)]
                fn rows<const R: usize>(self, row: usize) -> [*const $float; R] {
                    let (mut rows, mut next) = ([self.first; R], 0);
                    while next < R {
                        let offset = match self.table.get(row + next) {
                            Some(&offset) => offset,
                            None => (row + next) * self.stride,
                        };
                        rows[next] = self.first.wrapping_add(offset);
                        next += 1;
                    }
                    rows
                }
            }

            /// `R` rows and `V` vectors of the product.
            ///
            /// # Safety
            ///
            /// As for [`product`], for the rows of the tile; the panel has `V` vectors, and where it adds, the
            /// product holds elements.
            #[target_feature(enable = "avx512f")]
            #[inline]
            unsafe fn tile<const R: usize, const V: usize>(
                lhs: [*const $float; R],
                panel: Panel<'_>,
                to: Matrix<*mut $float>,
            ) {
                let places = |vector: usize| match vector + 1 == V {
                    true => panel.last,
                    false => $mask::MAX,
                };
                if panel.far {
                    let stride = to.row_stride * size_of::<$float>();
                    let first = to.first.cast_const().cast();
                    Ahead { first, stride, rows: R, lines: V }.fetch(0..R);
                }
                let mut sums = [[$zero(); V]; R];
                for &(left, right) in panel.steps {
                    // SAFETY: the caller says that there are these rows and columns: a vector is loaded where its places
                    // are.
                    unsafe {
                        let from = panel.first.add(right);
                        let mut right = [$zero(); V];
                        for vector in 0..V {
                            right[vector] = $load_some(places(vector), from.add(vector * LANES));
                        }
                        for row in 0..R {
                            let left = $all(*lhs[row].add(left));
                            for vector in 0..V {
                                sums[row][vector] = $multiply_add(left, right[vector], sums[row][vector]);
                            }
                        }
                    }
                }
                for row in 0..R {
                    for vector in 0..V {
                        // SAFETY: as above.
                        unsafe {
                            let to = to.first.add(row * to.row_stride + vector * LANES);
                            let mut sum = sums[row][vector];
                            if panel.adds {
                                sum = $add(sum, $load_some(places(vector), to));
                            }
                            $store_some(to, places(vector), sum);
                        }
                    }
                }
            }

            /// All rows of the product, `R` at a time as long as there are as many.
            ///
            /// # Safety
            ///
            /// As for [`tile`].
            #[target_feature(enable = "avx512f")]
            unsafe fn rows<const R: usize, const V: usize>(
                rows: usize,
                lhs: Left<'_>,
                panel: Panel<'_>,
                to: Matrix<*mut $float>,
            ) {
                let to = |row: usize| {
                    let first = to.first.wrapping_add(row * to.row_stride);
                    Matrix { first, ..to }
                };
                let mut row = 0;
                let share = panel.ahead.rows.div_ceil((rows / R).max(1));
                // SAFETY: as the caller says: each tile has rows of the product.
                unsafe {
                    while rows - row >= R {
                        let number = row / R;
                        panel.ahead.fetch(number * share..(number + 1) * share);
                        tile::<R, V>(lhs.rows(row), panel, to(row));
                        row += R;
                    }
                    if rows - row >= 4 {
                        tile::<4, V>(lhs.rows(row), panel, to(row));
                        row += 4;
                    }
                    while rows - row >= 2 {
                        tile::<2, V>(lhs.rows(row), panel, to(row));
                        row += 2;
                    }
                    if rows - row == 1 {
                        tile::<1, V>(lhs.rows(row), panel, to(row));
                    }
                }
            }

            /// Copies `depth` rows of a panel, `width` elements each, to contiguous rows of `stride` elements.
            ///
            /// # Safety
            ///
            /// There are as many on the right, and there is room for them.
            #[target_feature(enable = "avx512f")]
            unsafe fn pack(
                from: Matrix<*const $float>,
                (depth, width, stride): (usize, usize, usize),
                to: *mut $float,
            ) {
                // SAFETY: as the caller says.
                unsafe {
                    if from.column_stride == 1 {
                        // Vectors: a call of a copy for each row takes longer.
                        for row in 0..depth {
                            let from = from.first.add(row * from.row_stride);
                            for place in (0..width).step_by(LANES) {
                                let some = $mask::MAX >> (LANES - LANES.min(width - place));
                                let elements = $load_some(some, from.add(place));
                                $store_some(to.add(row * stride + place), some, elements);
                            }
                        }
                        return;
                    }
                    let (whole, deep) = (width / 4 * 4, depth / 4 * 4);
                    for column in (0..whole).step_by(4) {
                        for row in (0..deep).step_by(4) {
                            let block: [[$float; 4]; 4] = core::array::from_fn(|next| {
                                let first = from.first.add(from.offset(row, column + next));
                                match from.row_stride {
                                    1 => first.cast::<[$float; 4]>().read_unaligned(),
                                    stride => core::array::from_fn(|down| *first.add(down * stride)),
                                }
                            });
                            for down in 0..4 {
                                let line: [$float; 4] = core::array::from_fn(|next| block[next][down]);
                                let to = to.add((row + down) * stride + column);
                                to.cast::<[$float; 4]>().write_unaligned(line);
                            }
                        }
                    }
                    for row in 0..depth {
                        let begin = if row < deep { whole } else { 0 };
                        for column in begin..width {
                            let element = *from.first.add(from.offset(row, column));
                            to.add(row * stride + column).write(element);
                        }
                    }
                }
            }

            /// The number of vectors for the next columns.
            fn vectors_of(columns: usize) -> usize {
                match columns.div_ceil(LANES) {
                    1 => 1,
                    2 | 3 => 2,
                    _ => 4,
                }
            }

            /// All rows of `width` columns of the product, in `V` vectors.
            ///
            /// # Safety
            ///
            /// As for [`tile`], from the first row on.
            #[target_feature(enable = "avx512f")]
            #[inline]
            unsafe fn columns(
                (m, width): (usize, usize),
                lhs: Left<'_>,
                (first, steps): (*const $float, &[(usize, usize)]),
                to: Matrix<*mut $float>,
                (adds, far, ahead): (bool, bool, Ahead),
            ) {
                let vectors = vectors_of(width);
                let last = width - (vectors - 1) * LANES;
                let last = $mask::MAX >> (LANES - last);
                let panel = Panel { last, first, steps, adds, far, ahead };
                // SAFETY: as the caller says.
                unsafe {
                    match vectors {
                        1 => rows::<8, 1>(m, lhs, panel, to),
                        2 => rows::<8, 2>(m, lhs, panel, to),
                        _ => rows::<6, 4>(m, lhs, panel, to),
                    }
                }
            }

            /// The product, whose rows are contiguous.
            ///
            /// # Safety
            ///
            /// As for [`Multiply::multiply`](crate::host::matrix::Multiply::multiply), on a processor that has AVX-512,
            /// and columns of the product are 1 apart.
            #[target_feature(enable = "avx512f")]
            unsafe fn product(factors: Factors<$float>) {
                let Factors { sizes: (m, k, n), lhs, rhs, product } = factors;
                let many = if n > 4 * LANES { MANY.1 } else { MANY.0 };
                let packs = rhs.column_stride != 1 || m >= many;
                let far = m.saturating_mul(n) > FAR / size_of::<$float>();
                // A block of rows, and the columns for which the right matrix is copied before it.
                let (rows, wide) = match packs {
                    true if far && k <= SHALLOW && n > 4 * LANES => (ROWS_OF_SHALLOW, WIDE.1 * LANES),
                    true if m > 2 * ROWS => (ROWS, WIDE.0 * LANES),
                    _ => (m, 4 * LANES),
                };
                let deep = depth_of(k);
                let lines = if packs { deep * n.min(wide).div_ceil(LANES) } else { 0 };
                let mut copied = Copied::new();
                let packed = copied.lines::<$float>(lines);
                let mut steps = [const { MaybeUninit::uninit() }; DEPTH];
                for inner in (0..k).step_by(deep) {
                    let depth = deep.min(k - inner);
                    let (mut start, mut top) = (0, 0);
                    while start < n {
                        let end = n.min(start + wide);
                        let mut column = start;
                        while column < end {
                            let vectors = vectors_of(end - column);
                            let width = (end - column).min(vectors * LANES);
                            let stride = if packs { vectors * LANES } else { rhs.row_stride };
                            for (step, offsets) in steps[..depth].iter_mut().enumerate() {
                                offsets.write((step * lhs.column_stride, step * stride));
                            }
                            // SAFETY: `inner` is below `k`, `top` below `m` and `column` below `n`: these are elements
                            // of the matrices, and as many steps were written. What is copied has room: as many rows
                            // as the copy is deep, each of the vectors between `start` and `end`, those before this
                            // panel first. It is copied for the first rows of the product. After the first rows on the
                            // right all of these columns have been written.
                            unsafe {
                                let steps = core::slice::from_raw_parts(steps.as_ptr().cast(), depth);
                                let first = lhs.first.add(lhs.offset(top, inner));
                                let lhs = Left { first, stride: lhs.row_stride, table: &[] };
                                let to = product.first.add(product.offset(top, column));
                                let to = Matrix { first: to, ..product };
                                let mut first = rhs.first.add(rhs.offset(inner, column));
                                let mut ahead = Ahead::NOTHING;
                                if packs {
                                    let copy = packed.add((column - start) * depth);
                                    if top == 0 {
                                        pack(Matrix { first, ..rhs }, (depth, width, stride), copy);
                                    }
                                    if top == 0 && rhs.column_stride == 1 && column + width < n {
                                        let next = rhs.first.add(rhs.offset(inner, column + width));
                                        ahead = Ahead {
                                            first: next.cast(),
                                            stride: rhs.row_stride * size_of::<$float>(),
                                            rows: depth,
                                            // One more where rows do not begin with a line.
                                            lines: vectors_of(n - column - width) + 1,
                                        };
                                    }
                                    first = copy;
                                }
                                let height = rows.min(m - top);
                                let how = (inner > 0, far, ahead);
                                columns((height, width), lhs, (first, steps), to, how);
                            }
                            column += width;
                        }
                        top += rows;
                        if top >= m {
                            (start, top) = (end, 0);
                        }
                    }
                }
            }

            /// Copies columns from `column` on of rows that begin at these offsets: see
            /// [`Multiply::multiply_lines`](crate::host::matrix::Multiply::multiply_lines).
            ///
            /// # Safety
            ///
            /// There are `width` columns on the right, and there is room for them in rows of `stride` elements.
            #[target_feature(enable = "avx512f")]
            unsafe fn pack_lines(
                from: Matrix<*const $float>,
                (offsets, line): (&[usize], usize),
                (column, width): (usize, usize),
                (to, stride): (*mut $float, usize),
            ) {
                let mut place = 0;
                while place < width {
                    let (number, within) = ((column + place) / line, (column + place) % line);
                    // To the end of the line, of the panel or of a vector.
                    let length = (line - within).min(width - place).min(LANES);
                    let some = $mask::MAX >> (LANES - length);
                    let first = number * from.row_stride + within;
                    for (row, &offset) in offsets.iter().enumerate() {
                        // SAFETY: as the caller says; a vector is loaded and stored where its places are.
                        unsafe {
                            let elements = $load_some(some, from.first.add(offset + first));
                            $store_some(to.add(row * stride + place), some, elements);
                        }
                    }
                    place += length;
                }
            }

            /// The product for rows that begin anywhere.
            ///
            /// # Safety
            ///
            /// As for [`Multiply::multiply_lines`](crate::host::matrix::Multiply::multiply_lines), on a processor that
            /// has AVX-512.
            #[target_feature(enable = "avx512f")]
            unsafe fn product_of_lines(factors: Factors<$float>, offsets: &[usize], line: usize) {
                let Factors { sizes: (m, _, n), lhs, rhs, product } = factors;
                let packs = m >= MANY_OF_LINES;
                let deep = depth_of(offsets.len());
                let mut copied = Copied::new();
                let packed = copied.lines::<$float>(if packs { 4 * deep } else { 0 });
                let mut steps = Vec::with_capacity(offsets.len());
                let (mut column, mut steps_of) = (0, 0);
                while column < n {
                    let (number, within) = (column / line, column % line);
                    let left = if packs { n - column } else { line - within };
                    let stride = vectors_of(left) * LANES;
                    let width = left.min(stride);
                    if steps_of != stride && (packs || column == 0) {
                        steps_of = stride;
                        steps.clear();
                        for (step, &offset) in offsets.iter().enumerate() {
                            steps.push((step, if packs { step % deep * stride } else { offset }));
                        }
                    }
                    for (part, offsets) in offsets.chunks(deep).enumerate() {
                        // SAFETY: these are elements of the matrices, as the caller says. The copy has room for as many
                        // rows, of at most four vectors. After the first rows on the right all of these columns have
                        // been written.
                        unsafe {
                            let lhs = Left { first: lhs.first, stride: lhs.row_stride, table: &[] };
                            let to = Matrix { first: product.first.add(column), ..product };
                            let first = if packs {
                                pack_lines(rhs, (offsets, line), (column, width), (packed, stride));
                                packed.cast_const()
                            } else {
                                rhs.first.add(number * rhs.row_stride + within)
                            };
                            let right = (first, &steps[part * deep..][..offsets.len()]);
                            columns((m, width), lhs, right, to, (part > 0, part == 0, Ahead::NOTHING));
                        }
                    }
                    column += width;
                }
            }

            /// The product by [panels](panels): that of the elements at all places and of the panels, turned around. Places
            /// are what tiles have rows of, so that nothing is copied but the kernels, once.
            ///
            /// # Safety
            ///
            /// As for [`Multiply::multiply_lines`](crate::host::matrix::Multiply::multiply_lines), on a processor that
            /// has AVX-512, with panels of these kernels.
            #[target_feature(enable = "avx512f")]
            unsafe fn product_of_places(factors: Factors<$float>, offsets: &[usize], line: usize, panels: *const $float) {
                let Factors { sizes: (m, k, n), rhs, product, .. } = factors;
                let deep = k.div_ceil(k.div_ceil(STEPS));
                let far = m.saturating_mul(n) > FAR / size_of::<$float>();
                let mut copied = Copied::new();
                let sums = copied.lines::<$float>(4 * PLACES);
                let mut steps = Vec::with_capacity(k);
                let mut table = [0; PLACES];
                let mut top = 0;
                while top < m {
                    let stride = vectors_of(m - top) * LANES;
                    let height = stride.min(m - top);
                    steps.clear();
                    for (step, &offset) in offsets.iter().enumerate() {
                        steps.push((offset, step * stride));
                    }
                    for start in (0..n).step_by(PLACES) {
                        let count = PLACES.min(n - start);
                        let (mut number, mut within) = (start / line, start % line);
                        for row in &mut table[..count] {
                            *row = number * rhs.row_stride + within * rhs.column_stride;
                            within += 1;
                            if within == line {
                                (number, within) = (number + 1, 0);
                            }
                        }
                        let lhs = Left { first: rhs.first, stride: 0, table: &table[..count] };
                        // SAFETY: these are elements of the matrices, and of a panel, as the caller says. There is room for
                        // the sums of as many places in four vectors each, and all of them have been written after the
                        // first steps. The product has `height` more rows, of which `count` columns are written.
                        unsafe {
                            let first = panels.add(top * k);
                            let to = product.first.add(product.offset(top, start));
                            let mut ahead = Ahead::NOTHING;
                            if far {
                                ahead = Ahead {
                                    first: to.cast_const().cast(),
                                    stride: product.row_stride * size_of::<$float>(),
                                    rows: height,
                                    // One more where rows do not begin with a line.
                                    lines: count.div_ceil(LANES) + 1,
                                };
                            }
                            for (part, steps) in steps.chunks(deep).enumerate() {
                                let sums = Matrix::new(sums, stride, 1);
                                columns((count, height), lhs, (first, steps), sums, (part > 0, false, ahead));
                                ahead = Ahead::NOTHING;
                            }
                            let sums = Matrix::new(sums.cast_const(), 1, stride);
                            pack(sums, (height, count, product.row_stride), to);
                        }
                    }
                    top += height;
                }
            }

            /// Where panels begin: with a cache line.
            #[inline]
            fn panels_at(panels: &[$float]) -> usize {
                panels.as_ptr().align_offset(LINE)
            }

            /// Like [`Multiply::panels`](crate::host::matrix::Multiply::panels): for each vector or few of them, the rows of
            /// the kernels as columns.
            pub fn panels(kernels: &[$float], rows: usize) -> Vec<$float> {
                let (vectors, steps) = (rows.div_ceil(LANES), kernels.len() / rows);
                // Lanes of few kernels would be empty.
                let is_full = vectors >= 2 && rows >= vectors * LANES / 8 * 7;
                let is_worth_it = steps >= COPIED.0 && size_of_val(kernels) <= COPIED.1;
                if !is_full || !is_worth_it || !has_lines() {
                    return Vec::new();
                }
                let mut panels = alloc::vec![0.0; vectors * LANES * steps + LINE / size_of::<$float>()];
                let at = panels_at(&panels);
                let mut top = 0;
                while top < rows {
                    let stride = vectors_of(rows - top) * LANES;
                    let height = stride.min(rows - top);
                    // SAFETY: the processor was asked. There are `steps` numbers in each row. Panels before this one have as
                    // many rows of the kernels as columns, and there is room for all and a cache line more.
                    unsafe {
                        let from = Matrix::new(kernels.as_ptr().add(top * steps), 1, steps);
                        pack(from, (steps, height, stride), panels.as_mut_ptr().add(at + top * steps));
                    }
                    top += height;
                }
                panels
            }

            /// Like [`Multiply::has_lines`](crate::host::matrix::Multiply::has_lines).
            #[inline]
            pub fn has_lines() -> bool {
                std::is_x86_feature_detected!("avx512f")
            }

            /// Like [`Multiply::multiply_lines`](crate::host::matrix::Multiply::multiply_lines).
            ///
            /// # Safety
            ///
            /// As for it.
            pub unsafe fn multiply_lines(
                factors: Factors<$float>,
                (offsets, line): (&[usize], usize),
                panels: &[$float],
            ) -> bool {
                let has_lines = has_lines();
                // SAFETY: as the caller says; the processor was asked.
                unsafe {
                    match has_lines {
                        true if panels.is_empty() => product_of_lines(factors, offsets, line),
                        true => {
                            let panels = panels[panels_at(panels)..].as_ptr();
                            product_of_places(factors, offsets, line, panels);
                        }
                        false => {}
                    }
                }
                has_lines
            }

            /// Writes the product if this kernel can. Returns whether it can.
            ///
            /// # Safety
            ///
            /// As for [`Multiply::multiply`](crate::host::matrix::Multiply::multiply).
            #[inline]
            pub unsafe fn multiply(factors: Factors<$float>) -> bool {
                let rows_are_contiguous = |factors: &Factors<$float>| {
                    factors.product.column_stride == 1 || factors.sizes.2 == 1
                };
                let factors = match rows_are_contiguous(&factors) {
                    true => factors,
                    false => factors.transposed(),
                };
                if !rows_are_contiguous(&factors) || !std::is_x86_feature_detected!("avx512f") {
                    return false;
                }
                // SAFETY: as the caller says; the processor was asked, and a product has the same elements as its
                // transposed one.
                unsafe { product(factors) };
                true
            }
        }
    )*};
}

wide! {
    f32 __m512 __mmask16 16 _mm512_setzero_ps _mm512_set1_ps _mm512_loadu_ps
        _mm512_maskz_loadu_ps _mm512_mask_storeu_ps _mm512_fmadd_ps _mm512_add_ps;
    f64 __m512d __mmask8 8 _mm512_setzero_pd _mm512_set1_pd _mm512_loadu_pd
        _mm512_maskz_loadu_pd _mm512_mask_storeu_pd _mm512_fmadd_pd _mm512_add_pd;
}
