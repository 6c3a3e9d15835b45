"""Writes the verdicts of NumPy and PyTorch on random shapes and arguments to standard output.

    python3 tests/data/shape_functions.py > tests/data/shape_functions.txt

A case is a line: the function, its arguments, the shapes, and the shape or shapes that the library gives, or that it refuses. Of some small ones
the elements of the result follow:

    tensordot -2 | 2x3x4 3x4x5 = 2x5
    repeat -1 2 | 2 = 4 : -4 -4 3 3

Element `i` of operand `k` is `(7 i + 5 k) % 11 - 4`.

To add a function write one below, with `@function`: it yields arguments and shapes that most often fit, and what the library does with
arrays of these shapes. `tests/rules/shape_functions.rs` has an arm for each.
"""

import math
import random
import warnings

import numpy
import torch
import torch.nn.functional as F

CASES = 510
SIZES = [0, 1, 2, 3, 4, 5, 7, 12]
MOST_ELEMENTS = 4000
FUNCTIONS = []
# What a library refuses.
REFUSED = (ValueError, IndexError, RuntimeError, TypeError, ZeroDivisionError, numpy.exceptions.AxisError)
# Where a library takes what is refused here, or the other way round; a case of each is found by the test.
DIFFERENCES = {
    "numbers": "NumPy's inner takes numbers for vectors",
    "numbers in a grid": "PyTorch's meshgrid takes numbers for vectors",
    "one bias": "PyTorch's recurrent cells stretch a single number to all biases",
    "empty batch": "PyTorch's pixel_unshuffle leaves a batch of no image as it is",
    "empty edge": "an empty axis has no edge, even where NumPy adds nothing to it",
    "empty mask": "NumPy takes a mask of no element for an axis of any size",
    "no input": "PyTorch's bilinear cannot infer a size where an input has none",
    "one row": "PyTorch takes a vector for the weights of a layer of one output, and leaves the axis away",
    "four axes": "PyTorch takes weights of four axes for a bilinear layer where they have no element",
    "no elements": "PyTorch's adaptive pool along one axis, or to one place, makes means of no element",
    "empty tail": "PyTorch normalizes at least one axis",
    "pieces of nothing": "PyTorch splits an axis of size 0 into pieces of 0",
}


class Ours(Exception):
    """Here a library differs; the verdict that is ours, and why."""

    def __init__(self, why, verdict=None):
        self.why, self.verdict = why, verdict


def function(generator):
    FUNCTIONS.append(generator)
    return generator


def fewer(generator):
    """Half as many cases."""
    generator.cases = CASES // 2
    return function(generator)


def operand(shape, number=0):
    elements = (7 * numpy.arange(math.prod(shape)) + 5 * number) % 11 - 4
    return elements.astype(numpy.float64).reshape(shape)


def tensor(shape, number=0):
    return torch.from_numpy(operand(shape, number))


def text(shape):
    return "x".join(map(str, shape)) or "()"


def size():
    return random.choices(SIZES, [1, 3, 5, 5, 3, 2, 1, 1])[0]


def shape(least=0, most=4):
    return [size() for _ in range(random.randint(least, most))]


def axis_of(sizes, wrong=0.1):
    """An axis counted from the end, now and then one that there is not."""
    if random.random() < wrong:
        return -len(sizes) - random.randint(1, 2)
    return -random.randint(1, max(len(sizes), 1))


def stretched(sizes):
    """A shape that broadcasts with this one."""
    sizes = [1 if random.random() < 0.25 else size for size in sizes]
    return sizes[random.choice([0, 0, random.randint(0, len(sizes))]) :]


def disturbed(*shapes, chance=0.4):
    """The shapes, one size of which is another now and then, or an axis more or less."""
    shapes = [list(sizes) for sizes in shapes]
    if random.random() < chance:
        sizes = random.choice(shapes)
        if sizes and random.random() < 0.8:
            sizes[random.randrange(len(sizes))] = size()
        elif sizes and random.random() < 0.5:
            del sizes[random.randrange(len(sizes))]
        else:
            sizes.insert(random.randint(0, len(sizes)), size())
    return shapes


@function
def concat():
    sizes = shape(1)
    axis = axis_of(sizes)
    shapes = [sizes.copy() for _ in range(random.randint(1, 3))]
    for other in shapes:
        if axis >= -len(sizes):
            other[axis] = size()
    shapes = disturbed(*shapes)
    return [axis], shapes, lambda *arrays: numpy.concatenate(arrays, axis=axis)


@function
def stack():
    sizes = shape(0, 3)
    axis = axis_of([0, *sizes])
    shapes = disturbed(*[sizes] * random.randint(1, 3))
    return [axis], shapes, lambda *arrays: numpy.stack(arrays, axis=axis)


@function
def split():
    sizes = shape(1)
    axis = axis_of(sizes)
    total = sizes[axis] if axis >= -len(sizes) else 3
    first = random.randint(0, total)
    pieces = random.choice([[total], [first, total - first], [first, 0, total - first], [size(), size()]])
    return [axis, *pieces], [sizes], lambda x: torch.split(torch.from_numpy(x), pieces, axis)


@function
def split_axis():
    first, second, sizes = size(), size(), shape(0, 3)
    place = random.randint(0, len(sizes))
    sizes.insert(place, first * second if random.random() < 0.7 else size())
    new = random.choice([[first, second], [first, -1], [-1, second], [first, second, 1], [-1, -1]])
    axis = place - len(sizes)
    return [axis, *new], [sizes], lambda x: torch.from_numpy(x).unflatten(axis, new)


