public class Numbers {
    public static void main(String[] args) {
        double[] ds = {0.1 + 0.2, 1e21, 1e-7, 123456.789, 100.0, Double.MIN_VALUE, Double.MAX_VALUE, 2e-3, 9007199254740993.0, 1.0 / 0, -1.0 / 0, 0.0 / 0};
        for (double d : ds) System.out.println(d + " " + (float) d + " " + (int) d + " " + (long) d);
        System.out.println(Integer.toHexString(-1) + " " + Integer.toBinaryString(10) + " " + Long.toHexString(1L << 40) + " " + Integer.parseInt("-42") + " " + Long.parseLong("9999999999"));
        System.out.println(Double.parseDouble("1e-3") + " " + Double.parseDouble(" 12.5 ") + " " + Integer.MAX_VALUE + " " + Long.MIN_VALUE + " " + Float.MAX_VALUE);
        System.out.println(Math.abs(-5) + " " + Math.max(1, 2L) + " " + Math.min(-0.0, 0.0) + " " + Math.sqrt(2) + " " + Math.floor(-1.5) + " " + Math.ceil(1.2) + " " + Math.rint(2.5) + " " + Math.round(-2.5) + " " + Math.round(1e18f));
        System.out.println(5 / 2 + " " + -5 / 2 + " " + 5 % -3 + " " + -5 % 3 + " " + 5.5 % 2 + " " + -5.5 % 2);
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (char) 65 + " " + (int) 'z' + " " + (byte) 'é' + " " + (int) 3.99e10 + " " + (long) Float.NaN);
        System.out.println((1 << 33) + " " + (1L << 33) + " " + (-8 >> 1) + " " + (-8 >>> 28) + " " + (-8L >>> 60));
        int i = Integer.MIN_VALUE;
        System.out.println(i / -1 + " " + i % -1 + " " + -i + " " + Math.abs(i) + " " + (i - 1));
        System.out.println(Integer.bitCount(255) + " " + Integer.highestOneBit(100) + " " + Integer.numberOfTrailingZeros(8) + " " + Long.numberOfLeadingZeros(1) + " " + Integer.reverse(1) + " " + Integer.rotateLeft(1, 33));
        System.out.println(Float.floatToIntBits(1.5f) + " " + Double.doubleToLongBits(-0.0) + " " + Float.intBitsToFloat(0x7f800000));
        float f = 16777216f;
        f++;
        System.out.println(f + " " + (f == 16777216f) + " " + 0.1f + " " + (0.1f + 0.2f) + " " + (double) 0.1f);
        Integer a = 127, b = 127, c = 1000, d = 1000;
        System.out.println((a == b) + " " + c.equals(d) + " " + a.compareTo(c) + " " + Integer.compare(3, 2) + " " + c.hashCode() + " " + Double.valueOf(1.5).hashCode() + " " + Boolean.hashCode(true) + " " + Long.hashCode(1L << 32));
        long sum = 0;
        for (byte k = 120; k > 0; k++) sum += k;
        System.out.println(sum);
    }
}
