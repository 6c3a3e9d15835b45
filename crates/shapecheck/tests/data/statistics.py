"""Writes what NumPy gives for statistics and signals to standard output.

    python3 tests/data/statistics.py > tests/data/statistics.txt

A case is a line: the function and its arguments, its operands and its results, each with its shape:

    quantile_axis -1 0.25 hazen | 2x3 : 1.0 4.0 2.5 nan 1.0 2.0 = 2x1 : 1.25 nan

`tests/elementwise/statistics.rs` has an arm for each function.
"""

import warnings

import numpy

warnings.simplefilter("ignore")
random = numpy.random.default_rng(20261127)

METHODS = """inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen weibull linear median_unbiased
normal_unbiased lower higher midpoint nearest""".split()
SHAPES = [(1,), (2,), (5,), (8,), (3, 4), (2, 1), (4, 3, 2)]


def text(array):
    array = numpy.asarray(array)
    shape = "x".join(map(str, array.shape)) or "()"
    return f"{shape} : " + " ".join(repr(float(element)) for element in array.ravel())


def case(call, operands, results):
    print(call, *(f"| {text(operand)}" for operand in operands), "=", " ; ".join(map(text, results)))


def samples(shape, some_nan=False):
    """Numbers of which some are equal."""
    array = random.integers(-40, 40, shape) / 8 * random.choice([1.0, 1.3], shape)
    if some_nan:
        array[random.random(shape) < 0.3] = numpy.nan
    return array


def each_axis(shape):
    return [axis for axis in (-1, -2) if -axis <= len(shape)]


def order():
    for shape in SHAPES:
        for some_nan in (False, True):
            x = samples(shape, some_nan)
            for prefix in ("", "nan"):
                name = "nan_" if prefix else ""
                median, quantile = (getattr(numpy, prefix + name) for name in ("median", "quantile"))
                case(f"{name}median", [x], [median(x)])
                for axis in each_axis(shape):
                    case(f"{name}median_axis {axis}", [x], [median(x, axis, keepdims=True)])
                    for method in METHODS:
                        part = random.choice([0, 0.1, 0.125, 0.25, 1 / 3, 0.375, 0.5, 0.625, 0.75, 0.9, 1])
                        result = quantile(x, part, axis, method=method, keepdims=True)
                        case(f"{name}quantile_axis {axis} {part} {method}", [x], [result])


def reductions():
    names = {"sum": "sum", "product": "prod", "mean": "mean", "var": "var", "std": "std", "max": "max", "min": "min"}
    for shape in SHAPES:
        for x in (samples(shape), samples(shape, True), numpy.full(shape, numpy.nan)):
            for ours, theirs in names.items():
                function = getattr(numpy, "nan" + theirs)
                case(f"nan_{ours}", [x], [function(x)])
                for axis in each_axis(shape):
                    case(f"nan_{ours}_axis {axis}", [x], [function(x, axis, keepdims=True)])


def weighted():
    for shape in SHAPES:
        x, weights = samples(shape), random.integers(1, 9, shape) / 4
        case("weighted_mean", [x, weights], [numpy.average(x, None, weights)])
        for axis in each_axis(shape):
            case(f"weighted_mean_axis {axis}", [x, weights], [numpy.average(x, axis, weights, keepdims=True)])
        row = random.integers(1, 9, shape[-1:]) / 4
        case("weighted_mean_axis -1", [x, row], [numpy.average(x, -1, row, keepdims=True)])


def kernels():
    for shape in SHAPES:
        for length in (1, 2, 3, 4, 6):
            x, kernel = samples(shape), samples((length,))
            for name in ("convolve", "correlate"):
                along = lambda mode: numpy.apply_along_axis(getattr(numpy, name), -1, x, kernel, mode)
                case(f"{name} full", [x, kernel], [along("full")])
                if length <= shape[-1]:
                    case(f"{name} same", [x, kernel], [along("same")])
                    case(f"{name} valid", [x, kernel], [along("valid")])
                else:
                    # As in SciPy: NumPy exchanges the two.
                    start = (length - 1) // 2
                    case(f"{name} same", [x, kernel], [along("full")[..., start : start + shape[-1]]])


