/** Makes a hundred million objects of which none outlives its step. */
public class ShortLived {
    static class Step {
        final int value;
        final Step before;

        Step(int value, Step before) {
            this.value = value;
            this.before = before;
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 100_000_000;
        Step last = new Step(0, null);
        long sum = 0;
        for (int i = 1; i < n; i++) {
            Step s = new Step(i, last);
            sum += s.value - s.before.value;
            last = new Step(s.value, null);
        }
        System.out.println(sum + " " + last.value);
    }
}
