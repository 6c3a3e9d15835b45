#!/usr/bin/env python3
"""Gradients of PyTorch: writes `torch_gradients.txt` beside this file.

    python3 tests/data/torch_gradients.py

Each line is a function and the gradient of each operand, with respect to a sum of the results by weights. Operands and
weights are the numbers of `made`, the same as in `tests/torch.rs`.
"""

from pathlib import Path

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)


def made(state, *shape):
    """Numbers between -1 and 1."""
    numbers = []
    for _ in range(torch.Size(shape).numel()):
        state = (state * 6364136223846793005 + 1) % 2**64
        numbers.append((state >> 11) / 2**52 - 1.0)
    return torch.tensor(numbers).reshape(shape)


def lstm(x, w, r, b):
    hidden = r.shape[-1]
    network = torch.nn.LSTM(x.shape[-1], hidden, batch_first=True, bias=True)
    weights = {"weight_ih_l0": w.flatten(0, 1), "weight_hh_l0": r.flatten(0, 1), "bias_ih_l0": b.flatten()}
    weights["bias_hh_l0"] = torch.zeros_like(weights["bias_ih_l0"])
    output, (state, cells) = torch.func.functional_call(network, weights, (x,))
    return output + (state + 2 * cells)[0].unsqueeze(-2)


def gru(x, w, r, b, c):
    network = torch.nn.GRU(x.shape[-1], r.shape[-1], batch_first=True)
    weights = {"weight_ih_l0": w.flatten(0, 1), "weight_hh_l0": r.flatten(0, 1), "bias_ih_l0": b.flatten(), "bias_hh_l0": c.flatten()}
    output, state = torch.func.functional_call(network, weights, (x,))
    return output + state[0].unsqueeze(-2)


