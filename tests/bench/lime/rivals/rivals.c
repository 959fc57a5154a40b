// The nine benchmarks as a C programmer writes them: OpenMP over the outer loop, arrays of a coordinate each, the same arithmetic.
//
//     cc -O3 -march=native -ffp-contract=off -fno-math-errno -fopenmp rivals.c -lm -o rivals && ./rivals NAME SCALE
//
// Prints the time of one run in microseconds, making the input included, as the task graphs' sources do, and a sum of the results
// against dead code. A process runs once, as those of the other columns do: threads are started within the time.
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The generator of java.util.Random: the inputs are those of the programs that are compared with.
static uint64_t state;
static void seed(uint64_t from) { state = (from ^ 0x5DEECE66D) & ((1ull << 48) - 1); }
static int32_t bits(int count) {
    state = (state * 0x5DEECE66D + 0xB) & ((1ull << 48) - 1);
    return (int32_t)(state >> (48 - count));
}
static int below(int bound) {
    int r = bits(31);
    if ((bound & (bound - 1)) == 0) return (int)(((int64_t)bound * r) >> 31);
    for (int u = r; (int32_t)((uint32_t)u - (uint32_t)(r = u % bound) + (uint32_t)bound - 1) < 0;) u = bits(31);
    return r;
}
static float single(void) { return bits(24) / (float)(1 << 24); }
static double dual(void) {
    int64_t high = (int64_t)bits(26) << 27;
    return (high + bits(27)) / (double)(1ll << 53);
}
static void *array(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) exit(2);
    return p;
}

static int scale;
static double sum;

#define NBODY(NAME, T, SQRT, NEXT)                                                                                                  \
    static T *NAME##_x, *NAME##_y, *NAME##_z, *NAME##_m, *NAME##_f;                                                           \
    static int NAME##_n;                                                                                                      \
    static void NAME##_make(void) {                                                                                           \
        int n = NAME##_n = 4096 * scale;                                                                                      \
        NAME##_x = array(n * sizeof(T)), NAME##_y = array(n * sizeof(T)), NAME##_z = array(n * sizeof(T));                    \
        NAME##_m = array(n * sizeof(T)), NAME##_f = array(3 * n * sizeof(T));                                                 \
        seed(2012);                                                                                                           \
        for (int i = 0; i < n; i++)                                                                                           \
            NAME##_x[i] = NEXT() - (T)0.5, NAME##_y[i] = NEXT() - (T)0.5, NAME##_z[i] = NEXT() - (T)0.5, NAME##_m[i] = NEXT(); \
    }                                                                                                                         \
    static void NAME##_run(void) {                                                                                            \
        const T *x = NAME##_x, *y = NAME##_y, *z = NAME##_z, *m = NAME##_m;                                                   \
        T *f = NAME##_f;                                                                                                      \
        int n = NAME##_n;                                                                                                     \
        _Pragma("omp parallel for schedule(static)") for (int b = 0; b < n; b += 16) {                                        \
            /* Sixteen bodies at once: the sum over j keeps its order. */                                                     \
            T fx[16] = {0}, fy[16] = {0}, fz[16] = {0};                                                                       \
            for (int j = 0; j < n; j++)                                                                                       \
                _Pragma("omp simd") for (int k = 0; k < 16; k++) {                                                            \
                    T dx = x[j] - x[b + k], dy = y[j] - y[b + k], dz = z[j] - z[b + k];                                       \
                    T inverse = 1 / SQRT(dx * dx + dy * dy + dz * dz + (T)0.0001);                                            \
                    T s = m[j] * inverse * inverse * inverse;                                                                 \
                    fx[k] += s * dx, fy[k] += s * dy, fz[k] += s * dz;                                                        \
                }                                                                                                             \
            for (int k = 0; k < 16; k++) f[b + k] = fx[k], f[n + b + k] = fy[k], f[2 * n + b + k] = fz[k];                    \
        }                                                                                                                     \
        sum += f[n / 2];                                                                                                      \
    }
NBODY(NBodySingle, float, sqrtf, single)
NBODY(NBodyDouble, double, sqrt, dual)

