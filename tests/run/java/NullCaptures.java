// What is null in a lambda is named as in the method around it: what it captures has its own name there.

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

public class NullCaptures {
    String field;
    int[] numbers;
    NullCaptures next;
    static Map<String, NullCaptures> known = new HashMap<>();

    static void run(Runnable task) {
        try {
            task.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    NullCaptures none() {
        return null;
    }

    void all(String given, int[][] grid) {
        Integer box = null;
        run(() -> field.length());
        run(() -> numbers[0]++);
        run(() -> next.next.field = "x");
        run(() -> System.out.println(given.trim()));
        run(() -> grid[0][1] = 2);
        run(() -> System.out.println(grid[1].length));
        run(() -> known.get("k").field.length());
        run(() -> none().all("", null));
        run(() -> next.all(given, grid));
        run(() -> System.out.println(box + 1));
        run(() -> {
            Runnable inner = () -> System.out.println(given.length() + field.length());
            inner.run();
        });
        run(() -> {
            Supplier<Integer> length = given::length;
            System.out.println(length.get());
        });
        run(new Runnable() {
            String own;

            public void run() {
                System.out.println(own.length());
            }
        });
        run(new Runnable() {
            public void run() {
                System.out.println(given.length());
            }
        });
        run(new Runnable() {
            public void run() {
                System.out.println(field.length());
            }
        });
    }

    public static void main(String[] args) {
        new NullCaptures().all(null, new int[2][]);
    }
}
