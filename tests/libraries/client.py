"""Calls the library from Python."""

import resource
import threading

import numpy as np
from filters import Filters, JavaException, Named, Point

f32 = np.float32
assert Filters.smooth(np.arange(1, 6, dtype=f32), 1).tolist() == [1.5, 2, 3, 4, 4.5]
assert Filters.smooth([1, 2, 3], 1).dtype == f32
assert Filters.smooth([], 1).tolist() == []
try:
    Filters.smooth([1.0], -1)
    raise AssertionError("it throws")
except ValueError as e:
    assert isinstance(e, JavaException) and type(e).__name__ == "IllegalArgumentException"
    assert str(e) == "java.lang.IllegalArgumentException: radius -1\n\tat Filters.smooth(Filters.somd:20)"
try:
    Filters.element(np.zeros(3, np.int32), 3)
    raise AssertionError("it throws")
except IndexError as e:
    assert e.message == "Index 3 out of bounds for length 3"
try:
    Filters.forever(0)
    raise AssertionError("it throws")
except RecursionError:
    pass
try:
    Filters.smooth(np.array(["a"]), 1)
    raise AssertionError("it is refused")
except TypeError:
    pass

# What is written is seen, whatever was passed.
numbers = np.array([1.0, 2.0])
Filters.scale(numbers, 10)
assert numbers.tolist() == [10, 20]
every_second = np.arange(6.0)
Filters.scale(every_second[::2], 10)
assert every_second.tolist() == [0, 1, 20, 3, 40, 5]
numbers = [1.0, 2.0]
Filters.scale(numbers, 2)
assert numbers == [2, 4]

kept = np.ones(5, f32)
result = Filters.keep(kept)
kept[0] = 100
assert result[0] == 1 and Filters.kept()[0] == 1
matrix = Filters.transpose(np.array([[1, 2, 3], [4, 5, 6]], np.int32))
assert isinstance(matrix, np.ndarray) and matrix.tolist() == [[1, 4], [2, 5], [3, 6]]
matrix = np.zeros((2, 3), np.int32)
Filters.fill(matrix, 7)
assert matrix.tolist() == [[7] * 3] * 2
assert Filters.corner([[1, 2], [3, 4]]) == 4
assert Filters.greet("Wörld") == "Hello, Wörld!" and Filters.split("a bc") == ["a", "bc"]
assert Filters.total(["ab", "cde"]) == 5 and Filters.total_floats([1, 2]) == 3
assert Filters.doubled([1, 2]).tolist() == [2, 4]
assert Filters.middle(Point(0, 0), Point(2, 4)) == Point(1, 2)
assert Filters.heaviest([Named("a", Point(1, 2), 3), Named("b", Point(3, 4), 5)]) == Named("b", Point(3, 4), 5)
assert Filters.grid(2) == [Point(0, 0), Point(1, -1)]
assert Filters.any(np.array([False, True])) and Filters.upper("ä") == "Ä"
assert "mean of its neighbours" in Filters.smooth.__doc__


def many():
    for _ in range(200):
        assert Filters.greet("x") == "Hello, x!"


threads = [threading.Thread(target=many) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()

# 100 MB go in without a copy.
big = np.ones(12_500_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert Filters.sum(big) == 12_500_000
Filters.scale(big, 2)
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 << 10
print("ok")
