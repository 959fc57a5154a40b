// CoulombicPotential.computePotential(CoulombicPotential.Plane), CoulombicPotential.somd:57
// A work group takes GROUP * ITEMS iterations over (i), each work item every GROUP-th.
// Reads points, atoms. Gives result.

#pragma OPENCL FP_CONTRACT OFF

// Java's a / b: the least int divided by -1 is itself.
int div_int(int a, int b) { return b == -1 ? (int)(0u - (uint)a) : a / b; }

// Java's a % b.
int rem_int(int a, int b) { return b == -1 ? 0 : a % b; }

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
void CoulombicPotential_at(
    __global const int* restrict points,
    int side,
    __global const float* restrict atoms,
    int atoms_len,
    __global float* restrict result,
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
    const int lane = get_local_id(0);
    const int start = i_from + (int)get_group_id(0) * (GROUP * ITEMS) + lane;
    float x[ITEMS];
    float y[ITEMS];
    float energy[ITEMS];
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        // 57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
        const int point = points[i];
        // 61: float x = SPACING * (point % side);
        if (side == 0) { atomic_min(first_failure, 0u); return; }
        x[each] = 0.1f * (float)rem_int(point, side);
        // 62: float y = SPACING * (point / side);
        if (side == 0) { atomic_min(first_failure, 0u); return; }
        y[each] = 0.1f * (float)div_int(point, side);
        // 63: float energy = 0;
        energy[each] = 0.0f;
    }
    // 64: for (int j = 0; j < atoms.length; j++) {
    __local float4 atoms_tile[GROUP];
    for (int tile = 0; tile < atoms_len; tile = add_sat(tile, GROUP)) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < atoms_len - tile) {
            atoms_tile[lane] = ((__global const float4*)atoms)[tile + lane];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int tile_end = tile + min(atoms_len - tile, GROUP);
        UNROLL(8)
        for (int j = tile; j < tile_end; j++) {
            // 67: float dz = HEIGHT - atoms[j][2];
            const float dz = 0.5f - atoms_tile[j - tile].s2;
            UNROLL()
            for (int each = 0; each < ITEMS; each++) {
                // 65: float dx = x - atoms[j][0];
                const float dx = x[each] - atoms_tile[j - tile].s0;
                // 66: float dy = y - atoms[j][1];
                const float dy = y[each] - atoms_tile[j - tile].s1;
                // 68: energy += atoms[j][3] / (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
                energy[each] = energy[each] + atoms_tile[j - tile].s3 / sqrt(dx * dx + dy * dy + dz * dz);
            }
        }
    }
    UNROLL()
    for (int each = 0; each < ITEMS; each++) {
        const int i = min(start + each * GROUP, i_to - 1);
        const bool inside = start + each * GROUP < i_to;
        // 70: return energy;
        if (inside) {
            result[i] = energy[each];
        }
    }
}
