class Main {
    public static void main(String[] args) {
        double[] a = new double[1000];
        for (int i = 0; i < a.length; i++) a[i] = i * 37 % 101;
        for (int t = 0; t < 200; t++) {
            double[] old = a.clone();
            for (int i = 1; i < a.length - 1; i++) a[i] = (old[i - 1] + old[i] + old[i + 1]) / 3;
        }
        double sum = 0;
        for (double x : a) sum += x;
        System.out.println(a[0] + " " + a[1] + " " + a[500] + " " + a[998] + " " + sum);
    }
}
