//! exit: 1
//! err: Exception in thread "main" java.lang.IllegalStateException: end 0
//! err: Caused by: java.lang.RuntimeException: cause
import java.util.*;
import java.util.function.*;
public class Mixture {
    static int calls = 0;
    static int next() { return ++calls; }
    static boolean t(String s) { System.out.print(s + " "); return true; }
    static boolean f(String s) { System.out.print(s + " "); return false; }
    int v; Mixture self; Mixture(int v) { this.v = v; } Mixture get() { System.out.print("get" + v + " "); return self == null ? this : self; }
    static Mixture made(int v) { System.out.print("made" + v + " "); return new Mixture(v); }
    static void three(int a, int b, int c) { System.out.println(a + "," + b + "," + c); }
    static int[] data() { System.out.print("data "); return new int[]{10, 20, 30}; }
    static long lsum(long... xs) { long s = 0; for (long x : xs) s += x; return s; }
    static class Res implements AutoCloseable { static int open; final int id = ++open; public void close() { System.out.print("close" + id + " "); if (id == 2) throw new IllegalStateException("c2"); } }
    static int tryInLoop() { int n = 0; for (int i = 0; i < 5; i++) { try (Res r = new Res()) { if (i == 3) return n; if (i == 1) continue; n += 10; } catch (IllegalStateException e) { n += 1; } finally { n += 100; } } return -1; }
    static <T extends Exception> void sneaky(Exception e) throws T { @SuppressWarnings("unchecked") T t = (T) e; throw t; }
    static String classify(Object o) { return o instanceof Integer i ? (i > 10 ? "big" : "small") : o instanceof String s && !s.isEmpty() ? "str" + s.charAt(0) : o == null ? "null" : o.getClass().getSimpleName(); }
    static int sw(String s) { return switch (s) { case "a", "b" -> { try { yield Integer.parseInt("x"); } catch (NumberFormatException e) { yield -1; } finally { System.out.print("fin "); } } case "c" -> 3; default -> s.length(); }; }
    static char grade(int p) { switch (p / 10) { case 10: case 9: return 'A'; case 8: return 'B'; default: if (p < 0) throw new IllegalArgumentException("p"); return 'F'; } }
    interface Tree { int sum(); } record Leaf(int v) implements Tree { public int sum() { return v; } } record Br(Tree l, Tree r) implements Tree { public int sum() { return l.sum() + r.sum(); } }
    static Tree build(int d) { return d == 0 ? new Leaf(next()) : new Br(build(d - 1), build(d - 1)); }
    static class Lazy<T> implements Supplier<T> { private Supplier<? extends T> s; private T val; Lazy(Supplier<? extends T> s) { this.s = s; } public T get() { if (s != null) { val = s.get(); s = null; } return val; } }
    static class Event { private static final List<Consumer<String>> HANDLERS = new ArrayList<>(); static void on(Consumer<String> c) { HANDLERS.add(c); } static void fire(String s) { HANDLERS.forEach(h -> h.accept(s)); } }
    static abstract class Shape { private static int n; protected final int id; Shape() { id = n++; setup(); } protected void setup() {} abstract double area(); @Override public final String toString() { return String.format("%s#%d(%.2f)", getClass().getSimpleName(), id, area()); } }
    static class Circle extends Shape { double r = 1; Circle(double r) { this.r = r; } @Override protected void setup() { r = 99; } double area() { return Math.PI * r * r; } }
    static class Sq extends Shape { double s; Sq(double s) { this.s = s; } double area() { return s * s; } }
    static int depth(int n) { try { return n == 0 ? 0 : 1 + depth(n - 1); } finally { calls++; } }
    public static void main(String[] args) throws Exception {
        three(next(), next() * 10, next() + calls); System.out.println(f("a") && t("b") || t("c") & f("d") | t("e") ^ t("f"));
        made(1).get().v = made(2).get().v + 5; System.out.println(); data()[next() - 4] += next(); System.out.println(); Mixture m = new Mixture(7); m.self = new Mixture(8); m.get().v++; System.out.println(m.self.v + " " + m.get().v-- + " " + m.self.v); int x = 5; x = x++ * 2 + x; System.out.println(x); int y = (x = 3) * x + (x += 4); System.out.println(x + " " + y); int[] a = {0, 0, 0}; int i = 0; a[i] = i = 2; System.out.println(Arrays.toString(a) + i); i = 0; a[i++] = a[i] + i++ + 5; System.out.println(Arrays.toString(a) + i);
        System.out.println(lsum() + lsum(1, 2) + lsum('a')); System.out.println(tryInLoop() + " " + Res.open); try { Mixture.<RuntimeException>sneaky(new java.io.IOException("io")); } catch (Exception e) { System.out.println(e); }
        for (Object o : new Object[]{5, 50, "", "q", null, 2.5, new int[0], new Leaf(1)}) System.out.print(classify(o) + " "); System.out.println(); System.out.println(sw("a") + " " + sw("c") + " " + sw("four")); System.out.println("" + grade(95) + grade(100) + grade(85) + grade(3)); calls = 0; Tree tr = build(3); System.out.println(tr.sum() + " " + tr.equals(tr) + " " + build(1)); 
        Lazy<String> lz = new Lazy<>(() -> { System.out.print("compute "); return "v"; }); System.out.println(lz.get() + lz.get()); StringBuilder log = new StringBuilder(); for (int k = 0; k < 3; k++) { final int kk = k; Event.on(s -> log.append(kk).append(s)); } Event.fire("x"); Event.fire("y"); System.out.println(log);
        List<Shape> shapes = new ArrayList<>(List.of(new Circle(2), new Sq(3), new Circle(0.5))); shapes.sort(Comparator.comparingDouble(Shape::area)); System.out.println(shapes); shapes.removeIf(s -> s.area() < 1); System.out.println(shapes.size() + " " + shapes.stream().mapToDouble(Shape::area).sum());
        calls = 0; System.out.println(depth(50) + " " + calls); Iterator<Integer> it = new Iterator<>() { int c = 3; public boolean hasNext() { return c > 0; } public Integer next() { return c--; } }; Iterable<Integer> itb = () -> it; for (int q : itb) System.out.print(q + " "); System.out.println(); BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() { public Integer apply(Integer p, Integer q) { return q == 0 ? p : this.apply(q, p % q); } }; System.out.println(gcd.apply(84, 36) + gcd.andThen(g -> "g" + g).apply(9, 6));
        long h = 1125899906842597L; for (char c : "hash me".toCharArray()) h = 31 * h + c; System.out.println(h + " " + (int) (h ^ h >>> 32) + " " + (h >> 60) + " " + (h & 0xFFL) + " " + Long.toString(h, 36)); byte b = (byte) 0x80; System.out.println((b >> 1) + " " + (b >>> 1) + " " + ((b & 0xff) >> 1) + " " + (byte) (b - 1) + " " + (char) (b & 0x7f | 'A')); float fl = 16777216f; fl++; System.out.println(fl + " " + (fl == 16777216) + " " + (0.1f == 0.1) + " " + (float) 0.1 + " " + (int) 1e10f + " " + (long) 1e19 + " " + 1e16 + " " + 123456.789e3); System.out.println((Integer) 5 == 5 ? "u" : "b"); Integer n1 = null; try { int z = 1 + n1; } catch (NullPointerException e) { System.out.println("NPE unbox"); } Object o1 = true ? 1 : 2.0; System.out.println(o1); char cc = 'x'; cc += 1.7; System.out.println(cc); short sh = 10; sh /= 3; sh -= 0.5; System.out.println(sh); int ii = 'a' * 2; ii <<= 33; System.out.println(ii); final byte cb = 10; byte nb = cb + 5; System.out.println(nb); System.out.println(1 + 'a' + "z" + 1 + 'a'); System.out.println((Object) 'a' instanceof Character);
        int[][] jag = new int[3][]; for (int r = 0; r < 3; r++) { jag[r] = new int[r + 1]; Arrays.fill(jag[r], r); } System.out.println(Arrays.deepToString(jag)); loop: for (int[] row : jag) for (int val : row) { if (val == 1) continue loop; if (val == 2) break loop; System.out.print("v" + val + " "); } System.out.println(); do { x--; if (x % 2 == 0) continue; System.out.print(x + " "); } while (x > 0); System.out.println(); for (;;) { if (++x > 3) break; } System.out.println(x); lab: { try { if (x > 0) break lab; System.out.println("never"); } finally { System.out.println("lab fin"); } } synchronized (m) { while (true) { try { throw new RuntimeException("r" + x); } catch (RuntimeException e) { System.out.println(e.getMessage()); break; } finally { x = 0; } } } throw new IllegalStateException("end " + x, new RuntimeException("cause"));
    }
}
