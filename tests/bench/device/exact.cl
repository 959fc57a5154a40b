// The elementary functions with the CPU's bits, for the strict kernels by hand: as an expert writes them who must give the nearest float (short
// polynomials in double, the few results near the middle between two floats decided again) and the nearest double, nearly always (leading
// terms in two doubles). Special arguments are left out: the benchmarks have none.

#ifdef EXACT
#define WHOLE 6755399441055744.0

// ---- two doubles
double2 exact_sincos_parts(double a, double b, int cosine) {
    const double w = a * a, w_low = fma(2 * a, b, fma(a, a, -w));
    double p, c, c_low, g, g_low, h, l;
    if (cosine) {
        p = fma(w, fma(w, -1.5619206968586225e-16, 4.779477332387385e-14), -1.1470745597729725e-11);
        p = fma(w, fma(w, p, 2.08767569878681e-09), -2.755731922398589e-07);
        p = w * fma(w, fma(w, p, 2.48015873015873e-05), -0.001388888888888889);
        c = 0.041666666666666664 + p; c_low = (0.041666666666666664 - c) + p + 2.3129646346357427e-18;
    } else {
        p = fma(w, fma(w, 2.8114572543455206e-15, -7.647163731819816e-13), 1.6059043836821613e-10);
        p = fma(w, fma(w, p, -2.505210838544172e-08), 2.7557319223985893e-06);
        p = w * fma(w, p, -1.984126984126984e-04);
        c = 0.008333333333333333 + p; c_low = (0.008333333333333333 - c) + p + 1.1564823173178714e-19;
    }
    const double u = w * c, u_low = fma(w, c, -u) + fma(w, c_low, w_low * c);
    if (cosine) { g = -0.5 + u; g_low = (-0.5 - g) + u + u_low; }
    else { g = -0.16666666666666666 + u; g_low = (-0.16666666666666666 - g) + u + (u_low - 9.25185853854297e-18); }
    const double z = w * g, z_low = fma(w, g, -z) + fma(w, g_low, w_low * g);
    if (cosine) { h = 1 + z; l = (1 - h) + z + z_low; }
    else { const double v = a * z, v_low = fma(a, z, -v) + fma(a, z_low, b * z); h = a + v; l = (a - h) + v + (v_low + b); }
    return (double2)(h, l);
}
// Sine and cosine of an argument below 1e9.
double2 exact_sincos(double x) {
    const double k = rint(x * 0.6366197723675814), r = fma(-k, 1.5707963267948966, x);
    const double p = k * 6.123233995736766e-17, p_low = fma(k, 6.123233995736766e-17, -p), s = r - p, other = s - r;
    const double low = (r - (s - other)) - (p + other) - (p_low + k * -1.4973849048591698e-33);
    const double a = s + low, b = (s - a) + low;
    const double2 S = exact_sincos_parts(a, b, 0), C = exact_sincos_parts(a, b, 1);
    const double sine = S.x + S.y, cosine = C.x + C.y;
    const int q = (int)k;
    const double first = (q & 1) == 0 ? sine : cosine, second = (q & 1) == 0 ? cosine : sine;
    return (double2)(x == 0 ? x : (q & 2) == 0 ? first : -first, ((q + 1) & 2) == 0 ? second : -second);
}
double exact_exp2(double h, double l) {
    const double k = rint(h * 1.4426950408889634);
    double r = fma(-k, 6.93147180369123816490e-01, h);
    const double t = -k * 1.90821492927058770002e-10;
    double a = r + t, other = a - r, b = (r - (a - other)) + (t - other) + l;
    r = a + b; other = r - a;
    b = ((a - (r - other)) + (b - other)) * 0.125;
    a = r * 0.125;
    const double w = a * a;
    double q = 2.48015873015873e-05 + a * 2.7557319223985893e-06;
    q = 0.008333333333333333 + a * (0.001388888888888889 + a * (1.984126984126984e-04 + a * q));
    q = w * a * (0.16666666666666666 + a * (0.041666666666666664 + a * q));
    double s = 1 + a;
    const double part = 0.5 * w, u = s + part;
    const double rest = ((a - (s - 1)) + (part - (u - s))) + (b + a * b + 0.5 * fma(a, a, -w) + q);
    s = u + rest;
    double low = rest - (s - u);
    for (int i = 0; i < 3; i++) { const double square = s * s; low = fma(s, s, -square) + 2 * s * low; s = square; }
    return (s + low) * as_double((long)((int)k + 1023) << 52);
}
// y ln x in two doubles.
double2 exact_log(double x, double y) {
    const long bits = as_long(x);
    int k = (int)(bits >> 52) - 1023;
    double m = as_double((bits & 0xfffffffffffffL) | 0x3ff0000000000000L);
    if (m > 1.4142135623730951) { m *= 0.5; k++; }
    const double f = m - 1, d = m + 1, e = d - m, d_low = (m - (d - e)) + (1 - e);
    const double s = f / d, s_low = (fma(-s, d, f) - s * d_low) / d;
    const double w = s * s, w_low = fma(s, s, -w) + 2 * s * s_low;
    double t = 0.05263157894736842 + w * (0.047619047619047616 + w * (0.043478260869565216 + w * 0.04));
    t = 0.09090909090909091 + w * (0.07692307692307693 + w * (0.06666666666666667 + w * (0.058823529411764705 + w * t)));
    double p = w * (0.14285714285714285 + w * (0.1111111111111111 + w * t));
    const double c = 0.2 + p, c_low = (0.2 - c) + p - 1.1102230246251566e-17;
    const double u = w * c, u_low = fma(w, c, -u) + (w * c_low + w_low * c);
    const double g = 0.3333333333333333 + u, g_low = (0.3333333333333333 - g) + u + (u_low + 1.850371707708594e-17);
    const double z = w * g, z_low = fma(w, g, -z) + (w * g_low + w_low * g);
    const double v = s * z, v_low = fma(s, z, -v) + (s * z_low + s_low * z);
    double h = s + v, l = (s - h) + v + (v_low + s_low);
    h *= 2;
    const double kh = k * 6.93147180369123816490e-01, sum = kh + h, o = sum - kh;
    l = (kh - (sum - o)) + (h - o) + (2 * l + k * 1.90821492927058770002e-10);
    h = sum + l;
    l = (sum - h) + l;
    p = h * y;
    return (double2)(p, fma(h, y, -p) + l * y);
}
__attribute__((noinline)) double exact_sin_double(double x) { return exact_sincos(x).x; }
__attribute__((noinline)) double exact_cos_double(double x) { return exact_sincos(x).y; }
__attribute__((noinline)) double exact_exp_double(double x) { return exact_exp2(x, 0); }
__attribute__((noinline)) double exact_log_double(double x) { const double2 r = exact_log(x, 1); return x == 1 ? 0 : r.x + r.y; }
__attribute__((noinline)) double exact_pow_double(double x, double y) { const double2 r = exact_log(x, y); return exact_exp2(r.x, r.y); }

