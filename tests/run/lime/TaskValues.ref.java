/** The same functions, called one after the other in a loop. */
public class TaskValues {
    enum Level { LOW, HIGH }
    static class Pair { int[] keys, counts; Pair(int[] k, int[] c) { keys = k; counts = c; } }
    static class Named { String name; float[][] points; Level level; Named(String n, float[][] p, Level l) { name = n; points = p; level = l; } }

    static int n;
    static Pair next() {
        n++;
        int[] k = new int[1 + n % 5], c = new int[1 + n % 3];
        for (int i = 0; i < k.length; i++) k[i] = n * i;
        c[0] = n;
        return new Pair(k, c);
    }
    static Pair heavy(Pair p) {
        int[] keys = new int[p.keys.length];
        for (int j = 0; j < keys.length; j++) {
            int s = 0;
            for (int i = 0; i < 100; i++) s = s * 31 + p.keys[j];
            keys[j] = s;
        }
        return new Pair(keys, p.counts);
    }
    static Named named(Pair p) {
        float[][] rows = new float[p.counts.length][2];
        for (int i = 0; i < 2 * rows.length; i++) rows[i / 2][i % 2] = p.keys[i % p.keys.length] % 100;
        String[] names = { "zero", "one", "two" };
        return new Named(names[p.counts.length % 3] + "/start", rows, p.counts[0] % 2 == 0 ? Level.HIGH : Level.LOW);
    }
    static int boxed(Named n) {
        int other = n.level == Level.HIGH ? 0 : 1;
        return 2 * (n.name.length() + n.points.length + n.level.ordinal()) + n.name.length() + 1 + n.points.length + other + 4;
    }
    static String text(Named n) {
        long l = (long) boxed(n) << 33;
        double d = Math.sqrt((int) (l >>> 33) % 10) + l;
        return d + "!" + (int) d % 2;
    }

    public static void main(String[] args) {
        for (int last : new int[] { 0, 1, 3000 }) {
            double pairs = 0, deep = 0, boxes = 0, enums = 0;
            int high = 0, odd = 0;
            for (n = 0; n < last; ) {
                Pair first = next(), p = heavy(first);
                pairs += p.keys[0] + p.counts[0];
                for (int k : p.keys) pairs += k % 1000;
                Named m = named(p);
                deep += m.name.length() + 1 + 2 + m.points.length + m.points[0][1];
                if (m.level == Level.HIGH) high++;
                String s = text(named(first));
                boxes += s.length();
                if (s.endsWith("!1")) odd++;
                float f = 0;
                for (int i = 0; i < s.length(); i++) f += (float) s.charAt(i) * 1f + i;
                // Both ways the operator that is applied is the product.
                enums += (1 + 3) * 7;
            }
            System.out.println("pairs " + last + " " + pairs + " 0");
            System.out.println("deep " + last + " " + deep + " " + high);
            System.out.println("boxes " + last + " " + boxes + " " + odd);
            System.out.println("enums " + last + " " + enums + " 0");
        }
    }
}
