#!/usr/bin/env python3
"""What an operation costs to build, beside the same written with ndarray.

    python3 benches/build_time.py [--rows add4,matmul2] [--profiles check,build,release] [--operations 100] [--rounds 2]
    python3 benches/build_time.py --size      # bytes of machine code instead
    python3 benches/build_time.py --memory    # peak memory of the compiler instead
    python3 benches/build_time.py --instructions    # what the compiler does to check it, by cachegrind, whatever else the machine does

Generates programs of one function an operation, each on shapes of its own with random sizes up to 1023. A program with
three times as many operations less one with as many, divided by the difference: what is compiled once for all is not counted.

ndarray's arrays have no sizes in their types: a number that each function returns beside its result keeps the compiler from
making one function of them all.
"""

import argparse
import dataclasses
import random
import typing

from programs import (
    PROFILES,
    artifact,
    beside_target,
    build,
    instructions,
    machine_code,
    measure,
    nested,
    print_table,
    tensor,
    write_crate,
)

# Milliseconds of user time, times ndarray's memory, and bytes of machine code, at most.
TARGETS = {"check": 2, "build": 4, "release": 6}
MAP_RELEASE_TARGET = 12
MEMORY_TARGET = 2
SIZE_TARGET = 1024

MEMORY_OPERATIONS = 400


@dataclasses.dataclass
class Row:
    label: str
    # Arguments, result and body for four sizes.
    ours: typing.Callable
    # Arguments, result and body, with the sizes as `{0}` to `{3}` where the code has them; `None` where nothing is beside.
    ndarray: typing.Optional[tuple] = None
    # Whether the first operand is given, not lent.
    given: bool = False

    def function(self, library, index, sizes):
        if library == "shapecheck":
            return self.written(index, *self.ours(*sizes))
        arguments, result, body = self.ndarray
        for place, size in enumerate(sizes):
            body = body.replace(f"{{{place}}}", str(size))
        return self.written(index, arguments, f"({result}, u32)", f"({body}, {index})")

    def written(self, index, arguments, result, body):
        """Operands are named a, b and c."""
        lent = ["" if self.given else "&", "&", "&"]
        operands = ", ".join(f"{name}: {how}{kind}" for name, how, kind in zip("abc", lent, arguments))
        return f"pub fn f{index}({operands}) -> {result} {{ {body} }}"


SOFTMAX = """{
    let most = a.map_axis(Axis(3), |line| line.fold(f32::NEG_INFINITY, |x, y| x.max(*y))).insert_axis(Axis(3));
    let powers = (a - &most).mapv(f32::exp);
    let sums = powers.sum_axis(Axis(3)).insert_axis(Axis(3));
    powers / sums
}"""

# ndarray multiplies no batches.
PRODUCTS = """{
    let ((batch, heads, lines, _), (_, _, _, columns)) = (a.dim(), b.dim());
    let mut out = Array4::zeros((batch, heads, lines, columns));
    for i in 0..batch {
        for j in 0..heads {
            let (a, b) = (a.slice(s![i, j, .., ..]), b.slice(s![i, j, .., ..]));
            linalg::general_mat_mul(1.0, &a, &b, 0.0, &mut out.slice_mut(s![i, j, .., ..]));
        }
    }
    out
}"""

VECTOR, MATRIX, ARRAY = "Array1<f32>", "Array2<f32>", "Array4<f32>"

