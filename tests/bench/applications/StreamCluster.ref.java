/** What a new centre would save: Rodinia, streamcluster's gain of a candidate, over points in an array of objects. */
public class StreamCluster {
    static class Point {
        float weight;
        float[] coord;
        int assign;
        float cost;
    }

    static float dist(Point a, Point b, int dim) {
        float result = 0;
        for (int i = 0; i < dim; i++) {
            result += (a.coord[i] - b.coord[i]) * (a.coord[i] - b.coord[i]);
        }
        return result;
    }

    /** What opening a centre at x saves; the points move to it if that is more than it costs. */
    static double gain(int x, Point[] points, int dim, double z, boolean[] isCenter, int[] table, boolean[] switches, double[] lower) {
        int n = points.length;
        int centers = 0;
        for (int i = 0; i < n; i++) {
            if (isCenter[i]) {
                table[i] = centers++;
            }
        }
        double[] gl = new double[centers];
        double saved = 0;
        for (int i = 0; i < n; i++) {
            switches[i] = false;
            lower[i] = 0;
        }
        for (int i = 0; i < n; i++) {
            float cost = dist(points[i], points[x], dim) * points[i].weight;
            float now = points[i].cost;
            if (cost < now) {
                switches[i] = true;
                lower[i] = cost - now;
            } else {
                gl[table[points[i].assign]] += now - cost;
            }
        }
        for (int i = 0; i < n; i++) {
            saved += lower[i];
        }
        int toClose = 0;
        double cost = z + saved;
        for (int i = 0; i < n; i++) {
            if (isCenter[i]) {
                double low = z + gl[table[i]];
                if (low > 0) {
                    toClose++;
                    cost -= low;
                }
            }
        }
        if (cost < 0) {
            for (int i = 0; i < n; i++) {
                boolean close = gl[table[points[i].assign]] + z > 0;
                if (switches[i] || close) {
                    points[i].cost = points[i].weight * dist(points[i], points[x], dim);
                    points[i].assign = x;
                }
            }
            for (int i = 0; i < n; i++) {
                if (isCenter[i] && gl[table[i]] + z > 0) {
                    isCenter[i] = false;
                }
            }
            isCenter[x] = true;
        } else {
            cost = 0;
        }
        return -cost;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int dim = 32;
        for (int round = 0; round < rounds; round++) {
            Point[] points = new Point[n];
            for (int i = 0; i < n; i++) {
                points[i] = new Point();
                points[i].weight = 1;
                points[i].coord = new float[dim];
                for (int k = 0; k < dim; k++) {
                    points[i].coord[k] = (float) ((i * 31 + k * 17 + i * i % 103) % 101) / 101;
                }
            }
            for (int i = 0; i < n; i++) {
                points[i].cost = dist(points[i], points[0], dim);
                points[i].assign = 0;
            }
            boolean[] isCenter = new boolean[n];
            isCenter[0] = true;
            int[] table = new int[n];
            boolean[] switches = new boolean[n];
            double[] lower = new double[n];
            long start = System.nanoTime();
            double gained = 0;
            for (int k = 1; k < 12; k++) {
                gained += gain(k * 7 % n, points, dim, n / 40.0, isCenter, table, switches, lower);
            }
            long end = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < n; i++) {
                sum += points[i].assign * (1 + i % 13);
            }
            System.out.println(rounds > 1 ? "time streamcluster " + (end - start) : "streamcluster " + sum + " " + Math.round(gained * 1000));
        }
    }
}
