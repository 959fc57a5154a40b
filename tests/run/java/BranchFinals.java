// Variables that get their value in one branch or another are effectively final: lambdas, inner classes and `try` take them.

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class BranchFinals {
    static Supplier<String> byIf(int n) {
        String word;
        if (n == 0) {
            word = "none";
        } else if (n == 1) {
            word = "one";
        } else {
            word = "many";
        }
        return () -> word + n;
    }

    static IntSupplier bySwitch(String s) {
        int length;
        switch (s) {
            case "a": length = 1; break;
            case "bb": length = 2; break;
            default: throw new IllegalArgumentException(s);
        }
        return () -> length;
    }

    static IntSupplier byTry(String s) {
        int value;
        try {
            value = Integer.parseInt(s);
        } catch (NumberFormatException e) {
            return () -> -1;
        }
        int sign;
        if (value < 0) sign = -1;
        else sign = 1;
        return new IntSupplier() {
            private final int factor = sign;

            public int getAsInt() {
                return factor * value;
            }
        };
    }

    static class Door implements AutoCloseable {
        private final String name;

        Door(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            System.out.println("close " + name);
        }
    }

    static void closed(boolean front) {
        Door door;
        if (front) door = new Door("front");
        else door = new Door("back");
        try (door) {
            System.out.println("inside");
        }
    }

    static List<Supplier<String>> inLoop() {
        List<Supplier<String>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String parity;
            if (i % 2 == 0) {
                parity = "even";
            } else {
                parity = "odd";
            }
            int n = i;
            class Both implements Supplier<String> {
                public String get() {
                    return n + " is " + parity;
                }
            }
            all.add(new Both());
        }
        return all;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) System.out.println(byIf(i).get());
        System.out.println(bySwitch("a").getAsInt() + bySwitch("bb").getAsInt());
        System.out.println(byTry("-5").getAsInt() + " " + byTry("7").getAsInt() + " " + byTry("x").getAsInt());
        closed(true);
        closed(false);
        for (Supplier<String> s : inLoop()) System.out.println(s.get());
        boolean known;
        if (args.length > 0) known = true;
        else known = false;
        Runnable r = () -> System.out.println(known);
        r.run();
    }
}