@function
def merge_axes():
    sizes = shape(2)
    axis = -random.randint(2, len(sizes) + (random.random() < 0.4))
    return [axis], [sizes], lambda x: torch.flatten(torch.from_numpy(x), axis, axis + 1)


@function
def flatten():
    sizes = shape(1)
    axis = axis_of(sizes, wrong=0.4)
    return [axis], [sizes], lambda x: torch.flatten(torch.from_numpy(x), axis, -1)


@function
def reshape():
    sizes = shape()
    target = sizes.copy()
    random.shuffle(target)
    if len(target) > 1 and random.random() < 0.5:
        target = [target[0] * target[1], *target[2:]]
    (target,) = disturbed(target)
    for place in range(len(target)):
        if random.random() < 0.25:
            target[place] = -1
    return target, [sizes], lambda x: numpy.reshape(x, target)


@function
def squeeze_all():
    return [], [[random.choice([1, size()]) for _ in range(random.randint(0, 5))]], numpy.squeeze


@function
def move_axis():
    sizes = shape(1)
    a, b = axis_of(sizes, 0.25), axis_of(sizes, 0.25)
    return [a, b], [sizes], lambda x: numpy.moveaxis(x, a, b)


@function
def move_axes():
    sizes = shape(1)
    most = min(len(sizes), 3) + (random.random() < 0.05)
    lists = []
    for _ in range(2):
        axes = [axis_of(sizes, 0.06) for _ in range(random.randint(1, most))]
        if random.random() < 0.9:
            axes = random.sample(range(-len(sizes), 0), min(most, len(sizes)))
        lists.append(axes)
    if random.random() < 0.15:
        lists[random.randrange(2)].pop()
    source, target = lists
    return [len(source), *source, *target], [sizes], lambda x: numpy.moveaxis(x, source, target)


@fewer
def rot90():
    sizes, turns = shape(2), random.randint(-5, 6)
    a, b = axis_of(sizes), axis_of(sizes)
    return [a, b, turns], [sizes], lambda x: numpy.rot90(x, turns, axes=(a, b))


@fewer
def roll():
    shift = random.randint(-9, 9)
    return [shift], [shape()], lambda x: numpy.roll(x, shift)


@function
def repeat():
    sizes, count = shape(1), random.randint(0, 4)
    axis = axis_of(sizes, 0.35)
    return [axis, count], [sizes], lambda x: numpy.repeat(x, count, axis=axis)


@function
def tile():
    sizes, count = shape(1), random.randint(0, 4)
    return [-1, count], [sizes], lambda x: numpy.tile(x, count)


@function
def pad_constant():
    sizes = shape(1)
    axis, (a, b) = axis_of(sizes, 0.35), (random.randint(0, 4), random.randint(0, 4))

    def call(x):
        if axis < -x.ndim:
            raise ValueError("no axis")
        pairs = [(0, 0)] * x.ndim
        pairs[axis] = (a, b)
        return numpy.pad(x, pairs, constant_values=2)

    return [axis, a, b], [sizes], call


@function
def pad_edge():
    sizes = shape(1)
    axis, (a, b) = axis_of(sizes, 0.2), (random.randint(0, 4), random.randint(0, 4))
    if axis >= -len(sizes) and random.random() < 0.2:
        sizes[axis] = 0

    def call(x):
        if axis < -x.ndim:
            raise ValueError("no axis")
        if x.shape[axis] == 0 and a == b == 0:
            raise Ours("empty edge")
        pairs = [(0, 0)] * x.ndim
        pairs[axis] = (a, b)
        return numpy.pad(x, pairs, mode="edge")

    return [axis, a, b], [sizes], call


def padded_by_torch(mode):
    # PyTorch pads the last axis of three.
    sizes, (a, b) = [random.randint(1, 3), random.randint(1, 3), random.randint(1, 5)], (random.randint(0, 5), random.randint(0, 5))
    return [-1, a, b], [sizes], lambda x: F.pad(torch.from_numpy(x), (a, b), mode=mode)


@function
def pad_reflect():
    return padded_by_torch("reflect")


@function
def pad_wrap():
    return padded_by_torch("circular")


@function
def slice_():
    sizes = shape(1)
    axis = axis_of(sizes)
    length = sizes[axis] if axis >= -len(sizes) else 3
    start, end, step = random.randint(0, length + 1), random.randint(0, length + 1), random.choice([-3, -2, -1, 1, 2, 3])

    def call(x):
        # NumPy cuts limits off at the ends; here they have to be there.
        if start > end or end > x.shape[axis]:
            raise ValueError("beyond")
        part = numpy.arange(start, end)
        return numpy.take(x, part[::step], axis=axis)

    return [axis, start, end, step], [sizes], call


@function
def take():
    sizes, indices = shape(1, 3), shape(0, 2)
    axis = axis_of(sizes, 0.35)
    if axis >= -len(sizes) and sizes[axis] == 0:
        sizes[axis] = 4

    def call(x, i):
        return numpy.take(x, indices_below(i.shape, x.shape[axis]), axis=axis)

    return [axis], [sizes, indices], call


def indices_below(sizes, limit):
    return (numpy.arange(math.prod(sizes)) % max(limit, 1)).reshape(sizes)


