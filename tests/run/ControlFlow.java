public class ControlFlow {
    static StringBuilder log = new StringBuilder();
    static int t(int v) { log.append(v).append(' '); return v; }
    static int f1() { try { return t(1); } finally { t(2); } }
    @SuppressWarnings("finally")
    static int f2() { try { throw new RuntimeException("x"); } finally { return t(3); } }
    static int f3() { int x = 1; try { return x; } finally { x = 2; t(x); } }
    static int f4() {
        for (int i = 0; ; i++) {
            try {
                try {
                    if (i == 1) continue;
                    if (i == 3) break;
                    t(i);
                } finally { t(100 + i); }
                t(200 + i);
            } finally { t(300 + i); if (i == 5) return -1; }
        }
        return 7;
    }
    static String sw(String s) {
        switch (s) {
            case "Aa": case "BB": return "collide " + s;
            case "x": s += "fall";
            case "y": s += "y"; break;
            default: s = "def";
        }
        return s;
    }
    static int fall(int n) {
        int r = 0;
        switch (n) { case 1: r += 1; case 2: r += 2; break; case 5: r += 5; default: r += 100; case 7: r += 7; }
        return r;
    }
    static class R implements AutoCloseable {
        String n; boolean fail;
        R(String n, boolean fail) { this.n = n; this.fail = fail; System.out.println("open " + n); }
        public void close() throws Exception { System.out.println("close " + n); if (fail) throw new Exception("close " + n); }
    }
    static int[] arr() { t(-1); return null; }
    static int idx() { t(-2); return 1; }
    static int val() { t(-3); return 5; }
    static class P { int v; static P last; P self() { log.append("self "); return this; } }
    static P nul() { log.append("nul "); return null; }

    public static void main(String[] args) {
        System.out.println(f1() + " " + f2() + " " + f3() + " " + f4());
        System.out.println(log); log.setLength(0);
        for (String s : new String[]{"Aa", "BB", "x", "y", "zz", ""}) System.out.println(sw(s));
        for (int i = 0; i < 9; i++) System.out.print(fall(i) + " ");
        System.out.println();
        try (R a = new R("a", true); R b = new R("b", true)) {
            System.out.println("body");
            throw new IllegalStateException("body");
        } catch (Exception e) {
            System.out.println(e + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage() + " " + e.getSuppressed()[1].getMessage());
        } finally { System.out.println("fin"); }
        try (R a = new R("c", true)) { System.out.println("ok"); } catch (Exception e) { System.out.println(e.getMessage()); }
        try { arr()[idx()] = val(); } catch (NullPointerException e) { System.out.println(log); log.setLength(0); }
        try { nul().v = val(); } catch (NullPointerException e) { System.out.println(log); log.setLength(0); }
        try { nul().v += val(); } catch (NullPointerException e) { System.out.println(log); log.setLength(0); }
        try { int[] a = new int[1]; a[idx()] = val(); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log + e.getMessage()); log.setLength(0); }
        try { int[] a = new int[1]; a[idx()] += val(); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log + e.getMessage()); log.setLength(0); }
        int i = 5;
        i = i++ + ++i; System.out.println(i);
        i += i++ * 2 + i; System.out.println(i);
        int[] a = {1, 2, 3, 4}; int k = 0;
        a[k++] += a[k++] + k; System.out.println(a[0] + " " + a[1] + " " + k);
        a[k] = k = 3; System.out.println(a[2] + " " + k);
        int x = 3; x ^= x << 1; x >>>= 1; x |= 64; x &= ~1; System.out.println(x);
        byte b = 10; b += 300; System.out.println(b); b *= 2.6; System.out.println(b); b >>>= 1; System.out.println(b);
        b = -5; b >>>= 1; System.out.println(b);
        char c = 'a'; c += 1; c++; System.out.println(c); System.out.println(c + 1); System.out.println((char) (c + 1));
        short s = (short) 40000; System.out.println(s); s--; System.out.println(s);
        long L = 1L << 40; int n = (int) L; System.out.println(n + " " + (L >>> 3) + " " + (1 << 33) + " " + (1L << 65) + " " + (-1 >>> 28) + " " + (-1L >>> 60));
        System.out.println(Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1 + " " + (-7 / 2) + " " + (-7 % 3) + " " + Math.floorMod(-7, 3) + " " + -Integer.MIN_VALUE);
        System.out.println((int) 3.99e20 + " " + (long) -1e30 + " " + (int) Double.NaN + " " + (byte) 300.7 + " " + (char) 65.5 + " " + (short) -40000.0f);
        System.out.println(5.5 % 2.0 + " " + -5.5 % 2.0 + " " + 1.0 / 0 + " " + 0.0 / 0 + " " + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0));
        System.out.println(1.0f / 3 + " " + 1.0 / 3 + " " + 100.0f + " " + 1e7 + " " + 1.0e-5 + " " + 123456789.0f + " " + (double) 0.1f + " " + Float.MIN_VALUE + " " + Double.MAX_VALUE);
        System.out.println('a' + 'b' + "c" + 'd' + 1 + 2L + 1.5f + null + true + new int[0].length);
        String str = null; str += "x"; str += 1 + 2; str += 'c'; System.out.println(str);
        outer:
        for (int p = 0; p < 4; p++) {
            int q = 0;
            while (true) {
                if (q == p) continue outer;
                if (p == 3) break outer;
                System.out.print(p + "" + q + " ");
                q++;
            }
        }
        System.out.println();
        block: { if (args.length == 0) break block; System.out.println("no"); }
        int w = 0; do { w++; if (w == 3) continue; if (w > 6) break; } while (w < 100); System.out.println(w);
        boolean bb = false; bb |= true; bb &= !bb ^ true; System.out.println(bb);
        boolean sc = false & t(1) > 0 | t(2) > 0 || t(3) > 0; System.out.println(sc + " " + log);
        int tern = args.length > 0 ? 1 : 'x'; System.out.println(tern); System.out.println(true ? 'x' : 0); System.out.println(false ? 1 : 2.0); Object o = true ? 1 : "s"; System.out.println(o);
        Integer boxed = 5; boxed++; boxed += 2; System.out.println(boxed); 
        Character cb = 'a'; cb++; System.out.println(cb);
        final int fin; if (args.length == 0) fin = 1; else fin = 2; System.out.println(fin);
        for (int y = 0, z = 10; y < z; y += 3, z--) System.out.print(y + "," + z + " ");
        System.out.println();
        long sum = 0; for (long q = 0; q < 5; q++) sum += q * q; System.out.println(sum);
        int yy = switch ("b") { case "a" -> 1; case "b" -> { int tmp = 4; for (int q = 0; q < 3; q++) tmp += q; yield tmp; } default -> throw new IllegalStateException(); };
        System.out.println(yy);
        int old = switch (3) { case 1: yield 5; case 3: System.out.println("three"); default: yield 9; }; System.out.println(old);
        char g = 'q'; switch (g) { case 'p': System.out.println("p"); break; case 'q': System.out.println("q!"); }
        Integer bx = 3; switch (bx) { case 3: System.out.println("boxed 3"); }
        var text = """
            Hello,
              "World" \
            joined
            tab\tend""";
        System.out.println(text);
        synchronized (log) { System.out.println("sync"); }
        assert args.length > 100 : "not enabled";
        ;
    }
}
