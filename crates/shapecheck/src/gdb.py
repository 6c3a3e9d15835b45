# How gdb shows tensors and shapes. rustc puts this text into programs that are built with debug information.

import gdb
import gdb.printing

CRATES = ("shapecheck::", "shapecheck_core::")

# How many indices of an abbreviated axis are shown at either end: of the last axis, and of the others.
LAST_EDGE, EDGE = 3, 1

# A value with more axes is not a tensor: it was not written yet, or no longer is.
MOST_AXES = 128

ENGINES = {"Host": "Tensor", "Inline": "InlineTensor", "Borrowed": "View", "BorrowedMut": "ViewMut"}


def word(type):
    """`UInt` of `typenum::uint::UInt<...>`."""
    return (type.name or str(type)).split("<")[0].split("::")[-1]


def number(type):
    """The number that a type of typenum is, or None."""
    if word(type) == "UTerm":
        return 0
    if word(type) != "UInt":
        return None
    return 2 * number(type.template_argument(0)) + (word(type.template_argument(1)) == "B1")


def name(type):
    """The name of a size: `Past + Seq` for the sum of two names."""
    if word(type) not in ("SumOf", "ProductOf"):
        known = number(type.template_argument(0)) if word(type) == "NumberOf" else None
        return word(type) if known is None else str(known)
    parts = [type.template_argument(index) for index in (0, 1)]
    names = [name(part) for part in parts]
    if word(type) == "SumOf":
        return " + ".join(names)
    return " * ".join("(" + text + ")" if word(part) == "SumOf" else text for part, text in zip(parts, names))


class Size:
    """The size of an axis: its name and the number that it has by its type, where there are such."""

    def __init__(self, type):
        self.name = None
        if word(type) == "NamedDim":
            self.name = name(type.template_argument(0))
            type = type.template_argument(1)
        self.known = number(type)

    def text(self, found):
        if found is None:
            found = "_" if self.known is None else self.known
        return str(found) if self.name is None else "%s = %s" % (self.name, found)


def axes(shape):
    """The sizes in the type of a shape, the last first, and whether there may be more in front."""
    sizes = []
    while word(shape) == "Axes":
        sizes.append(Size(shape.template_argument(1)))
        shape = shape.template_argument(0)
    return sizes, word(shape) != "Scalar"


def fits(shape, numbers):
    """Whether a value of this type can have these sizes. Memory that is not written yet has any."""
    sizes, more = axes(shape)
    rank = len(numbers)
    if rank > MOST_AXES or rank < len(sizes) or (rank > len(sizes) and not more):
        return False
    return all(size.known in (None, found) for size, found in zip(sizes, reversed(numbers)))


def listed(shape, numbers):
    """`[Batch = 2, 3]`: the numbers with the names of the type."""
    sizes, _ = axes(shape)
    front = [str(found) for found in numbers[: len(numbers) - len(sizes)]]
    named = [size.text(found) for size, found in zip(sizes, reversed(numbers))]
    return "[" + ", ".join(front + named[::-1]) + "]"


def variant(value):
    """The name and the value of the variant that an enum is."""
    field = value.type.fields()[-1]
    return field.name, value[field]


def pointer(value):
    """The first pointer in a vector or another owner of memory."""
    if value.type.code == gdb.TYPE_CODE_PTR:
        return value
    for field in value.type.fields():
        if field.type.strip_typedefs().code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_STRUCT):
            found = pointer(value[field])
            if found is not None:
                return found
    return None


def usizes(address, count):
    """Numbers in memory."""
    if count > 2 * MOST_AXES:
        raise gdb.error("too many axes")
    place = gdb.Value(int(address)).cast(gdb.lookup_type("usize").pointer())
    return [int(place[index]) for index in range(count)]


def members(vector):
    """The numbers of a `TinyVec` or an `ArrayVec`."""
    if word(vector.type) == "TinyVec":
        kind, inner = variant(vector)
        vector = inner["__0"]
        if kind == "Heap":
            return usizes(pointer(vector["buf"]), int(vector["len"]))
    length = int(vector["len"])
    return usizes(vector["data"].address, length)


