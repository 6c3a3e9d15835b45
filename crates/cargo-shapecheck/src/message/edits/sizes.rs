//! Sizes as numbers, for the rules over slices: each name is a prime of its own and each run-time size a new one, so that
//! no two sizes are equal by accident. Numbers stay as they are.

use std::cell::RefCell;
use std::collections::HashMap;

/// The first prime for a name: shapes that people write have no size with such a factor.
const FIRST: usize = 10_007;

/// How many sizes that may be any are taken for others.
const MOST_TAKEN: usize = 3;

/// The numbers of one comparison of programs.
#[derive(Default)]
pub struct Sizes {
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    names: HashMap<String, usize>,
    /// The numbers that names are, by those that stand for them.
    values: HashMap<usize, usize>,
    /// Run-time sizes: `_`.
    open: Vec<usize>,
    /// Sizes of which nothing is known.
    unknown: Vec<usize>,
    last: usize,
    /// Whether rules have to hold for sure.
    is_for_sure: bool,
}

impl Inner {
    fn next(&mut self) -> usize {
        let mut next = self.last.max(FIRST - 2) + 2;
        let is_prime = |number: usize| {
            (3..)
                .step_by(2)
                .take_while(|it| it * it <= number)
                .all(|it| !number.is_multiple_of(it))
        };
        while !is_prime(next) {
            next += 2;
        }
        self.last = next;
        next
    }
}

impl Sizes {
    /// The number of a name, or of anything else that a size is written as.
    pub fn named(&self, name: &str) -> usize {
        let mut inner = self.inner.borrow_mut();
        if let Some(size) = inner.names.get(name) {
            return *size;
        }
        let size = inner.next();
        inner.names.insert(name.to_owned(), size);
        size
    }

    /// That of a name which is a number: it is another size than this number, but goes with it where only numbers count.
    pub fn named_as(&self, name: &str, value: usize) -> usize {
        let size = self.named(&format!("{name} = {value}"));
        self.inner.borrow_mut().values.insert(size, value);
        size
    }

    /// A shape with the numbers that its names are.
    pub fn values(&self, shape: &[usize]) -> Vec<usize> {
        let inner = self.inner.borrow();
        let value = |size: &usize| *inner.values.get(size).unwrap_or(size);
        shape.iter().map(value).collect()
    }

    /// Sizes as numbers, if all of them are known.
    pub fn numbers(&self, sizes: &[usize]) -> Option<Vec<usize>> {
        let values = self.values(sizes);
        values
            .iter()
            .all(|size| !self.is_name(*size))
            .then_some(values)
    }

    /// A run-time size that is another one than all before.
    pub fn open(&self) -> usize {
        let mut inner = self.inner.borrow_mut();
        let size = inner.next();
        inner.open.push(size);
        size
    }

    /// A size that may be any.
    pub fn unknown(&self) -> usize {
        let mut inner = self.inner.borrow_mut();
        let size = inner.next();
        inner.unknown.push(size);
        size
    }

    /// A size of which only the number is known: it may have any name of it.
    pub fn unknown_as(&self, value: usize) -> usize {
        let size = self.unknown();
        self.inner.borrow_mut().values.insert(size, value);
        size
    }

    pub fn is_open(&self, size: usize) -> bool {
        let inner = self.inner.borrow();
        inner.open.iter().any(|of| size.is_multiple_of(*of)) && size > 0
    }

    pub fn is_unknown(&self, size: usize) -> bool {
        let inner = self.inner.borrow();
        inner.unknown.iter().any(|of| size.is_multiple_of(*of)) && size > 0
    }

    /// A shape of numbers and names as it is written.
    pub fn written(&self, shape: &[usize]) -> Option<String> {
        let inner = self.inner.borrow();
        let sizes = shape.iter().map(|size| match *size {
            number if number < FIRST => Some(number.to_string()),
            size if inner.open.contains(&size) => Some("_".to_owned()),
            size => inner
                .names
                .iter()
                .find(|(_, of)| **of == size)
                .map(|(name, _)| name.split(" = ").next().unwrap_or(name).to_owned()),
        });
        Some(format!(
            "[{}]",
            sizes.collect::<Option<Vec<_>>>()?.join(", ")
        ))
    }

    /// Whether a size is not a number.
    pub fn is_name(&self, size: usize) -> bool {
        size >= FIRST
    }

    /// Whether a size is not known before the program runs, or not known here.
    pub fn may_be_any(&self, size: usize) -> bool {
        self.is_open(size) || self.is_unknown(size)
    }

    /// Whether two types can be one: a run-time size is another type than a known one.
    pub fn are_one(&self, one: &[usize], other: &[usize]) -> bool {
        let is_same = |(one, other): (&usize, &usize)| {
            let may_be_any = self.is_unknown(*one) || self.is_unknown(*other);
            let numbers = || self.numbers(&[*one, *other]);
            one == other
                || may_be_any && numbers().is_none_or(|numbers| numbers[0] == numbers[1])
                || self.is_open(*one) && self.is_open(*other)
        };
        one.len() == other.len() && one.iter().zip(other).all(is_same)
    }

