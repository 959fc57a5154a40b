/** The same sums by loops over plain arrays. */
class EmptyMatrices {
    static float sum(float x, float[][] rows, int column) {
        float s = x;
        for (float[] row : rows) s += row[column];
        return s;
    }
    static int heads(int x, int[][][] cube) {
        int s = x;
        for (int[][] plane : cube) for (int[] row : plane) s += row[0];
        return s;
    }
    public static void main(String[] args) {
        float[] a = new float[100];
        for (int i = 0; i < 100; i++) a[i] = i;
        System.out.println(sum(a[7], new float[0][4], 7));
        System.out.println(sum(a[7], new float[2][100], 7));
        System.out.println(sum(a[7], new float[0][0], 7));
        for (float[][] rows : new float[][][] {new float[0][4], new float[0][4], {}}) System.out.println(sum(a[9], rows, 0));
        for (int[][][] cube : new int[][][][] {new int[0][2][3], new int[2][0][3], new int[2][3][1]}) System.out.println(heads(0, cube));
    }
}
