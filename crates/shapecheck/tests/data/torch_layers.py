"""What PyTorch gives for losses, norms and layers: `python3 tests/data/torch_layers.py > tests/data/torch_layers.txt`, with PyTorch 2.x."""

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)


def made(state, *shape):
    """Numbers between -1 and 1, the same as in `tests/networks/losses.rs`."""
    numbers = []
    for _ in range(torch.Size(shape).numel()):
        state = (state * 6364136223846793005 + 1) % 2**64
        numbers.append((state >> 11) / 2**52 - 1.0)
    return torch.tensor(numbers).reshape(shape)


def show(name, tensor):
    print(f"{name}:", *(repr(number) for number in tensor.flatten().tolist()))


x, y = (made(1, 4, 3), made(2, 4, 3))
show("mse", F.mse_loss(x, y))
show("l1", F.l1_loss(x, y))
p, t = (made(1, 4, 3).sigmoid(), made(2, 4, 3).sigmoid())
show("bce", F.binary_cross_entropy(p, t))
show("bce_with_logits", F.binary_cross_entropy_with_logits(x * 50, t))
lab = torch.tensor([2, 0, 1, 1])
w = torch.tensor([0.5, 2.0, 1.5])
show("ce", F.cross_entropy(x, lab))
show("weighted_ce", F.cross_entropy(x, lab, weight=w))
show("nll", F.nll_loss(F.log_softmax(x, 1), lab))
show("soft_ce", F.cross_entropy(x, F.softmax(y, 1)))
soft = F.softmax(y, 1)
show("weighted_soft_ce", F.cross_entropy(x, soft, weight=w))
for name, reduction in (("each", "none"), ("sum", "sum")):
    show(f"mse_{name}", F.mse_loss(x, y, reduction=reduction))
    show(f"l1_{name}", F.l1_loss(x, y, reduction=reduction))
    show(f"bce_{name}", F.binary_cross_entropy(p, t, reduction=reduction))
    show(f"bce_with_logits_{name}", F.binary_cross_entropy_with_logits(x * 50, t, reduction=reduction))
    show(f"ce_{name}", F.cross_entropy(x, lab, reduction=reduction))
    show(f"weighted_ce_{name}", F.cross_entropy(x, lab, weight=w, reduction=reduction))
    show(f"soft_ce_{name}", F.cross_entropy(x, soft, reduction=reduction))
    show(f"weighted_soft_ce_{name}", F.cross_entropy(x, soft, weight=w, reduction=reduction))
im = made(3, 2, 3, 4)
lab2 = torch.tensor([[0, 1, 2, 2], [2, 0, 0, 1]])
show("ce_of_images", F.cross_entropy(im, lab2))
show("weighted_ce_of_images", F.cross_entropy(im, lab2, weight=w))
show("weighted_ce_of_images_each", F.cross_entropy(im, lab2, weight=w, reduction="none"))
soft = F.softmax(made(2, 2, 3, 4), 1)
show("weighted_soft_ce_of_images", F.cross_entropy(im, soft, weight=w))
show("weighted_soft_ce_of_images_each", F.cross_entropy(im, soft, weight=w, reduction="none"))
x = made(4, 2, 4, 2, 3)
wt, b = (made(5, 4), made(6, 4))
m, v = (made(7, 4), made(8, 4) + 1.5)
show("batch_norm", F.batch_norm(x, None, None, wt, b, True, 0.1, 0.1))
show("batch_norm_with_statistics", F.batch_norm(x, m, v, wt, b, False, 0.1, 0.1))
show("instance_norm", F.instance_norm(x, weight=wt, bias=b, eps=0.1))
show("group_norm", F.group_norm(x, 2, wt, b, 0.1))
a, c, W = (made(9, 2, 3), made(10, 2, 4), made(11, 2, 3, 4))
show("bilinear", F.bilinear(a, c, W))
show("cosine", F.cosine_similarity(made(12, 2, 3), made(13, 2, 3), dim=-1))
show("cdist", torch.cdist(made(14, 2, 2, 3), made(15, 2, 4, 3)))
q, k, vv = (made(16, 1, 4, 2, 3), made(17, 1, 2, 3, 3), made(18, 1, 2, 3, 2))
show("grouped_attention", F.scaled_dot_product_attention(q, k, vv, enable_gqa=True))
mask = torch.tensor([[True, True, False], [True, True, True]])
show("grouped_causal_attention", F.scaled_dot_product_attention(q, k, vv, attn_mask=mask, enable_gqa=True))
