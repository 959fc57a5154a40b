// Mosaic.paint(Mosaic.Choice), Mosaic.somd:103
// One work item for each of the 256 elements that an iteration over (i) gives.
// Reads picture, library. Gives result.

#pragma OPENCL FP_CONTRACT OFF

// Data says which elements are read: as images, where global memory has no cache.
#ifndef IMAGES
#define IMAGES 0
#endif
#if IMAGES & 1
#define LIBRARY_ARRAY __read_only image1d_buffer_t library
#define LIBRARY_AT(i) read_imagei(library, (int)(i)).s0
#else
#define LIBRARY_ARRAY __global const int* restrict library
#define LIBRARY_AT(i) library[i]
#endif

__kernel void Mosaic_pixels(
    __global const int* restrict picture,
    LIBRARY_ARRAY,
    int library_len,
    __global int* restrict result,
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
    const int i = i_from + (int)(get_global_id(0) / 256);
    const int p = (int)(get_global_id(0) % 256);
    if (i >= i_to) return;
    // 103: return Mosaic @ pixels(choice.picture, choice.library);
    const int picture_1 = picture[i];
    if ((uint)picture_1 >= (uint)library_len) { atomic_min(first_failure, (uint)i - i_from); return; }
    result[(size_t)i * 256 + p] = LIBRARY_AT((size_t)picture_1 * 256 + p);
}
