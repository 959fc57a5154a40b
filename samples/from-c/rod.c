/* Calls the class Heat: cc rod.c -Iheat -Lheat -lheat -Wl,-rpath,heat -o rod && ./rod */
#include "heat.h"
#include <stdio.h>

int main(void) {
    double rod[9] = {100};
    heat_array *after;
    if (Heat_flow(rod, 9, 4, 0.5, &after)) {
        fprintf(stderr, "%s: %s\n", heat_error_class(), heat_error_message());
        return 1;
    }
    for (size_t i = 0; i < heat_array_length(after); i++) printf("%g\n", heat_array_doubles(after)[i]);
    heat_array_free(after);
    if (Heat_flow(rod, 9, 4, 0.75, &after))
        printf("%s: %s\n    at %s\n", heat_error_class(), heat_error_message(), heat_error_frames());
    return 0;
}
