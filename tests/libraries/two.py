"""Two libraries in one process; calls that share nothing run while another one waits."""

import os
import sys
import threading

import numpy as np
from filters import Filters
from second import Second
from second.lazy import Second as Lazy

assert Filters.count() + 1 == Filters.count() and Second.call() == 1 and Second.call() == 2
a = np.arange(100_000.0)
lazy = Lazy.twice(Lazy.twice(a))
assert Filters.sum(lazy) == 4 * a.sum() and (np.asarray(lazy) == 4 * a).all()
assert (Second.twice(Filters.smooth(a[:5], 0)) == 2 * a[:5]).all()
m = np.ones((300, 200), np.float32)
grid = Lazy.steps(Lazy.steps(m, 3), 2)
assert grid.shape == (300, 200) and (np.asarray(grid) == 6).all() and (Second.steps(grid, 1) == 7).all()
for library in (Filters, Second):
    try:
        (Filters.smooth if library is Filters else Second.steps)(None, 1)
        raise AssertionError("it throws")
    except TypeError as e:
        assert type(e).__name__ == "NullPointerException"

if sys.argv[1:] == ["aside"]:
    assert Second.add(1, 2) == 3
    read, write = os.pipe()
    os.dup2(read, 0)
    result = []
    waiting = threading.Thread(target=lambda: result.append(Second.await_()))
    waiting.start()
    # A result that is dropped meanwhile waits for nobody either.
    del grid
    for i in range(100_000):
        assert Second.add(i, 1) == i + 1
    os.write(write, b"x")
    waiting.join()
    assert result == [ord("x")]
print("ok")
