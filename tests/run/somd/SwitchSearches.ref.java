/** Switches in searches: such an iteration is translated more than once. */
class SwitchSearches {
    static int last(int[] a) { int at = -7; for (int i = 0; i < a.length; i++) if (a[i] > (switch (a[i] & 1) { case 0 -> i; default -> 3; })) at = i; return at; }
    static int first(int[] a) { for (int i = 0; i < a.length; i++) if (a[i] > (switch (a[i] & 1) { case 0 -> i; default -> 5; })) return i; return -1; }
    static int inRow(int[][] a) { int at = -1; for (int i = 0; i < a.length; i++) { int s = 0; for (int j = 0; j < a[i].length; j++) s += switch (a[i][j] & 3) { case 0 -> j; case 1 -> 2; default -> 0; }; if (s > 4) at = i; } return at; }
    static void stored(int[] o, int[] a) { for (int i = 0; i < a.length; i++) { o[i] = switch (a[i]) { case 5 -> switch (i) { case 1 -> 7; default -> 8; }; default -> a[i]; }; if (o[i] == switch (i & 1) { case 0 -> 99; default -> 98; }) break; } }
    static int[] made(int n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = i * 7919 % 101; return a; }
    public static void main(String[] args) {
        System.out.println(last(new int[] { 1, 5, 9 }));
        for (int n : new int[] { 0, 1, 7, 5000 }) {
            int[] a = made(n);
            int[] o = new int[n];
            stored(o, a);
            long h = 1;
            for (int v : o) h = h * 31 + v;
            int[][] rows = new int[n][4];
            for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) rows[i][j] = a[(i + j) % n];
            System.out.println(last(a) + " " + first(a) + " " + inRow(rows) + " " + h);
        }
    }
}
