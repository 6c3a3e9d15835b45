"""Makes `signal.npy`, with NumPy 2.4.6: a tone that rises, another one, and noise."""

import pathlib

import numpy as np

time = np.arange(4096) / 1000
noise = np.random.default_rng(0).normal(0, 0.3, time.size)
signal = np.sin(2 * np.pi * (60 + 15 * time) * time) + 0.5 * np.sin(2 * np.pi * 310 * time) + noise
np.save(pathlib.Path(__file__).with_name("signal.npy"), signal.astype("<f8"))
