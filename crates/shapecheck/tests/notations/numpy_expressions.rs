//! Random expressions give NumPy's results: all in `data/numpy_expressions.txt` with shapes known only at run time, and
//! many of them with static or mixed shapes, where the compiler computes the shape of the result. Some have equations.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use crate::at;
use std::fmt::Debug;
use std::str::FromStr;

use shapecheck::{DynShape, InlineTensor, Shape, Tensor, axes, dim, einsum, notation, shape};

const CASES: &str = include_str!("../data/numpy_expressions.txt");

/// The tensor, or two of one type of elements, whatever that type is of those named.
macro_rules! with {
    ($value:expr, $x:ident: $($Kind:ident)* => $result:expr) => {
        match $value {
            $(Value::$Kind($x) => $result,)*
            #[allow(unreachable_patterns, reason = "where all types are named")]
            _ => panic!("an operation on another type of elements"),
        }
    };
    ($values:expr, ($x:ident, $y:ident): $($Kind:ident)* => $result:expr) => {
        match $values {
            $((Value::$Kind($x), Value::$Kind($y)) => $result,)*
            _ => panic!("an operation on other types of elements"),
        }
    };
}

/// What a generated function ends with: its result, of this type where all sizes are known to the compiler.
macro_rules! compare {
    ($case:ident, $result:ident $(, $Type:ty)?) => {
        let found $(: $Type)? = $result.to_tensor();
        $case.compare(found.shape().to_dyn().dims(), found.iter().copied());
    };
}

#[allow(
    clippy::op_ref,
    reason = "operands that are copied are borrowed as others are"
)]
mod generated {
    use super::*;

    include!("../data/numpy_expressions.rs");
}

/// Elements as they are written in a case, and how far they may be from NumPy's where the order of a sum matters.
trait Element: 'static + Copy + Debug {
    const NAME: &str;

    fn read(text: &str) -> Self;

    /// Whether it is the other number, or close to it.
    fn is(self, other: Self, exactly: bool) -> bool;

    fn value(tensor: Tensor<Self, DynShape>) -> Value;
}

macro_rules! elements {
    ($($T:ident $Kind:ident $read:expr, $is:expr;)*) => {
        /// A tensor of any type of elements.
        enum Value {$(
            $Kind(Tensor<$T, DynShape>),
        )*}

        $(impl Element for $T {
            const NAME: &str = stringify!($T);

            fn read(text: &str) -> Self {
                $read(text)
            }

            fn is(self, other: Self, exactly: bool) -> bool {
                $is(self, other, exactly)
            }

            fn value(tensor: Tensor<Self, DynShape>) -> Value {
                Value::$Kind(tensor)
            }
        })*
    };
}

elements! {
    f64 F64 number, |x, y, exactly: bool| same(x, y) || !exactly && close(x, y, 1e-12);
    f32 F32 number, |x, y, exactly: bool| same(x, y) || !exactly && close(f64::from(x), f64::from(y), 1e-5);
    i32 I32 number, |x, y, _| x == y;
    bool Bool |text| number::<u8>(text) != 0, |x, y, _| x == y;
}

fn number<T: FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| panic!("no number of the type: {text}"))
}

/// Equal, or both not a number.
#[allow(clippy::eq_op, reason = "what is not a number is not equal to itself")]
fn same<T: Copy + PartialEq>(x: T, y: T) -> bool {
    x == y || x != x && y != y
}

fn close(x: f64, y: f64, tolerance: f64) -> bool {
    (x - y).abs() <= tolerance * y.abs().max(1.0)
}

/// `2x3`, or `()` for the shape without axes.
fn sizes(text: &str) -> Vec<usize> {
    match text {
        "()" => Vec::new(),
        sizes => sizes.split('x').map(number).collect(),
    }
}

/// A line of the file: its steps, and what NumPy gives for the last.
struct Case {
    line: &'static str,
    steps: Vec<&'static str>,
    answer: &'static str,
    exactly: bool,
}

impl Case {
    fn new(line: &'static str) -> Self {
        let exactly = line.contains(" = ");
        let sign = if exactly { " = " } else { " ~ " };
        let (steps, answer) = line.split_once(sign).expect("steps and an answer");
        let steps = steps.split("; ").collect();
        Self {
            line,
            steps,
            answer,
            exactly,
        }
    }

