// Sums.sum(int[]), Sums.somd:5
// A work group of 64 takes a block of 16384 iterations over (i), each work item 4 of 256.
// Reads a. Gives s.

#pragma OPENCL FP_CONTRACT OFF

// NVIDIA's compiler is asked to unroll loops; others decide by themselves.
#ifdef __NV_CL_C_VERSION
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(times) PRAGMA(unroll times)
#else
#define UNROLL(times)
#endif

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void Sums_sum_line5(
    __global const int* restrict a,
    __global long* restrict s_blocks,
    int i_from,
    int i_to)
{
    __local long s_lanes[256];
    const long count = (long)i_to - i_from;
    const int item = get_local_id(0);
    const long block = (long)get_group_id(0) * 16384;
    // A work item has 4 neighbouring lanes.
    if (i_from % 4 == 0 && count - block >= 16384) {
        long4 s_4 = (long4)(0L);
        UNROLL(8)
        for (int row = 0; row < 64; row++) {
            const int first = (int)(i_from + block) + row * 256 + item * 4;
            const int4 a_here = *(__global const int4*)(a + first);
            // 5: for (int i = 0; i < a.length; i++) s += a[i];
            s_4 = as_long4(as_ulong4(s_4) + as_ulong4(convert_long4(a_here)));
        }
        vstore4(s_4, item, s_lanes);
    } else {
        // The last block, and arrays that begin within 16 bytes: lane by lane.
        for (int lane = item; lane < 256; lane += 64) {
            long s = 0L;
            // A space of at most 32 iterations is folded in order by the first lane.
            const int lanes = count <= 32 ? 1 : 256;
            long at = (long)get_group_id(0) * 16384 + lane;
            const int rows = lane < lanes && at < count ? (int)min((long)64, (count - 1 - at) / lanes + 1) : 0;
            UNROLL(4)
            for (int row = 0; row < rows; row++, at += lanes) {
                const int i = (int)(i_from + at);
                // 5: for (int i = 0; i < a.length; i++) s += a[i];
                s = (long)((ulong)s + (long)a[i]);
            }
            s_lanes[lane] = s;
        }
    }
    for (int width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int lane = item; lane < width; lane += 64) {
            s_lanes[lane] = (long)((ulong)s_lanes[lane] + s_lanes[lane + width]);
        }
    }
    if (item == 0) s_blocks[get_group_id(0)] = s_lanes[0];
}

// Combines the results of up to 16384 blocks in the same way.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void Sums_sum_line5_combine(
    __global const long* restrict s_in,
    __global long* restrict s_blocks,
    int count)
{
    __local long s_lanes[256];
    const int lane = get_local_id(0);
    long s = 0L;
    // A space of at most 32 iterations is folded in order by the first lane.
    const int lanes = count <= 32 ? 1 : 256;
    int at = (int)get_group_id(0) * 16384 + lane;
    const int rows = lane < lanes && at < count ? (int)min((int)64, (count - 1 - at) / lanes + 1) : 0;
    UNROLL(4)
    for (int row = 0; row < rows; row++, at += lanes) {
        s = (long)((ulong)s + s_in[at]);
    }
    s_lanes[lane] = s;
    for (int width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < width) {
            s_lanes[lane] = (long)((ulong)s_lanes[lane] + s_lanes[lane + width]);
        }
    }
    if (lane == 0) s_blocks[get_group_id(0)] = s_lanes[0];
}
// Sums.halves(float[[]]), Sums.somd:9
// A work group of 64 takes a block of 16384 iterations over (i), each work item 4 of 256.
// Reads v. Gives total.

#pragma OPENCL FP_CONTRACT OFF

