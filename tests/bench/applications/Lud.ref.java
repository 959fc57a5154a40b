/** Decomposition into triangular matrices, in blocks of 16: Rodinia, lud. */
public class Lud {
    static final int B = 16;

    static void diagonal(float[] a, int size, int offset) {
        for (int i = 0; i < B; i++) {
            for (int j = i; j < B; j++) {
                for (int k = 0; k < i; k++) {
                    a[(offset + i) * size + offset + j] -= a[(offset + i) * size + offset + k] * a[(offset + k) * size + offset + j];
                }
            }
            float temp = 1 / a[(offset + i) * size + offset + i];
            for (int j = i + 1; j < B; j++) {
                for (int k = 0; k < i; k++) {
                    a[(offset + j) * size + offset + i] -= a[(offset + j) * size + offset + k] * a[(offset + k) * size + offset + i];
                }
                a[(offset + j) * size + offset + i] *= temp;
            }
        }
    }

    static void decompose(float[] a, int size) {
        for (int offset = 0; offset < size; offset += B) {
            diagonal(a, size, offset);
            int chunks = (size - offset) / B - 1;
            // the row and the column of the block
            for (int chunk = 0; chunk < chunks; chunk++) {
                int from = offset + (chunk + 1) * B;
                for (int j = 0; j < B; j++) {
                    for (int i = 1; i < B; i++) {
                        float sum = 0;
                        for (int k = 0; k < i; k++) {
                            sum += a[(offset + i) * size + offset + k] * a[(offset + k) * size + from + j];
                        }
                        a[(offset + i) * size + from + j] -= sum;
                    }
                }
            }
            for (int chunk = 0; chunk < chunks; chunk++) {
                int from = offset + (chunk + 1) * B;
                for (int i = 0; i < B; i++) {
                    for (int j = 0; j < B; j++) {
                        float sum = 0;
                        for (int k = 0; k < j; k++) {
                            sum += a[(from + i) * size + offset + k] * a[(offset + k) * size + offset + j];
                        }
                        a[(from + i) * size + offset + j] = (a[(from + i) * size + offset + j] - sum) / a[(offset + j) * size + offset + j];
                    }
                }
            }
            // what is left
            for (int i = offset + B; i < size; i++) {
                for (int j = offset + B; j < size; j++) {
                    float sum = 0;
                    for (int k = 0; k < B; k++) {
                        sum += a[i * size + offset + k] * a[(offset + k) * size + j];
                    }
                    a[i * size + j] -= sum;
                }
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]) / B * B;
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; round++) {
            float[] a = new float[n * n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i * n + j] = (float) ((i * 31 + j * 17) % 101) / 101 + (i == j ? n : 0);
                }
            }
            long start = System.nanoTime();
            decompose(a, n);
            long end = System.nanoTime();
            double sum = 0;
            for (int i = 0; i < n * n; i++) {
                sum += a[i] * (1 + i % 13);
            }
            System.out.println(rounds > 1 ? "time lud " + (end - start) : "lud " + sum);
        }
    }
}
