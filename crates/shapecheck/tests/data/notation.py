"""Equations and what NumPy makes of them: tests/data/notation.txt, one case a line.

    python3 tests/data/notation.py

An element of operand number `o`, from 0, at place `k` in row-major order is `(7 k + 3 o) % 11 - 5`. A line is

    equation | shapes | answer

and some of them, with all sizes known to the compiler or some, are tests/data/notation.rs. The answer is `refused`, `stretched` for what NumPy makes by stretching a label of size 1, or a shape and its elements.
"""

import pathlib
import random

import numpy

LETTERS = "ijkbZ"

# Dots on one side only, which may stand for no axes.
DOTS_OF_NO_AXES = [
    ("...i->i", [[2]]), ("...i->i", [[1, 2]]), ("...i->i", [[3, 2]]), ("i...->i", [[2]]), ("...ij->ij", [[2, 3]]), ("...ij->ji", [[2, 2, 3]]),
    ("...i,...i->", [[2], [2]]), ("...i,...i->", [[2], [1, 2]]), ("...i,i...->i", [[3], [3]]), ("...->", [[]]), ("...->", [[1]]), ("...,...->", [[2], [3]]),
    ("ij,jk->ik...", [[2, 3], [3, 4]]), ("ij->ij...", [[2, 3]]), ("ij->...ij", [[2, 3]]), ("ij->j...i", [[2, 3]]), ("->...", [[]]), ("i,->i...", [[2], []]),
    ("ii->i...", [[3, 3]]), ("i...,j->ij", [[2], [3]]), ("i...,j->ij", [[2, 2], [3]]), ("i,...j->ij", [[2], [1, 3]]),
]
CASES = 1500


def operand(number, shape):
    count = int(numpy.prod(shape, dtype=int))
    elements = (7 * numpy.arange(count, dtype=numpy.int64) + 3 * number) % 11 - 5
    return elements.reshape(shape)


def draw(rng):
    """An equation in letters, the shapes of its operands, and whether labels have one size."""
    sizes = {letter: rng.choice([0, 1, 2, 2, 3, 3, 4]) for letter in LETTERS}
    others = [rng.choice([1, 2, 3]) for _ in range(2)]
    terms, shapes = [], []
    for _ in range(rng.choice([1, 1, 2, 2, 2, 3, 4])):
        rank = rng.choice([0, 1, 2, 2, 3, 3, 4])
        if rng.random() < 0.3:
            names = [rng.choice(LETTERS) for _ in range(rank)]
        else:
            names = rng.sample(LETTERS, rank)
        shape = [sizes[name] for name in names]
        if rng.random() < 0.2:
            place = rng.randint(0, rank)
            count = rng.randint(0, 2)
            lead = [rng.choice([size, size, 1]) for size in others[2 - count:]]
            names.insert(place, "...")
            shape[place:place] = lead
        if shape and rng.random() < 0.06:
            shape[rng.randrange(len(shape))] = rng.choice([1, 2, 5])
        if rng.random() < 0.03:
            shape.append(2)
        terms.append(names)
        shapes.append(shape)
    result = None
    if rng.random() < 0.75:
        there = sorted({name for term in terms for name in term})
        dots = "..." in there
        there = [name for name in there if name != "..."]
        result = rng.sample(there, rng.randint(0, min(len(there), 4)))
        if dots and rng.random() < 0.95:
            result.insert(rng.randint(0, len(result)), "...")
        if rng.random() < 0.04:
            result.append(rng.choice(LETTERS))
    return terms, result, shapes


def written(terms, result, blanks):
    between = " " if blanks else ""
    text = ("," + between).join(between.join(term) for term in terms)
    if result is not None:
        text += between + "->" + between + between.join(result)
    return text


def spoiled(rng, text):
    place = rng.randint(0, len(text))
    if rng.random() < 0.5 and text:
        return text[:place] + text[place + 1:]
    return text[:place] + rng.choice([",", "-", ">", "->", "(", ")", ";", "?", "2", ".", "i"]) + text[place:]