@function
def gather():
    sizes = shape(1, 3)
    axis = axis_of(sizes)
    if axis >= -len(sizes) and sizes[axis] == 0:
        sizes[axis] = 3
    indices = [1 if random.random() < 0.2 else size for size in sizes]
    if axis >= -len(sizes):
        indices[axis] = size()
    sizes, indices = disturbed(sizes, indices)

    def call(x, i):
        if x.ndim >= -axis and x.shape[axis] == 0 and i.size:
            # No index is below 0.
            raise Unsure
        return numpy.take_along_axis(x, indices_below(i.shape, x.shape[axis]), axis=axis)

    return [axis], [sizes, indices], call


@function
def embedding():
    table, indices = disturbed([random.randint(1, 7), size()], shape(0, 3))

    def call(x, i):
        if 0 in x.shape[:1]:
            raise Unsure
        return F.embedding(torch.from_numpy(indices_below(i.shape, x.shape[0])), torch.from_numpy(x))

    return [], [table, indices], call


@function
def mask():
    sizes = shape(1, 3)
    axis = axis_of(sizes)
    length = sizes[axis] if axis >= -len(sizes) else 3
    (marks,) = disturbed([length])

    def call(x, m):
        if axis < -x.ndim:
            raise IndexError("no axis")
        index = [slice(None)] * x.ndim
        index[axis] = numpy.zeros(m.shape, bool)
        if m.ndim != 1:
            raise IndexError("a mask of an axis is a vector")
        if m.size == 0 and x.shape[axis]:
            raise Ours("empty mask")
        return fits(x[tuple(index)])

    return [axis], [sizes, marks], call


class Unsure(Exception):
    """The case says nothing of shapes."""


class Fits:
    """A verdict without a shape."""


def fits(_):
    return Fits()


@function
def top_k():
    sizes = shape(1)
    axis, count = axis_of(sizes), random.randint(0, 6)
    return [axis, count], [sizes], lambda x: torch.topk(torch.from_numpy(x), count, axis)[0]


@function
def matmul():
    front, m, k, n = shape(0, 2), size(), size(), size()
    lhs = random.choice([[k], [*stretched(front), m, k], [*front, m, k]])
    rhs = random.choice([[k], [*stretched(front), k, n], [*front, k, n]])
    shapes = disturbed(lhs, rhs)
    return [], shapes, numpy.matmul


@function
def vecdot():
    front, k = shape(0, 3), size()
    return [], disturbed([*stretched(front), k], [*stretched(front), k], chance=0.5), numpy.vecdot


@function
def inner():
    k = size()
    shapes = disturbed([*shape(0, 2), k], [*shape(0, 2), k], chance=0.6)

    def call(a, b):
        if not (a.ndim and b.ndim):
            raise Ours("numbers")
        return numpy.inner(a, b)

    return [], shapes, call


@function
def tensordot():
    count = random.randint(0, 3)
    shared = shape(count, count)
    shapes = disturbed([*shape(0, 2), *shared], [*shared, *shape(0, 2)], chance=0.6)
    return [-count], shapes, lambda a, b: numpy.tensordot(a, b, axes=count)


@function
def kron():
    return [], [shape(0, 3), shape(0, 3)], numpy.kron


@function
def cross():
    sizes = shape(0, 2)
    place = random.randint(0, len(sizes))
    sizes.insert(place, 3)
    axis = place - len(sizes)
    other = [1 if random.random() < 0.2 and where != place else size for where, size in enumerate(sizes)]
    return [axis], disturbed(sizes, other, chance=0.5), lambda a, b: numpy.linalg.cross(a, b, axis=axis)


@function
def diagonal():
    sizes, offset = shape(0, 4), random.randint(-3, 3)

    def call(x):
        return numpy.diagonal(x, offset, -2, -1)

    return [offset], [sizes], call


@function
def qr():
    return [], [shape(0, 4)], lambda x: tuple(numpy.linalg.qr(x))


@function
def svd():
    return [], [shape(0, 4)], lambda x: tuple(numpy.linalg.svd(x, full_matrices=False))


@fewer
def complete_qr():
    return [], [shape(0, 4)], lambda x: tuple(numpy.linalg.qr(x, mode="complete"))


@fewer
def full_svd():
    return [], [shape(0, 4)], lambda x: tuple(numpy.linalg.svd(x, full_matrices=True))


@fewer
def lstsq():
    m = size()

    def call(a, b):
        # NumPy's takes single matrices only. Of several, the rule is that of a product with the pseudo-inverse.
        return numpy.linalg.lstsq(a, b)[0] if a.ndim == 2 and b.ndim < 3 else numpy.linalg.pinv(a) @ b

    front = shape(0, 2)
    rhs = random.choice([[m], [m, size()], [*stretched(front), m, size()]])
    return [], disturbed([*stretched(front), m, size()], rhs, chance=0.5), call


def unit_like(array):
    """Of the same shape, and not singular."""
    if array.ndim < 2:
        return array
    return numpy.broadcast_to(numpy.eye(*array.shape[-2:]), array.shape)


@function
def det():
    n = size()
    (sizes,) = disturbed([*shape(0, 2), n, n])
    return [], [sizes], lambda x: numpy.linalg.det(unit_like(x))


@function
def solve():
    front, n = shape(0, 2), size()
    rhs = random.choice([[n], [*stretched(front), n, size()], [*front, n, size()]])
    shapes = disturbed([*stretched(front), n, n], rhs, chance=0.5)
    return [], shapes, lambda a, b: numpy.linalg.solve(unit_like(a), b)


@function
def linear():
    inputs, outputs = size(), size()
    shapes = disturbed([*shape(0, 2), inputs], [outputs, inputs], chance=0.55)

    def call(x, w):
        if w.ndim == 1 and x.ndim and x.shape[-1] == w.shape[0]:
            raise Ours("one row")
        return F.linear(torch.from_numpy(x), torch.from_numpy(w))

    return [], shapes, call


