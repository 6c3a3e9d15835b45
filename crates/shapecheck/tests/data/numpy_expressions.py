"""Records what NumPy makes of random expressions.

    python3 tests/data/numpy_expressions.py

writes two files beside this one: `numpy_expressions.txt`, a case a line, and `numpy_expressions.rs`, some of the cases
as Rust functions in which all sizes, or some, or first all and then some, are part of the types: each third, and those with a
method that no earlier one calls. `tests/notations/numpy_expressions.rs` runs both.

A case is a list of steps with a number each, an input or an operation on earlier steps, and what NumPy gives for
the last one:

    f64 2x3 1 2 3 4 5 6; i32 () 7; sum(-1) 0 = f64 2x1 6 15

After `~` in place of `=` the digits depend on the order in which a sum is made.
"""

import pathlib
import random
import re
import warnings

import numpy

FOLDER = pathlib.Path(__file__).parent
CASES = 900
STATIC = 330
MIXED = 120
MOST_ELEMENTS = 90
HIGHEST_RANK = 4
TYPES = {"f64": numpy.float64, "f32": numpy.float32, "i32": numpy.int32, "bool": numpy.bool_}
# To see whether a result depends on rounding.
WIDER = {"f64": numpy.longdouble, "f32": numpy.float64, "i32": numpy.int64}
ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
# Operations whose results are views.
VIEWS = ["reshape", "broadcast_to", "slice", "permute", "swap", "index", "insert", "remove", "transpose"]
LABELS = "abcdef"
COMPARISONS = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]
# Of run-time shapes the test can name only some lists of axes.
PAIRS = [(-2, -1), (-3, -1), (-3, -2)]
ORDERS = [(-3, -1, -2), (-2, -3, -1), (-2, -1, -3), (-1, -3, -2), (-1, -2, -3)]


class Unfit(Exception):
    """The operation has no answer here, or none that is sure."""


class Value:
    def __init__(self, kind, array, text, same, inline):
        self.kind, self.array, self.text = kind, numpy.asarray(array, dtype=TYPES[kind]), text
        # Whether each digit is determined.
        self.same = same
        # Where the generated Rust has it: in place, or on the heap.
        self.inline = inline

    @property
    def shape(self):
        return self.array.shape


def sizes(shape):
    return "x".join(map(str, shape)) or "()"


def elements(array):
    texts = (str(int(x)) if numpy.isfinite(x) and x == int(x) else str(x) for x in array.ravel())
    return "".join(" " + text for text in texts)


def random_size():
    return random.choices([0, 1, 2, 3, 4, 5, 7, 40], [2, 12, 24, 24, 10, 6, 3, 1])[0]


def random_shape():
    while True:
        shape = tuple(random_size() for _ in range(random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])))
        if numpy.prod(shape) <= MOST_ELEMENTS:
            return shape


def partner(shape):
    """A shape that broadcasts with this one, to it or beyond it."""
    result = [random_size() if size == 1 and random.random() < 0.7 else size for size in shape]
    result = [1 if random.random() < 0.3 else size for size in result]
    if random.random() < 0.3:
        return tuple(result[random.randint(0, len(result)) :])
    if random.random() < 0.2 and len(result) < HIGHEST_RANK:
        return (random_size(), *result)
    return tuple(result)


