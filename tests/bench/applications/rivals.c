// Kernels of PolyBench in C with OpenMP, the way they are parallelised by hand: rivals SIZE ROUNDS KERNEL
// Prints `time KERNEL NANOSECONDS` each round; nothing for a kernel that it does not have.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FOR(i, lo, hi) for (int i = (lo); i < (hi); i++)
#define PAR _Pragma("omp parallel for")

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static double *numbers(long n, int seed) {
    double *a = malloc(n * sizeof *a);
    for (long i = 0; i < n; i++) a[i] = (double)(i * (seed + 3) % 101 + 1) / 101;
    return a;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    int n = atoi(argv[1]), rounds = atoi(argv[2]), m = n + n / 4, steps = n / 8 > 2 ? n / 8 : 2;
    const char *kernel = argv[3];
    for (int round = 0; round < rounds; round++) {
        double (*a)[n] = (void *)numbers((long)m * n, 1), (*b)[n] = (void *)numbers((long)m * n, 2);
        double (*c)[n] = (void *)numbers((long)m * n, 3), (*d)[n] = (void *)numbers((long)m * n, 4);
        double (*e)[n] = (void *)numbers((long)m * n, 5), (*f)[n] = (void *)numbers((long)m * n, 6);
        double (*g)[n] = (void *)numbers((long)m * n, 7), (*wide)[m] = (void *)numbers((long)m * n, 8);
        double *x = numbers(n, 9), *y = numbers(n, 10), *z = numbers(n, 11), *w = numbers(n, 12);
        double *u = numbers(n, 13), *v = numbers(n, 14);
        double alpha = 1.5, beta = 1.2;
        if (!strcmp(kernel, "cholesky") || !strcmp(kernel, "lu") || !strcmp(kernel, "ludcmp") || !strcmp(kernel, "trisolv"))
            FOR(i, 0, n) { FOR(j, 0, n) a[i][j] = (i + j) % 17 / 17.0; a[i][i] += n; }
        long start = now();
        int has = 1;
        if (!strcmp(kernel, "gemm")) {
            PAR FOR(i, 0, n) {
                FOR(j, 0, n) c[i][j] *= beta;
                FOR(k, 0, m) FOR(j, 0, n) c[i][j] += alpha * wide[i][k] * b[k][j];
            }
        } else if (!strcmp(kernel, "gemver")) {
            PAR FOR(i, 0, n) FOR(j, 0, n) a[i][j] += x[i] * y[j] + u[i] * v[j];
            PAR FOR(i, 0, n) { double s = z[i]; FOR(j, 0, n) s += beta * a[j][i] * y[j]; z[i] = s; }
            PAR FOR(i, 0, n) z[i] += u[i];
            PAR FOR(i, 0, n) { double s = w[i]; FOR(j, 0, n) s += alpha * a[i][j] * z[j]; w[i] = s; }
        } else if (!strcmp(kernel, "gesummv")) {
            PAR FOR(i, 0, n) {
                double s = 0, t = 0;
                FOR(j, 0, n) { s += a[i][j] * x[j]; t += b[i][j] * x[j]; }
                z[i] = alpha * s + beta * t;
            }
        } else if (!strcmp(kernel, "symm")) {
            PAR FOR(j, 0, n) FOR(i, 0, n) {
                double temp = 0;
                FOR(k, 0, i) { c[k][j] += alpha * b[i][j] * a[i][k]; temp += b[k][j] * a[i][k]; }
                c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * temp;
            }
        } else if (!strcmp(kernel, "syrk")) {
            PAR FOR(i, 0, n) {
                FOR(j, 0, i + 1) c[i][j] *= beta;
                FOR(k, 0, n) FOR(j, 0, i + 1) c[i][j] += alpha * a[i][k] * a[j][k];
            }
        } else if (!strcmp(kernel, "syr2k")) {
            PAR FOR(i, 0, n) {
                FOR(j, 0, i + 1) c[i][j] *= beta;
                FOR(k, 0, n) FOR(j, 0, i + 1) c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
            }
        } else if (!strcmp(kernel, "trmm")) {
            PAR FOR(j, 0, n) FOR(i, 0, n) {
                FOR(k, i + 1, n) b[i][j] += a[k][i] * b[k][j];
                b[i][j] *= alpha;
            }
        } else if (!strcmp(kernel, "2mm") || !strcmp(kernel, "3mm")) {
            int three = kernel[0] == '3';
            PAR FOR(i, 0, n) { FOR(j, 0, n) e[i][j] = 0; FOR(k, 0, n) FOR(j, 0, n) e[i][j] += a[i][k] * b[k][j]; }
            if (three) PAR FOR(i, 0, n) { FOR(j, 0, n) f[i][j] = 0; FOR(k, 0, n) FOR(j, 0, n) f[i][j] += c[i][k] * d[k][j]; }
            double (*by)[n] = three ? f : c;
            PAR FOR(i, 0, n) { FOR(j, 0, n) g[i][j] = 0; FOR(k, 0, n) FOR(j, 0, n) g[i][j] += e[i][k] * by[k][j]; }
        } else if (!strcmp(kernel, "atax")) {
            FOR(j, 0, n) y[j] = 0;
            PAR FOR(i, 0, n) { double s = 0; FOR(j, 0, n) s += a[i][j] * x[j]; w[i] = s; }
            FOR(i, 0, n) FOR(j, 0, n) y[j] += a[i][j] * w[i];
        } else if (!strcmp(kernel, "bicg")) {
            FOR(j, 0, n) z[j] = 0;
            FOR(i, 0, n) FOR(j, 0, n) z[j] += y[i] * a[i][j];
            PAR FOR(i, 0, n) { double s = 0; FOR(j, 0, n) s += a[i][j] * x[j]; w[i] = s; }
        } else if (!strcmp(kernel, "mvt")) {
            PAR FOR(i, 0, n) { double s = z[i]; FOR(j, 0, n) s += a[i][j] * x[j]; z[i] = s; }
            PAR FOR(i, 0, n) { double s = w[i]; FOR(j, 0, n) s += a[j][i] * y[j]; w[i] = s; }
        } else if (!strcmp(kernel, "cholesky")) {
            FOR(k, 0, n) {
                a[k][k] = sqrt(a[k][k]);
                FOR(i, k + 1, n) a[i][k] /= a[k][k];
                PAR FOR(i, k + 1, n) FOR(j, k + 1, i + 1) a[i][j] -= a[i][k] * a[j][k];
            }
        } else if (!strcmp(kernel, "lu") || !strcmp(kernel, "ludcmp")) {
            FOR(k, 0, n) PAR FOR(i, k + 1, n) {
                a[i][k] /= a[k][k];
                FOR(j, k + 1, n) a[i][j] -= a[i][k] * a[k][j];
            }
        } else if (!strcmp(kernel, "gramschmidt")) {
            FOR(k, 0, n) {
                double nrm = 0;
                FOR(i, 0, m) nrm += a[i][k] * a[i][k];
                nrm = sqrt(nrm);
                FOR(i, 0, m) b[i][k] = a[i][k] / nrm;
                PAR FOR(j, k + 1, n) {
                    double s = 0;
                    FOR(i, 0, m) s += b[i][k] * a[i][j];
                    FOR(i, 0, m) a[i][j] -= b[i][k] * s;
                }
            }
        } else if (!strcmp(kernel, "trisolv")) {
            FOR(i, 0, n) { double s = w[i]; FOR(j, 0, i) s -= a[i][j] * x[j]; x[i] = s / a[i][i]; }
        } else if (!strcmp(kernel, "covariance") || !strcmp(kernel, "correlation")) {
            PAR FOR(j, 0, n) { double s = 0; FOR(i, 0, m) s += a[i][j]; x[j] = s / m; }
            if (kernel[2] == 'r') {
                PAR FOR(j, 0, n) { double s = 0; FOR(i, 0, m) s += (a[i][j] - x[j]) * (a[i][j] - x[j]); y[j] = sqrt(s / m) * sqrt(m); }
                PAR FOR(i, 0, m) FOR(j, 0, n) a[i][j] = (a[i][j] - x[j]) / y[j];
            } else {
                PAR FOR(i, 0, m) FOR(j, 0, n) a[i][j] -= x[j];
            }
#pragma omp parallel for schedule(dynamic)
            FOR(i, 0, n) {
                FOR(j, i, n) b[i][j] = 0;
                FOR(k, 0, m) FOR(j, i, n) b[i][j] += a[k][i] * a[k][j];
                FOR(j, i, n) b[j][i] = b[i][j] /= m - 1.0;
            }
        } else if (!strcmp(kernel, "fdtd-2d")) {
            FOR(t, 0, steps) {
                FOR(j, 0, n) b[0][j] = t;
                PAR FOR(i, 1, n) FOR(j, 0, n) b[i][j] -= 0.5 * (c[i][j] - c[i - 1][j]);
                PAR FOR(i, 0, n) FOR(j, 1, n) a[i][j] -= 0.5 * (c[i][j] - c[i][j - 1]);
                PAR FOR(i, 0, n - 1) FOR(j, 0, n - 1) c[i][j] -= 0.7 * (a[i][j + 1] - a[i][j] + b[i + 1][j] - b[i][j]);
            }
        } else if (!strcmp(kernel, "jacobi-1d")) {
            int l = n * 16 < m * n ? n * 16 : m * n;
            double *p = (double *)a, *q = (double *)b;
            FOR(t, 0, steps) {
                PAR FOR(i, 1, l - 1) q[i] = 0.33333 * (p[i - 1] + p[i] + p[i + 1]);
                PAR FOR(i, 1, l - 1) p[i] = 0.33333 * (q[i - 1] + q[i] + q[i + 1]);
            }
        } else if (!strcmp(kernel, "jacobi-2d")) {
            FOR(t, 0, steps) {
                PAR FOR(i, 1, n - 1) FOR(j, 1, n - 1) b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
                PAR FOR(i, 1, n - 1) FOR(j, 1, n - 1) a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
            }
        } else if (!strcmp(kernel, "seidel-2d")) {
            FOR(t, 0, steps) FOR(i, 1, n - 1) FOR(j, 1, n - 1)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9;
        } else if (!strcmp(kernel, "floyd-warshall")) {
            int (*p)[n] = (void *)a;
            FOR(i, 0, n) FOR(j, 0, n) p[i][j] = (i + j) % 7 == 0 ? 999 : i * j % 7 + 1;
            start = now();
            FOR(k, 0, n) PAR FOR(i, 0, n) FOR(j, 0, n) p[i][j] = p[i][j] < p[i][k] + p[k][j] ? p[i][j] : p[i][k] + p[k][j];
        } else {
            has = 0;
        }
        if (has) printf("time %s %ld\n", kernel, now() - start);
        double keep = a[n / 2][n / 3] + b[n / 2][n / 3] + c[n / 2][n / 3] + g[n / 2][n / 3] + w[n / 2] + y[n / 2] + z[n / 3] + x[n / 3];
        if (keep == 0.123456789) puts("");
        void *all[] = {a, b, c, d, e, f, g, wide, x, y, z, w, u, v};
        FOR(k, 0, 14) free(all[k]);
    }
    return 0;
}