    /// Asks whether rules hold for sure, or whether they may hold.
    pub fn set_for_sure(&self, is_for_sure: bool) {
        self.inner.borrow_mut().is_for_sure = is_for_sure;
    }

    /// The result of a rule, as is asked.
    pub fn applied(&self, rule: &Rule, shapes: &[Vec<usize>]) -> Option<Vec<usize>> {
        let is_for_sure = self.inner.borrow().is_for_sure;
        match is_for_sure {
            true => self.apply_for_sure(rule, shapes),
            false => self.apply(rule, shapes),
        }
    }

    /// The result of a rule that holds for sure. Two run-time sizes at one axis may be one, and in front of the last two axes a
    /// run-time size may be any.
    fn apply_for_sure(&self, rule: &Rule, shapes: &[Vec<usize>]) -> Option<Vec<usize>> {
        let [lhs, rhs] = shapes else {
            return self.apply(rule, shapes);
        };
        let mut shapes = [lhs.clone(), rhs.clone()];
        for axis in 1..=lhs.len().min(rhs.len()) {
            let at = [lhs.len() - axis, rhs.len() - axis];
            let (one, other) = (lhs[at[0]], rhs[at[1]]);
            let (is_one_open, is_other_open) = (self.may_be_any(one), self.may_be_any(other));
            match axis > 2 || is_one_open && is_other_open {
                true if is_one_open && other != 1 => shapes[0][at[0]] = other,
                true if is_other_open && one != 1 => shapes[1][at[1]] = one,
                _ => {}
            }
        }
        rule(&shapes).or_else(|| rule(&[lhs.clone(), rhs.clone()]))
    }

    /// The result of a rule. Sizes that are not known before the program runs may be whatever makes it hold.
    fn apply(&self, rule: &Rule, shapes: &[Vec<usize>]) -> Option<Vec<usize>> {
        if let Some(made) = rule(shapes) {
            let is_of_operand = |size: &usize| shapes.iter().flatten().any(|of| of == size);
            let has_open = shapes.iter().flatten().any(|size| self.may_be_any(*size));
            // A sum or a quotient of run-time sizes is another one.
            let sizes = made.into_iter().map(|size| {
                let is_new =
                    has_open && !is_of_operand(&size) && size > 1 && !self.may_be_any(size);
                if is_new { self.unknown() } else { size }
            });
            return Some(sizes.collect());
        }
        (1..=MOST_TAKEN).find_map(|most| self.taken(rule, shapes, most))
    }

    /// The result with as many sizes for those that may be any.
    fn taken(&self, rule: &Rule, shapes: &[Vec<usize>], most: usize) -> Option<Vec<usize>> {
        if most == 0 {
            return rule(shapes);
        }
        for (of, shape) in shapes.iter().enumerate() {
            for (axis, &open) in (1..).zip(shape.iter().rev()) {
                if !self.may_be_any(open) {
                    continue;
                }
                let others = shapes.iter().enumerate().filter(|(at, _)| *at != of);
                let others = others.flat_map(|(_, shape)| shape.iter().rev().zip(1..));
                // The size at the same axis first.
                let mut others = Vec::from_iter(others.filter(|(size, _)| **size != open));
                others.sort_by_key(|(_, at)| *at != axis);
                for (size, _) in others {
                    let with = |it: &usize| if *it == open { *size } else { *it };
                    let with = |shape: &Vec<usize>| shape.iter().map(with).collect();
                    let taken =
                        self.taken(rule, &Vec::from_iter(shapes.iter().map(with)), most - 1);
                    if taken.is_some() {
                        return taken;
                    }
                }
            }
        }
        None
    }
}

/// The result of an operation for the shapes of its operands, if it has one.
pub type Rule<'a> = dyn Fn(&[Vec<usize>]) -> Option<Vec<usize>> + 'a;

#[cfg(test)]
mod tests {
    use shapecheck_core::broadcast::broadcast_shapes;

    use super::*;

    #[test]
    fn names_are_one_size_and_run_time_sizes_any() {
        let sizes = Sizes::default();
        let (b, n) = (sizes.named("B"), sizes.named("N"));
        assert_eq!(sizes.named("B"), b);
        let rule = |shapes: &[Vec<usize>]| {
            let shape = broadcast_shapes(&[&shapes[0], &shapes[1]]).ok()?;
            Some(shape.dims().to_vec())
        };
        let told = |lhs: &[usize], rhs: &[usize]| sizes.apply(&rule, &[lhs.to_vec(), rhs.to_vec()]);
        assert_eq!(told(&[b, n], &[n]), Some(vec![b, n]));
        assert_eq!(told(&[b, n], &[b]), None);
        let open = sizes.open();
        assert_eq!(told(&[b, open], &[n]), Some(vec![b, n]));
        assert_eq!(told(&[open, n], &[b]), None);
        assert!(!sizes.are_one(&[open], &[n]));
        assert!(sizes.are_one(&[open], &[sizes.open()]));
    }
}
