// Mosaic.choose(Mosaic.Picture), Mosaic.somd:62
// One work item an iteration over (i).
// Reads library. Gives result.

#pragma OPENCL FP_CONTRACT OFF

// NVIDIA's compiler is asked to unroll loops; others decide by themselves.
#ifdef __NV_CL_C_VERSION
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(times) PRAGMA(unroll times)
#else
#define UNROLL(times)
#endif

__kernel void Mosaic_shrink(
    __global const int* restrict library,
    __global int* restrict result,
    int i_from,
    int i_to)
{
    const int i = i_from + (int)get_global_id(0);
    if (i >= i_to) return;
    // 68: int[] small = new int[16];
    int small[16] = { 0 };
    // 69: for (int y = 0; y < 4; y++)
    for (int y = 0; y < 4; y++) {
        // 70: for (int x = 0; x < 4; x++) {
        for (int x = 0; x < 4; x++) {
            // 71: int red = 0, green = 0, blue = 0;
            int red = 0;
            int green = 0;
            int blue = 0;
            // 72: for (int dy = 0; dy < 4; dy++)
            for (int dy = 0; dy < 4; dy++) {
                // 73: for (int dx = 0; dx < 4; dx++) {
                UNROLL()
                for (int dx = 0; dx < 4; dx++) {
                    // 74: int pixel = picture[(4 * y + dy) * 16 + 4 * x + dx];
                    const int pixel = library[(size_t)i * 256 + (int)((4u * y + dy) * 16u + 4u * x + dx)];
                    // 75: red += pixel >> 16 & 255;
                    red = (int)((uint)red + ((pixel >> 16) & 255));
                    // 76: green += pixel >> 8 & 255;
                    green = (int)((uint)green + ((pixel >> 8) & 255));
                    // 77: blue += pixel & 255;
                    blue = (int)((uint)blue + (pixel & 255));
                }
            }
            // 79: small[4 * y + x] = red / 16 << 16 | green / 16 << 8 | blue / 16;
            small[(int)(4u * y + x)] = ((red / 16 << 16) | (green / 16 << 8)) | (blue / 16);
        }
    }
    // 81: return new int[[16]](small);
    *(__global int4*)(result + (size_t)i * 16) = (int4)(small[0], small[1], small[2], small[3]);
    *(__global int4*)(result + (size_t)i * 16 + 4) = (int4)(small[4], small[5], small[6], small[7]);
    *(__global int4*)(result + (size_t)i * 16 + 8) = (int4)(small[8], small[9], small[10], small[11]);
    *(__global int4*)(result + (size_t)i * 16 + 12) = (int4)(small[12], small[13], small[14], small[15]);
}
