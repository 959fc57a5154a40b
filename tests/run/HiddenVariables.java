import java.util.List;

/** Variables with the names that the compiler's own have: those of `for (x : a)`, of `switch`, of `try`. */
public class HiddenVariables {
    static int twice(int value) {
        return 2 * value;
    }

    public static void main(String[] args) {
        int[][] rows = new int[3][2];
        int i = 0;
        for (int[] row : rows)
            row[0] = i++;
        System.out.println(rows[2][0] + " " + i);
        int array = 4;
        for (int x : rows[1])
            array += x;
        System.out.println(array);
        int it = 0;
        for (String s : List.of("a", "bc"))
            it += s.length();
        System.out.println(it);
        int[] elements = { 3, 4 };
        int steps_1 = 10, steps_2 = 20, x_elements_1 = 30;
        int value = 1, result = 2, choice = 3, index = 0, length = 0;
        for (int x : elements) {
            for (int y : elements) {
                int array_2 = x * y;
                i += array_2;
            }
            elements[index++] += switch (x) {
            case 3 -> value + result;
            default -> {
                length += twice(choice);
                yield length;
            }
            };
        }
        System.out.println(i + " " + elements[0] + " " + elements[1] + " " + index + " " + length + " " + (steps_1 + steps_2 + x_elements_1));
        Runnable r = () -> {
            int j = 0;
            for (int x : elements)
                j += x + elements.length;
            System.out.println(j);
        };
        r.run();
        String resource = "none", exception = "e", flow = "f", outcome = "o";
        try (AutoCloseable c = () -> System.out.println("closed")) {
            resource += exception + flow + outcome + c.getClass().isArray();
        } catch (Exception e) {
            resource = exception;
        }
        System.out.println(resource);
    }
}
