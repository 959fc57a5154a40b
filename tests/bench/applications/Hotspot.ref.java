/** The temperatures of a chip: Rodinia, hotspot. */
public class Hotspot {
    static final float MAX_POWER_DENSITY = 3.0e6f, PRECISION = 0.001f, SPECIFIC_HEAT = 1.75e6f, CONDUCTIVITY = 100, FACTOR = 0.5f;
    static final float THICKNESS = 0.0005f, HEIGHT = 0.016f, WIDTH = 0.016f, AMBIENT = 80;

    static void step(float[] result, float[] temp, float[] power, int rows, int cols, float cap, float rx, float ry, float rz, float step) {
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < cols; c++) {
                int at = r * cols + c;
                float here = temp[at];
                float north = r > 0 ? temp[at - cols] : here;
                float south = r < rows - 1 ? temp[at + cols] : here;
                float west = c > 0 ? temp[at - 1] : here;
                float east = c < cols - 1 ? temp[at + 1] : here;
                float delta = step / cap * (power[at] + (north + south - 2 * here) / ry + (west + east - 2 * here) / rx + (AMBIENT - here) / rz);
                result[at] = here + delta;
            }
        }
    }

    static float[] simulate(float[] temp, float[] power, int rows, int cols, int steps) {
        float gridHeight = HEIGHT / rows;
        float gridWidth = WIDTH / cols;
        float cap = FACTOR * SPECIFIC_HEAT * THICKNESS * gridWidth * gridHeight;
        float rx = gridWidth / (2 * CONDUCTIVITY * THICKNESS * gridHeight);
        float ry = gridHeight / (2 * CONDUCTIVITY * THICKNESS * gridWidth);
        float rz = THICKNESS / (CONDUCTIVITY * gridHeight * gridWidth);
        float slope = MAX_POWER_DENSITY / (FACTOR * THICKNESS * SPECIFIC_HEAT);
        float step = PRECISION / slope;
        float[] result = new float[temp.length];
        for (int i = 0; i < steps; i++) {
            step(result, temp, power, rows, cols, cap, rx, ry, rz, step);
            float[] t = temp;
            temp = result;
            result = t;
        }
        return temp;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; round++) {
            float[] temp = new float[n * n];
            float[] power = new float[n * n];
            for (int i = 0; i < n * n; i++) {
                temp[i] = 323 + (i * 31 % 97) / 10f;
                power[i] = (i * 17 % 101) / 1e5f;
            }
            long start = System.nanoTime();
            temp = simulate(temp, power, n, n, 50);
            long end = System.nanoTime();
            double sum = 0;
            for (int i = 0; i < n * n; i++) {
                sum += temp[i] * (1 + i % 13);
            }
            System.out.println(rounds > 1 ? "time hotspot " + (end - start) : "hotspot " + sum);
        }
    }
}
