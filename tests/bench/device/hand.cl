// The benchmarks as an expert writes them in OpenCL C 1.2 for a GPU. Built twice: strictly rounded, and with relaxed arithmetic.
// Inputs are made on the device, so that nothing but the kernels is measured. exact.cl stands before this.

#ifdef STRICT
#pragma OPENCL FP_CONTRACT OFF
#endif

// ---- inputs
__kernel void fill(__global float* a, int n, int period, float scale, float offset) {
    const int i = get_global_id(0);
    if (i < n) a[i] = (i % period) * scale + offset;
}
__kernel void fill_ints(__global int* a, int n) {
    const int i = get_global_id(0);
    if (i < n) a[i] = (int)((uint)i * 2654435761u >> 8);
}
__kernel void fill_points(__global float* a, int n) {
    const int i = get_global_id(0), f = get_global_id(1);
    a[f * n + i] = (i * 7 + f * 13) % 1009 * 0.01f;
}
__kernel void fill_centres(__global float* a) {
    const int f = get_global_id(0), c = get_global_id(1);
    a[c * 8 + f] = (c * 31 + f * 17) % 1009 * 0.01f;
}
__kernel void fill_matrices(__global float* a, __global float* b, int n) {
    const int j = get_global_id(0), i = get_global_id(1);
    a[i * n + j] = (i + j) % 10 + 0.5f;
    b[i * n + j] = i * j % 7 - 3;
}
__kernel void fill_bodies(__global float4* b) {
    const int i = get_global_id(0);
    b[i] = (float4)(i * 7919 % 10007 * 0.01f, i * 104729L % 10009 * 0.01f, i * 1299709L % 10037 * 0.01f, 1 + i % 3);
}
__kernel void fill_plate(__global double* a, int n) {
    const int j = get_global_id(0), i = get_global_id(1);
    a[(size_t)i * n + j] = i == 0 ? 64 : 0;
}

// ---- copy: the rate that streaming programs are held against
__kernel void copy(__global const float4* restrict a, __global float4* restrict b) {
    const int i = get_global_id(0);
    b[i] = a[i];
}

// ---- saxpy: 16 bytes a work item
__kernel void saxpy(float a, __global const float4* restrict x, __global const float4* restrict y, __global float4* restrict z) {
    const int i = get_global_id(0);
    z[i] = a * x[i] + y[i];
}

// ---- sum: a group of 256 reads 16 bytes a work item, eight loads in flight, then a tree; the second launch adds the groups' sums
#define SUM_ROWS 16
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void sum(__global const float4* restrict a, __global float* restrict out, int count) {
    __local float lanes[256];
    const int lane = get_local_id(0);
    const int first = get_group_id(0) * 256 * SUM_ROWS + lane;
    float4 total = 0.0f;
    if (first + 256 * (SUM_ROWS - 1) < count) {
        #pragma unroll
        for (int row = 0; row < SUM_ROWS; row++) total += a[first + row * 256];
    } else {
        for (int at = first; at < count && at < first + 256 * SUM_ROWS; at += 256) total += a[at];
    }
    lanes[lane] = total.s0 + total.s1 + total.s2 + total.s3;
    for (int width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < width) lanes[lane] += lanes[lane + width];
    }
    if (lane == 0) out[get_group_id(0)] = lanes[0];
}