def known(layout):
    """The sizes and the strides of a `&StaticLayout`. gdb cannot read its last field, which has no size."""
    type = layout["data_ptr"].type.target()
    offsets = {field.name: field.bitpos // 8 for field in type.fields()}
    address = int(layout["data_ptr"])
    rank = usizes(address + offsets["len"], 1)[0]
    numbers = usizes(address + offsets["numbers"], int(layout["length"]))
    half = len(numbers) // 2
    return numbers[:rank], numbers[half : half + rank]


def sizes_of(shape):
    """The sizes of a value that is a shape."""
    if word(shape.type) == "DynShape":
        kind, sizes = variant(shape["sizes"])
        return known(sizes["__0"])[0] if kind == "Known" else members(sizes["__0"])
    if word(shape.type) != "Axes":
        return []
    size = Size(shape.type.template_argument(1)).known
    if size is None:
        last = shape["last"]
        size = int((last["size"] if word(last.type) == "NamedDim" else last)["__0"])
    return sizes_of(shape["lead"]) + [size]


def laid_out(layout):
    """The offset, the sizes and the strides of a `Layout`."""
    kind, inner = variant(layout["axes"])
    if kind == "Known":
        sizes, strides = known(inner["__0"])
    else:
        numbers = members(inner["__0"])
        half = len(numbers) // 2
        sizes, strides = numbers[:half], numbers[half:]
    return int(layout["offset"]), sizes, strides


def row_major(sizes):
    strides, stride = [], 1
    for size in reversed(sizes):
        strides.append(stride)
        stride *= size
    return strides[::-1]


def owned(elements):
    """The address of an array's elements, which may be those of another array."""
    kind, inner = variant(elements)
    inner = inner["__0"]
    if kind == "Of":
        return owned(pointer(inner)["value"]["elements"])
    return inner["memory"].address if kind == "Few" else pointer(inner["buf"])


def array(tensor, shape):
    """The address of a tensor's memory, an offset, the sizes and the strides."""
    data = tensor["data"]
    kind = word(data.type)
    if kind == "Array":
        inner = pointer(data)["value"]
        return (owned(inner["elements"]),) + laid_out(inner["layout"])
    if kind in ("Slice", "SliceMut"):
        return (data["elements"]["data_ptr"],) + laid_out(data["layout"])
    sizes = [size.known for size in axes(shape)[0]][::-1]
    if kind == "InlineArray":
        return data.address, 0, sizes, row_major(sizes)
    return None


class Elements:
    """Elements in brackets, a pair for each axis. At most `most` are read, or all if that is None or 0."""

    def __init__(self, element, first, sizes, strides, most):
        self.first = gdb.Value(int(first)).cast(element.pointer())
        self.sizes, self.strides, self.most = sizes, strides, most
        count = 1
        for size in sizes:
            count *= max(size, 1)
        self.is_short = bool(most) and count > most

    def text(self, offset, axis=0):
        size = self.sizes[axis] if axis < len(self.sizes) else None
        if not size:
            self.most = self.most and self.most - 1
            return self.first[offset].format_string() if size is None else "[]"
        edge = EDGE if axis + 1 < len(self.sizes) else LAST_EDGE
        is_cut = self.is_short and size > 2 * edge
        parts = []
        index = 0
        while index < size:
            if is_cut and index == edge:
                parts.append("...")
                index = size - edge
            if self.is_short and self.most <= 0:
                parts.append("...")
                break
            parts.append(self.text(offset + index * self.strides[axis], axis + 1))
            index += 1
        return "[" + ", ".join(parts) + "]"


class Tensor:
    def __init__(self, value, prefix):
        self.value, self.prefix = value, prefix

    def to_string(self):
        element, shape, engine = [self.value.type.template_argument(index) for index in range(3)]
        kind = ENGINES.get(word(engine))
        head = self.prefix + (kind or "TensorOn") + "<" + str(element) + ", %s" + ("" if kind else ", " + word(engine)) + ">"
        try:
            found = array(self.value, shape)
            if found is not None:
                first, offset, sizes, strides = found
                if len(strides) != len(sizes) or not fits(shape, sizes):
                    raise gdb.error("no tensor")
                elements = Elements(element, first, sizes, strides, gdb.parameter("print elements"))
                return head % listed(shape, sizes) + " " + elements.text(offset)
        except gdb.error:
            return head % self.unread(shape) + " <not readable>"
        return head % self.unread(shape)

    def unread(self, shape):
        """The shape as far as the type tells it."""
        sizes, more = axes(shape)
        texts = (["..."] if more else []) + [size.text(None) for size in reversed(sizes)]
        return "[" + ", ".join(texts) + "]"


class Shape:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        try:
            return listed(self.value.type, sizes_of(self.value))
        except gdb.error:
            return "<not readable>"


class Dim:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        type = self.value.type
        size = self.value["size"] if word(type) == "NamedDim" else self.value
        found = None if Size(type).known is not None else int(size["__0"])
        return Size(type).text(found)


def printer(value):
    type = value.type.strip_typedefs()
    prefix = ""
    if type.code == gdb.TYPE_CODE_PTR and str(type.target()).startswith(CRATES[0] + "tensor::TensorOn<"):
        if int(value) == 0:
            return None
        prefix, type, value = "&", type.target(), value.dereference()
    if type.code != gdb.TYPE_CODE_STRUCT or not str(type).startswith(CRATES):
        return None
    path = str(type).split("<")[0].split("::", 1)[1]
    if path == "tensor::TensorOn":
        return Tensor(value, prefix)
    if path in ("shape::list::Axes", "shape::list::Scalar", "shape::dynamic::DynShape"):
        return Shape(value)
    if path in ("dim::Dyn", "dim::named::NamedDim"):
        return Dim(value)
    return None


printer.name, printer.enabled = "shapecheck", True
gdb.printing.register_pretty_printer(gdb.current_objfile(), printer, replace=True)