def slopes():
    for shape in SHAPES:
        for axis in each_axis(shape):
            x, spacing = samples(shape), random.choice([1.0, 0.5, 0.1])
            if shape[axis] > 1:
                case(f"gradient {axis} {spacing}", [x], [numpy.gradient(x, spacing, axis=axis)])
            area = numpy.trapezoid(x, dx=spacing, axis=axis)
            case(f"trapezoid_axis {axis} {spacing}", [x], [numpy.expand_dims(area, axis)])
            positions = numpy.sort(samples((shape[axis],)))
            area = numpy.expand_dims(numpy.trapezoid(x, positions, axis=axis), axis)
            along = positions.reshape((-1,) + (1,) * (-axis - 1))
            case(f"trapezoid_axis_at {axis}", [x, along], [area])
            for period in (2 * numpy.pi, 4.0):
                case(f"unwrap_phases {axis} {period}", [x], [numpy.unwrap(x, axis=axis, period=period)])


def points():
    for shape in SHAPES:
        for count in (1, 2, 5, 9):
            # Of one point NumPy gives the value at NaN, too.
            x, values = samples(shape, count > 1), samples((count,))
            positions = numpy.sort(random.permutation(numpy.arange(-40, 40))[:count]) / 5
            case("interp", [x, positions, values], [numpy.interp(x, positions, values)])
            x, coefficients = samples(shape), values[:4]
            case("polyval", [x, coefficients], [numpy.polyval(coefficients, x)])
    for degree in (0, 1, 2, 3):
        for count in (4, 5, 9):
            positions, values = numpy.sort(random.permutation(numpy.arange(-30, 90))[:count]) / 4, samples((count,))
            case(f"polyfit {degree}", [positions, values], [numpy.polyfit(positions, values, degree)])


def counts():
    for shape in SHAPES:
        for bins in (1, 4, 7):
            x = samples(shape)
            case(f"histogram {bins}", [x], numpy.histogram(x, bins))
            x, limits = samples(shape, True), random.choice([(-1.0, 2.0), (0.0, 0.3), (1.5, 1.5)])
            results = numpy.histogram(x, bins, tuple(limits))
            case(f"histogram_between {bins} {limits[0]} {limits[1]}", [x], results)
        x = random.integers(0, 7, shape)
        for least in (0, 7, 9):
            case(f"bincount_with {least}", [x], [numpy.bincount(x.ravel(), minlength=least)])
    # Elements beside the edges, where the quotient is rounded.
    edges = numpy.linspace(0.1, 0.7, 8)
    x = numpy.concatenate([edges, numpy.nextafter(edges, 0), numpy.nextafter(edges, 1)])
    case("histogram_between 7 0.1 0.7", [x], numpy.histogram(x, 7, (0.1, 0.7)))


def windows():
    names = {"hann": "hanning", "hamming": "hamming", "blackman": "blackman", "bartlett": "bartlett"}
    for ours, theirs in names.items():
        for count in (0, 1, 2, 5, 8):
            case(f"{ours} {count}", [], [getattr(numpy, theirs)(count)])
            # Of one number it is 1, as in SciPy.
            periodic = getattr(numpy, theirs)(count + 1)[:-1] if count != 1 else numpy.ones(1)
            case(f"periodic_{ours} {count}", [], [periodic])


def spectra():
    for shape in [(9,), (2, 8), (2, 1, 4)]:
        for width, hop in ((4, 2), (3, 1), (1, 3)):
            x, window = samples(shape), numpy.hanning(width + 2)[1:-1]
            frames = numpy.lib.stride_tricks.sliding_window_view(x, width, axis=-1)[..., ::hop, :]
            result = numpy.fft.rfft(frames * window)
            case(f"stft {width} {hop}", [x, window], [result.real, result.imag])


print(f"# What NumPy {numpy.__version__} gives. Written by:")
print("#     python3 tests/data/statistics.py > tests/data/statistics.txt")
for function in (order, reductions, weighted, kernels, slopes, points, counts, windows, spectra):
    function()
