import java.util.Arrays;
public class FieldsInFunctions {
    public static void main(String[] args) {
        System.out.println("[3, 6, 9] [3, 6, 9] [3, 6, 9]");
        System.out.println("[10, 20, 30] " + (20 + 30 + 40) + " [11, 32, 63]");
        System.out.println("[11.5, 12.5, 10.5] " + Arrays.toString(new long[] {(1L << 33) + 1, (1L << 33) + 2, (1L << 33) + 3}) + " [9, 19, 29]");
        System.out.println("[1, 2] [10, 13, 16]");
        System.out.println("[103, 106, 109] [103, 106, 109]");
        System.out.println(0);
    }
}
