/* The five kernels by hand, in C with OpenMP: gcc -O3 -march=native -fopenmp. Usage: rivals NAME SIZE(A|B|C). Prints "time NS" nine times
   and a check value. Input and order of arithmetic are those of the SOMD programs. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

/* java.util.Random */
static uint64_t seed;
static void seed_with(int64_t s) { seed = ((uint64_t)s ^ 0x5DEECE66DULL) & ((1ULL << 48) - 1); }
static int32_t next_bits(int bits) {
    seed = (seed * 0x5DEECE66DULL + 0xB) & ((1ULL << 48) - 1);
    return (int32_t)(seed >> (48 - bits));
}
static int32_t next_int(void) { return next_bits(32); }
static double next_double(void) {
    int64_t high = (int64_t)next_bits(26) << 27;
    return (double)(high + next_bits(27)) * 0x1.0p-53;
}

/* ---- Crypt ---- */
static void cipher(const int8_t *text, int8_t *out, int n, const int *key) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i += 8) {
        const uint8_t *t = (const uint8_t *)text + i;
        int x1 = t[0] | t[1] << 8, x2 = t[2] | t[3] << 8, x3 = t[4] | t[5] << 8, x4 = t[6] | t[7] << 8;
        const int *k = key;
        for (int r = 0; r < 8; r++) {
            x1 = (int)((int64_t)x1 * *k++ % 0x10001 & 0xffff);
            x2 = (x2 + *k++) & 0xffff;
            x3 = (x3 + *k++) & 0xffff;
            x4 = (int)((int64_t)x4 * *k++ % 0x10001 & 0xffff);
            int t2 = x1 ^ x3;
            t2 = (int)((int64_t)t2 * *k++ % 0x10001 & 0xffff);
            int t1 = (t2 + (x2 ^ x4)) & 0xffff;
            t1 = (int)((int64_t)t1 * *k++ % 0x10001 & 0xffff);
            t2 = (t1 + t2) & 0xffff;
            x1 ^= t1;
            x4 ^= t2;
            t2 ^= x2;
            x2 = x3 ^ t1;
            x3 = t2;
        }
        x1 = (int)((int64_t)x1 * *k++ % 0x10001 & 0xffff);
        x3 = (x3 + *k++) & 0xffff;
        x2 = (x2 + *k++) & 0xffff;
        x4 = (int)((int64_t)x4 * *k++ % 0x10001 & 0xffff);
        int words[4] = {x1, x3, x2, x4};
        for (int w = 0; w < 4; w++) {
            out[i + 2 * w] = (int8_t)words[w];
            out[i + 2 * w + 1] = (int8_t)(words[w] >> 8);
        }
    }
}
static int inverse(int x) {
    int64_t r = 1, b = x;
    for (int e = 0x10001 - 2; e > 0; e >>= 1) {
        if (e & 1) r = r * b % 0x10001;
        b = b * b % 0x10001;
    }
    return (int)(r & 0xffff);
}
static void crypt(int size) {
    int n = (int[]){3000000, 20000000, 50000000}[size];
    int8_t *plain = malloc(n);
    for (int i = 0; i < n; i++) plain[i] = (int8_t)i;
    int z[52], d[52];
    seed_with(136506717);
    for (int i = 0; i < 8; i++) z[i] = next_int() & 0xffff;
    for (int i = 8; i < 52; i++) {
        int block = i - i % 8 - 8, j = i % 8;
        z[i] = (z[block + (j + 1) % 8] << 9 | z[block + (j + 2) % 8] >> 7) & 0xffff;
    }
    for (int r = 0; r <= 8; r++) {
        int from = 48 - 6 * r, to = 6 * r, outer = r == 0 || r == 8;
        d[to] = inverse(z[from]);
        d[to + 1] = -z[outer ? from + 1 : from + 2] & 0xffff;
        d[to + 2] = -z[outer ? from + 2 : from + 1] & 0xffff;
        d[to + 3] = inverse(z[from + 3]);
        if (r < 8) d[to + 4] = z[from - 2], d[to + 5] = z[from - 1];
    }
    int8_t *crypted = NULL, *again = NULL;
    for (int run = 0; run < 9; run++) {
        free(crypted), free(again);
        long start = now();
        crypted = malloc(n), again = malloc(n);
        cipher(plain, crypted, n, z);
        cipher(crypted, again, n, d);
        printf("time %ld\n", now() - start);
    }
    printf("check %d\n", memcmp(plain, again, n));
}

