// What an OpenCL driver takes from a program's start to the end of its first kernel, with nothing else around it: platform, device, context, queue,
// program from a binary, kernel, one launch. Prints the milliseconds of each step and of all, with the start of the process.
//
//     gcc -O2 -o target/device/bare tests/bench/device/bare.c -lOpenCL
//     target/device/bare BINARY    (writes BINARY where there is none)
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// When the process was started, in clock ticks since the machine was.
static double started(void)
{
    long ticks = 0;
    FILE *f = fopen("/proc/self/stat", "r");
    if (!f || fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %ld", &ticks) != 1) return now();
    fclose(f);
    return ticks * 1e3 / sysconf(_SC_CLK_TCK);
}

static void check(const char *what, cl_int error)
{
    if (error) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, error);
        exit(1);
    }
}

static double last;
static void step(const char *what)
{
    double t = now();
    printf("%s %.1f  ", what, t - last);
    last = t;
}

int main(int argc, char **argv)
{
    double begun = started();
    double first = last = now();
    cl_platform_id platforms[8];
    cl_device_id device = NULL;
    cl_uint count;
    cl_int e;
    check("platform", clGetPlatformIDs(8, platforms, &count));
    step("platform");
    // A GPU, whatever stands in front of it.
    for (cl_uint n = 0; n < count && !device; n++)
        if (clGetDeviceIDs(platforms[n], CL_DEVICE_TYPE_GPU, 1, &device, NULL)) device = NULL;
    if (!device) check("device", clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    step("device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    check("context", e);
    step("context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &e);
    check("queue", e);
    step("queue");
    cl_program program;
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    static unsigned char text[1 << 20];
    size_t size = f ? fread(text, 1, sizeof text, f) : 0;
    if (size) {
        const unsigned char *binary = text;
        program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, &e);
    } else {
        const char *source = "__kernel void twice(__global float* a) { a[get_global_id(0)] *= 2; }";
        program = clCreateProgramWithSource(context, 1, &source, NULL, &e);
    }
    check("program", e);
    check("build", clBuildProgram(program, 1, &device, "", NULL, NULL));
    step(size ? "binary" : "source");
    cl_kernel kernel = clCreateKernel(program, "twice", &e);
    check("kernel", e);
    static float data[4096];
    cl_mem memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &e);
    check("buffer", e);
    step("buffer");
    check("argument", clSetKernelArg(kernel, 0, sizeof memory, &memory));
    size_t items = 4096;
    check("launch", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    check("finish", clFinish(queue));
    step("kernel");
    printf("all %.1f  since main %.1f\n", last - begun, last - first);
    if (!size && argc > 1) {
        unsigned char *binary = text;
        check("size", clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
        check("binary", clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
        f = fopen(argv[1], "wb");
        if (f) fwrite(text, 1, size, f), fclose(f);
    }
    return 0;
}
