// What kernels need that CUDA has under another name, or not at all.
#ifndef SOMD_PRELUDE
#define SOMD_PRELUDE
namespace somd {
template <class T, int N> struct __align__(sizeof(T) * N) k_vec {
    T s[N];
    typedef T element;
};

template <class V> __device__ __forceinline__ V k_all(typename V::element x)
{
    V v;
    for (int k = 0; k < (int)(sizeof v.s / sizeof v.s[0]); k++) v.s[k] = x;
    return v;
}

#define K_OPERATOR(op)                                                                                                      \
    template <class T, int N> __device__ __forceinline__ k_vec<T, N> operator op(k_vec<T, N> a, k_vec<T, N> b)              \
    {                                                                                                                       \
        k_vec<T, N> v;                                                                                                      \
        for (int k = 0; k < N; k++) v.s[k] = (T)(a.s[k] op b.s[k]);                                                         \
        return v;                                                                                                           \
    }                                                                                                                       \
    template <class T, int N>                                                                                               \
    __device__ __forceinline__ k_vec<T, N> operator op(k_vec<T, N> a, typename k_vec<T, N>::element b)                      \
    {                                                                                                                       \
        return a op k_all<k_vec<T, N>>(b);                                                                                  \
    }                                                                                                                       \
    template <class T, int N>                                                                                               \
    __device__ __forceinline__ k_vec<T, N> operator op(typename k_vec<T, N>::element a, k_vec<T, N> b)                      \
    {                                                                                                                       \
        return k_all<k_vec<T, N>>(a) op b;                                                                                  \
    }
K_OPERATOR(+)
K_OPERATOR(-)
K_OPERATOR(*)
K_OPERATOR(/)
K_OPERATOR(&)
K_OPERATOR(|)
K_OPERATOR(^)

template <class T, int N> __device__ __forceinline__ k_vec<T, N> operator-(k_vec<T, N> a)
{
    for (int k = 0; k < N; k++) a.s[k] = -a.s[k];
    return a;
}

template <class T, int N> __device__ __forceinline__ k_vec<T, N> operator~(k_vec<T, N> a)
{
    for (int k = 0; k < N; k++) a.s[k] = ~a.s[k];
    return a;
}

template <class T> __device__ __forceinline__ T k_min(T a, T b) { return b < a ? b : a; }
template <class T> __device__ __forceinline__ T k_max(T a, T b) { return a < b ? b : a; }

template <class T, int N> __device__ __forceinline__ k_vec<T, N> k_min(k_vec<T, N> a, k_vec<T, N> b)
{
    for (int k = 0; k < N; k++) a.s[k] = k_min(a.s[k], b.s[k]);
    return a;
}

template <class T, int N> __device__ __forceinline__ k_vec<T, N> k_max(k_vec<T, N> a, k_vec<T, N> b)
{
    for (int k = 0; k < N; k++) a.s[k] = k_max(a.s[k], b.s[k]);
    return a;
}

#define K_OF_ONE(name)                                                                                                      \
    __device__ __forceinline__ float k_##name(float a) { return ::name##f(a); }                                             \
    __device__ __forceinline__ double k_##name(double a) { return ::name(a); }                                              \
    template <class T, int N> __device__ __forceinline__ k_vec<T, N> k_##name(k_vec<T, N> a)                                \
    {                                                                                                                       \
        for (int k = 0; k < N; k++) a.s[k] = k_##name(a.s[k]);                                                              \
        return a;                                                                                                           \
    }
K_OF_ONE(sqrt)
K_OF_ONE(fabs)
K_OF_ONE(floor)
K_OF_ONE(ceil)
K_OF_ONE(rint)

__device__ __forceinline__ float k_fma(float a, float b, float c) { return ::fmaf(a, b, c); }
__device__ __forceinline__ double k_fma(double a, double b, double c) { return ::fma(a, b, c); }
template <class T, int N> __device__ __forceinline__ k_vec<T, N> k_fma(k_vec<T, N> a, k_vec<T, N> b, k_vec<T, N> c)
{
    for (int k = 0; k < N; k++) a.s[k] = k_fma(a.s[k], b.s[k], c.s[k]);
    return a;
}

// The absolute value of the least integer has an unsigned type.
__device__ __forceinline__ unsigned int k_abs(int x) { return x < 0 ? 0u - (unsigned int)x : (unsigned int)x; }
__device__ __forceinline__ unsigned long long k_abs(long long x)
{
    return x < 0 ? 0ULL - (unsigned long long)x : (unsigned long long)x;
}

__device__ __forceinline__ int k_add_sat(int a, int b)
{
    const long long sum = (long long)a + b;
    return sum > 2147483647 ? 2147483647 : sum < -2147483648LL ? (int)-2147483648LL : (int)sum;
}
__device__ __forceinline__ unsigned int k_add_sat(unsigned int a, unsigned int b)
{
    return a + b < a ? 0xffffffffu : a + b;
}
__device__ __forceinline__ long long k_add_sat(long long a, long long b)
{
    const long long sum = (long long)((unsigned long long)a + b);
    if (((a ^ sum) & (b ^ sum)) >= 0) return sum;
    return a < 0 ? -9223372036854775807LL - 1 : 9223372036854775807LL;
}

template <class T> __device__ __forceinline__ bool k_isnan(T x) { return x != x; }
__device__ __forceinline__ float k_nan() { return __int_as_float(0x7fffffff); }
__device__ __forceinline__ float k_infinity() { return __int_as_float(0x7f800000); }

template <class To, class From> __device__ __forceinline__ To k_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

// Conversions: of vectors element by element; to integers saturating.
template <class To> struct k_convert {
    template <class From> static __device__ __forceinline__ To of(From x) { return (To)x; }
};
template <> struct k_convert<int> {
    static __device__ __forceinline__ int of(float x) { return __float2int_rz(x); }
    static __device__ __forceinline__ int of(double x) { return __double2int_rz(x); }
    static __device__ __forceinline__ int of(int x) { return x; }
};
template <> struct k_convert<long long> {
    static __device__ __forceinline__ long long of(float x) { return __float2ll_rz(x); }
    static __device__ __forceinline__ long long of(double x) { return __double2ll_rz(x); }
    static __device__ __forceinline__ long long of(long long x) { return x; }
};
template <class T, int N> struct k_convert<k_vec<T, N>> {
    template <class S> static __device__ __forceinline__ k_vec<T, N> of(k_vec<S, N> x)
    {
        k_vec<T, N> v;
        for (int k = 0; k < N; k++) v.s[k] = (T)x.s[k];
        return v;
    }
};

template <int N, class T> __device__ __forceinline__ k_vec<T, N> k_load(size_t at, const T* p)
{
    k_vec<T, N> v;
    for (int k = 0; k < N; k++) v.s[k] = p[at * N + k];
    return v;
}
template <class T, int N> __device__ __forceinline__ void k_store(k_vec<T, N> v, size_t at, T* p)
{
    for (int k = 0; k < N; k++) p[at * N + k] = v.s[k];
}

// Signed words of 64 bits have some atomic operations as unsigned ones only.
template <class T> struct k_word { typedef T type; };
template <> struct k_word<long long> { typedef unsigned long long type; };
#define K_ATOMIC(name, function)                                                                                            \
    template <class T, class U> __device__ __forceinline__ T k_atomic_##name(volatile T* p, U x)                            \
    {                                                                                                                       \
        typedef typename k_word<T>::type word;                                                                              \
        return (T)function((word*)p, (word)(T)x);                                                                           \
    }
K_ATOMIC(add, atomicAdd)
K_ATOMIC(and, atomicAnd)
K_ATOMIC(or, atomicOr)
K_ATOMIC(xor, atomicXor)
K_ATOMIC(xchg, atomicExch)
template <class T, class U> __device__ __forceinline__ T k_atomic_min(volatile T* p, U x) { return atomicMin((T*)p, (T)x); }
template <class T, class U> __device__ __forceinline__ T k_atomic_max(volatile T* p, U x) { return atomicMax((T*)p, (T)x); }
template <class T> __device__ __forceinline__ T k_atomic_inc(volatile T* p) { return k_atomic_add(p, 1); }
template <class T> __device__ __forceinline__ T k_atomic_dec(volatile T* p) { return k_atomic_add(p, -1); }
template <class T, class U, class W> __device__ __forceinline__ T k_atomic_cmpxchg(volatile T* p, U before, W after)
{
    typedef typename k_word<T>::type word;
    return (T)atomicCAS((word*)p, (word)(T)before, (word)(T)after);
}

__device__ __forceinline__ size_t get_local_id(int d) { return d == 0 ? threadIdx.x : d == 1 ? threadIdx.y : threadIdx.z; }
__device__ __forceinline__ size_t get_group_id(int d) { return d == 0 ? blockIdx.x : d == 1 ? blockIdx.y : blockIdx.z; }
__device__ __forceinline__ size_t get_local_size(int d) { return d == 0 ? blockDim.x : d == 1 ? blockDim.y : blockDim.z; }
__device__ __forceinline__ size_t get_num_groups(int d) { return d == 0 ? gridDim.x : d == 1 ? gridDim.y : gridDim.z; }
__device__ __forceinline__ size_t get_global_id(int d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
__device__ __forceinline__ size_t get_global_size(int d) { return get_num_groups(d) * get_local_size(d); }
}
#endif
