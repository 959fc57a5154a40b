import java.util.Random;
public class Fmt {
    public static void main(String[] args) {
        Random r = new Random(args.length > 1 ? Long.parseLong(args[1]) : 42);
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        String conv = "ddddxXoeEfffggGsScbBhaA%n";
        int hash = 0, block = 0;
        for (int i = 0; i < n; i++) {
            StringBuilder f = new StringBuilder("<%");
            String flags = "-#+ 0,(";
            int k = r.nextInt(3);
            for (int j = 0; j < k; j++) { char c = flags.charAt(r.nextInt(7)); if (f.indexOf(String.valueOf(c)) < 0) f.append(c); }
            if (r.nextInt(3) > 0) f.append(1 + r.nextInt(25));
            char c = conv.charAt(r.nextInt(conv.length()));
            if (r.nextInt(3) == 0 && "eEfgGsS".indexOf(c) >= 0) f.append('.').append(r.nextInt(20));
            f.append(c).append('>');
            Object a;
            switch (Character.toLowerCase(c)) {
                case 'd': case 'x': case 'o': switch (r.nextInt(5)) { case 0: a = r.nextInt(); break; case 1: a = r.nextLong(); break; case 2: a = (byte) r.nextInt(); break; case 3: a = (short) r.nextInt(); break; default: a = r.nextInt(2000) - 1000; } break;
                case 'e': case 'f': case 'g': case 'a':
                    switch (r.nextInt(9)) { case 0: a = r.nextGaussian(); break; case 1: a = r.nextDouble() * new double[]{1e-15,1e-9,1e-6,1e-4,1e-3,1e5,1e9,1e14}[r.nextInt(8)]; break;
                    case 2: a = r.nextFloat() * 1000; break; case 3: a = Double.longBitsToDouble(r.nextLong()); break; case 4: a = (double) r.nextInt(1000); break;
                    case 5: a = (r.nextInt(20001) - 10000) / 1000.0; break; case 6: a = new Object[] {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.5, 1.5, 0.05, 9.995}[r.nextInt(9)]; break;
                    case 7: a = (r.nextInt(2001) - 1000) / 8.0f; break; default: a = Math.round(r.nextDouble() * 1e6) / 100.0; }
                    if (Character.toLowerCase(c) == 'a' && a instanceof Float) a = 1.5; break;
                case 'c': a = r.nextBoolean() ? (Object) (char) (32 + r.nextInt(90)) : (Object) (65 + r.nextInt(20)); break;
                case 'b': a = r.nextInt(3) == 0 ? null : r.nextBoolean() ? (Object) r.nextBoolean() : "x"; break;
                default: a = r.nextInt(10) == 0 ? null : "str" + r.nextInt(100); }
            String s;
            try { s = String.format(f.toString(), a); } catch (RuntimeException e) { s = e.toString(); }
            hash = 31 * hash + s.hashCode(); block = 31 * block + s.hashCode();
            if (args.length > 2 || n <= 1000) System.out.println(f + " " + a + " " + s);
            else if (i % 2000 == 1999) { System.out.println(i + " " + block); block = 0; }
        }
        System.out.println(hash);
    }
}
