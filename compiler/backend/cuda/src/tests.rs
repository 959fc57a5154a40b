//! What is written in another way than in the text form. That `nvcc` takes it is for `tests/cuda.sh` to say.

use somd_kernel::{read, verify};

/// A module in CUDA, behind the prelude.
fn cuda(text: &str) -> String {
    let mut module = read::module(text).unwrap();
    assert_eq!(verify::verify(&mut module), []);
    let all = super::text(&module);
    all.rsplit_once("namespace somd {\n").unwrap().1.to_string()
}

fn has(text: &str, lines: &[&str]) {
    let all: Vec<&str> = text.lines().map(str::trim).collect();
    for line in lines {
        assert!(all.contains(line), "no line `{line}` in\n{text}");
    }
}

#[test]
fn a_module_of_the_folder() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/kernel/sums.kernel");
    let text = cuda(&std::fs::read_to_string(path).unwrap());
    has(
        &text,
        &[
            "extern \"C\" __global__ __launch_bounds__(256) void sums(",
            "const float* __restrict__ x,",
            "__shared__ __align__(16) float lanes[256], all[2][8];",
            "#pragma unroll 4",
            "__syncthreads();",
            "struct Least {",
            "static __device__ __noinline__ Least first(const float* x, int n, bool* failed)",
            "Least best = Least{ (float)x[0], (int)0 };",
            // A jump passes by.
            "float own;",
            "own = 0.0f;",
            "v = *(const k_vec<float, 4>*)(x + from);",
            "w = k_all<k_vec<float, 4>>((float)own) * v;",
        ],
    );
}

#[test]
fn types_say_what_is_meant() {
    let text = cuda(
        "__constant float table[2] = {\n    1.0f, -INFINITY\n};\n\
         __kernel void k(__global long* a, __global uint* delete, volatile __local int* own, int n)\n{\n\
         a[0] = a[1] << n;\n    delete[0] >>= 3;\n    a[1] = max(a[0], 5);\n    atom_add(&a[0], 1L);\n\
         own[0] = as_int(fma(table[0], 2.0f, 1.0f));\n    a[2] = sqrt((double)n);\n}\n",
    );
    has(
        &text,
        &[
            "static __constant__ float table[2] = { (float)1.0f, (float)-__builtin_huge_valf() };",
            "unsigned int* delete_x,",
            "volatile int* own = (volatile int*)(k_shared + own_at);",
            "a[0] = a[1] << (n & 63);",
            "delete_x[0] >>= 3;",
            "a[1] = k_max((long long)a[0], (long long)5);",
            "k_atomic_add(&a[0], 1LL);",
            "own[0] = k_bits<int>(::fmaf((float)table[0], (float)2.0f, (float)1.0f));",
            "a[2] = ::sqrt((double)(double)n);",
        ],
    );
}

#[test]
fn constant_memory_and_images_are_not_chosen() {
    let text = cuda(
        "#ifndef CONSTANT\n#define CONSTANT 0\n#endif\n#if CONSTANT & 1\n#define A_SPACE __constant\n#else\n#define A_SPACE __global\n#endif\n\
         __kernel void k(A_SPACE const int* restrict a, __global int* b)\n{\n    b[0] = a[0];\n}\n",
    );
    assert!(!text.contains("CONSTANT"), "{text}");
    has(&text, &["const int* __restrict__ a,"]);
}
