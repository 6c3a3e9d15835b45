import matplotlib.pyplot as plt
import numpy as np

RATE = 1000  # numbers in a second

signal = np.load("signal.npy")
centred = signal - signal.mean()
print(f"mean {signal.mean():.6f}, deviation {signal.std():.6f}")
print(f"from {signal.min():.6f} to {signal.max():.6f}")
crossings = (centred[1:] * centred[:-1] < 0).sum()
print(f"zero is crossed {crossings} times")

# Spectra of frames of 256 numbers, each 128 after the one before.
windows = np.lib.stride_tricks.sliding_window_view(centred, 256)
frames = windows[::128] * np.hanning(256)
print(f"frames deviate by {frames.std(axis=1).mean():.6f}")
power = np.abs(np.fft.rfft(frames)) ** 2
mean = power.mean(axis=0)
hertz = np.fft.rfftfreq(256, 1 / RATE)
loudest = hertz[power.argmax(axis=1)]
print(f"loudest {loudest.min():.3f} to {loudest.max():.3f} Hz")
print(f"peak {mean.max():.6f} at {hertz[mean.argmax()]:.3f} Hz")
energy = power.sum(axis=1)
loud = (energy > energy.mean()).sum()
print(f"{loud} of {len(energy)} frames are loud")

# What is below 200 Hz.
spectrum = np.fft.rfft(centred)
high = 200 * len(signal) // RATE
spectrum[high:] = 0
smooth = np.fft.irfft(spectrum)
print(f"smooth: deviation {smooth.std():.6f}")
np.save("smooth.npy", smooth)

figure, axes = plt.subplots(figsize=(6.4, 3.2))
axes.plot(hertz, 10 * np.log10(mean))
axes.set_xlabel("Hz")
axes.set_ylabel("dB")
figure.savefig("spectrum.svg")
