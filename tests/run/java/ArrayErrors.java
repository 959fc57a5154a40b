public class ArrayErrors {
    static void attempt(int k) {
        try {
            int[] a = new int[3];
            Object[] os = new String[1];
            int[][] m = new int[2][];
            switch (k) {
                case 0: a[3] = 1; break;
                case 1: System.out.println(a[-1]); break;
                case 2: os[0] = 5; break;
                case 3: m[1][0] = 2; break;
                case 4: a = new int[-2]; break;
                case 5: System.arraycopy(a, 1, a, 2, 5); break;
                case 6: "abc".substring(2, 1); break;
                case 7: Object o = "s"; Integer i = (Integer) o; break;
                case 8: Integer n = null; int x = n; break;
                case 9: Integer.parseInt("12a"); break;
                case 10: a[2] /= a[0]; break;
                case 11: long q = 5L % a[1]; break;
                default: System.out.println("fine");
            }
        } catch (RuntimeException e) {
            System.out.println(k + " " + e.getClass().getName());
            if (k != 3 && k != 8) System.out.println("  " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        for (int k = 0; k <= 12; k++) attempt(k);
        int[][] ragged = {{1}, {2, 3}, null};
        int[] copy = ragged[1].clone();
        copy[0] = 9;
        System.out.println(ragged[1][0] + " " + copy.length);
        int[] big = new int[10];
        System.arraycopy(big, 0, big, 1, 9);
        long[] ls = {1L, 2};
        ls[0] <<= 35; ls[1] ^= -1;
        byte[] bs = {1, (byte) 255};
        bs[0] += bs[1]; bs[1] >>>= 1;
        System.out.println(ls[0] + " " + ls[1] + " " + bs[0] + " " + bs[1]);
    }
}
