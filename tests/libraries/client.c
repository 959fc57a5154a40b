/* Calls the library from C, and from C++. */
#undef NDEBUG
#include "filters.h"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static long peak(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

static void *many(void *unused) {
    (void)unused;
    for (int i = 0; i < 500; i++) {
        char *text;
        assert(Filters_greet("thread", &text) == 0 && strcmp(text, "Hello, thread!") == 0);
        filters_text_free(text);
        float a[3] = {1, 2, 3};
        filters_array *result;
        assert(Filters_keep(a, 3, &result) == 0);
        filters_array_free(result);
    }
    return NULL;
}

static void arrays(void) {
    float a[5] = {1, 2, 3, 4, 5};
    filters_array *result;
    assert(Filters_smooth(a, 5, 1, &result) == 0);
    assert(filters_array_length(result) == 5 && filters_array_floats(result)[0] == 1.5f);
    filters_array_free(result);
    assert(Filters_smooth(NULL, 0, 1, &result) == 0 && filters_array_length(result) == 0);
    filters_array_free(result);
    double d[3] = {1, 2, 3}, sum;
    assert(Filters_scale(d, 3, 10) == 0 && d[2] == 30);
    assert(Filters_sum(d, 3, &sum) == 0 && sum == 60);
    /* What the library keeps is its own. */
    assert(Filters_keep(a, 5, &result) == 0);
    a[0] = 100;
    assert(filters_array_floats(result)[0] == 1);
    filters_array_free(result);
    assert(Filters_kept(&result) == 0 && filters_array_floats(result)[0] == 1);
    filters_array_free(result);
    int32_t r0[] = {1, 2, 3}, r1[] = {4, 5, 6};
    const int32_t *rows[] = {r0, r1};
    size_t lengths[] = {3, 3}, ragged[] = {3, 2};
    assert(Filters_transpose(rows, lengths, 2, &result) == 0 && filters_array_length(result) == 3);
    assert(filters_array_ints(filters_array_row(result, 2))[1] == 6 && filters_array_row(result, 3) == NULL);
    filters_array_free(result);
    int32_t corner;
    assert(Filters_corner(rows, lengths, 2, &corner) == 0 && corner == 6);
    int32_t *written[] = {r0, r1};
    assert(Filters_fill(written, ragged, 2, 7) == 0 && r0[2] == 7 && r1[1] == 7 && r1[2] == 6);
    float total;
    assert(Filters_total_floats(a, 5, &total) == 0 && total == 114);
    assert(Filters_doubled(a, 5, &result) == 0 && filters_array_floats(result)[4] == 10 && a[4] == 5);
    filters_array_free(result);
}

static void texts_and_structures(void) {
    char *text;
    filters_array *result;
    assert(Filters_greet("W\xc3\xb6rld", &text) == 0 && strcmp(text, "Hello, W\xc3\xb6rld!") == 0);
    filters_text_free(text);
    assert(Filters_split("a bc def", &result) == 0 && strcmp(filters_array_texts(result)[2], "def") == 0);
    filters_array_free(result);
    const char *words[] = {"ab", "cde"};
    int32_t n;
    assert(Filters_total(words, 2, &n) == 0 && n == 5);
    Point p = {0, 0}, q = {2, 4}, middle;
    assert(Filters_middle(&p, &q, &middle) == 0 && middle.x == 1 && middle.y == 2);
    Named all[] = {{"a", {1, 2}, 3}, {"b", {3, 4}, 5}}, best;
    assert(Filters_heaviest(all, 2, &best) == 0 && strcmp(best.name, "b") == 0 && best.at.y == 4);
    filters_text_free((char *)best.name);
    assert(Filters_heaviest(all, 0, &best) == 1);
    assert(strcmp(filters_error_class(), "java.lang.NullPointerException") == 0);
    assert(Filters_grid(3, &result) == 0 && filters_array_Point(result)[2].y == -2);
    filters_array_free(result);
}

