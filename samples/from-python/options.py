"""Prices a million options, as NumPy does it and in the library: python options.py [N]"""

import sys
import time

import numpy as np
from blackscholes import BlackScholes


def normal(x):
    k = 1 / (1 + 0.2316419 * np.abs(x))
    tail = 0.3989422804014327 * np.exp(-x * x / 2) * k * (
        0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))
    )
    return np.where(x < 0, tail, 1 - tail)


def numpy_calls(spot, strike, years, rate, volatility):
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + volatility**2 / 2) * years) / spread
    return spot * normal(d1) - strike * np.exp(-rate * years) * normal(d1 - spread)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
random = np.random.default_rng(1)
spot, strike = random.uniform(50, 150, n), random.uniform(50, 150, n)
years = random.uniform(0.1, 2, n)
results = []
for name, calls in [("NumPy", numpy_calls), ("library", BlackScholes.calls)]:
    calls(spot[:10], strike[:10], years[:10], 0.05, 0.2)
    start = time.perf_counter()
    results.append(calls(spot, strike, years, 0.05, 0.2))
    print(f"{name}: {(time.perf_counter() - start) * 1e3:.1f} ms", file=sys.stderr)
print("the same prices:", np.allclose(results[0], results[1], rtol=1e-9, atol=1e-9))
try:
    BlackScholes.calls(spot, strike[1:], years, 0.05, 0.2)
except ValueError as error:
    print(error.java_class)
