"""Draws the plots of the guide from the tables of the benchmarks.

    pip install matplotlib
    python3 benches/plots.py

Reads `benches/README.md` and `benches/kernels/README.md`, writes `build.svg`, `growth.svg` and `run.svg` to
`crates/shapecheck/guide`.
"""

import io
import itertools
import pathlib
import re

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "crates" / "shapecheck" / "guide"
# Readable on a light and on a dark page.
OURS, NDARRAY, CANDLE, GREY = "#3b82c4", "#d97b29", "#3a9a5b", "#888888"
# What doubles, by a word in the name of its row.
GROWTH = {"layers": OURS, "axes": NDARRAY, "names": CANDLE, "functions": GREY}
# The largest ratio that a plot shows in full.
END = 30.0


def table(text, heading):
    """The rows under each line of headings that begins so, as lists of cells."""
    lines = text.splitlines()
    for start in (i for i, line in enumerate(lines) if line.startswith(heading)):
        for line in itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :]):
            yield [cell.strip().strip("*`") for cell in line.strip("|").split("|")]


def write(figure, name):
    """Writes a plot as a block of HTML, in the colour of the page's text."""
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    svg = drawn.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # A blank line would end a block of HTML in Markdown.
    svg = "\n".join(line for line in svg.splitlines() if line.strip())
    svg = svg.replace("#000000", "currentColor")
    svg = re.sub(r"<text style=\"", '<text style="fill: currentColor; ', svg)
    (PAGES / name).write_text(f"<div>\n{svg}\n</div>\n")


def build():
    """What an operation costs to build, in milliseconds."""
    text = (ROOT / "benches" / "README.md").read_text()
    rows = list(table(text, "| ms for each operation |"))[::-1]
    figure, axes = plt.subplots(figsize=(8, 5))
    places = range(len(rows))
    for column, shift, colour, label in [
        (3, 0.2, OURS, "cargo build"),
        (5, -0.2, NDARRAY, "cargo build --release"),
    ]:
        sizes = [float(row[column]) for row in rows]
        bars = axes.barh([place + shift for place in places], sizes, 0.38, color=colour, label=label)
        axes.bar_label(bars, [row[column] for row in rows], padding=3, fontsize=7)
    axes.set_yticks(list(places), [row[0].replace("`", "") for row in rows], fontsize=8)
    axes.set_xlabel("ms for an operation on shapes of its own", fontsize=8)
    axes.legend(fontsize=8, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    write(figure, "build.svg")


def growth():
    """What doubling a program makes of its costs, where a cell is `12, ×1.9, ×2.0`."""
    text = (ROOT / "benches" / "README.md").read_text()
    # The first row is what the others are above.
    _, *rows = table(text, "| what doubles |")
    figure, plots = plt.subplots(1, 5, figsize=(8, 3.4), sharey=True)
    titles = ["check", "build", "memory, check", "memory, build", "memory, editor"]
    for column, (axes, title) in enumerate(zip(plots, titles), start=1):
        axes.plot([1, 2, 4], [1, 2, 4], color=GREY, linewidth=0.8, linestyle="--")
        for row in rows:
            first, second = (float(rate.strip(" *×")) for rate in row[column].split(",")[1:])
            colour = next((colour for word, colour in GROWTH.items() if word in row[0]), OURS)
            axes.plot([1, 2, 4], [1, first, first * second], color=colour, linewidth=1, marker="o", markersize=2)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        axes.set_xticks([1, 2, 4], ["1", "2", "4"])
        axes.set_yticks([1, 2, 4, 8, 16], ["1", "2", "4", "8", "16"])
        axes.tick_params(labelsize=8)
        axes.set_title(title, fontsize=8)
        axes.spines[["top", "right"]].set_visible(False)
    lines = [plt.Line2D([], [], color=colour) for colour in GROWTH.values()]
    figure.legend(lines, GROWTH, fontsize=8, frameon=False, loc="outside lower center", ncols=len(GROWTH))
    write(figure, "growth.svg")


def run():
    """Ratios to loops by hand, for results in new memory."""
    text = (ROOT / "benches" / "kernels" / "README.md").read_text()
    # A later table has rows of an earlier one that were measured again.
    latest = {row[1]: row for row in table(text, "| row | work | output |") if row[2] == "allocated"}
    rows = sorted(latest.values(), key=lambda row: int(row[0][1:]))[::-1]
    figure, axes = plt.subplots(figsize=(8, 0.22 * len(rows) + 1))
    axes.axvline(1, color=GREY, linewidth=0.8)
    for column, colour, marker, label in [
        (5, CANDLE, "^", "candle"),
        (4, NDARRAY, "s", "ndarray"),
        (6, OURS, "o", "shapecheck"),
    ]:
        points = [(float(row[column]), place) for place, row in enumerate(rows) if row[column] != "-"]
        axes.scatter(
            [min(ratio, END) for ratio, _ in points],
            [place for _, place in points],
            s=14,
            color=colour,
            marker=marker,
            label=label,
        )
    axes.set_xscale("log")
    axes.set_xticks([0.25, 0.5, 1, 2, 4, 8, 16, END], ["0.25", "0.5", "1", "2", "4", "8", "16", "30 or more"])
    axes.minorticks_off()
    axes.set_yticks(range(len(rows)), [row[1] for row in rows], fontsize=7)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_xlabel("time, as a ratio to a loop by hand", fontsize=8)
    axes.legend(fontsize=8, frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    write(figure, "run.svg")


if __name__ == "__main__":
    # Text stays text, and the same tables give the same file.
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "plots", "figure.constrained_layout.use": True})
    build()
    growth()
    run()