ROWS = {
    "add2": Row(
        "`[a, b] + [b]`",
        lambda a, b, c, d: ([tensor(a, b), tensor(b)], tensor(a, b), "a + b"),
        ([MATRIX, VECTOR], MATRIX, "a + b"),
    ),
    "add2dyn": Row(
        "`[_, b] + [b]`",
        lambda a, b, c, d: ([tensor("Dyn", b), tensor(b)], tensor("Dyn", b), "a + b"),
        ([MATRIX, VECTOR], MATRIX, "a + b"),
    ),
    "add4": Row(
        "`[a, b, c, d] + [1, b, 1, d]`",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(1, b, 1, d)], tensor(a, b, c, d), "a + b"),
        ([ARRAY, ARRAY], ARRAY, "a + b"),
    ),
    "add4dyn": Row(
        "`[_, b, c, d] + [b, 1, d]`",
        lambda a, b, c, d: ([tensor("Dyn", b, c, d), tensor(b, 1, d)], tensor("Dyn", b, c, d), "a + b"),
        ([ARRAY, "Array3<f32>"], ARRAY, "a + b"),
    ),
    "add4given": Row(
        "`[a, b, c, d] + [1, b, 1, d]`, the first given",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(1, b, 1, d)], tensor(a, b, c, d), "a + b"),
        ([ARRAY, ARRAY], ARRAY, "a + b"),
        given=True,
    ),
    "scale": Row(
        "`[a, b, c, d] * 2.0`",
        lambda *sizes: ([tensor(*sizes)], tensor(*sizes), "a * 2.0"),
        ([ARRAY], ARRAY, "a * 2.0"),
    ),
    "sum": Row(
        "`sum_axis`",
        lambda a, b, c, d: ([tensor(a, b, c, d)], tensor(a, b, 1, d), "a.sum_axis::<-2>()"),
        ([ARRAY], ARRAY, "a.sum_axis(Axis(2)).insert_axis(Axis(2))"),
    ),
    "softmax": Row(
        "`softmax`",
        lambda *sizes: ([tensor(*sizes)], tensor(*sizes), "a.softmax::<-1>()"),
        ([ARRAY], ARRAY, SOFTMAX),
    ),
    "matmul2": Row(
        "`matmul` of `[a, b]`",
        lambda a, b, c, d: ([tensor(a, b), tensor(b, c)], tensor(a, c), "a.matmul(b)"),
        ([MATRIX, MATRIX], MATRIX, "a.dot(b)"),
    ),
    "matmul4": Row(
        "`matmul` of `[a, b, c, d]`",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(a, b, d, c)], tensor(a, b, c, c), "a.matmul(b)"),
        ([ARRAY, ARRAY], ARRAY, PRODUCTS),
    ),
    "permute": Row(
        "`permute`",
        lambda a, b, c, d: ([tensor(a, b, c, d)], tensor(a, d, c, b), "a.permute::<axes![-1, -2, -3]>()"),
        ([ARRAY], "ArrayView4<'_, f32>", "a.view().permuted_axes([0, 3, 2, 1])"),
    ),
    "reshape": Row(
        "`reshape`, `[a, b, c, 64]` to `[a, b, c, 4, 16]`",
        lambda a, b, c, d: (
            [tensor(a, b, c, 64)],
            tensor(a, b, c, 4, 16),
            f"a.reshape::<{nested([a, b, c, 4, 16])}>()",
        ),
        (
            [ARRAY],
            "CowArray<'_, f32, Ix5>",
            'a.to_shape(({0}, {1}, {2}, 4, 16)).expect("as many elements")',
        ),
    ),
    "map1given": Row(
        "`broadcast_map!` of one, given",
        lambda *sizes: ([tensor(*sizes)], tensor(*sizes), "broadcast_map!(|x| x * x + x; a)"),
        ([ARRAY], ARRAY, "a.mapv_into(|x| x * x + x)"),
        given=True,
    ),
    "map3": Row(
        "`broadcast_map!` of three",
        lambda a, b, c, d: (
            [tensor(a, b, c, d), tensor(d), tensor(c, 1)],
            tensor(a, b, c, d),
            "broadcast_map!(|x, y, z| x * y + z; a, b, c)",
        ),
        (
            [ARRAY, VECTOR, MATRIX],
            ARRAY,
            "Zip::from(a).and_broadcast(b).and_broadcast(c).map_collect(|x, y, z| x * y + z)",
        ),
    ),
}



def indices(*sizes):
    return f"Tensor<usize, {nested(sizes)}>"


def halves(size):
    return size // 2, size - size // 2


def small(size):
    """Of 2 to 31, so that the product of two is below 1024."""
    return 2 + size % 30


def along(axis, call):
    return f"a.along::<{axis}>().{call}"


def unary(label, call, result=None):
    """Of `[a, b, c, d]`, which stays of that shape, or becomes what `result` says."""
    return Row(label, lambda *s: ([tensor(*s)], tensor(*(result(*s) if result else s)), f"a.{call}"))