@function
def bilinear():
    front, a, b, o = shape(0, 2), size(), size(), size()
    shapes = disturbed([*front, a], [*front, b], [o, a, b], chance=0.6)

    def call(x, y, w):
        if w.ndim == 4 and w.size == 0:
            raise Ours("four axes")
        if x.ndim and y.ndim and w.ndim == 3 and 0 in w.shape[1:]:
            if x.shape[:-1] == y.shape[:-1] and (x.shape[-1], y.shape[-1]) == w.shape[1:]:
                raise Ours("no input", text((*x.shape[:-1], w.shape[0])))
        return F.bilinear(*map(torch.from_numpy, (x, y, w)))

    return [], shapes, call


@function
def ends_in():
    tail = shape(1, 2)
    sizes, tail = disturbed([*shape(0, 2), *tail], tail if random.random() < 0.95 else [], chance=0.6)

    def call(x, t):
        if not t.ndim:
            raise Ours("empty tail", "fits")
        return fits(F.layer_norm(torch.from_numpy(x), t.shape))

    return [], [sizes, tail], call


@function
def group_norm():
    groups, channels = random.randint(1, 4), random.randint(1, 3)
    channels = groups * channels if random.random() < 0.6 else size()
    sizes = [random.randint(1, 3), channels, *[random.randint(2, 4) for _ in range(random.randint(1, 2))]]
    axis = 1 - len(sizes)

    def call(x):
        if x.shape[1] == 0:
            raise Unsure
        return fits(F.group_norm(torch.from_numpy(x), groups))

    return [axis, groups], [sizes], call


@function
def attention():
    front, length, width, keys, output = shape(0, 2), size(), size(), size(), size()
    shapes = [[*stretched(front), length, width], [*stretched(front), keys, width], [*stretched(front), keys, output]]
    shapes = disturbed(*shapes, chance=0.6)

    def call(q, k, v):
        # The definition in PyTorch's documentation; its kernels take other numbers of keys and values too.
        if min(q.ndim, k.ndim, v.ndim) < 2:
            raise ValueError("no matrices")
        q, k, v = map(torch.from_numpy, (q, k, v))
        return torch.softmax(q @ k.mT, -1) @ v

    return [], shapes, call