def stretched(terms, shapes):
    """Whether an axis of size 1 has a label of another size."""
    sizes = {}
    for term, shape in zip(terms, shapes):
        axes = list(shape)
        if "..." in term:
            place = term.index("...")
            count = len(axes) - len(term) + 1
            del axes[place:place + count]
        for name, size in zip([name for name in term if name != "..."], axes):
            sizes.setdefault(name, set()).add(size)
    return any(1 in found and len(found) > 1 for found in sizes.values())


def rest_first(terms, result):
    """Whether dots stand in front everywhere."""
    return all("..." not in term[1:] for term in [*terms, result or []])


def left_out(terms, result):
    """Whether dots stand on one side only, for no axes."""
    dots = any("..." in term for term in terms)
    return result is not None and dots != ("..." in result)


def program(number, text, shapes, result, rng):
    """A line of Rust."""
    def sizes(shape):
        return ", ".join(str(size) for size in shape)

    def partly(shape):
        return ", ".join("_" if rng.random() < 0.4 else str(size) for size in shape)

    operands = ", ".join(f"{place} [{sizes(shape)}] [{partly(shape)}]" for place, shape in enumerate(shapes))
    return f'case!({number}, "{text}", [{sizes(result)}]; {operands});'


def main():
    rng = random.Random(13)
    lines, programs, others, without_dots = [], [], [], []
    while len(lines) < CASES:
        terms, result, shapes = draw(rng)
        letters = written(terms, result, blanks=False)
        text = letters
        plain = rng.random() < 0.9
        if not plain:
            text = letters = spoiled(rng, letters)
        elif rng.random() < 0.5:
            text = written(terms, result, blanks=True)
        operands = [operand(number, shape) for number, shape in enumerate(shapes)]
        try:
            value = numpy.einsum(letters, *operands)
        except (ValueError, IndexError, TypeError):
            answer = "refused"
        else:
            if value.size > 100:
                continue
            if plain and stretched(terms, shapes):
                answer = "stretched"
            elif not plain and any(1 in shape for shape in shapes):
                continue
            else:
                elements = " ".join(str(element) for element in value.reshape(-1))
                answer = f"{list(value.shape)} {elements}".strip()
        if plain and not answer[0].isalpha() and left_out(terms, result):
            without_dots.append(program(len(lines), text, shapes, value.shape, random.Random(len(lines))))
        elif plain and not answer[0].isalpha() and rest_first(terms, result):
            programs.append(program(len(lines), text, shapes, value.shape, rng))
        elif plain and not answer[0].isalpha():
            others.append(program(len(lines), text, shapes, value.shape, random.Random(len(lines))))
        lines.append(f"{text} | {shapes} | {answer}".replace(" |  | ", " | | "))
    for text, shapes in DOTS_OF_NO_AXES:
        operands = [operand(number, shape) for number, shape in enumerate(shapes)]
        try:
            value = numpy.einsum(text, *operands)
        except ValueError:
            answer = "refused"
        else:
            answer = f"{list(value.shape)} {' '.join(str(element) for element in value.reshape(-1))}".strip()
            without_dots.append(program(len(lines), text, shapes, value.shape, random.Random(len(lines))))
        lines.append(f"{text} | {shapes} | {answer}".replace(" |  | ", " | | "))
    header = f"Equations and the answers of NumPy {numpy.__version__}, by tests/data/notation.py."
    path = pathlib.Path(__file__).with_suffix(".txt")
    path.write_text("\n".join([header, *lines]) + "\n")
    some = rng.sample(programs, 300)
    path.with_suffix(".rs").write_text("\n".join([f"// {header}", "{", *some, *rng.sample(others, 120), *without_dots, "}"]) + "\n")


if __name__ == "__main__":
    main()
