public class ConstructorSteps {
    record Q(int a) { }
    record P(int a, float b) { }
    record Pair(Q left, Q right) { }
    public static void main(String[] args) {
        int[] v = {1, 2, 3};
        System.out.println(new Q(v[1]) + " " + new P(v[2], v[2] * 0.5f) + " " + v.length);
        System.out.println(v[2] / 2.0 + " " + (long) v[2] / 4.0 + " " + Math.min(v[0] / 2.0, v[1] / 2.0));
        System.out.println(new Pair(new Q(v[2]), new Q(v[2] * v[2])));
        long s = 0;
        for (int x : v) s += (long) x * 10;
        System.out.println(s);
        System.out.println(new Q(v[0]) + " " + 2);
        System.out.println(v.length + " " + v[2]);
        System.out.println(0);
    }
}