    fn lines() -> impl Iterator<Item = &'static str> {
        CASES.lines().filter(|line| !line.starts_with('#'))
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::lines().step_by(STEP).map(Self::new)
    }

    /// The elements of the input that is this step.
    fn input<T: Element>(&self, step: usize) -> Vec<T> {
        let mut words = self.steps[step].split(' ');
        assert_eq!(words.next(), Some(T::NAME), "{}", self.line);
        words.skip(1).map(T::read).collect()
    }

    fn compare<T: Element>(&self, found: &[usize], elements: impl Iterator<Item = T>) {
        let mut words = self.answer.split(' ');
        assert_eq!(words.next(), Some(T::NAME), "{}", self.line);
        let expected = sizes(words.next().expect("a shape"));
        assert_eq!(found, expected, "{}", self.line);
        let expected: Vec<T> = words.map(T::read).collect();
        let elements: Vec<T> = elements.collect();
        let same = elements.len() == expected.len()
            && elements
                .iter()
                .zip(expected)
                .all(|(x, y)| x.is(y, self.exactly));
        assert!(same, "{}\nbut found {elements:?}", self.line);
    }

    /// Each step with run-time shapes.
    fn run(&self) {
        let mut values: Vec<Value> = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            let (head, rest) = step.split_once(' ').expect("a name and more");
            let value = match head {
                "f64" => self.tensor::<f64>(place),
                "f32" => self.tensor::<f32>(place),
                "i32" => self.tensor::<i32>(place),
                "bool" => self.tensor::<bool>(place),
                operation => {
                    let operands: Vec<&Value> = rest
                        .split(' ')
                        .map(|x| &values[number::<usize>(x)])
                        .collect();
                    apply(operation, &operands)
                }
            };
            values.push(value);
        }
        let last = values.last().expect("a step");
        with!(last, x: F64 F32 I32 Bool => self.compare(x.shape().dims(), x.iter().copied()));
    }

    fn tensor<T: Element>(&self, step: usize) -> Value {
        let shape = self.steps[step].split(' ').nth(1).expect("a shape");
        let shape = DynShape::from(sizes(shape));
        T::value(Tensor::from_vec_with(shape, self.input(step)).expect("as many elements"))
    }
}

fn value<T: Element, S: Shape>(tensor: Tensor<T, S>) -> Value {
    let sizes = tensor.shape().to_dyn();
    T::value(
        tensor
            .try_into_shape()
            .unwrap_or_else(|_| panic!("{sizes:?} is not dynamic")),
    )
}

/// An operation as it is written in a case, of tensors of dynamic shapes.
fn apply(operation: &str, operands: &[&Value]) -> Value {
    let (name, parameters) = match operation.split_once('(') {
        Some((name, parameters)) => (name, parameters.strip_suffix(')').expect("a bracket")),
        None => (operation, ""),
    };
    match *operands {
        _ if name == "einsum" => einsum(parameters, operands),
        [a] => match name {
            "reshape" | "broadcast_to" => {
                let target = DynShape::from(sizes(parameters));
                with!(a, x: F64 F32 I32 Bool => match name {
                    "reshape" => value(x.try_reshape(target).unwrap().to_tensor()),
                    _ => value(x.broadcast_to_with(target).to_tensor()),
                })
            }
            _ => {
                let numbers = parameters.split(',').filter(|text| !text.is_empty());
                of_one(name, &numbers.map(number).collect::<Vec<isize>>(), a)
            }
        },
        [a, b] => of_two(name, a, b),
        [Value::Bool(mask), yes, no] if name == "select" => {
            with!((yes, no), (x, y): F64 F32 I32 => value(mask.select(x, y)))
        }
        _ => panic!("no operation on so many tensors: {operation}"),
    }
}

/// An equation that is read at run time.
fn einsum(equation: &str, operands: &[&Value]) -> Value {
    macro_rules! of {
        ($($Kind:ident)*) => {
            match operands[0] {
                $(Value::$Kind(_) => {
                    let tensors = operands.iter().map(|operand| match operand {
                        Value::$Kind(x) => x,
                        _ => panic!("an equation of several types of elements"),
                    });
                    value(notation::einsum(equation, &tensors.collect::<Vec<_>>()).unwrap())
                })*
                Value::Bool(_) => panic!("an equation of truth values"),
            }
        };
    }
    of!(F64 F32 I32)
}

fn of_two(name: &str, a: &Value, b: &Value) -> Value {
    with!((a, b), (x, y): F64 F32 I32 => match name {
        "add" => value(x + y),
        "sub" => value(x - y),
        "mul" => value(x * y),
        "div" => value(x / y),
        "maximum" => value(x.maximum(y)),
        "minimum" => value(x.minimum(y)),
        "equal" => value(x.equal(y)),
        "not_equal" => value(x.not_equal(y)),
        "less" => value(x.less(y)),
        "less_equal" => value(x.less_equal(y)),
        "greater" => value(x.greater(y)),
        "greater_equal" => value(x.greater_equal(y)),
        "matmul" => value(x.matmul(y)),
        _ => panic!("no operation: {name}"),
    })
}