class Case:
    def __init__(self, storages):
        self.values, self.storages = [], storages

    def input(self, kind, shape):
        if numpy.prod(shape) > MOST_ELEMENTS:
            raise Unfit
        if kind == "bool":
            array = numpy.array([random.random() < 0.5 for _ in range(int(numpy.prod(shape)))])
        else:
            quarters = random.choices(range(-24, 25), k=int(numpy.prod(shape)))
            array = numpy.array(quarters) / 4 if kind != "i32" else numpy.array(quarters)
            if kind != "i32" and array.size and random.random() < 0.1:
                array[random.randrange(array.size)] = random.choice([numpy.nan, numpy.inf, -numpy.inf])
        array = array.reshape(shape).astype(TYPES[kind])
        inline = random.choice(self.storages)
        self.values.append(Value(kind, array, f"{kind} {sizes(shape)}{elements(array)}", True, inline))
        return len(self.values) - 1

    def other(self, kind, shape):
        """An operand to go with one of this shape: an earlier value, or a new input."""
        for place in random.sample(range(len(self.values) - 1), len(self.values) - 1):
            value = self.values[place]
            if random.random() < 0.3 and value.kind == kind:
                try:
                    numpy.broadcast_shapes(value.shape, shape)
                    return place
                except ValueError:
                    pass
        return self.input(kind, partner(shape))

    def step(self, name, parameters, operands, kind, function, sums=False):
        """The operation on the values at these places; `sums` where the order of additions may differ."""
        values = [self.values[place] for place in operands]
        arrays = [value.array for value in values]
        # Divisions by 0, and means of nothing, are asked for.
        with numpy.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            array = numpy.asarray(function(*arrays)).astype(TYPES[kind])
            same = all(value.same for value in values)
            if kind in WIDER and (sums or kind == "i32"):
                # One that overflows or was rounded is another number in the wider type.
                wide = function(*(x if x.dtype == bool else x.astype(WIDER[kind]) for x in arrays))
                if not numpy.array_equal(wide, array, equal_nan=kind != "i32"):
                    if kind == "i32":
                        raise Unfit
                    same = False
        if array.size > MOST_ELEMENTS or array.ndim > HIGHEST_RANK:
            raise Unfit
        listed = f"({','.join(map(str, parameters))})" if parameters else ""
        text = " ".join([name + listed, *map(str, operands)])
        value = Value(kind, array, text, same, all(value.inline for value in values))
        value.name, value.parameters, value.operands = name, parameters, operands
        self.values.append(value)

    def grow(self):
        last = len(self.values) - 1
        value = self.values[last]
        choices = [self.view] * 3 + [self.reduce] * 2
        if value.kind == "bool":
            choices += [self.select] * 3
        else:
            choices += [self.arithmetic] * 3 + [self.matmul, self.compare, self.extreme] + [self.einsum] * 2
        random.choice(choices)(last, value)

    def both(self, last, value):
        pair = [last, self.other(value.kind, value.shape)]
        random.shuffle(pair)
        return pair

    def arithmetic(self, last, value):
        name = random.choice(list(ARITHMETIC))
        pair = self.both(last, value)
        divisor = self.values[pair[1]]
        if name != "div":
            function = {"add": numpy.add, "sub": numpy.subtract, "mul": numpy.multiply}[name]
        elif value.kind == "i32":
            if not divisor.array.all():
                raise Unfit
            function = lambda a, b: numpy.trunc(numpy.true_divide(a, b))
        elif divisor.same:
            function = numpy.true_divide
        else:
            # Near 0 a last digit is all there is.
            raise Unfit
        self.step(name, [], pair, value.kind, function)

    def extreme(self, last, value):
        name = random.choice(["maximum", "minimum"])
        self.step(name, [], self.both(last, value), value.kind, getattr(numpy, name))

    def compare(self, last, value):
        name = random.choice(COMPARISONS)
        pair = self.both(last, value)
        if not all(self.values[place].same for place in pair):
            raise Unfit
        self.step(name, [], pair, "bool", getattr(numpy, name))

    def select(self, last, value):
        kind = random.choice(["f64", "f32", "i32"])
        yes = self.other(kind, value.shape)
        no = self.other(kind, numpy.broadcast_shapes(value.shape, self.values[yes].shape))
        self.step("select", [], [last, yes, no], kind, numpy.where)

    def reduce(self, last, value):
        rank = len(value.shape)
        axes = [()] + [(-axis,) for axis in range(1, rank + 1)] * 3
        axes = random.choice(axes + [pair for pair in PAIRS if -min(pair) <= rank])
        over = {"axis": axes, "keepdims": True} if axes else {}
        count = numpy.prod([value.shape[axis] for axis in axes] if axes else value.shape)
        kind = value.kind
        if kind == "bool":
            name = random.choice(["any", "all"])
            self.step(name, axes, [last], kind, lambda a: getattr(numpy, name)(a, **over))
            return
        names = ["sum", "sum", "max", "min", "argmax", "argmin"]
        name = random.choice(names if kind == "i32" else names + ["mean", "var"])
        if name in ["max", "min", "argmax", "argmin"] and (count == 0 or len(axes) > 1 and name[0] == "a"):
            raise Unfit
        if name in ["argmax", "argmin"]:
            if not value.same:
                raise Unfit
            over = {"axis": axes[0], "keepdims": True} if axes else {}
            kind = "i32"
        sums = name in ["sum", "mean", "var"]

        def function(array):
            # NumPy adds small integers in larger ones.
            own_type = {"dtype": array.dtype} if sums else {}
            return getattr(numpy, name)(array, **over, **own_type)

        self.step(name, axes, [last], kind, function, sums)
        if name in ["mean", "var"]:
            # By a division or by a factor: one way is as right as the other.
            self.values[-1].same = False

    def matmul(self, last, value):
        rank = len(value.shape)
        if rank == 0:
            raise Unfit
        front = partner(value.shape[:-2])
        left = random.random() < 0.5
        if left:
            inner = value.shape[-1]
            shape = random.choice([(inner,), (*front, inner, random_size())])
        else:
            inner = value.shape[max(rank - 2, 0)]
            shape = random.choice([(inner,), (*front, random_size(), inner)])
        if len(shape) > HIGHEST_RANK:
            raise Unfit
        other = self.input(value.kind, shape)
        pair = [last, other] if left else [other, last]
        self.step("matmul", [], pair, value.kind, numpy.matmul, True)

    def einsum(self, last, value):
        """The last value and one or two inputs, each axis with a label, and a result with some of the labels."""
        labels = random.sample(LABELS, len(value.shape))
        found = dict(zip(labels, value.shape))
        terms, operands = ["".join(labels)], [last]
        for _ in range(random.choice([1, 1, 2])):
            labels = random.sample(LABELS, random.choice([0, 1, 1, 2, 2, 3]))
            shape = [found.setdefault(label, random_size()) for label in labels]
            place = random.randint(0, len(terms))
            terms.insert(place, "".join(labels))
            operands.insert(place, self.input(value.kind, tuple(shape)))
        if numpy.prod(list(found.values())) > 10 * MOST_ELEMENTS:
            raise Unfit
        # Sums in another order, or made before products, are other numbers where not all are finite.
        if not all(numpy.isfinite(self.values[place].array).all() for place in operands):
            raise Unfit
        result = random.sample(sorted(found), random.randint(0, min(len(found), 3)))
        equation = ",".join(terms) + "->" + "".join(result)
        self.step("einsum", [equation], operands, value.kind, lambda *arrays: numpy.einsum(equation, *arrays), True)
        # Operands of one engine: they are lent, unless all lie alike.
        operands = [self.values[place] for place in operands]
        made = self.values[-1]
        made.lends = any(getattr(operand, "name", "") in VIEWS or operand.inline != operands[0].inline for operand in operands)
        made.inline = made.inline and not made.lends

    def view(self, last, value):
        shape = value.shape
        rank = len(shape)
        names = ["reshape", "broadcast_to", "insert"]
        names += ["slice", "slice", "index"] * (rank > 0) + ["transpose", "transpose", "swap"] * (rank > 1)
        names += ["permute"] * 3 * (rank > 2) + ["remove"] * 2 * (1 in shape)
        name = random.choice(names)
        axis = -random.randint(1, max(rank, 1))
        if name == "reshape":
            parameters = [sizes(self.other_sizes(shape))]
            target = read_sizes(parameters[0])
            function = lambda a: a.reshape(target)
        elif name == "broadcast_to":
            target = numpy.broadcast_shapes(shape, partner(shape))
            parameters = [sizes(target)]
            function = lambda a: numpy.broadcast_to(a, target)
        elif name == "insert":
            axis = -random.randint(1, rank + 1)
            parameters = [axis]
            function = lambda a: numpy.expand_dims(a, axis)
        elif name == "remove":
            axis = random.choice([place - rank for place, size in enumerate(shape) if size == 1])
            parameters = [axis]
            function = lambda a: numpy.squeeze(a, axis)
        elif name == "slice":
            start, end = sorted(random.randint(0, shape[axis]) for _ in range(2))
            parameters = [axis, start, end]
            function = lambda a: numpy.moveaxis(numpy.moveaxis(a, axis, 0)[start:end], 0, axis)
        elif name == "index":
            if shape[axis] == 0:
                raise Unfit
            parameters = [axis, random.randrange(shape[axis])]
            function = lambda a: numpy.take(a, parameters[1], axis)
        elif name == "transpose":
            parameters = []
            function = lambda a: numpy.swapaxes(a, -2, -1)
        elif name == "swap":
            parameters = [axis, -random.randint(1, rank)]
            function = lambda a: numpy.swapaxes(a, *parameters)
        else:
            parameters = random.choice(ORDERS)
            order = [*range(-rank, -3), *parameters]
            function = lambda a: numpy.transpose(a, [rank + axis for axis in order])
        self.step(name, parameters, [last], value.kind, function)

    def other_sizes(self, shape):
        count = int(numpy.prod(shape))
        if count == 0:
            return random.choice([(0,), (2, 0), (0, 3), (0, 0, 1)])
        target = []
        for _ in range(random.randint(0, 3)):
            size = random.choice([size for size in range(1, count + 1) if count % size == 0])
            target.append(size)
            count //= size
        if count > 1:
            target.append(count)
        random.shuffle(target)
        return tuple(target)

    def line(self):
        last = self.values[-1]
        steps = "; ".join(value.text for value in self.values)
        sign = "=" if last.same else "~"
        return f"{steps} {sign} {last.kind} {sizes(last.shape)}{elements(last.array)}"


