"""Calls the library from Python."""

import inspect
import resource
import threading

import numpy as np
from filters import Array, Filters, JavaException, Named, Point, Track
from filters.lazy import Filters as Lazy

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
assert Filters.smooth(radius=1, a=[1, 2, 3]).tolist() == [1.5, 2, 2.5]
for wrong in (lambda: Filters.add(1), lambda: Filters.add(1, 2, 3), lambda: Filters.add(1, c=2), lambda: Filters.add(1.5, 2)):
    try:
        wrong()
        raise AssertionError("it is refused")
    except TypeError:
        pass
try:
    Filters.add(1 << 40, 2)
    raise AssertionError("it is refused")
except OverflowError:
    pass
assert Filters.add(np.int64(3), True) == 4 and Filters.add(2**31 - 1, 1) == -(2**31)
assert str(inspect.signature(Filters.smooth)) == "(a, radius)"

# Arrays of any depth, ragged ones, and those in records.
cube = Filters.cube(2, 3, 4)
assert cube.shape == (2, 3, 4) and cube[1, 2, 3] == 123 and Filters.sum3(cube) == cube.sum()
assert Filters.sum3([[[1], [2, 3]], [], [[4]]]) == 10 and Filters.sum3(cube[:, ::2, ::-1]) == cube[:, ::2].sum()
assert Filters.cube(0, 3, 4).shape[0] == 0 and Filters.sum3([]) == 0
ints = np.zeros((2, 2, 2), np.int32)
Filters.fill3(ints, 5)
assert ints.tolist() == [[[5, 6]] * 2] * 2
part = np.zeros((2, 2, 4), np.int32)
Filters.fill3(part[:, :, ::2], 5)
assert part.tolist() == [[[5, 0, 6, 0]] * 2] * 2
lists = [[[0], [0, 0]]]
Filters.fill3(lists, 5)
assert lists == [[[5], [5, 6]]]
try:
    Filters.fill3(np.broadcast_to(np.int32(0), (1, 1, 1)), 5)
    raise AssertionError("it is read-only")
except ValueError:
    pass
assert [r.tolist() for r in Filters.ragged(3)] == [[], [1], [2, 2]]
assert Filters.upperAll([["a", None], [], ["\u00df"]]) == [["A", None], [], ["SS"]]
assert Filters.depth(np.zeros((1, 2, 3), np.int64)) == 123
track = Track("x", np.array([1, 2], f32), [[1], [2, 3]], ["p", "q"], Point(1, 2))
louder = Filters.louder(track, 2)
assert louder.name == "x!" and louder.samples.tolist() == [2, 4] and [m.tolist() for m in louder.marks] == [[1], [2, 3]]
assert louder.tags == ["p", "q"] and louder.at == Point(2, 1)
assert Filters.longest([track, louder._replace(samples=[1, 2, 3])]).samples.tolist() == [1, 2, 3]
tracks = Filters.tracks(3)
assert [t.name for t in tracks] == ["t0", "t1", "t2"] and tracks[2].samples.tolist() == [0, 0] and tracks[1].tags == ["a", None]
assert [m.tolist() for m in tracks[2].marks] == [[2], []]
row = Filters.keptRow(1)
row[0] = 9
assert Filters.keptRow(1)[0] == 0

# Lazy arrays stay where they are, and go in as they are.
lazy = Lazy.smooth([1, 2, 3], 1)
assert isinstance(lazy, Array) and lazy.shape == (3,) and lazy.dtype == f32 and len(lazy) == 3 and lazy[1] == 2
again = Lazy.smooth(lazy, 0)
assert np.asarray(again).tolist() == [1.5, 2, 2.5] and np.from_dlpack(again).tolist() == [1.5, 2, 2.5]
assert np.array(again, dtype=np.float64).dtype == np.float64 and np.shares_memory(np.asarray(lazy), np.asarray(lazy))
assert not np.asarray(lazy).flags.writeable and again.__dlpack_device__() == (1, 0)
flat = Lazy.cube(2, 2, 2)
assert flat.shape == (2, 2, 2) and np.asarray(flat).tolist() == Filters.cube(2, 2, 2).tolist() and Filters.sum3(flat) == 444
zeros = Lazy.doubled([])
assert zeros.shape == (0,) and np.asarray(zeros).size == 0
kept = Lazy.kept()
Filters.keep([7, 8])
assert kept.tolist() == [1] * 5
del lazy, again, flat, zeros, kept


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
