"""Drives a rover, records what its instruments read, and follows it by NumPy.

    python3 examples/kalman/reference.py > examples/kalman/src/recorded.rs

writes the readings, and what a filter knows after each of them.
"""

import math

import numpy as np

STEPS, SECONDS = 64, 0.25
BEACONS = np.array([[12.0, 0.0], [-9.0, 10.0], [-4.0, -11.0]])
UNLIKELY = 21.1
WALL = 37

random = np.random.default_rng(7)


def drive():
    """Where the rover really is, and what is read there."""
    x, y, heading, speed = 1.0, -1.5, 0.3, 1.4
    for step in range(STEPS):
        turn = 0.35 * math.sin(0.11 * step)
        x, y = x + speed * math.cos(heading) * SECONDS, y + speed * math.sin(heading) * SECONDS
        heading += turn * SECONDS
        distances = np.hypot(x - BEACONS[:, 0], y - BEACONS[:, 1]) + 0.2 * random.standard_normal(3)
        if step == WALL:
            distances[1] += 6.5
        compass = heading + 0.1 * random.standard_normal() if step % 5 == 4 else None
        measured_turn = turn + 0.02 * random.standard_normal()
        yield (
            round(measured_turn, 4),
            [round(float(distance), 3) for distance in distances],
            None if compass is None else round(compass, 3),
        )


def update(state, covariance, surprise, slope, noise):
    unsure = slope @ covariance @ slope.T + noise
    gain = covariance @ slope.T @ np.linalg.inv(unsure)
    left = np.eye(4) - gain @ slope
    unlikely = surprise @ np.linalg.inv(unsure) @ surprise
    return state + gain @ surprise, left @ covariance @ left.T + gain @ noise @ gain.T, unlikely


def follow(readings):
    state, covariance = np.array([0.0, 0.0, 0.5, 1.0]), np.diag([4.0, 4.0, 0.5, 1.0])
    states, refused = [], []
    for step, (turn, distances, compass) in enumerate(readings):
        x, y, heading, speed = state
        sin, cos = math.sin(heading) * SECONDS, math.cos(heading) * SECONDS
        state = np.array([x + speed * cos, y + speed * sin, heading + turn * SECONDS, speed])
        slope = np.eye(4)
        slope[0, 2:], slope[1, 2:] = (-speed * sin, cos), (speed * cos, sin)
        covariance = slope @ covariance @ slope.T + np.diag([1e-4, 1e-4, 4e-4, 1e-3])

        towards = state[:2] - BEACONS
        expected = np.linalg.norm(towards, axis=1)
        slope = np.hstack([towards / expected[:, None], np.zeros((3, 2))])
        seen, narrower, unlikely = update(state, covariance, np.array(distances) - expected, slope, 0.04 * np.eye(3))
        if unlikely < UNLIKELY:
            state, covariance = seen, narrower
        else:
            refused.append(step)
        if compass is not None:
            surprise, slope = np.array([compass - state[2]]), np.array([[0.0, 0.0, 1.0, 0.0]])
            state, covariance, _ = update(state, covariance, surprise, slope, 0.01 * np.eye(1))
        states.append(state)
    assert refused == [WALL], refused
    return states, covariance


readings = list(drive())
states, covariance = follow(readings)
numbers = lambda row: "[" + ", ".join(repr(float(number)) for number in row) + "]"
print(f"//! What a rover's instruments read, and what NumPy {np.__version__} makes of it. Written by:")
print("//! `python3 examples/kalman/reference.py > examples/kalman/src/recorded.rs`.")
print("\nuse crate::rover::Reading;")
print(f"\npub static READINGS: [Reading; {STEPS}] = [")
for turn, distances, compass in readings:
    heading = "None" if compass is None else f"Some({compass})"
    print(f"    Reading {{ turn: {turn}, distances: {numbers(distances)}, heading: {heading} }},")
print("];")
print("\n/// What is known of the rover after each reading.")
print(f"pub static STATES: [[f64; 4]; {STEPS}] = [")
for state in states:
    print(f"    {numbers(state)},")
print("];")
print("\n/// How sure it is at the end.")
print("pub static COVARIANCE: [[f64; 4]; 4] = [")
for row in covariance:
    print(f"    {numbers(row)},")
print("];")