// ---- the nearest float
bool unsure(double x, int error) { return (((int)as_long(x) - (0x10000000 - error)) & 0x1fffffff) <= 2 * error; }
double short_exp(double x) {
    const double sum = fma(x, 1.4426946640014648, WHOLE), r = fma(WHOLE - sum, 0.6931471805599453, x);
    double p = fma(r, 2.4750203010626137e-05, 0.0001990731107071042);
    p = fma(r, p, 0.0013889065012335777); p = fma(r, p, 0.008333288133144379); p = fma(r, p, 0.04166666581926803);
    p = fma(r, p, 0.16666666741473038); p = fma(r, p, 0.5); p = fma(r, p, 1.0); p = fma(r, p, 1.0);
    return as_double(as_long(p) + (as_long(sum) << 52));
}
double short_log(double x) {
    const long bits = as_long(x);
    const int k = ((int)(bits >> 32) - 0x3fe6a09e) >> 20;
    const double f = as_double(bits - ((long)k << 52)) - 1;
    double p = fma(f, -0.03977552056312561, 0.07970374822616577);
    p = fma(f, p, -0.08208727836608887); p = fma(f, p, 0.07678556442260742); p = fma(f, p, -0.08187359571456909);
    p = fma(f, p, 0.0907633900642395); p = fma(f, p, -0.10009485483169556); p = fma(f, p, 0.11112457513809204);
    p = fma(f, p, -0.1249968409538269); p = fma(f, p, 0.14285665998055644); p = fma(f, p, -0.16666671653233667);
    p = fma(f, p, 0.2000000068627456); p = fma(f, p, -0.24999999974666332); p = fma(f, p, 0.33333333331050796);
    p = fma(f, p, -0.5); p = fma(f, p, 1.0);
    return fma((double)k, 0.6931471805599453, f * p);
}
float exact_expf(float a) { const double x = short_exp(a); return unsure(x, 0x8000) ? (float)exact_exp_double(a) : (float)x; }
float exact_logf(float a) { const double x = short_log(a); return unsure(x, 0x900) ? (float)exact_log_double(a) : (float)x; }
float exact_powf(float a, float b) {
    const double x = short_exp(b * short_log(a));
    return unsure(x, 0x40000) ? (float)exact_pow_double(a, b) : (float)x;
}
// Sine and cosine.
float2 exact_sincosf(float a) {
    const double turns = fma((double)a, 0.6366197723675814, WHOLE), k = WHOLE - turns;
    const double r = fma(k, 6.123233995736766e-17, fma(k, 1.5707963267948966, (double)a)), w = r * r;
    double s = fma(w, -2.4760396399869933e-08, 2.755534296738915e-06), c = fma(w, -2.720569227676606e-07, 2.479946124367416e-05);
    s = fma(w, s, -0.00019841268658638); c = fma(w, c, -0.0013888883514172202);
    s = fma(w, s, 0.008333333367492273); c = fma(w, c, 0.04166666661983337);
    s = fma(w, s, -0.16666666667446728); c = fma(w, c, -0.5);
    s = fma(w, s, 1.0) * r; c = fma(w, c, 1.0);
    const int q = (int)as_long(turns);
    const double first = (q & 1) == 0 ? s : c, second = (q & 1) == 0 ? c : s;
    float sine = (float)first, cosine = (float)second;
    if ((q & 2) != 0) sine = -sine;
    if (((q + 1) & 2) != 0) cosine = -cosine;
    if (unsure(first, 0x1800) || fabs(a) < 1e-30f) sine = a == 0 ? a : (float)exact_sin_double(a);
    if (unsure(second, 0x1800)) cosine = (float)exact_cos_double(a);
    return (float2)(sine, cosine);
}
#define EXP exact_expf
#define LOG exact_logf
#define SINCOS_F exact_sincosf
#define SINCOS_D exact_sincos
#define POW_F exact_powf
#define POW_D exact_pow_double
#else
#define EXP exp
#define LOG log
#define SINCOS_F(x) ((float2)(sin(x), cos(x)))
#define SINCOS_D(x) ((double2)(sin(x), cos(x)))
#define POW_F pow
#define POW_D pow
#endif
