class TupleLoops {
    static void run(int n) {
        System.out.println("n = " + n);
        float[] centres = {3, 9.5f, 17, 22.25f};
        long code = 0;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            float p = i * 7 % 100 * 0.25f;
            int best = -1;
            float d = Float.MAX_VALUE;
            for (int k = 0; k < 4; k++) {
                if (Math.abs(p - centres[k]) < d) {
                    d = Math.abs(p - centres[k]);
                    best = k;
                }
            }
            code = code * 31 + best;
            sum += d;
        }
        System.out.println(code + " " + sum);
        sum = 0;
        for (int i = 0; i < n; i++) sum += i * 0.5 * (i + 1.0) + (i > 0 ? (i - 1) * 0.5 : 0);
        System.out.println(sum);
        long weighed = 0;
        for (int i = 0; i < n; i++) weighed += i % 10 * 3 + i * 3;
        System.out.println(weighed);
        sum = 0;
        for (int i = 0; i < n; i++) sum += i / 3 + i / 4.0;
        System.out.println(sum);
        int total = n * (n - 1) / 2;
        System.out.println("Tuple2[_1=" + total + ", _2=" + total * 0.5 + "]");
        int whole = 0;
        int nulls = 0;
        for (int i = 0; i < n; i++) {
            whole += 2 * (2 * i + 1);
            if (i % 3 == 1) nulls++; else whole += i - i / 2;
        }
        System.out.println(whole + " 0.0 " + nulls);
    }

    public static void main(String[] args) {
        run(0);
        run(1);
        run(37);
        run(5000);
    }
}
