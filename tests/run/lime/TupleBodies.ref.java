class TupleBodies {
    static final float DT = 0.01f;

    static float cdf(float x) {
        float k = 1 / (1 + 0.2316419f * Math.abs(x));
        float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
        float w = 1 - 0.39894228f / (1 + x * x) * poly;
        return x < 0 ? 1 - w : w;
    }

    static void bodies(int n) {
        float[][] b = new float[n][7];
        for (int i = 0; i < n; i++) {
            b[i] = new float[] {i % 7 * 1f, i % 5 * 2f, i % 3 * 0.5f, 0f, 0.1f * (i % 2), 0f, 1f + i % 4};
        }
        for (int t = 0; t < 3; t++) {
            float[][] next = new float[n][];
            for (int i = 0; i < n; i++) {
                float ax = 0, ay = 0, az = 0;
                for (int j = 0; j < n; j++) {
                    float dx = b[j][0] - b[i][0], dy = b[j][1] - b[i][1], dz = b[j][2] - b[i][2];
                    float d = dx * dx + dy * dy + dz * dz + 0.05f;
                    float f = b[j][6] / (d * (float) Math.sqrt(d));
                    ax += f * dx;
                    ay += f * dy;
                    az += f * dz;
                }
                float vx = b[i][3] + ax * DT, vy = b[i][4] + ay * DT, vz = b[i][5] + az * DT;
                next[i] = new float[] {b[i][0] + vx * DT, b[i][1] + vy * DT, b[i][2] + vz * DT, vx, vy, vz, b[i][6]};
            }
            b = next;
        }
        float x = 0, v4 = 0;
        for (int i = 0; i < n; i++) {
            x += b[i][0] + b[i][1] * 2 + b[i][2];
            v4 += b[i][3] - b[i][4] + b[i][5];
        }
        System.out.println(n + ": " + x + " " + v4);

        float calls = 0;
        float last = 0;
        for (int i = 0; i < n; i++) {
            float s = 30 + i % 41 * 1f;
            float d1 = (s - 50) / 10;
            float d2 = d1 - 0.25f;
            float call = s * cdf(d1) - 45 * cdf(d2);
            float put = call + 45 - s;
            calls += call;
            last = call - put;
        }
        System.out.println(calls + (n == 0 ? "" : " Tuple2[_1=" + last + ", _2=" + (n - 1) + "]"));
    }

    public static void main(String[] args) {
        bodies(0);
        bodies(1);
        bodies(50);
        bodies(300);
    }
}