static float *cp_atoms, *cp_out;
static int cp_n;
static void CoulombicPotential_make(void) {
    cp_n = 4000 * scale;
    cp_atoms = array(cp_n * 4 * sizeof(float)), cp_out = array(512 * 512 * sizeof(float));
    seed(2011);
    for (int i = 0; i < cp_n; i++) {
        cp_atoms[4 * i] = single() * 512 * 0.1f, cp_atoms[4 * i + 1] = single() * 512 * 0.1f;
        cp_atoms[4 * i + 2] = single() * 4 + 1, cp_atoms[4 * i + 3] = single() * 2 - 1;
    }
}
static void CoulombicPotential_run(void) {
#pragma omp parallel for schedule(static)
    for (int row = 0; row < 512; row++)
        for (int c = 0; c < 512; c += 16) {
            float e[16] = {0}, y = 0.1f * row;
            for (int j = 0; j < cp_n; j++) {
                float ax = cp_atoms[4 * j], dy = y - cp_atoms[4 * j + 1], dz = 0.5f - cp_atoms[4 * j + 2], q = cp_atoms[4 * j + 3];
#pragma omp simd
                for (int k = 0; k < 16; k++) {
                    float dx = 0.1f * (c + k) - ax;
                    e[k] += q / sqrtf(dx * dx + dy * dy + dz * dz);
                }
            }
            memcpy(cp_out + row * 512 + c, e, sizeof e);
        }
    sum += cp_out[1000];
}

static float *mri_x, *mri_k, *mri_q;
static int mri_n;
static void MriQ_make(void) {
    mri_n = 32768 * scale;
    mri_x = array(mri_n * 3 * sizeof(float)), mri_k = array(3072 * 4 * sizeof(float)), mri_q = array(mri_n * 2 * sizeof(float));
    seed(432);
    for (int i = 0; i < 3 * mri_n; i++) mri_x[i] = single() - 0.5f;
    seed(256);
    for (float *s = mri_k; s < mri_k + 4 * 3072; s += 4) {
        for (int d = 0; d < 3; d++) s[d] = 32 * (single() - 0.5f);
        float re = single(), im = single();
        s[3] = re * re + im * im;
    }
}
static void MriQ_run(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < mri_n; i++) {
        float re = 0, im = 0;
        for (int k = 0; k < 3072; k++) {
            const float *s = mri_k + 4 * k;
            float angle = 6.2831855f * (s[0] * mri_x[3 * i] + s[1] * mri_x[3 * i + 1] + s[2] * mri_x[3 * i + 2]);
            re += s[3] * cosf(angle), im += s[3] * sinf(angle);
        }
        mri_q[2 * i] = re, mri_q[2 * i + 1] = im;
    }
    sum += mri_q[77];
}

#define SERIES(NAME, T, POW, COS, SIN)                                                                                        \
    static T *NAME##_out;                                                                                                     \
    static int NAME##_n;                                                                                                      \
    static void NAME##_make(void) { NAME##_n = 100000 * scale, NAME##_out = array(2 * (size_t)NAME##_n * sizeof(T)); }        \
    static void NAME##_run(void) {                                                                                            \
        _Pragma("omp parallel for schedule(static)") for (int n = 0; n < NAME##_n; n++) {                                     \
            T dx = (T)2 / 1000, omega = (T)3.1415926535897932 * n, x = 0, a = (T)0.5, b = 0;                                  \
            for (int i = 1; i < 1000; i++) {                                                                                  \
                x += dx;                                                                                                      \
                T f = POW(x + 1, x);                                                                                          \
                a += f * COS(omega * x), b += f * SIN(omega * x);                                                             \
            }                                                                                                                 \
            T last = (T)0.5 * POW((T)3, (T)2);                                                                                \
            NAME##_out[2 * (size_t)n] = (a + last * COS(omega * 2)) * dx;                                                     \
            NAME##_out[2 * (size_t)n + 1] = (b + last * SIN(omega * 2)) * dx;                                                 \
        }                                                                                                                     \
        sum += NAME##_out[9];                                                                                                 \
    }
SERIES(SeriesSingle, float, powf, cosf, sinf)
SERIES(SeriesDouble, double, pow, cos, sin)

