import java.util.*;
import java.util.function.*;
/** Objects, boxes and functions from outside in other forms. */
public class OutsideForms {
    enum Mode { A, B, C }
    static class Lens { double gain = 2; int[] t = {1, 2, 3}; }
    static class Img { private int w = 3; private float[] data = new float[50]; Lens lens = new Lens(); Mode mode = Mode.B; int getW() { return w; } float[] getData() { return data; } Lens getLens() { return lens; } }
    static class Box<T> { T value; Box(T v) { value = v; } T get() { return value; } }
    class Inner { int f = 4; void run(float[] a) { for (int i = 0; i < a.length; i++) a[i] = f * width + i; } }
    int width = 5;
    static void enumSwitch(int[] a, Mode m) { for (int i = 0; i < a.length; i++) switch (m) { case A: a[i] = 1; break; case B: a[i] = 2; break; default: a[i] = 3; } }
    static void enumEq(int[] a, Mode m) { for (int i = 0; i < a.length; i++) a[i] = m == Mode.A ? 1 : m.ordinal(); }
    static void enumField(int[] a, Img im) { for (int i = 0; i < a.length; i++) a[i] = im.mode == Mode.B ? 1 : 0; }
    static void getters(float[] a, Img im) { for (int i = 0; i < im.getW(); i++) a[i] = im.getData()[i] + im.getW() + (float) im.getLens().gain; }
    static void getterArr(float[] a, Img im) { for (int i = 0; i < im.getData().length; i++) im.getData()[i] = a[i % a.length]; }
    static void generic(float[] a, Box<Img> b) { for (int i = 0; i < a.length; i++) a[i] = b.value.w; }
    static void genericGet(float[] a, Box<Img> b) { for (int i = 0; i < a.length; i++) a[i] = b.get().w; }
    static void list(float[] a, List<Img> l) { Img q = l.get(0); for (int i = 0; i < a.length; i++) a[i] = q.w; }
    static void boxed(float[] a, Integer k) { for (int i = 0; i < a.length; i++) a[i] = k; }
    static void offsetBound(float[] a, Img im) { for (int i = 0; i + 1 < im.w; i++) a[i] = im.w; }
    static void twoBounds(float[] a, Img im) { for (int i = 0; i < a.length && i < im.w; i++) a[i] = im.w; }
    static void stepField(float[] a, Img im) { for (int i = 0; i < a.length; i += im.w) a[i] = im.w; }
    static void down(float[] a, Img im) { for (int i = im.w - 1; i >= 0; i--) a[i] = im.w; }
    static void lens(float[] a, Img im) { for (int i = 0; i < a.length; i++) a[i] = im.lens.t[i % im.lens.t.length]; }
    static int search(float[] a, Img im) { for (int i = 0; i < a.length; i++) if (a[i] > im.w) return i; return -1; }
    static int searchF(float[] a, DoublePredicate p) { for (int i = 0; i < a.length; i++) if (p.test(a[i])) return i; return -1; }
    static void swapF(float[][] a, Img im) { for (int i = 0; i < a.length; i++) for (int j = 0; j < im.w; j++) a[i][j] = im.data[i] * im.lens.t[j % 3]; }
    static void sup(double[] a, DoubleSupplier s) { for (int i = 0; i < a.length; i++) a[i] = s.getAsDouble(); }
    static void cmp(int[] o, Integer[] v, Comparator<Integer> c) { for (int i = 0; i < o.length; i++) o[i] = c.compare(v[i], 3); }
    static void compose(double[] a, DoubleUnaryOperator f) { DoubleUnaryOperator g = f.andThen(x -> x + 1); for (int i = 0; i < a.length; i++) a[i] = g.applyAsDouble(a[i]); }
    static void anon(double[] a, DoubleUnaryOperator f) { for (int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]); }
    public static void main(String[] x) {
        float[] a = new float[50]; int[] o = new int[4]; Img im = new Img(); double[] d = {1, 2, 3, 4};
        for (Mode m : Mode.values()) { enumSwitch(o, m); System.out.println(Arrays.toString(o)); enumEq(o, m); System.out.println(Arrays.toString(o)); im.mode = m; enumField(o, im); System.out.println(Arrays.toString(o)); }
        getters(a, im); getterArr(a, im); generic(a, new Box<>(im)); genericGet(a, new Box<>(im)); list(a, List.of(im)); boxed(a, 3); new OutsideForms().new Inner().run(a);
        System.out.println(Arrays.toString(a));
        offsetBound(a, im); twoBounds(a, im); stepField(a, im); down(a, im); lens(a, im);
        System.out.println(Arrays.toString(a) + search(a, im) + searchF(a, t -> t > 2) + searchF(a, t -> t > im.w));
        float[][] m = new float[4][4]; swapF(m, im); System.out.println(Arrays.deepToString(m));
        double k = d[1]; sup(d, () -> k); cmp(o, new Integer[] {1, 2, 3, 4}, Comparator.naturalOrder()); System.out.println(Arrays.toString(o) + Arrays.toString(d));
        compose(d, t -> t * 2); compose(d, Math::cbrt); for (DoubleUnaryOperator f : new DoubleUnaryOperator[] {new DoubleUnaryOperator() { public double applyAsDouble(double t) { return t * k; } }, t -> -t}) anon(d, f);
        System.out.println(Arrays.toString(d));
    }
}
