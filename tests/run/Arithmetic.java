public class Arithmetic {
    static long f(long a, int b) { return a << b ^ a >>> b; }
    public static void main(String[] args) {
        int[] xs = {0, 1, -1, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE, 12345678};
        for (int a : xs) for (int b : xs) {
            System.out.println(a + " " + b + " " + (a + b) + " " + (a * b) + " " + (a - b) + " " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b) + " " + (a < b));
            try { System.out.println(a / b + " " + a % b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        }
        double[] ds = {0.0, -0.0, 1.5, -2.5, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, 123456789.123, 0.1f};
        for (double d : ds) {
            System.out.println(d + " " + (int) d + " " + (long) d + " " + (byte) d + " " + (char) ((int) d & 63 | 64) + " " + (float) d + " " + d % 3 + " " + d * 3 + " " + (d == d));
        }
        byte b = 100; b += 100; System.out.println(b);
        short s = (short) 40000; System.out.println(s); s >>>= 1; System.out.println(s);
        char c = 'a'; c += 1; c++; System.out.println(c); System.out.println(c + 1); System.out.println((char) (c + 1));
        int i = 5; i = i++ + ++i; System.out.println(i);
        i += 3.7; System.out.println(i);
        long l = 1L << 40; System.out.println(l + " " + f(l, 3) + " " + (int) l);
        System.out.println(1 / 3.0f); System.out.println(100.0 / 3); System.out.println(1e7 + " " + 1.0E-5 + " " + 12345.678f);
        boolean t = true; t &= false | true ^ true; System.out.println(t);
        System.out.println(0x7fffffff + 1); System.out.println(-Integer.MIN_VALUE); System.out.println('a' + 'b' + "c" + 'd' + 1);
        final int K = 3; switch (K) { case 3: System.out.println("three"); default: System.out.println("fall"); }
        String str = null; str += "x"; System.out.println(str);
        int[] arr = new int[3]; int k = 0; arr[k++] = k++; arr[k] += 5; System.out.println(arr[0] + " " + arr[1] + " " + arr[2] + " " + k);
        choices(args.length == 0, args.length > 0, k);
    }

    /** Nothing but the operation says of which type the literals in a choice are. */
    static void choices(boolean p, boolean q, int k) {
        float f = (p ? 9223372036854775807L : 31L) & -123456789013L;
        System.out.println(f + " " + ((p ? 5000000000L : 7L) == (q ? 1L : 5000000000L)) + " " + ((p ? 5000000000L : 7L) + (q ? 1L : 2L)));
        System.out.println((double) -(p ? 5000000000L : 7L) + " " + (int) ~(p ? 5000000000L : 7L) + " " + (p ? 1.5f : 2.5f) * (q ? 2f : 3f));
        System.out.println((byte) ((p ? 200 : 7) + (q ? 1 : 100)) + " " + ((p ? 1L << 40 : 5L) >>> (q ? 1 : 3)) + " " + Math.abs(p ? -5000000000L : 1L));
        System.out.println(-(p ? 1 : 2) * 5000000000L + " " + (p ? 1 : 2) / (q ? 1.0 : 4) + " " + k * (p ? 5000000000L : 1L) % (q ? 7L : 1000L));
    }
}
