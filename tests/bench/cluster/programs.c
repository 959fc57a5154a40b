/* The programs of Programs.somd with MPI by hand: mpicc -O3 -march=native -ffp-contract=off -o programs programs.c -lm
   Rank p of P has rows n p / P to n (p + 1) / P. Halos are exchanged without waiting while the interior is computed. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;
static double started;

static int first(int n, int p) { return (int)((long)n * p / ranks); }

static int owner(int n, int row) {
    int p = 0;
    while (first(n, p + 1) <= row) p++;
    return p;
}

static void *zeros(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size);
    if (!p) MPI_Abort(MPI_COMM_WORLD, 1);
    return p;
}

static void begin(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    started = MPI_Wtime();
}

static int parts(int n, int each, int *counts, int *at) {
    for (int p = 0; p < ranks; p++) at[p] = first(n, p) * each, counts[p] = first(n, p + 1) * each - at[p];
    return counts[rank];
}

/* Of a step: row i of b from rows i - 1 to i + 1 of a. Rows are numbered from the halo before the first own one. */
static void heat_row(const double *a, double *b, int n, int i) {
    const double *u = a + (size_t)(i - 1) * n, *m = u + n, *d = m + n;
    double *to = b + (size_t)i * n;
    for (int j = 1; j < n - 1; j++) to[j] = (u[j] + d[j] + m[j - 1] + m[j + 1]) / 4;
}

static void half_row(const double *a, double *b, int n, int i, int row, int colour) {
    const double *u = a + (size_t)(i - 1) * n, *m = u + n, *d = m + n, omega = 1.25;
    double *to = b + (size_t)i * n;
    for (int j = 1; j < n - 1; j++) {
        double next = omega / 4 * (u[j] + d[j] + m[j - 1] + m[j + 1]) + (1 - omega) * m[j];
        to[j] = (row + j) % 2 == colour ? next : m[j];
    }
}

static double grid(const char *name, int n, int steps) {
    int lo = first(n, rank), own = first(n, rank + 1) - lo, sor = !strcmp(name, "sor");
    double *a = zeros((size_t)(own + 2) * n, 8), *b = zeros((size_t)(own + 2) * n, 8);
    for (int i = 0; i < own; i++)
        for (int j = 0; j < n; j++)
            a[(size_t)(i + 1) * n + j] = ((lo + i) * 31 + j * 17) % 101 * 0.01 + (lo + i == j ? n : 0);
    memcpy(b, a, (size_t)(own + 2) * n * 8);
    begin();
    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    for (int t = 0; t < steps * (sor ? 2 : 1); t++) {
        MPI_Request r[4];
        MPI_Irecv(a, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, r);
        MPI_Irecv(a + (size_t)(own + 1) * n, n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, r + 1);
        MPI_Isend(a + n, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, r + 2);
        MPI_Isend(a + (size_t)own * n, n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, r + 3);
        for (int k = 0; k < 2; k++) {
            int from = k ? 1 : 2, to = own - 1 + k, by = k && own > 1 ? own - 1 : 1;
            if (k) MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
            for (int i = from; i <= to; i += by) {
                if (lo + i - 1 < 1 || lo + i - 1 >= n - 1) continue;
                if (sor) half_row(a, b, n, i, lo + i - 1, t % 2);
                else heat_row(a, b, n, i);
            }
        }
        double *c = a;
        a = b, b = c;
    }
    double found = 0;
    int p = owner(n, n / 2);
    if (p == rank) found = a[(size_t)(n / 2 - lo + 1) * n + n / 2];
    MPI_Bcast(&found, 1, MPI_DOUBLE, p, MPI_COMM_WORLD);
    return found;
}

static double lu(int n, int steps) {
    int lo = first(n, rank), own = first(n, rank + 1) - lo;
    double *a = zeros((size_t)own * n, 8), *row = zeros(n, 8);
    for (int i = 0; i < own; i++)
        for (int j = 0; j < n; j++) a[(size_t)i * n + j] = ((lo + i) * 31 + j * 17) % 101 * 0.01 + (lo + i == j ? n : 0);
    begin();
    for (int k = 0; k < steps && k < n - 1; k++) {
        int p = owner(n, k);
        if (p == rank) memcpy(row, a + (size_t)(k - lo) * n, (size_t)n * 8);
        MPI_Bcast(row + k, n - k, MPI_DOUBLE, p, MPI_COMM_WORLD);
        for (int i = k + 1 > lo ? k + 1 - lo : 0; i < own; i++) {
            double *to = a + (size_t)i * n, f = to[k] / row[k];
            to[k] = f;
            for (int j = k + 1; j < n; j++) to[j] -= f * row[j];
        }
    }
    double found = 0;
    int p = owner(n, n / 2);
    if (p == rank) found = a[(size_t)(n / 2 - lo) * n + n / 2];
    MPI_Bcast(&found, 1, MPI_DOUBLE, p, MPI_COMM_WORLD);
    return found;
}

