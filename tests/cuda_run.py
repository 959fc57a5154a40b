"""Runs kernels in OpenCL C and in CUDA C++ on one device, with the same arguments and work groups, and compares all that they write, bit for bit.

    tests/cuda_run.py FOLDER        FOLDER has NAME.cl and NAME.cu, as `somdc --emit kernels` and `--emit cuda` print them

Every length is 64, every index space is 0 to 64, arrays have room for three dimensions of that, and rows of ragged ones lie apart. Kernels that take structures, images or
choices of the host are left out. Needs CuPy and an OpenCL library.
"""
import collections, ctypes, os, re, sys
import cupy, numpy

N = 64
CELLS = N * N * N + 4096
TYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8", "float": "f4", "double": "f8"}
cl = ctypes.CDLL("libOpenCL.so.1")
for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
    getattr(cl, name).restype = ctypes.c_void_p


def check(code, what):
    if code != 0:
        raise RuntimeError(f"{what}: {code}")


def open_device():
    count = ctypes.c_uint()
    check(cl.clGetPlatformIDs(0, None, ctypes.byref(count)), "platforms")
    platforms = (ctypes.c_void_p * count.value)()
    cl.clGetPlatformIDs(count, platforms, None)
    for platform in platforms:
        device = ctypes.c_void_p()
        if cl.clGetDeviceIDs(ctypes.c_void_p(platform), ctypes.c_ulong(4), 1, ctypes.byref(device), None) == 0:
            context = ctypes.c_void_p(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None))
            return device, context, ctypes.c_void_p(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), None))
    raise RuntimeError("no GPU in OpenCL")


def kernels(text):
    """Names, parameters as (type, name, is a pointer), and whether the work group is 256."""
    for found in re.finditer(r"__kernel((?:(?!__kernel).)*?)void\s+(\w+)\(\n(.*?)\)\n\{", text, re.S):
        params = []
        for line in found.group(3).split(",\n"):
            words = re.sub(r"__global|const|restrict|volatile", "", line.strip()).replace("*", " * ").split()
            params.append((words[0], words[-1], "*" in words))
        yield found.group(2), params, "reqd_work_group_size" in found.group(1)


def arguments(params):
    random, out = numpy.random.default_rng(7), []
    for ty, name, pointer in params:
        if ty not in TYPES:
            return None
        kind = numpy.dtype(TYPES[ty])
        if name == "first_failure":
            value = numpy.full(64, 0xFFFFFFFF, "u4")
        elif name.endswith("_starts"):
            value = numpy.minimum(numpy.arange(CELLS) * N, CELLS - N).astype(kind)
        elif pointer:
            value = (random.random(CELLS) * 4 - 2).astype(kind) if kind.kind == "f" else random.integers(0, N, CELLS).astype(kind)
        elif name == "chained" or "_from" in name:
            value = kind.type(0)
        else:
            value = kind.type(N if kind.kind in "iu" else 1.25)
        out.append(value)
    return out


def in_opencl(device, context, queue, text, name, args, grid, group):
    source = ctypes.c_char_p(text.encode())
    program = ctypes.c_void_p(cl.clCreateProgramWithSource(context, 1, ctypes.byref(source), None, None))
    check(cl.clBuildProgram(program, 1, ctypes.byref(device), b"-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt", None, None), "build")
    kernel, buffers = ctypes.c_void_p(cl.clCreateKernel(program, name.encode(), None)), []
    for k, arg in enumerate(args):
        if isinstance(arg, numpy.ndarray):
            buffer = ctypes.c_void_p(cl.clCreateBuffer(context, ctypes.c_ulong(1 | 32), ctypes.c_size_t(arg.nbytes), arg.ctypes.data_as(ctypes.c_void_p), None))
            buffers.append((buffer, arg))
            check(cl.clSetKernelArg(kernel, k, 8, ctypes.byref(buffer)), "argument")
        else:
            raw = arg.tobytes()
            check(cl.clSetKernelArg(kernel, k, ctypes.c_size_t(len(raw)), raw), "argument")
    size = (ctypes.c_size_t * 3)(*(g * l for g, l in zip(grid, group)))
    check(cl.clEnqueueNDRangeKernel(queue, kernel, 3, None, size, (ctypes.c_size_t * 3)(*group), 0, None, None), "launch")
    check(cl.clFinish(queue), "run")
    out = []
    for buffer, arg in buffers:
        got = numpy.empty_like(arg)
        check(cl.clEnqueueReadBuffer(queue, buffer, 1, ctypes.c_size_t(0), ctypes.c_size_t(arg.nbytes), got.ctypes.data_as(ctypes.c_void_p), 0, None, None), "read")
        out.append(got)
        cl.clReleaseMemObject(buffer)
    return out


def in_cuda(text, name, args, grid, group):
    module = cupy.RawModule(code=text, options=("--fmad=false",), backend="nvcc")
    given = [cupy.asarray(a) if isinstance(a, numpy.ndarray) else a for a in args]
    module.get_function(name)(grid, group, tuple(given))
    cupy.cuda.Device().synchronize()
    return [cupy.asnumpy(a) for a in given if isinstance(a, cupy.ndarray)]


def numbers(array):
    """Its bytes; all that is not a number is one."""
    if array.dtype.kind == "f":
        array = numpy.where(numpy.isnan(array), numpy.nan, array).astype(array.dtype)
    return array.tobytes()


def main():
    folder, said = sys.argv[1], collections.Counter()
    opened = open_device()
    for file in sorted(f for f in os.listdir(folder) if f.endswith(".cl")):
        text = open(f"{folder}/{file}").read()
        cuda = open(f"{folder}/{file[:-3]}.cu").read()
        for name, params, grouped in kernels(text):
            args = arguments(params)
            if args is None:
                said["left out"] += 1
                continue
            group, grid = ((256, 1, 1), (4, 4, 1)) if grouped else ((64, 1, 1), (1, N, 1))
            # What no work item asks for would be done again, by others at the same time.
            if "id(1)" not in text:
                grid = (grid[0], 1, 1)
            try:
                ours = in_opencl(*opened, text, name, args, grid, group)
                theirs = in_cuda(cuda, name, args, grid, group)
            except Exception as e:
                said["not run"] += 1
                print(f"{name}: {str(e)[:200]}", flush=True)
                continue
            inputs = [a for a in args if isinstance(a, numpy.ndarray)]
            wrote = any(a.tobytes() != b.tobytes() for a, b in zip(ours, inputs))
            same = all(numbers(a) == numbers(b) for a, b in zip(ours, theirs))
            said["same" if same and wrote else "nothing written" if same else "DIFFERS"] += 1
            if not same:
                at = [(k, int(i), a[i], b[i]) for k, (a, b) in enumerate(zip(ours, theirs)) for i in numpy.nonzero(a != b)[0][:3] if a[i] == a[i]]
                print(f"  argument, place, OpenCL, CUDA: {at[:4]}")
            print(f"{name}: {'same' if same else 'DIFFERS'}{'' if wrote else ', nothing written'}", flush=True)
    print(dict(said))
    return said["DIFFERS"] > 0


sys.exit(main())
