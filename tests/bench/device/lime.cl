// The Lime paper's benchmarks as an expert writes them in OpenCL C 1.2 for a GPU; see hand.cl. Sizes are multiples of the groups'.

#ifdef STRICT
#pragma OPENCL FP_CONTRACT OFF
#endif

// ---- inputs: of all values in a range, in no order
__kernel void spread(__global float* a, float from, float width) {
    const uint i = get_global_id(0);
    a[i] = from + width * ((i * 2654435761u >> 8) / 16777216.0f);
}
__kernel void spread_doubles(__global double* a, double from, double width) {
    const uint i = get_global_id(0);
    a[i] = from + width * ((i * 2654435761u >> 8) / 16777216.0);
}
__kernel void spread_ints(__global uint* a, uint mask) {
    const uint i = get_global_id(0);
    a[i] = (i * 2654435761u >> 4) & mask;
}

// ---- n-body in single and double precision: two bodies a work item
#define NBODY(name, real, real4, rsqrt_, tiny) \
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) \
void name(__global const real4* restrict bodies, __global real* restrict force, int n) { \
    __local real4 tile[128]; \
    const int lane = get_local_id(0), i = get_group_id(0) * 256 + lane; \
    const real4 p = bodies[i], q = bodies[i + 128]; \
    real px = 0, py = 0, pz = 0, qx = 0, qy = 0, qz = 0; \
    for (int t = 0; t < n; t += 128) { \
        barrier(CLK_LOCAL_MEM_FENCE); \
        tile[lane] = bodies[t + lane]; \
        barrier(CLK_LOCAL_MEM_FENCE); \
        _Pragma("unroll 8") \
        for (int j = 0; j < 128; j++) { \
            const real4 b = tile[j]; \
            real dx = b.x - p.x, dy = b.y - p.y, dz = b.z - p.z; \
            real inverse = rsqrt_(dx * dx + dy * dy + dz * dz + tiny), f = b.w * inverse * inverse * inverse; \
            px += f * dx; py += f * dy; pz += f * dz; \
            dx = b.x - q.x; dy = b.y - q.y; dz = b.z - q.z; \
            inverse = rsqrt_(dx * dx + dy * dy + dz * dz + tiny); f = b.w * inverse * inverse * inverse; \
            qx += f * dx; qy += f * dy; qz += f * dz; \
        } \
    } \
    force[3 * i] = px; force[3 * i + 1] = py; force[3 * i + 2] = pz; \
    force[3 * i + 384] = qx; force[3 * i + 385] = qy; force[3 * i + 386] = qz; \
}
#ifdef STRICT
// Exact division takes so many registers that one body a work item is faster.
#define NBODY_EXACT(name, real, real4, tiny) \
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) \
void name(__global const real4* restrict bodies, __global real* restrict force, int n) { \
    __local real4 tile[256]; \
    const int lane = get_local_id(0), i = get_global_id(0); \
    const real4 p = bodies[i]; \
    real px = 0, py = 0, pz = 0; \
    for (int t = 0; t < n; t += 256) { \
        barrier(CLK_LOCAL_MEM_FENCE); \
        tile[lane] = bodies[t + lane]; \
        barrier(CLK_LOCAL_MEM_FENCE); \
        _Pragma("unroll 16") \
        for (int j = 0; j < 256; j++) { \
            const real4 b = tile[j]; \
            const real dx = b.x - p.x, dy = b.y - p.y, dz = b.z - p.z; \
            const real inverse = 1 / sqrt(dx * dx + dy * dy + dz * dz + tiny), f = b.w * inverse * inverse * inverse; \
            px += f * dx; py += f * dy; pz += f * dz; \
        } \
    } \
    force[3 * i] = px; force[3 * i + 1] = py; force[3 * i + 2] = pz; \
}
NBODY_EXACT(nbody_single, float, float4, 1e-9f)
NBODY_EXACT(nbody_double, double, double4, 1e-9)
#else
NBODY(nbody_single, float, float4, native_rsqrt, 1e-9f)
NBODY(nbody_double, double, double4, rsqrt, 1e-9)
#endif