// ---- Black-Scholes: one option a work item, the device's own functions or, with EXACT, those of exact.cl
float cnd(float d) {
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    const float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float c = 0.39894228f * EXP(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - c : c;
}
__kernel void black_scholes(__global const float* restrict s, __global const float* restrict x, __global const float* restrict t,
                            __global float* restrict call, __global float* restrict put) {
    const float R = 0.02f, V = 0.3f;
    const int i = get_global_id(0);
    const float root = sqrt(t[i]);
    const float d1 = (LOG(s[i] / x[i]) + (R + 0.5f * V * V) * t[i]) / (V * root), d2 = d1 - V * root;
    const float c1 = cnd(d1), c2 = cnd(d2), discount = x[i] * EXP(-R * t[i]);
    call[i] = s[i] * c1 - discount * c2;
    put[i] = discount * (1.0f - c2) - s[i] * (1.0f - c1);
}

// ---- Mandelbrot: work items of a warp form a square, so that they take alike many steps
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void mandelbrot(__global int* restrict image, int n, float scale) {
    // Eight columns by four rows of neighbours share a warp.
    const int at = get_local_id(1) * 16 + get_local_id(0);
    const int warp = at / 32, lane = at % 32;
    const int j = get_group_id(0) * 16 + warp % 2 * 8 + lane % 8, i = get_group_id(1) * 16 + warp / 2 * 4 + lane / 8;
    const float cx = j * scale - 2.25f, cy = i * scale - 1.5f;
    float x = 0, y = 0;
    int k = 0;
    while (k < 255 && x * x + y * y <= 4) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        k++;
    }
    image[i * n + j] = k;
}

// ---- k-means: the point in registers, the centres in constant memory, everything unrolled
__kernel void kmeans(__global const float* restrict points, __constant float* centres, __global int* restrict cluster, int n) {
    const int i = get_global_id(0);
    float p[8];
    #pragma unroll
    for (int f = 0; f < 8; f++) p[f] = points[f * n + i];
    int best = 0;
    float least = FLT_MAX;
    #pragma unroll 4
    for (int c = 0; c < 32; c++) {
        float distance_ = 0;
        #pragma unroll
        for (int f = 0; f < 8; f++) {
            const float d = p[f] - centres[c * 8 + f];
            distance_ += d * d;
        }
        if (distance_ < least) { least = distance_; best = c; }
    }
    cluster[i] = best;
}

