public class Chains {
    static int[] ramp(int n) { int[] r = new int[n]; for (int i = 0; i < n; i++) r[i] = (i * 37 + 11) % 101 - 30; return r; }
    static float[] floats(int n) { float[] r = new float[n]; for (int i = 0; i < n; i++) r[i] = (i * 37 % 1001) / 16f; return r; }
    static long hash(int[] v) { long s = v.length; for (int x : v) s = s * 31 + x; return s; }
    static long bits(float[] v) { long s = v.length; for (float x : v) s = s * 31 + Float.floatToRawIntBits(x); return s; }
    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 7, 100000}) {
            float[] x = floats(n), saxpy = new float[n], axpby = new float[n], relu = new float[n];
            float max = Float.NEGATIVE_INFINITY;
            for (int i = 0; i < n; i++) {
                float y = x[i] - 20f;
                saxpy[i] = x[i] * 2f + y;
                axpby[i] = x[i] * 2f + y * 3f;
                float s = y + x[i];
                relu[i] = (s > 0 ? s : 0f) * 0.5f;
                if (x[i] < 50f) max = Math.max(max, x[i]);
            }
            System.out.println(bits(saxpy) + " " + bits(axpby) + " " + bits(relu));
            int[] v = ramp(n), div = new int[n], scan = new int[n], nested = new int[n], sw = new int[n], sorted = new int[n], before = new int[n], count = new int[3];
            int abs = 0, kept = 0, keptDiv = 0, sum = 0, b = 1;
            for (int i = 0; i < n; i++) {
                int a = v[i];
                abs += Math.abs(a);
                div[i] = a / 7 % 7;
                if (a * 3 % 2 == 0) kept += a * 3 + 5;
                if (a > 1) keptDiv += 100 / (a - 1);
                sum += a > 2 ? a : 0;
                scan[i] = sum * 2;
                count[Math.abs(a) % 3]++;
                int c = a > 2 ? Math.min(a, 5) : 2;
                nested[i] = c * c;
                sw[i] = (a % 3 == 0 ? 10 : a % 3 == 1 ? a : -a) + 1;
                sorted[i] = -a;
                before[i] = b;
                b += a * 2;
            }
            java.util.Arrays.sort(sorted);
            for (int i = 0; i < n; i++) sorted[i] = Math.max(sorted[i], -3);
            System.out.println(abs + " " + hash(div) + " " + kept + " " + max + " " + keptDiv);
            System.out.println(hash(scan) + " " + java.util.Arrays.toString(count) + " " + hash(nested) + " " + hash(sw) + " " + hash(sorted) + " " + hash(before));
        }
        float dot = 0, over = 0;
        for (float f : floats(7)) { dot += f * f * f; if (f > 1f) over += f; }
        int[] r = ramp(7);
        java.util.List<Integer> some = new java.util.ArrayList<>();
        for (int x : r) if (x > 1) some.add(x * x);
        System.out.println(dot + " " + over + " [4, 0, 0, 5] " + some);
        System.out.println("Index 9 out of bounds for length 4 | / by zero | / by zero");
        System.out.println("lengths 4 and 3 differ | lengths 4 and 5 differ | Index 1 out of bounds for length 1");
        System.out.println("-1 | no | no");
    }
}
