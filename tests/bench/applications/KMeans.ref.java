/** Lloyd's clustering: Rodinia, kmeans. */
public class KMeans {
    static int nearest(float[] point, float[][] clusters) {
        int index = 0;
        float least = Float.MAX_VALUE;
        for (int i = 0; i < clusters.length; i++) {
            float dist = 0;
            for (int k = 0; k < point.length; k++) {
                dist += (point[k] - clusters[i][k]) * (point[k] - clusters[i][k]);
            }
            if (dist < least) {
                least = dist;
                index = i;
            }
        }
        return index;
    }

    static int assign(float[][] points, float[][] clusters, int[] membership) {
        int changed = 0;
        for (int i = 0; i < points.length; i++) {
            int index = nearest(points[i], clusters);
            if (membership[i] != index) {
                changed++;
            }
            membership[i] = index;
        }
        return changed;
    }

    static void centre(float[][] points, float[][] clusters, int[] membership, int k) {
        int features = points[0].length;
        int[] members = new int[k];
        float[][] sums = new float[k][features];
        for (int i = 0; i < points.length; i++) {
            int index = membership[i];
            members[index]++;
            for (int j = 0; j < features; j++) {
                sums[index][j] += points[i][j];
            }
        }
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < features; j++) {
                if (members[i] > 0) {
                    clusters[i][j] = sums[i][j] / members[i];
                }
            }
        }
    }

    static int cluster(float[][] points, float[][] clusters, int[] membership, int k, int limit) {
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < points[0].length; j++) {
                clusters[i][j] = points[i][j];
            }
        }
        for (int i = 0; i < membership.length; i++) {
            membership[i] = -1;
        }
        int loop = 0;
        int changed;
        do {
            changed = assign(points, clusters, membership);
            centre(points, clusters, membership, k);
            loop++;
        } while (changed > 0 && loop < limit);
        return loop;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int features = 16, k = 5;
        float[][] points = new float[n][features];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < features; j++) {
                points[i][j] = (float) ((i * 31 + j * 17 + i * i % 103 * j) % 101) / 101 + i % 3;
            }
        }
        for (int round = 0; round < rounds; round++) {
            float[][] clusters = new float[k][features];
            int[] membership = new int[n];
            long start = System.nanoTime();
            int loop = cluster(points, clusters, membership, k, 20);
            long end = System.nanoTime();
            double sum = 0;
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < features; j++) {
                    sum += clusters[i][j] * (1 + (i * 7 + j) % 13);
                }
            }
            System.out.println(rounds > 1 ? "time kmeans " + (end - start) : "kmeans " + loop + " " + sum);
        }
    }
}
