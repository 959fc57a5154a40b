import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class Bounds {
  static float flat(float[] r) { float s = 0; for (int k = 0; k < 4; k++) s += r[k]; return s; }
  static float dsum(float[][] m) { claim(m, -1, 4); float s = 0; for (int i = 0; i < m.length; i++) for (int k = 0; k < 4; k++) s += m[i][k]; return s; }
  static void fill(float[][] m) { claim(m, -1, 4); for (int i = 0; i < m.length; i++) for (int k = 0; k < 4; k++) m[i][k] = i * 10 + k; }
  static void step(float[][] m) { claim(m, -1, 4); float[][] old = new float[m.length][]; for (int i = 0; i < m.length; i++) old[i] = m[i].clone(); for (int i = 1; i < m.length; i++) for (int k = 0; k < 4; k++) m[i][k] = old[i - 1][k] + 1; }
  static float last(float[][] m) { float s = 0; for (int i = 0; i < m.length; i++) { float[] r = claim(m[i], 4); s += r[3]; } return s; }
  static float each(float[][] m) { float s = 0; for (float[] r : m) s += claim(r, 4)[3]; return s; }
  static float direct(float[][] m) { return m[0][1] + m[0].length; }
  static float[] row(float[][] m, int i) { return claim(m[i], 4); }
  static float take(float[] r) { claim(r, 4); return r[3]; }
  static float vararg(float[]... rows) { float s = 0; for (int i = 0; i < rows.length; i++) s += rows[i][3]; return s; }
  static <T> T same(T x) { return x; }
  static class Box<T> { T v; Box(T v) { this.v = v; } T get() { return v; } }
  static class Of4 extends Box<float[]> { Of4(float[] r) { super(r); } float at() { return claim(v, 4)[3]; } }
  interface F<T> { float f(T t); }
  static class Impl implements F<float[]> { public float f(float[] t) { claim(t, 4); return t[3]; } }
  static float[] field;
  float[][] rows = new float[2][4];
  interface Act { Object run(); }
  static void t(String n, Act a) {
    try { System.out.println(n + " " + a.run()); } catch (RuntimeException e) { System.out.println(n + " " + e); }
  }
  static float[][] fresh() { float[][] m = new float[3][4]; for (int i = 0; i < 3; i++) for (int k = 0; k < 4; k++) m[i][k] = 1; return m; }
  static float[][] bad(int how) {
    float[][] m = fresh();
    switch (how) {
      case 0 -> { Object[] o = m; o[1] = new float[2]; }
      case 1 -> { float[][] u = m; u[1] = new float[]{5, 6}; }
      case 2 -> Arrays.fill(m, new float[3]);
      case 3 -> { float[][] s = {{1}, {2}, {3}}; System.arraycopy(s, 0, m, 0, 3); }
      case 4 -> { float[][] u = (float[][]) (Object) m; u[2] = new float[7]; }
      case 5 -> { List<float[]> l = Arrays.asList((float[][]) m); l.set(0, new float[1]); }
      case 6 -> { float[][] u = m.clone(); u[0] = new float[0]; m = claim(m, -1, 4); }
      default -> { }
    }
    return m;
  }
  public static void main(String[] a) {
    for (int how = 0; how < 8; how++) {
      int h = how;
      System.out.println("-- " + h);
      t("dsum", () -> dsum(bad(h)));
      t("fill", () -> { float[][] m = bad(h); try { fill(m); } catch (RuntimeException e) { return e; } return Arrays.deepToString(m); });
      t("step", () -> { float[][] m = bad(h); step(m); return Arrays.deepToString(m); });
      t("last", () -> last(bad(h)));
      t("each", () -> each(bad(h)));
      t("direct", () -> direct(bad(h)));
      t("row", () -> row(bad(h), 1).length);
      t("take", () -> take(claim(bad(h)[1], 4)));
      t("vararg", () -> vararg(bad(h)));
      t("map", () -> { float[][] w = bad(h); float[] v = {1, 2, 3}; for (int i = 0; i < 3; i++) v[i] *= w[1][3]; return Arrays.toString(v); });
      t("freeze", () -> frozen(bad(h)).length);
      t("stream", () -> Arrays.stream(bad(h)).mapToDouble(r -> claim(r, 4)[3]).sum());
      t("lambda", () -> { float[][] m = bad(h); Function<Integer, float[]> g = i -> claim(m[i], 4); return g.apply(1).length; });
    }
    Object o2 = new float[2], o4 = new float[4];
    t("cast2", () -> claim((float[]) o2, 4).length);
    t("cast4", () -> claim((float[]) o4, 4).length);
    t("inst", () -> is4(o2) + " " + is4(o4) + " " + (is4(o4) && ((float[]) o4)[3] == 0) + " " + (is4(o2) ? ((float[]) o2).length : -1));
    List<float[]> l = new ArrayList<>(); List raw = l; raw.add(new float[3]); raw.add(new float[4]);
    t("raw0", () -> claim(l.get(0), 4).length); t("raw1", () -> claim(l.get(1), 4).length);
    t("rawflat", () -> flat(claim(l.get(0), 4)));
    t("rawobj", () -> { Object x = l.get(0); return x == null; });
    t("rawfor", () -> { float s = 0; for (float[] r : l) s += claim(r, 4)[3]; return s; });
    t("rawstream", () -> l.stream().map(r -> claim(r, 4)[2]).collect(Collectors.toList()));
    t("rawforeach", () -> { l.forEach(r -> System.out.println("x" + claim(r, 4).length)); return 0; });
    Box b = new Box(new float[5]); Box<float[]> b4 = b;
    t("box.v", () -> claim(b4.v, 4).length); t("box.get", () -> claim(b4.get(), 4)[3]); t("take box", () -> take(claim(b4.get(), 4)));
    t("assign", () -> { field = claim(b4.get(), 4); return field.length; });
    Of4 s = new Of4(new float[4]); Box sb = s; sb.v = new float[1];
    t("sub", () -> s.at());
    F f = new Impl(); t("bridge", () -> f.f(new float[3])); t("bridge ok", () -> f.f(new float[4]));
    F<float[]> lam = r -> claim(r, 4)[3]; F lraw = lam; t("lambda raw", () -> lraw.f(new float[3]));
    F<float[]> ref = Bounds::take; F rraw = ref; t("ref raw", () -> rraw.f(new float[2]));
    t("generic", () -> claim((float[]) o2, 4).length);
    float[][] loose = new float[3][2];
    t("cast nested", () -> claim(loose, -1, 4).length);
    t("cast nulls", () -> claim(new float[3][], -1, 4).length);
    t("cast empty", () -> claim(new float[0][2], -1, 4).length);
    t("cast good", () -> dsum(new float[3][4]));
    t("three", () -> claim(new int[5][3][1], -1, 3, 2).length);
    t("three ok", () -> claim(new int[5][3][2], -1, 3, 2).length);
    float[] v2 = {1, 2}, w3 = {1, 2, 3};
    t("value", () -> claim(v2, 4).length); t("value3", () -> claim(w3, 4).length); t("value ok", () -> claim(w3, 3)[2]);
    t("value inst", () -> is4(v2) + " " + (v2.length == 2));
    Bounds r0 = new Bounds(); Object[] al = r0.rows; al[0] = new float[9];
    t("field rows", () -> last(r0.rows)); t("field dsum", () -> dsum(r0.rows)); t("field row", () -> r0.rows[1].length + r0.rows[0].length);
    t("cond", () -> { float[] x = h0() ? claim((float[]) o4, 4) : claim((float[]) o2, 4); return x.length; });
    t("clone", () -> { float[] x = claim((float[]) o4, 4).clone(); return x.length; });
    t("optional", () -> { Optional x = Optional.of(new float[2]); Optional<float[]> y = x; return claim(y.get(), 4)[1]; });
  }
  /** What a type claims of the lengths of an array, of its rows, and theirs. */
  static <T> T claim(T array, int... lengths) {
    if (array == null || lengths.length == 0) return array;
    int length = java.lang.reflect.Array.getLength(array);
    if (lengths[0] >= 0 && lengths[0] != length) throw new ClassCastException("an array of length " + length + " where the type says " + lengths[0]);
    if (array instanceof Object[] rows) for (Object row : rows) claim(row, Arrays.copyOfRange(lengths, 1, lengths.length));
    return array;
  }
  static boolean is4(Object o) { return o instanceof float[] r && r.length == 4; }
  static float[][] frozen(float[][] m) {
    for (float[] row : m) if (row.length != 4) throw new LengthMismatch("an array of length " + row.length + " where the type says 4");
    return m;
  }
  static class LengthMismatch extends RuntimeException {
    LengthMismatch(String message) { super(message); }
    public String toString() { return "somd.LengthMismatch: " + getMessage(); }
  }
  static boolean h0() { return false; }
}
