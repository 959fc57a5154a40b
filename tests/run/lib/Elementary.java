/** The functions that Java's virtual machine computes more exactly than `StrictMath`, to the last digit. */
public class Elementary {
    public static void main(String[] args) {
        double[] all = { 0.1, 0.5, 0.785, 1.0, 1.5, 2.0, Math.E, Math.PI, 4.7, 10.0, 33.3, 123.456, 1e-9, 1e5, 700.9, 1e300, 5e-320 };
        for (double x : all) {
            System.out.println(x + " " + Math.sin(x) + " " + Math.cos(-x) + " " + Math.tan(x));
            System.out.println(Math.exp(-x) + " " + Math.log(x) + " " + Math.log10(x) + " " + Math.pow(x, 0.75) + " " + Math.pow(-x, 3));
        }
        double[] special = { 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.0, -1.0, 800, -800 };
        for (double x : special) {
            System.out.println(Math.sin(x) + " " + Math.cos(x) + " " + Math.tan(x) + " " + Math.exp(x) + " " + Math.log(x) + " " + Math.log10(x));
            for (double y : special) System.out.print(Math.pow(x, y) + " ");
            System.out.println();
        }
        int exact = 0;
        for (int i = -300; i <= 300; i++) {
            if (Math.pow(10, i) == Double.parseDouble("1e" + i)) exact++;
            if (Math.log10(Double.parseDouble("1e" + i)) == i) exact++;
        }
        System.out.println(exact);
    }
}