FAR = 10 * torch.eye(3)
LABELS = torch.tensor([2, 0, 1, 2])
CASES = {
    "linear": ([(2, 5, 3), (4, 3), (4,)], F.linear),
    "bilinear": ([(2, 3), (2, 4), (5, 3, 4)], F.bilinear),
    "embedding": ([(5, 2)], lambda table: F.embedding(torch.tensor([[4, 0, 4]]), table)),
    "layer_norm": ([(2, 4), (4,), (4,)], lambda x, w, b: F.layer_norm(x, (4,), w, b, 1e-2)),
    "rms_norm": ([(2, 4), (4,)], lambda x, w: F.rms_norm(x, (4,), w, 1e-2)),
    "group_norm": ([(2, 4, 3), (4,), (4,)], lambda x, w, b: F.group_norm(x, 2, w, b, 1e-2)),
    "batch_norm": ([(3, 2, 4), (2,), (2,)], lambda x, w, b: F.batch_norm(x, None, None, w, b, True, 0.1, 1e-2)),
    "softmax": ([(2, 3, 4)], lambda x: F.softmax(x, -2)),
    "log_softmax": ([(2, 3, 4)], lambda x: F.log_softmax(x, -1)),
    "gelu": ([(7,)], F.gelu),
    "gelu_tanh": ([(7,)], lambda x: F.gelu(x, approximate="tanh")),
    "silu": ([(7,)], F.silu),
    "attention": ([(2, 3, 4), (2, 5, 4), (2, 5, 2)], F.scaled_dot_product_attention),
    "causal_attention": ([(2, 3, 4), (2, 3, 4), (2, 3, 2)], lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True)),
    "masked_attention": ([(3, 4), (5, 4), (5, 2), (3, 5)], lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, m)),
    "grouped_attention": ([(4, 3, 2), (2, 5, 2), (2, 5, 2)], lambda q, k, v: F.scaled_dot_product_attention(q[None], k[None], v[None], enable_gqa=True)[0]),
    "lstm": ([(2, 3, 2), (4, 3, 2), (4, 3, 3), (4, 3)], lstm),
    "gru": ([(2, 3, 2), (3, 4, 2), (3, 4, 4), (3, 4), (3, 4)], gru),
    "mse_loss": ([(2, 3), (2, 3)], F.mse_loss),
    "l1_loss": ([(2, 3), (2, 3)], F.l1_loss),
    "binary_cross_entropy": ([(2, 3), (2, 3)], lambda x, y: F.binary_cross_entropy(x.sigmoid(), y.sigmoid())),
    "binary_cross_entropy_with_logits": ([(2, 3), (2, 3)], lambda x, y: F.binary_cross_entropy_with_logits(x, y.sigmoid())),
    "cross_entropy": ([(4, 3)], lambda x: F.cross_entropy(x, LABELS)),
    "weighted_cross_entropy": ([(4, 3)], lambda x: F.cross_entropy(x, LABELS, torch.tensor([0.5, 2.0, 1.5]))),
    "soft_cross_entropy": ([(4, 3), (4, 3)], lambda x, y: F.cross_entropy(x, F.softmax(y, -1))),
    "nll_loss": ([(4, 3)], lambda x: F.nll_loss(x, LABELS, reduction="none")),
    "conv1d": ([(2, 4, 9), (6, 2, 3)], lambda x, k: F.conv1d(x, k, None, 2, 1, 2, 2)),
    "conv2d": ([(2, 2, 6, 5), (3, 2, 3, 2)], lambda x, k: F.conv2d(x, k, None, (2, 1), (1, 0), (1, 2))),
    "conv3d": ([(1, 1, 3, 3, 3), (2, 1, 2, 2, 2)], lambda x, k: F.conv3d(x, k, None, 1, 1)),
    "conv_transpose1d": ([(2, 4, 3), (4, 2, 2)], lambda x, k: F.conv_transpose1d(x, k, None, 2, 1, 1, 2, 2)),
    "conv_transpose2d": ([(1, 2, 3, 2), (2, 2, 2, 3)], lambda x, k: F.conv_transpose2d(x, k, None, 2)),
    "max_pool2d": ([(1, 2, 5, 6)], lambda x: F.max_pool2d(x, 3, 2, 1)),
    "avg_pool2d": ([(1, 2, 5, 6)], lambda x: F.avg_pool2d(x, 3, 2, 1)),
    "adaptive_avg_pool": ([(2, 7, 4)], lambda x: F.adaptive_avg_pool2d(x, (3, 5))),
    "pixel_shuffle": ([(1, 4, 2, 3)], lambda x: F.pixel_shuffle(x, 2)),
    "cumulative_product": ([(2, 5)], lambda x: x.cumprod(-1)),
    "cumulative_max": ([(3, 5)], lambda x: x.cummax(-1).values),
    "logsumexp": ([(2, 3)], lambda x: x.logsumexp(-1)),
    "norm": ([(2, 3, 4)], lambda x: x.norm(dim=-1, keepdim=True)),
    "sort": ([(3, 4)], lambda x: x.sort(-1).values),
    "cdist": ([(3, 2), (4, 2)], torch.cdist),
    "cosine_similarity": ([(3, 4), (3, 4)], lambda x, y: F.cosine_similarity(x, y, -1)),
    "solve": ([(2, 3, 3), (2, 3, 2)], lambda a, b: torch.linalg.solve(a + FAR, b)),
    "inverse": ([(2, 3, 3)], lambda a: (a + FAR).inverse()),
    "det": ([(2, 3, 3)], torch.linalg.det),
    "slogdet": ([(2, 3, 3)], lambda a: torch.linalg.slogdet(a)[1]),
    "cholesky": ([(3, 3)], lambda a: torch.linalg.cholesky(a.mT @ a + FAR)),
    "qr": ([(2, 4, 3)], lambda a: torch.linalg.qr(a)[1]),
    "eigh": ([(2, 3, 3)], lambda a: torch.linalg.eigh(a + a.mT)[1] ** 2),
    "svd": ([(2, 4, 3)], lambda a: torch.linalg.svd(a, full_matrices=False)[0] ** 2),
    "singular_values": ([(2, 4, 3)], torch.linalg.svdvals),
    "einsum": ([(2, 3, 4), (4, 3, 2)], lambda a, b: torch.einsum("bij,jio->ob", a, b)),
}

lines = [f"# Gradients of PyTorch {torch.__version__}, written by `python3 tests/data/torch_gradients.py`."]
for name, (shapes, function) in CASES.items():
    operands = [made(place + 1, *shape).requires_grad_() for place, shape in enumerate(shapes)]
    result = function(*operands)
    gradients = torch.autograd.grad((result * made(100, *result.shape)).sum(), operands)
    numbers = "; ".join(" ".join(f"{number:.12g}" for number in gradient.flatten().tolist()) for gradient in gradients)
    lines.append(f"{name} = {numbers}")
Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")
