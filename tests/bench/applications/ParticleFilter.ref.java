/** An object is followed through the frames of a film by weighted guesses: Rodinia, particlefilter. */
public class ParticleFilter {
    static final int A = 1103515245, C = 12345;
    static final long M = Integer.MAX_VALUE;

    static double random(int[] seed, int index) {
        long num = (long) A * seed[index] + C;
        seed[index] = (int) (num % M);
        return Math.abs(seed[index] / (double) M);
    }

    static double gaussian(int[] seed, int index) {
        double u = random(seed, index);
        double v = random(seed, index);
        double cosine = Math.cos(2 * Math.PI * v);
        double rt = -2 * Math.log(u + 1e-12);
        return Math.sqrt(rt) * cosine;
    }

    static int findIndex(double[] cdf, double value) {
        for (int x = 0; x < cdf.length; x++) {
            if (cdf[x] >= value) {
                return x;
            }
        }
        return cdf.length - 1;
    }

    static void move(double[] x, double[] y, int[] seed) {
        for (int i = 0; i < x.length; i++) {
            x[i] += 1 + 5 * gaussian(seed, i);
            y[i] += -2 + 2 * gaussian(seed, i);
        }
    }

    static void likelihoods(double[] likelihood, double[] x, double[] y, int[] image, int side, int frame, int[] disk, int frames) {
        int ones = disk.length / 2;
        for (int i = 0; i < x.length; i++) {
            double sum = 0;
            for (int k = 0; k < ones; k++) {
                int indX = (int) Math.round(x[i]) + disk[2 * k + 1];
                int indY = (int) Math.round(y[i]) + disk[2 * k];
                int at = Math.abs(indX * side * frames + indY * frames + frame);
                if (at >= image.length) {
                    at = 0;
                }
                int p = image[at];
                sum += (Math.pow(p - 100, 2) - Math.pow(p - 228, 2)) / 50.0;
            }
            likelihood[i] = sum / ones;
        }
    }

    static double total(double[] weights) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
        }
        return sum;
    }

    static double mean(double[] x, double[] weights) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += x[i] * weights[i];
        }
        return sum;
    }

    static void weigh(double[] weights, double[] likelihood) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weights[i] * Math.exp(likelihood[i] / 100);
        }
    }

    static void normalize(double[] weights, double sum) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weights[i] / sum;
        }
    }

    static void cumulate(double[] cdf, double[] weights) {
        cdf[0] = weights[0];
        for (int i = 1; i < cdf.length; i++) {
            cdf[i] = weights[i] + cdf[i - 1];
        }
    }

    static void resample(double[] nextX, double[] nextY, double[] x, double[] y, double[] cdf, double u1) {
        int n = x.length;
        for (int j = 0; j < n; j++) {
            int i = findIndex(cdf, u1 + j / (double) n);
            nextX[j] = x[i];
            nextY[j] = y[i];
        }
    }

    static double[] follow(int[] image, int side, int frames, int[] disk, int particles) {
        int[] seed = new int[particles];
        double[] x = new double[particles];
        double[] y = new double[particles];
        double[] weights = new double[particles];
        double[] likelihood = new double[particles];
        double[] cdf = new double[particles];
        double[] nextX = new double[particles];
        double[] nextY = new double[particles];
        for (int i = 0; i < particles; i++) {
            seed[i] = 1 + i * 7919;
            weights[i] = 1.0 / particles;
            x[i] = side / 2.0;
            y[i] = side / 2.0;
        }
        double[] path = new double[2 * frames];
        for (int k = 1; k < frames; k++) {
            move(x, y, seed);
            likelihoods(likelihood, x, y, image, side, k, disk, frames);
            weigh(weights, likelihood);
            normalize(weights, total(weights));
            path[2 * k] = mean(x, weights);
            path[2 * k + 1] = mean(y, weights);
            cumulate(cdf, weights);
            double u1 = 1.0 / particles * random(seed, 0);
            resample(nextX, nextY, x, y, cdf, u1);
            for (int i = 0; i < particles; i++) {
                x[i] = nextX[i];
                y[i] = nextY[i];
                weights[i] = 1.0 / particles;
            }
        }
        return path;
    }

    public static void main(String[] args) {
        int particles = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int side = 64, frames = 8;
        int[] image = new int[side * side * frames];
        for (int x = 0; x < side; x++) {
            for (int y = 0; y < side; y++) {
                for (int k = 0; k < frames; k++) {
                    int dx = x - side / 2 - k, dy = y - side / 2 + 2 * k;
                    image[x * side * frames + y * frames + k] = dx * dx + dy * dy < 25 ? 228 : 100 + (x * 31 + y * 17 + k) % 9;
                }
            }
        }
        int[] disk = new int[2 * 69];
        int n = 0;
        for (int dx = -4; dx <= 4; dx++) {
            for (int dy = -4; dy <= 4; dy++) {
                if (dx * dx + dy * dy <= 21) {
                    disk[n++] = dy;
                    disk[n++] = dx;
                }
            }
        }
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            double[] path = follow(image, side, frames, disk, particles);
            long end = System.nanoTime();
            double sum = 0;
            for (int k = 0; k < path.length; k++) {
                sum += path[k] * (1 + k);
            }
            System.out.println(rounds > 1 ? "time particlefilter " + (end - start) : "particlefilter " + n + " " + Math.round(sum * 1000));
        }
    }
}
