import java.io.IOException;
import java.util.function.Supplier;

/** Where an object must not be null although nothing is selected from it yet, and what surrounds an object when `super` is called. */
public class NullObjects {
    static NullObjects none;
    static int count;
    NullObjects next;
    int id;

    class Inner {
        final int n;

        Inner(int n) {
            this.n = n + id;
        }
    }

    class Further extends Inner {
        Further(NullObjects around) {
            around.super(count++);
        }
    }

    /** A subclass of the class around it: its object is given the one around, not itself. */
    class Same extends NullObjects {
        int around() {
            return NullObjects.this.id;
        }
    }

    class Nested extends Same {
        int sum() {
            return new Same().around() * 100 + around();
        }
    }

    static class Failing {
        Failing(String s) throws IOException {
            if (s.isEmpty()) throw new IOException("nothing");
        }
    }

    static void fails(String what, Runnable action) {
        int before = count;
        try {
            action.run();
            System.out.println(what + " went well");
        } catch (NullPointerException e) {
            System.out.println(what + " failed, " + (count - before));
        }
    }

    static String text() {
        count++;
        return null;
    }

    public static void main(String[] args) {
        fails("new", () -> none.new Inner(count++));
        fails("anonymous", () -> none.new Inner(count++) { });
        fails("super", () -> new NullObjects().new Further(none));
        fails("reference", () -> {
            Supplier<Integer> length = text()::length;
            count += 100;
        });
        fails("static through null", () -> {
            none.none = null;
            count++;
        });
        fails("static through null's field", () -> {
            none.next.none = null;
            count++;
        });

        NullObjects outer = new NullObjects();
        outer.id = 7;
        System.out.println(outer.new Nested().sum() + " " + outer.new Inner(1).n);
        try {
            System.out.println(new Failing("a") { } instanceof Failing);
            new Failing("") { };
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        local("arg");
        System.out.println(Double.parseDouble("0x0.0p9223372036854775807") + " " + Double.parseDouble("-0x1p-99999999999999999999")
                + " " + Float.parseFloat("0x1.8p200"));
    }

    static void local(final String arg) {
        class Local {
            String m() {
                return "Local " + arg;
            }

            class Sub extends Local {
                @Override
                String m() {
                    return "Sub " + arg;
                }
            }

            class SubSub extends Sub {
                @Override
                String m() {
                    return "SubSub of " + super.m();
                }
            }
        }
        System.out.println(new Local().new Sub().m() + ", " + new Local().new SubSub().m());
    }
}
