//! What every pack of programs has.

/// Makers of arrays, texts of results, helpers, some of which may throw, and the twins' models.
pub const GIVEN: &str = "    static int[] ints(int n, int x, int from, int to) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            a[i] = from + (x >>> 16) % (to - from);
        }
        return a;
    }
    // Of one length, of others, with nulls, with one row twice.
    static int[][] rows(int n, int x, int shape) {
        int[] lengths = ints(n, x, 0, 6);
        int[][] a = new int[n][];
        for (int i = 0; i < n; i++) a[i] = ints(shape == 0 ? 5 : lengths[i], x + i, -1, 9);
        if (shape == 2) for (int i = 0; i < n; i++) if (lengths[i] == 4) a[i] = null;
        if (shape == 3 && n > 2) a[2] = a[n - 1];
        return a;
    }
    static int div(int a, int b) {
        if (a > 1000) return b;
        return a / b;
    }
    static int look(int[] a, int k) {
        int s = 0;
        for (int q = 0; q < 2; q++) s += a[k + q];
        return s;
    }
    static int refuse(int a) {
        if (a == 7) throw new IllegalStateException(\"seven\");
        return a + 1;
    }
    static int plus(int a, int b) { return a + b; }
    static long plus(long a, long b) { return a + b; }
    static int most(int a, int b) { return a < b ? b : a; }
    static int trace;
    static int t(int k) {
        trace = trace * 31 + k;
        return k;
    }
    static long mix(long h, double v) { return h * 31 + Double.doubleToLongBits(v); }
    static String said(RuntimeException e) {
        if (e instanceof PartitionException) return \"PartitionException\";
        // A twin with a model has variables of its own, so that others have other numbers.
        String s = e.toString();
        for (int at = s.indexOf(\"<local\"); at >= 0; at = s.indexOf(\"<local\", at + 1)) s = s.substring(0, at + 6) + s.substring(s.indexOf(\">\", at));
        return s;
    }
⟨    static class PartitionException extends RuntimeException { }
    // An element as it was, unless it is the iteration's own.
    static int rd(int[] a, int[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static long rd(long[] a, long[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static float rd(float[] a, float[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static double rd(double[] a, double[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static byte rd(byte[] a, byte[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static short rd(short[] a, short[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static char rd(char[] a, char[] old, int own, int at) { return at == own ? a[at] : old[at]; }
    static int rd(int[][] a, int[][] old, int i, int j, int y, int x) { return y == i && x == j ? a[y][x] : old[y][x]; }
    static long rd(long[][] a, long[][] old, int i, int j, int y, int x) { return y == i && x == j ? a[y][x] : old[y][x]; }
    static double rd(double[][] a, double[][] old, int i, int j, int y, int x) { return y == i && x == j ? a[y][x] : old[y][x]; }
    static int[][] copy(int[][] a) { int[][] c = a.clone(); for (int i = 0; i < c.length; i++) c[i] = c[i].clone(); return c; }
    static long[][] copy(long[][] a) { long[][] c = a.clone(); for (int i = 0; i < c.length; i++) c[i] = c[i].clone(); return c; }
    static double[][] copy(double[][] a) { double[][] c = a.clone(); for (int i = 0; i < c.length; i++) c[i] = c[i].clone(); return c; }
    // The place of a read that must not leave a view.
    static int seen(int own, int before, int behind, int at) {
        if (at - own < -before || at - own > behind) throw new PartitionException();
        return at;
    }
    static int[][] lengths(int[][] a, int length) {
        for (int[] row : a) lengths(row, length);
        return a;
    }
    static int[] lengths(int[] a, int length) {
        if (a != null && a.length != length) throw new ClassCastException(\"an array of length \" + a.length + \" where the type says \" + length);
        return a;
    }
    // The sum in its fixed shape: 256 lanes of 64 rows a block, halved; up to 32 values in order.
    static float total(float[] v) {
        if (v.length <= 32) {
            float s = 0;
            for (float x : v) s += x;
            return s;
        }
        float[] blocks = new float[(v.length + 16383) / 16384];
        for (int k = 0; k < blocks.length; k++) {
            float[] lanes = new float[256];
            for (int i = k * 16384; i < Math.min(v.length, (k + 1) * 16384); i++) lanes[i % 256] += v[i];
            for (int half = 128; half > 0; half /= 2) for (int l = 0; l < half; l++) lanes[l] += lanes[l + half];
            blocks[k] = lanes[0];
        }
        return blocks.length == 1 ? blocks[0] : total(blocks);
    }⟩
";
