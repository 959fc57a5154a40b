public class Control {
    static int f(int n) { System.out.print("f" + n + " "); return n; }
    static boolean t(boolean b) { System.out.print(b ? "T" : "F"); return b; }
    static int tricky() { int x = 1; try { return x; } finally { x = 2; System.out.print("fin "); } }
    static int loopFinally() { for (int i = 0; ; i++) { try { if (i < 3) continue; if (i == 5) break; } finally { System.out.print("i" + i + " "); } } return -1; }
    static String nested() {
        StringBuilder log = new StringBuilder();
        try {
            try { throw new RuntimeException("a"); }
            finally { log.append("f1 "); try { throw new IllegalStateException("b"); } catch (IllegalStateException e) { log.append(e.getMessage()).append(' '); } }
        } catch (RuntimeException e) { log.append(e.getMessage()); }
        return log.toString();
    }
    static int days(int month, boolean leap) {
        return switch (month) { case 4, 6, 9, 11 -> 30; case 2 -> leap ? 29 : 28; default -> 31; };
    }
    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 2) break outer;
                System.out.print(i * 10 + j + " ");
            }
        }
        System.out.println();
        block: { if (args.length == 0) break block; System.out.println("not here"); }
        int[] a = {0, 0, 0};
        int i = 0;
        a[i++] = a[i] = i = f(2);
        System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + i);
        System.out.println(f(1) + f(2) * f(3) - (f(4) - f(5)));
        System.out.println(t(false) && t(true) || t(true) & t(false) | t(true) ^ t(true));
        System.out.println(tricky() + " " + loopFinally() + " " + nested());
        for (int m = 1; m <= 12; m++) System.out.print(days(m, m % 2 == 0) + " ");
        System.out.println();
        int k = 10;
        do { k -= 3; } while (k > 0);
        while (true) { if (++k > 3) break; }
        System.out.println(k);
        for (int x = 0, y = 10; x < y; x += 3, y--) System.out.print(x + ":" + y + " ");
        System.out.println();
        switch (3) { case 1: System.out.println("1"); case 3: System.out.println("3"); case 4: System.out.println("4"); break; case 5: System.out.println("5"); }
        int[][] grid = {{1, 2, 3}, {4}, {}};
        int total = 0;
        for (int[] row : grid) for (int v : row) total += v;
        System.out.println(total + " " + grid[2].length);
        int[][][] cube = new int[2][3][];
        System.out.println(cube[1].length + " " + (cube[1][2] == null));
        char c = 'a';
        c += 2; c++;
        System.out.println(c + " " + (c > 'b' ? 1 : 2.0) + " " + (true ? null : 0) + " " + (char) (c + 1));
        var list = new java.util.ArrayList<int[]>();
        list.add(new int[] {1, 2});
        for (var x : list) System.out.println(x[1]);
        long bits = 0;
        for (final int row[] : grid) bits = bits * 8 + row.length;
        for (int[] plane[] : cube) bits = bits * 8 + plane.length;
        System.out.println(bits);
        last = last = (new Shorter[2])[total - 10];
        System.out.println(last + " " + new Shorter().cut());
    }

    static java.util.ArrayList<Integer> last;

    static class Shorter extends java.util.ArrayList<Integer> {
        Shorter cut() {
            java.util.function.BiConsumer<Integer, Integer> remove = super::removeRange;
            addAll(java.util.List.of(1, 2, 3, 4));
            remove.accept(1, 3);
            return this;
        }
    }
}
