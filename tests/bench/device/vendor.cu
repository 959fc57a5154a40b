// What the vendor's own libraries and CUDA take for the benchmarks beside this: CUB's sum, histogram and sort, cuBLAS's product in single
// precision, an n-body step with tiles in shared memory, a copy. Prints `NAME SECONDS CHECK`, the best of ten launches by events.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cub/cub.cuh>
#include <cublas_v2.h>

#define OK(call) do { if (int error = (int)(call)) { std::printf("%s: error %d, line %d\n", #call, error, __LINE__); std::exit(1); } } while (0)

static double best(const std::function<void()>& run) {
    cudaEvent_t from, to;
    OK(cudaEventCreate(&from)); OK(cudaEventCreate(&to));
    float least = 1e30f;
    for (int k = 0; k < 11; k++) {
        OK(cudaEventRecord(from)); run(); OK(cudaEventRecord(to)); OK(cudaEventSynchronize(to));
        float ms;
        OK(cudaEventElapsedTime(&ms, from, to));
        if (k > 0 && ms < least) least = ms;
    }
    OK(cudaGetLastError());
    return least * 1e-3;
}

template <class T> static T* room(size_t count) { T* p; OK(cudaMalloc(&p, count * sizeof(T))); return p; }

__global__ void fill(float* a, size_t n, int period, float scale, float offset) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) a[i] = i % period * scale + offset;
}
__global__ void bins(int* a, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) a[i] = (unsigned)i * 2654435761u >> 8 & 255;
}

__global__ __launch_bounds__(256) void nbody(const float4* __restrict__ bodies, float3* __restrict__ force, int n) {
    __shared__ float4 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 p = bodies[i];
    float3 f = {0, 0, 0};
    for (int t = 0; t < n; t += 256) {
        tile[threadIdx.x] = bodies[t + threadIdx.x];
        __syncthreads();
        #pragma unroll 32
        for (int j = 0; j < 256; j++) {
            const float4 b = tile[j];
            const float dx = b.x - p.x, dy = b.y - p.y, dz = b.z - p.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f), s = b.w * inverse * inverse * inverse;
            f.x += s * dx; f.y += s * dy; f.z += s * dz;
        }
        __syncthreads();
    }
    force[i] = f;
}

__global__ void mixed(int* a, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned x = (unsigned)i * 2654435761u;
        x = (x ^ x >> 15) * 2246822519u;
        a[i] = (int)(x ^ x >> 13);
    }
}

int main() {
    {
        const size_t n = 1 << 27;
        float *a = room<float>(n), *b = room<float>(n);
        fill<<<1024, 256>>>(a, n, 1024, 0.001f, 0);
        const double copy = best([&] { OK(cudaMemcpyAsync(b, a, 4 * n, cudaMemcpyDeviceToDevice)); });
        std::printf("copy %g %g\n", copy, 8.0 * n / copy / 1e12);
        size_t size = 0;
        float* total = room<float>(1);
        OK(cub::DeviceReduce::Sum(nullptr, size, a, total, (int)n));
        void* scratch = room<char>(size);
        const double seconds = best([&] { OK(cub::DeviceReduce::Sum(scratch, size, a, total, (int)n)); });
        float sum;
        OK(cudaMemcpy(&sum, total, 4, cudaMemcpyDeviceToHost));
        std::printf("Sum %g %g\n", seconds, sum);
        OK(cudaFree(a)); OK(cudaFree(b));
    }
    {
        const size_t n = 1 << 26;
        int *a = room<int>(n), *h = room<int>(256);
        bins<<<1024, 256>>>(a, n);
        size_t size = 0;
        OK(cub::DeviceHistogram::HistogramEven(nullptr, size, a, h, 257, 0, 256, (int)n));
        void* scratch = room<char>(size);
        const double seconds = best([&] { OK(cub::DeviceHistogram::HistogramEven(scratch, size, a, h, 257, 0, 256, (int)n)); });
        int first;
        OK(cudaMemcpy(&first, h + 77, 4, cudaMemcpyDeviceToHost));
        std::printf("Histogram %g %d\n", seconds, first);
        OK(cudaFree(a));
    }
    {
        const size_t n = 1 << 26;
        int *a = room<int>(n), *sorted = room<int>(n);
        mixed<<<1024, 256>>>(a, n);
        size_t size = 0;
        OK(cub::DeviceRadixSort::SortKeys(nullptr, size, a, sorted, (int)n));
        void* scratch = room<char>(size);
        const double seconds = best([&] { OK(cub::DeviceRadixSort::SortKeys(scratch, size, a, sorted, (int)n)); });
        int middle;
        OK(cudaMemcpy(&middle, sorted + n / 2, 4, cudaMemcpyDeviceToHost));
        std::printf("Sort %g %d\n", seconds, middle);
        OK(cudaFree(a)); OK(cudaFree(sorted)); OK(cudaFree(scratch));
    }
    {
        const int n = 4096;
        float *a = room<float>(n * n), *b = room<float>(n * n), *c = room<float>(n * n);
        fill<<<1024, 256>>>(a, n * n, 10, 0.5f, 1);
        fill<<<1024, 256>>>(b, n * n, 7, 0.5f, 1);
        cublasHandle_t handle;
        OK(cublasCreate(&handle));
        OK(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));  // single precision throughout
        const float one = 1, zero = 0;
        const double seconds = best([&] { OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n)); });
        std::printf("MatMul %g %g\n", seconds, 2.0 * n * n * n / seconds / 1e12);
        OK(cudaFree(a)); OK(cudaFree(b)); OK(cudaFree(c));
    }
    {
        const int n = 65536;
        float* bodies = room<float>(4 * n);
        float3* force = room<float3>(n);
        fill<<<256, 256>>>(bodies, 4 * n, 10007, 0.01f, 0);
        const double seconds = best([&] { nbody<<<n / 256, 256>>>((float4*)bodies, force, n); });
        std::printf("NBody %g %g\n", seconds, 20.0 * n * n / seconds / 1e12);
    }
}
