/** Anisotropic diffusion against the speckles of an ultrasonic image: Rodinia, srad. */
public class Srad {
    static float meanAndVariance(float[][] image, int r1, int r2, int c1, int c2) {
        float sum = 0;
        float sum2 = 0;
        for (int i = r1; i <= r2; i++) {
            for (int j = c1; j <= c2; j++) {
                float tmp = image[i][j];
                sum += tmp;
                sum2 += tmp * tmp;
            }
        }
        int size = (r2 - r1 + 1) * (c2 - c1 + 1);
        float mean = sum / size;
        float var = sum2 / size - mean * mean;
        return var / (mean * mean);
    }

    static void diffuse(float[][] image, int[] north, int[] south, int[] west, int[] east, float[][] dN, float[][] dS, float[][] dW,
            float[][] dE, float[][] c, float lambda, float q0) {
        int rows = image.length;
        int cols = image[0].length;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                float here = image[i][j];
                dN[i][j] = image[north[i]][j] - here;
                dS[i][j] = image[south[i]][j] - here;
                dW[i][j] = image[i][west[j]] - here;
                dE[i][j] = image[i][east[j]] - here;
                float g2 = (dN[i][j] * dN[i][j] + dS[i][j] * dS[i][j] + dW[i][j] * dW[i][j] + dE[i][j] * dE[i][j]) / (here * here);
                float l = (dN[i][j] + dS[i][j] + dW[i][j] + dE[i][j]) / here;
                float num = 0.5f * g2 - 1 / 16f * (l * l);
                float den = 1 + 0.25f * l;
                float qsqr = num / (den * den);
                den = (qsqr - q0) / (q0 * (1 + q0));
                c[i][j] = 1 / (1 + den);
                if (c[i][j] < 0) {
                    c[i][j] = 0;
                } else if (c[i][j] > 1) {
                    c[i][j] = 1;
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                float cN = c[i][j];
                float cS = c[south[i]][j];
                float cW = c[i][j];
                float cE = c[i][east[j]];
                float d = cN * dN[i][j] + cS * dS[i][j] + cW * dW[i][j] + cE * dE[i][j];
                image[i][j] = image[i][j] + 0.25f * lambda * d;
            }
        }
    }

    static void srad(float[][] image, int iterations, float lambda) {
        int rows = image.length;
        int cols = image[0].length;
        int[] north = new int[rows];
        int[] south = new int[rows];
        int[] west = new int[cols];
        int[] east = new int[cols];
        for (int i = 0; i < rows; i++) {
            north[i] = Math.max(i - 1, 0);
            south[i] = Math.min(i + 1, rows - 1);
        }
        for (int j = 0; j < cols; j++) {
            west[j] = Math.max(j - 1, 0);
            east[j] = Math.min(j + 1, cols - 1);
        }
        float[][] dN = new float[rows][cols];
        float[][] dS = new float[rows][cols];
        float[][] dW = new float[rows][cols];
        float[][] dE = new float[rows][cols];
        float[][] c = new float[rows][cols];
        for (int iter = 0; iter < iterations; iter++) {
            float q0 = meanAndVariance(image, 0, rows / 2, 0, cols / 2);
            diffuse(image, north, south, west, east, dN, dS, dW, dE, c, lambda, q0);
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; round++) {
            float[][] image = new float[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    image[i][j] = (float) Math.pow(2, (i * 31 + j * 17) % 10 / 4.0);
                }
            }
            long start = System.nanoTime();
            srad(image, 10, 0.5f);
            long end = System.nanoTime();
            double sum = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    sum += image[i][j] * (1 + (i * 7 + j) % 13);
                }
            }
            System.out.println(rounds > 1 ? "time srad " + (end - start) : "srad " + Math.round(sum));
        }
    }
}