// ---- matrix product: 128 x 128 elements a group of 256, 8 x 8 a work item. A warp's 4 x 8 work items read few different elements of a
// row of a tile; two tiles of each array, so that one barrier a tile is enough
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void matmul(__global const float* restrict a, __global const float* restrict b, __global float* restrict c, int n) {
    __local float a_tile[2][16][132] __attribute__((aligned(16)));
    __local float b_tile[2][16][128] __attribute__((aligned(16)));
    const int lane = get_local_id(0), in = lane % 32;
    const int row = lane / 64 * 32 + in / 8 * 4, column = lane / 32 % 2 * 64 + in % 8 * 4;
    const int i0 = get_group_id(1) * 128, j0 = get_group_id(0) * 128;
    float sum[8][8];
    #pragma unroll
    for (int r = 0; r < 8; r++)
        #pragma unroll
        for (int s = 0; s < 8; s++) sum[r][s] = 0;
    float4 a_next[2], b_next[2];
    const int ai = lane / 4, ak = lane % 4 * 4, bk = lane / 32, bj = in * 4;
    __global const float* a_at = a + (i0 + ai) * n + ak;
    __global const float* b_at = b + bk * n + j0 + bj;
    int stage = 0;
    for (int tile = -16; ; tile += 16) {
        const bool more = tile + 16 < n;
        if (more) {
            #pragma unroll
            for (int k = 0; k < 2; k++) {
                a_next[k] = vload4(0, a_at + k * 64 * n + tile + 16);
                b_next[k] = vload4(0, b_at + (tile + 16 + k * 8) * n);
            }
        }
        if (tile >= 0) {
            #pragma unroll
            for (int k = 0; k < 16; k++) {
                float x[8] __attribute__((aligned(16))), y[8] __attribute__((aligned(16)));
                *(float4*)x = *(__local float4*)&a_tile[stage][k][row];
                *(float4*)(x + 4) = *(__local float4*)&a_tile[stage][k][row + 16];
                *(float4*)y = *(__local float4*)&b_tile[stage][k][column];
                *(float4*)(y + 4) = *(__local float4*)&b_tile[stage][k][column + 32];
                #pragma unroll
                for (int r = 0; r < 8; r++)
                    #pragma unroll
                    for (int s = 0; s < 8; s++) sum[r][s] += x[r] * y[s];
            }
        }
        if (!more) break;
        stage ^= 1;
        #pragma unroll
        for (int k = 0; k < 2; k++) {
            a_tile[stage][ak][ai + k * 64] = a_next[k].s0; a_tile[stage][ak + 1][ai + k * 64] = a_next[k].s1;
            a_tile[stage][ak + 2][ai + k * 64] = a_next[k].s2; a_tile[stage][ak + 3][ai + k * 64] = a_next[k].s3;
            *(__local float4*)&b_tile[stage][bk + k * 8][bj] = b_next[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int r = 0; r < 8; r++)
        #pragma unroll
        for (int s = 0; s < 8; s += 4)
            vstore4((float4)(sum[r][s], sum[r][s + 1], sum[r][s + 2], sum[r][s + 3]), 0,
                    c + (i0 + row + r / 4 * 16 + r % 4) * n + j0 + column + s * 8);
}

// ---- histogram: a copy in local memory for each two warps, merged at the end
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void histogram(__global const int4* restrict a, __global int* restrict h, int count) {
    __local int own[4][256];
    const int lane = get_local_id(0);
    for (int k = 0; k < 4; k++) own[k][lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int* mine = own[lane / 64];
    for (int at = get_global_id(0); at < count; at += get_global_size(0)) {
        const int4 v = a[at] & 255;
        atomic_inc(&mine[v.s0]); atomic_inc(&mine[v.s1]); atomic_inc(&mine[v.s2]); atomic_inc(&mine[v.s3]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&h[lane], own[0][lane] + own[1][lane] + own[2][lane] + own[3][lane]);
}

// ---- n-body: tiles of 256 bodies in local memory, one body a work item
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void nbody(__global const float4* restrict bodies, __global float* restrict force, int n) {
    __local float4 tile[256];
    const int lane = get_local_id(0), i = get_global_id(0);
    const float4 p = bodies[i];
    float fx = 0, fy = 0, fz = 0;
    for (int t = 0; t < n; t += 256) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[lane] = bodies[t + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 16
        for (int j = 0; j < 256; j++) {
            const float4 b = tile[j];
            const float dx = b.x - p.x, dy = b.y - p.y, dz = b.z - p.z;
            const float r2 = dx * dx + dy * dy + dz * dz + 1e-9f;
#ifdef STRICT
            const float inverse = 1.0f / sqrt(r2);
#else
            const float inverse = native_rsqrt(r2);
#endif
            const float f = b.w * inverse * inverse * inverse;
            fx += f * dx; fy += f * dy; fz += f * dz;
        }
    }
    force[3 * i] = fx; force[3 * i + 1] = fy; force[3 * i + 2] = fz;
}

// ---- stencil: neighbours come through the cache
__kernel void stencil(__global const double* restrict g, __global double* restrict out, int n) {
    const int j = get_global_id(0), i = get_global_id(1);
    const size_t at = (size_t)i * n + j;
    if (i == 0 || j == 0 || i == n - 1 || j == n - 1) out[at] = g[at];
    else out[at] = 0.125 * (g[at - n] + g[at + n] + g[at - 1] + g[at + 1]) + 0.5 * g[at];
}

// ---- what the device's arithmetic can do where multiplication and addition may not be one: 16 chains a work item
__kernel void arithmetic(__global float* out, float x, float y) {
    float a[16];
    for (int k = 0; k < 16; k++) a[k] = get_global_id(0) + k;
    for (int turn = 0; turn < 1024; turn++) {
        #pragma unroll
        for (int k = 0; k < 16; k++) a[k] = a[k] * x + y;
    }
    float sum = 0;
    for (int k = 0; k < 16; k++) sum += a[k];
    if (sum == 12345.678f) out[0] = sum;
}
