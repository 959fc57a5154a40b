//! exit: 1
//! err: Exception in thread "main" java.lang.IllegalArgumentException: the end
import java.util.ArrayList;
public class Exceptions {
    static int depth = 0;
    static int rec(int n) { depth++; return rec(n + 1) + 1; }
    static class Res implements AutoCloseable { String n; Res(String n) { this.n = n; System.out.println("open " + n); } public void close() { System.out.println("close " + n); } }
    static class MyEx extends Exception { int code; MyEx(String m, int c) { super(m); code = c; } }
    static int tryit(int k) throws MyEx {
        try {
            if (k == 0) return 10;
            if (k == 1) throw new MyEx("one", 1);
            if (k == 2) throw new IllegalStateException("two");
            Object o = "s";
            if (k == 3) { Integer i = (Integer) o; }
            if (k == 4) { int[] a = new int[2]; a[2] = 1; }
            if (k == 5) { String s = null; s.length(); }
            if (k == 6) { int[] a = new int[-1]; }
            if (k == 7) { Object[] os = new String[1]; os[0] = 1; }
            if (k == 8) { return 1 / (k - 8); }
            if (k == 9) { "abc".charAt(5); }
            if (k == 10) { Integer.parseInt("x1"); }
            return -1;
        } catch (IllegalStateException e) {
            System.out.println("caught " + e);
            return 20;
        } finally {
            System.out.println("finally " + k);
            if (k == 1) System.out.println("was one");
        }
    }
    @SuppressWarnings("finally")
    static int over() { for (int i = 0; ; i++) { try { if (i == 3) return i; continue; } finally { if (i == 5) break; if (i >= 3) continue; } } return 99; }
    public static void main(String[] args) {
        for (int k = 0; k < 11; k++) {
            try { System.out.println(tryit(k)); }
            catch (MyEx e) { System.out.println("my " + e.getMessage() + e.code); }
            catch (RuntimeException e) { System.out.println(e); }
        }
        System.out.println(over());
        try { rec(0); } catch (StackOverflowError e) { System.out.println("SOE " + (depth > 1000)); }
        try (Res a = new Res("a"); Res b = new Res("b")) { System.out.println("body"); throw new RuntimeException("x"); }
        catch (RuntimeException e) { System.out.println("got " + e.getMessage()); }
        finally { System.out.println("fin"); }
        outer:
        for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i == 3) break outer; System.out.print(i * j + " "); } }
        System.out.println();
        try { try { throw new Exception("a"); } finally { System.out.println("inner"); } } catch (Exception e) { System.out.println(e.getMessage()); }
        try { throw new RuntimeException("w", new Exception("cause")); } catch (RuntimeException e) { System.out.println(e.getCause().getMessage()); }
        throw new IllegalArgumentException("the end");
    }
}
