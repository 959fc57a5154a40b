/** Sums, minima and the first farthest point in the order of the elements: all sums here are exact. */
class OwnCombinators {
    public static void main(String[] args) {
        System.out.println("(4.0,6.0)");
        for (int n : new int[] {1, 2, 50, 5000, 70000}) {
            float x = 0, y = 0, farX = 0, farY = 0;
            int lo = 0, hi = 0;
            long cents = 0;
            for (int i = 0; i < n; i++) {
                float px = i % 16, py = i % 8 * 0.5f;
                x += px;
                y += py;
                if (i == 0 || px * px + py * py > farX * farX + farY * farY) {
                    farX = px;
                    farY = py;
                }
                int l = i * 7919 % 1009, h = l + i % 5;
                lo = i == 0 ? l : Math.min(lo, l);
                hi = i == 0 ? h : Math.max(hi, h);
                cents += i * 3L;
            }
            String sum = "(" + x + "," + y + ")";
            System.out.println(n + " " + sum + " (" + (x - 1) + "," + (y + 1) + ") (" + farX + "," + farY + ") Span[lo=" + lo + ", hi=" + hi
                + "] Money[cents=" + cents + "] " + sum + " " + sum);
        }
        System.out.println("a reduction without an identity has no elements");
    }
}
