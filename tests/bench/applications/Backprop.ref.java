/** A network of one hidden layer is trained: Rodinia, backprop. */
public class Backprop {
    static final float ETA = 0.3f, MOMENTUM = 0.3f;

    static float squash(float x) {
        return (float) (1 / (1 + Math.exp(-x)));
    }

    static void forward(float[] l1, float[] l2, float[][] conn, int n1, int n2) {
        l1[0] = 1;
        for (int j = 1; j <= n2; j++) {
            float sum = 0;
            for (int k = 0; k <= n1; k++) {
                sum += conn[k][j] * l1[k];
            }
            l2[j] = squash(sum);
        }
    }

    static float outputError(float[] delta, float[] target, float[] output, int nj) {
        float errsum = 0;
        for (int j = 1; j <= nj; j++) {
            float o = output[j];
            float t = target[j];
            delta[j] = o * (1 - o) * (t - o);
            errsum += Math.abs(delta[j]);
        }
        return errsum;
    }

    static float hiddenError(float[] deltaH, int nh, float[] deltaO, int no, float[][] who, float[] hidden) {
        float errsum = 0;
        for (int j = 1; j <= nh; j++) {
            float h = hidden[j];
            float sum = 0;
            for (int k = 1; k <= no; k++) {
                sum += deltaO[k] * who[j][k];
            }
            deltaH[j] = h * (1 - h) * sum;
            errsum += Math.abs(deltaH[j]);
        }
        return errsum;
    }

    static void adjustWeights(float[] delta, int ndelta, float[] ly, int nly, float[][] w, float[][] oldw) {
        ly[0] = 1;
        for (int j = 1; j <= ndelta; j++) {
            for (int k = 0; k <= nly; k++) {
                float newDw = ETA * delta[j] * ly[k] + MOMENTUM * oldw[k][j];
                w[k][j] += newDw;
                oldw[k][j] = newDw;
            }
        }
    }

    static float[][] weights(int m, int n) {
        float[][] w = new float[m + 1][n + 1];
        for (int i = 0; i <= m; i++) {
            for (int j = 0; j <= n; j++) {
                w[i][j] = (float) ((i * 31 + j * 17) % 101) / 10100;
            }
        }
        return w;
    }

    public static void main(String[] args) {
        int in = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int hid = 16;
        for (int round = 0; round < rounds; round++) {
            float[] input = new float[in + 1];
            float[] hidden = new float[hid + 1];
            float[] output = new float[2];
            float[] target = {0, 0.1f};
            for (int i = 1; i <= in; i++) {
                input[i] = (float) (i * 13 % 97) / 97;
            }
            float[][] wih = weights(in, hid);
            float[][] who = weights(hid, 1);
            float[][] oldIh = new float[in + 1][hid + 1];
            float[][] oldHo = new float[hid + 1][2];
            float[] deltaO = new float[2];
            float[] deltaH = new float[hid + 1];
            long start = System.nanoTime();
            float errors = 0;
            for (int epoch = 0; epoch < 3; epoch++) {
                forward(input, hidden, wih, in, hid);
                forward(hidden, output, who, hid, 1);
                errors += outputError(deltaO, target, output, 1);
                errors += hiddenError(deltaH, hid, deltaO, 1, who, hidden);
                adjustWeights(deltaO, 1, hidden, hid, who, oldHo);
                adjustWeights(deltaH, hid, input, in, wih, oldIh);
            }
            long end = System.nanoTime();
            double sum = errors;
            for (int i = 0; i <= in; i++) {
                for (int j = 0; j <= hid; j++) {
                    sum += wih[i][j] * (1 + (i + j) % 13);
                }
            }
            System.out.println(rounds > 1 ? "time backprop " + (end - start) : "backprop " + Math.round(sum * 1000));
        }
    }
}
