//! exit: 1
//! err: Exception in thread "main" java.lang.IllegalStateException: outer
//! err: Caused by: java.lang.NullPointerException: Cannot load from int array because "<local1>" is null
import java.util.List;

public class ExceptionMessages {
    static class My extends Exception { final int code; My(String m, int code, Throwable cause) { super(m, cause); this.code = code; } }
    static class Unch extends RuntimeException { @Override public String getMessage() { return "custom"; } }
    static void thrower(int n) throws My {
        try {
            switch (n) {
                case 0: throw new My("zero", 1, null);
                case 1: int[] a = new int[2]; a[n + 1] = 1; break;
                case 2: Object o = "s"; Integer i = (Integer) o; break;
                case 3: "abc".substring(5); break;
                case 4: Integer.parseInt("12x"); break;
                case 5: Object[] os = new String[1]; os[0] = 1; break;
                case 6: int[] neg = new int[-n]; break;
                case 7: System.out.println(1 / (n - 7)); break;
                case 8: throw new Unch();
                case 9: Object q = null; q.toString(); break;
                case 10: throw new Error("err");
                case 11: "abc".charAt(3); break;
                case 12: Long.parseLong(""); break;
                case 13: Double.parseDouble("x.y"); break;
                case 14: new java.util.ArrayList<Integer>().get(0); break;
                case 15: new java.util.ArrayList<Integer>().iterator().next(); break;
                case 16: java.util.List.of(1).add(2); break;
                case 17: Integer nul = null; int z = nul; break;
                case 18: throw null;
                case 19: Object[] x = new Integer[][]{{1}}; x[0] = new String[0]; break;
                case 20: java.util.List<Integer> li = new java.util.ArrayList<>(java.util.List.of(1, 2, 3)); for (Integer e : li) li.remove(e); break;
                case 21: Object oo = new int[1]; String ss = (String) oo; break;
                case 22: System.arraycopy(new int[2], 0, new int[1], 0, 2); break;
                case 23: System.arraycopy(new int[2], 0, new long[1], 0, 1); break;
                case 24: java.util.Objects.requireNonNull(null, "must"); break;
                case 25: new java.util.ArrayDeque<String>().pop(); break;
                case 26: long q1 = 5 % (long) (n - 26); break;
                case 27: String.valueOf((char[]) null); break;
                case 28: new StringBuilder("abc").deleteCharAt(9); break;
                case 29: java.util.Optional.empty().get(); break;
            }
            System.out.println(n + " nothing");
        } catch (ArrayIndexOutOfBoundsException | ClassCastException e) {
            System.out.println("multi " + e.getMessage() + " " + (e instanceof RuntimeException));
            throw new My("wrapped", n, e);
        } finally {
            System.out.println("finally " + n);
        }
    }
    static int depth;
    static void recurse() { depth++; recurse(); }
    static int nested() {
        int r = 0;
        try { try { throw new RuntimeException("a"); } finally { r += 1; } }
        catch (RuntimeException e) { r += 10; try { throw new IllegalStateException("b", e); } catch (IllegalStateException e2) { r += e2.getCause() == e ? 100 : 0; } }
        return r;
    }
    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) {
            try { thrower(i); }
            catch (My e) { System.out.println("My " + e.getMessage() + " " + e.code + " " + (e.getCause() == null ? null : e.getCause().getClass().getName())); }
            catch (RuntimeException e) { System.out.println("RT " + e); }
            catch (Throwable t) { System.out.println("T " + t); }
        }
        System.out.println(nested());
        try { recurse(); } catch (StackOverflowError e) { System.out.println("SO " + (depth > 1000) + e.getMessage()); }
        try { throw new My("m", 2, new RuntimeException("c")); } catch (My e) { System.out.println(e + " " + e.getCause()); }
        Throwable t = new Throwable(); System.out.println(t + " " + t.getMessage());
        t = new RuntimeException(new IllegalStateException("in")); System.out.println(t.getMessage() + "|" + t);
        t.addSuppressed(new Exception("s")); System.out.println(t.getSuppressed()[0]);
        try (AutoCloseable full = () -> { throw new IllegalStateException("close"); }) { recurse(); }
        catch (Throwable e) { System.out.println(e + " " + e.getSuppressed().length); }
        for (String number : List.of("1.2.3", "-.5.", "1..x", "1x.2.", "..", " "))
            try { Double.parseDouble(number); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        deep(3);
    }
    static void deep(int n) {
        if (n == 0) {
            try { int[] a = null; a[0]++; } catch (NullPointerException e) { throw new IllegalStateException("outer", e); }
        }
        deep(n - 1);
    }
}
