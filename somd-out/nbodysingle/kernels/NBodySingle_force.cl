// NBodySingle.computeForces(float[[][4]]), NBodySingle.somd:27
// A work group takes GROUP * ITEMS iterations over (i), each work item every GROUP-th.
// Reads particles. Gives result.

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
void NBodySingle_force(
    __global const float* restrict particles,
    int particles_len,
    __global float* restrict result,
    int i_from,
    int i_to)
{
    const int lane = get_local_id(0);
    const int start = i_from + (int)get_group_id(0) * (GROUP * ITEMS) + lane;
    float fx[ITEMS];
    float fy[ITEMS];
    float fz[ITEMS];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        // 31: float fx = 0, fy = 0, fz = 0;
        fx[each] = 0.0f;
        fy[each] = 0.0f;
        fz[each] = 0.0f;
    }
    // 32: for (int j = 0; j < particles.length; j++) {
    float particles_own[ITEMS];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        particles_own[each] = (uint)i < (uint)particles_len ? particles[(size_t)i * 4 + 0] : 0;
    }
    float particles_own_1[ITEMS];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        particles_own_1[each] = (uint)i < (uint)particles_len ? particles[(size_t)i * 4 + 1] : 0;
    }
    float particles_own_2[ITEMS];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        particles_own_2[each] = (uint)i < (uint)particles_len ? particles[(size_t)i * 4 + 2] : 0;
    }
    __local float4 particles_tile[GROUP];
    for (int tile = 0; tile < particles_len; tile = add_sat(tile, GROUP)) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < particles_len - tile) {
            particles_tile[lane] = ((__global const float4*)particles)[tile + lane];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int tile_end = tile + min(particles_len - tile, GROUP);
        UNROLL(8)
        for (int j = tile; j < tile_end; j++) {
            UNROLL()
            for (int each = 0; each < ITEMS; each++) {
                // 33: float dx = particles[j][0] - p[0];
                const float dx = particles_tile[j - tile].s0 - particles_own[each];
                // 34: float dy = particles[j][1] - p[1];
                const float dy = particles_tile[j - tile].s1 - particles_own_1[each];
                // 35: float dz = particles[j][2] - p[2];
                const float dz = particles_tile[j - tile].s2 - particles_own_2[each];
                // 36: float r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
                const float r2 = dx * dx + dy * dy + dz * dz + 0.0001f;
                // 37: float inverse = 1.0f / (float) Math.sqrt(r2);
                const float inverse = 1.0f / sqrt(r2);
                // 38: float f = particles[j][3] * inverse * inverse * inverse;
                const float f = particles_tile[j - tile].s3 * inverse * inverse * inverse;
                // 39: fx += f * dx;
                fx[each] = fx[each] + f * dx;
                // 40: fy += f * dy;
                fy[each] = fy[each] + f * dy;
                // 41: fz += f * dz;
                fz[each] = fz[each] + f * dz;
            }
        }
    }
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        const bool inside = start + each * GROUP < i_to;
        // 43: return new float[[3]] { fx, fy, fz };
        if (inside) {
            result[(size_t)i * 3 + 0] = fx[each];
        }
        if (inside) {
            result[(size_t)i * 3 + 1] = fy[each];
        }
        if (inside) {
            result[(size_t)i * 3 + 2] = fz[each];
        }
    }
}