// ---- Coulombic potential: four points of a row a work item, atoms through local memory
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void potential(__global const float4* restrict atoms, __global float* restrict energy, int count, int side) {
    __local float4 tile[128];
    const int lane = get_local_id(0), first = get_group_id(0) * 512 + lane, row = first / side;
    const float y = 0.1f * row;
    float x[4], sum[4];
    for (int k = 0; k < 4; k++) { x[k] = 0.1f * (first + k * 128 - row * side); sum[k] = 0; }
    for (int t = 0; t < count; t += 128) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t + lane < count) tile[lane] = atoms[t + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        const int end = min(128, count - t);
        #pragma unroll 4
        for (int j = 0; j < end; j++) {
            const float4 b = tile[j];
            const float dy = y - b.y, dz = 0.5f - b.z;
            #pragma unroll
            for (int k = 0; k < 4; k++) {
                const float dx = x[k] - b.x;
#ifdef STRICT
                sum[k] += b.w / sqrt(dx * dx + dy * dy + dz * dz);
#else
                sum[k] += b.w * native_rsqrt(dx * dx + dy * dy + dz * dz);
#endif
            }
        }
    }
    for (int k = 0; k < 4; k++) energy[first + k * 128] = sum[k];
}

// ---- MRI-Q: two voxels a work item, the device's own sine and cosine or, with EXACT, those of exact.cl
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void mriq(__global const float* restrict voxels, __global const float4* restrict samples, __global float2* restrict q, int count) {
    __local float4 tile[128];
    const int lane = get_local_id(0), first = get_group_id(0) * 256 + lane;
    float x[2], y[2], z[2], real[2], imaginary[2];
    for (int k = 0; k < 2; k++) {
        const int at = 3 * (first + k * 128);
        x[k] = voxels[at]; y[k] = voxels[at + 1]; z[k] = voxels[at + 2];
        real[k] = imaginary[k] = 0;
    }
    for (int t = 0; t < count; t += 128) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[lane] = samples[t + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 2
        for (int j = 0; j < 128; j++) {
            const float4 b = tile[j];
            #pragma unroll
            for (int k = 0; k < 2; k++) {
                const float angle = 6.2831855f * (b.x * x[k] + b.y * y[k] + b.z * z[k]);
                const float2 both = SINCOS_F(angle);
                real[k] += b.w * both.y;
                imaginary[k] += b.w * both.x;
            }
        }
    }
    for (int k = 0; k < 2; k++) q[first + k * 128] = (float2)(real[k], imaginary[k]);
}

// ---- Mosaic's scores: a tile of the picture in registers, thumbnails through local memory
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void mosaic(__global const uint* restrict tiles, __global const uint* restrict thumbnails, __global int* restrict chosen, int pictures) {
    __local uint shared[16 * 32];
    const int lane = get_local_id(0), i = get_global_id(0);
    uint own[16];
    for (int p = 0; p < 16; p++) own[p] = tiles[16 * i + p];
    int best = 0;
    uint lowest = INT_MAX;
    for (int t = 0; t < pictures; t += 32) {
        const int many = min(32, pictures - t);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = lane; k < 16 * many; k += 128) shared[k] = thumbnails[16 * t + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < many; j++) {
            uint score = 0;
            #pragma unroll
            for (int p = 0; p < 16; p++) {
                const uint a = own[p], b = shared[16 * j + p];
                score += abs_diff(a >> 16, b >> 16) + abs_diff(a >> 8 & 255, b >> 8 & 255) + abs_diff(a & 255, b & 255);
            }
            if (score < lowest) { lowest = score; best = t + j; }
        }
    }
    chosen[i] = best;
}

