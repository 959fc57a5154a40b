/* Two libraries in one process. */
#undef NDEBUG
#include "filters.h"
#include "second.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int32_t n;
    double a[3] = {1, 2, 3}, sum;
    second_array *twice;
    assert(Second_call(&n) == 0 && n == 1 && Second_call(&n) == 0 && n == 2);
    assert(Second_twice(a, 3, &twice) == 0);
    assert(Filters_sum(second_array_doubles(twice), second_array_length(twice), &sum) == 0 && sum == 12);
    second_array_free(twice);
    assert(Second_twice(NULL, SECOND_NULL, &twice) == 1 && strcmp(second_error_class(), "java.lang.NullPointerException") == 0);
    assert(filters_error_class() == NULL);
    puts("ok");
    return 0;
}