/// A number from 0 on of those in brackets.
fn index(number: isize) -> usize {
    number.try_into().expect("a number from 0 on")
}

/// A view, or a reduction.
fn of_one(name: &str, parameters: &[isize], a: &Value) -> Value {
    match (name, parameters) {
        ("transpose", []) => with!(a, x: F64 F32 I32 Bool => value(x.transpose().to_tensor())),
        ("swap", &[one, other]) => with!(a, x: F64 F32 I32 Bool => {
            at!(-one, A => at!(-other, B => value(x.swap_axes::<A, B>().to_tensor())))
        }),
        ("permute", order) => with!(a, x: F64 F32 I32 Bool => match order {
            [-3, -1, -2] => value(x.permute::<axes![-3, -1, -2]>().to_tensor()),
            [-2, -3, -1] => value(x.permute::<axes![-2, -3, -1]>().to_tensor()),
            [-2, -1, -3] => value(x.permute::<axes![-2, -1, -3]>().to_tensor()),
            [-1, -3, -2] => value(x.permute::<axes![-1, -3, -2]>().to_tensor()),
            [-1, -2, -3] => value(x.permute::<axes![-1, -2, -3]>().to_tensor()),
            _ => panic!("no order: {order:?}"),
        }),
        ("slice", &[axis, start, end]) => with!(a, x: F64 F32 I32 Bool => {
            at!(-axis, A => value(x.slice_axis::<A>(index(start)..index(end)).to_tensor()))
        }),
        ("index", &[axis, place]) => with!(a, x: F64 F32 I32 Bool => {
            at!(-axis, A => value(x.index_axis::<A>(index(place)).to_tensor()))
        }),
        ("insert", &[axis]) => with!(a, x: F64 F32 I32 Bool => {
            at!(-axis, A => value(x.insert_axis::<A>().to_tensor()))
        }),
        ("remove", &[axis]) => with!(a, x: F64 F32 I32 Bool => {
            at!(-axis, A => value(x.remove_axis::<A>().to_tensor()))
        }),
        _ => reduce(name, parameters, a),
    }
}

/// Over all axes where none is named, over one, or over two.
fn reduce(name: &str, axes: &[isize], a: &Value) -> Value {
    macro_rules! over {
        ($($Kind:ident)*: $all:ident $axis:ident $axes:ident $($as_number:expr)?) => {
            with!(a, x: $($Kind)* => match *axes {
                [] => value(Tensor::<_, DynShape>::full_with([].into(), x.$all())$(.map($as_number))?),
                [axis] => at!(-axis, A => value(x.$axis::<A>()$(.map($as_number))?)),
                [-2, -1] => value(x.$axes::<axes![-2, -1]>()$(.map($as_number))?),
                [-3, -1] => value(x.$axes::<axes![-3, -1]>()$(.map($as_number))?),
                [-3, -2] => value(x.$axes::<axes![-3, -2]>()$(.map($as_number))?),
                _ => panic!("no list of axes: {axes:?}"),
            })
        };
    }
    match name {
        "sum" => over!(F64 F32 I32: sum sum_axis sum_axes),
        "max" => over!(F64 F32 I32: max max_axis max_axes),
        "min" => over!(F64 F32 I32: min min_axis min_axes),
        "argmax" => over!(F64 F32 I32: argmax argmax_axis argmax_axes |place| place as i32),
        "argmin" => over!(F64 F32 I32: argmin argmin_axis argmin_axes |place| place as i32),
        "mean" => over!(F64 F32: mean mean_axis mean_axes),
        "var" => over!(F64 F32: var var_axis var_axes),
        "any" => over!(Bool: any any_axis any_axes),
        "all" => over!(Bool: all all_axis all_axes),
        _ => panic!("no operation: {name}"),
    }
}

/// Miri is slow: it runs one case of so many.
const STEP: usize = if cfg!(miri) { 10 } else { 1 };

// Under Miri.
#[test]
fn with_shapes_known_at_run_time() {
    let mut count = 0;
    for case in Case::all() {
        case.run();
        count += STEP;
    }
    assert!(count >= 500, "{count} cases");
}

// Under Miri.
#[test]
fn with_shapes_known_to_the_compiler() {
    let lines: Vec<_> = Case::lines().collect();
    for (number, function) in generated::FUNCTIONS.iter().step_by(STEP) {
        function(&Case::new(lines[*number]));
    }
}
