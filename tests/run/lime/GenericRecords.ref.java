class GenericRecords {
    enum Colour { RED, GREEN, BLUE }

    record Tuple2<A, B>(A _1, B _2) { }

    record Tuple3<A, B, C>(A _1, B _2, C _3) { }

    record Node<A>(A a, Tuple2<A, A> two) { }

    static Tuple2<Double, Long> stats(double a, int i) {
        double sum = 0;
        long n = 0;
        for (int j = 0; j <= i % 7; j++) {
            sum += a * j;
            n += j;
            if (n > 10) break;
        }
        return new Tuple2<>(sum, n);
    }

    public static void main(String[] args) {
        System.out.println("3 " + new Tuple2<>(Colour.BLUE, 3));
        System.out.println(4.0 / 2 + 4 + 4.0 * 2);
        System.out.println((5 * 5 - 5 + 5) + " " + new Node<>(2, new Tuple2<>(-2, 2 * 2)));
        System.out.println(-1f + " " + 5 * 1f);
        System.out.println("/ by zero");
        System.out.println(new Tuple2<>(2 + 2, 3L));
        System.out.println(new Tuple3<>(0.5 + 1.0 + 1.5 + 2.0 + 2.5, 2.5, 5));
        float sum = 0;
        for (int i = 1; i <= 5; i++) sum += i * 3 * 2f + 3;
        System.out.println(sum);
        System.out.println(stats(6, 5) + " " + stats(9, 8));
        System.out.println(new Tuple2<>('e', (byte) 4) + " true");
        int a = 1;
        int b = 1;
        for (int j = 0; j < 3; j++) {
            int next = a + b;
            a = b;
            b = next;
        }
        System.out.println(new Tuple2<>(a, b) + " 1");
    }
}