static void deep(void) {
    filters_array *cube, *row, *result;
    double sum;
    assert(Filters_cube(2, 3, 4, &cube) == 0 && filters_array_length(cube) == 2);
    assert(filters_array_doubles(filters_array_row(filters_array_row(cube, 1), 2))[3] == 123);
    assert(Filters_sum3(cube, &sum) == 0 && sum == 12 * 100 + 8 * 10 * 3 + 6 * 6);
    filters_array_free(cube);
    double numbers[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    size_t shape[3] = {2, 3, 2};
    cube = filters_array_of_doubles_grid(numbers, shape, 3);
    assert(Filters_sum3(cube, &sum) == 0 && sum == 78 && Filters_sum3(cube, &sum) == 0 && sum == 78);
    filters_array_free(cube);
    /* Ragged, and written to. */
    int32_t zeros[3] = {0};
    filters_array *rows[2] = {filters_array_of_ints(zeros, 3), filters_array_of_ints(NULL, 0)};
    row = filters_array_of_rows(rows, 2);
    cube = filters_array_of_rows(&row, 1);
    assert(Filters_fill3(cube, 5) == 0);
    assert(filters_array_ints(filters_array_row(filters_array_row(cube, 0), 0))[2] == 7);
    filters_array_free(cube);
    const char *some[2] = {"a", NULL};
    row = filters_array_of_texts(some, 2);
    filters_array *table = filters_array_of_rows(&row, 1);
    assert(Filters_upperAll(table, &result) == 0);
    assert(strcmp(filters_array_texts(filters_array_row(result, 0))[0], "A") == 0);
    assert(filters_array_texts(filters_array_row(result, 0))[1] == NULL);
    filters_array_free(table);
    filters_array_free(result);
    float samples[3] = {1, 2, 3};
    Track track = {"x", filters_array_of_floats(samples, 2), NULL, NULL, {1, 2}}, louder;
    assert(Filters_louder(&track, 2, &louder) == 0 && strcmp(louder.name, "x!") == 0 && louder.at.x == 2);
    assert(filters_array_floats(louder.samples)[1] == 4 && louder.marks == NULL);
    filters_text_free((char *)louder.name);
    filters_array_free(louder.samples);
    Track both[2] = {track, {"y", filters_array_of_floats(samples, 3), NULL, NULL, {0, 0}}};
    assert(Filters_longest(both, 2, &louder) == 0 && strcmp(louder.name, "y") == 0 && filters_array_length(louder.samples) == 3);
    filters_text_free((char *)louder.name);
    filters_array_free(louder.samples);
    filters_array_free(both[0].samples);
    filters_array_free(both[1].samples);
    assert(Filters_tracks(3, &result) == 0);
    const Track *tracks = filters_array_Track(result);
    assert(filters_array_length(tracks[2].samples) == 2 && filters_array_ints(filters_array_row(tracks[2].marks, 0))[0] == 2);
    assert(strcmp(filters_array_texts(tracks[1].tags)[0], "a") == 0);
    filters_array_free(result);
    int64_t depth, one[1] = {1};
    size_t ones[3] = {1, 1, 1};
    cube = filters_array_of_longs_grid(one, ones, 3);
    assert(Filters_depth(cube, &depth) == 0 && depth == 111);
    filters_array_free(cube);
    /* Of other dimensions. */
    row = filters_array_of_doubles(numbers, 3);
    assert(Filters_sum3(row, &sum) == 1 && strcmp(filters_error_class(), "java.lang.IllegalArgumentException") == 0);
    filters_array_free(row);
}

static void errors(void) {
    filters_array *result;
    float a[1] = {1};
    int32_t n;
    assert(Filters_smooth(a, 1, -1, &result) == 1);
    assert(strcmp(filters_error_class(), "java.lang.IllegalArgumentException") == 0);
    assert(strcmp(filters_error_message(), "radius -1") == 0);
    assert(strcmp(filters_error_frames(), "Filters.smooth(Filters.somd:20)") == 0);
    assert(Filters_smooth(NULL, FILTERS_NULL, 1, &result) == 1);
    assert(strcmp(filters_error_class(), "java.lang.NullPointerException") == 0);
    assert(Filters_forever(0, &n) == 1 && strcmp(filters_error_class(), "java.lang.StackOverflowError") == 0);
    assert(Filters_fail("why") == 1 && strcmp(filters_error_class(), "Filters$Bad") == 0);
    assert(Filters_add(1, 2, &n) == 0 && n == 3 && filters_error_class() == NULL);
}

int main(int count, char **arguments) {
    (void)arguments;
    arrays();
    texts_and_structures();
    deep();
    errors();
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) assert(pthread_create(&threads[i], NULL, many, NULL) == 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    if (count == 1) {
        /* 100 MB go in without a copy. */
        size_t n = 12500000;
        double *big = (double *)malloc(n * sizeof *big), sum;
        for (size_t i = 0; i < n; i++) big[i] = 1;
        long before = peak();
        assert(Filters_sum(big, n, &sum) == 0 && sum == 12500000);
        assert(Filters_scale(big, n, 2) == 0 && big[n - 1] == 2);
        assert(Filters_distSum(big, n, &sum) == 0 && sum == 25000000);
        assert(peak() - before < 20);
        free(big);
    }
    puts("ok");
    return 0;
}
