"""Attention with masks of booleans, true where a query sees a key: `python3 masked_attention.py > masked_attention.txt`.

Each line has the sizes of the queries `[B, H, L, E]`, of the keys `[B, H, S, E]` and of the mask, and the result `[B, H, L, E]` for
values that are the keys backwards. A query that sees no key gives NaN, because 0 is divided by 0.
"""

import numpy as np


def numbers(sizes, seed):
    """The numbers of `tests/networks/network.rs`."""
    count = int(np.prod(sizes))
    return ((np.arange(count) * 37 + seed * 11) % 17 / 8.0 - 1.0).reshape(sizes)


def seen(sizes):
    count = int(np.prod(sizes))
    return (np.arange(count) * 5 % 7 < 4).reshape(sizes)


def attention(queries, keys, mask):
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    weights = np.where(mask, np.exp(scores), 0.0)
    with np.errstate(invalid="ignore"):
        weights /= weights.sum(-1, keepdims=True)
    return weights @ keys[..., ::-1, :]


for mask in [(5,), (3, 5), (3, 1), (2, 1, 1, 5), (2, 4, 3, 5), (4, 1, 5)]:
    queries, keys = (2, 4, 3, 2), (2, 4, 5, 2)
    result = attention(numbers(queries, 1), numbers(keys, 2), seen(mask))
    print(" ".join(map(str, mask)), "=", " ".join(map(repr, result.ravel().tolist())))