def read_sizes(text):
    return () if text == "()" else tuple(map(int, text.split("x")))


def random_case(storages):
    """A case of two to four operations."""
    while True:
        case = Case(storages)
        wanted = random.choice([2, 2, 3, 3, 4])
        case.input(random.choice(["f64", "f64", "f32", "i32", "bool"]), random_shape())
        try:
            for _ in range(wanted):
                case.grow()
            return case
        except Unfit:
            pass


def listed(numbers):
    return ", ".join(map(str, numbers))


def some_unknown(shape):
    return [random.choice(["_", size]) for size in shape]


def rust(number, case, static):
    """The case as a function. A step is a statement, so that views can borrow what was before them."""
    lines = [f"fn {'static' if static else 'mixed'}_{number}(case: &Case) {{"]
    for place, value in enumerate(case.values):
        result = f"let v{place}"
        if not hasattr(value, "name"):
            numbers = f"case.input({place})"
            if value.inline:
                made = f"InlineTensor::<{value.kind}, shape![{listed(value.shape)}]>::from_slice(&{numbers})"
            elif static:
                made = f"Tensor::<{value.kind}, shape![{listed(value.shape)}]>::from_vec({numbers})"
            else:
                shape = f"<shape![{listed(some_unknown(value.shape))}]>::try_from([{listed(value.shape)}]).unwrap()"
                if not value.shape:
                    shape = "<shape![]>::default()"
                made = f"Tensor::<{value.kind}, _>::from_vec_with({shape}, {numbers})"
            lines.append(f"    {result} = {made}.unwrap();")
            continue
        name, parameters = value.name, value.parameters
        first, *others = [f"v{operand}" for operand in value.operands]
        if name in ARITHMETIC:
            text = f"&{first} {ARITHMETIC[name]} &{others[0]}"
        elif name in ["sum", "mean", "var", "max", "min", "any", "all", "argmax", "argmin"]:
            as_number = ".map(|place| place as i32)" if name.startswith("arg") else ""
            if not parameters:
                home = "InlineTensor" if value.inline else "Tensor"
                text = f"{home}::scalar({first}.{name}()){as_number}"
            elif len(parameters) == 1:
                text = f"{first}.{name}_axis::<{parameters[0]}>(){as_number}"
            else:
                text = f"{first}.{name}_axes::<axes![{listed(parameters)}]>()"
        elif name == "reshape":
            # A view of any strides has to be copied first.
            lines.append(f"    let copy{place} = {first}.to_tensor();")
            text = f"copy{place}.reshape::<shape![{listed(value.shape)}]>()"
        elif name == "broadcast_to" and (static or not value.shape):
            text = f"{first}.broadcast_to::<shape![{listed(value.shape)}]>()"
        elif name == "broadcast_to":
            # A size other than 1 that is known has to be known to fit: all are left for run time.
            shape = f"<shape![{listed('_' for _ in value.shape)}]>::try_from([{listed(value.shape)}]).unwrap()"
            text = f"{first}.broadcast_to_with({shape})"
        elif name == "slice":
            axis, start, end = parameters
            if static:
                text = f"{first}.narrow::<{axis}, dim!({end - start})>({start})"
            else:
                text = f"{first}.slice_axis::<{axis}>({start}..{end})"
        elif name == "einsum":
            lend = ".view()" if value.lends else ""
            text = f'einsum!("{parameters[0]}"; {listed("&" + operand + lend for operand in [first, *others])})'
        elif name == "permute":
            text = f"{first}.permute::<axes![{listed(parameters)}]>()"
        elif name == "swap":
            text = f"{first}.swap_axes::<{listed(parameters)}>()"
        elif name == "index":
            text = f"{first}.index_axis::<{parameters[0]}>({parameters[1]})"
        elif name in ["insert", "remove"]:
            text = f"{first}.{name}_axis::<{parameters[0]}>()"
        else:
            text = f"{first}.{name}({listed('&' + other for other in others)})"
        lines.append(f"    {result} = {text};")
    annotation = ""
    if static:
        # The shape is the one that NumPy found.
        home = "InlineTensor" if value.inline else "Tensor"
        annotation = f", {home}<{value.kind}, shape![{listed(value.shape)}]>"
    lines.append(f"    compare!(case, v{len(case.values) - 1}{annotation});")
    return "\n".join([*lines, "}", ""])


