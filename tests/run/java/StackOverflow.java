//! out: overflow caught
public class StackOverflow {
    static int depth;
    static int down(int n) { depth++; return down(n + 1) + 1; }
    public static void main(String[] args) {
        try { System.out.println(down(0)); } catch (StackOverflowError e) { System.out.println(depth > 500 ? "overflow caught" : "too early " + depth); }
    }
}
