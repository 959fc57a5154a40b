import java.util.*;
import java.util.function.*;
public class EverydayObjects {
    static abstract class Kernel { final double scale; int calls; Kernel(double s) { scale = s; } abstract double f(double x); double twice(double x) { return f(f(x)); } }
    static class Lin extends Kernel { final double b; Lin(double s, double b) { super(s); this.b = b; } double f(double x) { return scale * x + b; } }
    static class Sq extends Kernel { Sq(double s) { super(s); } double f(double x) { return scale * x * x; } }
    interface Op { double of(double a, double b); }
    static class Image { final int width, height; double[] px; Image(int w, int h) { width = w; height = h; px = new double[w * h]; } int at(int x, int y) { return y * width + x; } }
    static class Grid { Image in = new Image(7, 5); double gain = 1.5; int off; }
    static void apply(double[] a, Kernel k) { for (int i = 0; i < a.length; i++) a[i] = k.twice(a[i]) + k.scale; }
    static void zip(double[] a, double[] b, Op op) { for (int i = 0; i < a.length; i++) a[i] = op.of(a[i], b[i]); }
    static void blur(double[] out, Grid g) {
        for (int y = 0; y < g.in.height; y++)
            for (int x = 0; x < g.in.width; x++) out[y * g.in.width + x] = g.in.px[g.in.at(x, y)] * g.gain + g.off;
    }
    static int find(double[] a, double v) { int r = -1; for (int i = 0; i < a.length; i++) { if (a[i] > v) { r = i; break; } } return r; }
    static boolean any(int[] a, int m) { for (int x : a) if (x % m == 0) return true; return false; }
    static long longs(long[] a) { for (long i = 0; i < a.length; i++) a[(int) i] = i * i - 3; return a.length; }
    static int vowels(char[] c) { int n = 0; for (int i = 0; i < c.length; i++) { if (Character.isLetter(c[i]) && "aeiou".indexOf(Character.toLowerCase(c[i])) >= 0) n++; } return n; }
    static void digits(int[] o, String s) { for (int i = 0; i < o.length; i++) o[i] = Character.isDigit(s.charAt(i % s.length())) ? Character.getNumericValue(s.charAt(i % s.length())) : -1; }
    static int gcd(int[] a) { int g = 0; for (int i = 0; i < a.length; i++) { int x = a[i], y = g; while (y != 0) { int t = x % y; x = y; y = t; } g = x; } return g; }
    static double top(double[] a) { double m = Double.NEGATIVE_INFINITY; for (double x : a) m = Math.max(m, x); return m; }
    static void rev(int[] a) { int i = 0, j = a.length - 1; while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; } }
    public static void main(String[] args) {
        for (int n : new int[]{0, 1, 35, 5000, 70000}) {
            double[] a = new double[n], b = new double[n];
            int[] k = new int[n];
            long[] l = new long[n];
            char[] c = new char[n];
            for (int i = 0; i < n; i++) { a[i] = i % 13 - 4.5; b[i] = i % 7 * 0.25; k[i] = (i + 1) * 12; c[i] = (char) ('A' + i % 60); }
            apply(a, new Lin(0.5, 1)); apply(a, new Sq(0.125)); zip(a, b, (x, y) -> x * y - 1); zip(a, b, Math::max);
            System.out.println(Arrays.hashCode(a) + " " + find(a, 1.2) + " " + find(a, 1e9) + " " + any(k, 35) + " " + longs(l) + " " + Arrays.hashCode(l));
            System.out.println(vowels(c) + " " + gcd(k) + " " + (n > 0 ? top(a) : 0));
            rev(k); System.out.println(Arrays.hashCode(k));
            int[] o = new int[n]; digits(o, "a1b22c"); System.out.println(Arrays.hashCode(o));
        }
        Grid g = new Grid(); for (int i = 0; i < 35; i++) g.in.px[i] = i; double[] out = new double[35]; blur(out, g); System.out.println(Arrays.hashCode(out) + " " + out[34]);
        try { apply(new double[3], null); } catch (NullPointerException e) { System.out.println("npe"); }
        apply(new double[0], null); System.out.println("none");
        try { blur(new double[10], g); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        g.in = null; try { blur(out, g); } catch (NullPointerException e) { System.out.println("npe"); }
        try { digits(new int[3], ""); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