random.seed(20250611)
head = f"Expressions and the answers of NumPy {numpy.__version__}. Written by:"
command = "    python3 tests/data/numpy_expressions.py"
texts, functions, names = [], [], []
mixed, called = 0, set()
for number in range(CASES):
    # A third of the inputs of static shapes lie in place.
    case = random_case([True, False, False] if number < STATIC else [False])
    texts.append(case.line())
    on_the_heap = not any(value.inline for value in case.values)
    is_mixed = on_the_heap and mixed < MIXED
    mixed += is_mixed
    for static in [True] * (number < STATIC) + [False] * is_mixed:
        function = rust(number, case, static)
        methods = {(static, name) for name in re.findall(r"\bv\d+\.(\w+)", function)}
        if number % 3 and methods <= called:
            continue
        called |= methods
        functions.append(function)
        names.append(f"({number}, {'static' if static else 'mixed'}_{number})")
(FOLDER / "numpy_expressions.txt").write_text("\n".join([f"# {head}", f"# {command}", *texts, ""]))
table = f"pub const FUNCTIONS: [(usize, fn(&Case)); {len(names)}] = [{listed(names)}];\n"
(FOLDER / "numpy_expressions.rs").write_text("\n".join([f"// {head}", f"// {command}", "", table, *functions]))
