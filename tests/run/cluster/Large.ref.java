/** A matrix that only regions touch: arguments are its rows and columns, and the number of steps. */
public class Large {
    static void fill(double[][] a) {
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++) a[i][j] = (i * 31 + j * 17) % 101;
    }

    static void heat(double[][] a, int steps) {
        for (int t = 0; t < steps; t++) {
            double[][] b = new double[a.length][];
            for (int i = 0; i < a.length; i++) b[i] = a[i].clone();
            {
                for (int i = 1; i < a.length - 1; i++)
                    for (int j = 1; j < a[i].length - 1; j++)
                        a[i][j] = (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) / 4;
            }
        }
    }

    static double most(double[][] a) {
        double most = 0;
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++) most = Math.max(most, a[i][j] * (i % 3 + 1));
        return most;
    }

    public static void main(String[] args) {
        int n = 40, m = 50, steps = 3;
        if (args.length > 2) {
            n = Integer.parseInt(args[0]);
            m = Integer.parseInt(args[1]);
            steps = Integer.parseInt(args[2]);
        }
        double[][] a = new double[n][m];
        fill(a);
        heat(a, steps);
        System.out.println(most(a) + " " + a[n / 2][m / 3]);
    }
}