static uint8_t *text, *there, *back;
static int bytes;
static int key[52];
static int times(int a, int b) {
    if (a == 0) return (1 - b) & 0xffff;
    if (b == 0) return (1 - a) & 0xffff;
    uint32_t p = (uint32_t)a * (uint32_t)b, low = p & 0xffff, high = p >> 16;
    return (low - high + (low < high)) & 0xffff;
}
static void cipher(const uint8_t *from, uint8_t *to) {
#pragma omp parallel for schedule(static)
    for (int at = 0; at < bytes; at += 8) {
        int x[4];
        for (int w = 0; w < 4; w++) x[w] = from[at + 2 * w] | from[at + 2 * w + 1] << 8;
        const int *k = key;
        for (int round = 0; round < 8; round++, k += 6) {
            x[0] = times(x[0], k[0]), x[1] = (x[1] + k[1]) & 0xffff, x[2] = (x[2] + k[2]) & 0xffff, x[3] = times(x[3], k[3]);
            int t = times(x[0] ^ x[2], k[4]), u = times((t + (x[1] ^ x[3])) & 0xffff, k[5]);
            t = (u + t) & 0xffff, x[0] ^= u, x[3] ^= t;
            int kept = x[1] ^ t;
            x[1] = x[2] ^ u, x[2] = kept;
        }
        int y[4] = {times(x[0], k[0]), (x[2] + k[1]) & 0xffff, (x[1] + k[2]) & 0xffff, times(x[3], k[3])};
        for (int w = 0; w < 4; w++) to[at + 2 * w] = y[w], to[at + 2 * w + 1] = y[w] >> 8;
    }
}
static void Crypt_make(void) {
    bytes = 3000000 * scale;
    text = array(bytes), there = array(bytes), back = array(bytes);
    seed(136506717);
    for (int i = 0; i < bytes; i += 4) {
        int32_t word = bits(32);
        memcpy(text + i, &word, 4);
    }
    for (int i = 0; i < 52; i++) key[i] = below(65536);
}
static void Crypt_run(void) {
    // There and back take the same time with any key.
    cipher(text, there);
    cipher(there, back);
    sum += back[5];
}

static int *tiles, *library, *thumbnails, *mosaic, tile_count, picture_count;
// Squares of smooth colour with some grain.
static void squares(int *out, int count, int side, uint64_t from) {
    seed(from);
    for (int i = 0; i < count; i++) {
        int base[3], slope[3];
        for (int c = 0; c < 3; c++) base[c] = below(256), slope[c] = below(129) - 64;
        for (int p = 0; p < side * side; p++) {
            int pixel = 0;
            for (int c = 0; c < 3; c++) {
                int level = base[c] + slope[c] * (p / side + p % side) / side + below(9) - 4;
                pixel = pixel << 8 | (level < 0 ? 0 : level > 255 ? 255 : level);
            }
            *out++ = pixel;
        }
    }
}
static void Mosaic_make(void) {
    tile_count = 4800 * scale, picture_count = 300 * scale;
    tiles = array(tile_count * 16 * sizeof(int)), library = array(picture_count * 256 * sizeof(int));
    thumbnails = array(picture_count * 16 * sizeof(int)), mosaic = array((size_t)tile_count * 256 * sizeof(int));
    squares(tiles, tile_count, 4, 5);
    squares(library, picture_count, 16, 8);
}
static void Mosaic_run(void) {
#pragma omp parallel for schedule(static)
    for (int j = 0; j < picture_count; j++)
        for (int t = 0; t < 16; t++) {
            int c[3] = {0};
            for (int p = 0; p < 16; p++) {
                int pixel = library[j * 256 + (t / 4 * 4 + p / 4) * 16 + t % 4 * 4 + p % 4];
                c[0] += pixel >> 16 & 255, c[1] += pixel >> 8 & 255, c[2] += pixel & 255;
            }
            thumbnails[j * 16 + t] = c[0] / 16 << 16 | c[1] / 16 << 8 | c[2] / 16;
        }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < tile_count; i++) {
        int best = 0, lowest = INT32_MAX;
        for (int j = 0; j < picture_count; j++) {
            int score = 0;
            for (int p = 0; p < 16; p++) {
                int a = tiles[i * 16 + p], b = thumbnails[j * 16 + p];
                score += abs((a >> 16) - (b >> 16)) + abs((a >> 8 & 255) - (b >> 8 & 255)) + abs((a & 255) - (b & 255));
            }
            if (score < lowest) lowest = score, best = j;
        }
        memcpy(mosaic + (size_t)i * 256, library + best * 256, 256 * sizeof(int));
    }
    sum += mosaic[3];
}

