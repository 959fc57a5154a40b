package somd;

/** {@code Math} for {@code float}: square roots and rounding are exact, the others those of {@code StrictMath}, rounded. */
public final class FloatMath {
    public static final float E = 2.7182817f;
    public static final float PI = 3.1415927f;

    private FloatMath() { }

    public static float abs(float a) { return Math.abs(a); }
    public static float min(float a, float b) { return Math.min(a, b); }
    public static float max(float a, float b) { return Math.max(a, b); }
    public static float fma(float a, float b, float c) { return Math.fma(a, b, c); }
    public static float sqrt(float a) { return (float) Math.sqrt(a); }
    public static float floor(float a) { return (float) Math.floor(a); }
    public static float ceil(float a) { return (float) Math.ceil(a); }
    public static float rint(float a) { return (float) Math.rint(a); }
    public static float sin(float a) { return (float) StrictMath.sin(a); }
    public static float cos(float a) { return (float) StrictMath.cos(a); }
    public static float tan(float a) { return (float) StrictMath.tan(a); }
    public static float asin(float a) { return (float) StrictMath.asin(a); }
    public static float acos(float a) { return (float) StrictMath.acos(a); }
    public static float atan(float a) { return (float) StrictMath.atan(a); }
    public static float exp(float a) { return (float) StrictMath.exp(a); }
    public static float log(float a) { return (float) StrictMath.log(a); }
    public static float log10(float a) { return (float) StrictMath.log10(a); }
    public static float cbrt(float a) { return (float) StrictMath.cbrt(a); }
    public static float sinh(float a) { return (float) StrictMath.sinh(a); }
    public static float cosh(float a) { return (float) StrictMath.cosh(a); }
    public static float tanh(float a) { return (float) StrictMath.tanh(a); }
    public static float expm1(float a) { return (float) StrictMath.expm1(a); }
    public static float log1p(float a) { return (float) StrictMath.log1p(a); }
    public static float pow(float a, float b) { return (float) StrictMath.pow(a, b); }
    public static float atan2(float a, float b) { return (float) StrictMath.atan2(a, b); }
    public static float hypot(float a, float b) { return (float) StrictMath.hypot(a, b); }
}
