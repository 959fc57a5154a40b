import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

class Main {
    static double[] add(double[] a, double x) {
        double[] b = new double[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] + x;
        return b;
    }

    static int turns(long number) { return (int) Math.floorMod(number, 7L) + 1; }

    static boolean agree(long number) {
        double[] a = new double[500];
        int turns = turns(number);
        for (int t = 0; t < turns; t++) a = add(a, number % 1000);
        return a[0] == a[250] && a[250] == a[499] && a[499] == (double) (number % 1000) * turns;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        int sum = 0;
        while ((line = in.readLine()) != null) {
            sum += Integer.parseInt(line.trim());
            System.out.println(line.length() + " " + agree(sum));
        }
        System.out.println(sum + " " + args.length + " " + args[0]);
        System.out.println(agree(System.nanoTime()) + " " + agree(System.currentTimeMillis()));
        System.out.println(agree(new Random().nextInt(1000)) + " " + agree(Runtime.getRuntime().availableProcessors()));
        Map<Object, Integer> map = new HashMap<>();
        for (int i = 0; i < 50; i++) map.put(new Object(), i);
        long order = 0;
        for (int i : map.values()) order = order * 3 % 100003 + i;
        System.out.println(agree(order) + " " + agree(new Object().hashCode()));
        System.out.println(System.getenv("SOMD_NOBODY_SETS_THIS") + " " + agree(System.getProperty("user.dir").length()));
        System.out.println(new java.io.File("nowhere/at/all").exists());
        try {
            new java.io.FileReader("nowhere/at/all");
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