// RPES: roots and weights from a table that is made first; the recurrences for s and p orbitals.
enum { DENSITY = 500, STEPS = 20000, ORBITALS = 64 };
static float (*rys_table)[12], (*orbitals)[5], *repulsion;
static int (*quartets)[3], integral_count;

static double determinant(double m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}
static void moments(double t, double *f) {
    double term = 1.0 / 11, total = term;
    for (int i = 1; term > 1e-18 * total; i++) total += term *= 2 * t / (2 * i + 11);
    double e = exp(-t);
    f[5] = e * total;
    for (int m = 4; m >= 0; m--) f[m] = (2 * t * f[m + 1] + e) / (2 * m + 1);
}
static void rys_row(const double *f, float *out) {
    double det = f[0] * f[2] - f[1] * f[1], roots[6];
    roots[0] = f[1] / f[0];
    double p1 = (f[0] * f[3] - f[1] * f[2]) / det, p0 = (f[2] * f[2] - f[1] * f[3]) / det, half = sqrt(p1 * p1 / 4 + p0);
    roots[1] = p1 / 2 - half, roots[2] = p1 / 2 + half;
    double m[3][3] = {{f[0], f[1], f[2]}, {f[1], f[2], f[3]}, {f[2], f[3], f[4]}}, c[3];
    double whole = determinant(m);
    for (int column = 0; column < 3; column++) {
        double other[3][3];
        memcpy(other, m, sizeof m);
        for (int r = 0; r < 3; r++) other[r][column] = -f[3 + r];
        c[column] = determinant(other) / whole;
    }
    double shift = -c[2] / 3, p = c[1] - c[2] * c[2] / 3, q = 2 * c[2] * c[2] * c[2] / 27 - c[2] * c[1] / 3 + c[0];
    double radius = 2 * sqrt(-p / 3), angle = acos(fmax(-1, fmin(1, 3 * q / (p * radius)))) / 3;
    for (int r = 0; r < 3; r++) roots[3 + r] = shift + radius * cos(angle - 2 * 3.14159265358979323846 * r / 3);
    out[0] = roots[0], out[1] = f[0];
    out[2] = roots[1], out[3] = (f[0] * roots[2] - f[1]) / (roots[2] - roots[1]);
    out[4] = roots[2], out[5] = (f[1] - f[0] * roots[1]) / (roots[2] - roots[1]);
    for (int r = 0; r < 3; r++) {
        double u = roots[3 + (r + 1) % 3], v = roots[3 + (r + 2) % 3], x = roots[3 + r];
        out[6 + 2 * r] = x, out[7 + 2 * r] = (f[2] - (u + v) * f[1] + u * v * f[0]) / ((x - u) * (x - v));
    }
}
static void Rpes_make(void) {
    integral_count = 1000000 * scale;
    rys_table = array(STEPS * sizeof *rys_table), orbitals = array(ORBITALS * sizeof *orbitals);
    quartets = array(integral_count * sizeof *quartets), repulsion = array(integral_count * sizeof *repulsion);
    double f[6];
    for (int s = 0; s < STEPS - 1; s++) moments((double)s / DENSITY, f), rys_row(f, rys_table[s]);
    f[0] = sqrt(3.14159265358979323846) / 2;
    for (int m = 1; m < 6; m++) f[m] = f[m - 1] * (2 * m - 1) / 2;
    rys_row(f, rys_table[STEPS - 1]);
    seed(4711);
    for (int i = 0; i < ORBITALS; i++) {
        for (int d = 0; d < 3; d++) orbitals[i][d] = 4 * single();
        double e = orbitals[i][3] = 0.2f + 2 * single();
        orbitals[i][4] = sqrt(sqrt(0.5 * e * e * e));
    }
    seed(13);
    for (int n = 0; n < integral_count; n++) {
        for (int half = 0; half < 2; half++) {
            int low = below(ORBITALS);
            quartets[n][half] = low | below(ORBITALS) << 16;
        }
        quartets[n][2] = n % 4 == 0 ? 0 : below(256);
    }
}
static inline float axis(int na, int nb, int nc, int nd, float ab, float cd, float c00, float d00, float b00, float b10, float b01) {
    float g10 = c00, g01 = d00, g11 = c00 * d00 + b00, g20 = c00 * c00 + b10, g02 = d00 * d00 + b01;
    float g21 = c00 * g11 + b10 * g01 + b00 * g10, g12 = d00 * g11 + b01 * g10 + b00 * g01;
    float g22 = c00 * g12 + b10 * g02 + 2 * b00 * g11, h0, h1, h2;
    if (na + nb == 0) h0 = 1, h1 = g01, h2 = g02;
    else if (nb == 0) h0 = g10, h1 = g11, h2 = g12;
    else if (na == 0) h0 = g10 + ab, h1 = g11 + ab * g01, h2 = g12 + ab * g02;
    else h0 = g20 + ab * g10, h1 = g21 + ab * g11, h2 = g22 + ab * g12;
    return nc + nd == 0 ? h0 : nd == 0 ? h1 : nc == 0 ? h1 + cd * h0 : h2 + cd * h1;
}
static void Rpes_run(void) {
#pragma omp parallel for schedule(static)
    for (int n = 0; n < integral_count; n++) {
        const float *a = orbitals[quartets[n][0] & 0xffff], *b = orbitals[quartets[n][0] >> 16];
        const float *c = orbitals[quartets[n][1] & 0xffff], *d = orbitals[quartets[n][1] >> 16];
        int kinds = quartets[n][2], ka = kinds & 3, kb = kinds >> 2 & 3, kc = kinds >> 4 & 3, kd = kinds >> 6 & 3;
        float p = a[3] + b[3], q = c[3] + d[3], bra[3], ket[3], between[3], ab[3], cd[3], t = 0, ab2 = 0, cd2 = 0;
        for (int x = 0; x < 3; x++) {
            bra[x] = (a[3] * a[x] + b[3] * b[x]) / p, ket[x] = (c[3] * c[x] + d[3] * d[x]) / q;
            between[x] = bra[x] - ket[x], ab[x] = a[x] - b[x], cd[x] = c[x] - d[x];
            t += between[x] * between[x], ab2 += ab[x] * ab[x], cd2 += cd[x] * cd[x];
        }
        t *= p * q / (p + q);
        float overlap = expf(-(a[3] * b[3] / p * ab2 + c[3] * d[3] / q * cd2));
        float factor = 34.986835f / (p * q * sqrtf(p + q)) * overlap * a[4] * b[4] * c[4] * d[4];
        int roots = ((ka > 0) + (kb > 0) + (kc > 0) + (kd > 0)) / 2 + 1;
        float position = t * DENSITY, total = 0;
        int far = position >= STEPS - 1, step = far ? STEPS - 2 : (int)position;
        for (int r = 0; r < roots; r++) {
            int at = roots * (roots - 1) + 2 * r;
            float part = position - step, u, w;
            if (far) u = rys_table[STEPS - 1][at] / t, w = rys_table[STEPS - 1][at + 1] / sqrtf(t);
            else {
                const float *low = rys_table[step] + at, *high = rys_table[step + 1] + at;
                u = low[0] + part * (high[0] - low[0]), w = low[1] + part * (high[1] - low[1]);
            }
            float s = u / (p + q), b00 = 0.5f * s, b10 = (1 - q * s) * 0.5f / p, b01 = (1 - p * s) * 0.5f / q;
            for (int x = 0; x < 3; x++)
                w *= axis(ka == x + 1, kb == x + 1, kc == x + 1, kd == x + 1, ab[x], cd[x], bra[x] - a[x] - q * s * between[x],
                          ket[x] - c[x] + p * s * between[x], b00, b10, b01);
            total += w;
        }
        repulsion[n] = factor * total;
    }
    sum += repulsion[integral_count / 2];
}

static const struct { const char *name; void (*make)(void), (*run)(void); } programs[] = {
#define PROGRAM(NAME) {#NAME, NAME##_make, NAME##_run}
    PROGRAM(NBodySingle), PROGRAM(NBodyDouble), PROGRAM(CoulombicPotential), PROGRAM(MriQ),
    PROGRAM(SeriesSingle), PROGRAM(SeriesDouble), PROGRAM(Crypt), PROGRAM(Mosaic), PROGRAM(Rpes),
};

int main(int argc, char **argv) {
    scale = argc > 2 ? atoi(argv[2]) : 1;
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        if (argc < 2 || strcmp(argv[1], programs[p].name)) continue;
        double begun = omp_get_wtime();
        programs[p].make();
        programs[p].run();
        printf("time %.0f us\n", (omp_get_wtime() - begun) * 1e6);
        fprintf(stderr, "%g\n", sum);
        return 0;
    }
    return 1;
}
