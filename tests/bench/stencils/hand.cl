// The stencils of Stencils.somd by hand: a work item computes ITEMS neighbours of a column, and what it has read serves all of them; at the border
// coordinates are clamped, mirrored or wrapped, inside they are not.
#ifndef ITEMS
#define ITEMS 4
#endif

#define PLACE const int j = get_global_id(0), i = (int)get_global_id(1) * ITEMS
#define INSIDE(r) (i >= r && i + ITEMS + r <= h && j >= r && j + r < w)
#define EACH _Pragma("unroll") for (int k = 0; k < ITEMS; k++)

__kernel void fill(__global float* a, __global int* b, __global double* d, __global uchar* c, int w)
{
    const int j = get_global_id(0), i = get_global_id(1), at = i * w + j;
    const int v = (i * 131 + j * 71 + i * j % 23) % 1009;
    a[at] = v;
    b[at] = v;
    d[at] = v;
    c[at] = v % 3 == 0;
}

// 7 x 7, row by row: a row that is read is added to all sums that it is part of, each in its order.
__kernel void conv7(__global const float* restrict a, __constant float* weight, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j < 3 || j + 3 >= w) return;
    float s[ITEMS];
    EACH s[k] = 0;
    if (i >= 3 && i + ITEMS + 3 <= h) {
#pragma unroll
        for (int r = 0; r < ITEMS + 6; r++) {
            float row[7];
#pragma unroll
            for (int v = 0; v < 7; v++) row[v] = a[(i + r - 3) * w + j + v - 3];
            EACH if (r - k >= 0 && r - k < 7) {
#pragma unroll
                for (int v = 0; v < 7; v++) s[k] += row[v] * weight[(r - k) * 7 + v];
            }
        }
        EACH o[(i + k) * w + j] = s[k];
    } else {
        for (int k = 0; k < ITEMS; k++) {
            if (i + k < 3 || i + k + 3 >= h) continue;
            float t = 0;
            for (int u = 0; u < 7; u++)
                for (int v = 0; v < 7; v++) t += a[(i + k + u - 3) * w + j + v - 3] * weight[u * 7 + v];
            o[(i + k) * w + j] = t;
        }
    }
}

// The same as a compiler may write it: iterations one after the other.
__kernel void conv7_plain(__global const float* restrict a, __constant float* weight, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j < 3 || j + 3 >= w) return;
    if (i >= 3 && i + ITEMS + 3 <= h) {
        EACH {
            float t = 0;
#pragma unroll
            for (int u = 0; u < 7; u++)
#pragma unroll
                for (int v = 0; v < 7; v++) t += a[(size_t)(int)((uint)(i + k) + u - 3u) * w + (int)((uint)j + v - 3u)] * weight[u * 7 + v];
            o[(size_t)(i + k) * w + j] = t;
        }
    }
}

#define CLAMP(i, n) min(max(i, 0), (n) - 1)
#define MIRROR(i, n) ((i) < 0 ? -(i) : (i) >= (n) ? 2 * (n) - 2 - (i) : (i))
#define WRAP(i, n) ((i) < 0 ? (i) + (n) : (i) >= (n) ? (i) - (n) : (i))

// `value` of an element at row u and column v beside (i + k, j), gathered by `add`.
#define WINDOW(r, at_row, at_column, add) \
    _Pragma("unroll") for (int u = -r; u <= r; u++) _Pragma("unroll") for (int v = -r; v <= r; v++) { add(a[(at_row) * w + (at_column)]); }
#define STENCIL(r, border, start, add, store) \
    PLACE; \
    if (j >= w) return; \
    if (INSIDE(r)) { \
        EACH { start; WINDOW(r, i + k + u, j + v, add) const int at = (i + k) * w + j; store; } \
    } else { \
        for (int k = 0; k < ITEMS && i + k < h; k++) { \
            start; \
            for (int u = -r; u <= r; u++) for (int v = -r; v <= r; v++) { add(a[border(i + k + u, h) * w + border(j + v, w)]); } \
            const int at = (i + k) * w + j; \
            store; \
        } \
    }

#define ADD(x) s += x
__kernel void blur(__global const int* restrict a, __global int* restrict o, int h, int w)
{
    STENCIL(2, CLAMP, int s = 0, ADD, o[at] = s / 25)
}

__constant float g5[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
#define ADD_WEIGHTED(x) s += g5[u + 2] * g5[v + 2] * x
__kernel void gauss5(__global const float* restrict a, __global float* restrict o, int h, int w)
{
    STENCIL(2, CLAMP, float s = 0, ADD_WEIGHTED, o[at] = s)
}

#define ADD_BINOMIAL(x) s += (2 - u * u) * (2 - v * v) / 16.0f * x
__kernel void gauss3(__global const float* restrict a, __global float* restrict o, int h, int w)
{
    STENCIL(1, MIRROR, float s = 0, ADD_BINOMIAL, o[at] = s)
}

__kernel void sobel(__global const float* restrict a, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j < 1 || j + 1 >= w) return;
    EACH {
        if (i + k < 1 || i + k + 1 >= h) continue;
        __global const float* c = a + (i + k) * w + j;
        const float x = c[1 - w] + 2 * c[1] + c[1 + w] - c[-1 - w] - 2 * c[-1] - c[w - 1];
        const float y = c[w - 1] + 2 * c[w] + c[w + 1] - c[-1 - w] - 2 * c[-w] - c[1 - w];
        o[(i + k) * w + j] = sqrt(x * x + y * y);
    }
}

__kernel void heat5(__global const float* restrict a, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j >= w) return;
    EACH {
        if (i + k >= h) continue;
        const int at = (i + k) * w + j;
        const float c = a[at];
        const float up = i + k == 0 ? c : a[at - w], down = i + k == h - 1 ? c : a[at + w];
        const float left = j == 0 ? c : a[at - 1], right = j == w - 1 ? c : a[at + 1];
        o[at] = c + 0.2f * (up + down + left + right - 4 * c);
    }
}