/* ---- LUFact ---- */
static double generate(double *a, int n, double *b) {
    int s = 1325;
    double norm = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            s = 3125 * s % 65536;
            a[(size_t)j * n + i] = (s - 32768.0) / 16384.0;
            norm = fmax(norm, a[(size_t)j * n + i]);
        }
    memset(b, 0, n * sizeof *b);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) b[i] += a[(size_t)j * n + i];
    return norm;
}
static void lufact(int size) {
    int n = (int[]){500, 1000, 2000}[size];
    double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n);
    int *pivot = malloc(sizeof(int) * n);
    for (int run = 0; run < 9; run++) {
        generate(a, n, b);
        long start = now();
        for (int k = 0; k < n - 1; k++) {
            double *c = a + (size_t)k * n;
            int l = k;
            for (int i = k + 1; i < n; i++)
                if (fabs(c[i]) > fabs(c[l])) l = i;
            pivot[k] = l;
            if (c[l] == 0) continue;
            double t = c[l];
            if (l != k) c[l] = c[k], c[k] = t;
            t = -1 / c[k];
            for (int i = k + 1; i < n; i++) c[i] *= t;
#pragma omp parallel for schedule(static)
            for (int j = k + 1; j < n; j++) {
                double *x = a + (size_t)j * n, u = x[l];
                if (l != k) x[l] = x[k], x[k] = u;
                for (int i = k + 1; i < n; i++) x[i] += u * c[i];
            }
        }
        pivot[n - 1] = n - 1;
        for (int k = 0; k < n - 1; k++) {
            int l = pivot[k];
            double t = b[l];
            if (l != k) b[l] = b[k], b[k] = t;
            for (int i = k + 1; i < n; i++) b[i] += t * a[(size_t)k * n + i];
        }
        for (int k = n - 1; k >= 0; k--) {
            b[k] /= a[(size_t)k * n + k];
            for (int i = 0; i < k; i++) b[i] -= b[k] * a[(size_t)k * n + i];
        }
        printf("time %ld\n", now() - start);
    }
    printf("check %.17g\n", b[0]);
}

/* ---- Series ---- */
static double value(double x, double omega, int kind) {
    double p = pow(x + 1, x);
    return kind == 0 ? p : kind == 1 ? p * cos(omega * x) : p * sin(omega * x);
}
static double integral(double omega, int kind) {
    double x = 0, dx = 2.0 / 1000, sum = value(0, omega, kind) / 2;
    for (int i = 998; i > 0; i--) {
        x += dx;
        sum += value(x, omega, kind);
    }
    return (sum + value(2, omega, kind) / 2) * dx;
}
static void series(int size) {
    int n = (int[]){10000, 100000, 1000000}[size];
    double *p = calloc(n, sizeof *p), *q = calloc(n, sizeof *q);
    for (int run = 0; run < 9; run++) {
        long start = now();
        p[0] = integral(0, 0) / 2;
#pragma omp parallel for schedule(static)
        for (int i = 1; i < n; i++) {
            p[i] = integral(3.1415926535897932 * i, 1);
            q[i] = integral(3.1415926535897932 * i, 2);
        }
        printf("time %ld\n", now() - start);
    }
    printf("check %.15g\n", q[3]);
}