// NVIDIA's compiler is asked to unroll loops; others decide by themselves.
#ifdef __NV_CL_C_VERSION
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(times) PRAGMA(unroll times)
#else
#define UNROLL(times)
#endif

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void Sums_half(
    __global const float* restrict v,
    __global float* restrict total_blocks,
    int i_from,
    int i_to)
{
    __local float acc_lanes[256];
    const long count = (long)i_to - i_from;
    const int item = get_local_id(0);
    const long block = (long)get_group_id(0) * 16384;
    // A work item has 4 neighbouring lanes.
    if (i_from % 4 == 0 && count - block >= 16384) {
        float4 acc_4 = (float4)(-0.0f);
        UNROLL(8)
        for (int row = 0; row < 64; row++) {
            const int first = (int)(i_from + block) + row * 256 + item * 4;
            const float4 v_here = *(__global const float4*)(v + first);
            // 9: static float halves(float[[]] v) { return +! (Sums @ half(v)); }
            const float4 x = v_here;
            // 8: static local float half(float x) { return x / 2; }
            const float4 result = x / 2.0f;
            // 9: static float halves(float[[]] v) { return +! (Sums @ half(v)); }
            acc_4 = acc_4 + result;
        }
        vstore4(acc_4, item, acc_lanes);
    } else {
        // The last block, and arrays that begin within 16 bytes: lane by lane.
        for (int lane = item; lane < 256; lane += 64) {
            float acc = -0.0f;
            // A space of at most 32 iterations is folded in order by the first lane.
            const int lanes = count <= 32 ? 1 : 256;
            long at = (long)get_group_id(0) * 16384 + lane;
            const int rows = lane < lanes && at < count ? (int)min((long)64, (count - 1 - at) / lanes + 1) : 0;
            UNROLL(4)
            for (int row = 0; row < rows; row++, at += lanes) {
                const int i = (int)(i_from + at);
                // 9: static float halves(float[[]] v) { return +! (Sums @ half(v)); }
                const float x_1 = v[i];
                // 8: static local float half(float x) { return x / 2; }
                const float result_1 = x_1 / 2.0f;
                // 9: static float halves(float[[]] v) { return +! (Sums @ half(v)); }
                acc = acc + result_1;
            }
            acc_lanes[lane] = acc;
        }
    }
    for (int width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int lane = item; lane < width; lane += 64) {
            acc_lanes[lane] = acc_lanes[lane] + acc_lanes[lane + width];
        }
    }
    if (item == 0) total_blocks[get_group_id(0)] = acc_lanes[0];
}

// Combines the results of up to 16384 blocks in the same way.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void Sums_half_combine(
    __global const float* restrict acc_in,
    __global float* restrict total_blocks,
    int count)
{
    __local float acc_lanes[256];
    const int lane = get_local_id(0);
    float acc = -0.0f;
    // A space of at most 32 iterations is folded in order by the first lane.
    const int lanes = count <= 32 ? 1 : 256;
    int at = (int)get_group_id(0) * 16384 + lane;
    const int rows = lane < lanes && at < count ? (int)min((int)64, (count - 1 - at) / lanes + 1) : 0;
    UNROLL(4)
    for (int row = 0; row < rows; row++, at += lanes) {
        acc = acc + acc_in[at];
    }
    acc_lanes[lane] = acc;
    for (int width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < width) {
            acc_lanes[lane] = acc_lanes[lane] + acc_lanes[lane + width];
        }
    }
    if (lane == 0) total_blocks[get_group_id(0)] = acc_lanes[0];
}
// Sums.first(int[], int), Sums.somd:11
// One work item an iteration over (i).
// Reads a. Gives first.

#pragma OPENCL FP_CONTRACT OFF

__kernel void Sums_first_line11_line11_leave(
    __global const int* restrict a,
    int x,
    int i_from,
    int i_to,
    volatile __global uint* first_failure)
{
    const int i = i_from + (int)get_global_id(0);
    if (i >= i_to) return;
    const uint at = (uint)i - i_from;
    bool leaves = false;
    // 11: for (int i = 0; i < a.length; i++) if (a[i] == x) return i;
    {
        if (a[i] == x) {
            leaves = true;
            goto break_0;
        }
    }
    break_0: ;
    if (leaves) atomic_min(first_failure, at);
}