# What one operation is, by the files of `crates/shapecheck/src/tensor`.
ROWS |= {
    "compare": Row("`less`", lambda *s: ([tensor(*s)] * 2, f"Tensor<bool, {nested(s)}>", "a.less(b)")),
    "select": Row(
        "`select`",
        lambda *s: ([f"Tensor<bool, {nested(s)}>", tensor(*s), tensor(s[3])], tensor(*s), "a.select(b, c)"),
    ),
    "cast": Row("`cast`", lambda *s: ([tensor(*s)], f"Tensor<f64, {nested(s)}>", "a.cast::<f64>()")),
    "update": Row(
        "`a += b`", lambda a, b, c, d: ([f"mut {tensor(a, b, c, d)}", tensor(b, 1, d)], "()", "*a += b;")
    ),
    "assign": Row(
        "`assign`", lambda a, b, c, d: ([f"mut {tensor(a, b, c, d)}", tensor(b, 1, d)], "()", "a.assign(b)")
    ),
    "sums": unary("`sum_axes`", "sum_axes::<axes![-1, -3]>()", lambda a, b, c, d: (a, 1, c, 1)),
    "argmax": Row(
        "`argmax_axis`",
        lambda a, b, c, d: ([tensor(a, b, c, d)], indices(a, b, c, 1), "a.argmax_axis::<-1>()"),
    ),
    "std": unary("`std_axis`", "std_axis::<-1>()", lambda a, b, c, d: (a, b, c, 1)),
    "logsumexp": unary("`logsumexp`", "logsumexp::<-1>()", lambda a, b, c, d: (a, b, c, 1)),
    "sort": unary("`sort`", "sort::<-2>()"),
    "argsort": Row(
        "`argsort`", lambda *s: ([tensor(*s)], indices(*s), "a.argsort::<-2>()")
    ),
    "topk": Row(
        "`topk`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d)],
            f"({tensor(a, b, halves(c)[0], d)}, {indices(a, b, halves(c)[0], d)})",
            f"a.topk::<-2, U{halves(c)[0]}>()",
        ),
    ),
    "cumsum": unary("`cumulative_sum`", "cumulative_sum::<-2>()"),
    "diff": unary("`diff`", "diff::<-2>()", lambda a, b, c, d: (a, b, c - 1, d)),
    "transpose": unary("`transpose`", "transpose()", lambda a, b, c, d: (a, b, d, c)),
    "swap": unary("`swap_axes`", "swap_axes::<-1, -3>()", lambda a, b, c, d: (a, d, c, b)),
    "insert": unary("`insert_axis`", "insert_axis::<-2>()", lambda a, b, c, d: (a, b, c, 1, d)),
    "remove": Row(
        "`remove_axis`",
        lambda a, b, c, d: ([tensor(a, b, 1, d)], tensor(a, b, d), "a.remove_axis::<-2>()"),
    ),
    "index": unary("`index_axis`", "index_axis::<-2>(0)", lambda a, b, c, d: (a, b, d)),
    "slice": unary("`slice_axis`", "slice_axis::<-2>(1..)", lambda a, b, c, d: (a, b, "Dyn", d)),
    "narrow": Row(
        "`narrow`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d)],
            tensor(a, b, halves(c)[0], d),
            f"a.narrow::<-2, U{halves(c)[0]}>(1)",
        ),
    ),
    "expand": Row(
        "`broadcast_to`",
        lambda a, b, c, d: (
            [tensor(b, 1, d)],
            tensor(a, b, c, d),
            f"a.broadcast_to::<{nested([a, b, c, d])}>()",
        ),
    ),
    "infer": Row(
        "`reshape`, `[a, b, 64]` to `[_, b, 4, 16]`",
        lambda a, b, c, d: (
            [tensor(a, b, 64)],
            tensor("Dyn", b, 4, 16),
            f"a.reshape::<{nested(['Dyn', b, 4, 16])}>()",
        ),
    ),
    "split_axis": Row(
        "`split_axis`",
        lambda a, b, c, d: ([tensor(a, b, 64)], tensor(a, b, 4, 16), "a.split_axis::<-1, U4, U16>()"),
    ),
    "merge_axes": Row(
        "`merge_axes`",
        lambda a, b, c, d: (
            [tensor(a, b, small(c), small(d))],
            tensor(a, b, small(c) * small(d)),
            "a.merge_axes::<-2>()",
        ),
    ),
    "split": Row(
        "`split`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d)],
            f"({', '.join(tensor(a, b, half, d) for half in halves(c))})",
            along(-2, f"split::<{nested(halves(c))}>()"),
        ),
    ),
    "split_equal": Row(
        "`split_equal`",
        lambda a, b, c, d: (
            [tensor(a, b, 2 * halves(c)[0], d)],
            f"[{tensor(a, b, halves(c)[0], d)}; 2]",
            along(-2, "split_equal::<2>()"),
        ),
    ),
    "unstack": Row(
        "`unstack`",
        lambda a, b, c, d: ([tensor(a, b, 3, d)], f"[{tensor(a, b, d)}; 3]", along(-2, "unstack::<3>()")),
    ),
    "concat": Row(
        "`concat`",
        lambda a, b, c, d: (
            [tensor(a, b, half, d) for half in halves(c)],
            tensor(a, b, c, d),
            along(-2, "concat(b)"),
        ),
    ),
    "concat_all": Row(
        "`concat_all`",
        lambda a, b, c, d: (
            [tensor(a, b, small(c), d)] * 2,
            tensor(a, b, 2 * small(c), d),
            "Tensor::concat_all([a, b], Axis::<-2>)",
        ),
    ),
    "stack": Row(
        "`stack`",
        lambda a, b, c, d: (
            [tensor(a, b, d)] * 2,
            tensor(a, b, 2, d),
            "Tensor::stack([a, b], Axis::<-2>)",
        ),
    ),
    "flip": unary("`flip`", "along::<-2>().flip()"),
    "roll": unary("`roll`", "along::<-2>().roll(3)"),
    "repeat": Row(
        "`repeat`, `tile`",
        lambda a, b, c, d: (
            [tensor(a, b, small(c), d)],
            tensor(a, b, 3 * small(c), d),
            along(-2, "repeat::<U3>()"),
        ),
    ),
    "pad": Row(
        "`pad`",
        lambda a, b, c, d: (
            [tensor(a, b, small(c), d)],
            tensor(a, b, small(c) + 3, d),
            along(-2, "pad::<U1, U2>(0.0)"),
        ),
    ),
    "pad_reflect": Row(
        "`pad_reflect`",
        lambda a, b, c, d: (
            [tensor(a, b, small(c) + 2, d)],
            tensor(a, b, small(c) + 5, d),
            along(-2, "pad_reflect::<U1, U2>()"),
        ),
    ),
    "take": Row(
        "`take`",
        lambda a, b, c, d: ([tensor(a, b, d), indices(c, d)], tensor(a, c, d, d), along(-2, "take(b)")),
    ),
    "gather": Row(
        "`gather`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d), indices(a, b, d, 1)],
            tensor(a, b, d, d),
            along(-2, "gather(b)"),
        ),
    ),
    "index_add": Row(
        "`index_add`",
        lambda a, b, c, d: (
            [f"mut {tensor(a, b, c, d)}", indices(b), tensor(a, b, b, d)],
            "()",
            "a.along_mut::<-2>().index_add(b, c)",
        ),
    ),
    "scatter_add": Row(
        "`scatter_add`",
        lambda a, b, c, d: (
            [f"mut {tensor(a, b, c, d)}", indices(a, b, d, 1), tensor(a, b, d, d)],
            "()",
            "a.along_mut::<-2>().scatter_add(b, c)",
        ),
    ),
    "compress": Row(
        "`compress`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d), f"Tensor<bool, {nested([c])}>"],
            tensor(a, b, "Dyn", d),
            along(-2, "compress(b)"),
        ),
    ),
    "one_hot": Row(
        "`one_hot`",
        lambda a, b, c, d: ([indices(a, b, c)], tensor(a, b, c, d), f"a.one_hot::<f32, U{d}>()"),
    ),
    "solve": Row(
        "`solve`",
        lambda a, b, c, d: ([tensor(a, b, c, c), tensor(a, b, c, d)], tensor(a, b, c, d), "a.solve(b)"),
    ),
    "inverse": Row(
        "`inverse`", lambda a, b, c, d: ([tensor(a, b, c, c)], tensor(a, b, c, c), "a.inverse()")
    ),
    "det": Row("`det`", lambda a, b, c, d: ([tensor(a, b, c, c)], tensor(a, b), "a.det()")),
    "cholesky": Row(
        "`cholesky`", lambda a, b, c, d: ([tensor(a, b, c, c)], tensor(a, b, c, c), "a.cholesky()")
    ),
    "diagonal": unary("`diagonal`", "diagonal()", lambda a, b, c, d: (a, b, min(c, d))),
    "trace": unary("`trace`", "trace()", lambda a, b, c, d: (a, b)),
    "vecdot": Row(
        "`vecdot`",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(b, 1, d)], tensor(a, b, c), "a.vecdot(b)"),
    ),
    "outer": Row("`outer`", lambda a, b, c, d: ([tensor(a), tensor(b)], tensor(a, b), "a.outer(b)")),
    "linear": Row(
        "`linear`",
        lambda a, b, c, d: ([tensor(a, b, c), tensor(d, c)], tensor(a, b, d), "a.linear(b)"),
    ),
    "layer_norm": Row(
        "`layer_norm`",
        lambda *s: ([tensor(*s), tensor(s[3])], tensor(*s), "a.layer_norm(b, 1e-5)"),
    ),
    "attention": Row(
        "`attention`",
        lambda a, b, c, d: (
            [tensor(a, b, c, 64), tensor(a, b, d, 64), tensor(a, b, d, 64)],
            tensor(a, b, c, 64),
            "a.attention(b, c)",
        ),
    ),
    "causal": Row(
        "`causal_attention`",
        lambda a, b, c, d: (
            [tensor(a, b, c, 64), tensor(a, b, d, 64), tensor(a, b, d, 64)],
            tensor(a, b, c, 64),
            "a.causal_attention(b, c)",
        ),
    ),
}