// ---- IDEA: a block a work item, the key in constant memory
uint times(uint a, uint b) {
    const uint p = a * b, low = p & 0xffff, high = p >> 16;
    const uint product = (low - high + (low < high)) & 0xffff;
    return a == 0 ? (1 - b) & 0xffff : b == 0 ? (1 - a) & 0xffff : product;
}
__kernel void idea(__global const ushort4* restrict text, __global ushort4* restrict out, __constant uint* key) {
    const int i = get_global_id(0);
    const ushort4 block = text[i];
    uint x1 = block.x, x2 = block.y, x3 = block.z, x4 = block.w;
    #pragma unroll
    for (int k = 0; k < 48; k += 6) {
        x1 = times(x1, key[k]);
        x2 = (x2 + key[k + 1]) & 0xffff;
        x3 = (x3 + key[k + 2]) & 0xffff;
        x4 = times(x4, key[k + 3]);
        uint t2 = times(x1 ^ x3, key[k + 4]);
        const uint t1 = times((t2 + (x2 ^ x4)) & 0xffff, key[k + 5]);
        t2 = (t1 + t2) & 0xffff;
        x1 ^= t1;
        x4 ^= t2;
        t2 ^= x2;
        x2 = x3 ^ t1;
        x3 = t2;
    }
    out[i] = (ushort4)(times(x1, key[48]), x3 + key[49], x2 + key[50], times(x4, key[51]));
}

// ---- Fourier coefficients: one a work item; what all need is computed once a group. With EXACT the places are added up as in Java
#ifdef EXACT
#define PLACES(real) \
    for (real x = 0, k = 0; k < 1000; k++) { if ((int)k % 128 == lane) places[(int)k] = x; x += dx; }
#else
#define PLACES(real) \
    for (int k = lane; k < 1000; k += 128) places[k] = k * dx;
#endif
#define SERIES(name, real, real2, two, POW, SINCOS) \
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) \
void name(__global real2* restrict out) { \
    __local real values[1000], places[1000]; \
    const int lane = get_local_id(0); \
    const real dx = two / 1000, omega = (real)3.141592653589793 * (int)get_global_id(0); \
    PLACES(real) \
    for (int k = lane; k < 1000; k += 128) values[k] = POW(places[k] + 1, places[k]); \
    barrier(CLK_LOCAL_MEM_FENCE); \
    real a = values[0] / 2, b = 0; \
    for (int k = 1; k < 1000; k++) { \
        const real2 both = SINCOS(omega * places[k]); \
        a += values[k] * both.y; \
        b += values[k] * both.x; \
    } \
    const real last = POW(two + 1, two) / 2; \
    const real2 both = SINCOS(omega * two); \
    out[get_global_id(0)] = (real2)((a + last * both.y) * dx, (b + last * both.x) * dx); \
}
SERIES(series_single, float, float2, 2.0f, POW_F, SINCOS_F)
SERIES(series_double, double, double2, 2.0, POW_D, SINCOS_D)

// ---- Mosaic's other two kernels: the library's thumbnails, a work item a pixel of 16; and the picture, a work item a pixel
__kernel void mosaic_shrink(__global const uint4* restrict library, __global uint* restrict thumbnails) {
    const int at = get_global_id(0), row = at / 4 % 4 * 4, column = at % 4;
    uint red = 0, green = 0, blue = 0;
    #pragma unroll
    for (int k = 0; k < 4; k++) {
        const uint4 four = library[at / 16 * 64 + (row + k) * 4 + column], r = four >> 16 & 255, g = four >> 8 & 255, b = four & 255;
        red += r.s0 + r.s1 + r.s2 + r.s3; green += g.s0 + g.s1 + g.s2 + g.s3; blue += b.s0 + b.s1 + b.s2 + b.s3;
    }
    thumbnails[at] = red / 16 << 16 | green / 16 << 8 | blue / 16;
}
__kernel void mosaic_pixels(__global const int* restrict chosen, __global const uint4* restrict library, __global uint4* restrict out) {
    const int at = get_global_id(0);
    out[at] = library[chosen[at / 64] * 64 + at % 64];
}