/* ---- SOR ---- */
static void sor(int size) {
    int n = (int[]){1000, 1500, 2000}[size], last = n - 1;
    double *g = malloc(sizeof(double) * n * n), total = 0, quarter = 1.25 * 0.25, rest = 1 - 1.25;
    for (int run = 0; run < 9; run++) {
        seed_with(10101010);
        for (int i = 0; i < n * n; i++) g[i] = next_double() * 1e-6;
        long start = now();
        for (int p = 0; p < 200; p++) {
#pragma omp parallel for schedule(static)
            for (int i = 1; i < last; i++) {
                double *row = g + (size_t)i * n, *above = row - n, *below = row + n;
                for (int j = 1 + (i + 1 + p) % 2; j < last; j += 2)
                    row[j] = quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
            }
        }
        total = 0;
#pragma omp parallel for reduction(+ : total) schedule(static)
        for (int i = 1; i < last; i++)
            for (int j = 1; j < last; j++) total += g[(size_t)i * n + j];
        printf("time %ld\n", now() - start);
    }
    printf("check %.10g\n", total);
}

/* ---- SparseMatMult ---- */
#include <omp.h>
static void sparse(int size) {
    int n = (int[]){50000, 100000, 500000}[size], nz = 5 * n;
    double *x = malloc(sizeof(double) * n), *y = malloc(sizeof(double) * n), *v = malloc(sizeof(double) * nz), *val = malloc(sizeof(double) * nz);
    int *r = malloc(4 * nz), *c = malloc(4 * nz), *row = malloc(4 * nz), *col = malloc(4 * nz), *at = calloc(n + 1, 4);
    seed_with(10101010);
    for (int i = 0; i < n; i++) x[i] = next_double() * 1e-6;
    for (int i = 0; i < nz; i++) {
        int a = next_int();
        r[i] = (a < 0 ? -a : a) % n;
        a = next_int();
        c[i] = (a < 0 ? -a : a) % n;
        v[i] = next_double();
    }
    for (int i = 0; i < nz; i++) at[r[i] + 1]++;
    for (int i = 0; i < n; i++) at[i + 1] += at[i];
    for (int i = 0; i < nz; i++) {
        int to = at[r[i]]++;
        row[to] = r[i], col[to] = c[i], val[to] = v[i];
    }
    for (int run = 0; run < 9; run++) {
        memset(y, 0, sizeof(double) * n);
        long start = now();
#pragma omp parallel
        {
            int k = omp_get_thread_num(), of = omp_get_num_threads();
            int lo = (int)((long)nz * k / of), hi = (int)((long)nz * (k + 1) / of);
            while (lo > 0 && lo < nz && row[lo] == row[lo - 1]) lo++;
            while (hi > 0 && hi < nz && row[hi] == row[hi - 1]) hi++;
            for (int round = 0; round < 200; round++)
                for (int i = lo; i < hi; i++) y[row[i]] += x[col[i]] * val[i];
        }
        printf("time %ld\n", now() - start);
    }
    double total = 0;
    for (int i = 0; i < nz; i++) total += y[r[i]];
    printf("check %.12g\n", total);
}

/* ---- the machine's bandwidth: 200 sweeps a = b + 3 c over as much memory as SOR's matrix takes ---- */
static void triad(int size) {
    int side = (int[]){1000, 1500, 2000}[size], n = side * side / 3;
    double *a = malloc(sizeof(double) * n), *b = malloc(sizeof(double) * n), *c = malloc(sizeof(double) * n);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) a[i] = 0, b[i] = i, c[i] = 1;
    for (int run = 0; run < 9; run++) {
        long start = now();
        for (int sweep = 0; sweep < 200; sweep++) {
#pragma omp parallel for schedule(static)
            for (int i = 0; i < n; i++) a[i] = b[i] + 3 * c[i];
        }
        printf("time %ld\n", now() - start);
    }
    printf("check %g\n", a[n - 1]);
}

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    int size = argv[2][0] - 'A';
    if (!strcmp(argv[1], "Crypt")) crypt(size);
    if (!strcmp(argv[1], "LUFact")) lufact(size);
    if (!strcmp(argv[1], "Series")) series(size);
    if (!strcmp(argv[1], "Sor")) sor(size);
    if (!strcmp(argv[1], "SparseMatMult")) sparse(size);
    if (!strcmp(argv[1], "Triad")) triad(size);
    return 0;
}
