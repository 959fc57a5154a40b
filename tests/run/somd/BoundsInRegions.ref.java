import java.util.*;
import java.util.stream.*;
public class BoundsInRegions {
  interface Act { Object run(); }
  static void t(String n, Act a) { try { System.out.println(n + " " + a.run()); } catch (RuntimeException e) { System.out.println(n + " " + e); } }
  static float[][] good(int n) { float[][] m = new float[n][4]; for (int i = 0; i < n; i++) for (int k = 0; k < 4; k++) m[i][k] = i + k; return m; }
  static void spoil(Object[] o, int at, int n) { o[at] = new float[n]; }
  static double local(int n, int at, int len) {
    float[][] m = good(n); { if (at >= 0) spoil(m, at, len); }
    double s = 0; for (int i = 0; i < m.length; i++) for (int k = 0; k < 4; k++) s += m[i][k]; return s;
  }
  static void mid(float[][] m, int len) { claim(m, -1, 4);
    for (int i = 0; i < m.length; i++) m[i][0] = 7;
    { spoil(m, 1, len); }
    for (int i = 0; i < m.length; i++) for (int k = 0; k < 4; k++) m[i][k] += 1;
  }
  float[][] rows = good(5);
  static float[][] table = new float[4][3];
  double own(double[] d) { double s = 0; for (int i = 0; i < d.length; i++) s += d[i] * rows[i % 5][3]; return s; }
  static double withTable(double[] d) { double s = 0; for (int i = 0; i < d.length; i++) s += d[i] * table[i % 4][2]; return s; }
  static class V3 { static final V3 ZERO = new V3(0, 0); final float x; final int y; V3(float x, int y) { this.x = x; this.y = y; } }
  static int objects(V3[][] v) { claim(v, -1, 2); int s = 0; for (int i = 0; i < v.length; i++) for (int k = 0; k < 2; k++) s += v[i][k].y; return s; }
  static int cube(int[][][] c) { claim(c, -1, 2, 3); int s = 0; for (int i = 0; i < c.length; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 3; k++) s += c[i][j][k]; return s; }
  static void rowsOf(float[][] m, float[] out) { claim(m, -1, 4); for (int i = 0; i < m.length; i++) { float[] r = claim(m[i], 4); out[i] = r[0] + r[3]; } }
  static double outer(float[][] m) { claim(m, -1, 4); double q = inner(m); double s = 0; for (int i = 0; i < m.length; i++) s += m[i][1] * q; return s; }
  static double inner(float[][] m) { claim(m, -1, 4); double s = 0; for (int i = 0; i < m.length; i++) s += m[i][2]; return s; }
  static void cast(float[][] m, float[] out) { for (int i = 0; i < m.length; i++) { float[] r = claim(m[i], 4); out[i] = r[0] + r[3]; } }
  static float sum4(float[] r) { float s = 0; for (int k = 0; k < 4; k++) s += r[k]; return s; }
  static float helper(float[][] m, int i) { return sum4(claim(m[i], 4)); }
  static float calls(float[][] m) { claim(m, -1, 4); float s = 0; for (int i = 0; i < m.length; i++) s += helper(m, i); return s; }
  static float[] pick(float[][] m, int i) { return i < 0 ? claim(m[0], 4) : claim(m[i], 4); }
  static final float[][] K = good(3);
  static { spoil(K, 2, 3); }
  /** What a type claims of the lengths of an array, of its rows, and theirs. */
  static <T> T claim(T array, int... lengths) {
    if (array == null || lengths.length == 0) return array;
    int length = java.lang.reflect.Array.getLength(array);
    if (lengths[0] >= 0 && lengths[0] != length) throw new ClassCastException("an array of length " + length + " where the type says " + lengths[0]);
    if (array instanceof Object[] rows) for (Object row : rows) claim(row, Arrays.copyOfRange(lengths, 1, lengths.length));
    return array;
  }
  static V3[][] zeros(V3[][] m) { for (V3[] row : m) Arrays.fill(row, V3.ZERO); return m; }
  static class Inner { final float[] r; Inner(float[] r) { this.r = r; } float at(int k) { return r[k]; } }
  public static void main(String[] a) {
    for (int n : new int[]{3, 20000}) {
      t("local", () -> local(n, -1, 0)); t("local bad", () -> local(n, 1, 3)); t("local long", () -> local(n, 1, 6));
      t("mid", () -> { float[][] m = good(n); mid(m, 4); return m[1][3] + m[2][0]; });
      t("mid bad", () -> { float[][] m = good(n); try { mid(m, 2); } catch (RuntimeException e) { return e + " " + m[0][0]; } return 0; });
      t("mid long", () -> { float[][] m = good(n); mid(m, 9); return m[1][3] + m[2][0]; });
      double[] d = new double[n]; Arrays.fill(d, 2);
      BoundsInRegions o = new BoundsInRegions(); t("own", () -> o.own(d)); spoil(o.rows, 4, 1); t("own bad", () -> o.own(d)); spoil(o.rows, 4, 4); t("own again", () -> o.own(d));
      t("table", () -> withTable(d)); spoil(table, 3, 2); t("table bad", () -> n > 3 ? withTable(d) : 0); spoil(table, 3, 3);
      t("objects", () -> { V3[][] v = zeros(new V3[n][2]); for (int i = 0; i < n; i++) v[i][1] = new V3(1, i); return objects(v); });
      t("objects bad", () -> { V3[][] v = zeros(new V3[n][2]); Object[] u = v; u[n - 1] = new V3[1]; return objects(v); });
      t("cube", () -> { int[][][] c = new int[n][2][3]; c[n - 1][1][2] = 5; return cube(c); });
      t("cube bad", () -> { int[][][] c = new int[n][2][3]; Object[] u = claim(c[n - 1], 2, 3); u[1] = new int[2]; return cube(c); });
      t("cube bad2", () -> { int[][][] c = new int[n][2][3]; Object[] u = c; u[n - 1] = new int[1][3]; return cube(c); });
      t("rowsOf", () -> { float[] out = new float[n]; rowsOf(good(n), out); return out[n - 1]; });
      t("rowsOf bad", () -> { float[] out = new float[n]; float[][] m = good(n); spoil(m, 2, 5); rowsOf(m, out); return out[n - 1]; });
      t("outer", () -> outer(good(n))); t("outer bad", () -> { float[][] m = good(n); spoil(m, 2, 5); return outer(m); });
      t("cast", () -> { float[] out = new float[n]; cast(good(n), out); return out[n - 1]; });
      t("cast bad", () -> { float[] out = new float[n]; try { cast(new float[n][3], out); } catch (RuntimeException e) { return e + " " + out[0]; } return 0; });
      t("calls", () -> calls(good(n))); t("calls bad", () -> { float[][] m = good(n); spoil(m, 0, 3); return calls(m); });
    }
    t("pick", () -> pick(K, 2).length); t("pick ok", () -> pick(K, -1).length); t("helper", () -> helper(K, 2)); t("elem", () -> K[2].length + K[1][3]);
    t("inner", () -> new Inner(claim(K[2], 4)).at(1)); t("inner ok", () -> new Inner(K[1]).at(1));
    t("list", () -> { List<float[]> l = new ArrayList<>(Arrays.asList(K)); return claim(l.get(2), 4).length; });
    t("list add", () -> { List<float[]> l = new ArrayList<>(); l.add(K[0]); l.add(claim(K[2], 4)); return l.size(); });
    t("switch", () -> { float[] r = switch (a.length) { case 0 -> claim(K[2], 4); default -> K[1]; }; return r.length; });
    t("iter", () -> { float s = 0; for (var r : K) s += claim(r, 4)[2]; return s; });
    t("eq", () -> claim(K[2], 4) == null); t("tostr", () -> Arrays.toString(K[1]) + Arrays.toString(claim(K[2], 4)));
    t("deep", () -> Arrays.deepToString(K));
    t("assign", () -> { float[][] m = good(2); m[0] = K[1]; m[1] = claim(K[2], 4); return m.length; });
    t("anon", () -> { float[][] m = good(2); spoil(m, 1, 0); Object x = new Object() { float[] q = claim(m[1], 4); public String toString() { return "q" + q.length; } }; return x; });
  }
}
