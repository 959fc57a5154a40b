import java.util.Arrays;

public class TupleUses {
    static float at(int i) {
        return (i * 37 % 101) * 0.5f;
    }

    public static void main(String[] args) {
        int n = 300;
        int best = -1, last = -1;
        float most = -1f, latest = -1f;
        float calls = 0, puts = 0;
        for (int i = 0; i < n; i++) {
            float s = at(i);
            if (s > most) {
                most = s;
                best = i;
            }
            if (s >= latest) {
                latest = s;
                last = i;
            }
            calls += Math.max(s - 20f, 0f) * 0.9f;
            puts += Math.max(-(s - 20f), 0f) * 0.9f;
        }
        System.out.println(best + " " + most);
        System.out.println("Pair[first=" + last + ", second=" + latest + "] Pair[first=-1, second=60.0]");
        System.out.println(Math.round(calls) + " " + Math.round(puts));
        int h = 0;
        for (int i = 0; i < n; i++) {
            int nearest = -1;
            float d = 1e30f;
            for (int j = 0; j < n; j++) {
                if (j == i) continue;
                float a = at(i), b = at(j), dx = b - a, dy = b * .5f - a * .5f, dz = -b - -a, e = dx * dx + dy * dy + dz * dz + 0.01f;
                if (e < d) {
                    d = e;
                    nearest = j;
                }
            }
            h = 31 * h + nearest;
        }
        System.out.println(h);
        System.out.println(2 * at(10) + " Pair[first=" + 2 * at(299) + ", second=" + at(299) + "]");
        double sum = 0;
        for (int i = 0; i < 50; i += 2) sum += i * .25 * 2;
        System.out.println(sum + " Tuple2[_1=" + 49 * .25 * 2 + ", _2=49]");
        int[] order = new int[n];
        int kept = 0;
        for (int i = 0; i < n; i++) if (at(i) > 49f) order[kept++] = i;
        System.out.println(kept + " Tuple2[_1=" + at(order[0]) + ", _2=" + order[0] + "]");
        System.out.println(Arrays.toString(Arrays.copyOf(order, kept)));
    }
}
