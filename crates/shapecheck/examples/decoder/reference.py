"""The scores of the decoder by NumPy, in 64 bits.

    python3 examples/decoder/reference.py

prints the first scores after the last token of each text, which the tests have as constants.
"""

import math

import numpy as np

VOCABULARY, LONGEST, WIDTH, HEADS, GROUP, HEAD, HIDDEN, DEPTH = 48, 64, 32, 2, 2, 8, 64, 2
MASK = (1 << 64) - 1


class Random:
    """SplitMix64, as in `examples/digits/random.rs`."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        bits = self.state
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        return bits ^ (bits >> 31)

    def uniform(self, shape, size):
        count = math.prod(shape)
        numbers = [2.0 * ((self.next() >> 40) / (1 << 24)) - 1.0 for _ in range(count)]
        return (np.float32(size) * np.array(numbers, np.float32)).astype(np.float64).reshape(shape)

    def linear(self, outputs, inputs):
        return self.uniform((outputs, inputs), 0.3), self.uniform((outputs,), 0.1)

    def norm(self):
        return self.uniform((WIDTH,), 1.0), self.uniform((WIDTH,), 0.1)


def linear(x, layer):
    return x @ layer[0].T + layer[1]


def normalized(x, layer):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * layer[0] + layer[1]


def gelu(x):
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def attention(x, queries, keys, values, output):
    length = len(x)
    q = linear(x, queries).reshape(length, HEADS * GROUP, HEAD).transpose(1, 0, 2)
    k = linear(x, keys).reshape(length, HEADS, HEAD).transpose(1, 0, 2).repeat(GROUP, 0)
    v = linear(x, values).reshape(length, HEADS, HEAD).transpose(1, 0, 2).repeat(GROUP, 0)
    scores = q @ k.transpose(0, 2, 1) / math.sqrt(HEAD)
    scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    return linear((shares @ v).transpose(1, 0, 2).reshape(length, -1), output)


random = Random(1)
tokens = random.uniform((VOCABULARY, WIDTH), 0.5)
places = random.uniform((LONGEST, WIDTH), 0.5)
blocks = []
for _ in range(DEPTH):
    blocks.append(
        (
            random.norm(),
            (random.linear(32, WIDTH), random.linear(16, WIDTH), random.linear(16, WIDTH), random.linear(WIDTH, 32)),
            random.norm(),
            random.linear(HIDDEN, WIDTH),
            random.linear(WIDTH, HIDDEN),
        )
    )
last = random.norm()
for text in ([7, 3, 11, 4, 40, 9], [0, 40, 5, 5, 1, 47]):
    x = tokens[text] + places[: len(text)]
    for before, layers, between, widen, narrow in blocks:
        x = x + attention(normalized(x, before), *layers)
        x = x + linear(gelu(linear(normalized(x, between), widen)), narrow)
    scores = normalized(x, last) @ tokens.T
    print(", ".join(f"{score:.6f}" for score in scores[-1, :8]))