__kernel void heat9(__global const double* restrict a, __global double* restrict o, int h, int w)
{
    PLACE;
    if (j < 1 || j + 1 >= w) return;
    EACH {
        if (i + k < 1 || i + k + 1 >= h) continue;
        __global const double* c = a + (i + k) * w + j;
        o[(i + k) * w + j] = 0.25 * c[0] + 0.125 * (c[-w] + c[w] + c[-1] + c[1]) + 0.0625 * (c[-w - 1] + c[1 - w] + c[w - 1] + c[w + 1]);
    }
}

__kernel void box(__global const float* restrict a, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j >= w) return;
    if (INSIDE(2)) {
        EACH {
            float s = 0;
            WINDOW(2, i + k + u, j + v, ADD)
            o[(i + k) * w + j] = s / 25.0f;
        }
    } else {
        for (int k = 0; k < ITEMS && i + k < h; k++) {
            float s = 0;
            int n = 0;
            for (int u = max(i + k - 2, 0); u <= min(i + k + 2, h - 1); u++)
                for (int v = max(j - 2, 0); v <= min(j + 2, w - 1); v++) {
                    s += a[u * w + v];
                    n++;
                }
            o[(i + k) * w + j] = s / n;
        }
    }
}

// The greatest of what is clamped is the greatest of what is inside.
#define GREATEST(x) s = max(s, x)
__kernel void dilate(__global const int* restrict a, __global int* restrict o, int h, int w)
{
    STENCIL(2, CLAMP, int s = INT_MIN, GREATEST, o[at] = s)
}

__kernel void across(__global const float* restrict a, __constant float* g, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j < 4 || j + 4 >= w) return;
    EACH {
        if (i + k >= h) continue;
        float s = 0;
#pragma unroll
        for (int v = 0; v < 9; v++) s += g[v] * a[(i + k) * w + j + v - 4];
        o[(i + k) * w + j] = s;
    }
}

__kernel void down(__global const float* restrict a, __constant float* g, __global float* restrict o, int h, int w)
{
    PLACE;
    if (j >= w) return;
    EACH {
        if (i + k < 4 || i + k + 4 >= h) continue;
        float s = 0;
#pragma unroll
        for (int v = 0; v < 9; v++) s += g[v] * a[(i + k + v - 4) * w + j];
        o[(i + k) * w + j] = s;
    }
}

// The middle one of nine by 19 exchanges.
#define ORDER(x, y) { const int least = min(x, y); y = max(x, y); x = least; }
__kernel void median(__global const int* restrict a, __global int* restrict o, int h, int w)
{
    PLACE;
    if (j < 1 || j + 1 >= w) return;
    EACH {
        if (i + k < 1 || i + k + 1 >= h) continue;
        __global const int* c = a + (i + k) * w + j;
        int p0 = c[-w - 1], p1 = c[-w], p2 = c[1 - w], p3 = c[-1], p4 = c[0], p5 = c[1], p6 = c[w - 1], p7 = c[w], p8 = c[w + 1];
        ORDER(p1, p2) ORDER(p4, p5) ORDER(p7, p8) ORDER(p0, p1) ORDER(p3, p4) ORDER(p6, p7) ORDER(p1, p2) ORDER(p4, p5) ORDER(p7, p8)
        ORDER(p0, p3) ORDER(p5, p8) ORDER(p4, p7) ORDER(p3, p6) ORDER(p1, p4) ORDER(p2, p5) ORDER(p4, p7) ORDER(p4, p2) ORDER(p6, p4) ORDER(p4, p2)
        o[(i + k) * w + j] = p4;
    }
}

#define LIVES(n, own) ((n) == 3 || (n) == 2 && (own) == 1)
// Four bytes of a row at once: the sums of neighbours stay below 256.
__kernel void life(__global const uint* restrict a, __global uint* restrict o, int h, int w)
{
    const int j = get_global_id(0), i = (int)get_global_id(1) * ITEMS, words = w / 4;
    if (j >= words) return;
    const int before = j == 0 ? words - 1 : j - 1, behind = j == words - 1 ? 0 : j + 1;
    uint row[ITEMS + 2], own[ITEMS + 2];
#pragma unroll
    for (int k = 0; k < ITEMS + 2; k++) {
        const int at = WRAP(i + k - 1, h) * words;
        const uint c = a[at + j];
        own[k] = c;
        row[k] = c + (c << 8 | a[at + before] >> 24) + (c >> 8 | a[at + behind] << 24);
    }
    EACH {
        if (i + k >= h) continue;
        const uint n = row[k] + row[k + 1] + row[k + 2] - own[k + 1];
        const uchar4 count = as_uchar4(n), cell = as_uchar4(own[k + 1]);
        o[(i + k) * words + j] = as_uint(convert_uchar4((count == (uchar4)3 | count == (uchar4)2 & cell == (uchar4)1) & (char4)1));
    }
}

__kernel void life_ints(__global const int* restrict a, __global int* restrict o, int h, int w)
{
    PLACE;
    if (j >= w) return;
    const int left = j == 0 ? w - 1 : j - 1, right = j == w - 1 ? 0 : j + 1;
    EACH {
        if (i + k >= h) continue;
        const int up = WRAP(i + k - 1, h) * w, here = (i + k) * w, below = WRAP(i + k + 1, h) * w;
        const int n = a[up + left] + a[up + j] + a[up + right] + a[here + left] + a[here + right] + a[below + left] + a[below + j] + a[below + right];
        o[here + j] = LIVES(n, a[here + j]);
    }
}