@function
def grouped_attention():
    front, heads, groups = shape(0, 1), random.randint(1, 3), random.randint(1, 3)
    length, width, keys, output = size(), size(), size(), size()
    shapes = [[*front, heads * groups, length, width], [*front, heads, keys, width], [*front, heads, keys, output]]
    shapes = disturbed(*shapes, chance=0.6)

    def call(q, k, v):
        # The definition in PyTorch's documentation: heads of keys and values are repeated.
        if min(q.ndim, k.ndim, v.ndim) < 3 or k.shape[-3] == 0:
            raise ValueError("no heads")
        if not (q.shape[:-3] == k.shape[:-3] == v.shape[:-3]):
            raise Unsure
        if q.shape[-3] % k.shape[-3] or k.shape[-3] != v.shape[-3]:
            raise ValueError("heads that do not fit")
        q, k, v = map(torch.from_numpy, (q, k, v))
        k, v = (part.repeat_interleave(q.shape[-3] // k.shape[-3], -3) for part in (k, v))
        return torch.softmax(q @ k.mT, -1) @ v

    return [], shapes, call


@function
def split_at():
    sizes = shape(1)
    axis = axis_of(sizes)
    at = random.randint(0, 6)
    return [axis, at], [sizes], lambda x: torch.split(torch.from_numpy(x), [at, x.shape[axis] - at], axis)


@function
def split_at_each():
    sizes = shape(1)
    axis = axis_of(sizes)
    places = [random.randint(0, 4) for _ in range(random.randint(1, 3))]
    if random.random() < 0.7:
        places.sort()

    def call(x):
        ends = [0, *places, x.shape[axis]]
        return torch.split(torch.from_numpy(x), [end - start for start, end in zip(ends, ends[1:])], axis)

    return [axis, *places], [sizes], call


@function
def split_every():
    sizes, every = shape(1), random.choice([0, 0, 1, 2, 3, 4, 5])
    axis = axis_of(sizes, 0.3)

    def call(x):
        if every == 0 and x.shape[axis] == 0:
            raise Ours("pieces of nothing")
        return torch.split(torch.from_numpy(x), every, axis)

    return [axis, every], [sizes], call


@function
def chunk():
    sizes, chunks = shape(1), random.randint(0, 6)
    axis = axis_of(sizes, 0.3)
    return [axis, chunks], [sizes], lambda x: torch.chunk(torch.from_numpy(x), chunks, axis)


@fewer
def array_split():
    sizes, parts = shape(1), random.randint(0, 6)
    axis = axis_of(sizes, 0.3)
    return [axis, parts], [sizes], lambda x: numpy.array_split(x, parts, axis=axis)


@function
def class_weights():
    rows, count = random.randint(1, 4), random.randint(1, 5)
    scores, weights = disturbed([rows, count], [count], chance=0.6)
    axis = 1 - len(scores)

    def call(s, w):
        if s.ndim < 2 or 0 in s.shape:
            raise Unsure
        labels = torch.zeros([s.shape[0], *s.shape[2:]], dtype=torch.long)
        return fits(F.cross_entropy(torch.from_numpy(s), labels, weight=torch.from_numpy(w)))

    return [axis], [scores, weights], call


def another_size(shapes, chance):
    """As `disturbed`, of as many axes: of more PyTorch has functions of other names."""
    shapes = [list(sizes) for sizes in shapes]
    if random.random() < chance:
        sizes = random.choice(shapes)
        sizes[random.randrange(len(sizes))] = random.randint(1, 5)
    return shapes


def convolution(axes, call):
    groups = random.choice([1, 1, 1, 2, 3])
    stride, padding, dilation = random.randint(0, 3) or 1, random.randint(0, 2), random.choice([1, 1, 2])
    kernel = [groups * random.randint(1, 3), random.randint(1, 3), *[random.randint(1, 4) for _ in range(axes)]]
    image = [groups * kernel[1], *[random.randint(1, 9) for _ in range(axes)]]
    shapes = another_size([[random.randint(1, 3)][: random.randint(0, 1)] + image, kernel], 0.4)
    arguments = [stride, padding, dilation, groups]
    return arguments, shapes, lambda x, w: call(torch.from_numpy(x), torch.from_numpy(w), None, *arguments)


@function
def conv1d():
    return convolution(1, F.conv1d)


@function
def conv2d():
    return convolution(2, F.conv2d)


@function
def conv3d():
    return convolution(3, F.conv3d)


def pool(axes, call):
    window, stride, padding = random.randint(1, 5), random.randint(1, 4), random.choice([0, 0, 1, 2])
    dilation, ceil = random.choice([1, 1, 2]), random.randint(0, 1)
    image = [random.randint(1, 3) for _ in range(random.randint(1, 2))] + [random.randint(1, 9) for _ in range(axes)]
    arguments = [window, stride, padding, dilation, ceil]
    return [axes, *arguments], [image], lambda x: call(torch.from_numpy(x), *arguments[:4], bool(ceil))


@function
def max_pool1d():
    return pool(1, F.max_pool1d)


@function
def max_pool2d():
    return pool(2, F.max_pool2d)


@function
def max_pool3d():
    return pool(3, F.max_pool3d)


@function
def distances():
    front, k = shape(0, 2), size()
    shapes = disturbed([*stretched(front), size(), k], [*stretched(front), size(), k], chance=0.6)
    return [], shapes, lambda a, b: torch.cdist(torch.from_numpy(a), torch.from_numpy(b))


@function
def targets():
    sizes = shape()
    shapes = disturbed(sizes, sizes, chance=0.7)

    def call(a, b):
        # Where sizes differ PyTorch warns, and stretches.
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                return fits(F.mse_loss(torch.from_numpy(a), torch.from_numpy(b)))
            except UserWarning as warning:
                raise ValueError(str(warning))

    return [], shapes, call


@function
def classes():
    rows, count = random.randint(1, 4), random.randint(1, 5)
    rest = [random.randint(1, 3) for _ in range(random.randint(0, 2))]
    scores, labels = disturbed([rows, count, *rest], [rows, *rest], chance=0.6)
    axis = 1 - len(scores)

    def call(s, t):
        if s.ndim < 2 or 0 in s.shape or 0 in t.shape:
            raise Unsure
        if s.shape == t.shape:
            # Targets of this shape are probabilities, which have a rule of their own.
            raise Unsure
        return fits(F.cross_entropy(torch.from_numpy(s), torch.zeros(t.shape, dtype=torch.long)))

    return [axis], [scores, labels], call


def described(value):
    if isinstance(value, Fits):
        return "fits"
    if isinstance(value, (tuple, list)):
        return " ".join(text(tuple(part.shape)) for part in value)
    return text(tuple(value.shape))


def transposed_convolution(axes, call):
    groups = random.choice([1, 1, 1, 2, 3])
    stride, padding, dilation = random.randint(1, 3), random.randint(0, 2), random.choice([1, 1, 2])
    added = random.choice([0, 0, 1, 2])
    kernel = [groups * random.randint(1, 3), random.randint(1, 3), *[random.randint(1, 4) for _ in range(axes)]]
    image = [kernel[0], *[random.randint(1, 6) for _ in range(axes)]]
    shapes = another_size([[random.randint(1, 3)][: random.randint(0, 1)] + image, kernel], 0.3)
    arguments = [stride, padding, added, dilation, groups]
    settings = {"stride": stride, "padding": padding, "output_padding": added, "groups": groups, "dilation": dilation}
    return arguments, shapes, lambda x, w: call(torch.from_numpy(x), torch.from_numpy(w), None, **settings)


@fewer
def conv_transpose1d():
    return transposed_convolution(1, F.conv_transpose1d)


@fewer
def conv_transpose2d():
    return transposed_convolution(2, F.conv_transpose2d)


@fewer
def conv_transpose3d():
    return transposed_convolution(3, F.conv_transpose3d)


@fewer
def fold():
    window, stride, padding, dilation = random.randint(1, 3), random.randint(1, 3), random.randint(0, 1), random.randint(1, 2)
    target = [random.randint(2, 6), random.randint(2, 6)]
    places = [(n + 2 * padding - dilation * (window - 1) - 1) // stride + 1 for n in target]
    columns = [random.randint(1, 3) * window**2, max(places[0], 1) * max(places[1], 1)]
    shapes = another_size([[random.randint(1, 3)][: random.randint(0, 1)] + columns], 0.5)
    arguments = [*target, window, stride, padding, dilation]
    return arguments, shapes, lambda x: F.fold(torch.from_numpy(x), target, window, dilation, padding, stride)


def image_of(axes):
    """With an axis without an element, every other time."""
    sizes = [random.randint(1, 3), random.randint(1, 3), *[random.randint(1, 9) for _ in range(axes)]]
    if random.random() < 0.5:
        sizes[random.randint(2, axes + 1)] = 0
    return sizes


@fewer
def adaptive_pool():
    axes = random.randint(1, 3)
    target = [random.randint(1, 6) for _ in range(axes)]
    call = [F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d][axes - 1]

    def ours(x):
        if (axes == 1 or set(target) == {1}) and x.size == 0:
            raise Ours("no elements")
        return call(torch.from_numpy(x), target)

    return target, [image_of(axes)], ours


@fewer
def interpolate():
    axes = random.randint(1, 3)
    target = [random.randint(1, 9) for _ in range(axes)]
    return target, [image_of(axes)], lambda x: F.interpolate(torch.from_numpy(x), size=target)


@fewer
def upsample():
    axes = random.randint(1, 3)
    factors = [random.randint(1, 4) for _ in range(axes)]
    return factors, [image_of(axes)], lambda x: F.interpolate(torch.from_numpy(x), scale_factor=[float(n) for n in factors])


def recurrent(gates, call):
    inputs, hidden, batch = random.randint(1, 5), random.randint(1, 5), random.randint(1, 4)
    shapes = [[batch, inputs], [gates, hidden, inputs], [gates, hidden, hidden], [gates, hidden]]
    shapes = another_size(shapes, 0.6)

    def called(x, *parts):
        if parts[2].size == 1 < gates * parts[0].shape[1]:
            raise Ours("one bias")
        first, second, bias = (torch.from_numpy(part).reshape(-1, *part.shape[2:]) for part in parts)
        return call(torch.from_numpy(x), torch.zeros(x.shape[0], parts[0].shape[1], dtype=torch.float64), first, second, bias.ravel())

    return [], shapes, called


@fewer
def lstm():
    return recurrent(4, lambda x, state, w, r, b: torch.lstm_cell(x, (state, state), w, r, b, torch.zeros_like(b))[0])


@fewer
def gru():
    return recurrent(3, lambda x, state, w, r, b: torch.gru_cell(x, state, w, r, b, torch.zeros_like(b)))


def with_empty(sizes):
    """A size that is 0 or 1 now and then."""
    if sizes and random.random() < 0.4:
        sizes[random.randrange(len(sizes))] = random.randint(0, 1)
    return sizes


def transform(call):
    sizes = with_empty(shape(1, 3))
    axis = axis_of(sizes)
    return [axis], [sizes], lambda x: call(x, axis=axis)


@fewer
def fft():
    return transform(numpy.fft.fft)


@fewer
def rfft():
    return transform(numpy.fft.rfft)


@fewer
def irfft():
    return transform(numpy.fft.irfft)


@fewer
def rfft_to():
    sizes, count = with_empty(shape(1, 3)), random.choice([0, 0, 1, 2, 5, 8])
    axis = axis_of(sizes)
    return [axis, count], [sizes], lambda x: numpy.fft.rfft(x, count, axis=axis)


@fewer
def remove_axis():
    sizes = with_empty(shape(1))
    axis = axis_of(sizes)
    return [axis], [sizes], lambda x: numpy.squeeze(x, axis=axis)


@fewer
def insert_axis():
    sizes = shape(0, 3)
    axis = axis_of([*sizes, 1], wrong=0.5)
    return [axis], [sizes], lambda x: numpy.expand_dims(x, axis)


@fewer
def permute():
    sizes = shape(1)
    order = random.sample(range(-len(sizes), 0), len(sizes))
    if random.random() < 0.5:
        order[random.randrange(len(order))] = axis_of(sizes, wrong=0.3)
    return order, [sizes], lambda x: numpy.transpose(x, order)


@fewer
def diff():
    sizes, times = shape(1), random.randint(1, 3)
    axis = axis_of(sizes, wrong=0.5)
    return [axis, times], [sizes], lambda x: numpy.diff(x, times, axis=axis)


@fewer
def largest():
    sizes = with_empty(shape(1))
    axis = axis_of(sizes)
    return [axis], [sizes], lambda x: torch.amax(torch.from_numpy(x), axis, keepdim=True)


@fewer
def trace():
    sizes = shape(0, 4)
    return [], [sizes], numpy.linalg.trace


@fewer
def outer():
    return [], disturbed([size()], [size()], chance=0.7), numpy.linalg.outer


@fewer
def meshgrid():
    vectors = disturbed(*[[size()] for _ in range(random.randint(2, 4))], chance=0.7)

    def call(*arrays):
        if any(array.ndim == 0 for array in arrays):
            raise Ours("numbers in a grid")
        return torch.meshgrid(*map(torch.from_numpy, arrays), indexing="ij")[0]

    return [], vectors, call


@fewer
def meshgrid_xy():
    vectors = disturbed(*[[size()] for _ in range(random.randint(2, 4))], chance=0.7)

    def call(*arrays):
        if any(array.ndim == 0 for array in arrays):
            raise Ours("numbers in a grid")
        return torch.meshgrid(*map(torch.from_numpy, arrays), indexing="xy")[0]

    return [], vectors, call


@fewer
def searchsorted():
    sorted_, values = disturbed([size()], shape(0, 3), chance=0.7)
    return [], [sorted_, values], lambda v, x: numpy.searchsorted(numpy.sort(v), x)


@fewer
def one_hot():
    classes = random.randint(1, 5)
    return [classes], [shape(0, 3)], lambda i: F.one_hot(torch.from_numpy(indices_below(i.shape, classes)), classes)


@fewer
def triangle():
    return [], [shape(0, 3)], lambda x: torch.tril(torch.from_numpy(x))


@fewer
def diag():
    return [], [shape(0, 3)], lambda x: torch.diag_embed(torch.from_numpy(x))


@fewer
def swap_axes():
    sizes = shape(1)
    a, b = axis_of(sizes, 0.3), axis_of(sizes, 0.3)
    return [a, b], [sizes], lambda x: numpy.swapaxes(x, a, b)


@fewer
def sort():
    sizes = shape(1)
    axis = axis_of(sizes, 0.5)
    return [axis], [sizes], lambda x: numpy.sort(x, axis=axis)


@fewer
def split_equal():
    sizes, parts = shape(1), random.randint(0, 4)
    axis = axis_of(sizes)
    if parts and axis >= -len(sizes) and random.random() < 0.5:
        sizes[axis] = parts * random.randint(0, 4)
    return [axis, parts], [sizes], lambda x: numpy.split(x, parts, axis=axis)[0]


@fewer
def index_axis():
    sizes, index = shape(1), random.randint(0, 4)
    axis = axis_of(sizes)
    # `take` refuses no index where nothing is taken.
    return [axis, index], [sizes], lambda x: numpy.moveaxis(x, axis, 0)[index]


@fewer
def sums():
    sizes = shape(1)
    axes = [axis_of(sizes, 0.2) for _ in range(random.randint(1, 3))]
    return axes, [sizes], lambda x: numpy.sum(x, axis=tuple(axes), keepdims=True)


@fewer
def eigh():
    n = size()
    (sizes,) = disturbed([*shape(0, 2), n, n], chance=0.7)
    return [], [sizes], lambda x: tuple(numpy.linalg.eigh(unit_like(x)))


@fewer
def pinv():
    return [], [shape(0, 4)], lambda x: numpy.linalg.pinv(unit_like(x))


@fewer
def indexed_values():
    found = shape(0, 3)
    values, found = disturbed(stretched(found), found, chance=0.6)
    return [], [values, found], lambda v, x: fits(numpy.broadcast_to(v, x.shape))


@fewer
def dot():
    k = size()
    rhs = random.choice([[k], [*shape(0, 2), k, size()], []])
    lhs = [] if random.random() < 0.1 else [*shape(0, 2), k]
    return [], disturbed(lhs, rhs, chance=0.6), numpy.dot


@fewer
def unstack():
    sizes, count = shape(1), random.randint(0, 5)
    axis = axis_of(sizes)
    if axis >= -len(sizes) and random.random() < 0.5:
        sizes[axis] = count

    def call(x):
        # NumPy gives as many arrays as there are; here the number is asked for.
        parts = numpy.unstack(x, axis=axis)
        if len(parts) != count:
            raise ValueError("another number")
        return numpy.moveaxis(x, axis, 0).sum(0)

    return [axis, count], [sizes], call


@fewer
def unfold():
    window, stride, padding, dilation = random.randint(1, 4), random.randint(1, 3), random.randint(0, 2), random.randint(1, 2)
    image = [random.randint(1, 3)][: random.randint(0, 1)] + [random.randint(1, 3), random.randint(1, 8), random.randint(1, 8)]
    return [window, stride, padding, dilation], [image], lambda x: F.unfold(torch.from_numpy(x), window, dilation, padding, stride)


@fewer
def windows():
    sizes, width, step = shape(1), random.randint(1, 5), random.randint(0, 3)
    axis = axis_of(sizes)
    return [axis, width, step], [sizes], lambda x: torch.from_numpy(x).unfold(axis, width, step)


@fewer
def pixel_shuffle():
    side, channels = random.randint(1, 3), random.randint(1, 3)
    channels = channels * side**2 if random.random() < 0.6 else random.randint(1, 20)
    image = [*shape(0, 1), channels, random.randint(1, 3), random.randint(1, 3)]
    image = image[random.choice([0, 0, 0, 0, len(image) - 2]) :]
    return [side], [image], lambda x: F.pixel_shuffle(torch.from_numpy(x), side)


@fewer
def pixel_unshuffle():
    side = random.randint(1, 3)
    sizes = [side * random.randint(1, 3) if random.random() < 0.8 else random.randint(1, 9) for _ in range(2)]
    image = [*shape(0, 1), random.randint(1, 3), *sizes]
    image = image[random.choice([0, 0, 0, 0, len(image) - 2]) :]

    def call(x):
        if x.ndim > 3 and x.shape[0] == 0 and side > 1 and not (x.shape[-1] % side or x.shape[-2] % side):
            *front, channels, height, width = x.shape
            raise Ours("empty batch", text([*front, channels * side**2, height // side, width // side]))
        return F.pixel_unshuffle(torch.from_numpy(x), side)

    return [side], [image], call


@fewer
def cumulative_from():
    sizes = shape(1)
    axis = axis_of(sizes, 0.5)
    return [axis], [sizes], lambda x: numpy.cumulative_sum(x, axis=axis, include_initial=True)


@fewer
def score_mask():
    scores = shape(2)
    mask, scores = disturbed(stretched(scores), scores, chance=0.6)

    def call(m, s):
        # A mask is added to the scores and does not make them larger.
        if (torch.from_numpy(s) + torch.from_numpy(m)).shape != s.shape:
            raise ValueError("larger")
        return fits(m)

    return [], [mask, scores], call


@fewer
def fft_to():
    sizes, count = with_empty(shape(1, 3)), random.choice([0, 0, 1, 2, 5, 8])
    axis = axis_of(sizes)
    return [axis, count], [sizes], lambda x: numpy.fft.fft(x, count, axis=axis)


@fewer
def channel_shuffle():
    groups = random.randint(1, 4)
    channels = groups * random.randint(1, 3) if random.random() < 0.5 else random.randint(1, 9)
    image = [random.randint(1, 3), channels, *(random.randint(1, 3) for _ in range(random.randint(1, 3)))]

    def call(x):
        return fits(F.channel_shuffle(torch.from_numpy(x), groups))

    return [1 - len(image), groups], [image], call


def leading(sizes, axis):
    """Indices that are within these sizes but for the axis, now and then not."""
    indices = [random.randint(1, size) if random.random() < 0.9 else size + 1 for size in sizes]
    if axis >= -len(sizes):
        indices[axis] = random.randint(1, 5)
    return indices


@fewer
def gather_leading():
    sizes = [random.randint(1, 5) for _ in range(random.randint(1, 3))]
    axis = axis_of(sizes)
    sizes, indices = disturbed(sizes, leading(sizes, axis), chance=0.2)

    def call(x, i):
        # PyTorch takes a number for a vector, and leaves sizes unchecked where there is no index.
        if 0 in (x.ndim, i.ndim, *x.shape, *i.shape):
            raise Unsure
        limit = x.shape[axis] if x.ndim >= -axis else 1
        return torch.gather(torch.from_numpy(x), axis, torch.from_numpy(indices_below(i.shape, limit)))

    return [axis], [sizes, indices], call


@fewer
def scatter_leading():
    sizes = [random.randint(1, 5) for _ in range(random.randint(1, 3))]
    axis = axis_of(sizes, 0.05)
    indices = leading(sizes, axis)
    values = [size + random.randint(0, 2) if random.random() < 0.9 else max(size - 1, 1) for size in indices]
    sizes, indices, values = disturbed(sizes, indices, values, chance=0.1)

    def call(x, i, v):
        if 0 in (x.ndim, i.ndim, v.ndim, *x.shape, *i.shape, *v.shape):
            raise Unsure
        limit = x.shape[axis] if x.ndim >= -axis else 1
        places = torch.from_numpy(indices_below(i.shape, limit))
        return fits(torch.from_numpy(x).scatter(axis, places, torch.from_numpy(v)))

    return [axis], [sizes, indices, values], call


@fewer
def diagonal_along():
    sizes, offset = shape(1, 4), random.randint(-3, 3)
    rows, columns = axis_of(sizes), axis_of(sizes)
    return [rows, columns, offset], [sizes], lambda x: numpy.diagonal(x, offset, rows, columns)


@fewer
def diag_along():
    sizes, offset = shape(0, 3), random.randint(-3, 3)
    rows, columns = (-random.randint(1, len(sizes) + 2) for _ in range(2))
    return [rows, columns, offset], [sizes], lambda x: torch.diag_embed(torch.from_numpy(x), offset, rows, columns)


# Of these the test computes elements too.
WITH_ELEMENTS = {
    "concat", "stack", "merge_axes", "flatten", "reshape", "repeat", "tile", "pad_constant", "pad_edge", "pad_reflect", "pad_wrap",
    "take", "gather", "gather_leading", "matmul", "vecdot", "inner", "dot", "tensordot", "kron", "cross", "diagonal", "linear", "move_axis", "squeeze_all",
    "trace", "outer", "meshgrid", "meshgrid_xy", "searchsorted", "one_hot", "triangle", "diag", "swap_axes", "sort", "index_axis", "sums", "roll",
}


def case(generator):
    name = generator.__name__.rstrip("_")
    arguments, shapes, call = generator()
    if max(map(math.prod, shapes), default=0) > MOST_ELEMENTS:
        return None
    operands = [operand(tuple(sizes), number) for number, sizes in enumerate(shapes)]
    ending = ""
    try:
        value = call(*operands)
        verdict = described(value)
        array = numpy.asarray(value) if name in WITH_ELEMENTS else numpy.zeros(0)
        if 1 <= array.size <= 24 and random.random() < 0.4:
            ending = " : " + " ".join(str(int(element)) for element in array.ravel())
    except Ours as ours:
        verdict, ending = ours.verdict or "refused", f" # {ours.why}: {DIFFERENCES[ours.why]}"
    except Unsure:
        return None
    except REFUSED:
        verdict = "refused"
    line = " ".join([name, *map(str, arguments), "|", *map(text, shapes), "=", verdict])
    return line, line.endswith("refused"), ending


def cases(generator):
    """As many refused ones as others where that many are found, and no case twice."""
    found = {}
    counts = [0, 0]
    most = getattr(generator, "cases", CASES)
    for _ in range(12 * most):
        made = case(generator)
        if made is None or made[0] in found:
            continue
        line, refused, ending = made
        if counts[refused] < most // 2:
            counts[refused] += 1
            found[line] = ending
    return [line + ending for line, ending in found.items()]


torch.set_num_threads(1)
print(f"# The verdicts of NumPy {numpy.__version__} and PyTorch {torch.__version__} on random shapes and arguments. Written by:")
print("#     python3 tests/data/shape_functions.py > tests/data/shape_functions.txt")
print("#")
print("# The function and its arguments | the shapes = the shapes that it gives, `fits`, or `refused`. () is the shape without axes.")
print("# After `:` the elements of the result, after `#` why a verdict is another one than the library's.")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for generator in FUNCTIONS:
        # Of its own for each function: those of others stay as they are where one is added.
        random.seed(generator.__name__)
        print(*cases(generator), sep="\n")
