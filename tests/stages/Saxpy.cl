// Saxpy.saxpy(float[], float[], float), Saxpy.somd:4
// One work item an iteration over (i).
// Reads x. Gives y.

#pragma OPENCL FP_CONTRACT OFF

__kernel void Saxpy_saxpy_line4(
    __global const float* restrict x,
    int x_len,
    float a,
    __global float* restrict y,
    int i_from,
    int i_to,
    uint chained,
    volatile __global uint* first_failure)
{
    if (chained) {
        // Nothing is done where a kernel before has failed. Its flag is as it is by now, so caches may hold it.
        if (((__global const uint*)first_failure)[2 - chained] != UINT_MAX) { atomic_min(first_failure + (chained - 1), 0u); return; }
        first_failure += chained - 1;
    }
    const int i = i_from + (int)get_global_id(0);
    if (i >= i_to) return;
    const uint at = (uint)i - i_from;
    // 4: for (int i = 0; i < y.length; i++) y[i] = a * x[i] + y[i];
    if ((uint)i >= (uint)x_len) { atomic_min(first_failure, at); return; }
    y[i] = a * x[i] + y[i];
}