def wide(size):
    """Room for a window of three, and half of it below 512."""
    return 4 + size % 1000


# Windows and linear algebra.
ROWS |= {
    "conv2d": Row(
        "`conv2d`, 3 by 3",
        lambda a, b, c, d: (
            [tensor(a, b, wide(c), wide(d)), tensor(d, b, 3, 3)],
            tensor(a, d, wide(c) - 2, wide(d) - 2),
            "a.conv2d(b, window::Conv::new())",
        ),
    ),
    "conv2d_strided": Row(
        "`conv2d`, 3 by 3, stride 2, padding 1",
        lambda a, b, c, d: (
            [tensor(a, b, wide(c), wide(d)), tensor(d, b, 3, 3)],
            tensor(a, d, (wide(c) - 1) // 2 + 1, (wide(d) - 1) // 2 + 1),
            "a.conv2d(b, window::Conv::new().stride::<2>().padding::<1>())",
        ),
    ),
    "conv_transpose2d": Row(
        "`conv_transpose2d`, 2 by 2, stride 2",
        lambda a, b, c, d: (
            [tensor(a, b, wide(c) // 2, wide(d) // 2), tensor(b, d, 2, 2)],
            tensor(a, d, wide(c) // 2 * 2, wide(d) // 2 * 2),
            "a.conv_transpose2d(b, window::ConvTranspose::new().stride::<2>())",
        ),
    ),
    "max_pool2d": unary(
        "`max_pool2d`, 2 by 2",
        "max_pool2d(window::Pool::of::<2>())",
        lambda a, b, c, d: (a, b, c // 2, d // 2),
    ),
    "unfold2d": Row(
        "`unfold2d`, 2 by 2",
        lambda a, b, c, d: (
            [tensor(a, small(b), 2 * small(c), 2 * small(d))],
            tensor(a, 4 * small(b), small(c) * small(d)),
            "a.unfold2d(window::Pool::of::<2>())",
        ),
    ),
    "grouped": Row(
        "`grouped_attention`",
        lambda a, b, c, d: (
            [tensor(a, 4 * small(b), c, 64), tensor(a, small(b), d, 64), tensor(a, small(b), d, 64)],
            tensor(a, 4 * small(b), c, 64),
            "a.grouped_attention(b, c)",
        ),
    ),
    "bilinear": Row(
        "`bilinear`",
        lambda a, b, c, d: (
            [tensor(a, b, c), tensor(a, b, d), tensor(b, c, d)],
            tensor(a, b, b),
            "a.bilinear(b, c)",
        ),
    ),
    "qr": Row(
        "`qr`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d)],
            f"({tensor(a, b, c, min(c, d))}, {tensor(a, b, min(c, d), d)})",
            "a.qr()",
        ),
    ),
    "svdvals": unary("`svdvals`", "svdvals()", lambda a, b, c, d: (a, b, min(c, d))),
    "eigh": Row(
        "`eigh`",
        lambda a, b, c, d: (
            [tensor(a, b, c, c)],
            f"({tensor(a, b, c)}, {tensor(a, b, c, c)})",
            "a.eigh()",
        ),
    ),
    "pinv": unary("`pinv`", "pinv()", lambda a, b, c, d: (a, b, d, c)),
    "svd": Row(
        "`svd`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d)],
            f"({tensor(a, b, c, min(c, d))}, {tensor(a, b, min(c, d))}, {tensor(a, b, min(c, d), d)})",
            "a.svd()",
        ),
    ),
    "searchsorted": Row(
        "`searchsorted`", lambda a, b, c, d: ([tensor(a), tensor(b, c)], indices(b, c), "a.searchsorted(b)")
    ),
    "squeeze": Row("`squeeze`", lambda a, b, c, d: ([tensor(a, b, 1, d)], tensor(a, b, d), "a.squeeze()")),
    "all_close": Row("`all_close`", lambda *s: ([tensor(*s)] * 2, "bool", "a.all_close(b, 1e-3, 0.0)")),
    "fill": Row("`fill`", lambda *s: ([f"mut {tensor(*s)}"], "()", "a.fill(1.0)")),
}

# Notation, and what composes other operations.
ROWS |= {
    "einsum": Row(
        "`einsum!` of two",
        lambda a, b, c, d: (
            [tensor(a, b, c, 64), tensor(a, b, d, 64)],
            tensor(a, b, c, d),
            'einsum!("bhqd,bhkd->bhqk"; a, b)',
        ),
    ),
    "rearrange": Row(
        "`rearrange!`, heads split",
        lambda a, b, c, d: (
            [tensor(a, b, 12 * small(c))],
            tensor(a, 12, b, small(c)),
            'rearrange!(a, "b t (h d) -> b h t d"; h = 12)',
        ),
    ),
    "reduce": Row(
        "`reduce!`, 2 by 2",
        lambda a, b, c, d: (
            [tensor(a, 2 * small(b), 2 * small(c))],
            tensor(a, small(b), small(c)),
            'reduce!(a, "c (h 2) (w 2) -> c h w", max)',
        ),
    ),
    "pack": Row(
        "`pack!` of two",
        lambda a, b, c, d: (
            [tensor(a, small(b), small(c), d), tensor(a, small(d), d)],
            f"({tensor(a, small(b) * small(c) + small(d), d)}, ({nested([small(b), small(c)])}, {nested([small(d)])}))",
            'pack!([a, b], "b * c")',
        ),
    ),
    "batch_norm": Row(
        "`batch_norm`",
        lambda a, b, c, d: (
            [tensor(a, b, c, d), tensor(b), tensor(b)],
            tensor(a, b, c, d),
            along(-3, "batch_norm(b, c, 1e-5)"),
        ),
    ),
    "cross_entropy": Row(
        "`cross_entropy`",
        lambda a, b, c, d: ([tensor(a, b, c, d), indices(a, b, c)], tensor(), along(-1, "cross_entropy(b)")),
    ),
    "lstm": Row(
        "`lstm`",
        lambda a, b, c, d: (
            [tensor(a, b, c), tensor(4, d, c), f"({tensor(4, d, d)}, {tensor(4, d)})"],
            f"({tensor(a, b, d)}, {tensor(a, d)}, {tensor(a, d)})",
            "a.lstm(b, &c.0, &c.1)",
        ),
    ),
    "adaptive": unary("`adaptive_avg_pool`", "adaptive_avg_pool::<shape![7, 7]>()", lambda a, b, c, d: (a, b, 7, 7)),
    "pixel_shuffle": Row(
        "`pixel_shuffle`, 2",
        lambda a, b, c, d: (
            [tensor(a, 4 * small(b), small(c), small(d))],
            tensor(a, small(b), 2 * small(c), 2 * small(d)),
            "a.pixel_shuffle::<U2>()",
        ),
    ),
}

LIBRARIES = ("shapecheck", "ndarray")


def program(library, rows, count):
    """Functions of these rows in turn."""
    generator = random.Random(1)
    return "\n".join(
        ROWS[rows[index % len(rows)]].function(library, index, [generator.randint(2, 1023) for _ in range(4)])
        for index in range(count)
    )


def pairs(row, operations):
    """For each library the crates with as many operations and with three times as many."""
    return {
        (library, count): write_crate(f"{library}-{row}-{count}", library, program(library, [row], count))
        for library in LIBRARIES
        for count in (operations, 3 * operations)
        if library == "shapecheck" or ROWS[row].ndarray
    }


def of_one(values, library, operations):
    return (values[library, 3 * operations] - values[library, operations]) / (2 * operations)


def times(rows, profiles, operations, rounds):
    for row in rows:
        line = [ROWS[row].label]
        for profile in profiles:
            target = TARGETS.get(profile)
            if (row, profile) == ("map3", "release"):
                target = MAP_RELEASE_TARGET
            costs = measure(pairs(row, operations), rounds, profile)
            each = {key: cost.time for key, cost in costs.items()}
            line.append(beside_target(of_one(each, "shapecheck", operations), target))
            line.append(f"{of_one(each, 'ndarray', operations):.2f}" if ROWS[row].ndarray else "")
        yield line


def print_times(rows, profiles, operations, rounds):
    header = ["ms for each operation"]
    for profile in profiles:
        target = f", at most {TARGETS[profile]}" if profile in TARGETS else ""
        header += [f"{profile}{target}", "ndarray"]
    print_table(header, times(rows, profiles, operations, rounds))


def sizes(rows, operations):
    for row in rows:
        folders = pairs(row, operations)
        for folder in folders.values():
            build(folder, "release")
        bytes_of = {key: machine_code(artifact(folder, "release")) for key, folder in folders.items()}
        ours = of_one(bytes_of, "shapecheck", operations)
        theirs = f"{of_one(bytes_of, 'ndarray', operations):.0f}" if ROWS[row].ndarray else ""
        yield [ROWS[row].label, beside_target(ours, SIZE_TARGET, 0), theirs]


def print_sizes(rows, operations):
    header = ["bytes of machine code for each operation", f"at most {SIZE_TARGET}", "ndarray"]
    print_table(header, sizes(rows, operations))


def counts(rows, operations):
    for row in rows:
        folders = pairs(row, operations)
        counted = {key: instructions(folder) for key, folder in folders.items() if key[0] == "shapecheck"}
        yield [ROWS[row].label, f"{of_one(counted, 'shapecheck', operations) / 1e6:.1f}"]


def memory(rows, profiles, rounds):
    rows = [row for row in rows if ROWS[row].ndarray]
    folders = {
        library: write_crate(f"{library}-mix", library, program(library, rows, MEMORY_OPERATIONS))
        for library in LIBRARIES
    }
    for profile in profiles:
        costs = measure(folders, rounds, profile)
        ours, theirs = (costs[library].memory for library in LIBRARIES)
        ratio = beside_target(ours / theirs, MEMORY_TARGET)
        yield [profile, f"{ours / 2**20:.0f}", f"{theirs / 2**20:.0f}", ratio]


def print_memory(rows, profiles, rounds):
    header = [f"peak memory, {MEMORY_OPERATIONS} operations", "MiB", "ndarray, MiB", f"ratio, at most {MEMORY_TARGET}"]
    print_table(header, memory(rows, profiles, rounds))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rows", default=",".join(ROWS))
    arguments.add_argument("--profiles", default=",".join(PROFILES))
    arguments.add_argument("--operations", type=int, default=100)
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument("--memory", action="store_true")
    arguments.add_argument("--size", action="store_true")
    arguments.add_argument("--instructions", action="store_true")
    options = arguments.parse_args()
    rows, profiles = options.rows.split(","), options.profiles.split(",")
    for name, known in [(row, ROWS) for row in rows] + [(profile, PROFILES) for profile in profiles]:
        if name not in known:
            arguments.error(f"no {name}: there are {', '.join(known)}")
    if options.memory:
        print_memory(rows, profiles, options.rounds)
    if options.size:
        print_sizes(rows, options.operations)
    if options.instructions:
        print_table(["to check an operation", "million instructions"], counts(rows, options.operations))
    if not (options.memory or options.size or options.instructions):
        print_times(rows, profiles, options.operations, options.rounds)


if __name__ == "__main__":
    main()