static double series(int n, int steps) {
    int lo = first(n, rank), own = first(n, rank + 1) - lo, counts[ranks], at[ranks];
    double *c = zeros((size_t)own * 2, 8), *all = zeros((size_t)n * 2, 8);
    begin();
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < own; i++) {
            double omega = 3.1415926535897932 * (lo + i), dx = 2.0 / 1000, a = 0, b = 0;
            for (int k = 0; k < 1000; k++) {
                double x = (k + 0.5) * dx, p = pow(x + 1, x);
                a += p * cos(omega * x);
                b += p * sin(omega * x);
            }
            c[2 * i] = a * dx, c[2 * i + 1] = b * dx;
        }
    int mine = parts(n, 2, counts, at);
    MPI_Allgatherv(c, mine, MPI_DOUBLE, all, counts, at, MPI_DOUBLE, MPI_COMM_WORLD);
    return all[2 * (n - 1)] + all[3];
}

static double sparse(int n, int steps) {
    int lo = first(n, rank), own = first(n, rank + 1) - lo, counts[ranks], at[ranks];
    int *column = zeros((size_t)own * 11, 4);
    double *value = zeros((size_t)own * 11, 8), *x = zeros(n, 8), *y = zeros(own, 8);
    for (int i = 0; i < n; i++) x[i] = i % 10 * 0.1;
    for (int i = 0; i < own; i++)
        for (int k = 0; k < 11; k++) {
            column[i * 11 + k] = (int)(((lo + i) * 7919L + k * 104729L) % n);
            value[i * 11 + k] = (lo + i + k) % 13 * 0.01;
        }
    int mine = parts(n, 1, counts, at);
    begin();
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < own; i++) {
            double s = 0;
            for (int k = 0; k < 11; k++) s += value[i * 11 + k] * x[column[i * 11 + k]];
            y[i] = s * 0.1 + x[lo + i];
        }
        MPI_Allgatherv(y, mine, MPI_DOUBLE, x, counts, at, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    return x[n / 2];
}

static double nbody(int n, int steps) {
    int lo = first(n, rank), own = first(n, rank + 1) - lo, counts[ranks], at[ranks];
    double *p = zeros((size_t)n * 3, 8), *v = zeros((size_t)own * 3, 8), *q = zeros((size_t)own * 3, 8), dt = 1e-3;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) p[3 * i + k] = (i * 37 + k * 101) % 997 * 0.01;
    int mine = parts(n, 3, counts, at);
    begin();
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < own; i++) {
            double ax = 0, ay = 0, az = 0, *me = p + 3 * (lo + i);
            for (int j = 0; j < n; j++) {
                double dx = p[3 * j] - me[0], dy = p[3 * j + 1] - me[1], dz = p[3 * j + 2] - me[2];
                double r = dx * dx + dy * dy + dz * dz + 0.01, f = 1 / (r * sqrt(r));
                ax += dx * f, ay += dy * f, az += dz * f;
            }
            v[3 * i] += ax * dt, v[3 * i + 1] += ay * dt, v[3 * i + 2] += az * dt;
            for (int k = 0; k < 3; k++) q[3 * i + k] = me[k] + v[3 * i + k] * dt;
        }
        MPI_Allgatherv(q, mine, MPI_DOUBLE, p, counts, at, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    return p[3 * (n / 2) + 1];
}

static double kmeans(int n, int steps) {
    int lo = first(n, rank), own = first(n, rank + 1) - lo, cx[64], cy[64];
    int *x = zeros(own, 4), *y = zeros(own, 4), *nearest = zeros(own, 4);
    for (int i = 0; i < own; i++) x[i] = (int)((lo + i) * 7919L % 65537), y[i] = (int)((lo + i) * 104729L % 65521);
    for (int c = 0; c < 64; c++) {
        long i = (long)c * (n / 64);
        cx[c] = (int)(i * 7919L % 65537), cy[c] = (int)(i * 104729L % 65521);
    }
    begin();
    for (int t = 0; t < steps; t++) {
        long sums[3][64] = {{0}};
        for (int i = 0; i < own; i++) {
            long least = 0x7fffffffffffffffL;
            int best = 0;
            for (int c = 0; c < 64; c++) {
                long dx = x[i] - cx[c], dy = y[i] - cy[c], d = dx * dx + dy * dy;
                if (d < least) least = d, best = c;
            }
            nearest[i] = best;
        }
        for (int i = 0; i < own; i++) {
            sums[0][nearest[i]] += x[i], sums[1][nearest[i]] += y[i], sums[2][nearest[i]]++;
        }
        MPI_Allreduce(MPI_IN_PLACE, sums, 192, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        for (int c = 0; c < 64; c++)
            if (sums[2][c] > 0) cx[c] = (int)(sums[0][c] / sums[2][c]), cy[c] = (int)(sums[1][c] / sums[2][c]);
    }
    return cx[17] + cy[40];
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 4) MPI_Abort(MPI_COMM_WORLD, 2);
    const char *name = argv[1];
    int n = atoi(argv[2]), steps = atoi(argv[3]);
    double found = !strcmp(name, "lu") ? lu(n, steps) : !strcmp(name, "series") ? series(n, steps)
        : !strcmp(name, "sparse") ? sparse(n, steps) : !strcmp(name, "nbody") ? nbody(n, steps)
        : !strcmp(name, "kmeans") ? kmeans(n, steps) : grid(name, n, steps);
    double seconds = MPI_Wtime() - started;
    if (rank == 0) printf("result %.17g seconds %.6f\n", found, seconds);
    MPI_Finalize();
    return 0;
}
