// The nine benchmarks as a C programmer writes them: OpenMP over the outer loop, arrays of a coordinate each, the same arithmetic.
//
//     cc -O3 -march=native -ffp-contract=off -fno-math-errno -fopenmp rivals.c -lm -o rivals && ./rivals NAME SCALE
//
// Prints the median of seven runs in microseconds, and a sum of the results against dead code.
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 2012;
static double uniform(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0;
}
static void *arrays[16];
static int array_count;

static void *array(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) exit(2);
    return arrays[array_count++] = p;
}

static int scale;
static double sum;

#define NBODY(NAME, T, SQRT)                                                                                                  \
    static T *NAME##_x, *NAME##_y, *NAME##_z, *NAME##_m, *NAME##_f;                                                           \
    static int NAME##_n;                                                                                                      \
    static void NAME##_make(void) {                                                                                           \
        int n = NAME##_n = 4096 * scale;                                                                                      \
        NAME##_x = array(n * sizeof(T)), NAME##_y = array(n * sizeof(T)), NAME##_z = array(n * sizeof(T));                    \
        NAME##_m = array(n * sizeof(T)), NAME##_f = array(3 * n * sizeof(T));                                                 \
        for (int i = 0; i < n; i++)                                                                                           \
            NAME##_x[i] = uniform() - 0.5, NAME##_y[i] = uniform() - 0.5, NAME##_z[i] = uniform() - 0.5, NAME##_m[i] = uniform(); \
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
NBODY(NBodySingle, float, sqrtf)
NBODY(NBodyDouble, double, sqrt)

static float *cp_atoms, *cp_out;
static int cp_n;
static void CoulombicPotential_make(void) {
    cp_n = 4000 * scale;
    cp_atoms = array(cp_n * 4 * sizeof(float)), cp_out = array(512 * 512 * sizeof(float));
    for (int i = 0; i < cp_n; i++) {
        cp_atoms[4 * i] = uniform() * 51.2, cp_atoms[4 * i + 1] = uniform() * 51.2;
        cp_atoms[4 * i + 2] = uniform() * 4 + 1, cp_atoms[4 * i + 3] = uniform() * 2 - 1;
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
    for (int i = 0; i < 3 * mri_n; i++) mri_x[i] = uniform() - 0.5;
    for (int i = 0; i < 4 * 3072; i++) mri_k[i] = 32 * (uniform() - 0.5);
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
    for (int i = 0; i < bytes; i++) text[i] = uniform() * 256;
    for (int i = 0; i < 52; i++) key[i] = uniform() * 65536;
}
static void Crypt_run(void) {
    // There and back take the same time with any key.
    cipher(text, there);
    cipher(there, back);
    sum += back[5];
}

static int *tiles, *library, *thumbnails, *mosaic, tile_count, picture_count;
static void Mosaic_make(void) {
    tile_count = 4800 * scale, picture_count = 300 * scale;
    tiles = array(tile_count * 16 * sizeof(int)), library = array(picture_count * 256 * sizeof(int));
    thumbnails = array(picture_count * 16 * sizeof(int)), mosaic = array((size_t)tile_count * 256 * sizeof(int));
    for (int i = 0; i < tile_count * 16; i++) tiles[i] = uniform() * 0x1000000;
    for (int i = 0; i < picture_count * 256; i++) library[i] = uniform() * 0x1000000;
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

static const struct { const char *name; void (*make)(void), (*run)(void); } programs[] = {
#define PROGRAM(NAME) {#NAME, NAME##_make, NAME##_run}
    PROGRAM(NBodySingle), PROGRAM(NBodyDouble), PROGRAM(CoulombicPotential), PROGRAM(MriQ),
    PROGRAM(SeriesSingle), PROGRAM(SeriesDouble), PROGRAM(Crypt), PROGRAM(Mosaic),
};

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    scale = argc > 2 ? atoi(argv[2]) : 1;
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        if (argc < 2 || strcmp(argv[1], programs[p].name)) continue;
        double t[7];
        for (int r = 0; r < 7; r++) {
            // The task graphs' sources make the input too.
            double begun = omp_get_wtime();
            programs[p].make();
            programs[p].run();
            t[r] = omp_get_wtime() - begun;
            while (array_count > 0) free(arrays[--array_count]);
        }
        qsort(t, 7, sizeof *t, ascending);
        printf("time %.0f us\n", t[3] * 1e6);
        fprintf(stderr, "%g\n", sum);
        return 0;
    }
    return 1;
}
