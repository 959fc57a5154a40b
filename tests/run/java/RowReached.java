/** The way to a row is taken before what is computed behind it: its index, and what is stored. A null row is found behind the value. */
class RowReached {
    static class Holder { int[][] grid = new int[3][3]; int[] row = new int[3]; Holder next; }
    static void store(int[][] o, int[] a, int d) { for (int j = 0; j < 4; j++) o[d][j] = a[d + 90 + j]; }
    static void print(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][j] = say(j); }
    static int say(int j) { System.out.println("said " + j); return j; }
    static int zero(int z) { return 1 / z; }
    static void call(int[][] o, int z, int d) { for (int j = 0; j < 4; j++) o[d][j] = zero(z); }
    static void index(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][say(j)] = j; }
    static int read(int[][] o, int d) { int s = 0; for (int j = 0; j < 4; j++) s += o[d][say(j)]; return s; }
    static int readZero(int[][] o, int d, int z) { int s = 0; for (int j = 0; j < 4; j++) s += o[d][j / z]; return s; }
    static int used(int[][] o, int d, int z) { int s = 0; for (int j = 0; j < 4; j++) s += o[d][j] = j / z; return s; }
    static void compound(int[][] o, int d, int z) { for (int j = 0; j < 4; j++) o[d][j] += j / z; }
    static void compoundIndex(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][say(j)] += 2; }
    static void count(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][say(j)]++; }
    static void nullRow(int[][] o, int[] a) { for (int j = 0; j < 4; j++) o[1][j] = a[j + 9]; }
    static void field(Holder h, int z) { for (int j = 0; j < 4; j++) h.row[j] = j / z; }
    static void fieldRow(Holder h, int d, int z) { for (int j = 0; j < 4; j++) h.grid[d][j] = j / z; }
    static void nextRow(Holder h, int d, int z) { for (int j = 0; j < 4; j++) h.next.grid[d][j] = say(j); }
    static int fieldRead(Holder h, int d, int z) { int s = 0; for (int j = 0; j < 4; j++) s += h.next.grid[d][j / z]; return s; }
    static void cube(int[][][] o, int d, int e, int z) { for (int j = 0; j < 4; j++) o[d][e / z][j] = say(j); }
    static void objects(Object[][] o, int d) { for (int j = 0; j < 4; j++) o[d][j] = "x" + say(j); }
    static void chars(char[][] o, String s, int d) { for (int j = 0; j < 4; j++) o[d][j] = s.charAt(j + 3); }
    static void down(double[][] o, double[] a, int d) { for (int j = 3; j >= 0; j -= 2) o[d][j] = a[j + 2]; }
    static void whole(long[][] o, long[] a, int d) { int j = 0; while (j < 4) { o[d][j] = a[j + 1]; j++; } }
    static String t(Runnable r) { try { r.run(); return "ok"; } catch (RuntimeException e) { return e.toString(); } }

    public static void main(String[] x) {
        System.out.println("store " + t(() -> store(new int[10][4], new int[10], 100)));
        System.out.println("print " + t(() -> print(new int[10][4], 100)));
        System.out.println("call " + t(() -> call(new int[10][4], 0, 100)));
        System.out.println("index " + t(() -> index(new int[10][4], 100)));
        System.out.println("index ok " + t(() -> index(new int[10][3], 1)));
        System.out.println("read " + t(() -> read(new int[10][4], -1)));
        System.out.println("readZero " + t(() -> readZero(new int[10][4], -1, 0)));
        System.out.println("used " + t(() -> used(new int[2][4], 2, 0)));
        System.out.println("compound " + t(() -> compound(new int[2][4], 2, 0)));
        System.out.println("compound 0 " + t(() -> compound(new int[2][0], 1, 0)));
        System.out.println("compoundIndex " + t(() -> compoundIndex(new int[2][4], 2)));
        System.out.println("count " + t(() -> count(new int[2][4], 2)));
        System.out.println("nullRow " + t(() -> nullRow(new int[10][], new int[3])));
        System.out.println("nullAll " + t(() -> nullRow(null, new int[3])));
        System.out.println("nullPrint " + t(() -> print(new int[2][], 1)));
        System.out.println("field " + t(() -> field(null, 0)));
        System.out.println("field 0 " + t(() -> field(new Holder(), 0)));
        System.out.println("fieldRow " + t(() -> fieldRow(new Holder(), 3, 0)));
        System.out.println("fieldRow null " + t(() -> fieldRow(null, 3, 0)));
        System.out.println("nextRow " + t(() -> nextRow(new Holder(), 0, 0)));
        System.out.println("fieldRead " + t(() -> fieldRead(new Holder(), 0, 0)));
        System.out.println("cube " + t(() -> cube(new int[2][2][2], 2, 1, 0)));
        System.out.println("cube 1 " + t(() -> cube(new int[2][2][2], 1, 1, 0)));
        System.out.println("cube 2 " + t(() -> cube(new int[2][2][2], 1, 2, 1)));
        System.out.println("objects " + t(() -> objects(new Object[2][2], 2)));
        System.out.println("chars " + t(() -> chars(new char[2][2], "abcd", 2)));
        System.out.println("down " + t(() -> down(new double[2][4], new double[2], 2)));
        System.out.println("whole " + t(() -> whole(new long[2][4], new long[2], 2)));
    }
}
