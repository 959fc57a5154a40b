// Mosaic.choose(Mosaic.Picture), Mosaic.somd:63
// A work group takes GROUP * ITEMS iterations over (i), each work item every GROUP-th.
// Reads tiles, thumbnails. Gives result.

#pragma OPENCL FP_CONTRACT OFF

// NVIDIA's compiler is asked to unroll loops; others decide by themselves.
#ifdef __NV_CL_C_VERSION
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(times) PRAGMA(unroll times)
#else
#define UNROLL(times)
#endif

// A work group of GROUP computes GROUP * ITEMS iterations, each work item ITEMS of them.
#ifndef GROUP
#define GROUP 256
#define ITEMS 1
#endif

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void Mosaic_best(
    __global const int* restrict tiles,
    int tiles_len,
    __global const int* restrict thumbnails,
    int thumbnails_len,
    __global int* restrict result,
    int i_from,
    int i_to)
{
    const int lane = get_local_id(0);
    const int start = i_from + (int)get_group_id(0) * (GROUP * ITEMS) + lane;
    int best[ITEMS];
    int lowest[ITEMS];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        // 85: int best = 0;
        best[each] = 0;
        // 86: int lowest = Integer.MAX_VALUE;
        lowest[each] = 2147483647;
    }
    // 87: for (int j = 0; j < library.length; j++) {
    int tiles_own[ITEMS][16];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        tiles_own[each][0] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 0] : 0;
        tiles_own[each][1] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 1] : 0;
        tiles_own[each][2] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 2] : 0;
        tiles_own[each][3] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 3] : 0;
        tiles_own[each][4] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 4] : 0;
        tiles_own[each][5] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 5] : 0;
        tiles_own[each][6] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 6] : 0;
        tiles_own[each][7] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 7] : 0;
        tiles_own[each][8] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 8] : 0;
        tiles_own[each][9] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 9] : 0;
        tiles_own[each][10] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 10] : 0;
        tiles_own[each][11] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 11] : 0;
        tiles_own[each][12] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 12] : 0;
        tiles_own[each][13] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 13] : 0;
        tiles_own[each][14] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 14] : 0;
        tiles_own[each][15] = (uint)i < (uint)tiles_len ? tiles[(size_t)i * 16 + 15] : 0;
    }
    __local int16 thumbnails_tile[GROUP];
    for (int tile = 0; tile < thumbnails_len; tile = add_sat(tile, GROUP)) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < thumbnails_len - tile) {
            thumbnails_tile[lane] = ((__global const int16*)thumbnails)[tile + lane];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int tile_end = tile + min(thumbnails_len - tile, GROUP);
        UNROLL(8)
        for (int j = tile; j < tile_end; j++) {
            int score[ITEMS];
            UNROLL()
            for (int each = 0; each < ITEMS; each++) {
                // 88: int score = 0;
                score[each] = 0;
            }
            // 89: for (int p = 0; p < 16; p++) {
            UNROLL()
            for (int p = 0; p < 16; p++) {
                // 90: int a = tile[p], b = library[j][p];
                const int b = ((const __local int*)&thumbnails_tile[j - tile])[p];
                UNROLL()
                for (int each = 0; each < ITEMS; each++) {
                    const int a = tiles_own[each][p];
                    // 91: score += Math.abs((a >> 16) - (b >> 16)) + Math.abs((a >> 8 & 255) - (b >> 8 & 255)) + Math.abs((a & 255) - (b & 255));
                    score[each] = (int)(score[each] + ((uint)(int)abs((int)((uint)(a >> 16) - (b >> 16))) + (int)abs((int)((uint)((a >> 8) & 255) - ((b >> 8) & 255))) + (int)abs((int)((uint)(a & 255) - (b & 255)))));
                }
            }
            UNROLL()
            for (int each = 0; each < ITEMS; each++) {
                // 93: if (score < lowest) {
                if (score[each] < lowest[each]) {
                    // 94: lowest = score;
                    lowest[each] = score[each];
                    // 95: best = j;
                    best[each] = j;
                }
            }
        }
    }
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        const bool inside = start + each * GROUP < i_to;
        // 98: return best;
        if (inside) {
            result[i] = best[each];
        }
    }
}
